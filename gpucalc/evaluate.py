"""The graph's rules: what each operation means in a spreadsheet, errors and coercion included.

Written once, here. A value is a :class:`Plane`: an array of values (floats, booleans, or objects
where text may occur) beside an array of error codes. Arrays have length 1 or n and broadcast.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gpucalc import catalog, primitives, reading
from gpucalc.errors import ExcelError, InputError
from gpucalc.trace import COMPARISONS, Node, walk

Codes = NDArray[np.int8] | None
_VALUE, _NA, _NUM, _DIV0 = (
    e.code for e in (ExcelError.VALUE, ExcelError.NA, ExcelError.NUM, ExcelError.DIV0)
)


class Plane:
    """Values ``v`` and error codes ``e`` (None: no error anywhere)."""

    __slots__ = ("e", "v")

    def __init__(self, v: NDArray[Any], e: Codes) -> None:
        self.v, self.e = v, e

    def values(self, n: int) -> list[Any]:
        """The n values as Python objects."""
        return list(np.broadcast_to(self.v, n).tolist())

    def errors(self, n: int) -> list[int]:
        """The n error codes; 0 means none."""
        return [0] * n if self.e is None else list(np.broadcast_to(self.e, n).tolist())


def evaluate(root: Node, arguments: Mapping[str, Plane], n: int) -> Plane:
    """The graph's value for n cells."""
    return evaluate_all(root, arguments)[root.id]


def evaluate_all(root: Node, arguments: Mapping[str, Plane]) -> dict[int, Plane]:
    """The value of every node of the graph, by its id."""
    done: dict[int, Plane] = {}
    with np.errstate(all="ignore"):
        for x in walk(root):
            done[x.id] = _rule(x, arguments, [done[c.id] for c in x.children])
    return done


def _rule(x: Node, arguments: Mapping[str, Plane], inputs: list[Plane]) -> Plane:
    op = x.op
    if op == "arg":
        return arguments[x.args[0]]
    if op == "const":
        value = x.args[0]
        return Plane(_objects([value]) if isinstance(value, str) else np.array([value]), None)
    if op == "err":
        return Plane(np.zeros(1), np.array([x.args[0].code], np.int8))
    if op == "part":
        return inputs[0]
    if op == "if":
        return _if(*inputs)
    if op in COMPARISONS:
        return _compare(op, *inputs)
    if op == "&":
        return _texts(lambda a, b: a + b, inputs)
    if op in ("lookup", "known", "bare"):
        return _CATALOG[op](x.args, inputs[0])
    if op == "call":
        return _call(x.args[0], inputs, x)
    if op == "answer":
        return _answer(x.args[0], *inputs)
    return _arithmetic(op, inputs)


# -- coercion ------------------------------------------------------------------------------------


def _objects(items: list[Any]) -> NDArray[Any]:
    array = np.empty(len(items), dtype=object)
    array[:] = items
    return array


def first(*codes: Codes) -> Codes:
    """The leftmost error of several inputs."""
    found: Codes = None
    for e in codes:
        if e is not None:
            found = e if found is None else np.where(found == 0, e, found).astype(np.int8)
    return found


def _some(e: NDArray[Any]) -> Codes:
    return e.astype(np.int8) if e.any() else None


def _numbers(p: Plane) -> Plane:
    """Values as floats; numeral text is coerced, other text is #VALUE!."""
    if p.v.dtype != object:
        return p if p.v.dtype == float else Plane(p.v.astype(float), p.e)
    v, bad = np.zeros(len(p.v)), np.zeros(len(p.v), np.int8)
    for i, item in enumerate(p.v.tolist()):
        if not isinstance(item, str):
            v[i] = item
        elif reading.is_numeral(item):
            v[i] = reading.numeral(item)
        else:
            bad[i] = _VALUE
    return Plane(v, first(p.e, _some(bad)))


def _as_text(item: Any) -> str:
    if isinstance(item, str):
        return item
    if isinstance(item, bool):
        return str(item).upper()
    return f"{item:.15g}".upper().replace("E+0", "E+").replace("E-0", "E-")


def _texts(function: Callable[..., str], planes: list[Plane]) -> Plane:
    columns = [p.v.tolist() for p in planes]
    n = max(map(len, columns))
    rows = zip(*[c * n if len(c) == 1 else c for c in columns], strict=True)
    return Plane(
        _objects([function(*map(_as_text, row)) for row in rows]), first(*[p.e for p in planes])
    )


# -- operations ----------------------------------------------------------------------------------


