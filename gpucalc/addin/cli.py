"""`gpucalc addin build | install | uninstall | status | doctor`."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Annotated, Any

import typer

from gpucalc import naming
from gpucalc.addin import build, doctor, install
from gpucalc.addin.windows import here
from gpucalc.console import ForceOption, LangOption
from gpucalc.excel.save import write_atomically

FAULTY = 1


def commands(
    language: Callable[[Any], str], told: Callable[[str], AbstractContextManager[None]]
) -> typer.Typer:
    """The commands; ``language`` settles the language, ``told`` makes sentences of errors."""
    app = typer.Typer(
        no_args_is_help=True, help="The add-in for Excel on Windows / Windows 版 Excel 加载项"
    )

    @app.command("build", help="Make gpucalc.xlam, on any system / 生成加载项文件（任何系统）")
    def _build(
        output: Annotated[
            Path, typer.Option("-o", "--output", help="File to write / 输出文件")
        ] = Path("build") / build.FILE_NAME,
        lang: LangOption = None,
        interpreter: Annotated[
            str, typer.Option(help="Python that Excel starts / Excel 启动的 Python")
        ] = "pythonw",
        force: ForceOption = False,
    ) -> None:
        chosen = language(lang)
        with told(chosen):
            file = naming.output(output, (".xlam",), Path(build.FILE_NAME).stem)
            file.parent.mkdir(parents=True, exist_ok=True)
            write_atomically(file, build.build(chosen, interpreter), force=force)
        typer.echo(str(file))

    @app.command("install", help="Install it for this user (Windows) / 为当前用户安装")
    def _install(lang: LangOption = None, force: ForceOption = False) -> None:
        chosen = language(lang)
        with told(chosen):
            done = install.install(here(), chosen, force=force)
        _say(done, chosen)

    @app.command("uninstall", help="Remove it without a trace (Windows) / 卸载")
    def _uninstall(lang: LangOption = None) -> None:
        chosen = language(lang)
        with told(chosen):
            done = install.uninstall(here())
        _say(done, chosen)

    @app.command("status", help="Whether it is installed and loads / 安装状态")
    def _status(lang: LangOption = None) -> None:
        chosen, system = language(lang), here()
        with told(chosen):
            install.require_windows(system)
            path = install.path(system)
            there, loads = path.exists(), install.registered(system)
        zh = chosen == "zh"
        yes, no = ("是", "否") if zh else ("yes", "no")
        typer.echo(f"{'已安装' if zh else 'installed'}: {yes if there else no} ({path})")
        typer.echo(f"{'随 Excel 启动' if zh else 'loads with Excel'}: {yes if loads else no}")
        if there:
            for name, value in doctor.recorded(path).items():
                typer.echo(f"{name}: {value}")
        if not (there and loads):
            raise typer.Exit(FAULTY)

    @app.command("doctor", help="Check everything, with remedies / 检查并给出处理办法")
    def _doctor(lang: LangOption = None) -> None:
        chosen = language(lang)
        with told(chosen):
            found = doctor.examine(here())
        for finding in found:
            typer.echo(finding.line(chosen))
        if any(f.level == doctor.FAULT for f in found):
            raise typer.Exit(FAULTY)

    return app


def _say(done: install.Done, lang: str) -> None:
    for line in done.lines:
        typer.echo(line.in_(lang))
