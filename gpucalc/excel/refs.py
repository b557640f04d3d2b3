"""Cell references: columns, cells, areas and sheet names as formulas write them."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

MAX_ROW = 1_048_576
MAX_COLUMN = 16_384  # XFD

_CELL = re.compile(r"\$?([A-Za-z]{1,3})\$?([1-9][0-9]{0,6})")
# 'It''s'!A1 quotes a quote; an unquoted sheet name holds no operator and no space.
_AREA = re.compile(
    r"""(?: (?: '(?P<quoted>(?:[^']|'')+)' | (?P<plain>[^\s'!()\[\]{},;:=<>+\-*/^&%"\#]+) ) ! )?
        (?P<first>\$?[A-Za-z]{1,3}\$?[0-9]{1,7})
        (?: : (?P<last>\$?[A-Za-z]{1,3}\$?[0-9]{1,7}) )?""",
    re.VERBOSE,
)


@lru_cache(maxsize=4096)
def column_number(letters: str) -> int:
    """A is 1, XFD is 16384."""
    number = 0
    for letter in letters.upper():
        number = number * 26 + ord(letter) - 64
    return number


@lru_cache(maxsize=4096)
def column_letters(number: int) -> str:
    """1 is A, 16384 is XFD."""
    letters = ""
    while number:
        number, rest = divmod(number - 1, 26)
        letters = chr(65 + rest) + letters
    return letters


def cell_name(row: int, column: int) -> str:
    """The address of a cell: (3, 2) is B3."""
    return f"{column_letters(column)}{row}"


def parse_cell(text: str) -> tuple[int, int] | None:
    """Row and column of an address such as B3 or $B$3; None if it is none or lies off the sheet."""
    match = _CELL.fullmatch(text)
    if match is None:
        return None
    row, column = int(match[2]), column_number(match[1])
    return (row, column) if row <= MAX_ROW and column <= MAX_COLUMN else None


class Area(NamedTuple):
    """A rectangle of cells, ends included; `sheet` is None where the text names none."""

    sheet: str | None
    top: int
    left: int
    bottom: int
    right: int

    @property
    def anchor(self) -> tuple[int, int]:
        """Row and column of the upper left cell."""
        return self.top, self.left

    @property
    def single(self) -> bool:
        """Whether it is one cell."""
        return self.top == self.bottom and self.left == self.right

    def holds(self, row: int, column: int) -> bool:
        """Whether a cell lies inside."""
        return self.top <= row <= self.bottom and self.left <= column <= self.right

    def meets(self, other: Area) -> bool:
        """Whether two rectangles share a cell; sheets are not compared."""
        return (
            self.top <= other.bottom
            and other.top <= self.bottom
            and self.left <= other.right
            and other.left <= self.right
        )

    @property
    def cells(self) -> str:
        """The rectangle as A1:B2, without a sheet."""
        first = cell_name(self.top, self.left)
        return first if self.single else f"{first}:{cell_name(self.bottom, self.right)}"


def parse_area(text: str) -> Area | None:
    """A cell or rectangle with or without a sheet; None for anything else."""
    match = _AREA.fullmatch(text.strip())
    if match is None:
        return None
    first = parse_cell(match["first"])
    last = parse_cell(match["last"]) if match["last"] else first
    if first is None or last is None:
        return None
    sheet = match["plain"] if match["quoted"] is None else match["quoted"].replace("''", "'")
    (top, left), (bottom, right) = first, last
    return Area(sheet, min(top, bottom), min(left, right), max(top, bottom), max(left, right))
