"""The checks of a request: the buyer's part, the supplier's answers, and that all is readable."""

from __future__ import annotations

from workbooks import house
from workbooks.checks import DISCOUNT_ALERT, Checks
from workbooks.formulas import BLANK, Cell, is_known, is_number, printed, typed
from workbooks.inputs import Inputs
from workbooks.offers.totals import Totals
from workbooks.rfq.answers import Answers
from workbooks.steps import Steps


def write(
    checks: Checks, inputs: Inputs, answers: Answers, totals: Totals, steps: Steps
) -> Cell:  # fmt: skip
    """Writes all checks and gives the master's cell."""
    words, label, cells = checks.words, checks.label, totals.grid.cells
    checks.heading(words("checks_buyer"))
    for field in inputs.fields.values():
        if field.required:
            what = words("check_filled", field=label(field.name))
            remedy = words("remedy_filled", field=label(field.name))
            checks.required(what, inputs.used[field.name], remedy)
    gpu = inputs.used["gpu"]
    checks.rule(
        words("check_gpu"), is_known(gpu, "cat_gpus_name"), words("remedy_gpu"),
        ready=typed("{0}<>{1}", gpu, BLANK), value=gpu, otherwise="incomplete",
    )  # fmt: skip
    start, end = inputs.used["rfq_date"], inputs.used["reply_by"]
    checks.rule(
        words("check_reply_by"), typed("{0}<={1}", start, end), words("remedy_reply_by"),
        ready=is_number(start, end), value=end, number=house.DATE,
    )  # fmt: skip
    checks.heading(words("checks_supplier"))
    done, asked = steps.cells["answered"], steps.cells["asked"]
    checks.rule(
        words("check_complete"), typed("{0}={1}", done, asked), words("remedy_complete"),
        otherwise="incomplete", value=typed("{0}", steps.cells["completeness"]),
    )  # fmt: skip
    unreadable = steps.cells["unreadable"]
    checks.rule(
        words("check_readable"), typed("{0}=0", unreadable), words("remedy_readable"),
        value=unreadable, number="0",
    )  # fmt: skip
    unknown = cells["unknowns"][0]
    checks.rule(
        words("check_nothing_unknown"), typed("{0}=0", unknown), words("remedy_nothing_unknown"),
        ready=typed("{0}<>{1}", unknown, BLANK), otherwise="incomplete",
        value=cells["unknown_items"][0],
    )  # fmt: skip
    limit = checks.limit(DISCOUNT_ALERT, "0.0%")
    discount = cells["discount"][0]
    checks.rule(
        words("check_offer_discount"), typed('COUNTIFS({0},">"&{1})=0', discount, limit),
        words("remedy_offer_discount"), otherwise="incomplete", value=discount, number="0.0#%",
    )  # fmt: skip
    card = answers.offers.entry["gpu"][0]
    checks.rule(
        words("check_offer_gpu"), is_known(card, "cat_gpus_name"),
        words("remedy_offer_gpu"), ready=typed('{0}<>""', card), otherwise="incomplete",
        value=typed("{0}&{1}", card, BLANK),
    )  # fmt: skip
    facts = [cells[k][0] for k in ("net", "tax", "gross")]
    both = printed("money", amount=typed("SUM({0},{1})", *facts[:2]))
    checks.rule(
        words("check_net_tax"), typed("{0}={1}", both, facts[2]), words("remedy_net_tax"),
        ready=is_number(*facts), value=facts[2], number=house.MONEY,
    )  # fmt: skip
    checks.heading(words("checks_bounds"))
    for field in inputs.fields.values():
        used = inputs.used[field.name]
        if field.kind in ("number", "date"):
            checks.bounds(field, used, used)
        elif field.kind == "choice" or field.options == "currency":
            checks.choice(label(field.name), used, used, answers.offers.lists[field.options])
    return checks.finish()
