"""Whole training runs and measured pairs of cards: what utilisation and speed really come out.

test_published.py holds the conventions (each published MFU to 0.15 point); here stands what they
say together: full runs lie below benchmarks, and an H100 is not 3.17 A100.
"""

from __future__ import annotations

import statistics
from collections import defaultdict
from typing import Any

import pytest

from gpucalc import catalog
from gpucalc.registry import functions
from tests.kernels.test_published import FOUNDRY, rows

F = functions()
RUNS = rows("published_runs")


def test_every_run_names_a_public_source() -> None:
    assert all("github.com/" in run["source"] or "arXiv" in run["source"] for run in RUNS)


@pytest.mark.parametrize("run", RUNS, ids=lambda r: r["model"])
def test_mfu_of_whole_runs(run: dict[str, Any]) -> None:
    """6·N·D over published hours and the dense BF16 peak, N the active parameters."""
    speed = run["tokens"] / (run["gpu_hours"] * 3600)
    mfu = F["mfu_measured"](speed, run["active_params"], run["gpu"])
    assert 100 * mfu == pytest.approx(run["mfu_percent"], abs=0.05)
    job = (run["params"], run["tokens"], run["gpu"], 1024, mfu)
    hours = F["train_hours"](*job, active_params=run["active_params"])
    assert hours * 1024 == pytest.approx(run["gpu_hours"], rel=1e-9)


def test_whole_runs_by_card() -> None:
    """LLaMA 1 and 2 on A100 38 to 48 %; 8B models on huge clusters of H100 14 to 16 %."""
    found = {r["model"]: r["mfu_percent"] for r in RUNS}
    llama = [mfu for name, mfu in found.items() if name.startswith(("LLaMA-", "Llama-2-"))]
    assert len(llama) == 6 and min(llama) == 37.7 and max(llama) == 47.7
    low, high = (float(catalog.table("mfu").row("A100|pretrain")[c]) for c in ("low", "high"))
    assert all(100 * low <= mfu <= 100 * high for mfu in llama)
    small = catalog.table("mfu").row("H100|pretrain")
    assert max(found["Llama-3-8B"], found["Llama-3.1-8B"]) < 100 * float(small["low"])


@pytest.mark.parametrize(
    "gpu, median, lowest, highest",
    [("A100 80GB", 54, 39, 64), ("A100 40GB", 51, 39, 59), ("H100 SXM5 80GB", 40.6, 27, 46)],
)
def test_benchmarks_lie_above_whole_runs(
    gpu: str, median: float, lowest: float, highest: float
) -> None:
    """llm-foundry in BF16, our MFU of each row: the typical value of the catalog is lower."""
    found = [
        100
        * F["mfu_measured"](
            r["tokens_per_second_per_card"], r["params"], gpu, 1, r["layers"], r["hidden"], r["seq"]
        )
        for r in FOUNDRY
        if r["gpu"] == gpu and r["precision"] == "bf16"
    ]
    assert statistics.median(found) == pytest.approx(median, abs=0.5)
    assert min(found) == pytest.approx(lowest, abs=0.5)
    assert max(found) == pytest.approx(highest, abs=0.6)
    row = catalog.table("mfu").row(f"{gpu.split()[0]}|pretrain")
    assert 100 * float(row["typical"]) < statistics.median(found)


def speeds(gpu: str, precision: str) -> dict[tuple[Any, ...], list[float]]:
    """Tokens a second and card by model, context and number of cards."""
    found = defaultdict(list)
    for r in FOUNDRY:
        if r["gpu"] == gpu and r["precision"] == precision:
            found[r["model"], r["seq"], r["cards"]].append(r["tokens_per_second_per_card"])
    return found


def ratios(fast: dict[Any, list[float]], slow: dict[Any, list[float]]) -> list[float]:
    """How much faster where both were measured; efficiency on as many cards is that ratio."""
    pairs = [(max(slow[k]), max(fast[k])) for k in fast if k in slow]
    return [float(F["scaling_efficiency"](8, 8 * a, 8, 8 * b)) for a, b in pairs]


def test_h100_over_a100_measured() -> None:
    """Same model, context and cards in BF16: 1.85 to 2.84, median 2.15; on paper 3.17."""
    found = ratios(speeds("H100 SXM5 80GB", "bf16"), speeds("A100 80GB", "bf16"))
    assert len(found) == 21
    assert statistics.median(found) == pytest.approx(2.15, abs=0.005)
    assert (min(found), max(found)) == pytest.approx((1.85, 2.84), abs=0.005)
    paper = F["gpu_tflops"]("H100 SXM5 80GB") / F["gpu_tflops"]("A100 80GB")
    assert paper == pytest.approx(3.17, abs=0.005)


def test_fp8_over_bf16_measured() -> None:
    """On an H100 FP8 adds 0 to 31 % there, not the factor of 2 of the data sheet."""
    found = ratios(speeds("H100 SXM5 80GB", "fp8"), speeds("H100 SXM5 80GB", "bf16"))
    assert len(found) == 3
    assert (min(found), max(found)) == pytest.approx((1.00, 1.31), abs=0.01)
