"""The page of verdicts: each claim with its figure, its verdict and the reason."""

from __future__ import annotations

from collections.abc import Mapping

from workbooks import blocks, house
from workbooks.book import Book, Sheet
from workbooks.claim_check.claims import CLAIMS
from workbooks.claim_check.engine import Engine
from workbooks.formulas import BLANK, Cell, Formula, joined, text, typed, when

LAST = "J"
VERDICTS = ("right", "wrong", "condition_missing")


class Page:
    """``counts[verdict]`` are how many claims got it; ``claimed`` how many there are."""

    def __init__(self, book: Book, field: str, engine: Engine, title: str, subtitle: str) -> None:
        self.book, self.engine = book, engine
        self.words, self.label = book.words, book.words.label
        sheet = self.sheet = book.sheet(field, landscape=True, tab="2E7D32")
        sheet.widths(A=2, B=5, C=33, D=16, E=16, F=15, G=15, H=10, I=15, J=62)
        row = blocks.title(sheet, title, subtitle, LAST)
        self.counts: dict[str, Cell] = {}
        self.top = self._counted(row)

    def _counted(self, row: int) -> int:
        """Room for the counts; they read the rows below, which are not written yet."""
        sheet = self.sheet
        self._count_row = row
        sheet.height(row, 18)
        sheet.height(row + 1, 28)
        sheet.height(row + 2, 26)
        return row + 4

    def finish(self, head: Mapping[str, Formula], master: Cell | None = None) -> None:
        """Writes the table, then the counts and the sentence above it.

        ``head`` are facts shown above the table: label and value.
        """
        sheet = self.sheet
        row = self._facts(self.top, head)
        heads = ("no", "claim_head", "claimed", "recomputed", "recomputed_low", "recomputed_high",
                 "ratio", "verdict", "reason")  # fmt: skip
        named = {
            column: self.words(name) if self.words.has(name) else self.label(name)
            for column, name in zip("BCDEFGHIJ", heads, strict=True)
        }
        row = blocks.head_row(sheet, row, named, 30)
        sheet.freeze("D", row)
        first = row
        for number, claim in enumerate(CLAIMS, 1):
            self._claim(row, number, claim.key, claim.form, claim.whole)
            row += 1
        verdicts = sheet.at("I", first, "I", row - 1)
        self._colours(verdicts)
        self._summary(verdicts, master)
        sheet.put("B", row, self.words("page_note"), house.NOTE)
        sheet.merge("B", row, LAST)
        sheet.height(row, 28)
        sheet.raw.page_setup.fitToHeight = 1
        sheet.print_area(sheet.at("B", 1, LAST, row))

    def _facts(self, row: int, head: Mapping[str, Formula]) -> int:
        sheet = self.sheet
        for label, value in head.items():
            sheet.height(row, 17)
            sheet.put("B", row, label, house.LABEL.but(color=house.GREY, size=9))
            sheet.merge("B", row, "C")
            sheet.formula("D", row, value, house.FORMULA_TEXT.but(indent=0), mark=False)
            sheet.merge("D", row, LAST)
            row += 1
        return row + 1

    def _claim(self, row: int, number: int, key: str, form: str, whole: bool) -> None:
        sheet, cells = self.sheet, self.engine.cells
        why = f"why_{key}"  # a claim without one writes its reason itself, in about five lines
        longest = max(house.lines_needed(self.words(why), 62) + 1, 2) if self.words.has(why) else 5
        sheet.height(row, 12.5 * longest + 6)
        sheet.put("B", row, number, house.LABEL.but(horizontal="center", color=house.GREY))
        sheet.put("C", row, self.words(f"claim_{key}"), house.LABEL)
        value = house.FORMULA.but(number=form)
        quiet = value.but(color=house.GREY, size=9)
        for column, what, look in (
            ("D", "claimed", value.but(bold=True)), ("E", "typical", value.but(bold=True)),
            ("F", "low", quiet), ("G", "high", quiet),
            ("H", "ratio", house.FORMULA.but(number="0.000", color=house.GREY, size=9)),
        ):  # fmt: skip
            shown = typed("IF({0}={1},{1},{0})", cells[f"{key}_{what}"], BLANK)
            sheet.formula(column, row, shown, look, mark=False)
        verdict, reason = cells[f"{key}_verdict"], cells[f"{key}_reason"]
        sheet.formula("I", row, typed("{0}", verdict), house.STATE.but(shrink=True), mark=False)
        sheet.formula("J", row, typed("{0}", reason), house.HELP.but(color=house.BLACK), mark=False)

    def _colours(self, block: Cell) -> None:
        first = block.address.split(":")[0]
        for verdict, fill, color in zip(
            VERDICTS,
            (house.PASS_FILL, house.FAIL_FILL, house.OPEN_FILL),
            (house.PASS_TEXT, house.FAIL_TEXT, house.OPEN_TEXT),
            strict=True,
        ):
            style = house.highlight(color=color, fill=fill, bold=True)
            self.sheet.condition(
                block, typed("{0}={1}", first, text(self.label(verdict))), style
            )  # fmt: skip

    def _summary(self, verdicts: Cell, master: Cell | None) -> None:
        sheet, row = self.sheet, self._count_row
        head = house.Look(
            size=9, color=house.GREY, fill=house.PALE, horizontal="center", top="thin"
        )
        value = head.but(size=14, bold=True, color=house.NAVY, top="", bottom="thin")
        for column, verdict in zip("DEF", VERDICTS, strict=True):
            name = text(self.label(verdict))
            sheet.put(column, row, self.label(verdict), head)
            count = typed("COUNTIFS({0},{1})", verdicts, name)
            self.counts[verdict] = sheet.formula(column, row + 1, count, value.but(number="0"),
                                                 mark=False)  # fmt: skip
        sheet.put("C", row, self.words("claims_made"), head)
        counts = [self.counts[v] for v in VERDICTS]
        self.claimed = sheet.formula(
            "C", row + 1, typed("SUM({0},{1},{2})", *counts), value.but(number="0"), mark=False
        )
        if master is not None:
            sheet.put("I", row, self.words("input_checks"), head.but(shrink=True))
            sheet.formula("I", row + 1, typed("{0}", master), value.but(size=12), mark=False)
            blocks.state_colours(sheet, sheet.at("I", row + 1))
        said = joined(
            text(self.words("sum_a")), self.claimed, text(self.words("sum_b")), counts[0],
            text(self.words("sum_c")), counts[1], text(self.words("sum_d")), counts[2],
            text(self.words("sum_e")),
        )  # fmt: skip
        none = text(self.words("sum_none"))
        look = house.Look(size=12, bold=True, color=house.NAVY, fill=house.BAND, indent=1)
        sheet.formula("B", row + 2, when(typed("{0}>0", self.claimed), said, none), look,
                      mark=False)  # fmt: skip
        sheet.merge("B", row + 2, LAST)


