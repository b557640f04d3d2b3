"""Words about a function that several surfaces print: calls, values, units, the help sheet."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Any

from gpucalc import glossary
from gpucalc.arguments import Arg
from gpucalc.quantity import Quantity
from gpucalc.record import Example, Function
from gpucalc.registry import functions

LONGEST_HELP = 255  # of a text in the function wizard
HELP_COLUMNS: Mapping[str, tuple[str, str]] = {
    "function": ("Function", "函数"),
    "does": ("What it does", "作用"),
    "arguments": ("Arguments", "参数"),
    "example": ("Example", "示例"),
}


# The fields of a supplier's answer: offer_price in a request, offer2_price in a comparison.
_OF_OFFER = re.compile(r"offer(\d*)_(.+)")


@cache  # a miss makes the glossary look for the nearest fields
def label(field: str, lang: str) -> str:
    """The glossary's label, or the field itself where it is a symbol that needs none."""
    try:
        return glossary.label(field, lang)
    except glossary.UnknownField:
        answer = _OF_OFFER.fullmatch(field)
        if answer is None or not glossary.has(answer[2]):
            return field
        supplier, offer = ("供应商", "报价") if lang == "zh" else ("Supplier ", "Offer")
        whose = f"{supplier}{answer[1]}" if answer[1] else offer
        return f"{whose} · {glossary.label(answer[2], lang)}"


_UNITS = {
    "cards": "unit_cards",
    "h": "unit_hours",
    "d": "unit_days",
    "token": "unit_tokens",
    "CNY": "cny",
    "TFLOPS": "unit_tflops",
    "GB": "gb",
    "TB": "tb",
}


def unit(quantity: Quantity, lang: str) -> str:
    """The unit of a quantity in words; "" where it has none."""
    return label(_UNITS.get(quantity.unit, quantity.unit), lang)


def bounds(quantity: Quantity, lang: str) -> str:
    """The allowed range in words; "" where anything goes."""
    text = quantity.bounds(lang)
    if quantity.kind == "key" and text:  # a name, or the number that stands for it
        return f"名称，或数值：{text}" if lang == "zh" else f"a name, or a number {text}"
    return text


def with_unit(quantity: Quantity, lang: str) -> str:
    """What a function answers, with its unit where the label does not say it already."""
    text, word = quantity.label(lang), unit(quantity, lang)
    if not word or re.split(r"[ （(]", word)[0].lower() in text.lower():
        return text
    return f"{text}（{word}）" if lang == "zh" else f"{text} ({word})"


def readable(value: object) -> str:
    """A value as people read it: thousands apart, some digits of a fraction."""
    if isinstance(value, bool) or not isinstance(value, float | int):
        return shown(value)
    if value == int(value) and abs(value) < 1e15:
        return f"{value:,.0f}"
    digits = f"{value:,.10g}" if 1 <= abs(value) < 1e15 else f"{value:.6g}"
    return digits.replace("e+", "E").replace("e-", "E-")


def shown(value: object) -> str:
    """A value as a cell shows it, all digits."""
    if isinstance(value, bool):
        return str(value).upper()
    if isinstance(value, float | int):
        return f"{value:.15g}"
    return str(value)


def short(value: float) -> str:
    """A number as people type it: 13E9 rather than 13000000000."""
    for power in (12, 9, 6) if abs(value) < 1e15 else ():
        if abs(value) >= 10**power and (value * 1000 / 10**power).is_integer():
            return f"{value / 10**power:.15g}E{power}"
    return f"{value:.15g}".upper().replace("E+", "E")


def literal(value: object) -> str:
    """A value as a formula writes it: text in quotes, a range as an array constant."""
    if value is None:
        return ""
    if isinstance(value, list):
        return "{" + ";".join(",".join(map(literal, row)) for row in value) + "}"
    if isinstance(value, str) and not value.startswith("#"):
        return '"' + value.replace('"', '""') + '"'
    return shown(value) if isinstance(value, bool | str) else short(float(str(value)))


def call_text(function: Function, args: tuple[Any, ...]) -> str:
    """A call as typed into a cell: =GPU_CARDS("13B","200B","A100 80GB",10)"""
    return f"={function.udf_name}({','.join(map(literal, args))})"


def why(example: Example, lang: str) -> str:
    """What an example shows."""
    return example.zh if lang == "zh" and example.zh else example.why


