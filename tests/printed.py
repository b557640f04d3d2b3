"""The formulas that a function prints, with its arguments' names standing for their cells.

`6*params*tokens` can be read and checked by a person; `6*B5*C5` can not.
"""

from __future__ import annotations

import itertools

from gpucalc.dialects import plain
from gpucalc.registry import blocks


def line(name: str, *cells: str, **constants: float | str | bool) -> str:
    """The function as one formula: `cells` are the arguments that stand in cells of their own."""
    return plain.formula(blocks()[name], _refs(cells, constants))


def lines(name: str, *cells: str, **constants: float | str | bool) -> dict[str, str]:
    """The function over helper cells named h1, h2 …, as templates print it: {address: formula}."""
    numbers = itertools.count(1)
    made = plain.cells(blocks()[name], _refs(cells, constants), lambda: f"h{next(numbers)}")
    return {cell.address: cell.formula for cell in made}


def _refs(cells: tuple[str, ...], constants: dict[str, float | str | bool]) -> dict[str, object]:
    fixed = {name: plain.Const(v) if isinstance(v, str) else v for name, v in constants.items()}
    return {name: name for name in cells} | fixed
