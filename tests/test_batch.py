"""The batch on a small template of the tests' own: any workbook with in_ and out_ names works."""

from __future__ import annotations

import datetime
import io
import re
import subprocess
import sys
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path

import openpyxl
import pytest
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.datavalidation import DataValidation

from gpucalc import batch, requests
from gpucalc.errors import FileBusy, TemplateError, UnknownName
from gpucalc.excel import pdf
from gpucalc.excel.fill import read_cells
from tests import engines

AS_OF = datetime.date(2026, 11, 30)
INJECTIONS = ["=cmd|'/c calc'!A1", "+1+1", "-2+3", "@SUM(1)", "\t=1+1", "#N/A", '=HYPERLINK("x")']


def template(
    fields: Sequence[str] = ("quote_no", "customer", "gpu", "cards", "hours", "price", "discount",
                             "start_date", "billing_plan", "as_of", "colour"),
    lang: str = "en",
    names: Mapping[str, str] | None = None,
) -> bytes:  # fmt: skip
    """A sheet of inputs in column B, drop-downs of three kinds, and computed results."""
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = "Inputs 参数"
    at = {field: f"B{row}" for row, field in enumerate(fields, start=1)}
    for field, cell in at.items():
        sheet[f"A{cell[1:]}"] = field
        place = f"'{sheet.title}'!$B${cell[1:]}"
        book.defined_names[f"in_{field}"] = DefinedName(f"in_{field}", attr_text=place)
    lists = book.create_sheet("Lists")
    plans = {"en": ["Pay as you go", "Monthly"], "zh": ["按量计费", "包月"]}[lang]
    for row, text in enumerate(plans, start=1):
        lists[f"A{row}"] = text
    for row, text in enumerate(["A100 SXM4 80GB", "RTX 4090"], start=1):
        lists[f"B{row}"] = text
    book.defined_names["cat_gpus_name"] = DefinedName("cat_gpus_name", attr_text="Lists!$B$1:$B$2")
    for field, source in (
        ("billing_plan", "=Lists!$A$1:$A$2"), ("gpu", "=cat_gpus_name"), ("colour", '"red,blue"'),
    ):  # fmt: skip
        if field in at:
            rule = DataValidation(type="list", formula1=source, showErrorMessage=True)
            rule.add(at[field])
            sheet.add_data_validation(rule)
    for field in {"start_date", "as_of"} & set(at):
        sheet[at[field]].number_format = "yyyy-mm-dd"
    results = {"cards": "=in_cards", "hours": "=in_hours", "net": "=ROUND(D1/1.06,2)",
               "gross": "=ROUND(in_cards*in_hours*in_price*(1-in_discount),2)",
               "tax": "=D1-D2", "currency": '="CNY"', "today": "=TODAY()"}  # fmt: skip
    order = ("gross", "net", "tax", "cards", "hours", "currency", "today")
    if {"cards", "hours", "price", "discount"} <= set(at):
        for row, name in enumerate(order, start=1):
            sheet[f"D{row}"] = results[name]
            place = f"'{sheet.title}'!$D${row}"
            book.defined_names[f"out_{name}"] = DefinedName(f"out_{name}", attr_text=place)
    for name, place in (names or {}).items():
        book.defined_names[name] = DefinedName(name, attr_text=place)
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


def run(
    tmp_path: Path, text: str, book: bytes | None = None, out: str = "输出 out", **options: object
) -> batch.BatchResult:
    """A batch over a small .csv, in folders with spaces and Chinese in their names."""
    folder = tmp_path / "询价 requests"
    folder.mkdir(exist_ok=True)
    (folder / "表 1.csv").write_text(text, encoding="utf-8-sig")
    if book is not None or not (folder / "模板 t.xlsx").exists():
        (folder / "模板 t.xlsx").write_bytes(book or template())
    templates = batch.load(folder / "模板 t.xlsx", "en")
    table = requests.read(folder / "表 1.csv", templates.fields)
    options = {"lang": "en", "as_of": AS_OF, **options}
    return batch.run(table, templates, out=tmp_path / out, **options)  # type: ignore[arg-type]


def values(path: Path) -> dict[str, object]:
    """What the named cells of a written workbook hold, read by openpyxl."""
    book = openpyxl.load_workbook(path, data_only=True)
    found = {}
    for name, defined in book.defined_names.items():
        (sheet, cell), *_ = defined.destinations
        if name.startswith(("in_", "out_")):
            found[name] = book[sheet][cell.replace("$", "")].value
    book.close()
    return found


