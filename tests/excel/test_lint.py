"""Each cause of "We found a problem with some content", planted in a small book, is found."""

from __future__ import annotations

import io
import warnings
from collections.abc import Callable
from typing import Any

import openpyxl
import pytest
import xlsxwriter
from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.table import Table, TableColumn

from gpucalc.excel.checks.formulas import formula_flaws
from gpucalc.excel.lint import lint
from gpucalc.excel.recalc import recalculate
from tests.excel.books import HEAD, packed, parts, patched, raw_sheet, rich, sheet_xml

SHEET = "xl/worksheets/sheet1.xml"
WORKBOOK = "xl/workbook.xml"


def made(build: Callable[[Any, Any], object]) -> bytes:
    """A book that openpyxl saves without complaint."""
    book = openpyxl.Workbook()
    sheet: Any = book.active
    sheet.title = "S"
    out = io.BytesIO()
    with warnings.catch_warnings():
        # What it does notice, it warns of and saves all the same.
        warnings.simplefilter("ignore", UserWarning)
        build(book, sheet)
        book.save(out)
    return out.getvalue()


def codes(book: bytes, **options: Any) -> set[str]:
    return {finding.code for finding in lint(book, **options)}


def with_table(
    sheet: Any, name: str = "T", ref: str = "A1:B2", headings: Any = ("a", "b")
) -> Table:
    for column, heading in enumerate(headings, 1):
        sheet.cell(1, column, heading)
        sheet.cell(2, column, 1)
    table = Table(displayName=name, ref=ref)
    sheet.add_table(table)
    return table


# ------------------------------------------------------------------ clean books


def test_books_of_libraries_are_clean() -> None:
    assert lint(rich(), file="quote.xlsx") == []

    def build(book: Any, sheet: Any) -> None:
        with_table(sheet)
        sheet["D1"] = "a" * 32767
        sheet["D2"] = "\t=x"
        sheet.merge_cells("F1:G2")
        sheet.merge_cells("F3:G3")
        sheet.print_title_rows = "1:2"
        sheet.print_area = "A1:D9"
        sheet.oddHeader.center.text = "x" * 200
        sheet["H1"].hyperlink = "https://example.com/" + "x" * 2000
        validation = DataValidation("list", formula1='"' + "x" * 255 + '"')
        validation.add("I1")
        sheet.add_data_validation(validation)
        book.create_sheet("It's").print_title_cols = "A:B"

    assert lint(made(build)) == []


def test_computed_books_are_clean() -> None:
    def build(book: Any, sheet: Any) -> None:
        sheet["A1"], sheet["A2"] = 2, '=IF(A1>1,"中","")&"x"'

    book = made(build)
    assert codes(book) == {"formula-no-value"}
    assert lint(book, ignore={"formula-no-value"}) == []
    assert lint(recalculate(book)) == []


def test_findings_say_where_in_both_languages() -> None:
    (finding,) = lint(made(lambda book, sheet: sheet.__setitem__("B3", "=1/A1")))
    assert finding.where == "S!B3"
    assert finding.text() == f"S!B3: {finding.message_en}"
    assert finding.text("zh") == f"S!B3: {finding.message_zh}"
    assert "公式" in finding.message_zh


# ------------------------------------------------------------------ planted with openpyxl


def doubled_headings(book: Any, sheet: Any) -> None:
    with_table(sheet, headings=("ID", "id"))


def other_heading(book: Any, sheet: Any) -> None:
    table = with_table(sheet)
    table._initialise_columns()
    table.tableColumns[1].name = "other"


def numeric_heading(book: Any, sheet: Any) -> None:
    table = with_table(sheet, headings=("a", 2026))
    table._initialise_columns()
    table.tableColumns[1].name = "2026"


def too_many_columns(book: Any, sheet: Any) -> None:
    table = with_table(sheet)
    table._initialise_columns()
    table.tableColumns.append(TableColumn(id=3, name="c"))


def no_data_row(book: Any, sheet: Any) -> None:
    with_table(sheet, ref="A1:B1")


def overlapping_tables(book: Any, sheet: Any) -> None:
    with_table(sheet)
    sheet["C1"] = "c"
    sheet.add_table(Table(displayName="U", ref="B1:C3"))


