"""Words about a function that several surfaces print: calls, values, units, the help sheet."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gpucalc import glossary
from gpucalc.quantity import Quantity
from gpucalc.record import Example, Function
from gpucalc.registry import functions

HELP_COLUMNS: Mapping[str, tuple[str, str]] = {
    "function": ("Function", "函数"),
    "does": ("What it does", "作用"),
    "arguments": ("Arguments", "参数"),
    "example": ("Example", "示例"),
}


def label(field: str, lang: str) -> str:
    """The glossary's label, or the field itself where it is a symbol that needs none."""
    try:
        return glossary.label(field, lang)
    except glossary.UnknownField:
        return field


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


def shown(value: object) -> str:
    """A value as a cell shows it, all digits."""
    if isinstance(value, bool):
        return str(value).upper()
    if isinstance(value, float | int):
        return f"{value:.15g}"
    return str(value)


def literal(value: object) -> str:
    """A value as a formula writes it: text in quotes, a range as an array constant."""
    if value is None:
        return ""
    if isinstance(value, list):
        return "{" + ";".join(",".join(map(literal, row)) for row in value) + "}"
    if isinstance(value, str) and not value.startswith("#"):
        return '"' + value.replace('"', '""') + '"'
    return shown(value)


def call_text(function: Function, args: tuple[Any, ...]) -> str:
    """A call as typed into a cell: =GPU_CARDS("13B","200B","A100 80GB",10)"""
    return f"={function.udf_name}({','.join(map(literal, args))})"


def why(example: Example, lang: str) -> str:
    """What an example shows."""
    return example.zh if lang == "zh" and example.zh else example.why


def argument_line(function: Function, lang: str) -> str:
    """Every argument with its label, optional ones in brackets with their default."""
    parts = []
    for arg in function.args:
        text = f"{arg.name} {arg.label(lang)}"
        if not arg.required:
            text = f"[{text} = {arg.default_text(lang)}]"
        parts.append(text)
    return ("；" if lang == "zh" else "; ").join(parts)


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
    "argument_line", "call_text", "help_sheet", "label", "literal", "shown", "unit", "why",
]  # fmt: skip
