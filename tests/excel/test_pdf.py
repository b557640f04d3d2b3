"""The PDF of a workbook: what happens where LibreOffice does not come to an end."""

from __future__ import annotations

import os
import stat
import sys
import time
from pathlib import Path

import pytest

from gpucalc.excel import pdf
from gpucalc.resources import template


@pytest.mark.skipif(sys.platform == "win32", reason="a shell script stands in for LibreOffice")
def test_a_conversion_that_hangs_is_ended_with_all_its_processes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    launcher = tmp_path / "soffice"
    alive = tmp_path / "pid"
    launcher.write_text(f"#!/bin/sh\nsleep 300 &\necho $! > '{alive}'\nwait\n")
    launcher.chmod(launcher.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("GPUCALC_SOFFICE", str(launcher))
    monkeypatch.setattr(pdf, "_START_SECONDS", 2)
    monkeypatch.setattr(pdf, "_SECONDS_PER_FILE", 0)
    book = tmp_path / "报价 1.xlsx"
    book.write_bytes(template("quote", "zh").read_bytes())
    with pytest.raises(pdf.NoLibreOffice, match="did not run"):
        pdf.convert([book])
    child = int(alive.read_text())
    for _ in range(50):
        if not _runs(child):
            break
        time.sleep(0.1)
    assert not _runs(child)
    assert [p.name for p in tmp_path.glob("*gpucalc-pdf*")] == []


def _runs(pid: int) -> bool:
    """Whether a process is there and is not a zombie that nobody collected."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    status = Path(f"/proc/{pid}/stat")
    return not (status.is_file() and status.read_text().rpartition(")")[2].split()[0] == "Z")
