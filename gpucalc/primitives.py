"""The few things that numpy lacks, each with one numeric and one printed form.

Kernels call them on numbers (floats or arrays) and, while traced, on graph nodes; both forms stand
side by side here and a test holds them together.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from gpucalc import catalog
from gpucalc.errors import ExcelError
from gpucalc.quantity import Quantity
from gpucalc.trace import Node, call, is_text, lift, node
from gpucalc.trace import part as part

TOLERANCE = (
    0.999999999999  # forgives float noise just above a whole number: 116.00000000000001 is 116
)


def _traced(*values: Any) -> bool:
    return any(isinstance(v, Node) for v in values)


def _each(function: Callable[..., Any], *values: Any) -> Any:
    """Applies a Python function element by element; scalars stay scalars."""
    if all(np.ndim(v) == 0 for v in values):
        return function(
            *[v.item() if isinstance(v, np.ndarray | np.generic) else v for v in values]
        )
    return np.frompyfunc(function, len(values), 1)(*values)


# -- numbers -------------------------------------------------------------------------------------


def round_to(x: Any, digits: int) -> Any:
    """Rounds half away from zero, as Excel's ROUND does, at 15 significant digits.

    sign·floor(|x|·s + 1/2 + nudge)/s with s = 10^digits. The nudge of 2^-49 relative and 2^-40
    absolute makes up for binary fractions: 1.005 is stored as 1.00499999999999989 and gives 1.01.
    A larger relative nudge is wrong above 1e9, and one over 1/20 of the last digit wrong above 1e12
    (it would push whole cents to the next one).
    """
    if _traced(x):
        return call("ROUND", x, digits)
    scale = 10.0**digits
    a = np.abs(x) * scale
    nudge = np.minimum(a * 2.0**-49 + 2.0**-40, 0.05)
    # so large a number has no digits behind the point, and its scaled form no room
    rounded = np.where(np.isinf(a), np.abs(x), np.floor(a + (0.5 + nudge)) / scale)
    return np.copysign(rounded, x) + 0.0


def ceil_tol(x: Any) -> Any:
    """Up to the next whole number, where float noise of 1e-12 does not count as a rest."""
    if _traced(x):
        return -call("INT", -(x * TOLERANCE))
    return np.ceil(np.multiply(x, TOLERANCE)) + 0.0


def given(x: Any) -> Any:
    """Whether an optional argument was supplied. Outside a trace an omitted one is NaN."""
    if _traced(x):
        return node("<>", lift(x), lift(""))
    if np.asarray(x).dtype.kind in "OU":
        return np.not_equal(_each(lambda v: isinstance(v, str) or v == v, x), False)
    return ~np.isnan(x)


def need(condition: Any, x: Any) -> Any:
    """``x`` where the condition holds; where not, an input is missing: #VALUE! (NaN on numbers)."""
    if _traced(condition, x):
        return node("if", lift(condition), lift(x), lift(ExcelError.VALUE))
    return np.where(condition, x, np.nan)


# -- dates ---------------------------------------------------------------------------------------

_EPOCH = np.datetime64("1899-12-30")  # day 0 of a spreadsheet's calendar, from March 1900 on


def day_of_month(day: Any) -> Any:
    """The day of the month, 1 to 31."""
    if _traced(day):
        return call("DAY", day)
    date = _dates(day)
    return (date - date.astype("M8[M]")).astype(float) + 1.0


def iso_text(day: Any) -> Any:
    """A date as text: 2026-11-30."""
    if _traced(day):
        return call("TEXT", day, "yyyy-mm-dd")
    return _each(lambda d: str(_dates(d)), day)


def date_of(year: Any, month: Any, day: Any) -> Any:
    """The date of a year, month and day; a month or day beyond its range runs on, as in a cell."""
    if _traced(year, month, day):
        return call("DATE", year, month, day)

    def one(y: float, m: float, d: float) -> float:
        first = np.datetime64(f"{int(y):04d}-01", "M") + (int(m) - 1)
        return float((first.astype("M8[D]") - _EPOCH).astype(int)) + int(d) - 1

    return _each(one, year, month, day)


def year_of(day: Any) -> Any:
    """The year of a date."""
    if _traced(day):
        return call("YEAR", day)
    return _dates(day).astype("M8[Y]").astype(float) + 1970.0


def months_later(day: Any, months: Any) -> Any:
    """The same day so many months later; the month's last day where it has no such day."""
    if _traced(day, months):
        return call("EDATE", day, months)
    date = _dates(day)
    month = date.astype("M8[M]") + np.asarray(months, dtype=float).astype(int)
    last = (month + 1).astype("M8[D]") - np.timedelta64(1, "D")
    same = month.astype("M8[D]") + (date - date.astype("M8[M]").astype("M8[D]"))
    return (np.minimum(same, last) - _EPOCH).astype(float)


