"""Every function, every example, every kind of bad input, in every engine: one answer.

What a case must answer is written down by hand: examples carry their value, and the table of errors
at the edge says which error each kind of bad input gives. Agreement of engines alone is no proof.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gpucalc import catalog, edge
from gpucalc.errors import ExcelError, InputError
from gpucalc.registry import Example, Function, blocks, functions
from tests import casebook, engines

EXAMPLES = [(f, e) for f in functions().values() for e in f.examples]
IDS = [f"{f.udf_name}-{e.why}" for f, e in EXAMPLES]
CELLWISE = [(f, e) for f, e in EXAMPLES if not f.spills]  # a value in, a value out
CELLWISE_IDS = [f"{f.udf_name}-{e.why}" for f, e in CELLWISE]
FORMULAS = [f for f in functions().values() if not f.not_traceable]


def same(got: Any, want: Any) -> bool:
    if isinstance(want, list) and isinstance(got, list):
        return len(got) == len(want) and all(map(same, got, want))
    if isinstance(want, ExcelError) or isinstance(got, str) or isinstance(want, str):
        return str(got) == str(want)
    return math.isclose(float(got), float(want), rel_tol=1e-9, abs_tol=1e-12)


def is_float(value: Any) -> bool:
    return isinstance(value, float)


@pytest.mark.parametrize("f, example", EXAMPLES, ids=IDS)
def test_edge_gives_the_example(f: Function, example: Example) -> None:
    assert same(edge.call(f, *example.args), example.want)


@pytest.mark.parametrize("f, example", EXAMPLES, ids=IDS)
def test_numpy_scalar_gives_the_example(f: Function, example: Example) -> None:
    try:
        got = f(*example.args)
    except InputError as error:
        got = error.cell
    if isinstance(example.want, ExcelError):
        assert isinstance(got, ExcelError) or np.isnan(got)
    else:
        assert same(got, example.want)


@pytest.mark.parametrize("f, example", CELLWISE, ids=CELLWISE_IDS)
def test_numpy_array_gives_the_example(f: Function, example: Example) -> None:
    column = [
        np.array([value] * 3, dtype=object) if isinstance(value, str) else np.array([value] * 3)
        for value in example.args
    ]
    got = np.broadcast_to(np.asarray(f(*column)), 3)
    for item in got:
        if isinstance(example.want, ExcelError):
            assert np.isnan(item)
        else:
            assert same(item, example.want)


@pytest.mark.parametrize("f", functions().values(), ids=lambda f: f.udf_name)
def test_a_column_answers_what_its_cells_answer(f: Function) -> None:
    """A range in one call gives the same as one call per row, but for the last bit of a power.

    numpy raises a column to a power with other instructions than a single number.
    """
    if f.spills:  # it takes one job, not a column of them
        assert edge.call(f, *[[[1], [2]]] * len(f.args)) == ExcelError.VALUE
        return
    width = max(len(e.args) for e in f.examples)
    rows = [[*e.args, *[None] * (width - len(e.args))] for e in f.examples]
    columns = [[[row[i]] for row in rows] for i in range(width)]
    got = edge.call(f, *columns) if columns else [[edge.call(f)]]
    assert isinstance(got, list)
    cells = [edge.call(f, *row) for row in rows]
    assert [r[0] for r in got] == [
        pytest.approx(c, rel=1e-14, abs=0) if is_float(c) else c for c in cells
    ]


# -- bad input -----------------------------------------------------------------------------------


@dataclasses.dataclass(frozen=True)
class BadCase:
    function: Function
    args: tuple[Any, ...]
    want: ExcelError
    what: str


def bad_cases(f: Function) -> Iterator[BadCase]:
    """The first example with one argument after the other spoiled; wants are the design's table."""
    good = list(f.examples[0].args)
    good += [None] * (len(f.args) - len(good))
    for i, arg in enumerate(f.args):
        q = arg.quantity

        def case(value: Any, want: ExcelError, what: str, i: int = i) -> BadCase:
            args = tuple(value if j == i else v for j, v in enumerate(good))
            return BadCase(f, args, want, f"{f.args[i].name} {what}")

        for error in () if q.kind == "any" else casebook.MAKES:
            yield case(ExcelError(error), ExcelError(error), f"is {error}")
        if arg.required:
            yield case(None, ExcelError.VALUE, "blank")
            yield case("", ExcelError.VALUE, 'is ""')
        if q.kind in ("text", "any"):
            continue
        unknown = ExcelError.NA if q.kind == "key" else ExcelError.VALUE
        yield case("abc", unknown, "cannot be read")
        if q.kind == "key":
            yield case("A1*", ExcelError.NA, "holds a wildcard")
        if q.kind == "flag":
            continue
        if q.kind == "key" and not q.number_ok:
            yield case(77.0, ExcelError.NA, "is a number where a name is due")
            continue
        if math.isfinite(q.low):
            yield case(q.low if q.open_low else q.low - 1, ExcelError.NUM, "too low")
        if math.isfinite(q.high):
            yield case(q.high * 1.5 + 1, ExcelError.NUM, "too high")
        if q.whole:
            yield case(max(q.low, 1) + 0.5, ExcelError.NUM, "a fraction")


