"""The page to decide on: both sides beside each other, break-evens with a sentence each, charts."""

from __future__ import annotations

from dataclasses import dataclass

from workbooks import blocks, charts, house
from workbooks.formulas import (
    BLANK,
    Cell,
    Formula,
    joined,
    printed,
    sentence,
    text,
    typed,
    when,
)
from workbooks.rent_vs_buy.calculation import UNKNOWN, Calculation
from workbooks.rent_vs_buy.figures import Figures
from workbooks.rent_vs_buy.flows import Flows
from workbooks.rent_vs_buy.search import Search
from workbooks.words import Words

LAST = "G"
_WHY = house.Look(size=9, color=house.BLACK, wrap=True, bottom="hair", indent=1)
_FIGURE = house.FORMULA.but(size=11, bold=True)


@dataclass(frozen=True)
class Parts:
    """What the page shows."""

    calc: Calculation
    flows: Flows
    search: Search
    figures: Figures
    master: Cell


def above(cell: Cell, limit: str) -> Formula:
    """Whether a break-even lies beyond what a year has: 1 of its time, 365 of its days."""
    return typed(f'COUNTIFS({{0}},">{limit}")=1', cell)


def reachable(words: Words, cell: Cell, limit: str) -> Formula:
    """A break-even, or in words that there is none: 172.5 % of the time reads like a figure."""
    return typed("IF({0},{1},{2})", above(cell, limit), text(words("no_break_even")), cell)


