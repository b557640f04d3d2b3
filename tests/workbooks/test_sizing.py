"""The sizing book: stories worked out by hand, the functions' answers, and its checks."""

from __future__ import annotations

import io
import re
import zipfile
from pathlib import Path

import openpyxl
import pytest

from gpucalc import edge, glossary, handover, registry
from gpucalc.excel.fill import read_values
from tests import engines
from tests.workbooks.books import LANGUAGES, Filled, choice, day, template
from tests.workbooks.quotes import silent
from workbooks.words import Words

pytestmark = pytest.mark.parametrize("lang", LANGUAGES)

DATES = {"as_of": day("2026-11-30"), "start_date": day("2026-12-01")}
PRETRAIN = DATES | {
    "params": "13B", "tokens": "2000亿", "method": choice("pre_training"), "gpu": "A100 80GB",
    "days": 10, "mfu": 0.5, "mfu_low": 0.5, "node_size": 8,
}  # fmt: skip
FINE_TUNE = DATES | {
    "params": "7B", "tokens": "1B", "epochs": 3, "gpu": "A100 80GB", "days": 5,
    "method": choice("full_fine_tuning"),
    "hours_per_day": 20, "buffer": "20%", "mfu": "50%", "mfu_low": "50%", "cards_owned": 1,
}  # fmt: skip
PILOT = DATES | {
    "samples": 1_000_000, "epochs": 5, "gpu": "A100 80GB", "days": 2, "pilot_cards": 4,
    "pilot_steps": 100, "pilot_batch": 64, "pilot_seconds": 250, "pilot_efficiency": "80%",
}  # fmt: skip


def sized(lang: str, values: dict[str, object], **more: object) -> Filled:
    return Filled("sizing", lang, **(values | more))


# -- stories -------------------------------------------------------------------------------------


def test_13b_in_ten_days_takes_120_cards(lang: str) -> None:
    """Story 1: 180.56 PD, 27,777.78 card-hours, 115.74 → 116 → 120 (15 nodes), 9.65 days."""
    book = sized(lang, PRETRAIN)
    assert book["flops"] == pytest.approx(1.56e22)
    exact = book.row_of("sizing_result", book.label("cards_exact"), "CDEF")
    assert exact[1] == pytest.approx(115.74, abs=5e-3) and exact[3] == exact[1]
    assert (book["cards_by_time"], book["cards_in_nodes"], book["nodes"]) == (116, 120, 15)
    assert book["binding"] == book.label("time")
    assert book["train_hours"] == pytest.approx(231.48, abs=5e-3)
    assert book["calendar_days"] == pytest.approx(9.65, abs=5e-3)
    assert book["expected_completion_date"] == 46366  # 2026-12-10, the tenth day
    assert book["deadline_word"] == book.label("tight")
    assert book["status"] == book.label("pass")


@pytest.mark.parametrize(
    ("change", "cards"),
    [
        ({"buffer": 0.2, "node_size": 1}, 145),
        ({"buffer": 0.2}, 152),
        ({"mfu": 0.45, "mfu_low": 0.45}, 136),
        ({"mfu": 0.4, "mfu_low": 0.4}, 152),
        ({"node_size": 1}, 116),
    ],
)
def test_cards_follow_from_buffer_and_mfu(lang: str, change: dict[str, object], cards: int) -> None:
    assert sized(lang, PRETRAIN, **change)["cards"] == cards


@pytest.mark.parametrize(("cards", "days"), [(128, 9.04), (64, 18.08)])
def test_fixed_cards_change_the_days(lang: str, cards: int, days: float) -> None:
    book = sized(lang, PRETRAIN, cards=cards)
    assert book["calendar_days"] == pytest.approx(days, abs=5e-3)
    late = cards == 64
    assert (book["deadline_word"] == book.label("short")) is late
    assert (book["status"] == book.label("fail")) is late


