"""Every cell that may be filled says what belongs into it."""

from __future__ import annotations

import io

import openpyxl
import pytest
from openpyxl.cell.cell import MergedCell

from tests.workbooks.books import LANGUAGES, template


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", ["claim_check", "price_book", "rent_vs_buy"])
def test_every_input_cell_has_a_message(name: str, lang: str) -> None:
    silent = []
    for sheet in openpyxl.load_workbook(io.BytesIO(template(name, lang))):
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
