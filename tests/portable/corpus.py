"""Workbooks as users make them, with our functions in every odd place; openpyxl and XlsxWriter.

Each is a function that answers the file's bytes. ``expect`` holds values worked out without the
workbook: the functions called in Python, or by hand.
"""

from __future__ import annotations

import datetime
import io
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import openpyxl
import xlsxwriter
from openpyxl.chart import BarChart, Reference
from openpyxl.comments import Comment
from openpyxl.formatting.rule import FormulaRule
from openpyxl.styles import Font, PatternFill
from openpyxl.utils.datetime import CALENDAR_MAC_1904
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.formula import ArrayFormula
from openpyxl.worksheet.table import Table

from gpucalc import xl
from tests.portable import parts

Expect = dict[tuple[str, str], Any]


@dataclass(frozen=True)
class Book:
    """A workbook of the corpus: what it must show, and where a form must refuse how many places."""

    name: str
    build: Callable[[], bytes]
    expect: Callable[[], Expect]
    refused: dict[str, int] = field(default_factory=dict)
    lambdas: bool = False
    suffix: str = ".xlsx"


BOOKS: list[Book] = []


def book(
    expect: Callable[[], Expect], lambdas: bool = False, suffix: str = ".xlsx", **refused: int
) -> Callable[[Callable[[], bytes]], Callable[[], bytes]]:
    def add(build: Callable[[], bytes]) -> Callable[[], bytes]:
        BOOKS.append(Book(build.__name__, build, expect, refused, lambdas, suffix))
        return build

    return add


def saved(workbook: openpyxl.Workbook) -> bytes:
    stream = io.BytesIO()
    workbook.save(stream)
    return stream.getvalue()


def rows(sheet: Any, *lines: tuple[Any, ...]) -> None:
    for line in lines:
        sheet.append(line)


def new(title: str) -> tuple[openpyxl.Workbook, Any]:
    workbook = openpyxl.Workbook()
    sheet = workbook.active
    assert sheet is not None
    sheet.title = title
    return workbook, sheet


# -- the corpus ----------------------------------------------------------------------------------


@book(lambda: {("Calc", "A1"): 116.0, ("Calc", "A2"): 117.0, ("Calc", "A5"): "116 cards"}, True)
def literals() -> bytes:
    """Everything is written into the formula; calls stand in any place of it."""
    workbook, sheet = new("Calc")
    sheet["A1"] = '=GPU_CARDS("13B","200B","A100 80GB",10,0.5)'
    sheet["A2"] = '= 1 + gpu_cards( "13B" , 2*10^11 , "A100 80GB" ,10, 50%)'
    sheet["A3"] = '=IF(GPU_CARDS("13B","200B","A100 80GB",10,0.5)>100,"many, ""very""","few(")'
    sheet["A4"] = '=-GPU_TFLOPS("H100 SXM5 80GB")^2'
    sheet["A5"] = '=GPU_CARDS("13B",200000000000,"A100 80GB",10,0.5)&" cards"'
    sheet["A6"] = '=IFERROR(GPU_CARDS("13B","200B","B9000",10),"no such card")'
    sheet["A7"] = '=GPU_CARDS("13B","200B","A100 80GB",-1)'
    sheet["A8"] = '=GPU_CARDS("1/2","200B","A100 80GB",10)'
    sheet["A9"] = '=GPU_CARDS(,"200B","A100 80GB",10)'
    return saved(workbook)


@book(lambda: {
    ("Inputs", "B9"): xl.GPU_CARDS(13e9, 2e11, "A100 80GB", 10),
    ("Inputs", "B10"): xl.RENT_COST(8, 240, 15, 0.2),
    ("Inputs", "B11"): xl.RENT_COST(8, 240, 12000),
}, True)  # fmt: skip
def typed_text() -> bytes:
    """Inputs as people type them: with units, full width, odd spelling."""
    workbook, sheet = new("Inputs")
    rows(
        sheet, ("params", "13B"), ("tokens", "2000亿"), ("gpu", "ａ100  80gb"), ("days", "10天"),
        ("cards", "8卡"), ("hours", "10天"), ("price", "15元/卡时"), ("discount", "8折"),
    )  # fmt: skip
    sheet["B9"] = "=GPU_CARDS(B1,B2,B3,B4)"
    sheet["B10"] = "=RENT_COST(B5,B6,B7,B8)"
    sheet["B11"] = "=RENT_COST(B5,B6,C11)"
    sheet["C11"] = "¥12,000"
    sheet["B12"] = "=RENT_COST(B5,B6,C12)"
    sheet["C12"] = "about 15"
    sheet["B13"] = "=RENT_COST(C13,B6,15,C14)"
    sheet["C13"] = " 8 "
    sheet["C14"] = "  "
    sheet["B14"] = '=TAX_EXCLUSIVE("¥10,600",C15)'
    sheet["C15"] = "6%"
    sheet["B15"] = '=GPU_CARDS("7B",C16,"312",C17,,,,,,,,C18)'
    sheet["C16"], sheet["C17"], sheet["C18"] = "1.3万亿", "30", "否"
    return saved(workbook)


