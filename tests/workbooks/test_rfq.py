"""The request for quotation: completeness, the page, and the way back into the comparison."""

from __future__ import annotations

import datetime
import io
import re
from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path

import openpyxl
import pytest
from openpyxl.workbook.defined_name import DefinedName
from typer.testing import CliRunner

from gpucalc import compare, glossary, handover
from gpucalc.cli import app
from gpucalc.compare import NotAnOffer, NothingToCompare, NotReady, collect
from gpucalc.errors import FileBusy, GpucalcError
from gpucalc.excel.fill import fill, read_formulas, read_names, read_values
from gpucalc.excel.lint import lint
from gpucalc.excel.recalc import recalculate
from tests import engines
from tests.workbooks.books import LANGUAGES, Filled, choice, day, template
from tests.workbooks.offers import USUAL, A, B, C, D
from tests.workbooks.quotes import Quote
from tests.workbooks.test_every_book import parts
from tests.workbooks.test_quote_stories import MONTH
from workbooks import house
from workbooks.words import Words

BUYER: Mapping[str, object] = {
    "rfq_no": "R-1", "rfq_date": day("2026-11-20"), "reply_by": day("2026-11-30"),
    "customer": "采购方 / Buyer", "project": "8 × A100", "gpu": "A100 80GB", "cards": 8,
    "days": 30, "storage_quantity": 5,
}  # fmt: skip
READY = {"ready_for_use_date": day("2026-12-01")}
AS_OF = datetime.date(2026, 11, 30)

each_language = pytest.mark.parametrize("lang", LANGUAGES)


def answered(lang: str, offer: Mapping[str, object], **buyer: object) -> Filled:
    """A returned request."""
    whole = {**USUAL, **READY, "quote_no": "Q-1", **offer}
    values = {f"offer_{k}": v for k, v in whole.items() if v is not None}
    return Filled("rfq", lang, **BUYER | buyer, **values)


# -- the book ------------------------------------------------------------------------------------


@each_language
def test_a_complete_answer_passes_and_shows_its_total(lang: str) -> None:
    book = answered(lang, A | {"storage_basis": choice("priced_separately")})
    assert book["completeness"] == "17 / 17"
    assert book["missing"] == ""
    assert (book["offer_net"], book["offer_tax"], book["offer_gross"]) == (36264.15, 2175.85, 38440)
    assert book.failing() == []
    assert book["status"] == book.label("pass")


@each_language
def test_what_was_asked_for_must_be_answered(lang: str) -> None:
    """A requirement in words, an item with a quantity, a rule without its second half."""
    whole = A | {"storage_basis": choice("priced_separately")}
    base = answered(lang, whole)["asked"]
    assert isinstance(base, float)
    for more, buyer in (
        ({}, {"requirement_3": "an engineer on site"}),
        ({}, {"bandwidth_quantity": 100}),
        ({"free_over": 7}, {}),
        ({"off_peak_discount": "6折"}, {}),
        ({"tier_from": 1000}, {}),
        ({"storage_price": None}, {}),
        ({"link": None}, {}),
    ):
        book = answered(lang, whole | more, **buyer)
        assert book["answered"] == book["asked"] - 1  # type: ignore[operator]
        assert book["asked"] >= base
        assert book["missing"] and not re.search("[;；]", str(book["missing"]))
        assert book["status"] == book.label("incomplete")


@each_language
def test_what_is_missing_is_named_with_nothing_after_the_last(lang: str) -> None:
    """Within a section and across sections."""
    gaps = {"link": None, "deployment": None, "anchor": None, "answer_1": None}
    whole = A | {"storage_basis": choice("priced_separately")}
    book = answered(lang, whole | gaps, requirement_1="an engineer on site")
    between = {"en": "; ", "zh": "；"}[lang]
    names = ("link", "deployment", "anchor", "answer_1")
    assert book["missing"] == between.join(map(book.label, names))
    assert book["missing_resources"] == between.join(map(book.label, names[:2]))
    assert book["missing_document"] == ""


