"""Blocks that bring offers to one measure: by hand, and as they are printed."""

from __future__ import annotations

import pytest

from gpucalc.dialects import plain
from gpucalc.registry import blocks

B = blocks()


@pytest.mark.parametrize(
    ("name", "args", "answer"),
    [
        ("unit_hours", ("台天",), 24),
        ("unit_hours", ("node_year", 730), 8760),
        ("unit_hours", ("P月",), 720),
        ("units_rented", (12, "台月", 8), 2),
        ("units_rented", (12, "卡时", 8), 12),
        ("units_rented", (8, "P月", 8, 312), 2.496),
        ("paid_periods", (720, 24), 30),
        ("paid_periods", (720, 24, 1), 29),
        ("paid_periods", (72, 24, 1), 2),
        ("billed_quantity", (8, 720), 5760),
        ("off_peak_share", (0.4, 8), 0.4 / 3),
        ("off_peak_share", (0.4, 8, 6), 0.4),
        ("off_peak_amount", (8, 240, 6.5, 0.4, 8), 10816),
        ("off_peak_amount", (8, 80, 6.5, 0.4, 8, 8), 2496),
        ("dense_price", (15000, True), 30000),
        ("dense_price", (15000,), 15000),
        ("run_hours", (72e9, 20000), 1000),
        ("run_hours", (72e9, 20000, 3), 3000),
        ("converted", (100.01, 7.1), 710.07),
        ("difference", (36264.15, 35320.75), 943.4),
        ("deposit_cost", (38000, 0.06, 1), 190),
        ("prepayment_cost", (38440, 0.3, 0.06, 1), 57.66),
        ("prepayment_cost", (115320, 0.3, 0.06, 3), 345.96),
        ("prepayment_cost", (10000, 1, 0.12, 0.5), 50),
        ("target_price", (6.5, 37440, 34100.02, 943.4, 0.06, True, False), 6.1017),
        ("target_price", (1500, 45000, 34100.02, 0, 0.06, False, False), 1136.6673),
        ("target_price", (38000, 38000, 38440, 500, 0.13, True, True), 37940),
        ("target_price", (100, 1000, 1130, 0, 0.13, False, True), 100),
        ("target_price", (0.9, 900, 7100, 710, 0.06, True, True, 7.1), 0.9),
        ("reduction", (6.5, 6.1017), 0.06127692307692301),
        ("times", (30, 10), 3),
        ("halfway", (5, 8), 6.5),
        ("age_days", (46356, 46266.5), 90),
        ("amount_text", (36264.15,), "36,264.15"),
        ("amount_text", (-0.005,), "-0.01"),
        ("share_text", (0.0612,), "6.1"),
    ],
)  # fmt: skip
def test_blocks_by_hand(name: str, args: tuple[object, ...], answer: object) -> None:
    function = B[name]
    value = function(*args)
    if isinstance(answer, str):
        assert value == answer
    else:
        assert value == pytest.approx(answer, rel=1e-12)


@pytest.mark.parametrize(
    ("name", "cells", "formula"),
    [
        ("paid_periods", ("hours", "hours_per_period"), "hours/hours_per_period"),
        ("deposit_cost", ("deposit", "cost_of_funds", "months"),
         "ROUND(deposit*cost_of_funds*months/12,2)"),
        ("amount_text", ("amount",), 'TEXT(ROUND(amount,2),"#,##0.00")'),
        ("age_days", ("as_of", "price_date"), "INT(as_of)-INT(price_date)"),
    ],
)  # fmt: skip
def test_blocks_print_as_people_would_write_them(
    name: str, cells: tuple[str, ...], formula: str
) -> None:
    assert plain.formula(B[name], {cell: cell for cell in cells}, guards=False) == formula
