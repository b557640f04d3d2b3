"""The worksheet functions as plain Python functions, under the names they have in a cell.

    >>> import gpucalc_udfs
    >>> gpucalc_udfs.GPU_CARDS("13B", "200B", "A100 80GB", 10, 0.5)
    116.0

This is the module that xlwings serves to Excel: by its COM server on Windows (the add-in of
`gpucalc addin`), and by xlwings Server and Lite. There is one function for each function of the
registry; none is written by hand. Importing it needs neither Excel nor Windows.

Arguments are what a host hands over for a cell: numbers, text such as "13B", None for an omitted
argument, a list of rows for a range, a flat list for a single row. They are taken raw, since
xlwings' own conversion costs several times the calculation, and made uniform in one place,
:func:`_argument`. The answer is a number, text, a boolean or a list of rows. Errors are never
raised: an Excel error is marked by its text ("#N/A"), which no function answers as text. xlwings
Server turns the mark into a real error, and so do the wrappers of the add-in (CVErr).

GPUCALC_LANG=zh shows the help of functions and arguments in Chinese.
"""

from __future__ import annotations

import datetime
import inspect
import logging
import math
import os
from collections.abc import Callable
from decimal import Decimal
from itertools import chain
from typing import Any

import numpy as np
import xlwings

from gpucalc import edge, helptext, registry
from gpucalc.errors import ExcelError

__all__ = [function.udf_name for function in registry.functions().values()]

CATEGORY = "GPU"
LANGUAGE = "zh" if os.environ.get("GPUCALC_LANG", "").lower().startswith("zh") else "en"
_log = logging.getLogger("gpucalc")

# What COM hands over for an error cell, and for an argument that was left out.
_COM_ERRORS = {
    -2146826288: ExcelError.NULL,
    -2146826281: ExcelError.DIV0,
    -2146826273: ExcelError.VALUE,
    -2146826265: ExcelError.REF,
    -2146826259: ExcelError.NAME,
    -2146826252: ExcelError.NUM,
    -2146826246: ExcelError.NA,
}
_COM_NEWER_ERRORS = range(-2146826245, -2146826188)  # #SPILL!, #CALC!, #BUSY! and the like
_COM_MISSING = -2147352572
_PLAIN = frozenset({float, str, bool, type(None)})
_ROWS = frozenset({list, tuple})


def _argument(value: Any) -> Any:
    """One argument as the edge takes it, whichever host it comes from."""
    if not isinstance(value, list | tuple):
        return _cell(value)
    # xlwings Server squeezes a single row to a flat list, and so does COM for {1,2,3}.
    rows = value if _ROWS.issuperset(map(type, value)) and value else [value]
    width = len(rows[0])
    if width == 0:
        return None
    if any(len(row) != width for row in rows):
        return [[_cell(cell) for cell in row] for row in rows]
    cells = list(chain.from_iterable(rows))
    kinds = set(map(type, cells))
    if kinds != {float}:  # the edge has a fast way for clean numbers
        plain = np.empty(len(cells), dtype=object)
        plain[:] = cells if _PLAIN.issuperset(kinds) else [_cell(cell) for cell in cells]
        return plain.reshape(len(rows), width)
    return np.array(cells).reshape(len(rows), width)


def _cell(value: Any) -> Any:
    """A number, text, boolean, date, error or None for what a host hands over as one cell."""
    if type(value) in _PLAIN:
        return value
    if isinstance(value, dict):  # Office.js: an error, or a number with its format
        return _office_js(value)
    if type(value) is int:
        if value == _COM_MISSING:
            return None
        newer = ExcelError.VALUE if value in _COM_NEWER_ERRORS else value
        return _COM_ERRORS.get(value, newer)
    if isinstance(value, datetime.datetime):
        return value.replace(tzinfo=None)  # pywin32 adds UTC to what has no time zone
    if type(value).__name__ in ("JsNull", "JsUndefined"):  # Pyodide's, which are not None
        return None
    known = isinstance(value, str | int | float | Decimal | np.generic | datetime.date)
    return value if known else ExcelError.VALUE


def _office_js(value: dict[str, Any]) -> Any:
    basic = value.get("basicValue")
    if value.get("type") != "Error":
        return _cell(basic) if not isinstance(basic, dict) else ExcelError.VALUE
    known = {error.value: error for error in ExcelError}
    return known.get(str(basic), ExcelError.VALUE)


def _answer(value: Any) -> Any:
    if isinstance(value, list):
        return [[_single(cell) for cell in row] for row in value]
    return _single(value)


def _single(value: Any) -> Any:
    if type(value) is float:
        return value if math.isfinite(value) else ExcelError.NUM.value
    # Hosts marshal exact types: a subclass of str is not theirs to know.
    return value.value if isinstance(value, ExcelError) else value


def _bind(function: registry.Function, call: Callable[..., Any] = edge.call) -> Callable[..., Any]:
    def worksheet_function(*args: Any) -> Any:
        try:
            return _answer(call(function, *map(_argument, args)))
        except Exception:
            _log.exception("internal error in %s%r", function.udf_name, args)
            return ExcelError.VALUE.value

    named: Any = worksheet_function
    named.__name__ = named.__qualname__ = function.udf_name
    named.__module__ = __name__
    named.__doc__ = function.summary(LANGUAGE)
    named.__signature__ = _signature(function)
    named.__annotations__ = {}  # xlwings takes hints for converters
    return worksheet_function


def _signature(function: registry.Function) -> inspect.Signature:
    """Required arguments first, optional ones as None; what repeats, as *arguments."""
    parameters = []
    for arg in function.args:
        if arg.repeating:
            parameters.append(inspect.Parameter(arg.name, inspect.Parameter.VAR_POSITIONAL))
            continue
        default = inspect.Parameter.empty if arg.required else None
        kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
        parameters.append(inspect.Parameter(arg.name, kind, default=default))
    return inspect.Signature(parameters)


def _register(function: registry.Function, worksheet_function: Callable[..., Any]) -> Any:
    """Known to the host by name, category and a help text for each argument."""
    registered: Any = worksheet_function
    for arg in function.args:
        doc = helptext.argument_help(arg, LANGUAGE)
        registered = xlwings.arg(arg.name, convert="raw", doc=doc)(registered)
    return xlwings.func(category=CATEGORY)(registered)


for _function in registry.functions().values():
    globals()[_function.udf_name] = _register(_function, _bind(_function))
