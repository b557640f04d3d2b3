"""The page that is signed: offers side by side, ranks, recommendation, chart. A4 landscape."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from openpyxl.worksheet.pagebreak import Break

from workbooks import blocks, charts, house
from workbooks.book import Book, Sheet
from workbooks.compare.conclusion import Conclusion
from workbooks.compare.ranking import Ranking
from workbooks.compare.requirements import Requirements
from workbooks.formulas import (
    BLANK,
    Cell,
    Formula,
    is_number,
    joined,
    printed,
    text,
    typed,
    when,
)
from workbooks.house import Look
from workbooks.inputs import Inputs
from workbooks.offers.entries import Offers
from workbooks.offers.prices import Prices
from workbooks.offers.totals import Totals
from workbooks.printed_page import PrintedPage

LAST = "H"
COLUMNS = "CDEFGH"
NAME = Look(size=9.5, color=house.GREY, bottom="hair", wrap=True)
CELL = Look(size=9.5, horizontal="right", bottom="hair", shrink=True)
WORD = Look(size=9, horizontal="right", bottom="hair", wrap=True)
TEN_THOUSANDS = r"0\.0000;[Red]\-0\.0000;\-"  # a decimal point drawn four digits from the right
STRONG = CELL.but(bold=True, size=10.5, fill=house.PALE, top="thin", bottom="thin")


@dataclass(frozen=True)
class Parts:
    """What the sheets of results read."""

    lists: Mapping[str, Cell]
    inputs: Inputs
    offers: Offers
    evaluation: Prices
    totals: Totals
    requirements: Requirements
    ranking: Ranking
    conclusion: Conclusion


class Page(PrintedPage):
    """The page under construction."""

    def __init__(self, book: Book, parts: Parts, master: Cell) -> None:
        super().__init__(book, "supplier_comparison", LAST, landscape=True)
        self.parts, self.master = parts, master
        self.grid = parts.evaluation.grid
        self.sheet.widths(A=2, B=29, **dict.fromkeys(COLUMNS, 18.5))
        self.chart_row = 1
        self.money: list[Cell] = []
        self.in_ten_thousands = self.sheet.at("J", 2)

    def line(self, label: str, key: str, look: Look = CELL, height: float = 15) -> None:
        """A row of the table from a row of the grid."""
        self.cells(label, [typed("{0}", cell) for cell in self.grid.cells[key]], look, height)

    def cells(self, label: str, values: list[Formula], look: Look, height: float = 15) -> None:
        """A row of the table."""
        name = NAME
        if look.bold:
            name = NAME.but(bold=True, color=house.NAVY, fill=look.fill, top=look.top,
                            bottom=look.bottom)  # fmt: skip
        self.sheet.height(self.row, height)
        self.sheet.put("B", self.row, label, name)
        for column, value in zip(COLUMNS, values, strict=True):
            self.sheet.formula(column, self.row, value, look, mark=False)
        if look.number == house.MONEY:
            self.money.append(self.sheet.at("C", self.row, LAST, self.row))
        self.row += 1

    def total(self, key: str, of: str, look: Look, height: float = 15) -> None:
        """A total that may be a lower bound: a text, so that its unit is the formula's business."""
        values = []
        for n, (cell, amount) in enumerate(
            zip(self.grid.cells[key], self.grid.cells[of], strict=True)
        ):
            shown = printed("ten_thousands_text", amount=amount)
            bound = typed("IF({0},{1},0=1)", is_number(amount), self.parts.ranking.at_least(n))
            small = typed("IF({0}=1,{1},0=1)", self.in_ten_thousands, bound)
            values.append(when(small, joined(text("≥ "), shown), cell))
        self.cells(self.words(key), values, look, height)

    def unit(self) -> Formula:
        """What the amounts are in; ten thousands are a matter of display, the cells hold ones."""
        used, words = self.parts.inputs.used, self.words
        many = text(self.label("amount_in_ten_thousands"))
        flag = typed("IF({0}={1},1,0)", used["amount_unit"], many)
        self.sheet.put("J", 1, words("unit_flag"), house.HELP.but(bottom=""))
        aside = house.HELP.but(bottom="", horizontal="left")
        self.sheet.formula("J", 2, flag, aside, mark=False)
        currency = used["currency"]
        large = typed('IF({0}="CNY",{1},{2})', currency, text(words("ten_thousand_cny")),
                      joined(text(words("ten_thousand")), currency))  # fmt: skip
        told = joined(large, text(words("not_unit_prices")))
        return typed("IF({0}=1,{1},{2})", self.in_ten_thousands, told, currency)

    def group(self, words: str) -> None:
        """A heading inside the table."""
        self.sheet.height(self.row, 15)
        self.sheet.paint(self.sheet.at("B", self.row, LAST), house.GROUP)
        self.sheet.put("B", self.row, words, house.GROUP)
        self.row += 1


