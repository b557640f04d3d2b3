"""Objections to formulas: figures, odd ones out, short totals, volatile functions, links."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Iterator

from gpucalc.excel.audit.model import Cell, Model, Place, Remark, Sheet, relative
from gpucalc.excel.portable.tokens import Token
from gpucalc.excel.refs import Area, parse_area

VOLATILE = frozenset(
    ("TODAY", "NOW", "RAND", "RANDBETWEEN", "RANDARRAY", "OFFSET", "INDIRECT", "CELL", "INFO")
)
# Neutral numbers, and what turns one unit into another by definition.
FREE = frozenset(
    (0.0, 1.0, 7.0, 12.0, 24.0, 60.0, 100.0, 365.0, 1e3, 3600.0, 1e4, 1e6, 1e8, 1e9, 1e12)
)
# Arguments that say how, not how much: places to round to, kinds of a search, positions in a text.
STRUCTURAL: dict[str, frozenset[int]] = {
    **dict.fromkeys(("ROUND", "ROUNDUP", "ROUNDDOWN", "TRUNC", "MROUND"), frozenset((2,))),
    **dict.fromkeys(("LEFT", "RIGHT", "LARGE", "SMALL", "WEEKDAY"), frozenset((2,))),
    **dict.fromkeys(("MID", "INDEX"), frozenset((2, 3))),
    **dict.fromkeys(("MATCH", "RANK", "RANK.EQ"), frozenset((3,))),
    **dict.fromkeys(("VLOOKUP", "HLOOKUP"), frozenset((3, 4))),
    "FIND": frozenset((3,)),
    "SEARCH": frozenset((3,)),
    "SUBSTITUTE": frozenset((4,)),
    "CHOOSE": frozenset((1,)),
    "SUBTOTAL": frozenset((1,)),
    "AGGREGATE": frozenset((1, 2)),
}
_REFERENCE = re.compile(r"R(?:\[-?\d+\]|\d+)C")  # as `relative` writes one
_EXTERNAL = re.compile(r"\[[^\[\]#@]+\](?:[^\[\]]*)!|\[\d+\]")


def check(model: Model) -> Iterator[Remark]:
    """All objections to formulas."""
    shapes: dict[str, dict[Place, str]] = {sheet.title: {} for sheet in model.sheets}
    for sheet, cell, pieces in model.formulas():
        shapes[sheet.title][cell.row, cell.column] = relative(cell, pieces)
        yield from _constants(sheet, cell, pieces)
        yield from _volatile(sheet, cell, pieces)
        yield from _links(sheet, cell)
        yield from _short_total(sheet, cell)
    for sheet in model.sheets:
        yield from _inconsistent(sheet, shapes[sheet.title])
    for part in sorted(model.parts):
        if part.startswith("xl/externalLinks/externalLink"):
            yield Remark(
                "link", model.file or part, "", "the workbook is linked to another file",
                "工作簿链接到其他文件",
                "Data, Edit links, Break link; paste the values with their source and date",
                "数据 → 编辑链接 → 断开链接；改为粘贴数值并注明来源与日期",
            )  # fmt: skip
            break


# -- figures in formulas -------------------------------------------------------------------------


def constants(pieces: list[Token]) -> Iterator[float]:
    """The numbers that a formula holds and that say how much of something."""
    return (value for _, value in placed(pieces))


def placed(pieces: list[Token]) -> Iterator[tuple[int, float]]:
    """The same, each with its position among the pieces."""
    stack: list[tuple[str, int]] = []
    for number, piece in enumerate(pieces):
        before = pieces[number - 1] if number else None
        if piece.text == "(":
            name = before.text.upper() if before is not None and before.kind == "name" else ""
            stack.append((name.removeprefix("_XLFN."), 1))
        elif piece.text == ")" and stack:
            stack.pop()
        elif piece.text == "," and stack:
            stack[-1] = (stack[-1][0], stack[-1][1] + 1)
        elif piece.kind == "number" and not _how(pieces, number, stack):
            percent = number + 1 < len(pieces) and pieces[number + 1].text == "%"
            yield number, float(piece.text) / (100 if percent else 1)


def _how(pieces: list[Token], number: int, stack: list[tuple[str, int]]) -> bool:
    """Whether a number is an exponent, a row of whole rows (2:5), or a structural argument."""
    around = [
        pieces[n].text if 0 <= n < len(pieces) else "" for n in (number - 2, number - 1, number + 1)
    ]
    if around[1] == "^" or (around[0] == "^" and around[1] == "-"):
        return True
    if ":" in around[1:]:
        return True
    if not stack:
        return False
    name, position = stack[-1]
    return position in STRUCTURAL.get(name, ())


def _constants(sheet: Sheet, cell: Cell, pieces: list[Token]) -> Iterator[Remark]:
    found = [value for value in constants(pieces) if value not in FREE]
    if found:
        shown = ", ".join(f"{value:.15g}" for value in dict.fromkeys(found))
        yield Remark(
            "constant", sheet.title, cell.address, f"the formula holds the figure {shown}",
            f"公式中写入了常数 {shown}",
            "put it in an input cell with unit, source and date, and refer to that cell",
            "放入带单位、来源、日期的输入单元格，再引用该单元格",
        )  # fmt: skip


# -- functions and links -------------------------------------------------------------------------


def _volatile(sheet: Sheet, cell: Cell, pieces: list[Token]) -> Iterator[Remark]:
    for piece, after in itertools.pairwise(pieces):
        name = piece.text.upper()
        if piece.kind == "name" and after.text == "(" and name in VOLATILE:
            yield Remark(
                "volatile", sheet.title, cell.address,
                f"{name} changes with every computation, so an archived file changes too",
                f"{name} 每次重算都会变化，存档文件也随之改变",
                "use a dated input cell (as-of date), or INDEX instead of OFFSET and INDIRECT",
                "改用注明日期的输入单元格（基准日），或以 INDEX 代替 OFFSET、INDIRECT",
            )  # fmt: skip


def _links(sheet: Sheet, cell: Cell) -> Iterator[Remark]:
    outside = re.sub(r'"[^"]*"', "", cell.formula)
    if _EXTERNAL.search(outside):
        yield Remark(
            "link", sheet.title, cell.address, "the formula reads another workbook",
            "公式读取其他工作簿",
            "paste the values with their source and date; links break when files move",
            "改为粘贴数值并注明来源与日期；文件移动后链接会失效",
        )  # fmt: skip


# -- totals --------------------------------------------------------------------------------------


def _short_total(sheet: Sheet, cell: Cell) -> Iterator[Remark]:
    match = re.fullmatch(r"\s*SUM\(\s*([^(),]+)\s*\)\s*", cell.formula, re.IGNORECASE)
    area = parse_area(match[1]) if match else None
    if area is None or area.sheet not in (None, sheet.title):
        return
    left_out = list(_left_out(sheet, cell, area))
    if left_out:
        yield Remark(
            "total", sheet.title, cell.address,
            f"the total of {area.cells} leaves out {', '.join(c.address for c in left_out[:3])}",
            f"合计范围 {area.cells} 未包含 {'、'.join(c.address for c in left_out[:3])}",
            "extend the range to the last row, or total a range that ends with an empty row",
            "把范围扩展到最后一行，或在末尾留一空行并纳入范围",
        )  # fmt: skip


def _left_out(sheet: Sheet, cell: Cell, area: Area) -> Iterator[Cell]:
    """Numbers between the range of a total and the total itself."""
    if area.left == area.right == cell.column and area.bottom < cell.row:
        places = [(row, cell.column) for row in range(area.bottom + 1, cell.row)]
    elif area.top == area.bottom == cell.row and area.right < cell.column:
        places = [(cell.row, column) for column in range(area.right + 1, cell.column)]
    else:
        return
    for place in places:
        found = sheet.cells.get(place)
        # Another total of the same figures is no line of the table.
        if found is not None and found.is_number and "SUM(" not in found.formula.upper():
            yield found


# -- odd ones out --------------------------------------------------------------------------------


def _inconsistent(sheet: Sheet, shapes: dict[Place, str]) -> Iterator[Remark]:
    """A cell between copies of one formula that holds another one, or a typed number."""
    for place, cell in sorted(sheet.cells.items()):
        shape = shapes.get(place, "")
        if not shape and not cell.is_number:
            continue
        odd = [line for line in ("column", "row") if _odd(shapes, place, shape, line)]
        # A table whose rows (or columns) are alike is consistent in that direction.
        if odd and not (shape and _alike(shapes, place, shape)):
            what = ("另一个公式", "another formula") if shape else ("手工数值", "a typed number")
            where = ("列", "column") if odd[0] == "column" else ("行", "row")
            yield Remark(
                "inconsistent", sheet.title, cell.address,
                f"among copies of one formula in its {where[1]} it holds {what[1]}",
                f"同{where[0]}其余单元格为同一公式，此处为{what[0]}",
                "copy the formula of its neighbours, or move the exception to a line of its own",
                "复制相邻单元格的公式；确有例外时单列一行并说明",
            )  # fmt: skip


def _odd(shapes: dict[Place, str], place: Place, shape: str, line: str) -> bool:
    """Whether neighbours on both sides, and a third copy near, share another formula."""
    row, column = place

    def near(distance: int) -> str:
        at = (row + distance, column) if line == "column" else (row, column + distance)
        return shapes.get(at, "")

    before, after = near(-1), near(1)
    # Copies of ="" are no series, just cells left blank.
    if not _REFERENCE.search(before) or before != after or before == shape:
        return False
    return Counter(near(d) for d in (-3, -2, -1, 1, 2, 3))[before] >= 3


def _alike(shapes: dict[Place, str], place: Place, shape: str) -> bool:
    row, column = place
    beside = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
    return any(shapes.get(at) == shape for at in beside)
