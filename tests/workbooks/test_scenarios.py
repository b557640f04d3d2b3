"""Input sets of the money books, worked out by hand, judged in the book and by LibreOffice.

Each case is a whole book filled in, in one of the languages; what is expected is a figure from the
public cases behind the templates (see the comments) or a state of the checks. `("label", field)`
is a word of the book's language.
"""

from __future__ import annotations

import io
from dataclasses import dataclass, field
from pathlib import Path

import openpyxl
import pytest

from gpucalc import glossary
from gpucalc.excel.fill import read_values
from tests import engines
from tests.workbooks.books import ERROR, LANGUAGES, Filled, choice, day, template
from tests.workbooks.test_budget import FUNDED, NODE_MONTH, PHASED
from tests.workbooks.test_claim_check import FINE_TUNE, HEAD, PRETRAIN
from tests.workbooks.test_price_book import Prices
from tests.workbooks.test_rent_vs_buy import COMMON, FIVE_YEARS, LEASE, THREE_YEARS

PASS, FAIL, OPEN = choice("pass"), choice("fail"), choice("incomplete")
RIGHT, WRONG, MISSING = choice("right"), choice("wrong"), choice("condition_missing")
RENT, OWN = choice("rent_hire"), choice("own_buy")
Values = dict[str, object]


@dataclass(frozen=True)
class Case:
    """A book, what is filled in, and what it says: results by name, money to the cent."""

    name: str
    book: str
    values: Values
    expected: Values
    rows: tuple[Values, ...] = field(default=())


# A request of a single phase: no debug run, no reserve, no storage.
SINGLE = {
    k: v for k, v in FUNDED.items()
    if not k.startswith(("debug_", "reserve_phase_", "storage_", "contingency", "voucher"))
}  # fmt: skip


def without(values: Values, *names: str) -> Values:
    return {k: v for k, v in values.items() if k not in names}


