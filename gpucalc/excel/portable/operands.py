"""The arguments of a call as a printed formula takes them: constants, cells, and read text.

A range is a grid of cells. Text is resolved: a literal at once, as the quantity reads it; a cell
that holds text through helper cells that read it, with what this text means as a fallback where
formulas cannot read it, so that no figure changes.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from gpucalc import catalog, primitives, reading
from gpucalc.dialects import plain
from gpucalc.dialects.simplify import printable
from gpucalc.errors import ExcelError, InputError
from gpucalc.evaluate import Plane, evaluate
from gpucalc.excel.portable import printing
from gpucalc.excel.portable.compute import Value, Values
from gpucalc.excel.portable.helpers import Helpers
from gpucalc.excel.portable.references import Place, Unmovable, qualified
from gpucalc.excel.portable.scan import Formula, Scan
from gpucalc.excel.portable.tokens import Arg, Call, Token, every_call, our_calls
from gpucalc.excel.read import ErrorValue, read_values
from gpucalc.excel.refs import MAX_COLUMN, MAX_ROW, Area, parse_cell
from gpucalc.quantity import Quantity
from gpucalc.trace import argument, lift

MOST_CELLS = 5_000  # of a range argument: each becomes a formula, with helper cells
_REFERENCES = frozenset(
    ("IF", "INDEX", "OFFSET", "CHOOSE", "VLOOKUP", "HLOOKUP", "LOOKUP", "XLOOKUP", "IFERROR",
     "IFNA", "IFS", "SWITCH")
)  # fmt: skip
UNKNOWN = object()  # a value that was never computed


class Refused(Exception):
    """A call that cannot be converted; says why in both languages."""

    def __init__(self, en: str, zh: str) -> None:
        super().__init__(en)
        self.en, self.zh = en, zh


@dataclass(frozen=True)
class Operand:
    """One value of an argument: a constant (``ref`` is ""), or a cell and what it holds now.

    ``typed`` is the reference as it stands in the formula, where it is one cell.
    """

    value: Any = None
    ref: str = ""
    typed: str = ""


Grid = list[list[Operand]]
OMITTED: Grid = [[Operand()]]


class Operands:
    """Arguments of calls in one workbook; ``inner`` gives the cells of a call inside a call."""

    def __init__(
        self,
        scan: Scan,
        values: Values,
        helpers: Helpers,
        inner: Callable[[Call, Formula], Grid],
    ) -> None:
        self.scan, self.values, self.helpers, self.inner = scan, values, helpers, inner
        self._stored: dict[Place, Value] = {}
        for (sheet, address), value in read_values(scan.book).items():
            place = parse_cell(address)
            if place is not None:
                self._stored[sheet, *place] = value
        self._stored |= values.cells
        self._read: dict[tuple[Quantity, str], str] = {}
        self._expressions: dict[str, str] = {}

    def at(self, place: Place) -> Value:
        """What a cell holds now."""
        return self._stored.get(place)

    def grid(self, arg: Arg, index: int, call: Call, formula: Formula) -> Grid:
        """The values of an argument; Refused where it is no value, cell, range or call."""
        if not arg.solid:
            return OMITTED
        constants = literal(arg)
        if constants is not None:
            return [[Operand(v) for v in row] for row in constants]
        alone = arg.alone
        if alone is not None and alone.function is not None:
            return self.inner(alone, formula)
        area = self.scan.references.whole(arg, formula.place)
        if area is not None:
            return self._cells(area, arg, formula)
        return [[self._expression(arg, index, call, formula)]]

    def _cells(self, area: Area, arg: Arg, formula: Formula) -> Grid:
        if area.single:
            place = (area.sheet or "", area.top, area.left)
            typed = formula.text[arg.solid[0].start : arg.solid[-1].end]
            if any(t.text == ":" for t in arg.solid):
                typed = ""  # B1:B1
            return [[Operand(self.at(place), qualified(area), typed)]]
        area = self.clipped(area)
        size = (area.bottom - area.top + 1) * (area.right - area.left + 1)
        if size > MOST_CELLS:
            raise Refused(
                f"the range has {size:,} cells; at most {MOST_CELLS:,} can be written out",
                f"区域有 {size:,} 个单元格；最多展开 {MOST_CELLS:,} 个",
            )
        return [
            [
                Operand(self.at((area.sheet or "", r, c)), qualified(Area(area.sheet, r, c, r, c)))
                for c in range(area.left, area.right + 1)
            ]
            for r in range(area.top, area.bottom + 1)
        ]

    def clipped(self, area: Area) -> Area:
        """A whole column ends at the last used row of its sheet, a whole row likewise."""
        used = [p for p in self._stored if p[0] == area.sheet and self._stored[p] not in (None, "")]
        bottom, right = area.bottom, area.right
        if area.bottom == MAX_ROW and area.top == 1:
            bottom = max((r for _, r, c in used if area.left <= c <= area.right), default=1)
        if area.right == MAX_COLUMN and area.left == 1:
            right = max((c for _, r, c in used if area.top <= r <= area.bottom), default=1)
        return area._replace(bottom=bottom, right=right)

    # -- expressions -----------------------------------------------------------------------------

    def _expression(self, arg: Arg, index: int, call: Call, formula: Formula) -> Operand:
        """An argument that must be computed first: in a helper cell, once for equal texts."""
        asked = self.values.asked.get(id(call))
        known: Any = UNKNOWN
        if asked is not None and asked.args is not None and index < len(asked.args):
            known = asked.args[index]
        if isinstance(known, list):
            if len(known) > 1 or len(known[0]) > 1:
                raise _array(formula.text[arg.start : arg.end])
            known = known[0][0]
        if _arithmetic(arg) and isinstance(known, float | int) and printable(float(known)):
            return Operand(float(known))
        text = self.moved(arg, formula)
        if text not in self._expressions:
            address = self.helpers.place()
            may_be_blank = known is None or any(
                c.name.upper() in _REFERENCES for c in every_call(arg)
            )
            shown = f'IF({text}="","",{text})' if may_be_blank else text
            self.helpers.put(address, shown, formula.text[arg.start : arg.end].strip())
            self._expressions[text] = address
        return Operand(known, self._expressions[text])

    def moved(self, arg: Arg, formula: Formula) -> str:
        """An argument's text for another sheet, with our calls in it replaced by their cells."""
        _refuse_ranges(arg, self.scan, formula)
        text, offset = formula.text[arg.start : arg.end], arg.start
        pieces: list[str] = []
        at = 0
        try:
            for call in our_calls(arg):
                grid = self.inner(call, formula)
                if len(grid) > 1 or len(grid[0]) > 1:
                    raise _array(formula.text[call.start : call.end])
                pieces += [
                    self.scan.references.moved(text[at : call.start - offset], formula.place),
                    grid[0][0].ref,
                ]
                at = call.end - offset
            pieces.append(self.scan.references.moved(text[at:], formula.place))
        except Unmovable as error:
            raise Refused(error.en, error.zh) from None
        return "".join(pieces).strip()

    # -- text ------------------------------------------------------------------------------------

    def resolved(
        self, operand: Operand, quantity: Quantity, local: bool, lambdas: bool = False
    ) -> Any:
        """An operand as plain.formula takes it: a cell, a number, a Const text; None if omitted.

        ``local``: for the cell that the call stands in, so that its references stay as typed.
        ``lambdas``: the call was one of a LAMBDA name, which reads no units.
        """
        cell = operand.typed if local and operand.typed else operand.ref
        if not operand.ref:
            return _constant(operand.value, quantity, lambdas)
        if lambdas or quantity.kind in ("text", "any"):
            return cell
        value = operand.value
        if value is UNKNOWN:
            return self.reader(operand.ref, quantity, None) if _is_number(quantity) else cell
        if not isinstance(value, str) or isinstance(value, ErrorValue | ExcelError) or value == "":
            return cell
        return self.reader(operand.ref, quantity, value) if unread(quantity, value) else cell

    def reader(self, ref: str, quantity: Quantity, value: str | None) -> str:
        """The helper cell that reads what is typed in a cell."""
        key = (quantity, ref)
        if key in self._read:
            return self._read[key]
        number = _is_number(quantity)
        meant = None if value is None else _meant(quantity, value)
        if number:
            cells, formula = printing.reading(quantity, ref, self.helpers.place)
            for cell in cells:
                self.helpers.put(cell.address, cell.formula, self.helpers.label(cell.label))
            if value is None or meant is None or _read_by_formula(quantity, value) == meant:
                meant = None
        else:
            formula = f'IF({ref}="","",{ref})'
        if meant is not None and value is not None:
            constant = plain.Plain({}).text(lift(meant))
            typed = plain.Plain({}).text(lift(value))
            formula = f"IF({ref}={typed},{constant},{formula})"
        address = self.helpers.place()
        self.helpers.put(address, formula, f"{quantity.label(self.helpers.lang)} ← {ref}")
        self._read[key] = address
        return address