def rows(path: Path, sheet: int = 0) -> list[list[object]]:
    """The rows below the headings of a sheet of the index, by their stored values."""
    book = openpyxl.load_workbook(path, data_only=True)
    found = [list(r) for r in book.worksheets[sheet].iter_rows(min_row=5, values_only=True)]
    book.close()
    return [row for row in found if any(cell is not None for cell in row)]


GOOD = (
    "quote_no,customer,gpu,cards,hours,price,discount,start date,billing_plan\n"
    "Q1,星河智能科技（示例）,A100-SXM4-80GB,8卡,30天,15元/卡时,8折,2026年12月1日,包月\n"
    ",Northwind (example),4090,4,100,2.5,,20261201,pay as you go\n"
)


def test_each_request_becomes_a_workbook(tmp_path: Path) -> None:
    result = run(tmp_path, GOOD)
    assert result.problems == ()
    assert [p.name for p in result.written] == [
        "Q1-星河智能科技（示例）.xlsx", "Q20261130-003-Northwind (example).xlsx",
    ]  # fmt: skip
    first, second = map(values, result.written)
    # 8 cards x 720 h x 15 at 8折 = 69,120.00; by hand 65,207.55 + 3,912.45
    assert first["out_gross"] == 69120
    assert (first["out_net"], round(float(first["out_tax"]), 2)) == (65207.55, 3912.45)  # type: ignore[arg-type]
    assert first["in_gpu"] == "A100 SXM4 80GB"
    assert first["in_billing_plan"] == "Monthly"
    assert first["in_start_date"] == datetime.datetime(2026, 12, 1)
    assert first["in_discount"] == pytest.approx(0.2)
    assert second["in_gpu"] == "RTX 4090"
    assert second["in_quote_no"] == "Q20261130-003"
    assert second["in_billing_plan"] == "Pay as you go"
    assert second["in_discount"] is None
    assert second["in_as_of"] == datetime.datetime(2026, 11, 30)
    assert second["out_gross"] == 1000
    assert second["out_today"] == 46356  # TODAY() is the as-of date, as a serial number


def test_the_index_holds_figures_totals_and_links(tmp_path: Path) -> None:
    result = run(tmp_path, GOOD)
    first, second, totals = rows(result.index)
    assert first[:6] == [2, "Q1-星河智能科技（示例）.xlsx", "Q1", "星河智能科技（示例）",
                         "A100 SXM4 80GB", 8]  # fmt: skip
    assert [first[6], first[7], first[8], first[10]] == [720, "CNY", 65207.55, 69120]
    assert totals[10] == first[10] + second[10] == 70120  # type: ignore[operator]
    assert totals[8] == pytest.approx(first[8] + second[8])  # type: ignore[operator]
    assert (totals[5], totals[7]) == (2, "CNY")
    assert engines.without_value(result.index) == []
    book = openpyxl.load_workbook(result.index)
    link = book.worksheets[0]["B5"].hyperlink.target
    book.close()
    from urllib.parse import unquote

    assert (result.index.parent / unquote(link)).is_file()
    assert not any(
        "HYPERLINK" in (c.formula or "") for c in read_cells(result.index.read_bytes()).values()
    )


def with_status(status: str) -> bytes:
    """The template of the tests with a check state: `status` is a formula over its cells."""
    book = openpyxl.load_workbook(io.BytesIO(template()))
    sheet = book.worksheets[0]
    sheet["D8"] = status
    book.defined_names["out_status"] = DefinedName("out_status", attr_text=f"'{sheet.title}'!$D$8")
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


def test_totals_never_mix_check_states(tmp_path: Path) -> None:
    status = '=IF(in_price="","Incomplete",IF(in_price>50,"Fail","Pass"))'
    text = (
        "customer,gpu,cards,hours,price\nA,4090,1,10,1\nA,4090,1,10,2\nB,4090,1,10,60\n"
        "C,4090,1,10,\nD,B9000,1,10,5\n"
    )
    for lang, words in (
        ("en", ("Pass", "Incomplete", "Fail", "Failed", "a quote of its own", "is a budget")),
        ("zh", ("通过", "待补充", "不通过", "失败", "独立报价", "不能直接作为预算")),
    ):
        result = run(tmp_path, text, with_status(status), out=lang, lang=lang)
        *lines, passed, incomplete, failed = rows(result.index)
        assert [r[11] for r in lines] == [words[0], words[0], words[2], words[1], words[3]]
        # count, currency, gross, state: the two of A are alternatives, 10.00 and 20.00
        assert [(r[5], r[7], r[10], r[11]) for r in (passed, incomplete, failed)] == [
            (2, "CNY", 30, words[0]), (1, "CNY", 0, words[1]), (1, "CNY", 600, words[2]),
        ]  # fmt: skip
        book = openpyxl.load_workbook(result.index)
        assert all(word in book.worksheets[0]["A3"].value for word in words[4:])
        book.close()
        assert engines.without_value(result.index) == []


