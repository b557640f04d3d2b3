"""What a claimed memory is: the figures that it may be taken for, and the sentence about them.

A ratio says nothing here, since weights, states and a card's share stand in no fixed proportion.
The claim is therefore compared with the figures themselves; where none matches, the recomputed ones
are all that is said.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from workbooks.formulas import (
    BLANK,
    Argument,
    Cell,
    Formula,
    constant,
    is_number,
    joined,
    printed,
    sentence,
    text,
    typed,
    when,
)

if TYPE_CHECKING:
    from workbooks.claim_check.engine import Engine

FORM = "#,##0.0"


def memory(engine: Engine) -> Cell:
    """The lines of the comparison; gives the reason: what it matches, then what it comes to."""
    steps, words, cells = engine.steps, engine.words, engine.cells
    claimed = cells["memory_claimed"]
    ready = is_number(cells["memory_typical"])
    figures = {"gross": cells["memory_high"], "net": cells["memory_typical"],
               "states": cells["memory_low"]}  # fmt: skip
    for key, formula in _weights(engine).items():
        figures[key] = steps.line(
            f"memory_{key}", words(f"memory_{key}"), when(ready, formula), unit="GB", number=FORM
        )
    share = _share_of_a_card(engine, ready)
    figures["size"] = cells["memory_gb"]
    said = _said(engine, figures)
    low, high, cards = share
    inside = typed(
        "IF({0},IF({1},{2},0=1),0=1)", is_number(low, high), typed("{0}>={1}", claimed, _less(
            engine, low)), typed("{0}<={1}", claimed, _more(engine, high)),
    )  # fmt: skip
    each = sentence(
        words("match_card"), cards=cards, low=_spoken(low), high=_spoken(high)
    )  # fmt: skip
    # The figures of the whole job first: a share of a card is a range and matches more easily.
    found: Formula = BLANK
    for key in ("size", "card", "fp32", "weights", "states", "net", "gross"):
        if key == "card":
            found = typed("IF({0},{1},{2})", inside, each, found)
        else:
            found = typed("IF({0}=1,{1},{2})", said[key], text(words(f"match_{key}")), found)
    numeric = typed('COUNTIFS({0},"<1E+300")=1', claimed)
    match = engine.says("memory_match", words("match"), when(numeric, when(ready, found)), 2)
    total = sentence(
        words("memory_total"),
        **{k: _spoken(figures[k]) for k in ("states", "net", "gross")},
    )
    return engine.says("memory_told", words("recomputed_text"), when(
        ready, joined(match, total)), 3)  # fmt: skip


def _weights(engine: Engine) -> dict[str, Formula]:
    """The weights alone, as the method keeps them and in fp32: what loading the model takes."""
    params, method = engine.cells["params"], engine.cells["method"]
    # Nothing trained: of the methods only those that keep the weights frozen know that.
    frozen: dict[str, Argument] = {"params": params, "trained_share": 0}
    bare = printed("states_total", method=constant("freeze"), **frozen)
    own = printed("states_total", method=method, **frozen)
    small = typed("IF({0}={1},{2},{3})", method, text("qlora"), own, bare)
    wide = printed("states_total", method=constant("freeze"), precision=constant("fp32"), **frozen)
    return {"weights": small, "fp32": wide}


def _share_of_a_card(engine: Engine, ready: Formula) -> tuple[Cell, Cell, Cell]:
    """What each of several cards holds under ZeRO-3: states alone, and all with its margin."""
    steps, words = engine.steps, engine.words
    cards = engine.value("cards")
    several = typed('COUNTIFS({0},">1")=1', cards)
    job: dict[str, Argument] = {n: engine.value(n) for n in ("params", "method", "seq", "vocab")}
    job |= {"batch": engine.value("batch_per_card"), "margin": engine.value("margin")}
    states = printed("claimed_ratio", claimed=engine.cells["memory_low"], number=cards)
    whole = printed("vram_needed", cards=cards, zero=3, **job)
    low, high = (
        steps.line(
            f"memory_card_{end}", words(f"memory_card_{end}"), when(ready, when(several, formula)),
            unit="GB", number=FORM,
        )
        for end, formula in (("low", states), ("high", whole))
    )  # fmt: skip
    return low, high, cards


def _said(engine: Engine, figures: dict[str, Cell]) -> dict[str, Cell]:
    """1 where the claim is that figure, within the tolerance of the slips."""
    claimed = engine.cells["memory_claimed"]
    found = {}
    for key, figure in figures.items():
        inside = typed(
            "IF({0}>={1},IF({0}<={2},1,0),0)", claimed, _less(engine, figure),
            _more(engine, figure),
        )  # fmt: skip
        ready = typed('IF({0},COUNTIFS({1},"<1E+300")=1)', is_number(figure), claimed)
        found[key] = engine.steps.line(
            f"memory_is_{key}", engine.words(f"memory_is_{key}"), when(ready, inside), number="0"
        )
    return found


def _less(engine: Engine, figure: Cell) -> Formula:
    return printed("with_less", number=figure, tolerance=engine.slips.near)


def _more(engine: Engine, figure: Cell) -> Formula:
    return printed("with_more", number=figure, tolerance=engine.slips.near)


def _spoken(figure: Cell) -> Formula:
    return printed("figure_text", number=figure)
