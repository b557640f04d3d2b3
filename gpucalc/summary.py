"""The index workbook of a batch: every request with its figures, totals, and what went wrong.

Written whole from facts that the batch collected. Everything a user typed goes in as text; the only
formulas are the totals, and they carry their values.
"""

import datetime
import io
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from openpyxl import Workbook
from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE, Cell, MergedCell
from openpyxl.styles import Alignment, Border, Font, PatternFill, Side
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.header_footer import HeaderFooterItem
from openpyxl.worksheet.properties import PageSetupProperties
from openpyxl.worksheet.worksheet import Worksheet

from gpucalc import glossary
from gpucalc.excel.recalc import recalculate
from gpucalc.excel.settle import settled
from gpucalc.requests import Problem

FAILED = "failed"
_LONGEST_TEXT = 32_767
_WIDEST = 60
_FONT = "Microsoft YaHei"
_HEADINGS = ("row", "file", "quote_no", "customer", "gpu", "cards", "hours", "currency",
             "net", "tax", "gross", "status")  # fmt: skip
_FORMATS = {"cards": "#,##0", "hours": "#,##0.##", "net": "#,##0.00", "tax": "#,##0.00",
            "gross": "#,##0.00"}  # fmt: skip
_FIRST = 5
_RULE = Side(style="thin", color="BFBFBF")
_STRONG = Side(style="medium", color="1F3864")
_HEAD = PatternFill("solid", fgColor="1F3864")
_TINT = {
    "pass": PatternFill("solid", fgColor="E2EFDA"),
    "incomplete": PatternFill("solid", fgColor="FFF2CC"),
    "fail": PatternFill("solid", fgColor="F8CBAD"),
    FAILED: PatternFill("solid", fgColor="F8CBAD"),
}


@dataclass(frozen=True)
class Line:
    """A request in the index. `status` is a glossary field or a template's own word; `file` is the
    workbook's name beside the index, "" where none was written. Figures may be missing (None)."""

    row: int
    file: str
    quote_no: str
    customer: str
    gpu: str
    cards: float | None
    hours: float | None
    currency: str
    net: float | None
    tax: float | None
    gross: float | None
    status: str


def index(
    lines: Sequence[Line], problems: Sequence[Problem], as_of: datetime.date, source: str, lang: str
) -> bytes:
    """The bytes of index.xlsx, in one language, with the value of every formula stored."""
    book = Workbook()
    quotes = book.active
    assert isinstance(quotes, Worksheet)
    quotes.title = glossary.label("quotes", lang)
    _title(quotes, glossary.label("quotes", lang), _subtitle(lines, as_of, source, lang))
    _headings(quotes, 4, [glossary.label(field, lang) for field in _HEADINGS])
    for number, line in enumerate(lines, start=_FIRST):
        _line(quotes, number, line, lang)
    last = _FIRST + len(lines) - 1
    end = _totals(quotes, lines, last, lang)
    _layout(quotes, last, end, len(_HEADINGS), lang)
    errors = book.create_sheet(glossary.label("errors", lang))
    _errors(errors, problems, lang)
    book.properties.creator = "gpucalc"
    book.properties.title = quotes.title
    # The clock would make every run another file.
    day = datetime.datetime.combine(as_of, datetime.time())
    book.properties.created = day
    stream = io.BytesIO()
    book.save(stream)
    return recalculate(settled(stream.getvalue(), day), file="index.xlsx")


def put(cell: Cell | MergedCell, value: str | float | int | None) -> None:
    """A value into a cell; text stays text, whatever it starts with."""
    if not isinstance(value, str):
        cell.value = value
        return
    text = ILLEGAL_CHARACTERS_RE.sub("", value)
    if len(text) > _LONGEST_TEXT:
        text = text[: _LONGEST_TEXT - 1] + "…"
    cell.value = text
    # openpyxl takes "=…" for a formula and "#N/A" for an error; neither is meant.
    cell.data_type = "s"
    if text[:1] in "=+-@":
        # Excel keeps such a text as text when the cell is edited, too.
        cell.quotePrefix = True


def _subtitle(lines: Sequence[Line], as_of: datetime.date, source: str, lang: str) -> str:
    written = sum(1 for line in lines if line.file)
    failed = len(lines) - written
    if lang == "zh":
        return (
            f"基准日 {as_of}；来源：{source}；询价 {len(lines)} 条，已生成 {written}，失败 {failed}"
        )
    return (
        f"As of {as_of}; from {source}; {len(lines)} requests: {written} written, {failed} failed"
    )


def _title(sheet: Worksheet, title: str, subtitle: str) -> None:
    put(sheet["A1"], title)
    sheet["A1"].font = Font(name=_FONT, size=16, bold=True, color="1F3864")
    put(sheet["A2"], subtitle)
    sheet["A2"].font = Font(name=_FONT, size=10, color="595959")


def _headings(sheet: Worksheet, row: int, labels: Sequence[str]) -> None:
    for column, label in enumerate(labels, start=1):
        cell = sheet.cell(row, column)
        put(cell, label)
        cell.font = Font(name=_FONT, size=10, bold=True, color="FFFFFF")
        cell.fill = _HEAD
        cell.alignment = Alignment(horizontal="center", vertical="center", wrap_text=True)


