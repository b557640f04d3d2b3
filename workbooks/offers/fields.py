"""Everything that the buyer asks for and that a supplier may answer, as data."""

from __future__ import annotations

from dataclasses import replace

from gpucalc import quantity as q
from gpucalc.quantity import Quantity
from workbooks import house
from workbooks.fields import Field, Section, choice, date, key, number, texts

# Options of the drop-downs, as glossary fields.
OPTIONS: dict[str, tuple[str, ...]] = {
    "billing_unit": (
        "card_hour", "card_day", "card_month", "card_year", "node_hour", "node_day", "node_month",
        "node_year", "pflop_s_month", "pflop_s_year",
    ),
    "anchor": ("incl_tax", "excl_tax"),
    "invoice_type": ("special_vat_invoice", "ordinary_vat_invoice"),
    "billing_plan": ("pay_as_you_go", "daily", "monthly"),
    "deployment": ("bare_metal", "vm", "container"),
    "tenancy": ("dedicated", "shared"),
    "p_counted": ("dense", "sparse"),
    "combine": ("best", "in_order"),
    "tier_reading": ("all_units", "excess_units"),
    "free_boundary": ("over", "from"),
    "item_basis": ("priced_included", "priced_separately", "not_offered"),
    "answer": ("answer_yes", "answer_no"),
}  # fmt: skip
# Options of the comparison alone.
JOB_OPTIONS: dict[str, tuple[str, ...]] = {
    "taxpayer_status": ("general_taxpayer", "small_taxpayer"),
    "comparison_basis": ("excl_tax", "incl_tax"),
    "hours_basis": ("same_hours", "measured_speed"),
    "amount_unit": ("amount_in_ones", "amount_in_ten_thousands"),
}
# Words that suppliers use for links; other words are welcome.
LINKS = ("NVLink", "NVSwitch", "HCCS", "PCIe")
NETWORKS = ("InfiniBand 400G", "InfiniBand 200G", "RoCE 400G", "RoCE 200G", "Ethernet 100G", "-")

_PRICE = replace(q.QUOTED_PRICE, unit="")
_SHARE = Quantity("share", "", 0, 1, percent=True, example="30%")
_COUNT = Quantity("quantity", "", 0, 1e9, example="2")
_MONTHS = Quantity(
    "rent_months", "", 0, 1200, open_low=True, example="1",
    units=dict.fromkeys(("月", "个月", "month", "months"), 1.0),
)  # fmt: skip


def _discount(name: str) -> Field:
    # The quantity keeps its own name: by it 8折 is read as 20 % off.
    return Field(name, "number", q.DISCOUNT, number="0.0#%")


def _optional(name: str, quantity: Quantity, form: str) -> Field:
    return number(name, quantity, None, "", form)


# -- the buyer's side ----------------------------------------------------------------------------

NEED = Section(
    "section_need",
    (
        key("gpu", "gpus", required="always"),
        number("cards", q.CARDS, None, "unit_cards", "#,##0", required="always"),
        number("node_size", q.NODE_SIZE, 8, "unit_cards", "0"),
        number("days", q.DAYS, None, "unit_days", house.GENERAL, required="always"),
        number("rent_hours", replace(q.HOURS, open_low=True), None, "unit_hours", house.GENERAL),
        number("hours_per_day", q.HOURS_PER_DAY, 24, "unit_hours", house.GENERAL),
        number("hours_per_month", replace(q.HOURS, low=1, high=744), 720, "unit_hours", "0"),
        number("rent_months", _MONTHS, None, "month", house.GENERAL),
        number("storage_quantity", _COUNT, None, "", house.GENERAL),
        number("bandwidth_quantity", _COUNT, None, "", house.GENERAL),
        number("service_quantity", _COUNT, None, "", house.GENERAL),
        *texts("extra_a_item", "extra_a_unit"),
        number("extra_a_quantity", _COUNT, None, "", house.GENERAL),
        *texts("extra_b_item", "extra_b_unit"),
        number("extra_b_quantity", _COUNT, None, "", house.GENERAL),
    ),
)
MANDATORY = Section(
    "section_mandatory",
    (
        choice("same_model", "answer", "answer_yes"),
        number("min_memory_gb", replace(q.MEMORY, open_low=False), None, "", house.GENERAL),
        key("link_required", "links"),
        key("network_required", "networks"),
        choice("deployment_required", "deployment"),
        choice("tenancy_required", "tenancy"),
        choice("invoice_required", "invoice_type"),
        date("required_by"),
        *texts("requirement_1", "requirement_2", "requirement_3", "requirement_4"),
    ),
)

# -- the supplier's side -------------------------------------------------------------------------

