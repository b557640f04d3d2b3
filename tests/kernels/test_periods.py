"""Costs by month, free days, interrupted runs, data on its way: by hand, by counting, printed."""

from __future__ import annotations

import datetime
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpucalc import edge
from gpucalc.errors import ExcelError
from gpucalc.reading import serial
from gpucalc.registry import blocks, functions
from tests.printed import line

F, B = functions(), blocks()
PERIOD, FREE, SPOT, TRANSFER = (
    F[name] for name in ("period_days", "free_days", "spot_hours", "transfer_hours")
)


def day(text: str) -> float:
    return serial(datetime.date.fromisoformat(text))


# -- periods -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "start, end, first, last, days",
    [
        ("2026-12-29", "2027-01-04", "2026-12-01", "2026-12-31", 3),
        ("2026-12-29", "2027-01-04", "2027-01-01", "2027-01-31", 4),
        ("2026-12-29", "2027-01-04", "2026-12-29", "2027-01-04", 7),
        ("2026-12-29", "2027-01-04", "2027-01-04", "2027-01-04", 1),
        ("2026-12-29", "2027-01-04", "2027-01-05", "2027-01-31", 0),
        ("2026-12-29", "2027-01-04", "2026-01-01", "2026-12-28", 0),
        ("2028-02-01", "2028-03-31", "2028-02-01", "2028-02-29", 29),
        ("2026-12-29", "2026-12-28", "2026-12-01", "2026-12-31", ExcelError.NUM),
        ("2026-12-29", "2027-01-04", "2026-12-31", "2026-12-01", ExcelError.NUM),
        ("12月29日", "2027-01-04", "2026-12-01", "2026-12-31", ExcelError.VALUE),
    ],
)
def test_period_days_by_hand(start: str, end: str, first: str, last: str, days: object) -> None:
    assert edge.call(PERIOD, start, end, first, last) == days


def test_a_time_of_day_does_not_count() -> None:
    assert PERIOD(46385.9, 46391.1, 46357.5, 46387.25) == 3


@given(st.integers(40000, 50000), st.integers(0, 400), st.lists(st.integers(1, 60), max_size=20))
def test_days_of_periods_in_a_row_add_up(start: int, length: int, widths: list[int]) -> None:
    end, first, found = start + length, start - 7, 0.0
    for width in [*widths, end - start + 60]:
        found += PERIOD(start, end, first, first + width - 1)
        first += width
    assert found == F["rental_days"](start, end)


def test_phased_budget_over_the_year_end() -> None:
    """64 cards for 7 days from 2026-12-29 at 6.50 including 6 %: 3 days in December, 4 after."""
    rent, tax_net = F["rent_cost"], F["tax_exclusive"]
    span = (day("2026-12-29"), day("2027-01-04"))
    december = (day("2026-12-01"), day("2026-12-31"))
    january = (day("2027-01-01"), day("2027-01-31"))
    debug, main, reserve = rent(4, 8, 6.5), rent(64, 168, 6.5), rent(16, 48, 6.5)
    assert (debug, main, reserve) == (208.00, 69888.00, 4992.00)
    gross = [B["period_amount"](main, *span, *month) for month in (december, january)]
    assert gross == [29952.00, 39936.00]
    assert [round(g + o, 2) for g, o in zip(gross, (debug, reserve), strict=True)] == [
        30160.00,
        44928.00,
    ]
    net = [B["period_amount"](main, *span, *month, 0.06) for month in (december, january)]
    assert net == [28256.60, 37675.48]
    assert tax_net(39936, 0.06) == 37675.47  # January's own division would lose a cent
    assert round(sum(net), 2) == tax_net(main, 0.06) == 65932.08
    assert round(tax_net(debug, 0.06) + net[0], 2) == 28452.83
    assert round(net[1] + tax_net(reserve, 0.06) + tax_net(1000, 0.06), 2) == 43328.31
    contingency = B["money"]((debug + main + reserve) * 0.15)
    assert (contingency, tax_net(contingency, 0.06)) == (11263.20, 10625.66)
    request = B["money"](debug + main + reserve + contingency + 1000)
    assert edge.call(F["rmb_upper"], request) == "人民币捌万柒仟叁佰伍拾壹元贰角"


@given(
    st.integers(1, 10**9), st.integers(0, 400), st.lists(st.integers(1, 60), max_size=9),
    st.sampled_from([0.0, 0.03, 0.06, 0.13]),
)  # fmt: skip
def test_amounts_of_periods_add_up_to_the_cent(
    cents: int, length: int, widths: list[int], rate: float
) -> None:
    amount, start, first, parts = cents / 100, 46000, 46000, 0.0
    for width in [*widths, 500]:
        span = (start, start + length, first, first + width - 1)
        parts += B["period_amount"](amount, *span, rate)
        first += width
    assert round(parts, 2) == F["tax_exclusive"](amount, rate)


# -- free days -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "days, once, per_seven, seven_plus_one",
    [
        (1, 0, 0, 0),
        (7, 0, 0, 0),  # more than 7, and 7 is not more
        (8, 1, 1, 1),
        (13, 1, 1, 1),
        (14, 1, 2, 1),
        (15, 1, 2, 1),
        (16, 1, 2, 2),
        (30, 1, 4, 3),
    ],
)
def test_free_days_in_three_readings(
    days: int, once: int, per_seven: int, seven_plus_one: int
) -> None:
    readings = ("once", "per_7", "7+1")
    assert [FREE(days, 7, 1, r) for r in readings] == [once, per_seven, seven_plus_one]
    assert FREE(days) == once


