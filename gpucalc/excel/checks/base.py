"""What all checks share: findings, and a workbook whose parts are parsed once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from lxml import etree

from gpucalc.errors import TemplateError
from gpucalc.excel.book import Book, Sheet, local_name
from gpucalc.excel.tables import Table, tables


class Finding(NamedTuple):
    """Something that Excel, or a reader of the workbook, would stumble over."""

    code: str
    where: str  # "Sheet!B3", a sheet, a defined name or a part of the package
    message_en: str
    message_zh: str

    def text(self, lang: str = "en") -> str:
        """Place and message in one language."""
        return f"{self.where}: {self.message_zh if lang == 'zh' else self.message_en}"


@dataclass
class Context:
    """A workbook under test."""

    book: Book
    known_functions: frozenset[str] = frozenset()
    damaged: set[str] = field(default_factory=set)  # parts that are no XML; reported once
    _roots: dict[str, etree._Element] = field(default_factory=dict)

    def root(self, part: str) -> etree._Element | None:
        """The parsed part; None where it is missing or damaged."""
        if part in self._roots:
            return self._roots[part]
        if part not in self.book.package or part in self.damaged:
            return None
        try:
            self._roots[part] = self.book.xml(part)
        except TemplateError:
            self.damaged.add(part)
            return None
        return self._roots[part]

    @cached_property
    def worksheets(self) -> list[tuple[Sheet, etree._Element]]:
        """The worksheets that can be read, with their XML."""
        found = []
        for sheet in self.book.sheets:
            root = self.root(sheet.part) if sheet.kind == "worksheet" else None
            if root is not None:
                found.append((sheet, root))
        return found

    @cached_property
    def tables(self) -> list[tuple[Sheet, Table]]:
        """All tables with their sheets."""
        return [
            (sheet, table) for sheet, _ in self.worksheets for table in tables(self.book, sheet)
        ]


Check = Callable[[Context], Iterator[Finding]]


def child(root: etree._Element, name: str) -> etree._Element | None:
    """The first child element of that local name."""
    return next((node for node in root if local_name(node) == name), None)


def grandchildren(root: etree._Element, path: str) -> Iterator[etree._Element]:
    """Elements two levels down: "mergeCells/mergeCell"."""
    outer, _, inner = path.partition("/")
    for group in root:
        if local_name(group) == outer:
            yield from (node for node in group if local_name(node) == inner)