def test_the_index_keeps_own_columns_and_reminders(tmp_path: Path) -> None:
    text = "customer,params,Notes,cards\nA,13,=urgent,8\nB,13B,,4\n"
    result = run(tmp_path, text, template(("customer", "params", "cards")))
    assert result.ok and len(result.written) == 2
    book = openpyxl.load_workbook(result.index)
    sheet, _, reminders = book.worksheets
    assert [sheet["M4"].value, sheet["N4"].value] == ["Reminders", "Notes"]
    assert [sheet["M5"].value, sheet["N5"].value] == ["params 13", "=urgent"]
    assert sheet["N5"].data_type == "s" and sheet["M6"].value is None
    told = [[c.value for c in row] for row in reminders.iter_rows(min_row=5)]
    book.close()
    assert [row[:3] for row in told] == [[1, "Notes", ""], [2, "params", "13"]]
    assert "13,000,000,000 (B)" in str(told[1][3]) and "write the unit (13B" in str(told[1][4])
    assert [remark.row for remark in result.remarks] == [1, 2]
    plain = run(tmp_path, "customer,cards\nA,8\n", template(("customer", "cards")), out="plain")
    assert len(openpyxl.load_workbook(plain.index).worksheets) == 2


def test_few_tokens_are_told_of_but_not_in_a_fine_tune(tmp_path: Path) -> None:
    book = template(("customer", "params", "tokens", "method"))
    text = (
        "customer,params,tokens,method\nA,13B,2000万,\nB,13B,2000万,lora\nC,13B,2000亿,pretrain\n"
    )
    result = run(tmp_path, text, book)
    assert [(r.row, r.column, r.value) for r in result.remarks] == [(2, "tokens", "2000万")]
    assert "亿" in result.remarks[0].what.en and result.remarks[0].remedy.zh


def test_files_of_an_earlier_run_are_named_and_kept(tmp_path: Path) -> None:
    first = run(tmp_path, "customer\nA\nB\n", template(("customer", "cards")))
    assert first.notes == ()
    (first.index.parent / "B.pdf").write_bytes(b"old")
    (first.index.parent / "~$A.xlsx").write_bytes(b"")
    (first.index.parent / "~$A.xlsx").unlink()
    again = run(tmp_path, "customer\nA\n", force=True)
    (note,) = again.notes
    assert note.en.startswith("2 other files in ") and note.en.endswith(": B.pdf, B.xlsx")
    assert "B.pdf、B.xlsx" in note.zh and "上一次" in note.zh
    assert first.written[1].exists()


UNIT_PRICES = [
    ("1500元/台天", "", 1500, "Node-day"),
    ("1500 per node-day", "", 1500, "Node-day"),
    ("¥1,500/台·天", "", 1500, "Node-day"),
    ("1.5万元/台月", "", 15000, "Node-month"),
    ("1500元每台每天", "台天", 1500, "Node-day"),
    ("1500/node/day", "node-day", 1500, "Node-day"),
    ("15元/卡时", "", 15, "Card-hour"),
    ("80元/小时", "台时", 80, "Node-hour"),  # an hour agrees with a node's hour
    ("15元/小时", "", 15, None),
    ("15", "台天", 15, "Node-day"),
]


def unit_template() -> bytes:
    """A template with a drop-down of price units, as the quote has one."""
    book = openpyxl.load_workbook(io.BytesIO(template(("customer", "price", "billing_unit"))))
    sheet = book.worksheets[0]
    units = '"Card-hour,Node-hour,Node-day,Node-month"'
    rule = DataValidation(type="list", formula1=units, showErrorMessage=True)
    rule.add("B3")
    sheet.add_data_validation(rule)
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


