"""Filling: only the cells that change are new; nothing a user types becomes a formula."""

from __future__ import annotations

import datetime
import io
import math
import re
from decimal import Decimal
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from openxml_audit import OpenXmlValidator
from python_calamine import CalamineWorkbook

from gpucalc.errors import TemplateError
from gpucalc.excel.fill import fill, read_cells, read_formulas, read_names, read_values
from gpucalc.excel.lint import lint
from gpucalc.excel.recalc import recalculate
from gpucalc.excel.values import clean_text, serial
from tests.excel.books import HEAD, MAIN, loaded, packed, parts, patched, raw_sheet, rich, sheet_xml

SHEET = "xl/worksheets/sheet1.xml"
TEMPLATE = rich()
SHARED = '<c r="A1"><f t="shared" ref="A1:B1" si="0">1</f></c><c r="B1"><f t="shared" si="0"/></c>'
FORMULA_LIKE = [
    "=1+1",
    "+86 10 8888",
    "-5",
    "@SUM(A1)",
    '=cmd|"/c calc"!A0',
    "\t=1",
    "=HYPERLINK(1)",
]


def only(book: bytes, cell: str = "B3", sheet: str = "报价 单") -> object:
    return read_values(book).get((sheet, cell))


# ------------------------------------------------------------------ everything else stays


def test_only_the_changed_sheet_is_new() -> None:
    """Logo, text box, chart, comment, table, x14 data bar, sparkline and extra sheets stay."""
    filled = fill(TEMPLATE, {"in_customer": "示例科技", "in_cards": 16})
    before, after = parts(TEMPLATE), parts(filled)
    assert list(before) == list(after)
    assert [name for name in before if before[name] != after[name]] == [SHEET]
    kept = {"xl/media/image1.png", "xl/charts/chart1.xml", "xl/drawings/drawing1.xml"}
    assert kept | {"xl/comments1.xml", "xl/tables/table1.xml"} <= set(before)
    assert "x14:dataBar" in sheet_xml(filled)
    assert "x14:sparkline" in sheet_xml(filled)


def test_inside_the_sheet_only_the_cells_are_new() -> None:
    before = sheet_xml(TEMPLATE)
    after = sheet_xml(fill(TEMPLATE, {"in_cards": 16, "in_customer": "A & B"}))
    cells = re.compile(r'<c r="(?:B1|B3)"[^>]*>.*?</c>')
    assert cells.sub("", before) == cells.sub("", after)
    assert [cell.partition(">")[2] for cell in cells.findall(after)] == [
        '<is><t xml:space="preserve">A &amp; B</t></is></c>',
        "<v>16</v></c>",
    ]


def test_formats_stay() -> None:
    before = loaded(TEMPLATE)["报价 单"]
    after = loaded(fill(TEMPLATE, {"in_cards": 16}))["报价 单"]
    assert after["B3"].font.b and before["B3"].font.b
    assert after["B3"].style_id == before["B3"].style_id


def test_nothing_to_fill_changes_nothing() -> None:
    assert parts(fill(TEMPLATE, {})) == parts(TEMPLATE)


def test_filled_books_have_no_fault(tmp_path: Path) -> None:
    values = {"in_customer": " =_x0041_", "in_cards": 1, "Data!D9": True, "'条款 & 说明'!Z99": 3}
    filled = fill(TEMPLATE, values)
    assert lint(filled) == []
    path = tmp_path / "报价.xlsx"
    path.write_bytes(recalculate(filled))
    result = OpenXmlValidator(strict=True).validate(path)
    assert result.is_valid, [str(error) for error in result.errors]


# ------------------------------------------------------------------ keys


@pytest.mark.parametrize("key", ["in_cards", "IN_Cards", "'报价 单'!B3", "'报价 单'!$B$3"])
def test_names_and_addresses_mean_the_same(key: str) -> None:
    assert only(fill(TEMPLATE, {key: 16})) == 16.0


def test_a_name_of_merged_cells_means_the_first() -> None:
    assert only(fill(TEMPLATE, {"in_customer": "甲方"}), "B1") == "甲方"
    assert read_names(TEMPLATE)["in_customer"] == ("报价 单", "B1")