@book(
    lambda: {("报价", "B5"): xl.RMB_UPPER(xl.TAX_INCLUSIVE(xl.RENT_COST(8, 720, 12.5), 0.06))}, True
)
def nested() -> bytes:
    """Calls inside calls inside other functions."""
    workbook, sheet = new("报价")
    rows(sheet, ("卡数", 8), ("小时", 720), ("单价", 12.5), ("税率", 0.06))
    sheet["B5"] = "=RMB_UPPER(TAX_INCLUSIVE(RENT_COST(B1,B2,B3),B4))"
    sheet["B6"] = "=TAX_INCLUSIVE(RENT_COST(B1,B2,B3)+RENT_COST(B1,B2,B3)*2,B4)"
    sheet["B7"] = '=GPU_CARDS("7B",TRAIN_FLOPS("7B","1T")/6/7E9,"H100 SXM5 80GB",MAX(B1,10))'
    sheet["B8"] = (
        '=IF(B1>4,TRAIN_HOURS("7B","1T","H100 SXM5 80GB",GPU_CARDS("7B","1T",4090,30)),"")'
    )
    sheet["B9"] = "=GPU_TFLOPS(GPU_TFLOPS(GPU_TFLOPS(312)))"
    return saved(workbook)


@book(lambda: {("Jobs", "E2"): xl.GPU_CARDS(7e9, 1e11, "A100 80GB", 10)})
def table_by_openpyxl() -> bytes:
    """A table with this-row references and a formula beside it."""
    workbook, sheet = new("Jobs")
    rows(
        sheet, ("params", "tokens", "gpu [type]", "days", "cards", "hours"),
        (7e9, 1e11, "A100 80GB", 10), ("13B", "2000亿", "H100 SXM5 80GB", 20), (None,) * 4,
    )  # fmt: skip
    for row in (2, 3, 4):
        sheet[f"E{row}"] = (
            "=GPU_CARDS(Jobs_t[[#This Row],[params]],Jobs_t[[#This Row],[tokens]],"
            "Jobs_t[[#This Row],[gpu '[type']]],Jobs_t[[#This Row],[days]])"
        )
        sheet[f"F{row}"] = f'=IF(A{row}="","",TRAIN_HOURS(A{row},B{row},C{row},E{row}))'
    sheet.add_table(Table(displayName="Jobs_t", ref="A1:F4"))
    sheet["H2"] = "=SUM(Jobs_t[hours])"
    return saved(workbook)


@book(lambda: {("Sheet1", "D2"): xl.RENT_COST(8, 100, 15)}, True)
def table_by_xlsxwriter() -> bytes:
    """A table whose column has a formula: Excel would write it into new rows."""
    stream = io.BytesIO()
    workbook = xlsxwriter.Workbook(stream)
    sheet = workbook.add_worksheet()
    columns = [{"header": h} for h in ("cards", "hours", "price")]
    columns.append({"header": "cost", "formula": "=RENT_COST([@cards],[@hours],[@price])"})
    data = [[8, 100, 15], [16, 20.5, 9], [2, 1, "12元/卡时"]]
    sheet.add_table("A1:D4", {"name": "rent", "columns": columns, "data": data})
    sheet.write_formula("F1", "=SUM(rent[cost])")
    sheet.write_formula("F2", "=SUM(RENT_COST(rent[cards],rent[hours],9))")
    workbook.close()
    # XlsxWriter writes [[#This Row],cards], which Excel takes; it writes [[#This Row],[cards]]
    return parts.edited(stream.getvalue(), rb"\[\[#This Row\],(\w+)\]", rb"rent[[#This Row],[\1]]")


