"""The command line: `gpucalc batch`, `new`, `eval`, `list`, `show`, `docs`, `fields`,
`portable`, `lambdas`, `check`.

Exit codes: 0 all is well; 1 some requests failed, a formula gives an error value, or a check found
something; 2 wrong use or input that cannot be read at all.
"""

import contextlib
import datetime
import locale
import os
import sys
from collections import Counter
from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path
from typing import Annotated, NoReturn

import typer
from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
from rich.table import Table

from gpucalc import (
    __version__,
    batch,
    compare,
    docs,
    expression,
    handover,
    helptext,
    naming,
    registry,
    requests,
    resources,
    summary,
)
from gpucalc.addin import cli as addin_cli
from gpucalc.errors import ExcelError, GpucalcError, UnknownName
from gpucalc.excel import finance as finance_rules
from gpucalc.excel.fill import write_atomically
from gpucalc.excel.lint import lint
from gpucalc.excel.portable import files
from gpucalc.inputs import Input
from gpucalc.meta import cautions
from gpucalc.prices import cli as prices_cli
from gpucalc.record import halves
from gpucalc.tables import Text

SOME_FAILED, WRONG_USE = 1, 2
_SHOWN_PROBLEMS = 20
_PIPE_WIDTH = 160


class Form(StrEnum):
    """What a portable workbook computes with."""

    plain = "plain"
    lambda_ = "lambda"
    values = "values"


class Lang(StrEnum):
    """A language of the command line and of the templates."""

    zh = "zh"
    en = "en"


app = typer.Typer(
    name="gpucalc",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    help="GPU rental for model training: functions, quote workbooks, batch reports.\n\n"
    "大模型训练的 GPU 租用测算：函数、报价单、批量报告。",
)

_LANG_HELP = "Language, zh or en (default: the system's) / 语言"
LangOption = Annotated[Lang | None, typer.Option("--lang", help=_LANG_HELP)]
ForceOption = Annotated[
    bool, typer.Option("--force", help="Overwrite existing files / 覆盖已有文件")
]
_chosen: dict[str, Lang] = {}


def _version(asked: bool) -> None:
    if asked:
        typer.echo(f"gpucalc {__version__}")
        raise typer.Exit


@app.callback()
def _main(
    lang: LangOption = None,
    version: Annotated[
        bool, typer.Option("--version", is_eager=True, callback=_version, help="Version / 版本")
    ] = False,
) -> None:
    # One process may run several commands (tests do), so an earlier choice must not stay.
    _chosen.clear()
    if lang is not None:
        _chosen["lang"] = lang


@app.command(
    "batch",
    help="A quote for every request in a table / 按询价表批量生成报价单\n\n"
    "--force writes over files of the same name and leaves all others in the folder alone; those "
    "that this run did not write are named at the end."
    " / --force 只覆盖同名文件，目录中的其他文件一律保留；非本次生成的会在最后列出。",
)
def _batch(
    table: Annotated[
        Path, typer.Argument(metavar="REQUESTS", help="Requests: .csv, .xlsx or .json / 询价表")
    ],
    template: Annotated[
        str, typer.Option(help="Template name or an .xlsx file / 模板名称或 .xlsx 文件")
    ] = "quote",
    lang: LangOption = None,
    out: Annotated[Path, typer.Option(help="Folder for the results / 输出目录")] = Path("out"),
    name: Annotated[
        str,
        typer.Option(
            help="File names, such as {quote_no}-{customer}; {row}, {as_of} too / 文件名模式"
        ),
    ] = "",
    as_of: Annotated[
        datetime.datetime | None,
        typer.Option(formats=["%Y-%m-%d"], help="As-of date (default: today) / 基准日"),
    ] = None,
    force: ForceOption = False,
    pdf: Annotated[
        bool, typer.Option("--pdf", help="PDFs too, by LibreOffice / 同时生成 PDF")
    ] = False,
    jobs: Annotated[int, typer.Option(min=1, max=64, help="Processes / 并行进程数")] = 1,
) -> None:
    language = _language(lang)
    with _told(language):
        templates = batch.load(template, language)
        loaded = requests.read(table, templates.fields)
        with _progress(len(loaded.requests)) as progress:
            result = batch.run(
                loaded,
                templates,
                lang=language,
                out=out,
                as_of=as_of.date() if as_of else datetime.date.today(),
                name=name,
                force=force,
                pdf=pdf,
                jobs=jobs,
                progress=progress,
            )
    _report(result, language)
    if not result.ok:
        raise typer.Exit(SOME_FAILED)


