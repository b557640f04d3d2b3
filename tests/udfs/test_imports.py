"""What the module that hosts load needs: xlwings Lite runs Pyodide, without compiled packages."""

from __future__ import annotations

import subprocess
import sys

# Everything but numpy and xlwings that the call of every example brings in.
CHILD = """
import sys
import numpy, xlwings
before = set(sys.modules)
import gpucalc_udfs
from gpucalc import registry
for function in registry.functions().values():
    for example in function.examples:
        getattr(gpucalc_udfs, function.udf_name)(*example.args)
print(gpucalc_udfs.GPU_CARDS("13B", "200B", "A100 80GB", 10, 0.5))
print(*sorted(set(sys.modules) - before))
print(*sorted(m for m in sys.modules if m.startswith("gpucalc")))
"""


def test_calls_need_numpy_and_pure_python_only() -> None:
    """No lxml, openpyxl, formualizer, typer or rich: a host without them serves the functions."""
    ran = subprocess.run(
        [sys.executable, "-c", CHILD], capture_output=True, check=True, encoding="utf-8"
    )
    answer, new, ours = ran.stdout.splitlines()[-3:]
    assert answer == "116.0"
    packages = {name.partition(".")[0] for name in new.split()}
    foreign = packages - set(sys.stdlib_module_names) - {"numpy", "xlwings"}
    assert foreign == {"gpucalc", "gpucalc_udfs"}
    parts = {name.split(".")[1] for name in ours.split() if "." in name}
    assert parts.isdisjoint({"excel", "addin", "batch", "cli", "inputs", "requests"})
