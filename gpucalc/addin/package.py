"""The parts of the add-in's package other than the macros, as text, always the same bytes."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping, Sequence
from xml.sax.saxutils import escape

from openpyxl.writer.theme import theme_xml

from gpucalc.addin import ribbon

_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_DOC_REL = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_REL = "http://schemas.openxmlformats.org/package/2006/relationships"
_XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
ADDIN = "application/vnd.ms-excel.addin.macroEnabled.main+xml"
BOOK = "application/vnd.ms-excel.sheet.macroEnabled.main+xml"
MACROS = "xl/vbaProject.bin"
RIBBON = "customUI/customUI14.xml"
_WHEN = (1980, 1, 1, 0, 0, 0)  # one date, or the same inputs would not give the same bytes

Sheets = Mapping[str, Sequence[Sequence[str]]]


def parts(sheets: Sheets, kind: str, title: str, version: str) -> dict[str, bytes]:
    """The parts of a workbook of texts with one sheet for each item, without its macros.

    ``kind`` is its content type: ADDIN, or BOOK for the steps in between.
    """
    texts = list(dict.fromkeys(text for rows in sheets.values() for row in rows for text in row))
    made = {
        "[Content_Types].xml": _types(len(sheets), kind),
        "_rels/.rels": _relations(
            ("officeDocument", "xl/workbook.xml"),
            ("extended-properties", "docProps/app.xml"),
            ("core", "docProps/core.xml"),
            ("ribbon", RIBBON),
        ),
        "xl/workbook.xml": _workbook(list(sheets)),
        "xl/_rels/workbook.xml.rels": _relations(
            *(("worksheet", f"worksheets/sheet{n}.xml") for n in range(1, len(sheets) + 1)),
            ("styles", "styles.xml"),
            ("theme", "theme/theme1.xml"),
            ("sharedStrings", "sharedStrings.xml"),
            *([("macros", "vbaProject.bin")] if kind == ADDIN else []),
        ),
        "xl/styles.xml": _STYLES,
        "xl/theme/theme1.xml": theme_xml,
        "xl/sharedStrings.xml": _strings(texts),
        "docProps/app.xml": f"{_XML}<Properties xmlns="
        '"http://schemas.openxmlformats.org/officeDocument/2006/extended-properties">'
        "<Application>Microsoft Excel</Application></Properties>",
        "docProps/core.xml": _core(title, version),
        RIBBON: ribbon.xml(),
    }
    places = {text: place for place, text in enumerate(texts)}
    for number, rows in enumerate(sheets.values(), 1):
        made[f"xl/worksheets/sheet{number}.xml"] = _sheet(rows, number, places)
    return {name: text.encode() for name, text in made.items()}


def zipped(parts: Mapping[str, bytes]) -> bytes:
    """The package as a file: content types first, as some readers want it."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as package:
        for name, data in parts.items():
            entry = zipfile.ZipInfo(name, _WHEN)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 0  # the same on every system
            package.writestr(entry, data, compresslevel=6)
    return out.getvalue()


def _types(sheets: int, kind: str) -> str:
    overrides = [("xl/workbook.xml", kind)]
    overrides += [(f"xl/worksheets/sheet{n}.xml", _sheet_ml("worksheet")) for n in _upto(sheets)]
    overrides += [
        ("xl/styles.xml", _sheet_ml("styles")),
        ("xl/theme/theme1.xml", "application/vnd.openxmlformats-officedocument.theme+xml"),
        ("xl/sharedStrings.xml", _sheet_ml("sharedStrings")),
        (
            "docProps/core.xml",
            "application/vnd.openxmlformats-package.core-properties+xml",
        ),
        (
            "docProps/app.xml",
            "application/vnd.openxmlformats-officedocument.extended-properties+xml",
        ),
    ]
    named = "".join(f'<Override PartName="/{part}" ContentType="{t}"/>' for part, t in overrides)
    return (
        f'{_XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
        '<Default Extension="bin" ContentType="application/vnd.ms-office.vbaProject"/>'
        '<Default Extension="rels" '
        'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        f'<Default Extension="xml" ContentType="application/xml"/>{named}</Types>'
    )


def _sheet_ml(kind: str) -> str:
    return f"application/vnd.openxmlformats-officedocument.spreadsheetml.{kind}+xml"


def _upto(count: int) -> range:
    return range(1, count + 1)


_RELATIONS = {
    "core": "http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties",
    "ribbon": "http://schemas.microsoft.com/office/2007/relationships/ui/extensibility",
    "macros": "http://schemas.microsoft.com/office/2006/relationships/vbaProject",
}


def _relations(*targets: tuple[str, str]) -> str:
    items = "".join(
        f'<Relationship Id="rId{n}" Type="{_RELATIONS.get(kind, f"{_DOC_REL}/{kind}")}" '
        f'Target="{target}"/>'
        for n, (kind, target) in enumerate(targets, 1)
    )
    return f'{_XML}<Relationships xmlns="{_REL}">{items}</Relationships>'


def _workbook(names: Sequence[str]) -> str:
    sheets = "".join(
        f'<sheet name="{escape(name)}" sheetId="{n}" r:id="rId{n}"/>'
        for n, name in enumerate(names, 1)
    )
    return (
        f'{_XML}<workbook xmlns="{_MAIN}" xmlns:r="{_DOC_REL}">'
        '<workbookPr codeName="ThisWorkbook"/>'
        '<bookViews><workbookView xWindow="0" yWindow="0" windowWidth="20000" '
        f'windowHeight="12000"/></bookViews><sheets>{sheets}</sheets></workbook>'
    )


def _strings(texts: Sequence[str]) -> str:
    items = "".join(f'<si><t xml:space="preserve">{escape(text)}</t></si>' for text in texts)
    return f'{_XML}<sst xmlns="{_MAIN}" uniqueCount="{len(texts)}">{items}</sst>'


def _sheet(rows: Sequence[Sequence[str]], number: int, places: Mapping[str, int]) -> str:
    lines = []
    for r, row in enumerate(rows, 1):
        cells = "".join(
            f'<c r="{chr(65 + c)}{r}" t="s"><v>{places[text]}</v></c>' for c, text in enumerate(row)
        )
        lines.append(f'<row r="{r}">{cells}</row>')
    return (
        f'{_XML}<worksheet xmlns="{_MAIN}"><sheetPr codeName="Sheet{number}"/>'
        f"<sheetData>{''.join(lines)}</sheetData></worksheet>"
    )


def _core(title: str, version: str) -> str:
    return (
        f'{_XML}<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/'
        'metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/">'
        f"<dc:title>{escape(title)}</dc:title><dc:creator>gpucalc</dc:creator>"
        f"<cp:version>{escape(version)}</cp:version></cp:coreProperties>"
    )


_STYLES = (
    f'{_XML}<styleSheet xmlns="{_MAIN}">'
    '<fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts>'
    '<fills count="2"><fill><patternFill patternType="none"/></fill>'
    '<fill><patternFill patternType="gray125"/></fill></fills>'
    '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>'
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>'
    '<cellXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/></cellXfs>'
    '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>'
    "</styleSheet>"
)
