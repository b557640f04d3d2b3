"""The checks of the claim check: of its inputs, never of what is claimed.

A wrong claim is a finding, and the book that found it is in order: the verdicts stand in the
summary above the page of verdicts and on the cover."""

from __future__ import annotations

from workbooks.checks import Checks
from workbooks.claim_check.fields import unbounded
from workbooks.claim_check.page import Page
from workbooks.formulas import Cell, is_known, typed
from workbooks.inputs import Inputs


def write(checks: Checks, inputs: Inputs, page: Page, lists: dict[str, Cell]) -> Cell:
    """Writes all checks and gives the master's cell."""
    words, label = checks.words, checks.label
    checks.heading(words("checks_complete"))
    for field in inputs.fields.values():
        if field.required:
            name = label(field.name)
            checks.required(
                words("check_filled", field=name), inputs.used[field.name],
                words("remedy_filled", field=name),
            )  # fmt: skip
    checks.rule(
        words("check_claims"), typed("{0}>0", page.claimed), words("remedy_claims"),
        otherwise="incomplete", value=page.claimed, number="0",
    )  # fmt: skip
    checks.heading(words("checks_verdicts"))
    lacking = page.counts["condition_missing"]
    checks.rule(
        words("check_conditions"), typed("{0}=0", lacking), words("remedy_conditions"),
        ready=typed("{0}>0", page.claimed), otherwise="incomplete", value=lacking, number="0",
    )  # fmt: skip
    checks.heading(words("checks_catalog"))
    for name, table in (("gpu", "gpus"), ("model_name", "models")):
        used = inputs.used[name]
        known = typed('IF({0}="",1=1,{1})', used, is_known(used, f"cat_{table}_name"))
        short = name.removesuffix("_name")
        checks.rule(words(f"check_{short}"), known, words(f"remedy_{short}"), value=used)
    checks.heading(words("checks_bounds"))
    for field in inputs.fields.values():
        used = inputs.used[field.name]
        if field.kind == "number" and unbounded(field):
            state = typed('IF({0}="?",{1},{2})', used, checks.state("fail"), checks.state("pass"))
            what = words("check_readable", field=label(field.name))
            checks.add(what, state, words("remedy_readable"), used, field.number)
        elif field.kind in ("number", "date"):
            checks.bounds(field, used, used)
        elif field.kind == "choice":
            checks.choice(label(field.name), used, used, lists[field.options])
        elif field.options == "methods":
            checks.choice(label(field.name), used, used, "cat_methods_name")
    return checks.finish()
