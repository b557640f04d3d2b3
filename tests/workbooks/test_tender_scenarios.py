"""Sizing, request and comparison as people fill them in: what LibreOffice computes in the book is
what was worked out by hand (the numbers of the stories) or what our function answers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

from gpucalc import edge, registry
from tests import engines
from tests.workbooks.books import ERROR, Filled, choice, day
from tests.workbooks.offers import A, B, C, D, compared
from tests.workbooks.test_rfq import BUYER, answered
from tests.workbooks.test_sizing import DATES, FINE_TUNE, PILOT, PRETRAIN


@dataclass(frozen=True)
class Scenario:
    """A book filled in, and its results (``out_<name>``): a number to the digits written, or the
    glossary's label of a state."""

    fill: Callable[[str], Filled]
    expected: Mapping[str, object]


def sizing(values: Mapping[str, object], **more: object) -> Callable[[str], Filled]:
    return lambda lang: Filled("sizing", lang, **(dict(values) | more))


def compare(*offers: Mapping[str, object], **job: object) -> Callable[[str], Filled]:
    return lambda lang: compared(lang, *offers, **job)


def rfq(offer: Mapping[str, object], **buyer: object) -> Callable[[str], Filled]:
    return lambda lang: answered(lang, offer, **buyer)


def near(value: float, digits: int = 2) -> object:
    """A number known to so many decimals."""
    return pytest.approx(value, abs=0.5000001 * 10**-digits)


def of(function: str, *args: object) -> object:
    """What our function answers."""
    return pytest.approx(edge.call(registry.functions()[function], *args), rel=1e-9)


PASS, OPEN, FAIL = choice("pass"), choice("incomplete"), choice("fail")
PRICED = A | {"storage_basis": choice("priced_separately")}
ONE_CARD = DATES | {
    "params": "1B", "tokens": 1e20 / 6e9, "method": choice("pre_training"), "gpu": "A100 80GB",
    "days": 7, "mfu": 0.5, "mfu_low": 0.5,
}  # fmt: skip