def example_inputs(
    book: Book, values: Mapping[str, float | str], forms: Mapping[str, str]
) -> tuple[Sheet, dict[str, Cell]]:
    """The figures of the example, in two columns; gives the cell of every condition and claim."""
    words, label = book.words, book.words.label
    sheet = book.sheet("example_figures", tab=house.GREY)
    sheet.widths(A=2, B=40, C=24, D=3, E=40, F=20)
    row = blocks.title(sheet, words("example_title"), words("example_subtitle"), "F")
    conditions = [n for n in forms if not n.startswith("claimed_")]
    claims = [n for n in forms if n.startswith("claimed_")]
    heads = {"B": words("conditions"), "C": words("entry"), "E": words("claims_made"),
             "F": label("claimed")}  # fmt: skip
    top = blocks.head_row(sheet, row, heads, 20)
    found: dict[str, Cell] = {}
    for names, (first, second) in ((conditions, ("B", "C")), (claims, ("E", "F"))):
        for offset, name in enumerate(names):
            value = values.get(name)
            shown = label(value) if name in ("billing_unit", "anchor") and value else value
            if isinstance(shown, str) and words.has(shown):
                shown = words(shown)
            sheet.put(first, top + offset, label(name), house.LABEL)
            look = house.TABLE_CELL.but(number=forms[name], horizontal="right", shrink=True)
            found[name] = sheet.put(second, top + offset, shown, look)
    sheet.raw.page_setup.fitToHeight = 1
    return sheet, found