def write(book: Book, parts: Parts, master: Cell) -> Sheet:
    """Writes the page and its chart."""
    page = Page(book, parts, master)
    _head(page)
    _table(page)
    _recommendation(page)
    _chart(page)
    _signatures(page)
    page.sheet.print_area(page.sheet.at("A", 1, LAST, page.row - 1))
    page.sheet.raw.page_setup.fitToHeight = 2
    page.sheet.raw.row_breaks.append(Break(id=page.chart_row - 1))
    return page.sheet


def _head(page: Page) -> None:
    sheet, words, label = page.sheet, page.words, page.label
    used, conclusion = page.parts.inputs.used, page.parts.conclusion
    sheet.height(1, 30)
    page.put(1, "B", "E", words("page_title"), Look(size=20, bold=True, color=house.NAVY))
    state = Look(size=11, bold=True, horizontal="center").boxed("medium")
    sheet.put("G", 1, words("master_check"), Look(size=9, color=house.GREY, horizontal="right"))
    sheet.formula("H", 1, typed("{0}", page.master), state, mark=False)
    blocks.state_colours(sheet, sheet.at("H", 1))
    line = Look(size=10, color=house.GREY, bottom="medium", edge=house.NAVY)
    sheet.height(2, 19)
    project = joined(text(f"{label('project')}{words('colon')}"), used["project"])
    page.put(2, "B", "C", project, line.but(shrink=True))
    sheet.put("D", 2, f"{label('as_of')}{words('colon')}", line.but(horizontal="right"))
    sheet.formula("E", 2, when(typed('{0}<>""', used["as_of"]), used["as_of"]),
                  line.but(number=house.DATE, horizontal="left"), mark=False)  # fmt: skip
    basis = joined(text(f"{label('comparison_basis')}{words('colon')}"), conclusion.basis_text(),
                   text(f"　{words('amounts_in')}"), page.unit())  # fmt: skip
    page.put(2, "F", LAST, basis, line.but(horizontal="right", shrink=True))
    page.row = 4


