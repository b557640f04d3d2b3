"""Everything that a user may enter into the claim check, section by section."""

from __future__ import annotations

import math
from dataclasses import replace

from gpucalc import quantity as q
from gpucalc.quantity import Quantity
from workbooks import house
from workbooks.fields import Field, Section, choice, date, key, number, texts

# Options of the drop-downs, as glossary fields; the labels stand on the reference sheet.
OPTIONS: dict[str, tuple[str, ...]] = {
    "billing_unit": (
        "card_hour", "card_day", "card_month", "card_year",
        "node_hour", "node_day", "node_month", "node_year",
    ),
    "anchor": ("incl_tax", "excl_tax"),
}  # fmt: skip

_MONEY = replace(q.MONEY, low=0, high=1e13)


def _free(quantity: Quantity) -> Quantity:
    """A claim may be any number: whether it is possible is what the book judges."""
    return replace(quantity, low=-1e40, high=1e40, open_low=False, whole=False)


SOURCE = Section(
    "section_source",
    (
        *texts("claim_source", required="always"),
        *texts("claim_link"),
        date("claim_date"),
        date("as_of", required="always"),
        number("tolerance", q.TOLERANCE, 0.05, "", house.SHARE),
        *texts("project", "prepared", "reviewed"),
    ),
)
WORKLOAD = Section(
    "section_workload",
    (
        key("model_name", "models"),
        number("params", q.PARAMS, None, "unit_params", "#,##0"),
        number("active_params", q.ACTIVE_PARAMS, None, "unit_params", "#,##0"),
        number("tokens", q.TOKENS, None, "unit_tokens", "#,##0"),
        number("samples", q.SAMPLES, None, "unit_samples", "#,##0"),
        number("batch", q.BATCH, None, "", "#,##0"),
        number("epochs", q.EPOCHS, 1, "", house.GENERAL),
        key("method", "methods", "full"),
        number("seq", q.SEQ, 2048, "unit_tokens", "#,##0"),
        number("batch_per_card", q.BATCH_PER_CARD, 1, "", "0"),
        number("vocab", q.VOCAB, 128_000, "", "#,##0"),
        number("margin", q.MARGIN, 0.2, "", house.RATE),
    ),
)
MACHINES = Section(
    "section_machines",
    (
        key("gpu", "gpus"),
        number("mfu", q.MFU, None, "", house.SHARE),
        number("cards", q.CARDS, None, "unit_cards", "#,##0"),
        number("node_size", q.NODE_SIZE, 8, "unit_cards", "0"),
        number("days", q.DAYS, None, "unit_days", house.GENERAL),
        number("hours_per_day", q.HOURS_PER_DAY, 24, "unit_hours", house.GENERAL),
        number("buffer", q.BUFFER, 0, "", house.SHARE),
        number("cards_a", q.CARDS, None, "unit_cards", "#,##0"),
        number("throughput_a", q.THROUGHPUT_A, None, "", house.GENERAL),
        number("cards_b", q.CARDS, None, "unit_cards", "#,##0"),
        number("throughput_b", q.THROUGHPUT_A, None, "", house.GENERAL),
        number("data_gb", q.DATA_GB, None, "", "#,##0"),
        number("bandwidth_mbps", q.BANDWIDTH_MBPS, None, "", "#,##0"),
    ),
)
PRICES = Section(
    "section_prices",
    (
        number("price", replace(q.PRICE, unit=""), None, "", house.PRICE),
        choice("billing_unit", "billing_unit"),
        choice("anchor", "anchor"),
        date("quote_date"),
        number("rent_hours", replace(q.HOURS, open_low=True), None, "unit_hours", house.GENERAL),
        number("hours_per_month", q.HOURS_PER_MONTH, 720, "unit_hours", house.GENERAL),
        number("discount", q.DISCOUNT, 0, "", "0.0#%"),
        number("price_before", _MONEY, None, "", house.PRICE),
        number("price_after", _MONEY, None, "", house.PRICE),
        number("card_price", _MONEY, None, "", house.PRICE),
        number("node_price", _MONEY, None, "", house.PRICE),
        number("own_per_year", _MONEY, None, "money_per_year", house.MONEY),
        number("rent_per_day", _MONEY, None, "", house.MONEY),
    ),
)
CLAIMS = Section(
    "section_claims",
    (
        number("claimed_flops", _free(q.FLOPS), None, "flop", house.ESTIMATE),
        number("claimed_steps", _free(q.SAMPLES), None, "unit_steps", "#,##0"),
        number("claimed_peak", _free(q.TFLOPS), None, "", house.GENERAL),
        number("claimed_mfu", _free(q.MFU), None, "", house.SHARE),
        number("claimed_hours", _free(q.HOURS), None, "unit_hours", house.GENERAL),
        number("claimed_cards", _free(q.CARDS), None, "unit_cards", "#,##0"),
        number("claimed_efficiency", _free(q.EFFICIENCY), None, "", house.SHARE),
        number("claimed_memory", _free(q.MEMORY), None, "", "#,##0.0"),
        number("claimed_memory_cards", _free(q.CARDS), None, "unit_cards", "#,##0"),
        number("claimed_transfer", _free(q.HOURS), None, "unit_hours", house.GENERAL),
        number("claimed_cost", _free(q.MONEY), None, "", house.MONEY),
        number("claimed_hour_price", _free(q.MONEY), None, "", house.PRICE),
        number("claimed_discount", _free(q.DISCOUNT), None, "", house.SHARE),
        number("claimed_node_saving", _free(q.RESIDUAL_RATE), None, "", house.SHARE),
        number("claimed_days", _free(q.DAYS), None, "days_per_year", house.GENERAL),
    ),
)
SECTIONS = (SOURCE, WORKLOAD, MACHINES, PRICES, CLAIMS)
FIELDS: dict[str, Field] = {f.name: f for section in SECTIONS for f in section.fields}

# The example: a neutral supplier's leaflet. What it leaves out is left out here too.
EXAMPLE: dict[str, float | str] = {
    "claim_source": "example_source", "tolerance": 0.05,
    "params": 7e9, "active_params": 7e9, "tokens": 1e9, "samples": 1_000_000, "batch": 64,
    "epochs": 3, "method": "full", "seq": 2048, "batch_per_card": 1,
    "vocab": 128_000, "margin": 0.2,
    "gpu": "A100 80GB", "cards": 4, "node_size": 8, "days": 5, "hours_per_day": 20,
    "buffer": 0.2, "cards_a": 4, "throughput_a": 25.6, "cards_b": 8, "throughput_b": 41,
    "data_gb": 1000, "bandwidth_mbps": 10,
    "price": 1500, "billing_unit": "node_day", "rent_hours": 120, "hours_per_month": 720,
    "discount": 0, "price_before": 15, "price_after": 10.5, "card_price": 6.5,
    "node_price": 1500, "own_per_year": 1_066_667, "rent_per_day": 1500,
    "claimed_flops": 1.26e17, "claimed_steps": 46_875, "claimed_peak": 624,
    "claimed_mfu": 0.75, "claimed_hours": 104, "claimed_cards": 4, "claimed_efficiency": 0.8,
    "claimed_memory": 120, "claimed_memory_cards": 1, "claimed_transfer": 27.8,
    "claimed_cost": 7500, "claimed_hour_price": 7.8125, "claimed_discount": 0.3,
    "claimed_node_saving": 0.15, "claimed_days": 100,
}  # fmt: skip


def unbounded(field: Field) -> bool:
    """Whether any number is allowed, so that there are no bounds to check."""
    return field.quantity is not None and math.isclose(field.quantity.high, 1e40)
