"""Prices per card-hour and contract rules: by hand, by exact decimals, and as formulas."""

from __future__ import annotations

import math
from decimal import ROUND_HALF_UP, Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpucalc import catalog, edge
from gpucalc.errors import ExcelError, OutOfBounds
from gpucalc.registry import blocks, functions
from tests.printed import line, lines

F, B = functions(), blocks()
CARD_HOUR, TIER, OFF_PEAK = F["price_per_card_hour"], F["tier_price"], F["off_peak_price"]
RENT, NET, STORAGE = F["rent_cost"], F["tax_exclusive"], F["storage_cost"]


def rounded(exact: Decimal | float, digits: int) -> float:
    step = Decimal(1).scaleb(-digits)
    return float(Decimal(str(exact)).quantize(step, ROUND_HALF_UP))


# -- price per card-hour -------------------------------------------------------------------------


@pytest.mark.parametrize(
    "args, price",
    [
        ((6.5, "卡时"), 6.5),
        ((156, "卡天"), 6.5),
        ((4680, "卡月"), 6.5),
        ((52, "台时"), 6.5),
        ((1500, "台天"), 7.8125),
        ((1500, "元/台·天"), 7.8125),
        ((1500, "node-day"), 7.8125),
        ((76000, "台月"), 13.1944),
        ((76000, "Node-Month"), 13.1944),
        (("7.6万", "台月"), 13.1944),
        ((76000, "台月", 8, 730), 13.0137),
        ((38000, "台月", 4), 13.1944),
        ((912000, "台年"), 13.1944),
        ((56160, "卡年"), 6.5),
        ((15000, "P月", 8, 720, "A100 80GB"), 6.50),
        ((180000, "P年", 8, 720, "A100 80GB"), 6.50),
        ((15000, "P月", 4, 720, "A100 80GB"), 6.50),  # P is priced per card: no node in it
        ((15000, "P月", 8, 720, 312), 6.50),  # the peak itself
        ((15000, "P月", 8, 720, "A100"), 6.50),  # both forms have 312
        ((0, "台月"), 0),
        ((15000, "P月"), ExcelError.VALUE),  # whose P?
        ((15000, "P月", 8, 720, "H100"), ExcelError.VALUE),  # SXM or PCIe?
        ((6.5, "卡时", 8, 720, "H100"), 6.5),  # not asked
        ((6.5, "周"), ExcelError.NA),
        ((6.5, None), ExcelError.VALUE),
        ((-1, "卡时"), ExcelError.NUM),
        ((6.5, "卡月", 8, 745), ExcelError.NUM),  # no month has more than 744 hours
        ((6.5, "台月", 0), ExcelError.NUM),
    ],
)
def test_price_per_card_hour_by_hand(args: tuple[object, ...], price: object) -> None:
    assert edge.call(CARD_HOUR, *args) == price


def test_a_price_per_p_without_a_card_says_what_is_missing() -> None:
    en = edge.reason(CARD_HOUR, 15000, "P月")
    zh = edge.reason(CARD_HOUR, 15000, "P月", lang="zh")
    assert "needs gpu" in en and "须填显卡型号" in zh


@given(
    st.decimals(1, 10**7, places=2),
    st.sampled_from(catalog.table("units").names()),
    st.integers(1, 16),
    st.sampled_from([720, 730, 744]),
)
def test_price_per_card_hour_in_exact_decimals(
    price: Decimal, unit: str, cards: int, month: int
) -> None:
    thing, _, period = unit.rpartition("_")
    hours = {"hour": 1, "day": 24, "month": month, "year": 12 * month}[period]
    exact = price / hours * {"card": 1, "node": 1 / Decimal(cards)}.get(thing, Decimal("0.312"))
    got = CARD_HOUR(float(price), unit, cards, month, "A100 80GB")
    assert got == round(got, 4)
    assert abs(Decimal(got) - exact) <= Decimal("0.00005") * (1 + Decimal("1e-6"))


# -- tiers ---------------------------------------------------------------------------------------

THREE = (10, 1000, 8, False, 3000, 6, 5000, 5)
EXCESS = (10, 1000, 8, True, 3000, 6, 5000, 5)


