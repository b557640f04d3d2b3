"""`gpucalc catalog import | list | show | check | age | to-book | use`: prices of one's own."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from gpucalc import catalog, glossary, settings
from gpucalc.console import ForceOption
from gpucalc.excel.save import same_file, write_atomically
from gpucalc.prices import exchange, kinds, store, to_book
from gpucalc.prices.gates import gate
from gpucalc.prices.kinds import READERS, Format
from gpucalc.prices.rows import COLUMNS, NOT_STATED, Remark

SHOWN = 40
REJECTED, OLD = 1, 1


_CATALOG = typer.Option(
    "--catalog", help="Folder of your own prices, or a price book / 自有价格目录或价格库工作簿"
)
FolderOption = Annotated[Path | None, _CATALOG]


def commands(
    language: Callable[[], str], told: Callable[[], AbstractContextManager[None]]
) -> typer.Typer:
    """The commands; ``language`` gives the language, ``told`` makes sentences of errors."""
    app = typer.Typer(no_args_is_help=True, help="Cards and prices / 显卡与价格目录")

    def say(en: str, zh: str) -> str:
        return zh if language() == "zh" else en

    @app.command("import", help="Read prices into your own catalog / 把价格导入自有目录")
    def _import(
        file: Annotated[Path, typer.Argument(metavar="FILE", exists=True, dir_okay=False)],
        kind: Annotated[
            Format | None,
            typer.Option(
                "--format",
                help="Kind of file; told by its ending and headings where they are clear "
                "/ 文件类型；能从扩展名和表头看出时可省略",
            ),
        ] = None,
        folder: FolderOption = None,
        currency: Annotated[
            str, typer.Option(help="Where the file has none / 文件未写时的币种")
        ] = "",
        date: Annotated[
            datetime.datetime | None,
            typer.Option(formats=["%Y-%m-%d"], help="Date of the prices / 取数日期"),
        ] = None,
        supplier: Annotated[str, typer.Option(help="Supplier / 供应商")] = "",
        fx: Annotated[
            list[str] | None,
            typer.Option(
                metavar="USD=7.10@DATE",
                help="Keep prices in CNY at this rate of this day / 按该日汇率折为人民币",
            ),
        ] = None,
        dry_run: Annotated[bool, typer.Option("--dry-run", help="Only report / 只报告")] = False,
    ) -> None:
        with told():
            kind = kind or kinds.of(file)
            foreign_kind = kind in (Format.gpuhunt, Format.skypilot)
            if foreign_kind and not currency:
                raise typer.BadParameter(
                    say(
                        "these files state no currency: give --currency USD (or what it is)",
                        "此类文件不含币种：请用 --currency 指定，例如 USD",
                    )
                )
            day = date.date().isoformat() if date else NOT_STATED
            known = exchange.rates(fx or ())
            read = READERS[kind](file, currency.upper(), day, supplier)
            found = exchange.convert(gate(read), known)
            _remarks(found.remarks, language())
            rows = [row for _, row in found.rows]
            refused = sum(r.rejected for r in found.remarks)
            full = 0
            if dry_run:
                typer.echo(say(f"{len(rows)} rows fit, {refused} refused; nothing written",
                               f"{len(rows)} 行可用，{refused} 行被拒；未写入"))  # fmt: skip
            else:
                where = store.folder(folder)
                done = store.merge(where, rows)
                full = done.left_out
                catalog.table.cache_clear()
                typer.echo(
                    say(
                        f"{store.file(where)}: {done.added} added, {done.replaced} replaced, "
                        f"{done.unchanged} already there, {refused} refused",
                        f"{store.file(where)}：新增 {done.added}，更新 {done.replaced}，"
                        f"已有 {done.unchanged}，被拒 {refused}",
                    )
                )
                if full:
                    typer.echo(say(*_full(full)), err=True)
            if refused or full:
                raise typer.Exit(REJECTED)

    @app.command("list", help="Cards and their prices / 显卡与价格")
    def _list(
        gpu: Annotated[str, typer.Option(help="Only this card / 只看此卡")] = "",
        folder: FolderOption = None,
    ) -> None:
        with told():
            lang = language()
            table = Table(*(_label(c, lang) for c in LISTED))
            wanted = catalog.normalise(gpu)
            for row in _prices(folder):
                if wanted in catalog.normalise(str(row["gpu"])):
                    table.add_row(*(escape(_word(row[c], lang)) for c in LISTED))
            Console(width=160).print(table)

    @app.command("show", help="One card or price with its source / 一款显卡或一条价格及来源")
    def _show(name: str, folder: FolderOption = None) -> None:
        with told():
            lang = language()
            prices = {catalog.normalise(str(row["name"])): row for row in _prices(folder)}
            row = catalog.table("gpus").row(name) or prices.get(catalog.normalise(name))
            if row is None:
                near = ", ".join(catalog.table("gpus").nearest(name))
                raise typer.BadParameter(
                    say(f"no {name}; nearest: {near}", f"没有 {name}；相近：{near}")
                )
            for column, value in row.items():
                typer.echo(f"{_label(column, lang)}: {_word(value, lang)}")

    @app.command("check", help="Look for faults in your own prices / 检查自有价格")
    def _check(folder: FolderOption = None) -> None:
        with told():
            kept = store.read(store.existing(store.folder(folder)))
            count = len(kept.rows)
            found = gate(kept)
            _remarks(found.remarks, language())
            typer.echo(say(f"{count} rows, {len(found.remarks)} remarks",
                           f"{count} 行，{len(found.remarks)} 条提示"))  # fmt: skip
            if found.remarks:
                raise typer.Exit(REJECTED)

    @app.command("age", help="How old the prices are / 价格的新旧")
    def _age(
        days: Annotated[int, typer.Option(min=1, help="Old after so many days / 超过天数")] = 90,
        as_of: Annotated[
            datetime.datetime | None, typer.Option(formats=["%Y-%m-%d"], help="As-of date / 基准日")
        ] = None,
        folder: FolderOption = None,
    ) -> None:
        with told():
            today = as_of.date() if as_of else datetime.date.today()
            lang = language()
            old = 0
            for row in _prices(folder):
                age = _days(str(row["date"]), today)
                state = say("no date", "无日期") if age is None else say(f"{age} days", f"{age} 天")
                late = age is None or age > days
                old += late
                mark = "!" if late else " "
                typer.echo(
                    f"{mark} {row['name']}  {row['gpu']}  {_word(row['status'], lang)}  {state}"
                )
            typer.echo(
                say(f"{old} older than {days} days or undated", f"{old} 条超过 {days} 天或无日期")
            )
            if old:
                raise typer.Exit(OLD)

    @app.command(
        "to-book",
        help="Own prices into a workbook's price sheet. The difference is shown first. With -o a "
        "new file is written and BOOK stays; without it BOOK itself is changed after a question "
        "(--yes: without), and what it was is kept beside it as NAME.bak.xlsx "
        "/ 把自有价格写入工作簿的价格库。先列出差异：加 -o 写成新文件，原文件不动；"
        "不加 -o 则确认后（--yes 不再询问）直接修改原文件，"
        "修改前的内容另存为同目录下的 文件名.bak.xlsx",
    )
    def _to_book(
        book: Annotated[Path, typer.Argument(metavar="BOOK", exists=True, dir_okay=False)],
        folder: FolderOption = None,
        out: Annotated[
            Path | None,
            typer.Option("-o", "--out", help="A new file; BOOK stays / 写成新文件，原文件不动"),
        ] = None,
        yes: Annotated[
            bool,
            typer.Option(
                "--yes",
                help="Change BOOK without asking; a backup is kept "
                "/ 直接修改原文件，不再询问；保留备份",
            ),
        ] = False,
        force: ForceOption = False,
    ) -> None:
        with told():
            data = book.read_bytes()
            planned = to_book.plan(data, store.load(store.existing(store.folder(folder))))
            _difference(planned, language())
            left = len(planned.left_out)
            if out is not None and not same_file(out, book):
                write_atomically(out, to_book.apply(data, planned.changes), force=force)
                typer.echo(say(f"{out} written", f"已写入 {out}"))
            elif planned.changes and (
                yes or typer.confirm(say(f"change {book}?", f"修改 {book}？"))
            ):
                changed = to_book.apply(data, planned.changes)
                kept = to_book.back_up(book, data)
                write_atomically(book, changed, force=True)
                typer.echo(
                    say(
                        f"{book} written; as it was: {kept.name}",
                        f"已写入 {book}；修改前的内容在 {kept.name}",
                    )
                )
            if left:
                raise typer.Exit(REJECTED)

    @app.command("use", help="Set the folder of your own prices / 设定自有价格目录")
    def _use(folder: Path) -> None:
        with told():
            kept = settings.use_catalog(store.existing(folder))
            typer.echo(
                say(f"{folder.resolve()} (kept in {kept})", f"{folder.resolve()}（记于 {kept}）")
            )

    return app


LISTED = ("name", "gpu", "low", "high", "unit", "cards", "currency", "tax", "plan", "region",
          "supplier", "date", "status")  # fmt: skip


_HEADINGS = {"tax": "price_basis", "plan": "billing_plan"}  # what the columns hold


def _label(column: str, lang: str) -> str:
    try:
        return glossary.label(_HEADINGS.get(column, column), lang)
    except glossary.UnknownField:
        return column


def _word(value: object, lang: str) -> str:
    if isinstance(value, float):
        return f"{value:.10g}"
    try:
        return glossary.label(str(value), lang)
    except glossary.UnknownField:
        return str(value)


def _told(value: object, column: str, lang: str) -> str:
    """A cell of the difference: codes in words, names as they are."""
    if value is None:
        return ""
    if isinstance(value, float) or column in to_book.CODED or value == NOT_STATED:
        return _word(value, lang)
    return str(value)


def _difference(planned: to_book.Plan, lang: str) -> None:
    """The cells that change, and the rows without room."""
    zh = lang == "zh"
    for c in planned.changes[:SHOWN]:
        old, new = (_told(v, c.column, lang) for v in (c.before, c.after))
        typer.echo(f"{c.sheet}!{c.address}: {old} -> {new}")
    count = len(planned.changes)
    if count > SHOWN:
        more = count - SHOWN
        typer.echo(f"… 另有 {more} 处" if zh else f"… {more} more")
    typer.echo(f"{count} 个单元格将改变" if zh else f"{count} cells change")
    if planned.left_out:
        typer.echo(_full(len(planned.left_out))[zh], err=True)


def _prices(folder: Path | None) -> list[catalog.Row]:
    """The prices as the functions see them; ``folder``: those kept there before the shipped."""
    rows = list(catalog.table("prices").canonical())
    if folder is None:
        return rows
    own = [
        {column: getattr(row, column) for column in COLUMNS}
        for row in store.load(store.existing(folder))
    ]
    return [*own, *(row for row in rows if row["status"] != "own")]


def _full(count: int) -> tuple[str, str]:
    return (
        f"no room for {count} rows: the price sheet is full",
        f"价格库已满，{count} 行放不下",
    )


def _days(date: str, today: datetime.date) -> int | None:
    try:
        return (today - datetime.date.fromisoformat(date)).days
    except ValueError:
        return None


def _remarks(remarks: list[Remark], lang: str) -> None:
    words = {"en": ("row", "refused", "flagged", "more"), "zh": ("行", "拒绝", "提示", "另有")}
    row, refused, flagged, more = words["zh" if lang == "zh" else "en"]
    for r in remarks[:SHOWN]:
        typer.echo(f"{row} {r.row} [{refused if r.rejected else flagged}] {r.text(lang)}", err=True)
    if len(remarks) > SHOWN:
        typer.echo(f"… {more} {len(remarks) - SHOWN}", err=True)
