"""GPU_PRICE and PRICE_INFO: rows are narrowed and converted, never averaged, never guessed."""

from __future__ import annotations

import itertools

import pytest

from gpucalc import catalog, edge
from gpucalc.errors import ExcelError
from gpucalc.meta import prices
from gpucalc.registry import functions

PRICE, INFO = functions()["gpu_price"], functions()["price_info"]
HEAD = ",".join(c for c in catalog.table("prices").columns if c not in ("model", "kind"))


@pytest.mark.parametrize(
    ("args", "want"),
    [
        # rows of prices.csv, by hand
        (("A100 80GB", "惠州"), 50),
        (("A100 80GB", "huizhou", None, "low"), 30),
        (("A100 80GB", "广东", None, "低"), 10),
        (("A100 80GB", "常州"), 7.8125),  # 1,500 a node-day: / 8 / 24
        (("A100", "常州", "daily"), 9.375),  # 1,800 a node-day
        (("A100", "常州", "按量计费"), 8),
        (("A100", "常州"), 9.375),  # the higher of the two rows, not their mean
        (("A100", "常州", None, "low"), 5),
        (("A100", "广东"), 17.5),  # 140 a node-hour
        (("H100 80GB", "广东"), 40),
        (("RTX 4090", "惠州"), 15),
        ((4090, "惠州"), 15),
        (("Ascend 910B2",), 40),  # a row for the family holds for each of its cards
        (("Ascend 910B", None, None, None, "2026-11-30"), 40),
        (("Ascend 910B", None, None, None, None, "不含税"), 37.7358),  # 40 / 1.06
        # refusals
        (("A100 80GB",), ExcelError.NA),
        (("H100",), ExcelError.NA),  # the rows know only the 80 GB ones
        (("L20",), ExcelError.NA),
        (("A100 80GB", "Atlantis"), ExcelError.NA),
        (("A100 80GB", "惠州", "yearly"), ExcelError.NA),
        (("A100 80GB", "惠州", None, "mean"), ExcelError.NA),
        (("A100 80GB", "惠州", None, None, None, "netto"), ExcelError.NA),
        (("A100 80GB", "惠州", None, None, None, None, "Nobody"), ExcelError.NA),
        (("A100 80GB", "惠州", None, None, "yesterday"), ExcelError.VALUE),
        ((None, "惠州"), ExcelError.VALUE),
        (("B9000", "惠州"), ExcelError.NA),
        (("A100 80GB", ExcelError.DIV0), ExcelError.DIV0),
    ],
)
def test_gpu_price(args: tuple[object, ...], want: object) -> None:
    assert edge.call(PRICE, *args) == want


def test_every_answer_is_a_figure_of_one_row() -> None:
    """Never averaged: whatever is asked, the answer is in the catalog as it stands."""
    rows = [r for r in catalog.table("prices").canonical() if r["item"] == "rent"]
    figures = {
        prices.round_to(
            float(r[level]) / float(r["cards"]) / (24 if "day" in str(r["unit"]) else 1), 4
        )
        for r in rows
        for level in ("low", "high")
    }
    regions = [None, *dict.fromkeys(r["region"] for r in rows)]
    answered = 0
    for card, region, level in itertools.product(
        [*catalog.table("gpus").names(), "A100", "A100 80GB"], regions, ("low", "high")
    ):
        got = edge.call(PRICE, card, region, None, level)
        if not isinstance(got, ExcelError):
            answered += 1
            assert got in figures, (card, region, level)
    assert answered > 20


def test_a_refusal_lists_the_rows_to_choose_from() -> None:
    for lang, words in (("en", ("name a region", "Guangdong")), ("zh", ("请指定地区", "广东"))):
        told = edge.reason(PRICE, "A100 80GB", lang=lang)
        for word in ("EX-HZ-02", "EX-CZ-03", "EX-GD-02", "30-50", "10-18", *words):
            assert word in told
    assert "惠州" in edge.reason(PRICE, "A100 80GB", "Atlantis")
    assert "A100 80GB" in edge.reason(PRICE, "L20")


@pytest.fixture
def own_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    """A catalog of a buyer's own: suppliers, dates, tax bases, another currency."""
    text = HEAD + "\n" + "\n".join(
        [
            "O-1,rent,L20,10,10,card_hour,1,CNY,incl_tax,2026-03-01,北京,Beijing,pay_as_you_go,-,Alpha,own,a,-,-",
            "O-2,rent,L20,12,12,card_hour,1,CNY,incl_tax,2026-09-01,北京,Beijing,pay_as_you_go,-,Beta,own,b,-,-",
            "O-3,rent,L20,9,9,card_hour,1,CNY,excl_tax,2026-09-01,上海,Shanghai,monthly,-,Alpha,own,c,-,-",
            "O-4,rent,L20,1,1,card_hour,1,USD,excl_tax,2026-09-01,上海,Shanghai,monthly,-,Gamma,own,d,-,-",
        ]
    )  # fmt: skip
    own, original = catalog.parse("prices", text), catalog.table
    monkeypatch.setattr(catalog, "table", lambda n: own if n == "prices" else original(n))


@pytest.mark.usefixtures("own_rows")
@pytest.mark.parametrize(
    ("args", "want"),
    [
        (("L20",), 12),  # within a factor of 2: the highest high
        (("L20", None, None, "low"), 9.54),  # 9 x 1.06
        (("L20", None, None, "low", None, "excl"), 9),
        (("L20", None, None, None, "2026-06-01"), 10),  # what was known in June
        (("L20", None, None, None, "2025-01-01"), ExcelError.NA),
        (("L20", None, None, None, None, None, "Beta"), 12),
        (("L20", None, "monthly", None, None, None, "alpha"), 9.54),
        (("L20", "上海", None, None, None, None, "Gamma"), ExcelError.NA),  # no price in CNY
    ],
)
def test_dates_suppliers_and_tax_bases(args: tuple[object, ...], want: object) -> None:
    assert edge.call(PRICE, *args) == want


@pytest.mark.parametrize(
    ("args", "want"),
    [
        (("A100 80GB", "source", "常州"), "常州"),
        (("A100", "unit", "广东"), "node_hour"),
        (("A100", "high", "广东"), 140),  # as quoted, for the node
        (("A100 80GB", "tax", "惠州"), "not_stated"),
        (("A100 80GB", "date", "惠州"), "not_stated"),
        (("A100 80GB", "name", "惠州"), "EX-HZ-02"),
        (("A100 80GB", "状态", "惠州"), "example"),
    ],
)
def test_price_info_tells_of_the_row_that_answers(args: tuple[object, ...], want: object) -> None:
    got = edge.call(INFO, *args)
    assert (want in got) if isinstance(want, str) and isinstance(got, str) else got == want


def test_price_info_refuses_where_gpu_price_does() -> None:
    assert edge.call(INFO, "A100 80GB", "source") == ExcelError.NA
    assert edge.call(INFO, "A100 80GB", "colour", "惠州") == ExcelError.NA
    assert edge.call(INFO, "A100 80GB", None, "惠州") == ExcelError.VALUE


def test_a_column_of_cards_in_one_call() -> None:
    got = edge.call(PRICE, [["A100 80GB"], ["RTX 4090"], ["L20"]], "惠州")
    assert got == [[50.0], [15.0], [ExcelError.NA]]
