"""What every quote book keeps to, untouched or filled."""

from __future__ import annotations

import io
import re
import zipfile
from functools import lru_cache
from pathlib import Path

import openpyxl
import pytest
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.worksheet import Worksheet
from openxml_audit import OpenXmlValidator

from gpucalc import glossary
from gpucalc.excel.fill import read_names, read_values
from gpucalc.excel.lint import lint
from tests import engines
from tests.workbooks.quotes import LANGUAGES, Quote, template
from tests.workbooks.test_quote_stories import FINE_TUNE, MONTH, PRETRAIN
from workbooks import quote

# Functions that Excel 2010, WPS and LibreOffice all have; none is volatile.
PORTABLE = {
    *("ABS", "COUNTIFS", "FIND", "IF", "INDEX", "INT", "ISNA", "ISNUMBER", "LEFT", "LEN", "MATCH"),
    *("MID", "MOD", "RIGHT", "ROUND", "SQRT", "SUBSTITUTE", "SUM", "TEXT", "TRIM", "VALUE"),
}
ERROR = re.compile(r"#(N/A|REF!|NAME\?|VALUE!|DIV/0!|NUM!|NULL!)")

each_language = pytest.mark.parametrize("lang", LANGUAGES)


@lru_cache
def opened(lang: str) -> openpyxl.Workbook:
    """The template with its formulas."""
    return openpyxl.load_workbook(io.BytesIO(template(lang)))


def formulas(lang: str) -> dict[tuple[str, str], str]:
    """Every formula of the template."""
    return {
        (sheet.title, cell.coordinate): cell.value
        for sheet in opened(lang)
        for row in sheet.iter_rows()
        for cell in row
        if cell.data_type == "f"
    }


