"""What the sizing hands over: the cards to rent, for how long, and the work they are for."""

from __future__ import annotations

from workbooks.formulas import BLANK, Cell, Formula, is_number, printed, typed, when
from workbooks.inputs import Inputs
from workbooks.sizing.result import Result
from workbooks.sizing.work import Work

# Facts of the work. Where own cards share it, it is not the rented cards' alone and stays here.
WORK = ("model_name", "tokens", "epochs", "method", "seq", "overhead")


def values(inputs: Inputs, work: Work, result: Result) -> dict[str, Cell | Formula]:
    """The handover row of the sizing."""
    used, cells, chosen = inputs.used, work.cells, result.chosen
    stated = inputs.typed["anchor"]
    alone = typed("IF({0},IF({1},1,0),0)=1", is_number(result.planned), result.alone)
    step, reserve, hours = used["billing_step"], used["reserve"], chosen["train_hours"]
    billed = printed("billed_with_reserve", hours=hours, reserve=reserve, step_hours=step)
    mfu = typed("IF({0}=1,{1},{2})", cells["pilot_counts"], cells["pilot_mfu"], chosen["mfu"])
    found: dict[str, Cell | Formula] = {
        name: when(alone, typed("{0}", cells.get(name, used.get(name, BLANK))))
        for name in ("params", "active_params")
    }
    for name in WORK:
        cell = cells["tokens"] if name == "tokens" else used[name]
        found[name] = when(alone, typed("{0}", cell))
    rented = when(typed('COUNTIFS({0},">0")=1', result.rented), typed("{0}", result.rented))
    found |= {
        "project": used["project"],
        "gpu": typed("{0}", cells["gpu"]),
        "cards": rented,
        "node_size": used["node_size"],
        "days": cells["days_left"],
        "hours_per_day": used["hours_per_day"],
        "buffer": used["buffer"],
        "mfu": when(alone, mfu),
        "train_hours": hours,
        "calendar_days": chosen["calendar_days"],
        "start_date": used["start_date"],
        "end_date": chosen["completion"],
        "rent_hours": when(is_number(hours, reserve, step), billed),
        "storage_quantity": cells["storage_quantity"],
        "price": used["price"],
        # What this book assumed is not handed over as if somebody had said it.
        "anchor": when(typed("{0}<>{1}", stated, BLANK), used["anchor"]),
        "currency": used["currency"],
        "price_source": used["price_source"],
    }
    return found
