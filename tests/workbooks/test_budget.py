"""The budget book: story 6 to the cent, its months, cash, budget years, and its checks."""

from __future__ import annotations

import io
from pathlib import Path

import openpyxl
import pytest
from openpyxl.utils import get_column_letter

from gpucalc import glossary, handover
from gpucalc.excel.fill import fill, read_names, read_values
from gpucalc.excel.recalc import recalculate
from tests import engines
from tests.workbooks.books import LANGUAGES, Filled, choice, day, template
from tests.workbooks.quotes import silent
from workbooks.words import Words

BOOK = Path(__file__).parents[2] / "workbooks" / "budget"
pytestmark = pytest.mark.parametrize("lang", LANGUAGES)

PHASED: dict[str, object] = {
    "requisition_no": "PR-1", "request_date": day("2026-12-20"), "as_of": day("2026-12-20"),
    "department": "D", "applicant": "A", "justification": "J", "gpu": "A100 80GB",
    "price": 6.5, "price_date": day("2026-12-15"), "price_source": "Q-1",
    "supplier": "S1", "selection_reason": "R", "budget_account": "6602", "source_of_funds": "F",
    "required_by": day("2026-12-28"),
    "debug_cards": 4, "debug_start_date": day("2026-12-28"), "debug_hours": 8,
    "cards": 64, "start_date": day("2026-12-29"), "end_date": day("2027-01-04"),
    "reserve_phase_cards": 16, "reserve_phase_start_date": day("2027-01-05"),
    "reserve_phase_end_date": day("2027-01-06"),
    "storage_quantity": 1, "storage_price": 1000, "storage_start_date": day("2027-01-01"),
    "storage_end_date": day("2027-01-31"), "storage_price_source": "Q-2",
    "storage_price_date": day("2026-12-15"),
    "contingency_share": "15%", "voucher_share": "20%", "signing_date": day("2026-12-25"),
    "prepayment_share": "30%", "credit_period": 30,
    "annual_budget_1": 30000, "annual_budget_2": 50000,
    "level_1_limit": 5000, "level_1_approver": "L1", "level_2_limit": 150_000,
    "level_2_approver": "L2", "level_3_approver": "L3",
    "bid_1_supplier": "S1", "bid_1_total": 76088, "bid_2_supplier": "S2",
    "bid_2_total": 80000, "bid_3_supplier": "S3", "bid_3_total": 91000,
}  # fmt: skip
FUNDED = PHASED | {"annual_budget_2": 60000}


def budget(lang: str, values: dict[str, object], **more: object) -> Filled:
    return Filled("budget", lang, **(values | more))


def amounts(book: Filled, name: str) -> tuple[object, object, object]:
    """Net, tax and gross of a part of the request."""
    prefix = f"{name}_" if name else ""
    return tuple(book[f"{prefix}{what}"] for what in ("net", "tax", "gross"))  # type: ignore[return-value]


def payments(book: Filled) -> list[tuple[object, object]]:
    """Dates and amounts of the schedule, in the order in which it shows them."""
    cells = book.sheet("payment_schedule")
    heads = [
        int(c[1:]) for c, v in cells.items() if c[0] == "E" and v == book.label("payment_date")
    ]
    rows = range(min(heads) + 1, min(heads) + 24)
    dated = [(cells.get(f"E{r}"), cells.get(f"I{r}")) for r in rows if cells.get(f"I{r}")]
    return [pair for pair in dated if pair[0]]


def year(book: Filled, number: int) -> list[object]:
    """A budget year: year, left, request, contingency, left after it, state."""
    cells = book.sheet("budget_check")
    row = int(book.names["in_annual_budget_1"][1][1:]) + number - 1
    return [cells.get(f"{column}{row}") for column in "BFGHIJ"]


# -- story 6 -------------------------------------------------------------------------------------


