"""Where one's own prices are kept: prices.csv in a folder, or a price book.

The installed package is never written to. In a folder a newer price of the same offer replaces the
older one; in a price book it gets a row of its own, and the old one stays. What is there already
is left out and told.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from gpucalc import catalog, settings
from gpucalc.errors import InputError, UnknownName
from gpucalc.excel.save import write_atomically
from gpucalc.prices import own, to_book
from gpucalc.prices.rows import COLUMNS, NOT_STATED, Import, PriceRow

BOOKS = (".xlsx", ".xlsm")


@dataclass(frozen=True)
class Merged:
    """How many rows a merge added, replaced, and left as they were; how many found no room."""

    added: int
    replaced: int
    unchanged: int
    left_out: int = 0


def folder(named: Path | None = None) -> Path:
    """The folder (or price book) to use: the one named, else the configured one.

    Raises UnknownName without any.
    """
    found = named or settings.own_catalog()
    if found is None:
        raise UnknownName(
            "no folder for your own prices yet: give --catalog FOLDER, or set it once with "
            "gpucalc catalog use FOLDER",
            "尚未指定自有价格目录：请加 --catalog 文件夹，或用 gpucalc catalog use 文件夹 设定一次",
        )
    return found


def existing(where: Path) -> Path:
    """The folder or price book, if it is there. Raises InputError where it is not."""
    if not where.exists():
        raise InputError(
            f"there is no folder {where}: check the name, or create the folder first",
            f"没有文件夹 {where}：请核对名称，或先新建该文件夹",
        )
    return where


def file(where: Path) -> Path:
    """The file that holds the prices."""
    return where if is_book(where) else where / "prices.csv"


def is_book(where: Path) -> bool:
    """Whether prices are kept in a workbook there; raises InputError where it is not there yet."""
    if where.suffix.lower() not in BOOKS:
        return False
    if not where.exists():
        raise InputError(
            f"{where} is not there: copy a price book first (gpucalc new price_book)",
            f"{where} 不存在：请先新建价格库工作簿（gpucalc new price_book）",
        )
    return True


def read(where: Path) -> Import:
    """The rows kept there under their numbers in the file, and what is wrong with others."""
    if is_book(where):
        return own.read(where, "", NOT_STATED, "")
    path = where / "prices.csv"
    if not path.exists():
        return Import()
    table = catalog.parse("prices", path.read_text(encoding="utf-8-sig"))
    rows = []
    for row in table.canonical():
        values = {c: row[c] for c in COLUMNS}
        rows.append(PriceRow(**values))  # type: ignore[arg-type]
    return Import(list(enumerate(rows, start=2)))


def load(where: Path) -> list[PriceRow]:
    """The rows kept there, each under its id; none where there is no file yet."""
    return [row if row.name else row.named(f"ROW-{n}") for n, row in read(where).rows]


def merge(where: Path, incoming: Iterable[PriceRow]) -> Merged:
    """Adds rows to the prices kept there and writes the file anew (whole or not at all)."""
    if is_book(where):
        return _into_book(where, incoming)
    kept = {row.key: row for row in load(where)}
    last = _last(r.name for r in kept.values())
    added = replaced = unchanged = 0
    for row in incoming:
        before = kept.get(row.key)
        if before is None:
            last += 1
            kept[row.key] = row.named(f"OWN-{last:04d}")
            added += 1
        elif row.date > before.date and row.date[:1].isdigit():
            kept[row.key] = row.named(before.name)
            replaced += 1
        else:
            unchanged += 1
    if added or replaced:
        where.mkdir(parents=True, exist_ok=True)
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(COLUMNS)
        writer.writerows(row.cells() for row in kept.values())
        # Excel takes a CSV for UTF-8 only with its mark
        write_atomically(where / "prices.csv", out.getvalue().encode("utf-8-sig"), force=True)
    return Merged(added, replaced, unchanged)


def _into_book(where: Path, incoming: Iterable[PriceRow]) -> Merged:
    data = where.read_bytes()
    kept = {(*row.key, row.date) for row in load(where)}
    last = _last(to_book.ids(data))
    new = []
    unchanged = 0
    for row in incoming:
        if (*row.key, row.date) in kept:
            unchanged += 1
            continue
        kept.add((*row.key, row.date))
        last += 1
        new.append(row.named(f"OWN-{last:04d}"))
    planned = to_book.plan(data, new)
    if planned.changes:
        write_atomically(where, to_book.apply(data, planned.changes), force=True)
    out = len(planned.left_out)
    return Merged(len(new) - out, 0, unchanged, out)


def _last(names: Iterable[str]) -> int:
    """The highest number among the ids that were given here."""
    numbers = (n.removeprefix("OWN-") for n in names if n.startswith("OWN-"))
    return max((int(n) for n in numbers if n.isdigit()), default=0)
