"""Renting against owning. Costs are positive, amounts stand on one tax basis (net or gross).

Every sum over months is a closed form (annuities, geometric series), so it prints as a formula.
Yearly rates are effective: a payment p times a year is discounted at (1 + r)^(1/p) - 1.
"""

import numpy as np

from gpucalc import quantity as q
from gpucalc.primitives import part
from gpucalc.registry import Example, ExcelError, sheet

FLAT = 1e-9  # below this rate, 1 - (1 + r)^-n holds no digits and the plain sum is right to 1e-7


def period_rate(
    discount_rate: q.DiscountRate, payments_per_year: q.PaymentsPerYear
) -> q.DiscountRate:
    """Rate of one payment period: (1 + r)^(1/p) - 1."""
    return part("period_rate", (1 + discount_rate) ** (1 / payments_per_year) - 1)


def annuity(months: q.Months, discount_rate: q.DiscountRate, p: q.PaymentsPerYear) -> q.Periods:
    """Present value of 1 at the end of each payment period: (1 - (1 + r)^(-months/12)) / i."""
    flat = discount_rate < FLAT
    gone = 1 - (1 + discount_rate) ** (-months / 12)
    rate = np.where(flat, 1, period_rate(discount_rate, p))
    return part("annuity_factor", np.where(flat, months / (12 / p), gone / rate))


def falling_annuity(
    months: q.Months, discount_rate: q.DiscountRate, fall: q.RentFall, p: q.PaymentsPerYear
) -> q.Periods:
    """Present value of a payment of 1 that falls once a year: years as a series, then the rest."""
    years = part("full_years", np.floor(months / 12))
    ratio = part("yearly_ratio", (1 - fall) / (1 + discount_rate))
    flat = np.absolute(1 - ratio) < FLAT
    after = part("ratio_after", ratio**years)
    series = np.where(flat, years, (1 - after) / np.where(flat, 1, 1 - ratio))
    rest = after * annuity(months - 12 * years, discount_rate, p)
    stepped = annuity(12, discount_rate, p) * series + rest
    return part("rent_factor", np.where(fall == 0, annuity(months, discount_rate, p), stepped))


def at_start(
    in_advance: q.InAdvance, discount_rate: q.DiscountRate, p: q.PaymentsPerYear
) -> q.Periods:
    """What paying at the start of each period adds: one period's interest."""
    return np.where(in_advance, 1 + period_rate(discount_rate, p), 1)


def whole(months: q.Months, p: q.PaymentsPerYear) -> q.Inclusive:
    """Whether months, perhaps a fraction, hold a whole number of payments."""
    payments = months / (12 / p)
    return np.absolute(payments - np.floor(payments + 0.5)) < FLAT


@sheet(zh="自建每月运行费用：托管费 + 人员 + 功率 × PUE × 每月小时数 × 电价。", published=False)
def running_cost(
    hosting: q.Hosting = 0,
    staff: q.Staff = 0,
    power_kw: q.PowerKw = 0,
    pue: q.Pue = 1,
    tariff: q.Tariff = 0,
    hours_per_month: q.HoursPerMonth = 720,
) -> q.Hosting:
    """Running cost of one's own machines per month: hosting + staff + kW x PUE x hours x tariff."""
    return part("running_cost", hosting + staff + power_kw * pue * hours_per_month * tariff)


