"""Arguments of a worksheet function: quantity, whether required, default and how help tells it."""

from __future__ import annotations

import inspect
from dataclasses import dataclass
from typing import Any

from gpucalc.quantity import Quantity


@dataclass(frozen=True)
class Omitted:
    """Default of an argument that the kernel itself replaces (it asks ``given``); says how."""

    en: str
    zh: str


@dataclass(frozen=True)
class Arg:
    """One argument. ``default`` is a constant, a function of other arguments, or Omitted.

    ``repeating``: it may be given any number of times (the last one). ``ranges``: it takes a range
    as a whole, where others are answered cell by cell.
    """

    name: str
    quantity: Quantity
    required: bool
    default: Any = None
    repeating: bool = False
    ranges: bool = False

    def label(self, lang: str = "en") -> str:
        """Its label in the glossary."""
        return self.quantity.label(lang)

    @property
    def computed(self) -> bool:
        """Whether the default depends on other arguments."""
        return callable(self.default)

    @property
    def needs(self) -> tuple[str, ...]:
        """Names of the arguments that a computed default reads."""
        return tuple(inspect.signature(self.default).parameters) if self.computed else ()

    def default_text(self, lang: str = "en") -> str:
        """The default in words, for help; "" for a required argument."""
        if self.required:
            return ""
        if isinstance(self.default, Omitted):
            return self.default.zh if lang == "zh" else self.default.en
        if self.computed:
            return _half(inspect.getdoc(self.default) or "", lang)
        if isinstance(self.default, bool):
            return str(self.default).upper()
        return f"{self.default:.15g}" if isinstance(self.default, int | float) else self.default


def _half(doc: str, lang: str) -> str:
    """Docstrings of computed defaults read ``English / 中文``."""
    en, _, zh = " ".join(doc.split()).partition(" / ")
    return zh if lang == "zh" and zh else en
