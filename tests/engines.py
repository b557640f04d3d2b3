"""Spreadsheet engines that the product must agree with: functions from workbook to values.

Every engine computes the workbook anew and answers ``{(sheet, "B7"): value}``: numbers as float,
errors as their text ("#N/A"), an empty result as "". The values are read back by a reader of our
own, so that no library the product writes with is also the judge.

LibreOffice trusts the values stored in an .xlsx unless its profile says otherwise. A comparison
that forgets this compares a file with itself; `libreoffice` starts with a profile that always
recalculates, and test_engines.py plants a wrong stored value to prove it.
"""

from __future__ import annotations

import atexit
import functools
import importlib.util
import io
import math
import os
import re
import shutil
import signal
import subprocess
import tempfile
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from gpucalc.excel.pdf import find_office

Value = float | str | bool
Values = dict[tuple[str, str], Value]

MISSING = (
    "engine missing: "  # how a skip reason starts; conftest.py counts these at the end of the run
)
HOW_TO_GET = {
    "libreoffice": "install LibreOffice (Debian, Ubuntu: apt-get install libreoffice-calc; macOS: "
    "brew install --cask libreoffice; Windows: https://www.libreoffice.org/download) or name the "
    "program in GPUCALC_SOFFICE",
    "formualizer": "pip install formualizer",
    "formulon": "pip install formulon",
    "ironcalc": "pip install ironcalc",
    "xlwings_server": 'pip install "gpucalc[server]" (its licence: noncommercial use or paid)',
}

_MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
_REL_ID = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
_ESCAPED = re.compile(r"_x([0-9A-Fa-f]{4})_")


# ---------------------------------------------------------------- which engines are here


def missing(engine: str) -> bool:
    """True where `engine` cannot run on this machine."""
    if engine == "libreoffice":
        return find_office() is None
    return importlib.util.find_spec(engine) is None


def required() -> bool:
    """True where a missing engine is a failure: in CI, or with GPUCALC_REQUIRE_ENGINES=1."""
    on = {"1", "true", "yes", "on"}
    return any(os.environ.get(v, "").lower() in on for v in ("CI", "GPUCALC_REQUIRE_ENGINES"))


def need(engine: str) -> None:
    """Skip the running test if `engine` is missing; in CI fail it, so that no gap looks green."""
    if not missing(engine):
        return
    if required():
        pytest.fail(f"{MISSING}{engine} is required here: {HOW_TO_GET[engine]}", pytrace=False)
    pytest.skip(MISSING + engine)


# ---------------------------------------------------------------- reading what an engine wrote


def cells(book: Path | str) -> dict[tuple[str, str], tuple[str | None, Value | None]]:
    """Every cell with a formula or a value: (formula or None, stored value or None)."""
    out: dict[tuple[str, str], tuple[str | None, Value | None]] = {}
    with zipfile.ZipFile(book) as package:
        strings = _shared_strings(package)
        for sheet, part in _sheets(package):
            for cell in ET.fromstring(package.read(part)).iter(_MAIN + "c"):
                formula, value = cell.find(_MAIN + "f"), _value(cell, strings)
                if formula is not None or value is not None:
                    text = None if formula is None else formula.text or "(shared)"
                    out[sheet, cell.get("r", "")] = (text, value)
    return out


def values(book: Path | str) -> Values:
    """The stored values of a workbook; a formula cell whose value is missing is left out."""
    return {at: value for at, (_, value) in cells(book).items() if value is not None}


def without_value(book: Path | str) -> list[tuple[str, str]]:
    """Formula cells that carry no value: previews, phones and pandas would show nothing there."""
    return [at for at, (f, value) in cells(book).items() if f is not None and value is None]


def _sheets(package: zipfile.ZipFile) -> Iterator[tuple[str, str]]:
    relations = ET.fromstring(package.read("xl/_rels/workbook.xml.rels"))
    target = {r.get("Id"): r.get("Target", "") for r in relations}
    for sheet in ET.fromstring(package.read("xl/workbook.xml")).iter(_MAIN + "sheet"):
        part = target[sheet.get(_REL_ID)]
        if "chartsheets/" not in part:
            yield sheet.get("name", ""), part.lstrip("/") if part[0] == "/" else "xl/" + part


def _shared_strings(package: zipfile.ZipFile) -> list[str]:
    if "xl/sharedStrings.xml" not in package.namelist():
        return []
    return [_text(si) for si in ET.fromstring(package.read("xl/sharedStrings.xml"))]


