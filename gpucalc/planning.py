"""Requests made ready: each becomes a job, or the reasons why it cannot.

All that can go wrong before a workbook is written is found here: values, quotation numbers, file
names. Which fields there are and what they take is learned from the template.
"""

import datetime
import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from gpucalc import catalog, helptext, naming, resources, unitprices
from gpucalc.errors import InputError, UnknownName, Unreadable
from gpucalc.excel.save import same_file
from gpucalc.excel.values import MAX_TEXT, text_length
from gpucalc.inputs import (
    PREFIX,
    Input,
    currency_code,
    in_currency,
    inputs,
    offers,
    plain_text,
    ready,
    remedy,
)
from gpucalc.meta import cautions
from gpucalc.requests import Problem, Request, RequestTable
from gpucalc.tables import Fault, Text, Value

INDEX = "index.xlsx"
NAME = "{quote_no}-{customer}"
# In a file-name pattern beside the template's fields.
EXTRA = ("row", "as_of", "lang")
# Prices of one line, which share one unit.
_PRICES = ("price", "price_low", "price_high")


@dataclass(frozen=True)
class Templates:
    """A template in one or more languages: its bytes, inputs and names of cells."""

    name: str
    books: Mapping[str, bytes]
    inputs: Mapping[str, Mapping[str, Input]]
    suffix: str = ".xlsx"
    paths: tuple[Path, ...] = ()

    @property
    def fields(self) -> tuple[str, ...]:
        """The fields of all languages (the same in each, unless a user changed one)."""
        return tuple(dict.fromkeys(f for known in self.inputs.values() for f in known))

    def language(self, wanted: str) -> str:
        """The language to use for a request: a template file of the user's has but one."""
        return wanted if wanted in self.books or len(self.books) > 1 else next(iter(self.books))


@dataclass(frozen=True)
class Job:
    """All that a process needs to make one workbook."""

    row: int
    lang: str
    values: Mapping[str, object]
    target: Path
    force: bool
    as_of: datetime.date


def load(template: str | Path, lang: str) -> Templates:
    """A template by name ("quote", in every language there is) or a workbook file of the user's.

    Raises UnknownName, TemplateError, or OSError where the file cannot be opened.
    """
    path = Path(template)
    suffix = path.suffix.lower()
    if suffix in (".xlsx", ".xlsm"):
        paths = {lang: path}
    else:
        # Asking for `lang` first names the templates there are when it is missing.
        paths = {lang: resources.template(str(template), lang)}
        for other in resources.LANGUAGES:
            if other != lang and path.name in resources.templates(other):
                paths[other] = resources.template(str(template), other)
    books = {language: file.read_bytes() for language, file in paths.items()}
    known = {language: inputs(book) for language, book in books.items()}
    # A workbook with macros under the name of one without is what Excel refuses to open.
    return Templates(path.stem, books, known, suffix or ".xlsx", tuple(paths.values()))


def checked_pattern(name: str, fields: Sequence[str]) -> str:
    """The file-name pattern to use: the one given, or one that suits the template.

    Raises UnknownName where it names what is no field.
    """
    pattern = naming.without_ending(name) or _default_name(fields)
    wrong = naming.flaws(pattern, {*fields, *EXTRA})
    if wrong:
        raise UnknownName(
            f"the file name pattern {pattern!r} uses what is no field: {', '.join(wrong)}",
            f"文件名模式“{pattern}”使用了不存在的字段：{'、'.join(wrong)}",
        )
    return pattern


def _default_name(fields: Sequence[str]) -> str:
    parts = [part for part in naming.fields(NAME) if part in fields]
    return "-".join(f"{{{part}}}" for part in parts) or "{row}"


