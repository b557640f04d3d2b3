"""Folding a graph for people who read formulas: constants computed, branches decided, no *1, +0.

``known`` says what the place of printing knows of an argument: a constant, that its cell holds a
number or a text, or that it is given. Nothing is folded that would change a value or an error.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

from gpucalc import catalog
from gpucalc.errors import ExcelError
from gpucalc.evaluate import evaluate
from gpucalc.trace import COMPARISONS, Node, lift, node, walk

_NUMERIC_CALLS = frozenset({"ROUND", "INT", "ABS", "SQRT", "EXP", "LN", "LEN", "VALUE", "FIND"})


def printable(number: float) -> bool:
    """Whether 15 significant digits, all that a formula keeps, say this number exactly."""
    return math.isfinite(number) and float(f"{number:.15g}") == number


def is_number(n: Node) -> bool:
    """Whether the node can only be a number (or an error)."""
    if n.op == "const":
        return not isinstance(n.args[0], str | bool)
    if n.op == "if":
        return is_number(n.args[1]) and is_number(n.args[2])
    if n.op == "part":
        return is_number(n.args[1])
    if n.op == "lookup":
        return _all_numbers(n.args[0], n.args[1])
    if n.op == "arg":
        return n.args[1] in ("sure number", "filled number")
    return n.op in ("err", "+", "-", "*", "/", "^", "neg") or (
        n.op == "call" and n.args[0] in _NUMERIC_CALLS
    )


def _all_numbers(table: str, column: str) -> bool:
    return all(isinstance(row[column], float) for row in catalog.table(table).rows)


def simplify(root: Node, known: Mapping[str, Node]) -> Node:
    """The graph with arguments replaced by what is known of them, and folded."""
    done: dict[int, Node] = {}
    for x in walk(root):
        if x.op == "arg":
            done[x.id] = known.get(x.args[0], x)
            continue
        args = tuple(done[a.id] if isinstance(a, Node) else a for a in x.args)
        done[x.id] = _fold(node(x.op, *args))
    return done[root.id]


def _const(n: Any) -> Any:
    """The value of a constant node, None for any other."""
    return n.args[0] if isinstance(n, Node) and n.op == "const" else None


def _fold(n: Node) -> Node:
    op, args = n.op, n.args
    if op == "part":
        return _named(n)
    if op == "if":
        return _fold_if(n)
    if op in ("<>", "=") and args[0] is args[1] and _const(args[0]) is not None:
        return lift(op == "=")
    if op in ("<>", "=") and any(_const(x) == "" and _filled(y) for x, y in (args, args[::-1])):
        return lift(op == "<>")
    if op == "bare" and args[1].op == "arg" and args[1].args[1] in ("sure text", "filled text"):
        return lift(0)  # the cell is known to hold a name
    if (kept := neutral(n)) is not None:
        return kept
    if n.children and all(c.op == "const" for c in n.children):
        return _computed(n)
    return n


def _filled(n: Node) -> bool:
    """Whether the node is an argument that is given wherever this is printed."""
    return n.op == "arg" and n.args[1] in ("filled number", "filled text")


def neutral(n: Node) -> Node | None:
    """What is left of x*1, x+0 and the like; None for any other operation."""
    rule = _IDENTITIES.get(n.op)
    return None if rule is None else rule(*n.args)


def _named(n: Node) -> Node:
    """A named part that turned out to be a constant or an argument needs no name."""
    body: Node = n.args[1]
    return body if body.op in ("const", "arg", "err") else n


def _fold_if(n: Node) -> Node:
    condition, yes, no = _condition(n.children[0]), *n.children[1:]
    decided = _const(condition)
    if decided is not None and not isinstance(decided, str):
        return yes if decided else no
    if yes is no:
        return yes
    return n if condition is n.children[0] else node("if", condition, yes, no)


def _condition(n: Node) -> Node:
    """A sum of conditions without the terms that are never true."""
    if n.op != "+":
        return n
    a, b = map(_condition, n.children)
    for one, other in ((a, b), (b, a)):
        never = _const(one)
        if never is not None and not isinstance(never, str) and not never and _is_term(other):
            return other
    kept = a is n.children[0] and b is n.children[1]
    return n if kept else node("+", a, b)


def _is_term(n: Node) -> bool:
    return n.op in COMPARISONS or n.op == "+" or is_number(n)


def _computed(n: Node) -> Node:
    """The constant that an operation on constants gives, where a formula can print it exactly."""
    result = evaluate(n, {}, 1)
    if result.errors(1)[0]:
        return n
    value = result.values(1)[0]
    if isinstance(value, ExcelError):
        return n
    if isinstance(value, str | bool):
        return lift(value)
    return lift(value) if printable(float(value)) else n


def _drop(side: int, constant: float) -> Callable[..., Node | None]:
    """x op c is x, where x is sure to be a number."""

    def rule(a: Node, b: Node) -> Node | None:
        value, other = (_const(b), a) if side else (_const(a), b)
        if (
            value is not None
            and not isinstance(value, str)
            and value == constant
            and is_number(other)
        ):
            return other
        return None

    return rule


def _first(*rules: Callable[..., Node | None]) -> Callable[..., Node | None]:
    def rule(a: Node, b: Node) -> Node | None:
        return next((kept for r in rules if (kept := r(a, b)) is not None), None)

    return rule


_IDENTITIES: Mapping[str, Callable[..., Node | None]] = {
    "+": _first(_drop(1, 0), _drop(0, 0)),
    "-": _drop(1, 0),
    "*": _first(_drop(1, 1), _drop(0, 1)),
    "/": _drop(1, 1),
    "^": _drop(1, 1),
}
assert set(COMPARISONS).isdisjoint(_IDENTITIES)
