"""The macros of the add-in: what stands in ``vba/``, the wrappers, and xlwings' own module."""

from __future__ import annotations

import re
from collections.abc import Mapping
from importlib.metadata import version
from importlib.resources import files
from pathlib import Path

from gpucalc import registry
from gpucalc.errors import GpucalcError

PROJECT = "gpucalc"
CONFIG_SHEET = f"{PROJECT}.conf"  # the name under which xlwings' module looks for it
BOOK_MODULE = "ThisWorkbook"
MODULES = ("GpuPure", "GpuCore", "GpuServer", "GpuLinks", "GpuHelp", "GpuEntry")
LONGEST_LINE = 1023  # of the VBA editor
_WIDTH = 100


def modules(lang: str) -> Mapping[str, str]:
    """Every standard module by name, in ASCII, with the line ends of VBA."""
    made = {name: _own(f"{name}.bas") for name in MODULES}
    made["GpuNames"] = names(lang)
    made["GpuFunctions"] = wrappers()
    made["xlwings"] = xlwings_module()
    return {name: _as_vba(name, text) for name, text in made.items()}


def book_code() -> str:
    """The code behind the add-in's workbook: its events."""
    return _as_vba(BOOK_MODULE, _own("ThisWorkbook.cls"))


def _own(name: str) -> str:
    return files("gpucalc.addin").joinpath("vba", name).read_text(encoding="ascii")


def _as_vba(name: str, text: str) -> str:
    lines = text.splitlines()
    long = [n for n, line in enumerate(lines, 1) if len(line) > LONGEST_LINE]
    if long or not text.isascii():
        raise GpucalcError(
            f"macro module {name}: line {long[:1] or '?'} is too long for VBA, or not ASCII",
            f"宏模块 {name}：第 {long[:1] or '?'} 行过长或含非 ASCII 字符",
        )
    return "\r\n".join(lines) + "\r\n"


# -- the wrappers --------------------------------------------------------------------------------


def wrappers() -> str:
    """A VBA function for each function of the registry, with its own argument names."""
    head = "Option Explicit\n' Written from the registry of gpucalc; nothing here is by hand.\n"
    parts = [_wrapper(function) for function in registry.functions().values()]
    return "\n".join([head, *parts])


def _wrapper(function: registry.Function) -> str:
    name = function.udf_name
    if function.args and function.args[-1].repeating:
        return _repeating(function)
    given = [parameter(function, arg.name) for arg in function.args]
    parameters = [
        f"{'' if arg.required else 'Optional '}{own} As Variant"
        for arg, own in zip(function.args, given, strict=True)
    ]
    head = _continued(f"Public Function {name}(", parameters, ") As Variant")
    body = _continued(f'    {name} = GpuAnswer("{name}", Array(', given, "))")
    return f"{head}\n{body}\nEnd Function\n"


def parameter(function: registry.Function, name: str) -> str:
    """An argument's name in VBA, where it may not be the function's own in another case."""
    return f"{name}_" if name.upper() == function.udf_name else name


def _repeating(function: registry.Function) -> str:
    """ParamArray holds what repeats; a range in it stays a range only where Set takes it over."""
    name, last = function.udf_name, function.args[-1].name
    own = [arg.name for arg in function.args[:-1]]
    parameters = [*(f"{arg} As Variant" for arg in own), f"ParamArray {last}() As Variant"]
    lines = [
        _continued(f"Public Function {name}(", parameters, ") As Variant"),
        "    Dim given() As Variant, i As Long",
        f"    ReDim given(0 To {len(own)} + UBound({last}))",
    ]
    for place, arg in enumerate(own):
        lines.append(
            f"    If IsObject({arg}) Then Set given({place}) = {arg} Else given({place}) = {arg}"
        )
    target, source = f"given({len(own)} + i)", f"{last}(i)"
    lines += [
        f"    For i = 0 To UBound({last})",
        f"        If IsObject({source}) Then Set {target} = {source} Else {target} = {source}",
        "    Next i",
        f'    {name} = GpuAnswer("{name}", given)',
        "End Function",
    ]
    return "\n".join(lines) + "\n"


