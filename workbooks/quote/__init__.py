"""The quote book: from a workload or a card count to a page that a finance director signs."""

from __future__ import annotations

from pathlib import Path

from openpyxl.worksheet.pagebreak import Break

from gpucalc import catalog
from workbooks import cover, functions, house, price_band, prompts
from workbooks import notes as notebook
from workbooks.book import Book
from workbooks.checks import Checks
from workbooks.formulas import typed
from workbooks.handover import Handover
from workbooks.inputs import Inputs
from workbooks.quote import (
    band,
    checking,
    handing,
    job,
    notes,
    page_body,
    reference,
    result,
    windows,
)
from workbooks.quote.calculation import Calculation
from workbooks.quote.fields import FIELDS, SECTIONS
from workbooks.quote.lines import Lines
from workbooks.quote.page import Page
from workbooks.quote.scenarios import Scenarios
from workbooks.readings import Readings
from workbooks.words import Words

ORDER = (
    "cover", "inputs", "line_items", "sheet_quotation", "scenarios", "calculation", "checks",
    "handover_row", "readings", "gpus", "models", "mfu_table", "price_book", "reference_lists",
    "notes", "functions",
)  # fmt: skip
FUNCTIONS = (
    "train_flops", "pflops_days", "vram_needed", "gpu_cards", "train_hours", "calendar_days",
    "deadline_ratio", "deadline_advice", "gpu_gap", "billed_hours", "rental_days", "rent_cost",
    "tax_exclusive", "tax_amount", "tax_inclusive", "rmb_upper",
)  # fmt: skip


def build(lang: str) -> bytes:
    """The quote template in a language ("en" or "zh"), with all computed values."""
    return draw(Words(lang, [Path(__file__).parent])).save()


def draw(words: Words) -> Book:
    """The book before it is written."""
    book = Book(words, words("book_title"))
    lists = reference.build(book)
    handover = Handover(book)
    readings = Readings(book)
    subtitle, handed = words("inputs_subtitle"), handover.received
    inputs = Inputs(book, SECTIONS, lists.lists, readings, subtitle, handed=handed)
    calculation = Calculation(book, inputs, lists, handed)
    scenarios = Scenarios(book, inputs, calculation, lists)
    lines = Lines(book, inputs, readings, calculation, lists)
    scenarios.hours(result.quoted_cards(calculation, scenarios))
    result.hours(calculation, scenarios)
    lines.compute(result.rent_line(calculation))
    windows.money(scenarios, lines.rent, lines.others, lines.ready)
    windows.windows(scenarios, lines.rent)
    result.totals(calculation, lines)
    result.validity(calculation)
    result.final(calculation, lines)
    job.write(calculation, scenarios, lines)
    held = band.build(calculation, lists)
    checks = Checks(book, words("checks_title"), words("checks_subtitle"))
    page = Page(book, inputs, calculation, lines)
    page_body.write(page)
    checking.write(checks, checking.Parts(inputs, calculation, scenarios, lines, lists, page, held))
    handover.finish(handing.values(inputs, calculation, lines, scenarios))
    notebook.write(book, notes.PARAGRAPHS, notes.SOURCES)
    functions.write(book, FUNCTIONS)
    cells = calculation.cells
    cover.write(
        book,
        title=words("book_title"),
        subtitle=words("book_subtitle"),
        facts=[
            (words.label("total_gross"), typed("{0}", cells["gross"]), house.MONEY),
            (words.label("currency"), typed("{0}", cells["currency"]), house.GENERAL),
            (words.label("valid_until"), typed("{0}", cells["valid_until"]), house.DATE),
            (words.label("validity_status"), typed("{0}", cells["validity_status"]), house.GENERAL),
        ],
        master=checks.master,
        steps=[words(f"step_{n}") for n in range(1, 6)],
        sheets=[(book.sheets[f], words(f"purpose_{f}")) for f in ORDER if f != "cover"],
        footer=words("cover_footer", version=catalog.version(), date=catalog.date()),
        here=("rfq",),
    )
    # Wide enough for what stands there, narrow enough to be read on paper.
    inputs.sheet.widths(B=29, C=29, D=14, E=15, F=17, G=44, H=17, I=13)
    for first in ("gpu", "settlement"):  # the workload and the terms begin a page of their own
        inputs.sheet.raw.row_breaks.append(Break(id=inputs.typed[first].row - 2))
    readings.sheet.raw.page_setup.fitToHeight = 1
    price_band.prompts(book.sheets["price_book"])
    prompts.complete(book)
    book.order([*ORDER])
    return book


__all__ = ["FIELDS", "ORDER", "build", "draw"]