@book(lambda: {("In", "B5"): xl.TRAIN_HOURS(7e9, 1e11, "A100 80GB", 64, 0.4)}, True)
def names() -> bytes:
    """Inputs and constants as defined names, one of them local to a sheet."""
    workbook, sheet = new("In")
    rows(sheet, ("params", 7e9), ("tokens", "100B"), ("gpu", "A100 80GB"), ("cards", 64))
    for row, name in enumerate(("in_params", "in_tokens", "in_gpu"), 1):
        workbook.defined_names[name] = DefinedName(name, attr_text=f"In!$B${row}")
    sheet.defined_names["local_cards"] = DefinedName("local_cards", attr_text="In!$B$4")
    workbook.defined_names["the_mfu"] = DefinedName("the_mfu", attr_text="0.4")
    workbook.defined_names["pair"] = DefinedName("pair", attr_text="In!$D$1:$D$2")
    sheet["D1"], sheet["D2"] = "A100 80GB", "L40S"
    sheet["B5"] = "=TRAIN_HOURS(in_params,in_tokens,in_gpu,local_cards,the_mfu)"
    sheet["B6"] = "=SUM(GPU_TFLOPS(pair))"
    other = workbook.create_sheet("Other sheet")
    other["A1"] = "=TRAIN_HOURS(in_params,in_tokens,in_gpu,In!local_cards,the_mfu)"
    other["A2"] = "=TRAIN_HOURS(in_params,in_tokens,in_gpu,In!B4*2,the_mfu)"
    return saved(workbook)


@book(lambda: {("结果", "C4"): xl.RENT_COST(8, 240, 15)})
def chinese_with_comments() -> bytes:
    """Merged cells, comments, formats, page set-up, Chinese names and texts."""
    workbook, sheet = new("结果")
    sheet.merge_cells("A1:F1")
    sheet["A1"], sheet["A1"].font = "租用测算（含税）", Font(bold=True, size=16)
    sheet["A2"].comment = Comment("由采购填写", "财务")
    rows(sheet, ("项目", "数值"), ("卡数", 8))
    sheet["A3"], sheet["B3"], sheet["A4"], sheet["B4"] = "时长", 240, "单价", 15
    sheet["B2"] = 8
    sheet["C4"], sheet["C4"].number_format = "=RENT_COST(B2,B3,B4)", '"¥"#,##0.00'
    sheet["C4"].fill = PatternFill("solid", fgColor="FFFF00")
    sheet.merge_cells("C5:D6")
    sheet["C5"] = "=RMB_UPPER(C4)"
    sheet.print_area, sheet.freeze_panes = "A1:F6", "A2"
    sheet.page_setup.orientation = "landscape"
    sheet.oddFooter.center.text = "第 &P 页"
    sheet.protection.sheet = True
    hidden = workbook.create_sheet("隐藏")
    hidden.sheet_state = "hidden"
    hidden["A1"] = "=TAX_EXCLUSIVE(结果!C4,6%)"
    return saved(workbook)


@book(lambda: {("Data", "C2"): xl.RENT_COST(1, 100, 10)})
def charts_by_openpyxl() -> bytes:
    workbook, sheet = new("Data")
    rows(sheet, ("cards", "hours", "cost"))
    for n in range(1, 6):
        rows(sheet, (n, 100, f"=RENT_COST(A{n + 1},B{n + 1},10)"))
    chart = BarChart()
    chart.add_data(Reference(sheet, min_col=3, min_row=1, max_row=6), titles_from_data=True)
    sheet.add_chart(chart, "E2")
    return saved(workbook)


