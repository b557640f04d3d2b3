"""The checks of the quote: what is missing, what is out of bounds, what does not add up."""

from __future__ import annotations

from dataclasses import dataclass

from workbooks import alerts, catalogs, house, price_band
from workbooks.checks import DISCOUNT_ALERT, Checks
from workbooks.formulas import (
    BLANK,
    Cell,
    Formula,
    is_known,
    is_number,
    joined,
    printed,
    sentence,
    text,
    typed,
    when,
)
from workbooks.inputs import Inputs
from workbooks.quote.calculation import Calculation, marked_otherwise
from workbooks.quote.lines import OTHERS, Lines
from workbooks.quote.page import Page
from workbooks.quote.reference import Reference
from workbooks.quote.result import amount_is_exact
from workbooks.quote.scenarios import Scenarios

UNUSED_ALERT = 1.5  # billed over calendar hours: the rest of a begun month is paid for nothing
# No training is smaller: what is, was typed without its unit.
LEAST = {"params": 1e6, "tokens": 1e6}


@dataclass(frozen=True)
class Parts:
    """What the checks look at."""

    inputs: Inputs
    calculation: Calculation
    scenarios: Scenarios
    lines: Lines
    reference: Reference
    page: Page
    band: price_band.Band


def write(checks: Checks, parts: Parts) -> Cell:
    """Writes all checks and gives the master's cell."""
    words = checks.words
    checks.heading(words("checks_complete"))
    _complete(checks, parts)
    checks.heading(words("checks_price"))
    _price(checks, parts)
    checks.heading(words("checks_sizing"))
    _sizing(checks, parts)
    checks.heading(words("checks_sums"))
    _sums(checks, parts)
    checks.heading(words("checks_page"))
    _page(checks, parts)
    checks.heading(words("checks_bounds"))
    _bounds(checks, parts)
    return checks.finish()


def _complete(checks: Checks, parts: Parts) -> None:
    words, label, inputs = checks.words, checks.label, parts.inputs
    customer = typed("{0}={1}", inputs.used["document_type"], text(label("customer_quote")))
    rent = typed("{0}<>{1}", parts.lines.rent["status"], text(words("unused")))
    conditions = {"always": None, "customer": customer, "rent": rent}
    for field in inputs.fields.values():
        if field.required:
            what = words("check_filled", field=label(field.name))
            remedy = words("remedy_filled", field=label(field.name))
            checks.required(what, inputs.used[field.name], remedy, conditions[field.required])
    checks.rule(
        words("check_any_line"), typed("{0}=1", parts.lines.ready),
        checks.lacking(parts.lines.missing, words("remedy_any_line")),
        otherwise="incomplete", room=3,
    )  # fmt: skip
    rent_state = parts.lines.rent["status"]
    checks.rule(
        words("check_rent_line"), typed("{0}<>{1}", rent_state, checks.state("incomplete")),
        checks.lacking(parts.lines.rent["missing"], words("remedy_rent_line")),
        otherwise="incomplete",
    )  # fmt: skip
    first = parts.lines.rows[0]
    for number, line in enumerate(OTHERS, 1):
        shown = label(line.item) if line.item else f"{label('item')} {line.name[-1].upper()}"
        state = parts.lines.sheet.at("R", first + number)
        lacks = parts.lines.helper("missing", first + number)
        checks.rule(
            words("check_line", item=shown), typed("{0}<>{1}", state, checks.state("incomplete")),
            checks.lacking(lacks, words("remedy_line")), otherwise="incomplete",
        )  # fmt: skip
    missing = parts.calculation.cells["final_missing"]
    checks.rule(
        words("check_final"), typed("{0}={1}", missing, BLANK),
        checks.lacking(missing, words("remedy_final")), otherwise="incomplete",
        value=inputs.used["quotation_status"], room=4,
    )  # fmt: skip
    as_of, until, start = (parts.calculation.cells[k] for k in ("as_of", "valid_until", "quoted"))
    valid = typed("IF({0}<={1},IF({0}>={2},1,0),0)=1", as_of, until, start)
    checks.rule(
        # An internal estimate prints no validity.
        words("check_valid"), when(customer, valid, Formula("1=1")),
        words("remedy_valid"), ready=is_number(as_of, until, start), value=until, number=house.DATE,
    )  # fmt: skip


