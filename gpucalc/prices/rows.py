"""A price as a row of the catalog, and what an import says about the rows it read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from gpucalc import catalog

COLUMNS = (
    "name", "item", "gpu", "low", "high", "unit", "cards", "currency", "tax", "date", "region",
    "region_en", "plan", "term", "supplier", "status", "source", "note", "note_zh",
)  # fmt: skip
NOT_STATED = "not_stated"
# what a price is for: the catalog's code and the glossary's field of its label
ITEMS = {
    "rent": "gpu_rent", "storage": "storage", "purchase": "capital_expenditure",
    "colocation": "colocation_fee",
}  # fmt: skip


@dataclass(frozen=True)
class PriceRow:
    """One price fact; the fields are the columns of the catalog's prices.csv."""

    gpu: str
    low: float
    high: float
    unit: str = "card_hour"
    cards: float = 1
    currency: str = "CNY"
    tax: str = NOT_STATED
    date: str = NOT_STATED
    region: str = NOT_STATED
    region_en: str = ""
    plan: str = NOT_STATED
    term: str = NOT_STATED
    supplier: str = NOT_STATED
    source: str = NOT_STATED
    note: str = catalog.MISSING
    note_zh: str = catalog.MISSING
    name: str = ""
    item: str = "rent"
    status: str = "own"

    @property
    def key(self) -> tuple[str, ...]:
        """What makes two rows the same offer: all but the figures, the date and the notes."""
        parts = (self.supplier, self.gpu, self.unit, f"{self.cards:g}", self.currency, self.tax)
        more = (self.region, self.plan, self.term, self.item)
        return tuple(p.casefold() for p in (*parts, *more))

    def cells(self) -> list[str]:
        """The row as the texts of a CSV line."""
        values = {c: getattr(self, c) for c in COLUMNS} | {
            "region_en": self.region_en or self.region
        }
        return [f"{v:.15g}" if isinstance(v, float | int) else v for v in values.values()]

    def named(self, name: str) -> PriceRow:
        """The row under its id."""
        return replace(self, name=name)


@dataclass(frozen=True)
class Remark:
    """What an import says of a row: ``rejected`` or kept with a flag; why, and what to do."""

    row: int
    rejected: bool
    en: str
    zh: str
    value: str = ""

    def text(self, lang: str) -> str:
        """The sentence in one language."""
        return self.zh if lang == "zh" else self.en


@dataclass
class Import:
    """The rows that an import keeps and its remarks."""

    rows: list[tuple[int, PriceRow]] = field(default_factory=list)
    remarks: list[Remark] = field(default_factory=list)

    def keep(self, number: int, row: PriceRow) -> None:
        """Keeps a row of the file."""
        self.rows.append((number, row))

    def reject(self, number: int, en: str, zh: str, value: object = "") -> None:
        """Leaves a row out, with the reason."""
        self.remarks.append(Remark(number, True, en, zh, str(value)))

    def flag(self, number: int, en: str, zh: str, value: object = "") -> None:
        """Keeps a row, with a warning."""
        self.remarks.append(Remark(number, False, en, zh, str(value)))


def text(cells: Mapping[str, str], column: str) -> str:
    """A cell of a row as text, "" where there is none."""
    return (cells.get(column) or "").strip()
