"""What would make Excel say "We found a problem with some content", found before a file leaves us.

No library checks all of this: openpyxl saves overlapping merges, tables with doubled headings and
lists that are too long without a word, and the person who opens the file gets the message. `lint`
looks at the finished bytes, whoever wrote them.

Codes of findings, by what Excel does:

refuses the file      package zip xml part extension
"repairs" by deleting relation calc-chain order cell-order value text-long style merge validation
                      link header property sheet-name sheet-hidden name name-reference print-name
                      table-name table-heading table-shape table-overlap formula-syntax formula-long
                      formula-string
shows something wrong formula-function formula-no-value error-value name-relative
"""

from __future__ import annotations

from collections.abc import Collection

from gpucalc.errors import TemplateError
from gpucalc.excel.book import Book
from gpucalc.excel.checks import cells, packages, sheets, workbooks
from gpucalc.excel.checks.base import Check, Context, Finding

__all__ = ["Finding", "lint"]

_CHECKS: tuple[Check, ...] = (
    packages.zip_tail,
    packages.well_formed,
    packages.content_types,
    packages.relationships,
    packages.calc_chain,
    workbooks.sheet_names,
    workbooks.defined_names,
    workbooks.table_names,
    workbooks.table_shapes,
    workbooks.table_places,
    sheets.element_order,
    sheets.merges,
    sheets.validations,
    sheets.conditional_formats,
    sheets.links,
    sheets.headers,
    sheets.properties,
    sheets.styles,
    cells.cells,
)


def lint(
    book: bytes,
    *,
    file: str = "",
    known_functions: Collection[str] = (),
    ignore: Collection[str] = (),
) -> list[Finding]:
    """Everything wrong with a workbook; an empty list means that Excel opens it silently.

    ``file`` is its name, whose ending is checked too. ``known_functions`` are worksheet functions
    that an add-in brings. ``ignore`` leaves out findings by code: a book that has not been computed
    yet is checked with ``ignore={"formula-no-value"}``.
    """
    findings: list[Finding] = []
    known = frozenset(name.upper() for name in known_functions)
    try:
        context = Context(Book.open(book, file), known)
        context.book.sheets  # noqa: B018 - a package without sheets ends here
        for check in _CHECKS:
            # One broken part is one finding, not a reason to leave the others unsaid.
            try:
                findings.extend(check(context))
            except TemplateError as error:
                findings.append(Finding("package", file or "package", error.en, error.zh))
    except TemplateError as error:
        return [Finding("package", file or "package", error.en, error.zh)]
    unique = dict.fromkeys(findings)
    return [finding for finding in unique if finding.code not in ignore]