@pytest.mark.parametrize(("price", "unit", "amount", "word"), UNIT_PRICES)
def test_a_price_may_carry_its_unit(
    tmp_path: Path, price: str, unit: str, amount: float, word: str | None
) -> None:
    text = f'customer,price,billing_unit\nA,"{price}",{unit}\n'
    result = run(tmp_path, text, unit_template())
    assert result.problems == ()
    found = values(result.written[0])
    assert (found["in_price"], found["in_billing_unit"]) == (amount, word)


UNIT_CONFLICTS = [
    ("15元/卡时", "台天", "per card-hour", "says node-day", "单价写的是卡时"),
    ("1500元/台天", "卡时", "per node-day", "says card-hour", "单价写的是台天"),
    ("15元/小时", "台天", "per hour", "says node-day", "单价写的是小时"),
]


@pytest.mark.parametrize(("price", "unit", "price_en", "unit_en", "zh"), UNIT_CONFLICTS)
def test_two_units_that_differ_are_an_error(
    tmp_path: Path, price: str, unit: str, price_en: str, unit_en: str, zh: str
) -> None:
    result = run(tmp_path, f"customer,price,报价单位\nA,{price},{unit}\n", unit_template())
    (problem,) = result.problems
    assert (problem.column, problem.value) == ("price", price)
    assert price_en in problem.what.en and f'"报价单位" {unit_en}' in problem.what.en
    assert zh in problem.what.zh and "keep one unit" in problem.remedy.en


def test_a_unit_that_no_one_knows_says_where_it_goes(tmp_path: Path) -> None:
    result = run(tmp_path, "customer,price\nA,1500元/天\nB,15000元/P·月\n", unit_template())
    unknown, other = result.problems
    assert "column billing_unit" in unknown.remedy.en and "“报价单位”列" in unknown.remedy.zh
    assert (other.row, other.column, other.value) == (3, "price", "15000元/P·月")
    assert other.what.en.endswith("Node-hour, Node-day, Node-month)") and "P月" in other.what.zh
    commas = run(tmp_path, 'customer,price\nA,"6,50"\n', out="commas")
    assert "write decimals with a point: 6.50" in commas.problems[0].what.en
    assert commas.problems[0].remedy.en == "write it like 15元/卡时"


def test_totals_are_by_currency(tmp_path: Path) -> None:
    fields = ("customer", "cards", "hours", "price", "discount", "currency")
    names = {"out_currency": "'Inputs 参数'!$B$6"}
    text = "customer,cards,hours,price,currency\nA,1,1,10,CNY\nB,1,1,20,USD\nC,1,1,30,CNY\n"
    result = run(tmp_path, text, template(fields, names=names), name="{customer}")
    totals = rows(result.index)[3:]
    assert [(t[7], t[5], t[10]) for t in totals] == [("CNY", 2, 40), ("USD", 1, 20)]


BAD_ROWS = [
    ("customer,gpu\nA,A100 80GX\n", "gpu", "A100 80GX", "not in the catalog", "没有"),
    ("customer,cards\nA,2.5\n", "cards", "2.5", "whole number", "整数"),
    ("customer,cards\nA,5-8\n", "cards", "5-8", "range", "区间"),
    ("customer,cards\nA,约30\n", "cards", "约30", "about how much", "确定的数"),
    ("customer,price\nA,15元/台天\n", "price", "15元/台天", "not a unit", "单位"),
    ("customer,price\nA,-1\n", "price", "-1", "outside", "超出范围"),
    ("customer,discount\nA,150折\n", "discount", "150折", "8折 means", "8折"),
    (
        "customer,start date\nA,2026-02-30\n",
        "start date",
        "2026-02-30",
        "no such day",
        "没有这一天",
    ),
    ("customer,计费方式\nA,包周\n", "计费方式", "包周", "not one of: Pay as you go", "可选项"),
    ("customer,colour\nA,green\n", "colour", "green", "not one of: red, blue", "可选项"),
]


@pytest.mark.parametrize(("text", "column", "value", "en", "zh"), BAD_ROWS)
def test_a_bad_value_is_reported_by_row_and_stops_nothing(
    tmp_path: Path, text: str, column: str, value: str, en: str, zh: str
) -> None:
    result = run(tmp_path, text + "好客户,\n")
    (problem,) = result.problems
    assert (problem.row, problem.column, problem.value) == (2, column, value)
    assert en in problem.what.en
    assert zh in problem.what.zh
    assert problem.remedy.en and problem.remedy.zh
    assert [p.name for p in result.written] == ["Q20261130-003-好客户.xlsx"]
    assert [(r[0], r[11]) for r in rows(result.index)[:2]] == [(2, "Failed"), (3, "Ready")]
    (told,) = rows(result.index, 1)
    assert told[:3] == [2, column, value]
    assert told[3] == problem.what.en


