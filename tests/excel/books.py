"""Workbooks for the tests of gpucalc.excel, made by libraries that are not under test."""

from __future__ import annotations

import datetime
import io
import struct
import warnings
import zipfile
import zlib
from collections.abc import Mapping

import openpyxl
import xlsxwriter

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
HEAD = f'<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<worksheet xmlns="{MAIN}">'


def parts(book: bytes) -> dict[str, bytes]:
    """Unpacked content by part, in file order."""
    with zipfile.ZipFile(io.BytesIO(book)) as package:
        return {info.filename: package.read(info) for info in package.infolist()}


def packed(contents: Mapping[str, bytes]) -> bytes:
    """A package of parts."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as package:
        for name, content in contents.items():
            package.writestr(name, content)
    return out.getvalue()


def patched(book: bytes, part: str, *changes: tuple[str, str]) -> bytes:
    """A book with texts of one part replaced; each must occur."""
    contents = parts(book)
    text = contents[part].decode("utf-8")
    for old, new in changes:
        assert old in text, (old, text[:2000])
        text = text.replace(old, new, 1)
    return packed(contents | {part: text.encode("utf-8")})


def raw_sheet(rows: str, *, head: str = HEAD, tail: str = "</worksheet>") -> bytes:
    """A one-sheet book whose sheet data is given as XML."""
    book = openpyxl.Workbook()
    assert book.active is not None
    book.active.title = "Sheet1"
    out = io.BytesIO()
    book.save(out)
    contents = parts(out.getvalue())
    contents["xl/worksheets/sheet1.xml"] = f"{head}<sheetData>{rows}</sheetData>{tail}".encode()
    return packed(contents)


def sheet_xml(book: bytes, number: int = 1) -> str:
    """The XML of a sheet by number of its part."""
    return parts(book)[f"xl/worksheets/sheet{number}.xml"].decode("utf-8")


def loaded(book: bytes, **options: bool) -> openpyxl.Workbook:
    """The book as openpyxl reads it, without its warnings about what it would lose on saving."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        return openpyxl.load_workbook(io.BytesIO(book), **options)


def png() -> io.BytesIO:
    """A 2 x 2 picture."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        crc = struct.pack(">L", zlib.crc32(kind + data))
        return struct.pack(">L", len(data)) + kind + data + crc

    header = struct.pack(">2L5B", 2, 2, 8, 2, 0, 0, 0)
    pixels = zlib.compress(b"\0\xff\0\0\0\xff\0" * 2)
    body = chunk(b"IHDR", header) + chunk(b"IDAT", pixels) + chunk(b"IEND", b"")
    return io.BytesIO(b"\x89PNG\r\n\x1a\n" + body)


def rich(**options: object) -> bytes:
    """A template as users make them: logo, text box, chart, comment, table, newer formats."""
    out = io.BytesIO()
    book = xlsxwriter.Workbook(out, options)
    book.set_properties({"created": datetime.datetime(2026, 11, 30)})  # equal calls, equal bytes
    bold = book.add_format({"bold": True, "bg_color": "#FFFFCC"})
    date = book.add_format({"num_format": "yyyy-mm-dd"})
    quote = book.add_worksheet("报价 单")
    data = book.add_worksheet("Data")
    book.add_worksheet("条款 & 说明").write("A1", "付款方式：月结 30 天")
    quote.set_column("H:H", 20, bold)
    quote.set_row(19, 30, bold)
    quote.merge_range("B1:D1", "客户", bold)
    quote.write("A3", "数量")
    quote.write("B3", 8, bold)
    quote.write("B4", 12.5, bold)
    quote.write_formula("B5", "=B3*B4", bold, 100)
    quote.write_formula("B6", '=B1&" / "&TEXT(B5,"0.00")', None, "客户 / 100.00")
    quote.write_formula("B7", "=SUM(Data!B2:B4)", None, 60)
    quote.write("B8", "", date)
    quote.insert_image("F2", "logo.png", {"image_data": png()})
    quote.insert_textbox("F6", "公章")
    quote.write_comment("B3", "GPU cards")
    quote.conditional_format("B3:B5", {"type": "data_bar", "data_bar_2010": True})
    quote.data_validation("B9", {"validate": "list", "source": "=Data!$A$2:$A$4"})
    quote.set_header("&L&G", {"image_left": "logo.png", "image_data_left": png()})
    quote.add_sparkline("B10", {"range": "Data!B2:B4"})
    quote.print_area("A1:D30")
    quote.repeat_rows(0, 1)
    data.add_table(
        "A1:B4",
        {
            "name": "Cards",
            "columns": [{"header": "GPU"}, {"header": "Price"}],
            "data": [["A100", 10], ["H100", 20], ["H800", 30]],
        },
    )
    chart = book.add_chart({"type": "column"})
    chart.add_series({"values": "=Data!$B$2:$B$4"})
    quote.insert_chart("F10", chart)
    book.define_name("in_customer", "='报价 单'!$B$1:$D$1")
    book.define_name("in_cards", "='报价 单'!$B$3")
    book.define_name("in_price", "='报价 单'!$B$4")
    book.define_name("in_date", "='报价 单'!$B$8")
    book.define_name("out_total", "='报价 单'!$B$5")
    book.define_name("cat_cards", "=Data!$A$2:$A$4")
    book.define_name("Data!in_local", "=Data!$D$1")
    book.close()
    return out.getvalue()
