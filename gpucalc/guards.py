"""Guards: what is refused before a kernel is asked, written as graph nodes.

Order of the answers: (1) the leftmost error among the inputs, (2) a blank required argument,
(3) the leftmost unreadable value or unknown name, (4) a given value out of bounds, (5) the result.
Guards are sums of conditions, never OR or AND, since a sum lets the leftmost error through in every
engine. Only what was given is checked, never a default. #NUM! is always a literal.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from gpucalc.arguments import Arg
from gpucalc.errors import ExcelError
from gpucalc.trace import Node, call, lift, node


@dataclass(frozen=True)
class Guard:
    """One condition on one argument: ``stage`` "blank" answers #VALUE!, "bounds" answers #NUM!.

    A "bounds" condition itself gives #VALUE! for unreadable text and #N/A for an unknown name.
    """

    argument: str
    stage: str
    condition: Node


def guards(args: Sequence[Arg], symbols: Mapping[str, Node]) -> tuple[Guard, ...]:
    """The guards of a function's arguments in the order in which they speak."""
    blanks = []
    for arg in args:
        if arg.quantity.kind == "any" and not arg.required:
            continue  # it takes errors too
        # no value equals "~": for an optional argument this only lets an error cell through
        never = lift("") if arg.required else lift("~")
        blanks.append(Guard(arg.name, "blank", node("=", symbols[arg.name], never)))
    bounds = [Guard(a.name, "bounds", _bounds(a, symbols[a.name])) for a in args]
    return (*blanks, *(g for g in bounds if g.condition.op != "const"))


def _bounds(arg: Arg, x: Node) -> Node:
    q = arg.quantity
    if q.kind in ("text", "any"):
        return lift(0)
    if q.kind == "key":
        condition: Any = node("known", q.table, x)
        if q.number_ok:
            outside = _outside(q, node("+", x, lift(0)))
            condition = node("if", node("bare", q.table, x), outside, condition)
    elif q.kind == "flag":
        condition = node("*", lift(0), x)
    else:
        condition = _outside(q, node("+", x, lift(0)))
    if arg.required:
        return lift(condition)
    return node("if", node("=", x, lift("")), lift(0), lift(condition))


def _outside(q: Any, y: Node) -> Node:
    conditions = []
    if math.isfinite(q.low):
        conditions.append(node("<=" if q.open_low else "<", y, lift(q.low)))
    if math.isfinite(q.high):
        conditions.append(node(">", y, lift(q.high)))
    if q.whole:
        conditions.append(node("<>", y, call("INT", y)))
    if not conditions:
        return node("*", lift(0), y)
    return _sum(conditions)


def _sum(conditions: Sequence[Node]) -> Node:
    total = conditions[0]
    for condition in conditions[1:]:
        total = node("+", total, condition)
    return total


def guarded(conditions: Sequence[Guard], body: Node) -> Node:
    """The body behind its guards."""
    bounds = [g.condition for g in conditions if g.stage == "bounds"]
    blanks = [g.condition for g in conditions if g.stage == "blank"]
    result = np.where(_sum(bounds), ExcelError.NUM, body) if bounds else body
    return (
        node("if", _sum(blanks), lift(ExcelError.VALUE), lift(result)) if blanks else lift(result)
    )