@app.command("new", help="An empty template to fill in by hand / 新建空白模板")
def _new(
    template: Annotated[str, typer.Argument(help="Template name: quote / 模板名称")] = "quote",
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="File to write / 输出文件")
    ] = None,
    previous: Annotated[
        Path | None,
        typer.Option("--from", help="Book whose handover row is taken over / 上一步的工作簿"),
    ] = None,
    lang: LangOption = None,
    force: ForceOption = False,
) -> None:
    language = _language(lang)
    with _told(language):
        source = resources.template(template, language)
        target = output or Path(source.name)
        target = target / source.name if target.is_dir() else naming.output(target, (".xlsx",))
        book = source.read_bytes()
        if previous is not None:
            carried = handover.carry(previous.read_bytes(), book)
            book = carried.book
            typer.echo(_carried(carried, language), err=True)
        write_atomically(target, book, force=force)
    typer.echo(str(target))


def _carried(carried: handover.Carried, lang: str) -> str:
    """What was taken over, and what the new book has no place for, by label."""
    between = "、" if lang == "zh" else ", "
    taken, left = (
        between.join(helptext.label(field, lang) for field in fields)
        for fields in (carried.taken, carried.left)
    )
    told = Text(f"taken over: {taken}", f"已带入：{taken}").in_(lang)
    if not left:
        return told
    return told + "\n" + Text(f"not part of this book: {left}", f"本书不用：{left}").in_(lang)


@app.command(
    "issue",
    help="Fix the buyer's part of a request before it is sent / 询价单定稿：锁定采购方部分后发出",
)
def _issue(
    request: Annotated[Path, typer.Argument(help="The request, filled in / 已填好的询价单")],
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", help="File to send (default: NAME-sent) / 发给供应商的文件"),
    ] = None,
    lang: LangOption = None,
    force: ForceOption = False,
) -> None:
    language = _language(lang)
    with _told(language):
        target = output or request.with_stem(request.stem + "-sent")
        done = compare.issue(request, target, force=force)
    typer.echo(str(done))


@app.command("compare", help="Returned requests side by side / 汇总退回的询价单并比价")
def _compare(
    folder: Annotated[
        Path, typer.Option("--from", help="Folder of the returned files / 退回文件所在文件夹")
    ],
    output: Annotated[
        Path, typer.Option("-o", "--output", help="Comparison to write / 输出的比价表")
    ] = Path("compare.xlsx"),
    request: Annotated[
        Path | None, typer.Option(help="Your own copy of the request / 采购方留存的询价单")
    ] = None,
    as_of: Annotated[
        datetime.datetime | None,
        typer.Option(formats=["%Y-%m-%d"], help="As-of date (default: today) / 基准日"),
    ] = None,
    lang: LangOption = None,
    force: ForceOption = False,
) -> None:
    language = _language(lang)
    with _told(language):
        found = compare.collect(
            folder,
            naming.output(output, (".xlsx",)),
            lang=language,
            as_of=as_of.date() if as_of else datetime.date.today(),
            request=request,
            force=force,
        )
    for number, offer in enumerate(found.offers, 1):
        typer.echo(f"{number}  {offer.supplier}  ({offer.path.name})")
        if offer.missing:
            head = Text("missing", "缺").in_(language)
            typer.echo(f"   {head}: {', '.join(m.in_(language) for m in offer.missing)}", err=True)
    for finding in found.findings:
        told = (finding.where.in_(language), finding.what.in_(language))
        advice = finding.remedy.in_(language)
        typer.echo(f"{finding.file}: {': '.join(told)} → {advice}", err=True)
    typer.echo(str(found.path))
    if not found.complete:
        raise typer.Exit(SOME_FAILED)


@app.command("eval", help="The value of a formula / 计算一个公式")
def _eval(
    formula: Annotated[
        str, typer.Argument(help="""Such as 'GPU_CARDS("13B","200B","A100 80GB",10)' / 公式""")
    ],
    lang: LangOption = None,
) -> None:
    language = _language(lang)
    with _told(language):
        outcome = expression.evaluate(formula, language)
    typer.echo(_value(outcome.value))
    told = [warning for call in outcome.calls for warning in cautions.of_call(*call)]
    for warning in dict.fromkeys(told):
        typer.echo(Text(f"Warning: {warning[0]}", f"注意：{warning[1]}").in_(language), err=True)
    if isinstance(outcome.value, ExcelError):
        if outcome.reason:
            typer.echo(outcome.reason, err=True)
        raise typer.Exit(SOME_FAILED)


