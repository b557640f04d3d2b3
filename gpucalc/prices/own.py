"""Prices typed by people: a .csv or .xlsx with the catalog's columns, by field name or label."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from pathlib import Path

from gpucalc import catalog, glossary, quantity, reading, tables
from gpucalc.errors import InputError
from gpucalc.prices.cards import family, is_family
from gpucalc.prices.rows import COLUMNS, ITEMS, NOT_STATED, Import, PriceRow

# glossary fields and words that people head these columns with
_MORE = {
    "price": "price", "unit_price": "price", "price_basis": "tax", "anchor": "tax", "含税": "tax",
    "是否含税": "tax", "tax basis": "tax", "billing_plan": "plan", "计费方式": "plan",
    "日期": "date", "报价日期": "date", "quote_date": "date", "as_of": "date", "node_size": "cards",
}  # fmt: skip
_TAX = {"incl_tax": "incl_tax", "excl_tax": "excl_tax", NOT_STATED: NOT_STATED}


def read(path: Path, currency: str, date: str, supplier: str) -> Import:
    """The rows of a table of prices; a row that cannot be used is rejected with its reason.

    Needed: a card, a price (or low and high) and a unit. The options fill what the file leaves out.
    """
    found = Import()
    head, body, ignored = _table(path)
    if ignored:
        names = ", ".join(ignored)
        found.flag(
            1,
            f"columns not known here, left out: {names} (known: {', '.join(COLUMNS)})",
            f"以下列未识别、未导入：{names}（可识别：{'、'.join(COLUMNS)}）",
        )
    for row in body:
        cells = {head[i]: row.cells[i] for i in head if i < len(row.cells)}
        faults = [c for c in cells.values() if isinstance(c, tables.Fault)]
        if row.fault is not None:
            faults = [row.fault]
        if faults:
            found.reject(row.number, faults[0].what.en, faults[0].what.zh, faults[0].shown)
            continue
        try:
            price = _row(cells, currency, date, supplier, path.name, row.number)
        except InputError as error:
            found.reject(row.number, error.en, error.zh, error.given or "")
            continue
        found.keep(row.number, price)
        if is_family(price.gpu):
            found.flag(row.number, *family(price.gpu), price.gpu)
    return found


def is_table(path: Path) -> bool:
    """Whether a file has the columns that a table of prices needs."""
    try:
        _table(path)
    except InputError:
        return False
    return True


def _table(path: Path) -> tuple[dict[int, str], list[tables.Row], list[str]]:
    """Columns by position, the rows below the headings, and the headings that say nothing here.

    From the reading of the file that fits best.
    """
    best: tuple[dict[int, str], list[tables.Row], list[str]] = ({}, [], [])
    for way in tables.readings(path):
        for place, row in enumerate(way.rows[:20]):
            head = {i: f for i, cell in enumerate(row.cells) if (f := _field(cell))}
            if len(head) > len(best[0]):
                # A row of a form may hold its number and no price: it is blank.
                rest = [
                    r
                    for r in way.rows[place + 1 :]
                    if any(not tables.blank(r.cells[i]) for i in head if i < len(r.cells))
                ]
                other = [c for i, c in enumerate(row.cells) if i not in head]
                best = head, rest, [str(c) for c in other if not tables.blank(c)]
    names = set(best[0].values())
    missing = [n for n in ("gpu", "unit") if n not in names]
    if not names & {"price", "low", "high"}:
        missing.append("price")
    if missing:
        raise InputError(
            f"{path.name}: no column for {', '.join(missing)}; headings are the catalog's: "
            f"{', '.join(COLUMNS)}",
            f"{path.name}：缺少列 {'、'.join(missing)}；表头用目录的列名：{'、'.join(COLUMNS)}",
        )
    return best


def _field(cell: object) -> str | None:
    if not isinstance(cell, str):
        return None
    name = cell.strip().lower()
    if name in COLUMNS or name in _MORE:
        return _MORE.get(name, name)
    found = glossary.field_of(cell)
    if found in COLUMNS or found in _MORE:
        return _MORE.get(found, found)
    return None


def _row(
    cells: Mapping[str, object], currency: str, date: str, supplier: str, file: str, number: int
) -> PriceRow:
    def word(column: str, default: str = NOT_STATED) -> str:
        value = cells.get(column)
        return default if tables.blank(value) else str(value).strip()

    money = word("currency", currency).upper()
    if not money:
        raise InputError(
            "the currency is missing: fill the column or give --currency (CNY is not assumed)",
            "缺少币种：请填写该列或用 --currency 指定（不会默认按人民币）",
        )
    low, high = _figures(cells, money)
    item = _item(word("item", "rent"))
    unit = _unit(word("unit", ""), item)
    named = word("gpu", "")
    # storage has no card; a rent without one is of no use
    gpu = _key("gpus", named, "gpu") if item == "rent" or named not in ("", "-") else "-"
    cards = cells.get("cards")
    if tables.blank(cards) and unit.startswith("node"):
        raise InputError(
            "a price per node needs its number of cards: fill the column cards",
            "按台计价须填写每台卡数（列 cards / 卡数）",
        )
    return PriceRow(
        gpu, low, high, unit,
        1.0 if tables.blank(cards) else float(quantity.CARDS.read(cards)),
        money, _tax(word("tax")), _date(cells.get("date"), date),
        word("region"), word("region_en", ""), _plan(word("plan")), word("term"),
        word("supplier", supplier or NOT_STATED),
        word("source", f"{file}, row {number}"), word("note", "-"), word("note_zh", "-"),
        word("name", ""), item,
    )  # fmt: skip


def _figures(cells: Mapping[str, object], currency: str) -> tuple[float, float]:
    """Low and high; one figure stands for both. Text is read as money of the row's currency."""
    price = quantity.LINE_PRICE.in_currency(currency)
    values = [
        float(price.read(cells[c]))
        for c in ("low", "high", "price")
        if not tables.blank(cells.get(c))
    ]
    if not values:
        raise InputError("the price is missing", "缺少价格")
    low, high = min(values), max(values)
    if low <= 0:
        raise InputError(f"a price of {low:g} is no price", f"价格 {low:g} 不成立", given=low)
    return low, high


