"""The record of a function: what every surface reads of it, its guarded graph first of all.

:class:`Function` is a kernel with a graph that prints as a formula. :class:`LibraryFunction` has
the same record, but answers in Python: it asks something that no formula of a workbook can know.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np

from gpucalc import calling
from gpucalc.arguments import Arg, Omitted
from gpucalc.errors import ExcelError, InputError
from gpucalc.guards import Guard, guarded, guards
from gpucalc.quantity import Quantity
from gpucalc.trace import Node, argument, lift, node

MOST_ARGUMENTS = 255  # of a spreadsheet function


@dataclass(frozen=True)
class Example:
    """A worked case: arguments as a user gives them, the answer, and what it shows."""

    args: tuple[Any, ...]
    want: float | str | ExcelError | list[list[Any]]
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
    notes_zh: str = field(default="", repr=False)
    not_traceable: str = field(default="", repr=False)
    spills: bool = False

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
        return self.zh if lang == "zh" else "".join(self._told[:1])

    def notes(self, lang: str = "en") -> tuple[str, ...]:
        """What is worth knowing beyond the summary, a paragraph each."""
        if lang == "zh":
            return tuple(p.strip() for p in self.notes_zh.split("\n") if p.strip())
        return tuple(p for p in self._told[1:] if not _HEADED.match(p))

    def told(self, heading: str, lang: str = "en") -> str:
        """The paragraph ``heading: …`` of the docstring; "" where there is none.

        Headings are Source, No answer (why #NUM!) and No value (why #VALUE! where all inputs are
        fine one by one). It reads ``English / 中文``, or one text for both languages.
        """
        for paragraph in self._told:
            if paragraph.startswith(f"{heading}: "):
                return halves(paragraph[len(heading) + 2 :])[lang == "zh"]
        return ""

    @cached_property
    def _told(self) -> tuple[str, ...]:
        """The docstring's paragraphs, a line each; a heading starts one even without a gap."""
        paragraphs = re.split(rf"\n\s*\n|\n(?={_HEADINGS})", self.doc)
        return tuple(_GAP.sub("", " ".join(p.split())) for p in paragraphs if p.strip())

    @property
    def most(self) -> int:
        """How many arguments a call may have."""
        repeats = any(a.repeating for a in self.args)
        return MOST_ARGUMENTS if repeats else len(self.args)

    def signature(self) -> str:
        """``GPU_CARDS(params, tokens, gpu, days, [mfu], …)``"""
        names = [a.name if a.required else f"[{a.name}]" for a in self.args]
        if self.args and self.args[-1].repeating:
            names.append("…")
        return f"{self.udf_name}({', '.join(names)})"

    def for_call(self, count: int) -> Function:
        """The record with as many arguments as a call of ``count`` arguments fills."""
        return self

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
    def effective(self) -> dict[str, Node]:
        """Each argument as the kernel reads it: its default where the cell is blank."""

        def wrap(arg: Arg, value: Any, default: Any) -> Any:
            if arg.required or isinstance(default, Omitted):
                return value
            return node("if", node("=", value, lift("")), lift(default), value)

        return self.fill(self.symbols, wrap)

    @cached_property
    def body(self) -> Node:
        """The kernel's graph with the defaults wrapped around the arguments, no guards."""
        return lift(self.kernel(**self.effective))

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
        self._need(given)
        quantities = {a.name: a.quantity for a in self.args}
        clean = {name: calling.clean(quantities[name], value) for name, value in given.items()}
        run = calling.run_text if self.returns.is_text else calling.run
        return run(lambda values: self.kernel(**self.fill(values, _plain)), clean)

    def _need(self, given: Mapping[str, Any]) -> None:
        """Raises TypeError where a required argument is missing."""
        missing = [a.name for a in self.args if a.required and given.get(a.name) is None]
        if missing:
            raise TypeError(f"{self.name}() needs {', '.join(missing)}: {self.signature()}")


def _traced(arg: Arg, value: Any, default: Any) -> Any:
    if value is not None:
        return value
    return lift("") if isinstance(default, Omitted) else default