@pytest.mark.parametrize(
    ("name", "en", "zh"),
    [
        ("rfq", ("offer_cards", "Offer · Cards"), "报价 · 卡数"),
        ("compare", ("offer6_cards", "Supplier 6 · Cards"), "供应商6 · 卡数"),
    ],
)
def test_the_fields_of_an_offer_have_labels(name: str, en: tuple[str, str], zh: str) -> None:
    """`gpucalc fields` names them in both languages, not by their internal names."""
    shown = CliRunner().invoke(app, ["fields", name, "--lang", "en"], env={"COLUMNS": "300"}).output
    line = next(line for line in shown.splitlines() if line.startswith(f"{en[0]} "))
    assert en[1] in line and zh in line
    assert not [s for s in shown.splitlines() if s.count(s.split(" ")[0]) > 1 and s[:5] == "offer"]


@each_language
def test_a_request_without_answers_counts_what_is_needed(lang: str) -> None:
    book = Filled("rfq", lang, **BUYER)
    assert book["answered"] == 0 and book["asked"] == 16
    assert book["offer_gross"] == ""
    assert book["status"] == book.label("incomplete")


@each_language
@pytest.mark.parametrize(
    "slip", [{"price": "six"}, {"quote_date": "soon"}, {"anchor": "both"}, {"cards": 1.5},
             {"tax_category": "none"}],
)  # fmt: skip
def test_an_answer_that_cannot_be_read_fails(lang: str, slip: dict[str, object]) -> None:
    book = answered(lang, A | slip)
    assert book["unreadable"] == 1
    assert book["status"] == book.label("fail")
    assert book.errors() == []


@each_language
def test_the_page_puts_request_and_answer_side_by_side(lang: str) -> None:
    book = answered(lang, A, link_required="NVLink", requirement_1="on site")
    sheet = next(s for s, c in book.cells if s in ("Request (print)", "询价单（打印）"))
    rows = {
        value: [book.cells.get((sheet, f"{column}{cell[1:]}")) for column in "BCD"]
        for (name, cell), value in book.cells.items()
        if name == sheet and cell[0] == "A"
    }
    assert rows[book.label("link")] == ["NVLink", "NVLink", book.label("pass")]
    assert rows[book.label("answer_1")] == ["on site", "", book.label("incomplete")]
    assert rows[book.label("storage_basis")][0] == "5 TB"


@each_language
def test_no_section_of_the_answers_is_torn_apart(lang: str) -> None:
    """Three pages, each shorter than the 800 points that fit across at this width."""
    book = openpyxl.load_workbook(io.BytesIO(template("rfq", lang)))
    sheet = book[read_names(template("rfq", lang))["in_offer_price"][0]]
    ends = [0, *(b.id for b in sheet.row_breaks.brk), sheet.max_row]
    heads = [str(sheet.cell(end + 1, 2).value) for end in ends[1:-1]]
    words = Words(lang, [Path(__file__).parents[2] / "workbooks" / "offers"])
    assert heads == [words("section_offer_price"), words("section_offer_items")]
    for start, end in pairwise(ends):
        heights = (sheet.row_dimensions[n].height or 15 for n in range(start + 1, end + 1))
        assert sum(heights) <= 780


@each_language
def test_a_request_shows_no_price_of_others(lang: str) -> None:
    """It goes out to suppliers."""
    names = read_names(template("rfq", lang))
    assert not [n for n in names if n.startswith("cat_prices")]
    values = set(read_values(template("rfq", lang)).values())
    assert glossary.label("prices", lang) not in values


@each_language
@pytest.mark.libreoffice
def test_libreoffice_computes_the_same_answer(lang: str, tmp_path: Path) -> None:
    path = tmp_path / "book.xlsx"
    book = answered(lang, C | {"discount": "9折"}, requirement_1="on site")
    path.write_bytes(book.data)
    anew = engines.libreoffice([path])[path]
    for place, value in book.cells.items():
        assert engines.same(value, anew.get(place, "")), (place, value, anew.get(place))


# -- sent out ------------------------------------------------------------------------------------