def merge_in_table(book: Any, sheet: Any) -> None:
    with_table(sheet)
    sheet.merge_cells("B2:C2")


def filter_over_table(book: Any, sheet: Any) -> None:
    with_table(sheet)
    sheet.auto_filter.ref = "A1:B2"


def cell_like_table(book: Any, sheet: Any) -> None:
    with_table(sheet, "GPU1")


def table_called_like_a_name(book: Any, sheet: Any) -> None:
    with_table(sheet, "rates")
    book.defined_names["RATES"] = openpyxl.workbook.defined_name.DefinedName(
        "RATES", attr_text="S!$A$1"
    )


def name(text: str, target: str = "S!$A$1") -> Callable[[Any, Any], None]:
    def build(book: Any, sheet: Any) -> None:
        book.defined_names[text] = openpyxl.workbook.defined_name.DefinedName(
            text, attr_text=target
        )

    return build


def two_names(book: Any, sheet: Any) -> None:
    name("rate")(book, sheet)
    name("RATE")(book, sheet)


def titled(title: str) -> Callable[[Any, Any], None]:
    return lambda book, sheet: setattr(sheet, "title", title)


def long_list(book: Any, sheet: Any) -> None:
    validation = DataValidation("list", formula1='"' + ",".join(["A100 80GB"] * 30) + '"')
    validation.add("A1")
    sheet.add_data_validation(validation)


def validation_text(**texts: str) -> Callable[[Any, Any], None]:
    def build(book: Any, sheet: Any) -> None:
        validation = DataValidation("whole", formula1="1", formula2="2", **texts)
        validation.add("A1")
        sheet.add_data_validation(validation)

    return build


def cell(value: object) -> Callable[[Any, Any], None]:
    return lambda book, sheet: sheet.__setitem__("A1", value)


def merged(*areas: str) -> Callable[[Any, Any], None]:
    def build(book: Any, sheet: Any) -> None:
        for area in areas:
            sheet.merge_cells(area)

    return build


def long_link(book: Any, sheet: Any) -> None:
    sheet["A1"].hyperlink = "https://example.com/" + "x" * 2080


def long_header(book: Any, sheet: Any) -> None:
    sheet.oddFooter.left.text = "x" * 300


def long_property(book: Any, sheet: Any) -> None:
    from openpyxl.packaging.custom import StringProperty

    book.custom_doc_props.append(StringProperty(name="x", value="y" * 300))


PLANTED = [
    (doubled_headings, "table-heading"),
    (other_heading, "table-heading"),
    (numeric_heading, "table-heading"),
    (too_many_columns, "table-shape"),
    (no_data_row, "table-shape"),
    (overlapping_tables, "table-overlap"),
    (merge_in_table, "table-overlap"),
    (filter_over_table, "table-overlap"),
    (cell_like_table, "table-name"),
    (table_called_like_a_name, "table-name"),
    (name("GPU1"), "name"),
    (name("bad name"), "name"),
    (two_names, "name"),
    (name("x", "$A$1"), "name-reference"),
    (name("x", "#REF!"), "name-reference"),
    (name("x", "Gone!$A$1"), "name-reference"),
    (name("x", "S!A1"), "name-relative"),
    (name("x", "S!$A1"), "name-relative"),
    (name("x", "SUM(S!$A$1;2)"), "formula-syntax"),
    (name("Print_Area"), "print-name"),
    (titled("x" * 40), "sheet-name"),
    (titled("'x'"), "sheet-name"),
    (titled("History"), "sheet-name"),
    (long_list, "validation"),
    (validation_text(promptTitle="x" * 33), "validation"),
    (validation_text(errorTitle="x" * 33), "validation"),
    (validation_text(prompt="x" * 256), "validation"),
    (validation_text(error="x" * 256), "validation"),
    (long_header, "header"),
    (long_link, "link"),
    (long_property, "property"),
    (cell("=" + "+".join(["1"] * 6000)), "formula-long"),
    (cell('="' + "x" * 256 + '"'), "formula-string"),
    (cell("=SUM(1;2)"), "formula-syntax"),
    (cell("=SUM((1,2)"), "formula-syntax"),
    (cell("=SUM（1）"), "formula-syntax"),
    (cell("=求和(1,2)"), "formula-function"),
    (cell("=SUMME(1,2)"), "formula-function"),
    (cell("=XLOOKUP(1,A2:A3,B2:B3)"), "formula-function"),
    (cell("=A2"), "formula-no-value"),
    (cell(float("nan")), "value"),
    (merged("A1:B2", "B2:C3"), "merge"),
    (merged("A1:A100", "C1:C2", "A50:B50"), "merge"),
]


