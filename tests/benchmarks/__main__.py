"""Races our calls against a floor or a peer in the same run, and prints the ratios.

A ratio says more than a time: what else the machine does slows both sides. The sides take turns,
and each counts by its best run. A ratio over its limit ends the run with exit code 1.
"""

from __future__ import annotations

import io
import itertools
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import openpyxl
from rich.console import Console
from rich.table import Table

from gpucalc import catalog, edge, registry, resources
from gpucalc.excel.fill import fill
from gpucalc.excel.recalc import recalculate
from tests.benchmarks import by_hand, through_xlwings

MILLION = 1_000_000
ROWS = 10_000
Action = Callable[[], object]


@dataclass(frozen=True)
class Race:
    """Ours against theirs; ``weight``: how many of the timed theirs make one of ours."""

    what: str
    against: str
    ours: Action
    theirs: Action
    limit: float
    runs: int = 7
    weight: float = 1.0

    def times(self) -> tuple[float, float]:
        """Best seconds of each side, taken in turns."""
        best = [float("inf"), float("inf")]
        for _ in range(self.runs + 1):
            for side, action in enumerate((self.ours, self.theirs)):
                start = time.perf_counter()
                action()
                best[side] = min(best[side], time.perf_counter() - start)
        return best[0], best[1] * self.weight


def _python(code: str) -> Action:
    return lambda: subprocess.run([sys.executable, "-c", code], check=True)


def _columns() -> list[Race]:
    rng = np.random.default_rng(20261130)
    functions = registry.functions()
    cards, rent = functions["gpu_cards"], functions["rent_cost"]
    params, tokens = rng.uniform(1e9, 1e11, MILLION), rng.uniform(1e9, 1e12, MILLION)
    days, mfu = rng.uniform(5, 50, MILLION), rng.uniform(0.2, 0.6, MILLION)
    count, hours = rng.integers(1, 99, MILLION).astype(float), rng.uniform(1, 999, MILLION)
    price, off = rng.uniform(1, 50, MILLION), rng.uniform(0, 0.5, MILLION)
    step = rng.integers(0, 3, MILLION).astype(float)
    row = catalog.table("gpus").row("A100 SXM4 80GB")
    assert row is not None
    tflops, usable = float(row["bf16_tflops"]), float(row["usable_gb"])
    name = str(row["name"])

    def our_cards() -> object:
        return cards(params, tokens, name, days, mfu)

    def hand_cards() -> object:
        return by_hand.gpu_cards(params, tokens, days, mfu, tflops, usable)

    def our_rent() -> object:
        return rent(count, hours, price, off, step)

    def hand_rent() -> object:
        return by_hand.rent_cost(count, hours, price, off, step)

    for ours, hand in ((our_cards, hand_cards), (our_rent, hand_rent)):
        np.testing.assert_allclose(ours(), hand(), rtol=1e-9)  # a race between equals
    return [
        Race("GPU_CARDS, a million rows", "the same steps by hand", our_cards, hand_cards, 1.25),
        Race("RENT_COST, a million rows", "the same steps by hand", our_rent, hand_rent, 1.25),
    ]


def _cells() -> Race:
    cards = registry.functions()["gpu_cards"]
    names = [["A100 80GB"], ["RTX 4090"], ["4090"], ["H100 SXM5 80GB"]] * (ROWS // 4)
    params = [[7e9 + i] for i in range(ROWS)]
    sample = 200

    def column() -> object:
        return edge.call(cards, params, 2e11, names, 10)

    def scalars() -> None:
        for (p,), (g,) in zip(params[:sample], names[:sample], strict=True):
            edge.call(cards, p, 2e11, g, 10)

    return Race(
        f"GPU_CARDS, a column of {ROWS:,} with names", f"{ROWS:,} scalar calls (from {sample})",
        column, scalars, 1 / 50, runs=3, weight=ROWS / sample,
    )  # fmt: skip


def _quote() -> Race:
    """Other figures in every run, so that no answer of an earlier one serves."""
    template = resources.template("quote", "zh").read_bytes()
    runs = itertools.count(1)

    def ours() -> object:
        n = next(runs)
        values = {
            "in_customer": f"客户 {n}", "in_gpu": "A100 80GB", "in_cards": 8.0 + n,
            "in_price": 15 + n / 100, "in_tax_rate": 0.06,
        }  # fmt: skip
        return recalculate(fill(template, values))

    def peer() -> None:
        book = openpyxl.load_workbook(io.BytesIO(template))
        book.worksheets[1]["A1"] = next(runs)
        book.save(io.BytesIO())

    return Race("fill and compute a quote", "openpyxl load and save", ours, peer, 1.0, runs=3)


def _xlwings() -> list[Race]:
    raced = through_xlwings.actions()
    columns = f"GPU_CARDS by xlwings, 5 columns of {ROWS:,}"
    many = ROWS / through_xlwings.SAMPLE
    return [
        Race(
            "our UDF wrapper, 5 arguments", "a bare xlwings function",
            raced["wrapped"], raced["bare"], 1.3,
        ),
        Race(
            columns, "xlwings' default conversion",
            raced["raw columns"], raced["default columns"], 1 / 5, runs=3,
        ),
        Race(
            columns, f"{ROWS:,} scalar calls",
            raced["raw columns"], raced["scalar calls"], 1 / 200, runs=5, weight=many,
        ),
    ]  # fmt: skip


def races() -> list[Race]:
    """Everything that is raced."""
    imports = Race(
        "import gpucalc", "import numpy", _python("import gpucalc"), _python("import numpy"), 1.5
    )
    return [imports, *_columns(), _cells(), _quote(), *_xlwings()]


def _seconds(value: float) -> str:
    return f"{value:.2f} s" if value >= 1 else f"{value * 1000:.3g} ms"


def main() -> int:
    """Prints the table; 1 where a ratio is over its limit."""
    table = Table("what", "ours", "against", "theirs", "ratio", "limit", title="gpucalc benchmarks")
    slow = 0
    for race in races():
        ours, theirs = race.times()
        ratio = ours / theirs
        slow += ratio > race.limit
        table.add_row(
            race.what, _seconds(ours), race.against, _seconds(theirs),
            f"{ratio:.3g}{' !' if ratio > race.limit else ''}", f"{race.limit:.3g}",
        )  # fmt: skip
    Console(width=120).print(table)
    return int(slow > 0)


if __name__ == "__main__":
    sys.exit(main())
