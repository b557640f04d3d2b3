"""The tables (ListObjects) of a sheet."""

from __future__ import annotations

from typing import NamedTuple

from gpucalc.excel.book import Book, Sheet, local_name
from gpucalc.excel.refs import Area, parse_area
from gpucalc.excel.values import unescape


class Table(NamedTuple):
    """A table: its names, the part that declares it, the cells it covers and its columns."""

    part: str
    id: str
    name: str
    display: str
    area: Area | None
    header_rows: int
    columns: list[str]


def tables(book: Book, sheet: Sheet) -> list[Table]:
    """The tables of a worksheet."""
    found = []
    for relation in book.relations(sheet.part):
        if relation.kind != "table" or relation.target not in book.package:
            continue
        root = book.xml(relation.target)
        columns = [
            unescape(column.get("name", ""))
            for group in root
            if local_name(group) == "tableColumns"
            for column in group
        ]
        rows = root.get("headerRowCount", "1")
        found.append(
            Table(
                relation.target,
                root.get("id", ""),
                root.get("name", ""),
                root.get("displayName", ""),
                parse_area(root.get("ref", "")),
                int(rows) if rows.isdigit() else 1,
                columns,
            )
        )
    return found


def header_cells(book: Book, sheet: Sheet) -> dict[tuple[int, int], str]:
    """The heading cells of the tables of a sheet, with the column name each must show."""
    return {
        (table.area.top, table.area.left + offset): name
        for table in tables(book, sheet)
        if table.area is not None and table.header_rows
        for offset, name in enumerate(table.columns)
    }
