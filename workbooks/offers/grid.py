"""A calculation sheet with a column for each supplier: one value per row and supplier."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from workbooks import blocks, house
from workbooks.book import Book
from workbooks.formulas import Cell, Formula
from workbooks.house import Look

FIRST = 4  # column D


class Grid:
    """Rows of a calculation sheet. ``cells[key]`` holds one cell per supplier."""

    def __init__(self, book: Book, field: str, subtitle: str, count: int, prefix: str) -> None:
        self.book, self.count, self.prefix = book, count, prefix
        self.sheet = book.sheet(field, landscape=count > 1)
        self.columns = [house.letter(FIRST + n) for n in range(count)]
        self.note = house.letter(FIRST + count)
        self.sheet.widths(A=2, B=34, C=12, **{self.note: 52})
        self.sheet.widths(**dict.fromkeys(self.columns, 16))
        self.cells: dict[str, list[Cell]] = {}
        self.row = blocks.title(self.sheet, self.sheet.title, subtitle, self.note)

    def heads(self, names: Sequence[Formula]) -> None:
        """The row of headings, with each supplier's name."""
        words, sheet, head = self.book.words, self.sheet, self.row
        given = {"B": words("field"), "C": words("unit_head"), self.note: words("how")}
        self.row = blocks.head_row(sheet, head, given, 30)
        for column, name in zip(self.columns, names, strict=True):
            sheet.formula(column, head, name, house.HEAD, mark=False)
        sheet.freeze("D", self.row)
        sheet.print_rows(head, head)

    def heading(self, words: str) -> None:
        """Starts a block."""
        if self.cells:
            self.row += 1
        self.row = blocks.heading(self.sheet, self.row, words, self.note)

    def line(
        self,
        key: str,
        label: str,
        formula: Callable[[int], Formula],
        *,
        unit: str = "",
        note: str = "",
        number: str = house.GENERAL,
        out: bool = False,
        look: Look = house.FORMULA,
        lines: int = 1,
    ) -> list[Cell]:
        """A value of every supplier; with ``out`` a result too (``out_<prefix><n>_<key>``).

        ``lines`` leaves room for values that are sentences.
        """
        sheet, row = self.sheet, self.row
        lines = max(lines, house.lines_needed(note, 56), house.lines_needed(label, 33))
        sheet.height(row, max(18, 12.5 * lines + 5))
        sheet.put("B", row, label, house.LABEL)
        sheet.put("C", row, unit, house.UNIT)
        sheet.put(self.note, row, note, house.HELP)
        # Known before they are written: a rank counts over the whole row, itself included.
        cells = self.cells[key] = [sheet.at(column, row) for column in self.columns]
        for n, column in enumerate(self.columns):
            cell = sheet.formula(column, row, formula(n), look.but(number=number))
            if out:
                self.book.name(f"out_{self.prefix.format(n=n + 1)}_{key}", cell)
        self.row += 1
        return cells

    def block(self, key: str, through: int | None = None) -> Cell:
        """A row's cells as one block, from the first supplier to the last or to another."""
        first = self.cells[key][0]
        last = self.cells[key][self.count - 1 if through is None else through]
        return Cell(first.sheet, first.column, first.row, last.column, first.row)
