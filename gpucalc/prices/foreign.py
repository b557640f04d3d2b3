"""Price files of two public collections: gpuhunt's and SkyPilot's CSV, read by heading.

Their prices are per instance and hour, without currency, date, term or tax; the file's name
(gpuhunt) or folder (SkyPilot) names the provider. Their known faults are met one by one below.
"""

from __future__ import annotations

import ast
import csv
import io
import json
import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from gpucalc import tables
from gpucalc.errors import InputError
from gpucalc.prices.cards import family, identify, is_family
from gpucalc.prices.rows import NOT_STATED, Import, PriceRow, text

Line = tuple[int, dict[str, str]]
GPUHUNT = ("instance_name", "price", "gpu_count", "gpu_name")
SKYPILOT = ("InstanceType", "AcceleratorName", "AcceleratorCount", "Price")
TEASER = 0.1  # USD a card-hour: below it no rented data-centre card is real, only bid floors


def lines(path: Path, needed: tuple[str, ...]) -> Iterator[Line]:
    """(row number in the file, cells by heading); raises InputError where a heading is missing."""
    reader = csv.DictReader(io.StringIO(tables.decode(path.read_bytes())))
    missing = [h for h in needed if h not in (reader.fieldnames or ())]
    if missing:
        raise InputError(
            f"{path.name}: no column {', '.join(missing)}; is this the right --format?",
            f"{path.name}：缺少列 {'、'.join(missing)}；--format 是否选对？",
        )
    for number, cells in enumerate(reader, start=2):
        yield number, {str(k): v or "" for k, v in cells.items() if isinstance(v, str | None)}


def gpuhunt(path: Path, currency: str, date: str, supplier: str) -> Import:
    """A provider's CSV of gpuhunt: spot offers are rows of their own there."""
    found = Import()
    provider = supplier or path.stem
    for number, c in lines(path, GPUHUNT):
        if not text(c, "gpu_name"):
            continue  # an instance without a card is no row of ours
        spot = text(c, "spot").lower() in ("true", "1")
        memory = _float(text(c, "gpu_memory"))
        _offer(
            found, number, c, "gpu_name", memory, _float(text(c, "gpu_count")),
            _float(text(c, "price")), "spot" if spot else "pay_as_you_go",
            PriceRow("", 0, 0, currency=currency, date=date, region=_region(text(c, "location")),
                     supplier=provider, source=f"gpuhunt {path.name}, {text(c, 'instance_name')}"),
        )  # fmt: skip
    return found


def skypilot(path: Path, currency: str, date: str, supplier: str) -> Import:
    """A cloud's vms.csv of SkyPilot: on-demand and spot stand in one row."""
    found = Import()
    provider = supplier or (path.parent.name if path.stem == "vms" else path.stem)
    for number, c in lines(path, SKYPILOT):
        raw = text(c, "AcceleratorName")
        if not raw:
            continue
        if not text(c, "InstanceType"):
            found.reject(
                number,
                "the price of the card alone, without the host that is billed apart",
                "仅为显卡部件价格，主机另行计费",
                raw,
            )
            continue
        count = _float(text(c, "AcceleratorCount"))
        memory = _one_card(found, number, raw, count, _memory(found, number, text(c, "GpuInfo")))
        base = PriceRow(
            "", 0, 0, currency=currency, date=date, region=_region(text(c, "Region")),
            supplier=provider, source=f"SkyPilot {provider}/{path.name}, {text(c, 'InstanceType')}",
        )  # fmt: skip
        price, spot = _float(text(c, "Price")), _float(text(c, "SpotPrice"))
        if price is None:
            found.reject(number, "no on-demand price", "没有按量价格", text(c, "InstanceType"))
        else:
            _offer(found, number, c, "AcceleratorName", memory, count, price, "pay_as_you_go", base)
        _spot(found, number, c, memory, count, price, spot, base)
    return found


def _spot(
    found: Import, number: int, c: dict[str, str], memory: float | None, count: float | None,
    price: float | None, spot: float | None, base: PriceRow,
) -> None:  # fmt: skip
    """Zero and empty mean no spot offer; equal to on-demand is no spot price either."""
    if not spot:
        return
    if price is not None and math.isclose(spot, price):
        found.flag(
            number,
            "the spot price equals the on-demand price: left out as no spot offer",
            "竞价价格等于按量价格：视为没有竞价，未导入",
            spot,
        )
        return
    if price and math.isclose(spot / price, 0.35, rel_tol=1e-3):
        found.flag(
            number,
            "spot is exactly 35 % of on-demand, as if set by a rule: confirm with the provider",
            "竞价恰为按量的 35%，像是统一折扣：请向供应商确认",
            spot,
        )
    _offer(found, number, c, "AcceleratorName", memory, count, spot, "spot", base)


