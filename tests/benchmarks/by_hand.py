"""The floor for whole columns: GPU_CARDS and RENT_COST written out in numpy by hand.

The same steps as the kernels, straight down, with the figures of one card put in. They are here to
be raced against, and a benchmark first checks that both give the same numbers.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Column = NDArray[Any]
TOLERANCE = 0.999999999999


def rounded(x: Column, scale: float) -> Column:
    """Half away from zero."""
    a = np.abs(x) * scale
    nudge = np.minimum(a * 2.0**-49, 0.05)
    return np.copysign(np.floor(a + 0.5 + nudge + 2.0**-40) / scale, x)


def rent_cost(
    cards: Column, hours: Column, price: Column, discount: Column, step: Column
) -> Column:
    """RENT_COST with a discount and a billing step per row, no minimum."""
    least = np.maximum(hours, 0)
    safe = np.where(step > 0, step, 1)
    billed = np.where(step > 0, np.ceil(least / safe * TOLERANCE) * safe, least)
    unit = rounded(price * (1 - discount), 1e4)
    return rounded(cards * billed * unit, 100)


def gpu_cards(
    params: Column,
    tokens: Column,
    days: Column,
    mfu: Column,
    tflops: float,
    usable_gb: float,
    epochs: float = 1,
    overhead: float = 0,
    node_size: float = 1,
) -> Column:
    """GPU_CARDS of one named card: time bound, memory bound at the default shape, whole nodes."""
    hours = 6 * params * tokens * epochs / (tflops * 1e12 * mfu * 3600)
    by_time = np.ceil(hours * (1 + overhead) / (days * 24) * TOLERANCE)
    layers = np.maximum(1, np.cbrt(params / (12 * 128**2)))
    hidden = np.sqrt(params / (12 * layers))
    token = 2048 * hidden
    working = token * (2 * layers + 34) + 8 * 2048 * 128_000 + 2e9
    room = usable_gb * 1e9 / 1.2 - working
    states = params * 16
    least = np.maximum(1, np.ceil(states / np.where(room > 0, room, 1) * TOLERANCE))
    by_memory = np.where(room > 0, least, np.nan)
    nodes = np.ceil(np.maximum(by_time, by_memory) / node_size * TOLERANCE)
    return nodes * node_size
