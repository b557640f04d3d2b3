"""Everything that a user may enter into the quote book, section by section."""

from __future__ import annotations

from dataclasses import replace

from gpucalc import quantity as q
from gpucalc.quantity import Quantity
from workbooks import house
from workbooks.fields import Field, Section, choice, date, key, number, texts

# Options of the drop-downs, as glossary fields; the labels stand on the reference sheet.
OPTIONS: dict[str, tuple[str, ...]] = {
    "document_type": ("customer_quote", "internal_estimate"),
    "quotation_status": ("draft", "final"),
    "invoice_type": ("special_vat_invoice", "ordinary_vat_invoice"),
    "scenario": ("optimistic", "base", "conservative"),
    "billing_plan": ("pay_as_you_go", "daily", "monthly"),
    "billing_unit": (
        "card_hour",
        "card_day",
        "card_month",
        "node_hour",
        "node_day",
        "node_month",
    ),
    "anchor": ("incl_tax", "excl_tax"),
    "deployment": ("bare_metal", "vm", "container"),
    "settlement": ("settled_as_used", "fixed_total", "capped"),
}

_SHARE = Quantity("share", "", 0, 1, percent=True, example="30%")
_MONTHS = Quantity(
    "rent_months", "", 0, 1200, open_low=True, example="1",
    units=dict.fromkeys(("月", "个月", "month", "months"), 1.0),
)  # fmt: skip
LINE_QUANTITY = Quantity(
    "quantity", "", 0, 1e9, open_low=True, example="2",
    units=dict.fromkeys(("TB", "Mbps", "项", "次", "人天", "台", "套", "个"), 1.0),
)  # fmt: skip
LINE_PRICE = replace(q.MONEY, name="price", low=0, high=1e10)

HEADER = Section(
    "section_header",
    (
        choice("document_type", "document_type", "customer_quote"),
        choice("quotation_status", "quotation_status", "draft"),
        *texts("quote_no", required="always"),
        date("quote_date", required="always"),
        number("validity_days", replace(q.DAYS, open_low=False), 15, "unit_days", "0"),
        date("as_of", required="always"),
        *texts("project"),
        key("currency", "currency", "CNY"),
        choice("invoice_type", "invoice_type"),
    ),
)
SUPPLIER = Section(
    "section_supplier",
    (
        *texts("supplier", required="customer"),
        *texts("supplier_address", lines=2, required="customer"),
        *texts("supplier_contact", required="customer"),
        *texts("supplier_phone", "supplier_email", "supplier_credit_code"),
        *texts("supplier_bank", "supplier_account", required="customer"),
    ),
)  # fmt: skip
CUSTOMER = Section(
    "section_customer",
    (
        *texts("customer", required="customer"),
        *texts("customer_address", lines=2),
        *texts("customer_contact", required="customer"),
        *texts("customer_phone", "customer_email", "customer_credit_code"),
    ),
)  # fmt: skip
WORKLOAD = Section(
    "section_workload",
    (
        key("gpu", "gpus", required="rent"),
        key("model_name", "models"),
        number("params", q.PARAMS, None, "unit_params", "#,##0"),
        number("active_params", q.ACTIVE_PARAMS, None, "unit_params", "#,##0"),
        number("tokens", q.TOKENS, None, "unit_tokens", "#,##0"),
        number("epochs", q.EPOCHS, 1, "", house.GENERAL),
        key("method", "methods", "pretrain"),
        number("seq", q.SEQ, 2048, "unit_tokens", "#,##0"),
        number("batch_per_card", q.BATCH_PER_CARD, 1, "unit_samples", "#,##0"),
        number("vocab", q.VOCAB, 128_000, "", "#,##0"),
        number("margin", q.MARGIN, 0.2, "", house.RATE),
        number("days", q.DAYS, None, "unit_days", house.GENERAL),
        number("hours_per_day", q.HOURS_PER_DAY, 24, "unit_hours", house.GENERAL),
        number("buffer", q.BUFFER, 0, "", house.SHARE),
        number("overhead", q.OVERHEAD, 0, "", house.SHARE),
        choice("scenario", "scenario", "base"),
        number("mfu_low", q.MFU, None, "", house.SHARE),
        number("mfu", q.MFU, None, "", house.SHARE),
        number("mfu_high", q.MFU, None, "", house.SHARE),
        number("node_size", q.NODE_SIZE, 1, "unit_cards", "0"),
        number("cards", q.CARDS, None, "unit_cards", "#,##0"),
        number("cards_owned", q.CARDS_OWNED, 0, "unit_cards", "#,##0"),
    ),
)
RENTAL = Section(
    "section_rental",
    (
        choice("billing_plan", "billing_plan", "pay_as_you_go"),
        number("reserve", q.OVERHEAD, 0, "", house.SHARE),
        number("billing_step", q.STEP_HOURS, 1, "unit_hours", house.GENERAL),
        number("min_hours", q.MIN_HOURS, 0, "unit_hours", house.GENERAL),
        date("start_date"),
        date("end_date"),
        number("rent_hours", replace(q.HOURS, open_low=True), None, "unit_hours", house.GENERAL),
        number("rent_months", _MONTHS, None, "month", house.GENERAL),
        number("hours_per_month", replace(q.HOURS, low=1, high=744), 720, "unit_hours", "0"),
    ),
)
PRICE = Section(
    "section_price",
    (
        number("price", replace(q.PRICE, unit=""), None, "", house.PRICE),
        choice("billing_unit", "billing_unit", "card_hour"),
        key("price_id", "prices"),
        *texts("price_source"),
        number("price_low", replace(q.PRICE, unit=""), None, "", house.PRICE),
        number("price_high", replace(q.PRICE, unit=""), None, "", house.PRICE),
        number("discount", q.DISCOUNT, 0, "", "0.0#%"),
        choice("anchor", "anchor", "incl_tax"),
        key("tax_category", "tax", "compute and cloud services"),
        number("tax_rate", q.TAX_RATE, None, "", house.SHARE),
    ),
)
SPECIFICATION = Section(
    "section_specification",
    (
        *texts("form_factor", "link", "network"),
        choice("deployment", "deployment"),
        *texts("cpu", "ram", "disk", "region", "data_centre"),
    ),
)
TERMS = Section(
    "section_terms",
    (
        choice("settlement", "settlement", required="customer"),
        number("prepayment_share", _SHARE, None, "", house.SHARE),
        number("refundable_deposit", replace(q.MONEY, low=0), None, "", house.MONEY),
        number("credit_period", replace(q.DAYS, open_low=False), None, "unit_days", "0"),
        date("ready_for_use_date"),
        *texts("payment_terms", lines=2, required="customer"),
        *texts(
            "minimum_term", "early_termination", "renewal_price", "delivery",
            "acceptance_criteria", "availability_commitment", "outage_credit", "included",
            "excluded_items", "remarks", lines=2,
        ),
    ),
)  # fmt: skip
SIGNATURES = Section("section_signatures", texts("prepared", "reviewed", "approved_by"))

SECTIONS = (
    HEADER, SUPPLIER, CUSTOMER, WORKLOAD, RENTAL, PRICE, SPECIFICATION, TERMS, SIGNATURES,
)  # fmt: skip


FIELDS: dict[str, Field] = {f.name: f for section in SECTIONS for f in section.fields}
