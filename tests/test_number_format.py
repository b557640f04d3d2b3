"""A currency or unit that only the number format of a cell holds is read with the number."""

from __future__ import annotations

import datetime
from pathlib import Path

import openpyxl
import pytest

from gpucalc import batch, requests
from gpucalc.numberformat import with_literals
from tests.test_batch import AS_OF, unit_template, values

FORMATS = [
    (15, "[$$-409]#,##0.00", "$15"),
    (15, "[$USD] 0.00", "USD 15"),
    (15, "[$€-2] #,##0", "€ 15"),
    (15, "#,##0.00 [$€-407]", "€15"),
    (15, "£#,##0.00;[Red]-£#,##0.00", "£15"),
    (15, '_-"¥"* #,##0.00_-;-"¥"* #,##0.00_-;_-"¥"* "-"??_-', "¥15"),
    (-15, '"¥"#,##0.00;("¥"#,##0.00)', "¥-15"),
    (1500, '0"元/台天"', "1500元/台天"),
    (1500, 'General"元"', "1500元"),
    (15, "0\\元", "15元"),
    (8, '0"折"', "8折"),
    (13, '0"B"', "13B"),
    (7, '"Q"000', "Q007"),
    (4090, '"RTX "0', "RTX 4090"),
    (15000, '0!.0,"万元"', "15000元"),  # shown as 1.5万元, stored in full
    (1500, '0.0,"K"', None),
    (3, '"a;b"0', "a;b3"),
    (15, "General", None),
    (15, "#,##0.00", None),
    (0.2, "0%", None),
    (0.2, '0%" off"', None),
    (15, "_ * #,##0.00_ ;_ * -#,##0.00_ ", None),
    (15, "0.00_);(0.00)", None),
    (15, "[$-804]0.00", None),
    (13800000, "000-0000", None),
    (0.5, "# ?/?", None),
    (1e6, "0.00E+00", None),
    (5, "@", None),
]


@pytest.mark.parametrize(("value", "form", "text"), FORMATS)
def test_words_and_signs_of_a_format(value: float, form: str, text: str | None) -> None:
    assert with_literals(value, form) == text


def table(folder: Path, cells: list[tuple[str, object, str]]) -> Path:
    """A workbook of one request: heading, value and number format of each cell."""
    book = openpyxl.Workbook()
    for column, (heading, value, form) in enumerate(cells, start=1):
        book.active.cell(1, column, heading)
        book.active.cell(2, column, value).number_format = form
    path = folder / "r.xlsx"
    book.save(path)
    return path


def test_a_workbook_of_requests_gives_the_text(tmp_path: Path) -> None:
    day = datetime.datetime(2026, 12, 1)
    cells = [("price", 15, "[$$-409]#,##0.00"), ("discount", 0.2, "0%"),
             ("customer", "A", '@"!"'), ("start_date", day, 'yyyy"年"m"月"d"日"')]  # fmt: skip
    fields = ("price", "discount", "customer", "start_date")
    (found,) = requests.read(table(tmp_path, cells), fields).requests
    assert dict(found.values) == {
        "price": "$15", "discount": 0.2, "customer": "A", "start_date": day.date(),
    }  # fmt: skip


def produced(folder: Path, form: str) -> batch.BatchResult:
    (folder / "t.xlsx").write_bytes(unit_template())
    templates = batch.load(folder / "t.xlsx", "en")
    path = table(folder, [("customer", "A", "General"), ("price", 1500, form)])
    read = requests.read(path, templates.fields)
    return batch.run(read, templates, lang="en", out=folder / "o", as_of=AS_OF)


def test_a_unit_in_the_format_fills_the_unit(tmp_path: Path) -> None:
    filled = values(produced(tmp_path, '0"元/台天"').written[0])
    assert (filled["in_price"], filled["in_billing_unit"]) == (1500, "Node-day")


def test_another_currency_in_the_format_is_refused(tmp_path: Path) -> None:
    (problem,) = produced(tmp_path, "[$$-409]#,##0.00").problems
    assert (problem.row, problem.column, problem.value) == (2, "price", "$1500")
    assert "the amount is in USD, and CNY is due here" in problem.what.en
