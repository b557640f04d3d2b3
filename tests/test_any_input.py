"""Whatever is put in: a cell answers a value or an error of spreadsheets, nothing raises or leaks.

Cells hold text, numbers of any size, blanks, errors and dates; ranges have odd shapes. A call from
Python may refuse with InputError or TypeError, never with anything else.
"""

from __future__ import annotations

import datetime
import logging
import math
from decimal import Decimal
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gpucalc import catalog, edge, xl
from gpucalc.arguments import Arg
from gpucalc.errors import ExcelError, InputError, ShapesDiffer, Unreadable
from gpucalc.registry import functions

F = functions()
HUGE = 10**400
NUMBERS = st.one_of(
    st.floats(), st.integers(-10, 10), st.integers(), st.decimals(), st.booleans(),
    st.sampled_from([HUGE, -HUGE, 5e-324, 1.7e308, Decimal("1e999"), np.float32(3.4), np.int64(7)]),
    st.dates(), st.datetimes(),
)  # fmt: skip
TEXTS = st.one_of(
    st.text(max_size=12),
    st.sampled_from(
        ["13B", "2000亿", "8折", "10天", "1e999", "nan", "-inf", "1" * 400, "~", "*", "%", "=1",
         "A100", "A100 80GB", "4090", "lora", "zh", "台月", "P月", "7+1", "2026/13/45", "#N/A"],
    ),
)  # fmt: skip
CELLS = st.one_of(st.none(), st.just(""), TEXTS, NUMBERS, st.sampled_from(list(ExcelError)))


def usual(arg: Arg) -> st.SearchStrategy[Any]:
    """Values that the argument allows, its bounds and the examples of its help."""
    q = arg.quantity
    if q.kind == "key":
        return st.sampled_from([row["name"] for row in catalog.table(q.table).rows])
    if q.kind in ("text", "any", "flag"):
        return CELLS
    low, high = max(q.low, -1e15), min(q.high, 1e16)
    floats = st.floats(low, high)
    return st.one_of(floats, floats.map(math.floor), st.sampled_from([q.example, low, high]))


