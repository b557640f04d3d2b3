"""The price book: flags by hand, medians against Python, nothing refused, rows that paste."""

from __future__ import annotations

import datetime
import io
import random
import statistics
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

import openpyxl
import pytest

from gpucalc import catalog, glossary, handover
from gpucalc.excel.fill import fill, read_names, read_values
from gpucalc.excel.recalc import recalculate
from gpucalc.excel.refs import parse_cell
from gpucalc.prices import own
from tests import engines
from tests.workbooks.books import ERROR, LANGUAGES, choice, day, template
from tests.workbooks.quotes import HEADER
from workbooks import catalogs, house
from workbooks.price_book.entries import TOP
from workbooks.price_book.fields import ROWS

AS_OF = day("2026-11-30")
LIKE: Mapping[str, object] = {
    "gpu": "A100 80GB", "unit": choice("card_hour"), "cards": 1, "currency": "CNY",
    "tax": choice("incl_tax"), "plan": choice("pay_as_you_go"),
}  # fmt: skip
FLAGS = ("no_currency", "no_price", "same_id", "duplicate", "stale", "far", "no_date", "in_future",
         "no_unit", "no_card", "unclear", "no_source")  # fmt: skip

each_language = pytest.mark.parametrize("lang", LANGUAGES)


@lru_cache
def columns(lang: str) -> list[str]:
    return catalogs.columns("prices", lang)


class Prices:
    """A price book with rows; ``book["stale"]`` is a count, ``problems(1)`` what row 1 is told."""

    def __init__(self, lang: str, *rows: Mapping[str, object], **settings: object) -> None:
        self.lang = lang
        blank = template("price_book", lang)
        names = read_names_of(blank)
        self.sheet = names["cat_prices_name"]
        values: dict[str, object] = {"in_as_of": AS_OF}
        values |= {f"in_{k}": v for k, v in settings.items()}
        for number, row in enumerate(rows, 1):
            whole = {"name": f"P{number}", "date": AS_OF, "supplier": f"S{number}", **LIKE, **row}
            for column, value in whole.items():
                if value is not None and column in columns(lang):
                    values[self.at(column, number)] = self.words(value)
        self.data = recalculate(fill(blank, values))
        self.names, self.cells = read_names(self.data), read_values(self.data)

    def words(self, value: object) -> object:
        return glossary.label(value[1], self.lang) if isinstance(value, tuple) else value

    def at(self, column: str, number: int) -> str:
        letter = house.letter(2 + columns(self.lang).index(column))
        return f"'{self.sheet}'!{letter}{TOP + number}"

    def __getitem__(self, name: str) -> object:
        return self.cells.get(self.names[f"out_{name}"])

    def flags(self) -> dict[str, object]:
        return {flag: self[flag] for flag in FLAGS if self[flag]}

    def beside(self, number: int) -> tuple[object, object]:
        """State and problems of a row."""
        first = 2 + len(columns(self.lang))
        return tuple(  # type: ignore[return-value]
            self.cells.get((self.sheet, f"{house.letter(first + n)}{TOP + number}"), "")
            for n in (0, 1)
        )

    def errors(self) -> list[object]:
        return [k for k, v in self.cells.items() if isinstance(v, str) and ERROR.fullmatch(v)]

    def title(self, field: str) -> str:
        return glossary.label(field, self.lang)


@lru_cache
def read_names_of(book: bytes) -> dict[str, str]:
    """The sheet of every name, blocks included."""
    names = openpyxl.load_workbook(io.BytesIO(book), read_only=False).defined_names
    return {name: next(iter(defined.destinations))[0] for name, defined in names.items()}


# -- flags ---------------------------------------------------------------------------------------


@each_language
def test_good_prices_have_no_flag(lang: str) -> None:
    book = Prices(lang, *({"high": price} for price in (5, 6, 7, 8)))
    assert book.flags() == {}
    assert (book["rows"], book["recent"], book["usable"]) == (4, 4, 4)
    assert book["status"] == glossary.label("pass", lang)
    assert book.beside(1) == (glossary.label("pass", lang), "")


