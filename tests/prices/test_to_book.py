"""Own prices into a workbook: free rows are filled, own rows updated, nothing else is touched."""

from __future__ import annotations

import io
import zipfile
from functools import lru_cache
from pathlib import Path

import openpyxl
import pytest
from openpyxl.workbook.defined_name import DefinedName
from typer.testing import CliRunner, Result

from gpucalc import glossary
from gpucalc.cli import app
from gpucalc.errors import InputError, TemplateError
from gpucalc.excel.book import Book
from gpucalc.excel.fill import fill
from gpucalc.excel.read import read_names, read_values
from gpucalc.excel.recalc import recalculate
from gpucalc.prices import store
from gpucalc.prices.rows import PriceRow
from gpucalc.prices.to_book import apply, plan
from tests.workbooks.books import LANGUAGES, day, template

SHOWN = ("name", "gpu", "low", "high", "unit", "currency", "date", "kind")


def book(free: int = 2) -> bytes:
    """A price sheet with one example row and free rows, a formula over it, and a frozen price."""
    made = openpyxl.Workbook()
    sheet = made.active
    assert sheet is not None
    sheet.title = "价格 库"
    sheet.append(SHOWN)
    sheet.append(["EX-1", "L4", 2.0, 3.0, "card_hour", "CNY", "not_stated", "row"])
    last = 2 + free
    for place, column in enumerate(SHOWN):
        letter = chr(ord("A") + place)
        name = f"cat_prices_{column}"
        where = f"'价格 库'!${letter}$2:${letter}${last}"
        made.defined_names[name] = DefinedName(name, attr_text=where)
    other = made.create_sheet("预算")
    other["A1"] = "=SUM(cat_prices_high)"
    other["A2"] = 3.0  # a price frozen at approval
    out = io.BytesIO()
    made.save(out)
    return recalculate(out.getvalue())


def offer(name: str, price: float) -> PriceRow:
    return PriceRow("L40S", price, price, supplier="甲", date="2026-11-01", name=name)


def test_free_rows_are_filled_and_own_rows_updated() -> None:
    first = apply(book(), plan(book(), [offer("OWN-0001", 5)]).changes)
    values = read_values(first)
    assert [values[("价格 库", f"{c}3")] for c in "ABCD"] == ["OWN-0001", "L40S", 5, 5]
    assert values[("预算", "A1")] == 8
    again = plan(first, [offer("OWN-0001", 6)])
    assert {(c.address, c.before, c.after) for c in again.changes} == {("C3", 5, 6), ("D3", 5, 6)}
    assert read_values(apply(first, again.changes))[("预算", "A1")] == 9


def test_a_second_run_changes_nothing() -> None:
    first = apply(book(), plan(book(), [offer("OWN-0001", 5)]).changes)
    assert plan(first, [offer("OWN-0001", 5)]).changes == ()
    assert apply(first, ()) == first


def test_frozen_prices_and_every_other_part_stay() -> None:
    before, after = book(), apply(book(), plan(book(), [offer("OWN-0001", 5)]).changes)
    assert read_values(after)[("预算", "A2")] == 3
    with zipfile.ZipFile(io.BytesIO(before)) as a, zipfile.ZipFile(io.BytesIO(after)) as b:
        changed = {n for n in a.namelist() if a.read(n) != b.read(n)}
    assert changed == {"xl/worksheets/sheet1.xml", "xl/worksheets/sheet2.xml"}


def test_rows_without_room_are_told() -> None:
    planned = plan(book(free=1), [offer("OWN-0001", 5), offer("OWN-0002", 6)])
    assert [r.name for r in planned.left_out] == ["OWN-0002"]


def test_a_book_without_a_price_sheet_is_refused() -> None:
    empty = io.BytesIO()
    openpyxl.Workbook().save(empty)
    with pytest.raises(TemplateError, match="no price sheet"):
        plan(empty.getvalue(), [])


def test_the_command_shows_the_difference_before_it_asks(tmp_path: Path) -> None:
    store.merge(tmp_path, [offer("", 5)])
    path = tmp_path / "预算 书.xlsx"
    before = book()
    path.write_bytes(before)
    call = ["--lang", "en", "catalog", "to-book", str(path), "--catalog", str(tmp_path)]
    refused = CliRunner().invoke(app, call, input="n\n")
    assert "D3:  -> 5" in refused.output and path.read_bytes() == before
    assert [p.name for p in tmp_path.glob("*.xlsx")] == [path.name]
    CliRunner().invoke(app, call, input="y\n")
    assert read_values(path.read_bytes())[("价格 库", "D3")] == 5
    assert (tmp_path / "预算 书.bak.xlsx").read_bytes() == before


