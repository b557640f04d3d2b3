"""A workbook as a reviewer sees it: cells with value, formula, format and protection."""

from __future__ import annotations

import io
import re
import warnings
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

import openpyxl
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.worksheet import Worksheet

from gpucalc.errors import TemplateError
from gpucalc.excel.portable.tokens import CELL, Token, tokens
from gpucalc.excel.read import read_values

Place = tuple[int, int]  # row, column


class Remark(NamedTuple):
    """Something that a reviewer objects to, and what to do about it."""

    code: str
    sheet: str
    cell: str  # "B3"; "" where it concerns the sheet or the workbook
    en: str
    zh: str
    remedy_en: str
    remedy_zh: str

    @property
    def where(self) -> str:
        """The place as people write it: Inputs!C5."""
        return f"{self.sheet}!{self.cell}" if self.cell else self.sheet

    def message(self, lang: str = "en") -> str:
        """What is wrong."""
        return self.zh if lang == "zh" else self.en

    def remedy(self, lang: str = "en") -> str:
        """What to do."""
        return self.remedy_zh if lang == "zh" else self.remedy_en


@dataclass(frozen=True)
class Cell:
    """A cell that holds something."""

    row: int
    column: int
    value: Any  # of a formula: what it came to
    formula: str  # without "="; "" for a constant
    number_format: str
    locked: bool
    comment: bool
    bold: bool

    @property
    def address(self) -> str:
        """B3"""
        return address(self.row, self.column)

    @property
    def is_number(self) -> bool:
        """Whether it holds or shows a number (no truth value, no date)."""
        return isinstance(self.value, int | float) and not isinstance(self.value, bool)

    @property
    def is_text(self) -> bool:
        """Whether it holds or shows a text that is not empty."""
        return isinstance(self.value, str) and bool(self.value.strip())

    @property
    def is_date(self) -> bool:
        """Whether its format shows a date or a time."""
        bare = re.sub(r'"[^"]*"|\\.|\[[^\]]*\]', "", self.number_format.lower())
        return bool(re.search(r"[ymdh]", bare)) and "general" not in bare


@dataclass
class Sheet:
    """One worksheet."""

    title: str
    raw: Worksheet
    cells: dict[Place, Cell] = field(default_factory=dict)

    def at(self, row: int, column: int) -> Cell | None:
        """The cell there, if it holds something."""
        return self.cells.get((row, column))

    @cached_property
    def columns(self) -> dict[int, list[Cell]]:
        """Cells by column, from the top."""
        return _grouped(self.cells.values(), lambda cell: cell.column, lambda cell: cell.row)

    @cached_property
    def rows(self) -> dict[int, list[Cell]]:
        """Cells by row, from the left."""
        return _grouped(self.cells.values(), lambda cell: cell.row, lambda cell: cell.column)

    @cached_property
    def prompted(self) -> frozenset[Place]:
        """Cells that explain themselves when they are selected."""
        found: set[Place] = set()
        for rule in self.raw.data_validations.dataValidation:
            if rule.prompt:
                for area in rule.sqref.ranges:
                    found.update(area.cells)
        return frozenset(found)


@dataclass
class Model:
    """A workbook under review."""

    data: bytes
    file: str
    sheets: list[Sheet]
    creator: str
    parts: frozenset[str]

    @classmethod
    def open(cls, data: bytes, file: str = "") -> Model:
        """Reads a workbook; raises TemplateError where the bytes are none."""
        values = read_values(data)  # says in words what is no workbook
        try:
            with warnings.catch_warnings():
                # Extensions that the reader does not know do not matter to a reviewer.
                warnings.simplefilter("ignore")
                book = openpyxl.load_workbook(io.BytesIO(data))
        except Exception as error:
            raise TemplateError(
                f"the workbook cannot be read ({error}); open it in Excel and save it again",
                f"无法读取该工作簿（{error}）；请在 Excel 中打开并重新保存",
                file=file,
            ) from error
        sheets = [_sheet(raw, values) for raw in book.worksheets]
        with zipfile.ZipFile(io.BytesIO(data)) as package:
            parts = frozenset(package.namelist())
        return cls(data, file, sheets, book.properties.creator or "", parts)

    def formulas(self) -> Iterator[tuple[Sheet, Cell, list[Token]]]:
        """Every formula cell with its tokens, white space left out."""
        for sheet in self.sheets:
            for cell in sheet.cells.values():
                if cell.formula:
                    yield sheet, cell, [t for t in tokens(cell.formula) if t.kind != "space"]


def address(row: int, column: int) -> str:
    """(3, 2) is B3."""
    return f"{get_column_letter(column)}{row}"


def _sheet(raw: Worksheet, values: dict[tuple[str, str], Any]) -> Sheet:
    made = Sheet(raw.title, raw)
    for row in raw.iter_rows():
        for cell in row:
            if cell.value is None:
                continue
            content = getattr(cell.value, "text", cell.value)  # an array formula is an object
            is_formula = cell.data_type == "f"
            stored = values.get((raw.title, cell.coordinate))
            made.cells[cell.row, cell.column] = Cell(
                cell.row,
                cell.column,
                stored,
                str(content).removeprefix("=") if is_formula else "",
                cell.number_format or "General",
                bool(cell.protection.locked),
                cell.comment is not None,
                bool(cell.font.b),
            )
    return made


def _grouped(cells: Any, key: Any, order: Any) -> dict[int, list[Cell]]:
    found: dict[int, list[Cell]] = {}
    for cell in sorted(cells, key=order):
        found.setdefault(key(cell), []).append(cell)
    return found


def relative(cell: Cell, pieces: list[Token]) -> str:
    """The formula with its references told from its own cell: copies of a formula are equal."""
    out: list[str] = []
    for number, piece in enumerate(pieces):
        called = number + 1 < len(pieces) and pieces[number + 1].text == "("
        if piece.kind == "name" and not called and CELL.fullmatch(piece.text):
            out.append(_offset(piece.text, cell))
        else:
            out.append(piece.text.upper() if piece.kind == "name" else piece.text)
    return "".join(out)


_PARTS = re.compile(r"(\$?)([A-Za-z]{1,3})(\$?)(\d+)")


def _offset(text: str, cell: Cell) -> str:
    match = _PARTS.fullmatch(text)
    assert match is not None
    column = openpyxl.utils.column_index_from_string(match[2].upper())
    row = int(match[4])
    across = f"C{column}" if match[1] else f"C[{column - cell.column}]"
    down = f"R{row}" if match[3] else f"R[{row - cell.row}]"
    return down + across
