"""What the catalogs say about a card and a model, as lines of a calculation sheet."""

from __future__ import annotations

from collections.abc import Mapping

from workbooks import catalogs, house
from workbooks.formulas import BLANK, Cell, Formula, is_known, looked_up, typed, when
from workbooks.steps import Steps

# Line, column of the catalog, unit.
CARD = (
    ("family", "family", ""),
    ("peak_per_card", "bf16_tflops", "TFLOPS"),
    ("memory_gb", "memory_gb", "GB"),
    ("usable_gb_least", "usable_gb_least", "GB"),
    ("form_factor", "form_factor", ""),
    ("link", "link", ""),
)


def card(steps: Steps, gpu: Cell, named: Formula, *, out: bool = True) -> None:
    """The card and what the catalog knows of it; blank where the catalog has no such card.

    ``named`` is the condition that somebody named a card; ``out`` makes it a result of the book.
    """
    words, label, cells = steps.book.words, steps.book.words.label, steps.cells
    steps.line(
        "gpu", label("gpu"), when(named, typed("{0}", gpu)), out=out, look=house.FORMULA_TEXT
    )
    known = typed("IF({0},1,0)", is_known(gpu, "cat_gpus_name"))
    steps.line("gpu_known", words("gpu_known"), known)
    for key, column, unit in CARD:
        fact = looked_up(f"cat_gpus_{column}", gpu, "cat_gpus_name")
        steps.line(
            key, label(key), typed("IF({0}=1,{1},{2})", cells["gpu_known"], fact, BLANK),
            unit=unit, look=house.FORMULA if unit else house.FORMULA_TEXT,
            note=words(f"{key}_note") if words.has(f"{key}_note") else "",
        )  # fmt: skip


def model(steps: Steps, used: Mapping[str, Cell]) -> Cell:
    """Method and parameters: as typed, else as the catalog's model has them. Gives the latter."""
    words, label = steps.book.words, steps.book.words.label
    steps.line(
        "method", words("method_key"), catalogs.value("methods", "model", used["method"]),
        note=words("method_key_note"), look=house.FORMULA_TEXT,
    )  # fmt: skip
    from_model = {
        c: catalogs.value("models", c, used["model_name"]) for c in ("params", "active_params")
    }
    params = steps.line(
        "params", label("params"),
        typed("IF({0}<>{1},{0},{2})", used["params"], BLANK, from_model["params"]),
        number="#,##0", note=words("params_note"),
    )  # fmt: skip
    steps.line(
        "active_params", label("active_params"),
        typed(
            "IF({0}<>{2},{0},IF({1}<>{2},{1},{3}))", used["active_params"], used["params"],
            BLANK, from_model["active_params"],
        ),
        number="#,##0", note=words("active_params_note"),
    )  # fmt: skip
    return params