def _if(condition: Plane, yes: Plane, no: Plane) -> Plane:
    c = _numbers(condition)
    chosen = c.v != 0
    same = yes.v.dtype == no.v.dtype
    a, b = (yes.v, no.v) if same else (_mixed(yes.v), _mixed(no.v))
    v = np.where(chosen, a, b)
    if yes.e is None and no.e is None:
        return Plane(v, c.e)
    e = np.where(chosen, 0 if yes.e is None else yes.e, 0 if no.e is None else no.e)
    return Plane(v, first(c.e, _some(e)))


def _mixed(v: NDArray[Any]) -> NDArray[Any]:
    return v if v.dtype == object else _objects(v.tolist())


def _rank(item: Any) -> int:
    return 2 if isinstance(item, bool) else 1 if isinstance(item, str) else 0


_OPERATORS: Mapping[str, Callable[[Any, Any], Any]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "=": operator.eq,
    "<>": operator.ne,
}


def _compare(op: str, a: Plane, b: Plane) -> Plane:
    """Numbers sort before text, text before booleans; text ignores case."""
    f = _OPERATORS[op]
    e = first(a.e, b.e)
    ranks = _one_rank(a.v), _one_rank(b.v)
    if None not in ranks and ranks[0] != ranks[1]:
        return Plane(np.array([f(*ranks)]), e)
    if a.v.dtype != object and b.v.dtype != object:
        return Plane(f(a.v, b.v), e)

    def one(x: Any, y: Any) -> bool:
        rx, ry = _rank(x), _rank(y)
        if rx != ry:
            return bool(f(rx, ry))
        return bool(f(x.upper(), y.upper()) if rx == 1 else f(x, y))

    xs, ys = a.v.tolist(), b.v.tolist()
    n = max(len(xs), len(ys))
    xs, ys = (xs * n if len(xs) == 1 else xs), (ys * n if len(ys) == 1 else ys)
    return Plane(np.array([one(x, y) for x, y in zip(xs, ys, strict=True)], dtype=bool), e)


def _one_rank(v: NDArray[Any]) -> int | None:
    """The rank that all values share, where that is plain to see."""
    if v.dtype != object:
        return 2 if v.dtype == bool else 0
    return _rank(v[0]) if len(v) == 1 else None


def _arithmetic(op: str, inputs: list[Plane]) -> Plane:
    planes = [_numbers(p) for p in inputs]
    e = first(*[p.e for p in planes])
    values = [p.v for p in planes]
    if op == "/":
        zero = values[1] == 0
        if zero.any():
            e = first(e, _some(np.where(zero, _DIV0, 0)))
    return _finite(_ARITHMETIC[op](*values), e)


def _finite(v: NDArray[Any], e: Codes) -> Plane:
    """Overflow and invalid results are #NUM!."""
    fine = np.isfinite(v)
    if fine.all():
        return Plane(v, e)
    return Plane(np.where(fine, v, 0.0), first(e, _some(np.where(fine, 0, _NUM))))


_ARITHMETIC: Mapping[str, Callable[..., Any]] = {
    "+": np.add,
    "-": np.subtract,
    "*": np.multiply,
    "/": np.divide,
    "^": np.power,
    "neg": np.negative,
}


# -- catalog -------------------------------------------------------------------------------------


def _per_key(key: Plane, answer: Callable[[Any], Any]) -> Plane:
    """Asks once per distinct key; an ExcelError answer goes to the error plane."""
    memo: dict[Any, Any] = {}
    out, codes = [], np.zeros(len(key.v), np.int8)
    for i, k in enumerate(key.v.tolist()):
        tag = (type(k), k)
        if tag not in memo:
            memo[tag] = answer(k)
        value = memo[tag]
        if isinstance(value, ExcelError):
            codes[i], value = value.code, 0.0
        out.append(value)
    values = _objects(out) if any(isinstance(v, str) for v in out) else np.array(out)
    return Plane(values, first(key.e, _some(codes)))


def _row(table: str, key: Any) -> Mapping[str, Any] | None:
    """The row that an exact, case-insensitive match in the catalog sheet finds."""
    if isinstance(key, bool) or key == "":
        return None
    return catalog.table(table).exact(key)


def _lookup(args: tuple[Any, ...], key: Plane) -> Plane:
    table, column = args[0], args[1]

    def answer(k: Any) -> Any:
        row = _row(table, k)
        return ExcelError.NA if row is None else row[column]

    return _per_key(key, answer)


def _known(args: tuple[Any, ...], key: Plane) -> Plane:
    return _per_key(key, lambda k: ExcelError.NA if _row(args[0], k) is None else 0.0)


