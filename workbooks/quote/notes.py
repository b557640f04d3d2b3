"""The notes of the quote: conventions, sources, how to change the book, change log."""

from __future__ import annotations

from gpucalc import catalog
from workbooks import blocks, house
from workbooks.book import Book, Sheet

PARAGRAPHS = (
    "hours", "billing", "tax", "rounding", "scenarios", "mfu", "memory", "prices", "formulas",
    "changes",
)  # fmt: skip
SOURCES = ("flops", "memory", "activations", "words", "vat", "catalog")
LOG_ROWS = 8


def write(book: Book) -> Sheet:
    """Writes the sheet."""
    words = book.words
    sheet = book.sheet("notes")
    sheet.widths(A=2, B=24, C=24, D=24, E=24, F=24)
    row = blocks.title(sheet, words("notes_title"), words("notes_subtitle"), "F")
    row = blocks.heading(sheet, row, words("notes_conventions"), "F")
    row = blocks.notes(
        sheet, row, [(words(f"note_{p}_lead"), words(f"note_{p}")) for p in PARAGRAPHS], "F"
    )
    row = blocks.heading(sheet, row + 1, words("notes_sources"), "F")
    blanks = {"version": catalog.version(), "date": catalog.date()}
    sources = [
        (words(f"source_{s}_lead"), words(f"source_{s}", **(blanks if s == "catalog" else {})))
        for s in SOURCES
    ]
    row = blocks.notes(sheet, row, sources, "F")
    row = blocks.heading(sheet, row + 1, book.words.label("change_log"), "F")
    heads = ("log_date", "log_who", "log_what", "log_old", "log_new")
    row = blocks.head_row(sheet, row, dict(zip("BCDEF", map(words, heads), strict=True)), 20)
    for line in range(row, row + LOG_ROWS):
        sheet.height(line, 20)
        for column in "BCDEF":
            look = house.INPUT.but(size=9)
            sheet.put(column, line, None, look.but(number=house.DATE) if column == "B" else look)
    return sheet
