"""Formula texts: what Excel would refuse to load, and functions it would not know."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from functools import lru_cache
from typing import NamedTuple

from openpyxl.utils import FORMULAE

MAX_FORMULA = 8_192
MAX_STRING = 255
MAX_NESTING = 64

# Functions that came after Excel 2007: a file stores them with a prefix, and Excel shows #NAME? for
# the bare name until someone edits the cell. (Names from Microsoft's list of future functions.)
_FUTURE = """
    ACOT ACOTH AGGREGATE ARABIC ARRAYTOTEXT BASE BETA.DIST BETA.INV BINOM.DIST BINOM.DIST.RANGE
    BINOM.INV BITAND BITLSHIFT BITOR BITRSHIFT BITXOR BYCOL BYROW CEILING.MATH CEILING.PRECISE
    CHISQ.DIST CHISQ.DIST.RT CHISQ.INV CHISQ.INV.RT CHISQ.TEST CHOOSECOLS CHOOSEROWS COMBINA CONCAT
    CONFIDENCE.NORM CONFIDENCE.T COT COTH COVARIANCE.P COVARIANCE.S CSC CSCH DAYS DECIMAL DROP
    ENCODEURL ERF.PRECISE ERFC.PRECISE EXPAND EXPON.DIST F.DIST F.DIST.RT F.INV F.INV.RT F.TEST
    FILTER FILTERXML FLOOR.MATH FLOOR.PRECISE FORECAST.ETS FORECAST.ETS.CONFINT
    FORECAST.ETS.SEASONALITY FORECAST.ETS.STAT FORECAST.LINEAR FORMULATEXT GAMMA GAMMA.DIST
    GAMMA.INV GAMMALN.PRECISE GAUSS GROUPBY HSTACK HYPGEOM.DIST IFNA IFS IMAGE IMCOSH IMCOT IMCSC
    IMCSCH IMSEC IMSECH IMSINH IMTAN ISFORMULA ISOMITTED ISOWEEKNUM LAMBDA LET LOGNORM.DIST
    LOGNORM.INV MAKEARRAY MAP MAXIFS MINIFS MODE.MULT MODE.SNGL MUNIT NEGBINOM.DIST NORM.DIST
    NORM.INV NORM.S.DIST NORM.S.INV NUMBERVALUE PDURATION PERCENTILE.EXC PERCENTILE.INC
    PERCENTRANK.EXC PERCENTRANK.INC PERMUTATIONA PHI PIVOTBY POISSON.DIST QUARTILE.EXC QUARTILE.INC
    RANDARRAY RANK.AVG RANK.EQ REDUCE REGEXEXTRACT REGEXREPLACE REGEXTEST RRI SCAN SEC SECH SEQUENCE
    SHEET SHEETS SKEW.P SORT SORTBY STDEV.P STDEV.S SWITCH T.DIST T.DIST.2T T.DIST.RT T.INV T.INV.2T
    T.TEST TAKE TEXTAFTER TEXTBEFORE TEXTJOIN TEXTSPLIT TOCOL TOROW UNICHAR UNICODE UNIQUE
    VALUETOTEXT VAR.P VAR.S VSTACK WEBSERVICE WEIBULL.DIST WRAPCOLS WRAPROWS XLOOKUP XMATCH XOR
    Z.TEST
