"""What every template keeps to, untouched, in both languages."""

from __future__ import annotations

import importlib
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

from gpucalc import glossary, handover, registry
from gpucalc.excel.fill import read_names, read_values
from gpucalc.excel.lint import lint
from gpucalc.excel.recalc import recalculate
from tests import engines
from tests.workbooks.books import ERROR, LANGUAGES, template
from tests.workbooks.filled import filled, prices
from workbooks.build import TEMPLATES
from workbooks.words import Words, load

# Functions that Excel 2010, WPS and LibreOffice all have; none is volatile.
PORTABLE = {
    *(
        "ABS",
        "AND",
        "COUNTIFS",
        "DATE",
        "DAY",
        "EDATE",
        "EXP",
        "FIND",
        "IF",
        "INDEX",
        "INT",
        "ISNA",
    ),
    *("ISNUMBER", "LEFT", "LEN", "LN", "MATCH", "MID", "MOD", "NPV", "RIGHT", "ROUND", "SQRT"),
    *("SUBSTITUTE", "SUM", "SUMIFS", "TEXT", "TRIM", "VALUE", "YEAR"),
}

each_book = pytest.mark.parametrize(
    ("name", "lang"), [(name, lang) for name in TEMPLATES for lang in LANGUAGES]
)


@lru_cache
def opened(name: str, lang: str) -> openpyxl.Workbook:
    """The template with its formulas."""
    return openpyxl.load_workbook(io.BytesIO(template(name, lang)))


def formulas(name: str, lang: str) -> dict[tuple[str, str], str]:
    """Every formula of the template."""
    return {
        (sheet.title, cell.coordinate): cell.value
        for sheet in opened(name, lang)
        for row in sheet.iter_rows()
        for cell in row
        if cell.data_type == "f"
    }


def parts(data: bytes) -> dict[str, bytes]:
    """The package, part by part."""
    with zipfile.ZipFile(io.BytesIO(data)) as package:
        return {part: package.read(part) for part in package.namelist()}


# -- the file ------------------------------------------------------------------------------------


@each_book
@pytest.mark.slow
def test_the_committed_template_is_current(name: str, lang: str) -> None:
    """Rebuilt from workbooks/, every part is the same: run `python -m workbooks.build`."""
    built, committed = parts(TEMPLATES[name](lang)), parts(template(name, lang))
    assert list(built) == list(committed)
    assert [part for part in built if built[part] != committed[part]] == []


@each_book
def test_excel_has_nothing_to_repair(name: str, lang: str, tmp_path: Path) -> None:
    assert lint(template(name, lang)) == []
    path = tmp_path / "book.xlsx"
    path.write_bytes(template(name, lang))
    assert engines.without_value(path) == []
    result = OpenXmlValidator(strict=True).validate(path)
    assert [str(error) for error in result.errors] == []


@each_book
def test_formulas_are_portable_and_short(name: str, lang: str) -> None:
    found = formulas(name, lang)
    assert len(found) > 300
    for place, formula in found.items():
        outside = re.sub(r'"[^"]*"', "", formula)
        assert set(re.findall(r"([A-Z][A-Z0-9.]*)\(", outside)) <= PORTABLE, place
        assert "[" not in outside, place  # another workbook
        assert "{" not in outside, place  # an array
        assert len(formula) <= 2000, (place, len(formula))


@each_book
def test_nothing_is_hidden(name: str, lang: str) -> None:
    for sheet in opened(name, lang):
        assert sheet.sheet_state == "visible"
        assert not [r for r, d in sheet.row_dimensions.items() if d.hidden]
        assert not [c for c, d in sheet.column_dimensions.items() if d.hidden]


@each_book
def test_every_book_explains_its_functions(name: str, lang: str) -> None:
    sheet = opened(name, lang)[glossary.label("functions", lang)]
    published = {f.udf_name for f in registry.functions().values()}
    assert len(published & {cell.value for cell in sheet["B"]}) >= 3


