"""A table of requests: which column is which field, and a request for each row.

Headings may be field names or their English or Chinese labels, in any mixture. A heading that looks
like a misspelt field stops the whole file, since leaving out that column would change every quote;
any other unknown column is the user's own: it is told of and kept for the index. Trouble in one row
stays with that row. A column whose heading starts with "#" is ignored without a word.
"""

import difflib
import re
import unicodedata
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from dataclasses import field as made_by
from pathlib import Path

from openpyxl.utils import get_column_letter

from gpucalc import everyday, glossary, handover
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
_MISSPELT, _ALIKE = 0.75, 0.66  # how like a field a heading is: taken for it, or worth a hint


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

    With `problems` its cells cannot be told apart for sure, so it becomes no workbook. `own` are
    the cells of the user's own columns, by heading.
    """

    row: int
    values: Mapping[str, Value | Fault]
    lang: str | None = None
    problems: tuple[Problem, ...] = ()
    own: Mapping[str, str] = made_by(default_factory=dict)


@dataclass(frozen=True)
class RequestTable:
    """What a file of requests holds; `columns` gives the heading of each field as written, `own`
    the headings of the user's own columns, `remarks` what was noticed and stops nothing."""

    path: Path
    sheet: str
    columns: Mapping[str, str]
    requests: tuple[Request, ...]
    own: tuple[str, ...] = ()
    remarks: tuple[Problem, ...] = ()


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
        self._fields = frozenset(fields)
        self._aliases = {
            _key(word): field
            for field, words in everyday.ALIASES.items()
            for word in words
            if field in self._fields and _key(word) not in self._known
        }
        self._doubts = {_key(word): doubt for word, doubt in everyday.DOUBTS.items()}

    def field_of(self, heading: object) -> str | None:
        """The field that a heading names, or None."""
        if not isinstance(heading, str):
            return None
        key = _key(heading)
        if key in self._known:
            return self._known[key]
        field = glossary.field_of(heading)
        found = self._known.get(_key(field)) if field else None
        return found or self._aliases.get(key)

    def doubt(self, heading: str, there: Collection[str]) -> everyday.Doubt | None:
        """Why a word that is no heading may not be left out: it may mean one of these fields.

        None where the template takes none of them, or the file has one of them already.
        """
        return self._open(self._doubts.get(_key(heading)), there)

    def looks(self, heading: str, there: Collection[str]) -> everyday.Doubt | None:
        """The same for a heading that holds such a word."""
        hits = (doubt for pattern, doubt in everyday.LOOKS if pattern.search(heading))
        return self._open(next(hits, None), there)

    def _open(self, doubt: everyday.Doubt | None, there: Collection[str]) -> everyday.Doubt | None:
        if doubt is None or any(field in there for field in doubt.fields):
            return None
        fields = tuple(field for field in doubt.fields if field in self._fields)
        return doubt._replace(fields=fields) if fields else None

    def nearest(self, heading: str, cutoff: float, taken: Collection[str] = ()) -> str:
        """The field, of those not taken, whose name or label looks most like this one; else ""."""
        close = difflib.get_close_matches(_key(heading), self._known, n=5, cutoff=cutoff)
        return next((f for f in (self._known[key] for key in close) if f not in taken), "")


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
    columns, own, remarks = _columns(reading.rows[position], headings, reading.keyed)
    written = reading.rows[position].cells
    rows = reading.rows[position + 1 :]
    requests = tuple(_request(row, columns, own, written) for row in rows if not row.is_blank())
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
        tuple(dict.fromkeys(own.values())),
        tuple(remarks),
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


