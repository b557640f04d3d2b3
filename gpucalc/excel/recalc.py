"""Computed values into every formula cell of a workbook, so that viewers show numbers.

Previews, phones, pandas and Excel's Protected View show the stored value of a formula and never
compute it. The values come from formualizer, in this process; they are spliced into the original
sheets, so that formulas and everything else stay byte for byte.

The calculation chain stays: no formula cell comes or goes. So does the calculation mode, flag
fullCalcOnLoad included: where the template asks Excel to compute on load, it confirms our values.
"""

from __future__ import annotations

import datetime

from gpucalc.excel.book import Book
from gpucalc.excel.engine import Uncomputable, compute
from gpucalc.excel.refs import cell_name
from gpucalc.excel.sheetxml import CellSpan, SheetXml

__all__ = ["Uncomputable", "recalculate"]


def recalculate(book: bytes, *, now: datetime.datetime | None = None, file: str = "") -> bytes:
    """The workbook with the computed value stored in every formula cell.

    ``now`` is what TODAY and NOW mean: local time without a zone, the clock's if omitted. ``file``
    is the name for messages. Raises Uncomputable, naming the cell, where a formula has an unknown
    function, refers to itself or cannot be read, and TemplateError for what is no workbook.
    """
    opened = Book.open(book, file)
    computed = compute(opened, now)
    changes: dict[str, bytes | None] = {}
    for sheet in opened.sheets:
        if sheet.part in computed:
            xml = SheetXml.read(opened.package.read(sheet.part), sheet.name, file)
            new = SheetXml.read(computed[sheet.part], sheet.name, file)
            changes[sheet.part] = xml.splice(_edits(xml, new))
    return opened.package.write(changes)


def _edits(xml: SheetXml, new: SheetXml) -> list[tuple[int, int, bytes]]:
    """The edits that bring the engine's values into the original sheet."""
    results = {(cell.row, cell.column): cell for cell in new.cells()}
    arrays = [area for area, _ in xml.arrays()]
    marker, end = b"<" + xml.prefix + b"f", b"</" + xml.prefix + b"f>"
    edits: list[tuple[int, int, bytes]] = []
    for cell in xml.cells():
        is_formula = cell.inner is not None and marker in cell.inner
        if not is_formula and not any(area.holds(cell.row, cell.column) for area in arrays):
            continue
        result = results.get((cell.row, cell.column))
        if result is None or result.inner is None:
            raise _refused(xml, cell)
        if result.inner == cell.inner and result.attributes == cell.attributes:
            continue
        # =A1:A3*2 is one value in Excel when the file does not say array; the engine makes it an
        # array formula, whose first value may be another.
        if is_formula and not result.inner.startswith(_formula(cell.inner or b"", end)):
            raise _refused(xml, cell)
        edits.append((cell.start, cell.end, new.data[result.start : result.end]))
    return edits


def _formula(inner: bytes, end: bytes) -> bytes:
    """The formula element at the start of a cell; it is followed by the value."""
    at = inner.find(end)
    return inner[: at + len(end)] if at >= 0 else inner[: inner.find(b"/>") + 2]


def _refused(xml: SheetXml, cell: CellSpan) -> Uncomputable:
    return Uncomputable(
        "the formula uses a range where one value belongs; refer to one cell, or enter it as an "
        "array formula",
        "公式在需要单个值的位置使用了区域；请引用单个单元格，或按数组公式输入",
        file=xml.file,
        sheet=xml.where,
        cell=cell_name(cell.row, cell.column),
    )