@each_language
@pytest.mark.parametrize(
    ("row", "flag", "state"),
    [
        ({"currency": None}, "no_currency", "fail"),
        ({"high": None}, "no_price", "fail"),
        ({"high": "six"}, "no_price", "fail"),
        ({"high": 0}, "no_price", "fail"),
        ({"name": "P1"}, "same_id", "fail"),
        ({"date": day("2026-08-31")}, "stale", "incomplete"),
        ({"date": None}, "no_date", "incomplete"),
        ({"date": "last week"}, "no_date", "incomplete"),
        ({"date": day("2026-12-01")}, "in_future", "incomplete"),
        ({"unit": None}, "no_unit", "incomplete"),
        ({"unit": "week"}, "no_unit", "incomplete"),
        ({"gpu": "a new card"}, "no_card", "incomplete"),
        ({"tax": "perhaps"}, "unclear", "incomplete"),
        ({"plan": "??"}, "unclear", "incomplete"),
        ({"supplier": None}, "no_source", "incomplete"),
    ],
)
def test_each_flag(lang: str, row: dict[str, object], flag: str, state: str) -> None:
    book = Prices(lang, *({"high": p} for p in (5, 6, 7, 8)), {"high": 6.5, **row})
    assert book.flags() == {flag: 2 if flag == "same_id" else 1}
    assert book.beside(5)[0] == glossary.label(state, lang)
    assert book["status"] == glossary.label(state, lang)
    assert book.errors() == []


@each_language
def test_the_same_offer_twice_is_a_repeat(lang: str) -> None:
    """A new date or another supplier is no repeat, another price is one."""
    offer = {"high": 6, "supplier": "S"}
    assert Prices(lang, offer, offer)["duplicate"] == 2
    assert Prices(lang, offer, offer | {"high": 7})["duplicate"] == 2
    elsewhere = {"region": "X", "region_en": "X"}
    for change in ({"date": day("2026-11-01")}, {"supplier": "T"}, elsewhere,
                   {"plan": choice("monthly")}, {"tax": choice("excl_tax")}):  # fmt: skip
        assert Prices(lang, offer, offer | change)["duplicate"] == 0
    # the same card under another of its names, a code instead of a word
    other = {"gpu": "A100-80G", "unit": "card_hour", "plan": "pay_as_you_go", "tax": "incl_tax"}
    assert Prices(lang, offer, offer | other)["duplicate"] == 2


@each_language
@pytest.mark.parametrize(("price", "far"), [(20.99, 0), (21.01, 1), (2.34, 0), (2.33, 1), (7, 0)])
def test_outside_three_times_the_median(lang: str, price: float, far: int) -> None:
    """With 5, 7, 7 and 9 the fifth price leaves the median at 7."""
    book = Prices(lang, *({"high": p} for p in (5, 7, 7, 9, price)))
    assert book["far"] == far


@each_language
@pytest.mark.parametrize(
    ("prices", "far"),
    [
        ((6, 60), 0),
        ((6, 6, 60), 0),
        ((6, 500), 1),
        ((6, 0.5), 0),
        ((6, 0.49), 1),
        ((6, 6, 6, 60), 1),
    ],
)
def test_too_few_of_its_like_are_judged_by_the_catalog(
    lang: str, prices: tuple[float, ...], far: int
) -> None:
    """The catalog has the A100 80GB at 10 to 50 a card-hour, and at 5 to 8 without its memory: up
    to 500 and down to 1 lie within ten times."""
    book = Prices(lang, *({"high": p} for p in prices))
    lows = [float(r["low"]) for r in _examples()]
    highs = [float(r["high"]) for r in _examples()]
    inside = [any(lo / 10 <= p <= hi * 10 for lo, hi in zip(lows, highs, strict=True))
              for p in prices]  # fmt: skip
    expected = far if len(prices) >= 4 else inside.count(False)
    assert book["far"] == expected


