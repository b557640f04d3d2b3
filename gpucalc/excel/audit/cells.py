"""Objections to cells: numbers as text, without unit or source, merged data, unguarded formulas."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from gpucalc import glossary
from gpucalc.excel.audit.model import Cell, Model, Remark, Sheet, address

_NUMBER_TEXT = re.compile(
    r"[-+(]?\s*(?:¥|￥|\$|€|£|CNY|USD|RMB|EUR)?\s*"
    r"(?:\d{1,3}(?:,\d{3})+|(?:0|[1-9]\d*))(?:\.\d+)?\s*%?\s*\)?"
)
_UNIT_TEXT = """
    cny usd eur gbp hkd sgd jpy rmb yuan hour hours h day days d month months week weeks year years
    minute minutes second seconds s card cards gpu gpus node nodes server servers gb tb mb kb gib
    tib bytes byte kw w kwh mw mbps gbps tflops tflop flop flops pflops pd token tokens params
    parameters sample samples step steps layers km kg percent share ratio rate count number no pue
    qty quantity units unit version id epochs batch mfu index factor score rank place position
"""
_UNIT_WORDS = frozenset(_UNIT_TEXT.split())
_UNIT_SIGNS = re.compile(
    r"[()（）%‰÷/¥￥$€£°]|元|万|亿|小时|分钟|秒|天|日|周|月|年|卡|张|台|个|条|次|份|步|层|轮|率|比|倍|系数|位置"
    r"|编号|序号|版本|数$|量$|度$"
)
_SOURCE = re.compile(
    r"来源|依据|出处|备注|说明|取数|\b(?:source|basis|reference|origin|note)", re.IGNORECASE
)


def check(model: Model) -> Iterator[Remark]:
    """All objections to cells and sheets."""
    for sheet in model.sheets:
        yield from _hidden(sheet)
        yield from _merged(sheet)
        yield from _guarded(sheet)
        yield from _units(sheet)
        yield from _sources(sheet)
        for cell in sheet.cells.values():
            yield from _text_number(sheet, cell)
            yield from _error(sheet, cell)


# -- single cells --------------------------------------------------------------------------------


def _text_number(sheet: Sheet, cell: Cell) -> Iterator[Remark]:
    if cell.formula or not isinstance(cell.value, str):
        return
    text = unicodedata.normalize("NFKC", cell.value).strip()
    if _NUMBER_TEXT.fullmatch(text):
        yield Remark(
            "text-number", sheet.title, cell.address,
            f"the number {cell.value.strip()} is stored as text: sums leave it out",
            f"数字 {cell.value.strip()} 以文本存储，求和时会被忽略",
            "convert it to a number (Data, Text to Columns, Finish) and format the cell",
            "转换为数字（数据 → 分列 → 完成），并用单元格格式显示",
        )  # fmt: skip


def _error(sheet: Sheet, cell: Cell) -> Iterator[Remark]:
    if isinstance(cell.value, str) and re.fullmatch(r"#(N/A|[A-Z0-9/]+[!?])", cell.value):
        yield Remark(
            "error", sheet.title, cell.address, f"the cell shows {cell.value}",
            f"单元格显示 {cell.value}",
            "find the cause; a missing input should leave the cell blank, not an error",
            "查找原因；缺少输入时应留空，而不是显示错误",
        )  # fmt: skip


# -- sheets --------------------------------------------------------------------------------------


def _hidden(sheet: Sheet) -> Iterator[Remark]:
    if sheet.raw.sheet_state != "visible" and sheet.cells:
        yield Remark(
            "hidden", sheet.title, "", "a hidden sheet holds content", "隐藏的工作表中有内容",
            "show the sheet (right click, Unhide), or delete it",
            "取消隐藏（右键 → 取消隐藏）或删除",
        )  # fmt: skip


def _merged(sheet: Sheet) -> Iterator[Remark]:
    """A merged area that holds a number, or that runs through rows of numbers."""
    for area in sheet.raw.merged_cells.ranges:
        first = sheet.at(area.min_row, area.min_col)
        beside = [
            cell
            for row in range(area.min_row, area.max_row + 1)
            for cell in sheet.rows.get(row, ())
            if cell.is_number and not area.min_col <= cell.column <= area.max_col
        ]
        tall = area.max_row > area.min_row and len({cell.row for cell in beside}) > 1
        if (first is not None and first.is_number) or tall:
            yield Remark(
                "merged", sheet.title, area.coord,
                "merged cells in data cannot be sorted, filtered or referred to",
                "数据区中的合并单元格无法排序、筛选和引用",
                "unmerge them; for looks use Center Across Selection",
                "取消合并；需要居中时用“跨列居中”",
            )  # fmt: skip


def _guarded(sheet: Sheet) -> Iterator[Remark]:
    formulas = [cell for cell in sheet.cells.values() if cell.formula]
    if not formulas:
        return
    if not sheet.raw.protection.sheet:
        yield Remark(
            "unlocked", sheet.title, "",
            f"{len(formulas)} formulas can be overwritten: the sheet is not protected",
            f"{len(formulas)} 个公式可被覆盖：工作表未保护",
            "unlock the input cells, then Review, Protect Sheet (no password is needed)",
            "先解除输入单元格的锁定，再“审阅 → 保护工作表”（可不设密码）",
        )  # fmt: skip
        return
    for cell in formulas:
        if not cell.locked:
            yield Remark(
                "unlocked", sheet.title, cell.address, "the formula is unlocked",
                "公式单元格未锁定",
                "Format Cells, Protection, Locked", "设置单元格格式 → 保护 → 锁定",
            )  # fmt: skip


# -- units ---------------------------------------------------------------------------------------


def has_unit(text: str) -> bool:
    """Whether a label says what a number is counted in, or that it needs no unit (rate, count)."""
    if _UNIT_SIGNS.search(text):
        return True
    if set(re.findall(r"[a-z]+", text.lower())) & _UNIT_WORDS:
        return True
    return glossary.field_of(text.rstrip(" *")) is not None


def _units(sheet: Sheet) -> Iterator[Remark]:
    """Typed numbers whose unit neither format, heading, label nor a neighbour tells.

    One remark for a column (or a row) of numbers: they share their heading.
    """
    told: set[tuple[str, int]] = set()
    for cell in sheet.cells.values():
        if cell.formula or not cell.is_number or cell.is_date or _format_unit(cell):
            continue
        heading, beside = _heading(sheet, cell), sheet.at(cell.row, cell.column + 1)
        around = (*_labels(sheet, cell), heading, beside)
        texts = [found.value for found in around if found is not None and found.is_text]
        if any(has_unit(text) for text in texts) or _unit_column(sheet, cell):
            continue
        above, below = sheet.at(cell.row - 1, cell.column), sheet.at(cell.row + 1, cell.column)
        lined = any(c is not None and c.is_number for c in (above, below))
        key = ("column", cell.column) if heading is not None or lined else ("row", cell.row)
        if key in told:
            continue
        told.add(key)
        name = f" ({texts[0]})" if texts else ""
        name_zh = f"（{texts[0]}）" if texts else ""
        yield Remark(
            "unit", sheet.title, cell.address, f"the number has no unit{name}",
            f"数值没有单位{name_zh}",
            "name the unit in the heading, beside the number, or in its format",
            "在标题、旁边的单元格或数字格式中注明单位",
        )  # fmt: skip


def _format_unit(cell: Cell) -> bool:
    shown = cell.number_format
    return "%" in shown or bool(re.search(r'"[^"]*\w[^"]*"|\[\$|[¥￥$€£]', shown))


def _labels(sheet: Sheet, cell: Cell) -> list[Cell]:
    """The texts to the left in the row, the nearest first."""
    left = [c for c in sheet.rows[cell.row] if c.column < cell.column and c.is_text]
    return left[::-1]


def _heading(sheet: Sheet, cell: Cell) -> Cell | None:
    """The text that heads the column: the nearest one above that is bold or stands among texts.

    A text within the table (a name, a dash for no figure) heads nothing.
    """
    above = [c for c in sheet.columns[cell.column] if c.row < cell.row and c.is_text]
    alone = None
    for text in reversed(above):
        row = sheet.rows[text.row]
        if text.formula:
            continue
        if len(row) > 1 and (text.bold or all(c.is_text for c in row)):
            return text
        if text.bold and alone is None:
            alone = text  # the title of a group, where nothing heads the columns
    return alone


def _unit_column(sheet: Sheet, cell: Cell) -> bool:
    """Whether a column headed as units says something in this row."""
    for other in sheet.rows[cell.row]:
        if other.column == cell.column or not other.is_text:
            continue
        head = _heading(sheet, other)
        if head is not None and re.search(r"单位|\bunit", str(head.value), re.I):
            return True
    return False


# -- sources -------------------------------------------------------------------------------------


def _sources(sheet: Sheet) -> Iterator[Remark]:
    """Inputs that nobody can trace: no source, no date, no owner beside a typed number.

    Inputs are unlocked numbers; where a sheet is not protected all its typed numbers are open, so
    only those that formulas of the sheet read beside them count as inputs.
    """
    if not sheet.raw.protection.sheet:
        return
    inputs = [c for c in sheet.cells.values() if c.is_number and not c.formula and not c.locked]
    columns = {
        cell.column
        for cell in sheet.cells.values()
        if cell.is_text
        and not cell.formula
        and _SOURCE.search(str(cell.value))
        and any(c.column != cell.column and c.row > cell.row for c in inputs)
    }
    for cell in inputs:
        beside = [sheet.at(cell.row, column) for column in columns]
        named = any(c is not None and c.is_text and c.column != cell.column for c in beside)
        if named or cell.comment:
            continue
        yield Remark(
            "source", sheet.title, address(cell.row, cell.column),
            "the number has no source", "数值没有来源",
            "name the document, date and owner beside it, or in a note",
            "在旁边或批注中注明文件、日期和责任人",
        )  # fmt: skip
