"""What can go wrong: Excel's error values, and the exceptions that show as them.

Every exception keeps its facts in fields and writes its sentence when asked, in English or Chinese:
``str(error)`` gives both, ``error.text("zh")`` one of them. A class that can reach a worksheet cell
knows the error value it shows there (``cell``).
"""

from __future__ import annotations

from enum import StrEnum
from typing import ClassVar


class ExcelError(StrEnum):
    """An error value of a spreadsheet, usable as the text that a cell shows."""

    NULL = "#NULL!"
    DIV0 = "#DIV/0!"
    VALUE = "#VALUE!"
    REF = "#REF!"
    NAME = "#NAME?"
    NUM = "#NUM!"
    NA = "#N/A"

    @property
    def code(self) -> int:
        """Small positive number used in error planes (0 means no error)."""
        return _CODES[self]


_CODES: dict[ExcelError, int] = {error: number for number, error in enumerate(ExcelError, 1)}
BY_CODE: tuple[ExcelError | None, ...] = (None, *ExcelError)


class GpucalcError(Exception):
    """Base of all errors that gpucalc raises on purpose."""

    def __init__(self, en: str, zh: str = "") -> None:
        super().__init__(en)
        self.en = en
        self.zh = zh or en

    def text(self, lang: str = "en") -> str:
        """The sentence in one language."""
        return self.zh if lang == "zh" else self.en

    def __str__(self) -> str:
        return self.en if self.en == self.zh else f"{self.en} / {self.zh}"


class RegistrationError(GpucalcError):
    """A function is declared wrongly; found at import, all problems at once."""

    def __init__(self, problems: list[str]) -> None:
        super().__init__("; ".join(problems))
        self.problems = problems


class NotTraceable(GpucalcError):
    """A kernel does something that no cell formula can do."""


class InputError(GpucalcError):
    """A value given by the user cannot be used; ``argument`` names where it was given."""

    cell: ClassVar[ExcelError] = ExcelError.VALUE

    def __init__(self, en: str, zh: str = "", *, argument: str = "", given: object = None) -> None:
        super().__init__(en, zh)
        self.argument = argument
        self.given = given


class BlankInput(InputError):
    """A required value is missing."""


class Unreadable(InputError):
    """Text that cannot be read as the quantity asked for, or could be read in two ways."""


class Ambiguous(InputError):
    """A family name (A100) where its variants differ in what is asked."""


class UnknownKey(InputError):
    """A name that the catalog does not hold."""

    cell = ExcelError.NA


class OutOfBounds(InputError):
    """A number outside the range of its quantity, or a fraction where only whole ones do."""

    cell = ExcelError.NUM


class ShapesDiffer(InputError):
    """Arrays or ranges of sizes that do not fit each other."""


class NoAnswer(InputError):
    """The inputs are fine one by one, but together they have no answer."""

    cell = ExcelError.NUM


class UnknownName(GpucalcError):
    """No function, table, template or field of that name."""


class BookError(GpucalcError):
    """Something about a workbook file; says where in it."""

    def __init__(
        self, en: str, zh: str = "", *, file: str = "", sheet: str = "", cell: str = ""
    ) -> None:
        place = "!".join(part for part in (sheet, cell) if part)
        where = ": ".join(part for part in (file, place) if part)
        super().__init__(f"{where}: {en}" if where else en, f"{where}: {zh or en}" if where else zh)
        self.file, self.sheet, self.cell_address = file, sheet, cell


class TemplateError(BookError):
    """A template cannot be filled as asked."""


class WrongEnding(GpucalcError):
    """A name of a file to write that promises another kind of file."""


class FileBusy(BookError):
    """The target exists already or another program holds it open."""
