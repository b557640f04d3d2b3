"""Why a rule does not apply to some cells of gpucalc's own templates: one list, with reasons.

A reason names the one rule that it lifts and tells exactly to which cells it applies. In a user's
own workbook, and in whatever a user adds to a template, every rule holds.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache

from gpucalc import resources
from gpucalc.excel.audit.figures import FIGURES, unexplained
from gpucalc.excel.audit.formulas import FREE, placed
from gpucalc.excel.audit.model import Model, Remark
from gpucalc.excel.book import Book
from gpucalc.excel.portable.tokens import tokens
from gpucalc.excel.read import read_formulas
from gpucalc.excel.refs import cell_name, parse_cell


class Template:
    """What lifts a rule: the formulas that a template ships with, and its names."""

    def __init__(self, model: Model) -> None:
        self.model = model

    @cached_property
    def book(self) -> Book:
        """The workbook's own description."""
        return Book.open(self.model.data, self.model.file)

    @cached_property
    def shipped(self) -> tuple[str, str] | None:
        """Name and language of the template with these sheets; None for any other workbook."""
        if not self.model.creator.startswith("gpucalc"):
            return None
        titles = {sheet.title for sheet in self.model.sheets}
        fitting = [
            (len(_shipped(name, lang)), name, lang)
            for lang in resources.LANGUAGES
            for name in resources.templates(lang)
            if {sheet for sheet, _ in _shipped(name, lang)} <= titles
        ]
        return max(fitting)[1:] if fitting else None

    @cached_property
    def formulas(self) -> dict[tuple[str, str], str]:
        """Formulas of that template; none for any other workbook."""
        return {} if self.shipped is None else _shipped(*self.shipped)

    def merges(self, remark: Remark) -> bool:
        """Whether the template ships with these cells merged, over a formula."""
        if self.shipped is None or (remark.sheet, remark.cell.partition(":")[0]) not in self._own:
            return False
        return (remark.sheet, remark.cell) in _merges(*self.shipped)

    def unchanged(self, remark: Remark) -> bool:
        """Whether the formula is the one that the template ships with."""
        shipped = self.formulas.get((remark.sheet, remark.cell))
        return shipped is not None and shipped == self._own.get((remark.sheet, remark.cell))

    def explained(self, remark: Remark) -> bool:
        """Whether every figure of the formula stands in a piece that FIGURES lists."""
        formula = self._own[remark.sheet, remark.cell].removeprefix("=")
        pieces = [t for t in tokens(formula) if t.kind != "space"]
        figures = [at for at, value in placed(pieces) if value not in FREE]
        return not any(True for _ in unexplained(pieces, figures))

    @cached_property
    def _own(self) -> dict[tuple[str, str], str]:
        return read_formulas(self.book)

    def named(self, remark: Remark, prefix: str, suffix: str = "") -> bool:
        """Whether the cell lies in a defined name that starts and ends so."""
        for name in self.book.names:
            if not (name.name.startswith(prefix) and name.name.endswith(suffix)):
                continue
            located = self.book.area(name)
            if located is None or located[0].name != remark.sheet:
                continue
            place = parse_cell(remark.cell)
            if place is not None and located[1].holds(*place):
                return True
        return False

    @cached_property
    def input_sheets(self) -> frozenset[str]:
        """Sheets that hold named inputs."""
        found = (self.book.area(n) for n in self.book.names if n.name.startswith("in_"))
        return frozenset(located[0].name for located in found if located is not None)


@lru_cache(maxsize=32)
def _shipped(name: str, lang: str) -> dict[tuple[str, str], str]:
    return read_formulas(resources.template(name, lang).read_bytes())


@lru_cache(maxsize=32)
def _merges(name: str, lang: str) -> frozenset[tuple[str, str]]:
    book = Book.open(resources.template(name, lang).read_bytes())
    return frozenset(
        (sheet.name, f"{cell_name(area.top, area.left)}:{cell_name(area.bottom, area.right)}")
        for sheet in book.sheets
        if sheet.kind == "worksheet"
        for area in book.sheet_xml(sheet).merged
    )


@dataclass(frozen=True)
class Reason:
    """Why the rule ``code`` is lifted for the cells to which it applies."""

    code: str
    en: str
    zh: str
    applies: Callable[[Template, Remark], bool]


REASONS: tuple[Reason, ...] = (
    Reason(
        "constant",
        "A formula that the template ships with is printed from the function library; the builder "
        "refuses figures in any formula that it types itself. Free are the figures of these "
        "definitions alone, where they stand: " + "; ".join(group.en for group in FIGURES) + ".",
        "模板自带的公式由函数库生成，模板自己书写的公式不允许含常数。仅豁免下列定义中的常数，且限于其所在位置："
        + "；".join(group.zh for group in FIGURES)
        + "。",
        lambda template, remark: template.unchanged(remark) and template.explained(remark),
    ),
    Reason(
        "text-number",
        "Names of cards such as 4090 stand in the catalog as text and as number, so that a look-up "
        "finds both; they are names and are never added.",
        "目录中的型号名（如 4090）以文本和数字两种形式存放，写法不同也能查到；它们是名称，不求和。",
        lambda template, remark: template.named(remark, "cat_", "_name"),
    ),
    Reason(
        "text-number",
        "An entry of a template may be text: bank accounts and document numbers are, and a text "
        "that is a figure is read as one (sheet of readings).",
        "模板的输入可以是文本：账号、编号本来就是文本；写成文本的数值由《文字读数》读成数字。",
        lambda template, remark: template.shipped is not None and template.named(remark, "in_"),
    ),
    Reason(
        "merged",
        "Pages to be printed and signed are laid out with merged cells; their formulas show "
        "figures of other sheets, and nothing refers to them.",
        "供打印签署的页面用合并单元格排版；其中的公式只显示其他工作表的数字，没有公式引用它们。",
        lambda template, remark: template.merges(remark),
    ),
    Reason(
        "source",
        "Trial values of a template (edges of sensitivity grids, windows of a chart, limits of a "
        "check) are what-if figures on sheets without inputs: they are no facts with a source.",
        "模板中的试算值（敏感性表的边值、图表的工期、校验的界限）是假设情形，所在工作表没有输入项，"
        "不是需要来源的事实。",
        lambda template, remark: (
            bool(template.formulas) and remark.sheet not in template.input_sheets
        ),
    ),
)


def lifted(model: Model, remarks: list[Remark]) -> list[tuple[Remark, Reason]]:
    """The remarks to which a reason applies, with it."""
    template = Template(model)
    return [
        (remark, reason)
        for remark in remarks
        for reason in REASONS
        if reason.code == remark.code and reason.applies(template, remark)
    ]
