"""The conversion as a command: what it proves, refuses, reports and writes."""

from __future__ import annotations

import datetime
import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import openpyxl
import pyopenvba
import pytest
import xlsxwriter
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.table import Table, TableColumn, TableFormula
from typer.testing import CliRunner

from gpucalc import edge, xl
from gpucalc.cli import app
from gpucalc.errors import ExcelError, TemplateError
from gpucalc.excel.fill import fill, read_formulas, read_values
from gpucalc.excel.portable import Unequal, plain, portable, printing
from gpucalc.excel.portable.operands import Refused
from gpucalc.excel.recalc import recalculate
from gpucalc.registry import blocks, functions
from tests import engines
from tests.portable import parts
from tests.portable.corpus import BOOKS, new, rows, saved

RUN = CliRunner()


def book_of(**formulas: str) -> bytes:
    workbook, sheet = new("S")
    for address, formula in formulas.items():
        sheet[address] = formula
    return saved(workbook)


def corpus(name: str) -> bytes:
    return next(b for b in BOOKS if b.name == name).build()


# -- the proof -----------------------------------------------------------------------------------


def test_a_wrong_formula_is_found_and_nothing_is_given_out(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A printer that is off by one in the ninth digit."""
    right: Callable[..., str | None] = printing.single

    def wrong(*args: Any) -> str | None:
        text = right(*args)
        return None if text is None else f"{text}*1.00000001"

    monkeypatch.setattr(printing, "single", wrong)
    source = tmp_path / "in.xlsx"
    source.write_bytes(book_of(A1="A100 80GB", B1="=GPU_TFLOPS(A1)"))
    with pytest.raises(Unequal) as refused:
        portable(source.read_bytes(), "plain", file="in.xlsx")
    assert (refused.value.sheet, refused.value.cell_address) == ("S", "B1")
    assert "312" in refused.value.en and "312" in refused.value.zh
    out = tmp_path / "out.xlsx"
    done = RUN.invoke(app, ["portable", str(source), "-o", str(out), "--to", "plain"])
    assert done.exit_code == 2 and "B1" in done.output
    assert not out.exists()


def test_a_moved_cell_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A formula that reads the wrong cell."""
    right = plain.localised
    monkeypatch.setattr(plain, "localised", lambda t, s: right(t, s).replace("B1", "B2"))
    with pytest.raises(Unequal):
        portable(
            book_of(B1="=8", B2="=16", C1="=RENT_COST(B1*1,10,2)+B1*RENT_COST(1,1,B1)"), "plain"
        )


# -- what stays live -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "args"),
    [
        ({"S!B1": 70e9}, (70e9, "200B", "A100 80GB", 10)),
        ({"S!B1": "70B"}, ("70B", "200B", "A100 80GB", 10)),
        ({"S!B2": "3,000亿", "S!B3": "h100 sxm5 80gb"}, ("13B", 3e11, "H100 SXM5 80GB", 10)),
        ({"S!B4": -1}, ("13B", "200B", "A100 80GB", -1)),
        ({"S!B3": "B9000"}, ("13B", "200B", "B9000", 10)),
        ({"S!B3": None}, ("13B", "200B", None, 10)),
        ({"S!B1": "about 13"}, ("about 13", "200B", "A100 80GB", 10)),
        ({"S!B1": "130亿"}, (13e9, "200B", "A100 80GB", 10)),
    ],
)
def test_the_plain_book_answers_new_inputs_as_the_function(
    change: dict[str, object], args: tuple[object, ...]
) -> None:
    """The point of it: a colleague without the add-in types other figures."""
    workbook, sheet = new("S")
    rows(sheet, ("p", "13B"), ("t", "200B"), ("g", "A100 80GB"), ("d", 10))
    sheet["C1"] = "=GPU_CARDS(B1,B2,B3,B4)"
    sheet["C2"] = "=TRAIN_HOURS(B1,B2,B3,GPU_CARDS(B1,B2,B3,B4))"
    data, report = portable(saved(workbook), "plain")
    assert not report.refusals
    got = read_values(recalculate(fill(data, change)))
    want = edge.call(functions()["gpu_cards"], *args)
    assert engines.same(got["S", "C1"], want)
    hours = edge.call(functions()["train_hours"], *args[:3], want)
    assert engines.same(got["S", "C2"], hours)


