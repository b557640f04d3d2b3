"""The worksheet edge: Excel's semantics around a function, for cells, ranges, CLI and Python.

:func:`call` reads what a cell can hold (text such as ``13B`` included), evaluates the guarded graph
with an error plane beside every value, and answers numbers, text or Excel error values. Ranges
broadcast: a column in, a column out. :func:`reason` says in a sentence why there is an error.
"""

from __future__ import annotations

import datetime
import logging
from collections.abc import Mapping, Sequence
from decimal import Decimal
from math import isfinite, isnan
from typing import Any

import numpy as np

from gpucalc import catalog
from gpucalc.calling import as_objects
from gpucalc.errors import BY_CODE, Ambiguous, BlankInput, ExcelError, InputError, NoAnswer
from gpucalc.evaluate import Plane, evaluate
from gpucalc.guards import Guard, guarded
from gpucalc.quantity import Quantity, as_float, as_text
from gpucalc.reading import is_numeral
from gpucalc.registry import Function
from gpucalc.trace import lift

Answer = float | str | bool | ExcelError
SHEET_ROWS = 1_048_576
_CELLS = (str, bool, int, float, Decimal, np.generic, datetime.date)  # what a cell can hold
_log = logging.getLogger("gpucalc")


def call(function: Function, *args: Any, text: bool = True) -> Answer | list[list[Answer]]:
    """The function's answer as a worksheet shows it.

    Arguments are scalars or ranges (lists of rows); None, "" and missing ones take the default.
    ``text=False`` reads no units: text counts only as far as a spreadsheet itself reads it, as in
    a printed formula. A range answers a list of rows. A bug of ours is logged with its
    traceback and answers #VALUE!, never a number.
    """
    try:
        return _call(function, args, text)
    except Exception:
        _log.exception("internal error in %s%r", function.udf_name, args)
        return ExcelError.VALUE


def _call(function: Function, args: Sequence[Any], text: bool) -> Answer | list[list[Answer]]:
    if len(args) > function.most:
        return ExcelError.VALUE
    function = function.for_call(len(args))
    try:
        grids = _clip([_grid(v) for v in (*args, *[None] * (len(function.args) - len(args)))])
        if function.spills:
            return _spill(function, grids, text)
        shape = np.broadcast_shapes((1, 1), *(g.shape for g in grids))
    except ValueError:  # no range, or ranges that do not fit each other
        return ExcelError.VALUE
    size = int(np.prod(shape))
    if size == 0:
        return []
    values = {
        a.name: _plane(a.quantity, g if g.size == 1 else np.broadcast_to(g, shape), text)
        for a, g in zip(function.args, grids, strict=True)
    }
    result = evaluate(function.graph, values, size)
    answers = [_answer(v, e) for v, e in zip(result.values(size), result.errors(size), strict=True)]
    if shape == (1, 1):
        return answers[0]
    width = shape[1]
    return [answers[i : i + width] for i in range(0, size, width)]


def _spill(function: Function, grids: Sequence[Any], text: bool) -> Answer | list[list[Answer]]:
    """A table: ranges are taken as a whole, every cell of them guarded, all else is one cell."""
    given = dict(zip(function.args, (g if g.size else _NO_CELL for g in grids), strict=True))
    if any(grid.size > 1 and not arg.ranges for arg, grid in given.items()):
        return ExcelError.VALUE
    planes = {a.name: _plane(a.quantity, grid, text) for a, grid in given.items()}
    allowed = evaluate(guarded(function.guards, lift(0)), planes, 1)
    if allowed.e is not None and allowed.e.any():
        return _answer(0, int(allowed.e[allowed.e != 0][0]))
    try:
        table = function(*_values(function, planes))
    except InputError as error:
        return error.cell
    return [[_answer(value, 0) for value in row] for row in table]


