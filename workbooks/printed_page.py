"""A page to print and sign: one A4 sheet, every figure a reference to where it was computed."""

from __future__ import annotations

from workbooks import house
from workbooks.book import Book, Sheet
from workbooks.formulas import Cell, Formula, typed
from workbooks.house import Look

LABEL = Look(size=10, color=house.GREY)
VALUE = Look(size=11, wrap=True)
BAND = Look(size=11, bold=True, color=house.NAVY, fill=house.BAND, indent=1)
PALE = Look(fill=house.PALE, edge=house.NAVY)


class PrintedPage:
    """The page under construction; ``row`` is the next free row."""

    def __init__(self, book: Book, field: str, last: str, *, landscape: bool = False) -> None:
        self.book, self.last = book, last
        self.words, self.label = book.words, book.words.label
        self.sheet: Sheet = book.sheet(field, landscape=landscape, tab="C9A227")
        self.row = 1

    def finish(self) -> None:
        """Sets what is printed: all rows written, on one page."""
        self.sheet.print_area(self.sheet.at("A", 1, self.last, self.row - 1))
        self.sheet.raw.page_setup.fitToHeight = 1
        self.sheet.raw.page_margins.left = self.sheet.raw.page_margins.right = 0.45

    def put(
        self, row: int, first: str, last: str, value: str | Formula, look: Look, bottom: int = 0
    ) -> None:
        """A text or formula over several columns (and down to row ``bottom``)."""
        if isinstance(value, Formula):
            self.sheet.formula(first, row, value, look, mark=False)
        else:
            self.sheet.put(first, row, value, look)
        if first != last or bottom:
            self.sheet.merge(first, row, last, bottom)

    def gap(self, points: float = 6) -> None:
        """A low empty row."""
        self.sheet.height(self.row, points)
        self.row += 1

    def band(self, words: str) -> None:
        """A heading across the page."""
        self.sheet.height(self.row, 22)
        self.put(self.row, "A", self.last, words, BAND)
        self.row += 1


def closing_rows(sheet: Sheet, block: Cell, item: str, total: Formula) -> None:
    """Lines of a table whose unused rows stay white: a rule under used ones, the total strong.

    The first column holds the number of each row in white; it shows where the row is used.
    ``item`` is the cell of the first row that is blank where the row is unused, ``total`` the
    condition that the row is the total. A program that applies one format only takes the first.
    """
    first = sheet.at(house.letter(block.column), block.row, house.letter(block.column),
                     block.last_row)  # fmt: skip
    strong = {"bold": True, "fill": house.BAND, "rule": "thin", "top": "thin"}
    used = typed('{0}<>""', item)
    sheet.condition(first, total, house.highlight(color=house.BAND, **strong))  # type: ignore[arg-type]
    sheet.condition(first, used, house.highlight(color=house.GREY, rule="hair"))
    sheet.condition(block, total, house.highlight(**strong))  # type: ignore[arg-type]
    sheet.condition(block, used, house.highlight(rule="hair"))
