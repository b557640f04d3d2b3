"""What looks like a slip in a call or a request that is allowed all the same.

Said by GPU_WHY, by `gpucalc eval` and in the index of a batch; never refused.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from gpucalc import catalog, edge
from gpucalc.dialects.worked import number
from gpucalc.errors import ExcelError
from gpucalc.meta.prices import band
from gpucalc.record import Function

HIGH_MFU = 0.65  # above what any published training run reached over dense BF16 peak
BIG_OVERHEAD = 0.1
USUAL: Mapping[str, tuple[float, float]] = {  # orders of magnitude that training runs have
    "params": (1e7, 1e13),
    "active_params": (1e7, 1e13),
    "tokens": (1e5, 1e14),
}
_ORDERS: Mapping[str, tuple[str, str]] = {  # the same, as people say them
    "params": ("10 million to 10 trillion", "1000万到10万亿"),
    "active_params": ("10 million to 10 trillion", "1000万到10万亿"),
    "tokens": ("100 thousand to 100 trillion", "10万到100万亿"),
}
LEAST_RATIO = 0.01  # tokens per parameter; published pre-training runs lie between 1 and 2,000
LEAST_FLOPS = 1e18  # half an hour of one card
SLIPS = {1e9: "B", 1e8: "亿", 1e4: "万", 1e6: "M", 1e12: "T"}

Told = tuple[str, str]


def cautions(
    f: Function, values: Mapping[str, Any], typed: Mapping[str, Any], answer: Any = None
) -> list[Told]:
    """Warnings in English and Chinese; ``values`` are read, ``typed`` as they were given."""
    found: list[Told] = []
    if f.returns.name == "mfu" and isinstance(answer, float):
        found += _mfu(f, f.udf_name, answer, values, None)
    found += _few_tokens(values)
    found += _more_active(values)
    for arg in f.args:
        value = values.get(arg.name)
        if value is None or value == "":
            continue
        for check in _CHECKS.get(arg.quantity.name, ()):
            found += check(f, arg.name, value, values, typed.get(arg.name))
    return found


def of_call(f: Function, args: Sequence[Any]) -> list[Told]:
    """Warnings about one call with arguments as typed; none where it answers an error or a range.

    A function that explains a call warns in its own text.
    """
    if f.returns.name == "explanation":
        return []
    answer = edge.call(f, *args)
    if isinstance(answer, ExcelError) or (isinstance(answer, list) and not f.spills):
        return []
    values = {name: plane.values(1)[0] for name, plane in edge.read(f, *args).items()
              if len(plane.v) == 1}  # fmt: skip
    typed = dict(zip((a.name for a in f.args), args, strict=False))
    return cautions(f, values, typed, answer)


def of_request(values: Mapping[str, Any]) -> list[tuple[str, Told]]:
    """Warnings about the size of a job, (field, what); ``values`` are read, by field."""
    method = values.get("method") or ""
    row = catalog.table("methods").row(method) if isinstance(method, str) else None
    job = {
        name: float(value)
        for name, value in values.items()
        if name in USUAL and isinstance(value, int | float) and not isinstance(value, bool)
    }
    found = [
        (name, told)
        for name, value in job.items()
        for told in _amount(None, name, value, job, None)
    ]
    named = {**job, "method": str(row["name"]) if row is not None else method}
    found += [("active_params", told) for told in _more_active(job)]
    return found + [("tokens", told) for told in _few_tokens(named)]


def _more_active(values: Mapping[str, Any]) -> Iterator[Told]:
    """More parameters active than there are: the two are likely in each other's place."""
    params, active = values.get("params"), values.get("active_params")
    if params and active and not isinstance(params, str) and active > params:
        yield (
            f"active_params {number(active)} are more than params {number(params)}, and a model "
            "uses at most all of its parameters: are the two in each other's place?",
            f"激活参数量 {number(active)} 大于总参数量 {number(params)}，"
            "而模型最多使用全部参数：两者是否填反？",
        )


def _few_tokens(values: Mapping[str, Any]) -> Iterator[Told]:
    """A pre-training on hardly any data: 2000万 written for 2000亿."""
    params, tokens, method = (values.get(name) for name in ("params", "tokens", "method"))
    if method not in ("", "pretrain") or not params or not tokens:
        return
    if USUAL["tokens"][0] <= tokens < LEAST_RATIO * params:
        yield (
            f"tokens {number(tokens)} are {tokens / params:.2g} per parameter, while pre-training "
            f"takes at least 1: was 亿 meant, not 万 ({number(tokens * 1e4)}), or is this a "
            "fine-tune (method full or lora)?",
            f"tokens {number(tokens)} 仅为每参数 {tokens / params:.2g} 个，预训练通常不少于 1 个："
            f"是否把“亿”写成了“万”（应为 {number(tokens * 1e4)}），"
            "或本是微调（method 填 full 或 lora）？",
        )


def _mfu(f: Function, name: str, x: Any, values: Mapping[str, Any], typed: Any) -> Iterator[Told]:
    if x > HIGH_MFU:
        yield (
            f"{name} {x:.15g} is above {HIGH_MFU}: no published run over dense BF16 peak is so "
            "high; was the sparse peak or hardware utilisation (HFU) meant?",
            f"{name} {x:.15g} 高于 {HIGH_MFU}：公开的训练（按 BF16 稠密峰值）均未达到；"
            "是否用了稀疏峰值或硬件利用率（HFU）？",
        )


def _overhead(
    f: Function, name: str, x: Any, values: Mapping[str, Any], typed: Any
) -> Iterator[Told]:
    if x > BIG_OVERHEAD and any(a.name == "mfu" for a in f.args):
        yield (
            f"{name} {x:.15g} comes on top of an MFU that is measured end to end and holds "
            "communication and data loading already: is the same loss counted twice?",
            f"{name} {x:.15g} 叠加在端到端 MFU 之上，而 MFU 已含通信与数据加载：是否重复计算？",
        )