def test_a_text_that_formulas_cannot_read_keeps_its_meaning() -> None:
    """10天 is 240 hours to the function; a formula knows this text, and refuses other such."""
    workbook, sheet = new("S")
    rows(sheet, ("10天",))
    sheet["B1"] = "=RENT_COST(8,A1,15)"
    data, _ = portable(saved(workbook), "plain")
    assert read_values(data)["S", "B1"] == xl.RENT_COST(8, 240, 15)
    for typed, want in (
        (240, 28800.0),
        ("240", 28800.0),
        ("11天", "#VALUE!"),
        ("10 天", "#VALUE!"),
    ):
        assert read_values(recalculate(fill(data, {"S!A1": typed})))["S", "B1"] == want


def test_a_helper_cell_counts_as_the_answer_it_holds() -> None:
    """SUM and COUNT leave out TRUE and texts of a cell, not those that a function gives them."""
    fits = 'VRAM_FITS(D1,"A100 80GB")'
    data = book_of(
        A1=f"=SUM({fits},{fits})", A2=f"=AVERAGE({fits},{fits},4)", A3=f"=COUNT({fits},{fits})",
        A4="=IFERROR(SUM(RMB_UPPER(D1),RMB_UPPER(D1)),-1)", D1="8",
    )  # fmt: skip
    done, report = portable(data, "plain")
    assert not report.refusals
    got = read_values(recalculate(fill(done, {"S!D1": 8})))
    assert [got["S", f"A{n}"] for n in (1, 2, 3, 4)] == [2.0, 2.0, 2.0, -1.0]
    got = read_values(recalculate(fill(done, {"S!D1": 800})))
    assert [got["S", f"A{n}"] for n in (1, 2)] == [0.0, 4 / 3]


def test_what_depends_on_a_call_without_a_value_gets_a_new_one() -> None:
    """Libraries write no value for a formula, or 0: SUM over it then holds 0 too."""
    stream = io.BytesIO()
    workbook = xlsxwriter.Workbook(stream)
    sheet = workbook.add_worksheet("S")
    sheet.write_formula("A1", "=RENT_COST(8,10,15)", None, "")
    sheet.write_formula("A2", "=SUM(A1:A1)")
    workbook.close()
    for form in ("plain", "lambda", "values"):
        data, _ = portable(stream.getvalue(), form)
        assert read_values(data)["S", "A2"] == 1200.0


@pytest.mark.parametrize(
    ("formula", "said"),
    [
        ("=SUM([1]Sheet1!A1:B2)", "S!E1: [1]Sheet1!A1:B2"),
        ("=VLOOKUP(7,[1]Sheet1!$A:$B,1,0)", "[1]Sheet1!$A:$B"),
        ("=SUM(S:T!A1)", "S!E1: S:T!A1"),
        ("=SUM('S:T'!A1)", "'S:T'!A1"),
        ("=NOFUN(1)", "S!E1: NOFUN"),
        ("=SUM(moving)", "S!E1: moving"),
        ("=A1+E2+E1", "it depends on itself"),
    ],
)
@pytest.mark.parametrize("form", ["plain", "values"])
def test_what_cannot_be_computed_is_said_and_the_rest_converted(
    formula: str, said: str, form: str
) -> None:
    """A range of another workbook, a sum over sheets, a circle: no reason to give up all."""
    workbook, sheet = new("S")
    rows(sheet, (1, 2, 3))
    workbook.create_sheet("T")["A1"] = 5
    workbook.defined_names["moving"] = DefinedName("moving", attr_text="OFFSET(S!$A$1,0,0,1,2)")
    sheet["E1"], sheet["E2"] = formula, "=RENT_COST(E1,10,1)"
    sheet["E3"] = "=RENT_COST(8,10,15)"
    data, report = portable(parts.linked(saved(workbook), "rates.xlsx"), form)
    assert read_values(data)["S", "E3"] == 1200.0
    assert [r.where_en for r in report.refusals] == ["S!E2"]
    assert said in report.refusals[0].en
    assert "此处无法计算" in report.refusals[0].zh
    assert read_formulas(data)["S", "E2"] == "RENT_COST(E1,10,1)"


@pytest.mark.parametrize(
    "formula", ["=SUM(B2:A1)", "=SUM(S!$B$1:A2)", "=SUM(RENT_COST(B2:A1,1,1))"]
)
def test_corners_the_other_way_round_are_the_same_range(formula: str) -> None:
    data = book_of(A1="1", A2="2", B1="3", B2="4", E1=formula, E2="=RENT_COST(E1,1,1)")
    data = fill(data, {"S!A1": 1, "S!A2": 2, "S!B1": 3, "S!B2": 4})
    done, report = portable(data, "plain")
    assert not report.refusals
    assert read_values(done)["S", "E2"] == 10.0