def _dates(day: Any) -> Any:
    return _EPOCH + np.floor(np.asarray(day, dtype=float)).astype(int)


# -- catalog -------------------------------------------------------------------------------------


def is_name(table: str, key: Any) -> Any:
    """Whether ``key`` is a catalog name rather than a bare number (4090 is a name, 312 is not)."""
    if _traced(key):
        return node("=", node("bare", table, key), lift(0))
    find = catalog.table(table).row
    return _each(lambda k: isinstance(k, str) or find(float(k)) is not None, key)


def look_up(table: str, column: str, key: Any, number: Any = None) -> Any:
    """A column of the catalog row named ``key``.

    ``number`` is the answer where ``key`` is a bare number. A column of numbers gives NaN on arrays
    where the catalog has none; the cell shows #VALUE! there (the catalog holds "?" or "-").
    """
    if _traced(key, number):
        key = lift(key)
        found = node("lookup", table, column, key)
        if number is None:
            return found
        return node("if", node("bare", table, key), lift(number), found)
    rows = catalog.table(table)
    numeric = rows.is_numeric(column)

    def one(k: Any) -> Any:
        if k is None:
            return np.nan
        row = rows.row(k if isinstance(k, str) else float(k))
        if row is None and number is not None and not isinstance(k, str):
            return _BARE
        value = row[column] if row is not None else np.nan
        return value if not numeric or not isinstance(value, str) else np.nan

    if np.ndim(key) == 0:
        value = one(key)
        return number if value is _BARE else value
    keys = np.asarray(key)
    positions: dict[Any, int] = {}
    where = [positions.setdefault(k, len(positions)) for k in keys.ravel().tolist()]
    answers = [one(k) for k in positions]
    bare = np.array([a is _BARE for a in answers])[where].reshape(keys.shape)
    kind = float if numeric else object
    filled = np.array([np.nan if a is _BARE else a for a in answers], dtype=kind)
    out = filled[where].reshape(keys.shape)
    return np.where(bare, np.asarray(number, dtype=kind), out) if bare.any() else out


_BARE = object()


# -- text ----------------------------------------------------------------------------------------


def join(*pieces: Any) -> Any:
    """The pieces one after the other."""
    if _traced(*pieces):
        result = lift(pieces[0])
        for piece in pieces[1:]:
            result = node("&", result, lift(piece))
        return result
    return _each(lambda *parts: "".join(parts), *pieces)


def mid(text: Any, start: Any, count: Any) -> Any:
    """``count`` characters from position ``start`` (the first is 1)."""
    if _traced(text, start, count):
        return call("MID", text, start, count)
    return _each(lambda t, s, n: t[int(s) - 1 : int(s) - 1 + int(n)], text, start, count)


def left(text: Any, count: Any) -> Any:
    """The first ``count`` characters."""
    if _traced(text, count):
        return call("LEFT", text, count)
    return _each(lambda t, n: t[: int(n)], text, count)


def right(text: Any, count: Any) -> Any:
    """The last ``count`` characters."""
    if _traced(text, count):
        return call("RIGHT", text, count)
    return _each(lambda t, n: t[len(t) - int(n) :] if n else "", text, count)


def length(text: Any) -> Any:
    """Number of characters."""
    return call("LEN", text) if _traced(text) else _each(lambda t: float(len(t)), text)


def substitute(text: Any, old: Any, new: Any) -> Any:
    """Every ``old`` replaced by ``new``, from the left, no overlaps."""
    if _traced(text, old, new):
        return call("SUBSTITUTE", text, old, new)
    return _each(lambda t, o, n: t.replace(o, n), text, old, new)


def digits(x: Any, width: int) -> Any:
    """A whole number as text with at least ``width`` digits, zeros in front."""
    if _traced(x):
        return call("TEXT", x, "0" * width)
    return _each(lambda v: f"{np.floor(v + 0.5):0{width}.0f}", x)


def grouped(x: Any, places: int = 2) -> Any:
    """A number as text with commas by threes and so many decimals, half away from zero."""
    if _traced(x):
        return call("TEXT", x, "#,##0." + "0" * places)
    return _each(lambda v: f"{round_to(v, places):,.{places}f}", x)


def number_of(text: Any) -> Any:
    """The number that a numeral text stands for."""
    return call("VALUE", text) if _traced(text) else _each(float, text)


# -- typed text ----------------------------------------------------------------------------------


def read_text(x: Any, quantity: Quantity, refused: Any = ExcelError.VALUE) -> Any:
    """A typed value as a number: numerals, % of shares, 万 亿 万亿 千, K M B T, ¥, commas, 折.

    In Python the quantity reads (see reading.py, which knows more unit words). The printed form
    reads the common ones above and gives ``refused`` for anything else, never a wrong number: comma
    groups of other than three digits, two dots, letters, a range and another unit are refused.
    """
    if not _traced(x):
        return _each(lambda v: quantity.read(v), x)
    read = _read_discount if quantity.taken_off else _read_number
    value = read(x, quantity, lift(refused))
    return np.where(call("ISNUMBER", x), x, np.where(node("=", x, lift("")), "", value))


