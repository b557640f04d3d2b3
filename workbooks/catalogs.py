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


def write(book: Book, sheet: Sheet, top: int, table: str) -> Cell:
    """A catalog table with its headings in row ``top``, a name ``cat_<table>_<column>`` for each.

    Alias rows follow the canonical ones, in grey: a look-up walks the same list as the library's.
    Gives the block of canonical names, for drop-downs.
    """
    first, shown_columns = 2, columns(table, book.lang)
    found = catalog.table(table)
    last = top + len(found.rows)
    canonical = len(found.names())
    for offset, column in enumerate(shown_columns):
        letter = house.letter(first + offset)
        label = _column_label(book, column)
        sheet.put(letter, top, label, house.HEAD)
        for row, values in enumerate(found.rows, top + 1):
            content = values[column]
            look = house.TABLE_CELL.but(color=house.GREY if row - top > canonical else house.BLACK)
            if isinstance(content, float):
                look = look.but(horizontal="right")
            sheet.put(letter, row, content, look)
        book.name(f"cat_{table}_{column}", sheet.at(letter, top + 1, letter, last))
        shown = [label, *(str(values[column]) for values in found.rows[:canonical])]
        sheet.widths(**{letter: house.column_width(shown, most=38)})
    sheet.height(top, 40)
    name = house.letter(first + shown_columns.index("name"))
    return sheet.at(name, top + 1, name, top + canonical)


def _column_label(book: Book, column: str) -> str:
    key = f"column_{column}"
    return book.words(key) if book.words.has(key) else book.words.label(column)


def value(table: str, column: str, key: Cell, otherwise: str = "") -> Formula:
    """A catalog value for a key, or blank where the catalog does not hold it."""
    names = f"cat_{table}_name"
    found = looked_up(f"cat_{table}_{column}", key, names)
    return typed("IF({0},{1},{2})", is_known(key, names), found, text(otherwise))
