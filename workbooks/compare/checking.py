"""The checks of the comparison: what is missing, what is out of bounds, what does not add up."""

from __future__ import annotations

from collections.abc import Callable

from workbooks import house
from workbooks.checks import DISCOUNT_ALERT, Checks
from workbooks.compare.page import Parts
from workbooks.formulas import BLANK, Cell, Formula, is_known, is_number, printed, text, typed, when

# How much cheaper than the second the first may be before it is asked about.
GAP_ALERT = 0.5


def write(checks: Checks, parts: Parts) -> Cell:
    """Writes all checks and gives the master's cell."""
    words = checks.words
    checks.heading(words("checks_complete"))
    _complete(checks, parts)
    checks.heading(words("checks_offers"))
    for n in range(parts.evaluation.grid.count):
        _offer(checks, parts, n)
    _across(checks, parts)
    checks.heading(words("checks_result"))
    _result(checks, parts)
    checks.heading(words("checks_bounds"))
    _bounds(checks, parts)
    return checks.finish()


def _complete(checks: Checks, parts: Parts) -> None:
    words, label, inputs = checks.words, checks.label, parts.inputs
    for field in inputs.fields.values():
        if field.required:
            what = words("check_filled", field=label(field.name))
            remedy = words("remedy_filled", field=label(field.name))
            checks.required(what, inputs.used[field.name], remedy)
    cells = parts.conclusion.cells
    least = inputs.used["least_offers"]
    enough = typed("IF({0},{1}>={2},0=1)", is_number(least), cells["comparable_offers"], least)
    checks.rule(
        words("check_enough_offers"), enough, words("remedy_enough_offers"),
        otherwise="incomplete", value=cells["comparable_offers"], number="0",
    )  # fmt: skip
    gpu = inputs.used["gpu"]
    known = is_known(gpu, "cat_gpus_name")
    checks.rule(
        words("check_gpu"), known, words("remedy_gpu"), ready=typed("{0}<>{1}", gpu, BLANK),
        value=gpu, otherwise="incomplete",
    )  # fmt: skip
    deposits = [parts.offers.read[k] for k in ("refundable_deposit", "prepayment_share")]
    counted = [typed('COUNTIFS({0},">0")', c) for row in deposits for c in row]
    asked = typed(f"SUM({','.join(f'{{{i}}}' for i in range(len(counted)))})>0", *counted)
    priced = is_number(inputs.used["cost_of_funds"])
    checks.rule(
        words("check_cost_of_funds"), when(asked, priced, Formula("1=1")),
        words("remedy_cost_of_funds"), otherwise="incomplete",
        value=inputs.used["cost_of_funds"], number=house.SHARE,
    )  # fmt: skip


def _offer(checks: Checks, parts: Parts, n: int) -> None:
    """One supplier: nothing unknown, a known unit and card, a basis, a currency, still valid."""
    words, cells = checks.words, parts.evaluation.cells
    supplier = words("supplier_number", number=n + 1)
    off = typed("{0}=0", cells["active"][n])

    def rule(key: str, holds: Formula, otherwise: str, value: Cell | Formula = BLANK,
             number: str = "General") -> None:  # fmt: skip
        checks.rule(
            f"{supplier} · {words(f'check_{key}')}", typed("IF({0},1=1,{1})", off, holds),
            words(f"remedy_{key}"), otherwise=otherwise, value=value, number=number,
        )  # fmt: skip

    nothing = typed("{0}=0", cells["unknowns"][n])
    rule("unknowns", nothing, "incomplete", cells["unknown_items"][n])
    unknown = parts.requirements.unknown
    meets = cells["meets"][n]
    answered = typed("IF({0}={1},0,1)=1", meets, unknown)
    rule("answers", answered, "incomplete", cells["open_items"][n])
    _rule(checks, parts, n, off)
    _rate(parts, n, rule)
    until, as_of = cells["valid_until"][n], parts.inputs.used["as_of"]
    checks.add(
        f"{supplier} · {words('check_offer_valid')}",
        typed(
            "IF({0},{1},IF({2},IF({3}<={4},{1},{5}),{6}))", off, checks.state("pass"),
            is_number(until, as_of), as_of, until, checks.state("fail"),
            checks.state("incomplete"),
        ),
        words("remedy_offer_valid"), until, house.DATE,
    )  # fmt: skip


