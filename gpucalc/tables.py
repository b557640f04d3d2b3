"""Raw tables out of .csv, .xlsx and .json files, with the row numbers people see in the file.

Nothing is interpreted here. A file may be read in more than one way (a delimiter is a guess, a
workbook has several sheets), so each reader returns every reading; `requests` knows the headings
and picks. A cell that must not be trusted is a `Fault`, never a plausible value.
"""

import csv
import datetime
import io
import json
import warnings
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import openpyxl

from gpucalc.errors import GpucalcError
from gpucalc.numberformat import with_literals

Value: TypeAlias = (
    str | int | float | bool | datetime.date | datetime.time | datetime.timedelta | None
)


class Text(NamedTuple):
    """One sentence in both languages."""

    en: str
    zh: str

    def in_(self, lang: str) -> str:
        """The sentence in "zh" or, for any other language, English."""
        return self.zh if lang == "zh" else self.en


@dataclass(frozen=True)
class Fault:
    """A cell whose value cannot be trusted, and why."""

    shown: str
    what: Text
    remedy: Text

    def __str__(self) -> str:
        return self.shown


@dataclass(frozen=True)
class Row:
    """A row of a file, numbered as in the file: 1 is the first row (the first object in JSON).

    `fault` says why the row as a whole cannot be read.
    """

    number: int
    cells: tuple[Value | Fault, ...]
    fault: Fault | None = None

    def is_blank(self) -> bool:
        return self.fault is None and all(blank(cell) for cell in self.cells)


@dataclass(frozen=True)
class Reading:
    """One way to read a file: the whole of it, a sheet of it, or it with one delimiter.

    `keyed`: every row named its own cells (JSON), so that rows may name one field differently.
    """

    sheet: str
    rows: tuple[Row, ...]
    keyed: bool = False


class UnreadableTable(GpucalcError):
    """The file as a whole cannot be read as a table: why, where, and what to do."""

    def __init__(self, what: Text, remedy: Text, row: int | None = None, value: str = "") -> None:
        place = Text("", "") if row is None else Text(f"row {row}: ", f"第 {row} 行：")
        shown = f" ({value})" if value else ""
        super().__init__(
            f"{place.en}{what.en}{shown}; {remedy.en}", f"{place.zh}{what.zh}{shown}；{remedy.zh}"
        )
        self.what, self.remedy, self.row, self.value = what, remedy, row, value


def blank(value: object) -> bool:
    """Empty, or text of nothing but white space."""
    return value is None or (isinstance(value, str) and not value.strip())


def readings(path: Path) -> list[Reading]:
    """Every way to read the file (see parse). Raises OSError where it cannot be opened."""
    return parse(path.read_bytes(), path.suffix)


def parse(data: bytes, ending: str = "") -> list[Reading]:
    """Every way to read these bytes. The content decides the format; an ending that promises
    another one, or none that is known, is refused.

    Raises UnreadableTable.
    """
    if not data.strip(b' \t\r\n,;"'):
        raise UnreadableTable(
            Text("the file is empty", "文件为空"),
            Text(
                "write a row of headings and a row for each request",
                "请填写一行标题，并为每个询价填写一行",
            ),
        )
    if data.startswith(b"PK\x03\x04"):
        return _workbook(data)
    if data.startswith(b"\xd0\xcf\x11\xe0"):
        raise UnreadableTable(
            Text(
                "this is an old .xls workbook or one protected by a password",
                "这是旧版 .xls 工作簿，或已加密的工作簿",
            ),
            Text(
                "save it as .xlsx without a password and try again",
                "请另存为不带密码的 .xlsx 后重试",
            ),
        )
    ending = ending.lower()
    if ending in _WORKBOOKS:
        raise UnreadableTable(
            Text("this is no .xlsx workbook", "这不是 .xlsx 工作簿"),
            Text(
                "save it as .xlsx in Excel or WPS, or give a text file the ending .csv",
                "请用 Excel 或 WPS 另存为 .xlsx；文本文件请用 .csv 扩展名",
            ),
        )
    if ending not in _TEXTS:
        raise UnreadableTable(
            Text(f"the ending {ending} is not known", f"不支持扩展名 {ending}"),
            Text(
                "save the file as .csv, .xlsx or .json and try again",
                "请另存为 .csv、.xlsx 或 .json 后重试",
            ),
        )
    text = decode(data)
    if ending == ".json" or text.lstrip().startswith(("[{", "[\n", "[\r", "[ ")):
        return [_objects(text)]
    return _delimited(text)