def test_7b_in_five_days_takes_three_cards_two_of_them_rented(lang: str) -> None:
    """Story 2: 1.458 PD, 80 usable hours, 2.80 → 3, memory at least 2, gap 2, ratio 0.935."""
    book = sized(lang, FINE_TUNE)
    assert book["flops"] == pytest.approx(1.26e20)
    assert (book["usable_hours"], book["cards_by_memory"], book["cards"]) == (80, 2, 3)
    assert book["gap"] == 2
    assert book["train_hours"] == pytest.approx(74.79, abs=5e-3)
    assert book["deadline_ratio"] == pytest.approx(0.935, abs=5e-4)
    assert book["deadline_word"] == book.label("tight")
    assert sized(lang, FINE_TUNE, mfu=0.4, mfu_low=0.4)["cards"] == 4
    assert sized(lang, FINE_TUNE, buffer=0)["cards"] == 3


@pytest.mark.parametrize(
    ("params", "gpu", "least"),
    [
        ("7B", "A100 80GB", 2), ("7B", "H100 SXM5 80GB", 2), ("7B", "A100 40GB", 4),
        ("13B", "A100 80GB", 3), ("70B", "A100 80GB", 16), ("70B", "RTX 4090", 53),
    ],
)  # fmt: skip
def test_memory_bounds_the_cards(lang: str, params: str, gpu: str, least: int) -> None:
    """Story 4: states x 1.2 over the card's bytes is the least; activations may add to it."""
    book = sized(lang, FINE_TUNE, params=params, gpu=gpu, days=1000, cards_owned=0)
    function = registry.functions()["vram_cards"]
    assert book["cards_by_memory"] == edge.call(function, params, gpu)
    assert book["cards_by_memory"] >= least  # type: ignore[operator]
    assert book["binding"] == book.label("memory")


def test_memory_part_by_part(lang: str) -> None:
    """Story 4: 7B full: 14 + 14 + 84 = 112 GB of states, which one card does not hold."""
    book = sized(lang, FINE_TUNE)
    weights, _, planned, together = book.row_of("memory_sheet", part(book, "weights"), "CDEF")
    assert (weights, planned, together) == (14, pytest.approx(14 / 3), pytest.approx(14))
    assert book.row_of("memory_sheet", part(book, "optimizer"), "C") == [84]
    assert book.row_of("memory_sheet", book.label("fits_card"), "CDE") == [
        book.label("answer_no"), book.label("answer_yes"), book.label("answer_yes"),
    ]  # fmt: skip
    needed = edge.call(registry.functions()["vram_needed"], 7e9, "full", 1, 2048, 3)
    assert book["memory_needed"] == pytest.approx(needed, rel=1e-12)


def part(book: Filled, name: str) -> str:
    """The label of a part of memory."""
    words = {
        "weights": ("权重", "Weights"), "optimizer": ("优化器状态", "Optimizer states")
    }[name]  # fmt: skip
    return words[0] if book.lang == "zh" else words[1]


def test_a_pilot_replaces_the_estimate(lang: str) -> None:
    """Story 12: 78,125 steps of 2.5 s are 54.25 h on 4 cards, 33.91 h on 8 at 80 %."""
    book = sized(lang, PILOT, cards=4)
    assert (book["steps"], book["pilot_counts"]) == (78125, 1)
    assert book["train_hours"] == pytest.approx(54.25, abs=5e-3)
    assert book["deadline_ratio"] == pytest.approx(1.130, abs=5e-4)
    assert book["deadline_word"] == book.label("short")
    book = sized(lang, PILOT, cards=8)
    assert book["train_hours"] == pytest.approx(33.91, abs=5e-3)
    assert book["deadline_ratio"] == pytest.approx(0.706, abs=5e-4)
    assert book["deadline_word"] == book.label("good")


def test_the_pilot_says_how_many_cards(lang: str) -> None:
    """217.01 card-hours in 48 h: 4.52 on paper, 5.65 beyond the pilot's 4 cards, so 6."""
    book = sized(lang, PILOT)
    assert book.row_of("sizing_result", book.label("cards_exact"), "D") == [
        pytest.approx(217.0139 / 48 / 0.8, rel=1e-5)
    ]
    assert (book["cards"], book["cards_by_memory"]) == (6, 4)


