"""Rent or buy: published cases, closed forms against sums month by month, and formulas."""

from __future__ import annotations

import math

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from gpucalc import edge
from gpucalc.errors import ExcelError
from gpucalc.registry import blocks, functions
from tests.printed import line, lines

F = functions()
OWN, RENT, EVEN, PAYBACK = (
    F[name] for name in ("own_npv", "rent_npv", "break_even_rent", "payback_months")
)
YEARLY = 1  # payments a year


def own(**given: float) -> float:
    return float(OWN(**{"months": 36, "discount_rate": 0.1, **given}))


# -- the lease-or-buy case -----------------------------------------------------------------------


@pytest.mark.parametrize(
    "rate, advance, lease, buy",
    [
        (0.10, False, 44315.70, 53861.76),  # rate before tax, rent at the end of each year
        (0.066, False, 47109.20, 52529.28),  # rate after tax: 10 % x (1 - 34 %)
        (0.10, True, 48747.27, 53861.76),  # rent at the start of each year
    ],
)
def test_lease_or_buy_a_server(rate: float, advance: bool, lease: float, buy: float) -> None:
    """A server at 75,000 or three leases of 27,000; tax 34 %, straight line to zero over 3 years.

    A textbook case of corporate finance. Its answer depends on the convention, so each is stated.
    """
    rent = RENT(27000 / 12, 36, rate, tax_rate=0.34, payments_per_year=YEARLY, in_advance=advance)
    bought = own(capex=75000, discount_rate=rate, tax_rate=0.34, payments_per_year=YEARLY)
    assert rent == pytest.approx(lease, abs=0.005)
    assert bought == pytest.approx(buy, abs=0.005)


def test_the_difference_is_taken_before_rounding() -> None:
    def gain(rate: float) -> float:
        rent = RENT(27000 / 12, 36, rate, tax_rate=0.34, payments_per_year=YEARLY)
        return own(capex=75000, discount_rate=rate, tax_rate=0.34, payments_per_year=YEARLY) - rent

    assert round(gain(0.10), 2) == 9546.06
    assert round(gain(0.066), 2) == 5420.09


def test_owning_against_renting_a_node_of_a_guide() -> None:
    """1.4m and 600,000 a year of hosting against 1,500 a day: owning never pays at these."""
    flat = own(capex=1.4e6, hosting=50000, discount_rate=0)
    assert flat / 3 == pytest.approx(1_066_666.67, abs=0.005)
    assert 365 * 1500 == 547_500 < 12 * 50000  # rent of the whole year is less than hosting alone
    assert flat / 3 / 1500 == pytest.approx(711.1, abs=0.05)  # days a year, of 365
    assert flat / 3 / 5760 == pytest.approx(185.2, abs=0.05)  # at 30 a card-hour
    even = EVEN(flat, 36, 0)
    assert even * 12 / 365 == pytest.approx(2922.37, abs=0.005)
    assert F["price_per_card_hour"](even, "台月", 8, 730) == pytest.approx(15.22, abs=0.005)
    bought = own(capex=1.4e6, hosting=50000, payments_per_year=YEARLY)
    rented = RENT(547_500 / 12, 36, 0.1, payments_per_year=YEARLY)
    assert bought == pytest.approx(2_892_111.19, abs=0.005)
    assert rented == pytest.approx(1_361_551.47, abs=0.005)


class TestFiveYearsOfANode:
    """An 8-card node: 116,906.25 a month of rent, or 3.6m and 29,675.00 a month."""

    RENT_MONTH = 90000 + 650 * 10.625 + 4000 * 5
    OTHER = 650 * 10.625 + 4000 * 5
    HOSTING = 440 * 10.625 + 4500 * 5
    BOUGHT = own(
        capex=3.6e6, hosting=HOSTING, staff=30000 / 12, proceeds=165000, months=60,
        discount_rate=0.08,
    )  # fmt: skip
    RENTED = RENT(RENT_MONTH, 60, 0.08)

    def test_present_costs(self) -> None:
        assert self.RENT_MONTH == 116906.25
        assert pytest.approx(5_803_799.48, abs=0.005) == self.RENTED
        assert pytest.approx(4_960_916.28, abs=0.005) == self.BOUGHT
        assert round(self.RENTED - self.BOUGHT, 2) == 842_883.20
        assert pytest.approx(0.855, abs=5e-4) == self.BOUGHT / self.RENTED

    def test_payback(self) -> None:
        saving = self.RENT_MONTH - 29675
        assert PAYBACK(3.6e6, saving) == pytest.approx(41.27, abs=0.005)
        assert math.ceil(PAYBACK(3.6e6, saving, 0.08)) == 49

    def test_falling_rents(self) -> None:
        falling = RENT(90000, 60, 0.08, 0.2, self.OTHER)
        assert falling == pytest.approx(4_441_067.37, abs=0.005)
        assert round(self.BOUGHT - falling, 2) == 519_848.91
        # The fall at which both cost the same lies at 11.40 % a year.
        dearer, cheaper = (RENT(90000, 60, 0.08, f, self.OTHER) for f in (0.11395, 0.11405))
        assert dearer > self.BOUGHT > cheaper

    def test_three_years_only(self) -> None:
        bought = own(capex=3.6e6, hosting=29675, proceeds=165000, discount_rate=0.08)
        assert bought == pytest.approx(4_419_903.54, abs=0.005)
        assert RENT(self.RENT_MONTH, 36, 0.08) == pytest.approx(3_746_065.71, abs=0.005)


