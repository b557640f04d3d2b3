"""The cash flows: both sides by month and year, and when the money is back.

Two sheets share the rows: the comparison, and what owning is made of.
"""

from __future__ import annotations

from workbooks import blocks, house
from workbooks.book import Sheet
from workbooks.formulas import BLANK, Cell, Formula, printed, typed, when
from workbooks.rent_vs_buy.calculation import Calculation
from workbooks.rent_vs_buy.fields import MOST_MONTHS

YEARS = MOST_MONTHS // 12
LAST, OWN_LAST = "Q", "J"
# Columns of the monthly tables by key; the heading is the word "flow_<key>".
COLUMNS = {
    "month": "B", "year": "C", "factor": "D", "rent": "E", "other": "F", "rent_tax": "G",
    "rent_net": "H", "own_net": "I", "rent_present": "J", "own_present": "K", "rent_sum": "L",
    "own_sum": "M", "cash": "N", "present": "O", "back_cash": "P", "back_present": "Q",
}  # fmt: skip
OWN_COLUMNS = {
    "own_month": "B", "capex": "C", "running": "D", "running_tax": "E", "saving": "F",
    "proceeds": "G", "own_paid": "H", "depreciation": "I", "book": "J",
}  # fmt: skip
YEAR_COLUMNS = {
    "rent_net": "D", "own_net": "E", "rent_present": "F", "own_present": "G", "rent_sum": "H",
    "own_sum": "I", "present": "J", "depreciation": "K",
}  # fmt: skip
_RUNNING_SUMS = ("rent_sum", "own_sum", "present")
_AMOUNT = house.TABLE_CELL.but(number=house.MONEY, horizontal="right", shrink=True)
_NUMBER = house.TABLE_CELL.but(horizontal="center")


