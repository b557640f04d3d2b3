"""Pilot runs, scaling and verdicts: cases by hand, closed bands, properties, formula texts."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpucalc import catalog, edge, glossary
from gpucalc.errors import ExcelError
from gpucalc.kernels import pilots
from gpucalc.registry import functions
from tests.printed import line, lines

F = functions()
ADVICE = F["deadline_advice"]


def test_pilot_run_of_a_hundred_steps() -> None:
    """4 cards, 100 steps of 64 samples in 250 s; the job is a million samples, 5 epochs.

    25.6 samples a second, 78,125 steps of 2.5 s are 195,312.5 s = 54.25 h. 8 cards are 1.6 times as
    fast: efficiency 80 %, 33.91 h. In 48 h: 1.13 is short, 0.706 is good. At 15 a card-hour and in
    whole hours 4·55·15 = 3,300 and 8·34·15 = 4,080.
    """
    call = edge.call
    steps = call(F["train_steps"], "100万", 64, 5)
    assert steps == 78125
    hours = call(F["step_hours"], steps, 2.5)
    assert hours == pytest.approx(195312.5 / 3600, rel=1e-12)
    assert call(F["pilot_hours"], 100, steps, 250 / 3600, 4) == pytest.approx(hours, rel=1e-12)
    efficiency = call(F["scaling_efficiency"], 4, 25.6, 8, 40.96)
    assert efficiency == pytest.approx(0.8, rel=1e-12)
    faster = call(F["scaled_hours"], hours, 4, 8, efficiency)
    assert faster == pytest.approx(33.9084, abs=1e-4)
    assert call(F["pilot_hours"], 100, steps, 250 / 3600, 4, 8, "80%") == pytest.approx(faster)
    for took, ratio, word in ((hours, 1.130, "缺口"), (faster, 0.706, "合适")):
        found = call(F["deadline_ratio"], took, 2)
        assert found == pytest.approx(ratio, abs=5e-4)
        assert call(ADVICE, found, "zh") == word
    assert call(F["rent_cost"], 4, hours, 15, 0, 1) == 3300
    assert call(F["rent_cost"], 8, faster, 15, 0, 1) == 4080


def test_seven_billion_in_five_days() -> None:
    """1.26e20 FLOP at MFU 0.5 on an A100 are 224.36 card-hours; one own card gives 5·20·0.8 = 80.

    On 3 cards 74.79 h of 80: 0.935, tight.
    """
    need = edge.call(F["train_hours"], "7B", "1B", "A100 80GB", 1, 0.5, 0, 3)
    assert need == pytest.approx(224.36, abs=0.005)
    gap = edge.call(F["gap_gpu_hours"], need, 5, 1, 20, 0.2)
    assert gap == pytest.approx(144.36, abs=0.005)
    assert edge.call(F["gap_gpu_hours"], need, 5, 3, 20, 0.2) == 0
    assert edge.call(ADVICE, edge.call(F["deadline_ratio"], need / 3, 5, 20, 0.2), "zh") == "紧张"


def test_what_scales_how() -> None:
    """50,000 samples: 30 h on one card, 18 h on two, 5 h on eight: 83 % and 75 %."""
    efficiency = F["scaling_efficiency"]
    assert efficiency(1, 1 / 30, 2, 1 / 18) == pytest.approx(0.8333, abs=1e-4)
    assert efficiency(1, 1 / 30, 8, 1 / 5) == pytest.approx(0.75, rel=1e-12)


# Each boundary belongs to one band: written down by hand from the definition.
@pytest.mark.parametrize(
    "ratio, field",
    [
        (1e9, "short"), (1.0000001, "short"), (1, "tight"), (0.8000001, "tight"), (0.8, "good"),
        (0.7, "good"), (0.6, "good"), (0.5999999, "loose"), (0.5, "loose"), (0.4999999, "excess"),
        (0, "excess"),
    ],
)  # fmt: skip
def test_bands(ratio: float, field: str) -> None:
    for lang in ("en", "zh"):
        assert edge.call(ADVICE, ratio, lang) == glossary.label(field, lang)
    assert edge.call(ADVICE, ratio) == glossary.label(field, "en")


@pytest.mark.parametrize(
    "hours, field", [(48, "tight"), (38.4, "good"), (28.8, "good"), (24, "loose")]
)
def test_noise_does_not_cross_a_boundary(hours: float, field: str) -> None:
    """Shares of a window that come out a last digit off, as 0.1 + 0.7 does, stay in their band."""
    for noise in (-1e-13, 0, 1e-13):
        assert ADVICE(hours / 48 * (1 + noise)) == glossary.label(field, "en")


def test_words_are_those_of_the_glossary() -> None:
    for field in ("short", "tight", "good", "loose", "excess"):
        words = getattr(pilots, field.upper())
        assert words == (glossary.label(field, "en"), glossary.label(field, "zh"))


def test_languages() -> None:
    for row in catalog.table("languages").rows:
        want = "Tight" if row["model"] == "en" else "紧张"
        assert edge.call(ADVICE, 0.9, row["name"]) == want
    assert edge.call(ADVICE, 0.9, "fr") == ExcelError.NA
    assert edge.call(ADVICE, [[0.9], [1.2]], "zh") == [["紧张"], ["缺口"]]


def test_progress() -> None:
    progress = F["progress_hours"]
    assert edge.call(progress, 30000, 78125, 20) == pytest.approx(20 / 30000 * 48125, rel=1e-12)
    assert edge.call(progress, 101, 100, 5) == ExcelError.NUM
    assert "已完成" in edge.reason(progress, 101, 100, 5, lang="zh")
    assert edge.call(progress, 0, 100, 5) == ExcelError.NUM  # no pace yet


# -- properties ----------------------------------------------------------------------------------

POSITIVE = st.floats(1e-3, 1e6)
CARD_COUNT = st.integers(1, 10**5)


@given(POSITIVE, CARD_COUNT, CARD_COUNT, st.floats(0.05, 2))
def test_scaling_there_and_back(hours: float, a: int, b: int, efficiency: float) -> None:
    """An efficiency measured from the scaled hours is the one put in; back, its inverse."""
    there = F["scaled_hours"](hours, a, b, efficiency)
    assert F["scaling_efficiency"](a, 1 / hours, b, 1 / there) == pytest.approx(
        efficiency, rel=1e-9
    )
    assert F["scaling_efficiency"](b, 1 / there, a, 1 / hours) == pytest.approx(
        1 / efficiency, rel=1e-9
    )
    assert F["scaled_hours"](hours, a, a) == pytest.approx(hours, rel=1e-12)


@given(st.integers(1, 10**6), st.integers(0, 10**6), POSITIVE)
def test_progress_and_so_far_are_the_whole(done: int, more: int, hours: float) -> None:
    left = F["progress_hours"](done, done + more, hours)
    assert left >= 0
    assert left + hours == pytest.approx(F["pilot_hours"](done, done + more, hours), rel=1e-9)


@given(st.floats(0, 1e9), st.floats(0.1, 1000), st.integers(0, 1000), st.floats(0, 0.9))
def test_gap_is_what_own_cards_leave(need: float, days: float, own: int, buffer: float) -> None:
    gap = F["gap_gpu_hours"](need, days, own, 24, buffer)
    given_hours = own * days * (1 - buffer) * 24
    assert gap >= 0
    assert gap == 0 or gap + given_hours == pytest.approx(need, rel=1e-9)
    assert gap > 0 or given_hours >= need * (1 - 1e-9)


@given(st.floats(0, 1e6), st.floats(0, 1e6))
def test_a_longer_job_is_never_judged_easier(a: float, b: float) -> None:
    order = ["Excess", "Loose", "Good", "Tight", "Short"]
    low, high = sorted((a, b))
    assert order.index(ADVICE(low)) <= order.index(ADVICE(high))


def test_step_overheads_add() -> None:
    hours = F["step_hours"]
    assert hours(1000, 3.6, 0.1, 0.3) == pytest.approx(1.4, rel=1e-12)  # not 1.1 · 1.3 = 1.43
    assert hours(0, 3.6) == 0
    assert math.isclose(hours(1000, 3.6), 1)


# -- formula texts -------------------------------------------------------------------------------


def test_printed() -> None:
    assert line("step_hours", "steps", "seconds_per_step") == "steps*seconds_per_step/3600"
    assert (
        line("scaled_hours", "hours", "cards_from", "cards_to", "efficiency")
        == "hours*cards_from/(cards_to*efficiency)"
    )
    assert (
        line("pilot_hours", "work_done", "work_total", "hours", "cards_from", "cards_to")
        == "hours*work_total/work_done*cards_from/cards_to"
    )
    assert (
        line("scaling_efficiency", "cards_a", "throughput_a", "cards_b", "throughput_b")
        == "throughput_b/throughput_a/(cards_b/cards_a)"
    )
    assert (
        line("progress_hours", "steps_done", "steps_total", "hours_so_far")
        == "IF(steps_total-steps_done>=0,hours_so_far*(steps_total-steps_done)/steps_done,#NUM!)"
    )
    assert lines("deadline_advice", "ratio", language="zh") == {
        "h1": "ROUND(ratio,9)",
        "h2": 'IF(h1>1,"缺口",IF(h1>0.8,"紧张",IF(h1>=0.6,"合适",IF(h1>=0.5,"宽松","过剩"))))',
    }