# -- refusals ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("formula", "said"),
    [
        ('=GPU_PRICE("A100 80GB")', "GPU_PRICE"),
        ("=SUM(A1:RENT_COST(1,1,1))", "RENT_COST gives a value, which is no end of a range"),
        ("=GPU_TFLOPS(A1,A2,A3)", "takes 2 arguments, 3 are given"),
        ("=RENT_COST(A1:A2,B1:B3,1)", "different sizes"),
        ("=RENT_COST(A1:A2*1,10,1)", "several values"),
        ("=FREQUENCY(RENT_COST(A1:A2,1,1),1)", "FREQUENCY"),
        ("=SUM(RENT_COST(A1:A2,1,1)*2)", "SUM"),
        ('=RENT_COST(INDIRECT("A1")*1,10,1)', "INDIRECT"),
        ("=RENT_COST(A1:A9000,1,1)", "9,000 cells"),
    ],
)
def test_what_cannot_be_a_formula_is_refused_by_cell(formula: str, said: str) -> None:
    data, report = portable(book_of(A1="8", A2="9", B1="1", D4=formula), "plain")
    (refusal,) = report.refusals
    assert refusal.where_en == "S!D4" and said in refusal.en
    assert refusal.en != refusal.zh and refusal.formula == formula[1:]
    assert read_formulas(data)["S", "D4"] == formula[1:]
    assert "=" + formula[1:] in refusal.text("zh")


@pytest.mark.parametrize(
    ("formula", "said"),
    [
        ("=SUM(RENT_COST(A1:B3,A1:A2,1))", "ranges of different sizes"),
        ("=SUM(RENT_COST(A1:A3*2,10,1))", "A1:A3*2 gives several values"),
    ],
)
@pytest.mark.parametrize("form", ["plain", "lambda"])
def test_arrays_that_excel_would_read_in_another_way(formula: str, said: str, form: str) -> None:
    """An ordinary formula takes one value of A1:A3*2; a LAMBDA answers #N/A beyond a range."""
    workbook, sheet = new("S")
    rows(sheet, (1, 2), (3, 4), (5, 6))
    sheet["E1"] = formula
    _, report = portable(saved(workbook), form)
    (refusal,) = report.refusals
    assert said in refusal.en and refusal.zh != refusal.en


def test_1904_dates_are_refused_where_the_calendar_matters() -> None:
    """YEAR of serial 1 is 1900 to our functions and 1904 in such a workbook."""
    calendar = [f for f in blocks().values() if "'EDATE'" in repr(f.graph)]
    assert calendar
    for f in calendar:
        plain.check(f, len(f.args), date1904=False)
        with pytest.raises(Refused) as refused:
            plain.check(f, len(f.args), date1904=True)
        assert "1904" in refused.value.en and "1904" in refused.value.zh
    plain.check(functions()["rental_days"], 2, date1904=True)  # a difference is the same in both


def test_no_workbook_is_said_so() -> None:
    with pytest.raises(TemplateError):
        portable(b"not a workbook", "plain")


def test_a_book_without_our_functions_stays_as_it_is() -> None:
    data = book_of(A1="=SUM(B1:B2)", A2="=THEIRS(1)")
    for form in ("plain", "lambda", "values"):
        out, report = portable(data, form)  # type: ignore[arg-type]
        assert out == data and report.rows() == report.rows()[:1]


# -- parts ---------------------------------------------------------------------------------------


def test_the_link_to_the_add_in_goes_and_the_others_are_renumbered() -> None:
    before = parts.unpacked(corpus("add_in_path"))
    data, report = portable(corpus("add_in_path"), "plain")
    after = parts.unpacked(data)
    gone = {n for n in before if n not in after}
    assert gone == {
        "xl/externalLinks/externalLink2.xml",
        "xl/externalLinks/_rels/externalLink2.xml.rels",
    }
    assert report.removed == ["file:///C:/Users/Li/AppData/Roaming/Microsoft/AddIns/gpucalc.xlam"]
    main = after[parts.MAIN]
    assert main.count(b"<externalReference ") == 2 and b"rIdLink2" not in main
    assert b"rIdLink2" not in after[parts.RELS] and b"externalLink2" not in after[parts.TYPES]
    assert b"[2]Sheet1!$A$1</definedName>" in main  # was [3]
    formulas = read_formulas(data)
    assert formulas["Q", "A4"] == "[2]Sheet1!$A$1"
    assert formulas["Q", "A2"].startswith("[1]Sheet1!$A$1+[2]Sheet1!$A$1+")


