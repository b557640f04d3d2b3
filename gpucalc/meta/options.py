"""Which card to take: a table of options for one job."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from gpucalc import catalog, glossary
from gpucalc import quantity as q
from gpucalc.errors import InputError, UnknownKey
from gpucalc.kernels.compute import typical_mfu
from gpucalc.kernels.memory import vram_cards
from gpucalc.kernels.rent import rent_cost
from gpucalc.kernels.schedule import calendar_days
from gpucalc.kernels.sizing import gpu_cards, train_hours
from gpucalc.meta import quantities as m
from gpucalc.meta.prices import ANY_REGION, gpu_price
from gpucalc.registry import Example, ExcelError, Omitted, sheet

TOPIC = "catalog"
NONE = "-"
HEADINGS = (
    "gpu", "cards", "train_hours", "calendar_days", "cards_by_memory", "card_hour_price",
    "estimated_cost", "note",
)  # fmt: skip
EVERY_CARD = Omitted("every card of the catalog", "目录中的全部显卡")
CATALOG_MFU = Omitted("typical value of mfu.csv for each card", "mfu.csv 中各型号的典型值")
_NOTES = {
    "memory": ("memory decides", "显存制约"),
    "time": ("time decides", "工期制约"),
    "too big": ("no number of these cards holds it", "再多也放不下"),
    "no peak": ("no single BF16 peak in the catalog", "目录中没有唯一的 BF16 峰值"),
    "no price": ("no single price in the catalog", "价格库中没有唯一价格"),
}


@sheet(
    Example(
        (7e9, 1e9, 5, [["RTX 4090"], ["A100 80GB"]], "lora", 0.4, None, None, None, "广东"),
        [
            [glossary.label(h, "en") for h in HEADINGS],
            ["RTX 4090", 1.0, 117.70244821092278, 4.904268675455116, 1.0, 4.0, 472.0,
             "time decides"],
            ["A100 80GB", 1.0, 62.32193732193732, 2.596747388414055, 1.0, 18.0, 1134.0,
             "time decides"],
        ],
        "LoRA on a consumer card is cheaper here, and slower",
        "此例 LoRA 用消费级卡更便宜，但更慢",
    ),
    Example(
        (7e9, 1e9, 5, "A100 80GB", "loro"), ExcelError.NA, "no such method", "没有该训练方式"
    ),
    zh="选型对比表：目录或所给区域中每种显卡的卡数、时长、显存所需卡数、价格与费用，按费用排序。",
    notes_zh="一行一种显卡，首行为标题；有唯一价格的按费用从低到高，其后按卡时，做不到的在最后。\n"
    "卡数同 GPU_CARDS，时长同 TRAIN_HOURS（按这些卡），价格同 GPU_PRICE；费用按整小时计费。\n"
    "结果会向右向下溢出，请留出空白单元格；Excel 2019 及更早版本请选中区域后按 Ctrl+Shift+Enter。",
    not_traceable="it answers a sorted table of unknown length, and a plain formula fills one cell"
    " / 返回长度不定且已排序的表，而一个普通公式只填一个单元格",
    spills=True,
)  # fmt: skip
def gpu_options(
    params: q.Params,
    tokens: q.Tokens,
    days: q.Days,
    gpus: m.Gpus = EVERY_CARD,
    method: q.Method = "pretrain",
    mfu: q.Mfu = CATALOG_MFU,
    hours_per_day: q.HoursPerDay = 24,
    buffer: q.Buffer = 0,
    epochs: q.Epochs = 1,
    region: m.Region = ANY_REGION,
    level: m.Level = "high",
    language: q.Language = "en",
) -> m.Table:
    """Every card for one job: cards, hours, memory, price and cost, the cheapest first (spills).

    A row per card under one heading row. Cards as GPU_CARDS counts them, hours as TRAIN_HOURS on
    these cards, calendar days, cards that memory alone needs, price as GPU_PRICE finds it for the
    region, cost of whole hours. Cards with a price come first by cost, then the others by
    card-hours, then those that cannot do it, with the reason in the last column.

    The table spills to the right and down: leave the cells free. Excel 2019 and older: select the
    cells first and finish with Ctrl+Shift+Enter.

    Source: as GPU_CARDS, TRAIN_HOURS, VRAM_CARDS and GPU_PRICE; catalog of 2026-11 / 同 GPU_CARDS、
    TRAIN_HOURS、VRAM_CARDS 与 GPU_PRICE；目录 2026-11
    """
    lang = str(_row("languages", language)["model"])
    names = list(dict.fromkeys(str(_row("gpus", key)["model"]) for key in _listed(gpus)))
    job = {"method": method, "epochs": epochs, "mfu": mfu}
    window = {"hours_per_day": hours_per_day, "buffer": buffer}
    rows = [_option(name, params, tokens, days, job, window, region, level) for name in names]
    rows.sort(key=_rank)
    notes = [[*row[:-1], _NOTES[row[-1]][lang == "zh"]] for row in rows]
    return [[glossary.label(heading, lang) for heading in HEADINGS], *notes]


def _listed(gpus: Any) -> Sequence[Any]:
    if gpus is None:
        return catalog.table("gpus").names()
    return [key for key in _flat(gpus) if key is not None and key != ""]


def _flat(cells: Any) -> list[Any]:
    """The cells of a range, whatever its shape."""
    cells = cells.tolist() if hasattr(cells, "tolist") else cells
    if isinstance(cells, list | tuple):
        return [cell for row in cells for cell in _flat(row)]
    return [cells]


def _row(table: str, key: Any) -> catalog.Row:
    row = catalog.table(table).row(key)
    if row is None:
        near = ", ".join(catalog.table(table).nearest(key)) or NONE
        raise UnknownKey(
            f"{key!r} is not in the catalog ({table}); nearest: {near}",
            f"目录（{table}）中没有“{key}”；相近名称：{near}",
            given=key,
        )
    return row


def _option(
    name: str,
    params: float,
    tokens: float,
    days: float,
    job: dict[str, Any],
    window: dict[str, Any],
    region: str | None,
    level: str,
) -> list[Any]:
    """The row of one card; its last item is the key of the note."""
    if not isinstance(_row("gpus", name)["bf16_tflops"], float):
        return [name, *[NONE] * 6, "no peak"]
    if job["mfu"] is None:
        job = {**job, "mfu": typical_mfu(name, job["method"])}
    cards = gpu_cards(params, tokens, name, days, **job, **window)
    if math.isnan(cards):
        return [name, *[NONE] * 6, "too big"]
    by_time = gpu_cards(params, tokens, name, days, **job, **window, fit=False)
    in_memory = vram_cards(params, name, job["method"])
    hours = train_hours(params, tokens, name, cards, **job)
    row: list[Any] = [name, cards, hours, calendar_days(hours, **window)]
    row.append(NONE if math.isnan(in_memory) else in_memory)
    note = "time" if by_time == cards else "memory"
    try:
        price = gpu_price(name, region, None, level)
    except InputError as error:
        if error.argument == "level":
            raise
        return [*row, NONE, NONE, "no price"]
    return [*row, price, rent_cost(cards, hours, price, 0, 1), note]


def _rank(row: list[Any]) -> tuple[int, float, str]:
    """By cost where there is one, else by card-hours, else last."""
    if row[6] != NONE:
        return 0, row[6], row[0]
    return (1, row[1] * row[2], row[0]) if row[1] != NONE else (2, 0.0, row[0])
