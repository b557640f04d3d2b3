"""The sizing book: from a workload to cards, hours, dates, memory and what an earlier end costs."""

from __future__ import annotations

from pathlib import Path

from gpucalc import catalog
from workbooks import blocks, cover, functions, house, lists, notes, prompts
from workbooks.book import Book
from workbooks.checks import Checks
from workbooks.formulas import typed
from workbooks.handover import Handover
from workbooks.inputs import Inputs
from workbooks.quote import reference
from workbooks.readings import Readings
from workbooks.sizing import checking, handing
from workbooks.sizing.fields import FIELDS, OPTIONS, SECTIONS
from workbooks.sizing.frontier import Frontier
from workbooks.sizing.memory import Memory
from workbooks.sizing.result import Result
from workbooks.sizing.work import Work
from workbooks.words import Words

HERE = Path(__file__).parent
ORDER = (
    "cover", "inputs", "sizing_result", "memory_sheet", "frontier", "calculation", "checks",
    "handover_row", "readings", "gpus", "models", "mfu_table", "reference_lists", "functions",
    "notes",
)  # fmt: skip
FUNCTIONS = (
    "dataset_tokens", "bytes_to_tokens", "image_tokens", "train_flops", "pflops_days",
    "gpu_cards", "train_hours", "vram_part", "vram_needed", "vram_cards", "checkpoint_gb",
    "transfer_hours", "calendar_days", "deadline_ratio", "deadline_advice", "gpu_gap",
    "gap_gpu_hours", "train_steps", "step_hours", "scaling_efficiency", "scaled_hours",
    "billed_hours", "rent_cost",
)  # fmt: skip
PARAGRAPHS = (
    "flow", "data", "hours", "calendar", "scenarios", "mfu", "memory", "pilot", "owned",
    "frontier", "rounding", "formulas", "changes",
)  # fmt: skip
SOURCES = ("flops", "memory", "activations", "tokens", "frontier", "catalog")


def build(lang: str) -> bytes:
    """The sizing template in a language ("en" or "zh"), with all computed values."""
    return draw(Words(lang, [HERE])).save()


def draw(words: Words) -> Book:
    """The book before it is written."""
    book = Book(words, words("book_title"))
    known, sheet, row = lists.build(
        book, ("gpus", "models", "mfu"), OPTIONS, ("methods", "texts"), currencies=True
    )
    variants = reference.families(book, sheet, row)
    readings = Readings(book)
    handover = Handover(book, receives=False)
    inputs = Inputs(book, SECTIONS, known, readings, words("inputs_subtitle"))
    inputs.new_page("section_window", "section_pilot")
    work = Work(book, inputs)
    result = Result(book, inputs, work, known["scenario"])
    memory = Memory(book, inputs, work, result)
    frontier = Frontier(book, inputs, work, result)
    checks = Checks(book, words("checks_title"), words("checks_subtitle"))
    checking.write(checks, checking.Parts(inputs, known, variants, work, result, memory, frontier))
    for page, last in ((result.sheet, "F"), (memory.sheet, "H"), (frontier.sheet, "M")):
        blocks.state(page, checks.master, last)
    handover.finish(handing.values(inputs, work, result))
    functions.write(book, FUNCTIONS)
    notes.write(book, PARAGRAPHS, SOURCES)
    chosen = result.chosen
    cover.write(
        book,
        title=words("book_title"),
        subtitle=words("book_subtitle"),
        facts=[
            (words.label("cards_planned"), typed("{0}", result.planned), house.COUNT),
            (words.label("train_hours"), typed("{0}", chosen["train_hours"]), house.THREE),
            (
                words.label("expected_completion_date"),
                typed("{0}", chosen["completion"]),
                house.DATE,
            ),
            (words.label("deadline_advice"), typed("{0}", chosen["judged"]), house.GENERAL),
        ],
        master=checks.master,
        steps=[words(f"step_{n}") for n in range(1, 6)],
        sheets=[(book.sheets[f], words(f"purpose_{f}")) for f in ORDER if f != "cover"],
        footer=words("cover_footer", version=catalog.version(), date=catalog.date()),
        here=("sizing",),
    )
    prompts.complete(book)
    book.order([*ORDER])
    return book


__all__ = ["FIELDS", "ORDER", "build", "draw"]
