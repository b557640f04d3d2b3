"""Cards against days: what finishing sooner costs, as a table and a chart."""

from __future__ import annotations

from workbooks import blocks, charts, house
from workbooks.book import Book
from workbooks.formulas import (
    BLANK,
    Cell,
    is_number,
    joined,
    printed,
    sentence,
    text,
    typed,
    when,
)
from workbooks.inputs import Inputs
from workbooks.sizing.result import Result
from workbooks.sizing.work import Work

LAST = "M"
FACTORS = (0.25, 0.5, 0.75, 1, 1.5, 2, 3, 4, 6, 8)


class Frontier:
    """Two tables: multiples of the planned cards (the multiples may be changed), and below what
    they come to, each number of cards once, in order."""

    def __init__(self, book: Book, inputs: Inputs, work: Work, result: Result) -> None:
        self.book, self.used, self.work, self.result = book, inputs.used, work, result
        self.words, self.label = book.words, book.words.label
        sheet = self.sheet = book.sheet("frontier", landscape=True)
        sheet.widths(A=2, **dict.fromkeys("BCDEFGHIJKLM", 13) | {"J": 17, "K": 15, "M": 15})
        title, subtitle = self.words("frontier_title"), self.words("frontier_subtitle")
        row = blocks.title(sheet, title, subtitle, LAST, state=True)
        self.why_row = row
        sheet.height(row, 46)
        count = len(FACTORS)
        self.top = row + 4
        self._choices(self.top + count + 22)
        self._table(row + 2)
        self._why()
        self._chart()
        sheet.raw.page_setup.fitToHeight = 1

    # -- which numbers of cards ------------------------------------------------------------------

    def _choices(self, row: int) -> None:
        sheet, words, used = self.sheet, self.words, self.used
        row = blocks.heading(sheet, row, words("frontier_choices"), LAST)
        heads = {"B": self.label("factor"), "C": self.label("cards"), "D": words("frontier_new"),
                 "E": words("frontier_rank")}  # fmt: skip
        row = blocks.head_row(sheet, row, heads, 30)
        sheet.put("F", row - 1, words("frontier_choices_note"), house.NOTE)
        sheet.merge("F", row - 1, LAST)
        first = row
        planned, least = self.result.planned, self.work.cells["cards_by_memory"]
        for factor in FACTORS:
            cell = sheet.put("B", row, factor, house.INPUT_NUMBER.but(number=house.GENERAL))
            sheet.hint(cell, (self.label("factor")[:32], words("frontier_prompt")))
            ready = typed('IF({0},COUNTIFS({1},">0"),0)=1', is_number(
                planned, least, used["node_size"]), cell)  # fmt: skip
            cards = printed(
                "scaled_cards", cards=planned, factor=cell, node_size=used["node_size"],
                least=least,
            )  # fmt: skip
            look = house.FORMULA.but(number=house.COUNT)
            value = sheet.formula("C", row, when(ready, cards), look)
            block = sheet.at("C", first, "C", row)
            new = when(is_number(value), typed("IF(COUNTIFS({0},{1})=1,1,0)", block, value))
            sheet.formula("D", row, new, house.FORMULA)
            row += 1
        last = row - 1
        values, fresh = sheet.at("C", first, "C", last), sheet.at("D", first, "D", last)
        for line in range(first, last + 1):
            value, new = sheet.at("C", line), sheet.at("D", line)
            below = typed('COUNTIFS({0},1,{1},"<="&{2})', fresh, values, value)
            sheet.formula("E", line, typed("IF({0}=1,{1},{2})", new, below, BLANK), house.FORMULA)
        self.values, self.ranks = values, sheet.at("E", first, "E", last)

    # -- what they come to -----------------------------------------------------------------------

    def _table(self, row: int) -> None:
        sheet, words, label = self.sheet, self.words, self.label
        row = blocks.heading(sheet, row, words("frontier_table"), LAST)
        heads = (
            label("no"), label("cards"), label("train_hours"), label("days_in_all"),
            label("expected_completion_date"), words("frontier_in_time"), label("billed_hours"),
            label("card_hours"), words("frontier_cost"), words("frontier_saved"),
            words("frontier_more"), words("frontier_each"),
        )  # fmt: skip
        blocks.head_row(sheet, row, dict(zip("BCDEFGHIJKLM", heads, strict=True)), 44)
        # In which currency: the legend of the chart says it too.
        money = joined(text(f"{words('frontier_cost')} · "), self.used["currency"])
        sheet.formula("J", row, money, house.HEAD, mark=False)
        self.first = row + 1
        for number in range(1, len(FACTORS) + 1):
            self._line(row + number, number)
        self.last = row + len(FACTORS)
        inside = sheet.at("G", self.first, "G", self.last)
        yes, no = text(words("in_time")), text(words("too_late"))
        first = f"G{self.first}"
        good = house.highlight(color=house.PASS_TEXT, fill=house.PASS_FILL)
        late = house.highlight(color=house.FAIL_TEXT, fill=house.FAIL_FILL, bold=True)
        sheet.condition(inside, typed("{0}={1}", first, yes), good)
        sheet.condition(inside, typed("{0}={1}", first, no), late)
        base = house.highlight(bold=True, fill=house.BAND)
        planned = self._planned_here(row + len(FACTORS) + 1)
        same = typed("IF({0}={1},0=1,{0}={2})", f"$C{self.first}", BLANK, planned)
        sheet.condition(sheet.at("B", self.first, "F", self.last), same, base)

    def _planned_here(self, row: int) -> Cell:
        """The planned cards on this sheet too: a format cannot look at another one."""
        self.sheet.put("B", row, self.label("cards_planned"), house.HELP.but(bottom=""))
        self.sheet.merge("B", row, "D")
        look = house.FORMULA.but(number=house.COUNT, bottom="", bold=True)
        return self.sheet.formula("E", row, typed("{0}", self.result.planned), look)

    def _line(self, row: int, number: int) -> None:
        sheet, used, cells = self.sheet, self.used, self.work.cells
        c = {letter: sheet.at(letter, row) for letter in "BCDEFGHIJKLM"}
        before = {letter: sheet.at(letter, row - 1) for letter in "DJ"}
        there = typed("COUNTIFS({0},{1})>0", self.ranks, c["B"])
        pick = typed("INDEX({0},MATCH({1},{2},0))", self.values, c["B"], self.ranks)
        base_cards, base_hours = self.result.planned, self.result.chosen["train_hours"]
        kept = used["doubling_efficiency"]
        hours = printed(
            "hours_at_scale", hours=base_hours, cards_from=base_cards, cards_to=c["C"],
            efficiency=kept,
        )  # fmt: skip
        day = {"hours_per_day": used["hours_per_day"], "buffer": used["buffer"]}
        extra = (cells["transfer_hours"], used["preparation_days"])
        start = used["start_date"]
        fits = printed("ends_in_time", calendar_days=c["E"], days=used["days"])
        share = typed(
            "IF({0},{1},{2})", fits, text(self.words("in_time")), text(self.words("too_late"))
        )
        step, reserve, price = used["billing_step"], used["reserve"], used["price"]
        rows = {
            "C": (when(there, pick), house.COUNT, is_number(base_cards)),
            "D": (hours, house.CHAIN, is_number(c["C"], base_hours, base_cards, kept)),
            "E": (
                printed(
                    "days_of_hours", hours=c["D"], transfer_hours=extra[0],
                    preparation_days=extra[1], **day,
                ),
                house.CHAIN, is_number(c["D"], *extra, *day.values()),
            ),
            "F": (
                printed("last_day", start_date=start, calendar_days=c["E"]), house.DATE,
                is_number(c["E"], start),
            ),
            "G": (share, house.GENERAL, is_number(c["E"], used["days"])),
            "H": (
                printed("billed_with_reserve", hours=c["D"], reserve=reserve, step_hours=step),
                house.CHAIN, is_number(c["D"], reserve, step),
            ),
            "I": (
                printed("rented_card_hours", cards=c["C"], hours=c["H"]), house.CHAIN,
                is_number(c["C"], c["H"]),
            ),
            "J": (
                printed("rent_cost", cards=c["C"], hours=c["H"], price=price), house.MONEY,
                is_number(c["C"], c["H"], price),
            ),
        }  # fmt: skip
        if number > 1:
            rows["K"] = (
                printed("hours_saved", hours_so_far=before["D"], hours=c["D"]), house.CHAIN,
                is_number(before["D"], c["D"]),
            )  # fmt: skip
            rows["L"] = (
                printed("difference", amount=c["J"], less=before["J"]),
                '#,##0.00;[Red]-#,##0.00;0.00', is_number(before["J"], c["J"]),
            )  # fmt: skip
            rows["M"] = (
                printed("unit_cost", amount=c["L"], quantity=c["K"]), house.MONEY,
                typed('IF(COUNTIFS({0},">0")=1,IF({1}="",0,1),0)=1', c["K"], c["L"]),
            )  # fmt: skip
        sheet.put("B", row, number, house.FORMULA.but(horizontal="center", color=house.GREY))
        for letter in "CDEFGHIJKLM":
            if letter not in rows:
                sheet.put(letter, row, None, house.FORMULA)
                continue
            formula, form, ready = rows[letter]
            look = house.STATE.but(bold=False) if letter == "G" else house.FORMULA
            sheet.formula(letter, row, when(ready, formula), look.but(number=form))

    # -- in words --------------------------------------------------------------------------------

    def _why(self) -> None:
        sheet, words = self.sheet, self.words
        inside = sheet.at("G", self.first, "G", self.last)
        yes = text(words("in_time"))

        def found(column: str, by: int = 0) -> Cell:
            return sheet.at(column, self.first + by, column, self.last + by)

        row = self.last + 2
        sheet.put("B", row, words("frontier_least"), house.HELP.but(bottom=""))
        sheet.merge("B", row, "D")
        any_in_time = typed("COUNTIFS({0},{1})>0", inside, yes)
        picks = {}
        for letter, column in (("E", "C"), ("F", "E"), ("G", "J"), ("H", "M")):
            form = {"C": house.COUNT, "J": house.MONEY, "M": house.MONEY}.get(column, house.CHAIN)
            look = house.FORMULA.but(number=form, bottom="", size=9)
            block = found(column, 1) if column == "M" else found(column)
            value = typed("INDEX({0},MATCH({1},{2},0))", block, yes, inside)
            blank = typed('IF({0}="",{1},{0})', value, BLANK)
            picks[column] = sheet.formula(letter, row, when(any_in_time, blank), look)
        currency = self.used["currency"]
        least = sentence(
            words("why_frontier"), cards=picks["C"],
            days=printed("three_digits", number=picks["E"]),
        )  # fmt: skip
        money = sentence(
            words("why_frontier_cost"), cost=printed("amount_text", amount=picks["J"]),
            currency=currency,
        )  # fmt: skip
        more = sentence(
            words("why_frontier_more"), each=printed("amount_text", amount=picks["M"]),
            currency=currency,
        )  # fmt: skip
        said = typed(
            "{0}&{1}&{2}", least, when(is_number(picks["J"]), money),
            when(typed('COUNTIFS({0},">=0")=1', picks["M"]), more),
        )  # fmt: skip
        none = when(is_number(self.result.planned, self.used["days"]), text(words("why_none")))
        look = house.FORMULA_TEXT.but(italic=True, color=house.NAVY, fill=house.PALE, bottom="")
        whole = typed("IF({0},{1},{2})", is_number(picks["C"]), said, none)
        sheet.formula("B", self.why_row, whole, look, mark=False)
        sheet.merge("B", self.why_row, LAST)

    # -- chart -----------------------------------------------------------------------------------

    def _chart(self) -> None:
        """Rent as columns, days as a line on the right axis, over the number of cards."""
        words, top = self.words, self.first - 1
        cards, cost, days = (self.sheet.at(c, top, c, self.last) for c in "CJE")
        axes = (self.label("cards"), words("frontier_money"), words("frontier_days"))
        charts.columns_and_line(
            self.sheet, f"B{self.last + 4}", words("frontier_chart"), axes, cards, cost, days,
            size=(30.5, 9.6),
        )  # fmt: skip
