"""A table of requests: which column is which field, and a request for each row.

Headings may be field names or their English or Chinese labels, in any mixture. A heading that is
not understood stops the whole file, since leaving out a column would change every quote; trouble in
one row stays with that row. A column whose heading starts with "#" is the user's own and ignored.
"""

import difflib
import re
import unicodedata
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path

from gpucalc import glossary, handover
from gpucalc.tables import Fault, Reading, Row, Text, UnreadableTable, Value, blank, readings

# The language of one request's quote; no field of any template.
LANGUAGE = "lang"
# A column of a handover row that the template does not take.
IGNORED = ""
_LANGUAGE_HEADINGS = ("lang", "language", "语言")
_LANGUAGES = {
    "zh": "zh", "cn": "zh", "zh-cn": "zh", "chinese": "zh", "中文": "zh", "中": "zh",
    "en": "en", "en-us": "en", "english": "en", "英文": "en", "英语": "en", "英": "en",
}  # fmt: skip
# A title or a note above the headings is common in workbooks people send round.
_ROWS_SEARCHED = 10
_SHOWN = 200


@dataclass(frozen=True)
class Problem:
    """One thing wrong with one request: where it stands in the file, why, and what to do."""

    row: int
    column: str
    value: str
    what: Text
    remedy: Text

    @property
    def shown(self) -> str:
        """The value in reports: of a very long one enough to know it by."""
        return self.value if len(self.value) <= _SHOWN else self.value[: _SHOWN - 1] + "…"


@dataclass(frozen=True)
class Request:
    """A row of the table: the raw value of each field that is not blank.

    With `problems` its cells cannot be told apart for sure, so it becomes no workbook.
    """

    row: int
    values: Mapping[str, Value | Fault]
    lang: str | None = None
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True)
class RequestTable:
    """What a file of requests holds; `columns` gives the heading of each field as written."""

    path: Path
    sheet: str
    columns: Mapping[str, str]
    requests: tuple[Request, ...]


class Headings:
    """Recognises the fields of a template by name or label."""

    def __init__(self, fields: Collection[str]) -> None:
        self._known: dict[str, str] = {}
        clashing: set[str] = set()
        # A later round never overrides an earlier one: names, then labels, then labels without
        # the remark in parentheses ("报价有效期（天）" is also understood as "报价有效期").
        rounds: list[list[tuple[str, str]]] = [
            [(field, field) for field in fields],
            [("in_" + field, field) for field in fields],
            [(text, field) for field in fields for text in _labels(field)],
            [(_PARENTHESES.sub("", t), field) for field in fields for t in _labels(field)],
            [(text, LANGUAGE) for text in _LANGUAGE_HEADINGS],
        ]
        for pairs in rounds:
            new: dict[str, str] = {}
            for text, field in pairs:
                key = _key(text)
                if key and new.setdefault(key, field) != field:
                    clashing.add(key)
            self._known = {k: f for k, f in new.items() if k not in clashing} | self._known

    def field_of(self, heading: object) -> str | None:
        """The field that a heading names, or None."""
        if not isinstance(heading, str):
            return None
        key = _key(heading)
        if key in self._known:
            return self._known[key]
        field = glossary.field_of(heading)
        return self._known.get(_key(field)) if field else None

    def nearest(self, heading: str) -> str:
        """A known heading that looks like this one, or ""."""
        close = difflib.get_close_matches(_key(heading), self._known, n=1, cutoff=0.6)
        if not close:
            return ""
        field = self._known[close[0]]
        return field if field == LANGUAGE else " / ".join(dict.fromkeys((field, *_labels(field))))


_PARENTHESES = re.compile(r"[（(][^（()）]*[)）]\s*$")


def _labels(field: str) -> tuple[str, ...]:
    try:
        return (glossary.label(field, "en"), glossary.label(field, "zh"))
    except glossary.UnknownField:  # a field of the user's own template
        return ()


def _key(text: str) -> str:
    text = unicodedata.normalize("NFKC", text).casefold()
    return re.sub(r"[\s_*::]+", "", text)


def read(path: Path, fields: Collection[str]) -> RequestTable:
    """The requests in a .csv, .xlsx or .json file for a template with these input fields.

    Raises UnreadableTable where the file as a whole makes no sense, OSError where it cannot be
    opened. Faults in single rows are problems of their request.
    """
    headings = Headings(fields)
    best: tuple[int, int, Reading, int] | None = None
    for reading in readings(path):
        position, score, width = _heading_row(reading, headings)
        if position is not None and (best is None or (score, width) > best[:2]):
            best = (score, width, reading, position)
    if best is None:
        raise UnreadableTable(
            Text("the file holds no values", "文件中没有任何内容"),
            Text("write a row of headings and a row for each request", "请填写标题行和各询价行"),
        )
    _, _, reading, position = best
    columns = _columns(reading.rows[position], headings, reading.keyed)
    written = reading.rows[position].cells
    rows = reading.rows[position + 1 :]
    requests = tuple(_request(row, columns, written) for row in rows if not row.is_blank())
    if not requests:
        raise UnreadableTable(
            Text("there are headings but no requests", "只有标题行，没有询价内容"),
            Text("write one row for each request below them", "请在标题行下方逐行填写询价"),
        )
    return RequestTable(
        path,
        reading.sheet,
        {f: str(written[index]).strip() for index, f in columns.items() if f != IGNORED},
        requests,
    )


