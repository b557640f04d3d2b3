"""The values, formulas and names of a workbook, read without changing it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from lxml import etree

from gpucalc.excel.book import Book, Sheet, rich_text
from gpucalc.excel.refs import cell_name, parse_cell
from gpucalc.excel.sheetxml import CellSpan, SheetXml, attribute
from gpucalc.excel.values import unescape


class ErrorValue(str):
    """The error value of a cell, such as #DIV/0!: a text that is not to be taken for one."""

    __slots__ = ()


class Cell(NamedTuple):
    """A cell that holds something.

    `formula` is None for plain values, else the text without "=" ("" where another cell's shared
    formula or array formula gives it). `value` is a float, str, bool or ErrorValue; None where a
    formula has no stored value. Dates are serial numbers: only the format tells them apart.
    """

    value: float | str | bool | None
    formula: str | None


def read_cells(book: bytes | Book) -> dict[tuple[str, str], Cell]:
    """Every cell with a value or a formula, by sheet name and address."""
    opened = book if isinstance(book, Book) else Book.open(book)
    found: dict[tuple[str, str], Cell] = {}
    for sheet in opened.sheets:
        if sheet.kind != "worksheet":
            continue
        xml = opened.sheet_xml(sheet)
        for span in xml.cells():
            cell = read_cell(opened, sheet, xml, span)
            if cell is not None:
                found[sheet.name, cell_name(span.row, span.column)] = cell
    return found


def read_values(
    book: bytes | Book, only: Iterable[tuple[str, str]] | None = None
) -> dict[tuple[str, str], float | str | bool]:
    """The stored value of every cell that has one, by sheet name and address.

    ``only`` names the cells that matter: a few dozen out of twenty thousand are read ten times as
    fast.
    """
    cells = read_cells(book) if only is None else _some_cells(book, only)
    return {place: cell.value for place, cell in cells.items() if cell.value is not None}


def _some_cells(
    book: bytes | Book, places: Iterable[tuple[str, str]]
) -> dict[tuple[str, str], Cell]:
    opened = book if isinstance(book, Book) else Book.open(book)
    rows: dict[str, dict[int, set[str]]] = {}
    for name, address in places:
        position = parse_cell(address)
        if position is not None:
            rows.setdefault(name, {}).setdefault(position[0], set()).add(address)
    found: dict[tuple[str, str], Cell] = {}
    for sheet in opened.sheets:
        if sheet.kind != "worksheet" or sheet.name not in rows:
            continue
        xml, wanted = opened.sheet_xml(sheet), rows[sheet.name]
        for row in xml.rows():
            for span in xml.cells(row) if row.number in wanted and not row.empty else ():
                address = cell_name(span.row, span.column)
                if address in wanted[row.number]:
                    cell = read_cell(opened, sheet, xml, span)
                    if cell is not None:
                        found[sheet.name, address] = cell
    return found


def read_formulas(book: bytes | Book) -> dict[tuple[str, str], str]:
    """The formula of every formula cell, without "=", by sheet name and address."""
    cells = read_cells(book).items()
    return {place: cell.formula for place, cell in cells if cell.formula is not None}


def read_names(book: bytes | Book) -> dict[str, tuple[str, str]]:
    """Defined names of the whole workbook that mean one cell: name to sheet name and address.

    A name of merged cells means their upper left cell. Names of ranges, constants and formulas, and
    names local to a sheet, are left out.
    """
    opened = book if isinstance(book, Book) else Book.open(book)
    found = {}
    for name in opened.names:
        located = None if name.sheet else opened.area(name)
        if located is None or located[0].kind != "worksheet":
            continue
        sheet, area = located
        if area.single or area._replace(sheet=None) in opened.sheet_xml(sheet).merged:
            found[name.name] = (sheet.name, cell_name(*area.anchor))
    return found


def read_cell(book: Book, sheet: Sheet, xml: SheetXml, span: CellSpan) -> Cell | None:
    """The content of one cell; None where it is empty."""
    if not span.inner:
        return None
    found, stored = xml.formula(span), xml.value(span)
    kind = attribute(span.attributes, b"t") or b"n"
    value: float | str | bool | None = None
    try:
        formula = None if found is None else plain(found[2] or b"")
        # <v></v> is an empty text; no <v> at all is no value.
        text = None if stored is None else plain(stored[2] or b"")
        if kind == b"inlineStr":
            value = _inline(span.inner, xml.prefix)
        elif kind == b"str":
            value = None if text is None else unescape(text)
        elif not text:
            value = None
        elif kind == b"s":
            value = book.shared[int(text)] if text.isdigit() else None
        elif kind == b"b":
            value = text.strip() in ("1", "true")
        elif kind == b"e":
            value = ErrorValue(text)
        elif kind == b"d":
            value = text
        else:
            value = float(text)
    except (ValueError, IndexError) as error:
        raise book.broken(sheet.part) from error
    return None if value is None and formula is None else Cell(value, formula)


def plain(text: bytes) -> str:
    """The text of an element without children: entities resolved, line ends as XML reads them.

    Raises ValueError for what is no XML text.
    """
    if b"&" in text or b"\r" in text or b"<" in text:
        return _parsed(b"<t>" + text + b"</t>").text or ""
    return text.decode("utf-8")


def _parsed(xml: bytes) -> etree._Element:
    try:
        return etree.fromstring(xml)
    except etree.XMLSyntaxError as error:
        raise ValueError(str(error)) from error


def _inline(inner: bytes, prefix: bytes) -> str:
    if prefix:  # not bound outside the part
        inner = inner.replace(b"</" + prefix, b"</").replace(b"<" + prefix, b"<")
    root = _parsed(b"<c>" + inner + b"</c>")
    return next((rich_text(child) for child in root if child.tag == "is"), "")
