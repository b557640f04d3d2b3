"""One's own prices into the price sheet of a workbook: only its free and own rows, nothing else.

A row is found again by its id, so that a second run updates it. Prices that a budget has frozen
stand on sheets of their own and are never touched. A price book is filled in the words of its
drop-downs, other books in the catalog's codes.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from gpucalc import catalog, glossary, reading
from gpucalc.errors import FileBusy, TemplateError
from gpucalc.excel.book import Book
from gpucalc.excel.fill import fill
from gpucalc.excel.read import Cell, read_cells
from gpucalc.excel.recalc import recalculate
from gpucalc.excel.refs import Area, cell_name
from gpucalc.excel.save import write_atomically
from gpucalc.prices.rows import COLUMNS, ITEMS, NOT_STATED, PriceRow

PREFIX = "cat_prices_"
CODED = ("item", "unit", "tax", "plan", "status")
_FREE = ("region", "region_en", "term", "supplier", "source", "note", "note_zh")


@dataclass(frozen=True)
class Change:
    """One cell that would change; ``column`` is the catalog's."""

    sheet: str
    address: str
    before: object
    after: object
    column: str = ""


@dataclass(frozen=True)
class Plan:
    """What would change, and the rows for which the sheet has no room."""

    changes: tuple[Change, ...]
    left_out: tuple[PriceRow, ...]


class _Sheet:
    """The price sheet of a workbook: its columns that may be written, row by row."""

    def __init__(self, book: bytes) -> None:
        opened = Book.open(book)
        areas: dict[str, Area] = {}
        self.name = ""
        for name in opened.names:
            located = None if name.sheet else opened.area(name)
            if located is not None and name.name.startswith(PREFIX):
                areas[name.name.removeprefix(PREFIX)] = located[1]
                self.name = located[0].name
        if "name" not in areas:
            raise TemplateError(
                f"this workbook has no price sheet (no defined name {PREFIX}name): its price is an "
                "input; price lists stand in quote, compare, budget and price_book",
                f"此工作簿没有价格库（缺少名称 {PREFIX}name），价格在《参数》填写；"
                "报价单、比价表、预算、价格库工作簿才有价格库",
            )
        self.rows = range(areas["name"].top, areas["name"].bottom + 1)
        self._cells = read_cells(opened)
        first = self.rows[0]
        computed = [c for c, a in areas.items() if self._formula(cell_name(first, a.left))]
        self.columns = {c: a.left for c, a in areas.items() if c not in computed}
        self.words = self._language(areas) if computed else ""

    def _cell(self, address: str) -> Cell | None:
        return self._cells.get((self.name, address))

    def _formula(self, address: str) -> bool:
        cell = self._cell(address)
        return cell is not None and cell.formula is not None

    def _language(self, areas: Mapping[str, Area]) -> str:
        """The language of the headings, in whose words a price book is filled."""
        heading = self._cell(cell_name(self.rows[0] - 1, areas["unit"].left))
        shown = str(heading.value) if heading else ""
        return "zh" if shown == glossary.label("unit", "zh") else "en"

    def value(self, column: str, row: int) -> object:
        """What a cell holds, None where it is empty."""
        cell = self._cell(cell_name(row, self.columns[column]))
        return None if cell is None or cell.value == "" else cell.value

    def is_free(self, row: int) -> bool:
        """Whether nothing stands in a row, with or without an id."""
        return all(self.value(c, row) is None for c in self.columns)


def ids(book: bytes) -> list[str]:
    """The ids of the rows of the price sheet. Raises TemplateError where there is none."""
    sheet = _Sheet(book)
    return [str(name) for row in sheet.rows if (name := sheet.value("name", row)) is not None]


def plan(book: bytes, rows: Iterable[PriceRow]) -> Plan:
    """Compares the price sheet with the rows. Raises TemplateError where there is none."""
    sheet = _Sheet(book)
    place = {str(sheet.value("name", row)): row for row in sheet.rows}
    free = [row for row in sheet.rows if sheet.is_free(row)]
    changes: list[Change] = []
    left_out = []
    for price in rows:
        row = place.get(price.name) or (free.pop(0) if free else 0)
        if not row:
            left_out.append(price)
            continue
        for column, content in _contents(price, sheet.words).items():
            if column not in sheet.columns:
                continue
            before = sheet.value(column, row)
            if not _same(column, before, content):
                at = cell_name(row, sheet.columns[column])
                changes.append(Change(sheet.name, at, before, content, column))
    return Plan(tuple(changes), tuple(left_out))


def apply(book: bytes, changes: Iterable[Change]) -> bytes:
    """The workbook with the changes made and every formula computed; all else byte for byte."""
    values = {f"'{c.sheet.replace(chr(39), chr(39) * 2)}'!{c.address}": c.after for c in changes}
    return recalculate(fill(book, values)) if values else book


def back_up(path: Path, data: bytes) -> Path:
    """Keeps what a workbook was beside it, under a name that no file has yet; gives that name."""
    number = 1
    while True:
        kept = path.with_suffix(f".bak{'' if number == 1 else number}{path.suffix}")
        try:
            write_atomically(kept, data)
        except FileBusy:
            if not kept.exists():  # the folder cannot be written to: nothing is to be changed
                raise
            number += 1
        else:
            return kept


def _contents(price: PriceRow, lang: str) -> dict[str, object]:
    """The cells of a row by column: the catalog's codes, or the words of ``lang``."""
    row: dict[str, object] = {c: getattr(price, c) for c in COLUMNS}
    row["region_en"] = price.region_en or price.region
    row |= {"low": float(price.low), "high": float(price.high), "cards": float(price.cards)}
    row |= {"model": price.name, "kind": "row"}
    if lang:
        row |= {c: _word(ITEMS.get(str(row[c]), str(row[c])), lang) for c in CODED}
        row |= {c: "" for c in _FREE if row[c] in (NOT_STATED, catalog.MISSING)}
    return row


def _word(code: str, lang: str) -> str:
    try:
        return glossary.label(code, lang)
    except glossary.UnknownField:
        return code


def _same(column: str, before: object, content: object) -> bool:
    """Whether a cell says that already: a date in either form, a word or its code."""
    if before is None:
        return content == ""
    if column == "date" and isinstance(before, float):
        day = reading.EPOCH + datetime.timedelta(days=int(before))
        return day.isoformat() == content
    if column in CODED and isinstance(before, str) and isinstance(content, str):
        return _code(before) == _code(content)
    return before == content


def _code(word: str) -> str:
    found = glossary.field_of(word) or word
    return ITEMS.get(found, found)