class Preparation:
    """Turns requests into jobs; knows the numbers and file names taken by earlier rows."""

    def __init__(
        self,
        table: RequestTable,
        templates: Templates,
        lang: str,
        out: Path,
        as_of: datetime.date,
        pattern: str,
        force: bool,
    ) -> None:
        self.table, self.templates, self.lang = table, templates, lang
        self.out, self.as_of, self.pattern, self.force = out, as_of, pattern, force
        self.sources = (table.path, *templates.paths)
        self.numbers: dict[str, int] = {}
        self.files: dict[str, int] = {naming.same_file(INDEX): 0}
        self.texts: dict[int, dict[str, str]] = {}
        self.remarks: list[Problem] = []

    def plan(self, request: Request) -> Job | list[Problem]:
        """A job, or the reasons why there is none."""
        if request.problems:
            known_texts = {f: plain_text(value) for f, value in request.values.items()}
            self.texts[request.row] = known_texts
            return list(request.problems)
        lang = self.templates.language(request.lang or self.lang)
        if lang not in self.templates.books:
            return [self._problem(request, "lang", lang, _NO_LANGUAGE, _OTHER_LANGUAGE)]
        known = self.templates.inputs[lang]
        values, problems = self._values(request, known)
        for name, told in cautions.of_request(values):
            given = request.values.get(name)
            self.remarks.append(self._problem(request, name, given, Text(*told), _AS_MEANT))
        self.texts[request.row] = {f: plain_text(value) for f, value in values.items()}
        problems += self._number(request, known, values)
        self.texts[request.row] = {f: plain_text(value) for f, value in values.items()}
        if problems:
            return problems
        target, problems = self._target(request, lang)
        if problems:
            return problems
        named = {PREFIX + f: value for f, value in values.items()}
        return Job(request.row, lang, named, target, self.force, self.as_of)

    def _values(
        self, request: Request, known: Mapping[str, Input]
    ) -> tuple[dict[str, object], list[Problem]]:
        values: dict[str, object] = {}
        problems: list[Problem] = []
        currency = self._currency(request, known)
        given, conflicts = self._with_units(request, known)
        problems += conflicts
        refused = {problem.column for problem in conflicts}
        for name, value in given.items():
            if self.table.columns.get(name, name) in refused:
                continue
            if name not in known:
                what = Text("the template has no such field", "模板没有该字段")
                problems.append(self._problem(request, name, value, what, _LEAVE_OUT))
            elif isinstance(value, Fault):
                problems.append(self._problem(request, name, value, value.what, value.remedy))
            elif isinstance(value, str) and (length := text_length(value)) > MAX_TEXT:
                what = Text(
                    f"the text has {length:,} characters; a cell holds {MAX_TEXT:,}",
                    f"文本有 {length:,} 个字符，单元格最多 {MAX_TEXT:,} 个",
                )
                problems.append(self._problem(request, name, value, what, _SHORTEN))
            else:
                target = in_currency(known[name], currency)
                try:
                    values[name] = ready(target, value)
                except InputError as error:
                    what = Text(error.en, error.zh)
                    advice = remedy(target, error)
                    # a price out of bounds has its own remedy
                    unread = isinstance(error, Unreadable) and re.search(r"[^\W\d_]", str(value))
                    if name == "price" and "billing_unit" in known and unread:
                        advice = _PRICE_ADVICE
                    problems.append(self._problem(request, name, value, what, advice))
        for name in ("as_of", "quote_date"):
            if name in known and name not in request.values:
                values[name] = self.as_of
        return values, problems

    def _with_units(
        self, request: Request, known: Mapping[str, Input]
    ) -> tuple[dict[str, Value | Fault], list[Problem]]:
        """The values, with a unit that stands beside a price (1500元/台天) in its own field.

        Two units that differ are a problem; they are never converted.
        """
        values = dict(request.values)
        if "billing_unit" not in known:
            return values, []
        typed = values.get("billing_unit")
        row = catalog.table("units").row(typed) if isinstance(typed, str) else None
        unit, place = (str(row["model"]), "billing_unit") if row is not None else ("", "")
        problems: list[Problem] = []
        for name in _PRICES:
            value = values.get(name)
            found = unitprices.split(value) if isinstance(value, str) and name in known else None
            if found is None:
                continue
            if unit and not unitprices.agree(unit, found.unit):
                what = Text(*(_conflict(self._column(place), unit, found.unit, lang)
                              for lang in ("en", "zh")))  # fmt: skip
                problems.append(self._problem(request, name, value, what, _ONE_UNIT))
                continue
            if found.unit != unitprices.HOUR and not offers(known["billing_unit"], found.unit):
                shown = [helptext.label(found.unit, lang) for lang in ("en", "zh")]
                choices = ", ".join(known["billing_unit"].choices)
                what = Text(f"the template knows no price per {shown[0]} (units: {choices})",
                            f"模板没有“{shown[1]}”这一报价单位（可选：{choices}）")  # fmt: skip
                problems.append(self._problem(request, name, value, what, _PRICE_ADVICE))
                continue
            if not unit and typed is None and found.unit != unitprices.HOUR:
                unit, place = found.unit, name
                values["billing_unit"] = unit
            if unit:
                values[name] = found.amount
        return values, problems

    def _currency(self, request: Request, known: Mapping[str, Input]) -> str:
        """The currency of a request: its own, else the template's."""
        if "currency" not in known:
            return "CNY"
        given = request.values.get("currency", known["currency"].default)
        return currency_code("" if isinstance(given, Fault) else plain_text(given))

    def _number(
        self, request: Request, known: Mapping[str, Input], values: dict[str, object]
    ) -> list[Problem]:
        if "quote_no" not in known:
            return []
        if "quote_no" not in request.values:
            values["quote_no"] = f"Q{self.as_of:%Y%m%d}-{request.row:03d}"
        number = plain_text(values.get("quote_no"))
        values["quote_no"] = number
        # full width or half, one number to whoever reads it
        alike = naming.same_file(naming.clean(unicodedata.normalize("NFKC", number)))
        first = self.numbers.setdefault(alike, request.row)
        if first == request.row:
            return []
        what = Text(f"row {first} has the same number", f"与第 {first} 行编号重复")
        advice = Text(
            "give each request its own number, or leave it blank",
            "请为每个询价填写不同的编号，或留空自动编号",
        )
        return [self._problem(request, "quote_no", number, what, advice)]

    def _target(self, request: Request, lang: str) -> tuple[Path, list[Problem]]:
        texts = self.texts[request.row] | {
            "row": str(request.row), "as_of": str(self.as_of), "lang": lang,
        }  # fmt: skip
        stem = naming.file_stem(self.pattern, texts, fallback=f"row-{request.row:03d}")
        target = self.out / f"{stem}{self.templates.suffix}"
        first = self.files.setdefault(naming.same_file(target.name), request.row)
        if first != request.row:
            what = (
                Text(f"row {first} has the same file name", f"与第 {first} 行文件名相同")
                if first
                else Text("this is the name of the index", "与清单文件同名")
            )
            advice = Text(
                "put a field that differs into the pattern (--name), such as {quote_no} or {row}",
                "请在文件名模式（--name）中加入可区分的字段，如 {quote_no} 或 {row}",
            )
            return target, [self._problem(request, "", target.name, what, advice)]
        read = next((p for p in self.sources if same_file(target, p)), None)
        if read is not None:
            what = Text(
                f"the workbook would overwrite the file that this batch reads ({read})",
                f"生成的工作簿会覆盖本次读取的文件（{read}）",
            )
            advice = Text(
                "choose another folder (--out) or another file name (--name)",
                "请更换目录（--out）或文件名（--name）",
            )
            return target, [self._problem(request, "", target.name, what, advice)]
        if target.exists() and not self.force:
            what = Text("the file exists already", "文件已存在")
            advice = Text("choose another --out, or use --force", "请更换 --out，或使用 --force")
            return target, [self._problem(request, "", target.name, what, advice)]
        return target, []

    def _problem(
        self, request: Request, name: str, value: object, what: Text, advice: Text
    ) -> Problem:
        return Problem(request.row, self._column(name), plain_text(value), what, advice)

    def _column(self, name: str) -> str:
        return self.table.columns.get(name, name)


