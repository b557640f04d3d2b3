"""Memory by part, per card and in all, the least cards that fit, and what else would fit."""

from __future__ import annotations

from gpucalc import catalog
from workbooks import blocks, house
from workbooks.book import Book
from workbooks.formulas import (
    BLANK,
    Cell,
    Formula,
    constant,
    is_number,
    printed,
    sentence,
    spread,
    text,
    typed,
    when,
)
from workbooks.inputs import Inputs, catalog_label
from workbooks.sizing.result import Result
from workbooks.sizing.work import Work

LAST = "H"
PARTS = ("weights", "gradients", "optimizer", "activations", "logits", "fixed")
FIRST_HELPER = 11  # column K: what stands between input and result, in grey


class Memory:
    """The sheet; ``per_card`` is what each planned card holds, with margin."""

    def __init__(self, book: Book, inputs: Inputs, work: Work, result: Result) -> None:
        self.book, self.used, self.work, self.result = book, inputs.used, work, result
        self.words, self.label = book.words, book.words.label
        sheet = self.sheet = book.sheet("memory_sheet", landscape=True)
        sheet.widths(A=2, B=30, C=17, D=17, E=17, F=17, G=17, H=40)
        row = blocks.title(
            sheet, self.words("memory_title"), self.words("memory_subtitle"), LAST, state=True
        )
        row = self._parts(row)
        row = self._bounds(row + 1)
        self._methods(row + 1)
        sheet.print_area(sheet.at("B", 1, LAST, self.end))
        sheet.raw.page_setup.fitToHeight = 1

    # -- by part ---------------------------------------------------------------------------------

    def _parts(self, row: int) -> int:
        sheet, words, cells = self.sheet, self.words, self.work.cells
        row = blocks.heading(sheet, row, words("memory_parts"), LAST)
        heads = {
            "B": words("field"), "C": words("memory_alone"), "D": words("memory_least"),
            "E": words("memory_planned"), "F": words("memory_all"), "G": words("memory_share"),
            "H": words("how"),
        }  # fmt: skip
        row = blocks.head_row(sheet, row, heads, 44)
        counts = {"D": cells["cards_by_memory"], "E": self.result.planned}
        sheet.put("B", row, self.label("cards"), house.LABEL)
        one = sheet.put("C", row, 1, house.FORMULA.but(number=house.COUNT))
        self.counts = {"C": one}
        for column, cell in counts.items():
            known = when(is_number(cell), typed("{0}", cell))
            self.counts[column] = sheet.formula(
                column, row, known, house.FORMULA.but(number=house.COUNT)
            )
        for column in "FG":
            sheet.put(column, row, None, house.FORMULA)
        sheet.put("H", row, words("memory_cards_note"), house.HELP)
        top = row + 1
        heading = house.letter(FIRST_HELPER)
        sheet.put(heading, row, words("part"), house.HELP.but(bottom=""))
        for part in PARTS:
            row += 1
            self._part(row, part)
        total = row + 1
        for column in "CDEF":
            block = sheet.at(column, top, column, row)
            first = sheet.at(column, top)
            look = house.TOTAL.but(number=house.CHAIN)
            sheet.formula(column, total, when(is_number(first), typed("SUM({0})", block)), look)
        self._named(total, "net_need", "memory_net_note")
        margin = total + 1
        for column in "CDEF":
            net = sheet.at(column, total)
            grown = printed("reserved_hours", hours=net, reserve=self.used["margin"])
            ready = is_number(net, self.used["margin"])
            look = house.TOTAL.but(number=house.CHAIN)
            sheet.formula(column, margin, when(ready, grown), look)
        self._named(margin, "need_with_margin", "memory_margin_note")
        self.per_card = sheet.at("E", margin)
        self.alone, self.least = sheet.at("C", margin), sheet.at("D", margin)
        self.net = sheet.at("C", total)
        usable = margin + 1
        for column in "CDE":
            fact = cells["usable_gb_least"]
            look = house.FORMULA.but(number=house.CHAIN)
            sheet.formula(column, usable, when(is_number(fact), typed("{0}", fact)), look)
        self._named(usable, "usable_memory_per_card", "usable_gb_least_note")
        self.usable = sheet.at("C", usable)
        fits = usable + 1
        for column in "CDE":
            need, have = sheet.at(column, margin), sheet.at(column, usable)
            state = typed(
                "IF({0}<={1},{2},{3})", need, have, text(self.label("answer_yes")),
                text(self.label("answer_no")),
            )  # fmt: skip
            sheet.formula(column, fits, when(is_number(need, have), state), house.STATE)
        self._named(fits, "fits_card", "fits_note")
        self.fits = sheet.at("E", fits)
        self.book.name("out_memory_needed", self.per_card)
        return fits + 1

    def _named(self, row: int, field: str, note: str) -> None:
        self.sheet.put("B", row, self.label(field), house.LABEL.but(bold=True))
        self.sheet.put("H", row, self.words(note), house.HELP)
        for column in "FG":
            if self.sheet.raw[f"{column}{row}"].value is None:
                self.sheet.put(column, row, None, house.FORMULA)
        self.sheet.height(row, 30)

    def _part(self, row: int, part: str) -> None:
        sheet, shape, ready = self.sheet, self.work.shape(), self.work.shape_ready()
        sheet.height(row, 24)
        sheet.put("B", row, catalog_label("parts", part, self.book.lang), house.LABEL)
        helper = FIRST_HELPER

        def place() -> Cell:
            nonlocal helper
            helper += 1
            return sheet.at(house.letter(helper - 1), row)

        for column, cards in self.counts.items():
            known = typed("IF({0},IF({1},1,0),0)=1", ready, is_number(cards))
            made = spread(
                "vram_part", place, part=constant(part), cards=cards, **shape
            )  # fmt: skip
            helper -= 1  # the result itself stands in the table
            for cell, formula, _ in made[:-1]:
                look = house.TABLE_CELL.but(color=house.GREY, shrink=True, number=house.GENERAL)
                sheet.formula(house.letter(cell.column), row, when(known, formula), look)
            look = house.FORMULA.but(number=house.CHAIN)
            sheet.formula(column, row, when(known, made[-1][1]), look)
        cards = self.counts["E"]
        each = sheet.at("E", row)
        whole = printed("billed_quantity", quantity=each, periods=cards)
        look = house.FORMULA.but(number=house.CHAIN)
        sheet.formula("F", row, when(is_number(each, cards), whole), look)
        total = sheet.at("E", self._total_row())
        part_of = printed("unit_cost", amount=each, quantity=total)
        sheet.formula(
            "G", row, when(is_number(each, total), part_of), house.FORMULA.but(number=house.RATE)
        )
        sheet.put("H", row, self.words(f"memory_{part}_note"), house.HELP)

    def _total_row(self) -> int:
        return self.counts["C"].row + len(PARTS) + 1

    # -- both bounds -----------------------------------------------------------------------------

    def _bounds(self, row: int) -> int:
        sheet, words, cells, chosen = self.sheet, self.words, self.work.cells, self.result.chosen
        row = blocks.heading(sheet, row, words("memory_bounds"), LAST)
        for field, cell in (
            ("cards_by_memory", cells["cards_by_memory"]),
            ("cards_by_time", chosen["cards_by_time"]),
            ("binding_constraint", chosen["binding"]),
            ("checkpoint_gb", cells["checkpoint_gb"]),
        ):
            sheet.put("B", row, self.label(field), house.LABEL)
            look = house.FORMULA.but(bold=True, number=house.CHAIN if "gb" in field else "#,##0")
            sheet.formula("C", row, typed("{0}", cell), look)
            sheet.put("D", row, words(f"memory_{field}_note"), house.HELP)
            sheet.merge("D", row, LAST)
            row += 1
        known = is_number(self.alone, self.usable)
        need = {"net": self._aloud(self.net), "alone": self._aloud(self.alone),
                "usable": self._aloud(self.usable)}  # fmt: skip
        first = sentence(words("why_memory"), **need)
        bound = cells["cards_by_memory"]
        least = sentence(words("why_least"), cards=bound, each=self._aloud(self.least))
        never = text(words("why_never"))
        second = typed("IF({0},{1},{2})", is_number(bound, self.least), least, never)
        look = house.FORMULA_TEXT.but(italic=True, color=house.NAVY, fill=house.PALE, bottom="")
        sheet.height(row, 34)
        sheet.formula("B", row, when(known, typed("{0}&{1}", first, second)), look, mark=False)
        sheet.merge("B", row, LAST)
        return row + 1

    @staticmethod
    def _aloud(cell: Cell) -> Formula:
        return printed("three_digits", number=cell)

    # -- other methods ---------------------------------------------------------------------------

    def _methods(self, row: int) -> None:
        """The same job with every method: what it computes, what it holds, how many cards."""
        sheet, words, cells = self.sheet, self.words, self.work.cells
        row = blocks.heading(sheet, row, words("memory_methods"), LAST)
        heads = {
            "B": self.label("method"), "C": words("method_flop"), "D": words("method_alone"),
            "E": self.label("cards_by_memory"), "F": words("method_here"),
        }  # fmt: skip
        row = blocks.head_row(sheet, row, heads, 32)
        for column in "GH":
            sheet.put(column, row - 1, None, house.HEAD)
        shape = self.work.shape()
        for method in catalog.table("methods").names():
            shown = catalog_label("methods", method, self.book.lang)
            name = sheet.put("B", row, shown, house.LABEL)
            per = typed("INDEX(cat_methods_flop_k,MATCH({0},cat_methods_name,0))", name)
            sheet.formula("C", row, per, house.FORMULA.but(number=house.GENERAL))
            helper = FIRST_HELPER

            def place(row: int = row) -> Cell:
                nonlocal helper
                helper += 1
                return sheet.at(house.letter(helper - 1), row)

            own = shape | {"method": name}
            known = self.work.shape_ready()
            grey = house.TABLE_CELL.but(color=house.GREY, shrink=True)
            made = spread(
                "vram_needed", place, margin=self.used["margin"], cards=self.counts["C"], **own
            )
            helper -= 1
            for cell, formula, _ in made[:-1]:
                sheet.formula(house.letter(cell.column), row, when(known, formula), grey)
            look = house.FORMULA.but(number=house.CHAIN)
            sheet.formula("D", row, when(known, made[-1][1]), look)
            usable = cells["usable_gb_least"]
            ready = typed("IF({0},IF({1},1,0),0)=1", known, is_number(usable))
            made = spread(
                "cards_to_hold", place, margin=self.used["margin"], usable_gb=usable, **own
            )
            room = next(cell for cell, _, label in made if label == "room_bytes")
            for cell, formula, _ in made[:-1]:
                sheet.formula(house.letter(cell.column), row, when(ready, formula), grey)
            held = typed(
                "IF({0}>0,{1},{2})", room, made[-1][1], text(words("does_not_fit"))
            )  # fmt: skip
            sheet.formula("E", row, when(ready, held), house.FORMULA.but(number=house.COUNT))
            here = typed(
                "IF({0}=INDEX(cat_methods_model,MATCH({1},cat_methods_name,0)),{2},{3})",
                cells["method"], name, text(words("method_chosen")), BLANK,
            )  # fmt: skip
            sheet.formula("F", row, here, house.STATE.but(color=house.NAVY))
            row += 1
        sheet.put("B", row, words("memory_methods_note"), house.NOTE)
        sheet.merge("B", row, LAST)
        sheet.height(row, 30)
        self.end = row