def _offer(
    found: Import, number: int, c: dict[str, str], name_column: str, memory: float | None,
    count: float | None, price: float | None, plan: str, base: PriceRow,
) -> None:  # fmt: skip
    """One price of one row, or its rejection."""
    raw = text(c, name_column)
    if not count or count <= 0:
        found.reject(number, "the number of cards is missing or 0", "卡数缺失或为 0", raw)
        return
    if price is None or price <= 0:
        found.reject(number, "the price is missing or 0", "价格缺失或为 0", raw)
        return
    card = identify(raw, memory)
    if card is None:
        size = f" {memory:g} GB" if memory else ""
        found.reject(
            number,
            f"{raw}{size} is not in the card catalog: add the card first, or rename it",
            f"显卡目录中没有 {raw}{size}：请先添加该卡，或改名",
            raw,
        )
        return
    if card.en:
        found.flag(number, card.en, card.zh, raw)
    if price / count <= TEASER:
        found.reject(
            number,
            f"{price / count:.4g} per card-hour can only be a bid floor or a teaser",
            f"每卡时 {price / count:.4g} 只能是竞价底价或引流价",
            price,
        )
        return
    if math.isclose(price / count, round(price / count)) and price / count <= 1:
        found.flag(
            number,
            f"a round {price / count:g} per card-hour may be a bid floor: confirm before use",
            f"每卡时恰为 {price / count:g}，可能是竞价底价：使用前请确认",
            price,
        )
    if is_family(card.name):
        found.flag(number, *family(card.name), raw)
    unit = "card_hour" if count == 1 else "node_hour"
    found.keep(
        number,
        PriceRow(
            card.name, price, price, unit, count, base.currency, base.tax, base.date, base.region,
            "", plan, base.term, base.supplier, base.source,
        ),
    )  # fmt: skip


def _memory(found: Import, number: int, info: str) -> float | None:
    """GB out of GpuInfo: JSON or a Python repr; MiB, or GiB in a MiB field."""
    if not info:
        return None
    try:
        data: Any = json.loads(info)
    except ValueError:
        try:
            data = ast.literal_eval(info)
        except (ValueError, SyntaxError):
            found.flag(
                number,
                "GpuInfo cannot be read; memory from the catalog",
                "GpuInfo 无法读取，按目录显存",
            )
            return None
    if not isinstance(data, dict):
        return None
    cards = [gpu for gpu in data.get("Gpus") or [] if isinstance(gpu, dict)]
    fields = [(gpu.get("MemoryInfo") or {}).get("SizeInMiB") for gpu in cards]
    fields += [gpu.get("TotalGpuMemoryInMiB") for gpu in cards] + [data.get("TotalGpuMemoryInMiB")]
    for mib in fields:
        size = _float(str(mib or 0))
        if size:
            return round(size / 1024 if size > 1024 else size)
    return None


def _one_card(
    found: Import, number: int, raw: str, count: float | None, memory: float | None
) -> float | None:
    """The memory of one card: some files write the memory of the whole node in its field.

    The figure counts as the node's where only its share is the memory of a card of that name.
    """
    if not memory or not count or count <= 1:
        return memory
    share = memory / count
    whole, part = identify(raw, memory), identify(raw, share)
    if part is None or not part.exact:
        return memory
    if whole is None or not whole.exact:
        return share
    if whole.name != part.name:
        found.flag(
            number,
            f"{memory:g} GB may be the memory of all {count:g} cards: read as one card's "
            f"({whole.name}); with {share:g} GB each it is {part.name}: confirm",
            f"{memory:g} GB 可能是 {count:g} 卡合计：现按单卡（{whole.name}）导入；"
            f"若每卡 {share:g} GB 则为 {part.name}，请确认",
            raw,
        )
    return memory


def _region(raw: str) -> str:
    cleaned = ", ".join(p.strip() for p in raw.split(",") if p.strip())
    return cleaned or NOT_STATED


def _float(raw: str) -> float | None:
    try:
        value = float(raw)
    except ValueError:
        return None
    return value if math.isfinite(value) else None
