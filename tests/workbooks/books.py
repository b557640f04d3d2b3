"""Templates for the tests: the committed files, filled and computed as the batch does."""

from __future__ import annotations

import datetime
import re
from functools import lru_cache
from pathlib import Path

from gpucalc import glossary
from gpucalc.excel.fill import fill, read_names, read_values
from gpucalc.excel.recalc import recalculate

ROOT = Path(__file__).parents[2]
LANGUAGES = ("en", "zh")
ERROR = re.compile(r"#(N/A|REF!|NAME\?|VALUE!|DIV/0!|NUM!|NULL!)")


@lru_cache
def template(name: str, lang: str) -> bytes:
    """The committed template."""
    return (ROOT / "templates" / lang / f"{name}.xlsx").read_bytes()


def choice(field: str) -> tuple[str, str]:
    """An option of a drop-down, by its glossary field."""
    return ("label", field)


def day(text: str) -> datetime.date:
    """A date."""
    return datetime.date.fromisoformat(text)


class Filled:
    """A filled book: ``book["gross"]`` is the value of ``out_gross``.

    A value ``("label", "daily")`` is written as that glossary label in the book's language.
    """

    def __init__(self, name: str, lang: str, **values: object) -> None:
        self.name, self.lang = name, lang
        written = {f"in_{field}": self._words(value) for field, value in values.items()}
        self.data = recalculate(fill(template(name, lang), written))
        self.names = read_names(self.data)
        self.cells = read_values(self.data)

    def _words(self, value: object) -> object:
        if isinstance(value, tuple):
            return glossary.label(value[1], self.lang)
        return value

    def __getitem__(self, name: str) -> object:
        return self.cells.get(self.names[f"out_{name}"])

    def label(self, field: str) -> str:
        """A word in the book's language."""
        return glossary.label(field, self.lang)

    def errors(self) -> list[object]:
        """Cells that show an error value."""
        return [k for k, v in self.cells.items() if isinstance(v, str) and ERROR.fullmatch(v)]

    def checks(self) -> dict[str, str]:
        """State of every check by what it says."""
        sheet = self.names["out_status"][0]
        rows = {int(cell[1:]) for name, cell in self.cells if name == sheet and cell[0] == "B"}
        found = {
            r: (self.cells.get((sheet, f"C{r}")), self.cells.get((sheet, f"G{r}"))) for r in rows
        }
        return {str(what): str(state) for what, state in found.values() if what and state}

    def failing(self) -> list[str]:
        """What the checks say fails."""
        return [what for what, state in self.checks().items() if state == self.label("fail")]

    def sheet(self, field: str) -> dict[str, object]:
        """The cells of a sheet, by address; ``field`` is its glossary field."""
        title = glossary.label(field, self.lang)
        return {cell: value for (name, cell), value in self.cells.items() if name == title}

    def row_of(self, field: str, label: str, columns: str) -> list[object]:
        """The values of the first row of a sheet whose column B holds that text."""
        cells = self.sheet(field)
        row = next(int(c[1:]) for c, v in cells.items() if c[0] == "B" and v == label)
        return [cells.get(f"{column}{row}", "") for column in columns]
