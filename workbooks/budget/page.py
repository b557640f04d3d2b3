"""采购申请单: the request on one A4 page, to sign; every figure a reference."""

from __future__ import annotations

from workbooks import house
from workbooks.blocks import state_colours
from workbooks.budget.approval import Approval
from workbooks.budget.fields import COSTS, LEVELS, PHASES, QUOTES, YEARS
from workbooks.budget.lines import Lines
from workbooks.budget.summary import Summary
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
from workbooks.house import Look
from workbooks.inputs import Inputs
from workbooks.printed_page import LABEL, VALUE, PrintedPage, closing_rows

LAST = "H"
CELL = Look(size=9.5, horizontal="right", shrink=True, bottom="hair")
LINE = CELL.but(bottom="")
HEADS = house.HEAD.but(fill=house.NAVY, color=house.WHITE, size=9.5)


class Page(PrintedPage):
    """The page; ``master`` is the state of the checks, shown at its foot."""

    def __init__(
        self, summary: Summary, inputs: Inputs, lines: Lines, approval: Approval, master: Cell
    ) -> None:
        super().__init__(summary.book, "purchase_requisition", LAST)
        self.cells, self.used, self.lines = summary.cells, inputs.used, lines
        self.approval, self.master = approval, master
        self.sheet.widths(A=6, B=21, C=30, D=13, E=13, F=15, G=13, H=16)
        self._head()
        self._amount()
        self._items()
        self._why()
        self._budget()
        self._quotes()
        self._signatures()
        self._foot()
        self.finish()

    def shown(self, field: str) -> Formula:
        """A value in use, blank where blank."""
        return typed('IF({0}="",{1},{0})', self.used[field], BLANK)

    def _pair(self, label: str, value: Formula, form: str, side: int) -> None:
        first, last, start, end = (("A", "B", "C", "C"), ("D", "E", "F", LAST))[side]
        self.put(self.row, first, last, label, LABEL.but(bottom="hair"))
        look = VALUE.but(bottom="hair", horizontal="left", number=form, shrink=True, wrap=False)
        self.put(self.row, start, end, value, look)

    def _head(self) -> None:
        label, used = self.label, self.used
        self.sheet.height(1, 36)
        self.put(1, "A", "E", label("purchase_requisition"),
                 Look(size=24, bold=True, color=house.NAVY))  # fmt: skip
        status = joined(used["requisition_no"], text("  "), used["request_status"])
        self.put(1, "F", LAST, status, LABEL.but(horizontal="right", vertical="bottom", size=11))
        self.sheet.height(2, 4)
        self.sheet.paint(self.sheet.at("A", 2, LAST), Look(top="medium", edge=house.NAVY))
        self.row = 3
        pairs = (
            ("department", "request_date"), ("applicant", "required_by"),
            ("contact", "urgency"), ("project", "project_code"),
            ("budget_account", "cost_centre"), ("source_of_funds", "procurement_method"),
        )  # fmt: skip
        for pair in pairs:
            self.sheet.height(self.row, 20)
            for side, field in enumerate(pair):
                short = f"{field}_short"
                name = self.words(short) if self.words.has(short) else label(field)
                dated = field in ("request_date", "required_by")
                form = house.DATE if dated else house.GENERAL
                self._pair(name, self.shown(field), form, side)
            self.row += 1
        self.gap()

    def _amount(self) -> None:
        """What is asked for, in figures and in words."""
        row, label, cells = self.row, self.label, self.cells
        pale = Look(fill=house.PALE, edge=house.NAVY)
        self.sheet.paint(self.sheet.at("A", row, LAST, row + 2), pale)
        chinese = self.book.lang == "zh"
        for offset, height in enumerate((20, 34, 24 if chinese else 4)):
            self.sheet.height(row + offset, height)
        head = pale.but(size=11, bold=True, color=house.NAVY, top="thin", indent=1)
        small = pale.but(color=house.GREY, top="thin", horizontal="right")
        self.put(row, "A", "C", label("this_request"), head)
        self.put(row, "D", "E", label("total_net"), small)
        self.put(row, "F", "G", label("total_tax"), small)
        self.put(row, LAST, LAST, label("currency"), small)
        big = pale.but(size=22, bold=True, color=house.NAVY, shrink=True, horizontal="left",
                       number=house.MONEY, indent=1)  # fmt: skip
        self.put(row + 1, "A", "C", typed("{0}", cells["gross"]), big)
        money = big.but(size=13, color=house.BLACK, horizontal="right", indent=0)
        self.put(row + 1, "D", "E", typed("{0}", cells["net"]), money)
        self.put(row + 1, "F", "G", typed("{0}", cells["tax"]), money)
        self.put(row + 1, LAST, LAST, typed("{0}", cells["currency"]), money)
        said: Formula = BLANK
        if chinese:
            spelled = cells["amount_in_words"]
            said = when(typed('{0}<>""', spelled), joined(text(self.words("in_words")), spelled))
        self.put(row + 2, "A", LAST, said, head.but(size=12, top="", bottom="thin"))
        self.row = row + 3
        self.gap()

    def _items(self) -> None:
        label, words, lines = self.label, self.words, self.lines
        heads = {
            "A": label("no"), "B": label("cost_item"), "C": label("specification"),
            "D": words("price_used"), "E": label("tax_rate"), "F": label("net"), "G": label("tax"),
            "H": words("gross_short"),
        }  # fmt: skip
        self.sheet.height(self.row, 24)
        for column, head in heads.items():
            self.sheet.put(column, self.row, head, HEADS)
        for number in range(1, len(PHASES) + len(COSTS) + 3):
            self.row += 1
            row = self.row
            self.sheet.height(row, 19)
            place = self.sheet.put("A", row, number, LINE.but(
                horizontal="center", color=house.WHITE))  # fmt: skip
            for column, source, look in (
                ("B", "C", LINE.but(horizontal="left")), ("C", "AB", LINE.but(horizontal="left")),
                ("D", "L", LINE.but(number=house.PRICE)), ("E", "M", LINE.but(number=house.RATE)),
                ("F", "P", LINE.but(number=house.MONEY)), ("G", "Q", LINE.but(number=house.MONEY)),
                ("H", "R", LINE.but(number=house.MONEY, bold=True)),
            ):  # fmt: skip
                value = lines.on_page(place, source)
                if source in ("L", "M"):
                    value = typed('IF({0}="",{1},{0})', value, BLANK)
                self.put(row, column, column, value, look)
        first = self.row - len(PHASES) - len(COSTS) - 1
        block = self.sheet.at("A", first, LAST, self.row)
        total = typed("{0}={1}", f"$B{first}", text(label("request_total")))
        closing_rows(self.sheet, block, f"$B{first}", total)
        self.row += 1
        self.gap(4)

    def _why(self) -> None:
        label, words = self.label, self.words
        voucher = self.cells["voucher_amount"]
        said = sentence(
            words("voucher_said"), amount=printed("amount_text", amount=voucher),
            currency=self.used["currency"],
        )  # fmt: skip
        shown = when(is_number(voucher), said)
        for field, value, height in (
            ("justification", self.shown("justification"), 40),
            ("supplier", self._choice(), 34),
            ("attachments", self.shown("attachments"), 26),
            ("compute_voucher", shown, 27),
        ):  # fmt: skip
            self.sheet.height(self.row, height)
            self.put(self.row, "A", "B", label(field), LABEL.but(bottom="hair", wrap=True))
            self.put(self.row, "C", LAST, value, VALUE.but(size=10, bottom="hair"))
            self.row += 1
        self.gap(4)

    def _choice(self) -> Formula:
        """The supplier and why; nothing where neither is given."""
        used = self.used
        why = joined(used["selection_reason"], used["single_source_justification"])
        apart = typed('IF({0}="",{1},IF({2}="",{1},{3}))', used["supplier"], BLANK, why,
                      text("  "))  # fmt: skip
        return joined(used["supplier"], apart, why)

    def _budget(self) -> None:
        label, words, approval = self.label, self.words, self.approval
        basis = joined(text(words("budget_band")), self.used["budget_basis"])
        self.sheet.height(self.row, 20)
        self.put(self.row, "A", LAST, basis, Look(size=11, bold=True, color=house.NAVY,
                                                  fill=house.BAND, indent=1))  # fmt: skip
        self.row += 1
        heads = {
            "A": "", "B": label("budget_year"), "C": label("budget_remaining"),
            "D": words("request_short"), "E": label("contingency"), "F": label("after_request"),
            "G": "", "H": label("over_budget"),
        }  # fmt: skip
        self.sheet.height(self.row, 20)
        for column, head in heads.items():
            self.sheet.put(column, self.row, head, house.HEAD)
        for number in range(YEARS):
            self.row += 1
            row, there = self.row, approval.year_rows[0] + number
            self.sheet.height(row, 18)
            year = approval.sheet.at("B", there)
            self.sheet.put("A", row, None, CELL)
            self.sheet.put("G", row, None, CELL)
            for column, source, form in (
                ("B", "B", "0"), ("C", "F", house.MONEY), ("D", "G", house.MONEY),
                ("E", "H", house.MONEY), ("F", "I", house.MONEY), ("H", "J", house.GENERAL),
            ):  # fmt: skip
                cell = approval.sheet.at(source, there)
                value = when(typed('{0}<>""', year), typed('IF({0}="",{1},{0})', cell, BLANK))
                look = CELL.but(number=form)
                if column in "BH":
                    look = look.but(horizontal="center", bold=column == "H")
                self.put(row, column, column, value, look)
        state_colours(self.sheet, self.sheet.at("H", self.row - YEARS + 1, "H", self.row))
        self.row += 1
        self.gap(4)

    def _quotes(self) -> None:
        label, words, approval = self.label, self.words, self.approval
        self.band(words("quotes_band"))
        first = approval.quote_rows[0]
        for number in range(QUOTES):
            row, there = self.row, first + number
            self.sheet.height(row, 17)
            cells = {c: approval.sheet.at(c, there) for c in "CDEFH"}
            for column, end, source, form in (
                ("A", "B", "C", house.GENERAL), ("C", "C", "D", house.GENERAL),
                ("D", "E", "E", house.DATE), ("F", "G", "F", house.MONEY),
                ("H", "H", "H", house.GENERAL),
            ):  # fmt: skip
                value = typed('IF({0}="",{1},{0})', cells[source], BLANK)
                look = CELL.but(number=form, horizontal="left" if column in "AC" else "right")
                if column == "H":
                    look = look.but(horizontal="center", color=house.NAVY, bold=True)
                self.put(row, column, end, value, look)
            self.row += 1
        del label
        self.gap(4)

    def _signatures(self) -> None:
        """The approval chain: who signs, up to the level that the amount asks for."""
        label, words, approval = self.label, self.words, self.approval
        known = is_number(approval.level)
        said = sentence(words("level_band"), level=approval.level, approver=approval.approver)
        level = typed("IF({0},{1},{2})", known, said, text(words("level_open")))
        self.sheet.height(self.row, 20)
        self.put(self.row, "A", LAST, level, Look(size=11, bold=True, color=house.NAVY,
                                                  fill=house.BAND, indent=1))  # fmt: skip
        self.row += 1
        heads = {"A": label("approval_level"), "C": label("decision"), "E": label("signature"),
                 "H": label("signed_date")}  # fmt: skip
        spans = (("A", "B"), ("C", "D"), ("E", "G"), ("H", "H"))
        self.sheet.height(self.row, 18)
        for first, last in spans:
            self.put(self.row, first, last, heads[first], house.HEAD)
        first_level = approval.entries["level_1_limit"].row
        for number in range(LEVELS):
            self.row += 1
            there = first_level + number
            who = approval.sheet.at("D", there)
            needed = typed(
                "IF({0},IF({1}<={2},1,0),0)=1", is_number(approval.level),
                approval.sheet.at("B", there), approval.level,
            )  # fmt: skip
            self.sheet.height(self.row, 27)
            for first, last in spans:
                value: Formula | str = ""
                if first == "A":
                    value = when(needed, joined(who, text("")))
                self.put(self.row, first, last, value, VALUE.but(size=10).boxed())
        self.row += 1
        self.gap(4)

    def _foot(self) -> None:
        look = Look(size=8, color=house.GREY, top="hair")
        self.sheet.height(self.row, 15)
        self.put(self.row, "A", "F", self.words("page_note"), look)
        self.put(self.row, "G", "G", self.words("master_check"), look.but(horizontal="right"))
        state = look.but(bold=True, horizontal="center")
        self.put(self.row, LAST, LAST, typed("{0}", self.master), state)
        state_colours(self.sheet, self.sheet.at(LAST, self.row))
        self.row += 1
