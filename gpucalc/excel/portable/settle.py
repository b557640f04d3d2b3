"""Computed values into the cells of a converted workbook."""

from __future__ import annotations

from gpucalc.excel.portable.compute import Value, Values
from gpucalc.excel.portable.report import same
from gpucalc.excel.portable.scan import Scan
from gpucalc.excel.read import ErrorValue, read_cell
from gpucalc.excel.stored import Stored, error, number, text, truth, with_value


def settled(scan: Scan, values: Values, everywhere: bool) -> bytes:
    """The workbook with a value in every formula cell that has none.

    ``everywhere``: also where the stored value is another one than computed.
    """
    changes: dict[str, bytes | None] = {}
    for sheet in scan.worksheets:
        xml = scan.book.sheet_xml(sheet)
        formulas = {f.place[1:] for f in scan.formulas if f.sheet.part == sheet.part}
        areas = [f.area for f in scan.formulas if f.area and f.sheet.part == sheet.part]
        edits = []
        for span in xml.cells():
            at = (span.row, span.column)
            if at not in formulas and not any(a.holds(*at) for a in areas):
                continue
            value = values.cells.get((sheet.name, *at))
            if value is None:
                continue
            cell = read_cell(scan.book, sheet, xml, span)
            old = None if cell is None else cell.value
            if old is not None and (not everywhere or same(old, value)):
                continue
            kept = _stored(value)
            changed = None if kept is None else with_value(xml, span, kept)
            if changed is not None:
                edits.append((span.start, span.end, changed))
        if edits:
            changes[sheet.part] = xml.splice(edits)
    return scan.book.package.write(changes)


def _stored(value: Value) -> Stored | None:
    if isinstance(value, ErrorValue):
        return error(str(value))
    if isinstance(value, str):
        return text(value)
    if isinstance(value, bool):
        return truth(value)
    return None if value is None else number(value)


__all__ = ["settled"]
