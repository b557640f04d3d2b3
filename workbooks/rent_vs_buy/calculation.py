"""The calculation sheet: everything brought to one basis, then present costs and break-evens."""

from __future__ import annotations

from workbooks import catalogs, house
from workbooks.book import Book
from workbooks.formulas import (
    BLANK,
    Argument,
    Cell,
    Formula,
    is_known,
    is_number,
    looked_up,
    printed,
    selected,
    text,
    typed,
    when,
)
from workbooks.inputs import Inputs
from workbooks.rent_vs_buy.fields import AS_USED, PAYMENTS
from workbooks.steps import Steps

# Costs of owning that are unknown until somebody states them: the answer is a lower bound without.
UNKNOWN = ("hosting_known", "power_known", "staff_known", "maintenance_known")


class Calculation:
    """Writes the sheet in the order in which things follow from each other."""

    def __init__(self, book: Book, inputs: Inputs, lists: dict[str, Cell], payments: Cell) -> None:
        self.book, self.inputs, self.used = book, inputs, inputs.used
        self.words, self.label = book.words, book.words.label
        self.steps = Steps(
            book, "calculation", self.words("calculation_title"), self.words("calculation_subtitle")
        )
        self.cells = self.steps.cells
        self._timing(lists, payments)
        self._rent()
        self._own()
        self._ready()

    # -- small things that every block needs -------------------------------------------------------

    def flag(self, key: str, condition: Formula, note: str = "") -> Cell:
        """A line that is 1 where a condition holds."""
        return self.steps.line(
            key, self.words(key), typed("IF({0},1,0)", condition), note=note, number="0"
        )

    def is_on(self, key: str) -> Formula:
        """Whether a flag is 1."""
        return typed("{0}=1", self.cells[key])

    def chosen(self, name: str, option: str) -> Formula:
        """Whether a choice in use is this option (a glossary field)."""
        return typed("{0}={1}", self.used[name], text(self.label(option)))

    def money(self, key: str, label: str, formula: Formula, note: str = "", **more: object) -> Cell:
        """A line that is an amount."""
        more.setdefault("number", house.MONEY)
        return self.steps.line(key, label, formula, note=note, **more)  # type: ignore[arg-type]

    def on_basis(
        self, key: str, label: str, amount: Cell, anchor: Cell, rate: Argument, note: str = ""
    ) -> Cell:
        """An amount on the basis of the comparison, from the basis on which it was stated."""
        incl = printed("tax_inclusive", net=amount, rate=rate)
        excl = printed("tax_exclusive", gross=amount, rate=rate)
        stated = typed("{0}={1}", anchor, self.cells["basis"])
        turned = typed("IF({0},{1},IF({2},{3},{4}))", stated, amount, self.is_on("basis_incl"),
                       incl, excl)  # fmt: skip
        return self.money(key, label, when(is_number(amount, rate), turned), note)

    # -- blocks ------------------------------------------------------------------------------------

    def _timing(self, lists: dict[str, Cell], payments: Cell) -> None:
        steps, words, used = self.steps, self.words, self.used
        steps.heading(words("block_timing"))
        credit = self.chosen("input_vat_creditable", "answer_yes")
        steps.line(
            "basis", self.label("comparison_basis"),
            typed("IF({0},{1},{2})", credit, text(self.label("excl_tax")),
                  text(self.label("incl_tax"))),
            note=words("basis_note"), look=house.FORMULA_TEXT, out=True,
        )  # fmt: skip
        self.flag("basis_incl", self.chosen("input_vat_creditable", "answer_no"))
        rhythm, options = used["payment_rhythm"], lists["payment_rhythm"]
        per_year = steps.line(
            "payments_per_year", self.label("payments_per_year"),
            typed("IF(COUNTIFS({1},{0})=0,{2},{3})", rhythm, options, BLANK,
                  selected(payments, typed("MATCH({0},{1},0)", rhythm, options))),
            note=words("payments_note"),
        )  # fmt: skip
        self.flag("in_advance", self.chosen("payment_moment", "in_advance"))
        months, life = used["evaluation_horizon"], used["depreciation_life"]
        written = steps.line(
            "life_months", words("life_months"),
            when(is_number(life), printed("months_of", years=life)), unit=self.label("unit_months"),
            number=house.GENERAL,
        )  # fmt: skip
        fits = [
            typed("IF({0},1,0)", printed("whole_payments", months=m, payments_per_year=per_year))
            for m in (months, written)
        ]
        holds = typed("IF({0},IF({1}=1,{2},0),0)=1", is_number(months, written, per_year), *fits)
        self.flag("periods_fit", holds, words("periods_fit_note"))
        rates = is_number(used["discount_rate"], used["corporate_income_tax_rate"])
        self.flag("timing_ready", typed("IF({0}=1,{1})", self.cells["periods_fit"], rates))
        steps.gap()

    def _rent(self) -> None:
        steps, words, used = self.steps, self.words, self.used
        steps.heading(words("block_rent"))
        price, discount, hours = used["price"], used["discount"], used["hours_per_month"]
        net = steps.line(
            "net_price", self.label("net_price"),
            when(is_number(price, discount),
                 printed("discounted_price", price=price, discount=discount)),
            number=house.PRICE, note=words("net_price_note"),
        )  # fmt: skip
        unit, cards, size = used["billing_unit"], used["cards"], used["node_size"]
        known = is_known(unit, "cat_units_name")
        steps.line(
            "units", words("units"),
            when(typed("IF({0},{1})", is_number(cards, size), known),
                 printed("units_rented", cards=cards, unit=unit, node_size=size)),
            number=house.GENERAL, note=words("units_note"),
        )  # fmt: skip
        steps.line(
            "unit_hours", words("unit_hours"),
            when(typed("IF({0},{1})", is_number(hours), known),
                 printed("unit_hours", unit=unit, hours_per_month=hours)),
            unit=self.label("unit_hours"), number=house.GENERAL, note=words("unit_hours_note"),
        )  # fmt: skip
        units, per_unit = self.cells["units"], self.cells["unit_hours"]
        full = self.money(
            "rent_quoted", words("rent_quoted"),
            when(is_number(net, units, per_unit),
                 printed("rent_per_month", price=net, quantity=units, hours_per_period=per_unit,
                         hours_per_month=hours)),
            words("rent_quoted_note"),
        )  # fmt: skip
        rate = steps.line(
            "tax_rate", self.label("tax_rate"),
            typed("IF({0}<>{1},{0},{2})", used["tax_rate"], BLANK,
                  catalogs.value("tax", "rate", used["tax_category"])),
            number=house.SHARE, note=words("tax_rate_note"),
        )  # fmt: skip
        anchor = used["anchor"]
        self.on_basis("rent_full", words("rent_full"), full, anchor, rate, words("rent_full_note"))
        self.on_basis(
            "other_full", self.label("other_monthly"), used["other_monthly"], anchor, rate,
            words("other_full_note"),
        )  # fmt: skip
        days = used["days_used"]
        by_days = when(is_number(days), printed("share_of_year", days_used=days))
        share = steps.line(
            "share_used", self.label("time_utilisation"),
            typed("IF({0}<>{1},{2},{3})", days, BLANK, by_days, used["time_utilisation"]),
            number=house.SHARE, note=words("share_used_note"),
        )  # fmt: skip
        first, second = (self.chosen("billing_plan", plan) for plan in AS_USED)
        steps.line(
            "share_paid", words("share_paid"), typed("IF({0},{2},IF({1},{2},1))", first, second,
                                                     share),
            number=house.SHARE, note=words("share_paid_note"),
        )  # fmt: skip
        paid = self.cells["share_paid"]
        for name, part in (("rent_paid", "rent_full"), ("other_paid", "other_full")):
            amount = self.cells[part]
            self.money(
                name, words(name),
                when(is_number(amount, paid), printed("part_of", amount=amount, share=paid)),
            )  # fmt: skip
        steps.gap()

    def _own(self) -> None:
        steps, words, used = self.steps, self.words, self.used
        steps.heading(words("block_own"))
        anchor, servers = used["own_anchor"], used["capex_servers"]
        parts = (servers, used["capex_network"], used["capex_other"])
        stated = self.money(
            "capex_stated", words("capex_stated"),
            when(is_number(*parts), typed("SUM({0},{1},{2})", *parts)), words("capex_stated_note"),
        )  # fmt: skip
        rate = used["capex_tax_rate"]
        self.on_basis(
            "capex", self.label("capital_expenditure"), stated, anchor, rate, words("capex_note")
        )
        self.on_basis(
            "proceeds", self.label("disposal_proceeds"), used["disposal_proceeds"], anchor, rate,
            words("proceeds_note"),
        )  # fmt: skip
        self.on_basis(
            "hosting", self.label("colocation_fee"), used["colocation_fee"], anchor,
            used["hosting_tax_rate"],
        )  # fmt: skip
        kw, tariff, pue, hours = (
            used[n] for n in ("power_kw", "electricity_tariff", "pue", "hours_per_month")
        )
        none = typed('COUNTIFS({0},"=0")=1', kw)
        power = printed(
            "running_cost", hosting=0, staff=0, power_kw=kw, pue=pue, tariff=tariff,
            hours_per_month=hours,
        )  # fmt: skip
        watts = self._watts()
        cards = used["cards"]
        steps.line(
            "rated_power", words("rated_power"),
            when(is_number(cards, watts), printed("rated_power", cards=cards, watts=watts)),
            unit=self.label("kw"), number=house.CHAIN, note=words("rated_power_note"),
        )  # fmt: skip
        stated = self.money(
            "power_stated", words("power_stated"),
            typed("IF({0},0,IF({1},{2},{3}))", none, is_number(kw, pue, tariff, hours), power,
                  BLANK),
            words("power_stated_note"),
        )  # fmt: skip
        self.on_basis("power", words("power"), stated, anchor, used["power_tax_rate"])
        staff = used["operations_staff_cost"]
        self.money(
            "staff", self.label("operations_staff_cost"),
            when(is_number(staff), typed("{0}", staff)), words("staff_note"),
        )  # fmt: skip
        fee, share = used["maintenance"], used["maintenance_rate"]
        by_share = printed("part_of", amount=self.cells["capex_stated"], share=share)
        yearly = self.money(
            "maintenance_year", self.label("maintenance"),
            typed("IF({0},{1},IF({2},{3},{4}))", is_number(fee), fee,
                  is_number(share, self.cells["capex_stated"]), by_share, BLANK),
            words("maintenance_note"),
        )  # fmt: skip
        monthly = self.money(
            "maintenance_stated", words("maintenance_stated"),
            when(is_number(yearly), printed("per_month", amount=yearly)),
        )  # fmt: skip
        self.on_basis(
            "maintenance", words("maintenance_basis"), monthly, anchor,
            used["maintenance_tax_rate"],
        )  # fmt: skip
        self.on_basis(
            "other_own", self.label("other_running"), used["other_running"], anchor,
            used["hosting_tax_rate"],
        )  # fmt: skip
        running = [self.cells[k] for k in ("hosting", "power", "staff", "maintenance", "other_own")]
        self.money(
            "running", self.label("running_cost"),
            typed("SUM({0},{1},{2},{3},{4})", *running), words("running_note"), look=house.TOTAL,
        )  # fmt: skip
        for flag, part in zip(UNKNOWN, ("hosting", "power", "staff", "maintenance"), strict=True):
            self.flag(flag, is_number(self.cells[part]))
        flags = [self.cells[k] for k in UNKNOWN]
        self.flag(
            "own_complete", typed('COUNTIFS({0},"=1",{1},"=1",{2},"=1",{3},"=1")=1', *flags),
            words("own_complete_note"),
        )  # fmt: skip
        steps.gap()

    def _watts(self) -> Cell:
        """Rated power of one card by the catalog, blank where it is not known."""
        gpu = self.used["gpu"]
        found = looked_up("cat_gpus_tdp_w", gpu, "cat_gpus_name")
        return self.steps.line(
            "card_watts", self.label("tdp_w"),
            typed('IF({0}="",{1},IF({2},{3},{1}))', gpu, BLANK, is_known(gpu, "cat_gpus_name"),
                  found),
            unit="W", number=house.GENERAL,
        )  # fmt: skip

    def _ready(self) -> None:
        """Flags that tell which side can be computed."""
        steps, words, used = self.steps, self.words, self.used
        steps.heading(words("block_ready"))
        timing = self.is_on("timing_ready")
        # A fall may be negative: rents may rise.
        rent = typed(
            'IF({0},COUNTIFS({1},">=-1")=1)',
            is_number(self.cells["rent_paid"], self.cells["other_paid"]),
            used["annual_fall_of_rent_prices"],
        )
        self.flag("rent_ready", typed("IF({0},{1})", timing, rent), words("rent_ready_note"))
        own = is_number(
            self.cells["capex"], self.cells["proceeds"], used["residual_rate"],
            self.cells["running"],
        )  # fmt: skip
        self.flag("own_ready", typed("IF({0},{1})", timing, own), words("own_ready_note"))
        both = typed("IF({0}=1,{1}=1)", self.cells["rent_ready"], self.cells["own_ready"])
        self.flag("both_ready", both)
        steps.gap()

    # -- arguments that several formulas share -----------------------------------------------------

    def terms(self) -> dict[str, Argument]:
        """Months, rate, tax and payments: the same for both sides."""
        used, cells = self.used, self.cells
        return {
            "months": used["evaluation_horizon"],
            "discount_rate": used["discount_rate"],
            "tax_rate": used["corporate_income_tax_rate"],
            "payments_per_year": cells["payments_per_year"],
            "in_advance": cells["in_advance"],
        }

    def owning(self) -> dict[str, Argument]:
        """What OWN_NPV needs beyond the terms."""
        return {
            "capex": self.cells["capex"],
            "hosting": self.cells["running"],
            "proceeds": self.cells["proceeds"],
            "depreciation_years": self.used["depreciation_life"],
            "residual_rate": self.used["residual_rate"],
        }


__all__ = ["PAYMENTS", "UNKNOWN", "Calculation"]
