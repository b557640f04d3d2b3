"""The rent's price per card-hour beside the catalog's, as lines of the quote's calculation."""

from __future__ import annotations

from workbooks import house, price_band
from workbooks.formulas import is_number, printed, selected, typed, when
from workbooks.price_band import Band
from workbooks.quote.calculation import Calculation
from workbooks.quote.reference import Reference


def build(calculation: Calculation, reference: Reference) -> Band:
    """Writes the catalog's prices per card-hour and three lines of the calculation sheet."""
    steps, words, cells = calculation.steps, calculation.book.words, calculation.cells
    used = calculation.inputs.used
    lowest, highest = price_band.table(reference.sheet, reference.next_row, cells["family"], used)
    steps.heading(words("block_band"))
    unit = selected(reference.billing_codes, cells["unit_position"])
    ready = typed(
        'IF({0},IF({1}<>"",1,0),0)=1',
        is_number(cells["price_in_use"], used["node_size"], used["hours_per_month"]),
        cells["unit_position"],
    )
    code = steps.line("unit_code", words("catalog_code"), when(
        typed('{0}<>""', cells["unit_position"]), unit), look=house.FORMULA_TEXT)  # fmt: skip
    hourly = printed(
        "price_per_card_hour", price=cells["price_in_use"], unit=code,
        cards_per_node=used["node_size"], hours_per_month=used["hours_per_month"],
    )  # fmt: skip
    word = words.label("card_hour")
    own = steps.line("price_hourly", words("price_hourly"), when(ready, hourly), unit=word,
                     number=house.PRICE, note=words("price_hourly_note"))  # fmt: skip
    found = [
        steps.line(key, words(key), typed("{0}", cell), unit=word, number=house.PRICE,
                   note=words("band_note"))
        for key, cell in (("band_lowest", lowest), ("band_highest", highest))
    ]  # fmt: skip
    steps.gap()
    return Band(own, *found, used["currency"])
