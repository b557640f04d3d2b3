"""Four stories of users, asked as they would ask in cells: the answers were worked out by hand.

Text stays text wherever people type it. Amounts are compared to the cent, other figures to the
digits that the story gives.
"""

from __future__ import annotations

import pytest

from gpucalc import edge
from gpucalc import quantity as q
from gpucalc.errors import ExcelError
from gpucalc.registry import blocks


def ask(name: str, *args: object) -> object:
    """The answer of a cell: ask("GPU_CARDS", "13B", …); blocks of templates too."""
    return edge.call(blocks()[name.lower()], *args)


def shown(value: float, digits: int) -> object:
    """A figure given to so many decimals."""
    return pytest.approx(value, abs=0.5 * 10**-digits)


class TestAreCardsForTenDaysRight:
    """128 卡十天，对吗？ A planner of a 13B pre-training on 200 billion tokens, A100 80GB."""

    JOB = ("13B", "2000亿", "A100 80GB")

    def test_work(self) -> None:
        flops = ask("TRAIN_FLOPS", "13B", "2000亿")
        assert flops == pytest.approx(1.56e22, rel=1e-12)
        assert ask("PFLOPS_DAYS", flops) == shown(180.56, 2)
        assert ask("TRAIN_HOURS", *self.JOB, 1, 0.5) == shown(27_777.78, 2)

    @pytest.mark.parametrize(
        "mfu, buffer, cards, in_nodes",
        [(0.5, 0, 116, 120), (0.5, 0.2, 145, 152), (0.45, 0, 129, 136), (0.40, 0, 145, 152),
         ("50%", "20%", 145, 152)],
    )  # fmt: skip
    def test_cards(self, mfu: object, buffer: object, cards: int, in_nodes: int) -> None:
        args = (*self.JOB, "10天", mfu, 24, buffer, 1, "full")
        assert ask("GPU_CARDS", *args) == cards
        assert ask("GPU_CARDS", *args, 8) == ask("GPU_CARDS", *args, "8卡/台") == in_nodes
        assert ask("NODES_NEEDED", cards, 8) == in_nodes / 8

    def test_cards_as_called_in_the_story(self) -> None:
        assert ask("GPU_CARDS", *self.JOB, 10, 0.5) == 116
        assert ask("GPU_CARDS", *self.JOB, 10, 0.5, 24, 0, 1, "full", 8) == 120
        assert ask("GPU_CARDS", *self.JOB, 10, 0.5, 24, 0.2) == 145

    @pytest.mark.parametrize("cards, days", [(120, 9.65), (128, 9.04), (64, 18.08)])
    def test_days(self, cards: int, days: float) -> None:
        hours = ask("TRAIN_HOURS", *self.JOB, cards, 0.5)
        assert ask("CALENDAR_DAYS", hours) == shown(days, 2)
        assert ask("DEADLINE_RATIO", hours, 10) == shown(days / 10, 3)

    def test_money_by_the_hour(self) -> None:
        hours = ask("TRAIN_HOURS", *self.JOB, 120, 0.5)
        assert hours == shown(231.48, 2)
        assert ask("BILLED_HOURS", hours) == 232
        gross = ask("RENT_COST", 120, hours, "6.50元/卡时", None, 1)
        assert gross == 180_960.00
        assert ask("TAX_EXCLUSIVE", gross, "6%") == 170_716.98
        assert ask("TAX_AMOUNT", gross, "6%", True) == 10_243.02
        assert ask("RMB_UPPER", gross) == "人民币壹拾捌万零玖佰陆拾元整"

    def test_money_by_the_node_and_day(self) -> None:
        gross = ask("LINE_AMOUNT", 15, "1,500元", 10)
        assert gross == 225_000.00
        assert ask("TAX_EXCLUSIVE", gross, 0.06) == 212_264.15
        assert ask("TAX_AMOUNT", gross, 0.06, "含") == 12_735.85
        assert ask("RMB_UPPER", gross) == "人民币贰拾贰万伍仟元整"


class TestHowManyCardsAreMissing:
    """五天训完 7B，缺几张卡，账单多少？ 1 billion tokens three times, 20 h a day, 20 % kept."""

    WINDOW = ("5天", 0.5, "20小时", 0.2, "3轮")

    def test_work(self) -> None:
        flops = ask("TRAIN_FLOPS", "7B", "10亿", 3)
        assert flops == pytest.approx(1.26e20, rel=1e-12)
        assert ask("PFLOPS_DAYS", flops) == shown(1.458, 3)
        assert ask("TRAIN_HOURS", "7B", "10亿", 312, 1, 1, 0, 3) == shown(112.18, 2)
        assert ask("TRAIN_HOURS", "7B", "10亿", "A100 80GB", 1, 0.5, 0, 3) == shown(224.36, 2)

    def test_cards(self) -> None:
        cards = ask("GPU_CARDS", "7B", "10亿", "A100 80GB", *self.WINDOW)
        assert cards == 3
        assert ask("GPU_CARDS", "7B", "10亿", "A100 80GB", 5, 0.5, 20, 0, 3) == 3
        assert ask("GPU_CARDS", "7B", "10亿", "A100 80GB", 5, 0.4, 20, 0.2, 3) == 4
        assert 2 <= ask("VRAM_CARDS", "7B", "A100 80GB") <= 3  # so time binds
        assert ask("GPU_GAP", cards, "1卡") == 2

    def test_tight(self) -> None:
        hours = ask("TRAIN_HOURS", "7B", "10亿", "A100 80GB", 3, 0.5, 0, 3)
        assert hours == shown(74.79, 2)
        assert ask("DEADLINE_RATIO", hours, 5, 20, 0.2) == shown(0.935, 3)

    @pytest.mark.parametrize(
        "price, by_hour, by_day", [(40, 9_000, 14_400), (30, 6_750, 10_800), (50, 11_250, 18_000)]
    )
    def test_bill(self, price: float, by_hour: float, by_day: float) -> None:
        """75 billed hours, or five whole days: 60 % more."""
        hours = ask("TRAIN_HOURS", "7B", "10亿", "A100 80GB", 3, 0.5, 0, 3)
        assert ask("BILLED_HOURS", hours) == 75
        assert ask("RENT_COST", "3卡", hours, f"{price}元/卡时", None, "1小时") == by_hour
        days = ask("PERIOD_HOURS", 5, 24)
        assert ask("RENT_COST", 3, days, price) == by_day == 1.6 * by_hour

    def test_one_card_at_its_peak(self) -> None:
        """1e20 FLOP: 89.03 h at peak, twice that at half of it; 2 cards in a week, 3 in 3 days."""
        job = (1e10, 1e10 / 6, 312)
        assert ask("TRAIN_HOURS", *job, 1, 1) == shown(89.03, 2)
        assert ask("TRAIN_HOURS", *job, 1, 0.5) == shown(178.06, 2)
        assert ask("GPU_CARDS", *job, 7, 0.5) == 2
        assert ask("GPU_CARDS", *job, 3, 0.5) == 3