def test_the_link_stays_while_a_refused_call_uses_it() -> None:
    data = parts.linked(
        book_of(A1='=[1]!GPU_TFLOPS("A100 80GB")', A2="=[1]!GPUCALC_VERSION()"), "gpucalc.xlam"
    )
    out, report = portable(data, "plain")
    assert len(report.refusals) == 1 and not report.removed
    assert "xl/externalLinks/externalLink1.xml" in parts.unpacked(out)
    frozen, told = portable(data, "values")
    assert told.removed == ["gpucalc.xlam"]
    assert "externalLink" not in "".join(parts.unpacked(frozen))


def test_a_table_column_writes_no_function_into_new_rows() -> None:
    workbook, sheet = new("S")
    rows(sheet, ("cards", "cost"), (8, "=RENT_COST(A2,10,15)"), (9, "=RENT_COST(A3,10,15)"))
    table = Table(displayName="jobs", ref="A1:B3")
    table._initialise_columns()
    for column, name in zip(table.tableColumns, ("cards", "cost"), strict=True):
        column.name = name
    column: TableColumn = table.tableColumns[1]
    column.calculatedColumnFormula = TableFormula(
        attr_text="RENT_COST(jobs[[#This Row],[cards]],10,15)"
    )
    sheet.add_table(table)
    data, report = portable(saved(workbook), "plain")
    assert b"calculatedColumnFormula" not in parts.unpacked(data)["xl/tables/table1.xml"]
    assert ("jobs[cost]", "RENT_COST(jobs[[#This Row],[cards]],10,15)") in [
        (c.sheet, c.old) for c in report.changes
    ]


def test_macros_and_everything_beside_stay() -> None:
    before = parts.unpacked(corpus("with_macros"))
    after = parts.unpacked(portable(corpus("with_macros"), "plain")[0])
    assert after["xl/vbaProject.bin"] == before["xl/vbaProject.bin"]
    assert parts.MACRO_TYPE.encode() in after[parts.TYPES]


def test_macros_are_still_read_from_the_copy(tmp_path: Path) -> None:
    copy = tmp_path / "copy.xlsm"
    copy.write_bytes(portable(corpus("with_macros"), "plain")[0])
    with pyopenvba.ExcelFile(copy) as book:
        assert "Totals" in book.module_names()
        assert 'MsgBox Range("A1").Value * 2' in book.get_module("Totals")


def test_only_the_catalog_columns_in_use_are_added() -> None:
    data, report = portable(book_of(A1="A100 80GB", B1="=GPU_TFLOPS(A1)"), "plain")
    names = {n for n in report.added if n.startswith("cat_")}
    assert names == {"cat_gpus_name", "cat_gpus_bf16_tflops"}
    values = read_values(data)
    assert values["Catalog", "A3"] == "name" and "source" in {
        v for (s, c), v in values.items() if s == "Catalog" and c[1:] == "3"
    }


# -- report and command --------------------------------------------------------------------------


def test_the_report_names_every_cell_and_its_values() -> None:
    _, report = portable(corpus("no_formulas"), "plain")
    (change,) = report.changes
    assert (change.sheet, change.cell, change.new, change.value) == ("V", "A4", "312", 312.0)
    table = report.rows("zh")
    assert [len(r) for r in table] == [7] * len(table)
    assert table[1][:4] == ["已转换", "V!A4", '=GPU_TFLOPS("A100 80GB")', "=312"]
    assert sum(r[0] == "未转换" for r in table) == 2
    text = report.csv().decode("utf-8-sig")
    assert "'=GPU_TFLOPS" in text and "\n=GPU" not in text and ",=GPU" not in text


def test_a_stored_value_of_older_days_is_told() -> None:
    """The file held another figure: from an older catalog, say."""
    stale = parts.edited(corpus("other_add_ins"), rb"<v>312</v>", rb"<v>300</v>")
    data, report = portable(stale, "plain")
    (change,) = [c for c in report.changes if c.stale]
    assert (change.stored, change.value) == (300.0, 312.0)
    assert "1 holds another value" in report.summary() and "1 个" in report.summary("zh")
    assert read_values(data)["S", "A1"] == 312.0


def test_command_writes_book_and_report(tmp_path: Path) -> None:
    source, out = tmp_path / "报价.xlsm", tmp_path / "发出.xlsm"
    book = corpus("with_macros")
    source.write_bytes(book)
    listed = tmp_path / "改动.csv"
    args = ["portable", str(source), "-o", str(out), "--to", "values", "--report", str(listed)]
    done = RUN.invoke(app, [*args, "--lang", "zh"])
    assert done.exit_code == 0, done.output
    assert "已转换 1 个单元格" in done.output
    assert read_values(out.read_bytes())["M", "A2"] == 624.0
    assert "GPU_TFLOPS" in listed.read_text(encoding="utf-8-sig")
    again = RUN.invoke(app, args)
    assert again.exit_code == 2 and "force" in again.output
    assert RUN.invoke(app, [*args, "--force"]).exit_code == 0
    assert source.read_bytes() == book