def _array(text: str) -> Refused:
    return Refused(
        f"{text.strip()} gives several values; put them in cells and refer to those",
        f"{text.strip()} 得到多个值；请先放入单元格再引用",
    )


def _refuse_ranges(arg: Arg, scan: Scan, formula: Formula) -> None:
    """A range where one value belongs means the cell's own row, and another one elsewhere."""
    solid = arg.solid
    for found in scan.references.find(solid, formula.place):
        if found.area is None or found.area.single:
            continue
        start, end = solid[found.first].start, solid[found.last].end
        taken = False
        for call in every_call(arg):
            whole = any(
                a.solid and (a.solid[0].start, a.solid[-1].end) == (start, end) for a in call.args
            )
            inside = call.start <= start and end <= call.end
            taken |= call.name != "" and (whole or (inside and call.name.upper() == "SUMPRODUCT"))
        if not taken:
            raise _array(formula.text[arg.start : arg.end])


# -- constants -----------------------------------------------------------------------------------


def literal(arg: Arg) -> list[list[Any]] | None:
    """The values that an argument spells out: one, or those of an array constant; None if none."""
    solid = arg.solid
    call = arg.alone
    if call is not None and call.name == "" and len(call.args) == 1:
        return literal(call.args[0])
    if not solid or arg.calls:
        return None
    if solid[0].text != "{":
        value = _spelled(solid)
        return None if value is UNKNOWN else [[value]]
    rows: list[list[Any]] = [[]]
    item: list[Token] = []
    for token in solid[1:]:
        if token.kind == "op" and token.text in (",", ";", "}"):
            value = _spelled(item)
            if value is UNKNOWN:
                return None
            rows[-1].append(value)
            item = []
            if token.text == ";":
                rows.append([])
        else:
            item.append(token)
    return rows if len({len(r) for r in rows}) == 1 else None


