"""The 24 requests of examples/ become quotes: the main job, checked figure by figure.

What each quote must say is worked out here from the request and the library's functions, on a path
that shares nothing with the template but those functions; the stories' amounts are by hand.
"""

from __future__ import annotations

import csv
import datetime
import itertools
import math
import re
import shutil
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import openpyxl
import pandas as pd
import pytest
import python_calamine
from openxml_audit import OpenXmlValidator

from gpucalc import batch, catalog, edge, glossary, registry, requests, resources
from gpucalc.excel import pdf
from gpucalc.excel.fill import fill, read_cells, read_names
from gpucalc.excel.recalc import recalculate
from tests import engines

EXAMPLES = Path(__file__).parents[1] / "examples"
AS_OF = datetime.date(2026, 11, 30)
ROWS = list(
    csv.DictReader((EXAMPLES / "requests.csv").read_text(encoding="utf-8-sig").splitlines())
)
IDS = [f"{n}-{row['project'][:16]}" for n, row in enumerate(ROWS, start=2)]


@pytest.fixture(scope="module")
def result(tmp_path_factory: pytest.TempPathFactory) -> batch.BatchResult:
    """The batch over examples/requests.csv, from a copy in a folder with a space and Chinese."""
    folder = tmp_path_factory.mktemp("示例 examples")
    shutil.copy(EXAMPLES / "requests.csv", folder)
    templates = batch.load("quote", "zh")
    table = requests.read(folder / "requests.csv", templates.fields)
    return batch.run(table, templates, lang="zh", out=folder / "报价 out", as_of=AS_OF)


@pytest.fixture(scope="module")
def figures(result: batch.BatchResult) -> list[dict[str, object]]:
    """The named inputs and results of each quote, as openpyxl reads their stored values."""
    return [named(path) for path in result.written]


def named(path: Path) -> dict[str, object]:
    book = openpyxl.load_workbook(path, data_only=True, read_only=True)
    found: dict[str, object] = {}
    sheets: dict[str, list[tuple[object, ...]]] = {}
    for name, (sheet, cell) in read_names(path.read_bytes()).items():
        if name.startswith(("in_", "out_")):
            if sheet not in sheets:
                sheets[sheet] = list(book[sheet].iter_rows(values_only=True))
            row, column = openpyxl.utils.cell.coordinate_to_tuple(cell)
            found[name] = sheets[sheet][row - 1][column - 1]
    book.close()
    return found


def excel(name: str, *args: object) -> Any:
    """A worksheet function of the library, as a cell would call it."""
    value = edge.call(registry.blocks()[name.lower()], *args)
    assert isinstance(value, float | int | str), value
    return value


