"""The limits of a quantity beside a value, and whether the value keeps to them."""

from __future__ import annotations

import math

from gpucalc.quantity import Quantity
from workbooks import house
from workbooks.book import Sheet
from workbooks.formulas import Cell, Formula, printed, typed
from workbooks.house import Look


def within(
    sheet: Sheet, row: int, columns: str, quantity: Quantity, value: Cell, look: Look
) -> Formula:
    """Writes the lower and upper limit into two columns; gives the condition that both hold.

    Text, blanks and errors do not keep to any limit. Whole quantities refuse fractions.
    """
    criteria: list[str] = []
    cells: list[Cell] = []
    for column, limit, sign in (
        (columns[0], quantity.low, ">" if quantity.open_low else ">="),
        (columns[1], quantity.high, "<="),
    ):
        if not math.isfinite(limit):
            sheet.put(column, row, None, look)
            continue
        number = house.GENERAL
        if quantity.kind == "date":
            number = house.DATE
        elif abs(limit) >= 1e9:
            number = "0E+0"
        cells.append(sheet.put(column, row, limit, look.but(number=number)))
        criteria.append(f'{{0}},"{sign}"&{{{len(cells)}}}')
    inside = typed(f"COUNTIFS({','.join(criteria)})=1", value, *cells)
    if not quantity.whole:
        return inside
    up = printed("billed_hours", hours=value, step_hours=1, min_hours=0)
    return typed("IF({0},IF({1}={2},1,0),0)=1", inside, value, up)
