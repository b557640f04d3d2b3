"""The reference sheets of a book of offers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gpucalc import catalog
from workbooks import blocks, catalogs, house, lists
from workbooks.book import Book, Sheet
from workbooks.formulas import Cell
from workbooks.inputs import catalog_label
from workbooks.offers.fields import LINKS, NETWORKS
from workbooks.words import Words

CODED = ("rule", "effect_unit", "threshold_unit", "boundary", "reading", "combine", "status")


def rule_word(words: Words, code: str) -> str:
    """A code of the contract rules as the book says it."""
    own = {"month": "rule_unit_month", "confirmed": "rule_confirmed"}
    if code in own:
        return words(own[code])
    if code in catalog.table("free_day_readings").names():
        return catalog_label("free_day_readings", code, words.lang)
    return words.label("unit_days" if code == "day" else code)


def build(
    book: Book, options: Mapping[str, Sequence[str]], *, prices: bool = True
) -> dict[str, Cell]:
    """Writes the sheets; gives the blocks for drop-downs by name.

    Without ``prices`` the book shows no price of others: it goes out to a supplier.
    """
    tables = ("tax", "units", "free_day_readings", *(("rules",) if prices else ()))
    sheets = ("gpus", "prices") if prices else ("gpus",)
    known, sheet, row = lists.build(book, sheets, options, tables, currencies=True)
    if prices:
        _say_rules(book, sheet, known["rules"].row)
    row = blocks.heading(sheet, row, book.words("lists_more"), lists.LAST)
    for column, name, items in (("B", "links", LINKS), ("C", "networks", NETWORKS)):
        known[name] = blocks.drop_down(sheet, column, row, book.words(f"list_{name}"), items)
    return known


def _say_rules(book: Book, sheet: Sheet, first: int) -> None:
    """Writes words over the codes of the contract rules: buyers read them and change a status."""
    shown = catalogs.columns("rules", book.lang)
    states = '"' + ",".join(rule_word(book.words, c) for c in ("example", "confirmed")) + '"'
    for row, values in enumerate(catalog.table("rules").rows, first):
        for column in CODED:
            if values[column] != "-":
                letter = house.letter(2 + shown.index(column))
                word = rule_word(book.words, str(values[column]))
                cell = sheet.put(letter, row, word, house.TABLE_CELL)
                if column == "status":
                    prompt = (book.words.label("status"), book.words("rule_status_prompt"))
                    sheet.choices(cell, states, prompt, "")
