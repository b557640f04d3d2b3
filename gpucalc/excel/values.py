"""Python values as cells of a sheet, and cells back as Python values."""

from __future__ import annotations

import datetime
import math
import re
from decimal import Decimal
from numbers import Integral, Real
from xml.sax.saxutils import escape

from gpucalc.errors import TemplateError

MAX_TEXT = 32_767  # UTF-16 units, as Excel counts

# XML 1.0 has no place for these (and reads a carriage return as a line feed).
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\ud800-\udfff\ufffe\uffff]")
_LOOKS_ESCAPED = re.compile(r"_(?=x[0-9A-Fa-f]{4}_)")
_ESCAPED = re.compile(r"_x([0-9A-Fa-f]{4})_")


def text_length(text: str) -> int:
    """Length as Excel counts it: a character beyond the first plane counts as two."""
    return len(text) + sum(character > "\uffff" for character in text)


def clean_text(text: str) -> str:
    """Text without control characters and with plain line breaks."""
    return _CONTROL.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))


def xml_text(text: str) -> str:
    """Text for the inside of an element, escaped as Excel does; `unescape` is the way back."""
    if "_x" in text:
        text = _LOOKS_ESCAPED.sub("_x005F_", text)
    return _CONTROL.sub(lambda match: f"_x{ord(match[0]):04X}_", escape(text))


def unescape(text: str) -> str:
    """Text of an XML string as people see it: _x000D_ is a carriage return (ST_Xstring)."""
    if "_x" not in text:
        return text
    text = _ESCAPED.sub(lambda match: chr(int(match[1], 16)), text)
    # A pair of escapes may spell one character beyond the first plane; half a pair is no character.
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def serial(day: datetime.date | datetime.datetime, date1904: bool = False) -> float:
    """A date as spreadsheets count days, the time of day as its fraction.

    In the 1900 system a 29 February 1900 is counted that never was, so earlier dates are one less.
    Raises ValueError for days before the system begins, and for a time with a zone.
    """
    moment = 0.0
    if isinstance(day, datetime.datetime):
        if day.tzinfo is not None:
            raise ValueError("time zone")
        seconds = day.hour * 3600 + day.minute * 60 + day.second + day.microsecond / 1e6
        moment, day = seconds / 86400, day.date()
    if date1904:
        number = (day - datetime.date(1904, 1, 1)).days
    else:
        number = (day - datetime.date(1899, 12, 30)).days
        number -= number <= 60  # 60 is the day that never was; 1 March 1900 is 61
    if number < (0 if date1904 else 1):
        raise ValueError("too early")
    return number + moment


def cell_content(
    value: object, *, date1904: bool = False, file: str = "", sheet: str = "", cell: str = ""
) -> tuple[str, str]:
    """The type attribute and the inner XML that store a value; ("", "") for an empty cell.

    Text is always an inline string, so nothing a user writes can become a formula. None and ""
    empty the cell. Raises TemplateError, with the place, for what a cell cannot hold.
    """

    def refuse(en: str, zh: str) -> TemplateError:
        return TemplateError(en, zh, file=file, sheet=sheet, cell=cell)

    if value is None:
        return "", ""
    if isinstance(value, str):
        text = clean_text(value)
        if not text:
            return "", ""
        if (length := text_length(text)) > MAX_TEXT:
            raise refuse(
                f"the text has {length:,} characters; a cell holds {MAX_TEXT:,}. Shorten it",
                f"文本有 {length:,} 个字符，单元格最多 {MAX_TEXT:,} 个；请缩短",
            )
        return "inlineStr", f'<is><t xml:space="preserve">{xml_text(text)}</t></is>'
    if isinstance(value, bool) or type(value).__name__ in ("bool_", "bool"):  # numpy's own too
        return "b", f"<v>{int(bool(value))}</v>"
    if isinstance(value, datetime.date) and value == value:  # pandas' NaT does not equal itself
        try:
            return "", f"<v>{number_text(serial(value, date1904))}</v>"
        except ValueError as error:
            if str(error) == "time zone":
                raise refuse(
                    f"{value} has a time zone, which a cell cannot hold; give local time without "
                    "one and name the zone in the label",
                    f"{value} 带时区，单元格无法保存；请给出不带时区的本地时间，并在标题中注明时区",
                ) from None
            first = "1904-01-01" if date1904 else "1900-01-01"
            raise refuse(
                f"{value} is before {first}, the first day of this workbook",
                f"{value} 早于本工作簿的起始日 {first}",
            ) from None
    if isinstance(value, datetime.time):
        value = datetime.datetime.combine(datetime.date.min, value) - datetime.datetime.min
    if isinstance(value, datetime.timedelta):
        value = value.total_seconds() / 86400
    if isinstance(value, Real | Decimal):
        if not math.isfinite(value):
            raise refuse(
                f"{value} is no number that a cell can hold; leave the cell empty or give a text",
                f"{value} 不是单元格能保存的数字；请留空或改用文字",
            )
        if isinstance(value, Integral) and abs(int(value)) >= 10**15:
            raise refuse(
                f"{value} has more than 15 digits and would be rounded; give account and tax "
                "numbers as text",
                f"{value} 超过 15 位，会被舍入；银行账号、税号等请用文本",
            )
        return "", f"<v>{number_text(value)}</v>"
    raise refuse(
        f"a value of type {type(value).__name__} cannot go into a cell; give text, a number, a "
        "date, True or False, or None",
        f"类型 {type(value).__name__} 无法写入单元格；请给出文本、数字、日期、True/False 或 None",
    )


def number_text(value: Real | Decimal | float | int) -> str:
    """The shortest text that reads back as the same number; a Decimal keeps all its digits."""
    if isinstance(value, Decimal):
        return format(value, "f") if -7 < value.adjusted() < 21 else str(value)
    if isinstance(value, Integral):
        return str(int(value))
    number = float(value)
    return str(int(number)) if number.is_integer() and abs(number) < 1e15 else repr(number)