"""
FUTURE = frozenset(_FUTURE.split())
_KNOWN = FORMULAE | {"DBCS", "EUROCONVERT", "GETPIVOTDATA", "NUMBERSTRING", "SQL.REQUEST"}

_TOKEN = re.compile(
    r"""(?P<string>"(?:[^"]|"")*")
      | (?P<sheet>'(?:[^']|'')*')
      | (?P<error>\#(?:N/A|[A-Z/0]+[!?]))
      | (?P<function>(?:[^\W\d]|\\)[\w.\\]*(?=\())
      | (?P<word>[\w.\\$]+)
      | (?P<space>\s+)
      | (?P<other>.)""",
    re.VERBOSE | re.DOTALL,
)


class FormulaFlaw(NamedTuple):
    """What is wrong with a formula."""

    code: str
    en: str
    zh: str


@lru_cache(maxsize=50_000)
def formula_flaws(formula: str, known: frozenset[str] = frozenset()) -> tuple[FormulaFlaw, ...]:
    """The flaws of a formula text without its "="; `known` are more functions, in capitals."""
    return tuple(_flaws(formula, known))


def _flaws(formula: str, known: Collection[str]) -> Iterator[FormulaFlaw]:
    if not formula.strip():
        yield FormulaFlaw("formula-syntax", "the formula is empty", "公式为空")
        return
    if len(formula) > MAX_FORMULA:
        yield FormulaFlaw(
            "formula-long",
            f"the formula has {len(formula):,} characters; Excel takes {MAX_FORMULA:,}",
            f"公式有 {len(formula):,} 个字符，Excel 最多 {MAX_FORMULA:,} 个",
        )
    if formula.startswith("="):
        yield _syntax("a stored formula has no leading =", "存储的公式不应以“=”开头")
        formula = formula[1:]
    open_brackets: list[str] = []
    position = 0
    while position < len(formula):
        if formula[position] == "[":
            position = _after_bracket(formula, position)
            if position < 0:
                yield _syntax("a square bracket is not closed", "方括号未闭合")
                return
            continue
        match = _TOKEN.match(formula, position)
        assert match is not None  # the last alternative takes any character
        position = match.end()
        kind, text = match.lastgroup, match[0]
        if kind == "string" and len(text.replace('""', '"')) - 2 > MAX_STRING:
            yield FormulaFlaw(
                "formula-string",
                f"a text in the formula has more than {MAX_STRING} characters; join pieces with &",
                f"公式内的文本超过 {MAX_STRING} 个字符；请用 & 连接多段文本",
            )
        elif kind == "function":
            yield from _function_flaws(text, known)
        elif kind == "other":
            if text in "({":
                open_brackets.append(text)
                if len(open_brackets) == MAX_NESTING + 1:
                    yield _syntax(
                        f"the formula nests deeper than {MAX_NESTING} levels",
                        f"公式嵌套超过 {MAX_NESTING} 层",
                    )
            elif text in ")}":
                if not open_brackets or open_brackets.pop() + text not in ("()", "{}"):
                    yield _syntax(f"{text} closes nothing", f"“{text}”没有对应的左括号")
                    return
            elif text == ";" and "{" not in open_brackets:
                yield _syntax(
                    "arguments are separated by ; but files store commas",
                    "参数用了分号，文件中应为逗号",
                )
            elif text in "\"'":
                yield _syntax("a quotation mark is not closed", "引号未闭合")
                return
            elif text not in "+-*/^&=<>%,;:!@#$?~.":
                yield _syntax(
                    f"{text!r} has no meaning in a formula; full-width punctuation must be plain",
                    f"公式中不能有“{text}”；请使用半角标点",
                )
    if open_brackets:
        yield _syntax(f"{open_brackets[-1]} is not closed", f"“{open_brackets[-1]}”未闭合")


def _after_bracket(formula: str, start: int) -> int:
    """The position after a structured or external reference; -1 if it is not closed."""
    depth, position = 0, start
    while position < len(formula):
        if formula[position] == "'":
            position += 1  # in brackets an apostrophe makes the next character plain
        elif formula[position] == "[":
            depth += 1
        elif formula[position] == "]":
            depth -= 1
            if depth == 0:
                return position + 1
        position += 1
    return -1


def _function_flaws(name: str, known: Collection[str]) -> Iterator[FormulaFlaw]:
    upper = name.upper()
    if not name.isascii():
        yield FormulaFlaw(
            "formula-function",
            f"the function {name} is spelled in another language; files store English names",
            f"函数 {name} 使用了本地语言名称；文件中应为英文名称",
        )
    elif upper in FUTURE and upper not in _KNOWN and upper not in known:
        prefix = "_xlfn._xlws." if upper in ("FILTER", "SORT") else "_xlfn."
        yield FormulaFlaw(
            "formula-function",
            f"{upper} must be stored as {prefix}{upper}; Excel shows #NAME? otherwise",
            f"函数 {upper} 应存储为 {prefix}{upper}，否则 Excel 显示 #NAME?",
        )
    elif not upper.startswith(("_XLFN.", "_XLL.", "_XLPM.", "_XLUDF.", "_XLDUDF")) and (
        upper not in _KNOWN and upper not in known
    ):
        yield FormulaFlaw(
            "formula-function",
            f"Excel has no function {name}; it shows #NAME? where no add-in brings it",
            f"Excel 没有函数 {name}；未安装加载项时显示 #NAME?",
        )


def _syntax(en: str, zh: str) -> FormulaFlaw:
    return FormulaFlaw("formula-syntax", en, zh)
