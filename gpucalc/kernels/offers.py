"""Offers of several suppliers brought to one measure, for the comparison and the price book."""

import numpy as np

from gpucalc import quantity as q
from gpucalc.kernels.rent import line_amount
from gpucalc.kernels.sizing import nodes_needed
from gpucalc.primitives import (
    date_of,
    grouped,
    iso_text,
    left,
    length,
    look_up,
    mid,
    number_of,
    round_to,
    substitute,
)
from gpucalc.registry import sheet

TOPIC = "rent"


@sheet(zh="一个报价单位的小时数：卡时 1，台天 24，台月为每月小时数，年为12个月。", published=False)
def unit_hours(unit: q.Unit, hours_per_month: q.HoursPerMonth = 720) -> q.PeriodHours:
    """Hours that one billing unit lasts: 1, 24, a month's or twelve months'."""
    return look_up("units", "hours", unit) + look_up("units", "months", unit) * hours_per_month


@sheet(
    zh="按报价单位计的数量：卡数、台数（向上取整），或 P 数（卡数 × 单卡稠密峰值 ÷ 1000）。",
    published=False,
)
def units_rented(
    cards: q.Cards, unit: q.Unit, node_size: q.NodeSize = 8, peak: q.Tflops = 1
) -> q.LineQuantity:
    """How many units the price is for: cards, whole nodes, or P of dense BF16 peak."""
    basis = look_up("units", "basis", unit)
    pflops = cards * peak / 1000
    nodes = nodes_needed.inner(cards, node_size)
    return np.where(basis == "pflop_s", pflops, np.where(basis == "node", nodes, cards))


@sheet(zh="应付期数：（计费小时 - 免租天数 × 24）÷ 每期小时数。", published=False)
def paid_periods(
    hours: q.Hours, hours_per_period: q.PeriodHours, free_days: q.FreeDays = 0
) -> q.Periods:
    """Periods to pay: billed hours less free days, over the hours of a period; not rounded."""
    return (hours - free_days * 24) / hours_per_period


@sheet(zh="计费数量：单位数 × 期数。", published=False)
def billed_quantity(quantity: q.LineQuantity, periods: q.Periods) -> q.LineQuantity:
    """Units times periods: what a tier table counts."""
    return quantity * periods


@sheet(zh="闲时优惠折合的降价比例：降价比例 × 闲时小时数 ÷ 每天运行小时数。", published=False)
def off_peak_share(
    discount: q.Discount, off_peak_hours: q.OffPeakHours, run_hours_per_day: q.RunHoursPerDay = 24
) -> q.Discount:
    """What cheaper hours take off a job on average: the job runs in them first."""
    cheap = np.minimum(off_peak_hours, run_hours_per_day)
    return discount * (cheap / run_hours_per_day)


@sheet(zh="闲时与忙时两行金额之和：各自数量 × 期数 × 单价，分别到分。", published=False)
def off_peak_amount(
    quantity: q.LineQuantity,
    periods: q.Periods,
    price: q.LinePrice,
    discount: q.Discount,
    off_peak_hours: q.OffPeakHours,
    run_hours_per_day: q.RunHoursPerDay = 24,
) -> q.Money:
    """Rent with cheaper hours as an invoice lists it: cheap and dear hours, each to the cent."""
    cheap = np.minimum(off_peak_hours, run_hours_per_day) / run_hours_per_day
    night = line_amount.inner(quantity, price, periods * cheap, discount)
    day = line_amount.inner(quantity, price, periods * (1 - cheap))
    return round_to(night + day, 2)


@sheet(zh="按稠密 P 计的单价：以稀疏算力标 P 时，每个稠密 P 要付两份，单价 × 2。", published=False)
def dense_price(price: q.QuotedPrice, sparse: q.SparseP = False) -> q.QuotedPrice:
    """Price per dense P: a supplier who counts sparse P charges two of them for each."""
    return price * np.where(sparse, 2, 1)


@sheet(zh="按实测速度完成任务的小时数：Token 数 × 轮数 ÷ 每秒 Token 数 ÷ 3600。", published=False)
def run_hours(
    tokens: q.Tokens, tokens_per_second: q.TokensPerSecond, epochs: q.Epochs = 1
) -> q.TrainHours:
    """Hours of the job at a measured speed: tokens x epochs / tokens per second / 3600."""
    return tokens * epochs / tokens_per_second / 3600


@sheet(zh="外币金额折算，四舍五入到分。", published=False)
def converted(amount: q.Money, exchange_rate: q.ExchangeRate = 1) -> q.Money:
    """An amount in another currency, to the cent."""
    return round_to(amount * exchange_rate, 2)


@sheet(zh="其他币种的单价：单价 × 汇率，保留 4 位小数。", published=False)
def converted_price(quoted_price: q.QuotedPrice, exchange_rate: q.ExchangeRate) -> q.QuotedPrice:
    """A unit price in another currency, to four decimals."""
    return round_to(quoted_price * exchange_rate, 4)


@sheet(zh="两个金额之差，到分。", published=False)
def difference(amount: q.Money, less: q.Less) -> q.Money:
    """One amount less another, to the cent."""
    return round_to(amount - less, 2)


@sheet(zh="押金占用资金的成本：押金 × 年资金成本 × 月数 ÷ 12，到分。", published=False)
def deposit_cost(deposit: q.Deposit, cost_of_funds: q.CostOfFunds, months: q.Periods) -> q.Money:
    """What a refundable deposit costs while it is held: simple interest, to the cent."""
    return round_to(deposit * cost_of_funds * months / 12, 2)


