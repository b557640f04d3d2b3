"""One's own prices into the price sheet of a workbook: only its free and own rows, nothing else.

A row is found again by its id, so that a second run updates it. Prices that a budget has frozen
stand on sheets of their own and are never touched.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from gpucalc.errors import TemplateError
from gpucalc.excel.book import Book
from gpucalc.excel.fill import fill
from gpucalc.excel.read import read_values
from gpucalc.excel.recalc import recalculate
from gpucalc.excel.refs import cell_name
from gpucalc.prices.rows import COLUMNS, PriceRow

PREFIX = "cat_prices_"


@dataclass(frozen=True)
class Change:
    """One cell that would change."""

    sheet: str
    address: str
    before: object
    after: object


@dataclass(frozen=True)
class Plan:
    """What would change, and the rows for which the sheet has no room."""

    changes: tuple[Change, ...]
    left_out: tuple[PriceRow, ...]


def plan(book: bytes, rows: Iterable[PriceRow]) -> Plan:
    """Compares the price sheet with the rows. Raises TemplateError where there is none."""
    opened = Book.open(book)
    areas = {}
    for name in opened.names:
        located = None if name.sheet else opened.area(name)
        if located is not None and name.name.startswith(PREFIX):
            areas[name.name.removeprefix(PREFIX)] = located
    if "name" not in areas:
        raise TemplateError(
            f"this workbook has no price sheet (no defined name {PREFIX}name)",
            f"此工作簿没有价格库（缺少名称 {PREFIX}name）",
        )
    sheet, ids = areas["name"]
    values = read_values(opened)
    column = ids.left
    place = {}
    free = []
    for row in range(ids.top, ids.bottom + 1):
        found = values.get((sheet.name, cell_name(row, column)))
        if found in (None, ""):
            free.append(row)
        else:
            place[str(found)] = row
    changes: list[Change] = []
    left_out = []
    for price in rows:
        row = place.get(price.name) or (free.pop(0) if free else 0)
        if not row:
            left_out.append(price)
            continue
        for key, content in _contents(price).items():
            if key not in areas:
                continue
            at = cell_name(row, areas[key][1].left)
            before = values.get((sheet.name, at))
            if before != content and not (before is None and content == ""):
                changes.append(Change(sheet.name, at, before, content))
    return Plan(tuple(changes), tuple(left_out))


def apply(book: bytes, changes: Iterable[Change]) -> bytes:
    """The workbook with the changes made and every formula computed; all else byte for byte."""
    values = {f"'{c.sheet.replace(chr(39), chr(39) * 2)}'!{c.address}": c.after for c in changes}
    return recalculate(fill(book, values)) if values else book


def _contents(price: PriceRow) -> dict[str, object]:
    """The cells of a row by column, as the catalog's own rows have them."""
    row: dict[str, object] = {c: getattr(price, c) for c in COLUMNS}
    row["region_en"] = price.region_en or price.region
    row |= {"low": float(price.low), "high": float(price.high), "cards": float(price.cards)}
    return row | {"model": price.name, "kind": "row"}
