"""GPU rental for model training: worksheet functions, quote workbooks and batch reports.

The functions are here under their Python names (``from gpucalc import gpu_cards``), for numbers,
names and arrays; ``gpucalc.xl.GPU_CARDS`` is the same function as a worksheet has it. Importing the
package loads nothing else, so that a version check stays instant: a function comes with its first
use, and so does a module (``gpucalc.edge``).
"""

import importlib
import importlib.util
from typing import Any

__version__ = "0.1.0"


def __getattr__(name: str) -> Any:
    if name.startswith("_"):
        raise AttributeError(f"module 'gpucalc' has no attribute {name!r}")
    if name == "ExcelError":
        return importlib.import_module("gpucalc.errors").ExcelError
    # Modules first: the package's own modules ask for each other here while they are loading.
    if importlib.util.find_spec(f"gpucalc.{name}") is not None:
        return importlib.import_module(f"gpucalc.{name}")
    functions = importlib.import_module("gpucalc.registry").functions()
    if name not in functions:
        raise AttributeError(
            f"module 'gpucalc' has no attribute {name!r}; `gpucalc list` shows the functions"
        )
    return functions[name]


def __dir__() -> list[str]:
    functions = importlib.import_module("gpucalc.registry").functions()
    return ["ExcelError", "__version__", "xl", *functions]
