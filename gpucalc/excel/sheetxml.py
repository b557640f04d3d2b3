"""Where rows and cells lie in the bytes of a worksheet, so that single cells can be replaced.

Parsing and writing a sheet again loses what the parser does not know (extensions of newer Excel
versions, attribute order, white space). Here only the spans of bytes that must change are replaced.
The few patterns below suffice because sheet data is flat: rows hold cells, and a cell holds a
formula, a value or a text. What is legal XML but written by no spreadsheet program (comments and
CDATA inside the cells, cells without an address) is refused instead of guessed at.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

from gpucalc.errors import TemplateError
from gpucalc.excel.refs import Area, column_number, parse_area

_ATTRIBUTE = re.compile(rb"""([\w:.\-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')""")
_ATTRIBUTES = rb"""((?:\s[^<>"']*(?:(?:"[^"]*"|'[^']*')[^<>"']*)*)?)"""
# Excel and all libraries write the address first; reading it here saves a search in every cell.
_CELL_ATTRIBUTES = _ATTRIBUTES[:1] + rb"""(?:\sr="([A-Z]{1,3})([0-9]{1,7})")?""" + _ATTRIBUTES[1:]
_ROOT = re.compile(rb"<(?:([\w.\-]+):)?worksheet(?=[\s/>])")
_ENCODING = re.compile(rb"""^<\?xml[^>]*?encoding\s*=\s*["']([\w.\-]+)["']""")


class _Patterns(NamedTuple):
    sheet_data: re.Pattern[bytes]
    row: re.Pattern[bytes]
    cell: re.Pattern[bytes]
    formula: re.Pattern[bytes]
    value: re.Pattern[bytes]


@lru_cache(maxsize=16)
def _patterns(prefix: bytes) -> _Patterns:
    p = re.escape(prefix)

    def element(name: bytes, attributes: bytes = _ATTRIBUTES) -> re.Pattern[bytes]:
        # The content is None for <c/>; the attributes then end with the slash.
        closing = rb"(?:(?<=/)>|>(?P<content>.*?)</" + p + name + rb"\s*>)"
        return re.compile(rb"<" + p + name + attributes + closing, re.DOTALL)

    return _Patterns(
        re.compile(rb"<" + p + rb"sheetData" + _ATTRIBUTES + rb">"),
        re.compile(rb"<" + p + rb"row" + _ATTRIBUTES + rb">"),
        element(rb"c", _CELL_ATTRIBUTES),
        element(rb"f"),
        element(rb"v"),
    )


@lru_cache(maxsize=4096)
def _column(letters: bytes) -> int:
    return column_number(letters.decode())


class RowSpan(NamedTuple):
    """A row: the bytes [start, open_end) are its opening tag, [open_end, end) its cells."""

    number: int
    attributes: bytes
    start: int
    open_end: int
    end: int
    empty: bool  # written <row .../>, with no room for cells


class CellSpan(NamedTuple):
    """A cell: [start, end) is the whole element; `inner` is None for <c/>."""

    row: int
    column: int
    attributes: bytes
    inner: bytes | None
    start: int
    end: int


def attributes(text: bytes) -> dict[str, str]:
    """The attributes of a tag with their values as written (no entity is resolved)."""
    return {
        m[1].decode(): (m[2] if m[2] is not None else m[3]).decode()
        for m in _ATTRIBUTE.finditer(text)
    }


def attribute(text: bytes, name: bytes) -> bytes | None:
    """One attribute's value as written."""
    if name not in text:  # most cells of a sheet have no t=…; the search below costs ten times more
        return None
    for m in _ATTRIBUTE.finditer(text):
        if m[1] == name:
            return m[2] if m[2] is not None else m[3]
    return None


@dataclass(frozen=True)
class SheetXml:
    """The bytes of one worksheet part and where its rows and cells are."""

    data: bytes
    prefix: bytes  # b"x:" where the part writes <x:c>, else b""
    data_start: int  # the <sheetData> tag
    rows_start: int  # after it
    rows_end: int  # before </sheetData>; equals rows_start where it is <sheetData/>
    self_closed: bool
    where: str  # sheet name, for messages
    file: str

    @classmethod
    def read(cls, data: bytes, where: str, file: str = "") -> SheetXml:
        """Locate the sheet data; TemplateError where the part is stored unusually."""
        encoding = _ENCODING.match(data.removeprefix(b"\xef\xbb\xbf"))
        root = _ROOT.search(data)
        if root is None or (encoding and encoding[1].lower() not in (b"utf-8", b"us-ascii")):
            raise _unusual(where, file)
        prefix = root[1] + b":" if root[1] else b""
        match = _patterns(prefix).sheet_data.search(data)
        if match is None:
            raise _unusual(where, file)
        if match[1].endswith(b"/"):
            end, closed = match.end(), True
        else:
            end, closed = data.find(b"</" + prefix + b"sheetData", match.end()), False
        # "<!" starts comments, CDATA and document types; inside text it is written &lt;!
        if end < 0 or data.find(b"<!", 0, end) >= 0:
            raise _unusual(where, file)
        return cls(data, prefix, match.start(), match.end(), end, closed, where, file)

    def rows(self) -> Iterator[RowSpan]:
        """All rows in order."""
        if self.self_closed:
            return
        matches = list(
            _patterns(self.prefix).row.finditer(self.data, self.rows_start, self.rows_end)
        )
        last = 0
        for position, match in enumerate(matches):
            number = attribute(match[1], b"r")
            if number is None or not number.isdigit() or int(number) <= last:
                raise _unusual(self.where, self.file)
            last = int(number)
            empty = match[1].endswith(b"/")
            stop = matches[position + 1].start() if position + 1 < len(matches) else self.rows_end
            end = match.end()
            if not empty:
                end = self.data.rfind(b"</" + self.prefix + b"row", match.end(), stop)
                if end < 0:
                    raise _unusual(self.where, self.file)
            yield RowSpan(last, match[1], match.start(), match.end(), end, empty)

    def cells(self, row: RowSpan | None = None) -> Iterator[CellSpan]:
        """The cells of a row, or of the whole sheet, in order."""
        start, end = (self.rows_start, self.rows_end) if row is None else (row.open_end, row.end)
        if self.self_closed:
            return
        for match in _patterns(self.prefix).cell.finditer(self.data, start, end):
            attributes, letters, number, content = match.groups()
            if letters is None:
                address = attribute(attributes, b"r") or b""
                letters = address.rstrip(b"0123456789")
                number = address[len(letters) :]
                if not (letters.isalpha() and number):
                    raise _unusual(self.where, self.file)
            column = _column(letters)
            yield CellSpan(int(number), column, attributes, content, match.start(), match.end())

    def formula(self, cell: CellSpan) -> re.Match[bytes] | None:
        """The formula element of a cell: group 1 its attributes, 2 its text (None if <f/>)."""
        if cell.inner is None or b"<" + self.prefix + b"f" not in cell.inner:
            return None
        return _patterns(self.prefix).formula.search(cell.inner)

    def value(self, cell: CellSpan) -> re.Match[bytes] | None:
        """The value element of a cell: group 2 its text."""
        return None if cell.inner is None else _patterns(self.prefix).value.search(cell.inner)

    def tags(self, name: bytes) -> Iterator[bytes]:
        """Attributes of each element of that name outside the sheet data (cols, merges, tables)."""
        pattern = re.compile(rb"<" + re.escape(self.prefix + name) + _ATTRIBUTES + rb">")
        for match in pattern.finditer(self.data, 0, self.data_start):
            yield match[1]
        for match in pattern.finditer(self.data, self.rows_end):
            yield match[1]

    def arrays(self) -> list[tuple[Area, bytes]]:
        """The areas that array formulas and data tables cover, with the kind of each."""
        if b"array" not in self.data and b"dataTable" not in self.data:
            return []
        found = []
        for cell in self.cells():
            formula = self.formula(cell)
            kind = attribute(formula[1], b"t") if formula else None
            if formula and kind in (b"array", b"dataTable"):
                area = parse_area((attribute(formula[1], b"ref") or b"").decode())
                if area is not None:
                    found.append((area, kind))
        return found

    @cached_property
    def merged(self) -> list[Area]:
        """The merged areas."""
        found = (
            parse_area((attribute(tag, b"ref") or b"").decode()) for tag in self.tags(b"mergeCell")
        )
        return [area for area in found if area is not None]

    def cut_down(self) -> bytes:
        """A sheet with the same rows, cells and tables, and nothing else."""
        root = _ROOT.search(self.data)
        assert root is not None  # read() found it
        end = self.data.index(b">", root.end()) + 1
        closing = b"</" + self.prefix + b"sheetData>"
        rows = b"" if self.self_closed else self.data[self.rows_start : self.rows_end]
        sheet_data = b"<" + self.prefix + b"sheetData>" + rows + closing
        tables = [
            b"<" + self.prefix + b"tablePart" + tag.removesuffix(b"/") + b"/>"
            for tag in self.tags(b"tablePart")
        ]
        group = self.prefix + b"tableParts"
        count = str(len(tables)).encode()
        tail = [b"<" + group + b' count="' + count + b'">', *tables, b"</" + group + b">"]
        pieces = [self.data[:end], sheet_data, *(tail if tables else ())]
        return b"".join([*pieces, b"</" + self.prefix + b"worksheet>"])

    def splice(self, edits: Iterable[tuple[int, int, bytes]]) -> bytes:
        """The part with spans of bytes (start, end, replacement) replaced; all else as it was."""
        pieces: list[bytes] = []
        position = 0
        for start, end, replacement in sorted(edits):
            pieces += (self.data[position:start], replacement)
            position = end
        pieces.append(self.data[position:])
        return b"".join(pieces)


def _unusual(where: str, file: str) -> TemplateError:
    return TemplateError(
        "the sheet is stored in an unusual way; open the file in Excel, WPS or LibreOffice and "
        "save it again as .xlsx",
        "该工作表的存储方式特殊；请用 Excel、WPS 或 LibreOffice 打开并重新另存为 .xlsx",
        file=file,
        sheet=where,
    )
