"""Calling a kernel on clean Python values: checks first, big arrays in blocks.

A block of some thousand rows stays in the processor's cache through all steps of a kernel, which
beats whole-array steps; rows that name the same cards and methods share one look-up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gpucalc.errors import ShapesDiffer, UnknownKey, Unreadable
from gpucalc.quantity import Quantity, as_float

BLOCK = 32_768  # rows; 256 KiB per column of floats


def clean(quantity: Quantity, value: Any) -> Any:
    """A value or array as the kernel takes it: floats, booleans, names; None for an omitted one.

    Text is read as the quantity reads it. Raises Unreadable, UnknownKey, OutOfBounds; NaN passes.
    """
    if value is None:
        return None
    array = _array(value)
    if quantity.kind == "any":
        return array.astype(object) if array.ndim else value
    if quantity.is_text:
        if array.ndim:
            return _keys(quantity, as_objects(array))
        read = quantity.read(value)
        quantity.check(read)
        return read
    if array.dtype.kind in "OUSMm":
        read_all = np.frompyfunc(lambda v: _number(quantity, v), 1, 1)
        array = np.asarray(read_all(as_objects(array)), dtype=float)
    if quantity.kind == "flag":
        return array.astype(bool) if array.ndim else bool(array)
    array = array.astype(float, copy=False)
    _check(quantity, array)
    return array if array.ndim else float(array)


def _array(value: Any) -> NDArray[Any]:
    try:
        return np.asarray(value)
    except ValueError:
        raise Unreadable(
            "a list of rows must have rows of one length", "各行长度须相同", given=value
        ) from None


def as_objects(array: NDArray[Any]) -> NDArray[Any]:
    """The array's values as Python objects; dates of numpy become dates, not their nanoseconds."""
    if array.dtype.kind in "Mm":
        array = array.astype(f"{array.dtype.kind}8[us]")
    return array.astype(object)


def _keys(quantity: Quantity, array: NDArray[Any]) -> NDArray[Any]:
    """Names, each distinct one read once. One that is unknown stays: its rows have no answer."""
    read: dict[Any, Any] = {}
    for key in array.ravel().tolist():
        if key in read or key is None or key != key:
            continue
        try:
            read[key] = quantity.read(key)
        except UnknownKey:
            read[key] = key if isinstance(key, str) else as_float(key)
        if not isinstance(read[key], str):
            quantity.check(read[key])
    if all(key is value for key, value in read.items()):
        return array
    return np.frompyfunc(lambda key: read.get(key, key), 1, 1)(array)  # type: ignore[no-any-return]


def _number(quantity: Quantity, value: Any) -> float:
    read = quantity.read(value)
    return np.nan if read == "" else float(read)


def _check(quantity: Quantity, array: NDArray[Any]) -> None:
    """Raises OutOfBounds for the first value outside; two passes where all is well."""
    if array.size == 0:
        return
    least, most = np.fmin.reduce(array, axis=None), np.fmax.reduce(array, axis=None)
    low = least <= quantity.low if quantity.open_low else least < quantity.low
    fraction = quantity.whole and not np.array_equal(np.floor(array), array, equal_nan=True)
    if not (low or most > quantity.high or fraction):
        return
    if low or most > quantity.high:
        quantity.check(float(least if low else most))
    quantity.check(float(array[(np.floor(array) != array) & ~np.isnan(array)].ravel()[0]))


