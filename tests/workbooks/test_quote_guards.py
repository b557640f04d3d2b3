"""What a quote refuses or marks: each of these once gave a wrong or cut figure and a pass."""

from __future__ import annotations

import io
import re
from pathlib import Path

import openpyxl
import pytest

from gpucalc import glossary
from tests.workbooks.books import ERROR
from tests.workbooks.quotes import HEADER, LANGUAGES, Quote, choice, template
from tests.workbooks.test_quote_stories import FINE_TUNE, MONTH, PRETRAIN
from workbooks.words import Words

pytestmark = pytest.mark.parametrize("lang", LANGUAGES)

BOOK = Path(__file__).parents[2] / "workbooks" / "quote"
HUGE = {**HEADER, "gpu": "A100 80GB", "cards": 1_000_000, "rent_hours": 1250}


def say(lang: str, key: str, **blanks: str) -> str:
    """A text of the quote book."""
    return Words(lang, [BOOK])(key, **blanks)


def incomplete(quote: Quote) -> set[str]:
    return {what for what, state in quote.checks().items() if state == quote.label("incomplete")}


def failing(quote: Quote) -> set[str]:
    return {what for what, state in quote.checks().items() if state == quote.label("fail")}


@pytest.mark.parametrize("price", [1000, 1e5])
def test_an_amount_too_large_to_be_spelled_is_not_spelled(lang: str, price: float) -> None:
    quote = Quote(lang, **HUGE, price=price)
    assert say(lang, "check_exact") in failing(quote)
    if lang == "zh":
        assert quote["amount_in_words"] == ""
        assert say(lang, "check_words") in failing(quote)


def test_the_largest_amounts_are_spelled(lang: str) -> None:
    quote = Quote(lang, **HUGE, price=799.99)
    assert quote["gross"] == 999_987_500_000
    assert incomplete(quote) == {say(lang, "check_band")} and not failing(quote)


CHOICES = (
    "anchor", "billing_unit", "billing_plan", "scenario", "quotation_status", "currency",
    "settlement", "document_type", "tax_category", "method", "invoice_type", "deployment",
)  # fmt: skip


@pytest.mark.parametrize("pasted", ["??", "???", "????", "*", "~*", "<>x", ">0", "=", "x" * 200])
def test_what_is_no_choice_fails_whatever_it_matches(lang: str, pasted: str) -> None:
    """Wildcards and comparisons, pasted into every list at once."""
    quote = Quote(lang, **(PRETRAIN | dict.fromkeys(CHOICES, pasted)))
    expected = {say(lang, "check_choice", field=quote.label(field)) for field in CHOICES}
    assert expected <= failing(quote)
    assert [v for v in quote.cells.values() if isinstance(v, str) and ERROR.fullmatch(v)] == []


@pytest.mark.parametrize("field", CHOICES)
def test_one_wildcard_among_choices_fails(lang: str, field: str) -> None:
    quote = Quote(lang, **(PRETRAIN | {field: "??"}))
    assert say(lang, "check_choice", field=quote.label(field)) in failing(quote)


@pytest.mark.parametrize("field", ["anchor", "tax_category"])
@pytest.mark.parametrize("pasted", ["??", "*", "<>x"])
def test_a_line_s_choices_fail_too(lang: str, field: str, pasted: str) -> None:
    quote = Quote(lang, **(MONTH | {f"storage_{field}": pasted}))
    assert say(lang, "check_line_bounds", item=quote.label("storage")) in failing(quote)
    assert quote["gross"] == ""


@pytest.mark.parametrize(
    "field",
    ["supplier_address", "supplier_contact", "supplier_bank", "supplier_account",
     "customer_contact", "settlement", "payment_terms"],
)  # fmt: skip
def test_a_customer_quote_lacks_what_a_contract_needs(lang: str, field: str) -> None:
    values = {k: v for k, v in MONTH.items() if k != field}
    quote = Quote(lang, **values)
    assert incomplete(quote) == {say(lang, "check_filled", field=quote.label(field))}
    inside = Quote(lang, **(values | {"document_type": choice("internal_estimate")}))
    assert inside["status"] == inside.label("pass")


@pytest.mark.parametrize(
    ("plan", "unit", "amber"),
    [
        ("pay_as_you_go", "node_month", "check_plan_unit"),
        ("pay_as_you_go", "card_day", "check_plan_unit"),
        ("pay_as_you_go", "card_hour", None),
        ("daily", "card_month", "check_plan_unit"),
        ("daily", "node_day", None),
        # Ten days billed as a month.
        ("monthly", "card_hour", "check_whole_months"),
    ],
)
def test_a_price_for_a_longer_period_than_the_plan_is_amber(
    lang: str, plan: str, unit: str, amber: str | None
) -> None:
    """38,000 a server-month with pay as you go bills a month for 232 hours."""
    price = {"card_hour": 6.5, "card_day": 160, "card_month": 4700, "node_day": 1250}
    rent = {"billing_plan": choice(plan), "billing_unit": choice(unit)}
    quote = Quote(lang, **(PRETRAIN | rent | {"price": price.get(unit, 38_000)}))
    assert incomplete(quote) == ({say(lang, amber)} if amber else set())


