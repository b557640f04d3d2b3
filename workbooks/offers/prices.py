"""What each offer's price is after its rules, and the rent with its tax."""

from __future__ import annotations

from workbooks import house
from workbooks.formulas import (
    BLANK,
    Cell,
    Formula,
    is_known,
    is_number,
    looked_up,
    printed,
    text,
    typed,
    when,
)
from workbooks.inputs import catalog_label
from workbooks.offers.entries import Offers
from workbooks.offers.evaluate import Evaluation, Job
from workbooks.offers.grid import Grid

USUAL_TAX = "compute and cloud services"


class Prices(Evaluation):
    """Units and periods, then the price after discounts, hours and tiers, then the rent."""

    def __init__(self, grid: Grid, offers: Offers, job: Job) -> None:
        super().__init__(grid, offers, job)
        self._price()
        self._rent()

    def _price(self) -> None:
        grid, offers, words, label = self.grid, self.offers, self.words, self.label
        grid.heading(words("block_price_rules"))
        read, price = offers.read, house.PRICE
        rounds = [k for k in ("price_final", "price_second") if k in read]

        def in_use(n: int) -> Formula:
            formula = typed("{0}", read["price"][n])
            for later in reversed(rounds):
                formula = offers.number(later, n, formula)
            return when(self.on(n), formula)

        grid.line("price_now", words("price_now"), in_use, note=self.note("price_now"),
                  number=price, out=True)  # fmt: skip
        grid.line("price_dense", words("price_dense"), lambda n: self._dense(n, "price_now"),
                  note=self.note("price_dense"), number=price)  # fmt: skip
        self.rules.price()
        grid.line("discount_both", words("discount_both"), self._both, note=self.note("discount"),
                  number="0.0#%")  # fmt: skip
        grid.line("off_peak_share", words("off_peak_share"), self._share,
                  note=self.note("off_peak_share"), number="0.0#%")  # fmt: skip
        grid.line("off_peak_on", words("off_peak_on"), self._off_peak_on,
                  note=self.note("off_peak_on"))  # fmt: skip
        grid.line(
            "discount", words("discount_total"),
            lambda n: when(
                self.on(n),
                typed("IF({0}=1,IF({1},{2},0),{2})", self.c("off_peak_on", n),
                      self.rules.option("combine", n, "in_order"), self.c("discount_both", n)),
            ),
            number="0.0#%",
        )  # fmt: skip
        self.rules.effect()
        for key, source in (("price", "price_dense"), ("tier", "tier_dense")):
            if key == "tier":
                grid.line(
                    "tier_dense", words("tier_dense"),
                    lambda n: self._dense(n, read["tier_price"][n]), number=price,
                )  # fmt: skip
            after = f"{key}_discounted"
            grid.line(
                after, words(after),
                lambda n, source=source: when(
                    is_number(self.c(source, n), self.c("discount", n)),
                    printed("discounted_price", price=self.c(source, n),
                            discount=self.c("discount", n)),
                ),
                note=self.note(after), number=price,
            )  # fmt: skip
            grid.line(
                f"net_{key}", words(f"net_{key}"),
                lambda n, after=after: self._mean(n, after),
                note=self.note("price_mean") if key == "price" else "", number=price,
                out=key == "price",
            )  # fmt: skip
        grid.line(
            "per_card_hour", words("per_card_hour"),
            lambda n: when(
                is_number(self.c("net_price", n), self.c("units", n),
                          self.job.used["hours_per_month"]),
                printed("price_per_card_hour", price=self.c("net_price", n),
                        unit=self.c("unit", n), cards_per_node=self.c("node_size", n),
                        hours_per_month=self.job.used["hours_per_month"], gpu=self.c("gpu", n)),
            ),
            unit=label("money_per_card_hour"), note=self.note("per_card_hour"), number="0.0000",
            out=True,
        )  # fmt: skip

    def _dense(self, n: int, price: str | Cell) -> Formula:
        cell = self.c(price, n) if isinstance(price, str) else price
        twice = printed("dense_price", price=cell, sparse=True)
        sparse = self.option("p_counted", n, "sparse")
        either = typed("IF({0}=1,IF({1},{2},{3}),{3})", self.c("by_p", n), sparse, twice, cell)
        return when(is_number(cell), either)

    def _both(self, n: int) -> Formula:
        """Both discounts by the supplier's rule; a blank one takes nothing off."""
        one, two = self.rules.term("discount", n), self.offers.read["discount_two"][n]
        both = {"discount": one, "discount_two": two, "discount_three": 0}
        stacked = printed("combined_discount", stackable=True, **both)
        best = printed("combined_discount", stackable=False, **both)
        in_order = self.rules.option("combine", n, "in_order")
        pair = typed("IF({0},{1},{2})", in_order, stacked, best)
        single = typed("IF({0}={2},IF({1}={2},0,{1}),IF({1}={2},{0},IF({3},{4},{2})))", one, two,
                       BLANK, is_number(one, two), pair)  # fmt: skip
        return when(self.on(n), single)

    def _cheap(self, n: int) -> dict[str, Cell]:
        """The arguments of the off-peak rule."""
        return {
            "discount": self.rules.term("off_peak_discount", n),
            "off_peak_hours": self.rules.term("off_peak_hours", n),
            "run_hours_per_day": self.job.used["hours_per_day"],
        }

    def _share(self, n: int) -> Formula:
        """What the off-peak rule takes off on average: 0 without one, blank while it is unclear."""
        cheap = self._cheap(n)
        share = when(is_number(*cheap.values()), printed("off_peak_share", **cheap))
        given = typed("IF({0}={1},0,{2})", cheap["discount"], BLANK, share)
        return when(self.on(n), given)

    def _off_peak_on(self, n: int) -> Formula:
        """Rules stack in the order listed, or the best one alone applies."""
        share, both = self.c("off_peak_share", n), self.c("discount_both", n)
        wins = typed("IF({0}>0,IF({1},1,IF({0}>{2},1,0)),0)", share,
                     self.rules.option("combine", n, "in_order"), both)  # fmt: skip
        return when(is_number(share, both), wins)

    def _mean(self, n: int, price: str) -> Formula:
        """The mean of a price over cheap and dear hours; the price itself without such a rule."""
        cell, on = self.c(price, n), self.c("off_peak_on", n)
        mean = printed("off_peak_price", price=cell, **self._cheap(n))
        return when(is_number(cell, on), typed("IF({0}=1,{1},{2})", on, mean, cell))

    def _rent(self) -> None:
        grid, words, label = self.grid, self.words, self.label
        grid.heading(words("block_rent"))
        offers, money = self.offers, house.MONEY
        grid.line(
            "anchor", label("anchor"),
            lambda n: when(
                self.on(n),
                typed("IF({0}={1},{1},{2})", offers.entry["anchor"][n], text(label("excl_tax")),
                      text(label("incl_tax"))),
            ),
            note=self.note("anchor"), look=house.FORMULA_TEXT.but(size=9),
        )  # fmt: skip
        grid.line("tax_rate", label("tax_rate"), self._tax_rate, note=self.note("tax_rate"),
                  number=house.SHARE)  # fmt: skip
        grid.line("quantity", words("quantity_billed"), self._quantity,
                  note=self.note("quantity"), number="#,##0.###")  # fmt: skip
        grid.line("rent", words("rent_as_quoted"), self._amount, note=self.note("rent"),
                  number=money)  # fmt: skip
        for kind in ("net", "tax", "gross"):
            grid.line(
                f"rent_{kind}", f"{label('gpu_rent')} · {label(kind)}",
                lambda n, kind=kind: self.taxed(
                    kind, self.c("rent", n), self.c("anchor", n), self.c("tax_rate", n)
                ),
                number=money,
            )  # fmt: skip

    def _tax_rate(self, n: int) -> Formula:
        category = self.category("tax_category", n, USUAL_TAX)
        by_category = typed("{0}", self._rate(category))
        return when(self.on(n), self.offers.number("tax_rate", n, by_category))

    def category(self, name: str, n: int, usual: str) -> Formula:
        """The tax category of a price, or its usual one."""
        usual_label = text(catalog_label("tax", usual, self.grid.book.lang))
        entry = self.offers.entry[name][n]
        return typed('IF({0}="",{1},{0})', entry, usual_label)

    @staticmethod
    def _rate(category: Formula) -> Formula:
        known = is_known(category, "cat_tax_name")
        return when(known, looked_up("cat_tax_rate", category, "cat_tax_name"))

    rate = _rate

    def _quantity(self, n: int) -> Formula:
        units, periods = self.c("units", n), self.c("periods", n)
        return when(is_number(units, periods),
                    printed("billed_quantity", quantity=units, periods=periods))  # fmt: skip

    def _amount(self, n: int) -> Formula:
        """Units x periods x price, cheap hours as a line of their own, or the tiers over both."""
        units, periods, price = (self.c(k, n) for k in ("units", "periods", "net_price"))
        dear = self.c("price_discounted", n)
        lines = printed("off_peak_amount", quantity=units, periods=periods, price=dear,
                        **self._cheap(n))  # fmt: skip
        one = printed("line_amount", quantity=units, price=price, periods=periods)
        plain = typed("IF({0}=1,{1},{2})", self.c("off_peak_on", n), lines, one)
        start, tier = self.offers.read["tier_from"][n], self.c("net_tier", n)
        arguments = {"quantity": self.c("quantity", n), "price": price, "tier_from": start,
                     "tier_price_one": tier}  # fmt: skip
        excess = printed("tier_amount", excess_only=True, **arguments)
        whole = printed("tier_amount", excess_only=False, **arguments)
        tiers = typed("IF({0},{1},{2})", self.option("tier_reading", n, "excess_units"), excess,
                      whole)  # fmt: skip
        given = typed("{0}&{1}={2}", start, self.offers.read["tier_price"][n], BLANK)
        either = typed("IF({0},{1},{2})", given, plain, when(is_number(start, tier), tiers))
        return when(is_number(units, periods, price), either)

    def taxed(self, kind: str, amount: Cell, anchor: Cell | Formula, rate: Cell) -> Formula:
        """Net, tax or gross of an amount on its own tax basis."""
        including = typed("{0}={1}", anchor, text(self.label("incl_tax")))
        same = typed("{0}", amount)
        inside = {
            "net": printed("tax_exclusive", gross=amount, rate=rate),
            "tax": printed("tax_amount", amount=amount, rate=rate, includes_tax=True),
            "gross": same,
        }
        on_top = {
            "net": same,
            "tax": printed("tax_amount", amount=amount, rate=rate, includes_tax=False),
            "gross": printed("tax_inclusive", net=amount, rate=rate),
        }
        either = typed("IF({0},{1},{2})", including, inside[kind], on_top[kind])
        return when(is_number(amount, rate), either)