def run(kernel: Callable[[Mapping[str, Any]], Any], given: Mapping[str, Any]) -> Any:
    """The kernel's answer for cleaned arguments; an array where any of them is one."""
    arrays = {name: value for name, value in given.items() if isinstance(value, np.ndarray)}
    with np.errstate(all="ignore"):
        if not arrays:
            return _single(kernel, given)
        shape = common_shape(*arrays.values())
        size = int(np.prod(shape))
        names = {name for name, a in arrays.items() if a.dtype == object}
        if size <= BLOCK and not names:
            return _finite(np.broadcast_to(kernel(given), shape).copy())
        flat = {name: np.broadcast_to(a, shape).reshape(-1) for name, a in arrays.items()}
        out: NDArray[Any] | None = None
        for rows, fixed in _groups(flat, names, size):
            for block in _blocks(rows):
                part = {n: a[block] for n, a in flat.items() if n not in names}
                answer = np.asarray(kernel({**given, **part, **fixed}))
                if out is None:
                    texts = answer.dtype.kind in "OU"
                    out = np.empty(size, dtype=object if texts else float)
                out[block] = answer
        return np.empty(shape) if out is None else _finite(out.reshape(shape))


def _single(kernel: Callable[[Mapping[str, Any]], Any], given: Mapping[str, Any]) -> Any:
    """The answer for single values; NaN where there is none, as in an array."""
    try:
        result = kernel(given)
    except (ZeroDivisionError, OverflowError):
        return np.nan
    result = result.item() if isinstance(result, np.generic | np.ndarray) else result
    return np.nan if isinstance(result, float) and np.isinf(result) else result


def _finite(result: NDArray[Any]) -> NDArray[Any]:
    """Overflow and division by zero have no answer: NaN."""
    if result.dtype.kind == "f":
        infinite = np.isinf(result)
        if infinite.any():
            result[infinite] = np.nan
    return result


def run_text(kernel: Callable[[Mapping[str, Any]], Any], given: Mapping[str, Any]) -> Any:
    """As :func:`run` for a kernel that answers text: NaN where a number is missing (NaN)."""
    missing = {
        name: np.isnan(value)
        for name, value in given.items()
        if isinstance(value, float) or (isinstance(value, np.ndarray) and value.dtype.kind == "f")
    }
    if not any(np.any(gaps) for gaps in missing.values()):
        return run(kernel, given)
    filled = {name: np.where(gaps, 0, given[name]) for name, gaps in missing.items()}
    answer = np.asarray(run(kernel, {**given, **filled}), dtype=object)
    for gaps in missing.values():
        answer = np.where(gaps, np.nan, answer)
    return answer if answer.ndim else answer.item()


def common_shape(*arrays: NDArray[Any]) -> tuple[int, ...]:
    """The shape that the arrays have together; ShapesDiffer where they do not fit each other."""
    try:
        return np.broadcast_shapes(*[a.shape for a in arrays])
    except ValueError:
        shapes = ", ".join(str(a.shape) for a in arrays)
        raise ShapesDiffer(
            f"the arrays do not fit each other: {shapes}; give columns of one length",
            f"各数组大小不一致：{shapes}；请使各列长度相同",
        ) from None


def _groups(
    flat: Mapping[str, NDArray[Any]], names: set[str], size: int
) -> Iterator[tuple[slice | NDArray[Any], dict[str, Any]]]:
    """Rows that hold the same names, with these names."""
    if not names:
        yield slice(0, size), {}
        return
    order = sorted(names)
    places: dict[tuple[Any, ...], int] = {}
    keys = zip(*[flat[name].tolist() for name in order], strict=True)
    codes = np.array([places.setdefault(key, len(places)) for key in keys])
    sorted_rows = np.argsort(codes, kind="stable")
    ends = np.cumsum(np.bincount(codes, minlength=len(places)))
    start = 0
    for key, end in zip(places, ends.tolist(), strict=True):
        yield sorted_rows[start:end], dict(zip(order, key, strict=True))
        start = end


def _blocks(rows: slice | NDArray[Any]) -> Iterator[slice | NDArray[Any]]:
    if isinstance(rows, slice):
        for start in range(rows.start, rows.stop, BLOCK):
            yield slice(start, min(start + BLOCK, rows.stop))
    else:
        for start in range(0, len(rows), BLOCK):
            yield rows[start : start + BLOCK]
