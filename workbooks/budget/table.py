"""费用预算表: the budget on one page, by line, by service month, by budget year."""

from __future__ import annotations

from workbooks import house
from workbooks.blocks import state_colours
from workbooks.budget.approval import Approval
from workbooks.budget.fields import COSTS, PHASES, YEARS
from workbooks.budget.lines import Lines
from workbooks.budget.months import Months
from workbooks.budget.summary import Summary
from workbooks.formulas import BLANK, Cell, is_number, joined, printed, sentence, text, typed, when
from workbooks.house import Look
from workbooks.inputs import Inputs
from workbooks.printed_page import LABEL, VALUE, PrintedPage, closing_rows

LAST = "H"
MONEY = Look(size=9, horizontal="right", shrink=True, bottom="hair", number=house.MONEY)
LINE = MONEY.but(bottom="")
TEXT = Look(size=9, wrap=True, bottom="hair")
TEN_THOUSANDS = r"0\.0000;[Red]\-0\.0000"  # a decimal point drawn four digits from the right


class Table(PrintedPage):
    """The page; ``master`` is the state of the checks, shown at its foot."""

    def __init__(
        self, summary: Summary, inputs: Inputs, lines: Lines, months: Months, approval: Approval,
        master: Cell,
    ) -> None:  # fmt: skip
        super().__init__(summary.book, "cost_budget", LAST)
        self.summary, self.used, self.lines = summary, inputs.used, lines
        self.months, self.approval, self.master = months, approval, master
        self.sheet.widths(A=15, B=26, C=13, D=14, E=15, F=15, G=14, H=15, J=14)
        self.amounts: list[Cell] = []  # what is shown in ten thousands where that is chosen
        self._head()
        self._lines()
        self._months()
        self._years()
        self._why()
        self._foot()
        self._unit()
        self.finish()

    def _head(self) -> None:
        label, used, row = self.label, self.used, self.row
        self.sheet.height(row, 32)
        self.put(row, "A", "E", label("cost_budget"), Look(size=20, bold=True, color=house.NAVY))
        unit = joined(text(self.words("unit_shown")), used["amount_unit"], text("  "),
                      used["currency"])  # fmt: skip
        self.put(row, "F", LAST, unit, LABEL.but(horizontal="right", vertical="bottom"))
        self.sheet.paint(self.sheet.at("A", row + 1, LAST), Look(top="medium", edge=house.NAVY))
        self.sheet.height(row + 1, 4)
        self.row += 2
        pairs = (
            ("project", "department"), ("requisition_no", "applicant"), ("supplier", "gpu"),
            ("budget_account", "as_of"),
        )  # fmt: skip
        for left, right in pairs:
            self.sheet.height(self.row, 18)
            for (first, last, value, end), field in (
                (("A", "A", "B", "D"), left), (("E", "E", "F", LAST), right),
            ):  # fmt: skip
                self.put(self.row, first, last, label(field), LABEL.but(bottom="hair"))
                shown = typed('IF({0}="",{1},{0})', used[field], BLANK)
                form = house.DATE if field == "as_of" else house.GENERAL
                look = VALUE.but(size=10, bottom="hair", horizontal="left", number=form)
                self.put(self.row, value, end, shown, look)
            self.row += 1
        self.gap()

    def _heads(self, heads: dict[str, str]) -> None:
        self.sheet.height(self.row, 26)
        for column in "ABCDEFGH":
            look = house.HEAD.but(fill=house.NAVY, color=house.WHITE)
            self.sheet.put(column, self.row, heads.get(column, ""), look)
        self.row += 1

    def _lines(self) -> None:
        label, words, lines = self.label, self.words, self.lines
        self.band(words("table_lines"))
        self._heads({
            "A": label("no"), "B": label("cost_item"), "C": words("price_used"),
            "D": label("card_hours"), "E": label("net"), "F": label("tax"),
            "G": words("gross_short"), "H": label("share_of_total"),
        })  # fmt: skip
        total = lines.total("request_total", "gross")
        for number in range(1, len(PHASES) + len(COSTS) + 3):
            row = self.row
            self.sheet.height(row, 17)
            place = self.sheet.put("A", row, number, TEXT.but(
                bottom="", horizontal="center", color=house.WHITE))  # fmt: skip
            self.put(row, "B", "B", lines.on_page(place, "C"), TEXT.but(bottom=""))
            for column, source, form in (
                ("C", "L", house.PRICE), ("D", "K", house.CHAIN), ("E", "P", house.MONEY),
                ("F", "Q", house.MONEY), ("G", "R", house.MONEY),
            ):  # fmt: skip
                found = lines.on_page(place, source)
                if source in "LK":
                    found = typed('IF({0}="",{1},{0})', found, BLANK)
                self.put(row, column, column, found, LINE.but(number=form))
            gross = self.sheet.at("G", row)
            share = printed("unit_cost", amount=gross, quantity=total)
            known = typed('IF({0},COUNTIFS({1},">0"),0)=1', is_number(gross), total)
            self.put(row, "H", "H", when(known, share), LINE.but(number="0.0%"))
            self.row += 1
        first = self.row - len(PHASES) - len(COSTS) - 2
        self.amounts.append(self.sheet.at("E", first, "G", self.row - 1))
        block = self.sheet.at("A", first, LAST, self.row - 1)
        total_row = typed("{0}={1}", f"$B{first}", text(label("request_total")))
        closing_rows(self.sheet, block, f"$B{first}", total_row)
        voucher = self.summary.cells["voucher_amount"]
        words_of = sentence(
            words("voucher_said"), amount=printed("amount_text", amount=voucher),
            currency=self.used["currency"],
        )  # fmt: skip
        said = when(is_number(voucher), words_of)
        self.sheet.height(self.row, 18)
        self.put(self.row, "A", LAST, said, Look(size=9, color=house.GREY, italic=True))
        self.row += 1
        self.gap(4)

    def _months(self) -> None:
        label, words, months = self.label, self.words, self.months
        self.band(label("cost_by_service_month"))
        self._heads({
            "A": label("service_month"), "B": label("budget_year"), "C": label("card_hours"),
            "D": label("rent_total"), "E": label("other_total"), "F": words("gross_short"),
            "G": label("net"), "H": words("net_so_far"),
        })  # fmt: skip
        top = self.row
        for column in months.columns:
            row = self.row
            self.sheet.height(row, 15)
            cost = months.sheet.at(column, months.gross.row)
            due = typed('COUNTIFS({0},">0")=1', cost)
            for letter, block, form in (
                ("A", months.starts, "yyyy-mm"), ("B", months.years, "0"),
                ("C", months.card_hours, house.CHAIN), ("D", months.rent_gross, house.MONEY),
                ("E", months.others_gross, house.MONEY), ("F", months.gross, house.MONEY),
                ("G", months.net, house.MONEY),
            ):  # fmt: skip
                value = typed("{0}", months.sheet.at(column, block.row))
                look = MONEY.but(number=form, bottom="")
                if letter in "AB":
                    look = look.but(horizontal="center")
                self.put(row, letter, letter, when(due, value), look)
            so_far = typed("SUM({0})", self.sheet.at("G", top, "G", row))
            running = printed("money", amount=so_far)
            self.put(row, "H", "H", when(due, running), MONEY.but(bottom=""))
            self.row += 1
        self.amounts.append(self.sheet.at("D", top, LAST, self.row - 1))
        self.gap(4)

    def _years(self) -> None:
        label, words, approval = self.label, self.words, self.approval
        self.band(words("block_years"))
        self._heads({
            "A": label("budget_year"), "B": label("budget_remaining"), "C": label("annual_budget"),
            "D": words("request_short"), "E": label("contingency"),
            "F": label("after_request"), "G": label("status"),
        })  # fmt: skip
        first = approval.year_rows[0]
        for number in range(YEARS):
            row, there = self.row, first + number
            self.sheet.height(row, 17)
            year = approval.sheet.at("B", there)
            for letter, source, form in (
                ("A", "B", "0"), ("B", "F", house.MONEY), ("C", "C", house.MONEY),
                ("D", "G", house.MONEY), ("E", "H", house.MONEY), ("F", "I", house.MONEY),
                ("G", "J", house.GENERAL),
            ):  # fmt: skip
                cell = approval.sheet.at(source, there)
                value = when(typed('{0}<>""', year), typed('IF({0}="",{1},{0})', cell, BLANK))
                look = MONEY.but(number=form)
                if letter in "AG":
                    look = look.but(horizontal="center", bold=letter == "G")
                self.put(row, letter, letter, value, look)
            self.sheet.put("H", row, None, MONEY)
            self.row += 1
        state_colours(self.sheet, self.sheet.at("G", self.row - YEARS, "G", self.row - 1))
        self.amounts.append(self.sheet.at("B", self.row - YEARS, "F", self.row - 1))
        self.gap(4)

    def _why(self) -> None:
        """What the request is made of, and whether the budget holds it."""
        gross, lines = self.summary.cells["gross"], self.lines
        parts = {
            name: printed("amount_text", amount=lines.total(key, "gross"))
            for name, key in (("rent", "rent_total"), ("others", "other_total"),
                              ("kept", "contingency"))
        }  # fmt: skip
        total = printed("amount_text", amount=gross)
        made = sentence(self.words("why_request"), gross=total, currency=self.used["currency"],
                        **parts)  # fmt: skip
        said = when(is_number(gross), joined(made, self.approval.why))
        look = Look(size=9, italic=True, color=house.NAVY, fill=house.PALE, wrap=True, indent=1)
        self.sheet.height(self.row, 28)
        self.put(self.row, "A", LAST, said, look)
        self.row += 1
        self.gap(4)

    def _foot(self) -> None:
        look = Look(size=8, color=house.GREY, top="hair")
        self.sheet.height(self.row, 15)
        self.put(self.row, "A", "F", self.words("table_note"), look)
        self.put(self.row, "G", "G", self.words("master_check"), look.but(horizontal="right"))
        state = look.but(bold=True, horizontal="center")
        self.put(self.row, LAST, LAST, typed("{0}", self.master), state)
        state_colours(self.sheet, self.sheet.at(LAST, self.row))
        self.row += 1

    def _unit(self) -> None:
        """Ten thousands are a matter of display: the cells hold yuan."""
        flag = typed(
            "IF({0}={1},1,0)", self.used["amount_unit"], text(self.label("ten_thousand_yuan"))
        )  # fmt: skip
        self.sheet.put("J", 1, self.words("unit_flag"), house.HELP.but(bottom=""))
        self.sheet.formula("J", 2, flag, house.HELP.but(bottom="", horizontal="left"))
        for block in self.amounts:
            self.sheet.condition(
                block, typed("{0}=1", "$J$2"), house.highlight(number=TEN_THOUSANDS)
            )
