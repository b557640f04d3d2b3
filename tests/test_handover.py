"""The handover row: its headings, reading it, carrying it, and as a table of requests."""

from __future__ import annotations

import csv
import datetime
from pathlib import Path

import pytest
from typer.testing import CliRunner

from gpucalc import batch, glossary, handover, requests, resources
from gpucalc.cli import app
from gpucalc.errors import TemplateError
from gpucalc.excel.fill import fill, read_names, read_values
from gpucalc.excel.recalc import recalculate
from gpucalc.tables import UnreadableTable

LANGUAGES = ("en", "zh")


def sized(lang: str) -> bytes:
    """A sizing that needs 116 cards for 240 hours."""
    job = {
        "in_params": 13e9, "in_tokens": 2e11, "in_gpu": "A100 80GB", "in_days": 10, "in_mfu": 0.5,
        "in_method": "pretrain", "in_project": "P",
    }  # fmt: skip
    return recalculate(fill(resources.template("sizing", lang).read_bytes(), job))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_heading_is_understood(lang: str) -> None:
    assert len(set(handover.FIELDS)) == len(handover.FIELDS)
    for field in handover.FIELDS:
        assert glossary.field_of(glossary.label(field, lang)) == field


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_a_book_hands_over_is_read_by_field(lang: str) -> None:
    row = handover.read(sized(lang))
    assert (row["cards"], row["gpu"], row["project"]) == (116, "A100 80GB", "P")
    assert row["tokens"] == 2e11 and row["mfu"] == 0.5
    assert "supplier" not in row


def test_a_book_without_a_row_or_with_nothing_in_it_is_refused() -> None:
    empty = resources.template("sizing", "en").read_bytes()
    with pytest.raises(TemplateError, match="blank"):
        handover.carry(empty, empty)
    plain = resources.template("quote", "en").read_bytes()
    if handover.ROW not in read_names(plain):
        with pytest.raises(TemplateError, match="out_handover_row"):
            handover.read(plain)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_row_is_a_request_of_another_template(lang: str, tmp_path: Path) -> None:
    """Saved with its headings it is a table for a batch; what the quote lacks is left out."""
    row = handover.read(sized(lang))
    table = tmp_path / "row.csv"
    with table.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow([glossary.label(f, lang) for f in handover.FIELDS])
        writer.writerow([row.get(f, "") for f in handover.FIELDS])
    templates = batch.load("quote", lang)
    loaded = requests.read(table, templates.fields)
    assert loaded.requests[0].problems == ()
    assert "train_hours" not in loaded.columns and "cards" in loaded.columns
    result = batch.run(
        loaded, templates, lang=lang, out=tmp_path / "out", as_of=datetime.date(2026, 11, 30)
    )
    assert result.ok, result.problems
    book = result.written[0].read_bytes()
    assert read_values(book)[read_names(book)["out_cards"]] == 116


def test_only_the_whole_list_may_be_read_in_part(tmp_path: Path) -> None:
    """A heading of the list alone is still a heading that a template does not know."""
    table = tmp_path / "row.csv"
    table.write_text("gpu,train_hours\nA100 80GB,5\n", encoding="utf-8")
    with pytest.raises(UnreadableTable, match="train_hours"):
        requests.read(table, batch.load("quote", "en").fields)


def quoted(lang: str) -> bytes:
    """8 cards for 100 hours at 6.50, 5,200.00; bandwidth 100 x 30 x 2 months before tax of 9 %,
    6,540.00; service 5,000.00 less 10 %, 4,500.00; 3 person-days of 100.00."""
    values = {
        "gpu": "A100 80GB", "cards": 8, "rent_hours": 100, "price": 6.5,
        "anchor": glossary.label("incl_tax", lang), "bandwidth_quantity": 100,
        "bandwidth_periods": 2, "bandwidth_price": 30,
        "bandwidth_anchor": glossary.label("excl_tax", lang), "service_quantity": 1,
        "service_price": 5000, "service_discount": "10%", "extra_a_item": "Cleaning",
        "extra_a_quantity": 3, "extra_a_price": 100, "quote_no": "Q-1",
    }  # fmt: skip
    named = {f"in_{field}": value for field, value in values.items()}
    return recalculate(fill(resources.template("quote", lang).read_bytes(), named))


