"""Calls that mix the 1904 date system of a workbook with the 1900 days that the functions count.

The difference of two dates is the same in both. A date read from text beside one from a cell, a
date that is looked up and a date that is answered are not.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from gpucalc.excel.portable.compute import Asked, Values
from gpucalc.excel.portable.operands import Refused
from gpucalc.excel.portable.references import Place
from gpucalc.excel.portable.scan import Scan
from gpucalc.excel.portable.tokens import every_call
from gpucalc.record import Function

# What the engine that computes here counts from 1900, whatever the workbook says.
_MADE = frozenset(("DATE", "DATEVALUE", "EDATE", "EOMONTH", "NOW", "TODAY"))


def mixed(scan: Scan, values: Values) -> dict[Place, Refused]:
    """The formulas of a 1904 workbook whose days are of two calendars, each with the reason."""
    found: dict[Place, Refused] = {}
    for formula in scan.ours() if scan.book.date1904 else ():
        for call in every_call(formula.tree):
            f = call.function
            if f is None:
                continue
            dated = any(a.quantity.kind == "date" for a in f.args)
            made = dated and any(
                c.name.upper() in _MADE for arg in call.args for c in every_call(arg)
            )
            if made or _mixes(f, values.asked.get(id(call))):
                found.setdefault(formula.place, _refusal(f))
    return found


def _mixes(f: Function, asked: Asked | None) -> bool:
    if f.returns.kind == "date":
        return True
    if asked is None or asked.args is None:
        return False
    given = [
        value
        for arg, typed in zip(f.args, asked.args, strict=False)
        if arg.quantity.kind == "date"
        for value in _flat(typed)
    ]
    numbers = any(isinstance(v, int | float) and not isinstance(v, bool) for v in given)
    texts = any(isinstance(v, str) and v.strip() for v in given)
    return numbers and (texts or bool(f.not_traceable))


def _flat(value: Any) -> Iterator[Any]:
    if isinstance(value, list):
        for item in value:
            yield from _flat(item)
    else:
        yield value


def _refusal(f: Function) -> Refused:
    return Refused(
        f"{f.udf_name} counts days from 1900, and the dates of this workbook count from 1904; "
        'clear "Use 1904 date system" in its options and correct the dates, or give every date '
        "of the call as a text",
        f"{f.udf_name} 按 1900 日期系统计日，而本工作簿的日期从 1904 年起算；"
        "请在选项中取消“使用 1904 日期系统”并修正日期，或将该函数的日期全部写成文本",
    )


__all__ = ["mixed"]
