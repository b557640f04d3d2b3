"""The fall of rent prices at which both cost the same, searched by halving an interval.

Rent is the dearer the less it falls, so an interval whose ends lie on different sides of owning
holds the answer. Each row halves it; after 45 rows nothing is left of it that a cell could show.
No iteration, no goal seek: the rows are ordinary formulas and follow every change of an input.
"""

from __future__ import annotations

from workbooks import blocks, house
from workbooks.fields import Field
from workbooks.formulas import BLANK, Cell, Part, printed, typed, when
from workbooks.rent_vs_buy import local
from workbooks.rent_vs_buy.calculation import Calculation
from workbooks.rent_vs_buy.fields import FIELDS

STEPS = 45


class Search:
    """``fall`` is the break-even fall, blank where there is none; ``low_npv`` and ``high_npv`` the
    rent at both ends of the interval."""

    def __init__(self, calc: Calculation) -> None:
        words, self.calc = calc.words, calc
        sheet = self.sheet = calc.book.sheet("break_even_search", tab=house.GREY)
        sheet.widths(A=2, B=10, C=22, D=22, E=22, F=24, G=24)
        row = blocks.title(sheet, words("search_title"), words("search_subtitle"), "G")
        sheet.freeze("C", row)
        limits = _limits(FIELDS["annual_fall_of_rent_prices"])
        result = row
        self.base, row = local.repeat(sheet, row + 1, calc, (local.TERMS, local.RENT))
        self._ready = typed('IF({0}<>"",{1}<>"")', calc.cells["own_npv"], calc.cells["rent_npv"])
        ends = []
        heads = ("search_end", "search_fall", "search_rent", "search_own")
        row = blocks.head_row(sheet, row, dict(zip("BCDE", map(words, heads), strict=True)), 20)
        for name, limit in zip(("low_head", "high_head"), limits, strict=True):
            sheet.put("B", row, words(name), house.TABLE_CELL)
            at = sheet.put("C", row, limit, house.TABLE_CELL.but(number=house.SHARE))
            ends.append((at, self._rent("D", row, at)))
            self._own("E", row)
            row += 1
        (low, self.low_npv), (high, self.high_npv) = ends
        heads = ("reading_step_no", "search_low", "search_high", "search_middle", "search_rent",
                 "search_own")  # fmt: skip
        row = blocks.head_row(sheet, row + 1, dict(zip("BCDEFG", map(words, heads), strict=True)),
                              20)  # fmt: skip
        middle = self._halve(row, low, high)
        own = calc.cells["own_npv"]
        crosses = typed("IF({0}>={1},{1}>={2})", self.low_npv, own, self.high_npv)
        # Rent that does not fall within the horizon at all has no fall to find.
        moves = typed("{0}>{1}", self.low_npv, self.high_npv)
        found = typed("IF({0},IF({1},IF({2},{3},{4}),{4}),{4})", self._ready, crosses, moves,
                      middle, BLANK)  # fmt: skip
        sheet.put("B", result, words("search_result"), house.LABEL.but(bold=True))
        sheet.merge("B", result, "D")
        self.fall = sheet.formula("E", result, found, house.TOTAL.but(number="0.0000%"))

    def _rent(self, column: str, row: int, fall: Cell) -> Cell:
        rent = printed("rent_npv", **(self.base | {"fall": fall}))
        look = house.TABLE_CELL.but(number=house.MONEY, horizontal="right")
        return self.sheet.formula(column, row, when(self._ready, rent), look)

    def _own(self, column: str, row: int) -> Cell:
        look = house.TABLE_CELL.but(number=house.MONEY, horizontal="right")
        own = self.calc.cells["own_npv"]
        return self.sheet.formula(column, row, when(self._ready, typed("{0}", own)), look)

    def _halve(self, row: int, low: Part, high: Part) -> Cell:
        look = house.TABLE_CELL.but(number="0.000000000%", horizontal="right")
        middle = self.sheet.at("E", row)
        for step in range(1, STEPS + 1):
            self.sheet.put("B", row, step, house.TABLE_CELL.but(horizontal="center"))
            left = self.sheet.formula("C", row, when(self._ready, typed("{0}", low)), look)
            right = self.sheet.formula("D", row, when(self._ready, typed("{0}", high)), look)
            half = printed("halfway", low=left, high=right)
            middle = self.sheet.formula("E", row, when(self._ready, half), look)
            rent, own = self._rent("F", row, middle), self._own("G", row)
            # Rent still above owning: it has to fall more, so the middle becomes the lower end.
            low = typed("IF({0}>{1},{2},{3})", rent, own, middle, left)
            high = typed("IF({0}>{1},{2},{3})", rent, own, right, middle)
            row += 1
        return middle


def _limits(field: Field) -> tuple[float, float]:
    """The least and the greatest fall that may be entered."""
    if field.quantity is None:
        raise ValueError(f"{field.name} has no quantity")
    return field.quantity.low, field.quantity.high
