"""Reading what people type: ``13B``, ``2000亿``, ``8折``, ``¥12,000``, ``10天``.

Text is read kindly where it has one meaning and refused, with advice, where it has none or two.
Numbers are read with Decimal, so that ``24.4万`` is exactly 244,000.
"""

from __future__ import annotations

import datetime
import math
import re
import unicodedata
from collections.abc import Mapping
from decimal import Decimal

from gpucalc.errors import Unreadable

EPOCH = datetime.date(1899, 12, 30)  # serial 0 of the 1900 date system, after its false leap day
_NO_DAY = 60  # 29 February 1900, which Excel counts though it never was
SCALES: Mapping[str, Decimal] = {
    "": Decimal(1),
    "千": Decimal(10) ** 3,
    "万": Decimal(10) ** 4,
    "百万": Decimal(10) ** 6,
    "千万": Decimal(10) ** 7,
    "亿": Decimal(10) ** 8,
    "十亿": Decimal(10) ** 9,
    "百亿": Decimal(10) ** 10,
    "千亿": Decimal(10) ** 11,
    "万亿": Decimal(10) ** 12,
}
LETTER_SCALES: Mapping[str, Decimal] = {
    "K": Decimal(10) ** 3,
    "M": Decimal(10) ** 6,
    "B": Decimal(10) ** 9,
    "T": Decimal(10) ** 12,
}
_NUMBER = re.compile(
    # 0,123 is no thousand: who writes it means a decimal comma
    r"(?P<sign>[+-]?)(?P<digits>[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d*)?|\.\d+)"
    r"(?P<exp>E[+-]?\d{1,3})?",
    re.IGNORECASE,
)
_RANGE = re.compile(r"\d\s*(?:-|~|–|—|至|到|to)\s*\d", re.IGNORECASE)
_ABOUT = re.compile(r"约|大约|左右|以上|以下|多|余|~|≈|\babout\b|\bapprox|<|>|±", re.IGNORECASE)
# ASCII digits and plain spaces: a spreadsheet takes no other for a number
_NUMERAL = re.compile(
    r"[ \xa0]*[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)(E[+-]?[0-9]{1,3})?[ \xa0]*%?[ \xa0]*", re.IGNORECASE
)
# The words for a currency; the first is how its unit words begin in Chinese, the second in English.
CURRENCIES: Mapping[str, tuple[str, ...]] = {
    "CNY": ("元", "CNY", "RMB", "¥", "人民币"),
    "USD": ("美元", "USD", "US$", "$", "美金"),
    "EUR": ("欧元", "EUR", "€"),
    "GBP": ("英镑", "GBP", "£"),
    "HKD": ("港元", "HKD", "HK$", "港币"),
    "SGD": ("新加坡元", "SGD", "S$", "新元"),
    "JPY": ("日元", "JPY", "¥", "円"),
}
_CHINESE_TENTHS = "零一二三四五六七八九"


def plain(text: str) -> str:
    """Full-width forms made half-width, outer spaces gone."""
    return unicodedata.normalize("NFKC", text).replace("￥", "¥").strip()


def is_numeral(text: str) -> bool:
    """Whether every spreadsheet would itself take this text for a number in arithmetic."""
    return bool(_NUMERAL.fullmatch(text)) and math.isfinite(numeral(text))


def numeral(text: str) -> float:
    """The number that a spreadsheet sees in a numeral text."""
    t = text.strip()
    return float(Decimal(t.rstrip("% \xa0")) / 100) if t.endswith("%") else float(t)


def unreadable(text: str, what_en: str, what_zh: str) -> Unreadable:
    """The refusal of a text, with the remedy."""
    return Unreadable(
        f"cannot read {text!r}: {what_en}", f"无法识别“{text}”：{what_zh}", given=text
    )


