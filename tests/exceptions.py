"""What engines of others compute in their own way: the one list of differences that are allowed.

Each is shown by the smallest workbook that has it. A test fails when an engine no longer does this,
so that the exception can go; and a difference that is not listed here is a fault of ours.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from gpucalc.errors import ExcelError
from gpucalc.record import Function

Concerns = Callable[[Function, tuple[Any, ...], Any], bool]


@dataclass(frozen=True)
class Exception_:
    """``formula`` over ``cells`` and ``names`` is ``right`` in Excel and ``wrong`` in the engine.

    ``array`` writes it as an array formula. ``concerns`` says which cases (function, arguments,
    the edge's answer) may differ because of it.
    """

    engine: str
    why: str
    formula: str
    right: Any
    wrong: Any
    cells: Mapping[str, Any]
    concerns: Concerns
    array: bool = False
    names: Mapping[str, str] | None = None


def _never(f: Function, args: tuple[Any, ...], want: Any) -> bool:
    return False


def _boolean_for_a_name(f: Function, args: tuple[Any, ...], want: Any) -> bool:
    given = zip(f.args, args, strict=False)
    return any(isinstance(v, bool) and a.quantity.number_ok for a, v in given)


def _tiers_that_do_not_fit(f: Function, args: tuple[Any, ...], want: Any) -> bool:
    return f.name == "tier_price" and want == ExcelError.NUM


def _almost_zero(f: Function, args: tuple[Any, ...], want: Any) -> bool:
    def size(value: Any) -> float:
        try:
            return abs(float(value))
        except (TypeError, ValueError):
            return 0.0

    return any(0 < size(value) < 2**-52 for value in args if not isinstance(value, ExcelError))


EXCEPTIONS = (
    Exception_(
        "libreoffice",
        "a truth value in a cell is a number with a format, so TRUE given as gpu is 1 TFLOPS",
        "ISNUMBER(A1)",
        False,
        True,
        {"A1": True},
        _boolean_for_a_name,
    ),
    Exception_(
        "ironcalc",
        "drops the brackets around the sides of a comparison on load: 2=2=3=3",
        "IF((2=2)=(3=3),1,2)",
        1.0,
        2.0,
        {},
        _tiers_that_do_not_fit,
    ),
    Exception_(
        "ironcalc",
        "takes a number below 2.2E-16 for zero when it compares, so it is out of bounds there",
        "IF(A1<=0,1,2)",
        2.0,
        1.0,
        {"A1": 1e-16},
        _almost_zero,
    ),
    Exception_(
        "ironcalc",
        "looks up one value of an array only; so its arrays are not asked",
        "SUM(MATCH(A1:A2,A1:A2,0))",
        3.0,
        "#N/A",
        {"A1": 5, "A2": 6},
        _never,
        array=True,
    ),
    Exception_(
        "libreoffice",
        "writes an exponent in three digits, so the steps that read such a number as text differ",
        'A1&""',
        "1.56E+22",
        "1.56E+022",
        {"A1": 1.56e22},
        _never,
    ),
    Exception_(
        "formualizer",
        "writes all digits of a large number as text; the steps that read it as text differ",
        'A1&""',
        "1.56E+22",
        "15600000000000000000000",
        {"A1": 1.56e22},
        _never,
    ),
    Exception_(
        "formulon",
        "knows an optional parameter as [y], not as files have it; so it is asked with [y]",
        "F.T(1)",
        1.0,
        "#VALUE!",
        {},
        _never,
        names={"F.T": "_xlfn.LAMBDA(_xlpm.x,_xlop.y,_xlpm.x)"},
    ),
)


def allowed(engine: str, f: Function, args: tuple[Any, ...], want: Any) -> bool:
    """Whether an engine may answer a case otherwise than the edge."""
    return any(e.engine == engine and e.concerns(f, args, want) for e in EXCEPTIONS)