_WORKBOOKS = (".xlsx", ".xlsm", ".xls")
_TEXTS = ("", ".csv", ".tsv", ".json")


def decode(data: bytes) -> str:
    """Text of a file in UTF-8 or UTF-16 with its mark, UTF-8 without, or GB18030.

    GB18030 accepts nearly any bytes, so a Western file would turn into rare characters without a
    word. Real Chinese text keeps almost wholly to GB 2312; text that does not is refused.
    """
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return _strictly(data, "utf-16")
    if b"\x00" in data:
        raise UnreadableTable(Text("this is not a text file", "这不是文本文件"), _SAVE_AGAIN)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = _strictly(data, "gb18030")
    foreign = [c for c in text if ord(c) > 127]
    rare = [c for c in foreign if not _common(c)]
    if len(rare) * 5 > len(foreign):
        line = text[: text.index(rare[0])].count("\n") + 1
        raise UnreadableTable(
            Text(
                "the text is neither UTF-8 nor readable as Chinese GB18030",
                "文本既不是 UTF-8，也不像 GB18030 中文",
            ),
            _SAVE_AGAIN,
            row=line,
            value=rare[0],
        )
    return text


_SAVE_AGAIN = Text(
    'save the file as "CSV UTF-8" or as .xlsx and try again',
    "请另存为“CSV UTF-8”或 .xlsx 后重试",
)


def _strictly(data: bytes, encoding: str) -> str:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        raise UnreadableTable(
            Text(
                f"byte {error.start + 1} is neither UTF-8 nor GB18030 text",
                f"第 {error.start + 1} 个字节既不是 UTF-8 也不是 GB18030 文本",
            ),
            _SAVE_AGAIN,
            row=data[: error.start].count(b"\n") + 1,
        ) from error


def _common(character: str) -> bool:
    try:
        character.encode("gb2312")
    except UnicodeEncodeError:
        return character in "€·—～"  # GB18030 maps these to other code points than GB 2312 does
    return True


def _delimited(text: str) -> list[Reading]:
    first, _, rest = text.partition("\n")
    skipped = 0
    if first.strip().lower().startswith("sep=") and len(first.strip()) == 5:
        text, skipped = rest, 1  # a line for Excel only, which still counts as a row of the file
    head = next((line for line in text.splitlines() if line.strip()), "")
    found: list[Reading] = []
    failed: list[tuple[int, UnreadableTable]] = []
    for delimiter in ",;\t":
        try:
            found.append(Reading("", tuple(_records(text, delimiter, skipped))))
        except UnreadableTable as error:
            failed.append((head.count(delimiter) + 1, error))
    # A misplaced quote matters only if the headings have that delimiter: with another one, each
    # line is a single cell in which a quote means nothing.
    rows = [next((r for r in reading.rows if not r.is_blank()), None) for reading in found]
    widest = max((len(row.cells) for row in rows if row is not None), default=0)
    for width, failure in failed:
        if width > widest:
            raise failure
    return found


def _records(text: str, delimiter: str, skipped: int) -> Iterator[Row]:
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    number = skipped
    while True:
        number += 1
        try:
            record = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            raise UnreadableTable(
                Text(
                    f"a quotation mark is misplaced or never closed ({error})",
                    "引号位置不对或没有成对",
                ),
                Text(
                    'put the whole cell in "…" and double each " inside it',
                    '整个单元格用 "…" 括起，其中的 " 写成 ""',
                ),
                row=number,
            ) from error
        yield Row(number, tuple(record))


def _objects(text: str) -> Reading:
    def pairs(items: list[tuple[str, object]]) -> dict[str, object]:
        seen = dict(items)
        if len(seen) < len(items):
            names = [name for name, _ in items]
            twice = next(name for name in names if names.count(name) > 1)
            raise UnreadableTable(
                Text(f'the key "{twice}" stands twice in one object', f"同一对象中键“{twice}”重复"),
                Text("keep one of them", "请只保留一个"),
                value=twice,
            )
        return seen

    try:
        data = json.loads(text, object_pairs_hook=pairs)
    except json.JSONDecodeError as error:
        raise UnreadableTable(
            Text(
                f"not valid JSON: {error.msg} at line {error.lineno}, column {error.colno}",
                f"不是有效的 JSON：第 {error.lineno} 行第 {error.colno} 列（{error.msg}）",
            ),
            Text("correct the file at that place", "请更正该处"),
            row=error.lineno,
        ) from error
    except RecursionError as error:
        raise UnreadableTable(_NOT_A_LIST, _LIST_WANTED) from error
    if not isinstance(data, list) or (data and not any(isinstance(i, dict) for i in data)):
        raise UnreadableTable(_NOT_A_LIST, _LIST_WANTED)
    names = list(dict.fromkeys(n for item in data if isinstance(item, dict) for n in item))
    rows = [Row(0, tuple(names))]
    for number, item in enumerate(data, start=1):
        if isinstance(item, dict):
            rows.append(Row(number, tuple(_from_json(item.get(name)) for name in names)))
        else:
            shown = json.dumps(item, ensure_ascii=False)
            rows.append(Row(number, (), Fault(shown, _NO_OBJECT, _OBJECT_WANTED)))
    return Reading("", tuple(rows), keyed=True)


