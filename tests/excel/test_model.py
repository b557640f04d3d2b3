"""A template's formulas are read once; every book comes out as if it had been computed alone."""

from __future__ import annotations

import datetime
import random
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gpucalc.excel import model
from gpucalc.excel.fill import fill, read_cells, read_names, read_values
from gpucalc.excel.recalc import Uncomputable, recalculate
from tests.excel.books import parts, patched, raw_sheet, rich

QUOTES = sorted(Path(__file__).parents[2].glob("templates/*/quote.xlsx"))
assert QUOTES


@pytest.fixture(autouse=True)
def no_models() -> Iterator[None]:
    """Each test starts and ends without models."""
    model.models.clear()
    yield
    model.models.clear()


def alone(book: bytes) -> bytes:
    """The book computed with nothing known of its template."""
    model.models.clear()
    return recalculate(book)


def cells(**formulas: str) -> bytes:
    """A book with values and formulas in row 1, given by column."""
    row = "".join(
        f'<c r="{column}1"><f>{text[1:]}</f></c>'
        if text.startswith("=")
        else f'<c r="{column}1"><v>{text}</v></c>'
        for column, text in sorted(formulas.items())
    )
    return raw_sheet(f'<row r="1">{row}</row>')


TEMPLATE = cells(
    A="3",
    B="4",
    D="=A1*B1",
    E='=IF(A1&gt;2,"多"&amp;B1,"")',
    F="=1/A1",
    G="=A1=B1",
    H="=C1",
    I="=D1&amp;E1",
)
VALUES = (
    st.none()
    | st.booleans()
    | st.floats(-1e9, 1e9, allow_nan=False)
    | st.integers(-5, 5)
    | st.sampled_from(["", "5", "=1+1", "TRUE", "a&<b>", "_x0041_", "#N/A", "中", " a\nb "])
)


def test_a_model_is_kept_from_the_second_book_on() -> None:
    for number, ready in ((1, False), (2, True), (3, True)):
        recalculate(fill(TEMPLATE, {"Sheet1!A1": number}))
        assert model.models.ready() == ready


@settings(max_examples=40, deadline=None)
@given(
    st.lists(
        st.fixed_dictionaries({"Sheet1!A1": VALUES, "Sheet1!B1": VALUES, "Sheet1!C1": VALUES}),
        min_size=3,
        max_size=8,
    )
)
def test_books_in_a_row_come_out_as_alone(requests: list[dict[str, object]]) -> None:
    books = [fill(TEMPLATE, request) for request in requests]
    model.models.clear()
    in_a_row = [recalculate(book) for book in books]
    assert model.models.ready()
    assert in_a_row == [alone(book) for book in books]


