"""Parts that every template is made of: title bands, headings, lists, catalog tables, notes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gpucalc import catalog
from workbooks import house
from workbooks.book import Book, Sheet
from workbooks.formulas import Cell, Formula, is_known, looked_up, text, typed
from workbooks.house import Look


def title(sheet: Sheet, words: str, subtitle: str, last_column: str) -> int:
    """The title band in rows 1 and 2; gives the next free row."""
    sheet.height(1, 30)
    sheet.put("B", 1, words, house.TITLE)
    sheet.merge("B", 1, last_column)
    lines = house.lines_needed(subtitle, _span_width(sheet, "B", last_column))
    sheet.height(2, 15 * lines + 4)
    sheet.put("B", 2, subtitle, house.SUBTITLE.but(wrap=True, bottom="medium", edge=house.NAVY))
    sheet.merge("B", 2, last_column)
    return 4


def _span_width(sheet: Sheet, first: str, last: str) -> float:
    columns = [c for c in sheet.raw.column_dimensions if len(c) == 1 and first <= c <= last]
    return sum(sheet.raw.column_dimensions[c].width for c in columns)


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


def catalog_table(
    book: Book, sheet: Sheet, top: int, table: str, columns: Sequence[str], first: int = 2
) -> Cell:
    """A catalog table with its headings in row ``top``, a name ``cat_<table>_<column>`` for each.

    Alias rows follow the canonical ones, in grey: a look-up walks the same list as the library's.
    Gives the block of canonical names, for drop-downs.
    """
    found = catalog.table(table)
    last = top + len(found.rows)
    canonical = len(found.names())
    for offset, column in enumerate(columns):
        letter = house.letter(first + offset)
        label = _column_label(book, column)
        sheet.put(letter, top, label, house.HEAD)
        for row, values in enumerate(found.rows, top + 1):
            value = values[column]
            look = house.TABLE_CELL.but(color=house.GREY if row - top > canonical else house.BLACK)
            if isinstance(value, float):
                look = look.but(horizontal="right")
            sheet.put(letter, row, value, look)
        book.name(f"cat_{table}_{column}", sheet.at(letter, top + 1, letter, last))
        shown = [label, *(str(values[column]) for values in found.rows[:canonical])]
        sheet.widths(**{letter: house.column_width(shown, most=38)})
    sheet.height(top, 40)
    name = house.letter(first + list(columns).index("name"))
    return sheet.at(name, top + 1, name, top + canonical)


def _column_label(book: Book, column: str) -> str:
    key = f"column_{column}"
    return book.words(key) if book.words.has(key) else book.words.label(column)


def catalog_value(table: str, column: str, key: Cell, otherwise: str = "") -> Formula:
    """A catalog value for a key, or blank where the catalog does not hold it."""
    names = f"cat_{table}_name"
    value = looked_up(f"cat_{table}_{column}", key, names)
    return typed("IF({0},{1},{2})", is_known(key, names), value, text(otherwise))


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
