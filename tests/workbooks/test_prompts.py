"""Every cell that may be filled says what belongs into it, and what is written can be read."""

from __future__ import annotations

import io
from functools import lru_cache

import openpyxl
import pytest
from openpyxl.cell.cell import MergedCell

from tests.workbooks.books import LANGUAGES, template

each_book = pytest.mark.parametrize(
    ("name", "lang"),
    [(n, lang) for n in ("claim_check", "price_book", "rent_vs_buy") for lang in LANGUAGES],
)


@lru_cache
def opened(name: str, lang: str) -> openpyxl.Workbook:
    return openpyxl.load_workbook(io.BytesIO(template(name, lang)))


@each_book
def test_nothing_is_written_in_white_on_white(name: str, lang: str) -> None:
    """A note in the colour of a failed state is white: it needs that state's fill."""
    white = [
        f"{sheet.title}!{cell.coordinate}"
        for sheet in opened(name, lang)
        for line in sheet.iter_rows()
        for cell in line
        if cell.value is not None and str(cell.font.color and cell.font.color.rgb)[-6:] == "FFFFFF"
        if cell.fill.fill_type is None
    ]
    assert white == []


@each_book
def test_every_input_cell_has_a_message(name: str, lang: str) -> None:
    silent = []
    for sheet in opened(name, lang):
        told = {
            place
            for rule in sheet.data_validations.dataValidation
            if rule.showInputMessage and rule.prompt and rule.promptTitle
            for area in rule.sqref.ranges
            for line in area.rows
            for place in line
        }
        silent += [
            f"{sheet.title}!{cell.coordinate}"
            for line in sheet.iter_rows()
            for cell in line
            if not isinstance(cell, MergedCell) and not cell.protection.locked
            if (cell.row, cell.column) not in told
        ]
    assert silent == []
