"""GPU_WHY: what it says is true, in both languages, for every function and every refusal."""

from __future__ import annotations

import itertools
import math
import re
from typing import Any

import pytest

from gpucalc import catalog, edge
from gpucalc.dialects.worked import Reduction, lines
from gpucalc.errors import ExcelError
from gpucalc.evaluate import evaluate_all
from gpucalc.primitives import TOLERANCE, round_to
from gpucalc.record import Function
from gpucalc.registry import Example, functions
from tests.test_functions import bad_cases

F = functions()
WHY = F["gpu_why"]
FORMULAS = [f for f in F.values() if not f.not_traceable]
CASES = [(f, e) for f in FORMULAS for e in f.examples if not isinstance(e.want, ExcelError)]
IDS = [f"{f.udf_name}-{e.why}" for f, e in CASES]
CHINESE = re.compile("[\u4e00-\u9fff]")


def why(*args: Any) -> str:
    answer = edge.call(WHY, *args)
    if isinstance(answer, list):  # a range among the arguments: a text for each cell
        answer = answer[0][0]
    assert isinstance(answer, str) and not isinstance(answer, ExcelError), (args, answer)
    return answer


# -- the figures ---------------------------------------------------------------------------------


def counted(text: str, names: dict[str, Any]) -> Any:
    """A line computed again from its own text, as a reader with a calculator would."""
    text = text.replace("≤", "<=").replace("≥", ">=").replace("≠", "!=")
    text = text.replace("×", "*").replace("÷", "/").replace("−", "-").replace("^", "**")
    text = re.sub(r"(?<=\d),(?=\d{3})", "", text)
    known = {
        "roundup": lambda x: -math.floor(-x * TOLERANCE),
        "round": lambda x, digits: round_to(x, int(digits)),
        "floor": math.floor,
        "max": max,
        "min": min,
        "sqrt": math.sqrt,
        "abs": abs,
        "exp": math.exp,
        "ln": math.log,
        "TRUE": True,
        "FALSE": False,
    }
    return eval(text, {"__builtins__": {}}, known | names)


@pytest.mark.parametrize("f, example", CASES, ids=IDS)
def test_every_line_gives_the_value_that_it_states(f: Function, example: Example) -> None:
    planes = edge.read(f, *example.args)
    values = {name: plane.values(1)[0] for name, plane in planes.items()}
    reduction = Reduction(f.body, evaluate_all(f.body, planes), values)
    figures = {name: v for name, v in values.items() if v != ""}
    figures |= {f"{x.table}.{x.column}.{x.key}": x.value for x in reduction.found}
    # all digits instead of the rounded ones that people read
    reduction.names |= {n: repr(float(v)) for n, v in figures.items() if not isinstance(v, str)}
    made = lines(reduction, f.udf_name)
    known: dict[str, Any] = {}
    for line in made:
        if line.text and not isinstance(line.value, str):
            got = counted(line.text, known)
            assert math.isclose(float(got), float(line.value), rel_tol=1e-9), line
        known[line.name] = line.value
    assert made[-1].value == edge.call(f, *example.args)


def test_most_functions_show_their_formula() -> None:
    shown = 0
    for f, example in CASES:
        last = [line for line in why(f.udf_name, *example.args, "en").split("\n") if " = " in line]
        shown += any(line.startswith(f.udf_name) and line.count(" = ") == 2 for line in last)
    assert shown > 0.8 * len(CASES)


# -- the sentence --------------------------------------------------------------------------------


def test_what_binds_is_named() -> None:
    by_time = why("GPU_CARDS", "13B", "200B", "A100 80GB", 10, 0.5).split("\n")[0]
    assert by_time.startswith(
        "GPU_CARDS is 116 cards; what decides is the time bound (116), with the mem"
    )
    by_memory = why("GPU_CARDS", "70B", "1B", "RTX 4090", 30, 0.4, "zh").split("\n")[0]
    assert "起决定作用的是显存约束卡数（85），工期约束卡数为 3" in by_memory
    assert "what decides is the minimum rental (5), with the hours at 3" in why(
        "BILLED_HOURS", 3, 1, 5
    )
    assert "are equal (5)" in why("BILLED_HOURS", 5, 1, 5)
    # fit switched off: nothing competes, so nothing is said to decide
    alone = why("GPU_CARDS", "13B", "200B", "A100 80GB", 10, 0.5, *[None] * 6, False)
    assert "decides" not in alone.split("\n")[0]


