"""The checks of the sizing book: what is missing, what contradicts, what is out of bounds."""

from __future__ import annotations

from dataclasses import dataclass

from workbooks import alerts, catalogs, house
from workbooks.checks import Checks
from workbooks.formulas import (
    BLANK,
    Cell,
    is_known,
    is_number,
    joined,
    looked_up,
    printed,
    text,
    typed,
    when,
)
from workbooks.inputs import Inputs
from workbooks.sizing.frontier import Frontier
from workbooks.sizing.memory import Memory
from workbooks.sizing.result import Result
from workbooks.sizing.work import Work


@dataclass(frozen=True)
class Parts:
    """What the checks look at."""

    inputs: Inputs
    lists: dict[str, Cell]
    variants: tuple[Cell, Cell]  # names that stand for several cards, and the cards
    work: Work
    result: Result
    memory: Memory
    frontier: Frontier


def write(checks: Checks, parts: Parts) -> Cell:
    """Writes all checks and gives the master's cell."""
    words = checks.words
    for title, group in (
        ("checks_complete", _complete), ("checks_work", _work), ("checks_plan", _plan),
        ("checks_cost", _cost), ("checks_bounds", _bounds),
    ):  # fmt: skip
        checks.heading(words(title))
        group(checks, parts)
    return checks.finish()


def _complete(checks: Checks, parts: Parts) -> None:
    words, label, inputs = checks.words, checks.label, parts.inputs
    for field in inputs.fields.values():
        if field.required:
            what = words("check_filled", field=label(field.name))
            remedy = words("remedy_filled", field=label(field.name))
            checks.required(what, field.defined_name, remedy)
    cells = parts.work.cells
    known = typed("IF({0}=1,1,{1})=1", cells["work_known"], cells["pilot_counts"])
    checks.rule(words("check_work"), known, words("remedy_work"), otherwise="incomplete")
    planned = is_number(parts.result.planned, parts.result.chosen["train_hours"])
    checks.rule(words("check_result"), planned, words("remedy_result"), otherwise="incomplete",
                value=parts.result.planned, number=house.COUNT)  # fmt: skip
    completion = parts.result.chosen["completion"]
    checks.rule(words("check_completion"), is_number(completion), words("remedy_completion"),
                otherwise="incomplete", value=completion, number=house.DATE)  # fmt: skip


def _work(checks: Checks, parts: Parts) -> None:
    words, cells, used = checks.words, parts.work.cells, parts.inputs.used
    one = typed("{0}<=1", cells["kinds_filled"])
    checks.rule(words("check_kinds"), one, words("remedy_kinds"), otherwise="incomplete",
                value=cells["kinds_filled"])  # fmt: skip
    known = typed("IF({0}={1},1,{2})=1", used["gpu"], BLANK, cells["gpu_known"])
    checks.rule(words("check_gpu"), known, words("remedy_gpu"), value=cells["gpu"])
    variant = typed(
        'IF({0}=1,IF({1}="?",0,IF({2}="?",0,1)),1)=1', cells["gpu_known"],
        catalogs.value("gpus", "usable_gb", used["gpu"]), cells["peak_per_card"],
    )  # fmt: skip
    names, members = parts.variants
    found = looked_up(members, used["gpu"], names)
    told = when(
        is_known(used["gpu"], names),
        joined(used["gpu"], text(words("choose_among")), found),
        text(words("remedy_variant")),
    )
    checks.rule(words("check_variant"), variant, told, otherwise="incomplete", value=used["gpu"],
                room=3)  # fmt: skip
    name = used["model_name"]
    model = typed("IF({0}={1},1=1,{2})", name, BLANK, is_known(name, "cat_models_name"))
    checks.rule(words("check_model"), model, words("remedy_model"))
    alerts.model_params(checks, used, cells["model_params"])
    method = typed("{0}<>{1}", cells["method"], BLANK)
    checks.rule(words("check_method"), method, words("remedy_method"))
    for own in ("own_b", "own_c"):
        gpu, cards = used[f"{own}_gpu"], used[f"{own}_cards"]
        neither = typed("{0}&{1}={2}", gpu, cards, BLANK)
        both = typed(
            "IF({0},IF({1},1,0),0)", is_known(gpu, "cat_gpus_name"),
            is_number(cards, cells[f"{own}_equivalent"]),
        )  # fmt: skip
        checks.rule(words("check_own", field=checks.label(f"{own}_gpu")),
                    typed("IF({0},1,{1})=1", neither, both), words("remedy_own"),
                    otherwise="incomplete", value=gpu)  # fmt: skip
    length = typed("IF({0},{1}<={2},1=1)", is_number(cells["context"]), used["seq"],
                   cells["context"])  # fmt: skip
    checks.rule(words("check_context"), length, words("remedy_context"), otherwise="incomplete",
                value=cells["context"], number="#,##0")  # fmt: skip
    measured = typed(
        "IF({0}=1,1,IF({1}=1,IF({2}={3},0,1),1))=1", cells["pilot_counts"], cells["work_known"],
        parts.result.mfu_status, text(checks.label("assumed")),
    )  # fmt: skip
    checks.rule(words("check_mfu"), measured, words("remedy_mfu"), otherwise="incomplete",
                value=parts.result.mfu_status)  # fmt: skip