def sent(folder: Path, lang: str) -> Path:
    """A request of the buyer's, fixed."""
    mine = folder / "mine.xlsx"
    mine.write_bytes(Filled("rfq", lang, **BUYER).data)
    return compare.issue(mine, folder / "sent.xlsx")


@each_language
def test_a_request_goes_out_with_the_buyers_part_fixed(lang: str, tmp_path: Path) -> None:
    """Every cell is locked but the supplier's; no value, name, formula or other part changes."""
    path = sent(tmp_path, lang)
    before, after = (tmp_path / "mine.xlsx").read_bytes(), path.read_bytes()
    book = openpyxl.load_workbook(path)
    answers = read_names(before)["in_offer_supplier"][0]
    for sheet in book:
        assert sheet.protection.sheet, sheet.title
        open_cells = [c.coordinate for row in sheet.iter_rows() for c in row
                      if not c.protection.locked]  # fmt: skip
        assert bool(open_cells) is (sheet.title == answers), sheet.title
    named = {n: next(d.destinations) for n, d in book.defined_names.items() if n.startswith("in_")}
    for name, (sheet_name, cell) in named.items():
        place = book[sheet_name][cell.replace("$", "")]
        assert place.protection.locked is not name.startswith("in_offer_"), name
        # Yellow says where to type: what is locked is not yellow any more.
        assert (place.fill.fgColor.rgb[-6:] == house.YELLOW) is name.startswith("in_offer_"), name
    assert read_values(after) == read_values(before)
    assert read_formulas(after) == read_formulas(before)
    assert lint(after) == []
    old, new = parts(before), parts(after)
    assert list(old) == list(new)
    changed = {part for part in old if old[part] != new[part]}
    assert {part.partition("/")[2].partition("/")[0] for part in changed} == {
        "styles.xml", "worksheets",
    }  # fmt: skip


@each_language
def test_a_sent_request_is_answered_and_compared(lang: str, tmp_path: Path) -> None:
    path = sent(tmp_path, lang)
    offer = {**USUAL, **READY, **A, "quote_no": "Q-1"}
    values = {
        f"in_offer_{k}": glossary.label(v[1], lang) if isinstance(v, tuple) else v
        for k, v in offer.items()
    }
    folder = tmp_path / "in"
    folder.mkdir()
    (folder / "a.xlsx").write_bytes(recalculate(fill(path.read_bytes(), values)))
    done = collect(folder, tmp_path / "c.xlsx", lang=lang, as_of=AS_OF,
                   request=tmp_path / "mine.xlsx")  # fmt: skip
    assert done.findings == ()
    names, _ = read(done.path)
    assert names["out_offer1_gross"] == 38440


@each_language
def test_a_request_that_is_not_ready_is_not_sent(lang: str, tmp_path: Path) -> None:
    for values, wrong in (
        ({"customer": None}, ("customer", "missing", "未填写")),
        ({"days": "soon"}, ("days", "cannot be read", "无法识别")),
        ({"offer_price": 6.5}, ("price", "already answered", "已有答复")),
    ):
        mine = tmp_path / "mine.xlsx"
        given = {k: v for k, v in (BUYER | values).items() if v is not None}
        mine.write_bytes(Filled("rfq", lang, **given).data)
        with pytest.raises(NotReady) as told:
            compare.issue(mine, tmp_path / "sent.xlsx")
        assert told.value.en.endswith(f"{glossary.label(wrong[0], 'en')}: {wrong[1]}")
        assert told.value.zh.endswith(f"{glossary.label(wrong[0], 'zh')}：{wrong[2]}")
    mine.write_bytes(template("quote", lang))
    with pytest.raises(NotAnOffer, match="gpucalc new rfq"):
        compare.issue(mine, tmp_path / "sent.xlsx")
    assert not (tmp_path / "sent.xlsx").exists()


def test_the_command_sends_a_copy_and_leaves_the_request_open(tmp_path: Path) -> None:
    mine = tmp_path / "mine.xlsx"
    before = Filled("rfq", "zh", **BUYER).data
    mine.write_bytes(before)
    result = CliRunner().invoke(app, ["issue", str(mine)])
    assert result.exit_code == 0 and result.output.strip().endswith("mine-sent.xlsx")
    assert mine.read_bytes() == before
    again = CliRunner().invoke(app, ["issue", str(mine)])
    assert again.exit_code == 2  # never overwritten unasked
    assert CliRunner().invoke(app, ["issue", str(mine), "--force"]).exit_code == 0


