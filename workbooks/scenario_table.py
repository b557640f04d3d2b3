"""Rows of three scenarios side by side, and the selected one, picked by position."""

from __future__ import annotations

from workbooks import blocks, house
from workbooks.book import Book, Sheet
from workbooks.formulas import BLANK, Cell, Formula, selected, typed, when
from workbooks.house import Look

SCENARIOS = ("optimistic", "base", "conservative")
COLUMNS = "CDE"  # one each; F repeats the selected one


class ScenarioTable:
    """``rows[key]`` is the block of a row's three values, ``chosen[key]`` the selected one.

    :meth:`selector` comes first; ``next`` is the next free row.
    """

    selected: Cell
    position: Cell
    next: int

    def __init__(self, book: Book, sheet: Sheet) -> None:
        self.book, self.sheet = book, sheet
        self.words, self.label = book.words, book.words.label
        self.rows: dict[str, Cell] = {}
        self.chosen: dict[str, Cell] = {}

    def selector(self, row: int, scenario: Cell, options: Cell, last: str) -> int:
        """Shows which scenario is selected and its position; gives the next row.

        The row after the position is left for the basis of the figures.
        """
        sheet = self.sheet
        sheet.put("B", row, self.label("selected_scenario"), house.LABEL.but(bold=True))
        look = house.FORMULA_TEXT.but(bold=True, horizontal="center")
        self.selected = sheet.formula("C", row, typed("{0}", scenario), look)
        sheet.put("D", row, self.words("selector_hint"), house.NOTE.but(vertical="center"))
        sheet.merge("D", row, last)
        position = typed("IF(COUNTIFS({0},{1})=0,{2},MATCH({1},{0},0))", options, scenario, BLANK)
        sheet.put("B", row + 1, self.words("scenario_position"), house.LABEL)
        self.position = sheet.formula("C", row + 1, position, house.FORMULA)
        return row + 4

    def heads(self, words: str) -> None:
        """A heading, and the names of the scenarios, the selected one marked."""
        self.next = blocks.heading(self.sheet, self.next, words, "F")
        heads = dict(zip(COLUMNS, map(self.label, SCENARIOS), strict=True))
        heads |= {"B": self.words("field"), "F": self.label("selected_scenario")}
        self.next = blocks.head_row(self.sheet, self.next, heads, 20)
        first = self.sheet.at("C", self.next - 1)
        style = house.highlight(fill=house.NAVY, color=house.WHITE, bold=True)
        block = self.sheet.at("C", first.row, "E")
        here = f"C{first.row}"
        self.sheet.condition(block, typed("{0}={1}", here, self.selected), style)

    def row(
        self, key: str, label: str, formulas: list[Formula], number: str, look: Look = house.FORMULA
    ) -> None:
        """One row of the table; the selected value is picked by position, never copied."""
        sheet, row = self.sheet, self.next
        sheet.height(row, 18)
        sheet.put("B", row, label, house.LABEL)
        for column, formula in zip(COLUMNS, formulas, strict=True):
            sheet.formula(column, row, formula, look.but(number=number))
        block = self.rows[key] = sheet.at("C", row, "E")
        pick = when(typed('{0}<>""', self.position), selected(block, self.position))
        self.chosen[key] = sheet.formula("F", row, pick, look.but(number=number, bold=True))
        self.next += 1

    def each(self, key: str) -> list[Cell]:
        """The three cells of a row."""
        block = self.rows[key]
        return [self.sheet.at(column, block.row) for column in COLUMNS]
