"""The corpus through every form: values as before, in engines of others; nothing else touched."""

from __future__ import annotations

import re
import tempfile
from collections import Counter
from functools import cache
from pathlib import Path

import pytest
from openxml_audit import OpenXmlValidator

from gpucalc.excel.fill import read_formulas, read_values
from gpucalc.excel.lint import lint
from gpucalc.excel.portable import Form, Report, portable
from gpucalc.excel.portable.tokens import our_calls, parse
from gpucalc.registry import functions
from tests import engines
from tests.portable import corpus, parts
from tests.portable.corpus import BOOKS, Book

FORMS: tuple[Form, ...] = ("plain", "values", "lambda")
# Engines of others that cannot tell, with the smallest formula that shows it:
UNKNOWN = {
    "libreoffice": ("_xlfn.LET(", "[1]", "[2]"),  # 7.4 knows no LET; links are not refreshed
}


@cache
def source(name: str) -> bytes:
    return next(b for b in BOOKS if b.name == name).build()


@cache
def converted(name: str, form: Form) -> tuple[bytes, Report]:
    return portable(source(name), form, file=name)


def each(form_of: tuple[Form, ...] = FORMS) -> list[object]:
    return [
        pytest.param(b, form, id=f"{b.name}-{form}")
        for b in BOOKS
        for form in form_of
        if form != "lambda" or b.lambdas
    ]


def test_the_corpus_is_big_enough() -> None:
    assert len(BOOKS) >= 20
    assert sum(b.lambdas for b in BOOKS) >= 8


@pytest.mark.parametrize("book, form", each())
def test_values_are_what_the_functions_answer(book: Book, form: Form) -> None:
    data, report = converted(book.name, form)
    got = read_values(data)
    wrong = {
        at: (got.get(at), want)
        for at, want in book.expect().items()
        if not engines.same(got.get(at), want)
    }
    assert not wrong
    assert len(report.refusals) == book.refused.get(form, 0), report.refusals
    assert report.changes


@pytest.mark.parametrize("book, form", each())
def test_no_call_is_left_but_the_refused_ones(book: Book, form: Form) -> None:
    data, report = converted(book.name, form)
    refused = {r.where_en for r in report.refusals}
    links = lambda number: "gpucalc.xlam"  # noqa: E731
    left = {
        f"{sheet}!{cell}"
        for (sheet, cell), text in read_formulas(data).items()
        if any(not call.lambdas for call in our_calls(parse(text, links)))
    }
    assert left <= refused


@pytest.mark.parametrize("book, form", each())
def test_every_other_part_stays_byte_for_byte(book: Book, form: Form) -> None:
    data, report = converted(book.name, form)
    old, new = parts.unpacked(source(book.name)), parts.unpacked(data)
    may_change = {parts.TYPES, parts.RELS, parts.MAIN, "xl/calcChain.xml"}
    changed = {name for name in old.keys() | new.keys() if old.get(name) != new.get(name)}
    others = changed - may_change
    assert all(
        re.match(r"xl/(worksheets/sheet|tables/table|externalLinks/)", name) for name in others
    ), others
    removed = old.keys() - new.keys()
    assert all(name.startswith("xl/externalLinks/") for name in removed - {"xl/calcChain.xml"})
    if not report.added and not report.removed:
        assert parts.MAIN not in changed


@pytest.mark.parametrize("book, form", each(("plain", "values")))
def test_outside_of_changed_cells_a_sheet_stays_as_it_is(book: Book, form: Form) -> None:
    data, report = converted(book.name, form)
    touched = {(c.sheet, c.cell) for c in report.changes}
    if any(c.stale for c in report.changes) or not touched or report.removed:
        return  # then values follow, or numbers of links
    old, new = (_cells(d) for d in (source(book.name), data))
    for sheet, (outside, cells) in old.items():
        assert new[sheet][0] == outside
        for cell, text in cells.items():
            after = new[sheet][1].get(cell)
            # a value may be written where there was none
            if (sheet, cell) not in touched and after != text:
                assert not re.search(rb"<v>[^<]", text)
                assert _without_value(after or b"") == _without_value(text)


def _cells(data: bytes) -> dict[str, tuple[bytes, dict[str, bytes]]]:
    found = {}
    from gpucalc.excel.book import Book as Opened

    opened = Opened.open(data)
    for sheet in opened.sheets:
        if sheet.kind != "worksheet":
            continue
        xml = opened.sheet_xml(sheet)
        outside = re.sub(rb"<dimension [^>]*>", b"", xml.data[: xml.data_start])
        cells = {
            m[1].decode(): m[0]
            for m in re.finditer(rb'<c r="([A-Z]+\d+)"(?:[^>]*/>|.*?</c>)', xml.data, re.DOTALL)
        }
        found[sheet.name] = (outside + xml.data[xml.rows_end :], cells)
    return found


