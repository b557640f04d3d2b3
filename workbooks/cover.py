"""The cover: what the book is, its state, how to use it, its colours and its sheets."""

from __future__ import annotations

from collections.abc import Sequence

from workbooks import blocks, house
from workbooks.book import Book, Sheet
from workbooks.formulas import Cell, Formula, typed

LAST = "F"
# The steps from a need to its money, one column of the cover each.
FLOW = ("sizing", "rfq", "compare", "request", "execution")


def write(
    book: Book,
    *,
    title: str,
    subtitle: str,
    facts: Sequence[tuple[str, Formula, str]],
    master: Cell,
    steps: Sequence[str],
    sheets: Sequence[tuple[Sheet, str]],
    footer: str,
    here: Sequence[str] | None = None,
) -> Sheet:
    """Writes the cover. ``facts`` are (label, formula, number format); ``sheets`` with purpose.

    ``here`` names the steps of FLOW that the book serves (none for a book beside the flow); without
    it no flow is drawn.
    """
    words = book.words
    sheet = book.sheet("cover")
    sheet.widths(A=3, B=24, C=22, D=22, E=22, F=22)
    sheet.height(1, 14)
    sheet.height(2, 40)
    sheet.put("B", 2, title, house.TITLE.but(size=24))
    sheet.merge("B", 2, LAST)
    sheet.height(3, 34)
    sheet.put("B", 3, subtitle, house.SUBTITLE.but(wrap=True, bottom="medium", edge=house.NAVY))
    sheet.merge("B", 3, LAST)
    row = _state(sheet, 5, master, facts)
    if here is not None:
        row = flow(sheet, row + 1, here)
    row = blocks.heading(sheet, row + 1, words("how_to_use"), LAST)
    for number, step in enumerate(steps, 1):
        sheet.height(row, 13 * house.lines_needed(step, 92) + 9)
        sheet.put(
            "B", row, words("step", number=number), house.LABEL.but(bold=True, color=house.NAVY)
        )
        sheet.put("C", row, step, house.LABEL)
        sheet.merge("C", row, LAST)
        row += 1
    row = _legend(sheet, row + 1)
    row = blocks.heading(sheet, row + 1, words("sheets_heading"), LAST)
    for target, purpose in sheets:
        sheet.height(row, 13 * house.lines_needed(purpose, 92) + 6)
        look = house.LABEL.but(color="0563C1")
        sheet.link("B", row, target, look)
        sheet.put("C", row, purpose, house.LABEL)
        sheet.merge("C", row, LAST)
        row += 1
    sheet.height(row + 1, 30)
    sheet.put("B", row + 1, footer, house.NOTE)
    sheet.merge("B", row + 1, LAST)
    return sheet


def _state(sheet: Sheet, row: int, master: Cell, facts: Sequence[tuple[str, Formula, str]]) -> int:
    words = sheet.book.words
    sheet.height(row, 18)
    sheet.height(row + 1, 30)
    head = house.Look(size=9, color=house.GREY, fill=house.PALE, horizontal="center", top="thin")
    value = house.Look(
        size=14, bold=True, color=house.NAVY, fill=house.PALE, horizontal="center", bottom="thin",
        shrink=True,
    )  # fmt: skip
    sheet.put("B", row, words("master_check"), head)
    sheet.formula("B", row + 1, typed("{0}", master), value, mark=False)
    blocks.state_colours(sheet, sheet.at("B", row + 1))
    for column, (label, formula, number) in zip("CDEF", facts, strict=True):
        sheet.put(column, row, label, head)
        sheet.formula(column, row + 1, formula, value.but(number=number), mark=False)
    return row + 2


def flow(sheet: Sheet, row: int, here: Sequence[str]) -> int:
    """The flow 测算 → 询价 → 比价 → 采购申请 → 预算执行; dark: this book. Gives the next row."""
    words = sheet.book.words
    row = blocks.heading(sheet, row, words("flow_heading"), LAST)
    for height, offset in ((26, 0), (20, 1), (18, 2)):
        sheet.height(row + offset, height)
    for number, step in enumerate(FLOW):
        column = house.letter(2 + number)
        look = house.Look(fill=house.BAND, color=house.NAVY, horizontal="center", edge=house.WHITE)
        if step in here:
            look = look.but(fill=house.NAVY, color=house.WHITE)
        look = look.but(left="thick", right="thick")
        arrow = "" if step == FLOW[-1] else "  →"
        sheet.put(column, row, words(f"flow_{step}") + arrow, look.but(bold=True, size=12))
        mark = words("flow_here") if step in here else ""
        book = words(f"flow_{step}_book") + mark
        sheet.put(column, row + 1, book, look.but(size=8, shrink=True))
    sheet.put("B", row + 2, words("flow_note"), house.NOTE.but(vertical="center"))
    sheet.merge("B", row + 2, LAST)
    return row + 3


def _legend(sheet: Sheet, row: int) -> int:
    words, label = sheet.book.words, sheet.book.words.label
    row = blocks.heading(sheet, row, words("legend"), LAST)
    samples = (
        (words("legend_input_sample"), house.INPUT.but(horizontal="center"), words("legend_input")),
        (words("legend_formula_sample"), house.STATE.but(bold=False), words("legend_formula")),
        (
            words("legend_cross_sample"),
            house.STATE.but(bold=False, color=house.GREEN),
            words("legend_cross"),
        ),
        (
            label("pass"),
            house.STATE.but(color=house.PASS_TEXT, fill=house.PASS_FILL),
            words("legend_pass"),
        ),
        (
            label("incomplete"),
            house.STATE.but(color=house.OPEN_TEXT, fill=house.OPEN_FILL),
            words("legend_incomplete"),
        ),
        (
            label("fail"),
            house.STATE.but(color=house.FAIL_TEXT, fill=house.FAIL_FILL),
            words("legend_fail"),
        ),
    )
    for sample, look, meaning in samples:
        sheet.height(row, 19)
        sheet.put("B", row, sample, look.but(locked=True))
        sheet.put("C", row, meaning, house.LABEL)
        sheet.merge("C", row, LAST)
        row += 1
    return row
