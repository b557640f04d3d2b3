"""The end of the calculation sheet: present costs, what a year costs, break-evens, payback."""

from __future__ import annotations

from workbooks import house
from workbooks.formulas import (
    BLANK,
    Cell,
    Formula,
    is_number,
    printed,
    text,
    typed,
    when,
)
from workbooks.rent_vs_buy.calculation import Calculation

# Rates and factors are small or decide much: two decimals would not tell them apart.
_FORMS = {
    "period_rate": "0.000000%", "annuity_factor": "0.000000", "yearly_ratio": "0.000000",
    "ratio_after": "0.000000", "rent_factor": "0.000000", "full_years": "0",
    "months_written_off": house.GENERAL,
}  # fmt: skip
_FIELDS = {"break_even_days": "break_even_days_per_year", "payback_months": "payback_period"}


def costs(calc: Calculation) -> None:
    """A year without discounting, then the present cost of each side."""
    _per_year(calc)
    _present(calc)


def _per_year(calc: Calculation) -> None:
    steps, words, cells, used = calc.steps, calc.words, calc.cells, calc.used
    steps.heading(words("block_year"))
    months = used["evaluation_horizon"]
    own, rent, both = (calc.is_on(f"{side}_ready") for side in ("own", "rent", "both"))
    calc.money(
        "own_year", words("own_year"),
        when(own, printed("own_per_year", capex=cells["capex"], proceeds=cells["proceeds"],
                          months=months, running=cells["running"])),
        words("own_year_note"), out=True,
    )  # fmt: skip
    full = typed("SUM({0},{1})", cells["rent_full"], cells["other_full"])
    monthly = calc.money("full_month", words("full_month"), when(rent, full))
    rent_year = calc.money(
        "rent_year", words("rent_year"), when(rent, printed("over_months", amount=monthly,
                                                            months=12)),
        words("rent_year_note"), out=True,
    )  # fmt: skip
    days = steps.line(
        "break_even_days_plain", words("break_even_days_plain"),
        when(typed("IF({0},{1}>0)", both, rent_year),
             printed("break_even_days", own=cells["own_year"], rent=rent_year)),
        unit=calc.label("days_per_year"), number="#,##0.0", note=words("break_even_days_note"),
        out=True,
    )  # fmt: skip
    whole = calc.money(
        "own_month_plain", words("own_month_plain"),
        when(own, printed("per_month", amount=cells["own_year"])), words("own_month_plain_note"),
    )  # fmt: skip
    rent_of_it = calc.money(
        "break_even_month_plain", words("break_even_month_plain"),
        when(typed("IF({0},{1})", own, is_number(cells["other_full"])),
             printed("cost_gap", amount=whole, less=cells["other_full"])),
        number=house.PRICE,
    )  # fmt: skip
    _in_price_units(calc, "plain", rent_of_it, cells["rent_full"])
    steps.gap()
    calc.cells["days_plain"] = days


def _in_price_units(calc: Calculation, kind: str, target: Cell, rent: Cell) -> None:
    """A monthly rent as a price in the unit of the quotation, and per card-hour."""
    words, cells, used = calc.words, calc.cells, calc.used
    possible = typed("IF({0},{1}>0)", is_number(cells["net_price"], rent), rent)
    priced = when(typed('{0}<>""', target), when(possible, printed(
        "price_in_proportion", price=cells["net_price"], rent=rent, target=target)))  # fmt: skip
    calc.steps.line(
        f"break_even_price_{kind}", words(f"break_even_price_{kind}"), priced,
        number=house.PRICE, note=words("break_even_price_note"), out=True,
    )  # fmt: skip
    hours, cards = used["hours_per_month"], used["cards"]
    quantity = calc.steps.line(
        f"card_hours_{kind}", words("card_hours_month"),
        when(is_number(cards, hours), printed("rented_card_hours", cards=cards, hours=hours)),
        number=house.CHAIN,
    )  # fmt: skip
    share = cells["share_paid"]
    if kind == "npv":
        quantity = calc.steps.line(
            "card_hours_paid", words("card_hours_paid"),
            when(is_number(cards, hours, share),
                 printed("used_card_hours", cards=cards, hours=hours, share=share)),
            number=house.CHAIN,
        )  # fmt: skip
    calc.steps.line(
        f"break_even_card_hour_{kind}", words(f"break_even_card_hour_{kind}"),
        when(typed('IF({0}<>"",IF({1},{2}>0))', target, is_number(quantity), quantity),
             printed("unit_cost", amount=target, quantity=quantity)),
        number=house.PRICE, note=words("break_even_card_hour_note"), out=True,
    )  # fmt: skip


