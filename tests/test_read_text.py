"""Typed text read by cell formulas: the number that Python reads, or a refusal, never another one.

A spreadsheet itself takes "1/2" and "$5" for numbers; the formulas must look at the digits first.
"""

from __future__ import annotations

import itertools
import math
from pathlib import Path

import numpy as np
import pytest
from openpyxl.utils import get_column_letter

from gpucalc import quantity as q
from gpucalc.dialects import plain
from gpucalc.errors import ExcelError, InputError
from gpucalc.evaluate import Plane, evaluate
from gpucalc.primitives import read_text
from gpucalc.quantity import Quantity
from gpucalc.trace import argument
from tests import scratch

QUANTITIES = {"params": q.PARAMS, "mfu": q.MFU, "discount": q.DISCOUNT, "amount": q.MONEY}

# What people do type, which the formulas must read too: text -> number, by hand.
COMMON: dict[str, dict[str, float]] = {
    "params": {
        "13B": 13e9, "13 B": 13e9, " 13b ": 13e9, "130亿": 13e9, "2000亿": 2e11, "24.4万": 244e3,
        "1.3T": 1.3e12, "1.3万亿": 1.3e12, "300M": 3e8, "5千": 5e3, "13,000,000,000": 13e9,
        "7000000000": 7e9, "0.5B": 5e8, "1,234.5万": 12_345_000, "13\u3000B": 13e9,
        "123,456,789,012,345": 123_456_789_012_345, "007B": 7e9, "7.": 7,
    },
    "mfu": {"50%": 0.5, "42 %": 0.42, "0.42": 0.42},
    "discount": {
        "8折": 0.2, "85折": 0.15, "8.5折": 0.15, "打8折": 0.2, "打 8 折": 0.2, "优惠15%": 0.15,
        "优惠 15 %": 0.15, "15%": 0.15, "0.15": 0.15, "10折": 0, "9.9折": 0.01, "99折": 0.01,
        "0": 0, "15": 15,  # a number as typed: the bounds refuse it
    },
    "amount": {
        "¥12,000": 12e3, "￥12,000": 12e3, "¥ 1.2万": 12e3, "1.2万": 12e3, "12000": 12e3,
        "1,234.56": 1234.56, "3亿": 3e8, "0.01": 0.01, "¥ 0.5": 0.5,
    },
}  # fmt: skip

NUMBERS = (
    "13", "1.3", "0", "12,000", "1,234,567.89", "1,2", "12,00", "1,2345", "0,123", "1,23,456", ",1",
    "12..3", "1.2.3", ".", ".5", "5.", "-5", "+5", "(5)", "1e5", "1E5", "1 2", "8 5", "1 000",
    "１３", "٣", "①", "½", "一", "约30", "5-8", "5~8", "1/2", "2026-11-30", "30.11.2026", "12:30",
    "$5", "€5", "¥5", "5¥", "1¥2", "¥¥5", "1'000", "1_000", "&H10", "0x10", "TRUE", "#N/A", "abc",
    "",
)  # fmt: skip
UNITS = ("", "万", "万亿", "B", "元", "卡", "%", "折", "GB", "BB", "亿亿", "%%", " B", "十亿")
DISCOUNTS = (
    "8折打", "8打折", "1打5折", "优惠8折", "1优惠5%", "优惠15", "按85%", "打85%", "100折", "101折",
    "0折", "-1折", "八折", "折", "%", "打", "优惠", "8折8折", "8,5折", "1,500折", "150%", "-15%",
    "0.8折", "0.99折", "1折", "打0.8折",
)  # fmt: skip


def texts(name: str) -> list[str]:
    mixed = [number + unit for number in NUMBERS for unit in UNITS]
    return list(dict.fromkeys([*COMMON[name], *DISCOUNTS, *(t for t in mixed if t)]))


def read(quantity: Quantity, text: str) -> object:
    try:
        return quantity.read(text)
    except InputError:
        return ExcelError.VALUE


def agree(got: object, want: object) -> bool:
    """The same number, or a refusal; a refusal where Python refuses."""
    if got == ExcelError.VALUE:
        return True
    return (
        isinstance(got, float)
        and isinstance(want, float)
        and math.isclose(got, want, rel_tol=1e-9, abs_tol=1e-12)
    )


