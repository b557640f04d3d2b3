"""The notes of a book: conventions, sources, change log to fill in."""

from __future__ import annotations

from collections.abc import Sequence

from gpucalc import catalog
from workbooks import blocks, house
from workbooks.book import Book, Sheet

LOG_ROWS = 8


def write(book: Book, paragraphs: Sequence[str], sources: Sequence[str]) -> Sheet:
    """Writes the sheet; each name has a lead-in and a text: note_<p>_lead, note_<p>, source_<s>."""
    words = book.words
    sheet = book.sheet("notes")
    sheet.widths(A=2, B=24, C=24, D=24, E=24, F=24)
    row = blocks.title(sheet, words("notes_title"), words("notes_subtitle"), "F")
    row = blocks.heading(sheet, row, words("notes_conventions"), "F")
    told = [(words(f"note_{p}_lead"), words(f"note_{p}")) for p in paragraphs]
    row = blocks.notes(sheet, row, told, "F")
    row = blocks.heading(sheet, row + 1, words("notes_sources"), "F")
    blanks = {"version": catalog.version(), "date": catalog.date()}
    named = [
        (words(f"source_{s}_lead"), words(f"source_{s}", **(blanks if s == "catalog" else {})))
        for s in sources
    ]
    row = blocks.notes(sheet, row, named, "F")
    row = blocks.heading(sheet, row + 1, words.label("change_log"), "F")
    heads = ("log_date", "log_who", "log_what", "log_old", "log_new")
    row = blocks.head_row(sheet, row, dict(zip("BCDEF", map(words, heads), strict=True)), 20)
    for line in range(row, row + LOG_ROWS):
        sheet.height(line, 20)
        for column in "BCDEF":
            look = house.INPUT.but(size=9)
            sheet.put(column, line, None, look.but(number=house.DATE) if column == "B" else look)
    return sheet
