"""Random calls of every function: good input, edges of the bounds, blanks, text, errors.

Seeded by the function's name, so that a case that failed once fails again. Most cases spoil no
argument or one: with all of them spoiled, the first would hide the others.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator
from typing import Any

from gpucalc import catalog
from gpucalc.errors import ExcelError, InputError
from gpucalc.quantity import Quantity
from gpucalc.record import Function

EACH = 200
_ERRORS = (ExcelError.NA, ExcelError.DIV0, ExcelError.NUM, ExcelError.VALUE)


def cases(f: Function, count: int = EACH) -> Iterator[tuple[Any, ...]]:
    """Arguments of ``count`` calls; as many as the function has, None where one is blank."""
    rng = random.Random(f"gpucalc {f.name}")
    for number in range(count):
        args: list[Any] = [_good(a.quantity, rng) for a in f.args]
        for i, arg in enumerate(f.args):
            if not arg.required and rng.random() < 0.6:
                args[i] = rng.choice((None, None, ""))
        for _ in range((0, 0, 0, 1, 1, 2)[number % 6]):
            i = rng.randrange(len(args))
            args[i] = _bad(f.args[i].quantity, rng)
        yield tuple(args)


def _good(q: Quantity, rng: random.Random) -> Any:
    if q.kind == "key":
        if q.number_ok and rng.random() < 0.3:
            return _number(q, rng)
        row = rng.choice(catalog.table(q.table).rows)
        name = str(row["name"])
        return rng.choice((name, name.lower(), name.upper(), name))
    if q.kind == "flag":
        return rng.choice((True, False, 1.0, 0.0))
    if q.kind in ("text", "any"):
        return rng.choice(("", "abc", "x" * 40, "中文", "13B"))
    value = _number(q, rng)
    if rng.random() < 0.08:  # a numeral typed into a cell that is formatted as text
        return f"{value:.12g}"
    return value


def _number(q: Quantity, rng: random.Random) -> float:
    try:
        usual = q.read(q.example)
    except InputError:
        usual = 1.0
    usual = float(usual) if isinstance(usual, int | float) and usual else 1.0
    low = q.low if math.isfinite(q.low) else -1e15
    high = q.high if math.isfinite(q.high) else 1e15
    if q.kind == "date":
        value = float(rng.randint(46_000, 47_000))
    elif rng.random() < 0.1:
        span = min(high, 1e15) - max(low, 0.0)
        value = max(low, 0.0) + span * rng.random() ** 4
    else:
        value = usual * 10 ** rng.uniform(-1.5, 1.5)
    value = min(max(value, low), high)
    if q.whole:
        value = float(max(math.floor(value), math.ceil(low)))
    if rng.random() < 0.05 and not q.open_low and math.isfinite(q.low):
        value = q.low
    elif rng.random() < 0.05 and math.isfinite(q.high) and q.high <= 1e15:
        value = q.high
    return float(f"{value:.12g}")


def _bad(q: Quantity, rng: random.Random) -> Any:
    choices: list[Callable[[], Any]] = [
        lambda: None,
        lambda: "",
        lambda: rng.choice(_ERRORS),
        lambda: rng.choice(("abc", "A1*", "?", "~", "1..2", "#N/A?", "<5", "=1")),
        lambda: -1.0,
        lambda: 0.0,
        lambda: rng.choice((True, False)),
        lambda: 1e300,
        lambda: 0.5,
        lambda: 77.0,
    ]
    if math.isfinite(q.low):
        choices.append(lambda: q.low - 1)
        choices.append(lambda: q.low)
    if math.isfinite(q.high):
        choices.append(lambda: q.high * 1.5 + 1)
        choices.append(lambda: q.high)
    return rng.choice(choices)()