@sheet(
    zh="预付款占用资金的成本：价税合计 × 预付比例 × 年资金成本 ×（月数 + 1）÷ 24，到分。",
    published=False,
)
def prepayment_cost(
    gross: q.Gross, share: q.PrepaymentShare, cost_of_funds: q.CostOfFunds, months: q.Periods
) -> q.Money:
    """What paying a share at the start costs against paying at each month's end, to the cent.

    Equal payments at the ends of n months lie (n + 1) / 2 months after the start on average; one
    of a month or less lies at its end.
    """
    early = np.where(months > 1, (months + 1) / 2, months)
    return round_to(gross * share * cost_of_funds * early / 12, 2)


@sheet(
    zh="还价目标单价（4位小数）：其他费用不变时，总成本与最低者相等的报价单价。", published=False
)
def target_price(
    price: q.QuotedPrice,
    rent: q.Gross,
    best: q.Best,
    others: q.Others,
    rate: q.TaxRate,
    price_includes_tax: q.PriceIncludesTax,
    basis_includes_tax: q.BasisIncludesTax,
    exchange_rate: q.ExchangeRate = 1,
) -> q.QuotedPrice:
    """The quoted price at which an offer would cost as much as the best, to 4 decimals.

    The rent (in the quoted currency and tax basis) may be what the best total leaves over the other
    items; discounts and rules multiply it, so the price falls in proportion. Tiers that the
    quantity reaches are taken to fall with it.
    """
    room = (best - others) / exchange_rate
    taxed = np.where(price_includes_tax, room * (1 + rate), room / (1 + rate))
    allowed = np.where(price_includes_tax == basis_includes_tax, room, taxed)
    return round_to(price * allowed / rent, 4)


@sheet(zh="需降价比例：1 - 目标单价 ÷ 现价。", published=False)
def reduction(price: q.QuotedPrice, target: q.Target) -> q.Reduction:
    """Share by which a price must fall to reach another; negative where it may rise."""
    return 1 - target / price


@sheet(zh="两数之商：单价相当于中位数的倍数。", published=False)
def times(price: q.QuotedPrice, median: q.Median) -> q.Times:
    """A price as a multiple of another."""
    return price / median


@sheet(zh="两数的平均。", published=False)
def halfway(low: q.QuotedPrice, high: q.QuotedPrice) -> q.QuotedPrice:
    """The mean of two prices: the median of an even number, the middle of a range."""
    return (low + high) / 2


@sheet(zh="中位数的位置（从小到大）：奇数个取中间，偶数个取中间两个中的前一个。", published=False)
def middle_low(count: q.Count) -> q.Count:
    """Position of the median, or of the lower of the two in the middle."""
    return np.floor((count + 1) / 2)


@sheet(zh="中位数的位置（从小到大）：奇数个取中间，偶数个取中间两个中的后一个。", published=False)
def middle_high(count: q.Count) -> q.Count:
    """Position of the median, or of the upper of the two in the middle."""
    return np.floor(count / 2) + 1


@sheet(zh="价格的若干倍。", published=False)
def scaled(price: q.QuotedPrice, times: q.Times) -> q.QuotedPrice:
    """A price times a factor: the upper end of a band."""
    return price * times


@sheet(zh="价格的若干分之一。", published=False)
def divided(price: q.QuotedPrice, times: q.Times) -> q.QuotedPrice:
    """A price over a factor: the lower end of a band."""
    return price / times


@sheet(zh="文字是否为 2026-11-30 写法的日期。", published=False)
def is_iso_date(date_text: q.DateText) -> q.Inclusive:
    """Whether a text is written like 2026-11-30."""
    marks = date_text
    for mark in "0123456789":
        marks = substitute(marks, mark, "")
    dashes = (mid(date_text, 5, 1) == "-") & (mid(date_text, 8, 1) == "-")
    return (marks == "--") & (length(date_text) == 10) & dashes


@sheet(zh="文字日期（2026-11-30）的日期值。", published=False)
def written_date(date_text: q.DateText) -> q.DateNumber:
    """The date that a text such as 2026-11-30 means; of any other text, nothing (#VALUE!)."""
    year, month, day = (
        number_of(mid(date_text, start, count)) for start, count in ((1, 4), (6, 2), (9, 2))
    )
    return date_of(year, month, day)


@sheet(zh="日期的文字写法：2026-11-30。", published=False)
def date_text(day: q.AsOf) -> q.DateText:
    """A date as ISO text."""
    return iso_text(day)


@sheet(zh="价格的天数：基准日 - 取数日期。", published=False)
def age_days(as_of: q.AsOf, price_date: q.PriceDate) -> q.AgeDays:
    """Days from a date to the as-of date."""
    return np.floor(as_of) - np.floor(price_date)


@sheet(zh="金额的文字：千位分隔，两位小数。", published=False)
def amount_text(amount: q.Money) -> q.AmountText:
    """An amount as text: 36,264.15; for sentences and for marks such as ≥."""
    return grouped(round_to(amount, 2))


@sheet(zh="金额的文字，以万计：四位小数，即到元。", published=False)
def ten_thousands_text(amount: q.Money) -> q.AmountText:
    """An amount as text in ten thousands, to the unit: 3.7440 for 37,440.00."""
    return grouped(amount / 10000, 4)


@sheet(zh="比例的文字：百分数，一位小数。", published=False)
def share_text(share: q.Reduction) -> q.AmountText:
    """A share as text: 6.1 for 0.061; the sentence writes the % itself."""
    return grouped(share * 100, 1)


@sheet(zh="文字的前 200 个字符：计数函数的条件最多 255 个字符。", published=False)
def short_text(text: q.AmountText) -> q.AmountText:
    """The first 200 characters: a criterion of a counting function may have 255."""
    return left(text, 200)
