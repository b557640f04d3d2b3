"""Three kinds of hours that never blur: training, calendar, billed. Only the last is invoiced."""

import numpy as np

from gpucalc import quantity as q
from gpucalc.primitives import ceil_tol, look_up, part, round_to
from gpucalc.registry import Example, ExcelError, sheet


def window_hours(days: q.Days, hours_per_day: q.HoursPerDay, buffer: q.Buffer) -> q.Hours:
    """Usable hours of a window: days x hours_per_day x (1 - buffer)."""
    return days * hours_per_day * (1 - buffer)


@sheet(
    Example((240,), 10, "around the clock", "全天"),
    Example((80, 20, 0.2), 5, "20 h a day, 20 % kept", "每天20小时，留20%"),
    zh="日历工期（天）：训练时长 ÷（每天可用小时 ×（1-缓冲）），不取整。",
    notes_zh="训练时长 ÷（每天可用小时 ×（1-缓冲））。",
)
def calendar_days(
    hours: q.Hours, hours_per_day: q.HoursPerDay = 24, buffer: q.Buffer = 0
) -> q.CalendarDays:
    """Calendar days that training hours take, not rounded.

    hours / (hours_per_day x (1 - buffer)).

    Source: definition, 2026 / 定义，2026
    """
    return hours / window_hours(1, hours_per_day, buffer)


@sheet(
    Example((74.79,), 75, "whole hours", "按整小时"),
    Example((74.79, 24), 96, "whole days of 24 h", "按整天"),
    Example((0.4, 1, 3), 3, "minimum rental of 3 h", "起租3小时"),
    Example((74.79, 0), 74.79, "step 0 bills exactly", "步长0按实计"),
    zh="计费时长（小时）：实际时长与起租时长取大，再按最小计费单位向上取整；单位为 0 时按实计。",
    notes_zh="步长为 0 时按实计费。超过步长 1e-12 以内的浮点误差不计费。",
)
def billed_hours(
    hours: q.Hours, step_hours: q.StepHours = 1, min_hours: q.MinHours = 0
) -> q.BilledHours:
    """Hours on the invoice: the larger of hours and min_hours, then up to the billing step.

    step_hours 0 bills exactly. Noise of 1e-12 above a step is not billed.

    Source: definition; GPU clouds bill by the started hour or day (2026) / 定义；GPU 云通常不满一
    小时（天）按一小时（天）计（2026）
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

    Source: definition: both days are paid for, 2026 / 定义：首尾两天均计费，2026
    """
    days = np.floor(end_date) - np.floor(start_date) + 1
    return np.where(days >= 1, days, np.nan)


def days_through(day: q.PeriodEnd, start_date: q.StartDate, end_date: q.EndDate) -> q.PeriodDays:
    """Days of a rental up to and including a day."""
    last = np.minimum(np.floor(day), np.floor(end_date))
    return np.maximum(last - np.floor(start_date) + 1, 0)


@sheet(
    Example(
        (46385, 46391, 46357, 46387), 3, "2026-12-29 to 01-04: 3 days of December", "12月占3天"
    ),
    Example((46385, 46391, 46388, 46418), 4, "and 4 days of January", "1月占4天"),
    Example((46385, 46391, 46419, 46446), 0, "none of February", "2月不占"),
    Example((46391, 46385, 46357, 46387), ExcelError.NUM, "ends before it starts", "截止早于起始"),
    zh="租期落在某期间（月、季、年）内的天数，首尾两天都计入；各期间之和恒等于租期天数。",
    notes_zh="日期中的时刻不计。用于把费用归属到月份：权责发生制下按天数分摊。",
)
def period_days(
    start_date: q.StartDate,
    end_date: q.EndDate,
    period_start: q.PeriodStart,
    period_end: q.PeriodEnd,
) -> q.PeriodDays:
    """Days of a rental inside a period such as a month, first and last day of both included.

    max(0, min(end, period_end) - max(start, period_start) + 1); a time of day does not count. Over
    periods that follow each other the answers add up to RENTAL_DAYS: costs go to months by days.

    No answer: the rental or the period ends before it starts / 租期或期间的截止日早于起始日

    Source: definition: calendar arithmetic, 2026 / 定义：按日历计算，2026
    """
    start, end = np.floor(start_date), np.floor(end_date)
    first, last = np.floor(period_start), np.floor(period_end)
    within = np.maximum(np.minimum(end, last) - np.maximum(start, first) + 1, 0)
    return np.where((end >= start) & (last >= first), within, np.nan)


@sheet(
    zh="金额按天归属到某期间，可同时换算为不含税；各期间之和恒等于总额，尾差归最后一期。",
    published=False,
)
def period_amount(
    amount: q.Money,
    start_date: q.StartDate,
    end_date: q.EndDate,
    period_start: q.PeriodStart,
    period_end: q.PeriodEnd,
    rate: q.TaxRate = 0,
) -> q.PeriodAmount:
    """A rental's amount inside a period by days, to the cent, less the tax inside it at a rate.

    What is due through the period's end less what was due before it, each rounded: the parts add up
    to the whole, so that the last period takes the rest.

    No answer: the rental ends before it starts / 租期截止日早于起始日
    """
    days = rental_days.inner(start_date, end_date)

    def due(day: q.PeriodEnd) -> q.Money:
        share = round_to(amount * days_through(day, start_date, end_date) / days, 2)
        return round_to(share / (1 + rate), 2)

    return round_to(due(period_end) - due(np.floor(period_start) - 1), 2)


