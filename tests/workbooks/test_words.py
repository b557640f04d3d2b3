"""The texts of the templates: none missing, none left over, in both languages."""

from __future__ import annotations

from pathlib import Path

import pytest

from gpucalc import glossary
from workbooks import quote
from workbooks.words import HERE, MissingWord, Words, load

FOLDERS = [Path(quote.__file__).parent]


@pytest.fixture(scope="module")
def drawn() -> dict[str, Words]:
    """The words of each language after a whole book was drawn with them."""
    used = {lang: Words(lang, FOLDERS) for lang in ("en", "zh")}
    for words in used.values():
        quote.draw(words)
    return used


def test_every_text_of_the_quote_is_used(drawn: dict[str, Words]) -> None:
    """Its own texts; those of the shared parts may serve another template."""
    used = drawn["en"].used | drawn["zh"].used
    assert sorted(set(load(FOLDERS[0] / "words.csv")) - used) == []


def test_the_chinese_texts_are_chinese() -> None:
    for folder in (HERE, *FOLDERS):
        for key, texts in load(folder / "words.csv").items():
            has = any("\u4e00" <= c <= "\u9fff" for c in texts["en"])
            # The English texts may quote Chinese notation that can be typed: 8折, 2000亿.
            quoted = all(c in "折亿" for c in texts["en"] if "\u4e00" <= c <= "\u9fff")
            assert not has or quoted, key


def test_a_missing_text_stops_the_build() -> None:
    words = Words("en", FOLDERS)
    with pytest.raises(MissingWord, match="no_such_text"):
        words("no_such_text")


def test_a_text_without_a_language_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "words.csv"
    path.write_text("key,zh,en\nx,,only English\n", encoding="utf-8")
    with pytest.raises(MissingWord, match=r"words.csv:2"):
        load(path)


def test_every_input_has_a_label() -> None:
    for field in quote.FIELDS:
        assert glossary.label(field, "en") and glossary.label(field, "zh")