def number(
    text: str,
    *,
    units: Mapping[str, float],
    letters: bool,
    percent: bool,
    currency: str,
    example: str,
) -> float:
    """Reads a number with an optional scale (万, B …) and one of the argument's own units.

    ``percent``: whether it may end in %. ``currency``: of an amount of money, else "".
    """
    t = plain(text)
    if _RANGE.search(t):
        raise unreadable(
            text,
            "a range has two ends; give one number (use low and high cells for a range)",
            "区间含两个数，请只填一个数（区间请分别填低值和高值）",
        )
    if _ABOUT.search(t):
        raise unreadable(
            text,
            f"about how much? Give one number, for example {example}",
            f"请填确定的数，例如 {example}",
        )
    if currency:
        t = _without_currency(text, t, currency)
    m = _NUMBER.match(t)
    if m is None:
        raise unreadable(text, f"expected a number such as {example}", f"应填数字，例如 {example}")
    value = Decimal(m["sign"] + m["digits"].replace(",", "") + (m["exp"] or ""))
    rest = t[m.end() :].strip()
    if rest == "%" and percent:
        return float(value / 100)
    _no_comma(text, t, rest)
    factor = _factor(rest, units, letters)
    if factor is None:
        known = ", ".join(u for u in units if u) or "-"
        raise unreadable(
            text,
            f"{rest!r} is not a unit of this argument (units here: {known}); example {example}",
            f"“{rest}”不是该参数的单位（可用单位：{known}）；示例 {example}",
        )
    return float(value * factor)


def _no_comma(text: str, t: str, rest: str) -> None:
    """Refuses 6,50 and 1.234,56: whether a comma sets off decimals is not for us to guess."""
    if not re.match(r",\d+(?![\d.,])", rest):
        return
    found = re.search(r"[\d.,]+", t)
    assert found is not None
    whole, _, decimals = found[0].rpartition(",")
    meant = re.sub(r"[.,]", "", whole) + "." + decimals + t[found.end() :].strip()
    raise unreadable(
        text,
        f"a comma only sets off thousands (12,000); write decimals with a point: {meant}",
        f"逗号只用作千位分隔（如 12,000）；小数请用小数点，写成 {meant}",
    )


def _without_currency(text: str, t: str, currency: str) -> str:
    """An amount without the currency at its start. One that names another currency is refused."""
    own = currency_words(currency)
    # the longest word first: 美元 also ends in 元, HK$ in $
    words = {word.upper() for every in CURRENCIES.values() for word in every} | {*own}
    pattern = "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))
    named = re.search(pattern, t.upper())
    if named is None or named[0] in own:
        return t[named.end() :].strip() if named is not None and named.start() == 0 else t
    other = next(code for code, every in CURRENCIES.items() if named[0] in map(str.upper, every))
    raise unreadable(
        text,
        f"the amount is in {other}, and {currency} is due here; convert it or correct the currency",
        f"金额为 {other}，此处应为 {currency}；请换算，或更正币种",
    )


def currency_words(currency: str) -> tuple[str, ...]:
    """The words and signs that name a currency, upper case; an unknown one has only its code."""
    return tuple(word.upper() for word in CURRENCIES.get(currency, (currency,)))


def in_currency(units: Mapping[str, float], currency: str) -> dict[str, float]:
    """Unit words of money (元/卡时, CNY per TB-month) in another currency (美元/卡时)."""
    if currency == "CNY":
        return dict(units)
    words = CURRENCIES.get(currency, (currency,))
    found: dict[str, float] = {}
    for unit, factor in units.items():
        own = next((word for word in CURRENCIES["CNY"] if unit.startswith(word)), None)
        if own is None:
            found[unit] = factor
        elif own != "RMB":
            found |= dict.fromkeys((word + unit[len(own) :] for word in words), factor)
    return found


def unit_word(label: str) -> str:
    """A unit as its label shows it, without the remark in brackets: GB（10⁹ 字节） is GB."""
    return re.split(r"[（(]", label)[0].strip()


def _factor(rest: str, units: Mapping[str, float], letters: bool) -> Decimal | None:
    """Scale times unit for what follows the number; None where it has no reading."""
    scales = {**SCALES, **LETTER_SCALES} if letters else SCALES
    folded = {_bare(key): Decimal(repr(value)) for key, value in units.items()}
    folded.setdefault("", Decimal(1))
    rest = _bare(rest)
    for scale in sorted(scales, key=len, reverse=True):
        if rest.startswith(scale) and (unit := rest[len(scale) :]) in folded:
            return scales[scale] * folded[unit]
    return None


def _bare(unit: str) -> str:
    """A unit word without the marks that people put or leave out: 元/卡·时, 元/卡时."""
    unit = re.sub(r"(?<=\w)-(?=\w)", "", re.sub(r"\bPER\b", "/", unit.upper()))
    return re.sub(r"[\s·.]+", "", unit)


