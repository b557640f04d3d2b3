"""Parts that every template is made of: title bands, headings, lists, catalog tables, notes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from openpyxl.utils import column_index_from_string

from workbooks import house
from workbooks.book import Sheet
from workbooks.formulas import Cell, Formula, text, typed
from workbooks.house import Look


def title(sheet: Sheet, words: str, subtitle: str, last_column: str, *, state: bool = False) -> int:
    """The title band in rows 1 and 2; gives the next free row. With ``state`` the last two columns
    of row 1 stay free for :func:`state`."""
    sheet.height(1, 30)
    sheet.put("B", 1, words, house.TITLE)
    end = column_index_from_string(last_column) - (2 if state else 0)
    sheet.merge("B", 1, house.letter(end))
    lines = house.lines_needed(subtitle, _span_width(sheet, "B", last_column))
    sheet.height(2, 15 * lines + 4)
    sheet.put("B", 2, subtitle, house.SUBTITLE.but(wrap=True, bottom="medium", edge=house.NAVY))
    sheet.merge("B", 2, last_column)
    return 4


def _span_width(sheet: Sheet, first: str, last: str) -> float:
    inside = range(column_index_from_string(first), column_index_from_string(last) + 1)
    set_ = sheet.raw.column_dimensions
    return sum(set_[house.letter(n)].width for n in inside if house.letter(n) in set_)


def heading(sheet: Sheet, row: int, words: str, last_column: str, first: str = "B") -> int:
    """A navy heading across the columns; gives the next row."""
    sheet.height(row, 20)
    sheet.paint(sheet.at(first, row, last_column), house.HEADING)
    sheet.put(first, row, words, house.HEADING)
    return row + 1


def head_row(sheet: Sheet, row: int, heads: Mapping[str, str], height: float = 28) -> int:
    """Column headings; gives the next row."""
    sheet.height(row, height)
    for column, words in heads.items():
        sheet.put(column, row, words, house.HEAD)
    return row + 1


def value_row(
    sheet: Sheet,
    row: int,
    label: str,
    formula: Formula,
    *,
    unit: str = "",
    note: str = "",
    look: Look = house.FORMULA,
) -> Cell:
    """A computed value: label in B, value in C, unit in D, how it comes about in E."""
    sheet.put("B", row, label, house.LABEL)
    cell = sheet.formula("C", row, formula, look)
    sheet.put("D", row, unit, house.UNIT)
    sheet.put("E", row, note, house.HELP)
    return cell


def drop_down(sheet: Sheet, column: str, row: int, label: str, items: Sequence[str]) -> Cell:
    """A list on the reference sheet, its heading in ``row``; gives the block of its items."""
    sheet.put(column, row, label, house.HEAD)
    for offset, item in enumerate(items, 1):
        sheet.put(column, row + offset, item, house.TABLE_CELL)
    return sheet.at(column, row + 1, column, row + len(items))


def notes(sheet: Sheet, row: int, paragraphs: Sequence[tuple[str, str]], last: str) -> int:
    """Paragraphs with a bold lead-in in B and the text from C on; gives the next row."""
    width = _span_width(sheet, "C", last)
    for lead, words in paragraphs:
        sheet.put("B", row, lead, house.LABEL.but(bold=True, vertical="top"))
        sheet.put("C", row, words, house.LABEL.but(vertical="top"))
        sheet.merge("C", row, last)
        sheet.height(row, 14 * max(1, house.lines_needed(words, width)) + 6)
        row += 1
    return row


def state(sheet: Sheet, master: Cell, last_column: str) -> None:
    """The state of all checks at the right end of the title band: it is printed with the page."""
    label = house.letter(column_index_from_string(last_column) - 1)
    look = Look(size=9, color=house.GREY, horizontal="right", indent=1)
    sheet.put(label, 1, sheet.book.words("master_check"), look)
    boxed = Look(size=11, bold=True, horizontal="center").boxed("medium")
    sheet.formula(last_column, 1, typed("{0}", master), boxed, mark=False)
    state_colours(sheet, sheet.at(last_column, 1))


def state_colours(sheet: Sheet, block: Cell) -> None:
    """Pass, fail and incomplete by text, fill and weight, told apart in black and white too."""
    label = sheet.book.words.label
    first = block.address.split(":")[0]
    for state, fill, color in (
        ("pass", house.PASS_FILL, house.PASS_TEXT),
        ("incomplete", house.OPEN_FILL, house.OPEN_TEXT),
        ("fail", house.FAIL_FILL, house.FAIL_TEXT),
    ):
        style = house.highlight(color=color, fill=fill, bold=True)
        sheet.condition(block, typed("{0}={1}", first, text(label(state))), style)
