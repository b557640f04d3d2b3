"""Files written whole or not at all."""

from __future__ import annotations

import contextlib
import errno
import os
import tempfile
from pathlib import Path

from gpucalc.errors import FileBusy


def write_atomically(path: str | os.PathLike[str], data: bytes, force: bool = False) -> None:
    """Write bytes to a file so that it is either complete or untouched.

    The bytes go to a temporary file in the same folder and reach the disk before it takes the name.
    An existing file stays unless ``force``. Raises FileBusy where the file exists or is open in
    another program, and where its folder is missing or may not be written; other trouble (disk
    full) raises OSError.
    """
    target = Path(path)
    if target.exists() and not force:
        raise already_there(target)
    # Excel marks an open workbook by a hidden neighbour; replacing the file then would have the
    # next save in Excel overwrite ours.
    if target.exists() and (target.parent / f"~${target.name}").exists():
        raise _open_elsewhere(target)
    try:
        prefix = f".{target.stem[:40]}-"
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=prefix, suffix=".tmp")
    except (FileNotFoundError, NotADirectoryError) as error:
        raise FileBusy(
            "there is no such folder; create it first or choose another one",
            "没有该文件夹；请先新建，或换一个文件夹",
            file=str(target.parent),
        ) from error
    except PermissionError as error:
        raise FileBusy(
            "no file may be written in this folder; choose another one",
            "没有该文件夹的写入权限；请换一个文件夹",
            file=str(target.parent),
        ) from error
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        temporary.chmod(_mode(target))
        if force:
            temporary.replace(target)
        else:
            _take_name(temporary, target)
    except PermissionError as error:
        raise _open_elsewhere(target) from error
    finally:
        with contextlib.suppress(OSError):
            temporary.unlink()


def same_file(one: Path, other: Path) -> bool:
    """Whether two paths mean one file, by any spelling or link."""
    try:
        return one.samefile(other)
    except OSError:  # one of them is not there yet
        return one.resolve() == other.resolve()


def _take_name(temporary: Path, target: Path) -> None:
    # A hard link fails where the name is taken, so two writers cannot both win.
    try:
        os.link(temporary, target)
    except FileExistsError as error:
        raise already_there(target) from error
    except (OSError, NotImplementedError) as error:
        # Network drives and memory sticks know no links.
        if isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EACCES):
            raise
        if target.exists():
            raise already_there(target) from error
        temporary.replace(target)


def _mode(target: Path) -> int:
    # mkstemp makes private files; a report is as readable as any other new file.
    if target.exists():
        return target.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


def already_there(target: Path) -> FileBusy:
    return FileBusy(
        "the file exists already and is not overwritten; choose another name or use --force",
        "文件已存在，不会覆盖；请换一个文件名，或使用 --force",
        file=str(target),
    )


def _open_elsewhere(target: Path) -> FileBusy:
    return FileBusy(
        "the file is open in another program (Excel?) or write-protected; close it and try again",
        "文件正被其他程序（如 Excel）打开，或没有写入权限；请关闭后重试",
        file=str(target),
    )