def test_every_fault_of_a_row_is_reported(tmp_path: Path) -> None:
    result = run(tmp_path, "customer,cards,price,gpu\nA,0,abc,B9000\n")
    assert [p.column for p in result.problems] == ["cards", "price", "gpu"]
    assert result.written == ()


def test_a_repeated_number_is_an_error_of_the_later_row(tmp_path: Path) -> None:
    text = "quote_no,customer\nQ1,A\nq1 ,B\n,C\nQ20261130-004,D\n"
    result = run(tmp_path, text)
    assert [(p.row, p.column, p.what.en) for p in result.problems] == [
        (3, "quote_no", "row 2 has the same number"), (5, "quote_no", "row 4 has the same number"),
    ]  # fmt: skip
    assert [p.name for p in result.written] == ["Q1-A.xlsx", "Q20261130-004-C.xlsx"]


def test_two_rows_with_one_file_name(tmp_path: Path) -> None:
    result = run(tmp_path, "customer\nA:b\nA_B\nindex\n", name="{customer}")
    assert [(p.row, p.value) for p in result.problems] == [(3, "A_B.xlsx"), (4, "index.xlsx")]
    assert "row 2" in result.problems[0].what.en
    assert [p.name for p in result.written] == ["A_b.xlsx"]


def test_nothing_is_overwritten_without_force(tmp_path: Path) -> None:
    result = run(tmp_path, GOOD)
    before = {p: p.read_bytes() for p in result.written}
    with pytest.raises(FileBusy, match="--force"):
        run(tmp_path, GOOD)
    result.index.unlink()
    again = run(tmp_path, GOOD)
    assert [p.what.en for p in again.problems] == ["the file exists already"] * 2
    assert again.written == ()
    assert {p: p.read_bytes() for p in before} == before


def test_force_gives_the_same_files_again(tmp_path: Path) -> None:
    first = run(tmp_path, GOOD)
    before = {p: p.read_bytes() for p in first.written}
    table, index = rows(first.index), first.index.read_bytes()
    second = run(tmp_path, GOOD, force=True)
    assert second.problems == ()
    assert {p: p.read_bytes() for p in second.written} == before
    assert rows(second.index) == table
    assert second.index.read_bytes() == index
    assert sorted(p.name for p in first.index.parent.iterdir()) == sorted(
        p.name for p in (*first.written, first.index)
    )


@pytest.mark.parametrize("text", INJECTIONS)
def test_user_text_never_becomes_a_formula(tmp_path: Path, text: str) -> None:
    quoted = '"' + text.replace('"', '""') + '"'
    result = run(tmp_path, f"quote_no,customer,cards\n{quoted},{quoted},{quoted}\n1,{quoted},1\n")
    (book,) = result.written
    for path in (book, result.index):
        for place, cell in read_cells(path.read_bytes()).items():
            if text.strip() in (cell.value, cell.formula):
                assert cell.formula is None, (path, place)
                assert type(cell.value) is str, (path, place)
    assert values(book)["in_customer"] == text.strip()
    assert rows(result.index)[1][3] == text.strip()


def test_parts_that_need_no_change_stay_byte_for_byte(tmp_path: Path) -> None:
    book = template()
    result = run(tmp_path, GOOD, book)
    with zipfile.ZipFile(io.BytesIO(book)) as old, zipfile.ZipFile(result.written[0]) as new:
        assert old.namelist() == new.namelist()
        changed = [n for n in old.namelist() if old.read(n) != new.read(n)]
    assert changed == ["xl/worksheets/sheet1.xml"]


def test_a_template_without_quote_number_and_customer(tmp_path: Path) -> None:
    result = run(tmp_path, "gpu,cards\nA100 80GB,8\n4090,4\n", template(("gpu", "cards")))
    assert result.problems == ()
    assert [p.name for p in result.written] == ["2.xlsx", "3.xlsx"]
    assert values(result.written[0]) == {"in_gpu": "A100 80GB", "in_cards": 8}