@sheet(
    Example(
        (1400000, 36, 0.1, 50000, 0, 0, 1, 0, 720, 0, 0, 3, 0, 1),
        2892111.194590533,
        "1.4m + 600,000 a year x 2.486852",
        "140万 + 每年60万 × 2.486852",
    ),
    Example(
        (3600000, 60, 0.08, 29675, 0, 0, 1, 0, 720, 165000),
        4960916.279419754,
        "60 months, 165,000 got back at the end",
        "60个月，期末变现16.5万",
    ),
    Example(
        (75000, 36, 0.1, 0, 0, 0, 1, 0, 720, 0, 0.34, 3, 0, 1),
        53861.75807663412,
        "a server at 75,000 less 8,500 x 2.486852 of tax saved",
        "7.5万减折旧抵税8500×2.486852",
    ),
    Example(
        (1000000, 12, 0, 5000, 10000, 10, 1.3, 0.65),
        1253008,
        "10 kW x 1.3 x 720 h x 0.65 = 6,084 a month",
        "电费每月6084元",
    ),
    Example(
        (1200, 36, 0, 0, 0, 0, 1, 0, 720, 100, 0.25, 3, 0.05),
        825,
        "1,200 - 285 tax saved - 100 + 10 tax on the gain",
        "残值率5%，变现收益缴税",
    ),
    zh="自建成本净现值：购置成本 + 税后运行费 - 折旧抵税 - 期末税后变现，均按年折现率折现。",
    notes_zh="结果为成本（正数），与 RENT_NPV 同口径同期限相比，低者为优；差额用未取整的净现值。\n"
    "月（期）利率为 (1+年折现率)^(1/每年付款次数)-1；购置成本在期初支付，运行费默认期末支付。\n"
    "直线折旧：（购置成本 - 残值）÷ 年限；残值率与期末变现收入是两回事，变现高于账面部分计税。\n"
    "所得税率为 0 时为税前比较；折现率用税前还是税后须注明，结论可能不同。\n"
    "一般纳税人用不含税金额，进项不可抵扣者用含税金额。",
)
def own_npv(
    capex: q.Capex,
    months: q.Months,
    discount_rate: q.DiscountRate,
    hosting: q.Hosting = 0,
    staff: q.Staff = 0,
    power_kw: q.PowerKw = 0,
    pue: q.Pue = 1,
    tariff: q.Tariff = 0,
    hours_per_month: q.HoursPerMonth = 720,
    proceeds: q.Proceeds = 0,
    tax_rate: q.IncomeTaxRate = 0,
    depreciation_years: q.DepreciationYears = 3,
    residual_rate: q.ResidualRate = 0,
    payments_per_year: q.PaymentsPerYear = 12,
    in_advance: q.InAdvance = False,
) -> q.Npv:
    """Present cost of owning: capex + running cost - tax saved by depreciation - net proceeds.

    capex + c (1 - t) a(n) - t d a(k) - (S - t (S - B)) (1 + r)^(-months/12), a(n) = (1 - (1 +
    i)^-n) / i, i = (1 + r)^(1/p) - 1. Per payment, p times a year: c is hosting, staff and kW x PUE
    x hours x tariff; d is capex x (1 - residual_rate) over the life, for k payments. At the end S
    are the proceeds and B the book value; the gain S - B is taxed.

    A cost is positive: the lower of OWN_NPV and RENT_NPV wins, on the same months, rate, tax and
    timing. residual_rate is what the books keep, proceeds what a sale brings in cash: two figures.
    Running costs fall due at the end of each period (in_advance: at its start), tax at its end.
    With tax_rate 0 all is before tax. Say which rate discounts: before or after tax can reverse the
    answer. Not rounded, so that differences are right.

    No answer: the months, or the years of depreciation, are no whole number of payments /
    评价期或折旧年限不是付款周期的整数倍

    Source: Brealey, Myers and Allen, Principles of Corporate Finance (2020), chapter on leasing;
    least life of electronic equipment 3 years: 企业所得税法实施条例 (2019), article 60 / Brealey
    、Myers、Allen《公司金融原理》（2020）租赁一章；电子设备最低折旧年限3年：《企业所得税法实施条
    例》（2019）第60条
    """
    p, taxed = payments_per_year, tax_rate > 0
    cost = running_cost.inner(hosting, staff, power_kw, pue, tariff, hours_per_month) * (12 / p)
    factor = annuity(months, discount_rate, p) * at_start(in_advance, discount_rate, p)
    written_off = part("months_written_off", np.minimum(months, depreciation_years * 12))
    monthly = part("depreciation", capex * (1 - residual_rate) / (depreciation_years * 12))
    saved = tax_rate * monthly * (12 / p) * annuity(written_off, discount_rate, p)
    gain_tax = tax_rate * (proceeds - (capex - monthly * written_off))
    back = (proceeds - np.where(taxed, gain_tax, 0)) * (1 + discount_rate) ** (-months / 12)
    total = capex + cost * (1 - tax_rate) * factor - np.where(taxed, saved, 0) - back
    fine = np.where(p == 12, True, whole(months, p)) & np.where(taxed, whole(written_off, p), True)
    return np.where(fine, total, np.nan)