def discount(text: str) -> float:
    """The share taken off: ``8折`` is 0.2, ``85折`` 0.15, ``优惠15%`` and ``15%`` are 0.15."""
    t = plain(text)
    if re.fullmatch(r"-\s*\d+(?:\.\d*)?\s*%", t):
        off = t.lstrip("- ")
        raise unreadable(
            text,
            f"is it {off} less or {off} more? Write the share taken off without a sign: {off}",
            f"是降价还是加价？请不带负号填降价比例：{off}",
        )
    m = re.fullmatch(r"(?:打|按)?\s*(\d+(?:\.\d*)?)\s*折", t)
    if m is None and (c := re.fullmatch(r"(?:打|按)?\s*([一二三四五六七八九]{1,2})\s*折", t)):
        digits = "".join(str(_CHINESE_TENTHS.index(mark)) for mark in c[1])
        m = re.fullmatch(r"(\d+)", digits)
    if m:
        n = Decimal(m[1])
        if 0 < n < 1:
            little, much = _bare_number(n * 10), _bare_number(n * 100)
            raise unreadable(
                text,
                f"pay {little} %, or {much} %? Write {little}折 for the latter, or the share taken "
                f"off: {_bare_number(100 - n * 100)}%",
                f"是付 {little}% 还是付 {much}%？后者请写 {little}折，或直接填降价比例："
                f"{_bare_number(100 - n * 100)}%",
            )
        paid = n / 10 if n <= 10 else n / 100
        if 0 < paid <= 1:
            return float(1 - paid)
        raise unreadable(text, "8折 means pay 80 %, 85折 pay 85 %", "8折指付80%，85折指付85%")
    # not 按85% or 打85%, where 85 % may be what is paid
    m = re.fullmatch(r"(?:优惠|降价?|减|下浮)?\s*(\d+(?:\.\d*)?)\s*%\s*(?:OFF)?", t, re.IGNORECASE)
    if m:
        return float(Decimal(m[1]) / 100)
    if is_numeral(t):
        return numeral(t)
    if decimal := re.match(r"\D*\d+(?=,\d)", t):
        _no_comma(text, t, t[decimal.end() :])
    raise unreadable(
        text,
        "give the share taken off: 8折, 85折, 优惠15%, 15% or 0.15",
        "请填降价比例：8折、85折、优惠15%、15% 或 0.15",
    )


def _bare_number(number: Decimal) -> str:
    return f"{number.normalize():f}"


def date_or_serial(text: str) -> float:
    """A date as text, also 20261130, or a date's serial number as text."""
    t = plain(text)
    is_serial = is_numeral(t) and not t.endswith("%") and not re.fullmatch(r"\d{8}", t)
    return numeral(t) if is_serial else date(t)


def date(text: str) -> float:
    """A date as Excel's serial number: 2026-11-30, 2026/11/30, 2026.11.30, 2026年11月30日."""
    t = plain(text)
    m = re.fullmatch(r"(\d{4})(?:[-/.年]\s*(\d{1,2})[-/.月]\s*(\d{1,2})日?|(\d{2})(\d{2}))", t)
    if m is None:
        raise unreadable(text, "write the date as 2026-11-30", "日期请写成 2026-11-30")
    year, month, day = int(m[1]), int(m[2] or m[4]), int(m[3] or m[5])
    try:
        return serial(datetime.date(year, month, day))
    except ValueError:
        raise unreadable(text, "there is no such day", "没有这一天") from None


def serial(day: datetime.date) -> float:
    """Excel's serial number of a date (1900 system); a time of day is the fraction."""
    if isinstance(day, datetime.datetime):
        whole = serial(day.date())
        return whole + (day.hour * 3600 + day.minute * 60 + day.second) / 86400
    days = (day - EPOCH).days
    return float(days - (days <= _NO_DAY))


def day_of(number: float) -> datetime.date:
    """The date of a serial number; ValueError where there is none (60, 0, beyond 9999)."""
    days = math.floor(number)
    if not 1 <= days < 2958466 or days == _NO_DAY:
        raise ValueError(f"{number} is no day")
    return EPOCH + datetime.timedelta(days=days + (days < _NO_DAY))


_FLAGS = {
    **dict.fromkeys(("TRUE", "YES", "Y", "是", "真", "ON", "含", "1"), True),
    **dict.fromkeys(("FALSE", "NO", "N", "否", "假", "OFF", "不含", "0"), False),
}


def flag(text: str) -> bool:
    """TRUE or FALSE, yes or no, 是 or 否."""
    value = _FLAGS.get(plain(text).upper())
    if value is None:
        raise unreadable(text, "give TRUE or FALSE", "请填 TRUE/FALSE（是/否）")
    return value
