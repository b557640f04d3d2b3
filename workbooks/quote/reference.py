"""Reference sheets of the quote book: drop-down lists, catalogs, price book."""

from __future__ import annotations

from dataclasses import dataclass

from gpucalc import catalog
from workbooks import blocks, catalogs, house
from workbooks.book import Book, Sheet
from workbooks.formulas import Cell
from workbooks.lists import CURRENCIES
from workbooks.quote.fields import OPTIONS

PERIODS = {"hour": "unit_hours", "day": "day", "month": "month"}


@dataclass(frozen=True)
class Reference:
    """Where the lists stand: blocks for drop-downs and for INDEX/MATCH."""

    lists: dict[str, Cell]
    billing_codes: Cell
    billing_counts: Cell
    billing_periods: Cell
    currency_words: Cell


def build(book: Book) -> Reference:
    """Writes the reference sheets and gives the places of the lists."""
    lists: dict[str, Cell] = {}
    for field, table, subtitle in (
        ("gpus", "gpus", "gpus_subtitle"),
        ("models", "models", "models_subtitle"),
        ("price_book", "prices", "prices_subtitle"),
        ("mfu_table", "mfu", "mfu_subtitle"),
    ):
        sheet = catalogs.sheet(book, field, subtitle)
        sheet.freeze("C", 5)
        sheet.print_rows(4, 4)
        lists[table] = catalogs.write(book, sheet, 4, table)
    return _lists(book, catalogs.sheet(book, "reference_lists", "lists_subtitle"), lists)


def _lists(book: Book, sheet: Sheet, lists: dict[str, Cell]) -> Reference:
    words, label = book.words, book.words.label
    row = blocks.heading(sheet, 4, words("lists_heading"), "M")
    for offset, (name, options) in enumerate(OPTIONS.items()):
        column = house.letter(2 + offset)
        lists[name] = blocks.drop_down(sheet, column, row, label(name), [*map(label, options)])
    row += 8
    # What each billing unit counts and how long it lasts.
    units = OPTIONS["billing_unit"]
    counts = [label("unit_nodes" if u.startswith("node") else "unit_cards") for u in units]
    periods = [label(PERIODS[u.split("_")[1]]) for u in units]
    blocks.drop_down(sheet, "B", row, label("billing_unit"), [*map(label, units)])
    codes = blocks.drop_down(sheet, "C", row, words("catalog_code"), units)
    counted = blocks.drop_down(sheet, "D", row, words("counted_in"), counts)
    lasting = blocks.drop_down(sheet, "E", row, words("period_unit"), periods)
    lists["currency"] = blocks.drop_down(sheet, "G", row, label("currency"), [*CURRENCIES])
    spoken = [*CURRENCIES.values()] if book.lang == "zh" else [*CURRENCIES]
    currency = blocks.drop_down(sheet, "H", row, words("currency_word"), spoken)
    row = blocks.heading(sheet, row + 9, label("tax_table"), "M")
    tax = catalogs.write(book, sheet, row, "tax")
    lists["tax"] = _labels(book, sheet, "tax", tax)
    row = row + len(catalog.table("tax").rows) + 3
    row = blocks.heading(sheet, row, label("methods"), "M")
    methods = catalogs.write(book, sheet, row, "methods")
    lists["methods"] = _labels(book, sheet, "methods", methods)
    for letter in "BCDEFGHIJKLM":
        sheet.widths(**{letter: 19})
    return Reference(
        lists,
        codes,
        counted,
        lasting,
        currency,
    )


def _labels(book: Book, sheet: Sheet, table: str, names: Cell) -> Cell:
    """The labels of a catalog table's rows in the book's language, for a drop-down."""
    column = house.letter(2 + catalogs.columns(table, book.lang).index(book.lang))
    return sheet.at(column, names.row, column, names.last_row)
