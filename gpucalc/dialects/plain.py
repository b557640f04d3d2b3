"""Plain formulas: functions of Excel 2010 only, no arrays, so that every program computes them.

:func:`formula` prints a function into one cell, :func:`cells` spreads it over helper cells: named
parts, and whatever big expression is used more than once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from gpucalc import catalog, primitives
from gpucalc.dialects.base import ATOM, Dialect, Operator, Text, left_assoc
from gpucalc.dialects.simplify import printable, simplify
from gpucalc.errors import ExcelError, NotTraceable, UnknownName
from gpucalc.quantity import Quantity
from gpucalc.record import halves
from gpucalc.registry import Arg, Function, Omitted
from gpucalc.trace import Node, argument, lift, walk

LONGEST = 8_192  # characters that Excel allows in a formula
SHARED = 48  # a repeated expression longer than this gets a helper cell
NEGATIVE = 65  # unary minus binds tighter than ^ in a spreadsheet: -(x^2) needs its brackets


def number_text(value: float) -> str:
    """A number as a formula writes it: at most 15 digits, 1E12 for long round ones."""
    if not printable(value):
        raise NotTraceable(
            f"the constant {value!r} needs more than 15 digits: write it as a quotient"
        )
    if value == int(value) and abs(value) < 1e15:
        digits = str(int(value))
        zeros = len(digits) - len(digits.rstrip("0"))
        return f"{digits[:-zeros]}E{zeros}" if zeros >= 6 else digits
    return f"{value:.15G}".replace("E+0", "E").replace("E+", "E").replace("E-0", "E-")


def _const(printer: Plain, n: Node) -> Text:
    value = n.args[0]
    if isinstance(value, str):
        return '"' + value.replace('"', '""') + '"', ATOM
    if isinstance(value, bool):
        return str(value).upper(), ATOM
    return number_text(value), ATOM if value >= 0 else NEGATIVE


def _call(printer: Plain, n: Node) -> Text:
    return f"{n.args[0]}({','.join(map(printer.text, n.args[1:]))})", ATOM


def _negated(printer: Plain, n: Node) -> Text:
    """-a*b needs no brackets, -(a^b) and -(a+b) do."""
    inner = n.args[0]
    if inner.op in ("*", "/") and inner.id not in printer.bound:
        first = inner
        while first.op in ("*", "/") and first.id not in printer.bound:
            first = first.args[0]
        if first.id in printer.bound or first.op in ("arg", "call", "lookup", "if"):
            return "-" + printer.term(inner, 50), 50
    return "-" + printer.term(inner, NEGATIVE + 1), NEGATIVE


def _names(table: str) -> str:
    return f"cat_{table}_name"


def _match(printer: Plain, table: str, key: Node) -> str:
    return f"MATCH({printer.text(key)},{_names(table)},0)"


def _lookup(printer: Plain, n: Node) -> Text:
    table, column, key = n.args
    return f"INDEX(cat_{table}_{column},{_match(printer, table, key)})", ATOM


def _known(printer: Plain, n: Node) -> Text:
    # MATCH takes * and ? for wildcards: what it found must be what was asked for
    table, key = n.args
    found = f"INDEX({_names(table)},{_match(printer, table, key)})"
    return f"IF({found}={printer.term(key, 21)},0,#N/A)", ATOM


def _bare(printer: Plain, n: Node) -> Text:
    table, key = n.args
    return f"ISNUMBER({printer.text(key)})*ISNA({_match(printer, table, key)})", 50


class Plain(Dialect):
    """Operators and precedence of spreadsheet formulas."""

    operators: ClassVar[Mapping[str, Operator]] = {
        **{op: left_assoc(op, 20) for op in ("<", "<=", ">", ">=", "=", "<>")},
        "&": left_assoc("&", 30),
        "+": left_assoc("+", 40),
        "-": left_assoc("-", 40),
        "*": left_assoc("*", 50),
        "/": left_assoc("/", 50),
        # left-associative, and a negative base needs brackets: -2^2 is 4 in a spreadsheet
        "^": Operator("^", 60, 66, 61),
    }
    rules: ClassVar[Mapping[str, Callable[[Any, Node], Text]]] = {
        "arg": lambda p, n: (p.names[n.args[0]], ATOM),
        "const": _const,
        "err": lambda p, n: (str(n.args[0]), ATOM),
        "neg": _negated,
        "if": lambda p, n: (f"IF({','.join(map(p.text, n.args))})", ATOM),
        "part": lambda p, n: p.inner(n.args[1]),
        "call": _call,
        "lookup": _lookup,
        "known": _known,
        "bare": _bare,
    }

    def inner(self, n: Node) -> Text:
        """A named part prints as what it names."""
        return (self.bound[n.id], ATOM) if n.id in self.bound else self.rule(n)


@dataclass(frozen=True)
class Cell:
    """A cell that a printed function needs: where, its formula (no "="), and what it holds."""

    address: str
    formula: str
    label: str


@dataclass(frozen=True)
class Const:
    """An argument that is a constant text rather than a cell."""

    value: str | float | bool


def _bind(f: Function, refs: Mapping[str, Any], guards: bool) -> tuple[Node, dict[str, str]]:
    """The graph to print and the text of each argument that is a cell.

    ``refs``: argument name -> cell address (text) or constant (number, bool, :class:`Const` for a
    text). What is left out takes its default.
    """
    if f.not_traceable:
        raise NotTraceable(*halves(f.not_traceable))
    unknown = set(refs) - {a.name for a in f.args}
    if unknown:
        raise UnknownName(f"{f.udf_name} has no argument {', '.join(sorted(unknown))}")
    missing = [a.name for a in f.args if a.required and a.name not in refs]
    if missing:
        raise UnknownName(f"{f.udf_name} needs {', '.join(missing)}")
    names: dict[str, str] = {}
    symbols: dict[str, Node] = {}
    for a in f.args:
        value = refs.get(a.name)
        if isinstance(value, str):
            names[a.name] = value
            kind = "text" if a.quantity.is_text else "number"
            symbols[a.name] = argument(a.name, kind if guards else f"sure {kind}")
        elif isinstance(value, Const):
            symbols[a.name] = lift(value.value)
        elif value is not None:
            symbols[a.name] = lift(value)
    if guards:
        blank = {a.name: lift("") for a in f.args if a.name not in symbols}
        return simplify(f.graph, symbols | blank), names
    return simplify(_unwrapped(f, symbols), {}), names


def _unwrapped(f: Function, symbols: Mapping[str, Node]) -> Node:
    """The kernel's graph over cells that are sure to be filled: no guards, no default wrapping."""

    def wrap(arg: Arg, value: Any, default: Any) -> Any:
        if value is not None:
            return value
        return lift("") if isinstance(default, Omitted) else lift(default)

    return lift(f.kernel(**f.fill(symbols, wrap)))


