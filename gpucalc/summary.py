"""The index workbook of a batch: every request with its figures, totals, and what went wrong.

Written whole from facts that the batch collected. Everything a user typed goes in as text; the only
formulas are the totals, and they carry their values. Totals never mix currencies or check states: a
quote that its own checks refuse is no money to plan with, and alternatives for one job are quotes
of their own.
"""

import datetime
import io
import math
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
from gpucalc.tables import Text

FAILED = "failed"
_LONGEST_TEXT = 32_767
_WIDEST = 60
_LINE = 15  # points
_FONT = "Microsoft YaHei"
_HEADINGS = ("row", "file", "quote_no", "customer", "gpu", "cards", "hours", "currency",
             "net", "tax", "gross", "status", "reminders")  # fmt: skip
# The order of the totals; a template's own words follow.
_STATES = ("pass", "ready", "incomplete", "fail")
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
    workbook's name beside the index, "" where none was written. Figures may be missing (None).
    `own` are the cells of the user's own columns, `reminders` what its sheet tells more about."""

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
    reminders: tuple[str, ...] = ()
    own: tuple[str, ...] = ()


def index(
    lines: Sequence[Line],
    problems: Sequence[Problem],
    remarks: Sequence[Problem],
    as_of: datetime.date,
    source: str,
    lang: str,
    own: Sequence[str] = (),
) -> bytes:
    """The bytes of index.xlsx, in one language, with the value of every formula stored.

    `own` are the headings of the user's own columns, which stand after ours as they were.
    """
    book = Workbook()
    quotes = book.active
    assert isinstance(quotes, Worksheet)
    quotes.title = glossary.label("quotes", lang)
    _title(quotes, glossary.label("quotes", lang), _subtitle(lines, as_of, source, lang))
    _advice(quotes, lang)
    _headings(quotes, 4, [*(glossary.label(field, lang) for field in _HEADINGS), *own])
    for number, line in enumerate(lines, start=_FIRST):
        _line(quotes, number, line, lang)
    last = _FIRST + len(lines) - 1
    end = _totals(quotes, lines, last, lang)
    _layout(quotes, last, end, len(_HEADINGS) + len(own), lang)
    nothing = Text("No errors", "没有错误").in_(lang)
    count = Text(f"{len(problems)} errors", f"{len(problems)} 个错误").in_(lang)
    _listed(book, "errors", "problem", problems, count if problems else nothing, lang)
    if remarks:
        told = Text(
            "Worth a look; none of this stopped a quote", "供核对；以下各项均未影响报价单生成"
        ).in_(lang)
        _listed(book, "reminders", "reminders", remarks, told, lang)
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


def _advice(sheet: Worksheet, lang: str) -> None:
    """What the totals are, and are not, above the table where it is read first."""
    told = Text(
        "Every row is a quote of its own: alternatives for one job are counted one by one. Totals "
        "stand apart by currency and check state, and none of them is a budget.",
        "每行为一份独立报价，同一任务的备选方案分别计入；合计按币种和校验状态分列，均不能直接作为预算。",
    )
    put(sheet["A3"], told.in_(lang))
    sheet["A3"].font = Font(name=_FONT, size=10, italic=True, color="595959")


def _headings(sheet: Worksheet, row: int, labels: Sequence[str]) -> None:
    for column, label in enumerate(labels, start=1):
        cell = sheet.cell(row, column)
        put(cell, label)
        cell.font = Font(name=_FONT, size=10, bold=True, color="FFFFFF")
        cell.fill = _HEAD
        cell.alignment = Alignment(horizontal="center", vertical="center", wrap_text=True)


def _line(sheet: Worksheet, number: int, line: Line, lang: str) -> None:
    for column, text in enumerate(line.own, start=len(_HEADINGS) + 1):
        cell = sheet.cell(number, column)
        put(cell, text or None)
        cell.font = Font(name=_FONT, size=10)
        cell.border = Border(bottom=_RULE)
        cell.alignment = Alignment(vertical="center")
    for column, field in enumerate(_HEADINGS, start=1):
        cell = sheet.cell(number, column)
        value: Any = getattr(line, field)
        if field == "reminders":
            value = "; ".join(value) or None
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
            cell.fill = _tint(line.status)


