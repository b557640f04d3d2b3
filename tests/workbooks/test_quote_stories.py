"""Stories worked out by hand, in the quote book of both languages."""

from __future__ import annotations

import datetime

import pytest

from tests.workbooks.quotes import HEADER, LANGUAGES, Quote, choice

pytestmark = pytest.mark.parametrize("lang", LANGUAGES)

PRETRAIN = {
    **HEADER,
    "gpu": "A100 80GB",
    "params": "13B",
    "tokens": "2000亿",
    "method": choice("pre_training"),
    "days": 10,
    "mfu": 0.5,
    "node_size": 8,
    "price": 6.5,
}
FINE_TUNE = {
    **HEADER,
    "gpu": "A100 80GB",
    "params": "7B",
    "tokens": "1B",
    "epochs": 3,
    "days": 5,
    "hours_per_day": 20,
    "buffer": "20%",
    "mfu": "50%",
    "price": 40,
    "cards_owned": 1,
}
MONTH = {
    **HEADER,
    "gpu": "A100 80GB",
    "cards": 8,
    "rent_hours": 720,
    "price": 15,
    "discount": 0.3,
    "storage_quantity": 2,
    "storage_price": 200,
}


def in_words(quote: Quote) -> object:
    return quote["amount_in_words"] if quote.lang == "zh" else None


def test_a_13b_pre_training_in_ten_days_takes_120_cards(lang: str) -> None:
    """1.56e22 FLOP is 27,777.78 card-hours: 116 cards, 120 in servers of 8, 180,960.00."""
    quote = Quote(lang, **PRETRAIN)
    assert quote["flops"] == pytest.approx(1.56e22)
    assert (quote["cards"], quote["nodes"]) == (120, 15)
    assert quote["train_hours"] == pytest.approx(27_777.7778 / 120)
    assert quote["calendar_days"] == pytest.approx(9.645, abs=5e-4)
    assert quote["billed_hours"] == 232
    assert quote.money() == (170716.98, 10243.02, 180960)
    assert in_words(quote) in (None, "人民币壹拾捌万零玖佰陆拾元整")
    assert quote["status"] == quote.label("pass")
    assert quote["estimated"] == 1


@pytest.mark.parametrize(
    ("change", "cards"),
    [
        ({"node_size": 1}, 116),
        ({"node_size": 1, "buffer": 0.2}, 145),
        ({"buffer": 0.2}, 152),
        ({"mfu": 0.45}, 136),
        ({"mfu": 0.4}, 152),
        ({"node_size": 1, "mfu": 0.4}, 145),
    ],
)
def test_cards_follow_from_buffer_and_mfu(lang: str, change: dict[str, object], cards: int) -> None:
    assert Quote(lang, **(PRETRAIN | change))["cards"] == cards


@pytest.mark.parametrize(("cards", "days"), [(128, 9.04), (64, 18.08)])
def test_more_or_fewer_cards_change_the_days(lang: str, cards: int, days: float) -> None:
    quote = Quote(lang, **(PRETRAIN | {"cards": cards}))
    assert quote["calendar_days"] == pytest.approx(days, abs=5e-3)


def test_the_same_job_by_the_server_day(lang: str) -> None:
    """15 servers x 10 days x 1,500 = 225,000.00."""
    by_day = {"billing_plan": choice("daily"), "billing_unit": choice("node_day"), "price": 1500}
    quote = Quote(lang, **(PRETRAIN | by_day))
    assert quote.money() == (212264.15, 12735.85, 225000)
    assert in_words(quote) in (None, "人民币贰拾贰万伍仟元整")


def test_a_7b_fine_tune_in_five_days_takes_three_cards(lang: str) -> None:
    """1.26e20 FLOP is 224.36 card-hours in 80 hours: 3 cards, 2 more than owned, 9,000.00."""
    quote = Quote(lang, **FINE_TUNE)
    assert quote["flops"] == pytest.approx(1.26e20)
    assert (quote["cards"], quote["gap"]) == (3, 2)
    assert quote["train_hours"] == pytest.approx(74.79, abs=5e-3)
    assert quote["deadline_ratio"] == pytest.approx(0.935, abs=5e-4)
    assert quote["deadline_word"] == quote.label("tight")
    assert quote["billed_hours"] == 75
    assert quote["gross"] == 9000
    assert quote["status"] == quote.label("pass")


@pytest.mark.parametrize(
    ("change", "cards"), [({"mfu": 0.4}, 4), ({"buffer": 0}, 3), ({"mfu": 0.4, "buffer": 0}, 3)]
)
def test_a_lower_mfu_takes_a_fourth_card(lang: str, change: dict[str, object], cards: int) -> None:
    assert Quote(lang, **(FINE_TUNE | change))["cards"] == cards


