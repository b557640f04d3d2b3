"""Three kinds of hours that never blur: training, calendar, billed. Only the last is invoiced."""

import numpy as np

from gpucalc import quantity as q
from gpucalc.primitives import ceil_tol
from gpucalc.registry import Example, sheet


def window_hours(days: q.Days, hours_per_day: q.HoursPerDay, buffer: q.Buffer) -> q.Hours:
    """Usable hours of a window: days x hours_per_day x (1 - buffer)."""
    return days * hours_per_day * (1 - buffer)


@sheet(
    Example((240,), 10, "around the clock", "全天"),
    Example((80, 20, 0.2), 5, "20 h a day, 20 % kept", "每天20小时，留20%"),
    zh="日历工期（天）：训练时长 ÷（每天可用小时 ×（1-缓冲）），不取整。",
)
def calendar_days(
    hours: q.Hours, hours_per_day: q.HoursPerDay = 24, buffer: q.Buffer = 0
) -> q.CalendarDays:
    """Calendar days that training hours take, not rounded.

    hours / (hours_per_day x (1 - buffer)).
    """
    return hours / window_hours(1, hours_per_day, buffer)


@sheet(
    Example((74.79,), 75, "whole hours", "按整小时"),
    Example((74.79, 24), 96, "whole days of 24 h", "按整天"),
    Example((0.4, 1, 3), 3, "minimum rental of 3 h", "起租3小时"),
    Example((74.79, 0), 74.79, "step 0 bills exactly", "步长0按实计"),
    zh="计费时长（小时）：实际时长与起租时长取大，再按最小计费单位向上取整；单位为 0 时按实计。",
)
def billed_hours(
    hours: q.Hours, step_hours: q.StepHours = 1, min_hours: q.MinHours = 0
) -> q.BilledHours:
    """Hours on the invoice: the larger of hours and min_hours, then up to the billing step.

    step_hours 0 bills exactly. Noise of 1e-12 above a step is not billed.
    """
    least = np.maximum(hours, min_hours)
    step = np.where(step_hours > 0, step_hours, 1)
    return np.where(step_hours > 0, ceil_tol(least / step) * step, least)


@sheet(
    Example((46356, 46385), 30, "2026-11-30 to 2026-12-29, both included", "首尾两天都算"),
    Example((46356, 46356), 1, "one day", "当天"),
    zh="租期天数：截止日 - 起始日 + 1，首尾两天都计入。",
)
def rental_days(start_date: q.StartDate, end_date: q.EndDate) -> q.RentalDays:
    """Days of a rental, first and last day included: end - start + 1; a time of day does not count.

    No answer: the end lies before the start / 截止日早于起始日
    """
    days = np.floor(end_date) - np.floor(start_date) + 1
    return np.where(days >= 1, days, np.nan)


@sheet(zh="含预留的小时数：小时数 ×（1+预留比例）。", published=False)
def reserved_hours(hours: q.Hours, reserve: q.Reserve = 0) -> q.Hours:
    """Hours with a reserve for reruns: hours x (1 + reserve)."""
    return hours * (1 + reserve)


@sheet(zh="若干计费期的小时数：期数 × 每期小时数。", published=False)
def period_hours(periods: q.Periods, hours_per_period: q.PeriodHours = 24) -> q.Hours:
    """Hours of a number of days or months: periods x hours of one."""
    return periods * hours_per_period


@sheet(zh="计费期数：小时数 ÷ 每期小时数，向上取整。", published=False)
def billed_periods(hours: q.Hours, hours_per_period: q.PeriodHours = 24) -> q.Periods:
    """Whole days or months that hours take, rounded up."""
    return ceil_tol(hours / hours_per_period)
