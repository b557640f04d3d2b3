"""Names that Excel takes and names that it deletes from a file."""

from __future__ import annotations

import pytest

from gpucalc.excel.names import house_name_flaw, name_flaw, quoted_sheet, sheet_flaw, table_flaw
from gpucalc.excel.refs import (
    Area,
    cell_name,
    column_letters,
    column_number,
    parse_area,
    parse_cell,
)


@pytest.mark.parametrize(
    "name",
    [
        *("in_days", "out_gross", "_x", "\\x", "客户", "GPU", "GPU_1", "XFE1", "ABCD1", "A1B"),
        *("R1C1x", "Rate", "Cards", "a.b", "x?", "RC_1", "Ünit", "x" * 255),
    ],
)
def test_good_names(name: str) -> None:
    assert name_flaw(name) is None
    assert table_flaw(name) is None


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("", "missing"),
        ("A100", "cell address"),
        ("h100", "cell address"),
        ("RTX4090", "cell address"),
        ("XFD1048576", "cell address"),
        ("GPU1", "cell address"),
        ("R", "R1C1"),
        ("c", "R1C1"),
        ("RC", "R1C1"),
        ("R1C1", "R1C1"),
        ("r5", "R1C1"),
        ("C12", "R1C1"),
        ("bad name", "' '"),
        ("test/broken", "'/'"),
        ("1st", "'1'"),
        (".x", "'.'"),
        ("a-b", "'-'"),
        ("x！", "'！'"),
        ("true", "truth"),
        ("x" * 256, "255"),
    ],
)
def test_bad_names(name: str, why: str) -> None:
    flaw = name_flaw(name)
    assert flaw is not None
    assert why in flaw.en
    assert any("\u4e00" <= c <= "\u9fff" for c in flaw.zh)


def test_names_of_our_templates() -> None:
    assert house_name_flaw("in_days") is None
    assert house_name_flaw("cat_gpus_name", ["GPU_CARDS"]) is None
    for bad in ("days", "in_", "in_Days", "in_客户", "IN_days", "in_1", "inx"):
        assert house_name_flaw(bad) is not None
    assert house_name_flaw("in_days", ["IN_DAYS"]) is not None


@pytest.mark.parametrize(
    "name", ["Quote", "报价 单", "It's", "x" * 31, "报" * 31, "A-1", "Historys"]
)
def test_good_sheet_names(name: str) -> None:
    assert sheet_flaw(name) is None


@pytest.mark.parametrize(
    "name",
    [
        *("", "  ", "x" * 32, "😀" * 16, "a/b", "a:b", "[a]", "a?", "a*", "a\\b"),
        *("'x", "x'", "history", "a\tb"),
    ],
)
def test_bad_sheet_names(name: str) -> None:
    assert sheet_flaw(name) is not None


@pytest.mark.parametrize(
    ("name", "quoted"),
    [("Data", "Data"), ("报价", "'报价'"), ("It's", "'It''s'"), ("A1", "'A1'"), ("1a", "'1a'")],
)
def test_quoting(name: str, quoted: str) -> None:
    assert quoted_sheet(name) == quoted
    area = parse_area(f"{quoted}!$B$2")
    assert area == Area(name, 2, 2, 2, 2)


def test_references() -> None:
    assert [column_letters(n) for n in (1, 26, 27, 702, 703, 16384)] == [
        *("A", "Z", "AA", "ZZ", "AAA", "XFD")
    ]
    assert all(column_number(column_letters(n)) == n for n in range(1, 16385))
    assert parse_cell("$B$3") == (3, 2)
    assert (
        parse_cell("XFE1") is parse_cell("A0") is parse_cell("A1048577") is parse_cell("A") is None
    )
    assert cell_name(3, 2) == "B3"
    assert parse_area("B3:A1") == Area(None, 1, 1, 3, 2)
    assert parse_area("Sheet1!A1:XFD1048576") == Area("Sheet1", 1, 1, 1048576, 16384)
    for text in ("", "A:A", "Sheet 1!A1", "[1]Sheet1!A1:", "SUM(A1)", "A1,B1", "'a!A1"):
        assert parse_area(text) is None
