"""GPU_OPTIONS: a table that agrees with the functions it lists, sorted, refusals in their row."""

from __future__ import annotations

from typing import Any

import numpy as np

from gpucalc import catalog, edge, glossary
from gpucalc.errors import ExcelError
from gpucalc.meta.options import HEADINGS
from gpucalc.registry import functions

F = functions()
JOB = ("13B", "200B", 10)


def options(*args: Any) -> list[list[Any]]:
    got = edge.call(F["gpu_options"], *args)
    assert isinstance(got, list), got
    return got


def test_every_card_of_the_catalog_has_its_row_once() -> None:
    table = options(*JOB)
    assert table[0] == [glossary.label(h, "en") for h in HEADINGS]
    assert sorted(row[0] for row in table[1:]) == sorted(catalog.table("gpus").names())


def test_the_figures_are_those_of_the_functions() -> None:
    table = options(*JOB, None, "full", None, None, None, None, "广东")
    seen = 0
    for name, cards, hours, days, in_memory, price, cost, note in table[1:]:
        if cards == "-":
            continue
        seen += 1
        assert cards == edge.call(F["gpu_cards"], "13B", "200B", name, 10, *[None] * 4, "full")
        assert hours == edge.call(F["train_hours"], *JOB[:2], name, cards, *[None] * 3, "full")
        assert days == hours / 24
        assert in_memory == edge.call(F["vram_cards"], "13B", name, "full")
        quoted = edge.call(F["gpu_price"], name, "广东")
        assert price == ("-" if isinstance(quoted, ExcelError) else quoted)
        if price != "-":
            assert cost == edge.call(F["rent_cost"], cards, hours, price, None, 1)
            assert note == ("memory decides" if cards == in_memory else "time decides")
    assert seen > 40


def test_sorted_by_cost_then_card_hours_then_what_cannot() -> None:
    cards = [[c] for c in ("H100", "T4", "RTX 4090", "L20", "A100 80GB", "H100 80GB", "A100")]
    rows = options("70B", "10M", 300, cards, "full", None, None, None, None, "广东")[1:]
    kinds = [0 if r[6] != "-" else 1 if r[1] != "-" else 2 for r in rows]
    assert kinds == sorted(kinds) and set(kinds) == {0, 1, 2}
    costs = [r[6] for r in rows if r[6] != "-"]
    assert costs == sorted(costs) and len(costs) >= 2
    work = [r[1] * r[2] for r, k in zip(rows, kinds, strict=True) if k == 1]
    assert work == sorted(work)


def test_a_range_of_cards_in_any_shape_blank_cells_skipped() -> None:
    want = ["A100 80GB", "RTX 4090"]
    for cards in (
        [["RTX 4090"], [None], ["A100 80GB"]],
        [["RTX 4090", "", "A100 80GB"]],
        [[4090, "A100 80GB"], ["rtx 4090", None]],
        np.array(["RTX 4090", "A100 80GB"], dtype=object),
    ):
        rows = options(*JOB, cards)[1:]
        assert sorted(r[0] for r in rows) == want
    assert [r[0] for r in options(*JOB, "A100 80GB")[1:]] == ["A100 80GB"]
    assert len(options(*JOB, [[None], [""]])) == 1 + len(catalog.table("gpus").names())


def test_a_card_that_cannot_do_it_says_why() -> None:
    rows = {r[0]: r for r in options(*JOB, [["H100"], ["A100 80GB"]])[1:]}
    assert rows["H100"][1:] == ["-"] * 6 + ["no single BF16 peak in the catalog"]
    assert rows["A100 80GB"][-1] == "no single price in the catalog"
    # logits and activations of this context alone overflow the card
    small = options("13B", "200B", 10, "T4", "full")
    assert small[1][1] == edge.call(F["gpu_cards"], "13B", "200B", "T4", 10, *[None] * 4, "full")


def test_chinese() -> None:
    table = options(*JOB, "A100 80GB", *[None] * 5, "广东", None, "中文")
    assert table[0][0] == "显卡型号" and table[1][-1] == "工期制约"


def test_errors_in_the_order_of_any_function() -> None:
    call, f = edge.call, F["gpu_options"]
    assert call(f, None, "200B", 10) == ExcelError.VALUE
    assert call(f, "13B", "200B", 10, [["A100 80GB"], ["nope"]]) == ExcelError.NA
    assert call(f, "13B", "200B", 10, [["A100 80GB"], [ExcelError.REF]]) == ExcelError.REF
    assert call(f, "13B", "200B", -1, [["A100 80GB"]]) == ExcelError.NUM
    assert call(f, "13B", "200B", 10, None, "full", None, None, None, None, None, "mid") == "#N/A"
    assert call(f, [["13B"], ["7B"]], "200B", 10) == ExcelError.VALUE
    why = edge.reason(f, "13B", "200B", 10, [["A100 80GB"], ["A100 81GB"]])
    assert "A100 81GB" in why and "A100 80GB" in why
    assert "range" in edge.reason(f, [["13B"], ["7B"]], "200B", 10)
    assert "#REF!" in edge.reason(f, "13B", "200B", 10, [["A100 80GB"], [ExcelError.REF]])
