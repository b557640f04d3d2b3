"""Rounds of negotiation: what each supplier offered first, offers now, and should come down to."""

from __future__ import annotations

from workbooks import blocks, house
from workbooks.book import Book, Sheet
from workbooks.compare.page import Parts
from workbooks.formulas import (
    BLANK,
    Formula,
    is_number,
    joined,
    printed,
    sentence,
    text,
    typed,
    when,
)

LAST = "K"


def write(book: Book, parts: Parts) -> Sheet:
    """Writes the sheet: a row for each supplier, then how to read it."""
    words, label = book.words, book.words.label
    sheet = book.sheet("negotiation", landscape=True)
    sheet.widths(A=2, B=22, C=18, D=14, E=14, F=14, G=14, H=13, I=15, J=13, K=20)
    row = blocks.title(sheet, words("negotiation_title"), words("negotiation_subtitle"), LAST)
    heads = {
        "B": label("supplier"), "C": words("unit_and_basis"), "D": label("first"),
        "E": label("price_second"), "F": label("price_final"), "G": words("price_now"),
        "H": words("reduced_so_far"), "I": label("target_price_for_negotiation"),
        "J": label("reduction_needed"), "K": words("negotiation_state"),
    }  # fmt: skip
    head = row
    row = blocks.head_row(sheet, row, heads, 34)
    sheet.print_rows(head, head)
    sheet.freeze("C", row)
    cells, read = parts.evaluation.cells, parts.offers.read
    price = house.FORMULA.but(number="#,##0.0000")
    for n in range(parts.evaluation.grid.count):
        sheet.height(row, 28)
        on = typed("{0}=1", cells["active"][n])
        unit = joined(cells["currency"][n], text(" / "), cells["unit"][n], text(" · "),
                      cells["anchor"][n])  # fmt: skip
        words_look = house.FORMULA_TEXT.but(size=9)
        sheet.formula("B", row, when(on, typed("{0}", cells["name"][n])), words_look)
        sheet.formula("C", row, when(on, unit), words_look)
        for column, name in (("D", "price"), ("E", "price_second"), ("F", "price_final")):
            value = when(is_number(read[name][n]), typed("{0}", read[name][n]))
            sheet.formula(column, row, value, price)
        now, first = cells["price_now"][n], read["price"][n]
        sheet.formula("G", row, typed("{0}", now), price.but(bold=True))
        came_down = printed("reduction", price=first, target=now)
        priced = typed("IF({0},{1}>0,0=1)", is_number(first, now), first)
        share = house.FORMULA.but(number="0.00%")
        sheet.formula("H", row, when(priced, came_down), share)
        target, needed = cells["target"][n], cells["reduction"][n]
        sheet.formula("I", row, typed("{0}", target), price)
        sheet.formula("J", row, typed("{0}", needed), share)
        sheet.formula("K", row, _state(book, on, target, now), house.STATE.but(size=9, bold=False))
        row += 1
    sheet.height(row, 30)
    said = house.FORMULA_TEXT.but(italic=True, color=house.NAVY, fill=house.PALE, bottom="")
    sheet.formula("B", row, _why(parts), said, mark=False)
    sheet.merge("B", row, LAST)
    row += 1
    rules = [(words(f"negotiation_{n}_lead"), words(f"negotiation_{n}")) for n in range(1, 5)]
    blocks.notes(sheet, row + 1, rules, LAST)
    return sheet


def _why(parts: Parts) -> Formula:
    """Whose total the target prices aim at, to be read aloud."""
    words, grid = parts.conclusion.words, parts.ranking.grid
    ranks = grid.block("rank_total")
    name, total = (
        typed("INDEX({0},MATCH(1,{1},0))", grid.block(key), ranks) for key in ("name", "total")
    )
    said = sentence(
        words("why_target"), best=name, basis=parts.conclusion.basis_words(),
        total=printed("amount_text", amount=total), currency=parts.inputs.used["currency"],
    )  # fmt: skip
    return when(typed("COUNTIFS({0},1)>0", ranks), said)


def _state(book: Book, on: Formula, target: object, now: object) -> Formula:
    words = book.words
    reached = typed("{0}<={1}", now, target)  # type: ignore[arg-type]
    judged = typed("IF({0},{1},{2})", reached, text(words("target_reached")),
                   text(words("target_open")))  # fmt: skip
    by_number = typed("IF({0},{1},{2})", is_number(target), judged, target)  # type: ignore[arg-type]
    none = text(book.words.label("not_comparable"))
    return when(on, typed("IF({0}={1},{2},{3})", target, BLANK, none, by_number))  # type: ignore[arg-type]
