"""Checks an installation and explains each fault in a line, with its remedy."""

from __future__ import annotations

import datetime
import struct
import sys
import zipfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

from gpucalc import __version__, catalog, registry
from gpucalc.addin import books, build, excel, install, vba
from gpucalc.addin.windows import USER, System
from gpucalc.errors import GpucalcError
from gpucalc.tables import Text

OK, NOTE, FAULT = "ok", "note", "fault"
_MARKS = {OK: "[ok]", NOTE: "[--]", FAULT: "[!!]"}  # every code page has these
OLD = 180  # days after which prices of a catalog are no longer today's
NOTHING = Text("", "")
AGAIN = Text("run  gpucalc addin install  again", "重新运行  gpucalc addin install")


@dataclass(frozen=True)
class Finding:
    """One thing looked at: how it is, and what to do where it is not well."""

    level: str
    what: Text
    remedy: Text = NOTHING

    def line(self, lang: str) -> str:
        """The finding in one line."""
        text = f"{_MARKS[self.level]} {self.what.in_(lang)}"
        remedy = self.remedy.in_(lang)
        return f"{text} -> {remedy}" if remedy else text


def examine(system: System, today: datetime.date | None = None) -> list[Finding]:
    """Everything there is to say, in the order in which it is worth mending."""
    found: list[Finding] = []
    try:
        install.require_windows(system)
    except GpucalcError as error:
        found.append(Finding(NOTE, Text(error.en, error.zh)))
        return [*found, *_catalog(system, today)]
    for check in CHECKS:
        found += check(system)
    return [*found, *_catalog(system, today)]


def _office(system: System) -> Iterator[Finding]:
    version = excel.version(system)
    if version is None:
        yield Finding(
            FAULT,
            Text("Excel not found", "未找到 Excel"),
            Text(
                "install Excel for Windows; in WPS use portable workbooks (gpucalc portable)",
                "请安装 Windows 版 Excel；在 WPS 中请用便携工作簿（gpucalc portable）",
            ),
        )
        return
    program = excel.program(system, version)
    bits = system.bits(program) if program else 0
    shown = f"{bits} bit" if bits else "bitness unknown"
    yield Finding(OK, Text(f"Excel {version}, {shown}", f"Excel {version}，{bits or '未知'} 位"))
    name = f"xlwings{bits or 64}-{vba.xlwings_version()}.dll"
    folder = system.interpreter().parent
    if any((place / name).exists() for place in (folder, folder.parent)):
        yield Finding(OK, Text(f"bridge {name} found", f"已找到连接库 {name}"))
    else:
        yield Finding(
            FAULT,
            Text(f"bridge {name} is missing beside Python", f"Python 目录中缺少连接库 {name}"),
            Text(
                f"pip install --force-reinstall xlwings=={vba.xlwings_version()}",
                f"运行 pip install --force-reinstall xlwings=={vba.xlwings_version()}",
            ),
        )


def _wps(system: System) -> Iterator[Finding]:
    server = excel.server(system)
    if any(word in server.lower() for word in ("kingsoft", "wps", r"\et.exe")):
        yield Finding(
            FAULT,
            Text(
                f"WPS answers to Excel.Application ({server})",
                f"WPS 接管了 Excel.Application（{server}）",
            ),
            Text(
                "in WPS: Settings, File format association, take back the compatibility with third-"
                "party systems; or repair Office (Control Panel, Programs, Change, Repair)",
                "在 WPS 配置工具的“兼容设置”中取消“兼容第三方系统和软件”，"
                "或在控制面板中修复 Office",
            ),
        )
    elif server:
        yield Finding(OK, Text("Excel.Application is Excel", "Excel.Application 为 Excel"))


