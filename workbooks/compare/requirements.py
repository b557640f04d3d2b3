"""Mandatory requirements: pass, fail or unknown for every offer, before any price is looked at."""

from __future__ import annotations

from collections.abc import Callable

from workbooks import catalogs, house
from workbooks.formulas import (
    BLANK,
    Cell,
    Formula,
    is_known,
    is_number,
    joined,
    looked_up,
    text,
    typed,
    when,
)
from workbooks.offers.prices import Prices

STATE = house.STATE.but(size=9, bold=False)
OWN = (1, 2, 3, 4)
# What an offer says that a requirement is judged by.
ANSWERED = {
    "meets_model": "gpu", "meets_memory": "memory_gb", "meets_cards": "cards",
    "meets_link": "link", "meets_network": "network", "meets_deployment": "deployment",
    "meets_tenancy": "tenancy", "meets_invoice": "invoice_type",
    "meets_date": "ready_for_use_date", "meets_valid": "valid_until",
}  # fmt: skip


class Requirements:
    """``keys`` are the rows of the grid that hold the states, ``meets`` the row of the worst."""

    def __init__(self, evaluation: Prices) -> None:
        self.e, self.grid, self.used = evaluation, evaluation.grid, evaluation.job.used
        self.words, self.label = evaluation.words, evaluation.label
        self.keys: list[str] = []
        self.passed, self.failed, self.unknown = (
            text(self.label(k)) for k in ("pass", "fail", "unknown")
        )
        self.grid.heading(self.words("block_requirements"))
        self._resources()
        self._choices()
        self._dates()
        for number in OWN:
            self._own(number)
        self._worst()

    def _line(self, key: str, label: str, state: Callable[[int], Formula], note: str = "") -> None:
        self.keys.append(key)
        on = self.e.on
        self.grid.line(key, label, lambda n: when(on(n), state(n)), look=STATE,
                       note=self.words(note) if note else "")  # fmt: skip

    def _judged(self, known: Formula, holds: Formula) -> Formula:
        """Pass or fail where the answer is known."""
        return typed("IF({0},IF({1},{2},{3}),{4})", known, holds, self.passed, self.failed,
                     self.unknown)  # fmt: skip

    def _resources(self) -> None:
        e, used, label, words = self.e, self.used, self.label, self.words
        asked = used["gpu"]

        def fact(column: str, gpu: Cell) -> Formula:
            return looked_up(f"cat_gpus_{column}", gpu, "cat_gpus_name")

        def model(n: int) -> Formula:
            """One model of the catalog under whatever name; a family takes all its members, and an
            answer that names a family says too little where one model is asked for."""
            gpu = e.c("gpu", n)
            both = typed("IF({0},{1},0=1)", is_known(gpu, "cat_gpus_name"),
                         is_known(asked, "cat_gpus_name"))  # fmt: skip
            same = typed("{0}={1}", fact("model", gpu), fact("model", asked))
            family = typed("{0}={1}", fact("family", gpu), fact("family", asked))
            memory = typed(
                'IF({1}="?",{2},IF({0}={1},{2},IF({0}="?",{3},{4})))', fact("memory_gb", gpu),
                fact("memory_gb", asked), self.passed, self.unknown, self.failed,
            )  # fmt: skip
            vague = typed('IF({0}="family",{1},{2})', fact("kind", gpu), self.unknown, self.failed)
            related = typed('IF({0}="family",{1},{2})', fact("kind", asked), memory, vague)
            by_catalog = typed("IF({0},{1},IF({2},{3},{4}))", same, self.passed, family, related,
                               self.failed)  # fmt: skip
            by_name = typed("IF({0}={1},{2},IF({0}={3},{4},{5}))", gpu, asked, self.passed, BLANK,
                            self.unknown, self.failed)  # fmt: skip
            required = typed("IF({0}={1},0,IF({2}={3},1,0))=1", asked, BLANK, used["same_model"],
                             text(label("answer_yes")))  # fmt: skip
            return when(required, typed("IF({0},{1},{2})", both, by_catalog, by_name))

        self._line("meets_model", words("meets_model"), model, "meets_model_note")

        def memory(n: int) -> Formula:
            has = e.c("memory", n)
            enough = typed("{0}>={1}", has, used["min_memory_gb"])
            return when(is_number(used["min_memory_gb"]), self._judged(is_number(has), enough))

        self.grid.line(
            "memory", label("memory_gb"),
            lambda n: catalogs.value("gpus", "memory_gb", e.c("gpu", n)), unit="GB",
        )  # fmt: skip
        self._line("meets_memory", label("min_memory_gb"), memory)

        def cards(n: int) -> Formula:
            offered = e.c("cards", n)
            enough = typed("{0}>={1}", offered, used["cards"])
            return when(is_number(used["cards"]), self._judged(is_number(offered), enough))

        self._line("meets_cards", words("meets_cards"), cards)

    def _choices(self) -> None:
        label = self.label
        for name, answer in (
            ("link", "link"), ("network", "network"), ("deployment", "deployment"),
            ("tenancy", "tenancy"), ("invoice", "invoice_type"),
        ):  # fmt: skip
            need = self.used[f"{name}_required"]

            def state(n: int, need: Cell = need, answer: str = answer) -> Formula:
                entry = self.e.offers.entry[answer][n]
                # A longer answer that names what is asked for will do: NVLink 600 GB/s.
                holds = typed('COUNTIFS({0},"*"&{1}&"*")>0', entry, need)
                return when(typed('{0}<>""', need), self._judged(typed('{0}<>""', entry), holds))

            self._line(f"meets_{name}", label(f"{name}_required"), state)

    def _dates(self) -> None:
        used, label, words, e = self.used, self.label, self.words, self.e
        limit, as_of = used["required_by"], used["as_of"]

        def in_time(n: int) -> Formula:
            ready = e.offers.entry["ready_for_use_date"][n]
            holds = typed("{0}<={1}", ready, limit)
            return when(is_number(limit), self._judged(is_number(ready), holds))

        self._line("meets_date", label("required_by"), in_time)
        self.grid.line(
            "valid_until", label("valid_until"),
            lambda n: when(
                is_number(e.offers.entry["quote_date"][n], e.offers.read["validity_days"][n]),
                typed("SUM({0},{1})", e.offers.entry["quote_date"][n],
                      e.offers.read["validity_days"][n]),
            ),
            number=house.DATE, out=True,
        )  # fmt: skip

        def valid(n: int) -> Formula:
            until = e.c("valid_until", n)
            holds = typed("{0}<={1}", as_of, until)
            return when(is_number(as_of, until), typed("IF({0},{1},{2})", holds, self.passed,
                                                       self.failed))  # fmt: skip

        self._line("meets_valid", words("meets_valid"), valid, "meets_valid_note")

    def _own(self, number: int) -> None:
        asked, name = self.used[f"requirement_{number}"], f"answer_{number}"

        def state(n: int) -> Formula:
            entry = self.e.offers.entry[name][n]
            yes = typed("{0}={1}", entry, text(self.label("answer_yes")))
            return when(typed('{0}<>""', asked), self._judged(typed('{0}<>""', entry), yes))

        self._line(f"meets_{number}", self.label(f"requirement_{number}"), state)

    def _worst(self) -> None:
        grid, words = self.grid, self.words

        def worst(n: int) -> Formula:
            states = [grid.cells[key][n] for key in self.keys]
            block = Cell(states[0].sheet, states[0].column, states[0].row, states[0].column,
                         states[-1].row)  # fmt: skip
            return when(
                self.e.on(n),
                typed("IF(COUNTIFS({0},{1})>0,{1},IF(COUNTIFS({0},{2})>0,{2},{3}))", block,
                      self.failed, self.unknown, self.passed),
            )  # fmt: skip

        grid.line("meets", self.label("meets_mandatory_requirements"), worst, look=house.STATE,
                  note=words("meets_note"), out=True)  # fmt: skip
        for key, state in (("failed_items", self.failed), ("open_items", self.unknown)):
            grid.line(key, words(key), lambda n, state=state: self._named(state, n), out=True,
                      look=house.FORMULA_TEXT.but(size=9), lines=3)  # fmt: skip

    def _named(self, state: Formula, n: int) -> Formula:
        """The requirements in that state, by what was to be answered; own ones as written."""
        column = [self.grid.cells[key][n] for key in self.keys]
        first, parts, between = column[0], [], text(self.words("list_between"))
        for place, (key, cell) in enumerate(zip(self.keys, column, strict=True)):
            own = self.used.get(key.replace("meets_", "requirement_"))
            what = typed("{0}", own) if own else text(self.label(ANSWERED[key]))
            if place:
                above = Cell(first.sheet, first.column, first.row, first.column, cell.row - 1)
                before = when(typed("COUNTIFS({0},{1})>0", above, state), between)
                what = joined(before, what)
            parts.append(when(typed("{0}={1}", cell, state), what))
        return when(self.e.on(n), joined(*parts))