def _line(sheet: Worksheet, number: int, line: Line, lang: str) -> None:
    for column, field in enumerate(_HEADINGS, start=1):
        cell = sheet.cell(number, column)
        value: Any = getattr(line, field)
        put(cell, status(value, lang) if field == "status" else value)
        cell.font = Font(name=_FONT, size=10)
        cell.number_format = _FORMATS.get(field, "General")
        cell.border = Border(bottom=_RULE)
        cell.alignment = Alignment(
            vertical="center",
            horizontal="center" if field in ("row", "currency", "status") else None,
        )
        if field == "file" and line.file:
            # Relative, so that the folder can be moved or mailed as a whole. A link that belongs to
            # the cell, because a HYPERLINK formula would be one more formula to trust.
            cell.hyperlink = quote(line.file)
            cell.font = Font(name=_FONT, size=10, color="0563C1", underline="single")
        if field == "status":
            cell.fill = _TINT.get(glossary.field_of(line.status) or "", PatternFill())


def status(word: str, lang: str) -> str:
    """A status in one language; a template's own word stays as it is."""
    field = glossary.field_of(word)
    return glossary.label(field, lang) if field else word


def _totals(sheet: Worksheet, lines: Sequence[Line], last: int, lang: str) -> int:
    """A row of totals for each currency, never across currencies. Returns the last row."""
    row = last + 1
    at = {field: get_column_letter(n) for n, field in enumerate(_HEADINGS, start=1)}
    span = {field: f"${letter}${_FIRST}:${letter}${last}" for field, letter in at.items()}
    for currency in dict.fromkeys(line.currency for line in lines if line.file and line.currency):
        row += 1
        put(sheet[f"{at['customer']}{row}"], glossary.label("totals", lang))
        put(sheet[f"{at['gpu']}{row}"], glossary.label("count", lang))
        sheet[f"{at['cards']}{row}"] = f"=COUNTIFS({span['currency']},{at['currency']}{row})"
        put(sheet[f"{at['currency']}{row}"], currency)
        for field in ("net", "tax", "gross"):
            cell = sheet[f"{at[field]}{row}"]
            cell.number_format = _FORMATS[field]
            if all(getattr(x, field) is None for x in lines if x.currency == currency):
                continue  # nothing is priced: no total, rather than one of 0.00
            # Rounded, because adding cents in binary leaves 26140.800000000003.
            total = f"SUMIFS({span[field]},{span['currency']},{at['currency']}{row})"
            cell.value = f"=ROUND({total},2)"
        for column in range(1, len(_HEADINGS) + 1):
            cell = sheet.cell(row, column)
            cell.font = Font(name=_FONT, size=10, bold=True)
            cell.border = Border(top=_RULE if row > last + 2 else _STRONG)
    return row


def _layout(sheet: Worksheet, last: int, end: int, columns: int, lang: str) -> None:
    sheet.freeze_panes = f"A{_FIRST}"
    sheet.auto_filter.ref = f"A4:{get_column_letter(columns)}{max(last, 4)}"
    sheet.sheet_view.showGridLines = False
    sheet.row_dimensions[4].height = 30
    _widths(sheet, 4, end, columns)
    _print(sheet, f"A1:{get_column_letter(columns)}{end}", "4:4", lang)


def _errors(sheet: Worksheet, problems: Sequence[Problem], lang: str) -> None:
    nothing = "没有错误" if lang == "zh" else "No errors"
    count = f"{len(problems)} 个错误" if lang == "zh" else f"{len(problems)} errors"
    _title(sheet, glossary.label("errors", lang), count if problems else nothing)
    labels = [glossary.label(f, lang) for f in ("row", "column", "value", "problem", "remedy")]
    _headings(sheet, 4, labels)
    for number, problem in enumerate(problems, start=_FIRST):
        what, remedy = problem.what.in_(lang), problem.remedy.in_(lang)
        facts: tuple[int | str, ...] = (problem.row, problem.column, problem.shown, what, remedy)
        for column, fact in enumerate(facts, start=1):
            cell = sheet.cell(number, column)
            put(cell, fact)
            cell.font = Font(name=_FONT, size=10)
            cell.border = Border(bottom=_RULE)
            cell.alignment = Alignment(vertical="top", wrap_text=column > 1)
    end = _FIRST + max(len(problems), 1) - 1
    sheet.freeze_panes = f"A{_FIRST}"
    sheet.sheet_view.showGridLines = False
    _widths(sheet, 4, end, len(labels))
    _print(sheet, f"A1:E{end}", "4:4", lang)


def _widths(sheet: Worksheet, first: int, last: int, columns: int) -> None:
    for column in range(1, columns + 1):
        # A heading may take two lines but no word may break; a value takes one.
        heading = str(sheet.cell(first, column).value)
        shown = [
            _text_width(heading) // 2,
            *(_text_width(w) for w in heading.split() if w.isascii()),
        ]
        shown += [_width(sheet.cell(row, column)) for row in range(first + 1, last + 1)]
        sheet.column_dimensions[get_column_letter(column)].width = min(max(shown) + 3, _WIDEST)


def _width(cell: Cell | MergedCell) -> int:
    if cell.data_type == "f":
        return 14
    if isinstance(cell.value, int | float):
        return len(f"{cell.value:,.2f}")
    return _text_width(str(cell.value or ""))


def _text_width(text: str) -> int:
    # Chinese characters take the room of two digits.
    return sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def _print(sheet: Worksheet, area: str, titles: str, lang: str) -> None:
    sheet.print_area = area
    sheet.print_title_rows = titles
    sheet.page_setup.orientation = "landscape"
    sheet.page_setup.paperSize = 9  # A4
    margins = sheet.page_margins
    margins.left = margins.right = margins.top = 0.4
    sheet.page_setup.fitToWidth, sheet.page_setup.fitToHeight = 1, 0
    sheet.sheet_properties.pageSetUpPr = PageSetupProperties(fitToPage=True)
    sheet.HeaderFooter.oddFooter = HeaderFooterItem()
    sheet.HeaderFooter.oddFooter.center.text = "第 &P / &N 页" if lang == "zh" else "Page &P of &N"