def _text(item: ET.Element) -> str:
    # Plain text or rich text runs; phonetic runs (rPh) are a reading aid and no part of the text.
    parts = [*item.findall(_MAIN + "t"), *item.findall(f"{_MAIN}r/{_MAIN}t")]
    return _unescape("".join(p.text or "" for p in parts))


def _unescape(text: str) -> str:
    return _ESCAPED.sub(lambda m: chr(int(m[1], 16)), text)


def _value(cell: ET.Element, strings: list[str]) -> Value | None:
    kind, stored = cell.get("t", "n"), cell.find(_MAIN + "v")
    if kind == "inlineStr":
        inline = cell.find(_MAIN + "is")
        return None if inline is None else _text(inline)
    if stored is None:
        return None
    raw = stored.text or ""
    if kind == "s":
        return strings[int(raw)]
    if kind in ("str", "e"):
        return _unescape(raw)
    if raw == "":  # <v/> on a number: openpyxl writes it for a formula that was never computed
        return None
    return raw == "1" if kind == "b" else float(raw)


# ---------------------------------------------------------------- the engines


def libreoffice(books: Iterable[Path | str], timeout: float = 300) -> dict[Path, Values]:
    """Recalculate many books in one start of LibreOffice: {path as given: its values}."""
    paths = [Path(b) for b in books]
    with tempfile.TemporaryDirectory() as folder:
        written = convert(paths, "xlsx:Calc MS Excel 2007 XML", Path(folder), timeout)
        return {path: values(out) for path, out in written.items()}


def convert(
    books: Iterable[Path | str],
    to: str,
    folder: Path,
    timeout: float = 300,
    always_recalculate: bool = True,
) -> dict[Path, Path]:
    """Convert books by LibreOffice into `folder` ("pdf", "xlsx:..."): {path as given: new file}.

    The books go in under running numbers, so equal file names in different folders do not meet.
    Raises RuntimeError, with what LibreOffice said, when a book was not converted.
    """
    need("libreoffice")
    paths = [Path(b) for b in books]
    suffix = "." + to.partition(":")[0]
    with tempfile.TemporaryDirectory() as staging:
        inputs = [Path(staging, f"{i}{path.suffix}") for i, path in enumerate(paths)]
        for path, copy in zip(paths, inputs, strict=True):
            shutil.copyfile(path, copy)
        said = _run_soffice(
            ["--convert-to", to, "--outdir", str(folder), *map(str, inputs)],
            timeout,
            _profile(always_recalculate),
        )
    written = {path: folder / f"{i}{suffix}" for i, path in enumerate(paths)}
    if failed := [path.name for path, new in written.items() if not new.exists()]:
        raise RuntimeError(f"LibreOffice did not convert {', '.join(failed)}: {said.strip()}")
    return written


@functools.cache
def _profile(always_recalculate: bool) -> Path:
    """A LibreOffice profile of this process's own: starts that share one become one program."""
    profile = Path(tempfile.mkdtemp(prefix="gpucalc-soffice-"))
    atexit.register(shutil.rmtree, profile, ignore_errors=True)
    if always_recalculate:
        (profile / "user").mkdir()
        (profile / "user" / "registrymodifications.xcu").write_text(
            '<?xml version="1.0" encoding="UTF-8"?>\n'
            '<oor:items xmlns:oor="http://openoffice.org/2001/registry">'
            '<item oor:path="/org.openoffice.Office.Calc/Formula/Load">'
            '<prop oor:name="OOXMLRecalcMode" oor:op="fuse"><value>0</value></prop>'
            "</item></oor:items>\n",
            encoding="utf-8",
        )
    return profile


def _run_soffice(arguments: list[str], timeout: float, profile: Path) -> str:
    program = find_office()
    assert program is not None  # convert() has asked for it
    start = [str(program), f"-env:UserInstallation={profile.as_uri()}", "--headless", *arguments]
    # A session of its own: `soffice` is a launcher, and what it launched must be stopped too.
    with subprocess.Popen(
        start, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True
    ) as process:
        try:
            said, _ = process.communicate(timeout=timeout)
        except subprocess.TimeoutExpired:
            if hasattr(os, "killpg"):
                os.killpg(process.pid, signal.SIGKILL)
            process.kill()
            raise
    return said.decode("utf-8", "replace")


