"""The two sheets that a portable workbook may need: helper cells, and the catalog."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from gpucalc import catalog, glossary
from gpucalc.excel.book import Book
from gpucalc.excel.names import quoted_sheet
from gpucalc.excel.portable.references import localised
from gpucalc.excel.refs import cell_name, column_letters, parse_cell

HELPERS, CATALOG = "gpucalc", "Catalog"
CATALOG_NAME = re.compile(r"\bcat_([a-z]+(?:_[a-z]+)*?)_([a-z0-9_]+)\b")
FIRST = 4  # row of the first helper cell
_TITLE = {
    "en": "Helper cells of formulas that were written with gpucalc functions. Do not delete.",
    "zh": "由 gpucalc 函数转换而来的公式的辅助单元格，请勿删除。",
}
# The steps in which typed text such as "13B" is read (primitives.read_text).
_READING = {
    "typed": ("as typed", "原样输入"),
    "unit": ("last character: a unit?", "末位字符（是否为单位）"),
    "scale": ("multiplier of the unit", "单位倍数"),
    "text": ("without words and signs", "去掉文字和符号"),
    "digits": ("the number in it", "其中的数字"),
    "whole": ("before the decimal point", "小数点之前"),
    "ungrouped": ("without thousands commas", "去掉千位逗号"),
    "places": ("digits before the point", "整数位数"),
    "grouped": ("with thousands commas", "带千位逗号"),
    "numeral": ("as a numeral", "数字文本"),
    "marks": ("what is no digit", "非数字字符"),
    "readable": ("a number? (0 = no)", "是否为数字（0 为否）"),
    "value": ("value", "数值"),
}
_HEADINGS = {"en": ("For cell", "What", "Value"), "zh": ("所属单元格", "内容", "数值")}


@dataclass(frozen=True)
class FormulaText:
    """A formula for a new cell, without "="."""

    text: str


Content = str | float | FormulaText


@dataclass
class NewSheet:
    """A sheet to be added: its cells by row and column, and widths of columns."""

    name: str
    cells: dict[tuple[int, int], Content] = field(default_factory=dict)
    widths: dict[int, float] = field(default_factory=dict)
    frozen: int = 0  # rows on top that stay in view


class Helpers:
    """Helper cells on a sheet of their own, one below the other, each with what it is for."""

    def __init__(self, book: Book, lang: str) -> None:
        self.lang = lang
        self.sheet = NewSheet(
            free_name(book, HELPERS), widths={1: 22, 2: 34, 3: 18}, frozen=FIRST - 1
        )
        self._row = FIRST
        self._where = ""
        self._labels: dict[str, str] = {}

    @property
    def used(self) -> bool:
        """Whether there is any helper cell."""
        return self._row > FIRST

    def begin(self, where: str) -> None:
        """The helper cells that follow are for this cell."""
        self._where = where

    def place(self) -> str:
        """The address of the next free cell, as any sheet reads it."""
        return self.block(1, 1)[0][0]

    def block(self, rows: int, columns: int) -> list[list[str]]:
        """The addresses of free cells side by side and one below the other."""
        top, sheet = self._row, quoted_sheet(self.sheet.name)
        self._row += rows
        for row in range(top, self._row):
            self.sheet.cells[row, 1] = self._where
        return [
            [f"{sheet}!{cell_name(top + r, 3 + c)}" for c in range(columns)] for r in range(rows)
        ]

    def put(self, address: str, formula: str, label: str) -> None:
        """Fills a cell that was taken by :meth:`place` or :meth:`block`."""
        row, column = self.position(address)
        self.sheet.cells[row, column] = FormulaText(localised(formula, self.sheet.name))
        if label:
            self.sheet.cells[row, 2] = label

    def position(self, address: str) -> tuple[int, int]:
        """Row and column of an address on this sheet."""
        found = parse_cell(address.rpartition("!")[2])
        assert found is not None
        return found

    def label(self, part: str) -> str:
        """A named part in words, where the glossary has them."""
        if part in _READING:
            return _READING[part][self.lang == "zh"]
        if part not in self._labels:
            try:
                self._labels[part] = glossary.label(part, self.lang) if part else ""
            except glossary.UnknownField:
                self._labels[part] = part
        return self._labels[part]

    def finished(self) -> NewSheet:
        """The sheet with its headings."""
        self.sheet.cells[1, 1] = _TITLE[self.lang]
        for column, heading in enumerate(_HEADINGS[self.lang], 1):
            self.sheet.cells[FIRST - 1, column] = heading
        return self.sheet


def catalog_columns(texts: Iterable[str]) -> dict[str, set[str]]:
    """The catalog columns that formulas look up, by table."""
    wanted: dict[str, set[str]] = {}
    tables = sorted(catalog.TABLES, key=len, reverse=True)
    for text in texts:
        for match in re.finditer(r"\bcat_(\w+)", text):
            table = next((t for t in tables if match[1].startswith(t + "_")), None)
            if table is not None:
                wanted.setdefault(table, set()).add(match[1][len(table) + 1 :])
    return wanted


def catalog_sheet(
    book: Book, wanted: dict[str, set[str]], lang: str
) -> tuple[NewSheet, dict[str, str]]:
    """A sheet with these columns (and where the figures come from), and the names for them."""
    sheet = NewSheet(free_name(book, CATALOG), frozen=3)
    title = {
        "en": f"gpucalc catalog {catalog.version()}: the figures that the formulas look up",
        "zh": f"gpucalc 目录 {catalog.version()}：公式所查的数据",
    }
    sheet.cells[1, 1] = title[lang]
    names: dict[str, str] = {}
    column = 1
    for name in (t for t in catalog.TABLES if t in wanted):
        table = catalog.table(name)
        shown = {"name", "model", "source", "source_date", "date"} | wanted[name]
        rows = table.sheet_rows()
        sheet.cells[2, column] = name
        for heading in (c for c in table.columns if c in shown):
            sheet.cells[3, column] = heading
            for row, values in enumerate(rows, 4):
                sheet.cells[row, column] = values[heading]
            if heading in wanted[name]:
                letter = column_letters(column)
                names[f"cat_{name}_{heading}"] = (
                    f"{quoted_sheet(sheet.name)}!${letter}$4:${letter}${len(rows) + 3}"
                )
            longest = max(len(str(values[heading])) for values in rows)
            sheet.widths[column] = float(min(max(longest, len(heading)) + 2, 40))
            column += 1
        column += 1
    return sheet, names


def free_name(book: Book, wanted: str) -> str:
    """The wanted sheet name, or that with a number where it is taken."""
    number, name = 1, wanted
    while book.sheet(name) is not None:
        number += 1
        name = f"{wanted} {number}"
    return name


__all__ = [
    "Content", "FormulaText", "Helpers", "NewSheet", "catalog_columns", "catalog_sheet",
    "free_name",
]  # fmt: skip
