"""LaTeX equations: what they say of hand-picked functions, and that all of them are sound."""

from __future__ import annotations

import re

import numpy as np
import pytest

from gpucalc.dialects import latex, plain
from gpucalc.dialects.latex import LaTeX
from gpucalc.errors import NotTraceable
from gpucalc.primitives import ceil_tol, given, round_to
from gpucalc.record import Function
from gpucalc.registry import blocks, functions
from gpucalc.trace import argument, lift, node

FORMULAS = [f for f in blocks().values() if not f.not_traceable]
X = argument("x", "filled number")
Y = argument("y", "filled number")


def shown(value: object) -> str:
    return LaTeX({"x": "x", "y": "y"}).text(lift(value))


@pytest.mark.parametrize(
    ("value", "want"),
    [
        (X / (1 + Y), r"\frac{x}{1 + y}"),
        ((X / Y) ** 2, r"\left(\frac{x}{y}\right)^{2}"),
        (np.sqrt(X), r"\sqrt{x}"),
        (np.cbrt(X / Y), r"\sqrt[3]{\frac{x}{y}}"),
        (ceil_tol(X), r"\left\lceil x \right\rceil"),
        (np.floor(X), r"\left\lfloor x \right\rfloor"),
        (np.maximum(X, Y), r"\max\left(x,\ y\right)"),
        (np.minimum(X, 1), r"\min\left(x,\ 1\right)"),
        (X - (Y - 1), r"x - \left(y - 1\right)"),
        (-(X + 1), r"-\left(x + 1\right)"),
        (X * 1e12, r"x \cdot 10^{12}"),
        (8.64e19 * X, r"8.64 \cdot 10^{19} \cdot x"),
        (round_to(X, 2), r"\mathrm{round}\left(x,\ 2\right)"),
        (np.exp(X), "e^{x}"),
        (
            np.where(node(">=", X, lift(3)), Y, 1),
            r"\begin{cases} y & x \ge 3 \\ 1 & \text{otherwise} \end{cases}",
        ),
        (
            node("lookup", "gpus", "bf16_tflops", X),
            r"\mathrm{bf16\_tflops}\left(x\right)",
        ),
    ],
)
def test_an_operation_reads_as_in_a_textbook(value: object, want: str) -> None:
    from gpucalc.dialects.simplify import simplify

    assert shown(simplify(lift(value), {})) == want


def test_named_parts_are_equations_of_their_own() -> None:
    hours, card_hours = latex.equations(functions()["train_hours"])
    assert hours == (
        r"\mathrm{train\_hours}",
        r"\frac{\mathrm{card\_hours}}{\mathit{cards}} \cdot \left(1 + \mathit{overhead}\right)",
    )
    assert card_hours[0] == r"\mathrm{card\_hours}"
    assert card_hours[1].endswith(
        r"{\mathrm{bf16\_tflops}\left(\mathit{gpu}\right)"
        r" \cdot 10^{12} \cdot \mathit{mfu} \cdot 3600}"
    )


def test_every_argument_counts_as_given() -> None:
    from gpucalc.dialects.simplify import simplify

    choice = lift(np.where(given(X), X, 7))
    assert simplify(choice, {}) is X
    assert simplify(lift(np.where(given(Y), 1, X)), {}) is lift(1)
    maybe = argument("z", "sure number")
    assert simplify(lift(np.where(given(maybe), maybe, 7)), {}).op == "if"
    assert "layers" in latex.aligned(functions()["vram_needed"])
    assert "otherwise" in latex.aligned(functions()["tax_amount"])
    assert "其他情况" in latex.aligned(functions()["tax_amount"], "zh")


@pytest.mark.parametrize("f", FORMULAS, ids=lambda f: f.udf_name)
def test_every_function_prints_sound_latex(f: Function) -> None:
    text = latex.aligned(f)
    assert text.count("{") - text.count(r"\{") == text.count("}") - text.count(r"\}")
    assert text.count(r"\left") == text.count(r"\right")
    assert re.findall(r"\\begin\{(\w+)\}", text).count("cases") == text.count(r"\end{cases}")
    for left, right in latex.equations(f):
        assert left != right and left + " &" not in right
        # nothing hangs: no operator without an operand
        assert not re.search(r"(\\cdot|[+=]|\\le|\\ge) *($|\}|\\right)", right), right
    # no subscript by accident: every underscore of a name is escaped
    assert not re.search(r"(?<!\\)_", text)


@pytest.mark.parametrize("f", FORMULAS, ids=lambda f: f.udf_name)
def test_every_argument_of_the_formula_is_in_the_equation(f: Function) -> None:
    """What the printed formula reads, the equation names too."""
    refs = {a.name: f"${a.name}$" for a in f.args}
    try:
        formula = plain.formula(f, refs)
    except NotTraceable:  # too long for one cell
        return
    equation = latex.aligned(f)
    for a in f.args:
        if f"${a.name}$" in formula:
            assert latex.word(a.name) in equation, a.name


def test_an_unknown_operation_is_refused() -> None:
    with pytest.raises(NotTraceable, match="LaTeX has no rule"):
        shown(node("bare", "gpus", X))
