"""The macros at work, in two VBA runtimes, with a stand-in for the call of Python only.

pyOpenVBA's runtime has a model of Excel: the wrappers run from their head to the server's door,
with ranges, missing arguments and the cache. elixcee's knows less VBA; it runs the parts that need
no Excel, after its gaps (constants, CVErr) are filled in.
"""

from __future__ import annotations

import importlib
import re
from typing import Any

from gpucalc import registry
from gpucalc.addin import vba
from gpucalc.registry import Function

runtime = importlib.import_module("pyopenvba.apps.excel")
FUNCTIONS = list(registry.functions().values())

# In the place of GpuServer: says what it was asked, and counts.
SERVER = """
Option Explicit
Public Asked As Long
Public Up As Boolean
Public Stamp As String

Public Function CallServer(ByVal functionName As String, ByRef given As Variant, ByRef answer As Variant) As Long
    Dim i As Long, told As String
    CallServer = 1
    If Not Up Then Exit Function
    CallServer = 0
    Asked = Asked + 1
    told = functionName
    For i = LBound(given) To UBound(given)
        told = told & " " & ArgumentKey(given(i))
    Next i
    answer = told
    If functionName = "GPU_TFLOPS" Then answer = given(0)
End Function

Public Function CatalogStamp() As String
    CatalogStamp = Stamp
End Function
"""  # noqa: E501


def excel(*macros: str) -> Any:
    """An Excel in memory with our macros and a stand-in for the server."""
    app = runtime.ExcelApplication()
    app.add_workbook()
    modules = vba.modules("en")
    for name in ("GpuPure", "GpuCore", "GpuNames", "GpuFunctions"):
        app.add_module(modules[name], name=name)
    app.add_module(SERVER, name="GpuServer")
    body = "\n".join(f"    {line}" for line in macros)
    app.add_module(f"Public Sub Test()\n{body}\nEnd Sub\n", name="Tests")
    app.run("Test")
    return app.sheet(1)


def text(value: Any) -> str:
    return str(value)


def test_no_server_yet_is_not_available_and_then_it_is_asked() -> None:
    sheet = excel(
        'Range("A1").Value = TRAIN_FLOPS(7, 1)',
        "Up = True",
        'Range("A2").Value = TRAIN_FLOPS(7, 1)',
    )
    assert text(sheet.value("A1")) == "Error 2042"  # #N/A: no text, no 0, no ""
    assert sheet.value("A2") == "TRAIN_FLOPS n 7, 0 n 1, 0 e e e e"


def test_repeats_never_leave_excel_and_a_new_catalog_asks_again() -> None:
    sheet = excel(
        "Up = True",
        'Range("A1").Value = TRAIN_FLOPS(7, "1B")',
        'Range("A2").Value = TRAIN_FLOPS(7, "1B")',
        'Range("B1").Value = Asked',
        'Range("A3").Value = TRAIN_FLOPS(7, "1b")',
        'Range("A4").Value = TRAIN_FLOPS(7.0000000000000018, "1B")',
        'Range("B2").Value = Asked',
        'Stamp = "another catalog"',
        'Range("A5").Value = TRAIN_FLOPS(7, "1B")',
        'Range("B3").Value = Asked',
        "Up = False",
        'Range("A6").Value = TRAIN_FLOPS(7, "1B")',
    )
    assert [sheet.value(f"B{n}") for n in (1, 2, 3)] == [1, 3, 4]
    assert sheet.value("A6") == sheet.value("A5")  # what is known is answered without a server