@each_book
def test_every_sheet_is_set_up_for_a4(name: str, lang: str) -> None:
    for sheet in opened(name, lang):
        assert isinstance(sheet, Worksheet)
        assert sheet.page_setup.paperSize == 9
        assert sheet.sheet_properties.pageSetUpPr.fitToPage
        # a sheet of two pages side by side repeats its labels on the second
        assert sheet.page_setup.fitToWidth == (2 if sheet.print_title_cols else 1)
        assert "&P" in sheet.oddFooter.right.text
        # Excel draws no row above 409 points, and one of half a page tears the sheet
        assert [r for r, row in sheet.row_dimensions.items() if (row.height or 0) > 250] == []


# -- names, inputs, words ------------------------------------------------------------------------


@pytest.mark.parametrize("name", TEMPLATES)
def test_both_languages_have_the_same_names(name: str) -> None:
    english, chinese = (set(read_names(template(name, lang))) for lang in LANGUAGES)
    # The words of an amount in RMB are Chinese; notes stand in the book's language.
    different = {n for n in english ^ chinese if "_note" not in n}
    assert different <= {"out_amount_in_words"}


@each_book
def test_names_are_inputs_results_and_catalog_columns(name: str, lang: str) -> None:
    for named, defined in opened(name, lang).defined_names.items():
        assert re.fullmatch(r"(in|out|cat)_[a-z][a-z0-9_]*", named)
        places = list(defined.destinations)
        assert len(places) == 1
        assert (":" in places[0][1]) == named.startswith("cat_")
        if named.startswith("in_"):
            # The fields of a supplier's offer are those of one offer, numbered.
            assert glossary.label(re.sub(r"^in_(offer\d?_)?", "", named), lang)


@each_book
def test_inputs_are_open_and_formulas_are_guarded(name: str, lang: str) -> None:
    book = opened(name, lang)
    for named, defined in book.defined_names.items():
        if named.startswith("in_"):
            ((sheet, cell),) = defined.destinations
            assert book[sheet][cell].protection.locked is False, named
    for sheet, cell in formulas(name, lang):
        assert book[sheet][cell].protection.locked, (sheet, cell)
    for sheet in book:
        assert sheet.protection.sheet and sheet.protection.password is None


@each_book
def test_every_input_says_what_it_takes(name: str, lang: str) -> None:
    book = opened(name, lang)
    told = {
        (sheet.title, cell)
        for sheet in book
        for rule in sheet.data_validations.dataValidation
        if rule.prompt
        for area in rule.sqref.ranges
        for cell in (f"{get_column_letter(c)}{r}" for r, c in area.cells)
    }
    free_text = {"specification", "item", "unit"}  # of line items: their headings say it
    for named, defined in book.defined_names.items():
        if named.startswith("in_") and named.rpartition("_")[2] not in free_text:
            ((sheet, cell),) = defined.destinations
            assert (sheet, cell.replace("$", "")) in told, named


@pytest.mark.parametrize("name", TEMPLATES)
def test_every_text_of_a_book_is_used(name: str) -> None:
    """Its own texts; those of the shared parts may serve another template."""
    package = importlib.import_module(TEMPLATES[name].__module__)
    folder = Path(str(package.__file__)).parent
    used: set[str] = set()
    for lang in LANGUAGES:
        words = Words(lang, getattr(package, "PACKAGES", [folder]))
        package.draw(words)
        used |= words.used
    assert sorted(set(load(folder / "words.csv")) - used) == []


# -- untouched -----------------------------------------------------------------------------------


@each_book
def test_an_untouched_book_is_incomplete_and_shows_no_error(name: str, lang: str) -> None:
    names, cells = read_names(template(name, lang)), read_values(template(name, lang))
    assert [k for k, v in cells.items() if isinstance(v, str) and ERROR.fullmatch(v)] == []
    assert cells[names["out_status"]] == glossary.label("incomplete", lang)
    for money in ("net", "tax", "gross", "cards", "train_hours", "amount_in_words"):
        if f"out_{money}" in names:
            assert cells.get(names[f"out_{money}"]) == "", money