def _python(system: System) -> Iterator[Finding]:
    bits = struct.calcsize("P") * 8
    python = ".".join(map(str, sys.version_info[:3]))
    versions = f"Python {python} ({bits} bit), xlwings {vba.xlwings_version()}"
    yield Finding(
        OK, Text(f"{versions}, gpucalc {__version__}", f"{versions}，gpucalc {__version__}")
    )
    if not system.pywin32():
        yield Finding(
            FAULT,
            Text(
                "pywin32 is missing: Python cannot talk to Excel",
                "缺少 pywin32，Python 无法与 Excel 通信",
            ),
            Text("pip install pywin32", "运行 pip install pywin32"),
        )
    path = str(system.interpreter())
    if not system.ascii_path(system.interpreter()).isascii():
        yield Finding(
            NOTE,
            Text(
                f"the path of Python is not ASCII and has no short form: {path}",
                f"Python 路径含非 ASCII 字符且没有短路径：{path}",
            ),
            Text(
                "if Python does not start, install it to a folder such as C:\\Python",
                "若 Python 无法启动，请安装到 C:\\Python 之类的目录",
            ),
        )


def _file(system: System) -> Iterator[Finding]:
    path = install.path(system)
    if not path.exists():
        yield Finding(
            FAULT,
            Text(f"the add-in is not installed ({path})", f"尚未安装加载项（{path}）"),
            Text("gpucalc addin install", "运行 gpucalc addin install"),
        )
        return
    settings = recorded(path)
    yield Finding(OK, Text(f"add-in: {path}", f"加载项：{path}"))
    if system.blocked(path):
        yield Finding(
            FAULT,
            Text("Windows blocks the file (it came from the web)", "文件来自网络，被 Windows 阻止"),
            Text(
                "right click the file, Properties, tick Unblock; or " + AGAIN.en,
                "右键文件→属性→勾选“解除锁定”；或" + AGAIN.zh,
            ),
        )
    now = build.stamps()
    for name, what in (("GPUCALC", "gpucalc"), ("XLWINGS", "xlwings"), ("CATALOG", "catalog")):
        if settings.get(name) != now[name]:
            built = settings.get(name, "?")
            yield Finding(
                FAULT if name == "XLWINGS" else NOTE,
                Text(
                    f"built with {what} {built}, installed is {now[name]}",
                    f"加载项由 {what} {built} 生成，现安装的是 {now[name]}",
                ),
                AGAIN,
            )
    python = settings.get("INTERPRETER_WIN", "")
    if python not in ("python", "pythonw") and not Path(python).exists():
        yield Finding(
            FAULT,
            Text(f"its Python is gone: {python}", f"其 Python 已不存在：{python}"),
            AGAIN,
        )


def _loading(system: System) -> Iterator[Finding]:
    if install.path(system).exists() and not install.registered(system):
        yield Finding(
            FAULT,
            Text("Excel does not load the add-in at its start", "Excel 启动时不加载该加载项"),
            Text(
                "tick gpucalc in File, Options, Add-ins, Go; or " + AGAIN.en,
                "在 文件→选项→加载项→转到 中勾选 gpucalc；或" + AGAIN.zh,
            ),
        )
    for version in excel.versions(system):
        key = excel.disabled(version)
        for name in system.names(USER, key):
            value = system.read(USER, key, name)
            if (
                isinstance(value, bytes)
                and "gpucalc" in value.decode("utf-16-le", "ignore").lower()
            ):
                yield Finding(
                    FAULT,
                    Text(
                        "Excel has disabled the add-in after a crash", "Excel 崩溃后禁用了该加载项"
                    ),
                    Text(
                        "File, Options, Add-ins, Manage: Disabled Items, Go, select it, Enable",
                        "文件→选项→加载项→管理“禁用项目”→转到→选中→启用",
                    ),
                )


