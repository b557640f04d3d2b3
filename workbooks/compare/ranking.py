"""Financing, totals on both bases, ranks, target prices: below the totals of the same grid."""

from __future__ import annotations

from collections.abc import Callable

from workbooks import house
from workbooks.compare.requirements import Requirements
from workbooks.formulas import (
    BLANK,
    Cell,
    Formula,
    is_number,
    joined,
    printed,
    text,
    typed,
    when,
)
from workbooks.offers.prices import Prices

SMALL = house.FORMULA_TEXT.but(size=9)
RANK = house.FORMULA.but(number="0", bold=True)


class Ranking:
    """Writes the rows; ``basis_is_net`` is 1 where prices compare without tax."""

    def __init__(self, evaluation: Prices, requirements: Requirements, basis_is_net: Cell) -> None:
        self.e, self.grid, self.c = evaluation, evaluation.grid, evaluation.c
        self.used, self.read = evaluation.job.used, evaluation.offers.read
        self.words, self.label = evaluation.words, evaluation.label
        self.requirements, self.net_basis = requirements, basis_is_net
        self._financing()
        self._ranked()
        self._others()
        self._target()
        self._discount()
        self._order()

    def _line(
        self, key: str, label: str, formula: Callable[[int], Formula], **facts: object
    ) -> None:
        self.grid.line(key, label, formula, note=self.e.note(key), **facts)  # type: ignore[arg-type]

    def _financing(self) -> None:
        words, label, read, used = self.words, self.label, self.read, self.used
        self.grid.heading(words("block_financing"))
        month, rate = used["hours_per_month"], used["cost_of_funds"]

        self._line("held_hours", words("held_hours"), lambda n: when(
            is_number(self.c("billed_hours", n), self.c("rental_hours", n)),
            typed("IF({0}>{1},{0},{1})", self.c("billed_hours", n), self.c("rental_hours", n)),
        ), unit=label("unit_hours"), number=house.CHAIN)  # fmt: skip
        self._line("held_months", words("held_months"), lambda n: when(
            is_number(self.c("held_hours", n), month),
            printed("paid_periods", hours=self.c("held_hours", n), hours_per_period=month),
        ), unit=label("month"), number="0.00")  # fmt: skip

        def deposit(n: int) -> Formula:
            given, fx = read["refundable_deposit"][n], self.c("exchange_rate", n)
            months = self.c("held_months", n)
            own = printed("deposit_cost", deposit=given, cost_of_funds=rate, months=months)
            cost = printed("converted", amount=own, exchange_rate=fx)
            ready = is_number(given, rate, months, fx)
            return when(self.e.on(n), typed("IF({0},{1},0)", ready, cost))

        def prepayment(n: int) -> Formula:
            share, months = read["prepayment_share"][n], self.c("held_months", n)
            cost = printed("prepayment_cost", gross=self.c("gross", n), share=share,
                           cost_of_funds=rate, months=months)  # fmt: skip
            ready = is_number(share, rate, months, self.c("gross", n))
            return when(self.e.on(n), typed("IF({0},{1},0)", ready, cost))

        self._line("deposit_cost", words("deposit_cost"), deposit, number=house.MONEY)
        self._line("prepayment_cost", words("prepayment_cost"), prepayment, number=house.MONEY)
        self._line(
            "financing", words("financing"),
            lambda n: when(
                self.e.on(n),
                printed("money", amount=typed("SUM({0},{1})", self.c("deposit_cost", n),
                                              self.c("prepayment_cost", n))),
            ),
            number=house.MONEY, out=True,
        )  # fmt: skip

    def _ranked(self) -> None:
        """What is ranked: the total on the basis of comparison plus the cost of funds."""
        words, label, e = self.words, self.label, self.e
        self.grid.heading(words("block_ranking"))
        ordinary = text(label("ordinary_vat_invoice"))
        self._line(
            "counts_net", words("counts_net"),
            lambda n: when(
                e.on(n),
                typed("IF({0}=1,IF({1}={2},0,1),0)", self.net_basis,
                      e.offers.entry["invoice_type"][n], ordinary),
            ),
        )  # fmt: skip
        self._line(
            "total", words("basis_total"),
            lambda n: when(e.on(n), typed("IF({0}=1,{1},{2})", self.c("counts_net", n),
                                          self.c("net", n), self.c("gross", n))),
            number=house.MONEY, out=True,
        )  # fmt: skip
        for key, of in (("ranked", "total"), ("ranked_net", "net"), ("ranked_gross", "gross")):
            look = house.TOTAL if key == "ranked" else house.FORMULA
            self._line(
                key, words(key),
                lambda n, of=of: when(
                    is_number(self.c(of, n), self.c("financing", n)),
                    printed("money", amount=typed("SUM({0},{1})", self.c(of, n),
                                                  self.c("financing", n))),
                ),
                number=house.MONEY, out=True, look=look,
            )  # fmt: skip
        failed, unknown = self.requirements.failed, self.requirements.unknown
        self._line(
            "status", label("status"),
            lambda n: when(
                e.on(n),
                typed(
                    "IF({0}={1},{2},IF({0}={3},{4},IF({5}>0,{4},{6})))", self.c("meets", n), failed,
                    text(words("not_met")), unknown, text(label("not_comparable")),
                    self.c("unknowns", n), text(label("comparable")),
                ),
            ),
            look=house.STATE.but(size=9), out=True,
        )  # fmt: skip
        for key in ("ranked", "ranked_net", "ranked_gross", "total"):
            self._rank(key)
        shown = {"net": "shown_net", "gross": "shown_gross", "ranked": "shown_ranked"}
        for of, key in shown.items():
            self._line(key, words(key), lambda n, of=of: self._shown(of, n),
                       number=house.MONEY, out=True)  # fmt: skip
        for kind in ("net", "gross"):
            self._line(f"shown_all_in_{kind}", words(f"shown_all_in_{kind}"),
                       lambda n, kind=kind: self._shown_price(f"all_in_{kind}", n),
                       number="0.0000", out=True)  # fmt: skip
        self._line(
            "differs", words("differs"),
            lambda n: when(
                typed("{0}={1}", self.c("status", n), text(label("comparable"))),
                typed("IF({0}={1},0,1)", self.c("rank_ranked_net", n),
                      self.c("rank_ranked_gross", n)),
            ),
        )  # fmt: skip

    def comparable(self, n: int) -> Formula:
        """Whether an offer takes part in the ranking."""
        return typed("{0}={1}", self.c("status", n), text(self.label("comparable")))

    def _rank(self, of: str) -> None:
        """1 + the number of comparable offers with less; equal offers share a rank."""
        statuses = self.grid.block("status")
        values = self.grid.block(of)
        good = text(self.label("comparable"))

        def rank(n: int) -> Formula:
            own = self.c(of, n)
            less = typed('SUM(COUNTIFS({0},{1},{2},"<"&{3}),1)', statuses, good, values, own)
            return when(typed("IF({0},{1},0=1)", self.comparable(n), is_number(own)), less)

        key = f"rank_{of}"
        out = of != "total"
        self._line(key, self.words(key), rank, look=RANK, out=out)

    def _shown(self, of: str, n: int) -> Formula:
        """The figure, or its text behind ≥ where something is still unknown."""
        amount = printed("amount_text", amount=self.c(of, n))
        least = joined(text("≥ "), amount)
        either = typed("IF({0},{1},{2})", self.at_least(n), least, self.c(of, n))
        return when(is_number(self.c(of, n)), either)

    def at_least(self, n: int) -> Formula:
        """Whether something is left out of the total; a rule to be confirmed is counted in it."""
        return typed("{0}>{1}", self.c("unknowns", n), self.c("rule_open", n))

    def _shown_price(self, of: str, n: int) -> Formula:
        """A price per card-hour, likewise."""
        least = joined(
            text("≥ "), printed("converted_price", quoted_price=self.c(of, n), exchange_rate=1)
        )
        either = typed("IF({0},{1},{2})", self.at_least(n), least, self.c(of, n))
        return when(is_number(self.c(of, n)), either)

    def _others(self) -> None:
        """The two other rankings: by cost per million tokens, by the day of completion."""
        words, label, read = self.words, self.label, self.read
        self.grid.heading(words("block_other_ranks"))
        self._line(
            "ranked_per_card_hour", words("ranked_per_card_hour"),
            lambda n: when(
                typed("IF({0},{1}>0,0=1)", is_number(self.c("ranked", n), self.c("card_hours", n)),
                      self.c("card_hours", n)),
                printed("unit_cost", amount=self.c("ranked", n), quantity=self.c("card_hours", n)),
            ),
            unit=label("money_per_card_hour"), number="0.0000",
        )  # fmt: skip
        self._line(
            "token_cost", label("cost_per_million_tokens"),
            lambda n: when(
                is_number(self.c("ranked_per_card_hour", n), read["tokens_per_second"][n],
                          self.c("cards", n)),
                printed("token_cost", price=self.c("ranked_per_card_hour", n),
                        tokens_per_second=read["tokens_per_second"][n],
                        cards=self.c("cards", n)),
            ),
            number="0.0000", out=True,
        )  # fmt: skip
        self._rank("token_cost")
        self._line(
            "whole_days", words("whole_days"),
            lambda n: when(
                is_number(self.c("calendar", n)),
                printed("billed_periods", hours=self.c("calendar", n), hours_per_period=1),
            ),
            unit=label("unit_days"), number="0",
        )  # fmt: skip
        ready = self.e.offers.entry["ready_for_use_date"]
        self._line(
            "finish", words("finish"),
            lambda n: when(
                is_number(ready[n], self.c("whole_days", n)),
                typed("SUM({0},{1})", ready[n], self.c("whole_days", n)),
            ),
            number=house.DATE, out=True,
        )  # fmt: skip
        self._rank("finish")

    def _target(self) -> None:
        """The price at which an offer would cost as much as the cheapest, without financing."""
        words, label = self.words, self.label
        self.grid.heading(words("block_target"))
        ranks, totals = self.grid.block("rank_total"), self.grid.block("total")
        best = typed("INDEX({0},MATCH(1,{1},0))", totals, ranks)
        self._line("best_total", label("best_total"),
                   lambda n: when(typed("IF({0},COUNTIFS({1},1)>0,0=1)", self.comparable(n), ranks),
                                  best), number=house.MONEY)  # fmt: skip
        self._line(
            "rent_basis", words("rent_basis"),
            lambda n: when(
                is_number(self.c("rent_net", n), self.c("exchange_rate", n)),
                typed(
                    "IF({0}=1,{1},{2})", self.c("counts_net", n),
                    printed("converted", amount=self.c("rent_net", n),
                            exchange_rate=self.c("exchange_rate", n)),
                    printed("converted", amount=self.c("rent_gross", n),
                            exchange_rate=self.c("exchange_rate", n)),
                ),
            ),
            number=house.MONEY,
        )  # fmt: skip
        self._line(
            "others_basis", words("others_basis"),
            lambda n: when(
                is_number(self.c("rent_basis", n), self.c("total", n)),
                printed("difference", amount=self.c("total", n), less=self.c("rent_basis", n)),
            ),
            number=house.MONEY,
        )  # fmt: skip

        def target(n: int) -> Formula:
            best_, others, rent = (self.c(k, n) for k in ("best_total", "others_basis", "rent"))
            including = typed("{0}={1}", self.c("anchor", n), text(label("incl_tax")))

            def price(has_tax: bool, wants_tax: bool) -> Formula:
                return printed(
                    "target_price", price=self.c("price_now", n), rent=rent, best=best_,
                    others=others, rate=self.c("tax_rate", n), price_includes_tax=has_tax,
                    basis_includes_tax=wants_tax, exchange_rate=self.c("exchange_rate", n),
                )  # fmt: skip

            by_basis = typed(
                "IF({0}=1,IF({1},{2},{3}),IF({1},{4},{5}))", self.c("counts_net", n), including,
                price(True, False), price(False, False), price(True, True), price(False, True),
            )  # fmt: skip
            reachable = typed("IF({0}>{1},{2}>0,0=1)", best_, others, rent)
            out_of_reach = text(words("not_reachable"))
            # The cheapest needs no target: its own price, without the noise of the way back.
            answer = typed("IF({0}=1,{1},IF({2},{3},{4}))", self.c("rank_total", n),
                           self.c("price_now", n), reachable, by_basis, out_of_reach)  # fmt: skip
            ready = is_number(best_, rent, self.c("tax_rate", n))
            return when(ready, answer)

        self._line("target", label("target_price_for_negotiation"), target, number="#,##0.0000",
                   out=True)  # fmt: skip
        self._line(
            "reduction", label("reduction_needed"),
            lambda n: when(
                typed("IF({0},{1}>0,0=1)", is_number(self.c("target", n), self.c("price_now", n)),
                      self.c("price_now", n)),
                printed("reduction", price=self.c("price_now", n), target=self.c("target", n)),
            ),
            number="0.00%", out=True,
        )  # fmt: skip

    def _discount(self) -> None:
        """What the unit price comes down to: discounts, cheap hours and tiers, in one figure."""
        words, read = self.words, self.read
        self.grid.heading(words("block_discount"))

        def applied(n: int) -> Formula:
            start, tier, plain = read["tier_from"][n], self.c("net_tier", n), self.c("net_price", n)
            arguments = {"quantity": self.c("quantity", n), "price": plain, "tier_from": start,
                         "tier_price_one": tier}  # fmt: skip
            tiers = typed(
                "IF({0},{1},{2})", self.e.option("tier_reading", n, "excess_units"),
                printed("tier_price", excess_only=True, **arguments),
                printed("tier_price", excess_only=False, **arguments),
            )  # fmt: skip
            ready = is_number(self.c("quantity", n), plain, start, tier)
            none = typed("{0}&{1}={2}", start, read["tier_price"][n], BLANK)
            return typed("IF({0},{1},{2})", none, plain, when(ready, tiers))

        self._line("price_applied", words("price_applied"), applied, number=house.PRICE)
        self._line(
            "price_off", words("price_off"),
            lambda n: when(
                typed("IF({0},{1}>0,0=1)", is_number(self.c("price_dense", n),
                                                     self.c("price_applied", n)),
                      self.c("price_dense", n)),
                printed("reduction", price=self.c("price_dense", n),
                        target=self.c("price_applied", n)),
            ),
            number="0.0#%", out=True,
        )  # fmt: skip

    def _order(self) -> None:
        """The offers from the first rank on, then those that are not comparable: for the chart."""
        words = self.words
        self.grid.heading(words("block_order"))
        status = self.grid.block("status")
        good = text(self.label("comparable"))

        def place(n: int) -> Formula:
            own = self.c("rank_ranked", n)
            if n:
                before = self.grid.block("rank_ranked", n - 1)
                ranked = typed("SUM({0},COUNTIFS({1},{0}))", own, before)
                others = typed('COUNTIFS({0},1,{1},"<>"&{2})', self.grid.block("active", n - 1),
                               self.grid.block("status", n - 1), good)  # fmt: skip
                later = typed("SUM(COUNTIFS({0},{1}),{2},1)", status, good, others)
            else:
                ranked = typed("{0}", own)
                later = typed("SUM(COUNTIFS({0},{1}),1)", status, good)
            return when(self.e.on(n), typed("IF({0}={1},{2},{3})", own, BLANK, later, ranked))

        self._line("place", words("place"), place, number="0")
