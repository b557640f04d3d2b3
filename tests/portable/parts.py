"""Packages taken apart and put together, for what no library writes: shared formulas, links."""

from __future__ import annotations

import io
import re
import tempfile
import zipfile
from collections.abc import Mapping
from pathlib import Path

import pyopenvba

OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
LINK_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.externalLink+xml"
MACRO_TYPE = "application/vnd.ms-excel.sheet.macroEnabled.main+xml"
BOOK_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"
TYPES, RELS, MAIN = "[Content_Types].xml", "xl/_rels/workbook.xml.rels", "xl/workbook.xml"
_MAIN_NS = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006/relationships"


def unpacked(data: bytes) -> dict[str, bytes]:
    """The parts of a package by name, in its order."""
    with zipfile.ZipFile(io.BytesIO(data)) as package:
        return {name: package.read(name) for name in package.namelist()}


def packed(parts: Mapping[str, bytes]) -> bytes:
    """A package with these parts."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as package:
        for name, content in parts.items():
            package.writestr(name, content)
    return stream.getvalue()


def _before(content: bytes, mark: str, new: str) -> bytes:
    assert mark.encode() in content
    return content.replace(mark.encode(), new.encode() + mark.encode(), 1)


def edited(data: bytes, pattern: bytes, new: bytes) -> bytes:
    """The workbook with a text replaced in all its sheets."""
    changed = {
        name: re.sub(pattern, new, content) if name.startswith("xl/worksheets/") else content
        for name, content in unpacked(data).items()
    }
    return packed(changed)


def linked(data: bytes, *targets: str) -> bytes:
    """The workbook with links to other files: [1], [2] ... in its formulas."""
    parts = unpacked(data)
    entries = ""
    for n, target in enumerate(targets, 1):
        link = f"xl/externalLinks/externalLink{n}.xml"
        parts[link] = (
            f'<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<externalLink xmlns='
            f'"{_MAIN_NS}"><externalBook xmlns:r="{OFFICE}" r:id="rId1"><sheetNames><sheetName '
            'val="Sheet1"/></sheetNames><sheetDataSet><sheetData sheetId="0"><row r="1">'
            '<cell r="A1"><v>7</v></cell></row></sheetData></sheetDataSet></externalBook>'
            "</externalLink>"
        ).encode()
        parts[f"xl/externalLinks/_rels/externalLink{n}.xml.rels"] = (
            f'<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<Relationships xmlns='
            f'"{_PACKAGE}"><Relationship Id="rId1" Type="{OFFICE}/externalLinkPath" '
            f'Target="{target}" TargetMode="External"/></Relationships>'
        ).encode()
        entry = f'<Override PartName="/{link}" ContentType="{LINK_TYPE}"/>'
        parts[TYPES] = _before(parts[TYPES], "</Types>", entry)
        relation = (
            f'<Relationship Id="rIdLink{n}" Type="{OFFICE}/externalLink" '
            f'Target="externalLinks/externalLink{n}.xml"/>'
        )
        parts[RELS] = _before(parts[RELS], "</Relationships>", relation)
        entries += f'<externalReference xmlns:r="{OFFICE}" r:id="rIdLink{n}"/>'
    group = f"<externalReferences>{entries}</externalReferences>"
    at = parts[MAIN].index(b"</sheets>") + len(b"</sheets>")
    parts[MAIN] = parts[MAIN][:at] + group.encode() + parts[MAIN][at:]
    return packed(parts)


def shared(data: bytes, part: str, column: str, first: int, last: int, group: int = 7) -> bytes:
    """The workbook with the formulas of a column stored once, as Excel stores a column filled down.

    Each formula must be the first one moved down.
    """
    parts = unpacked(data)
    content = parts[part].decode()
    ref = f"{column}{first}:{column}{last}"
    for row in range(first, last + 1):
        pattern = rf'(<c r="{column}{row}"[^>]*>)<f>([^<]*)</f>'
        assert re.search(pattern, content)
        if row == first:
            new = rf'\1<f t="shared" ref="{ref}" si="{group}">\2</f>'
        else:
            new = rf'\1<f t="shared" si="{group}"/>'
        content = re.sub(pattern, new, content)
    parts[part] = content.encode()
    return packed(parts)


MACRO = 'Sub Totals()\r\n    MsgBox Range("A1").Value * 2\r\nEnd Sub\r\n'


def with_macros(data: bytes) -> bytes:
    """The workbook as .xlsm with a real macro project of one module, `Totals`."""
    with tempfile.TemporaryDirectory() as folder:
        path, done = Path(folder, "book.xlsm"), Path(folder, "done.xlsm")
        path.write_bytes(data)
        with pyopenvba.ExcelFile(path) as book:
            book.add_vba_project().add_module("Totals", MACRO)
            book.save(done)
        parts = unpacked(done.read_bytes())
    parts[TYPES] = parts[TYPES].replace(BOOK_TYPE.encode(), MACRO_TYPE.encode())
    return packed(parts)