_NO_OBJECT = Text("this entry of the list is no object", "列表中的该项不是对象")
_OBJECT_WANTED = Text(
    'write {"customer": "…", "gpu": "…"} in its place', '请改写为 {"customer": "…", "gpu": "…"}'
)
_NOT_A_LIST = Text("the file is not a list of objects", "文件不是对象列表")
_LIST_WANTED = Text(
    'write [{"customer": "…", "gpu": "…"}, …], one object for each request',
    '请写成 [{"customer": "…", "gpu": "…"}, …]，每个询价一个对象',
)


def _from_json(value: object) -> Value | Fault:
    if value is None or isinstance(value, (str, bool, int)):
        return value
    if isinstance(value, float) and value - value == 0:  # neither infinite nor NaN
        return value
    return Fault(
        json.dumps(value, ensure_ascii=False),
        Text("a text or a number is expected", "此处应为文本或数字"),
        Text("write one value, not a list or an object", "请填写单个值，不要用列表或对象"),
    )


def _workbook(data: bytes) -> list[Reading]:
    try:
        # openpyxl warns of things in the file that a table of requests does not need.
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            shown = openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=True)
            typed = openpyxl.load_workbook(io.BytesIO(data), read_only=True)
            try:
                names = [s.title for s in shown.worksheets if s.sheet_state == "visible"]
                return [Reading(name, tuple(_sheet_rows(shown, typed, name))) for name in names]
            finally:
                shown.close()
                typed.close()
    except (zipfile.BadZipFile, KeyError, ValueError, SyntaxError, EOFError) as error:
        raise UnreadableTable(
            Text(
                f"the workbook is damaged or not an .xlsx file ({type(error).__name__})",
                f"工作簿已损坏或不是 .xlsx 文件（{type(error).__name__}）",
            ),
            Text(
                "open it in Excel or WPS, save it as .xlsx", "请用 Excel 或 WPS 打开并另存为 .xlsx"
            ),
        ) from error


def _sheet_rows(shown: openpyxl.Workbook, typed: openpyxl.Workbook, name: str) -> Iterator[Row]:
    # The size that a file claims for its sheets is often wrong; count what is there.
    for book in (shown, typed):
        book[name].reset_dimensions()
    pairs = zip(shown[name].iter_rows(), typed[name].iter_rows(), strict=True)
    for number, (values, sources) in enumerate(pairs, start=1):
        yield Row(
            number,
            tuple(
                _as_shown(_from_cell(v.value, v.data_type, s.data_type, s.value), v)
                for v, s in zip(values, sources, strict=True)
            ),
        )


def _as_shown(value: Value | Fault, cell: Any) -> Value | Fault:
    """A number with the currency or unit that only its number format holds."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return value
    text = with_literals(value, str(cell.number_format or ""))
    return value if text is None else text


def _from_cell(value: object, kind: str, source_kind: str, source: object) -> Value | Fault:
    if source_kind == "f" and value is None:
        if kind == "str":  # an empty text is a result
            return None
        return Fault(
            str(source),
            Text(
                "the formula has no stored value, so its result is unknown",
                "公式没有存储结果，无法得知其值",
            ),
            Text(
                "open the file in Excel or WPS and save it, or type the value",
                "请用 Excel 或 WPS 打开并保存一次，或直接填写数值",
            ),
        )
    if kind == "e":
        return Fault(
            str(value),
            Text("the cell shows an error", "单元格显示错误值"),
            Text("correct the formula or type the value", "请更正公式或直接填写数值"),
        )
    if isinstance(value, datetime.datetime):
        return value.date() if value.time() == datetime.time() else value
    if value is None or isinstance(
        value, (str, bool, int, float, datetime.date, datetime.time, datetime.timedelta)
    ):
        return value
    return str(value)
