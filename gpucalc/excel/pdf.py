"""PDF files of finished workbooks, by LibreOffice where it is installed.

LibreOffice takes seconds to start and refuses to run twice on one profile, so many workbooks go
through one start, with a profile of its own that disturbs no LibreOffice the user has open.

A sheet with a print area is what its author means to hand out. Where a workbook has one, the PDF
holds such sheets only: a quotation goes to a customer, its cost and scenario sheets do not, nor the
handover row, which is for the next workbook.
"""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from lxml import etree

from gpucalc.errors import GpucalcError
from gpucalc.excel.book import Book
from gpucalc.excel.fill import read_names

_HANDOVER = "out_handover_row"
_START_SECONDS = 120
_SECONDS_PER_FILE = 30
# Windows allows about 32,000 characters in a command line; paths may be long.
_FILES_PER_START = 60


class NoLibreOffice(GpucalcError):
    """LibreOffice is needed for PDF and is not there, or does not work."""


def find_office() -> Path | None:
    """The LibreOffice program: GPUCALC_SOFFICE, on the path, or where installers put it."""
    named = os.environ.get("GPUCALC_SOFFICE")
    if named is not None:
        found = shutil.which(named)
        return Path(found) if found else None
    for name in ("soffice", "libreoffice"):
        found = shutil.which(name)
        if found:
            return Path(found)
    usual = [Path("/Applications/LibreOffice.app/Contents/MacOS/soffice")]
    for variable in ("PROGRAMFILES", "PROGRAMFILES(X86)"):
        folder = os.environ.get(variable)
        if folder:
            usual.append(Path(folder) / "LibreOffice" / "program" / "soffice.com")
    return next((path for path in usual if path.is_file()), None)


def convert(books: Sequence[Path]) -> dict[Path, Path]:
    """Writes a .pdf beside each workbook, replacing an older one; returns workbook -> PDF.

    Only sheets with a print area are printed, or all visible ones where no sheet has any.

    A workbook that LibreOffice could not print is missing from the result. Raises NoLibreOffice
    where the program is absent.
    """
    office = find_office()
    if office is None:
        raise NoLibreOffice(
            "PDF needs LibreOffice, which was not found; install it from "
            "https://www.libreoffice.org or print the workbooks from Excel or WPS",
            "生成 PDF 需要 LibreOffice，但未找到；请从 https://www.libreoffice.org 安装，"
            "或用 Excel、WPS 自行打印",
        )
    written: dict[Path, Path] = {}
    for start in range(0, len(books), _FILES_PER_START):
        part = books[start : start + _FILES_PER_START]
        # Inside the target folder: a rename is only atomic on the same disk.
        with tempfile.TemporaryDirectory(
            dir=part[0].parent, prefix=".gpucalc-pdf-", ignore_cleanup_errors=True
        ) as folder:
            work = Path(folder)
            for name in ("books", "pdf"):
                (work / name).mkdir()
            copies = [work / "books" / book.name for book in part]
            for book, copy in zip(part, copies, strict=True):
                copy.write_bytes(printable(book.read_bytes()))
            _run(office, copies, work)
            for book in part:
                made = work / "pdf" / f"{book.stem}.pdf"
                if made.is_file() and made.stat().st_size:
                    target = book.with_suffix(".pdf")
                    made.replace(target)
                    written[book] = target
    return written


def printable(data: bytes) -> bytes:
    """The workbook with all sheets hidden that have no print area, unless none has one."""
    book = Book.open(data)
    meant = {name.sheet for name in book.names if name.name == "_xlnm.Print_Area"}
    handed_over = read_names(book).get(_HANDOVER)
    if handed_over is not None:
        meant.discard(handed_over[0])
    shown = [n for n, s in enumerate(book.sheets) if s.name in meant and s.state == "visible"]
    if not shown:
        return data
    for position, node in enumerate(book.children("sheets/sheet")):
        if position not in shown:
            node.set("state", "hidden")
    # A hidden sheet is printed all the same where it has a print area.
    for node in book.children("definedNames/definedName"):
        area = node.get("name") == "_xlnm.Print_Area"
        if area and int(node.get("localSheetId", -1)) not in shown:
            parent = node.getparent()
            if parent is not None:
                parent.remove(node)
    for view in book.children("bookViews/workbookView"):
        # The sheet in front must be a visible one, or the file counts as damaged.
        view.set("activeTab", str(shown[0]))
        view.set("firstSheet", str(shown[0]))
    main = etree.tostring(book.workbook, encoding="UTF-8", standalone=True)
    return book.package.write({book.main_part: main})


def _run(office: Path, books: Sequence[Path], work: Path) -> None:
    command = [
        str(office),
        f"-env:UserInstallation={(work / 'profile').resolve().as_uri()}",
        "--headless",
        "--norestore",
        "--convert-to",
        "pdf:calc_pdf_Export",
        "--outdir",
        str(work / "pdf"),
        *(str(book.resolve()) for book in books),
    ]
    # Without this flag a console window flashes up when a windowed program calls us.
    flags = getattr(subprocess, "CREATE_NO_WINDOW", 0)
    limit = _START_SECONDS + _SECONDS_PER_FILE * len(books)
    try:
        with subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            creationflags=flags,
            start_new_session=True,
        ) as process:
            try:
                process.wait(limit)
            except BaseException:
                _kill(process)
                raise
    except (OSError, subprocess.TimeoutExpired) as error:
        raise NoLibreOffice(
            f"LibreOffice ({office}) did not run: {error}",
            f"LibreOffice（{office}）运行失败：{error}",
        ) from error


def _kill(process: subprocess.Popen[bytes]) -> None:
    """End LibreOffice too, not only its launcher: it would go on, and hold the folder open."""
    if sys.platform == "win32":
        subprocess.run(
            ["taskkill", "/F", "/T", "/PID", str(process.pid)], capture_output=True, check=False
        )
    else:
        os.killpg(process.pid, signal.SIGKILL)
