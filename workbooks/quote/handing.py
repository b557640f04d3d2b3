"""What the quote hands over: the offer as it was priced, for the comparison and the budget."""

from __future__ import annotations

from workbooks.formulas import BLANK, Cell, Formula, text, typed
from workbooks.inputs import Inputs
from workbooks.quote.calculation import Calculation
from workbooks.quote.lines import Lines
from workbooks.quote.scenarios import Scenarios

SAME = (
    "project", "model_name", "tokens", "epochs", "seq", "node_size", "days", "hours_per_day",
    "buffer", "overhead", "start_date", "end_date", "billing_plan", "billing_unit", "discount",
    "tax_category", "currency", "supplier", "quote_no", "quote_date",
)  # fmt: skip
COMPUTED = (
    "params", "active_params", "gpu", "cards", "train_hours", "calendar_days", "tax_rate",
    "valid_until", "net", "tax", "gross",
)  # fmt: skip


def values(
    inputs: Inputs, calculation: Calculation, lines: Lines, scenarios: Scenarios
) -> dict[str, Cell | Formula]:
    """The handover row of the quote."""
    used, cells = inputs.used, calculation.cells
    found: dict[str, Cell | Formula] = {name: used[name] for name in SAME}
    found |= {name: cells[name] for name in COMPUTED}
    # The hours of the invoice: by the day and by the month they cover the calendar.
    billed = cells["billed_hours"]
    base = text(inputs.book.words.label("base"))
    return found | {
        # In the words of the book; its cell has the catalog's code.
        "method": typed("IF({0}={1},{1},{2})", cells["method"], BLANK, used["method"]),
        # What this book assumed is not handed over as if somebody had said it.
        "anchor": typed("IF({0}=1,{1},{2})", cells["price_tax_unstated"], BLANK, cells["anchor"]),
        "price_source": typed(
            "IF({0}=1,{1},{2})",
            cells["price_example"],
            calculation.example_notice,
            used["price_source"],
        ),
        "mfu": typed(
            "IF({0}&{1}={2},{3},{4})",
            used["mfu"],
            _unless(used["scenario"], base),
            BLANK,
            BLANK,
            scenarios.chosen["mfu"],
        ),
        "rent_hours": typed("IF({0}={1},{1},{0})", billed, BLANK),
        "storage_quantity": typed("{0}", lines.read["storage"]["quantity"]),
        "price": typed("{0}", cells["price_in_use"]),
    }


def _unless(value: Cell, usual: Formula) -> Formula:
    """The value where it is another than the usual one."""
    return typed("IF({0}={1},{2},{0})", value, usual, BLANK)
