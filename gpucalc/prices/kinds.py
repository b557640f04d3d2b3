"""Kinds of price files: what reads each, and which kind a file is."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable
from enum import StrEnum
from pathlib import Path

from gpucalc import tables
from gpucalc.errors import InputError
from gpucalc.prices import foreign, own
from gpucalc.prices.rows import Import


class Format(StrEnum):
    """Kinds of price files."""

    csv = "csv"
    xlsx = "xlsx"
    gpuhunt = "gpuhunt"
    skypilot = "skypilot"


READERS: dict[Format, Callable[[Path, str, str, str], Import]] = {
    Format.csv: own.read,
    Format.xlsx: own.read,
    Format.gpuhunt: foreign.gpuhunt,
    Format.skypilot: foreign.skypilot,
}
# Columns that no other kind has: their spelling is the collection's own.
HEADINGS = {Format.gpuhunt: foreign.GPUHUNT, Format.skypilot: foreign.SKYPILOT}
WORKBOOKS = (".xlsx", ".xlsm")


def of(path: Path) -> Format:
    """The kind of a file, by its ending and its headings.

    Raises InputError, naming the choices, where neither says.
    """
    ending = path.suffix.lower()
    if ending not in WORKBOOKS:
        first = next(csv.reader(io.StringIO(tables.decode(path.read_bytes()))), [])
        for kind, needed in HEADINGS.items():
            if set(needed) <= set(first):
                return kind
    if own.is_table(path):
        return Format.xlsx if ending in WORKBOOKS else Format.csv
    choices = ", ".join(Format)
    raise InputError(
        f"{path.name}: its headings fit no kind of price file known here; say which it is by "
        f"--format ({choices}), or head the columns gpu, price, unit, currency",
        f"{path.name}：表头与已知的价格文件都不符；请用 --format 指定（{choices}），"
        "或把列名写成 显卡型号、单价、计量单位、币种",
    )
