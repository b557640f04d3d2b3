"""The catalog: tables of facts (cards, models, MFU, tax, prices, rules ...) and their look-up.

Every table is one CSV file beside this module. A table is what a worksheet sees too: the rows a
workbook defines as `cat_<table>_<column>` are exactly `table(name).rows`, in that order, so that a
look-up here and INDEX/MATCH there walk the same list.

How a file becomes a table
- The file's `aliases` column (names separated by `|`) is expanded: each alias becomes a row of its
  own with the same values under another `name`; the column `model` holds the canonical name.
- **A name that several rows list is a family name** ("A100", "910B"): it means any of them. A field
  on which they differ is the text `?` there, so that no figure is picked silently; columns that
  only describe (source, note) join theirs. `usable_gb_least` is the smallest of the members.
- A cell that is missing is the text `-`, never a blank: INDEX of a blank cell answers 0.
- Numbers are float; everything else is text.
"""

from __future__ import annotations

import csv
import difflib
import io
import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import resources

from gpucalc import settings

__all__ = [
    "DIFFERS",
    "MISSING",
    "TABLES",
    "CatalogError",
    "Row",
    "Table",
    "date",
    "normalise",
    "table",
    "version",
]

Row = dict[str, float | str]

TABLES = (
    "gpus", "models", "methods", "precisions", "optimizers", "parts", "mfu",
    "texts", "languages", "tax", "prices", "units",
    "free_day_readings", "rules",
)  # fmt: skip
MISSING = "-"
DIFFERS = "?"

_NUMBER = re.compile(r"[+-]?\d+(\.\d+)?([eE][+-]?\d+)?")
# Text whatever it looks like: "4090" is a name and "2026" a date, neither is an amount.
_TEXT_COLUMNS = frozenset({"name", "model", "aliases", "date", "source_date", "valid_from"})
# Columns that describe a row rather than measure it: a family row joins its members' values.
_DESCRIBING = frozenset(
    {"aliases", "source", "source_date", "verified", "not_in_source", "note", "note_zh"}
)


_SHORT = 8  # tables of so few rows are told whole when a name is unknown
_MAKERS = re.compile(r"^(?:NVIDIA|英伟达|GEFORCE|TESLA|AMD|INSTINCT|HUAWEI|华为)[\s_-]*")


class CatalogError(ValueError):
    """A catalog file is wrong: which file, which row, why and what to do."""


def normalise(key: str) -> str:
    """`key` as it is compared: NFKC (full width to half width), spaces collapsed, upper case."""
    return " ".join(unicodedata.normalize("NFKC", key).split()).upper()


def _squeeze(key: str) -> str:
    """A normalised name without its maker, hyphens, underscores and spaces."""
    while maker := _MAKERS.match(key):
        key = key[maker.end() :]
    return re.sub(r"[\s_-]+", "", key)


