"""Builds the .xlam on any system: no Excel, no Windows, the same bytes for the same inputs."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from gpucalc import __version__, catalog
from gpucalc.addin import package, texts, vba
from gpucalc.errors import GpucalcError

FILE_NAME = "gpucalc.xlam"
UDF_MODULE = "gpucalc_udfs"
SETTINGS: Mapping[str, str] = {
    # what xlwings' module reads; the first ones are filled in by `addin install`
    "INTERPRETER_WIN": "pythonw",
    # Never empty: xlwings would put the folder that Excel happens to be in first on Python's path,
    # and a file beside a workbook could pass for a module.
    "PYTHONPATH": "%SystemRoot%",
    "UDF MODULES": UDF_MODULE,
    "ADD_WORKBOOK_TO_PYTHONPATH": "false",
    "SHOW CONSOLE": "False",
}


def build(lang: str = "en", interpreter: str = "pythonw") -> bytes:
    """The add-in as a file. ``interpreter`` is the Python that Excel shall start.

    Raises GpucalcError where pyOpenVBA is missing or the installed xlwings is unknown.
    """
    settings = {**SETTINGS, "INTERPRETER_WIN": interpreter, **stamps()}
    sheets: package.Sheets = {
        vba.CONFIG_SHEET: list(settings.items()),
        "texts": texts.rows(),
    }
    title = f"gpucalc {__version__}"
    parts = package.parts(sheets, package.ADDIN, title, __version__)
    base = package.parts(sheets, package.BOOK, title, __version__)
    parts[package.MACROS] = _macros(package.zipped(base), lang)
    return package.zipped(parts)


def stamps() -> dict[str, str]:
    """What the add-in was built with; `addin doctor` compares it with what is installed."""
    return {
        "GPUCALC": __version__,
        "CATALOG": catalog.version(),
        "XLWINGS": vba.xlwings_version(),
    }


def _macros(book: bytes, lang: str) -> bytes:
    """The part vbaProject.bin, written by pyOpenVBA for a workbook of the same sheets."""
    excel_file = _pyopenvba().ExcelFile
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "base.xlsm"
        path.write_bytes(book)
        with excel_file(path) as opened:
            project = opened.add_vba_project()
            for name, source in vba.modules(lang).items():
                project.add_module(name, source)
            opened.set_module(vba.BOOK_MODULE, vba.book_code())
            opened.save(Path(folder) / "done.xlsm")
        with excel_file(Path(folder) / "done.xlsm") as done:
            macros: bytes = done.vba_project_bytes()
    return macros


def _pyopenvba() -> Any:
    try:
        import pyopenvba
    except ImportError:
        raise GpucalcError(
            'writing macros needs pyOpenVBA: pip install "gpucalc[addin]"',
            '写入宏需要 pyOpenVBA：pip install "gpucalc[addin]"',
        ) from None
    return pyopenvba