def test_the_request_to_the_cent(lang: str) -> None:
    """11,552 card-hours, 75,088.00 rent, 11,263.20 contingency, 1,000.00 storage: 87,351.20."""
    book = budget(lang, PHASED)
    assert book["card_hours"] == 11552
    assert amounts(book, "rent") == (70837.74, 4250.26, 75088)
    assert amounts(book, "contingency") == (10625.66, 637.54, 11263.2)
    assert amounts(book, "others") == (943.4, 56.6, 1000)
    assert amounts(book, "") == (82406.8, 4944.4, 87351.2)
    if lang == "zh":
        assert book["amount_in_words"] == "人民币捌万柒仟叁佰伍拾壹元贰角"
    assert book["voucher_amount"] == 17470.24  # shown, and never netted: the sums above hold it not
    assert (book["approval_level"], book["approver"]) == (2, "L2")


def test_cost_by_service_month_and_the_last_month_takes_the_rest(lang: str) -> None:
    """28,452.83 in December; January 37,675.48 + 4,709.43 + 943.40 = 43,328.31, not .30."""
    book = budget(lang, PHASED)
    cells = book.sheet("cost_budget")
    months = [r for r in range(1, 60) if cells.get(f"A{r}") in (46357.0, 46388.0)]
    hours, gross, net = ([cells[f"{c}{r}"] for r in months] for c in "CFG")
    assert hours == [4640, 6912]
    assert gross == [30160, 45928]
    assert net == [28452.83, 43328.31]
    assert [cells[f"H{r}"] for r in months] == [28452.83, 71781.14]


def test_each_budget_year_on_the_companys_basis(lang: str) -> None:
    """2026 holds it; 2027 takes 43,328.31 + 10,625.66 of contingency: 3,953.97 too much."""
    book = budget(lang, PHASED)
    good, bad = book.label("pass"), book.label("fail")
    assert year(book, 1) == [2026, 30000, 28452.83, 0, 1547.17, good]
    assert year(book, 2) == [2027, 50000, 43328.31, 10625.66, -3953.97, bad]
    assert book["over_budget"] == book.label("answer_yes")
    assert book["status"] == bad
    assert len(book.failing()) == 1
    funded = budget(lang, FUNDED)
    assert funded["over_budget"] == book.label("answer_no")
    assert funded["status"] == good


def test_a_company_that_budgets_with_tax_sees_gross(lang: str) -> None:
    """30,160.00 and 45,928.00 + 11,263.20."""
    book = budget(lang, PHASED, budget_basis=choice("incl_tax_basis"), spent_1=100, committed_1=200)
    assert year(book, 1)[1:5] == [29700, 30160, 0, -460]
    assert year(book, 2)[2:4] == [45928, 11263.2]


def test_cash_by_the_payment_terms(lang: str) -> None:
    """22,526.40 at signing, 21,112.00 on 2027-01-30, 32,449.60 on 2027-03-02: 76,088.00."""
    book = budget(lang, PHASED)
    assert payments(book) == [(46381, 22526.4), (46417, 21112), (46448, 32449.6)]
    assert book["cash_total"] == 76088


def test_deposit_and_balance_have_their_days(lang: str) -> None:
    """10 % of the rent on acceptance, a deposit that comes back; months pay the remaining 60 %."""
    book = budget(
        lang, FUNDED, balance_share="10%", acceptance_date=day("2027-02-10"),
        refundable_deposit=5000, deposit_return_date=day("2027-02-15"),
    )  # fmt: skip
    assert payments(book) == [
        (46381, 22526.4), (46381, 5000), (46417, 18096), (46428, 7508.8), (46433, -5000),
        (46448, 27956.8),
    ]  # fmt: skip
    assert book["cash_total"] == 76088
    assert book["status"] == book.label("pass")


def test_a_payment_without_a_date_is_told(lang: str) -> None:
    book = budget(lang, FUNDED, signing_date=None)
    assert book["status"] == book.label("incomplete")
    assert book["cash_total"] == 76088


# -- phases, prices, other costs -----------------------------------------------------------------