@sheet(
    Example(
        (45625, 36, 0.1, 0, 0, 0, 1),
        1361551.4650638616,
        "547,500 a year x 2.486852",
        "每年54.75万 × 2.486852",
    ),
    Example((116906.25, 60, 0.08), 5803799.482336078, "60 months", "60个月"),
    Example(
        (90000, 60, 0.08, 0.2, 26906.25),
        4441067.367091658,
        "90,000 falls 20 % a year, 26,906.25 does not",
        "租金每年降20%，其余不变",
    ),
    Example(
        (2250, 36, 0.1, 0, 0, 0.34, 1, True),
        48747.27272727271,
        "17,820 after tax, paid in advance: x 2.735537",
        "税后17820，期初支付",
    ),
    zh="租用成本净现值：月租金（每满一年可下降一次）与其他月费用，税后，按年折现率折现。",
    notes_zh="结果为成本（正数），口径与 OWN_NPV 相同。\n"
    "租金年降幅每满12个月作用一次：第二年为首年的（1-降幅）倍；其他月费用（存储、带宽等）不变。\n"
    "租金自己测算：PRICE_PER_CARD_HOUR 把报价折为卡时价，× 卡数 × 每月小时数。",
)
def rent_npv(
    monthly_rent: q.MonthlyRent,
    months: q.Months,
    discount_rate: q.DiscountRate,
    fall: q.RentFall = 0,
    other_monthly: q.OtherMonthly = 0,
    tax_rate: q.IncomeTaxRate = 0,
    payments_per_year: q.PaymentsPerYear = 12,
    in_advance: q.InAdvance = False,
) -> q.Npv:
    """Present cost of renting: the rent, which may fall once a year, and other monthly costs.

    (rent x f + other x a(n)) x (1 - t), per payment. Over Y full years f = a(year) x (1 - g^Y) /
    (1 - g) + g^Y x a(rest), with g = (1 - fall) / (1 + r): in year 2 the rent is (1 - fall) times
    the first year's. A negative fall is a rise. Timing, rate and sign as in OWN_NPV.

    No answer: the months are no whole number of payments / 评价期不是付款周期的整数倍

    Source: as OWN_NPV (Brealey, Myers and Allen 2020) / 同 OWN_NPV（Brealey、Myers、Allen 2020）
    """
    p = payments_per_year
    others = other_monthly * annuity(months, discount_rate, p)
    rent = monthly_rent * falling_annuity(months, discount_rate, fall, p)
    total = (rent + np.where(other_monthly > 0, others, 0)) * (12 / p)
    net = total * (1 - tax_rate) * at_start(in_advance, discount_rate, p)
    return np.where(np.where(p == 12, True, whole(months, p)), net, np.nan)