def test_the_default_mfu_and_how_the_answer_moves() -> None:
    row = catalog.table("mfu").row("A100|pretrain")
    assert row is not None
    said = why("GPU_CARDS", "13B", "200B", "A100 80GB", 10).split("\n")[0]
    assert "MFU 0.42 is the default, typical of A100 in pre-training (from " in said
    moved = [
        edge.call(F["gpu_cards"], "13B", "200B", "A100 80GB", 10, row[level])
        for level in ("low", "typical", "high")
    ]
    assert moved == [193.0, 138.0, 116.0]
    assert "at MFU 0.3 / 0.42 / 0.5 (low / typical / high) it is 193 / 138 / 116" in said
    given = why("GPU_CARDS", "13B", "200B", "A100 80GB", 10, 0.5).split("\n")[0]
    assert "is the default" not in given and "193 / 138 / 116" in given
    assumed = why("TRAIN_HOURS", "7B", "1B", 312, 8).split("\n")[0]
    assert "assumed: no published run" in assumed
    assert "same at any MFU" in why("GPU_CARDS", "70B", "1B", "RTX 4090", 30)
    assert "MFU" not in why("RENT_COST", 8, 30, 15)


def test_defaults_and_sources_are_listed() -> None:
    said = why("TRAIN_HOURS", "7B", "1B", "A100 80GB", 8)
    assert "overhead Overhead (share) = 0" in said and "epochs Epochs = 1" in said
    assert "typical value of mfu.csv" in said
    assert "A100 80GB: Dense BF16 TFLOPS 312 (" in said and "2026-11)" in said
    assert "arXiv 2001.08361" in said
    given = why("TRAIN_HOURS", "7B", "1B", 312, 8, 0.4, 0.05, 3, "full", "7B", 1)
    assert "Defaults" not in given


# -- rules ---------------------------------------------------------------------------------------


def test_the_rule_that_applied_is_told_with_its_reading_and_boundary() -> None:
    none = why("FREE_DAYS", 7).split("\n")
    assert none[0] == (
        "FREE_DAYS is 0 days; rental days (7) is not more than days before a free day (7)."
    )
    assert none[1].startswith("Reads as: Reading of the free-day rule: Once per rental (once per")
    assert none[1].endswith('"more than": the threshold itself does not count')
    some = why("FREE_DAYS", 7, 7, 1, "每满7天", True).split("\n")
    assert some[0] == "FREE_DAYS 为 1 天；租期天数（7）不小于免租起点（7）。"
    assert "每满7天免（每满7天免一次，免租日计入这7天）；“以上”，含起点本数" in some[1]
    tier = why("TIER_PRICE", 1000, 10, 1000, 8, None, None, None, None, None, False).split("\n")
    assert "quantity (1,000) is not more than tier 1 starts at (1,000)" in tier[0]
    assert "all units cost the price of the tier reached" in tier[1]
    excess = why("TIER_PRICE", 1500, 10, 1000, 8, True)
    assert "only the excess costs the price of the tier" in excess
    assert "Price unit: Node-month" in why("PRICE_PER_CARD_HOUR", 76000, "台月", "en")


def test_discounts_that_do_not_stack_name_the_one_that_applies() -> None:
    said = why("COMBINED_DISCOUNT", 0.2, 0.4, 0.3)
    first, rule = said.split("\n")[:2]
    assert first.startswith(
        "COMBINED_DISCOUNT is 0.4 (40.0%); what decides is the discount 2 (0.4)"
    )
    assert "with the discount 3 at 0.3" in first
    assert rule == "Reads as: they do not stack, the best single one applies"
    third = why("COMBINED_DISCOUNT", 0.2, 0.3, 0.4, "zh")
    assert "起决定作用的是降价比例 3（0.4），降价比例 2 为 0.3" in third
    assert "优惠不叠加，取最优一项" in third
    stacked = why("COMBINED_DISCOUNT", 0.2, 0.4, 0.4, True)
    assert stacked.startswith("COMBINED_DISCOUNT is 0.712 (71.2%)")
    assert "they stack, in the order listed" in stacked