def test_a_field_that_only_the_template_knows(tmp_path: Path) -> None:
    result = run(tmp_path, "customer,Colour\nA,RED\n")
    assert values(result.written[0])["in_colour"] == "red"


def test_what_a_field_holds_is_learned_from_label_name_and_format(tmp_path: Path) -> None:
    fields = ("customer", "credit_period", "prepayment_share", "storage_quantity", "renewal_price",
              "supplier_account", "fee", "tax_category")  # fmt: skip
    opened = openpyxl.load_workbook(io.BytesIO(template(fields)))
    opened.worksheets[0]["B7"].number_format = '#,##0.00;[Red]-#,##0.00;"-"'
    for row, text in enumerate(["算力及云服务", "裸机租赁（有形动产租赁）"], start=1):
        opened["Lists"][f"C{row}"] = text
    rule = DataValidation(type="list", formula1="=Lists!$C$1:$C$2")
    rule.add("B8")
    opened.worksheets[0].add_data_validation(rule)
    stream = io.BytesIO()
    opened.save(stream)
    heads = ",".join(fields)
    text = f'{heads}\nA,30天,30%,2TB,同原价,0062001,"¥1,200",裸机租赁\nB,两周,2,2Mbps,5,6,abc,foo\n'
    result = run(tmp_path, text, stream.getvalue())
    assert values(result.written[0]) == {
        "in_customer": "A", "in_credit_period": 30, "in_prepayment_share": 0.3,
        "in_storage_quantity": 2, "in_renewal_price": "同原价", "in_supplier_account": "0062001",
        "in_fee": 1200, "in_tax_category": "裸机租赁（有形动产租赁）",
    }  # fmt: skip
    assert [p.column for p in result.problems] == [
        "credit_period", "prepayment_share", "storage_quantity", "fee", "tax_category",
    ]  # fmt: skip


def test_each_line_of_a_quote_takes_its_own_unit(tmp_path: Path) -> None:
    """Capacity in TB, bandwidth in Mbps, services in their counts; a price in its label's unit."""
    fields = ("customer", "storage_quantity", "bandwidth_quantity", "service_quantity",
              "storage_price", "bandwidth_price", "storage_discount")  # fmt: skip
    opened = openpyxl.load_workbook(io.BytesIO(template(fields)))
    opened.worksheets[0]["B6"].number_format = "#,##0.00"
    stream = io.BytesIO()
    opened.save(stream)
    text = (
        f"{','.join(fields)}\nA,2TB,1Gbps,3人天,200元/TB·月,20元/Mbps·月,8折\n"
        "B,100Mbps,2TB,2TB,20元/Mbps·月,200元/TB·月,打8\n"
    )
    result = run(tmp_path, text, stream.getvalue())
    got = values(result.written[0])
    assert [got[f"in_{f}"] for f in fields[1:]] == [2, 1000, 3, 200, 20, 0.2]
    assert [p.column for p in result.problems] == list(fields[1:])


def test_a_price_names_the_currency_of_its_quote(tmp_path: Path) -> None:
    book = template(("customer", "currency", "price"))
    text = "customer,currency,price\nA,USD,$15\nB,USD,15元/卡时\nC,USD,¥15\nD,,¥15\nE,EUR,15 EUR\n"
    result = run(tmp_path, text + "F,,USD 15\n", book)
    assert {p.name: values(p)["in_price"] for p in result.written} == {
        "A.xlsx": 15, "D.xlsx": 15, "E.xlsx": 15,
    }  # fmt: skip
    assert {p.column for p in result.problems} == {"price"}
    assert [p.row for p in result.problems] == [3, 4, 7]
    assert "in CNY, and USD is due" in result.problems[0].what.en
    opened = openpyxl.load_workbook(io.BytesIO(book))
    opened.worksheets[0]["B2"] = "USD"  # the template's own currency
    stream = io.BytesIO()
    opened.save(stream)
    result = run(tmp_path, "customer,price\nA,¥15\nB,$15\n", stream.getvalue(), out="usd")
    assert [p.row for p in result.problems] == [2]


def test_a_text_too_long_for_a_cell_is_told_by_its_column(tmp_path: Path) -> None:
    result = run(tmp_path, f"customer,quote_no\n{'备' * 40_000},Q1\nB,Q2\n")
    assert len(result.written) == 1
    (problem,) = result.problems
    assert (problem.row, problem.column) == (2, "customer")
    assert "40,000 characters" in problem.what.en and problem.remedy.en == "shorten the text"
    assert len(str(rows(result.index, 1)[0][2])) == 200


