"""Ten thousand random calls: nothing but values and Excel errors ever leaves, whatever goes in."""

from __future__ import annotations

import datetime
import math
import random
from decimal import Decimal
from typing import Any

import pytest

import gpucalc_udfs
from gpucalc import registry
from gpucalc.errors import ExcelError
from tests.udfs import hosts

CALLS, SEED = 10_000, 20261130
ODD: list[Any] = [
    None, "", " ", 0.0, -0.0, 1.0, -1.0, 0.5, 1e-300, 1e300, -1e300, 7e9, 13.0, 4090.0, 46000.0,
    True, False, "13B", "200B", "8折", "¥12,000", "1,5", "１２", "#N/A", "#BUSY!", "x" * 400,
    "=1+1", "A100 80GB", "H100", "lora", "zh", "a\nb", "\u0000", "😀",
    Decimal("1.2345"), Decimal("1e400"),
    datetime.datetime(2026, 11, 30), datetime.datetime(2026, 1, 1, tzinfo=datetime.UTC),
    datetime.date(1899, 12, 31), 2**31, -(2**40), 1 << 70, *hosts.COM_ERRORS.values(),
    -2146826243, -2147352572, [], [[]], (), ((),), {"type": "Error", "basicValue": "#REF!"},
    {"type": "FormattedNumber", "basicValue": 3.0}, {"type": "Entity"}, {},
]  # fmt: skip


def value(rng: random.Random) -> Any:
    shape = rng.random()
    if shape < 0.75:
        return rng.choice(ODD) if rng.random() < 0.6 else rng.uniform(-10, 1e12)
    width = rng.choice([1, 1, 2, 3])
    return [[value(rng) for _ in range(width)] for _ in range(rng.choice([1, 2, 3]))]


def calls() -> list[tuple[str, tuple[Any, ...]]]:
    rng = random.Random(SEED)
    functions = list(registry.functions().values())
    found = []
    for _ in range(CALLS):
        function = rng.choice(functions)
        most = min(function.most, len(function.args) + 3)
        given: list[Any] = [value(rng) for _ in range(rng.randint(0, most + 1))]
        # Half of them start from a call that works, so that the odd value meets good company.
        if rng.random() < 0.5:
            example = rng.choice(function.examples).args
            given = [e if rng.random() < 0.7 else v for e, v in zip(example, given, strict=False)]
        found.append((function.udf_name, tuple(given)))
    return found


def is_answer(x: Any) -> bool:
    """A value that a cell can hold: no blank, no NaN, no type of Python's own."""
    return (type(x) in (str, bool) and x != "") or (type(x) is float and math.isfinite(x))


def is_table(x: Any) -> bool:
    return (
        isinstance(x, list)
        and bool(x)
        and all(
            isinstance(row, list) and len(row) == len(x[0]) and row and all(map(is_answer, row))
            for row in x
        )
    )


def test_nothing_but_values_and_excel_errors_leaves(caplog: pytest.LogCaptureFixture) -> None:
    kinds: dict[str, int] = {}
    for name, args in calls():
        answer = getattr(gpucalc_udfs, name)(*args)
        assert is_answer(answer) or is_table(answer), (name, args, answer)
        marked = isinstance(answer, str) and answer in ExcelError.__members__.values()
        kind = answer if marked else type(answer).__name__
        kinds[kind] = kinds.get(kind, 0) + 1
    assert [r.getMessage() for r in caplog.records if "internal error" in r.message] == []
    # The calls are no uniform mush of refusals.
    assert kinds["float"] > CALLS / 50 and kinds["list"] > CALLS / 50
    assert {"#VALUE!", "#N/A", "#NUM!", "#DIV/0!"} <= set(kinds)


def test_no_exception_leaves_the_com_server_either() -> None:
    # VBA itself refuses more arguments than a function has.
    most = {f.udf_name: f.most for f in registry.functions().values()}
    asked = [(name, args[: most[name]]) for name, args in calls()[:2000]]
    answers = hosts.run("com", asked)
    raised = [(a, b) for a, b in zip(asked, answers, strict=True) if isinstance(b, tuple)]
    assert raised == []