def test_words_tell_their_band_and_answers_carry_their_kind() -> None:
    assert "deadline ratio (0.935) is not more than 1 and is more than 0.8." in why(
        "DEADLINE_ADVICE", 0.935, "en"
    )
    assert "memory needed (90) is more than usable memory (84.896)" in why(
        "VRAM_FITS", 90, "A100 80GB"
    )
    assert why("TAX_AMOUNT", 1000.02, 0.06, True).startswith("TAX_AMOUNT is 56.60 CNY.")
    assert "RENTAL_DAYS = 2026-12-29 − 2026-11-30 + 1 = 30" in why(
        "RENTAL_DAYS", "2026-11-30", "2026-12-29"
    )
    assert why("FREE_DAYS", 30).startswith("FREE_DAYS is 1 day;")
    assert "预训练的典型值" in why("GPU_CARDS", "13B", "200B", "A100 80GB", 10, "zh")


# -- functions about the library -----------------------------------------------------------------


def test_a_price_names_the_row_that_it_comes_from() -> None:
    # prices.csv, EX-CZ-03: 8 cards by the day at 1,500; 1500 / 8 / 24 = 7.8125
    first, row, quoted, only, source = why("GPU_PRICE", "A100 80GB", "Changzhou").split("\n")
    assert first == "GPU_PRICE is 7.8125 CNY per card-hour."
    assert row == (
        "Row used EX-CZ-03: GPU model A100 80GB, supplier not stated, region Changzhou, "
        "billing plan daily, term not stated, date not stated, "
        "status example price (not verified)"
    )
    assert quoted.startswith(
        "Quoted: 1,500 CNY per node-day of 8 cards, tax not stated, read as tax-inclusive; that is "
        "7.8125 CNY per card-hour (incl. tax, "
    )
    assert only == "It is the only row that fits"
    assert source == (
        "Source: public GPU rental guide (Changzhou, undated) (8 cards by the day, about)"
    )
    zh = why("GPU_PRICE", "A100 80GB", "广东", None, "low", "zh").split("\n")
    assert zh[0] == "GPU_PRICE 为 10 元/卡·时。"
    assert zh[1].startswith("所用价格行 EX-GD-02：显卡型号 A100 80GB，供应商 未注明，地区 广东，")
    assert zh[1].endswith("状态 示例价（未核实）")
    assert zh[2].startswith("报价：10–18 CNY/卡时，未注明是否含税，按含税理解；折合 10–18 元/卡·时")
    assert zh[4].startswith("来源：公开的 GPU 租赁指南（广东，未注明日期）（含电费")


def test_price_info_tells_its_row_and_the_others_that_fit() -> None:
    said = why("PRICE_INFO", "A100 80GB", "unit", "Guangdong", "en")
    assert "\ncard_hour: Card-hour\nRow used EX-GD-02: " in said
    both = why("GPU_PRICE", "A100", "Changzhou", None, "low", "en")
    assert both.startswith("GPU_PRICE is 5 CNY per card-hour.\nRow used EX-CZ-01: ")
    assert "2 rows fit and the lowest low is taken, never a mean (a region or supplier was" in both
    # 1200 and 1800 for 8 cards and 24 hours
    assert both.split("the others: ")[1].startswith("EX-CZ-02 (Changzhou, Daily): 6.25-9.375")
    net = why("GPU_PRICE", "Ascend 910B", None, None, "high", None, "excl", "en")
    # 20 / 1.06 and 40 / 1.06
    assert "that is 18.8679 to 37.7358 CNY per card-hour (excl. tax" in net


