"""What a conversion must tell of: misspelt functions, and dates of two calendars."""

from __future__ import annotations

import datetime
from pathlib import Path

import pytest
from openpyxl.utils.datetime import CALENDAR_MAC_1904
from typer.testing import CliRunner

from gpucalc import xl
from gpucalc.cli import app
from gpucalc.excel.fill import fill, read_formulas, read_values
from gpucalc.excel.portable import portable
from tests.portable.corpus import new, saved

FORMS = ["plain", "lambda", "values"]


@pytest.mark.parametrize("form", FORMS)
def test_a_misspelt_function_is_reported(form: str) -> None:
    workbook, sheet = new("S")
    sheet["A1"] = '=GPU_CARD("13B","200B","A100 80GB",10)'
    sheet["A2"] = "=rentcost(8,10,15)"
    sheet["A3"] = '=IF("GPU_CARD(1)"="",1,SUM(1,2))'
    sheet["A4"] = "=MY_OWN(1)"
    _, report = portable(saved(workbook), form)
    assert [r.where_en for r in report.refusals] == ["S!A1", "S!A2"]
    assert "did you mean GPU_CARDS" in report.refusals[0].en
    assert "是否指 GPU_CARDS" in report.refusals[0].zh
    assert "RENT_COST" in report.refusals[1].en


def test_the_command_fails_and_lists_it(tmp_path: Path) -> None:
    workbook, sheet = new("S")
    sheet["A1"] = '=GPU_CARD("13B")'
    (tmp_path / "b.xlsx").write_bytes(saved(workbook))
    out, report = tmp_path / "o.xlsx", tmp_path / "r.csv"
    told = CliRunner().invoke(
        app, ["--lang", "en", "portable", str(tmp_path / "b.xlsx"), "-o", str(out),
              "--report", str(report)],
    )  # fmt: skip
    assert told.exit_code == 1
    assert "1 places still need" in told.output or "did you mean GPU_CARDS" in told.output
    assert "GPU_CARDS" in report.read_text(encoding="utf-8-sig")


def of_1904(**cells: object) -> bytes:
    workbook, sheet = new("Mac")
    workbook.epoch = CALENDAR_MAC_1904
    for address, value in cells.items():
        sheet[address] = value
    return saved(workbook)


MIXED = [
    '=RENTAL_DAYS(I1,"2026-12-31")',
    '=RENTAL_DAYS("2026-11-01",I1)',
    "=RENTAL_DAYS(I1,I2)",
    '=SUM(1,RENTAL_DAYS(I1,"2026-12-31"))',
    "=RENTAL_DAYS(I1,DATE(2026,12,31))",
]


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("formula", MIXED)
def test_dates_of_two_calendars_are_refused_by_cell(formula: str, form: str) -> None:
    book = of_1904(I1=datetime.date(2026, 12, 1), I2="2026-12-31", A1=formula, A2="=A1+1")
    data, report = portable(book, form)
    (refusal,) = report.refusals
    assert refusal.where_en == "Mac!A1" and "1904" in refusal.en and "1904" in refusal.zh
    assert read_formulas(data)["Mac", "A1"] == formula[1:]
    assert 1493.0 not in read_values(data).values()  # 31 days and four years


@pytest.mark.parametrize("form", ["plain", "values"])
def test_a_date_of_the_catalog_is_refused_in_a_book_of_1904(form: str) -> None:
    _, report = portable(of_1904(A1="=CATALOG_DATE()"), form)
    (refusal,) = report.refusals
    assert refusal.where_en == "Mac!A1"
    assert form == "plain" or "1904" in refusal.en


def test_a_price_as_of_a_cell_is_refused_in_a_book_of_1904() -> None:
    cells = {"I1": datetime.date(2026, 12, 1),
             "A1": '=GPU_PRICE("A100 80GB",,,,I1)'}  # fmt: skip
    _, report = portable(of_1904(**cells), "values")
    (refusal,) = report.refusals
    assert refusal.where_en == "Mac!A1"


@pytest.mark.parametrize("form", ["plain", "values"])
def test_dates_of_one_calendar_are_converted(form: str) -> None:
    day = datetime.date
    book = of_1904(I1=day(2026, 12, 1), I2=day(2026, 12, 31), A1="=RENTAL_DAYS(I1,I2)",
                   A2='=RENTAL_DAYS("2026-12-01","2026-12-31")')  # fmt: skip
    data, report = portable(book, form)
    assert report.refusals == []
    found = read_values(data)
    assert found["Mac", "A1"] == found["Mac", "A2"] == 31.0


def test_what_the_add_in_had_stored_stays() -> None:
    book = of_1904(I1=datetime.date(2026, 12, 1), A1='=RENTAL_DAYS(I1,"2026-12-31")', A2="=A1+1",
                   A3="=RENT_COST(8,10,15)")  # fmt: skip
    stored = fill(book, {"Mac!B1": 1})
    data, report = portable(stored, "plain")
    assert len(report.refusals) == 1
    assert read_values(data)["Mac", "A3"] == xl.RENT_COST(8, 10, 15)
