"""What the library knows: the catalog's facts on a card, its date, and the version."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from functools import cache

from gpucalc import __version__, catalog, glossary, helptext, reading
from gpucalc import quantity as q
from gpucalc.errors import Ambiguous, UnknownKey
from gpucalc.meta import quantities as m
from gpucalc.registry import Example, ExcelError, sheet

TOPIC = "catalog"
_HIDDEN = ("name", "aliases", "kind")


def column(table: str, text: str) -> str:
    """The column of a catalog table that a heading or a field name means; UnknownKey if none."""
    columns = [c for c in catalog.table(table).columns if c not in _HIDDEN]
    found = text.strip().lower()
    found = "model" if found == "name" else found
    if found not in columns:
        found = glossary.field_of(text) or ""
    if found not in columns:
        listed = ", ".join(columns)
        raise UnknownKey(
            f"the catalog ({table}) has no field {text!r}; fields: {listed}",
            f"目录（{table}）中没有字段“{text}”；可用字段：{listed}",
            argument="field",
            given=text,
        )
    return found


@sheet(
    Example(("A100 80GB", "bf16_tflops"), 312, "dense BF16 peak", "BF16 稠密峰值"),
    Example(("H100 SXM5 80GB", "显存（GB）"), 80, "a Chinese label works too", "字段可用中文名"),
    Example(("RTX 4090", "form_factor"), "PCIe", "text fields answer text", "文本字段返回文本"),
    Example(("A100", "memory_gb"), ExcelError.VALUE, "40 or 80 GB? variants differ", "40或80GB"),
    zh="显卡目录中的一项规格（显存、峰值、带宽、功耗、来源等）；各型号不一致时返回 #VALUE!。",
    notes_zh="字段可写英文字段名（bf16_tflops）或中英文标签（“显存（GB）”），不分大小写。\n"
    "目录中没有该数值时返回 #N/A；系列名下各型号数值不同时返回 #VALUE!，请写明具体型号。",
    not_traceable="which column is read depends on a text, and the two kinds of gap in the catalog"
    " answer different errors; templates look up a fixed column"
    " / 读取哪一列取决于文本，且目录中两类空缺对应不同的错误值；模板直接查固定列",
)
def gpu_spec(gpu: q.GpuName, field: m.Field) -> m.Spec:
    """One fact of the GPU catalog about a card: memory, peaks, bandwidth, power, source ...

    field is a column's name (bf16_tflops) or its label in English or Chinese, in any case. A figure
    that the catalog does not have answers #N/A; one on which the variants of a family name differ
    answers #VALUE!: write the exact model.

    Source: gpus.csv of the catalog (2026-11), vendor data sheets row by row (field "source") / 目录
    gpus.csv（2026-11），逐行依据厂商资料（字段 source）
    """
    name = column("gpus", field)
    row = catalog.table("gpus").row(gpu)
    assert row is not None  # the guards know the name
    value = row[name]
    if value == catalog.MISSING:
        raise UnknownKey(
            f"the catalog has no {name} for {row['model']}",
            f"目录中没有 {row['model']} 的 {helptext.label(name, 'zh')}",
            argument="field",
        )
    if value == catalog.DIFFERS:
        models = ", ".join(members(gpu))
        raise Ambiguous(
            f"{name} differs between the variants of {row['name']}: {models}",
            f"{row['name']} 各型号的 {helptext.label(name, 'zh')} 不同：{models}",
            argument="gpu",
        )
    return value


def members(key: str | float) -> Sequence[str]:
    """The canonical cards that a name stands for: one, or every variant of a family."""
    wanted = catalog.normalise(key if isinstance(key, str) else f"{key:.15g}")
    return _by_name().get(wanted, ())


@cache
def _by_name() -> dict[str, tuple[str, ...]]:
    """The canonical cards under each name that one of them goes by."""
    found: dict[str, tuple[str, ...]] = {}
    for row in catalog.table("gpus").canonical():
        own = str(row["name"])
        for name in {catalog.normalise(n) for n in (own, *str(row["aliases"]).split("|"))}:
            found[name] = (*found.get(name, ()), own)
    return found


@sheet(
    Example((), __version__, "the version that answers here", "当前版本"),
    zh="正在计算的 gpucalc 版本号。",
    not_traceable="it tells which software answers; a printed formula would keep the old version"
    " / 返回正在计算的软件版本；打印成公式会一直是旧版本",
)
def gpucalc_version() -> m.Version:
    """The version of gpucalc that computes this cell.

    Source: the installed package, 2026 / 已安装的软件包，2026
    """
    return __version__


@sheet(
    Example((), reading.date(catalog.date()), "a date: format the cell", "日期，请设单元格格式"),
    zh="正在使用的目录（显卡、价格、MFU 等）的日期。",
    not_traceable="it tells which catalog answers; a workbook carries its own catalog and date"
    " / 返回正在使用的目录日期；工作簿自带目录及其日期",
)
def catalog_date() -> m.CatalogDate:
    """The date of the catalog in use (cards, prices, MFU ...), as a date of the spreadsheet.

    Source: the VERSION file of the catalog, 2026 / 目录的 VERSION 文件，2026
    """
    return reading.serial(datetime.date.fromisoformat(catalog.date()))
