"""Packages: unchanged parts stay as packed; what is no workbook is refused in words that help."""

from __future__ import annotations

import io
import struct
import warnings
import zipfile

import pytest

from gpucalc.errors import TemplateError
from gpucalc.excel import package as package_module
from gpucalc.excel.book import Book
from gpucalc.excel.package import Package
from tests.excel.books import packed, parts, patched, rich

SHEET = "xl/worksheets/sheet1.xml"


def raw_entries(book: bytes) -> dict[str, tuple[zipfile.ZipInfo, bytes]]:
    """Each entry with its bytes as packed."""
    found = {}
    with zipfile.ZipFile(io.BytesIO(book)) as package:
        for info in package.infolist():
            lengths = book[info.header_offset + 26 : info.header_offset + 30]
            start = info.header_offset + 30 + sum(struct.unpack("<2H", lengths))
            found[info.filename] = (info, book[start : start + info.compress_size])
    return found


def test_nothing_changed_gives_the_same_entries() -> None:
    book = rich()
    before, after = raw_entries(book), raw_entries(Package.open(book).write({}))
    assert list(before) == list(after)
    for name, (info, data) in before.items():
        other, copied = after[name]
        assert copied == data
        assert (other.date_time, other.CRC, other.file_size) == (
            info.date_time,
            info.CRC,
            info.file_size,
        )
        assert (other.external_attr, other.create_system) == (
            info.external_attr,
            info.create_system,
        )


def test_a_changed_part_keeps_its_place_and_time() -> None:
    book = rich()
    content = b"<x>" + b"new" * 1000 + b"</x>"
    written = Package.open(book).write({SHEET: content})
    before, after = raw_entries(book), raw_entries(written)
    assert list(before) == list(after)
    assert after[SHEET][0].date_time == before[SHEET][0].date_time
    assert {name for name in before if before[name][1] != after[name][1]} == {SHEET}
    with zipfile.ZipFile(io.BytesIO(written)) as archive:
        assert archive.testzip() is None
        assert archive.read(SHEET) == content


def test_writing_twice_gives_the_same_bytes() -> None:
    package = Package.open(rich())
    assert package.write({SHEET: b"<x/>"}) == package.write({SHEET: b"<x/>"})


def test_a_part_can_be_left_out() -> None:
    written = Package.open(rich()).write({"docProps/app.xml": None})
    assert "docProps/app.xml" not in parts(written)
    assert len(parts(written)) == len(parts(rich())) - 1


def test_names_beyond_ascii_survive() -> None:
    book = packed(parts(rich()) | {"xl/media/公章.png": b"seal"})
    assert parts(Package.open(book).write({SHEET: b"<x/>"}))["xl/media/公章.png"] == b"seal"


def test_entries_written_as_a_stream_can_be_copied() -> None:
    """Streaming writers put sizes behind the data; the copy must carry them in the header."""

    class NoSeek(io.BytesIO):
        def seekable(self) -> bool:
            return False

        def tell(self) -> int:
            raise io.UnsupportedOperation

    out = NoSeek()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts(rich()).items():
            archive.writestr(name, content)
    assert zipfile.ZipFile(io.BytesIO(out.getvalue())).infolist()[0].flag_bits & 8
    assert parts(Package.open(out.getvalue()).write({})) == parts(rich())


