"""Cards and hours: the issue's vectors, published GPU hours, and n cards fit where n - 1 do not."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from gpucalc import catalog, edge
from gpucalc.errors import ExcelError
from gpucalc.kernels.compute import typical_mfu
from gpucalc.kernels.schedule import window_hours
from gpucalc.registry import blocks, functions
from tests.printed import line, lines

F = functions()
CARDS, HOURS = F["gpu_cards"], F["train_hours"]


def test_13b_in_ten_days() -> None:
    """27,777.78 card-hours over 240 h are 115.74 cards; whole nodes of 8 are 120."""
    job = ("13B", "2000亿", "A100 80GB", 10, 0.5)
    assert edge.call(CARDS, *job) == 116
    assert edge.call(CARDS, *job, 24, 0, 1, "full", 8) == 120
    assert edge.call(CARDS, *job, 24, 0.2) == 145  # 80 % of the window
    assert edge.call(CARDS, *job, 20) == 139  # 20 h a day: 138.89
    assert edge.call(CARDS, *job, 24, 0, 2) == 232  # two epochs: 231.48
    assert edge.call(CARDS, *job, 24, 0, 1, "full", 1, 0.1) == 128  # 10 % overhead: 127.3


@pytest.mark.parametrize("days", [0.5, 1, 30, 365, 1e5])
def test_70b_on_24_gb_cards_needs_memory_whatever_the_window(days: float) -> None:
    assert edge.call(CARDS, 70e9, 1e9, "RTX 4090", days, 0.4) >= 53
    assert edge.call(CARDS, 70e9, 1e9, "RTX 4090", 30, 0.4, *[None] * 6, False) == 3


def test_7b_within_100_hours() -> None:
    """224.36 card-hours: 3 cards of 80 GB; "A100" may mean 40 GB, where 3 would not hold it."""
    job = [7e9, 1e9, "A100 80GB", 100 / 24, 0.5, 24, 0, 3]
    assert edge.call(CARDS, *job) == 3
    job[2] = "A100"
    assert edge.call(CARDS, *job) == 4
    assert edge.call(CARDS, *job, *[None] * 3, False) == 3


def test_hours_by_hand() -> None:
    assert edge.call(HOURS, 1e10, 1e10 / 6, 312, 1, 1) == pytest.approx(89.03, abs=0.005)
    # 1e20 FLOP / (312e12 · 3600) exactly
    assert HOURS(1e10, 1e10 / 6, 312, 1, 1) == pytest.approx(1e20 / 1.1232e18, rel=1e-12)
    assert HOURS(1e10, 1e10 / 6, 312, 1, 0.5, 0.25) == pytest.approx(2.5 * 1e20 / 1.1232e18)
    assert HOURS(13e9, 2e11, "A100 80GB", 120, 0.5) == pytest.approx(231.48, abs=0.005)


# GPU hours as their makers published them, and the utilisation that 6·N·D and the dense BF16 peak
# (312 and 989.4 TFLOP/s) imply: parameters, active, tokens, card, hours, MFU in %.
PUBLISHED = [
    # Touvron et al. 2023 (LLaMA), arXiv 2302.13971, table 15
    (65.2e9, None, 1.4e12, "A100 80GB", 1_022_362, 47.7),
    # meta-llama/llama MODEL_CARD.md, pretraining hours
    (13.0e9, None, 2.0e12, "A100 80GB", 368_640, 37.7),
    # meta-llama/llama-models, models/llama3_1/MODEL_CARD.md; Dubey et al. 2024, arXiv 2407.21783
    (405e9, None, 15.6e12, "H100 SXM5 80GB", 30_840_000, 34.5),
    # DeepSeek-AI 2024, arXiv 2412.19437, table 1: 37 of 671 billion parameters active
    (671e9, 37e9, 14.8e12, "H800 SXM 80GB", 2_664_000, 34.6),
]


@pytest.mark.parametrize("params, active, tokens, gpu, hours, mfu", PUBLISHED)
def test_published_runs(
    params: float, active: float | None, tokens: float, gpu: str, hours: float, mfu: float
) -> None:
    """Hours of one card at peak over hours used are the MFU; at that MFU the hours come back."""
    at_peak = edge.call(HOURS, params, tokens, gpu, 1, 1, None, None, None, active)
    assert isinstance(at_peak, float)
    assert 100 * at_peak / hours == pytest.approx(mfu, abs=0.05)
    again = edge.call(HOURS, params, tokens, gpu, 2048, mfu / 100, None, None, None, active)
    assert again == pytest.approx(hours / 2048, rel=0.0015)


@pytest.mark.parametrize(
    "gpu, method, mfu",
    [
        ("A100 80GB", "pretrain", 0.42),
        ("A800", "pretrain", 0.42),
        ("H100 SXM5 80GB", "pretrain", 0.36),
        ("A100 80GB", "lora", 0.28),
        ("A100", "QLoRA 微调", 0.20),
        ("RTX 4090", "full", 0.27),
        (312, "pretrain", 0.30),  # no card, no data
    ],
)
def test_omitted_mfu_is_the_typical_one(gpu: object, method: str, mfu: float) -> None:
    args = (7e9, 1e9, gpu, 8)
    assert edge.call(HOURS, *args, None, 0, 1, method) == edge.call(HOURS, *args, mfu, 0, 1, method)
    if isinstance(gpu, str):
        assert typical_mfu(gpu, method) == mfu


def test_gap_and_ratio_by_hand() -> None:
    assert [edge.call(F["gpu_gap"], *a) for a in ((3, 1), (3, 5), (3, 3), (3,))] == [2, 0, 0, 3]
    ratio = edge.call(F["deadline_ratio"], 74.78632478632479, 5, 20, 0.2)
    assert ratio == pytest.approx(0.935, abs=0.0005)
    assert edge.call(F["deadline_ratio"], 178.06, 7) == pytest.approx(178.06 / 168)


@pytest.mark.parametrize("gpu", ["T4", "RTX 3090"])
def test_no_number_of_cards_helps(gpu: str) -> None:
    """Activations of 2,000 billion parameters, unsharded, alone fill such a card."""
    job = (2e12, 1e9, gpu, 30)
    assert edge.call(CARDS, *job) == ExcelError.NUM
    assert "memory" in edge.reason(CARDS, *job)
    assert "显存" in edge.reason(CARDS, *job, lang="zh")
    assert isinstance(edge.call(CARDS, *job, *[None] * 7, False), float)


# -- properties ----------------------------------------------------------------------------------

GPUS = st.sampled_from([*catalog.table("gpus").names(), 312.0, 989.4])
SHARE = st.floats(0.01, 1)
JOB = st.tuples(
    st.floats(1e8, 1e12),  # params
    st.floats(1e7, 1e14),  # tokens
    GPUS,
    st.floats(0.1, 365),  # days
    SHARE,  # mfu
    st.floats(1, 24),  # hours per day
    st.floats(0, 0.9),  # buffer
    st.floats(0.1, 10),  # epochs
    st.sampled_from(["pretrain", "full", "lora", "qlora"]),
)
OVERHEAD = st.floats(0, 2)


@given(JOB, OVERHEAD)
def test_n_cards_finish_in_time_and_one_less_does_not(
    job: tuple[Any, ...], overhead: float
) -> None:
    """The defining property of GPU_CARDS where time binds, to 1e-9."""
    params, tokens, gpu, days, mfu, per_day, buffer, epochs, method = job
    n = CARDS(*job, 1, overhead, False)
    assume(1 < n <= 1e7)
    window = window_hours(days, per_day, buffer)

    def hours(cards: float) -> float:
        return float(HOURS(params, tokens, gpu, cards, mfu, overhead, epochs, method))

    assert hours(n) <= window * (1 + 1e-9)
    assert hours(n - 1) > window * (1 - 1e-9)


@given(JOB)
def test_the_larger_of_both_bounds_counts(job: tuple[Any, ...]) -> None:
    """By time alone, by memory alone (VRAM_CARDS at its defaults), and together."""
    params, gpu, method = job[0], job[2], job[8]
    together = CARDS(*job)
    by_time = CARDS(*job, 1, 0, False)
    if isinstance(gpu, float):
        assert together == by_time
        return
    by_memory = F["vram_cards"](params, gpu, method)
    if math.isnan(by_memory):
        assert math.isnan(together)
    else:
        assert together == max(by_time, by_memory)


@given(JOB, st.integers(1, 64))
def test_whole_nodes(job: tuple[Any, ...], node_size: int) -> None:
    n, cards = CARDS(*job, node_size, 0, False), CARDS(*job, 1, 0, False)
    assume(n <= 1e7)
    assert n % node_size == 0
    assert cards <= n < cards + node_size


@given(JOB, st.floats(1, 10))
def test_monotone(job: tuple[Any, ...], by: float) -> None:
    """More work or a harder window never takes fewer cards."""
    params, tokens, gpu, days, mfu, per_day, buffer, epochs, method = job
    n = CARDS(*job)
    harder = [
        (params * by, tokens, gpu, days, mfu, per_day, buffer, epochs, method),
        (params, tokens * by, gpu, days, mfu, per_day, buffer, epochs, method),
        (params, tokens, gpu, days / by, mfu, per_day, buffer, epochs, method),
        (params, tokens, gpu, days, mfu / by, per_day, buffer, epochs, method),
        (params, tokens, gpu, days, mfu, per_day / by, buffer, epochs, method),
        (params, tokens, gpu, days, mfu, per_day, 1 - (1 - buffer) / by, epochs, method),
        (params, tokens, gpu, days, mfu, per_day, buffer, epochs * by, method),
    ]
    for job_ in harder:
        more = CARDS(*job_) if job_[6] <= 0.99 else n
        assert math.isnan(more) or more >= n


def test_cards_of_a_column() -> None:
    """A column of windows in one call: ever more days, never more cards."""
    days = np.linspace(1, 60, 200)
    cards = CARDS(13e9, 2e11, "A100 80GB", days, 0.5)
    assert cards.shape == (200,) and (np.diff(cards) <= 0).all() and cards[0] == 1158


# -- formula texts -------------------------------------------------------------------------------

PEAK = "INDEX(cat_gpus_bf16_tflops,MATCH(gpu,cat_gpus_name,0))"
LEAST = "INDEX(cat_gpus_usable_gb_least,MATCH(gpu,cat_gpus_name,0))"


def test_printed_hours() -> None:
    assert line("train_hours", "params", "tokens", "gpu", "cards", "mfu", "overhead") == (
        f"6*params*tokens/({PEAK}*1E12*mfu*3600)/cards*(1+overhead)"
    )
    assert line("gpu_gap", "cards_needed", "cards_owned") == (
        "IF(cards_needed-cards_owned>=0,cards_needed-cards_owned,0)"
    )
    assert line("deadline_ratio", "hours", "days", "hours_per_day", "buffer") == (
        "hours/(days*hours_per_day*(1-buffer))"
    )


def test_printed_cards() -> None:
    """One step a cell, each short enough to read."""
    got = lines("gpu_cards", "params", "tokens", "gpu", "days", "mfu", "buffer", "node_size")
    assert got == {
        "h1": f"6*params*tokens/({PEAK}*1E12*mfu*3600)",
        "h2": "-INT(-h1/(days*24*(1-buffer))*0.999999999999)",
        "h3": "IF(1>=(params/196608)^(1/3),1,(params/196608)^(1/3))",
        "h4": "SQRT(params/(12*h3))",
        "h5": "2048*h4*(2*h3+34)+2097152000+2E9",
        "h6": f"{LEAST}*1E9/1.2-h5",
        "h7": "IF(h6>0,IF(1>=-INT(-params*16/IF(h6>0,h6,1)*0.999999999999),1,"
        "-INT(-params*16/IF(h6>0,h6,1)*0.999999999999)),#NUM!)",
        "h8": "-INT(-IF(h2>=h7,h2,h7)/node_size*0.999999999999)*node_size",
    }
    assert line("nodes_needed", "cards", "node_size") == "-INT(-cards/node_size*0.999999999999)"


def test_blocks_for_templates() -> None:
    assert edge.call(blocks()["nodes_needed"], 116, 8) == 15
    assert edge.call(blocks()["node_cards"], 116, 8) == 120