def _conflict(column: str, one: str, other: str, lang: str) -> str:
    """That a price names another unit than what was said elsewhere."""
    said, here = (
        ("hour", "小时")[lang == "zh"] if unit == unitprices.HOUR else helptext.label(unit, lang)
        for unit in (one, other)
    )
    if lang == "zh":
        return f"单价写的是{here}，而“{column}”列是{said}"
    return f'the price is per {here.lower()}, and the column "{column}" says {said.lower()}'


_NO_LANGUAGE = Text("there is no template in this language", "没有该语言的模板")
_OTHER_LANGUAGE = Text("leave the language blank or choose another", "请留空或更换语言")
_ONE_UNIT = Text(
    "keep one unit: leave the column of the unit blank, or write the number alone",
    "请只保留一个单位：报价单位列留空，或单价只填数字",
)
_AS_MEANT = Text(
    "write the unit (13B, 2000亿); nothing to do if the number is meant",
    "请写明单位（13B、2000亿）；确为此数则无需处理",
)
_PRICE_ADVICE = Text(
    "write the number alone and its unit (node-day …) in the column billing_unit",
    "单价只填数字，单位（台天等）填在“报价单位”列",
)
_SHORTEN = Text("shorten the text", "请缩短文本")
_LEAVE_OUT = Text("leave the cell blank", "请留空")
