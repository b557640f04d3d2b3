"""The calculation sheet of the quote: price in use, card, workload, memory, then the result."""

from __future__ import annotations

from collections.abc import Mapping

from gpucalc import glossary
from workbooks import alerts, catalogs, facts, house
from workbooks.book import Book
from workbooks.formulas import (
    BLANK,
    Cell,
    Formula,
    Part,
    is_known,
    is_number,
    joined,
    looked_up,
    position_of,
    printed,
    selected,
    text,
    typed,
    when,
)
from workbooks.inputs import Inputs, catalog_label
from workbooks.quote.reference import Reference
from workbooks.steps import Steps

# The marks that people write before an amount, and the currencies that use them.
MARKS = {"¥": ("CNY", "JPY"), "￥": ("CNY", "JPY"), "$": ("USD", "HKD", "SGD"), "€": ("EUR",),
         "£": ("GBP",)}  # fmt: skip


def marked_otherwise(cells: Part, currency: Cell) -> Formula:
    """How many of these typed amounts bear the mark of another currency than this one."""
    counts = []
    for mark, codes in MARKS.items():
        own = Formula("0")
        for code in codes:
            own = typed("IF({0}={1},1,{2})", currency, text(code), own)
        found = typed("COUNTIFS({0},{1})", cells, text(f"*{mark}*"))
        counts.append(typed("IF({0}=1,0,{1})", own, found))
    return typed(f"SUM({','.join(f'{{{i}}}' for i in range(len(counts)))})", *counts)


