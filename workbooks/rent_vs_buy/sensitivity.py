"""Sensitivity grids as plain formulas: what owning saves, over pairs of inputs."""

from __future__ import annotations

from collections.abc import Callable

from openpyxl.worksheet.pagebreak import Break

from workbooks import blocks, house
from workbooks.formulas import BLANK, Argument, Cell, Formula, is_number, printed, typed, when
from workbooks.rent_vs_buy import grids, local
from workbooks.rent_vs_buy.calculation import Calculation
from workbooks.rent_vs_buy.grids import Grid, Limits

FALLS = (-0.1, 0, 0.1, 0.2, 0.3, 0.4, 0.5)
SHARES = (0.25, 0.4, 0.55, 0.7, 0.85, 1)
CHANGES = (-0.3, -0.2, -0.1, 0, 0.1, 0.2, 0.3)
HORIZONS = (12, 24, 36, 48, 60, 72)
SALES = (0, 0.05, 0.1, 0.15, 0.2, 0.3, 0.4)
RATES = (0.03, 0.05, 0.08, 0.1, 0.12, 0.15)
LIVES = (3, 4, 5, 6)
_FALL, _SHARE, _CHANGE = (">=-1", "<=0.99"), (">0", "<=1"), (">-1", "<=10")
_MONTHS, _SALE = (">=1", "<=120"), (">=0", "<=1")
_RATE, _LIFE = (">=0", "<=1"), (">=1", "<=50")
_SIGNED = "+0%;-0%;0%"