def test_a_name_local_to_a_sheet_is_found() -> None:
    assert only(fill(TEMPLATE, {"in_local": 5}), "D1", "Data") == 5.0


def test_sheet_names_with_apostrophes() -> None:
    book = patched(TEMPLATE, "xl/workbook.xml", ('name="Data"', 'name="It\'s"'))
    assert only(fill(book, {"'It''s'!E1": 5}), "E1", "It's") == 5.0


@pytest.mark.parametrize(
    ("key", "message", "zh"),
    [
        ("in_card", "did you mean in_cards", "是否指"),
        ("in_zzz", "no cell named in_zzz", "没有名为"),
        ("cat_cards", "covers several cells", "多个单元格"),
        ("Nosuch!A1", "no sheet 'Nosuch'", "没有工作表"),
        ("Data!A1:B2", "is no cell", "不是单元格地址"),
        ("Data!XFE1", "is no cell", "不是单元格地址"),
        ("Data!A1048577", "is no cell", "不是单元格地址"),
        ("'报价 单'!C1", "merged cells B1:D1; write to B1", "请写入 B1"),
        ("'报价 单'!B5", "holds a formula", "公式"),
        ("out_total", "holds a formula", "公式"),
        ("Data!A1", "heading 'GPU' of a table", "表格列标题"),
    ],
)
def test_wrong_targets_are_refused(key: str, message: str, zh: str) -> None:
    with pytest.raises(TemplateError) as caught:
        fill(TEMPLATE, {key: 1}, file="quote.xlsx")
    assert message in caught.value.en
    assert zh in caught.value.zh
    assert caught.value.file == "quote.xlsx"


def test_the_place_of_an_error_is_named() -> None:
    with pytest.raises(TemplateError) as caught:
        fill(TEMPLATE, {"out_total": 1}, file="quote.xlsx")
    assert (caught.value.sheet, caught.value.cell_address) == ("报价 单", "B5")
    assert caught.value.text("zh").startswith("quote.xlsx: 报价 单!B5: ")


def test_two_keys_for_one_cell_are_refused() -> None:
    with pytest.raises(TemplateError, match="same cell"):
        fill(TEMPLATE, {"in_cards": 1, "'报价 单'!B3": 2})


def test_names_that_point_nowhere_are_refused() -> None:
    lost = patched(TEMPLATE, "xl/workbook.xml", ("'报价 单'!$B$3<", "#REF!<"))
    with pytest.raises(TemplateError, match="Name Manager"):
        fill(lost, {"in_cards": 1})


def test_a_table_heading_may_be_written_as_it_is() -> None:
    assert only(fill(TEMPLATE, {"Data!A1": "GPU"}), "A1", "Data") == "GPU"


# ------------------------------------------------------------------ text


@pytest.mark.parametrize("text", FORMULA_LIKE)
def test_text_never_becomes_a_formula(text: str) -> None:
    filled = fill(TEMPLATE, {"in_cards": text})
    assert read_formulas(filled) == read_formulas(TEMPLATE)
    cell = loaded(filled)["报价 单"]["B3"]
    assert cell.data_type != "f"
    assert only(filled) == text


def test_spaces_and_line_breaks_stay() -> None:
    assert only(fill(TEMPLATE, {"in_cards": "  a\r\nb\rc\n "})) == "  a\nb\nc\n "


def test_control_characters_go_and_escapes_are_text() -> None:
    filled = fill(TEMPLATE, {"in_cards": "a\x00\x07b\ufffe\ud800 _x0041_ _x005F_"})
    assert only(filled) == "ab _x0041_ _x005F_"
    assert "_x005F_x0041_" in sheet_xml(filled)


def test_limits_of_text() -> None:
    assert only(fill(TEMPLATE, {"in_cards": "x" * 32_767})) == "x" * 32_767
    for text in ("x" * 32_768, "😀" * 16_384):
        with pytest.raises(TemplateError, match="holds 32,767"):
            fill(TEMPLATE, {"in_cards": text})


