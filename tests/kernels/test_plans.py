"""Blocks of the sizing and budget books: cards, calendar, months, instalments, worked by hand."""

from __future__ import annotations

import datetime
import math

import numpy as np
import pytest

from gpucalc import edge
from gpucalc.registry import blocks

B = blocks()
EPOCH = datetime.date(1899, 12, 30)


def serial(text: str) -> float:
    return float((datetime.date.fromisoformat(text) - EPOCH).days)


@pytest.mark.parametrize(
    ("name", "args", "want"),
    [
        ("usable_hours", (5, 20, 0.2), 80),
        ("days_left", (14, 24, 1), 12),
        ("days_in_all", (9.5, 12, 1), 11),
        ("last_day", (46357, 9.65), 46366),
        ("last_day", (46357, 10.0000000000001), 46366),
        ("last_day", (46357, 0), 46357),
        ("cards_in_hours", (27777.78, 240), 115.74075),
        ("cards_in_time", (217, 48, 4, 0.8), 217 / 48 / 0.8),
        ("cards_in_time", (100, 48, 4, 0.5), 100 / 48),
        ("cards_in_time", (200, 48, 4, 2), 4),
        ("whole_cards", (115.74,), 116),
        ("whole_cards", (0.2,), 1),
        ("hours_on_cards", (217, 8, 4, 0.8), 217 / 6.4),
        ("hours_on_cards", (217, 4, 4, 0.8), 54.25),
        ("token_steps", (1000, 4, 100, 2), 6),
        ("equivalent_cards", (2, 165.2, 0.4, 312, 0.4), 2 * 165.2 / 312),
        ("cards_short", (3, 1, 1.06), 1),
        ("cards_short", (3, 4), 0),
        ("scaled_cards", (3, 1.5, 4, 2), 8),
        ("hours_at_scale", (80, 2, 8, 0.9), 80 / 4 / 0.81),
        ("storage_needed", (1000, 182, 3), 1.6),
        ("three_digits", (27777.78,), 27778),
        ("three_digits", (79.7037,), 79.7),
        ("three_digits", (4.6926,), 4.69),
        ("budget_year", (46110, 4), 2025),
        ("budget_year", (46113, 4), 2026),
        ("share_amount", (87351.2, 0.2), 17470.24),
        ("budget_left", (30000, 100, 200), 29700),
        ("span_end", (46385, 168), 46391),
        ("span_hours", (46385, 46391), 168),
        ("variance_share", (110, 100), 0.1),
    ],
)
def test_worked_by_hand(name: str, args: tuple[float, ...], want: float) -> None:
    """The kernel, and the graph that the books' formulas are printed from."""
    assert B[name](*args) == pytest.approx(want, rel=1e-12)
    assert edge.call(B[name], *args) == pytest.approx(want, rel=1e-12)


@pytest.mark.parametrize("day", ["2026-01-31", "2028-02-29", "2026-12-31", "2026-03-01"])
@pytest.mark.parametrize("months", [-13, -1, 0, 1, 2, 11, 12])
def test_months_as_the_calendar_has_them(day: str, months: int) -> None:
    date = datetime.date.fromisoformat(day)
    count = date.year * 12 + date.month - 1 + months
    first = datetime.date(count // 12, count % 12 + 1, 1)
    assert B["month_first"](serial(day), months) == (first - EPOCH).days
    following = datetime.date(date.year + date.month // 12, date.month % 12 + 1, 1)
    assert B["month_last"](serial(day)) == (following - EPOCH).days - 1


def test_instalments_add_up_to_the_amount() -> None:
    """Parts by cost, each to the cent; the last one takes the rest."""
    costs = np.array([33.33, 12.01, 0.07, 54.59])
    through = np.cumsum(costs)
    before = through - costs
    parts = [
        float(B["instalment"](70.01, 100.0, t, b)) for t, b in zip(through, before, strict=True)
    ]
    assert math.fsum(parts) == pytest.approx(70.01, abs=1e-9)
    assert all(round(p, 2) == p for p in parts)
