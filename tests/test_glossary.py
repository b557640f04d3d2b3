"""The glossary: one word per quantity, and every word found again."""

import re
from collections import defaultdict

import pytest

from gpucalc import glossary, quantity
from gpucalc.quantity import Quantity

ENTRIES = glossary.entries()
# What a heading of a table of requests can mean; units and the like are words, not fields.
HEADINGS = [
    e for e in ENTRIES if e.group not in ("unit", "sheet", "status", "table", "index", "column")
]
QUANTITIES = {q.name: q for q in vars(quantity).values() if isinstance(q, Quantity)}


def folded(text):
    return "".join(text.split()).casefold()


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda e: e.field)
def test_every_entry_has_both_labels(entry):
    assert re.fullmatch(r"[a-z][a-z0-9_]*", entry.field)
    assert entry.group
    for text in (entry.zh, entry.en):
        assert text and text == text.strip()
    assert not re.search(r"[一-鿿]", entry.en)
    assert glossary.label(entry.field, "zh") == entry.zh
    assert glossary.label(entry.field, "en") == entry.en


def test_one_quantity_has_one_label_in_each_language():
    zh_to_en, en_to_zh = defaultdict(set), defaultdict(set)
    for entry in HEADINGS:
        zh_to_en[folded(entry.zh)].add(folded(entry.en))
        en_to_zh[folded(entry.en)].add(folded(entry.zh))
    assert {k: v for k, v in zh_to_en.items() if len(v) > 1} == {}
    assert {k: v for k, v in en_to_zh.items() if len(v) > 1} == {}


@pytest.mark.parametrize("entry", HEADINGS, ids=lambda e: e.field)
def test_a_heading_finds_its_field(entry):
    assert glossary.field_of(entry.field) == entry.field
    for lang in ("zh", "en"):
        found = glossary.field_of(glossary.label(entry.field, lang))
        assert found is not None
        # Two fields that are one quantity (rate, tax_rate) share their label.
        assert glossary.label(found, lang) == entry.label(lang)


@pytest.mark.parametrize(
    ("text", "field"),
    [
        ("卡数", "cards"),
        (" 卡 数 ", "cards"),
        ("ＧＰＵ＿model", "gpu"),
        ("Hours Per Day", "hours_per_day"),
        ("训练数据量", "tokens"),
        ("训练数据量(Token)", "tokens"),
        ("单价", "price"),
        ("降价比例", "discount"),
        ("Cards", "cards"),
    ],
)
def test_headings_are_read_kindly(text, field):
    assert glossary.field_of(text) == field


@pytest.mark.parametrize(
    "text", ["折扣", "参数量（B）", "Training tokens (B)", "", "no such thing"]
)
def test_a_heading_that_could_mean_something_else_is_not_guessed(text):
    assert glossary.field_of(text) is None


def test_discount_is_never_called_by_its_opposite():
    for entry in HEADINGS:
        if entry.field != "off_peak_factor":
            assert "折扣" not in entry.zh, entry.field
    assert glossary.label("discount", "zh") == "降价比例"


@pytest.mark.parametrize("name", sorted(QUANTITIES))
def test_every_quantity_has_a_label(name):
    assert glossary.label(name, "en") and glossary.label(name, "zh")


def test_an_unknown_field_is_told_with_the_nearest():
    with pytest.raises(glossary.UnknownField, match=r"hours_per_days.*hours_per_day"):
        glossary.label("hours_per_days", "en")


def test_an_unknown_language_is_refused():
    with pytest.raises(ValueError, match="'en' and 'zh'"):
        glossary.label("cards", "fr")
