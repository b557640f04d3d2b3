"""The type stubs of the Python names, written from the registry: `python -m gpucalc.stubs`.

Editors complete and check `gpucalc.gpu_cards` and `gpucalc.xl.GPU_CARDS` from these files; the
names themselves are found while Python runs, so nothing else tells editors of them.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from pathlib import Path

from gpucalc.arguments import Arg
from gpucalc.record import Function
from gpucalc.registry import functions

_WIDTH = 96
_NOTICE = "# Written by `python -m gpucalc.stubs` from the functions' own records. Do not edit.\n"

_PYTHON_HEAD = """
import datetime
from decimal import Decimal
from typing import Any, TypeAlias, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from gpucalc import xl as xl
from gpucalc.errors import ExcelError as ExcelError

__version__: str

# Text is read as in a cell: "13B", "2000亿", "8折", "2026-11-30".
_Number: TypeAlias = float | str | Decimal
_Date: TypeAlias = float | str | datetime.date
"""

_SHEET_HEAD = """
import datetime
from decimal import Decimal
from typing import Any, TypeAlias, overload

from gpucalc.errors import ExcelError as ExcelError

# What one cell holds; anything else (a list of rows, an array, a Series) answers in its own shape.
_Cell: TypeAlias = float | str | bool | Decimal | datetime.date | None
"""


def python_stub() -> str:
    """The text of gpucalc/__init__.pyi."""
    made = [_NOTICE, _PYTHON_HEAD + "\n"]
    for f in functions().values():
        scalar = _signature(f, f.name, _scalar, _result(f))
        if f.spills or any(a.repeating for a in f.args) or not f.args:
            made.append(_function(scalar, f))
            continue
        array = "NDArray[np.float64]" if _result(f) == "float" else "NDArray[Any]"
        columns = _signature(f, f.name, lambda a: "ArrayLike", array)
        made += [_function(scalar, f, overload=True), f"@overload\n{columns}: ...\n"]
    return "".join(made).rstrip("\n") + "\n"


def sheet_stub() -> str:
    """The text of gpucalc/xl.pyi."""
    made = [_NOTICE, _SHEET_HEAD + "\n"]
    for f in functions().values():
        kind = _result(f)
        answer = "Any" if kind in ("Any", "list[list[Any]]") else f"{kind} | ExcelError"
        cell = _signature(f, f.udf_name, lambda a: "object" if a.ranges else "_Cell", answer)
        if not f.args or f.spills:
            made.append(_function(cell, f))
            continue
        ranges = _signature(f, f.udf_name, lambda a: "object", "Any")
        made += [_function(cell, f, overload=True), f"@overload\n{ranges}: ...\n"]
    return "".join(made).rstrip("\n") + "\n"


def stubs() -> dict[str, str]:
    """Each stub by the name of its file in the package."""
    return {"__init__.pyi": python_stub(), "xl.pyi": sheet_stub()}


def write(folder: Path) -> list[Path]:
    """Writes the stubs that differ from what stands there; what was written."""
    written = []
    for name, text in stubs().items():
        path = folder / name
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8", newline="\n")
            written.append(path)
    return written


def _scalar(arg: Arg) -> str:
    """The type of one value in a Python call."""
    q = arg.quantity
    if arg.ranges or q.kind == "any":
        return "object"
    if q.kind == "key":
        return "float | str" if q.number_ok else "str"
    return {"flag": "bool", "date": "_Date", "text": "str"}.get(q.kind, "_Number")


def _result(f: Function) -> str:
    if f.spills:
        return "list[list[Any]]"
    return {"text": "str", "flag": "bool", "any": "Any"}.get(f.returns.kind, "float")


def _signature(f: Function, name: str, kind: object, answer: str) -> str:
    if not f.args:
        return f"def {name}() -> {answer}"
    assert callable(kind)
    lines = []
    for arg in f.args:
        text = kind(arg)
        if arg.repeating:
            lines.append(f"*{arg.name}: object")
        elif arg.required:
            lines.append(f"{arg.name}: {text}")
        else:
            optional = text if text in ("object", "ArrayLike", "_Cell") else f"{text} | None"
            optional = "ArrayLike | None" if text == "ArrayLike" else optional
            lines.append(f"{arg.name}: {optional} = ...")
    return f"def {name}(\n" + "".join(f"    {line},\n" for line in lines) + f") -> {answer}"


def _function(signature: str, f: Function, overload: bool = False) -> str:
    decorator = "@overload\n" if overload else ""
    if overload and not signature.endswith(("Any", "| ExcelError")):
        # the second form takes single values too, and then answers as the first one says
        signature = signature.replace("(\n", "(  # type: ignore[overload-overlap]\n", 1)
    return f"{decorator}{signature}:\n" + "".join(_docstring(f)) + "\n"


def _docstring(f: Function) -> Iterator[str]:
    """Summary, arguments with their labels and defaults, what it answers."""
    if not f.args:
        yield f'    """{f.summary("en")}"""\n'
        return
    yield from _wrapped(f'"""{f.summary("en")}', "    ")
    yield "\n"
    for arg in f.args:
        default = f" (default: {arg.default_text('en')})" if not arg.required else ""
        yield from _wrapped(f"{arg.name}: {arg.label('en')}{default}", "    ", "        ")
    yield '    """\n'


def _wrapped(text: str, indent: str, later: str | None = None) -> Iterator[str]:
    lines = textwrap.wrap(
        text.replace("\\", "\\\\"),
        _WIDTH,
        initial_indent=indent,
        subsequent_indent=later or indent,
        break_long_words=False,
        break_on_hyphens=False,
    )
    yield from (line + "\n" for line in lines)


def main() -> None:
    """Writes the stubs beside the modules that they describe."""
    for path in write(Path(__file__).resolve().parent):
        print(path)


if __name__ == "__main__":
    main()