def _values(function: Function, planes: Mapping[str, Plane]) -> list[Any]:
    """What was read, as a Python call takes it: None for a blank, a list for a range."""
    values = []
    for arg in function.args:
        plane = planes[arg.name]
        cells = [v for v in plane.values(len(plane.v)) if not _blank(v)]
        values.append((cells or None) if arg.ranges else (cells[0] if cells else None))
    return values


def _answer(value: Any, code: int) -> Answer:
    error = BY_CODE[code]
    if error is not None:
        return error
    return value if isinstance(value, str | bool) else float(value)


def _grid(value: Any) -> Any:
    """Any argument as a two-dimensional array: a scalar is 1x1, a flat list a column.

    Raises ValueError for an array of more dimensions, which no range has.
    """
    if isinstance(value, np.ndarray):
        array = value if value.dtype.kind == "f" else as_objects(value)
        if array.ndim > 2:
            raise ValueError("a range has rows and columns only")
        return (
            array.reshape(1, 1) if array.ndim == 0 else array[:, None] if array.ndim == 1 else array
        )
    if hasattr(value, "to_numpy") and hasattr(value, "shape"):  # a column or frame, not a date
        return _grid(value.to_numpy())
    if isinstance(value, np.datetime64):
        value = value.astype("datetime64[us]").item()
    if isinstance(value, list | tuple):
        rows = [list(r) if isinstance(r, list | tuple) else [r] for r in value]
        array = np.empty((len(rows), max(map(len, rows), default=0)), dtype=object)
        for i, row in enumerate(rows):
            for j, cell in enumerate(row):
                array[i, j] = cell
        return array
    single = np.empty((1, 1), dtype=object)
    single[0, 0] = value
    return single


def _clip(grids: list[Any]) -> list[Any]:
    """Whole columns end at the last row that any of them uses."""
    tall = [g for g in grids if g.shape[0] >= SHEET_ROWS]
    if not tall:
        return grids
    last = 1
    for g in tall:
        used = np.array([not _blank(v) for v in g.ravel()]).reshape(g.shape).any(axis=1)
        last = max(last, int(np.flatnonzero(used)[-1]) + 1 if used.any() else 1)
    return [g[:last] if g.shape[0] >= SHEET_ROWS else g for g in grids]


def _blank(value: Any) -> bool:
    return value is None or (isinstance(value, str) and value == "")


def _plane(quantity: Quantity, grid: Any, text: bool) -> Plane:
    """The cells of one argument as values and error codes."""
    cells = grid.ravel()
    if quantity.kind == "text":
        cells = _texts(cells)
    if cells.dtype.kind == "f" and np.isfinite(cells).all():  # clean numbers, the fast way
        return Plane(cells, None)
    values, codes = np.empty(len(cells), dtype=object), np.zeros(len(cells), np.int8)
    memo: dict[Any, Any] = {}
    for i, cell in enumerate(cells.tolist()):
        if type(cell) is float and isfinite(cell):
            values[i] = cell
            continue
        key = (type(cell), str(cell) if isinstance(cell, Decimal) else cell)
        if not isinstance(cell, _CELLS):
            key = (type(cell), None)
        if key not in memo:
            memo[key] = _cell(quantity, cell, text)
        read = memo[key]
        if isinstance(read, ExcelError) and quantity.kind != "any":
            codes[i], values[i] = read.code, 0.0
        else:
            values[i] = read
    plane = values
    if not quantity.is_text and all(type(v) is float for v in values):
        plane = values.astype(float)
    return Plane(plane, codes if codes.any() else None)


def _texts(cells: Any) -> Any:
    """Numbers where text is due, as a spreadsheet joins them to text: 4090.0 is "4090"."""
    texts = np.empty(len(cells), dtype=object)
    for i, cell in enumerate(cells.tolist()):
        number = isinstance(cell, _CELLS) and not isinstance(cell, str)
        texts[i] = as_text(cell) if number else cell
    return texts


