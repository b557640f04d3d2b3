"""Help pages: one Markdown page for each function in each language, and an index by topic.

All of it is read from the records: the equation and the plain formula are printed from the graph,
the results of the worked examples are computed when the page is written.
"""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from gpucalc import edge, helptext
from gpucalc.dialects import latex, plain
from gpucalc.dialects.support import support
from gpucalc.errors import ExcelError
from gpucalc.excel.save import write_atomically
from gpucalc.record import Function, halves
from gpucalc.registry import TOPICS, functions

LANGUAGES = ("en", "zh")
INDEX = "README.md"
MATRIX = "FORMS.md"  # no function is called so
LONGEST_EQUATION = 6_000
_WORDS = {
    "arguments": ("Arguments", "参数"),
    "argument": ("Argument", "参数"),
    "meaning": ("Meaning", "含义"),
    "unit": ("Unit", "单位"),
    "allowed": ("Allowed", "允许范围"),
    "default": ("Default", "默认值"),
    "required": ("required", "必填"),
    "typed": ("Typed as", "可写作"),
    "answers": ("Answers", "返回"),
    "equation": ("Equation", "公式"),
    "examples": ("Examples", "示例"),
    "cell": ("In a cell", "单元格写法"),
    "result": ("Result", "结果"),
    "shows": ("Shows", "说明"),
    "notes": ("Notes", "说明"),
    "source": ("Source", "来源"),
    "errors": ("Errors", "错误值"),
    "error": ("Error", "错误值"),
    "when": ("When", "情形"),
    "formula": ("Plain formula", "普通公式"),
    "python": ("In Python", "在 Python 中"),
    "functions": ("Functions", "函数"),
    "advanced": ("Advanced: set by engineers", "进阶：通常由工程师设定"),
    "function": ("Function", "函数"),
    "plain": (
        "Plain formula: Excel 2010 and later, WPS, others",
        "普通公式：Excel 2010 起、WPS 等",
    ),
    "lambda": (
        "LAMBDA name: Excel 365, 2024 (characters)",
        "LAMBDA 名称：Excel 365/2024（字符数）",
    ),
    "values": ("Frozen value", "固定数值"),
    "one_cell": ("one cell, {1} characters", "1 个单元格，{1} 字符"),
    "cells": ("{0} cells, longest {1}", "{0} 个单元格，最长 {1} 字符"),
    "forms": ("Forms of the functions", "函数的各种形式"),
    "forms_told": (
        "What `gpucalc portable` can make of each function, with every argument given in a cell "
        "and all checks of the input in the formula. This page is computed: each form was printed.",
        "`gpucalc portable` 可将每个函数转换成的形式（所有参数均取自单元格，公式含全部输入检查）。"
        "本页由程序逐一尝试后生成。",
    ),
    "no_formula": ("No formula", "不是公式"),
    "other": ("中文", "English"),
}


def word(key: str, lang: str) -> str:
    """A heading of the pages."""
    return _WORDS[key][lang == "zh"]


def page(f: Function, lang: str) -> str:
    """The Markdown page of a function."""
    parts = [
        f"# {f.udf_name}",
        links(f, lang),
        f.summary(lang),
        f"`{f.signature()}`",
        *_arguments(f, lang),
        *_equation(f, lang),
        *_examples(f, lang),
        *_notes(f, lang),
        *_source(f, lang),
        *_errors(f, lang),
        *_formula(f, lang),
        *_python(f, lang),
    ]
    return "\n\n".join(parts) + "\n"


def links(f: Function, lang: str) -> str:
    """The way to the index and to the other language."""
    other = "en" if lang == "zh" else "zh"
    here = f"[{word('functions', lang)}]({INDEX})"
    return f"{here} · [{word('other', lang)}](../{other}/{f.udf_name}.md)"


def index(lang: str) -> str:
    """The page that lists all functions by topic, those for engineers apart."""
    other = "en" if lang == "zh" else "zh"
    ways = f"[{word('other', lang)}](../{other}/{INDEX}) · [{word('forms', lang)}]({MATRIX})"
    parts = [f"# {word('functions', lang)}", ways]
    common = [f for f in functions().values() if not f.advanced]
    advanced = [f for f in functions().values() if f.advanced]
    for topic in TOPICS:
        rows = [f for f in common if f.topic == topic]
        if rows:
            parts += [f"## {helptext.label(f'topic_{topic}', lang)}", _listed(rows, lang)]
    if advanced:
        parts += [f"## {word('advanced', lang)}", _listed(advanced, lang)]
    return "\n\n".join(parts) + "\n"


def _listed(rows: list[Function], lang: str) -> str:
    return "\n".join(f"- [{f.udf_name}]({f.udf_name}.md) {_cell(f.summary(lang))}" for f in rows)


def matrix(lang: str) -> str:
    """The page that says in which forms each function computes; found by trying."""
    other = "en" if lang == "zh" else "zh"
    heads = [word(k, lang) for k in ("function", "plain", "lambda", "equation", "values")]
    rows: list[tuple[str, ...]] = []
    reasons = []
    for f in functions().values():
        forms = support(f)
        link = f"[{f.udf_name}]({f.udf_name}.md)"
        if forms.cells:
            told = word("one_cell", lang) if forms.cells == 1 else word("cells", lang)
            shown = told.format(forms.cells, f"{forms.longest:,}")
            rows.append((link, shown, f"{forms.name:,}", "✓" if forms.equation else "-", "✓"))
        else:
            rows.append((link, "-", "-", "-", "✓"))
            reasons.append(f"- {f.udf_name}: {forms.why[lang == 'zh']}")
    return (
        "\n\n".join(
            [
                f"# {word('forms', lang)}",
                f"[{word('other', lang)}](../{other}/{MATRIX})",
                word("forms_told", lang),
                _table(heads, rows),
                f"## {word('no_formula', lang)}",
                "\n".join(reasons),
            ]
        )
        + "\n"
    )


