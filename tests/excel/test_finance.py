"""The finance lint: every kind of remark planted and found, sound books and our templates clean."""

from __future__ import annotations

import io
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

import openpyxl
import pytest
from openpyxl.comments import Comment
from openpyxl.styles import Font, Protection
from openpyxl.worksheet.worksheet import Worksheet
from typer.testing import CliRunner

from gpucalc import cli, resources
from gpucalc.errors import TemplateError
from gpucalc.excel import finance
from gpucalc.excel.audit import reasons
from gpucalc.excel.audit.formulas import constants
from gpucalc.excel.fill import fill
from gpucalc.excel.finance import CODES, REASONS, audit, excused
from gpucalc.excel.portable.tokens import tokens
from gpucalc.excel.read import read_formulas, read_names
from gpucalc.excel.recalc import recalculate
from workbooks import formulas as typed_formulas
from workbooks import rent_vs_buy
from workbooks.words import Words

TEMPLATES = [(n, lang) for lang in resources.LANGUAGES for n in resources.templates(lang)]


def sound(change: Callable[[Worksheet], None] = lambda sheet: None) -> bytes:
    """A small budget to which nobody objects: six lines, a total, units, sources; then a change."""
    book = openpyxl.Workbook()
    sheet = book.active
    assert isinstance(sheet, Worksheet)
    sheet.title = "Budget"
    heads = ("Item", "Cards (cards)", "Hours (h)", "Price (CNY)", "Amount (CNY)", "Source, date")
    for column, head in enumerate(heads, 1):
        sheet.cell(1, column, head).font = Font(bold=True)
    for row in range(2, 8):
        sheet.cell(row, 1, f"line {row - 1}")
        for column, value in ((2, 8), (3, 100 + row), (4, 6.5)):
            sheet.cell(row, column, value).protection = Protection(locked=False)
        sheet.cell(row, 5, f"=B{row}*C{row}*D{row}")
        sheet.cell(row, 6, "quotation Q-1, 2026-11-30")
    sheet["A8"], sheet["E8"] = "Total", "=SUM(E2:E7)"
    sheet.protection.sheet = True
    change(sheet)
    out = io.BytesIO()
    book.save(out)
    return recalculate(out.getvalue())


def found(change: Callable[[Worksheet], None]) -> set[tuple[str, str]]:
    """Code and cell of every remark on the changed budget."""
    return {(remark.code, remark.cell) for remark in audit(sound(change))}


def put(cell: str, value: object) -> Callable[[Worksheet], None]:
    def change(sheet: Worksheet) -> None:
        sheet[cell] = value

    return change


def test_a_sound_book_gives_nothing() -> None:
    assert audit(sound()) == []


# -- each kind, planted --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cell", "formula", "flagged"),
    [
        ("E8", "=SUM(E2:E7)*1.06", True),
        ("E8", "=SUM(E2:E7)*6%", True),
        ("E8", "=IF(E2>5000,E2,E3)", True),
        ("E8", "=ROUND(SUM(E2:E7),2)", False),
        ("E8", "=ROUND(SUM(E2:E7)*0.06,2)", True),
        ("E8", "=SUM(E2:E7)/24/365*1000", False),
        ("E8", "=SUM(E2:E7)*(1+1)^2-1", False),
        ("E8", "=SUM(E2:E7)*730", True),
        ("E8", '=COUNTIF(E2:E7,">5000")', False),
        ("E8", "=INDEX(E2:E7,3)", False),
        ("E8", "=VLOOKUP(A2,A2:E7,5,FALSE)", False),
        ("E8", "=SUM(2:3)*1", False),
    ],
)
def test_figures_in_formulas(cell: str, formula: str, flagged: bool) -> None:
    assert (("constant", cell) in found(put(cell, formula))) is flagged


def test_the_constant_is_named_and_the_remedy_told() -> None:
    (remark,) = audit(sound(put("E8", "=SUM(E2:E7)*1.06")))
    assert remark.where == "Budget!E8"
    assert "1.06" in remark.message("en") and "1.06" in remark.message("zh")
    assert "input" in remark.remedy("en") and "输入" in remark.remedy("zh")


@pytest.mark.parametrize("value", ["=B5*C5", "=B4*C5*D5", 5000])
def test_the_odd_one_out_in_a_column(value: object) -> None:
    assert ("inconsistent", "E5") in found(put("E5", value))


def test_the_odd_one_out_in_a_row() -> None:
    def change(sheet: Worksheet) -> None:
        for column in range(2, 9):
            letter = openpyxl.utils.get_column_letter(column)
            sheet[f"{letter}10"], sheet[f"{letter}11"] = 5, f"={letter}10*{letter}10"
            sheet[f"{letter}9"] = "Hours (h)"
        sheet["E11"] = "=E10+E10"

    assert [c for code, c in found(change) if code == "inconsistent"] == ["E11"]


