"""Calls of functions that do not exist, spelt much like ours: =GPU_CARD("13B")."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator
from functools import cache

from gpucalc.excel import engine
from gpucalc.excel.portable.report import Refusal
from gpucalc.excel.portable.scan import Scan
from gpucalc.excel.portable.tokens import every_call
from gpucalc.registry import functions

_CALLED = re.compile(r"([A-Za-z_][\w.]*)\(")
_ALIKE = 0.8


def refusals(scan: Scan) -> Iterator[Refusal]:
    """Every such call, in formulas without a call of ours: those say themselves what is unknown."""
    defined = {name.name.casefold() for name in scan.book.names}
    for formula in scan.formulas:
        names = {n for n in _CALLED.findall(formula.text) if near(n) is not None}
        if not names or formula.calls:
            continue
        found = {c.name for c in every_call(formula.tree) if c.function is None} & names
        for name in sorted(found):
            if name.casefold() in defined:
                continue
            where = f"{formula.place[0]}!{formula.address}"
            close = near(name) or ()
            en = f" (did you mean {', '.join(close)}?)" if close else " (gpucalc list shows all)"
            zh = f"（是否指 {'、'.join(close)}？）" if close else "（gpucalc list 可列出全部函数）"
            yield Refusal(
                where,
                where,
                formula.text,
                f"{name} is no function of gpucalc or of Excel that is known here{en}; correct "
                "the name and convert again",
                f"{name} 不是 gpucalc 的函数，也不是已知的 Excel 函数{zh}；请更正名称后重新转换",
            )


@cache
def near(name: str) -> tuple[str, ...] | None:
    """Our functions that a name looks like; None where it is one, a known one, or like none."""
    plain = name.upper().replace(".", "_")
    ours = {f.udf_name for f in functions().values()}
    if plain in ours or engine._known(name):
        return None
    close = tuple(difflib.get_close_matches(plain, ours, n=3, cutoff=_ALIKE))
    return close if close or plain.startswith("GPU_") else None


__all__ = ["near", "refusals"]