@sheet(
    Example(
        (3200000, 36, 0),
        88888.8888888889,
        "3.2m over 36 months: 2,922.37 a day",
        "320万÷36个月，合每天2922.37元",
    ),
    Example(
        (4960916.279419754, 60, 0.08, 0, 26906.25),
        73021.75760192284,
        "rent at which both cost the same",
        "两者相等时的月租金",
    ),
    Example(
        (2892111.194590533, 36, 0.1, 0, 0, 0, 1),
        96913.39375629407,
        "year end, 10 %",
        "年末支付，10%",
    ),
    zh="平衡月租金：租用成本净现值等于自建成本净现值时的月租金；高于它则自建更省。",
    notes_zh='折合卡时价：PRICE_PER_CARD_HOUR(月租金, "台月", 卡数, 每月小时数)。\n'
    "折合每天：× 12 ÷ 365。为负表示仅其他月费用已超过自建成本。",
)
def break_even_rent(
    own_npv: q.Npv,
    months: q.Months,
    discount_rate: q.DiscountRate,
    fall: q.RentFall = 0,
    other_monthly: q.OtherMonthly = 0,
    tax_rate: q.IncomeTaxRate = 0,
    payments_per_year: q.PaymentsPerYear = 12,
    in_advance: q.InAdvance = False,
) -> q.BreakEvenRent:
    """Monthly rent (of the first year) at which renting costs as much as owning, both discounted.

    RENT_NPV solved for the rent. Above it owning is cheaper; negative where the other costs of
    renting alone exceed it. Per card-hour: PRICE_PER_CARD_HOUR(rent, "台月", cards, hours).

    No answer: the months are no whole number of payments, or all is taxed away /
    评价期不是付款周期的整数倍，或所得税率为 100%

    Source: as OWN_NPV (Brealey, Myers and Allen 2020) / 同 OWN_NPV（Brealey、Myers、Allen 2020）
    """
    p = payments_per_year
    kept = np.where(tax_rate < 1, 1 - tax_rate, 1)
    needed = own_npv / (kept * at_start(in_advance, discount_rate, p) * (12 / p))
    others = other_monthly * annuity(months, discount_rate, p)
    factor = falling_annuity(months, discount_rate, fall, p)
    fine = np.where(p == 12, True, whole(months, p)) & (tax_rate < 1)
    return np.where(fine, (needed - np.where(other_monthly > 0, others, 0)) / factor, np.nan)


@sheet(
    Example(
        (3600000, 87231.25), 41.26961381385684, "3.6m / (116,906.25 - 29,675)", "360万 ÷ 每月节省"
    ),
    Example(
        (3600000, 87231.25, 0.08),
        48.11879453028368,
        "discounted at 8 %: in month 49",
        "折现8%：第49个月",
    ),
    Example((3600000, 20000, 0.08), ExcelError.NUM, "less than the interest", "不够付利息"),
    zh="投资回收期（月，不取整）：购置成本 ÷ 每月节省额；给出折现率时为动态回收期。",
    notes_zh="每月节省额 = 同等算力的月租金 - 自建每月运行费用，视为每月末收到。\n"
    "不含期末变现收入；向上取整即收回成本的月份。",
)
def payback_months(
    capex: q.Capex, monthly_saving: q.MonthlySaving, discount_rate: q.DiscountRate = 0
) -> q.Payback:
    """Months until savings have paid for the machines, not rounded; discounted where a rate is set.

    capex / saving; discounted -ln(1 - capex x i / saving) / ln(1 + i), i = (1 + r)^(1/12) - 1. The
    saving is the rent avoided less one's own running cost, at the end of each month. What a sale
    would bring is left out. Rounded up it is the month in which the money is back.

    No answer: the saving is not positive, or smaller than the interest on the capex /
    每月节省额不为正，或不足以支付购置成本的利息

    Source: definition: discounted payback, Brealey, Myers and Allen 2020 / 定义：动态（折现）
    回收期，Brealey、Myers、Allen 2020
    """
    saves = monthly_saving > 0
    ratio = part("undiscounted_months", capex / np.where(saves, monthly_saving, 1))
    flat = discount_rate < FLAT
    force = part("monthly_force", np.log(1 + discount_rate) / 12)  # ln(1 + i)
    left = part("share_left", 1 - np.where(flat, 0, ratio * (np.exp(force) - 1)))
    fine = left > 0
    discounted = -np.log(np.where(fine, left, 1)) / np.where(flat, 1, force)
    months = np.where(flat, ratio, discounted)
    return np.where(saves, np.where(fine, months, np.nan), np.nan)