def status(word: str, lang: str) -> str:
    """A status in one language; a template's own word stays as it is."""
    field = glossary.field_of(word)
    return glossary.label(field, lang) if field else word


def _totals(sheet: Worksheet, lines: Sequence[Line], last: int, lang: str) -> int:
    """A row of totals for each currency and check state. Returns the last row."""
    row = last + 1
    at = {field: get_column_letter(n) for n, field in enumerate(_HEADINGS, start=1)}
    span = {field: f"${letter}${_FIRST}:${letter}${last}" for field, letter in at.items()}
    for currency, state in _kinds(lines, lang):
        row += 1
        put(sheet[f"{at['customer']}{row}"], glossary.label("totals", lang))
        put(sheet[f"{at['gpu']}{row}"], glossary.label("count", lang))
        mine = ",".join(f"{span[f]},{at[f]}{row}" for f in ("currency", "status"))
        sheet[f"{at['cards']}{row}"] = f"=COUNTIFS({mine})"
        put(sheet[f"{at['currency']}{row}"], currency)
        put(sheet[f"{at['status']}{row}"], state)
        here = [x for x in lines if (x.currency, status(x.status, lang)) == (currency, state)]
        for field in ("net", "tax", "gross"):
            cell = sheet[f"{at[field]}{row}"]
            cell.number_format = _FORMATS[field]
            if all(getattr(line, field) is None for line in here):
                continue  # nothing is priced: no total, rather than one of 0.00
            # Rounded, because adding cents in binary leaves 26140.800000000003.
            cell.value = f"=ROUND(SUMIFS({span[field]},{mine}),2)"
        for column, field in enumerate(_HEADINGS, start=1):
            cell = sheet.cell(row, column)
            cell.font = Font(name=_FONT, size=10, bold=True)
            cell.border = Border(top=_RULE if row > last + 2 else _STRONG)
            if field in ("currency", "status"):
                cell.alignment = Alignment(horizontal="center")
        sheet[f"{at['status']}{row}"].fill = _tint(state)
    return row


def _kinds(lines: Sequence[Line], lang: str) -> list[tuple[str, str]]:
    """The currencies, and the check states of each, that there is something to add up for."""
    written = [line for line in lines if line.file and line.currency]
    currencies = list(dict.fromkeys(line.currency for line in written))
    words = [status(state, lang) for state in _STATES]
    words += [status(line.status, lang) for line in written]
    return [
        (currency, state)
        for currency in currencies
        for state in dict.fromkeys(words)
        if any((x.currency, status(x.status, lang)) == (currency, state) for x in written)
    ]


def _tint(word: str) -> PatternFill:
    return _TINT.get(glossary.field_of(word) or "", PatternFill())


def _layout(sheet: Worksheet, last: int, end: int, columns: int, lang: str) -> None:
    sheet.freeze_panes = f"A{_FIRST}"
    sheet.auto_filter.ref = f"A4:{get_column_letter(columns)}{max(last, 4)}"
    sheet.sheet_view.showGridLines = False
    sheet.row_dimensions[4].height = 30
    _widths(sheet, 4, end, columns)
    _print(sheet, f"A1:{get_column_letter(columns)}{end}", "4:4", lang)


def _listed(
    book: Workbook, name: str, what: str, problems: Sequence[Problem], told: str, lang: str
) -> None:
    """A sheet of problems or reminders, each with its place and what to do."""
    sheet = book.create_sheet(glossary.label(name, lang))
    _title(sheet, glossary.label(name, lang), told)
    labels = [glossary.label(f, lang) for f in ("row", "column", "value", what, "remedy")]
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
    for row in range(_FIRST, end + 1):
        lines = max(_lines(sheet, row, column) for column in range(1, len(labels) + 1))
        sheet.row_dimensions[row].height = _LINE * lines  # not every program fits rows itself
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


def _lines(sheet: Worksheet, row: int, column: int) -> int:
    """The lines that a wrapped text takes in its column."""
    room = sheet.column_dimensions[get_column_letter(column)].width - 2
    text = str(sheet.cell(row, column).value or "")
    return sum(max(1, math.ceil(_text_width(p) / room)) for p in text.split("\n"))


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
