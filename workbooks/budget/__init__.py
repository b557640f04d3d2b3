"""The budget book: a purchase requisition and a cost budget from phases, costs and terms."""

from __future__ import annotations

from pathlib import Path

from gpucalc import catalog
from workbooks import cover, functions, house, lists, notes, price_band, prompts
from workbooks.book import Book
from workbooks.budget import checking, handing
from workbooks.budget.actuals import Actuals
from workbooks.budget.approval import Approval
from workbooks.budget.cash import Cash
from workbooks.budget.fields import FIELDS, OPTIONS, SECTIONS
from workbooks.budget.lines import Lines
from workbooks.budget.missing import Missing
from workbooks.budget.months import Months
from workbooks.budget.page import Page
from workbooks.budget.prices import Prices, from_quote
from workbooks.budget.summary import Summary
from workbooks.budget.table import Table
from workbooks.checks import Checks
from workbooks.formulas import typed
from workbooks.handover import Handover
from workbooks.inputs import Inputs
from workbooks.readings import Readings
from workbooks.words import Words

HERE = Path(__file__).parent
ORDER = (
    "cover", "inputs", "phases", "purchase_requisition", "cost_budget", "payment_schedule",
    "budget_check", "budget_variance_sheet", "frozen_prices", "month_split", "calculation",
    "checks", "handover_row", "readings", "gpus", "price_book", "reference_lists", "functions",
    "notes",
)  # fmt: skip
FUNCTIONS = (
    "price_per_card_hour", "rental_days", "rent_cost", "storage_cost", "period_days",
    "tax_exclusive", "tax_amount", "tax_inclusive", "rmb_upper",
)  # fmt: skip
PARAGRAPHS = (
    "flow", "phases", "contingency", "months", "cash", "budget", "quotes", "frozen", "voucher",
    "tax", "rounding", "formulas", "changes",
)  # fmt: skip
SOURCES = ("words", "vat", "catalog")


def build(lang: str) -> bytes:
    """The budget template in a language ("en" or "zh"), with all computed values."""
    return draw(Words(lang, [HERE])).save()


def draw(words: Words) -> Book:
    """The book before it is written."""
    book = Book(words, words("book_title"))
    known, listed, free = lists.build(
        book, ("gpus", "prices"), OPTIONS, ("tax", "units"), currencies=True
    )
    readings = Readings(book)
    handover = Handover(book)
    received = handover.received
    inputs = Inputs(book, SECTIONS, known, readings, words("inputs_subtitle"), handed=received)
    from_quote(inputs)
    lines = Lines(book, inputs, readings, known, received)
    prices = Prices(book, inputs, lines, readings)
    prices.beside_catalog(listed, free)
    lines.span()
    lines.compute(prices.used, prices.rent)
    missing = Missing(lines)
    months = Months(book, inputs, lines)
    cash = Cash(book, inputs, lines, months)
    approval = Approval(book, inputs, readings, lines, months)
    actuals = Actuals(book, months)
    summary = Summary(book, inputs, lines, cash, approval)
    checks = Checks(book, words("checks_title"), words("checks_subtitle"))
    Page(summary, inputs, lines, approval, checks.master)
    Table(summary, inputs, lines, months, approval, checks.master)
    parts = checking.Parts(
        inputs, known, lines, missing, prices, months, cash, approval, actuals, summary
    )
    checking.write(checks, parts)
    handover.finish(handing.values(inputs, lines, prices, months, summary))
    functions.write(book, FUNCTIONS)
    notes.write(book, PARAGRAPHS, SOURCES)
    cells = summary.cells
    cover.write(
        book,
        title=words("book_title"),
        subtitle=words("book_subtitle"),
        facts=[
            (words.label("request_total"), typed("{0}", cells["gross"]), house.MONEY),
            (words.label("over_budget"), typed("{0}", cells["over_budget"]), house.GENERAL),
            (words.label("approver"), typed("{0}", cells["approver"]), house.GENERAL),
            (words.label("request_status"), typed("{0}", inputs.used["request_status"]),
             house.GENERAL),
        ],
        master=checks.master,
        steps=[words(f"step_{n}") for n in range(1, 6)],
        sheets=[(book.sheets[f], words(f"purpose_{f}")) for f in ORDER if f != "cover"],
        footer=words("cover_footer", version=catalog.version(), date=catalog.date()),
        here=("request", "execution"),
    )  # fmt: skip
    price_band.prompts(book.sheets["price_book"])
    prompts.complete(book)
    book.order([*ORDER])
    return book


__all__ = ["FIELDS", "ORDER", "build", "draw"]