def ranges(cell: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Ranges of every shape: empty, ragged, flat, of three dimensions, numpy and pandas."""
    rows = st.lists(st.lists(cell, max_size=3), max_size=3)
    floats = st.lists(st.floats(), max_size=3)
    return st.one_of(
        rows, st.lists(cell, max_size=3), floats.map(np.array), floats.map(pd.Series),
        st.just(np.zeros((2, 2, 2))), st.just([[[1, 2]], [3]]), st.just(np.zeros((0, 3))),
    )  # fmt: skip


@st.composite
def calls(draw: st.DrawFn) -> tuple[str, list[Any]]:
    f = draw(st.sampled_from(list(F.values())))
    wild, shaped = draw(st.booleans()), draw(st.booleans())
    args: list[Any] = []
    for arg in f.args:
        if not arg.required and draw(st.booleans()):
            args.append(None)
            continue
        cell = st.one_of(CELLS, usual(arg)) if wild else usual(arg)
        args.append(draw(st.one_of(cell, ranges(cell)) if shaped else cell))
    return f.name, args


def leaks(answer: Any) -> bool:
    """Whether something is in the answer that no cell can hold."""
    if isinstance(answer, list):
        return any(map(leaks, answer))
    if isinstance(answer, float):
        return not math.isfinite(answer)
    return not isinstance(answer, str | bool)


QUICKLY = settings(max_examples=400, deadline=None, suppress_health_check=list(HealthCheck))


@QUICKLY
@given(calls())
def test_a_cell_answers_whatever_it_is_given(call: tuple[str, list[Any]]) -> None:
    name, args = call
    f = F[name]
    records: list[logging.LogRecord] = []
    handler = logging.Handler()
    handler.emit = records.append  # type: ignore[assignment, method-assign]
    logger = logging.getLogger("gpucalc")
    logger.addHandler(handler)
    try:
        answer = edge.call(f, *args)
        reason = edge.reason(f, *args, lang="zh")
        told = xl.GPU_WHY(f.udf_name, *args, "en")
        xl_answer = getattr(xl, f.udf_name)(*args)
    finally:
        logger.removeHandler(handler)
    assert not records, records[0].getMessage()
    assert not leaks(answer), answer
    assert bool(reason) == isinstance(answer, ExcelError)
    assert isinstance(told, str | list | np.ndarray | pd.Series)
    assert type(xl_answer) is type(answer) or isinstance(xl_answer, np.ndarray | pd.Series)


@QUICKLY
@given(calls())
def test_python_refuses_with_an_input_error(call: tuple[str, list[Any]]) -> None:
    name, args = call
    try:
        answer = F[name](*args)
    except (InputError, TypeError):
        return
    if isinstance(answer, float | np.ndarray):
        values = np.atleast_1d(np.asarray(answer))
        assert values.dtype.kind != "f" or not np.isinf(values).any()


# -- one by one ----------------------------------------------------------------------------------


def test_a_missing_number_is_a_blank_cell() -> None:
    cards = F["gpu_cards"]
    want = edge.call(cards, "13B", "2000亿", "A100 80GB", 10)
    for blank in (float("nan"), np.float64("nan"), pd.NA, pd.NaT, Decimal("NaN")):
        assert edge.call(cards, "13B", "2000亿", "A100 80GB", 10, blank) == want
        assert edge.call(cards, blank, "2000亿", "A100 80GB", 10) == ExcelError.VALUE
    assert edge.call(cards, float("inf"), 1e9, "A100 80GB", 10) == ExcelError.NUM
    assert edge.call(F["deadline_advice"], np.array([np.inf, 0.7])) == [[ExcelError.NUM], ["Good"]]
    assert edge.call(cards, HUGE, 1e9, "A100 80GB", 10) == ExcelError.NUM


def test_ranges_without_cells_answer_none() -> None:
    flops = F["train_flops"]
    empties: list[Any] = [[], [[]], np.zeros((0, 1)), np.array([])]
    for empty in empties:
        assert edge.call(flops, empty, 1e9) == []
    got = xl.TRAIN_FLOPS(pd.Series([], dtype=float), 1e9)
    assert isinstance(got, pd.Series) and got.empty
    # a table takes an empty range for a blank cell
    assert len(xl.GPU_OPTIONS("7B", "1B", 5, [])) == 1 + len(catalog.table("gpus").names())


def test_what_is_no_range_is_no_cell() -> None:
    flops = F["train_flops"]
    assert edge.call(flops, np.zeros((2, 2, 2)), 1e9) == ExcelError.VALUE
    assert "rows and columns" in edge.reason(flops, np.zeros((2, 2, 2)), 1e9)
    assert edge.call(flops, [[[1, 2]], [3]], 1e9) == [[ExcelError.VALUE], [1.8e10]]
    assert edge.call(flops, {"a": 1}, 1e9) == ExcelError.VALUE
    assert edge.call(flops, [1, 2], [1, 2, 3]) == ExcelError.VALUE
    with pytest.raises(ShapesDiffer, match="do not fit"):
        flops([1e9, 2e9], [1e9, 2e9, 3e9])
    with pytest.raises(ShapesDiffer):
        F["gpu_price"](np.array(["A100"] * 2, dtype=object), np.array(["广东"] * 3, dtype=object))
    with pytest.raises(Unreadable, match="one length"):
        flops([[1], [2, 3]], 1e9)


def test_dates_of_numpy_and_pandas_are_dates() -> None:
    days = pd.Series([pd.Timestamp("2026-11-30"), pd.NaT])
    got = xl.RENTAL_DAYS(days, datetime.date(2026, 12, 29))
    assert got.tolist() == [30.0, ExcelError.VALUE]
    python = F["rental_days"](days.to_numpy(), 46385)
    assert python[0] == 30 and np.isnan(python[1])


def test_python_has_no_answer_where_a_cell_has_an_error() -> None:
    names = np.array(["B9000", "A100 80GB", None], dtype=object)
    prices = F["gpu_price"](names, "广东")
    assert np.isnan(prices[[0, 2]]).all() and prices[1] == 18
    peaks = F["gpu_tflops"](names)
    assert np.isnan(peaks[[0, 2]]).all() and peaks[1] == 312
    words = F["rmb_upper"](np.array([np.nan, 1]))
    assert words[0] != words[0] and words[1] == "人民币壹元整"
    assert math.isnan(F["rmb_upper"](math.nan))
    assert math.isnan(
        F["deadline_ratio"](24, 5e-324, 1e-9)
    )  # divides by zero: nothing is that small
    assert F["gpu_spec"]("A100 80GB", "bf16_tflops") == 312
    with pytest.raises(InputError):
        F["gpu_spec"]("A100 80GB", 7)
    with pytest.raises(InputError):
        F["gpu_spec"](False, "bf16_tflops")
    with pytest.raises(TypeError, match="needs field"):
        F["gpu_spec"]("A100 80GB", None)
    # numbers among names are held to their bounds like single ones
    with pytest.raises(InputError):
        F["bytes_to_tokens"](100, np.array([4.5, 0]))


def test_gpu_why_of_a_call_without_arguments() -> None:
    assert F["gpu_why"]("GPUCALC_VERSION").startswith("GPUCALC_VERSION is ")
    assert xl.GPU_WHY("GPUCALC_VERSION").startswith("GPUCALC_VERSION is ")
    assert "'~'" in xl.GPU_WHY("GPU_GAP", "~")
