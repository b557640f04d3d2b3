"""What surrounds the cells: element order, merges, validations, links, headers, formats."""

from __future__ import annotations

from collections.abc import Iterator

from lxml import etree

from gpucalc.excel.book import local_name
from gpucalc.excel.checks.base import Context, Finding, child, grandchildren
from gpucalc.excel.checks.formulas import formula_flaws
from gpucalc.excel.refs import Area, parse_area
from gpucalc.excel.values import text_length, unescape

# CT_Worksheet in ECMA-376 part 1; Excel calls a sheet damaged whose elements come in another order.
_CHILDREN = """
    sheetPr dimension sheetViews sheetFormatPr cols sheetData sheetCalcPr sheetProtection
    protectedRanges scenarios autoFilter sortState dataConsolidate customSheetViews mergeCells
    phoneticPr conditionalFormatting dataValidations hyperlinks printOptions pageMargins
    pageSetup headerFooter rowBreaks colBreaks customProperties cellWatches ignoredErrors
    smartTags drawing legacyDrawing legacyDrawingHF drawingHF picture oleObjects controls
    webPublishItems tableParts extLst
"""
_ORDER = {name: position for position, name in enumerate(_CHILDREN.split())}
_MANY = {"conditionalFormatting", "cols"}
_LIMITS = {"promptTitle": 32, "errorTitle": 32, "prompt": 255, "error": 255}
_LIST_LIMIT = 255
_HEADER_LIMIT = 255
_URL_LIMIT = 2_079
_LINKS_LIMIT = 65_530
_PROPERTY_LIMIT = 255


def element_order(context: Context) -> Iterator[Finding]:
    """The children of a worksheet in the order of the standard, each once."""
    for sheet, root in context.worksheets:
        last, last_name = -1, ""
        for node in root:
            name = local_name(node)
            position = _ORDER.get(name)
            if position is None:  # AlternateContent and the like may stand anywhere
                continue
            if position < last or (position == last and name not in _MANY):
                yield Finding(
                    "order",
                    sheet.name,
                    f"the element {name} must not follow {last_name}",
                    f"元素 {name} 不能位于 {last_name} 之后",
                )
            last, last_name = position, name


def merges(context: Context) -> Iterator[Finding]:
    """Merged areas are rectangles of several cells and do not overlap."""
    for sheet, root in context.worksheets:
        areas: list[Area] = []
        for node in grandchildren(root, "mergeCells/mergeCell"):
            area = parse_area(node.get("ref", ""))
            if area is None or area.single:
                yield Finding(
                    "merge",
                    f"{sheet.name}!{node.get('ref', '')}",
                    "a merge needs at least two cells",
                    "合并区域至少包含两个单元格",
                )
            else:
                areas.append(area)
        # Sorted by their first row, only neighbours can overlap.
        areas.sort(key=lambda area: area.top)
        open_areas: list[Area] = []
        for area in areas:
            open_areas = [other for other in open_areas if other.bottom >= area.top]
            for other in open_areas:
                if area.meets(other):
                    yield Finding(
                        "merge",
                        f"{sheet.name}!{area.cells}",
                        f"the merge overlaps {other.cells}",
                        f"与合并区域 {other.cells} 重叠",
                    )
            open_areas.append(area)


def validations(context: Context) -> Iterator[Finding]:
    """Limits of data validation."""
    for sheet, root in context.worksheets:
        for node in grandchildren(root, "dataValidations/dataValidation"):
            where = f"{sheet.name}!{node.get('sqref', '')}"
            for attribute, limit in _LIMITS.items():
                length = text_length(unescape(node.get(attribute, "")))
                if length > limit:
                    yield Finding(
                        "validation",
                        where,
                        f"{attribute} has {length} characters; Excel takes {limit}",
                        f"{attribute} 有 {length} 个字符，Excel 最多 {limit} 个",
                    )
            for name in ("formula1", "formula2"):
                formula = child(node, name)
                text = "" if formula is None else formula.text or ""
                is_list = node.get("type") == "list" and text.startswith('"')
                if is_list and text_length(text[1:-1].replace('""', '"')) > _LIST_LIMIT:
                    yield Finding(
                        "validation",
                        where,
                        f"the list has {len(text) - 2} characters; Excel takes {_LIST_LIMIT}: "
                        "put it into cells and name them",
                        f"下拉列表有 {len(text) - 2} 个字符，Excel 最多 {_LIST_LIMIT} 个："
                        "请放入单元格并命名",
                    )
                elif formula is not None:
                    yield from _formula(context, text, where)


