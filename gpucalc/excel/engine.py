"""The calculation engine (formualizer) behind `recalc`, and what its refusals mean."""

from __future__ import annotations

import contextlib
import datetime
import io
import re
import zipfile
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import formualizer

from gpucalc.errors import BookError
from gpucalc.excel.book import Book
from gpucalc.excel.read import plain, read_formulas
from gpucalc.excel.refs import parse_cell
from gpucalc.excel.standins import StandIns

_FORMULA = re.compile(rb"<(?:[\w.\-]+:)?f(?:\s[^>]*)?>([^<]+)<")
_FUNCTION = re.compile(r"""\"(?:[^"]|"")*"|'(?:[^']|'')*'|([A-Za-z_\\][\w.]*)(?=\()""")
_TYPES = "[Content_Types].xml"
_MAIN_TYPE = re.compile(
    rb"application/vnd\.(?:ms-excel\.(?:sheet|template)\.macroEnabled"
    rb"|openxmlformats-officedocument\.spreadsheetml\.template)\.main\+xml"
)
_PLAIN_TYPE = b"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"


class Uncomputable(BookError):
    """A formula that the engine cannot compute; no value is better than a wrong one."""


def compute(book: Book, now: datetime.datetime | None = None) -> dict[str, bytes]:
    """The sheet parts whose stored values were wrong or missing, as the engine writes them.

    ``now`` is local time for TODAY and NOW. Raises Uncomputable, naming the cell where possible.
    """
    _refuse_unknown_functions(book)
    clock: dict[str, Any] = {}
    if now is not None:
        # The engine wants an instant; the wall clock taken as UTC shows as itself.
        clock = {"deterministic_timestamp_utc": now.replace(tzinfo=datetime.UTC)}
    stand_ins: StandIns | None = None
    try:
        result = formualizer.recalculate_xlsx_bytes(book.package.data, **clock)
    except OSError:
        simpler, stand_ins = _plain_copy(book)
        try:
            result = formualizer.recalculate_xlsx_bytes(simpler, **clock)
        except OSError as error:
            raise _explained(book, str(error)) from error
    changed = {}
    with zipfile.ZipFile(io.BytesIO(result["bytes"])) as computed:
        for sheet in book.sheets:
            if sheet.kind != "worksheet":
                continue
            info, before = computed.getinfo(sheet.part), book.package.entries[sheet.part]
            # Same checksum and size: the engine found every stored value right.
            if (info.CRC, info.file_size) != (before.CRC, before.file_size):
                content = computed.read(info)
                changed[sheet.part] = stand_ins.restore(content) if stand_ins else content
    return changed


def functions(book: Book) -> frozenset[str]:
    """The functions that the formulas and names of a workbook call, as they are stored."""
    parts = [sheet.part for sheet in book.sheets if sheet.kind == "worksheet"]
    formulas = {text for part in parts for text in _FORMULA.findall(book.package.read(part))}
    formulas |= {name.text.encode() for name in book.names if "(" in name.text}
    return frozenset().union(*map(_functions, formulas))


def _refuse_unknown_functions(book: Book) -> None:
    """The engine computes IFERROR(NO_SUCH(1),0) as 0 and tells nobody."""
    for name in sorted(functions(book)):
        if not _known(name):
            raise _unknown_function(book, name)


@lru_cache(maxsize=65_536)
def _functions(formula: bytes) -> frozenset[str]:
    """The functions that a stored formula calls."""
    try:
        text = plain(formula)
    except ValueError:
        return frozenset()  # damaged; the engine will say so
    # Parameters of LAMBDA may be called too; the engine says itself that it cannot.
    found = {name for name in _FUNCTION.findall(text) if name}
    return frozenset(name for name in found if not name.startswith("_xlpm."))


@lru_cache(maxsize=4_096)
def _known(function: str) -> bool:
    """Whether the engine has a function: asked by calling it without arguments."""
    workbook = formualizer.Workbook()
    workbook.add_sheet("S")
    workbook.set_formula("S", 1, 1, f"={function}()")
    answer = workbook.evaluate_cell("S", 1, 1)
    return not (isinstance(answer, dict) and answer.get("kind") == "Name")


