"""Prices of another currency into CNY, at a rate that is told with its day and stays in the row."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from gpucalc import catalog, edge, reading
from gpucalc.errors import InputError
from gpucalc.prices.rows import Import, PriceRow
from gpucalc.registry import blocks

INTO = "CNY"


@dataclass(frozen=True)
class Rate:
    """CNY for one unit of a currency, and the day of that rate."""

    currency: str
    value: float
    date: str


def rates(texts: Iterable[str]) -> dict[str, Rate]:
    """The rates by currency, each written ``USD=7.10@2026-11-30``; raises InputError for others."""
    found = {}
    for text in texts:
        m = re.fullmatch(r"([A-Za-z]{3})=(\d+(?:\.\d+)?)@(\d{4}-\d{2}-\d{2})", text.strip())
        if m is None or float(m[2]) <= 0:
            raise InputError(
                f"--fx {text!r}: write the currency, CNY for one of it, and the day of the rate: "
                "USD=7.10@2026-11-30",
                f"--fx “{text}”：请写币种、1 单位折合人民币和汇率日期，例如 USD=7.10@2026-11-30",
                given=text,
            )
        reading.date(m[3])
        found[m[1].upper()] = Rate(m[1].upper(), float(m[2]), m[3])
    return found


def convert(found: Import, known: Mapping[str, Rate]) -> Import:
    """The import with the prices of these currencies in CNY; what was quoted stays in the note."""
    rows = [
        (number, _converted(row, known[row.currency]) if row.currency in known else row)
        for number, row in found.rows
    ]
    return Import(rows, list(found.remarks))


def _converted(row: PriceRow, rate: Rate) -> PriceRow:
    price = blocks()["converted_price"]
    low, high = (float(str(edge.call(price, v, rate.value))) for v in (row.low, row.high))
    quoted = f"{row.high:g}" if row.low == row.high else f"{row.low:g}-{row.high:g}"
    en = f"{quoted} {row.currency} at {rate.value:g} of {rate.date}"
    zh = f"原价 {quoted} {row.currency}，汇率 {rate.value:g}（{rate.date}）"
    return replace(
        row, low=low, high=high, currency=INTO, note=_more(row.note, en, "; "),
        note_zh=_more(row.note_zh, zh, "；"),
    )  # fmt: skip


def _more(note: str, text: str, between: str) -> str:
    return text if note in ("", catalog.MISSING) else f"{note}{between}{text}"