def test_rows_that_differ_from_each_other_are_consistent_across() -> None:
    """Each row of a table has a formula of its own, the same in all columns."""

    def change(sheet: Worksheet) -> None:
        for column in range(2, 9):
            letter = openpyxl.utils.get_column_letter(column)
            for row, formula in enumerate(("{0}$1&1", "{0}$2+0", "{0}$1&1", "{0}$1&1"), 20):
                sheet[f"{letter}{row}"] = "=" + formula.format(letter)

    assert not [code for code, _ in found(change) if code == "inconsistent"]


@pytest.mark.parametrize(
    ("formula", "flagged"),
    [
        ("=SUM(E2:E6)", True),
        ("=SUM(E3:E6)", True),
        ("=sum(Budget!$E$2:$E$6)", True),
        ("=SUM(E2:E7)", False),
        ("=SUM(D2:D6)", False),
        ("=SUM(E2:E6,E7)", False),
    ],
)
def test_totals_that_miss_the_last_row(formula: str, flagged: bool) -> None:
    assert (("total", "E8") in found(put("E8", formula))) is flagged


def test_a_second_total_below_a_total_is_no_missed_row() -> None:
    def change(sheet: Worksheet) -> None:
        sheet["A9"], sheet["E9"] = "Total again (CNY)", "=SUM(E2:E7)"

    assert not [code for code, _ in found(change) if code == "total"]


@pytest.mark.parametrize(
    ("text", "flagged"),
    [
        ("1,234.50", True),
        ("￥300", True),
        ("１２３", True),
        ("6%", True),
        ("-5", True),
        ("007", False),
        ("13B", False),
        ("8折", False),
        ("2026-11-30", False),
        ("Q-12", False),
        ("1,23", False),
    ],
)
def test_numbers_as_text(text: str, flagged: bool) -> None:
    assert (("text-number", "A3") in found(put("A3", text))) is flagged


@pytest.mark.parametrize(
    ("head", "form", "flagged"),
    [
        ("Widgets bought", "General", True),
        ("Widgets bought", "0.0%", False),
        ("Widgets bought", '0" pieces"', False),
        ("Widgets bought", "yyyy-mm-dd", False),
        ("Price (CNY)", "General", False),
        ("GPU hours", "General", False),
        ("单价", "General", False),
        ("显存大小", "General", True),
        ("显存大小（GB）", "General", False),
    ],
)
def test_numbers_without_a_unit(head: str, form: str, flagged: bool) -> None:
    def change(sheet: Worksheet) -> None:
        sheet["D1"] = head
        for row in range(2, 8):
            sheet[f"D{row}"].number_format = form

    assert (("unit", "D2") in found(change)) is flagged
    assert len([c for code, c in found(change) if code == "unit"]) == int(flagged)


def test_a_unit_beside_the_number_counts() -> None:
    def change(sheet: Worksheet) -> None:
        sheet["H10"], sheet["I10"] = "Gadget size", 5
        sheet["H12"], sheet["I12"], sheet["J12"] = "Gadget size", 5, "mm (length)"

    assert [c for code, c in found(change) if code == "unit"] == ["I10"]


@pytest.mark.parametrize("name", ["TODAY()", "NOW()", "RAND()", "OFFSET(A1,1,1)", 'INDIRECT("E2")'])
def test_functions_that_change_by_themselves(name: str) -> None:
    assert ("volatile", "E9") in found(put("E9", f"={name}"))


def test_a_text_that_names_a_volatile_function_is_none() -> None:
    assert not [c for c, _ in found(put("E9", '="TODAY()"&E2')) if c == "volatile"]


def test_links_to_other_workbooks() -> None:
    """The engine refuses to compute them, so the book is looked at as it was saved."""
    book = openpyxl.load_workbook(io.BytesIO(sound()))
    book["Budget"]["E9"] = "=[1]Prices!B2*E2"
    out = io.BytesIO()
    book.save(out)
    assert ("link", "E9") in {(r.code, r.cell) for r in audit(out.getvalue())}


@pytest.mark.parametrize(
    ("area", "flagged"), [("B3:B4", True), ("E8:F8", True), ("A10:F10", False), ("A3:A5", True)]
)
def test_merged_cells_in_data(area: str, flagged: bool) -> None:
    codes = {c for c, where in found(lambda s: s.merge_cells(area)) if c == "merged"}
    assert bool(codes) is flagged


def test_unlocked_formulas_and_open_sheets() -> None:
    def unlock(sheet: Worksheet) -> None:
        sheet["E4"].protection = Protection(locked=False)

    def expose(sheet: Worksheet) -> None:
        sheet.protection.sheet = False

    assert ("unlocked", "E4") in found(unlock)
    assert ("unlocked", "") in found(expose)


