"""Memory by part, over all cards, against a card; batches; checkpoints; precisions."""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from gpucalc import catalog, edge
from gpucalc.errors import ExcelError
from gpucalc.kernels.memory import FIXED
from gpucalc.registry import blocks, functions
from tests.printed import line, lines

F = functions()
NEEDED, PART, TOTAL, BATCH = F["vram_needed"], F["vram_part"], F["vram_total"], F["max_batch"]
PARTS = ("weights", "gradients", "optimizer", "activations", "logits", "fixed")


# By hand: base weights + share · (adapter + gradient + master + optimizer states).
@pytest.mark.parametrize(
    "method, share, precision, optimizer, want",
    [
        ("full", None, None, None, 16),  # 2 + 2 + 4 + 8
        ("full", None, "bf16", "AdamW", 16),
        ("full", None, "fp32", None, 16),  # 4 + 4 + 0 + 8
        ("full", None, "tf32", None, 16),
        ("full", None, "fp8", None, 15),  # 1 + 2 + 4 + 8
        ("full", None, None, "8-bit AdamW", 10),  # 2 + 2 + 4 + 2
        ("full", None, None, "SGD", 12),  # 2 + 2 + 4 + 4
        ("full", None, "fp32", "AdamW 8-bit", 10),  # 4 + 4 + 0 + 2
        ("full", 0.3, None, None, 16),  # full trains everything, whatever the share says
        ("freeze", 0.25, None, None, 5.5),  # 2 + 0.25 · 14
        ("freeze", None, None, None, 2.84),  # 2 + 0.06 · 14
        ("freeze", 1, None, None, 16),
        ("lora", None, None, None, 2.096),  # 2 + 0.006 · 16
        ("lora", 0.01, None, None, 2.16),
        ("lora", None, "int8", None, 1.136),  # 1.04 + 0.006 · 16
        ("lora", None, "int4", None, 0.646),  # which is qlora
        ("qlora", None, None, None, 0.646),
        ("qlora", None, "bf16", None, 2.096),  # which is lora
        ("lora", None, "fp32", None, 4.096),  # 4 + 0.006 · (4 + 4 + 0 + 8)
        ("qlora", None, None, "SGD", 0.622),  # 0.55 + 0.006 · 12
    ],
)
def test_bytes_per_parameter(
    method: str, share: Any, precision: Any, optimizer: Any, want: float
) -> None:
    recipe = {"trained_share": share, "precision": precision, "optimizer": optimizer}
    chosen = {name: value for name, value in recipe.items() if value is not None}
    got = sum(PART(p, 1e9, method, 1, 1, 1, 0, True, 1, 1, 1, **chosen) for p in PARTS[:3])
    assert got == pytest.approx(want, rel=1e-9)


@pytest.mark.parametrize("precision", ["int8", "int4"])
@pytest.mark.parametrize("method", ["full", "pretrain", "freeze"])
@pytest.mark.parametrize("name", ["vram_needed", "vram_total", "checkpoint_gb"])
def test_quantised_weights_are_not_trained(name: str, method: str, precision: str) -> None:
    f = F[name]
    args = [None] * len(f.args)
    for arg, value in (("params", 7e9), ("method", method), ("precision", precision)):
        args[[a.name for a in f.args].index(arg)] = value  # type: ignore[call-overload]
    assert edge.call(f, *args) == ExcelError.NUM
    assert "lora" in edge.reason(f, *args) and "LoRA" in edge.reason(f, *args, lang="zh")


def test_quantised_peaks_are_not_guessed() -> None:
    """int8 and int4 store weights here: a card's peak of them is no answer, never that of fp32."""
    for precision in ("int8", "int4"):
        assert edge.call(F["gpu_tflops"], "A100 80GB", precision) == ExcelError.NUM
        assert precision in edge.reason(F["gpu_tflops"], "A100 80GB", precision)
    assert edge.call(F["gpu_tflops"], "A100 80GB", "fp32") == 19.5
    assert edge.call(F["gpu_tflops"], 312, "bf16") == 312


