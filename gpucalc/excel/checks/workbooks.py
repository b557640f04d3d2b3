"""Sheet names, defined names, print areas and tables."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from gpucalc.excel.book import DefinedName
from gpucalc.excel.checks.base import Context, Finding, child, grandchildren
from gpucalc.excel.checks.formulas import formula_flaws
from gpucalc.excel.names import name_flaw, sheet_flaw, table_flaw
from gpucalc.excel.read import read_cells
from gpucalc.excel.refs import cell_name, parse_area

_REFERENCE = r"""(?:'(?P<q>(?:[^']|'')+)'|(?P<p>[^\s'!(),]+))!"""
_WHOLE = re.compile(_REFERENCE + r"(?:\$?[A-Z]{1,3}:\$?[A-Z]{1,3}|\$?[0-9]+:\$?[0-9]+)")
_BUILT_IN = ("Print_Area", "Print_Titles", "_FilterDatabase", "Criteria", "Extract", "Database")


def sheet_names(context: Context) -> Iterator[Finding]:
    """Names that Excel takes, each once; at least one sheet that can be seen."""
    sheets = context.book.sheets
    seen: set[str] = set()
    for sheet in sheets:
        flaw = sheet_flaw(sheet.name)
        if flaw:
            yield Finding("sheet-name", sheet.name, *flaw)
        if sheet.name.casefold() in seen:
            yield Finding(
                "sheet-name",
                sheet.name,
                "another sheet has the same name (capitals do not count)",
                "与另一工作表重名（不区分大小写）",
            )
        seen.add(sheet.name.casefold())
    if sheets and all(sheet.state != "visible" for sheet in sheets):
        yield Finding(
            "sheet-hidden", context.book.main_part, "no sheet is visible", "没有可见的工作表"
        )


def defined_names(context: Context) -> Iterator[Finding]:
    """Legal, unique names with a reference that Excel keeps."""
    seen: set[tuple[str, str]] = set()
    for name in context.book.names:
        where = f"{name.sheet}!{name.name}" if name.sheet else name.name
        key = (name.name.casefold(), name.sheet.casefold())
        if key in seen:
            yield Finding(
                "name",
                where,
                "the name is defined twice (capitals do not count)",
                "名称重复定义（不区分大小写）",
            )
        seen.add(key)
        if name.name.startswith("_xlnm."):
            yield from _print_name(context, name, where)
            continue
        if name.name in _BUILT_IN[:2]:
            yield Finding(
                "print-name",
                where,
                f"the name must be stored as _xlnm.{name.name}",
                f"该名称应存储为 _xlnm.{name.name}",
            )
        flaw = name_flaw(name.name)
        if flaw:
            yield Finding("name", where, *flaw)
        yield from _reference(context, name, where)


def _reference(context: Context, name: DefinedName, where: str) -> Iterator[Finding]:
    area = parse_area(name.text)
    if "#REF!" in name.text:
        yield Finding(
            "name-reference",
            where,
            f"the name points to a lost cell: {name.text}",
            f"名称指向已丢失的单元格：{name.text}",
        )
    elif area is None:
        for flaw in formula_flaws(name.text, context.known_functions):
            yield Finding(flaw.code, where, flaw.en, flaw.zh)
    elif area.sheet is None:
        yield Finding(
            "name-reference",
            where,
            f"the reference {name.text} names no sheet",
            f"引用 {name.text} 未指明工作表",
        )
    elif context.book.sheet(area.sheet) is None:
        yield Finding(
            "name-reference",
            where,
            f"there is no sheet {area.sheet!r}",
            f"没有工作表“{area.sheet}”",
        )
    elif name.text.rpartition("!")[2].count("$") < 2 * (1 + (":" in name.text.rpartition("!")[2])):
        yield Finding(
            "name-relative",
            where,
            f"{name.text} has no $ signs, so it points elsewhere from every cell",
            f"{name.text} 缺少 $，在不同单元格中指向不同位置",
        )


def _print_name(context: Context, name: DefinedName, where: str) -> Iterator[Finding]:
    if name.name.removeprefix("_xlnm.") not in ("Print_Area", "Print_Titles"):
        return
    # OFFSET and the like are legal; only plain references are taken apart.
    if "(" in name.text:
        return
    for piece in _split_references(name.text):
        area, whole = parse_area(piece), _WHOLE.fullmatch(piece)
        sheet: str | None = None
        if whole:
            sheet = whole["p"] if whole["q"] is None else whole["q"].replace("''", "'")
        elif area is not None and name.name.endswith("Print_Area"):
            sheet = area.sheet
        if sheet is None or sheet.casefold() != name.sheet.casefold():
            yield Finding(
                "print-name",
                where,
                f"{piece!r} is no area of the sheet {name.sheet!r}; apostrophes in its name are "
                "doubled, and the name is quoted",
                f"“{piece}”不是工作表“{name.sheet}”的区域；表名中的单引号须写两次并加引号",
            )


def _split_references(text: str) -> list[str]:
    """Parts of a union reference; commas inside quoted sheet names do not count."""
    return [piece for piece in re.findall(r"(?:'(?:[^']|'')*'|[^',])+", text) if piece]


def table_names(context: Context) -> Iterator[Finding]:
    """Names and ids of tables: legal, and once in the workbook."""
    names = {name.name.casefold() for name in context.book.names if not name.sheet}
    seen: set[str] = set()
    ids = Counter(table.id for _, table in context.tables)
    for sheet, table in context.tables:
        where = f"{sheet.name}!{table.display}"
        flaw = table_flaw(table.display)
        if flaw:
            yield Finding("table-name", where, *flaw)
        if table.display.casefold() in seen | names:
            yield Finding(
                "table-name",
                where,
                "another table or name is called the same (capitals do not count)",
                "与其他表格或名称重名（不区分大小写）",
            )
        seen.add(table.display.casefold())
        if ids[table.id] > 1:
            yield Finding(
                "table-name",
                where,
                f"two tables have the id {table.id}",
                f"两个表格的编号均为 {table.id}",
            )


def table_shapes(context: Context) -> Iterator[Finding]:
    """Columns, headings and place of tables."""
    cells = read_cells(context.book) if context.tables else {}
    for sheet, table in context.tables:
        where = f"{sheet.name}!{table.display}"
        folded = [column.casefold() for column in table.columns]
        for column in sorted({c for c in table.columns if folded.count(c.casefold()) > 1}):
            yield Finding(
                "table-heading",
                where,
                f"two columns are called {column!r} (capitals do not count)",
                f"列名“{column}”重复（不区分大小写）",
            )
        if table.area is None or table.area.right - table.area.left + 1 != len(table.columns):
            yield Finding(
                "table-shape",
                where,
                f"the table has {len(table.columns)} columns but covers "
                f"{table.area.cells if table.area else 'no area'}",
                f"表格有 {len(table.columns)} 列，与区域 "
                f"{table.area.cells if table.area else '无'} 不符",
            )
            continue
        if table.area.bottom - table.area.top < table.header_rows:
            yield Finding("table-shape", where, "the table has no data row", "表格没有数据行")
        if not table.header_rows:
            continue
        for offset, column in enumerate(table.columns):
            place = cell_name(table.area.top, table.area.left + offset)
            cell = cells.get((sheet.name, place))
            shown = None if cell is None else cell.value
            # Line breaks in headings are spelled differently by writers; Excel does not mind.
            if not isinstance(shown, str) or shown.split() != column.split() or not column:
                yield Finding(
                    "table-heading",
                    f"{sheet.name}!{place}",
                    f"the heading is {shown!r} but the table's column is called {column!r}",
                    f"标题单元格为 {shown!r}，而表格列名为“{column}”",
                )


def table_places(context: Context) -> Iterator[Finding]:
    """No table meets another table, a merged cell or the sheet's own filter."""
    for sheet, root in context.worksheets:
        own = [table for owner, table in context.tables if owner == sheet and table.area]
        merged = [
            area
            for node in grandchildren(root, "mergeCells/mergeCell")
            if (area := parse_area(node.get("ref", "")))
        ]
        node = child(root, "autoFilter")
        filtered = None if node is None else parse_area(node.get("ref", ""))
        for position, table in enumerate(own):
            assert table.area is not None
            where = f"{sheet.name}!{table.display}"
            for other in own[position + 1 :]:
                if other.area is not None and table.area.meets(other.area):
                    yield Finding(
                        "table-overlap",
                        where,
                        f"the table overlaps the table {other.display}",
                        f"与表格 {other.display} 重叠",
                    )
            for area in merged:
                if table.area.meets(area):
                    yield Finding(
                        "table-overlap",
                        where,
                        f"merged cells {area.cells} lie in the table",
                        f"表格内有合并单元格 {area.cells}",
                    )
            if filtered is not None and table.area.meets(filtered):
                yield Finding(
                    "table-overlap",
                    where,
                    f"the filter of the sheet ({filtered.cells}) lies over the table",
                    f"工作表筛选区域 {filtered.cells} 与表格重叠",
                )