# -- against sums, payment by payment ------------------------------------------------------------


def own_sum(capex: float, months: int, r: float, cost: float, proceeds: float, t: float,
            life: int, residual: float, p: int, advance: bool) -> float:  # fmt: skip
    """Every payment, every month of depreciation and the sale, discounted one by one."""
    every, book, total = 12 // p, capex, capex
    for k in range(1, months // every + 1):
        total += cost * every * (1 - t) / (1 + r) ** ((k - advance) / p)
        written = sum(
            capex * (1 - residual) / (life * 12)
            for month in range((k - 1) * every, k * every)
            if month < life * 12
        )
        book -= written
        total -= t * written / (1 + r) ** (k / p)
    return total - (proceeds - t * (proceeds - book)) / (1 + r) ** (months / 12)


def rent_sum(rent: float, months: int, r: float, fall: float, other: float, t: float, p: int,
             advance: bool) -> float:  # fmt: skip
    every, total = 12 // p, 0.0
    for k in range(1, months // every + 1):
        price = rent * (1 - fall) ** ((k - 1) // p)
        total += (price + other) * every * (1 - t) / (1 + r) ** ((k - advance) / p)
    return total


RATES = st.just(0.0) | st.floats(1e-6, 0.5)
MONEY = st.floats(0, 1e6)
SHARES = st.just(0.0) | st.floats(0.01, 0.9)
PAYMENTS = st.sampled_from([1, 2, 3, 4, 6, 12])


@given(
    st.floats(0, 1e7), st.integers(1, 100), RATES, MONEY, MONEY, SHARES, st.integers(1, 10),
    SHARES, PAYMENTS, st.booleans(),
)  # fmt: skip
def test_owning_is_the_sum_of_its_payments(
    capex: float, count: int, r: float, cost: float, proceeds: float, t: float, life: int,
    residual: float, p: int, advance: bool,
) -> None:  # fmt: skip
    months = count * (12 // p)
    want = own_sum(capex, months, r, cost, proceeds, t, life, residual, p, advance)
    got = own(
        capex=capex, months=months, discount_rate=r, hosting=cost, proceeds=proceeds, tax_rate=t,
        depreciation_years=life, residual_rate=residual, payments_per_year=p, in_advance=advance,
    )  # fmt: skip
    scale = capex + cost * months + proceeds
    assert got == pytest.approx(want, rel=1e-9, abs=1e-9 * scale + 1e-9)


@given(
    MONEY, st.integers(1, 100), RATES, st.just(0.0) | st.floats(-0.5, 0.9), MONEY, SHARES, PAYMENTS,
    st.booleans(),
)  # fmt: skip
def test_renting_is_the_sum_of_its_payments(
    rent: float, count: int, r: float, fall: float, other: float, t: float, p: int, advance: bool
) -> None:
    months = count * (12 // p)
    args = (r, fall, other, t, p, advance)
    want = rent_sum(rent, months, *args)
    assert RENT(rent, months, *args) == pytest.approx(want, rel=1e-8, abs=1e-6)


@given(
    st.floats(1, 1e9), st.integers(1, 100), RATES, st.floats(-0.5, 0.9), MONEY, SHARES, PAYMENTS,
    st.booleans(),
)  # fmt: skip
def test_the_break_even_rent_costs_as_much_as_owning(
    npv: float, count: int, r: float, fall: float, other: float, t: float, p: int, advance: bool
) -> None:
    months = count * (12 // p)
    rent = EVEN(npv, months, r, fall, other, t, p, advance)
    assume(rent >= 0)  # negative: the other costs alone exceed it, and no rent is
    again = RENT(rent, months, r, fall, other, t, p, advance)
    assert again == pytest.approx(npv, rel=1e-6)


@given(st.floats(1, 1e9), st.floats(1, 1e7), st.floats(1e-4, 0.3))
def test_the_discounted_savings_pay_back_the_capex(capex: float, saving: float, r: float) -> None:
    months = PAYBACK(capex, saving, r)
    i = (1 + r) ** (1 / 12) - 1
    if math.isnan(months):
        assert saving / i <= capex * (1 + 1e-9)  # savings for ever are worth less
    else:
        paid = saving * (1 - (1 + i) ** -months) / i
        assert paid == pytest.approx(capex, rel=1e-6, abs=1e-9 * saving)
        assert months >= PAYBACK(capex, saving) - 1e-6


@pytest.mark.parametrize("r", [0, 1e-12, 1e-9, 1.1e-9, 1e-8, 1e-6])
def test_no_digits_are_lost_near_a_rate_of_zero(r: float) -> None:
    assert RENT(1000, 60, r) == pytest.approx(60000 * (1 - r * 30.5 / 12), rel=1e-7)
    assert RENT(1000, 60, r, 1e-10) == pytest.approx(60000, rel=1e-5)
    assert own(capex=0, months=60, discount_rate=r, hosting=1000) == pytest.approx(60000, rel=1e-5)
    assert PAYBACK(1000, 10, r) == pytest.approx(100, rel=1e-5)


# -- taxes, books and cash -----------------------------------------------------------------------


def test_book_residual_and_cash_proceeds_are_two_figures() -> None:
    base = {"capex": 1200.0, "discount_rate": 0.0, "tax_rate": 0.25}
    assert own(**base) == pytest.approx(1200 - 300)
    assert own(**base, residual_rate=0.05) == pytest.approx(1200 - 285 - 15)  # 60 lost, tax 15
    assert own(**base, proceeds=100) == pytest.approx(1200 - 300 - 75)
    assert own(**base, proceeds=100, residual_rate=0.05) == pytest.approx(825)
    # Half the life: 600 on the books. Sold for that, nothing is gained.
    assert own(**base, months=18, proceeds=600) == pytest.approx(1200 - 150 - 600)
    # Without tax the books do not matter.
    assert own(capex=1200, residual_rate=0.05, proceeds=100) == own(capex=1200, proceeds=100)


def test_electricity() -> None:
    """10 kW at the meter of the cards, PUE 1.3, 720 h, 0.65 a kWh: 6,084 a month."""
    cost = blocks()["running_cost"](0, 0, 10, 1.3, 0.65)
    assert cost == pytest.approx(6084)
    assert own(capex=0, discount_rate=0, power_kw=10, pue=1.3, tariff=0.65) == pytest.approx(
        36 * 6084
    )


# -- refusals ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name, args",
    [
        ("own_npv", (1e6, 30, 0.1, 0, 0, 0, 1, 0, 720, 0, 0, 3, 0, 1)),  # 2.5 years
        ("own_npv", (1e6, 36, 0.1, 0, 0, 0, 1, 0, 720, 0, 0.25, 2.5, 0, 1)),  # 2.5 years of shield
        ("own_npv", (1e6, 36, 0.1, 0, 0, 0, 1, 0, 720, 0, 0.25, 1.05)),  # 12.6 months of shield
        ("rent_npv", (1000, 30, 0.1, 0, 0, 0, 1)),
        ("break_even_rent", (1e6, 30, 0.1, 0, 0, 0, 1)),
        ("break_even_rent", (1e6, 36, 0.1, 0, 0, 1)),  # all taxed away
        ("payback_months", (1e6, 0)),
        ("payback_months", (1e6, -5)),
        ("payback_months", (3.6e6, 20000, 0.08)),
    ],
)
def test_no_answer(name: str, args: tuple[float, ...]) -> None:
    assert edge.call(F[name], *args) == ExcelError.NUM
    assert edge.reason(F[name], *args) != edge.reason(F[name], *args, lang="zh") != ""


def test_without_tax_any_life_will_do() -> None:
    args = (1e6, 36, 0.1, 0, 0, 0, 1, 0, 720, 0, 0, 2.5, 0, 1)
    assert edge.call(OWN, *args) == 1e6


@pytest.mark.parametrize(
    "months, want", [("5年", 60), ("60个月", 60), (0, ExcelError.NUM), (1.5, ExcelError.NUM)]
)
def test_months_as_people_write_them(months: object, want: object) -> None:
    assert edge.call(RENT, 1, months, 0) == want


# -- as formulas ---------------------------------------------------------------------------------

ANNUITY = "IF({r}<1E-9,{n},(1-(1+{r})^(-{n}/12))/IF({r}<1E-9,1,(1+{r})^(1/12)-1))"


def test_printed() -> None:
    annuity = ANNUITY.format(r="discount_rate", n="months")
    assert line("rent_npv", "monthly_rent", "months", "discount_rate") == f"monthly_rent*{annuity}"
    assert line("break_even_rent", "own_npv", "months", "discount_rate") == f"own_npv/{annuity}"
    assert line("own_npv", "capex", "months", "discount_rate", "hosting", "proceeds") == (
        f"capex+hosting*{annuity}-proceeds*(1+discount_rate)^(-months/12)"
    )
    assert line("payback_months", "capex", "monthly_saving") == (
        "IF(monthly_saving>0,capex/IF(monthly_saving>0,monthly_saving,1),#NUM!)"
    )


def test_printed_over_cells() -> None:
    made = lines("own_npv", "capex", "months", "discount_rate", "hosting", "tax_rate")
    assert made["h1"] == "IF(months<=36,months,36)"
    assert "capex/36" in made.values()