class Sensitivity:
    """``falls`` and ``savings`` are rows for a chart: fall of rent prices, what owning saves."""

    def __init__(self, calc: Calculation) -> None:
        self.calc, self.words = calc, calc.words
        sheet = self.sheet = calc.book.sheet("sensitivity_analysis", landscape=True)
        sheet.widths(A=2, B=20, C=16, D=16, **dict.fromkeys("EFGHIJK", 15))
        row = blocks.title(
            sheet, calc.label("sensitivity_analysis"), self.words("sensitivity_subtitle"),
            grids.LAST,
        )  # fmt: skip
        sheet.freeze("C", row)
        self.base, row = local.repeat(sheet, row, calc, (local.TERMS, local.RENT, local.OWN))
        row = self._falls(row)
        row = self._prices(row + 1)
        sheet.raw.row_breaks.append(Break(id=row))
        row = self._horizons(row + 1)
        self._lives(row + 1)

    # -- what both sides cost ----------------------------------------------------------------------

    def _ready(self, *checked: tuple[Cell, Limits]) -> Formula:
        """Both sides can be computed, and the edges hold numbers within their limits."""
        criteria = ",".join(
            f'{{{n}}},"{low}",{{{n}}},"{high}"' for n, (_, (low, high)) in enumerate(checked, 1)
        )
        cells = [cell for cell, _ in checked]
        return typed(f"IF({{0}}=1,COUNTIFS({criteria})=1)", self.calc.cells["both_ready"], *cells)

    def _rent(self, **changed: Argument) -> Formula:
        names = [n for n, _, _ in (*local.RENT, *local.TERMS)]
        return printed("rent_npv", **({n: self.base[n] for n in names} | changed))

    def _own(self, **changed: Argument) -> Formula:
        names = [n for n, _, _ in (*local.OWN, *local.TERMS)]
        base: dict[str, Argument] = {n: self.base[n] for n in names}
        none: dict[str, Argument] = {"staff": 0, "power_kw": 0, "pue": 1, "tariff": 0}
        return printed("own_npv", **(base | none | changed))

    def _fits(self, months: Argument) -> Formula:
        """Whether months hold a whole number of payments."""
        per_year = self.base["payments_per_year"]
        return printed("whole_payments", months=months, payments_per_year=per_year)

    # -- the grids ---------------------------------------------------------------------------------

    def _falls(self, row: int) -> int:
        """Fall of rent prices against the share of the time for which rent is paid."""
        grid = grids.frame(
            self.sheet, row, "falls", FALLS, SHARES, (_FALL, _SHARE), ("0%", "0%")
        )  # fmt: skip
        cells = self.calc.cells
        full = {"monthly_rent": cells["rent_full"], "other_monthly": cells["other_full"]}
        grid.edge_cost = grid.by_edge(
            2,
            self.words("grid_rent_full"),
            lambda n: when(
                self._ready((grid.edges[n], _FALL)), self._rent(fall=grid.edges[n], **full)
            ),
        )
        grid.side_cost = grid.by_side(
            "D",
            self.words("grid_own"),
            lambda n: when(self._ready((grid.sides[n], _SHARE)), typed("{0}", cells["own_npv"])),
        )
        grid.fill(lambda side, edge: when(
            is_number(grid.edge_cost[edge], grid.side_cost[side]),
            printed("owning_saves", rent=grid.edge_cost[edge], share=grid.sides[side],
                    own=grid.side_cost[side])))  # fmt: skip
        right = house.letter(grids.FIRST + len(FALLS) - 1)
        self.falls = self.sheet.at("E", grid.top, right)
        self.savings = self.sheet.at("E", grid.end - 1, right)
        return grid.end

    def _prices(self, row: int) -> int:
        """Rent price against the purchase price."""
        grid = grids.frame(
            self.sheet, row, "prices", CHANGES, CHANGES, (_CHANGE, _CHANGE), (_SIGNED, _SIGNED)
        )  # fmt: skip
        words, base = self.words, self.base
        grid.edge_help = grid.by_edge(
            1,
            words("rent_paid"),
            self._each(
                grid.edges,
                _CHANGE,
                lambda cell: printed("changed", amount=base["monthly_rent"], change=cell),
            ),
        )
        grid.edge_cost = grid.by_edge(
            2,
            words("grid_rent"),
            lambda n: when(
                is_number(grid.edge_help[n]), self._rent(monthly_rent=grid.edge_help[n])
            ),
        )
        grid.side_help = grid.by_side(
            "C",
            self.calc.label("capital_expenditure"),
            self._each(
                grid.sides,
                _CHANGE,
                lambda cell: printed("changed", amount=base["capex"], change=cell),
            ),
        )
        grid.side_cost = grid.by_side(
            "D",
            words("grid_own"),
            lambda n: when(is_number(grid.side_help[n]), self._own(capex=grid.side_help[n])),
        )
        grid.fill(lambda side, edge: _gap(grid.edge_cost[edge], grid.side_cost[side]))
        return grid.end

    def _each(
        self, cells: list[Cell], limits: Limits, make: Callable[[Cell], Formula]
    ) -> Callable[[int], Formula]:
        return lambda n: when(self._ready((cells[n], limits)), make(cells[n]))

    def _horizons(self, row: int) -> int:
        """Horizon against what a sale brings: both sides change with the horizon."""
        grid = grids.frame(
            self.sheet, row, "horizons", SALES, HORIZONS, (_SALE, _MONTHS), ("0%", "0")
        )  # fmt: skip
        grid.edge_help = grid.by_edge(
            1,
            self.calc.label("disposal_proceeds"),
            self._each(
                grid.edges,
                _SALE,
                lambda cell: printed("part_of", amount=self.base["capex"], share=cell),
            ),
        )

        def fits(side: int) -> Formula:
            cell = grid.sides[side]
            return typed("IF({0},{1})", self._ready((cell, _MONTHS)), self._fits(cell))

        def rent(side: int) -> Formula:
            return when(fits(side), self._rent(months=grid.sides[side]))

        def own(side: int, edge: int) -> Formula:
            inside = typed("IF({0},{1})", fits(side), is_number(grid.edge_help[edge]))
            cost = self._own(months=grid.sides[side], proceeds=grid.edge_help[edge])
            return when(inside, cost)

        return self._by_side(grid, rent, own)

    def _lives(self, row: int) -> int:
        """Discount rate against the life of depreciation."""
        grid = grids.frame(
            self.sheet, row, "lives", LIVES, RATES, (_LIFE, _RATE), ("0", "0.0%")
        )  # fmt: skip
        grid.edge_help = grid.by_edge(
            1,
            self.words("life_months"),
            self._each(grid.edges, _LIFE, lambda cell: printed("months_of", years=cell)),
            "0",
        )

        def rent(side: int) -> Formula:
            cell = grid.sides[side]
            return when(self._ready((cell, _RATE)), self._rent(discount_rate=cell))

        def own(side: int, edge: int) -> Formula:
            months = grid.edge_help[edge]
            ready = self._ready((grid.sides[side], _RATE))
            life = typed("IF({0},{1})", is_number(months), self._fits(months))
            inside = typed("IF({0},{1})", ready, life)
            return when(
                inside,
                self._own(discount_rate=grid.sides[side], depreciation_years=grid.edges[edge]),
            )

        return self._by_side(grid, rent, own)

    def _by_side(
        self, grid: Grid, rent: Callable[[int], Formula], own: Callable[[int, int], Formula]
    ) -> int:
        """A grid whose rent depends on the row; what owning costs stands in a block below it."""
        words, sheet = self.words, self.sheet
        grid.side_cost = grid.by_side("D", words("grid_rent"), rent)
        below = grid.end + 1
        sheet.put("B", grid.end, words("grid_own_block"), house.HELP.but(bottom=""))
        sheet.merge("B", grid.end, grids.LAST)
        costs = [
            [
                sheet.formula(
                    house.letter(grids.FIRST + edge), below + side, own(side, edge), grids.QUIET
                )
                for edge in range(len(grid.edges))
            ]
            for side in range(len(grid.sides))
        ]
        for side, cell in enumerate(grid.sides):
            number = sheet.raw[cell.address].number_format
            look = grids.QUIET.but(number=number, horizontal="center")
            sheet.formula("B", below + side, typed("{0}", cell), look)
        grid.fill(lambda side, edge: _gap(grid.side_cost[side], costs[side][edge]))
        return below + len(grid.sides)


def _gap(rent: Cell, own: Cell) -> Formula:
    """Rent less owning, blank until both are there."""
    ready = typed('IF({0}<>"",{1}<>"")', rent, own)
    return when(ready, printed("cost_gap", amount=rent, less=own), BLANK)
