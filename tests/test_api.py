"""The Python names: found lazily, typed in editors, right with arrays and pandas."""

from __future__ import annotations

import importlib
import pkgutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import gpucalc
from gpucalc import ExcelError, edge, stubs, xl
from gpucalc.errors import Ambiguous, OutOfBounds, Unreadable
from gpucalc.registry import blocks, functions

ROOT = Path(__file__).parents[1]


def python(code: str) -> str:
    """What a fresh Python prints."""
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, encoding="utf-8")
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


# -- names ---------------------------------------------------------------------------------------


def test_every_function_is_there_under_both_names() -> None:
    for f in functions().values():
        assert getattr(gpucalc, f.name) is f
        assert getattr(xl, f.udf_name).__name__ == f.udf_name
        assert f.name in dir(gpucalc) and f.udf_name in dir(xl)
    assert "xl" in dir(gpucalc) and "ExcelError" in dir(gpucalc)


def test_what_is_no_function_is_no_attribute() -> None:
    for module, name in ((gpucalc, "gpu_kards"), (xl, "GPU_KARDS"), (xl, "gpu_cards")):
        with pytest.raises(AttributeError, match=name):
            getattr(module, name)
    hidden = [name for name, f in blocks().items() if not f.published]
    assert hidden and not [name for name in hidden if hasattr(gpucalc, name)]
    with pytest.raises(ImportError):
        exec("from gpucalc import gpu_kards")


def test_no_function_hides_a_module() -> None:
    modules = {m.name for m in pkgutil.iter_modules(gpucalc.__path__)}
    assert not modules & set(functions())


def test_modules_come_with_their_first_use() -> None:
    assert (
        python("import gpucalc; print(gpucalc.catalog.date())")
        == importlib.import_module("gpucalc.catalog").date()
    )
    assert python("import gpucalc; print(gpucalc.gpu_gap(3, 1))") == "2.0"


def test_the_functions_load_no_excel_library() -> None:
    code = (
        "import sys; from gpucalc import gpu_cards, xl; gpu_cards(7e9, 1e9, 'A100 80GB', 5);"
        "xl.GPU_CARDS('7B', '1B', 'A100 80GB', 5); print(*{m.split('.')[0] for m in sys.modules})"
    )
    loaded = set(python(code).split())
    assert "numpy" in loaded
    assert not loaded & {"openpyxl", "lxml", "xlwings", "formualizer", "pandas", "rich", "typer"}


# -- gpucalc.gpu_cards ---------------------------------------------------------------------------


def test_python_form_takes_numbers_names_and_keywords() -> None:
    from gpucalc import gpu_cards, rent_cost, rmb_upper

    assert gpu_cards(13e9, 2e11, "A100 80GB", 10, mfu=0.5) == 116.0
    assert gpu_cards("13B", "2000亿", "A100 80GB", 10, mfu=0.5, node_size=8) == 120.0
    assert rent_cost(4, 200, 2.5, "8折") == 1600.0
    assert rmb_upper(16409.02) == "人民币壹万陆仟肆佰零玖元零贰分"


def test_python_form_raises_what_a_cell_would_show() -> None:
    from gpucalc import gpu_cards, gpu_price, gpu_spec

    with pytest.raises(OutOfBounds) as error:
        gpu_cards(13e9, 2e11, "A100 80GB", 10, mfu=1.5)
    assert error.value.cell is ExcelError.NUM
    with pytest.raises(Unreadable):
        gpu_cards("13-20B", 2e11, "A100 80GB", 10)
    with pytest.raises(Ambiguous):
        gpu_spec("A100", "memory_gb")
    with pytest.raises(TypeError, match="needs days"):
        gpu_cards(13e9, 2e11, "A100 80GB")
    with pytest.raises(TypeError):
        gpu_price()


def test_columns_of_a_frame() -> None:
    from gpucalc import gpu_cards

    jobs = pd.DataFrame({"params": [13e9, 7e9], "tokens": [2e11, 1e9]}, index=["a", "b"])
    jobs["cards"] = gpu_cards(jobs.params, jobs.tokens, "A100 80GB", 10, mfu=0.5)
    assert jobs.cards.tolist() == [116.0, 2.0]


# -- gpucalc.xl.GPU_CARDS ------------------------------------------------------------------------


def test_worksheet_form_answers_errors_as_values() -> None:
    assert xl.GPU_CARDS("13B", "200B", "A100 80GB", 10, 0.5) == 116.0
    assert xl.GPU_CARDS("13B", "200B", "A100 80GB", 10, 0.5, buffer=0.2) == 145.0
    unknown = xl.GPU_TFLOPS("B9000")
    assert isinstance(unknown, ExcelError) and unknown == "#N/A"
    assert xl.GPU_CARDS(None, "200B", "A100 80GB", 10) is ExcelError.VALUE
    assert xl.GPU_CARDS("13B", "200B", "A100 80GB", -1) is ExcelError.NUM
    assert xl.GPU_TFLOPS(ExcelError.DIV0) is ExcelError.DIV0


