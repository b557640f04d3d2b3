"""What the buyer enters into the comparison besides the offers."""

from __future__ import annotations

from dataclasses import replace

from gpucalc import quantity as q
from gpucalc.quantity import Quantity
from workbooks import house
from workbooks.fields import Field, Section, choice, date, key, number, texts
from workbooks.offers.fields import MANDATORY, NEED

SUPPLIERS = 6

HEADER = Section(
    "section_header",
    (
        *texts("project", required="always"),
        *texts("customer", "department"),
        date("as_of", required="always"),
        key("currency", "currency", "CNY"),
        choice("amount_unit", "amount_unit", "amount_in_ones"),
        choice("taxpayer_status", "taxpayer_status", "general_taxpayer"),
        choice("comparison_basis", "comparison_basis"),
        number("cost_of_funds", q.COST_OF_FUNDS, None, "", house.SHARE),
        number("least_offers", Quantity("least_offers", "", 1, 6, whole=True, example="3"), 3, "",
               "0"),
        number("price_age_limit", replace(q.DAYS, whole=True), 90, "unit_days", "0"),
    ),
)  # fmt: skip
SPEED = Section(
    "section_speed",
    (
        choice("hours_basis", "hours_basis", "same_hours"),
        number("tokens", q.TOKENS, None, "unit_tokens", "#,##0"),
        number("epochs", q.EPOCHS, 1, "", house.GENERAL),
    ),
)
DECISION = Section(
    "section_decision",
    (
        key("recommended", "suppliers"),
        *texts("recommendation_reason", lines=3),
        *texts("prepared", "reviewed", "approved_by"),
    ),
)
SECTIONS = (HEADER, NEED, SPEED, MANDATORY, DECISION)
FIELDS: dict[str, Field] = {f.name: f for section in SECTIONS for f in section.fields}
