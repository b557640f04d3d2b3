"""Dated rent prices of the catalog: found by key, made comparable, never averaged."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from gpucalc import catalog, helptext, reading
from gpucalc import quantity as q
from gpucalc.errors import InputError, UnknownKey
from gpucalc.kernels.pricing import price_per_card_hour
from gpucalc.meta import quantities as m
from gpucalc.meta.facts import column, members
from gpucalc.primitives import round_to
from gpucalc.registry import Example, ExcelError, Omitted, sheet

TOPIC = "catalog"
APART = 2.0  # sources that differ by more than this are different offers, not one price
HOURS_PER_MONTH = 720
LEVELS = {"low": ("low", "下限", "低"), "high": ("high", "上限", "高")}
_TAXES = {
    "incl": ("incl", "incl_tax", "including tax", "incl. tax", "含税"),
    "excl": ("excl", "excl_tax", "excluding tax", "excl. tax", "不含税"),
}
ANY_REGION = Omitted("any region", "不限地区")
ANY_TERM = Omitted("any plan or term", "不限方案与租期")
ANY_DATE = Omitted("every row, whatever its date", "不限日期")
ANY_SUPPLIER = Omitted("any supplier", "不限供应商")


@dataclass(frozen=True)
class Offer:
    """A row of prices.csv with its two figures in CNY per card-hour on the basis asked for."""

    row: catalog.Row
    low: float
    high: float

    def text(self, lang: str) -> str:
        """The row in a few words: where, from whom, how much."""
        region = self.row["region" if lang == "zh" else "region_en"]
        supplier = self.row["supplier"]
        who = f", {supplier}" if supplier not in ("not_stated", catalog.MISSING) else ""
        plan = helptext.label(str(self.row["plan"]), lang)
        return f"{self.row['name']} ({region}{who}, {plan}): {self.low:.15g}-{self.high:.15g}"


def offers(
    gpu: str | float,
    region: str | None = None,
    term: str | None = None,
    as_of: float | None = None,
    tax: str = "incl",
    supplier: str | None = None,
) -> list[Offer]:
    """The rent rows for a card, the most specific ones; UnknownKey says what there is instead.

    A row applies where its name covers every variant that ``gpu`` means; rows that name it more
    exactly push out those that name a whole family.
    """
    basis = choice("tax", tax, _TAXES)
    asked = set(members(gpu))
    rents = [r for r in catalog.table("prices").canonical() if r["item"] == "rent"]
    rows = [r for r in rents if r["currency"] == "CNY" and asked <= set(members(str(r["gpu"])))]
    if not rows:
        priced = ", ".join(sorted({str(r["gpu"]) for r in rents}))
        raise UnknownKey(
            f"the catalog has no rent price for {gpu}; it has: {priced}",
            f"价格库中没有 {gpu} 的租价；现有：{priced}",
            argument="gpu",
            given=gpu,
        )
    rows = _only(rows, "region", region, ("region", "region_en"))
    rows = _only(rows, "term", term, ("term", "plan"))
    rows = _only(rows, "supplier", supplier, ("supplier",))
    if as_of is not None:
        dated = [r for r in rows if _day(r) <= as_of]
        if not dated:
            first = min(str(r["date"]) for r in rows)
            raise UnknownKey(
                f"no price is as old as that; the first is of {first}",
                f"当时尚无价格；最早为 {first}",
                argument="as_of",
            )
        rows = dated
    least = min(len(members(str(r["gpu"]))) for r in rows)
    rows = [r for r in rows if len(members(str(r["gpu"]))) == least]
    return [_offer(r, basis, gpu) for r in rows]


def pick(found: list[Offer], level: str, key_given: bool) -> Offer:
    """The one row that answers; UnknownKey where the sources are too far apart to pick from."""
    level = choice("level", level, LEVELS)
    figure: Callable[[Offer], float] = lambda o: o.low if level == "low" else o.high  # noqa: E731
    lowest, highest = min(found, key=figure), max(found, key=figure)
    if not key_given and figure(highest) > APART * figure(lowest):
        listed = {lang: "; ".join(o.text(lang) for o in found) for lang in ("en", "zh")}
        raise UnknownKey(
            f"the sources differ by more than {APART:.15g} times, in CNY per card-hour: "
            f"{listed['en']}; name a region or a supplier",
            f"各来源相差超过 {APART:.15g} 倍（元/卡·时）：{listed['zh']}；请指定地区或供应商",
            argument="region",
        )
    return lowest if level == "low" else highest


def choice(argument: str, text: str, words: Mapping[str, tuple[str, ...]]) -> str:
    """Which of a few choices a text means; UnknownKey lists them."""
    for key, names in words.items():
        if catalog.normalise(text) in map(catalog.normalise, names):
            return key
    listed = ", ".join(words)
    raise UnknownKey(
        f"{argument} {text!r} is unknown; write one of: {listed}",
        f"无法识别 {argument} “{text}”；可写：{listed}",
        argument=argument,
        given=text,
    )


def _only(
    rows: list[catalog.Row], argument: str, wanted: str | None, columns: Iterable[str]
) -> list[catalog.Row]:
    """The rows whose column holds what is wanted: the code, or its label in either language."""
    if wanted is None:
        return rows

    def names(row: catalog.Row) -> list[str]:
        values = [str(row[c]) for c in columns]
        return [*values, *(helptext.label(v, lang) for v in values for lang in ("en", "zh"))]

    key = catalog.normalise(wanted)
    kept = [r for r in rows if key in map(catalog.normalise, names(r))]
    if not kept:
        there = ", ".join(dict.fromkeys(str(r[c]) for r in rows for c in columns))
        raise UnknownKey(
            f"no price with {argument} {wanted!r}; there is: {there}",
            f"没有 {argument} 为“{wanted}”的价格；现有：{there}",
            argument=argument,
            given=wanted,
        )
    return kept


def _day(row: catalog.Row) -> float:
    """The row's date; one that is not stated counts as old as can be."""
    text = str(row["date"])
    if text in ("not_stated", catalog.MISSING):
        return 0
    return reading.date(text if text.count("-") != 1 else f"{text}-01")


