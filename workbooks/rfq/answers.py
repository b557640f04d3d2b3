"""Beside each answer what was asked for, and whether it is there; the count of what is missing."""

from __future__ import annotations

from workbooks import blocks, house
from workbooks.fields import Field
from workbooks.formulas import BLANK, Cell, Formula, is_known, is_number, joined, text, typed, when
from workbooks.inputs import Inputs
from workbooks.offers.entries import Offers
from workbooks.offers.fields import ITEMS, OFFER
from workbooks.steps import Steps

# The buyer's field that an answer belongs to.
ASKED = {
    "gpu": "gpu", "cards": "cards", "node_size": "node_size", "link": "link_required",
    "network": "network_required", "deployment": "deployment_required",
    "tenancy": "tenancy_required", "invoice_type": "invoice_required",
    "ready_for_use_date": "required_by", "currency": "currency",
    **{f"answer_{n}": f"requirement_{n}" for n in (1, 2, 3, 4)},
}  # fmt: skip

NEVER = Formula("0=1")


class Answers:
    """``state[field]`` says pass, incomplete or fail; ``asked[field]`` shows the buyer's wish."""

    def __init__(self, inputs: Inputs, offers: Offers) -> None:
        self.inputs, self.offers = inputs, offers
        self.words, self.label = inputs.book.words, inputs.book.words.label
        self.between = text(self.words("list_between"))
        self.asked: dict[str, Cell] = {}
        self.state: dict[str, Cell] = {}
        sheet = offers.sheet
        wish, state = offers.spare
        sheet.widths(**{wish: 24, state: 12})
        for column, words in ((wish, "asked_for"), (state, "answer_state")):
            sheet.put(column, offers.head, self.words(words), house.HEAD)
        for name, field in offers.fields.items():
            row = offers.entry[name][0].row
            look = house.FORMULA_TEXT.but(size=9, number=field.number)
            self.asked[name] = sheet.formula(wish, row, self._wish(name), look)
            self.state[name] = sheet.formula(
                state, row, self._state(name, field), house.STATE.but(size=9, bold=False)
            )
        every = [*self.state.values()]
        first, last = every[0], every[-1]
        blocks.state_colours(sheet, sheet.at(state, first.row, state, last.row))

    def _wish(self, name: str) -> Formula:
        used = self.inputs.used
        if name in ASKED:
            cell = used[ASKED[name]]
            return typed("IF({0}={1},{1},{0})", cell, BLANK)
        item = name.removesuffix("_basis")
        if item not in ITEMS or not name.endswith("_basis"):
            return BLANK
        quantity = used[f"{item}_quantity"]
        unit: Formula = text({"storage": " TB", "bandwidth": " Mbps"}.get(item, ""))
        parts = [typed("{0}", quantity), unit]
        if item.startswith("extra"):
            parts = [joined(used[f"{item}_item"], text(" ")), parts[0],
                     joined(text(" "), used[f"{item}_unit"])]  # fmt: skip
        return when(typed('COUNTIFS({0},">0")=1', quantity), joined(*parts))

    def needed(self, name: str) -> Formula:
        """Whether a complete answer has this field."""
        field, used = self.offers.fields[name], self.inputs.used
        if field.required:
            return Formula("1=1")
        if name.startswith("answer_"):
            return typed("{0}<>{1}", used[ASKED[name]], BLANK)
        item = name.removesuffix("_basis")
        if item in ITEMS and name.endswith("_basis"):
            return typed('COUNTIFS({0},">0")=1', used[f"{item}_quantity"])
        item = name.removesuffix("_price")
        if item in ITEMS and name.endswith("_price"):
            charged = typed("{0}={1}", self.offers.entry[f"{item}_basis"][0],
                            text(self.label("priced_separately")))  # fmt: skip
            return charged
        if name == "free_reading":
            return typed("{0}<>{1}", self.offers.read["free_over"][0], BLANK)
        if name == "off_peak_hours":
            return typed("{0}<>{1}", self.offers.read["off_peak_discount"][0], BLANK)
        if name == "tier_price":
            return typed("{0}<>{1}", self.offers.read["tier_from"][0], BLANK)
        return NEVER

    def _state(self, name: str, field: Field) -> Formula:
        entry, read = self.offers.entry[name][0], self.offers.read[name][0]
        passed, open_, fail = (text(self.label(k)) for k in ("pass", "incomplete", "fail"))
        if field.kind == "number":
            good = typed('IF({0}="?",0,1)=1', read)
        elif field.kind == "date":
            good = is_number(entry)
        elif field.kind == "choice" or field.options in ("tax", "currency"):
            known = {"tax": "cat_tax_name"}.get(field.options) or self.offers.lists[field.options]
            good = is_known(entry, known)
        else:
            good = Formula("1=1")
        empty = typed("IF({0},{1},{2})", self.needed(name), open_, BLANK)
        given = typed("IF({0},{1},{2})", self.needed(name), passed, text(self.words("given")))
        return typed('IF({0}="",{1},IF({2},{3},{4}))', entry, empty, good, given, fail)

    def _lacking(self, names: list[str]) -> Formula:
        """Those of a section's answers that are needed and not there, nothing after the last."""
        open_ = text(self.label("incomplete"))
        asked = [n for n in names if self.needed(n) != NEVER]
        first, parts = self.state[asked[0]], []
        for name in asked:
            cell = self.state[name]
            what = text(self.label(name))
            if cell is not first:
                above = Cell(first.sheet, first.column, first.row, first.column, cell.row - 1)
                what = joined(when(typed("COUNTIFS({0},{1})>0", above, open_), self.between), what)
            parts.append(when(typed("{0}={1}", cell, open_), what))
        return joined(*parts)

    def count(self, steps: Steps) -> None:
        """How many answers there are of those needed, and which are missing."""
        words, label = self.words, self.label
        steps.heading(words("block_completeness"))
        every = [*self.state.values()]
        first, last = every[0], every[-1]
        states = Cell(first.sheet, first.column, first.row, first.column, last.row)
        passed, open_, fail = (text(label(k)) for k in ("pass", "incomplete", "fail"))
        count = "COUNTIFS({0},{1})"
        steps.line("answered", words("answered"), typed(count, states, passed), number="0",
                   out=True)  # fmt: skip
        steps.line(
            "asked", words("asked_count"),
            typed("SUM(COUNTIFS({0},{1}),COUNTIFS({0},{2}),COUNTIFS({0},{3}))", states, passed,
                  open_, fail),
            number="0", note=words("asked_count_how"), out=True,
        )  # fmt: skip
        steps.line("unreadable", words("unreadable"), typed(count, states, fail), number="0",
                   out=True)  # fmt: skip
        parts = []
        for section in OFFER:
            key = f"missing_{section.title.removeprefix('section_offer_')}"
            title = f"{words('missing_in')} · {words(section.title)}"
            lacking = self._lacking([f.name for f in section.fields])
            parts.append(steps.says(key, title, lacking, 1))
        every_part = [typed("{0}", parts[0])]
        for place, part in enumerate(parts[1:], 1):
            both = when(typed("{0}<>{1}", joined(*parts[:place]), BLANK), self.between)
            every_part.append(when(typed("{0}<>{1}", part, BLANK), joined(both, part)))
        steps.says("missing", words("missing"), joined(*every_part), 3)
        steps.line(
            "completeness", words("completeness"),
            typed("{0}&{1}&{2}", steps.cells["answered"], text(" / "), steps.cells["asked"]),
            look=house.FORMULA_TEXT.but(bold=True), out=True,
        )  # fmt: skip
        steps.gap()
