"""The handover row: one list of headings by which the result of one book is the input of the next.

Links between workbooks break and retyping is where errors start. So every template ends with a row
under these headings, named `out_handover_row`; pasted as values it is the input row of the next
book and, with its headings, a table of requests for a batch.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from openpyxl.utils.cell import (
    column_index_from_string,
    coordinate_from_string,
    get_column_letter,
)

from gpucalc import glossary, inputs
from gpucalc.errors import TemplateError
from gpucalc.excel.fill import fill, read_names, read_values
from gpucalc.excel.recalc import recalculate

# Fields of the glossary, in the order of the columns; an input `in_<field>` takes one of them.
FIELDS: tuple[str, ...] = (
    "project", "model_name", "params", "active_params", "tokens", "epochs", "method", "seq",
    "gpu", "cards", "node_size", "days", "hours_per_day", "buffer", "overhead", "mfu",
    "train_hours", "calendar_days", "start_date", "end_date", "billing_plan", "rent_hours",
    "storage_quantity", "billing_unit", "price", "discount", "anchor", "tax_category", "tax_rate",
    "currency", "supplier", "quote_no", "quote_date", "valid_until", "price_source", "net", "tax",
    "gross",
)  # fmt: skip
ROW = "out_handover_row"


def is_headings(found: Iterable[str | None]) -> bool:
    """Whether these fields (of a row of headings) hold the whole list.

    Only then may a template leave out those that it does not take: in any other table a heading
    that nobody understands stops the batch, since a column left out would change every result.
    """
    return set(FIELDS) <= set(found)


def read(book: bytes) -> dict[str, float | str | bool]:
    """What a workbook hands over, by field; blank cells are left out.

    Raises TemplateError for a workbook without a handover row.
    """
    place = read_names(book).get(ROW)
    if place is None:
        raise TemplateError(
            f"the workbook has no handover row (the defined name {ROW})",
            f"该工作簿没有“结果移交”行（名称 {ROW}）",
        )
    sheet, cell = place
    letters, row = coordinate_from_string(cell)
    first = column_index_from_string(letters)
    columns = [get_column_letter(c) for c in range(first, first + len(FIELDS))]
    values = read_values(book, [(sheet, f"{c}{r}") for c in columns for r in (row - 1, row)])
    found: dict[str, float | str | bool] = {}
    for letter in columns:
        field = glossary.field_of(str(values.get((sheet, f"{letter}{row - 1}"), "")))
        value = values.get((sheet, f"{letter}{row}"), "")
        if field in FIELDS and value != "":
            found[field] = value
    return found


@dataclass(frozen=True)
class Carried:
    """A book that took over what another handed it: which fields, and which it does not have."""

    book: bytes
    taken: tuple[str, ...]
    left: tuple[str, ...]


def carry(source: bytes, template: bytes) -> Carried:
    """A template filled with what a book hands over, recomputed.

    Choices are written in the template's own language. Raises TemplateError for a book without a
    handover row or with nothing in it, InputError for a value that the template refuses.
    """
    handed, known = read(source), inputs.inputs(template)
    if not {"gpu", "cards"} & set(handed):  # defaults alone say nothing
        raise TemplateError(
            "the handover row is blank: finish the book first, and save it from a spreadsheet",
            "“结果移交”行为空：请先填完该工作簿，并在表格软件中保存",
        )
    taken = {
        inputs.PREFIX + field: inputs.ready(known[field], value)
        for field, value in handed.items()
        if field in known
    }
    book = recalculate(fill(template, taken))
    left = tuple(field for field in handed if field not in known)
    return Carried(book, tuple(name.removeprefix(inputs.PREFIX) for name in taken), left)
