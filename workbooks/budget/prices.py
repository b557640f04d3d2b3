"""Prices: what they are now, and the copy that was frozen when the request was approved."""

from __future__ import annotations

from gpucalc import quantity as q
from workbooks import blocks, catalogs, house, price_band
from workbooks.book import Book, Sheet
from workbooks.budget.fields import COSTS
from workbooks.budget.lines import Lines
from workbooks.formulas import (
    BLANK,
    Cell,
    Formula,
    is_known,
    is_number,
    joined,
    printed,
    text,
    typed,
    when,
)
from workbooks.inputs import Inputs
from workbooks.readings import Readings

LAST = "K"


def from_quote(inputs: Inputs) -> None:
    """A price without source and date of its own is from the quote named beside it, of its day."""
    used, sheet = inputs.used, inputs.sheet
    quote = typed("{0}&{1}", used["quote_no"], BLANK)
    named = typed("IF({0}={1},{1},{2}&{3}&{0})", quote, BLANK, used["supplier"], text(" "))
    dated = when(is_number(used["quote_date"]), typed("{0}", used["quote_date"]))
    for field, formula, look in (
        ("price_source", named, house.FORMULA_TEXT.but(wrap=False, shrink=True)),
        ("price_date", dated, house.FORMULA.but(number=house.DATE)),
    ):
        row = inputs.typed[field].row
        sheet.formula("E", row, formula, look.but(color=house.GREY))


