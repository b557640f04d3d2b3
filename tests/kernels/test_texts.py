"""Counts as they are said on a printed page."""

from __future__ import annotations

import pytest

from gpucalc import registry

B = registry.blocks()


@pytest.mark.parametrize(
    ("number", "language", "scaled", "suffix"),
    [
        (13e9, "en", 13, "B"),
        (13e9, "zh", 130, "亿"),
        (2e11, "zh", 2000, "亿"),
        (1.5e13, "en", 15, "T"),
        (6.738e9, "en", 6.74, "B"),
        (5e5, "en", 500, "K"),
        (5e5, "zh", 50, "万"),
        (13, "en", 13, ""),
        (13, "zh", 13, ""),
    ],
)
def test_a_count_in_the_unit_in_which_it_is_said(
    number: float, language: str, scaled: float, suffix: str
) -> None:
    assert B["count_scaled"](number, language) == scaled
    assert B["count_suffix"](number, language) == suffix
