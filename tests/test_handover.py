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
