"""Tracing: run a numpy kernel once on symbols and keep what it did as a graph.

numpy hands every operation on a :class:`Node` to the two protocols below; each becomes a node.
Nodes are interned: equal expressions are the same object, so shared parts are known for free.
The graph knows few operations, all of them things that a cell formula can do:

``arg`` ``const`` ``err`` · ``+ - * / ^ neg`` · ``< <= > >= = <>`` · ``if`` · ``&`` ·
``lookup`` ``known`` ``bare`` (catalog) · ``call`` (spreadsheet function) · ``part`` (named value)

What has no rule is refused with advice.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from gpucalc.errors import ExcelError, NotTraceable

COMPARISONS = ("<", "<=", ">", ">=", "=", "<>")
_pool: dict[tuple[object, ...], Node] = {}


class Node(np.lib.mixins.NDArrayOperatorsMixin):
    """One operation of a traced kernel: ``op`` and ``args`` (nodes or plain facts)."""

    __slots__ = ("args", "id", "op")
    __array_priority__ = 1000
    op: str
    args: tuple[Any, ...]
    id: int

    def __array_ufunc__(self, ufunc: np.ufunc, method: str, *inputs: Any, **options: Any) -> Node:
        if method != "__call__" or options:
            raise NotTraceable(
                f"numpy.{ufunc.__name__} with {method}/{sorted(options)}: use a plain call"
            )
        rule = _RULES.get(ufunc.__name__)
        if rule is None:
            raise _no_rule(ufunc.__name__)
        return rule(*map(lift, inputs))

    def __array_function__(self, func: Any, types: Any, args: Any, kwargs: Any) -> Node:
        if func is np.where and len(args) == 3 and not kwargs:
            return node("if", *map(lift, args))
        raise _no_rule(func.__name__)

    def __bool__(self) -> bool:
        raise NotTraceable("`if`, `and`, `or`, `not` on a value: use np.where, & and |")

    def _refuse(self, *_: object) -> Any:
        raise NotTraceable(
            "float(), int(), round(), len(), an index, a format or iteration on a value: "
            "work element by element (round_to rounds, join makes text)"
        )

    __float__ = __int__ = __round__ = __len__ = __iter__ = __index__ = __array__ = _refuse
    __getitem__ = __format__ = _refuse

    def __hash__(self) -> int:
        return self.id

    def __repr__(self) -> str:
        return f"{self.op}({', '.join(map(repr, self.args))})"

    @property
    def children(self) -> tuple[Node, ...]:
        """The nodes this one reads."""
        return tuple(a for a in self.args if isinstance(a, Node))


def node(op: str, *args: Any) -> Node:
    """The one node with this operation and these arguments."""
    key = (op, *[a.id if isinstance(a, Node) else ("fact", type(a).__name__, a) for a in args])
    found = _pool.get(key)
    if found is None:
        found = object.__new__(Node)
        found.op, found.args, found.id = op, args, len(_pool)
        _pool[key] = found
    return found


def lift(value: Any) -> Node:
    """A node for a plain value; NaN is how a kernel says "no answer" (#NUM!)."""
    if isinstance(value, Node):
        return value
    if isinstance(value, ExcelError):
        return node("err", value)
    if isinstance(value, bool | np.bool_):
        return node("const", bool(value))
    if isinstance(value, str):
        return node("const", value)
    try:
        number = float(value)
    except (TypeError, ValueError):
        raise NotTraceable(
            f"{type(value).__name__} inside a formula: work element by element"
        ) from None
    return node("err", ExcelError.NUM) if math.isnan(number) else node("const", number)


def argument(name: str, kind: str) -> Node:
    """The symbol of an argument; ``kind``: "number", "text", "sure …" or "filled …".

    A sure one holds a number or a text of the catalog or nothing, a filled one is given as well.
    """
    return node("arg", name, kind)


def call(function: str, *args: Any) -> Node:
    """A spreadsheet function of Excel 2010 that every engine computes alike."""
    return node("call", function, *map(lift, args))


def part(label: str, body: Any) -> Any:
    """Names a value that deserves a cell of its own in a workbook; means nothing else."""
    return node("part", label, body) if isinstance(body, Node) else body


def is_text(n: Node) -> bool:
    """Whether the node is known to give text."""
    if n.op == "arg":
        return n.args[1] in ("text", "sure text", "filled text")
    if n.op == "const":
        return isinstance(n.args[0], str)
    if n.op == "if":
        return is_text(n.args[1]) or is_text(n.args[2])
    if n.op == "part":
        return is_text(n.args[1])
    return n.op == "&" or (n.op == "call" and n.args[0] in TEXT_CALLS)


TEXT_CALLS = frozenset({"MID", "LEFT", "RIGHT", "SUBSTITUTE", "TEXT", "TRIM"})


def _may_be_text(n: Node) -> bool:
    """Whether a cell's own value, so perhaps a numeral typed as text, can come through here."""
    return n.op == "arg" or (n.op == "if" and any(map(_may_be_text, n.args[1:])))


def compare(op: str, a: Node, b: Node) -> Node:
    """A comparison. Numbers enter it as x+0, since "0">=3 is TRUE in every spreadsheet."""
    if not (is_text(a) or is_text(b)):
        a, b = (node("+", x, lift(0)) if _may_be_text(x) else x for x in (a, b))
    return node(op, a, b)


def _binary(op: str) -> Callable[..., Node]:
    return lambda a, b: node(op, a, b)


def _comparison(op: str) -> Callable[..., Node]:
    return lambda a, b: compare(op, a, b)


# max and min print as IF: MAX and MIN of cells skip text and collapse ranges.
# and, or, not are products and sums of conditions: engines short-circuit AND and OR differently.
_RULES: dict[str, Callable[..., Node]] = {
    "add": _binary("+"),
    "subtract": _binary("-"),
    "multiply": _binary("*"),
    "divide": _binary("/"),
    "power": _binary("^"),
    "negative": lambda a: node("neg", a),
    "less": _comparison("<"),
    "less_equal": _comparison("<="),
    "greater": _comparison(">"),
    "greater_equal": _comparison(">="),
    "equal": _comparison("="),
    "not_equal": _comparison("<>"),
    "maximum": lambda a, b: node("if", compare(">=", a, b), a, b),
    "minimum": lambda a, b: node("if", compare("<=", a, b), a, b),
    "logical_and": _binary("*"),
    "bitwise_and": _binary("*"),
    "logical_or": _binary("+"),
    "bitwise_or": _binary("+"),
    "logical_not": lambda a: node("=", node("+", a, lift(0)), lift(0)),
    "invert": lambda a: node("=", node("+", a, lift(0)), lift(0)),
    "floor": lambda a: call("INT", a),
    "sqrt": lambda a: call("SQRT", a),
    "cbrt": lambda a: node("^", a, node("/", lift(1), lift(3))),
    "absolute": lambda a: call("ABS", a),
    "exp": lambda a: call("EXP", a),
    "log": lambda a: call("LN", a),
}


_INSTEAD = {
    **dict.fromkeys(("round", "around", "rint"), "use round_to"),
    "ceil": "use ceil_tol",
    "clip": "use np.minimum and np.maximum",
    "floor_divide": "use np.floor(a / b)",
    "remainder": "use a - b * np.floor(a / b)",
    "isnan": "use given, which says whether an argument was supplied",
    "select": "use np.where, one inside the other",
    "sum": "add the terms with +",
}


def _no_rule(name: str) -> NotTraceable:
    advice = _INSTEAD.get(name, "work element by element with the operations of trace._RULES")
    return NotTraceable(f"numpy.{name} has no spreadsheet rule: {advice}")


def walk(root: Node) -> Iterator[Node]:
    """Every node of a graph once, children before parents."""
    seen: set[int] = set()
    stack: list[tuple[Node, bool]] = [(root, False)]
    while stack:
        n, ready = stack.pop()
        if ready:
            yield n
        elif n.id not in seen:
            seen.add(n.id)
            stack.append((n, True))
            stack.extend((c, False) for c in reversed(n.children) if c.id not in seen)
