"""LaTeX equations: the same graph, read as a textbook prints it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, ClassVar

from gpucalc.dialects.base import ATOM, Dialect, Operator, Text, left_assoc
from gpucalc.dialects.patterns import ceiling, extreme, part_names
from gpucalc.dialects.plain import number_text
from gpucalc.dialects.simplify import simplify
from gpucalc.errors import NotTraceable
from gpucalc.record import Function, halves
from gpucalc.trace import Node, argument, lift, walk

FRACTION, SIGN = 90, 45
_CALLS = {
    "INT": r"\left\lfloor {} \right\rfloor",
    "SQRT": r"\sqrt{{{}}}",
    "ABS": r"\left| {} \right|",
    "EXP": "e^{{{}}}",
}


def word(name: str, style: str = "mathit") -> str:
    """A name in an equation: \\mathit{hours\\_per\\_day}."""
    escaped = re.sub("[_#%&]", lambda mark: "\\" + mark[0], name)
    return f"\\{style}{{{escaped}}}"


def _const(p: LaTeX, n: Node) -> Text:
    value = n.args[0]
    if isinstance(value, str):
        return word(f"“{value}”", "text"), ATOM
    if isinstance(value, bool):
        return rf"\text{{{str(value).upper()}}}", ATOM
    factor, _, power = number_text(value).partition("E")
    if not power:
        return factor, ATOM if value >= 0 else SIGN
    times = "" if factor == "1" else rf"{factor} \cdot "
    return rf"{times}10^{{{power}}}", 50 if times else 60


def _neg(p: LaTeX, n: Node) -> Text:
    x = ceiling(n)
    if x is None:
        return "-" + p.term(n.args[0], 50), SIGN
    return rf"\left\lceil {p.text(x)} \right\rceil", ATOM


def _if(p: LaTeX, n: Node) -> Text:
    found = extreme(n)
    if found is not None:
        return rf"\{found[0]}\left({p.text(found[1])},\ {p.text(found[2])}\right)", ATOM
    lines, head = [], n
    while n is head or (n.op == "if" and n.id not in p.bound and extreme(n) is None):
        condition, yes, n = n.args
        lines.append(f"{p.text(yes)} & {p.text(condition)}")
    lines.append(rf"{p.text(n)} & \text{{{p.otherwise}}}")
    return r"\begin{cases} " + r" \\ ".join(lines) + r" \end{cases}", FRACTION


def _power(p: LaTeX, n: Node) -> Text:
    base, exponent = n.args
    if exponent.op == "/" and [a.op for a in exponent.args] == ["const", "const"]:
        top, root = (a.args[0] for a in exponent.args)
        if top == 1:
            return rf"\sqrt[{number_text(root)}]{{{p.text(base)}}}", ATOM
    return f"{p.term(base, FRACTION + 1)}^{{{p.text(exponent)}}}", 60


def _call(p: LaTeX, n: Node) -> Text:
    name, *inputs = n.args
    texts = list(map(p.text, inputs))
    if name in _CALLS:
        return _CALLS[name].format(*texts), ATOM
    shown = r"\ln" if name == "LN" else word(name.lower(), "mathrm")
    return r",\ ".join(texts).join((rf"{shown}\left(", r"\right)")), ATOM


class LaTeX(Dialect):
    """Operators and rules of equations."""

    def rule(self, n: Node) -> Text:
        """A condition that always holds is left out: TRUE * (x > 1) is x > 1."""
        if n.op == "*" and (rest := [a for a in n.args if a is not lift(True)]) != [*n.args]:
            return self.rule(rest[0]) if rest else (r"\text{TRUE}", ATOM)
        return super().rule(n)

    otherwise = "otherwise"
    brackets = (r"\left(", r"\right)")
    operators: ClassVar[Mapping[str, Operator]] = {
        **{op: left_assoc(f" {op} ", 20) for op in "<>="},
        **{"<=": left_assoc(r" \le ", 20), ">=": left_assoc(r" \ge ", 20)},
        **{"<>": left_assoc(r" \ne ", 20), "&": left_assoc(r" \,\Vert\, ", 30)},
        "+": left_assoc(" + ", 40),
        "-": left_assoc(" - ", 40),
        "*": Operator(r" \cdot ", 50, 50, 50),
    }
    rules: ClassVar[Mapping[str, Callable[[Any, Node], Text]]] = {
        "arg": lambda p, n: (p.names[n.args[0]], ATOM),
        "const": _const,
        "err": lambda p, n: (word(str(n.args[0]), "text"), ATOM),
        "neg": _neg,
        "if": _if,
        "/": lambda p, n: (rf"\frac{{{p.text(n.args[0])}}}{{{p.text(n.args[1])}}}", FRACTION),
        "^": _power,
        "part": lambda p, n: p.rule(n.args[1]),
        "call": _call,
        "lookup": lambda p, n: (
            rf"{word(n.args[1], 'mathrm')}\left({p.text(n.args[2])}\right)",
            ATOM,
        ),
    }


def equations(f: Function, lang: str = "en") -> list[tuple[str, str]]:
    """(left side, right side) of the function and then of each part that it names.

    Every argument counts as given, and inputs as fine: guards and defaults are told in words.
    Raises NotTraceable for a function that is no formula.
    """
    if f.not_traceable:
        raise NotTraceable(*halves(f.not_traceable))
    kinds = {a.name: "filled text" if a.quantity.is_text else "filled number" for a in f.args}
    symbols = {name: argument(name, kind) for name, kind in kinds.items()}
    root = simplify(lift(f.kernel(**symbols)), {})
    printer = LaTeX({name: word(name) for name in kinds})
    printer.otherwise = "其他情况" if lang == "zh" else "otherwise"
    parts = [x for x in walk(root) if x.op == "part" and x is not root]
    names = part_names(root)
    for x in parts:
        printer.bound[x.id] = printer.bound[x.args[1].id] = word(names[x.id], "mathrm")
    body = root.args[1] if root.op == "part" else root
    return [(word(f.name, "mathrm"), printer.text(body)), *_where(printer, parts)]


def _where(printer: LaTeX, parts: list[Node]) -> Iterator[tuple[str, str]]:
    for x in reversed(parts):
        yield printer.bound[x.id], printer.rule(x.args[1])[0]


def aligned(f: Function, lang: str = "en") -> str:
    """The equations below one another, aligned at their signs."""
    lines = [f"{left} &= {right}" for left, right in equations(f, lang)]
    return "\\begin{aligned}\n" + " \\\\\n".join(lines) + "\n\\end{aligned}"


__all__ = ["LaTeX", "aligned", "equations"]
