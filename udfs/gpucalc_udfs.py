"""The worksheet functions as plain Python functions, under the names they have in a cell.

    >>> import gpucalc_udfs
    >>> gpucalc_udfs.GPU_CARDS("13B", "200B", "A100 80GB", 10, 0.5)
    116.0

Arguments are what a cell would hold: numbers, text such as "13B", None for an omitted argument, a
list of rows for a range. The answer is a number, text, a boolean, an Excel error value ("#N/A"), or
a list of rows; errors are returned, never raised, as in a cell.

Importing this needs neither Excel nor Windows. There is one function for each function of the
registry; none is written by hand.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gpucalc import edge, registry

__all__ = [function.udf_name for function in registry.functions().values()]


def _bind(function: registry.Function) -> Callable[..., Any]:
    def worksheet_function(*args: object) -> Any:
        return edge.call(function, *args)

    worksheet_function.__name__ = worksheet_function.__qualname__ = function.udf_name
    worksheet_function.__doc__ = function.summary("en")
    return worksheet_function


for _function in registry.functions().values():
    globals()[_function.udf_name] = _bind(_function)