@dataclass(frozen=True)
class Table:
    """One table: canonical rows first, then family names, then aliases."""

    name: str
    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    _index: Mapping[str, int]

    def row(self, key: str | float) -> Row | None:
        """The row whose name is `key`, or None. A number stands for its numeral: 4090.0 is 4090.

        Text is read as people write it: "4090.0" is 4090 too, and "NVIDIA A100-80GB" is A100 80GB.
        """
        if isinstance(key, bool):
            return None
        text = key if isinstance(key, str) else format(key, ".15g")
        place = self._index.get(normalise(text))
        if place is None and isinstance(key, str):
            place = self._forgiving(normalise(text))
        return None if place is None else self.rows[place]

    def _forgiving(self, text: str) -> int | None:
        """Where a name stands that differs by its maker, hyphens and spaces, or as a numeral."""
        if _NUMBER.fullmatch(text):
            return self._index.get(format(float(text), ".15g"))
        return self._squeezed.get(_squeeze(text))

    @cached_property
    def _squeezed(self) -> Mapping[str, int]:
        """Names without maker, hyphens and spaces, as far as each then means one model only."""
        found: dict[str, set[str]] = {}
        places: dict[str, int] = {}
        for key, place in self._index.items():
            squeezed = _squeeze(key)
            found.setdefault(squeezed, set()).add(str(self.rows[place]["model"]))
            places.setdefault(squeezed, place)
        return {key: places[key] for key, models in found.items() if key and len(models) == 1}

    def exact(self, key: str | float) -> Row | None:
        """The row that MATCH finds in a worksheet: case is forgiven, width and spaces are not."""
        row = self.row(key)
        if row is None or not isinstance(key, str) or str(row["name"]).upper() == key.upper():
            return row
        return None

    def is_numeric(self, column: str) -> bool:
        """Whether the column holds numbers (beside the texts for missing and differing)."""
        return column in self._numeric

    @cached_property
    def _numeric(self) -> frozenset[str]:
        return frozenset(c for row in self.rows for c, v in row.items() if isinstance(v, float))

    def sheet_rows(self) -> tuple[Row, ...]:
        """The rows as a worksheet lists them: "4090" stands there as a number too."""
        numerals = [row for row in self.rows if _NUMBER.fullmatch(str(row["name"]))]
        return self.rows + tuple({**row, "name": float(str(row["name"]))} for row in numerals)

    def nearest(self, key: str | float, n: int = 3) -> list[str]:
        """Up to `n` known names that look most like `key`, best first, each row's own name once."""
        text = normalise(key if isinstance(key, str) else format(key, ".15g"))
        found: list[str] = []
        for close in difflib.get_close_matches(text, self._index, n=len(self._index), cutoff=0.4):
            name = str(self.rows[self._index[close]]["model"])
            if name not in found:
                found.append(name)
            if len(found) == n:
                break
        return found

    def hints(self, key: str | float, lang: str) -> list[str]:
        """What to write instead of an unknown name, in the language: all of a short table."""
        few = len(self.canonical()) <= _SHORT
        near = self.names() if few else self.nearest(key)
        return [self.shown(name, lang) for name in near]

    def shown(self, name: str, lang: str) -> str:
        """A row's name as people of that language see it, where the table has such a column."""
        row = self.row(name)
        label = MISSING if row is None else str(row.get(lang, MISSING))
        return name if label == MISSING or self.row(label) is None else label

    def members(self, key: str | float) -> list[str]:
        """The rows that a family name stands for ("H100": its PCIe, SXM5 and NVL); else empty."""
        row = self.row(key)
        if row is None or row["kind"] != "family":
            return []
        name = normalise(str(row["name"]))
        return [
            str(member["name"])
            for member in self.canonical()
            if name in map(normalise, _alias_names(member))
        ]

    def names(self) -> list[str]:
        """The canonical names, in file order (drop-down lists)."""
        return [str(row["name"]) for row in self.canonical()]

    def canonical(self) -> tuple[Row, ...]:
        """The rows of the file itself: no family names and no aliases."""
        return tuple(row for row in self.rows if row["kind"] == "row")


@cache
def table(name: str) -> Table:
    """The table `name` (one of TABLES), read once. Raises CatalogError if unknown or wrong.

    A user's own prices (see settings) come before the shipped ones; table.cache_clear() rereads.
    """
    if name not in TABLES:
        raise CatalogError(f"no catalog table {name!r}; the tables are {', '.join(TABLES)}")
    text = resources.files(__package__).joinpath(f"{name}.csv").read_text(encoding="utf-8")
    own = settings.own_catalog() if name == "prices" else None
    if own is None or not (own / "prices.csv").exists():
        return parse(name, text)
    head, _, rows = (own / "prices.csv").read_text(encoding="utf-8-sig").partition("\n")
    if head.strip() != text.partition("\n")[0].strip():
        raise CatalogError(
            f"{own / 'prices.csv'}: its headings are not those of this version's prices.csv;"
            " import the prices anew with `gpucalc catalog import`"
        )
    return parse(name, f"{head}\n{rows.rstrip()}\n{text.partition(chr(10))[2]}")


def version() -> str:
    """The version of the catalog's contents, such as "2026.11.30"."""
    return resources.files(__package__).joinpath("VERSION").read_text(encoding="utf-8").strip()