@pytest.mark.parametrize(
    "args, price, amount",
    [
        ((999, *THREE), 10, 9990),
        ((1000, *THREE), 8, 8000),
        ((1000, *THREE, False), 10, 10000),
        ((3000, *THREE, False), 8, 24000),
        ((3000, *THREE), 6, 18000),
        ((5000, *THREE), 5, 25000),
        ((9000, *THREE), 5, 45000),
        ((999, *EXCESS), 10, 9990),
        ((1000, *EXCESS), 10, 10000),
        ((2000, *EXCESS), 9, 18000),
        ((3000, *EXCESS), 8.6667, 26000),
        ((5000, *EXCESS), 7.6, 38000),
        ((8000, *EXCESS), 6.625, 53000),
        ((1500, 10, 1000, 8, True), 9.3333, 14000),
        ((0, 10, 1000, 8, True), 10, 0),
        ((2000, 10, 1000, 12), 12, 24000),  # a tier may be dearer
    ],
)
def test_tiers_by_hand(args: tuple[object, ...], price: float, amount: float) -> None:
    assert edge.call(TIER, *args) == price
    assert edge.call(B["tier_amount"], *args) == amount


@pytest.mark.parametrize(
    "args",
    [
        (2000, 10, 1000, 8, False, 1000, 6),  # the second starts where the first does
        (2000, 10, 1000, 8, False, 900, 6),
        (2000, 10, 1000, 8, False, 3000),  # a start without a price
        (2000, 10, 1000, 8, False, None, 6),  # a price without a start
        (2000, 10, 1000, 8, False, None, None, 3000, 5),  # the third without the second
        (2000, 10, 1000, 8, False, 3000, 6, 2000, 5),
    ],
)
def test_tiers_out_of_order_have_no_answer(args: tuple[object, ...]) -> None:
    for name in ("tier_price", "tier_amount"):
        assert edge.call(B[name], *args) == ExcelError.NUM
        assert "starts must rise" in edge.reason(B[name], *args)
        assert "递增" in edge.reason(B[name], *args, lang="zh")


def whole_units(units: int, prices: list[int], starts: list[int]) -> int:
    """Each unit at the price of its own tier, one after the other."""
    return sum(
        [p for p, start in zip(prices, [0, *starts], strict=True) if unit > start][-1]
        for unit in range(1, units + 1)
    )


@given(
    st.integers(0, 300),
    st.lists(st.integers(0, 50), min_size=4, max_size=4),
    st.lists(st.integers(1, 200), min_size=3, max_size=3, unique=True),
)
def test_excess_only_is_a_sum_over_units(units: int, prices: list[int], starts: list[int]) -> None:
    starts = sorted(starts)
    args = (units, prices[0], starts[0], prices[1], True)
    more = (starts[1], prices[2], starts[2], prices[3])
    assert B["tier_amount"](*args, *more) == whole_units(units, prices, starts)
    reached = [p for p, start in zip(prices, [0, *starts], strict=True) if units >= start][-1]
    assert B["tier_amount"](*args[:4], False, *more) == reached * units
    assert TIER(*args[:4], False, *more) == reached


# -- off-peak, use, plans ------------------------------------------------------------------------


@pytest.mark.parametrize(
    "args, price",
    [
        ((6.5, "6折"), 5.6333),
        ((6.5, 0.4, 8, 8), 3.9),
        ((6.5, 0.4, 8, 4), 3.9),
        ((6.5, 0.4, 0), 6.5),
        ((6.5, 0.4, 24), 3.9),
        ((6.5, 0, 8), 6.5),
        ((6.5, 0.4, 8, 0), ExcelError.NUM),
        ((6.5, 0.4, 25), ExcelError.NUM),
    ],
)
def test_off_peak_by_hand(args: tuple[object, ...], price: object) -> None:
    assert edge.call(OFF_PEAK, *args) == price


@given(st.floats(0.01, 1000), st.floats(0, 1), st.floats(0, 24), st.floats(0.5, 24))
def test_off_peak_lies_between_both_prices(
    price: float, off: float, cheap: float, run: float
) -> None:
    got = OFF_PEAK(price, off, cheap, run)
    assert price * (1 - off) - 5.1e-5 <= got <= price + 5.1e-5


