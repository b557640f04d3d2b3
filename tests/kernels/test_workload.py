"""Model shape, data and attention: catalog models, counts by hand, formula texts, properties."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpucalc import catalog, edge
from gpucalc.errors import ExcelError
from gpucalc.registry import functions
from tests.printed import line, lines

F = functions()
EXACT, SHORT, MFU = F["train_flops_exact"], F["train_flops"], F["mfu_measured"]
DENSE = [m for m in catalog.table("models").canonical() if m["experts"] == catalog.MISSING]
METHODS = ("pretrain", "full", "lora", "qlora", "freeze")


# -- parameters and tokens -----------------------------------------------------------------------


@pytest.mark.parametrize("m", DENSE, ids=lambda m: m["name"])
def test_parameters_of_every_dense_model(m: dict[str, float]) -> None:
    """Published counts within 1 %: biases and learned positions are left out."""
    shape = [m[c] for c in ("layers", "hidden", "vocab", "heads", "kv_heads", "ffn")]
    got = F["model_params"](*shape, m["tied"] == "yes", m["ffn_matrices"], m["head_dim"])
    assert got == pytest.approx(m["params"], rel=0.01)


def test_shape_left_out() -> None:
    """Heads of 128, no grouping, and 8·h² of feed-forward whatever the number of matrices."""
    params = F["model_params"]
    assert params(32, 3072, 32000) == params(32, 3072, 32000, 24, 24, 8192)
    assert params(12, 768, 50257, 6, 6, None, False, 2) == params(
        12, 768, 50257, 6, 6, 3072, False, 2
    )
    assert params(32, 4096, 32000) == pytest.approx(
        32 * (12 * 4096**2 + 2 * 4096) + 4096 + 2 * 32000 * 4096, rel=1e-12
    )
    assert params(1, 4096, 32000) - params(1, 4096, 32000, None, None, None, True) == 32000 * 4096


def test_data_to_tokens() -> None:
    assert edge.call(F["dataset_tokens"], "24.4万", 4096, 5) == 244000 * 4096 * 5
    assert edge.call(F["bytes_to_tokens"], "1TB", "中文") == 2e11
    assert edge.call(F["bytes_to_tokens"], 1600) == pytest.approx(350e9, rel=0.001)  # BLOOM
    assert edge.call(F["bytes_to_tokens"], 100, 5) == edge.call(
        F["bytes_to_tokens"], 100, "chinese"
    )
    # a terabyte is 200 to 300 billion tokens, never 100: nobody's text takes ten bytes a token
    for row in catalog.table("texts").canonical():
        assert 2e11 <= F["bytes_to_tokens"](1000, row["name"]) <= 3e11
    assert edge.call(F["bytes_to_tokens"], 100, "klingon") == ExcelError.NA
    assert edge.call(F["bytes_to_tokens"], 100, 0) == ExcelError.NUM


def test_image_tokens() -> None:
    """Dosovitskiy et al. 2020 (ViT), arXiv 2010.11929: 224 px in patches of 16 are 196, and one."""
    assert edge.call(F["image_tokens"], 224, 224, 16, True) == 197
    assert edge.call(F["image_tokens"], 512, 512) == 1024
    assert edge.call(F["image_tokens"], 3840, 2160, 16, True) == 32401
    assert edge.call(F["image_tokens"], 16, 17) == 2
    # 10 billion parameters, a million images of 512², 5 epochs: 3.07e20 FLOP
    assert SHORT(1e10, 1024 * 1e6, 5) == pytest.approx(3.07e20, rel=0.001)


# -- attention and freeze ------------------------------------------------------------------------


@pytest.mark.parametrize(
    "share, k", [(0.06, 2.24), (0.25, 3), (0.5, 4), (1, 6), (None, 2.24), ("6%", 2.24)]
)
def test_freeze(share: float | str | None, k: float) -> None:
    """2 forward for all, 4 backward for the share that is trained; 6 % unless told otherwise."""
    got = edge.call(SHORT, 1e9, 1e9, 1, "freeze", None, share)
    assert got == pytest.approx(k * 1e18, rel=1e-12)


@pytest.mark.parametrize("method", ["pretrain", "full", "lora", "qlora"])
def test_the_others_keep_their_k(method: str) -> None:
    for share in (0.01, 0.5, 1):
        assert SHORT(1e9, 1e9, 1, method, 1e9, share) == SHORT(1e9, 1e9, 1, method)
        assert EXACT(1e9, 8, 512, 512, 1e9, False, 1, method, share) == EXACT(
            1e9, 8, 512, 512, 1e9, False, 1, method
        )


def test_share_is_last_in_sizing() -> None:
    for name in ("train_flops", "train_flops_exact", "gpu_cards", "train_hours", "mfu_measured"):
        assert F[name].args[-1].name == "trained_share"
    job = (7e9, 1e9, "A100 80GB")
    full, freeze = (F["train_hours"](*job, 8, 0.5, 0, 1, m, 7e9, 1) for m in ("full", "freeze"))
    assert freeze == pytest.approx(full, rel=1e-12)
    memory = [F["gpu_cards"](70e9, 1, *job[2:], 30, 0.5, 24, 0, 1, "freeze", 1, 0, True, 70e9, s)
              for s in (0.06, 0.25, 1)]  # fmt: skip
    assert memory == sorted(memory) and memory[0] < memory[-1]
    assert memory[-1] == F["vram_cards"](70e9, "A100 80GB")


def test_attention_share() -> None:
    """2·L·h·s/N of 6ND: below 5 % up to s = 0.3·h where N is 12·L·h²; a 7B at 65,536 is mostly
    attention (6ND is 29 % of the work).
    """
    layers, hidden = 32, 4096
    params = 12 * layers * hidden**2
    share = EXACT(params, layers, hidden, 1229, 1) / SHORT(params, 1) - 1
    assert share == pytest.approx(0.05, abs=1e-4)
    assert SHORT(6.7e9, 1) / EXACT(6.7e9, 32, 4096, 65536, 1) == pytest.approx(0.28, abs=0.01)


def test_mfu_needs_the_whole_shape_or_none_of_it() -> None:
    args = (3370, 6.7e9, "A100 80GB", 1)
    whole = edge.call(MFU, *args, 32, 4096, 2048)
    assert whole > edge.call(MFU, *args)
    for shape in ((32,), (32, 4096), (32, None, 2048), (None, 4096, 2048), (None, None, 2048)):
        assert edge.call(MFU, *args, *shape) == ExcelError.VALUE
        assert "layers" in edge.reason(MFU, *args, *shape)
        assert "层数" in edge.reason(MFU, *args, *shape, lang="zh")
        assert math.isnan(MFU(*args, *[np.nan if s is None else s for s in shape]))


@given(
    st.floats(1e6, 1e12), st.integers(1, 200), st.integers(64, 32768), st.integers(1, 1 << 20),
    st.sampled_from(METHODS), st.booleans(),
)  # fmt: skip
def test_attention_comes_on_top(
    params: float, layers: int, hidden: int, seq: int, method: str, causal: bool
) -> None:
    args = (params, layers, hidden, seq, 1e9)
    exact, short = EXACT(*args, causal, 1, method), SHORT(params, 1e9, 1, method)
    scores = EXACT(*args, False, 1, method) - short
    assert exact - short == pytest.approx(scores / 2 if causal else scores, rel=1e-6)
    assert EXACT(*args, causal, 3, method) == pytest.approx(3 * exact, rel=1e-12)
    if method != "freeze":  # adapters save nothing in attention, frozen layers do
        assert scores == pytest.approx(12 * layers * hidden * seq * 1e9, rel=1e-3, abs=1e-6 * exact)


@given(st.floats(1e6, 1e12), st.integers(1, 10**4), st.floats(0.01, 1), st.sampled_from(METHODS))
def test_measured_mfu_gives_the_hours_back(
    params: float, cards: int, mfu: float, method: str
) -> None:
    """TRAIN_HOURS at an MFU, measured again, is that MFU."""
    hours = F["train_hours"](params, 1e12, "A100 80GB", cards, mfu, 0, 1, method)
    got = MFU(1e12 / (hours * 3600), params, "A100 80GB", cards, *[math.nan] * 3, method)
    assert got == pytest.approx(mfu, rel=1e-9)


# -- formula texts -------------------------------------------------------------------------------


def test_printed() -> None:
    assert (
        line("train_flops_exact", "params", "layers", "hidden", "seq", "tokens")
        == "6*params*tokens+12*layers*hidden*seq*tokens"
    )
    assert (
        line("train_flops_exact", "params", "layers", "hidden", "seq", "tokens", causal=True)
        == "6*params*tokens+12*layers*hidden*seq*tokens*0.5"
    )
    assert line("train_flops", "params", "tokens", method="freeze") == "2.24*params*tokens"
    assert line("dataset_tokens", "samples", "tokens_per_sample") == "samples*tokens_per_sample"
    assert line("bytes_to_tokens", "gigabytes", bytes_per_token=4) == "gigabytes*1E9/4"
    assert line("bytes_to_tokens", "gigabytes", bytes_per_token="chinese") == "gigabytes*1E9/5"
    assert (
        line("mfu_measured", "tokens_per_second", "params", "gpu", "cards")
        == "6*params*tokens_per_second/(cards*1E12*INDEX(cat_gpus_bf16_tflops,"
        "MATCH(gpu,cat_gpus_name,0)))"
    )
    assert lines("image_tokens", "width", "height", patch=16) == {
        "h1": "-INT(-width/16*0.999999999999)*-INT(-height/16*0.999999999999)"
    }
