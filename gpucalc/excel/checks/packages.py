"""The package: zip structure, well-formed parts, content types, relationships, calc chain."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator

from lxml import etree

from gpucalc.excel.book import local_name
from gpucalc.excel.checks.base import Context, Finding
from gpucalc.excel.read import read_formulas

_RELATION_SPACES = (
    "http://schemas.openxmlformats.org/officeDocument/2006/relationships",
    "http://purl.oclc.org/ooxml/officeDocument/relationships",
)


def zip_tail(context: Context) -> Iterator[Finding]:
    """Bytes behind the archive: a shorter file written into an older, longer one."""
    data = context.book.package.data
    end = data.rfind(b"PK\5\6")
    comment = int.from_bytes(data[end + 20 : end + 22], "little")
    if end + 22 + comment != len(data):
        yield Finding(
            "zip",
            context.book.file or "zip",
            "bytes follow the end of the archive (written over an older file?)",
            "压缩包末尾之后还有数据（可能覆盖写入了旧文件）",
        )


def well_formed(context: Context) -> Iterator[Finding]:
    """Every XML part parses; control characters and unescaped text end here."""
    for part in context.book.package.names():
        if part.endswith((".xml", ".rels", ".vml")) and context.root(part) is None:
            # Old drawings (.vml) are not always XML; Excel reads them with a lax reader.
            if part.endswith(".vml"):
                continue
            yield Finding(
                "xml",
                part,
                "the part is not well-formed XML (a control character or unescaped text?)",
                "该部件不是格式正确的 XML（可能含控制字符或未转义文本）",
            )


def content_types(context: Context) -> Iterator[Finding]:
    """Each part has a content type, and macros have the ending that says so."""
    root = context.root("[Content_Types].xml")
    if root is None:
        return
    defaults: set[str] = set()
    overrides: dict[str, str] = {}
    for node in root:
        if local_name(node) == "Default":
            defaults.add(node.get("Extension", "").casefold())
        elif local_name(node) == "Override":
            overrides[node.get("PartName", "").lstrip("/").casefold()] = node.get("ContentType", "")
    for part in context.book.package.names():
        ending = part.rpartition(".")[2].casefold()
        known = part.casefold() in overrides or ending in defaults
        if not known and part != "[Content_Types].xml" and not part.endswith("/"):
            yield Finding("part", part, "the part has no content type", "该部件没有内容类型声明")
    main = overrides.get(context.book.main_part.casefold(), "")
    macros = "macroEnabled" in main
    has_code = any(part.endswith("vbaProject.bin") for part in context.book.package.names())
    ending = context.book.file.rpartition(".")[2].casefold()
    if has_code and not macros:
        yield Finding(
            "extension",
            context.book.file or context.book.main_part,
            "the workbook holds macros but is declared as one without; Excel refuses it",
            "工作簿含宏，却声明为不含宏的类型；Excel 会拒绝打开",
        )
    elif (ending == "xlsx" and macros) or (ending == "xlsm" and not macros):
        yield Finding(
            "extension",
            context.book.file,
            f"the ending .{ending} does not fit the content; Excel refuses the file",
            f"扩展名 .{ending} 与内容不符；Excel 会拒绝打开",
        )


def relationships(context: Context) -> Iterator[Finding]:
    """Targets exist, ids are unique, and ids used in a part are defined."""
    package = context.book.package
    stored = {part.casefold() for part in package.names()}
    for part in ["", *package.names()]:
        if part.endswith(".rels") or (part and not part.endswith((".xml", ".vml"))):
            continue
        relations = context.book.relations(part)
        ids = [relation.id for relation in relations]
        for doubled in sorted({i for i in ids if ids.count(i) > 1}) if len(ids) < 10_000 else ():
            yield Finding(
                "relation",
                part,
                f"the relationship {doubled} is defined twice",
                f"关系 {doubled} 重复定义",
            )
        for relation in relations:
            # "#Sheet1!A1" and "NULL" are places in the file, as some writers spell them.
            if relation.external or posixpath.basename(relation.target).startswith("#"):
                continue
            if relation.target.casefold() not in stored and relation.kind != "hyperlink":
                yield Finding(
                    "relation",
                    part,
                    f"the part {relation.target}, to which {relation.id} points, is missing",
                    f"{relation.id} 指向的部件 {relation.target} 不存在",
                )
        root = context.root(part) if part.endswith(".xml") else None
        if root is not None and part != "[Content_Types].xml":
            yield from _dangling(part, root, set(ids))


def _dangling(part: str, root: etree._Element, ids: set[str]) -> Iterator[Finding]:
    find = etree.XPath("//@r:*", namespaces={"r": _RELATION_SPACES[0]})
    strict = etree.XPath("//@r:*", namespaces={"r": _RELATION_SPACES[1]})
    used = [str(value) for search in (find, strict) for value in _strings(search(root))]
    for missing in sorted(set(used) - ids - {""}):
        yield Finding(
            "relation",
            part,
            f"the id {missing} is used but not defined",
            f"使用了未定义的关系编号 {missing}",
        )


def _strings(result: object) -> list[str]:
    return [str(item) for item in result] if isinstance(result, list) else []


def calc_chain(context: Context) -> Iterator[Finding]:
    """The calculation chain lists formula cells only."""
    book = context.book
    for relation in book.relations(book.main_part):
        root = context.root(relation.target) if relation.kind == "calcChain" else None
        if root is None:
            continue
        ids = {n.get("sheetId", ""): n.get("name", "") for n in book.children("sheets/sheet")}
        formulas = read_formulas(book)
        sheet = ""
        for node in root:
            sheet = node.get("i") or sheet  # omitted: the sheet of the entry before
            place = (ids.get(sheet, ""), node.get("r", ""))
            if place not in formulas:
                yield Finding(
                    "calc-chain",
                    f"{place[0]}!{place[1]}",
                    "the calculation chain lists this cell, which has no formula",
                    "计算链列出了该单元格，但其中没有公式",
                )
                return
