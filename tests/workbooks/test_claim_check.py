"""The claim check: claims of public guides as worked out by hand, its example, its checks."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import pytest

from gpucalc import glossary
from gpucalc.excel.fill import fill, read_names, read_values
from gpucalc.excel.recalc import recalculate
from tests import engines
from tests.workbooks.books import LANGUAGES, Filled, choice, day, template
from workbooks import claim_check
from workbooks.claim_check.slips import RATIOS
from workbooks.words import Words

HERE = Path(claim_check.__file__).parent
each_language = pytest.mark.parametrize("lang", LANGUAGES)


def in_turn(cases: list[dict[str, object]]) -> list[tuple[str, dict[str, object]]]:
    """Cases with a language each: what is refused is refused by the same formulas in both."""
    return [(LANGUAGES[n % 2], case) for n, case in enumerate(cases)]


HEAD = {"claim_source": "a guide", "as_of": day("2026-11-30")}
# 13B on 200 billion tokens with A100 80GB at half the peak, ten days, nodes of eight.
PRETRAIN = HEAD | {
    "params": "13B", "tokens": "2000亿", "method": choice("pre_training"), "gpu": "A100 80GB",
    "mfu": 0.5, "days": 10, "node_size": 8,
}  # fmt: skip
FINE_TUNE = HEAD | {"params": "7B", "tokens": "1B", "epochs": 3, "gpu": "A100 80GB", "mfu": 0.5}
RIGHT, WRONG, MISSING = "right", "wrong", "condition_missing"


def judged(lang: str, values: dict[str, object], **claims: object) -> Filled:
    return Filled("claim_check", lang, **(values | claims))


def reason(book: Filled, claim: str) -> str:
    """The reason beside a verdict on the page."""
    cells = book.sheet("claim_check")
    rows = sorted(int(c[1:]) for c in cells if c[0] == "B" and isinstance(cells[c], float))
    named = [n for n in book.names if n.endswith("_verdict")]
    order = sorted(named, key=lambda n: int(book.names[n][1][1:]))  # as on the calculation sheet
    assert len(rows) == len(order)
    return str(cells.get(f"J{rows[order.index(f'out_{claim}_verdict')]}", ""))


# Conditions, claim, what is said, verdict by hand.
CASES: list[tuple[dict[str, object], str, object, str]] = [
    (PRETRAIN, "flops", 1.56e22, RIGHT),
    (FINE_TUNE, "flops", 1.26e20, RIGHT),
    (FINE_TUNE, "flops", 1.26e17, WRONG),  # "126 PFLOPS" for 126,000 PFLOP
    (FINE_TUNE, "flops", 2.1e19, WRONG),  # parameters x tokens x epochs, without the 6
    (PRETRAIN, "cards", 116, RIGHT),
    (PRETRAIN, "cards", 120, RIGHT),  # whole nodes
    (PRETRAIN, "cards", 115, WRONG),
    (PRETRAIN, "cards", 128, MISSING),  # holds at a lower utilisation, which is not said
    (PRETRAIN | {"cards": 128}, "hours", 217.01, RIGHT),
    (PRETRAIN | {"cards": 64}, "hours", 434.03, RIGHT),
    (PRETRAIN | {"cards": 64}, "hours", 240, WRONG),
    (HEAD | {"samples": 1_000_000, "batch": 64, "epochs": 5}, "steps", 78_125, RIGHT),
    (HEAD | {"samples": 1_000_000, "batch": 64, "epochs": 5}, "steps", 78_126, WRONG),
    (HEAD | {"samples": 1000, "batch": 64, "epochs": 1}, "steps", 15, RIGHT),
    (HEAD | {"samples": 1000, "batch": 64, "epochs": 1}, "steps", 16, RIGHT),
    (HEAD | {"samples": 1000, "batch": 64, "epochs": 1}, "steps", 17, WRONG),
    (HEAD | {"gpu": "RTX 4090"}, "peak", 6, WRONG),
    (HEAD | {"gpu": "RTX 4090"}, "peak", 165.2, RIGHT),
    (HEAD | {"gpu": "A100 80GB"}, "peak", 312, RIGHT),
    (HEAD | {"gpu": "A100 80GB"}, "peak", 624, WRONG),
    (HEAD | {"gpu": "H100"}, "peak", 989, MISSING),  # SXM or PCIe?
    (HEAD | {"gpu": "A100 80GB"}, "mfu", 0.75, WRONG),
    (HEAD | {"gpu": "A100 80GB"}, "mfu", 0.4, RIGHT),
    # What is typed as the utilisation of the run proves nothing about a claimed one.
    (HEAD | {"gpu": "A100 80GB", "mfu": 0.75}, "mfu", 0.75, WRONG),
    (HEAD | {"gpu": "A100 80GB", "mfu": 0.75}, "mfu", 0.4, RIGHT),
    (HEAD | {"mfu": 0.75}, "mfu", 0.75, MISSING),
    (FINE_TUNE, "memory", 126, RIGHT),
    (FINE_TUNE, "memory", 80, WRONG),
    (FINE_TUNE | {"params": "70B"}, "memory", 140, WRONG),  # weights alone
    (FINE_TUNE | {"params": "70B"}, "memory_cards", 1, WRONG),
    (FINE_TUNE | {"params": "70B"}, "memory_cards", 24, RIGHT),
    (FINE_TUNE, "memory_cards", 1, WRONG),
    (HEAD | {"params": "7B"}, "memory_cards", 1, MISSING),  # of which card?
    (
        HEAD | {"cards_a": 4, "throughput_a": 1, "cards_b": 8, "throughput_b": 1.6},
        "efficiency",
        0.8,
        RIGHT,
    ),
    (HEAD | {"data_gb": 1000, "bandwidth_mbps": 10}, "transfer", 222, RIGHT),
    (HEAD | {"data_gb": 1000, "bandwidth_mbps": 10}, "transfer", 27.8, WRONG),
    (HEAD | {"price_before": 15, "price_after": 10.5}, "discount", "7折", RIGHT),
    (HEAD | {"price_before": 15, "price_after": 10.5}, "discount", 0.2, WRONG),
    (HEAD | {"card_price": 5, "node_price": 1200}, "node_saving", 0.2, WRONG),  # 25 % dearer
    (HEAD | {"card_price": 5, "node_price": 1200}, "node_saving", -0.25, RIGHT),
    (HEAD | {"own_per_year": 1_066_667, "rent_per_day": 1500}, "days", 100, WRONG),
    (HEAD | {"own_per_year": 1_066_667, "rent_per_day": 5760}, "days", 185, RIGHT),
]


@lru_cache
def shared() -> list[tuple[dict[str, object], dict[str, str]]]:
    """The cases in few books: those whose conditions agree and whose claims differ stand in one.

    Inputs by name, and the verdict of each claim. A case that lacks a condition joins none.
    """
    books: list[tuple[dict[str, object], dict[str, str]]] = []
    for values, claim, said, verdict in CASES:
        alone = verdict == MISSING
        for inputs, verdicts in books:
            agree = all(inputs.get(k, v) == v for k, v in values.items())
            # hours, cards and memory read conditions that another case may bring in
            same = {k: inputs.get(k) for k in READ} == {k: values.get(k) for k in READ}
            if agree and same and not alone and claim not in verdicts:
                break
        else:
            inputs, verdicts = {}, {}
            books.append((inputs, verdicts))
        inputs |= values | {f"claimed_{claim}": said}
        verdicts[claim] = verdict
    return books


READ = ("params", "tokens", "epochs", "method", "gpu", "mfu", "cards", "days", "node_size")


def test_claims_are_judged_as_worked_out_by_hand() -> None:
    """The books in either language in turn; test_scenarios.py has both say the same."""
    books = shared()
    assert sum(len(verdicts) for _, verdicts in books) == len(CASES)
    for number, (inputs, verdicts) in enumerate(books):
        book = judged(LANGUAGES[number % 2], inputs)
        for claim, verdict in verdicts.items():
            assert book[f"{claim}_verdict"] == book.label(verdict), (inputs, claim)
            assert reason(book, claim), (inputs, claim)
        counts = [[*verdicts.values()].count(v) for v in (RIGHT, WRONG, MISSING)]
        assert [book[v] for v in (RIGHT, WRONG, MISSING)] == counts, inputs
        assert book["claims_made"] == len(verdicts)
        # A wrong claim is a finding of a book in order; only what is lacking leaves it open.
        state = "incomplete" if MISSING in verdicts.values() else "pass"
        assert book["status"] == book.label(state), inputs
        assert book.errors() == []


@each_language
def test_without_a_claim_the_book_is_incomplete(lang: str) -> None:
    """All conditions but no claim: nothing was checked, so nothing passed."""
    assert judged(lang, PRETRAIN)["status"] == glossary.label("incomplete", lang)


# -- reasons -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("values", "said", "match"),
    [
        # 7e9 x 2 bytes; x 4 in fp32; x 16 of states
        ({}, 14, "weights"),
        ({}, 28, "fp32"),
        ({}, 112, "states"),
        ({}, 80, "size"),  # what an A100 80GB holds
        ({}, 117, "net"),
        ({}, 140.3, "gross"),
        ({"cards": 8}, 14.1, "weights"),  # the job's own figure comes before a share of a card
        ({"cards": 8}, 20, "card"),  # 112/8 = 14 GB to 22.7 GB with activations and margin
        ({"cards": 4}, 39, "card"),  # a third of the total, which is no forward pass
        ({}, 39, ""),
        ({}, 700, ""),
        ({"method": choice("lora")}, 14, "weights"),
        ({"method": choice("qlora")}, 3.85, "weights"),  # 0.55 bytes each
    ],
)
def test_a_claimed_memory_is_explained_by_figures_that_match(
    values: dict[str, object], said: float, match: str
) -> None:
    lang = LANGUAGES[int(said) % 2]
    words = Words(lang, [HERE])
    told = reason(judged(lang, FINE_TUNE | values, claimed_memory=said), "memory")
    matches = ("weights", "fp32", "states", "size", "net", "gross", "card")
    found = [m for m in matches if words(f"match_{m}").split("{")[0] in told]
    assert found == ([match] if match else [])
    assert words("memory_total").split("{")[0] in told
    if not values:
        assert "112.0" in told and "140.3" in told
    slips = [words(f"slip_{word}") for _, word, _ in RATIOS]
    assert not [slip for slip in slips if slip in told]


@each_language
def test_a_slip_is_told_only_where_it_can_be_true(lang: str) -> None:
    """A third of the compute may be a forward pass or an epoch of three; a third of a transfer or
    a price is neither, and LoRA has no 6 to be two thirds of."""
    words = Words(lang, [HERE])
    third, epoch, lora = (words(f"slip_{w}") for w in ("three", "epochs", "lora"))
    prices = {"price": 6, "billing_unit": choice("card_hour"), "anchor": choice("incl_tax"),
              "quote_date": day("2026-11-01"), "data_gb": 1000, "bandwidth_mbps": 10}  # fmt: skip
    one = judged(lang, FINE_TUNE | prices | {"epochs": 1}, claimed_flops=1.4e19,
                 claimed_transfer=222.2 / 3, claimed_hour_price=2)  # fmt: skip
    assert [third in reason(one, c) for c in ("flops", "transfer", "hour_price")] == [1, 0, 0]
    three = judged(lang, FINE_TUNE, claimed_flops=4.2e19)  # of 1.26e20
    assert epoch in reason(three, "flops") and third not in reason(three, "flops")
    full = judged(lang, FINE_TUNE, claimed_flops=8.4e19)
    small = judged(lang, FINE_TUNE | {"method": choice("lora")}, claimed_flops=5.6e19)
    assert [lora in reason(b, "flops") for b in (full, small)] == [True, False]


@each_language
def test_thousands_of_seconds_read_as_hours_are_found(lang: str) -> None:
    """1e20 FLOP on one A100 at its peak take 320,513 s: 89.03 h, not 320 h."""
    values = HEAD | {
        "params": 1e10, "tokens": 1e10 / 6, "method": choice("pre_training"),
        "gpu": "A100 80GB", "cards": 1, "mfu": 1,
    }  # fmt: skip
    book = judged(lang, values, claimed_hours=320)
    assert book["hours"] == pytest.approx(89.03, abs=5e-3)
    assert book["hours_verdict"] == book.label(WRONG)
    assert "3.6" in reason(book, "hours")


@each_language
def test_a_claim_of_hours_says_which_utilisation_it_means(lang: str) -> None:
    values = {k: v for k, v in PRETRAIN.items() if k != "mfu"} | {"cards": 128}
    book = judged(lang, values, claimed_hours=240)  # ten days on 128 cards: 45.2 %
    assert book["hours_verdict"] == book.label(RIGHT)
    assert "45.2" in reason(book, "hours")


@each_language
def test_without_a_utilisation_the_catalog_gives_a_range(lang: str) -> None:
    """Pre-training on an A100: 30 to 50 %, so 116 to 193 cards; 58 would need 100 %."""
    values = {k: v for k, v in PRETRAIN.items() if k != "mfu"}
    for cards, verdict in ((116, RIGHT), (150, RIGHT), (200, RIGHT), (58, WRONG)):
        book = judged(lang, values, claimed_cards=cards)
        assert book["cards_verdict"] == book.label(verdict), cards


@each_language
def test_a_claimed_utilisation_is_judged_by_the_catalog_alone(lang: str) -> None:
    """30, 42 and 50 % of an A100 in pre-training, whatever the condition says; hours take the
    condition."""
    for mfu in (None, 0.75):
        values = HEAD | {"gpu": "A100 80GB", "method": choice("pre_training"), "mfu": mfu}
        book = judged(lang, values, claimed_mfu=0.75)
        page = book.sheet("claim_check")
        (row,) = [c[1:] for c, v in page.items() if c[0] == "D" and v == 0.75]
        assert [page[f"{column}{row}"] for column in "EFG"] == [0.42, 0.3, 0.5]
        assert book["mfu_verdict"] == book.label(WRONG)
    hours = judged(lang, PRETRAIN | {"cards": 128, "mfu": 0.75}, claimed_hours=1)["hours"]
    assert hours == pytest.approx(144.68, abs=5e-3)  # 1.56e22 / (128 x 312e12 x 0.75 x 3600)


@each_language
def test_vocabulary_and_margin_are_inputs(lang: str) -> None:
    """70B in full, batch 1, 2,048 tokens, cards of 80 GB: 16 bytes a parameter are 1,120 GB; logits
    take 8 x 2,048 bytes per word, so 1.92 million words more are 31.457 GB more."""
    values = HEAD | {"params": "70B", "gpu": "A100 80GB"}
    usual, wide, bare = (
        judged(lang, values | more, claimed_memory_cards=18, claimed_memory=1).sheet("claim_check")
        for more in ({}, {"vocab": 2_048_000}, {"margin": 0})
    )
    (row,) = [c[1:] for c, v in usual.items() if c[0] == "F" and v == 1120]
    net, more = (page[f"E{row}"] for page in (usual, wide))
    assert isinstance(net, float) and isinstance(more, float)
    assert more - net == pytest.approx(31.457280)
    assert usual[f"G{row}"] == pytest.approx(1.2 * net)
    assert bare[f"G{row}"] == pytest.approx(net)
    cards = [page[f"E{int(row) + 1}"] for page in (usual, wide, bare)]
    assert cards == [18, 36, 15]  # 1,120 over 84.9/1.2 - 7.4, 84.9/1.2 - 38.8, 84.9 - 7.4


@each_language
@pytest.mark.parametrize(
    ("left_out", "verdict"), [("", RIGHT), ("anchor", MISSING), ("billing_unit", MISSING)]
)
def test_a_price_needs_its_unit_and_tax_basis(lang: str, left_out: str, verdict: str) -> None:
    """120 cards x 232 h x 6.50 = 180,960.00, if 6.50 is per card-hour."""
    values = HEAD | {
        "price": 6.5, "billing_unit": choice("card_hour"), "anchor": choice("incl_tax"),
        "cards": 120, "rent_hours": 232,
    }  # fmt: skip
    book = judged(lang, {k: v for k, v in values.items() if k != left_out}, claimed_cost=180_960)
    assert book["cost_verdict"] == book.label(verdict)
    if left_out:
        assert book.label(left_out) in reason(book, "cost")


@each_language
def test_a_price_per_card_hour_needs_a_date(lang: str) -> None:
    values = HEAD | {
        "price": 1500, "billing_unit": choice("node_day"), "anchor": choice("excl_tax"),
    }  # fmt: skip
    book = judged(lang, values, claimed_hour_price=7.8125)
    assert book["hour_price_verdict"] == book.label(MISSING)
    assert book.label("quote_date") in reason(book, "hour_price")
    dated = judged(lang, values, claimed_hour_price=7.81, quote_date=day("2026-11-01"))
    assert dated["hour_price_verdict"] == dated.label(RIGHT)


@each_language
def test_the_tolerance_is_an_input(lang: str) -> None:
    close = judged(lang, PRETRAIN, claimed_flops=1.6e22)
    strict = judged(lang, PRETRAIN, claimed_flops=1.6e22, tolerance="1%")
    assert close["flops_verdict"] == close.label(RIGHT)
    assert strict["flops_verdict"] == strict.label(WRONG)


@each_language
def test_verdicts_are_counted_and_only_a_lacking_condition_leaves_the_book_open(lang: str) -> None:
    book = judged(lang, PRETRAIN | {"cards": 120}, claimed_flops=1.56e22, claimed_hours=10,
                  claimed_discount=0.2)  # fmt: skip
    assert (book["right"], book["wrong"], book["condition_missing"]) == (1, 1, 1)
    assert book["status"] == book.label("incomplete")
    assert book.failing() == []


# -- the example ---------------------------------------------------------------------------------


@each_language
def test_the_example_shows_every_verdict(lang: str) -> None:
    """An invented leaflet: six right, seven wrong, two lacking a condition."""
    values = read_values(template("claim_check", lang))
    title = glossary.label("example", lang)
    verdicts = [v for (sheet, cell), v in values.items() if sheet == title and cell[0] == "I"]
    counts = [verdicts.count(glossary.label(v, lang)) for v in (RIGHT, WRONG, MISSING)]
    assert counts == [6, 7, 2]


@each_language
def test_the_example_never_enters_the_check(lang: str) -> None:
    names, cells = (f(template("claim_check", lang)) for f in (read_names, read_values))
    assert cells[names["out_claims_made"]] == 0
    assert all(cells.get(p) == "" for n, p in names.items() if n.endswith("_verdict"))


# -- checks --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lang", "change"),
    in_turn([
        {"claimed_flops": "a lot"},
        {"params": "thirteen"},
        {"mfu": 1.4},
        {"gpu": "no such card"},
        {"gpu": "A100*"},
        {"model_name": "L*"},
        {"model_name": "no such model"},
        {"days": -1},
        {"tolerance": 5},
        {"billing_unit": "whenever"},
        {"claim_date": "soon"},
        {"cards": 2.5},
    ]),
)  # fmt: skip
def test_what_a_paste_brings_in_fails_and_shows_no_error(
    lang: str, change: dict[str, object]
) -> None:
    book = judged(lang, PRETRAIN | {"claimed_flops": 1.56e22} | change)
    assert book["status"] == book.label("fail")
    assert book.errors() == []


@each_language
def test_an_emptied_book_is_as_good_as_new(lang: str) -> None:
    filled = judged(lang, PRETRAIN, claimed_flops=1, claimed_cards=5)
    blank = {f"in_{k}": None for k in (*PRETRAIN, "claimed_flops", "claimed_cards")}
    emptied = read_values(recalculate(fill(filled.data, blank)))
    assert emptied[filled.names["out_status"]] == filled.label("incomplete")
    fresh = read_values(template("claim_check", lang))
    assert {k: v for k, v in emptied.items() if v != ""} == {
        k: v for k, v in fresh.items() if v != ""
    }


@each_language
@pytest.mark.parametrize("claim", [0, -5, 1e38])
def test_absurd_claims_are_wrong_not_errors(lang: str, claim: float) -> None:
    values = PRETRAIN | {"cards": 8, "data_gb": 1, "bandwidth_mbps": 1}
    names = ("flops", "peak", "mfu", "hours", "cards", "memory", "transfer")
    book = judged(lang, values, **{f"claimed_{n}": claim for n in names})
    assert book.errors() == []
    wanted = [WRONG] * 4 + [MISSING if claim > 200 else WRONG] + [WRONG] * 2
    assert [book[f"{n}_verdict"] for n in names] == [book.label(w) for w in wanted]


@pytest.mark.libreoffice
@pytest.mark.slow
def test_libreoffice_computes_the_same(tmp_path: Path) -> None:
    cases: dict[str, dict[str, object]] = {
        "right": PRETRAIN | {"claimed_flops": 1.56e22, "claimed_cards": 120, "claimed_memory": 208},
        "wrong": FINE_TUNE | {"cards": 3, "claimed_flops": 1.26e17, "claimed_hours": 320},
        "lacking": HEAD | {"claimed_cost": 5, "claimed_mfu": 0.5, "claimed_steps": 3},
        "unread": PRETRAIN | {"claimed_flops": "many", "params": "x"},
    }  # fmt: skip
    books = {}
    for number, (name, values) in enumerate(cases.items()):
        path = tmp_path / f"{name}.xlsx"
        path.write_bytes(judged(LANGUAGES[number % 2], values).data)
        books[path] = read_values(path.read_bytes())
    anew = engines.libreoffice(books)
    for path, stored in books.items():
        for place, value in stored.items():
            there = anew[path].get(place, "")
            assert steps_of_text(place) or engines.same(value, there), (
                path.name, place, value, there,
            )  # fmt: skip


def steps_of_text(place: tuple[str, str]) -> bool:
    """The steps by which typed text is read: engines write 1.56e22 as text in their own ways. What
    was read stands in column C and is compared."""
    return place[0] in ("Readings", "文字读数") and place[1].rstrip("0123456789") > "E"