def _plain(arg: Arg, value: Any, default: Any) -> Any:
    if value is not None:
        return value
    return np.nan if isinstance(default, Omitted) else default


@dataclass(frozen=True, eq=False)
class LibraryFunction(Function):
    """A function whose kernel is ordinary Python on the values of one call.

    Guards, reading and broadcasting are those of any function; only the body is a node that no
    dialect can print. ``not_traceable`` says why (``English / 中文``). The kernel gets None for an
    argument that was left out and has no default, and raises InputError for "no answer".
    ``spills``: it answers a table, and takes ranges where an argument is a range.
    """

    def for_call(self, count: int) -> Function:
        """The last argument repeated as often as the call needs it."""
        if not self.args or not self.args[-1].repeating or count <= len(self.args):
            return self
        last = self.args[-1]
        more = tuple(
            replace(last, name=f"{last.name}_{n}") for n in range(2, count - len(self.args) + 2)
        )
        args = (*self.args, *more)
        return replace(self, args=args, order=tuple(range(len(args))))

    @cached_property
    def body(self) -> Node:
        """The answer behind the guards, since Python asks nothing of refused values."""
        allowed = guarded(self.guards, lift(0))
        return node("answer", self.kernel, allowed, *self.effective.values())

    @cached_property
    def graph(self) -> Node:
        """The body: it holds the guards already."""
        return self.body

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """The answer for values, or element by element for arrays (NaN where there is none)."""
        bound = inspect.signature(self.kernel).bind_partial(*args, **kwargs).arguments
        self._need(bound)
        last = self.args[-1] if self.args else None
        if last is not None and last.repeating:
            more = bound.pop(last.name, ())
            record = self.for_call(len(bound) + len(more))
            names = (a.name for a in record.args[len(self.args) - 1 :])
            bound |= dict(zip(names, more, strict=False))  # without any, one name is left over
        else:
            record = self
        given = {}
        for arg in record.args:
            if bound.get(arg.name) is not None:
                value = bound[arg.name]
                given[arg.name] = value if arg.ranges else calling.clean(arg.quantity, value)

        def one(*values: Any) -> Any:
            return record.kernel(*[None if _missing(v) else v for v in values])

        filled = list(record.fill(given, _kept).values())
        if not self.spills:
            calling.common_shape(*(v for v in filled if isinstance(v, np.ndarray)))
        if self.spills or all(np.ndim(v) == 0 for v in filled):
            return one(*filled)

        def answer(*values: Any) -> Any:
            try:
                for arg, value in zip(record.args, values, strict=True):
                    if arg.quantity.kind == "key" or arg.required:
                        arg.quantity.check(arg.quantity.read(None if _missing(value) else value))
                return one(*values)
            except InputError:
                return np.nan

        with np.errstate(all="ignore"):
            answers = np.frompyfunc(answer, len(filled), 1)(*filled)
        numbers = all(isinstance(a, float | int) for a in answers.ravel().tolist())
        return answers.astype(float) if numbers else answers


def _missing(value: Any) -> bool:
    """Nothing given: None, an empty text, or the NaN that stands for it in a column."""
    return value is None or (isinstance(value, str | float) and (value == "" or value != value))


def _kept(arg: Arg, value: Any, default: Any) -> Any:
    if value is not None:
        return value
    return None if isinstance(default, Omitted) else default


def halves(text: str) -> tuple[str, str]:
    """``English / 中文`` as two texts; one text alone stands for both."""
    en, _, zh = text.partition(" / ")
    return en, zh or en


_HEADINGS = r"(?:Source|No answer|No value): "
_HEADED = re.compile(_HEADINGS)
_WIDE = "[\u3000-\u9fff\uff00-\uffef]"
_GAP = re.compile(  # where Chinese was wrapped
    f"(?<={_WIDE}) (?={_WIDE})|(?<=[（《“，。；：、]) | (?=[）》”，。；：、])"
)

__all__ = ["MOST_ARGUMENTS", "Example", "Function", "LibraryFunction", "halves"]