def _spelled(solid: list[Token]) -> Any:
    sign = 1.0
    while solid and solid[0].kind == "op" and solid[0].text in "+-":
        sign, solid = (-sign if solid[0].text == "-" else sign), solid[1:]
    percents = 0
    while solid and solid[-1].text == "%":
        percents, solid = percents + 1, solid[:-1]
    if len(solid) != 1:
        return UNKNOWN
    kind, text = solid[0].kind, solid[0].text
    if kind == "number":
        exact = float(text) / 100**percents
        return sign * float(f"{exact:.15g}")
    if sign != 1 or percents:
        return UNKNOWN
    if kind == "string":
        return text[1:-1].replace('""', '"')
    if kind == "error" and text in ExcelError.__members__.values():
        return ExcelError(text)
    if kind == "name" and text.upper() in ("TRUE", "FALSE"):
        return text.upper() == "TRUE"
    return UNKNOWN


def _arithmetic(arg: Arg) -> bool:
    """Whether an argument is arithmetic with numbers only, so that its result can stand for it."""
    return all(t.kind == "number" or (t.kind == "op" and t.text in "+-*/^%()") for t in arg.solid)


def _constant(value: Any, quantity: Quantity, lambdas: bool) -> Any:
    if isinstance(value, str) and not isinstance(value, ExcelError):
        if not lambdas:
            meant = _meant(quantity, value)
            value = value if meant is None else meant
            if meant is None and quantity.kind in ("number", "money", "date", "flag"):
                value = "?"  # refused by us; 1/2 would be a date to a spreadsheet
        if value == "":
            return None
        return plain.Const(value) if isinstance(value, str) else value
    return value


def _meant(quantity: Quantity, value: str) -> float | str | bool | None:
    """What the function reads in a text; None where it refuses it."""
    try:
        return quantity.read(value)
    except InputError:
        return None


def _is_number(quantity: Quantity) -> bool:
    return quantity.kind in ("number", "money")


def unread(quantity: Quantity, value: str) -> bool:
    """Whether a formula must read a text first: all that is typed for a number, odd spellings."""
    if quantity.kind in ("text", "any"):
        return False
    meant = _meant(quantity, value)
    return _is_number(quantity) or (meant is not None and _seen(quantity, value) != meant)


def _seen(quantity: Quantity, value: str) -> float | str | bool | None:
    """What a formula without helper cells sees in a text."""
    if quantity.kind == "key":
        row = catalog.table(quantity.table).exact(value)
        return None if row is None else str(row["name"])
    return reading.numeral(value) if reading.is_numeral(value) else None


def _read_by_formula(quantity: Quantity, value: str) -> float | str | None:
    graph = primitives.read_text(argument("typed", "typed"), quantity)
    result = evaluate(graph, {"typed": Plane(np.array([value], dtype=object), None)}, 1)
    if result.errors(1)[0]:
        return None
    found = result.values(1)[0]
    return found if isinstance(found, str) else float(found)


__all__ = ["OMITTED", "UNKNOWN", "Grid", "Operand", "Operands", "Refused", "literal", "unread"]
