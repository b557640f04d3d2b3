"""References in formulas: what they mean from where they stand, and how they read elsewhere."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from gpucalc.excel.book import Book, Sheet
from gpucalc.excel.names import quoted_sheet
from gpucalc.excel.portable.tokens import CELL, Arg, Token, parse, spliced, tokens
from gpucalc.excel.refs import (
    MAX_COLUMN,
    MAX_ROW,
    Area,
    cell_name,
    column_letters,
    column_number,
    parse_area,
    parse_cell,
)
from gpucalc.excel.tables import Table, tables

Place = tuple[str, int, int]  # sheet, row, column

FAR_COLUMN, FAR_ROW = 256, 65_536  # the last ones that every program has

_COLUMN = re.compile(r"\$?[A-Za-z]{1,3}")
_ROW = re.compile(r"\$?[0-9]{1,7}")
_ITEM = re.compile(r"\[((?:[^\[\]']|'.)*)\]|((?:[^\[\],:']|'.)+)")
_ANCHOR = "_XLFN.ANCHORARRAY"


class Unmovable(Exception):
    """A piece of a formula whose meaning depends on the cell that holds it; says why."""

    def __init__(self, en: str, zh: str) -> None:
        super().__init__(en)
        self.en, self.zh = en, zh


@dataclass(frozen=True)
class Found:
    """A reference in a formula: its tokens are [first, last] of the list, ``area`` what it means.

    ``area`` is None for what is no area of this workbook (a constant's name, another book).
    """

    first: int
    last: int
    area: Area | None
    kind: str  # "cells", "name", "table", "other"


class References:
    """Resolves references of one workbook."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self.spilled: dict[Place, Area] = {}  # anchor of an array formula -> the cells it fills

    @cached_property
    def _tables(self) -> dict[str, tuple[Sheet, Table]]:
        return {
            table.display.casefold(): (sheet, table)
            for sheet in self.book.sheets
            if sheet.kind == "worksheet"
            for table in tables(self.book, sheet)
        }

    def find(self, pieces: list[Token], place: Place) -> Iterator[Found]:
        """All references among the tokens of a formula that stands at ``place``."""
        i = 0
        while i < len(pieces):
            found = self._at(pieces, i, place)
            if found is None:
                i += 1
            else:
                yield found
                i = found.last + 1

    def whole(self, arg: Arg, place: Place) -> Area | None:
        """The area that an argument is, where it is nothing but a reference."""
        solid = arg.solid
        call = arg.alone
        if call is not None and call.name == "" and len(call.args) == 1:
            return self.whole(call.args[0], place)  # (B5)
        if call is not None and call.name.upper() == "ANCHORARRAY" and len(call.args) == 1:
            return self.spill_of(call.args[0], place)
        found = self._at(solid, 0, place) if solid else None
        return found.area if found is not None and found.last == len(solid) - 1 else None

    def spill_of(self, arg: Arg, place: Place) -> Area | None:
        """The cells that the array formula at a reference fills."""
        area = self.whole(arg, place)
        if area is None or not area.single:
            return None
        return self.spilled.get((area.sheet or place[0], area.top, area.left))

    # -- one reference ---------------------------------------------------------------------------

    def _at(self, pieces: list[Token], i: int, place: Place) -> Found | None:
        first, sheet, piece = i, "", pieces[i]
        if piece.kind not in ("name", "quoted", "bracket", "number"):
            return None
        if piece.kind == "bracket" and not _starts_link(pieces, i):
            return Found(i, i, self._table("", piece.text, place), "table")
        qualified = False
        while i + 1 < len(pieces) and (piece.kind == "bracket" or pieces[i + 1].text == "!"):
            # [1]Sheet1!A1, 'Sheet 1'!A1, [1]!name
            qualified = qualified or pieces[i + 1].text == "!"
            if piece.kind == "bracket":
                return self._foreign(pieces, first)
            sheet = piece.text[1:-1].replace("''", "'") if piece.kind == "quoted" else piece.text
            if sheet.startswith("[") or "[" in sheet:
                return self._foreign(pieces, first)
            i += 2
            if i >= len(pieces):
                return None
            piece = pieces[i]
            break
        if piece.kind == "quoted" or (piece.kind == "number" and not _ranged(pieces, i)):
            return None
        if _is(pieces, i + 1, "("):
            return None  # a function
        if piece.kind == "name" and i + 1 < len(pieces) and pieces[i + 1].kind == "bracket":
            area = self._table(piece.text, pieces[i + 1].text, place)
            return Found(first, i + 1, area, "table")
        known = self.book.sheet(sheet or place[0])
        if known is None:
            return Found(first, i, None, "other")
        where = known.name
        if piece.kind in ("name", "number") and _is(pieces, i + 1, ":"):
            area = _range(piece.text, pieces[i + 2].text, where) if i + 2 < len(pieces) else None
            if area is not None and not _is(pieces, i + 3, "!"):
                return Found(first, i + 2, area, "cells")
            if qualified is False and parse_cell(piece.text) is None:
                return Found(first, i, None, "other")  # Sheet1:Sheet3!A1
        cell = parse_cell(piece.text)
        if cell is not None:
            return Found(first, i, Area(where, *cell, *cell), "cells")
        if piece.kind != "name" or piece.text.upper() in ("TRUE", "FALSE"):
            return None
        return Found(first, i, self._named(piece.text, sheet, place), "name")

    def _foreign(self, pieces: list[Token], i: int) -> Found:
        last = i
        while last + 1 < len(pieces) and pieces[last].text != "!":
            last += 1
        last = min(last + 1, len(pieces) - 1)
        if _is(pieces, last + 1, ":"):
            last = min(last + 2, len(pieces) - 1)
        return Found(i, last, None, "other")

    def _named(self, name: str, sheet: str, place: Place) -> Area | None:
        table = self._tables.get(name.casefold())
        if table is not None and not sheet:
            return self._table(name, "[#Data]", place)
        for found in sorted(self.book.named(name), key=lambda n: n.sheet == ""):
            local = found.sheet.casefold()
            if local in ("", (sheet or place[0]).casefold()):
                area = self.book.area(found)
                # A name without $ moves with the cell that uses it.
                if area is not None:
                    return None if relative(found.text) else area[1]._replace(sheet=area[0].name)
                if "[" in found.text and "@" not in found.text and "(" not in found.text:
                    return self.whole(parse(found.text), place)
                return None
        return None

    def local(self, name: str, place: Place) -> bool:
        """Whether a defined name belongs to the sheet of ``place`` only."""
        return any(n.sheet.casefold() == place[0].casefold() for n in self.book.named(name))

    def _moves(self, name: str) -> bool:
        return any(relative(n.text) for n in self.book.named(name))

    def _table(self, name: str, inside: str, place: Place) -> Area | None:
        """The cells of a structured reference: Table[[#This Row],[a]:[b]]."""
        known = self._tables.get(name.casefold()) if name else self._table_at(place)
        if known is None or known[1].area is None:
            return None
        sheet, table = known
        area = known[1].area
        content = inside[1:-1].strip()
        row_only = content.startswith("@")
        nested = _items(content.removeprefix("@"))
        items = [n for n in nested if n.startswith("#")]
        columns = [_unescaped(n) for n in nested if not n.startswith("#")]
        columns = [c for c in columns if c]
        row_only |= any(i.casefold() == "#this row" for i in items)
        totals = self._totals(table)
        top, bottom = area.top + table.header_rows, area.bottom - totals
        kinds = {i.casefold() for i in items} - {"#this row", "#data"}
        if kinds == {"#all"}:
            top, bottom = area.top, area.bottom
        elif kinds == {"#headers"}:
            top = bottom = area.top
        elif kinds == {"#totals"}:
            top = bottom = area.bottom
        elif kinds:
            return None
        if row_only:
            if not top <= place[1] <= bottom or place[0].casefold() != sheet.name.casefold():
                return None
            top = bottom = place[1]
        left, right = area.left, area.right
        if columns:
            folded = [c.casefold() for c in table.columns]
            try:
                at = [folded.index(c.casefold()) for c in columns]
            except ValueError:
                return None
            if len(at) > 1 and ":" not in _outside(content):
                return None  # several columns that do not touch
            left, right = area.left + min(at), area.left + max(at)
        return Area(sheet.name, top, left, bottom, right)

    def _totals(self, table: Table) -> int:
        rows = self.book.xml(table.part).get("totalsRowCount", "0")
        return int(rows) if rows.isdigit() else 0

    def _table_at(self, place: Place) -> tuple[Sheet, Table] | None:
        for sheet, table in self._tables.values():
            inside = table.area is not None and table.area.holds(place[1], place[2])
            if inside and sheet.name.casefold() == place[0].casefold():
                return sheet, table
        return None

    # -- the same meaning elsewhere --------------------------------------------------------------

    def moved(self, text: str, place: Place) -> str:
        """A piece of the formula at ``place`` as it must read on another sheet.

        Raises Unmovable where no text elsewhere has the same meaning.
        """
        pieces = [t for t in tokens(text) if t.kind != "space"]
        edits: list[tuple[int, int, str]] = []
        for found in self.find(pieces, place):
            start, end = pieces[found.first].start, pieces[found.last].end
            first = pieces[found.first]
            if found.first and pieces[found.first - 1].text == ":":
                continue  # the second half of a range takes the sheet of the first
            if found.kind == "table":
                if found.area is None:
                    raise Unmovable(
                        f"{text[start:end]} cannot be told from another sheet",
                        f"{text[start:end]} 无法在其他工作表中表达",
                    )
                edits.append((start, end, qualified(found.area)))
            elif first.text.startswith("_xlpm."):
                name = first.text.removeprefix("_xlpm.")
                raise Unmovable(
                    f"the name {name} exists only inside LET or LAMBDA; put the value in a cell",
                    f"名称 {name} 只在 LET/LAMBDA 内有效；请把该值放入单元格",
                )
            elif not _is(pieces, found.first + 1, "!") and first.kind != "quoted":
                if found.kind == "name" and self._moves(first.text):
                    raise Unmovable(
                        f"the name {first.text} means another cell wherever it stands",
                        f"名称 {first.text} 使用相对引用，所指单元格随位置变化",
                    )
                local = found.kind == "name" and self.local(first.text, place)
                if found.kind == "cells" or local:
                    edits.append((start, start, quoted_sheet(place[0]) + "!"))
        edits += self._own_place(text, place)
        return spliced(text, edits)

    def _own_place(self, text: str, place: Place) -> list[tuple[int, int, str]]:
        edits = []
        stack = [*parse(text).calls]
        while stack:
            call = stack.pop()
            stack += [inner for arg in call.args for inner in arg.calls]
            name = call.name.upper()
            if name in ("ROW", "COLUMN") and not call.args:
                # another cell of the row: with the cell itself it would be a circle
                far = cell_name(place[1], FAR_COLUMN) if name == "ROW" else ""
                far = far or cell_name(FAR_ROW, place[2])
                edits.append((call.end - 1, call.end - 1, f"{quoted_sheet(place[0])}!{far}"))
            elif name in ("INDIRECT", "CELL", "SHEET", "INFO", "GETPIVOTDATA"):
                raise Unmovable(
                    f"{name} inside an argument depends on the cell where it stands; put it in a "
                    "cell of its own and refer to that",
                    f"参数中的 {name} 与所在单元格有关；请单独放入一个单元格再引用",
                )
        return edits


def _starts_link(pieces: list[Token], i: int) -> bool:
    """Whether the bracket at ``i`` is another workbook's: [1]!name, [1]Sheet1!A1."""
    return _is(pieces, i + 1, "!") or (
        _is(pieces, i + 2, "!") and pieces[i + 1].kind in ("name", "quoted")
    )


def _is(pieces: list[Token], i: int, text: str) -> bool:
    return i < len(pieces) and pieces[i].text == text


def _ranged(pieces: list[Token], i: int) -> bool:
    return _is(pieces, i + 1, ":")


def _range(first: str, last: str, sheet: str) -> Area | None:
    if CELL.fullmatch(first) and CELL.fullmatch(last):
        area = parse_area(f"{first}:{last}")
        return None if area is None else area._replace(sheet=sheet)
    if _COLUMN.fullmatch(first) and _COLUMN.fullmatch(last):
        ends = sorted(column_number(t.lstrip("$")) for t in (first, last))
        return Area(sheet, 1, ends[0], MAX_ROW, ends[1]) if ends[1] <= MAX_COLUMN else None
    if _ROW.fullmatch(first) and _ROW.fullmatch(last):
        ends = sorted(int(t.lstrip("$")) for t in (first, last))
        return Area(sheet, ends[0], 1, ends[1], MAX_COLUMN) if ends[0] else None
    return None


def relative(text: str) -> bool:
    """Whether a name's definition holds a cell without $: it means another one from each cell."""
    names = [t.text for t in tokens(text) if t.kind == "name"]
    return any(CELL.fullmatch(n) and n.count("$") < 2 for n in names)


def _items(content: str) -> list[str]:
    """The pieces of a structured reference: [#This Row],[a]:[b], and XlsxWriter's [#This Row],a."""
    if not content.startswith("["):
        return [content.strip()]
    return [(m[1] if m[1] is not None else m[2]).strip() for m in _ITEM.finditer(content)]


def _outside(content: str) -> str:
    return re.sub(r"\[(?:[^\[\]']|'.)*\]", "", content)


def _unescaped(column: str) -> str:
    return re.sub(r"'(.)", r"\1", column)


def qualified(area: Area) -> str:
    """An area as any sheet can read it: 'Sheet 1'!B5."""
    return f"{quoted_sheet(area.sheet or '')}!{area.cells}"


def localised(formula: str, sheet: str) -> str:
    """The formula for a cell of ``sheet``, without that sheet's name in front of its cells."""
    if f"{quoted_sheet(sheet)}!".casefold() not in formula.casefold():
        return formula
    pieces = tokens(formula)
    edits = []
    for i, piece in enumerate(pieces[:-2]):
        named = piece.text[1:-1].replace("''", "'") if piece.kind == "quoted" else piece.text
        linked = i > 0 and (pieces[i - 1].kind == "bracket" or pieces[i - 1].text == ":")
        if (
            piece.kind in ("name", "quoted")
            and pieces[i + 1].text == "!"
            and named.casefold() == sheet.casefold()
            and pieces[i + 2].kind == "name"
            and CELL.fullmatch(pieces[i + 2].text)
            and not linked
        ):
            edits.append((piece.start, pieces[i + 1].end, ""))
    return spliced(formula, edits)


def shifted(formula: str, rows: int, columns: int) -> str:
    """A shared formula as the cell that many rows and columns further on reads it."""
    pieces = tokens(formula)
    edits = []
    for i, piece in enumerate(pieces):
        if piece.kind not in ("name", "number") or _is(pieces, i + 1, "("):
            continue
        if _is(pieces, i + 1, "!"):
            continue
        ranged = _is(pieces, i + 1, ":") or (i > 0 and pieces[i - 1].text == ":")
        moved = _shift(piece.text, rows, columns, ranged)
        if moved is not None and moved != piece.text:
            edits.append((piece.start, piece.end, moved))
    return spliced(formula, edits)


_PARTS = re.compile(r"(\$?)([A-Za-z]{0,3})(\$?)([0-9]{0,7})")


def _shift(text: str, rows: int, columns: int, ranged: bool) -> str | None:
    match = _PARTS.fullmatch(text)
    if match is None:
        return None
    fixed_column, letters, fixed_row, digits = match.groups()
    if not letters:
        fixed_row = fixed_column or fixed_row
    if not (letters and digits) and not ranged:
        return None
    new = ""
    if letters:
        column = column_number(letters)
        if column > MAX_COLUMN:
            return None
        if not fixed_column:  # over the edge it comes in again on the other side
            column = (column + columns - 1) % MAX_COLUMN + 1
        new += ("$" if fixed_column else "") + column_letters(column)
    if digits:
        row = int(digits)
        if not 1 <= row <= MAX_ROW:
            return None
        if not fixed_row:
            row = (row + rows - 1) % MAX_ROW + 1
        new += ("$" if fixed_row else "") + str(row)
    return new


__all__ = [
    "Found", "Place", "References", "Unmovable", "localised", "qualified", "relative", "shifted",
]  # fmt: skip
