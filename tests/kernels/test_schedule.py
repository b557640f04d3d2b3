"""Training, calendar and billed hours: by hand, by whole-number arithmetic, and as formulas."""

from __future__ import annotations

import datetime
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpucalc import edge
from gpucalc.errors import ExcelError
from gpucalc.registry import blocks, functions
from tests.printed import line

F = functions()
BILLED, CALENDAR, RENTAL = F["billed_hours"], F["calendar_days"], F["rental_days"]


@pytest.mark.parametrize(
    "args, hours",
    [
        ((74.79,), 75),  # the step is an hour unless said otherwise
        ((75,), 75),
        ((75.0000001,), 76),
        ((74.79, 24), 96),
        ((74.79, 0), 74.79),  # step 0 bills exactly
        ((74.79, 0.5), 75),
        ((74.79, 0.25), 75),  # 299.16 quarters are 300
        ((74.79, 0, 100), 100),  # the minimum first
        ((10, 24, 25), 48),  # then up to the step
        ((0,), 0),
        ((0, 1, 3), 3),
        (("3天",), 72),
        ((231.48148148148147,), 232),
        ((-1,), ExcelError.NUM),
        ((10, -1), ExcelError.NUM),
        (("5-8",), ExcelError.VALUE),
    ],
)
def test_billed_hours_by_hand(args: tuple[object, ...], hours: object) -> None:
    assert edge.call(BILLED, *args) == hours


# A minute is 1/60 h, no binary fraction: whole minutes must never be billed as one more step.
@given(st.integers(0, 10**7), st.sampled_from([1, 5, 6, 15, 30, 60, 90, 24 * 60, 720 * 60]))
def test_billed_hours_are_whole_number_arithmetic(minutes: int, step: int) -> None:
    want = -(-minutes // step) * step / 60
    assert BILLED(minutes / 60, step / 60) == pytest.approx(want, rel=1e-12, abs=1e-12)


HOURS = st.just(0.0) | st.floats(1e-6, 1e6)


@given(HOURS, st.floats(1e-3, 1e3), HOURS, st.floats(1, 10))
def test_billed_hours_bounds(hours: float, step: float, least: float, by: float) -> None:
    """At least what was used and the minimum, less than one step above; more hours, never less."""
    billed, used = BILLED(hours, step, least), max(hours, least)
    assert used * (1 - 2e-12) <= billed < used + step * (1 + 1e-9)
    assert billed / step == pytest.approx(round(billed / step), abs=1e-6)
    assert BILLED(hours * by, step, least) >= billed
    assert BILLED(hours, 0, least) == used


@pytest.mark.parametrize(
    "args, days",
    [
        ((240,), 10),
        ((80, 20, 0.2), 5),
        ((231.48148148148147,), 9.645061728395062),  # not rounded
        ((27777.777777777777 / 64,), 18.084490740740741),
        ((0,), 0),
        (("10天", "20小时", "20%"), 15),
        ((240, 25), ExcelError.NUM),
        ((240, 24, 1), ExcelError.NUM),  # a window that is all buffer
        ((240, 0), ExcelError.NUM),
    ],
)
def test_calendar_days_by_hand(args: tuple[object, ...], days: object) -> None:
    got = edge.call(CALENDAR, *args)
    assert got == (days if isinstance(days, ExcelError) else pytest.approx(days, rel=1e-12))


@given(HOURS, st.floats(0.5, 24), st.floats(0, 0.95))
def test_calendar_days_fill_their_window_exactly(
    hours: float, per_day: float, buffer: float
) -> None:
    """DEADLINE_RATIO of the calendar days that the hours take is 1."""
    days = CALENDAR(hours, per_day, buffer)
    if 0 < days <= 1e5:
        assert F["deadline_ratio"](hours, days, per_day, buffer) == pytest.approx(1, rel=1e-12)


@pytest.mark.parametrize(
    "start, end, days",
    [
        ("2026-11-30", "2026-12-29", 30),
        ("2026年11月30日", "2026/11/30", 1),
        (datetime.date(2026, 12, 28), datetime.date(2027, 1, 6), 10),  # over the year end
        ("2028-02-28", "2028-03-01", 3),  # a leap year
        ("2026.11.30", "2026-12-1", 2),
        (46356.75, 46357.25, 2),  # evening to next morning: two days, the time does not count
        (46357, 46356, ExcelError.NUM),
        ("2026-02-30", "2026-03-01", ExcelError.VALUE),
        ("30.11.2026", "2026-12-01", ExcelError.VALUE),
        (None, "2026-12-01", ExcelError.VALUE),
        (0, 46356, ExcelError.NUM),
    ],
)
def test_rental_days_by_hand(start: object, end: object, days: object) -> None:
    assert edge.call(RENTAL, start, end) == days


def test_why_a_rental_has_no_days() -> None:
    assert "before" in edge.reason(RENTAL, 46357, 46356)
    assert "早于" in edge.reason(RENTAL, 46357, 46356, lang="zh")


@given(st.dates(datetime.date(1901, 1, 1), datetime.date(2999, 1, 1)), st.integers(0, 400))
def test_rental_days_count_both_ends(start: datetime.date, more: int) -> None:
    """As counting the days one by one does."""
    end = start + datetime.timedelta(days=more)
    assert edge.call(RENTAL, start, end) == more + 1
    assert edge.call(RENTAL, start.isoformat(), f"{end:%Y/%m/%d}") == more + 1


def test_three_kinds_of_hours_stay_apart() -> None:
    """13B on 120 cards: trained 231.48 h, on the calendar 9.65 days, billed 232 h or 10 days."""
    trained = F["train_hours"](13e9, 2e11, "A100 80GB", 120, 0.5)
    assert trained == pytest.approx(231.48, abs=0.005)
    assert CALENDAR(trained) == pytest.approx(9.65, abs=0.005)
    assert BILLED(trained) == 232
    assert BILLED(trained, 24) == 240
    assert blocks()["billed_periods"](trained, 24) == 10
    assert blocks()["reserved_hours"](trained, 0.1) == pytest.approx(trained * 1.1)
    assert blocks()["period_hours"](10, 24) == 240
    assert math.isnan(RENTAL(46357, 46356))


LEAST = "IF(hours>=min_hours,hours,min_hours)"


@pytest.mark.parametrize(
    "name, cells, constants, text",
    [
        ("calendar_days", ["hours"], {}, "hours/24"),
        (
            "calendar_days",
            ["hours", "hours_per_day", "buffer"],
            {},
            "hours/(hours_per_day*(1-buffer))",
        ),
        (
            "billed_hours",
            ["hours", "min_hours"],
            {"step_hours": 24},
            f"-INT(-{LEAST}/24*0.999999999999)*24",
        ),
        ("billed_hours", ["hours", "min_hours"], {"step_hours": 0}, LEAST),
        (
            "rental_days",
            ["start_date", "end_date"],
            {},
            "IF(INT(end_date)-INT(start_date)+1>=1,INT(end_date)-INT(start_date)+1,#NUM!)",
        ),
        ("reserved_hours", ["hours", "reserve"], {}, "hours*(1+reserve)"),
        ("period_hours", ["periods"], {}, "periods*24"),
        ("billed_periods", ["hours"], {}, "-INT(-hours/24*0.999999999999)"),
    ],
)
def test_printed(name: str, cells: list[str], constants: dict[str, float], text: str) -> None:
    assert line(name, *cells, **constants) == text
