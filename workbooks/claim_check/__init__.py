"""The claim check: what a supplier or an article says, recomputed and judged."""

from __future__ import annotations

from pathlib import Path

from gpucalc import catalog
from workbooks import cover, functions, lists, notes, prompts
from workbooks.book import Book
from workbooks.checks import Checks
from workbooks.claim_check import checking
from workbooks.claim_check.claims import CLAIMS
from workbooks.claim_check.engine import Engine
from workbooks.claim_check.fields import EXAMPLE, FIELDS, OPTIONS, SECTIONS
from workbooks.claim_check.page import Page, example_inputs
from workbooks.claim_check.slips import Slips
from workbooks.formulas import typed
from workbooks.handover import Handover
from workbooks.inputs import Inputs
from workbooks.readings import Readings
from workbooks.words import Words

ORDER = (
    "cover", "inputs", "claim_check", "example", "checks", "calculation", "example_figures",
    "example_calculation", "handover_row", "readings", "gpus", "models", "mfu_table",
    "reference_lists", "notes", "functions",
)  # fmt: skip
KERNELS = (
    "train_flops", "train_steps", "train_hours", "gpu_cards", "vram_needed", "vram_cards",
    "scaling_efficiency", "transfer_hours", "rent_cost", "price_per_card_hour", "mfu_measured",
)  # fmt: skip
PARAGRAPHS = ("verdicts", "range", "tolerance", "slips", "memory", "money", "formulas", "changes")
SOURCES = ("flops", "memory", "activations", "catalog")
HANDED = (
    "project", "model_name", "params", "active_params", "tokens", "epochs", "method", "seq", "gpu",
    "cards", "node_size", "days", "hours_per_day", "buffer", "mfu", "rent_hours", "billing_unit",
    "price", "discount", "anchor", "quote_date",
)  # fmt: skip


def build(lang: str) -> bytes:
    """The claim check in a language ("en" or "zh"), with all computed values."""
    return draw(Words(lang, [Path(__file__).parent])).save()


def draw(words: Words) -> Book:
    """The book before it is written."""
    book = Book(words, words("book_title"))
    downs, sheet, row = lists.build(
        book, ("gpus", "models", "mfu"), OPTIONS, ("tax", "methods", "units")
    )
    slips = Slips(sheet, row)
    handover = Handover(book)
    inputs = Inputs(
        book, SECTIONS, downs, Readings(book), words("inputs_subtitle"), handed=handover.received
    )
    engine = Engine(book, "calculation", inputs.used, slips, named=True)
    forms = {f.name: f.number for f in FIELDS.values() if f.name not in ("claim_link", "project")}
    _, figures = example_inputs(book, EXAMPLE, forms)
    shown = Engine(book, "example_calculation", figures, slips, named=False)
    for claim in CLAIMS:
        engine.judge(claim)
        shown.judge(claim)
    checks = Checks(book, words("checks_title"), words("checks_subtitle"))
    page = Page(book, "claim_check", engine, words("book_title"), words("page_subtitle"))
    label, used = words.label, inputs.used
    page.finish(
        {
            label("claim_source"): typed('IF({0}="","",{0})', used["claim_source"]),
            label("claim_link"): typed('IF({0}="","",{0})', used["claim_link"]),
        },
        checks.master,
    )
    example = Page(book, "example", shown, words("example_page_title"), words("example_subtitle"))
    example.finish({label("claim_source"): typed("{0}", figures["claim_source"])})
    checking.write(checks, inputs, page, downs)
    handover.finish({name: used[name] for name in HANDED})
    notes.write(book, PARAGRAPHS, SOURCES)
    functions.write(book, KERNELS)
    cover.write(
        book,
        title=words("book_title"),
        subtitle=words("book_subtitle"),
        facts=[
            (words("claims_made"), typed("{0}", page.claimed), "0"),
            *((label(v), typed("{0}", page.counts[v]), "0") for v in page.counts),
        ],
        master=checks.master,
        steps=[words(f"step_{n}") for n in range(1, 5)],
        sheets=[(book.sheets[f], words(f"purpose_{f}")) for f in ORDER if f != "cover"],
        footer=words("cover_footer", version=catalog.version(), date=catalog.date()),
        here=(),
    )
    book.name("out_claims_made", page.claimed)
    for verdict, cell in page.counts.items():
        book.name(f"out_{verdict}", cell)
    prompts.complete(book)
    book.order([*ORDER])
    return book


__all__ = ["FIELDS", "ORDER", "build", "draw"]
