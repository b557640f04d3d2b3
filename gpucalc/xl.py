"""The worksheet functions for Python: what a cell would show, errors as values.

>>> from gpucalc import xl
>>> xl.GPU_CARDS("13B", "200B", "A100 80GB", 10, 0.5)
116.0
>>> xl.GPU_TFLOPS("B9000")
<ExcelError.NA: '#N/A'>

Arguments are what a cell holds: numbers, text such as "13B" or "8折", dates, None for a blank one.
A list of rows is a range and answers a list of rows. A numpy array or a pandas Series is a column
and answers one of its own kind and length, with the Series' index: floats, or objects where there
is text or an error value among them. Errors are never raised.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np

from gpucalc import edge, registry
from gpucalc.errors import ExcelError
from gpucalc.registry import Function


def __getattr__(name: str) -> Callable[..., Any]:
    found = registry.functions().get(name.lower()) if name.isupper() else None
    if found is None:
        raise AttributeError(f"gpucalc.xl has no function {name!r}; `gpucalc list` shows them")
    return _bind(found.name)


def __dir__() -> list[str]:
    return ["ExcelError", *(f.udf_name for f in registry.functions().values())]


@functools.cache
def _bind(name: str) -> Callable[..., Any]:
    function = registry.functions()[name]

    def worksheet_function(*args: Any, **named: Any) -> Any:
        return _call(function, [*args, *_placed(function, len(args), named)])

    worksheet_function.__name__ = worksheet_function.__qualname__ = function.udf_name
    worksheet_function.__doc__ = f"{function.signature()}\n\n{function.summary('en')}"
    return worksheet_function


def _placed(function: Function, count: int, named: dict[str, Any]) -> list[Any]:
    """Arguments given by name, in their places."""
    names = [a.name for a in function.args]
    wrong = [n for n in named if n not in names[count:]]
    if wrong:
        raise TypeError(f"{function.udf_name}: {wrong[0]!r} is unknown or given twice")
    last = max((names.index(n) for n in named), default=-1)
    return [named.get(n) for n in names[count : last + 1]]


def _call(function: Function, args: list[Any]) -> Any:
    columns = [a for a in args if getattr(a, "ndim", 0) == 1 and hasattr(a, "dtype")]
    answer = edge.call(function, *args)
    if not columns or function.spills or any(map(_has_rows, args)):
        return answer
    rows = [[answer]] if not isinstance(answer, list) else answer
    values = [row[0] for row in rows]
    if isinstance(answer, ExcelError) and len(columns[0]) != 1:
        return answer  # the columns do not fit each other
    numbers = all(type(v) is float for v in values)
    result = np.empty(len(values), dtype=float if numbers else object)
    result[:] = values
    series = next((c for c in columns if hasattr(c, "index") and len(c) == len(values)), None)
    return result if series is None else type(series)(result, index=series.index)


def _has_rows(value: Any) -> bool:
    """Whether an argument is a range of rows rather than a value or a column."""
    if isinstance(value, list | tuple):
        return any(isinstance(row, list | tuple) for row in value)
    return bool(getattr(value, "ndim", 0) > 1)


__all__ = ["ExcelError"]