@pytest.mark.parametrize("path", QUOTES, ids=lambda path: path.parent.name)
def test_quotes_in_a_row_come_out_as_alone(path: Path) -> None:
    """Half of the inputs at random, sensible or not: every cell as if computed on its own."""
    template = path.read_bytes()
    known, names = read_cells(template), read_names(template)
    inputs = [
        name
        for name, place in names.items()
        if name.startswith("in_") and (place not in known or known[place].formula is None)
    ]
    texts = [cell.value for cell in known.values() if cell.formula is None]
    chance = random.Random(20261130)
    odd = [None, "", 0, -1, 1e12, 0.06, 46356, True, "13B", "2000亿", "8折", "_x0041_", "5-8"]
    books = [
        fill(
            template,
            {
                name: chance.choice(odd) if chance.random() < 0.5 else chance.choice(texts)
                for name in chance.sample(inputs, chance.randint(1, len(inputs) // 2))
            },
        )
        for _ in range(8)
    ]
    in_a_row = [recalculate(book) for book in books]
    assert model.models.ready()
    assert len(set(in_a_row)) == len(books)
    assert in_a_row == [alone(book) for book in books]


def test_other_formulas_in_the_same_template_are_seen() -> None:
    for _ in range(3):
        recalculate(TEMPLATE)
    changed = patched(TEMPLATE, "xl/worksheets/sheet1.xml", ("<f>A1*B1</f>", "<f>A1+B1</f>"))
    assert read_values(recalculate(changed))["Sheet1", "D1"] == 7.0
    assert read_values(recalculate(TEMPLATE))["Sheet1", "D1"] == 12.0


def test_moved_formulas_are_seen() -> None:
    for _ in range(3):
        recalculate(cells(A="1", B="=A1", C="2"))
    values = read_values(recalculate(cells(A="1", B="2", C="=A1")))
    assert (values["Sheet1", "B1"], values["Sheet1", "C1"]) == (2.0, 1.0)


def test_other_names_in_the_same_sheets_are_seen() -> None:
    template = rich()
    for _ in range(3):
        recalculate(template)
    moved = patched(template, "xl/worksheets/sheet1.xml", ("<f>B3*B4</f>", "<f>in_price</f>"))
    other = patched(moved, "xl/workbook.xml", ("'报价 单'!$B$4<", "'报价 单'!$B$3<"))
    assert [read_values(recalculate(b))["报价 单", "B5"] for b in (moved, other)] == [12.5, 8.0]


def test_wrong_stored_values_are_replaced_by_a_model_too() -> None:
    for _ in range(3):
        recalculate(rich())
    planted = patched(rich(), "xl/worksheets/sheet1.xml", ("<v>100</v>", "<v>100.01</v>"))
    assert parts(recalculate(planted)) == parts(rich())
    assert model.models.ready()


@pytest.mark.parametrize(
    "formula", ["TODAY()", "NOW()", "OFFSET(A1,0,0)", 'INDIRECT("A1")', "RAND()"]
)
def test_what_moves_is_never_kept(formula: str) -> None:
    for day in (1, 2, 3, 4):
        book = fill(cells(A="1", B=f"={formula}"), {"Sheet1!A1": day})
        values = read_values(recalculate(book, now=datetime.datetime(2026, 11, day)))
        if formula in ("TODAY()", "NOW()"):
            assert values["Sheet1", "B1"] == 46326 + day
        elif formula != "RAND()":
            assert values["Sheet1", "B1"] == day
    assert not model.models.ready()


def test_error_values_given_as_inputs_spread() -> None:
    for _ in range(3):
        recalculate(TEMPLATE)
    error = patched(
        TEMPLATE, "xl/worksheets/sheet1.xml", ('<c r="A1"><v>3', '<c r="A1" t="e"><v>#N/A')
    )
    assert read_values(recalculate(error))["Sheet1", "D1"] == "#N/A"


def test_what_an_input_makes_uncomputable_is_refused() -> None:
    template = cells(A="1", B="=IF(A1=1,5,A2:A3 A2:B2)", C="=B1+1")
    done = [recalculate(fill(template, {"Sheet1!A1": 1})) for _ in range(3)]
    assert read_values(done[2])["Sheet1", "C1"] == 6.0
    with pytest.raises(Uncomputable, match="cannot be computed here") as caught:
        recalculate(fill(template, {"Sheet1!A1": 2}))
    assert caught.value.cell_address == "B1"
    assert recalculate(fill(template, {"Sheet1!A1": 1})) == done[0]


def test_a_model_that_disagrees_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = model.Model.compute

    def off_by_one(self: model.Model, book: object) -> object:
        results = honest(self, book)  # type: ignore[arg-type]
        assert results is not None
        (part,) = results
        cell, value = results[part][0]
        results[part][0] = (cell, value._replace(text=b"13"))
        return results

    monkeypatch.setattr(model.Model, "compute", off_by_one)
    for _ in range(4):
        assert read_values(recalculate(TEMPLATE))["Sheet1", "D1"] == 12.0
    assert not model.models.ready()


def test_few_models_are_kept() -> None:
    for number in range(8):
        book = patched(rich(), "xl/workbook.xml", ('name="in_cards"', f'name="in_cards{number}"'))
        for _ in range(3):
            recalculate(book)
    assert len(model.models) <= 4


def test_threads_may_share_a_template() -> None:
    books = [fill(TEMPLATE, {"Sheet1!A1": number}) for number in range(1, 40)]
    with ThreadPoolExecutor(4) as pool:
        done = list(pool.map(recalculate, books))
    assert [read_values(book)["Sheet1", "D1"] for book in done] == [4.0 * n for n in range(1, 40)]