def test_a_workbook_open_elsewhere_says_to_close_it(tmp_path: Path) -> None:
    first = run(tmp_path, "customer,quote_no\nA,Q1\n")
    (path,) = first.written
    (path.parent / f"~${path.name}").write_bytes(b"")  # the mark that Excel leaves beside it
    result = run(tmp_path, "customer,quote_no\nA,Q1\n", force=True)
    (problem,) = result.problems
    assert (problem.row, problem.value) == (2, path.name)
    assert "close the file" in problem.remedy.en and "关闭该文件" in problem.remedy.zh


def test_numbers_that_differ_in_width_only_are_the_same(tmp_path: Path) -> None:
    result = run(tmp_path, "customer,quote_no\nA,Q1-A\nB,Ｑ１－Ａ\n")
    assert [(p.row, p.column) for p in result.problems] == [(3, "quote_no")]
    assert "row 2 has the same number" in result.problems[0].what.en


def test_the_index_has_no_total_of_what_is_not_priced(tmp_path: Path) -> None:
    result = run(tmp_path, "customer\nA\n", template(("customer", "currency")))
    assert [r for r in rows(result.index) if r[3] == "Total"] == []
    book = template(("customer", "currency"))
    opened = openpyxl.load_workbook(io.BytesIO(book))
    opened.worksheets[0]["B2"] = "CNY"
    stream = io.BytesIO()
    opened.save(stream)
    result = run(tmp_path, "customer\nA\n", stream.getvalue(), out="two")
    total = rows(result.index)[-1]
    assert total[5] == 1 and total[7] == "CNY" and total[8:11] == [None, None, None]


def test_a_numeral_name_with_decimals_is_that_card(tmp_path: Path) -> None:
    result = run(tmp_path, "customer,gpu\nA,4090.0\n")
    assert values(result.written[0])["in_gpu"] == "RTX 4090"


def test_choices_are_written_in_the_templates_language(tmp_path: Path) -> None:
    result = run(
        tmp_path, "customer,billing_plan\nA,Monthly\nB,monthly\nC,包月\n", template(lang="zh")
    )
    assert [values(p)["in_billing_plan"] for p in result.written] == ["包月"] * 3


def test_a_result_that_is_an_error_value_is_reported(tmp_path: Path) -> None:
    book = template(("customer", "cards"), names={"out_gross": "Lists!$D$1"})
    opened = openpyxl.load_workbook(io.BytesIO(book))
    opened["Lists"]["D1"] = "=1/in_cards"
    stream = io.BytesIO()
    opened.save(stream)
    result = run(tmp_path, "customer,cards\nA,\nB,4\n", stream.getvalue())
    assert [(p.row, p.column, p.value) for p in result.problems] == [(2, "out_gross", "#DIV/0!")]
    assert [p.name for p in result.written] == ["A.xlsx", "B.xlsx"]


def test_wrong_patterns_and_templates_stop_before_anything_is_written(tmp_path: Path) -> None:
    with pytest.raises(UnknownName, match="no field: nope, }"):
        run(tmp_path, GOOD, name="{nope}-x}")
    with pytest.raises(UnknownName, match="no template"):
        batch.load("nope", "en")
    (tmp_path / "t.xlsx").write_bytes(b"PK")
    with pytest.raises(TemplateError):
        batch.load(tmp_path / "t.xlsx", "en")
    assert not (tmp_path / "输出 out").exists()


def test_a_row_with_shifted_cells_is_reported_and_shown(tmp_path: Path) -> None:
    result = run(tmp_path, "customer,price\nA,12,000\nB,15\n")
    assert [(p.row, p.column, p.value) for p in result.problems] == [(2, "C", "000")]
    assert [(r[0], r[3], r[11]) for r in rows(result.index)[:2]] == [
        (2, "A", "Failed"), (3, "B", "Ready"),
    ]  # fmt: skip


def test_an_index_that_is_open_elsewhere_stops_before_the_work(tmp_path: Path) -> None:
    result = run(tmp_path, GOOD)
    before = result.written[0].stat().st_mtime_ns
    (result.index.parent / "~$index.xlsx").write_bytes(b"lock")
    with pytest.raises(FileBusy, match="open in another program"):
        run(tmp_path, GOOD, force=True)
    assert result.written[0].stat().st_mtime_ns == before