def date() -> str:
    """The date of the catalog's contents in ISO form, such as "2026-11-30"."""
    year, month, day = version().split(".")[:3]
    return f"{int(year):04d}-{int(month):02d}-{int(day):02d}"


def parse(name: str, text: str) -> Table:
    """The table `name` from the text of its CSV file; raises CatalogError with file and line."""
    reader = csv.DictReader(io.StringIO(text))
    columns = list(reader.fieldnames or ())
    if not columns or columns[0] != "name":
        raise CatalogError(f"{name}.csv: the first column must be 'name', found {columns[:1]}")
    rows = [_read(name, line, raw, columns) for line, raw in enumerate(reader, start=2)]
    if "usable_gb" in columns:
        columns.insert(columns.index("usable_gb") + 1, "usable_gb_least")
        rows = [{**row, "usable_gb_least": row["usable_gb"]} for row in rows]
    columns += ["model", "kind"]
    rows = [{**row, "model": row["name"], "kind": "row"} for row in rows]
    every = rows + _families(rows) + _aliases(rows)
    every = [{column: row[column] for column in columns} for row in every]
    index: dict[str, int] = {}
    for place, row in enumerate(every):
        key = normalise(str(row["name"]))
        if key in index:
            other = every[index[key]]["model"]
            raise CatalogError(
                f"{name}.csv: the name {row['name']!r} stands twice (for {other} and for"
                f" {row['model']}); rename one or remove the alias"
            )
        index[key] = place
    return Table(name, tuple(columns), tuple(every), index)


def _read(name: str, line: int, raw: Mapping[str, str | None], columns: list[str]) -> Row:
    row: Row = {}
    for column in columns:
        cell = raw.get(column)
        if cell is None or None in raw:
            raise CatalogError(
                f"{name}.csv line {line}: the number of cells is not the number of headings;"
                " a comma inside a cell needs quotes"
            )
        cell = cell.strip()
        if column not in _TEXT_COLUMNS and _NUMBER.fullmatch(cell):
            row[column] = float(cell)
        else:
            row[column] = cell or MISSING
    if row["name"] == MISSING:
        raise CatalogError(f"{name}.csv line {line}: the row has no name; give it one")
    return row


def _alias_names(row: Row) -> list[str]:
    text = str(row.get("aliases", MISSING))
    return [] if text == MISSING else [alias.strip() for alias in text.split("|") if alias.strip()]


def _owners(rows: list[Row]) -> dict[str, list[int]]:
    """Each alias as first spelled -> the rows that list it."""
    spelled: dict[str, str] = {}
    owners: dict[str, list[int]] = {}
    for place, row in enumerate(rows):
        for alias in _alias_names(row):
            owners.setdefault(spelled.setdefault(normalise(alias), alias), []).append(place)
    return owners


def _families(rows: list[Row]) -> list[Row]:
    """A row for each name that several rows list; names with the same members share one `model`."""
    first: dict[tuple[int, ...], str] = {}
    made = []
    for alias, places in _owners(rows).items():
        if len(places) > 1:
            model = first.setdefault(tuple(places), alias)
            made.append({**_merged([rows[i] for i in places]), "name": alias, "model": model})
    return made


def _merged(members: list[Row]) -> Row:
    row: Row = {}
    for column in members[0]:
        values = list(dict.fromkeys(member[column] for member in members))
        if len(values) == 1:
            row[column] = values[0]
        elif column in _DESCRIBING:
            row[column] = "; ".join(str(value) for value in values if value != MISSING)
        elif column == "usable_gb_least":
            # A member without a known memory leaves the smallest unknown: say so.
            numbers = [value for value in values if isinstance(value, float)]
            row[column] = min(numbers) if len(numbers) == len(values) else DIFFERS
        else:
            row[column] = DIFFERS
    return {**row, "aliases": MISSING, "kind": "family"}


def _aliases(rows: list[Row]) -> list[Row]:
    return [
        {**rows[places[0]], "name": alias, "aliases": MISSING, "kind": "alias"}
        for alias, places in _owners(rows).items()
        if len(places) == 1
    ]