def _formula(context: Context, text: str, where: str) -> Iterator[Finding]:
    for flaw in formula_flaws(text, context.known_functions):
        yield Finding(flaw.code, where, flaw.en, flaw.zh)


def conditional_formats(context: Context) -> Iterator[Finding]:
    """Rules refer to formats that exist, and their formulas can be read."""
    count = 0
    for relation in context.book.relations(context.book.main_part):
        styles = context.root(relation.target) if relation.kind == "styles" else None
        formats = None if styles is None else child(styles, "dxfs")
        count = len(formats) if formats is not None else count
    for sheet, root in context.worksheets:
        for node in root:
            if local_name(node) != "conditionalFormatting":
                continue
            where = f"{sheet.name}!{node.get('sqref', '')}"
            for rule in node:
                index = rule.get("dxfId")
                if index is not None and (not index.isdigit() or int(index) >= count):
                    yield Finding(
                        "style",
                        where,
                        f"the conditional format {index} does not exist ({count} exist)",
                        f"条件格式编号 {index} 不存在（共 {count} 个）",
                    )
                for part in rule:
                    if local_name(part) == "formula":
                        yield from _formula(context, part.text or "", where)


def links(context: Context) -> Iterator[Finding]:
    """Length and number of hyperlinks."""
    for sheet, root in context.worksheets:
        found = list(grandchildren(root, "hyperlinks/hyperlink"))
        if len(found) > _LINKS_LIMIT:
            yield Finding(
                "link",
                sheet.name,
                f"the sheet has {len(found):,} links; Excel takes {_LINKS_LIMIT:,}",
                f"工作表有 {len(found):,} 个链接，Excel 最多 {_LINKS_LIMIT:,} 个",
            )
        targets = {r.id: r.target for r in context.book.relations(sheet.part) if r.external}
        for node in found:
            ids = [v for k, v in node.attrib.items() if etree.QName(str(k)).localname == "id"]
            lengths = {
                "address": (len(targets.get(str(ids[0]), "")) if ids else 0, _URL_LIMIT),
                "location": (len(node.get("location", "")), _URL_LIMIT),
                "tooltip": (len(node.get("tooltip", "")), 255),
            }
            for what, (length, limit) in lengths.items():
                if length > limit:
                    yield Finding(
                        "link",
                        f"{sheet.name}!{node.get('ref', '')}",
                        f"the {what} of the link has {length:,} characters; Excel takes {limit:,}",
                        f"链接的 {what} 有 {length:,} 个字符，Excel 最多 {limit:,} 个",
                    )


def headers(context: Context) -> Iterator[Finding]:
    """Length of printed headers and footers."""
    for sheet, root in context.worksheets:
        group = child(root, "headerFooter")
        for node in group if group is not None else ():
            length = text_length(unescape(node.text or ""))
            if length > _HEADER_LIMIT:
                yield Finding(
                    "header",
                    sheet.name,
                    f"{local_name(node)} has {length} characters; Excel takes {_HEADER_LIMIT}",
                    f"{local_name(node)} 有 {length} 个字符，Excel 最多 {_HEADER_LIMIT} 个",
                )


def properties(context: Context) -> Iterator[Finding]:
    """Length of custom document properties."""
    for relation in context.book.relations(""):
        root = context.root(relation.target) if relation.kind == "custom-properties" else None
        for node in root if root is not None else ():
            for value in node:
                if text_length(value.text or "") > _PROPERTY_LIMIT:
                    yield Finding(
                        "property",
                        relation.target,
                        f"the property {node.get('name')} has more than "
                        f"{_PROPERTY_LIMIT} characters",
                        f"自定义属性 {node.get('name')} 超过 {_PROPERTY_LIMIT} 个字符",
                    )


def styles(context: Context) -> Iterator[Finding]:
    """Formats refer to fonts, fills and borders that exist."""
    for relation in context.book.relations(context.book.main_part):
        root = context.root(relation.target) if relation.kind == "styles" else None
        if root is None:
            continue
        counts = {
            attribute: len(group) if (group := child(root, name)) is not None else 0
            for attribute, name in (
                ("fontId", "fonts"),
                ("fillId", "fills"),
                ("borderId", "borders"),
                ("xfId", "cellStyleXfs"),
            )
        }
        for position, node in enumerate(grandchildren(root, "cellXfs/xf")):
            for attribute, count in counts.items():
                index = node.get(attribute, "0")
                # Excel supplies the default parts where a group is left out altogether.
                if count and not (index.isdigit() and int(index) < count):
                    yield Finding(
                        "style",
                        f"{relation.target} xf {position}",
                        f"{attribute} {index} does not exist ({count} exist)",
                        f"{attribute} {index} 不存在（共 {count} 个）",
                    )
