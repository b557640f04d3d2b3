"""The functions under their worksheet names, as `import gpucalc_udfs` gives them."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import gpucalc_udfs
from gpucalc import registry
from gpucalc.errors import ExcelError
from tests.engines import same

ROOT = Path(__file__).parents[1]
CASES = [
    pytest.param(function.udf_name, example, id=f"{function.udf_name}-{number}")
    for function in registry.functions().values()
    for number, example in enumerate(function.examples)
]


@pytest.mark.parametrize(("name", "example"), CASES)
def test_every_example_is_answered_under_its_worksheet_name(
    name: str, example: registry.Example
) -> None:
    assert same(getattr(gpucalc_udfs, name)(*example.args), example.want)


def test_an_error_is_an_answer_and_no_exception() -> None:
    assert gpucalc_udfs.GPU_CARDS("13B", "200B", "no such card", 10) == ExcelError.NA
    assert gpucalc_udfs.GPU_CARDS("13B", "200B", "A100 80GB") == ExcelError.VALUE
    assert gpucalc_udfs.TRAIN_HOURS(1e10, 1e10, 312, 0, 0.5) == ExcelError.NUM


def test_a_column_in_is_a_column_out() -> None:
    answers = gpucalc_udfs.TRAIN_FLOPS([["7B"], [None], ["x"]], "1B")
    assert answers == [[4.2e19], [ExcelError.VALUE], [ExcelError.VALUE]]


def test_each_has_its_own_name_and_help() -> None:
    functions = [getattr(gpucalc_udfs, name) for name in gpucalc_udfs.__all__]
    assert [f.__name__ for f in functions] == gpucalc_udfs.__all__
    assert len({f.__doc__ for f in functions}) == len(functions) > 15


def test_importing_it_needs_no_excel() -> None:
    code = "import sys, gpucalc_udfs; print(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    loaded = {name.partition(".")[0] for name in run.stdout.split()}
    assert "gpucalc_udfs" in loaded
    assert not {"win32com", "pythoncom", "formualizer", "openpyxl"} & loaded


def test_no_function_is_written_by_hand() -> None:
    source = (ROOT / "udfs" / "gpucalc_udfs.py").read_text(encoding="utf-8")
    written = [n.name for n in ast.parse(source).body if isinstance(n, ast.FunctionDef)]
    assert all(name.startswith("_") for name in written), written
