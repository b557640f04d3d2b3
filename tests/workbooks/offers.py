"""Offers for the tests: story 7 and what its suppliers said, field by field."""

from __future__ import annotations

from collections.abc import Mapping

from tests.workbooks.books import Filled, choice, day

COMPUTE = "compute_service"
LEASE = "machine_lease"

JOB: Mapping[str, object] = {
    "project": "8 × A100", "as_of": day("2026-11-30"), "gpu": "A100 80GB", "cards": 8, "days": 30,
    "storage_quantity": 5, "cost_of_funds": "6%", "taxpayer_status": choice("general_taxpayer"),
}  # fmt: skip
USUAL: Mapping[str, object] = {
    "quote_date": day("2026-11-30"), "validity_days": 15, "gpu": "A100 80GB", "link": "NVLink",
    "deployment": choice("bare_metal"), "tenancy": choice("dedicated"),
    "invoice_type": choice("special_vat_invoice"), "billing_plan": choice("pay_as_you_go"),
    "anchor": choice("incl_tax"), "tax_category": COMPUTE,
}  # fmt: skip
A: Mapping[str, object] = {
    "supplier": "A", "price": 6.5, "billing_unit": choice("card_hour"), "storage_price": 200,
}  # fmt: skip
B: Mapping[str, object] = {
    "supplier": "B", "price": 1500, "billing_unit": choice("node_day"),
    "anchor": choice("excl_tax"), "storage_basis": choice("priced_included"),
}  # fmt: skip
C: Mapping[str, object] = {
    "supplier": "C", "price": 38000, "billing_unit": choice("node_month"), "tax_category": LEASE,
    "storage_price": 100, "refundable_deposit": 38000,
}  # fmt: skip
D: Mapping[str, object] = {
    "supplier": "D", "price": 15000, "billing_unit": choice("pflop_s_month"),
}  # fmt: skip


def compared(lang: str, *offers: Mapping[str, object], **job: object) -> Filled:
    """The comparison of these offers; what they leave out is as usual."""
    values: dict[str, object] = {**JOB, **job}
    for number, offer in enumerate(offers, 1):
        whole = {**USUAL, "quote_no": f"Q-{number}", **offer}
        values |= {
            f"offer{number}_{field}": value for field, value in whole.items() if value is not None
        }
    return Filled("compare", lang, **values)


def row(book: Filled, key: str, count: int = 4) -> list[object]:
    """A result of each supplier in turn."""
    return [book[f"offer{number}_{key}"] for number in range(1, count + 1)]
