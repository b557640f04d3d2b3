"""More stories of users, asked as they would ask in cells; the answers were worked out by hand.

The kernel tests hold the core of each. Phased budget: test_periods.py,
test_phased_budget_over_the_year_end. Four quotes in four units, contract rules: test_pricing.py,
test_four_quotes_in_four_units, test_contract_rules_of_a_guide, and test_periods.py,
test_one_clause_three_bills. Rent or own: test_ownership.py, test_lease_or_buy_a_server,
test_owning_against_renting_a_node_of_a_guide, TestFiveYearsOfANode. Pilot run: test_pilots.py,
test_pilot_run_of_a_hundred_steps. Here stands what people type, and the figures around those.
"""

from __future__ import annotations

import datetime
import itertools

import pytest

from gpucalc import edge
from gpucalc import quantity as q
from gpucalc.errors import ExcelError
from gpucalc.registry import function
from tests.test_stories import ask, shown


class TestPhasedBudget:
    """4 cards for 8 h, 64 for 7 days over the year end, 16 for 2 days; 6.50 with 6 % inside."""

    PRICE = "6.50元/卡时"
    # cards, hours, first and last day
    PHASES = (
        ("4卡", "8小时", "2026-12-28", "2026-12-28"),
        ("64卡", "7天", "2026-12-29", "2027-01-04"),
        ("16卡", "2天", "2027年1月5日", "2027年1月6日"),
    )
    MONTHS = (("2026-12-01", "2026-12-31"), ("2027-01-01", "2027-01-31"))

    def rents(self) -> list[float]:
        return [ask("RENT_COST", cards, hours, self.PRICE) for cards, hours, *_ in self.PHASES]

    def test_rent(self) -> None:
        assert self.rents() == [208.00, 69_888.00, 4_992.00]
        assert ask("MONEY", sum(self.rents())) == 75_088.00
        hours = [ask("RENTED_CARD_HOURS", cards, hours) for cards, hours, *_ in self.PHASES]
        assert hours == [32, 10_752, 768]
        assert sum(hours) == 11_552

    def test_net_and_tax_line_by_line(self) -> None:
        nets = [ask("TAX_EXCLUSIVE", rent, "6%") for rent in self.rents()]
        assert nets == [196.23, 65_932.08, 4_709.43]
        assert ask("MONEY", sum(nets)) == 70_837.74
        assert ask("TAX_AMOUNT", 11_263.20, "6%", True) == 637.54
        assert ask("TAX_AMOUNT", 1_000, "6%", True) == 56.60

    def test_request(self) -> None:
        """Rent, 15 % of it as contingency, storage of January."""
        gross = [*self.rents(), ask("MONEY", 0.15 * 75_088), 1_000.00]
        net = [ask("TAX_EXCLUSIVE", amount, 0.06) for amount in gross]
        tax = [ask("TAX_AMOUNT", amount, 0.06, True) for amount in gross]
        assert ask("MONEY", sum(gross)) == 87_351.20
        assert ask("MONEY", sum(net)) == 82_406.80
        assert ask("MONEY", sum(tax)) == 4_944.40
        assert ask("RMB_UPPER", 87_351.20) == "人民币捌万柒仟叁佰伍拾壹元贰角"
        assert ask("MONEY", 0.2 * 87_351.20) == 17_470.24  # a voucher, shown and not netted

    def test_card_hours_of_each_month(self) -> None:
        """December 32 and 3 of the 7 days, January 4 of them and the reserve."""
        found = []
        for month in self.MONTHS:
            days = [ask("PERIOD_DAYS", *span, *month) for _, _, *span in self.PHASES]
            of_a_day = [32, 64 * 24, 16 * 24]
            found.append(sum(d * h for d, h in zip(days, of_a_day, strict=True)))
        assert found == [4_640, 6_912]
        assert [ask("RENT_COST", 1, hours, 6.5) for hours in found] == [30_160.00, 44_928.00]

    def test_budgets(self) -> None:
        """Net, the contingency in the last year: 2026 keeps within 30,000, 2027 passes 50,000."""
        debug, main, reserve = self.rents()
        main_span = (q.START_DATE.read("2026-12-29"), q.END_DATE.read("2027-01-04"))
        of_main = [ask("PERIOD_AMOUNT", main, *main_span, *month, "6%") for month in self.MONTHS]
        december = ask("MONEY", ask("TAX_EXCLUSIVE", debug, 0.06) + of_main[0])
        rest = [ask("TAX_EXCLUSIVE", amount, 0.06) for amount in (reserve, 1_000, 11_263.20)]
        january = ask("MONEY", of_main[1] + sum(rest))
        assert december == 28_452.83 <= 30_000
        assert january == 53_953.97
        assert ask("MONEY", january - 50_000) == 3_953.97
        assert ask("MONEY", december + january) == 82_406.80

    def test_cash(self) -> None:
        """30 % at signing, the rest of each month 30 days after its end, storage in January."""
        paid = [
            ask("LINE_AMOUNT", 1, 75_088, 1, 0.7),
            ask("LINE_AMOUNT", 1, 30_160, 1, "优惠30%"),
            ask("MONEY", 44_928 * 0.7 + 1_000),
        ]
        assert paid == [22_526.40, 21_112.00, 32_449.60]
        assert ask("MONEY", sum(paid)) == 76_088.00
        ends = [datetime.date(2026, 12, 31), datetime.date(2027, 1, 31)]
        due = [q.END_DATE.read(day) + 30 for day in ends]
        assert due == [q.END_DATE.read("2027-01-30"), q.END_DATE.read("2027-03-02")]


