"""Training memory: the papers' own figures, sums by hand, and n cards hold what n - 1 do not."""

from __future__ import annotations

import itertools
import math
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from gpucalc import catalog, edge
from gpucalc.errors import ExcelError
from gpucalc.kernels.memory import FIXED, shape_of
from gpucalc.registry import blocks, functions
from tests.printed import line, lines

F = functions()
NEEDED, CARDS = F["vram_needed"], F["vram_cards"]


def states_gb(
    params: float, method: str = "full", cards: float = 1, zero: float | None = None
) -> float:
    """Weights, gradients and optimizer alone: the least of everything else, then without it."""
    total = edge.call(NEEDED, params, method, 1, 1, cards, zero, True, 1, 1, 1, 0)
    assert isinstance(total, float)
    activations_and_logits = 36 + 8  # bytes, for one layer, one token, hidden 1, vocabulary 1
    return total - (FIXED + activations_and_logits) / 1e9


# Rajbhandari et al. 2020 (ZeRO), arXiv 1910.02054, figure 1: 7.5 billion parameters on 64 cards,
# mixed-precision Adam, model states per card in GB (printed to 0.1).
@pytest.mark.parametrize("stage, gb", [(0, 120), (1, 31.4), (2, 16.6), (3, 1.9)])
def test_zero_paper_figure_1(stage: int, gb: float) -> None:
    assert round(states_gb(7.5e9, "full", 64, stage), 1) == gb


# Bytes per parameter: 2 weights + 2 gradients + 12 AdamW in mixed precision. LoRA of rank 16 trains
# 0.6 % of the parameters (16 bytes each) over frozen 16-bit weights, QLoRA over 0.55-byte weights.
@pytest.mark.parametrize(
    "method, bytes_each", [("pretrain", 16), ("full", 16), ("lora", 2.096), ("qlora", 0.646)]
)
def test_states_of_each_method(method: str, bytes_each: float) -> None:
    assert states_gb(7e9, method) == pytest.approx(7 * bytes_each, rel=1e-9)


def test_7b_on_one_card() -> None:
    """112 GB of states alone: more than an 80 GB card's 85.9e9 bytes, whatever the rest."""
    assert states_gb(7e9) == pytest.approx(112, rel=1e-9)
    assert edge.call(NEEDED, "7B") > 112 * 1.2


def test_llama_2_7b_by_hand() -> None:
    """6.74 billion parameters, 32 layers, hidden 4096, vocabulary 32,000; 4,096 tokens, 8 cards."""
    states = 16 * 6738415616 / 8
    layer = 34 * 4096 * 4096
    rest = 8 * 4096 * 32000 + 2e9
    shape = (32, 4096, 32000)
    args = (6738415616, "full", 1, 4096, 8, 3)
    kept = edge.call(NEEDED, *args, False, *shape)
    assert kept == pytest.approx((states + 32 * layer + rest) * 1.2 / 1e9, rel=1e-12)
    again = edge.call(NEEDED, *args, True, *shape)
    recomputed = 32 * 2 * 4096 * 4096 + layer
    assert again == pytest.approx((states + recomputed + rest) * 1.2 / 1e9, rel=1e-12)


# Korthikanti et al. 2022, arXiv 2205.05198, table 3: layers, hidden size, micro-batch, tensor
# parallel ways; sequence length 2,048.
MODELS = {"22B": (48, 6144, 4), "175B": (96, 12288, 1), "530B": (105, 20480, 1)}


def activations(layers: float, hidden: float, batch: float, kept: bool) -> float:
    """Bytes of activations, from two calls that differ in nothing but one layer, per layer."""
    checkpointing = not kept
    a, b = (
        NEEDED(1e9, "full", batch, 2048, 1, 0, checkpointing, n, hidden, 1, 0)
        for n in (layers, layers + 1)
    )
    return float(b - a) * 1e9


@pytest.mark.parametrize("model", MODELS)
def test_korthikanti_bytes_per_layer(model: str) -> None:
    """Table 2: selective recomputation keeps 34·s·b·h a layer, full recomputation 2·s·b·h."""
    layers, hidden, batch = MODELS[model]
    sbh = 2048 * batch * hidden
    assert activations(layers, hidden, batch, True) == pytest.approx(34 * sbh, rel=1e-4)
    assert activations(layers, hidden, batch, False) == pytest.approx(2 * sbh, rel=1e-4)


