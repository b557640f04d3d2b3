"""Charts carry the values of their cells, for viewers that do not compute."""

from __future__ import annotations

import io
import re
from pathlib import Path

import openpyxl
import pytest
import xlsxwriter
from openpyxl.chart import BarChart, LineChart, Reference
from openxml_audit import OpenXmlValidator

from gpucalc.excel.book import Book
from gpucalc.excel.chartcache import refreshed
from gpucalc.excel.fill import fill
from gpucalc.excel.lint import lint
from gpucalc.excel.recalc import recalculate
from tests.excel.books import packed, parts

SHEET = "A & B's"


def bare() -> bytes:
    """A book of openpyxl, whose charts carry no points: y is 2x, one cell blank."""
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.title = SHEET
    for row in (["x", "y <&>"], [1, "=A2*2"], [2, '=IF(A3>9,A3,"")'], ["three", "=A2*1.5"]):
        sheet.append(row)
    for chart in (BarChart(), LineChart()):
        chart.add_data(Reference(sheet, min_col=2, min_row=1, max_row=4), titles_from_data=True)
        chart.set_categories(Reference(sheet, min_col=1, min_row=2, max_row=4))
        sheet.add_chart(chart, "D2")
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def charts(book: bytes) -> dict[str, str]:
    return {n: c.decode() for n, c in parts(book).items() if n.startswith("xl/charts/chart")}


def points(chart: str, kind: str) -> list[list[tuple[int, str]]]:
    """The points of every cache of a kind, in the order of the chart."""
    return [
        [(int(i), v) for i, v in re.findall(r'<(?:\w+:)?pt idx="(\d+)"><(?:\w+:)?v>([^<]*)', body)]
        for body in re.findall(rf"{kind}Cache>(.*?)</(?:\w+:)?{kind}Cache>", chart, re.DOTALL)
    ]


def test_a_chart_without_points_gets_those_of_its_cells() -> None:
    found = charts(recalculate(bare()))
    assert len(found) == 2
    for chart in found.values():
        assert points(chart, "str") == [[(0, "y &lt;&amp;&gt;")]]
        # Categories: a number, a number, a text that a numeric axis cannot show. Values: a gap.
        assert points(chart, "num") == [[(0, "1"), (1, "2")], [(0, "2"), (2, "1.5")]]
        assert chart.count('ptCount val="3"') == 2


def test_points_follow_what_is_filled_in() -> None:
    computed = recalculate(bare())
    filled = recalculate(fill(computed, {f"'{SHEET.replace(chr(39), chr(39) * 2)}'!A3": 12.25}))
    for chart in charts(filled).values():
        assert points(chart, "num")[1] == [(0, "2"), (1, "12.25"), (2, "1.5")]


def test_nothing_but_points_changes() -> None:
    computed = recalculate(bare())
    before, after = parts(bare()), parts(computed)
    for name in before:
        if name.startswith("xl/charts/"):
            text = re.sub(rb"<(num|str)Cache>.*?</\1Cache>", b"", after[name])
            assert text == before[name]
        elif not name.startswith("xl/worksheets/sheet"):
            assert after[name] == before[name]
    assert refreshed(Book.open(computed)) == {}


def test_a_chart_of_another_writer_keeps_its_formats() -> None:
    """Points with a prefix and a number format, as Excel writes them, are replaced in place."""
    out = io.BytesIO()
    book = xlsxwriter.Workbook(out)
    sheet = book.add_worksheet("Data")
    sheet.write_column("A1", [1, 2])
    sheet.write_formula("B1", "=A1*10", None, 0)
    sheet.write_formula("B2", "=A2*10", None, 0)
    chart = book.add_chart({"type": "line"})
    chart.add_series({"values": "=Data!$B$1:$B$2", "values_data": [0, 0]})
    sheet.insert_chart("D2", chart)
    book.close()
    (text,) = charts(recalculate(out.getvalue())).values()
    assert points(text, "num") == [[(0, "10"), (1, "20")]]
    assert "<c:formatCode>General</c:formatCode>" in text


@pytest.mark.parametrize(
    "formula", ["totals", "Data!$B:$B", "(Data!$A$1,Data!$A$3)", "[1]Data!$A$1"]
)
def test_what_is_no_block_of_cells_is_left_alone(formula: str) -> None:
    contents = parts(recalculate(bare()))
    name = next(n for n in contents if n.startswith("xl/charts/chart"))
    part = re.sub(rb"<f>[^<]*</f>", f"<f>{formula}</f>".encode(), contents[name])
    assert name not in refreshed(Book.open(packed(contents | {name: part})))


def test_the_points_are_sound(tmp_path: Path) -> None:
    """Nothing to repair, and the strict audit finds no more than in the book that was given."""
    path, found = tmp_path / "book.xlsx", []
    for data in (bare(), recalculate(bare())):
        path.write_bytes(data)
        found.append({str(error) for error in OpenXmlValidator(strict=True).validate(path).errors})
    assert found[1] <= found[0]
    assert lint(path.read_bytes()) == []