@pytest.mark.parametrize(
    ("data", "word", "zh"),
    [
        (b"", "damaged", "损坏"),
        (b"name,price\nA100,10\n", "damaged", "损坏"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600, "encrypted", "加密"),
        (packed({"a.txt": b"x"}), "no Excel workbook", "不是 Excel 工作簿"),
        (rich()[: len(rich()) // 2], "damaged", "损坏"),
    ],
    ids=["empty", "csv", "encrypted", "zip", "cut off"],
)
def test_what_is_no_workbook_is_refused(data: bytes, word: str, zh: str) -> None:
    with pytest.raises(TemplateError) as caught:
        _ = Book.open(data, "my.xlsx").sheets
    assert "my.xlsx" in caught.value.en
    assert word in caught.value.en
    assert zh in caught.value.zh


def test_other_office_files_are_refused() -> None:
    contents = parts(rich())
    contents["xl/workbook.xml"] = b'<document xmlns="http://x"/>'
    with pytest.raises(TemplateError, match="no Excel workbook"):
        _ = Book.open(packed(contents)).sheets
    relations = contents["_rels/.rels"].replace(b"xl/workbook.xml", b"xl/workbook.bin")
    binary = packed(contents | {"_rels/.rels": relations, "xl/workbook.bin": b"\x83\1"})
    with pytest.raises(TemplateError, match="xlsb"):
        _ = Book.open(binary).sheets


def test_doubled_entries_are_refused() -> None:
    out = io.BytesIO(rich())
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # zipfile says so too
        with zipfile.ZipFile(out, "a") as archive:
            archive.writestr(SHEET.upper(), b"<x/>")
    with pytest.raises(TemplateError, match="twice"):
        Package.open(out.getvalue())


def test_a_zip_bomb_is_refused_before_it_unpacks() -> None:
    bomb = packed(parts(rich()) | {"xl/media/x.bin": b"\0" * 1000})
    # 2 GB claimed in the directory, 1 KB there.
    claimed = struct.pack("<L", 2**31)
    at = bomb.rfind(b"PK\1\2", 0, bomb.rfind(b"xl/media/x.bin"))
    with pytest.raises(TemplateError, match="unpack"):
        Package.open(bomb[: at + 24] + claimed + bomb[at + 28 :])


def test_too_many_parts_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(package_module, "MAX_PARTS", 5)
    with pytest.raises(TemplateError, match="parts"):
        Package.open(rich())


def test_a_wrong_checksum_is_reported_with_the_part() -> None:
    book = bytearray(rich())
    info, data = raw_entries(bytes(book))["xl/workbook.xml"]
    at = bytes(book).index(data)
    book[at + len(data) // 2] ^= 0xFF
    assert info.CRC
    with pytest.raises(TemplateError, match=r"xl/workbook\.xml"):
        _ = Book.open(bytes(book)).sheets


def test_entity_bombs_are_refused() -> None:
    bomb = '<!DOCTYPE x [<!ENTITY a "aaaa">]>'
    book = patched(rich(), "xl/workbook.xml", ("<workbook", bomb + "<workbook"))
    with pytest.raises(TemplateError, match="damaged"):
        _ = Book.open(book).sheets


def test_sheets_are_found_through_relationships() -> None:
    """The first sheet may well be stored as sheet7.xml, named by an absolute path."""
    contents = parts(rich())
    contents["xl/worksheets/sheet7.xml"] = contents.pop(SHEET)
    rels = "xl/worksheets/_rels/sheet7.xml.rels"
    contents[rels] = contents.pop("xl/worksheets/_rels/sheet1.xml.rels")
    for part in ("xl/_rels/workbook.xml.rels", "[Content_Types].xml"):
        contents[part] = contents[part].replace(b"sheet1.xml", b"sheet7.xml")
    key = "xl/_rels/workbook.xml.rels"
    contents[key] = contents[key].replace(b'"worksheets/sheet7', b'"/xl/worksheets/sheet7')
    book = Book.open(packed(contents))
    assert book.sheets[0][:2] == ("报价 单", "xl/worksheets/sheet7.xml")
    assert book.sheet("报价 单") == book.sheets[0]


def test_names_and_date_system() -> None:
    book = Book.open(rich())
    names = {(name.name, name.sheet): name.text for name in book.names}
    assert names["in_cards", ""] == "'报价 单'!$B$3"
    assert names["in_local", "Data"] == "Data!$D$1"
    assert names["_xlnm.Print_Area", "报价 单"] == "'报价 单'!$A$1:$D$30"
    assert not book.date1904
    assert Book.open(rich(date_1904=True)).date1904
