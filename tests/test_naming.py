"""File names from a pattern: right on every system, whatever a user typed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpucalc import naming

NAMES = [
    (
        "{quote_no}-{customer}",
        {"quote_no": "Q1", "customer": "星河/智能:科技"},
        "Q1-星河_智能_科技",
    ),
    ("{quote_no}-{customer}", {"quote_no": "Q1"}, "Q1"),
    ("{quote_no}-{customer}", {"customer": "A"}, "A"),
    ("报价 {quote_no}", {"quote_no": "Q1"}, "报价 Q1"),
    ("{customer}", {"customer": "CON"}, "CON_"),
    ("{customer}", {"customer": "com¹.tar"}, "com¹_.tar"),
    ("{customer}", {"customer": "lpt1 .x"}, "lpt1_.x"),
    ("{customer}", {"customer": "console"}, "console"),
    ("{customer}", {"customer": "..\\..\\etc"}, "_.._etc"),
    ("{customer}", {"customer": "a\r\nb\x07c\u202egpj"}, "a bcgpj"),
    ("{customer}", {"customer": "name. "}, "name"),
    ("{customer}", {"customer": "~$lock"}, "$lock"),
    ("{customer}", {"customer": "a#b[c]"}, "a_b_c_"),
    ("{customer}", {"customer": " "}, "row-007"),
    ("{customer}", {}, "row-007"),
]


@pytest.mark.parametrize(("pattern", "given", "name"), NAMES)
def test_file_names_work_everywhere(pattern: str, given: dict[str, str], name: str) -> None:
    assert naming.file_stem(pattern, given, "row-007") == name


def test_long_names_are_cut_by_bytes() -> None:
    for text in ("好" * 300, "a" * 300, "😀" * 300):
        stem = naming.file_stem("{customer}", {"customer": text}, "x")
        assert 40 <= len(stem) <= 100 and len(stem.encode()) <= 200
        assert set(stem) == set(text)


@given(st.text(max_size=300))
def test_any_text_gives_a_usable_name(text: str) -> None:
    stem = naming.file_stem("{customer}", {"customer": text}, "row-007")
    assert stem and stem == stem.strip(" .")
    assert not set(stem) & set('<>:"/\\|?*#[]') and stem.isprintable()
    assert len(f"{stem}.xlsx".encode()) <= 255
    assert stem.partition(".")[0].upper() not in {"CON", "PRN", "AUX", "NUL", "COM1", "LPT9"}
