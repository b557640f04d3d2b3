"""Tracing: what becomes a graph, what is refused with advice, and that a graph means its kernel."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from gpucalc import trace
from gpucalc.errors import ExcelError, NotTraceable
from gpucalc.evaluate import Plane, evaluate
from gpucalc.trace import Node, argument, call, compare, is_text, lift, node, part, walk

X, Y = argument("x", "number"), argument("y", "number")
TEXT = argument("t", "text")


@pytest.mark.parametrize(
    "kernel, advice",
    [
        (lambda x: 1 if x else 2, "np.where"),
        (lambda x: 2 if x > 1 else 3, "np.where"),
        (lambda x: x and 1, "np.where"),
        (lambda x: x or 1, "np.where"),
        (lambda x: not x, "np.where"),
        (lambda x: 0 < x < 1, "np.where"),
        (lambda x: max(x, 1), "np.where"),
        (lambda x: x in (1, 2), "np.where"),
        (lambda x: sorted([x, x]), "np.where"),
        (lambda x: float(x), "element by element"),
        (lambda x: int(x), "element by element"),
        (lambda x: round(x, 2), "round_to"),
        (lambda x: math.sqrt(x), "element by element"),
        (lambda x: math.ceil(x), "element by element"),
        (lambda x: len(x), "element by element"),
        (lambda x: list(x), "element by element"),
        (lambda x: x[0], "element by element"),
        (lambda x: f"{x} cards", "join makes text"),
        (lambda x: range(x), "element by element"),
        (lambda x: np.array([x, 1]), "element by element"),
        (lambda x: np.asarray(x), "element by element"),
        (lambda x: x * np.array([1.0, 2.0]), "element by element"),
        (lambda x: [1, 2] * x, "element by element"),
        (lambda x: np.where(x > 1, None, 2), "element by element"),
        (lambda x: np.sum(x), "add the terms"),
        (lambda x: np.add.reduce(x), "plain call"),
        (lambda x: np.add(x, 1, out=np.zeros(1)), "plain call"),
        (lambda x: np.add(x, 1, where=True), "plain call"),
        (lambda x: np.add(x, 1, dtype=float), "plain call"),
        (lambda x: np.add.outer(x, 1), "plain call"),
        (lambda x: np.round(x, 2), "round_to"),
        (lambda x: np.rint(x), "round_to"),
        (lambda x: np.ceil(x), "ceil_tol"),
        (lambda x: np.clip(x, 0, 1), "np.minimum and np.maximum"),
        (lambda x: x // 2, r"np\.floor\(a / b\)"),
        (lambda x: x % 2, r"a - b \* np\.floor"),
        (lambda x: np.isnan(x), "given"),
        (lambda x: np.where(x > 1), "element by element"),
        (lambda x: np.select([x > 1], [1], 2), "np.where|element by element"),
        (lambda x: np.log10(x), "element by element"),
        (lambda x: np.sin(x), "element by element"),
        (lambda x: x @ x, "element by element"),
        (lambda x: np.interp(x, [0, 1], [0, 1]), "element by element"),
    ],
)
def test_refused_with_advice(kernel: Callable[[Any], Any], advice: str) -> None:
    """What no cell formula can do; the message says what to write instead."""
    with pytest.raises(NotTraceable, match=advice):
        kernel(X)


# Two columns of values that every operation below is defined on.
A = np.array([0.5, 1.0, 2.25, 7.0, 100.0, 3.0])
B = np.array([2.0, 1.0, 0.25, 7.5, 3.0, 3.0])
TRUTHS = (A > 1, B > 1)


@pytest.mark.parametrize("name", sorted(trace._RULES))
def test_each_rule_means_its_ufunc(name: str) -> None:
    """The graph of np.add computes what np.add computes, and so on for every rule there is."""
    ufunc = getattr(np, name)
    logical = name.startswith(("logical", "bitwise", "invert"))
    columns = TRUTHS if logical else (A, B)
    operands = (X > 1, Y > 1) if logical else (X, Y)
    traced = ufunc(*operands[: ufunc.nin])
    got = evaluate(traced, {"x": Plane(A, None), "y": Plane(B, None)}, len(A))
    assert got.e is None
    want = ufunc(*columns[: ufunc.nin])
    if logical:
        assert (np.asarray(got.v) != 0).tolist() == want.tolist()
    else:
        assert np.asarray(got.v, dtype=float) == pytest.approx(want.astype(float), rel=1e-15)


def test_where_and_the_operators_of_python() -> None:
    kernel = lambda x, y: np.where((x > 1) & ~(y > 2) | (x == y), -(x**2) / 3, abs(1 - y) + 2 * x)  # noqa: E731
    got = evaluate(kernel(X, Y), {"x": Plane(A, None), "y": Plane(B, None)}, len(A))
    assert np.asarray(got.v) == pytest.approx(kernel(A, B), rel=1e-15)


@pytest.mark.parametrize(
    "traced, plain",
    [
        (2 - X, node("-", lift(2), X)),
        (2 / X, node("/", lift(2), X)),
        (2**X, node("^", lift(2), X)),
        (np.float64(2) * X, node("*", lift(2), X)),
        (np.float64(2) > X, compare(">", lift(2), X)),
        (-X, node("neg", X)),
        (np.maximum(X, 3), node("if", compare(">=", X, lift(3)), X, lift(3))),
        (lift(math.nan), node("err", ExcelError.NUM)),
        (lift(np.bool_(True)), node("const", True)),
        (lift(np.int64(3)), node("const", 3.0)),
    ],
)
def test_what_is_traced(traced: Node, plain: Node) -> None:
    """Nodes are interned, so equal expressions are the same object."""
    assert traced is plain


def test_equal_expressions_are_one_node_and_others_are_not() -> None:
    assert (X + 1) * Y is (X + 1.0) * Y
    assert lift(1) is not lift(True) and lift(1) is not lift("1")
    assert X + Y is not Y + X
    assert argument("x", "number") is X and argument("x", "sure number") is not X


def test_numbers_enter_comparisons_as_numbers() -> None:
    """ "0">=3 is TRUE in every spreadsheet: a numeral typed as text must become a number first."""
    assert (X >= 3) is node(">=", node("+", X, lift(0)), lift(3))
    chosen = np.where(X > 1, X, 2)
    assert (chosen > 1) is node(">", node("+", chosen, lift(0)), lift(1))
    assert (X * 2 >= 3) is node(">=", X * 2, lift(3))  # a product is a number already
    assert (TEXT == "a") is node("=", TEXT, lift("a"))  # and text stays text
    hit = evaluate(X >= 3, {"x": Plane(np.array(["0", "5"], dtype=object), None)}, 2)
    assert hit.values(2) == [False, True]


def test_text_is_known_as_text() -> None:
    assert is_text(TEXT) and is_text(lift("a")) and is_text(call("MID", TEXT, 1, 1))
    assert is_text(np.where(X > 1, "a", "b")) and is_text(part("name", TEXT))
    assert not is_text(X) and not is_text(call("LEN", TEXT)) and not is_text(X + 1)


def test_walk_visits_children_first_and_each_once() -> None:
    shared = X + Y
    root = np.where(shared > 1, shared * shared, part("half", shared / 2))
    seen = list(walk(root))
    assert len(seen) == len(set(seen)) and seen[-1] is root
    place = {n: i for i, n in enumerate(seen)}
    assert all(place[c] < place[n] for n in seen for c in n.children)


def test_a_deep_graph_needs_no_deep_stack() -> None:
    """A chain of 20,000 operations is walked and evaluated without recursion."""
    deep = X
    for _ in range(20_000):
        deep = deep + 1
    assert evaluate(deep, {"x": Plane(np.zeros(1), None)}, 1).values(1) == [20_000]