@pytest.mark.parametrize("nothing", [None, ""])
def test_nothing_empties_the_cell_and_keeps_its_format(nothing: object) -> None:
    filled = fill(TEMPLATE, {"in_cards": nothing, "Data!Q9": nothing})
    assert only(filled) is None
    assert re.search(r'<c r="B3" s="\d+"/>', sheet_xml(filled))
    assert "Q9" not in sheet_xml(filled, 2)


TEXTS = st.text(st.characters(exclude_categories=()), max_size=60)


@settings(max_examples=150, deadline=None)
@given(TEXTS)
def test_any_text_reads_back_in_other_readers(text: str) -> None:
    filled = fill(TEMPLATE, {"in_cards": text, "in_price": 1})
    wanted = clean_text(text)
    assert only(filled) == (wanted or None)
    read: Any = loaded(filled)["报价 单"]["B3"]
    # openpyxl shows escapes as they are stored.
    stored = re.sub(r"_(?=x[0-9A-Fa-f]{4}_)", "_x005F_", wanted)
    assert (read.value or "") == stored
    assert read.data_type != "f"
    sheet = CalamineWorkbook.from_filelike(io.BytesIO(filled)).get_sheet_by_name("报价 单")
    shown = sheet.to_python(skip_empty_area=False)[2][1]
    assert shown == wanted


# ------------------------------------------------------------------ numbers, dates, truth values


@settings(max_examples=200, deadline=None)
@given(
    st.floats(allow_nan=False, allow_infinity=False)
    | st.integers(-(10**15) + 1, 10**15 - 1)
    | st.decimals(allow_nan=False, allow_infinity=False, min_value=-1e12, max_value=1e12, places=4)
)
def test_any_number_reads_back_exactly(number: float | int | Decimal) -> None:
    filled = fill(TEMPLATE, {"in_cards": number})
    assert only(filled) == float(number)
    cell: Any = loaded(filled)["报价 单"]["B3"]
    assert float(cell.value) == float(number)
    sheet = CalamineWorkbook.from_filelike(io.BytesIO(filled)).get_sheet_by_name("报价 单")
    assert sheet.to_python(skip_empty_area=False)[2][1] == float(number)


@pytest.mark.parametrize(
    ("number", "stored"),
    [
        (Decimal("1000.10"), "1000.10"),
        (Decimal("1E+3"), "1000"),
        (Decimal("1E-9"), "1E-9"),
        (8.0, "8"),
        (0.1, "0.1"),
        (1e300, "1e+300"),
        (np.float64(2.5), "2.5"),
        (np.int64(7), "7"),
        (np.float32(0.5), "0.5"),
        (-0.0, "0"),
    ],
)
def test_numbers_are_stored_short_and_exact(number: object, stored: str) -> None:
    assert f"<v>{stored}</v>" in sheet_xml(fill(TEMPLATE, {"in_cards": number}))


@pytest.mark.parametrize(
    "number", [math.nan, math.inf, -math.inf, Decimal("NaN"), np.float64("inf")]
)
def test_what_is_no_number_is_refused(number: object) -> None:
    with pytest.raises(TemplateError, match="no number"):
        fill(TEMPLATE, {"in_cards": number})


def test_long_digit_strings_are_not_rounded_silently() -> None:
    with pytest.raises(TemplateError, match="more than 15 digits"):
        fill(TEMPLATE, {"in_cards": 6222021234567890123})
    account = "6222021234567890123"
    assert only(fill(TEMPLATE, {"in_cards": account})) == account


def test_times_are_parts_of_a_day() -> None:
    assert only(fill(TEMPLATE, {"in_cards": datetime.time(6)})) == 0.25
    assert only(fill(TEMPLATE, {"in_cards": datetime.timedelta(days=1, hours=12)})) == 1.5
    assert only(fill(TEMPLATE, {"in_date": pd.Timestamp("2026-11-30 12:00")}), "B8") == 46356.5


