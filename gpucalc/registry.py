"""The record of each function, made from its kernel alone; the list is found, never kept by hand.

``@sheet`` turns a kernel into a :class:`Function`: worksheet name, arguments with quantities and
defaults, worked examples, help in two languages, and the guarded graph that every surface reads.
"""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import re
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import Any, get_type_hints

import numpy as np

from gpucalc import calling
from gpucalc.arguments import Arg, Omitted
from gpucalc.errors import ExcelError, NotTraceable, RegistrationError, UnknownName
from gpucalc.glossary import UnknownField
from gpucalc.guards import Guard, guarded, guards
from gpucalc.quantity import Quantity
from gpucalc.trace import Node, argument, lift, node

TOPICS = ("compute", "sizing", "memory", "schedule", "rent", "tax", "ownership", "catalog")


@dataclass(frozen=True)
class Example:
    """A worked case: arguments as a user gives them, the answer, and what it shows."""

    args: tuple[Any, ...]
    want: float | str | ExcelError
    why: str
    zh: str = ""


@dataclass(frozen=True, eq=False)
class Function:
    """A worksheet function and its Python form (calling it fills the defaults)."""

    name: str
    kernel: Callable[..., Any]
    args: tuple[Arg, ...]
    returns: Quantity
    examples: tuple[Example, ...]
    topic: str
    zh: str
    advanced: bool = False
    published: bool = True
    order: tuple[int, ...] = field(default=(), repr=False)

    @property
    def udf_name(self) -> str:
        """Worksheet name: GPU_CARDS."""
        return self.name.upper()

    @property
    def lambda_name(self) -> str:
        """Defined LAMBDA name; the dot keeps it apart from the function's name."""
        return self.name.upper().replace("_", ".")

    @property
    def doc(self) -> str:
        """The kernel's docstring."""
        return inspect.getdoc(self.kernel) or ""

    def summary(self, lang: str = "en") -> str:
        """One sentence for lists and the function wizard (at most 255 characters)."""
        return self.zh if lang == "zh" else " ".join(self.doc.split("\n\n")[0].split())

    def signature(self) -> str:
        """``GPU_CARDS(params, tokens, gpu, days, [mfu], …)``"""
        names = (a.name if a.required else f"[{a.name}]" for a in self.args)
        return f"{self.udf_name}({', '.join(names)})"

    # -- readings --------------------------------------------------------------------------------

    def fill(
        self, given: Mapping[str, Any], wrap: Callable[[Arg, Any, Any], Any]
    ) -> dict[str, Any]:
        """Effective arguments: ``wrap(arg, value, default)`` for each one, in dependency order."""
        done: dict[str, Any] = {}
        for index in self.order:
            arg = self.args[index]
            default = arg.default
            if arg.computed:
                default = default(**{name: done[name] for name in arg.needs})
            done[arg.name] = wrap(arg, given.get(arg.name), default)
        return {arg.name: done[arg.name] for arg in self.args}

    @cached_property
    def symbols(self) -> dict[str, Node]:
        """The arguments as nodes."""
        return {
            a.name: argument(a.name, "text" if a.quantity.is_text else "number") for a in self.args
        }

    @cached_property
    def body(self) -> Node:
        """The kernel's graph with the defaults wrapped around the arguments, no guards."""

        def wrap(arg: Arg, value: Any, default: Any) -> Any:
            if arg.required or isinstance(default, Omitted):
                return value
            return node("if", node("=", value, lift("")), lift(default), value)

        return lift(self.kernel(**self.fill(self.symbols, wrap)))

    @cached_property
    def guards(self) -> tuple[Guard, ...]:
        """Conditions under which an argument is refused, in the order in which they speak."""
        return guards(self.args, self.symbols)

    @cached_property
    def graph(self) -> Node:
        """The guarded graph: what every surface evaluates or prints."""
        return guarded(self.guards, self.body)

    def inner(self, *args: Any) -> Any:
        """The kernel as other kernels call it: defaults filled, nothing checked, nodes welcome."""
        given = dict(zip((a.name for a in self.args), args, strict=False))
        symbolic = any(isinstance(value, Node) for value in args)
        return self.kernel(**self.fill(given, _traced if symbolic else _plain))

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """The kernel with defaults filled, for numbers, names and arrays.

        Numbers outside their bounds raise OutOfBounds; NaN goes through as NaN.
        """
        given = inspect.signature(self.kernel).bind_partial(*args, **kwargs).arguments
        missing = [a.name for a in self.args if a.required and a.name not in given]
        if missing:
            raise TypeError(f"{self.name}() needs {', '.join(missing)}: {self.signature()}")
        quantities = {a.name: a.quantity for a in self.args}
        clean = {name: calling.clean(quantities[name], value) for name, value in given.items()}
        return calling.run(lambda values: self.kernel(**self.fill(values, _plain)), clean)