@each_book
def test_the_handover_row_has_the_headings_of_all_books(name: str, lang: str) -> None:
    names, cells = read_names(template(name, lang)), read_values(template(name, lang))
    sheet, cell = names[handover.ROW]
    row = int(re.sub(r"\D", "", cell)) - 1
    first = openpyxl.utils.cell.column_index_from_string(re.sub(r"\d", "", cell))
    headings = [
        glossary.field_of(str(cells[sheet, f"{get_column_letter(first + n)}{row}"]))
        for n in range(len(handover.FIELDS))
    ]
    assert headings == list(handover.FIELDS)


# -- in other programs ---------------------------------------------------------------------------


@lru_cache
def filled_in(name: str, lang: str) -> bytes:
    """The template with the inputs of its case, computed."""
    return recalculate(filled(template(name, lang), name, lang))


def assert_same(found: engines.Values, data: bytes, what: str) -> None:
    """An engine's values are those that the book carries."""
    for place, value in read_values(data).items():
        there = found.get(place, "")
        assert engines.same(value, there), (what, place, value, there)


def test_the_filled_price_book_has_a_median_and_a_price_far_from_it() -> None:
    """6.1, 6.2, 6.3, 6.4 and 90 have the median 6.3; 90 is 14 times that. One is old, one has no
    currency and so no like. Were the prices not read, the engines would compare blanks below."""
    data = filled_in("price_book", "zh")
    names, values = read_names(data), read_values(data)
    counted = {n: values[names[f"out_{n}"]] for n in ("far", "stale", "no_currency", "no_price")}
    assert counted == {"far": 1, "stale": 1, "no_currency": 1, "no_price": 0}
    medians = glossary.label("medians", "zh")
    rows = {
        row: (values.get((medians, f"J{row}")), values.get((medians, f"H{row}")))
        for row in range(1, 60)
    }
    assert [v for v in rows.values() if isinstance(v[0], float)] == [(6.3, 5), (6.5, 1)]
    with pytest.raises(KeyError):
        prices("zh", ({"price": 6.5},))


@pytest.mark.libreoffice
@pytest.mark.slow
@pytest.mark.parametrize("name", TEMPLATES)
def test_libreoffice_computes_the_same(name: str, tmp_path: Path) -> None:
    """Untouched in both languages, and filled in."""
    books = {tmp_path / f"{lang}.xlsx": template(name, lang) for lang in LANGUAGES}
    books[tmp_path / "filled.xlsx"] = filled_in(name, "zh")
    for path, data in books.items():
        path.write_bytes(data)
    for path, found in engines.libreoffice(books).items():
        assert_same(found, books[path], path.name)


@pytest.mark.slow
@pytest.mark.parametrize("name", TEMPLATES)
def test_formualizer_and_formulon_compute_the_same(name: str, tmp_path: Path) -> None:
    """Untouched as shipped it is formualizer's already: a stale template fails above."""
    full = tmp_path / "filled.xlsx"
    full.write_bytes(filled_in(name, "zh"))
    books = {tmp_path / f"{lang}.xlsx": template(name, lang) for lang in LANGUAGES}
    if len(formulas(name, "en")) < 10_000:  # a price book with prices takes formulon minutes
        books[full] = full.read_bytes()
    for path, data in books.items():
        path.write_bytes(data)
        computed = [at for at, (formula, _) in engines.cells(path).items() if formula is not None]
        found = engines.formulon(path, computed)
        constants = {at: v for at, v in read_values(data).items() if at not in found}
        assert_same(found | constants, data, path.name)
    assert_same(engines.formualizer(full), filled_in(name, "zh"), "filled")
