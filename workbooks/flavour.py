"""Plain formulas, or calls of the add-in's functions: the same builders print either.

The plain flavour is what ships. In the other one `=GPU_CARDS(C5,…)` stands wherever a builder asks
for a published function; a building block that is in no worksheet library prints as it always does.
Cells, names and layout are the same in both, helper cells that only the plain form reads included.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from gpucalc.excel import chartcache
from gpucalc.excel.book import Book
from gpucalc.excel.portable.compute import compute
from gpucalc.excel.portable.scan import Scan
from gpucalc.excel.portable.settle import settled

PLAIN, ADDIN = "plain", "addin"
FLAVOURS = (PLAIN, ADDIN)
_flavour = ContextVar("flavour", default=PLAIN)


@contextmanager
def building(flavour: str) -> Iterator[None]:
    """What is built inside is of that flavour."""
    token = _flavour.set(flavour)
    try:
        yield
    finally:
        _flavour.reset(token)


def calls() -> bool:
    """Whether published functions are called by name."""
    return _flavour.get() == ADDIN


def computed(data: bytes, now: datetime.datetime) -> bytes:
    """The workbook with the values that the functions themselves give, in cells and charts."""
    scan = Scan(Book.open(data))
    book = Book.open(settled(scan, compute(scan, now, {}), everywhere=True))
    return book.package.write(dict(chartcache.refreshed(book)))
