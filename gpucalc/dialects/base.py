"""The printer: one walk over the graph, driven by a table of operators and a table of rules.

A dialect is a table with a few overrides. An operation without a rule raises: nothing can print as
something plausible.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from gpucalc.errors import NotTraceable
from gpucalc.trace import Node

Text = tuple[str, int]  # a text and the binding strength of its outermost operator
ATOM = 100


@dataclass(frozen=True)
class Operator:
    """A binary operator: its sign, its strength, and what its operands must at least have."""

    sign: str
    strength: int
    left: int
    right: int


def left_assoc(sign: str, strength: int) -> Operator:
    """An operator that groups to the left: in a-(b-c) an equal one on the right is wrapped."""
    return Operator(sign, strength, strength, strength + 1)


class Dialect:
    """Base of all printers. ``bound`` maps node ids to texts that stand for them (helper cells)."""

    brackets: ClassVar[tuple[str, str]] = ("(", ")")
    operators: ClassVar[Mapping[str, Operator]] = {}
    rules: ClassVar[Mapping[str, Callable[[Any, Node], Text]]] = {}

    def __init__(self, names: Mapping[str, str], bound: Mapping[int, str] | None = None) -> None:
        self.names = names
        self.bound = dict(bound or {})

    def text(self, n: Node) -> str:
        """The node as a text of its own."""
        return self.term(n, 0)

    def term(self, n: Node, least: int) -> str:
        """The node as an operand that must bind at least as strongly as ``least``."""
        if n.id in self.bound:
            return self.bound[n.id]
        text, strength = self.rule(n)
        return text if strength >= least else text.join(self.brackets)

    def rule(self, n: Node) -> Text:
        """The text of one operation and its strength."""
        operator = self.operators.get(n.op)
        if operator is not None:
            a, b = n.args
            text = self.term(a, operator.left) + operator.sign + self.term(b, operator.right)
            return text, operator.strength
        rule = self.rules.get(n.op)
        if rule is None:
            raise NotTraceable(f"{type(self).__name__} has no rule for {n.op!r}")
        return rule(self, n)