@book(lambda: {("Data", "B2"): xl.GPU_TFLOPS("A100 80GB")})
def charts_by_xlsxwriter() -> bytes:
    """A chart, a sparkline, a text box and a chart sheet by XlsxWriter; formulas have no value."""
    stream = io.BytesIO()
    workbook = xlsxwriter.Workbook(stream)
    sheet = workbook.add_worksheet("Data")
    bold = workbook.add_format({"bold": True, "bg_color": "#DDEBF7"})
    sheet.write_row(0, 0, ["card", "TFLOPS"], bold)
    for n, card in enumerate(("A100 80GB", "H100 SXM5 80GB", "RTX 4090", "unknown"), 1):
        sheet.write(n, 0, card)
        sheet.write_formula(n, 1, f"=IFERROR(GPU_TFLOPS(A{n + 1}),0)", bold, "")
    chart = workbook.add_chart({"type": "column"})
    chart.add_series({"categories": "=Data!$A$2:$A$5", "values": "=Data!$B$2:$B$5"})
    sheet.insert_chart("D2", chart)
    sheet.add_sparkline("C2", {"range": "Data!B2:B5"})
    sheet.insert_textbox("D20", "Only dense BF16")
    sheet.conditional_format("B2:B5", {"type": "data_bar"})
    other = workbook.add_chart({"type": "pie"})
    other.add_series({"values": "=Data!$B$2:$B$4"})
    workbook.add_chartsheet("Pie").set_chart(other)
    workbook.close()
    return stream.getvalue()


@book(lambda: {("Rows", f"D{r}"): xl.RENT_COST(r, 100 + r, 12) for r in range(2, 12)}, True)
def shared_formulas() -> bytes:
    """A column filled down, stored once; a second one beside it that does not concern us."""
    workbook, sheet = new("Rows")
    rows(sheet, ("cards", "hours", "price", "cost", "double"))
    for r in range(2, 12):
        rows(sheet, (r, 100 + r, 12, f"=RENT_COST(A{r},B{r},$C$2)*1", f"=D{r}*2"))
    data = parts.shared(saved(workbook), "xl/worksheets/sheet1.xml", "D", 2, 11)
    return parts.shared(data, "xl/worksheets/sheet1.xml", "E", 2, 11, group=8)


@book(lambda: {
    ("A", "B2"): 312.0, ("A", "B3"): 989.4, ("A", "B5"): "#N/A", ("A", "B6"): "#N/A",
    ("A", "C3"): 989.4 * 2, ("A", "G3"): xl.RENT_COST(2, 20, 7),
    ("A", "F2"): xl.RENT_COST(1, 10, 5), ("A", "L3"): 989.4,
}, plain=1, **{"lambda": 1})  # fmt: skip
def array_formulas() -> bytes:
    """Array formulas of Excel 2016 (Ctrl+Shift+Enter), longer than their results too."""
    workbook, sheet = new("A")
    for r, card in enumerate(("A100 80GB", "H100 SXM5 80GB", "B9000"), 2):
        sheet[f"A{r}"] = card
    sheet["B2"] = ArrayFormula("B2:B6", "=GPU_TFLOPS(A2:A4)")
    sheet["C2"] = ArrayFormula("C2:C4", "=IFERROR(GPU_TFLOPS(A2:A4)*2,0)")
    sheet["D2"] = ArrayFormula("D2", "=SUM(GPU_TFLOPS(A2:A3)*{1;2})")
    sheet["E1"], sheet["E2"], sheet["E3"], sheet["F1"], sheet["G1"] = "h", 1, 2, 5, 7
    sheet["F2"] = ArrayFormula("F2:G3", "=RENT_COST(E2:E3,{10;20},F1:G1)")
    sheet["I2"] = ArrayFormula("I2:I3", "=TRANSPOSE(GPU_TFLOPS(A2:A3))*E2:E3")
    sheet["K2"] = ArrayFormula("K2", "=GPU_TFLOPS(A3)")
    sheet["L2"] = ArrayFormula("L2:L3", "=GPU_TFLOPS(A3)")
    return saved(workbook)


@book(lambda: {("Sheet1", "C1"): 312.0, ("Sheet1", "C2"): 989.4, ("Sheet1", "E1"): 1301.4}, True)
def dynamic_arrays() -> bytes:
    """A formula that spills (Excel 365) and others that refer to what it fills."""
    stream = io.BytesIO()
    workbook = xlsxwriter.Workbook(stream)
    sheet = workbook.add_worksheet()
    sheet.write_column("A1", ["A100 80GB", "H100 SXM5 80GB"])
    sheet.write_dynamic_array_formula("C1:C2", "=GPU_TFLOPS(A1:A2)")
    sheet.write_formula("E1", "=SUM(_xlfn.ANCHORARRAY(C1))")
    sheet.write_formula("E2", "=MAX(GPU_TFLOPS(A1:A2))")
    sheet.write_dynamic_array_formula("E3", "=SUM(GPU_TFLOPS(A1:A2))")
    workbook.close()
    return stream.getvalue()