def test_a_price_per_node_day_becomes_one_per_card_hour(lang: str) -> None:
    """1,500 a node-day of 8 cards is 7.8125; with 8折 6.25: 11,552 x 6.25 = 72,200.00."""
    book = budget(lang, FUNDED, price=1500, billing_unit="node_day", discount="8折")
    assert book["rent_gross"] == 72200


NODE_MONTH: dict[str, object] = {
    k: v for k, v in FUNDED.items()
    if not k.startswith(("debug_", "reserve_phase_", "storage_", "contingency", "voucher"))
} | {
    "price": 38_000, "billing_unit": choice("node_month"), "cards": 8,
    "start_date": day("2026-12-01"), "end_date": day("2026-12-30"), "annual_budget_1": 40_000,
}  # fmt: skip


def test_a_price_stays_in_the_unit_of_the_quote(lang: str) -> None:
    """A node for 720 h at 38,000 is 38,000.00, not 5,760 x 6.5972 = 37,999.87; two for 360 h too.
    5 cards are 5/8: 23,750.00. With 10 % off 34,200.00."""
    book = budget(lang, NODE_MONTH)
    assert amounts(book, "rent") == (35849.06, 2150.94, 38000)
    cells = book.sheet("phases")
    assert (cells["L7"], cells["AC7"], cells["AD7"]) == (6.5972, 1, 1)
    shown = [v for k, v in book.sheet("purchase_requisition").items() if k[0] == "C"]
    unit = book.label("node_month")
    assert [v for v in shown if isinstance(v, str) and f"38000/{unit}" in v]
    two = budget(lang, NODE_MONTH, cards=16, end_date=day("2026-12-15"))
    assert two["rent_gross"] == 38000
    assert budget(lang, NODE_MONTH, cards=5)["rent_gross"] == 23750
    assert budget(lang, NODE_MONTH, discount="10%")["rent_gross"] == 34200
    node_of_ten = budget(lang, NODE_MONTH, cards=10, node_size=10)
    assert node_of_ten["rent_gross"] == 38000


def test_a_price_per_p_is_for_the_peak_of_the_card(lang: str) -> None:
    """8 x 0.312 P x 15,000 a P-month: 37,440.00; a card without one peak prices nothing."""
    by_p = NODE_MONTH | {"price": 15_000, "billing_unit": "P月"}
    assert budget(lang, by_p)["rent_gross"] == 37440
    unclear = budget(lang, by_p, gpu="no such card")
    assert (unclear["rent_gross"], unclear.errors()) == ("", [])


def test_a_frozen_price_is_in_the_unit_of_the_quote_and_is_handed_over_in_it(lang: str) -> None:
    book = budget(lang, NODE_MONTH, price=40_000, rent_frozen_price=38_000)
    assert book["rent_gross"] == 38000
    row = handover.read(book.data)
    assert (row["price"], row["billing_unit"]) == (38000, book.label("node_month"))


def test_a_net_price_gets_its_tax_on_top(lang: str) -> None:
    """75,088.00 net: 4,505.28 of tax, line by line 12.48 + 4,193.28 + 299.52."""
    book = budget(lang, FUNDED, anchor=choice("excl_tax"))
    assert amounts(book, "rent") == (75088, 4505.28, 79593.28)
    assert book["contingency_net"] == 11263.2
    checks = book.checks()
    assert book.label("fail") not in {s for what, s in checks.items() if "=" in what}


def test_one_line_over_three_months_adds_up(lang: str) -> None:
    """100.00 over 3 x 30, 31 and 29 days: cumulative rounding, nothing lost."""
    values = {k: v for k, v in FUNDED.items() if not k.startswith(("debug_", "reserve_phase_"))}
    values |= {"start_date": day("2026-11-01"), "end_date": day("2027-01-29"), "cards": 1}
    book = budget(lang, values, price=0.0463)
    cells = book.sheet("cost_budget")
    nets = [cells[f"G{r}"] for r in range(1, 60) if cells.get(f"A{r}") in (46327, 46357, 46388)]
    assert round(sum(nets), 2) == round(book["rent_net"] + book["others_net"], 2)  # type: ignore[arg-type,operator]
    # 0.0463 is a hundredth of any price of the catalog: that, and nothing else, is asked about.
    states = [*book.checks().values()]
    assert states.count(book.label("incomplete")) == 1 and book.label("fail") not in states
    assert checked(book.data, lang, "check_band")[0] == book.label("incomplete")


