"""The buyer's own figures: hours of the job, months of storage. One value a row."""

from __future__ import annotations

from workbooks import house
from workbooks.formulas import BLANK, Cell, is_number, printed, text, typed, when
from workbooks.inputs import Inputs
from workbooks.offers.evaluate import Job
from workbooks.steps import Steps


def write(steps: Steps, inputs: Inputs) -> Job:
    """Writes the block and gives what the offers are evaluated with."""
    words, label, used = steps.book.words, steps.book.words.label, inputs.used
    steps.heading(words("block_job"))
    hours, month = label("unit_hours"), used["hours_per_month"]
    day = steps.line(
        "day_hours", words("day_hours"), printed("period_hours", periods=1, hours_per_period=24),
        unit=hours,
    )  # fmt: skip
    days = used["days"]
    window = steps.line(
        "window_hours", words("window_hours"),
        when(is_number(days), printed("period_hours", periods=days, hours_per_period=24)),
        unit=hours, note=words("window_hours_note"), number=house.CHAIN,
    )  # fmt: skip
    rent = used["rent_hours"]
    same = steps.line(
        "same_hours", words("same_hours"), typed("IF({0}={1},{2},{0})", rent, BLANK, window),
        unit=hours, note=words("same_hours_note"), number=house.CHAIN,
    )  # fmt: skip
    whole = printed("billed_periods", hours=window, hours_per_period=month)
    months = steps.line(
        "item_months", words("item_months"),
        typed("IF({0}={1},{2},{0})", used["rent_months"], BLANK,
              when(is_number(window, month), whole)),
        unit=label("month"), note=words("item_months_note"),
    )  # fmt: skip
    measured: Cell | None = None
    if "hours_basis" in used:
        measured = steps.line(
            "measured", words("measured"),
            typed("IF({0}={1},1,0)", used["hours_basis"], text(label("measured_speed"))),
            note=words("measured_note"),
        )  # fmt: skip
    steps.gap()
    return Job(used, day, window, same, months, measured)
