"""The line items: what is quoted besides GPU rent, and the money of every line to the cent."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from workbooks import blocks, catalogs, house
from workbooks.book import Book
from workbooks.formulas import BLANK, Cell, Formula, is_known, joined, printed, text, typed, when
from workbooks.inputs import Inputs, catalog_label
from workbooks.quote.calculation import Calculation, marked_otherwise
from workbooks.quote.fields import LINE_PRICE, LINE_QUANTITY
from workbooks.quote.reference import Reference
from workbooks.readings import Readings

LAST = "R"
# Texts of each line for the printed page and the checks; they stand beside the print order below.
HELPERS = {"price_unit": "L", "short": "N", "mark": "O", "missing": "P"}


@dataclass(frozen=True)
class Line:
    """A line besides the rent: fixed ones have a name and units of their own."""

    name: str
    item: str = ""  # glossary field; blank: the user names the item
    unit: str = ""
    period: str = ""
    tax: str = "compute and cloud services"


OTHERS = (
    Line("storage", "storage", "TB", "month", "storage and value-added telecom"),
    Line("bandwidth", "bandwidth", "Mbps", "month", "bandwidth"),
    Line("service", "technical_service_fee", "one_off", "", "technical services"),
    Line("extra_a"),
    Line("extra_b"),
    Line("extra_c"),
    Line("extra_d"),
)
CAPACITY = len(OTHERS) + 1
QUIET = house.FORMULA_TEXT.but(size=8, color=house.GREY, wrap=False, indent=0)


class Lines:
    """``rent`` holds the cells of the rent line, ``totals`` the net, tax and gross totals."""

    def __init__(
        self,
        book: Book,
        inputs: Inputs,
        readings: Readings,
        calculation: Calculation,
        reference: Reference,
    ) -> None:
        self.book, self.inputs, self.readings = book, inputs, readings
        self.calculation, self.reference = calculation, reference
        self.words, self.label = book.words, book.words.label
        self.sheet = book.sheet("line_items", landscape=True)
        self.sheet.widths(
            A=2, B=5, C=17, D=28, E=9, F=8, G=9, H=8, I=11, J=8, K=11, L=20, M=9, N=15, O=14,
            P=12, Q=14, R=9,
        )  # fmt: skip
        self.in_yuan = typed('{0}="CNY"', inputs.used["currency"])
        self.anchor: dict[str, Formula] = {}
        self.rate: dict[str, Formula] = {}
        self.typed: dict[str, dict[str, Cell]] = {}
        self.read: dict[str, dict[str, Cell]] = {}
        row = blocks.title(
            self.sheet, self.words("lines_title"), self.words("lines_subtitle"), LAST
        )
        row = self._entries(row)
        self.top = blocks.heading(self.sheet, row + 1, self.words("block_lines"), LAST)
        self.own_prices = self.sheet.at("I", self.entry_rows[0], "I", self.entry_rows[1])

    # -- what is typed ---------------------------------------------------------------------------

    def _entries(self, row: int) -> int:
        words, label = self.words, self.label
        row = blocks.heading(self.sheet, row, words("block_other_lines"), "N")
        heads = {
            "B": label("no"), "C": label("cost_item"), "D": label("specification"),
            "E": label("quantity"), "F": label("unit"), "G": words("periods"),
            "H": words("period_unit"), "I": label("price"), "J": label("discount"),
            "K": label("anchor"), "L": label("tax_category"), "M": words("blank_anchor"),
            "N": words("blank_category"),
        }  # fmt: skip
        row = blocks.head_row(self.sheet, row, heads, 50)
        self.entry_rows = (row, row + len(OTHERS) - 1)
        for number, line in enumerate(OTHERS, 2):
            self._entry(row, number, line)
            row += 1
        self.sheet.put("B", row, words("lines_note"), house.NOTE)
        self.sheet.merge("B", row, "N")
        self.sheet.height(row, 30)
        return row + 1

    def _entry(self, row: int, number: int, line: Line) -> None:
        sheet, label = self.sheet, self.label
        sheet.height(row, 22)
        sheet.put("B", row, number, house.LABEL.but(horizontal="center"))
        cells = self.typed[line.name] = {}
        fixed = house.LABEL

        def entry(column: str, field: str, look: house.Look, value: object = None) -> Cell:
            cell = sheet.put(column, row, value, look)
            self.book.name(f"in_{line.name}_{field}", cell)
            cells[field] = cell
            return cell

        text_look = house.INPUT.but(size=9, indent=1)
        number_look = house.INPUT_NUMBER.but(size=9)
        if line.item:
            cells["item"] = sheet.put("C", row, label(line.item), fixed)
        else:
            entry("C", "item", text_look)
        entry("D", "specification", text_look)
        entry("E", "quantity", number_look.but(number=house.GENERAL))
        if line.item:
            unit = label(line.unit) if line.unit not in ("TB", "Mbps") else line.unit
            cells["unit"] = sheet.put("F", row, unit, fixed.but(size=9, indent=1))
            cells["period_unit"] = sheet.put(
                "H", row, label(line.period) if line.period else "", fixed.but(size=9, indent=1)
            )
        else:
            entry("F", "unit", text_look)
            entry("H", "period_unit", text_look)
        entry("G", "periods", number_look.but(number=house.GENERAL))
        entry("I", "price", number_look.but(number=house.PRICE))
        entry("J", "discount", number_look.but(number="0.0#%"))
        entry("K", "anchor", text_look)
        entry("L", "tax_category", text_look)
        self._defaults(row, line)
        self._validate(line, cells)
        quantities = {
            "quantity": LINE_QUANTITY, "periods": LINE_QUANTITY, "price": LINE_PRICE,
            "discount": self.inputs.fields["discount"].quantity,
        }  # fmt: skip
        shown = label(line.item) if line.item else f"{label('item')} {line.name[-1].upper()}"
        self.read[line.name] = {
            field: self.readings.number(
                quantity, f"in_{line.name}_{field}",
                f"{shown} · {self.words('periods') if field == 'periods' else label(field)}",
            )
            for field, quantity in quantities.items()
            if quantity is not None
        }  # fmt: skip

    def _defaults(self, row: int, line: Line) -> None:
        """What a blank basis and category stand for: the rent's basis; China's usual category of
        the item in CNY, in any other currency the rate of the rent."""
        known, lang = self.calculation.cells, self.book.lang
        quiet = house.FORMULA_TEXT.but(size=8, color=house.GREY, indent=0)
        anchor = self.sheet.formula("M", row, typed("{0}", known["anchor"]), quiet)
        usual = text(catalog_label("tax", line.tax, lang))
        either = typed("IF({0},{1},{2})", self.in_yuan, usual, text(self.words("as_rent")))
        category = self.sheet.formula("N", row, either, quiet)
        given = self.typed[line.name]
        self.anchor[line.name] = typed(
            "IF({0}={1},{2},{0})", given["anchor"], BLANK, anchor
        )  # fmt: skip
        self.rate[line.name] = typed(
            "IF({0}={1},IF({2},{3},{4}),{5})", given["tax_category"], BLANK, self.in_yuan,
            catalogs.value("tax", "rate", category), known["tax_rate"],
            catalogs.value("tax", "rate", given["tax_category"]),
        )  # fmt: skip

    def _validate(self, line: Line, cells: Mapping[str, Cell]) -> None:
        sheet, words, label = self.sheet, self.words, self.label
        lists = self.reference.lists
        sheet.choices(
            cells["anchor"], lists["anchor"], (label("anchor"), words("prompt_choice")),
            words("error_choice"),
        )  # fmt: skip
        sheet.choices(
            cells["tax_category"], lists["tax"],
            (label("tax_category"), words("help_tax_category")), "",
        )  # fmt: skip
        titles = {"item": label("cost_item"), "periods": words("periods"),
                  "period_unit": words("period_unit")}  # fmt: skip
        own = () if line.item else ("item", "unit", "period_unit")
        for field in (*own, "specification", "quantity", "periods", "price", "discount"):
            title = titles.get(field) or label(field)
            sheet.hint(cells[field], (title[:32], words(f"prompt_line_{field}")))

    # -- what follows ----------------------------------------------------------------------------

    def compute(self, rent: Mapping[str, Formula]) -> None:
        """The money of every line. ``rent`` gives the rent line's own cells as formulas."""
        words, label, row = self.words, self.label, self.top
        heads = {
            "B": label("no"), "C": label("cost_item"), "D": label("specification"),
            "E": label("quantity"), "F": label("unit"), "G": words("periods"),
            "H": words("period_unit"), "I": label("price"), "J": label("discount"),
            "K": label("net_price"), "L": label("anchor"), "M": label("tax_rate"),
            "N": label("line_amount"), "O": label("net"), "P": label("tax"),
            "Q": words("gross_short"), "R": label("status"),
        }  # fmt: skip
        row = blocks.head_row(self.sheet, row, heads, 50)
        first, last = row, row + len(OTHERS)
        self.rows = (first, last)
        self._compute(row, rent, first, is_rent=True)
        self.rent = self._cells(row)
        for line in OTHERS:
            row += 1
            self._compute(row, self._facts(line), first, is_rent=False)
        exact = typed("COUNTIFS(cat_tax_rate,{0})=0", f"M{first}")
        style = house.highlight(number=house.RATE_EXACT)
        self.sheet.condition(self.sheet.at("M", first, "M", last), exact, style)
        self._totals(last + 1)
        blocks.state_colours(self.sheet, self.sheet.at("R", first, "R", last))
        self._order(last + 4)

    def _facts(self, line: Line) -> dict[str, Formula]:
        given, read = self.typed[line.name], self.read[line.name]
        zero = when(
            typed("{0}={1}", read["discount"], BLANK), Formula("0"), _same(read["discount"])
        )
        one = when(typed("{0}={1}", read["periods"], BLANK), Formula("1"), _same(read["periods"]))
        quantity = _same(read["quantity"])
        unused = typed('{0}&{1}=""', given["quantity"], given["price"])
        handed = self.calculation.handed.get(f"{line.name}_quantity")
        if handed is not None:
            came = self.readings.number(
                LINE_QUANTITY, handed,
                f"{self.label(f'{line.name}_quantity')} · {self.words('handover_in')}",
            )  # fmt: skip
            quantity = typed("IF({0}={1},{2},{3})", given["quantity"], BLANK, came, quantity)
            unused = typed('{0}&{1}&{2}=""', given["quantity"], given["price"], came)
        # An amount in another currency is no amount of this quote.
        other = marked_otherwise(given["price"], self.inputs.used["currency"])
        price = typed("IF({0}=0,{1},{2})", other, read["price"], BLANK)
        return {
            "unused": unused,
            "item": _shown(given["item"]),
            "specification": _shown(given["specification"]),
            "quantity": quantity,
            "unit": _shown(given["unit"]),
            "periods": one,
            "period_unit": _shown(given["period_unit"]),
            "price_unit": self._price_unit(line),
            "list_price": price,
            "discount": zero,
            "anchor": self.anchor[line.name],
            "tax_rate": self.rate[line.name],
            "short": _shown(given["specification"]),
            "mark": BLANK,
            "missing": BLANK,
        }

    def _price_unit(self, line: Line) -> Formula:
        """What the price is for: 元/TB·月."""
        given, word = self.typed[line.name], self.calculation.cells["currency_word"]
        unit, period = given["unit"], given["period_unit"]
        return joined(
            word,
            when(typed('{0}<>""', unit), joined(text("/"), unit)),
            when(typed('{0}<>""', period), joined(text("·"), period)),
        )

    def _cells(self, row: int) -> dict[str, Cell]:
        names = (
            "seq", "item", "specification", "quantity", "unit", "periods", "period_unit",
            "list_price", "discount", "net_price", "anchor", "tax_rate", "amount", "net", "tax",
            "gross", "status",
        )  # fmt: skip
        found = {n: self.sheet.at(house.letter(c), row) for c, n in enumerate(names, 2)}
        return found | {n: self.helper(n, row) for n in HELPERS}

    def helper(self, name: str, row: int) -> Cell:
        """The cell of a helper text of the line in that row."""
        first, last = self.rows
        return self.sheet.at(HELPERS[name], last + 6 + row - first)

    def _compute(self, row: int, facts: Mapping[str, Formula], first: int, is_rent: bool) -> None:
        sheet, label = self.sheet, self.label
        sheet.height(row, 46 if is_rent else 22)
        c = self._cells(row)
        unused = facts["unused"]
        looks = {
            "item": ("C", house.GENERAL), "specification": ("D", house.GENERAL),
            "unit": ("F", house.GENERAL), "period_unit": ("H", house.GENERAL),
            "anchor": ("L", house.GENERAL),
        }  # fmt: skip
        for field, (column, number) in looks.items():
            sheet.formula(
                column, row, when(unused, BLANK, facts[field]),
                house.FORMULA_TEXT.but(size=9, number=number),
            )  # fmt: skip
        numbers = {
            "quantity": ("E", house.GENERAL), "periods": ("G", house.GENERAL),
            "list_price": ("I", house.PRICE), "discount": ("J", "0.0#%"),
            "tax_rate": ("M", house.RATE),
        }  # fmt: skip
        for field, (column, number) in numbers.items():
            sheet.formula(
                column,
                row,
                when(unused, BLANK, facts[field]),
                house.FORMULA.but(size=9, number=number),
            )
        complete = typed(
            'IF(COUNTIFS({0},">0",{1},">0",{2},">=0",{3},">=0",{3},"<=1",{4},">=0",{4},"<=1")=1,'
            'IF({6}="",0,IF({5},1,0)),0)=1',
            c["quantity"], c["periods"], c["list_price"], c["discount"], c["tax_rate"],
            is_known(c["anchor"], self.reference.lists["anchor"]), c["item"],
        )  # fmt: skip
        state = typed(
            "IF({0},{1},IF({2},{3},{4}))", unused, text(self.words("unused")), complete,
            text(label("pass")), text(label("incomplete")),
        )  # fmt: skip
        lacking = typed("{0}={1}", c["status"], text(label("incomplete")))
        missing = when(lacking, facts["missing"] if is_rent else self._missing(c))
        for name, column in HELPERS.items():
            told = missing if name == "missing" else when(unused, BLANK, facts[name])
            sheet.formula(column, c[name].row, told, QUIET)
        sheet.formula("R", row, state, house.STATE.but(size=9, bold=False, color=house.GREY))
        ready = typed("{0}={1}", c["status"], text(label("pass")))
        sequence = typed("COUNTIFS({0},{1})", sheet.at("R", first, "R", row), text(label("pass")))
        sheet.formula("B", row, when(ready, sequence), house.FORMULA.but(horizontal="center"))
        price = printed("discounted_price", price=c["list_price"], discount=c["discount"])
        sheet.formula("K", row, when(ready, price), house.FORMULA.but(size=9, number=house.PRICE))
        if is_rent:
            amount = printed(
                "rent_cost", cards=c["quantity"], hours=c["periods"], price=c["net_price"]
            )
        else:
            amount = printed(
                "line_amount", quantity=c["quantity"], price=c["net_price"], periods=c["periods"]
            )
        including = typed("{0}={1}", c["anchor"], text(label("incl_tax")))
        rate = c["tax_rate"]
        net = printed("tax_exclusive", gross=c["amount"], rate=rate)
        inside = printed("tax_amount", amount=c["amount"], rate=rate, includes_tax=True)
        on_top = printed("tax_amount", amount=c["amount"], rate=rate, includes_tax=False)
        gross = printed("tax_inclusive", net=c["amount"], rate=rate)
        money = {
            "N": amount,
            "O": typed("IF({0},{1},{2})", including, net, c["amount"]),
            "P": typed("IF({0},{1},{2})", including, inside, on_top),
            "Q": typed("IF({0},{1},{2})", including, c["amount"], gross),
        }
        for column, formula in money.items():
            sheet.formula(
                column, row, when(ready, formula), house.FORMULA.but(number=house.MONEY, size=9)
            )

    def _missing(self, c: Mapping[str, Cell]) -> Formula:
        """Which facts of a line besides the rent are missing or of no use, by name."""
        label, words = self.label, self.words
        known = is_known(c["anchor"], self.reference.lists["anchor"])
        between = words("list_separator")
        told = (
            (typed('{0}<>""', c["item"]), label("item")),
            (typed('COUNTIFS({0},">0")=1', c["quantity"]), label("quantity")),
            (typed('COUNTIFS({0},">0")=1', c["periods"]), words("periods")),
            (typed('COUNTIFS({0},">=0")=1', c["list_price"]), label("price")),
            (typed('COUNTIFS({0},">=0",{0},"<=1")=1', c["discount"]), label("discount")),
            (known, label("anchor")),
            (typed('COUNTIFS({0},">=0",{0},"<=1")=1', c["tax_rate"]), words("missing_rate")),
        )
        return joined(*(typed("IF({0},{1},{2})", fine, BLANK, text(name + between))
                        for fine, name in told))  # fmt: skip

    def _totals(self, row: int) -> None:
        sheet, label = self.sheet, self.label
        first, last = self.rows
        sheet.height(row, 22)
        # An empty text: the printed page picks from this row too, and a blank would read as 0.
        for column in "BDEFGHIJKLMN":
            sheet.formula(column, row, BLANK, house.TOTAL)
        for name in ("price_unit", "short", "mark"):
            sheet.formula(HELPERS[name], self.helper(name, row).row, BLANK, QUIET)
        sheet.put("C", row, label("totals"), house.TOTAL.but(horizontal="left"))
        states = sheet.at("R", first, "R", last)
        ready = typed(
            "IF(COUNTIFS({0},{1})=0,IF(COUNTIFS({0},{2})>0,1,0),0)", states,
            text(label("incomplete")), text(label("pass")),
        )  # fmt: skip
        self.ready = sheet.formula("R", row, ready, house.TOTAL.but(size=8, color=house.GREY))
        place = self.helper("missing", row)
        self.missing = sheet.formula(HELPERS["missing"], place.row, self._all_missing(), QUIET)
        is_ready = typed("{0}=1", self.ready)
        self.totals: dict[str, Cell] = {}
        for name, column in (("net", "O"), ("tax", "P"), ("gross", "Q")):
            amounts = sheet.at(column, first, column, last)
            total = printed("money", amount=typed("SUM({0})", amounts))
            look = house.TOTAL.but(number=house.MONEY)
            self.totals[name] = sheet.formula(column, row, when(is_ready, total), look)
        others = printed("money", amount=typed("SUM({0})", sheet.at("Q", first + 1, "Q", last)))
        sheet.height(row + 1, 18)
        quiet = house.LABEL.but(color=house.GREY, size=9, wrap=False)
        sheet.put("C", row + 1, self.words("others_gross"), quiet)
        sheet.merge("C", row + 1, "D")
        self.others = sheet.formula(
            "Q", row + 1, others, house.FORMULA.but(number=house.MONEY, color=house.GREY, size=9)
        )

    def _all_missing(self) -> Formula:
        """What the lines lack, line by line; without any line, that one is needed."""
        first, last = self.rows
        pieces = []
        for row in range(first, last + 1):
            lacks, item = self.helper("missing", row), self.sheet.at("C", row)
            named = typed("IF({0}={1},{2},{0})", item, BLANK, text(self.words("unnamed_line")))
            told = joined(named, text(self.words("colon")), lacks)
            pieces.append(when(typed('{0}<>""', lacks), told))
        states = self.sheet.at("R", first, "R", last)
        any_used = typed(
            "SUM(COUNTIFS({0},{1}),COUNTIFS({0},{2}))>0", states, text(self.label("pass")),
            text(self.label("incomplete")),
        )  # fmt: skip
        return typed("IF({0},{1},{2})", any_used, joined(*pieces), text(self.words("no_line")))

    def _order(self, row: int) -> None:
        """Which line each row of the printed page shows: used lines close up, then the total."""
        sheet, words = self.sheet, self.words
        first, last = self.rows
        row = blocks.heading(sheet, row, words("block_print_order"), LAST)
        heads = {"B": self.label("no"), "C": words("print_row"), "D": words("print_order_note")}
        heads |= {
            HELPERS["price_unit"]: words("price_unit_text"),
            HELPERS["short"]: words("spec_printed"),
            HELPERS["mark"]: words("price_mark"), HELPERS["missing"]: words("missing"),
        }  # fmt: skip
        row = blocks.head_row(sheet, row, heads, 30)
        states = sheet.at("R", first, "R", last)
        used = typed("COUNTIFS({0},{1})", states, text(self.label("pass")))
        count = sheet.formula("F", row, used, house.FORMULA)
        sheet.put("D", row, words("lines_used"), house.HELP)
        total = self.total_row = sheet.put("F", row + 1, CAPACITY + 1, house.FORMULA)
        sheet.put("D", row + 1, words("total_row_no"), house.HELP)
        self.order: list[Cell] = []
        for number in range(1, CAPACITY + 2):
            place = sheet.put("B", row, number, house.FORMULA.but(horizontal="center"))
            position = typed(
                "IF({0}=1,IF({1}<={2},MATCH({1},{3},0),IF({1}=SUM({2},1),{4},{5})),{5})",
                self.ready, place, count, sheet.at("B", first, "B", last), total, BLANK,
            )  # fmt: skip
            self.order.append(sheet.formula("C", row, position, house.FORMULA))
            row += 1

    def printed_value(self, position: Cell, column: str) -> Formula:
        """What a row of the printed page shows in a column or helper of this table (totals row
        included)."""
        first, last = self.rows
        if column in HELPERS:
            first, last = self.helper(column, first).row, self.helper(column, last).row
        column = HELPERS.get(column, column)
        block = self.sheet.at(column, first, column, last + 1)
        return typed("INDEX({0},{1})", block, position)


def _same(cell: Cell) -> Formula:
    return typed("{0}", cell)


def _shown(cell: Cell) -> Formula:
    """A text cell, blank where it is blank (a bare reference would show 0)."""
    return joined(cell, text(""))
