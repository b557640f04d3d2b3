"""The sheet that reads typed inputs: one row per input, the steps of the reading side by side.

People type 13B, 2000亿, 8折 or ¥12,000 into a cell that means a number. The printed form of
`read_text` turns each into a number in visible steps, so that nobody has to trust it. What cannot
be read, or lies outside the quantity's limits, is "?" from here on: no formula of the book ever
sees it, and the checks say so.
"""

from __future__ import annotations

from gpucalc.quantity import Quantity
from workbooks import blocks, house
from workbooks.book import Book
from workbooks.formulas import BLANK, Cell, read, typed
from workbooks.limits import within

HEADS = ("input", "as_number", "low_head", "high_head")
FIRST_STEP, LAST_STEP = 6, 20  # columns F to T


class Readings:
    """Collects the inputs that may hold text."""

    def __init__(self, book: Book) -> None:
        self.sheet = book.sheet("readings", landscape=True, tab=house.GREY)
        self.sheet.widths(A=2, B=40, C=18, D=10, E=10)
        steps = [house.letter(c) for c in range(FIRST_STEP, LAST_STEP + 1)]
        self.sheet.widths(**dict.fromkeys(steps, 12))
        words = book.words
        row = blocks.title(
            self.sheet, words("readings_title"), words("readings_subtitle"), steps[-1]
        )
        heads = {c: words(k) for c, k in zip("BCDE", HEADS, strict=True)}
        heads |= {c: words("reading_step", number=n) for n, c in enumerate(steps, 1)}
        self._row = blocks.head_row(self.sheet, row, heads)
        self.sheet.freeze("D", self._row)
        self.sheet.print_rows(row, row)

    def number(self, quantity: Quantity, source: str | Cell, label: str) -> Cell:
        """Reads an input: the cell with its number, "" where blank, "?" where it is no good."""
        row, self._row = self._row, self._row + 1
        column = FIRST_STEP - 1

        def place() -> Cell:
            nonlocal column
            column += 1
            return self.sheet.at(house.letter(column), row)

        steps = read(quantity, source, place)
        if column > LAST_STEP:
            raise ValueError(f"{label}: {len(steps)} steps of reading, room for fewer: widen")
        for cell, formula, _ in steps:
            look = house.TABLE_CELL.but(color=house.GREY, horizontal="left", shrink=True)
            self.sheet.formula(house.letter(cell.column), row, formula, look)
        self.sheet.put("B", row, label, house.LABEL)
        raw = steps[-1][0]
        look = house.TABLE_CELL.but(color=house.GREY, horizontal="right", shrink=True)
        good = within(self.sheet, row, "DE", quantity, raw, look)
        result = typed('IF({0}={1},{1},IF({2},{0},"?"))', raw, BLANK, good)
        return self.sheet.formula("C", row, result, house.FORMULA)
