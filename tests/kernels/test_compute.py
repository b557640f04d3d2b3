"""Arithmetic of training: published FLOP counts, step counts by hand, peaks, formula texts."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpucalc import edge
from gpucalc.errors import ExcelError
from gpucalc.registry import functions
from tests.printed import line

F = functions()

# Brown et al. 2020 (GPT-3), arXiv 2005.14165, table D.1: parameters in millions, FLOP and
# PFLOP/s-days of training on 300 billion tokens, as printed there (three digits).
GPT3 = [
    (125, 2.25e20, 2.60e0),
    (356, 6.41e20, 7.42e0),
    (760, 1.37e21, 1.58e1),
    (1320, 2.38e21, 2.75e1),
    (2650, 4.77e21, 5.52e1),
    (6660, 1.20e22, 1.39e2),
    (12850, 2.31e22, 2.68e2),
    (174600, 3.14e23, 3.64e3),
]


@pytest.mark.parametrize("millions, flops, days", GPT3)
def test_gpt3_as_published(millions: float, flops: float, days: float) -> None:
    """The printed figures have three digits, so they may be off by half a unit of the third."""
    got = F["train_flops"](millions * 1e6, 300e9)
    assert float(f"{got:.2e}") == pytest.approx(flops, rel=1e-12)
    assert F["pflops_days"](got) == pytest.approx(days, rel=0.005)


def test_vectors_by_hand() -> None:
    flops = F["train_flops"]
    assert flops(13e9, 2e11) == pytest.approx(1.56e22, rel=1e-12)
    assert flops(7e9, 1e9, 3) == pytest.approx(1.26e20, rel=1e-12)
    assert flops(1e10, 1e10 / 6) == pytest.approx(1e20, rel=1e-12)
    # 6·N·D with N the active parameters of DeepSeek-V3 (37 of 671 billion), 14.8T tokens
    assert flops(671e9, 14.8e12, 1, "pretrain", 37e9) == pytest.approx(3.2856e24, rel=1e-12)


@pytest.mark.parametrize(
    "method, k", [("pretrain", 6), ("full", 6), ("lora", 4), ("qlora", 4), ("全参数微调", 6)]
)
def test_flop_per_parameter_and_token(method: str, k: float) -> None:
    assert edge.call(F["train_flops"], 1e9, 1e9, 1, method) == k * 1e18


def test_epochs_stand_before_method() -> None:
    """The order of arguments is a promise: 3 in third place is epochs."""
    assert [a.name for a in F["train_flops"].args] == [
        "params", "tokens", "epochs", "method", "active_params", "trained_share",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "args, steps",
    [
        ((1_000_000, 64, 5), 78_125),  # 15,625 steps an epoch, exactly
        ((1000, 64), 16),  # 15.625: a step that is not full is a step
        ((1000, 64, 1, True), 15),  # unless it is dropped
        ((1000, 64, 4), 64),  # rounded up in each epoch: 62.5 of the whole would give 63
        ((1000, 64, 0.5), 8),  # half of 16
        ((64, 64), 1),
        ((63, 64, 3, True), 0),  # nothing but incomplete batches
        ((1, 64), 1),
    ],
)
def test_steps_by_hand(args: tuple[float, ...], steps: float) -> None:
    assert edge.call(F["train_steps"], *args) == steps


@given(st.integers(1, 10**10), st.integers(1, 10**6), st.integers(1, 50), st.booleans())
def test_steps_are_whole_number_arithmetic(
    samples: int, batch: int, epochs: int, drop: bool
) -> None:
    per_epoch = samples // batch if drop else -(-samples // batch)
    assert F["train_steps"](samples, batch, epochs, drop) == per_epoch * epochs


# Dense figures of the vendor's data sheets (NVIDIA A100, H100; Ada whitepaper appendix A).
@pytest.mark.parametrize(
    "gpu, precision, tflops",
    [
        ("A100 80GB", "bf16", 312),
        ("A100", "bf16", 312),  # all variants agree
        ("A100 80GB", "tf32", 156),
        ("A100 80GB", "fp32", 19.5),
        ("RTX 4090", "bf16", 165.2),
        (4090.0, "bf16", 165.2),  # a number that is a card's name is that card
        ("4090", "bf16", 165.2),
        ("H100 SXM5 80GB", "bf16", 989.4),
        ("H100 SXM5 80GB", "fp8", 1979),
        ("h100 sxm5 80gb", "FP8", 1979),
        (312, "bf16", 312),
        ("312", "bf16", 312),
        ("312 TFLOPS", "bf16", 312),
        (312, "fp8", ExcelError.NUM),  # a bare number is the BF16 peak and nothing else
        ("A100", "fp8", ExcelError.VALUE),  # the card has no FP8
        ("H100", "bf16", ExcelError.VALUE),  # SXM, PCIe and NVL differ
        ("H1000", "bf16", ExcelError.NA),
        ("A100 80GB", "fp7", ExcelError.NA),
    ],
)
def test_peaks(gpu: object, precision: str, tflops: object) -> None:
    assert edge.call(F["gpu_tflops"], gpu, precision) == tflops


def test_a_card_name_without_quotes_is_a_blank_cell() -> None:
    """=GPU_TFLOPS(H100) reads the cell H100: the reason says what is missing."""
    assert edge.call(F["gpu_tflops"], None) == ExcelError.VALUE
    assert '"H100"' in edge.reason(F["gpu_tflops"], None)


FACTOR = st.floats(1.0, 1e3)


@given(st.floats(1e6, 1e12), st.floats(1e6, 1e14), st.floats(0.1, 100), FACTOR)
def test_flops_scale_with_each_factor(p: float, t: float, epochs: float, by: float) -> None:
    flops = F["train_flops"]
    base = flops(p, t, epochs)
    for scaled in (flops(p * by, t, epochs), flops(p, t * by, epochs), flops(p, t, epochs * by)):
        assert math.isclose(scaled, base * by, rel_tol=1e-12)


def test_arrays_broadcast() -> None:
    got = F["train_flops"](np.array([[7e9], [13e9]]), np.array([1e9, 2e9]))
    assert np.allclose(got, [[4.2e19, 8.4e19], [7.8e19, 1.56e20]], rtol=1e-12)


PEAK = "INDEX(cat_gpus_bf16_tflops,MATCH(gpu,cat_gpus_name,0))"


def test_printed() -> None:
    assert line("train_flops", "params", "tokens") == "6*params*tokens"
    assert line("train_flops", "params", "tokens", method="qlora") == "4*params*tokens"
    assert (
        line("train_flops", "params", "tokens", "epochs", "method", "active_params")
        == "INDEX(cat_methods_flop_k,MATCH(method,cat_methods_name,0))*active_params*tokens*epochs"
    )
    assert line("pflops_days", "flops") == "flops/8.64E19"
    assert line("train_steps", "samples", "batch", "epochs", "drop_last") == (
        "-INT(-IF(drop_last,INT(samples/batch),-INT(-samples/batch*0.999999999999))"
        "*epochs*0.999999999999)"
    )
    assert line("gpu_tflops", "gpu") == f"1*{PEAK}"
    assert line("gpu_tflops", "gpu", precision="tf32") == f"1*{PEAK.replace('bf16', 'tf32')}"