# The items besides the rent: name, whether they run by the month, their usual tax category.
ITEMS: dict[str, tuple[bool, str]] = {
    "storage": (True, "storage and value-added telecom"),
    "bandwidth": (True, "bandwidth"),
    "service": (False, "technical services"),
    "extra_a": (False, "compute and cloud services"),
    "extra_b": (False, "compute and cloud services"),
}


def _item(name: str, tax: str) -> tuple[Field, ...]:
    return (
        choice(f"{name}_basis", "item_basis"),
        _optional(f"{name}_price", _PRICE, house.PRICE),
        choice(f"{name}_anchor", "anchor"),
        key(f"{name}_tax_category", "tax", tax),
    )


ASKED = "always"  # a field that a complete answer has
OFFER: tuple[Section, ...] = (
    Section(
        "section_offer_document",
        (
            *texts("supplier", required=ASKED),
            *texts("supplier_contact"),
            *texts("quote_no", required=ASKED),
            date("quote_date", required=ASKED),
            number("validity_days", q.DAYS, None, "unit_days", "0", required=ASKED),
        ),
    ),
    Section(
        "section_offer_resources",
        (
            key("gpu", "gpus", required=ASKED),
            number("cards", q.CARDS, None, "unit_cards", "#,##0"),
            number("node_size", q.NODE_SIZE, None, "unit_cards", "0"),
            key("link", "links", required=ASKED),
            key("network", "networks"),
            choice("deployment", "deployment", required=ASKED),
            choice("tenancy", "tenancy", required=ASKED),
            *texts("region"),
            number("tokens_per_second", q.TOKENS_PER_SECOND, None, "", "#,##0"),
            date("ready_for_use_date", required=ASKED),
        ),
    ),
    Section(
        "section_offer_price",
        (
            number("price", _PRICE, None, "", house.PRICE, required=ASKED),
            choice("billing_unit", "billing_unit", required=ASKED),
            choice("p_counted", "p_counted"),
            key("currency", "currency"),
            choice("anchor", "anchor", required=ASKED),
            key("tax_category", "tax", required=ASKED),
            _optional("tax_rate", q.TAX_RATE, house.SHARE),
            choice("invoice_type", "invoice_type", required=ASKED),
            choice("billing_plan", "billing_plan", "pay_as_you_go", required=ASKED),
            number("billing_step", q.STEP_HOURS, None, "unit_hours", house.GENERAL),
            number("min_hours", q.MIN_HOURS, None, "unit_hours", house.GENERAL),
        ),
    ),
    Section(
        "section_offer_rules",
        (
            _discount("discount"),
            _discount("discount_two"),
            choice("combine", "combine", "best"),
            _discount("off_peak_discount"),
            number("off_peak_hours", q.OFF_PEAK_HOURS, None, "unit_hours", house.GENERAL),
            _optional("tier_from", q.TIER_FROM, "#,##0"),
            _optional("tier_price", _PRICE, house.PRICE),
            choice("tier_reading", "tier_reading", "all_units"),
            number("free_over", q.FREE_OVER, None, "unit_days", "0"),
            key("free_reading", "free_day_readings"),
            choice("free_boundary", "free_boundary", "over"),
        ),
    ),
    Section(
        "section_offer_items",
        tuple(f for name, (_, tax) in ITEMS.items() for f in _item(name, tax)),
    ),
    Section(
        "section_offer_terms",
        (
            _optional("prepayment_share", _SHARE, house.SHARE),
            number("refundable_deposit", replace(q.MONEY, low=0), None, "", house.MONEY),
            number("credit_period", replace(q.DAYS, open_low=False), None, "unit_days", "0"),
            *texts("payment_terms", "availability_commitment", "early_termination", "remarks",
                   lines=2),
            choice("answer_1", "answer"),
            choice("answer_2", "answer"),
            choice("answer_3", "answer"),
            choice("answer_4", "answer"),
        ),
    ),
)  # fmt: skip
# What the buyer notes about an offer: later rounds, and the dated rate of a foreign currency.
ROUNDS = Section(
    "section_offer_rounds",
    (
        number("price_second", _PRICE, None, "", house.PRICE),
        number("price_final", _PRICE, None, "", house.PRICE),
        _optional("exchange_rate", q.EXCHANGE_RATE, "0.0000"),
        date("exchange_rate_date"),
        *texts("exchange_rate_source"),
    ),
)
# The buyer may let a rule of the catalog fill what an offer leaves blank; suppliers see no rules.
COMPARED: tuple[Section, ...] = tuple(
    replace(s, fields=(key("contract_rule", "rules"), *s.fields))
    if s.title == "section_offer_rules"
    else s
    for s in (*OFFER, ROUNDS)
)
OFFER_FIELDS: dict[str, Field] = {f.name: f for section in OFFER for f in section.fields}
