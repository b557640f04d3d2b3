"""Every feature is covered by something that exists, and the page says which."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from gpucalc.registry import functions
from tests.articles import coverage

ROOT = Path(__file__).parents[2]


def test_nothing_is_named_that_does_not_exist() -> None:
    assert coverage.problems() == []


def test_a_name_that_does_not_exist_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = coverage.Feature(1, "a", "b", ("GPU_CARD",), ("gpu",), ("quotes",), ("article.md",))
    monkeypatch.setattr(coverage, "features", lambda: [wrong])
    assert len(coverage.problems()) == 4


def test_each_of_the_89_features_has_an_answer() -> None:
    features = coverage.features()
    assert [f.n for f in features] == list(range(1, 90))
    for f in features:
        assert f.functions or f.tables or f.templates or f.docs, f.n
        assert f.en and f.zh and f.en != f.zh


def test_fewer_than_sixty_functions_each_asked_for() -> None:
    """A function that answers no feature is one too many; tax and words belong to every quote."""
    assert len(functions()) < 60
    named = {name for f in coverage.features() for name in f.functions}
    money = {"TAX_EXCLUSIVE", "TAX_INCLUSIVE", "TAX_AMOUNT", "RMB_UPPER"}
    shape = {"MODEL_PARAMS"}  # for a model that has no published count
    assert {f.udf_name for f in functions().values()} - named == money | shape


def test_planned_is_what_has_no_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert coverage.built("quote")
    only = coverage.Feature(1, "a", "b", templates=("budget",))
    monkeypatch.setattr(coverage, "ROOT", tmp_path)
    assert not coverage.built("budget") and only.kind() == "planned"
    for lang in ("en", "zh"):
        (tmp_path / "templates" / lang).mkdir(parents=True)
        (tmp_path / "templates" / lang / "budget.xlsx").write_bytes(b"")
    assert coverage.built("budget") and only.kind() == "template"


def test_documents_have_their_tests() -> None:
    for page, test in coverage.documents().items():
        assert (ROOT / "docs" / page).is_file()
        assert "def test_" in (ROOT / test).read_text(encoding="utf-8")


def test_links_of_the_page_lead_somewhere() -> None:
    links = re.findall(r"\]\(([^)]+)\)", coverage.pages()[coverage.NAME])
    assert len(links) > 100
    assert not [link for link in set(links) if not (ROOT / "docs" / link).is_file()]
