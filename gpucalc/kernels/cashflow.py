"""Cash flows of renting and owning, month by month: lines of the rent-or-buy book.

Costs are positive. Month 0 is the start; what falls due at the end of month m stands in row m. The
sums over all months are OWN_NPV and RENT_NPV, which the book checks against its rows.
"""

import numpy as np

from gpucalc import quantity as q
from gpucalc.kernels.ownership import whole
from gpucalc.primitives import grouped
from gpucalc.registry import sheet

TOPIC = "ownership"


@sheet(
    zh="全时租用的月租金：单价 × 计价数量 × 每月小时数 ÷ 每个报价单位的小时数。", published=False
)
def rent_per_month(
    price: q.QuotedPrice,
    quantity: q.LineQuantity,
    hours_per_period: q.PeriodHours,
    hours_per_month: q.HoursPerMonth = 730,
) -> q.MonthlyRent:
    """Rent of a month around the clock: price x units x hours of a month / hours of a unit."""
    return price * quantity * hours_per_month / hours_per_period


@sheet(zh="金额的一部分：金额 × 比例。", published=False)
def part_of(amount: q.Money, share: q.Utilisation) -> q.Money:
    """A share of an amount, not rounded."""
    return amount * share


@sheet(zh="按比例增减：金额 ×（1+变动比例）。", published=False)
def changed(amount: q.Money, change: q.RentFall) -> q.Money:
    """An amount more or less by a share, not rounded."""
    return amount * (1 + change)


@sheet(zh="年额折合每月：÷ 12。", published=False)
def per_month(amount: q.Money) -> q.Hosting:
    """An amount per year as an amount per month."""
    return amount / 12


@sheet(zh="两笔成本之差（不取整）：前者 - 后者。", published=False)
def cost_gap(amount: q.Money, less: q.Less) -> q.Money:
    """One cost less another, not rounded."""
    return amount - less


@sheet(zh="评价期是否为付款周期的整数倍。", published=False)
def whole_payments(months: q.Months, payments_per_year: q.PaymentsPerYear = 12) -> q.Inclusive:
    """Whether months hold a whole number of payments."""
    return whole(months, payments_per_year)


@sheet(zh="年数折合月数：年数 × 12。", published=False)
def months_of(years: q.DepreciationYears) -> q.Periods:
    """Months of a number of years."""
    return years * 12


@sheet(
    zh="某月末到期的付款：每期付 12÷每年次数 个月的金额，每满一年下降一次；期初付款则早一期。",
    published=False,
)
def payment_at(
    month: q.MonthNo,
    amount: q.Money,
    months: q.Months,
    payments_per_year: q.PaymentsPerYear = 12,
    in_advance: q.InAdvance = False,
    fall: q.RentFall = 0,
) -> q.Money:
    """What is due at the end of a month: a monthly amount paid p times a year, falling each year.

    At the end of each period of 12 / p months, or at its start (in_advance, month 0 the first).
    """
    every = 12 / payments_per_year
    on_time = np.floor(month / every) * every == month
    late = (month > 0) & (month <= months)
    due = on_time & np.where(in_advance, month < months, late)
    year = np.floor(np.where(in_advance, month, np.where(month > 0, month - 1, 0)) / 12)
    return np.where(due, amount * every * (1 - fall) ** year, 0)


@sheet(zh="现值系数：（1+年折现率）的 -月数/12 次方。", published=False)
def discount_factor(month: q.MonthNo, discount_rate: q.DiscountRate) -> q.Share:
    """Present value of 1 at the end of a month: (1 + r)^(-month/12)."""
    return (1 + discount_rate) ** (-month / 12)


@sheet(zh="现值：金额 × 现值系数。", published=False)
def present_value(amount: q.Money, factor: q.Share) -> q.Money:
    """An amount times its discount factor, not rounded."""
    return amount * factor


@sheet(zh="当月折旧：直线法，折旧年限内每月相同。", published=False)
def depreciation_at(
    month: q.MonthNo,
    capex: q.Capex,
    depreciation_years: q.DepreciationYears = 3,
    residual_rate: q.ResidualRate = 0,
) -> q.Money:
    """Straight-line depreciation of a month within the life."""
    within = (month > 0) & (month <= depreciation_years * 12)
    return np.where(within, capex * (1 - residual_rate) / (depreciation_years * 12), 0)