@book(lambda: {
    ("Agg", "D1"): 1301.4, ("Agg", "D4"): 312 * 2 + 989.4 * 3, ("Agg", "D5"): 312.0,
    ("Agg", "D8"): 312.0, ("Agg", "D7"): xl.RENT_COST(2, 10, 9) + xl.RENT_COST(3, 20, 9),
}, plain=1, **{"lambda": 1})  # fmt: skip
def aggregates() -> bytes:
    """Ranges of answers inside SUM, MAX, INDEX, SUMPRODUCT, and where nothing takes them."""
    workbook, sheet = new("Agg")
    rows(sheet, ("A100 80GB", 2, 10), ("H100 SXM5 80GB", 3, 20))
    sheet["D1"] = "=SUM(GPU_TFLOPS(A1:A2))"
    sheet["D2"] = "=MAX(GPU_TFLOPS(A1:A2),1)-MIN((GPU_TFLOPS(A1:A2)))"
    sheet["D3"] = "=INDEX(GPU_TFLOPS(A1:A2),2)+AVERAGE(GPU_TFLOPS(A:A))"
    sheet["D4"] = "=SUMPRODUCT(GPU_TFLOPS(A1:A2)*B1:B2)"
    sheet["D5"] = "=GPU_TFLOPS(A1:A2)"
    sheet["D6"] = "=ROUND(GPU_TFLOPS(A1:A2)/7,2)"
    sheet["D7"] = "=SUM(RENT_COST(B1:B2,C1:C2,9))"
    sheet["D8"] = "=GPU_TFLOPS(GPU_TFLOPS(A1:A2))"
    sheet["D9"] = "=SUM(TAX_INCLUSIVE(RENT_COST(B1:B2,C1:C2,9),6%))"
    sheet["D10"] = "=FREQUENCY(GPU_TFLOPS(A1:A2),500)"
    return saved(workbook)


@book(lambda: {("Mac", "B3"): 31.0}, True)
def dates_of_1904() -> bytes:
    workbook, sheet = new("Mac")
    workbook.epoch = CALENDAR_MAC_1904
    sheet["A1"], sheet["A2"] = datetime.date(2026, 11, 1), datetime.date(2026, 12, 1)
    sheet["B3"] = "=RENTAL_DAYS(A1,A2)"
    sheet["B4"] = '=RENTAL_DAYS("2026-11-01","2026-12-01")'
    sheet["B5"] = "=RENTAL_DAYS(A5,A6)"
    sheet["A5"], sheet["A6"] = "2026-11-01", "2026年12月1日"
    return saved(workbook)


@book(lambda: {("Bob's 报价 (2)", "A1"): xl.RENT_COST(8, 10, 15), ("Sum", "A1"): 2400.0})
def quoted_sheet_names() -> bytes:
    """Sheet names with quotes, brackets and blanks: references to them, and long ones."""
    workbook, sheet = new("Bob's 报价 (2)")
    inputs = workbook.create_sheet("Inputs, all 'of' them & more")
    rows(inputs, (8, 10, 15), ("A100 80GB", "13B", "200B"))
    q = "'Inputs, all ''of'' them & more'!"
    sheet["A1"] = f"=RENT_COST({q}A1,{q}$B$1,{q}C1)"
    sheet["A2"] = f'=GPU_CARDS({q}B2,{q}C2,{q}A2,10,0.5,24,0.1,1,"lora",8,0.1,TRUE)'
    sheet["A3"] = f"=SUM(GPU_TFLOPS({q}A2:A2))"
    total = workbook.create_sheet("Sum")
    total["A1"] = "='Bob''s 报价 (2)'!A1*2"
    return saved(workbook)


@book(lambda: {("Q", "A1"): 312.0, ("Q", "A3"): 989.4, ("Q", "A4"): 7.0}, True)
def add_in_path() -> bytes:
    """The add-in's path in front, as the file stores it, between links to other workbooks."""
    workbook, sheet = new("Q")
    sheet["A1"] = '=[2]!GPU_TFLOPS("A100 80GB")'
    sheet["A2"] = '=[1]Sheet1!$A$1+[3]Sheet1!$A$1+[2]!GPU_TFLOPS("RTX 4090")'
    sheet["A3"] = "='C:\\Users\\Li (Bo)\\AddIns\\gpucalc.xlam'!GPU_TFLOPS(\"H100 SXM5 80GB\")"
    sheet["A4"] = "=[3]Sheet1!$A$1"
    workbook.defined_names["far"] = DefinedName("far", attr_text="[3]Sheet1!$A$1")
    link = "file:///C:/Users/Li/AppData/Roaming/Microsoft/AddIns/gpucalc.xlam"
    return parts.linked(saved(workbook), "rates.xlsx", link, "other.xlsx")