def test_options_tell_their_order_and_what_was_left_out() -> None:
    said = why("GPU_OPTIONS", "7B", "1B", 5, "en").split("\n")
    assert said[0].startswith("GPU_OPTIONS answers a table of 66 rows and 8 columns.")
    assert said[1].startswith("Cheapest: Ascend 910B1 (3 cards, ") and "; next: " in said[1]
    assert said[2].startswith("Compared: every card of the catalog, 65 in all; catalog of 20")
    assert said[3].startswith("Order: by cost where there is a price (4 of 65), then by card-hours")
    assert "high prices, any region, tax-inclusive, whole hours billed" in said[3]
    apart = next(line for line in said if line.startswith("No single price"))
    assert "more than 2 times; name a region (7): " in apart and "RTX 4090" in apart
    assert any(line.startswith("No rent price in the catalog (54): MI355X") for line in said)
    assert said[-1] == "Price rows used: EX-HZ-04"
    small = why(
        "GPU_OPTIONS", "70B", "1B", 5, "RTX 4090", "full", 0.4, None, None, None, "广东", "zh"
    )
    assert "比较范围：所给型号，共 1 款" in small and "所用价格行：EX-GD-01" in small
    assert "有价格的 1 款按费用从低到高" in small and "上限，广东，含税" in small


def test_sources_follow_the_language_and_leave_switches_out() -> None:
    zh = why("GPU_CARDS", "13B", "200B", "A100 80GB", 10, "zh").split("\n")
    sources = next(line for line in zh if line.startswith("来源："))
    assert "MFU（A100 预训练）：典型值 0.42（" in sources and "pretrain" not in sources
    assert "是否训练适配器" not in sources
    en = why("GPU_CARDS", "7B", "1B", "A100 80GB", 10, None, None, None, None, "lora", "en")
    assert "typical of A100 in LoRA (" in en and "MFU of A100 in LoRA: Typical 0.28" in en
    assert "Trains adapters" not in en


# -- warnings ------------------------------------------------------------------------------------

WARNINGS = [
    (("TRAIN_HOURS", "7B", "1B", 312, 8, 0.7), "above 0.65"),
    (("TRAIN_HOURS", "7B", "1B", 312, 8, 0.4, 0.2), "counted twice"),
    (("TRAIN_HOURS", "7B", "1B", 624, 8), "sparse figure of A100"),
    (("TRAIN_HOURS", "7B", "1B", 0.312, 8), "PFLOP/s would be 312"),
    (("TRAIN_HOURS", 7, "1B", 312, 8), "7,000,000,000 (B)"),
    (("TRAIN_HOURS", "70万", "1B", 312, 8), "7,000,000,000 (万)"),
    (("TRAIN_HOURS", "7B", 20, 312, 8), "2,000,000,000 (亿)"),
    (("TRAIN_HOURS", "7B", 1e15, 312, 8), "tokens"),
    (("PFLOPS_DAYS", 1.26e17), "EFLOP (1.26e+20)"),
    (("RENT_COST", 8, 30, 15, 0.8), "8折 would be 0.2"),
    (("RENT_COST", 8, 30, 15, 0.85), "8.5折 would be 0.15"),
    (("RENT_COST", 8, 30, 1500), "outside the catalog's prices for any card (2 to 120"),
    (("RENT_COST", 8, 30, 0.5), "outside the catalog's prices"),
    (("MFU_MEASURED", 9000, "7B", "A100"), "above 0.65"),
    (("TRAIN_HOURS", "13B", "2000万", "A100", 8), "was 亿 meant, not 万 (200,000,000,000)"),
]
FINE = [
    ("TRAIN_HOURS", "7B", "1B", "A100 80GB", 8, 0.65),
    ("TRAIN_HOURS", "7B", "1B", "A100 80GB", 8, 0.4, 0.1),
    ("TRAIN_HOURS", "7B", "1B", 312, 8),
    ("TRAIN_HOURS", "7B", "1B", 989.4, 8),
    ("TRAIN_HOURS", "7B", "1B", 4090, 8),  # a name, not a peak
    ("TRAIN_HOURS", "7B", "1B", "A100", 8),  # fine-tunes are often asked for without a method
    ("TRAIN_HOURS", "13B", "2000万", "A100", 8, None, 0, 1, "lora"),
    ("PFLOPS_DAYS", 1.26e20),
    ("RENT_COST", 8, 30, 15, "8折"),
    ("RENT_COST", 8, 30, 15, 0.2),
    ("RENT_COST", 8, 30, 15, 0.96),
    ("RENT_COST", 8, 30, 2),
    ("RENT_COST", 8, 30, 120),
]


