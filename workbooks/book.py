"""A workbook under construction: sheets, names and formulas, and the bytes that ship.

Cells get a formula only through :meth:`Sheet.formula`, which takes typed or printed formulas and
nothing else. The same builder always gives the same bytes.
"""

from __future__ import annotations

import datetime
import io
import re

from openpyxl import Workbook
from openpyxl.formatting.rule import Rule
from openpyxl.styles import Font
from openpyxl.styles.differential import DifferentialStyle
from openpyxl.utils import column_index_from_string, get_column_letter, range_boundaries
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.hyperlink import Hyperlink
from openpyxl.worksheet.worksheet import Worksheet

from gpucalc import __version__, catalog
from gpucalc.excel import recalc, settle
from workbooks import flavour, house
from workbooks.formulas import Cell, Formula, check, sheet_prefix
from workbooks.house import Look
from workbooks.words import Words

_NAME = re.compile(r"(in|out|cat)_[a-z][a-z0-9_]*")
# Excel's own limits; longer texts are what it calls damaged content.
_MAX_FORMULA, _MAX_TITLE, _MAX_PROMPT, _MAX_LIST = 8192, 31, 255, 255


# Pages that go out of the house keep their own look: no header.
_LETTERS = ("sheet_quotation", "request_for_quotation")


class BookFault(ValueError):
    """The builder asks for something that Excel would refuse or repair."""


class Book:
    """A workbook in one language."""

    def __init__(self, words: Words, title: str) -> None:
        self.words = words
        self.lang = words.lang
        self.names: dict[str, Cell] = {}
        self.sheets: dict[str, Sheet] = {}
        self._workbook = Workbook()
        self._workbook.remove(self._workbook.active)
        normal = self._workbook._named_styles["Normal"]
        normal.font = Font(name=house.FONTS[self.lang], size=10, color=house.BLACK)
        self._dated = _catalog_date()
        properties = self._workbook.properties
        properties.title, properties.creator = title, f"gpucalc {__version__}"
        properties.language = {"zh": "zh-CN", "en": "en-US"}[self.lang]
        properties.created = properties.modified = self._dated

    def sheet(self, field: str, *, landscape: bool = False, tab: str = house.NAVY) -> Sheet:
        """A new sheet, titled by the words table (``title_<field>``) or else by the glossary."""
        own = f"title_{field}"
        title = self.words(own) if self.words.has(own) else self.words.label(field)
        if len(title) > 31 or set(title) & set("[]:*?/\\'"):
            raise BookFault(f"{title!r} is no sheet title")
        worksheet = self._workbook.create_sheet(title)
        worksheet.sheet_properties.tabColor = tab
        page = {"zh": "第 &P 页，共 &N 页", "en": "Page &P of &N"}[self.lang]
        house.set_page(worksheet, landscape=landscape, title=title, page_word=page)
        house.protect(worksheet)
        self.sheets[field] = Sheet(self, worksheet)
        return self.sheets[field]

    def name(self, name: str, cell: Cell) -> Cell:
        """Defines a workbook name (in_…, out_…, cat_…) for a cell or a block."""
        if not _NAME.fullmatch(name) or name in self.names:
            raise BookFault(f"{name!r} is no name for a cell, or is taken")
        self.names[name] = cell
        self._workbook.defined_names[name] = DefinedName(name, attr_text=str(cell))
        return cell

    def order(self, fields: list[str]) -> None:
        """Puts the sheets into this order and opens the book on the first."""
        if sorted(fields) != sorted(self.sheets):
            raise BookFault(f"order names other sheets than {sorted(self.sheets)}")
        self._workbook._sheets = [self.sheets[f].raw for f in fields]
        for position, raw in enumerate(self._workbook._sheets):
            raw.sheet_view.tabSelected = position == 0
        self._workbook.active = 0

    def _header(self, raw: Worksheet) -> None:
        """The book's title and the version that it was made with, on every printed page."""
        if raw.oddHeader.left.text or raw.oddHeader.center.text or raw.oddHeader.right.text:
            return
        raw.oddHeader.left.text = str(self._workbook.properties.title).replace("&", "&&")
        raw.oddHeader.right.text = f"gpucalc {__version__} · {self._dated:%Y-%m-%d}"
        for part in (raw.oddHeader.left, raw.oddHeader.right):
            part.size, part.color = 8, house.GREY

    def save(self) -> bytes:
        """The finished file, with a computed value in every formula cell."""
        for field, sheet in self.sheets.items():
            if field not in _LETTERS:
                self._header(sheet.raw)
        self._workbook.calculation.fullCalcOnLoad = True
        stream = io.BytesIO()
        self._workbook.save(stream)
        now = self._dated
        data = settle.settled(stream.getvalue(), now)
        return flavour.computed(data, now) if flavour.calls() else recalc.recalculate(data, now=now)


