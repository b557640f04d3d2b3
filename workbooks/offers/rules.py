"""A contract rule of the catalog that fills the terms which an offer leaves blank.

What is typed always wins. Of a range the lower end counts, and a rule whose threshold is not
reached does nothing. Without the buyer's field for it (a supplier sees no rules of the market) no
row is written, and the terms are what was typed.
"""

from __future__ import annotations

from workbooks import house
from workbooks.formulas import (
    BLANK,
    Cell,
    Formula,
    is_number,
    joined,
    position_of,
    printed,
    sentence,
    text,
    typed,
    when,
)
from workbooks.offers.entries import Offers
from workbooks.offers.grid import Grid
from workbooks.offers.reference import rule_word

FIELD = "contract_rule"
SMALL = house.FORMULA_TEXT.but(size=9)
# Kinds of rules that fill a term; any other is told and left out.
OF_PRICE = ("term_discount", "node_discount")
OFF_PEAK, FREE = "off_peak", "free_days"
SHARE = "0.0#%"


class Rules:
    """``term(name, n)`` is the term in use of a supplier; see :meth:`time` and :meth:`price`."""

    def __init__(
        self, grid: Grid, offers: Offers, hours_per_month: Cell, hours_per_day: Cell
    ) -> None:
        """``hours_per_day`` are those of a whole day."""
        self.grid, self.offers, self.month, self.day = grid, offers, hours_per_month, hours_per_day
        self.words, self.label = grid.book.words, grid.book.words.label
        self.here = FIELD in offers.entry

    def term(self, name: str, n: int) -> Cell:
        """What was typed, or what the rule says where nothing was."""
        key = f"term_{name}"
        return self.c(key, n) if key in self.grid.cells else self.offers.read[name][n]

    def option(self, name: str, n: int, option: str) -> Formula:
        """Whether a choice in use is this option."""
        if f"term_{name}" not in self.grid.cells:
            return typed("{0}={1}", self.offers.chosen(name, n), text(self.label(option)))
        return typed("{0}={1}", self.term(name, n), text(self.label(option)))

    def granted(self, n: int) -> Cell | int:
        """Days that are free at a time."""
        return self.c("free_granted", n) if self.here else 1

    # -- what the row says -----------------------------------------------------------------------

    def time(self) -> None:
        """The row chosen and its free days, above the hours that depend on them."""
        if not self.here:
            return
        label, read, entry = self.label, self.offers.read, self.offers.entry
        self.grid.heading(self.words("block_contract_rule"))
        self._line("rule_at", self._at, number="0")
        for key, column in (("rule_kind", "rule"), ("rule_low", "low"),
                            ("rule_from", "threshold")):  # fmt: skip
            self._line(key, lambda n, column=column: self._fact(column, n),
                       look=SMALL if key == "rule_kind" else house.FORMULA)  # fmt: skip
        self._line("rule_usable", self._usable, number="0")
        self._term("free_over", lambda n: when(self._counts((FREE,), n), self.c("rule_from", n)))
        self._line(
            "free_granted",
            lambda n: typed("IF({0}={1},IF({2},{3},1),1)", read["free_over"][n], BLANK,
                            self._counts((FREE,), n), self.c("rule_low", n)),
            number="0",
        )  # fmt: skip
        self._term("free_reading", lambda n: when(self._counts((FREE,), n),
                                                  self._fact("reading", n)))  # fmt: skip
        from_, over = text(label("from")), text(label("over"))

        def boundary(n: int) -> Formula:
            counted = typed("IF({0},{1},{2})", self._says("boundary", "from", n), from_, over)
            by_rule = when(self._counts((FREE,), n), counted, over)
            own = entry["free_boundary"][n]
            return typed('IF({0}="",{1},{0})', own, by_rule)

        self._line("term_free_boundary", boundary, "free_boundary", look=SMALL, lines=2)

    def price(self) -> None:
        """Whether the threshold is reached and the discounts, where the hours are known."""
        if not self.here:
            return
        month = self.month

        def reached(n: int) -> Formula:
            hours = self.c("billed_hours", n)
            months = when(is_number(hours, month),
                          printed("paid_periods", hours=hours, hours_per_period=month))  # fmt: skip
            cards, days, by_month = (self._says("threshold_unit", unit, n)
                                     for unit in ("unit_cards", "unit_days", "month"))  # fmt: skip
            return typed(
                "IF({0},{1},IF({2},{3},IF({4},{5},{6})))", cards, self.c("cards", n),
                days, self.c("billed_days", n), by_month, months, BLANK,
            )  # fmt: skip

        self._line("rule_reached", reached, number="#,##0.##")
        self._line("rule_met", self._met, number="0")
        met = self._is_met
        self._term("discount", lambda n: when(
            met(n), when(self._is(OF_PRICE, n), self.c("rule_low", n))), number=SHARE)  # fmt: skip
        self._term("off_peak_discount", lambda n: when(
            self._counts((OFF_PEAK,), n), self.c("rule_low", n)), number=SHARE)  # fmt: skip
        self._term("off_peak_hours", lambda n: when(
            self._counts((OFF_PEAK,), n), self.c("rule_from", n)))  # fmt: skip
        best, in_order = (text(self.label(option)) for option in ("best", "in_order"))

        def combine(n: int) -> Formula:
            by_rule = typed("IF({0},IF({1},{2},{3}),{3})", met(n),
                            self._says("combine", "in_order", n), in_order, best)  # fmt: skip
            return typed('IF({0}="",{1},{0})', self.offers.entry["combine"][n], by_rule)

        self._line("term_combine", combine, "combine", look=SMALL, lines=3)

    def effect(self) -> None:
        """What the rule does in the end, where the discounts in use are known."""
        if not self.here:
            return
        self._line("rule_fills", self._fills, number="0")
        self._line(
            "rule_open",
            lambda n: when(
                self._on(n),
                typed("IF({0}=1,IF({1},0,1),0)", self.c("rule_fills", n),
                      self._says("status", "confirmed", n)),
            ),
            number="0",
        )  # fmt: skip

        def elsewhere(n: int) -> Formula:
            """The rule is one of another place than the offer's, as far as both say."""
            here, there = self.offers.entry["region"][n], self._fact(self._region, n)
            apart = typed('COUNTIFS({0},"*"&{1}&"*")=0', here, there)
            both = typed('IF({0}="",0,IF({1}="",0,1))=1', here, there)
            told = typed("IF({0}=1,IF({1},IF({2},1,0),0),0)", self.c("rule_fills", n), both, apart)
            return when(self._on(n), told)

        self._line("rule_elsewhere", elsewhere, number="0")
        self._line("rule_told", self._told, look=SMALL, out=True, lines=5)

    def _fills(self, n: int) -> Formula:
        """1 where a term in force comes from the rule: left blank, and not beaten by a better."""
        read = self.offers.read
        blank = {key: typed("{0}={1}", read[key][n], BLANK)
                 for key in ("discount", "off_peak_discount", "off_peak_hours", "free_over",
                             "free_reading", "free_boundary")}  # fmt: skip
        filled = typed(
            "IF({0},{1},IF({2},IF({3},1=1,{4}),IF({5},IF({6},1=1,IF({7},1=1,{8})),0=1)))",
            self._is(OF_PRICE, n), blank["discount"],
            self._is((OFF_PEAK,), n), blank["off_peak_discount"], blank["off_peak_hours"],
            self._is((FREE,), n), blank["free_over"], blank["free_reading"],
            blank["free_boundary"],
        )  # fmt: skip
        in_force = typed("IF({0},0=1,{1})", self._beaten(n), filled)
        return when(self._on(n), typed("IF({0},IF({1},1,0),0)", self._is_met(n), in_force))

    def _beaten(self, n: int) -> Formula:
        """Whether another discount is the better one where they do not stack."""
        on, both = self.c("off_peak_on", n), self.c("discount_both", n)
        own = self.c("term_discount", n)
        of_price = typed("IF({0}=1,1=1,{1}>{2})", on, both, own)
        at_night = typed("{0}=0", on)
        beaten = typed("IF({0},{1},IF({2},{3},0=1))", self._is(OF_PRICE, n), of_price,
                       self._is((OFF_PEAK,), n), at_night)  # fmt: skip
        return typed("IF({0},0=1,{1})", self.option("combine", n, "in_order"), beaten)

    # -- small tools -----------------------------------------------------------------------------

    def c(self, key: str, n: int) -> Cell:
        """A cell of a row that is written already."""
        return self.grid.cells[key][n]

    def _on(self, n: int) -> Formula:
        return typed("{0}=1", self.c("active", n))

    def _line(self, key: str, formula: object, label: str = "", **facts: object) -> None:
        note = self.words(f"{key}_how") if self.words.has(f"{key}_how") else ""
        shown = f"{self.words('term_in_use')} · {self.label(label)}" if label else self.words(key)
        self.grid.line(key, shown, formula, note=note, **facts)  # type: ignore[arg-type]

    def _term(self, name: str, by_rule: object, number: str = house.GENERAL) -> None:
        def formula(n: int) -> Formula:
            own = self.offers.read[name][n]
            return typed('IF({0}="",{1},{0})', own, by_rule(n))  # type: ignore[operator]

        self._line(f"term_{name}", formula, name, number=number)

    def _at(self, n: int) -> Formula:
        """The row's place in the table, by its code or its name in either language."""
        entry = self.offers.entry[FIELD][n]
        found: Formula = BLANK
        for column in ("en", "zh", "name"):
            names = f"cat_rules_{column}"
            found = typed("IF({0}={1},{2},{0})", position_of(entry, names), BLANK, found)
        return when(typed('{0}<>""', entry), found)

    def _fact(self, column: str, n: int) -> Formula:
        """A column of the chosen row."""
        return when(typed("{0}<>{1}", self.c("rule_at", n), BLANK), self._chosen(column, n))

    def _chosen(self, column: str, n: int) -> Formula:
        """The same where a row is known to be chosen."""
        return typed("INDEX({0},{1})", f"cat_rules_{column}", self.c("rule_at", n))

    @property
    def _region(self) -> str:
        return "region" if self.words.lang == "zh" else "region_en"

    def _says(self, column: str, code: str, n: int) -> Formula:
        """Whether the chosen row says this: in the book's words, or by the catalog's code where
        rows of a catalog were pasted."""
        return typed("IF({0}={1},1=1,{0}={2})", self._fact(column, n),
                     text(rule_word(self.words, code)), text(code))  # fmt: skip

    def _is(self, kinds: tuple[str, ...], n: int) -> Formula:
        """Whether the chosen row is of one of these kinds."""
        said = dict.fromkeys(w for kind in kinds for w in (rule_word(self.words, kind), kind))
        counts = ",".join(f"COUNTIFS({{0}},{{{i}}})" for i in range(1, len(said) + 1))
        return typed(f"SUM({counts})=1", self.c("rule_kind", n), *map(text, said))

    def _usable(self, n: int) -> Formula:
        """1 where the row's figures make sense for its kind: a row may have been typed over."""
        low, start = self.c("rule_low", n), self.c("rule_from", n)
        share = 'COUNTIFS({0},">0",{0},"<=1")=1'
        night = typed(f'IF({share},COUNTIFS({{1}},">0",{{1}},"<="&{{2}})=1,0=1)', low, start,
                      self.day)  # fmt: skip
        # Without a threshold, or with one that is a number: "7天" is none, and no free pass.
        begins = typed('IF({0}="-",1=1,COUNTIFS({0},">=0")=1)', start)
        price = typed(f"IF({share},{{1}},0=1)", low, begins)
        free = typed('COUNTIFS({0},">0",{0},"<="&{1})=1', low, start)
        good = typed(
            "IF({0},{1},IF({2},{3},IF({4},{5},0=1)))", self._is(OF_PRICE, n), price,
            self._is((OFF_PEAK,), n), night, self._is((FREE,), n), free,
        )  # fmt: skip
        return when(typed("{0}<>{1}", self.c("rule_at", n), BLANK), typed("IF({0},1,0)", good))

    def _counts(self, kinds: tuple[str, ...], n: int) -> Formula:
        """Whether the chosen row is of one of these kinds and makes sense."""
        return typed("IF({0}=1,{1},0=1)", self.c("rule_usable", n), self._is(kinds, n))

    def _is_met(self, n: int) -> Formula:
        return typed("{0}=1", self.c("rule_met", n))

    def _met(self, n: int) -> Formula:
        """1 or 0, blank while it is unclear or where the row is of no use."""
        start, has = self.c("rule_from", n), self.c("rule_reached", n)
        # The number itself counts only where the rule says so.
        from_ = self._says("boundary", "from", n)
        enough = typed("IF({0},IF({1}>={2},1,0),IF({1}>{2},1,0))", from_, has, start)
        by_size = typed("IF({0},{1},1)", is_number(start), when(is_number(has), enough))
        free = self.c("free_days", n)
        by_days = when(is_number(free), typed("IF({0}>0,1,0)", free))
        met = typed("IF({0},{1},IF({2},{3},1))", self._is(OF_PRICE, n), by_size,
                    self._is((FREE,), n), by_days)  # fmt: skip
        return when(typed("{0}=1", self.c("rule_usable", n)), met)

    def _told(self, n: int) -> Formula:
        """What the rule does here, or why it does nothing."""
        words, entry = self.words, self.offers.entry[FIELD][n]

        def share(name: str) -> Formula:
            term = self.c(f"term_{name}", n)
            return when(is_number(term), printed("share_text", share=term))

        effect = typed(
            "IF({0},{1},IF({2},{3},{4}))",
            self._is(OF_PRICE, n), sentence(words("rule_takes_off"), share=share("discount")),
            self._is((OFF_PEAK,), n),
            sentence(words("rule_at_night"), share=share("off_peak_discount"),
                     hours=self.c("term_off_peak_hours", n)),
            sentence(words("rule_free"), days=self.c("free_days", n)),
        )  # fmt: skip
        label = self.label
        unit = typed(
            "IF({0},{1},IF({2},{3},{4}))", self._says("threshold_unit", "unit_cards", n),
            text(label("unit_cards")), self._says("threshold_unit", "month", n),
            text(words("rule_unit_month")), text(label("unit_days")),
        )  # fmt: skip
        start = typed("IF({0},{1},{2})", self._is((FREE,), n), self.c("term_free_over", n),
                      self.c("rule_from", n))  # fmt: skip
        short = sentence(words("rule_not_reached"), start=start, unit=unit)
        place = sentence(words("rule_elsewhere_told"), place=self._chosen(self._region, n))
        applies = joined(
            when(typed("{0}=1", self.c("rule_open", n)), text(words("rule_example"))), effect,
            when(typed("{0}=1", self.c("rule_elsewhere", n)), place),
        )  # fmt: skip
        idle = typed("IF({0},{1},{2})", self._beaten(n), text(words("rule_beaten")),
                     text(words("rule_typed")))  # fmt: skip
        in_force = typed("IF({0}=0,{1},{2})", self.c("rule_fills", n), idle, applies)
        known = self._is((*OF_PRICE, OFF_PEAK, FREE), n)
        useless = typed("IF({0},{1},{2})", self._is(("markup",), n), text(words("rule_markup")),
                        text(words("rule_of_no_use")))  # fmt: skip
        met = self.c("rule_met", n)
        judged = typed("IF({0}={1},{2},IF({0}=0,{3},{4}))", met, BLANK,
                       text(words("rule_unclear")), short, in_force)  # fmt: skip
        named = joined(self._chosen("name", n), text(" "), typed("IF({0},{1},{2})", known, judged,
                                                                useless))  # fmt: skip
        told = typed("IF({0}={1},{2},{3})", self.c("rule_at", n), BLANK,
                     text(words("rule_unknown")), named)  # fmt: skip
        return when(typed('{0}<>""', entry), when(self._on(n), told))