@pytest.mark.parametrize(("args", "words"), WARNINGS, ids=str)
def test_a_slip_is_warned_of_in_both_languages(args: tuple[Any, ...], words: str) -> None:
    en = [x for x in why(*args, "en").split("\n") if x.startswith("Warning: ")]
    zh = [x for x in why(*args, "zh").split("\n") if x.startswith("注意：")]
    assert any(words in line for line in en), en
    assert len(en) == len(zh) and all(map(CHINESE.search, zh))


@pytest.mark.parametrize("args", FINE, ids=str)
def test_what_is_usual_is_not_warned_of(args: tuple[Any, ...]) -> None:
    assert "Warning" not in why(*args, "en")


# -- language, errors, shapes --------------------------------------------------------------------


def test_the_language_is_named_last_or_follows_the_arguments() -> None:
    assert why("PFLOPS_DAYS", 1.56e22).startswith("PFLOPS_DAYS is ")
    assert why("PFLOPS_DAYS", 1.56e22, "ZH ").startswith("PFLOPS_DAYS 为 ")
    assert why("RENT_COST", 8, 30, 15, "8折").startswith("RENT_COST 为 ")
    assert why("RENT_COST", 8, 30, 15, "8折", "en").startswith("RENT_COST is ")
    # a function that takes a language itself: the one text serves both
    assert why("DEADLINE_ADVICE", 0.9, "zh").startswith("DEADLINE_ADVICE 为 紧张")
    assert why("DEADLINE_ADVICE", 0.9, "en").startswith("DEADLINE_ADVICE is Tight")


def test_no_catalog_name_could_be_taken_for_a_language() -> None:
    for name in catalog.TABLES:
        if name != "languages":
            assert catalog.table(name).row("zh") is None, name
            assert catalog.table(name).row("en") is None, name


@pytest.mark.parametrize("f", F.values(), ids=lambda f: f.udf_name)
def test_every_refusal_of_every_function_is_explained(f: Function) -> None:
    for case, lang in zip(bad_cases(f), itertools.cycle(("en", "zh", "zh", "en"))):
        told = why(f.udf_name, *case.args, lang)
        assert told.startswith(f.udf_name) and case.want in told
        if not f.spills:
            assert edge.reason(f, *case.args, lang=lang) in told


@pytest.mark.parametrize("f", F.values(), ids=lambda f: f.udf_name)
def test_every_example_is_explained(f: Function) -> None:
    for example in f.examples:
        en, zh = (why(f.udf_name, *example.args, lang) for lang in ("en", "zh"))
        first = en.split("\n")[0]
        assert first.startswith(f.udf_name) and zh.startswith(f.udf_name) and en != zh
        assert "internal" not in en
        if not isinstance(example.want, ExcelError) and f is not WHY:
            assert first.endswith("."), first
            assert max(map(len, en.split("\n"))) < 3000


def test_an_unknown_function_is_refused_with_the_nearest() -> None:
    assert edge.call(WHY, "GPU_CARD", 1) == ExcelError.NA
    assert "GPU_CARDS" in edge.reason(WHY, "GPU_CARD", 1)
    assert edge.call(WHY, None, 1) == ExcelError.VALUE
    assert edge.call(WHY, ExcelError.REF, 1) == ExcelError.REF
    assert why("gpu.cards", "13B", "200B", "A100 80GB", 10).startswith("GPU_CARDS is 138")


def test_an_error_among_the_arguments_is_explained_not_passed_on() -> None:
    assert "tokens: the cell holds #DIV/0!" in why("GPU_CARDS", "13B", ExcelError.DIV0, "A100", 1)


def test_too_many_arguments() -> None:
    assert "at most 1" in why("PFLOPS_DAYS", 1, 2, 3)


def test_a_column_of_calls_answers_a_column_of_texts() -> None:
    got = edge.call(WHY, "GPU_TFLOPS", [["H100"], ["A100 80GB"], [None]])
    assert isinstance(got, list)
    assert [str(r[0]).split(":")[0].split(".")[0] for r in got] == [
        "GPU_TFLOPS answers #VALUE!", "GPU_TFLOPS is 312 TFLOP/s", "GPU_TFLOPS answers #VALUE!",
    ]  # fmt: skip


def test_python_form() -> None:
    assert WHY("PFLOPS_DAYS", 1.56e22) == why("PFLOPS_DAYS", 1.56e22)
