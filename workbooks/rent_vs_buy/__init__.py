"""The rent-or-buy book: what renting and owning cost, and where one overtakes the other."""

from __future__ import annotations

from pathlib import Path

from gpucalc import catalog
from workbooks import blocks, cover, functions, house, lists, notes, prompts
from workbooks.book import Book
from workbooks.checks import Checks
from workbooks.formulas import Cell, sentence, typed, when
from workbooks.handover import Handover
from workbooks.inputs import Inputs
from workbooks.readings import Readings
from workbooks.rent_vs_buy import answers, checking
from workbooks.rent_vs_buy.calculation import Calculation
from workbooks.rent_vs_buy.fields import FIELDS, OPTIONS, PAYMENTS, SECTIONS
from workbooks.rent_vs_buy.figures import Figures
from workbooks.rent_vs_buy.flows import Flows
from workbooks.rent_vs_buy.result import Parts, Result, above, reachable
from workbooks.rent_vs_buy.search import Search
from workbooks.rent_vs_buy.sensitivity import Sensitivity
from workbooks.words import Words

ORDER = (
    "cover", "inputs", "rent_or_buy", "charts", "sensitivity_analysis", "calculation", "cash_flow",
    "own_flow", "break_even_search", "checks", "handover_row", "readings", "gpus",
    "reference_lists", "notes", "functions",
)  # fmt: skip
KERNELS = (
    "own_npv", "rent_npv", "break_even_rent", "payback_months", "price_per_card_hour",
    "tax_exclusive", "tax_inclusive",
)  # fmt: skip


def build(lang: str) -> bytes:
    """The rent-or-buy template in a language ("en" or "zh"), with all computed values."""
    return draw(Words(lang, [Path(__file__).parent])).save()


def draw(words: Words) -> Book:
    """The book before it is written."""
    book = Book(words, words("book_title"))
    downs, payments = _lists(book)
    handover = Handover(book)
    inputs = Inputs(
        book, SECTIONS, downs, Readings(book), words("inputs_subtitle"), handed=handover.received
    )
    calc = Calculation(book, inputs, downs, payments)
    answers.costs(calc)
    flows, search = Flows(calc), Search(calc)
    answers.break_evens(calc, search.fall, flows.month_cash, flows.month_present)
    answers.verdict(calc)
    answers.mind(calc)
    grids = Sensitivity(calc)
    checks = Checks(book, words("checks_title"), words("checks_subtitle"))
    figures = Figures(calc, flows, grids)
    Result(Parts(calc, flows, search, figures, checks.master))
    checking.write(checks, calc, flows, downs)
    handover.finish(
        {name: inputs.used[name] for name in HANDED} | {"tax_rate": calc.cells["tax_rate"]}
    )
    notes.write(book, PARAGRAPHS, SOURCES)
    functions.write(book, KERNELS)
    cells = calc.cells
    share, days = cells["break_even_utilisation"], cells["break_even_days"]
    front = cover.write(
        book,
        title=words("book_title"),
        subtitle=words("book_subtitle"),
        facts=[
            (words("cheaper"), typed("{0}", cells["cheaper"]), house.GENERAL),
            (words("saving"), typed("{0}", cells["saving"]), house.MONEY),
            (words("break_even_utilisation"), reachable(words, share, "1"), house.SHARE),
            (words.label("break_even_days_per_year"), reachable(words, days, "365"), "#,##0.0"),
        ],
        master=checks.master,
        steps=[words(f"step_{n}") for n in range(1, 6)],
        sheets=[(book.sheets[f], words(f"purpose_{f}")) for f in ORDER if f != "cover"],
        footer=words("cover_footer", version=catalog.version(), date=catalog.date()),
        here=(),
    )  # fmt: skip
    # The row below the facts, which the cover leaves free.
    note = when(above(share, "1"), sentence(words("cover_never"),
                                            utilisation=cells["utilisation_text"]))  # fmt: skip
    front.height(7, 20)
    front.formula("B", 7, note, house.NOTE.but(bold=True, color=house.FAIL_FILL, vertical="center"),
                  mark=False)  # fmt: skip
    front.merge("B", 7, cover.LAST)
    prompts.complete(book)
    book.order([*ORDER])
    return book


HANDED = (
    "project", "gpu", "cards", "node_size", "billing_plan", "billing_unit", "price", "discount",
    "anchor", "tax_category", "currency", "supplier", "quote_date", "price_source",
)  # fmt: skip
PARAGRAPHS = (
    "sides", "present", "tax_both", "use", "unknown", "residual", "fall", "breaks", "lease",
    "formulas", "changes",
)  # fmt: skip
SOURCES = ("leasing", "life", "lease", "vat", "catalog")


def _lists(book: Book) -> tuple[dict[str, Cell], Cell]:
    """The drop-downs, and the payments per year beside the rhythms."""
    downs, sheet, row = lists.build(book, ("gpus",), OPTIONS, ("tax", "units"), currencies=True)
    label = book.words.label
    row = blocks.heading(sheet, row, label("payment_rhythm"), lists.LAST)
    blocks.drop_down(sheet, "B", row, label("payment_rhythm"), [*map(label, PAYMENTS)])
    sheet.put("C", row, label("payments_per_year"), house.HEAD)
    for offset, count in enumerate(PAYMENTS.values(), 1):
        sheet.put("C", row + offset, count, house.TABLE_CELL.but(horizontal="right"))
    return downs, sheet.at("C", row + 1, "C", row + len(PAYMENTS))


__all__ = ["FIELDS", "ORDER", "build", "draw"]
