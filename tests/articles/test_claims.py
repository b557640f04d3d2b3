"""Every claim of the guides is replayed: our answer, the guide's figure, and whether they agree."""

from __future__ import annotations

from collections import Counter
from decimal import Decimal

import pytest

from gpucalc.errors import ExcelError, UnknownName
from tests.articles import cells
from tests.articles.claims import VERDICTS, Check, Claim, guides, near

CLAIMS = [c for g in guides() for c in g.claims]
CHECKS = [(c, k) for c in CLAIMS for k in c.check]
IDS = [f"{c.id}-{k.en}" for c, k in CHECKS]
SLIPS = [(c, k) for c, k in CHECKS if k.slip]


@pytest.mark.parametrize("claim, check", CHECKS, ids=IDS)
def test_our_figure(claim: Claim, check: Check) -> None:
    """The answer is the one worked out by hand, to its digits, in both languages."""
    for lang in ("en", "zh"):
        answer = cells.value(check.formula.replace("{lang}", lang))
        assert check.matches(answer, lang), f"{answer!r} instead of {check.expected(lang)}"


@pytest.mark.parametrize(
    "claim, check", [(c, k) for c, k in CHECKS if k.said is not None],
    ids=[i for i, (_, k) in zip(IDS, CHECKS, strict=True) if k.said is not None],
)  # fmt: skip
def test_the_guides_figure(claim: Claim, check: Check) -> None:
    """It is ours where the claim is right, and another one where it is wrong."""
    answer = cells.value(check.formula.replace("{lang}", "en"))
    assert check.is_said(answer) == claim.agreement(check)


@pytest.mark.parametrize("claim, check", SLIPS, ids=[f"{c.id}-{k.slip}" for c, k in SLIPS])
def test_how_a_wrong_figure_comes_about(claim: Claim, check: Check) -> None:
    """With the slip that the reason names, the guide's figure comes out, and not ours."""
    slipped = cells.value(check.slip)
    assert check.is_said(slipped)
    assert not check.matches(slipped)


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda c: c.id)
def test_verdict_and_figures_go_together(claim: Claim) -> None:
    """Right: nothing differs. Wrong: something differs. Unsupported: stated figure by figure."""
    compared = [k for k in claim.check if k.said is not None]
    if claim.verdict == "right":
        assert all(claim.agreement(k) for k in compared)
    if claim.verdict == "wrong":
        assert claim.figure == any(not claim.agreement(k) for k in compared)
    if claim.verdict == "unsupported":
        assert all(k.agrees is not None for k in compared)
    if not claim.figure:
        assert not compared
    for text in (claim.en, claim.zh, claim.why_en, claim.why_zh):
        assert text and text == text.strip() and "|" not in text


def test_all_claims_are_there() -> None:
    """Counted in the guides; C22 is no claim but the correction of C21."""
    numbers = {"A": 28, "B": 37, "C": 25, "D": 33}
    expected = [f"{g}{n}" for g, last in numbers.items() for n in range(1, last + 1)]
    assert [c.id for c in CLAIMS] == [i for i in expected if i != "C22"]
    assert [g.letter for g in guides()] == list(numbers)
    assert all(c.id.startswith(g.letter) for g in guides() for c in g.claims)
    assert all(c.check for c in CLAIMS)


def test_tally() -> None:
    """A changed verdict is a decision, so it is written down here as well."""
    by_guide = {g.letter: Counter(c.verdict for c in g.claims) for g in guides()}
    assert {k: [n[v] for v in VERDICTS] for k, n in by_guide.items()} == {
        "A": [4, 10, 12, 2], "B": [11, 16, 7, 3], "C": [3, 4, 14, 3], "D": [11, 12, 6, 4],
    }  # fmt: skip


# -- the judge itself ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "answer, written, agree",
    [
        (89.0313, "89.03", True), (89.0313, "89.04", False), (89.0313, "89", True),
        (115.74, "116", True), (115.4, "116", False), (1.2599e20, "1.26e20", True),
        (1.27e20, "1.26e20", False), (13.1944, "13.1944", True), (13.1945, "13.1944", False),
        (False, "FALSE", True), (False, "0", False), (True, "FALSE", False),
        (ExcelError.NUM, "#NUM!", True), (ExcelError.NUM, "1", False), ("紧张", "紧张", True),
    ],
)  # fmt: skip
def test_near(answer: object, written: str, agree: bool) -> None:
    assert near(answer, written) == agree


def test_about_is_a_share_and_a_range_has_two_ends() -> None:
    about = Check("1", "313", "a", "a", said="320", within=0.03)
    assert about.is_said(313) and about.is_said(329) and not about.is_said(310)
    span = Check("1", "1", "a", "a", said=("3", "14"), unit="%")
    assert [span.is_said(x / 100) for x in (2.4, 2.6, 14.4, 14.6)] == [False, True, True, False]


@pytest.mark.parametrize(
    "formula, answer",
    [
        ("2+3*4^2", 50), ("(1e10)^2", 1e20), ("-2^2", -4), ("ROUNDUP(4.44,0)", 5),
        ("ROUNDDOWN(37.3,0)", 37), ("ROUNDUP(3.0000000000001,0)", 3), ("GPU_GAP(3)", 3),
        ('GPU_CARDS("13B","2000亿","A100 80GB",10,0.5,,,1)', 116), ("GPU_GAP(GPU_GAP(9,2),4)", 3),
        ('1+GPU_TFLOPS("H100")', ExcelError.VALUE), ('VRAM_FITS(80,"A100 80GB")', True),
    ],
)  # fmt: skip
def test_cells(formula: str, answer: object) -> None:
    assert cells.value(formula) == answer


@pytest.mark.parametrize(
    "formula", ["A1+1", "print(1)", "GPU_GAP(cards=3)", "[1][0]", "1 if 1 else 2"]
)
def test_only_formulas_are_evaluated(formula: str) -> None:
    with pytest.raises((ValueError, UnknownName)):
        cells.value(formula)


def test_digits_decide_how_exact_a_figure_is() -> None:
    """No figure of a count or an amount is written so loosely that its neighbour would pass."""
    for claim, check in CHECKS:
        if check.unit in ("cards", "yuan", "steps"):
            answer = Decimal(float(cells.value(check.formula)))
            assert check.matches(answer) and not check.matches(answer + 1), claim.id
