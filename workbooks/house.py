"""The house style: fonts, colours, number formats and page set-up that every template shares.

Blue text on pale yellow is an input, black a formula, green a formula that reads another sheet.
States differ in lightness as well as in colour, so that a black-and-white print still tells them
apart. A Look is what a cell looks like; builders name looks and never set fonts themselves.
"""

from __future__ import annotations

import unicodedata
import zlib
from collections.abc import Iterable
from copy import copy
from dataclasses import dataclass, replace
from functools import lru_cache
from weakref import WeakKeyDictionary

from openpyxl import Workbook
from openpyxl.cell.cell import Cell as OpenpyxlCell
from openpyxl.styles import Alignment, Border, Font, PatternFill, Protection, Side
from openpyxl.styles.cell_style import StyleArray
from openpyxl.styles.differential import DifferentialStyle
from openpyxl.styles.numbers import NumberFormat
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.worksheet import Worksheet

# Fonts by name only: both ship with Windows, macOS and WPS; elsewhere the program substitutes.
FONTS = {"zh": "微软雅黑", "en": "Arial"}

NAVY = "1F3864"
BLUE = "0000FF"
GREEN = "00703C"
BLACK = "1A1A1A"
GREY = "6B7280"
WHITE = "FFFFFF"
RULE = "BFC5CF"
BAND = "E8ECF3"
PALE = "F6F8FB"
YELLOW = "FFF8D6"
PASS_FILL, PASS_TEXT = "E3F2E6", "1B5E20"
OPEN_FILL, OPEN_TEXT = "FFD98A", "5C3A00"
FAIL_FILL, FAIL_TEXT = "B3261E", "FFFFFF"

MONEY = '#,##0.00;[Red]-#,##0.00;"-"'
PRICE = '#,##0.00##;[Red]-#,##0.00##;"-"'
CHAIN = "#,##0.00"
THREE = "[>=99.95]#,##0;[>=9.995]0.0;0.00"  # three significant digits
ESTIMATE = "0.00E+00"
COUNT = "#,##0;[Red]-#,##0;0"
SHARE = "0.0%"
RATE = "0%"
RATE_EXACT = "0.00%"
DATE = "yyyy-mm-dd"
GENERAL = "General"
TEXT = "@"


@dataclass(frozen=True)
class Look:
    """How a cell looks and whether the sheet's protection lets people write into it."""

    size: float = 10
    bold: bool = False
    italic: bool = False
    color: str = BLACK
    fill: str = ""
    number: str = GENERAL
    horizontal: str = ""
    vertical: str = "center"
    wrap: bool = False
    shrink: bool = False
    indent: int = 0
    top: str = ""
    bottom: str = ""
    left: str = ""
    right: str = ""
    edge: str = RULE
    locked: bool = True

    def but(self, **changes: object) -> Look:
        """The same look with some things changed."""
        return replace(self, **changes)  # type: ignore[arg-type]

    def boxed(self, style: str = "thin") -> Look:
        """The same look with a line on all four sides."""
        return self.but(top=style, bottom=style, left=style, right=style)


PLAIN = Look()
TITLE = Look(size=20, bold=True, color=NAVY)
SUBTITLE = Look(size=10, color=GREY)
HEADING = Look(size=11, bold=True, color=WHITE, fill=NAVY, indent=1)
GROUP = Look(bold=True, color=NAVY, fill=BAND, indent=1)
HEAD = Look(size=9, bold=True, color=NAVY, fill=BAND, horizontal="center", wrap=True, bottom="thin")
LABEL = Look(bottom="hair", wrap=True)
UNIT = Look(size=9, color=GREY, bottom="hair", wrap=True, indent=1)
HELP = Look(size=9, color=GREY, bottom="hair", wrap=True, indent=1)
NOTE = Look(size=9, color=GREY, wrap=True, vertical="top")
INPUT = Look(color=BLUE, fill=YELLOW, locked=False, horizontal="left", wrap=True).boxed()
INPUT_NUMBER = INPUT.but(horizontal="right", wrap=False, shrink=True)
FORMULA = Look(horizontal="right", bottom="hair", shrink=True)
FORMULA_TEXT = FORMULA.but(horizontal="left", shrink=False, wrap=True, indent=1)
TOTAL = FORMULA.but(bold=True, top="thin", bottom="double", fill=PALE)
STATE = Look(bold=True, horizontal="center", bottom="hair")
TABLE_CELL = Look(size=9, bottom="hair")


