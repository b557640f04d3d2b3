"""Amounts in capital numerals, against an algorithm of whole numbers that walks digit by digit.

The kernel spells every place and then replaces; the judge here never writes a zero that it would
have to take back. Rules: 支付结算办法 (People's Bank of China, 1997), annex 1.
"""

from __future__ import annotations

import itertools
import re
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpucalc import edge
from gpucalc.dialects import plain
from gpucalc.errors import ExcelError
from gpucalc.registry import functions
from tests import scratch

WORDS = functions()["rmb_upper"]
LARGEST = 10**14 - 1  # fen


def spell(fen: int) -> str:
    """The judge. A zero is pending until a digit follows; the end of a group that holds something
    (亿, 万, 元) forgets it, as the rules allow.
    """
    if fen == 0:
        return "人民币零元整"
    yuan, rest = divmod(abs(fen), 100)
    text, pending = "", False
    for group, name in ((yuan // 10**8, "亿"), (yuan // 10**4 % 10**4, "万"), (yuan % 10**4, "元")):
        for power, unit in ((1000, "仟"), (100, "佰"), (10, "拾"), (1, "")):
            digit = group // power % 10
            if digit:
                text += ("零" if pending else "") + "壹贰叁肆伍陆柒捌玖"[digit - 1] + unit
            pending = digit == 0 and text != ""
        if group:
            text, pending = text + name, False
    if yuan and not text.endswith("元"):
        text += "元"
    tenth, hundredth = divmod(rest, 10)
    if tenth:
        text += "壹贰叁肆伍陆柒捌玖"[tenth - 1] + "角"
    elif hundredth and yuan:
        text += "零"
    text += "壹贰叁肆伍陆柒捌玖"[hundredth - 1] + "分" if hundredth else "" if tenth else "整"
    return "人民币" + ("负" if fen < 0 else "") + text


# Written by hand; the first six from the regulation's annex and the issue.
BY_HAND = {
    1409.50: "人民币壹仟肆佰零玖元伍角",
    6007.14: "人民币陆仟零柒元壹角肆分",
    1680.32: "人民币壹仟陆佰捌拾元叁角贰分",
    107000.53: "人民币壹拾万柒仟元伍角叁分",
    16409.02: "人民币壹万陆仟肆佰零玖元零贰分",
    325.04: "人民币叁佰贰拾伍元零肆分",
    0: "人民币零元整",
    0.01: "人民币壹分",
    0.10: "人民币壹角",
    0.11: "人民币壹角壹分",
    1: "人民币壹元整",
    10: "人民币壹拾元整",
    20.05: "人民币贰拾元零伍分",
    100: "人民币壹佰元整",
    1000.02: "人民币壹仟元零贰分",
    10005.1: "人民币壹万零伍元壹角",
    60880: "人民币陆万零捌佰捌拾元整",
    100000: "人民币壹拾万元整",
    100100: "人民币壹拾万零壹佰元整",
    105000: "人民币壹拾万伍仟元整",
    180960: "人民币壹拾捌万零玖佰陆拾元整",
    225000: "人民币贰拾贰万伍仟元整",
    1010000: "人民币壹佰零壹万元整",
    10**8: "人民币壹亿元整",
    10**8 + 1: "人民币壹亿零壹元整",
    100010000: "人民币壹亿零壹万元整",
    200003000: "人民币贰亿零叁仟元整",
    80000000800: "人民币捌佰亿零捌佰元整",
    1020304050.06: "人民币壹拾亿贰仟零叁拾万肆仟零伍拾元零陆分",
    10**12 - 0.01: "人民币玖仟玖佰玖拾玖亿玖仟玖佰玖拾玖万玖仟玖佰玖拾玖元玖角玖分",
    # rounding to fen comes first, and carries
    0.004: "人民币零元整",
    -0.004: "人民币零元整",
    0.005: "人民币壹分",
    0.995: "人民币壹元整",
    0.999: "人民币壹元整",
    1.005: "人民币壹元零壹分",
    9999.999: "人民币壹万元整",
    99999999.996: "人民币壹亿元整",
    -0.01: "人民币负壹分",
    -1409.5: "人民币负壹仟肆佰零玖元伍角",
    -(10**8): "人民币负壹亿元整",
}


@pytest.mark.parametrize("amount", BY_HAND)
def test_by_hand(amount: float) -> None:
    assert edge.call(WORDS, amount) == BY_HAND[amount]
    fen = round(abs(amount) * 100 + 1e-6)
    assert spell(-fen if amount < 0 else fen) == BY_HAND[amount]


@pytest.mark.parametrize(
    "given_, want",
    [
        ("¥12,000", "人民币壹万贰仟元整"),
        ("1.2万元", "人民币壹万贰仟元整"),
        (10**12, ExcelError.NUM),
        (-(10**12), ExcelError.NUM),
        ("一百元", ExcelError.VALUE),
        (None, ExcelError.VALUE),
        (ExcelError.DIV0, ExcelError.DIV0),
    ],
)
def test_what_a_cell_may_hold(given_: object, want: object) -> None:
    assert edge.call(WORDS, given_) == want


FEN = st.integers(-LARGEST, LARGEST)
# most digits zero: where the rules are
SPARSE = st.lists(st.sampled_from("0000123456789"), min_size=1, max_size=14).map(
    lambda digits: int("".join(digits))
)


@given(FEN | SPARSE)
def test_any_amount(fen: int) -> None:
    assert WORDS(fen / 100) == spell(fen)


def every_pattern() -> list[int]:
    """An amount for each of the 16,384 ways in which its 14 digits are zero or not."""
    patterns = itertools.product((0, 1), repeat=14)
    return [
        int("".join(str((place * 4 + 1) % 9 + 1) if on else "0" for place, on in enumerate(p)))
        for p in patterns
    ]


def test_every_pattern_of_zeros() -> None:
    fen = every_pattern()
    assert len(set(fen)) == 2**14
    assert WORDS(np.array(fen) / 100).tolist() == [spell(f) for f in fen]


@given(FEN | SPARSE)
def test_it_can_be_read_back(fen: int) -> None:
    """No two amounts share their words: they are read back by adding up places."""
    assert _value(WORDS(fen / 100)) == fen


def _value(words: str) -> int:
    body = words.removeprefix("人民币")
    sign = -1 if body.startswith("负") else 1
    total = group = 0
    for mark, unit in re.findall(r"([壹贰叁肆伍陆柒捌玖]?)([仟佰拾亿万元角分整负零]?)", body):
        digit = "零壹贰叁肆伍陆柒捌玖".index(mark) if mark else 0
        small = {"仟": 100_000, "佰": 10_000, "拾": 1000, "角": 10, "分": 1}
        if unit in ("角", "分"):
            total += digit * small[unit]
        elif unit in small:
            group += digit * small[unit]
        elif unit in ("亿", "万", "元"):
            total += (group + digit * 100) * {"亿": 10**8, "万": 10**4, "元": 1}[unit]
            group = 0
    return sign * total


# -- engines -------------------------------------------------------------------------------------


def sample() -> list[int]:
    """2,000 amounts: random ones of every size and random patterns of zeros, some negative."""
    rng = np.random.default_rng(20261130)
    sizes = np.floor(10 ** rng.uniform(0, 14, 1000)).astype(np.int64)
    patterns = rng.choice(every_pattern(), 1000, replace=False)
    signs = rng.choice([1, 1, 1, -1], 2000)
    return [int(f) for f in np.concatenate([sizes, patterns]) * signs]


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    places = iter(("C§", "D§", "B§"))
    cells = plain.cells(WORDS, {"amount": "A§"}, lambda: next(places))
    values: dict[str, object] = {}
    formulas: dict[str, str] = {}
    for row, amount in enumerate([*(f / 100 for f in sample()), *BY_HAND], 1):
        values[f"A{row}"] = amount
        for cell in cells:
            formulas[cell.address.replace("§", str(row))] = cell.formula.replace("§", str(row))
    return scratch.write(tmp_path_factory.mktemp("words") / "words.xlsx", values, formulas)


@pytest.mark.parametrize("engine", scratch.BOTH)
def test_every_engine(engine: str, book: Path) -> None:
    want = [*map(spell, sample()), *BY_HAND.values()]
    values = scratch.compute(engine, book)
    got = [values[f"B{row}"] for row in range(1, len(want) + 1)]
    wrong = [(values[f"A{i}"], g, w) for i, (g, w) in enumerate(zip(got, want, strict=True), 1)
             if g != w]  # fmt: skip
    assert not wrong, f"{len(wrong)} of {len(want)}, first: {wrong[:5]}"
