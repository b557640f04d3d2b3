"""Catalog tables on sheets of a book, and look-ups in them."""

from __future__ import annotations

from gpucalc import catalog
from workbooks import house
from workbooks.book import Book, Sheet
from workbooks.formulas import Cell, Formula, is_known, looked_up, text, typed

# Columns that a reader of the book does not need; formulas may use any of the others.
LEFT_OUT = {
    "gpus": (
        "usable_basis", "has_bf16", "fp16_tflops", "tf32_tflops", "fp32_tflops", "not_in_source",
    ),
    "models": (
        "head_dim", "ffn_matrices", "tied", "attention", "experts", "top_k", "expert_ffn",
        "shared_experts", "dense_layers",
    ),
}  # fmt: skip

# Tables to which users add rows of their own, typed or pasted, and how many there is room for. They
# have no aliases, so the free rows follow the canonical ones.
FREE_ROWS = {"prices": 40}

_WIDEST_PAGE = 300  # in characters; on one page of A4 across, more could not be read


def columns(table: str, lang: str) -> list[str]:
    """The columns of a catalog table that the book shows, each with a name of its own."""
    other = {"en": ("note_zh", "region"), "zh": ("note", "region_en")}[lang]
    hidden = {"aliases", *other, *LEFT_OUT.get(table, ())}
    return [c for c in catalog.table(table).columns if c not in hidden]


def sheet(book: Book, field: str, subtitle: str) -> Sheet:
    """A sheet for reference: title, and a subtitle that may name the catalog's version and date."""
    made = book.sheet(field, landscape=True, tab=house.GREY)
    made.widths(A=2)
    words = book.words(subtitle, version=catalog.version(), date=catalog.date())
    made.height(1, 30)
    made.put("B", 1, made.title, house.TITLE)
    made.put("B", 2, words, house.SUBTITLE)
    return made


def write(book: Book, sheet: Sheet, top: int, table: str, named: str = "") -> Cell:
    """A catalog table with its headings in row ``top``, a name ``cat_<table>_<column>`` for each.

    Alias rows follow the canonical ones, in grey: a look-up walks the same list as the library's.
    A table of FREE_ROWS ends with rows for the user's own, which its names hold too. Gives the
    block of names for drop-downs: canonical and free ones. ``named`` replaces the table's name in
    the names; such a table has no free rows.
    """
    first, shown_columns = 2, columns(table, book.lang)
    found = catalog.table(table)
    free = 0 if named else FREE_ROWS.get(table, 0)
    last = top + len(found.rows) + free
    canonical = len(found.names()) + free
    widths: dict[str, float] = {}
    for offset, column in enumerate(shown_columns):
        letter = house.letter(first + offset)
        label = column_label(book, table, column)
        sheet.put(letter, top, label, house.HEAD)
        for row, values in enumerate(found.rows, top + 1):
            content = values[column]
            look = house.TABLE_CELL.but(color=house.GREY if row - top > canonical else house.BLACK)
            if isinstance(content, float):
                look = look.but(horizontal="right")
            sheet.put(letter, row, content, look)
        for row in range(last - free + 1, last + 1):
            sheet.put(letter, row, None, house.INPUT.but(size=9, wrap=False))
        book.name(f"cat_{named or table}_{column}", sheet.at(letter, top + 1, letter, last))
        shown = [label, *(str(values[column]) for values in found.rows[:canonical])]
        widths[letter] = house.column_width(shown, most=38)
    sheet.widths(**widths)
    sheet.height(top, 40)
    name = house.letter(first + shown_columns.index("name"))
    if sum(widths.values()) > _WIDEST_PAGE:
        sheet.pages_wide(2, "A", name)
    return sheet.at(name, top + 1, name, top + canonical)


def column_label(book: Book, table: str, column: str) -> str:
    """The heading of a column: the words table's for this table, for any table, else the glossary's
    label."""
    for key in (f"column_{table}_{column}", f"column_{column}"):
        if book.words.has(key):
            return book.words(key)
    return book.words.label(column)


def value(table: str, column: str, key: Cell, otherwise: str = "") -> Formula:
    """A catalog value for a key, or blank where the catalog does not hold it."""
    names = f"cat_{table}_name"
    found = looked_up(f"cat_{table}_{column}", key, names)
    return typed("IF({0},{1},{2})", is_known(key, names), found, text(otherwise))
