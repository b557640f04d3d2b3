"""What a printed page needs to know of the texts on it."""

from gpucalc import quantity as q
from gpucalc.primitives import length
from gpucalc.registry import sheet

TOPIC = "rent"  # the printed quote is its only reader


@sheet(zh="文字的字符数。", published=False)
def text_length(text: q.AmountText) -> q.Figure:
    """Number of characters of a text; 0 for a blank one."""
    return length(text)