def test_ranges_missing_and_skipped_arguments_errors_and_whole_columns() -> None:
    sheet = excel(
        "Up = True",
        'Range("D1").Value = 13',
        'Range("D2").Value = "A100"',
        'Range("D3").Value = CVErr(2042)',
        'Range("A1").Value = TRAIN_FLOPS(Range("D1"), 5, , "lora")',
        'Range("A2").Value = TRAIN_FLOPS(Range("D1:D3"), Range("D4"))',
        'Range("A3").Value = TRAIN_FLOPS(Range("D:D"), Range("D1"))',
        'Range("A4").Value = TRAIN_FLOPS(Range("D1,D2"), 5)',
        'Range("A5").Value = TRAIN_FLOPS(True, CDate(46000))',
        'Range("A6").Value = TRAIN_FLOPS(CCur(1.25), CVErr(2015))',
    )
    assert sheet.value("A1") == "TRAIN_FLOPS n 13, 0 n 5, 0 e s4:lora e e"
    table = "a3x1;n 13, 0;s4:A100;xError 2042"
    assert sheet.value("A2") == f"TRAIN_FLOPS {table} e e e e e"
    # The used range ends at row 3 or below: the two results in A1:A2 do not lengthen it.
    assert sheet.value("A3") == f"TRAIN_FLOPS {table} n 13, 0 e e e e"
    assert text(sheet.value("A4")) == "Error 2015"  # several areas: #VALUE!
    assert sheet.value("A5") == "TRAIN_FLOPS t n 46000, 0 e e e e"
    assert sheet.value("A6") == "TRAIN_FLOPS n 1.25, 0 xError 2015 e e e e"


def test_marked_errors_become_errors_in_cells_and_in_arrays() -> None:
    marks = ["#NULL!", "#DIV/0!", "#VALUE!", "#REF!", "#NAME?", "#NUM!", "#N/A"]
    lines = [f'Range("A{n}").Value = GPU_TFLOPS("{mark}")' for n, mark in enumerate(marks, 1)]
    sheet = excel(
        "Dim answer As Variant",
        "Up = True",
        *lines,
        'Range("A8").Value = GPU_TFLOPS("N/A")',
        'Range("C1").Value = "#NUM!"',
        'Range("C2").Value = 5',
        'Range("C3").Value = String(300, "x")',
        'answer = GPU_TFLOPS(Range("C1:C3"))',
        'Range("B1").Value = answer(1, 1)',
        'Range("B2").Value = answer(2, 1)',
        'Range("B3").Value = Len(answer(3, 1))',
        'Range("B4").Value = Len(GPU_TFLOPS(Range("C3")))',
    )
    numbers = (2000, 2007, 2015, 2023, 2029, 2036, 2042)
    assert [text(sheet.value(f"A{n}")) for n in range(1, 8)] == [f"Error {n}" for n in numbers]
    assert sheet.value("A8") == "N/A"
    assert text(sheet.value("B1")) == "Error 2036" and sheet.value("B2") == 5
    # Excel refuses a whole array for one text of more than 255 characters, but no single cell.
    assert sheet.value("B3") == 255 and sheet.value("B4") == 300


def call_with_numbers(function: Function) -> str:
    repeats = bool(function.args) and function.args[-1].repeating
    count = len(function.args) + (2 if repeats else 0)
    return f"{function.udf_name}({', '.join(str(n) for n in range(1, count + 1))})"


def test_every_wrapper_hands_over_its_arguments_in_order() -> None:
    asked = [f for f in FUNCTIONS if f.udf_name != "GPU_TFLOPS"]
    lines = [f'Range("A{n}").Value = {call_with_numbers(f)}' for n, f in enumerate(asked, start=1)]
    sheet = excel("Up = True", *lines)
    for row, function in enumerate(asked, start=1):
        told = sheet.value(f"A{row}")
        numbers = [float(x) for x in re.findall(r" n ([\d.]+), 0", told)]
        assert told.startswith(function.udf_name + " ") or not function.args
        wanted = len(re.findall(r"\d+", call_with_numbers(function).partition("(")[2]))
        assert numbers == list(range(1, wanted + 1)), told


# -- without Excel -------------------------------------------------------------------------------

