"""Every function through each host's own code: each argument in every shape a cell can give it.

What is due is asked of the edge, with the argument spelled as the edge's documentation says; the
few cases at the end are worked out by hand.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

import pytest

from gpucalc import edge, registry
from gpucalc.errors import ExcelError
from gpucalc.registry import Example, Function
from tests.udfs import hosts

FUNCTIONS = list(registry.functions().values())
BLANK = object()
LEFT_OUT = object()


@dataclass(frozen=True)
class Case:
    """A call as a host hands it over, beside the same call for the edge."""

    name: str
    what: str
    edge: tuple[Any, ...]
    com: tuple[Any, ...]
    server: tuple[Any, ...]


def com(value: Any) -> Any:
    """A cell or a range as pywin32 gives it: tuples, error numbers, floats only."""
    if isinstance(value, list):
        return tuple(tuple(com(cell) for cell in row) for row in value)
    if value is LEFT_OUT:
        return -2147352572
    if value is BLANK or value is None:
        return None
    if isinstance(value, ExcelError):
        return hosts.COM_ERRORS[value.value]
    return float(value) if type(value) is int else value


def server(value: Any) -> Any:
    """A cell or a range as Office.js sends it: always a matrix; null where it was left out."""
    if value is LEFT_OUT:
        return None
    if not isinstance(value, list):
        return [[server_cell(value)]]
    return [[server_cell(cell) for cell in row] for row in value]


def server_cell(value: Any) -> Any:
    if value is BLANK or value is None:
        return ""
    if isinstance(value, ExcelError):
        return {"type": "Error", "basicValue": value.value, "errorType": "x", "basicType": "Error"}
    return float(value) if isinstance(value, Decimal) else value


def plain(value: Any) -> Any:
    if isinstance(value, list):
        return [[plain(cell) for cell in row] for row in value]
    return None if value is BLANK or value is LEFT_OUT else value


def case(function: Function, args: list[Any], what: str) -> Case:
    own = len(function.args) - (1 if function.args and function.args[-1].repeating else 0)
    repeating = own < len(function.args)
    sent = [server(arg) for arg in args]
    office = (*sent[:own], sent[own:]) if repeating else tuple(sent)
    return Case(
        function.udf_name,
        what,
        tuple(plain(arg) for arg in args),
        tuple(com(arg) for arg in args),
        office,
    )


def shapes(function: Function, example: Example) -> Iterator[Case]:
    """The example with one argument after the other in every shape and kind."""
    base: list[Any] = [LEFT_OUT if value is None else value for value in example.args]
    for place, own in enumerate(function.args[: function.most]):
        filled = base + [LEFT_OUT] * (place + 1 - len(base))
        value = filled[place]
        if isinstance(value, list):
            value = value[0][0]
        kinds: dict[str, Any] = {
            "left out": LEFT_OUT,
            "blank": BLANK,
            "empty text": "",
            "1x1": [[value]],
            "1x3": [[value, value, value]],
            "3x1": [[value], [BLANK], [value]],
            "2x3": [[value] * 3, [value, ExcelError.DIV0, value]],
            "text number": "3",
            "unreadable": "no such thing",
            "boolean": True,
            "Decimal": Decimal("2.5"),
            "negative": -1.0,
            "date serial": 46000.0,
            "model as text": "RTX 4090",
            "model as number": 4090.0,
            "full width": "３",
        }
        kinds |= {f"error {error}": error for error in ExcelError}
        for what, given in kinds.items():
            given = LEFT_OUT if given is None else given
            changed = [*filled[:place], given, *filled[place + 1 :]]
            if any(isinstance(c, list) and c[0][0] is LEFT_OUT for c in changed):
                continue  # a range of what was left out is no range
            yield case(function, changed, f"{own.name}: {what}")


def every() -> list[Case]:
    found = []
    for function in FUNCTIONS:
        for number, example in enumerate(function.examples):
            given = [LEFT_OUT if v is None else v for v in example.args]
            found.append(case(function, given, f"example {number}"))
        found += shapes(function, function.examples[0])
    return found


CASES = every()


def due(case: Case) -> Any:
    answer = edge.call(registry.function(case.name), *case.edge)
    if isinstance(answer, list):
        return [[_text(cell) for cell in row] for row in answer]
    return [[_text(answer)]]


def _text(value: Any) -> Any:
    return value.value if isinstance(value, ExcelError) else value


def from_com(answer: Any) -> Any:
    """What COM takes back, as rows: one row comes flat."""
    if not isinstance(answer, list):
        return [[answer]]
    return answer if answer and isinstance(answer[0], list) else [answer]


def from_server(answer: Any) -> Any:
    assert isinstance(answer, list), answer
    return [
        [hosts.SERVER_ERRORS[c["errorType"]] if isinstance(c, dict) else c for c in row]
        for row in answer
    ]


def test_there_are_cases_for_every_argument_of_every_function() -> None:
    asked = {(c.name, c.what.partition(":")[0]) for c in CASES}
    wanted = {(f.udf_name, a.name) for f in FUNCTIONS for a in f.args}
    assert wanted <= asked
    assert len(CASES) > 20 * len(wanted)


@pytest.mark.parametrize("host", ["com", "server"])
def test_every_shape_is_answered_as_the_edge_answers_it(host: str) -> None:
    calls = [(c.name, c.com if host == "com" else c.server) for c in CASES]
    answers = hosts.run(host, calls)
    read = from_com if host == "com" else from_server
    wrong = []
    for asked, answer in zip(CASES, answers, strict=True):
        if isinstance(answer, tuple):
            wrong.append((asked.name, asked.what, answer))
            continue
        got, want = read(answer), due(asked)
        if got != want:
            wrong.append((asked.name, asked.what, f"{got} instead of {want}"))
    assert wrong == []


# -- worked out by hand --------------------------------------------------------------------------

FLOPS = 6 * 7e9 * 1e9  # 6 x parameters x tokens
BY_HAND: list[tuple[str, tuple[Any, ...], Any]] = [
    ("TRAIN_FLOPS", (7e9, 1e9), FLOPS),
    ("TRAIN_FLOPS", ("7B", "10亿"), FLOPS),
    ("TRAIN_FLOPS", (((7e9,), ("7B",)), 1e9), [[FLOPS], [FLOPS]]),
    ("TRAIN_FLOPS", ((7e9, "7B", None), 1e9), [FLOPS, FLOPS, "#VALUE!"]),  # {1,2,3}: a row
    ("TRAIN_FLOPS", (Decimal("7000000000"), 1e9), FLOPS),
    ("TRAIN_FLOPS", (7e9, -2146826246), "#N/A"),
    ("TRAIN_FLOPS", (7e9, -2146826288), "#NULL!"),
    ("TRAIN_FLOPS", (7e9, -2146826243), "#VALUE!"),  # #SPILL! is none of the seven
    ("TRAIN_FLOPS", (7e9, -2147352572), "#VALUE!"),  # required, left out
    ("GPU_TFLOPS", (4090.0,), 165.2),
    ("GPU_TFLOPS", ("4090",), 165.2),
    ("GPU_TFLOPS", ("RTX 4090",), 165.2),
    ("GPU_TFLOPS", ("H1000",), "#N/A"),
    ("GPU_GAP", (10.0, None), 10.0),
    ("RENTAL_DAYS", (46000.0, 46009.0), 10.0),
    ("RENTAL_DAYS", (datetime.datetime(2025, 12, 9, tzinfo=datetime.UTC), 46009.0), 10.0),
]


def test_what_com_hands_over_gives_what_was_worked_out_by_hand() -> None:
    answers = hosts.run("com", [(name, args) for name, args, _ in BY_HAND])
    for (name, args, want), got in zip(BY_HAND, answers, strict=True):
        assert got == want, (name, args)
