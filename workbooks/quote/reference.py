"""Reference sheets of the quote book: drop-down lists, catalogs, price book."""

from __future__ import annotations

from dataclasses import dataclass

from gpucalc import catalog
from workbooks import blocks, house
from workbooks.book import Book, Sheet
from workbooks.formulas import Cell
from workbooks.quote.fields import CURRENCIES, OPTIONS

# Columns that a reader of the book does not need; formulas may use any of the others.
LEFT_OUT = {
    "gpus": (
        "usable_basis", "has_bf16", "fp16_tflops", "tf32_tflops", "fp32_tflops", "not_in_source",
    ),
    "models": (
        "head_dim", "ffn_matrices", "tied", "attention", "experts", "top_k", "expert_ffn",
        "shared_experts", "dense_layers",
    ),
}  # fmt: skip


def columns(table: str, lang: str) -> list[str]:
    """The columns of a catalog table that the book shows, each with a name of its own."""
    other = "note_zh" if lang == "en" else "note"
    hidden = {"aliases", other, *LEFT_OUT.get(table, ())}
    return [c for c in catalog.table(table).columns if c not in hidden]


PERIODS = {"hour": "unit_hours", "day": "day", "month": "month"}
# Share of the usable window that training takes, from which on each word applies; above 1 the job
# does not finish in time, whatever this table says.
DEADLINE = ((0, "excess"), (0.5, "loose"), (0.6, "good"), (0.8, "tight"))


@dataclass(frozen=True)
class Reference:
    """Where the lists stand: blocks for drop-downs and for INDEX/MATCH."""

    lists: dict[str, Cell]
    billing_codes: Cell
    billing_counts: Cell
    billing_periods: Cell
    currency_words: Cell
    deadline_from: Cell
    deadline_words: Cell


def build(book: Book) -> Reference:
    """Writes the reference sheets and gives the places of the lists."""
    lists: dict[str, Cell] = {}
    for field, table, subtitle in (
        ("gpus", "gpus", "gpus_subtitle"),
        ("models", "models", "models_subtitle"),
        ("price_book", "prices", "prices_subtitle"),
        ("mfu_table", "mfu", "mfu_subtitle"),
    ):
        sheet = _sheet(book, field, subtitle)
        sheet.freeze("C", 5)
        sheet.print_rows(4, 4)
        lists[table] = blocks.catalog_table(book, sheet, 4, table, columns(table, book.lang))
    return _lists(book, _sheet(book, "reference_lists", "lists_subtitle"), lists)


def _sheet(book: Book, field: str, subtitle: str) -> Sheet:
    sheet = book.sheet(field, landscape=True, tab=house.GREY)
    sheet.widths(A=2)
    words = book.words(subtitle, version=catalog.version(), date=catalog.date())
    sheet.height(1, 30)
    sheet.put("B", 1, sheet.title, house.TITLE)
    sheet.put("B", 2, words, house.SUBTITLE)
    return sheet


def _lists(book: Book, sheet: Sheet, lists: dict[str, Cell]) -> Reference:
    words, label = book.words, book.words.label
    row = blocks.heading(sheet, 4, words("lists_heading"), "M")
    for offset, (name, options) in enumerate(OPTIONS.items()):
        column = house.letter(2 + offset)
        lists[name] = blocks.drop_down(sheet, column, row, label(name), [*map(label, options)])
    row += 8
    # What each billing unit counts and how long it lasts.
    units = OPTIONS["billing_unit"]
    counts = [label("unit_nodes" if u.startswith("node") else "unit_cards") for u in units]
    periods = [label(PERIODS[u.split("_")[1]]) for u in units]
    blocks.drop_down(sheet, "B", row, label("billing_unit"), [*map(label, units)])
    codes = blocks.drop_down(sheet, "C", row, words("catalog_code"), units)
    counted = blocks.drop_down(sheet, "D", row, words("counted_in"), counts)
    lasting = blocks.drop_down(sheet, "E", row, words("period_unit"), periods)
    lists["currency"] = blocks.drop_down(sheet, "G", row, label("currency"), [*CURRENCIES])
    spoken = [*CURRENCIES.values()] if book.lang == "zh" else [*CURRENCIES]
    currency = blocks.drop_down(sheet, "H", row, words("currency_word"), spoken)
    shares = [share for share, _ in DEADLINE]
    sheet.put("J", row, label("deadline_ratio"), house.HEAD)
    for place, share in enumerate(shares, row + 1):
        sheet.put("J", place, share, house.TABLE_CELL.but(number="0%"))
    judged = blocks.drop_down(sheet, "K", row, words("judgement"), [label(w) for _, w in DEADLINE])
    row = blocks.heading(sheet, row + 9, label("tax_table"), "M")
    tax = blocks.catalog_table(book, sheet, row, "tax", columns("tax", book.lang))
    column = house.letter(2 + columns("tax", book.lang).index(book.lang))
    lists["tax"] = sheet.at(column, tax.row, column, tax.last_row)
    row = row + len(catalog.table("tax").rows) + 3
    row = blocks.heading(sheet, row, label("methods"), "M")
    blocks.catalog_table(book, sheet, row, "methods", columns("methods", book.lang))
    for letter in "BCDEFGHIJKLM":
        sheet.widths(**{letter: 19})
    return Reference(
        lists,
        codes,
        counted,
        lasting,
        currency,
        sheet.at("J", judged.row, "J", judged.last_row),
        judged,
    )