@app.command("list", help="All functions by topic / 按主题列出全部函数")
def _list(lang: LangOption = None) -> None:
    language = _language(lang)
    console = _console()
    heading = ""
    for function in sorted(registry.functions().values(), key=lambda f: f.advanced):
        section = (
            docs.word("advanced", language)
            if function.advanced
            else _topic(function.topic, language)
        )
        if section != heading:
            heading = section
            console.print(f"\n[bold]{escape(heading)}[/bold]")
        console.print(f"  [cyan]{function.udf_name}[/cyan]  {escape(function.summary(language))}")
    more = Text("gpucalc show NAME explains one of them.", "gpucalc show 函数名 可查看其说明。")
    console.print(f"\n{more.in_(language)}")


@app.command("show", help="Help for one function / 函数说明")
def _show(
    name: Annotated[str, typer.Argument(help="Such as GPU_CARDS / 函数名")],
    lang: LangOption = None,
) -> None:
    language = _language(lang)
    with _told(language):
        function = registry.function(name)
    console = _console()
    console.print(f"[bold cyan]{escape(function.signature())}[/bold cyan]")
    console.print(escape(function.summary(language)))
    if function.args:
        console.print()
        console.print(_arguments(function, language))
    console.print(f"= {escape(helptext.with_unit(function.returns, language))}")
    for text in (*helptext.glosses(function, language), *function.notes(language)):
        console.print(f"\n{escape(text)}")
    _headed(console, docs.word("source", language), [function.told("Source", language)])
    console.print()
    for example in function.examples:
        call = helptext.call_text(function, example.args)
        answer = "…" if isinstance(example.want, list) else helptext.readable(example.want)
        why = helptext.why(example, language)
        console.print(f"{escape(call)}  →  {escape(answer)}   {escape(why)}")
    refusals = [f"{error}  {when}" for error, when in helptext.refusals(function, language)]
    _headed(console, docs.word("errors", language), refusals)
    if function.not_traceable:
        reason = halves(function.not_traceable)[language == "zh"]
        _headed(console, docs.word("no_formula", language), [reason])
    else:
        lines = docs.formula_text(function).splitlines()
        _headed(console, docs.word("formula", language), lines)


def _arguments(function: registry.Function, lang: str) -> Table:
    table = _table("argument", "label", "unit", "bounds", "default", lang=lang)
    for arg in function.args:
        default = docs.word("required", lang) if arg.required else arg.default_text(lang)
        facts = (
            arg.name,
            arg.label(lang),
            helptext.unit(arg.quantity, lang),
            helptext.bounds(arg.quantity, lang),
            default,
        )
        table.add_row(*(escape(fact) for fact in facts))
    return table


def _headed(console: Console, heading: str, lines: list[str]) -> None:
    """A section with its heading, where there is anything in it."""
    if any(lines):
        console.print(f"\n[bold]{escape(heading)}[/bold]")
        for line in lines:
            console.print(escape(line))


@app.command("docs", help="Help pages of all functions, in Markdown / 生成函数说明文档")
def _docs(
    output: Annotated[
        Path, typer.Option("-o", "--output", help="Folder to write to / 输出目录")
    ] = Path("docs/functions"),
    lang: LangOption = None,
    force: ForceOption = False,
) -> None:
    with _told(_language(lang)):
        written = docs.write(output, force=force)
    for path in written:
        typer.echo(str(path))


@app.command("fields", help="What a table of requests may contain / 询价表可用的字段")
def _fields(
    template: Annotated[str, typer.Argument(help="Template name or file / 模板")] = "quote",
    lang: LangOption = None,
) -> None:
    language = _language(lang)
    with _told(language):
        templates = batch.load(template, language)
    console = _console()
    table = _table("field", "English", "中文", "takes", lang=language)
    for target in templates.inputs[templates.language(language)].values():
        names = [helptext.label(target.field, each) for each in ("en", "zh")]
        table.add_row(*(escape(text) for text in (target.field, *names, _takes(target))))
    console.print(table)


