"""Builds the templates: ``python -m workbooks.build``, or some: ``… sizing budget``."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from pathlib import Path

from gpucalc.excel.save import write_atomically
from workbooks import (
    budget,
    claim_check,
    compare,
    price_book,
    quote,
    rent_vs_buy,
    rfq,
    sizing,
)

ROOT = Path(__file__).parent.parent
LANGUAGES = ("en", "zh")
TEMPLATES: dict[str, Callable[[str], bytes]] = {
    "sizing": sizing.build,
    "quote": quote.build,
    "rfq": rfq.build,
    "compare": compare.build,
    "budget": budget.build,
    "rent_vs_buy": rent_vs_buy.build,
    "claim_check": claim_check.build,
    "price_book": price_book.build,
}


def build_all(folder: Path, names: Iterable[str] = ()) -> list[Path]:
    """Writes the templates (all unless ``names`` says which) into ``folder``/<lang>/<name>.xlsx.

    Gives their paths.
    """
    written = []
    for name, build in TEMPLATES.items():
        if names and name not in names:
            continue
        for lang in LANGUAGES:
            path = folder / lang / f"{name}.xlsx"
            path.parent.mkdir(parents=True, exist_ok=True)
            write_atomically(path, build(lang), force=True)
            written.append(path)
    return written


if __name__ == "__main__":
    for made in build_all(ROOT / "templates", sys.argv[1:]):
        print(made.relative_to(ROOT))
