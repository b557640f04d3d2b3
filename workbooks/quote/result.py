"""The end of the calculation sheet: what is quoted, for how long, for how much."""

from __future__ import annotations

from workbooks import house
from workbooks.formulas import (
    BLANK,
    Cell,
    Formula,
    constant,
    is_known,
    is_number,
    joined,
    looked_up,
    printed,
    text,
    typed,
    when,
)
from workbooks.quote.calculation import Calculation
from workbooks.quote.lines import Lines
from workbooks.quote.scenarios import Scenarios


def quoted_cards(calculation: Calculation, scenarios: Scenarios) -> Cell:
    """Cards and servers of the quote: as typed, else as needed in the selected scenario."""
    steps, used = calculation.steps, calculation.inputs.used
    label, words = calculation.book.words.label, calculation.book.words
    steps.heading(words("block_quoted"))
    own = used["cards"]
    cards = steps.line(
        "cards", label("cards"),
        typed("IF({0}<>{1},{0},{2})", own, BLANK, scenarios.chosen["cards_in_nodes"]),
        unit=label("unit_cards"), number=house.COUNT, note=words("cards_note"), out=True,
    )  # fmt: skip
    size = used["node_size"]
    steps.line(
        "nodes", label("nodes"),
        when(
            typed("IF({0},IF({1}>1,1,0),0)=1", is_number(cards, size), size),
            printed("nodes_needed", cards=cards, node_size=size),
        ),
        unit=label("unit_nodes"), number=house.COUNT, out=True,
    )  # fmt: skip
    owned = used["cards_owned"]
    steps.line(
        "gap", label("gap"),
        when(
            is_number(cards, owned), printed("gpu_gap", cards_needed=cards, cards_owned=owned)
        ),
        unit=label("unit_cards"), number=house.COUNT, note=words("gap_note"), out=True,
    )  # fmt: skip
    counted = typed(
        "IF({0},{1},{2})", calculation.counts_nodes(),
        printed("nodes_needed", cards=cards, node_size=size), cards,
    )  # fmt: skip
    steps.line(
        "quantity_counted", words("quantity_counted"), when(is_number(cards, size), counted),
        number=house.COUNT, note=words("quantity_counted_note"),
    )  # fmt: skip
    return cards


def hours(calculation: Calculation, scenarios: Scenarios) -> None:
    """The three kinds of hours of the selected scenario."""
    steps, chosen = calculation.steps, scenarios.chosen
    label, words, cells = calculation.book.words.label, calculation.book.words, calculation.cells
    for key, unit, number in (
        ("train_hours", "unit_hours", house.CHAIN),
        ("calendar_days", "unit_days", house.CHAIN),
        ("deadline_ratio", "", "0.000"),
        ("billed_hours", "unit_hours", house.CHAIN),
    ):
        steps.line(
            key, label(key), typed("{0}", chosen[key]), unit=label(unit) if unit else "",
            number=number, out=True, note=words(f"{key}_note"),
        )  # fmt: skip
    steps.line("deadline_word", words("judgement"), typed("{0}", chosen["judged"]), out=True)
    steps.line(
        "binding", label("binding_constraint"), typed("{0}", chosen["binding"]),
        note=words("binding_note"),
    )  # fmt: skip
    steps.line("periods", words("periods"), typed("{0}", chosen["periods"]), number=house.GENERAL)
    billed, cards = cells["billed_hours"], cells["cards"]
    steps.line(
        "card_hours", label("card_hours"),
        when(is_number(cards, billed), printed("rented_card_hours", cards=cards, hours=billed)),
        unit=label("card_hour"), number=house.CHAIN, out=True,
    )  # fmt: skip
    used = calculation.inputs.used
    as_used = typed(
        'IF({0},IF({1}="",1,0),0)', calculation.plan_is("pay_as_you_go"), used["rent_hours"]
    )
    estimated = typed(
        'IF({0}=1,IF({1}="",1,{2}),0)', cells["workload_ready"], used["cards"], as_used
    )
    steps.line("estimated", words("estimated"), estimated, note=words("estimated_note"), out=True)
    steps.gap()
    missing(calculation)