def _price(checks: Checks, parts: Parts) -> None:
    words, cells, used = checks.words, parts.calculation.cells, parts.inputs.used
    shown = {"tax_unstated": typed("{0}", cells["anchor"])}
    for flag in ("example", "tax_unstated", "date_unstated"):
        checks.rule(
            words(f"check_{flag}"), typed("{0}=0", cells[f"price_{flag}"]),
            words(f"remedy_{flag}"), otherwise="incomplete", value=shown.get(flag, BLANK),
        )  # fmt: skip
    _marks(checks, parts)
    for flag in ("other_currency", "other_card"):
        checks.rule(
            words(f"check_{flag}"), typed("{0}=0", cells[f"price_{flag}"]), words(f"remedy_{flag}"),
            otherwise="fail" if flag == "other_currency" else "incomplete",
        )  # fmt: skip
    checks.rule(
        words("check_rate_unstated"), typed("{0}=0", cells["rate_unstated"]),
        words("remedy_rate_unstated"), otherwise="incomplete", value=used["currency"],
    )  # fmt: skip
    price, calculation = cells["price_in_use"], parts.calculation
    checks.rule(
        words("check_zero_price"), typed('COUNTIFS({0},"=0")=0', price),
        words("remedy_zero_price"), otherwise="incomplete", value=price, number=house.PRICE,
    )  # fmt: skip
    # A price for a longer period than the plan counts bills a whole one for any part of it.
    by_hour, by_month = calculation.period_is("unit_hours"), calculation.period_is("month")
    suits = typed(
        "IF({0},IF({1},1,0),IF({2},IF({3},0,1),1))=1", calculation.plan_is("pay_as_you_go"),
        typed('IF({0}="",1,IF({1},1,0))=1', cells["period_unit"], by_hour),
        calculation.plan_is("daily"), by_month,
    )  # fmt: skip
    checks.rule(
        words("check_plan_unit"), suits, words("remedy_plan_unit"), otherwise="incomplete",
        value=cells["periods"], number=house.GENERAL,
    )  # fmt: skip
    # A price of a whole server, counted as if each card were one, is eight times too much.
    stated = typed('IF({0},IF(in_node_size="",IF({1}=1,0,1),1),1)=1', calculation.counts_nodes(),
                   used["node_size"])  # fmt: skip
    checks.rule(
        words("check_node_size"), stated, words("remedy_node_size"), otherwise="incomplete",
        value=used["node_size"], number=house.COUNT,
    )  # fmt: skip
    _whole_months(checks, parts)
    limit = checks.limit(DISCOUNT_ALERT, "0.0%")
    discount = used["discount"]
    state = typed(
        'IF({0}="?",{1},IF({0}<={2},{3},{4}))', discount, checks.state("fail"), limit,
        checks.state("pass"), checks.state("incomplete"),
    )  # fmt: skip
    checks.add(words("check_discount"), state, words("remedy_discount"), discount, "0.0#%")
    low, high = used["price_low"], used["price_high"]
    between = typed("IF({0}<={1},IF({1}<={2},1,0),0)=1", low, price, high)
    neither = typed("{0}&{1}={2}", low, high, BLANK)
    state = typed(
        "IF({0},{1},IF({2},IF({3},{1},{4}),{5}))", neither, checks.state("pass"),
        is_number(low, price, high), between, checks.state("fail"), checks.state("incomplete"),
    )  # fmt: skip
    checks.add(words("check_price_range"), state, words("remedy_price_range"))
    price_band.check(checks, parts.band)


def _whole_months(checks: Checks, parts: Parts) -> None:
    """31 days are more than a month of 720 hours, and would be billed as two."""
    words, cells, calculation = checks.words, parts.calculation.cells, parts.calculation
    limit = checks.limit(UNUSED_ALERT, "0.00")
    billed, days = cells["billed_hours"], cells["rental_days"]
    known = typed(
        "IF({0},IF({1},1,0),0)=1", calculation.plan_is("monthly"), is_number(billed, days)
    )
    ratio = printed("deadline_ratio", hours=billed, days=days, hours_per_day=24, buffer=0)
    shown = when(known, ratio)
    checks.rule(
        words("check_whole_months"),
        typed('IF({0}="",1,IF({0}<={1},1,0))=1', shown, limit),
        words("remedy_whole_months"), otherwise="incomplete", value=shown, number="0.00",
    )  # fmt: skip


