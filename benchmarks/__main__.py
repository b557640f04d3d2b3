"""Times one call, a column of 10,000, a quote and the batch of examples/.

Each figure is the best of several runs, since what else the machine does only ever adds. They are
for comparing two versions on one machine; nothing fails here.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.table import Table

from gpucalc import edge, registry, resources
from gpucalc.excel.fill import fill
from gpucalc.excel.recalc import recalculate

ROOT = Path(__file__).parents[1]
ROWS = 10_000


def best(action: Callable[[], object], runs: int) -> float:
    """Seconds of the quickest of `runs`; one more before them fills the caches."""
    action()
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        action()
        times.append(time.perf_counter() - start)
    return min(times)


def python(*arguments: str) -> Callable[[], object]:
    """A new Python process, from its start to its end."""
    command = [sys.executable, *arguments]
    return lambda: subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)


def measurements() -> list[tuple[str, float, str]]:
    """(what, seconds, remark) of everything that is timed."""
    cards = registry.functions()["gpu_cards"]
    params = np.linspace(1e9, 1e11, ROWS)[:, None]
    kernels = registry.functions().values()
    examples = [(f, example.args) for f in kernels for example in f.examples]
    template = resources.template("quote", "zh").read_bytes()
    filled = fill(template, {})

    def every_example() -> None:
        for function, arguments in examples:
            edge.call(function, *arguments)

    with tempfile.TemporaryDirectory() as out:
        batch = ["-m", "gpucalc", "batch", "examples/requests.csv", "--template", "quote"]
        return [
            ("import gpucalc", best(python("-c", "import gpucalc"), 5), "with Python's own start"),
            ("gpucalc --version", best(python("-m", "gpucalc", "--version"), 3), ""),
            (
                "one call of GPU_CARDS",
                best(lambda: edge.call(cards, "13B", "200B", "A100 80GB", 10), 200),
                "aim: 1 ms",
            ),
            (
                f"GPU_CARDS down {ROWS:,} rows",
                best(lambda: edge.call(cards, params, 2e11, "A100 80GB", 10.0), 5),
                "aim: 0.1 s",
            ),
            ("every registered example", best(every_example, 5), f"{len(examples)} calls"),
            ("fill one quote", best(lambda: fill(template, {}), 5), ""),
            ("compute one quote", best(lambda: recalculate(filled), 5), ""),
            (
                "the batch of examples/",
                best(python(*batch, "--out", out, "--force"), 1),
                "what `make quote` waits for",
            ),
        ]


def main() -> None:
    """Print the table."""
    table = Table("what", "time", "", title="gpucalc benchmarks")
    table.columns[1].justify = "right"
    for what, seconds, remark in measurements():
        shown = f"{seconds:.2f} s" if seconds >= 1 else f"{seconds * 1000:.3g} ms"
        table.add_row(what, shown, remark)
    Console().print(table)


if __name__ == "__main__":
    main()
