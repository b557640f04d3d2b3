"""Items besides the rent, what is unknown, and an offer's totals in the currency of the book."""

from __future__ import annotations

from collections.abc import Sequence

from workbooks import house
from workbooks.formulas import (
    BLANK,
    Cell,
    Formula,
    is_known,
    is_number,
    joined,
    printed,
    text,
    typed,
    when,
)
from workbooks.offers.fields import ITEMS
from workbooks.offers.prices import Prices

SMALL = house.FORMULA_TEXT.but(size=9)
# Entries by which an offer costs more or less and which leave no gap where they cannot be read: a
# choice outside its list would count as the usual one, a deposit or prepayment as none.
CHOSEN = ("p_counted", "anchor", "invoice_type", "billing_plan", "combine", "tier_reading",
          "free_boundary")  # fmt: skip
READ_OR_NOTHING = ("prepayment_share", "refundable_deposit")


class Totals:
    """Goes on below an :class:`Prices`, in the same rows and columns."""

    def __init__(self, evaluation: Prices) -> None:
        self.e, self.grid, self.job = evaluation, evaluation.grid, evaluation.job
        self.words, self.label, self.c = evaluation.words, evaluation.label, evaluation.c
        self.grid.heading(self.words("block_items"))
        for name, (monthly, usual) in ITEMS.items():
            self._item(name, monthly, usual)
        self.grid.heading(self.words("block_totals"))
        self._unknown()
        self._sums()

    def item_label(self, name: str) -> Formula:
        """What the item is called: the buyer's own words for the free ones."""
        fixed = {"storage": "storage", "bandwidth": "bandwidth", "service": "technical_service_fee"}
        if name in fixed:
            return text(self.label(fixed[name]))
        own = f"{name}_item"
        return typed('IF({0}="",{1},{0})', self.job.used[own], text(self.label(own)))

    def _item(self, name: str, monthly: bool, usual: str) -> None:
        e, grid, words, label, job = self.e, self.grid, self.words, self.label, self.job
        offers, quantity = e.offers, job.used[f"{name}_quantity"]
        price = offers.read[f"{name}_price"]
        shown = label(f"{name}_basis").split("：")[0].split(":")[0]
        shown = shown.removesuffix("计价方式")
        charged, unknown = label("priced_separately"), label("unknown")

        periods = job.months if monthly else None
        grid.line(
            f"{name}_rate", f"{shown} · {label('tax_rate')}",
            lambda n: when(e.on(n), e.rate(e.category(f"{name}_tax_category", n, usual))),
            number=house.SHARE,
        )  # fmt: skip

        def state(n: int) -> Formula:
            basis = offers.entry[f"{name}_basis"][n]
            # A quantity, months or taxes that cannot be read leave the cost unknown too: a sum that
            # passes them over would be too low and nobody would see it.
            facts = [quantity, price[n], self.c(f"{name}_rate", n), *([periods] if periods else [])]
            own = typed('IF({0}="",1,IF({0}={1},1,IF({0}={2},1,0)))=1',
                        offers.entry[f"{name}_anchor"][n], text(label("incl_tax")),
                        text(label("excl_tax")))  # fmt: skip
            priced = typed("IF({0},IF({1},{2},{3}),{3})", is_number(*facts), own, text(charged),
                           text(unknown))  # fmt: skip
            answer = typed(
                "IF({0}={1},{1},IF({0}={2},{2},{3}))", basis, text(label("priced_included")),
                text(label("not_offered")), priced,
            )  # fmt: skip
            idle = typed('IF({0}="",1,IF({0}=0,1,0))=1', quantity)
            return when(e.on(n), typed("IF({0},{1},{2})", idle, text(words("not_needed")),
                                       answer))  # fmt: skip

        grid.line(f"{name}_state", f"{shown} · {words('item_state')}", state, look=SMALL,
                  note=e.note("item_state") if name == "storage" else "")  # fmt: skip

        def amount(n: int) -> Formula:
            """Blank where the cost is unknown: a zero would be one."""
            state = self.c(f"{name}_state", n)
            cost = printed("line_amount", quantity=quantity, price=price[n], periods=periods or 1)
            lacking = typed("IF({0}={1},1,IF({0}={2},1,0))=1", state, text(unknown),
                            text(label("not_offered")))  # fmt: skip
            return when(e.on(n), typed("IF({0}={1},{2},IF({3},{4},0))", state, text(charged), cost,
                                       lacking, BLANK))  # fmt: skip

        grid.line(f"{name}_amount", f"{shown} · {words('as_quoted')}", amount, number=house.MONEY)

        def anchor(n: int) -> Formula:
            own = offers.entry[f"{name}_anchor"][n]
            return typed("IF({0}={1},{1},IF({0}={2},{2},{3}))", own, text(label("incl_tax")),
                         text(label("excl_tax")), self.c("anchor", n))  # fmt: skip

        for kind in ("net", "gross"):
            grid.line(
                f"{name}_{kind}", f"{shown} · {label(kind)}",
                lambda n, kind=kind: e.taxed(
                    kind, self.c(f"{name}_amount", n), anchor(n), self.c(f"{name}_rate", n)
                ),
                number=house.MONEY,
            )  # fmt: skip

    # -- what is unknown -------------------------------------------------------------------------

    def _unknown(self) -> None:
        """Counts what has to be known before a total may be compared, and names it."""
        e, grid, words, label = self.e, self.grid, self.words, self.label
        offers = e.offers

        def gaps(n: int) -> list[tuple[Formula, Formula]]:
            def lacks(key: str) -> Formula:
                return typed('COUNTIFS({0},">=0")=0', self.c(key, n))

            found = [
                (lacks("rent"), text(label("gpu_rent"))),
                (typed('{0}=""', offers.entry["anchor"][n]), text(label("anchor"))),
                (lacks("tax_rate"), text(label("tax_rate"))),
            ]  # fmt: skip
            for name in ITEMS:
                found.append((lacks(f"{name}_amount"), self.item_label(name)))
            found.append((typed("{0}>0", self.c("unreadable", n)), text(words("unreadable_gap"))))
            if e.rules.here:
                found.append((typed("{0}=1", self.c("rule_open", n)),
                              text(words("rule_unconfirmed"))))  # fmt: skip
            if "exchange_rate" in offers.read:
                found.append((typed("{0}=0", self.c("rate_known", n)),
                              text(label("exchange_rate"))))  # fmt: skip
            return found

        self._unreadable()
        if "exchange_rate" in offers.read:
            own = self.job.used["currency"]
            entry, rate = offers.entry["currency"], offers.read["exchange_rate"]
            grid.line(
                "currency", label("currency"),
                lambda n: when(e.on(n), typed('IF({0}="",{1},{0})', entry[n], own)), look=SMALL,
            )  # fmt: skip
            same = "currency"
            grid.line(
                "exchange_rate", label("exchange_rate"),
                lambda n: when(
                    e.on(n),
                    typed("IF({0}={1},1,{2})", self.c(same, n), own, when(is_number(rate[n]),
                                                                          rate[n])),
                ),
                note=e.note("exchange_rate"), number="0.0000",
            )  # fmt: skip
            grid.line(
                "rate_known", words("rate_known"),
                lambda n: when(
                    e.on(n), typed("IF({0},1,0)", is_number(self.c("exchange_rate", n)))
                ),
            )  # fmt: skip
        grid.line(
            "unknowns", words("unknowns"),
            lambda n: when(
                e.on(n),
                typed(
                    f"SUM({','.join(f'IF({{{i}}},1,0)' for i in range(len(gaps(n))))})",
                    *(gap for gap, _ in gaps(n)),
                ),
            ),
            note=e.note("unknowns"), number="0", out=True,
        )  # fmt: skip
        between = text(words("list_between"))
        grid.line(
            "unknown_items", words("unknown_items"),
            lambda n: when(e.on(n), joined(*_listed(gaps(n), self.c("unknowns", n), between))),
            look=SMALL, note=e.note("unknown_items"), out=True, lines=3,
        )  # fmt: skip

    def _unreadable(self) -> None:
        """Counts entries that would quietly stand for something else if they were passed over."""
        offers = self.e.offers

        def count(n: int) -> Formula:
            flags = [typed('IF({0}="?",1,0)', offers.read[name][n]) for name in READ_OR_NOTHING]
            for name in CHOSEN:
                known = is_known(offers.entry[name][n], offers.lists[offers.fields[name].options])
                flags.append(typed('IF({0}="",0,IF({1},0,1))', offers.entry[name][n], known))
            total = typed(f"SUM({','.join(f'{{{i}}}' for i in range(len(flags)))})", *flags)
            return when(self.e.on(n), total)

        self.grid.line("unreadable", self.words("unreadable_entries"), count, number="0",
                       note=self.e.note("unreadable"))  # fmt: skip

    def _sums(self) -> None:
        e, grid, words, label = self.e, self.grid, self.words, self.label
        foreign = "exchange_rate" in self.grid.cells

        def total(kind: str, n: int) -> Formula:
            parts = [self.c(f"rent_{kind}", n), *(self.c(f"{i}_{kind}", n) for i in ITEMS)]
            sum_ = typed(f"SUM({','.join(f'{{{i}}}' for i in range(len(parts)))})", *parts)
            return when(is_number(parts[0]), printed("money", amount=sum_))

        for kind in ("net", "gross"):
            grid.line(
                f"own_{kind}" if foreign else kind,
                f"{label(f'total_{kind}')}{words('own_currency') if foreign else ''}",
                lambda n, kind=kind: total(kind, n), number=house.MONEY, out=not foreign,
                look=house.FORMULA if foreign else house.TOTAL,
            )  # fmt: skip
        for kind in ("net", "gross") if foreign else ():
            grid.line(
                kind, label(f"total_{kind}"),
                lambda n, kind=kind: when(
                    is_number(self.c(f"own_{kind}", n), self.c("exchange_rate", n)),
                    printed("converted", amount=self.c(f"own_{kind}", n),
                            exchange_rate=self.c("exchange_rate", n)),
                ),
                number=house.MONEY, out=True, look=house.TOTAL,
                note=e.note(f"total_{kind}"),
            )  # fmt: skip
        grid.line(
            "tax", label("total_tax"),
            lambda n: when(
                is_number(self.c("net", n), self.c("gross", n)),
                printed("difference", amount=self.c("gross", n), less=self.c("net", n)),
            ),
            number=house.MONEY, out=True,
        )  # fmt: skip
        grid.line(
            "card_hours", label("card_hours"),
            lambda n: when(
                is_number(self.c("cards", n), self.c("hours_used", n)),
                printed("rented_card_hours", cards=self.c("cards", n),
                        hours=self.c("hours_used", n)),
            ),
            unit=label("unit_hours"), note=e.note("card_hours"), number=house.CHAIN,
        )  # fmt: skip
        for kind in ("net", "gross"):
            grid.line(
                f"all_in_{kind}", words(f"all_in_{kind}"),
                lambda n, kind=kind: when(
                    typed("IF({0},{1}>0,0=1)", is_number(self.c(kind, n), self.c("card_hours", n)),
                          self.c("card_hours", n)),
                    printed("unit_cost", amount=self.c(kind, n), quantity=self.c("card_hours", n)),
                ),
                unit=label("money_per_card_hour"), note=e.note("all_in") if kind == "net" else "",
                number="0.0000", out=True,
            )  # fmt: skip


def _listed(
    gaps: Sequence[tuple[Formula, Formula]], count: Cell, between: Formula
) -> list[Formula]:
    """What is lacking, nothing after the last; ``count`` is how many."""

    def some(part: Sequence[tuple[Formula, Formula]]) -> Formula:
        flags = ",".join(f"IF({{{i}}},1,0)" for i in range(len(part)))
        return typed(f"SUM({flags})", *(gap for gap, _ in part))

    found = [when(*gaps[0])]
    for place, (gap, what) in enumerate(gaps[1:], 1):
        # Whether one stands before it, by the fewer terms: long formulas are hard to read.
        if place <= len(gaps) - place:
            before = typed("{0}>0", some(gaps[:place]))
        else:
            before = typed("{0}>{1}", count, some(gaps[place:]))
        found.append(when(gap, joined(when(before, between), what)))
    return found