@pytest.mark.parametrize("value", [[1], {"a": 1}, 1j, b"x", object(), pd.NaT])
def test_other_types_are_refused(value: object) -> None:
    with pytest.raises(TemplateError, match="cannot go into a cell"):
        fill(TEMPLATE, {"in_cards": value})


@pytest.mark.parametrize("value", [True, False, np.bool_(True)])
def test_truth_values(value: bool) -> None:
    assert only(fill(TEMPLATE, {"in_cards": value})) is bool(value)


@pytest.mark.parametrize("date1904", [False, True])
def test_dates_follow_the_date_system(date1904: bool) -> None:
    book = rich(date_1904=date1904)
    when = datetime.datetime(2026, 11, 30, 18, 30)
    filled = fill(book, {"in_date": when})
    assert only(filled, "B8") == (46356 - 1462 * date1904) + 18.5 / 24
    assert loaded(filled)["报价 单"]["B8"].value == when
    sheet = CalamineWorkbook.from_filelike(io.BytesIO(filled)).get_sheet_by_name("报价 单")
    assert sheet.to_python(skip_empty_area=False)[7][1] == when


@pytest.mark.parametrize(
    ("day", "number"),
    [
        (datetime.date(1900, 1, 1), 1),
        (datetime.date(1900, 2, 28), 59),
        (datetime.date(1900, 3, 1), 61),
        (datetime.date(2026, 11, 30), 46356),
    ],
)
def test_serial_numbers(day: datetime.date, number: int) -> None:
    assert serial(day) == number


def test_dates_that_cannot_be_stored_are_refused() -> None:
    with pytest.raises(TemplateError, match="time zone"):
        fill(TEMPLATE, {"in_date": datetime.datetime.now(datetime.UTC)})
    with pytest.raises(TemplateError, match="before 1900-01-01"):
        fill(TEMPLATE, {"in_date": datetime.date(1899, 12, 31)})
    with pytest.raises(TemplateError, match="before 1904-01-01"):
        fill(rich(date_1904=True), {"in_date": datetime.date(1903, 12, 31)})


# ------------------------------------------------------------------ new cells and rows


def test_new_cells_and_rows_are_in_order() -> None:
    values = {f"'报价 单'!{cell}": 1 for cell in ("Z3", "A2", "AA100", "B100", "C3", "A4", "XFD9")}
    filled = fill(TEMPLATE, values)
    assert [finding for finding in lint(filled) if finding.code == "cell-order"] == []
    assert set(read_values(filled)) - set(read_values(TEMPLATE)) == {
        ("报价 单", key.rpartition("!")[2]) for key in values
    }
    assert 'spans="' not in sheet_xml(TEMPLATE) or 'spans="1:26"' in sheet_xml(filled)


def test_the_dimension_grows_with_new_cells() -> None:
    sheet = loaded(fill(TEMPLATE, {"Data!H50": 1}), read_only=True)["Data"]
    assert (sheet.max_row, sheet.max_column) == (50, 8)


def test_new_cells_look_like_their_row_or_column() -> None:
    filled = fill(TEMPLATE, {"'报价 单'!H25": 1, "'报价 单'!H3": 1, "'报价 单'!C20": 1})
    sheet = loaded(filled)["报价 单"]
    assert all(sheet[cell].font.b for cell in ("H25", "H3", "C20"))


@pytest.mark.parametrize(
    "rows",
    ["", '<row r="2"/>', '<row r="2" spans="1:1"></row>', '<row r="5"><c r="C5"/></row>'],
)
def test_empty_rows_and_sheets_have_room(rows: str) -> None:
    filled = fill(raw_sheet(rows), {"Sheet1!B2": "x", "Sheet1!A2": 2, "Sheet1!C5": 3})
    assert read_values(filled) == {
        ("Sheet1", "A2"): 2.0,
        ("Sheet1", "B2"): "x",
        ("Sheet1", "C5"): 3.0,
    }
    assert lint(filled) == []


