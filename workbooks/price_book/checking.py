"""The checks of the price book: what the flags of all rows come to."""

from __future__ import annotations

from workbooks.checks import Checks
from workbooks.formulas import Cell, is_known, is_number, text, typed
from workbooks.inputs import Inputs
from workbooks.price_book.entries import Entries
from workbooks.price_book.fields import ROWS
from workbooks.price_book.rows import FAILING, OPEN, Rows
from workbooks.steps import Steps


def count(steps: Steps, rows: Rows) -> None:
    """How many rows there are and how many bear each flag."""
    words = steps.book.words
    steps.heading(words("block_counts"))
    steps.line("rows", words("count_rows"), typed("COUNTIFS({0},1)", rows.block("filled")),
               number="0", note=words("count_rows_how", rows=ROWS), out=True)  # fmt: skip
    steps.line("recent", words("count_recent"), typed("COUNTIFS({0},1)", rows.block("recent")),
               number="0", note=words("count_recent_how"), out=True)  # fmt: skip
    for flag in (*FAILING, *OPEN):
        steps.line(flag, words(f"rows_{flag}"), typed("COUNTIFS({0},1)", rows.block(flag)),
                   number="0", note=words(f"flag_{flag}"), out=True)  # fmt: skip
    good = text(steps.book.words.label("pass"))
    steps.line("usable", words("count_usable"),
               typed("COUNTIFS({0},{1})", rows.states, good), number="0", out=True)  # fmt: skip


def write(checks: Checks, inputs: Inputs, steps: Steps, entries: Entries) -> Cell:
    """Writes all checks and gives the master's cell."""
    words, label, cells = checks.words, checks.label, steps.cells
    checks.heading(words("checks_book"))
    checks.required(words("check_filled", field=label("as_of")), inputs.used["as_of"],
                    words("remedy_filled", field=label("as_of")))  # fmt: skip
    some = typed("{0}>0", cells["rows"])
    checks.rule(words("check_some_rows"), some, words("remedy_some_rows"), otherwise="incomplete",
                value=cells["rows"], number="0")  # fmt: skip
    chosen = inputs.used["price_id"]
    one = typed('IF({0}="",1=1,{1})', chosen, is_known(chosen, entries.block("name")))
    checks.rule(words("check_price_id"), one, words("remedy_price_id"), value=chosen)
    checks.heading(words("checks_rows"))
    dated = is_number(inputs.used["as_of"])
    for flag in (*FAILING, *OPEN):
        checks.rule(
            words(f"check_{flag}"), typed("{0}=0", cells[flag]), words(f"flag_{flag}"),
            otherwise="fail" if flag in FAILING else "incomplete",
            ready=dated if flag in ("stale", "far", "in_future") else None,
            value=cells[flag], number="0",
        )  # fmt: skip
    checks.heading(words("checks_bounds"))
    for field in inputs.fields.values():
        if field.kind in ("number", "date"):
            used = inputs.used[field.name]
            checks.bounds(field, used, used)
    return checks.finish()