def test_worksheet_form_refuses_wrong_names() -> None:
    with pytest.raises(TypeError, match="mufu"):
        xl.GPU_CARDS("13B", "200B", "A100 80GB", 10, mufu=0.5)
    with pytest.raises(TypeError, match="params"):
        xl.GPU_CARDS("13B", "200B", "A100 80GB", 10, params="7B")


def test_a_series_answers_a_series_with_its_index() -> None:
    jobs = pd.DataFrame(
        {"params": ["13B", "7B", "much"], "gpu": ["A100 80GB", "RTX 4090", "A100 80GB"]},
        index=[7, 8, 9],
    )
    got = xl.GPU_CARDS(jobs.params, "200B", jobs.gpu, 10)
    assert got.index.tolist() == [7, 8, 9]
    want = [edge.call(functions()["gpu_cards"], p, "200B", g, 10) for p, g in jobs.values]
    assert got.tolist() == want and want[2] is ExcelError.VALUE
    assert got[9] is ExcelError.VALUE
    fine = xl.GPU_CARDS(jobs.params[:2], "200B", jobs.gpu[:2], 10)
    assert fine.dtype == float
    assert xl.RMB_UPPER(pd.Series([1.0])).tolist() == ["人民币壹元整"]


def test_an_array_answers_an_array_and_a_range_answers_rows() -> None:
    array = xl.GPU_CARDS(np.array([13e9, 7e9]), "200B", "A100 80GB", 10, 0.5)
    assert array.dtype == float and array.tolist() == [116.0, 63.0]
    assert xl.GPU_CARDS([["13B"], ["7B"]], "200B", "A100 80GB", 10, 0.5) == [[116.0], [63.0]]
    assert xl.GPU_CARDS([["13B", "7B"]], "200B", "A100 80GB", 10, 0.5) == [[116.0, 63.0]]
    assert xl.GPU_CARDS(np.array([13e9]), "200B", "A100 80GB", 10, 0.5).tolist() == [116.0]
    assert len(xl.GPU_CARDS(np.array([]), "200B", "A100 80GB", 10)) == 0
    misfit = xl.GPU_CARDS(np.array([1e9, 2e9]), np.array([1e9, 2e9, 3e9]), "A100 80GB", 10)
    assert misfit is ExcelError.VALUE


def test_a_table_for_a_frame() -> None:
    table = xl.GPU_OPTIONS("7B", "1B", 5, ["A100 80GB", "RTX 4090"], "lora")
    frame = pd.DataFrame(table[1:], columns=table[0])
    assert frame.shape == (2, 8)


# -- stubs ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", stubs.stubs())
def test_the_committed_stubs_are_current(name: str) -> None:
    committed = (ROOT / "gpucalc" / name).read_text(encoding="utf-8")
    assert committed == stubs.stubs()[name], "run `make docs`"


def test_stubs_are_written_where_they_differ(tmp_path: Path) -> None:
    first = stubs.write(tmp_path)
    assert [p.name for p in first] == ["__init__.pyi", "xl.pyi"]
    assert stubs.write(tmp_path) == []
    first[0].write_text("old", encoding="utf-8")
    assert stubs.write(tmp_path) == first[:1]


USER = """
import numpy as np
import gpucalc
from gpucalc import ExcelError, gpu_cards, gpu_why, rmb_upper, xl

a: float = gpu_cards("13B", 2e11, "A100 80GB", 10, mfu=0.5)
b: "np.ndarray[tuple[int, ...], np.dtype[np.float64]]" = gpu_cards(
    np.array([1e9]), 2e11, "A100 80GB", 10
)
c: str = rmb_upper(1)
d: float | ExcelError = xl.GPU_CARDS("13B", "200B", "A100 80GB", 10)
e: str = gpu_why("GPU_CARDS", "13B", 1)
f: str = gpucalc.__version__
"""


def test_a_type_checker_knows_the_functions(tmp_path: Path) -> None:
    right, wrong = tmp_path / "right.py", tmp_path / "wrong.py"
    right.write_text(USER, encoding="utf-8")
    wrong.write_text(
        "from gpucalc import gpu_cards, xl\n"
        'gpu_cards("13B", 2e11, "A100 80GB", 10, mufu=0.5)\n'
        'gpu_cards("13B")\n'
        "xl.GPU_KARDS(1)\n",
        encoding="utf-8",
    )
    command = [sys.executable, "-m", "mypy", "--strict", "--no-error-summary"]
    cache = f"--cache-dir={tmp_path / 'cache'}"
    fine = subprocess.run([*command, cache, str(right)], cwd=ROOT, capture_output=True, text=True)
    assert (fine.returncode, fine.stdout) == (0, "")
    found = subprocess.run([*command, cache, str(wrong)], cwd=ROOT, capture_output=True, text=True)
    lines = {line.split(":")[1] for line in found.stdout.splitlines() if ": error:" in line}
    assert lines == {"2", "3", "4"}, found.stdout