BUDGETS = (
    Case("nothing filled", "budget", {}, {"status": OPEN, "gross": "", "net": "", "tax": ""}),
    # 11,552 card-hours over the year end; the second year is short of 3,953.97
    Case("phases over the year end", "budget", PHASED, {
        "status": FAIL, "rent_gross": 75_088, "contingency_gross": 11_263.2, "net": 82_406.8,
        "tax": 4_944.4, "gross": 87_351.2, "voucher_amount": 17_470.24, "cash_total": 76_088,
        "approval_level": 2, "over_budget": choice("answer_yes"),
    }),
    Case("both years funded", "budget", FUNDED, {"status": PASS, "gross": 87_351.2}),
    # 120 x 232 x 6.50
    Case("ten days on 120 cards by the hour", "budget",
         without(SINGLE, "end_date") | {
             "cards": 120, "rent_hours": 232, "annual_budget_1": 200_000,
             "level_2_limit": 500_000,
         },
         {"net": 170_716.98, "tax": 10_243.02, "gross": 180_960, "card_hours": 27_840}),
    # 15 nodes x 10 days x 1,500 = 225,000
    Case("the same by the node-day", "budget",
         without(SINGLE, "end_date") | {
             "cards": 120, "rent_hours": 240, "price": 1500, "billing_unit": choice("node_day"),
         },
         {"net": 212_264.15, "tax": 12_735.85, "gross": 225_000}),
    # a node for a month of 720 h: as invoiced, not 5,760 x 6.5972 = 37,999.87
    Case("a node for a month", "budget", NODE_MONTH,
         {"net": 35_849.06, "tax": 2_150.94, "gross": 38_000, "cash_total": 38_000,
          "card_hours": 5_760, "status": PASS}),
    # 6.50 / 1.06 = 6.13; 15 % of 6.50 = 0.975, 0.98; 0.98 / 1.06 = 0.92
    Case("one card for one hour", "budget",
         without(SINGLE, "end_date") | {"cards": 1, "rent_hours": 1, "contingency_share": "15%"},
         {"rent_net": 6.13, "rent_tax": 0.37, "contingency_gross": 0.98, "net": 7.05,
          "gross": 7.48, "approval_level": 1, "status": PASS}),
    # 48 h from New Year's Eve: 312.00 / 1.06 = 294.34, half of it in each year
    Case("New Year's Eve", "budget",
         SINGLE | {"cards": 1, "start_date": day("2026-12-31"), "end_date": day("2027-01-01"),
                   "annual_budget_1": 147.17, "annual_budget_2": 147.16},
         {"gross": 312, "net": 294.34, "status": FAIL, "over_budget": choice("answer_yes")}),
    Case("New Year's Eve, a cent more", "budget",
         SINGLE | {"cards": 1, "start_date": day("2026-12-31"), "end_date": day("2027-01-01"),
                   "annual_budget_1": 147.17, "annual_budget_2": 147.17},
         {"net": 294.34, "status": PASS, "over_budget": choice("answer_no")}),
    # tax on top: 12.48 + 4,193.28 + 299.52
    Case("a price without tax", "budget", FUNDED | {"anchor": choice("excl_tax")},
         {"rent_net": 75_088, "rent_tax": 4_505.28, "rent_gross": 79_593.28}),
    Case("an expired quote", "budget", FUNDED | {"valid_until": day("2026-12-19")},
         {"status": FAIL, "gross": 87_351.2}),
    Case("an unknown card", "budget", FUNDED | {"gpu": "A100?"}, {"status": FAIL}),
    Case("storage without a source", "budget", without(FUNDED, "storage_price_source"),
         {"status": OPEN, "gross": 87_351.2}),
    Case("no supplier", "budget", without(FUNDED, "supplier", "selection_reason"),
         {"status": OPEN, "gross": 87_351.2}),
    Case("no price", "budget", without(FUNDED, "price"), {"status": OPEN, "gross": ""}),
)  # fmt: skip
OWNING = (
    Case("nothing filled", "rent_vs_buy", {},
         {"status": OPEN, "own_npv": "", "rent_npv": "", "cheaper": ""}),
    # 466,666.67 + 600,000 a year against 547,500
    Case("a server that never pays", "rent_vs_buy", THREE_YEARS, {
        "own_year": 1_066_666.67, "rent_year": 547_500, "own_npv": 2_892_111.19,
        "rent_npv": 1_361_551.47, "break_even_price_plain": 2_922.37, "cheaper": RENT,
        "payback_months": "", "status": PASS,
    }),
    Case("thirty a card-hour", "rent_vs_buy", THREE_YEARS | {"price": 5760},
         {"break_even_days_plain": 185.19, "cheaper": OWN}),
    Case("five years of a server", "rent_vs_buy", FIVE_YEARS, {
        "rent_npv": 5_803_799.48, "own_npv": 4_960_916.28, "saving": 842_883.20,
        "payback_months": 41.27, "payback_present": 49, "cheaper": OWN, "status": PASS,
    }),
    Case("rents fall a fifth a year", "rent_vs_buy",
         FIVE_YEARS | {"annual_fall_of_rent_prices": "20%"},
         {"rent_npv": 4_441_067.37, "saving": -519_848.91, "cheaper": RENT}),
    Case("staff unknown", "rent_vs_buy", without(FIVE_YEARS, "operations_staff_cost"),
         {"status": OPEN, "rent_npv": 5_803_799.48}),
    Case("lease or buy of the text books", "rent_vs_buy", LEASE,
         {"rent_npv": 44_315.70, "own_npv": 53_861.76, "saving": -9_546.06}),
    Case("a rent of nothing", "rent_vs_buy", FIVE_YEARS | {"price": 0, "other_monthly": 0},
         {"rent_npv": 0, "cheaper": RENT}),
    Case("an old price", "rent_vs_buy", FIVE_YEARS | {"quote_date": day("2026-08-31")},
         {"status": OPEN}),
    Case("a wildcard for a card", "rent_vs_buy", FIVE_YEARS | {"gpu": "A100*"}, {"status": FAIL}),
    # 12 x 10,600 with 6 % on top, and creditable: 12 x 10,000
    Case("a rent without tax", "rent_vs_buy",
         without(FIVE_YEARS, "other_monthly") | {
             "evaluation_horizon": 12, "discount_rate": 0, "price": 10_600,
             "anchor": choice("excl_tax"),
         },
         {"rent_npv": 134_832}),
    Case("a rent with creditable tax", "rent_vs_buy",
         without(FIVE_YEARS, "other_monthly") | {
             "evaluation_horizon": 12, "discount_rate": 0, "price": 10_600,
             "input_vat_creditable": choice("answer_yes"),
         },
         {"rent_npv": 120_000}),
    Case("the price alone is missing", "rent_vs_buy", without(FIVE_YEARS, "price"),
         {"rent_npv": "", "break_even_rent": 73_021.76, "status": OPEN}),
    Case("dates alone", "rent_vs_buy", dict(COMMON), {"status": OPEN, "saving": ""}),
)  # fmt: skip
CLAIMS = (
    Case("nothing filled", "claim_check", {}, {"status": OPEN, "claims_made": 0}),
    # 6 x 13e9 x 2e11 = 1.56e22; 27,777.78 card-hours / 240 h = 115.74; / 120 = 231.48 h
    Case("13B on 120 cards", "claim_check",
         PRETRAIN | {"cards": 120, "claimed_flops": 1.56e22, "claimed_cards": 120,
                     "claimed_hours": 231.48},
         {"flops": 1.56e22, "hours": 231.48, "right": 3, "status": PASS}),
    # "126 PFLOP" for 126,000
    Case("a thousand times too little", "claim_check", FINE_TUNE | {"claimed_flops": 1.26e17},
         {"flops": 1.26e20, "flops_verdict": WRONG, "status": PASS}),
    # 8 x 24 x 5 = 960 a day against 1,200
    Case("a node dearer than its cards", "claim_check",
         HEAD | {"card_price": 5, "node_price": 1200, "claimed_node_saving": 0.2},
         {"node_saving": -0.25, "node_saving_verdict": WRONG}),
    # 1,066,667 / 1,500
    Case("break-even after 100 days", "claim_check",
         HEAD | {"own_per_year": 1_066_667, "rent_per_day": 1500, "claimed_days": 100},
         {"days": 711.11, "days_verdict": WRONG}),
    # 8e12 bit / 1e7 bit/s
    Case("1 TB over 10 Mbps", "claim_check",
         HEAD | {"data_gb": 1000, "bandwidth_mbps": 10, "claimed_transfer": 222},
         {"transfer": 222.22, "transfer_verdict": RIGHT}),
    Case("one card for a 7B", "claim_check", FINE_TUNE | {"claimed_memory_cards": 1},
         {"memory_cards_verdict": WRONG}),
    Case("a cost without its price", "claim_check",
         HEAD | {"cards": 120, "rent_hours": 232, "claimed_cost": 180_960},
         {"cost_verdict": MISSING, "status": OPEN}),
    Case("a claim of zero", "claim_check", PRETRAIN | {"claimed_flops": 0},
         {"flops_verdict": WRONG, "status": PASS}),
    Case("an unknown model", "claim_check", PRETRAIN | {"model_name": "L*", "claimed_flops": 1},
         {"status": FAIL}),
    Case("tax basis unsaid", "claim_check",
         HEAD | {"price": 6.5, "billing_unit": choice("card_hour"), "cards": 120,
                 "rent_hours": 232, "claimed_cost": 180_960},
         {"cost_verdict": MISSING}),
)  # fmt: skip
PRICES = (
    Case("nothing filled", "price_book", {}, {"status": OPEN, "rows": 0}),
    Case("two tax bases are two offers", "price_book", {"price_id": "P1"},
         {"rows": 2, "duplicate": 0, "usable": 2, "status": PASS, "handover_row": ""},
         ({"high": 6.5, "supplier": "S"},
          {"high": 6.13, "supplier": "S", "tax": choice("excl_tax")})),
    # 2025-12-31 is one day old on New Year's Day, 2025-10-02 is 91
    Case("over the year end", "price_book", {"as_of": day("2026-01-01")},
         {"rows": 2, "stale": 1, "status": OPEN},
         ({"high": 6, "date": day("2025-12-31")}, {"high": 6, "date": day("2025-10-02")})),
    Case("zero, no currency, no such card", "price_book", {},
         {"rows": 3, "no_price": 1, "no_currency": 1, "no_card": 1, "usable": 0, "status": FAIL},
         ({"high": 0}, {"high": 5, "currency": None}, {"high": 5, "gpu": "A1*"})),
)  # fmt: skip
CASES = (*BUDGETS, *OWNING, *CLAIMS, *PRICES)


