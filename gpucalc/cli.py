"""The command line: `gpucalc batch`, `new`, `eval`, `list`, `show`, `docs`, `fields`,
`portable`, `lambdas`, `check`.

Exit codes: 0 all is well; 1 some requests failed, a formula gives an error value, or a check found
something; 2 wrong use or input that cannot be read at all.
"""

import contextlib
import datetime
import itertools
import sys
from collections import Counter
from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
from rich.table import Table

from gpucalc import (
    __version__,
    batch,
    compare,
    console,
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
from gpucalc.console import SOME_FAILED, WRONG_USE, ForceOption, LangOption
from gpucalc.errors import ExcelError, UnknownName
from gpucalc.excel import finance as finance_rules
from gpucalc.excel.fill import write_atomically
from gpucalc.excel.lint import lint
from gpucalc.excel.portable import files
from gpucalc.inputs import Input
from gpucalc.meta import cautions
from gpucalc.prices import cli as prices_cli
from gpucalc.record import halves
from gpucalc.tables import Text

_SHOWN_PROBLEMS = 20
_PIPE_WIDTH = 160
_TEMPLATES = resources.templates(resources.LANGUAGES[0])


class Form(StrEnum):
    """What a portable workbook computes with."""

    plain = "plain"
    lambda_ = "lambda"
    values = "values"


app = typer.Typer(
    name="gpucalc",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    help="GPU rental for model training: functions, quote workbooks, batch reports.\n\n"
    "大模型训练的 GPU 租用测算：函数、报价单、批量报告。",
)


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
    console.choose(lang)


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
    language = console.language(lang)
    with console.told(language):
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
    template: Annotated[
        str, typer.Argument(help=f"Template name / 模板名称: {', '.join(_TEMPLATES)}")
    ] = "quote",
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
    language = console.language(lang)
    with console.told(language):
        source = resources.template(template, language)
        target = output or Path(source.name)
        target = naming.output(target, (".xlsx",), source.stem)
        book = source.read_bytes()
        if previous is not None:
            carried = handover.carry(previous.read_bytes(), book)
            book = carried.book
            typer.echo(_carried(carried, language), err=True)
        write_atomically(target, book, force=force)
    typer.echo(str(target))


def _carried(carried: handover.Carried, lang: str) -> str:
    """What was taken over, what has to be typed, and what the new book has no use for."""
    between = "、" if lang == "zh" else ", "
    parts = (
        (Text("taken over", "已带入"), carried.taken),
        (
            Text("not taken over, type it where it applies", "未带入，需要时请自行填写"),
            carried.asked,
        ),
        (Text("computed in this book or of no use to it", "本书自行计算或用不到"), carried.left),
    )
    colon = "：" if lang == "zh" else ": "
    return "\n".join(
        head.in_(lang) + colon + between.join(helptext.label(field, lang) for field in fields)
        for head, fields in parts
        if fields
    )


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
    language = console.language(lang)
    with console.told(language):
        target = output or request.with_stem(request.stem + "-sent")
        target = naming.output(target, (".xlsx",), request.stem + "-sent")
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
    language = console.language(lang)
    with console.told(language):
        found = compare.collect(
            folder,
            naming.output(output, (".xlsx",), "compare"),
            lang=language,
            as_of=as_of.date() if as_of else datetime.date.today(),
            request=request,
            force=force,
        )
    for number, offer in enumerate(found.offers, 1):
        typer.echo(f"{number}  {offer.supplier}  ({offer.path.name})")
        if offer.missing:
            head = Text("missing: ", "缺：").in_(language)
            between = Text(", ", "、").in_(language)
            items = between.join(m.in_(language) for m in offer.missing)
            typer.echo(f"   {head}{items}", err=True)
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
    language = console.language(lang)
    with console.told(language):
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
    language = console.language(lang)
    screen = _console()
    heading = ""
    for function in sorted(registry.functions().values(), key=lambda f: f.advanced):
        section = (
            docs.word("advanced", language)
            if function.advanced
            else _topic(function.topic, language)
        )
        if section != heading:
            heading = section
            screen.print(f"\n[bold]{escape(heading)}[/bold]")
        screen.print(f"  [cyan]{function.udf_name}[/cyan]  {escape(function.summary(language))}")
    more = Text("gpucalc show NAME explains one of them.", "gpucalc show 函数名 可查看其说明。")
    screen.print(f"\n{more.in_(language)}")


@app.command("show", help="Help for one function / 函数说明")
def _show(
    name: Annotated[str, typer.Argument(help="Such as GPU_CARDS / 函数名")],
    lang: LangOption = None,
) -> None:
    language = console.language(lang)
    with console.told(language):
        function = registry.function(name)
    screen = _console()
    screen.print(f"[bold cyan]{escape(function.signature())}[/bold cyan]")
    screen.print(escape(function.summary(language)))
    if function.args:
        screen.print()
        screen.print(_arguments(function, language))
    screen.print(f"= {escape(helptext.with_unit(function.returns, language))}")
    for text in (*helptext.glosses(function, language), *function.notes(language)):
        screen.print(f"\n{escape(text)}")
    _headed(screen, docs.word("source", language), [function.told("Source", language)])
    screen.print()
    for example in function.examples:
        call = helptext.call_text(function, example.args)
        answer = "…" if isinstance(example.want, list) else helptext.readable(example.want)
        why = helptext.why(example, language)
        screen.print(f"{escape(call)}  →  {escape(answer)}   {escape(why)}")
    refusals = [f"{error}  {when}" for error, when in helptext.refusals(function, language)]
    _headed(screen, docs.word("errors", language), refusals)
    if function.not_traceable:
        reason = halves(function.not_traceable)[language == "zh"]
        _headed(screen, docs.word("no_formula", language), [reason])
    else:
        lines = docs.formula_text(function).splitlines()
        _headed(screen, docs.word("formula", language), lines)


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


def _headed(screen: Console, heading: str, lines: list[str]) -> None:
    """A section with its heading, where there is anything in it."""
    if any(lines):
        screen.print(f"\n[bold]{escape(heading)}[/bold]")
        for line in lines:
            screen.print(escape(line))


@app.command("docs", help="Help pages of all functions, in Markdown / 生成函数说明文档")
def _docs(
    output: Annotated[
        Path, typer.Option("-o", "--output", help="Folder to write to / 输出目录")
    ] = Path("docs/functions"),
    lang: LangOption = None,
    force: ForceOption = False,
) -> None:
    with console.told(console.language(lang)):
        written = docs.write(output, force=force)
    for path in written:
        typer.echo(str(path))


@app.command("fields", help="What a table of requests may contain / 询价表可用的字段")
def _fields(
    template: Annotated[str, typer.Argument(help="Template name or file / 模板")] = "quote",
    lang: LangOption = None,
) -> None:
    language = console.language(lang)
    with console.told(language):
        templates = batch.load(template, language)
    screen = _console()
    table = _table("field", "English", "中文", "takes", lang=language)
    for target in templates.inputs[templates.language(language)].values():
        names = [helptext.label(target.field, each) for each in ("en", "zh")]
        table.add_row(*(escape(text) for text in (target.field, *names, _takes(target))))
    screen.print(table)


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
    language = console.language(lang)
    with console.told(language):
        output = naming.output(output, (book.suffix.lower() or ".xlsx",), f"{book.stem}-{to.value}")
        report = report and naming.output(report, (".csv", ".xlsx"), "report")
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
    language = console.language(lang)
    with console.told(language):
        output = naming.output(output, (".xlsx", ".txt"), "gpu-lambdas")
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
    language = console.language(lang)
    left_out, found = frozenset(ignore or ()), 0
    for path in books:
        with console.told(language):
            lines = _remarks(path, finance, left_out, language)
            lifted = _lifted(path, language) if finance and reasons else []
        found += len(lines)
        count = Text(_count(len(lines), "remark"), f"{len(lines)} 项").in_(language)
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
    try:
        code = app(standalone_mode=False, prog_name="gpucalc")
    except console.UsageError as error:
        # The language may stand in the very command that was not understood.
        asked = [b for a, b in itertools.pairwise(sys.argv) if a == "--lang"]
        asked += [a.removeprefix("--lang=") for a in sys.argv if a.startswith("--lang=")]
        lang = next((a for a in asked if a in resources.LANGUAGES), console.system_language())
        words = console.usage_words(error)
        if words is not None:
            typer.echo(words.in_(lang), err=True)
        code = WRONG_USE
    except typer.Abort:
        code = SOME_FAILED
    sys.exit(code)


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
        f"{_count(len(result.written), 'workbook')} written, {_count(failed, 'request')} failed: "
        f"{result.index}",
        f"已生成 {len(result.written)} 份，失败 {failed} 条：{result.index}",
    )
    typer.echo(done.in_(lang))
    # A workbook can be written and still not be fit to send: its own checks say so.
    states = Counter(summary.status(line.status, lang) for line in result.lines if line.file)
    if states:
        between = "、" if lang == "zh" else ", "
        checks = between.join(f"{state} {count}" for state, count in states.most_common())
        typer.echo(Text(f"their own checks: {checks}", f"各份校验：{checks}").in_(lang))


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'s' * (number != 1)}"


def _line(problem: requests.Problem, mark: str, lang: str) -> str:
    """A problem or remark as one line: where, what, what to do."""
    row = f"第 {problem.row} 行" if lang == "zh" else f"row {problem.row}"
    place = " · ".join(part for part in (row, problem.column, problem.shown) if part)
    return f"{mark}{place}: {problem.what.in_(lang)} → {problem.remedy.in_(lang)}"


@contextlib.contextmanager
def _progress(total: int) -> Iterator[batch.Progress]:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    screen = Console(stderr=True)
    # A bar that rewrites its line is noise in a log file.
    with Progress(*columns, console=screen, disable=not screen.is_terminal) as bar:
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


app.add_typer(addin_cli.commands(console.language, console.told), name="addin")
app.add_typer(
    prices_cli.commands(console.language, lambda: console.told(console.language())),
    name="catalog",
)