class Calculation:
    """Writes the sheet in the order in which things follow from each other."""

    def __init__(
        self, book: Book, inputs: Inputs, reference: Reference, handed: Mapping[str, Cell]
    ) -> None:
        """``handed`` are the cells that hold what the previous book handed over."""
        self.book, self.inputs, self.reference = book, inputs, reference
        self.handed = handed
        # What a quote that goes into another says of the source of an example price.
        self.example_notice = text(book.words("notice_example").strip())
        words = book.words
        self.steps = Steps(
            book, "calculation", words("calculation_title"), words("calculation_subtitle")
        )
        self.cells = self.steps.cells
        self._price()
        self._card()
        self._workload()
        self._memory()
        self._rental()

    def _label(self, field: str) -> str:
        return glossary.label(field, self.book.lang)

    def _price(self) -> None:
        steps, words, used, lists = (
            self.steps,
            self.book.words,
            self.inputs.used,
            self.reference.lists,
        )
        steps.heading(words("block_price"))
        key = used["price_id"]
        typed_price, currency = used["price"], used["currency"]
        steps.line(
            "from_book",
            words("price_from_book"),
            typed(
                'IF({2}<>"",0,IF({0}="",0,IF({1},1,0)))', key, is_known(key, "cat_prices_name"),
                typed_price,
            ),
            note=words("price_from_book_note"),
        )  # fmt: skip
        steps.line(
            "price_marked", words("price_marked"), self._price_marked(),
            note=words("price_marked_note"),
        )  # fmt: skip
        book = typed("{0}=1", self.cells["from_book"])
        known = {
            column: looked_up(f"cat_prices_{column}", key, "cat_prices_name")
            for column in ("high", "unit", "status", "tax", "date", "gpu", "currency")
        }
        steps.line(
            "price_in_use",
            self._label("price"),
            typed(
                "IF({0},{1},IF({3}=1,{4},{2}))", book, known["high"], typed_price,
                self.cells["price_marked"], BLANK,
            ),
            note=words("price_in_use_note"),
            number=house.PRICE,
        )  # fmt: skip
        by_code = position_of(known["unit"], self.reference.billing_codes)
        by_label = position_of(used["billing_unit"], lists["billing_unit"])
        position = steps.line(
            "unit_position",
            words("unit_position"),
            typed("IF({0},{1},{2})", book, by_code, by_label),
        )
        given = typed('{0}<>""', position)
        for name, label, block in (
            ("billing_unit", self._label("billing_unit"), lists["billing_unit"]),
            ("counted_in", words("counted_in"), self.reference.billing_counts),
            ("period_unit", words("period_unit"), self.reference.billing_periods),
        ):
            steps.line(name, label, when(given, selected(block, position)), look=house.FORMULA_TEXT)
        anchor = self._label("excl_tax")
        # Where nobody says it, the default stands in the quote and in the checks by name.
        stated = steps.line(
            "anchor_stated",
            words("anchor_stated"),
            typed(
                'IF(in_anchor&{0}<>"",1,IF({1},IF({2}="not_stated",0,1),0))',
                self.handed["anchor"], book, known["tax"],
            ),
        )  # fmt: skip
        steps.line(
            "anchor",
            self._label("anchor"),
            typed(
                'IF(in_anchor&{4}<>"",{0},IF({1},IF({2}="excl_tax",{3},{0}),{0}))',
                used["anchor"], book, known["tax"], text(anchor), self.handed["anchor"],
            ),
            note=words("anchor_note"),
            look=house.FORMULA_TEXT,
        )  # fmt: skip
        # The default category is China's: a quote in another currency has to name its rate.
        self._default_category()
        foreign = steps.line(
            "rate_unstated",
            words("rate_unstated"),
            typed(
                'IF({0}="CNY",0,IF({1}&{2}="",1,0))', currency, used["tax_rate"],
                used["tax_category"],
            ),
            note=words("rate_unstated_note"),
        )  # fmt: skip
        steps.line(
            "tax_rate",
            self._label("tax_rate"),
            typed(
                "IF({0}<>{1},{0},IF({2}=1,{1},{3}))", used["tax_rate"], BLANK, foreign,
                catalogs.value("tax", "rate", used["tax_category"]),
            ),
            note=words("tax_rate_note"),
            number=house.SHARE,
        )  # fmt: skip
        steps.line(
            "currency_word",
            words("currency_word"),
            typed(
                "IF({0},{2},{1})", is_known(currency, lists["currency"]), currency,
                looked_up(self.reference.currency_words, currency, lists["currency"]),
            ),
            look=house.FORMULA_TEXT,
        )  # fmt: skip
        steps.line(
            "price_unit_text",
            words("price_unit_text"),
            when(given, joined(self.cells["currency_word"], text("/"), self.cells["billing_unit"])),
            look=house.FORMULA_TEXT,
        )
        for name in ("price", "price_low", "price_high"):
            self.inputs.unit(name, typed("{0}", self.cells["price_unit_text"]))
        self.inputs.unit("refundable_deposit", typed("{0}", self.cells["currency_word"]))
        flags = {
            # A price taken over from another quote brings the notice in its source.
            "example": typed(
                'IF({0},IF({1}="example",1,0),COUNTIFS({2},{3}))',
                book,
                known["status"],
                used["price_source"],
                self.example_notice,
            ),
            "tax_unstated": typed("IF({0}=1,0,1)", stated),
            "date_unstated": typed('IF({0},IF({1}="not_stated",1,0),0)', book, known["date"]),
            "other_currency": typed("IF({0},IF({1}={2},0,1),0)", book, known["currency"], currency),
            "other_card": typed("IF({0},IF({1}={2},0,1),0)", book, known["gpu"], used["gpu"]),
        }
        for name, formula in flags.items():
            steps.line(f"price_{name}", words(f"price_{name}"), formula)
        steps.gap()

    def _price_marked(self) -> Formula:
        """Whether the price bears the mark of another currency than the quote's: typed, or handed
        over beside it."""
        used, handed = self.inputs.used, self.handed
        carried = typed(
            'IF(in_price="",IF({0}="",0,IF({1}="",0,IF({1}={2},0,1))),0)', handed["price"],
            handed["currency"], used["currency"],
        )  # fmt: skip
        return typed(
            "IF(SUM({0},{1})>0,1,0)", marked_otherwise("in_price", used["currency"]), carried
        )

    def _default_category(self) -> None:
        """A blank tax category stands for China's usual one in CNY, else for nothing."""
        inputs = self.inputs
        row = inputs.typed["tax_category"].row
        default = str(inputs.fields["tax_category"].default)
        usual = text(catalog_label("tax", default, self.book.lang))
        inputs.sheet.formula(
            "E", row, when(typed('{0}="CNY"', inputs.used["currency"]), usual),
            house.FORMULA_TEXT.but(color=house.GREY),
        )  # fmt: skip

    def _card(self) -> None:
        self.steps.heading(self.book.words("block_card"))
        facts.card(self.steps, self.inputs.used["gpu"], typed('{0}<>""', self.inputs.used["gpu"]))
        self.steps.gap()

    def _workload(self) -> None:
        steps, words, used = self.steps, self.book.words, self.inputs.used
        steps.heading(words("block_workload"))
        params = facts.model(steps, used)
        alerts.catalog_params(steps, used)
        known = (params, self.cells["active_params"], used["tokens"], used["epochs"],
                 used["overhead"], self.cells["peak_per_card"])  # fmt: skip
        steps.line(
            "workload_ready",
            words("workload_ready"),
            typed('IF({0},IF({1}<>"",1,0),0)', is_number(*known), self.cells["method"]),
            note=words("workload_ready_note"),
        )
        ready = typed("{0}=1", self.cells["workload_ready"])
        flops = steps.line(
            "flops",
            self._label("flops"),
            when(ready, printed(
                "train_flops", params=params, tokens=used["tokens"], epochs=used["epochs"],
                method=self.cells["method"], active_params=self.cells["active_params"],
            )),
            unit="FLOP",
            number=house.ESTIMATE,
            note=words("flops_note"),
            out=True,
        )  # fmt: skip
        steps.line(
            "pflop_s_days", self._label("pflop_s_days"),
            when(ready, printed("pflops_days", flops=flops)),
            unit="PD", number=house.CHAIN, note=words("pd_note"),
        )  # fmt: skip
        steps.gap()

    def _memory(self) -> None:
        steps, words = self.steps, self.book.words
        steps.heading(words("block_memory"))
        params, usable = self.cells["params"], self.cells["usable_gb_least"]
        run = {
            "seq": self.inputs.used["seq"], "batch": self.inputs.used["batch_per_card"],
            "vocab": self.inputs.used["vocab"], "margin": self.inputs.used["margin"],
        }  # fmt: skip
        ready = typed(
            'IF({0},IF({1}<>"",1,0),0)=1',
            is_number(params, usable, *run.values()),
            self.cells["method"],
        )
        steps.kernel(
            "cards_by_memory",
            self._label("cards_by_memory"),
            ready,
            "cards_to_hold",
            unit=self._label("unit_cards"),
            note=words("cards_by_memory_note"),
            number=house.COUNT,
            guard=("room_bytes", words("does_not_fit")),
            params=params,
            usable_gb=usable,
            method=self.cells["method"],
            **run,
        )
        steps.gap()

    def _rental(self) -> None:
        """Days and months of the rental, before any scenario."""
        steps, words, used = self.steps, self.book.words, self.inputs.used
        steps.heading(words("block_rental"))
        start, end, days = used["start_date"], used["end_date"], used["days"]
        ordered = typed("IF({0},IF({1}<={2},1,0),0)=1", is_number(start, end), start, end)
        by_window = when(
            is_number(days), printed("billed_hours", hours=days, step_hours=1, min_hours=0)
        )
        steps.line(
            "rental_days",
            self._label("rental_days"),
            typed(
                "IF({0},{1},IF({2}&{3}={4},{5},{4}))",
                ordered, printed("rental_days", start_date=start, end_date=end),
                start, end, BLANK, by_window,
            ),
            unit=self._label("unit_days"),
            note=words("rental_days_note"),
            number="#,##0",
            out=True,
        )  # fmt: skip
        rental = self.cells["rental_days"]
        steps.line(
            "day_hours", words("day_hours"),
            when(is_number(rental), printed("period_hours", periods=rental, hours_per_period=24)),
            unit=self._label("unit_hours"), number=house.CHAIN, note=words("day_hours_note"),
        )  # fmt: skip
        months = used["rent_months"]
        per_month = used["hours_per_month"]
        steps.line(
            "months",
            words("months"),
            typed(
                "IF({0}<>{1},{0},{2})", months, BLANK,
                when(
                    is_number(self.cells["day_hours"], per_month),
                    printed(
                        "billed_periods", hours=self.cells["day_hours"], hours_per_period=per_month
                    ),
                ),
            ),
            unit=self._label("month"),
            note=words("months_note"),
            number=house.GENERAL,
        )  # fmt: skip
        steps.line(
            "month_hours", words("month_hours"),
            when(
                is_number(self.cells["months"], per_month),
                printed(
                    "period_hours", periods=self.cells["months"], hours_per_period=per_month
                ),
            ),
            unit=self._label("unit_hours"), number=house.CHAIN,
        )  # fmt: skip
        steps.gap()

    def plan_is(self, plan: str) -> Formula:
        """Whether the billing plan in use is this one."""
        return typed("{0}={1}", self.inputs.used["billing_plan"], text(self._label(plan)))

    def period_is(self, period: str) -> Formula:
        """Whether the billing unit lasts an hour, a day or a month (glossary fields)."""
        return typed("{0}={1}", self.cells["period_unit"], text(self._label(period)))

    def counts_nodes(self) -> Formula:
        """Whether the billing unit counts whole servers."""
        return typed("{0}={1}", self.cells["counted_in"], text(self._label("unit_nodes")))


__all__ = ["Calculation", "Cell"]