def expected(row: Mapping[str, str]) -> dict[str, float]:
    """What the quote of a request must say, from the request and the library's functions."""
    given: dict[str, Any] = {name: text or None for name, text in row.items()}
    method = {"pre_training": "pretrain", "full_fine_tuning": "full"}
    kind = glossary.field_of(given["method"] or "") or "pretrain"
    kind = method.get(kind, kind)
    params, active = given["params"], None
    if given["model_name"]:
        model = catalog.table("models").row(given["model_name"])
        assert model is not None
        params, active = model["params"], model["active_params"]
    node = given["node_size"] or 1
    cards = given["cards"] or excel(
        "GPU_CARDS", params, given["tokens"], given["gpu"], given["days"], given["mfu"],
        given["hours_per_day"], given["buffer"], given["epochs"], kind, node, None, True, active,
    )  # fmt: skip
    cards = float(cards)
    plan = glossary.field_of(given["billing_plan"] or "") or "pay_as_you_go"
    if plan == "pay_as_you_go":
        hours = given["rent_hours"] or excel(
            "RESERVED_HOURS",
            excel("TRAIN_HOURS", params, given["tokens"], given["gpu"], cards, given["mfu"], None,
                  given["epochs"], kind, active),
            given["reserve"],
        )  # fmt: skip
        hours = excel("BILLED_HOURS", hours, given["billing_step"] or 1, given["min_hours"])
    else:
        if given["start_date"]:
            start, end = given["start_date"], given["end_date"]
            days = excel("RENTAL_DAYS", day(start), day(end))
        else:
            days = math.ceil(float(str(given["days"] or 0).rstrip("天")))
        months = float(given["rent_months"] or math.ceil(days / 30))
        hours = months * 720 if plan == "monthly" else days * 24
    unit = glossary.field_of(given["billing_unit"] or "") or "card_hour"
    price = given["price"]
    if price is None:
        price_row = catalog.table("prices").row(given["price_id"])
        assert price_row is not None
        price, unit = price_row["high"], str(price_row["unit"])
    count = math.ceil(cards / float(node)) if unit.startswith("node") else cards
    hours_in = {"hour": 1, "day": 24, "month": 720}[unit.rsplit("_", 1)[1]]
    if isinstance(price, str):
        price = price.removesuffix("元/卡时")
    rent = excel("RENT_COST", count, math.ceil(hours / hours_in) if hours_in > 1 else hours,
                 price, given["discount"])  # fmt: skip
    rates = catalog.table("tax")
    category = rates.row(given["tax_category"] or "compute and cloud services")
    assert category is not None
    rate = given["tax_rate"] or category["rate"]
    includes = glossary.field_of(given["anchor"] or "incl_tax") == "incl_tax"
    lines = [(rent, rate, includes)]
    for line, usual in (("storage", "storage and value-added telecom"), ("bandwidth", "bandwidth"),
                        ("service", "technical services")):  # fmt: skip
        if given.get(f"{line}_price"):
            periods = given.get(f"{line}_periods") or 1
            amount = excel("RENT_COST", given[f"{line}_quantity"], periods, given[f"{line}_price"])
            # A line that says nothing of tax follows the rent; abroad its rate too.
            usually = rate if given["currency"] else (rates.row(usual) or {})["rate"]
            lines.append((amount, usually, includes))
    tax = sum(excel("TAX_AMOUNT", *line) for line in lines)
    net = sum(a - excel("TAX_AMOUNT", a, r, True) if i else a for a, r, i in lines)
    return {
        "cards": cards, "billed_hours": hours, "net": round(net, 2), "tax": round(tax, 2),
        "gross": round(net + tax, 2),
    }  # fmt: skip


def day(text: str) -> datetime.date:
    return datetime.date(
        *(int(p) for p in text.replace("年", "-").replace("月", "-").strip("日").split("-"))
    )


def test_every_request_becomes_a_quote(result: batch.BatchResult) -> None:
    assert result.problems == ()
    assert len(result.written) == len(ROWS) == 24
    folder = result.index.parent
    assert sorted(folder.iterdir()) == sorted([*result.written, result.index])


@pytest.mark.parametrize("number", range(24), ids=IDS)
def test_the_quote_says_what_the_functions_say(
    number: int, figures: list[dict[str, object]]
) -> None:
    want = expected(ROWS[number])
    got = {name: figures[number][f"out_{name}"] for name in want}
    assert got == pytest.approx(want, rel=1e-9)


def assumed_mfu(row: Mapping[str, str]) -> bool:
    """Whether a quote rests on an MFU for which the catalog knows no published run."""
    if row["mfu"] or row["cards"]:
        return False
    card = catalog.table("gpus").row(row["gpu"])
    method = catalog.table("methods").row(row["method"])
    assert card is not None and method is not None
    known = catalog.table("mfu").row(f"{card['family']}|{method['model']}")
    return known is None or known["status"] == "assumed"


@pytest.mark.parametrize("number", range(24), ids=IDS)
def test_the_status_says_whether_something_is_missing(
    number: int, figures: list[dict[str, object]]
) -> None:
    status = str(figures[number]["out_status"])
    row = ROWS[number]
    open_points = not row["price"] or assumed_mfu(row)
    assert glossary.field_of(status) == ("incomplete" if open_points else "pass"), status


def quote_of(figures: list[dict[str, object]], project: str) -> dict[str, object]:
    (number,) = [n for n, row in enumerate(ROWS) if row["project"].startswith(project)]
    return figures[number]