@sheet(zh="期末账面价值：购置成本 - 累计折旧。", published=False)
def book_value(
    month: q.MonthNo,
    capex: q.Capex,
    depreciation_years: q.DepreciationYears = 3,
    residual_rate: q.ResidualRate = 0,
) -> q.Money:
    """Cost less the depreciation so far; the residual value from the end of the life on."""
    written = np.minimum(month, depreciation_years * 12)
    return capex - capex * (1 - residual_rate) / (depreciation_years * 12) * written


@sheet(zh="折旧抵税：各付款期末，所得税率 × 该期折旧。", published=False)
def depreciation_saving(
    month: q.MonthNo,
    capex: q.Capex,
    months: q.Months,
    tax_rate: q.IncomeTaxRate = 0,
    depreciation_years: q.DepreciationYears = 3,
    residual_rate: q.ResidualRate = 0,
    payments_per_year: q.PaymentsPerYear = 12,
) -> q.Money:
    """Income tax saved by depreciation, at the end of each payment period, as OWN_NPV counts it."""
    every = 12 / payments_per_year
    on_time = np.floor(month / every) * every == month
    last = np.minimum(months, depreciation_years * 12)
    due = on_time & (month > 0) & (month <= last)
    monthly = capex * (1 - residual_rate) / (depreciation_years * 12)
    return np.where(due, tax_rate * monthly * every, 0)


@sheet(zh="税后处置收入：处置收入 - 所得税率 ×（处置收入 - 账面价值）。", published=False)
def net_proceeds(proceeds: q.Proceeds, book: q.Less, tax_rate: q.IncomeTaxRate = 0) -> q.Money:
    """Cash from a sale after tax on the gain (a loss saves tax)."""
    return proceeds - tax_rate * (proceeds - book)


@sheet(
    zh="自建每年成本（未折现、税前）：（购置成本 - 处置收入）÷ 年数 + 12 个月运行费。",
    published=False,
)
def own_per_year(
    capex: q.Capex, proceeds: q.Proceeds, months: q.Months, running: q.Hosting
) -> q.Money:
    """Owning per year, not discounted, before income tax: what capex loses, and running costs."""
    return (capex - proceeds) * 12 / months + running * 12


@sheet(zh="某月数的合计（未折现、税前）：每月金额 × 月数。", published=False)
def over_months(amount: q.Money, months: q.Months) -> q.Money:
    """An amount per month over the months, not discounted."""
    return amount * months


@sheet(zh="盈亏平衡天数：365 × 自建成本 ÷ 全时租用成本；大于 365 表示无平衡点。", published=False)
def break_even_days(own: q.Money, rent: q.Less) -> q.Periods:
    """Days per year at which renting only when needed costs as much as owning; may exceed 365."""
    return 365 * own / rent


@sheet(zh="平衡报价：报价 × 平衡月租金 ÷ 实付月租金。", published=False)
def price_in_proportion(price: q.QuotedPrice, rent: q.Less, target: q.Money) -> q.Money:
    """The quoted price at which the rent per month would be the target."""
    return price * target / rent


@sheet(zh="自建比租用省下的现值：租用成本 × 付租比例 - 自建成本。", published=False)
def owning_saves(rent: q.Money, share: q.Utilisation, own: q.Less) -> q.Money:
    """What owning saves against renting for a share of the time; negative where it costs more."""
    return rent * share - own


@sheet(zh="评价期内第若干份的月份：月数 × 份额，取整。", published=False)
def month_at(months: q.Months, share: q.Share) -> q.MonthNo:
    """The whole month at a share of the horizon, for charts."""
    return np.floor(months * share + 0.000001)


@sheet(zh="实际使用的卡时（每月）：卡数 × 每月小时数 × 时间利用率。", published=False)
def used_card_hours(
    cards: q.Cards, hours: q.HoursPerMonth, share: q.Utilisation = 1
) -> q.CardHours:
    """Card-hours a month that do work."""
    return cards * hours * share


@sheet(zh="显卡额定功率合计（kW）：张数 × 单卡功耗（W）÷ 1000。", published=False)
def rated_power(cards: q.Cards, watts: q.Watts) -> q.PowerKw:
    """Rated power of the cards alone in kW, without servers, network and cooling."""
    return cards * watts / 1000


@sheet(zh="数值的文字：千位分隔，一位小数。", published=False)
def figure_text(number: q.Figure) -> q.AmountText:
    """A number as text with one decimal: 41.3, 711.1; for sentences."""
    return grouped(number, 1)


@sheet(zh="每年使用天数折合时间利用率：天数 ÷ 365。", published=False)
def share_of_year(days_used: q.DaysUsed) -> q.Utilisation:
    """Days of use per year as a share of the year."""
    return days_used / 365