def _table(page: Page) -> None:
    sheet, words, label, parts = page.sheet, page.words, page.label, page.parts
    cells, entry = page.grid.cells, parts.offers.entry
    sheet.height(page.row, 25)
    head = house.HEAD.but(size=10.5, fill=house.NAVY, color=house.WHITE, horizontal="right")
    sheet.put("B", page.row, label("supplier"), head.but(horizontal="left", indent=1))
    for column, cell in zip(COLUMNS, cells["name"], strict=True):
        sheet.formula(column, page.row, typed("{0}", cell), head, mark=False)
    page.row += 1
    sheet.freeze("C", page.row)  # whose column it is stays in sight
    # A number or the reason why there is none.
    rank = Look(size=12, bold=True, horizontal="right", color=house.NAVY, fill=house.PALE,
                bottom="thin", shrink=True)  # fmt: skip
    ranks = [
        typed("IF({0}={1},{2},{0})", number, BLANK, status)
        for number, status in zip(cells["rank_ranked"], cells["status"], strict=True)
    ]
    page.cells(label("rank"), ranks, rank, 23)
    page.line(label("meets_mandatory_requirements"), "meets", WORD.but(wrap=False, shrink=True))
    blocks.state_colours(sheet, sheet.at("C", page.row - 1, LAST, page.row - 1))
    page.cells(words("page_unknown"), _lacking(page),
               WORD.but(size=8.5, color=house.FAIL_FILL), 32)  # fmt: skip

    page.group(words("band_offer"))
    page.cells(label("quote_no"), [joined(c, text("")) for c in entry["quote_no"]], WORD)
    page.line(label("valid_until"), "valid_until", CELL.but(number=house.DATE))
    page.line(label("gpu"), "gpu", WORD)
    times = [
        when(typed("{0}=1", on), joined(cards, text(" / "), size))
        for on, cards, size in zip(cells["active"], cells["cards"], cells["node_size"], strict=True)
    ]
    page.cells(words("cards_and_node"), times, CELL)
    for field in ("link", "network"):
        page.cells(label(field), [joined(c, text("")) for c in entry[field]], WORD)
    page.line(words("price_now"), "price_now", CELL.but(number=house.PRICE))
    # The page's own currency is that of the amounts; a price may be in another.
    units = [
        when(typed('{0}<>""', unit), joined(currency, text(" / "), unit, text(" · "), anchor))
        for currency, unit, anchor in zip(*(cells[k] for k in ("currency", "unit", "anchor")),
                                          strict=True)
    ]  # fmt: skip
    page.cells(words("unit_and_basis"), units, WORD, 25)
    page.line(words("price_off"), "price_off", CELL.but(number=r"0.0#%;\-0.0#%;\-"))
    page.cells(words("price_applied"), _prices(page), CELL.but(number=house.PRICE))
    page.line(label("contract_rule"), "rule_told", WORD.but(size=8), 40)
    page.line(label("tax_rate"), "tax_rate", CELL.but(number=house.SHARE))
    page.line(words("per_card_hour"), "per_card_hour", CELL.but(number="0.0000"))

    page.group(words("band_total"))
    money = CELL.but(number=house.MONEY)
    page.line(words("rent_basis"), "rent_basis", money)
    page.line(words("others_basis"), "others_basis", money)
    page.total("shown_net", "net", money.but(bold=True))
    page.total("shown_gross", "gross", money.but(bold=True))
    page.line(words("financing"), "financing", money)
    page.total("shown_ranked", "ranked", STRONG.but(number=house.MONEY), 19)
    for kind in ("net", "gross"):
        page.line(words(f"all_in_{kind}"), f"shown_all_in_{kind}", CELL.but(number="0.0000"))

    page.group(words("band_ranks"))
    both = [
        when(typed('{0}<>""', net), joined(net, text(" / "), gross))
        for net, gross in zip(cells["rank_ranked_net"], cells["rank_ranked_gross"], strict=True)
    ]
    page.cells(words("rank_both"), both, CELL)
    page.line(label("cost_per_million_tokens"), "token_cost", CELL.but(number="0.0000"))
    page.line(words("rank_token_cost"), "rank_token_cost", CELL)
    page.line(words("finish"), "finish", CELL.but(number=house.DATE))
    page.line(words("rank_finish"), "rank_finish", CELL)
    page.line(label("target_price_for_negotiation"), "target", CELL.but(number="#,##0.0000"))
    page.line(label("reduction_needed"), "reduction", CELL.but(number="0.00%"))
    switch = typed("{0}=1", page.in_ten_thousands)
    for block in page.money:
        sheet.condition(block, switch, house.highlight(number=TEN_THOUSANDS))
    page.row += 1


def _lacking(page: Page) -> list[Formula]:
    """Which requirements an offer fails, then what is to be confirmed: requirements, costs."""
    keys = ("failed_items", "open_items", "unknown_items")
    waits, between = text(page.words("to_confirm")), text(page.words("list_between"))
    found = []
    for failed, open_, unknown in zip(*(page.grid.cells[k] for k in keys), strict=True):
        some = {c: typed("{0}<>{1}", c, BLANK) for c in (failed, open_, unknown)}
        both = when(some[open_], when(some[unknown], between))
        rest = joined(when(some[failed], between), waits, open_, both, unknown)
        found.append(joined(failed, when(typed("{0}&{1}<>{2}", open_, unknown, BLANK), rest)))
    return found


