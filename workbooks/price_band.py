"""The price of the rent beside the catalog's prices of the same card: a slip of the decimal point,
of the unit or of the tax basis is far from all of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from gpucalc import catalog
from workbooks import blocks, catalogs, house
from workbooks.book import Sheet
from workbooks.checks import Checks
from workbooks.formulas import (
    BLANK,
    Cell,
    Formula,
    is_known,
    looked_up,
    printed,
    sentence,
    text,
    typed,
    when,
)

# Below the lowest over this, or above the highest times this, a price is asked about.
TIMES = 3
ROWS = len(catalog.table("prices").rows) + catalogs.FREE_ROWS["prices"]


@dataclass(frozen=True)
class Band:
    """Per card-hour: the price in use, and the lowest and highest of the catalog."""

    hourly: Cell
    lowest: Cell
    highest: Cell
    currency: Cell


def table(sheet: Sheet, row: int, family: Cell, used: Mapping[str, Cell]) -> tuple[Cell, Cell]:
    """Writes, from this row on, a row for each of the price book, per card-hour, with the lowest
    and highest so far; gives the last ones, which are the lowest and highest of all (every program
    computes a chain alike, an array formula not)."""
    words = sheet.book.words
    row = blocks.heading(sheet, row, words("block_band_rows"), "H")
    heads = ("no", "catalog_code", "band_counts", "band_low", "band_high", "band_lowest",
             "band_highest")  # fmt: skip
    row = blocks.head_row(
        sheet, row, dict(zip("BCDEFGH", map(words, heads), strict=True)), 44
    )  # fmt: skip
    currency = used["currency"]
    quiet = house.FORMULA.but(size=9, color=house.GREY)
    money = quiet.but(number=house.PRICE)
    before: dict[str, Cell] = {}
    for number in range(1, ROWS + 1):
        place = sheet.put("B", row, number, quiet)

        def at(column: str, place: Cell = place) -> Formula:
            return typed("INDEX({0},{1})", f"cat_prices_{column}", place)

        name = at("name")
        sheet.formula("C", row, typed('IF({0}="","",{0})', name), house.FORMULA_TEXT.but(size=9))
        counts = sheet.formula("D", row, _counts(at, family, currency), quiet)
        for column, first, second in (("E", "low", "high"), ("F", "high", "low")):
            price = typed('IF(COUNTIFS({0},">0")=1,{0},{1})', at(first), at(second))
            hourly = printed(
                "price_per_card_hour", price=price, unit=at("unit"), cards_per_node=at("cards"),
                hours_per_month=used["hours_per_month"],
            )  # fmt: skip
            sheet.formula(column, row, when(typed("{0}=1", counts), hourly), money)
        for column, source, sign in (("G", "E", "<"), ("H", "F", ">")):
            here = sheet.at(source, row)
            further = typed("{0}", here)
            if column in before:
                pattern = f'IF({{1}}="",{{0}},IF({{0}}="",{{1}},IF({{1}}{sign}{{0}},{{1}},{{0}})))'
                further = typed(pattern, before[column], here)
            before[column] = sheet.formula(column, row, further, money)
        row += 1
    return before["G"], before["H"]


def _counts(at: Callable[[str], Formula], family: Cell, currency: Cell) -> Formula:
    """Whether a row is a price of such a card in this currency, of a unit with card-hours.

    Cards of one family count together: the price book rarely says SXM or PCIe, and the band is
    wide.
    """
    gpu, unit = at("gpu"), at("unit")
    alike = typed("{0}={1}", looked_up("cat_gpus_family", gpu, "cat_gpus_name"), family)
    basis = looked_up("cat_units_basis", unit, "cat_units_name")
    priced = typed('IF(COUNTIFS({0},">0")=1,1,COUNTIFS({1},">0"))=1', at("low"), at("high"))
    held = typed(
        'IF({0}="node",COUNTIFS({1},">=1"),IF({0}="card",1,0))=1', basis, at("cards")
    )  # fmt: skip
    same = typed("{0}={1}", at("currency"), currency)
    return typed(
        'IF({0}="",0,IF({1},IF({2},IF({3},IF({4},IF({5},IF({6},1,0),0),0),0),0),0))', family,
        same, is_known(gpu, "cat_gpus_name"), alike, is_known(unit, "cat_units_name"), priced, held,
    )  # fmt: skip


def check(checks: Checks, band: Band) -> None:
    """Passes within the band and where the catalog has no price of that card."""
    words = checks.words
    limit = checks.limit(TIMES, '"× "0.0#')
    price, low, high = band.hourly, band.lowest, band.highest
    bottom = printed("divided", price=low, times=limit)
    top = printed("scaled", price=high, times=limit)
    inside = typed("IF({0}>={1},IF({0}<={2},1,0),0)=1", price, bottom, top)
    judged = typed(
        'IF(COUNTIFS({0},">0",{1},">0",{2},">0")=1,IF(COUNTIFS({3},">=1")=1,1,0),0)=1', price, low,
        high, limit,
    )  # fmt: skip
    state = typed(
        "IF({0},IF({1},{2},{3}),{2})", judged, inside, checks.state("pass"),
        checks.state("incomplete"),
    )  # fmt: skip

    def told(key: str, **figures: Cell | Formula) -> Formula:
        shown = {k: printed("amount_text", amount=v) for k, v in figures.items()}
        return sentence(words(key), currency=band.currency, **shown)

    span = {"low": low, "high": high}
    remedy = typed(
        "IF({0},{1},IF({2},{3},{4}))", typed("{0}={1}", low, BLANK), told("remedy_band_none"),
        inside, told("remedy_band_within", **span),
        told("remedy_band", price=price, bottom=bottom, top=top, **span),
    )  # fmt: skip
    either = typed("IF({0}={1},{2},{3})", price, BLANK, text(words("remedy_band_usual")), remedy)
    checks.add(words("check_band"), state, either, price, house.PRICE, room=5)


def prompts(sheet: Sheet) -> None:
    """What goes into the free rows of the price book's sheet."""
    words = sheet.book.words
    for line in sheet.raw.iter_rows():
        for cell in line:
            if not cell.protection.locked:
                place = sheet.at(cell.column_letter, cell.row)
                sheet.hint(place, (words.label("price_book")[:32], words("prompt_own_price")))