def _examples() -> list[catalog.Row]:
    rows = catalog.table("prices").rows
    return [r for r in rows if r["gpu"] == "A100 80GB" and r["unit"] == "card_hour"]


@each_language
def test_unlike_prices_are_never_compared(lang: str) -> None:
    """Another unit, plan, currency, number of cards, card; an old or an example price."""
    cheap = [{"high": p} for p in (5, 6, 7)]
    for change in ({"unit": choice("node_day"), "cards": 8}, {"plan": choice("monthly")},
                   {"currency": "USD"}, {"gpu": "H20 96GB"}, {"date": day("2026-06-01")},
                   {"status": choice("example")}):  # fmt: skip
        dear = 3000 if "unit" in change else 100
        book = Prices(lang, *cheap, {"high": dear, **change})
        assert book["far"] == 0, change


@each_language
def test_the_limits_are_inputs(lang: str) -> None:
    rows = [{"high": p} for p in (5, 6, 7, 8, 14)]
    assert Prices(lang, *rows)["far"] == 0
    assert Prices(lang, *rows, far_times=1.5)["far"] == 1
    old = {"high": 6, "date": day("2026-10-01")}
    assert Prices(lang, old)["stale"] == 0
    assert Prices(lang, old, price_age_limit=30)["stale"] == 1


@each_language
def test_dates_may_be_text(lang: str) -> None:
    book = Prices(lang, {"high": 6, "date": "2026-08-31"}, {"high": 6, "date": "2026-09-01"},
                  {"high": 6, "date": "2026-9-1"}, {"high": 6, "date": "????-??-??"})  # fmt: skip
    assert (book["stale"], book["no_date"]) == (1, 2)
    assert book.errors() == []


# -- medians against Python ----------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(4))
def test_medians_are_those_of_python(seed: int) -> None:
    """Random rows of several kinds: every median, lowest and highest."""
    chance = random.Random(seed)
    rows = [
        {
            "gpu": chance.choice(("A100 80GB", "RTX 4090", "H100 SXM5 80GB")),
            "plan": choice(chance.choice(("monthly", "pay_as_you_go"))),
            "high": chance.choice((5, 6.5, 7, round(chance.uniform(1, 90), 4))),
            "date": AS_OF - datetime.timedelta(days=chance.randrange(0, 160)),
        }
        for _ in range(60)
    ]
    book = Prices("en", *rows)
    groups: dict[tuple[str, str], list[float]] = {}
    for row in rows:
        if (AS_OF - row["date"]).days <= 90:  # type: ignore[operator]
            plan = glossary.label(str(row["plan"][1]), "en")  # type: ignore[index]
            groups.setdefault((str(row["gpu"]), plan), []).append(float(str(row["high"])))
    sheet = book.title("medians")
    found = {}
    for (name, cell), value in book.cells.items():
        if name == sheet and cell[0] == "B" and value and (parse_cell(cell) or (0,))[0] > 4:
            row = cell[1:]
            line = [book.cells.get((sheet, f"{c}{row}")) for c in "EGHIJ"]
            found[str(value), str(line[0])] = line[1:]
    assert {k: v[0] for k, v in found.items() if k in groups} == {
        k: len(v) for k, v in groups.items()
    }
    for key, prices in groups.items():
        _, low, median, high = found[key]
        assert median == pytest.approx(statistics.median(prices), rel=1e-12)
        assert (low, high) == (min(prices), max(prices))
    limit = [
        p
        for prices in groups.values()
        for p in prices
        if len(prices) >= 4
        and not statistics.median(prices) / 3 <= p <= statistics.median(prices) * 3
    ]
    assert book["far"] >= len(limit)  # type: ignore[operator]


# -- nothing is refused, everything pastes -------------------------------------------------------