def test_korthikanti_published_sizes() -> None:
    """22B with selective recomputation over 8 ways takes 9.56 GiB a card (figure 1). Of the 23·sbh
    that tensor parallelism alone keeps in 175B, selective leaves 18.5 %, full 8.7 % (figure 7).
    """
    layers, hidden, batch = MODELS["22B"]
    assert layers * activations(layers, hidden, batch, True) / 8 / 2**30 == pytest.approx(
        9.56, abs=0.005
    )
    layers, hidden, batch = MODELS["175B"]
    tensor_parallel = (10 + 24 / 8 + 5 * 96 * 2048 / (12288 * 8)) * 2048 * hidden
    assert activations(layers, hidden, 1, True) / 8 / tensor_parallel == pytest.approx(
        0.185, abs=5e-4
    )
    assert activations(layers, hidden, 1, False) / tensor_parallel == pytest.approx(0.087, abs=5e-4)


# 16 B/parameter with a margin of 20 % over 80·2^30 bytes is the least there can be; activations and
# logits may add cards, never take one away.
@pytest.mark.parametrize(
    "params, gpu, least",
    [
        ("7B", "A100 80GB", 2),  # 134.4 / 85.9 = 1.56
        ("7B", "H100 SXM5 80GB", 2),
        ("7B", "A100 40GB", 4),  # 134.4 / 42.95 = 3.13
        ("13B", "A100 80GB", 3),  # 249.6 / 85.9 = 2.91
        ("70B", "A100 80GB", 16),  # 1,344 / 85.9 = 15.65
        ("70B", "RTX 4090", 53),
    ],
)
def test_least_cards(params: str, gpu: str, least: int) -> None:
    got = edge.call(CARDS, params, gpu)
    assert isinstance(got, float) and least <= got <= 1.7 * least


@pytest.mark.parametrize(
    "gpu, want",
    [
        ("A100", ExcelError.VALUE),  # 40 or 80 GB
        ("V100", ExcelError.VALUE),  # 16 or 32 GB
        (312.0, ExcelError.NA),  # a number of TFLOPS has no memory
        ("B9000", ExcelError.NA),
        (None, ExcelError.VALUE),
    ],
)
def test_a_name_with_one_memory_size_is_needed(gpu: object, want: ExcelError) -> None:
    assert edge.call(CARDS, 7e9, gpu) == want


def test_zero_stage_left_out() -> None:
    """3 on several cards, 0 on one."""
    assert NEEDED(7e9, "full", 1, 2048, 4) == NEEDED(7e9, "full", 1, 2048, 4, 3)
    assert NEEDED(7e9) == NEEDED(7e9, "full", 1, 2048, 1, 0)
    assert edge.call(NEEDED, 7e9, "full", 1, 2048, 4, 4) == ExcelError.NUM
    assert edge.call(NEEDED, 7e9, "full", 1, 2048, 4, 1.5) == ExcelError.NUM


# -- properties ----------------------------------------------------------------------------------

METHODS = st.sampled_from(["pretrain", "full", "lora", "qlora"])
SHAPE = st.tuples(
    st.one_of(st.none(), st.integers(1, 200)),
    st.one_of(st.none(), st.integers(64, 32768)),
    st.integers(1, 300_000),
)
JOB = st.tuples(st.floats(1e6, 1e13), METHODS, st.integers(1, 64), st.integers(1, 131072))
MARGIN = st.floats(0, 2)


@given(JOB, st.sampled_from(catalog.table("gpus").names()), st.booleans(), SHAPE, MARGIN)
def test_n_cards_hold_it_and_one_less_does_not(
    job: tuple[Any, ...], gpu: str, checkpointing: bool, shape: tuple[Any, ...], margin: float
) -> None:
    """The defining property of VRAM_CARDS, by VRAM_NEEDED with ZeRO-3, to 1e-9."""
    params, method, batch, seq = job
    n = CARDS(params, gpu, method, batch, seq, checkpointing, *shape, margin)
    usable = catalog.table("gpus").row(gpu)["usable_gb"]  # type: ignore[index]

    def needed(cards: float) -> float:
        return float(NEEDED(*job, cards, 3, checkpointing, *shape, margin))

    if math.isnan(n):  # no number of cards helps: what is not sharded fills the card
        assert needed(1e7) > usable * (1 - 1e-9)
        return
    assume(n <= 1e7)
    assert needed(n) <= usable * (1 + 1e-9)
    if n > 1:
        assert needed(n - 1) > usable * (1 - 1e-9)


