"""Each template once filled in: what the tests over all books compute in every engine."""

from __future__ import annotations

from collections.abc import Mapping

from gpucalc import glossary
from gpucalc.excel.fill import fill
from tests.workbooks import (
    offers,
    quotes,
    test_budget,
    test_claim_check,
    test_quote_stories,
    test_rent_vs_buy,
    test_sizing,
)
from tests.workbooks.books import choice, day
from workbooks import catalogs, house
from workbooks.price_book.entries import TOP

Values = Mapping[str, object]


def _offers(*made: Values) -> Values:
    """Offers in the comparison's own fields."""
    return {
        f"offer{number}_{field}": value
        for number, offer in enumerate(made, 1)
        for field, value in {**offers.USUAL, "quote_no": f"Q-{number}", **offer}.items()
    }


FIELDS: Mapping[str, Values] = {
    "sizing": test_sizing.PRETRAIN
    | {"price": 6.5, "data_gb": 1000, "bandwidth_mbps": 1000, "cards_owned": 16, "cards": 128},
    "quote": test_quote_stories.PRETRAIN
    | {"storage_quantity": 2, "storage_price": 200, "cards_owned": 16},
    "rfq": {
        "rfq_no": "R-1", "rfq_date": day("2026-11-20"), "reply_by": day("2026-11-30"),
        "customer": "采购方 / Buyer", "project": "8 × A100", "gpu": "A100 80GB", "cards": 8,
        "days": 30, "storage_quantity": 5,
        **{
            f"offer_{field}": value
            for field, value in {
                **offers.USUAL, "quote_no": "Q-1", **offers.A,
                "ready_for_use_date": day("2026-12-01"),
                "storage_basis": choice("priced_separately"),
            }.items()
        },
    },
    "compare": {**offers.JOB, **_offers(offers.A, offers.B, offers.C, offers.D)},
    "budget": test_budget.FUNDED,
    "rent_vs_buy": test_rent_vs_buy.FIVE_YEARS,
    "claim_check": test_claim_check.PRETRAIN
    | {"claimed_mfu": 0.5, "claimed_cards": 120, "claimed_memory": 208, "claimed_hours": 10},
}  # fmt: skip
LIKE: Values = {
    "date": quotes.TODAY, "supplier": "S", "gpu": "A100 80GB", "unit": choice("card_hour"),
    "cards": 1, "currency": "CNY", "tax": choice("incl_tax"), "plan": choice("pay_as_you_go"),
}  # fmt: skip
# One of the others, one far from them, one that is old, one without a currency.
PRICES: tuple[Values, ...] = (
    *({"name": f"P{n}", "high": 6 + n / 10} for n in range(1, 5)),
    {"name": "P5", "high": 90},
    {"name": "P6", "high": 6.5, "date": day("2026-02-01")},
    {"name": "P7", "high": 6.5, "currency": None},
)


def filled(data: bytes, name: str, lang: str) -> bytes:
    """The workbook (a template in any flavour) with the inputs of its case; not yet computed."""
    values: dict[str, object] = {f"in_{k}": v for k, v in FIELDS.get(name, {}).items()}
    if name == "price_book":
        values = {"in_as_of": quotes.TODAY, **prices(lang, PRICES)}
    return fill(data, {place: _words(value, lang) for place, value in values.items()})


def prices(lang: str, rows: tuple[Values, ...]) -> dict[str, object]:
    """Rows of the table of prices, whose names are whole columns; no other column is taken."""
    sheet = glossary.label("price_rows", lang)
    letters = {c: house.letter(2 + n) for n, c in enumerate(catalogs.columns("prices", lang))}
    return {
        f"'{sheet}'!{letters[column]}{TOP + number}": value
        for number, row in enumerate(rows, 1)
        for column, value in {**LIKE, **row}.items()
        if value is not None
    }


def _words(value: object, lang: str) -> object:
    return glossary.label(value[1], lang) if isinstance(value, tuple) else value