def test_parts_of_a_7b_by_hand() -> None:
    """7 billion parameters, 8 cards, ZeRO-2: 14 whole, 14/8, 84/8; 2,048 tokens of a 32-layer."""
    shape = (7e9, "full", 4, 2048, 8, 2, True, 32, 4096, 32000)
    sbh = 2048 * 4 * 4096
    want = {
        "weights": 14, "gradients": 1.75, "optimizer": 10.5,
        "activations": (2 * 32 + 34) * sbh / 1e9, "logits": 8 * 4 * 2048 * 32000 / 1e9, "fixed": 2,
    }  # fmt: skip
    for part, gb in want.items():
        assert edge.call(PART, part, *shape) == pytest.approx(gb, rel=1e-12), part
    net = sum(want.values())
    assert edge.call(PART, "net", *shape) == pytest.approx(net, rel=1e-12)
    assert edge.call(NEEDED, *shape, 0) == pytest.approx(net, rel=1e-12)
    assert edge.call(NEEDED, *shape) == pytest.approx(1.2 * net, rel=1e-12)
    assert edge.call(TOTAL, *shape) == pytest.approx(8 * 1.2 * net, rel=1e-12)
    for words in ("梯度", "Gradients"):
        assert edge.call(PART, words, *shape) == 1.75
    assert edge.call(PART, "cache", *shape) == ExcelError.NA


def test_activations_in_32_bits() -> None:
    """Four bytes a value instead of two; the two dropout masks stay: 66 for 34."""
    shape = (7e9, "full", 1, 2048, 1, 0)
    for checkpointing, half, single in (
        (False, 34 * 32, 66 * 32),
        (True, 2 * 32 + 34, 4 * 32 + 66),
    ):
        args = (*shape, checkpointing, 32, 4096, 32000, 1)
        sbh = 2048 * 4096 / 1e9
        assert PART("activations", *args, "bf16") == pytest.approx(half * sbh, rel=1e-12)
        assert PART("activations", *args, "fp32") == pytest.approx(single * sbh, rel=1e-12)
        assert PART("activations", *args, "fp8") == pytest.approx(half * sbh, rel=1e-12)


def test_does_one_80_gb_card_hold_it() -> None:
    """112 GB of states of a 7B do not fit 85.9e9 bytes, 70B in 4 bits not a 24 GB card."""
    fits = F["vram_fits"]
    for gpu in ("A100 80GB", "H100 SXM5 80GB"):
        assert edge.call(fits, edge.call(NEEDED, "7B"), gpu) is False
    assert edge.call(fits, edge.call(NEEDED, "70B", "qlora"), "RTX 4090") is False
    assert edge.call(fits, edge.call(NEEDED, "7B", "qlora"), "RTX 4090") is True
    assert edge.call(fits, 84.896, "A100 80GB") is True  # what the card gives, no second margin
    assert edge.call(fits, 84.897, "A100 80GB") is False
    assert edge.call(fits, 30, "A100") == ExcelError.VALUE
    assert edge.call(fits, 1, "A100") == ExcelError.VALUE  # even where every variant would do
    assert edge.call(fits, 30, 312) == ExcelError.NA


def test_samples_that_fit() -> None:
    """80 GB with 30 % kept and 1.5 GB a sample: 37.3, so 37 (50 would keep 6 %); 2 GB: 40."""
    block = blocks()["batch_that_fits"]
    assert edge.call(block, 80, 1.5, 0, "30%") == 37
    assert edge.call(block, 80, 2) == 40
    assert edge.call(block, 80, 2, 70) == 5
    assert edge.call(block, 80, 2, 90) == 0
    assert edge.call(block, 0.3, 0.1) == 3  # 0.3/0.1 is 2.9999999999999996


def test_checkpoints() -> None:
    size = F["checkpoint_gb"]
    assert edge.call(size, "70B") == 980
    assert edge.call(size, "70B", "full", False) == 140
    assert edge.call(size, "7B", "freeze", True, 0.25) == pytest.approx(7 * (2 + 0.25 * 12))
    assert edge.call(size, "7B", "qlora") == edge.call(size, "7B", "lora")  # adapters alone
    assert edge.call(size, "7B", "full", True, None, "fp32") == 84  # 4 + 8: no separate master
    assert edge.call(size, "7B", "full", True, None, None, "SGD") == 70  # 2 + 4 + 4