@given(JOB, st.integers(1, 1000), st.booleans(), SHAPE, MARGIN, st.integers(2, 5))
def test_monotone(
    job: tuple[Any, ...], cards: int, checkpointing: bool, shape: tuple[Any, ...], margin: float,
    by: int,
) -> None:  # fmt: skip
    """More of anything but cards and sharding never takes less memory."""
    params, method, batch, seq = job
    rest = (checkpointing, *shape, margin)

    def at_most(more: float) -> bool:
        return bool(base <= more * (1 + 1e-12))

    base = NEEDED(*job, cards, 3, *rest)
    assert at_most(NEEDED(params * by, method, batch, seq, cards, 3, *rest))
    assert at_most(NEEDED(params, method, batch * by, seq, cards, 3, *rest))
    assert at_most(NEEDED(params, method, batch, seq * by, cards, 3, *rest))
    assert at_most(NEEDED(*job, cards, 3, checkpointing, *shape, margin * by))
    assert at_most(NEEDED(*job, max(1, cards // by), 3, *rest))
    stages = [NEEDED(*job, cards, zero, *rest) for zero in range(4)]
    assert all(a >= b * (1 - 1e-12) for a, b in itertools.pairwise(stages))


@given(st.floats(1e7, 1e13), st.integers(1, 200), st.integers(64, 32768))
def test_shape_keeps_the_parameters(params: float, layers: int, hidden: int) -> None:
    """12·L·h² is the parameter count where anything is estimated; what is given stays."""
    omitted = math.nan
    n, h = shape_of(params, omitted, omitted)
    assert 12 * n * h**2 == pytest.approx(params, rel=1e-9)
    assert n == 1 or h == pytest.approx(128 * n, rel=1e-9)
    n, h = shape_of(params, layers, omitted)
    assert n == layers and 12 * n * h**2 == pytest.approx(params, rel=1e-9)
    n, h = shape_of(params, omitted, hidden)
    assert h == hidden and n == pytest.approx(max(1, params / (12 * hidden**2)), rel=1e-9)
    assert shape_of(params, layers, hidden) == (layers, hidden)


def test_a_column_of_batches() -> None:
    got = NEEDED(7e9, "lora", np.array([1, 2, 4]))
    assert got.shape == (3,)
    assert got[2] - got[1] == pytest.approx(2 * (got[1] - got[0]), rel=1e-9)


# -- formula texts -------------------------------------------------------------------------------

SHAPE_7B = {"layers": 32, "hidden": 4096, "vocab": 32000}
WORKING_7B = 2048 * 4096 * (2 * 32 + 34) + 8 * 2048 * 32000 + 2_000_000_000


def test_printed_memory() -> None:
    assert lines("vram_needed", "params", "batch", "seq", "layers", "hidden", "vocab") == {
        "h1": 'IF(layers<>"",layers,IF(hidden<>"",IF(1>=params/(12*IF(hidden<>"",hidden,1)^2),1,'
        'params/(12*IF(hidden<>"",hidden,1)^2)),'
        "IF(1>=(params/196608)^(1/3),1,(params/196608)^(1/3))))",
        "h2": 'IF(hidden<>"",hidden,SQRT(params/(12*h1)))',
        "h3": "batch*seq*h2*(2*h1+34)+8*batch*seq*vocab+2E9",
        "h4": "(params*16+h3)*1.2/1E9",
    }
    assert lines("vram_needed", "params", **SHAPE_7B, margin=0) == {
        "h1": f"(params*16+{WORKING_7B})/1E9"
    }


def test_printed_cards() -> None:
    usable = "INDEX(cat_gpus_usable_gb,MATCH(gpu,cat_gpus_name,0))"
    got = lines("vram_cards", "params", "gpu", **SHAPE_7B)
    assert got == {
        "h1": f"{usable}*1E9/1.2-{WORKING_7B}",
        "h2": "IF(h1>0,IF(1>=-INT(-params*16/IF(h1>0,h1,1)*0.999999999999),1,"
        "-INT(-params*16/IF(h1>0,h1,1)*0.999999999999)),#NUM!)",
    }
    assert line("cards_to_hold", "params", "usable_gb", layers=32, hidden=4096).count("usable_gb")
    assert edge.call(blocks()["cards_to_hold"], 7e9, 84.896) == edge.call(CARDS, 7e9, "A100 80GB")