def parts(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as package:
        return {name: package.read(name) for name in package.namelist()}


# -- the file ------------------------------------------------------------------------------------


@each_language
@pytest.mark.slow
def test_the_committed_template_is_current(lang: str) -> None:
    """Rebuilt from workbooks/, every part is the same: run `python -m workbooks.build`."""
    built, committed = parts(quote.build(lang)), parts(template(lang))
    assert list(built) == list(committed)
    stale = [name for name in built if built[name] != committed[name]]
    assert stale == []


@each_language
def test_excel_has_nothing_to_repair(lang: str, tmp_path: Path) -> None:
    for name, data in (("untouched", template(lang)), ("filled", Quote(lang, **PRETRAIN).data)):
        assert lint(data) == []
        path = tmp_path / f"{name}.xlsx"
        path.write_bytes(data)
        result = OpenXmlValidator(strict=True).validate(path)
        assert [str(error) for error in result.errors] == []


@each_language
def test_every_formula_cell_carries_its_value(lang: str, tmp_path: Path) -> None:
    path = tmp_path / "quote.xlsx"
    for data in (template(lang), Quote(lang, **MONTH).data):
        path.write_bytes(data)
        assert engines.without_value(path) == []


@each_language
def test_formulas_are_portable_and_short(lang: str) -> None:
    found = formulas(lang)
    assert len(found) > 1500
    for place, formula in found.items():
        outside = re.sub(r'"[^"]*"', "", formula)
        assert set(re.findall(r"([A-Z][A-Z0-9.]*)\(", outside)) <= PORTABLE, place
        assert "[" not in outside, place  # another workbook
        assert len(formula) <= 2000, (place, len(formula))


@each_language
def test_nothing_is_hidden(lang: str) -> None:
    for sheet in opened(lang):
        assert sheet.sheet_state == "visible"
        assert not [r for r, d in sheet.row_dimensions.items() if d.hidden]
        assert not [c for c, d in sheet.column_dimensions.items() if d.hidden]


# -- names and inputs ----------------------------------------------------------------------------


def test_both_languages_have_the_same_names() -> None:
    english, chinese = (set(read_names(template(lang))) for lang in LANGUAGES)
    # The words of an amount in RMB are Chinese; notes stand in the book's language.
    assert {name for name in english ^ chinese if "_note" not in name} == {"out_amount_in_words"}


@each_language
def test_names_are_inputs_results_and_catalog_columns(lang: str) -> None:
    names = opened(lang).defined_names
    assert all(re.fullmatch(r"(in|out|cat)_[a-z][a-z0-9_]*", name) for name in names)
    for name, defined in names.items():
        places = list(defined.destinations)
        assert len(places) == 1
        assert (":" in places[0][1]) == name.startswith("cat_")
        if name.startswith("in_"):
            assert glossary.label(name.removeprefix("in_"), lang)


@each_language
def test_inputs_are_open_and_formulas_are_guarded(lang: str) -> None:
    book = opened(lang)
    for name, defined in book.defined_names.items():
        if name.startswith("in_"):
            ((sheet, cell),) = defined.destinations
            assert book[sheet][cell].protection.locked is False, name
    for (sheet, cell), _ in formulas(lang).items():
        assert book[sheet][cell].protection.locked, (sheet, cell)
    for sheet in book:
        assert sheet.protection.sheet and sheet.protection.password is None


@each_language
def test_every_input_says_what_it_takes(lang: str) -> None:
    book = opened(lang)
    told = {
        (sheet.title, cell)
        for sheet in book
        for rule in sheet.data_validations.dataValidation
        if rule.prompt
        for area in rule.sqref.ranges
        for cell in (f"{get_column_letter(c)}{r}" for r, c in area.cells)
    }
    free_text = {"specification", "item", "unit"}  # of the line items: their headings say it
    for name, defined in book.defined_names.items():
        if name.startswith("in_") and name.rpartition("_")[2] not in free_text:
            ((sheet, cell),) = defined.destinations
            assert (sheet, cell.replace("$", "")) in told, name


@each_language
def test_every_sheet_is_set_up_for_a4(lang: str) -> None:
    for sheet in opened(lang):
        assert isinstance(sheet, Worksheet)
        assert sheet.page_setup.paperSize == 9
        assert sheet.sheet_properties.pageSetUpPr.fitToPage
        assert sheet.page_setup.fitToWidth == (2 if sheet.print_title_cols else 1)
        assert "&P" in sheet.oddFooter.right.text
    page = opened(lang)[glossary.label("sheet_quotation", lang)]
    assert page.page_setup.orientation == "portrait" and page.page_setup.fitToHeight == 1
    assert page.print_area


# -- untouched and broken ------------------------------------------------------------------------


def errors(cells: dict[tuple[str, str], object]) -> list[object]:
    return [(k, v) for k, v in cells.items() if isinstance(v, str) and ERROR.fullmatch(v)]


@each_language
def test_an_untouched_book_is_incomplete_and_blank(lang: str) -> None:
    names, cells = read_names(template(lang)), read_values(template(lang))
    assert errors(cells) == []
    assert cells[names["out_status"]] == glossary.label("incomplete", lang)
    blank = ["net", "tax", "gross", "rent_net", "rent_gross", "price", "cards", "train_hours",
             "billed_hours", "valid_until", "validity_status"]  # fmt: skip
    blank += ["amount_in_words"] if lang == "zh" else []
    assert {name: cells.get(names[f"out_{name}"]) for name in blank} == dict.fromkeys(blank, "")


@each_language
@pytest.mark.parametrize(
    "change",
    [
        {"params": "thirteen"},
        {"tokens": -5},
        {"gpu": "no such card"},
        {"gpu": "*"},
        {"days": 0},
        {"price": "1500元/台天"},
        {"mfu": 1.4},
        {"tax_rate": 6},
        {"discount": 1.5},
        {"cards": 2.5},
        {"hours_per_day": 25},
        {"billing_plan": "whenever"},
        {"tax_category": "none of them"},
        {"start_date": "soon"},
        {"storage_quantity": "some", "storage_price": 1},
        {"rent_hours": 0},
    ],
)
def test_what_a_paste_brings_in_fails_a_check_and_shows_no_error(
    lang: str, change: dict[str, object]
) -> None:
    """Validation stops typing, not pasting: the checks look at every input again."""
    book = Quote(lang, **(PRETRAIN | change))
    assert book["status"] == book.label("fail")
    assert errors(book.cells) == []


@each_language
@pytest.mark.parametrize("missing", ["price", "gpu", "tokens", "days", "customer", "quote_no"])
def test_what_is_missing_leaves_the_quote_incomplete(lang: str, missing: str) -> None:
    values = {k: v for k, v in PRETRAIN.items() if k != missing}
    book = Quote(lang, **values)
    assert book["status"] == book.label("incomplete")
    assert errors(book.cells) == []
    if missing in ("price", "gpu", "tokens", "days"):
        assert book.money() == ("", "", "")


# -- engines -------------------------------------------------------------------------------------


@pytest.mark.libreoffice
def test_libreoffice_computes_the_same_books(tmp_path: Path) -> None:
    """Every value of every book, computed anew by LibreOffice from the same file."""
    books = {}
    for lang in LANGUAGES:
        for name, values in (("one", PRETRAIN), ("two", FINE_TUNE), ("five", MONTH), ("no", {})):
            path = tmp_path / f"{lang}-{name}.xlsx"
            path.write_bytes(Quote(lang, **values).data if values else template(lang))
            books[path] = read_values(path.read_bytes())
    anew = engines.libreoffice(books)
    compared = 0
    for path, stored in books.items():
        for place, value in stored.items():
            there = anew[path].get(place, "")
            assert engines.same(value, there), (path.name, place, value, there)
            compared += 1
    assert compared > 10_000