def test_service_in_another_budget_year(lang: str) -> None:
    """A budget year from April on: December and January lie in one year."""
    book = budget(lang, PHASED, budget_year_starts=4, annual_budget_1=90000)
    assert year(book, 1)[:5] == [2026, 90000, 71781.14, 10625.66, 7593.2]
    assert year(book, 2)[0] == ""
    assert book["status"] == book.label("pass")


def test_service_beyond_the_months_shown_fails_a_check(lang: str) -> None:
    book = budget(lang, FUNDED, end_date=day("2028-12-31"))
    assert book["status"] == book.label("fail")
    assert book.errors() == []


def test_a_phase_may_give_its_hours_or_its_dates(lang: str) -> None:
    """64 cards for 168 hours from 12-29 end on 01-04; without hours and end nothing is priced."""
    by_hours = {k: v for k, v in FUNDED.items() if k != "end_date"}
    assert budget(lang, by_hours, rent_hours=168)["rent_gross"] == 75088
    half = budget(lang, by_hours)
    assert half["gross"] == ""
    assert half["status"] == half.label("incomplete")


def test_frozen_prices_go_before_todays(lang: str) -> None:
    book = budget(lang, FUNDED, price=9, rent_frozen_price=6.5, request_status=choice("approved"))
    assert book["rent_gross"] == 75088
    assert book["status"] == book.label("incomplete")  # told: the price has moved
    approved = budget(lang, FUNDED, request_status=choice("approved"))
    assert approved["status"] == approved.label("incomplete")  # told: freeze the prices


def test_every_price_of_an_approved_request_is_frozen_with_source_and_date(lang: str) -> None:
    """The rent alone is not enough, nor a price without where it came from."""
    approved = FUNDED | {"request_status": choice("approved"), "rent_frozen_price": 6.5}
    book = budget(lang, approved, storage_frozen_price=1000)
    sheet, cell = book.names["in_rent_frozen_price"]
    rows = [int(book.names[f"in_{line}_frozen_price"][1][1:]) for line in ("rent", "storage")]
    assert (cell[0], book["status"]) == ("G", book.label("incomplete"))
    sources = {f"'{sheet}'!H{r}": "Q-1" for r in rows} | {f"'{sheet}'!I{r}": 46371 for r in rows}
    whole = recalculate(fill(book.data, sources))
    assert read_values(whole)[book.names["out_status"]] == book.label("pass")
    undated = recalculate(fill(whole, {f"'{sheet}'!I{rows[1]}": None}))
    assert read_values(undated)[book.names["out_status"]] == book.label("incomplete")
    rent_alone = recalculate(fill(whole, {"in_storage_frozen_price": None}))
    assert read_values(rent_alone)[book.names["out_status"]] == book.label("incomplete")


def test_actual_cost_against_the_budget_of_its_month(lang: str) -> None:
    """December 28,452.83: 30,000 spent is 1,547.17 (5.4 %) over; with 43,000 in January the sum of
    73,000 exceeds 71,781.14 by 1,218.86."""
    book = budget(lang, FUNDED)
    title = book.label("budget_variance_sheet")
    first = next(int(c[1:]) for c, v in book.sheet("budget_variance_sheet").items()
                 if c[0] == "B" and v == 46357)  # fmt: skip
    spent = {f"'{title}'!E{first}": 30_000, f"'{title}'!E{first + 1}": 43_000}
    data = recalculate(fill(book.data, spent))
    cells = {c: v for (sheet, c), v in read_values(data).items() if sheet == title}
    assert [cells[f"{c}{first}"] for c in "DEF"] == [28_452.83, 30_000, 1_547.17]
    assert round(float(str(cells[f"G{first}"])), 4) == 0.0544
    assert [cells[f"{c}{first + 1}"] for c in "FHI"] == [-328.31, 71_781.14, 73_000]
    assert any("1,218.86" in v for v in cells.values() if isinstance(v, str))
    # an overrun is to be explained, not refused
    assert read_values(data)[book.names["out_status"]] == book.label("incomplete")