@book(lambda: {("M", "A2"): 624.0}, suffix=".xlsm")
def with_macros() -> bytes:
    workbook, sheet = new("M")
    sheet["A1"] = '=GPU_TFLOPS("A100 80GB")'
    sheet["A2"] = "=A1*2"
    return parts.with_macros(saved(workbook))


@book(lambda: {("P", f"A{n}"): 312.0 for n in range(1, 6)})
def prefixes() -> bytes:
    """What other programs leave in front of functions that they do not know."""
    workbook, sheet = new("P")
    for n, prefix in enumerate(("_xlfn.", "_xll.", "_xludf.", "_xlfn._xludf.", "gpucalc.xlam!"), 1):
        sheet[f"A{n}"] = f'={prefix}GPU_TFLOPS("A100 80GB")'
    sheet["A6"] = '="GPU_TFLOPS(""A100"")"&A1'
    return saved(workbook)


@book(lambda: {("R", "A1"): 312.0}, plain=4, values=4, **{"lambda": 4})
def outside_of_cells() -> bytes:
    """Calls in a name, a conditional format, a validation: refused by place; the rest is done."""
    workbook, sheet = new("R")
    sheet["A1"] = '=GPU_TFLOPS("A100 80GB")'
    workbook.defined_names["peak"] = DefinedName("peak", attr_text='GPU_TFLOPS("A100 80GB")')
    sheet["A2"] = "=A1+1"
    fill = PatternFill(bgColor="FF0000")
    sheet.conditional_formatting.add("A1:A3", FormulaRule(formula=["GPU_TFLOPS(A1)>3"], fill=fill))
    rule = DataValidation(type="custom", formula1="GPU_TFLOPS(B1)>1")
    rule.add("B1:B5")
    sheet.add_data_validation(rule)
    between = DataValidation(type="decimal", formula1="1", formula2='GPU_TFLOPS("RTX 4090")')
    between.add("C1")
    sheet.add_data_validation(between)
    return saved(workbook)


@book(lambda: {("V", "A4"): 312.0}, plain=2, **{"lambda": 2})
def no_formulas() -> bytes:
    """Functions that answer from the library itself: frozen as values, refused as formulas."""
    workbook, sheet = new("V")
    sheet["A1"] = "=GPUCALC_VERSION()"
    sheet["A2"] = '=GPU_SPEC("A100 80GB","memory_gb")&" GB"'
    sheet["A3"] = "=A1&A2"
    sheet["A4"] = '=GPU_TFLOPS("A100 80GB")'
    return saved(workbook)


@book(lambda: {("E", "D1"): xl.RENT_COST(8, 24, 15), ("E", "D4"): xl.RENT_COST(4, 240, 15)})
def expressions() -> bytes:
    """Arguments that must be computed first, some of which know where they stand."""
    workbook, sheet = new("E")
    rows(sheet, (8, 24, 15), (4, None, 12), (2, 48, "9元"))
    sheet["D1"] = "=RENT_COST(A1*1,B1+0,C1/1)"
    sheet["D2"] = '=RENT_COST(INDEX(A1:A3,ROW()),IF(B2="",24,B2),SUM(C1:C2)/2,B2)'
    sheet["D3"] = "=RENT_COST(MAX(A:A),VLOOKUP(2,A1:B3,2,FALSE),INDEX(C1:C3,3),INDEX(B1:B3,2))"
    sheet["D4"] = "=RENT_COST(A2,24*10,(C1))"
    sheet["D5"] = "=RENT_COST(LARGE(A1:A3,1),SUMPRODUCT((A1:A3>2)*A1:A3),CHOOSE(2,1,C1),A1/100)"
    sheet["D6"] = '=GPU_CARDS(A1&"B","200B",IF(A1>5,"a100 80gb","L40S"),B1)'
    sheet["D7"] = "=RENT_COST(OFFSET(A1,1,0),COUNT(A1:A3)*10,C1)"
    return saved(workbook)


