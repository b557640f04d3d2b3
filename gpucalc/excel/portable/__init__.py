"""A workbook that was written with gpucalc functions, in a form that computes without them.

:func:`portable` takes any .xlsx or .xlsm file. Only cells that call our functions change (and what
the workbook must gain or lose for it: a helper sheet, a catalog sheet, names, the link to the
add-in). Values before and after are compared; where they differ, nothing is given out.
"""

from __future__ import annotations

import datetime
from typing import Literal

from gpucalc.excel.book import Book
from gpucalc.excel.portable.convert import Conversion, Unequal
from gpucalc.excel.portable.report import Change, Refusal, Report

Form = Literal["plain", "lambda", "values"]
FORMS: tuple[Form, ...] = ("plain", "lambda", "values")


def portable(
    book: bytes,
    to: Form,
    *,
    file: str = "",
    lang: str = "en",
    now: datetime.datetime | None = None,
) -> tuple[bytes, Report]:
    """The workbook without calls of our functions, and what was changed and refused.

    ``to``: "plain" (formulas of Excel 2010), "lambda" (defined LAMBDA names, Excel 365 and 2024) or
    "values" (frozen). ``lang`` is the language of the helper cells' labels, ``now`` what TODAY and
    NOW mean. Raises Unequal where values would change, TemplateError for what is no workbook.
    """
    return Conversion(Book.open(book, file), to, lang, now or datetime.datetime.now()).run()


__all__ = ["FORMS", "Change", "Form", "Refusal", "Report", "Unequal", "portable"]