def _plain_copy(book: Book) -> tuple[bytes, StandIns]:
    """The workbook without what the engine may stumble over: it reads less XML than Excel writes.

    LibreOffice leaves out optional counts, for one. Only rows, cells and tables matter for results,
    so the sheets are cut down to those, and troublesome text gets stand-ins.
    """
    contents = {s.part: book.sheet_xml(s).cut_down() for s in book.sheets if s.kind == "worksheet"}
    for relation in book.relations(book.main_part):
        if relation.kind == "sharedStrings" and relation.target in book.package:
            contents[relation.target] = book.package.read(relation.target)
    stand_ins = StandIns(contents.values())
    changes = {part: stand_ins.hide(content) for part, content in contents.items()}
    # A workbook with macros or a template is computed like any other once it does not say so.
    changes[_TYPES] = _MAIN_TYPE.sub(_PLAIN_TYPE, book.package.read(_TYPES))
    return book.package.write(changes), stand_ins


def _explained(book: Book, message: str) -> Uncomputable:
    """The engine's refusal in words that help, with the cell."""
    reason = message.removeprefix("recalculate XLSX failed: ").removeprefix("Unsupported feature: ")
    match = re.match(r"unparseable formula in (.+)!(\$?[A-Z]{1,3}\$?\d+): (.*)", reason)
    if match:
        return Uncomputable(
            f"the formula cannot be read ({match[3]}); correct it in the template",
            f"公式无法解析（{match[3]}）；请在模板中更正",
            file=book.file,
            sheet=match[1],
            cell=match[2],
        )
    if "did not converge" in reason:
        return Uncomputable(
            "a formula gives several values and depends on the cells that they would fill",
            "某公式返回多个值，且引用了这些值将占用的单元格",
            file=book.file,
        )
    if "#CIRC!" in reason or "#N/IMPL!" in reason:
        return _engine_error(book, "Circ" if "#CIRC!" in reason else "NImpl")
    if "data-table" in reason:
        return Uncomputable(
            "the workbook has a what-if data table, which cannot be computed here; remove it from "
            "the template",
            "工作簿含模拟运算表，无法在此计算；请从模板中删除",
            file=book.file,
        )
    return Uncomputable(
        f"the workbook cannot be computed ({reason}); open it in Excel, save it again, and try "
        "once more",
        f"工作簿无法计算（{reason}）；请在 Excel 中打开并重新保存后再试",
        file=book.file,
    )


def _engine_error(book: Book, kind: str) -> Uncomputable:
    """Names the first cell that shows one of the engine's own errors."""
    # The interactive loader computes the same book and tells kinds cell by cell.
    workbook = formualizer.load_workbook_bytes(book.package.data)
    place: Mapping[str, str] = {}
    with contextlib.suppress(formualizer.ExcelEvaluationError):
        workbook.evaluate_all()
    for (sheet, cell), _ in read_formulas(book).items():
        position = parse_cell(cell)
        value = workbook.get_value(sheet, *position) if position else None
        if isinstance(value, dict) and value.get("kind") == kind:
            place = {"sheet": sheet, "cell": cell}
            break
    if kind == "Circ":
        return Uncomputable(
            "the formula depends on its own result (circular reference); correct it in the "
            "template",
            "公式引用了自身的结果（循环引用）；请在模板中更正",
            file=book.file,
            **place,
        )
    return Uncomputable(
        "the formula uses something that cannot be computed here (LAMBDA, or a range operator); "
        "use a formula that Excel 2010 knows",
        "公式使用了此处无法计算的功能（LAMBDA 或区域运算符）；请改用 Excel 2010 支持的公式",
        file=book.file,
        **place,
    )


def _unknown_function(book: Book, name: str) -> Uncomputable:
    sheet = cell = ""
    wanted = f"{name}(".casefold()
    for place, formula in read_formulas(book).items():
        if wanted in formula.casefold():
            sheet, cell = place
            break
    shown = name.removeprefix("_xlfn.")
    return Uncomputable(
        f"the function {shown} is not known here, so the cell cannot be computed; use the plain "
        "flavour of the template, or a formula without it",
        f"无法识别函数 {shown}，该单元格无法计算；请使用普通版模板，或改用其他公式",
        file=book.file,
        sheet=sheet,
        cell=cell,
    )
