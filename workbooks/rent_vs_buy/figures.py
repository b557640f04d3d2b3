"""The sheet of charts: what both sides cost over time, over use and over falling rents."""

from __future__ import annotations

from workbooks import blocks, charts, house
from workbooks.formulas import BLANK, Cell, Formula, looked_up, printed, typed, when
from workbooks.rent_vs_buy.calculation import Calculation
from workbooks.rent_vs_buy.flows import Flows
from workbooks.rent_vs_buy.sensitivity import Sensitivity

LAST = "E"
POINTS = 12  # parts of the horizon
TENTHS = 10


class Figures:
    """``over_time`` are the figures of a chart that another sheet shows: x, then the series."""

    def __init__(self, calc: Calculation, flows: Flows, grids: Sensitivity) -> None:
        self.calc, self.words, self.label = calc, calc.words, calc.label
        sheet = self.sheet = calc.book.sheet("charts")
        sheet.widths(A=2, B=26, C=22, D=24, E=24)
        row = blocks.title(sheet, self.label("charts"), self.words("charts_subtitle"), LAST)
        self._next = row + 36
        self.over_time = self._over_time(flows)
        x, ys = self._over_use()
        words, money = self.words, self.words("axis_money")
        charts.lines(
            sheet, sheet.at("B", row, LAST, row + 15), words("chart_use"),
            (words("axis_use"), money), x, ys, numbers=("0%", "#,##0"), most=1,
        )  # fmt: skip
        x, ys = self._over_fall(grids)
        charts.bars(
            sheet, sheet.at("B", row + 17, LAST, row + 32), words("chart_fall"),
            (words("axis_fall"), words("axis_saving")), x, ys,
        )  # fmt: skip
        sheet.raw.page_setup.fitToHeight = 1

    def _table(self, words: str, heads: dict[str, str]) -> int:
        """A heading and column heads; gives the row of the heads."""
        self._next = blocks.heading(self.sheet, self._next, self.words(words), LAST)
        return blocks.head_row(self.sheet, self._next, heads, 18) - 1

    def _put(self, column: str, row: int, formula: Formula, number: str) -> Cell:
        look = house.TABLE_CELL.but(number=number, horizontal="right", shrink=True)
        return self.sheet.formula(column, row, formula, look)

    def _columns(self, head: int, last: int, letters: str) -> list[Cell]:
        self._next = last + 2
        return [self.sheet.at(c, head, c, last) for c in letters]

    def _over_time(self, flows: Flows) -> tuple[Cell, list[Cell]]:
        """Present cost so far, at twelfths of the horizon."""
        sheet = self.sheet
        head = self._table("chart_time", {
            "B": self.words("axis_share"), "C": self.words("axis_month"),
            "D": self.label("rent_hire"), "E": self.label("own_buy"),
        })  # fmt: skip
        months, ready = self.calc.used["evaluation_horizon"], self.calc.is_on("timing_ready")
        for point in range(POINTS + 1):
            row = head + 1 + point
            look = house.TABLE_CELL.but(number="0.0%", horizontal="right")
            share = sheet.put("B", row, point / POINTS, look)
            at = when(ready, printed("month_at", months=months, share=share))
            month = self._put("C", row, at, "0")
            for column, key in (("D", "rent_sum"), ("E", "own_sum")):
                found = looked_up(flows.column(key), month, flows.column("month"))
                self._put(column, row, when(typed('{0}<>""', month), found), house.MONEY)
        x, *ys = self._columns(head, head + 1 + POINTS, "CDE")
        return x, ys

    def _over_use(self) -> tuple[Cell, list[Cell]]:
        """Rent grows with the share of the time that is paid; owning does not."""
        sheet, cells = self.sheet, self.calc.cells
        head = self._table("chart_use", {
            "B": self.words("axis_use"), "D": self.label("rent_hire"), "E": self.label("own_buy"),
        })  # fmt: skip
        full, own = cells["rent_npv_full"], cells["own_npv"]
        both = typed('IF({0}<>"",{1}<>"")', full, own)
        for point in range(TENTHS + 1):
            row = head + 1 + point
            look = house.TABLE_CELL.but(number="0%", horizontal="right")
            share = sheet.put("B", row, point / TENTHS, look)
            rent = printed("part_of", amount=full, share=share)
            self._put("D", row, when(both, rent), house.MONEY)
            self._put("E", row, when(both, typed("{0}", own)), house.MONEY)
        x, *ys = self._columns(head, head + 1 + TENTHS, "BDE")
        return x, ys

    def _over_fall(self, grids: Sensitivity) -> tuple[Cell, list[Cell]]:
        """What owning saves when rents fall: the last row of the first grid."""
        head = self._table(
            "chart_fall", {"B": self.words("axis_fall"), "D": self.words("axis_saving")}
        )
        count = grids.falls.last_column - grids.falls.column + 1
        for n in range(count):
            letter = house.letter(grids.falls.column + n)
            for column, block, number in (
                ("B", grids.falls, "0%"), ("D", grids.savings, house.MONEY),
            ):  # fmt: skip
                at = grids.sheet.at(letter, block.row)
                value = typed("IF({0}={1},{1},{0})", at, BLANK)
                self._put(column, head + 1 + n, value, number)
        x, *ys = self._columns(head, head + count, "BD")
        return x, ys
