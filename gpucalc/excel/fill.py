"""Values into the cells of a template, with everything else left byte for byte as it was.

A template belongs to the user: logos, text boxes, conditional formats of newer Excel versions and
extra sheets must survive. So only the cells that change are replaced inside the sheet's XML, and
all other parts of the package are copied as they are packed.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping

from gpucalc.errors import TemplateError
from gpucalc.excel.book import Book, Sheet
from gpucalc.excel.read import ErrorValue, read_cells, read_formulas, read_names, read_values
from gpucalc.excel.refs import Area, cell_name, parse_area
from gpucalc.excel.save import write_atomically
from gpucalc.excel.sheetxml import CellSpan, SheetXml, attribute
from gpucalc.excel.splice import CellWriter, Target
from gpucalc.excel.tables import header_cells

__all__ = [
    "ErrorValue",
    "fill",
    "read_cells",
    "read_formulas",
    "read_names",
    "read_values",
    "write_atomically",
]


def fill(
    template: bytes, values: Mapping[str, object], *, allow_formula: bool = False, file: str = ""
) -> bytes:
    """The template with values in the cells that the keys name.

    A key is a defined name (``in_customer``) or an address (``Sheet1!B3``, ``'报价 单'!B3``).
    A value is text (never read as a formula), a number, a date, a truth value, or None to empty the
    cell. Formats stay; stored results of formulas are not updated (see `recalc.recalculate`).
    ``file`` is the template's name for messages.

    Raises TemplateError, naming the place: unknown name or sheet, a cell inside a merge, a formula
    (unless ``allow_formula``), a table heading, or a value that no cell can hold.
    """
    book = Book.open(template, file)
    changes: dict[str, bytes | None] = {}
    formulas_lost = False
    for sheet, targets in _by_sheet(book, values).items():
        xml = book.sheet_xml(sheet)
        _refuse_targets(book, sheet, xml, targets)
        edits, lost = _edits(book, sheet, xml, targets, allow_formula)
        formulas_lost |= lost
        if edits:
            changes[sheet.part] = xml.splice(edits)
    if formulas_lost:
        changes.update(_without_chain(book))
    return book.package.write(changes)


def _by_sheet(
    book: Book, values: Mapping[str, object]
) -> dict[Sheet, dict[tuple[int, int], Target]]:
    targets: dict[Sheet, dict[tuple[int, int], Target]] = {}
    for key, value in values.items():
        sheet, row, column = _resolve(book, key)
        cells = targets.setdefault(sheet, {})
        other = cells.setdefault((row, column), Target(key, value))
        if other.key != key:
            raise TemplateError(
                f"{key} and {other.key} are the same cell; give one of them",
                f"{key} 与 {other.key} 指向同一单元格；请只给出一个",
                file=book.file,
                sheet=sheet.name,
                cell=cell_name(row, column),
            )
    return targets


def _resolve(book: Book, key: str) -> tuple[Sheet, int, int]:
    if "!" in key:
        area = parse_area(key)
        if area is None or area.sheet is None or not area.single:
            raise TemplateError(
                f"{key!r} is no cell; write Sheet1!B3 or 'Sheet 1'!B3",
                f"{key!r} 不是单元格地址；请写成 Sheet1!B3 或 'Sheet 1'!B3",
                file=book.file,
            )
        found = book.sheet(area.sheet)
        if found is None or found.kind != "worksheet":
            names = [sheet.name for sheet in book.sheets if sheet.kind == "worksheet"]
            raise TemplateError(
                f"the workbook has no sheet {area.sheet!r}; it has: {', '.join(names)}",
                f"工作簿没有工作表“{area.sheet}”；现有：{'、'.join(names)}",
                file=book.file,
            )
        return found, area.top, area.left
    candidates = book.named(key)
    if not candidates or (len(candidates) > 1 and candidates[0].sheet):
        _raise_unknown(book, key, [name.sheet for name in candidates])
    located = book.area(candidates[0])
    if located is None or located[0].kind != "worksheet":
        raise TemplateError(
            f"the name {key} points to {candidates[0].text or 'nothing'}, not to a cell; correct "
            "it in the Name Manager of the template",
            f"名称 {key} 指向 {candidates[0].text or '空'}，不是单元格；请在模板的名称管理器中更正",
            file=book.file,
        )
    sheet, area = located
    if not area.single:
        xml = book.sheet_xml(sheet)
        if area._replace(sheet=None) not in xml.merged:
            raise TemplateError(
                f"the name {key} covers several cells ({area.cells}); one value needs one cell",
                f"名称 {key} 覆盖多个单元格（{area.cells}）；一个值只能对应一个单元格",
                file=book.file,
                sheet=sheet.name,
                cell=cell_name(*area.anchor),
            )
    return sheet, area.top, area.left


def _raise_unknown(book: Book, key: str, sheets: list[str]) -> None:
    if sheets:
        raise TemplateError(
            f"the name {key} exists on several sheets ({', '.join(sheets)}); give an address",
            f"名称 {key} 在多个工作表中存在（{'、'.join(sheets)}）；请改用单元格地址",
            file=book.file,
        )
    known = [name.name for name in book.names if not name.name.startswith("_xlnm.")]
    near = difflib.get_close_matches(key, known, 3)
    raise TemplateError(
        f"the template has no cell named {key}"
        + (f"; did you mean {', '.join(near)}?" if near else "; define the name in the template"),
        f"模板中没有名为 {key} 的单元格"
        + (f"；是否指 {'、'.join(near)}？" if near else "；请在模板中定义该名称"),
        file=book.file,
    )


def _refuse_targets(
    book: Book, sheet: Sheet, xml: SheetXml, targets: Mapping[tuple[int, int], Target]
) -> None:
    merged = xml.merged
    headings = header_cells(book, sheet) if any(True for _ in xml.tags(b"tablePart")) else {}
    for (row, column), target in targets.items():
        place = {"file": book.file, "sheet": sheet.name, "cell": cell_name(row, column)}
        for area in merged:
            if area.holds(row, column) and (row, column) != area.anchor:
                anchor = cell_name(*area.anchor)
                raise TemplateError(
                    f"the cell lies inside the merged cells {area.cells}; write to {anchor}",
                    f"该单元格位于合并区域 {area.cells} 内；请写入 {anchor}",
                    **place,
                )
        heading = headings.get((row, column))
        if heading is not None and target.value != heading:
            raise TemplateError(
                f"the cell is the heading {heading!r} of a table; Excel calls the file damaged "
                "when it differs from the table's column",
                f"该单元格是表格列标题“{heading}”；与表格列名不一致时 Excel 会提示文件损坏",
                **place,
            )


def _edits(
    book: Book,
    sheet: Sheet,
    xml: SheetXml,
    targets: Mapping[tuple[int, int], Target],
    allow_formula: bool,
) -> tuple[list[tuple[int, int, bytes]], bool]:
    edits: list[tuple[int, int, bytes]] = []
    lost = False
    wanted: dict[int, dict[int, Target]] = {}
    for (number, column), target in targets.items():
        wanted.setdefault(number, {})[column] = target
    arrays = [area for area, _ in xml.arrays()]
    writer = CellWriter(book, sheet, xml)
    end = xml.rows_start
    for row in xml.rows():
        for number in sorted(n for n in wanted if n < row.number):
            edits += writer.new_row(row.start, number, wanted.pop(number))
        if row.number in wanted:
            columns = wanted.pop(row.number)
            for span in xml.cells(row):
                if span.column in columns:
                    lost |= _refuse_formula(book, sheet, xml, span, arrays, allow_formula)
            edits += writer.changed_row(row, columns)
        end = row.end
    if wanted:
        end = xml.rows_end
        for number in sorted(wanted):
            edits += writer.new_row(end, number, wanted[number])
    edits = _joined(edits)
    if xml.self_closed and edits:
        # <sheetData/> has no room: it is replaced by an open pair around the new rows.
        rows = b"".join(piece for _, _, piece in edits)
        tag = xml.data[xml.data_start : xml.rows_start]
        opened = tag.rstrip()[:-2].rstrip() + b">"
        closing = b"</" + xml.prefix + b"sheetData>"
        edits = [(xml.data_start, xml.rows_start, opened + rows + closing)]
    return edits + writer.dimension(), lost


def _joined(edits: list[tuple[int, int, bytes]]) -> list[tuple[int, int, bytes]]:
    # Insertions at one place keep the order in which they were made.
    joined: dict[tuple[int, int], bytes] = {}
    for start, end, piece in edits:
        joined[start, end] = joined.get((start, end), b"") + piece
    return [(start, end, piece) for (start, end), piece in joined.items()]


def _refuse_formula(
    book: Book,
    sheet: Sheet,
    xml: SheetXml,
    span: CellSpan,
    arrays: list[Area],
    allow_formula: bool,
) -> bool:
    """Whether a formula gives way; raises where none may."""
    place = {"file": book.file, "sheet": sheet.name, "cell": cell_name(span.row, span.column)}
    if any(area.holds(span.row, span.column) for area in arrays):
        raise TemplateError(
            "the cell is part of an array formula or data table, which can only change as a whole",
            "该单元格属于数组公式或模拟运算表，只能整体修改",
            **place,
        )
    formula = xml.formula(span)
    if formula is None:
        return False
    if not allow_formula:
        raise TemplateError(
            "the cell holds a formula and is not overwritten; name an input cell instead",
            "该单元格为公式，不会被覆盖；请改用输入单元格",
            **place,
        )
    if attribute(formula[1], b"t") == b"shared" and attribute(formula[1], b"ref"):
        raise TemplateError(
            "other cells share this cell's formula, so it cannot be replaced",
            "其他单元格共用该单元格的公式，无法替换",
            **place,
        )
    return True


def _without_chain(book: Book) -> dict[str, bytes | None]:
    """The changes that drop the calculation chain.

    It lists every formula cell; Excel reports damage when a listed cell has no formula, and
    rebuilds the chain silently when there is none.
    """
    for relation in book.relations(book.main_part):
        if relation.kind == "calcChain" and relation.target in book.package:
            folder, _, name = book.main_part.rpartition("/")
            rels = f"{folder}/_rels/{name}.rels".lstrip("/")
            wanted = re.escape(relation.id.encode())
            linked = re.compile(
                rb"<Relationship\s[^>]*\bId\s*=\s*[\"']" + wanted + rb"[\"'][^>]*/>"
            )
            part = re.escape(("/" + relation.target).encode())
            typed = re.compile(rb"<Override\s[^>]*PartName\s*=\s*[\"']" + part + rb"[\"'][^>]*/>")
            return {
                relation.target: None,
                rels: linked.sub(b"", book.package.read(rels)),
                "[Content_Types].xml": typed.sub(b"", book.package.read("[Content_Types].xml")),
            }
    return {}
