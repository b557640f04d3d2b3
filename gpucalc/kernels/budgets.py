"""Lines of the budget book: months, budget years, instalments, what remains."""

import numpy as np

from gpucalc import quantity as q
from gpucalc.kernels.plans import last_day
from gpucalc.kernels.schedule import rental_days
from gpucalc.primitives import day_of_month, months_later, round_to, year_of
from gpucalc.registry import sheet

TOPIC = "rent"


@sheet(zh="某日所在月起第若干个月的首日。", published=False)
def month_first(day: q.Day, months: q.MonthsLater = 0) -> q.PeriodStart:
    """First day of the month that lies so many months after a day's own."""
    return months_later(np.floor(day) - day_of_month(day) + 1, months)


@sheet(zh="某日所在月的最后一天。", published=False)
def month_last(day: q.Day) -> q.PeriodEnd:
    """Last day of a day's month."""
    return month_first.inner(day, 1) - 1


@sheet(zh="预算年度：年度从所填月份开始，以开始时的公历年命名。", published=False)
def budget_year(day: q.Day, first_month: q.FirstMonth = 1) -> q.BudgetYear:
    """Budget year of a day: it begins with a month and is named by the year in which it begins."""
    return year_of(months_later(np.floor(day) - day_of_month(day) + 1, 1 - first_month))


@sheet(zh="后若干年的预算年度。", published=False)
def years_later(year: q.BudgetYear, months: q.MonthsLater = 1) -> q.BudgetYear:
    """A budget year so many years later."""
    return year + months


@sheet(zh="金额的一部分，四舍五入到分。", published=False)
def share_amount(amount: q.Money, share: q.PartShare) -> q.Money:
    """A share of an amount, to the cent."""
    return round_to(amount * share, 2)


@sheet(zh="分期付款：应付总额按累计费用占比分摊，各期分别取整，末期取余数。", published=False)
def instalment(
    amount: q.Money, total: q.Gross, through: q.DoneThrough, before: q.DoneBefore
) -> q.Money:
    """What of an amount falls due in a period, by cost: the parts add up to the whole.

    amount x through / total, to the cent, less the same of what was done before the period.
    """
    due = round_to(amount * through / total, 2)
    return round_to(due - round_to(amount * before / total, 2), 2)


@sheet(zh="剩余可用预算：年度预算 - 已执行 - 在途占用。", published=False)
def budget_left(annual: q.AnnualBudget, spent: q.Spent, committed: q.Committed) -> q.Money:
    """What remains of a year's budget: budget - spent - committed."""
    return round_to(annual - spent - committed, 2)


@sheet(zh="执行差异率：（实际 - 预算）÷ 预算。", published=False)
def variance_share(amount: q.Money, budget: q.BudgetAmount) -> q.VarianceShare:
    """How far an actual amount lies above (below) the budget, as a share of the budget."""
    return amount / budget - 1


@sheet(zh="按起始日和时长推算的最后一天：每天 24 小时，不足一天按一天。", published=False)
def span_end(start_date: q.StartDate, hours: q.Hours) -> q.EndDate:
    """Last day of hours around the clock from a day on; a begun day is a day."""
    return last_day.inner(start_date, hours / 24)


@sheet(zh="起止日期之间的小时数：首尾都算，每天 24 小时。", published=False)
def span_hours(start_date: q.StartDate, end_date: q.EndDate) -> q.Hours:
    """Hours around the clock from the first to the last day, both included."""
    return rental_days.inner(start_date, end_date) * 24


@sheet(zh="相反数：退回的款项。", published=False)
def negated(amount: q.Money) -> q.Money:
    """What comes back: an amount with the other sign."""
    return -amount