# -- properties ----------------------------------------------------------------------------------

METHODS = st.sampled_from(["pretrain", "full", "lora", "qlora", "freeze"])
PRECISIONS = st.sampled_from(["bf16", "fp16", "fp8", "tf32", "fp32"])
OPTIMIZERS = st.sampled_from(["AdamW", "AdamW 8-bit", "SGD"])
RECIPE = st.tuples(st.floats(0.001, 1), PRECISIONS, OPTIMIZERS)
JOB = st.tuples(
    st.floats(1e6, 1e12), METHODS, st.integers(1, 64), st.integers(1, 32768),
    st.integers(1, 1000), st.integers(0, 3), st.booleans(), st.integers(1, 200),
    st.integers(64, 16384), st.integers(1, 300_000),
)  # fmt: skip


@given(JOB, RECIPE, st.floats(0, 2))
def test_parts_make_the_whole(job: tuple[Any, ...], recipe: tuple[Any, ...], margin: float) -> None:
    """The parts add up to the net need; the margin and the cards are factors of it."""
    net = sum(PART(part, *job, *recipe) for part in PARTS)
    assert PART("net", *job, *recipe) == pytest.approx(net, rel=1e-9)
    each = NEEDED(*job, margin, *recipe)
    assert each == pytest.approx(net * (1 + margin), rel=1e-9)
    assert TOTAL(*job, margin, *recipe) == pytest.approx(each * job[4], rel=1e-12)


@given(JOB, RECIPE, st.floats(0, 1), st.sampled_from(catalog.table("gpus").names()))
def test_the_largest_batch_fits_and_one_more_does_not(
    job: tuple[Any, ...], recipe: tuple[Any, ...], margin: float, gpu: str
) -> None:
    params, method, _, seq, *rest = job
    n = BATCH(params, gpu, method, seq, *rest, margin, *recipe)
    usable = catalog.table("gpus").row(gpu)["usable_gb"]  # type: ignore[index]

    def needed(batch: float) -> float:
        return float(NEEDED(params, method, batch, seq, *rest, margin, *recipe))

    assume(n < 1e6)
    assert n == math.floor(n) >= 0
    assert needed(n + 1) > usable * (1 - 1e-9)
    if n:
        assert needed(n) <= usable * (1 + 1e-9)
        assert F["vram_fits"](needed(n) * (1 - 1e-9), gpu)


@given(st.floats(1e6, 1e12), METHODS, RECIPE)
def test_a_checkpoint_is_within_what_a_card_keeps(
    params: float, method: str, recipe: tuple[Any, ...]
) -> None:
    """Saved are weights and optimizer, never gradients or activations."""
    size = F["checkpoint_gb"](params, method, True, *recipe)
    job = (params, method, 1, 1, 1, 0, True, 1, 1, 1)
    kept = PART("weights", *job, *recipe) + PART("optimizer", *job, *recipe)
    assert size <= kept * (1 + 1e-9)
    if method in ("pretrain", "full", "freeze"):
        assert size == pytest.approx(kept, rel=1e-9)


# -- formula texts -------------------------------------------------------------------------------

SHAPE = {"layers": 32, "hidden": 4096, "vocab": 32000}


def test_printed() -> None:
    assert line("vram_part", "params", part="weights", **SHAPE) == "params*2/1E9"
    assert (
        line("vram_part", "params", "cards", part="optimizer", zero=3, **SHAPE)
        == "params*(12/cards)/1E9"
    )
    # 1*: a name whose variants differ holds "?", and text compares as more than any number
    usable = "1*INDEX(cat_gpus_usable_gb,MATCH(gpu,cat_gpus_name,0))"
    assert line("vram_fits", "needed", "gpu") == f"IF({usable}>0,needed<={usable},#NUM!)"
    assert line("checkpoint_gb", "params") == "params*14/1E9"
    assert line("checkpoint_gb", "params", resumable=False) == "params*2/1E9"
    working = 2048 * 4096 * (2 * 32 + 34) + 8 * 2048 * 32000 + int(FIXED)
    assert lines("vram_total", "params", cards=1, **SHAPE, margin=0) == {
        "h1": f"(params*16+{working})/1E9"
    }
