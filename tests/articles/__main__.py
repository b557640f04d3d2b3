"""Writes the pages that come from this folder: ``python -m tests.articles``."""

from __future__ import annotations

from pathlib import Path

from gpucalc.excel.save import write_atomically
from tests.articles import coverage, pages

DOCS = Path(__file__).parents[2] / "docs"

if __name__ == "__main__":
    for name, text in {**pages.pages(), **coverage.pages()}.items():
        write_atomically(DOCS / name, text.encode("utf-8"), force=True)
        print(f"docs/{name}")