def missing(calculation: Calculation) -> None:
    """Which inputs the rent still lacks, by name, in three parts: job, hours, price."""
    steps, used, cells = calculation.steps, calculation.inputs.used, calculation.cells
    label, words = calculation.book.words.label, calculation.book.words
    steps.heading(words("block_missing"))
    between = words("list_separator")

    def told(name: str) -> Formula:
        return text(name + between)

    # A name that stands for several cards: which ones.
    reference, gpu = calculation.reference, used["gpu"]
    cards = steps.says(
        "variants", words("variants"),
        when(
            is_known(gpu, reference.families),
            looked_up(reference.members, gpu, reference.families),
        ), 1,
    )  # fmt: skip
    uncounted = typed("IF({0},0,1)", is_number(cells["quantity_counted"]))
    untimed = typed("IF({0},0,1)", is_number(cells["periods"]))
    by_use = calculation.plan_is("pay_as_you_go")
    by_job = typed(
        "IF({0}=1,IF({1}={5},1,0),IF({2}=1,IF({3},IF({4}={5},1,0),0),0))=1", uncounted,
        used["cards"], untimed, by_use, used["rent_hours"], BLANK,
    )  # fmt: skip
    vague = typed('IF({0}="?",1,0)=1', cells["peak_per_card"])
    choose = joined(text(words("choose_one")), cards, text(between))
    lacking = joined(
        when(typed("{0}={1}", gpu, BLANK), told(label("gpu"))),
        when(typed('IF({0}={1},0,IF({2}=1,0,1))=1', gpu, BLANK, cells["gpu_known"]),
             told(words("missing_gpu_unknown"))),
        when(vague, choose),
        typed("IF({0},{1},{2})", is_number(cells["params"]), BLANK, told(words("missing_params"))),
        typed("IF({0},{1},{2})", is_number(used["tokens"]), BLANK, told(label("tokens"))),
        when(typed("{0}=1", uncounted), typed(
            "IF({0},{1},{2})", is_number(used["days"]), BLANK, told(label("days")))),
        when(typed("{0}={1}", cells["cards_by_memory"], text(words("does_not_fit"))),
             told(words("missing_room"))),
    )  # fmt: skip
    steps.says(
        "missing_job", words("missing_job"),
        typed(
            "IF({0},{1},IF({2}=1,IF({3}={4},{4},{5}),{4}))", by_job, lacking, uncounted,
            used["cards"], BLANK, told(label("cards")),
        ),
        2,
    )  # fmt: skip
    start, end = used["start_date"], used["end_date"]
    dates = typed(
        "IF({0}&{1}={2},{3},IF({0}={2},{4},IF({1}={2},{5},{6})))", start, end, BLANK,
        told(words("missing_dates")), told(label("start_date")), told(label("end_date")),
        told(words("missing_order")),
    )  # fmt: skip
    daily, monthly = calculation.plan_is("daily"), calculation.plan_is("monthly")
    dated = typed("IF({0},1,IF({1},1,0))", daily, monthly)
    undated = typed("IF({0},0,1)", is_number(cells["rental_days"]))
    steps.says(
        "missing_hours", words("missing_hours"),
        typed(
            "IF({0}=1,IF({1}=1,IF({2}=1,IF({5}={3},{4},{3}),{3}),{3}),{3})", untimed, dated,
            undated, BLANK, dates, used["rent_months"],
        ),
        1,
    )  # fmt: skip
    anchors = reference.lists["anchor"]
    lacking = joined(
        when(typed("{0}=1", cells["price_marked"]), told(words("missing_marked"))),
        typed("IF({0}=1,{1},IF({2},{1},{3}))", cells["price_marked"], BLANK,
              is_number(cells["price_in_use"]), told(label("price"))),
        when(typed('{0}=""', cells["unit_position"]), told(label("billing_unit"))),
        when(typed('{0}="?"', used["discount"]), told(label("discount"))),
        typed("IF({0},{1},{2})", is_known(cells["anchor"], anchors), BLANK, told(label("anchor"))),
        typed("IF({0},{1},{2})", is_number(cells["tax_rate"]), BLANK, told(words("missing_rate"))),
    )  # fmt: skip
    steps.says("missing_price", words("missing_price"), lacking, 1)
    steps.gap()


