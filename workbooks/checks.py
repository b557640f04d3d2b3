"""The checks sheet: pass, fail or incomplete, each with what to do; the master is the worst."""

from __future__ import annotations

from workbooks import blocks, house
from workbooks.book import Book
from workbooks.fields import Field
from workbooks.formulas import (
    BLANK,
    Cell,
    Formula,
    Part,
    constant,
    is_known,
    joined,
    printed,
    text,
    typed,
    when,
)
from workbooks.inputs import cell_example
from workbooks.limits import within

LAST = "H"


# A larger discount is asked about: 0.85 written for 85折 takes 85 % off.
DISCOUNT_ALERT = 0.5


class Checks:
    """Collects checks, then closes with the master state (:meth:`finish`)."""

    def __init__(self, book: Book, title: str, subtitle: str) -> None:
        self.book, self.words, self.label = book, book.words, book.words.label
        self.sheet = book.sheet("checks", landscape=True)
        self.sheet.widths(A=2, B=6, C=46, D=22, E=12, F=14, G=12, H=64)
        row = blocks.title(self.sheet, title, subtitle, LAST)
        self._master_row, self._number = row, 0
        heads = ("no", "check", "value_head", "low_head", "high_head", "state", "to_do")
        self._head = row + 2
        self.next = blocks.head_row(
            self.sheet, self._head, dict(zip("BCDEFGH", map(self.words, heads), strict=True)), 20
        )
        self.sheet.freeze("D", self.next)
        self.sheet.print_rows(self._head, self._head)
        self._first = self.next
        # The master's cell is known from the start: the pages that show it are written earlier.
        self.master = self.sheet.at("D", row)

    def state(self, name: str) -> Formula:
        """The text constant of a state: pass, fail or incomplete."""
        return text(self.label(name))

    def heading(self, words: str) -> None:
        """Starts a group of checks."""
        self.next = blocks.heading(self.sheet, self.next, words, LAST)

    def limit(self, value: float, number: str, column: str = "F") -> Cell:
        """A limit of the next check that people may change: upper, or lower in column E."""
        return self.sheet.put(column, self.next, value, house.INPUT_NUMBER.but(number=number))

    def lacking(self, missing: Cell, usual: str) -> Formula:
        """Names what a cell lists as missing, each piece with the list's mark behind it; else says
        what the check is about."""
        mark = constant(self.words("list_separator"))
        listed = printed("without_last", text=missing, mark=mark)
        named = joined(text(self.words("missing_named")), listed)
        return typed("IF({0}={1},{2},{3})", missing, BLANK, text(usual), named)

    def add(
        self, what: str, state: Formula, remedy: str, value: Part = BLANK, number: str = "General",
        room: int = 2,
    ) -> None:  # fmt: skip
        """One check; ``state`` gives one of the three states. A ``remedy`` that names what is
        missing is a formula, with ``room`` for so many lines."""
        sheet, row = self.sheet, self.next
        self._number += 1
        told = isinstance(remedy, Formula)
        lines = max(room if told else house.lines_needed(remedy, 70), house.lines_needed(what, 48))
        sheet.height(row, max(18, 12.5 * lines + 5))
        sheet.put("B", row, self._number, house.LABEL.but(horizontal="center", color=house.GREY))
        sheet.put("C", row, what, house.LABEL)
        look = house.FORMULA.but(number=number, color=house.BLACK)
        sheet.formula("D", row, typed("{0}", value), look)
        for column in "EF":
            if sheet.raw[f"{column}{row}"].value is None:
                sheet.put(column, row, None, house.LABEL)
        sheet.formula("G", row, state, house.STATE)
        if isinstance(remedy, Formula):
            sheet.formula("H", row, remedy, house.HELP)
        else:
            sheet.put("H", row, remedy, house.HELP)
        self.next += 1

    def rule(
        self,
        what: str,
        holds: Formula,
        remedy: str,
        *,
        ready: Formula | None = None,
        otherwise: str = "fail",
        value: Part = BLANK,
        number: str = "General",
        room: int = 2,
    ) -> None:
        """A condition: pass where it holds, else ``otherwise``; incomplete until ``ready``."""
        state = typed("IF({0},{1},{2})", holds, self.state("pass"), self.state(otherwise))
        if ready is not None:
            state = when(ready, state, self.state("incomplete"))
        self.add(what, state, remedy, value, number, room)

    def required(
        self, what: str, cell: Cell | str, remedy: str, only: Formula | None = None
    ) -> None:
        """A cell that must be filled (where the condition ``only`` holds)."""
        state = typed('IF({0}="",{1},{2})', cell, self.state("incomplete"), self.state("pass"))
        if only is not None:
            state = when(only, state, self.state("pass"))
        self.add(what, state, remedy)

    def bounds(self, field: Field, entry: Cell, used: Cell) -> None:
        """A number or date within the bounds of its quantity, whatever was pasted over it."""
        quantity = field.quantity
        if quantity is None:
            raise ValueError(f"{field.name} has no quantity")
        look = house.LABEL.but(horizontal="right", color=house.GREY)
        inside = within(self.sheet, self.next, "EF", quantity, used, look)
        state = typed(
            'IF({0}="",{1},IF({2},{1},{3}))', entry, self.state("pass"), inside, self.state("fail")
        )
        label = self.label(field.name)
        allowed = self.words("whole_only") if quantity.whole else ""
        remedy = self.words("remedy_bounds", example=cell_example(quantity)) + allowed
        shown = typed('IF({0}="","",{0})', entry)
        self.add(self.words("check_bounds", field=label), state, remedy, shown, field.number)

    def choice(self, label: str, entry: Cell | str, used: Cell, options: Cell | str) -> None:
        """A text that must be one of a list."""
        known = is_known(used, options)
        state = typed(
            'IF({0}="",{1},IF({2},{1},{3}))', entry, self.state("pass"), known, self.state("fail")
        )
        self.add(self.words("check_choice", field=label), state, self.words("remedy_choice"), used)

    def finish(self) -> Cell:
        """Writes the master state above the list and gives its cell (``out_status``)."""
        sheet, row = self.sheet, self._master_row
        states = sheet.at("G", self._first, "G", self.next - 1)
        fail, open_, good = (self.state(s) for s in ("fail", "incomplete", "pass"))
        worst = typed(
            "IF(COUNTIFS({0},{1})>0,{1},IF(COUNTIFS({0},{2})>0,{2},{3}))", states, fail, open_, good
        )
        sheet.height(row, 26)
        sheet.put("C", row, self.words("master_check"), house.LABEL.but(bold=True, size=12))
        look = house.STATE.but(size=13).boxed("medium")
        self.book.name("out_status", sheet.formula("D", row, worst, look))
        for column, state in (("E", fail), ("F", open_)):
            count = typed('{0}&" × "&COUNTIFS({1},{0})', state, states)
            sheet.formula(column, row, count, house.STATE.but(size=9, bold=False))
        blocks.state_colours(sheet, sheet.at("D", row))
        blocks.state_colours(sheet, states)
        return self.master
