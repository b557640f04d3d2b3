"""What a conversion changed and what it refused, to be read by people."""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass, field
from typing import Any

from gpucalc.excel.read import ErrorValue
from gpucalc.excel.values import number_text


@dataclass(frozen=True)
class Change:
    """A place that was changed: its formula and value before and after ("" and None: nothing).

    ``stored`` is the value that the file held, ``value`` what the function answers now.
    """

    sheet: str
    cell: str
    old: str
    new: str
    stored: Any = None
    value: Any = None

    @property
    def stale(self) -> bool:
        """Whether the file held another value than the function answers now."""
        return self.stored is not None and not same(self.stored, self.value)


@dataclass(frozen=True)
class Refusal:
    """A place that still needs the add-in, and why."""

    where_en: str
    where_zh: str
    formula: str
    en: str
    zh: str

    def text(self, lang: str = "en") -> str:
        """One line: where, what, why."""
        if lang == "zh":
            return f"{self.where_zh}: ={self.formula}：{self.zh}"
        return f"{self.where_en}: ={self.formula}: {self.en}"


@dataclass
class Report:
    """The result of a conversion beside the workbook itself."""

    to: str
    changes: list[Change] = field(default_factory=list)
    refusals: list[Refusal] = field(default_factory=list)
    added: list[str] = field(default_factory=list)  # sheets and names
    removed: list[str] = field(default_factory=list)  # links to the add-in

    def summary(self, lang: str = "en") -> str:
        """A sentence on what was done."""
        stale = sum(c.stale for c in self.changes)
        if lang == "zh":
            text = f"已转换 {len(self.changes)} 个单元格"
            text += f"，{len(self.refusals)} 处仍需插件" if self.refusals else ""
            return text + (f"；其中 {stale} 个的数值与文件原存值不同" if stale else "")
        cells, places = len(self.changes), len(self.refusals)
        text = f"{cells} cell{'s' * (cells != 1)} converted"
        if places:
            text += (
                f", {places} place{'s' * (places != 1)} still need{'s' * (places == 1)} the add-in"
            )
        held = "holds" if stale == 1 else "hold"
        return text + (f"; {stale} {held} another value than the file did" if stale else "")

    def rows(self, lang: str = "en") -> list[list[str]]:
        """A table for people, headings first."""
        zh = lang == "zh"
        rows = [list(_HEADINGS[zh])]
        for c in self.changes:
            what = (
                ("数值与原存值不同" if zh else "differs from the stored value") if c.stale else ""
            )
            rows.append(
                [
                    "已转换" if zh else "converted",
                    f"{c.sheet}!{c.cell}" if c.cell else c.sheet,
                    f"={c.old}" if c.old else "",
                    f"={c.new}" if c.new else "",
                    shown(c.stored),
                    shown(c.value),
                    what,
                ]
            )
        for r in self.refusals:
            where, why = (r.where_zh, r.zh) if zh else (r.where_en, r.en)
            rows.append(["未转换" if zh else "refused", where, f"={r.formula}", "", "", "", why])
        for kind, items in (
            ("新增" if zh else "added", self.added),
            ("移除" if zh else "removed", self.removed),
        ):
            rows += [[kind, item, "", "", "", "", ""] for item in items]
        return rows

    def csv(self, lang: str = "en") -> bytes:
        """The table as CSV for Excel; an apostrophe keeps formulas from being computed there."""
        out = io.StringIO(newline="")
        writer = csv.writer(out)
        for row in self.rows(lang):
            writer.writerow([f"'{t}" if t[:1] in ("=", "+", "-", "@") else t for t in row])
        return out.getvalue().encode("utf-8-sig")


_HEADINGS = (
    ("what", "where", "formula before", "formula after", "stored value", "value", "remark"),
    ("处理", "位置", "原公式", "新公式", "原存值", "数值", "说明"),
)


def shown(value: Any) -> str:
    """A value as the table shows it."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).upper()
    return value if isinstance(value, str) else number_text(value)


def same(a: Any, b: Any, tolerance: float = 1e-9) -> bool:
    """Whether two values of cells are equal: numbers within 1e-9, all else exactly."""
    if isinstance(a, ErrorValue) or isinstance(b, ErrorValue):
        return str(a) == str(b) and isinstance(a, str) and isinstance(b, str)
    if isinstance(a, bool | float | int) and isinstance(b, bool | float | int):
        x, y = float(a), float(b)
        return x == y or abs(x - y) <= tolerance * max(abs(x), abs(y)) or abs(x - y) < 1e-12
    return (a if a is not None else "") == (b if b is not None else "")


__all__ = ["Change", "Refusal", "Report", "same", "shown"]