def _traced(arg: Arg, value: Any, default: Any) -> Any:
    if value is not None:
        return value
    return lift("") if isinstance(default, Omitted) else default


def _plain(arg: Arg, value: Any, default: Any) -> Any:
    if value is not None:
        return value
    return np.nan if isinstance(default, Omitted) else default


_LOCK = threading.RLock()
_FOUND: dict[str, Function] = {}
_PROBLEMS: list[str] = []


def sheet(
    *examples: Example, zh: str, advanced: bool = False, published: bool = True
) -> Callable[[Callable[..., Any]], Function]:
    """Registers a kernel. ``zh`` is its one sentence in Chinese, the docstring's first the English.

    ``published=False`` keeps it out of the worksheet library: a building block of templates.
    All problems of a declaration are collected and reported together by :func:`functions`.
    """

    def register(kernel: Callable[..., Any]) -> Function:
        hints = get_type_hints(kernel, include_extras=True)
        problems: list[str] = []

        def quantity(name: str) -> Quantity:
            meta = getattr(hints.get(name), "__metadata__", ())
            if meta and isinstance(meta[0], Quantity):
                return meta[0]
            problems.append(f"{name!r} has no quantity")
            return Quantity(name)

        args = tuple(
            Arg(
                p.name,
                quantity(p.name),
                p.default is p.empty,
                None if p.default is p.empty else p.default,
            )
            for p in inspect.signature(kernel).parameters.values()
        )
        order, cycle = _order(args)
        problems += cycle
        function = Function(
            kernel.__name__, kernel, args, quantity("return"), examples,
            kernel.__module__.rsplit(".", 1)[-1], zh, advanced, published, order,
        )  # fmt: skip
        problems += _faults(function)
        if function.name in _FOUND and _FOUND[function.name].kernel.__module__ != kernel.__module__:
            problems.append("name is taken already")
        _PROBLEMS.extend(f"{kernel.__module__}.{kernel.__name__}: {p}" for p in problems)
        _FOUND[function.name] = function
        return function

    return register


def _order(args: tuple[Arg, ...]) -> tuple[tuple[int, ...], list[str]]:
    """Arguments sorted so that a computed default comes after what it reads."""
    names = [a.name for a in args]
    problems = [
        f"default of {a.name!r} reads unknown {n!r}"
        for a in args
        for n in a.needs
        if n not in names
    ]
    order: list[int] = []
    waiting = list(range(len(args)))
    while waiting:
        ready = [
            i for i in waiting
            if all(n not in names or names.index(n) in order for n in args[i].needs)
        ]  # fmt: skip
        if not ready:
            problems.append(
                f"defaults depend on each other: {', '.join(names[i] for i in waiting)}"
            )
            return tuple(range(len(args))), problems
        order += ready
        waiting = [i for i in waiting if i not in ready]
    return tuple(order), problems