# project, cards, billed hours, net, tax, gross, amount in words: by hand, from the stories
STORIES = [
    (
        "13B 预训练，按卡时",
        120,
        232,
        170716.98,
        10243.02,
        180960.00,
        "人民币壹拾捌万零玖佰陆拾元整",
    ),
    ("13B 预训练，按整机包天", 120, 240, 212264.15, 12735.85, 225000.00, "人民币贰拾贰万伍仟元整"),
    ("7B 微调，五天，已有", 3, 75, 8490.57, 509.43, 9000.00, "人民币玖仟元整"),
    ("7B 微调，五天，包天", 3, 120, 13584.91, 815.09, 14400.00, "人民币壹万肆仟肆佰元整"),
    ("训练集群包月与存储", 8, 720, 57433.96, 3446.04, 60880.00, "人民币陆万零捌佰捌拾元整"),
    ("单卡试用 60 小时", 1, 60, 943.42, 56.60, 1000.02, "人民币壹仟元零贰分"),
    ("64 卡正式训练期跨年", 64, 168, 65932.08, 3955.92, 69888.00, "人民币陆万玖仟捌佰捌拾捌元整"),
]


@pytest.mark.parametrize("story", STORIES, ids=[story[0] for story in STORIES])
def test_the_stories(story: tuple[Any, ...], figures: list[dict[str, object]]) -> None:
    project, cards, hours, net, tax, gross, words = story
    quote = quote_of(figures, project)
    got = [quote[f"out_{n}"] for n in ("cards", "billed_hours", "net", "tax", "gross")]
    assert got == pytest.approx([cards, hours, net, tax, gross], abs=1e-9)
    assert quote["out_amount_in_words"] == words


def test_more_of_the_stories(figures: list[dict[str, object]]) -> None:
    assert quote_of(figures, "13B 预训练，留 20%")["out_cards"] == 152
    owned = quote_of(figures, "7B 微调，五天，已有")
    assert owned["out_gap"] == 2
    assert owned["out_train_hours"] == pytest.approx(74.7863, abs=1e-4)
    assert owned["out_deadline_ratio"] == pytest.approx(0.935, abs=5e-4)
    cluster = quote_of(figures, "训练集群包月与存储")
    assert cluster["out_valid_until"] == datetime.datetime(2026, 12, 15)
    assert quote_of(figures, "64 卡正式")["out_rental_days"] == 7


def test_the_index_repeats_the_quotes(
    result: batch.BatchResult, figures: list[dict[str, object]]
) -> None:
    frame = pd.read_excel(
        result.index, header=3, nrows=24, keep_default_na=False, engine="openpyxl"
    )
    for field in ("cards", "net", "tax", "gross", "currency"):
        want = [quote[f"out_{field}"] for quote in figures]
        assert list(frame[glossary.label(field, "zh")]) == want
    currencies = {str(q["out_currency"]) for q in figures}
    assert {"CNY", "USD", "EUR", "SGD", "HKD"} == currencies
    sheet = python_calamine.CalamineWorkbook.from_path(result.index).get_sheet_by_index(0)
    totals = {(str(r[7]), str(r[11])): r for r in sheet.to_python()[28:] if r[7]}
    assert {currency for currency, _ in totals} == currencies
    assert sum(int(float(str(row[5]))) for row in totals.values()) == len(figures) == 24
    for (currency, state), row in totals.items():  # never a total over quotes of two states
        words = glossary.label(glossary.field_of(state) or "", "en"), state
        of = [q for q in figures if q["out_currency"] == currency and q["out_status"] in words]
        assert row[5] == len(of)
        for column, field in ((8, "net"), (9, "tax"), (10, "gross")):
            assert row[column] == pytest.approx(sum(float(str(q[f"out_{field}"])) for q in of))


def test_every_formula_cell_carries_a_value(result: batch.BatchResult) -> None:
    for path in (*result.written, result.index):
        assert engines.without_value(path) == [], path.name


def test_other_readers_see_the_totals(
    result: batch.BatchResult, figures: list[dict[str, object]]
) -> None:
    for path, quote in zip(result.written, figures, strict=True):
        sheet, cell = read_names(path.read_bytes())["out_gross"]
        row, column = openpyxl.utils.cell.coordinate_to_tuple(cell)
        frame = pd.read_excel(path, sheet_name=sheet, header=None, engine="openpyxl")
        assert frame.iloc[row - 1, column - 1] == quote["out_gross"]
        book = python_calamine.CalamineWorkbook.from_path(path)
        rows = book.get_sheet_by_name(sheet).to_python(skip_empty_area=False)
        assert rows[row - 1][column - 1] == quote["out_gross"]


