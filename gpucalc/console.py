"""What all commands share: the language, and errors told as one sentence with what to do."""

from __future__ import annotations

import contextlib
import errno
import locale
import os
import re
from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer

from gpucalc.errors import GpucalcError
from gpucalc.tables import Text

SOME_FAILED, WRONG_USE = 1, 2
# What typer raises for wrong use; where the class itself stands differs from version to version.
UsageError: type[Exception] = typer.BadParameter.__bases__[0]


class Lang(StrEnum):
    """A language of the command line, of the templates and of the add-in."""

    zh = "zh"
    en = "en"


_HELP = "Language, zh or en (default: the system's) / 语言"
LangOption = Annotated[Lang | None, typer.Option("--lang", help=_HELP)]
ForceOption = Annotated[
    bool, typer.Option("--force", help="Overwrite existing files / 覆盖已有文件")
]
_chosen: dict[str, Lang] = {}


def choose(lang: Lang | None) -> None:
    """Keeps the language named before the command."""
    # One process may run several commands (tests do), so an earlier choice must not stay.
    _chosen.clear()
    if lang is not None:
        _chosen["lang"] = lang


def language(lang: Lang | None = None) -> str:
    """The language asked for here, else the one before the command, else the system's."""
    chosen = lang or _chosen.get("lang")
    return chosen.value if chosen else system_language()


def system_language() -> str:
    """ "zh" where the environment or the system is Chinese, else "en"."""
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(variable, "")
        if value:
            return "zh" if value.lower().startswith("zh") else "en"
    # Windows sets none of these and says "Chinese (Simplified)_China" or "zh_CN".
    name = locale.getlocale()[0] or ""
    return "zh" if name.lower().startswith(("zh", "chinese")) else "en"


@contextlib.contextmanager
def told(lang: str) -> Iterator[None]:
    """Errors that concern the whole command become one sentence and exit code 2."""
    try:
        yield
    except GpucalcError as error:
        stop(error.text(lang))
    except OSError as error:
        stop(system_words(error).in_(lang))


def stop(text: str) -> NoReturn:
    """Ends the command with a sentence."""
    typer.echo(text, err=True)
    raise typer.Exit(WRONG_USE)


_FOLDER = Text("this is a folder; name a file in it", "这是文件夹；请写明其中的文件")
_SYSTEM: dict[int | None, Text] = {
    errno.ENOENT: Text(
        "there is no such file or folder; check the name", "没有该文件或文件夹；请核对名称"
    ),
    errno.EISDIR: _FOLDER,
    errno.ENOTDIR: Text("this is a file, not a folder; name a folder", "这是文件；请写明文件夹"),
    errno.EEXIST: Text(
        "a file of this name is in the way; name another folder",
        "已有同名文件；请换一个文件夹名称",
    ),
    errno.EACCES: Text(
        "no access: it is write-protected or open in another program (Excel?); close it or choose "
        "another place",
        "无法访问：没有权限，或正被其他程序（如 Excel）打开；请关闭后重试，或换一个位置",
    ),
    errno.ENOSPC: Text("the disk is full; free some space", "磁盘已满；请清理后重试"),
    errno.EROFS: Text("the disk is read-only; choose another place", "磁盘只读；请换一个位置"),
    errno.ENAMETOOLONG: Text("the name is too long; shorten it", "名称过长；请缩短"),
}
_SYSTEM[errno.EPERM] = _SYSTEM[errno.EACCES]


def system_words(error: OSError) -> Text:
    """What the system refused, at which file, and what to do."""
    name = str(error.filename or "")
    # Windows says "permission denied" where a folder is opened like a file.
    folder = error.errno in (errno.EACCES, errno.EISDIR) and name and Path(name).is_dir()
    known = _FOLDER if folder else _SYSTEM.get(error.errno)
    words = known or Text(*[str(error.strerror or error)] * 2)
    return Text(f"{name}: {words.en}", f"{name}：{words.zh}") if name else words


def usage_words(error: Any) -> Text | None:
    """Wrong use of a command: what is missing or not understood, and where the help is.

    None where the error has shown the help itself.
    """
    path = error.ctx.command_path if error.ctx else "gpucalc"
    en = error.format_message().replace("Value error, ", "").rstrip(".")
    if not en:
        return None
    zh = _in_chinese(type(error).__name__, en)
    return Text(f"{en}; {path} --help shows how it is used", f"{zh}；用法见 {path} --help")


def _in_chinese(kind: str, en: str) -> str:
    names = re.search(r"'[^']*'(?: / '[^']*')*", en)
    name = names[0].replace("'", "") if names else ""
    if kind == "MissingParameter":
        return f"缺少 {name}"
    if kind == "NoSuchOption":
        option, *near = re.findall(r"(?<![\w-])--?[A-Za-z][\w-]*", en) or [name]
        hint = f"（是否指 {'、'.join(near)}？）" if near else ""
        return f"没有选项 {option}{hint}"
    if kind == "BadParameter":
        said = en.partition(": ")[2]
        choice = re.fullmatch(r"'(.*)' is not one of (.*)", said)
        if choice:
            options = "、".join(re.findall(r"'([^']*)'", choice[2]))
            said = f"“{choice[1]}”不是可选值 {options} 之一"
        return f"{name} 的值不可用（{said}）"
    return f"没有命令 {name}" if en.startswith("No such command") else f"用法有误（{en}）"
