"""The handover row: one list of headings by which the result of one book is the input of the next.

Links between workbooks break and retyping is where errors start. So every template ends with a row
under these headings, named `out_handover_row`; pasted as values it is the input row of the next
book and, with its headings, a table of requests for a batch.
"""

from __future__ import annotations

import re
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

    A row that names no currency is in that of its book. Raises TemplateError for a workbook without
    a handover row.
    """
    names = read_names(book)
    place = names.get(ROW)
    if place is None:
        raise TemplateError(
            f"the workbook has no handover row (the defined name {ROW})",
            f"该工作簿没有“结果移交”行（名称 {ROW}）",
        )
    sheet, cell = place
    letters, row = coordinate_from_string(cell)
    first = column_index_from_string(letters)
    columns = [get_column_letter(c) for c in range(first, first + len(FIELDS))]
    places = [(sheet, f"{c}{r}") for c in columns for r in (row - 1, row)]
    own = names.get(inputs.PREFIX + "currency")
    values = read_values(book, [*places, own] if own else places)
    found: dict[str, float | str | bool] = {}
    for letter in columns:
        field = glossary.field_of(str(values.get((sheet, f"{letter}{row - 1}"), "")))
        value = values.get((sheet, f"{letter}{row}"), "")
        if field in FIELDS and value != "":
            found[field] = value
    if own and found and "currency" not in found and values.get(own, "") != "":
        found["currency"] = values[own]
    return found


def lines(book: bytes, taking: Iterable[str]) -> tuple[dict[str, float | str | bool], bool]:
    """The inputs of the lines besides the rent that somebody filled in, by field, and whether a
    book with the fields ``taking`` has every field of these lines, and so means the same by them.

    They are too many for the row. A line is what has a quantity and a price of its own.
    """
    names = read_names(book)
    fields = {n.removeprefix(inputs.PREFIX) for n in names if n.startswith(inputs.PREFIX)}
    prefixes = _prefixes(fields)
    every = {f for f in fields for p in prefixes if f.startswith(p)}
    places = {f: names[inputs.PREFIX + f] for f in every}
    values = read_values(book, [*places.values()])
    found: dict[str, float | str | bool] = {}
    for prefix in sorted(prefixes):
        line = {f: values.get(places[f], "") for f in sorted(every) if f.startswith(prefix)}
        if any(line[f"{prefix}{what}"] != "" for what in ("quantity", "price")):
            found |= {f: value for f, value in line.items() if value != ""}
    return found, every <= set(taking)


def _prefixes(fields: Iterable[str]) -> set[str]:
    """What the fields of a line begin with: storage_ where there are a quantity and a price."""
    found = set(fields)
    heads = {m[1] for f in found if (m := re.fullmatch(r"(.+_)price", f))}
    return {head for head in heads if f"{head}quantity" in found}


def _also_stated(source: bytes, template: bytes, known: Iterable[str]) -> list[str]:
    """Fields outside the row and the lines that both books have and that the source states."""
    here, there = read_names(source), read_names(template)
    lines_of = tuple(_prefixes(n.removeprefix(inputs.PREFIX) for n in here))
    shared = [
        field
        for field in known
        if field not in FIELDS
        and field not in _OWN
        and not field.startswith(lines_of)
        and inputs.PREFIX + field in here
    ]
    before = read_values(source, [here[inputs.PREFIX + field] for field in shared])
    after = read_values(template, [there[inputs.PREFIX + field] for field in shared])
    return [
        field
        for field in shared
        if (stated := before.get(here[inputs.PREFIX + field], "")) != ""
        and stated != after.get(there[inputs.PREFIX + field], "")
    ]


@dataclass(frozen=True)
class Carried:
    """A book that took over what another handed it: which fields; which it has to be told by hand,
    since they are not in the row or counted otherwise there; and which it has no use for."""

    book: bytes
    taken: tuple[str, ...]
    asked: tuple[str, ...]
    left: tuple[str, ...]


def carry(source: bytes, template: bytes) -> Carried:
    """A template filled with what a book hands over, recomputed.

    Into another book of its kind the lines besides the rent go too; a book with lines of its own
    is asked for them, and for what else both have outside the row. Choices are written in the
    template's own language. Raises TemplateError for a book without a handover row or with nothing
    in it, InputError for a value that the template refuses.
    """
    handed, known = read(source), inputs.inputs(template)
    if not {"gpu", "cards"} & set(handed):  # defaults alone say nothing
        raise TemplateError(
            "the handover row is blank: finish the book first, and save it from a spreadsheet",
            "“结果移交”行为空：请先填完该工作簿，并在表格软件中保存",
        )
    others, alike = lines(source, known)
    if alike:
        handed |= {field: value for field, value in others.items() if field not in handed}
    taken = {
        inputs.PREFIX + field: inputs.ready(known[field], value)
        for field, value in handed.items()
        if field in known
    }
    book = recalculate(fill(template, taken))
    left = [field for field in handed if field not in known]
    costs = [field for field in others if field not in handed and _TELLING.search(field)]
    asked = _also_stated(source, template, known)
    (asked if _prefixes(known) else left).extend(costs)
    done = (name.removeprefix(inputs.PREFIX) for name in taken)
    return Carried(book, tuple(done), tuple(asked), tuple(left))


# Of a line that is not taken over, these are named; its tax basis or unit says no more.
_TELLING = re.compile("_(quantity|price)$")
# Every document has its own.
_OWN = frozenset({"as_of"})
