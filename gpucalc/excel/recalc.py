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

# Stored error values that Excel, WPS and LibreOffice all know.
_ERRORS = frozenset((b"#NULL!", b"#DIV/0!", b"#VALUE!", b"#REF!", b"#NAME?", b"#NUM!", b"#N/A"))
_TYPE = re.compile(rb"""\s+t\s*=\s*(?:"[^"]*"|'[^']*')""")


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
    marker = b"<" + xml.prefix + b"f"
    edits: list[tuple[int, int, bytes]] = []
    for cell in xml.cells():
        is_formula = cell.inner is not None and marker in cell.inner
        if not is_formula and not any(area.holds(cell.row, cell.column) for area in arrays):
            continue
        result = results.get((cell.row, cell.column))
        if result is None:
            raise _refused(xml, cell)
        if (result.inner, result.attributes) == (cell.inner, cell.attributes):
            continue
        before, after = xml.formula(cell), new.formula(result)
        if (before and before[0]) != (after and after[0]):
            # =A1:A3*2 is one value in Excel when the file does not say array; the engine makes it
            # an array formula, whose first value may be another.
            raise _refused(xml, cell)
        edits.append((cell.start, cell.end, _with_value(xml, cell, new, result)))
    return edits


def _with_value(xml: SheetXml, cell: CellSpan, new: SheetXml, result: CellSpan) -> bytes:
    kind = attribute(result.attributes, b"t") or b"n"
    value = new.value(result)
    text = b"" if value is None else value[2] or b""
    if (kind == b"e" and text not in _ERRORS) or (kind == b"n" and not text):
        raise _refused(xml, cell)
    if kind == b"n" and len(text) > 24:
        # The engine writes 1E+301 with all its zeros; the shortest text reads back the same.
        text = repr(float(text)).encode()
    stored = b"<" + xml.prefix + b"v>" + text + b"</" + xml.prefix + b"v>"
    inner = cell.inner or b""
    old, formula = xml.value(cell), xml.formula(cell)
    if old is not None:
        inner = inner[: old.start()] + stored + inner[old.end() :]
    else:
        at = formula.end() if formula else 0
        inner = inner[:at] + stored + inner[at:]
    attributes = cell.attributes if cell.inner is not None else cell.attributes[:-1]
    attributes = _TYPE.sub(b"", attributes).rstrip()
    if kind != b"n":
        attributes += b' t="' + kind + b'"'
    name = xml.prefix + b"c"
    return b"<" + name + attributes + b">" + inner + b"</" + name + b">"


def _refused(xml: SheetXml, cell: CellSpan) -> Uncomputable:
    return Uncomputable(
        "the formula uses a range where one value belongs; refer to one cell, or enter it as an "
        "array formula",
        "公式在需要单个值的位置使用了区域；请引用单个单元格，或按数组公式输入",
        file=xml.file,
        sheet=xml.where,
        cell=cell_name(cell.row, cell.column),
    )