def pages() -> dict[str, str]:
    """Every page by its path below the folder of the pages."""
    found = {}
    for lang in LANGUAGES:
        found[f"{lang}/{INDEX}"] = index(lang)
        found[f"{lang}/{MATRIX}"] = matrix(lang)
        for f in functions().values():
            found[f"{lang}/{f.udf_name}.md"] = page(f, lang)
    return found


def write(folder: Path, force: bool = False) -> list[Path]:
    """Writes the pages that differ from what stands there; what was written.

    Raises FileBusy where a page would replace another file and ``force`` is not given.
    """
    written = []
    for name, text in pages().items():
        path, data = folder / name, text.encode("utf-8")
        if path.exists() and path.read_bytes() == data:
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, data, force=force)
        written.append(path)
    return written


# -- sections ------------------------------------------------------------------------------------


def _arguments(f: Function, lang: str) -> Iterator[str]:
    if f.args:
        yield f"## {word('arguments', lang)}"
        rows = [
            (
                f"`{a.name}`",
                a.label(lang),
                helptext.unit(a.quantity, lang),
                helptext.bounds(a.quantity, lang),
                word("required", lang) if a.required else a.default_text(lang),
                f"`{a.quantity.example}`" if a.quantity.kind not in ("text", "any") else "",
            )
            for a in f.args
        ]
        heads = ("argument", "meaning", "unit", "allowed", "default", "typed")
        yield _table([word(h, lang) for h in heads], rows)
    yield f"**{word('answers', lang)}**: {helptext.with_unit(f.returns, lang)}"
    yield from (f"> {text}" for text in helptext.glosses(f, lang))


def _equation(f: Function, lang: str) -> Iterator[str]:
    if f.not_traceable or f.returns.kind == "text":
        return
    text = latex.aligned(f, lang)
    if len(text) <= LONGEST_EQUATION:
        yield f"## {word('equation', lang)}"
        yield f"```math\n{text}\n```"


def _examples(f: Function, lang: str) -> Iterator[str]:
    yield f"## {word('examples', lang)}"
    rows = []
    for example in f.examples:
        answer = edge.call(f, *example.args)
        why = helptext.why(example, lang)
        if isinstance(answer, ExcelError):
            why = f"{why}: {edge.reason(f, *example.args, lang=lang)}"
        shown = [answer] if not isinstance(answer, list) else answer
        lines = (
            " · ".join(map(_value, r)) if isinstance(r, list) else helptext.shown(r) for r in shown
        )
        rows.append((f"`{helptext.call_text(f, example.args)}`", "\n".join(lines), why))
    yield _table([word("cell", lang), word("result", lang), word("shows", lang)], rows)


def _value(value: object) -> str:
    return f"{value:,.6g}" if isinstance(value, float) else str(value)


def _notes(f: Function, lang: str) -> Iterator[str]:
    if f.notes(lang):
        yield f"## {word('notes', lang)}"
        yield from f.notes(lang)


def _source(f: Function, lang: str) -> Iterator[str]:
    if f.told("Source"):
        yield f"## {word('source', lang)}"
        yield f.told("Source", lang)


def _errors(f: Function, lang: str) -> Iterator[str]:
    rows = helptext.refusals(f, lang)
    if rows:
        yield f"## {word('errors', lang)}"
        yield _table([word("error", lang), word("when", lang)], rows)


def _formula(f: Function, lang: str) -> Iterator[str]:
    if f.not_traceable:
        yield f"## {word('no_formula', lang)}"
        yield halves(f.not_traceable)[lang == "zh"]
        return
    yield f"## {word('formula', lang)}"
    yield f"```\n{formula_text(f)}\n```"


def formula_text(f: Function) -> str:
    """The function as plain formulas over cells B1, B2 ... of its arguments, one line per cell."""
    refs = {a.name: f"B{row}" for row, a in enumerate(f.args, 1)}
    free = itertools.count(1)
    cells = plain.cells(f, refs, lambda: f"D{next(free)}")
    given = ", ".join(f"{address} {name}" for name, address in refs.items())
    return "\n".join([given, *(f"{c.address}: ={c.formula}" for c in cells)])


def _python(f: Function, lang: str) -> Iterator[str]:
    example = next(e for e in f.examples if not isinstance(e.want, ExcelError))
    args = ", ".join(map(_python_literal, example.args))
    answer = example.want
    shown = "[…]" if isinstance(answer, list) else _python_literal(answer)
    if isinstance(answer, float | int) and not isinstance(answer, bool):
        shown = repr(float(answer))
    yield f"## {word('python', lang)}"
    call = f"{f.name}({args})"
    if len(call) > 100:
        call = f"{f.name}(\n    {args}\n)"
    yield f"```python\nfrom gpucalc import {f.name}\n\n{call}\n# {shown}\n```"


def _python_literal(value: object) -> str:
    if isinstance(value, float | int) and not isinstance(value, bool):
        return helptext.short(value).replace("E", "e")
    if isinstance(value, list):
        return f"[{', '.join(map(_python_literal, value))}]"
    return json.dumps(value, ensure_ascii=False) if isinstance(value, str) else repr(value)


def _table(heads: list[str], rows: Sequence[tuple[str, ...]]) -> str:
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join("| " + " | ".join(map(_cell, line)) + " |" for line in lines)


def _cell(text: str) -> str:
    """A text inside a table: its bars and line breaks must not end the cell."""
    return re.sub(r"\n", "<br>", text.replace("|", "\\|"))


__all__ = ["formula_text", "index", "matrix", "page", "pages", "word", "write"]