def test_the_requisition_is_one_page_of_a4(lang: str) -> None:
    sheet = openpyxl.load_workbook(io.BytesIO(template("budget", lang)))[
        Filled("budget", lang).label("purchase_requisition")
    ]
    setup = sheet.page_setup
    assert (setup.paperSize, setup.fitToWidth, setup.fitToHeight) == (9, 1, 1)
    assert setup.orientation == "portrait"


# -- approval, quotes, actual --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("limits", "level", "approver"),
    [
        ({}, 2, "L2"),
        ({"level_2_limit": 87351.19}, 3, "L3"),
        ({"level_1_limit": 87351.2}, 1, "L1"),
        ({"level_3_approver": None, "level_2_limit": 6000}, "", ""),
    ],
)
def test_who_approves(
    lang: str, limits: dict[str, object], level: object, approver: object
) -> None:
    book = budget(lang, FUNDED, **limits)
    assert (book["approval_level"], book["approver"]) == (level, approver)


def test_three_quotes_or_a_reason(lang: str) -> None:
    two = budget(lang, FUNDED, bid_3_supplier=None, bid_3_total=None)
    assert two["status"] == two.label("incomplete")
    single = {"procurement_method": choice("single_source"), "single_source_justification": "only"}
    book = budget(lang, FUNDED, bid_3_supplier=None, bid_3_total=None, **single)
    assert book["status"] == book.label("pass")
    expired = budget(lang, FUNDED, bid_3_valid_until=day("2026-12-01"))
    assert expired["quotes_counted"] == 2


def test_an_expired_quote_fails(lang: str) -> None:
    book = budget(lang, FUNDED, valid_until=day("2026-12-19"))
    assert book["status"] == book.label("fail")


# -- pages ---------------------------------------------------------------------------------------


def test_the_requisition_shows_used_lines_then_the_total(lang: str) -> None:
    book = budget(lang, FUNDED)
    cells = book.sheet("purchase_requisition")
    items = [cells.get(f"B{r}") for r in range(1, 40)]
    start = items.index(book.label("debug"))
    assert items[start : start + 7] == [
        book.label(f) for f in (
            "debug", "main_run", "reserve_phase", "storage", "contingency", "request_total"
        )
    ] + [""]  # fmt: skip
    grosses = [cells.get(f"H{start + 1 + n}") for n in range(6)]
    assert grosses == [208, 69888, 4992, 1000, 11263.2, 87351.2]


# -- checks --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "change",
    [
        {"price": "1500元/台天"}, {"gpu": "no such card"}, {"cards": 2.5}, {"discount": 1.5},
        {"prepayment_share": 0.7, "balance_share": 0.4}, {"contingency_share": 2},
        {"level_1_limit": 200_000}, {"tax_rate": 6}, {"billing_unit": "furlong"},
        {"budget_year_starts": 13}, {"storage_quantity": "some"}, {"annual_budget_1": "lots"},
        {"gpu": "A100*"}, {"billing_unit": "card_h*"},
    ],
)  # fmt: skip
def test_what_a_paste_brings_in_fails_a_check_and_shows_no_error(
    lang: str, change: dict[str, object]
) -> None:
    book = budget(lang, FUNDED, **change)
    assert book["status"] == book.label("fail")
    assert book.errors() == []


