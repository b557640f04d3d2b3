"""Printed functions with the addresses left open, so that a column of calls is printed once."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from gpucalc.dialects import plain
from gpucalc.dialects.plain import Cell
from gpucalc.errors import NotTraceable
from gpucalc.quantity import Quantity
from gpucalc.record import Function

_OPEN = re.compile("\x01([^\x02]*)\x02")


@dataclass(frozen=True)
class _Printed:
    """One cell (None: too long for one), and the same over helper cells."""

    single: str | None
    cells: tuple[Cell, ...]


_functions: dict[object, _Printed] = {}
_readers: dict[Quantity, tuple[Cell, ...]] = {}


def _mark(name: str) -> str:
    return f"\x01{name}\x02"


def _filled(text: str, addresses: Mapping[str, str]) -> str:
    return _OPEN.sub(lambda match: addresses[match[1]], text)


def _place() -> Callable[[], str]:
    numbers = itertools.count(1)
    return lambda: _mark(f"#{next(numbers)}")


def _printed(f: Function, refs: Mapping[str, Any]) -> _Printed:
    key = (
        f.name,
        tuple(
            (n, "\x01" if type(r) is str else (type(r).__name__, getattr(r, "value", r)))
            for n, r in sorted(refs.items())
        ),
    )
    if key not in _functions:
        marked = {n: _mark(n) if type(r) is str else r for n, r in refs.items()}
        try:
            single = plain.formula(f, marked, guards=True)
        except NotTraceable:
            single = None
        _functions[key] = _Printed(single, tuple(plain.cells(f, marked, _place(), guards=True)))
    return _functions[key]


def _addresses(refs: Mapping[str, Any]) -> dict[str, str]:
    return {n: r for n, r in refs.items() if type(r) is str}


def single(f: Function, refs: Mapping[str, Any]) -> str | None:
    """The guarded function in one cell; None where that is too long for Excel."""
    text = _printed(f, refs).single
    return None if text is None else _filled(text, _addresses(refs))


def longest(f: Function, refs: Mapping[str, Any], address: str) -> int:
    """Characters of its longest cell where it is spread over helper cells like ``address``."""
    cells = _printed(f, refs).cells
    known = _addresses(refs) | {c.address[1:-1]: address for c in cells}
    return max(len(_filled(cell.formula, known)) for cell in cells)


def spread(
    f: Function, refs: Mapping[str, Any], place: Callable[[], str]
) -> tuple[list[Cell], str]:
    """The guarded function over helper cells, and the formula that reads the answer from them."""
    *helpers, last = _printed(f, refs).cells
    made, formula = _located((*helpers, last), _addresses(refs), place)
    return made, formula


def reading(quantity: Quantity, ref: str, place: Callable[[], str]) -> tuple[list[Cell], str]:
    """Helper cells that read what is typed in ``ref``, and the formula of the last one."""
    if quantity not in _readers:
        _readers[quantity] = tuple(plain.read_text(quantity, _mark("typed"), _place()))
    return _located(_readers[quantity], {"typed": ref}, place)


def _located(
    cells: tuple[Cell, ...], known: dict[str, str], place: Callable[[], str]
) -> tuple[list[Cell], str]:
    made = []
    for cell in cells[:-1]:
        known[cell.address[1:-1]] = place()
        made.append(
            replace(
                cell,
                address=known[cell.address[1:-1]],
                formula=_filled(cell.formula, known),
            )
        )
    return made, _filled(cells[-1].formula, known)


__all__ = ["longest", "reading", "single", "spread"]