def test_the_pilots_spread_makes_the_scenarios(lang: str) -> None:
    """54.25 h less and plus 10 %."""
    book = sized(lang, PILOT, cards=4)
    hours = book.row_of("sizing_result", book.label("train_hours"), "CDE")
    assert hours == [pytest.approx(h, abs=5e-3) for h in (48.83, 54.25, 59.68)]


def test_a_pilot_out_of_memory_asks_for_more_cards(lang: str) -> None:
    ran_out = {"pilot_cards": 2, "pilot_out_of_memory": choice("answer_yes")}
    book = sized(lang, FINE_TUNE, **ran_out)
    assert book["cards_by_memory"] == 3
    assert book["status"] == book.label("incomplete")


# -- data, calendar, own cards -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "tokens"),
    [
        ({"tokens": "15.36M"}, 15_360_000),
        ({"samples": 10000, "tokens_per_sample": 1536}, 15_360_000),
        ({"data_gb": 457}, 1e11),
        ({"data_gb": 1000, "text_kind": "chinese"}, 2e11),
        ({"images": 1000, "image_width": 512, "image_height": 512}, 1_024_000),
    ],
)
def test_data_may_be_given_in_four_ways(lang: str, data: dict[str, object], tokens: float) -> None:
    values = {k: v for k, v in PRETRAIN.items() if k != "tokens"}
    assert sized(lang, values, **data)["tokens"] == pytest.approx(tokens, rel=1e-12)


def test_data_given_twice_is_told(lang: str) -> None:
    book = sized(lang, PRETRAIN, samples=5, tokens_per_sample=5)
    assert book["tokens"] == 2e11
    assert book["status"] == book.label("incomplete")


def test_upload_and_preparation_stand_in_the_calendar(lang: str) -> None:
    """1 TB over 10 Mbps takes 222.2 h: 9.26 of 14 days; with 1 day to prepare 3.74 are left."""
    book = sized(lang, PRETRAIN, days=14, upload_gb=1000, bandwidth_mbps=10, preparation_days=1)
    assert book["transfer_hours"] == pytest.approx(222.22, abs=5e-3)
    assert book["usable_hours"] == pytest.approx((13 - 222.2222 / 24) * 24, rel=1e-6)
    assert book["cards_by_time"] == 310  # 27,777.78 / 89.78
    assert book["days_in_all"] == pytest.approx(1 + 222.2222 / 24 + 27777.7778 / 312 / 24, rel=1e-6)
    assert book["storage_quantity"] == 1.6  # 1 TB and three checkpoints of 182 GB


def test_an_upload_longer_than_the_window_fails(lang: str) -> None:
    book = sized(lang, PRETRAIN, days=5, upload_gb=1000, bandwidth_mbps=10)
    assert book["usable_hours"] == ""
    assert book["status"] == book.label("fail")
    assert book.errors() == []


def test_a_bandwidth_without_an_amount_is_not_an_upload_of_nothing(lang: str) -> None:
    said = [
        sized(lang, PRETRAIN, **given)["status"]
        for given in ({}, {"upload_gb": 10, "bandwidth_mbps": 10}, {"bandwidth_mbps": 10})
    ]
    assert said == [glossary.label(state, lang) for state in ("pass", "pass", "incomplete")]


def test_other_models_count_by_throughput(lang: str) -> None:
    """An RTX 4090 has 165.2 of 312 TFLOPS; both reach 27 % in full fine-tuning: 0.53 cards."""
    book = sized(lang, FINE_TUNE, own_b_gpu="RTX 4090", own_b_cards=2)
    assert book["equivalent_cards"] == pytest.approx(2 * 165.2 / 312)
    assert book["gap"] == 1  # 3 - 1 - 1.06
    assert sized(lang, FINE_TUNE, own_b_gpu="RTX 4090", own_b_cards=2, own_b_ratio=0.4)["gap"] == 2


