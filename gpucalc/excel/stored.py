"""Computed values as formula cells store them: one form, whichever way they were computed."""

from __future__ import annotations

import re
from typing import NamedTuple

from gpucalc.excel.read import plain
from gpucalc.excel.sheetxml import CellSpan, SheetXml, attribute
from gpucalc.excel.values import number_text, unescape, xml_text

_TYPE = re.compile(rb"""\s+t\s*=\s*(?:"[^"]*"|'[^']*')""")

# The error values that Excel, WPS and LibreOffice all know.
ERRORS = frozenset(("#NULL!", "#DIV/0!", "#VALUE!", "#REF!", "#NAME?", "#NUM!", "#N/A"))


class Stored(NamedTuple):
    """The type attribute of a cell ("n" where it has none) and the text of its value."""

    kind: bytes
    text: bytes


def number(value: float) -> Stored:
    """A number, as the shortest text that reads back equal."""
    return Stored(b"n", number_text(value).encode())


def truth(value: bool) -> Stored:
    """A truth value."""
    return Stored(b"b", b"1" if value else b"0")


def text(value: str) -> Stored:
    """A text, empty or not."""
    return Stored(b"str", xml_text(value).encode("utf-8"))


def error(value: str) -> Stored | None:
    """An error value; None for one that only some programs know."""
    return Stored(b"e", value.encode()) if value in ERRORS else None


def from_cell(xml: SheetXml, cell: CellSpan) -> Stored | None:
    """What a formula cell stores; None for no value, or one that is no number or known error."""
    value = xml.value(cell)
    if value is None:
        return None
    kind = attribute(cell.attributes, b"t") or b"n"
    content = value["content"] or b""
    try:
        if kind == b"str":
            return text(unescape(plain(content)))
        if kind == b"e":
            return error(content.decode())
        if kind == b"b":
            return truth(content.strip() in (b"1", b"true"))
        return number(float(content)) if kind == b"n" else None
    except ValueError:
        return None


def with_value(xml: SheetXml, cell: CellSpan, stored: Stored) -> bytes | None:
    """The cell with another value and everything else as it was; None where it has that value."""
    old = xml.value(cell)
    kind = attribute(cell.attributes, b"t") or b"n"
    # Mostly the same bytes; otherwise perhaps another spelling of the same value (1.0, 1).
    if old is not None and kind == stored.kind and (old["content"] or b"") == stored.text:
        return None
    if from_cell(xml, cell) == stored:
        return None
    element = b"<%sv>%s</%sv>" % (xml.prefix, stored.text, xml.prefix)
    inner = cell.inner or b""
    formula = xml.formula(cell)
    if old is not None:
        inner = inner[: old.start()] + element + inner[old.end() :]
    else:
        at = formula.end() if formula else 0
        inner = inner[:at] + element + inner[at:]
    attributes = cell.attributes if cell.inner is not None else cell.attributes[:-1]
    attributes = _TYPE.sub(b"", attributes).rstrip()
    if stored.kind != b"n":
        attributes += b' t="%s"' % stored.kind
    name = xml.prefix + b"c"
    return b"<%s%s>%s</%s>" % (name, attributes, inner, name)