@pytest.mark.parametrize(
    "missing",
    [
        "price", "gpu", "cards", "department", "as_of", "price_date", "annual_budget_2",
        "start_date", "supplier", "selection_reason", "budget_account", "source_of_funds",
        "required_by", "price_source", "storage_price_source", "storage_price_date",
    ],
)  # fmt: skip
def test_what_is_missing_leaves_the_book_incomplete(lang: str, missing: str) -> None:
    book = Filled("budget", lang, **{k: v for k, v in FUNDED.items() if k != missing})
    assert book["status"] == book.label("incomplete"), book.failing()
    assert book.errors() == []


def test_a_single_source_may_say_why_in_its_justification(lang: str) -> None:
    single = {"procurement_method": choice("single_source"), "single_source_justification": "only"}
    book = budget(lang, FUNDED, selection_reason=None, **single)
    assert book["status"] == book.label("pass")
    competed = budget(lang, FUNDED, selection_reason=None, single_source_justification="only")
    assert competed["status"] == competed.label("incomplete")


def test_a_line_that_is_not_used_needs_no_source(lang: str) -> None:
    unused = {"storage_price_source": None, "storage_price_date": None, "storage_quantity": None,
              "storage_price": None}  # fmt: skip
    assert budget(lang, FUNDED, **unused)["status"] == glossary.label("pass", lang)


@pytest.mark.parametrize(("dated", "state"), [("2026-09-21", "pass"), ("2026-09-20", "incomplete")])
def test_the_price_of_any_line_grows_old(lang: str, dated: str, state: str) -> None:
    """90 days before 2026-12-20 are 2026-09-21."""
    book = budget(lang, FUNDED, storage_price_date=day(dated))
    assert book["status"] == book.label(state)
    longer = budget(lang, FUNDED, storage_price_date=day(dated), price_age_limit=91)
    assert longer["status"] == longer.label("pass")


def test_no_supplier_prints_nothing_and_both_stand_apart(lang: str) -> None:
    def said(**more: object) -> object:
        book = budget(lang, FUNDED, **more)
        cells = book.sheet("purchase_requisition")
        row = next(c[1:] for c, v in cells.items() if c[0] == "A" and v == book.label("supplier"))
        return cells.get(f"C{row}", "")

    assert said(supplier=None, selection_reason=None) == ""
    assert said(supplier=None) == "R"
    assert said() == "S1  R"


def test_the_results_say_why(lang: str) -> None:
    """75,088.00 + 1,000.00 are paid; 11,263.20 of contingency only once it is used."""
    book = budget(lang, PHASED)
    for field, figures in (
        ("payment_schedule", ("76,088.00", "75,088.00", "1,000.00", "11,263.20")),
        ("cost_budget", ("87,351.20", "75,088.00", "1,000.00", "11,263.20", "3,953.97")),
    ):
        texts = [v for v in book.sheet(field).values() if isinstance(v, str)]
        assert [v for v in texts if all(f in v for f in figures)], field
    plain = budget(lang, FUNDED, contingency_share=0)
    texts = [v for v in plain.sheet("payment_schedule").values() if isinstance(v, str)]
    (said,) = (v for v in texts if "76,088.00" in v)
    assert "0.00 " not in said.replace("76,088.00", "").replace("75,088.00", "").replace(
        "1,000.00", "")  # fmt: skip


def test_each_line_has_a_name_of_its_own(lang: str) -> None:
    book = budget(lang, FUNDED)
    wrong = book.label("extra_a_item")
    assert [what for what in book.checks() if wrong in what] == []
    spans = [v for c, v in book.sheet("phases").items() if c in [f"C{r}" for r in range(28, 33)]]
    assert len(set(spans)) == len(spans) == 5


def test_the_months_are_printed_by_whole_blocks(lang: str) -> None:
    """Card-hours start a page, under the months again; else their total stood alone on it."""
    sheet = openpyxl.load_workbook(io.BytesIO(template("budget", lang)))[
        glossary.label("month_split", lang)
    ]
    (last,) = [broken.id for broken in sheet.row_breaks.brk]
    assert sheet[f"B{last + 1}"].value == Words(lang, [BOOK])("block_card_hours")
    first, end = (int(row.strip("$")) for row in str(sheet.print_title_rows).split(":"))
    years = [n for n in range(1, 20) if sheet[f"B{n}"].value == glossary.label("budget_year", lang)]
    assert (first, [end]) == (end - 2, years)