def result(book: bytes, name: str) -> object:
    return read_values(book).get(read_names(book)[name], "")


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("into", LANGUAGES)
def test_a_quote_from_a_quote_keeps_its_lines(lang: str, into: str) -> None:
    source = quoted(lang)
    assert result(source, "out_gross") == 5200 + 6540 + 4500 + 300
    carried = handover.carry(source, resources.template("quote", into).read_bytes())
    assert result(carried.book, "out_gross") == 16540
    assert result(carried.book, "in_extra_a_item") == "Cleaning"
    assert result(carried.book, "in_bandwidth_anchor") == glossary.label("excl_tax", into)
    assert "bandwidth_price" in carried.taken
    assert not {"bandwidth_price", "service_price"} & {*carried.left, *carried.asked}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_lines_that_another_book_counts_otherwise_are_named(lang: str, tmp_path: Path) -> None:
    """A budget has no discount of a line and no service line: none is taken over in silence."""
    source, target = tmp_path / "quote.xlsx", tmp_path / "budget.xlsx"
    source.write_bytes(quoted(lang))
    command = ["--lang", lang, "new", "budget", "--from", str(source), "-o", str(target)]
    done = CliRunner().invoke(app, command)
    assert done.exit_code == 0, done.output
    told = done.output.replace("\n", " ")
    for field in ("bandwidth_price", "service_price", "extra_a_price"):
        assert glossary.label(field, lang) in told, field
    assert result(target.read_bytes(), "in_bandwidth_price") == ""
    assert result(target.read_bytes(), "in_gross") == 16540


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_the_new_book_has_to_be_told_is_not_called_of_no_use(lang: str) -> None:
    """A budget has a bandwidth line, a prepayment and a credit period; the row has none of them."""
    terms = {"in_prepayment_share": 0.3, "in_credit_period": 30, "in_as_of": 46356}
    source = recalculate(fill(quoted(lang), terms))
    carried = handover.carry(source, resources.template("budget", lang).read_bytes())
    told = {"prepayment_share", "credit_period", "bandwidth_price", "bandwidth_quantity"}
    assert told <= set(carried.asked) and not told & {*carried.left, *carried.taken}
    assert "as_of" not in carried.asked  # every document has its own
    assert "params" not in carried.asked and "billing_plan" in carried.left
    again = handover.carry(quoted(lang), resources.template("quote", lang).read_bytes())
    assert again.asked == ()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_comparison_hands_over_its_own_currency(lang: str) -> None:
    """Where the offer names none: a budget in USD, never in CNY by default."""
    offers = {
        "in_currency": "USD", "in_hours": 100, "in_cards": 8, "in_gpu": "A100 80GB",
        "in_supplier_1": "A", "in_price_1": 6.5, "in_quote_no_1": "Q-1", "in_quote_date_1": 46356,
    }  # fmt: skip
    template = resources.template("compare", lang).read_bytes()
    names = read_names(template)
    book = recalculate(fill(template, {k: v for k, v in offers.items() if k in names}))
    row = handover.read(book)
    assert row["currency"] == "USD"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_new_from_a_book(lang: str, tmp_path: Path) -> None:
    source, target = tmp_path / "sizing.xlsx", tmp_path / "budget.xlsx"
    source.write_bytes(sized(lang))
    command = ["--lang", lang, "new", "budget", "--from", str(source), "-o", str(target)]
    done = CliRunner().invoke(app, command)
    assert done.exit_code == 0, done.output
    assert glossary.label("cards", lang) in done.output
    book = target.read_bytes()
    names, values = read_names(book), read_values(book)
    assert values[names["in_cards"]] == 116 and values[names["in_gpu"]] == "A100 80GB"
    again = CliRunner().invoke(app, command)
    assert again.exit_code == 2  # the file is there and is not overwritten
    source.write_bytes(b"no workbook")
    wrong = CliRunner().invoke(app, [*command, "--force"])
    assert wrong.exit_code == 2
