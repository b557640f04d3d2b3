"""The longer texts of the templates, in both languages: one `words.csv` per package.

Labels of fields come from the glossary; a word here is a sentence, a heading or a phrase that only
a template says. A key that is missing, or that lacks a language, stops the build.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable
from pathlib import Path

from gpucalc import glossary
from workbooks import flavour

HERE = Path(__file__).parent


class MissingWord(KeyError):
    """A text that the builder asks for and no words.csv holds."""

    def __str__(self) -> str:
        return str(self.args[0])


class Words:
    """The texts of one language; ``words("key", name=...)`` gives one with its blanks filled in."""

    def __init__(self, lang: str, packages: Iterable[Path] = ()) -> None:
        self.lang = lang
        self.used: set[str] = set()
        self._texts: dict[str, str] = {}
        for folder in (HERE, *packages):
            for key, found in load(folder / "words.csv").items():
                if key in self._texts:
                    raise MissingWord(f"{folder / 'words.csv'}: {key!r} is defined twice")
                self._texts[key] = found[lang]

    def __call__(self, key: str, **blanks: object) -> str:
        """The text under ``key``; raises MissingWord.

        In the add-in flavour ``<key>_addin`` goes before it, where there is such a text.
        """
        if flavour.calls() and f"{key}_addin" in self._texts:
            key = f"{key}_addin"
        if key not in self._texts:
            raise MissingWord(f"no text {key!r} in any words.csv")
        self.used.add(key)
        found = self._texts[key]
        return found.format(**blanks) if blanks else found

    def has(self, key: str) -> bool:
        """Whether there is such a text."""
        return key in self._texts

    def label(self, field: str) -> str:
        """The glossary's label of a field."""
        return glossary.label(field, self.lang)


def load(path: Path) -> dict[str, dict[str, str]]:
    """A words.csv: key -> language -> text. Raises MissingWord on a gap or a repeated key."""
    found: dict[str, dict[str, str]] = {}
    with path.open(encoding="utf-8", newline="") as file:
        for line, row in enumerate(csv.DictReader(file), start=2):
            key = row["key"]
            if key in found or not row["zh"] or not row["en"]:
                raise MissingWord(f"{path}:{line}: {key!r} is repeated or lacks a language")
            found[key] = {"zh": row["zh"], "en": row["en"]}
    return found
