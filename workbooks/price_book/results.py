"""What the rows say together: medians by card, unit and plan; rows in the catalog's own words."""

from __future__ import annotations

from workbooks import blocks, catalogs, house
from workbooks.book import Book, Sheet
from workbooks.formulas import (
    BLANK,
    Cell,
    Formula,
    is_number,
    joined,
    printed,
    sentence,
    text,
    typed,
    when,
)
from workbooks.inputs import Inputs
from workbooks.price_book.entries import TOP, Entries
from workbooks.price_book.fields import PRINTED, ROWS
from workbooks.price_book.rows import Rows

GROUPS = 40
TEXT = house.FORMULA_TEXT.but(size=9, wrap=False)
NUMBERED = house.LABEL.but(size=7, color=house.GREY, horizontal="center", number='"No."0')


def medians(book: Book, rows: Rows, entries: Entries, inputs: Inputs) -> Sheet:
    """A line for each card, unit, cards, plan and currency among the recent rows."""
    words, label = book.words, book.words.label
    sheet = book.sheet("medians", landscape=True)
    sheet.widths(A=6, B=24, C=14, D=9, E=16, F=10, G=9, H=13, I=13, J=13, K=26)
    row = blocks.title(sheet, sheet.title, words("medians_subtitle"), "K")
    heads = {
        "B": label("gpu"), "C": label("unit"), "D": label("cards"), "E": label("plan"),
        "F": label("currency"), "G": words("group_rows"), "H": words("group_low"),
        "I": label("median_price"), "J": words("group_high"), "K": words("group_says"),
    }  # fmt: skip
    head = row
    row = blocks.head_row(sheet, row, heads, 32)
    sheet.freeze("C", row)
    sheet.print_rows(head, head)
    sheet.raw.page_setup.fitToHeight = 1
    groups = rows.block("group")
    for number in range(1, GROUPS + 1):
        place = sheet.put("A", row, number, NUMBERED)
        there = typed("COUNTIFS({0},{1})>0", groups, place)

        def found(block: Cell, place: Cell = place, there: Formula = there) -> Formula:
            value = typed("INDEX({0},MATCH({1},{2},0))", block, place, groups)
            return when(there, typed("IF({0}={1},{1},{0})", value, BLANK))

        count = sheet.at("G", row)
        key = typed("INDEX({0},MATCH({1},{2},0))", rows.block("key"), place, groups)
        for column, block in (
            ("B", rows.block("card")), ("C", entries.block("unit")), ("D", entries.block("cards")),
            ("E", entries.block("plan")), ("F", entries.block("currency")),
            ("G", rows.block("same")), ("I", rows.block("median")),
        ):  # fmt: skip
            look = house.FORMULA.but(number=house.PRICE) if column == "I" else TEXT
            look = house.FORMULA.but(number="0") if column in "DG" else look
            sheet.formula(column, row, found(block), look)
        price = house.FORMULA.but(number=house.PRICE)
        for column, rank in (("H", Formula("1")), ("J", typed("{0}", count))):
            at = typed(
                "SUMIFS({0},{1},{2},{3},1,{4},{5})", rows.block("price"), rows.block("key"), key,
                rows.block("recent"), rows.block("rank"), rank,
            )  # fmt: skip
            sheet.formula(column, row, when(there, at), price)
        least = inputs.used["least_rows"]
        enough = typed("IF({0},{1}>={2},0=1)", is_number(least, count), count, least)
        says = typed("IF({0},{1},{2})", enough, text(words("group_enough")),
                     text(words("group_few")))  # fmt: skip
        sheet.formula("K", row, when(there, says), TEXT)
        row += 1
    return sheet


def catalog_rows(book: Book, rows: Rows, entries: Entries) -> Sheet:
    """The same rows in the catalog's codes: to copy into the price sheet of any other book.

    A row that fails a flag stays blank here, with the reason beside it: no book may compute with a
    price that has no currency or no figure. A doubtful one is handed over, and told.
    """
    words = book.words
    sheet = book.sheet("catalog_rows", landscape=True, tab=house.GREY)
    sheet.widths(A=6)
    for column, letter in entries.letters.items():
        sheet.widths(**{letter: entries.sheet.raw.column_dimensions[letter].width})
        sheet.put(letter, TOP, catalogs.column_label(book, "prices", column), house.HEAD)
    mark = house.letter(2 + len(entries.columns))
    sheet.widths(**{mark: 44})
    sheet.put(mark, TOP, words("catalog_rows_mark"), house.HEAD)
    blocks.title(sheet, sheet.title, words("catalog_rows_subtitle", printed=PRINTED), mark)
    out = rows.block("left_out")
    said = sentence(words("catalog_rows_count"), rows=typed("COUNTIFS({0},0)", out),
                    out=typed("COUNTIFS({0},1)", out))  # fmt: skip
    sheet.formula("B", 4, said, house.NOTE.but(bold=True), mark=False)
    sheet.merge("B", 4, mark)
    sheet.print_area(sheet.at("A", 1, mark, TOP + PRINTED))
    sheet.height(TOP, 32)
    sheet.freeze("C", TOP + 1)
    sheet.print_rows(TOP, TOP)
    forms = {"low": house.PRICE, "high": house.PRICE}
    for n in range(ROWS):
        row = TOP + 1 + n
        sheet.put("A", row, n + 1, NUMBERED)
        for column, letter in entries.letters.items():
            look = house.FORMULA_TEXT.but(size=8, wrap=False, number=forms.get(column, "General"))
            value = when(rows.handed(n), _value(column, n, rows, entries, sheet))
            sheet.formula(letter, row, value, look)
        told = entries.told(n)
        reason = typed(
            "IF({0}=1,{1}&{2},IF({0}=0,IF({2}={3},{3},{4}&{2}),{3}))", rows.c("left_out", n),
            text(words("row_left_out")), told, BLANK, text(words("row_doubtful")),
        )  # fmt: skip
        sheet.formula(mark, row, reason, house.HELP.but(wrap=False, shrink=True))
    return sheet


def _value(column: str, n: int, rows: Rows, entries: Entries, sheet: Sheet) -> Formula:
    """A cell in the catalog's words; what is blank reads not stated there, and - for remarks."""
    entry = entries.cell(column, n)
    if column in ("name", "model"):
        number = joined(text("P"), sheet.at("A", TOP + 1 + n))
        return typed('IF({0}="",{1},{0})', entries.cell("name", n), number)
    if column == "kind":
        return text("row")
    if column in ("item", "unit", "tax", "plan", "status"):
        code = rows.c(f"code_{column}", n)
        return typed('IF({0}="?",{1},{0})', code, joined(entry, BLANK))
    if column == "gpu":
        return typed("IF({0}={1},{2},{0})", rows.c("card", n), BLANK, text("-"))
    if column in ("low", "high"):
        other = entries.cell("high" if column == "low" else "low", n)
        return typed('IF({0}="",{1},{0})', entry, typed('IF({0}="",{1},{0})', other, BLANK))
    if column == "date":
        day = rows.c("day", n)
        written = printed("date_text", day=day)
        other = typed('IF({0}="",{1},{0})', entry, text("not_stated"))
        return typed("IF({0},{1},{2})", is_number(day), written, other)
    blank = {"cards": Formula("1"), "currency": BLANK, "note": text("-"), "note_zh": text("-")}
    return typed('IF({0}="",{1},{0})', entry, blank.get(column, text("not_stated")))