def _marks(checks: Checks, parts: Parts) -> None:
    """No amount bears the mark of another currency than the quote's (¥15 in a quote in USD)."""
    words, used, calculation = checks.words, parts.inputs.used, parts.calculation
    currency = used["currency"]
    typed_in = ("price", "price_low", "price_high", "refundable_deposit")
    others = [marked_otherwise(f"in_{field}", currency) for field in typed_in[1:]]
    others.append(marked_otherwise(parts.lines.own_prices, currency))
    marked = typed(
        f"SUM({','.join(f'{{{i}}}' for i in range(len(others) + 1))})",
        calculation.cells["price_marked"], *others,
    )  # fmt: skip
    checks.rule(
        words("check_marks"), typed("{0}=0", marked), words("remedy_marks"),
        value=typed('{0}&" / "&in_price', currency),
    )  # fmt: skip


def _slips(checks: Checks, parts: Parts) -> None:
    """Orders of magnitude that no training has: 13 for 13B, 200 for 200B (GPU_WHY says so too)."""
    words, used = checks.words, parts.inputs.used
    for field, cell in (
        ("params", parts.calculation.cells["params"]), ("tokens", used["tokens"]),
    ):  # fmt: skip
        limit = checks.limit(LEAST[field], "#,##0", "E")
        checks.rule(
            words(f"check_slip_{field}"),
            typed('IF(COUNTIFS({0},"<"&{1})=0,1,0)=1', cell, limit),
            _told(checks, cell, limit, f"remedy_slip_{field}"),
            otherwise="fail", value=typed("IF({0}={1},{1},{0})", cell, BLANK), number="#,##0",
        )  # fmt: skip


def _told(checks: Checks, cell: Cell, limit: Cell, remedy: str) -> Formula:
    """A remedy with the figure in it."""
    low = typed('COUNTIFS({0},"<"&{1})=0', cell, limit)
    usual = text(checks.words(f"{remedy}_usual"))
    return typed("IF({0},{1},{2})", low, usual, sentence(checks.words(remedy), value=cell))


