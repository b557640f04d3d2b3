"""What the ranking says: who is first, why, whether the tax basis matters, who is recommended."""

from __future__ import annotations

from collections.abc import Sequence

from workbooks import house
from workbooks.compare.ranking import Ranking
from workbooks.formulas import (
    BLANK,
    Cell,
    Formula,
    Part,
    is_known,
    is_number,
    joined,
    printed,
    selected,
    sentence,
    text,
    typed,
    when,
)
from workbooks.inputs import Inputs
from workbooks.steps import Steps

TEXT = house.FORMULA_TEXT


class Conclusion:
    """Rows on the calculation sheet, below the buyer's own figures."""

    def __init__(self, steps: Steps, inputs: Inputs, ranking: Ranking) -> None:
        self.steps, self.inputs, self.ranking = steps, inputs, ranking
        self.grid, self.cells = ranking.grid, steps.cells
        self.words, self.label = steps.book.words, steps.book.words.label
        steps.heading(self.words("block_conclusion"))
        self._winners()
        self._reasons()
        self._recommended()

    def block(self, key: str) -> Cell:
        """A row of the grid."""
        return self.grid.block(key)

    def _line(self, key: str, formula: Formula, **facts: object) -> Cell:
        note = self.words(f"{key}_how") if self.words.has(f"{key}_how") else ""
        shown = self.words(key) if self.words.has(key) else self.label(key)
        return self.steps.line(key, shown, formula, note=note, **facts)  # type: ignore[arg-type]

    def _first(self, ranks: Cell, values: Cell) -> Formula:
        """The value of the first offer with rank 1."""
        found = typed("INDEX({0},MATCH(1,{1},0))", values, ranks)
        return when(typed("COUNTIFS({0},1)>0", ranks), found)

    def _winners(self) -> None:
        status, good = self.block("status"), text(self.label("comparable"))
        self._line("offers_made", typed("COUNTIFS({0},1)", self.block("active")), number="0",
                   out=True)  # fmt: skip
        self._line("comparable_offers", typed("COUNTIFS({0},{1})", status, good), number="0",
                   out=True)  # fmt: skip
        names = self.block("name")
        for key, of in (
            ("best_supplier", "ranked"), ("best_net", "ranked_net"), ("best_gross", "ranked_gross"),
            ("best_by_tokens", "token_cost"), ("best_by_time", "finish"),
        ):  # fmt: skip
            ranks = self.block(f"rank_{of}")
            self._line(key, self._first(ranks, names), look=TEXT, out=True)
        ranks, totals = self.block("rank_ranked"), self.block("ranked")
        self._line("best_ranked", self._first(ranks, totals), number=house.MONEY, out=True)
        two = typed("INDEX({0},MATCH(SUM(1,1),{1},0))", totals, ranks)
        self._line("second_ranked", when(typed("COUNTIFS({0},SUM(1,1))>0", ranks), two),
                   number=house.MONEY)  # fmt: skip
        best, second = self.cells["best_ranked"], self.cells["second_ranked"]
        self._line(
            "lead",
            when(is_number(best, second), printed("difference", amount=second, less=best)),
            number=house.MONEY, out=True,
        )  # fmt: skip
        self._line("ranks_differ", typed("SUM({0})", self.block("differs")), number="0", out=True)

    def basis_text(self) -> Formula:
        """The basis of comparison in words."""
        net, gross = text(self.label("excl_tax")), text(self.label("incl_tax"))
        return typed("IF({0}=1,{1},{2})", self.cells["basis_is_net"], net, gross)

    def basis_words(self) -> Formula:
        """The basis inside a sentence."""
        net, gross = text(self.words("in_words_net")), text(self.words("in_words_gross"))
        return typed("IF({0}=1,{1},{2})", self.cells["basis_is_net"], net, gross)

    def _equals(self, of: str) -> Formula:
        """How many share the first rank, where one name alone would say too much."""
        firsts = typed("COUNTIFS({0},1)", self.block(f"rank_{of}"))
        return when(typed("{0}>1", firsts), sentence(self.words("equal_firsts"), count=firsts))

    def _reasons(self) -> None:
        words, c = self.words, self.cells
        best, lead = c["best_ranked"], c["lead"]
        ahead = sentence(words("reason_lead"), lead=printed("amount_text", amount=lead))
        facts: dict[str, Part] = {
            "best": c["best_supplier"], "basis": self.basis_words(),
            "amount": printed("amount_text", amount=best),
            "currency": self.inputs.used["currency"],
        }  # fmt: skip
        alone = sentence(words("reason_alone"), **facts)
        lowest = sentence(
            words("reason_text"), **facts, offers=c["comparable_offers"],
            ahead=joined(self._equals("ranked"), when(is_number(lead), ahead)),
        )  # fmt: skip
        reason = typed("IF({0}=1,{1},{2})", c["comparable_offers"], alone, lowest)
        nobody = text(words("reason_nobody"))
        answer = typed("IF({0},{1},{2})", is_number(best), reason, nobody)
        self.steps.says("reason", words("reason"), answer)
        net = joined(c["best_net"], self._equals("ranked_net"))
        gross = joined(c["best_gross"], self._equals("ranked_gross"))
        differ = typed(
            "IF({0}={1},{2},{3})", net, gross, sentence(words("ranks_differ_behind"), best=net),
            sentence(words("ranks_differ_text"), net=net, gross=gross),
        )  # fmt: skip
        note = typed(
            "IF({0}={1},{1},IF({2}=0,{3},{4}))", c["best_supplier"], BLANK, c["ranks_differ"],
            text(words("ranks_agree")), differ,
        )  # fmt: skip
        self.steps.says("basis_note", words("basis_note"), note)

        def named(key: str, otherwise: str) -> Formula:
            of = {"best_by_tokens": "token_cost", "best_by_time": "finish"}[key]
            return typed("IF({0}={1},{2},{3})", c[key], BLANK, text(words(otherwise)),
                         joined(c[key], self._equals(of)))  # fmt: skip

        others = sentence(
            words("other_ranks_text"), tokens=named("best_by_tokens", "no_measure"),
            time=named("best_by_time", "no_date"),
        )  # fmt: skip
        answer = when(typed("{0}<>{1}", c["best_supplier"], BLANK), others)
        self.steps.says("other_ranks", words("other_ranks"), answer)

    def _recommended(self) -> None:
        """The buyer's choice, or the first rank; its column among the offers."""
        typed_, names = self.inputs.used["recommended"], self.block("name")
        chosen = typed("IF({0}={1},{2},{0})", typed_, BLANK, self.cells["best_supplier"])
        name = self._line("recommended", chosen, look=TEXT, out=True)
        known = typed("IF({0}={1},0=1,{2})", name, BLANK, is_known(name, names))
        first = typed("{0}={1}", name, self.cells["best_supplier"])
        # Of two offers of one supplier the better is meant: by rank, not the first of that name.
        by_rank = typed("MATCH(1,{0},0)", self.block("rank_ranked"))
        by_name = typed("MATCH({0},{1},0)", name, names)
        place = typed("IF({0},{1},{2})", first, by_rank, by_name)
        self._line("recommended_column", when(known, place))
        own = self.inputs.used["recommendation_reason"]
        why = when(typed("IF({0}={1},0=1,{2})", name, BLANK, first), self.cells["reason"])
        given = typed('IF({0}="",{1},{0})', own, why)
        self.steps.says("recommendation_reason", self.label("recommendation_reason"), given, 3)

    def of_recommended(self, values: Cell | Sequence[Cell]) -> Formula:
        """A row's value of the recommended supplier."""
        block = values if isinstance(values, Cell) else _row(values)
        column = self.cells["recommended_column"]
        found = selected(block, column)
        return when(typed('{0}<>""', column), typed('IF({0}="",{1},{0})', found, BLANK))


def _row(cells: Sequence[Cell]) -> Cell:
    first, last = cells[0], cells[-1]
    return Cell(first.sheet, first.column, first.row, last.column, first.row)
