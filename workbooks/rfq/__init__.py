"""The request for quotation: the buyer's need, and one supplier's answer beside it."""

from __future__ import annotations

from pathlib import Path

from gpucalc import catalog
from workbooks import cover, functions, house, notes
from workbooks.book import Book
from workbooks.checks import Checks
from workbooks.formulas import typed
from workbooks.handover import Handover
from workbooks.inputs import Inputs
from workbooks.offers import job, reference
from workbooks.offers.entries import Offers
from workbooks.offers.fields import OFFER, OPTIONS
from workbooks.offers.grid import Grid
from workbooks.offers.prices import Prices
from workbooks.offers.totals import Totals
from workbooks.readings import Readings
from workbooks.rfq import checking, page
from workbooks.rfq.answers import Answers
from workbooks.rfq.fields import FIELDS, SECTIONS
from workbooks.steps import Steps
from workbooks.words import Words

HERE = Path(__file__).parent
PACKAGES = (HERE.parent / "offers", HERE)
ORDER = (
    "cover", "inputs", "offers", "request_for_quotation", "calculation", "normalisation", "checks",
    "handover_row", "readings", "gpus", "reference_lists", "notes", "functions",
)  # fmt: skip
NOTES = ("answer", "fixed", "unknowns", "tax", "rounding", "formulas", "changes")
SOURCES = ("vat", "free_days", "catalog")
FUNCTIONS = ("price_per_card_hour", "billed_hours", "free_days", "off_peak_price", "tier_price",
             "tax_exclusive", "tax_inclusive", "tax_amount")  # fmt: skip


def build(lang: str) -> bytes:
    """The request in a language ("en" or "zh"), with all computed values."""
    return draw(Words(lang, PACKAGES)).save()


def draw(words: Words) -> Book:
    """The book before it is written."""
    book = Book(words, words("book_title"))
    known = reference.build(book, OPTIONS, prices=False)
    handover = Handover(book)
    readings = Readings(book)
    offers = Offers(book, OFFER, known, readings, 1, prefix="offer", spare=2)
    subtitle = words("inputs_subtitle")
    inputs = Inputs(book, SECTIONS, known, readings, subtitle, handed=handover.received)
    inputs.new_page("section_mandatory")
    answers = Answers(inputs, offers)
    steps = Steps(book, "calculation", words("calculation_title"), words("calculation_subtitle"))
    answers.count(steps)
    needed = job.write(steps, inputs)
    grid = Grid(book, "normalisation", words("normalisation_subtitle"), 1, "offer")
    prices = Prices(grid, offers, needed)
    totals = Totals(prices)
    checks = Checks(book, words("checks_title"), words("checks_subtitle"))
    page.write(book, inputs, offers, answers, totals, steps)
    checking.write(checks, inputs, answers, totals, steps)
    used, entry, cells = inputs.used, offers.entry, grid.cells
    own = ("project", "gpu", "cards", "node_size", "days", "hours_per_day", "rent_hours",
           "storage_quantity", "currency")  # fmt: skip
    given = ("supplier", "quote_no", "quote_date", "billing_plan", "billing_unit", "tax_category")
    handover.finish(
        {field: used[field] for field in own}
        | {field: entry[field][0] for field in given}
        | {field: cells[field][0] for field in ("discount", "anchor", "tax_rate")}
        | {field: cells[field][0] for field in ("net", "tax", "gross")}
        | {"price": cells["price_now"][0]}
    )
    notes.write(book, NOTES, SOURCES)
    functions.write(book, FUNCTIONS)
    cover.write(
        book,
        title=words("book_title"),
        subtitle=words("book_subtitle"),
        facts=[
            (words("completeness"), typed("{0}", steps.cells["completeness"]), house.GENERAL),
            (words.label("reply_by"), typed("{0}", used["reply_by"]), house.DATE),
            (words.label("supplier"), typed('{0}&""', entry["supplier"][0]), house.GENERAL),
            (words.label("total_gross"), typed("{0}", cells["gross"][0]), house.MONEY),
        ],
        master=checks.master,
        steps=[words(f"step_{n}") for n in range(1, 6)],
        sheets=[(book.sheets[f], words(f"purpose_{f}")) for f in ORDER if f != "cover"],
        footer=words("cover_footer", version=catalog.version(), date=catalog.date()),
        here=("rfq",),
    )
    book.order([*ORDER])
    return book


__all__ = ["FIELDS", "ORDER", "PACKAGES", "build", "draw"]
