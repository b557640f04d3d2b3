"""The price book: flags by hand, medians against Python, nothing refused, rows that paste."""

from __future__ import annotations

import datetime
import io
import random
import statistics
import zipfile
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
from workbooks import catalogs, house, price_book
from workbooks.price_book.entries import TOP
from workbooks.price_book.fields import PRINTED, ROWS
from workbooks.words import Words

HERE = Path(price_book.__file__).parent
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


# What is wrong with a row, the flag that tells it, and the state of the row. Each stands in a book
# of its kind together with the others: beside it stands its own problem and no other.
FLAGGED: tuple[tuple[dict[str, object], str, str], ...] = (
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
)


@each_language
@pytest.mark.parametrize("state", ["fail", "incomplete"])
def test_each_flag(lang: str, state: str) -> None:
    words = Words(lang, [HERE])
    cases = [(row, flag) for row, flag, of in FLAGGED if of == state]
    good = [{"high": p} for p in (5, 6, 7, 8)]
    book = Prices(lang, *good, *({"high": 6.5, **row} for row, _ in cases))
    flags = [flag for _, flag in cases]
    counts = {flag: flags.count(flag) for flag in flags}
    assert book.flags() == {k: 2 if k == "same_id" else n for k, n in counts.items()}
    for number, flag in enumerate(flags, 5):
        told = words(f"problem_{flag}")
        assert book.beside(number) == (glossary.label(state, lang), told), flag
    assert book["status"] == glossary.label(state, lang)
    assert book.errors() == []


@each_language
def test_problems_stand_between_their_marks(lang: str) -> None:
    words = Words(lang, [HERE])
    book = Prices(lang, {"high": 6, "currency": None, "date": None, "supplier": None})
    problems = [words(f"problem_{flag}") for flag in ("no_currency", "no_date", "no_source")]
    told = {"zh": "；", "en": "; "}[lang].join(problems)
    assert book.beside(1) == (glossary.label("fail", lang), told)


@each_language
def test_the_same_offer_twice_is_a_repeat(lang: str) -> None:
    """A new date or another supplier is no repeat, another price is one."""
    pairs: list[tuple[dict[str, object], int]] = [
        ({}, 2), ({"high": 7}, 2), ({"date": day("2026-11-01")}, 0), ({"supplier": "T"}, 0),
        ({"region": "X", "region_en": "X"}, 0), ({"plan": choice("monthly")}, 0),
        ({"tax": choice("excl_tax")}, 0),
        # the same card under another of its names, a code instead of a word
        ({"gpu": "A100-80G", "unit": "card_hour", "plan": "pay_as_you_go", "tax": "incl_tax"}, 2),
    ]  # fmt: skip
    rows: list[dict[str, object]] = []
    for number, (change, _) in enumerate(pairs):
        offer: dict[str, object] = {"high": 6, "supplier": f"S{number}"}
        rows += [offer, offer | change]
    book = Prices(lang, *rows)
    told = Words(lang, [HERE])("problem_duplicate")
    found = [told in str(book.beside(n)[1]) for n in range(1, len(rows) + 1)]
    assert [sum(found[i : i + 2]) for i in range(0, len(rows), 2)] == [n for _, n in pairs]
    assert book["duplicate"] == sum(n for _, n in pairs)


@each_language
def test_outside_three_times_the_median(lang: str) -> None:
    """With 5, 7, 7 and 9 the fifth price leaves the median at 7; each case a currency."""
    cases = {
        "CNY": (20.99, 0),
        "USD": (21.01, 1),
        "EUR": (2.34, 0),
        "GBP": (2.33, 1),
        "HKD": (7, 0),
    }
    rows = [
        {"high": p, "currency": currency}
        for currency, (price, _) in cases.items()
        for p in (5, 7, 7, 9, price)
    ]
    assert far(Prices(lang, *rows), lang, 5, len(cases)) == [n for _, n in cases.values()]


