"""What each offer rents to this job: cards in the units of its price, hours, periods to pay."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from workbooks import catalogs, house
from workbooks.formulas import (
    BLANK,
    Cell,
    Formula,
    is_known,
    is_number,
    looked_up,
    printed,
    text,
    typed,
    when,
)
from workbooks.offers.entries import Offers
from workbooks.offers.grid import Grid
from workbooks.offers.rules import Rules


@dataclass(frozen=True)
class Job:
    """What the buyer needs. ``used`` are the values in use of the inputs; the others are cells.

    ``months`` are the months that storage and bandwidth are billed, ``measured`` is 1 where each
    supplier's own speed sets its hours (None: never).
    """

    used: Mapping[str, Cell]
    day_hours: Cell
    window_hours: Cell
    same_hours: Cell
    months: Cell
    measured: Cell | None = None


class Evaluation:
    """The first rows of the grid; :class:`workbooks.offers.prices.Prices` goes on below them."""

    def __init__(self, grid: Grid, offers: Offers, job: Job) -> None:
        self.grid, self.offers, self.job = grid, offers, job
        self.cells = grid.cells
        self.words, self.label = grid.book.words, grid.book.words.label
        self.rules = Rules(grid, offers, job.used["hours_per_month"], job.day_hours)
        self._rented()
        self.rules.time()
        self._hours()

    # -- small tools -----------------------------------------------------------------------------

    def on(self, n: int) -> Formula:
        """Whether there is an offer in this column."""
        return typed("{0}=1", self.cells["active"][n])

    def c(self, key: str, n: int) -> Cell:
        """A cell of a row that is written already."""
        return self.cells[key][n]

    def option(self, name: str, n: int, option: str) -> Formula:
        """Whether a choice (or what its blank stands for) is this option."""
        return typed("{0}={1}", self.offers.chosen(name, n), text(self.label(option)))

    def note(self, key: str) -> str:
        """How a row comes about, where there is something to say."""
        found = f"{key}_how"
        return self.words(found) if self.words.has(found) else ""

    def name(self, n: int) -> Formula:
        """The supplier's name, or its number where there is none."""
        number = self.words("supplier_number", number=n + 1)
        entry = self.offers.entry["supplier"][n]
        return typed('IF({0}="",{1},{0})', entry, text(number))

    # -- blocks ----------------------------------------------------------------------------------

    def _rented(self) -> None:
        grid, offers, words, label = self.grid, self.offers, self.words, self.label
        used = self.job.used
        grid.heads([self.name(n) for n in range(grid.count)])
        grid.heading(words("block_rented"))
        entry = offers.entry
        grid.line(
            "active", words("active"),
            lambda n: typed(
                'IF({0}&{1}&{2}&{3}="",0,1)', entry["supplier"][n], entry["price"][n],
                entry["gpu"][n], entry["quote_no"][n],
            ),
            note=self.note("active"), out=True,
        )  # fmt: skip
        grid.line(
            "name", label("supplier"), lambda n: when(self.on(n), self.name(n)),
            look=house.FORMULA_TEXT.but(size=9, wrap=False, shrink=True), out=True,
        )  # fmt: skip
        shown = house.FORMULA_TEXT.but(size=9)
        grid.line("gpu", label("gpu"), lambda n: offers.text("gpu", n), look=shown)
        grid.line(
            "peak", label("bf16_tflops"),
            lambda n: catalogs.value("gpus", "bf16_tflops", self.c("gpu", n)),
            unit="TFLOPS", note=self.note("peak"),
        )  # fmt: skip
        for name in ("cards", "node_size"):
            grid.line(
                name, label(name),
                lambda n, name=name: when(self.on(n), offers.number(name, n, used[name])),
                unit=label("unit_cards"), note=self.note("as_asked"), number=house.COUNT,
            )  # fmt: skip
        grid.line("unit", label("billing_unit"), lambda n: offers.text("billing_unit", n),
                  look=shown)  # fmt: skip
        unit = grid.cells["unit"]
        grid.line(
            "unit_known", words("unit_known"),
            lambda n: typed(
                'IF({0}="",0,IF({1},1,0))', unit[n], is_known(unit[n], "cat_units_name")
            ),
        )  # fmt: skip
        grid.line(
            "by_p", words("by_p"),
            lambda n: typed(
                'IF({0}=1,IF({1}="pflop_s",1,0),0)', self.c("unit_known", n),
                looked_up("cat_units_basis", unit[n], "cat_units_name"),
            ),
            note=self.note("by_p"),
        )  # fmt: skip
        month = used["hours_per_month"]
        grid.line(
            "unit_hours", words("unit_hours"),
            lambda n: when(
                typed("IF({0}=1,{1},0=1)", self.c("unit_known", n), is_number(month)),
                printed("unit_hours", unit=unit[n], hours_per_month=month),
            ),
            unit=label("unit_hours"), note=self.note("unit_hours"), number="#,##0",
        )  # fmt: skip
        grid.line("units", words("units_rented"), self._units, note=self.note("units"),
                  number="#,##0.###")  # fmt: skip

    def _units(self, n: int) -> Formula:
        cards, size, peak = (self.c(k, n) for k in ("cards", "node_size", "peak"))
        ready = typed(
            "IF({0}=1,IF({1},IF({2}=1,{3},1=1),0=1),0=1)", self.c("unit_known", n),
            is_number(cards, size), self.c("by_p", n), is_number(peak),
        )  # fmt: skip
        units = printed(
            "units_rented", cards=cards, unit=self.c("unit", n), node_size=size, peak=peak
        )
        return when(ready, units)

    def _hours(self) -> None:
        grid, offers, words, label, job = self.grid, self.offers, self.words, self.label, self.job
        grid.heading(words("block_periods"))
        hours = label("unit_hours")

        def used_hours(n: int) -> Formula:
            same = typed("{0}", job.same_hours)
            if job.measured is None:
                return when(self.on(n), same)
            speed = offers.read["tokens_per_second"][n]
            tokens, epochs = job.used["tokens"], job.used["epochs"]
            run = printed("run_hours", tokens=tokens, tokens_per_second=speed, epochs=epochs)
            own = when(is_number(tokens, epochs, speed), run)
            return when(self.on(n), typed("IF({0}=1,{1},{2})", job.measured, own, same))

        grid.line("hours_used", words("hours_used"), used_hours, unit=hours,
                  note=self.note("hours_used"), number=house.CHAIN)  # fmt: skip
        grid.line("calendar", label("calendar_days"), self._calendar, unit=label("unit_days"),
                  note=self.note("calendar"), number=house.CHAIN)  # fmt: skip
        grid.line(
            "rental_hours", words("rental_hours"),
            lambda n: when(
                is_number(self.c("calendar", n)),
                printed("period_hours", periods=self.c("calendar", n), hours_per_period=24),
            ),
            unit=hours, note=self.note("rental_hours"), number=house.CHAIN,
        )  # fmt: skip
        by_use = "pay_as_you_go"
        grid.line(
            "plan_hours", words("plan_hours"),
            lambda n: when(
                self.on(n),
                typed("IF({0},{1},{2})", self.option("billing_plan", n, by_use),
                      self.c("hours_used", n), self.c("rental_hours", n)),
            ),
            unit=hours, note=self.note("plan_hours"), number=house.CHAIN,
        )  # fmt: skip
        grid.line("step", label("billing_step"), self._step, unit=hours, note=self.note("step"),
                  number=house.GENERAL)  # fmt: skip
        grid.line("billed_hours", label("billed_hours"), self._billed, unit=hours,
                  note=self.note("billed"), number=house.CHAIN, out=True)  # fmt: skip
        grid.line("billed_days", words("billed_days"), self._days, unit=label("unit_days"),
                  number=house.CHAIN)  # fmt: skip
        grid.line("free_days", label("free_days"), self._free, unit=label("unit_days"),
                  note=self.note("free_days"), number=house.GENERAL)  # fmt: skip
        grid.line(
            "periods", words("periods_paid"),
            lambda n: when(
                is_number(*(self.c(k, n) for k in ("billed_hours", "unit_hours", "free_days"))),
                printed("paid_periods", hours=self.c("billed_hours", n),
                        hours_per_period=self.c("unit_hours", n),
                        free_days=self.c("free_days", n)),
            ),
            note=self.note("periods"), number="#,##0.####",
        )  # fmt: skip

    def _calendar(self, n: int) -> Formula:
        """Calendar days of the rental: the window, or the days that the measured hours take."""
        job, used = self.job, self.c("hours_used", n)
        days = typed("{0}", job.used["days"])
        if job.measured is None:
            return when(self.on(n), days)
        per_day = job.used["hours_per_day"]
        own = when(
            is_number(used, per_day),
            printed("calendar_days", hours=used, hours_per_day=per_day, buffer=0),
        )
        return when(self.on(n), typed("IF({0}=1,{1},{2})", job.measured, own, days))

    def _step(self, n: int) -> Formula:
        """The step as offered; else the unit of the price, or the plan's where that is longer."""
        unit, month = self.c("unit_hours", n), self.job.used["hours_per_month"]
        day = self.job.day_hours
        by_month = typed(
            "IF({0},IF({1}<{2},{2},{1}),{1})", self.option("billing_plan", n, "monthly"), unit,
            month,
        )  # fmt: skip
        by_plan = typed(
            "IF({0},IF({1}<{2},{2},{1}),{3})", self.option("billing_plan", n, "daily"), unit, day,
            by_month,
        )  # fmt: skip
        return when(is_number(unit), self.offers.number("billing_step", n, by_plan))

    def _billed(self, n: int) -> Formula:
        hours, step = self.c("plan_hours", n), self.c("step", n)
        least = self.offers.read["min_hours"][n]
        billed = printed("billed_hours", hours=hours, step_hours=step, min_hours=least)
        plain = printed("billed_hours", hours=hours, step_hours=step, min_hours=0)
        either = typed("IF({0}={1},{2},IF({3},{4},{1}))", least, BLANK, plain, is_number(least),
                       billed)  # fmt: skip
        return when(is_number(hours, step), either)

    def _days(self, n: int) -> Formula:
        hours = self.c("billed_hours", n)
        return when(is_number(hours), printed("paid_periods", hours=hours, hours_per_period=24))

    def _free(self, n: int) -> Formula:
        rules = self.rules
        over, days = rules.term("free_over", n), self.c("billed_days", n)
        reading = rules.term("free_reading", n)
        arguments = {"days": days, "over": over, "granted": rules.granted(n), "reading": reading}
        from_ = printed("free_days", inclusive=True, **arguments)
        above = printed("free_days", inclusive=False, **arguments)
        either = typed("IF({0},{1},{2})", rules.option("free_boundary", n, "from"), from_, above)
        known = is_known(reading, "cat_free_day_readings_name")
        rule = when(typed('IF({0}="",0=1,{1})', reading, known), either)
        given = typed("IF({0}={1},0,IF({2},{3},{1}))", over, BLANK, is_number(over), rule)
        return when(is_number(days), given)