def _rule(checks: Checks, parts: Parts, n: int, off: Formula) -> None:
    """A rule of the catalog is known, of a kind that fills terms, and no unconfirmed example."""
    words, cells = checks.words, parts.evaluation.cells
    told, good = cells["rule_told"][n], checks.state("pass")
    usable = typed("IF({0}={1},{2},IF({3}=1,{2},IF({4}=1,{2},{5})))", cells["rule_met"][n], BLANK,
                   checks.state("incomplete"), cells["rule_open"][n], cells["rule_elsewhere"][n],
                   good)  # fmt: skip
    state = typed(
        "IF({0},{1},IF({2}={3},{1},IF({4}={3},{5},{6})))", off, good, told, BLANK,
        cells["rule_at"][n], checks.state("fail"), usable,
    )  # fmt: skip
    supplier = words("supplier_number", number=n + 1)
    checks.add(f"{supplier} · {words('check_contract_rule')}", state,
               words("remedy_contract_rule"), told)  # fmt: skip


def _rate(parts: Parts, n: int, rule: Callable[..., None]) -> None:
    """A foreign currency's rate has a date and a source and is not too old."""
    cells, entry, used = parts.evaluation.cells, parts.offers.entry, parts.inputs.used
    own = typed("{0}={1}", cells["currency"][n], used["currency"])
    rate, dated = parts.offers.read["exchange_rate"][n], entry["exchange_rate_date"][n]
    source = entry["exchange_rate_source"][n]
    told = typed('IF({0},IF({1}<>"",1,0),0)=1', is_number(rate, dated), source)
    rule("rate_told", typed("IF({0},1=1,{1})", own, told), "incomplete", rate, "0.0000")
    limit, as_of = used["price_age_limit"], used["as_of"]
    age = printed("age_days", as_of=as_of, price_date=dated)
    known = is_number(as_of, dated, limit)
    fresh = typed("IF({0},IF({1}<={2},IF({1}>=0,1,0),0),0)=1", known, age, limit)
    # Without a date the check above says so.
    undated = typed("IF({0},1=1,{1}={2})", own, dated, BLANK)
    rule("rate_fresh", typed("IF({0},1=1,{1})", undated, fresh), "incomplete",
         when(known, age))  # fmt: skip


def _across(checks: Checks, parts: Parts) -> None:
    """One check over all suppliers each: unit, card, rate, kind of invoice."""
    words, cells, entry = checks.words, parts.evaluation.cells, parts.offers.entry
    suppliers = range(parts.evaluation.grid.count)

    def rule(key: str, wrong: Callable[[int], Formula], otherwise: str) -> None:
        flags = [typed("IF({0}=1,IF({1},1,0),0)", cells["active"][n], wrong(n)) for n in suppliers]
        total = typed(f"SUM({','.join(f'{{{n}}}' for n in suppliers)})", *flags)
        checks.rule(
            words(f"check_{key}"), typed("{0}=0", total), words(f"remedy_{key}"),
            otherwise=otherwise, value=total, number="0",
        )  # fmt: skip

    unit, known, gpu = cells["unit"], cells["unit_known"], cells["gpu"]
    rule("unit", lambda n: typed('IF({0}="",0,IF({1}=1,0,1))=1', unit[n], known[n]), "fail")
    rule(
        "offer_gpu",
        lambda n: typed('IF({0}="",1,IF({1},0,1))=1', gpu[n], is_known(gpu[n], "cat_gpus_name")),
        "incomplete",
    )
    category, rate = entry["tax_category"], entry["tax_rate"]
    rule("offer_rate", lambda n: typed('{0}&{1}=""', category[n], rate[n]), "incomplete")
    names = parts.evaluation.grid.block("name")
    rule(
        "names_differ",
        lambda n: typed('IF({0}="",0,COUNTIFS({1},"="&{0}))>1', cells["name"][n], names),
        "incomplete",
    )
    limit = checks.limit(DISCOUNT_ALERT, "0.0%")
    rule(
        "offer_discount",
        lambda n: typed('COUNTIFS({0},">"&{1})>0', cells["discount"][n], limit),
        "incomplete",
    )
    rule("invoice", lambda n: typed('{0}=""', entry["invoice_type"][n]), "incomplete")


