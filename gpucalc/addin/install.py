"""Puts the add-in where Excel loads it from, and takes it away without a trace."""

from __future__ import annotations

import re
import zipfile
from dataclasses import dataclass, field
from pathlib import Path

from gpucalc.addin import build, excel
from gpucalc.addin.windows import USER, System
from gpucalc.errors import BookError, GpucalcError
from gpucalc.excel.save import write_atomically
from gpucalc.tables import Text

SETTINGS_KEY = r"Software\VB and VBA Program Settings\gpucalc"  # where VBA's SaveSetting writes
_OPEN = re.compile(r"OPEN(\d*)", re.IGNORECASE)


@dataclass
class Done:
    """What was done, a sentence each."""

    lines: list[Text] = field(default_factory=list)

    def say(self, en: str, zh: str) -> None:
        """One more sentence."""
        self.lines.append(Text(en, zh))


def require_windows(system: System) -> None:
    """Raises GpucalcError with what works instead, on any other system."""
    if system.platform == "win32":
        return
    name = {"darwin": "macOS", "linux": "Linux"}.get(system.platform, system.platform)
    raise GpucalcError(
        f"Excel can call Python from cells on Windows only; this is {name}. What works here, and "
        "in WPS: the templates (gpucalc new), portable workbooks (gpucalc portable), quotes in "
        "batches (gpucalc batch), and  gpucalc addin build  to make the file for Windows",
        f"只有 Windows 版 Excel 能在单元格中调用 Python；本机为 {name}。此处及 WPS 可用：模板"
        "（gpucalc new）、便携工作簿（gpucalc portable）、批量报价（gpucalc batch），"
        "以及用  gpucalc addin build  为 Windows 同事生成加载项文件",
    )


def path(system: System) -> Path:
    """Where the add-in lies once it is installed."""
    return system.addins() / build.FILE_NAME


def install(system: System, lang: str, *, force: bool = False) -> Done:
    """Builds the add-in for this Python, copies it and registers it to load with Excel.

    Raises GpucalcError where Excel is missing or runs (it would forget the registration at its
    end), BookError where a file of that name is not ours and ``force`` is not given.
    """
    require_windows(system)
    version = excel.version(system)
    if version is None:
        raise GpucalcError(
            "Excel is not installed for this user (WPS alone cannot load the add-in). What works "
            "without Excel: gpucalc new, gpucalc portable, gpucalc batch",
            "未找到 Excel（仅有 WPS 时无法使用加载项）。没有 Excel 也可用：gpucalc new、"
            "gpucalc portable、gpucalc batch",
        )
    if system.excel() is not None:
        raise _excel_runs()
    target = path(system)
    if target.exists() and not force and not ours(target):
        raise BookError(
            "a file of this name is there and is not gpucalc's; move it, or add --force",
            "已有同名文件且不是 gpucalc 的加载项；请移走，或加 --force",
            file=str(target),
        )
    done = Done()
    data = build.build(lang, system.ascii_path(system.interpreter()))
    target.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(target, data, force=True)
    system.unblock(target)
    done.say(f"written: {target}", f"已写入：{target}")
    if not _entries(system, version, target):
        name = _free_name(system, version)
        system.write(USER, excel.options(version), name, f'"{target}"')
    done.say(
        f"registered to load with Excel {version} (value {_entries(system, version, target)[0]})",
        f"已登记随 Excel {version} 启动（注册表值 {_entries(system, version, target)[0]}）",
    )
    done.say(
        "start Excel: the tab GPU is in the ribbon; the first result takes a few seconds",
        "启动 Excel：功能区出现“GPU 测算”选项卡；首次计算需几秒",
    )
    return done


def uninstall(system: System) -> Done:
    """Removes the file, its registration and the settings; leaves nothing.

    Raises GpucalcError where Excel runs.
    """
    require_windows(system)
    if system.excel() is not None:
        raise _excel_runs()
    done, target = Done(), path(system)
    for version in excel.versions(system):
        for name in _entries(system, version, target):
            system.remove(USER, excel.options(version), name)
            done.say(f"registration removed: {name}", f"已删除登记：{name}")
        _close_gap(system, version)
        manager = excel.manager(version)
        for name in system.names(USER, manager):
            if _is(name, target):
                system.remove(USER, manager, name)
    system.remove_key(USER, SETTINGS_KEY)
    if target.exists():
        if not ours(target):
            raise BookError(
                "not gpucalc's file; it stays where it is",
                "该文件不是 gpucalc 的加载项，保留不动",
                file=str(target),
            )
        target.unlink()
        done.say(f"removed: {target}", f"已删除：{target}")
    if not done.lines:
        done.say("nothing was installed", "没有安装过加载项")
    return done


def ours(file: Path) -> bool:
    """Whether a file is an add-in that gpucalc built."""
    try:
        with zipfile.ZipFile(file) as opened:
            return b"<dc:creator>gpucalc</dc:creator>" in opened.read("docProps/core.xml")
    except (zipfile.BadZipFile, KeyError, OSError):
        return False


def registered(system: System) -> bool:
    """Whether some version of Excel loads the add-in at its start."""
    return any(_entries(system, v, path(system)) for v in excel.versions(system))


def _entries(system: System, version: str, target: Path) -> list[str]:
    """The values OPEN, OPEN1, … that load our file."""
    key = excel.options(version)
    return [
        name
        for name in system.names(USER, key)
        if _OPEN.fullmatch(name) and _is(str(system.read(USER, key, name)), target)
    ]


def _is(value: str, target: Path) -> bool:
    """Whether a value of the registry means our file: alone, or with switches and quotes."""
    text = re.sub(r"^(/\w\s+)+", "", value.strip()).strip('"').lower()
    return text in (str(target).lower(), target.name.lower())


def _numbered(system: System, version: str) -> dict[int, str]:
    found = (_OPEN.fullmatch(name) for name in system.names(USER, excel.options(version)))
    return {int(m[1] or 0): m[0] for m in found if m}


def _free_name(system: System, version: str) -> str:
    """Excel reads OPEN, OPEN1, OPEN2 … and stops at the first gap."""
    taken, number = _numbered(system, version), 0
    while number in taken:
        number += 1
    return f"OPEN{number or ''}"


def _close_gap(system: System, version: str) -> None:
    """Moves later entries up, or Excel would forget the add-ins of others."""
    key = excel.options(version)
    taken = _numbered(system, version)
    for place, number in enumerate(sorted(taken)):
        if place != number:
            value = str(system.read(USER, key, taken[number]))
            system.write(USER, key, f"OPEN{place or ''}", value)
            system.remove(USER, key, taken[number])


def _excel_runs() -> GpucalcError:
    return GpucalcError(
        "Excel is running: close it first, for it writes its list of add-ins when it ends",
        "Excel 正在运行：请先关闭，它在退出时会改写加载项列表",
    )