def rent_line(calculation: Calculation) -> dict[str, Formula]:
    """The cells of the rent line, for the line items."""
    cells, used, label = calculation.cells, calculation.inputs.used, calculation.book.words.label
    example = text(label("example_price"))
    unused = typed(
        '{0}&{1}&{2}&{3}=""', used["gpu"], used["price"], used["price_id"], used["cards"]
    )
    return {
        "unused": unused,
        "item": text(label("gpu_rent")),
        "specification": _specification(calculation),
        "short": _card(calculation),
        "mark": when(typed("{0}=1", cells["price_example"]), example),
        "missing": joined(cells["missing_job"], cells["missing_hours"], cells["missing_price"]),
        "quantity": typed("{0}", cells["quantity_counted"]),
        "unit": typed("{0}", cells["counted_in"]),
        "periods": typed("{0}", cells["periods"]),
        "period_unit": typed("{0}", cells["period_unit"]),
        "price_unit": typed("{0}", cells["price_unit_text"]),
        "list_price": typed("{0}", cells["price_in_use"]),
        "discount": typed("{0}", used["discount"]),
        "anchor": typed("{0}", cells["anchor"]),
        "tax_rate": typed("{0}", cells["tax_rate"]),
    }


def _card(calculation: Calculation) -> Formula:
    """Card and memory: what a line of the printed table holds at any length of the rest."""
    cells, words = calculation.cells, calculation.book.words
    memory = cells["memory_gb"]
    named = text(words("spec_separator") + words("spec_memory"))
    of_memory = when(is_number(memory), typed("{0}&{1}&{2}", named, memory, text(" GB")))
    return typed("{0}&{1}", cells["gpu"], of_memory)


def _specification(calculation: Calculation) -> Formula:
    """Card, memory, form factor, links, deployment and server in one text; blanks left out."""
    cells, used, words = calculation.cells, calculation.inputs.used, calculation.book.words
    label, between = words.label, words("spec_separator")
    pieces = [_card(calculation)]
    for field in ("form_factor", "link"):
        own, known = f"in_{field}", cells[field]
        useful = typed('IF({0}="",0,IF({0}="-",0,IF({0}="?",0,1)))=1', known)
        found = when(useful, typed("{0}&{1}", text(between), known))
        pieces.append(when(typed('{0}<>""', own), typed("{0}&{1}", text(between), own), found))
    for field in ("network", "deployment", "cpu", "ram", "disk", "region", "data_centre"):
        value = used[field] if field == "deployment" else f"in_{field}"
        named = "" if field in ("deployment", "region", "data_centre") else f"{label(field)} "
        pieces.append(when(typed('{0}<>""', value), typed("{0}&{1}", text(between + named), value)))
    return typed("&".join(f"{{{i}}}" for i in range(len(pieces))), *pieces)


def amount_is_exact(amount: Cell) -> Formula:
    """Whether an amount is small enough to be spelled, and exact to the cent (15 digits)."""
    return typed('COUNTIFS({0},">=0",{0},"<1E+12")=1', amount)