@pytest.mark.parametrize("noted", [False, True])
def test_inputs_without_a_source(noted: bool) -> None:
    def change(sheet: Worksheet) -> None:
        sheet["F4"] = None
        if noted:
            for column in "BCD":
                sheet[f"{column}4"].comment = Comment("quotation Q-1", "A. N. Other")

    remarks = {cell for code, cell in found(change) if code == "source"}
    assert remarks == (set() if noted else {"B4", "C4", "D4"})


def test_hidden_sheets_and_errors() -> None:
    def hide(sheet: Worksheet) -> None:
        other = sheet.parent.create_sheet("Secret")
        other["A1"], other.sheet_state = "x", "hidden"

    assert ("hidden", "") in found(hide)
    assert ("error", "E9") in found(put("E9", "=E2/(E3-E3)"))


def test_every_code_is_planted_above() -> None:
    """A code that no test plants would be a rule that nobody has seen at work."""
    source = Path(__file__).read_text(encoding="utf-8")
    assert [code for code in CODES if source.count(f'"{code}"') == 0] == []


def test_codes_can_be_left_out() -> None:
    data = sound(put("E8", "=SUM(E2:E6)*1.06"))
    assert {r.code for r in audit(data)} == {"constant"}
    assert audit(data, ignore={"constant"}) == []


def test_what_is_no_workbook_is_said() -> None:
    with pytest.raises(TemplateError):
        audit(b"no workbook")


# -- our own templates ---------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(("name", "lang"), TEMPLATES)
def test_our_templates_give_nothing(name: str, lang: str) -> None:
    data = resources.template(name, lang).read_bytes()
    assert [f"{r.where} {r.code}: {r.en}" for r in audit(data)] == []


@lru_cache
def quoted() -> bytes:
    """A quote filled in: amounts on its merged page, a bank account that is a text of digits."""
    template = resources.template("quote", "en").read_bytes()
    entries = {"supplier_bank": "62000000", "quote_date": 46356, "validity_days": 15, "gpu": "A100",
               "cards": 8, "rent_hours": 30, "price": 15, "anchor": "Incl. tax"}  # fmt: skip
    return recalculate(fill(template, {f"in_{name}": value for name, value in entries.items()}))


def test_a_filled_quote_is_asked_for_sources_alone() -> None:
    """Its page to sign is laid out with merged cells, and accounts are texts of digits."""
    assert {r.code for r in audit(quoted())} == {"source"}
    lifted = {(r.code, r.cell) for r, _ in excused(quoted())}
    assert ("text-number", read_names(quoted())["in_supplier_bank"][1]) in lifted
    assert {code for code, _ in lifted} >= {"merged", "text-number", "constant"}


def test_cells_that_a_user_merges_in_a_quote_are_reported() -> None:
    book = openpyxl.load_workbook(io.BytesIO(quoted()))
    sheet = book["Line items"]
    sheet["A90"], sheet["C90"] = 12, 13
    sheet["A91"], sheet["C91"] = 14, 15
    sheet.merge_cells("A90:B91")
    out = io.BytesIO()
    book.save(out)
    merged = [r.where for r in audit(out.getvalue()) if r.code == "merged"]
    assert merged == ["Line items!A90:B91"]


def test_every_reason_is_needed_and_told_in_both_languages() -> None:
    lifted = [*excused(resources.template("rent_vs_buy", "en").read_bytes()), *excused(quoted())]
    assert {reason for _, reason in lifted} == set(REASONS)
    assert {reason.code for reason in REASONS} <= set(CODES)
    for reason in REASONS:
        assert reason.en and any("\u4e00" <= c <= "\u9fff" for c in reason.zh)


def test_what_a_user_adds_to_a_template_is_looked_at() -> None:
    """The reasons are for the cells that ship; a changed formula has none."""
    book = openpyxl.load_workbook(resources.template("rent_vs_buy", "en"))
    book["Calculation"]["C8"] = "=Inputs!F12*1.06"
    out = io.BytesIO()
    book.save(out)
    constant = [r for r in audit(out.getvalue()) if r.code == "constant"]
    assert [r.where for r in constant] == ["Calculation!C8"]


