"""Inputs of a template as data: a field is a row of an inputs sheet, a name and a check.

A builder lists its fields; the inputs sheet, the drop-downs, the reading of text and the checks of
bounds all follow from that list.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Literal

from gpucalc import quantity as q
from gpucalc.quantity import Quantity
from workbooks import house

Kind = Literal["text", "number", "date", "choice", "key"]


@dataclass(frozen=True)
class Field:
    """One input.

    ``name`` gives the defined name ``in_<name>`` and the glossary's label. ``options`` names the
    drop-down list of a choice or the catalog table of a key; ``quantity`` says how a number is read
    and what bounds it has. ``default`` is what a blank cell stands for (for a choice, the field of
    the option), ``lines`` the room for a longer text. ``required`` names the condition under which
    a blank makes the checks incomplete.
    """

    name: str
    kind: Kind = "text"
    quantity: Quantity | None = None
    options: str = ""
    default: str | float | None = None
    unit: str = ""
    number: str = house.GENERAL
    lines: int = 1
    required: Literal["", "always", "customer", "rent"] = ""

    @property
    def defined_name(self) -> str:
        """The workbook's name of the input cell."""
        return f"in_{self.name}"


@dataclass(frozen=True)
class Section:
    """Inputs under one heading; ``title`` is a key of the words table."""

    title: str
    fields: tuple[Field, ...] = field(default=())


def number(
    name: str,
    quantity: Quantity,
    default: float | None = None,
    unit: str = "",
    form: str = house.GENERAL,
    required: Literal["", "always", "customer", "rent"] = "",
) -> Field:
    """A number with a quantity; ``quantity`` takes the field's own name for messages."""
    own = replace(quantity, name=name)
    return Field(name, "number", own, "", default, unit, form, required=required)


def choice(name: str, options: str, default: str = "", required: str = "") -> Field:
    """One of a list; ``default`` is the field of the option that a blank stands for."""
    return Field(name, "choice", None, options, default or None, required=required)  # type: ignore[arg-type]


def key(name: str, table: str, default: str = "", required: str = "") -> Field:
    """A name from a catalog table."""
    return Field(name, "key", None, table, default or None, required=required)  # type: ignore[arg-type]


def date(name: str, required: str = "") -> Field:
    """A date."""
    quantity = replace(q.START_DATE, name=name)
    return Field(name, "date", quantity, number=house.DATE, required=required)  # type: ignore[arg-type]


def texts(*names: str, lines: int = 1, required: str = "") -> tuple[Field, ...]:
    """Free texts."""
    return tuple(Field(n, lines=lines, required=required) for n in names)  # type: ignore[arg-type]