def _trust(system: System) -> Iterator[Finding]:
    rules: Mapping[str, tuple[int, Text]] = {
        "DisableAllAddins": (1, Text("all add-ins are switched off", "已禁用全部加载项")),
        "RequireAddinSig": (1, Text("only signed add-ins may load", "只允许加载已签名的加载项")),
        "VBAWarnings": (4, Text("all macros are switched off", "已禁用全部宏")),
    }
    for version in excel.versions(system):
        for policy in (True, False):
            key = excel.security(version, policy)
            for name, (bad, what) in rules.items():
                if system.read(USER, key, name) == bad:
                    remedy = (
                        Text(
                            "set by your IT: ask for a trusted location or a signed add-in, see "
                            "docs/excel.md",
                            "由 IT 策略设定：请申请受信任位置或签名，见 docs/excel.zh.md",
                        )
                        if policy
                        else Text(
                            "File, Options, Trust Center, Trust Center Settings",
                            "文件→选项→信任中心→信任中心设置",
                        )
                    )
                    yield Finding(FAULT, what, remedy)


def _open_books(system: System) -> Iterator[Finding]:
    application = system.excel()
    if application is None:
        return
    target = install.path(system)
    names = {f.udf_name.lower() for f in registry.functions().values()}
    for book in books.opened(application):
        if book.online:
            yield Finding(
                NOTE,
                Text(
                    f"{book.name} lies on OneDrive or SharePoint ({book.path}); functions work, "
                    "portable copies need a local file",
                    f"{book.name} 位于 OneDrive 或 SharePoint（{book.path}）；函数可用，"
                    "便携副本需要本地文件",
                ),
            )
        clash = sorted(name for name in book.names if name.lower() in names)
        if clash:
            yield Finding(
                FAULT,
                Text(
                    f"{book.name} defines names that are functions too: {', '.join(clash)}",
                    f"{book.name} 中的定义名称与加载项函数同名：{'、'.join(clash)}",
                ),
                Text(
                    "rename them in the Name Manager (Ctrl+F3); LAMBDA names have a dot: GPU.CARDS",
                    "在名称管理器（Ctrl+F3）中改名；LAMBDA 名称带点号：GPU.CARDS",
                ),
            )
        for link in book.foreign_links(target):
            repaired = book.relink(link, target) if target.exists() else False
            what = Text(
                f"{book.name} calls the add-in at another place: {link}",
                f"{book.name} 引用了其他位置的加载项：{link}",
            )
            done = Text("repaired; save the workbook", "已修复，请保存工作簿")
            todo = Text(
                "Data, Edit Links, Change Source, choose the installed gpucalc.xlam",
                "数据→编辑链接→更改源，选择已安装的 gpucalc.xlam",
            )
            yield Finding(NOTE if repaired else FAULT, what, done if repaired else todo)


def _catalog(system: System, today: datetime.date | None = None) -> Iterator[Finding]:
    today = today or datetime.date.today()
    age = (today - datetime.date.fromisoformat(catalog.date())).days
    what = Text(f"catalog of {catalog.date()}", f"目录日期 {catalog.date()}")
    if age <= OLD:
        yield Finding(OK, what)
        return
    yield Finding(
        NOTE,
        Text(
            f"{what.en} is {age} days old: prices have moved",
            f"{what.zh}，已 {age} 天：价格可能已变",
        ),
        Text("pip install --upgrade gpucalc", "运行 pip install --upgrade gpucalc"),
    )


CHECKS: tuple[Callable[[System], Iterator[Finding]], ...] = (
    _office,
    _wps,
    _python,
    _file,
    _loading,
    _trust,
    _open_books,
)


def recorded(path: Path) -> dict[str, str]:
    """The settings inside an add-in file; empty where it cannot be read."""
    space = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
    try:
        with zipfile.ZipFile(path) as package:
            sheet = ElementTree.fromstring(package.read("xl/worksheets/sheet1.xml"))
            strings = ElementTree.fromstring(package.read("xl/sharedStrings.xml"))
        texts = ["".join(item.itertext()) for item in strings.iter(f"{space}si")]
        rows = [[texts[int(cell.findtext(f"{space}v") or 0)] for cell in row]
                for row in sheet.iter(f"{space}row")]  # fmt: skip
    except (OSError, KeyError, ValueError, IndexError, zipfile.BadZipFile, ElementTree.ParseError):
        return {}
    return {row[0]: row[1] for row in rows if len(row) == 2}
