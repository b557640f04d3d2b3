"""What the READMEs say can be run is run, and what they point to is there."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
PAGES = ("README.md", "README.zh.md")


@pytest.mark.parametrize("page", PAGES)
def test_links_and_pictures_exist(page: str) -> None:
    targets = re.findall(r"\]\((?!https?:|#)([^)#]+)", (ROOT / page).read_text(encoding="utf-8"))
    assert targets
    assert [t for t in targets if not (ROOT / t).exists()] == []


@pytest.mark.parametrize("page", PAGES)
def test_python_snippets_give_what_their_comments_say(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    snippets = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    assert snippets
    for snippet in snippets:
        names: dict[str, Any] = {}
        exec(snippet, names)
        for frame, wanted in (("jobs", [116, 2]), ("asked", [138, 197, "#VALUE!"])):
            if f"{frame}[" in snippet:
                assert names[frame].cards.tolist() == wanted


@pytest.mark.parametrize("page", PAGES)
def test_eval_lines_answer(page: str, capsys: pytest.CaptureFixture[str]) -> None:
    from typer.testing import CliRunner

    from gpucalc.cli import app

    calls = re.findall(r"gpucalc eval '([^']+)'", (ROOT / page).read_text(encoding="utf-8"))
    assert len(calls) >= 2
    for call in calls:
        assert CliRunner().invoke(app, ["eval", call]).exit_code == 0, call


@pytest.mark.parametrize("page", PAGES)
def test_the_way_from_book_to_book_names_what_was_made_before(page: str) -> None:
    """Each template exists, and what a command takes over an earlier line wrote."""
    from gpucalc import resources

    text = (ROOT / page).read_text(encoding="utf-8")
    made: set[str] = set()
    steps = re.findall(r"^ {4}gpucalc (new|compare) (.+?)(?:  +#|$)", text, re.MULTILINE)
    for command, rest in steps:
        source = re.search(r"--from (\S+\.xlsx)", rest)
        assert source is None or source[1] in made, rest
        made.update(re.findall(r"-o (\S+\.xlsx)", rest))
        if command == "new":
            assert resources.template(rest.split()[0], "zh").exists()
    sources = {(rest.split()[0], "--from" in rest) for command, rest in steps if command == "new"}
    assert {("sizing", False), ("rfq", True), ("quote", True), ("budget", True)} <= sources