BAD = [c for f in functions().values() for c in bad_cases(f)]


def test_there_are_bad_cases_of_every_kind() -> None:
    assert {c.want for c in BAD} == {ExcelError(e) for e in casebook.MAKES}
    assert {c.function.name for c in BAD} == {n for n, f in functions().items() if f.args}


@pytest.mark.parametrize("f", functions().values(), ids=lambda f: f.udf_name)
def test_edge_answers_bad_input_as_the_table_says(f: Function) -> None:
    wrong = [
        (c.what, got, c.want)
        for c in bad_cases(f)
        for text in (True, False)
        if (got := edge.call(f, *c.args, text=text)) != c.want
    ]
    assert not wrong


@pytest.mark.parametrize("f", functions().values(), ids=lambda f: f.udf_name)
def test_every_refusal_has_a_reason_in_both_languages(f: Function) -> None:
    for c in bad_cases(f):
        en, zh = edge.reason(f, *c.args), edge.reason(f, *c.args, lang="zh")
        assert en and zh and en != zh, c.what


@pytest.mark.parametrize("f", functions().values(), ids=lambda f: f.udf_name)
def test_a_good_call_has_no_reason(f: Function) -> None:
    good = next(e for e in f.examples if not isinstance(e.want, ExcelError))
    assert edge.reason(f, *good.args) == ""


@pytest.mark.parametrize("f", functions().values(), ids=lambda f: f.udf_name)
def test_missing_empty_and_empty_text_take_the_default(f: Function) -> None:
    required = [a for a in f.args if a.required]
    good = f.examples[0].args[: len(required)]
    want = edge.call(f, *good)
    for blank in (None, ""):
        padded = [*good, *[blank] * (len(f.args) - len(required))]
        assert edge.call(f, *padded) == want


def test_order_of_errors() -> None:
    """Hand-written: error among the inputs, blank, unreadable or unknown, bounds."""
    call, f = edge.call, functions()["gpu_cards"]
    assert call(f, None, ExcelError.DIV0, "nope", -1) == ExcelError.DIV0
    assert call(f, ExcelError.NA, ExcelError.DIV0, "nope", -1) == ExcelError.NA
    assert call(f, None, 1e9, "nope", -1) == ExcelError.VALUE
    assert call(f, -1, 1e9, "nope", -1) == ExcelError.NA
    assert call(f, "abc", 1e9, "nope", -1) == ExcelError.VALUE
    assert call(f, 7e9, 1e9, "nope", "abc") == ExcelError.NA
    assert call(f, 7e9, 1e9, "A100 80GB", -1) == ExcelError.NUM


# -- engines -------------------------------------------------------------------------------------

ALL = [(f, e.args, e.want, e.why) for f, e in EXAMPLES if not f.not_traceable] + [
    (c.function, c.args, c.want, c.what) for c in BAD if not c.function.not_traceable
]


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("cases") / "cases.xlsx"
    casebook.write(path, [(f, args) for f, args, _, _ in ALL])
    return path


def _named(f: Function, example: Example) -> bool:
    """Templates hold names in their GPU cells (drop-downs), never bare TFLOPS."""
    given = zip(f.args, example.args, strict=False)
    return all(isinstance(value, str) for arg, value in given if arg.quantity.kind == "key")


ENGINES = {
    "libreoffice": lambda path: engines.libreoffice([path])[path],
    "formualizer": engines.formualizer,
}


@pytest.mark.parametrize("engine", ENGINES)
def test_plain_formulas_agree(engine: str, book: Path) -> None:
    engines.need(engine)
    got = ENGINES[engine](book)
    wrong = [
        (f.udf_name, what, args, got.get(("cases", f"A{row}")), want)
        for row, (f, args, want, what) in enumerate(ALL, 1)
        if not same(got.get(("cases", f"A{row}"), "no value"), want)
    ]
    assert not wrong, f"{len(wrong)} of {len(ALL)} differ, first: {wrong[:5]}"