def test_a_template_with_macros_gives_files_with_macros(tmp_path: Path) -> None:
    kind = b"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"
    macro = b"application/vnd.ms-excel.sheet.macroEnabled.main+xml"
    with (
        zipfile.ZipFile(io.BytesIO(template(("customer", "cards")))) as old,
        zipfile.ZipFile(tmp_path / "t.xlsm", "w") as new,
    ):
        for name in old.namelist():
            new.writestr(name, old.read(name).replace(kind, macro))
    (tmp_path / "r.csv").write_text("customer,cards\nA,8\n", encoding="utf-8")
    templates = batch.load(tmp_path / "t.xlsm", "en")
    table = requests.read(tmp_path / "r.csv", templates.fields)
    result = batch.run(table, templates, lang="en", out=tmp_path / "o", as_of=AS_OF)
    assert [p.name for p in result.written] == ["A.xlsm"]
    assert rows(result.index)[0][1] == "A.xlsm"


def test_the_progress_is_told(tmp_path: Path) -> None:
    told: list[tuple[int, int, str]] = []
    run(tmp_path, GOOD, progress=lambda *step: told.append(step))
    assert [step[:2] for step in told] == [(1, 2), (2, 2)]


def test_a_bug_in_one_request_stops_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    real = batch.fill

    def fails(book: bytes, given: Mapping[str, object]) -> bytes:
        if given["in_customer"] == "星河智能科技（示例）":
            raise RuntimeError("planted")
        return real(book, given)

    monkeypatch.setattr(batch, "fill", fails)
    result = run(tmp_path, GOOD)
    assert [(p.row, p.what.en) for p in result.problems] == [
        (2, "internal error: RuntimeError('planted')")
    ]
    assert "planted" in caplog.text
    assert len(result.written) == 1


def test_processes_give_the_same_files(tmp_path: Path) -> None:
    one = run(tmp_path, GOOD)
    two = run(tmp_path, GOOD, out="two", jobs=2)
    assert [p.read_bytes() for p in one.written] == [p.read_bytes() for p in two.written]
    assert two.problems == ()


def test_the_index_has_no_fault_in_strict_mode(tmp_path: Path) -> None:
    result = run(tmp_path, GOOD + "Q1,again,,,,,,,\n")
    command = [sys.executable, "-m", "openxml_audit", "--policy", "strict", "-o", "text"]
    done = subprocess.run([*command, str(result.index)], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


@pytest.mark.libreoffice
def test_the_index_agrees_with_libreoffice(tmp_path: Path) -> None:
    result = run(tmp_path, GOOD)
    computed = engines.libreoffice([result.index])[result.index]
    stored = engines.values(result.index)
    assert {at: stored[at] for at in computed} == {
        at: pytest.approx(v) if isinstance(v, float) else v for at, v in computed.items()
    }


@pytest.mark.libreoffice
def test_pdfs_are_written_beside_the_workbooks(tmp_path: Path) -> None:
    result = run(tmp_path, GOOD, pdf=True)
    assert [p.name for p in result.pdfs] == [p.with_suffix(".pdf").name for p in result.written]
    assert all(p.read_bytes().startswith(b"%PDF") for p in result.pdfs)
    assert result.notes == ()


@pytest.mark.libreoffice
def test_a_pdf_holds_the_sheets_that_have_a_print_area(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    for title in ("costs", "quote 报价", "scenarios"):
        book.create_sheet(title)["A1"] = title
    book.remove(book.worksheets[0])
    book.save(tmp_path / "all.xlsx")
    book["quote 报价"].print_area = "A1:B2"
    book.save(tmp_path / "one.xlsx")
    made = pdf.convert([tmp_path / "all.xlsx", tmp_path / "one.xlsx"])
    pages = [len(re.findall(rb"/Type\s*/Page\b", path.read_bytes())) for path in made.values()]
    assert pages == [3, 1]
    assert sorted(p.name for p in tmp_path.iterdir()) == [
        "all.pdf", "all.xlsx", "one.pdf", "one.xlsx",
    ]  # fmt: skip


def test_without_libreoffice_the_workbooks_are_still_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GPUCALC_SOFFICE", str(tmp_path / "nowhere"))
    result = run(tmp_path, GOOD, pdf=True)
    assert result.pdfs == () and len(result.written) == 2 and result.ok
    assert "LibreOffice" in result.notes[0].en and "LibreOffice" in result.notes[0].zh
