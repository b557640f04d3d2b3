"""Slips that cost money, and a quote that goes into another: the checks do not let them pass."""

from __future__ import annotations

import pytest

from gpucalc import handover
from gpucalc.excel.fill import read_names, read_values
from tests.workbooks.books import day
from tests.workbooks.quotes import LANGUAGES, Quote, choice, template
from tests.workbooks.test_quote_guards import failing, incomplete, say
from tests.workbooks.test_quote_stories import FINE_TUNE, MONTH, PRETRAIN

pytestmark = pytest.mark.parametrize("lang", LANGUAGES)

DAILY = MONTH | {
    "rent_hours": None, "billing_plan": choice("daily"), "start_date": day("2026-12-01"),
    "end_date": day("2026-12-10"), "cards": 16, "price": 1500, "discount": 0,
    "billing_unit": choice("node_day"),
}  # fmt: skip


UNSTORED = {"storage_quantity": None, "storage_price": None}


def test_a_price_per_server_needs_its_cards(lang: str) -> None:
    """16 cards at 1,500 a server and day for 10 days: 2 servers, 30,000, not 240,000."""
    assert say(lang, "check_node_size") in incomplete(Quote(lang, **DAILY))
    stated = Quote(lang, **(DAILY | {"node_size": 8} | UNSTORED))
    assert say(lang, "check_node_size") not in incomplete(stated)
    assert stated["gross"] == 2 * 1500 * 10
    alone = Quote(lang, **(DAILY | {"node_size": 1}))
    assert say(lang, "check_node_size") not in incomplete(alone)


def test_31_days_billed_as_two_months_are_told(lang: str) -> None:
    december = DAILY | {
        "billing_plan": choice("monthly"), "billing_unit": choice("card_month"), "price": 4200,
        "end_date": day("2026-12-31"),
    }  # fmt: skip
    quote = Quote(lang, **december)
    assert quote["billed_hours"] == 1440
    assert say(lang, "check_whole_months") in incomplete(quote)
    calendar = Quote(lang, **(december | {"hours_per_month": 744}))
    assert calendar["billed_hours"] == 744
    assert say(lang, "check_whole_months") not in incomplete(calendar)


def test_fewer_hours_than_the_workload_needs_are_told(lang: str) -> None:
    quote = Quote(lang, **(FINE_TUNE | {"cards": 4, "rent_hours": 5}))
    assert say(lang, "check_hours_cover") in incomplete(quote)
    assert say(lang, "check_hours_cover") not in incomplete(Quote(lang, **FINE_TUNE))


@pytest.mark.parametrize(
    ("slip", "check"),
    [
        ({"mfu_low": 0.6, "mfu": 0.5}, "check_mfu_order"),
        ({"mfu": 0.5, "mfu_high": 0.4}, "check_mfu_order"),
        ({"mfu": None, "mfu_low": 0.6, "mfu_high": 0.4}, "check_mfu_order"),
        ({"active_params": "200B"}, "check_active"),
    ],
)
def test_figures_that_contradict_each_other_fail(
    lang: str, slip: dict[str, object], check: str
) -> None:
    assert say(lang, check) in failing(Quote(lang, **(PRETRAIN | slip)))
    assert say(lang, check) not in failing(Quote(lang, **PRETRAIN))


def test_a_quote_from_a_quote_keeps_what_was_only_assumed(lang: str) -> None:
    """The example price, the tax basis that nobody stated and the catalog's MFU stay open."""
    source = Quote(
        lang, **{k: v for k, v in PRETRAIN.items() if k not in ("mfu", "price", "anchor")},
        price_id="EX-HZ-01",
    )  # fmt: skip
    told = (say(lang, "check_example"), say(lang, "check_tax_unstated"))
    assert set(told) <= set(incomplete(source))
    row = handover.read(source.data)
    assert "mfu" not in row and "anchor" not in row
    carried = handover.carry(source.data, template(lang))
    names, cells = read_names(carried.book), read_values(carried.book)
    states = {
        cells.get((names["out_status"][0], f"C{n}")): cells.get((names["out_status"][0], f"G{n}"))
        for n in range(1, 200)
    }
    for check in told:
        assert states[check] == source.label("incomplete"), check


def test_an_mfu_that_was_typed_is_handed_over(lang: str) -> None:
    assert handover.read(Quote(lang, **PRETRAIN).data)["mfu"] == 0.5
