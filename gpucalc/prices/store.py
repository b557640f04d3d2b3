"""The folder that keeps one's own prices: prices.csv with the catalog's columns, beside what ships.

The installed package is never written to. A newer price of the same offer replaces the older
one; an older or equal one is left out and told.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from gpucalc import catalog, settings
from gpucalc.errors import UnknownName
from gpucalc.excel.save import write_atomically
from gpucalc.prices.rows import COLUMNS, PriceRow


@dataclass(frozen=True)
class Merged:
    """How many rows a merge added, replaced, and left as they were."""

    added: int
    replaced: int
    unchanged: int


def folder(named: Path | None = None) -> Path:
    """The folder to use: the one named, else the configured one; raises UnknownName without any."""
    found = named or settings.own_catalog()
    if found is None:
        raise UnknownName(
            "no folder for your own prices yet: give --catalog FOLDER, or set it once with "
            "gpucalc catalog use FOLDER",
            "尚未指定自有价格目录：请加 --catalog 文件夹，或用 gpucalc catalog use 文件夹 设定一次",
        )
    return found


def load(where: Path) -> list[PriceRow]:
    """The rows kept in the folder; none where there is no file yet."""
    path = where / "prices.csv"
    if not path.exists():
        return []
    table = catalog.parse("prices", path.read_text(encoding="utf-8-sig"))
    rows = []
    for row in table.canonical():
        values = {c: row[c] for c in COLUMNS}
        rows.append(PriceRow(**values))  # type: ignore[arg-type]
    return rows


def merge(where: Path, incoming: Iterable[PriceRow]) -> Merged:
    """Adds rows to the folder's prices and writes the file anew (whole or not at all)."""
    kept = {row.key: row for row in load(where)}
    last = max(
        (int(r.name.removeprefix("OWN-")) for r in kept.values() if _ours(r.name)), default=0
    )
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


def _ours(name: str) -> bool:
    return name.startswith("OWN-") and name[4:].isdigit()
