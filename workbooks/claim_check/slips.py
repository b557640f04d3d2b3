"""Usual slips by the ratio that they leave: a claim over what it should be.

The ratios stand on the reference sheet in rising order; a ratio within the tolerance of one of them
is explained by it. It is a hint to look at, never the verdict.
"""

from __future__ import annotations

from workbooks import blocks, house
from workbooks.book import Sheet
from workbooks.formulas import BLANK, Cell, Formula, typed

# Ratio and word; thousands of seconds read as hours leave 3.6.
RATIOS = (
    (1e-6, "million"), (1 / 3600, "seconds"), (1e-3, "thousand"), (0.01, "hundred"),
    (1 / 24, "day"), (1 / 12, "year"), (0.1, "ten"), (1 / 8, "per_card"), (1 / 6, "six"),
    (1 / 4, "four"), (1 / 3.6, "thousand_seconds"), (1 / 3, "three"), (1 / 2, "half"),
    (2 / 3, "lora"), (2, "twice"), (3, "three"), (3.6, "thousand_seconds"), (4, "four"),
    (6, "six"), (8, "per_card"), (10, "ten"), (12, "year"), (24, "day"), (100, "hundred"),
    (1e3, "thousand"), (3600, "seconds"), (1e4, "ten_thousand"), (1e6, "million"),
)  # fmt: skip
NEAR = 0.02


class Slips:
    """The table, and the look-up in it."""

    def __init__(self, sheet: Sheet, row: int, last: str) -> None:
        words = sheet.book.words
        row = blocks.heading(sheet, row, words("slips_heading"), last)
        heads = {"B": words("ratio"), "C": words("low_head"), "D": words("high_head"),
                 "E": words("slip")}  # fmt: skip
        top = blocks.head_row(sheet, row, heads, 20)
        sheet.merge("E", row, last)
        look = house.TABLE_CELL.but(number="0.000000", horizontal="right")
        for offset, (ratio, word) in enumerate(RATIOS):
            at = top + offset
            sheet.put("B", at, ratio, look)
            sheet.put("C", at, ratio * (1 - NEAR), look)
            sheet.put("D", at, ratio * (1 + NEAR), look)
            sheet.put("E", at, words(f"slip_{word}"), house.TABLE_CELL)
            sheet.merge("E", at, last)
        end = top + len(RATIOS) - 1
        self._low, self._high, self._words = (sheet.at(c, top, c, end) for c in "CDE")

    def found(self, ratio: Cell) -> Formula:
        """The slip that a ratio points to, blank where none does."""
        place = typed("MATCH({0},{1},1)", ratio, self._low)
        first = typed("INDEX({0},1)", self._low)
        inside = typed("{0}<=INDEX({1},{2})", ratio, self._high, place)
        named = typed("INDEX({0},{1})", self._words, place)
        return typed(
            'IF(COUNTIFS({0},"<1E+300")=0,{1},IF({0}<{2},{1},IF({3},{4},{1})))', ratio, BLANK,
            first, inside, named,
        )  # fmt: skip