def _present(calc: Calculation) -> None:
    steps, words, cells, used = calc.steps, calc.words, calc.cells, calc.used
    steps.heading(words("block_present"))
    own, rent, both = (calc.is_on(f"{side}_ready") for side in ("own", "rent", "both"))
    fall = used["annual_fall_of_rent_prices"]
    steps.kernel(
        "own_npv", words("own_npv"), own, "own_npv", number=house.MONEY, out=True,
        look=house.TOTAL, note=words("own_npv_note"), staff=0, power_kw=0, pue=1, tariff=0,
        forms=_FORMS, **calc.terms(), **calc.owning(),
    )  # fmt: skip
    for key, name in (("rent_npv", "paid"), ("rent_npv_full", "full")):
        look = house.TOTAL if name == "paid" else house.FORMULA
        steps.kernel(
            key, words(key), rent, "rent_npv", number=house.MONEY, out=True, look=look,
            note=words(f"{key}_note"), monthly_rent=cells[f"rent_{name}"],
            other_monthly=cells[f"other_{name}"], fall=fall, forms=_FORMS,
            **calc.terms(),
        )  # fmt: skip
    own_npv, rent_npv = cells["own_npv"], cells["rent_npv"]
    have = is_number(rent_npv)
    both = typed("IF({0},{1})", both, have)
    calc.money(
        "saving", words("saving"),
        when(both, printed("difference", amount=rent_npv, less=own_npv)), words("saving_note"),
        out=True, look=house.TOTAL,
    )  # fmt: skip
    for side, npv, ready in (("own", own_npv, own), ("rent", rent_npv, have)):
        terms = {k: v for k, v in calc.terms().items() if k != "tax_rate"}
        steps.kernel(
            f"{side}_level", words(f"{side}_level"), ready, "break_even_rent", number=house.MONEY,
            note=words("level_note"), own_npv=npv, fall=0, other_monthly=0, tax_rate=0,
            forms=_FORMS, **terms,
        )  # fmt: skip
    hours, cards, share = used["hours_per_month"], used["cards"], cells["share_used"]
    quantity = steps.line(
        "card_hours_used", words("card_hours_used"),
        when(is_number(cards, hours, share),
             printed("used_card_hours", cards=cards, hours=hours, share=share)),
        number=house.CHAIN, note=words("card_hours_used_note"),
    )  # fmt: skip
    for side in ("own", "rent"):
        level = cells[f"{side}_level"]
        steps.line(
            f"{side}_card_hour", words(f"{side}_card_hour"),
            when(typed('IF({0}<>"",COUNTIFS({1},">0")=1)', level, quantity),
                 printed("unit_cost", amount=level, quantity=quantity)),
            number=house.PRICE, out=True,
        )  # fmt: skip
    steps.gap()


