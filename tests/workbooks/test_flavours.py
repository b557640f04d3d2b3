"""The add-in flavour: the same books with calls of the worksheet functions, and the same values.

Each template is built in one of the languages, since the formulas are the same in both.
"""

from __future__ import annotations

import datetime
import re
from functools import lru_cache
from pathlib import Path

import pytest
from openxml_audit import OpenXmlValidator

from gpucalc import registry
from gpucalc.excel.fill import read_values
from gpucalc.excel.lint import lint
from gpucalc.excel.portable import portable
from gpucalc.excel.recalc import recalculate
from tests import engines
from tests.workbooks.books import ERROR, LANGUAGES, template
from tests.workbooks.filled import filled
from workbooks import build, flavour
from workbooks.build import TEMPLATES
from workbooks.formulas import Cell, constant, printed
from workbooks.words import Words

CALL = re.compile(rf"(?<![\w.])({'|'.join(f.udf_name for f in registry.functions().values())})\(")
NOW = datetime.datetime(2026, 11, 30)

each_template = pytest.mark.parametrize(
    ("name", "lang"), [(name, LANGUAGES[n % 2]) for n, name in enumerate(TEMPLATES)]
)


@lru_cache
def addin(name: str, lang: str) -> bytes:
    """The template as `python -m workbooks.build --flavour addin` builds it."""
    with flavour.building(flavour.ADDIN):
        return TEMPLATES[name](lang)


def written(data: bytes, path: Path) -> Path:
    path.write_bytes(data)
    return path


# -- one formula ---------------------------------------------------------------------------------


def test_only_published_functions_are_called() -> None:
    cell = Cell("Inputs", 3, 5)
    with flavour.building(flavour.ADDIN):
        assert printed("rent_cost", cards=cell, hours="in_hours", price=6.5) == (
            "RENT_COST(Inputs!$C$5,in_hours,6.5)"
        )
        block = printed("discounted_price", price=cell, discount="in_discount")
    assert block == printed("discounted_price", price=cell, discount="in_discount")
    assert "ROUND(" in printed("rent_cost", cards=cell, hours="in_hours", price=6.5)


def test_what_is_left_out_takes_the_functions_default() -> None:
    arguments = {"params": 13e9, "tokens": "in_tokens", "gpu": constant('A "B"'), "mfu": "in_mfu"}
    with flavour.building(flavour.ADDIN):
        call = printed("gpu_cards", **arguments)
    assert call == 'GPU_CARDS(13E9,in_tokens,"A ""B""",,in_mfu)'


def test_the_book_says_that_it_needs_the_addin() -> None:
    for lang, needs in (("en", "needs the gpucalc add-in"), ("zh", "需要 gpucalc 加载项")):
        words = Words(lang)
        with flavour.building(flavour.ADDIN):
            assert needs in words("functions_subtitle")
        assert needs not in words("functions_subtitle")


def test_templates_are_never_the_addin_flavour(tmp_path: Path) -> None:
    assert build.FOLDERS[flavour.ADDIN] == build.ROOT / "build" / "addin"
    for name in TEMPLATES:
        for lang in LANGUAGES:
            path = written(template(name, lang), tmp_path / "book.xlsx")
            assert not [f for f, _ in engines.cells(path).values() if f and CALL.search(f)]


# -- the books -----------------------------------------------------------------------------------


@each_template
@pytest.mark.slow
def test_an_addin_book_is_the_plain_one_with_calls(name: str, lang: str, tmp_path: Path) -> None:
    """Cells, formulas without a call, and all values are those of the plain book."""
    path = written(addin(name, lang), tmp_path / "addin.xlsx")
    plain = engines.cells(written(template(name, lang), tmp_path / "plain.xlsx"))
    found = engines.cells(path)
    calls = {place for place, (formula, _) in found.items() if formula and CALL.search(formula)}
    assert calls and found.keys() == plain.keys()
    for place, (formula, value) in found.items():
        if formula is not None:
            assert place in calls or formula == plain[place][0], place
            assert engines.same(value, plain[place][1]), place
            assert not ERROR.fullmatch(str(value)), place
    assert engines.without_value(path) == []


@each_template
@pytest.mark.slow
def test_excel_has_nothing_to_repair(name: str, lang: str, tmp_path: Path) -> None:
    """Without the add-in Excel does not know its functions; that is all there is to say."""
    assert {finding.code for finding in lint(addin(name, lang))} == {"formula-function"}
    path = written(addin(name, lang), tmp_path / "addin.xlsx")
    result = OpenXmlValidator(strict=True).validate(path)
    assert [str(error) for error in result.errors] == []


@each_template
@pytest.mark.slow
def test_a_filled_addin_book_has_the_values_of_the_plain_one(name: str, lang: str) -> None:
    """Here the calls answer; the untouched book keeps them blank."""
    answers = read_values(flavour.computed(filled(addin(name, lang), name, lang), NOW))
    wanted = read_values(recalculate(filled(template(name, lang), name, lang), now=NOW))
    assert not [v for v in answers.values() if isinstance(v, str) and ERROR.fullmatch(v)]
    different = {
        place for place, value in answers.items() if not engines.same(value, wanted.get(place, ""))
    }
    # Subtitle, functions and notes say that this copy needs the add-in.
    assert len(different) <= 3 and all("gpucalc" in str(answers[place]) for place in different)


@pytest.mark.libreoffice
@pytest.mark.slow
def test_a_portable_copy_of_an_addin_book_computes_in_libreoffice(tmp_path: Path) -> None:
    """The calls become plain formulas again, with helper cells, and answer the same."""
    books = {}
    for name, lang in (("sizing", "en"), ("rfq", "zh"), ("claim_check", "en")):
        data = flavour.computed(filled(addin(name, lang), name, lang), NOW)
        plain, report = portable(data, "plain", lang=lang, now=NOW)
        assert not report.refusals
        path = written(plain, tmp_path / f"{name}.xlsx")
        assert not [f for f, _ in engines.cells(path).values() if f and CALL.search(f)]
        books[path] = read_values(data)
    anew = engines.libreoffice(books)
    for path, values in books.items():
        for place, value in values.items():
            there = anew[path].get(place, "")
            assert engines.same(value, there), (path.name, place, value, there)
