"""The points that charts carry: what previewers, phones and converters draw.

A chart names the cells that it shows and keeps a copy of their values. Excel renews the copy on
opening; whoever draws a file without computing shows the copy, and shows an empty chart where there
is none. Only the copies are written; everything else of a chart stays byte for byte.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from xml.sax.saxutils import escape, unescape

from gpucalc.excel.book import Book
from gpucalc.excel.read import ErrorValue, read_values
from gpucalc.excel.refs import Area, cell_name, parse_area, parse_cell
from gpucalc.excel.sheetxml import CellSpan
from gpucalc.excel.stored import Stored

_PART = re.compile(r"xl/charts/[^/]*\.xml")
_REFERENCE = re.compile(
    rb"<((?:\w+:)?)(num|str)Ref>\s*<\1f>([^<]*)</\1f>\s*"
    rb"(?:<\1\2Cache>(.*?)</\1\2Cache>\s*)?(?=<)",
    re.DOTALL,
)
_FORMAT = re.compile(rb"<(?:\w+:)?formatCode>[^<]*</(?:\w+:)?formatCode>")
_QUOTES = {"&apos;": "'", "&quot;": '"'}
# A chart over whole columns would carry a million points; nobody's preview needs them.
_MOST_POINTS = 5_000

Values = dict[tuple[str, str], float | str | bool]
Results = Iterable[tuple[CellSpan, Stored]]


def refreshed(book: Book, computed: Mapping[str, Results] | None = None) -> dict[str, bytes]:
    """The chart parts whose points differ from the values of the cells, with new points.

    ``computed`` are results by sheet name that the book does not store yet; they go before what it
    stores.
    """
    charts = {n: book.package.read(n) for n in book.package.entries if _PART.fullmatch(n)}
    wanted = {
        place
        for part in charts.values()
        for match in _REFERENCE.finditer(part)
        for place in _places(match[3])
    }
    if not wanted:
        return {}
    values = read_values(book, wanted)
    for sheet in {sheet for sheet, _ in wanted} & set(computed or ()):
        positions = {parse_cell(address): address for name, address in wanted if name == sheet}
        for cell, stored in (computed or {})[sheet]:
            address = positions.get(cell[:2])
            if address is not None:
                values[sheet, address] = _value(stored)
    changed = {}
    for name, part in charts.items():
        new = _REFERENCE.sub(lambda match: _with_points(match, values), part)
        if new != part:
            changed[name] = new
    return changed


def _value(stored: Stored) -> float | str | bool:
    if stored.kind == b"n":
        return float(stored.text)
    if stored.kind == b"b":
        return stored.text == b"1"
    text = unescape(stored.text.decode("utf-8"), _QUOTES)
    return ErrorValue(text) if stored.kind == b"e" else text


def _area(formula: bytes) -> Area | None:
    """The cells that a chart names; None for names, several areas and whole columns."""
    area = parse_area(unescape(formula.decode("utf-8"), _QUOTES))
    if area is None or area.sheet is None:
        return None
    count = (area.bottom - area.top + 1) * (area.right - area.left + 1)
    return area if count <= _MOST_POINTS else None


def _places(formula: bytes) -> Iterator[tuple[str, str]]:
    area = _area(formula)
    if area is None or area.sheet is None:
        return
    for row in range(area.top, area.bottom + 1):
        for column in range(area.left, area.right + 1):
            yield area.sheet, cell_name(row, column)


def _with_points(match: re.Match[bytes], values: Values) -> bytes:
    """A reference with the points of its cells; as it was where its cells cannot be told."""
    if _area(match[3]) is None:
        return match[0]
    prefix, kind = match[1], match[2]
    places = list(_places(match[3]))
    known = _FORMAT.search(match[4] or b"")
    style = known[0] if known else b"<%bformatCode>General</%bformatCode>" % (prefix, prefix)
    points = b"".join(_points(prefix, kind, places, values))
    cache = b"<%b%bCache>%b<%bptCount val=\"%d\"/>%b</%b%bCache>" % (
        prefix, kind, style if kind == b"num" else b"", prefix, len(places), points, prefix, kind,
    )  # fmt: skip
    return b"<%b%bRef><%bf>%b</%bf>%b" % (prefix, kind, prefix, match[3], prefix, cache)


def _points(
    prefix: bytes, kind: bytes, places: list[tuple[str, str]], values: Values
) -> Iterator[bytes]:
    """A point for every cell that holds something of the kind; blanks leave a gap."""
    for index, place in enumerate(places):
        value = values.get(place)
        if kind == b"num":
            if isinstance(value, bool) or not isinstance(value, int | float):
                continue
            text = repr(float(value)).removesuffix(".0")
        elif value is None or value == "" or isinstance(value, ErrorValue):
            continue
        else:
            shown = value if isinstance(value, str) else f"{value:.15g}"
            text = escape(shown)
        yield b"<%bpt idx=\"%d\"><%bv>%b</%bv></%bpt>" % (
            prefix, index, prefix, text.encode(), prefix, prefix,
        )  # fmt: skip
