"""What the rows say together: medians by card, unit and plan; rows in the catalog's own words."""

from __future__ import annotations

from openpyxl.chart.data_source import AxDataSource, StrRef

from workbooks import blocks, catalogs, charts, house
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

GROUPS, CHARTED = 40, 10
TEXT = house.FORMULA_TEXT.but(size=9, wrap=False)
NUMBERED = house.LABEL.but(size=7, color=house.GREY, horizontal="center", number='"No."0')


def medians(book: Book, rows: Rows, entries: Entries, inputs: Inputs) -> None:
    """A line for each card, unit, cards, plan, currency and tax basis among the recent rows, and a
    chart of those that are priced per card-hour."""
    words, label = book.words, book.words.label
    sheet = book.sheet("medians", landscape=True)
    sheet.widths(A=6, B=24, C=14, D=9, E=16, F=10, G=11, H=9, I=13, J=13, K=13, L=26, M=11, N=8)
    row = blocks.title(sheet, sheet.title, words("medians_subtitle"), "L")
    heads = {
        "B": label("gpu"), "C": label("unit"), "D": label("cards"), "E": label("plan"),
        "F": label("currency"), "G": label("anchor"), "H": words("group_rows"),
        "I": words("group_low"), "J": label("median_price"), "K": words("group_high"),
        "L": words("group_says"), "M": words("rows_code_unit"), "N": words("group_charted"),
    }  # fmt: skip
    head = row
    row = blocks.head_row(sheet, row, heads, 32)
    sheet.freeze("C", row)
    sheet.print_rows(head, head)
    sheet.raw.page_setup.fitToHeight = 1
    groups, top = rows.block("group"), row
    for number in range(1, GROUPS + 1):
        place = sheet.put("A", row, number, NUMBERED)
        there = typed("COUNTIFS({0},{1})>0", groups, place)

        def found(block: Cell, place: Cell = place, there: Formula = there) -> Formula:
            value = typed("INDEX({0},MATCH({1},{2},0))", block, place, groups)
            return when(there, typed("IF({0}={1},{1},{0})", value, BLANK))

        count = sheet.at("H", row)
        key = typed("INDEX({0},MATCH({1},{2},0))", rows.block("key"), place, groups)
        for column, block in (
            ("B", rows.block("card")), ("C", entries.block("unit")), ("D", entries.block("cards")),
            ("E", entries.block("plan")), ("F", entries.block("currency")),
            ("G", entries.block("tax")), ("H", rows.block("same")), ("J", rows.block("median")),
            ("M", rows.block("code_unit")),
        ):  # fmt: skip
            look = house.FORMULA.but(number=house.PRICE) if column == "J" else TEXT
            look = house.FORMULA.but(number="0") if column in "DH" else look
            look = TEXT.but(size=7, color=house.GREY) if column == "M" else look
            sheet.formula(column, row, found(block), look)
        price = house.FORMULA.but(number=house.PRICE)
        for column, rank in (("I", Formula("1")), ("K", typed("{0}", count))):
            at = typed(
                "SUMIFS({0},{1},{2},{3},1,{4},{5})", rows.block("price"), rows.block("key"), key,
                rows.block("recent"), rows.block("rank"), rank,
            )  # fmt: skip
            sheet.formula(column, row, when(there, at), price)
        least = inputs.used["least_rows"]
        enough = typed("IF({0},{1}>={2},0=1)", is_number(least, count), count, least)
        says = typed("IF({0},{1},{2})", enough, text(words("group_enough")),
                     text(words("group_few")))  # fmt: skip
        sheet.formula("L", row, when(there, says), TEXT)
        row += 1
    _charted(sheet, top, row - 1)


def _charted(sheet: Sheet, top: int, last: int) -> None:
    """The chart of prices per card-hour, on a sheet of its own: one currency on one axis, that of
    the first such group. Other units stay in the table, since a node or a month needs more than a
    price to become a card-hour."""
    book, words, label = sheet.book, sheet.book.words, sheet.book.words.label
    per_hour = text("card_hour")
    codes, currencies = sheet.at("M", top, "M", last), sheet.at("F", top, "F", last)
    page = book.sheet("charts", landscape=True)
    page.widths(A=5, B=44, C=16, D=16, E=16, F=14)
    row = blocks.title(page, page.title, words("charts_subtitle"), "F")
    head = row + 24
    heads = {"A": words("no"), "B": words("chart_kind"), "C": words("group_low"),
             "D": label("median_price"), "E": words("group_high"),
             "F": label("currency")}  # fmt: skip
    blocks.head_row(page, head, heads, 20)
    some = typed("COUNTIFS({0},{1})>0", codes, per_hour)
    one = typed("INDEX({0},MATCH({1},{2},0))", currencies, per_hour, codes)
    currency = page.formula("F", head + 1, when(some, one), TEXT)
    for at in range(top, last + 1):
        above = [sheet.at(c, top, c, at) for c in "MF"]
        place = typed("COUNTIFS({0},{1},{2},{3})", above[0], per_hour, above[1], currency)
        mine = typed("IF({0}={1},{2}={3},0=1)", sheet.at("M", at), per_hour, sheet.at("F", at),
                     currency)  # fmt: skip
        sheet.formula("N", at, when(mine, place), house.FORMULA.but(size=7, color=house.GREY))
    places = sheet.at("N", top, "N", last)
    for number in range(1, CHARTED + 1):
        at = head + number
        page.put("A", at, number, NUMBERED.but(number="0"))
        nth = page.at("A", at)
        there = typed("COUNTIFS({0},{1})>0", places, nth)

        def found(column: str, nth: Cell = nth) -> Formula:
            return typed("INDEX({0},MATCH({1},{2},0))", sheet.at(column, top, column, last), nth,
                         places)  # fmt: skip

        named = joined(found("B"), text(" · "), found("E"), text(" · "), found("G"))
        page.formula("B", at, when(there, named), TEXT)
        for column, source in zip("CDE", "IJK", strict=True):
            price = house.FORMULA.but(number=house.PRICE)
            page.formula(column, at, when(there, found(source)), price)
    blocks_ = [page.at(c, head, c, head + CHARTED) for c in "BCDE"]
    charts.bars(
        page, page.at("B", row, "F", head - 2), words("chart_title"),
        (words("chart_kind"), words("chart_axis")), blocks_[0], blocks_[1:],
        numbers=("General", "#,##0.00"), flat=True,
    )  # fmt: skip
    # Names are texts: as such they are kept in the file, for previews that compute nothing.
    for series in page.raw._charts[-1].series:
        series.cat = AxDataSource(strRef=StrRef(f=series.cat.numRef.f))
    page.raw.page_setup.fitToHeight = 1


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