def _heading_row(reading: Reading, headings: Headings) -> tuple[int | None, int, int]:
    """Position of the row of headings, how many are understood, and how many cells it has.

    The first row with anything in it, unless that has no known heading and a later one has two.
    """
    filled = [(i, row) for i, row in enumerate(reading.rows) if not row.is_blank()]
    scored = [
        (position, sum(headings.field_of(cell) is not None for cell in row.cells), row)
        for position, row in filled[:_ROWS_SEARCHED]
    ]
    if not scored:
        return None, 0, 0
    choice = scored[0]
    if choice[1] == 0:
        choice = next((entry for entry in scored if entry[1] >= 2), choice)
    return choice[0], choice[1], len(choice[2].cells)


def _columns(row: Row, headings: Headings, keyed: bool) -> dict[int, str]:
    """Column index -> field. Every wrong heading is reported in one go.

    A handover row with all its headings may hold what this template does not take. Of `keyed`
    requests one may say customer and another 采购方（客户）.
    """
    columns: dict[int, str] = {}
    meant = [glossary.field_of(str(cell)) for cell in row.cells]
    left_out = frozenset(handover.FIELDS) if handover.is_headings(meant) else frozenset()
    complaints: list[Text] = []
    for index, cell in enumerate(row.cells):
        if blank(cell) or (str(cell).lstrip().startswith("#") and not isinstance(cell, Fault)):
            continue
        shown = str(cell).strip()
        field = headings.field_of(cell)
        if field is None and meant[index] in left_out:
            columns[index] = IGNORED
        elif field is None:
            near = headings.nearest(shown)
            complaints.append(
                Text(
                    f'column {index + 1} "{shown}" is no field of the template'
                    + (f" (did you mean {near}?)" if near else ""),
                    f"第 {index + 1} 列“{shown}”不是模板的字段"
                    + (f"（是否指 {near}？）" if near else ""),
                )
            )
        elif field in columns.values() and not keyed:
            first = next(i for i, known in columns.items() if known == field)
            complaints.append(
                Text(
                    f'column {index + 1} "{shown}" repeats column {first + 1} '
                    f'"{str(row.cells[first]).strip()}" ({field})',
                    f"第 {index + 1} 列“{shown}”与第 {first + 1} 列"
                    f"“{str(row.cells[first]).strip()}”重复（{field}）",
                )
            )
        else:
            columns[index] = field
    if complaints or not set(columns.values()) - {IGNORED}:
        raise UnreadableTable(
            Text(
                "; ".join(c.en for c in complaints) or "no heading is known",
                "；".join(c.zh for c in complaints) or "没有可识别的标题",
            ),
            Text(
                "use field names or labels of the template (gpucalc fields quote lists them), "
                'or start the heading of a column of your own with "#"',
                "请使用模板的字段名或标签（gpucalc fields quote 可列出），自用列的标题请以“#”开头",
            ),
            row=row.number or None,
        )
    return columns


def _request(row: Row, columns: Mapping[int, str], written: tuple[Value | Fault, ...]) -> Request:
    if row.fault is not None:
        fault = row.fault
        problem = Problem(row.number, "", fault.shown, fault.what, fault.remedy)
        return Request(row.number, {}, None, (problem,))
    problems: list[Problem] = []
    values: dict[str, Value | Fault] = {}
    lang: str | None = None
    named: dict[str, str] = {}
    for index, cell in enumerate(row.cells):
        if blank(cell):
            continue
        if index >= len(written) or blank(written[index]):
            # Spreadsheets leave out trailing empty cells of a .csv row, so a short row is fine; a
            # long one most often has a comma inside a number, and every cell after it is misplaced.
            problems.append(
                Problem(
                    row.number,
                    str(index + 1),
                    str(cell),
                    Text(
                        f"column {index + 1} has a value but no heading; "
                        "the cells of this row may be shifted",
                        f"第 {index + 1} 列有内容但没有标题，本行单元格可能错位",
                    ),
                    Text(
                        'put a value that holds the delimiter in quotes ("12,000") '
                        "or give the column a heading",
                        '含分隔符的内容请加引号（"12,000"），或为该列补上标题',
                    ),
                )
            )
            continue
        field = columns.get(index, IGNORED)
        heading = str(written[index]).strip()
        if field != IGNORED and named.setdefault(field, heading) != heading:
            what = Text(
                f'"{heading}" and "{named[field]}" are one field',
                f"“{heading}”与“{named[field]}”重复",
            )
            remedy = Text("keep one of them", "请只保留一个")
            problems.append(Problem(row.number, heading, str(cell), what, remedy))
        elif field == LANGUAGE:
            lang = _LANGUAGES.get(str(cell).strip().casefold())
            if lang is None:
                problems.append(
                    Problem(
                        row.number,
                        str(written[index]).strip(),
                        str(cell),
                        Text("the language is not known", "无法识别语言"),
                        Text("write zh or en", "请填写 zh 或 en"),
                    )
                )
        elif field != IGNORED:
            values[field] = cell.strip() if isinstance(cell, str) else cell
    return Request(row.number, values, lang, tuple(problems))