def test_one_clause_three_bills() -> None:
    """A node at 1,500 a day and 'a day free when renting more than 7 days'."""
    bills = {r: (30 - FREE(30, 7, 1, r)) * 1500 for r in ("只免一次", "每满7天", "租7送1")}
    assert bills == {"只免一次": 43500, "每满7天": 39000, "租7送1": 40500}
    assert (7 - FREE(7)) * 1500 == (8 - FREE(8)) * 1500 == 10500
    assert FREE(8) / 8 == 0.125 and FREE(30) / 30 == pytest.approx(1 / 30)


@pytest.mark.parametrize(
    "args, days",
    [
        ((7, 7, 1, "once", True), 1),
        ((7, 7, 1, "7+1", True), 0),  # the eighth day would be the free one
        ((14, 7, 1, "per_7", True), 2),
        ((30, 10, 2, "once"), 2),
        ((30, 10, 2, "per_7"), 6),
        ((30, 10, 2, "7+1"), 4),
        ((3, 1, 5, "per_7"), 3),  # never more than the rental
        (("30天", "1周"), 1),
        ((0,), ExcelError.NUM),
        ((30, 0), ExcelError.NUM),
        ((30, 7, 1, "twice"), ExcelError.NA),
    ],
)
def test_free_days_by_hand(args: tuple[object, ...], days: object) -> None:
    assert edge.call(FREE, *args) == days


def paid_in_turn(days: int, over: int, granted: int) -> int:
    """Rent over days and get some: walk along the rental, day by day."""
    free = paid = 0
    while paid + free < days:
        paid += min(over, days - paid - free)
        free += min(granted, days - paid - free)
    return free


@given(st.integers(1, 400), st.integers(1, 30), st.integers(1, 5))
def test_rent_some_get_some_by_walking(days: int, over: int, granted: int) -> None:
    assert FREE(days, over, granted, "7+1") == paid_in_turn(days, over, granted)


# -- interruptions -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "args, hours",
    [
        ((100, 0, 1), 100),
        ((100, 0, 1, 0.05), 105),
        ((100, 2, 1), 100 / (1 - 1 / 24)),  # half an hour lost twice a day
        ((100, 2, "30分钟"), 100 / (1 - 0.5 / 24)),
        ((100, 4, 2, 0.1, "15分钟"), 105 / (1 - 4 / 24 * 1.3)),
        ((0, 2, 1), 0),
        ((100, 24, 2), ExcelError.NUM),
        ((100, 2, 0), ExcelError.NUM),
        ((100, -1, 1), ExcelError.NUM),
    ],
)
def test_spot_hours_by_hand(args: tuple[object, ...], hours: object) -> None:
    assert edge.call(SPOT, *args) == (
        hours if isinstance(hours, ExcelError) else pytest.approx(hours, rel=1e-12)
    )


def test_a_run_that_never_ends_is_told() -> None:
    assert "save more often" in edge.reason(SPOT, 100, 24, 2)
    assert "缩短存档间隔" in edge.reason(SPOT, 100, 24, 2, lang="zh")


def simulated(hours: float, per_day: float, every: float, write: float, restart: float) -> float:
    """One run on a clock, interruptions at random; work since the last checkpoint is lost."""
    draw = random.Random(20261130)
    clock = saved = 0.0
    following = draw.expovariate(per_day / 24)
    while saved < hours:
        step = min(every, hours - saved) + write
        if clock + step <= following:
            clock, saved = clock + step, saved + step - write
        else:
            clock = following + restart
            following = clock + draw.expovariate(per_day / 24)
    return clock


@pytest.mark.parametrize(
    "per_day, every, write, restart", [(2, 1, 0.05, 0.25), (6, 0.5, 0.02, 0.1)]
)
def test_spot_hours_against_a_simulation(
    per_day: float, every: float, write: float, restart: float
) -> None:
    """20,000 h of work: the first-order model is within 2 % while little is lost per checkpoint."""
    run = simulated(20_000, per_day, every, write, restart)
    assert SPOT(20_000, per_day, every, write, restart) == pytest.approx(run, rel=0.02)


def test_the_best_interval_is_youngs() -> None:
    write, rate = 0.05, 2 / 24
    best = (2 * write / rate) ** 0.5
    least = SPOT(1000, 2, best, write)
    assert least < SPOT(1000, 2, best * 1.3, write) and least < SPOT(1000, 2, best / 1.3, write)


# -- transfer ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "args, hours",
    [
        ((1000, 10), 800_000 / 3600),  # 8e12 bits over 1e7 a second
        (("1TB", "10Mbps"), 800_000 / 3600),
        (("1TB", "1Gbps"), 8_000 / 3600),
        ((1000, 10, 0.5), 1_600_000 / 3600),
        ((0, 10), 0),
        ((1000, 0), ExcelError.NUM),
        ((1000, "10MB/s"), ExcelError.VALUE),  # bytes, not bits
    ],
)
def test_transfer_by_hand(args: tuple[object, ...], hours: object) -> None:
    assert edge.call(TRANSFER, *args) == (
        hours if isinstance(hours, ExcelError) else pytest.approx(hours, rel=1e-12)
    )


# -- as formulas ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name, cells, constants, text",
    [
        ("free_days", ("days",), {}, "IF(days>7,IF(1<=days,1,days),0)"),
        (
            "free_days", ("days",), {"reading": "7+1"},
            "IF(days>7,INT(days/8)+IF(days-INT(days/8)*8-7>=0,days-INT(days/8)*8-7,0),0)",
        ),
        (
            "transfer_hours", ("data_gb", "bandwidth_mbps", "efficiency"), {},
            "data_gb*8000/(bandwidth_mbps*efficiency)/3600",
        ),
    ],
)  # fmt: skip
def test_printed(
    name: str, cells: tuple[str, ...], constants: dict[str, object], text: str
) -> None:
    assert line(name, *cells, **constants) == text  # type: ignore[arg-type]