_CELL = re.compile(r"[A-Za-z]{1,3}\d+")
_R1C1 = re.compile(r"[RrCc]\d*([RrCc]\d*)?")
_VBA = frozenset(
    [
        "and",
        "as",
        "boolean",
        "byref",
        "byte",
        "byval",
        "call",
        "case",
        "cdbl",
        "class",
        "const",
        "currency",
        "date",
        "debug",
        "dim",
        "do",
        "double",
        "each",
        "else",
        "elseif",
        "empty",
        "end",
        "enum",
        "eqv",
        "erase",
        "error",
        "event",
        "exit",
        "false",
        "for",
        "friend",
        "function",
        "get",
        "gosub",
        "goto",
        "if",
        "imp",
        "implements",
        "in",
        "input",
        "integer",
        "is",
        "len",
        "let",
        "like",
        "lock",
        "long",
        "loop",
        "lset",
        "me",
        "mid",
        "mod",
        "name",
        "new",
        "next",
        "not",
        "nothing",
        "null",
        "object",
        "on",
        "open",
        "option",
        "optional",
        "or",
        "paramarray",
        "print",
        "private",
        "property",
        "public",
        "put",
        "raiseevent",
        "redim",
        "rem",
        "resume",
        "return",
        "rset",
        "seek",
        "select",
        "set",
        "single",
        "static",
        "step",
        "stop",
        "string",
        "sub",
        "then",
        "time",
        "to",
        "true",
        "type",
        "typeof",
        "until",
        "variant",
        "wend",
        "while",
        "with",
        "withevents",
        "write",
        "xor",
    ]
)


def legal_argument(name: str) -> bool:
    """Whether a name works as a LAMBDA parameter and in VBA: not a cell, R1C1 or a keyword."""
    return not (_CELL.fullmatch(name) or _R1C1.fullmatch(name) or name.lower() in _VBA)


def _faults(f: Function) -> list[str]:
    found = [
        f"argument {a.name!r} reads as a cell or keyword"
        for a in f.args
        if not legal_argument(a.name)
    ]
    if len({a.name.lower() for a in f.args}) < len(f.args):
        found.append("two arguments differ only by case")
    optional_seen = False
    for a in f.args:
        if a.required and optional_seen:
            found.append(f"required {a.name!r} after an optional one")
        optional_seen |= not a.required
        if (
            not a.required
            and isinstance(a.default, int | float)
            and not isinstance(a.default, bool)
        ):
            low = a.default <= a.quantity.low if a.quantity.open_low else a.default < a.quantity.low
            if low or a.default > a.quantity.high:
                found.append(f"default of {a.name!r} is outside its bounds")
        for lang in ("en", "zh"):
            try:
                a.label(lang)
                a.default_text(lang)
            except UnknownField:
                found.append(f"{a.name!r} lacks a glossary label ({lang})")
    if not f.doc:
        found.append("no docstring")
    if f.published and len(f.examples) < 2:
        found.append("fewer than two examples")
    if not f.zh:
        found.append("no Chinese sentence")
    found += [f"summary ({g}) longer than 255" for g in ("en", "zh") if len(f.summary(g)) > 255]
    if f.topic not in TOPICS and f.kernel.__module__.startswith("gpucalc.kernels"):
        found.append(f"topic {f.topic!r} is not in registry.TOPICS")
    return found


@cache
def blocks() -> Mapping[str, Function]:
    """Every function, building blocks of templates included, by kernel name."""
    with _LOCK:
        package = importlib.import_module("gpucalc.kernels")
        for module in pkgutil.iter_modules(package.__path__, "gpucalc.kernels."):
            importlib.import_module(module.name)
        if _PROBLEMS:
            raise RegistrationError(list(_PROBLEMS))
        rank = {topic: n for n, topic in enumerate(TOPICS)}
        ours = [f for f in _FOUND.values() if f.kernel.__module__.startswith("gpucalc.")]
        return {f.name: f for f in sorted(ours, key=lambda f: (rank.get(f.topic, 99), f.name))}


@cache
def functions() -> Mapping[str, Function]:
    """The worksheet functions by kernel name, sorted by topic."""
    return {name: f for name, f in blocks().items() if f.published}


def function(name: str) -> Function:
    """A function by kernel, worksheet or LAMBDA name, in any case."""
    key = name.strip().lower().replace(".", "_")
    found = functions().get(key)
    if found is None:
        import difflib

        near = ", ".join(f.upper() for f in difflib.get_close_matches(key, functions(), 3)) or "-"
        raise UnknownName(
            f"no function {name!r}; nearest: {near}", f"没有函数 {name}；相近：{near}"
        )
    return found


__all__ = [
    "Arg",
    "Example",
    "ExcelError",
    "Function",
    "NotTraceable",
    "Omitted",
    "blocks",
    "function",
    "functions",
    "sheet",
]