def _cell(quantity: Quantity, cell: Any, text: bool) -> Any:
    """One cell: a float, a bool, a text (read if it can be, as it is if not) or an error."""
    if cell is None or isinstance(cell, ExcelError):
        return "" if cell is None else cell
    if type(cell).__name__ in ("NAType", "NaTType"):  # missing values of pandas
        return ""
    if isinstance(cell, bool | np.bool_):
        return bool(cell)
    if isinstance(cell, str):
        if cell in ExcelError.__members__.values():
            return ExcelError(cell)
        if not text:
            return cell
        try:
            return _number_or_text(quantity.read(cell))
        except InputError:
            # The guards refuse it, in their order. A spreadsheet takes 50% for a number in
            # arithmetic, but as a number of days it is refused: it must not look like one.
            return f"?{cell}" if is_numeral(cell) else cell
    if isinstance(cell, datetime.date):
        return _number_or_text(quantity.read(cell))
    if isinstance(cell, int | float | Decimal | np.integer | np.floating):
        return _number_or_text(cell)
    return ExcelError.VALUE  # what no cell can hold: a list, an object


def _number_or_text(value: Any) -> Any:
    """The value as a cell has it: NaN, which no cell can hold, is a blank one."""
    if isinstance(value, str | bool):
        return value
    number = as_float(value)
    return "" if isnan(number) else number if isfinite(number) else ExcelError.NUM


# -- why -----------------------------------------------------------------------------------------


def explain(function: Function, *args: Any) -> InputError | None:
    """What is wrong with a scalar call, in the order in which the guards speak; None if nothing."""
    answer = call(function, *args)
    if not isinstance(answer, ExcelError):
        return None
    if len(args) > function.most:
        return InputError(
            f"{function.udf_name}: at most {function.most} arguments",
            f"{function.udf_name}：最多 {function.most} 个参数",
        )
    function = function.for_call(len(args))
    try:
        given = _given(function, args)
    except ValueError:
        return InputError("a range has rows and columns only", "区域只有行和列")
    many = [a.name for a in function.args if not a.ranges and given.get(a.name, _NO_CELL).size > 1]
    if many:
        return InputError(f"{many[0]}: one cell is due, not a range", f"{many[0]}：应为单个单元格")
    planes = read(function, *args)
    for name, plane in planes.items():
        if plane.e is not None:
            error = BY_CODE[int(plane.e[plane.e != 0][0])]
            return InputError(f"{name}: the cell holds {error}", f"{name}：单元格为 {error}")
    refused = _refused(function, planes)
    if refused is not None:
        arg = next(a for a in function.args if a.name == refused[0])
        cells = given.get(arg.name, _NO_CELL).ravel()
        return _why(arg.quantity, arg.name, cells[0 if cells.size == 1 else refused[1]])
    return _own_words(function, planes) or _no_answer(function, answer, given)


def _refused(function: Function, planes: Mapping[str, Plane]) -> tuple[str, int] | None:
    """The argument, and which of its cells, that the error shown is about.

    Blanks come before all else. Of the other guards the leftmost error (unreadable, unknown) shows
    before any value out of bounds, whatever stands further left.
    """
    size = max((len(p.v) for p in planes.values()), default=1)
    bounds: tuple[str, int] | None = None
    for guard in (*_staged(function, "blank"), *_staged(function, "bounds")):
        hit = evaluate(guard.condition, planes, size)
        errors, values = hit.errors(size), hit.values(size)
        if guard.stage == "bounds" and not any(errors):
            if bounds is None and any(values):
                bounds = guard.argument, next(i for i, value in enumerate(values) if value)
            continue
        found = [i for i in range(size) if errors[i] or values[i]]
        if found:
            return guard.argument, next((i for i in found if errors[i]), found[0])
    return bounds


def _staged(function: Function, stage: str) -> list[Guard]:
    return [guard for guard in function.guards if guard.stage == stage]


_NO_CELL = np.array([[None]], dtype=object)


