"""A check of more than one book that asks about figures which contradict each other."""

from __future__ import annotations

from collections.abc import Mapping

from workbooks import catalogs
from workbooks.checks import Checks
from workbooks.formulas import (
    Cell,
    Formula,
    constant,
    is_number,
    joined,
    printed,
    sentence,
    text,
    typed,
)
from workbooks.steps import Steps

# Makers round in their names: Qwen2.5-7B has 7.62B, InternLM2.5-7B 7.74B.
PARAMS_APART = 0.12


def catalog_params(steps: Steps, used: Mapping[str, Cell]) -> Cell:
    """A line with the parameters that the catalog has for the model, for :func:`model_params`."""
    return steps.line(
        "model_params", steps.book.words("model_params"),
        catalogs.value("models", "params", used["model_name"]), number="#,##0",
    )  # fmt: skip


def model_params(checks: Checks, used: Mapping[str, Cell], known: Cell) -> None:
    """The parameters typed beside a model of the catalog are that model's."""
    words, own = checks.words, used["params"]
    most = checks.limit(PARAMS_APART, "0%")
    both = typed('COUNTIFS({0},">0",{1},">0")=1', known, own)
    above = printed("variance_share", amount=own, budget=known)
    below = printed("variance_share", amount=known, budget=own)
    near = typed("IF({0}<={2},IF({1}<={2},1,0),0)=1", above, below, most)
    holds = typed("IF({0},IF({1},{2},1=1),1=1)", both, is_number(most), near)
    told = sentence(
        words("remedy_model_params"), model=used["model_name"], own=_count(checks, own),
        known=_count(checks, known),
    )  # fmt: skip
    usual = text(words("remedy_model_params_usual"))
    state = checks.sheet.at("G", checks.next)
    asked = typed("{0}={1}", state, checks.state("incomplete"))
    checks.rule(
        words("check_model_params"), holds, typed("IF({0},{1},{2})", asked, told, usual),
        otherwise="incomplete", value=typed('IF({0}="","",{0})', own), number="#,##0", room=3,
    )  # fmt: skip


def _count(checks: Checks, number: Cell) -> Formula:
    """A count as it is said: 13B, 2000亿."""
    lang = constant(checks.book.lang)
    return joined(
        printed("count_scaled", number=number, language=lang),
        printed("count_suffix", number=number, language=lang),
    )
