"""What a quote asks for before it goes out: each gap is named, in the checks and on the page."""

from __future__ import annotations

import datetime
import io
from pathlib import Path

import openpyxl
import pytest

from gpucalc import glossary, handover
from gpucalc.excel import pdf
from gpucalc.excel.fill import fill, read_names, read_values
from gpucalc.excel.recalc import recalculate
from tests.workbooks.books import template as any_template
from tests.workbooks.quotes import LANGUAGES, Quote, choice, template
from tests.workbooks.test_quote_guards import failing, incomplete, say
from tests.workbooks.test_quote_stories import FINE_TUNE, MONTH, PRETRAIN
from workbooks.words import Words

pytestmark = pytest.mark.parametrize("lang", LANGUAGES)

BOOK = Path(__file__).parents[2] / "workbooks" / "quote"


def without(values: dict[str, object], *fields: str) -> dict[str, object]:
    return {k: v for k, v in values.items() if k not in fields}


def row(quote: Quote, what: str) -> tuple[object, object, str]:
    """Value, state and remedy of the check that says this."""
    sheet = quote.names["out_status"][0]
    ((_, cell),) = [k for k, v in quote.cells.items() if k[0] == sheet and v == what]
    at = [quote.cells.get((sheet, f"{column}{cell[1:]}"), "") for column in "DGH"]
    return at[0], at[1], str(at[2])


def printed(quote: Quote, text: str) -> list[str]:
    """The cells of the page that hold this text."""
    return [str(v) for v in quote.page().values() if text in str(v)]


# -- orders of magnitude -------------------------------------------------------------------------


@pytest.mark.parametrize(("field", "typed"), [("params", 13), ("tokens", 200)])
def test_a_figure_typed_without_its_unit_fails_with_the_figure(
    lang: str, field: str, typed: int
) -> None:
    quote = Quote(lang, **(PRETRAIN | {field: typed}))
    value, state, remedy = row(quote, say(lang, f"check_slip_{field}"))
    assert (value, state) == (typed, quote.label("fail"))
    assert remedy.startswith(("参数量 13 ", "训练数据 200 ", "13 ", "200 "))
    assert f"{typed}B" in remedy


def test_a_small_job_of_a_million_is_no_slip(lang: str) -> None:
    quote = Quote(lang, **(FINE_TUNE | {"params": 1e6, "tokens": 1e6}))
    assert not failing(quote)


# -- what is missing is named --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lacking", "label"),
    [("tokens", "tokens"), ("days", "days"), ("price", "price"), ("gpu", "gpu")],
)
def test_a_missing_input_is_named_and_no_formula_is_blamed(
    lang: str, lacking: str, label: str
) -> None:
    quote = Quote(lang, **without(PRETRAIN, lacking))
    name = glossary.label(label, lang)
    sums = ("check_sum_net", "check_sum_tax", "check_sum_gross", "check_net_tax",
            "check_multiplies", "check_scenario", "check_rent_line", "check_any_line")  # fmt: skip
    for key in sums:
        _, state, remedy = row(quote, say(lang, key))
        assert state == quote.label("incomplete"), key
        assert name in remedy and say(lang, "remedy_sums") not in remedy, key
    assert name in str(quote["missing"])
    assert printed(quote, str(quote["missing"])) == [quote["missing"]]


def test_a_complete_quote_has_nothing_to_name(lang: str) -> None:
    quote = Quote(lang, **PRETRAIN)
    assert quote["missing"] == ""
    assert row(quote, say(lang, "check_sum_net"))[2] == say(lang, "remedy_sums")


def test_a_line_names_what_it_lacks(lang: str) -> None:
    quote = Quote(lang, **(without(MONTH, "storage_price")))
    _, state, remedy = row(quote, say(lang, "check_line", item=quote.label("storage")))
    assert state == quote.label("incomplete")
    assert remedy == say(lang, "missing_named") + quote.label("price")
    told = str(quote["missing"])
    assert quote.label("price") in told and not told.endswith(("、", "; "))