def test_what_a_book_was_is_kept_and_another_file_leaves_it_alone(tmp_path: Path) -> None:
    prices, before = tmp_path / "own", book()
    store.merge(prices, [offer("", 5)])
    path, out = tmp_path / "b.xlsx", tmp_path / "new.xlsx"
    path.write_bytes(before)

    def run(*more: str) -> Result:
        call = ["--lang", "en", "catalog", "to-book", str(path), "--catalog", str(prices)]
        return CliRunner().invoke(app, [*call, *more])

    made = run("-o", str(out))
    assert made.exit_code == 0 and "D3:  -> 5" in made.output, made.output
    assert path.read_bytes() == before
    assert read_values(out.read_bytes())[("价格 库", "D3")] == 5
    out.write_bytes(b"mine")
    assert run("-o", str(out)).exit_code != 0 and out.read_bytes() == b"mine"
    assert run("-o", str(path)).exit_code != 0 and path.read_bytes() == before
    assert run("-o", str(out), "--force").exit_code == 0 and out.read_bytes() != b"mine"
    # in place: each earlier state under a name of its own, whatever stands there
    (tmp_path / "b.bak.xlsx").write_bytes(b"older")
    told = run("--yes")
    assert told.exit_code == 0 and "b.bak2.xlsx" in told.output
    assert (tmp_path / "b.bak.xlsx").read_bytes() == b"older"
    assert (tmp_path / "b.bak2.xlsx").read_bytes() == before
    assert "0 cells change" in run("--yes").output  # and no third
    assert sorted(p.name for p in tmp_path.glob("b.*")) == ["b.bak.xlsx", "b.bak2.xlsx", "b.xlsx"]


@pytest.mark.parametrize("words", [("-o", "BOOK stays", "bak"), ("原文件不动", "修改前")])
def test_the_help_says_what_is_written(words: tuple[str, ...]) -> None:
    said = CliRunner().invoke(app, ["catalog", "to-book", "--help"], env={"COLUMNS": "400"}).output
    assert all(word in said for word in words), said


# -- a price book --------------------------------------------------------------------------------


@lru_cache
def price_book(lang: str) -> bytes:
    """A price book with a row of one's own that has no id, and one with id and date."""
    blank = template("price_book", lang)
    sheet = _sheet(blank)
    values = {f"'{sheet}'!{c}6": v for c, v in zip("DFGI", ("L4", 5, "card_hour", "CNY"),
                                                   strict=True)}  # fmt: skip
    words = glossary.label("card_hour", lang), "CNY", glossary.label("incl_tax", lang)
    mine = ("MINE", "L40S", 7, *words, day("2026-11-01"), "own")
    values |= {f"'{sheet}'!{c}7": v for c, v in zip("BDFGIJKP", mine, strict=True)}
    return recalculate(fill(blank, values))


def _sheet(data: bytes) -> str:
    opened = Book.open(data)
    located = opened.area(next(n for n in opened.names if n.name == "cat_prices_name"))
    assert located is not None
    return located[0].name


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_price_book_is_filled_in_its_own_words(lang: str) -> None:
    before = price_book(lang)
    found = PriceRow("A100 80GB", 6, 6.5, tax="incl_tax", plan="monthly", supplier="甲",
                     date="2026-11-02", name="OWN-0001")  # fmt: skip
    after = apply(before, plan(before, [found]).changes)
    sheet = _sheet(after)
    cells = {a: v for (s, a), v in read_values(after).items() if s == sheet}
    labels = [glossary.label(f, lang) for f in ("card_hour", "incl_tax", "monthly")]
    row = {str(v): a for a, v in cells.items() if a.endswith("8") and len(a) == 2}
    assert {"OWN-0001", "A100 80GB", "甲", *labels} <= set(row)
    assert "not_stated" not in row and "card_hour" not in row
    assert (cells["D6"], cells["B7"]) == ("L4", "MINE")  # what stood there stays, id or not
    assert read_values(after)[read_names(after)["out_usable"]] >= 1
    assert plan(after, [found]).changes == ()
    with zipfile.ZipFile(io.BytesIO(before)) as a, zipfile.ZipFile(io.BytesIO(after)) as b:
        changed = {n for n in a.namelist() if a.read(n) != b.read(n)}
    assert all(n.startswith("xl/worksheets/sheet") or n == "xl/calcChain.xml" for n in changed)