# -- the way back --------------------------------------------------------------------------------


def returned(folder: Path, lang: str = "en", **offers: Mapping[str, object]) -> Path:
    """A folder of returned requests, by file name."""
    folder.mkdir(exist_ok=True)
    for name, offer in offers.items():
        (folder / f"{name}.xlsx").write_bytes(answered(lang, offer).data)
    return folder


def read(path: Path) -> tuple[dict[str, object], dict[tuple[str, str], object]]:
    book = path.read_bytes()
    cells = read_values(book)
    return {n: cells.get(p) for n, p in read_names(book).items()}, dict(cells)


@each_language
def test_returned_files_become_columns_and_story_seven_comes_out(lang: str, tmp_path: Path) -> None:
    """Whatever the language of the file, the comparison reads the same."""
    other = {"en": "zh", "zh": "en"}[lang]
    folder = returned(tmp_path / "in", other, a=A, b=B, c=C, d=D)
    done = collect(folder, tmp_path / "compare.xlsx", lang=lang, as_of=AS_OF)
    names, _ = read(done.path)
    assert [names[f"out_offer{n}_net"] for n in (1, 2, 3)] == [36264.15, 45000, 34100.02]
    assert [names[f"out_offer{n}_gross"] for n in (1, 2, 3)] == [38440, 47700, 38500]
    assert names["in_gpu"] == "A100 80GB" and names["in_cards"] == 8 and names["in_days"] == 30
    assert names["in_offer2_anchor"] == glossary.label("excl_tax", lang)
    assert names["out_best_supplier"] == "C"
    storage = glossary.label("storage", lang)
    assert [[m.in_(lang) for m in o.missing] for o in done.offers] == [[], [], [], [storage]]
    assert done.findings == () and not done.complete


def test_text_is_never_a_formula(tmp_path: Path) -> None:
    nasty = '=HYPERLINK("http://example.org","x")'
    folder = returned(tmp_path / "in", a=A | {"supplier": nasty, "remarks": "+1+1"})
    done = collect(folder, tmp_path / "compare.xlsx", lang="en", as_of=AS_OF)
    names, _ = read(done.path)
    assert names["in_offer1_supplier"] == nasty and names["in_offer1_remarks"] == "+1+1"
    place = read_names(done.path.read_bytes())["in_offer1_supplier"]
    assert place not in read_formulas(done.path.read_bytes())


def test_a_formula_in_an_answer_gives_its_value_and_is_told(tmp_path: Path) -> None:
    book = openpyxl.load_workbook(io.BytesIO(answered("en", A).data))
    ((sheet, cell),) = book.defined_names["in_offer_price"].destinations
    book[sheet][cell.replace("$", "")] = "=6+0.5"
    stream = io.BytesIO()
    book.save(stream)
    folder = tmp_path / "in"
    folder.mkdir()
    (folder / "a.xlsx").write_bytes(recalculate(stream.getvalue()))
    done = collect(folder, tmp_path / "compare.xlsx", lang="en", as_of=AS_OF)
    names, _ = read(done.path)
    assert names["in_offer1_price"] == 6.5
    assert [f.where.en for f in done.findings] == [glossary.label("price", "en")]


@each_language
def test_what_is_missing_is_listed(lang: str, tmp_path: Path) -> None:
    gaps = {"anchor": None, "link": None, "validity_days": None, "storage_price": None}
    folder = returned(tmp_path / "in", lang, a=A | gaps, b=B)
    done = collect(folder, tmp_path / "compare.xlsx", lang=lang, as_of=AS_OF)
    wanted = {glossary.label(f, lang) for f in ("anchor", "link", "validity_days", "storage")}
    assert {m.in_(lang) for m in done.offers[0].missing} == wanted
    assert done.offers[1].missing == []