class Result:
    """Writes the sheet."""

    def __init__(self, parts: Parts) -> None:
        self.parts, self.calc = parts, parts.calc
        calc = self.calc
        self.words, self.label, self.cells = calc.words, calc.label, calc.cells
        sheet = self.sheet = calc.book.sheet("rent_or_buy", tab="2E7D32")
        sheet.widths(A=2, B=30, C=18, D=18, E=18, F=14, G=16)
        row = blocks.title(sheet, self.words("book_title"), self.words("result_subtitle"), LAST)
        self.money: list[Cell] = []
        row = self._verdict(row)
        row = self._sides(row + 1)
        row = self._break_evens(row + 1)
        row = self._mind(row + 1)
        self._chart(row + 1)
        self._display_unit()
        sheet.raw.page_setup.fitToHeight = 1
        sheet.print_area(sheet.at("B", 1, LAST, row + 18))

    # -- the answer --------------------------------------------------------------------------------

    def _verdict(self, row: int) -> int:
        sheet, words, cells = self.sheet, self.words, self.cells
        unit = self.calc.used["amount_unit"]
        in_ten_thousand = typed("{0}={1}", unit, text(self.label("amount_in_ten_thousands")))
        facts = (
            ("B", words("master_check"), self.parts.master, house.GENERAL),
            ("C", words("cheaper"), cells["cheaper"], house.GENERAL),
            ("D", words("saving"), cells["saving"], house.MONEY),
            ("E", words("break_even_utilisation"),
             reachable(words, cells["break_even_utilisation"], "1"), house.SHARE),
            ("F", self.label("currency"), self.calc.used["currency"], house.GENERAL),
        )  # fmt: skip
        head = house.Look(
            size=8, color=house.GREY, fill=house.PALE, horizontal="center", top="thin", wrap=True
        )
        value = head.but(size=12, bold=True, color=house.NAVY, top="", bottom="thin", shrink=True,
                         wrap=False)  # fmt: skip
        sheet.height(row, 24)
        sheet.height(row + 1, 26)
        for column, label, cell, number in facts:
            sheet.put(column, row, label, head)
            shown = value.but(number=number)
            made = sheet.formula(column, row + 1, typed("{0}", cell), shown, mark=False)
            if number == house.MONEY:
                self.money.append(made)
        sheet.put("G", row, self.label("amount_unit"), head)
        flag = sheet.formula("G", row + 1, typed("{0}", unit), value, mark=False)
        self.flag = flag
        self.in_ten_thousand = in_ten_thousand
        blocks.state_colours(sheet, sheet.at("B", row + 1))
        row += 2
        sheet.height(row, 46)
        look = house.Look(size=12, bold=True, color=house.NAVY, wrap=True, fill=house.BAND,
                          indent=1, bottom="medium", edge=house.NAVY)  # fmt: skip
        sheet.formula("B", row, self._answer(), look, mark=False)
        sheet.merge("B", row, LAST)
        return row + 1

    def _answer(self) -> Formula:
        """One sentence, to read aloud."""
        words, cells, used = self.words, self.cells, self.calc.used
        parts: dict[str, Cell | Formula] = {
            "gap": cells["gap_text"], "share": cells["gap_share_text"],
            "own": cells["own_text"], "rent": cells["rent_text"],
            "months": used["evaluation_horizon"], "currency": used["currency"],
        }  # fmt: skip
        complete = self.calc.is_on("own_complete")
        said = {
            key: _said(words(f"answer_{key}"), parts)
            for key in ("own", "rent", "rent_open", "undecided", "equal")
        }
        cheaper = cells["cheaper"]
        rent, own = (text(self.label(side)) for side in ("rent_hire", "own_buy"))
        return typed(
            'IF({0}="",{1},IF({0}={2},IF({3},{4},{5}),IF({0}={6},{7},IF({0}={8},{9},{10}))))',
            cheaper, text(words("answer_none")), rent, complete, said["rent"], said["rent_open"],
            own, said["own"], text(words("equal")), said["equal"], said["undecided"],
        )  # fmt: skip

    def _sides(self, row: int) -> int:
        """What both cost, side by side."""
        sheet, words, cells, total = self.sheet, self.words, self.cells, self.parts.flows.total
        row = blocks.heading(sheet, row, words("sides_heading"), LAST)
        heads = {"B": words("field"), "C": self.label("rent_hire"), "D": self.label("own_buy"),
                 "E": words("rent_less_own"), "F": words("how")}  # fmt: skip
        row = blocks.head_row(sheet, row, heads, 20)
        sheet.merge("F", row - 1, LAST)
        lines: tuple[tuple[str, Cell | None, Cell, str], ...] = (
            ("at_start", None, cells["capex"], house.MONEY),
            ("first_month", cells["paid_month"], cells["running"], house.MONEY),
            ("in_cash", total["rent_net"], total["own_net"], house.MONEY),
            ("net_present", cells["rent_npv"], cells["own_npv"], house.MONEY),
            ("level", cells["rent_level"], cells["own_level"], house.MONEY),
            ("used_hour", cells["rent_card_hour"], cells["own_card_hour"], house.CHAIN),
        )
        for key, rent, own, number in lines:
            strong = key == "net_present"
            sheet.height(row, 28)
            sheet.put("B", row, words(f"side_{key}"), house.LABEL.but(bold=strong))
            look = (house.TOTAL if strong else house.FORMULA).but(number=number)
            left = sheet.formula("C", row, when(self.calc.is_on("rent_ready"), typed(
                "{0}", rent) if rent else Formula("0")), look, mark=False)  # fmt: skip
            owned = when(self.calc.is_on("own_ready"), typed("{0}", own))
            right = sheet.formula("D", row, owned, look, mark=False)
            both = typed('IF({0}<>"",{1}<>"")', left, right)
            gap = printed("cost_gap", amount=left, less=right)
            third = sheet.formula("E", row, when(both, gap), look, mark=False)
            sheet.put("F", row, words(f"side_{key}_note"), house.HELP.but(size=8))
            sheet.merge("F", row, LAST)
            if number == house.MONEY:
                self.money += [left, right, third]
            row += 1
        return row

    # -- break-evens -------------------------------------------------------------------------------

    def _break_evens(self, row: int) -> int:
        sheet, words, cells = self.sheet, self.words, self.cells
        row = blocks.heading(sheet, row, words("break_even_heading"), LAST)
        heads = {"B": words("field"), "C": words("value_head"), "D": words("in_words_head")}
        row = blocks.head_row(sheet, row, heads, 20)
        sheet.merge("D", row - 1, LAST)
        unit = self.calc.used["billing_unit"]
        spoken: dict[str, Cell | Formula] = {
            "price": cells["price_text"], "hour": cells["hour_text"], "unit": unit,
            "utilisation": cells["utilisation_text"], "days": cells["days_text"],
            "plain": cells["days_plain_text"], "fall": cells["fall_text"],
            "months": cells["payback_text"], "month": cells["payback_present"],
            "horizon": self.calc.used["evaluation_horizon"],
        }  # fmt: skip

        def told(key: str, known: Cell, *cases: tuple[Formula, str]) -> Formula:
            said = _said(words(f"why_{key}"), spoken)
            for condition, other in reversed(cases):
                said = typed("IF({0},{1},{2})", condition, _said(words(other), spoken), said)
            return when(typed('{0}<>""', known), said)

        share, days, plain = (
            cells[k] for k in ("break_even_utilisation", "break_even_days", "break_even_days_plain")
        )
        target, fall = cells["break_even_rent"], cells["break_even_fall"]
        price, hour = cells["break_even_price_npv"], cells["break_even_card_hour_npv"]
        below = typed('COUNTIFS({0},"<=0")=1', target)
        lines = (
            ("price", price, house.CHAIN, told("price", target, (below, "never_price"))),
            ("hour", hour, house.CHAIN, told("hour", hour, (below, "never_price"))),
            ("utilisation", share, house.SHARE,
             told("utilisation", share, (above(share, "1"), "never_utilisation"))),
            ("days", days, "#,##0.0", told("days", days, (above(days, "365"), "never_days"))),
            ("days_plain", plain, "#,##0.0",
             told("days_plain", plain, (above(plain, "365"), "never_days_plain"))),
            ("fall", fall, house.RATE_EXACT, self._fall(spoken)),
            ("payback", cells["payback_months"], "#,##0.00",
             self._payback(spoken)),
        )  # fmt: skip
        for key, cell, number, why in lines:
            sheet.height(row, 34)
            sheet.put("B", row, words(f"even_{key}"), house.LABEL)
            sheet.formula("C", row, typed("{0}", cell), _FIGURE.but(number=number), mark=False)
            sheet.formula("D", row, why, _WHY, mark=False)
            sheet.merge("D", row, LAST)
            row += 1
        return row

    def _fall(self, spoken: dict[str, Cell | Formula]) -> Formula:
        """The fall at which both cost the same, or why there is none."""
        words, cells, search = self.words, self.cells, self.parts.search
        own, fall = cells["own_npv"], cells["break_even_fall"]
        ready = typed('IF({0}<>"",{1}<>"")', own, search.low_npv)
        found = _said(words("why_fall"), spoken)
        rising = _said(words("why_rise"), spoken)
        risen = typed('COUNTIFS({0},"<0")=1', fall)
        flat = typed("{0}={1}", search.low_npv, search.high_npv)
        none = typed(
            "IF({0},{1},IF({2}<{3},{4},{5}))", flat, text(words("never_fall_flat")),
            search.low_npv, own, text(words("never_fall_rent")), text(words("never_fall_own")),
        )  # fmt: skip
        return when(
            ready,
            typed('IF({0}<>"",IF({1},{2},{3}),{4})', fall, risen, rising, found, none),
        )

    def _payback(self, spoken: dict[str, Cell | Formula]) -> Formula:
        """When the money is back, month by month with everything in it."""
        words, cells = self.words, self.cells
        ready = self.calc.is_on("both_ready")
        month, plain = cells["payback_present"], cells["payback_months"]
        return when(ready, typed(
            'IF({0}<>"",IF({1}<>"",{2},{3}),{4})', month, plain,
            _said(words("why_payback"), spoken), _said(words("why_payback_month"), spoken),
            _said(words("never_payback"), spoken),
        ))  # fmt: skip

    def _mind(self, row: int) -> int:
        """What to keep in mind with these inputs."""
        sheet, words = self.sheet, self.words
        row = blocks.heading(sheet, row, words("mind_heading"), LAST)
        for line in self._reminders():
            sheet.height(row, 28)
            sheet.formula("B", row, line, _WHY.but(indent=0, bottom=""), mark=False)
            sheet.merge("B", row, LAST)
            row += 1
        return row

    def _reminders(self) -> list[Formula]:
        words, cells, calc = self.words, self.cells, self.calc
        untaxed = typed('COUNTIFS({0},"=0")=1', calc.used["corporate_income_tax_rate"])
        after = sentence(words("after_tax"), rate=cells["income_tax_text"])
        tax = typed("IF({0},{1},{2})", untaxed, text(words("before_tax")), after)
        basis = sentence(
            words("mind_basis"), basis=cells["basis"], rate=cells["rate_text"], tax=tax
        )
        names = (
            self.label("colocation_fee"), words("power"), self.label("operations_staff_cost"),
            self.label("maintenance"),
        )  # fmt: skip
        between = words("list_separator")
        missing = [
            typed("IF({0}=1,{1},{2})", cells[flag], BLANK, text(between + name))
            for flag, name in zip(UNKNOWN, names, strict=True)
        ]
        incomplete = typed("IF({0}=1,{1}=0)", cells["own_ready"], cells["own_complete"])
        return [
            when(calc.is_on("timing_ready"), basis),
            when(incomplete, joined(text(words("mind_open")), *missing)),
            when(calc.is_on("lease_flag"), text(words("mind_lease"))),
        ]

    def _chart(self, row: int) -> None:
        """Present cost so far of both sides; its figures stand on the sheet of charts."""
        x, ys = self.parts.figures.over_time
        words = self.words
        charts.lines(
            self.sheet, self.sheet.at("B", row, LAST, row + 14), words("chart_time"),
            (words("axis_month"), words("axis_money")), x, ys, source=self.parts.figures.sheet,
        )  # fmt: skip

    def _display_unit(self) -> None:
        """Amounts in 万元 where asked for: only their display changes."""
        style = house.highlight(number="0\\.0,")
        here = self.flag.absolute
        switch = typed("{0}={1}", here, text(self.label("amount_in_ten_thousands")))
        for cell in self.money:
            self.sheet.condition(cell, switch, style)


def _said(words: str, parts: dict[str, Cell | Formula]) -> Formula:
    """A sentence with the parts that it names."""
    return sentence(words, **parts)