def test_a_line_needs_a_name(lang: str) -> None:
    quote = Quote(lang, **MONTH, extra_a_quantity=1, extra_a_price=100)
    item = f"{quote.label('item')} A"
    _, state, remedy = row(quote, say(lang, "check_line", item=item))
    assert state == quote.label("incomplete") and quote.label("item") in remedy
    assert say(lang, "unnamed_line") in str(quote["missing"])


def test_a_family_name_names_the_exact_models(lang: str) -> None:
    """H100 is SXM5 or PCIe: other peak, other price; the quote is blank and says why."""
    quote = Quote(lang, **(PRETRAIN | {"gpu": "H100"}))
    assert quote["gross"] == ""
    for model in ("H100 SXM5 80GB", "H100 PCIe 80GB"):
        assert model in row(quote, say(lang, "check_variant"))[2]
        assert printed(quote, model), model
    assert say(lang, "choose_one") in str(quote["missing"])


# -- tax basis, currency, dates ------------------------------------------------------------------


def test_a_blank_tax_basis_is_incomplete_and_read_by_name(lang: str) -> None:
    quote = Quote(lang, **without(MONTH, "anchor"))
    assert incomplete(quote) == {say(lang, "check_tax_unstated")}
    value, _, _ = row(quote, say(lang, "check_tax_unstated"))
    assert value == quote.label("incl_tax")
    assert printed(quote, say(lang, "notice_anchor") + quote.label("incl_tax"))
    assert quote["gross"] == 60880


def test_other_lines_follow_the_basis_of_the_rent(lang: str) -> None:
    """8 x 720 x 10.50 and 2 x 200, both before tax at 6 %: 60,480.00 + 400.00 and their tax."""
    quote = Quote(lang, **(MONTH | {"anchor": choice("excl_tax")}))
    assert quote.money() == (60880, 3652.8, 64532.8)
    own = Quote(
        lang, **(MONTH | {"anchor": choice("excl_tax"), "storage_anchor": choice("incl_tax")})
    )
    assert own.money() == (60857.36, 3651.44, 64508.8)  # 400.00 holds 22.64 of tax


@pytest.mark.parametrize("price", ["¥15", "￥15", "$15"])
def test_a_price_marked_in_another_currency_is_not_read(lang: str, price: str) -> None:
    currency = "CNY" if price == "$15" else "USD"
    quote = Quote(lang, **(MONTH | {"price": price, "currency": currency, "tax_rate": 0}))
    assert say(lang, "check_marks") in failing(quote)
    assert quote["gross"] == ""
    assert say(lang, "missing_marked") in str(quote["missing"])


def test_a_price_marked_in_the_quote_s_currency_is_read(lang: str) -> None:
    assert Quote(lang, **(MONTH | {"price": "¥15"}))["gross"] == 60880


def test_a_line_marked_in_another_currency_is_not_read(lang: str) -> None:
    usd = {"currency": "USD", "tax_rate": 0, "storage_price": "¥200"}
    quote = Quote(lang, **(MONTH | usd))
    assert say(lang, "check_marks") in failing(quote)
    assert quote["gross"] == ""


def test_abroad_no_line_has_china_s_rate(lang: str) -> None:
    """At 9 % of SGD the storage too is taxed at 9 %: 400.00 holds 33.03."""
    quote = Quote(lang, **(MONTH | {"currency": "SGD", "tax_rate": "9%"}))
    assert quote["gross"] == 60880
    assert quote["tax"] == round(60480 - 60480 / 1.09, 2) + 33.03


