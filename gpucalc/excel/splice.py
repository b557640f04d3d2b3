"""The XML of new and changed cells of one sheet."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from gpucalc.excel.book import Book, Sheet
from gpucalc.excel.refs import Area, cell_name, parse_area
from gpucalc.excel.sheetxml import CellSpan, RowSpan, SheetXml, attribute
from gpucalc.excel.values import cell_content

_DROPPED = re.compile(rb"""\s+(?:t|cm|vm)\s*=\s*(?:"[^"]*"|'[^']*')""")
_SPANS = re.compile(rb"""(\sspans\s*=\s*["'])(\d+):(\d+)(["'])""")
_DIMENSION = re.compile(rb"""(<(?:[\w.\-]+:)?dimension\s[^>]*?\bref\s*=\s*["'])([^"']*)(["'])""")


class Target(NamedTuple):
    key: str
    value: object


class CellWriter:
    """Makes the XML of new and changed cells of one sheet."""

    def __init__(self, book: Book, sheet: Sheet, xml: SheetXml) -> None:
        self.book, self.sheet, self.xml = book, sheet, xml
        self.new: list[tuple[int, int]] = []

    def content(self, row: int, column: int, target: Target) -> tuple[bytes, bytes]:
        kind, inner = cell_content(
            target.value,
            date1904=self.book.date1904,
            file=self.book.file,
            sheet=self.sheet.name,
            cell=cell_name(row, column),
        )
        prefix = self.xml.prefix.decode()
        if prefix:
            inner = re.sub(r"<(/?)(is|t|v)(?=[ >])", rf"<\1{prefix}\2", inner)
        return (f' t="{kind}"' if kind else "").encode(), inner.encode("utf-8")

    def element(self, attributes: bytes, kind: bytes, inner: bytes) -> bytes:
        c = self.xml.prefix + b"c"
        if not inner:
            return b"<" + c + attributes + b"/>"
        return b"<" + c + attributes + kind + b">" + inner + b"</" + c + b">"

    def changed_cell(self, span: CellSpan, target: Target) -> bytes:
        kind, inner = self.content(span.row, span.column, target)
        attributes = span.attributes
        if span.inner is None:
            attributes = attributes[:-1]
        # Type and rich-value indexes described the old content; address and format stay.
        attributes = _DROPPED.sub(b"", attributes).rstrip()
        return self.element(attributes, kind, inner)

    def new_cell(self, row: int, column: int, target: Target, style: bytes) -> bytes:
        kind, inner = self.content(row, column, target)
        if not inner:
            return b""  # an empty value needs no cell
        self.new.append((row, column))
        address = b' r="' + cell_name(row, column).encode() + b'"'
        return self.element(address + (b' s="' + style + b'"' if style else b""), kind, inner)

    def column_style(self, column: int) -> bytes:
        for tag in self.xml.tags(b"col"):
            low, high = attribute(tag, b"min") or b"0", attribute(tag, b"max") or b"0"
            if int(low) <= column <= int(high):
                return attribute(tag, b"style") or b""
        return b""

    def new_row(
        self, at: int, number: int, columns: Mapping[int, Target]
    ) -> list[tuple[int, int, bytes]]:
        cells = b"".join(
            self.new_cell(number, column, columns[column], self.column_style(column))
            for column in sorted(columns)
        )
        if not cells:
            return []
        row = self.xml.prefix + b"row"
        piece = b"<" + row + b' r="' + str(number).encode() + b'">' + cells + b"</" + row + b">"
        return [(at, at, piece)]

    def changed_row(
        self, row: RowSpan, columns: Mapping[int, Target]
    ) -> list[tuple[int, int, bytes]]:
        edits: list[tuple[int, int, bytes]] = []
        added: list[int] = []
        rest = dict(columns)
        styled = attribute(row.attributes, b"customFormat") in (b"1", b"true")
        row_style = (attribute(row.attributes, b"s") or b"") if styled else b""

        def insert(at: int, column: int, target: Target) -> None:
            # As in Excel, an empty cell looks like its row, or else like its column.
            style = row_style or self.column_style(column)
            piece = self.new_cell(row.number, column, target, style)
            if piece:
                edits.append((at, at, piece))
                added.append(column)

        last = 0
        for span in self.xml.cells(row) if not row.empty else ():
            if span.row != row.number or span.column <= last:
                raise self.book.broken(self.sheet.part)
            last = span.column
            for column in sorted(c for c in rest if c < span.column):
                insert(span.start, column, rest.pop(column))
            if span.column in rest:
                edits.append((span.start, span.end, self.changed_cell(span, rest.pop(span.column))))
        for column in sorted(rest):
            insert(row.end, column, rest[column])
        return self._opened(row, edits, added) if added else edits

    def _opened(
        self, row: RowSpan, edits: list[tuple[int, int, bytes]], added: list[int]
    ) -> list[tuple[int, int, bytes]]:
        # "spans" is a promise about the columns of a row, and new cells must keep it.
        tag = self.xml.data[row.start : row.open_end]
        match = _SPANS.search(tag)
        if match is not None:
            low, high = min(int(match[2]), *added), max(int(match[3]), *added)
            spans = match[1] + f"{low}:{high}".encode() + match[4]
            changed = tag[: match.start()] + spans + tag[match.end() :]
        else:
            changed = tag
        if row.empty:
            cells = b"".join(piece for _, _, piece in edits)
            opened = changed[:-2].rstrip() + b">"
            closing = b"</" + self.xml.prefix + b"row>"
            return [(row.start, row.open_end, opened + cells + closing)]
        if changed != tag:
            edits.append((row.start, row.open_end, changed))
        return edits

    def dimension(self) -> list[tuple[int, int, bytes]]:
        """The edit that widens <dimension> to new cells; readers that stream rely on it."""
        match = _DIMENSION.search(self.xml.data, 0, self.xml.data_start)
        area = parse_area(match[2].decode()) if match else None
        if match is None or area is None or not self.new:
            return []
        rows, columns = [row for row, _ in self.new], [column for _, column in self.new]
        wide = Area(
            None,
            min(area.top, *rows),
            min(area.left, *columns),
            max(area.bottom, *rows),
            max(area.right, *columns),
        )
        if wide == area:
            return []
        return [(match.start(2), match.end(2), wide.cells.encode())]
