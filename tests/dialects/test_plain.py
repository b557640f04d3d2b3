"""Plain formulas: precedence as spreadsheets have it, numbers, look-ups, helper cells."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from gpucalc import primitives
from gpucalc.dialects import plain
from gpucalc.dialects.plain import Const, Plain, number_text
from gpucalc.dialects.simplify import printable, simplify
from gpucalc.errors import ExcelError, NotTraceable, UnknownName
from gpucalc.registry import Function, blocks, functions
from gpucalc.trace import Node, argument, lift, node, part

NAMES = {"x": "x", "y": "y", "z": "z", "t": "t"}
X, Y, Z = (argument(name, "filled number") for name in "xyz")
T = argument("t", "filled text")


def text(root: object) -> str:
    return Plain(NAMES).text(simplify(lift(root), {}))


@pytest.mark.parametrize(
    "root, want",
    [
        # unary minus binds tighter than ^ in a spreadsheet: -2^2 is 4 there
        (-(X**2), "-(x^2)"),
        ((-X) ** 2, "(-x)^2"),
        (X**-3, "x^-3"),
        (lift(-2) ** X, "(-2)^x"),
        (X**-Y, "x^-y"),
        ((X**Y) ** Z, "(x^y)^z"),
        (X ** (Y**Z), "x^(y^z)"),
        ((X + Y) ** 2, "(x+y)^2"),
        (X**2 * Y, "x^2*y"),
        (-(X**2 * Y), "-(x^2*y)"),
        (-(X * Y), "-x*y"),
        (-X * Y, "-x*y"),
        (-(X / Y) * Z, "-x/y*z"),
        (Z * -(X * Y), "z*(-x*y)"),
        (Z * -X, "z*-x"),
        (-(X + Y), "-(x+y)"),
        (np.negative(-X), "-(-x)"),
        (X - -Y, "x--y"),
        (X - lift(-2), "x--2"),
        (X - Y - Z, "x-y-z"),
        (X - (Y - Z), "x-(y-z)"),
        (X - (Y + Z), "x-(y+z)"),
        (X + (Y - Z), "x+(y-z)"),
        (X / Y / Z, "x/y/z"),
        (X / (Y * Z), "x/(y*z)"),
        (X / (Y / Z), "x/(y/z)"),
        (X * (Y / Z), "x*(y/z)"),
        (X / Y * Z, "x/y*z"),
        ((X + Y) * Z, "(x+y)*z"),
        (X + Y * Z, "x+y*z"),
        ((X < Y) * Z, "(x<y)*z"),
        ((X < Y) + (Y < Z), "(x<y)+(y<z)"),
        (X + 1 <= Y * 2, "x+1<=y*2"),
        (node("=", X, node("=", Y, Z)), "x=(y=z)"),
        (node("=", node("=", X, Y), Z), "x=y=z"),
        (~(X > Y), "(x>y)+0=0"),
        ((X > Y) & (Y > Z) | (X == Z), "(x>y)*(y>z)+(x=z)"),
        (np.where(X > 1, np.where(Y > 2, X, Y), -Z), "IF(x>1,IF(y>2,x,y),-z)"),
        (-np.where(X > 1, X, Y), "-IF(x>1,x,y)"),
        (np.where(X > 1, X, Y) ** 2, "IF(x>1,x,y)^2"),
        (np.maximum(X, Y), "IF(x>=y,x,y)"),
        (np.minimum(X, 3), "IF(x<=3,x,3)"),
        (np.where(X > 1, X, math.nan), "IF(x>1,x,#NUM!)"),
        (np.where(X > 1, ExcelError.NA, True), "IF(x>1,#N/A,TRUE)"),
        (primitives.join("n", X + 1, T), '"n"&x+1&t'),
        (primitives.join(T, primitives.join(T, "b")), 't&(t&"b")'),
        (primitives.join(T, 'say "hi"'), 't&"say ""hi"""'),
        (T == "a", 't="a"'),
        (primitives.round_to(X / 3, 2), "ROUND(x/3,2)"),
        (primitives.ceil_tol(X / Y), "-INT(-x/y*0.999999999999)"),
        (np.floor(X), "INT(x)"),
        (np.abs(X - Y), "ABS(x-y)"),
        (np.sqrt(X), "SQRT(x)"),
        (np.cbrt(X), "x^(1/3)"),
        (primitives.given(X), "TRUE"),
        (part("named", X + Y) * 2, "(x+y)*2"),
        (primitives.look_up("gpus", "bf16_tflops", T),
         "INDEX(cat_gpus_bf16_tflops,MATCH(t,cat_gpus_name,0))"),
        (primitives.look_up("gpus", "bf16_tflops", primitives.join(T, " 80GB")),
         'INDEX(cat_gpus_bf16_tflops,MATCH(t&" 80GB",cat_gpus_name,0))'),
        # constants fold where 15 digits can say the result
        (X * 1, "x"),
        (0 + X, "x"),
        (X - 0, "x"),
        (X / 1, "x"),
        (X * (lift(2) * 3), "x*6"),
        (X * (lift(1) / 3), "x*(1/3)"),
        (X * (lift(0.1) + 0.2), "x*(0.1+0.2)"),
        (X * lift(12) * 128**2, "x*12*16384"),
    ],
)  # fmt: skip
def test_printed(root: Node, want: str) -> None:
    assert text(root) == want


