"""The price book: 300 rows of one's own prices, each looked at, ready to paste into other books."""

from __future__ import annotations

from pathlib import Path

from gpucalc import catalog
from workbooks import catalogs, cover, functions, lists, notes, prompts
from workbooks.book import Book
from workbooks.checks import Checks
from workbooks.formulas import Cell, constant, printed, text, typed, when
from workbooks.handover import Handover
from workbooks.inputs import Inputs
from workbooks.price_book import checking, handing, results
from workbooks.price_book.entries import TOP, Entries
from workbooks.price_book.fields import CODES, FIELDS, PRINTED, ROWS, SECTIONS
from workbooks.price_book.rows import OPEN, Rows
from workbooks.readings import Readings
from workbooks.steps import Steps
from workbooks.words import Words

HERE = Path(__file__).parent
ORDER = (
    "cover", "inputs", "price_rows", "medians", "charts", "catalog_rows", "checks", "calculation",
    "row_checks", "handover_row", "readings", "gpus", "price_book", "reference_lists", "notes",
    "functions",
)  # fmt: skip
NOTES = ("codes", "duplicate", "far", "stale", "paste", "handover", "kept", "formulas", "changes")
SOURCES = ("band", "catalog")
_LABELS = {"tax": "anchor"}
FUNCTIONS = ("gpu_price", "price_per_card_hour", "tax_exclusive")


def build(lang: str) -> bytes:
    """The price book in a language ("en" or "zh"), with all computed values."""
    return draw(Words(lang, [HERE])).save()


def draw(words: Words) -> Book:
    """The book before it is written."""
    book = Book(words, words("book_title"))
    known, codes = _lists(book)
    readings = Readings(book)
    entries = Entries(book, known)
    known["price_id"] = entries.block("name")
    inputs = Inputs(book, SECTIONS, known, readings, words("inputs_subtitle"))
    rows = Rows(book, entries, inputs, codes)
    _states(entries, rows)
    steps = Steps(book, "calculation", words("calculation_title"), words("calculation_subtitle"))
    checking.count(steps, rows)
    results.medians(book, rows, entries, inputs)
    results.catalog_rows(book, rows, entries)
    handover = Handover(book, receives=False)
    handover.finish(handing.values(inputs, entries, rows, codes))
    checks = Checks(book, words("checks_title"), words("checks_subtitle"))
    checking.write(checks, inputs, steps, entries)
    notes.write(book, NOTES, SOURCES)
    functions.write(book, FUNCTIONS)
    cells = steps.cells
    cover.write(
        book,
        title=words("book_title"),
        subtitle=words("book_subtitle"),
        facts=[
            (words(f"cover_{key}"), typed("{0}", cells[of]), "0")
            for key, of in (("rows", "rows"), ("usable", "usable"), ("stale", "stale"),
                            ("far", "far"))
        ],
        master=checks.master,
        steps=[words(f"step_{n}") for n in range(1, 6)],
        sheets=[(book.sheets[f], words(f"purpose_{f}")) for f in ORDER if f != "cover"],
        footer=words("cover_footer", version=catalog.version(), date=catalog.date()),
        here=(),
    )  # fmt: skip
    prompts.complete(book)
    book.order([*ORDER])
    return book


def _lists(book: Book) -> tuple[dict[str, Cell], dict[str, tuple[Cell, Cell]]]:
    """The reference sheets: drop-downs by name, and label and code blocks of coded columns."""
    # By the glossary's names: the price sheets' column `tax` holds a tax basis.
    coded = {_LABELS.get(name, name): pairs for name, pairs in CODES.items()}
    options = {name: [label for _, label in pairs] for name, pairs in coded.items()}
    known, sheet, row = lists.build(book, ("gpus",), options, currencies=True)
    # The shipped examples stand under names of their own: cat_prices_ are the user's rows here.
    shipped = catalogs.sheet(book, "price_book", "prices_subtitle")
    shipped.freeze("C", 5)
    shipped.print_rows(4, 4)
    catalogs.write(book, shipped, 4, "prices", named="shipped")
    places = lists.codes(sheet, row, coded)
    codes: dict[str, tuple[Cell, Cell]] = {}
    for name, pairs in CODES.items():
        column, top = places[_LABELS.get(name, name)]
        known[name] = known[_LABELS.get(name, name)]
        codes[name] = known[name], sheet.at(column, top + 1, column, top + len(pairs))
    return known, codes


def _states(entries: Entries, rows: Rows) -> None:
    """The state of each row and its problems in words, beside what was entered."""
    words, label = entries.words, entries.words.label
    passed, open_, fail = (text(label(k)) for k in ("pass", "incomplete", "fail"))
    between = constant(words("list_separator"))
    for n in range(ROWS):
        doubtful = [rows.c(flag, n) for flag in OPEN]
        failing = typed("{0}=1", rows.c("left_out", n))
        open_one = typed(f"SUM({','.join(f'{{{i}}}' for i in range(len(doubtful)))})>0", *doubtful)
        state = typed("IF({0},{1},IF({2},{3},{4}))", failing, fail, open_one, open_, passed)
        told = printed("without_last", text=rows.c("problems", n), mark=between)
        entries.show(n, when(rows.on(n), state), when(rows.on(n), told))
    rows.states = entries.colour()
    filled = rows.letters["filled"]
    entries.unprinted(rows.sheet.at(filled, TOP + 1 + PRINTED, filled, TOP + ROWS))


__all__ = ["FIELDS", "ORDER", "build", "draw"]
