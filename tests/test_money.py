"""Rounding to the cent: half away from zero of the decimal that 15 digits show, in every engine.

Half a cent has no exact binary form: 1.005 is stored as 1.00499999999999989. People and
spreadsheets read it as 1.005 and round to 1.01; most ways of rounding in Python give 1.00.
"""

from __future__ import annotations

import math
from decimal import ROUND_HALF_UP, Decimal
from pathlib import Path

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from gpucalc import edge
from gpucalc.primitives import round_to
from gpucalc.registry import blocks
from tests import scratch
from tests.printed import line


def exact(x: float, digits: int = 2) -> float:
    """The judge: the 15-digit decimal of the number, rounded half away from zero in decimals."""
    return float(Decimal(f"{x:.15g}").quantize(Decimal(1).scaleb(-digits), ROUND_HALF_UP))


def half_cents() -> list[float]:
    """4,000 amounts that end in half a cent, from 0.005 to a thousand million, a third negative."""
    rng = np.random.default_rng(20261130)
    cents = [0, 1, 2, 100, 267, 10**9, *np.floor(10 ** rng.uniform(0, 11, 3994)).tolist()]
    signs = rng.choice([1, 1, -1], len(cents)).tolist()
    return [
        float(Decimal(sign) * (Decimal(int(c)) * 10 + 5) / 1000)
        for sign, c in zip(signs, cents, strict=True)
    ]


LINES = half_cents()
WANT = [exact(x) for x in LINES]


def test_numpy() -> None:
    assert len(LINES) == 4000
    assert round_to(np.array(LINES), 2).tolist() == WANT
    assert [float(round_to(x, 2)) for x in LINES] == WANT


def test_the_graph() -> None:
    """Through the edge, whose ROUND is the same primitive: a column in, a column out."""
    got = edge.call(blocks()["money"], [[x] for x in LINES])
    assert got == [[want] for want in WANT]


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    amounts = {f"A{row}": x for row, x in enumerate(LINES, 1)}
    text = line("money", "amount")
    formulas = {f"B{row}": text.replace("amount", cell) for row, cell in enumerate(amounts, 1)}
    return scratch.write(tmp_path_factory.mktemp("money") / "lines.xlsx", amounts, formulas)


@pytest.mark.parametrize("engine", scratch.BOTH)
def test_every_engine(engine: str, book: Path) -> None:
    values = scratch.compute(engine, book)
    got = [values[f"B{row}"] for row in range(1, len(LINES) + 1)]
    wrong = [(x, g, w) for x, g, w in zip(LINES, got, WANT, strict=True) if g != w]
    assert not wrong, f"{len(wrong)} of {len(LINES)}, first: {wrong[:5]}"


@pytest.mark.parametrize(
    "way, misses_at_least",
    [
        (lambda x: round(x, 2), 0.24),  # half to even, of the binary number
        (lambda x: float(np.round(x, 2)), 0.24),
        (lambda x: float(Decimal(repr(x)).quantize(Decimal("0.01"))), 0.24),  # half to even
        (lambda x: math.copysign(math.floor(abs(x) * 100 + 0.5) / 100, x), 0.02),
        (lambda x: math.floor(x * 100 + 0.5) / 100, 0.24),  # the negative ones go the wrong way
    ],
    ids=["round", "np.round", "half-even", "floor(100|x|+.5)", "floor(100x+.5)"],
)
def test_the_usual_ways_miss(way: object, misses_at_least: float) -> None:
    """Why there is a primitive. (Also: these lines are hard enough to tell.)"""
    assert callable(way)
    missed = sum(way(x) != want for x, want in zip(LINES, WANT, strict=True))
    assert missed >= misses_at_least * len(LINES)


# -- properties ----------------------------------------------------------------------------------

FIFTEEN_DIGITS = st.integers(1 - 10**15, 10**15 - 1)


@given(FIFTEEN_DIGITS)
@example(10**15 - 5)
@example(5)
def test_amounts_of_fifteen_digits(thousandths: int) -> None:
    """Any amount that 15 digits can write to a tenth of a cent rounds as on paper."""
    size = (abs(thousandths) + 5) // 10 / 100
    assert round_to(thousandths / 1000, 2) == math.copysign(size, thousandths) + 0.0
    assert exact(thousandths / 1000) == math.copysign(size, thousandths)


@given(st.integers(-(10**15), 10**15))
@example(280_000_000_000_001)
@example(10**15)
def test_whole_cents_stay(cents: int) -> None:
    """Up to the largest amount that is accepted, 1e13: rounding twice changes nothing."""
    assert round_to(cents / 100, 2) == cents / 100


@given(st.integers(-(10**12), 10**12), st.integers(1, 10**6))
def test_products_as_in_a_quote(price: int, quantity: int) -> None:
    """Unit price to 4 decimals times a whole quantity, within 15 digits, against whole numbers."""
    if abs(price) * quantity > 10**14:
        return
    cents = (2 * abs(price) * quantity + 100) // 200
    assert round_to(price / 10**4 * quantity, 2) == math.copysign(cents / 100, price) + 0.0


@given(st.floats(-1e12, 1e12))
def test_symmetric_and_close(x: float) -> None:
    got = float(round_to(x, 2))
    assert round_to(-x, 2) == -got
    # beyond 15 digits the twentieth of a cent by which the rounding may lean is all there is
    assert abs(got - x) <= 0.0055 + abs(x) * 1e-15
    assert math.copysign(1, got) == 1 or got < 0  # never minus zero


@pytest.mark.parametrize("x, want", [(1.00005, 1.0001), (2.50005, 2.5001), (6.49995, 6.5)])
def test_unit_prices_have_four_digits(x: float, want: float) -> None:
    assert round_to(x, 4) == want == -round_to(-x, 4)