def test_a_sheet_without_room_is_opened() -> None:
    book = raw_sheet("")
    closed = sheet_xml(book).replace("<sheetData></sheetData>", "<sheetData />")
    book = packed(parts(book) | {SHEET: closed.encode()})
    filled = fill(book, {"Sheet1!B2": "x", "Sheet1!A1": 2})
    assert read_values(filled) == {("Sheet1", "A1"): 2.0, ("Sheet1", "B2"): "x"}
    assert lint(filled) == []
    assert fill(book, {"Sheet1!B2": None}) == fill(book, {})


def test_prefixed_xml_is_filled_too() -> None:
    """The Open XML SDK writes <x:c>."""
    rows = '<x:row r="1"><x:c r="A1" s="0"><x:v>2</x:v></x:c></x:row>'
    xml = f'<x:worksheet xmlns:x="{MAIN}"><x:sheetData>{rows}</x:sheetData></x:worksheet>'
    book = packed(parts(raw_sheet("")) | {SHEET: xml.encode()})
    filled = fill(book, {"Sheet1!A1": "=x<", "Sheet1!B1": 3, "Sheet1!A2": True})
    assert read_values(filled) == {
        ("Sheet1", "A1"): "=x<",
        ("Sheet1", "B1"): 3.0,
        ("Sheet1", "A2"): True,
    }
    assert lint(filled) == []
    assert loaded(filled)["Sheet1"]["A1"].value == "=x<"


@pytest.mark.parametrize(
    ("rows", "why"),
    [
        ("<row><c><v>1</v></c></row>", "unusual"),
        ('<row r="1"><!-- x --><c r="A1"/></row>', "unusual"),
        ('<row r="1"><c r="A1" t="str"><v><![CDATA[x]]></v></c></row>', "unusual"),
        ('<row r="2"/><row r="1"/>', "unusual"),
        ('<row r="1"><c r="B1"/><c r="A1"/></row>', "damaged"),
    ],
)
def test_what_cannot_be_spliced_safely_is_refused(rows: str, why: str) -> None:
    with pytest.raises(TemplateError, match=why):
        fill(raw_sheet(rows), {"Sheet1!A1": 1})


def test_other_encodings_are_refused() -> None:
    xml = (HEAD.replace("UTF-8", "UTF-16") + "<sheetData/></worksheet>").encode("utf-16")
    book = packed(parts(raw_sheet("")) | {SHEET: xml})
    with pytest.raises(TemplateError, match="unusual"):
        fill(book, {"Sheet1!A1": 1})


def test_attributes_may_come_in_any_order_and_quotes() -> None:
    rows = """<row spans='1:1' r='1'><c s='0' t='s' r='A1' ><v>0</v></c></row>"""
    book = raw_sheet(rows)
    filled = fill(book, {"Sheet1!A1": 5, "Sheet1!C1": 6})
    assert read_values(filled) == {("Sheet1", "A1"): 5.0, ("Sheet1", "C1"): 6.0}
    assert "<c s='0' r='A1'><v>5</v></c>" in sheet_xml(filled)


# ------------------------------------------------------------------ formulas that may give way


def test_a_formula_gives_way_when_asked() -> None:
    filled = fill(TEMPLATE, {"out_total": 5}, allow_formula=True)
    assert only(filled, "B5") == 5.0
    assert ("报价 单", "B5") not in read_formulas(filled)


def test_the_calculation_chain_goes_with_a_formula() -> None:
    contents = parts(TEMPLATE)
    chain = f'<calcChain xmlns="{MAIN}"><c r="B5" i="1"/><c r="B6"/><c r="B7"/></calcChain>'
    contents["xl/calcChain.xml"] = chain.encode()
    kind = "application/vnd.openxmlformats-officedocument.spreadsheetml.calcChain+xml"
    contents["[Content_Types].xml"] = contents["[Content_Types].xml"].replace(
        b"</Types>",
        f'<Override PartName="/xl/calcChain.xml" ContentType="{kind}"/></Types>'.encode(),
    )
    relation = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/calcChain"
    rels = "xl/_rels/workbook.xml.rels"
    contents[rels] = contents[rels].replace(
        b"</Relationships>",
        f'<Relationship Id="rId99" Type="{relation}" Target="calcChain.xml"/>'.encode()
        + b"</Relationships>",
    )
    book = packed(contents)
    assert lint(book) == []
    assert "xl/calcChain.xml" in parts(fill(book, {"in_cards": 1}))
    filled = fill(book, {"out_total": 5}, allow_formula=True)
    assert "xl/calcChain.xml" not in parts(filled)
    assert b"calcChain" not in parts(filled)["[Content_Types].xml"] + parts(filled)[rels]
    assert lint(filled) == []


