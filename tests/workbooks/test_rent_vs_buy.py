"""The rent-or-buy book: stories worked out by hand, the functions' answers, its checks."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest

from gpucalc import edge, handover, registry
from gpucalc.excel.fill import fill, read_values
from gpucalc.excel.recalc import recalculate
from tests import engines
from tests.workbooks.books import LANGUAGES, Filled, choice, day
from workbooks import rent_vs_buy
from workbooks.words import Words

each_language = pytest.mark.parametrize("lang", LANGUAGES)


def in_turn(cases: list[dict[str, object]]) -> list[tuple[str, dict[str, object]]]:
    """Cases with a language each: what is refused is refused by the same formulas in both."""
    return [(LANGUAGES[n % 2], case) for n, case in enumerate(cases)]


TODAY = day("2026-11-30")
COMMON = {
    "as_of": TODAY, "quote_date": TODAY, "own_date": TODAY, "tenancy": choice("shared"),
    "input_vat_creditable": choice("answer_no"),
}  # fmt: skip
# A server at 1.4m, 600,000 a year of hosting, rent 1,500 a day, three years, paid yearly.
THREE_YEARS = COMMON | {
    "cards": 8, "evaluation_horizon": 36, "discount_rate": 0.1,
    "payment_rhythm": choice("paid_yearly"), "price": 1500, "billing_unit": choice("node_day"),
    "capex_servers": "140万", "colocation_fee": 50_000, "power_kw": 0, "residual_rate": 0,
    "operations_staff_cost": 0, "maintenance": 0,
}  # fmt: skip
# A server with its network at 3.6m over five years; 29,675 a month to run, 165,000 got back.
FIVE_YEARS = COMMON | {
    "cards": 8, "evaluation_horizon": 60, "discount_rate": "8%", "price": 90_000,
    "billing_unit": choice("node_month"), "other_monthly": 26_906.25, "capex_servers": 3_300_000,
    "capex_network": 300_000, "colocation_fee": 27_175, "power_kw": 0, "maintenance": 30_000,
    "operations_staff_cost": 0, "disposal_proceeds": 165_000,
}  # fmt: skip
# The worked case of text books: 75,000, lease 27,000 a year, 10 %, 34 % tax, three years.
LEASE = COMMON | {
    "cards": 1, "node_size": 1, "evaluation_horizon": 36, "discount_rate": 0.1,
    "corporate_income_tax_rate": 0.34, "payment_rhythm": choice("paid_yearly"), "price": 27_000,
    "billing_unit": choice("node_year"), "capex_servers": 75_000, "colocation_fee": 0,
    "power_kw": 0, "operations_staff_cost": 0, "maintenance": 0, "residual_rate": 0,
}  # fmt: skip
HERE = Path(rent_vs_buy.__file__).parent
NEVER = {"en": "No break-even with these inputs", "zh": "按此输入无平衡点"}


def compared(lang: str, values: dict[str, object], **more: object) -> Filled:
    return Filled("rent_vs_buy", lang, **(values | more))


def said(book: Filled) -> list[str]:
    """The texts of the result page."""
    return [v for v in book.sheet("rent_or_buy").values() if isinstance(v, str)]


def money(value: object) -> float:
    assert isinstance(value, float), value
    return round(value, 2)


# -- stories -------------------------------------------------------------------------------------


@each_language
def test_three_years_of_a_server_never_break_even(lang: str) -> None:
    """Owning 1,066,666.67 a year; 365 days of rent 547,500: less than hosting alone."""
    book = compared(lang, THREE_YEARS)
    assert money(book["own_year"]) == 1_066_666.67
    assert book["rent_year"] == 547_500
    assert book["break_even_days_plain"] == pytest.approx(711.1, abs=0.05)
    assert money(book["break_even_price_plain"]) == 2_922.37
    assert money(book["break_even_card_hour_plain"]) == 15.22
    assert (money(book["own_npv"]), money(book["rent_npv"])) == (2_892_111.19, 1_361_551.47)
    assert book["cheaper"] == book.label("rent_hire")
    assert book["payback_months"] == book["payback_present"] == ""
    # utilisation, days with and without discounting, payback; only a rise of rents would help
    assert sum(NEVER[lang] in text for text in said(book)) == 4
    assert -1 < float(str(book["break_even_fall"])) < 0
    assert book["status"] == book.label("pass")
    # nor does the cover show 212.4 % and 775 days as if they could be reached: words, and a note
    cover, words = book.sheet("cover"), Words(lang, [HERE])
    assert float(str(book["break_even_utilisation"])) > 1
    assert cover["E6"] == cover["F6"] == words("no_break_even")
    assert words("cover_never").split("{")[0] in str(cover["B7"]) and "212.4" in str(cover["B7"])


@each_language
def test_at_thirty_a_card_hour_it_breaks_even_at_185_days(lang: str) -> None:
    book = compared(lang, THREE_YEARS, price=5760)
    assert book["break_even_days_plain"] == pytest.approx(185.2, abs=0.05)
    assert book["cheaper"] == book.label("own_buy")


@each_language
def test_five_years_of_a_server(lang: str) -> None:
    book = compared(lang, FIVE_YEARS)
    assert (money(book["rent_npv"]), money(book["own_npv"])) == (5_803_799.48, 4_960_916.28)
    assert book["saving"] == 842_883.20
    assert book["cheaper"] == book.label("own_buy")
    assert money(book["payback_months"]) == 41.27
    assert (book["payback_cash"], book["payback_present"]) == (42, 49)
    assert round(float(str(book["break_even_utilisation"])), 3) == 0.855
    assert round(float(str(book["break_even_fall"])), 4) == 0.1140
    assert money(book["break_even_rent"]) == 73_021.76
    assert money(book["break_even_price_npv"]) == 73_021.76
    assert book["status"] == book.label("pass")
    spoken = " ".join(said(book))
    for figure in ("842,883.20", "5,803,799.48", "4,960,916.28", "85.5", "11.4", "41.3"):
        assert figure in spoken
    assert NEVER[lang] not in spoken
    cover = book.sheet("cover")
    assert (cover["E6"], cover.get("B7", "")) == (book["break_even_utilisation"], "")


@each_language
def test_rents_that_fall_a_fifth_a_year_turn_the_answer(lang: str) -> None:
    book = compared(lang, FIVE_YEARS, annual_fall_of_rent_prices="20%")
    assert money(book["rent_npv"]) == 4_441_067.37
    assert book["saving"] == -519_848.91
    assert book["cheaper"] == book.label("rent_hire")
    assert round(float(str(book["break_even_fall"])), 4) == 0.1140


@each_language
def test_three_of_the_five_years_are_too_short(lang: str) -> None:
    book = compared(lang, FIVE_YEARS, evaluation_horizon=36)
    assert (money(book["rent_npv"]), money(book["own_npv"])) == (3_746_065.71, 4_419_903.54)
    assert book["cheaper"] == book.label("rent_hire")


@each_language
@pytest.mark.parametrize(
    ("change", "rent", "own", "saving"),
    [
        ({}, 44_315.70, 53_861.76, -9_546.06),
        ({"discount_rate": 0.066}, 47_109.20, 52_529.28, -5_420.09),
        ({"payment_moment": choice("in_advance")}, 48_747.27, 53_861.76, -5_114.49),
    ],
)
def test_lease_or_buy_of_the_text_books(
    lang: str, change: dict[str, object], rent: float, own: float, saving: float
) -> None:
    book = compared(lang, LEASE, **change)
    assert (money(book["rent_npv"]), money(book["own_npv"])) == (rent, own)
    assert book["saving"] == saving
    assert book["status"] == book.label("pass")


# -- unknown is not zero -------------------------------------------------------------------------


@each_language
@pytest.mark.parametrize(
    "field", ["operations_staff_cost", "colocation_fee", "power_kw", "maintenance"]
)
def test_an_unknown_cost_leaves_owning_undecided(lang: str, field: str) -> None:
    values = {k: v for k, v in FIVE_YEARS.items() if k != field}
    book = compared(lang, values)
    assert book["status"] == book.label("incomplete")
    assert book["cheaper"] not in (book.label("own_buy"), book.label("rent_hire"), "")
    at_least = "at least" if lang == "en" else "至少"
    assert any(at_least in text for text in said(book))
    assert book.errors() == []


@each_language
def test_renting_may_win_before_the_unknown_costs(lang: str) -> None:
    """What is unknown can only make owning dearer."""
    values = {k: v for k, v in THREE_YEARS.items() if k != "operations_staff_cost"}
    book = compared(lang, values)
    assert book["cheaper"] == book.label("rent_hire")
    assert book["status"] == book.label("incomplete")
    assert any(book.label("operations_staff_cost") in text for text in said(book))


@each_language
def test_nothing_of_owning_known_leaves_renting_shown(lang: str) -> None:
    values = {k: v for k, v in FIVE_YEARS.items() if k != "capex_servers"}
    book = compared(lang, values)
    assert money(book["rent_npv"]) == 5_803_799.48
    assert (book["own_npv"], book["saving"], book["cheaper"]) == ("", "", "")
    assert book["status"] == book.label("incomplete")


# -- bases, plans, parts -------------------------------------------------------------------------


@each_language
def test_amounts_are_brought_to_one_tax_basis(lang: str) -> None:
    """Creditable: 10,600 with 6 % is 10,000 a month, 1,130,000 with 13 % is 1,000,000."""
    values = COMMON | {
        "cards": 8, "evaluation_horizon": 12, "discount_rate": 0, "price": 10_600,
        "billing_unit": choice("node_month"), "capex_servers": 1_130_000, "colocation_fee": 1_060,
        "power_kw": 10, "electricity_tariff": 1.13, "pue": 1, "hours_per_month": 100,
        "operations_staff_cost": 500, "maintenance": 1_272, "disposal_proceeds": 113_000,
    }  # fmt: skip
    net = compared(lang, values, input_vat_creditable=choice("answer_yes"))
    # 1,000,000 + 12 x (1,000 + 1,000 + 500 + 100) - 100,000
    assert (net["rent_npv"], net["own_npv"]) == (120_000, 931_200)
    assert net["basis"] == net.label("excl_tax")
    gross = compared(lang, values)
    # 1,130,000 + 12 x (1,060 + 1,130 + 500 + 106) - 113,000
    assert (gross["rent_npv"], gross["own_npv"]) == (127_200, pytest.approx(1_050_552))
    added = compared(lang, values, anchor=choice("excl_tax"), own_anchor=choice("excl_tax"))
    assert added["rent_npv"] == pytest.approx(134_832)  # 12 x 10,600 x 1.06


@each_language
@pytest.mark.parametrize(
    ("change", "share"),
    [
        ({"billing_plan": choice("pay_as_you_go"), "time_utilisation": "40%"}, 0.4),
        ({"billing_plan": choice("daily"), "days_used": 146}, 0.4),
        ({"billing_plan": choice("monthly"), "days_used": 146}, 1),
        ({"billing_plan": choice("yearly_plan"), "time_utilisation": 0.5}, 1),
    ],
)
def test_only_some_plans_pay_for_use_alone(
    lang: str, change: dict[str, object], share: float
) -> None:
    book = compared(lang, FIVE_YEARS, **change)
    assert book["rent_npv"] == pytest.approx(5_803_799.482336 * share, abs=0.005)
    assert round(float(str(book["break_even_utilisation"])), 3) == 0.855
    assert book["status"] == book.label("pass")


@each_language
@pytest.mark.parametrize(
    ("unit", "price", "month"),
    [
        ("card_hour", 6.5, 8 * 730 * 6.5),
        ("card_day", 150, 8 * 150 * 365 / 12),
        ("card_month", 4_000, 32_000),
        ("card_year", 48_000, 32_000),
        ("node_hour", 50, 36_500),
        ("node_day", 1_500, 45_625),
        ("node_year", 120_000, 10_000),
    ],
)
def test_any_price_unit_becomes_a_month(lang: str, unit: str, price: float, month: float) -> None:
    values = FIVE_YEARS | {"other_monthly": 0, "discount_rate": 0, "evaluation_horizon": 12}
    book = compared(lang, values, price=price, billing_unit=choice(unit))
    assert book["rent_npv"] == pytest.approx(12 * month)


@each_language
def test_electricity_follows_from_power(lang: str) -> None:
    """10 kW x 1.3 x 730 h x 0.65 = 6,168.50 a month."""
    power = {"power_kw": 10, "pue": 1.3, "electricity_tariff": 0.65}
    free, paid = compared(lang, FIVE_YEARS), compared(lang, FIVE_YEARS, **power)
    months = 49.644903
    gap = float(str(paid["own_npv"])) - float(str(free["own_npv"]))
    assert gap == pytest.approx(6_168.5 * months, rel=1e-7)


@each_language
@pytest.mark.parametrize(
    ("change", "key"),
    [
        ({"evaluation_horizon": 12}, "flat"),
        ({"price": 0.01, "other_monthly": 0}, "rent"),
        ({"price": 900_000}, "own"),
    ],
)
def test_a_fall_that_cannot_break_even_is_said(
    lang: str, change: dict[str, object], key: str
) -> None:
    book = compared(lang, FIVE_YEARS, **change)
    assert book["break_even_fall"] == ""
    assert any(NEVER[lang] in text for text in said(book))
    assert book["status"] == book.label("pass")
    assert book.errors() == []


@each_language
def test_the_rent_to_aim_at_stands_before_there_is_a_quotation(lang: str) -> None:
    book = compared(lang, {k: v for k, v in FIVE_YEARS.items() if k != "price"})
    assert money(book["break_even_rent"]) == 73_021.76
    assert money(book["break_even_card_hour_npv"]) == 12.50
    assert book["rent_npv"] == ""


@each_language
def test_a_rent_of_zero_is_no_error(lang: str) -> None:
    book = compared(lang, FIVE_YEARS, price=0, other_monthly=0)
    assert book["rent_npv"] == 0
    assert book["cheaper"] == book.label("rent_hire")
    assert book.errors() == []


@each_language
def test_dearer_extras_than_owning_leave_no_rent(lang: str) -> None:
    book = compared(lang, FIVE_YEARS, other_monthly=500_000)
    assert float(str(book["break_even_rent"])) < 0
    assert any(NEVER[lang] in text for text in said(book))


# -- the lease question --------------------------------------------------------------------------


@each_language
@pytest.mark.parametrize(
    ("change", "flag", "state"),
    [
        ({"tenancy": choice("dedicated")}, 1, "incomplete"),
        ({"tenancy": None}, 1, "incomplete"),
        (
            {"tenancy": choice("dedicated"), "lease_accounting_settled": choice("answer_yes")},
            1,
            "pass",
        ),
        ({"tenancy": choice("dedicated"), "lease_term": 12}, 0, "pass"),
        ({"tenancy": choice("dedicated"), "lease_term": 13}, 1, "incomplete"),
        ({"tenancy": choice("dedicated"), "billing_plan": choice("daily")}, 0, "pass"),
        ({}, 0, "pass"),
    ],
)
def test_a_long_dedicated_rental_may_be_an_asset(
    lang: str, change: dict[str, object], flag: int, state: str
) -> None:
    values = {k: v for k, v in (FIVE_YEARS | change).items() if v is not None}
    book = compared(lang, values)
    assert (book["lease_flag"], book["status"]) == (flag, book.label(state))
    assert any("IFRS 16" in text or "使用权资产" in text for text in said(book)) == bool(flag)


# -- checks --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lang", "change"),
    in_turn([
        {"price": "soon"},
        {"price": "1500元/台天"},
        {"evaluation_horizon": 0},
        {"evaluation_horizon": 121},
        {"evaluation_horizon": 30.5},
        {"discount_rate": 8},
        {"annual_fall_of_rent_prices": 1.5},
        {"pue": 0.5, "power_kw": 5, "electricity_tariff": 1},
        {"tax_rate": 6},
        {"depreciation_life": 0.5},
        {"billing_unit": "whenever"},
        {"cards": 2.5},
        {"operations_staff_cost": -1},
        {"payment_rhythm": "often"},
        {"tax_category": "none"},
        {"gpu": "no such card"},
        {"gpu": "A100*"},
        {"corporate_income_tax_rate": 1.2},
        {"disposal_proceeds": 9_000_000},
        {"quote_date": "soon"},
    ]),
)  # fmt: skip
def test_what_a_paste_brings_in_fails_and_shows_no_error(
    lang: str, change: dict[str, object]
) -> None:
    book = compared(lang, FIVE_YEARS, **change)
    assert book["status"] == book.label("fail")
    assert book.errors() == []


@each_language
@pytest.mark.parametrize("months", [30, 37])
def test_half_a_payment_period_is_refused(lang: str, months: int) -> None:
    book = compared(lang, THREE_YEARS, evaluation_horizon=months)
    assert book["status"] == book.label("fail")
    assert (book["own_npv"], book["rent_npv"]) == ("", "")
    assert book.errors() == []


@pytest.mark.parametrize(
    ("lang", "missing"),
    [
        (LANGUAGES[n % 2], name)
        for n, name in enumerate(
            ("price", "cards", "evaluation_horizon", "discount_rate", "as_of", "own_date")
        )
    ],
)
def test_what_is_missing_leaves_it_incomplete(lang: str, missing: str) -> None:
    book = compared(lang, {k: v for k, v in FIVE_YEARS.items() if k != missing})
    assert book["status"] == book.label("incomplete")
    assert book.errors() == []


@each_language
@pytest.mark.parametrize(
    ("dated", "state"),
    [("2026-09-01", "pass"), ("2026-08-31", "incomplete"), ("2026-12-01", "incomplete")],
)
def test_a_price_grows_old(lang: str, dated: str, state: str) -> None:
    """90 days before 2026-11-30 is 2026-09-01; a price of tomorrow is none."""
    book = compared(lang, FIVE_YEARS, quote_date=day(dated))
    assert book["status"] == book.label(state)


@each_language
def test_two_years_are_short_of_the_least_life(lang: str) -> None:
    book = compared(lang, FIVE_YEARS, depreciation_life=2)
    assert book["status"] == book.label("incomplete")


# -- the sheets agree with the functions ---------------------------------------------------------


@each_language
def test_the_flows_add_up_with_tax_fall_and_quarters(lang: str) -> None:
    """Every check of sums holds where everything is in play, and the functions agree."""
    values = FIVE_YEARS | {
        "corporate_income_tax_rate": 0.25, "payment_rhythm": choice("paid_quarterly"),
        "payment_moment": choice("in_advance"), "annual_fall_of_rent_prices": 0.15,
        "depreciation_life": 4, "residual_rate": 0.05, "evaluation_horizon": 45,
    }  # fmt: skip
    book = compared(lang, values)
    assert book["status"] == book.label("pass")
    known = registry.functions()
    own = edge.call(
        known["own_npv"], 3_600_000, 45, 0.08, 29_675, 0, 0, 1, 0, 720, 165_000, 0.25, 4, 0.05, 4,
        True,
    )  # fmt: skip
    rent = edge.call(known["rent_npv"], 90_000, 45, 0.08, 0.15, 26_906.25, 0.25, 4, True)
    assert book["own_npv"] == pytest.approx(own, rel=1e-12)
    assert book["rent_npv"] == pytest.approx(rent, rel=1e-12)


@each_language
def test_the_grids_are_the_functions(lang: str) -> None:
    """Twenty per cent more rent and ten less for the machines, and the other grids."""
    book = compared(lang, FIVE_YEARS, corporate_income_tax_rate=0.25)
    known = registry.functions()

    def own(capex: float, months: int, rate: float, proceeds: float, life: float) -> float:
        return float(
            edge.call(  # type: ignore[arg-type]
                known["own_npv"], capex, months, rate, 29_675, 0, 0, 1, 0, 720, proceeds, 0.25,
                life, 0.05,
            )
        )  # fmt: skip

    def rent(price: float, months: int, rate: float, fall: float) -> float:
        return float(edge.call(known["rent_npv"], price, months, rate, fall, 26_906.25, 0.25))  # type: ignore[arg-type]

    base = own(3_600_000, 60, 0.08, 165_000, 3)
    wanted = [
        rent(90_000, 60, 0.08, 0.2) * 0.7 - base,
        rent(108_000, 60, 0.08, 0) - own(3_240_000, 60, 0.08, 165_000, 3),
        rent(90_000, 48, 0.08, 0) - own(3_600_000, 48, 0.08, 360_000, 3),
        rent(90_000, 60, 0.12, 0) - own(3_600_000, 60, 0.12, 165_000, 5),
    ]
    shown = [v for v in book.sheet("sensitivity_analysis").values() if isinstance(v, float)]
    for value in wanted:
        assert any(v == pytest.approx(value, rel=1e-12) for v in shown), value


@each_language
def test_it_takes_the_row_of_the_comparison(lang: str) -> None:
    """A price that is handed over counts where the entry is blank."""
    handed = {"price", "billing_unit", "cards"}
    values = {k: v for k, v in FIVE_YEARS.items() if k not in handed}
    typed = compared(lang, FIVE_YEARS)
    book = compared(lang, values)
    place = {
        book.cells[sheet, cell]: (sheet, cell)
        for (sheet, cell) in book.cells
        if sheet == book.label("handover_row") and cell.endswith("5")
    }
    assert set(handover.FIELDS) <= {f for f in handover.FIELDS if book.label(f) in place}
    pasted = {}
    for field, value in (("price", 90_000), ("billing_unit", book.label("node_month")),
                         ("cards", 8)):  # fmt: skip
        sheet, cell = place[book.label(field)]
        pasted[f"'{sheet}'!{cell[:-1]}6"] = value
    data = recalculate(fill(book.data, pasted))
    assert read_values(data)[book.names["out_saving"]] == typed["saving"]
    assert handover.read(typed.data)["price"] == 90_000


@each_language
def test_ten_thousands_change_the_display_only(lang: str) -> None:
    plain = compared(lang, FIVE_YEARS)
    shown = compared(lang, FIVE_YEARS, amount_unit=choice("amount_in_ten_thousands"))
    assert shown["saving"] == plain["saving"]
    assert b'formatCode="0\\.0,"' in _styles(shown.data)


def _styles(book: bytes) -> bytes:
    with zipfile.ZipFile(io.BytesIO(book)) as package:
        return package.read("xl/styles.xml")


# -- engines -------------------------------------------------------------------------------------


@pytest.mark.libreoffice
@pytest.mark.slow
def test_libreoffice_computes_the_same(tmp_path: Path) -> None:
    """Every value of every book, in either language in turn, computed anew by LibreOffice."""
    taxed = {
        "corporate_income_tax_rate": 0.25, "payment_moment": choice("in_advance"),
        "payment_rhythm": choice("paid_quarterly"), "annual_fall_of_rent_prices": 0.15,
    }  # fmt: skip
    cases: dict[str, dict[str, object]] = {
        "three": THREE_YEARS, "five": FIVE_YEARS, "lease": LEASE, "taxed": FIVE_YEARS | taxed,
        "open": {k: v for k, v in FIVE_YEARS.items() if k != "operations_staff_cost"},
        "wrong": FIVE_YEARS | {"discount_rate": 8, "cards": 2.5, "evaluation_horizon": "x"},
    }  # fmt: skip
    books = {}
    for number, (name, values) in enumerate(cases.items()):
        path = tmp_path / f"{name}.xlsx"
        path.write_bytes(compared(LANGUAGES[number % 2], values).data)
        books[path] = read_values(path.read_bytes())
    anew = engines.libreoffice(books)
    compared_cells = 0
    for path, stored in books.items():
        for place, value in stored.items():
            there = anew[path].get(place, "")
            assert engines.same(value, there), (path.name, place, value, there)
            compared_cells += 1
    assert compared_cells > 25_000