def test_cards_and_hours_are_those_of_the_functions(lang: str) -> None:
    """The chain of the book is GPU_CARDS and TRAIN_HOURS, step by step."""
    known = registry.functions()
    for gpu, params, tokens, days, mfu, node, method in (
        ("A100 80GB", 7e9, 5e9, 3, 0.35, 8, "lora"),
        ("H800 SXM 80GB", 13e9, 3e11, 60, 0.37, 8, "pretrain"),
        ("RTX 4090", 7e9, 2e7, 2, 0.2, 1, "qlora"),
    ):
        book = Filled(
            "sizing", lang, **DATES, gpu=gpu, params=params, tokens=tokens, days=days, mfu=mfu,
            node_size=node, method=method, buffer=0.1, overhead=0.05,
        )  # fmt: skip
        cards = edge.call(
            known["gpu_cards"], params, tokens, gpu, days, mfu, 24, 0.1, 1, method, node, 0.05
        )
        hours = edge.call(known["train_hours"], params, tokens, gpu, cards, mfu, 0.05, 1, method)
        assert book["cards"] == cards
        assert book["train_hours"] == pytest.approx(hours, rel=1e-12)


# -- the frontier --------------------------------------------------------------------------------


def test_each_hour_saved_has_its_cost(lang: str) -> None:
    """3 cards 75 h 9,000.00; 5 cards 74.79 x 3/5 / 0.95^log2(5/3) = 46.60 h, 47 billed, 9,400."""
    book = sized(lang, FINE_TUNE, price=40, price_date=day("2026-11-20"))
    rows = {
        c[1]: [book.sheet("frontier").get(f"{column}{c[0]}") for column in "DJKLM"]
        for c in (
            (row, book.sheet("frontier").get(f"C{row}")) for row in range(7, 20)
        )
    }  # fmt: skip
    assert rows[3][:2] == [pytest.approx(74.786, abs=5e-4), 9000]
    hours, cost, saved, more, each = rows[5]
    assert hours == pytest.approx(46.604, abs=5e-3) and cost == 9400
    assert saved == pytest.approx(28.186, abs=5e-4) and more == 400
    assert each == pytest.approx(14.19, abs=5e-3)  # 400 / 28.186
    said = next(v for v in book.sheet("frontier").values() if "14.19" in str(v) and "3" in str(v))
    assert "9,000.00" in str(said)


# -- handover and checks -------------------------------------------------------------------------


def test_what_is_handed_over(lang: str) -> None:
    book = sized(lang, PRETRAIN, price=6.5, price_date=day("2026-11-20"), project="P")
    row = handover.read(book.data)
    assert row["gpu"] == "A100 80GB"
    assert (row["cards"], row["node_size"], row["rent_hours"], row["days"]) == (120, 8, 232, 10)
    assert (row["tokens"], row["params"], row["mfu"], row["price"]) == (2e11, 13e9, 0.5, 6.5)
    assert row["end_date"] == 46366
    assert "anchor" not in row  # the default of this book is no statement
    stated = sized(lang, PRETRAIN, anchor=choice("excl_tax"))
    assert handover.read(stated.data)["anchor"] == stated.label("excl_tax")
    owned = handover.read(sized(lang, FINE_TUNE).data)
    assert owned["cards"] == 2  # only what is rented
    assert "tokens" not in owned and "mfu" not in owned


@pytest.mark.parametrize(
    "change",
    [
        {"params": "thirteen"}, {"tokens": -5}, {"gpu": "no such card"}, {"gpu": "*"}, {"days": 0},
        {"mfu": 1.4}, {"cards": 2.5}, {"hours_per_day": 25}, {"method": "none of them"},
        {"start_date": "soon"}, {"buffer": 1}, {"text_kind": "klingon"}, {"currency": "XXX"},
    ],
)  # fmt: skip
def test_what_a_paste_brings_in_fails_a_check_and_shows_no_error(
    lang: str, change: dict[str, object]
) -> None:
    book = sized(lang, PRETRAIN, **change)
    assert book["status"] == book.label("fail")
    assert book.errors() == []


@pytest.mark.parametrize("missing", ["params", "gpu", "tokens", "days", "as_of", "start_date"])
def test_what_is_missing_leaves_the_book_incomplete(lang: str, missing: str) -> None:
    book = Filled("sizing", lang, **{k: v for k, v in PRETRAIN.items() if k != missing})
    assert book["status"] == book.label("incomplete")
    assert book.errors() == []


