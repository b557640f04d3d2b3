"""Changes to the parts of a package: sheets and names added, links removed, cells rewritten.

All by replacing spans of bytes, so that whatever a newer program wrote there stays.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from xml.sax.saxutils import escape, quoteattr

from gpucalc.excel.book import Book, Sheet, local_name
from gpucalc.excel.fill import _joined, _without_chain
from gpucalc.excel.portable.compute import Value
from gpucalc.excel.portable.helpers import FormulaText, NewSheet
from gpucalc.excel.portable.tokens import tokens
from gpucalc.excel.read import ErrorValue
from gpucalc.excel.refs import Area, cell_name, column_letters
from gpucalc.excel.sheetxml import CellSpan, SheetXml, attribute
from gpucalc.excel.splice import CellWriter, Target
from gpucalc.excel.values import number_text, xml_text

TYPES = "[Content_Types].xml"
_STRICT = b"http://purl.oclc.org/ooxml/spreadsheetml/main"
_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_SHEET_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_BEFORE_NAMES = ("externalReferences", "functionGroups", "sheets")


class Parts:
    """The parts of a workbook while they change."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self.changes: dict[str, bytes | None] = {}
        folder, _, name = book.main_part.rpartition("/")
        self.relations = f"{folder}/_rels/{name}.rels".lstrip("/")
        self.folder = f"{folder}/" if folder else ""

    def read(self, part: str) -> bytes:
        """A part as it is now."""
        changed = self.changes.get(part)
        return changed if changed is not None else self.book.package.read(part)

    def written(self) -> bytes:
        """The package."""
        return self.book.package.write(self.changes)

    # -- sheets and names ------------------------------------------------------------------------

    def add_sheet(self, sheet: NewSheet) -> None:
        """Adds a visible sheet after the others."""
        number = 1
        taken = {p.casefold() for p in (*self.book.package.names(), *self.changes)}
        while f"{self.folder}worksheets/sheet{number}.xml".casefold() in taken:
            number += 1
        part = f"{self.folder}worksheets/sheet{number}.xml"
        strict = _STRICT in self.read(self.book.main_part)[:4096]
        self.changes[part] = _sheet_xml(sheet, _STRICT.decode() if strict else _MAIN)
        office = "http://purl.oclc.org/ooxml/officeDocument/relationships" if strict else _OFFICE
        relations = self.read(self.relations)
        relation = _free(relations, b"rId")
        entry = (
            f'<Relationship Id="{relation}" Type="{office}/worksheet" '
            f'Target="worksheets/sheet{number}.xml"/>'
        )
        self.changes[self.relations] = _before_end(relations, "Relationships", entry)
        self.changes[TYPES] = _before_end(
            self.read(TYPES),
            "Types",
            f'<Override PartName="/{part}" ContentType="{_SHEET_TYPE}"/>',
        )
        main = self.read(self.book.main_part)
        ids = [int(n) for n in re.findall(rb'sheetId\s*=\s*["\'](\d+)["\']', main)]
        # openpyxl declares the prefix of r:id in each element, not at the top
        element = (
            f'<{_prefix(main)}sheet xmlns:r="{office}" name={quoteattr(sheet.name)} '
            f'sheetId="{max(ids, default=0) + 1}" r:id="{relation}"/>'
        )
        self.changes[self.book.main_part] = _before_end(main, "sheets", element)

    def add_names(self, names: Mapping[str, str]) -> None:
        """Adds defined names of the whole workbook."""
        if not names:
            return
        main = self.read(self.book.main_part)
        p = _prefix(main)
        entries = "".join(
            f"<{p}definedName name={quoteattr(name)}>{xml_text(text)}</{p}definedName>"
            for name, text in names.items()
        )
        if re.search(rb"</(?:[\w.\-]+:)?definedNames\s*>", main):
            self.changes[self.book.main_part] = _before_end(main, "definedNames", entries)
            return
        group = f"<{p}definedNames>{entries}</{p}definedNames>".encode()
        empty = re.search(rb"<(?:[\w.\-]+:)?definedNames\s*/>", main)
        if empty:
            new = main[: empty.start()] + group + main[empty.end() :]
        else:
            at = _after(main, _BEFORE_NAMES)
            new = main[:at] + group + main[at:]
        self.changes[self.book.main_part] = new

    def drop_names(self, names: Iterable[str]) -> None:
        """Removes defined names of the whole workbook."""
        main = self.read(self.book.main_part)
        for name in names:
            main = re.sub(
                rb"<((?:[\w.\-]+:)?)definedName\s[^>]*?\bname\s*=\s*[\"']"
                + re.escape(escape(name).encode())
                + rb"[\"'][^>]*>[^<]*</\1definedName\s*>",
                b"",
                main,
            )
        main = re.sub(rb"<((?:[\w.\-]+:)?)definedNames\s*>\s*</\1definedNames\s*>", b"", main)
        self.changes[self.book.main_part] = main

    def drop_chain(self) -> None:
        """Removes the calculation chain, which Excel makes anew without a word."""
        for part, content in _without_chain(self.book).items():
            if content is None:
                self.changes[part] = None
        related = [r for r in self.book.relations(self.book.main_part) if r.kind == "calcChain"]
        for relation in related:
            self._unlink(relation.id, relation.target)

    # -- cells -----------------------------------------------------------------------------------

    def set_cells(self, sheet: Sheet, cells: Mapping[tuple[int, int], CellContent]) -> None:
        """Gives cells a new formula or value, and keeps their formats."""
        xml = SheetXml.read(self.read(sheet.part), sheet.name, self.book.file)
        writer = _Writer(self.book, sheet, xml)
        wanted: dict[int, dict[int, Target]] = {}
        for (row, column), content in cells.items():
            wanted.setdefault(row, {})[column] = Target("", content)
        edits: list[tuple[int, int, bytes]] = []
        end = xml.rows_start
        for line in xml.rows():
            for number in sorted(n for n in wanted if n < line.number):
                edits += writer.new_row(line.start, number, wanted.pop(number))
            if line.number in wanted:
                edits += writer.changed_row(line, wanted.pop(line.number))
            end = line.end
        for number in sorted(wanted):
            end = xml.rows_end
            edits += writer.new_row(end, number, wanted[number])
        self.changes[sheet.part] = xml.splice([*_joined(edits), *writer.dimension()])

    # -- links -----------------------------------------------------------------------------------

    def drop_links(self, numbers: Iterable[int]) -> None:
        """Removes links to other workbooks that nothing uses, and renumbers the others."""
        doomed = sorted(set(numbers))
        if not doomed:
            return
        nodes = self.book.children("externalReferences/externalReference")
        ids = [
            str(next(v for k, v in n.attrib.items() if local_name_of(str(k)) == "id"))
            for n in nodes
        ]
        related = {r.id: r for r in self.book.relations(self.book.main_part)}
        main = self.read(self.book.main_part)
        for number in doomed:
            relation = related[ids[number - 1]]
            main = re.sub(
                rb"<(?:[\w.\-]+:)?externalReference\s[^>]*[\"']"
                + re.escape(relation.id.encode())
                + rb"[\"'][^>]*?(?:/>|>\s*</(?:[\w.\-]+:)?externalReference\s*>)",
                b"",
                main,
            )
            folder, _, name = relation.target.rpartition("/")
            self.changes[relation.target] = None
            rels = f"{folder}/_rels/{name}.rels"
            if rels in self.book.package:
                self.changes[rels] = None
            self._unlink(relation.id, relation.target)
        main = re.sub(
            rb"<((?:[\w.\-]+:)?)externalReferences\s*>\s*</\1externalReferences\s*>", b"", main
        )
        self.changes[self.book.main_part] = main
        new = {
            n: n - sum(d < n for d in doomed)
            for n in range(1, len(nodes) + 1)
            if n not in doomed and n > doomed[0]
        }
        if new:
            self._renumber(new)

    def _renumber(self, new: Mapping[int, int]) -> None:
        for part in (*self.book.package.names(), *self.changes):
            if not part.endswith(".xml") or self.changes.get(part, b"") is None:
                continue
            content = self.read(part)
            if b"[" not in content:
                continue
            changed = _FORMULAS.sub(
                lambda m: m[1] + renumbered(m[2].decode("utf-8"), new).encode("utf-8"), content
            )
            if changed != content:
                self.changes[part] = changed

    def _unlink(self, relation: str, part: str) -> None:
        wanted, name = re.escape(relation.encode()), re.escape(("/" + part).encode())
        linked = rb"<Relationship\s[^>]*\bId\s*=\s*[\"']" + wanted + rb"[\"'][^>]*/>"
        typed = rb"<Override\s[^>]*PartName\s*=\s*[\"']" + name + rb"[\"'][^>]*/>"
        self.changes[self.relations] = re.sub(linked, b"", self.read(self.relations))
        self.changes[TYPES] = re.sub(typed, b"", self.read(TYPES))


