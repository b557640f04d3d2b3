"""What a workbook package says about itself: sheets, names, shared texts, date system.

Reading only. Every look-up goes through the relationships, as the standard asks: sheet3.xml is not
always the third sheet, and a defined name belongs to the sheet's position, not to its part.
"""

from __future__ import annotations

import posixpath
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple
from urllib.parse import unquote

from lxml import etree

from gpucalc.errors import TemplateError
from gpucalc.excel.package import Package
from gpucalc.excel.refs import Area, parse_area
from gpucalc.excel.sheetxml import SheetXml
from gpucalc.excel.values import unescape

_PARSER = etree.XMLParser(
    resolve_entities=False, no_network=True, huge_tree=True, remove_comments=True, remove_pis=True
)


class Relation(NamedTuple):
    """A relationship of a part; `kind` is the last word of its type, `target` a part name."""

    id: str
    kind: str
    target: str
    external: bool


class Sheet(NamedTuple):
    """A tab of the workbook; `kind` is "worksheet", "chartsheet", "dialogsheet" or other."""

    name: str
    part: str
    kind: str
    state: str


class DefinedName(NamedTuple):
    """A defined name; `sheet` is "" for the whole workbook, else the sheet it is local to."""

    name: str
    text: str
    sheet: str
    hidden: bool


def rich_text(element: etree._Element) -> str:
    """The text of an <si> or <is> element without its phonetic hints."""
    pieces = []
    for child in element:
        name = local_name(child)
        if name == "t":
            pieces.append(child.text or "")
        elif name == "r":
            pieces.extend(t.text or "" for t in child if local_name(t) == "t")
    return unescape("".join(pieces))


def local_name(element: etree._Element) -> str:
    """The tag without its namespace: transitional and strict files differ only there."""
    return etree.QName(element).localname