@pytest.mark.parametrize(
    ("build", "code"), PLANTED, ids=[f"{i}-{c}" for i, (_, c) in enumerate(PLANTED)]
)
def test_planted_causes_are_found(build: Callable[[Any, Any], object], code: str) -> None:
    found = codes(made(build))
    assert code in found
    # Nothing else is blamed, so that the message points at the cause.
    assert found <= {code, "formula-no-value"}


# ------------------------------------------------------------------ planted in the XML


def ok() -> bytes:
    return made(lambda book, sheet: sheet.__setitem__("A1", "x"))


ROW = '<row r="{}"><c r="{}"{}>{}</c></row>'
RAW = [
    (ROW.format(1, "A1", "", "<v></v>"), "value"),
    (ROW.format(1, "A1", "", "<v>inf</v>"), "value"),
    (ROW.format(1, "A1", "", "<v>1_0</v>"), "value"),
    (ROW.format(1, "A1", ' t="s"', "<v>5</v>"), "value"),
    (ROW.format(1, "A1", ' t="b"', "<v>TRUE</v>"), "value"),
    (ROW.format(1, "A1", ' t="x"', "<v>1</v>"), "value"),
    (ROW.format(1, "A1", ' t="e"', "<v>#NAME?</v>"), "error-value"),
    (ROW.format(1, "A1", ' t="inlineStr"', f"<is><t>{'x' * 32768}</t></is>"), "text-long"),
    (ROW.format(1, "A1", ' t="inlineStr"', f"<is><t>{'😀' * 16384}</t></is>"), "text-long"),
    (ROW.format(1, "A1", ' s="7"', "<v>1</v>"), "style"),
    ('<row r="1" s="9" customFormat="1"/>', "style"),
    ('<row r="2"/><row r="1"/>', "cell-order"),
    ('<row r="1"/><row r="1"/>', "cell-order"),
    ('<row r="1048577"/>', "cell-order"),
    ('<row r="1"><c r="B1"/><c r="A1"/></row>', "cell-order"),
    ('<row r="1"><c r="A1"/><c r="A1"/></row>', "cell-order"),
    ('<row r="1"><c r="A2"/></row>', "cell-order"),
    ('<row r="1"><c r="XFE1"/></row>', "cell-order"),
    (ROW.format(1, "A1", "", "<f>=1</f><v>1</v>"), "formula-syntax"),
    (ROW.format(1, "A1", "", '<f>"x</f><v>1</v>'), "formula-syntax"),
    (ROW.format(1, "A1", "", "<f>1)</f><v>1</v>"), "formula-syntax"),
    (ROW.format(1, "A1", "", '<f t="shared" si="0"/><v>1</v>'), "formula-syntax"),
]


@pytest.mark.parametrize(("rows", "code"), RAW)
def test_planted_cells_are_found(rows: str, code: str) -> None:
    assert code in codes(raw_sheet(rows))


def test_unknown_errors_are_found() -> None:
    assert codes(raw_sheet(ROW.format(1, "A1", ' t="e"', "<v>#CIRC!</v>"))) == {
        "value",
        "error-value",
    }


def test_element_order() -> None:
    tail = '<pageMargins left="1" right="1" top="1" bottom="1" header="1" footer="1"/>'
    merge = '<mergeCells count="1"><mergeCell ref="A1:B1"/></mergeCells>'
    assert codes(raw_sheet("", tail=merge + tail + "</worksheet>")) == set()
    assert codes(raw_sheet("", tail=tail + merge + "</worksheet>")) == {"order"}
    assert codes(raw_sheet("", tail=tail + tail + "</worksheet>")) == {"order"}
    assert codes(
        raw_sheet("", tail='<mergeCells><mergeCell ref="A1"/></mergeCells></worksheet>')
    ) == {"merge"}