class Prices:
    """``used[line]`` is the price in use: the frozen one where there is one, else today's.

    Each in the unit in which it was quoted; ``rent`` holds what turns the rent's into amounts.
    ``sources[line]`` are the price as typed, frozen price, source and date of a line.
    """

    def __init__(self, book: Book, inputs: Inputs, lines: Lines, readings: Readings) -> None:
        self.book, self.inputs, self.lines = book, inputs, lines
        self.readings, self.words, self.label = readings, book.words, book.words.label
        self.used: dict[str, Cell] = {}
        self.rent: dict[str, Cell] = {}
        self.sources: dict[str, tuple[Cell, Cell, Cell, Cell]] = {}
        self._unsourced: list[Formula] = []
        sheet = self.sheet = book.sheet("frozen_prices", landscape=True)
        sheet.widths(A=2, B=22, C=15, D=21, E=26, F=13, G=15, H=26, I=13, J=15, K=16)
        title, subtitle = self.words("frozen_title"), self.words("frozen_subtitle")
        row = blocks.title(sheet, title, subtitle, LAST)
        row = self._rent(row)
        row = blocks.heading(sheet, row + 1, self.words("block_frozen"), LAST)
        heads = ("cost_item", "live_price", "unit", "source", "price_date", "frozen_price",
                 "source", "price_date")  # fmt: skip
        shown = dict(zip("BCDEFGHI", map(self.label, heads), strict=True))
        shown |= {"H": self.words("frozen_source"), "I": self.words("frozen_date"),
                  "J": self.words("price_used"), "K": self.label("status")}  # fmt: skip
        row = blocks.head_row(sheet, row, shown, 32)
        self.first = row
        self._row(row, "rent", text(self.label("gpu_rent")), typed("{0}", self.rent["price"]))
        for offset, cost in enumerate(COSTS, 1):
            own = self.lines.read[f"{cost.prefix}_price"]
            item = self.lines.typed.get(f"{cost.prefix}_item")
            named = joined(item, text("")) if item else text(self.label(cost.item))
            self._row(row + offset, cost.prefix, named, typed("{0}", own))
        self.last = row + len(COSTS)
        self._hourly()
        states = sheet.at("K", self.first, "K", self.last)
        style = house.highlight(color=house.OPEN_TEXT, fill=house.OPEN_FILL, bold=True)
        moved = text(self.words("price_moved"))
        sheet.condition(states, typed("{0}={1}", f"K{self.first}", moved), style)
        self.states = states
        every = ",".join(f"{{{n}}}" for n in range(len(self._unsourced)))
        self.sourced = typed(f"SUM({every})=0", *self._unsourced)

    def _rent(self, row: int) -> int:
        """The rent's price after discount, its tax rate and basis, and the unit it is for."""
        sheet, used, words, label = self.sheet, self.inputs.used, self.words, self.label
        row = blocks.heading(sheet, row, words("block_rent_price"), LAST)
        less = printed("discounted_price", price=used["price"], discount=used["discount"])
        ready = is_number(used["price"], used["discount"])
        self._fact(row, "price", label("net_price"), when(ready, less), house.PRICE,
                   words("net_price_note"))  # fmt: skip
        self._hourly_row = row + 1  # written once the price in use is known
        rate = typed(
            "IF({0}<>{1},{0},{2})", used["tax_rate"], BLANK,
            catalogs.value("tax", "rate", used["tax_category"]),
        )  # fmt: skip
        self._fact(row + 2, "rate", label("tax_rate"), rate, house.SHARE, words("tax_rate_note"))
        self._fact(row + 3, "anchor", label("anchor"), typed("{0}", used["anchor"]), house.GENERAL)
        including = typed("IF({0}={1},1,0)", used["anchor"], text(label("incl_tax")))
        self._fact(row + 4, "including", words("including_line"), including, house.GENERAL)
        unit, month = used["billing_unit"], used["hours_per_month"]
        lasts = printed("unit_hours", unit=unit, hours_per_month=month)
        known = typed(
            "IF({0},IF({1},1,0),0)=1", is_number(month), is_known(unit, "cat_units_name")
        )  # fmt: skip
        self._fact(row + 5, "unit_hours", words("unit_hours_line"), when(known, lasts),
                   house.GENERAL, words("unit_hours_note"))  # fmt: skip
        basis = when(known, catalogs.value("units", "basis", unit))
        self._fact(row + 6, "basis", words("unit_basis_line"), basis, house.GENERAL,
                   words("unit_basis_note"))  # fmt: skip
        peak = catalogs.value("gpus", "bf16_tflops", used["gpu"])
        self._fact(row + 7, "peak", label("bf16_tflops"), peak, house.GENERAL,
                   words("peak_note"))  # fmt: skip
        family = catalogs.value("gpus", "family", used["gpu"])
        self._fact(row + 8, "family", label("family"), family, house.GENERAL)
        self._band_row = row + 9  # the catalog's prices, once they are known
        return row + 11

    def beside_catalog(self, sheet: Sheet, row: int) -> None:
        """The catalog's prices of such a card, in a table from this row on: ``band``."""
        used, words = self.inputs.used, self.words
        found = price_band.table(sheet, row, self.rent["family"], used)
        for offset, (key, cell) in enumerate(
            zip(("band_lowest", "band_highest"), found, strict=True)
        ):
            self._fact(self._band_row + offset, key, words(key), typed("{0}", cell), house.PRICE,
                       words("band_note"))  # fmt: skip
        low, high = self.rent["band_lowest"], self.rent["band_highest"]
        self.band = price_band.Band(self.rent["hourly"], low, high, used["currency"])

    def _hourly(self) -> None:
        """The price in use per card-hour, to 4 decimals: for reading across, in no amount."""
        used, price = self.inputs.used, self.used["rent"]
        unit, per_node, month = used["billing_unit"], used["node_size"], used["hours_per_month"]
        hourly = printed(
            "price_per_card_hour", price=price, unit=unit, cards_per_node=per_node,
            hours_per_month=month, gpu=used["gpu"],
        )  # fmt: skip
        known = typed(
            "IF({0},IF({1},IF({2},1,0),0),0)=1", is_number(price, per_node, month),
            is_known(unit, "cat_units_name"), self._peak_is_known(unit),
        )  # fmt: skip
        self._fact(self._hourly_row, "hourly", self.words("hourly_price_line"),
                   when(known, hourly), house.PRICE, self.words("hourly_price_note"))  # fmt: skip

    def _peak_is_known(self, unit: Cell) -> Formula:
        """A price per P needs the card's one peak; other units do not."""
        basis = catalogs.value("units", "basis", unit)
        peak = catalogs.value("gpus", "bf16_tflops", self.inputs.used["gpu"])
        return typed(
            'IF({0}="pflop_s",IF({1}="",0,IF({1}="?",0,1)),1)=1', basis, peak
        )  # fmt: skip

    def _fact(
        self, row: int, key: str, label: str, formula: Formula, form: str, note: str = ""
    ) -> None:
        sheet = self.sheet
        sheet.put("B", row, label, house.LABEL)
        look = house.FORMULA.but(number=form)
        self.rent[key] = sheet.formula("C", row, formula, look)
        sheet.put("D", row, note, house.HELP)
        sheet.merge("D", row, LAST)

    def _row(self, row: int, line: str, item: Formula, live: Formula) -> None:
        sheet, words = self.sheet, self.words
        sheet.height(row, 30)
        sheet.formula("B", row, item, house.FORMULA_TEXT)
        price = house.FORMULA.but(number=house.PRICE)
        now = sheet.formula("C", row, typed('IF({0}="",{1},{0})', live, BLANK), price)
        used = self.inputs.used
        if line == "rent":
            unit = joined(used["currency"], text("/"), used["billing_unit"])
            sheet.formula("D", row, unit, house.UNIT)
            sheet.formula("E", row, joined(used["price_source"], text("")), house.FORMULA_TEXT)
            dated = when(is_number(used["price_date"]), typed("{0}", used["price_date"]))
            sheet.formula("F", row, dated, house.FORMULA.but(number=house.DATE))
        else:
            sheet.put("D", row, self.label("unit_price"), house.UNIT)
            for column, form, what in (
                ("E", house.GENERAL, "price_source"), ("F", house.DATE, "price_date"),
            ):  # fmt: skip
                cell = sheet.put(column, row, None, house.INPUT.but(size=9, number=form))
                self.book.name(f"in_{line}_{what}", cell)
                sheet.hint(cell, (self.label(f"{line}_{what}")[:32], words("prompt_price_source")))
        frozen = sheet.put("G", row, None, house.INPUT_NUMBER.but(number=house.PRICE))
        field = f"{line}_frozen_price"
        self.book.name(f"in_{field}", frozen)
        sheet.hint(frozen, (self.label(field)[:32], words("prompt_frozen")))
        for column, form in (("H", house.GENERAL), ("I", house.DATE)):
            cell = sheet.put(column, row, None, house.INPUT.but(size=9, number=form))
            sheet.hint(cell, (words("frozen_source"), words("prompt_price_source")))
        told = (sheet.at("H", row), sheet.at("I", row))
        self._unsourced.append(typed('IF({0}="",0,IF({1}="",1,IF({2}="",1,0)))', frozen, *told))
        read = self.readings.number(q.QUOTED_PRICE, f"in_{field}", self.label(field))
        chosen = typed('IF({0}<>"",{1},{2})', frozen, read, now)
        self.used[line] = sheet.formula("J", row, chosen, price)
        self.sources[line] = (now, frozen, sheet.at("E", row), sheet.at("F", row))
        none, same = text(words("price_open")), text(words("price_frozen"))
        state = typed(
            'IF({0}="",IF({1}="",{2},{3}),IF({0}={1},{4},{5}))', frozen, now, BLANK, none, same,
            text(words("price_moved")),
        )  # fmt: skip
        sheet.formula("K", row, state, house.STATE.but(bold=False, size=9))