# -- handed over ---------------------------------------------------------------------------------


def test_a_sizing_carries_over(lang: str) -> None:
    """120 cards for 232 hours from 12-01: 27,840 card-hours at 6.50 are 180,960.00 (story 1)."""
    sizing = Filled(
        "sizing", lang, as_of=day("2026-11-30"), start_date=day("2026-12-01"), params="13B",
        tokens="200B", method="pretrain", gpu="A100 80GB", days=10, mfu=0.5, node_size=8,
        price=6.5, project="P",
    )  # fmt: skip
    other = "en" if lang == "zh" else "zh"  # a book in the other language takes it too
    carried = handover.carry(sizing.data, template("budget", other))
    assert {"cards", "rent_hours", "start_date", "price", "gpu"} <= set(carried.taken)
    assert "anchor" not in carried.taken  # nobody stated it
    assert "tokens" in carried.left
    values = read_values(carried.book)
    assert 180960.0 in values.values()


QUOTED: dict[str, object] = {
    "gpu": "A100 80GB", "cards": 12, "rent_hours": 100, "price": 1200, "node_size": 8,
    "billing_unit": choice("node_day"), "anchor": choice("incl_tax"), "supplier": "S1",
    "quote_no": "Q-7", "quote_date": day("2026-11-30"), "as_of": day("2026-11-30"),
    "storage_quantity": 2, "storage_price": 200,
}  # fmt: skip


def checked(book: bytes, lang: str, key: str, **blanks: object) -> tuple[object, str]:
    """State and remedy of the check that says this."""
    sheet, cells = read_names(book)["out_status"][0], read_values(book)
    what = Words(lang, [BOOK])(key, **blanks)
    ((_, cell),) = [place for place, value in cells.items() if place[0] == sheet and value == what]
    return cells[sheet, f"G{cell[1:]}"], str(cells.get((sheet, f"H{cell[1:]}"), ""))


def test_the_total_handed_over_is_held_against_this_one(lang: str) -> None:
    """The quote bills 2 servers for 5 begun days, 12,000.00, and 400.00 of storage; here 1.5
    servers for 100 hours are 7,500.00."""
    quote = Filled("quote", lang, **QUOTED)
    assert quote["gross"] == 12400
    carried = handover.carry(quote.data, template("budget", lang))
    started = {"in_start_date": day("2026-12-01"), "in_storage_price": 200}
    book = recalculate(fill(carried.book, started))
    state, told = checked(book, lang, "check_handed")
    assert state == quote.label("incomplete")
    words = Words(lang, [BOOK])
    assert all(x in told for x in ("12,400.00", "7,900.00", words("why_nodes")))
    assert words("why_periods") in told
    whole = recalculate(fill(book, {"in_cards": 16, "in_rent_hours": 120}))
    assert checked(whole, lang, "check_handed")[0] == quote.label("pass")
    cent = recalculate(fill(whole, {"in_storage_price": 200.01}))
    assert checked(cent, lang, "check_handed")[0] == quote.label("incomplete")
    nothing = budget(lang, FUNDED).data
    assert checked(nothing, lang, "check_handed")[0] == quote.label("pass")


def test_a_line_handed_over_without_its_price_is_named(lang: str) -> None:
    """Not a formula is blamed for the blank totals, and not the price of the rent."""
    carried = handover.carry(Filled("quote", lang, **QUOTED).data, template("budget", lang))
    book = recalculate(fill(carried.book, {"in_start_date": day("2026-12-01")}))
    words = Words(lang, [BOOK])
    storage, price = glossary.label("storage", lang), glossary.label("price", lang)
    lacks = words("missing_named") + storage + words("colon") + price
    for key in ("check_any_line", "check_net_tax", "check_cash", "check_handed"):
        assert checked(book, lang, key) == (glossary.label("incomplete", lang), lacks), key
    item = {"item": storage}
    named = words("missing_named") + price
    assert checked(book, lang, "check_line", **item)[1] == named


