"""Which form a function has, found by trying: nothing here is declared."""

from __future__ import annotations

import itertools
from dataclasses import dataclass

from gpucalc.dialects import latex, named_lambda, plain
from gpucalc.errors import NotTraceable
from gpucalc.record import Function


@dataclass(frozen=True)
class Support:
    """``cells`` and ``longest`` of the guarded plain formula, ``name`` characters of the LAMBDA.

    All 0 where the function is no formula; then ``why`` says the reason in both languages.
    """

    cells: int = 0
    longest: int = 0
    name: int = 0
    equation: bool = False
    why: tuple[str, str] = ("", "")


def support(f: Function) -> Support:
    """The forms of a function, with every argument given in a cell."""
    numbers = itertools.count(1)
    refs = {a.name: f"B{row}" for row, a in enumerate(f.args, 2)}
    try:
        cells = plain.cells(f, refs, lambda: f"H{next(numbers)}", guards=True)
        longest = max(len(cell.formula) for cell in cells)
        return Support(len(cells), longest, len(named_lambda.text(f)), bool(latex.equations(f)))
    except NotTraceable as error:
        return Support(why=(error.en, error.zh))


__all__ = ["Support", "support"]
