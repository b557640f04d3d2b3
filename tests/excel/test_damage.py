"""Damaged files: an answer in words, never a traceback from the depths of a library."""

from __future__ import annotations

import random
import re

import pytest

from gpucalc.errors import GpucalcError
from gpucalc.excel.fill import fill, read_cells, read_names
from gpucalc.excel.lint import lint
from gpucalc.excel.recalc import recalculate
from tests.excel.books import packed, parts, rich

BOOK = rich()
PARTS = parts(BOOK)
VALUES = [b"", b"-1", b"99999999999", b"x", b"A0", b"1.5", "é".encode()]


def damaged(chance: random.Random) -> bytes:
    """A book with something wrong: bytes, a part, an attribute or an element."""
    kind = chance.randrange(5)
    if kind == 0:
        book = bytearray(BOOK)
        for _ in range(chance.randint(1, 6)):
            book[chance.randrange(len(book))] = chance.randrange(256)
        return bytes(book)
    name = chance.choice([part for part in PARTS if part.endswith((".xml", ".rels"))])
    if kind == 1:
        return packed({part: content for part, content in PARTS.items() if part != name})
    content = bytearray(PARTS[name])
    if kind == 2:
        for _ in range(chance.randint(1, 4)):
            content[chance.randrange(len(content))] = chance.randrange(32, 127)
    elif kind == 3:
        attribute = chance.choice(list(re.finditer(rb'="([^"]*)"', content)))
        content[attribute.start(1) : attribute.end(1)] = chance.choice(VALUES)
    else:
        start = chance.randrange(len(content))
        del content[start : start + chance.randint(1, 80)]
    return packed(PARTS | {name: bytes(content)})


@pytest.mark.parametrize("seed", range(6))
def test_damage_is_answered_in_words(seed: int) -> None:
    chance = random.Random(seed)
    refused = 0
    for _ in range(50):
        book = damaged(chance)
        for use in (
            lambda book: fill(book, {"in_cards": 1, "in_customer": "x"}),
            recalculate,
            lint,
            read_cells,
            read_names,
        ):
            try:
                use(book)
            except GpucalcError as error:
                refused += 1
                assert error.en and error.zh != error.en
    assert refused