def filled(case: Case, lang: str) -> Filled | Prices:
    """The case's book."""
    if case.book == "price_book":
        return Prices(lang, *case.rows, **case.values)
    return Filled(case.book, lang, **case.values)


def said(book: Filled | Prices, cells: dict[tuple[str, str], object], name: str) -> object:
    """A result in a reading of the book's cells; money and the like to the cent."""
    value = cells.get(book.names[f"out_{name}"], "")
    value = "" if value is None else value
    small = isinstance(value, float | int) and abs(value) < 1e15
    return round(float(value), 2) if small else value  # type: ignore[arg-type]


def test_there_are_enough_input_sets() -> None:
    assert len(CASES) >= 40
    assert len({(case.book, case.name) for case in CASES}) == len(CASES)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    ("name", "sheet", "corner"),
    [
        ("budget", "phases", "D4"), ("budget", "payment_schedule", "D4"),
        ("rent_vs_buy", "cash_flow", "D4"), ("rent_vs_buy", "break_even_search", "C4"),
        ("rent_vs_buy", "sensitivity_analysis", "C4"),
        ("compare", "supplier_comparison", "C5"), ("compare", "negotiation", "C5"),
    ],
)  # fmt: skip
def test_wide_sheets_keep_their_names_in_sight(
    lang: str, name: str, sheet: str, corner: str
) -> None:
    book = openpyxl.load_workbook(io.BytesIO(template(name, lang)))
    assert book[glossary.label(sheet, lang)].freeze_panes == corner


