"""Formulas taken apart, hand-written: calls, arguments, references and what they mean elsewhere."""

from __future__ import annotations

import io

import openpyxl
import pytest
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.table import Table

from gpucalc.excel.book import Book
from gpucalc.excel.portable.contexts import context
from gpucalc.excel.portable.operands import literal
from gpucalc.excel.portable.references import References, Unmovable, localised, shifted
from gpucalc.excel.portable.tokens import our_calls, parse, tokens


def links(number: int) -> str:
    return {1: "file:///C:/AddIns/gpucalc.xlam", 2: "prices.xlsx"}.get(number, "")


def found(formula: str) -> list[str]:
    return [formula[c.start : c.end] for c in our_calls(parse(formula, links))]


def arguments(formula: str) -> list[str]:
    (call,) = our_calls(parse(formula, links))
    return [formula[a.start : a.end] for a in call.args]


@pytest.mark.parametrize(
    ("formula", "calls"),
    [
        ("GPU_CARDS(1,2)", ["GPU_CARDS(1,2)"]),
        ("gpu_cards(1)+GPU.CARDS(2)", ["gpu_cards(1)", "GPU.CARDS(2)"]),
        ("GPU_CARDS (1)+A1 (B2)+[1]!GPU_CARDS\n(2)", ["GPU_CARDS (1)", "[1]!GPU_CARDS\n(2)"]),
        ("IF(A1,GPU_TFLOPS(B1),TRAIN_HOURS(1))", ["GPU_TFLOPS(B1)", "TRAIN_HOURS(1)"]),
        ("GPU_TFLOPS(GPU_TFLOPS(A1))", ["GPU_TFLOPS(GPU_TFLOPS(A1))"]),
        ('"GPU_TFLOPS(A1)"&A1', []),
        ("'GPU_TFLOPS(A1)'!B2", []),
        ("T[GPU_TFLOPS(A1)]", []),
        ("GPU_TFLOPS", []),
        ("MYGPU_TFLOPS(A1)", []),
        ("GPU_TFLOPSX(A1)", []),
        ("gpu.tflops_(A1)", []),
        ("[1]!GPU_TFLOPS(A1)", ["[1]!GPU_TFLOPS(A1)"]),
        ("[2]!GPU_TFLOPS(A1)", []),
        ("Sheet1!GPU_TFLOPS(A1)", []),
        ("'C:\\a (b)\\gpucalc.xlam'!GPU_TFLOPS(A1)", ["'C:\\a (b)\\gpucalc.xlam'!GPU_TFLOPS(A1)"]),
        ("'C:\\a\\theirs.xlsm'!GPU_TFLOPS(A1)", []),
        ("_xlfn.GPU_TFLOPS(A1)", ["_xlfn.GPU_TFLOPS(A1)"]),
        ("_XLUDF._xlfn.GPU_TFLOPS(A1)", ["_XLUDF._xlfn.GPU_TFLOPS(A1)"]),
        ("SUM({1,2;3,4},GPU_TFLOPS(A1))", ["GPU_TFLOPS(A1)"]),
        ("GPU_TFLOPS(A1", ["GPU_TFLOPS(A1"]),
        ("LOG10(GPU_TFLOPS(A1))", ["GPU_TFLOPS(A1)"]),
    ],
)
def test_calls_are_found(formula: str, calls: list[str]) -> None:
    assert found(formula) == calls
    assert "".join(t.text for t in tokens(formula)) == formula


@pytest.mark.parametrize(
    ("formula", "args"),
    [
        ("GPU_CARDS()", []),
        ("GPU_CARDS( )", []),
        ("GPU_CARDS(,)", ["", ""]),
        ("GPU_CARDS(1,,3)", ["1", "", "3"]),
        ('GPU_CARDS("a,b",(1,2),{1,2;3,4})', ['"a,b"', "(1,2)", "{1,2;3,4}"]),
        ('GPU_CARDS("say ""hi"", ok",T[[#This Row],[a,b]],F(1,2))',
         ['"say ""hi"", ok"', "T[[#This Row],[a,b]]", "F(1,2)"]),
        ("GPU_CARDS('It''s, (x)'!A1,T[a'],b])", ["'It''s, (x)'!A1", "T[a'],b]"]),
    ],
)  # fmt: skip
def test_arguments_are_told_apart(formula: str, args: list[str]) -> None:
    assert arguments(formula) == args


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("13", [[13.0]]), ("-5%", [[-0.05]]), ("--2", [[2.0]]), ("1E-3", [[0.001]]),
        ('"a""b"', [['a"b']]), ("true", [[True]]), ("#N/A", [["#N/A"]]), ("(7)", [[7.0]]),
        ("{1,2;3,-4}", [[1.0, 2.0], [3.0, -4.0]]), ('{"a";"b"}', [["a"], ["b"]]),
        ("A1", None), ("1+1", None), ("nm", None), ("{1,2;3}", None), ("F(1)", None),
        ('-"a"', None), ("14.5%", [[0.145]]), ("0.1", [[0.1]]),
    ],
)  # fmt: skip
def test_literals(text: str, values: list[list[object]] | None) -> None:
    assert literal(parse(text)) == values