@app.command("portable", help="A workbook that computes without the add-in / 生成免插件的工作簿")
def _portable(
    book: Annotated[Path, typer.Argument(metavar="BOOK", help=".xlsx, .xlsm / 工作簿")],
    output: Annotated[Path, typer.Option("-o", "--output", help="File to write / 输出文件")],
    to: Annotated[
        Form,
        typer.Option(
            help="plain: any program; lambda: Excel 365, 2024; values: frozen"
            " / plain 普通公式，lambda 仅 Excel 365/2024，values 固定数值"
        ),
    ] = Form.plain,
    report: Annotated[
        Path | None, typer.Option(help="List of changes, .csv or .xlsx / 改动清单")
    ] = None,
    lang: LangOption = None,
    force: ForceOption = False,
) -> None:
    language = _language(lang)
    with _told(language):
        output = naming.output(output, (book.suffix.lower() or ".xlsx",))
        report = report and naming.output(report, (".csv", ".xlsx"))
        told = files.convert(book, output, to.value, report=report, force=force, lang=language)
    for refusal in told.refusals[:_SHOWN_PROBLEMS]:
        typer.echo(refusal.text(language), err=True)
    typer.echo(f"{output}: {told.summary(language)}")
    if told.refusals:
        raise typer.Exit(SOME_FAILED)


@app.command("lambdas", help="All functions as LAMBDA names, .xlsx or .txt / 全部 LAMBDA 名称")
def _lambdas(
    output: Annotated[Path, typer.Option("-o", "--output", help="File to write / 输出文件")],
    lang: LangOption = None,
    force: ForceOption = False,
) -> None:
    language = _language(lang)
    with _told(language):
        output = naming.output(output, (".xlsx", ".txt"))
        count = files.lambdas(output, force=force, lang=language)
    typer.echo(f"{output}: {count}")


@app.command("check", help="What Excel, or a finance reviewer, would object to / 检查工作簿")
def _check(
    books: Annotated[list[Path], typer.Argument(metavar="BOOK...", help=".xlsx, .xlsm / 工作簿")],
    finance: Annotated[
        bool, typer.Option("--finance", help="As a finance reviewer / 按财务建模规范检查")
    ] = False,
    ignore: Annotated[
        list[str] | None, typer.Option(help="A code to leave out, repeatable / 忽略的代码")
    ] = None,
    reasons: Annotated[
        bool, typer.Option("--reasons", help="Rules lifted in our templates / 豁免及理由")
    ] = False,
    lang: LangOption = None,
) -> None:
    language = _language(lang)
    left_out, found = frozenset(ignore or ()), 0
    for path in books:
        with _told(language):
            lines = _remarks(path, finance, left_out, language)
            lifted = _lifted(path, language) if finance and reasons else []
        found += len(lines)
        count = Text(f"{len(lines)} remarks", f"{len(lines)} 项").in_(language)
        for line in (*lines, *lifted, f"{path}: {count}"):
            typer.echo(line)
    if found:
        raise typer.Exit(SOME_FAILED)


def _remarks(path: Path, finance: bool, ignore: frozenset[str], lang: str) -> list[str]:
    """What is wrong with a workbook, a line each."""
    data = path.read_bytes()
    if not finance:
        ours = [function.udf_name for function in registry.functions().values()]
        damage = lint(data, file=path.name, known_functions=ours, ignore=ignore)
        return [f"[{finding.code}] {finding.text(lang)}" for finding in damage]
    unknown = ignore - set(finance_rules.CODES)
    if unknown:
        named, known = ", ".join(sorted(unknown)), ", ".join(finance_rules.CODES)
        raise UnknownName(
            f"no such code: {named}; there are: {known}", f"没有代码 {named}；可用：{known}"
        )
    remarks = finance_rules.audit(data, file=path.name, ignore=ignore)
    return [f"[{r.code}] {r.where}: {r.message(lang)} → {r.remedy(lang)}" for r in remarks]


def _lifted(path: Path, lang: str) -> list[str]:
    """Which rules do not apply to the workbook, how often, and why."""
    counts = Counter(reason for _, reason in finance_rules.excused(path.read_bytes()))
    return [
        f"({reason.code} × {count}) {reason.zh if lang == 'zh' else reason.en}"
        for reason, count in counts.items()
    ]


