"""Native charts in the house style: titled, with units on the axes, told apart without colour."""

from __future__ import annotations

from collections.abc import Sequence

from openpyxl.chart import BarChart, LineChart, ScatterChart
from openpyxl.chart import Reference as Range
from openpyxl.chart._chart import ChartBase
from openpyxl.chart.layout import Layout, ManualLayout
from openpyxl.chart.legend import Legend
from openpyxl.chart.series import Series
from openpyxl.chart.series_factory import SeriesFactory
from openpyxl.chart.shapes import GraphicalProperties
from openpyxl.chart.text import RichText, Text
from openpyxl.chart.title import Title
from openpyxl.drawing.line import LineProperties
from openpyxl.drawing.spreadsheet_drawing import AnchorMarker, TwoCellAnchor
from openpyxl.drawing.text import (
    CharacterProperties,
    Paragraph,
    ParagraphProperties,
    RegularTextRun,
)

from workbooks import house
from workbooks.book import Sheet
from workbooks.formulas import Cell

# Dark solid, light dashed, mid dotted: the lines differ on a black-and-white print too.
_STYLES = ((house.NAVY, "solid", 28000), ("C77700", "dash", 28000), ("6B7280", "sysDot", 22000))
_BARS = ("8EA4C8", "C77700", "6B7280")
_GRID = "D9DDE5"


def lines(
    sheet: Sheet, place: Cell | str, title: str, axes: tuple[str, str], x: Cell, ys: Sequence[Cell],
    *, size: tuple[float, float] = (17, 8.5), numbers: tuple[str, str] = ("0", "#,##0"),
    source: Sheet | None = None, most: float | None = None,
) -> None:  # fmt: skip
    """Lines over a numeric axis. ``x`` and ``ys`` are columns or rows whose first cell is the
    heading, on the sheet ``source`` where that is another; ``place`` is the block of cells that the
    chart covers, so that it is as wide as they are in every font (or its upper left cell, with
    ``size`` in cm); ``axes`` are the titles of the horizontal and the vertical axis, ``most`` is
    the end of the horizontal one."""
    data = source or sheet
    chart = ScatterChart()
    chart.x_axis.scaling.min, chart.x_axis.scaling.max = 0, most
    chart.style, chart.scatterStyle = 2, "lineMarker"
    for values, (color, dash, width) in zip(ys, _STYLES, strict=False):
        series = _series(data, values, _body(data, x))
        line = LineProperties(solidFill=color, w=width, prstDash=dash)
        series.graphicalProperties = GraphicalProperties(ln=line)
        series.marker.symbol, series.smooth = "none", False
        chart.series.append(series)
    _finish(chart, sheet, place, title, axes, size, numbers)


def bars(
    sheet: Sheet, place: Cell | str, title: str, axes: tuple[str, str], x: Cell, ys: Sequence[Cell],
    *, size: tuple[float, float] = (17, 8.5), numbers: tuple[str, str] = ("0%", "#,##0"),
    stacked: bool = False, flat: bool = False,
) -> None:  # fmt: skip
    """Columns over categories, beside each other or stacked; ``flat`` lays them on their side, from
    the first category down, where their names are long. Otherwise as :func:`lines`."""
    chart = BarChart()
    chart.type, chart.gapWidth = "bar" if flat else "col", 60
    if stacked:
        chart.grouping, chart.overlap = "stacked", 100
    for values, color in zip(ys, _BARS, strict=False):
        series = _series(sheet, values, None)
        series.graphicalProperties = GraphicalProperties(solidFill=color)
        series.invertIfNegative = False
        chart.series.append(series)
    chart.set_categories(_body(sheet, x))
    chart.x_axis.tickLblPos = "low"  # below the columns, where these are negative too
    _finish(chart, sheet, place, title, axes, size, numbers)
    if flat:
        chart.x_axis.scaling.orientation, chart.y_axis.crosses = "maxMin", "max"
        chart.layout.manualLayout.x, chart.layout.manualLayout.w = 0.3, 0.66