@pytest.mark.libreoffice
@pytest.mark.slow
@pytest.mark.parametrize("name", ["budget", "rent_vs_buy", "claim_check", "price_book"])
def test_each_input_set_says_what_was_worked_out(name: str, tmp_path: Path) -> None:
    books: dict[Path, tuple[Case, str, Filled | Prices]] = {}
    for number, case in enumerate(c for c in CASES if c.book == name):
        lang = ("zh", "en")[number % 2]
        path = tmp_path / f"{number}-{lang}.xlsx"
        book = filled(case, lang)
        path.write_bytes(book.data)
        books[path] = case, lang, book
    anew = engines.libreoffice(list(books))
    wrong = []
    for path, (case, lang, book) in books.items():
        stored: dict[tuple[str, str], object] = dict(read_values(path.read_bytes()))
        for engine, cells in (("ours", stored), ("LibreOffice", dict(anew[path]))):
            for result, wanted in case.expected.items():
                word = Filled._words(book, wanted) if isinstance(wanted, tuple) else wanted  # type: ignore[arg-type]
                found = said(book, cells, result)
                if not (found == word or engines.same(found, word)):
                    wrong.append((case.name, lang, engine, result, word, found))
        errors = [p for p, v in stored.items() if isinstance(v, str) and ERROR.fullmatch(v)]
        assert errors == [], case.name
    assert wrong == []