def break_evens(calc: Calculation, fall: Cell, month_cash: Cell, month_present: Cell) -> None:
    """Where both cost the same. ``fall`` is what the search found, the months are of the flows."""
    steps, words, cells, used = calc.steps, calc.words, calc.cells, calc.used
    steps.heading(words("block_break_even"))
    own_npv, full = cells["own_npv"], cells["rent_npv_full"]
    both = typed("IF({0},{1}>0)", is_number(own_npv, full), full)
    share = steps.line(
        "break_even_utilisation", words("break_even_utilisation"),
        when(both, printed("unit_cost", amount=own_npv, quantity=full)), number=house.SHARE,
        note=words("break_even_utilisation_note"), out=True,
    )  # fmt: skip
    steps.line(
        "break_even_days", calc.label("break_even_days_per_year"),
        when(both, printed("break_even_days", own=own_npv, rent=full)),
        unit=calc.label("days_per_year"), number="#,##0.0", note=words("break_even_days_npv_note"),
        out=True,
    )  # fmt: skip
    other = cells["other_paid"]
    # A tax of 100 % would leave nothing to compare.
    taxed = typed('COUNTIFS({0},"<1")=1', used["corporate_income_tax_rate"])
    falls = typed('COUNTIFS({0},">=-1")=1', used["annual_fall_of_rent_prices"])
    # The rent to aim at is of use before there is a quotation.
    ready = typed(
        "IF({0},IF({1},IF({2},{3})))", calc.is_on("own_ready"), is_number(other), taxed, falls
    )
    target = steps.kernel(
        "break_even_rent", calc.label("break_even_rent"), ready, "break_even_rent",
        number=house.MONEY, out=True, note=words("break_even_rent_note"), own_npv=own_npv,
        other_monthly=other, fall=used["annual_fall_of_rent_prices"], forms=_FORMS, **calc.terms(),
    )  # fmt: skip
    _in_price_units(calc, "npv", target, cells["rent_paid"])
    steps.line(
        "break_even_fall", words("break_even_fall"), typed("{0}", fall), number=house.RATE_EXACT,
        note=words("break_even_fall_note"), out=True,
    )  # fmt: skip
    steps.kernel(
        "break_even_again", words("break_even_again"), typed('{0}<>""', target), "rent_npv",
        number=house.MONEY, note=words("again_note"), monthly_rent=target, other_monthly=other,
        fall=used["annual_fall_of_rent_prices"], forms=_FORMS, **calc.terms(),
    )  # fmt: skip
    steps.kernel(
        "fall_again", words("fall_again"), typed('{0}<>""', cells["break_even_fall"]), "rent_npv",
        number=house.MONEY, note=words("again_note"), monthly_rent=cells["rent_paid"],
        other_monthly=other, fall=cells["break_even_fall"], forms=_FORMS, **calc.terms(),
    )  # fmt: skip
    monthly = typed("SUM({0},{1})", cells["rent_paid"], cells["other_paid"])
    first = calc.money("paid_month", words("paid_month"), when(calc.is_on("rent_ready"), monthly))
    saving = calc.money(
        "monthly_saving", calc.label("monthly_saving"),
        when(calc.is_on("both_ready"),
             printed("cost_gap", amount=first, less=cells["running"])),
        words("monthly_saving_note"),
    )  # fmt: skip
    positive = typed('COUNTIFS({0},">0")=1', saving)
    steps.line(
        "payback_months", calc.label("payback_period"),
        when(positive, printed("payback_months", capex=cells["capex"], monthly_saving=saving,
                               discount_rate=0)),
        unit=calc.label("unit_months"), number="#,##0.00", note=words("payback_note"), out=True,
    )  # fmt: skip
    for key, cell in (("payback_cash", month_cash), ("payback_present", month_present)):
        steps.line(
            key, words(key), typed("{0}", cell), unit=calc.label("unit_months"), number="0",
            note=words(f"{key}_note"), out=True,
        )  # fmt: skip
    calc.cells["share_needed"] = share
    steps.gap()