@pytest.mark.parametrize("off", [0.1, 0.3, 0.5])
def test_a_monthly_plan_pays_from_one_less_its_discount(off: float) -> None:
    """Articles ask for 80 % of the hours; with 40 to 50 % off it is 50 to 60 % already."""
    share = F["plan_break_even"](15, 15 * 720 * (1 - off))
    assert share == pytest.approx(1 - off, rel=1e-12)
    monthly_in_use = F["effective_price"](15 * (1 - off), share)
    assert monthly_in_use == pytest.approx(15, abs=1e-4)


def test_bounds_of_plan_and_use() -> None:
    assert edge.call(F["plan_break_even"], 0, 100) == ExcelError.NUM
    assert edge.call(F["plan_break_even"], 10, 0) == 0
    assert edge.call(F["effective_price"], 10, 0) == ExcelError.NUM
    assert edge.call(F["effective_price"], 10, "80%") == 12.5
    with pytest.raises(OutOfBounds):
        F["effective_price"](10, 1.01)


def test_cost_of_a_million_tokens() -> None:
    """LLaMA-7B: 82,432 A100-hours for 1e12 tokens (Touvron et al. 2023, table 15) at 15 each."""
    speed = 1e12 / (82_432 * 3600)
    assert F["token_cost"](15, speed) == rounded(82_432 * 15 / 1e6, 4)
    assert F["token_cost"](15, speed * 8, 8) == F["token_cost"](15, speed)


def test_h100_against_a100_by_measured_speed() -> None:
    """At 2.16 times the speed and 2.2 to 2.5 times the price an H100 token is 2 to 16 % dearer."""
    a100 = F["token_cost"](10, 3000)
    assert F["token_cost"](22, 3000 * 2.16) / a100 == pytest.approx(1.0185, abs=2e-4)
    assert F["token_cost"](25, 3000 * 2.16) / a100 == pytest.approx(1.1574, abs=2e-4)


# -- rules together ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "args, off",
    [
        ((0.2, 0.4, 0.4), 0.4),
        ((0.2, 0.4, 0.4, True), 1 - 0.288),
        ((0.2,), 0.2),
        ((0.2, 0, 0, True), 0.2),
        (("8折", "6折"), 0.4),
    ],
)
def test_rules_do_not_stack_unless_they_say_so(args: tuple[object, ...], off: float) -> None:
    got = edge.call(B["combined_discount"], *args)
    assert isinstance(got, float) and math.isclose(got, off, rel_tol=1e-12)


@given(st.floats(0, 1), st.floats(0, 1), st.floats(0, 1))
def test_stacking_takes_more_off_than_the_best_and_less_than_all(
    a: float, b: float, c: float
) -> None:
    best, stacked = B["combined_discount"](a, b, c), B["combined_discount"](a, b, c, True)
    assert best == max(a, b, c)
    assert best - 1e-12 <= stacked <= min(1, a + b + c) + 1e-12


# -- storage and lines ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    "args, amount",
    [
        ((2, 1, 200), 400.00),
        (("2TB", "1个月", "200元"), 400.00),
        (("500GB", 3, 200), 300.00),
        ((5, 1, 200), 1000.00),
        ((1, "1年", 100), 1200.00),
        ((2, 3, 200, "9折"), 1080.00),
        ((1, 1, 0.005), 0.01),
        ((0, 1, 200), 0),
        ((-1, 1, 200), ExcelError.NUM),
    ],
)
def test_storage_by_hand(args: tuple[object, ...], amount: object) -> None:
    assert edge.call(STORAGE, *args) == amount


# -- stories -------------------------------------------------------------------------------------


def test_monthly_quote() -> None:
    """8 A100 for 720 h at 15.00 less 30 %, 2 TB of storage, all including 6 % VAT."""
    rent, storage = RENT(8, 720, 15, 0.3), STORAGE(2, 1, 200)
    assert (rent, storage) == (60480.00, 400.00)
    net = B["money"](NET(rent, 0.06) + NET(storage, 0.06))
    assert (net, B["money"](rent + storage - net)) == (57433.96, 3446.04)
    assert edge.call(F["rmb_upper"], rent + storage) == "人民币陆万零捌佰捌拾元整"
    assert edge.call(RENT, 8, 720, 15, "7折") == rent
    assert F["tax_amount"](1000.02, 0.06, True) == 56.60


