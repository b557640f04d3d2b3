"""A grid of one formula over two edges, with the workings of each edge beside it.

corner        .           .          edge across  (may be changed)
(label)       .           .          helper of each column
(label)       .           .          cost by column
edge down     helper      cost       the grid
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from workbooks import blocks, house
from workbooks.book import Sheet
from workbooks.formulas import Cell, Formula, typed

LAST = "K"
FIRST = 5  # column E
AXIS = house.INPUT_NUMBER.but(bold=True, horizontal="center")
QUIET = house.TABLE_CELL.but(number=house.MONEY, horizontal="right", color=house.GREY, shrink=True)
GAP = house.Look(size=9, number='#,##0;-#,##0;"0"', horizontal="right", bottom="hair", shrink=True)

Limits = tuple[str, str]


@dataclass
class Grid:
    """Where the edges of a grid stand."""

    sheet: Sheet
    name: str
    top: int
    edges: list[Cell]
    sides: list[Cell]
    across: Limits
    down: Limits
    edge_help: list[Cell] = field(default_factory=list)
    edge_cost: list[Cell] = field(default_factory=list)
    side_help: list[Cell] = field(default_factory=list)
    side_cost: list[Cell] = field(default_factory=list)

    @property
    def first(self) -> int:
        """The first row of the grid."""
        return self.top + 3

    @property
    def end(self) -> int:
        """The row after the grid."""
        return self.first + len(self.sides)

    def by_edge(
        self, offset: int, label: str, make: Callable[[int], Formula], number: str = house.MONEY
    ) -> list[Cell]:
        """A row of workings under the edge across: ``offset`` 1 or 2."""
        row = self.top + offset
        self.sheet.height(row, 15)
        self.sheet.put("B", row, label, house.HELP)
        self.sheet.merge("B", row, "D")
        return [
            self.sheet.formula(house.letter(FIRST + n), row, make(n), QUIET.but(number=number))
            for n in range(len(self.edges))
        ]

    def by_side(
        self, column: str, label: str, make: Callable[[int], Formula], number: str = house.MONEY
    ) -> list[Cell]:
        """A column of workings beside the edge down: "C" or "D"."""
        self.sheet.put(column, self.top, label, house.HEAD)
        return [
            self.sheet.formula(column, self.first + n, make(n), QUIET.but(number=number))
            for n in range(len(self.sides))
        ]

    def fill(self, make: Callable[[int, int], Formula]) -> None:
        """The grid: ``make(side, edge)``; owning is cheaper where it is not negative."""
        for down in range(len(self.sides)):
            for across in range(len(self.edges)):
                letter = house.letter(FIRST + across)
                self.sheet.formula(letter, self.first + down, make(down, across), GAP)
        right = house.letter(FIRST + len(self.edges) - 1)
        area = self.sheet.at("E", self.first, right, self.end - 1)
        own = house.highlight(fill=house.PASS_FILL, color=house.PASS_TEXT, bold=True)
        self.sheet.condition(area, typed('COUNTIFS({0},">=0")=1', f"E{self.first}"), own)


def frame(
    sheet: Sheet,
    row: int,
    name: str,
    across: Sequence[float],
    down: Sequence[float],
    limits: tuple[Limits, Limits],
    numbers: tuple[str, str],
) -> Grid:
    """Heading, note and edges. ``limits`` and ``numbers`` are of the edge across, then down."""
    words = sheet.book.words
    row = blocks.heading(sheet, row, words(f"grid_{name}"), LAST)
    note = words(f"grid_{name}_note")
    sheet.put("B", row, note, house.NOTE)
    sheet.merge("B", row, LAST)
    sheet.height(row, 13 * house.lines_needed(note, 140) + 6)
    row += 1
    sheet.height(row, 30)
    corner = f"{words(f'grid_{name}_down')} ↓\n{words(f'grid_{name}_across')} →"
    sheet.put("B", row, corner, house.HEAD)
    for column in "CD":
        sheet.put(column, row, None, house.HEAD)
    edges = [
        sheet.put(house.letter(FIRST + n), row, value, AXIS.but(number=numbers[0]))
        for n, value in enumerate(across)
    ]
    sides = [
        sheet.put("B", row + 3 + n, value, AXIS.but(number=numbers[1]))
        for n, value in enumerate(down)
    ]
    for offset in (1, 2):
        sheet.height(row + offset, 3)  # until workings are put there
    for cell in (*edges, *sides):
        sheet.hint(cell, (words("axis_head"), words("axis_prompt")))
    return Grid(sheet, name, row, edges, sides, *limits)
