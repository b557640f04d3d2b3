"""The comparison of suppliers: up to six offers, one measure, ranks, target prices, a page."""

from __future__ import annotations

from pathlib import Path

from gpucalc import catalog
from workbooks import cover, functions, house, notes
from workbooks.book import Book
from workbooks.checks import Checks
from workbooks.compare import checking, negotiation, page
from workbooks.compare.conclusion import Conclusion
from workbooks.compare.fields import FIELDS, SECTIONS, SUPPLIERS
from workbooks.compare.ranking import Ranking
from workbooks.compare.requirements import Requirements
from workbooks.formulas import BLANK, Cell, text, typed
from workbooks.handover import Handover
from workbooks.inputs import Inputs
from workbooks.offers import job as job_block
from workbooks.offers import reference
from workbooks.offers.entries import Offers
from workbooks.offers.fields import COMPARED, JOB_OPTIONS, OPTIONS
from workbooks.offers.grid import Grid
from workbooks.offers.prices import Prices
from workbooks.offers.totals import Totals
from workbooks.readings import Readings
from workbooks.steps import Steps
from workbooks.words import Words

HERE = Path(__file__).parent
PACKAGES = (HERE.parent / "offers", HERE)
ORDER = (
    "cover", "inputs", "offers", "supplier_comparison", "negotiation", "calculation",
    "normalisation", "checks", "handover_row", "readings", "gpus", "price_book", "reference_lists",
    "notes", "functions",
)  # fmt: skip


def build(lang: str) -> bytes:
    """The comparison in a language ("en" or "zh"), with all computed values."""
    return draw(Words(lang, PACKAGES)).save()


def draw(words: Words) -> Book:
    """The book before it is written."""
    book = Book(words, words("book_title"))
    known = reference.build(book, OPTIONS | JOB_OPTIONS)
    handover = Handover(book)
    readings = Readings(book)
    offers = Offers(book, COMPARED, known, readings, SUPPLIERS)
    suppliers = offers.entry["supplier"]
    known["suppliers"] = offers.sheet.at(
        offers.columns[0], suppliers[0].row, offers.columns[-1], suppliers[0].row
    )
    subtitle = words("inputs_subtitle")
    inputs = Inputs(book, SECTIONS, known, readings, subtitle, handed=handover.received)
    inputs.new_page("section_speed")
    steps = Steps(book, "calculation", words("calculation_title"), words("calculation_subtitle"))
    job = job_block.write(steps, inputs)
    basis = _basis(steps, inputs)
    grid = Grid(book, "normalisation", words("normalisation_subtitle"), SUPPLIERS, "offer{n}")
    evaluation = Prices(grid, offers, job)
    totals = Totals(evaluation)
    requirements = Requirements(evaluation)
    ranking = Ranking(evaluation, requirements, basis)
    conclusion = Conclusion(steps, inputs, ranking)
    checks = Checks(book, words("checks_title"), words("checks_subtitle"))
    parts = page.Parts(known, inputs, offers, evaluation, totals, requirements, ranking, conclusion)
    page.write(book, parts, checks.master)
    negotiation.write(book, parts)
    checking.write(checks, parts)
    handover.finish(_handed(parts))
    notes.write(book, NOTES, SOURCES)
    functions.write(book, FUNCTIONS)
    cells = conclusion.cells
    cover.write(
        book,
        title=words("book_title"),
        subtitle=words("book_subtitle"),
        facts=[
            (words("offers_made"), typed("{0}", cells["offers_made"]), "0"),
            (words("comparable_offers"), typed("{0}", cells["comparable_offers"]), "0"),
            (words("best_supplier"), typed("{0}", cells["best_supplier"]), house.GENERAL),
            (words("cover_best"), typed("{0}", cells["best_ranked"]), house.MONEY),
        ],
        master=checks.master,
        steps=[words(f"step_{n}") for n in range(1, 6)],
        sheets=[(book.sheets[f], words(f"purpose_{f}")) for f in ORDER if f != "cover"],
        footer=words("cover_footer", version=catalog.version(), date=catalog.date()),
        here=("compare",),
    )
    book.order([*ORDER])
    return book


NOTES = ("units", "total", "unknowns", "basis", "financing", "target", "tax", "rounding",
         "formulas", "changes")  # fmt: skip
SOURCES = ("vat", "free_days", "catalog")
FUNCTIONS = ("price_per_card_hour", "billed_hours", "free_days", "off_peak_price", "tier_price",
             "calendar_days", "tax_exclusive", "tax_inclusive", "tax_amount",
             "token_cost")  # fmt: skip


def _basis(steps: Steps, inputs: Inputs) -> Cell:
    """1 where prices compare without tax: as chosen, else as the buyer's tax status has it."""
    words, label, used = steps.book.words, steps.book.words.label, inputs.used
    small = typed("{0}={1}", used["taxpayer_status"], text(label("small_taxpayer")))
    by_status = typed("IF({0},0,1)", small)
    chosen = used["comparison_basis"]
    by_choice = typed("IF({0}={1},1,0)", chosen, text(label("excl_tax")))
    return steps.line(
        "basis_is_net", words("basis_is_net"),
        typed("IF({0}={1},{2},{3})", chosen, BLANK, by_status, by_choice),
        note=words("basis_is_net_how"),
    )  # fmt: skip


def _handed(parts: page.Parts) -> dict[str, object]:
    """The recommended offer as the next book's input row."""
    pick, cells = parts.conclusion.of_recommended, parts.evaluation.cells
    used, entry = parts.inputs.used, parts.offers.entry
    computed = ("gpu", "cards", "node_size", "net", "tax", "gross", "anchor", "tax_rate",
                "valid_until", "discount")  # fmt: skip
    row: dict[str, object] = {field: pick(cells[field]) for field in computed}
    row |= {field: pick(entry[field]) for field in ("supplier", "quote_no", "quote_date",
                                                    "billing_plan", "billing_unit",
                                                    "tax_category", "currency")}  # fmt: skip
    row["price"] = pick(cells["price_now"])
    row |= {field: used[field] for field in ("project", "days", "hours_per_day", "tokens",
                                             "epochs", "storage_quantity")}  # fmt: skip
    row["rent_hours"] = pick(cells["billed_hours"])
    return row


__all__ = ["FIELDS", "ORDER", "PACKAGES", "build", "draw"]