@pytest.mark.parametrize(
    ("formula", "kind", "bare", "taker"),
    [
        ("GPU_TFLOPS(A1:A2)", "top", True, ""),
        ("1+GPU_TFLOPS(A1:A2)", "top", False, ""),
        ("ROUND(GPU_TFLOPS(A1:A2),2)", "top", False, ""),
        ("SUM(GPU_TFLOPS(A1:A2))", "range", True, "SUM"),
        ("SUM((GPU_TFLOPS(A1:A2)))", "range", True, "SUM"),
        ("SUM(1,GPU_TFLOPS(A1:A2)*2)", "range", False, "SUM"),
        ("SUM(ROUND(GPU_TFLOPS(A1:A2),2))", "range", False, "SUM"),
        ("SUMPRODUCT(GPU_TFLOPS(A1:A2)*B1:B2)", "range", False, "SUMPRODUCT"),
        ("FREQUENCY(GPU_TFLOPS(A1:A2),3)", "unknown", True, "FREQUENCY"),
        ("THEIRS(1+GPU_TFLOPS(A1:A2))", "unknown", False, "THEIRS"),
    ],
)
def test_contexts(formula: str, kind: str, bare: bool, taker: str) -> None:
    (call,) = our_calls(parse(formula))
    where = context(call)
    assert (where.kind, where.bare, where.taker) == (kind, bare, taker)


def test_shared_formulas_are_read_from_another_cell() -> None:
    first = "A1+$B$2+C$3+$D4+SUM(A:A,$B:C,1:2)+LOG10(A1)+'A1'!B2+T[A1]+\"A1\"+1+TRUE+Rate24x"
    want = "B3+$B$2+D$3+$D6+SUM(B:B,$B:D,3:4)+LOG10(B3)+'A1'!C4+T[A1]+\"A1\"+1+TRUE+Rate24x"
    assert shifted(first, 2, 1) == want
    assert shifted(want, -2, -1) == first
    assert shifted("A1", -1, -1) == "XFD1048576"  # as Excel goes around the edge
    assert shifted("GPU_CARDS(A1,1E5,Sheet1!$A1:B$2)", 1, 1) == "GPU_CARDS(B2,1E5,Sheet1!$A2:C$2)"


# -- references ----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def references() -> References:
    workbook = openpyxl.Workbook()
    sheet = workbook.active
    assert sheet is not None
    sheet.title = "S 1"
    for row in (("p", "a [x]", "c"), (1, 2, 3), (4, 5, 6), ("sum", 7, 9)):
        sheet.append(row)
    table = Table(displayName="T", ref="A1:C4", totalsRowCount=1)
    sheet.add_table(table)
    for name, text in (("nm", "'S 1'!$B$2"), ("rel", "'S 1'!B2"), ("konst", "0.5")):
        workbook.defined_names[name] = DefinedName(name, attr_text=text)
    sheet.defined_names["loc"] = DefinedName("loc", attr_text="'S 1'!$C$2")
    workbook.defined_names["col"] = DefinedName("col", attr_text="T[p]")
    stream = io.BytesIO()
    workbook.save(stream)
    return References(Book.open(stream.getvalue()))


PLACE = ("S 1", 2, 5)


@pytest.mark.parametrize(
    ("text", "area", "elsewhere"),
    [
        ("A1", "A1", "'S 1'!A1"),
        ("$A$1:B2", "A1:B2", "'S 1'!$A$1:B2"),
        ("(A1)", "A1", "('S 1'!A1)"),
        ("A:B", "A1:B1048576", "'S 1'!A:B"),
        ("2:3", "A2:XFD3", "'S 1'!2:3"),
        ("'s 1'!B2", "B2", "'s 1'!B2"),
        ("nm", "B2", "nm"),
        ("loc", "C2", "'S 1'!loc"),
        ("col", "A2:A3", "col"),
        ("konst", None, "konst"),
        ("T[p]", "A2:A3", "'S 1'!A2:A3"),
        ("t[@p]", "A2", "'S 1'!A2"),
        ("T[[#This Row],[p]]", "A2", "'S 1'!A2"),
        ("T[[#This Row],p]", "A2", "'S 1'!A2"),
        ("T[[p]:[c]]", "A2:C3", "'S 1'!A2:C3"),
        ("T[[#All],[p]]", "A1:A4", "'S 1'!A1:A4"),
        ("T[[#Totals],[c]]", "C4", "'S 1'!C4"),
        ("T[#Headers]", "A1:C1", "'S 1'!A1:C1"),
        ("T[a '[x']]", "B2:B3", "'S 1'!B2:B3"),
        ("T", "A2:C3", "T"),
        ("[1]Sheet1!A1", None, "[1]Sheet1!A1"),
        ("A1*2", None, "'S 1'!A1*2"),
        ("Nowhere!A1", None, "Nowhere!A1"),
        ("ROW()+COLUMN()", None, "ROW('S 1'!IV2)+COLUMN('S 1'!E65536)"),
        ("A1:INDEX(B1:B3,2)", None, "'S 1'!A1:INDEX('S 1'!B1:B3,2)"),
        ('IF(A1="A1",B1)', None, "IF('S 1'!A1=\"A1\",'S 1'!B1)"),
    ],
)
def test_references(references: References, text: str, area: str | None, elsewhere: str) -> None:
    found = references.whole(parse(text), PLACE)
    assert (None if found is None else found.cells) == area
    assert references.moved(text, PLACE) == elsewhere


@pytest.mark.parametrize(
    "text", ["INDIRECT(A1)", "rel+1", "[@nope]", "_xlpm.x*2", 'CELL("row")', "T[nope]"]
)
def test_what_means_something_else_elsewhere_is_refused(references: References, text: str) -> None:
    with pytest.raises(Unmovable) as refused:
        references.moved(text, PLACE)
    assert refused.value.en != refused.value.zh


def test_a_sheet_needs_no_name_of_its_own() -> None:
    text = "'S 1'!A1+'s 1'!$B$2:C3+Other!A1+'S 1'!loc+\"'S 1'!A1\"+[1]'S 1'!A1"
    want = "A1+$B$2:C3+Other!A1+'S 1'!loc+\"'S 1'!A1\"+[1]'S 1'!A1"
    assert localised(text, "S 1") == want
