"""The calculation sheet of the budget: the request's sums, in words, with voucher and approval."""

from __future__ import annotations

from workbooks import house
from workbooks.book import Book
from workbooks.budget.approval import Approval
from workbooks.budget.cash import Cash
from workbooks.budget.lines import Lines
from workbooks.formulas import Formula, is_number, printed, text, typed, when
from workbooks.inputs import Inputs
from workbooks.steps import Steps


class Summary:
    """``cells[key]`` are the results that other sheets and batches read."""

    def __init__(
        self, book: Book, inputs: Inputs, lines: Lines, cash: Cash, approval: Approval
    ) -> None:
        self.book, self.used, self.lines = book, inputs.used, lines
        self.words, self.label = book.words, book.words.label
        title, subtitle = self.words("summary_title"), self.words("summary_subtitle")
        self.steps = Steps(book, "calculation", title, subtitle)
        self.cells = self.steps.cells
        self._sums()
        self._request(cash, approval)
        self._words()

    def _money(self, key: str, label: str, formula: Formula, *, out: bool = True) -> None:
        note = self.words(f"{key}_note") if self.words.has(f"{key}_note") else ""
        look = house.TOTAL if key in ("net", "tax", "gross") else house.FORMULA
        self.steps.line(key, label, formula, number=house.MONEY, out=out, look=look, note=note)

    def _sums(self) -> None:
        lines, label = self.lines, self.label
        self.steps.heading(self.words("block_sums"))
        gpu = typed("{0}", self.used["gpu"])
        self.steps.line("gpu", label("gpu"), gpu, out=True, look=house.FORMULA_TEXT)
        currency = typed("{0}", self.used["currency"])
        self.steps.line("currency", label("currency"), currency, out=True, look=house.FORMULA_TEXT)
        self.steps.line("card_hours", label("card_hours"), typed("{0}", lines.card_hours),
                        unit=label("card_hour"), number=house.CHAIN, out=True)  # fmt: skip
        for key, name in (("rent_total", "rent"), ("other_total", "others"),
                          ("contingency", "contingency")):  # fmt: skip
            for what in ("net", "tax", "gross"):
                shown = f"{label(key)} · {label(what)}"
                self._money(f"{name}_{what}", shown, typed("{0}", lines.total(key, what)))
        for what in ("net", "tax", "gross"):
            shown = f"{label('request_total')} · {label(what)}"
            self._money(what, shown, typed("{0}", lines.total("request_total", what)))
        self.steps.gap()

    def _request(self, cash: Cash, approval: Approval) -> None:
        label, used, gross = self.label, self.used, self.cells["gross"]
        self.steps.heading(self.words("block_request"))
        share = used["voucher_share"]
        ready = typed('IF({0},COUNTIFS({1},">0"),0)=1', is_number(gross), share)
        voucher = printed("share_amount", amount=gross, share=share)
        self._money("voucher_amount", label("voucher_amount"), when(ready, voucher))
        self._money("prepayment", label("prepayment"), typed("{0}", cash.term["prepayment"]))
        self._money("cash_total", self.words("cash_total"), typed("{0}", cash.total))
        self.steps.line("approval_level", label("approval_level"),
                        typed("{0}", approval.level), out=True)  # fmt: skip
        self.steps.line("approver", label("approver"), typed("{0}", approval.approver),
                        out=True, look=house.FORMULA_TEXT)  # fmt: skip
        states, fail = approval.states, text(label("fail"))
        over = typed(
            "IF(COUNTIFS({0},{1})>0,{2},IF(COUNTIFS({0},{3})>0,{4},{5}))", states, fail,
            text(label("answer_yes")), text(label("pass")), text(label("answer_no")),
            text(label("incomplete")),
        )  # fmt: skip
        self.steps.line("over_budget", label("over_budget"), when(is_number(gross), over),
                        out=True, look=house.FORMULA_TEXT)  # fmt: skip
        self.steps.line("quotes_counted", self.words("quotes_counted"), approval.quotes,
                        out=True)  # fmt: skip
        self.steps.gap()

    def _words(self) -> None:
        """The amount in capital numerals, in the Chinese book."""
        if self.book.lang != "zh":
            return
        gross = self.cells["gross"]
        ready = typed('IF({0},IF({1}="CNY",1,0),0)=1', is_number(gross), self.used["currency"])
        self.steps.heading(self.words("block_words"))
        self.steps.kernel(
            "amount_in_words", self.label("amount_in_words"), ready, "rmb_upper", amount=gross,
            out=True, look=house.FORMULA_TEXT.but(bold=True),
        )  # fmt: skip
