"""The checks of the budget: what is missing, what the budget does not hold, what is wrong."""

from __future__ import annotations

import itertools
from dataclasses import dataclass

from workbooks import house, price_band
from workbooks.budget.actuals import Actuals
from workbooks.budget.approval import Approval
from workbooks.budget.cash import Cash
from workbooks.budget.fields import COSTS, PHASES, YEARS, Cost
from workbooks.budget.lines import STATE, Lines
from workbooks.budget.missing import Missing
from workbooks.budget.months import Months
from workbooks.budget.prices import Prices
from workbooks.budget.summary import Summary
from workbooks.checks import Checks
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


@dataclass(frozen=True)
class Parts:
    """What the checks look at."""

    inputs: Inputs
    lists: dict[str, Cell]
    lines: Lines
    missing: Missing
    prices: Prices
    months: Months
    cash: Cash
    approval: Approval
    actuals: Actuals
    summary: Summary


def write(checks: Checks, parts: Parts) -> Cell:
    """Writes all checks and gives the master's cell."""
    words = checks.words
    for title, group in (
        ("checks_complete", _complete), ("checks_price", _price), ("checks_budget", _budget),
        ("checks_sums", _sums), ("checks_bounds", _bounds),
    ):  # fmt: skip
        checks.heading(words(title))
        group(checks, parts)
    return checks.finish()


def _complete(checks: Checks, parts: Parts) -> None:
    words, label, inputs, lines = checks.words, checks.label, parts.inputs, parts.lines
    for field in inputs.fields.values():
        if field.required:
            what = words("check_filled", field=label(field.name))
            remedy = words("remedy_filled", field=label(field.name))
            checks.required(what, inputs.used[field.name], remedy)
    checks.rule(words("check_any_line"), typed("{0}=1", lines.ready),
                checks.lacking(parts.missing.all, words("remedy_any_line")), otherwise="incomplete",
                value=lines.ready, room=4)  # fmt: skip
    used = inputs.used
    single = typed("{0}={1}", used["procurement_method"], text(label("single_source")))
    why = typed('IF({0},{1}&{2},{1})<>""', single, used["selection_reason"],
                used["single_source_justification"])  # fmt: skip
    checks.rule(words("check_reason"), why, words("remedy_reason"), otherwise="incomplete")
    names = [*(label(p.field) for p in PHASES), *(_name(checks, cost) for cost in COSTS)]
    for named, row in zip(names, lines.rows, strict=True):
        complete = typed("{0}<>{1}", lines.at(STATE, row), text(label("incomplete")))
        remedy = checks.lacking(parts.missing.of[row], words("remedy_line"))
        checks.rule(words("check_line", item=named), complete, remedy,
                    otherwise="incomplete")  # fmt: skip


def _name(checks: Checks, cost: Cost) -> str:
    return checks.label(cost.item) if cost.item else checks.words(cost.words)


def _sources(checks: Checks, parts: Parts) -> None:
    """Every price in an amount says where it is from and of when, and is not too old."""
    words, used, prices = checks.words, parts.inputs.used, parts.prices
    told = typed('IF({0},IF({1}="",0,1),1)=1', is_number(used["price"]), used["price_source"])
    checks.rule(words("check_rent_source"), told, words("remedy_rent_source"),
                otherwise="incomplete")  # fmt: skip
    for number, cost in enumerate(COSTS, len(PHASES)):
        row = parts.lines.rows[number]
        price, frozen, source, dated = prices.sources[cost.prefix]
        age = printed("age_days", as_of=used["as_of"], price_date=dated)
        known = is_number(used["as_of"], dated)
        fresh = typed("IF({0}<={1},1,0)", age, used["price_age_limit"])
        whole = typed('IF({0}="",0,IF({1},{2},0))', source, known, fresh)
        # A frozen price has a source and a date of its own, and does not age.
        today = typed('IF({0}<>"",0,IF({1},IF({2}<>"",1,0),0))=1', frozen, is_number(price),
                      parts.lines.at("AC", row))  # fmt: skip
        holds = typed("IF({0},{1},1)=1", today, whole)
        checks.rule(words("check_source", item=_name(checks, cost)), holds,
                    words("remedy_source"), otherwise="incomplete",
                    value=when(today, when(known, age)))  # fmt: skip