PURE = {
    'ErrorNumber("#N/A")': 2042,
    'ErrorNumber("#N/A!")': 0,
    "Dimensions(vector)": 1,
    "Dimensions(table)": 2,
    'CallKey("v", "F", vector)': "v|F|n 7, 0|s3:a|b|t|e",
    "ArgumentKey(table)": "a2x2;s4:#N/A;n 5, 0;s2:xy;f",
    'FindCall("=2*GPU_CARDS(A1,""x,y)"",SUM(B1:B2,3),,5)+1", "|GPU_CARDS|", named, parts)': True,
    "named": "GPU_CARDS",
    "parts.Count": 5,
    "parts(2)": '"x,y)"',
    "parts(3)": "SUM(B1:B2,3)",
    "parts(4)": "",
    '"<" & parts(5)': "<5",
    """FindCall("='C:\\a (b)\\gpucalc.xlam'!gpu_gap({1,2},3)", "|GPU_GAP|", named, parts)""": True,
    "parts(1)": "{1,2}",
    'FindCall("=""GPU_GAP(1)""&MYGPU_GAP(2)", "|GPU_GAP|", named, parts)': False,
    'FindCall("=GPUCALC_VERSION()", "|GPUCALC_VERSION|", named, parts)': True,
    "1 + parts.Count": 1,
    'FileName("https://x.sharepoint.com/a/gpucalc.xlam")': "gpucalc.xlam",
    'FileName("C:\\x\\y.xlam")': "y.xlam",
    'FileName("y.xlam")': "y.xlam",
}
SETUP = """
    Dim vector As Variant, table(1 To 2, 1 To 2) As Variant, named As String, parts As Collection
    vector = Array(7, "a|b", True, Empty)
    table(1, 1) = "#N/A"
    table(1, 2) = 5
    table(2, 1) = "xy"
    table(2, 2) = False
"""
CONSTANTS = {
    "vbEmpty": 0, "vbInteger": 2, "vbLong": 3, "vbSingle": 4, "vbDouble": 5, "vbString": 8,
    "vbError": 10, "vbBoolean": 11, "vbByte": 17,
}  # fmt: skip


def pure_test() -> str:
    lines = [f"    Cells({n}, 1).Value = {asked}" for n, asked in enumerate(PURE, start=1)]
    return "Public Sub Test()\n" + SETUP + "\n".join(lines) + "\nEnd Sub\n"


def test_the_parts_without_excel_in_pyopenvba() -> None:
    app = runtime.ExcelApplication()
    app.add_workbook()
    app.add_module(vba.modules("en")["GpuPure"] + pure_test(), name="GpuPure")
    app.run("Test")
    for row, (asked, want) in enumerate(PURE.items(), start=1):
        got = app.sheet(1).value(f"A{row}")
        assert (got or "") == (want or "") or got == want, asked


def test_the_parts_without_excel_in_elixcee() -> None:
    elixcee = importlib.import_module("elixcee")
    constants = "".join(f"Public Const {n} As Long = {v}\n" for n, v in CONSTANTS.items())
    missing = 'Public Function CVErr(ByVal n As Variant) As Variant\n    CVErr = "error " & n\n'
    source = vba.modules("en")["GpuPure"].replace("\r\n", "\n")
    machine = elixcee.Vm()
    machine.run(f"{constants}{source}{pure_test()}{missing}End Function\n", "Test")
    for row, (asked, want) in enumerate(PURE.items(), start=1):
        got = machine.get_cell(row, 1)
        assert (got or "") == (want or "") or got == want, asked


# -- the server's life, and the repair of names ---------------------------------------------------

# In the place of xlwings and of the Python behind it.
XLWINGS = """
Option Explicit
Public Python As FakePython
Public Starts As Long
Public Broken As Boolean
Public Function XLPy() As Variant
    Starts = Starts + 1
    If Broken Then Err.Raise 1000, "xlwings", "no Python there"
    Set Python = New FakePython
    Set XLPy = Python
End Function
Public Sub KillPy()
End Sub
"""
PYTHON = """
Option Explicit
Public Crash As Boolean
Public Function CallUDF(ByVal script As String, ByVal called As String, ByVal given As Variant) As Variant
    If Crash Then Err.Raise 462, "Excel", "The remote server machine does not exist"
    CallUDF = script & " " & called
End Function
Public Function Module(ByVal name As String) As Variant
    Module = name
End Function
Public Function CallIt(ByVal obj As Variant, ByVal name As String, Optional ByVal given As Variant) As Variant
    CallIt = obj & " " & name
End Function
Public Function Str(ByVal value As Variant) As String
    Str = value
End Function
"""  # noqa: E501
HELP = """
Option Explicit
Public Recalculated As Long
Public Told As String
Public Function GpuText(ByVal key As String) As String
    GpuText = key
End Function
Public Function GpuLanguage() As String
    GpuLanguage = "en"
End Function
"""
# What the runtime lacks: a method named as a keyword, and members of Excel.
GAPS = {
    ".Call(": ".CallIt(",
    "Application.CalculateFull": "Recalculated = Recalculated + 1",
    "changed = RepairLinks(book)": "changed = 0",
    "cell.Value <> CVErr(xlErrName)": 'CStr(cell.Value) <> "Error 2029"',
}