SCENARIOS: dict[str, Scenario] = {
    # -- sizing: how many cards, how long, does it fit ---------------------------------------------
    "sizing: 128 cards for ten days?": Scenario(  # 115.74 → 116 → 120 in 15 nodes, 9.65 days
        sizing(PRETRAIN),
        {"cards_by_time": 116, "cards_in_nodes": 120, "nodes": 15, "train_hours": near(231.48),
         "calendar_days": near(9.65), "deadline_word": choice("tight"), "status": PASS},
    ),
    "sizing: half the days, twice the cards?": Scenario(  # 27,777.78 / 120 h = 231.48 → 232
        sizing(PRETRAIN, days=5),
        {"cards_by_time": 232, "cards_in_nodes": 232, "nodes": 29, "status": PASS},
    ),
    "sizing: over the year's end": Scenario(  # 9.65 days from 28 December end on 6 January
        sizing(PRETRAIN, start_date=day("2026-12-28")),
        {"expected_completion_date": 46393, "cards": 120, "status": PASS},
    ),
    "sizing: a buffer and a lower MFU": Scenario(  # 1.56e22 / (0.4 x 312e12 x 3600) / 192 h
        sizing(PRETRAIN, buffer="20%", mfu=0.4, mfu_low=0.4, node_size=1),
        {"usable_hours": 192, "cards": 181, "status": PASS},
    ),
    "sizing: 7B in five days, one card owned": Scenario(  # 2.80 → 3, gap 2, ratio 0.935
        sizing(FINE_TUNE),
        {"cards": 3, "gap": 2, "cards_by_memory": 2, "deadline_ratio": near(0.935, 3),
         "deadline_word": choice("tight"), "status": PASS},
    ),
    "sizing: does 70B fit": Scenario(
        sizing(FINE_TUNE, params="70B", days=1000, cards_owned=0),
        {"cards_by_memory": of("vram_cards", "70B", "A100 80GB"), "binding": choice("memory")},
    ),
    "sizing: one card, a week": Scenario(  # 1e20 FLOP: 178.06 h of 168: two cards are needed
        sizing(ONE_CARD, cards=1),
        {"cards_by_time": 2, "train_hours": near(178.06), "deadline_ratio": near(1.060, 3),
         "deadline_word": choice("short"), "status": FAIL},
    ),
    "sizing: 1 TB over 10 Mbps": Scenario(  # 222.22 h of 13 days: 27,777.78 / 89.78 h
        sizing(PRETRAIN, days=14, upload_gb=1000, bandwidth_mbps=10, preparation_days=1),
        {"transfer_hours": near(222.22), "usable_hours": near(89.78), "cards_by_time": 310,
         "storage_quantity": 1.6},
    ),
    "sizing: a pilot on four cards is late": Scenario(  # 78,125 steps of 2.5 s: 54.25 h of 48
        sizing(PILOT, cards=4),
        {"steps": 78125, "train_hours": near(54.25), "deadline_ratio": near(1.130, 3),
         "status": FAIL},
    ),
    "sizing: eight cards at 80 % are in time": Scenario(
        sizing(PILOT, cards=8),
        {"train_hours": near(33.91), "deadline_ratio": near(0.706, 3),
         "deadline_word": choice("good"), "status": PASS},
    ),
    "sizing: nothing filled in": Scenario(sizing({}), {"cards": "", "gap": "", "status": OPEN}),
    "sizing: an unknown card": Scenario(
        sizing(PRETRAIN, gpu="A*"), {"cards": "", "train_hours": "", "status": FAIL}
    ),
    "sizing: an old price": Scenario(
        sizing(PRETRAIN, price=6.5, price_date=day("2026-08-01")), {"cards": 120, "status": OPEN}
    ),
    # -- comparison --------------------------------------------------------------------------------
    "compare: four units, net of tax": Scenario(
        compare(A, B, C, D),
        {"offer1_net": 36264.15, "offer2_gross": 47700, "offer3_net": 34100.02,
         "offer3_ranked": 34290.02, "offer1_target": 6.1017, "offer4_shown_net": "≥ 35,320.75",
         "offer4_rank_ranked": "", "best_net": "C", "best_gross": "A", "best_supplier": "C",
         "status": OPEN},
    ),
    "compare: who cannot deduct the tax": Scenario(
        compare(A, B, C, taxpayer_status=choice("small_taxpayer")),
        {"offer1_ranked": 38440, "offer3_ranked": 38690, "best_supplier": "A", "status": PASS},
    ),
    "compare: one day free in seven": Scenario(  # 1,500 x (30 - 4)
        compare(B | {"free_over": 7, "free_reading": "per_7"}, A, C, storage_quantity=None),
        {"offer1_net": 39000, "offer1_gross": 41340},
    ),
    "compare: cheap hours at night": Scenario(  # 12,480 x (16 + 8 x 0.6) / 24
        compare(A | {"off_peak_discount": "6折", "off_peak_hours": 8}, days=10,
                storage_quantity=None),
        {"offer1_gross": 10816, "status": OPEN},
    ),
    "compare: the last day of an offer": Scenario(
        compare(A, B, C, as_of=day("2026-12-15")), {"offer1_valid_until": 46371, "status": PASS}
    ),
    "compare: the day after": Scenario(
        compare(A, B, C, as_of=day("2026-12-16")), {"best_supplier": "", "status": FAIL}
    ),
    "compare: no price": Scenario(
        compare(A, B, C | {"price": None}),
        {"offer3_rank_ranked": "", "offer3_status": choice("not_comparable"),
         "best_supplier": "A", "status": OPEN},
    ),
    "compare: a supplier twice": Scenario(  # 5,760 x 6.40 + 1,000 = 37,864.00, less 6 %
        compare(A, A | {"price": 6.4, "quote_no": "Q-9"}, B),
        {"offer2_net": 35720.76, "best_supplier": "A", "best_ranked": 35720.76,
         "recommended": "A", "status": OPEN},
    ),
    "compare: nothing filled in": Scenario(
        lambda lang: Filled("compare", lang), {"offers_made": 0, "best_ranked": "", "status": OPEN}
    ),
    # -- request -----------------------------------------------------------------------------------
    "rfq: all answered": Scenario(
        rfq(PRICED),
        {"completeness": "17 / 17", "offer_net": 36264.15, "offer_tax": 2175.85,
         "offer_gross": 38440, "status": PASS},
    ),
    "rfq: net of tax, by the node-day": Scenario(
        rfq(B), {"offer_net": 45000, "offer_tax": 2700, "offer_gross": 47700, "status": PASS}
    ),
    "rfq: leased at 13 %": Scenario(
        rfq(C | {"storage_basis": choice("priced_separately")}),
        {"offer_net": 34100.02, "offer_tax": 4399.98, "offer_gross": 38500, "status": PASS},
    ),
    "rfq: storage is not answered": Scenario(
        rfq(D), {"completeness": "15 / 16", "offer_gross": 37440, "status": OPEN}
    ),
    "rfq: an answer that cannot be read": Scenario(
        rfq(PRICED | {"price": "about six"}), {"unreadable": 1, "offer_gross": "", "status": FAIL}
    ),
    "rfq: sent, not answered": Scenario(
        lambda lang: Filled("rfq", lang, **BUYER),
        {"completeness": "0 / 16", "offer_gross": "", "status": OPEN},
    ),
    "rfq: nothing filled in": Scenario(
        lambda lang: Filled("rfq", lang), {"completeness": "0 / 15", "status": OPEN}
    ),
}  # fmt: skip


def test_there_are_scenarios_of_every_kind() -> None:
    kinds = Counter(name.partition(":")[0] for name in SCENARIOS)
    assert sum(kinds.values()) >= 18 and min(kinds.values()) >= 5


@pytest.mark.libreoffice
@pytest.mark.slow
def test_libreoffice_finds_what_was_expected(tmp_path: Path) -> None:
    """Every second book in Chinese; no cell of any shows an error value."""
    books: dict[Path, tuple[str, Filled]] = {}
    for number, (name, scenario) in enumerate(SCENARIOS.items()):
        path = tmp_path / f"{number}.xlsx"
        books[path] = name, scenario.fill(("en", "zh")[number % 2])
        path.write_bytes(books[path][1].data)
    anew = engines.libreoffice(books)
    wrong = []
    for path, (name, book) in books.items():
        found = {out: anew[path].get(place, "") for out, place in book.names.items()}
        for out, value in SCENARIOS[name].expected.items():
            wanted = book.label(value[1]) if isinstance(value, tuple) else value
            if found[f"out_{out}"] != wanted:
                wrong.append((name, out, found[f"out_{out}"], wanted))
        for place, value in anew[path].items():
            if isinstance(value, str) and ERROR.fullmatch(value):
                wrong.append((name, *place, value))
    assert wrong == []
