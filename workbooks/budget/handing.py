"""What the budget hands over: the request as approved, for the next round and for batches."""

from __future__ import annotations

from workbooks.budget.lines import Lines
from workbooks.budget.months import Months
from workbooks.budget.prices import Prices
from workbooks.budget.summary import Summary
from workbooks.formulas import Cell, Formula, typed
from workbooks.inputs import Inputs

SAME = (
    "project", "gpu", "node_size", "tax_category", "currency", "supplier", "quote_no",
    "quote_date", "valid_until", "price_source", "anchor",
)  # fmt: skip


def values(
    inputs: Inputs, lines: Lines, prices: Prices, months: Months, summary: Summary
) -> dict[str, Cell | Formula]:
    """The handover row of the budget."""
    main = lines.rows[1]
    found: dict[str, Cell | Formula] = {name: typed("{0}", inputs.used[name]) for name in SAME}
    found |= {
        "cards": lines.at("H", main),
        "rent_hours": lines.at("J", main),
        "start_date": months.earliest,
        "end_date": months.latest,
        "storage_quantity": lines.at("AC", lines.rows[5]),
        "price": prices.used["rent"],
        "billing_unit": typed(
            'IF({0}="","",{1})', prices.used["rent"], inputs.used["billing_unit"]
        ),
        "tax_rate": prices.rent["rate"],
        "net": summary.cells["net"],
        "tax": summary.cells["tax"],
        "gross": summary.cells["gross"],
    }
    return found