def test_what_cannot_be_read_is_copied_and_reported(tmp_path: Path) -> None:
    folder = returned(tmp_path / "in", a=A | {"price": "about six", "quote_date": "soon"})
    done = collect(folder, tmp_path / "compare.xlsx", lang="en", as_of=AS_OF)
    names, _ = read(done.path)
    assert names["in_offer1_price"] == "about six"
    assert names["out_status"] == "Fail"
    assert {f.where.en for f in done.findings} == {
        glossary.label("price", "en"),
        glossary.label("quote_date", "en"),
    }


def test_words_that_only_python_reads_arrive_as_numbers(tmp_path: Path) -> None:
    folder = returned(tmp_path / "in", a=A | {"min_hours": "30天", "discount": "8折"})
    done = collect(folder, tmp_path / "compare.xlsx", lang="en", as_of=AS_OF)
    names, _ = read(done.path)
    assert names["in_offer1_min_hours"] == 720
    assert names["in_offer1_discount"] == pytest.approx(0.2)
    assert names["out_offer1_net_price"] == 5.2


def test_a_changed_request_is_found_out(tmp_path: Path) -> None:
    folder = returned(tmp_path / "in", a=A, b=B)
    (folder / "c.xlsx").write_bytes(answered("en", C, cards=4).data)
    mine = tmp_path / "mine.xlsx"
    mine.write_bytes(Filled("rfq", "en", **BUYER, min_memory_gb=80).data)
    done = collect(folder, tmp_path / "one.xlsx", lang="en", as_of=AS_OF)
    assert [(f.file, f.where.en) for f in done.findings] == [
        ("c.xlsx", glossary.label("cards", "en"))
    ]
    done = collect(folder, tmp_path / "two.xlsx", lang="en", as_of=AS_OF, request=mine)
    names, _ = read(done.path)
    assert names["in_min_memory_gb"] == 80 and names["in_cards"] == 8
    memory = glossary.label("min_memory_gb", "en")
    assert [f.where.en for f in done.findings].count(memory) == 3


def test_a_quote_of_ours_is_an_offer_too(tmp_path: Path) -> None:
    """What a quote leaves blank stands for its default, which is copied."""
    folder = returned(tmp_path / "in", a=A)
    (folder / "q.xlsx").write_bytes(Quote("zh", **MONTH).data)
    done = collect(folder, tmp_path / "compare.xlsx", lang="en", as_of=AS_OF)
    names, _ = read(done.path)
    assert names["in_offer2_price"] == 15
    assert names["in_offer2_anchor"] == "Incl. tax"
    assert names["out_offer2_net_price"] == 10.5
    assert names["out_offer2_gross"] == 60480 + 1000  # 8 x 720 x 10.50, and 5 TB at 200


def test_the_wrong_folder_is_told(tmp_path: Path) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    with pytest.raises(NothingToCompare, match=r"no offer in"):
        collect(empty, tmp_path / "c.xlsx", lang="en", as_of=AS_OF)
    with pytest.raises(NothingToCompare, match="is no folder"):
        collect(tmp_path / "nowhere", tmp_path / "c.xlsx", lang="en", as_of=AS_OF)
    (empty / "sizing.xlsx").write_bytes(template("sizing", "en"))
    (empty / "blank.xlsx").write_bytes(template("rfq", "en"))
    with pytest.raises(NothingToCompare) as told:
        collect(empty, tmp_path / "c.xlsx", lang="en", as_of=AS_OF)
    for lang, words in (
        ("en", ("sizing.xlsx: neither a request", "blank.xlsx: no answer")),
        ("zh", ("sizing.xlsx：既不是", "blank.xlsx：尚未填写")),
    ):
        assert all(w in told.value.text(lang) for w in words), told.value.text(lang)
    crowd = tmp_path / "crowd"
    crowd.mkdir()
    for n in range(compare.MOST + 1):
        filled = fill(template("rfq", "en"), {"in_offer_supplier": f"S{n}"})
        (crowd / f"{n}.xlsx").write_bytes(filled)
    with pytest.raises(NothingToCompare, match=r"6\.xlsx"):
        collect(crowd, tmp_path / "c.xlsx", lang="en", as_of=AS_OF)
    assert not (tmp_path / "c.xlsx").exists()


