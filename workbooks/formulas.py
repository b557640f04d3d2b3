"""What a builder may write into a formula cell.

A formula is either *typed* here, then it only carries values about (references, SUM, SUMIFS,
COUNTIFS, INDEX/MATCH, IF, comparisons, & and text), or *printed* from a kernel, then it comes out
of `gpucalc.dialects.plain`, or is a call of the worksheet function in the add-in flavour (see
`workbooks.flavour`). Whatever computes is therefore written once, in `gpucalc/kernels`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache

from openpyxl.formula import Tokenizer
from openpyxl.formula.tokenizer import Token
from openpyxl.utils import get_column_letter

from gpucalc import registry
from gpucalc.dialects import plain
from gpucalc.quantity import Quantity
from gpucalc.trace import lift
from workbooks import flavour

ALLOWED_FUNCTIONS = frozenset({"SUM", "SUMIFS", "COUNTIFS", "INDEX", "MATCH", "IF"})
ALLOWED_OPERATORS = frozenset({"=", "<>", "<", "<=", ">", ">=", "&"})
ALLOWED_NUMBERS = frozenset({"0", "1"})

UNREADABLE = "?"  # what a reading shows instead of a number

_PLAIN_SHEET = re.compile(r"[^\W\d]\w*")


class TypedFormulaRefused(ValueError):
    """A typed formula computes something: print it from a kernel instead."""


@dataclass(frozen=True)
class Cell:
    """A cell or a block of cells on a named sheet; its text is an absolute reference."""

    sheet: str
    column: int
    row: int
    last_column: int = 0
    last_row: int = 0

    @property
    def address(self) -> str:
        """The address without the sheet: C5, or C5:F9 for a block."""
        first = f"{get_column_letter(self.column)}{self.row}"
        if not self.last_row:
            return first
        return f"{first}:{get_column_letter(self.last_column)}{self.last_row}"

    @property
    def absolute(self) -> str:
        """The address with dollar signs: $C$5:$F$9."""
        return re.sub(r"([A-Z]+)(\d+)", r"$\1$\2", self.address)

    def __str__(self) -> str:
        return f"{sheet_prefix(self.sheet)}{self.absolute}"


class Formula(str):
    """The text of a formula without "=", known to be typed within the rules or printed."""

    __slots__ = ()


Part = Formula | Cell | str | int
BLANK = Formula('""')


def sheet_prefix(title: str) -> str:
    """What stands before an address of that sheet: Inputs! or 'Line items'!."""
    if _PLAIN_SHEET.fullmatch(title) and title.isascii():
        return f"{title}!"
    return "'" + title.replace("'", "''") + "'!"


def text(value: str) -> Formula:
    """A text constant as formulas write it."""
    return Formula('"' + value.replace('"', '""') + '"')


def typed(pattern: str, *parts: Part, **named: Part) -> Formula:
    """A formula typed by hand: ``typed('IF({0}="","",{1})', cell, printed)``.

    The pattern itself is checked against the rules; parts are cells, defined names, or formulas
    that were checked or printed before. Raises TypedFormulaRefused.
    """
    holes = [f"in_x{i}" for i in range(len(parts))]
    check(pattern.format(*holes, **dict.fromkeys(named, "in_x")))
    for part in (*parts, *named.values()):
        if not isinstance(part, (Formula, Cell)):
            check(str(part))
    return Formula(
        pattern.format(*map(str, parts), **{key: str(part) for key, part in named.items()})
    )


@cache  # a book types a few hundred patterns, one of them thousands of times
def check(formula: str) -> None:
    """Raises TypedFormulaRefused where a formula does more than carry values about."""
    for token in Tokenizer("=" + formula).items:
        reason = _flaw(token)
        if reason:
            raise TypedFormulaRefused(f"={formula}: {reason}; print it from a kernel instead")


def _flaw(token: Token) -> str:
    if token.type == Token.FUNC and token.subtype == Token.OPEN:
        name = token.value.rstrip("(").upper()
        return "" if name in ALLOWED_FUNCTIONS else f"function {name}"
    if token.type in (Token.OP_IN, Token.OP_PRE, Token.OP_POST):
        return "" if token.value in ALLOWED_OPERATORS else f"operator {token.value}"
    if token.type == Token.OPERAND and token.subtype == Token.NUMBER:
        return "" if token.value in ALLOWED_NUMBERS else f"constant {token.value}"
    if token.type == Token.OPERAND and token.subtype in (Token.LOGICAL, Token.ERROR):
        return f"constant {token.value}"
    if token.type == Token.ARRAY:
        return "an array"
    return ""


def constant(value: str) -> plain.Const:
    """A text constant as the argument of a printed formula."""
    return plain.Const(value)


Argument = Cell | plain.Const | float | bool | str


def printed(name: str, **arguments: Argument) -> Formula:
    """A kernel's formula over cells: ``printed("rent_cost", cards=c, hours=h, price=p)``.

    A ``str`` is a defined name or a reference; a text constant is a :func:`constant`.
    """
    function = _block(name)
    if flavour.calls() and function.published:
        return _called(function, arguments)
    return Formula(plain.formula(function, _refs(arguments), guards=False))


def _called(function: registry.Function, arguments: Mapping[str, Argument]) -> Formula:
    """The worksheet function itself; what is left out takes its default there."""
    given = _refs(arguments)
    written = [_written(given[a.name]) if a.name in given else "" for a in function.args]
    while written and not written[-1]:
        written.pop()
    return Formula(f"{function.udf_name}({','.join(written)})")


def _written(value: object) -> str:
    """An argument as it stands in a call: a reference, or a constant."""
    if isinstance(value, str):
        return value
    return plain.Plain({}).text(lift(value.value if isinstance(value, plain.Const) else value))


def spread(
    name: str, place: Callable[[], Cell], **arguments: Argument
) -> list[tuple[Cell, Formula, str]]:
    """A kernel over several cells: (cell, formula, what it holds); the last holds the result.

    The cells before it stay where the result is a call, since builders show and read them.
    """
    taken: list[Cell] = []

    def next_address() -> str:
        taken.append(place())
        return str(taken[-1])

    function = _block(name)
    made = plain.cells(function, _refs(arguments), next_address, guards=False)
    found = [(cell, Formula(m.formula), m.label) for cell, m in zip(taken, made, strict=True)]
    if flavour.calls() and function.published:
        cell, _, label = found[-1]
        found[-1] = cell, _called(function, arguments), label
    return found


def read(
    quantity: Quantity, source: Cell | str, place: Callable[[], Cell]
) -> list[tuple[Cell, Formula, str]]:
    """The cells that read a typed input: the last holds a number, "" (blank) or "?"."""
    taken: list[Cell] = []

    def next_address() -> str:
        taken.append(place())
        return str(taken[-1])

    made = plain.read_text(quantity, str(source), next_address, refused=UNREADABLE)
    return [(cell, Formula(m.formula), m.label) for cell, m in zip(taken, made, strict=True)]


def _block(name: str) -> registry.Function:
    return registry.blocks()[name]


def _refs(arguments: Mapping[str, Argument]) -> dict[str, object]:
    return {k: str(v) if isinstance(v, Cell) else v for k, v in arguments.items()}


def joined(*parts: Part) -> Formula:
    """Texts side by side."""
    return typed("&".join(f"{{{i}}}" for i in range(len(parts))), *parts)


def sentence(words: str, **parts: Part) -> Formula:
    """A sentence with cells in its blanks: ``sentence("{days} days", days=cell)``.

    Numbers stand in full length: give cells that hold them as they are read aloud.
    """
    pieces: list[Part] = []
    for position, piece in enumerate(re.split(r"\{(\w+)\}", words)):
        if position % 2:
            pieces.append(parts[piece])
        elif piece:
            pieces.append(text(piece))
    return joined(*pieces)


def when(condition: Part, value: Part, otherwise: Part = BLANK) -> Formula:
    """The value where the condition holds, else blank."""
    return typed("IF({0},{1},{2})", condition, value, otherwise)


def selected(block: Cell, position: Part) -> Formula:
    """The value at a position of a row or column of cells."""
    return typed("INDEX({0},{1})", block, position)


def looked_up(values: Part, key: Part, keys: Part) -> Formula:
    """The value beside a key in a table; the key must be known (see :func:`is_known`)."""
    return typed("INDEX({0},MATCH({1},{2},0))", values, key, keys)


def is_known(key: Part, keys: Part) -> Formula:
    """Whether a table holds exactly this key, whatever was pasted as one.

    COUNTIFS keeps MATCH from answering #N/A; its "=" keeps a key such as <>x from being read as a
    comparison, and comparing what was found with the key keeps a wildcard (A*, ??) out.
    """
    found = 'IF(COUNTIFS({1},"="&{0})=0,0,IF(INDEX({1},MATCH({0},{1},0))={0},1,0))=1'
    return typed(found, key, keys)


def position_of(key: Part, keys: Part) -> Formula:
    """The position of exactly this key in a list; blank where the list does not hold it."""
    return typed("IF({0},MATCH({1},{2},0),{3})", is_known(key, keys), key, keys, BLANK)


def is_number(*cells: Cell | str) -> Formula:
    """Whether all cells hold numbers, none of them negative; blank, text and error do not count."""
    conditions = ",".join(f'{{{i}}},">=0"' for i in range(len(cells)))
    return typed(f"COUNTIFS({conditions})=1", *cells)