@sheet(
    Example((30,), 1, "once: 29 of 30 days are paid", "只免一次：30天付29天"),
    Example((30, 7, 1, "per_7"), 4, "once for every full 7 days", "每满7天免1天"),
    Example((30, 7, 1, "7+1"), 3, "once for every 7 days paid", "租7天送1天"),
    Example((7,), 0, "'more than 7' does not hold 7", "“超过7天”不含7天"),
    Example((7, 7, 1, "once", True), 1, "'7 days and more' does", "“7天以上”含7天"),
    zh="免租天数，三种读法：只免一次、每满7天免一次、租7天送1天；“超过7天”不含7天。",
    notes_zh="应付天数 = 租期天数 - 免租天数。同一句“租期超过7天免1天”可有三种读法，30天相差三天，"
    "签约前须写明。\n7天和1天可改；“per_7”“7+1”中的7指所填的起点天数。",
)
def free_days(
    days: q.RentalDays,
    over: q.FreeOver = 7,
    granted: q.FreeEach = 1,
    reading: q.FreeReading = "once",
    inclusive: q.Inclusive = False,
) -> q.FreeDays:
    """Days free of rent, under one of three readings of 'a day free when renting over 7 days'.

    once: granted days, whatever the length. per_7: as often as the rental holds 7 days,
    floor(days / over) times. 7+1: in turn 7 days are paid and granted days free. Nothing unless
    days > over (超过); inclusive TRUE also counts over itself (以上). In the names of the readings
    7 stands for over.

    Paid days are days - FREE_DAYS. One clause, three bills: 30 days at 1,500 cost 43,500, 39,000 or
    40,500; have the contract say which.

    Source: Civil Code of the PRC (2021), article 1259, on 超过 and 以上 / 《民法典》（2021）
    第1259条：“以上”含本数，“超过”不含本数
    """
    earned = np.where(inclusive, days >= over, days > over)
    kind = look_up("free_day_readings", "model", reading)
    times = np.where(kind == "per_7", np.floor(days / over), 1)
    cycle = over + granted
    rounds = np.floor(days / cycle)
    in_turn = rounds * granted + np.maximum(days - rounds * cycle - over, 0)
    free = np.where(kind == "7+1", in_turn, np.minimum(times * granted, days))
    return np.where(earned, free, 0)


@sheet(
    Example(
        (100, 2, 1, 0.05, 0.25),
        112.24944320712694,
        "2 a day: 105 h over 1 - 2 x 0.775 / 24",
        "每天2次中断",
    ),
    Example((100, 0, 1, 0.05), 105, "no interruption: only the writing", "无中断，仅存档开销"),
    Example((100, 24, 2), ExcelError.NUM, "an hour lost in every hour", "每小时损失一小时"),
    zh="可中断（竞价）实例的期望时长：时长 ×（1+存档开销）÷（1-中断损失占比），含重跑与恢复。",
    notes_zh="每次中断平均损失半个存档周期的工作，再加恢复时间。\n"
    "是期望值，不是保证；中断频率由供应商记录或自己的日志给出。\n"
    "存档间隔约取 √(2 × 单次存档耗时 × 平均无中断时间) 时损失最小。",
)
def spot_hours(
    hours: q.Hours,
    interruptions: q.Interruptions,
    checkpoint_every: q.CheckpointEvery,
    checkpoint_time: q.CheckpointTime = 0,
    restart_time: q.RestartTime = 0,
) -> q.TrainHours:
    """Expected hours on machines that can be taken away: checkpoints, lost work and restarts added.

    hours x (1 + checkpoint_time / checkpoint_every) / (1 - r x (restart_time + (checkpoint_every +
    checkpoint_time) / 2)), where r is interruptions / 24 per hour: an interruption loses half a
    checkpoint period of work on average, then the restart. All times in hours. An expectation, not
    a promise. Least is lost with a checkpoint every sqrt(2 x checkpoint_time / r) hours.

    No answer: interruptions eat the time faster than it passes: save more often or restart faster /
    中断损失超过可用时间，任务无法完成：请缩短存档间隔或恢复时间

    Source: Young 1974, Comm. ACM 17(9), 530; first-order model as in Hérault and Robert 2015,
    Fault-Tolerance Techniques for High-Performance Computing, chapter 1 /
    Young 1974，Comm. ACM 17(9)；一阶模型见 Hérault 与 Robert 2015 年专著第1章
    """
    lost = restart_time + (checkpoint_every + checkpoint_time) / 2
    left = part("time_left", 1 - interruptions / 24 * lost)
    work = hours * (1 + checkpoint_time / checkpoint_every)
    return np.where(left > 0, work / np.where(left > 0, left, 1), np.nan)


@sheet(
    Example((1000, 10), 222.22222222222223, "1 TB over 10 Mbps: 9.3 days", "1TB 走 10Mbps：9.3天"),
    Example(
        (500, 1000, 0.8), 1.3888888888888888, "500 GB over 80 % of 1 Gbps", "500GB 走 1Gbps 的80%"
    ),
    zh="数据传输时长（小时）：数据量（GB）× 8000 ÷（带宽 Mbps × 可用比例）÷ 3600。",
    notes_zh="1 GB = 10⁹ 字节 = 8×10⁹ 比特；带宽单位是比特，不是字节。",
)
def transfer_hours(
    data_gb: q.DataGb, bandwidth_mbps: q.BandwidthMbps, efficiency: q.LinkEfficiency = 1
) -> q.TransferHours:
    """Hours to move data over a line: GB x 8000 / (Mbps x efficiency) / 3600.

    1 GB is 8e9 bits and 1 Mbps is 1e6 bits a second: a line of 100 Mbps moves 12.5 MB, not 100 MB,
    a second. efficiency is the share of the line that is reached.

    Source: definitions of the units (SI; IEC 80000-13:2008) / 单位定义（SI；IEC 80000-13:2008）
    """
    return data_gb * 8000 / (bandwidth_mbps * efficiency) / 3600


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