def _bare(args: tuple[Any, ...], key: Plane) -> Plane:
    """1 where the key is a number that is no catalog name; never an error."""
    table = args[0]
    v = _per_key(
        Plane(key.v, None),
        lambda k: float(not isinstance(k, str | bool) and _row(table, k) is None),
    ).v
    return Plane(v if key.e is None else np.where(key.e != 0, 0.0, v), None)


_CATALOG = {"lookup": _lookup, "known": _known, "bare": _bare}


def _answer(kernel: Callable[..., Any], allowed: Plane, *inputs: Plane) -> Plane:
    """What an ordinary Python function answers, cell by cell, asked once for equal inputs.

    It is not asked where ``allowed`` holds an error; a missing value reaches it as None.
    """
    n = max(len(p.v) for p in (allowed, *inputs))
    refused = first(allowed.e, *[p.e for p in inputs])
    codes = np.array(np.broadcast_to(0 if refused is None else refused, n), np.int8)
    columns = [p.values(n) for p in inputs] or [[None] * n]
    memo: dict[Any, Any] = {}
    out: list[Any] = []
    for i, row in enumerate(zip(*columns, strict=True)):
        value: Any = 0.0
        if not codes[i]:
            key = tuple((type(v), v) for v in row)
            if key not in memo:
                memo[key] = _asked(kernel, row if inputs else ())
            value = memo[key]
            if isinstance(value, ExcelError):
                codes[i], value = value.code, 0.0
        out.append(value)
    numbers = all(type(v) is float for v in out)
    return Plane(np.array(out) if numbers else _objects(out), _some(codes))


def _asked(kernel: Callable[..., Any], row: tuple[Any, ...]) -> Any:
    try:
        answer = kernel(*[None if isinstance(v, str) and v == "" else v for v in row])
    except InputError as error:
        return error.cell
    return float(answer) if isinstance(answer, int) and not isinstance(answer, bool) else answer


# -- spreadsheet functions -----------------------------------------------------------------------


def _call(name: str, inputs: list[Plane], x: Node) -> Plane:
    if name in _NUMERIC:
        planes = [_numbers(p) for p in inputs]
        return _finite(_NUMERIC[name](*[p.v for p in planes]), first(*[p.e for p in planes]))
    if name == "ISNUMBER":
        p = inputs[0]
        kinds = [not isinstance(i, str | bool) for i in p.v.tolist()]
        v = np.array(kinds) & (np.array([True]) if p.e is None else p.e == 0)
        return Plane(v, None)
    if name == "TEXT":
        p = _numbers(inputs[0])
        width = len(inputs[1].v[0])
        return Plane(_objects([primitives.digits(v, width) for v in p.v.tolist()]), p.e)
    return _text_call(name, inputs)


def _round(v: NDArray[Any], digits: NDArray[Any]) -> Any:
    return primitives.round_to(v, int(digits[0]))


_NUMERIC: Mapping[str, Callable[..., Any]] = {
    "ROUND": _round,
    "INT": np.floor,
    "ABS": np.abs,
    "SQRT": np.sqrt,
    "EXP": np.exp,
    "LN": np.log,
    "DAY": primitives.day_of_month,
    "YEAR": primitives.year_of,
    "EDATE": primitives.months_later,
}


def _value(text: str) -> Any:
    return reading.numeral(text) if reading.is_numeral(text) else ExcelError.VALUE


def _find(what: str, text: str) -> Any:
    return float(text.index(what) + 1) if what in text else ExcelError.VALUE


def _cut(function: Callable[..., str], least: int) -> Callable[..., Any]:
    """A cutting function whose numbers must not lie below ``least``."""

    def cut(text: str, *numbers: str) -> Any:
        places = [float(n) for n in numbers]
        if places[-1] < 0 or places[0] < least:
            return ExcelError.VALUE
        return function(text, *[int(p) for p in places])

    return cut


_TEXT: Mapping[str, Callable[..., Any]] = {
    "MID": _cut(lambda t, s, n: t[s - 1 : s - 1 + n], 1),
    "LEFT": _cut(lambda t, n: t[:n], 0),
    "RIGHT": _cut(lambda t, n: t[len(t) - min(n, len(t)) :], 0),
    "SUBSTITUTE": lambda t, old, new: t.replace(old, new) if old else t,
    "TRIM": lambda t: " ".join(p for p in t.split(" ") if p),
    "LEN": lambda t: float(len(t)),
    "VALUE": _value,
    "FIND": _find,
}


def _text_call(name: str, inputs: list[Plane]) -> Plane:
    raw = _texts(lambda *a: _TEXT[name](*a), inputs)
    return _per_key(raw, lambda v: v)
