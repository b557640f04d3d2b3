"""Random expressions: the printed text means the graph, in every engine and after folding.

The generator keeps to what all engines must agree on to the last digits: powers of positive bases,
comparisons and whole parts of exact numbers (quarters), denominators that are exact too.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from openpyxl.utils import get_column_letter

from gpucalc import primitives
from gpucalc.dialects import plain
from gpucalc.dialects.simplify import simplify
from gpucalc.errors import BY_CODE
from gpucalc.evaluate import Plane, evaluate
from gpucalc.trace import Node, argument, lift, part, walk
from tests import engines, scratch

COUNT = 400
ARGUMENTS = "abcde"
SYMBOLS = {name: argument(name, "filled number") for name in ARGUMENTS}


class Grower:
    """Grows an expression over five arguments and remembers what each of them is."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.values = {name: self.quarter() for name in ARGUMENTS}

    def quarter(self) -> float:
        return self.random.choice([0, 1, 2, self.random.randint(-40, 40) / 4])

    def leaf(self) -> Any:
        if self.random.random() < 0.7:
            return SYMBOLS[self.random.choice(ARGUMENTS)]
        return lift(self.quarter())

    def exact(self, depth: int) -> Any:
        """Sums and products of quarters: no rounding happens in them."""
        if depth <= 0:
            return self.leaf()
        kind = self.random.randrange(5)
        a, b = self.exact(depth - 1), self.exact(depth - 2)
        return [a + b, a - b, a * b, -a, np.abs(a)][kind]

    def condition(self) -> Any:
        a, b = self.exact(1), self.exact(1)
        return self.random.choice([a < b, a <= b, a > b, a >= b, a == b, a != b])

    def truth(self) -> Any:
        one, two = self.condition(), self.condition()
        return self.random.choice([one, ~one, one & two, one | two])

    def any(self, depth: int) -> Any:
        if depth <= 0:
            return self.leaf()
        grow = self.any
        kind = self.random.choice("+-*/^nifm?rbpc")
        a = grow(depth - 1)
        match kind:
            case "+":
                return a + grow(depth - 1)
            case "-":
                return a - grow(depth - 1)
            case "*":
                return a * grow(depth - 1)
            case "/":
                return a / self.exact(1)  # zero now and then: #DIV/0!
            case "^":
                base = self.random.choice([np.abs(self.exact(1)) + 0.25, self.exact(0) ** 2 + 1])
                return base ** self.random.choice([2, 3, -1, 0.5, self.leaf() / 8])
            case "n":
                return -a
            case "i":
                return np.floor(self.exact(2))
            case "f":
                return primitives.ceil_tol(self.exact(2))
            case "m":
                extreme = self.random.choice([np.maximum, np.minimum])
                return extreme(self.exact(1), self.exact(2))
            case "?":
                return np.where(self.truth(), a, grow(depth - 1))
            case "r":
                return primitives.round_to(self.exact(1) / 8, self.random.choice([0, 2, 4]))
            case "b":
                return self.truth() * a
            case "p":
                return part("part", a)
            case _:
                return self.exact(1) ** self.random.choice([2, 3]) * a


def grown(seed: int) -> tuple[Node, dict[str, float]]:
    grower = Grower(seed)
    return lift(grower.any(4)), grower.values


def value(root: Node, values: Mapping[str, float]) -> object:
    planes = {name: Plane(np.array([v], dtype=float), None) for name, v in values.items()}
    result = evaluate(root, planes, 1)
    error = BY_CODE[result.errors(1)[0]]
    return error if error is not None else result.values(1)[0]


def test_the_generator_reaches_every_operation() -> None:
    seen = {n.op for seed in range(COUNT) for n in walk(grown(seed)[0])}
    assert seen >= set("+-*/^") | {"neg", "<", "<=", ">", ">=", "=", "<>", "if", "call", "part"}
    errors = [v for seed in range(COUNT) if isinstance(v := value(*grown(seed)), str)]
    assert 5 < len(errors) < COUNT / 4


@pytest.mark.parametrize("block", range(8))
def test_folding_never_changes_a_value(block: int) -> None:
    """With some arguments known as constants, and with none: bit for bit, errors included."""
    for seed in range(block * 250, (block + 1) * 250):
        root, values = grown(seed)
        fixed = random.Random(seed).sample(ARGUMENTS, seed % 6)
        folded = simplify(root, {name: lift(values[name]) for name in fixed})
        free = {n.args[0] for n in walk(folded) if n.op == "arg"}
        assert free.isdisjoint(fixed)
        assert value(folded, values) == value(root, values), root


# -- engines -------------------------------------------------------------------------------------

FIRST_HELPER = 20


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A row per expression: arguments in A to E, the text in F, folded in G, over cells in H."""
    values: dict[str, object] = {}
    formulas: dict[str, str] = {}
    for row in range(1, COUNT + 1):
        root, arguments = grown(row)
        names = {name: f"{name.upper()}{row}" for name in ARGUMENTS}
        values |= {names[name]: v for name, v in arguments.items()}
        formulas[f"F{row}"] = plain.Plain(names).text(root)
        folded = simplify(root, {})
        formulas[f"G{row}"] = plain.Plain(names).text(folded)
        columns = itertools.count(FIRST_HELPER)
        cells = plain.spread(
            folded, names, lambda r=row, c=columns: f"{get_column_letter(next(c))}{r}", "random"
        )
        formulas |= {cell.address: cell.formula for cell in cells}
        formulas[f"H{row}"] = cells[-1].address
    return scratch.write(tmp_path_factory.mktemp("random") / "random.xlsx", values, formulas)


@pytest.mark.parametrize("engine", scratch.BOTH)
def test_every_engine(engine: str, book: Path) -> None:
    got = scratch.compute(engine, book)
    texts = {at: text for (_, at), (text, _) in engines.cells(book).items()}
    wrong = [
        (f"{column}{row}", texts[f"{column}{row}"], got.get(f"{column}{row}"), want)
        for row in range(1, COUNT + 1)
        for want in [value(*grown(row))]
        for column in "FGH"
        if not engines.same(got.get(f"{column}{row}"), want)
    ]
    assert not wrong, f"{len(wrong)} of {3 * COUNT}, first: {wrong[:5]}"
