"""A calculation sheet: one value per row, from top to bottom, each with unit and explanation."""

from __future__ import annotations

from collections.abc import Mapping

from workbooks import blocks, house
from workbooks.book import Book
from workbooks.formulas import BLANK, Argument, Cell, Formula, spread, typed, when
from workbooks.house import Look

LAST = "E"


class Steps:
    """Rows of a calculation sheet. ``cells[key]`` is the value of a row."""

    def __init__(self, book: Book, field: str, title: str, subtitle: str) -> None:
        self.book = book
        self.sheet = book.sheet(field)
        self.sheet.widths(A=2, B=38, C=26, D=16, E=62)
        self.cells: dict[str, Cell] = {}
        self._row = blocks.title(self.sheet, title, subtitle, LAST)
        words = book.words
        heads = {"B": words("field"), "C": words("value_head"), "D": words("unit_head")}
        head = self._row
        self._row = blocks.head_row(self.sheet, head, heads | {"E": words("how")}, 20)
        self.sheet.freeze("C", self._row)
        self.sheet.print_rows(head, head)

    def heading(self, words: str) -> None:
        """Starts a block."""
        self._row = blocks.heading(self.sheet, self._row, words, LAST)

    def gap(self) -> None:
        """Leaves a row free."""
        self._row += 1

    def line(
        self,
        key: str,
        label: str,
        formula: Formula,
        *,
        unit: str = "",
        note: str = "",
        number: str = house.GENERAL,
        out: bool = False,
        look: Look = house.FORMULA,
    ) -> Cell:
        """A value; with ``out`` it is also a result that batches read (``out_<key>``)."""
        lines = max(house.lines_needed(note, 66), house.lines_needed(label, 38))
        self.sheet.height(self._row, max(18, 13 * lines + 4))
        cell = blocks.value_row(
            self.sheet,
            self._row,
            label,
            formula,
            unit=unit,
            note=note,
            look=look.but(number=number),
        )
        self.cells[key] = cell
        if out:
            self.book.name(f"out_{key}", cell)
        self._row += 1
        return cell

    def says(self, key: str, label: str, formula: Formula, lines: int = 2) -> Cell:
        """A sentence across the row, as a result (``out_<key>``)."""
        self.sheet.height(self._row, 14 * lines + 6)
        self.sheet.put("B", self._row, label, house.LABEL)
        look = house.FORMULA_TEXT.but(vertical="top")
        cell = self.sheet.formula("C", self._row, formula, look)
        self.sheet.merge("C", self._row, LAST)
        self.cells[key] = self.book.name(f"out_{key}", cell)
        self._row += 1
        return cell

    def kernel(
        self,
        key: str,
        label: str,
        ready: Formula,
        name: str,
        *,
        unit: str = "",
        note: str = "",
        number: str = house.GENERAL,
        out: bool = False,
        look: Look = house.FORMULA,
        guard: tuple[str, str] | None = None,
        forms: Mapping[str, str] | None = None,
        **arguments: Argument,
    ) -> Cell:
        """A kernel's result, its helper cells as rows above it; all blank until ``ready``.

        ``forms`` are number formats of helpers by label, where two decimals do not tell enough.
        ``guard`` (a helper's label, a text): where that helper is not above 0 there is no answer,
        and the text stands instead of an error.
        """
        start = self._row

        def place() -> Cell:
            self._row += 1
            return self.sheet.at("C", self._row - 1)

        made = spread(name, place, **arguments)
        self._row = start
        helpers = {label_: cell for cell, _, label_ in made[:-1]}
        for cell, formula, part in made[:-1]:
            words = self.book.words
            named = f"part_{part}"
            shown = words(named) if words.has(named) else words("part")
            self.line(
                f"{key}_{cell.row}",
                f"　{shown}",
                when(ready, formula),
                number=(forms or {}).get(part, house.CHAIN),
                look=house.FORMULA.but(color=house.GREY, size=9),
            )
        result = made[-1][1]
        if guard:
            result = typed("IF({0}>0,{1},{2})", helpers[guard[0]], result, _text(guard[1]))
        return self.line(
            key, label, when(ready, result, BLANK),
            unit=unit, note=note, number=number, out=out, look=look,
        )  # fmt: skip


def _text(value: str) -> Formula:
    return Formula('"' + value.replace('"', '""') + '"')
