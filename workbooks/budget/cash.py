"""The payment schedule: prepayment, deposit, monthly invoices, balance; gross, to the cent."""

from __future__ import annotations

from workbooks import blocks, charts, house
from workbooks.book import Book
from workbooks.budget.fields import MONTHS
from workbooks.budget.lines import Lines
from workbooks.budget.months import Months
from workbooks.formulas import (
    BLANK,
    Cell,
    Formula,
    is_number,
    joined,
    printed,
    sentence,
    text,
    typed,
    when,
)
from workbooks.inputs import Inputs
from workbooks.printed_page import closing_rows

LAST = "J"
# Rows of the schedule: two at the signing, a row for each month, two at the end.
SIGNING, END_ROWS = 2, 2
ROWS = SIGNING + MONTHS + END_ROWS
# The columns of a payment, in the table of payments and in the schedule.
COLUMNS = {
    "C": "", "D": "yyyy-mm", "E": house.DATE, "F": house.MONEY, "G": house.MONEY,
    "H": house.MONEY, "I": house.MONEY,
}  # fmt: skip


class Cash:
    """``total`` is what is paid in all (the deposit comes back), ``rows`` the schedule."""

    def __init__(self, book: Book, inputs: Inputs, lines: Lines, months: Months) -> None:
        self.book, self.used, self.lines, self.months = book, inputs.used, lines, months
        self.words, self.label = book.words, book.words.label
        sheet = self.sheet = book.sheet("payment_schedule", landscape=True)
        sheet.widths(A=2, B=6, C=32, D=14, E=14, F=17, G=17, H=17, I=18, J=18)
        title, subtitle = self.words("cash_title"), self.words("cash_subtitle")
        row = blocks.title(sheet, title, subtitle, LAST)
        sheet.freeze("D", row)
        why = self._terms(row)
        row = why + 1
        raw = row + ROWS + 6 + MONTHS + 4
        self._payments(raw)
        self._why(why)
        row = self._schedule(row)
        self._by_month(row + 1)
        sheet.print_area(sheet.at("B", 1, LAST, self.end))
        sheet.raw.page_setup.fitToHeight = 1

    # -- the terms -------------------------------------------------------------------------------

    def _terms(self, row: int) -> int:
        """The rent split into prepayment, balance and what the months pay."""
        sheet, used, words = self.sheet, self.used, self.words
        row = blocks.heading(sheet, row, words("block_terms"), LAST)
        rent = self.lines.total("rent_total", "gross")
        share, end_share = used["prepayment_share"], used["balance_share"]
        facts: tuple[tuple[str, Formula], ...] = (
            ("rent_total", typed("{0}", rent)),
            ("prepayment", when(is_number(rent, share), printed(
                "share_amount", amount=rent, share=share))),
            ("balance_payment", when(is_number(rent, end_share), printed(
                "share_amount", amount=rent, share=end_share))),
        )  # fmt: skip
        self.term: dict[str, Cell] = {}
        for key, formula in facts:
            self._term(row, key, formula)
            row += 1
        pre, end = self.term["prepayment"], self.term["balance_payment"]
        rest = printed("budget_left", annual=rent, spent=pre, committed=end)
        self._term(row, "monthly_rest", when(is_number(rent, pre, end), rest))
        return row + 1

    def _term(self, row: int, key: str, formula: Formula) -> None:
        words = self.words
        named = words(f"term_{key}") if words.has(f"term_{key}") else self.label(key)
        self.sheet.put("C", row, named, house.LABEL)
        self.sheet.merge("C", row, "E")
        look = house.FORMULA.but(number=house.MONEY)
        self.term[key] = self.sheet.formula("F", row, formula, look)
        self.sheet.put("G", row, words(f"term_{key}_note"), house.HELP)
        self.sheet.merge("G", row, LAST)

    def _why(self, row: int) -> None:
        """What the payments add up to, and why that may be less than the request."""
        words, lines = self.words, self.lines
        kept = lines.total("contingency", "gross")
        paid, rent, others = (
            printed("amount_text", amount=cell)
            for cell in (self.total, lines.total("rent_total", "gross"),
                         lines.total("other_total", "gross"))
        )  # fmt: skip
        made = sentence(words("why_paid"), paid=paid, rent=rent, others=others,
                        currency=self.used["currency"])  # fmt: skip
        later = sentence(words("why_kept"), kept=printed("amount_text", amount=kept))
        some = typed('COUNTIFS({0},">0")=1', kept)
        said = when(is_number(self.total), joined(made, when(some, later)))
        self.sheet.height(row, 24)
        look = house.FORMULA_TEXT.but(italic=True, color=house.NAVY, fill=house.PALE, bottom="")
        self.sheet.formula("B", row, said, look, mark=False)
        self.sheet.merge("B", row, LAST)

    # -- the schedule ----------------------------------------------------------------------------

    def _heads(self, row: int, words: str, last: str) -> int:
        sheet, label = self.sheet, self.label
        row = blocks.heading(sheet, row, words, LAST)
        heads = {
            "B": label("no"), "C": label("payment"), "D": label("service_month"),
            "E": label("payment_date"), "F": label("gpu_rent"), "G": label("other_total"),
            "H": label("refundable_deposit"), "I": label("payment"), "J": last,
        }  # fmt: skip
        return blocks.head_row(sheet, row, heads, 32)

    def _schedule(self, row: int) -> int:
        """The payments in order of date, used ones only; the totals below."""
        sheet, label = self.sheet, self.label
        row = self._heads(row, label("payment_schedule"), label("cumulative"))
        top = row
        ranks = sheet.at("B", self.first, "B", self.last + 1)
        for number in range(1, ROWS + 2):
            look = house.TABLE_CELL.but(horizontal="center", color=house.WHITE, bottom="")
            place = sheet.put("B", row, number, look)
            there = typed("COUNTIFS({0},{1})>0", ranks, place)
            for column, form in COLUMNS.items():
                block = sheet.at(column, self.first, column, self.last + 1)
                found = typed("INDEX({0},MATCH({1},{2},0))", block, place, ranks)
                found = typed('IF({0}="",{1},{0})', found, BLANK)
                own = house.FORMULA_TEXT if column == "C" else house.FORMULA
                own = own.but(number=form or house.GENERAL, bottom="", bold=column == "I")
                sheet.formula(column, row, when(there, found), own)
            so_far = typed("SUM({0})", sheet.at("I", top, "I", row))
            running = printed("money", amount=so_far)
            is_total = typed("{0}={1}", sheet.at("C", row), text(label("totals")))
            shown = when(there, typed("IF({0},{1},{2})", is_total, BLANK, running))
            look = house.FORMULA.but(number=house.MONEY, bottom="")
            sheet.formula("J", row, shown, look)
            row += 1
        block = sheet.at("B", top, LAST, row - 1)
        total = typed("{0}={1}", f"$C{top}", text(label("totals")))
        closing_rows(sheet, block, f"$C{top}", total)
        return row + 1

    # -- the payments ----------------------------------------------------------------------------

    def _payments(self, row: int) -> None:
        """Every payment as it arises, with its place by date: undated ones come last."""
        row = self._heads(row, self.words("block_payments"), "")
        self.first, self.last = row, row + ROWS - 1
        used, term = self.used, self.term
        deposit = used["refundable_deposit"]
        self._line(row, "prepayment", used["signing_date"], rent=typed("{0}", term["prepayment"]))
        self._line(row + 1, "deposit_paid", used["signing_date"], deposit=typed("{0}", deposit))
        for number in range(MONTHS):
            self._month(row + SIGNING + number, number)
        end = row + SIGNING + MONTHS
        self._line(end, "balance_payment", used["acceptance_date"],
                   rent=typed("{0}", term["balance_payment"]))  # fmt: skip
        back = printed("negated", amount=deposit)
        self._line(end + 1, "deposit_back", used["deposit_return_date"],
                   deposit=when(is_number(deposit), back))  # fmt: skip
        self._totals(self.last + 1)

    def _totals(self, row: int) -> None:
        """The sums, which the schedule shows below its last payment."""
        sheet = self.sheet
        paying = typed('COUNTIFS({0},">=1")', sheet.at("B", self.first, "B", self.last))
        some = typed("{0}=1", self.lines.ready)
        place = when(some, typed("SUM({0},1)", paying))
        sheet.formula("B", row, place, house.TOTAL.but(horizontal="center"))
        sheet.put("C", row, self.label("totals"), house.TOTAL.but(horizontal="left"))
        for column in "DE":
            sheet.formula(column, row, BLANK, house.TOTAL)
        for column in "FGHI":
            block = sheet.at(column, self.first, column, self.last)
            amount = when(some, printed("money", amount=typed("SUM({0})", block)))
            sheet.formula(column, row, amount, house.TOTAL.but(number=house.MONEY))
        self.total = sheet.at("I", row)

    def _line(
        self, row: int, event: str, date: Cell, rent: Formula = BLANK, deposit: Formula = BLANK
    ) -> None:  # fmt: skip
        sheet = self.sheet
        some = rent if rent != BLANK else deposit
        due = typed('IF({0}="",0,IF({0}=0,0,1))=1', some)
        sheet.put("C", row, self.label(event), house.LABEL)
        sheet.put("D", row, None, house.LABEL)
        when_due = typed('IF({0}="",{1},{0})', date, text(self.words("date_open")))
        sheet.formula("E", row, when(due, when_due), house.FORMULA.but(number=house.DATE))
        for column, formula in (("F", rent), ("G", BLANK), ("H", deposit)):
            shown = when(due, formula) if formula != BLANK else BLANK
            sheet.formula(column, row, shown, house.FORMULA.but(number=house.MONEY))
        self._finish(row)

    def _month(self, row: int, number: int) -> None:
        sheet, months = self.sheet, self.months
        column = months.columns[number]
        cost = months.sheet.at(column, months.gross.row)
        rent = months.sheet.at(column, months.rent_gross.row)
        others = months.sheet.at(column, months.others_gross.row)
        through = months.sheet.at(months.columns[0], months.rent_gross.row, column,
                                  months.rent_gross.row)  # fmt: skip
        whole, rest = self.term["rent_total"], self.term["monthly_rest"]
        due = typed('COUNTIFS({0},">0")=1', cost)
        sheet.put("C", row, self.words("monthly_payment"), house.LABEL)
        start = months.sheet.at(column, months.starts.row)
        sheet.formula(
            "D", row, when(due, typed("{0}", start)), house.FORMULA.but(number="yyyy-mm")
        )  # fmt: skip
        end, credit = months.sheet.at(column, months.ends.row), self.used["credit_period"]
        paid = when(is_number(end, credit), typed("SUM({0},{1})", end, credit))
        sheet.formula("E", row, when(due, paid), house.FORMULA.but(number=house.DATE))
        so_far = sheet.formula(
            "K", row, when(due, typed("SUM({0})", through)), _grey()
        )  # fmt: skip
        before = printed("difference", amount=so_far, less=rent)
        earlier = sheet.formula("L", row, when(is_number(so_far, rent), before), _grey())
        part = printed("instalment", amount=rest, total=whole, through=so_far, before=earlier)
        ready = typed('IF({0},COUNTIFS({1},">0"),0)=1', is_number(rest, so_far, earlier), whole)
        sheet.formula("F", row, when(ready, part), house.FORMULA.but(number=house.MONEY))
        sheet.formula(
            "G", row, when(due, typed("{0}", others)), house.FORMULA.but(number=house.MONEY)
        )  # fmt: skip
        sheet.formula("H", row, BLANK, house.FORMULA.but(number=house.MONEY))
        self._finish(row)

    def _finish(self, row: int) -> None:
        sheet = self.sheet
        amounts = sheet.at("F", row, "H", row)
        some = typed("SUM({0})<>0", amounts)
        total = printed("money", amount=typed("SUM({0})", amounts))
        look = house.FORMULA.but(number=house.MONEY, bold=True)
        sheet.formula("I", row, when(some, total), look)
        here = sheet.at("I", row)
        dates, date = sheet.at("E", self.first, "E", self.last), sheet.at("E", row)
        amounts_of = sheet.at("I", self.first, "I", self.last)

        def paying(criteria: str, *cells: Cell) -> Formula:
            """How many payments (a blank amount is none) meet the criteria."""
            last = len(cells)
            parts = [
                typed(f'COUNTIFS({criteria},{{{last}}},"{sign}0")', *cells, amounts_of)
                for sign in "<>"
            ]
            return typed("SUM({0},{1})", *parts)

        earlier = paying('{0},"<"&{1}', dates, date)
        upper = sheet.at("I", self.first, "I", row)
        same = typed(
            'SUM(COUNTIFS({0},{1},{2},">0"),COUNTIFS({0},{1},{2},"<0"))',
            sheet.at("E", self.first, "E", row), date, upper,
        )  # fmt: skip
        before_open = paying('{0},">=1"', dates)
        place = typed(
            "IF({0},SUM({1},{2}),SUM({3},{2}))", typed('COUNTIFS({0},">=1")=1', date), earlier,
            same, before_open,
        )  # fmt: skip
        due = typed('{0}<>""', here)
        look = house.FORMULA.but(horizontal="center", color=house.GREY)
        sheet.formula("B", row, when(due, place), look)
        sheet.put("J", row, None, house.FORMULA)

    # -- cost against cash -----------------------------------------------------------------------

    def _by_month(self, row: int) -> None:
        """What each calendar month costs, and what is paid in it; with a chart."""
        sheet, words, label, months = self.sheet, self.words, self.label, self.months
        row = blocks.heading(sheet, row, words("block_by_month"), LAST)
        heads = {
            "C": label("service_month"), "D": words("cost_of_month"), "E": words("paid_in_month"),
        }  # fmt: skip
        row = blocks.head_row(sheet, row, heads, 32)
        top = row
        dates = sheet.at("E", self.first, "E", self.last)
        paid = sheet.at("I", self.first, "I", self.last)
        for column in months.columns:
            start = months.sheet.at(column, months.starts.row)
            end = months.sheet.at(column, months.ends.row)
            cost = months.sheet.at(column, months.gross.row)
            known = is_number(start)
            sheet.formula(
                "C", row, when(known, typed("{0}", start)), house.FORMULA.but(number="yyyy-mm")
            )
            sheet.formula(
                "D", row, when(known, typed("{0}", cost)), house.FORMULA.but(number=house.MONEY)
            )
            within = typed('SUMIFS({0},{1},">="&{2},{1},"<="&{3})', paid, dates, start, end)
            total = printed("money", amount=within)
            sheet.formula("E", row, when(known, total), house.FORMULA.but(number=house.MONEY))
            row += 1
        self.paid_by_month = sheet.at("E", top, "E", row - 1)
        self.end = row
        axes = (words("chart_month"), words("chart_money"))
        charts.bars(
            sheet, f"F{top - 1}", words("cash_chart"), axes,
            sheet.at("C", top - 1, "C", row - 1),
            [sheet.at("D", top - 1, "D", row - 1), sheet.at("E", top - 1, "E", row - 1)],
            size=(18.6, 9.4), numbers=("yy-mm", "#,##0"),
        )  # fmt: skip


def _grey() -> house.Look:
    return house.TABLE_CELL.but(color=house.GREY, number=house.MONEY, horizontal="right")
