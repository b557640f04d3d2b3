"""What becomes of a range of answers where a call stands: one value, a range, or nobody knows."""

from __future__ import annotations

from dataclasses import dataclass

from gpucalc.excel.portable.tokens import Call

# Functions that take a range of cells as a whole at any argument.
_TAKERS = """SUM SUMSQ PRODUCT AVERAGE AVERAGEA MIN MINA MAX MAXA COUNT COUNTA MEDIAN MODE
STDEV STDEVP STDEV.S STDEV.P VAR VARP VAR.S VAR.P LARGE SMALL PERCENTILE QUARTILE GEOMEAN
HARMEAN AVEDEV DEVSQ INDEX MATCH LOOKUP XLOOKUP XMATCH NPV IRR SUMPRODUCT ROWS COLUMNS TEXTJOIN
CONCAT AND OR"""
TAKERS = frozenset(_TAKERS.split())
# Functions that work cell by cell.
_ELEMENTWISE = """IF IFERROR IFNA ROUND ROUNDUP ROUNDDOWN INT ABS SIGN TRUNC CEILING FLOOR MOD
POWER SQRT EXP LN LOG LOG10 TEXT VALUE FIXED DOLLAR ISERROR ISNA ISERR ISNUMBER ISTEXT
ISBLANK NOT N T LEN LEFT RIGHT MID TRIM UPPER LOWER SUBSTITUTE CHOOSE DATE EDATE SINGLE"""
ELEMENTWISE = frozenset(_ELEMENTWISE.split())


@dataclass(frozen=True)
class Context:
    """``kind``: "top" (cell by cell up to the cell itself), "range" or "unknown".

    ``bare``: nothing stands between the call and what takes it. ``taker`` is the function that
    takes the range, or the one whose habits are unknown.
    """

    kind: str
    bare: bool
    taker: str = ""


def context(call: Call) -> Context:
    """The context of one call."""
    node, bare = call, True
    while node.parent is not None:
        arg = node.parent
        bare = bare and arg.alone is node
        above = arg.call
        if above is None:
            return Context("top", bare)
        name = above.name.upper()
        if above.function is not None:
            return Context("ours", bare, name)
        if name in TAKERS:
            return Context("range", bare, name)
        if name in ELEMENTWISE:
            bare = bare and name == "SINGLE"
        elif name:
            return Context("unknown", bare, name)
        node = above
    return Context("top", bare)


__all__ = ["ELEMENTWISE", "TAKERS", "Context", "context"]
