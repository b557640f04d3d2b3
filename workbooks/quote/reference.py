"""Reference sheets of the quote book: drop-down lists, catalogs, price book."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from gpucalc import catalog
from workbooks import blocks, house, lists
from workbooks.book import Book, Sheet
from workbooks.formulas import Cell
from workbooks.quote.fields import OPTIONS

PERIODS = {"hour": "unit_hours", "day": "day", "month": "month"}
# Figures of a card on which the quote rests: a name whose cards differ in one of them is no card.
DECISIVE = ("memory_gb", "bf16_tflops")


@dataclass(frozen=True)
class Reference:
    """Where the lists stand: blocks for drop-downs and for INDEX/MATCH.

    ``families`` are the names that stand for several cards, ``members`` the cards beside each.
    """

    lists: Mapping[str, Cell]
    billing_codes: Cell
    billing_counts: Cell
    billing_periods: Cell
    currency_words: Cell
    families: Cell
    members: Cell
    sheet: Sheet
    next_row: int  # free rows of the sheet of the lists


def build(book: Book) -> Reference:
    """Writes the reference sheets and gives the places of the lists."""
    words, label = book.words, book.words.label
    known, sheet, row = lists.build(
        book,
        ("gpus", "models", "prices", "mfu"),
        OPTIONS,
        ("tax", "methods", "units"),
        currencies=True,
    )
    row = blocks.heading(sheet, row, words("units_heading"), lists.LAST)
    # What each billing unit counts and how long it lasts.
    units = OPTIONS["billing_unit"]
    counts = [label("unit_nodes" if u.startswith("node") else "unit_cards") for u in units]
    periods = [label(PERIODS[u.split("_")[1]]) for u in units]
    blocks.drop_down(sheet, "B", row, label("billing_unit"), [*map(label, units)])
    codes = blocks.drop_down(sheet, "C", row, words("catalog_code"), units)
    counted = blocks.drop_down(sheet, "D", row, words("counted_in"), counts)
    lasting = blocks.drop_down(sheet, "E", row, words("period_unit"), periods)
    # One word a currency, in the order of the drop-down list.
    blocks.drop_down(sheet, "G", row, label("currency"), [*lists.CURRENCIES])
    spoken = [*lists.CURRENCIES.values()] if book.lang == "zh" else [*lists.CURRENCIES]
    currency = blocks.drop_down(sheet, "H", row, words("currency_word"), spoken)
    row += 2 + max(len(units), len(lists.CURRENCIES))
    names, members = families(book, sheet, row)
    return Reference(
        known, codes, counted, lasting, currency, names, members, sheet, names.last_row + 2
    )


def families(book: Book, sheet: Sheet, row: int) -> tuple[Cell, Cell]:
    """The names that stand for several cards, and the cards to choose from (the sizing's too)."""
    words = book.words
    row = blocks.heading(sheet, row, words("families_heading"), lists.LAST)
    table = catalog.table("gpus")
    members: dict[str, list[str]] = {}
    for card in table.canonical():
        for name in {catalog.normalise(n) for n in str(card["aliases"]).split("|")}:
            members.setdefault(name, []).append(str(card["name"]))
    found = [
        (str(line["name"]), members[catalog.normalise(str(line["name"]))])
        for line in table.rows
        if catalog.DIFFERS in [line[column] for column in DECISIVE]
    ]
    names = blocks.drop_down(sheet, "B", row, words("family_name"), [name for name, _ in found])
    choices = [words("or").join(cards) for _, cards in found]
    block = blocks.drop_down(sheet, "C", row, words("family_members"), choices)
    for offset in range(len(found) + 1):
        sheet.merge("C", row + offset, lists.LAST)
    sheet.widths(B=max(19, house.column_width([name for name, _ in found])))
    return names, block


__all__ = ["Reference", "build", "families"]