# Elements whose text is a formula, in sheets, names, tables and charts.
_FORMULAS = re.compile(
    rb"(<(?:[\w.\-]+:)?(?:f|formula|formula1|formula2|definedName|calculatedColumnFormula"
    rb"|totalsRowFormula)(?:\s[^>]*)?(?<!/)>)([^<]*\[[^<]*)"
)


def renumbered(formula: str, new: Mapping[int, int]) -> str:
    """A formula (as XML text) with [3] where it said [4]."""
    pieces = tokens(formula)
    for i, piece in enumerate(pieces):
        if piece.kind == "bracket" and piece.text[1:-1].isdigit():
            number = int(piece.text[1:-1])
            pieces[i] = piece._replace(text=f"[{new.get(number, number)}]")
        elif piece.kind == "quoted":
            text = re.sub(
                r"(?<=^')\[(\d+)\]", lambda m: f"[{new.get(int(m[1]), m[1])}]", piece.text
            )
            pieces[i] = piece._replace(text=text)
    return "".join(p.text for p in pieces)


class CellContent:
    """What a cell is given: a formula ("" for none), its value, the area of an array formula.

    ``computed`` says that the value is a formula's, where that stands in another cell.
    """

    __slots__ = ("area", "computed", "formula", "value")

    def __init__(
        self, formula: str, value: Value, area: Area | None = None, computed: bool = False
    ) -> None:
        self.formula, self.value, self.area = formula, value, area
        self.computed = computed or formula != ""


