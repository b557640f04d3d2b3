"""Each optional argument by itself: left out, an empty cell, "" - one answer, that of its default.

test_functions.py leaves all of them out together; here one at a time, the others given, so that a
blank in the middle of a call takes its own default and nothing else moves. Each argument also has a
value that changes an answer: a default that nothing depends on would hide a wrong one.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gpucalc import calling, catalog, edge, expression, helptext
from gpucalc.arguments import Arg, Omitted
from gpucalc.errors import ExcelError, OutOfBounds
from gpucalc.registry import Function, functions
from tests import casebook, engines
from tests.test_functions import same

OPTIONAL = [
    (f, a) for f in functions().values() for a in f.args if not a.required and not a.repeating
]
IDS = [f"{f.udf_name}-{a.name}" for f, a in OPTIONAL]

# calls in which arguments have an effect that no worked example needs
STATES = ("freeze", 2, 2048, 4, 2, False, 32, 4096, 32000)
TIERS = (10, 1000, 8, False, 3000, 6, 5000, 5)
MORE: dict[str, list[tuple[Any, ...]]] = {
    "tier_price": [(9000, *TIERS), (5000, *TIERS), (3000, *TIERS)],
    "own_npv": [(1e6, 60, 0.1, 5000, 9000, 10, 1.3, 0.65, 730, 1e5, 0.25, 4, 0.05, 4, True)],
    "rent_npv": [(45000, 60, 0.1, 0.1, 2000, 0.25, 4, True)],
    "break_even_rent": [(2.5e6, 60, 0.1, 0.1, 2000, 0.25, 4, True)],
    "vram_needed": [(7e9, *STATES, 0.1, 0.5, "fp32", "SGD")],
    "vram_total": [(7e9, *STATES, 0.1, 0.5, "fp32", "SGD")],
    "vram_part": [("net", 7e9, *STATES, 0.5, "fp32", "SGD")],
    "vram_cards": [(7e9, "A100 80GB", *STATES[:3], *STATES[5:], 0.1, 0.9, "fp32", "SGD")],
    "max_batch": [
        (7e9, "A100 80GB", "freeze", 512, 4, 3, True, 32, 4096, 32000, 0.1, 0.3, "bf16", "SGD")
    ],
    "gpu_cards": [(70e9, 1e9, "A100 80GB", 30, 0.4, 20, 0.1, 1, "freeze", 8, 0.1, True, 7e10, 0.9)],
    "checkpoint_gb": [(7e9, "freeze", True, 0.5, "fp32", "SGD")],
    "train_hours": [(7e9, 1e9, "A100 80GB", 3, 0.5, 0.1, 3, "freeze", 5e9, 0.5)],
    "mfu_measured": [(3370, 6.7e9, "A100 80GB", 2, 32, 4096, 2048, "freeze", True, 0.5)],
    "model_params": [(32, 4096, 32000, 16, 8, 11008, True, 2, 128)],
    "gap_gpu_hours": [(1000, 10, 2, 20, 0.1)],
    "rent_cost": [(3, 74.79, 40, 0.1, 1, 80)],
    "gpu_price": [("A100", "常州", "daily", "low")],
    "price_info": [("A100", "high", "常州", "daily", "low"), ("A100", "name", "常州")],
}
NUMBERS = (
    0, 0.01, 0.1, 0.25, 0.5, 0.9, 1, 1.5, 2, 3, 4, 6, 8, 12, 24, 64, 100, 128, 365, 730, 744, 1000,
    2000, 4096, 50000, 1e6, 7e9, 46356,
)  # fmt: skip
TEXTS = ("广东", "惠州", "常州", "daily", "pay_as_you_go", "low", "high", "excl", "Nobody")
# the shipped rows name no supplier, so all that another one does is to leave no price
ONLY_REFUSES = {"supplier"}
# and they have no date and one tax basis: test_prices.py shows these three with rows of its own
NOT_SHOWN = {("gpu_price", "as_of"), ("price_info", "as_of"), ("price_info", "tax")}


def calls(f: Function) -> Iterator[list[Any]]:
    """Good calls, padded to every argument: the worked examples, and more where they say little."""
    for args in [*(e.args for e in f.examples), *MORE.get(f.name, [])]:
        padded = [*args, *[None] * (len(f.args) - len(args))]
        if not isinstance(edge.call(f, *padded), ExcelError):
            yield padded


def values(arg: Arg) -> Iterator[Any]:
    """Values that the argument may take."""
    q = arg.quantity
    if q.kind == "key":
        yield from catalog.table(q.table).names()
    elif q.kind == "flag":
        yield from (True, False)
    elif q.kind in ("text", "any"):
        yield from TEXTS
    for number in NUMBERS if q.kind not in ("flag", "text", "any") else ():
        try:
            q.check(float(number))
        except (OutOfBounds, TypeError, ValueError):
            continue
        if q.kind != "key" or q.number_ok:
            yield number


def default(f: Function, arg: Arg, args: list[Any]) -> Any:
    """The default as a value, by its own declaration; None where none could be given in its place.

    That is where it is Omitted, or computed and no value that a user may give (a fraction).
    """
    found: dict[str, Any] = {}

    def wrap(a: Arg, value: Any, by_default: Any) -> Any:
        found[a.name] = by_default
        missing = value is None or value == ""
        return by_default if missing else calling.clean(a.quantity, value)

    given = {a.name: v for a, v in zip(f.args, args, strict=True) if a is not arg}
    f.fill(given, wrap)
    value = found[arg.name]
    if isinstance(value, Omitted):
        return None
    value = value.item() if isinstance(value, np.ndarray | np.generic) else value
    try:
        arg.quantity.check(value)
    except OutOfBounds:
        return None
    return value


def equal(a: Any, b: Any) -> bool:
    return same(a, b) if not isinstance(a, bool) else a is b


@pytest.mark.parametrize("f, arg", OPTIONAL, ids=IDS)
def test_three_forms_take_the_default(f: Function, arg: Arg) -> None:
    at = f.args.index(arg)
    for args in calls(f):
        forms = {"empty cell": [*args], '""': [*args]}
        forms["empty cell"][at], forms['""'][at] = None, ""
        answers = {form: edge.call(f, *call) for form, call in forms.items()}
        # left out: nothing between two commas, or the end of the call
        text = helptext.call_text(f, tuple(forms["empty cell"]))
        if all(not isinstance(a, list) for a in args):
            answers["left out"] = expression.evaluate(text).value
        if all(a is None for a in args[at:]):
            answers["shorter call"] = edge.call(f, *args[:at])
        want = answers["empty cell"]
        explicit = default(f, arg, args)
        if explicit is not None:
            answers[f"default {explicit!r}"] = edge.call(
                f, *[explicit if i == at else a for i, a in enumerate(args)]
            )
        assert all(equal(got, want) for got in answers.values()), (args, answers)


@pytest.mark.parametrize("f, arg", OPTIONAL, ids=IDS)
def test_it_matters(f: Function, arg: Arg) -> None:
    """Two of its values, or one and none at all, give two answers."""
    at = f.args.index(arg)
    for args in calls(f):
        seen: list[Any] = []
        for value in (None, *values(arg)):
            got = edge.call(f, *[value if i == at else a for i, a in enumerate(args)])
            if isinstance(got, ExcelError) and arg.name not in ONLY_REFUSES:
                continue
            if seen and not equal(got, seen[0]):
                assert (f.name, arg.name) not in NOT_SHOWN
                return
            seen.append(got)
    assert (f.name, arg.name) in NOT_SHOWN, "no value of it changes an answer"


@pytest.mark.parametrize("f, arg", OPTIONAL, ids=IDS)
def test_left_out_in_python(f: Function, arg: Arg) -> None:
    """By keyword, without the argument: what an empty cell gives."""
    at = f.args.index(arg)
    for args in itertools.islice(calls(f), 1):
        given = {
            a.name: v for i, (a, v) in enumerate(zip(f.args, args, strict=True))
            if i != at and v is not None
        }  # fmt: skip
        want = edge.call(f, *[None if i == at else a for i, a in enumerate(args)])
        if not isinstance(want, ExcelError):
            assert equal(f(**given), want)


# -- engines -------------------------------------------------------------------------------------

CELLS = [
    (f, [blank if i == f.args.index(arg) else a for i, a in enumerate(args)])
    for f, arg in OPTIONAL
    if not f.not_traceable
    for args in itertools.islice(calls(f), 1)
    for blank in (None, "")
]


@pytest.mark.parametrize(
    "engine", [pytest.param("libreoffice", marks=pytest.mark.libreoffice), "formualizer"]
)
def test_cells_agree(engine: str, tmp_path: Path) -> None:
    """An empty cell and a formula that gives "" in plain formulas: what the function answers."""
    engines.need(engine)
    path = tmp_path / "optional.xlsx"
    casebook.write(path, CELLS)
    got = engines.by_name(engine)(path)
    wrong = [
        (f.udf_name, args, got.get(("cases", f"A{row}")), want)
        for row, (f, args) in enumerate(CELLS, 1)
        if not equal(got.get(("cases", f"A{row}"), "no value"), want := edge.call(f, *args))
    ]
    assert not wrong, f"{len(wrong)} of {len(CELLS)} differ, first: {wrong[:3]}"