_SUFFIXES = (("万", 1e4), ("亿", 1e8), ("千", 1e3), ("K", 1e3), ("M", 1e6), ("B", 1e9), ("T", 1e12))


def _trimmed(x: Any) -> Any:
    return call("TRIM", substitute(x, "\u3000", " "))


def _without(text: Any, *marks: str) -> Any:
    """The text without a mark at its start. Inside nothing is dropped: 1¥2 must not become 12."""
    n = len(marks[0])
    starts: Any = node("=", left(text, n), lift(marks[0]))
    for mark in marks[1:]:
        starts = starts | node("=", left(text, n), lift(mark))
    return np.where(starts, call("TRIM", mid(text, n + 1, length(text))), text)


def _read_number(x: Node, quantity: Quantity, refused: Node) -> Any:
    text = part("typed", _trimmed(x))
    if quantity.kind == "money":
        text = part("text", _without(text, "¥", "￥"))
    last = part("unit", right(text, 1))
    scale: Any = lift(1)
    for unit, factor in reversed(_SUFFIXES[: None if quantity.letters else 3]):
        scale = np.where(node("=", last, lift(unit)), factor, scale)
    long = node("=", right(text, 2), lift("万亿"))
    scale = part("scale", np.where(long, 1e12, scale))
    percent = node("=", last, lift("%")) if quantity.percent else None
    short = (scale > 1) if percent is None else (scale > 1) | percent
    count = np.where(long, 2, np.where(short, 1, 0))
    fine, value = _numeral(part("digits", call("TRIM", left(text, length(text) - count))))
    number = value * scale
    if percent is not None:
        number = number / np.where(percent, 100, 1)
    return np.where(fine, number, refused)


def _read_discount(x: Node, quantity: Quantity, refused: Node) -> Any:
    typed = part("typed", _trimmed(x))
    last = part("unit", right(typed, 1))
    tenths, percent = node("=", last, lift("折")), node("=", last, lift("%"))
    # 优惠15% and 打8折, but 优惠8折 could mean either
    text = part("text", np.where(tenths, _without(typed, "打"), typed))
    text = part("text", np.where(percent, _without(text, "优惠"), text))
    count = np.where(tenths | percent, 1, 0)
    text = part("digits", call("TRIM", left(text, length(text) - count)))
    fine, value = _numeral(text, commas=False)
    n = part("value", np.where(fine, value, -1))
    # 0.8折 may be meant as 8折
    paid_tenths = np.where(n <= 10, (10 - n) / 10, (100 - n) / 100)
    paid_tenths = np.where((n >= 1) * (n < 100), paid_tenths, refused)
    return np.where(n < 0, refused, np.where(tenths, paid_tenths, n / np.where(percent, 100, 1)))


def _numeral(text: Any, commas: bool = True) -> tuple[Any, Any]:
    """Whether the text is digits with at most one dot and commas by threes; and its number."""
    whole = part("whole", left(text, call("FIND", ".", join(text, ".")) - 1))
    plain = part("ungrouped", substitute(whole, ",", "")) if commas else whole
    places = part("places", length(plain))
    number = text
    if commas:
        number = part("numeral", join(plain, right(text, length(text) - length(whole))))
    marks: Any = number
    for mark in "0123456789":
        marks = substitute(marks, mark, "")
    marks = part("marks", marks)
    fine = (node("=", marks, lift("")) | node("=", marks, lift("."))) & (places > 0)
    if commas:
        # 0,123 is no thousand: who writes it means a decimal comma
        grouped = node("=", whole, _grouped(plain, places)) & node("<>", left(plain, 1), lift("0"))
        fine = (node("=", whole, plain) | grouped) & fine
    return part("readable", fine), number_of(number)


def _grouped(plain: Any, n: Any) -> Any:
    """The digits with a comma before every three from the right (up to 15 digits)."""
    text: Any = plain
    for groups in range(1, 5):
        pieces = [left(plain, n - 3 * groups)]
        for k in range(groups, 0, -1):
            pieces += [",", mid(plain, n - 3 * k + 1, 3)]
        text = np.where(n > 3 * groups, join(*pieces), text)
    return part("grouped", text)


__all__ = [
    "ceil_tol", "date_of", "day_of_month", "digits", "given", "grouped", "is_name", "is_text",
    "iso_text", "join", "left", "length", "look_up", "mid", "months_later", "need", "number_of",
    "part", "read_text", "right", "round_to", "substitute", "year_of",
]  # fmt: skip