def _plan(checks: Checks, parts: Parts) -> None:
    words, cells, used, result = checks.words, parts.work.cells, parts.inputs.used, parts.result
    left = cells["days_left"]
    # A bandwidth says that something is uploaded: how much must not be taken as nothing.
    told = typed('IF({0}="",0=1,IF({1}="",{2}="",1=1))', left, used["upload_gb"],
                 used["bandwidth_mbps"])  # fmt: skip
    checks.rule(words("check_upload"), typed('COUNTIFS({0},">0")=1', left),
                words("remedy_upload"), ready=told, value=left, number=house.CHAIN)  # fmt: skip
    memory = cells["cards_by_memory"]
    never = typed("{0}={1}", memory, text(words("does_not_fit")))
    enough = typed("IF({0},0,IF({1},IF({2}>={3},1,0),1))=1", never,
                   is_number(memory, result.planned), result.planned, memory)  # fmt: skip
    checks.rule(words("check_memory"), enough, words("remedy_memory"), value=memory,
                number=house.COUNT)  # fmt: skip
    late = typed("{0}<>{1}", result.chosen["judged"], text(checks.label("short")))
    checks.rule(words("check_deadline"), late, words("remedy_deadline"),
                value=result.chosen["deadline_ratio"], number="0.000")  # fmt: skip
    slow = result.sheet.at("E", result.rows["judged"].row)
    careful = typed("{0}<>{1}", slow, text(checks.label("short")))
    checks.rule(words("check_conservative"), careful, words("remedy_conservative"),
                otherwise="incomplete", value=slow)  # fmt: skip
    started = typed('{0}&{1}&{2}&{3}=""', *(used[f"pilot_{n}"] for n in (
        "cards", "steps", "batch", "seconds")))  # fmt: skip
    told = typed("IF({0},1,IF({1}=1,1,IF({2},1,0)))=1", started, cells["pilot_timed"],
                 parts.work.yes("pilot_out_of_memory"))  # fmt: skip
    checks.rule(words("check_pilot"), told, words("remedy_pilot"), otherwise="incomplete")
    peak, usable = used["pilot_peak_gb"], cells["usable_gb_least"]
    held = typed("IF({0},{1}<={2},1=1)", is_number(peak, usable), peak, usable)
    checks.rule(words("check_peak"), held, words("remedy_peak"), value=peak,
                number=house.CHAIN)  # fmt: skip
    ran = typed("IF({0},0,1)=1", parts.work.yes("pilot_out_of_memory"))
    checks.rule(words("check_oom"), ran, words("remedy_oom"), otherwise="incomplete")
    net = parts.memory.net
    net_again = printed("money", amount=net)
    sums = printed("money", amount=typed("SUM({0})", parts.memory.sheet.at(
        "C", net.row - 6, "C", net.row - 1)))  # fmt: skip
    same = typed("IF({0},IF({1}={2},1,0),1)=1", is_number(net), sums, net_again)
    checks.rule(words("check_parts"), same, words("remedy_formula"),
                value=net, number=house.CHAIN)  # fmt: skip


def _cost(checks: Checks, parts: Parts) -> None:
    words, used = checks.words, parts.inputs.used
    price, dated, as_of = used["price"], used["price_date"], used["as_of"]
    age = printed("age_days", as_of=as_of, price_date=dated)
    known = is_number(as_of, dated)
    shown = when(known, age)
    fresh = typed("IF({0}<={1},1,0)", age, used["price_age_limit"])
    none = typed("IF({0},IF({1},{2},0),1)=1", is_number(price), known, fresh)
    checks.rule(words("check_fresh"), none, words("remedy_fresh"), otherwise="incomplete",
                value=shown)  # fmt: skip


def _bounds(checks: Checks, parts: Parts) -> None:
    inputs = parts.inputs
    for field in inputs.fields.values():
        label, used = checks.label(field.name), inputs.used[field.name]
        if field.kind in ("number", "date"):
            checks.bounds(field, inputs.typed[field.name], used)
        elif field.kind == "choice" or field.options == "currency":
            checks.choice(label, field.defined_name, used, parts.lists[field.options])
        elif field.options in ("methods", "texts"):
            checks.choice(label, field.defined_name, used, f"cat_{field.options}_name")
