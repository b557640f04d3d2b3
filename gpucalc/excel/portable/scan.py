"""Where a workbook uses our functions: formulas of cells, and the places that must be refused."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property

from lxml import etree

from gpucalc.excel.book import Book, Sheet, local_name
from gpucalc.excel.portable.references import Place, References, shifted
from gpucalc.excel.portable.tokens import Arg, Call, every_call, our_calls, parse
from gpucalc.excel.read import plain
from gpucalc.excel.refs import Area, cell_name, parse_area, parse_cell
from gpucalc.excel.sheetxml import CellSpan, SheetXml, attribute
from gpucalc.excel.values import unescape
from gpucalc.registry import functions


@dataclass(eq=False)
class Formula:
    """A formula of a cell, shared ones written out; ``area`` is what an array formula fills.

    ``group`` tells the cells that share one formula in the file; "" for a formula of its own.
    """

    sheet: Sheet
    span: CellSpan
    text: str
    area: Area | None
    group: str
    links: Mapping[int, str] = field(repr=False)

    @property
    def place(self) -> Place:
        """Sheet, row and column."""
        return self.sheet.name, self.span.row, self.span.column

    @property
    def address(self) -> str:
        """The cell without its sheet."""
        return cell_name(self.span.row, self.span.column)

    @cached_property
    def tree(self) -> Arg:
        """The formula taken apart; most formulas of a book never need it."""
        return parse(self.text, lambda number: self.links.get(number, ""))

    @cached_property
    def calls(self) -> list[Call]:
        """The outermost calls of our functions."""
        return our_calls(self.tree) if mentioned().search(self.text) else []


@dataclass(frozen=True)
class Use:
    """A call outside of cells: what holds it ("name X", "conditional format Sheet1!A1:B3")."""

    en: str
    zh: str
    formula: str


class Scan:
    """A workbook read for our functions."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self.references = References(book)
        self.links = _links(book)
        self.formulas: list[Formula] = []
        self.data_tables: list[tuple[str, Area]] = []
        for sheet in self.worksheets:
            self.formulas += self._formulas(sheet)
        for formula in self.formulas:
            if formula.area is not None:
                self.references.spilled[formula.place] = formula.area

    @property
    def worksheets(self) -> list[Sheet]:
        """The sheets with cells."""
        return [s for s in self.book.sheets if s.kind == "worksheet"]

    def parse(self, text: str) -> Arg:
        """A formula with calls of our functions recognised."""
        return parse(text, lambda number: self.links.get(number, ""))

    def ours(self) -> list[Formula]:
        """The formulas that call our functions."""
        return [f for f in self.formulas if f.calls]

    def _formulas(self, sheet: Sheet) -> Iterator[Formula]:
        xml = self.book.sheet_xml(sheet)
        masters: dict[bytes, tuple[CellSpan, str]] = {}
        for span in xml.cells():
            found = xml.formula(span)
            if found is None:
                continue
            try:
                text = unescape(plain(found[2] or b""))
            except ValueError:
                raise self.book.broken(sheet.part) from None
            kind = attribute(found[1], b"t")
            ref = parse_area((attribute(found[1], b"ref") or b"").decode())
            if kind == b"dataTable":
                if ref is not None:
                    self.data_tables.append((sheet.name, ref))
                continue
            if kind == b"shared":
                index = attribute(found[1], b"si") or b""
                if text:
                    masters[index] = (span, text)
                elif index in masters:
                    master, text = masters[index]
                    text = shifted(text, span.row - master.row, span.column - master.column)
            area = ref._replace(sheet=sheet.name) if kind == b"array" and ref else None
            group = (attribute(found[1], b"si") or b"").decode() if kind == b"shared" else ""
            yield Formula(sheet, span, text, area, group, self.links)

    # -- outside of cells ------------------------------------------------------------------------

    def uses(self) -> Iterator[Use]:
        """Calls in defined names, conditional formats and data validations."""
        for name in self.book.names:
            if our_calls(self.parse(name.text)):
                where = f" ({name.sheet})" if name.sheet else ""
                yield Use(f"defined name {name.name}{where}", f"名称 {name.name}{where}", name.text)
        for sheet in self.worksheets:
            yield from self._rules(sheet, self.book.sheet_xml(sheet))

    def _rules(self, sheet: Sheet, xml: SheetXml) -> Iterator[Use]:
        outside = xml.data[: xml.data_start] + xml.data[xml.rows_end :]
        if not mentioned().search(outside.decode("utf-8", "replace")):
            return
        for element in self.book.xml(sheet.part).iter():
            if not isinstance(element.tag, str) or local_name(element) not in _RULES:
                continue
            parent = element.getparent()
            if parent is not None and local_name(parent) == "c":
                continue  # a cell's own
            text = element.text or ""
            if not our_calls(self.parse(text)):
                continue
            where = f"{sheet.name}!{_area(element)}"
            if any(local_name(p) == "dataValidation" for p in element.iterancestors()):
                yield Use(f"data validation {where}", f"数据验证 {where}", text)
            else:
                yield Use(f"conditional format {where}", f"条件格式 {where}", text)

    @cached_property
    def local_names(self) -> bool:
        """Whether any defined name belongs to one sheet."""
        return any(n.sheet and not n.name.startswith("_xlnm.") for n in self.book.names)

    # -- what nothing here can compute -----------------------------------------------------------

    @cached_property
    def odd_names(self) -> frozenset[str]:
        """Defined names (folded) that hold calls which are computed nowhere: ours, LAMBDA."""
        odd = {
            n.name.casefold()
            for n in self.book.names
            if our_calls(self.parse(n.text)) or "lambda(" in n.text.casefold()
        }
        while True:
            more = {
                n.name.casefold()
                for n in self.book.names
                if any(t.text.casefold() in odd for t in self.parse(n.text).tokens)
            }
            if more <= odd:
                return frozenset(odd)
            odd |= more


_RULES = frozenset(("formula", "formula1", "formula2", "f"))


@cache
def mentioned() -> re.Pattern[str]:
    """What a call of one of our functions looks like, ours or as LAMBDA."""
    names = "|".join(f.udf_name.replace("_", "[_.]") for f in functions().values())
    return re.compile(rf"(?:{names})\s*\(", re.IGNORECASE)


def _area(element: etree._Element) -> str:
    """The cells that a rule of a sheet is for."""
    for parent in element.iterancestors():
        if parent.get("sqref"):
            return str(parent.get("sqref"))
        inner = parent.findtext("{*}sqref")
        if inner:
            return inner
    return "?"


def _links(book: Book) -> dict[int, str]:
    """The files that [1], [2] ... in formulas stand for."""
    related = {r.id: r for r in book.relations(book.main_part)}
    found = {}
    for number, node in enumerate(book.children("externalReferences/externalReference"), 1):
        ids = [v for k, v in node.attrib.items() if etree.QName(str(k)).localname == "id"]
        relation = related.get(str(ids[0])) if ids else None
        if relation is None or relation.target not in book.package:
            continue
        targets = [r.target for r in book.relations(relation.target) if r.external]
        found[number] = targets[0] if targets else ""
    return found


def place_of(sheet: str, address: str) -> Place | None:
    """Sheet and address as a place."""
    cell = parse_cell(address)
    return None if cell is None else (sheet, *cell)


__all__ = ["Formula", "Scan", "Use", "every_call", "place_of"]
