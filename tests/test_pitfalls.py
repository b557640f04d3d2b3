"""docs/pitfalls.md: every report has its row, and every test that a row names exists."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "pitfalls.md"
ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in PAGE.read_text("utf-8").splitlines()
    if re.match(r"\| \d+ \|", line)
]
REPORTS = 63


@cache
def functions_of(path: str) -> frozenset[str]:
    tree = ast.parse((ROOT / path).read_text("utf-8"))
    return frozenset(n.name for n in ast.walk(tree) if isinstance(n, ast.FunctionDef))


def test_every_report_has_one_row_that_says_what_is_done() -> None:
    assert [int(row[0]) for row in ROWS] == list(range(1, REPORTS + 1))
    for row in ROWS:
        assert len(row) == 5 and all(row), row


def test_every_test_that_is_named_exists() -> None:
    named = 0
    for number, _, _, _, held in ROWS:
        tests = re.findall(r"`([\w/]+\.py)::(\w+)`", held)
        documents = re.findall(r"\]\(([\w.]+\.md)#([\w-]+)\)", held)
        assert tests or documents, number
        for path, name in tests:
            assert (ROOT / path).is_file(), (number, path)
            assert name in functions_of(path), (number, path, name)
            assert name.startswith("test_")
        for file, heading in documents:
            headings = re.findall(r"^#+ (.*)$", (PAGE.parent / file).read_text("utf-8"), re.M)
            slugs = {re.sub(r"[^\w -]", "", h.lower()).replace(" ", "-") for h in headings}
            assert heading in slugs, (number, heading)
        named += len(tests)
    assert named > REPORTS