def read(function: Function, *args: Any) -> dict[str, Plane]:
    """The cells of each argument as the graph takes them, the blank ones too."""
    given = _given(function, args)
    return {a.name: _plane(a.quantity, given.get(a.name, _NO_CELL), True) for a in function.args}


def _given(function: Function, args: Sequence[Any]) -> dict[str, Any]:
    """The cells of the arguments that were given; ValueError where one is no range."""
    grids = {a.name: _grid(v) for a, v in zip(function.args, args, strict=False)}
    return {name: grid if grid.size else _NO_CELL for name, grid in grids.items()}


def _own_words(function: Function, planes: Mapping[str, Plane]) -> InputError | None:
    """What a function in Python says itself when it is asked again."""
    if not function.not_traceable:
        return None
    try:
        function(*_values(function, planes))
    except InputError as error:
        return error
    return None


_MODELS = (
    ' (model names need quotes: "H100", since H100 alone is a cell)',
    '（型号要加引号："H100"，不加引号的 H100 是单元格）',
)
_BLANK_HINTS: Mapping[str, tuple[str, str]] = {
    "gpus": _MODELS,
    "models": _MODELS,
    "units": (
        ': the price and its unit are two arguments, such as 1500,"node-day"',
        '：价格与单位是两个参数，例如 1500,"台天"',
    ),
}


def _why(quantity: Quantity, name: str, value: Any) -> InputError:
    label_en, label_zh = f"{name} ({quantity.label('en')})", f"{name}（{quantity.label('zh')}）"
    if _blank(value):
        hint, hint_zh = _BLANK_HINTS.get(quantity.table if quantity.kind == "key" else "", ("", ""))
        return BlankInput(
            f"{label_en} is missing{hint}", f"缺少 {label_zh}{hint_zh}", argument=name
        )
    try:
        quantity.check(quantity.read(value))
    except InputError as error:
        return type(error)(f"{name}: {error.en}", f"{name}：{error.zh}", argument=name, given=value)
    return InputError(
        f"{label_en} cannot be used: {value!r}", f"{label_zh} 无法使用：{value!r}", argument=name
    )


def _no_answer(function: Function, answer: ExcelError, given: Mapping[str, Any]) -> InputError:
    missing = function.told("No value")
    if answer is ExcelError.VALUE and missing:
        return Ambiguous(missing, function.told("No value", "zh"))
    if answer is ExcelError.VALUE and (family := _family(function, given)):
        name, members = family
        return Ambiguous(
            f"{name} stands for several models that differ here: give the exact one "
            f"({', '.join(members)})",
            f"{name} 包含多种型号，数值不同：请写明具体型号（{'、'.join(members)}）",
        )
    if answer is ExcelError.VALUE:
        return Ambiguous(
            "the catalog has no single figure for this name (variants differ or it is not stated): "
            "give the exact model, for example A100 80GB",
            "目录对该名称没有唯一数值（各型号不同或未给出）：请写明具体型号，例如 A100 80GB",
        )
    if answer is ExcelError.DIV0:
        return NoAnswer("division by zero", "除数为零")
    en, zh = no_answer_text(function)
    return NoAnswer(en, zh)


def _family(function: Function, given: Mapping[str, Any]) -> tuple[str, list[str]] | None:
    """The first argument that is a family name, and what it stands for."""
    for arg in function.args:
        cell = given.get(arg.name, _NO_CELL).ravel()[0]
        if arg.quantity.kind == "key" and isinstance(cell, str):
            members = catalog.table(arg.quantity.table).members(cell)
            if members:
                return cell.strip(), members
    return None


def no_answer_text(function: Function) -> tuple[str, str]:
    """Why the function may have no answer, in English and in Chinese."""
    en, zh = (function.told("No answer", lang) for lang in ("en", "zh"))
    return en or "these inputs together have no answer", zh or "这些输入合在一起没有结果"


def reason(function: Function, *args: Any, lang: str = "en") -> str:
    """The sentence that explains an error answer; "" where there is none."""
    why = explain(function, *args)
    return "" if why is None else why.text(lang)
