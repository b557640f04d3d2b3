"""What the ribbon asks of Python: one function, :func:`act`, that answers text and never raises."""

from __future__ import annotations

import io
import logging
import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import openpyxl

from gpucalc import __version__, catalog, helptext, resources
from gpucalc.addin import doctor
from gpucalc.addin.windows import here
from gpucalc.errors import GpucalcError
from gpucalc.excel.portable import files
from gpucalc.excel.save import write_atomically

_log = logging.getLogger("gpucalc")
FAILED = "!"  # how an answer begins that is a message for the user


def stamp() -> str:
    """What answers are valid for: the keys of the add-in's cache begin with it."""
    return f"{__version__}/{catalog.version()}"


def act(action: str, first: str, lang: str) -> str:
    """The answer to a button: a path to open, or a text to show; "!…" where it failed."""
    lang = lang if lang in resources.LANGUAGES else "en"
    try:
        return ACTIONS[action](first, lang)
    except GpucalcError as error:
        return FAILED + error.text(lang)
    except OSError as error:
        return f"{FAILED}{error.filename or ''}: {error.strerror or error}"
    except Exception as error:
        _log.exception("internal error in %s(%r)", action, first)
        return f"{FAILED}internal error: {error!r}"


def _template(name: str, lang: str) -> str:
    return str(resources.template(name, lang))


def _portable(path: str, lang: str) -> str:
    if "://" in path:
        raise GpucalcError(
            "this workbook lies on OneDrive or SharePoint; save it to a local folder first",
            "该工作簿位于 OneDrive 或 SharePoint；请先保存到本地文件夹",
        )
    source = Path(path)
    word = "portable" if lang == "en" else "便携"
    target = _free(source.with_name(f"{source.stem}-{word}{source.suffix}"))
    told = files.convert(source, target, "plain", report=None, force=False, lang=lang)
    return f"{target}\n\n{told.summary(lang)}"


def _free(path: Path) -> Path:
    """The path, or the first numbered one beside it that does not exist."""
    number, found = 2, path
    while found.exists():
        found = path.with_stem(f"{path.stem}-{number}")
        number += 1
    return found


def _catalog(_: str, lang: str) -> str:
    tables: dict[str, Sequence[Sequence[object]]] = {}
    for name in catalog.TABLES:
        table = catalog.table(name)
        headings = [f"{helptext.label(c, lang)} [{c}]" for c in table.columns]
        rows = [[row[c] for c in table.columns] for row in table.canonical()]
        tables[name] = [headings, *rows]
    return _shown(f"gpucalc-catalog-{catalog.version()}-{lang}.xlsx", tables)


def _help(_: str, lang: str) -> str:
    sheet = helptext.help_sheet(lang)
    return _shown(f"gpucalc-functions-{__version__}-{lang}.xlsx", {"GPU": sheet})


def _shown(name: str, sheets: Mapping[str, Sequence[Sequence[object]]]) -> str:
    """A workbook to look at, in the folder for temporary files; its path."""
    book = openpyxl.Workbook()
    book.remove(book.worksheets[0])
    for title, rows in sheets.items():
        sheet = book.create_sheet(title)
        for r, row in enumerate(rows, 1):
            for c, value in enumerate(row, 1):
                cell = sheet.cell(r, c)
                cell.value = value
                if isinstance(value, str):
                    cell.data_type = "s"  # "=GPU_CARDS(…)" is shown, not computed
        sheet.freeze_panes = "A2"
    stream = io.BytesIO()
    book.save(stream)
    folder = Path(tempfile.gettempdir()) / "gpucalc"
    folder.mkdir(exist_ok=True)
    path = folder / name
    write_atomically(path, stream.getvalue(), force=True)
    return str(path)


def _doctor(_: str, lang: str) -> str:
    return "\n".join(finding.line(lang) for finding in doctor.examine(here()))


ACTIONS: Mapping[str, Callable[[str, str], str]] = {
    "template": _template,
    "portable": _portable,
    "catalog": _catalog,
    "help": _help,
    "doctor": _doctor,
}

__all__ = ["ACTIONS", "FAILED", "act", "stamp"]
