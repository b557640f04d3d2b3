"""What the price book hands over: one price, chosen by its id, as it was quoted."""

from __future__ import annotations

from workbooks.formulas import (
    BLANK,
    Cell,
    Formula,
    is_known,
    looked_up,
    text,
    typed,
    when,
)
from workbooks.inputs import Inputs
from workbooks.price_book.entries import Entries
from workbooks.price_book.rows import Rows


def values(
    inputs: Inputs, entries: Entries, rows: Rows, codes: dict[str, tuple[Cell, Cell]]
) -> dict[str, Cell | Formula]:
    """The handover row: the price of the id on Inputs; blank without one.

    A range hands over its high end; what is not stated stays blank, for the next book to ask.
    """
    chosen, names = inputs.used["price_id"], entries.block("name")
    # the free rows are blank too: a blank id would be found among them
    there = typed("IF({0}={1},0=1,{2})", chosen, BLANK, is_known(chosen, names))
    # a price that fails a flag is handed over nowhere
    left_out = looked_up(rows.block("left_out"), chosen, names)
    there = typed("IF({0},{1}=0,0=1)", there, left_out)

    def at(block: Cell) -> Formula:
        return looked_up(block, chosen, names)

    def of(block: Cell) -> Formula:
        return when(there, typed("IF({0}={1},{1},{0})", at(block), BLANK))

    def word(column: str) -> Formula:
        """The label of a coded entry, in whichever spelling it was typed."""
        labels, known = codes[column]
        code = at(rows.block(f"code_{column}"))
        stated = typed("IF({0}={1},0=1,{2})", code, text("not_stated"), is_known(code, known))
        return when(there, when(stated, looked_up(labels, code, known)))

    cards = at(entries.block("cards"))
    return {
        "gpu": of(rows.block("card")),
        # a price per card says 1 or nothing
        "node_size": when(there, typed("IF({0}>1,{0},{1})", cards, BLANK)),
        "billing_plan": word("plan"),
        "billing_unit": word("unit"),
        "price": of(rows.block("price")),
        "anchor": word("tax"),
        "currency": of(entries.block("currency")),
        "supplier": of(entries.block("supplier")),
        "quote_date": of(rows.block("day")),
        "price_source": of(entries.block("source")),
    }
