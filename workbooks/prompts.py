"""A message for every cell that may be filled, those beside the inputs and below the notes too."""

from __future__ import annotations

from openpyxl.cell.cell import Cell, MergedCell

from workbooks.book import Book, Sheet

# By sheet and column: the words of the message's title and of the message.
_LOG = ("log_date", "log_who", "log_what", "log_old", "log_new")
PLACES: dict[str, dict[str, tuple[str, str]]] = {
    "inputs": {"H": ("basis", "prompt_source")},
    "checks": dict.fromkeys("EF", ("prompt_limit_head", "prompt_limit")),
    "notes": {c: (log, f"prompt_{log}") for c, log in zip("BCDEF", _LOG, strict=True)},
}


def complete(book: Book) -> None:
    """Gives every unlocked cell that says nothing yet a message by its sheet and column.

    Call it when all sheets are written; a cell of a sheet that is not known here is a KeyError, so
    that no input goes without.
    """
    for field, sheet in book.sheets.items():
        for cell in _silent(sheet):
            title, message = map(book.words, PLACES[field][cell.column_letter])
            sheet.hint(sheet.at(cell.column_letter, cell.row), (title[:32], message))


def _silent(sheet: Sheet) -> list[Cell]:
    """The unlocked cells without a message, row by row."""
    told = {
        place
        for rule in sheet.raw.data_validations.dataValidation
        if rule.prompt
        for area in rule.sqref.ranges
        for line in area.rows
        for place in line
    }
    return [
        cell
        for line in sheet.raw.iter_rows()
        for cell in line
        if not isinstance(cell, MergedCell)
        and not cell.protection.locked
        and (cell.row, cell.column) not in told
    ]
