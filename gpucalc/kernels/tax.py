"""Value-added tax to the cent, and amounts in Chinese capital numerals."""

import numpy as np

from gpucalc import quantity as q
from gpucalc.primitives import digits, join, mid, number_of, part, round_to, substitute
from gpucalc.registry import Example, sheet

NUMERALS = "零壹贰叁肆伍陆柒捌玖"
PLACES = "仟佰拾亿仟佰拾万仟佰拾元角分"  # of the 14 digits of an amount in fen
# Zeros are first spelled at every place; these replacements then drop them by the rules of the
# Payment and Settlement Measures (支付结算办法), annex 1: several zeros read as one, a zero at
# 万 or 元 may drop, 角 zero before 分 is read, nothing after 分, 整 after 元.
RULES = (
    ("零仟", "零"), ("零佰", "零"), ("零拾", "零"), ("零零", "零"), ("零零", "零"), ("零亿", "亿"),
    ("零万", "万"), ("亿万", "亿零"), ("零零", "零"), ("零元", "元"), ("人民币亿", "人民币"),
    ("人民币零", "人民币"), ("人民币万", "人民币"), ("人民币零", "人民币"), ("人民币元", "人民币"),
    ("零角零分", "整"), ("零分", ""), ("零角", "零"), ("人民币零", "人民币"),
)  # fmt: skip


@sheet(
    Example((1000.02, 0.06), 943.42, "6 % inside 1,000.02", "含税6%"),
    Example((60480, 0.06), 57056.60, "a month of rent", "一个月租金"),
    zh="不含税金额：含税金额 ÷（1+税率），四舍五入到分。",
)
def tax_exclusive(gross: q.Gross, rate: q.TaxRate) -> q.Net:
    """Net amount inside a gross one: gross / (1 + rate), to the cent.

    Source: VAT Law of the PRC (in force 2026-01-01); 财税〔2016〕36号, annex 1 / 《增值税法》（
    2026-01-01 起施行）；财税〔2016〕36号附件1
    """
    return round_to(gross / (1 + rate), 2)


@sheet(
    Example((1000, 0.13), 1130, "13 % on top", "另加13%"),
    Example((88.5, 0.06), 93.81, "6 % on top", "另加6%"),
    zh="价税合计：不含税金额加税额（税额先四舍五入到分）。",
)
def tax_inclusive(net: q.Net, rate: q.TaxRate) -> q.Gross:
    """Gross amount from a net one: net plus its tax, each to the cent.

    Source: VAT Law of the PRC (in force 2026-01-01); 财税〔2016〕36号, annex 1 / 《增值税法》（
    2026-01-01 起施行）；财税〔2016〕36号附件1
    """
    return round_to(net + round_to(net * rate, 2), 2)


@sheet(
    Example((1000, 0.13), 130, "on a net amount", "按不含税金额"),
    Example(
        (1000.02, 0.06, True), 56.60, "inside a gross amount: gross less its net", "含税金额内"
    ),
    zh="税额：按不含税金额乘税率；按含税金额则为含税减不含税，均到分，使净额+税额恒等于总额。",
    notes_zh="因此净额加税额恒等于含税金额，分毫不差。",
)
def tax_amount(amount: q.Money, rate: q.TaxRate, includes_tax: q.IncludesTax = False) -> q.Tax:
    """VAT of an amount to the cent: net x rate, or with includes_tax gross less its net.

    So that net + tax equals the anchored gross to the cent, always.

    Source: VAT Law of the PRC (in force 2026-01-01); 财税〔2016〕36号, annex 1 / 《增值税法》（
    2026-01-01 起施行）；财税〔2016〕36号附件1
    """
    inside = round_to(amount - tax_exclusive.inner(amount, rate), 2)
    return np.where(includes_tax, inside, round_to(amount * rate, 2))


@sheet(
    Example((16409.02,), "人民币壹万陆仟肆佰零玖元零贰分", "a zero before 分", "角位为零"),
    Example((0,), "人民币零元整", "zero", "零"),
    Example(
        (-1409.5,), "人民币负壹仟肆佰零玖元伍角", "negative; no 整 after 角", "负数；角后不加整"
    ),
    Example((100100,), "人民币壹拾万零壹佰元整", "the zero inside", "中间的零"),
    zh="人民币大写金额，按《支付结算办法》；角后不写“整”，负数写“人民币负”。",
    notes_zh="不依赖 [DBNum2] 或 NUMBERSTRING，因此在各种表格软件中结果一致。",
)
def rmb_upper(amount: q.WordsAmount) -> q.AmountInWords:
    """An amount of RMB in capital numerals (大写金额), rounded to fen, within ±999,999,999,999.99.

    Needs neither [DBNum2] nor NUMBERSTRING, so it reads the same in every spreadsheet program.

    Source: 支付结算办法 (People's Bank of China, 1997), annex 1 / 中国人民银行
    《支付结算办法》（1997）附一
    """
    fen = part("fen", digits(round_to(np.abs(amount), 2) * 100, len(PLACES)))
    spelled = ["人民币"]
    for place, unit in enumerate(PLACES, 1):
        spelled += [mid(NUMERALS, 1 + number_of(mid(fen, place, 1)), 1), unit]
    words = part("spelled", join(*spelled))
    for old, new in RULES:
        words = substitute(words, old, new)
    rounded = round_to(amount, 2)
    prefix = np.where(rounded < 0, "人民币负", "人民币")
    return np.where(rounded == 0, "人民币零元整", substitute(words, "人民币", prefix))