def test_figures_in_formulas_that_ship_are_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As though a builder had written them: the template itself carries the figures."""
    planted = [
        ("$C$66", "$C$66*1.13", "1.13"),
        ("*0.999999999999)", "*0.999999999999)*1.13", "1.13"),  # beside a figure that is free
        ("<1E-9,", "<2E-9,", "2e-09"),
        ("(1-(1+", "0.5*(1-(1+", "0.5"),  # free elsewhere: halves round up
        ("<1E-9,1,", "<1E-9,2,", "2"),
    ]
    book = openpyxl.load_workbook(resources.template("rent_vs_buy", "en"))
    cells = [c for row in book["Calculation"].iter_rows() for c in row if c.data_type == "f"]
    figures: dict[str, str] = {}
    for old, new, figure in planted:
        cell = next(c for c in cells if old in str(c.value) and c.coordinate not in figures)
        cell.value = str(cell.value).replace(old, new)
        figures[cell.coordinate] = figure
    path = tmp_path / "planted.xlsx"
    book.save(path)
    monkeypatch.setattr(reasons, "_shipped", lambda name, lang: read_formulas(path.read_bytes()))
    arguments = ["check", str(path), "--finance", "--lang", "en"]
    done = CliRunner().invoke(cli.app, arguments, catch_exceptions=False)
    told = [line for line in done.output.splitlines() if "[constant]" in line]
    assert len(told) == len(figures) == len(planted)
    for place, figure in figures.items():
        (line,) = [line for line in told if f"Calculation!{place}:" in line]
        assert figure in line


def test_a_filled_template_asks_for_sources_of_what_was_filled_in() -> None:
    template = resources.template("rent_vs_buy", "en").read_bytes()
    filled = recalculate(fill(template, {"in_discount_rate": 0.08}))
    remarks = audit(filled)
    assert [(r.code, r.sheet) for r in remarks] == [("source", "Inputs")]


def test_the_figures_in_our_formulas_are_all_printed_from_kernels(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Take what the printer gave out of every formula: no figure may be left.

    This is what the reason for "constant" rests on, so it is not taken on trust.
    """
    given: set[str] = set()

    def listening(made: Callable[..., object]) -> Callable[..., object]:
        def listened(*args: object, **kwargs: object) -> object:
            result = made(*args, **kwargs)
            texts = [result] if isinstance(result, str) else [c.formula for c in result]  # type: ignore[attr-defined]
            given.update(texts)
            return result

        return listened

    plain = typed_formulas.plain
    for name in ("formula", "cells", "read_text"):
        monkeypatch.setattr(plain, name, listening(getattr(plain, name)))
    book = rent_vs_buy.draw(Words("en", [Path(rent_vs_buy.__file__).parent]))
    checked = 0
    for sheet in book.sheets.values():
        own = typed_formulas.sheet_prefix(sheet.title)
        local = sorted({text.replace(own, "") for text in given}, key=len, reverse=True)
        for row in sheet.raw.iter_rows():
            for cell in row:
                if cell.data_type != "f":
                    continue
                text = str(cell.value)[1:]
                if not any(v not in (0, 1) for v in _figures(text)):
                    continue
                checked += 1
                for piece in local:
                    text = text.replace(piece, "A1")
                left = [v for v in _figures(text) if v not in (0, 1)]
                assert left == [], (sheet.title, cell.coordinate, cell.value)
    assert checked > 200


def _figures(formula: str) -> list[float]:
    return list(constants([t for t in tokens(formula) if t.kind != "space"]))


# -- the command ---------------------------------------------------------------------------------


def test_the_command_says_where_what_and_what_to_do(tmp_path: Path) -> None:
    good, bad = tmp_path / "good.xlsx", tmp_path / "bad.xlsx"
    good.write_bytes(sound())
    bad.write_bytes(sound(put("E8", "=SUM(E2:E7)*1.06")))
    runner = CliRunner()

    def call(*words: object) -> tuple[int, str]:
        done = runner.invoke(cli.app, ["check", *map(str, words)], catch_exceptions=False)
        return done.exit_code, done.output

    assert call(good, "--finance", "--lang", "en")[0] == 0
    code, told = call(good, bad, "--finance", "--lang", "en")
    assert code == 1 and "[constant] Budget!E8" in told and "→" in told
    assert "公式中写入了常数 1.06" in call(bad, "--finance", "--lang", "zh")[1]
    assert call(bad, "--finance", "--ignore", "constant")[0] == 0
    assert call(bad, "--finance", "--ignore", "nonsense")[0] == 2
    assert call(bad, "--lang", "en")[0] == 0  # Excel itself has nothing to repair
    assert call(tmp_path / "none.xlsx", "--finance")[0] == 2


def test_the_command_lists_the_reasons(tmp_path: Path) -> None:
    quote = tmp_path / "quote.xlsx"
    quote.write_bytes(quoted())
    told = ""
    for path, code in ((resources.template("rent_vs_buy", "en"), 0), (quote, 1)):
        arguments = ["check", str(path), "--finance", "--reasons", "--lang", "en"]
        done = CliRunner().invoke(cli.app, arguments, catch_exceptions=False)
        assert done.exit_code == code
        told += done.output
    for reason in finance.REASONS:
        assert reason.en in told