def formualizer(book: Path | str) -> Values:
    """Recalculate by formualizer, from the file's bytes."""
    need("formualizer")
    import formualizer as engine

    answer = engine.recalculate_xlsx_bytes(Path(book).read_bytes())
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder, "recalculated.xlsx")
        out.write_bytes(answer["bytes"])
        return values(out)


_FORMULON_ERRORS = dict(
    enumerate(("#NULL!", "#DIV/0!", "#VALUE!", "#REF!", "#NAME?", "#NUM!", "#N/A"))
) | {8: "#SPILL!", 9: "#CALC!"}


def formulon(book: Path | str, only: Iterable[tuple[str, str]] | None = None) -> Values:
    """Recalculate by formulon; ``only`` these cells are read (each takes its own call)."""
    need("formulon")
    import formulon as engine
    from openpyxl.utils.cell import coordinate_to_tuple, get_column_letter

    out: Values = {}
    with engine.Workbook.load(Path(book).read_bytes()) as workbook:
        workbook.recalc()
        sheets = {workbook.sheet_name(n): n for n in range(workbook.sheet_count())}
        if only is None:
            places = [
                ((name, f"{get_column_letter(c.col + 1)}{c.row + 1}"), (n, c.row, c.col))
                for name, n in sheets.items()
                for c in workbook.iter_cells(n)
            ]
        else:
            cells = [(at, coordinate_to_tuple(at[1])) for at in only]
            places = [(at, (sheets[at[0]], r - 1, c - 1)) for at, (r, c) in cells]
        for at, place in places:
            value = workbook.get_value(*place)
            if value.kind == engine.ValueKind.ERROR:
                unknown = f"error {value.error_code}"
                out[at] = _FORMULON_ERRORS.get(value.error_code, unknown)
            else:
                _put(out, at, value.to_python())
    return out


def for_formulon(data: bytes) -> bytes:
    """The workbook as formulon reads it: it knows optional parameters only as [y] (0.18)."""
    with zipfile.ZipFile(io.BytesIO(data)) as package, io.BytesIO() as stream:
        with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as copy:
            for name in package.namelist():
                content = package.read(name)
                if name == "xl/workbook.xml":
                    content = re.sub(rb"_xlop\.(\w+)", rb"[_xlpm.\1]", content)
                copy.writestr(name, content)
        return stream.getvalue()


def ironcalc(book: Path | str) -> Values:
    """Recalculate by IronCalc; it answers only cells by position, so the file says which exist."""
    need("ironcalc")
    import ironcalc as engine
    from openpyxl.utils.cell import coordinate_to_tuple

    model = engine.load_from_xlsx(str(book))
    model.evaluate()
    stored = cells(book)
    with zipfile.ZipFile(book) as package:
        index = {name: i for i, (name, _) in enumerate(_sheets(package))}
    out: Values = {}
    for sheet, ref in stored:
        _put(out, (sheet, ref), model.get_cell_value(index[sheet], *coordinate_to_tuple(ref)))
    return out


def _put(out: Values, at: tuple[str, str], value: object) -> None:
    if isinstance(value, (bool, str)):
        out[at] = value
    elif isinstance(value, (int, float)):
        out[at] = float(value)
    elif value is not None:
        raise TypeError(f"{at}: an engine answered {value!r}")


def by_name(name: str) -> Callable[[Path | str], Values]:
    """The engine `name` for one book, so that tests can be parametrised over `BOOK_ENGINES`."""
    return BOOK_ENGINES[name]


BOOK_ENGINES: Mapping[str, Callable[[Path | str], Values]] = {
    "libreoffice": lambda book: libreoffice([book])[Path(book)],
    "formualizer": formualizer,
    "formulon": formulon,
    "ironcalc": ironcalc,
}


# ---------------------------------------------------------------- comparing


def same(a: object, b: object, tol: float = 1e-9) -> bool:
    """Equal as spreadsheet results: numbers within `tol` relative, text and errors exactly.

    A missing value and "" are one, and so are TRUE and 1 (LibreOffice keeps booleans as numbers).
    Compare money with tol=0: 1e-9 of a large amount is more than a cent.
    """
    if isinstance(a, (bool, int, float)) and isinstance(b, (bool, int, float)):
        x, y = float(a), float(b)
        # The absolute part is for results that cancel to zero, and never lets tol=0 through.
        return x == y or math.isclose(x, y, rel_tol=tol, abs_tol=min(tol, 1e-12))
    return ("" if a is None else a) == ("" if b is None else b)
