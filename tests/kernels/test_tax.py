"""VAT to the cent: net + tax is the anchored gross, always; whole fen are the judge."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from gpucalc import edge
from gpucalc.errors import ExcelError
from gpucalc.registry import functions
from tests.printed import line, lines

F = functions()
NET, GROSS, TAX = F["tax_exclusive"], F["tax_inclusive"], F["tax_amount"]
RATES = [1, 3, 6, 9, 13]  # in %


@pytest.mark.parametrize(
    "gross, rate, net, tax",
    [
        (1000.02, 0.06, 943.42, 56.60),  # not 56.61
        (60480.00, 0.06, 57056.60, 3423.40),
        (400.00, 0.06, 377.36, 22.64),
        (180960.00, "6%", 170716.98, 10243.02),
        (225000.00, 0.06, 212264.15, 12735.85),
        ("¥38,000", "13%", 33628.32, 4371.68),
        (0.01, 0.13, 0.01, 0),
        (0, 0.06, 0, 0),
        (-1000.02, 0.06, -943.42, -56.60),  # a credit note mirrors its invoice
        (100, 0, 100, 0),
        (100, 0.5, 66.67, 33.33),  # the highest rate that is read as VAT
    ],
)
def test_tax_inside(gross: object, rate: object, net: float, tax: float) -> None:
    assert edge.call(NET, gross, rate) == net
    assert edge.call(TAX, gross, rate, True) == tax


@pytest.mark.parametrize(
    "net, rate, tax, gross",
    [
        (1000.00, 0.13, 130.00, 1130.00),
        (45000, 0.06, 2700, 47700),
        (88.5, 0.06, 5.31, 93.81),
        (0.25, 0.06, 0.02, 0.27),  # 1.5 fen, away from zero
        (-0.25, 0.06, -0.02, -0.27),
        (0.75, 0.06, 0.05, 0.80),  # 4.5 fen
    ],
)
def test_tax_on_top(net: float, rate: float, tax: float, gross: float) -> None:
    assert edge.call(TAX, net, rate) == edge.call(TAX, net, rate, False) == tax
    assert edge.call(GROSS, net, rate) == gross


@pytest.mark.parametrize(
    "rate, want",
    [
        (6, ExcelError.NUM),
        ("6", ExcelError.NUM),
        (-0.06, ExcelError.NUM),
        ("6折", ExcelError.VALUE),
    ],
)
def test_a_rate_is_a_fraction(rate: object, want: ExcelError) -> None:
    for f in (NET, GROSS, TAX):
        assert edge.call(f, 1000, rate) == want
        assert edge.reason(f, 1000, rate)
    assert "6% or 0.06" in edge.reason(NET, 1000, 6)
    assert "6% 或 0.06" in edge.reason(NET, 1000, 6, lang="zh")


# -- 100,000 random amounts ----------------------------------------------------------------------


def random_fen() -> NDArray[np.int64]:
    """From one fen to ten billion yuan, small ones as likely as large; a tenth are negative."""
    rng = np.random.default_rng(20261130)
    fen = np.rint(10 ** rng.uniform(0, 12, 100_000)).astype(np.int64)
    return np.where(rng.random(fen.size) < 0.1, -fen, fen)


def half_away(numerator: NDArray[np.int64], denominator: int) -> NDArray[np.int64]:
    """numerator / denominator rounded half away from zero, in whole numbers."""
    size = (2 * np.abs(numerator) + denominator) // (2 * denominator)
    return np.where(numerator < 0, -size, size)


def in_fen(amount: NDArray[np.float64]) -> NDArray[np.int64]:
    """An amount as whole fen; it must be the number nearest to them."""
    fen = np.rint(amount * 100).astype(np.int64)
    assert (fen / 100 == amount).all()
    return fen


@pytest.mark.parametrize("percent", RATES)
def test_net_and_tax_of_a_gross_amount(percent: int) -> None:
    gross = random_fen()
    net = in_fen(NET(gross / 100, percent / 100))
    tax = in_fen(TAX(gross / 100, percent / 100, True))
    assert (net + tax == gross).all()
    assert (net == half_away(gross * 100, 100 + percent)).all()


@pytest.mark.parametrize("percent", RATES)
def test_tax_and_gross_of_a_net_amount(percent: int) -> None:
    net = random_fen()
    tax = in_fen(TAX(net / 100, percent / 100))
    assert (tax == half_away(net * percent, 100)).all()
    assert (in_fen(GROSS(net / 100, percent / 100)) == net + tax).all()
    # half a fen occurs in these amounts, so the direction of rounding is really asked
    assert ((2 * net * percent) % 200 == 100).any()


@given(st.integers(0, 10**11), st.integers(0, 10**6), st.sampled_from(RATES))
def test_monotone(fen: int, more: int, percent: int) -> None:
    small, large, rate = fen / 100, (fen + more) / 100, percent / 100
    assert NET(small, rate) <= NET(large, rate) <= large
    assert TAX(small, rate) <= TAX(large, rate)
    assert TAX(small, rate, True) <= TAX(large, rate, True) <= TAX(large, rate)
    assert GROSS(small, rate) <= GROSS(large, rate)


# -- formula texts -------------------------------------------------------------------------------


def test_printed() -> None:
    assert line("tax_exclusive", "gross", "rate") == "ROUND(gross/(1+rate),2)"
    assert line("tax_inclusive", "net", "rate") == "ROUND(net+ROUND(net*rate,2),2)"
    assert line("tax_amount", "amount", "rate") == "ROUND(amount*rate,2)"
    assert line("tax_amount", "amount", "rate", includes_tax=True) == (
        "ROUND(amount-ROUND(amount/(1+rate),2),2)"
    )
    assert line("tax_amount", "amount", "rate", "includes_tax") == (
        "IF(includes_tax,ROUND(amount-ROUND(amount/(1+rate),2),2),ROUND(amount*rate,2))"
    )


def test_printed_words() -> None:
    """Text functions of Excel 2010 alone: no [DBNum2], no NUMBERSTRING, short enough to deliver."""
    got = lines("rmb_upper", "amount")
    assert got["h1"] == 'TEXT(ROUND(ABS(amount),2)*100,"00000000000000")'
    assert got["h2"].startswith(
        '"人民币"&MID("零壹贰叁肆伍陆柒捌玖",1+VALUE(MID(h1,1,1)),1)&"仟"&MID('
    )
    assert got["h2"].endswith('&MID("零壹贰叁肆伍陆柒捌玖",1+VALUE(MID(h1,14,1)),1)&"分"')
    assert got["h3"].startswith('IF(ROUND(amount,2)=0,"人民币零元整",SUBSTITUTE(')
    assert len(got) == 3 and max(map(len, got.values())) < 2000
    assert "DBNum" not in "".join(got.values()) and "NUMBERSTRING" not in "".join(got.values())
