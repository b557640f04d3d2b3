"""Every function in every engine: examples, bad input and 200 random calls give one answer.

Numbers to 1e-9, errors by kind. The edge is one of the engines; that it is right is what the
examples and the topic tests say, whose values were worked out by hand.
"""

from __future__ import annotations

import math
import tempfile
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import xlsxwriter
from openpyxl.utils import get_column_letter

from gpucalc import edge
from gpucalc.errors import ExcelError
from gpucalc.quantity import Quantity
from tests import agreement, engines, random_cases
from tests.agreement import FORMULAS, every_case, wanted
from tests.exceptions import EXCEPTIONS, Exception_, allowed
from tests.udfs import hosts

ENGINES = [
    pytest.param("formualizer"),
    pytest.param("libreoffice", marks=pytest.mark.libreoffice),
    pytest.param("formulon"),
    pytest.param("ironcalc"),
]


def same(got: Any, want: Any) -> bool:
    """Equal to 1e-9; what cancels to zero in one engine may leave 1e-10 in another."""
    if isinstance(want, str):
        return str(got) == str(want)
    if not isinstance(got, (bool, int, float)):
        return False
    return math.isclose(float(got), float(want), rel_tol=1e-9, abs_tol=1e-9)


@cache
def computed(engine: str) -> list[Any]:
    """The answers of an engine to every case, in one start."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "cases.xlsx")
        if engine in ("formualizer", "libreoffice"):
            agreement.write_plain(path)
        else:
            agreement.write_lambdas(path, "[" if engine == "formulon" else "_xlop.")
        if engine == "formulon":
            cells = [("cases", f"A{row}") for row in range(1, len(every_case()) + 1)]
            return agreement.answers(engines.formulon(path, cells))
        return agreement.answers(engines.by_name(engine)(path))


def test_there_are_enough_cases_of_every_kind() -> None:
    counts = Counter(f.name for f, _ in every_case())
    assert len(counts) == len(FORMULAS) > 50
    assert min(counts.values()) >= random_cases.EACH
    kinds = Counter(str(w) if isinstance(w, ExcelError) else type(w).__name__ for w in wanted())
    assert kinds["float"] > 4_000 and kinds["str"] > 100 and kinds["bool"] > 50
    for error in (ExcelError.NUM, ExcelError.VALUE, ExcelError.NA, ExcelError.DIV0):
        assert kinds[str(error)] > 100, error
    good = Counter(
        f.name for (f, _), w in zip(every_case(), wanted(), strict=True)
        if not isinstance(w, ExcelError)
    )  # fmt: skip
    assert [f.name for f in FORMULAS if good[f.name] < 5] == []


@pytest.mark.parametrize("engine", ENGINES)
def test_agrees(engine: str) -> None:
    engines.need(engine)
    wrong = [
        (f.udf_name, args, got, want)
        for (f, args), got, want in zip(every_case(), computed(engine), wanted(), strict=True)
        if not same(got, want) and not allowed(engine, f, args, want)
    ]
    assert not wrong, f"{len(wrong)} of {len(every_case())} differ, first: {wrong[:5]}"


def test_lambda_names_take_arrays_and_give_arrays(tmp_path: Path) -> None:
    """One call on 200 rows answers what 200 calls answer (formulon)."""
    engines.need("formulon")
    path = tmp_path / "arrays.xlsx"
    wants: dict[str, Any] = {}
    with xlsxwriter.Workbook(path, {"strings_to_formulas": False}) as book:
        sheet = agreement.prepared(book)
        row = 0
        for f in FORMULAS:
            book.define_name(f.lambda_name, "=" + agreement.definition(f, "["))
            given = list(random_cases.cases(f))
            for offset, args in enumerate(given):
                list(agreement.inputs(sheet, row + offset, f, args))
            last = row + len(given)
            letters = [get_column_letter(agreement.FIRST_INPUT + i) for i in range(len(f.args))]
            ranges = [f"{letter}{row + 1}:{letter}{last}" for letter in letters]
            formula = f"={f.lambda_name}({','.join(ranges)})"
            sheet.write_array_formula(row, 0, last - 1, 0, formula)
            answers = edge.call(
                f, *[[[a[i]] for a in given] for i in range(len(f.args))], text=False
            )
            assert isinstance(answers, list)
            wants |= {f"A{row + n}": answer for n, (answer,) in enumerate(answers, 1)}
            row = last
    got = engines.formulon(path, [("cases", at) for at in wants])
    wrong = [(at, got.get(("cases", at)), w) for at, w in wants.items()
             if not same(got.get(("cases", at)), w)]  # fmt: skip
    assert not wrong, (len(wrong), len(wants), wrong[:5])


def test_xlwings_own_conversion_agrees() -> None:
    """What Excel sends through xlwings to the UDF module comes back as the edge's answer."""
    calls = [(f.udf_name, [_sent(v) for v in args]) for f, args in every_case()]
    answers = hosts.run("server", calls)
    wrong = [
        (f.udf_name, args, got, want)
        for (f, args), got, want in zip(every_case(), answers, wanted(text=True), strict=True)
        if not same(_received(got), want)
    ]
    assert not wrong, f"{len(wrong)} of {len(calls)} differ, first: {wrong[:5]}"