@each_language
def test_too_few_of_its_like_are_judged_by_the_catalog(lang: str) -> None:
    """The catalog has the A100 80GB at 10 to 50 a card-hour, and at 5 to 8 without its memory: up
    to 500 and down to 1 lie within ten times. Each case a plan, which the catalog does not ask."""
    cases = {
        "pay_as_you_go": ((6, 60), 0), "daily": ((6, 6, 60), 0), "weekly": ((6, 500), 1),
        "monthly": ((6, 0.5), 0), "yearly_plan": ((6, 0.49), 1), "spot": ((6, 6, 6, 60), 1),
    }  # fmt: skip
    lows = [float(r["low"]) for r in _examples()]
    highs = [float(r["high"]) for r in _examples()]
    rows, wanted = [], []
    for plan, (prices, by_median) in cases.items():
        rows += [{"high": p, "plan": choice(plan)} for p in prices]
        rows += [{"high": None, "name": None, "gpu": None}] * (4 - len(prices))
        inside = [any(lo / 10 <= p <= hi * 10 for lo, hi in zip(lows, highs, strict=True))
                  for p in prices]  # fmt: skip
        wanted.append(by_median if len(prices) >= 4 else inside.count(False))
    assert far(Prices(lang, *rows), lang, 4, len(cases)) == wanted


def far(book: Prices, lang: str, each: int, groups: int) -> list[int]:
    """How many prices are told to be far from their like, of each group of so many rows."""
    told = Words(lang, [HERE])("problem_far")
    found = [told in str(book.beside(n)[1]) for n in range(1, each * groups + 1)]
    assert sum(found) == book["far"]
    return [sum(found[i : i + each]) for i in range(0, len(found), each)]


def _examples() -> list[catalog.Row]:
    rows = catalog.table("prices").rows
    return [r for r in rows if r["gpu"] == "A100 80GB" and r["unit"] == "card_hour"]


@each_language
def test_unlike_prices_are_never_compared(lang: str) -> None:
    """Another unit, plan, currency, tax basis, number of cards, card; an old or an example price.
    With any of them the three cheap ones would be four, whose median tells the dear one."""
    cheap = [{"high": p} for p in (5, 6, 7)]
    dear = [
        {"high": 100, **change}
        for change in ({"plan": choice("monthly")}, {"currency": "USD"}, {"gpu": "H20 96GB"},
                       {"date": day("2026-06-01")}, {"status": choice("example")},
                       {"tax": choice("excl_tax")})
    ]  # fmt: skip
    nodes = {"high": 3000, "unit": choice("node_day"), "cards": 8}
    assert Prices(lang, *cheap, *dear, nodes)["far"] == 0
    assert Prices(lang, *cheap, {"high": 100})["far"] == 1


@each_language
def test_the_limits_are_inputs(lang: str) -> None:
    rows = [*({"high": p} for p in (5, 6, 7, 8, 14)), {"high": 6, "date": day("2026-10-01")}]
    usual = Prices(lang, *rows)
    assert (usual["far"], usual["stale"]) == (0, 0)
    strict = Prices(lang, *rows, far_times=1.5, price_age_limit=30)
    assert (strict["far"], strict["stale"]) == (1, 1)


@each_language
def test_dates_may_be_text(lang: str) -> None:
    book = Prices(lang, {"high": 6, "date": "2026-08-31"}, {"high": 6, "date": "2026-09-01"},
                  {"high": 6, "date": "2026-9-1"}, {"high": 6, "date": "????-??-??"})  # fmt: skip
    assert (book["stale"], book["no_date"]) == (1, 2)
    assert book.errors() == []


# -- medians against Python ----------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(2))
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
            line = [book.cells.get((sheet, f"{c}{row}")) for c in "EHIJK"]
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


@each_language
def test_the_chart_shows_prices_per_card_hour_of_one_currency(lang: str) -> None:
    rows = [
        {"high": 1500, "unit": choice("node_day"), "cards": 8},
        *({"high": p} for p in (5, 7, 8)),
        {"high": 1, "currency": "USD"},
        {"high": 9, "tax": choice("excl_tax"), "gpu": "H20 96GB"},
    ]
    book = Prices(lang, *rows)
    page = {c: v for (sheet, c), v in book.cells.items() if sheet == book.title("charts")}
    head = next(int(c[1:]) for c, v in page.items() if c[0] == "C" and c != "C2" and v)
    words = [glossary.label(w, lang) for w in ("pay_as_you_go", "incl_tax", "excl_tax")]
    lines = [[page.get(f"{c}{head + n}", "") for c in "BCDE"] for n in (1, 2, 3)]
    assert lines == [
        [f"A100 80GB · {words[0]} · {words[1]}", 5, 7, 8],
        [f"H20 96GB · {words[0]} · {words[2]}", 9, 9, 9],
        ["", "", "", ""],
    ]
    assert page[f"F{head + 1}"] == "CNY"
    with zipfile.ZipFile(io.BytesIO(book.data)) as package:
        (name,) = (n for n in package.namelist() if "charts/chart" in n)
        drawn = package.read(name).decode()
    assert "H20 96GB" in drawn and drawn.count("<v>9</v>") == 3