def _prices(page: Page) -> list[Formula]:
    """The price after all rules; by the dense P, and saying so, where sparse P were quoted."""
    cells = page.grid.cells
    found = []
    for now, dense, price in zip(cells["price_now"], cells["price_dense"], cells["price_applied"],
                                 strict=True):  # fmt: skip
        plain = printed("converted_price", quoted_price=price, exchange_rate=1)
        told = when(is_number(price), joined(plain, text(page.words("per_dense_p"))))
        found.append(typed("IF({0}={1},{2},{3})", now, dense, price, told))
    return found


def _recommendation(page: Page) -> None:
    """Who is recommended and why; the sentences are there to be read aloud."""
    sheet, words, label = page.sheet, page.words, page.label
    cells = page.parts.conclusion.cells
    page.chart_row = page.row
    row = blocks.heading(sheet, page.row, label("recommended_supplier_and_reason"), LAST)
    name = Look(size=14, bold=True, color=house.NAVY, fill=house.PALE, shrink=True, indent=1)
    sheet.height(row, 30)
    page.put(row, "B", LAST, typed("{0}", cells["recommended"]), name)
    says = Look(size=10, wrap=True, bottom="hair", indent=1)
    for key, height in (("recommendation_reason", 46), ("basis_note", 30), ("other_ranks", 30)):
        row += 1
        sheet.height(row, height)
        sheet.put("B", row, words(f"page_{key}"), NAME)
        page.put(row, "C", LAST, typed("{0}", cells[key]), says)
    page.row = row + 2


def _chart(page: Page) -> None:
    """Stacked bars: rent, other items and cost of funds, from the first rank on."""
    sheet, words, grid = page.sheet, page.words, page.grid
    row = blocks.heading(sheet, page.row, words("chart_heading"), LAST)
    top = row
    heads = ("supplier_short", "rent_basis", "others_basis", "financing", "place")
    blocks.head_row(sheet, row, dict(zip("BCDEF", map(words, heads), strict=True)), 28)
    places = grid.block("place")
    for number in range(1, grid.count + 1):
        line = row + number
        sheet.height(line, 17)
        place = sheet.put("F", line, number, CELL.but(color=house.GREY, horizontal="center"))
        there = typed("COUNTIFS({0},{1})>0", places, place)
        for column, key in zip("BCDE", ("name", "rent_basis", "others_basis", "financing"),
                               strict=True):  # fmt: skip
            found = typed("INDEX({0},MATCH({1},{2},0))", grid.block(key), place, places)
            look = CELL.but(number=house.MONEY) if column != "B" else NAME.but(
                wrap=False, shrink=True)  # fmt: skip
            value: Formula = found
            if column == "B":
                status = typed("INDEX({0},MATCH({1},{2},0))", grid.block("status"), place, places)
                good = text(page.label("comparable"))
                mark = when(typed("{0}<>{1}", status, good), joined(text("　"), status))
                value = joined(found, mark)
            sheet.formula(column, line, when(there, value), look, mark=False)
    last = row + grid.count
    columns = [sheet.at(c, top, c, last) for c in "BCDE"]
    axes = (words("supplier_short"), words("chart_axis"))
    charts.bars(
        sheet, f"B{last + 2}", words("chart_title"), axes, columns[0], columns[1:],
        size=(30.5, 9.5), numbers=("General", "#,##0"), stacked=True, flat=True,
    )  # fmt: skip
    page.row = last + 21


def _signatures(page: Page) -> None:
    sheet, label, used = page.sheet, page.label, page.parts.inputs.used
    sheet.height(page.row, 26)
    for first, last, name in (("B", "C", "prepared"), ("D", "E", "reviewed"),
                              ("F", LAST, "approved_by")):  # fmt: skip
        signed = joined(text(label(name) + page.words("colon")), used[name])
        page.put(page.row, first, last, signed, Look(size=10, top="thin", color=house.GREY))
    page.row += 1
