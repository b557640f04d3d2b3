"""Random calls of every function by hypothesis: good input, edges of the bounds, blanks, text.

Collected once for all engines, since an engine is started once for all cases. Seeded by the
function's name, so that a case that failed once fails again. Most cases spoil no argument or one:
with all of them spoiled, the first would hide the others.
"""

from __future__ import annotations

import math
import zlib
from functools import cache
from typing import Any

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from gpucalc import catalog
from gpucalc.errors import ExcelError, InputError
from gpucalc.quantity import Quantity
from gpucalc.record import Function

EACH = 200
_LARGEST = 1e15  # beyond it a double no longer holds cents
_ERRORS = (ExcelError.NA, ExcelError.DIV0, ExcelError.NUM, ExcelError.VALUE)
_ODD_TEXT = ("abc", "A1*", "?", "~", "1..2", "#N/A?", "<5", "=1")

Arguments = tuple[Any, ...]


@cache
def cases(f: Function) -> tuple[Arguments, ...]:
    """Arguments of ``EACH`` different calls, as many as the function has; None is a blank cell."""
    drawn: dict[str, Arguments] = {}
    for run in range(20):
        _collect(f, run, drawn)
        if len(drawn) >= EACH:
            return tuple(drawn.values())[:EACH]
    raise AssertionError(f"{f.udf_name}: only {len(drawn)} different calls")


def _collect(f: Function, run: int, drawn: dict[str, Arguments]) -> None:
    """Add 250 calls. In lists, and few of them: hypothesis starts a run with the simplest example
    and goes on, after the tenth, with variations of what it has, where other calls say more."""

    @seed(zlib.crc32(f"{f.name} {run}".encode()))
    @settings(
        max_examples=10,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(st.lists(_calls(f), min_size=25, max_size=25))
    def collect(calls: list[Arguments]) -> None:
        drawn.update((repr(args), args) for args in calls)

    collect()


@st.composite
def _calls(draw: st.DrawFn, f: Function) -> Arguments:
    args = [draw(_good(a.quantity) if a.required else _or_blank(_good(a.quantity))) for a in f.args]
    for _ in range(draw(st.sampled_from((0, 0, 0, 1, 1, 2)))):
        i = draw(st.integers(0, len(args) - 1))
        args[i] = draw(_bad(f.args[i].quantity))
    return tuple(args)


def _or_blank(values: SearchStrategy[Any]) -> SearchStrategy[Any]:
    return st.one_of(values, st.none(), values, st.none(), st.sampled_from((None, None, "")))


@cache
def _good(q: Quantity) -> SearchStrategy[Any]:
    if q.kind == "key":
        names = [str(row["name"]) for row in catalog.table(q.table).rows]
        spelt = st.tuples(
            st.sampled_from(names), st.sampled_from((str, str.lower, str.upper, str))
        ).map(lambda pair: pair[1](pair[0]))
        return st.one_of(spelt, spelt, _number(q)) if q.number_ok else spelt
    if q.kind == "flag":
        return st.sampled_from((True, False, 1.0, 0.0))
    if q.kind in ("text", "any"):
        return st.sampled_from(("", "abc", "x" * 40, "中文", "13B"))
    # Sometimes a numeral, as typed into a cell that is formatted as text.
    return st.tuples(_number(q), st.integers(0, 11)).map(
        lambda pair: pair[0] if pair[1] != 5 else f"{pair[0]:.12g}"
    )


@cache
def _number(q: Quantity) -> SearchStrategy[float]:
    try:
        usual = q.read(q.example)
    except InputError:
        usual = 1.0
    usual = float(usual) if isinstance(usual, int | float) and usual else 1.0
    low, high = max(q.low, -_LARGEST), min(q.high, _LARGEST)

    def kept(value: float) -> float:
        value = min(max(value, low), high)
        if q.whole:
            value = float(max(math.floor(value), math.ceil(low)))
        return float(f"{value:.12g}")

    if q.kind == "date":
        return st.integers(46_000, 47_000).map(float).map(kept)
    near = st.floats(-1.5, 1.5).map(lambda power: usual * 10**power)
    start = max(low, 0.0)
    wide = st.floats(0, 1).map(lambda share: start + (high - start) * share**4)
    edges = [low] if math.isfinite(q.low) and not q.open_low else []
    edges += [high] if math.isfinite(q.high) and q.high <= _LARGEST else []
    choices = [near] * 8 + [wide]
    if edges:
        choices.append(st.sampled_from(edges))
    return st.integers(0, len(choices) - 1).flatmap(lambda n: choices[n]).map(kept)


@cache
def _bad(q: Quantity) -> SearchStrategy[Any]:
    odd: list[Any] = [None, "", -1.0, 0.0, True, False, 1e300, 0.5, 77.0]
    if math.isfinite(q.low):
        odd += [q.low - 1, q.low]
    if math.isfinite(q.high):
        odd += [q.high * 1.5 + 1, q.high]
    return st.one_of(st.sampled_from(odd), st.sampled_from(_ERRORS), st.sampled_from(_ODD_TEXT))