def _price(f: Function, name: str, x: Any, values: Mapping[str, Any], typed: Any) -> Iterator[Told]:
    gpu = values.get("gpu")
    card = gpu if isinstance(gpu, str) and gpu else None
    known = band(card)
    if known is None or known[0] <= x <= known[1]:
        return
    low, high = known
    what = (card, card) if card else ("any card", "各型号")
    yield (
        f"{name} {x:.15g} lies outside the catalog's prices for {what[0]} "
        f"({low:.15g} to {high:.15g} CNY per card-hour)",
        f"{name} {x:.15g} 超出价格库中{what[1]}的范围（{low:.15g}–{high:.15g} 元/卡·时）",
    )


def _gpu(f: Function, name: str, x: Any, values: Mapping[str, Any], typed: Any) -> Iterator[Told]:
    if isinstance(x, str) or catalog.table("gpus").row(x) is not None:
        yield from _memories(f, name, x)
        return
    rows = [r for r in catalog.table("gpus").canonical() if isinstance(r["bf16_tflops"], float)]
    if x < 5:
        yield (
            f"{name} {x:.15g} is taken as TFLOP/s; {x:.15g} PFLOP/s would be {x * 1000:.15g}",
            f"{name} {x:.15g} 按 TFLOP/s 理解；若为 PFLOP/s，应写 {x * 1000:.15g}",
        )
    dense = [r for r in rows if abs(float(r["bf16_tflops"]) - x) <= 0.01 * x]
    sparse = [r for r in rows if abs(2 * float(r["bf16_tflops"]) - x) <= 0.01 * x]
    if sparse and not dense:
        card, peak = sparse[0]["name"], sparse[0]["bf16_tflops"]
        yield (
            f"{name} {x:.15g} is the sparse figure of {card}; its dense BF16 peak is {peak:.15g}",
            f"{name} {x:.15g} 是 {card} 的稀疏算力；其 BF16 稠密峰值为 {peak:.15g}",
        )


def _memories(f: Function, name: str, x: Any) -> Iterator[Told]:
    """A family with several memory sizes, where the memory decides: the smallest is counted on."""
    if f.not_traceable or "usable_gb_least" not in repr(f.graph):
        return
    table = catalog.table("gpus")
    rows = [table.row(member) for member in table.members(x)]
    sizes = sorted({float(r["memory_gb"]) for r in rows
                    if r is not None and isinstance(r["memory_gb"], int | float)})  # fmt: skip
    if len(sizes) > 1:
        shown = [f"{size:.15g}" for size in sizes]
        low = f"{shown[0]} GB"
        yield (
            f"{name} {x} comes with {', '.join(shown)} GB of memory; the smallest ({low}) is "
            f'counted on: name the variant, such as "{x} {shown[-1]}GB"',
            f"{name} {x} 有 {'、'.join(shown)} GB 多种显存，此处按最小的 {low} 计算："
            f"请写明型号，如“{x} {shown[-1]}GB”",
        )


def _flops(f: Function, name: str, x: Any, values: Mapping[str, Any], typed: Any) -> Iterator[Told]:
    if x < LEAST_FLOPS:
        yield (
            f"{name} {x:.6g} FLOP is less than a training run takes: is it a rate (FLOP/s), or "
            f"PFLOP that should be EFLOP ({x * 1000:.6g})?",
            f"{name} {x:.6g} FLOP 小于一次训练的计算量：是否误用了每秒算力（FLOP/s），"
            f"或把 EFLOP 写成 PFLOP（应为 {x * 1000:.6g}）？",
        )


def _amount(
    f: Function | None, name: str, x: Any, values: Mapping[str, Any], typed: Any
) -> Iterator[Told]:
    low, high = USUAL[name]
    if low <= x <= high:
        return
    factors = [k if x < low else 1 / k for k in SLIPS]
    fits = [k for k in factors if low <= x * k <= high]
    signs = [SLIPS[max(k, round(1 / k))] for k in fits]
    pairs = list(zip(fits, signs, strict=True))[:3]
    meant = ", ".join(f"{number(x * k)} ({s})" for k, s in pairs)
    en = f"; off by a unit? {meant}" if fits else ""
    zh = f"；是否差了单位？{meant}" if fits else ""
    yield (
        f"{name} {number(x)} is unlike any training run ({_ORDERS[name][0]}){en}",
        f"{name} {number(x)} 不像训练任务的量级（{_ORDERS[name][1]}）{zh}",
    )


def _discount(
    f: Function, name: str, x: Any, values: Mapping[str, Any], typed: Any
) -> Iterator[Told]:
    if not isinstance(typed, str) and 0.7 <= x <= 0.95:
        yield (
            f"{name} {x:.15g} takes {x:.0%} off the price; {x * 10:.15g}折 would be "
            f"{1 - x:.6g} (or the text {x * 10:.15g}折)",
            f"{name} {x:.15g} 表示降价 {x:.0%}；若为 {x * 10:.15g} 折，应写 {1 - x:.6g}"
            f"（或文本“{x * 10:.15g}折”）",
        )


_Check = Callable[[Function, str, Any, Mapping[str, Any], Any], Iterator[Told]]
_CHECKS: Mapping[str, tuple[_Check, ...]] = {
    "mfu": (_mfu,),
    "overhead": (_overhead,),
    "price": (_price,),
    "hourly_price": (_price,),
    "gpu": (_gpu,),
    "flops": (_flops,),
    "params": (_amount,),
    "active_params": (_amount,),
    "tokens": (_amount,),
    "discount": (_discount,),
}