def test_files_that_are_no_offers_are_listed_and_the_others_compared(tmp_path: Path) -> None:
    """Broken, foreign, encrypted, of another kind, unanswered, a copy: each with its reason."""
    folder = returned(tmp_path / "in", a=A, b=B)
    good = (folder / "a.xlsx").read_bytes()
    (folder / "b (1).xlsx").write_bytes((folder / "b.xlsx").read_bytes())
    (folder / "broken.xlsx").write_bytes(good[: len(good) // 2])
    (folder / "text.xlsx").write_text("supplier,price\nX,6", encoding="utf-8")
    (folder / "encrypted.xlsx").write_bytes(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(512))
    (folder / "empty.xlsx").write_bytes(b"")
    openpyxl.Workbook().save(folder / "foreign.xlsx")
    (folder / "sizing.xlsx").write_bytes(template("sizing", "zh"))
    (folder / "mine.xlsx").write_bytes(Filled("rfq", "en", **BUYER).data)
    (folder / "scan.pdf").write_bytes(b"%PDF-1.7")
    (folder / "old.xls").write_bytes(b"")
    (folder / "round one").mkdir()
    (folder / "~$a.xlsx").write_bytes(b"lock of Excel")
    done = collect(folder, tmp_path / "compare.xlsx", lang="en", as_of=AS_OF)
    assert [offer.supplier for offer in done.offers] == ["A", "B"]
    assert {f.file: f.what.en.partition(";")[0] for f in done.findings} == {
        "b (1).xlsx": "the same answers as b.xlsx",
        "broken.xlsx": "the file is damaged or no Excel workbook",
        "text.xlsx": "the file is damaged or no Excel workbook",
        "encrypted.xlsx": "the file is encrypted or in the old .xls format",
        "empty.xlsx": "the file is damaged or no Excel workbook",
        "foreign.xlsx": "neither a request for quotation nor a quote of this program",
        "sizing.xlsx": "neither a request for quotation nor a quote of this program",
        "mine.xlsx": "no answer is filled in",
        "scan.pdf": "no Excel workbook (.xlsx, .xlsm)",
        "old.xls": "no Excel workbook (.xlsx, .xlsm)",
        "round one": "a folder",
    }
    for finding in done.findings:
        assert all((*finding.where, *finding.what, *finding.remedy))
    assert not done.complete


def test_a_supplier_may_decline_in_words(tmp_path: Path) -> None:
    """Whatever was written is kept, even where there is no price."""
    said = dict.fromkeys((*USUAL, *A), None) | {"remarks": "no capacity before May"}
    folder = returned(tmp_path / "in", a=A, b=said)
    done = collect(folder, tmp_path / "compare.xlsx", lang="en", as_of=AS_OF)
    names, _ = read(done.path)
    assert names["in_offer2_remarks"] == "no capacity before May"


def test_a_second_offer_of_a_supplier_is_told(tmp_path: Path) -> None:
    """Both are kept; which counts is for people to say. The cheaper one is recommended, not the
    first of that name."""
    folder = returned(tmp_path / "in", a=A, b=B, c=A | {"price": 6.3, "quote_no": "Q-9"})
    done = collect(folder, tmp_path / "compare.xlsx", lang="en", as_of=AS_OF)
    assert [(f.file, f.where.en) for f in done.findings] == [
        ("c.xlsx", glossary.label("supplier", "en"))
    ]
    assert "a.xlsx" in done.findings[0].what.en
    assert handover.read(done.path.read_bytes())["quote_no"] == "Q-9"


def test_an_answer_to_another_request_is_told(tmp_path: Path) -> None:
    folder = returned(tmp_path / "in", a=A)
    (folder / "b.xlsx").write_bytes(answered("en", B, rfq_no="R-0").data)
    done = collect(folder, tmp_path / "compare.xlsx", lang="en", as_of=AS_OF)
    assert [(f.file, f.where.en) for f in done.findings] == [
        ("b.xlsx", glossary.label("rfq_no", "en"))
    ]
    assert "R-0" in done.findings[0].what.en


def test_an_older_form_is_told(tmp_path: Path) -> None:
    book = openpyxl.load_workbook(io.BytesIO(answered("zh", A).data))
    del book.defined_names["in_offer_region"]
    book.defined_names["in_offer_carbon"] = DefinedName(
        "in_offer_carbon", attr_text=book.defined_names["in_offer_remarks"].attr_text
    )
    folder = returned(tmp_path / "in", b=B)
    book.save(folder / "a.xlsx")
    done = collect(folder, tmp_path / "compare.xlsx", lang="en", as_of=AS_OF)
    told = [f.what for f in done.findings if f.file == "a.xlsx" and f.where.en == "the form"]
    assert len(told) == 2
    assert glossary.label("region", "en") in told[0].en
    assert glossary.label("region", "zh") in told[0].zh
    assert "carbon" in told[1].en
    assert [offer.supplier for offer in done.offers] == ["A", "B"]


def test_an_existing_comparison_is_left_alone(tmp_path: Path) -> None:
    folder = returned(tmp_path / "in", a=A)
    out = folder / "compare.xlsx"  # beside the returned files: it is no offer
    out.write_bytes(b"mine")
    with pytest.raises((FileBusy, GpucalcError, OSError)):
        collect(folder, out, lang="en", as_of=AS_OF)
    assert out.read_bytes() == b"mine"
    collect(folder, out, lang="en", as_of=AS_OF, force=True)
    assert collect(folder, out, lang="en", as_of=AS_OF, force=True).offers[0].supplier == "A"


@each_language
def test_the_command_lists_what_to_ask(lang: str, tmp_path: Path) -> None:
    folder = returned(tmp_path / "in", lang, a=A, d=D)
    out = tmp_path / "compare.xlsx"
    call = ["compare", "--from", str(folder), "-o", str(out), "--lang", lang, "--as-of",
            "2026-11-30"]  # fmt: skip
    result = CliRunner().invoke(app, call)
    assert result.exit_code == 1
    assert glossary.label("storage", lang) in result.output
    assert "d.xlsx" in result.output
    again = CliRunner().invoke(app, call)
    assert again.exit_code == 2  # never overwritten unasked
    (folder / "d.xlsx").unlink()
    assert CliRunner().invoke(app, [*call, "--force"]).exit_code == 0


def test_the_returned_files_stay_as_they_are(tmp_path: Path) -> None:
    folder = returned(tmp_path / "in", a=A)
    before = (folder / "a.xlsx").read_bytes()
    collect(folder, tmp_path / "compare.xlsx", lang="zh", as_of=AS_OF)
    assert (folder / "a.xlsx").read_bytes() == before


@each_language
def test_the_page_says_the_total_aloud_and_prints_the_payment_terms(lang: str) -> None:
    book = answered(lang, A | {"storage_basis": choice("priced_separately"),
                               "payment_terms": "30 / 70"})  # fmt: skip
    page = [str(v) for (sheet, _), v in book.cells.items()
            if sheet in ("Request (print)", "询价单（打印）")]  # fmt: skip
    assert "30 / 70" in page
    said = {
        "en": "5760 × Card-hour: rent 37,440.00, other items 1,000.00, in all 38,440.00 CNY",
        "zh": "按 5760 卡时计价：租金 37,440.00，另计费用 1,000.00，价税合计 38,440.00 CNY",
    }
    assert any(v.startswith(said[lang]) for v in page)


@each_language
def test_the_supplier_is_asked_about_a_discount_of_85_per_cent(lang: str) -> None:
    words = Words(lang, (Path(__file__).parents[2] / "workbooks" / "offers",))
    asked = answered(lang, {**A, "discount": 0.85}).checks()[words("check_offer_discount")]
    assert asked == glossary.label("incomplete", lang)
    usual = answered(lang, {**A, "discount": "85折"}).checks()[words("check_offer_discount")]
    assert usual == glossary.label("pass", lang)
