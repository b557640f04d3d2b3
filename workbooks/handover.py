"""The sheet 结果移交: the row that came from the previous book, and the row for the next one.

The headings are `gpucalc.handover.FIELDS` in every book. A book makes the sheet before its inputs,
gives ``received`` to :class:`workbooks.inputs.Inputs`, and closes with :meth:`Handover.finish`:

    handover = Handover(book)
    inputs = Inputs(book, SECTIONS, lists, readings, subtitle, handed=handover.received)
    ...
    handover.finish({"gpu": inputs.used["gpu"], "cards": calculation.cells["cards"], ...})
"""

from __future__ import annotations

from collections.abc import Mapping

from gpucalc.handover import FIELDS, ROW
from workbooks import blocks, house
from workbooks.book import Book
from workbooks.formulas import BLANK, Cell, Formula, typed

LAST = "E"
FIRST_COLUMN = 2
_FORMS = {
    **dict.fromkeys(("params", "active_params", "tokens"), "#,##0"),
    **dict.fromkeys(("start_date", "end_date", "quote_date", "valid_until"), house.DATE),
    **dict.fromkeys(("net", "tax", "gross"), house.MONEY),
    **dict.fromkeys(("buffer", "overhead", "mfu"), house.SHARE),
    **dict.fromkeys(("train_hours", "calendar_days", "days", "rent_hours"), house.CHAIN),
    "price": house.PRICE,
    "discount": "0.0#%",
    "tax_rate": house.RATE,
}


class Handover:
    """``received[field]`` is the cell into which the previous book's value is pasted; none where
    the book is the first of the flow (``receives`` is off)."""

    def __init__(self, book: Book, *, receives: bool = True) -> None:
        self.book = book
        words = book.words
        sheet = self.sheet = book.sheet("handover_row", landscape=True, tab="C9A227")
        sheet.widths(A=2, B=34, C=30, D=30, E=44)
        others = [house.letter(FIRST_COLUMN + n) for n in range(4, len(FIELDS))]
        sheet.widths(**dict.fromkeys(others, 16))
        row = blocks.title(sheet, words.label("handover_row"), words("handover_subtitle"), LAST)
        self.received: dict[str, Cell] = {}
        if receives:
            row = self._receive(row)
        row = blocks.heading(sheet, row, words("handover_given"), LAST)
        self._headings(row)
        self._given = row + 1
        self._list = row + 3

    def _receive(self, row: int) -> int:
        sheet, words = self.sheet, self.book.words
        row = blocks.heading(sheet, row, words("handover_received"), LAST)
        self._headings(row)
        for field, column in self._columns().items():
            look = house.INPUT.but(number=_FORMS.get(field, house.GENERAL), wrap=False, size=9)
            self.received[field] = sheet.put(column, row + 1, None, look)
            sheet.hint(self.received[field], (words.label(field)[:32], words("handover_prompt")))
        return row + 3

    @staticmethod
    def _columns() -> dict[str, str]:
        return {field: house.letter(FIRST_COLUMN + n) for n, field in enumerate(FIELDS)}

    def _headings(self, row: int) -> None:
        self.sheet.height(row, 32)
        for field, column in self._columns().items():
            self.sheet.put(column, row, self.book.words.label(field), house.HEAD)

    def finish(self, values: Mapping[str, Cell | Formula]) -> Cell:
        """Writes the row for the next book; a field without a value stays blank.

        Gives the row's first cell, named `out_handover_row`. Raises ValueError for a field that is
        not of the list.
        """
        strangers = set(values) - set(FIELDS)
        if strangers:
            raise ValueError(f"not of the handover row: {sorted(strangers)}")
        sheet, words = self.sheet, self.book.words
        given: dict[str, Cell] = {}
        for field, column in self._columns().items():
            value = values.get(field, BLANK)
            formula = typed('IF({0}="",{1},{0})', value, BLANK) if field in values else BLANK
            look = house.FORMULA_TEXT.but(number=_FORMS.get(field, house.GENERAL), wrap=False)
            given[field] = sheet.formula(column, self._given, formula, look.but(size=9))
        self.book.name(ROW, given[FIELDS[0]])
        row = blocks.heading(sheet, self._list, words("handover_list"), LAST)
        heads = ("field", "handover_received_head", "handover_given_head", "help")
        row = blocks.head_row(sheet, row, dict(zip("BCDE", map(words, heads), strict=True)), 20)
        for field in FIELDS:
            sheet.put("B", row, words.label(field), house.LABEL)
            look = house.FORMULA_TEXT.but(number=_FORMS.get(field, house.GENERAL))
            if field in self.received:
                came = typed("IF({0}={1},{1},{0})", self.received[field], BLANK)
                sheet.formula("C", row, came, look)
            else:
                sheet.put("C", row, None, look)
            sheet.formula("D", row, typed("{0}", given[field]), look)
            key = f"handover_{field}_note"
            sheet.put("E", row, words(key) if words.has(key) else "", house.HELP)
            row += 1
        sheet.print_area(sheet.at("B", 1, LAST, row - 1))
        sheet.raw.page_setup.fitToHeight = 1
        return given[FIELDS[0]]