def _price(checks: Checks, parts: Parts) -> None:
    words, used, prices = checks.words, parts.inputs.used, parts.prices
    price, dated, as_of = used["price"], used["price_date"], used["as_of"]
    age = printed("age_days", as_of=as_of, price_date=dated)
    known = is_number(as_of, dated)
    fresh = typed("IF({0}<={1},1,0)", age, used["price_age_limit"])
    holds = typed("IF({0},IF({1},{2},0),1)=1", is_number(price), known, fresh)
    checks.rule(words("check_fresh"), holds, words("remedy_fresh"), otherwise="incomplete",
                value=when(known, age))  # fmt: skip
    price_band.check(checks, prices.band)
    _sources(checks, parts)
    until = used["valid_until"]
    valid = typed("IF({0},IF({1}<={2},1,0),1)=1", is_number(until, as_of), as_of, until)
    checks.rule(words("check_quote_valid"), valid, words("remedy_quote_valid"), value=until,
                number=house.DATE)  # fmt: skip
    approved = typed("{0}={1}", used["request_status"], text(checks.label("approved")))
    none_open = typed("COUNTIFS({0},{1})=0", prices.states, text(words("price_open")))
    frozen = typed("IF({0},{1},1=1)", approved, none_open)
    checks.rule(words("check_frozen"), frozen, words("remedy_frozen"), otherwise="incomplete")
    checks.rule(words("check_frozen_source"), prices.sourced, words("remedy_frozen_source"),
                otherwise="incomplete")  # fmt: skip
    moved = typed("COUNTIFS({0},{1})=0", prices.states, text(words("price_moved")))
    checks.rule(words("check_moved"), moved, words("remedy_moved"), otherwise="incomplete")
    known_gpu = typed('IF({0}="",1=1,{1})', used["gpu"], is_known(used["gpu"], "cat_gpus_name"))
    checks.rule(words("check_gpu"), known_gpu, words("remedy_gpu"), value=used["gpu"])


def _budget(checks: Checks, parts: Parts) -> None:
    words, label, used = checks.words, checks.label, parts.inputs.used
    approval = parts.approval
    for number in range(YEARS):
        row = approval.year_rows[0] + number
        year, state = approval.sheet.at("B", row), approval.sheet.at("J", row)
        shown = typed('IF({0}="",{1},{2})', year, checks.state("pass"), typed(
            'IF({0}="",{1},{0})', state, checks.state("incomplete")))  # fmt: skip
        balance = approval.sheet.at("I", row)
        value = typed('IF({0}="",{1},{0})', balance, BLANK)
        checks.add(words("check_year", number=number + 1), shown, words("remedy_year"), value,
                   house.MONEY)  # fmt: skip
    enough = typed("{0}>={1}", parts.summary.cells["quotes_counted"], used["least_quotes"])
    single = typed(
        'IF({0}={1},IF({2}<>"",1,0),0)', used["procurement_method"],
        text(label("single_source")), used["single_source_justification"],
    )  # fmt: skip
    quoted = typed("IF({0},1,{1})=1", enough, single)
    checks.rule(words("check_quotes"), quoted, words("remedy_quotes"), otherwise="incomplete",
                value=parts.summary.cells["quotes_counted"])  # fmt: skip
    checks.rule(words("check_level"), is_number(approval.level), words("remedy_level"),
                otherwise="incomplete", value=approval.level)  # fmt: skip
    limits = [parts.approval.read[f"level_{n}_limit"] for n in range(1, 5)]
    rising = [
        typed("IF({0},IF({1}<{2},1,0),1)", is_number(a, b), a, b)
        for a, b in itertools.pairwise(limits)
    ]
    checks.rule(words("check_rising"), typed("IF({0},IF({1},{2},0),0)=1", *rising),
                words("remedy_rising"))  # fmt: skip
    over = parts.actuals.gap
    fine = typed('IF({0}="",1,IF({0}<=0,1,0))=1', over)
    checks.rule(words("check_actual"), fine, words("remedy_actual"), otherwise="incomplete",
                value=over, number=house.MONEY)  # fmt: skip
    shares = printed("money", amount=typed("SUM({0},{1})", used["prepayment_share"],
                                           used["balance_share"]))  # fmt: skip
    within = typed('IF({0}="?",0,IF({1}="?",0,IF({2}<=1,1,0)))=1', used["prepayment_share"],
                   used["balance_share"], shares)  # fmt: skip
    checks.rule(words("check_shares"), within, words("remedy_shares"))
    for share, date in (("prepayment_share", "signing_date"), ("balance_share", "acceptance_date")):
        due = typed('COUNTIFS({0},">0")=1', used[share])
        dated = typed("IF({0},{1},1)=1", due, typed("IF({0},1,0)", is_number(used[date])))
        checks.rule(words("check_dated", field=label(date)), dated, words("remedy_dated"),
                    otherwise="incomplete")  # fmt: skip