class TestFourQuotes:
    """8 A100 80GB for 30 days and 5 TB, quoted in four units on two tax bases."""

    def test_each_price_per_card_hour(self) -> None:
        quoted = [(6.5, "元/卡·时"), ("1,500元", "元/台·天"), ("3.8万", "元/台·月")]
        prices = [ask("PRICE_PER_CARD_HOUR", *p) for p in quoted]
        assert prices == [6.5, 7.8125, 6.5972]
        per_p = ask("PRICE_PER_CARD_HOUR", "15,000", "元/P·月", None, None, "A100 80GB")
        assert per_p == 6.50
        assert ask("PRICE_PER_CARD_HOUR", "15,000", "元/P·月") == ExcelError.VALUE

    def test_totals_and_their_ranks(self) -> None:
        a_rent = ask("RENT_COST", "8卡", "30天", "6.50元/卡时")
        a_storage = ask("STORAGE_COST", "5TB", "1个月", "200元")
        c_storage = ask("STORAGE_COST", "5TB", 1, "100元")
        assert (a_rent, a_storage, c_storage) == (37_440.00, 1_000.00, 500.00)
        d_rent = ask("RENT_COST", 8, "720小时", 6.5)
        net = {
            "A": ask("TAX_EXCLUSIVE", a_rent, "6%") + ask("TAX_EXCLUSIVE", a_storage, "6%"),
            "B": ask("LINE_AMOUNT", 1, "1,500元", 30),
            "C": ask("TAX_EXCLUSIVE", "38,000元", "13%") + ask("TAX_EXCLUSIVE", c_storage, "6%"),
        }
        gross = {
            "A": a_rent + a_storage,
            "B": ask("TAX_INCLUSIVE", net["B"], "6%"),
            "C": 38_000 + c_storage,
        }
        assert {k: ask("MONEY", v) for k, v in net.items()} == {
            "A": 36_264.15, "B": 45_000.00, "C": 34_100.02,
        }  # fmt: skip
        assert gross == {"A": 38_440.00, "B": 47_700.00, "C": 38_500.00}
        assert "".join(sorted(net, key=net.__getitem__)) == "CAB"
        assert "".join(sorted(gross, key=gross.__getitem__)) == "ACB"
        assert ask("TAX_EXCLUSIVE", d_rent, "6%") == 35_320.75  # and storage that is not stated
        # the deposit of a month at 6 % a year leaves C first
        deposit = ask("MONEY", 38_000 * 0.06 / 12)
        assert deposit == 190.00
        assert net["C"] + deposit < net["A"]

    def test_target_price(self) -> None:
        """At 6.1017 a card-hour A would cost as much as C."""
        rent = ask("RENT_COST", 8, 720, 6.1017)
        total = ask("TAX_EXCLUSIVE", rent, 0.06) + 943.40
        assert total == pytest.approx(34_100.02, abs=8 * 720 * 0.00005)


class TestContractRules:
    """A guide says a whole node is 15 to 20 % cheaper; by its own prices it is dearer."""

    def test_what_cheaper_nodes_would_cost(self) -> None:
        for node, price, full, off_15, off_20 in (
            (1_200, 5, 960.00, 816.00, 768.00),
            (1_800, 8, 1_536.00, 1_305.60, 1_228.80),
        ):
            day = ("8卡", "24小时", f"{price}元/卡时")
            assert ask("RENT_COST", *day) == full < node
            assert ask("RENT_COST", *day, "85折") == off_15
            assert ask("RENT_COST", *day, "8折") == off_20

    def test_off_peak_as_typed(self) -> None:
        assert ask("OFF_PEAK_PRICE", "6.5元/卡时", "6折", "8小时") == 5.6333
        assert ask("OFF_PEAK_PRICE", 6.5, "6折", 8, "8小时") == 3.9
        assert ask("RENT_COST", 8, 80, 6.5, "6折") == 2_496.00
        assert ask("CALENDAR_DAYS", "80小时", "8小时") == 10

    @pytest.mark.parametrize(
        "days, reading, bill",
        [
            ("7天", None, 10_500), ("8天", None, 10_500), ("30天", "只免一次", 43_500),
            ("30天", "每满7天", 39_000), ("30天", "租7送1", 40_500),
        ],
    )  # fmt: skip
    def test_a_free_day(self, days: str, reading: str | None, bill: float) -> None:
        free = ask("FREE_DAYS", days, None, None, reading)
        paid = float(days.removesuffix("天")) - free
        assert ask("LINE_AMOUNT", 1, "1,500元", paid) == bill

    def test_upload(self) -> None:
        assert ask("TRANSFER_HOURS", "1TB", "10Mbps") == shown(222.2, 1)


