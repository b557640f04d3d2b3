"""Tables of requests: encodings, delimiters, headings, and every fault told by row."""

from __future__ import annotations

import csv
import datetime
import io
import json
from pathlib import Path

import openpyxl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpucalc import requests
from gpucalc.tables import Fault, UnreadableTable, decode, parse

FIELDS = ("quote_no", "customer", "gpu", "params", "cards", "price", "discount", "validity_days")
ROWS = [["customer", "gpu", "price"], ["星河智能科技（示例）", "A100 80GB", "15"]]
WANT = {"customer": "星河智能科技（示例）", "gpu": "A100 80GB", "price": "15"}


def table(tmp_path: Path, content: str | bytes, name: str = "requests.csv") -> Path:
    path = tmp_path / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def read(tmp_path: Path, content: str | bytes, name: str = "requests.csv") -> requests.RequestTable:
    return requests.read(table(tmp_path, content, name), FIELDS)


def workbook(tmp_path: Path, rows: list[list[object]], name: str = "询价 表.xlsx") -> Path:
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    path = tmp_path / name
    book.save(path)
    return path


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "gb18030", "gbk", "utf-16"])
@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_any_encoding_and_delimiter(tmp_path: Path, encoding: str, delimiter: str) -> None:
    text = io.StringIO(newline="")
    csv.writer(text, delimiter=delimiter).writerows(ROWS)
    found = read(tmp_path, text.getvalue().encode(encoding))
    assert [dict(r.values) for r in found.requests] == [WANT]
    assert found.requests[0].row == 2


@pytest.mark.parametrize(
    "headings",
    [
        ["customer", "gpu", "validity_days"],
        ["Buyer (customer)", "GPU model", "Validity (days)"],
        ["采购方（客户）", "显卡型号", "报价有效期（天）"],
        ["CUSTOMER", " 显卡 型号 ", "报价有效期"],
        ["in_customer", "GPU MODEL", "报价有效期(天)"],
        ["采购方(客户)*", "GPU model：", "validity days"],
    ],
)
def test_headings_in_all_forms(tmp_path: Path, headings: list[str]) -> None:
    path = workbook(tmp_path, [headings, ["x", "A100", 30]])
    found = requests.read(path, FIELDS)
    assert dict(found.requests[0].values) == {"customer": "x", "gpu": "A100", "validity_days": 30}
    assert found.columns["customer"] == headings[0].strip()


def test_a_title_above_the_headings_and_own_columns(tmp_path: Path) -> None:
    path = workbook(
        tmp_path, [["询价汇总表"], [], ["客户编号", "#note"], ["gpu", "customer"], ["A100"]]
    )
    found = requests.read(path, FIELDS)
    assert [(r.row, dict(r.values)) for r in found.requests] == [(5, {"gpu": "A100"})]
    own = read(tmp_path, "customer,#my note\nA,remember\n")
    assert [dict(r.values) for r in own.requests] == [{"customer": "A"}]


def test_rows_keep_the_numbers_of_the_file(tmp_path: Path) -> None:
    found = read(tmp_path, 'customer,gpu\nA,A100\n\n,,\n"two\nlines",H800\nB,\n')
    assert [(r.row, r.values["customer"]) for r in found.requests] == [
        (2, "A"), (5, "two\nlines"), (6, "B"),
    ]  # fmt: skip
    assert read(tmp_path, "sep=;\ncustomer;gpu\nA;A100\n").requests[0].row == 3


@pytest.mark.parametrize("text", ["NA", "None", "null", "N/A", "nan", "TRUE", "007", "1e5", "-"])
def test_text_stays_text(tmp_path: Path, text: str) -> None:
    assert read(tmp_path, f"customer,gpu\n{text},A100\n").requests[0].values["customer"] == text


def test_values_of_a_workbook_keep_their_type(tmp_path: Path) -> None:
    rows = [["customer", "price", "discount", "quote_no"],
            ["NA", 15, 0.2, datetime.datetime(2026, 11, 30)]]  # fmt: skip
    values = requests.read(workbook(tmp_path, rows), FIELDS).requests[0].values
    assert values == {"customer": "NA", "price": 15, "discount": 0.2,
                      "quote_no": datetime.date(2026, 11, 30)}  # fmt: skip


def test_a_formula_without_stored_value_is_a_fault(tmp_path: Path) -> None:
    path = workbook(tmp_path, [["customer", "price"], ["A", "=1+2"]])
    fault = requests.read(path, FIELDS).requests[0].values["price"]
    assert isinstance(fault, Fault)
    assert fault.shown == "=1+2"
    assert "no stored value" in fault.what.en
    assert "存储" in fault.what.zh