class Sheet:
    """One sheet. Cells are addressed as ("C", 5) and come back as :class:`Cell`."""

    def __init__(self, book: Book, raw: Worksheet) -> None:
        self.book, self.raw, self.lang = book, raw, book.lang
        self._validations: dict[object, DataValidation] = {}

    @property
    def title(self) -> str:
        """The sheet's title."""
        return self.raw.title

    def at(self, column: str, row: int, last_column: str = "", last_row: int = 0) -> Cell:
        """The reference of a cell or block of this sheet."""
        right = column_index_from_string(last_column) if last_column else 0
        if last_column or last_row:
            right, last_row = right or column_index_from_string(column), last_row or row
        return Cell(self.title, column_index_from_string(column), row, right, last_row)

    def widths(self, **columns: float) -> None:
        """Column widths in characters of the default font."""
        for letter, width in columns.items():
            self.raw.column_dimensions[letter].width = width

    def height(self, row: int, points: float) -> None:
        """A fixed row height."""
        self.raw.row_dimensions[row].height = points

    def put(self, column: str, row: int, value: object, look: Look = house.PLAIN) -> Cell:
        """A constant. Text never becomes a formula."""
        cell = self.raw[f"{column}{row}"]
        cell.value = value
        if isinstance(value, str):
            cell.data_type = "s"
        house.dress(cell, look, self.lang)
        return self.at(column, row)

    def formula(
        self,
        column: str,
        row: int,
        formula: Formula,
        look: Look = house.FORMULA,
        *,
        mark: bool = True,
    ) -> Cell:
        """A formula cell. Where it reads another sheet its text is green, unless ``mark`` is off
        (printed pages) or the look has a colour of its own."""
        if not isinstance(formula, Formula):
            raise BookFault(f"{column}{row}: formulas are typed() or printed(), never plain text")
        here = formula.replace(sheet_prefix(self.title), "")
        if len(here) + 1 > _MAX_FORMULA:
            raise BookFault(f"{self.title}!{column}{row}: {len(here)} characters; split it")
        if mark and "!" in here and look.color == house.BLACK:
            look = look.but(color=house.GREEN)
        cell = self.raw[f"{column}{row}"]
        cell.value = "=" + here
        house.dress(cell, look, self.lang)
        return self.at(column, row)

    def paint(self, block: Cell, look: Look) -> None:
        """Gives every cell of a block a look, leaving contents alone."""
        for line in self.raw[block.address]:
            for cell in line if isinstance(line, tuple) else (line,):
                house.dress(cell, look, self.lang)

    def merge(self, column: str, row: int, last_column: str, last_row: int = 0) -> None:
        """One cell over several, all with the look of the first: texts only, never in tables."""
        block = self.at(column, row, last_column, last_row or row)
        first = self.raw[f"{column}{row}"]
        for line in self.raw[block.address]:
            for cell in line:
                if cell is not first:
                    cell._style = first._style
        self.raw.merge_cells(block.address)

    def link(self, column: str, row: int, target: Sheet, look: Look) -> None:
        """A link to another sheet of the book, with its title as text."""
        self.put(column, row, target.title, look)
        cell = self.raw[f"{column}{row}"]
        place = f"{sheet_prefix(target.title)}A1"
        cell.hyperlink = Hyperlink(ref=cell.coordinate, location=place, display=target.title)
        house.dress(cell, look, self.lang)

    def choices(self, cell: Cell, items: Cell | str, prompt: tuple[str, str], error: str) -> None:
        """A drop-down from a visible list; other text is refused with a helpful message."""
        source = str(items)
        check(source)
        self._validate(cell, prompt, error, type="list", formula1=source)

    def hint(self, cell: Cell, prompt: tuple[str, str]) -> None:
        """A message that shows when the cell is selected; nothing is refused."""
        self._validate(cell, prompt, "")

    def dates(self, cell: Cell, prompt: tuple[str, str], error: str) -> None:
        """Only a date from 2000 on is accepted."""
        self._validate(
            cell, prompt, error, type="date", operator="greaterThanOrEqual", formula1="36526"
        )

    def _validate(self, cell: Cell, prompt: tuple[str, str], error: str, **rule: str) -> None:
        title, message = prompt
        for value, most in ((title, 32), (message, _MAX_PROMPT), (error, _MAX_PROMPT)):
            if len(value) > most:
                raise BookFault(f"{self.title}!{cell.address}: {value!r} is too long for Excel")
        key = (title, message, error, *sorted(rule.items()))
        found = self._validations.get(key)
        if found is None:
            found = DataValidation(allow_blank=True, showInputMessage=True, **rule)
            found.promptTitle, found.prompt = title or None, message
            if error:
                found.showErrorMessage, found.errorTitle, found.error = True, title, error
            self.raw.add_data_validation(found)
            self._validations[key] = found
        found.add(cell.address)

    def condition(self, block: Cell, formula: Formula, style: DifferentialStyle) -> None:
        """A conditional format; the formula is relative to the block's first cell."""
        here = formula.replace(sheet_prefix(self.title), "")
        if "!" in here:  # only newer programs let a format look at another sheet
            raise BookFault(f"{self.title}: the format of {block.address} reads another sheet")
        rule = Rule(type="expression", dxf=style, formula=[here])
        self.raw.conditional_formatting.add(block.address, rule)

    def print_rows(self, first: int, last: int) -> None:
        """Rows repeated at the top of every printed page."""
        self.raw.print_title_rows = f"{first}:{last}"

    def pages_wide(self, pages: int, first: str, last: str) -> None:
        """Prints a wide sheet on so many pages side by side, with its labels on each of them."""
        self.raw.page_setup.fitToWidth = pages
        self.raw.print_title_cols = f"{first}:{last}"

    def print_area(self, block: Cell) -> None:
        """What is printed."""
        left, top, right, bottom = range_boundaries(block.address)
        self.raw.print_area = f"{get_column_letter(left)}{top}:{get_column_letter(right)}{bottom}"

    def freeze(self, column: str, row: int) -> None:
        """Keeps the rows above and the columns left of this cell in view."""
        self.raw.freeze_panes = f"{column}{row}"


def _catalog_date() -> datetime.datetime:
    """The date that a template carries: the catalog's, since a clock would change every build."""
    return datetime.datetime.fromisoformat(catalog.date())