def _key(table: str, text: str, what: str) -> str:
    """The canonical name; a family name (A100) stays one, since a guess would be a wrong number."""
    row = catalog.table(table).row(text) if text else None
    if row is None:
        near = ", ".join(catalog.table(table).nearest(text or "?")) or "-"
        raise InputError(
            f"{what} {text!r} is not in the catalog; nearest: {near}",
            f"{what}“{text}”不在目录中；相近：{near}",
            given=text,
        )
    return str(row["model"])


def _coded(text: str, allowed: Mapping[str, str], what: str) -> str:
    field = text if text in allowed else glossary.field_of(text) or ""
    if field not in allowed:
        words = ", ".join(glossary.label(f, "en") for f in allowed)
        words_zh = "、".join(glossary.label(f, "zh") for f in allowed)
        raise InputError(
            f"{what} {text!r}: write one of {words}",
            f"{what}“{text}”：请填 {words_zh} 之一",
            given=text,
        )
    return allowed[field]


_OTHER_UNITS = ("tb_month", "month", "one_off")  # of what is no rent of cards


def _unit(text: str, item: str) -> str:
    other = text if text in _OTHER_UNITS else glossary.field_of(text)
    if item != "rent" and other in _OTHER_UNITS:
        return str(other)
    return _key("units", text, "unit")


def _item(text: str) -> str:
    return text if text in ITEMS else _coded(text, {f: c for c, f in ITEMS.items()}, "item")


def _tax(text: str) -> str:
    return _coded(text, _TAX, "tax")


# how people say a plan
_SPOKEN = {
    "按小时": "pay_as_you_go", "按时": "pay_as_you_go", "按量": "pay_as_you_go",
    "on-demand": "pay_as_you_go", "on demand": "pay_as_you_go", "hourly": "pay_as_you_go",
    "按天": "daily", "按日": "daily", "包日": "daily", "按周": "weekly", "按月": "monthly",
    "月付": "monthly", "按年": "yearly_plan", "年付": "yearly_plan", "yearly": "yearly_plan",
    "annual": "yearly_plan",
}  # fmt: skip
_PLANS = ("pay_as_you_go", "daily", "weekly", "monthly", "yearly_plan", "spot", NOT_STATED)


def _plan(text: str) -> str:
    spoken = _SPOKEN.get(text.strip().lower(), text)
    return _coded(spoken, {p: p for p in _PLANS}, "plan")


def _date(value: object, default: str) -> str:
    """An ISO date; "not stated" stays so."""
    if tables.blank(value) or value == NOT_STATED:
        return default or NOT_STATED
    if isinstance(value, datetime.datetime):
        return value.date().isoformat()
    if isinstance(value, datetime.date):
        return value.isoformat()
    text = str(value)
    if glossary.field_of(text) == NOT_STATED:
        return NOT_STATED
    day = (
        reading.numeral(text) if reading.is_numeral(text) and len(text) < 7 else reading.date(text)
    )
    return (reading.EPOCH + datetime.timedelta(days=int(day))).isoformat()
