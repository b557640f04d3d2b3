"""Rent: the issue's amounts, what is printed multiplies, exact decimal arithmetic as the judge."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpucalc import edge
from gpucalc.errors import ExcelError
from gpucalc.registry import blocks, functions
from tests.printed import line, lines

F, B = functions(), blocks()
RENT = F["rent_cost"]


@pytest.mark.parametrize(
    "args, amount",
    [
        ((8, 30, 15), 3600),
        ((4, 200, 2.5, "8折"), 1600.00),
        ((4, 200, 2.5, 0.2), 1600.00),
        ((8, 720, 15, "7折"), 60480.00),
        ((8, 720, 15, "30%"), 60480.00),
        ((8, 720, 15, "优惠30%"), 60480.00),
        (("8卡", "30天", "15元/卡时", "七折"), 60480.00),
        ((3, 74.79, 40), 8974.80),
        ((3, 74.79, 40, 0, 1), 9000.00),  # to the hour
        ((3, 120, 40), 14400.00),
        ((120, 231.48, "6.50", 0, 1), 180960.00),
        ((1, 1, 0.005), 0.01),  # half a cent, away from zero
        ((1, 1, 1.005), 1.01),  # stored as 1.00499999999999989
        ((1, 1, 2.675), 2.68),
        ((1, 1, 3, 1), 0),  # everything off
        ((1, 0.4, 10, 0, 1, 3), 30),  # three hours at least
        ((8, 30, "15元/台天"), ExcelError.VALUE),  # another unit
        ((8, 30, "8-15"), ExcelError.VALUE),
        ((8, 30, "约15"), ExcelError.VALUE),
        ((8, 30, -1), ExcelError.NUM),
        ((8, 30, 15, 15), ExcelError.NUM),  # 15 % typed as 15
        ((0, 30, 15), ExcelError.NUM),
        ((8.5, 30, 15), ExcelError.NUM),
    ],
)
def test_rent_by_hand(args: tuple[object, ...], amount: object) -> None:
    assert edge.call(RENT, *args) == amount


def test_the_discount_is_what_is_taken_off() -> None:
    """8折 means 20 % less: the label is 降价比例, never 折扣, which would mean the part paid."""
    argument = next(a for a in RENT.args if a.name == "discount")
    assert argument.label("zh") == "降价比例"
    assert "6% or 0.06" in edge.reason(RENT, 8, 30, 15, 15)


def cents(amount: Decimal) -> Decimal:
    return amount.quantize(Decimal("0.01"), ROUND_HALF_UP)


CARDS = st.integers(1, 5000)
QUARTERS = st.integers(0, 4 * 8784)
PRICE = st.decimals(0, 500, places=2)
OFF = st.integers(0, 100)


@given(CARDS, QUARTERS, PRICE, OFF)
def test_what_is_printed_multiplies(cards: int, quarters: int, price: Decimal, off: int) -> None:
    """Cards · hours · printed price, in decimals: the line on paper can be checked by hand."""
    unit = (price * (100 - off) / 100).quantize(Decimal("0.0001"), ROUND_HALF_UP)
    hours = Decimal(quarters) / 4
    got = RENT(cards, float(hours), float(price), off / 100)
    assert Decimal(repr(got)) == cents(cards * hours * unit)
    printed = B["discounted_price"](float(price), off / 100)
    assert Decimal(repr(printed)) == unit


@given(CARDS, st.floats(0, 1e5), st.floats(0, 1e4), st.floats(0, 1), st.floats(0.1, 100))
def test_monotone(cards: int, hours: float, price: float, off: float, step: float) -> None:
    base = RENT(cards, hours, price, off, step)
    assert RENT(cards + 1, hours, price, off, step) >= base
    assert RENT(cards, hours * 1.5, price, off, step) >= base
    assert RENT(cards, hours, price * 1.5, off, step) >= base
    assert RENT(cards, hours, price, off / 2, step) >= base
    assert RENT(cards, hours, price, off, step, hours + 1) >= base
    assert RENT(cards, hours, price, off) <= base * (1 + 1e-12)


def test_a_column_of_prices() -> None:
    got = RENT(8, 30, np.array([15, 1.005, 0]))
    assert got.tolist() == [3600, 241.2, 0]
    assert edge.call(RENT, 8, 30, [[15], ["1.005元"], [None]]) == [
        [3600],
        [241.2],
        [ExcelError.VALUE],
    ]


def test_blocks_for_templates() -> None:
    amount = B["line_amount"]
    assert edge.call(amount, 2, 200) == 400  # 2 TB at 200, one month
    assert edge.call(amount, 2, 200, 3, "95折") == 1140
    assert edge.call(amount, 1, 1.005) == 1.01
    assert edge.call(B["unit_cost"], 3600, 240) == 15
    assert edge.call(B["rented_card_hours"], 8, 30) == 240
    assert edge.call(B["money"], 0.1 + 0.2) == 0.3


@pytest.mark.parametrize(
    "name, cells, text",
    [
        ("line_amount", ["quantity", "price"], "ROUND(quantity*ROUND(price,4),2)"),
        (
            "line_amount",
            ["quantity", "price", "periods", "discount"],
            "ROUND(quantity*periods*ROUND(price*(1-discount),4),2)",
        ),
        ("discounted_price", ["price", "discount"], "ROUND(price*(1-discount),4)"),
        ("money", ["amount"], "ROUND(amount,2)"),
        ("unit_cost", ["amount", "quantity"], "amount/quantity"),
        ("rented_card_hours", ["cards", "hours"], "cards*hours"),
    ],
)
def test_printed(name: str, cells: list[str], text: str) -> None:
    assert line(name, *cells) == text


def test_printed_rent() -> None:
    """The discounted price has a cell of its own, so that it can be shown."""
    assert lines("rent_cost", "cards", "hours", "price", "discount", min_hours=0, step_hours=1) == {
        "h1": "ROUND(price*(1-discount),4)",
        "h2": "ROUND(cards*-INT(-IF(hours>=0,hours,0)*0.999999999999)*h1,2)",
    }
