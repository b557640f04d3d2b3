"""What each function can become is found by trying, and the page says just that."""

from __future__ import annotations

import re

import pytest

from gpucalc import docs
from gpucalc.dialects import latex, named_lambda, plain
from gpucalc.dialects.support import support
from gpucalc.errors import NotTraceable
from gpucalc.record import Function, halves
from gpucalc.registry import functions

ALL = list(functions().values())


@pytest.mark.parametrize("f", ALL, ids=lambda f: f.udf_name)
def test_a_function_is_a_formula_in_every_dialect_or_says_why_not(f: Function) -> None:
    forms = support(f)
    if not f.not_traceable:
        assert forms.cells and forms.name and forms.equation and forms.why == ("", "")
        assert forms.longest <= 2_000
        return
    assert forms.why == halves(f.not_traceable) and forms.cells == 0
    refs = {a.name: "B2" for a in f.args}
    for printing in (
        lambda: plain.formula(f, refs),
        lambda: named_lambda.text(f),
        lambda: latex.equations(f),
    ):
        with pytest.raises(NotTraceable):
            printing()


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_page_lists_every_function_with_what_was_found(lang: str) -> None:
    text = docs.matrix(lang)
    rows = dict(re.findall(r"^\| \[(\w+)\]\(\w+\.md\) \| (.+) \|$", text, re.MULTILINE))
    assert set(rows) == {f.udf_name for f in ALL}
    for f in ALL:
        forms = support(f)
        if forms.cells:
            assert (
                f"{forms.longest:,}" in rows[f.udf_name] and f"{forms.name:,}" in rows[f.udf_name]
            )
        else:
            assert f"- {f.udf_name}: {forms.why[lang == 'zh']}" in text
