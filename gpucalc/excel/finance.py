"""What finance reviewers object to in a workbook, found before they do.

The rules are those of the modelling standards (FAST 02b, ICAEW's Twenty Principles) as far as a
program can check them. `audit` looks at the finished bytes, whoever wrote them.

Codes of remarks:

constant      a figure in a formula (neutral numbers and unit conversions such as 24 are free)
inconsistent  another formula, or a typed number, among copies of one formula
total         a total that leaves out numbers right above it (or left of it)
text-number   a number stored as text
unit          a typed number whose unit nothing tells
source        an input without source, date or note
volatile      TODAY, NOW, RAND, OFFSET, INDIRECT …: the file changes by itself
link          a formula or a link that reads another workbook
merged        merged cells in data
unlocked      a formula that can be overwritten
hidden        a hidden sheet with content
error         an error value
"""

from __future__ import annotations

from collections.abc import Collection

from gpucalc.excel.audit import cells, formulas
from gpucalc.excel.audit.model import Model, Remark
from gpucalc.excel.audit.reasons import REASONS, Reason, lifted

__all__ = ["CODES", "REASONS", "Reason", "Remark", "audit", "excused"]

CODES = (
    "constant", "inconsistent", "total", "text-number", "unit", "source", "volatile", "link",
    "merged", "unlocked", "hidden", "error",
)  # fmt: skip


def audit(book: bytes, *, file: str = "", ignore: Collection[str] = ()) -> list[Remark]:
    """Everything that a finance reviewer would object to; an empty list means nothing.

    ``file`` is the name for messages, ``ignore`` leaves out remarks by code. In gpucalc's own
    templates some rules cannot apply to some cells; :data:`REASONS` is the list of these, and
    :func:`excused` tells which remarks it lifts. Raises TemplateError for what is no workbook.
    """
    model, found = _found(book, file)
    free = {remark for remark, _ in lifted(model, found)}
    return [remark for remark in found if remark not in free and remark.code not in ignore]


def excused(book: bytes, *, file: str = "") -> list[tuple[Remark, Reason]]:
    """The remarks that a reason lifts, each with its reason."""
    return lifted(*_found(book, file))


def _found(book: bytes, file: str) -> tuple[Model, list[Remark]]:
    model = Model.open(book, file)
    remarks = [*formulas.check(model), *cells.check(model)]
    order = {sheet.title: number for number, sheet in enumerate(model.sheets)}
    unique = dict.fromkeys(remarks)
    return model, sorted(unique, key=lambda remark: order.get(remark.sheet, -1))
