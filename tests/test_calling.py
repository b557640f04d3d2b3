"""Functions called in Python: what is refused, what is read, arrays of any size and mixture."""

from __future__ import annotations

import numpy as np
import pytest

from gpucalc.calling import BLOCK
from gpucalc.errors import OutOfBounds, UnknownKey, Unreadable
from gpucalc.registry import functions

FUNCTIONS = functions()


def test_calls_that_cannot_be() -> None:
    cards = FUNCTIONS["gpu_cards"]
    with pytest.raises(TypeError, match=r"gpu_cards\(\) needs gpu, days: GPU_CARDS\(params"):
        cards(7e9, 1e9)
    with pytest.raises(TypeError, match="too many"):
        FUNCTIONS["pflops_days"](1, 2)
    with pytest.raises(TypeError, match="unexpected keyword"):
        cards(7e9, 1e9, "A100", 1, hours=3)
    with pytest.raises(UnknownKey, match="A100 80GB"):
        cards(7e9, 1e9, "A100 90GB", 1)
    with pytest.raises(OutOfBounds, match=r"6% or 0\.06"):
        cards(7e9, 1e9, "A100 80GB", 1, 50)
    with pytest.raises(OutOfBounds):
        cards(np.array([7e9, -1]), 1e9, "A100 80GB", 1)
    with pytest.raises(OutOfBounds, match="whole"):
        FUNCTIONS["train_hours"](7e9, 1e9, "A100 80GB", np.array([1, 2.5]))
    with pytest.raises(Unreadable, match="two ends"):
        cards(7e9, 1e9, "A100 80GB", "5-8")


def test_the_python_form_reads_text_keywords_and_arrays() -> None:
    cards = FUNCTIONS["gpu_cards"]
    want = cards(13e9, 2e11, "A100 80GB", 10, 0.5)
    assert cards("13B", "2000亿", gpu="a100-80gb", days="10天", mfu="50%") == want == 116
    assert isinstance(want, float)
    assert cards(["13B", "26B"], 2e11, "A100 80GB", 10, 0.5).tolist() == [116, 232]
    assert np.isnan(FUNCTIONS["train_flops"](np.array([np.nan, 1e9]), 1e9)).tolist() == [
        True,
        False,
    ]


def test_rows_keep_their_places() -> None:
    """More rows than a block holds, names mixed at random: each row answers as if asked alone."""
    rng = np.random.default_rng(20261130)
    rows = BLOCK + 1000
    gpus = rng.choice(np.array(["A100 80GB", "RTX 4090", "H20"], dtype=object), rows)
    methods = rng.choice(np.array(["pretrain", "lora"], dtype=object), rows)
    params = 10 ** rng.uniform(8, 11, rows)
    hours = FUNCTIONS["train_hours"](params, 1e9, gpus, 8, None, 0, 1, methods)
    assert hours.shape == (rows,)
    for row in [0, 1, BLOCK - 1, BLOCK, rows - 1, *rng.integers(0, rows, 50)]:
        alone = FUNCTIONS["train_hours"](params[row], 1e9, gpus[row], 8, None, 0, 1, methods[row])
        assert hours[row] == pytest.approx(alone, rel=1e-12)


def test_shapes_broadcast_and_empty_stays_empty() -> None:
    flops = FUNCTIONS["train_flops"]
    assert flops(np.full((3, 1), 7e9), np.full(4, 1e9)).shape == (3, 4)
    assert flops(np.array([]), 1e9).shape == (0,)
    words = FUNCTIONS["rmb_upper"](np.array([0, 1]))
    assert words.tolist() == ["人民币零元整", "人民币壹元整"]