def totals(calculation: Calculation, lines: Lines) -> None:
    """Net, tax, gross, in words; unit cost; validity."""
    steps, used, cells = calculation.steps, calculation.inputs.used, calculation.cells
    label, words = calculation.book.words.label, calculation.book.words
    steps.heading(words("block_result"))
    unit = typed("{0}", used["currency"])
    steps.line("currency", label("currency"), unit, look=house.FORMULA_TEXT, out=True)
    for key in ("net", "tax", "gross"):
        steps.line(
            key, label(f"total_{key}"), typed("{0}", lines.totals[key]), number=house.MONEY,
            out=True, look=house.TOTAL, note=words("totals_note") if key == "gross" else "",
        )  # fmt: skip
    for key in ("net", "tax", "gross"):
        steps.line(
            f"rent_{key}", f"{label('gpu_rent')} · {label(key)}", typed("{0}", lines.rent[key]),
            number=house.MONEY, out=True,
        )  # fmt: skip
    steps.line(
        "price", label("net_price"), typed("{0}", lines.rent["net_price"]), number=house.PRICE,
        out=True,
    )  # fmt: skip
    rent, card_hours = cells["rent_net"], cells["card_hours"]
    steps.line(
        "unit_cost", words("unit_cost"),
        when(
            typed("IF({0},IF({1}>0,1,0),0)=1", is_number(rent, card_hours), card_hours),
            printed("unit_cost", amount=rent, quantity=card_hours),
        ),
        number="#,##0.0000", note=words("unit_cost_note"), out=True,
    )  # fmt: skip
    if calculation.book.lang == "zh":
        gross = cells["gross"]
        # Beyond its bounds the spelling would be cut to fewer digits without a word.
        ready = typed('IF({0},IF({1}="CNY",1,0),0)=1', amount_is_exact(gross), used["currency"])
        steps.kernel(
            "amount_in_words", label("amount_in_words"), ready, "rmb_upper", amount=gross,
            out=True, look=house.FORMULA_TEXT.but(bold=True), note=words("amount_in_words_note"),
        )  # fmt: skip
        steps.sheet.height(cells["amount_in_words"].row, 44)
    steps.gap()


def final(calculation: Calculation, lines: Lines) -> None:
    """What a final quote lacks, by name; blank while it is a draft. And all that is missing."""
    steps, used, cells = calculation.steps, calculation.inputs.used, calculation.cells
    label, words = calculation.book.words.label, calculation.book.words
    between = words("list_separator")
    steps.heading(words("block_final"))
    customer = typed("{0}={1}", used["document_type"], text(label("customer_quote")))
    rent = typed("{0}<>{1}", lines.rent["status"], text(words("unused")))

    def blank(field: str) -> Formula:
        return when(typed('{0}=""', used[field]), text(label(field) + between))

    every = joined(*map(blank, ("quote_no", "quote_date")), *(
        when(typed("{0}=1", cells[flag]), text(words(f"final_{flag}") + between))
        for flag in ("price_tax_unstated", "price_example")
    ), when(rent, blank("price_source")))  # fmt: skip
    parties = ("supplier", "customer", "payment_terms", "invoice_type", "supplier_bank",
               "supplier_account")  # fmt: skip
    valid = typed("{0}={1}", cells["validity_status"], text(label("valid")))
    invalid = typed("IF({0},{1},{2})", valid, BLANK, text(words("final_validity") + between))
    outside = joined(*map(blank, parties), invalid)
    is_final = typed("{0}={1}", used["quotation_status"], text(label("final")))
    steps.says(
        "final_missing", words("final_missing"),
        when(is_final, joined(every, when(customer, outside))), 2,
    )  # fmt: skip
    both = joined(lines.missing, cells["final_missing"])
    shown = typed(
        "IF({0}={1},{1},{2}&{3})", both, BLANK, text(words("still_missing")),
        printed("without_last", text=both, mark=constant(between)),
    )  # fmt: skip
    steps.says("missing", words("missing"), shown, 3)
    steps.gap()


def validity(calculation: Calculation) -> None:
    """Valid until when, judged on the visible as-of date."""
    steps, used = calculation.steps, calculation.inputs.used
    label, words = calculation.book.words.label, calculation.book.words
    steps.heading(words("block_validity"))
    quoted, as_of = used["quote_date"], used["as_of"]
    steps.line("quoted", label("quote_date"), typed("{0}", quoted), number=house.DATE)
    steps.line("as_of", label("as_of"), typed("{0}", as_of), number=house.DATE)
    days = used["validity_days"]
    until = steps.line(
        "valid_until", label("valid_until"),
        when(is_number(quoted, days), typed("SUM({0},{1})", quoted, days)),
        number=house.DATE, note=words("valid_until_note"), out=True,
    )  # fmt: skip
    steps.line(
        "validity_status", label("validity_status"),
        when(
            is_number(as_of, until, quoted),
            typed(
                "IF({0}<{1},{2},IF({0}<={3},{4},{5}))", as_of, quoted,
                text(label("not_valid_yet")), until, text(label("valid")), text(label("expired")),
            ),
        ),
        note=words("validity_note"), look=house.FORMULA_TEXT, out=True,
    )  # fmt: skip
    steps.gap()
