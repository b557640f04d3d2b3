"""The project's words: every quantity, column, unit and status once, in English and Chinese.

`glossary.csv` beside this module has one row per field. No other place of the project spells a
label, so that a cell, a help text, a heading of a request file and an error message agree.
"""

from __future__ import annotations

import csv
import difflib
import io
import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from typing import Literal

__all__ = ["Entry", "Language", "UnknownField", "entries", "field_of", "has", "label"]

Language = Literal["en", "zh"]

# Words that no heading of a table of requests stands for; a heading "Cards" means the field
# `cards`, never the unit. Their labels are looked up last.
_NOT_HEADINGS = frozenset({"unit", "sheet", "status", "table", "index", "column"})
_PARENTHESIS = re.compile(r"\([^()]*\)$")


class UnknownField(KeyError):
    """No glossary row for a field; the message names the nearest ones."""

    def __str__(self) -> str:
        return str(self.args[0])


@dataclass(frozen=True)
class Entry:
    """One glossary row: the field's name, its group, and its label in each language."""

    field: str
    group: str
    zh: str
    en: str

    def label(self, lang: str) -> str:
        """The label in `lang` ("en" or "zh"); any other language raises ValueError."""
        if lang == "zh":
            return self.zh
        if lang == "en":
            return self.en
        raise ValueError(f"no labels in {lang!r}; the languages are 'en' and 'zh'")


@lru_cache(maxsize=1)
def _by_field() -> dict[str, Entry]:
    text = resources.files("gpucalc").joinpath("glossary.csv").read_text(encoding="utf-8")
    found: dict[str, Entry] = {}
    for line, raw in enumerate(csv.DictReader(io.StringIO(text)), start=2):
        entry = Entry(raw["field"], raw["group"], raw["zh"], raw["en"])
        if entry.field in found:
            raise ValueError(f"glossary.csv line {line}: the field {entry.field!r} stands twice")
        found[entry.field] = entry
    return found


def entries() -> tuple[Entry, ...]:
    """Every glossary row, in file order."""
    return tuple(_by_field().values())


def has(field: str) -> bool:
    """Whether there is a row for `field`: cheaper than to be told which names are near."""
    return field in _by_field()


def label(field: str, lang: str) -> str:
    """The label of `field` in `lang` ("en" or "zh"). Raises UnknownField where there is no row."""
    entry = _by_field().get(field)
    if entry is None:
        near = difflib.get_close_matches(field, _by_field(), n=3)
        hint = f"; near: {', '.join(near)}" if near else ""
        raise UnknownField(f"no glossary row for {field!r}: add one to glossary.csv{hint}")
    return entry.label(lang)


def _folded(text: str) -> str:
    """`text` as headings are compared: full width, case, spaces and underscores do not count."""
    return "".join(unicodedata.normalize("NFKC", text).split()).replace("_", "").casefold()


@lru_cache(maxsize=1)
def _by_text() -> dict[str, str]:
    """Folded field name or label -> field; exact wording wins over wording without its bracket."""
    headings = [entry for entry in entries() if entry.group not in _NOT_HEADINGS]
    others = [entry for entry in entries() if entry.group in _NOT_HEADINGS]
    found: dict[str, str] = {}
    for entry in entries():
        found.setdefault(_folded(entry.field), entry.field)
    for group in (headings, others):
        for entry in group:
            for text in (entry.zh, entry.en):
                found.setdefault(_folded(text), entry.field)
    short: dict[str, set[str]] = {}
    for entry in headings:
        for text in (entry.zh, entry.en):
            bare = _PARENTHESIS.sub("", _folded(text))
            if bare and bare != _folded(text):
                short.setdefault(bare, set()).add(entry.field)
    for bare, fields in short.items():
        if len(fields) == 1:  # where two labels differ only in the bracket, the bracket is needed
            found.setdefault(bare, next(iter(fields)))
    return found


def field_of(text: str) -> str | None:
    """The field that `text` names (a field name or a label in either language), or None.

    Case, full width, spaces and underscores are forgiven, and so is leaving out the bracket at
    the end of a label ("训练数据量" for "训练数据量（Token）") where that leaves no doubt.
    A bracket that the label does not have counts: it may state a unit, as in "参数量（B）".
    """
    return _by_text().get(_folded(text))