def _sent(value: Any) -> Any:
    """An argument as Office.js hands it over: a range of rows; an error as an entity."""
    if isinstance(value, ExcelError):
        return [[{"type": "Error", "basicType": "Error", "basicValue": str(value)}]]
    return [["" if value is None else value]]


def _received(answer: Any) -> Any:
    while isinstance(answer, list) and len(answer) == 1:
        answer = answer[0]
    if isinstance(answer, dict):
        return hosts.SERVER_ERRORS.get(str(answer.get("errorType")), answer)
    return answer


# -- exceptions ----------------------------------------------------------------------------------


def _smallest(e: Exception_, path: Path) -> Any:
    with xlsxwriter.Workbook(path) as book:
        sheet = book.add_worksheet("S")
        for address, value in e.cells.items():
            sheet.write(address, value)
        for name, text in (e.names or {}).items():
            book.define_name(name, "=" + text)
        write = sheet.write_array_formula if e.array else sheet.write_formula
        write(*(("D1:D1",) if e.array else ("D1",)), "=" + e.formula)
    if e.engine == "formulon":
        return engines.formulon(path, [("S", "D1")]).get(("S", "D1"))
    return engines.by_name(e.engine)(path).get(("S", "D1"))


@pytest.mark.parametrize("e", EXCEPTIONS, ids=lambda e: f"{e.engine}-{e.formula}")
def test_every_exception_is_still_one(e: Exception_, tmp_path: Path) -> None:
    engines.need(e.engine)
    got = _smallest(e, tmp_path / "smallest.xlsx")
    assert got == e.wrong, f"{e.engine} now answers {got!r}: take this exception out"
    assert got != e.right


def test_an_exception_is_used_by_some_case() -> None:
    """Each exception is needed, and lets off few cases beside those that differ."""
    for engine in ("libreoffice", "ironcalc"):
        if engines.missing(engine):
            continue
        let_off = [
            (f.name, args) for (f, args), got, want
            in zip(every_case(), computed(engine), wanted(), strict=True)
            if allowed(engine, f, args, want)
        ]  # fmt: skip
        differ = [
            (f.name, args) for (f, args), got, want
            in zip(every_case(), computed(engine), wanted(), strict=True)
            if not same(got, want)
        ]  # fmt: skip
        assert differ and len(let_off) < 0.02 * len(every_case())
        assert set(map(str, differ)) <= set(map(str, let_off))


def test_the_comparison_sees_a_difference() -> None:
    assert not same(1.0 + 1e-8, 1.0) and not same(None, 0.0) and not same("#N/A", ExcelError.NUM)
    assert same(1.0 + 1e-10, 1.0) and same(True, 1.0) and same("#N/A", ExcelError.NA)


def test_random_input_is_what_it_says() -> None:
    """Most calls are good, some at the very edge of the bounds, some with text, errors, blanks."""
    at_edge = numerals = errors = blanks = 0
    for f in FORMULAS:
        for args in random_cases.cases(f):
            for arg, value in zip(f.args, args, strict=True):
                q: Quantity = arg.quantity
                at_edge += isinstance(value, float) and value in (q.low, q.high)
                numerals += isinstance(value, str) and value.replace(".", "").isdigit()
                errors += isinstance(value, ExcelError)
                blanks += value is None
    assert at_edge > 1_000 and numerals > 1_000 and errors > 200 and blanks > 5_000