class _Writer(CellWriter):
    """Writes formulas beside values, and error values as such."""

    def changed_cell(self, span: CellSpan, target: Target) -> bytes:
        new = super().changed_cell(span, target)
        given, dynamic = target.value, attribute(span.attributes, b"cm")
        assert isinstance(given, CellContent)
        if dynamic and given.area is not None:  # it goes on spilling
            opened = b"<" + self.xml.prefix + b"c "
            new = new.replace(opened, opened + b'cm="' + dynamic + b'" ', 1)
        return new

    def content(self, row: int, column: int, target: Target) -> tuple[bytes, bytes]:
        given = target.value
        assert isinstance(given, CellContent)
        if not given.computed and type(given.value) is str and given.value:
            return super().content(row, column, Target("", given.value))
        kind, text = _stored(given.value)
        p = self.xml.prefix
        inner = b""
        if given.formula:
            array = "" if given.area is None else f' t="array" ref="{given.area.cells}"'
            inner = f"<f{array}>{xml_text(given.formula)}</f>".encode()
            inner = inner.replace(b"<f", b"<" + p + b"f", 1).replace(b"</f>", b"</" + p + b"f>")
        if text is not None:
            inner += b"<%sv>%s</%sv>" % (p, text.encode(), p)
        return (f' t="{kind}"'.encode() if kind != "n" and text is not None else b""), inner


def _stored(value: Value) -> tuple[str, str | None]:
    if value is None:
        return "n", None
    if isinstance(value, ErrorValue):
        return "e", str(value)
    if isinstance(value, str):
        return "str", xml_text(value)
    if isinstance(value, bool):
        return "b", str(int(value))
    return "n", number_text(value)


def _sheet_xml(sheet: NewSheet, namespace: str) -> bytes:
    rows: dict[int, list[tuple[int, str]]] = {}
    for (row, column), content in sorted(sheet.cells.items()):
        address = cell_name(row, column)
        if isinstance(content, FormulaText):
            cell = f'<c r="{address}"><f>{xml_text(content.text)}</f></c>'
        elif isinstance(content, str):
            space = ' xml:space="preserve"' if content != content.strip() else ""
            text = f"<is><t{space}>{xml_text(content)}</t></is>"
            cell = f'<c r="{address}" t="inlineStr">{text}</c>'
        else:
            cell = f'<c r="{address}"><v>{number_text(content)}</v></c>'
        rows.setdefault(row, []).append((column, cell))
    columns = [c for _, c in sheet.cells] or [1]
    area = f"A1:{column_letters(max(columns))}{max(rows, default=1)}"
    pane = ""
    if sheet.frozen:
        top = sheet.frozen + 1
        pane = (
            f'<pane ySplit="{sheet.frozen}" topLeftCell="A{top}" activePane="bottomLeft" '
            'state="frozen"/>'
        )
    cols = "".join(
        f'<col min="{c}" max="{c}" width="{w:g}" customWidth="1"/>'
        for c, w in sorted(sheet.widths.items())
    )
    data = "".join(
        f'<row r="{r}">{"".join(c for _, c in cells)}</row>' for r, cells in rows.items()
    )
    return (
        '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
        f'<worksheet xmlns="{namespace}"><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>'
        f'<dimension ref="{area}"/>'
        f'<sheetViews><sheetView workbookViewId="0">{pane}</sheetView></sheetViews>'
        f"{f'<cols>{cols}</cols>' if cols else ''}<sheetData>{data}</sheetData>"
        '<pageSetup paperSize="9" orientation="landscape" fitToHeight="0"/></worksheet>'
    ).encode()


def local_name_of(attribute: str) -> str:
    """An attribute's name without its namespace."""
    return attribute.rpartition("}")[2]


def _prefix(main: bytes) -> str:
    found = re.search(rb"<(?:([\w.\-]+):)?workbook[\s>]", main)
    return found[1].decode() + ":" if found and found[1] else ""


def _before_end(content: bytes, element: str, new: str) -> bytes:
    """The part with something put in before the end of an element."""
    ends = list(re.finditer(rb"</(?:[\w.\-]+:)?" + element.encode() + rb"\s*>", content))
    at = ends[-1].start()
    return content[:at] + new.encode() + content[at:]


def _after(main: bytes, elements: Iterable[str]) -> int:
    for element in elements:
        ends = list(re.finditer(rb"</(?:[\w.\-]+:)?" + element.encode() + rb"\s*>", main))
        if ends:
            return ends[-1].end()
    raise AssertionError("a workbook has sheets")


def _free(content: bytes, stem: bytes) -> str:
    used = {int(n) for n in re.findall(rb"[\"']" + stem + rb"(\d+)[\"']", content)}
    return stem.decode() + str(max(used, default=0) + 1)


__all__ = ["CellContent", "Parts", "local_name", "renumbered"]
