"""Own prices into a workbook: free rows are filled, own rows updated, nothing else is touched."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import openpyxl
import pytest
from openpyxl.workbook.defined_name import DefinedName
from typer.testing import CliRunner

from gpucalc.cli import app
from gpucalc.errors import TemplateError
from gpucalc.excel.read import read_values
from gpucalc.excel.recalc import recalculate
from gpucalc.prices import store
from gpucalc.prices.rows import PriceRow
from gpucalc.prices.to_book import apply, plan

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
    CliRunner().invoke(app, call, input="y\n")
    assert read_values(path.read_bytes())[("价格 库", "D3")] == 5