def test_four_quotes_in_four_units() -> None:
    """8 A100 80GB for 30 days and 5 TB: per card-hour, node-day, node-month, PFLOP/s-month."""
    hours = 8 * 720
    a_net = NET(RENT(8, 720, 6.5), 0.06) + NET(STORAGE(5, 1, 200), 0.06)
    assert a_net == pytest.approx(36264.15, abs=1e-9)
    assert CARD_HOUR(1500, "台天") == 7.8125 and 7.8125 * hours == 45000
    assert F["tax_inclusive"](45000, 0.06) == 47700.00
    c_net = NET(38000, 0.13) + NET(STORAGE(5, 1, 100), 0.06)
    assert c_net == pytest.approx(34100.02, abs=1e-9)
    assert CARD_HOUR(c_net, "台月") == 5.9201
    assert CARD_HOUR(a_net, "台月") == 6.2959
    assert CARD_HOUR(15000, "P月", 8, 720, "A100 80GB") == 6.50  # 2.496 P, 37,440.00 a month
    sparse = CARD_HOUR(15000, "P月", 8, 720, 624)
    assert RENT(8, 720, sparse) == 74880.00  # what a supplier who counts sparse P would charge
    by_net = sorted([("A", a_net), ("B", 45000.0), ("C", c_net)], key=lambda quote: quote[1])
    by_gross = sorted([("A", 38440.0), ("B", 47700.0), ("C", 38500.0)], key=lambda quote: quote[1])
    assert ["".join(name for name, _ in rank) for rank in (by_net, by_gross)] == ["CAB", "ACB"]
    target = (c_net - NET(1000, 0.06)) * 1.06 / hours
    assert CARD_HOUR(target * hours, "台月") == 6.1017


def test_contract_rules_of_a_guide() -> None:
    """Node against cards, off-peak and stacked discounts, as a public guide words them."""
    for node, card, dearer in ((1200, 5, 0.25), (1800, 8, 0.171875)):
        assert CARD_HOUR(node, "台天") / card - 1 == pytest.approx(dearer, rel=1e-12)
    assert CARD_HOUR(8 * 24 * 5 * 0.8, "台天") == 4.0  # what 20 % off a node would be
    all_day = RENT(8, 160, 6.5) + RENT(8, 80, 6.5, 0.4)
    assert (RENT(8, 240, 6.5), all_day) == (12480.00, 10816.00)
    assert all_day / 12480 - 1 == pytest.approx(-0.4 / 3, rel=1e-12)
    assert OFF_PEAK(6.5, 0.4) == rounded(all_day / (8 * 240), 4)
    assert RENT(8, 80, OFF_PEAK(6.5, 0.4, 8, 8)) == 2496.00
    assert F["calendar_days"](80, 8) == 10


# -- as formulas ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name, cells, constants, text",
    [
        (
            "price_per_card_hour", ("price",), {"unit": "node_month"},
            "ROUND(price/8/720,4)",
        ),
        (
            "tier_price", ("quantity", "price", "tier_from", "tier_price_one"), {},
            "ROUND(IF(quantity>0,IF(quantity>=tier_from,tier_price_one,price)*quantity"
            "/IF(quantity>0,quantity,1),price),4)",
        ),
        (
            "tier_amount", ("quantity", "price", "tier_from", "tier_price_one"),
            {"excess_only": True},
            "ROUND(price*quantity+(tier_price_one-price)"
            "*IF(quantity-tier_from>=0,quantity-tier_from,0),2)",
        ),
        ("off_peak_price", ("price", "discount"), {}, "ROUND(price*(1-discount*(8/24)),4)"),
        ("effective_price", ("price", "utilisation"), {}, "ROUND(price/utilisation,4)"),
        (
            "plan_break_even", ("hourly_price", "monthly_price"), {},
            "monthly_price/(hourly_price*720)",
        ),
        (
            "token_cost", ("price", "tokens_per_second", "cards"), {},
            "ROUND(price*cards/(tokens_per_second*3600)*1E6,4)",
        ),
        (
            "storage_cost", ("terabytes", "months", "price"), {},
            "ROUND(terabytes*months*ROUND(price,4),2)",
        ),
    ],
)  # fmt: skip
def test_printed(
    name: str, cells: tuple[str, ...], constants: dict[str, object], text: str
) -> None:
    assert line(name, *cells, **constants) == text  # type: ignore[arg-type]


def test_printed_price_of_a_quote() -> None:
    assert lines("price_per_card_hour", "price", "unit", "gpu")["h1"].startswith("INDEX(cat_")
