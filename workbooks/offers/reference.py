"""The reference sheets of a book of offers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from workbooks import blocks, lists
from workbooks.book import Book
from workbooks.formulas import Cell
from workbooks.offers.fields import LINKS, NETWORKS


def build(
    book: Book, options: Mapping[str, Sequence[str]], *, prices: bool = True
) -> dict[str, Cell]:
    """Writes the sheets; gives the blocks for drop-downs by name.

    Without ``prices`` the book shows no price of others: it goes out to a supplier.
    """
    tables = ("tax", "units", "free_day_readings", *(("rules",) if prices else ()))
    sheets = ("gpus", "prices") if prices else ("gpus",)
    known, sheet, row = lists.build(book, sheets, options, tables, currencies=True)
    row = blocks.heading(sheet, row, book.words("lists_more"), lists.LAST)
    for column, name, items in (("B", "links", LINKS), ("C", "networks", NETWORKS)):
        known[name] = blocks.drop_down(sheet, column, row, book.words(f"list_{name}"), items)
    return known