@dataclass(frozen=True)
class Book:
    """A workbook package with its own description read on demand."""

    package: Package
    _sheets: dict[str, SheetXml] = field(default_factory=dict, repr=False)

    @classmethod
    def open(cls, data: bytes, file: str = "") -> Book:
        """Open workbook bytes; raises TemplateError where they are none."""
        return cls(Package.open(data, file))

    @property
    def file(self) -> str:
        """The name used in messages."""
        return self.package.file

    def xml(self, part: str) -> etree._Element:
        """The parsed content of a small part."""
        data = self.package.read(part)
        # No part of a workbook may have a document type; only attacks (entity bombs) have one.
        if b"<!DOCTYPE" in data[:1024]:
            raise self.broken(part)
        try:
            return etree.fromstring(data, _PARSER)
        except etree.XMLSyntaxError as error:
            raise self.broken(part) from error

    def sheet_xml(self, sheet: Sheet) -> SheetXml:
        """The bytes of a worksheet with its cells located."""
        if sheet.part not in self._sheets:
            data = self.package.read(sheet.part)
            self._sheets[sheet.part] = SheetXml.read(data, sheet.name, self.file)
        return self._sheets[sheet.part]

    def adopt(self, sheet: Sheet, xml: SheetXml) -> None:
        """Take a sheet located before; its bytes must be those of the part."""
        self._sheets.setdefault(sheet.part, xml)

    def broken(self, part: str) -> TemplateError:
        """The error for a part that cannot be read."""
        return TemplateError(
            f"the part {part} is damaged; open the file in Excel, let it repair, and save it again",
            f"部件 {part} 已损坏；请在 Excel 中打开、修复并重新保存",
            file=self.file,
        )

    def relations(self, part: str) -> list[Relation]:
        """The relationships of a part ("" for the package itself)."""
        folder, _, name = part.rpartition("/")
        source = f"{folder}/_rels/{name}.rels" if folder else f"_rels/{name}.rels"
        if source not in self.package:
            return []
        found = []
        for item in self.xml(source):
            if local_name(item) != "Relationship":
                continue
            target, external = item.get("Target", ""), item.get("TargetMode") == "External"
            if not external:
                # A leading slash means the package root; parts are looked up as stored.
                base = "/" if target.startswith("/") else f"/{folder}/"
                target = posixpath.normpath(posixpath.join(base, unquote(target))).lstrip("/")
            kind = item.get("Type", "").rpartition("/")[2]
            found.append(Relation(item.get("Id", ""), kind, target, external))
        return found

    @cached_property
    def main_part(self) -> str:
        """The part that lists the sheets, usually xl/workbook.xml."""
        for relation in self.relations(""):
            if relation.kind == "officeDocument" and relation.target in self.package:
                return relation.target
        raise TemplateError(
            "this is no Excel workbook; give an .xlsx or .xlsm file",
            "这不是 Excel 工作簿；请提供 .xlsx 或 .xlsm 文件",
            file=self.file,
        )

    @cached_property
    def workbook(self) -> etree._Element:
        """The root of the main part."""
        if self.main_part.endswith(".bin"):
            raise TemplateError(
                "binary workbooks (.xlsb) cannot be filled; save it as .xlsx",
                "不支持二进制工作簿（.xlsb）；请另存为 .xlsx",
                file=self.file,
            )
        root = self.xml(self.main_part)
        if local_name(root) != "workbook":
            raise TemplateError(
                "this Office file is no Excel workbook; give an .xlsx or .xlsm file",
                "该 Office 文件不是 Excel 工作簿；请提供 .xlsx 或 .xlsm 文件",
                file=self.file,
            )
        return root

    def children(self, path: str) -> list[etree._Element]:
        """Elements of the workbook part by their local names: "sheets/sheet"."""
        found = [self.workbook]
        for name in path.split("/"):
            found = [child for node in found for child in node if local_name(child) == name]
        return found

    @cached_property
    def sheets(self) -> list[Sheet]:
        """All tabs in order."""
        related = {item.id: item for item in self.relations(self.main_part)}
        found = []
        for node in self.children("sheets/sheet"):
            ids = [v for k, v in node.attrib.items() if etree.QName(str(k)).localname == "id"]
            relation = related.get(str(ids[0])) if ids else None
            if relation is None:
                raise self.broken(self.main_part)
            state = node.get("state", "visible")
            found.append(Sheet(node.get("name", ""), relation.target, relation.kind, state))
        return found

    def sheet(self, name: str) -> Sheet | None:
        """The worksheet of that name; Excel does not distinguish upper and lower case."""
        folded = name.casefold()
        for sheet in self.sheets:
            if sheet.name.casefold() == folded:
                return sheet
        return None

    @cached_property
    def names(self) -> list[DefinedName]:
        """All defined names, in file order."""
        found = []
        for node in self.children("definedNames/definedName"):
            local = node.get("localSheetId")
            sheet = ""
            if local is not None:
                if not local.isdigit() or int(local) >= len(self.sheets):
                    raise self.broken(self.main_part)
                sheet = self.sheets[int(local)].name
            hidden = node.get("hidden") in ("1", "true")
            found.append(DefinedName(node.get("name", ""), node.text or "", sheet, hidden))
        return found

    def named(self, name: str) -> list[DefinedName]:
        """The names spelled like that, the whole workbook's first (it wins in most formulas)."""
        return self._by_name.get(name.casefold(), [])

    @cached_property
    def _by_name(self) -> dict[str, list[DefinedName]]:
        found: dict[str, list[DefinedName]] = {}
        for name in sorted(self.names, key=lambda name: name.sheet != ""):
            found.setdefault(name.name.casefold(), []).append(name)
        return found

    def area(self, name: DefinedName) -> tuple[Sheet, Area] | None:
        """The sheet and area a name points to; None for constants, formulas and lost references."""
        found = parse_area(name.text)
        if found is None or found.sheet is None:
            return None
        sheet = self.sheet(found.sheet)
        return None if sheet is None else (sheet, found)

    @cached_property
    def date1904(self) -> bool:
        """Whether day 0 is 1904-01-01, as old Macintosh workbooks have it."""
        return any(n.get("date1904") in ("1", "true") for n in self.children("workbookPr"))

    @cached_property
    def shared(self) -> list[str]:
        """The shared texts by index."""
        for relation in self.relations(self.main_part):
            if relation.kind == "sharedStrings" and relation.target in self.package:
                return [rich_text(n) for n in self.xml(relation.target) if local_name(n) == "si"]
        return []
