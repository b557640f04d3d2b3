"""Conversions from file to file, and the starter workbook with every LAMBDA name."""

from __future__ import annotations

import io
from pathlib import Path

import openpyxl

from gpucalc import helptext
from gpucalc.errors import BookError
from gpucalc.excel.portable import Form, Report, portable
from gpucalc.excel.portable.lambdas import definition
from gpucalc.excel.save import already_there, same_file, write_atomically
from gpucalc.record import Function
from gpucalc.registry import functions

_HEADINGS = {
    "en": ("Name", "Arguments ([optional])", "What it answers", "Example", "Result"),
    "zh": ("名称", "参数（[] 为可选）", "说明", "示例", "结果"),
}


def convert(
    source: Path, target: Path, to: Form, *, report: Path | None, force: bool, lang: str
) -> Report:
    """Converts a workbook file; ``report`` (.csv or .xlsx) lists what was changed and refused.

    Raises BookError where nothing is written: same file, wrong ending, values that would change.
    """
    if source.suffix.lower() not in (".xlsx", ".xlsm"):
        raise BookError(
            "this is no workbook: give an .xlsx or .xlsm file",
            "这不是工作簿：请给出 .xlsx 或 .xlsm 文件",
            file=str(source),
        )
    if target.suffix.lower() != source.suffix.lower():
        raise BookError(
            f"a {source.suffix} workbook stays one; name the output {target.stem}{source.suffix}",
            f"{source.suffix} 工作簿保持原格式；输出请命名为 {target.stem}{source.suffix}",
            file=str(target),
        )
    if same_file(target, source):
        raise BookError(
            "the workbook with the functions is your working copy; choose another output",
            "含函数的工作簿是您的工作底稿；请另选输出文件",
            file=str(target),
        )
    if report is not None and report.suffix.lower() not in (".csv", ".xlsx"):
        raise BookError("the report is .csv or .xlsx", "报告须为 .csv 或 .xlsx", file=str(report))
    if report is not None and (same_file(report, source) or same_file(report, target)):
        raise BookError(
            "the report would replace a workbook; give it a name of its own",
            "报告会覆盖工作簿；请为报告另起文件名",
            file=str(report),
        )
    if report is not None and report.exists() and not force:
        raise already_there(report)  # before the workbook is written
    data, told = portable(source.read_bytes(), to, file=source.name, lang=lang)
    write_atomically(target, data, force=force)
    if report is not None:
        csv = report.suffix.lower() == ".csv"
        content = told.csv(lang) if csv else _table(told.rows(lang))
        write_atomically(report, content, force=force)
    return told


def lambdas(target: Path, *, force: bool, lang: str) -> int:
    """Writes every LAMBDA name to a workbook (.xlsx) or as text for Excel Labs (.txt).

    Returns how many there are.
    """
    known = [f for f in functions().values() if not f.not_traceable]
    kind = target.suffix.lower()
    if kind == ".txt":
        text = "".join(
            f"/* {f.summary(lang)} */\n{f.lambda_name} = {definition(f)};\n\n" for f in known
        )
        write_atomically(target, text.encode("utf-8-sig"), force=force)
    elif kind == ".xlsx":
        write_atomically(target, starter(known, lang), force=force)
    else:
        raise BookError("write to .xlsx or .txt", "请输出为 .xlsx 或 .txt", file=str(target))
    return len(known)


def starter(known: list[Function], lang: str) -> bytes:
    """A workbook with a worked example of each function, called by its LAMBDA name."""
    rows: list[tuple[str, ...]] = [_HEADINGS[lang]]
    for f in known:
        signature = f.signature().removeprefix(f.udf_name)
        example = helptext.call_text(f, f.examples[0].args)
        shown = example.replace(f.udf_name, f.lambda_name, 1)
        rows.append((f.lambda_name, signature, f.summary(lang), f"'{shown}", example))
    return portable(_table(rows, formulas=4), "lambda", lang=lang)[0]


def _table(rows: list[list[str]] | list[tuple[str, ...]], formulas: int = -1) -> bytes:
    """A workbook with one sheet of text; column ``formulas`` (from 0) holds formulas."""
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.title = "GPU"
    for row, texts in enumerate(rows, 1):
        for column, text in enumerate(texts):
            cell = sheet.cell(row, column + 1, text.removeprefix("'") if text else None)
            if cell.value and (column != formulas or row == 1):
                cell.data_type = "s"
    for letter, width in zip("ABCDEFG", (24, 34, 60, 60, 24, 18, 40), strict=True):
        sheet.column_dimensions[letter].width = width
    sheet.freeze_panes = "A2"
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


__all__ = ["convert", "lambdas", "starter"]