@pytest.mark.parametrize(
    "change",
    [
        {"price": 5},  # not dated
        {"price": 5, "price_date": day("2026-06-01")},  # 182 days old
        {"gpu": "A100"},  # 40 or 80 GB
        {"mfu": None, "mfu_low": None, "gpu": "RTX 4090"},  # an assumed MFU
        {"own_b_gpu": "RTX 4090"},  # how many?
        {"pilot_cards": 4},  # half a pilot
    ],
)
def test_what_is_doubtful_turns_a_check_amber(lang: str, change: dict[str, object]) -> None:
    book = sized(lang, PRETRAIN, **change)
    assert book["status"] == book.label("incomplete"), book.failing()


def test_one_card_that_is_too_small_is_told_with_the_way_out(lang: str) -> None:
    """A context of a million tokens fills a 24 GB card whatever the number of cards."""
    book = sized(lang, FINE_TUNE, gpu="RTX 4090", seq=1_000_000)
    assert book["status"] == book.label("fail")
    assert book["cards"] == "" and book.errors() == []
    methods = book.row_of("memory_sheet", "LoRA 微调" if lang == "zh" else "LoRA", "E")
    assert isinstance(methods[0], str) and methods[0]


@pytest.mark.libreoffice
@pytest.mark.slow
def test_libreoffice_computes_the_same(lang: str, tmp_path: Path) -> None:
    books = {}
    for name, values in (("pre", PRETRAIN), ("tune", FINE_TUNE | {"price": 40}), ("pilot", PILOT)):
        path = tmp_path / f"{name}.xlsx"
        path.write_bytes(sized(lang, values).data)
        books[path] = read_values(path.read_bytes())
    anew = engines.libreoffice(books)
    for path, stored in books.items():
        for place, value in stored.items():
            there = anew[path].get(place, "")
            assert engines.same(value, there), (path.name, place, value, there)


def test_fewer_cards_are_not_advised_where_memory_sets_them(lang: str) -> None:
    """70B for 1,000 days: more time than it takes, and yet no card is one too many."""
    words = {"en": "fewest that memory", "zh": "已是下限"}
    book = sized(lang, FINE_TUNE, params="70B", days=1000, cards_owned=0)
    assert book["deadline_word"] == book.label("excess")
    told = " ".join(str(v) for v in book.sheet("sizing_result").values())
    assert words[lang] in told
    # with more cards than needed the advice is to take fewer
    need = book["cards_in_nodes"]
    assert isinstance(need, float)
    more = sized(lang, FINE_TUNE, params="70B", days=1000, cards_owned=0, cards=2 * need)
    told = " ".join(str(v) for v in more.sheet("sizing_result").values())
    assert words[lang] not in told and f"{need:.0f}" in told


def test_the_gap_is_rented_in_whole_nodes(lang: str) -> None:
    """3 planned, 1 owned: 2 are missing; servers of 4 make it 4."""
    book = sized(lang, FINE_TUNE, node_size=4, cards=3)
    told = [str(v) for v in book.sheet("sizing_result").values()]
    said = {"en": "2 are missing; in whole nodes rent 4.", "zh": "缺 2 张；按整机需租 4 张。"}
    assert any(v.endswith(said[lang]) for v in told)


def test_a_wildcard_is_no_model(lang: str) -> None:
    what = {"en": "The model is in the catalog", "zh": "模型名称在目录中"}[lang]
    book = sized(lang, PRETRAIN, model_name="Qwen*")
    assert book.checks()[what] == book.label("fail")


# -- pages ---------------------------------------------------------------------------------------


