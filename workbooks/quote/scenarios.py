"""Optimistic, base, conservative side by side, and what the rent costs against the window."""

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
    text,
    typed,
    when,
)
from workbooks.inputs import Inputs
from workbooks.quote.calculation import Calculation
from workbooks.quote.reference import Reference
from workbooks.scenario_table import COLUMNS, ScenarioTable

LAST = "M"


class Scenarios(ScenarioTable):
    """The scenario table. ``rows[key]`` is the block of its three values, ``chosen[key]`` the
    selected one."""

    def __init__(
        self, book: Book, inputs: Inputs, calculation: Calculation, reference: Reference
    ) -> None:
        super().__init__(book, book.sheet("scenarios", landscape=True))
        self.inputs, self.calculation, self.reference = inputs, calculation, reference
        self.sheet.widths(A=2, B=34, C=15, D=15, E=15, F=15, **dict.fromkeys("GHIJK", 12))
        self.sheet.widths(L=15, M=15)
        row = blocks.title(
            self.sheet, self.words("scenarios_title"), self.words("scenarios_subtitle"), LAST
        )
        self.next = self.chart_row = self.selector(
            row, self.inputs.used["scenario"], self.reference.lists["scenario"], LAST
        )
        self._sizing()

    # -- sizing ----------------------------------------------------------------------------------

    def facts(self) -> dict[str, Argument]:
        used, cells = self.inputs.used, self.calculation.cells
        return {
            "params": cells["params"],
            "tokens": used["tokens"],
            "gpu": used["gpu"],
            "overhead": used["overhead"],
            "epochs": used["epochs"],
            "method": cells["method"],
            "active_params": cells["active_params"],
        }

    def _sizing(self) -> None:
        self.heads(self.words("block_sizing"))
        cells, used = self.calculation.cells, self.inputs.used
        self.mfu_row(used, cells["family"], cells["method"], LAST)
        ready = cells["workload_ready"]
        window = is_number(used["days"], used["hours_per_day"], used["buffer"], ready)
        by_time, needed, whole, binding = [], [], [], []
        memory = cells["cards_by_memory"]
        for offset, mfu in enumerate(self.each("mfu")):
            column = COLUMNS[offset]
            formula = printed(
                "gpu_cards", days=used["days"], mfu=mfu, hours_per_day=used["hours_per_day"],
                buffer=used["buffer"], node_size=1, fit=False, **self.facts(),
            )  # fmt: skip
            can = typed('IF({0},IF({1}=1,COUNTIFS({2},">0"),0),0)=1', window, ready, mfu)
            by_time.append(when(can, formula))
            time = self.sheet.at(column, self.next)
            both = is_number(time, memory)
            needed.append(when(both, typed("IF({0}>{1},{0},{1})", memory, time)))
            more = self.sheet.at(column, self.next + 2)
            size = used["node_size"]
            whole.append(
                when(is_number(more, size), printed("node_cards", cards=more, node_size=size))
            )
            by_memory = typed(
                "IF({0}>{1},{2},{3})", memory, time, text(self.label("memory")),
                text(self.label("time")),
            )  # fmt: skip
            binding.append(when(both, by_memory))
        self.row("cards_by_time", self.label("cards_by_time"), by_time, house.COUNT)
        self.row(
            "cards_by_memory",
            self.label("cards_by_memory"),
            [typed("{0}", memory)] * 3,
            house.COUNT,
        )
        self.row("cards_needed", self.label("cards_needed"), needed, house.COUNT)
        self.row("cards_in_nodes", self.label("cards_in_nodes"), whole, house.COUNT)
        center = house.FORMULA.but(shrink=True)
        self.row("binding", self.label("binding_constraint"), binding, house.GENERAL, center)
        self.next += 1

    # -- hours and money on the quoted cards -----------------------------------------------------

    def hours(self, cards: Cell) -> None:
        """Training, calendar and billed hours on the quoted cards."""
        self.heads(self.words("block_hours"))
        used, cells = self.inputs.used, self.calculation.cells
        ready = cells["workload_ready"]
        train, calendar, ratio, judged, reserved, billed, periods, covered = ([] for _ in range(8))
        for offset, mfu in enumerate(self.each("mfu")):
            column = COLUMNS[offset]

            def at(distance: int, column: str = column) -> Cell:
                return self.sheet.at(column, self.next + distance)

            can = typed('IF({0}=1,COUNTIFS({1},">=1",{2},">0"),0)=1', ready, cards, mfu)
            train.append(when(can, printed("train_hours", cards=cards, mfu=mfu, **self.facts())))
            hours = at(0)
            day = {"hours_per_day": used["hours_per_day"], "buffer": used["buffer"]}
            known = is_number(hours, used["hours_per_day"], used["buffer"])
            calendar.append(when(known, printed("calendar_days", hours=hours, **day)))
            dated = is_number(hours, used["hours_per_day"], used["buffer"], used["days"])
            ratio.append(
                when(dated, printed("deadline_ratio", hours=hours, days=used["days"], **day))
            )
            advice = printed("deadline_advice", ratio=at(2), language=constant(self.book.lang))
            judged.append(when(is_number(at(2)), advice))
            reserve = used["reserve"]
            reserved.append(
                when(
                    is_number(hours, reserve),
                    printed("reserved_hours", hours=hours, reserve=reserve),
                )
            )
            billed.append(self._billed(at(4)))
            periods.append(self.periods_of(at(5)))
            enough, short = (text(self.words(key)) for key in ("hours_enough", "hours_short"))
            covers = typed("IF({0}<={1},{2},{3})", hours, at(5), enough, short)
            covered.append(when(is_number(hours, at(5)), covers))
        self.row("train_hours", self.label("train_hours"), train, house.CHAIN)
        self.row("calendar_days", self.label("calendar_days"), calendar, house.CHAIN)
        self.row("deadline_ratio", self.label("deadline_ratio"), ratio, "0.000")
        self.row("judged", self.words("judgement"), judged, house.GENERAL)
        self.row("reserved_hours", self.words("reserved_hours"), reserved, house.CHAIN)
        self.row("billed_hours", self.label("billed_hours"), billed, house.CHAIN)
        self.row("periods", self.words("periods"), periods, house.GENERAL)
        # A rental of fixed dates or hours costs the same in every scenario: it may be too short.
        self.row("hours_cover", self.words("hours_cover"), covered, house.GENERAL)
        block = self.sheet.at("C", self.rows["hours_cover"].row, "F")
        wrong = typed("{0}={1}", f"C{block.row}", text(self.words("hours_short")))
        self.sheet.condition(block, wrong, house.highlight(color=house.FAIL_FILL, bold=True))

    def _billed(self, reserved: Cell) -> Formula:
        used, cells = self.inputs.used, self.calculation.cells
        direct = used["rent_hours"]
        rounding = {"step_hours": used["billing_step"], "min_hours": used["min_hours"]}

        def up(hours: Cell) -> Formula:
            ready = is_number(hours, used["billing_step"], used["min_hours"])
            return when(ready, printed("billed_hours", hours=hours, **rounding))

        as_used = typed("IF({0}<>{1},{2},{3})", direct, BLANK, up(direct), up(reserved))
        return typed(
            "IF({0},{1},IF({2},{3},IF({4},{5},{6})))",
            self.calculation.plan_is("pay_as_you_go"), as_used,
            self.calculation.plan_is("daily"), cells["day_hours"],
            self.calculation.plan_is("monthly"), cells["month_hours"], BLANK,
        )  # fmt: skip

    def periods_of(self, billed: Cell, months: Cell | None = None) -> Formula:
        per_month = self.inputs.used["hours_per_month"]
        months = months or self.calculation.cells["months"]
        days = printed("billed_periods", hours=billed, hours_per_period=24)
        in_months = printed("billed_periods", hours=billed, hours_per_period=per_month)
        monthly = typed(
            "IF({0},{1},{2})", self.calculation.plan_is("monthly"), months,
            when(is_number(per_month), in_months),
        )  # fmt: skip
        counted = typed(
            "IF({0},{1},IF({2},{3},IF({4},{5},{6})))",
            self.calculation.period_is("unit_hours"), billed,
            self.calculation.period_is("day"), days,
            self.calculation.period_is("month"), monthly, BLANK,
        )  # fmt: skip
        return when(is_number(billed), counted)
