"""Imports point downwards only, kernels hold formulas and nothing else."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.layers import LAYERS, unit_of, violations

ROOT = Path(__file__).parents[1]


def sources() -> dict[str, str]:
    """Everything that ships, and what builds the templates: {module name: source}."""
    found = {}
    for folder, base in (("gpucalc", ROOT), ("workbooks", ROOT), ("udfs", ROOT / "udfs")):
        for path in sorted((ROOT / folder).rglob("*.py")):
            parts = path.relative_to(base).with_suffix("").parts
            name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
            found[name] = path.read_text(encoding="utf-8")
    return found


def test_imports_point_downwards() -> None:
    assert violations(sources()) == []


def test_every_unit_named_here_is_looked_at() -> None:
    # Guards the test above against an empty or misplaced search.
    seen = {unit_of(module) for module in sources()}
    core = {"errors", "quantity", "trace", "primitives", "registry", "kernels", "edge", "dialects"}
    assert core | {"catalog", "glossary", "excel", "batch", "cli", "workbooks", "udfs"} <= seen
    later = {"meta", "docs", "addin"}
    assert seen - {""} >= {unit for row in LAYERS for unit in row} - later


# One module with its text, and a piece of the complaint it must raise.
PLANTED = [
    ("gpucalc.kernels.rent", "from gpucalc import edge", "edge"),
    ("gpucalc.kernels.rent", "import gpucalc.trace", "may import only"),
    ("gpucalc.kernels.rent", "from ..catalog import table", "may import only"),
    ("gpucalc.kernels.rent", "import math", "numpy is all"),
    ("gpucalc.kernels.rent", "from pathlib import Path", "numpy is all"),
    ("gpucalc.kernels.rent", "def f(x):\n  if x > 1:\n    return 2", ":2: If in a kernel"),
    ("gpucalc.kernels.rent", "def f(x):\n  return 1 if x else 2", "IfExp"),
    ("gpucalc.kernels.rent", "def f(x, y):\n  return x > 1 and y > 1", "BoolOp"),
    ("gpucalc.kernels.rent", "def f(x):\n  return not x", "not in a kernel"),
    ("gpucalc.kernels.rent", "def f(x):\n  return 0 < x < 1", "chained comparison"),
    ("gpucalc.kernels.rent", "def f(x):\n  return sum(i for i in x if i)", "filtered"),
    ("gpucalc.kernels.rent", "def f(x):\n  while x:\n    x = x - 1", "While"),
    ("gpucalc.catalog", "from gpucalc.quantity import Quantity", "not below"),
    ("gpucalc.catalog", "from gpucalc import trace", "not below"),
    ("gpucalc.glossary", "from gpucalc import catalog", "not below"),
    ("gpucalc.registry", "def f():\n  from gpucalc import kernels", "not below"),
    ("gpucalc.edge", "from gpucalc.dialects import plain", "not below"),
    ("gpucalc.quantity", "from . import edge", "not below"),
    ("gpucalc.excel.fill", "from gpucalc.batch import run", "not below"),
    ("gpucalc.batch", "import workbooks.quote", "not installed"),
    ("gpucalc.cli", "from workbooks import quote", "not installed"),
    ("gpucalc.cli", "import gpucalc_udfs", "not below"),
    ("gpucalc_udfs", "from xlwings import pro", "commercial"),
    ("gpucalc_udfs", "import xlwings.pro.reports", "commercial"),
    ("gpucalc_udfs", "from xlwings.pro.reports import render", "commercial"),
    ("gpucalc", "from gpucalc import edge", "instant"),
    ("gpucalc.helpers", "", "not in LAYERS"),
    ("gpucalc.edge", "import gpucalc.helpers", "not in LAYERS"),
]


@pytest.mark.parametrize(("module", "text", "complaint"), PLANTED)
def test_a_planted_violation_is_found(module: str, text: str, complaint: str) -> None:
    known = dict.fromkeys((f"gpucalc.{u}" for row in LAYERS for u in row if u != "udfs"), "")
    found = violations(known | {"gpucalc": "", "workbooks": "", module: text})
    assert any(complaint in line and line.startswith(module) for line in found), found


def test_a_planted_circle_is_found() -> None:
    circle = {
        "gpucalc.kernels": "",
        "gpucalc.kernels.a": "from gpucalc.kernels import b",
        "gpucalc.kernels.b": "from .c import x",
        "gpucalc.kernels.c": "from gpucalc.kernels.a import y",
    }
    assert [line for line in violations(circle) if "circle" in line]
    straight = circle | {"gpucalc.kernels.c": ""}
    assert violations(straight) == []


ALLOWED = [
    ("gpucalc.kernels.rent", "import numpy as np\nfrom gpucalc.primitives import round_to"),
    ("gpucalc.kernels.rent", "from gpucalc.quantity import CARDS\nfrom . import tax"),
    ("gpucalc.excel.fill", "from gpucalc.excel.names import x\nfrom gpucalc.errors import y"),
    ("gpucalc.cli", "from gpucalc import __version__, batch"),
    ("workbooks.quote", "from gpucalc.dialects import plain\nfrom workbooks import style"),
    ("gpucalc_udfs", "def f():\n  import xlwings"),
]


@pytest.mark.parametrize(("module", "text"), ALLOWED)
def test_what_is_allowed_passes(module: str, text: str) -> None:
    known = {f"gpucalc.{u}": "" for row in LAYERS for u in row if u != "udfs"}
    extra = {"gpucalc": "", "gpucalc.kernels.tax": "", "gpucalc.excel.names": "", "workbooks": ""}
    assert violations(known | extra | {"workbooks.style": "", module: text}) == []


def test_importing_the_package_loads_nothing_heavy() -> None:
    code = "import sys, gpucalc; print(gpucalc.__version__, *sys.modules, sep='\\n')"
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    version, *modules = run.stdout.split()
    assert run.returncode == 0 and version[0].isdigit(), run.stderr
    assert not {"numpy", "openpyxl", "lxml", "xlwings", "formualizer"} & set(modules)