def test_the_chart_of_cards_has_one_titled_axis_each(lang: str) -> None:
    """The line has categories of its own, hidden and untitled: a shared title would be drawn a
    second time, on the chart's title. The money says its currency."""
    book = sized(lang, FINE_TUNE, price=40, currency="USD")
    with zipfile.ZipFile(io.BytesIO(book.data)) as parts:
        charts = [parts.read(n).decode() for n in parts.namelist() if "charts/chart" in n]
    (chart,) = charts
    bars, line = (
        re.findall(r'<c?:?axId val="(\d+)"', re.search(rf"<(c:)?{kind}>.*</(c:)?{kind}>", chart)[0])
        for kind in ("barChart", "lineChart")
    )
    assert not set(bars) & set(line)
    hidden, shown = [], []
    for axis in re.findall(r"<(?:c:)?(?:catAx|valAx)>.*?</(?:c:)?(?:catAx|valAx)>", chart):
        (shown if re.search(r'delete val="0"', axis) else hidden).append(axis)
    assert len(shown) == 3 and all("title>" in axis for axis in shown)
    assert len(hidden) == 1 and "title>" not in hidden[0]
    assert {"en": "Rent (the currency set on Inputs)", "zh": "租金（《参数》所选币种）"}[
        lang
    ] in chart
    heads = [v for c, v in book.sheet("frontier").items() if re.fullmatch(r"J\d+", c)]
    assert any(str(v).endswith(" · USD") for v in heads)


def test_result_pages_show_the_state_of_the_checks(lang: str) -> None:
    book = sized(lang, FINE_TUNE)
    for field, cell in (("sizing_result", "F1"), ("memory_sheet", "H1"), ("frontier", "M1")):
        assert book.sheet(field)[cell] == book["status"]


def test_what_is_said_of_the_mfu_fits_on_paper(lang: str) -> None:
    """Up to 72 characters in 51: on two lines."""
    sheet = openpyxl.load_workbook(io.BytesIO(sized(lang, FINE_TUNE).data))[
        glossary.label("sizing_result", lang)
    ]
    assert sheet["D6"].alignment.wrap_text and sheet.row_dimensions[6].height >= 25
    assert "D6:F6" in [str(block) for block in sheet.merged_cells.ranges]


def test_every_page_has_the_books_title_and_version(lang: str) -> None:
    title = {"en": "Compute sizing", "zh": "算力需求测算"}[lang]
    for sheet in openpyxl.load_workbook(io.BytesIO(template("sizing", lang))):
        assert sheet.oddHeader.left.text == title
        assert re.fullmatch(r"gpucalc [\d.]+ · 20\d\d-\d\d-\d\d", sheet.oddHeader.right.text)


def test_a_family_of_cards_is_answered_with_its_cards(lang: str) -> None:
    """H800 is SXM or PCIe, of different peaks: every figure waits, and the check names both."""
    book = sized(lang, PRETRAIN, gpu="H800")
    words = Words(lang, [Path(__file__).parents[2] / "workbooks" / "sizing"])
    assert book.checks()[words("check_variant")] == book.label("incomplete")
    sheet = book.names["out_status"][0]
    what = words("check_variant")
    (place,) = [c for (name, c), value in book.cells.items() if (name, value) == (sheet, what)]
    told = str(book.cells[sheet, f"H{place[1:]}"])
    assert told.startswith("H800") and "H800 SXM 80GB" in told and "H800 PCIe 80GB" in told


def test_a_model_and_its_parameters_agree(lang: str) -> None:
    """Llama-3-8B has 8.03B: 8B is that, 70B is another model, and the check names both."""
    words = Words(lang, [Path(__file__).parents[2] / "workbooks" / "sizing"])
    what = words("check_model_params")
    near = sized(lang, PRETRAIN, model_name="Llama-3-8B", params="8B")
    assert near.checks()[what] == near.label("pass")
    apart = sized(lang, PRETRAIN, model_name="Llama-3-8B", params="70B")
    assert apart.checks()[what] == apart.label("incomplete")
    figures = {"en": ("8.03B", "70B"), "zh": ("80.3亿", "700亿")}[lang]
    told = words("remedy_model_params", model="Llama-3-8B", known=figures[0], own=figures[1])
    assert told in apart.cells.values()


def test_every_entry_says_what_it_takes(lang: str) -> None:
    assert silent(template("sizing", lang)) == []
