"""Quote books for the tests: the committed templates, filled and computed as the batch does."""

from __future__ import annotations

import datetime
import io
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

import openpyxl

from gpucalc import glossary
from gpucalc.excel.fill import fill, read_names, read_values
from gpucalc.excel.recalc import recalculate

ROOT = Path(__file__).parents[2]
LANGUAGES = ("en", "zh")
TODAY = datetime.date(2026, 11, 30)
HEADER: Mapping[str, object] = {
    "quote_no": "Q-1",
    "quote_date": TODAY,
    "as_of": TODAY,
    "supplier": "供应商 / Supplier",
    "customer": "客户 / Buyer",
    # What a customer has to know before signing.
    "supplier_address": "示例路 1 号 / 1 Example Road",
    "supplier_contact": "周 / Zhou",
    "supplier_bank": "示例银行 / Example Bank",
    "supplier_account": "6200 0001",
    "customer_contact": "林 / Lin",
    "settlement": ("label", "settled_as_used"),
    "payment_terms": "30 天 / 30 days",
    "anchor": ("label", "incl_tax"),
}


@lru_cache
def template(lang: str) -> bytes:
    """The committed template."""
    return (ROOT / "templates" / lang / "quote.xlsx").read_bytes()


class Quote:
    """A filled book: ``quote["gross"]`` is the value of ``out_gross``.

    A value ``("label", "daily")`` is written as that glossary label in the book's language.
    """

    def __init__(self, lang: str, **values: object) -> None:
        self.lang = lang
        written = {f"in_{name}": self._words(value) for name, value in values.items()}
        self.data = recalculate(fill(template(lang), written))
        self.names = read_names(self.data)
        self.cells = read_values(self.data)

    def _words(self, value: object) -> object:
        if isinstance(value, tuple):
            return glossary.label(value[1], self.lang)
        return value

    def __getitem__(self, name: str) -> object:
        return self.cells.get(self.names[f"out_{name}"])

    def label(self, field: str) -> str:
        """A word in the book's language."""
        return glossary.label(field, self.lang)

    def money(self) -> tuple[object, object, object]:
        """Net, tax and gross total."""
        return self["net"], self["tax"], self["gross"]

    def checks(self) -> dict[str, str]:
        """State of every check by what it says."""
        sheet = self.names["out_status"][0]
        rows = {int(cell[1:]) for name, cell in self.cells if name == sheet and cell[0] == "B"}
        found = {
            r: (self.cells.get((sheet, f"C{r}")), self.cells.get((sheet, f"G{r}"))) for r in rows
        }
        return {str(what): str(state) for what, state in found.values() if what and state}

    def page(self) -> dict[str, object]:
        """The printed page, by cell."""
        title = glossary.label("sheet_quotation", self.lang)
        return {cell: value for (sheet, cell), value in self.cells.items() if sheet == title}


def choice(field: str) -> tuple[str, str]:
    """An option of a drop-down, by its glossary field."""
    return ("label", field)


def silent(book: bytes) -> list[str]:
    """The cells that may be filled and say nothing when they are selected."""
    found = []
    for sheet in openpyxl.load_workbook(io.BytesIO(book)):
        told = {
            place
            for rule in sheet.data_validations.dataValidation
            if rule.prompt
            for area in rule.sqref.ranges
            for place in area.cells
        }
        found += [
            f"{sheet.title}!{cell.coordinate}"
            for line in sheet.iter_rows()
            for cell in line
            if cell.protection.locked is False and (cell.row, cell.column) not in told
        ]
    return found
