"""What stands behind an answer that is no formula: the price row used, the cards compared.

GPU_WHY prints these lines for the functions about the library itself.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from gpucalc import __version__, catalog, edge, helptext
from gpucalc.arguments import Omitted
from gpucalc.dialects.worked import number
from gpucalc.errors import InputError
from gpucalc.meta.options import HEADINGS, NONE
from gpucalc.meta.prices import (
    APART,
    HOURS_PER_MONTH,
    LEVELS,
    Offer,
    choice,
    gpu_price,
    offers,
    pick,
)
from gpucalc.meta.rules import small
from gpucalc.record import Function

_CHINESE = re.compile("[\u4e00-\u9fff]")
_KEYS = ("gpu", "region", "term", "as_of", "tax", "supplier")
_NAMED = 8  # of a long list of cards
_UNTOLD = ("not_stated", catalog.MISSING)


def told(f: Function, answer: Any, args: Sequence[Any], lang: str) -> list[str]:
    """The lines that explain this answer; none where nothing more is known than the record says."""
    explain = _EXPLAINED.get(f.name)
    return [] if explain is None else list(explain(answer, _values(f, args), lang))


def one_language(text: str, lang: str) -> str:
    """The half of a text in two languages ("中文 / English", either order); else the whole."""
    halves = re.split(r" ?/ ", text)
    if len(halves) != 2 or len({bool(_CHINESE.search(half)) for half in halves}) != 2:
        return text
    return next(half for half in halves if bool(_CHINESE.search(half)) == (lang == "zh"))


def _values(f: Function, args: Sequence[Any]) -> dict[str, Any]:
    """The arguments as the function takes them: read, defaults filled, None where left out."""
    found: dict[str, Any] = {}
    for arg, plane in zip(f.args, edge.read(f, *args).values(), strict=True):
        cells = [value for value in plane.values(len(plane.v)) if value != ""]
        default = None if isinstance(arg.default, Omitted) or arg.computed else arg.default
        found[arg.name] = (cells or default) if arg.ranges else cells[0] if cells else default
    return found


# -- prices --------------------------------------------------------------------------------------


def _price(answer: Any, values: Mapping[str, Any], lang: str) -> Iterator[str]:
    """The row that GPU_PRICE or PRICE_INFO answers from, how it was quoted and why it was taken."""
    zh = lang == "zh"
    found = offers(**{key: values[key] for key in _KEYS})
    named = values["region"] is not None or values["supplier"] is not None
    used = pick(found, values["level"], named)
    row = used.row
    colon, comma = ("：", "，") if zh else (": ", ", ")
    facts = [
        ("gpu", str(row["gpu"])),
        ("supplier", small(_word(row["supplier"], lang))),
        ("region", str(row["region" if zh else "region_en"])),
        ("billing_plan", small(_word(row["plan"], lang))),
        ("term", small(_word(row["term"], lang))),
        ("date", small(_word(row["date"], lang))),
        ("status", _status(str(row["status"]), lang)),
    ]
    listed = comma.join(f"{_name(name, lang)} {value}" for name, value in facts)
    if isinstance(answer, str) and (label := helptext.label(answer, lang)) != answer:
        yield f"{answer}{colon}{label}"
    yield f"{'所用价格行' if zh else 'Row used'} {row['name']}{colon}{listed}"
    yield _quoted(used, values, lang)
    yield _taken(found, used, choice("level", values["level"], LEVELS), named, lang)
    source = one_language(str(row["source"]), lang)
    note = str(row["note_zh" if zh else "note"])
    note = "" if note == catalog.MISSING else f"（{note}）" if zh else f" ({note})"
    yield f"{'来源：' if zh else 'Source: '}{source}{note}"


def _name(field: str, lang: str) -> str:
    """A field inside a sentence: its label without the remark in brackets."""
    return small(re.sub(r" ?[(（].*", "", helptext.label(field, lang)))


def _quoted(used: Offer, values: Mapping[str, Any], lang: str) -> str:
    """The price as it was quoted, and what became of it per card-hour."""
    zh, row = lang == "zh", used.row
    unit = _word(row["unit"], lang)
    unit = unit if zh else unit.lower()
    span = [number(row["low"]), number(row["high"])]
    price = span[0] if span[0] == span[1] else ("–" if zh else " to ").join(span)
    basis = _word(row["tax"], lang)
    if str(row["tax"]) in _UNTOLD:
        basis = "未注明是否含税，按含税理解" if zh else "tax not stated, read as tax-inclusive"
    cards = ""
    if str(row["unit"]).startswith("node") and isinstance(row["cards"], float):
        cards = f"（{number(row['cards'])} 卡）" if zh else f" of {number(row['cards'])} cards"
    made = [number(used.low), number(used.high)]
    hourly = made[0] if made[0] == made[1] else ("–" if zh else " to ").join(made)
    asked = _word(f"{choice('tax', values['tax'], _TAX)}_tax", lang)
    currency = row["currency"]
    if zh:
        return (
            f"报价：{price} {currency}/{unit}{cards}，{basis}；折合 {hourly} 元/卡·时（{asked}，"
            f"每月按 {HOURS_PER_MONTH} 小时）"
        )
    return (
        f"Quoted: {price} {currency} per {unit}{cards}, {basis}; that is {hourly} CNY "
        f"per card-hour ({asked.lower()}, a month being {HOURS_PER_MONTH} hours)"
    )


_TAX = {"incl": ("incl",), "excl": ("excl",)}


def _taken(found: Sequence[Offer], used: Offer, level: str, named: bool, lang: str) -> str:
    """Why this row: the only one, or the lowest or highest of those that fit."""
    others = [offer for offer in found if offer is not used]
    if not others:
        return "符合条件的只有这一行" if lang == "zh" else "It is the only row that fits"
    count = len(found)
    listed = ("；" if lang == "zh" else "; ").join(offer.text(lang) for offer in others)
    if lang == "zh":
        why = "已指定地区或供应商" if named else f"各来源相差不超过 {APART:.15g} 倍"
        what = "下限最低" if level == "low" else "上限最高"
        return f"符合条件的有 {count} 行，取{what}的一行（{why}，不取平均）；其余：{listed}"
    why = "a region or supplier was named" if named else f"they lie within {APART:.15g} times"
    what = "the lowest low" if level == "low" else "the highest high"
    return f"{count} rows fit and {what} is taken, never a mean ({why}); the others: {listed}"


def _status(status: str, lang: str) -> str:
    if status == "example":
        return "示例价（未核实）" if lang == "zh" else "example price (not verified)"
    return _word(status, lang)


def _word(value: Any, lang: str) -> str:
    text = f"{value:.15g}" if isinstance(value, float) else str(value)
    return helptext.label("not_stated" if text in _UNTOLD else text, lang)


# -- options -------------------------------------------------------------------------------------


def _options(answer: Any, values: Mapping[str, Any], lang: str) -> Iterator[str]:
    """Which cards were compared, in which order, and which were left without a price or an answer.

    The answer's rows are those of GPU_OPTIONS below its headings.
    """
    zh = lang == "zh"
    rows = [dict(zip(HEADINGS, row, strict=True)) for row in answer[1:]]
    priced = [row for row in rows if row["estimated_cost"] != NONE]
    undone = [row for row in rows if row["cards"] == NONE]
    unpriced = [row for row in rows if row not in priced and row not in undone]
    if priced:
        yield _cheapest(priced, lang)
    every = values["gpus"] is None
    scope = ("目录中的全部显卡" if every else "所给型号") if zh else (
        "every card of the catalog" if every else "the cards given"
    )  # fmt: skip
    yield (
        f"比较范围：{scope}，共 {len(rows)} 款；目录 {catalog.date()}，gpucalc {__version__}"
        if zh
        else f"Compared: {scope}, {len(rows)} in all; catalog of {catalog.date()}, "
        f"gpucalc {__version__}"
    )
    region = values["region"] or ("不限地区" if zh else "any region")
    level = choice("level", values["level"], LEVELS)
    if zh:
        yield (
            f"排序：有价格的 {len(priced)} 款按费用从低到高，其后按卡时，做不到的在最后；"
            f"价格取{'下限' if level == 'low' else '上限'}，{region}，含税，按整小时计费"
        )
    else:
        yield (
            f"Order: by cost where there is a price ({len(priced)} of {len(rows)}), then by "
            f"card-hours, last those that cannot do it; {level} "
            f"prices, {region}, tax-inclusive, whole hours billed"
        )
    for reason, names in _reasons(unpriced, undone, values, lang).items():
        listed = ("、" if zh else ", ").join(names[:_NAMED]) + ("…" if len(names) > _NAMED else "")
        reason = reason[:1].upper() + reason[1:]
        yield (
            f"{reason}（{len(names)} 款）：{listed}" if zh else f"{reason} ({len(names)}): {listed}"
        )
    used = ", ".join(dict.fromkeys(p for row in priced for p in _price_rows(row["gpu"], values)))
    if used:
        yield f"{'所用价格行' if zh else 'Price rows used'}{'：' if zh else ': '}{used}"


def _cheapest(priced: Sequence[Mapping[str, Any]], lang: str) -> str:
    """The cheapest and the next one, with what each takes."""
    zh = lang == "zh"

    def one(row: Mapping[str, Any]) -> str:
        cards, hours = number(row["cards"]), number(round(row["train_hours"], 1))
        cost = f"{row['estimated_cost']:,.2f}"
        if zh:
            return f"{row['gpu']}（{cards} 卡，{hours} 小时，{cost} 元）"
        plural = "s" * (row["cards"] != 1)
        return f"{row['gpu']} ({cards} card{plural}, {hours} hours, {cost} CNY)"

    first, *rest = priced
    if zh:
        return f"费用最低：{one(first)}" + (f"；其次：{one(rest[0])}" if rest else "")
    return f"Cheapest: {one(first)}" + (f"; next: {one(rest[0])}" if rest else "")


def _reasons(
    unpriced: Sequence[Mapping[str, Any]],
    undone: Sequence[Mapping[str, Any]],
    values: Mapping[str, Any],
    lang: str,
) -> dict[str, list[str]]:
    """What was left out of the order by cost, or out altogether, by reason."""
    zh = lang == "zh"
    found: dict[str, list[str]] = {}
    for row in unpriced:
        try:
            gpu_price(row["gpu"], values["region"], None, values["level"])
            reason = ""
        except InputError as error:
            reason = error.argument
        if reason == "region" and values["region"] is None:
            apart = f"{APART:.15g}"
            words = (
                f"No single price, sources differ by more than {apart} times; name a region",
                f"没有唯一价格，各来源相差超过 {apart} 倍，请指定地区",
            )
        elif reason == "region":
            words = (f"No price for {values['region']}", f"没有{values['region']}的价格")
        else:
            words = "No rent price in the catalog", "价格库中没有租价"
        found.setdefault(words[zh], []).append(row["gpu"])
    for row in undone:
        found.setdefault(str(row["note"]), []).append(row["gpu"])
    return found


def _price_rows(gpu: str, values: Mapping[str, Any]) -> list[str]:
    """The name of the price row that stands behind one line."""
    found = offers(gpu, values["region"])
    return [str(pick(found, values["level"], values["region"] is not None).row["name"])]


_EXPLAINED: Mapping[str, Callable[[Any, Mapping[str, Any], str], Iterator[str]]] = {
    "gpu_price": _price,
    "price_info": _price,
    "gpu_options": _options,
}
