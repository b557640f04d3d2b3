"""What a cell's number format adds to its number: 15 shown as $15.00, 1500 shown as 1500元/台天.

The currency or unit stands in the format alone and would be lost with it. Read together with the
number, as text, it follows the same rules as what people type.
"""

from __future__ import annotations

import re

_PIECES = re.compile(
    r"""(?P<quoted>"[^"]*")
      | (?P<currency>\[\$[^\]]*\])
      | (?P<bracket>\[[^\]]*\])
      | (?P<escaped>[\\!].)
      | (?P<skipped>[_*].)
      | (?P<digits>General|G/通用格式|E[+-]|[0#?.,])
      | (?P<other>.)""",
    re.VERBOSE | re.IGNORECASE | re.DOTALL,
)
_SIGNS = "¥￥$€£円"
# a number shown in thousands or 万 is stored in full
_SCALE = re.compile(r"^\s*(?:百万|千万|十亿|百亿|千亿|万亿|千|万|亿|[KMBT](?![A-Za-z]))", re.I)


def with_literals(value: float, form: str) -> str | None:
    """The number with the words and signs of its format; None where the format has none.

    A percentage, a text format and signs between the digits add nothing.
    """
    section = form.split(";")[0] if '"' not in form else _first_section(form)
    before, after, digits, inside = "", "", "", ""
    for found in _PIECES.finditer(section):
        kind, piece = str(found.lastgroup), found[0]
        if kind == "digits":
            digits += ("\0" if inside else "") + piece
            inside = ""
            after = ""
            continue
        text = ""
        if kind == "quoted":
            text = piece[1:-1]
        elif kind == "currency":
            text = piece[2:-1].partition("-")[0]
        elif kind == "escaped":
            text = piece[1:]
        elif kind == "other":
            if piece in "%@":
                return None
            text = piece if piece in _SIGNS or piece == " " else ""
        if digits:
            after += text
            inside += text
        else:
            before += text
    if not digits:
        return None
    if digits.endswith(",") or "\0" in digits:
        after = _SCALE.sub("", after, count=1)
    before, after = _bare(before).lstrip(), _bare(after).rstrip()
    if not before and after.strip() in _SIGNS:
        before, after = after.strip(), ""
    if not before and not after:
        return None
    return f"{before}{_number(value, digits)}{after}"


def _first_section(form: str) -> str:
    quoted = False
    for at, mark in enumerate(form):
        quoted ^= mark == '"'
        if mark == ";" and not quoted:
            return form[:at]
    return form


def _bare(text: str) -> str:
    """Words and signs; brackets, dashes and slashes alone say nothing."""
    return text if any(c.isalnum() or c in _SIGNS for c in text) else ""


def _number(value: float, digits: str) -> str:
    zeros = re.match(r"0+$", digits)
    if zeros and value >= 0 and value == int(value):
        return f"{int(value):0{len(digits)}d}"  # Q007
    return f"{value:.15g}"