@each_language
def test_nothing_typed_is_refused(lang: str) -> None:
    book = openpyxl.load_workbook(io.BytesIO(template("price_book", lang)))
    sheet = book[read_names_of(template("price_book", lang))["cat_prices_name"]]
    rules = sheet.data_validations.dataValidation
    assert len(rules) >= 10
    assert not [rule for rule in rules if rule.showErrorMessage]
    assert all(rule.prompt for rule in rules)


@each_language
@pytest.mark.parametrize(
    "junk", ["*", "??", ">5", "=1+1", "<>", "x" * 400, "'", '"', "~*", -1, 1e300, True, "1,2,3"]
)
def test_junk_makes_no_error(lang: str, junk: object) -> None:
    wild = dict.fromkeys(columns(lang), junk) | {"model": None, "kind": None}
    book = Prices(lang, {"high": 5}, wild, {"high": 6})
    assert book.errors() == []
    assert book["rows"] == 3
    assert book.beside(2)[0] != glossary.label("pass", lang)


def catalog_rows(book: Prices) -> list[list[object]]:
    """The rows to paste."""
    sheet = book.title("catalog_rows")
    return [
        [
            book.cells.get((sheet, f"{house.letter(2 + n)}{TOP + number}"), "")
            for n in range(len(columns(book.lang)))
        ]
        for number in range(1, ROWS + 1)
    ]


@each_language
def test_rows_to_paste_have_the_catalogs_columns_and_words(lang: str) -> None:
    book = Prices(lang, {"high": 6.5, "low": 5}, {"name": None, "high": 9, "gpu": "A100-80G"})
    named, free, blank = (dict(zip(columns(lang), r, strict=True)) for r in catalog_rows(book)[:3])
    assert (named["name"], named["gpu"], named["low"], named["high"]) == ("P1", "A100 80GB", 5, 6.5)
    assert (named["unit"], named["tax"], named["plan"]) == ("card_hour", "incl_tax",
                                                            "pay_as_you_go")  # fmt: skip
    assert (named["date"], named["status"], named["item"]) == ("2026-11-30", "own", "rent")
    assert (free["name"], free["gpu"], free["low"]) == ("P2", "A100 80GB", 9)
    assert set(blank.values()) == {""}