def test_a_date_and_a_word_that_say_the_same_are_no_difference(tmp_path: Path) -> None:
    path = tmp_path / "价格库.xlsx"
    path.write_bytes(price_book("zh"))
    same = next(r for r in store.load(path) if r.name == "MINE")
    changes = plan(path.read_bytes(), [same]).changes
    assert not {"date", "unit", "tax", "high", "gpu"} & {c.column for c in changes}


def test_prices_may_be_kept_in_a_price_book(tmp_path: Path) -> None:
    """A new price gets a row of its own; the same one is there already; ids never stand twice."""
    path = tmp_path / "价格库.xlsx"
    path.write_bytes(price_book("zh"))
    offers = tmp_path / "offers.csv"
    head = "gpu,price,unit,currency,supplier,date\n"
    offers.write_text(head + "L4,5.5,card_hour,CNY,A,2026-11-03\n", encoding="utf-8")
    call = ["--lang", "en", "catalog", "import", str(offers), "--format", "csv", "--catalog"]
    done = CliRunner().invoke(app, [*call, str(path)])
    assert done.exit_code == 0 and "1 added" in done.output, done.output
    assert "1 already there" in CliRunner().invoke(app, [*call, str(path)]).output
    offers.write_text(head + "L4,5.6,card_hour,CNY,A,2026-11-20\n", encoding="utf-8")
    assert "1 added" in CliRunner().invoke(app, [*call, str(path)]).output
    kept = [(r.name, r.gpu, r.high, r.date) for r in store.load(path)]
    assert kept == [
        ("ROW-6", "L4", 5, "not_stated"), ("MINE", "L40S", 7, "2026-11-01"),
        ("OWN-0001", "L4", 5.5, "2026-11-03"), ("OWN-0002", "L4", 5.6, "2026-11-20"),
    ]  # fmt: skip


def test_a_price_book_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="not there"):
        store.merge(tmp_path / "none.xlsx", [offer("", 5)])


@pytest.mark.parametrize(("name", "lang"), [("quote", "en"), ("compare", "zh")])
def test_templates_with_a_price_sheet_take_own_prices(name: str, lang: str) -> None:
    """The next free row below the shipped examples; every other part but sheets stays."""
    blank = template(name, lang)
    filled = apply(blank, plan(blank, [offer("OWN-0001", 5)]).changes)
    sheet = _sheet(blank)
    values = [v for (where, _), v in read_values(filled).items() if where == sheet]
    assert "OWN-0001" in values and "card_hour" in values
    assert plan(filled, [offer("OWN-0001", 5)]).changes == ()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_frozen_prices_of_a_budget_are_never_touched(lang: str) -> None:
    """Own prices join those that its price is held against; what was frozen stays as it is."""
    blank = template("budget", lang)
    planned = plan(blank, [offer("OWN-0001", 5)])
    assert {c.sheet for c in planned.changes} == {_sheet(blank)}
    filled, frozen = apply(blank, planned.changes), glossary.label("frozen_prices", lang)
    before, after = (
        {at: v for at, v in read_values(data).items() if at[0] == frozen}
        for data in (blank, filled)
    )
    assert before and before == after


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_book_whose_price_is_an_input_says_so(lang: str) -> None:
    with pytest.raises(TemplateError) as told:
        plan(template("rent_vs_buy", lang), [offer("OWN-0001", 5)])
    assert "price is an input" in told.value.en and "参数" in told.value.zh


@pytest.mark.parametrize(
    ("page", "lang", "offers"),
    [
        ("README.md", "en", "gpu,price,unit,currency\nL4,5,card_hour,CNY\n"),
        ("README.zh.md", "zh", "显卡型号,单价,计量单位,币种\nL4,5,卡时,CNY\n"),
    ],
)
def test_the_readme_s_calls_work(
    page: str, lang: str, offers: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Import without --format, list, and into a quote under another name; as the page has it."""
    text = (Path(__file__).parents[2] / page).read_text(encoding="utf-8")
    calls = [
        line.partition("#")[0].split()[1:]
        for line in text.splitlines()
        if line.startswith("    gpucalc catalog ")
    ]
    assert [call[1] for call in calls] == ["import", "list", "to-book"]
    monkeypatch.chdir(tmp_path)
    sheet = openpyxl.Workbook()
    for line in offers.splitlines():
        sheet.active.append([float(c) if c.isdigit() else c for c in line.split(",")])
    sheet.save(calls[0][2])
    Path(calls[2][2]).write_bytes(template("quote", lang))
    for call in calls:
        done = CliRunner().invoke(app, ["--lang", lang, *call])
        assert done.exit_code == 0, (call, done.output)
    assert "OWN-0001" in read_values(Path(calls[2][-1]).read_bytes()).values()