@book(
    lambda: {("Fill", f"F{r}"): xl.GPU_CARDS(r * 1e9, r * 1e10, "A100 80GB", 10) for r in (2, 120)}
)
def many_rows() -> bytes:
    """A long list with blank rows at its end."""
    workbook, sheet = new("Fill")
    rows(sheet, ("params", "tokens", "gpu", "days", "mfu", "cards", "hours"))
    for r in range(2, 141):
        line = (r * 1e9, r * 1e10, "A100 80GB", 10, None) if r <= 120 else (None,) * 5
        f = f'=IF(A{r}="","",GPU_CARDS(A{r},B{r},C{r},D{r},E{r}))'
        rows(sheet, (*line, f, f'=IF(F{r}="","",TRAIN_HOURS(A{r},B{r},C{r},F{r},E{r}))'))
    return saved(workbook)


@book(
    lambda: {("X", "C1"): "#DIV/0!", ("X", "C2"): "#VALUE!", ("X", "C3"): "#N/A", ("X", "C5"): True}
)
def errors_and_blanks() -> bytes:
    """Error cells and blanks among the inputs; errors caught by the user's own formulas."""
    workbook, sheet = new("X")
    sheet["A1"], sheet["A3"], sheet["A4"] = "=1/0", "nope", "A100 80GB"
    sheet["C1"] = "=GPU_TFLOPS(A1)"
    sheet["C2"] = "=GPU_TFLOPS(A2)"
    sheet["C3"] = "=GPU_TFLOPS(A3)"
    sheet["C4"] = "=RENT_COST(8,10,15,A2,A2)"
    sheet["C5"] = "=ISNA(GPU_TFLOPS(A3))"
    sheet["C6"] = "=GPU_TFLOPS(#N/A)"
    sheet["C7"] = "=RENT_COST(0.5,10,15)"
    sheet["C8"] = "=RENT_COST(TRUE,10,15)"
    sheet["C9"] = '=GPU_TFLOPS("")'
    sheet["C10"] = "=RENT_COST(A10,10,15)"
    sheet["A10"] = '=""'
    return saved(workbook)


@book(lambda: {("gpucalc", "A1"): 312.0, ("Catalog", "A1"): 313.0})
def taken_names() -> bytes:
    """Sheets that are called as ours would be."""
    workbook, sheet = new("gpucalc")
    sheet["A1"] = "=GPU_TFLOPS(Catalog!B1)"
    other = workbook.create_sheet("Catalog")
    other["A1"], other["B1"] = "=gpucalc!A1+1", "A100 80GB"
    other["A2"] = '=GPU_CARDS("13B","200B",B1,10)'
    return saved(workbook)


@book(lambda: {("L", "A2"): 624.0}, plain=1)
def modern_functions() -> bytes:
    """Formulas of Excel 365 around and inside calls."""
    stream = io.BytesIO()
    workbook = xlsxwriter.Workbook(stream, {"use_future_functions": True})
    sheet = workbook.add_worksheet("L")
    sheet.write("B1", "A100 80GB")
    sheet.write_formula("A1", "=_xlfn.LET(_xlpm.card,B1,GPU_TFLOPS(_xlpm.card))", None, "")
    sheet.write_formula("A2", "=_xlfn.LET(_xlpm.x,GPU_TFLOPS(B1),_xlpm.x*2)", None, "")
    sheet.write_formula("A3", "=_xlfn.SINGLE(GPU_TFLOPS(B1:B1))", None, "")
    workbook.close()
    return stream.getvalue()


@book(lambda: {("S", "A1"): 312.0, ("S", "A3"): 5.0}, plain=1, values=0, **{"lambda": 1})
def other_add_ins() -> bytes:
    """Functions of others: what they give is kept as stored, and so is what holds them."""
    stream = io.BytesIO()
    workbook = xlsxwriter.Workbook(stream)
    sheet = workbook.add_worksheet("S")
    sheet.write_formula("A1", '=GPU_TFLOPS("A100 80GB")', None, 312)
    sheet.write_formula("A2", "=THEIRS(A1)", None, 4)
    sheet.write_formula("A3", "=A2+1", None, 5)
    sheet.write_formula("A4", '=THEIRS(GPU_TFLOPS("A100 80GB"))', None, 9)
    workbook.close()
    return stream.getvalue()