def test_a_cell_that_may_hold_text_is_made_a_number_before_it_is_compared() -> None:
    anything = argument("x", "number")
    assert text(anything >= 3) == "x+0>=3"
    assert text(anything * 1) == "x*1"  # a numeral typed as text would stay text
    assert text(primitives.given(anything)) == 'x<>""'


def test_an_operation_without_a_rule_is_no_formula() -> None:
    with pytest.raises(NotTraceable, match="no rule for 'telepathy'"):
        Plain(NAMES).text(node("telepathy", X))
    with pytest.raises(KeyError):
        Plain({}).text(X)


# -- numbers -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "value, want",
    [
        (0, "0"), (-0.0, "0"), (1, "1"), (-2.5, "-2.5"), (0.1, "0.1"), (100000, "100000"),
        (1e6, "1E6"), (1.5e6, "1500000"), (123e6, "123E6"), (-2e9, "-2E9"), (1e12, "1E12"),
        (1e15, "1E15"), (8.64e19, "8.64E19"), (1e-7, "1E-7"), (1.5e-10, "1.5E-10"),
        (0.00001, "1E-5"), (0.999999999999, "0.999999999999"), (123456789012345, "123456789012345"),
        (1e300, "1E300"), (2097152000, "2097152000"),
    ],
)  # fmt: skip
def test_number_text(value: float, want: str) -> None:
    assert number_text(value) == want


@given(st.integers(-(10**15) + 1, 10**15 - 1), st.integers(-320, 290))
@example(1, -7)
def test_numbers_of_fifteen_digits_come_back(digits: int, exponent: int) -> None:
    value = float(f"{digits}e{exponent}")
    if printable(value):  # below 1e-308 a number keeps fewer digits than were written
        assert float(number_text(value)) == value
    else:
        assert abs(value) < 1e-300


@given(st.floats(allow_nan=True, allow_infinity=True))
@example(1 / 3)
@example(math.inf)
@example(0.1 + 0.2)
def test_a_number_comes_back_exactly_or_is_refused(value: float) -> None:
    if printable(value):
        assert float(number_text(value)) == value
    else:
        with pytest.raises((NotTraceable, ValueError)):
            number_text(value)


# -- functions over cells ------------------------------------------------------------------------


def test_what_may_stand_for_an_argument() -> None:
    cost = functions()["rent_cost"]
    assert plain.formula(cost, {"cards": "C5", "hours": 720, "price": "$C$7"}) == (
        "ROUND(C5*720*ROUND($C$7,4),2)"
    )
    flops = functions()["train_flops"]
    by_name = plain.formula(flops, {"params": "C5", "tokens": "C6", "method": Const("lora")})
    assert by_name == "4*C5*C6"
    tax = functions()["tax_amount"]
    assert plain.formula(tax, {"amount": "B2", "rate": 0.06, "includes_tax": True}) == (
        "ROUND(B2-ROUND(B2/1.06,2),2)"
    )


def test_what_may_not() -> None:
    cost = functions()["rent_cost"]
    with pytest.raises(UnknownName, match="no argument colour"):
        plain.formula(cost, {"cards": "C5", "hours": "C6", "price": "C7", "colour": "C8"})
    with pytest.raises(UnknownName, match="needs hours, price"):
        plain.formula(cost, {"cards": "C5"})
    with pytest.raises(NotTraceable, match="helper cells"):
        every = {
            a.name: "'A sheet of a very long name'!$C$5" for a in functions()["gpu_cards"].args
        }
        plain.formula(functions()["gpu_cards"], every, guards=True)


@pytest.mark.parametrize("f", [f for f in blocks().values() if not f.not_traceable],
                         ids=lambda f: f.udf_name)  # fmt: skip
@pytest.mark.parametrize("guards", [False, True], ids=["plain", "guarded"])
def test_helper_cells_are_short_and_read_only_what_stands_before_them(
    f: Function, guards: bool
) -> None:
    numbers = itertools.count(1)
    refs = {a.name: f"IN{n}" for n, a in enumerate(f.args, 1)}
    made = plain.cells(f, refs, lambda: f"H{next(numbers)}", guards)
    assert [c.address for c in made] == [f"H{n}" for n in range(1, len(made) + 1)]
    for n, cell in enumerate(made, 1):
        assert len(cell.formula) <= 2000, cell.label
        assert all(f"H{later}" not in _words(cell.formula) for later in range(n, len(made) + 1))
    used = set().union(*(_words(c.formula) for c in made))
    assert used >= {f"H{n}" for n in range(1, len(made))}, "a helper cell that nothing reads"


def _words(formula: str) -> set[str]:
    return set("".join(c if c.isalnum() else " " for c in formula).split())
