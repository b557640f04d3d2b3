"""No builder types a domain formula: what computes is printed from a kernel."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from workbooks import formulas
from workbooks.formulas import Cell, Formula, TypedFormulaRefused, check, typed

ROOT = Path(__file__).parents[2]
SOURCES = sorted((ROOT / "workbooks").rglob("*.py"))


@pytest.mark.parametrize(
    "formula",
    [
        "A1*B1",
        "A1/B1",
        "A1^B1",
        "A1+B1",
        "A1-B1",
        "-A1",
        "A1%",
        "ROUND(A1,0)",
        "SUM(A1,0.06)",
        "IF(A1>24,1,0)",
        "IF(A1,TRUE,0)",
        "IFERROR(A1,0)",
        "INDIRECT(A1)",
        "{1,0}",
        'IF(A1="x",B1*C1,"")',
    ],
)
def test_a_typed_formula_that_computes_is_refused(formula: str) -> None:
    with pytest.raises(TypedFormulaRefused, match="print it from a kernel"):
        check(formula)


@pytest.mark.parametrize(
    "formula",
    [
        "SUM(A1:A9,'Line items'!$Q$3)",
        'IF(in_price="",0,1)',
        'COUNTIFS(A1,">="&B1,A1,"<="&C1)=1',
        "INDEX(cat_gpus_family,MATCH(A1,cat_gpus_name,0))",
        'A1&" × "&B1',
    ],
)
def test_a_typed_formula_may_carry_values_about(formula: str) -> None:
    check(formula)


def test_parts_of_a_typed_formula_are_checked_too() -> None:
    with pytest.raises(TypedFormulaRefused):
        typed('IF({0}="","",{1})', "in_price", "in_price*2")


def test_a_printed_formula_may_be_a_part() -> None:
    cell = Cell("Line items", 3, 5)
    printed = formulas.printed("discounted_price", price=cell, discount="in_discount")
    assert "ROUND(" in printed
    whole = typed('IF({0}="","",{1})', cell, printed)
    assert whole == f'IF(\'Line items\'!$C$5="","",{printed})'


def literals(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Every string of a module that becomes formula text, with its line."""
    for call in ast.walk(tree):
        if not isinstance(call, ast.Call) or not call.args:
            continue
        name = call.func.id if isinstance(call.func, ast.Name) else ""
        if name not in ("typed", "Formula"):
            continue
        for part in ast.walk(call.args[0]):
            if isinstance(part, ast.Constant) and isinstance(part.value, str):
                yield part.lineno, part.value


def test_no_formula_text_in_the_builders_computes() -> None:
    """The texts given to typed() and Formula() hold none of * / ^ + - and no function but five."""
    seen = 0
    for path in SOURCES:
        for line, value in literals(ast.parse(path.read_text(encoding="utf-8"))):
            outside = re.sub(r'"[^"]*"', "", value)
            where = f"{path.name}:{line}: {value}"
            assert not re.search(r"[*/^+%-]", outside), where
            called = set(re.findall(r"([A-Z][A-Z0-9.]*)\(", outside))
            assert called <= formulas.ALLOWED_FUNCTIONS, where
            assert not re.search(r"(?<![\w{$])(?:[2-9]|\d\d+|\d*\.\d+)(?![\w}])", outside), where
            seen += 1
    assert seen > 150


def test_the_scan_sees_a_planted_formula() -> None:
    found = dict(literals(ast.parse('typed("{0}*1.06", cell)\nFormula("ROUND(A1,2)")')))
    assert found == {1: "{0}*1.06", 2: "ROUND(A1,2)"}


def test_only_the_book_writes_formulas_into_cells() -> None:
    """Nobody else assigns a cell's value, so that every formula passes the book's own check."""
    for path in SOURCES:
        if path.name == "book.py":
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            targets = node.targets if isinstance(node, ast.Assign) else []
            for target in targets:
                is_value = isinstance(target, ast.Attribute) and target.attr == "value"
                assert not is_value, f"{path.name}:{node.lineno}"


def test_a_formula_is_a_formula_by_type() -> None:
    assert isinstance(typed("{0}", "in_price"), Formula)
