"""What the quote prices, in sentences: the job, what its figures rest on, and their range."""

from __future__ import annotations

from workbooks.formulas import (
    BLANK,
    Cell,
    Formula,
    constant,
    is_number,
    joined,
    printed,
    sentence,
    text,
    typed,
    when,
)
from workbooks.quote.calculation import Calculation
from workbooks.quote.lines import Lines
from workbooks.quote.scenarios import Scenarios
from workbooks.scenario_table import SCENARIOS


def write(calculation: Calculation, scenarios: Scenarios, lines: Lines) -> None:
    """Three rows of the calculation sheet, which the printed page shows."""
    steps, used, cells = calculation.steps, calculation.inputs.used, calculation.cells
    words = calculation.book.words
    steps.heading(words("block_job"))
    ready = typed("{0}=1", cells["workload_ready"])
    work = when(ready, _work(calculation))
    for key, formula in (("job_work", work), ("job_fixed", _fixed(calculation))):
        steps.says(key, words(key), formula, 1)
    rent = typed("{0}<>{1}", lines.rent["status"], text(words("unused")))
    estimated = typed("{0}=1", cells["estimated"])
    # Cards typed beside a workload: both are said.
    own = when(typed("{0}<>{1}", used["cards"], BLANK), joined(cells["job_fixed"], text(" ")))
    told = typed(
        "IF({0},{1},IF({2},{3},{4}))", estimated, joined(own, cells["job_work"]), rent,
        cells["job_fixed"], when(typed("{0}=1", lines.ready), text(words("job_no_rent"))),
    )  # fmt: skip
    steps.says("job", words("job"), told, 2)
    chosen = scenarios.chosen["mfu"]
    steps.says(
        "job_basis", words("job_basis"),
        when(typed("IF({0},IF({1},1,0),0)=1", ready, is_number(chosen)),
             _basis(calculation, scenarios)),
        3,
    )  # fmt: skip
    amounts = scenarios.each("gross")
    known = typed("IF({0},IF({1},1,0),0)=1", estimated, is_number(*amounts))
    steps.says("job_range", words("job_range"), when(known, _range(calculation, scenarios)), 2)
    steps.gap()


def _count(calculation: Calculation, cell: Cell) -> Formula:
    """A count as it is said: 13B, 2000亿."""
    lang = constant(calculation.book.lang)
    return joined(
        printed("count_scaled", number=cell, language=lang),
        printed("count_suffix", number=cell, language=lang),
    )


def _work(calculation: Calculation) -> Formula:
    """13B parameters, pre-training, 200B tokens x 1 epoch, within 10 days of 24 h."""
    used, cells, words = calculation.inputs.used, calculation.cells, calculation.book.words
    params, active = cells["params"], cells["active_params"]
    named = when(typed('{0}<>""', used["model_name"]), joined(used["model_name"], text(" ")))
    part = joined(text(words("job_active")), _count(calculation, active), text(")"))
    of_experts = typed("IF({0}={1},{2},{3})", active, params, BLANK, part)
    window = when(is_number(used["days"], used["hours_per_day"]), sentence(
        words("job_window"), days=used["days"], hours=used["hours_per_day"]))  # fmt: skip
    return joined(
        named,
        sentence(
            words("job_sentence"), params=_count(calculation, params), active=of_experts,
            method=used["method"], tokens=_count(calculation, used["tokens"]),
            epochs=used["epochs"], gpu=cells["gpu"],
        ),
        window,
    )  # fmt: skip


def _fixed(calculation: Calculation) -> Formula:
    """A fixed number of cards for a fixed time: no workload stands behind the amount."""
    used, cells, words = calculation.inputs.used, calculation.cells, calculation.book.words
    billed = cells["billed_hours"]
    figures = is_number(cells["cards"], billed)
    hours = typed("IF({0},{1},{2})", calculation.plan_is("pay_as_you_go"),
                  text(words("job_hours_typed")), used["billing_plan"])  # fmt: skip
    by_job = typed("IF({0}=1,IF({1}={2},1,0),0)=1", cells["estimated"], used["rent_hours"], BLANK)
    cards = sentence(words("job_cards_only"), cards=cells["cards"], gpu=cells["gpu"])
    whole = sentence(
        words("job_cards_hours"), cards=cells["cards"], gpu=cells["gpu"],
        hours=printed("figure_text", number=billed), plan=hours,
    )  # fmt: skip
    return when(figures, typed("IF({0},{1},{2})", by_job, cards, whole))


def _basis(calculation: Calculation, scenarios: Scenarios) -> Formula:
    """The MFU in use, where it comes from, what is kept free, and what sets the cards."""
    inputs, cells, words = calculation.inputs, calculation.cells, calculation.book.words
    used = inputs.used
    source = scenarios.mfu_source
    basis = inputs.sheet.at("H", inputs.typed["mfu"].row)
    brief = printed("short_text", text=source)
    own = printed("short_text", text=basis)
    told = typed("IF({0}={1},{2},IF({3}={1},{1},{4}))", used["mfu"], BLANK, brief, basis, own)
    # Last, since it may be long: what does not fit is the end of a list of sources.
    origin = when(typed('{0}<>""', told), joined(text(words("job_source")), told))
    pieces = [
        sentence(words("job_mfu"), mfu=printed("share_text", share=scenarios.chosen["mfu"]),
                 scenario=used["scenario"], status=scenarios.mfu_status),
    ]  # fmt: skip
    for field in ("buffer", "overhead", "reserve"):
        share = printed("share_text", share=used[field])
        pieces.append(when(
            typed('COUNTIFS({0},">0")=1', used[field]),
            sentence(words("job_share"), name=text(words.label(field)), share=share),
        ))  # fmt: skip
    binding = cells["binding"]
    free = typed('IF({0}="",IF({1}="",0,1),0)=1', used["cards"], binding)
    pieces.append(when(free, sentence(words("job_binding"), what=binding)))
    return joined(*pieces, text(words("full_stop")), origin)


def _range(calculation: Calculation, scenarios: Scenarios) -> Formula:
    """The whole amount in the three scenarios, on the cards quoted."""
    words, label = calculation.book.words, calculation.book.words.label
    amounts = scenarios.each("gross")
    pieces = []
    for name, cell, mfu in zip(SCENARIOS, amounts, scenarios.each("mfu"), strict=True):
        pieces.append(sentence(
            words("job_one_of"), name=text(label(name)),
            amount=printed("amount_text", amount=cell), mfu=printed("share_text", share=mfu),
        ))  # fmt: skip
        pieces.append(text(words("job_between")))
    head = sentence(words("job_range_head"), cards=calculation.cells["cards"])
    return joined(head, *pieces[:-1], text(words("full_stop")))