@each_language
def test_a_pasted_row_is_a_price_of_the_quote_at_once(lang: str) -> None:
    """Pasted into the first free row of the quote's price sheet; its id then picks the price."""
    row = catalog_rows(Prices(lang, {"name": "MY-1", "high": 15}))[0]
    quote = template("quote", lang)
    opened = openpyxl.load_workbook(io.BytesIO(quote))
    places = {}
    for column in columns(lang):
        ((sheet, area),) = opened.defined_names[f"cat_prices_{column}"].destinations
        places[column] = sheet, area.replace("$", "")
    shown = len(catalog.table("prices").rows)
    first = int(places["name"][1].split(":")[0].lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ")) + shown
    values: dict[str, object] = {}
    for column, value in zip(columns(lang), row, strict=True):
        sheet, area = places[column]
        letter = area.split(":")[0].rstrip("0123456789")
        assert opened[sheet][f"{letter}{first}"].value is None
        assert opened[sheet][f"{letter}{first}"].protection.locked is False
        values[f"'{sheet}'!{letter}{first}"] = value
    header = {k: glossary.label(v[1], lang) if isinstance(v, tuple) else v
              for k, v in HEADER.items()}  # fmt: skip
    values |= {f"in_{k}": v for k, v in header.items()}
    values |= {"in_gpu": "A100 80GB", "in_cards": 8, "in_rent_hours": 720, "in_price_id": "MY-1"}
    filled = recalculate(fill(quote, values))
    names, cells = read_names(filled), read_values(filled)
    assert cells[names["out_rent_gross"]] == 8 * 720 * 15
    # and its drop-down offers it
    rules = opened[names["in_price_id"][0]].data_validations.dataValidation
    source = next(r.formula1 for r in rules if names["in_price_id"][1] in r.sqref)
    last = int(source.rpartition("$")[2])
    assert last >= first


@each_language
def test_the_command_line_reads_a_price_book(lang: str, tmp_path: Path) -> None:
    path = tmp_path / "price_book.xlsx"
    path.write_bytes(Prices(lang, {"high": 6.5, "low": 5}, {"high": 9, "currency": "USD"}).data)
    found = own.read(path, "", "", "")
    kept = [row for _, row in found.rows]
    assert [(r.gpu, r.low, r.high, r.currency) for r in kept] == [
        ("A100 80GB", 5, 6.5, "CNY"),
        ("A100 80GB", 9, 9, "USD"),
    ]
    assert {(r.unit, r.tax, r.plan, r.date) for r in kept} == {
        ("card_hour", "incl_tax", "pay_as_you_go", "2026-11-30")
    }
    assert not [remark for remark in found.remarks if remark.rejected]


def handed(book: Prices) -> dict[str, object]:
    """The handover row."""
    return dict(handover.read(book.data))


@each_language
def test_one_price_goes_to_the_next_book_by_its_id(lang: str) -> None:
    """Under the shared headings, in words that the next book's drop-downs hold."""
    rows = [
        {"high": 6.5, "low": 5},
        {"name": "NODE", "high": 1500, "unit": "node_day", "cards": 8, "supplier": "甲",
         "plan": "daily", "tax": choice("excl_tax"), "source": "Q-7"},
    ]  # fmt: skip
    row = handed(Prices(lang, *rows, price_id="NODE"))
    words = {f: glossary.label(f, lang) for f in ("node_day", "daily", "excl_tax")}
    assert row == {
        "gpu": "A100 80GB", "node_size": 8, "billing_plan": words["daily"],
        "billing_unit": words["node_day"], "price": 1500, "anchor": words["excl_tax"],
        "currency": "CNY", "supplier": "甲", "quote_date": 46356, "price_source": "Q-7",
    }  # fmt: skip
    first = handed(Prices(lang, *rows, price_id="P1"))
    assert first["price"] == 6.5 and "node_size" not in first  # the high end, and no node


@each_language
def test_what_is_not_stated_or_not_chosen_hands_nothing_over(lang: str) -> None:
    bare = {"high": 6, "tax": None, "plan": None, "supplier": None, "source": "mail"}
    assert set(handed(Prices(lang, bare, price_id="P1"))) == {
        "gpu", "billing_unit", "price", "currency", "quote_date", "price_source",
    }  # fmt: skip
    book = Prices(lang, bare, price_id="P*")
    assert handed(book) == {} and book["status"] == glossary.label("fail", lang)
    assert book.errors() == []


def test_a_budget_takes_the_price_over() -> None:
    row = {"high": 1500, "unit": "node_day", "cards": 8, "tax": choice("excl_tax")}
    carried = handover.carry(Prices("zh", row, price_id="P1").data, template("budget", "en"))
    assert {"gpu", "price", "billing_unit", "anchor", "currency", "supplier"} <= set(carried.taken)
    assert 7.8125 in read_values(carried.book).values()  # per card-hour


@each_language
def test_three_hundred_rows_fit(lang: str) -> None:
    book = Prices(lang, *({"high": 5 + n % 7, "region": f"R{n}"} for n in range(ROWS)))
    assert book["rows"] == ROWS == book["usable"]
    assert book.errors() == []


@pytest.mark.libreoffice
@pytest.mark.slow
def test_other_engines_compute_the_same_price_book(tmp_path: Path) -> None:
    path = tmp_path / "book.xlsx"
    rows = [{"high": p} for p in (5, 6, 7, 8, 40)]
    book = Prices("zh", *rows, {"high": 3, "currency": None}, {"gpu": ">5", "high": "x"},
                  {"high": 6, "date": "2026-08-01", "name": "P1"})  # fmt: skip
    path.write_bytes(book.data)
    for engine in (engines.libreoffice([path])[path], engines.formulon(path)):
        for place, value in book.cells.items():
            assert engines.same(value, engine.get(place, "")), (place, value, engine.get(place))
