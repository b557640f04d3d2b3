"""Slips that cost money, and a quote that goes into another: the checks do not let them pass."""

from __future__ import annotations

import io

import openpyxl
import pytest

from gpucalc import handover
from gpucalc.excel.fill import fill, read_names, read_values
from gpucalc.excel.recalc import recalculate
from tests.workbooks.books import Filled, day
from tests.workbooks.quotes import LANGUAGES, Quote, choice, silent, template
from tests.workbooks.test_quote_guards import failing, incomplete, say
from tests.workbooks.test_quote_stories import FINE_TUNE, MONTH, PRETRAIN

pytestmark = pytest.mark.parametrize("lang", LANGUAGES)

BAND = {"price": "650.00", "currency": "CNY", "low": "5.00", "high": "50.00", "bottom": "1.67",
        "top": "150.00"}  # fmt: skip
DAILY = MONTH | {
    "rent_hours": None, "billing_plan": choice("daily"), "start_date": day("2026-12-01"),
    "end_date": day("2026-12-10"), "cards": 16, "price": 1500, "discount": 0,
    "billing_unit": choice("node_day"),
}  # fmt: skip


@pytest.mark.parametrize(
    ("rent", "within"),
    [
        ({"price": 6.5}, True),
        ({"price": 650}, False),
        ({"price": 0.65}, False),
        # The catalog's rows of this family: 5.00 to 50.00; the factor is 3.
        ({"price": 150}, True),
        ({"price": 150.01}, False),
        ({"price": 1.66}, False),
        ({"price": 1200, "billing_unit": choice("node_day"), "node_size": 8}, True),  # 6.25
        ({"price": 1200, "billing_unit": choice("card_hour"), "node_size": 8}, False),
        ({"price": 38_000, "billing_unit": choice("node_month"), "node_size": 8}, True),
        ({"price": 650, "gpu": "B200 SXM"}, True),  # no price to hold it against
        ({"price": 650, "currency": "USD", "tax_rate": 0}, True),
    ],
)
def test_a_slip_of_the_price_is_held_against_the_catalog(
    lang: str, rent: dict[str, object], within: bool
) -> None:
    quote = Quote(lang, **(MONTH | {"discount": 0} | rent))
    what = say(lang, "check_band")
    assert quote.checks()[what] == quote.label("pass" if within else "incomplete")


def test_the_price_and_the_band_are_named(lang: str) -> None:
    quote = Quote(lang, **(MONTH | {"price": 650}))
    assert say(lang, "remedy_band", **BAND) in quote.cells.values()
    free = Quote(lang, **(MONTH | {"price": 650, "gpu": "B200 SXM"}))
    assert say(lang, "remedy_band_none", currency="CNY") in free.cells.values()


def test_a_price_of_one_s_own_in_the_price_book_widens_the_band(lang: str) -> None:
    """A row below the catalog's, in the catalog's words, is a price to hold against too."""
    opened = openpyxl.load_workbook(io.BytesIO(template(lang)))
    own = {"name": "OWN-1", "gpu": "A100 80GB", "low": 300, "unit": "card_hour", "currency": "CNY"}
    values: dict[str, object] = {}
    for column, value in own.items():
        ((sheet, area),) = opened.defined_names[f"cat_prices_{column}"].destinations
        letter, last = area.rsplit("$", 2)[1:]
        values[f"'{sheet}'!{letter}{last}"] = value
    dear = {k: MONTH[k] for k in ("gpu", "cards", "rent_hours")} | {"price": 650}
    named = {f"in_{k}": v for k, v in dear.items()}
    told = say(lang, "remedy_band", **BAND)
    assert told in read_values(recalculate(fill(template(lang), named))).values()
    found = read_values(recalculate(fill(template(lang), named | values))).values()
    assert (
        told not in found
        and say(lang, "remedy_band_within", **(BAND | {"high": "300.00"})) in found
    )


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
    quote = Quote(lang, **PRETRAIN)
    row = handover.read(quote.data)
    assert row["mfu"] == 0.5
    assert row["method"] == quote.label("pre_training")  # and no code of the catalog


@pytest.mark.parametrize(
    ("model", "params", "apart"),
    [
        ("Llama-3-8B", "70B", True),
        ("Llama-3-8B", "8B", False),  # 8.03B, rounded
        ("Llama-2-7B", "7B", False),  # 6.74B: 3.9 % above
        ("Qwen2.5-7B", "7B", False),  # 7.62B: 8.8 %
        ("Llama-2-7B", "7.6B", True),  # 12.8 %
        ("Llama-3-8B", "0.8B", True),
        ("Llama-3-8B", None, False),
        (None, "70B", False),
    ],
)
def test_a_model_and_its_parameters_agree(
    lang: str, model: str | None, params: str | None, apart: bool
) -> None:
    quote = Quote(lang, **(FINE_TUNE | {"model_name": model, "params": params}))
    state = quote.label("incomplete" if apart else "pass")
    assert quote.checks()[say(lang, "check_model_params")] == state


def test_both_figures_are_named(lang: str) -> None:
    quote = Quote(lang, **(FINE_TUNE | {"model_name": "Llama-3-8B", "params": "70B"}))
    figures = {"en": ("8.03B", "70B"), "zh": ("80.3亿", "700亿")}[lang]
    told = say(lang, "remedy_model_params", model="Llama-3-8B", known=figures[0], own=figures[1])
    assert told in quote.cells.values()


def test_every_entry_says_what_it_takes(lang: str) -> None:
    """Lines, windows, limits, own prices: whoever selects a yellow cell is told what goes in."""
    assert silent(template(lang)) == []


def test_a_rental_too_short_for_the_conservative_case_says_so(lang: str) -> None:
    """By hand: 6 x 13e9 x 2e9 x 2 = 3.12e20 FLOP; on 8 H800 (989.4 TFLOPS) at 36 % 30.41 hours, at
    12 % 91.24. Two days, 48 hours, are 7,200.00 whatever the MFU; with 2 TB at 350.00 7,900.00."""
    quote = Filled(
        "quote", lang, params="13B", tokens="2B", epochs=2, method=choice("full_fine_tuning"),
        gpu="H800 SXM 80GB", days=10, buffer="20%", mfu=0.36, mfu_low=0.12, node_size=8,
        billing_plan=choice("daily"), start_date=day("2026-12-31"), end_date=day("2027-01-01"),
        price=3600, billing_unit=choice("node_day"), anchor=choice("incl_tax"), tax_rate="6%",
        storage_quantity=2, storage_price=350,
    )  # fmt: skip
    hours = quote.row_of("scenarios", quote.label("train_hours"), "CDEF")
    assert hours[1:] == pytest.approx([30.41499150, 91.24497451, 30.41499150])
    enough, short = say(lang, "hours_enough"), say(lang, "hours_short")
    covered = quote.row_of("scenarios", say(lang, "hours_cover"), "CDEF")
    assert covered == [enough, enough, short, enough]
    assert (quote["net"], quote["tax"], quote["gross"]) == (7452.83, 447.17, 7900)
    by_use = quote.row_of("scenarios", quote.label("billed_hours"), "CDEF")
    assert by_use == [48, 48, 48, 48]
