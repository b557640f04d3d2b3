"""Budget against what it really cost, month by month."""

from __future__ import annotations

from workbooks import blocks, house
from workbooks.book import Book
from workbooks.budget.months import Months
from workbooks.formulas import BLANK, Cell, is_number, printed, text, typed, when

LAST = "J"


class Actuals:
    """Actual amounts are typed on the budget's own basis; ``gap`` is what they exceed it by."""

    def __init__(self, book: Book, months: Months) -> None:
        words, label = book.words, book.words.label
        sheet = self.sheet = book.sheet("budget_variance_sheet", landscape=True)
        sheet.widths(A=2, B=13, C=11, D=17, E=17, F=17, G=12, H=17, I=17, J=34)
        row = blocks.title(sheet, words("actual_title"), words("actual_subtitle"), LAST)
        heads = {
            "B": label("service_month"), "C": label("budget_year"), "D": label("budgeted"),
            "E": label("actual"), "F": label("budget_variance"), "G": label("variance_share"),
            "H": words("budget_so_far"), "I": words("actual_so_far"), "J": label("remarks"),
        }  # fmt: skip
        head = row
        row = blocks.head_row(sheet, row, heads, 32)
        sheet.freeze("D", row)
        sheet.print_rows(head, head)
        top = row
        money = house.FORMULA.but(number=house.MONEY)
        signed = house.FORMULA.but(number="#,##0.00;[Red]-#,##0.00;0.00")
        for column in months.columns:
            start, year, cost = (
                months.sheet.at(column, block.row)
                for block in (months.starts, months.years, months.basis)
            )
            due = typed('COUNTIFS({0},">0")=1', cost)
            sheet.formula(
                "B", row, when(due, typed("{0}", start)), house.FORMULA.but(number="yyyy-mm")
            )
            sheet.formula("C", row, when(due, typed("{0}", year)), house.FORMULA.but(number="0"))
            planned = sheet.formula("D", row, when(due, typed("{0}", cost)), money)
            actual = sheet.put("E", row, None, house.INPUT_NUMBER.but(number=house.MONEY))
            sheet.hint(actual, (label("actual"), words("prompt_actual")))
            both = is_number(planned, actual)
            gap = printed("difference", amount=actual, less=planned)
            sheet.formula("F", row, when(both, gap), signed)
            share = printed("variance_share", amount=actual, budget=planned)
            some = typed('IF({0},COUNTIFS({1},">0"),0)=1', both, planned)
            sheet.formula("G", row, when(some, share), house.FORMULA.but(number="0.0%"))
            spent = typed("COUNTIFS({0},{1})>0", sheet.at("E", row), text(">=0"))
            for target, source in (("H", "D"), ("I", "E")):
                so_far = typed("SUM({0})", sheet.at(source, top, source, row))
                total = printed("money", amount=so_far)
                sheet.formula(target, row, when(spent, total), money)
            note = sheet.put("J", row, None, house.INPUT.but(size=9))
            sheet.hint(note, (label("remarks"), words("prompt_text")))
            row += 1
        last = row - 1
        for column in "BCGHIJ":
            sheet.put(column, row, None, house.TOTAL)
        sheet.put("B", row, label("totals"), house.TOTAL.but(horizontal="left"))
        total_look = house.TOTAL.but(number=house.MONEY)
        for column in "DE":
            block = sheet.at(column, top, column, last)
            any_there = typed('COUNTIFS({0},">0")>0', block)
            whole = printed("money", amount=typed("SUM({0})", block))
            sheet.formula(column, row, when(any_there, whole), total_look)
        gaps = sheet.at("F", top, "F", last)
        known = typed('COUNTIFS({0},">=0")>0', sheet.at("E", top, "E", last))
        total = when(known, printed("money", amount=typed("SUM({0})", gaps)))
        self.gap: Cell = sheet.formula("F", row, total, house.TOTAL.but(number=signed.number))
        self.budgeted = sheet.at("D", row)
        said = typed(
            "IF({0}={1},{2},IF({0}>0,{3}&{4}&{5},{6}))", self.gap, BLANK,
            text(words("why_no_actual")), text(words("why_over")),
            printed("amount_text", amount=self.gap), text(words("why_over_end")),
            text(words("why_within")),
        )  # fmt: skip
        sheet.height(row + 1, 24)
        look = house.FORMULA_TEXT.but(italic=True, color=house.NAVY, fill=house.PALE, bottom="")
        sheet.formula("B", row + 1, said, look, mark=False)
        sheet.merge("B", row + 1, LAST)
