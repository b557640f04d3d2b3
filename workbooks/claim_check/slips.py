"""Usual slips by the ratio that they leave: a claim over what it should be.

The ratios stand on the reference sheet in rising order, each marked for the claims of which it can
be true: a forward pass alone may explain compute, never memory. A ratio within the tolerance of one
of them is explained by it. It is a hint to look at, never the verdict.
"""

from __future__ import annotations

from workbooks import blocks, house
from workbooks.book import Sheet
from workbooks.formulas import BLANK, Cell, Formula, text, typed
from workbooks.words import Words

# Ratio, word, and the claims that it may explain; thousands of seconds read as hours leave 3.6.
# A * says that it holds only where the factor is 6: LoRA has neither that 6 nor its two thirds. A
# word after a colon is told instead.
RATIOS = (
    (1e-6, "million", "flops peak"),
    (1 / 3600, "seconds", "hours transfer"),
    (1e-3, "thousand", "flops peak"),
    (0.01, "hundred", "flops peak steps hours transfer money days"),
    (1 / 24, "day", "hours transfer money"),
    (1 / 12, "year", "money days"),
    (0.1, "ten", "flops peak steps hours transfer money days"),
    (1 / 8, "per_card", "hours money transfer:bits"),
    (1 / 6, "six", "flops* hours*"),
    (1 / 3.6, "thousand_seconds", "hours transfer"),
    (1 / 3, "three", "flops* hours*"),
    (1 / 2, "half", "hours peak"),
    (2 / 3, "lora", "flops* hours*"),
    (2, "twice", "peak hours"),
    (3.6, "thousand_seconds", "hours transfer"),
    (6, "six", "flops hours"),
    (8, "per_card", "hours money transfer:bits"),
    (10, "ten", "flops peak steps hours transfer money days"),
    (12, "year", "money days"),
    (24, "day", "hours transfer money"),
    (100, "hundred", "flops peak steps hours transfer money days"),
    (1e3, "thousand", "flops peak"),
    (3600, "seconds", "hours transfer"),
    (1e4, "ten_thousand", "flops steps money"),
    (1e6, "million", "flops peak"),
)
# Of which claims a slip may be told: a column of marks each.
KINDS = {"flops": "H", "hours": "I", "peak": "J", "steps": "K", "transfer": "L", "money": "M",
         "days": "N"}  # fmt: skip
LAST = "N"
NEAR = 0.02
YES, BY_SIX = "●", "k = 6"


class Slips:
    """The table, and the look-up in it. ``near`` is the cell of the tolerance."""

    def __init__(self, sheet: Sheet, row: int) -> None:
        words = sheet.book.words
        sheet.widths(N=19)
        row = blocks.heading(sheet, row, words("slips_heading"), LAST)
        sheet.put("B", row, words("slip_near"), house.LABEL)
        look = house.TABLE_CELL.but(number="0.000000", horizontal="right")
        self.near = sheet.put("C", row, NEAR, look.but(number=house.SHARE))
        heads = {"B": words("ratio"), "C": words("low_head"), "D": words("high_head"),
                 "E": words("slip")}  # fmt: skip
        heads |= {column: words(f"slip_of_{kind}") for kind, column in KINDS.items()}
        top = blocks.head_row(sheet, row + 1, heads, 28)
        sheet.merge("E", row + 1, "G")
        for offset, (ratio, word, kinds) in enumerate(RATIOS):
            at = top + offset
            sheet.height(at, 27)
            sheet.put("B", at, ratio, look)
            sheet.put("C", at, ratio * (1 - NEAR), look)
            sheet.put("D", at, ratio * (1 + NEAR), look)
            sheet.put("E", at, words(f"slip_{word}"), house.TABLE_CELL)
            sheet.merge("E", at, "G")
            for kind, column in KINDS.items():
                sheet.put(column, at, _mark(words, kind, kinds),
                          house.TABLE_CELL.but(horizontal="center"))  # fmt: skip
        end = top + len(RATIOS) - 1
        self._low, self._high, self._words = (sheet.at(c, top, c, end) for c in "CDE")
        self._marks = {kind: sheet.at(c, top, c, end) for kind, c in KINDS.items()}

    def found(self, kind: str, ratio: Cell, by_six: Cell) -> Formula:
        """The slip that a ratio of a kind of claim points to, blank where none does; ``by_six`` is
        1 where the method's factor is that of full training."""
        place = typed("MATCH({0},{1},1)", ratio, self._low)
        first = typed("INDEX({0},1)", self._low)
        inside = typed("{0}<=INDEX({1},{2})", ratio, self._high, place)
        mark = typed("INDEX({0},{1})", self._marks[kind], place)
        named = typed("INDEX({0},{1})", self._words, place)
        told = typed(
            'IF({0}="",{1},IF({0}={2},{3},IF({0}={4},IF({5}=1,{3},{1}),{0})))',
            mark, BLANK, text(YES), named, text(BY_SIX), by_six,
        )  # fmt: skip
        return typed(
            'IF(COUNTIFS({0},"<1E+300")=0,{1},IF({0}<{2},{1},IF({3},{4},{1})))', ratio, BLANK,
            first, inside, told,
        )  # fmt: skip


def _mark(words: Words, kind: str, kinds: str) -> str | None:
    """What stands in the column of a kind of claim: a mark, a word of its own, or nothing."""
    for one in kinds.split():
        name, _, own = one.partition(":")
        if name.rstrip("*") == kind:
            return words(f"slip_{own}") if own else BY_SIX if name.endswith("*") else YES
    return None