def verdict(calc: Calculation) -> None:
    """Which side is cheaper, where that is certain."""
    steps, words, cells, label = calc.steps, calc.words, calc.cells, calc.label
    steps.heading(words("block_verdict"))
    saving, complete = cells["saving"], calc.is_on("own_complete")
    known = typed('{0}<>""', saving)
    # What is unknown can only make owning dearer: rent that is cheaper already stays so.
    cheaper = typed(
        "IF({0}<0,{1},IF({2},IF({0}>0,{3},{4}),{5}))", saving, text(label("rent_hire")), complete,
        text(label("own_buy")), text(words("equal")), text(words("undecided")),
    )  # fmt: skip
    steps.line("cheaper", words("cheaper"), when(known, cheaper), note=words("cheaper_note"),
               out=True)  # fmt: skip
    flipped = printed("difference", amount=cells["own_npv"], less=cells["rent_npv"])
    calc.money(
        "gap", words("gap"), when(known, typed("IF({0}<0,{1},{0})", saving, flipped)),
    )  # fmt: skip
    dearer = typed("IF({0}<0,{1},{2})", saving, cells["own_npv"], cells["rent_npv"])
    calc.money("dearer", words("dearer"), when(known, dearer))
    steps.line(
        "gap_share", words("gap_share"),
        when(typed('COUNTIFS({0},">0")=1', cells["dearer"]),
             printed("unit_cost", amount=cells["gap"], quantity=cells["dearer"])),
        number=house.SHARE,
    )  # fmt: skip
    for key, name, kernel, argument in (
        ("gap_text", "gap", "amount_text", "amount"),
        ("gap_share_text", "gap_share", "share_text", "share"),
        ("own_text", "own_npv", "amount_text", "amount"),
        ("rent_text", "rent_npv", "amount_text", "amount"),
        ("utilisation_text", "break_even_utilisation", "share_text", "share"),
        ("days_text", "break_even_days", "figure_text", "number"),
        ("days_plain_text", "break_even_days_plain", "figure_text", "number"),
        ("price_text", "break_even_price_npv", "amount_text", "amount"),
        ("hour_text", "break_even_card_hour_npv", "amount_text", "amount"),
        ("fall_text", "break_even_fall", "share_text", "share"),
        ("payback_text", "payback_months", "figure_text", "number"),
    ):
        _spoken(calc, key, name, cells[name], kernel, argument)
    steps.gap()


def _spoken(calc: Calculation, key: str, name: str, cell: Cell, kernel: str, argument: str) -> None:
    """A figure as a sentence says it; ``name`` is the word or glossary field of the figure."""
    shown = calc.words(name) if calc.words.has(name) else calc.label(_FIELDS.get(name, name))
    numeric = typed('COUNTIFS({0},"<1E+300")=1', cell)
    spoken: Formula = when(numeric, printed(kernel, **{argument: cell}), BLANK)
    calc.steps.line(
        key, calc.words("spoken", figure=shown), spoken,
        look=house.FORMULA_TEXT.but(color=house.GREY, size=9),
    )  # fmt: skip


def mind(calc: Calculation) -> None:
    """What a reader has to keep in mind: the rates in words, and the lease question."""
    calc.steps.heading(calc.words("block_mind"))
    for key, name in (
        ("rate_text", "discount_rate"), ("income_tax_text", "corporate_income_tax_rate"),
    ):  # fmt: skip
        _spoken(calc, key, name, calc.used[name], "share_text", "share")
    _lease(calc)
    calc.steps.gap()


def _lease(calc: Calculation) -> None:
    """A dedicated rental of more than 12 months may be a right-of-use asset."""
    steps, words, cells, used, label = calc.steps, calc.words, calc.cells, calc.used, calc.label
    fixed = [calc.chosen("billing_plan", plan) for plan in ("monthly", "yearly_plan")]
    bound = typed("IF({0},1,IF({1},1,0))=1", *fixed)
    term = steps.line(
        "term", label("lease_term"),
        typed("IF({0}<>{1},{0},IF({2},{3},{1}))", used["lease_term"], BLANK, bound,
              used["evaluation_horizon"]),
        unit=label("unit_months"), number="0", note=words("term_note"),
    )  # fmt: skip
    # Without a rent there is nothing to classify; a blank answer on tenancy leaves it open.
    long = typed('IF({0}<>"",COUNTIFS({1},">12")=1)', used["price"], term)
    calc.flag("lease_long", long)
    shared = calc.chosen("tenancy", "shared")
    calc.flag(
        "lease_flag", typed("IF({0}=1,IF({1},0,1),0)=1", cells["lease_long"], shared),
        words("lease_flag_note"),
    )  # fmt: skip
    calc.book.name("out_lease_flag", cells["lease_flag"])
