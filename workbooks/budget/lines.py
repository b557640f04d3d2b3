"""The cost lines: phases of the rental and other costs, typed and computed side by side."""

from __future__ import annotations

from collections.abc import Mapping

from gpucalc import quantity as q
from workbooks import blocks, catalogs, house
from workbooks.book import Book
from workbooks.budget.fields import COSTS, LINE_PRICE, LINE_QUANTITY, PHASES, Cost, Phase
from workbooks.formulas import (
    BLANK,
    Cell,
    Formula,
    is_number,
    joined,
    printed,
    sentence,
    text,
    typed,
    when,
)
from workbooks.house import Look
from workbooks.inputs import Inputs, catalog_label
from workbooks.readings import Readings

LAST = "S"  # of what is printed; helpers stand to the right of it
MONEY = {"amount": "O", "net": "P", "tax": "Q", "gross": "R"}
STATE, START, END, INSIDE = "S", "T", "U", "V"
# What the main run takes from the handover row, and the names of the other phases' inputs.
MAIN = {"cards": "cards", "start_date": "start_date", "end_date": "end_date", "hours": "rent_hours"}


class Lines:
    """``rows`` are the lines of the phases and of the other costs, ``totals`` the four sums."""

    def __init__(
        self,
        book: Book,
        inputs: Inputs,
        readings: Readings,
        lists: Mapping[str, Cell],
        handed: Mapping[str, Cell],
    ) -> None:
        self.book, self.inputs, self.used = book, inputs, inputs.used
        self.readings, self.lists, self.handed = readings, lists, handed
        self.words, self.label = book.words, book.words.label
        self.read: dict[str, Cell] = {}
        self.typed: dict[str, Cell] = {}
        sheet = self.sheet = book.sheet("phases", landscape=True)
        sheet.widths(
            A=2, B=5, C=24, D=10, E=12, F=12, G=12, H=10, I=11, J=11, K=12, L=11, M=8, N=21, O=15,
            P=15, Q=13, R=15, S=9, T=12, U=12, V=8, W=12, X=9, Y=12, Z=12, AA=7, AB=34, AC=10,
            AD=10,
        )  # fmt: skip
        title, subtitle = self.words("phases_title"), self.words("phases_subtitle")
        self.top = blocks.title(sheet, title, subtitle, LAST)
        sheet.freeze("D", self.top)
        self.first = self.top + 2
        self.first_cost = self.first + len(PHASES) + 4
        self._phase_entries()
        self._cost_entries()

    # -- what is typed ---------------------------------------------------------------------------

    def _phase_entries(self) -> None:
        sheet, words, label = self.sheet, self.words, self.label
        row = blocks.heading(sheet, self.top, words("block_phases"), LAST)
        heads = {
            "B": label("no"), "C": label("phase"), "D": label("cards"), "E": label("start_date"),
            "F": label("end_date"), "G": label("rent_hours"), "H": words("cards_used"),
            "I": label("phase_days"), "J": words("hours_used"), "K": label("card_hours"),
            "L": words("price_used"), "M": label("tax_rate"), "N": label("anchor"),
        } | self._money_heads()  # fmt: skip
        heads |= {"AC": words("units_used"), "AD": words("periods_used")}
        blocks.head_row(sheet, row, heads, 40)
        for offset, phase in enumerate(PHASES):
            line = self.first + offset
            sheet.height(line, 22)
            sheet.put("B", line, offset + 1, house.LABEL.but(horizontal="center"))
            if phase.named:
                sheet.put("C", line, label(phase.field), house.LABEL)
            else:
                self._entry("C", line, f"{phase.field}_name", words("prompt_phase"), text=True)
            for column, what, quantity, form in (
                ("D", "cards", q.CARDS, "#,##0"), ("E", "start_date", None, house.DATE),
                ("F", "end_date", None, house.DATE), ("G", "hours", q.HOURS, house.GENERAL),
            ):  # fmt: skip
                field = phase.name(what) if phase.prefix else MAIN[what]
                self._value(column, line, field, quantity, form)
        note = self.first + len(PHASES)
        sheet.put("B", note + 1, words("phases_note"), house.NOTE)
        sheet.merge("B", note + 1, "N")
        sheet.height(note + 1, 28)

    def _cost_entries(self) -> None:
        sheet, words, label = self.sheet, self.words, self.label
        top = self.first_cost - 2
        row = blocks.heading(sheet, top, words("block_costs"), LAST)
        heads = {
            "B": label("no"), "C": label("cost_item"), "D": label("quantity"),
            "E": label("start_date"), "F": label("end_date"), "G": label("unit"),
            "H": words("periods"), "I": label("price"), "J": label("anchor"),
            "K": "", "L": words("price_used"), "M": label("tax_rate"), "N": label("tax_category"),
        } | self._money_heads()  # fmt: skip
        heads |= {"W": "", "X": words("periods"), "AC": words("quantity_used")}
        blocks.head_row(sheet, row, heads, 40)
        for offset, cost in enumerate(COSTS):
            line, p = self.first_cost + offset, cost.prefix
            sheet.height(line, 22)
            sheet.put("B", line, offset + 1, house.LABEL.but(horizontal="center"))
            if cost.item:
                sheet.put("C", line, label(cost.item), house.LABEL)
                unit = label(cost.unit) if cost.unit else label("person_month")
                sheet.put("G", line, unit, house.LABEL.but(size=9))
            else:
                self._entry("C", line, f"{p}_item", words("prompt_item"), text=True)
                self._entry("G", line, f"{p}_unit", words("prompt_unit"), text=True)
            self._value("D", line, f"{p}_quantity", LINE_QUANTITY, house.GENERAL)
            self._value("E", line, f"{p}_start_date", None, house.DATE)
            self._value("F", line, f"{p}_end_date", None, house.DATE)
            self._value("H", line, f"{p}_periods", LINE_QUANTITY, house.GENERAL)
            self._value("I", line, f"{p}_price", LINE_PRICE, house.PRICE)
            anchor = self._entry("J", line, f"{p}_anchor", "", text=True, value=label("incl_tax"))
            prompt = (label("anchor"), words("prompt_choice"))
            sheet.choices(anchor, self.lists["anchor"], prompt, words("error_choice"))
            named = catalog_label("tax", cost.tax, self.book.lang)
            tax = self._entry("N", line, f"{p}_tax_category", "", text=True, value=named)
            told = (label("tax_category"), words("help_tax_category"))
            sheet.choices(tax, self.lists["tax"], told, "")

    def _money_heads(self) -> dict[str, str]:
        label = self.label
        return {
            "O": label("line_amount"), "P": label("net"), "Q": label("tax"), "R": label("gross"),
            "S": label("status"), "T": self.words("starts"), "U": self.words("ends"),
            "V": self.words("rate_inside"), "W": self.words("as_given"),
            "X": self.words("hours_given"), "Y": self.words("earliest"), "Z": self.words("latest"),
            "AA": self.words("place"), "AB": self.label("specification"),
        }  # fmt: skip

    def _entry(
        self, column: str, row: int, field: str, prompt: str, *, text: bool = False,
        form: str = house.GENERAL, value: object = None,
    ) -> Cell:  # fmt: skip
        look = house.INPUT.but(size=9, indent=1) if text else house.INPUT_NUMBER.but(size=9)
        cell = self.sheet.put(column, row, value, look.but(number=form))
        self.book.name(f"in_{field}", cell)
        self.typed[field] = cell
        if prompt:
            self.sheet.hint(cell, (self.label(field)[:32], prompt))
        return cell

    def _value(
        self, column: str, row: int, field: str, quantity: q.Quantity | None, form: str
    ) -> None:
        """A number or date: its entry, and in ``read`` what it says or what was handed over."""
        label, words = self.label(field), self.words
        if quantity is None:
            cell = self._entry(column, row, field, "", form=form)
            self.sheet.dates(cell, (label[:32], words("prompt_date")), words("error_date"))
            self.read[field] = cell
            return
        self._entry(column, row, field, words("prompt_number", example=quantity.example), form=form)
        self.read[field] = self.readings.number(quantity, f"in_{field}", label)
        if field in self.handed:
            received = f"{label} · {words('handover_in')}"
            self.read[f"{field}_in"] = self.readings.number(quantity, self.handed[field], received)

    def value(self, field: str) -> Formula:
        """A number or date in use: as typed, else as handed over, else blank."""
        own = self.typed[field]
        if field in ("start_date", "end_date"):
            came = self.handed[field]
            return typed('IF({0}<>"",{0},IF({1}<>"",{1},{2}))', own, came, BLANK)
        if f"{field}_in" in self.read:
            return typed('IF({0}<>"",{1},{2})', own, self.read[field], self.read[f"{field}_in"])
        return typed('IF({0}<>"",{0},{1})', self.read[field], BLANK)

    # -- what follows ----------------------------------------------------------------------------

    def compute(self, prices: Mapping[str, Cell], rent: Mapping[str, Cell]) -> None:
        """The money of every line; ``prices`` in use by line, ``rent`` the rent's own facts."""
        for offset, phase in enumerate(PHASES):
            self._phase(self.first + offset, phase, prices["rent"], rent)
        for offset, cost in enumerate(COSTS):
            self._cost(self.first_cost + offset, cost, prices[cost.prefix])
        self._totals(rent)
        for first, count in ((self.first, len(PHASES)), (self.first_cost, len(COSTS))):
            block = self.sheet.at(STATE, first, STATE, first + count - 1)
            blocks.state_colours(self.sheet, block)
        self._so_far()
        self._printed(prices["rent"])

    @property
    def rows(self) -> list[int]:
        """The rows of all lines."""
        costs = range(self.first_cost, self.first_cost + len(COSTS))
        return [*range(self.first, self.first + len(PHASES)), *costs]

    def at(self, column: str, row: int) -> Cell:
        """A cell of the table."""
        return self.sheet.at(column, row)

    def _put(self, column: str, row: int, formula: Formula, form: str = house.GENERAL) -> Cell:
        return self.sheet.formula(column, row, formula, house.FORMULA.but(size=9, number=form))

    def _phase(self, row: int, phase: Phase, price: Cell, rent: Mapping[str, Cell]) -> None:
        names = {w: phase.name(w) if phase.prefix else MAIN[w] for w in MAIN}
        cards = self._put("H", row, self.value(names["cards"]), house.COUNT)
        start = self._put("T", row, self.value(names["start_date"]), house.DATE)
        last = self._put("W", row, self.value(names["end_date"]), house.DATE)
        given = self._put("X", row, self.value(names["hours"]), house.GENERAL)
        by_hours = printed("span_end", start_date=start, hours=given)
        until = when(is_number(start, given), by_hours)
        end = self._put("U", row, typed('IF({0}<>"",{0},{1})', last, until), house.DATE)
        whole = typed("IF({0},IF({1}<={2},1,0),0)=1", is_number(start, end), start, end)
        rental = printed("rental_days", start_date=start, end_date=end)
        self._put("I", row, when(whole, rental), "#,##0")
        in_order = typed("IF({0},IF({1}<={2},1,0),0)=1", is_number(start, last), start, last)
        by_days = when(in_order, printed("span_hours", start_date=start, end_date=last))
        hours = self._put("J", row, typed('IF({0}<>"",{0},{1})', given, by_days), house.CHAIN)
        hours_of = printed("rented_card_hours", cards=cards, hours=hours)
        self._put("K", row, when(is_number(cards, hours), hours_of), house.CHAIN)
        untouched = typed('{0}&{1}&{2}&{3}=""', cards, start, last, given)
        hourly = typed("{0}", rent["hourly"])
        self._put("L", row, when(typed('{0}<>""', cards), hourly), house.PRICE)
        units, periods = self._units(row, cards, hours, rent)
        self._put("M", row, when(typed('{0}<>""', cards), typed("{0}", rent["rate"])), house.RATE)
        anchor = when(typed('{0}<>""', cards), joined(rent["anchor"], text("")))
        self.sheet.formula("N", row, anchor, house.FORMULA_TEXT.but(size=9))
        known = typed(
            'IF({0},COUNTIFS({1},">0",{2},">0",{3},">=0",{4},">=0",{5},">0",{6},">0"),0)=1', whole,
            cards, hours, self.at("L", row), self.at("M", row), units, periods,
        )  # fmt: skip
        # In the unit of the quote, as the supplier bills it: the price per card-hour is rounded.
        amount = printed("line_amount", quantity=units, price=price, periods=periods)
        self._money(row, untouched, known, amount, rent["including"])

    def _units(
        self, row: int, cards: Cell, hours: Cell, rent: Mapping[str, Cell]
    ) -> tuple[Cell, Cell]:
        """How many units of the quote a phase is: cards, nodes or P, and their periods."""
        used, basis, lasts = self.used, rent["basis"], rent["unit_hours"]
        nodes = printed("unit_cost", amount=cards, quantity=used["node_size"])
        others = printed("units_rented", cards=cards, unit=used["billing_unit"],
                         node_size=used["node_size"], peak=rent["peak"])  # fmt: skip
        either = typed('IF({0}="node",{1},{2})', basis, nodes, others)
        priced = is_number(cards, rent["hourly"])
        units = self._put("AC", row, when(priced, either), house.CHAIN)
        count = printed("paid_periods", hours=hours, hours_per_period=lasts)
        return units, self._put("AD", row, when(is_number(hours, lasts), count), house.CHAIN)

    def _cost(self, row: int, cost: Cost, price: Cell) -> None:
        p = cost.prefix
        quantity = self.read[f"{p}_quantity"]
        own = self.typed[f"{p}_quantity"]
        amount_of: Formula = typed("{0}", quantity)
        if f"{p}_quantity_in" in self.read:
            # A quantity that was handed over without a price is unknown, not nothing.
            received = self.read[f"{p}_quantity_in"]
            amount_of = typed('IF({0}<>"",{1},{2})', own, quantity, received)
        used = self._put("AC", row, amount_of, house.GENERAL)
        for column, field, total in (("T", "start_date", "first"), ("U", "end_date", "last")):
            typed_in = self.typed[f"{p}_{field}"]
            fallback = self.span_first if total == "first" else self.span_last
            value = typed(
                'IF({0}<>"",{0},IF({1}="",{2},{3}))', typed_in, used, BLANK, fallback
            )  # fmt: skip
            self._put(column, row, value, house.DATE)
        start, end = self.at("T", row), self.at("U", row)
        whole = typed("IF({0},IF({1}<={2},1,0),0)=1", is_number(start, end), start, end)
        untouched = typed('{0}&{1}=""', used, self.typed[f"{p}_price"])
        some = typed('{0}<>""', used)
        self._put("L", row, when(some, typed("{0}", price)), house.PRICE)
        rate = catalogs.value("tax", "rate", self.typed[f"{p}_tax_category"])
        self._put("M", row, when(some, rate), house.RATE)
        periods = self.read[f"{p}_periods"]
        one = typed("IF({0}={1},1,{0})", periods, BLANK)
        number = self.sheet.formula("X", row, one, house.FORMULA.but(size=9))
        anchor = self.typed[f"{p}_anchor"]
        known = typed(
            'IF({0},IF(COUNTIFS({1},{2})=1,COUNTIFS({3},">0",{4},">0",{5},">=0",{6},">=0"),0),0)=1',
            whole, self.lists["anchor"], anchor, used, number, self.at("L", row),
            self.at("M", row),
        )  # fmt: skip
        amount = printed("line_amount", quantity=used, price=self.at("L", row), periods=number)
        including = typed("{0}={1}", anchor, text(self.label("incl_tax")))
        self._money(row, untouched, known, amount, including)

    def _money(
        self, row: int, untouched: Formula, known: Formula, amount: Formula,
        including: Formula | Cell,
    ) -> None:  # fmt: skip
        label, rate = self.label, self.at("M", row)
        incl = including if isinstance(including, Formula) else typed("{0}=1", including)
        state = typed(
            "IF({0},{1},IF({2},{3},{4}))", untouched, text(self.words("unused")), known,
            text(label("pass")), text(label("incomplete")),
        )  # fmt: skip
        look = house.STATE.but(size=9, bold=False, color=house.GREY)
        ready = typed("{0}={1}", self.sheet.formula(STATE, row, state, look), text(label("pass")))
        a = self.at("O", row)
        for column, formula in amounts(a, rate, incl).items():
            found = amount if column == "O" else formula
            self._put(column, row, when(ready, found), house.MONEY)
        self._put("V", row, when(ready, typed("IF({0},{1},0)", incl, rate)), house.RATE)

    def _totals(self, rent: Mapping[str, Cell]) -> None:
        """Rent, other costs, contingency and the request: rows below the other costs."""
        sheet, words, label = self.sheet, self.words, self.label
        row = blocks.heading(sheet, self.first_cost + len(COSTS) + 1, words("block_totals"), LAST)
        states = [sheet.at(STATE, r) for r in self.rows]
        counts = [typed("IF({0}={1},1,0)", s, text(label("incomplete"))) for s in states]
        passes = [typed("IF({0}={1},1,0)", s, text(label("pass"))) for s in states]
        pattern = ",".join(f"{{{n}}}" for n in range(len(states)))
        open_lines = typed(f"SUM({pattern})", *counts)
        used_lines = typed(f"SUM({pattern})", *passes)
        ready = typed("IF({0}=0,IF({1}>0,1,0),0)", open_lines, used_lines)
        tick = house.FORMULA.but(size=9, number='[=1]"✓";"–"', horizontal="center")
        self.ready = sheet.formula(STATE, row, ready, tick)
        is_ready = typed("{0}=1", self.ready)
        self.total_rows: dict[str, int] = {}
        phases = (self.first, self.first + len(PHASES) - 1)
        costs = (self.first_cost, self.first_cost + len(COSTS) - 1)
        for key, (first, last) in (("rent_total", phases), ("other_total", costs)):
            self._total(row, key, {
                column: printed("money", amount=typed("SUM({0})", sheet.at(
                    column, first, column, last)))
                for column in "OPQR"
            }, is_ready, house.FORMULA)  # fmt: skip
            row += 1
        share = self.used["contingency_share"]
        rate, including = rent["rate"], typed("{0}=1", rent["including"])
        a = sheet.at("O", row)
        kept = printed("share_amount", amount=sheet.at("O", row - 2), share=share)
        formulas = amounts(a, rate, including) | {"O": kept}
        some = typed("IF({0},{1},0)=1", is_ready, typed("IF({0},1,0)", is_number(share, rate)))
        self._total(row, "contingency", formulas, some, house.FORMULA)
        row += 1
        above = {c: sheet.at(c, row - 3, c, row - 1) for c in "PQR"}
        total = {c: printed("money", amount=typed("SUM({0})", b)) for c, b in above.items()}
        self._total(row, "request_total", total, some, house.TOTAL)
        hours = sheet.at("K", phases[0], "K", phases[1])
        any_hours = typed('COUNTIFS({0},">0")>0', hours)
        card_hours = when(any_hours, typed("SUM({0})", hours))
        self.card_hours = sheet.formula("K", row, card_hours, house.TOTAL.but(number=house.CHAIN))
        sheet.put("B", row + 1, words("totals_note"), house.NOTE)
        sheet.merge("B", row + 1, "N")
        sheet.print_area(sheet.at("B", 1, LAST, row + 1))
        sheet.raw.page_setup.fitToHeight = 1

    def _total(
        self, row: int, key: str, formulas: Mapping[str, Formula], ready: Formula, look: Look
    ) -> None:
        self.total_rows[key] = row
        for column in "BCDEFGHIJKLMN":
            self.sheet.put(column, row, None, look)
        self.sheet.put("C", row, self.label(key), look.but(horizontal="left", bold=True))
        for column, formula in formulas.items():
            money = look.but(number=house.MONEY, size=9)
            self.sheet.formula(column, row, when(ready, formula), money)

    def total(self, key: str, what: str) -> Cell:
        """A sum: rent_total, other_total, contingency or request_total; net, tax, gross, amount."""
        return self.sheet.at(MONEY[what], self.total_rows[key])

    def _so_far(self) -> None:
        """First and last day of service so far, line by line: only lines that are priced count."""
        good = text(self.label("pass"))
        first, last = BLANK, BLANK
        for row in self.rows:
            priced = typed("{0}={1}", self.at(STATE, row), good)
            low, high = self.at(START, row), self.at(END, row)
            lower, higher = _further(first, low, "<"), _further(last, high, ">")
            first = self._put("Y", row, typed("IF({0},{1},{2})", priced, lower, first), house.DATE)
            last = self._put("Z", row, typed("IF({0},{1},{2})", priced, higher, last), house.DATE)
        self.earliest, self.latest = first, last

    def _printed(self, rent_price: Cell) -> None:
        """The place of each used line on the printed page, and its specification in words."""
        good, words = text(self.label("pass")), self.words
        unit = self.used["billing_unit"]
        by_hour = text(self.label("card_hour"))
        phases = (self.first, self.first + len(PHASES) - 1)
        costs = (self.first_cost, self.first_cost + len(COSTS) - 1)
        all_phases = typed("COUNTIFS({0},{1})", self._states(*phases), good)
        for row in self.rows:
            if row <= phases[1]:
                place = typed("COUNTIFS({0},{1})", self._states(phases[0], row), good)
                said = sentence(
                    words("spec_phase"), cards=self.at("H", row),
                    hours=printed("three_digits", number=self.at("J", row)),
                )  # fmt: skip
                quoted = sentence(words("spec_quoted"), price=rent_price, unit=unit)
                said = joined(said, typed("IF({0}={1},{2},{3})", unit, by_hour, BLANK, quoted))
            else:
                mine = typed("COUNTIFS({0},{1})", self._states(costs[0], row), good)
                place = typed("SUM({0},{1})", all_phases, mine)
                said = sentence(
                    words("spec_cost"), quantity=self.at("AC", row), unit=self.at("G", row),
                    periods=self.at("X", row),
                )  # fmt: skip
            used = typed("{0}={1}", self.at(STATE, row), good)
            self._put("AA", row, when(used, place))
            look = house.FORMULA_TEXT.but(size=9)
            self.sheet.formula("AB", row, when(used, said), look)
        row = self.total_rows["contingency"]
        all_costs = typed("COUNTIFS({0},{1})", self._states(*costs), good)
        some = typed('COUNTIFS({0},">0")=1', self.at("R", row))
        self._put("AA", row, when(some, typed("SUM({0},{1},1)", all_phases, all_costs)))
        share = printed("share_text", share=self.used["contingency_share"])
        said = when(some, sentence(words("spec_contingency"), share=share))
        self.sheet.formula("AB", row, said, house.FORMULA_TEXT.but(size=9))
        total = self.total_rows["request_total"]
        before = self.sheet.at("AA", self.first, "AA", row)
        ready = typed("{0}=1", self.ready)
        self._put("AA", total, when(ready, typed('SUM(COUNTIFS({0},">0"),1)', before)))
        self.sheet.formula("AB", total, BLANK, house.FORMULA_TEXT.but(size=9))
        self.last_line = total

    def _states(self, first: int, last: int) -> Cell:
        return self.sheet.at(STATE, first, STATE, last)

    def on_page(self, place: Cell, column: str) -> Formula:
        """What the printed page shows of the line at a place."""
        block = self.sheet.at(column, self.first, column, self.last_line)
        places = self.sheet.at("AA", self.first, "AA", self.last_line)
        found = typed("INDEX({0},MATCH({1},{2},0))", block, place, places)
        return when(typed("COUNTIFS({0},{1})>0", places, place), found)

    # -- the span of all lines -------------------------------------------------------------------

    def span(self) -> None:
        """First and last day of the phases: other costs without dates of their own take them."""
        sheet, words = self.sheet, self.words
        row = self.first_cost + len(COSTS) + 8
        first, last = BLANK, BLANK
        for offset in range(len(PHASES)):
            start, end = (sheet.at(c, self.first + offset) for c in "TU")
            last_one = offset == len(PHASES) - 1
            named = words("span_line") if last_one else words("span_so_far", number=offset + 1)
            sheet.put("C", row + offset, named, house.HELP.but(bottom=""))
            low = _further(first, start, "<") if offset else typed("{0}", start)
            high = _further(last, end, ">") if offset else typed("{0}", end)
            first = self._put("T", row + offset, low, house.DATE)
            last = self._put("U", row + offset, high, house.DATE)
        assert isinstance(first, Cell) and isinstance(last, Cell)
        self.span_first, self.span_last = first, last


def _further(before: Cell | Formula, here: Cell, sign: str) -> Formula:
    pattern = f'IF({{1}}="",{{0}},IF({{0}}="",{{1}},IF({{1}}{sign}{{0}},{{1}},{{0}})))'
    return typed(pattern, before, here)


def amounts(amount: Cell, rate: Cell, including: Formula) -> dict[str, Formula]:
    """Net, tax and gross that follow from an amount on its own tax basis."""
    net = printed("tax_exclusive", gross=amount, rate=rate)
    inside = printed("tax_amount", amount=amount, rate=rate, includes_tax=True)
    on_top = printed("tax_amount", amount=amount, rate=rate, includes_tax=False)
    gross = printed("tax_inclusive", net=amount, rate=rate)
    return {
        "O": typed("{0}", amount),
        "P": typed("IF({0},{1},{2})", including, net, amount),
        "Q": typed("IF({0},{1},{2})", including, inside, on_top),
        "R": typed("IF({0},{1},{2})", including, amount, gross),
    }