def _continued(start: str, items: list[str], end: str) -> str:
    """A list over as many lines as it needs; VBA allows 24 continuations."""
    lines, line = [], start
    for place, item in enumerate(items):
        piece = item + (", " if place < len(items) - 1 else "")
        if len(line) + len(piece) > _WIDTH:
            lines.append(f"{line.rstrip()} _")
            line = "        "
        line += piece
    return "\n".join([*lines, line + end])


def names(lang: str) -> str:
    """The names of all functions, and the language the add-in starts in."""
    lines = [
        "Option Explicit",
        "Option Private Module",
        "' Written from the registry of gpucalc; nothing here is by hand.",
        "",
        "Public Function GpuFunctionNames() As String",
        "    Dim names As String",
        '    names = "|"',
    ]
    for function in registry.functions().values():
        lines.append(f'    names = names & "{function.udf_name}|"')
    lines += [
        "    GpuFunctionNames = names",
        "End Function",
        "",
        "Public Function GpuDefaultLanguage() As String",
        f'    GpuDefaultLanguage = "{lang}"',
        "End Function",
    ]
    return "\n".join(lines) + "\n"


# -- xlwings -------------------------------------------------------------------------------------


def xlwings_version() -> str:
    """The installed xlwings, whose module and DLL belong together."""
    return version("xlwings")


def xlwings_module() -> str:
    """xlwings' module for custom add-ins (BSD; its licence stands at its top), made to fit.

    It reads its settings from the add-in alone: never from the workbook that happens to be active,
    which may come from anyone and could name any program as the interpreter. Python starts with -P,
    so that a file in the folder that Excel is in cannot pass for a module. Left out is what
    nothing here uses: RunPython, which reaches for the part of xlwings that is not free for
    everyone, and the imports, which write macros and look like a virus to a scanner.
    """
    import xlwings

    source = Path(xlwings.__file__).with_name("xlwings_custom_addin.bas").read_text("utf-8")
    text = source.replace("\r\n", "\n")
    head, found, rest = text.partition("\n")
    if not (found and head.startswith("Attribute VB_Name") and "BSD 3-clause" in rest):
        raise _unknown("header")
    text = _without(rest, "RunPython")
    for procedure in _IMPORTS:
        if f"Sub {procedure}(" in text:
            text = _without(text, procedure)
    text = re.sub(r"^(\s*)Declare ", r"\1Private Declare ", text, flags=re.MULTILINE)
    for old, new in (
        ("ActiveWorkbook", "ThisWorkbook"),
        ('" -B -c ""import sys, os;', '" -B -P -c ""import sys, os;'),
        ('PROJECT_NAME As String = "myaddin"', f'PROJECT_NAME As String = "{PROJECT}"'),
    ):
        if old not in text:
            raise _unknown(old)
        text = text.replace(old, new)
    text = text.encode("ascii", "replace").decode()
    # Private: its helpers are no functions for cells.
    return f"Option Private Module\n' Changed by gpucalc: see gpucalc/addin/vba.py.\n{text}"


_IMPORTS = (
    "ImportPythonUDFsBase",
    "ImportPythonUDFs",
    "ImportPythonUDFsToAddin",
    "ImportXlwingsUdfsModule",
)


def _without(text: str, procedure: str) -> str:
    pattern = rf"^(?:Public )?(Function|Sub) {procedure}\(.*?^End \1\n"
    shorter, count = re.subn(pattern, "", text, flags=re.MULTILINE | re.DOTALL)
    if count != 1:
        raise _unknown(procedure)
    return shorter


def _unknown(what: str) -> GpucalcError:
    return GpucalcError(
        f"xlwings {xlwings_version()} has a macro module that gpucalc does not know ({what}); "
        "install the version that this gpucalc was tested with: pip install xlwings==0.37.8",
        f"xlwings {xlwings_version()} 的宏模块与预期不符（{what}）；"
        "请安装本版 gpucalc 测试过的版本：pip install xlwings==0.37.8",
    )
