"""Rows and cells: order, addresses, values, formulas and stored results."""

from __future__ import annotations

import math
from collections.abc import Iterator

from lxml import etree

from gpucalc.excel.book import Sheet, local_name, rich_text
from gpucalc.excel.checks.base import Context, Finding, child
from gpucalc.excel.checks.formulas import formula_flaws
from gpucalc.excel.refs import MAX_ROW, parse_cell
from gpucalc.excel.values import MAX_TEXT, text_length, unescape

_TYPES = {"n", "s", "str", "inlineStr", "b", "e", "d"}
_ERRORS = {
    *("#NULL!", "#DIV/0!", "#VALUE!", "#REF!", "#NAME?", "#NUM!", "#N/A", "#GETTING_DATA"),
    *(
        "#SPILL!",
        "#CALC!",
        "#FIELD!",
        "#BLOCKED!",
        "#CONNECT!",
        "#BUSY!",
        "#UNKNOWN!",
        "#EXTERNAL!",
    ),
}


def cells(context: Context) -> Iterator[Finding]:
    """All checks on single cells, in one pass over each sheet."""
    formats = style_count(context)
    for sheet, root in context.worksheets:
        data = child(root, "sheetData")
        yield from _shared_formulas(sheet, data)
        last_row = 0
        for row in data if data is not None else ():
            number = row.get("r", "")
            last_column = 0
            if number and (not number.isdigit() or not last_row < int(number) <= MAX_ROW):
                yield Finding(
                    "cell-order",
                    f"{sheet.name}!{number}:{number}",
                    "rows must be in order, each once, and within the sheet",
                    "行号须递增、不重复且在表内",
                )
            last_row = int(number) if number.isdigit() else last_row + 1
            yield from _style(formats, row.get("s"), f"{sheet.name}!{last_row}:{last_row}")
            for cell in row:
                if local_name(cell) != "c":
                    continue
                address = cell.get("r", "")
                place = parse_cell(address) if address else (last_row, last_column + 1)
                where = f"{sheet.name}!{address}"
                if place is None or place[0] != last_row or place[1] <= last_column:
                    yield Finding(
                        "cell-order",
                        where,
                        "cells must be in order, each once, in the row they name",
                        "单元格须按顺序、不重复并位于所在行",
                    )
                else:
                    last_column = place[1]
                yield from _style(formats, cell.get("s"), where)
                yield from _cell(context, sheet, cell, where)


def _shared_formulas(sheet: Sheet, data: etree._Element | None) -> Iterator[Finding]:
    formulas = [] if data is None else data.findall("{*}row/{*}c/{*}f[@t='shared']")
    given = {formula.get("si") for formula in formulas if formula.get("ref")}
    for formula in formulas:
        if formula.get("si") not in given:
            cell = formula.getparent()
            yield Finding(
                "formula-syntax",
                f"{sheet.name}!{cell.get('r') if cell is not None else ''}",
                "the cell shares a formula that no cell gives",
                "该单元格共用的公式不存在",
            )


def _style(formats: int, index: str | None, where: str) -> Iterator[Finding]:
    if index is not None and (not index.isdigit() or int(index) >= formats):
        yield Finding(
            "style",
            where,
            f"the format number {index} does not exist ({formats} formats)",
            f"格式编号 {index} 不存在（共 {formats} 种格式）",
        )


def style_count(context: Context) -> int:
    """How many cell formats the workbook has (one if it has no style part)."""
    for relation in context.book.relations(context.book.main_part):
        root = context.root(relation.target) if relation.kind == "styles" else None
        formats = None if root is None else child(root, "cellXfs")
        if formats is not None:
            return len(formats)
    return 1


def _cell(context: Context, sheet: Sheet, cell: etree._Element, where: str) -> Iterator[Finding]:
    if not len(cell):
        return
    kind = cell.get("t", "n")
    formula, stored, inline = child(cell, "f"), child(cell, "v"), child(cell, "is")
    text = None if stored is None else stored.text or ""
    if formula is not None:
        if formula.text:
            for flaw in formula_flaws(formula.text, context.known_functions):
                yield Finding(flaw.code, where, flaw.en, flaw.zh)
        if text is None or (text == "" and kind != "str"):
            yield Finding(
                "formula-no-value",
                where,
                "the formula has no stored value: previews, phones and Protected View show nothing",
                "公式没有存储计算值：预览、手机和受保护视图中将显示为空",
            )
            return
    if kind == "inlineStr":
        yield from _text(rich_text(inline) if inline is not None else "", where)
        return
    if text is None:
        return
    if kind == "s":
        if not text.isdigit() or int(text) >= len(context.book.shared):
            yield _value(where, f"the shared text {text} does not exist", f"共享文本 {text} 不存在")
        else:
            yield from _text(context.book.shared[int(text)], where)
    elif kind == "str":
        yield from _text(unescape(text), where)
    elif kind == "b" and text not in ("0", "1", "true", "false"):
        yield _value(where, f"{text!r} is no truth value", f"“{text}”不是逻辑值")
    elif kind == "e":
        if text not in _ERRORS:
            yield _value(where, f"Excel knows no error {text!r}", f"Excel 没有错误值“{text}”")
        yield Finding("error-value", where, f"the cell shows {text}", f"单元格显示 {text}")
    elif kind == "n" and not _finite(text):
        yield _value(
            where,
            f"{text!r} is no number (NaN and infinity cannot be stored)",
            f"“{text}”不是数字（不能存储 NaN 或无穷大）",
        )
    elif kind not in _TYPES:
        yield _value(where, f"the cell type {kind!r} does not exist", f"单元格类型“{kind}”不存在")


def _finite(text: str) -> bool:
    try:
        return math.isfinite(float(text)) and "_" not in text
    except ValueError:
        return False


def _value(where: str, en: str, zh: str) -> Finding:
    return Finding("value", where, en, zh)


def _text(text: str, where: str) -> Iterator[Finding]:
    if len(text) > MAX_TEXT // 2 and (length := text_length(text)) > MAX_TEXT:
        yield Finding(
            "text-long",
            where,
            f"the text has {length:,} characters; a cell holds {MAX_TEXT:,}",
            f"文本有 {length:,} 个字符，单元格最多 {MAX_TEXT:,} 个",
        )
