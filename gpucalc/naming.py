"""File names made from a pattern and a request's values, safe on Windows, macOS and Linux.

A name that works here and fails on the recipient's machine is worse than a plain one, so the
strictest rules (Windows') apply everywhere. Chinese and other letters are kept.
"""

import re
import unicodedata
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

from gpucalc.errors import WrongEnding

_FIELD = re.compile(r"\{([^{}]*)\}")
# Windows forbids the first nine. Excel cannot follow a link to a name with "#" and cannot refer to
# a workbook with brackets in its name.
_ILLEGAL = re.compile(r'[<>:"/\\|?*#\[\]]')
# COM and LPT with superscript digits are reserved too; so are the console streams.
_RESERVED = re.compile(r"(?:CON|PRN|AUX|NUL|CONIN\$|CONOUT\$|(?:COM|LPT)[0-9¹²³])", re.IGNORECASE)
# 255 bytes is the limit of a name on Linux, 260 characters that of a whole path on older Windows.
# The writer's temporary file lives in the same folder under a longer name, hence the margin.
_MAX_BYTES = 200
_MAX_CHARACTERS = 100


def fields(pattern: str) -> list[str]:
    """The fields a pattern names: "{quote_no}-{customer}" gives quote_no and customer."""
    return [name.strip() for name in _FIELD.findall(pattern)]


def flaws(pattern: str, known: Collection[str]) -> list[str]:
    """The parts of a pattern that cannot be filled: unknown fields and stray braces."""
    wrong = [name for name in fields(pattern) if name not in known]
    rest = _FIELD.sub("", pattern)
    return wrong + [brace for brace in "{}" if brace in rest]


def expand(pattern: str, values: Mapping[str, str]) -> str:
    """The pattern with its fields replaced; the separator beside a blank field goes with it.

    "{quote_no}-{customer}" with no customer is "Q1", not "Q1-".
    """
    written = ""
    separator = ""
    for position, piece in enumerate(_FIELD.split(pattern)):
        is_field = position % 2 == 1
        if is_field:
            text = clean(values.get(piece.strip(), ""))
            if text:
                written += (separator if written else "") + text
                separator = ""
        elif not piece.strip("-_. "):
            separator = separator or piece
        else:
            written += separator + piece
            separator = ""
    return written


def clean(text: str) -> str:
    """Text without characters that some file system forbids or that hide in a name."""
    text = unicodedata.normalize("NFC", text)
    # A line break separates words, so it becomes a space; other control and invisible formatting
    # characters (a right-to-left mark can disguise an extension) and lone surrogates are dropped.
    text = re.sub(r"\s+", " ", text)
    text = "".join(c for c in text if unicodedata.category(c) not in {"Cc", "Cf", "Cs", "Co", "Cn"})
    return _ILLEGAL.sub("_", text).strip()


def file_stem(pattern: str, values: Mapping[str, str], fallback: str) -> str:
    """A file name without its ending, never empty, never longer than any system takes."""
    stem = clean(expand(pattern, values)).lstrip("~")  # "~$" marks Excel's own lock files
    stem = _shorten(stem).strip(" .") or fallback
    base, dot, rest = stem.partition(".")
    if _RESERVED.fullmatch(base.strip()):
        stem = f"{base.strip()}_{dot}{rest}"
    return stem


def same_file(name: str) -> str:
    """A key under which two names are equal where Windows or macOS see one file."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())


def output(path: Path, endings: Sequence[str], stem: str) -> Path:
    """The file to write: with the first ending where the name has none, `stem` in a folder.

    Raises WrongEnding for a name that promises another kind of file ("quote.pdf").
    """
    if path.is_dir():
        return path / f"{stem}{endings[0]}"
    ending = _ending(path.name)
    if not ending:
        return path.with_name(path.name + endings[0])
    if ending.lower() not in endings:
        raise _wrong(path.name, ending, endings)
    return path


def without_ending(pattern: str) -> str:
    """A pattern of file names without .xlsx, which is put there anyway.

    Raises WrongEnding where it promises another kind of file.
    """
    ending = _ending(_FIELD.sub("x", pattern))
    if ending.lower() in _BOOKS:
        return pattern[: -len(ending)]
    if ending.lower() in _OTHERS:
        raise _wrong(pattern, ending, _BOOKS)
    return pattern


_BOOKS = (".xlsx",)
_OTHERS = (".xls", ".xlsm", ".xlsb", ".et", ".csv", ".pdf", ".docx", ".doc", ".ods", ".json",
           ".txt", ".zip")  # fmt: skip
# "报价 v1.2" and "Co. Ltd" have no ending, "报价.pdf" has one.
_ENDING = re.compile(r"[^.\s].*(\.[A-Za-z][A-Za-z0-9]{0,4})")


def _ending(name: str) -> str:
    found = _ENDING.fullmatch(name)
    return found[1] if found else ""


def _wrong(name: str, ending: str, endings: Sequence[str]) -> WrongEnding:
    stem = name[: -len(ending)]
    meant = tuple(f"{stem}{each}" for each in endings)
    return WrongEnding(
        f"{name}: no {ending} file is written here; name it {' or '.join(meant)}",
        f"{name}：此处不生成 {ending} 文件；请命名为 {' 或 '.join(meant)}",
    )


def _shorten(stem: str) -> str:
    stem = stem[:_MAX_CHARACTERS]
    while len(stem.encode("utf-8")) > _MAX_BYTES:
        stem = stem[:-1]
    return stem