def main() -> None:
    """Entry point of the script and of `python -m gpucalc`."""
    for stream in (sys.stdout, sys.stderr):
        # A Chinese console of Windows in code page 936 cannot show every character; a quote must
        # not fail because of its progress line.
        with contextlib.suppress(AttributeError, ValueError, OSError):
            stream.reconfigure(encoding="utf-8", errors="replace")  # type: ignore[union-attr]
    app()


def _language(lang: Lang | None) -> str:
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
def _told(lang: str) -> Iterator[None]:
    """Errors that concern the whole command become one sentence and exit code 2."""
    try:
        yield
    except GpucalcError as error:
        _stop(error.text(lang))
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        _stop(f"{where}{error.strerror or error}")


def _stop(text: str) -> NoReturn:
    typer.echo(text, err=True)
    raise typer.Exit(WRONG_USE)


def _report(result: batch.BatchResult, lang: str) -> None:
    for problem in result.problems[:_SHOWN_PROBLEMS]:
        typer.echo(_line(problem, "", lang), err=True)
    hidden = len(result.problems) - _SHOWN_PROBLEMS
    if hidden > 0:
        more = Text(
            f"… and {hidden} more, see {result.index}", f"…另有 {hidden} 个，见 {result.index}"
        )
        typer.echo(more.in_(lang), err=True)
    for remark in result.remarks[:_SHOWN_PROBLEMS]:
        typer.echo(_line(remark, Text("note, ", "提示，").in_(lang), lang), err=True)
    for note in result.notes:
        typer.echo(note.in_(lang), err=True)
    failed = sum(1 for line in result.lines if not line.file)
    done = Text(
        f"{len(result.written)} workbooks written, {failed} requests failed: {result.index}",
        f"已生成 {len(result.written)} 份，失败 {failed} 条：{result.index}",
    )
    typer.echo(done.in_(lang))
    # A workbook can be written and still not be fit to send: its own checks say so.
    states = Counter(summary.status(line.status, lang) for line in result.lines if line.file)
    if states:
        checks = ", ".join(f"{state} {count}" for state, count in states.most_common())
        typer.echo(Text(f"their own checks: {checks}", f"各份校验：{checks}").in_(lang))


def _line(problem: requests.Problem, mark: str, lang: str) -> str:
    """A problem or remark as one line: where, what, what to do."""
    row = f"第 {problem.row} 行" if lang == "zh" else f"row {problem.row}"
    place = " · ".join(part for part in (row, problem.column, problem.shown) if part)
    return f"{mark}{place}: {problem.what.in_(lang)} → {problem.remedy.in_(lang)}"


@contextlib.contextmanager
def _progress(total: int) -> Iterator[batch.Progress]:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    console = Console(stderr=True)
    # A bar that rewrites its line is noise in a log file.
    with Progress(*columns, console=console, disable=not console.is_terminal) as bar:
        task = bar.add_task("", total=total)

        def told(done: int, count: int, file: str) -> None:
            bar.update(task, completed=done, total=count, description=escape(file))

        yield told


def _console() -> Console:
    # Made at the time of use: `main` may have changed the encoding of stdout.
    # A file or a pipe has no width of its own: 80 characters would break every table.
    wide = None if sys.stdout.isatty() else _PIPE_WIDTH
    return Console(highlight=False, soft_wrap=True, width=wide)


def _table(*columns: str, lang: str) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    for column in columns:  # a name that is broken in two could not be copied
        first = column == columns[0]
        table.add_column(helptext.label(column, lang), overflow="fold", no_wrap=first)
    return table


def _topic(topic: str, lang: str) -> str:
    return helptext.label(f"topic_{topic}", lang)


def _takes(target: Input) -> str:
    if target.choices and not target.table:
        return " | ".join(target.choices)
    if target.quantity is not None and target.quantity.kind != "text":
        return target.quantity.example
    if target.table:
        return target.choices[0] if target.choices else target.table
    return "2026-11-30" if target.is_date else ""


def _value(value: object) -> str:
    """An answer as text; a table as lines of cells with tabs between."""
    if isinstance(value, list):
        return "\n".join("\t".join(map(helptext.shown, row)) for row in value)
    return helptext.shown(value)


app.add_typer(addin_cli.commands(_language, _told), name="addin")
app.add_typer(
    prices_cli.commands(lambda: _language(None), lambda: _told(_language(None))), name="catalog"
)