def test_control_characters_and_bare_ampersands() -> None:
    for bad in ("\x07", "&", "<", "\x16"):
        assert "xml" in codes(raw_sheet(ROW.format(1, "A1", ' t="str"', f"<v>{bad}</v>")))
    assert codes(raw_sheet(ROW.format(1, "A1", ' t="str"', "<v>&#7;</v>"))) == {"xml"}


def test_a_book_needs_a_sheet_to_show() -> None:
    hidden = patched(ok(), WORKBOOK, ('state="visible"', 'state="hidden"'))
    assert codes(hidden) == {"sheet-hidden"}


def test_sheets_of_the_same_name() -> None:
    def build(book: Any, sheet: Any) -> None:
        book.create_sheet("T")

    assert codes(patched(made(build), WORKBOOK, ('name="T"', 'name="s"'))) == {"sheet-name"}


@pytest.mark.parametrize(
    "text", ["x'y!$1:$2", "'x'y'!$1:$2", "$1:$2", "S!$1:$2", "'It''s'!#REF!", "'It''s'!A1:B2,"]
)
def test_print_titles_of_sheets_with_apostrophes(text: str) -> None:
    def build(book: Any, sheet: Any) -> None:
        sheet.title = "It's"
        sheet.print_title_rows = "1:2"

    book = made(build)
    assert codes(book) == set()
    assert codes(patched(book, WORKBOOK, ("'It''s'!$1:$2", text))) == {"print-name"}


def test_formats_that_do_not_exist() -> None:
    def build(book: Any, sheet: Any) -> None:
        from openpyxl.formatting.rule import CellIsRule
        from openpyxl.styles import PatternFill

        rule = CellIsRule(operator="equal", formula=["1"], fill=PatternFill(bgColor="FF0000"))
        sheet.conditional_formatting.add("A1", rule)

    book = made(build)
    assert codes(book) == set()
    assert codes(patched(book, SHEET, ('dxfId="0"', 'dxfId="3"'))) == {"style"}
    assert codes(patched(book, SHEET, ("<formula>1<", "<formula>1;2<"))) == {"formula-syntax"}
    fonts = patched(
        book, "xl/styles.xml", ('<xf numFmtId="0" fontId="0"', '<xf numFmtId="0" fontId="9"')
    )
    cells = patched(
        book,
        "xl/styles.xml",
        (
            '<cellXfs count="1"><xf numFmtId="0" fontId="0"',
            '<cellXfs count="1"><xf numFmtId="0" fontId="9"',
        ),
    )
    assert codes(cells) == {"style"}
    assert codes(fonts) <= {"style"}


def test_missing_parts_types_and_relationships() -> None:
    contents = parts(rich())
    missing = {k: v for k, v in contents.items() if k != "xl/charts/chart1.xml"}
    assert codes(packed(missing)) == {"relation"}
    assert codes(packed(contents | {"xl/new.zzz": b"x"})) == {"part"}
    rels = "xl/worksheets/_rels/sheet1.xml.rels"
    assert "relation" in codes(packed({k: v for k, v in contents.items() if k != rels}))
    twice = contents[rels].replace(b'Id="rId2"', b'Id="rId1"')
    assert "relation" in codes(packed(contents | {rels: twice}))


def test_a_stray_calculation_chain() -> None:
    def build(book: Any, sheet: Any) -> None:
        sheet["A1"] = "=1"

    contents = parts(recalculate(made(build)))
    main = HEAD.partition('xmlns="')[2].partition('"')[0]
    kind = "application/vnd.openxmlformats-officedocument.spreadsheetml.calcChain+xml"
    contents["[Content_Types].xml"] = contents["[Content_Types].xml"].replace(
        b"</Types>",
        f'<Override PartName="/xl/calcChain.xml" ContentType="{kind}"/></Types>'.encode(),
    )
    relation = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/calcChain"
    rels = "xl/_rels/workbook.xml.rels"
    contents[rels] = contents[rels].replace(
        b"</Relationships>",
        f'<Relationship Id="r9" Type="{relation}" Target="calcChain.xml"/>'.encode()
        + b"</Relationships>",
    )
    for chain, found in (
        ('<c r="A1" i="1"/>', set()),
        ('<c r="A1" i="1"/><c r="B1"/>', {"calc-chain"}),
    ):
        contents["xl/calcChain.xml"] = f'<calcChain xmlns="{main}">{chain}</calcChain>'.encode()
        assert codes(packed(contents)) == found


