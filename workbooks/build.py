"""Builds every template in every language: ``python -m workbooks.build``."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from gpucalc.excel.save import write_atomically
from workbooks import quote

ROOT = Path(__file__).parent.parent
LANGUAGES = ("en", "zh")
TEMPLATES: dict[str, Callable[[str], bytes]] = {"quote": quote.build}


def build_all(folder: Path) -> list[Path]:
    """Writes the templates into ``folder``/<lang>/<name>.xlsx; gives their paths."""
    written = []
    for name, build in TEMPLATES.items():
        for lang in LANGUAGES:
            path = folder / lang / f"{name}.xlsx"
            path.parent.mkdir(parents=True, exist_ok=True)
            write_atomically(path, build(lang), force=True)
            written.append(path)
    return written


if __name__ == "__main__":
    for made in build_all(ROOT / "templates"):
        print(made.relative_to(ROOT))
