"""What a batch must never do: call unchecked quotes ready, overwrite its input, drop a currency."""

from __future__ import annotations

import io
import json
from pathlib import Path

import openpyxl
import pytest
from openpyxl.workbook.defined_name import DefinedName

from gpucalc import batch, requests
from gpucalc.errors import FileBusy, TemplateError
from gpucalc.planning import Templates
from tests.test_batch import AS_OF, rows, run, template, values, with_status


def lost(name: str, target: str) -> bytes:
    """A template in which a name points to what was deleted."""
    book = openpyxl.load_workbook(io.BytesIO(with_status('="Pass"')))
    book.defined_names[name] = DefinedName(name, attr_text=target)
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


@pytest.mark.parametrize("name", ["out_status", "out_gross", "in_cards"])
@pytest.mark.parametrize("target", ["#REF!", "#REF!$B$3", "Checks!#REF!", "Checks!$B$3"])
def test_a_name_that_points_to_nothing_refuses_the_template(
    tmp_path: Path, name: str, target: str
) -> None:
    path = tmp_path / "t.xlsx"
    path.write_bytes(lost(name, target))
    with pytest.raises(TemplateError) as refused:
        batch.load(path, "en")
    assert name in refused.value.en and name in refused.value.zh
    if target != "Checks!$B$3":
        assert "deleted" in refused.value.en and "已被删除" in refused.value.zh


def test_a_check_state_of_several_cells_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "t.xlsx"
    path.write_bytes(lost("out_status", "'Inputs 参数'!$D$1:$D$2,'Inputs 参数'!$D$4"))
    with pytest.raises(TemplateError, match="out_status must point to one cell"):
        batch.load(path, "en")


def test_a_check_state_that_says_nothing_is_not_ready(tmp_path: Path) -> None:
    text = "customer,gpu,cards,hours,price\nA,4090,1,10,1\n"
    result = run(tmp_path, text, with_status('=""'))
    assert [r[11] for r in rows(result.index)[:1]] == ["Incomplete"]


def in_place(folder: Path, file: str, pattern: str = "") -> batch.BatchResult:
    """A batch over a workbook of requests that lies in the output folder."""
    book = openpyxl.Workbook()
    book.active.append(["customer", "cards"])
    book.active.append(["A", 8])
    book.active.append(["B", 4])
    book.save(folder / file)
    (folder / "t.xlsx").write_bytes(template(("customer", "cards")))
    templates = batch.load(folder / "t.xlsx", "en")
    table = requests.read(folder / file, templates.fields)
    out = folder / "sub" / ".."
    return batch.run(table, templates, lang="en", out=out, as_of=AS_OF, name=pattern, force=True)


def test_the_index_never_overwrites_the_requests(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    with pytest.raises(FileBusy, match="would overwrite the file that it reads") as refused:
        in_place(tmp_path, "index.xlsx")
    assert "会覆盖" in refused.value.zh
    assert openpyxl.load_workbook(tmp_path / "index.xlsx").active["A2"].value == "A"
    assert sorted(p.name for p in tmp_path.glob("*.xlsx")) == ["index.xlsx", "t.xlsx"]


@pytest.mark.parametrize(("file", "pattern"), [("A.xlsx", "{customer}"), ("r.xlsx", "t")])
def test_a_quote_never_overwrites_what_the_batch_reads(
    tmp_path: Path, file: str, pattern: str
) -> None:
    (tmp_path / "sub").mkdir()
    result = in_place(tmp_path, file, pattern)
    first = result.problems[0]
    assert (first.row, first.value) == (2, "A.xlsx" if file == "A.xlsx" else "t.xlsx")
    assert "would overwrite" in first.what.en and "--out" in first.remedy.zh
    assert openpyxl.load_workbook(tmp_path / file).active["A3"].value == "B"
    assert openpyxl.load_workbook(tmp_path / "t.xlsx").active["B1"].value is None


def test_the_templates_that_come_with_it_know_their_files() -> None:
    templates = batch.load("quote", "en")
    assert isinstance(templates, Templates)
    assert sorted(p.parent.name for p in templates.paths) == ["en", "zh"]


CODES = [("RMB", "CNY"), ("人民币", "CNY"), ("￥", "CNY"), ("美元", "USD"), ("usd", "USD")]


@pytest.mark.parametrize(("typed", "code"), CODES)
def test_a_currency_is_written_as_its_code(tmp_path: Path, typed: str, code: str) -> None:
    book = template(("customer", "currency"))
    result = run(tmp_path, f"customer,currency\nA,{typed}\n", book)
    assert values(result.written[0])["in_currency"] == code


def test_an_unknown_currency_is_a_problem_of_its_row(tmp_path: Path) -> None:
    book = template(("customer", "currency"))
    result = run(tmp_path, "customer,currency\nA,XYZ\nB,CNY\n", book)
    (problem,) = result.problems
    assert (problem.row, problem.column, problem.value) == (2, "currency", "XYZ")
    assert "CNY, USD, EUR" in problem.what.en and "CNY、USD、EUR" in problem.what.zh
    assert len(result.written) == 1


def test_more_active_parameters_than_there_are_are_told_of(tmp_path: Path) -> None:
    book = template(("customer", "params", "active_params"))
    text = "customer,params,active_params\nA,13B,70B\nB,70B,13B\n"
    result = run(tmp_path, text, book)
    assert [(r.row, r.column) for r in result.remarks] == [(2, "active_params")]
    assert "in each other's place" in result.remarks[0].what.en
    assert "填反" in result.remarks[0].what.zh


@pytest.mark.parametrize("discount", ["-15%", "0.8折"])
def test_a_discount_of_two_readings_is_a_problem_of_its_row(tmp_path: Path, discount: str) -> None:
    book = template(("customer", "discount"))
    result = run(tmp_path, f"customer,discount\nA,{discount}\n", book)
    (problem,) = result.problems
    assert (problem.row, problem.column, problem.value) == (2, "discount", discount)


@pytest.mark.parametrize("field", ["cards", "price", "start_date"])
def test_a_truth_value_is_no_number(tmp_path: Path, field: str) -> None:
    (tmp_path / "t.xlsx").write_bytes(template(("customer", field)))
    text = json.dumps([{"customer": "A", field: True}])
    (tmp_path / "r.json").write_text(text, encoding="utf-8")
    templates = batch.load(tmp_path / "t.xlsx", "en")
    table = requests.read(tmp_path / "r.json", templates.fields)
    result = batch.run(table, templates, lang="en", out=tmp_path / "o", as_of=AS_OF)
    (problem,) = result.problems
    assert (problem.row, problem.column, problem.value) == (1, field, "TRUE")
    assert "truth value" in problem.what.en and "逻辑值" in problem.what.zh