@pytest.mark.parametrize(
    ("rows", "cell"),
    [
        (SHARED, "A1"),
        ('<c r="A1"><f t="array" ref="A1:B1">{1,2}</f><v>1</v></c><c r="B1"><v>2</v></c>', "A1"),
        ('<c r="A1"><f t="array" ref="A1:B1">{1,2}</f><v>1</v></c><c r="B1"><v>2</v></c>', "B1"),
        (
            '<c r="A1"><f t="dataTable" ref="A1:B1" r1="C1"/><v>1</v></c><c r="B1"><v>2</v></c>',
            "B1",
        ),
    ],
    ids=["shared", "array", "inside an array", "data table"],
)
def test_formulas_of_several_cells_never_give_way(rows: str, cell: str) -> None:
    with pytest.raises(TemplateError, match="formula"):
        fill(raw_sheet(f'<row r="1">{rows}</row>'), {f"Sheet1!{cell}": 1}, allow_formula=True)


def test_a_follower_of_a_shared_formula_may_give_way() -> None:
    rows = (
        '<c r="A1"><f t="shared" ref="A1:B1" si="0">1</f></c><c r="B1"><f t="shared" si="0"/></c>'
    )
    filled = fill(raw_sheet(f'<row r="1">{rows}</row>'), {"Sheet1!B1": 7}, allow_formula=True)
    assert read_formulas(filled) == {("Sheet1", "A1"): "1"}


# ------------------------------------------------------------------ reading


def test_reading_values_formulas_and_names() -> None:
    cells = read_cells(TEMPLATE)
    assert cells["报价 单", "B5"] == (100.0, "B3*B4")
    assert cells["报价 单", "B6"] == ("客户 / 100.00", 'B1&" / "&TEXT(B5,"0.00")')
    assert cells["Data", "A2"] == ("A100", None)
    names = read_names(TEMPLATE)
    assert names["in_cards"] == ("报价 单", "B3")
    assert "cat_cards" not in names and "in_local" not in names


def test_reading_some_cells() -> None:
    places = [("报价 单", "B5"), ("Data", "A2"), ("Data", "Z99"), ("报价 单", "B8"), ("Gone", "A1")]
    everything = read_values(TEMPLATE)
    assert read_values(TEMPLATE, only=places) == {
        place: everything[place] for place in places if place in everything
    }
    assert read_values(TEMPLATE, only=everything) == everything


def test_reading_every_kind_of_cell() -> None:
    rows = (
        '<row r="1"><c r="A1" t="b"><v>1</v></c><c r="B1" t="e"><v>#N/A</v></c>'
        '<c r="C1" t="str"><f>""</f><v></v></c><c r="D1"><f>1</f></c><c r="E1" s="0"/>'
        '<c r="F1" t="inlineStr"><is><r><t>a</t></r><r><t xml:space="preserve"> _x0042_</t></r>'
        '<rPh sb="0" eb="1"><t>X</t></rPh></is></c>'
        '<c r="G1" t="str"><f>1&amp;2</f><v>&lt;</v></c></row>'
    )
    cells = {cell: content for (_, cell), content in read_cells(raw_sheet(rows)).items()}
    assert cells["A1"] == (True, None)
    assert cells["B1"] == ("#N/A", None)
    assert type(cells["B1"].value) is not str
    assert cells["C1"] == ("", '""')
    assert cells["D1"] == (None, "1")
    assert "E1" not in cells
    assert cells["F1"] == ("a B", None)
    assert cells["G1"] == ("<", "1&2")