@lru_cache(maxsize=4096)
def _parts(look: Look, font: str) -> tuple[Font, PatternFill, Border, Alignment, Protection]:
    def side(style: str) -> Side:
        return Side(style=style, color=look.edge) if style else Side()

    return (
        Font(name=font, size=look.size, bold=look.bold, italic=look.italic, color=look.color),
        PatternFill("solid", fgColor=look.fill) if look.fill else PatternFill(),
        Border(
            top=side(look.top),
            bottom=side(look.bottom),
            left=side(look.left),
            right=side(look.right),
        ),
        Alignment(
            # Programs ignore an indent unless the cell is aligned to a side.
            horizontal=look.horizontal or ("left" if look.indent else None),
            vertical=look.vertical,
            wrap_text=look.wrap or None,
            shrink_to_fit=look.shrink or None,
            indent=look.indent,
        ),
        Protection(locked=look.locked),
    )


# A book's styles for the looks it has met: openpyxl compares a new one with all that it holds.
_dressed: WeakKeyDictionary[Workbook, dict[tuple[Look, str], StyleArray]] = WeakKeyDictionary()


def dress(cell: OpenpyxlCell, look: Look, lang: str) -> None:
    """Gives a cell its look."""
    known = _dressed.setdefault(cell.parent.parent, {})
    if (look, lang) in known:
        cell._style = copy(known[look, lang])
        return
    font, fill, border, alignment, protection = _parts(look, FONTS[lang])
    cell.font, cell.fill, cell.border = font, fill, border
    cell.alignment, cell.protection, cell.number_format = alignment, protection, look.number
    known[look, lang] = copy(cell._style)


def highlight(
    *,
    color: str = "",
    fill: str = "",
    bold: bool | None = None,
    number: str = "",
    rule: str = "",
    top: str = "",
    sides: str = "",
) -> DifferentialStyle:
    """What a conditional format changes: text and fill colour, weight, number format, lines."""
    font = Font(bold=bold, color=color or None) if color or bold is not None else None
    # In a differential style the background colour is the one that shows.
    pattern = PatternFill(bgColor=fill, fill_type="solid") if fill else None
    line = Side(style=rule, color=RULE) if rule else None
    upper = Side(style=top, color=RULE if sides else NAVY) if top else line
    side = Side(style=sides, color=RULE) if sides else None
    border = Border(top=upper, bottom=line, left=side, right=side) if line or upper else None
    form = NumberFormat(numFmtId=_format_id(number), formatCode=number) if number else None
    return DifferentialStyle(font=font, fill=pattern, border=border, numFmt=form)


def _format_id(number: str) -> int:
    """An id above every built-in and user number format that the writer gives out, one a format."""
    return 200 + zlib.crc32(number.encode()) % 600


def text_width(value: str) -> int:
    """The width of a text in half-width characters: a Chinese character counts two."""
    wide = sum(unicodedata.east_asian_width(c) in "WFA" for c in value)
    return len(value) + wide


def column_width(texts: Iterable[object], least: float = 6, most: float = 42) -> float:
    """A column width that shows the longest line of the texts, within limits."""
    lines = [line for t in texts for line in str(t).splitlines()]
    return min(most, max([least, *(text_width(line) + 2 for line in lines)]))


def lines_needed(value: str, width: float) -> int:
    """How many lines a text takes in a column of that width."""
    return sum(max(1, -(-text_width(line) // max(1, int(width) - 1))) for line in value.split("\n"))


def set_page(
    sheet: Worksheet, *, landscape: bool = False, title: str = "", page_word: str = "&P / &N"
) -> None:
    """A4, one page wide, margins for punched paper, sheet title and page number in the footer."""
    sheet.page_setup.paperSize = 9
    sheet.page_setup.orientation = "landscape" if landscape else "portrait"
    sheet.page_setup.fitToWidth = 1
    sheet.page_setup.fitToHeight = 0
    sheet.sheet_properties.pageSetUpPr.fitToPage = True
    margins = sheet.page_margins
    margins.left, margins.right, margins.top, margins.bottom = 0.5, 0.5, 0.55, 0.65
    margins.header, margins.footer = 0.3, 0.3
    sheet.print_options.horizontalCentered = True
    sheet.oddFooter.left.text = title.replace("&", "&&")
    sheet.oddFooter.right.text = page_word
    for part in (sheet.oddFooter.left, sheet.oddFooter.right):
        part.size, part.color = 8, GREY
    sheet.sheet_view.showGridLines = False


def protect(sheet: Worksheet) -> None:
    """Guards formulas against slips: no password; widths, filters and pictures stay free."""
    guard = sheet.protection
    guard.sheet = True
    guard.formatColumns = guard.formatRows = guard.formatCells = False
    guard.autoFilter = guard.sort = False
    guard.objects = guard.scenarios = False


def letter(number: int) -> str:
    """The letters of a column: 1 is A."""
    return get_column_letter(number)