@pytest.mark.slow
def test_strict_validation_finds_nothing(result: batch.BatchResult) -> None:
    for path in (*result.written, result.index):
        found = OpenXmlValidator().validate(path)
        faults = [
            e for e in found.errors if str(getattr(e.severity, "value", e.severity)) == "error"
        ]
        assert found.is_valid and faults == [], (path.name, faults)


def test_parts_that_need_no_change_are_the_templates(result: batch.BatchResult) -> None:
    changed_in = set()
    for path, row in zip(result.written, ROWS, strict=True):
        template = resources.template("quote", row["lang"])
        with zipfile.ZipFile(template) as old, zipfile.ZipFile(path) as new:
            assert old.namelist() == new.namelist()
            changed = {n for n in old.namelist() if old.read(n) != new.read(n)}
        # a chart carries the points of its cells, for viewers that do not compute
        parts = ("xl/worksheets/sheet", "xl/charts/chart")
        assert all(n.startswith(parts) for n in changed), changed
        changed_in |= changed
    assert changed_in


@pytest.mark.libreoffice
@pytest.mark.slow
def test_libreoffice_computes_the_same_in_every_cell(result: batch.BatchResult) -> None:
    books = [*result.written, result.index]
    computed = engines.libreoffice(books, timeout=900)
    compared = 0
    for path in books:
        differences = []
        for at, (formula, stored) in engines.cells(path).items():
            if formula is None:
                continue
            ours, theirs = plain(stored), plain(computed[path].get(at))
            compared += 1
            if not same(ours, theirs):
                differences.append((at, formula, ours, theirs))
        assert differences == [], (path.name, len(differences), differences[:5])
    assert compared > 1000


def plain(value: object) -> object:
    # LibreOffice writes TRUE as 1 in some cells and leaves an empty text out.
    if value is None:
        return ""
    return float(value) if isinstance(value, bool | int | float) else value


def same(ours: object, theirs: object) -> bool:
    if isinstance(ours, float) and isinstance(theirs, float):
        return math.isclose(ours, theirs, rel_tol=1e-9, abs_tol=1e-9)
    return ours == theirs


@pytest.mark.libreoffice
@pytest.mark.slow
def test_each_quote_becomes_a_pdf_of_its_page(result: batch.BatchResult, tmp_path: Path) -> None:
    books = [Path(shutil.copy(path, tmp_path)) for path in result.written]
    made = pdf.convert(books)
    assert list(made) == books
    for path in made.values():
        content = path.read_bytes()
        assert content.startswith(b"%PDF")
        # Costs, scenarios and checks stay with the seller.
        assert len(re.findall(rb"/Type\s*/Page\b", content)) == 1, path.name


INJECTIONS = ("=cmd|'/c calc'!A1", "+1+1", "@SUM(1)", "-1", "<b>&\"'_x0041_", "#REF!")


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_user_text_never_becomes_a_formula_in_the_quote(lang: str) -> None:
    template = resources.template("quote", lang).read_bytes()
    before = {at: cell.formula for at, cell in read_cells(template).items() if cell.formula}
    names = [name for name in read_names(template) if name.startswith("in_")]
    given = dict(zip(names, itertools.cycle(INJECTIONS), strict=False))
    book = recalculate(fill(template, given))
    cells, places = read_cells(book), read_names(book)
    for name, text in given.items():
        assert (cells[places[name]].value, cells[places[name]].formula) == (text, None), name
    assert {at: cell.formula for at, cell in cells.items() if cell.formula} == before


def test_the_file_of_mistakes_reports_each_by_row(tmp_path: Path) -> None:
    templates = batch.load("quote", "zh")
    table = requests.read(EXAMPLES / "requests_errors.csv", templates.fields)
    result = batch.run(table, templates, lang="zh", out=tmp_path, as_of=AS_OF)
    assert [(p.row, p.column, p.value) for p in result.problems] == [
        (3, "显卡型号", "A100 80GX"), (4, "卡数", "5-8"), (5, "报价编号", "E-003"),
        (6, "单价", "1500元/台周"), (7, "计费方式", "包周"), (7, "租期起始日", "2026-11-31"),
        (7, "降价比例", "1.2"),
    ]  # fmt: skip
    assert len(result.written) == 1
    assert named(result.written[0])["out_gross"] == 8 * 240 * 5.2
