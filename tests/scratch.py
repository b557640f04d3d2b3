"""Workbooks of a test's own values and formulas, computed anew by every engine."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import openpyxl
import pytest

from tests import engines

# To parametrise a test with; the formulas are those of Excel 2010, so both engines know them all.
BOTH = [pytest.param("libreoffice", marks=pytest.mark.libreoffice), "formualizer"]


def write(path: Path, values: Mapping[str, object], formulas: Mapping[str, str]) -> Path:
    """Writes a book of one sheet: values as they are (text stays text), formulas without "="."""
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.title = "scratch"
    for address, value in values.items():
        sheet[address].value = value
        if isinstance(value, str):
            sheet[address].data_type = "s"
    for address, formula in formulas.items():
        sheet[address] = f"={formula}"
    book.save(path)
    return path


def compute(engine: str, path: Path) -> dict[str, engines.Value]:
    """The values of the sheet by address; a cell that holds nothing is left out."""
    return {ref: value for (_, ref), value in engines.by_name(engine)(path).items()}
