"""Every line split over service months by days, net and gross, to the cent."""

from __future__ import annotations

from openpyxl.worksheet.pagebreak import Break

from workbooks import blocks, house
from workbooks.book import Book
from workbooks.budget.fields import COSTS, MONTHS, PHASES
from workbooks.budget.lines import END, INSIDE, START, STATE, Lines
from workbooks.formulas import Cell, Formula, is_number, joined, printed, text, typed, when
from workbooks.inputs import Inputs

FIRST_COLUMN = 4  # D
LAST = house.letter(FIRST_COLUMN + MONTHS - 1)


class Months:
    """``net``, ``gross``, ``rent_gross``, ``others_gross``, ``card_hours``: rows of months."""

    def __init__(self, book: Book, inputs: Inputs, lines: Lines) -> None:
        self.book, self.used, self.lines = book, inputs.used, lines
        self.words, self.label = book.words, book.words.label
        sheet = self.sheet = book.sheet("month_split", landscape=True, tab=house.GREY)
        self.columns = [house.letter(FIRST_COLUMN + n) for n in range(MONTHS)]
        sheet.widths(A=2, B=28, C=15, **dict.fromkeys(self.columns, 12.5))
        title, subtitle = self.words("months_title"), self.words("months_subtitle")
        row = blocks.title(sheet, title, subtitle, LAST)
        self._calendar(row)
        row += 6
        self.net = self._block(row, "net", "P")
        row += self._lines() + 3
        self.gross = self._block(row, "gross", "R")
        first = self.gross.row - self._lines()
        self.rent_gross = self._sum(
            self.gross.row + 1, self.label("rent_total"), first, first + len(PHASES) - 1
        )
        self.others_gross = self._sum(
            self.gross.row + 2, self.label("other_total"), first + len(PHASES), self.gross.row - 1
        )
        row = self.gross.row + 4
        # The last lines would stand alone on the next page, and without their months.
        sheet.print_rows(self.starts.row, self.years.row)
        sheet.raw.row_breaks.append(Break(id=row - 1))
        self.card_hours = self._hours(row)
        row += len(PHASES) + 4
        self._basis(row)
        sheet.freeze("D", self.starts.row + 3)
        sheet.pages_wide(2, "B", "C")

    @staticmethod
    def _lines() -> int:
        return len(PHASES) + len(COSTS)

    def block(self, row: int) -> Cell:
        """The cells of all months in a row."""
        return self.sheet.at(self.columns[0], row, self.columns[-1], row)

    # -- the months ------------------------------------------------------------------------------

    def _calendar(self, row: int) -> None:
        """First and last day of each month, and the budget year it belongs to."""
        sheet, words = self.sheet, self.words
        sheet.put("B", row, words("first_service"), house.LABEL)
        self.earliest = sheet.formula("C", row, typed("{0}", self.lines.earliest), self._date())
        sheet.put("B", row + 1, words("last_service"), house.LABEL)
        self.latest = sheet.formula("C", row + 1, typed("{0}", self.lines.latest), self._date())
        for offset, key in enumerate(("month_starts", "month_ends")):
            sheet.put("B", row + 2 + offset, words(key), house.LABEL.but(bold=True))
            sheet.put("C", row + 2 + offset, None, house.LABEL)
        sheet.put("B", row + 4, self.label("budget_year"), house.LABEL.but(bold=True))
        sheet.put("C", row + 4, None, house.LABEL)
        known = is_number(self.earliest)
        year_starts = self.used["budget_year_starts"]
        head = house.HEAD.but(number=house.DATE)
        for number, column in enumerate(self.columns):
            first = printed("month_first", day=self.earliest, months=number)
            start = sheet.formula(column, row + 2, when(known, first), head)
            last = printed("month_last", day=start)
            sheet.formula(column, row + 3, when(is_number(start), last), head)
            year = printed("budget_year", day=start, first_month=year_starts)
            ready = is_number(start, year_starts)
            sheet.formula(column, row + 4, when(ready, year), house.HEAD.but(number="0"))
        self.starts, self.ends = self.block(row + 2), self.block(row + 3)
        self.years = self.block(row + 4)
        last_year = printed("budget_year", day=self.latest, first_month=year_starts)
        first_year = printed("budget_year", day=self.earliest, first_month=year_starts)
        ready = is_number(self.latest, self.earliest, year_starts)
        sheet.put("E", row, words("first_year"), house.HELP.but(bottom=""))
        sheet.merge("E", row, "F")
        self.first_year = sheet.formula("G", row, when(ready, first_year), house.FORMULA)
        sheet.put("E", row + 1, words("last_year"), house.HELP.but(bottom=""))
        sheet.merge("E", row + 1, "F")
        self.last_year = sheet.formula("G", row + 1, when(ready, last_year), house.FORMULA)

    @staticmethod
    def _date() -> house.Look:
        return house.FORMULA.but(number=house.DATE)

    # -- the lines -------------------------------------------------------------------------------

    def _block(self, row: int, key: str, column: str) -> Cell:
        """A row for each line, split by days of service; the row of totals below is the answer."""
        sheet, words, lines = self.sheet, self.words, self.lines
        row = blocks.heading(sheet, row, words(f"block_{key}"), LAST)
        top = row
        for number, line in enumerate(lines.rows):
            self._name(row, number, line)
            whole = lines.at(column, line)
            sheet.formula("C", row, typed("{0}", whole), house.FORMULA.but(number=house.MONEY))
            for month in self.columns:
                sheet.formula(month, row, self._share(line, column, month), self._money())
            row += 1
        return self._sum(row, self.label(f"total_{key}"), top, row - 1)

    def _share(self, line: int, column: str, month: str) -> Formula:
        """What of a line falls into a month; the anchored amount is split, then its net taken."""
        lines = self.lines
        ready = typed(
            "IF({0}={1},IF({2},1,0),0)=1", lines.at(STATE, line), text(self.label("pass")),
            is_number(self._start(month)),
        )  # fmt: skip
        dates = {
            "start_date": lines.at(START, line), "end_date": lines.at(END, line),
            "period_start": self._start(month), "period_end": self._end(month),
        }  # fmt: skip
        if column == "P":
            part = printed(
                "period_amount", amount=lines.at("O", line), rate=lines.at(INSIDE, line), **dates
            )
        else:
            part = printed("period_amount", amount=lines.at(column, line), rate=0, **dates)
        return when(ready, part)

    def _start(self, month: str) -> Cell:
        return self.sheet.at(month, self.starts.row)

    def _end(self, month: str) -> Cell:
        return self.sheet.at(month, self.ends.row)

    @staticmethod
    def _money() -> house.Look:
        return house.FORMULA.but(number=house.MONEY, size=9)

    def _name(self, row: int, number: int, line: int) -> None:
        if number < len(PHASES) and PHASES[number].named:
            self.sheet.put("B", row, self.label(PHASES[number].field), house.LABEL)
        elif number >= len(PHASES) and COSTS[number - len(PHASES)].item:
            self.sheet.put("B", row, self.label(COSTS[number - len(PHASES)].item), house.LABEL)
        else:
            named = joined(self.lines.at("C", line), text(""))
            self.sheet.formula("B", row, named, house.FORMULA_TEXT)

    def _sum(self, row: int, label: str, first: int, last: int) -> Cell:
        sheet = self.sheet
        sheet.put("B", row, label, house.TOTAL.but(horizontal="left"))
        for column in ("C", *self.columns):
            total = printed(
                "money", amount=typed("SUM({0})", sheet.at(column, first, column, last))
            )
            ready = typed("{0}=1", self.lines.ready)
            look = house.TOTAL.but(number=house.MONEY, size=9)
            sheet.formula(column, row, when(ready, total), look)
        return self.block(row)

    def _hours(self, row: int) -> Cell:
        """Card-hours by month: the phases' own, split by days."""
        sheet, words, lines = self.sheet, self.words, self.lines
        row = blocks.heading(sheet, row, words("block_card_hours"), LAST)
        top = row
        for number in range(len(PHASES)):
            line = lines.rows[number]
            self._name(row, number, line)
            whole = when(is_number(lines.at("K", line)), typed("{0}", lines.at("K", line)))
            sheet.formula("C", row, whole, house.FORMULA.but(number=house.CHAIN))
            for month in self.columns:
                look = house.FORMULA.but(number=house.MONEY, size=9)
                sheet.formula(month, row, self._share(line, "K", month), look)
            row += 1
        return self._sum(row, self.label("card_hours"), top, row - 1)

    def _basis(self, row: int) -> None:
        """The cost of each month on the basis of the company's budget."""
        sheet, used = self.sheet, self.used
        row = blocks.heading(sheet, row, self.words("block_basis"), LAST)
        sheet.put("B", row, self.label("budget_basis"), house.TOTAL.but(horizontal="left"))
        excluding = typed("{0}={1}", used["budget_basis"], text(self.label("excl_tax_basis")))
        sheet.put("C", row, None, house.TOTAL)
        for column in self.columns:
            net, gross = sheet.at(column, self.net.row), sheet.at(column, self.gross.row)
            look = house.TOTAL.but(number=house.MONEY, size=9)
            sheet.formula(column, row, typed("IF({0},{1},{2})", excluding, net, gross), look)
        self.basis = self.block(row)
        self.excluding = excluding