def _sums(checks: Checks, parts: Parts) -> None:
    words, lines, months = checks.words, parts.lines, parts.months
    ready = typed("{0}=1", lines.ready)

    def equal(what: str, left: Formula, right: Cell | Formula) -> None:
        same = typed("{0}={1}", left, right)
        remedy = checks.lacking(parts.missing.all, words("remedy_sums"))
        checks.rule(words(what), same, remedy, ready=ready, value=left, number=house.MONEY)

    def total(block: Cell) -> Formula:
        return printed("money", amount=typed("SUM({0})", block))

    for what, block in (("net", months.net), ("gross", months.gross)):
        whole = printed(
            "money",
            amount=typed(
                "SUM({0},{1})", lines.total("rent_total", what), lines.total("other_total", what)
            ),
        )
        equal(f"check_months_{what}", total(block), whole)  # fmt: skip
    hours = printed("money", amount=lines.card_hours)
    equal("check_card_hours", total(months.card_hours), hours)
    three = printed(
        "money",
        amount=typed(
            "SUM({0},{1})", lines.total("request_total", "net"), lines.total("request_total", "tax")
        ),
    )
    equal("check_net_tax", three, typed("{0}", lines.total("request_total", "gross")))
    asked = total(parts.approval.asked)
    basis = typed("IF({0},{1},{2})", months.excluding, lines.total("request_total", "net"),
                  lines.total("request_total", "gross"))  # fmt: skip
    equal("check_years", asked, basis)
    paid = typed("{0}", parts.cash.total)
    deposit = parts.inputs.used["refundable_deposit"]
    returned = parts.inputs.used["deposit_return_date"]
    due = printed(
        "money",
        amount=typed(
            "SUM({0},{1})", lines.total("rent_total", "gross"), lines.total("other_total", "gross")
        ),
    )
    same = typed("{0}={1}", paid, due)
    remedy = checks.lacking(parts.missing.all, words("remedy_cash"))
    checks.rule(words("check_cash"), same, remedy, ready=ready, value=paid, number=house.MONEY)
    _handed(checks, parts, due)
    open_deposit = typed(
        'IF(COUNTIFS({0},">0")=1,IF({1},1,0),1)=1', deposit, is_number(returned)
    )  # fmt: skip
    checks.rule(words("check_deposit"), open_deposit, words("remedy_deposit"),
                otherwise="incomplete")  # fmt: skip
    if checks.book.lang == "zh":
        yuan = typed('{0}="CNY"', parts.inputs.used["currency"])
        filled = typed('{0}<>""', parts.summary.cells["amount_in_words"])
        remedy = checks.lacking(parts.missing.all, words("remedy_words"))
        checks.rule(words("check_words"), typed("IF({0},{1},1=1)", yuan, filled), remedy,
                    ready=ready)  # fmt: skip


def _handed(checks: Checks, parts: Parts, total: Formula) -> None:
    """The total that the previous book handed over is this request's, contingency aside."""
    words, handed, rent = checks.words, parts.inputs.used["gross"], parts.prices.rent
    given = is_number(handed)
    same = typed("IF({0}=1,IF({1}={2},1,0),0)=1", parts.lines.ready,
                 printed("money", amount=handed), total)  # fmt: skip
    state = typed("IF({0},IF({1},{2},{3}),{2})", given, same, checks.state("pass"),
                  checks.state("incomplete"))  # fmt: skip
    why = joined(
        text(words("why_lines")),
        when(typed("{0}={1}", rent["basis"], text("node")), text(words("why_nodes"))),
        when(typed('COUNTIFS({0},">1")=1', rent["unit_hours"]), text(words("why_periods"))),
        text(words("why_terms")),
    )
    both = sentence(words("remedy_handed"), handed=printed("amount_text", amount=handed),
                    total=printed("amount_text", amount=total), why=why)  # fmt: skip
    usual = words("remedy_handed_usual")
    differs = typed(
        "IF({0}=1,{1},{2})", parts.lines.ready, both, checks.lacking(parts.missing.all, usual)
    )
    remedy = typed("IF({0},IF({1},{2},{3}),{2})", given, same, text(usual), differs)
    checks.add(words("check_handed"), state, remedy, when(given, handed), house.MONEY, room=5)


def _bounds(checks: Checks, parts: Parts) -> None:
    inputs = parts.inputs
    for field in inputs.fields.values():
        label, used = checks.label(field.name), inputs.used[field.name]
        if field.kind in ("number", "date"):
            checks.bounds(field, used, used)
        elif field.kind == "choice" or field.options == "currency":
            checks.choice(label, used, used, parts.lists[field.options])
        elif field.options in ("tax", "units"):
            checks.choice(label, used, used, f"cat_{field.options}_name")
    read = parts.lines.read | parts.approval.read
    bad = [typed('IF({0}="?",1,0)', cell) for name, cell in read.items() if "date" not in name]
    words = checks.words
    for start in range(0, len(bad), 12):
        some = bad[start : start + 12]
        pattern = ",".join(f"{{{n}}}" for n in range(len(some)))
        none = typed(f"SUM({pattern})=0", *some)
        checks.rule(words("check_read", number=start // 12 + 1), none, words("remedy_read"))
