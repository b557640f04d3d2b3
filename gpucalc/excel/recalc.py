"""Computed values into every formula cell of a workbook, so that viewers show numbers.

Previews, phones, pandas and Excel's Protected View show the stored value of a formula and never
compute it. The values come from formualizer, in this process; they are spliced into the original
sheets, so that formulas and everything else stay byte for byte.

The calculation chain stays: no formula cell comes or goes. So does the calculation mode, flag
fullCalcOnLoad included: where the template asks Excel to compute on load, it confirms our values.
"""

from __future__ import annotations

import datetime
import re

from gpucalc.excel.book import Book
from gpucalc.excel.engine import Uncomputable, compute
from gpucalc.excel.refs import cell_name
from gpucalc.excel.sheetxml import CellSpan, SheetXml, attribute

__all__ = ["Uncomputable", "recalculate"]

_ERRORS = frozenset((b"#NULL!", b"#DIV/0!", b"#VALUE!", b"#REF!", b"#NAME?", b"#NUM!", b"#N/A"))
_LONG_NUMBER = re.compile(rb">-?[0-9.]{30,}<")


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
            xml = opened.sheet_xml(sheet)
            new = SheetXml.read(computed[sheet.part], sheet.name, file)
            edits = _edits(xml, new)
            if edits:
                changes[sheet.part] = xml.splice(edits)
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
        edits.append((cell.start, cell.end, _stored(xml, cell, new, result)))
    return edits


def _stored(xml: SheetXml, cell: CellSpan, new: SheetXml, result: CellSpan) -> bytes:
    """The cell as the engine writes it, if that is something Excel knows."""
    text = new.data[result.start : result.end]
    if b"#" not in text and not _LONG_NUMBER.search(text):
        return text
    value = new.value(result)
    kind = attribute(result.attributes, b"t")
    if kind == b"e" and (value is None or value["content"] not in _ERRORS):
        raise _refused(xml, cell)  # #SPILL! and other results of arrays
    if kind in (None, b"n") and value is not None and len(value["content"]) >= 30:
        # 1E+301 comes with all its zeros; the shortest text that reads back equal is enough.
        number = repr(float(value["content"])).encode()
        return text.replace(value[0], value[0].replace(value["content"], number))
    return text


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
