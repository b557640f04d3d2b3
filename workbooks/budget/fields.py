"""Everything that a user may enter into the budget book, section by section."""

from __future__ import annotations

from dataclasses import dataclass, replace

from gpucalc import quantity as q
from gpucalc.quantity import Quantity
from workbooks import house
from workbooks.fields import Field, Section, choice, date, key, number, texts

# Options of the drop-downs, as glossary fields; the labels stand on the reference sheet.
OPTIONS: dict[str, tuple[str, ...]] = {
    "request_status": ("draft", "submitted", "approved"),
    "procurement_method": ("competitive_quotes", "tender", "single_source"),
    "urgency": ("normal", "urgent"),
    "anchor": ("incl_tax", "excl_tax"),
    "budget_basis": ("excl_tax_basis", "incl_tax_basis"),
    "amount_unit": ("yuan", "ten_thousand_yuan"),
    "invoice_type": ("special_vat_invoice", "ordinary_vat_invoice"),
}

SHARE = replace(q.PREPAYMENT_SHARE, name="share")
AMOUNT = replace(q.MONEY, low=0)
LINE_QUANTITY = Quantity(
    "quantity", "", 0, 1e9, open_low=True, example="2",
    units=dict.fromkeys(("TB", "Mbps", "项", "次", "人天", "人月", "台", "套", "个"), 1.0),
)  # fmt: skip
LINE_PRICE = replace(q.MONEY, name="price", low=0, high=1e10)

REQUEST = Section(
    "section_request",
    (
        *texts("requisition_no", required="always"),
        choice("request_status", "request_status", "draft"),
        date("request_date", required="always"),
        date("as_of", required="always"),
        *texts("department", "applicant", required="always"),
        *texts("contact", "project", "project_code", "cost_centre"),
        *texts("budget_account", "source_of_funds", required="always"),
        date("required_by", required="always"),
        choice("urgency", "urgency", "normal"),
        *texts("justification", lines=5, required="always"),
        *texts("attachments", lines=3),
        choice("amount_unit", "amount_unit", "yuan"),
    ),
)
SUPPLIER = Section(
    "section_supplier",
    (
        choice("procurement_method", "procurement_method", "competitive_quotes"),
        number("least_quotes", replace(q.COPIES, name="least_quotes"), 3, "", "0"),
        *texts("supplier", required="always"),
        *texts("selection_reason", "single_source_justification", lines=3),
        *texts("quote_no"),
        date("quote_date"),
        date("valid_until"),
        # What the previous book handed over; this one's own total is held against it.
        number("gross", AMOUNT, None, "", house.MONEY),
        choice("invoice_type", "invoice_type", "special_vat_invoice"),
    ),
)
RENT = Section(
    "section_rent",
    (
        key("gpu", "gpus", required="always"),
        number("node_size", q.NODE_SIZE, 8, "unit_cards", "0"),
        number("price", replace(q.QUOTED_PRICE, unit=""), None, "", house.PRICE, "always"),
        key("billing_unit", "units", "card_hour"),
        number("hours_per_month", q.HOURS_PER_MONTH, 720, "unit_hours", "0"),
        number("discount", q.DISCOUNT, 0, "", "0.0#%"),
        choice("anchor", "anchor", "incl_tax"),
        key("tax_category", "tax", "compute and cloud services"),
        number("tax_rate", q.TAX_RATE, None, "", house.SHARE),
        key("currency", "currency", "CNY"),
        # Blank, they follow from the quote's number and date: see `prices.from_quote`.
        replace(*texts("price_source"), default=""),
        replace(date("price_date"), default=""),
        number("price_age_limit", replace(q.DAYS, whole=True), 90, "unit_days", "0"),
        number("contingency_share", SHARE, 0, "", house.SHARE),
        number("voucher_share", SHARE, 0, "", house.SHARE),
    ),
)
PAYMENT = Section(
    "section_payment",
    (
        date("signing_date"),
        number("prepayment_share", SHARE, 0, "", house.SHARE),
        number("credit_period", replace(q.DAYS, open_low=False, whole=True), 0, "unit_days", "0"),
        number("balance_share", SHARE, 0, "", house.SHARE),
        date("acceptance_date"),
        number("refundable_deposit", AMOUNT, 0, "", house.MONEY),
        date("deposit_return_date"),
    ),
)
BUDGET = Section(
    "section_budget",
    (
        choice("budget_basis", "budget_basis", "excl_tax_basis"),
        number("budget_year_starts", q.FIRST_MONTH, 1, "", "0"),
    ),
)

SECTIONS = (REQUEST, SUPPLIER, RENT, PAYMENT, BUDGET)
FIELDS: dict[str, Field] = {f.name: f for section in SECTIONS for f in section.fields}


@dataclass(frozen=True)
class Phase:
    """A phase of the rental. Its inputs are ``in_<prefix>cards`` and so on; the main run takes the
    names of the handover row."""

    field: str
    prefix: str
    named: bool = True  # its name is the glossary's, not the user's

    def name(self, what: str) -> str:
        """The field of an input of the phase."""
        return f"{self.prefix}{what}"


PHASES = (
    Phase("debug", "debug_"),
    Phase("main_run", ""),
    Phase("reserve_phase", "reserve_phase_"),
    Phase("extra_phase_a", "extra_phase_a_", named=False),
    Phase("extra_phase_b", "extra_phase_b_", named=False),
)


@dataclass(frozen=True)
class Cost:
    """A cost besides the rent; ``item`` is blank where the user names it."""

    prefix: str
    item: str = ""
    unit: str = ""
    tax: str = "technical services"

    @property
    def words(self) -> str:
        """The key of the name that the checks give a line which the user names."""
        return f"line_{self.prefix}"


COSTS = (
    Cost("storage", "storage", "tb_month", "storage and value-added telecom"),
    Cost("bandwidth", "bandwidth", "mbps_month", "bandwidth"),
    Cost("people", "people"),
    Cost("extra_a"),
    Cost("extra_b"),
)
YEARS = 3
LEVELS = 4
QUOTES = 5
MONTHS = 18
