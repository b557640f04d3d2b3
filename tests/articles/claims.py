"""The claims of the guides as records, and when a figure agrees with another."""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent
GUIDES = ("huizhou", "changzhou", "chengdu", "guangdong")

# right; right under a condition that the guide leaves out; wrong; not to be had from what is given
VERDICTS = ("right", "condition", "wrong", "unsupported")


@dataclass(frozen=True)
class Check:
    """One figure: the formula in a cell, its answer by hand, and what the guide has for it.

    ``right`` and ``said`` are texts, so that their digits say how exact they are meant: an answer
    agrees within half a unit of the last digit. ``said`` may be a range of two. ``right`` may hold
    an English and a Chinese answer (``Good|合适``) where the formula has ``{lang}``.
    """

    formula: str
    right: str
    en: str
    zh: str
    said: str | tuple[str, str] | None = None
    agrees: bool | None = None  # whether the guide's figure is the right one; None: by the verdict
    within: float = 0.0  # how far off "about" may be, as a share
    slip: str = ""  # the formula that gives the guide's figure, where its slip is known
    unit: str = ""

    def expected(self, lang: str) -> str:
        """The answer by hand in a language."""
        return self.right.split("|")[lang == "zh"] if "|" in self.right else self.right

    def matches(self, answer: Any, lang: str = "en") -> bool:
        """Whether an answer is the one worked out by hand."""
        return near(in_unit(answer, self.unit), self.expected(lang))

    def is_said(self, answer: Any) -> bool:
        """Whether an answer is the guide's figure, or lies in its range."""
        shown = in_unit(answer, self.unit)
        if isinstance(self.said, tuple):
            low, high = map(Decimal, self.said)
            slack = max(half_a_unit(self.said[0]), half_a_unit(self.said[1]))
            return bool(low - slack <= Decimal(shown) <= high + slack)
        assert self.said is not None
        return near(shown, self.said, self.within)


@dataclass(frozen=True)
class Claim:
    """A claim and its reason in our own words, with the verdict and the figures behind it."""

    id: str
    verdict: str
    en: str
    zh: str
    why_en: str
    why_zh: str
    check: tuple[Check, ...]
    figure: bool = True  # False where the guide gives nothing that could be compared

    def agreement(self, check: Check) -> bool:
        """Whether the guide's figure of a check is to be the right one."""
        return self.verdict != "wrong" if check.agrees is None else check.agrees


@dataclass(frozen=True)
class Guide:
    """An article, called by what it is about."""

    name: str
    letter: str
    en: str
    zh: str
    claims: tuple[Claim, ...] = field(repr=False)


def half_a_unit(text: str) -> Decimal:
    """Half a unit of the last digit that a number is written with: 0.005 for 89.03."""
    exponent = Decimal(text).as_tuple().exponent
    assert isinstance(exponent, int)
    return Decimal(5).scaleb(exponent - 1)


def near(answer: Any, written: str, within: float = 0.0) -> bool:
    """Whether an answer is what is written, to the digits written or within a share of it."""
    try:
        number = Decimal(written)
    except InvalidOperation:
        return cell_text(answer) == written
    if isinstance(answer, str | bool):
        return False
    slack = max(half_a_unit(written), abs(number) * Decimal(within))
    return abs(Decimal(float(answer)) - number) <= slack * Decimal("1.000001")


def in_unit(answer: Any, unit: str) -> Any:
    """A share as percent where percent are written; else as it is."""
    is_number = isinstance(answer, float | int) and not isinstance(answer, bool)
    return answer * 100 if unit == "%" and is_number else answer


def cell_text(answer: Any) -> str:
    """How a cell shows a text, a flag or an error."""
    return str(answer).upper() if isinstance(answer, bool) else str(answer)


@functools.cache
def guides() -> tuple[Guide, ...]:
    """The four guides with their claims."""
    return tuple(map(_guide, GUIDES))


def _guide(name: str) -> Guide:
    record = tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8"))
    claims = tuple(map(_claim, record["claim"]))
    return Guide(
        name, record["guide"]["letter"], record["guide"]["en"], record["guide"]["zh"], claims
    )


def _claim(record: Mapping[str, Any]) -> Claim:
    checks = tuple(map(_check, record["check"]))
    return Claim(**{**record, "check": checks})


def _check(record: Mapping[str, Any]) -> Check:
    said = record.get("said")
    return Check(**{**record, "said": tuple(said) if isinstance(said, list) else said})
