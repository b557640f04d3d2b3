"""What a printed page needs to know of the texts on it."""

import numpy as np

from gpucalc import quantity as q
from gpucalc.primitives import left, length, look_up, right, round_to
from gpucalc.registry import sheet

TOPIC = "rent"  # the printed quote is its only reader


@sheet(zh="文字的字符数。", published=False)
def text_length(text: q.AmountText) -> q.Figure:
    """Number of characters of a text; 0 for a blank one."""
    return length(text)


@sheet(zh="去掉文字末尾的分隔符。", published=False)
def without_last(text: q.AmountText, mark: q.AmountText) -> q.AmountText:
    """A list whose every piece ends with the mark, with none after the last."""
    return np.where(
        right(text, length(mark)) == mark, left(text, length(text) - length(mark)), text
    )


def _size(number: q.Figure, language: q.Language) -> q.Figure:
    """What a count is counted in: T, B, M, or 亿 and 万."""
    zh = look_up("languages", "model", language) == "zh"
    ten_thousands = np.where(number >= 1e8, 1e8, np.where(number >= 1e4, 1e4, 1))
    millions = np.where(number >= 1e6, 1e6, np.where(number >= 1e3, 1e3, 1))
    return np.where(
        zh, ten_thousands, np.where(number >= 1e12, 1e12, np.where(number >= 1e9, 1e9, millions))
    )


@sheet(zh="以亿、万（英文为 T、B、M、K）为单位的数值，两位小数。", published=False)
def count_scaled(number: q.Figure, language: q.Language = "en") -> q.Figure:
    """A count in the unit in which it is said: 13 for 13e9 (B), 2000 for 2e11 in Chinese (亿)."""
    return round_to(number / _size(number, language), 2)


@sheet(zh="数值所用的单位：亿、万，英文为 T、B、M、K。", published=False)
def count_suffix(number: q.Figure, language: q.Language = "en") -> q.AmountText:
    """The sign of the unit in which a count is said: B for 13e9, 亿 for 2e11 in Chinese."""
    zh = look_up("languages", "model", language) == "zh"
    ten_thousands = np.where(number >= 1e8, "亿", np.where(number >= 1e4, "万", ""))
    millions = np.where(number >= 1e6, "M", np.where(number >= 1e3, "K", ""))
    large = np.where(number >= 1e12, "T", np.where(number >= 1e9, "B", millions))
    return np.where(zh, ten_thousands, large)
