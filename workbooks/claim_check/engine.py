"""Recomputes the claims from their conditions and judges each one.

The engine runs twice: over the inputs, and over the example, whose figures stand on its own sheet.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from workbooks import catalogs, facts, house
from workbooks.book import Book
from workbooks.claim_check.slips import Slips
from workbooks.formulas import (
    BLANK,
    Argument,
    Cell,
    Formula,
    is_known,
    is_number,
    joined,
    printed,
    sentence,
    text,
    typed,
    when,
)
from workbooks.steps import Steps

SCENARIOS = ("low", "typical", "high")


@dataclass(frozen=True)
class Claim:
    """One kind of claim.

    ``needs`` are conditions: keys of the values in use or of the engine's cells. ``form`` is its
    number format, ``unit`` a glossary field. ``whole`` claims must hit to the unit; ``open_end``
    ones may exceed what is needed; ``slips`` is the kind of claim by which a usual slip may explain
    a wrong one, ``explain`` writes a reason of its own instead, and ``implied`` says that the claim
    means a utilisation, which the reason names. More than is needed is no error of a ``spare``
    claim, but needs a condition that nobody stated.
    ``make`` gives the low, the typical and the high value.
    """

    key: str
    needs: tuple[str, ...]
    make: Callable[[Engine], tuple[Formula, Formula, Formula]]
    unit: str = ""
    form: str = house.GENERAL
    whole: bool = False
    open_end: bool = False
    slips: str = ""
    explain: Callable[[Engine], Cell] | None = None
    implied: bool = False
    spare: bool = False


class Engine:
    """``cells["<claim>_<what>"]``: claimed, low, typical, high, ratio, verdict, reason."""

    def __init__(
        self, book: Book, sheet: str, used: Mapping[str, Cell], slips: Slips, *, named: bool
    ) -> None:
        """``named`` gives the verdicts names (``out_…``); only one engine of a book may."""
        self.book, self.used, self.slips, self.named = book, used, slips, named
        self.words, self.label = book.words, book.words.label
        self.steps = Steps(
            book, sheet, self.words(f"{sheet}_title"), self.words("calculation_subtitle")
        )
        self.cells = self.steps.cells
        self._facts()

    # -- conditions --------------------------------------------------------------------------------

    def value(self, name: str) -> Cell:
        """A condition by name: a line of this sheet, else an input."""
        return self.cells[name] if name in self.cells else self.used[name]

    def _facts(self) -> None:
        steps, used, words = self.steps, self.used, self.words
        steps.heading(words("block_facts"))
        named = typed('{0}<>""', used["gpu"])
        facts.card(steps, used["gpu"], named, out=False)
        facts.model(steps, used)
        full = typed("INDEX(cat_methods_flop_k,MATCH({0},cat_methods_name,0))", text("full"))
        own_factor = catalogs.value("methods", "flop_k", self.cells["method"])
        steps.line("by_six", words("by_six"), typed("IF({0}={1},1,0)", own_factor, full))
        key = joined(self.cells["family"], text("|"), self.cells["method"])
        where = steps.line("mfu_key", words("mfu_key"), key, look=house.FORMULA_TEXT)
        own = used["mfu"]
        for end in SCENARIOS:
            found = steps.line(
                f"catalog_mfu_{end}", words(f"catalog_mfu_{end}"),
                catalogs.value("mfu", end, where), number=house.SHARE,
                note=words("catalog_mfu_note"),
            )  # fmt: skip
            steps.line(
                f"run_mfu_{end}", self.label(f"mfu_{end}"),
                typed("IF({0}<>{1},{0},{2})", own, BLANK, found), number=house.SHARE,
                note=words("mfu_note"),
            )  # fmt: skip
        unit, hours, cards = (used[k] for k in ("billing_unit", "hours_per_month", "cards"))
        known = is_known(unit, "cat_units_name")
        steps.line(
            "unit_hours", words("unit_hours"),
            when(typed("IF({0},{1})", is_number(hours), known),
                 printed("unit_hours", unit=unit, hours_per_month=hours)),
            unit=self.label("unit_hours"),
        )  # fmt: skip
        size = used["node_size"]
        steps.line(
            "units", words("units"),
            when(typed("IF({0},{1})", is_number(cards, size), known),
                 printed("units_rented", cards=cards, unit=unit, node_size=size)),
        )  # fmt: skip
        per_unit, billed = self.cells["unit_hours"], used["rent_hours"]
        steps.line(
            "periods", words("periods"),
            when(is_number(billed, per_unit),
                 printed("paid_periods", hours=billed, hours_per_period=per_unit)),
            number=house.CHAIN,
        )  # fmt: skip
        price = used["card_price"]
        steps.line(
            "cards_day", words("cards_day"),
            when(is_number(price, size),
                 printed("line_amount", quantity=size, price=price, periods=24)),
            number=house.MONEY, note=words("cards_day_note"),
        )  # fmt: skip
        usable = self.cells["usable_gb_least"]
        job: dict[str, Argument] = {n: used[n] for n in ("seq", "vocab", "margin")}
        job["batch"] = used["batch_per_card"]
        least = is_number(self.cells["params"], usable, *job.values())  # type: ignore[arg-type]
        ready = typed('IF({0},{1}<>"")', least, self.cells["method"])
        steps.kernel(
            "cards_by_memory", self.label("cards_by_memory"), ready, "cards_to_hold",
            number=house.COUNT, guard=("room_bytes", words("does_not_fit")),
            params=self.cells["params"], usable_gb=usable, method=self.cells["method"],
            **job,
        )  # fmt: skip
        self._cards_by_time()
        steps.gap()

    def _cards_by_time(self) -> None:
        """Cards that finish in the window, at each utilisation."""
        names = ("days", "hours_per_day", "buffer", "tokens", "epochs", "gpu")
        facts_: dict[str, Argument] = {name: self.used[name] for name in names}
        facts_ |= {n: self.cells[n] for n in ("params", "active_params", "method")}
        numbers = [facts_[n] for n in facts_ if n not in ("gpu", "method")]
        for end in SCENARIOS:
            mfu = self.cells[f"run_mfu_{end}"]
            numeric = is_number(*numbers, self.cells["peak_per_card"], mfu)  # type: ignore[arg-type]
            ready = typed('IF({0},{1}<>"")', numeric, self.cells["method"])
            by_time = printed("gpu_cards", mfu=mfu, node_size=1, fit=False, **facts_)
            self.steps.line(
                f"cards_time_{end}", self.words(f"cards_time_{end}"), when(ready, by_time),
                number=house.COUNT,
            )  # fmt: skip

    # -- judging -----------------------------------------------------------------------------------

    def judge(self, claim: Claim) -> None:
        """The lines of one claim."""
        steps, words, label = self.steps, self.words, self.label
        key, field = claim.key, f"claimed_{claim.key}"
        steps.heading(label(field))
        said = self.used[field]
        number = {"unit": label(claim.unit) if claim.unit else "", "number": claim.form}
        steps.line(f"{key}_claimed", label("claimed"), typed('IF({0}="","",{0})', said), **number)
        claimed = self.cells[f"{key}_claimed"]
        needs = [(self.value(name), self._called(name)) for name in claim.needs]
        missing = self._missing(key, needs)
        ready = typed('IF({0}="",{1})', missing, is_number(self.used["tolerance"]))
        ends = dict(zip(SCENARIOS, claim.make(self), strict=True))
        for end, formula in ends.items():
            steps.line(f"{key}_{end}", words(f"recomputed_{end}"), when(ready, formula), **number)
        low, typical, high = (self.cells[f"{key}_{end}"] for end in SCENARIOS)
        within = self._bounds(key, claim, low, high)
        self._ratio(key, claimed, typical)
        numeric = typed('COUNTIFS({0},"<1E+300")=1', claimed)
        computed = typed('COUNTIFS({0},"<1E+300")=1', typical)
        names = [text(label(name)) for name in ("right", "wrong", "condition_missing")]
        outside = names[1]
        if claim.spare:
            top = self.cells[f"{key}_to"]
            outside = typed("IF({0}>{1},{2},{3})", claimed, top, names[2], names[1])
        verdict = typed(
            "IF({0}={1},{1},IF({2},IF({3},IF({4},{5},{6}),IF({7}={1},{8},{9})),{9}))", claimed,
            BLANK, numeric, computed, within(claimed), names[0], outside, typical, names[2],
            names[1],
        )  # fmt: skip
        steps.line(f"{key}_verdict", label("verdict"), verdict, look=house.FORMULA_TEXT)
        if self.named:
            self.book.name(f"out_{key}_verdict", self.cells[f"{key}_verdict"])
            self.book.name(f"out_{key}", typical)
        self._reason(key, claim, names)
        steps.gap()

    def _called(self, name: str) -> str:
        """What a condition is called: its own word, else the glossary's."""
        key = f"need_{name}"
        return self.words(key) if self.words.has(key) else self.label(name)

    def _missing(self, key: str, needs: list[tuple[Cell, str]]) -> Cell:
        """The conditions that are not there, as a text."""
        between = self.words("list_separator")
        pieces = [
            typed('IF({0}="",{1},IF({0}="?",{1},{2}))', cell, text(between + name), BLANK)
            for cell, name in needs
        ]
        return self.says(f"{key}_missing", self.words("missing"), joined(*pieces))

    def says(self, key: str, label: str, formula: Formula, lines: int = 1) -> Cell:
        """A line whose value is a text, across the columns."""
        cell = self.steps.line(key, label, formula, look=house.FORMULA_TEXT.but(color=house.GREY))
        self.steps.sheet.merge("C", cell.row, "E")
        self.steps.sheet.height(cell.row, max(18, 13 * lines + 4))
        return cell

    def _bounds(self, key: str, claim: Claim, low: Cell, high: Cell) -> Callable[[Cell], Formula]:
        """Lines with the ends of what counts as right; gives the condition."""
        ends = []
        for end, cell, kernel in (("from", low, "with_less"), ("to", high, "with_more")):
            tolerance = 0 if claim.whole else self.used["tolerance"]
            known = typed('COUNTIFS({0},"<1E+300")=1', cell)
            wide = printed(kernel, number=cell, tolerance=tolerance)
            ends.append(self.steps.line(
                f"{key}_{end}", self.words(f"right_{end}"), when(known, wide), number=claim.form,
            ))  # fmt: skip
        first, last = ends

        def within(claimed: Cell) -> Formula:
            if claim.open_end:
                return typed("{0}>={1}", claimed, first)
            return typed("IF({0}>={1},{0}<={2})", claimed, first, last)

        return within

    def _ratio(self, key: str, claimed: Cell, typical: Cell) -> None:
        both = typed('IF(COUNTIFS({0},"<1E+300")=1,COUNTIFS({1},"<1E+300",{1},"<>0")=1)',
                     claimed, typical)  # fmt: skip
        ratio = printed("claimed_ratio", claimed=claimed, number=typical)
        self.steps.line(
            f"{key}_ratio", self.words("ratio"), when(both, ratio), number="0.000",
            note=self.words("ratio_note"),
        )  # fmt: skip

    def _implied(self, key: str) -> Cell:
        """What a claim of hours says about the utilisation, as a sentence."""
        steps, words, cells = self.steps, self.words, self.cells
        hours, cards = cells[f"{key}_claimed"], self.used["cards"]
        flops, peak = cells["flops_typical"], cells["peak_per_card"]
        spent = steps.line(
            f"{key}_card_hours", self.label("card_hours"),
            when(is_number(cards, hours), printed("rented_card_hours", cards=cards, hours=hours)),
            number=house.CHAIN,
        )  # fmt: skip
        ready = typed('IF({0},COUNTIFS({1},">0")=1)', is_number(flops, peak), spent)
        mfu = steps.line(
            f"{key}_implied", words("implied"),
            when(ready, printed("mfu_of_run", flops=flops, card_hours=spent, peak=peak)),
            number=house.SHARE,
        )  # fmt: skip
        said = sentence(words("implied_text"), share=printed("share_text", share=mfu))
        return self.says(f"{key}_implied_text", words("implied"), when(is_number(mfu), said))

    def _without_epochs(self, ratio: Cell, otherwise: Formula) -> Formula:
        """A claim that is one epoch's says so; the job's own figure comes before a usual slip."""
        epochs = self.value("epochs")
        one = printed("claimed_ratio", claimed=1, number=epochs)
        ends = [
            printed(kernel, number=ratio, tolerance=self.slips.near)
            for kernel in ("with_less", "with_more")
        ]
        several = typed('IF(COUNTIFS({0},">1")=1,COUNTIFS({1},"<1E+300")=1,0=1)', epochs, ratio)
        inside = typed("IF({0}>={1},{0}<={2},0=1)", one, *ends)
        told = typed("IF({0},{1},{2})", inside, text(self.words("slip_epochs")), otherwise)
        return when(several, told, otherwise)

    def _reason(self, key: str, claim: Claim, names: list[Formula]) -> None:
        words, cells = self.words, self.cells
        verdict = cells[f"{key}_verdict"]
        told: Formula
        if claim.explain:
            told, lines = typed("{0}", claim.explain(self)), 4
        else:
            why = words(f"why_{key}")
            told, lines = text(why), house.lines_needed(why, 104) + 1
        wrong = told
        if claim.slips:
            ratio = cells[f"{key}_ratio"]
            usual = self.slips.found(claim.slips, ratio, cells["by_six"])
            if "epochs" in claim.needs:
                usual = self._without_epochs(ratio, usual)
            slip = self.says(f"{key}_slip", words("slip"), usual)
            wrong = typed('IF({0}="",{1},{0}&{2}&{1})', slip, told, text(words("reason_separator")))
        if claim.implied:
            implied = self._implied(key)
            told, wrong = joined(told, implied), joined(wrong, implied)
        missing = cells[f"{key}_missing"]
        lacking = joined(text(words("lacks")), missing)
        if claim.spare:
            lacking = typed('IF({0}="",{1},{2})', missing, text(words("why_spare")), lacking)
        reason = typed(
            "IF({0}={1},{1},IF({0}={2},{3},IF({0}={4},{5},{3})))", verdict, BLANK, names[0], told,
            names[2], lacking,
        )  # fmt: skip
        if claim.slips:
            reason = typed("IF({0}={1},{2},{3})", verdict, names[1], wrong, reason)
        self.says(f"{key}_reason", words("reason"), reason, lines)