@pytest.mark.parametrize(("owned", "amber"), [(200, True), (120, True), (119, False), (0, False)])
def test_own_cards_that_cover_the_need_are_pointed_out(lang: str, owned: int, amber: bool) -> None:
    quote = Quote(lang, **(PRETRAIN | {"cards_owned": owned}))
    assert incomplete(quote) == ({say(lang, "check_owned")} if amber else set())


def test_a_price_of_nothing_is_amber(lang: str) -> None:
    assert incomplete(Quote(lang, **(MONTH | {"price": 0}))) == {say(lang, "check_zero_price")}


def test_a_quote_may_be_valid_on_its_day_only(lang: str) -> None:
    quote = Quote(lang, **(MONTH | {"validity_days": 0}))
    assert quote["valid_until"] == 46356  # 2026-11-30, the day itself
    assert quote["status"] == quote.label("pass")


@pytest.mark.parametrize("currency", ["USD", "EUR"])
def test_china_s_rate_is_no_default_abroad(lang: str, currency: str) -> None:
    quote = Quote(lang, **(PRETRAIN | {"currency": currency}))
    assert say(lang, "check_rate_unstated") in incomplete(quote)
    assert quote["gross"] == ""
    given = Quote(lang, **(PRETRAIN | {"currency": currency, "tax_rate": 0}))
    assert (given["tax"], given["status"]) == (0, given.label("pass"))


# -- the printed page ----------------------------------------------------------------------------

LONG = "NVLink "
CUT = {
    "supplier_address": ("party", 140),
    "customer": ("party", 110),
    "storage_specification": ("line", 70),
    "extra_a_item": ("line", 60),
    "cpu": ("specification", 700),
    "remarks": ("terms", 900),
    "acceptance_criteria": ("terms", 1200),
}


@pytest.mark.parametrize("field", CUT)
def test_a_text_that_print_would_cut_is_amber(lang: str, field: str) -> None:
    line = {"extra_a_quantity": 1, "extra_a_price": 1} if field.startswith("extra") else {}
    text = (LONG * 200)[: CUT[field][1]].strip()
    quote = Quote(lang, **(MONTH | line | {field: text}))
    start = say(lang, "check_room", field="")
    assert len(incomplete(quote)) == 1
    assert incomplete(quote).pop().startswith(start)


def test_a_real_server_s_specification_stands_on_the_page(lang: str) -> None:
    parts = {
        "network": "8×400G InfiniBand NDR, two-tier non-blocking fat tree",
        "cpu": "2×Intel Xeon Platinum 8480+ (56 cores)",
        "ram": "2 TB DDR5-4800",
        "disk": "2×960 GB NVMe + 8×7.68 TB NVMe",
        "data_centre": "Changzhou, hall A",
    }
    quote = Quote(lang, **(MONTH | parts))
    assert quote["status"] == quote.label("pass")
    page = [str(v) for v in quote.page().values()]
    assert any(all(part in text for part in parts.values()) for text in page)
    # The line itself names card and memory at any length of the rest.
    assert any(re.fullmatch(r"A100 80GB\W+\w+ 80 GB", text) for text in page)


def test_the_page_names_its_quote_and_keeps_the_checks_inside(lang: str) -> None:
    quote = Quote(lang, **(MONTH | {"quote_no": "NO-77"}))
    page = quote.page()
    assert sum("NO-77" in str(v) for v in page.values()) == 2  # head and foot
    assert quote.label("pass") not in page.values()
    sheet = openpyxl.load_workbook(io.BytesIO(template(lang)))[
        glossary.label("sheet_quotation", lang)
    ]
    assert sheet.oddFooter.left.text == say(lang, "book_title")


def test_an_internal_estimate_has_no_validity_and_no_credit_code(lang: str) -> None:
    codes = {"supplier_credit_code": "91320400X", "customer_credit_code": "91110108Y"}
    outside = {str(v) for v in Quote(lang, **(MONTH | codes)).page().values()}
    quote = Quote(lang, **(MONTH | codes | {"document_type": choice("internal_estimate")}))
    inside = {str(v) for v in quote.page().values()}
    gone = {"91320400X", "91110108Y", quote.label("valid_until"), quote.label("validity_status")}
    assert gone <= outside
    assert not gone & inside


def test_the_mark_of_an_example_stands_beside_its_price(lang: str) -> None:
    values = {k: v for k, v in MONTH.items() if k not in ("price", "discount")}
    quote = Quote(lang, **(values | {"price_id": "EX-GD-02"}))
    (cell,) = [c for c, v in quote.page().items() if quote.label("example_price") in str(v)]
    assert cell[0] == "F"
    assert quote.page()[f"G{cell[1:]}"] == quote.page()[f"I{cell[1:]}"] == 18


def test_an_mfu_at_the_end_of_the_catalog_s_range_is_told(lang: str) -> None:
    known = "mfu_at_high"
    high = {str(v) for v in Quote(lang, **(FINE_TUNE | {"mfu": 0.6})).cells.values()}
    middle = {str(v) for v in Quote(lang, **(FINE_TUNE | {"mfu": 0.4})).cells.values()}
    low = {str(v) for v in Quote(lang, **(FINE_TUNE | {"mfu": 0.05})).cells.values()}
    assert say(lang, known) in high - middle
    assert say(lang, "mfu_at_low") in low - middle