def _offer(row: catalog.Row, basis: str, gpu: str | float) -> Offer:
    stated = str(row["tax"])
    given = "excl" if stated in _TAXES["excl"] else "incl"  # not stated is read as included
    rate = catalog.table("tax").row("compute and cloud services")
    assert rate is not None
    factor = 1 + float(rate["rate"])
    cards = row["cards"] if isinstance(row["cards"], float) else None

    def converted(price: Any) -> float:
        hourly = price_per_card_hour(price, row["unit"], cards, HOURS_PER_MONTH, gpu)
        if basis != given:
            hourly = hourly * factor if basis == "incl" else hourly / factor
        return float(round_to(hourly, 4))

    return Offer(row, converted(row["low"]), converted(row["high"]))


_NOT_TRACEABLE = (
    "it refuses when sources disagree and lists them, which no look-up formula can; templates show"
    " the rows and let the reader pick one"
    " / 各来源不一致时须拒绝并列出，查找公式做不到；模板列出各行由使用者选定"
)
_KEY_ZH = (
    "按型号、地区、方案或租期、供应商逐级筛选；写明型号的行优先于只写系列名的行。\n"
    "未注明是否含税的价格按含税理解；换算按算力服务税率6%。台、月等报价单位按 720 小时/月折算。"
)