def test_a_stored_value_of_a_formula_is_used(tmp_path: Path) -> None:
    from gpucalc.excel.recalc import recalculate

    path = workbook(tmp_path, [["customer", "price", "cards"], ["A", "=1+2", "=1/0"]])
    path.write_bytes(recalculate(path.read_bytes()))
    values = requests.read(path, FIELDS).requests[0].values
    assert values["price"] == 3
    fault = values["cards"]
    assert isinstance(fault, Fault)
    assert fault.shown == "#DIV/0!"


def test_the_sheet_with_the_headings_is_taken(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    book.active.append(["说明", "本表用于询价"])
    hidden = book.create_sheet("old")
    hidden.append(["customer", "gpu", "price"])
    hidden.append(["gone", "A100", 1])
    hidden.sheet_state = "hidden"
    book.create_sheet("询价").append(["customer", "gpu"])
    book["询价"].append(["here", "A100"])
    path = tmp_path / "r.xlsx"
    book.save(path)
    found = requests.read(path, FIELDS)
    assert found.sheet == "询价"
    assert [r.values["customer"] for r in found.requests] == ["here"]


def test_json(tmp_path: Path) -> None:
    data = [{"customer": "A", "cards": 8, "gpu": None}, {}, {"customer": "B", "price": [1]}]
    found = read(tmp_path, json.dumps(data, ensure_ascii=False), "r.json")
    assert [(r.row, r.values["customer"]) for r in found.requests] == [(1, "A"), (3, "B")]
    assert found.requests[0].values["cards"] == 8
    assert isinstance(found.requests[1].values["price"], Fault)


def test_objects_of_a_list_are_judged_one_by_one(tmp_path: Path) -> None:
    zh = "采购方（客户）"
    data = [{"customer": "A"}, "B", {zh: "C"}, None, {"customer": "D", zh: "E"},
            {"customer": "F", zh: None}]  # fmt: skip
    found = read(tmp_path, json.dumps(data, ensure_ascii=False), "r.json")
    assert [(r.row, r.values.get("customer"), len(r.problems)) for r in found.requests] == [
        (1, "A", 0), (2, None, 1), (3, "C", 0), (4, None, 1), (5, "D", 1), (6, "F", 0),
    ]  # fmt: skip
    text, twice = found.requests[1].problems[0], found.requests[4].problems[0]
    assert (text.value, text.what.en) == ('"B"', "this entry of the list is no object")
    assert (twice.column, twice.value) == ("采购方（客户）", "E")
    assert "“采购方（客户）”与“customer”重复" in twice.what.zh


BAD_FILES = [
    ("r.csv", b"", "the file is empty", "文件为空"),
    ("r.csv", b" \r\n\r\n", "the file is empty", "文件为空"),
    ("r.csv", b",,\n,,\n", "the file is empty", "文件为空"),
    ("r.csv", b'"",""\n', "the file is empty", "文件为空"),
    ("r.csv", b"customer,gpu\n", "no requests", "没有询价"),
    ("r.csv", b"customer,gpuu\nA,B\n", 'column B "gpuu".*did you mean gpu', "B 列“gpuu”"),
    ("r.csv", b"customer,gpu,GPU model\nA,B,C\n", 'column C "GPU model" repeats column B', "重复"),
    ("r.csv", b'customer,gpu\nA,"B\n', "row 2: a quotation mark", "第 2 行：引号"),
    ("r.csv", "customer\nMüller\n".encode("cp1252"), "neither UTF-8 nor", "GB18030 中文"),
    ("r.csv", b"customer\n\xff\xff\n", "neither UTF-8 nor GB18030", "第 2 行"),
    ("r.csv", b"cus\x00tomer\n", "not a text file", "不是文本文件"),
    ("r.json", b"{", "not valid JSON.*line 1", "第 1 行"),
    ("r.json", b'{"customer": 1}', "not a list of objects", "不是对象列表"),
    ("r.json", b'[{"gpu": 1, "gpu": 2}]', '"gpu" stands twice', "“gpu”重复"),
    ("r.xlsx", b"PK\x03\x04 broken", "damaged", "已损坏"),
    ("r.xlsx", b"customer,gpu\nA,B\n", "no .xlsx workbook", "不是 .xlsx 工作簿"),
    ("r.txt", b"customer,gpu\nA,B\n", "ending .txt is not known", "不支持扩展名 .txt"),
    ("r.json", b'["A", 1]', "not a list of objects", "不是对象列表"),
    ("r.xls", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "old .xls", "旧版 .xls"),
]


@pytest.mark.parametrize(("name", "content", "en", "zh"), BAD_FILES)
def test_a_file_that_makes_no_sense_says_why_and_what_to_do(
    tmp_path: Path, name: str, content: bytes, en: str, zh: str
) -> None:
    with pytest.raises(UnreadableTable, match=en) as error:
        read(tmp_path, content, name)
    assert zh in error.value.text("zh")
    assert error.value.remedy.en in error.value.text("en")
    assert error.value.remedy.zh in error.value.text("zh")


def test_a_workbook_without_values(tmp_path: Path) -> None:
    with pytest.raises(UnreadableTable, match="holds no values"):
        requests.read(workbook(tmp_path, []), FIELDS)


def test_all_wrong_headings_are_told_at_once(tmp_path: Path) -> None:
    with pytest.raises(UnreadableTable) as error:
        read(tmp_path, "customer,pirce,quote number,gpu,gpu\nA,1,2,3,4\n")
    for piece in ('column B "pirce"', "mean price", 'column E "gpu" repeats column D "gpu"'):
        assert piece in error.value.text("en")


def test_an_unknown_column_is_told_of_and_kept(tmp_path: Path) -> None:
    found = read(tmp_path, "Notes,customer,备注2,gpu\nurgent,A,=1+1,A100\n,B,,H800\n")
    assert [dict(r.values) for r in found.requests] == [
        {"customer": "A", "gpu": "A100"}, {"customer": "B", "gpu": "H800"},
    ]  # fmt: skip
    assert found.own == ("Notes", "备注2")
    assert [dict(r.own) for r in found.requests] == [{"Notes": "urgent", "备注2": "=1+1"}, {}]
    assert [(r.row, r.column) for r in found.remarks] == [(1, "Notes"), (1, "备注2")]
    assert found.remarks[1].what.en.startswith('column C "备注2" is no field of the template')
    assert found.remarks[1].what.zh.startswith("C 列“备注2”不是模板的字段")


@pytest.mark.parametrize("heading", ["pirce", "prices", "Price2", "单价格"])
def test_a_misspelt_field_that_is_missing_stops_the_file(tmp_path: Path, heading: str) -> None:
    with pytest.raises(UnreadableTable, match=r"column B .*did you mean price / Price / 单价\?"):
        read(tmp_path, f"customer,{heading}\nA,15\n")
    # beside the field itself it is a column of the user's own
    found = read(tmp_path, f"customer,{heading},price\nA,15,16\n")
    assert found.own == (heading,) and found.requests[0].values["price"] == "16"


def test_an_unknown_key_of_an_object_has_no_letter(tmp_path: Path) -> None:
    found = read(tmp_path, json.dumps([{"customer": "A", "owner": "x"}]), "r.json")
    assert found.remarks[0].what.en.startswith('the key "owner" is no field')
    with pytest.raises(UnreadableTable, match='the key "pirce"'):
        read(tmp_path, json.dumps([{"customer": "A", "pirce": 1}]), "r.json")


def test_a_file_without_any_known_heading_names_what_it_has(tmp_path: Path) -> None:
    with pytest.raises(UnreadableTable, match=r"no heading is known \(foo, bar\)"):
        read(tmp_path, "foo,bar\n1,2\n")


def test_a_value_without_heading_is_a_problem_of_its_row(tmp_path: Path) -> None:
    found = read(tmp_path, "customer,price\nA,12,000\nB,15\nC\nD,16,,,\n")
    assert [(r.row, len(r.problems)) for r in found.requests] == [(2, 1), (3, 0), (4, 0), (5, 0)]
    (problem,) = found.requests[0].problems
    assert (problem.row, problem.column, problem.value) == (2, "C", "000")
    assert '"12,000"' in problem.remedy.en
    assert "错位" in problem.what.zh


@pytest.mark.parametrize(("text", "lang"), [("zh", "zh"), ("中文", "zh"), ("EN", "en"), ("", None)])
def test_the_language_of_a_request(tmp_path: Path, text: str, lang: str | None) -> None:
    assert read(tmp_path, f"customer,语言\nA,{text}\n").requests[0].lang == lang


def test_an_unknown_language_is_a_problem(tmp_path: Path) -> None:
    found = read(tmp_path, "customer,lang\nA,fr\n")
    (problem,) = found.requests[0].problems
    assert (problem.row, problem.column, problem.value) == (2, "lang", "fr")


@given(st.text(alphabet="星河智能科技有限公司示例采购显卡价税合计，。（）A1 ", min_size=1))
def test_chinese_text_survives_gb18030(text: str) -> None:
    """A rare character, as names have, among common ones."""
    sample = "采购方（客户）\n" + text + "喆"
    assert decode(sample.encode("gb18030")) == sample


@given(
    st.lists(st.lists(st.text("ab,;\"'\t 星=+", max_size=5), min_size=2, max_size=4), min_size=1)
)
def test_what_csv_writes_is_read(rows: list[list[str]]) -> None:
    text = io.StringIO(newline="")
    csv.writer(text, lineterminator="\n").writerows([["heading"], *rows])
    comma = parse(text.getvalue().encode())[0]
    assert [list(row.cells) for row in comma.rows[1:]] == rows