def _result(checks: Checks, parts: Parts) -> None:
    words, cells = checks.words, parts.evaluation.cells
    found = parts.conclusion.cells
    best = found["best_ranked"]
    ready = is_number(best)
    ranks = parts.ranking.grid.block("rank_ranked")
    one_first = typed("COUNTIFS({0},1)=1", ranks)
    checks.rule(words("check_one_first"), one_first, words("remedy_one_first"), ready=ready,
                otherwise="incomplete")  # fmt: skip
    second = found["second_ranked"]
    limit = checks.limit(GAP_ALERT, "0.0%")
    gap = printed("reduction", price=second, target=best)
    there = typed("IF({0},{1}>0,0=1)", is_number(best, second), second)
    # A rate upside down, a wrong unit or a price of 0 makes an offer the best by far.
    checks.rule(words("check_gap"), typed("IF({0},{1}<={2},1=1)", there, gap, limit),
                words("remedy_gap"), otherwise="incomplete", value=when(there, gap),
                number="0.0%")  # fmt: skip
    for n in range(parts.evaluation.grid.count):
        supplier = words("supplier_number", number=n + 1)
        comparable = parts.ranking.comparable(n)
        facts = [cells[k][n] for k in ("net", "tax", "gross")]
        both = printed("money", amount=typed("SUM({0},{1})", facts[0], facts[1]))
        adds = typed("IF({0},{1}={2},1=1)", is_number(*facts), both, facts[2])
        parts_of = [cells[k][n] for k in ("rent_basis", "others_basis", "financing")]
        whole = printed("money", amount=typed("SUM({0},{1},{2})", *parts_of))
        closes = typed("IF({0},{1}={2},1=1)", is_number(cells["ranked"][n], *parts_of[:1]), whole,
                       cells["ranked"][n])  # fmt: skip
        first = typed("IF({0},0,IF({1}=1,1,0))=0", comparable, cells["rank_ranked"][n])
        holds = typed("IF({0},IF({1},IF({2},1,0),0),0)=1", adds, closes, first)
        checks.rule(f"{supplier} · {words('check_adds_up')}", holds, words("remedy_adds_up"),
                    value=cells["ranked"][n], number=house.MONEY)  # fmt: skip
    name = found["recommended"]
    column = found["recommended_column"]
    checks.rule(
        words("check_recommended"), typed("{0}<>{1}", column, BLANK), words("remedy_recommended"),
        ready=typed("{0}<>{1}", name, BLANK), value=name,
    )  # fmt: skip
    status = parts.conclusion.of_recommended(cells["status"])
    good = typed("{0}={1}", status, text(checks.label("comparable")))
    checks.rule(
        words("check_recommended_good"), good, words("remedy_recommended_good"),
        ready=typed("{0}<>{1}", column, BLANK), value=status,
    )  # fmt: skip
    reason = found["recommendation_reason"]
    checks.required(words("check_reason"), reason, words("remedy_reason"))


def _bounds(checks: Checks, parts: Parts) -> None:
    words, inputs, lists = checks.words, parts.inputs, parts.lists
    for field in inputs.fields.values():
        label, used = checks.label(field.name), inputs.used[field.name]
        if field.kind in ("number", "date"):
            checks.bounds(field, used, used)
        elif field.kind == "choice" or field.options == "currency":
            checks.choice(label, used, used, lists[field.options])
    offers = parts.offers
    for field in offers.fields.values():
        entries, reads = offers.entry[field.name], offers.read[field.name]
        if field.kind == "number":
            wrong = [typed('IF({0}="?",1,0)', c) for c in reads]
        elif field.kind == "date":
            wrong = [typed('IF({0}="",0,IF(COUNTIFS({0},">=1")=1,0,1))', c) for c in entries]
        elif field.kind == "choice" or field.options in ("currency", "tax"):
            known = "cat_tax_name" if field.options == "tax" else lists[field.options]
            wrong = [typed('IF({0}="",0,IF({1},0,1))', c, is_known(c, known)) for c in entries]
        else:
            continue
        total = typed(f"SUM({','.join(f'{{{i}}}' for i in range(len(wrong)))})", *wrong)
        checks.rule(
            words("check_offer_field", field=checks.label(field.name)), typed("{0}=0", total),
            words("remedy_offer_field"), value=total, number="0",
        )  # fmt: skip