def _columns(
    row: Row, headings: Headings, keyed: bool
) -> tuple[dict[int, str], dict[int, str], list[Problem]]:
    """Column index -> field; index -> heading of the user's own columns; remarks on the latter.

    Every wrong heading is reported in one go. A handover row with all its headings may hold what
    this template does not take. Of `keyed` requests each may name a field in its own way.
    """
    columns: dict[int, str] = {}
    own: dict[int, str] = {}
    meant = [glossary.field_of(str(cell)) for cell in row.cells]
    left_out = frozenset(handover.FIELDS) if handover.is_headings(meant) else frozenset()
    found = {index: headings.field_of(cell) for index, cell in enumerate(row.cells)}
    there = {field for field in found.values() if field}
    complaints: list[Text] = []
    remarks: list[Problem] = []
    for index, cell in enumerate(row.cells):
        if blank(cell) or (str(cell).lstrip().startswith("#") and not isinstance(cell, Fault)):
            continue
        shown, field = str(cell).strip(), found[index]
        place = _place(index, shown, keyed)
        if field is None and meant[index] in left_out:
            columns[index] = IGNORED
        elif field is None and (doubt := headings.doubt(shown, there)):
            complaints.append(_doubtful(place, doubt))
        elif field is None and (near := headings.nearest(shown, _MISSPELT, there)):
            complaints.append(
                Text(
                    f"{place.en} is no field of the template (did you mean {_names(near)}?)",
                    f"{place.zh}不是模板的字段（是否指 {_names(near)}？）",
                )
            )
        elif field is None and (doubt := headings.looks(shown, there)):
            complaints.append(_doubtful(place, doubt))
        elif field is None:
            own[index] = shown
            remarks.append(_own_column(row, shown, place, headings.nearest(shown, _ALIKE, there)))
        elif field in columns.values() and not keyed:
            first = next(i for i, known in columns.items() if known == field)
            other = _place(first, str(row.cells[first]).strip(), keyed)
            complaints.append(
                Text(
                    f"{place.en} repeats {other.en} ({field})",
                    f"{place.zh}与{other.zh}重复（{field}）",
                )
            )
        else:
            columns[index] = field
    if complaints or not set(columns.values()) - {IGNORED}:
        unknown = ", ".join(own.values())
        raise UnreadableTable(
            Text(
                "; ".join(c.en for c in complaints) or "no heading is known",
                "；".join(c.zh for c in complaints) or "没有可识别的标题",
            ),
            _FIELDS_WANTED,
            row=row.number or None,
            value="" if complaints else unknown,
        )
    return columns, own, remarks


def _doubtful(place: Text, doubt: everyday.Doubt) -> Text:
    """Why a column is not left out, and which fields it may mean."""
    fields = [_names(field) for field in doubt.fields]
    return Text(
        f"{place.en} is not clear: {doubt.advice.en} (fields: {'; '.join(fields)})",
        f"{place.zh}含义不明确：{doubt.advice.zh}（字段：{'；'.join(fields)}）",
    )


_FIELDS_WANTED = Text(
    "use field names or labels of the template (gpucalc fields quote lists them), "
    'or start the heading of a column of your own with "#"',
    "请使用模板的字段名或标签（gpucalc fields quote 可列出），自用列的标题请以“#”开头",
)


def _place(index: int, heading: str, keyed: bool) -> Text:
    """A column as people find it: by its letter; an entry of an object has none."""
    if keyed:
        return Text(f'the key "{heading}"', f"键“{heading}”")
    letter = get_column_letter(index + 1)
    return Text(f'column {letter} "{heading}"', f"{letter} 列“{heading}”")


def _names(field: str) -> str:
    """A field as it may be written: its name and labels."""
    return field if field == LANGUAGE else " / ".join(dict.fromkeys((field, *_labels(field))))


def _own_column(row: Row, heading: str, place: Text, near: str) -> Problem:
    hint = Text(f" ({_names(near)}?)", f"（是否指 {_names(near)}？）") if near else Text("", "")
    return Problem(
        row.number,
        heading,
        "",
        Text(
            f"{place.en} is no field of the template{hint.en}: it fills no cell and is copied to "
            "the index",
            f"{place.zh}不是模板的字段{hint.zh}：不填入工作簿，原样列在清单中",
        ),
        Text(
            'nothing to do if it is your own; a heading that starts with "#" is left out silently',
            "如为自用列，无需处理；标题以“#”开头的列不再提示",
        ),
    )


def _request(
    row: Row,
    columns: Mapping[int, str],
    own: Mapping[int, str],
    written: tuple[Value | Fault, ...],
) -> Request:
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
            letter = get_column_letter(index + 1)
            problems.append(
                Problem(
                    row.number,
                    letter,
                    str(cell),
                    Text(
                        f"column {letter} has a value but no heading; "
                        "the cells of this row may be shifted",
                        f"{letter} 列有内容但没有标题，本行单元格可能错位",
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
    kept = {own[i]: str(cell).strip() for i, cell in enumerate(row.cells)
            if i in own and not blank(cell)}  # fmt: skip
    return Request(row.number, values, lang, tuple(problems), kept)
