"""Reference sheets of a book: a sheet for each catalog table, drop-downs, small tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gpucalc import catalog
from workbooks import blocks, catalogs, house
from workbooks.book import Book, Sheet
from workbooks.formulas import Cell

LAST, ACROSS = "M", 12
# Tables that are worth a sheet: field of the sheet, table, subtitle.
SHEETS = {
    "gpus": ("gpus", "gpus_subtitle"),
    "models": ("models", "models_subtitle"),
    "prices": ("price_book", "prices_subtitle"),
    "mfu": ("mfu_table", "mfu_subtitle"),
}
# ISO code and the word that stands before a unit ("元/卡时").
CURRENCIES = {"CNY": "元", "USD": "美元", "EUR": "欧元", "GBP": "英镑", "HKD": "港元",
              "SGD": "新元", "JPY": "日元"}  # fmt: skip
# Glossary fields of the small tables' headings, where they are not the table's name.
_HEADS = {"tax": "tax_table"}


def build(
    book: Book,
    sheets: Sequence[str],
    options: Mapping[str, Sequence[str]],
    tables: Sequence[str] = (),
    *,
    currencies: bool = False,
) -> tuple[dict[str, Cell], Sheet, int]:
    """Writes the reference sheets.

    ``sheets`` are catalog tables with a sheet each, ``options`` drop-downs by name, each a list of
    glossary fields, ``tables`` small catalog tables, ``currencies`` a list of codes. Gives the
    blocks for drop-downs by name (a small table's is its column in the book's language), the sheet
    of the lists, and its next free row.
    """
    lists: dict[str, Cell] = {}
    for table in sheets:
        field, subtitle = SHEETS[table]
        sheet = catalogs.sheet(book, field, subtitle)
        sheet.freeze("C", 5)
        sheet.print_rows(4, 4)
        lists[table] = catalogs.write(book, sheet, 4, table)
    sheet = catalogs.sheet(book, "reference_lists", "lists_subtitle")
    sheet.widths(**dict.fromkeys("BCDEFGHIJKLM", 19))
    row = blocks.heading(sheet, 4, book.words("lists_heading"), LAST)
    downs = {name: [*map(book.words.label, fields)] for name, fields in options.items()}
    if currencies:
        downs["currency"] = [*CURRENCIES]
    names = [*downs]
    for start in range(0, len(names), ACROSS):
        beside = names[start : start + ACROSS]
        for offset, name in enumerate(beside):
            column, label = house.letter(2 + offset), book.words.label(name)
            lists[name] = blocks.drop_down(sheet, column, row, label, downs[name])
        row += max(len(downs[name]) for name in beside) + 2
    for table in tables:
        row = blocks.heading(sheet, row, book.words.label(_HEADS.get(table, table)), LAST)
        block = catalogs.write(book, sheet, row, table)
        column = house.letter(2 + catalogs.columns(table, book.lang).index(book.lang))
        lists[table] = sheet.at(column, block.row, column, block.last_row)
        row += len(catalog.table(table).rows) + 3
    sheet.widths(**dict.fromkeys("BCDEFGHIJKLM", 19))
    return lists, sheet, row


def codes(
    sheet: Sheet, row: int, coded: Mapping[str, Sequence[tuple[str, str]]]
) -> dict[str, tuple[str, int]]:
    """Labels with their catalog codes side by side, a pair of columns each; gives, by name, the
    column of the codes and the row of its heading."""
    words = sheet.book.words
    row = blocks.heading(sheet, row, words("codes_heading"), LAST)
    places: dict[str, tuple[str, int]] = {}
    for offset, (name, pairs) in enumerate(coded.items()):
        labels, column = house.letter(2 + 2 * offset), house.letter(3 + 2 * offset)
        items = [words.label(label) for _, label in pairs]
        blocks.drop_down(sheet, labels, row, words.label(name), items)
        blocks.drop_down(sheet, column, row, words("catalog_code"), [code for code, _ in pairs])
        places[name] = (column, row)
    return places