class TestIsOneCardEnough:
    """一张 80G 够不够？ 16 bytes a parameter; an 80 GB card holds 80·2^30 = 85.9e9 of them."""

    def test_states_alone_are_too_much(self) -> None:
        alone = ask("VRAM_NEEDED", "7B", "全参", 1, 1, 1, 0, True, 1, 1, 1, 0)
        assert alone == pytest.approx(112 + 2, rel=1e-6)  # and 2 GB that every card loses
        assert ask("VRAM_NEEDED", "7B") > 112 > 85.9
        assert ask("VRAM_CARDS", "70B", "RTX 4090", "qlora") > 1  # 35 GB of weights, 25.8 a card

    @pytest.mark.parametrize(
        "params, gpu, least",
        [
            ("7B", "A100 80GB", 2),
            ("7B", "H100 SXM5 80GB", 2),
            ("7B", "A100 40GB", 4),
            ("13B", "A100 80GB", 3),
            ("70B", "A100 80GB", 16),
            ("70B", "RTX 4090", 53),
        ],
    )
    def test_least_cards(self, params: str, gpu: str, least: int) -> None:
        assert ask("VRAM_CARDS", params, gpu) >= least

    def test_70b_on_16_cards(self) -> None:
        """Per card, with ZeRO-3: 1,120·1.2/16 = 84 GB of states, and the rest."""
        assert 84 < ask("VRAM_NEEDED", "70B", "full", 1, 2048, 16) < 100

    def test_40_or_80_gb_matters(self) -> None:
        assert ask("VRAM_CARDS", "7B", "A100") == ExcelError.VALUE
        why = edge.reason(blocks()["vram_cards"], "7B", "A100", lang="zh")
        assert "A100 PCIe 80GB" in why and "A100 SXM4 40GB" in why


class TestMonthlyQuote:
    """Eight A100 for a month at 30 % off with 2 TB of storage, 6 % inside, valid for 15 days."""

    @pytest.mark.parametrize("off", ["7折", "七折", "优惠30%", "30%", 0.3])
    def test_rent(self, off: object) -> None:
        assert ask("DISCOUNTED_PRICE", "15元/卡时", off) == 10.5
        rent = ask("RENT_COST", "8卡", "720小时", "15元/卡时", off)
        assert rent == 60_480.00
        assert ask("TAX_EXCLUSIVE", rent, "6%") == 57_056.60
        assert ask("TAX_AMOUNT", rent, "6%", True) == 3_423.40

    def test_seven_tenths_typed_as_a_number_is_seven_tenths_off(self) -> None:
        """Which is why the argument is called 降价比例; a template's check turns amber."""
        assert ask("RENT_COST", 8, 720, 15, 0.7) == 25_920.00

    def test_totals(self) -> None:
        lines = [ask("RENT_COST", 8, 720, 15, "7折"), ask("LINE_AMOUNT", 2, 200, 1)]
        assert lines == [60_480.00, 400.00]
        nets = [ask("TAX_EXCLUSIVE", line, 0.06) for line in lines]
        taxes = [ask("TAX_AMOUNT", line, 0.06, True) for line in lines]
        assert nets == [57_056.60, 377.36] and taxes == [3_423.40, 22.64]
        assert ask("MONEY", sum(nets)) == 57_433.96
        assert ask("MONEY", sum(taxes)) == 3_446.04
        assert ask("RMB_UPPER", sum(lines)) == "人民币陆万零捌佰捌拾元整"

    def test_validity(self) -> None:
        """15 days from 2026-11-30: through 2026-12-15, both ends of which are 16 days."""
        last = q.START_DATE.read("2026-11-30") + 15
        assert last == q.END_DATE.read("2026年12月15日")
        assert ask("RENTAL_DAYS", "2026-11-30", "2026-12-15") == 16

    def test_the_cent(self) -> None:
        """Tax is what the net leaves: 56.60, where 943.42 · 6 % would be 56.61."""
        assert ask("TAX_EXCLUSIVE", "¥1,000.02", 0.06) == 943.42
        assert ask("TAX_AMOUNT", "¥1,000.02", 0.06, True) == 56.60
        assert ask("TAX_AMOUNT", 943.42, 0.06) == 56.61
        assert ask("RMB_UPPER", "¥1,000.02") == "人民币壹仟元零贰分"
