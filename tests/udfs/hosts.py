"""Calls of the UDF module through xlwings' own code, in a child process of its own.

xlwings decides at import which host it works for, so each host needs a fresh interpreter:

- "server": `custom_functions_call`, what xlwings Server and Lite run. It belongs to the part of
  xlwings that is free for noncommercial use only; the switch and the key are set in the child and
  nowhere else, and nothing that ships imports that part (test_layers.py, test_udfs.py).
- "com": `XLPython.CallUDF`, what Excel on Windows runs, above stand-ins for the modules of pywin32:
  the whole way from what COM hands over to what COM takes back, without COM.
"""

from __future__ import annotations

import asyncio
import os
import pickle
import subprocess
import sys
import types
from collections.abc import Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
COM_ERRORS = {  # CVErr as pywin32 hands it over
    "#NULL!": -2146826288,
    "#DIV/0!": -2146826281,
    "#VALUE!": -2146826273,
    "#REF!": -2146826265,
    "#NAME?": -2146826259,
    "#NUM!": -2146826252,
    "#N/A": -2146826246,
}
SERVER_ERRORS = {
    "Div0": "#DIV/0!",
    "NotAvailable": "#N/A",
    "Name": "#NAME?",
    "Null": "#NULL!",
    "Num": "#NUM!",
    "Ref": "#REF!",
    "Value": "#VALUE!",
}
_PYWIN32 = (
    "pythoncom pywintypes win32api win32event win32com win32com.client win32com.client.gencache "
    "win32com.client.dynamic win32com.server win32com.server.util win32com.server.policy "
    "win32com.server.dispatcher win32com.server.exception win32timezone win32con win32gui "
    "win32process winerror winreg"
)

Call = tuple[str, Sequence[Any]]


def run(host: str, calls: Sequence[Call]) -> list[Any]:
    """The answers of the calls; an exception that left xlwings comes back as ("raised", text)."""
    env = {k: v for k, v in os.environ.items() if not k.startswith("XLWINGS_")}
    if host in ("server", "meta"):
        env |= {"XLWINGS_ON_SERVER": "true", "XLWINGS_LICENSE_KEY": "noncommercial"}
    done = subprocess.run(
        [sys.executable, "-m", __name__, host],
        input=pickle.dumps(list(calls)),
        capture_output=True,
        cwd=ROOT,
        env=env,
        timeout=900,
    )
    assert done.returncode == 0, done.stderr.decode(errors="replace")
    answers: list[Any] = pickle.loads(done.stdout)
    assert len(answers) == len(calls)
    return answers


def stand_in_for_pywin32() -> None:
    """Modules of pywin32 that hold anything asked for, and make this process look like Windows."""

    # What looks at the platform itself must not see the disguise.
    import numpy, pandas, gpucalc.registry  # noqa: F401, E401, I001

    gpucalc.registry.functions()

    class Meta(type):
        def __getattr__(cls, name: str) -> Any:
            return made(name)

    def made(name: str) -> Any:
        """A class: it can be called, raised, caught, inherited from and asked for anything."""
        if name.startswith("__"):
            raise AttributeError(name)
        body = {"__init__": lambda self, *a, **k: None, "__getattr__": lambda self, n: made(n)}
        return Meta(name, (Exception,), body)

    class Anything(types.ModuleType):
        __path__: list[str] = []  # noqa: RUF012  # a package, whatever its name

        def __getattr__(self, name: str) -> Any:
            return made(name)

    for name in _PYWIN32.split():
        sys.modules[name] = Anything(name)
    import ctypes

    for name in ("oledll", "windll", "WinDLL", "WinError", "PyDLL"):
        setattr(ctypes, name, made(name))
    sys.modules["pythoncom"].__file__ = "pythoncom.dll"
    sys.modules["pythoncom"].TypeIIDs = {None: object}  # type: ignore[attr-defined]
    sys.modules["pythoncom"].IID_IDispatch = None  # type: ignore[attr-defined]
    sys.modules["pythoncom"].CoInitialize = lambda: None  # type: ignore[attr-defined]
    sys.modules["pywintypes"].TimeType = type("TimeType", (), {})  # type: ignore[attr-defined]

    def unwrap(value: Any) -> Any:
        raise sys.modules["win32com.server.exception"].COMException

    sys.modules["win32com.server.util"].unwrap = unwrap  # type: ignore[attr-defined]
    for parent in ("win32com", "win32com.server", "win32com.client"):
        for name in _PYWIN32.split():
            head, _, tail = name.rpartition(".")
            if head == parent:
                setattr(sys.modules[parent], tail, sys.modules[name])
    sys.platform = "win32"


def _server(calls: Sequence[Call]) -> list[Any]:
    import xlwings
    from xlwings.server import custom_functions_call

    import gpucalc_udfs

    async def one(name: str, args: Sequence[Any]) -> Any:
        data = {"func_name": name, "args": list(args), "version": xlwings.__version__}
        data |= {"client": "Office.js", "runtime": "1.4", "caller_address": "Book1!Sheet1!A1"}
        try:
            return await custom_functions_call(data, gpucalc_udfs)
        except Exception as error:
            return "raised", repr(error)

    async def every() -> list[Any]:
        return [await one(name, args) for name, args in calls]

    return asyncio.run(every())


def _com(calls: Sequence[Call]) -> list[Any]:
    stand_in_for_pywin32()
    from xlwings.com_server import XLPython

    server = XLPython()

    def one(name: str, args: Sequence[Any]) -> Any:
        try:
            return server.CallUDF("gpucalc_udfs", name, tuple(args))
        except Exception as error:
            return "raised", repr(error)

    return [one(name, args) for name, args in calls]


def _vba(calls: Sequence[Call]) -> list[Any]:
    """The wrappers that xlwings itself would write for the module, as one text."""
    stand_in_for_pywin32()
    import io

    from xlwings.udfs import generate_vba_wrapper

    import gpucalc_udfs

    out = io.StringIO()
    book = types.SimpleNamespace(Name="gpucalc.xlam")
    generate_vba_wrapper("gpucalc_udfs", gpucalc_udfs, out, book)
    return [out.getvalue()] * len(calls)


def _facts(calls: Sequence[Call]) -> list[Any]:
    """What xlwings knows of each function for the wizard: its category and its help texts."""
    stand_in_for_pywin32()
    import xlwings.udfs  # noqa: F401

    import gpucalc_udfs

    found = {}
    for name in gpucalc_udfs.__all__:
        known = getattr(gpucalc_udfs, name).__xlfunc__
        args = [(a["name"], a["doc"], a["options"], a["vararg"]) for a in known["args"]]
        found[name] = known["category"], known["ret"]["doc"], known["ret"]["options"], args
    return [found] * len(calls)


def _meta(calls: Sequence[Call]) -> list[Any]:
    """The metadata that xlwings Server gives Excel."""
    from xlwings.server import custom_functions_meta

    import gpucalc_udfs

    return [custom_functions_meta(gpucalc_udfs)] * len(calls)


def main() -> None:
    """Reads calls from stdin, writes the answers to stdout; what the code prints goes to stderr."""
    out, sys.stdout = sys.stdout.buffer, sys.stderr
    calls = pickle.load(sys.stdin.buffer)
    modes = {"server": _server, "meta": _meta, "com": _com, "vba": _vba, "facts": _facts}
    answers = modes[sys.argv[1]](calls)
    out.write(pickle.dumps(answers))


if __name__ == "__main__":
    main()
