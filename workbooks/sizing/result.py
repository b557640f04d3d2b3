"""The result of the sizing: cards, hours and dates in three scenarios, each with why in words."""

from __future__ import annotations

from workbooks import blocks, house
from workbooks.book import Book
from workbooks.formulas import (
    BLANK,
    Argument,
    Cell,
    Formula,
    constant,
    is_number,
    printed,
    sentence,
    text,
    typed,
    when,
)
from workbooks.inputs import Inputs
from workbooks.scenario_table import COLUMNS, ScenarioTable
from workbooks.sizing.work import Work

LAST = "F"
VERDICTS = ("short", "tight", "good", "loose", "excess")


class Result(ScenarioTable):
    """The sheet; ``planned`` is the number of cards that hours and dates are for."""

    def __init__(self, book: Book, inputs: Inputs, work: Work, scenarios: Cell) -> None:
        super().__init__(book, book.sheet("sizing_result", tab="C9A227"))
        self.used, self.work, self.cells = inputs.used, work, work.cells
        self.sheet.widths(A=2, B=34, C=17, D=17, E=17, F=17)
        words = self.words
        row = blocks.title(
            self.sheet, words("result_title"), words("result_subtitle"), LAST, state=True
        )
        self.next = self.selector(row, self.used["scenario"], scenarios, LAST)
        self._cards()
        self._time()
        self._gap()
        self._pilot()
        self.sheet.raw.page_setup.fitToHeight = 1

    # -- tools -----------------------------------------------------------------------------------

    def why(self, ready: Formula, said: Formula) -> None:
        """A sentence to read aloud under a result."""
        sheet, row = self.sheet, self.next
        sheet.height(row, 46)
        look = house.FORMULA_TEXT.but(
            italic=True, color=house.NAVY, fill=house.PALE, vertical="center", bottom=""
        )
        sheet.formula("B", row, when(ready, said), look, mark=False)
        sheet.merge("B", row, LAST)
        self.next += 2

    def _out(self, name: str, key: str) -> Cell:
        return self.book.name(f"out_{name}", self.chosen[key])

    @staticmethod
    def aloud(cell: Cell) -> Formula:
        """Three significant digits of a cell."""
        return printed("three_digits", number=cell)

    def facts(self) -> dict[str, Argument]:
        """What hours depend on besides cards and MFU."""
        used, cells = self.used, self.cells
        return {
            "params": cells["params"], "tokens": cells["tokens"], "gpu": used["gpu"],
            "overhead": used["overhead"], "epochs": used["epochs"], "method": cells["method"],
            "active_params": cells["active_params"],
        }  # fmt: skip

    def measured(self, by_pilot: Formula, estimated: Formula) -> Formula:
        """The pilot's figure where there is one, else the estimate."""
        return typed("IF({0}=1,{1},{2})", self.cells["pilot_counts"], by_pilot, estimated)

    # -- how many cards --------------------------------------------------------------------------

    def _cards(self) -> None:
        used, cells, words = self.used, self.cells, self.words
        self.heads(words("result_cards"))
        self.mfu_row(used, cells["family"], cells["method"], LAST)
        # Two lines: where the MFU comes from, or what it does to the scenarios.
        self.sheet.height(self.mfu_source.row, 26)
        source = self.sheet.at("D", self.mfu_source.row, LAST)
        self.sheet.paint(source, house.HELP.but(bottom=""))
        work = [self._card_hours(n, mfu) for n, mfu in enumerate(self.each("mfu"))]
        self.row("card_hours", self.label("card_hours"), work, house.CHAIN)
        usable, memory = cells["usable_hours"], cells["cards_by_memory"]
        self.row("usable", self.label("usable_hours"), [typed("{0}", usable)] * 3, house.CHAIN)
        size = used["node_size"]
        exact, whole, needed, in_nodes, nodes, binding = ([] for _ in range(6))
        for offset, hours in enumerate(self.each("card_hours")):

            def at(distance: int, column: str = COLUMNS[offset]) -> Cell:
                return self.sheet.at(column, self.next + distance)

            ready = is_number(hours, usable)
            beyond = used["pilot_efficiency"]
            by_pilot = printed(
                "cards_in_time", card_hours=hours, usable_hours=usable,
                cards_from=used["pilot_cards"], efficiency=beyond,
            )  # fmt: skip
            linear = printed("cards_in_hours", card_hours=hours, usable_hours=usable)
            exact.append(when(ready, self.measured(by_pilot, linear)))
            whole.append(when(is_number(at(0)), printed("whole_cards", cards_exact=at(0))))
            both = is_number(at(1), memory)
            needed.append(when(both, typed("IF({0}>{1},{0},{1})", memory, at(1))))
            sized = is_number(at(3), size)
            in_nodes.append(when(sized, printed("node_cards", cards=at(3), node_size=size)))
            nodes.append(when(sized, printed("nodes_needed", cards=at(3), node_size=size)))
            by = typed(
                "IF({0}>{1},{2},{3})", memory, at(1), text(self.label("memory")),
                text(self.label("time")),
            )  # fmt: skip
            binding.append(when(both, by))
        self.row("cards_exact", self.label("cards_exact"), exact, house.CHAIN)
        self.row("cards_by_time", self.label("cards_by_time"), whole, house.COUNT)
        self.row(
            "cards_by_memory", self.label("cards_by_memory"), [typed("{0}", memory)] * 3,
            house.COUNT,
        )  # fmt: skip
        self.row("cards_needed", self.label("cards_needed"), needed, house.COUNT, house.TOTAL)
        self.row("cards_in_nodes", self.label("cards_in_nodes"), in_nodes, house.COUNT, house.TOTAL)
        self.row("nodes", self.label("nodes"), nodes, house.COUNT)
        self.row("binding", self.label("binding_constraint"), binding, house.GENERAL)
        for name in ("cards_by_time", "cards_needed", "cards_in_nodes", "nodes", "binding"):
            self._out(name, name)
        chosen = self.chosen
        known = is_number(chosen["cards_in_nodes"], chosen["card_hours"])
        parts = {
            "hours": printed("amount_text", amount=chosen["card_hours"]),
            "usable": self.aloud(usable),
            "exact": printed("money", amount=chosen["cards_exact"]),
            "by_time": chosen["cards_by_time"], "by_memory": memory,
            "cards": chosen["cards_in_nodes"], "binding": chosen["binding"],
        }  # fmt: skip
        lead = self.measured(text(words("why_pilot")), sentence(
            words("why_estimate"), pd=self.aloud(cells["pflop_s_days"])
        ))  # fmt: skip
        said = typed("{0}&{1}", lead, sentence(words("why_cards"), **parts))
        self.why(known, said)

    def _card_hours(self, position: int, mfu: Cell) -> Formula:
        cells, spread = self.cells, self.used["pilot_spread"]
        measured = cells["pilot_card_hours"]
        faster = printed("less_spread", hours=measured, spread=spread)
        slower = printed("with_spread", hours=measured, spread=spread)
        by_pilot = (faster, typed("{0}", measured), slower)[position]
        alone = printed("train_hours", cards=1, mfu=mfu, **self.facts())
        peak = cells["peak_per_card"]
        can = typed(
            'IF({0}=1,COUNTIFS({1},">0",{2},">0"),0)=1', cells["work_known"], peak, mfu
        )  # fmt: skip
        return self.measured(when(is_number(spread), by_pilot), when(can, alone))

    # -- how long, until when --------------------------------------------------------------------

    def _time(self) -> None:
        used, cells, words = self.used, self.cells, self.words
        self.heads(words("result_time"))
        own = used["cards"]
        planned = typed("IF({0}<>{1},{0},{2})", own, BLANK, self.chosen["cards_in_nodes"])
        self.row("planned", self.label("cards_planned"), [planned] * 3, house.COUNT, house.TOTAL)
        cards = self.planned = self.chosen["planned"]
        day = {"hours_per_day": used["hours_per_day"], "buffer": used["buffer"]}
        before = {"transfer_hours": cells["transfer_hours"]}
        before["preparation_days"] = used["preparation_days"]
        train, calendar, in_all, end, ratio, verdict = ([] for _ in range(6))
        for offset, hours in enumerate(self.each("card_hours")):

            def at(distance: int, column: str = COLUMNS[offset]) -> Cell:
                return self.sheet.at(column, self.next + distance)

            by_pilot = printed(
                "hours_on_cards", card_hours=hours, cards=cards, cards_from=used["pilot_cards"],
                efficiency=used["pilot_efficiency"],
            )  # fmt: skip
            linear = printed("scaled_hours", hours=hours, cards_from=1, cards_to=cards)
            train.append(when(is_number(hours, cards), self.measured(by_pilot, linear)))
            open_day = is_number(at(0), *day.values())
            calendar.append(when(open_day, printed("calendar_days", hours=at(0), **day)))
            whole = printed("days_in_all", calendar_days=at(1), **before)
            in_all.append(when(is_number(at(1), *before.values()), whole))
            start = used["start_date"]
            last = printed("last_day", start_date=start, calendar_days=at(2))
            end.append(when(is_number(at(2), start), last))
            left = cells["days_left"]
            share = printed("deadline_ratio", hours=at(0), days=left, **day)
            window = typed(
                'IF({0},COUNTIFS({1},">0"),0)=1', is_number(at(0), *day.values()), left
            )  # fmt: skip
            ratio.append(when(window, share))
            advice = printed("deadline_advice", ratio=at(4), language=constant(self.book.lang))
            verdict.append(when(is_number(at(4)), advice))
        self.row("train_hours", self.label("train_hours"), train, house.CHAIN)
        self.row("calendar_days", self.label("calendar_days"), calendar, house.CHAIN)
        self.row("days_in_all", self.label("days_in_all"), in_all, house.CHAIN)
        self.row("completion", self.label("expected_completion_date"), end, house.DATE, house.TOTAL)
        self.row("deadline_ratio", self.label("deadline_ratio"), ratio, "0.000")
        self.row("judged", self.label("deadline_advice"), verdict, house.GENERAL)
        for name, key in (
            ("cards", "planned"), ("train_hours", "train_hours"),
            ("calendar_days", "calendar_days"), ("days_in_all", "days_in_all"),
            ("expected_completion_date", "completion"), ("deadline_ratio", "deadline_ratio"),
            ("deadline_word", "judged"),
        ):  # fmt: skip
            self._out(name, key)
        chosen = self.chosen
        share = printed("share_text", share=chosen["deadline_ratio"])
        parts = {
            "cards": cards, "hours": self.aloud(chosen["train_hours"]),
            "days": self.aloud(chosen["days_in_all"]), "window": used["days"], "share": share,
        }  # fmt: skip
        advice_text: Formula = BLANK
        for word in reversed(VERDICTS):
            said = sentence(
                words(f"advice_{word}"), need=chosen["cards_in_nodes"], days=parts["days"]
            )
            if words.has(f"advice_{word}_least"):
                # Where memory or whole nodes set the cards, "fewer would do" is no advice.
                least = sentence(words(f"advice_{word}_least"), need=chosen["cards_in_nodes"])
                said = typed("IF({0}<={1},{2},{3})", cards, chosen["cards_in_nodes"], least, said)
            named = typed("{0}={1}", chosen["judged"], text(self.label(word)))
            advice_text = typed("IF({0},{1},{2})", named, said, advice_text)
        known = is_number(chosen["days_in_all"], chosen["deadline_ratio"])
        self.why(known, typed("{0}&{1}", sentence(words("why_time"), **parts), advice_text))

    # -- what is missing -------------------------------------------------------------------------

    def _gap(self) -> None:
        used, cells, words = self.used, self.cells, self.words
        self.next = blocks.heading(self.sheet, self.next, words("result_gap"), LAST)
        own, others = used["cards_owned"], cells["equivalent_cards"]
        short = printed(
            "cards_short", cards_needed=self.planned, cards_owned=own, cards_exact=others
        )
        gap = self._single("gap", when(is_number(self.planned, own, others), short), house.COUNT)
        self.book.name("out_gap", gap)
        size = used["node_size"]
        whole = printed("node_cards", cards=gap, node_size=size)
        none = typed("SUM({0},{1})=0", own, others)
        rented = typed("IF({0},{1},{2})", none, self.planned, when(is_number(gap, size), whole))
        self.rented = self._single("cards_to_rent", rented, house.COUNT)
        self.alone = none
        work = printed(
            "gap_gpu_hours", card_hours=self.chosen["card_hours"], days=cells["days_left"],
            cards_owned=own, hours_per_day=used["hours_per_day"], buffer=used["buffer"],
        )  # fmt: skip
        known = is_number(
            self.chosen["card_hours"], cells["days_left"], own, used["hours_per_day"],
            used["buffer"],
        )  # fmt: skip
        self._single("gap_gpu_hours", when(known, work), house.CHAIN)
        parts = {
            "cards": self.planned,
            "own": own,
            "others": self.aloud(others),
            "gap": gap,
            "rent": self.rented,
        }
        said = sentence(words("why_gap"), **parts)
        self.why(is_number(gap, self.rented), said)

    def _single(self, key: str, formula: Formula, number: str) -> Cell:
        row = self.next
        self.sheet.height(row, 18)
        self.sheet.put("B", row, self.label(key), house.LABEL)
        look = house.FORMULA.but(number=number, bold=True)
        cell = self.sheet.formula("C", row, formula, look)
        note = self.words(f"{key}_note") if self.words.has(f"{key}_note") else ""
        self.sheet.put("D", row, note, house.HELP)
        self.sheet.merge("D", row, LAST)
        self.next += 1
        return cell

    def _pilot(self) -> None:
        """Measured against estimated: hours of the whole job on the pilot's cards, and the MFU."""
        used, cells, words = self.used, self.cells, self.words
        self.next = blocks.heading(self.sheet, self.next, words("result_pilot"), LAST)
        measured = self._single("pilot_hours", typed("{0}", cells["pilot_hours"]), house.CHAIN)
        known = typed(
            'IF({0}=1,IF({1},COUNTIFS({2},">0",{3},">0"),0),0)=1', cells["work_known"],
            is_number(used["pilot_cards"]), cells["peak_per_card"], self.chosen["mfu"],
        )  # fmt: skip
        hours = printed(
            "train_hours", cards=used["pilot_cards"], mfu=self.chosen["mfu"], **self.facts()
        )
        estimate = self._single("pilot_estimate", when(known, hours), house.CHAIN)
        mfu = self._single("pilot_mfu", typed("{0}", cells["pilot_mfu"]), house.SHARE)
        said = sentence(
            words("why_measured"), cards=used["pilot_cards"], hours=self.aloud(measured)
        )
        both = typed(
            "IF({0},{1},{2})", is_number(measured, estimate, mfu),
            sentence(
                words("why_against"), hours=self.aloud(estimate),
                mfu=printed("share_text", share=mfu),
            ),
            BLANK,
        )  # fmt: skip
        none = text(words("why_no_pilot"))
        counted = typed("{0}&{1}", said, both)
        spoken = typed("IF({0}=1,{1},{2})", cells["pilot_counts"], counted, none)
        self.why(typed('in_gpu<>""'), spoken)
