"""What an import refuses for the company its rows keep: repeats, and prices far from their like."""

from __future__ import annotations

import statistics
from collections import defaultdict

from gpucalc.prices.rows import Import, PriceRow

ENOUGH, FAR = 4, 3.0  # rows that make a median worth trusting; times the median that is too far


def gate(found: Import) -> Import:
    """The import without repeated rows and outliers, each told with its reason.

    Only rows of the same card, unit, cards, plan, currency and tax basis are compared.
    """
    kept = Import(remarks=list(found.remarks))
    seen: dict[tuple[str, ...], tuple[int, PriceRow]] = {}
    for number, row in found.rows:
        before = seen.get(row.key)
        if before is None:
            seen[row.key] = (number, row)
            continue
        same = (before[1].low, before[1].high) == (row.low, row.high)
        en = "repeats" if same else "is the same offer at another price as"
        zh = "重复" if same else "为同一报价但价格不同"
        kept.reject(
            number,
            f"{en} row {before[0]}: the first is kept",
            f"与第 {before[0]} 行{zh}：保留前者",
            row.high,
        )
    groups: dict[tuple[str, ...], list[float]] = defaultdict(list)
    for _, row in seen.values():
        groups[_like(row)].append(row.high)
    for number, row in seen.values():
        others = groups[_like(row)]
        middle = statistics.median(others)
        if len(others) >= ENOUGH and not middle / FAR <= row.high <= middle * FAR:
            kept.reject(
                number,
                f"{row.high:g} is outside {FAR:g}x of the median {middle:g} of {len(others)} rows",
                f"{row.high:g} 超出 {len(others)} 条同类价格中位数 {middle:g} 的 {FAR:g} 倍范围",
                row.high,
            )
        else:
            kept.keep(number, row)
    kept.remarks.sort(key=lambda r: r.row)
    return kept


def _like(row: PriceRow) -> tuple[str, ...]:
    return (row.gpu, row.unit, f"{row.cards:g}", row.plan, row.currency, row.tax)
