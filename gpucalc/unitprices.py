"""A price typed with its unit: ``1500元/台天``, ``1500 per node-day``, ``¥1,500/台·天``.

The units are those of ``units.csv``. An hour alone ("15元/小时") says neither card nor node, so it
agrees with either.
"""

import re
from dataclasses import dataclass

from gpucalc import catalog, reading

HOUR = "hour"  # of a card or of a node: the text does not say
_HOURS = {"小时", "时", "H", "HR", "HOUR", "HOURS"}
_SYNONYMS = (("日", "天"), ("节点|整机", "台"), ("每", "/"), (r"\bhrs?\b", "hour"))
_PARTS = re.compile(
    r"(?P<before>[^\d+-]*)(?P<digits>[+-]?[\d.,]+(?:E[+-]?\d+)?\s*(?:千|万|K\b)?)(?P<rest>.*)",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class UnitPrice:
    """The amount as text, with its currency, and the unit's name in the catalog (or HOUR)."""

    amount: str
    unit: str


def split(text: str) -> UnitPrice | None:
    """A price and its unit; None for a text without a unit that the catalog knows."""
    found = _PARTS.fullmatch(reading.plain(text))
    if found is None:
        return None
    money, rest = _currency(found["rest"].strip())
    per = re.match(r"(?:/|每|PER\b)\s*", rest, re.IGNORECASE)
    word = (rest[per.end() :] if per else rest).strip()
    unit = unit_of(word) or unit_of(rest)
    if not unit and per and word.upper() in _HOURS:
        unit = HOUR
    return UnitPrice(f"{found['before']}{found['digits'].strip()}{money}", unit) if unit else None


def unit_of(word: str) -> str:
    """The unit's name in the catalog, or "": 台天, node-day, 元/台·天 and 每台每天 are node_day."""
    for old, new in _SYNONYMS:
        word = re.sub(old, new, word, flags=re.IGNORECASE)
    parts = [part for part in re.split(r"[/·]|\bper\b", word, flags=re.IGNORECASE) if part.strip()]
    tried = [word, *("".join(order) for order in (parts, parts[::-1]))]
    tried += ["-".join(part.strip() for part in order) for order in (parts, parts[::-1])]
    for text in tried if word else ():
        row = catalog.table("units").row(text)
        if row is not None:
            return str(row["model"])
    return ""


def agree(one: str, other: str) -> bool:
    """Whether two units can be the same."""
    return one == other or (HOUR in (one, other) and all("hour" in unit for unit in (one, other)))


def _currency(rest: str) -> tuple[str, str]:
    """The currency after an amount, and what follows it."""
    words = {word for every in reading.CURRENCIES.values() for word in every} | {"人民币元"}
    for word in sorted(words, key=len, reverse=True):
        if rest.upper().startswith(word.upper()):
            return word, rest[len(word) :].strip()
    return "", rest
