"""Which names Excel takes: defined names, tables and sheets.

Each function answers None for a good name, or a Flaw that says in both languages what is wrong.
Excel refuses a bad name at the keyboard, but a file that contains one is "repaired" by deleting it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import NamedTuple

from gpucalc.excel.refs import MAX_COLUMN, column_number
from gpucalc.excel.values import text_length

PREFIXES = ("in_", "out_", "cat_")

_CELL_LIKE = re.compile(r"([A-Za-z]{1,3})[0-9]+")
# R, C, RC, R1, C1, R1C1: the other way to write references.
_R1C1_LIKE = re.compile(r"[Rr][0-9]*(?:[Cc][0-9]*)?|[Cc][0-9]*")
_HOUSE = re.compile(f"(?:{'|'.join(PREFIXES)})[a-z][a-z0-9_]*")
_SHEET_FORBIDDEN = re.compile(r"[\[\]:*?/\\\x00-\x1f]")


class Flaw(NamedTuple):
    """What is wrong with a name."""

    en: str
    zh: str


def name_flaw(name: str) -> Flaw | None:
    """What forbids a text as a defined name (the same rules hold for tables)."""
    if not name:
        return Flaw("a name is missing", "名称为空")
    if text_length(name) > 255:
        return Flaw("a name may have 255 characters", "名称最多 255 个字符")
    wrong = [c for position, c in enumerate(name) if not _allowed(c, position)]
    if wrong:
        shown = "".join(dict.fromkeys(wrong))
        return Flaw(
            f"{name!r} holds {shown!r}; a name starts with a letter or _, then letters, digits, _ "
            "and dots",
            f"名称“{name}”含“{shown}”；名称须以字母、汉字或下划线开头，"
            "其后为字母、汉字、数字、下划线或点",
        )
    if _R1C1_LIKE.fullmatch(name):
        return Flaw(
            f"{name!r} reads as a row or column reference (R1C1)",
            f"名称“{name}”会被当作 R1C1 引用",
        )
    match = _CELL_LIKE.fullmatch(name)
    if match and column_number(match[1]) <= MAX_COLUMN:
        return Flaw(f"{name!r} reads as a cell address", f"名称“{name}”会被当作单元格地址")
    if name.upper() in ("TRUE", "FALSE"):
        return Flaw(f"{name!r} is a truth value", f"名称“{name}”是逻辑值")
    return None


def house_name_flaw(name: str, functions: Iterable[str] = ()) -> Flaw | None:
    """What forbids a text as a name in our templates: in_..., out_... or cat_..., in small letters.

    ``functions`` are worksheet functions that no name may equal.
    """
    flaw = name_flaw(name)
    if flaw is None and not _HOUSE.fullmatch(name):
        flaw = Flaw(
            f"{name!r} must be in_, out_ or cat_ and a field name in small letters",
            f"名称“{name}”须以 in_、out_ 或 cat_ 开头，后接小写字段名",
        )
    if flaw is None and name.casefold() in {function.casefold() for function in functions}:
        flaw = Flaw(f"{name!r} is a function", f"名称“{name}”与函数同名")
    return flaw


def table_flaw(name: str) -> Flaw | None:
    """What forbids a text as the name of a table."""
    return name_flaw(name)


def sheet_flaw(name: str) -> Flaw | None:
    """What forbids a text as the name of a sheet."""
    if not name.strip():
        return Flaw("a sheet needs a name", "工作表名称为空")
    if text_length(name) > 31:
        return Flaw(
            f"the sheet name {name!r} has {text_length(name)} characters; 31 are allowed",
            f"工作表名“{name}”有 {text_length(name)} 个字符，最多 31 个",
        )
    found = _SHEET_FORBIDDEN.findall(name)
    if found:
        shown = " ".join(dict.fromkeys(found))
        return Flaw(
            f"the sheet name {name!r} holds {shown!r}; [ ] : * ? / \\ are not allowed",
            f"工作表名“{name}”含“{shown}”；不能使用 [ ] : * ? / \\",
        )
    if name[0] == "'" or name[-1] == "'":
        return Flaw(
            f"the sheet name {name!r} starts or ends with an apostrophe",
            f"工作表名“{name}”以单引号开头或结尾",
        )
    if name.casefold() == "history":
        return Flaw("Excel reserves the sheet name History", "“History”是 Excel 保留的工作表名")
    return None


def quoted_sheet(name: str) -> str:
    """A sheet name as formulas need it: 'It''s', but Sheet1."""
    if re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*", name) and name_flaw(name) is None:
        return name
    return "'" + name.replace("'", "''") + "'"


def _allowed(character: str, position: int) -> bool:
    if character in "_\\":
        return True
    category = unicodedata.category(character)
    if category[0] == "L":
        return True
    # Marks and digits of any script, and ? which Excel takes too, may follow.
    return position > 0 and (category[0] in "MN" or character in ".?")
