"""Rows of three scenarios side by side, and the selected one, picked by position."""

from __future__ import annotations

from collections.abc import Mapping

from workbooks import blocks, catalogs, house
from workbooks.book import Book, Sheet
from workbooks.formulas import (
    BLANK,
    Cell,
    Formula,
    joined,
    position_of,
    selected,
    text,
    typed,
    when,
)
from workbooks.house import Look

SCENARIOS = ("optimistic", "base", "conservative")
COLUMNS = "CDE"  # one each; F repeats the selected one


class ScenarioTable:
    """``rows[key]`` is the block of a row's three values, ``chosen[key]`` the selected one.

    :meth:`selector` comes first; ``next`` is the next free row.
    """

    selected: Cell
    position: Cell
    mfu_status: Cell
    mfu_source: Cell
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
        position = position_of(scenario, options)
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

    def mfu_row(self, used: Mapping[str, Cell], family: Cell, method: Cell, last: str) -> None:
        """The MFU of each scenario: as typed (``used``), else the catalog's for card and method.

        Sets ``mfu_status``, the cell that says whether the base figure is typed, measured or
        assumed; it stands in the row that the selector left free.
        """
        row = self.position.row
        key = joined(family, text("|"), method)
        helper = self.sheet.formula("E", row, key, house.HELP)
        self.sheet.put("D", row, self.words("mfu_key"), house.HELP)
        found = {name: catalogs.value("mfu", name, helper) for name in ("low", "typical", "high")}
        base = typed("IF({0}<>{1},{0},{2})", used["mfu"], BLANK, found["typical"])
        low = typed("IF({0}<>{1},{0},{2})", used["mfu_low"], BLANK, found["low"])
        high = typed("IF({0}<>{1},{0},{2})", used["mfu_high"], BLANK, found["high"])
        middle = self.sheet.at("D", self.next)
        # A base typed outside the catalog's range widens the range: never "optimistic" below base.
        best = typed("IF({0}<{1},{1},{0})", high, middle)
        worst = typed("IF({0}>{1},{1},{0})", low, middle)
        self.row("mfu", self.label("mfu"), [best, base, worst], house.SHARE)
        self._mfu_basis(row + 1, used["mfu"], helper, last)

    def _mfu_basis(self, row: int, own: Cell, key: Cell, last: str) -> None:
        self.sheet.put("B", row, self.words("mfu_basis"), house.LABEL)
        status = catalogs.value("mfu", "status", key)
        assumed, measured = text(self.label("assumed")), text(self.label("measured"))
        shown = typed(
            'IF({0}<>"",{1},IF({2}="assumed",{3},IF({2}="measured",{4},"")))',
            own, text(self.words("mfu_own")), status, assumed, measured,
        )  # fmt: skip
        look = house.FORMULA_TEXT.but(horizontal="center")
        self.mfu_status = self.sheet.formula("C", row, shown, look)
        best, base, worst = self.each("mfu")
        # A base typed at or beyond an end of the catalog's range leaves nothing on that side.
        beyond = typed(
            "IF({0}={1},{2},IF({3}={1},{4},{5}))", best, base, text(self.words("mfu_at_high")),
            worst, text(self.words("mfu_at_low")), BLANK,
        )  # fmt: skip
        source = typed('IF({0}="",{1},{2})', own, catalogs.value("mfu", "source", key), beyond)
        self.mfu_source = self.sheet.formula(
            "D", row, source, house.HELP.but(bottom="", wrap=False)
        )
        self.sheet.merge("D", row, last)