class TestRentOrOwn:
    """1.4 million and 600,000 a year against 1,500 a day: no number of days makes owning pay."""

    OWN = ("140万元", "3年", 0, "5万元")

    def test_a_year(self) -> None:
        total = ask("OWN_NPV", *self.OWN)
        assert total / 3 == shown(1_066_666.67, 2)
        assert total / 3 / 1_500 == shown(711.1, 1)
        assert total / 3 / (8 * 24 * 30) == shown(185.2, 1)

    def test_why_it_never_pays_back(self) -> None:
        """A month of rent is 45,625, less than the hosting of 50,000: nothing is saved."""
        saving = 45_625 - 50_000
        assert ask("PAYBACK_MONTHS", "140万元", saving) == ExcelError.NUM
        assert "saving" in edge.reason(function("PAYBACK_MONTHS"), 1_400_000, saving)
        assert "节省" in edge.reason(function("PAYBACK_MONTHS"), 1_400_000, saving, lang="zh")

    def test_discounted_once_a_year(self) -> None:
        own = ask("OWN_NPV", "140万", 36, "10%", 50_000, *[None] * 9, 1)
        rent = ask("RENT_NPV", 547_500 / 12, 36, "10%", None, None, None, 1)
        assert (own, rent) == (shown(2_892_111.19, 2), shown(1_361_551.47, 2))
        even = ask("BREAK_EVEN_RENT", own, 36, "10%", None, None, None, 1)
        again = ask("RENT_NPV", even, 36, "10%", None, None, None, 1)
        assert again == pytest.approx(own, rel=1e-12)


class TestFiveYearsAsTyped:
    """A node of 8 H200 for 60 months at 8 %: rented at 116,906.25, or 3.6 million and 29,675."""

    def test_present_costs(self) -> None:
        rent = ask("RENT_NPV", "116,906.25元", "5年", "8%")
        own = ask("OWN_NPV", "360万元", "60个月", "8%", 27_175, 2_500, *[None] * 4, "16.5万元")
        assert (rent, own) == (shown(5_803_799.48, 2), shown(4_960_916.28, 2))
        falling = ask("RENT_NPV", "9万元", 60, "8%", "20%", 26_906.25)
        assert falling == shown(4_441_067.37, 2)

    def test_month_in_which_the_money_is_back(self) -> None:
        months = ask("PAYBACK_MONTHS", "360万元", 116_906.25 - 29_675)
        assert months == shown(41.27, 2)
        discounted = ask("PAYBACK_MONTHS", "360万元", 116_906.25 - 29_675, "8%")
        assert 48 < discounted <= 49


class TestPilotAsTyped:
    """100 steps of 64 samples in 250 s on 4 A100; the job is a million samples, 5 epochs."""

    def test_as_called_in_the_story(self) -> None:
        assert ask("TRAIN_STEPS", 1_000_000, 64, 5) == 78_125
        assert ask("SCALING_EFFICIENCY", 4, 25.6, 8, 40.96) == pytest.approx(0.8, rel=1e-12)
        assert ask("SCALED_HOURS", 54.2535, 4, 8, 0.8) == shown(33.91, 2)

    def test_which_plan(self) -> None:
        """In 48 h four cards are short and eight are good; eight cost 780 more."""
        verdicts, costs = [], []
        for cards, hours in (("4卡", "54.25小时"), ("8卡", "33.91小时")):
            ratio = ask("DEADLINE_RATIO", hours, "2天")
            verdicts.append((round(ratio, 3), ask("DEADLINE_ADVICE", ratio, "中文")))
            costs.append(ask("RENT_COST", cards, hours, "15元/卡时", None, "1小时"))
        assert verdicts == [(1.130, "缺口"), (0.706, "合适")]
        assert costs == [3_300.00, 4_080.00]
        assert [b - a for a, b in itertools.pairwise(costs)] == [780]
