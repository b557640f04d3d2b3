"""The sheet of one's own prices: 300 free rows under the catalog's columns, and their state."""

from __future__ import annotations

from workbooks import blocks, catalogs, house
from workbooks.book import Book
from workbooks.formulas import Cell, Formula, text, typed, when
from workbooks.price_book.fields import CODES, PRINTED, ROWS

TOP = 5  # the row of headings
ENTRY = house.INPUT.but(size=9, wrap=False)
NUMBER = house.INPUT_NUMBER.but(size=9)
WIDTHS = {
    "name": 10, "item": 8, "gpu": 17, "low": 8, "high": 8.5, "unit": 8.5, "cards": 6,
    "currency": 8, "tax": 8, "date": 10, "region": 8, "region_en": 8, "plan": 9, "term": 8,
    "supplier": 13, "status": 7, "source": 14, "note": 10, "note_zh": 10, "model": 6, "kind": 6,
}  # fmt: skip


class Entries:
    """``cell(column, n)`` is what row n+1 holds; ``block(column)`` the whole column."""

    def __init__(self, book: Book, lists: dict[str, Cell]) -> None:
        self.book, self.words = book, book.words
        self.columns = catalogs.columns("prices", book.lang)
        self.letters = {c: house.letter(2 + n) for n, c in enumerate(self.columns)}
        self.state, self.problem = (house.letter(2 + len(self.columns) + n) for n in (0, 1))
        self.sheet = book.sheet("price_rows", landscape=True, tab="C9A227")
        self.sheet.widths(A=5, **{self.state: 8, self.problem: 32})
        self.sheet.widths(**{letter: WIDTHS[c] for c, letter in self.letters.items()})
        blocks.title(self.sheet, self.sheet.title, book.words("rows_subtitle"), self.problem)
        self.sheet.put("B", 4, book.words("rows_hint"), house.NOTE)
        self.sheet.merge("B", 4, self.problem)
        self._heads()
        for n in range(ROWS):
            self._row(TOP + 1 + n)
        self._validate(lists)
        for column in self.columns:
            book.name(f"cat_prices_{column}", self.block(column))
        self.sheet.freeze("C", TOP + 1)
        self.sheet.print_rows(TOP, TOP)
        self.sheet.print_area(self.sheet.at("A", 1, self.problem, TOP + PRINTED))

    def cell(self, column: str, n: int) -> Cell:
        """A cell of row n+1."""
        return self.sheet.at(self.letters[column], TOP + 1 + n)

    def block(self, column: str) -> Cell:
        """A column over all rows."""
        letter = self.letters[column]
        return self.sheet.at(letter, TOP + 1, letter, TOP + ROWS)

    def _heads(self) -> None:
        heads = {
            letter: catalogs.column_label(self.book, "prices", column)
            for column, letter in self.letters.items()
        }
        heads |= {self.state: self.words("row_state"), self.problem: self.words("row_problem")}
        blocks.head_row(self.sheet, TOP, heads, 32)
        self.sheet.put("A", TOP, self.words("no"), house.HEAD)

    def _row(self, row: int) -> None:
        sheet = self.sheet
        sheet.put("A", row, row - TOP, house.LABEL.but(size=8, color=house.GREY,
                                                       horizontal="center"))  # fmt: skip
        forms = {"low": house.PRICE, "high": house.PRICE, "cards": "0", "date": house.DATE}
        for column, letter in self.letters.items():
            if column in ("model", "kind"):
                continue
            look = NUMBER if column in forms else ENTRY
            sheet.put(letter, row, None, look.but(number=forms.get(column, house.GENERAL)))
        grey = house.FORMULA_TEXT.but(size=8, color=house.GREY, wrap=False)
        name = sheet.at(self.letters["name"], row)
        same = typed('IF({0}="","",{0})', name)
        sheet.formula(self.letters["model"], row, same, grey)
        kind = typed('IF({0}="","","row")', name)
        sheet.formula(self.letters["kind"], row, kind, grey)

    def _validate(self, lists: dict[str, Cell]) -> None:
        """Drop-downs and messages that help; nothing typed is ever refused."""
        words = self.words
        for column in self.columns:
            if column in ("model", "kind"):
                continue
            label = catalogs.column_label(self.book, "prices", column)
            key = f"prompt_row_{column}"
            prompt = (label[:32], words(key) if words.has(key) else words("prompt_text"))
            if column in (*CODES, "gpu", "currency"):
                source = {"gpu": "gpus"}.get(column, column)
                self.sheet.choices(self.block(column), lists[source], prompt, "")
            else:
                self.sheet.hint(self.block(column), prompt)

    def show(self, n: int, state: Formula, problem: Formula) -> None:
        """The state of a row and what is wrong with it, beside the entries."""
        row = TOP + 1 + n
        self.sheet.formula(self.state, row, state, house.STATE.but(size=9))
        self.sheet.formula(self.problem, row, problem, house.HELP.but(wrap=False, shrink=True))

    def unprinted(self, filled: Cell) -> None:
        """Says at the head of the sheet when rows are filled below what is printed."""
        words = self.words("rows_unprinted", printed=PRINTED)
        below = typed("COUNTIFS({0},1)>0", filled)
        look = house.NOTE.but(color=house.FAIL_FILL, bold=True)
        self.sheet.formula("B", 3, when(below, text(words)), look, mark=False)
        self.sheet.merge("B", 3, self.problem)

    def told(self, n: int) -> Cell:
        """The cell with the problems of a row."""
        return self.sheet.at(self.problem, TOP + 1 + n)

    def colour(self) -> Cell:
        """Colours the states; gives their block."""
        states = self.sheet.at(self.state, TOP + 1, self.state, TOP + ROWS)
        blocks.state_colours(self.sheet, states)
        return states
