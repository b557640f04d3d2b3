"""Computed values into every formula cell of a workbook, so that viewers show numbers.

Previews, phones, pandas and Excel's Protected View show the stored value of a formula and never
compute it. The values come from formualizer, in this process; they are spliced into the original
sheets, so that formulas and everything else stay byte for byte; charts get the points that they
carry for such viewers.

The calculation chain stays: no formula cell comes or goes. So does the calculation mode, flag
fullCalcOnLoad included: where the template asks Excel to compute on load, it confirms our values.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterator

from gpucalc.excel import chartcache
from gpucalc.excel.book import Book
from gpucalc.excel.engine import Uncomputable, compute
from gpucalc.excel.model import models
from gpucalc.excel.refs import cell_name
from gpucalc.excel.sheetxml import CellSpan, SheetXml, attribute
from gpucalc.excel.stored import Stored, from_cell, with_value

__all__ = ["Uncomputable", "recalculate"]


def recalculate(book: bytes, *, now: datetime.datetime | None = None, file: str = "") -> bytes:
    """The workbook with the computed value stored in every formula cell.

    ``now`` is what TODAY and NOW mean: local time without a zone, the clock's if omitted. ``file``
    is the name for messages. Raises Uncomputable, naming the cell, where a formula has an unknown
    function, refers to itself or cannot be read, and TemplateError for what is no workbook.
    """
    opened = Book.open(book, file)
    results = models.compute(opened)
    known = results is not None
    if results is None:
        results = _whole(opened, now)
    changes: dict[str, bytes | None] = {}
    for sheet in opened.sheets:
        if sheet.part in results:
            xml = opened.sheet_xml(sheet)
            edits = [
                (cell.start, cell.end, changed)
                for cell, value in results[sheet.part]
                if (changed := with_value(xml, cell, value)) is not None
            ]
            if edits:
                changes[sheet.part] = xml.splice(edits)
    named = {sheet.name: results[sheet.part] for sheet in opened.sheets if sheet.part in results}
    changes |= chartcache.refreshed(opened, named)
    computed = opened.package.write(changes)
    if not known:
        models.learn(opened, computed)
    return computed


def _whole(book: Book, now: datetime.datetime | None) -> dict[str, list[tuple[CellSpan, Stored]]]:
    """The values of formula cells, by part, as the engine computes the workbook from its bytes."""
    computed = compute(book, now)
    return {
        sheet.part: list(
            _values(
                book.sheet_xml(sheet), SheetXml.read(computed[sheet.part], sheet.name, book.file)
            )
        )
        for sheet in book.sheets
        if sheet.part in computed
    }


def _values(xml: SheetXml, new: SheetXml) -> Iterator[tuple[CellSpan, Stored]]:
    results = {cell[:2]: cell for cell in new.cells()}
    arrays = [area for area, _ in xml.arrays()]
    marker, end = b"<" + xml.prefix + b"f", b"</" + xml.prefix + b"f>"
    for cell in xml.cells():
        is_formula = cell.inner is not None and marker in cell.inner
        if not is_formula and not any(area.holds(cell.row, cell.column) for area in arrays):
            continue
        result = results.get(cell[:2])
        if result is None or result.inner is None:
            raise _refused(xml, cell)
        if result.inner == cell.inner and result.attributes == cell.attributes:
            continue
        # =A1:A3*2 is one value in Excel when the file does not say array; the engine makes it an
        # array formula, whose first value may be another.
        if is_formula and not result.inner.startswith(_formula(cell.inner or b"", end)):
            raise _refused(xml, cell)
        value = from_cell(new, result)
        if value is None:  # #SPILL! and other results of arrays
            raise _refused(xml, cell)
        yield cell, value


def _formula(inner: bytes, end: bytes) -> bytes:
    """The formula element at the start of a cell; it is followed by the value."""
    at = inner.find(end)
    return inner[: at + len(end)] if at >= 0 else inner[: inner.find(b"/>") + 2]


def _refused(xml: SheetXml, cell: CellSpan) -> Uncomputable:
    formula = xml.formula(cell)
    if formula is not None and attribute(formula[1], b"t") == b"array":
        en = "the array formula has another number of results than cells; make its size fixed"
        zh = "数组公式的结果个数与单元格个数不一致；请使用固定大小的公式"
    else:
        en = "the formula uses a range where one value belongs; refer to one cell"
        zh = "公式在需要单个值的位置使用了区域；请引用单个单元格"
    place = cell_name(cell.row, cell.column)
    return Uncomputable(en, zh, file=xml.file, sheet=xml.where, cell=place)