# -- nothing is refused, everything pastes -------------------------------------------------------


@each_language
def test_nothing_typed_is_refused(lang: str) -> None:
    book = openpyxl.load_workbook(io.BytesIO(template("price_book", lang)))
    sheet = book[read_names_of(template("price_book", lang))["cat_prices_name"]]
    rules = sheet.data_validations.dataValidation
    assert len(rules) >= 10
    assert not [rule for rule in rules if rule.showErrorMessage]
    assert all(rule.prompt for rule in rules)


JUNK = ("*", "??", ">5", "=1+1", "<>", "x" * 400, "'", '"', "~*", -1, 1e300, True, "1,2,3")


@each_language
def test_junk_makes_no_error(lang: str) -> None:
    blank: dict[str, object] = {"model": None, "kind": None}
    wild = [dict.fromkeys(columns(lang), junk) | blank for junk in JUNK]
    book = Prices(lang, {"high": 5}, *wild, {"high": 6})
    assert book.errors() == []
    assert book["rows"] == len(JUNK) + 2
    good = glossary.label("pass", lang)
    states = [book.beside(n)[0] for n in range(1, len(JUNK) + 3)]
    assert [n for n, state in enumerate(states) if state == good] == [0, len(JUNK) + 1]


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
def test_rows_that_fail_are_left_out_and_doubtful_ones_told(lang: str) -> None:
    words = Words(lang, [HERE])
    rows = [{"high": 6}, {"high": 7, "currency": None}, {"high": 8, "date": day("2026-01-01")}]
    book = Prices(lang, *rows, price_id="P2")
    handed_over = catalog_rows(book)
    assert [row[columns(lang).index("name")] for row in handed_over[:4]] == ["P1", "", "P3", ""]
    assert set(handed_over[1]) == {""}
    mark = house.letter(2 + len(columns(lang)))
    sheet = book.title("catalog_rows")
    marks = [book.cells.get((sheet, f"{mark}{TOP + n}"), "") for n in range(1, 5)]
    reasons = [words(f"problem_{flag}") for flag in ("no_currency", "stale")]
    assert marks == [
        "", words("row_left_out") + reasons[0], words("row_doubtful") + reasons[1], "",
    ]  # fmt: skip
    said = words("catalog_rows_count", rows=2, out=1)
    assert book.cells[sheet, "B4"] == said
    assert handed(book) == {}  # nor is it handed over alone
    assert handed(Prices(lang, *rows, price_id="P3"))["price"] == 8


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


def test_three_hundred_rows_fit_and_those_not_printed_are_told() -> None:
    book = Prices("zh", *({"high": 5 + n % 7, "region_en": f"R{n}"} for n in range(ROWS)))
    assert book["rows"] == ROWS == book["usable"]
    assert book.errors() == []
    told = Words("zh", [HERE])("rows_unprinted", printed=PRINTED)
    assert book.cells[book.sheet, "B3"] == told
    assert read_values(template("price_book", "zh")).get((book.sheet, "B3"), "") == ""


@each_language
def test_a_sheet_of_prices_prints_a_page(lang: str) -> None:
    """Own prices, rows to paste and row checks: headings and the first rows, in any program."""
    book = openpyxl.load_workbook(io.BytesIO(template("price_book", lang)))
    for field in ("price_rows", "catalog_rows", "row_checks"):
        sheet = book[glossary.label(field, lang)]
        printed = str(sheet.print_area).replace("$", "").rpartition("!")[2]
        assert printed.startswith("A1:") and printed.endswith(str(TOP + PRINTED)), field


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
