"""Everything that a user may enter into the rent-or-buy book, section by section."""

from __future__ import annotations

from dataclasses import replace

from gpucalc import catalog
from gpucalc import quantity as q
from workbooks import house
from workbooks.fields import Field, Section, choice, date, key, number, texts

# Options of the drop-downs, as glossary fields; the labels stand on the reference sheet.
OPTIONS: dict[str, tuple[str, ...]] = {
    "billing_unit": (
        "card_hour", "card_day", "card_month", "card_year",
        "node_hour", "node_day", "node_month", "node_year",
    ),
    "billing_plan": ("pay_as_you_go", "daily", "monthly", "yearly_plan"),
    "anchor": ("incl_tax", "excl_tax"),
    "flag": ("answer_yes", "answer_no"),
    "tenancy": ("dedicated", "shared"),
    "payment_rhythm": ("paid_monthly", "paid_quarterly", "paid_yearly"),
    "payment_moment": ("in_arrears", "in_advance"),
    "amount_unit": ("amount_in_ones", "amount_in_ten_thousands"),
}  # fmt: skip
PAYMENTS = {"paid_monthly": 12, "paid_quarterly": 4, "paid_yearly": 1}
# Plans under which only the time of use is paid.
AS_USED = ("pay_as_you_go", "daily")
CURRENCIES = ("CNY", "USD", "EUR", "GBP", "HKD", "SGD", "JPY")
MOST_MONTHS = 120  # rows of the cash flow

_COST = replace(q.MONEY, low=0, high=1e12)
_MONTHS = replace(q.MONTHS, high=MOST_MONTHS)


def _rate(category: str) -> float:
    row = catalog.table("tax").row(category)
    if row is None:
        raise ValueError(f"tax.csv has no category {category!r}")
    return float(row["rate"])


CASE = Section(
    "section_case",
    (
        *texts("project"),
        key("currency", "currency", "CNY"),
        date("as_of", required="always"),
        number("price_age_limit", q.DAYS, 90, "unit_days", "0"),
        key("gpu", "gpus"),
        number("cards", q.CARDS, None, "unit_cards", "#,##0", required="always"),
        number("node_size", q.NODE_SIZE, 8, "unit_cards", "0"),
        number("evaluation_horizon", _MONTHS, None, "unit_months", "0", required="always"),
        number("discount_rate", q.DISCOUNT_RATE, None, "", house.RATE_EXACT, required="always"),
        number("corporate_income_tax_rate", q.INCOME_TAX_RATE, 0, "", house.SHARE),
        choice("input_vat_creditable", "flag", "answer_yes"),
        choice("payment_rhythm", "payment_rhythm", "paid_monthly"),
        choice("payment_moment", "payment_moment", "in_arrears"),
        choice("amount_unit", "amount_unit", "amount_in_ones"),
    ),
)
RENT = Section(
    "section_rent",
    (
        number("price", replace(q.PRICE, unit=""), None, "", house.PRICE, required="always"),
        choice("billing_unit", "billing_unit", "card_hour"),
        number("discount", q.DISCOUNT, 0, "", "0.0#%"),
        choice("anchor", "anchor", "incl_tax"),
        key("tax_category", "tax", "compute and cloud services"),
        number("tax_rate", q.TAX_RATE, None, "", house.SHARE),
        choice("billing_plan", "billing_plan", "monthly"),
        number("time_utilisation", q.UTILISATION, 1, "", house.SHARE),
        number("days_used", q.DAYS_USED, None, "days_per_year", house.GENERAL),
        number("hours_per_month", q.HOURS_PER_MONTH, 730, "unit_hours", house.GENERAL),
        number("annual_fall_of_rent_prices", q.RENT_FALL, 0, "", house.SHARE),
        number("other_monthly", _COST, 0, "money_per_month", house.MONEY),
        choice("tenancy", "tenancy"),
        number("lease_term", replace(q.MONTHS, low=0), None, "unit_months", "0"),
        choice("lease_accounting_settled", "flag"),
        *texts("supplier"),
        date("quote_date", required="always"),
        *texts("price_source"),
    ),
)
PURCHASE = Section(
    "section_purchase",
    (
        number("capex_servers", _COST, None, "money", house.MONEY, required="always"),
        number("capex_network", _COST, 0, "money", house.MONEY),
        number("capex_other", _COST, 0, "money", house.MONEY),
        choice("own_anchor", "anchor", "incl_tax"),
        number("capex_tax_rate", q.TAX_RATE, _rate("equipment"), "", house.SHARE),
        number("depreciation_life", q.DEPRECIATION_YEARS, 3, "unit_years", house.GENERAL),
        number("residual_rate", q.RESIDUAL_RATE, 0.05, "", house.SHARE),
        number("disposal_proceeds", _COST, 0, "money", house.MONEY),
    ),
)
RUNNING = Section(
    "section_running",
    (
        number("colocation_fee", _COST, None, "money_per_month", house.MONEY, required="always"),
        number("hosting_tax_rate", q.TAX_RATE, _rate("technical services"), "", house.SHARE),
        number("power_kw", q.POWER_KW, None, "kw", house.GENERAL, required="always"),
        number("pue", q.PUE, 1.3, "", "0.00"),
        number("electricity_tariff", replace(_COST, high=1e3), None, "money_per_kwh", house.PRICE),
        number("power_tax_rate", q.TAX_RATE, _rate("equipment"), "", house.SHARE),
        number(
            "operations_staff_cost", _COST, None, "money_per_month", house.MONEY,
            required="always",
        ),
        number("maintenance", _COST, None, "money_per_year", house.MONEY),
        number("maintenance_rate", q.RESIDUAL_RATE, None, "", house.SHARE),
        number("maintenance_tax_rate", q.TAX_RATE, _rate("technical services"), "", house.SHARE),
        number("other_running", _COST, 0, "money_per_month", house.MONEY),
        *texts("own_source"),
        date("own_date", required="always"),
    ),
)  # fmt: skip

SECTIONS = (CASE, RENT, PURCHASE, RUNNING)
FIELDS: dict[str, Field] = {f.name: f for section in SECTIONS for f in section.fields}