@pytest.mark.parametrize(
    ("plan", "price", "gross"),
    [
        ("pay_as_you_go", 30, 6750),
        ("pay_as_you_go", 50, 11250),
        ("daily", 40, 14400),
        ("daily", 30, 10800),
        ("daily", 50, 18000),
    ],
)
def test_the_plan_decides_what_is_billed(lang: str, plan: str, price: float, gross: float) -> None:
    """By the day five whole days are billed: 120 hours instead of 75, 60 % more."""
    quote = Quote(lang, **(FINE_TUNE | {"billing_plan": choice(plan), "price": price}))
    assert quote["gross"] == gross
    assert quote["train_hours"] == pytest.approx(74.79, abs=5e-3)


def test_a_price_range_stands_on_the_scenario_sheet(lang: str) -> None:
    quote = Quote(lang, **(FINE_TUNE | {"price_low": 30, "price_high": 50}))
    sheet = quote.label("scenarios")
    chosen = [v for (s, cell), v in quote.cells.items() if s == sheet and cell.startswith("F")]
    assert {6750.0, 9000.0, 11250.0} <= {v for v in chosen if isinstance(v, float)}


@pytest.mark.parametrize(
    ("model", "gpu", "least"),
    [
        ("7B", "A100 80GB", 2),
        ("7B", "H100 SXM5 80GB", 2),
        ("7B", "A100 40GB", 4),
        ("13B", "A100 80GB", 3),
        ("70B", "A100 80GB", 16),
        ("70B", "RTX 4090", 53),
    ],
)
def test_memory_sets_a_least_number_of_cards(lang: str, model: str, gpu: str, least: int) -> None:
    """One 80 GB card does not hold the 112 GB of states of a full 7B fine-tune."""
    job = {"params": model, "tokens": "1M", "days": 1000, "gpu": gpu, "price": 1, "mfu": 0.5}
    quote = Quote(lang, **HEADER, **job)
    needed = quote["cards"]
    assert isinstance(needed, float)
    assert least <= needed <= 1.7 * least + 1
    one_less = Quote(lang, **HEADER, **job, cards=needed - 1)
    assert one_less["status"] == one_less.label("fail")


def test_a_family_with_two_memory_sizes_is_judged_by_the_smaller(lang: str) -> None:
    job = {"params": "7B", "tokens": "1M", "days": 1000, "price": 1, "mfu": 0.5}
    either = Quote(lang, **HEADER, **job, gpu="A100")
    small = Quote(lang, **HEADER, **job, gpu="A100 40GB")
    assert either["cards"] == small["cards"]
    assert either["status"] == either.label("incomplete")


def test_a_month_of_eight_cards_with_storage(lang: str) -> None:
    """8 x 720 x 10.50 = 60,480.00 and 400.00 of storage; no workload is needed."""
    quote = Quote(lang, **MONTH)
    assert quote["price"] == 10.5
    assert (quote["rent_net"], quote["rent_tax"], quote["rent_gross"]) == (57056.6, 3423.4, 60480)
    assert quote.money() == (57433.96, 3446.04, 60880)
    assert in_words(quote) in (None, "人民币陆万零捌佰捌拾元整")
    assert quote["estimated"] == 0
    assert quote["status"] == quote.label("pass")
    assert quote["billed_hours"] == 720


@pytest.mark.parametrize(
    ("as_of", "status", "master"), [(15, "valid", "pass"), (16, "expired", "fail")]
)
def test_it_is_valid_through_the_fifteenth_day(
    lang: str, as_of: int, status: str, master: str
) -> None:
    quote = Quote(lang, **(MONTH | {"as_of": datetime.date(2026, 12, as_of)}))
    assert quote["valid_until"] == 46371  # 2026-12-15
    assert quote["validity_status"] == quote.label(status)
    assert quote["status"] == quote.label(master)


def test_net_and_tax_make_the_gross_to_the_cent(lang: str) -> None:
    """1,000.02 with 6 % inside is 943.42 + 56.60, not 56.61."""
    line = {"gpu": "A100 80GB", "cards": 1, "rent_hours": 1, "price": 1000.02}
    quote = Quote(lang, **HEADER, **line)
    assert quote.money() == (943.42, 56.6, 1000.02)
    assert in_words(quote) in (None, "人民币壹仟元零贰分")


def test_a_net_price_gets_its_tax_on_top(lang: str) -> None:
    """1,000.00 plus 13 %: 130.00, 1,130.00."""
    line = {"cards": 1, "rent_hours": 1, "price": 1000, "anchor": choice("excl_tax")}
    quote = Quote(lang, **(HEADER | line), gpu="A100 80GB", tax_rate="13%")
    assert quote.money() == (1000, 130, 1130)


@pytest.mark.parametrize("discount", ["7折", "30%", 0.3, "70折"])
def test_a_discount_may_be_typed_as_people_write_it(lang: str, discount: object) -> None:
    assert Quote(lang, **(MONTH | {"discount": discount}))["gross"] == 60880


def test_a_discount_of_seven_tenths_turns_its_check_amber(lang: str) -> None:
    quote = Quote(lang, **(MONTH | {"discount": 0.7}))
    amber = [what for what, state in quote.checks().items() if state == quote.label("incomplete")]
    assert quote["status"] == quote.label("incomplete")
    assert len(amber) == 1
    assert quote["rent_gross"] == 25920
