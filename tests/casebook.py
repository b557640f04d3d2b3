"""One workbook that holds many calls of our functions as plain formulas, for the engines to judge.

Sheet "cases", a row per case: the guarded formula in column A, the unguarded one in column B, the
inputs from column E on, helper cells far to the right. The catalog stands on sheets of its own,
with the defined names that printed look-ups read.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import openpyxl
from openpyxl.utils import get_column_letter
from openpyxl.workbook.defined_name import DefinedName

from gpucalc import catalog
from gpucalc.dialects import plain
from gpucalc.errors import ExcelError
from gpucalc.registry import Function

Case = tuple[Function, Sequence[Any]]
GUARDED, UNGUARDED = "A", "B"
FIRST_INPUT, FIRST_HELPER = 5, 30

# formulas that give an error value, as a user's own formula would
MAKES: dict[str, str] = {
    ExcelError.NA: "=NA()",
    ExcelError.DIV0: "=1/0",
    ExcelError.NUM: "=#NUM!",
    ExcelError.VALUE: '="a"+0',
}


def write(path: Path, cases: Iterable[Case], unguarded: bool = False) -> None:
    """Writes the workbook for these cases; ``unguarded`` adds the form that templates print."""
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.title = "cases"
    for table in catalog.TABLES:
        _catalog_sheet(book, table)
    for row, (function, args) in enumerate(cases, 1):
        refs = {}
        for column, (arg, value) in enumerate(zip(function.args, args, strict=False), FIRST_INPUT):
            _put(sheet.cell(row, column), value)
            refs[arg.name] = f"{get_column_letter(column)}{row}"
        place = _placer(row)
        _formula(sheet, f"{GUARDED}{row}", plain.cells(function, refs, place, guards=True))
        if unguarded:
            given = {
                n: r for (n, r), v in zip(refs.items(), args, strict=True) if v not in (None, "")
            }
            _formula(sheet, f"{UNGUARDED}{row}", plain.cells(function, given, place))
    book.save(path)


def _formula(sheet: Any, address: str, cells: list[plain.Cell]) -> None:
    for cell in cells[:-1]:
        sheet[cell.address] = "=" + cell.formula
    sheet[address] = "=" + cells[-1].formula


def _placer(row: int) -> Callable[[], str]:
    columns = itertools.count(FIRST_HELPER)
    return lambda: f"{get_column_letter(next(columns))}{row}"


def _put(cell: Any, value: Any) -> None:
    if isinstance(value, ExcelError):
        cell.value = MAKES[value]
    elif isinstance(value, str):
        cell.value = value or '=""'
        cell.data_type = "s" if value else "f"
    else:
        cell.value = value


def _catalog_sheet(book: openpyxl.Workbook, name: str) -> None:
    table = catalog.table(name)
    sheet = book.create_sheet(f"cat_{name}")
    rows = table.sheet_rows()
    for column, heading in enumerate(table.columns, 1):
        for row, values in enumerate(rows, 1):
            cell = sheet.cell(row, column, values[heading])
            if isinstance(values[heading], str):
                cell.data_type = "s"
        letter = get_column_letter(column)
        defined = f"cat_{name}_{heading}"
        where = f"cat_{name}!${letter}$1:${letter}${len(rows)}"
        book.defined_names[defined] = DefinedName(defined, attr_text=where)
