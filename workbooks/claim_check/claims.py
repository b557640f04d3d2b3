"""The claims that the book knows how to recompute."""

from __future__ import annotations

from workbooks import house
from workbooks.claim_check import matches
from workbooks.claim_check.engine import SCENARIOS, Claim, Engine
from workbooks.formulas import Argument, Formula, printed, typed

Three = tuple[Formula, Formula, Formula]


def _same(formula: Formula) -> Three:
    return formula, formula, formula


def _job(engine: Engine) -> dict[str, Argument]:
    """The arguments of a training job."""
    names = ("params", "tokens", "epochs", "method", "active_params")
    return {name: engine.value(name) for name in names}


def _flops(engine: Engine) -> Three:
    return _same(printed("train_flops", **_job(engine)))


def _steps(engine: Engine) -> Three:
    """With the last partial batch of an epoch dropped, and with it kept: both are right."""
    facts: dict[str, Argument] = {n: engine.value(n) for n in ("samples", "batch", "epochs")}
    kept = printed("train_steps", drop_last=False, **facts)
    return printed("train_steps", drop_last=True, **facts), kept, kept


def _peak(engine: Engine) -> Three:
    return _same(typed("{0}", engine.value("peak_per_card")))


def _mfu(engine: Engine) -> Three:
    """The catalog's range alone: a utilisation that the supplier states proves no other."""
    ends = (engine.value(f"catalog_mfu_{end}") for end in SCENARIOS)
    low, typical, high = (typed("{0}", cell) for cell in ends)
    return low, typical, high


def _hours(engine: Engine) -> Three:
    """The better the utilisation, the fewer hours."""
    facts = _job(engine) | {"gpu": engine.value("gpu"), "cards": engine.value("cards")}
    made = [
        printed("train_hours", mfu=engine.value(f"run_mfu_{end}"), **facts) for end in SCENARIOS
    ]
    return made[2], made[1], made[0]


def _cards(engine: Engine) -> Three:
    """Time and memory set a least number; whole nodes at low utilisation are still no waste."""
    memory, size = engine.value("cards_by_memory"), engine.value("node_size")
    slow, usual, fast = (engine.value(f"cards_time_{end}") for end in SCENARIOS)
    larger = "IF({0}>{1},{0},{1})"
    in_nodes = [printed("node_cards", cards=cards, node_size=size) for cards in (slow, memory)]
    return (
        typed(larger, fast, memory),
        typed(larger, usual, memory),
        typed("IF({0}>{1},{2},{3})", slow, memory, *in_nodes),
    )


def _efficiency(engine: Engine) -> Three:
    names = ("cards_a", "throughput_a", "cards_b", "throughput_b")
    return _same(printed("scaling_efficiency", **{n: engine.value(n) for n in names}))


def _memory(engine: Engine) -> Three:
    """From the training state alone to everything with its margin."""
    state: dict[str, Argument] = {n: engine.value(n) for n in ("params", "method")}
    job: dict[str, Argument] = {"batch": engine.value("batch_per_card")}
    job |= {name: engine.value(name) for name in ("seq", "vocab")}
    return (
        printed("states_total", **state),
        printed("vram_needed", margin=0, **state, **job),
        printed("vram_needed", margin=engine.value("margin"), **state, **job),
    )


def _memory_cards(engine: Engine) -> Three:
    return _same(typed("{0}", engine.value("cards_by_memory")))


def _transfer(engine: Engine) -> Three:
    facts: dict[str, Argument] = {n: engine.value(n) for n in ("data_gb", "bandwidth_mbps")}
    return _same(printed("transfer_hours", **facts))


def _cost(engine: Engine) -> Three:
    return _same(printed(
        "rent_cost", cards=engine.value("units"), hours=engine.value("periods"),
        price=engine.value("price"), discount=engine.value("discount"),
    ))  # fmt: skip


def _hour_price(engine: Engine) -> Three:
    return _same(printed(
        "card_hour_price", price=engine.value("price"), unit=engine.value("billing_unit"),
        node_size=engine.value("node_size"), hours_per_month=engine.value("hours_per_month"),
    ))  # fmt: skip


def _discount(engine: Engine) -> Three:
    return _same(printed(
        "reduction", price=engine.value("price_before"), target=engine.value("price_after")
    ))  # fmt: skip


def _node_saving(engine: Engine) -> Three:
    return _same(printed(
        "reduction", price=engine.value("cards_day"), target=engine.value("node_price")
    ))  # fmt: skip


def _days(engine: Engine) -> Three:
    return _same(printed(
        "days_to_break_even", amount=engine.value("own_per_year"),
        rent_per_day=engine.value("rent_per_day"),
    ))  # fmt: skip


_WORK = ("params", "tokens", "epochs", "method", "active_params")
CLAIMS: tuple[Claim, ...] = (
    Claim("flops", _WORK, _flops, "flop", house.ESTIMATE, slips="flops"),
    Claim("steps", ("samples", "batch", "epochs"), _steps, "unit_steps", "#,##0", whole=True,
          slips="steps"),
    Claim("peak", ("peak_per_card",), _peak, "", "#,##0.0", slips="peak"),
    Claim("mfu", ("catalog_mfu_typical",), _mfu, "", house.SHARE),
    Claim("hours", (*_WORK, "peak_per_card", "run_mfu_typical", "cards"), _hours, "unit_hours",
          house.CHAIN, slips="hours", implied=True),
    Claim("cards", (*_WORK, "peak_per_card", "run_mfu_typical", "days", "cards_by_memory",
                    "node_size"), _cards, "unit_cards", house.COUNT, whole=True,
          spare=True),
    Claim("efficiency", ("cards_a", "throughput_a", "cards_b", "throughput_b"), _efficiency, "",
          house.SHARE),
    Claim("memory", ("params", "method", "seq", "batch_per_card", "vocab", "margin"), _memory, "",
          "#,##0.0", explain=matches.memory),
    Claim("memory_cards", ("cards_by_memory",), _memory_cards, "unit_cards", house.COUNT,
          whole=True, open_end=True),
    Claim("transfer", ("data_gb", "bandwidth_mbps"), _transfer, "unit_hours", house.CHAIN,
          slips="transfer"),
    Claim("cost", ("price", "billing_unit", "anchor", "cards", "rent_hours", "units", "periods"),
          _cost, "", house.MONEY, slips="money"),
    Claim("hour_price", ("price", "billing_unit", "anchor", "quote_date", "node_size"),
          _hour_price, "", house.PRICE, slips="money"),
    Claim("discount", ("price_before", "price_after"), _discount, "", house.SHARE),
    Claim("node_saving", ("card_price", "node_price", "node_size"), _node_saving, "",
          house.SHARE),
    Claim("days", ("own_per_year", "rent_per_day"), _days, "days_per_year", "#,##0.0",
          slips="days"),
)  # fmt: skip
