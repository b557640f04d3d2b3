"""The help sheet: which functions stand behind the book's formulas, and what each one answers."""

from __future__ import annotations

from collections.abc import Sequence

from gpucalc import registry
from workbooks import blocks, house
from workbooks.book import Book, Sheet

LAST = "E"


def write(book: Book, names: Sequence[str]) -> Sheet:
    """Lists the functions with signature, meaning and an example; the formulas need none of them.

    ``names`` are kernels that are published, in the order in which the book meets them.
    """
    words, lang = book.words, book.lang
    sheet = book.sheet("functions", landscape=True, tab=house.GREY)
    sheet.widths(A=2, B=24, C=46, D=62, E=24)
    row = blocks.title(sheet, words.label("functions"), words("functions_subtitle"), LAST)
    heads = {
        "B": words.label("function"), "C": words("functions_signature"), "D": words("help"),
        "E": words.label("source"),
    }  # fmt: skip
    head = row
    row = blocks.head_row(sheet, row, heads, 20)
    sheet.freeze("C", row)
    sheet.print_rows(head, head)
    known = registry.functions()
    for name in names:
        function = known[name]
        summary, signature = function.summary(lang), function.signature()
        source = function.told("Source", lang)
        texts = ((function.udf_name, 24), (signature, 50), (summary, 70), (source, 28))
        lines = max(house.lines_needed(t, w) for t, w in texts)
        sheet.height(row, max(18, 12.5 * lines + 5))
        sheet.put("B", row, function.udf_name, house.LABEL.but(bold=True, color=house.NAVY))
        for column, (words_, _) in zip("CDE", texts[1:], strict=True):
            sheet.put(column, row, words_, house.HELP)
        row += 1
    return sheet
