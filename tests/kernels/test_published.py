"""Arithmetic and memory against what was published; each row of tests/data names its source."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

import pytest

from gpucalc import catalog
from gpucalc.registry import functions

F = functions()
DATA = Path(__file__).parents[1] / "data"


def rows(name: str) -> list[dict[str, Any]]:
    """The rows of a file of published figures, numbers as floats."""
    with (DATA / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        found = list(csv.DictReader(file))
    return [{k: _value(k, v) for k, v in row.items()} for row in found]


def _value(column: str, text: str) -> Any:
    texts = ("model", "gpu", "precision", "source", "method", "attention")
    return text if column in texts else float(text)


def test_every_row_names_a_public_source() -> None:
    for name in ("llm_foundry", "nvidia_throughput", "korthikanti"):
        for row in rows(name):
            assert "github.com/" in row["source"] or "arXiv" in row["source"]


# -- measured MFU --------------------------------------------------------------------------------

FOUNDRY = rows("llm_foundry")


def test_there_are_rows_of_every_card_and_precision() -> None:
    assert len(FOUNDRY) == 147
    assert sum(row["precision"] == "fp8" for row in FOUNDRY) == 5
    assert {row["gpu"] for row in FOUNDRY} == {"A100 40GB", "A100 80GB", "H100 SXM5 80GB"}


@pytest.mark.parametrize("row", FOUNDRY, ids=lambda r: f"{r['model']}-{r['gpu']}-{r['seq']:g}")
def test_mfu_of_llm_foundry(row: dict[str, Any]) -> None:
    """6N + 12·L·h·s over the dense BF16 peak, twice that for fp8 rows: within 0.15 point."""
    peak = 2 * 989.4 if row["precision"] == "fp8" else row["gpu"]
    speed = row["tokens_per_second_per_card"] * row["cards"]
    shape = (row["layers"], row["hidden"], row["seq"])
    mfu = F["mfu_measured"](speed, row["params"], peak, row["cards"], *shape)
    assert 100 * mfu == pytest.approx(row["mfu_percent"], abs=0.15)


def test_mfu_of_llama_7b() -> None:
    """Touvron et al. 2023 (LLaMA), arXiv 2302.13971, table 15: 82,432 hours for 1e12 tokens."""
    speed = 1e12 / (82432 * 3600)
    assert speed == pytest.approx(3370, abs=1)
    assert F["mfu_measured"](speed, 6.7e9, "A100 80GB") == pytest.approx(0.434, abs=5e-4)


# -- FLOP conventions ----------------------------------------------------------------------------

WITHIN = {("pretrain", "full"): 0.001, ("pretrain", "causal"): 0.001, ("full", "none"): 0.006}
WITHIN[("lora", "none")] = 0.011
NVIDIA = rows("nvidia_throughput")


@pytest.mark.parametrize(
    "row", NVIDIA, ids=lambda r: f"{r['model']}-{r['method']}-{r['tokens_per_second_per_card']:g}"
)
def test_flop_per_token_of_nvidia(row: dict[str, Any]) -> None:
    """FLOP/s over tokens/s. Pre-training is 6(N-E) + 12·L·h·s in NeMo, with the causal half of the
    attention in Megatron-Bridge; fine-tuning counts no attention: 6(N-E), and LoRA 4(N-E).
    E is the embedding table, whose look-up costs nothing.
    """
    model = catalog.table("models").row(row["model"])
    assert model is not None
    params = model["params"] - model["vocab"] * model["hidden"]  # type: ignore[operator]
    if row["attention"] == "none":
        got = F["train_flops"](params, 1e12, 1, row["method"])
    else:
        shape = (model["layers"], model["hidden"], row["seq"])
        got = F["train_flops_exact"](params, *shape, 1e12, row["attention"] == "causal")
    published = row["tflops_per_card"] / row["tokens_per_second_per_card"] * 1e24
    assert got == pytest.approx(published, rel=WITHIN[row["method"], row["attention"]])


def test_the_two_conventions_differ_by_a_tenth() -> None:
    """Llama-3-8B at 8,192 tokens: 57.9 and 51.5 GFLOP per token for identical work."""
    args = (8030261248 - 128256 * 4096, 32, 4096, 8192, 1e9)
    assert F["train_flops_exact"](*args) / 1e18 == pytest.approx(57.9, abs=0.05)
    assert F["train_flops_exact"](*args, True) / 1e18 == pytest.approx(51.5, abs=0.05)


def test_gpt3_in_pflops_days() -> None:
    """Brown et al. 2020, arXiv 2005.14165, table D.1 prints 3.14e23 and 3.64e3 for 174.6 billion;
    with 175 billion it is 3.15e23 FLOP and 3,646 PFLOP/s-days.
    """
    flops = F["train_flops"](175e9, 300e9)
    assert flops == pytest.approx(3.15e23, rel=1e-12)
    assert round(F["pflops_days"](flops)) == 3646


def test_yuan_1_counts_recomputation() -> None:
    """Wu et al. 2021 (Yuan 1.0), arXiv 2110.04725: 4,095 PD is 8ND; 6ND is three quarters of it."""
    got = F["pflops_days"](F["train_flops"](245.7e9, 180e9))
    assert got * 8 / 6 == pytest.approx(4095, rel=0.001)


# -- memory --------------------------------------------------------------------------------------


@pytest.mark.parametrize("row", rows("korthikanti"), ids=lambda r: r["model"])
def test_activations_of_korthikanti(row: dict[str, Any]) -> None:
    """Selective recomputation, GiB per card: ours over the tensor ways, times the micro-batches
    that an interleaved pipeline keeps in flight, 1 + (p - 1)/(p·m).
    """
    p, m = row["pipeline"], row["interleave"]
    in_flight = 1 + (p - 1) / (p * m) if m else 1
    shape = (row["layers"], row["hidden"])
    kept = F["vram_part"]("activations", 1e12, "full", row["batch"], 2048, 1, 0, False, *shape)
    gib = kept * 1e9 / 2**30 / row["tensor"] * in_flight
    assert gib == pytest.approx(row["selective_gib"], rel=1e-9)


@pytest.mark.parametrize("row", rows("korthikanti"), ids=lambda r: r["model"])
@pytest.mark.parametrize("checkpointing, each", [(False, 34), (True, 2)])
def test_activations_per_layer(row: dict[str, Any], checkpointing: bool, each: float) -> None:
    """Table 2 of the paper: 34·s·b·h with selective recomputation, 2·s·b·h with full."""
    one, two = (
        F["vram_part"](
            "activations", 1e9, "full", row["batch"], 2048, 1, 0, checkpointing, n, row["hidden"]
        )
        for n in (row["layers"], row["layers"] + 1)
    )
    sbh = 2048 * row["batch"] * row["hidden"]
    assert (two - one) * 1e9 == pytest.approx(each * sbh, rel=1e-9)


# Rajbhandari et al. 2020 (ZeRO), arXiv 1910.02054, figure 1: 7.5 billion parameters on 64 cards.
@pytest.mark.parametrize("stage, gb", [(0, 120), (1, 31.4), (2, 16.6), (3, 1.9)])
def test_zero_figure_1_by_parts(stage: int, gb: float) -> None:
    parts = ("weights", "gradients", "optimizer")
    total = sum(F["vram_part"](p, 7.5e9, "full", 1, 2048, 64, stage) for p in parts)
    assert round(total, 1) == gb


def test_checkpoint_of_bloom() -> None:
    """Model card of BLOOM, 176.2 billion parameters: weights 329 GB (GiB), in full 2.3 TB."""
    params = 176247271424
    assert F["checkpoint_gb"](params, "full", False) * 1e9 / 2**30 == pytest.approx(329, abs=1)
    assert F["checkpoint_gb"](params) == pytest.approx(2300, rel=0.08)