@pytest.mark.parametrize(
    ("given", "plan", "state"),
    [
        (("start_date",), "daily", "incomplete"),
        (("end_date",), "monthly", "incomplete"),
        (("start_date",), "pay_as_you_go", "pass"),
        (("start_date", "end_date"), "daily", "fail"),
        ((), "daily", "pass"),
    ],
)
def test_dates_of_a_rental(lang: str, given: tuple[str, ...], plan: str, state: str) -> None:
    days = {"start_date": datetime.date(2026, 12, 29), "end_date": datetime.date(2026, 12, 1)}
    dates = {name: days[name] for name in given}
    values = without(MONTH, "rent_hours") if plan != "pay_as_you_go" else MONTH
    quote = Quote(lang, **(values | dates | {"billing_plan": choice(plan), "days": 3}))
    _, found, remedy = row(quote, say(lang, "check_dates"))
    assert found == quote.label(state)
    if state == "incomplete":
        other = "end_date" if given == ("start_date",) else "start_date"
        assert quote.label(other) in remedy
        assert quote.label(other) in str(quote["missing"])


# -- a final quote -------------------------------------------------------------------------------

FINAL = {
    **MONTH,
    "quotation_status": choice("final"),
    "invoice_type": choice("special_vat_invoice"),
    "price_source": "Example Cloud, 2026-11-28",
}


def test_a_final_quote_with_all_it_needs_passes(lang: str) -> None:
    quote = Quote(lang, **FINAL)
    assert quote["status"] == quote.label("pass")
    assert quote["missing"] == ""


def test_a_final_quote_names_everything_it_lacks(lang: str) -> None:
    fields = ("supplier", "customer", "quote_no", "quote_date", "payment_terms", "invoice_type",
              "supplier_bank", "supplier_account", "price_source")  # fmt: skip
    quote = Quote(lang, **without(FINAL, *fields, "anchor"))
    _, state, remedy = row(quote, say(lang, "check_final"))
    assert state == quote.label("incomplete")
    for field in fields:
        assert quote.label(field) in remedy, field
    for words in ("final_price_tax_unstated", "final_validity"):
        assert say(lang, words) in remedy
    assert printed(quote, quote.label("price_source"))
    inside = Quote(
        lang, **(without(FINAL, *fields[4:8]) | {"document_type": choice("internal_estimate")})
    )
    assert inside["missing"] == ""


def test_a_final_quote_at_an_example_price_asks_for_a_real_one(lang: str) -> None:
    quote = Quote(lang, **(without(FINAL, "price", "discount") | {"price_id": "EX-GD-02"}))
    assert say(lang, "final_price_example") in row(quote, say(lang, "check_final"))[2]


def test_a_draft_may_lack_its_source(lang: str) -> None:
    assert say(lang, "check_final") not in incomplete(Quote(lang, **MONTH))


# -- what the page tells -------------------------------------------------------------------------


def test_the_page_says_what_is_priced(lang: str) -> None:
    quote = Quote(lang, **PRETRAIN)
    job, basis, span = (str(quote[name]) for name in ("job", "job_basis", "job_range"))
    said = {
        "en": ("13B parameters", "200B training tokens", "A100 80GB", "10 days"),
        "zh": ("130亿参数", "2000亿 Token", "A100 80GB", "10 天"),
    }
    assert all(part in job for part in said[lang]), job
    assert "50.0" in basis and say(lang, "mfu_own") in basis
    # 120 cards at 0.30 take 385.8 h, 386 billed: 120 x 386 x 6.50
    assert all(amount in span for amount in ("180,960.00", "301,080.00")), span
    assert {job, basis, span} <= set(map(str, quote.page().values()))


def test_an_assumed_mfu_is_said_to_be_assumed(lang: str) -> None:
    quote = Quote(lang, **(without(PRETRAIN, "mfu") | {"gpu": "L40S"}))
    assert quote.label("assumed") in str(quote["job_basis"])


def test_fixed_cards_and_hours_are_said_to_be_fixed(lang: str) -> None:
    quote = Quote(lang, **MONTH)
    assert "720.0" in str(quote["job"]) and "8" in str(quote["job"])
    start = {"en": "Priced for a fixed number of cards and hours", "zh": "按固定卡数和时长报价"}
    assert str(quote["job"]).startswith(start[lang])
    assert (quote["job_basis"], quote["job_range"]) == ("", "")


