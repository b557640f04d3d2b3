"""Formulas of table columns: what Excel writes into the rows that a user adds."""

from __future__ import annotations

import re
from collections.abc import Iterator

from gpucalc.excel.portable.parts import Parts
from gpucalc.excel.portable.scan import Scan
from gpucalc.excel.portable.tokens import our_calls
from gpucalc.excel.read import plain
from gpucalc.excel.tables import tables
from gpucalc.excel.values import unescape

_FORMULA = re.compile(
    rb"<((?:[\w.\-]+:)?)(calculatedColumnFormula|totalsRowFormula)(?:\s[^>]*)?>([^<]*)</\1\2\s*>"
)
_COLUMN = re.compile(rb"<(?:[\w.\-]+:)?tableColumn\s[^>]*?\bname\s*=\s*(?:\"([^\"]*)\"|'([^']*)')")


def without_column_formulas(scan: Scan, parts: Parts) -> Iterator[tuple[str, str, str, str]]:
    """Removes those that call our functions; yields part, table, column and formula of each."""
    for sheet in scan.worksheets:
        for table in tables(scan.book, sheet):
            content = parts.read(table.part)
            pieces, at = [], 0
            for match in _FORMULA.finditer(content):
                text = unescape(plain(match[3]))
                if not our_calls(scan.parse(text)):
                    continue
                heads = list(_COLUMN.finditer(content, 0, match.start()))
                name = heads[-1][1] or heads[-1][2] or b"" if heads else b""
                pieces.append(content[at : match.start()])
                at = match.end()
                yield table.part, table.display, unescape(plain(name)), text
            if pieces:
                parts.changes[table.part] = b"".join([*pieces, content[at:]])


__all__ = ["without_column_formulas"]
