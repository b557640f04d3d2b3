"""Every row looked at: what it means, its like, its median, and the flags."""

from __future__ import annotations

from collections.abc import Callable

from workbooks import blocks, house
from workbooks.book import Book
from workbooks.formulas import (
    BLANK,
    Cell,
    Formula,
    is_known,
    is_number,
    joined,
    looked_up,
    printed,
    text,
    typed,
    when,
)
from workbooks.inputs import Inputs
from workbooks.price_book.entries import TOP, Entries
from workbooks.price_book.fields import CODES, PRINTED, ROWS

SMALL = house.FORMULA.but(size=8)
TEXT = house.FORMULA_TEXT.but(size=8, wrap=False)


class Rows:
    """A sheet with the same row numbers as the entries. ``block(key)`` is a column of it."""

    def __init__(
        self, book: Book, entries: Entries, inputs: Inputs, codes: dict[str, tuple[Cell, Cell]]
    ) -> None:
        self.book, self.entries, self.used, self.codes = book, entries, inputs.used, codes
        self.words, self.label = book.words, book.words.label
        self.sheet = book.sheet("row_checks", landscape=True, tab=house.GREY)
        self.sheet.widths(A=6)
        self._next = 2
        self.states: Cell = entries.block("name")  # replaced once the states are written
        self.letters: dict[str, str] = {}
        for n in range(ROWS):
            self.sheet.put("A", TOP + 1 + n, n + 1, house.LABEL.but(
                size=8, color=house.GREY, horizontal="center"))  # fmt: skip
        self.sheet.put("A", TOP, self.words("no"), house.HEAD)
        self.sheet.height(TOP, 44)
        self._read()
        self._like()
        self._median()
        self._catalog()
        self._flags()
        last = house.letter(self._next - 1)
        blocks.title(
            self.sheet, self.sheet.title, self.words("checks_rows_subtitle", printed=PRINTED), last
        )
        self.sheet.freeze("B", TOP + 1)
        self.sheet.print_rows(TOP, TOP)
        self.sheet.pages_wide(2, "A", "A")
        self.sheet.print_area(self.sheet.at("A", 1, last, TOP + PRINTED))

    # -- tools -----------------------------------------------------------------------------------

    def c(self, key: str, n: int) -> Cell:
        """A cell of this sheet."""
        return self.sheet.at(self.letters[key], TOP + 1 + n)

    def e(self, column: str, n: int) -> Cell:
        """What was entered."""
        return self.entries.cell(column, n)

    def block(self, key: str, through: int = ROWS - 1) -> Cell:
        """A column, from the first row to row ``through`` + 1."""
        letter = self.letters[key]
        return self.sheet.at(letter, TOP + 1, letter, TOP + 1 + through)

    def column(
        self, key: str, formula: Callable[[int], Formula], width: float = 10,
        number: str = house.GENERAL, look: house.Look = SMALL,
    ) -> None:  # fmt: skip
        """A column of formulas, one per row of the price book."""
        letter = self.letters[key] = house.letter(self._next)
        self._next += 1
        self.sheet.widths(**{letter: width})
        self.sheet.put(letter, TOP, self.words(f"rows_{key}"), house.HEAD)
        for n in range(ROWS):
            self.sheet.formula(letter, TOP + 1 + n, formula(n), look.but(number=number))

    def handed(self, n: int) -> Formula:
        """Whether the row goes to other books: anything was entered, and no flag fails."""
        return typed("{0}=0", self.c("left_out", n))

    def on(self, n: int) -> Formula:
        """Whether anything was entered."""
        return typed("{0}=1", self.c("filled", n))

    # -- what a row means ------------------------------------------------------------------------

    def _read(self) -> None:
        e = self.e
        self.column("filled", lambda n: typed(
            'IF({0}&{1}&{2}&{3}="",0,1)', e("name", n), e("gpu", n), e("low", n), e("high", n)
        ), 7)  # fmt: skip

        def coded(column: str) -> Callable[[int], Formula]:
            labels, names = self.codes[column]
            usual = text(CODES[column][0][0]) if column != "unit" else BLANK

            def formula(n: int) -> Formula:
                cell = e(column, n)
                found = looked_up(names, cell, labels)
                by_code = typed("IF({0},{1},{2})", is_known(cell, names), cell, text("?"))
                known = typed("IF({0},{1},{2})", is_known(cell, labels), found, by_code)
                return when(self.on(n), typed('IF({0}="",{1},{2})', cell, usual, known))

            return formula

        for name in CODES:
            self.column(f"code_{name}", coded(name), 11, look=TEXT)

        def model(n: int) -> Formula:
            gpu = e("gpu", n)
            found = looked_up("cat_gpus_model", gpu, "cat_gpus_name")
            either = typed("IF({0},{1},{2})", is_known(gpu, "cat_gpus_name"), found, gpu)
            return when(self.on(n), printed("short_text", text=typed("{0}&{1}", either, BLANK)))

        self.column("card", model, 18, look=TEXT)
        self.column("price", lambda n: when(
            self.on(n),
            typed(
                'IF(COUNTIFS({0},">0")=1,{0},IF({0}="",IF(COUNTIFS({1},">0")=1,{1},""),""))',
                e("high", n), e("low", n),
            ),
        ), 11, house.PRICE)  # fmt: skip
        self.column("day", self._day, 11, house.DATE)
        as_of = self.used["as_of"]
        self.column("age", lambda n: when(
            is_number(as_of, self.c("day", n)),
            printed("age_days", as_of=as_of, price_date=self.c("day", n)),
        ), 7, "0")  # fmt: skip

    def _day(self, n: int) -> Formula:
        """The date: a date, or text such as 2026-11-30."""
        cell = self.e("date", n)
        written = printed("written_date", date_text=cell)
        iso = printed("is_iso_date", date_text=cell)
        # The wildcards pick texts of the right shape, so that nothing else is ever computed with.
        shaped = typed('IF(COUNTIFS({0},"????-??-??")=1,IF({1},{2},{3}),{3})', cell, iso, written,
                       BLANK)  # fmt: skip
        day = typed('IF(COUNTIFS({0},">=1",{0},"<=2958465")=1,{0},{1})', cell, shaped)
        return when(self.on(n), day)  # up to the last day of a spreadsheet's calendar

    # -- its like --------------------------------------------------------------------------------

    def _like(self) -> None:
        c, e = self.c, self.e
        bar = text("|")

        def key(n: int) -> Formula:
            """What makes prices alike. The bar in front keeps a text such as >5 from being read
            as a comparison."""
            whole = joined(bar, c("card", n), bar, c("code_unit", n), bar, e("cards", n), bar,
                           c("code_plan", n), bar, e("currency", n), bar,
                           c("code_tax", n))  # fmt: skip
            return when(self.on(n), printed("short_text", text=whole))

        self.column("key", key, 34, look=TEXT)
        window = self.used["window_days"]
        own = text("own")

        def recent(n: int) -> Formula:
            young = typed("IF({0}>=0,{0}<={1},0=1)", c("age", n), window)
            good = typed(
                "IF({0},IF({1}={2},{3},0=1),0=1)", is_number(c("price", n), c("age", n), window),
                c("code_status", n), own, young,
            )  # fmt: skip
            return when(self.on(n), typed("IF({0},1,0)", good))

        self.column("recent", recent, 8)
        self.column("same", lambda n: when(
            self.on(n),
            typed("COUNTIFS({0},{1},{2},1)", self.block("key"), c("key", n), self.block("recent")),
        ), 8, "0")  # fmt: skip

        def rank(n: int) -> Formula:
            """Place among its like by price; equal prices in the order of the rows."""
            less = typed(
                'COUNTIFS({0},{1},{2},1,{3},"<"&{4})', self.block("key"), c("key", n),
                self.block("recent"), self.block("price"), c("price", n),
            )  # fmt: skip
            equal = typed(
                "COUNTIFS({0},{1},{2},1,{3},{4})", self.block("key", n), c("key", n),
                self.block("recent", n), self.block("price", n), c("price", n),
            )  # fmt: skip
            return when(typed("{0}=1", c("recent", n)), typed("SUM({0},{1})", less, equal))

        self.column("rank", rank, 8, "0")
        self.column("first", lambda n: when(
            typed("{0}=1", c("recent", n)),
            typed("IF(COUNTIFS({0},{1},{2},1)=1,1,0)", self.block("key", n), c("key", n),
                  self.block("recent", n)),
        ), 8)  # fmt: skip
        self.column("group", lambda n: when(
            typed("{0}=1", c("first", n)), typed("COUNTIFS({0},1)", self.block("first", n))
        ), 8, "0")  # fmt: skip

    def _at_rank(self, n: int, position: Formula | int) -> Formula:
        """The price of its like at a rank: one row has it, so the sum is that price."""
        return typed(
            "SUMIFS({0},{1},{2},{3},1,{4},{5})", self.block("price"), self.block("key"),
            self.c("key", n), self.block("recent"), self.block("rank"), position,
        )  # fmt: skip

    def _median(self) -> None:
        c = self.c

        def some(n: int) -> Formula:
            return typed("IF({0},{1}>0,0=1)", is_number(c("same", n)), c("same", n))

        for key, block in (("middle_low", "middle_low"), ("middle_high", "middle_high")):
            self.column(
                key,
                lambda n, block=block: when(
                    some(n), self._at_rank(n, printed(block, count=c("same", n)))
                ),
                10, house.PRICE,
            )  # fmt: skip
        self.column("median", lambda n: when(
            some(n), printed("halfway", low=c("middle_low", n), high=c("middle_high", n))
        ), 10, house.PRICE)  # fmt: skip
        self.column("times", lambda n: when(
            typed("IF({0},{1}>0,0=1)", is_number(c("price", n), c("median", n)), c("median", n)),
            printed("times", price=c("price", n), median=c("median", n)),
        ), 8, "0.00")  # fmt: skip

    # -- against the catalog ---------------------------------------------------------------------

    def _catalog(self) -> None:
        c, e = self.c, self.e
        like = "{0},{1},{2},{3},{4},{5}"
        names = ("cat_shipped_gpu", "cat_shipped_unit", "cat_shipped_currency")

        def keys(n: int) -> tuple[object, ...]:
            return (names[0], c("card", n), names[1], c("code_unit", n), names[2],
                    e("currency", n))  # fmt: skip

        self.column("shipped", lambda n: when(
            self.on(n), typed(f"COUNTIFS({like})", *keys(n))  # type: ignore[arg-type]
        ), 8, "0")  # fmt: skip
        factor = self.used["catalog_times"]
        for key, block in (("top", "scaled"), ("bottom", "divided")):
            self.column(key, lambda n, block=block: when(
                is_number(c("price", n), factor),
                printed(block, price=c("price", n), times=factor),
            ), 10, house.PRICE)  # fmt: skip
        self.column("shipped_near", lambda n: when(
            is_number(c("top", n), c("bottom", n)),
            typed(
                f'COUNTIFS({like},cat_shipped_low,"<="&{{6}},cat_shipped_high,">="&{{7}})',
                *keys(n), c("top", n), c("bottom", n),  # type: ignore[arg-type]
            ),
        ), 8, "0")  # fmt: skip

    # -- flags -----------------------------------------------------------------------------------

    def _flags(self) -> None:
        c, e, used = self.c, self.e, self.used
        bar = text("|")

        def offer(n: int) -> Formula:
            parts = (e("supplier", n), c("card", n), c("code_item", n), c("code_unit", n),
                     e("cards", n), e("currency", n), c("code_tax", n), c("code_plan", n),
                     e("term", n), e("region" if "region" in self.entries.letters else "region_en",
                                     n), c("day", n))  # fmt: skip
            pieces: list[Cell | Formula] = []
            for part in parts:
                pieces += [bar, part]
            return when(self.on(n), printed("short_text", text=joined(*pieces)))

        self.column("offer", offer, 30, look=TEXT)

        def flag(key: str, condition: Callable[[int], Formula]) -> None:
            self.column(key, lambda n: when(self.on(n), typed("IF({0},1,0)", condition(n))), 8)

        flag("duplicate", lambda n: typed("COUNTIFS({0},{1})>1", self.block("offer"),
                                          c("offer", n)))  # fmt: skip
        self.column("id", lambda n: typed(
            "IF({0}={1},{1},{2})", e("name", n), BLANK,
            printed("short_text", text=joined(bar, e("name", n))),
        ), 12, look=TEXT)  # fmt: skip
        flag("same_id", lambda n: typed("IF({0}={1},0=1,COUNTIFS({2},{0})>1)", c("id", n), BLANK,
                                        self.block("id")))  # fmt: skip
        flag("no_currency", lambda n: typed('{0}=""', e("currency", n)))
        flag("no_price", lambda n: typed("IF({0},0,1)=1", is_number(c("price", n))))
        limit = used["price_age_limit"]
        flag("stale", lambda n: typed("IF({0},{1}>{2},0=1)", is_number(c("age", n), limit),
                                      c("age", n), limit))  # fmt: skip
        flag("no_date", lambda n: typed("IF({0},0,1)=1", is_number(c("day", n))))
        flag("in_future", lambda n: typed(
            'IF({0}="",0=1,{0}<0)', c("age", n)))  # fmt: skip

        def far(n: int) -> Formula:
            """Off the median where enough of its like are recent, else off the catalog."""
            least, factor = used["least_rows"], used["far_times"]
            over = typed("{0}>{1}", c("times", n), factor)
            under = typed("{0}<{1}", c("times", n), printed("divided", price=1, times=factor))
            by_median = typed("IF({0},1=1,{1})", over, under)
            by_catalog = typed("IF({0}>0,{1}=0,0=1)", c("shipped", n), c("shipped_near", n))
            enough = typed("IF({0},{1}>={2},0=1)", is_number(least, factor, c("times", n)),
                           c("same", n), least)  # fmt: skip
            either = typed("IF({0},{1},{2})", enough, by_median, by_catalog)
            return typed("IF({0},{1},0=1)", is_number(c("price", n)), either)

        flag("far", far)
        flag("no_unit", lambda n: typed('IF({0}="",1,IF({0}="?",1,0))=1', c("code_unit", n)))
        cards = ("storage", "colocation", "purchase")
        needs = [text(item) for item in cards]
        flag("no_card", lambda n: typed(
            "IF({0}={1},0,IF({0}={2},0,IF({0}={3},0,IF({4},0,1))))=1", c("code_item", n), *needs,
            is_known(e("gpu", n), "cat_gpus_name"),
        ))  # fmt: skip
        flag("unclear", lambda n: typed(
            'IF({0}="?",1,IF({1}="?",1,IF({2}="?",1,IF({3}="?",1,0))))=1',
            *(c(f"code_{k}", n) for k in ("item", "tax", "plan", "status")),
        ))  # fmt: skip
        flag("no_source", lambda n: typed('{0}&{1}=""', e("supplier", n), e("source", n)))
        bad = ",".join(f"{{{i}}}" for i in range(len(FAILING)))
        flag("left_out", lambda n: typed(f"SUM({bad})>0", *(c(f, n) for f in FAILING)))
        between = self.words("list_separator")
        self.column("problems", lambda n: joined(*(
            when(typed("{0}=1", c(key, n)), text(self.words(f"problem_{key}") + between))
            for key in (*FAILING, *OPEN)
        )), 24, look=TEXT)  # fmt: skip


FAILING = ("no_currency", "no_price", "same_id")
OPEN = ("duplicate", "stale", "far", "no_date", "in_future", "no_unit", "no_card", "unclear",
        "no_source")  # fmt: skip
