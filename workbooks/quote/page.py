"""The customer's page: one A4 sheet, every figure a reference to where it was computed.

The rows of the table close up: used lines stand first, the totals follow the last one, rows below
stay white. So nothing has to be hidden by hand, and nothing used can stay hidden.
"""

from __future__ import annotations

from workbooks import house
from workbooks.book import Book
from workbooks.formulas import BLANK, Cell, Formula, is_number, joined, text, typed, when
from workbooks.house import Look
from workbooks.inputs import Inputs
from workbooks.lists import CURRENCIES
from workbooks.printed_page import BAND, LABEL, PALE, VALUE, PrintedPage
from workbooks.quote.calculation import Calculation
from workbooks.quote.lines import Lines

LAST = "M"
WIDTHS = {
    "A": 4.5, "B": 13, "C": 17.5, "D": 8.5, "E": 10, "F": 13.5, "G": 9.5, "H": 8.5, "I": 10, "J": 6,
    "K": 12, "L": 10.5, "M": 12.5,
}  # fmt: skip
PARTIES = ("customer", "supplier")
# A full-width character takes 1.9 of a column's units; a line breaks before its end.
FILLED, WIDE = 0.92, 1.9


class Page(PrintedPage):
    """The page under construction; ``row`` is the next free row.

    The upper part is written here: title, parties, headline; see `page_body` for the rest.
    """

    def __init__(self, book: Book, inputs: Inputs, calculation: Calculation, lines: Lines) -> None:
        super().__init__(book, "sheet_quotation", LAST)
        self.inputs, self.calculation, self.lines = inputs, calculation, lines
        self.cells = calculation.cells
        # What stands where, and how many characters show there: the checks look at these.
        self.room: list[tuple[str, Cell, int]] = []
        self.sheet.widths(**WIDTHS)
        self.customer = typed(
            "{0}={1}", inputs.used["document_type"], text(self.label("customer_quote"))
        )
        self._head()
        self._parties()
        self._headline()
        self._job()

    # -- tools -----------------------------------------------------------------------------------

    def if_customer(self, words: str) -> Formula:
        """A text that only a customer quote shows."""
        return when(self.customer, text(words))

    def entry(self, *names: str) -> Formula:
        """Typed texts side by side, blank where blank."""
        parts: list[Cell | Formula] = [self.inputs.used[names[0]], text("")]
        for name in names[1:]:
            cell = self.inputs.used[name]
            parts.append(when(typed('{0}<>""', cell), joined(text("  "), cell)))
        return joined(*parts)

    def fits(self, label: str, row: int, first: str, last: str, size: float, lines: int) -> None:
        """Notes how many characters show in a printed text over these columns."""
        width = sum(w for c, w in WIDTHS.items() if first <= c <= last) * 10 / size
        most = int(width * lines * FILLED / (WIDE if self.book.lang == "zh" else 1))
        self.room.append((label, self.sheet.at(first, row), most))

    # -- parts -----------------------------------------------------------------------------------

    def _head(self) -> None:
        words, label = self.words, self.label
        title = typed(
            "IF({0},{1},{2})",
            self.customer,
            text(words("page_title_quote")),
            text(words("page_title_internal")),
        )
        self.put(1, "A", "H", title, Look(size=22, bold=True, color=house.NAVY), 2)
        project = self.inputs.used["project"]
        named = when(
            typed('{0}<>""', project), joined(text(label("project") + words("colon")), project)
        )
        self.put(3, "A", "H", named, Look(size=12, wrap=True), 4)
        self.fits(label("project"), 3, "A", "H", 12, 2)
        draft = typed("{0}={1}", self.inputs.used["quotation_status"], text(label("draft")))
        number = joined(
            self.inputs.used["quote_no"], when(draft, text(words("in_brackets", x=label("draft"))))
        )
        facts = (
            ("quote_no", number, house.GENERAL),
            ("quote_date", self._if_number("quoted"), house.DATE),
            ("valid_until", self._if_number("valid_until"), house.DATE),
            ("as_of", self._if_number("as_of"), house.DATE),
            ("validity_status", typed("{0}", self.cells["validity_status"]), house.GENERAL),
        )
        look = Look(size=10, horizontal="left", shrink=True, indent=1)
        for row, (field, value, form) in enumerate(facts, 1):
            self.sheet.height(row, 18)
            name: str | Formula = label(field)
            if field not in ("quote_no", "quote_date"):  # an estimate offers nothing to accept
                name, value = self.if_customer(label(field)), when(self.customer, value)
            self.put(row, "I", "K", name, LABEL.but(horizontal="right"))
            strong = field in ("quote_no", "validity_status")
            self.put(row, "L", "M", value, look.but(number=form, bold=strong))
        self.sheet.height(6, 4)
        self.sheet.paint(self.sheet.at("A", 6, LAST), Look(top="medium", edge=house.NAVY))
        self.row = 7

    def _if_number(self, key: str) -> Formula:
        return when(is_number(self.cells[key]), typed("{0}", self.cells[key]))

    def _parties(self) -> None:
        label = self.label
        self.put(self.row, "A", "F", label("customer"), BAND)
        self.put(self.row, "G", LAST, label("supplier"), BAND.but(left="thin", edge=house.WHITE))
        self.sheet.height(self.row, 20)
        invoice = joined(self.inputs.used["invoice_type"], text(""))
        bank = f"{label('bank')} / {label('account_no')}"
        rows: list[tuple[str | Formula, Formula, str | Formula, Formula]] = [
            (
                name,
                self.entry(*(f"customer{e}" for e in ends)),
                name,
                self.entry(*(f"supplier{e}" for e in ends)),
            )
            for name, ends in (
                (label("party_name"), ("",)),
                (label("address"), ("_address",)),
                (label("contact"), ("_contact", "_phone", "_email")),
            )
        ]
        account = when(self.customer, self.entry("supplier_bank", "supplier_account"))
        rows.append((label("invoice_type"), invoice, self.if_customer(bank), account))
        code = self.if_customer(self.words("credit_code_short"))
        codes = [when(self.customer, self.entry(f"{p}_credit_code")) for p in PARTIES]
        rows.append((code, codes[0], code, codes[1]))
        name_look = LABEL.but(wrap=True, bottom="hair")
        value_look = VALUE.but(bottom="hair", size=10)
        for left, ours, right, theirs in rows:
            self.row += 1
            lines = 1 if left is code else 2
            self.sheet.height(self.row, 13.5 * lines + 3)
            for named, plain, party, (first, last) in (
                (left, self.words("credit_code_short"), "customer", ("C", "F")),
                (right, bank if right is not code else self.words("credit_code_short"), "supplier",
                 ("I", LAST)),
            ):  # fmt: skip
                # What only a customer quote shows is named by a formula: the check says it plainly.
                shown = plain if isinstance(named, Formula) else named
                self.fits(f"{label(party)} · {shown}", self.row, first, last, 10, lines)
            self.put(self.row, "A", "B", left, name_look)
            self.put(self.row, "C", "F", ours, value_look)
            self.put(self.row, "G", "H", right, name_look.but(indent=1))
            self.put(self.row, "I", LAST, theirs, value_look)
        self.row += 1
        self.gap()

    def _headline(self) -> None:
        """The amount that is signed: gross in figures and in words, net and tax beside it."""
        row, label, cells = self.row, self.label, self.cells
        self.sheet.paint(self.sheet.at("A", row, LAST, row + 2), PALE)
        for offset, height in enumerate((19, 32, 22 if self.book.lang == "zh" else 4)):
            self.sheet.height(row + offset, height)
        title = typed(
            "IF({0}=1,{1},{2})",
            cells["estimated"],
            text(label("estimated_amount")),
            text(label("total_gross")),
        )
        head = PALE.but(size=11, bold=True, color=house.NAVY, top="thin", indent=1)
        small = PALE.but(color=house.GREY, top="thin", horizontal="right")
        self.put(row, "A", "E", title, head)
        self.put(row, "F", "H", label("total_net"), small)
        self.put(row, "I", "K", label("total_tax"), small)
        self.put(row, "L", LAST, label("currency"), small.but(indent=1))
        currency = cells["currency"]
        big = PALE.but(size=24, bold=True, color=house.NAVY, shrink=True)
        amount = big.but(horizontal="left", number=house.MONEY, indent=1)
        self.put(row + 1, "A", "E", typed("{0}", cells["gross"]), amount)
        # The sign is part of the number's format, so that it keeps its distance and the cell a sum.
        for code in CURRENCIES:
            mark = '"¥"' if code == "CNY" else f'"{code} "'
            shown = house.highlight(number=f"{mark}#,##0.00")
            self.sheet.condition(
                self.sheet.at("A", row + 1), typed("{0}={1}", f"$L${row + 1}", text(code)), shown
            )
        money = big.but(size=13, color=house.BLACK, horizontal="right", number=house.MONEY)
        self.put(row + 1, "F", "H", typed("{0}", cells["net"]), money)
        self.put(row + 1, "I", "K", typed("{0}", cells["tax"]), money)
        self.put(row + 1, "L", LAST, typed("{0}", currency), money.but(indent=1))
        in_words = BLANK
        if self.book.lang == "zh":
            spelled = cells["amount_in_words"]
            named = joined(text(self.words("in_words")), spelled)
            in_words = when(typed('{0}<>""', spelled), named)
        self.put(row + 2, "A", LAST, in_words, head.but(size=12, top="", bottom="thin"))
        self.row = row + 3
        self.gap(4)

    def _job(self) -> None:
        """What is priced, what the figures rest on, their range; and what is still missing."""
        cells = self.cells
        name_look, look = LABEL.but(vertical="top"), VALUE.but(size=9.5, vertical="top")
        lacks, top = cells["missing"], self.row
        for key, height in (("job", 27), ("job_basis", 40), ("job_range", 27)):
            cell, name = cells[key], self.words(key)
            self.sheet.height(self.row, height)
            shown = when(typed('{0}<>""', cell), text(name))
            self.put(self.row, "A", "B", shown, name_look)
            self.put(self.row, "C", LAST, typed("{0}", cell), look)
            if key == "job":  # the other two hold figures and the end of a list of sources
                self.fits(name, self.row, "C", LAST, 9.5, 2)
            self.row += 1
        ruled = typed('{0}<>""', f"$A{top}")
        block = self.sheet.at("A", top, LAST, self.row - 1)
        self.sheet.condition(block, ruled, house.highlight(rule="hair"))
        self.sheet.height(self.row, 27)
        wrong = look.but(color=house.FAIL_FILL, bold=True, bottom="")
        self.put(self.row, "A", LAST, typed("{0}", lacks), wrong)
        self.row += 1