class Flows:
    """``total[key]`` are sums over all months; ``month_cash`` and ``month_present`` say when the
    money is back."""

    def __init__(self, calc: Calculation) -> None:
        self.calc, self.words = calc, calc.words
        self.sheet = calc.book.sheet("cash_flow", landscape=True)
        self.sheet.widths(A=2, B=8, C=8, D=14, **dict.fromkeys("EFGHIJKLMNO", 14), P=8, Q=8)
        self.own = calc.book.sheet("own_flow")
        self.own.widths(A=2, B=8, **dict.fromkeys("CDEFGHIJ", 14))
        row = blocks.title(self.sheet, self.words("flow_title"), self.words("flow_subtitle"), LAST)
        self.sheet.freeze("D", row)
        self._years = blocks.heading(self.sheet, row, self.words("flow_years"), LAST)
        self._top = self._years + YEARS + 6  # first row of the months
        self._own_top = 6
        self._months()
        self._per_year()
        summed = ("rent_net", "own_net", "rent_present", "own_present", "depreciation")
        self.total = {key: self._total(key) for key in summed}
        self.month_cash = self._back(3, "back_cash")
        self.month_present = self._back(4, "back_present")

    def column(self, key: str) -> Cell:
        """A whole column of a monthly table, month 0 first."""
        return self._block(key, 0, MOST_MONTHS)

    def _place(self, key: str) -> tuple[Sheet, str, int]:
        """Sheet, column and first row of a key."""
        if key in COLUMNS:
            return self.sheet, COLUMNS[key], self._top
        return self.own, OWN_COLUMNS[key], self._own_top

    def _at(self, key: str, month: int) -> Cell:
        sheet, letter, top = self._place(key)
        return sheet.at(letter, top + month)

    def _block(self, key: str, start: int, end: int) -> Cell:
        sheet, letter, top = self._place(key)
        return sheet.at(letter, top + start, letter, top + end)

    # -- months ------------------------------------------------------------------------------------

    def _months(self) -> None:
        sheet, words = self.sheet, self.words
        head = self._top - 1
        blocks.heading(sheet, head - 1, words("flow_months"), LAST)
        heads = {letter: words(f"flow_{key}") for key, letter in COLUMNS.items()}
        blocks.head_row(sheet, head, heads, 34)
        sheet.print_rows(head, head)
        blocks.title(self.own, words("own_flow_title"), words("own_flow_subtitle"), OWN_LAST)
        heads = {letter: words(f"flow_{key}") for key, letter in OWN_COLUMNS.items()}
        blocks.head_row(self.own, self._own_top - 1, heads, 34)
        self.own.freeze("C", self._own_top)
        self.own.print_rows(self._own_top - 1, self._own_top - 1)
        for month in range(MOST_MONTHS + 1):
            sheet.put("B", self._top + month, month, _NUMBER)
            sheet.put("C", self._top + month, -(-month // 12), _NUMBER)
            self.own.put("B", self._own_top + month, month, _NUMBER)
            self._owning(month)
            self._comparing(month)

    def _inside(self, flag: str, month: Cell) -> Formula:
        """Within the horizon, and the side can be computed."""
        months = self.calc.used["evaluation_horizon"]
        return typed("IF({0}=1,{1}<={2})", self.calc.cells[flag], month, months)

    def _owning(self, month: int) -> None:
        cells, used = self.calc.cells, self.calc.used
        here = {key: self._at(key, month) for key in OWN_COLUMNS}
        no, months = here["own_month"], used["evaluation_horizon"]
        tax, ready = used["corporate_income_tax_rate"], self._inside("own_ready", no)
        life = {
            "month": no, "capex": cells["capex"], "depreciation_years": used["depreciation_life"],
            "residual_rate": used["residual_rate"],
        }  # fmt: skip
        per_year = cells["payments_per_year"]
        earned = printed(
            "net_proceeds", proceeds=cells["proceeds"], book=here["book"], tax_rate=tax
        )
        spent = typed("SUM({0},{1})", here["capex"], here["running"])
        less = typed("SUM({0},{1},{2})", here["running_tax"], here["saving"], here["proceeds"])
        formulas = {
            "capex": typed("IF({0}=0,{1},0)", no, cells["capex"]),
            "running": printed(
                "payment_at", month=no, amount=cells["running"], months=months,
                payments_per_year=per_year, in_advance=cells["in_advance"],
            ),
            "running_tax": printed("part_of", amount=here["running"], share=tax),
            "saving": printed(
                "depreciation_saving", months=months, tax_rate=tax, payments_per_year=per_year,
                **life,
            ),
            "proceeds": typed("IF({0}={1},{2},0)", no, months, earned),
            "own_paid": printed("cost_gap", amount=spent, less=less),
            "depreciation": printed("depreciation_at", **life),
            "book": printed("book_value", **life),
        }  # fmt: skip
        for key, formula in formulas.items():
            self._put(key, month, when(ready, formula))

    def _comparing(self, month: int) -> None:
        cells, used = self.calc.cells, self.calc.used
        here = {key: self._at(key, month) for key in COLUMNS}
        no, months = here["month"], used["evaluation_horizon"]
        rent, own = self._inside("rent_ready", no), self._inside("own_ready", no)
        both = self._inside("both_ready", no)
        timing = {
            "month": no, "months": months, "payments_per_year": cells["payments_per_year"],
            "in_advance": cells["in_advance"],
        }  # fmt: skip
        paid = typed("SUM({0},{1})", here["rent"], here["other"])
        fall, tax = used["annual_fall_of_rent_prices"], used["corporate_income_tax_rate"]
        gap = printed("cost_gap", amount=here["rent_net"], less=here["own_net"])
        formulas = {
            "factor": (self._inside("timing_ready", no), printed(
                "discount_factor", month=no, discount_rate=used["discount_rate"])),
            "rent": (rent, printed("payment_at", amount=cells["rent_paid"], fall=fall, **timing)),
            "other": (rent, printed("payment_at", amount=cells["other_paid"], **timing)),
            "rent_tax": (rent, printed("part_of", amount=paid, share=tax)),
            "rent_net": (rent, printed("cost_gap", amount=paid, less=here["rent_tax"])),
            "own_net": (own, typed("{0}", self._at("own_paid", month))),
            "rent_present": (rent, self._present(here["rent_net"], here["factor"])),
            "own_present": (own, self._present(here["own_net"], here["factor"])),
            "rent_sum": (rent, self._added("rent_sum", month, here["rent_present"])),
            "own_sum": (own, self._added("own_sum", month, here["own_present"])),
            "cash": (both, self._added("cash", month, gap)),
            "present": (both, printed("cost_gap", amount=here["rent_sum"], less=here["own_sum"])),
            "back_cash": (both, typed('IF(COUNTIFS({0},">=0")=1,1,0)', here["cash"])),
            "back_present": (both, typed('IF(COUNTIFS({0},">=0")=1,1,0)', here["present"])),
        }  # fmt: skip
        numbers = {"factor": "0.000000", "back_cash": "0", "back_present": "0"}
        for key, (ready, formula) in formulas.items():
            self._put(key, month, when(ready, formula), numbers.get(key, house.MONEY))

    @staticmethod
    def _present(amount: Cell, factor: Cell) -> Formula:
        return printed("present_value", amount=amount, factor=factor)

    def _added(self, key: str, month: int, value: Cell | Formula) -> Formula:
        """The value with what the row above came to; the text above the first row adds nothing."""
        sheet, letter, top = self._place(key)
        return typed("SUM({0},{1})", sheet.at(letter, top + month - 1), value)

    def _put(self, key: str, month: int, formula: Formula, number: str = house.MONEY) -> None:
        sheet, letter, top = self._place(key)
        sheet.formula(letter, top + month, formula, _AMOUNT.but(number=number))

    # -- sums --------------------------------------------------------------------------------------

    def _per_year(self) -> None:
        sheet, words = self.sheet, self.words
        heads = {"B": words("flow_year"), "C": words("flow_to_month")}
        heads |= {letter: words(f"flow_{key}") for key, letter in YEAR_COLUMNS.items()}
        row = blocks.head_row(sheet, self._years, heads, 34)
        for year in range(YEARS + 1):
            start, end = (0, 0) if year == 0 else (12 * year - 11, 12 * year)
            sheet.put("B", row, year, _NUMBER)
            sheet.put("C", row, end, _NUMBER)
            begun = self._inside("timing_ready", self._at("month", start))
            for key, letter in YEAR_COLUMNS.items():
                block = self._block(key, start, end)
                # A running sum is taken at the end of the year, or of the horizon within it.
                running = key in _RUNNING_SUMS
                pattern = 'INDEX({0},COUNTIFS({0},"<1E+300"))' if running else "SUM({0})"
                filled = typed('COUNTIFS({0},"<1E+300")>0', block)
                ready = typed("IF({0},{1})", begun, filled)
                sheet.formula(letter, row, when(ready, typed(pattern, block)), _AMOUNT)
            row += 1

    def _total(self, key: str) -> Cell:
        """The sum over all months, below the table."""
        sheet, letter, top = self._place(key)
        row = top + MOST_MONTHS + 1
        ready = self.calc.is_on("rent_ready" if key.startswith("rent") else "own_ready")
        sheet.put("B", row, self.words("flow_total"), house.LABEL.but(bold=True, size=9))
        total = when(ready, typed("SUM({0})", self.column(key)))
        return sheet.formula(letter, row, total, house.TOTAL.but(number=house.MONEY, size=9))

    def _back(self, offset: int, flag: str) -> Cell:
        """The first month in which the sum is no longer negative, blank where there is none."""
        row = self._top + MOST_MONTHS + offset
        self.sheet.put("B", row, self.words(f"flow_first_{flag}"), house.LABEL.but(size=9))
        self.sheet.merge("B", row, "I")
        first = typed(
            'IF(COUNTIFS({0},"=1")=0,{1},INDEX({2},MATCH(1,{0},0)))', self.column(flag), BLANK,
            self.column("month"),
        )  # fmt: skip
        ready = self.calc.is_on("both_ready")
        return self.sheet.formula("J", row, when(ready, first), house.FORMULA.but(number="0"))
