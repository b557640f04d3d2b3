"""A calculation with its numbers in it: what was chosen, looked up and counted, line by line.

The graph is first reduced by the values of one call: only the branch that was taken is left, and a
look-up stands as the figure that it found. Each named part is a line.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from gpucalc.dialects.base import ATOM, Dialect, Operator, Text, left_assoc
from gpucalc.dialects.patterns import ceiling, extreme, part_names, plain_operand
from gpucalc.dialects.simplify import neutral
from gpucalc.errors import ExcelError
from gpucalc.evaluate import Plane
from gpucalc.trace import Node, argument, is_text, lift, node, walk

LONGEST = 600  # characters of a line that anyone would follow
WORDS: Mapping[str, tuple[str, str]] = {
    "roundup": ("roundup", "向上取整"),
    "INT": ("floor", "向下取整"),
    "ROUND": ("round", "四舍五入"),
    "max": ("max", "取大"),
    "min": ("min", "取小"),
    "SQRT": ("sqrt", "平方根"),
    "ABS": ("abs", "绝对值"),
    "EXP": ("exp", "exp"),
    "LN": ("ln", "ln"),
}


COMPARED = {"<": "<", "<=": "≤", ">": ">", ">=": "≥", "=": "=", "<>": "≠"}


def number(value: Any) -> str:
    """A value as people read it: thousands commas, six digits or so of a fraction."""
    if isinstance(value, bool):
        return str(value).upper()
    if isinstance(value, str):
        return f"“{value}”"
    if value == int(value) and abs(value) < 1e15:
        return f"{value:,.0f}"
    if abs(value) >= 1e15 or abs(value) < 1:
        return f"{value:.6g}".replace("e+", "E").replace("e-", "E-")
    return f"{value:,.4f}".rstrip("0").rstrip(".")


def _const(p: Worked, n: Node) -> Text:
    value = n.args[0]
    if isinstance(value, float) and value >= 1e6:
        power = round(math.log10(value))
        if value == 10.0**power:
            return f"10^{power}", 60
    return number(value), 65 if isinstance(value, float) and value < 0 else ATOM


def _neg(p: Worked, n: Node) -> Text:
    x = ceiling(n)
    return ("-" + p.term(n.args[0], 50), 45) if x is None else p.called("roundup", x)


def _if(p: Worked, n: Node) -> Text:
    return p.called(*(extreme(n) or ("if", *n.args)))


class Worked(Dialect):
    """Operators and rules of arithmetic as people write it; ``names`` holds the figures."""

    lang = "en"

    operators: ClassVar[Mapping[str, Operator]] = {
        **{op: left_assoc(f" {sign} ", 20) for op, sign in COMPARED.items()},
        "&": left_assoc(" & ", 30),
        "+": left_assoc(" + ", 40),
        "-": left_assoc(" − ", 40),
        "*": Operator(" × ", 50, 50, 50),
        "/": left_assoc(" ÷ ", 50),
        "^": Operator("^", 60, 61, 61),
    }
    rules: ClassVar[Mapping[str, Callable[[Any, Node], Text]]] = {
        "arg": lambda p, n: (p.names[n.args[0]], ATOM),
        "const": _const,
        "neg": _neg,
        "if": _if,
        "part": lambda p, n: p.rule(n.args[1]),
        "call": lambda p, n: p.called(*n.args),
    }

    def called(self, name: str, *inputs: Node) -> Text:
        """A function by the word that readers of the language know."""
        word = WORDS.get(name, (name.lower(),) * 2)[self.lang == "zh"]
        return f"{word}({', '.join(map(self.text, inputs))})", ATOM


@dataclass(frozen=True)
class Found:
    """A figure that was looked up: table, column, and the key that was asked for."""

    table: str
    column: str
    key: str | float
    value: Any


@dataclass(frozen=True)
class Choice:
    """A larger or smaller of two: both sides with their values, the one that won first."""

    kind: str
    winner: tuple[Node, Any]
    loser: tuple[Node, Any]


@dataclass(frozen=True)
class Decision:
    """A comparison that chose between two branches, with what stood on either side."""

    op: str
    left: tuple[Node, Any]
    right: tuple[Node, Any]
    holds: bool


class Reduction:
    """A graph cut down by the values that its nodes have in one call."""

    def __init__(self, root: Node, values: Mapping[int, Plane], symbols: Mapping[str, Any]) -> None:
        self.values = values
        self.names = {name: number(value) for name, value in symbols.items()}
        self.found: list[Found] = []
        self.choices: list[Choice] = []
        self.decisions: list[Decision] = []
        self.figures: dict[int, Any] = {}
        self._done: dict[int, Node] = {}
        self.root = self._cut(root)

    def value(self, n: Node) -> Any:
        """What a node of the graph answers in this call."""
        plane = self.values[n.id]
        codes = plane.errors(1)
        return [*ExcelError][codes[0] - 1] if codes[0] else plane.values(1)[0]

    def _cut(self, n: Node) -> Node:
        if n.id not in self._done:
            made = self._made(n)
            self._done[n.id] = made
            self.figures.setdefault(made.id, self.value(n))
        return self._done[n.id]

    def _made(self, n: Node) -> Node:
        if n.op == "if":
            return self._branch(n)
        if n.op == "lookup":
            table, column, key = n.args
            fact = Found(table, column, self.value(key), self.value(n))
            if fact not in self.found:
                self.found.append(fact)
            if fact.value in (0.0, 1.0):  # a switch or a neutral factor, no figure
                return lift(fact.value)
            name = f"{table}.{column}.{fact.key}"
            self.names[name] = number(fact.value)
            return argument(name, "sure number" if isinstance(fact.value, float) else "sure text")
        if n.op in ("known", "bare"):
            return lift(self.value(n))
        if n.op == "arg":
            return argument(n.args[0], "sure text" if is_text(n) else "sure number")
        made = node(n.op, *[self._cut(a) if isinstance(a, Node) else a for a in n.args])
        body = made.args[1] if made.op == "part" else made
        if isinstance(body, Node) and body is not made and body.op in ("const", "arg", "part"):
            return body  # a name for what has one already
        if made.op == "*" and any(_is_const(side, 0) for side in made.args):
            return lift(0.0)
        if made.op == "call" and made.args[0] == "INT" and self._whole(made.args[1]):
            return made.children[0]
        kept = neutral(made)
        return made if kept is None else kept

    def _whole(self, n: Node) -> bool:
        """Whether the node is an argument that holds a whole number: nothing to round."""
        value = self.figures.get(n.id)
        return n.op == "arg" and isinstance(value, float) and value == math.floor(value)

    def _branch(self, n: Node) -> Node:
        found = extreme(n)
        chosen = n.args[1] if _true(self.value(n.args[0])) else n.args[2]
        if found is None:
            self._decided(n)
            return self._cut(chosen)
        kind, a, b = found
        other = b if chosen is a else a
        cut = self._cut(a), self._cut(b)
        if cut[0] is cut[1]:
            return cut[0]
        self.choices.append(self._choice(kind, chosen, other))
        if any(isinstance(self.value(side), ExcelError) for side in (a, b)):
            return self._cut(chosen)
        if self._cut(other).op == "const" and self._cut(chosen).op != "const":
            return self._cut(chosen)  # a limit that was not reached
        return node("if", node(">=" if kind == "max" else "<=", *cut), *cut)

    def _choice(self, kind: str, chosen: Node, other: Node) -> Choice:
        """The one of all sides that decides, and the next best: max(max(a, b), c) has three."""
        sides = [(side, self.value(side)) for side in _sides(kind, chosen) + _sides(kind, other)]
        if not any(isinstance(value, ExcelError) for _, value in sides):
            sides.sort(key=lambda side: float(side[1]), reverse=kind == "max")
        else:
            sides = [(chosen, self.value(chosen)), (other, self.value(other))]
        winner, loser = ((self._cut(side), value) for side, value in sides[:2])
        return Choice(kind, winner, loser)

    def _decided(self, n: Node) -> None:
        """Keeps a comparison that people would ask about: of two inputs, or one that picks a word.

        The others keep a formula safe (a divisor that must not be 0) or follow a setting.
        """
        condition = n.args[0]
        while condition.op == "if":  # a flag chose between two comparisons
            condition = condition.args[1 if _true(self.value(condition.args[0])) else 2]
        if condition.op not in ("<", "<=", ">", ">="):
            return
        left, right = map(plain_operand, condition.args)
        if not (is_text(n) or (left.op == right.op == "arg")):
            return
        values = [self.value(side) for side in condition.args]
        known = any((d.left[0].id, d.right[0].id) == (left.id, right.id) for d in self.decisions)
        if not known and not any(isinstance(v, str) for v in values):
            holds = _true(self.value(condition))
            self.decisions.append(
                Decision(condition.op, (left, values[0]), (right, values[1]), holds)
            )


def _sides(kind: str, n: Node) -> list[Node]:
    """What is compared, where one larger-of-two stands inside another."""
    found = extreme(n)
    if found is None or found[0] != kind:
        return [n]
    return _sides(kind, found[1]) + _sides(kind, found[2])


def _is_const(n: Any, value: float) -> bool:
    return isinstance(n, Node) and n.op == "const" and bool(n.args[0] == value)


def _true(value: Any) -> bool:
    return not isinstance(value, str) and bool(value)


@dataclass(frozen=True)
class Line:
    """One line: what it is, how it was counted ("" where nobody would follow), its value."""

    name: str
    text: str
    value: Any


def lines(reduction: Reduction, name: str, lang: str = "en") -> list[Line]:
    """The named parts in the order in which they are counted, the answer last."""
    root = reduction.root
    printer = Worked(reduction.names)
    printer.lang = lang
    made: list[Line] = []
    names = part_names(root)
    for x in walk(root):
        if x.op != "part" or x is root:
            continue
        text = _readable(printer.rule(x.args[1])[0], x)
        made.append(Line(names[x.id], text, reduction.figures[x.id]))
        printer.bound[x.id] = printer.bound[x.args[1].id] = names[x.id]
    body = root.args[1] if root.op == "part" else root
    text = printer.rule(body)[0] if body.op != "const" else ""
    return [*made, Line(name, _readable(text, body), reduction.figures[root.id])]


def _readable(text: str, n: Node) -> str:
    return "" if len(text) > LONGEST or is_text(n) else text


__all__ = ["Choice", "Decision", "Found", "Line", "Reduction", "Worked", "lines", "number"]
