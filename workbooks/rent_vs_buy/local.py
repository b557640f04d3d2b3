"""Values of the calculation repeated on a sheet, so that its many formulas stay short."""

from __future__ import annotations

from workbooks import blocks, house
from workbooks.book import Sheet
from workbooks.formulas import BLANK, Argument, Cell, typed
from workbooks.rent_vs_buy.calculation import Calculation

# Key, word or glossary field of the label, number format.
TERMS = (
    ("months", "evaluation_horizon", "0"),
    ("discount_rate", "discount_rate", house.RATE_EXACT),
    ("tax_rate", "corporate_income_tax_rate", house.SHARE),
    ("payments_per_year", "payments_per_year", "0"),
    ("in_advance", "in_advance", "0"),
)
RENT = (
    ("monthly_rent", "rent_paid", house.MONEY),
    ("other_monthly", "other_paid", house.MONEY),
    ("fall", "annual_fall_of_rent_prices", house.SHARE),
)
OWN = (
    ("capex", "capital_expenditure", house.MONEY),
    ("hosting", "running_cost", house.MONEY),
    ("proceeds", "disposal_proceeds", house.MONEY),
    ("depreciation_years", "depreciation_life", house.GENERAL),
    ("residual_rate", "residual_rate", house.SHARE),
)


def repeat(
    sheet: Sheet, row: int, calc: Calculation, groups: tuple[tuple[tuple[str, str, str], ...], ...]
) -> tuple[dict[str, Cell], int]:
    """Writes groups side by side, labels in B, E, H …, values in D, G, J …; gives the cells by
    argument name, and the next free row."""
    sources: dict[str, Argument] = {
        **calc.terms(), **calc.owning(),
        "monthly_rent": calc.cells["rent_paid"], "other_monthly": calc.cells["other_paid"],
        "fall": calc.used["annual_fall_of_rent_prices"],
    }  # fmt: skip
    row = blocks.heading(sheet, row, calc.words("local_values"), sheet_last(sheet))
    found: dict[str, Cell] = {}
    for group, first in zip(groups, (2, 5, 8), strict=False):
        label, last, value = (house.letter(first + n) for n in (0, 1, 2))
        for offset, (name, word, number) in enumerate(group):
            shown = calc.words(word) if calc.words.has(word) else calc.label(word)
            sheet.put(label, row + offset, shown, house.HELP.but(shrink=True, wrap=False))
            sheet.merge(label, row + offset, last)
            source = sources[name]
            formula = typed("IF({0}={1},{1},{0})", source, BLANK)  # type: ignore[arg-type]
            look = house.TABLE_CELL.but(number=number, horizontal="right")
            found[name] = sheet.formula(value, row + offset, formula, look)
    return found, row + max(map(len, groups)) + 1


def sheet_last(sheet: Sheet) -> str:
    """The last column that has a width."""
    letters = [c for c in sheet.raw.column_dimensions if len(c) == 1]
    return max(letters)