def _sizing(checks: Checks, parts: Parts) -> None:
    words, cells, used = checks.words, parts.calculation.cells, parts.inputs.used
    chosen = parts.scenarios.chosen
    _slips(checks, parts)
    gpu = used["gpu"]
    known = typed("IF({0}={1},1,{2})=1", gpu, BLANK, cells["gpu_known"])
    checks.rule(words("check_gpu"), known, words("remedy_gpu"), value=cells["gpu"])
    one_model = typed(
        'IF({0}=1,IF({1}="?",0,IF({2}="?",0,1)),1)=1', cells["gpu_known"],
        catalogs.value("gpus", "usable_gb", gpu), cells["peak_per_card"],
    )  # fmt: skip
    variants = cells["variants"]
    choose = joined(gpu, text(words("choose_among")), variants)
    told = typed("IF({0}={1},{2},{3})", variants, BLANK, text(words("remedy_variant")), choose)
    checks.rule(words("check_variant"), one_model, told, otherwise="incomplete", value=gpu,
                room=3)  # fmt: skip
    named = is_known(used["model_name"], "cat_models_name")
    model = typed('IF({0}="",1,IF({1},1,0))=1', used["model_name"], named)
    checks.rule(words("check_model"), model, words("remedy_model"), otherwise="fail")
    alerts.model_params(checks, used, cells["model_params"])
    if_sized = is_number(cells["cards"], cells["cards_by_memory"])
    fits = typed("{0}>={1}", cells["cards"], cells["cards_by_memory"])
    does_not = typed(
        "IF({0}={1},{2},IF({3},IF({4},{5},{2}),{5}))", cells["cards_by_memory"],
        text(words("does_not_fit")), checks.state("fail"), if_sized, fits, checks.state("pass"),
    )  # fmt: skip
    checks.add(
        words("check_memory"),
        does_not,
        words("remedy_memory"),
        cells["cards_by_memory"],
        house.COUNT,
    )
    needed = typed('IF(COUNTIFS({0},">0")=1,IF({1}=0,1,0),0)=0', used["cards_owned"], cells["gap"])
    checks.rule(
        words("check_owned"), needed, words("remedy_owned"), otherwise="incomplete",
        value=used["cards_owned"], number=house.COUNT,
    )  # fmt: skip
    ratio = chosen["deadline_ratio"]
    late = text(checks.label("short"))
    in_time = typed("IF({0}={1},0,1)=1", chosen["judged"], late)
    checks.rule(
        words("check_deadline"), in_time, words("remedy_deadline"), value=ratio, number="0.000"
    )
    assumed = typed(
        "IF({0}=1,IF({1}={2},0,1),1)=1", cells["estimated"], parts.scenarios.mfu_status,
        text(checks.label("assumed")),
    )  # fmt: skip
    checks.rule(
        words("check_mfu"), assumed, words("remedy_mfu"), otherwise="incomplete",
        value=parts.scenarios.mfu_status,
    )  # fmt: skip
    active, params = cells["active_params"], cells["params"]
    checks.rule(
        words("check_active"), _ordered(active, params), words("remedy_active"),
        value=typed("IF({0}={1},{1},{0})", active, BLANK), number="#,##0",
    )  # fmt: skip
    low, typical, high = used["mfu_low"], used["mfu"], used["mfu_high"]
    checks.rule(
        words("check_mfu_order"),
        typed("IF({0},IF({1},IF({2},1,0),0),0)=1", _ordered(low, typical),
              _ordered(typical, high), _ordered(low, high)),
        words("remedy_mfu_order"), value=typical, number=house.SHARE,
    )  # fmt: skip
    needed = chosen["train_hours"]
    checks.rule(
        words("check_hours_cover"), _ordered(needed, cells["billed_hours"]),
        words("remedy_hours_cover"), otherwise="incomplete", value=needed, number=house.CHAIN,
    )  # fmt: skip
    _dates(checks, parts)


def _ordered(low: Cell, high: Cell) -> Formula:
    """Whether one figure is at most the other, where both are there."""
    return typed("IF({0},IF({1}<={2},1,0),1)=1", is_number(low, high), low, high)


def _dates(checks: Checks, parts: Parts) -> None:
    """Under a plan by days or months both ends of the rental; never the end before the start."""
    words, used, calculation = checks.words, parts.inputs.used, parts.calculation
    start, end = used["start_date"], used["end_date"]
    both = typed('COUNTIFS({0},">=1",{1},">=1")=1', start, end)
    neither = typed("{0}&{1}={2}", start, end, BLANK)
    ordered = typed("IF({0}<={1},{2},{3})", start, end, checks.state("pass"), checks.state("fail"))
    alone = typed("IF({0},{1},{2})", calculation.plan_is("pay_as_you_go"), checks.state("pass"),
                  checks.state("incomplete"))  # fmt: skip
    state = typed(
        "IF({0},{1},IF({2},{3},{4}))", both, ordered, neither, checks.state("pass"), alone
    )
    missing = typed(
        "IF({0}={2},IF({1}={2},{2},{3}),IF({1}={2},{4},{2}))", start, end, BLANK,
        text(words("missing_named") + checks.label("start_date")),
        text(words("missing_named") + checks.label("end_date")),
    )  # fmt: skip
    told = typed("IF({0}={1},{2},{0})", missing, BLANK, text(words("remedy_dates")))
    checks.add(words("check_dates"), state, told, used["end_date"], house.DATE)