def whole(*macros: str) -> Any:
    """Excel with all our modules but the ribbon's, on a Python of paper."""
    app = runtime.ExcelApplication()
    app.add_workbook()
    modules = vba.modules("en")
    for gap in GAPS:
        assert any(gap in source for source in modules.values()), gap
    for name in ("GpuPure", "GpuCore", "GpuServer", "GpuLinks", "GpuNames", "GpuFunctions"):
        source = modules[name]
        for gap, filled in GAPS.items():
            source = source.replace(gap, filled)
        app.add_module(source, name=name)
    app.add_module(XLWINGS, name="xlwings")
    app.add_module(HELP, name="GpuHelp")
    app.add_module(PYTHON, name="FakePython", kind="class")
    body = "\n".join(f"    {line}" for line in macros)
    app.add_module(f"Public Sub Test()\n{body}\nEnd Sub\n", name="Tests")
    app.run("Test")
    return app


def test_a_server_that_starts_that_dies_and_that_starts_again() -> None:
    app = whole(
        'Range("A1").Value = GPU_GAP(1, 2)',
        "StartServer",
        'Range("A2").Value = GPU_GAP(1, 2)',
        "Python.Crash = True",
        'Range("A3").Value = GPU_GAP(1, 2)',
        'Range("A4").Value = GPU_GAP(1, 3)',
        'Range("A5").Value = ServerIsUp()',
        "StartServer",
        'Range("A6").Value = GPU_GAP(1, 3)',
        'Range("B1").Value = Starts',
        'Range("B3").Value = Recalculated',
        'Range("B4").Value = CatalogStamp()',
    )
    sheet = app.sheet(1)
    assert text(sheet.value("A1")) == "Error 2042"
    assert sheet.value("A2") == "gpucalc_udfs GPU_GAP"
    assert sheet.value("A3") == sheet.value("A2")  # known already
    assert text(sheet.value("A4")) == "Error 2042" and sheet.value("A5") is False
    assert sheet.value("A6") == "gpucalc_udfs GPU_GAP"
    # Both starts found cells that had waited: they were computed again.
    assert [sheet.value(f"B{n}") for n in (1, 3)] == [2, 2]
    assert sheet.value("B4") == "gpucalc.addin.actions stamp"


def test_a_python_that_is_not_there_stays_not_available() -> None:
    app = whole(
        "Broken = True",
        "StartServer",
        "StartServer",
        'Range("A1").Value = GPU_GAP(1, 2)',
        'Range("A2").Value = ServerIsUp()',
        'Range("A3").Value = Recalculated',
    )
    sheet = app.sheet(1)
    assert text(sheet.value("A1")) == "Error 2042" and sheet.value("A2") is False
    assert sheet.value("A3") == 0


def test_lost_names_are_entered_again_and_the_book_is_not_marked() -> None:
    app = whole(
        "Dim book As Workbook, n As Long",
        "Set book = Workbooks.Add",
        'book.Worksheets(1).Range("A1").Formula = "=GPU_GAP(10)+1"',
        'book.Worksheets(1).Range("A2").Formula = "=NO_SUCH_FUNCTION(10)"',
        'book.Worksheets(1).Range("A3").Formula = "=1/0"',
        "book.Saved = True",
        "n = RepairBook(book)",
        'Told = n & " " & book.Saved & " " & book.Worksheets(1).Range("A1").Formula',
    )
    assert app.evaluate("Told") == "1 True =GPU_GAP(10)+1"