@pytest.mark.parametrize("engine", ENGINES)
def test_unguarded_formulas_agree_on_good_input(engine: str, tmp_path: Path) -> None:
    """The form that templates print: no guards, no default wrapping."""
    engines.need(engine)
    cases = [
        (f, e)
        for f, e in EXAMPLES
        if not f.not_traceable and not isinstance(e.want, ExcelError) and _named(f, e)
    ]
    path = tmp_path / "unguarded.xlsx"
    casebook.write(path, [(f, e.args) for f, e in cases], unguarded=True)
    got = ENGINES[engine](path)
    wrong = [
        (f.udf_name, e.why, got.get(("cases", f"B{row}")), e.want)
        for row, (f, e) in enumerate(cases, 1)
        if not same(got.get(("cases", f"B{row}"), "no value"), e.want)
    ]
    assert not wrong


# -- why there is an error -----------------------------------------------------------------------

REASONS: list[tuple[str, tuple[Any, ...], ExcelError, str]] = [
    ("gpu_cards", (-1, "200B", "B9000", 10), ExcelError.NA, "'B9000' is not in the catalog"),
    ("gpu_cards", (-1, "x", "B9000", 10), ExcelError.VALUE, "cannot read 'x'"),
    ("gpu_cards", (-1, None, "B9000", 10), ExcelError.VALUE, "tokens (Training tokens) is missing"),
    ("gpu_cards", (-1, "200B", "A100 80GB", -5), ExcelError.NUM, "params: Parameters = -1"),
    ("gpu_cards", (-1, "200B", "B9000", ExcelError.REF), ExcelError.REF, "days: the cell holds"),
    ("gpu_cards", ("13B", "200B", "A100 80GB", "50%"), ExcelError.VALUE, "days: cannot read '50%'"),
    ("gpu_tflops", ("H100",), ExcelError.VALUE, "H100 PCIe 80GB, H100 SXM5 80GB, H100 NVL 94GB"),
    ("gpu_tflops", ("V100",), ExcelError.VALUE, "V100 PCIe 16GB, V100 PCIe 32GB, V100 SXM2 16GB"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "args", "shown", "why"), REASONS)
def test_the_reason_is_that_of_the_error_shown(
    name: str, args: tuple[Any, ...], shown: ExcelError, why: str
) -> None:
    """Not of whatever else is wrong: errors, blanks, unreadable and unknown ones, then bounds."""
    f = functions()[name]
    assert edge.call(f, *args) == shown
    told = edge.explain(f, *args)
    assert told is not None and why in told.text("en")
    if shown is not ExcelError.REF and not why.startswith(("H100", "V100")):
        assert told.cell == shown


def test_text_is_read_alike_on_every_surface() -> None:
    """A card as a numeral with decimals, a date in eight digits."""
    cards = functions()["vram_cards"]
    assert edge.call(cards, "7B", "4090.0") == edge.call(cards, "7B", "RTX 4090")
    assert cards("7B", "4090.0") == edge.call(cards, "7B", "RTX 4090")
    days = functions()["rental_days"]
    assert edge.call(days, "20261130", "20261206") == edge.call(days, "2026-11-30", "2026-12-06")


# -- the registry itself -------------------------------------------------------------------------


def test_every_kernel_is_traced() -> None:
    for f in blocks().values():
        assert f.graph.op == ("answer" if f.not_traceable else "if")


def test_python_equals_the_graph_on_random_arrays() -> None:
    """The bare kernel is the fast path; on clean arrays it gives what the guarded graph gives."""
    rng = np.random.default_rng(20261130)
    names = np.array(catalog.table("gpus").names(), dtype=object)
    for f in FORMULAS:
        columns = []
        for arg in f.args:
            q = arg.quantity
            if q.kind == "key":
                pool = (
                    names
                    if q.table == "gpus"
                    else np.array(catalog.table(q.table).names(), dtype=object)
                )
                columns.append(rng.choice(pool, 200))
            elif q.kind == "flag":
                columns.append(rng.integers(0, 2, 200).astype(bool))
            else:
                low, high = max(q.low, -1e6), min(q.high, 1e9)
                values = low + (high - low) * rng.random(200) ** 3 + (1e-6 if q.open_low else 0)
                columns.append(np.floor(values) if q.whole else values)
        fast = np.broadcast_to(np.asarray(f(*columns)), 200)
        slow = edge.call(f, *[c[:, None] for c in columns])
        assert isinstance(slow, list)
        for a, (b,) in zip(fast.tolist(), slow, strict=True):
            ok = (
                isinstance(b, ExcelError)
                if isinstance(a, float) and not math.isfinite(a)
                else same(a, b)
            )
            assert ok, (f.udf_name, a, b)
