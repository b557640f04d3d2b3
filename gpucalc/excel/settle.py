"""The last touches on a workbook's parts, so that Excel has nothing to rewrite and builds repeat.

openpyxl writes texts into the cells and the children of a font in an order of its own; Excel puts
both right on the next save. Here texts go into the shared table, font children into the order of
the schema, UTF-8 replaces character references, and every date is the one given.
"""

from __future__ import annotations

import datetime
import io
import re
import zipfile

from lxml import etree

NAMESPACE = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
M = f"{{{NAMESPACE}}}"
FONT_ORDER = (
    "b", "i", "strike", "condense", "extend", "outline", "shadow", "u", "vertAlign", "sz", "color",
    "name", "family", "charset", "scheme",
)  # fmt: skip
SHARED, STYLES, CORE = "xl/sharedStrings.xml", "xl/styles.xml", "docProps/core.xml"
TYPES, RELATIONS = "[Content_Types].xml", "xl/_rels/workbook.xml.rels"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_SPACE = "{http://www.w3.org/XML/1998/namespace}space"


def settled(data: bytes, when: datetime.datetime) -> bytes:
    """The package with equal bytes for equal content, dated ``when``."""
    with zipfile.ZipFile(io.BytesIO(data)) as old:
        parts = {entry.filename: old.read(entry) for entry in old.infolist()}
    parts[STYLES] = _styles(parts[STYLES])
    texts: dict[str, int] = {}
    count = 0
    for name in sorted(parts, key=_natural):
        if name.startswith("xl/worksheets/sheet"):
            parts[name], found = _sheet(parts[name], texts)
            count += found
    if SHARED not in parts:
        parts[TYPES] = _declared(parts[TYPES])
        parts[RELATIONS] = _related(parts[RELATIONS])
    parts[SHARED] = _table(texts, count)
    stamp = when.strftime("%Y-%m-%dT%H:%M:%SZ").encode()
    parts[CORE] = re.sub(rb"(<dcterms:modified[^>]*>)[^<]*", rb"\g<1>" + stamp, parts[CORE])
    return packed(parts)


def packed(parts: dict[str, bytes]) -> bytes:
    """The parts as a package whose bytes depend on nothing else."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as new:
        for name, content in parts.items():
            info = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            info.compress_type = zipfile.ZIP_DEFLATED
            new.writestr(info, content)
    return stream.getvalue()


def _natural(name: str) -> tuple[int, str]:
    """sheet2 before sheet10."""
    return len(name), name


def _serialised(root: etree._Element) -> bytes:
    return etree.tostring(root, xml_declaration=True, encoding="UTF-8", standalone=True)


def _styles(content: bytes) -> bytes:
    root = etree.fromstring(content)
    for font in root.iter(f"{M}font"):
        font[:] = sorted(font, key=lambda child: FONT_ORDER.index(etree.QName(child).localname))
    return _serialised(root)


def _sheet(content: bytes, texts: dict[str, int]) -> tuple[bytes, int]:
    """The sheet with its texts in the shared table."""
    root = etree.fromstring(content)
    found = 0
    for cell in root.iter(f"{M}c"):
        for value in cell.findall(f"{M}v"):
            if not value.text:  # a formula without its value yet
                cell.remove(value)
        if cell.get("t") != "inlineStr":
            continue
        text = "".join(t.text or "" for t in cell.iter(f"{M}t"))
        for child in list(cell):
            cell.remove(child)
        cell.set("t", "s")
        etree.SubElement(cell, f"{M}v").text = str(texts.setdefault(text, len(texts)))
        found += 1
    return _serialised(root), found


def _declared(content: bytes) -> bytes:
    """The content types with one for the table of texts."""
    root = etree.fromstring(content)
    kind = "application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"
    tag = etree.QName(etree.QName(root).namespace, "Override")
    etree.SubElement(root, tag, PartName=f"/{SHARED}", ContentType=kind)
    return _serialised(root)


def _related(content: bytes) -> bytes:
    """The workbook's relations with one to the table of texts."""
    root = etree.fromstring(content)
    tag = etree.QName(etree.QName(root).namespace, "Relationship")
    known = {relation.get("Id") for relation in root}
    free = next(f"rId{n}" for n in range(1, len(known) + 2) if f"rId{n}" not in known)
    etree.SubElement(
        root, tag, Type=f"{_OFFICE}/sharedStrings", Target="sharedStrings.xml", Id=free
    )
    return _serialised(root)


def _table(texts: dict[str, int], count: int) -> bytes:
    root = etree.Element(f"{M}sst", nsmap={None: NAMESPACE})  # type: ignore[dict-item]
    root.set("count", str(count))
    root.set("uniqueCount", str(len(texts)))
    for text in texts:
        item = etree.SubElement(etree.SubElement(root, f"{M}si"), f"{M}t")
        item.text = text
        if text != text.strip() or "\n" in text:
            item.set(_SPACE, "preserve")
    return _serialised(root)