def test_command_reports_as_a_workbook_and_fails_softly(tmp_path: Path) -> None:
    source, out = tmp_path / "in.xlsx", tmp_path / "out.xlsx"
    source.write_bytes(corpus("no_formulas"))
    listed = tmp_path / "changes.xlsx"
    done = RUN.invoke(
        app, ["portable", str(source), "-o", str(out), "--report", str(listed), "--lang", "en"]
    )
    assert done.exit_code == 1 and "2 places still need the add-in" in done.output
    assert out.exists()
    sheet = openpyxl.load_workbook(io.BytesIO(listed.read_bytes())).active
    assert sheet is not None and sheet["C2"].value == '=GPU_TFLOPS("A100 80GB")'
    assert sheet["C2"].data_type == "s"


@pytest.mark.parametrize("output", ["in.xlsx", "out.xlsm", "out.pdf"])
def test_command_refuses_an_output_that_cannot_be(tmp_path: Path, output: str) -> None:
    source = tmp_path / "in.xlsx"
    source.write_bytes(corpus("literals"))
    before = source.read_bytes()
    done = RUN.invoke(app, ["portable", str(source), "-o", str(tmp_path / output), "--force"])
    assert done.exit_code == 2 and done.output
    assert [p.name for p in tmp_path.iterdir()] == ["in.xlsx"] and source.read_bytes() == before


@pytest.mark.parametrize(
    ("report", "force"), [("book.xlsx", True), ("out.xlsx", True), ("r.csv", False)]
)
def test_a_report_replaces_no_workbook(tmp_path: Path, report: str, force: bool) -> None:
    """Nor is a workbook written where its report cannot be."""
    book, out = tmp_path / "book.xlsx", tmp_path / "out.xlsx"
    book.write_bytes(data := corpus("nested"))
    (tmp_path / "r.csv").write_text("mine")
    command = ["portable", str(book), "-o", str(out), "--report", str(tmp_path / report)]
    done = RUN.invoke(app, [*command, "--lang", "en"] + ["--force"] * force)
    assert done.exit_code == 2 and report in done.output
    assert book.read_bytes() == data and not out.exists()
    assert (tmp_path / "r.csv").read_text() == "mine"


def test_today_means_the_same_before_and_after() -> None:
    data = book_of(A1="=RENTAL_DAYS(TODAY(),TODAY()+9)", A2='=RAND()*GPU_TFLOPS("RTX 4090")')
    out, report = portable(data, "plain", now=datetime.datetime(2026, 11, 30))
    assert read_values(out)["S", "A1"] == 10.0 and not report.refusals


# -- LAMBDA names --------------------------------------------------------------------------------


def test_starter_workbook_holds_every_name_and_a_worked_example(tmp_path: Path) -> None:
    path = tmp_path / "lambdas.xlsx"
    done = RUN.invoke(app, ["lambdas", "-o", str(path), "--lang", "zh"])
    assert done.exit_code == 0, done.output
    known = [f for f in functions().values() if not f.not_traceable]
    assert str(len(known)) in done.output
    data = path.read_bytes()
    values = read_values(data)
    shown = {values["GPU", f"A{r}"]: values["GPU", f"E{r}"] for r in range(2, len(known) + 2)}
    for f in known:
        want = f.examples[0].want
        assert engines.same(
            shown[f.lambda_name], str(want) if isinstance(want, ExcelError) else want
        )
    if not engines.missing("formulon"):
        copy = tmp_path / "copy.xlsx"
        copy.write_bytes(engines.for_formulon(data))
        cells = [("GPU", f"E{r}") for r in range(2, len(known) + 2)]
        got = engines.formulon(copy, cells)
        assert [c for c in cells if not engines.same(got[c], values[c])] == []


def test_text_for_excel_labs_is_what_the_names_hold(tmp_path: Path) -> None:
    path = tmp_path / "lambdas.txt"
    assert RUN.invoke(app, ["lambdas", "-o", str(path)]).exit_code == 0
    text = path.read_text(encoding="utf-8-sig")
    assert "_xl" not in text
    for f in functions().values():
        optional = "".join(
            f",[{a.name}]" if not a.required else f",{a.name}" for a in f.args
        ).removeprefix(",")
        assert (f"{f.lambda_name} = LAMBDA({optional}," in text) is not bool(f.not_traceable)
    assert RUN.invoke(app, ["lambdas", "-o", str(tmp_path / "l.docx")]).exit_code == 2
