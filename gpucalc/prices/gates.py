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
    _refuse_unscaled(seen, kept)
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


def _refuse_unscaled(seen: dict[tuple[str, ...], tuple[int, PriceRow]], kept: Import) -> None:
    """Leaves out nodes of several sizes at one price: the source forgot to count their cards."""
    smallest: dict[tuple[object, ...], tuple[int, PriceRow]] = {}
    by_hour = [v for v in seen.values() if v[1].unit in ("card_hour", "node_hour")]
    for number, row in sorted(by_hour, key=lambda v: v[1].cards):
        offer = (row.supplier, row.gpu, row.region, row.plan, row.term, row.currency, row.high)
        first, other = smallest.setdefault(offer, (number, row))
        if other.cards < row.cards:
            del seen[row.key]
            kept.reject(
                number,
                f"{row.cards:g} cards at the price of {other.cards:g} (row {first}): the price is "
                "not that of the whole node",
                f"{row.cards:g} 卡与 {other.cards:g} 卡（第 {first} 行）同价：不是整机价格",
                row.high,
            )


def _like(row: PriceRow) -> tuple[str, ...]:
    return (row.item, row.gpu, row.unit, f"{row.cards:g}", row.plan, row.currency, row.tax)