def test_doubled_entries_and_leftovers_of_an_older_file() -> None:
    import zipfile

    book = ok()
    out = io.BytesIO(book)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with zipfile.ZipFile(out, "a") as archive:
            archive.writestr(SHEET, b"<x/>")
    assert codes(out.getvalue()) == {"package"}
    assert codes(book + b"\0" * 100) == {"zip"}
    assert codes(b"no zip") == {"package"}


def test_endings_and_macros() -> None:
    book = ok()
    assert codes(book, file="a.xlsx") == set()
    assert codes(book, file="a.xlsm") == {"extension"}
    with_code = parts(book) | {"xl/vbaProject.bin": b"x"}
    types = "[Content_Types].xml"
    with_code[types] = with_code[types].replace(
        b"</Types>",
        b'<Default Extension="bin" ContentType="application/vnd.ms-office.vbaProject"/></Types>',
    )
    assert codes(packed(with_code), file="a.xlsm") == {"extension"}
    macro = (
        with_code[types]
        .replace(b"spreadsheetml.sheet.main+xml", b"x.sheet.macroEnabled.main+xml")
        .replace(b"openxmlformats-officedocument.x", b"ms-excel")
    )
    assert codes(packed(with_code | {types: macro}), file="a.xlsm") == set()
    assert codes(packed(with_code | {types: macro}), file="a.xlsx") == {"extension"}


def test_more_links_than_excel_takes() -> None:
    links = "".join(f'<hyperlink ref="A{n}" location="S!A1"/>' for n in range(1, 65_532))
    assert codes(raw_sheet("", tail=f"<hyperlinks>{links}</hyperlinks></worksheet>")) == {"link"}


def test_findings_name_what_an_addin_brings() -> None:
    book = raw_sheet(ROW.format(1, "A1", "", "<f>GPU_CARDS(1)</f><v>1</v>"))
    assert codes(book) == {"formula-function"}
    assert codes(book, known_functions=["gpu_cards"]) == set()


# ------------------------------------------------------------------ formulas


@pytest.mark.parametrize(
    "formula",
    [
        "1+1",
        "SUM(A1:B2,'It''s (x)'!$C$3)",
        'IF(A1="a;b(",1,2)',
        "SUM({1,2;3,4})",
        "Table1[[#This Row],[it's '] x]]*2",
        "[1]Sheet1!A1+1",
        "_xlfn.LET(_xlpm.x,1,_xlpm.x+1)",
        "_xlfn._xlws.FILTER(A1:A2,B1:B2)",
        "@A1:A3+A1#",
        "-1%^2<>3",
        "报价!A1&客户",
        "#REF!+#N/A",
        "NETWORKDAYS.INTL(1,2)",
        " SUM( 1 ,\n2 )",
    ],
)
def test_good_formulas(formula: str) -> None:
    assert formula_flaws(formula) == ()


@pytest.mark.parametrize(
    ("formula", "code"),
    [
        (" ", "formula-syntax"),
        ("(" * 65 + "1" + ")" * 65, "formula-syntax"),
        ("SUM({1,2)}", "formula-syntax"),
        ("T[x", "formula-syntax"),
        ("'x!A1", "formula-syntax"),
        ("“a”", "formula-syntax"),
        ("1，2", "formula-syntax"),
        ("FILTER(A1:A2,1)", "formula-function"),
    ],
)
def test_bad_formulas(formula: str, code: str) -> None:
    assert {flaw.code for flaw in formula_flaws(formula)} == {code}


def test_every_finding_has_both_languages() -> None:
    for build, _ in PLANTED:
        for finding in lint(made(build)):
            assert finding.message_en != finding.message_zh
            assert any("\u4e00" <= c <= "\u9fff" for c in finding.message_zh)
            assert finding.where


def test_xlsxwriter_books_with_everything_are_clean() -> None:
    out = io.BytesIO()
    book = xlsxwriter.Workbook(out, {"constant_memory": True})
    sheet = book.add_worksheet()
    for row in range(200):
        sheet.write_row(row, 0, [row, "text", row / 7])
        sheet.write_formula(row, 3, f"=A{row + 1}*2", None, row * 2)
    book.close()
    assert lint(out.getvalue()) == []
    assert "inlineStr" in sheet_xml(out.getvalue())