def test_a_discount_stands_beside_the_price_before_and_after(lang: str) -> None:
    page = Quote(lang, **MONTH).page()
    ((cell, _),) = [(c, v) for c, v in page.items() if v == 57056.6 and c[0] == "K"]
    shown = [page[f"{column}{cell[1:]}"] for column in "GHI"]
    assert shown == [15, 0.3, 10.5]


def test_the_page_counts_itself_alone(lang: str) -> None:
    book = openpyxl.load_workbook(io.BytesIO(template(lang)))
    page = book[glossary.label("sheet_quotation", lang)]
    assert "&N" not in page.oddFooter.right.text
    assert page.page_setup.useFirstPageNumber and page.page_setup.firstPageNumber == 1


def test_what_must_fit_is_named_in_words(lang: str) -> None:
    """A name that only a customer quote shows is no formula in the checks."""
    assert not [what for what in Quote(lang, **MONTH).checks() if "IF(" in what]


# -- the handover --------------------------------------------------------------------------------


def test_a_sizing_s_row_is_a_quote_but_for_the_price(lang: str) -> None:
    """13B on 200B tokens at 0.5 within 10 days: 116 cards and 240 hours."""
    job = {
        "in_params": 13e9, "in_tokens": 2e11, "in_gpu": "A100 80GB", "in_days": 10, "in_mfu": 0.5,
        "in_method": "pretrain", "in_project": "P",
    }  # fmt: skip
    sized = recalculate(fill(any_template("sizing", lang), job))
    row = handover.read(sized)
    words = Words(lang, [BOOK])
    blank = template(lang)
    sheet, _ = read_names(blank)[handover.ROW]
    cells = read_values(blank)
    heading = next(
        int(c[1:]) + 1
        for (s, c), v in cells.items()
        if s == sheet and v == words("handover_received")
    )
    columns = {cells[sheet, f"{letter}{heading}"]: letter for letter in _letters()}
    pasted = {
        f"'{sheet}'!{columns[glossary.label(field, lang)]}{heading + 1}": value
        for field, value in row.items()
    }
    book = recalculate(fill(blank, {**pasted, "in_price": 6.5}))
    names, values = read_names(book), read_values(book)
    assert values[names["out_cards"]] == 116
    assert values[names["out_billed_hours"]] == row["rent_hours"]
    again = handover.read(book)
    assert (again["cards"], again["project"], again["price"]) == (116, "P", 6.5)


def _letters() -> list[str]:
    return [openpyxl.utils.get_column_letter(2 + n) for n in range(len(handover.FIELDS))]


def test_what_a_quote_hands_over(lang: str) -> None:
    quote = Quote(lang, **MONTH)
    row = handover.read(quote.data)
    assert (row["cards"], row["rent_hours"], row["price"], row["discount"]) == (8, 720, 15, 0.3)
    assert (row["net"], row["tax"], row["gross"]) == quote.money()
    assert row["anchor"] == quote.label("incl_tax") and row["supplier"] == quote_supplier()
    carried = handover.carry(quote.data, any_template("budget", lang))
    names, values = read_names(carried.book), read_values(carried.book)
    assert values[names["in_cards"]] == 8


def quote_supplier() -> str:
    return str(MONTH["supplier"])


def test_a_pdf_holds_the_customer_s_page_alone(lang: str) -> None:
    """The handover row has a print area too; LibreOffice prints hidden sheets that have one."""
    book = openpyxl.load_workbook(io.BytesIO(pdf.printable(template(lang))))
    page = glossary.label("sheet_quotation", lang)
    assert [s.title for s in book if s.sheet_state == "visible"] == [page]
    assert [s.title for s in book if s.print_area] == [page]