# Terms that buyers meet for the first time here, by the argument that brings them up.
GLOSSES: Mapping[str, tuple[str, str]] = {
    "mfu": (
        "MFU (model FLOP/s utilisation): the share of the cards' dense BF16 peak that useful "
        "arithmetic (k x parameters x tokens) reaches, measured end to end: communication and data "
        "loading are in it.",
        "MFU（模型算力利用率）：有效计算量（k×参数量×Token 数）占显卡 BF16 稠密峰值的比例，"
        "端到端实测，已含通信与数据加载。",
    ),
    "zero": (
        "ZeRO: a way to spread the training state over the cards. Stage 1 spreads the optimizer "
        "states, stage 2 also the gradients, stage 3 also the weights; 0 keeps all on every card.",
        "ZeRO（零冗余优化器）：把训练状态分摊到各卡。1 级分摊优化器状态，2 级再分摊梯度，"
        "3 级再分摊权重；0 表示每卡保存全部。",
    ),
}


def glosses(function: Function, lang: str) -> list[str]:
    """What the terms in a function's arguments and result mean."""
    names = [function.returns.name, *(a.quantity.name for a in function.args)]
    return [GLOSSES[name][lang == "zh"] for name in dict.fromkeys(names) if name in GLOSSES]


def refusals(function: Function, lang: str) -> list[tuple[str, str]]:
    """(error value, when) for everything that the function refuses."""
    zh = lang == "zh"
    required = ", ".join(a.name for a in function.args if a.required)
    kinds = {a.quantity.kind for a in function.args}
    bounded = any(bounds(a.quantity, lang) for a in function.args)
    found: list[tuple[str, str]] = []
    if required:
        found.append(("#VALUE!", f"{required} 为空" if zh else f"{required} blank"))
    if kinds - {"text", "any", "key"}:
        unreadable = (
            "text that cannot be read as a number, or in another unit",
            "无法识别或单位不符的文本",
        )
        found.append(("#VALUE!", unreadable[zh]))
    if function.told("No value"):
        found.append(("#VALUE!", function.told("No value", lang)))
    if "key" in kinds:
        found.append(("#N/A", ("a name that the catalog does not hold", "目录中没有的名称")[zh]))
    if bounded:
        found.append(("#NUM!", ("a number outside its allowed range", "数值超出允许范围")[zh]))
    if function.told("No answer"):
        found.append(("#NUM!", function.told("No answer", lang)))
    if function.args and kinds != {"any"}:
        found.append(
            ("…", ("an error among the inputs goes out as it is", "输入中的错误值原样返回")[zh])
        )
    return found


def argument_line(function: Function, lang: str) -> str:
    """Every argument with its label, optional ones in brackets with their default."""
    parts = []
    for arg in function.args:
        text = f"{arg.name} {arg.label(lang)}"
        if not arg.required:
            text = f"[{text} = {arg.default_text(lang)}]"
        parts.append(text)
    return ("；" if lang == "zh" else "; ").join(parts)


def argument_help(arg: Arg, lang: str) -> str:
    """One argument for the function wizard: label, unit, range, default, in 255 characters."""
    zh = lang == "zh"
    text = arg.label(lang)
    # A name from the catalog has no unit; the number that may stand for it is a rare other use.
    facts = [] if arg.quantity.kind == "key" else [unit(arg.quantity, lang)]
    facts += [] if arg.quantity.kind == "key" else [bounds(arg.quantity, lang)]
    inside = ("，" if zh else ", ").join(f for f in facts if f and f.lower() not in text.lower())
    if inside:
        text += f"（{inside}）" if zh else f" ({inside})"
    if arg.quantity.example and arg.quantity.kind != "flag":
        text += f"，如 {arg.quantity.example}" if zh else f", such as {arg.quantity.example}"
    if not arg.required:
        text += (
            f"；默认：{arg.default_text(lang)}" if zh else f"; default: {arg.default_text(lang)}"
        )
    return text if len(text) <= LONGEST_HELP else text[: LONGEST_HELP - 1] + "…"


def help_sheet(lang: str) -> list[list[str]]:
    """The `Functions` sheet of a template: a heading row, then a row for each function.

    Name, what it does, its arguments, an example with its answer. Common functions come first by
    topic, those for engineers last.
    """
    rows = [[pair[lang == "zh"] for pair in HELP_COLUMNS.values()]]
    for function in sorted(functions().values(), key=lambda f: f.advanced):
        example = function.examples[0]
        answer = "…" if isinstance(example.want, list) else shown(example.want)
        rows.append(
            [
                function.udf_name,
                function.summary(lang),
                argument_line(function, lang),
                f"{call_text(function, example.args)} → {answer}",
            ]
        )
    return rows


__all__ = [
    "GLOSSES", "argument_help", "argument_line", "bounds", "call_text", "glosses", "help_sheet",
    "label", "literal", "readable", "refusals", "short", "shown", "unit", "why", "with_unit",
]  # fmt: skip