def test_a_price_is_from_the_quote_beside_it_and_of_its_day(lang: str) -> None:
    """Compare and quote hand over number and date of the quote, not of its price."""
    plain = {k: v for k, v in FUNDED.items() if k not in ("price_source", "price_date")}
    book = budget(lang, plain, quote_no="Q-7", quote_date=day("2026-12-15"))
    assert book["status"] == book.label("pass")
    assert "S1 Q-7" in book.sheet("frozen_prices").values()
    assert 46371 in book.sheet("frozen_prices").values()
    bare = budget(lang, plain)
    state = [checked(bare.data, lang, key)[0] for key in ("check_fresh", "check_rent_source")]
    assert state == [bare.label("incomplete")] * 2
    own = budget(lang, FUNDED, quote_no="Q-7", quote_date=day("2026-12-16"))
    assert "S1 Q-7" not in own.sheet("frozen_prices").values()


@pytest.mark.parametrize(
    ("rent", "within"),
    [
        ({}, True),
        ({"price": 650}, False),
        ({"price": 0.65}, False),
        ({"price": 650, "gpu": "B200 SXM"}, True),  # no price to hold it against
        ({"price": 37_440, "billing_unit": "台月"}, True),  # 6.50 a card-hour
        ({"price": 37_440, "billing_unit": "卡月"}, True),  # 52.00
        ({"price": 37_440, "billing_unit": "卡天"}, False),
    ],
)
def test_a_slip_of_the_price_is_held_against_the_catalog(
    lang: str, rent: dict[str, object], within: bool
) -> None:
    """A100 at 5.00 to 50.00 in the catalog, and a factor of 3."""
    book = budget(lang, FUNDED | rent)
    state = book.label("pass" if within else "incomplete")
    assert checked(book.data, lang, "check_band")[0] == state


def test_a_pasted_row_counts_where_nothing_is_typed(lang: str) -> None:
    """The received row, as pasted: values only, under the same headings."""
    row = {"cards": 120, "rent_hours": 232, "start_date": 46357, "price": 6.5, "gpu": "A100 80GB"}
    values = {
        k: v for k, v in FUNDED.items()
        if k not in ("cards", "start_date", "end_date", "price", "gpu")
    }  # fmt: skip
    book = budget(lang, values)
    sheet, given = book.names[handover.ROW]
    received = int("".join(c for c in given if c.isdigit())) - 4
    letters = {f: get_column_letter(2 + n) for n, f in enumerate(handover.FIELDS)}
    pasted = {f"'{sheet}'!{letters[f]}{received}": v for f, v in row.items()}
    data = recalculate(fill(book.data, pasted))
    cells, names = read_values(data), read_names(data)
    assert cells[names["out_rent_gross"]] == 180960 + 208 + 4992
    assert cells[names["out_gpu"]] == "A100 80GB"


@pytest.mark.libreoffice
@pytest.mark.slow
def test_libreoffice_computes_the_same(lang: str, tmp_path: Path) -> None:
    books = {}
    for name, values in (
        ("phased", PHASED), ("net", FUNDED | {"anchor": choice("excl_tax"), "balance_share": 0.1}),
    ):  # fmt: skip
        path = tmp_path / f"{name}.xlsx"
        path.write_bytes(budget(lang, values).data)
        books[path] = read_values(path.read_bytes())
    anew = engines.libreoffice(books)
    for path, stored in books.items():
        for place, value in stored.items():
            there = anew[path].get(place, "")
            assert engines.same(value, there), (path.name, place, value, there)


def test_every_entry_says_what_it_takes(lang: str) -> None:
    assert silent(template("budget", lang)) == []
