"""The register of all functions, found by walking kernels/ and meta/, never kept by hand.

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
from functools import cache
from typing import Any, get_type_hints

from gpucalc.arguments import Arg, Omitted
from gpucalc.errors import ExcelError, NotTraceable, RegistrationError, UnknownName
from gpucalc.glossary import UnknownField
from gpucalc.quantity import Quantity
from gpucalc.record import Example, Function, LibraryFunction

TOPICS = ("compute", "sizing", "memory", "schedule", "rent", "tax", "ownership", "catalog")
PACKAGES = ("gpucalc.kernels", "gpucalc.meta")

_LOCK = threading.RLock()
_FOUND: dict[str, Function] = {}
_PROBLEMS: list[str] = []


def sheet(
    *examples: Example,
    zh: str,
    notes_zh: str = "",
    advanced: bool = False,
    published: bool = True,
    not_traceable: str = "",
    spills: bool = False,
) -> Callable[[Callable[..., Any]], Function]:
    """Registers a kernel.

    The docstring holds the English help by paragraphs: the first is the summary, ``Source: …`` the
    source, ``No answer: English / 中文`` why #NUM!, ``No value: …`` why #VALUE!; others are notes.
    ``zh`` is the summary in Chinese and ``notes_zh`` the notes, a line for each.

    ``published=False`` keeps it out of the worksheet library: a building block of templates.
    ``not_traceable="English / 中文"`` says why it is no formula: a :class:`LibraryFunction`, which
    may take a parameter ``*arguments`` and, with ``spills``, answer a table.
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

        def arg(p: inspect.Parameter) -> Arg:
            repeating = p.kind is p.VAR_POSITIONAL
            default = p.default if p.default is not p.empty else _REPEATED if repeating else None
            ranges = "range" in getattr(hints.get(p.name), "__metadata__", ())
            required = p.default is p.empty and not repeating
            return Arg(p.name, quantity(p.name), required, default, repeating, ranges)

        args = tuple(map(arg, inspect.signature(kernel).parameters.values()))
        order, cycle = _order(args)
        problems += cycle
        record = LibraryFunction if not_traceable else Function
        module = inspect.getmodule(kernel)
        topic = getattr(module, "TOPIC", kernel.__module__.rsplit(".", 1)[-1])
        function = record(
            kernel.__name__, kernel, args, quantity("return"), examples, topic, zh, advanced,
            published, order, notes_zh, not_traceable, spills,
        )  # fmt: skip
        problems += _faults(function)
        if function.name in _FOUND and _FOUND[function.name].kernel.__module__ != kernel.__module__:
            problems.append("name is taken already")
        _PROBLEMS.extend(f"{kernel.__module__}.{kernel.__name__}: {p}" for p in problems)
        _FOUND[function.name] = function
        return function

    return register


_REPEATED = Omitted("left out", "省略")


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
_VBA_WORDS = """
and as boolean byref byte byval call case cdbl class const currency date debug dim do
double each else elseif empty end enum eqv erase error event exit false for friend
function get gosub goto if imp implements in input integer is len let like lock long
loop lset me mid mod name new next not nothing null object on open option optional or
paramarray print private property public put raiseevent redim rem resume return rset
seek select set single static step stop string sub then time to true type typeof until
variant wend while with withevents write xor
"""
_VBA = frozenset(_VBA_WORDS.split())


def legal_argument(name: str) -> bool:
    """Whether a name works as a LAMBDA parameter and in VBA: not a cell, R1C1 or a keyword."""
    return not (_CELL.fullmatch(name) or _R1C1.fullmatch(name) or name.lower() in _VBA)


def _faults(f: Function) -> list[str]:
    found = [
        f"argument {a.name!r} reads as a cell or keyword"
        for a in f.args
        if not legal_argument(a.name)
    ]
    # VBA has one name space: a function whose argument bears its name does not compile
    if f.name in (a.name for a in f.args):
        found.append("an argument has the function's own name")
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
    if f.published and len(f.examples) < min(2, 1 + len(f.args)):
        found.append("fewer than two examples")
    if not f.zh:
        found.append("no Chinese sentence")
    found += [f"summary ({g}) longer than 255" for g in ("en", "zh") if len(f.summary(g)) > 255]
    if f.topic not in TOPICS and f.kernel.__module__.startswith(PACKAGES):
        found.append(f"topic {f.topic!r} is not in registry.TOPICS")
    return found


@cache
def blocks() -> Mapping[str, Function]:
    """Every function, building blocks of templates included, by kernel name."""
    with _LOCK:
        for package in PACKAGES:
            path = importlib.import_module(package).__path__
            for module in pkgutil.iter_modules(path, f"{package}."):
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

        close = [f.upper() for f in difflib.get_close_matches(key, functions(), 3)]
        en = f"nearest: {', '.join(close)}" if close else "gpucalc list shows all"
        zh = f"相近：{'、'.join(close)}" if close else "gpucalc list 可列出全部函数"
        raise UnknownName(f"no function {name!r}; {en}", f"没有函数 {name}；{zh}")
    return found


__all__ = [
    "Arg",
    "Example",
    "ExcelError",
    "Function",
    "LibraryFunction",
    "NotTraceable",
    "Omitted",
    "blocks",
    "function",
    "functions",
    "sheet",
]