def _without_value(cell: bytes) -> bytes:
    return re.sub(rb'<v>[^<]*</v>|<v ?/>| t="[a-z]+"', b"", cell, count=2)


@pytest.mark.parametrize("book, form", each())
def test_excel_would_open_it_without_a_word(book: Book, form: Form, tmp_path: Path) -> None:
    data, _ = converted(book.name, form)
    known = {f.udf_name for f in functions().values()}
    known |= {f.lambda_name for f in functions().values()} | {"THEIRS"}
    # the user's own error values may show, and so may ours where an input is missing
    ignored = {"error-value", "formula-no-value"}
    old, new = (
        Counter(f.code for f in lint(d, known_functions=known, ignore=ignored))
        for d in (source(book.name), data)
    )
    assert not new - old, lint(data, known_functions=known, ignore=ignored)
    before, after = tmp_path / f"before{book.suffix}", tmp_path / f"after{book.suffix}"
    before.write_bytes(source(book.name))
    after.write_bytes(data)
    errors = [
        Counter(
            str(e)
            for e in OpenXmlValidator(strict=True).validate(path).errors
            if "inline-string" not in str(e)  # Excel's next save moves such texts, nothing else
        )
        for path in (before, after)
    ]
    assert not errors[1] - errors[0]


@pytest.mark.parametrize("book, form", each())
def test_every_formula_carries_its_value(book: Book, form: Form, tmp_path: Path) -> None:
    data, report = converted(book.name, form)
    path = tmp_path / "book.xlsx"
    path.write_bytes(data)
    refused = {r.where_en for r in report.refusals}
    without = [f"{sheet}!{cell}" for sheet, cell in engines.without_value(path)]
    assert [at for at in without if at not in refused] == []


@pytest.mark.parametrize("book, form", each(("plain",)))
def test_formulas_are_of_excel_2010_and_readable(book: Book, form: Form) -> None:
    data, report = converted(book.name, form)
    written = [c.new for c in report.changes if c.new]
    formulas = read_formulas(data)
    written += [text for (sheet, _), text in formulas.items() if sheet.startswith("gpucalc")]
    longest = max((len(text) for text in written), default=0)
    assert longest <= 2_000
    if book.name != "modern_functions":
        assert not any("_xl" in text for text in written)


# -- other engines -------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def recalculated() -> dict[str, engines.Values]:
    """Every plain book as LibreOffice computes it, in one start."""
    with tempfile.TemporaryDirectory() as folder:
        paths = {b.name: Path(folder, f"{b.name}{b.suffix}") for b in BOOKS}
        for name, path in paths.items():
            path.write_bytes(converted(name, "plain")[0])
        found = engines.libreoffice(paths.values())
        return {name: found[path] for name, path in paths.items()}


@pytest.mark.libreoffice
@pytest.mark.parametrize("book", BOOKS, ids=lambda b: b.name)
def test_libreoffice_computes_the_same(book: Book, recalculated: dict[str, engines.Values]) -> None:
    data, report = converted(book.name, "plain")
    refused = {r.where_en for r in report.refusals}
    formulas, stored = read_formulas(data), read_values(data)
    got = recalculated[book.name]
    checked = 0
    for (sheet, cell), text in formulas.items():
        if f"{sheet}!{cell}" in refused or any(u in text for u in UNKNOWN["libreoffice"]):
            continue
        if "THEIRS" in text or our_calls(parse(text)):
            continue
        if refused and not sheet.startswith("gpucalc") and (sheet, cell) not in _ours(report):
            continue  # may depend on a refused cell
        assert engines.same(got.get((sheet, cell)), stored.get((sheet, cell))), (cell, text)
        checked += 1
    assert checked


def _ours(report: Report) -> set[tuple[str, str]]:
    return {(c.sheet, c.cell) for c in report.changes}


@pytest.mark.parametrize("book", [b for b in BOOKS if b.lambdas], ids=lambda b: b.name)
def test_formulon_computes_the_lambda_names(book: Book, tmp_path: Path) -> None:
    engines.need("formulon")
    data, _ = converted(book.name, "lambda")
    path = tmp_path / "book.xlsx"
    path.write_bytes(engines.for_formulon(data))
    got, stored = engines.formulon(path), read_values(data)
    wrong = {
        at: (got.get(at), stored.get(at), text)
        for at, text in read_formulas(data).items()
        if not engines.same(got.get(at), stored.get(at))
    }
    assert not wrong


def test_a_second_conversion_finds_nothing() -> None:
    data, _ = converted("nested", "plain")
    again, report = portable(data, "plain")
    assert again == data and not report.changes and not report.added


def test_lambda_books_become_plain() -> None:
    """What --to lambda wrote is taken too: its names are our functions."""
    data, _ = converted("literals", "lambda")
    plain, report = portable(data, "plain")
    assert not report.refusals
    for at, want in next(b for b in BOOKS if b.name == "literals").expect().items():
        assert engines.same(read_values(plain)[at], want)
    assert corpus.BOOKS