@sheet(
    Example(("Ascend 910B",), 40, "one source: its upper figure", "唯一来源，取上限"),
    Example(("A100 80GB", "广东"), 18, "a region decides between sources", "按地区选定来源"),
    Example(("A100 80GB", "Guangdong", None, "low"), 10, "the lower figure", "取下限"),
    Example(("Ascend 910B", None, None, "high", None, "excl"), 37.7358, "without 6 %", "不含税"),
    Example(("A100 80GB",), ExcelError.NA, "sources differ by more than 2x", "各来源相差超过2倍"),
    zh="价格库中的租价（元/卡·时）；未给地区或供应商而各来源相差超过2倍时返回 #N/A 并列出各行。",
    notes_zh=_KEY_ZH + "\n从不对多行取平均：取低时为最低一行的下限，取高时为最高一行的上限。",
    not_traceable=_NOT_TRACEABLE,
)
def gpu_price(
    gpu: q.GpuName,
    region: m.Region = ANY_REGION,
    term: m.Term = ANY_TERM,
    level: m.Level = "high",
    as_of: m.AsOf = ANY_DATE,
    tax: m.PriceBasis = "incl",
    supplier: m.Supplier = ANY_SUPPLIER,
) -> m.CardHourPrice:
    """A dated rent price of the catalog in CNY per card-hour; PRICE_INFO says where it comes from.

    The rows are narrowed by model, region, plan or term, and supplier; a row that names the model
    exactly goes before one that names its family. level is low or high. No rows are ever averaged:
    the answer is one row's own figure, the lowest low or the highest high. With neither region nor
    supplier, sources that differ by more than 2x answer #N/A and are listed as the reason.

    A price that does not state its tax is read as tax-inclusive; tax is incl or excl at the 6 % of
    compute services. Prices per node or month are converted at 720 hours a month.

    Source: prices.csv of the catalog (2026-11); each row has its source, date and status / 目录
    prices.csv（2026-11），逐行注明来源、日期与状态
    """
    found = offers(gpu, region, term, as_of, tax, supplier)
    offer = pick(found, level, region is not None or supplier is not None)
    return offer.low if choice("level", level, LEVELS) == "low" else offer.high


@sheet(
    Example(("A100 80GB", "unit", "广东"), "card_hour", "the unit as quoted", "报价时的单位"),
    Example(("Ascend 910B", "status"), "example", "not verified by anyone", "示例价，未核实"),
    Example(("Ascend 910B", "price"), ExcelError.NA, "no such field", "没有该字段"),
    zh="GPU_PRICE 所用价格行的一项信息：来源、日期、报价单位、含税标记、状态等。",
    notes_zh=_KEY_ZH,
    not_traceable=_NOT_TRACEABLE,
)
def price_info(
    gpu: q.GpuName,
    field: m.Field,
    region: m.Region = ANY_REGION,
    term: m.Term = ANY_TERM,
    level: m.Level = "high",
    as_of: m.AsOf = ANY_DATE,
    tax: m.PriceBasis = "incl",
    supplier: m.Supplier = ANY_SUPPLIER,
) -> m.Fact:
    """One fact on the row that GPU_PRICE answers from: source, date, unit as quoted, tax, status.

    field is a column of prices.csv or its label: name, low, high (both as quoted), unit, cards,
    currency, tax, date, region, plan, term, supplier, status, source, note. The other arguments are
    the key of GPU_PRICE and must be the same.

    Source: prices.csv of the catalog (2026-11) / 目录 prices.csv（2026-11）
    """
    name = column("prices", field)
    found = offers(gpu, region, term, as_of, tax, supplier)
    return pick(found, level, region is not None or supplier is not None).row[name]


def band(gpu: str | float | None) -> tuple[float, float] | None:
    """The lowest and highest rent of the catalog for a card, or for all of it."""
    cards = (
        [gpu]
        if gpu is not None
        else sorted({str(r["gpu"]) for r in catalog.table("prices").canonical()})
    )
    found: list[Offer] = []
    for card in cards:
        try:
            found += offers(card)
        except InputError:
            continue
    return (min(o.low for o in found), max(o.high for o in found)) if found else None
