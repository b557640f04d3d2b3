"""Cells closed to typing: the sender's part of a form stays as it was sent."""

from __future__ import annotations

import copy
import re
from collections.abc import Collection

from lxml import etree

from gpucalc.excel.book import Book, local_name

_STYLED = re.compile(rb"""(<(?:\w+:)?(?:c|row)\b[^>]*?\ss=["'])(\d+)(?=["'])""")
_COLUMN = re.compile(rb"""(<(?:\w+:)?col\b[^>]*?\sstyle=["'])(\d+)(?=["'])""")
_PROTECTION = re.compile(rb"<(\w+:)?sheetProtection\b[^>]*(?:/>|>\s*</(?:\w+:)?sheetProtection>)")
_ON = re.compile(rb"""\ssheet=["'](?:1|true)["']""")
# Where the protection stands: after the cells and what a sheet says of its calculation.
_AFTER = re.compile(
    rb"(?:</(\w+:)?sheetData>|<(\w+:)?sheetData\s*/>)(?:\s*<(?:\w+:)?sheetCalcPr\b[^>]*/>)?"
)


def lock(book: bytes, keep: Collection[str]) -> bytes:
    """The workbook with every cell locked but for those on the sheets ``keep``.

    Each other sheet is protected (without a password, as our templates are), and its cells lose
    the fill that invites to type. Values, formulas and all other parts stay as they are. Raises
    TemplateError where the bytes are no workbook.
    """
    opened = Book.open(book)
    kept = {name.casefold() for name in keep}
    styles = next(
        (r.target for r in opened.relations(opened.main_part) if r.kind == "styles"), None
    )
    locked: dict[int, int] = {}
    changes: dict[str, bytes | None] = {}
    if styles is not None:
        root = opened.xml(styles)
        locked = _locked_styles(root)
        changes[styles] = etree.tostring(
            root, xml_declaration=True, encoding="UTF-8", standalone=True
        )
    for sheet in opened.sheets:
        if sheet.kind != "worksheet" or sheet.name.casefold() in kept:
            continue
        data = opened.package.read(sheet.part)
        cells = opened.sheet_xml(sheet)
        head, body = data[: cells.rows_start], data[cells.rows_start : cells.rows_end]
        swapped = _COLUMN.sub(lambda m: _swap(m, locked), head)
        swapped += _STYLED.sub(lambda m: _swap(m, locked), body) + data[cells.rows_end :]
        changes[sheet.part] = _protected(swapped)
    return opened.package.write(changes)


def _swap(match: re.Match[bytes], locked: dict[int, int]) -> bytes:
    number = int(match[2])
    return match[1] + str(locked.get(number, number)).encode()


def _locked_styles(root: etree._Element) -> dict[int, int]:
    """Adds to the styles a locked twin of each unlocked one; gives their numbers."""
    found: dict[int, int] = {}
    for formats in root:
        if local_name(formats) != "cellXfs":
            continue
        for number, style in enumerate(list(formats)):
            if not any(
                local_name(part) == "protection" and part.get("locked") in ("0", "false")
                for part in style
            ):
                continue
            twin = copy.deepcopy(style)
            for part in list(twin):
                if local_name(part) == "protection":
                    del part.attrib["locked"]
            twin.set("fillId", "0")
            found[number] = len(formats)
            formats.append(twin)
        formats.set("count", str(len(formats)))
    return found


def _protected(data: bytes) -> bytes:
    """A sheet's part with its protection on."""
    present = _PROTECTION.search(data)
    if present is not None and _ON.search(present[0]):
        return data
    if present is not None:
        data = data[: present.start()] + data[present.end() :]
    place = _AFTER.search(data)
    if place is None:  # SheetXml has found the cells, so that there is their end
        return data
    prefix = place[1] or place[2] or b""
    tag = b"<" + prefix + b'sheetProtection sheet="1" objects="1" scenarios="1"/>'
    return data[: place.end()] + tag + data[place.end() :]
