"""Which rule a call applied: the reading of a clause, which side of a threshold, stacked or not.

All of it comes from the record: an argument whose quantity is a key of a catalog table tells that
row's label and note, a flag whose two meanings stand in the glossary (``<quantity>_true`` and
``_false``) tells the one that holds, and a threshold is told by the comparison that was decided.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from gpucalc import catalog, glossary, helptext
from gpucalc.dialects.worked import Decision, number
from gpucalc.record import Function
from gpucalc.trace import Node

_BRACKET = re.compile(r" ?[(（].*")
_WORDS: Mapping[tuple[str, bool], tuple[str, str]] = {
    (">", True): ("is more than", "大于"),
    (">", False): ("is not more than", "不大于"),
    (">=", True): ("is at least", "不小于"),
    (">=", False): ("is less than", "小于"),
    ("<", True): ("is less than", "小于"),
    ("<", False): ("is at least", "不小于"),
    ("<=", True): ("is at most", "不大于"),
    ("<=", False): ("is more than", "大于"),
}


def rules(f: Function, values: Mapping[str, Any], lang: str) -> Iterator[str]:
    """What each key and flag of the call means, where that is more than its name says.

    ``values`` are the effective ones, by argument: defaults where nothing was given.
    """
    colon = "：" if lang == "zh" else ": "
    for arg in f.args:
        value, quantity = values.get(arg.name), arg.quantity
        if quantity.kind == "flag" and isinstance(value, bool | float):
            meaning = _known(f"{quantity.name}_{str(bool(value)).lower()}", lang)
            if meaning:
                yield meaning
        elif quantity.kind == "key" and value not in (None, ""):
            meaning = _row(quantity.table, value, lang)
            if meaning:
                yield f"{arg.label(lang)}{colon}{meaning}"


def _known(field: str, lang: str) -> str:
    try:
        return glossary.label(field, lang)
    except glossary.UnknownField:
        return ""


def _row(table: str, key: Any, lang: str) -> str:
    """The row's label, and its note where the table explains its rows; "" for rows of figures."""
    row = catalog.table(table).row(key)
    if row is None or lang not in row or table == "languages":
        return ""
    note = str(row.get("note_zh" if lang == "zh" else "note", catalog.MISSING))
    label = str(row[lang])
    if note == catalog.MISSING:
        return label
    return f"{label}（{note}）" if lang == "zh" else f"{label} ({note})"


def key_label(table: str, key: Any, lang: str) -> str:
    """What people call a row of a table of words (methods, units); the key itself elsewhere."""
    row = catalog.table(table).row(key) if table else None
    return str(row[lang]) if row is not None and lang in row else str(key)


def decided(decisions: Sequence[Decision], labels: Mapping[str, str], lang: str) -> list[str]:
    """On which side of a threshold a value lies; nothing where a side has no name.

    A value that is compared twice is named once: "is not more than 1, is more than 0.8".
    """
    told: list[str] = []
    named = ""
    for decision in decisions:
        sides = [_side(*side, labels, lang) for side in (decision.left, decision.right)]
        if not all(sides):
            continue
        words = _WORDS[decision.op, decision.holds][lang == "zh"]
        if sides[0] == named:
            told[-1] += f"，{words}{sides[1]}" if lang == "zh" else f" and {words} {sides[1]}"
        else:
            told.append(
                f"{sides[0]}{words}{sides[1]}"
                if lang == "zh"
                else " ".join((sides[0], words, sides[1]))
            )
        named = sides[0]
    return told


def _side(node: Node, value: Any, labels: Mapping[str, str], lang: str) -> str:
    if node.op == "const":
        return number(value)
    label = labels.get(str(node.args[0]), "")
    if node.op == "part" and not label:
        label = helptext.label(node.args[0], lang)
    label = _BRACKET.sub("", label)
    if not label:
        return ""
    return f"{label}（{number(value)}）" if lang == "zh" else f"{small(label)} ({number(value)})"


def small(label: str) -> str:
    """A label inside an English sentence: a small first letter, but abbreviations stay."""
    word = re.split(r"[ (-]", label)[0]
    return label if any(map(str.isupper, word[1:])) else label[:1].lower() + label[1:]


__all__ = ["decided", "key_label", "rules", "small"]