def _sums(checks: Checks, parts: Parts) -> None:
    words, lines = checks.words, parts.lines
    totals = parts.calculation.cells
    ready = typed("{0}=1", lines.ready)
    first, last = lines.rows
    remedy = checks.lacking(lines.missing, words("remedy_sums"))

    def equal(what: str, left: Formula, right: Cell) -> None:
        same = typed("{0}={1}", left, printed("money", amount=right))
        checks.rule(words(what), same, remedy, ready=ready, value=right,
                    number=house.MONEY)  # fmt: skip

    for name, column in (("net", "O"), ("tax", "P"), ("gross", "Q")):
        block = lines.sheet.at(column, first, column, last)
        equal(f"check_sum_{name}", printed("money", amount=typed("SUM({0})", block)), totals[name])
    both = printed("money", amount=typed("SUM({0},{1})", totals["net"], totals["tax"]))
    equal("check_net_tax", both, totals["gross"])
    rent = lines.rent
    again = printed(
        "rent_cost", cards=rent["quantity"], hours=rent["periods"], price=rent["net_price"]
    )
    multiplies = typed(
        "IF({0}={1},IF({2}={3},1,0),1)=1", rent["status"], checks.state("pass"), again,
        rent["amount"],
    )  # fmt: skip
    checks.rule(words("check_multiplies"), multiplies, remedy, ready=ready,
                value=rent["amount"], number=house.MONEY)  # fmt: skip
    scenario = parts.scenarios.chosen["gross"]
    same = typed("IF({0},IF({1}={2},1,0),1)=1", is_number(scenario), scenario, totals["gross"])
    checks.rule(words("check_scenario"), same, remedy, ready=ready,
                value=scenario, number=house.MONEY)  # fmt: skip
    checks.rule(
        words("check_exact"), amount_is_exact(totals["gross"]),
        checks.lacking(lines.missing, words("remedy_exact")), ready=ready,
        value=totals["gross"], number=house.MONEY,
    )  # fmt: skip
    if checks.book.lang == "zh":
        yuan = typed('{0}="CNY"', parts.inputs.used["currency"])
        filled = typed('{0}<>""', totals["amount_in_words"])
        checks.rule(
            words("check_words"),
            when(yuan, filled, Formula("1=1")),
            checks.lacking(lines.missing, words("remedy_words")),
            ready=ready,
        )


def _page(checks: Checks, parts: Parts) -> None:
    """No printed text is longer than its place: cells cut what does not fit without a word."""
    words, look = checks.words, house.LABEL.but(horizontal="right", color=house.GREY)
    for label, cell, most in parts.page.room:
        limit = checks.sheet.put("F", checks.next, most, look)
        count = printed("text_length", text=cell)
        checks.rule(
            words("check_room", field=label), typed("{0}<={1}", count, limit),
            words("remedy_room"), otherwise="incomplete", value=count, number="0",
        )  # fmt: skip


def _bounds(checks: Checks, parts: Parts) -> None:
    words, inputs, lists = checks.words, parts.inputs, parts.reference.lists
    for field in inputs.fields.values():
        label, used = checks.label(field.name), inputs.used[field.name]
        if field.kind in ("number", "date"):
            handed = field.name in parts.calculation.handed
            checks.bounds(field, used if handed else inputs.typed[field.name], used)
        elif field.kind == "choice" or field.options == "currency":
            checks.choice(label, used, used, lists[field.options])
        elif field.options in ("tax", "prices", "methods"):
            checks.choice(label, used, used, f"cat_{field.options}_name")
    for line in OTHERS:
        shown = (
            checks.label(line.item)
            if line.item
            else (f"{checks.label('item')} {line.name[-1].upper()}")
        )
        read = parts.lines.read[line.name]
        limits = {"quantity": ">0", "periods": ">0", "price": ">=0", "discount": ">=0"}
        fine = [
            typed(f'IF({{0}}="",1,COUNTIFS({{0}},"{limit}"))=1', read[name])
            for name, limit in limits.items()
        ]
        holds = typed("IF({0},IF({1},IF({2},IF({3},1,0),0),0),0)=1", *fine)
        below = typed('IF({0}="",1,COUNTIFS({0},"<=1"))=1', read["discount"])
        given = parts.lines.typed[line.name]
        chosen = [
            typed('IF({0}="",1,IF({1},1,0))=1', given[field], is_known(given[field], block))
            for field, block in (("anchor", lists["anchor"]), ("tax_category", "cat_tax_name"))
        ]
        both = typed("IF({0},IF({1},1,0),0)=1", *chosen)
        checks.rule(
            words("check_line_bounds", item=shown),
            typed("IF({0},IF({1},IF({2},1,0),0),0)=1", holds, below, both),
            words("remedy_line_bounds"),
        )
