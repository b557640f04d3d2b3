"""Help pages: complete, in both languages, true, and current as committed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from gpucalc import cli, docs, edge, glossary, helptext
from gpucalc import quantity as q
from gpucalc.errors import ExcelError
from gpucalc.excel.save import FileBusy
from gpucalc.record import Function
from gpucalc.registry import TOPICS, functions

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "docs" / "functions"
ALL = list(functions().values())
CHINESE = re.compile("[\u4e00-\u9fff]")


def test_the_committed_pages_are_current() -> None:
    want = docs.pages()
    stale = [
        name
        for name, text in want.items()
        if not (FOLDER / name).is_file() or (FOLDER / name).read_text(encoding="utf-8") != text
    ]
    assert not stale, "run `make docs`"
    there = {p.relative_to(FOLDER).as_posix() for p in FOLDER.rglob("*.md")}
    assert there == set(want)


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("f", ALL, ids=lambda f: f.udf_name)
def test_a_page_holds_all_that_is_known(f: Function, lang: str) -> None:
    text = docs.page(f, lang)
    assert text.startswith(f"# {f.udf_name}\n")
    assert f"`{f.signature()}`" in text and f.summary(lang) in text
    for arg in f.args:
        row = next(line for line in text.splitlines() if line.startswith(f"| `{arg.name}` |"))
        assert arg.label(lang) in row
        assert (docs.word("required", lang) if arg.required else arg.default_text(lang)) in row
        assert helptext.bounds(arg.quantity, lang) in row
    for heading in ("examples", "source", "python"):
        assert f"## {docs.word(heading, lang)}" in text, heading
    for example in f.examples:
        assert helptext.call_text(f, example.args) in text
        assert helptext.why(example, lang) in text
    assert (f"## {docs.word('no_formula', lang)}" in text) == bool(f.not_traceable)
    assert ("```math" in text) == (not f.not_traceable and f.returns.kind != "text")


@pytest.mark.parametrize("f", ALL, ids=lambda f: f.udf_name)
def test_both_languages_say_the_same_kinds_of_things(f: Function) -> None:
    assert bool(f.notes("en")) == bool(f.notes("zh")), "notes in one language only"
    assert f.told("Source") and CHINESE.search(f.told("Source", "zh")), "source in English only"
    assert CHINESE.search(f.summary("zh")) and not CHINESE.search(f.summary("en").split("(")[0])
    for note in f.notes("zh"):
        assert CHINESE.search(note)
    for example in f.examples:
        assert example.zh, example.why
    for arg in f.args:
        assert CHINESE.search(arg.label("zh")) or arg.label("zh").isascii()
        if not arg.required:
            assert arg.default_text("en") and arg.default_text("zh")


@pytest.mark.parametrize("f", ALL, ids=lambda f: f.udf_name)
def test_every_function_has_a_dated_source_and_two_examples(f: Function) -> None:
    source = f.told("Source")
    assert source, "no paragraph 'Source: …'"
    assert re.search(r"\b(19|20)\d\d\b|\bas [A-Z_]+|definition", source), source
    assert len(f.examples) >= min(2, 1 + len(f.args))
    assert len(f.summary("en")) <= 255 and len(f.summary("zh")) <= 255


def test_results_on_the_pages_are_what_the_edge_answers() -> None:
    for f in ALL:
        text = docs.page(f, "en")
        for example in f.examples:
            answer = edge.call(f, *example.args)
            row = next(
                line for line in text.splitlines() if helptext.call_text(f, example.args) in line
            )
            if isinstance(answer, list):
                assert all(str(r[0]) in row for r in answer)
            else:
                assert f"| {helptext.shown(answer)}".replace("\n", "<br>") in row
            if isinstance(answer, ExcelError):
                assert edge.reason(f, *example.args) in row


def test_the_python_line_of_each_page_runs_and_is_right() -> None:
    for f in ALL:
        block = re.search(r"```python\n(.*?)```", docs.page(f, "en"), re.DOTALL)
        assert block is not None
        code, _, shown = block[1].rstrip().rpartition("\n# ")
        names: dict[str, object] = {}
        head, _, call = code.partition("\n\n")
        exec(head, names)
        got = eval(call, names)
        if shown != "[…]":
            want = eval(shown)
            assert got == (pytest.approx(want, rel=1e-9) if isinstance(want, float) else want)


def test_mfu_and_zero_are_explained_where_they_occur() -> None:
    for lang, words in (("en", ("utilisation", "spread")), ("zh", ("算力利用率", "零冗余"))):
        assert words[0] in docs.page(functions()["train_hours"], lang)
        assert words[1] in docs.page(functions()["vram_needed"], lang)
    assert "ZeRO" not in docs.page(functions()["rent_cost"], "en")


def test_the_index_lists_every_function_once_engineers_ones_apart() -> None:
    for lang in ("en", "zh"):
        text = docs.index(lang)
        links = re.findall(r"^- \[(\w+)\]\((\w+)\.md\)", text, re.MULTILINE)
        assert sorted(a for a, _ in links) == sorted(f.udf_name for f in ALL)
        assert all(a == b for a, b in links)
        common, _, advanced = text.partition(f"## {docs.word('advanced', lang)}")
        for f in ALL:
            assert f"[{f.udf_name}]" in (advanced if f.advanced else common)
        for topic in TOPICS:
            assert glossary.label(f"topic_{topic}", lang) in text


def test_links_of_the_pages_lead_somewhere() -> None:
    pages = docs.pages()
    for name, text in pages.items():
        for target in re.findall(r"\]\(([^)]+\.md)\)", text):
            path = (Path(name).parent / target).as_posix()
            parts: list[str] = []
            for part in path.split("/"):
                parts = parts[:-1] if part == ".." else [*parts, part]
            assert "/".join(parts) in pages, (name, target)


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_help_sheet(lang: str) -> None:
    heads, *rows = helptext.help_sheet(lang)
    assert len(heads) == 4 and bool(CHINESE.search(heads[0])) == (lang == "zh")
    assert sorted(r[0] for r in rows) == sorted(f.udf_name for f in ALL)
    kinds = [functions()[r[0].lower()].advanced for r in rows]
    assert kinds == sorted(kinds)
    for name, does, arguments, example in rows:
        f = functions()[name.lower()]
        assert does == f.summary(lang)
        assert all(a.name in arguments and a.label(lang) in arguments for a in f.args)
        assert example.startswith(f"={name}(")
        assert max(map(len, (does, arguments, example))) < 32_767  # what a cell can hold


# -- the command ---------------------------------------------------------------------------------


def test_docs_writes_what_differs_and_never_over_a_users_file(tmp_path: Path) -> None:
    target = tmp_path / "帮助 pages"
    assert len(docs.write(target)) == len(docs.pages())
    assert docs.write(target) == []
    own = target / "en" / "GPU_CARDS.md"
    own.write_text("mine", encoding="utf-8")
    with pytest.raises(FileBusy):
        docs.write(target)
    assert own.read_text(encoding="utf-8") == "mine"
    assert docs.write(target, force=True) == [own]


def test_the_command(tmp_path: Path) -> None:
    run = CliRunner().invoke
    done = run(cli.app, ["docs", "-o", str(tmp_path)], catch_exceptions=False)
    assert done.exit_code == 0
    assert len(done.stdout.splitlines()) == len(docs.pages())
    (tmp_path / "zh" / "README.md").write_text("mine", encoding="utf-8")
    refused = run(cli.app, ["docs", "-o", str(tmp_path)], catch_exceptions=False)
    assert refused.exit_code == 2 and "README.md" in refused.stderr
    forced = run(cli.app, ["docs", "-o", str(tmp_path), "--force"], catch_exceptions=False)
    assert forced.exit_code == 0 and len(forced.stdout.splitlines()) == 1


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_show_prints_what_the_page_says(lang: str) -> None:
    for f in ALL:
        done = CliRunner().invoke(cli.app, ["show", f.udf_name, "--lang", lang])
        assert done.exit_code == 0, f.udf_name
        pieces = [f.signature(), f.summary(lang), *f.notes(lang), f.told("Source", lang)]
        pieces += [helptext.call_text(f, e.args) for e in f.examples]
        pieces += [helptext.why(e, lang) for e in f.examples]
        pieces += [when for _, when in helptext.refusals(f, lang)]
        if not f.not_traceable:
            pieces += docs.formula_text(f).splitlines()
        for piece in pieces:
            assert piece in done.stdout, (f.udf_name, piece)


BOUNDS = [
    (q.MFU, "above 0, up to 1", "大于 0，不超过 1"),
    (q.BUFFER, "0 to 0.99", "0 至 0.99"),
    (q.NODE_SIZE, "whole number, 1 to 1,024", "整数，1 至 1,024"),
    (q.PARAMS, "above 0, up to 10^15", "大于 0，不超过 10^15"),
    (q.RATIO, "0 or more", "不小于 0"),
    (
        q.GPU,
        "a name, or a number above 0, up to 1,000,000",
        "名称，或数值：大于 0，不超过 1,000,000",
    ),
    (q.GPU_NAME, "", ""),
]


@pytest.mark.parametrize(("quantity", "en", "zh"), BOUNDS, ids=lambda x: getattr(x, "name", ""))
def test_bounds_are_said_in_words(quantity: q.Quantity, en: str, zh: str) -> None:
    assert (helptext.bounds(quantity, "en"), helptext.bounds(quantity, "zh")) == (en, zh)


@pytest.mark.parametrize("f", ALL, ids=lambda f: f.udf_name)
def test_no_page_holds_signs_or_words_of_the_program(f: Function) -> None:
    for lang in ("en", "zh"):
        page = docs.page(f, lang)
        for line in (line for line in page.splitlines() if line.startswith("| `")):
            told = re.sub(r"`[^`]*`", "", line)
            for broken in (">= ", "<= ", "None", "{", "nan", " inf", "*"):
                assert broken not in told, (lang, broken, line)


def test_a_unit_that_the_label_has_is_not_said_twice() -> None:
    assert helptext.with_unit(q.FLOPS, "en") == "Total compute (FLOP)"
    assert helptext.with_unit(q.CARDS, "en") == "Cards"
    assert helptext.with_unit(q.CARDS, "zh") == "卡数（张）"
