"""Files are written whole or not at all, and never over someone's work by accident."""

from __future__ import annotations

import os
import stat
import tempfile
from pathlib import Path

import pytest

from gpucalc.errors import FileBusy
from gpucalc.excel.fill import write_atomically


def test_a_new_file_is_written_and_nothing_else(tmp_path: Path) -> None:
    write_atomically(tmp_path / "报价 1.xlsx", b"data")
    assert [path.name for path in tmp_path.iterdir()] == ["报价 1.xlsx"]
    assert (tmp_path / "报价 1.xlsx").read_bytes() == b"data"


def test_an_existing_file_stays_unless_forced(tmp_path: Path) -> None:
    target = tmp_path / "a.xlsx"
    target.write_bytes(b"old")
    with pytest.raises(FileBusy) as caught:
        write_atomically(target, b"new")
    assert target.read_bytes() == b"old"
    assert str(target) in caught.value.en and "--force" in caught.value.en
    assert "已存在" in caught.value.zh
    write_atomically(str(target), b"new", force=True)
    assert target.read_bytes() == b"new"
    assert len(list(tmp_path.iterdir())) == 1


def test_a_book_open_in_excel_is_not_replaced(tmp_path: Path) -> None:
    target = tmp_path / "a.xlsx"
    target.write_bytes(b"old")
    (tmp_path / "~$a.xlsx").write_bytes(b"\5Name")
    with pytest.raises(FileBusy, match="open in another program"):
        write_atomically(target, b"new", force=True)
    assert target.read_bytes() == b"old"


@pytest.mark.parametrize("force", [False, True])
def test_a_refusal_of_the_system_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, force: bool
) -> None:
    """Windows refuses to replace an open file; Linux does not, so the refusal is played here."""
    target = tmp_path / "a.xlsx"
    if force:
        target.write_bytes(b"old")

    def refuse(*_: object) -> None:
        raise PermissionError(13, "in use")

    monkeypatch.setattr(Path, "replace", refuse)
    monkeypatch.setattr(os, "link", refuse)
    with pytest.raises(FileBusy, match="close it"):
        write_atomically(target, b"new", force=force)
    assert [path.name for path in tmp_path.iterdir()] == (["a.xlsx"] if force else [])


def test_a_crash_while_writing_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "a.xlsx"
    target.write_bytes(b"old")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        write_atomically(target, b"new", force=True)
    assert target.read_bytes() == b"old"
    assert len(list(tmp_path.iterdir())) == 1


def test_drives_without_links_are_served(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_links(*_: object) -> None:
        raise OSError(95, "Operation not supported")

    monkeypatch.setattr(os, "link", no_links)
    write_atomically(tmp_path / "a.xlsx", b"new")
    assert (tmp_path / "a.xlsx").read_bytes() == b"new"


def test_a_file_that_appears_meanwhile_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "a.xlsx"
    sync = os.fsync

    def slow(handle: int) -> None:
        sync(handle)
        target.write_bytes(b"another writer's")

    monkeypatch.setattr(os, "fsync", slow)
    with pytest.raises(FileBusy, match="exists already"):
        write_atomically(target, b"new")
    assert target.read_bytes() == b"another writer's"


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such modes")
def test_reports_can_be_read_by_others(tmp_path: Path) -> None:
    ordinary = tmp_path / "ordinary"
    ordinary.write_bytes(b"")
    write_atomically(tmp_path / "a.xlsx", b"new")
    mode = stat.S_IMODE((tmp_path / "a.xlsx").stat().st_mode)
    assert mode == stat.S_IMODE(ordinary.stat().st_mode)
    (tmp_path / "a.xlsx").chmod(0o640)
    write_atomically(tmp_path / "a.xlsx", b"newer", force=True)
    assert stat.S_IMODE((tmp_path / "a.xlsx").stat().st_mode) == 0o640


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    with pytest.raises(FileBusy, match="no such folder") as caught:
        write_atomically(tmp_path / "no" / "a.xlsx", b"x")
    assert str(tmp_path / "no") in caught.value.en and "没有该文件夹" in caught.value.zh
    assert not list(tmp_path.iterdir())


def test_a_folder_without_permission_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Root may write anywhere, so the refusal is played."""

    def refuse(**_: object) -> None:
        raise PermissionError(13, "denied")

    monkeypatch.setattr(tempfile, "mkstemp", refuse)
    with pytest.raises(FileBusy, match="another one") as caught:
        write_atomically(tmp_path / "a.xlsx", b"x")
    assert caught.value.file == str(tmp_path)
