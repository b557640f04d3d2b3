"""Builds the templates: ``python -m workbooks.build``, or some: ``… sizing budget``.

``--flavour addin`` builds them with calls of the add-in's functions, into build/addin/.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable
from pathlib import Path

from gpucalc.excel.save import write_atomically
from workbooks import (
    budget,
    claim_check,
    compare,
    flavour,
    price_book,
    quote,
    rent_vs_buy,
    rfq,
    sizing,
)

ROOT = Path(__file__).parent.parent
LANGUAGES = ("en", "zh")
FOLDERS = {flavour.PLAIN: ROOT / "templates", flavour.ADDIN: ROOT / "build" / "addin"}
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


def build_all(folder: Path, names: Iterable[str] = (), of: str = flavour.PLAIN) -> list[Path]:
    """Writes the templates (all unless ``names`` says which) into ``folder``/<lang>/<name>.xlsx.

    ``of`` is the flavour. Gives their paths.
    """
    written = []
    for name, build in TEMPLATES.items():
        if names and name not in names:
            continue
        for lang in LANGUAGES:
            path = folder / lang / f"{name}.xlsx"
            path.parent.mkdir(parents=True, exist_ok=True)
            with flavour.building(of):
                write_atomically(path, build(lang), force=True)
            written.append(path)
    return written


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m workbooks.build", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="TEMPLATE", help=", ".join(TEMPLATES))
    parser.add_argument("--flavour", choices=FOLDERS, default=flavour.PLAIN)
    asked = parser.parse_args()
    if unknown := sorted({*asked.names} - {*TEMPLATES}):
        parser.error(f"no template {', '.join(unknown)}")
    for made in build_all(FOLDERS[asked.flavour], asked.names, asked.flavour):
        print(made.relative_to(ROOT))