def columns_and_line(
    sheet: Sheet, place: Cell | str, title: str, axes: tuple[str, str, str], x: Cell,
    columns: Cell, line: Cell, *, size: tuple[float, float] = (17, 8.5),
    numbers: tuple[str, str] = ("#,##0", "#,##0.#"),
) -> None:  # fmt: skip
    """Columns on the left axis and a line on the right one, over the same categories; ``axes`` are
    the titles of the horizontal, the left and the right axis, ``numbers`` of the last two. A cut
    axis would make small differences look large: both start at 0. Otherwise as :func:`lines`."""
    chart, second = BarChart(), LineChart()
    chart.type, chart.gapWidth = "col", 60
    for part, values in ((chart, columns), (second, line)):
        part.series.append(_series(sheet, values, None))
        part.set_categories(_body(sheet, x))
        part.y_axis.scaling.min = 0
    chart.series[0].graphicalProperties = GraphicalProperties(solidFill=_BARS[0])
    drawn = second.series[0]
    drawn.graphicalProperties = GraphicalProperties(
        ln=LineProperties(solidFill=house.NAVY, w=22000)
    )
    drawn.marker.symbol, drawn.marker.size, drawn.smooth = "circle", 6, False
    drawn.marker.graphicalProperties = GraphicalProperties(solidFill=house.NAVY)
    # Its own categories, hidden and without a title: shared ones draw their title a second time,
    # over the chart's.
    second.x_axis.axId, second.y_axis.axId = 300, 200
    second.x_axis.crossAx, second.y_axis.crossAx = 200, 300
    second.x_axis.delete, second.y_axis.delete = True, False
    second.y_axis.title, second.y_axis.number_format = heading(axes[2], 900), numbers[1]
    second.y_axis.crosses, second.y_axis.majorGridlines = "max", None
    chart += second
    _finish(chart, sheet, place, title, axes[:2], size, ("General", numbers[0]))
    chart.legend = Legend()
    chart.legend.position = "b"
    chart.layout.manualLayout.x, chart.layout.manualLayout.w = 0.17, 0.71


def heading(words: str, size: int) -> Title:
    """A title in a size that fits a page; ``size`` in hundredths of a point."""
    look = CharacterProperties(sz=size, b=True, solidFill=house.NAVY)
    line = Paragraph(
        pPr=ParagraphProperties(defRPr=look), r=[RegularTextRun(rPr=look, t=words)]
    )  # fmt: skip
    return Title(tx=Text(rich=RichText(p=[line])), overlay=False)


def _series(sheet: Sheet, values: Cell, x: Range | None) -> Series:
    made: Series = SeriesFactory(_range(sheet, values), x, title_from_data=True)
    return made


def _range(sheet: Sheet, block: Cell, skip: int = 0) -> Range:
    across = block.last_row == block.row
    return Range(
        sheet.raw,
        min_col=block.column + (skip if across else 0), max_col=block.last_column,
        min_row=block.row + (0 if across else skip), max_row=block.last_row,
    )  # fmt: skip


def _body(sheet: Sheet, block: Cell) -> Range:
    """A block without its heading."""
    return _range(sheet, block, 1)


def _finish(
    chart: ChartBase, sheet: Sheet, place: Cell | str, title: str, axes: tuple[str, str],
    size: tuple[float, float], numbers: tuple[str, str],
) -> None:  # fmt: skip
    chart.title = heading(title, 1100)
    for axis, words, number in zip((chart.x_axis, chart.y_axis), axes, numbers, strict=True):
        # Charts of this writer hide their axes unless told not to.
        axis.title, axis.delete, axis.number_format = heading(words, 900), False, number
    chart.x_axis.majorGridlines = None
    thin = LineProperties(solidFill=_GRID, w=6350)
    chart.y_axis.majorGridlines.spPr = GraphicalProperties(ln=thin)
    if len(chart.series) > 1:
        chart.legend.position = "b"
    else:
        chart.legend = None
    chart.layout = Layout(
        ManualLayout(x=0.14, y=0.13, w=0.82, h=0.60, xMode="edge", yMode="edge",
                     layoutTarget="inner")
    )  # fmt: skip
    if isinstance(place, str):
        chart.width, chart.height = size
        sheet.raw.add_chart(chart, place)
        return
    chart.anchor = TwoCellAnchor(
        editAs="oneCell",
        _from=AnchorMarker(col=place.column - 1, row=place.row - 1),
        to=AnchorMarker(col=place.last_column, row=place.last_row),
    )
    sheet.raw.add_chart(chart)
