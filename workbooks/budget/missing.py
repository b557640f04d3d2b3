"""What each cost line lacks, by name: an open line leaves every total blank."""

from __future__ import annotations

from workbooks import house
from workbooks.budget.fields import COSTS, PHASES
from workbooks.budget.lines import STATE, Lines
from workbooks.formulas import (
    BLANK,
    Cell,
    Formula,
    is_known,
    is_number,
    joined,
    text,
    typed,
    when,
)

COLUMN = "AE"


class Missing:
    """``of[row]`` names what a line lacks, ``all`` what all of them do; blank where nothing."""

    def __init__(self, lines: Lines) -> None:
        self.lines, self.words, self.label = lines, lines.words, lines.label
        sheet = lines.sheet
        sheet.widths(**{COLUMN: 34})
        look = house.FORMULA_TEXT.but(size=9, color=house.GREY)
        for top in (lines.first - 1, lines.first_cost - 1):
            sheet.put(COLUMN, top, self.words("missing"), house.HEAD)
        self.of: dict[int, Cell] = {}
        pieces: list[Formula] = []
        for number, row in enumerate(lines.rows):
            phase = number < len(PHASES)
            told = (
                self._phase(row) if phase else self._cost(row, COSTS[number - len(PHASES)].prefix)
            )
            is_open = typed("{0}={1}", lines.at(STATE, row), text(self.label("incomplete")))
            cell = self.of[row] = sheet.formula(COLUMN, row, when(is_open, told), look)
            own = sheet.at("C", row)
            unnamed = text(self.words("unnamed_line"))
            named = typed("IF({0}={1},{2},{0})", own, BLANK, unnamed)
            said = joined(named, text(self.words("colon")), cell)
            pieces.append(when(typed("{0}<>{1}", cell, BLANK), said))
        row = lines.total_rows["request_total"]
        found = joined(*pieces)
        nothing = typed("IF({0}=1,{1},{2})", lines.ready, BLANK, text(self.words("no_line")))
        counts = [typed("IF({0}={1},0,1)", cell, BLANK) for cell in self.of.values()]
        some = typed(f"SUM({','.join(f'{{{n}}}' for n in range(len(counts)))})>0", *counts)
        self.all = sheet.formula(COLUMN, row, typed("IF({0},{1},{2})", some, found, nothing), look)

    def _listed(self, *facts: tuple[Formula, str]) -> Formula:
        between = self.words("list_separator")
        return joined(*(typed("IF({0},{1},{2})", fine, BLANK, text(name + between))
                        for fine, name in facts))  # fmt: skip

    def _dated(self, row: int) -> Formula:
        start, end = self.lines.at("T", row), self.lines.at("U", row)
        return typed("IF({0},IF({1}<={2},1,0),0)=1", is_number(start, end), start, end)

    def _phase(self, row: int) -> Formula:
        at, label, words = self.lines.at, self.label, self.words
        return self._listed(
            (typed('COUNTIFS({0},">0")=1', at("H", row)), label("cards")),
            (self._dated(row), words("missing_dates")),
            (typed('COUNTIFS({0},">0")=1', at("J", row)), label("rent_hours")),
            (is_number(at("L", row)), words("missing_price")),
            (is_number(at("M", row)), label("tax_rate")),
        )

    def _cost(self, row: int, prefix: str) -> Formula:
        at, label, words = self.lines.at, self.label, self.words
        anchor = self.lines.typed[f"{prefix}_anchor"]
        return self._listed(
            (typed('COUNTIFS({0},">0")=1', at("AC", row)), label("quantity")),
            (self._dated(row), words("missing_dates")),
            (typed('COUNTIFS({0},">0")=1', at("X", row)), words("periods")),
            (is_number(at("L", row)), label("price")),
            (is_known(anchor, self.lines.lists["anchor"]), label("anchor")),
            (is_number(at("M", row)), label("tax_category")),
        )
