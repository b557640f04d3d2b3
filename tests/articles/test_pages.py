"""The committed pages are those that this folder writes, and they say no more than it holds."""

from __future__ import annotations

import itertools
import re
from pathlib import Path

import pytest

from tests.articles import coverage, pages
from tests.articles.claims import guides

DOCS = Path(__file__).parents[2] / "docs"
WRITTEN = {**pages.pages(), **coverage.pages()}


@pytest.mark.parametrize("name", WRITTEN)
def test_current(name: str) -> None:
    committed = (DOCS / name).read_text(encoding="utf-8")
    assert committed == WRITTEN[name], f"docs/{name} is stale: python -m tests.articles"


@pytest.mark.parametrize("lang", pages.NAMES)
def test_every_claim_has_its_row(lang: str) -> None:
    text = WRITTEN[pages.NAMES[lang]]
    for guide in guides():
        for claim in guide.claims:
            assert text.count(f"\n| {claim.id} |") == 1 + len(claim.check)
            assert f"**{pages.word(claim.verdict, lang)}** | " in text


@pytest.mark.parametrize("name", WRITTEN)
def test_tables_have_as_many_cells_as_headings(name: str) -> None:
    width = 0
    for line in WRITTEN[name].splitlines():
        bars = len(re.findall(r"(?<!\\)\|", line)) if line.startswith("|") else 0
        assert not bars or bars == (width or bars), line
        width = bars


def test_articles_are_called_by_what_they_are_about() -> None:
    """No address, no author, no file of an article: facts carry over, sentences do not."""
    for text in WRITTEN.values():
        assert not re.search(r"https?://|\.txt|www\.|shared|seed", text)


def test_the_chinese_page_is_chinese() -> None:
    lines = WRITTEN["articles.zh.md"].splitlines()
    heads = [a for a, b in itertools.pairwise(lines) if b.startswith("| ---")]
    assert len(heads) == 9 and not re.search("[A-Za-z]", "".join(heads))
    english = {units[0] for units in pages.UNITS.values() if units[0] != units[1]}
    for line in lines:
        cells = [c.strip() for c in line.split("|")]
        assert not [c for c in cells if c.rpartition(" ")[2] in english], line


def test_figures_read_as_people_write_them() -> None:
    text = WRITTEN["articles.md"]
    for shown in ("89.03 h", "1.26 × 10²⁰ FLOP", "122,070,315 steps", "−20 to −15 %", "10–30 %"):
        assert shown in text
    assert "1066666.67" not in text and "1,066,666.67 CNY" in text
