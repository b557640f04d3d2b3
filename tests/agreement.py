"""Two workbooks with thousands of calls: as plain formulas, and as calls of LAMBDA names.

One row per case on sheet "cases": the answer in column A, the arguments from column E on, helper
cells far to the right. A blank argument is an empty cell. The catalog stands on sheets of its own.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import xlsxwriter
from openpyxl.utils import get_column_letter

from gpucalc import catalog, edge
from gpucalc.dialects import named_lambda
from gpucalc.errors import ExcelError
from gpucalc.excel.portable import printing
from gpucalc.record import Function
from gpucalc.registry import functions
from tests import casebook, random_cases
from tests.engines import Value, Values
from tests.test_functions import ALL

FIRST_INPUT, FIRST_HELPER = casebook.FIRST_INPUT, casebook.FIRST_HELPER
FORMULAS = [f for f in functions().values() if not f.not_traceable]

Case = tuple[Function, tuple[Any, ...]]


@cache
def every_case() -> list[Case]:
    """Every example, every kind of bad input, and random calls of every function."""
    known = [(f, tuple(args)) for f, args, _, _ in ALL]
    return known + [(f, args) for f in FORMULAS for args in random_cases.cases(f)]


@cache
def wanted(text: bool = False) -> list[Any]:
    """What the edge answers to every case; ``text`` lets it read units, as in a worksheet."""
    answers: list[Any] = []
    for f, group in itertools.groupby(every_case(), key=lambda case: case[0]):
        rows = [list(args) + [None] * (len(f.args) - len(args)) for _, args in group]
        got = edge.call(f, *[[[row[i]] for row in rows] for i in range(len(f.args))], text=text)
        answers += [row[0] for row in got] if isinstance(got, list) else [got] * len(rows)
    return answers


def write_plain(path: Path) -> None:
    """The workbook of plain formulas, guards and all."""
    with xlsxwriter.Workbook(path, {"strings_to_formulas": False}) as book:
        sheet = prepared(book)
        for row, (f, args) in enumerate(every_case()):
            refs = dict(inputs(sheet, row, f, args))
            columns = itertools.count(FIRST_HELPER)

            def place(columns: Iterator[int] = columns, row: int = row) -> str:
                return f"{get_column_letter(next(columns))}{row + 1}"

            cells, answer = printing.spread(f, refs, place)
            for cell in cells:
                sheet.write_formula(cell.address, "=" + cell.formula)
            sheet.write_formula(row, 0, "=" + answer)


def write_lambdas(path: Path, optional: str = "_xlop.") -> None:
    """The workbook of LAMBDA names; arguments at the end that are blank are left out.

    ``optional`` is how the engine marks an optional parameter: "_xlop.", or "[" for [_xlpm.y].
    """
    with xlsxwriter.Workbook(path, {"strings_to_formulas": False}) as book:
        sheet = prepared(book)
        for f in FORMULAS:
            book.define_name(f.lambda_name, "=" + definition(f, optional))
        for row, (f, args) in enumerate(every_case()):
            refs = [ref for _, ref in inputs(sheet, row, f, args)]
            given = [i for i, value in enumerate(args) if value is not None]
            least = sum(a.required for a in f.args)
            used = refs[: max(least, given[-1] + 1 if given else 0)]
            sheet.write_formula(row, 0, f"={f.lambda_name}({','.join(used)})")


def definition(f: Function, optional: str) -> str:
    """A LAMBDA with its optional parameters marked as an engine reads them."""
    marked = r"[_xlpm.\1]" if optional == "[" else rf"{optional}\1"
    return re.sub(r"_xlop\.(\w+)", marked, named_lambda.text(f))


def answers(values: Values) -> list[Value | None]:
    """An engine's answers to every case."""
    return [values.get(("cases", f"A{row}")) for row in range(1, len(every_case()) + 1)]


def prepared(book: Any) -> Any:
    sheet = book.add_worksheet("cases")
    for table in catalog.TABLES:
        _catalog_sheet(book, table)
    return sheet


def inputs(sheet: Any, row: int, f: Function, args: Sequence[Any]) -> Iterator[tuple[str, str]]:
    for column, (arg, value) in enumerate(itertools.zip_longest(f.args, args), FIRST_INPUT - 1):
        _put(sheet, row, column, value)
        yield arg.name, f"{get_column_letter(column + 1)}{row + 1}"


def _put(sheet: Any, row: int, column: int, value: Any) -> None:
    if isinstance(value, ExcelError):
        sheet.write_formula(row, column, casebook.MAKES[value], None, str(value))
    elif isinstance(value, str) and not value:
        sheet.write_formula(row, column, '=""', None, "")
    elif isinstance(value, str):
        sheet.write_string(row, column, value)
    elif isinstance(value, bool):
        sheet.write_boolean(row, column, value)
    elif value is not None:
        sheet.write_number(row, column, value)


def _catalog_sheet(book: Any, name: str) -> None:
    table = catalog.table(name)
    sheet = book.add_worksheet(f"cat_{name}")
    rows: Sequence[Mapping[str, Any]] = table.sheet_rows()
    for column, heading in enumerate(table.columns):
        for row, values in enumerate(rows):
            _put(sheet, row, column, values[heading])
        letter = get_column_letter(column + 1)
        book.define_name(f"cat_{name}_{heading}", f"=cat_{name}!${letter}$1:${letter}${len(rows)}")
