"""Budget of each year, who approves, and the quotes that were asked for."""

from __future__ import annotations

from gpucalc import quantity as q
from workbooks import blocks, house
from workbooks.book import Book
from workbooks.budget.fields import AMOUNT, LEVELS, QUOTES, YEARS
from workbooks.budget.lines import Lines
from workbooks.budget.months import Months
from workbooks.formulas import BLANK, Cell, is_number, printed, text, typed, when
from workbooks.inputs import Inputs
from workbooks.readings import Readings

LAST = "J"


class Approval:
    """``states`` of the years, ``level`` and ``approver`` of the request, ``quotes`` counted;
    ``why`` says the years in a sentence."""

    def __init__(
        self, book: Book, inputs: Inputs, readings: Readings, lines: Lines, months: Months
    ) -> None:
        self.book, self.used, self.readings = book, inputs.used, readings
        self.lines, self.months = lines, months
        self.words, self.label = book.words, book.words.label
        self.entries: dict[str, Cell] = {}
        self.read: dict[str, Cell] = {}
        sheet = self.sheet = book.sheet("budget_check", landscape=True)
        sheet.widths(A=2, B=16, C=34, D=18, E=18, F=18, G=18, H=18, I=18, J=14)
        title, subtitle = self.words("approval_title"), self.words("approval_subtitle")
        row = blocks.title(sheet, title, subtitle, LAST)
        row = self._years(row)
        row = self._levels(row + 1)
        end = self._quotes(row + 1)
        sheet.print_area(sheet.at("B", 1, LAST, end))
        sheet.raw.page_setup.fitToHeight = 1

    def _entry(
        self, column: str, row: int, field: str, quantity: q.Quantity | None,
        form: str = house.GENERAL,
    ) -> Cell:  # fmt: skip
        sheet, words, label = self.sheet, self.words, self.label(field)
        look = house.INPUT_NUMBER if quantity or form == house.DATE else house.INPUT.but(indent=1)
        cell = sheet.put(column, row, None, look.but(number=form, size=9))
        self.book.name(f"in_{field}", cell)
        self.entries[field] = cell
        if form == house.DATE:
            sheet.dates(cell, (label[:32], words("prompt_date")), words("error_date"))
        elif quantity is None:
            sheet.hint(cell, (label[:32], words("prompt_text")))
        else:
            sheet.hint(cell, (label[:32], words("prompt_number", example="120000")))
            self.read[field] = self.readings.number(quantity, f"in_{field}", label)
        return cell

    # -- budget years ----------------------------------------------------------------------------

    def _years(self, row: int) -> int:
        sheet, words, label, months = self.sheet, self.words, self.label, self.months
        row = blocks.heading(sheet, row, words("block_years"), LAST)
        heads = {
            "B": label("budget_year"), "C": label("annual_budget"), "D": label("spent"),
            "E": label("committed"), "F": label("budget_remaining"),
            "G": words("request_of_year"), "H": label("contingency"), "I": label("after_request"),
            "J": label("status"),
        }  # fmt: skip
        row = blocks.head_row(sheet, row, heads, 32)
        self.year_rows = (row, row + YEARS - 1)
        kept = {
            "net": self.lines.total("contingency", "net"),
            "gross": self.lines.total("contingency", "gross"),
        }
        money = house.FORMULA.but(number=house.MONEY)
        for number in range(1, YEARS + 1):
            first = months.first_year
            later = printed("years_later", year=first, months=number - 1)
            shown = when(is_number(first), later)
            if number > 1:
                before = sheet.at("B", row - 1)
                more = typed(
                    "IF({0},IF({1}<{2},1,0),0)=1", is_number(before, months.last_year), before,
                    months.last_year,
                )  # fmt: skip
                shown = when(more, printed("years_later", year=before, months=1))
            year = sheet.formula("B", row, shown, house.FORMULA.but(number="0", bold=True))
            for column, field in (("C", "annual_budget"), ("D", "spent"), ("E", "committed")):
                self._entry(column, row, f"{field}_{number}", AMOUNT, house.MONEY)
            annual, spent, committed = (
                self.read[f"{f}_{number}"] for f in ("annual_budget", "spent", "committed")
            )
            zero = [
                sheet.formula(c, row, typed("IF({0}={1},0,{0})", cell, BLANK), _grey())
                for c, cell in (("L", spent), ("M", committed))
            ]
            left = printed("budget_left", annual=annual, spent=zero[0], committed=zero[1])
            known = typed(
                'IF({0},COUNTIFS({1},">=0",{2},">=0"),0)=1', is_number(annual), *zero
            )  # fmt: skip
            remains = sheet.formula("F", row, when(known, left), money)
            asked = printed("money", amount=typed("SUMIFS({0},{1},{2})", months.basis,
                                                  months.years, year))  # fmt: skip
            here = typed("IF({0},IF({1}=1,1,0),0)=1", is_number(year), self.lines.ready)
            request = sheet.formula("G", row, when(here, asked), money)
            last = typed("IF({0}={1},1,0)=1", year, months.last_year)
            reserve = typed("IF({0},{1},{2})", months.excluding, kept["net"], kept["gross"])
            amount = typed("IF({0},{1},0)", last, reserve)
            extra = sheet.formula("H", row, when(here, amount), money)
            after = printed("budget_left", annual=remains, spent=request, committed=extra)
            over = typed('COUNTIFS({0},">=0",{1},">=0")=1', request, extra)
            total = typed('IF({0},IF({1}<>"",1,0),0)=1', over, remains)
            sheet.formula("I", row, when(total, after), house.TOTAL.but(number=house.MONEY))
            balance = sheet.at("I", row)
            state = typed(
                "IF({0},IF({1}={2},{3},IF({1}>=0,{4},{5})),{2})", here, balance, BLANK,
                text(label("incomplete")), text(label("pass")), text(label("fail")),
            )  # fmt: skip
            sheet.formula("J", row, state, house.STATE)
            row += 1
        first, last_row = self.year_rows
        self.states = sheet.at("J", first, "J", last_row)
        blocks.state_colours(sheet, self.states)
        self.asked = sheet.at("G", first, "H", last_row)
        self._why(row, words("why_years_fail"), words("why_years_pass"))
        return row + 1

    def _why(self, row: int, failing: str, fine: str) -> None:
        """The years in a sentence."""
        sheet, label = self.sheet, self.label
        fail, good = text(label("fail")), text(label("pass"))
        first = self.year_rows[0]
        lacking = sheet.at("I", first, "I", self.year_rows[1])
        missing = printed("negated", amount=typed('SUMIFS({0},{0},"<0")', lacking))
        short = printed("amount_text", amount=missing)
        said = typed(
            "IF(COUNTIFS({0},{1})>0,{2},IF(COUNTIFS({0},{3})>0,{4},{5}))", self.states, fail,
            typed("{0}&{1}", text(failing), short), good, text(fine), BLANK,
        )  # fmt: skip
        sheet.height(row, 24)
        look = house.FORMULA_TEXT.but(italic=True, color=house.NAVY, fill=house.PALE, bottom="")
        self.why = sheet.formula("B", row, said, look, mark=False)
        sheet.merge("B", row, LAST)

    # -- who approves ----------------------------------------------------------------------------

    def _levels(self, row: int) -> int:
        sheet, words, label = self.sheet, self.words, self.label
        row = blocks.heading(sheet, row, words("block_levels"), LAST)
        heads = {"B": label("approval_level"), "C": label("level_limit"), "D": label("approver"),
                 "E": words("level_covers")}  # fmt: skip
        row = blocks.head_row(sheet, row, heads, 20)
        sheet.put("F", row - 1, words("levels_note"), house.NOTE)
        sheet.merge("F", row - 1, LAST)
        sheet.height(row - 1, 30)
        top, gross = row, self.lines.total("request_total", "gross")
        for number in range(1, LEVELS + 1):
            sheet.put("B", row, number, house.LABEL.but(horizontal="center"))
            self._entry("C", row, f"level_{number}_limit", AMOUNT, house.MONEY)
            who = self._entry("D", row, f"level_{number}_approver", None)
            limit, typed_in = self.read[f"level_{number}_limit"], sheet.at("C", row)
            covers = typed(
                'IF({0}="",0,IF({1}="",1,IF({2},IF({3}<={4},1,0),0)))', who, typed_in,
                is_number(gross, limit), gross, limit,
            )  # fmt: skip
            sheet.formula("E", row, when(is_number(gross), covers), house.FORMULA)
            row += 1
        flags = sheet.at("E", top, "E", row - 1)
        found = typed("COUNTIFS({0},1)>0", flags)
        position = typed("MATCH(1,{0},0)", flags)
        sheet.put("B", row, words("level_of_request"), house.LABEL.but(bold=True))
        self.level = sheet.formula("C", row, when(found, position), house.TOTAL)
        whom = typed("INDEX({0},{1})", sheet.at("D", top, "D", row - 1), self.level)
        self.approver = sheet.formula("D", row, when(found, whom), house.TOTAL)
        sheet.formula("E", row, typed("{0}", gross), house.TOTAL.but(number=house.MONEY))
        return row + 1

    # -- quotes ----------------------------------------------------------------------------------

    def _quotes(self, row: int) -> int:
        sheet, words, label = self.sheet, self.words, self.label
        row = blocks.heading(sheet, row, words("block_quotes"), LAST)
        heads = {"B": label("no"), "C": label("supplier"), "D": label("quote_no"),
                 "E": label("valid_until"), "F": label("gross"), "G": words("quote_counts"),
                 "H": words("quote_lowest")}  # fmt: skip
        row = blocks.head_row(sheet, row, heads, 20)
        top = row
        totals = sheet.at("F", top, "F", top + QUOTES - 1)
        as_of = self.used["as_of"]
        for number in range(1, QUOTES + 1):
            sheet.put("B", row, number, house.LABEL.but(horizontal="center"))
            who = self._entry("C", row, f"bid_{number}_supplier", None)
            self._entry("D", row, f"bid_{number}_no", None)
            until = self._entry("E", row, f"bid_{number}_valid_until", None, house.DATE)
            self._entry("F", row, f"bid_{number}_total", AMOUNT, house.MONEY)
            total = self.read[f"bid_{number}_total"]
            in_date = typed('IF({0}="",1,IF({1},IF({0}>={2},1,0),1))', until, is_number(as_of),
                            as_of)  # fmt: skip
            counts = typed('IF({0}="",0,IF({1},{2},0))', who, is_number(total), in_date)
            sheet.formula("G", row, counts, house.FORMULA)
            own = sheet.at("F", row)
            lowest = typed('COUNTIFS({0},"<"&{1})=0', totals, own)
            mark = when(typed("{0}=1", sheet.at("G", row)), when(lowest, text(words("lowest"))))
            sheet.formula("H", row, mark, house.STATE.but(color=house.NAVY))
            row += 1
        self.quotes = typed("SUM({0})", sheet.at("G", top, "G", row - 1))
        self.quote_rows = (top, row - 1)
        sheet.put("B", row, words("quotes_note"), house.NOTE)
        sheet.merge("B", row, LAST)
        return row


def _grey() -> house.Look:
    return house.TABLE_CELL.but(color=house.GREY, number=house.MONEY, horizontal="right")
