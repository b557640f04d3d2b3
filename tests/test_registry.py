"""The register: what a declaration must be, and what each function says of itself."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Annotated, Any

import pytest

from gpucalc import quantity as q
from gpucalc import registry
from gpucalc.errors import RegistrationError, UnknownName
from gpucalc.quantity import Quantity
from gpucalc.registry import Example, Function, Omitted, blocks, function, functions, sheet

FUNCTIONS = functions()
Declare = Callable[..., Function]
CHINESE = re.compile(r"[一-鿿]")
NAMELESS = Annotated[Any, Quantity("no such row in the glossary")]


# -- declarations --------------------------------------------------------------------------------


@pytest.fixture
def declared(monkeypatch: pytest.MonkeyPatch) -> Declare:
    """``sheet`` with a register of its own, so that what a test declares is gone after it."""
    monkeypatch.setattr(registry, "_FOUND", dict(registry._FOUND))
    monkeypatch.setattr(registry, "_PROBLEMS", [])

    def declare(kernel: Callable[..., Any], *examples: Example, **facts: Any) -> Function:
        return sheet(*examples, **({"zh": "一句话。", "published": False} | facts))(kernel)

    return declare


def problems() -> str:
    """What is reported when the register is read: everything at once."""
    with pytest.raises(RegistrationError) as reported:
        blocks.__wrapped__()
    assert reported.value.problems == registry._PROBLEMS
    return str(reported.value)


def test_an_argument_never_bears_the_name_of_its_function(declared: Declare) -> None:
    """Such a wrapper does not compile in VBA, which has one name space for both."""

    def price(price: q.Price) -> q.Price:
        """A sentence."""
        return price

    declared(price)
    assert "an argument has the function's own name" in problems()


def test_all_problems_are_reported_together(declared: Declare) -> None:
    """Two bad functions and a good one; one report, whose lines name the function."""

    def no_docstring(params, l40: q.Cards, date: q.Days = 0, Date: q.Days = 1):  # type: ignore
        return params

    def needs_after_optional(days: q.Days = 1, cards: q.Cards = 0.5, hours: q.Hours = 1) -> q.Hours:
        """A sentence."""
        return days

    def fine(cards: q.Cards) -> q.Cards:
        """A sentence."""
        return cards

    declared(no_docstring, zh="")
    declared(needs_after_optional, published=True)
    declared(fine)
    text = problems()
    for fault in (
        "'params' has no quantity",
        "'return' has no quantity",
        "'l40' reads as a cell or keyword",
        "'date' reads as a cell or keyword",
        "two arguments differ only by case",
        "default of 'date' is outside its bounds",
        "default of 'cards' is outside its bounds",
        "no docstring",
        "no Chinese sentence",
        "fewer than two examples",
    ):
        assert fault in text
    lines = registry._PROBLEMS
    assert all(re.search(r"\.(no_docstring|needs_after_optional): ", line) for line in lines)
    assert not any("fine" in line for line in lines)


def test_a_sound_declaration_is_found(declared: Declare) -> None:
    def sound(cards: q.Cards, hours: q.Hours = 1) -> q.Hours:
        """Card-hours. With the default it is the cards themselves."""
        return cards * hours

    f = declared(sound, Example((2,), 2, "one hour"), Example((2, 3), 6, "three"), published=True)
    assert registry._PROBLEMS == []
    assert f(8, 30) == 240 and f(8) == 8 and f.udf_name == "SOUND"
    assert f.signature() == "SOUND(cards, [hours])"
    assert f.summary() == "Card-hours. With the default it is the cards themselves."


def test_defaults_that_depend_on_each_other(declared: Declare) -> None:
    def by_hours(hours: q.Hours) -> q.Days:
        return hours / 24

    def by_days(days: q.Days) -> q.Hours:
        return days * 24

    def by_nothing(weeks: q.Days) -> q.Hours:
        return weeks * 168

    def circular(days: q.Days = by_hours, hours: q.Hours = by_days) -> q.Hours:
        """A sentence."""
        return hours

    def dangling(hours: q.Hours = by_nothing) -> q.Hours:
        """A sentence."""
        return hours

    declared(circular)
    declared(dangling)
    assert "defaults depend on each other: days, hours" in problems()
    assert "default of 'hours' reads unknown 'weeks'" in problems()


def test_defaults_are_computed_in_the_order_of_their_needs(declared: Declare) -> None:
    """A default may read an argument that stands after it, and a default that itself reads one."""

    def by_days(days: q.Days) -> q.Hours:
        return days * 24

    def by_cards(cards: q.Cards) -> q.Days:
        return cards * 2

    def chained(hours: q.Hours = by_days, days: q.Days = by_cards, cards: q.Cards = 3) -> q.Hours:
        """A sentence."""
        return hours + days / 1000 + cards / 1_000_000

    f = declared(chained)
    assert registry._PROBLEMS == []
    assert f() == 144.006003 and f(days=1) == 24.001003 and f(hours=5, cards=1) == 5.002001


def test_other_faults(declared: Declare) -> None:
    def required_last(days: q.Days = 1, *, cards: q.Cards) -> q.Days:
        """A sentence."""
        return days

    def long_winded(days: q.Days) -> q.Days:
        """Placeholder."""
        return days

    def gpu_cards(days: q.Days) -> q.Days:
        """A second function of that name."""
        return days

    def unlabelled(days: NAMELESS) -> q.Days:
        """A sentence."""
        return days

    long_winded.__doc__ = "Very long. " * 24
    declared(required_last)
    declared(long_winded, zh="很长。" * 86)
    declared(gpu_cards)
    declared(unlabelled)
    text = problems()
    assert "required 'cards' after an optional one" in text
    assert "summary (en) longer than 255" in text and "summary (zh) longer than 255" in text
    assert "gpu_cards: name is taken already" in text
    assert "'days' lacks a glossary label (en)" in text


def test_a_new_module_needs_a_topic(declared: Declare) -> None:
    def astray(days: q.Days) -> q.Days:
        """A sentence."""
        return days

    astray.__module__ = "gpucalc.kernels.astrology"
    declared(astray)
    assert "topic 'astrology' is not in registry.TOPICS" in problems()


@pytest.mark.parametrize(
    "name",
    ["a1", "A100", "H100", "T4", "L40", "RTX4090", "xfd1", "r", "C", "rc", "r1", "R1C1", "r2c",
     "date", "String", "mod", "type", "step", "input", "END"],
)  # fmt: skip
def test_names_that_a_spreadsheet_or_vba_would_misread(name: str) -> None:
    assert not registry.legal_argument(name)


@pytest.mark.parametrize(
    "name",
    ["days", "rate", "price", "gpu", "node_size", "step_hours", "zero", "rate1", "start_date"],
)
def test_names_that_are_fine(name: str) -> None:
    assert registry.legal_argument(name)


# -- what each function says of itself -----------------------------------------------------------

# The order of arguments is a promise: formulas of users depend on it. (New ones come last.)
SIGNATURES = [
    "TRAIN_FLOPS(params, tokens, [epochs], [method], [active_params])",
    "TRAIN_STEPS(samples, batch, [epochs], [drop_last])",
    "GPU_TFLOPS(gpu, [precision])",
    "GPU_CARDS(params, tokens, gpu, days, [mfu], [hours_per_day], [buffer], [epochs], [method], "
    "[node_size], [overhead], [fit], [active_params])",
    "TRAIN_HOURS(params, tokens, gpu, cards, [mfu], [overhead], [epochs], [method], "
    "[active_params])",
    "CALENDAR_DAYS(hours, [hours_per_day], [buffer])",
    "BILLED_HOURS(hours, [step_hours], [min_hours])",
    "RENTAL_DAYS(start_date, end_date)",
    "GPU_GAP(cards_needed, [cards_owned])",
    "DEADLINE_RATIO(hours, days, [hours_per_day], [buffer])",
    "VRAM_NEEDED(params, [method], [batch], [seq], [cards], [zero], [checkpointing], [layers], "
    "[hidden], [vocab], [margin])",
    "VRAM_CARDS(params, gpu, [method], [batch], [seq], [checkpointing], [layers], [hidden], "
    "[vocab], [margin])",
    "RENT_COST(cards, hours, price, [discount], [step_hours], [min_hours])",
    "TAX_EXCLUSIVE(gross, rate)",
    "TAX_INCLUSIVE(net, rate)",
    "TAX_AMOUNT(amount, rate, [includes_tax])",
    "RMB_UPPER(amount)",
]


@pytest.mark.parametrize("signature", SIGNATURES)
def test_argument_order_is_kept(signature: str) -> None:
    now = function(signature.partition("(")[0]).signature()
    assert now == signature or now.startswith(signature[:-1] + ", [")


@pytest.mark.parametrize("f", FUNCTIONS.values(), ids=lambda f: f.udf_name)
def test_help_in_both_languages(f: Function) -> None:
    for lang in ("en", "zh"):
        assert 0 < len(f.summary(lang)) <= 255
        for arg in f.args:
            assert arg.label(lang)
            assert bool(arg.default_text(lang)) is not arg.required
    assert CHINESE.search(f.zh) and not CHINESE.search(re.sub(r"\(.*?\)", "", f.summary("en")))
    for arg in f.args:
        assert CHINESE.search(arg.label("zh")) or not CHINESE.search(arg.label("en"))
        if isinstance(arg.default, Omitted) or arg.computed:
            assert CHINESE.search(arg.default_text("zh"))
            assert not CHINESE.search(arg.default_text("en"))


@pytest.mark.parametrize("f", blocks().values(), ids=lambda f: f.udf_name)
def test_defaults_are_values_of_their_quantity(f: Function) -> None:
    for arg in f.args:
        if arg.required or arg.computed or isinstance(arg.default, Omitted):
            continue
        arg.quantity.check(arg.quantity.read(arg.default))


@pytest.mark.parametrize("f", FUNCTIONS.values(), ids=lambda f: f.udf_name)
def test_names_of_functions(f: Function) -> None:
    """None reads as a cell; the LAMBDA name never equals the function's."""
    assert registry.legal_argument(f.udf_name)
    assert function(f.udf_name) is function(f.lambda_name.lower()) is f
    assert "." in f.lambda_name or "_" not in f.udf_name


@pytest.mark.parametrize(
    "quantity, unit",
    [(q.FLOPS, "FLOP"), (q.TFLOPS, "TFLOPS"), (q.HOURS, "h"), (q.DAYS, "d"), (q.MEMORY, "GB"),
     (q.MONEY, "CNY"), (q.PRICE, "cny_per_card_hour"), (q.MFU, ""), (q.TAX_RATE, "")],
)  # fmt: skip
def test_units(quantity: Quantity, unit: str) -> None:
    """FLOP is an amount, TFLOPS a rate; rates and shares have no unit."""
    assert quantity.unit == unit


def test_an_unknown_function_brings_the_nearest() -> None:
    with pytest.raises(UnknownName, match="GPU_CARDS") as unknown:
        function("GPU_CARD")
    assert "GPU_CARDS" in unknown.value.text("zh")