def problems(name: str, got: dict[str, object]) -> list[tuple[str, object, object]]:
    """Texts whose answer is another number than Python's, or refused though they are common."""
    quantity = QUANTITIES[name]
    wrong = [(t, got[t], want) for t in got if not agree(got[t], want := read(quantity, t))]
    for text, want in COMMON[name].items():
        value = got[text]
        if not (
            isinstance(value, float) and math.isclose(value, want, rel_tol=1e-9, abs_tol=1e-12)
        ):
            wrong.append((text, value, want))
    return wrong


@pytest.mark.parametrize("name", QUANTITIES)
def test_python_reads_the_common_ones(name: str) -> None:
    got = {text: QUANTITIES[name].read(text) for text in COMMON[name]}
    assert got == pytest.approx(COMMON[name], rel=1e-12)


@pytest.mark.parametrize("name", QUANTITIES)
def test_the_graph(name: str) -> None:
    graph = read_text(argument("typed", "typed"), QUANTITIES[name])
    asked = texts(name)
    result = evaluate(graph, {"typed": Plane(np.array(asked, dtype=object), None)}, len(asked))
    codes = result.errors(len(asked))
    values = result.values(len(asked))
    assert set(codes) == {0, ExcelError.VALUE.code}
    got = [ExcelError.VALUE if e else v for v, e in zip(values, codes, strict=True)]
    assert problems(name, dict(zip(asked, got, strict=True))) == []


# -- engines -------------------------------------------------------------------------------------

ASKED = [(name, text) for name in QUANTITIES for text in texts(name)]


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    values: dict[str, object] = {}
    formulas: dict[str, str] = {}
    printed = {name: _printed(quantity) for name, quantity in QUANTITIES.items()}
    for row, (name, text) in enumerate(ASKED, 1):
        values[f"A{row}"] = text
        for cell in printed[name]:
            formulas[cell.address.replace("§", str(row))] = cell.formula.replace("§", str(row))
        formulas[f"B{row}"] = printed[name][-1].address.replace("§", str(row))
        formulas[f"Z{row}"] = f"VALUE(A{row})"
    last = len(ASKED)
    for row, name in enumerate(QUANTITIES, last + 1):  # a number goes through, a blank stays blank
        values[f"A{row}"] = 0.25
        for cell in printed[name]:
            formulas[cell.address.replace("§", str(row))] = cell.formula.replace("§", str(row))
            empty = cell.formula.replace("§", str(row + 10))
            formulas[cell.address.replace("§", str(row + 10))] = empty
    return scratch.write(tmp_path_factory.mktemp("typed") / "typed.xlsx", values, formulas)


def _printed(quantity: Quantity) -> list[plain.Cell]:
    columns = itertools.count(3)
    return plain.read_text(quantity, "A§", lambda: f"{get_column_letter(next(columns))}§")


@pytest.mark.parametrize("engine", scratch.BOTH)
def test_every_engine(engine: str, book: Path) -> None:
    assert len(ASKED) > 500
    values = scratch.compute(engine, book)
    for name in QUANTITIES:
        got = {text: values[f"B{row}"] for row, (n, text) in enumerate(ASKED, 1) if n == name}
        assert problems(name, got) == []
    # the check of the digits is needed: left alone, the engine takes dates and more for numbers
    alone = {text: values[f"Z{row}"] for row, (_, text) in enumerate(ASKED, 1)}
    assert isinstance(alone["2026-11-30"], float) and isinstance(alone["12:30"], float)
    for row, name in enumerate(QUANTITIES, len(ASKED) + 1):
        result = _printed(QUANTITIES[name])[-1].address
        assert values[result.replace("§", str(row))] == 0.25
        assert values.get(result.replace("§", str(row + 10)), "") == ""


def test_what_cannot_be_read_may_show_otherwise() -> None:
    """A template chooses what an unreadable cell answers: here "", so that a check can speak."""
    cells = plain.read_text(q.PARAMS, "C5", iter(f"D{n}" for n in range(1, 99)).__next__, "")
    assert cells[-1].formula == 'IF(ISNUMBER(C5),C5,IF(C5="","",IF(D11,VALUE(D9)*D3,"")))'
    labels = [cell.label for cell in cells]
    assert labels[0] == "typed" and labels[-1] == "params" and "" not in labels
    assert max(len(cell.formula) for cell in cells) < 500