def formula(f: Function, refs: Mapping[str, Any], guards: bool = False) -> str:
    """The function as the formula of one cell, without the "=".

    Raises NotTraceable where it would be longer than Excel allows: use :func:`cells`.
    """
    root, names = _bind(f, refs, guards)
    return checked(f.udf_name, Plain(names).text(root))


def checked(what: str, text: str) -> str:
    """The text, if Excel allows a formula of its length."""
    if len(text) > LONGEST:
        raise NotTraceable(f"{what} needs {len(text)} characters in one cell: use helper cells")
    return text


def cells(
    f: Function, refs: Mapping[str, Any], place: Callable[[], str], guards: bool = False
) -> list[Cell]:
    """The function over helper cells; the last one holds the result.

    ``place()`` gives the address of the next free cell, as the formulas shall read it.
    Named parts get a cell each, and so does every long expression that is used more than once.
    """
    root, names = _bind(f, refs, guards)
    return spread(root, names, place, f.udf_name)


def spread(
    root: Node, names: Mapping[str, str], place: Callable[[], str], label: str
) -> list[Cell]:
    """A graph over helper cells (see :func:`cells`)."""
    printer = Plain(names)
    made = [
        Cell(address, checked(label, text), x.args[0] if x.op == "part" else "")
        for x, address, text in bind(root, printer, place, SHARED, parts=True)
    ]
    body = root.args[1] if root.op == "part" else root
    return [*made, Cell(place(), checked(label, printer.text(body)), label)]


def bind(
    root: Node, printer: Plain, name: Callable[[], str], least: int, parts: bool
) -> Iterator[tuple[Node, str, str]]:
    """Gives a name to each expression that is read more than once and longer than ``least``.

    With ``parts`` also to each named part. Yields (node, name, text) in the order of computing; the
    printer writes the name from then on.
    """
    uses = _uses(root)
    for x in walk(root):
        if x is root or x.op in ("arg", "const", "err") or x.id in printer.bound:
            continue
        named = parts and x.op == "part"
        if not named and uses[x.id] < 2:
            continue
        text = printer.text(x)
        if not named and len(text) <= least:
            continue
        printer.bound[x.id] = name()
        if x.op == "part":
            printer.bound[x.args[1].id] = printer.bound[x.id]
        yield x, printer.bound[x.id], text


def _uses(root: Node) -> dict[int, int]:
    """How often each node is printed by the nodes above it."""
    uses: dict[int, int] = {root.id: 1}
    for x in walk(root):
        for child in x.children:
            uses[child.id] = uses.get(child.id, 0) + 1
        if x.op in ("known", "bare"):  # these print their key twice
            uses[x.children[0].id] += 1
    return uses


def read_text(
    quantity: Quantity,
    address: str,
    place: Callable[[], str],
    refused: str | ExcelError = ExcelError.VALUE,
) -> list[Cell]:
    """Cells that read a typed value ("13B", "2000亿", "8折") as a number; the last holds it.

    A number goes through, a blank stays blank, what cannot be read is ``refused``.
    """
    root = primitives.read_text(argument("typed", "typed"), quantity, refused)
    return spread(simplify(lift(root), {}), {"typed": address}, place, quantity.name)


def catalog_names(table: str) -> Iterator[tuple[str, str]]:
    """(defined name, column) for every column of a catalog table."""
    return ((f"cat_{table}_{column}", column) for column in catalog.table(table).columns)


__all__ = [
    "Cell", "Const", "Plain", "bind", "catalog_names", "cells", "checked", "formula", "read_text",
    "spread",
]  # fmt: skip
