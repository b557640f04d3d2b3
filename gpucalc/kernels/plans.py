"""Lines of the sizing book: cards from card-hours, the calendar with its preparation, the frontier.

Building blocks of templates; the functions people call stand in `sizing` and `pilots`.
"""

import numpy as np

from gpucalc import quantity as q
from gpucalc.kernels.schedule import (
    billed_hours,
    calendar_days,
    reserved_hours,
    window_hours,
)
from gpucalc.kernels.sizing import node_cards
from gpucalc.primitives import TOLERANCE, ceil_tol, round_to
from gpucalc.registry import sheet

TOPIC = "sizing"
LN_2 = 0.693147180559945  # the 15 digits that a spreadsheet keeps


@sheet(zh="窗口内可用小时：工期 ×（1-缓冲）× 每天可用小时。", published=False)
def usable_hours(
    days: q.Days, hours_per_day: q.HoursPerDay = 24, buffer: q.Buffer = 0
) -> q.UsableHours:
    """Hours of a window in which the job can run."""
    return window_hours(days, hours_per_day, buffer)


@sheet(zh="可训练的工期（天）：要求工期 - 上传小时 ÷ 24 - 准备天数。", published=False)
def days_left(
    days: q.Days, transfer_hours: q.TransferHours = 0, preparation_days: q.PreparationDays = 0
) -> q.CalendarDays:
    """Days of a window that remain for training; 0 or less where nothing remains."""
    return days - transfer_hours / 24 - preparation_days


@sheet(zh="总日历天数：上传小时 ÷ 24 + 准备天数 + 训练日历天。", published=False)
def days_in_all(
    calendar_days: q.CalendarDays,
    transfer_hours: q.TransferHours = 0,
    preparation_days: q.PreparationDays = 0,
) -> q.CalendarDays:
    """Days from the start to the end of training, upload and preparation first."""
    return transfer_hours / 24 + preparation_days + calendar_days


@sheet(zh="最后一天：起始日 + 天数（向上取整）- 1；首日计入。", published=False)
def last_day(start_date: q.StartDate, calendar_days: q.CalendarDays) -> q.EndDate:
    """The day on which a span of days ends; the first day counts, a begun day is a day."""
    return np.floor(start_date) + np.maximum(ceil_tol(calendar_days), 1) - 1


@sheet(
    zh="按工期所需卡数（未取整）：卡时 ÷ 可用小时；超过试跑卡数的部分按扩展效率折减。",
    published=False,
)
def cards_in_time(
    card_hours: q.CardHours,
    usable_hours: q.UsableHours,
    cards_from: q.CardsFrom,
    efficiency: q.Efficiency,
) -> q.CardsExact:
    """Cards that finish in the hours, not rounded: card-hours / hours.

    Card-hours were measured or estimated on up to cards_from cards; on more, each works with the
    efficiency.
    """
    linear = card_hours / usable_hours
    return np.where(linear > cards_from, np.maximum(linear / efficiency, cards_from), linear)


@sheet(zh="按工期所需卡数（未取整）：卡时 ÷ 可用小时。", published=False)
def cards_in_hours(card_hours: q.CardHours, usable_hours: q.UsableHours) -> q.CardsExact:
    """Cards that finish in the hours, not rounded, each as fast as one: card-hours / hours."""
    return card_hours / usable_hours


@sheet(zh="整卡数：向上取整，至少 1 张。", published=False)
def whole_cards(cards_exact: q.CardsExact) -> q.Cards:
    """Whole cards: up, at least 1."""
    return np.maximum(ceil_tol(cards_exact), 1)


@sheet(zh="在若干张卡上的时长：卡时 ÷（卡数 × 效率）；不超过试跑卡数时效率为 1。", published=False)
def hours_on_cards(
    card_hours: q.CardHours,
    cards: q.Cards,
    cards_from: q.CardsFrom,
    efficiency: q.Efficiency,
) -> q.TrainHours:
    """Hours of a job on a number of cards; on more than cards_from each works with efficiency."""
    return card_hours / (cards * np.where(cards > cards_from, efficiency, 1))


@sheet(zh="步数：Token 数 ÷（全局批大小 × 上下文长度），向上取整，再乘轮数。", published=False)
def token_steps(tokens: q.Tokens, batch: q.Batch, seq: q.Seq, epochs: q.Epochs = 1) -> q.Steps:
    """Steps of a job given in tokens: tokens / (global batch x sequence), up, x epochs."""
    return ceil_tol(ceil_tol(tokens / (batch * seq)) * epochs)


@sheet(zh="试跑折算的时长：时长 ×（1 + 偏差）。", published=False)
def with_spread(hours: q.Hours, spread: q.Spread = 0) -> q.Hours:
    """Hours with a relative spread added."""
    return hours * (1 + spread)


@sheet(zh="减去偏差的时长：时长 ×（1 - 偏差）。", published=False)
def less_spread(hours: q.Hours, spread: q.Spread = 0) -> q.Hours:
    """Hours with a relative spread taken off."""
    return hours * (1 - spread)


@sheet(zh="实际 MFU：总计算量 ÷（卡时 × 3600 × 单卡峰值）。", published=False)
def mfu_of_run(flops: q.Flops, card_hours: q.CardHours, peak: q.Tflops) -> q.Mfu:
    """MFU that card-hours mean: FLOP / (card-hours x 3600 x dense BF16 peak)."""
    return flops / (card_hours * 3600 * (peak * 1e12))


@sheet(zh="其他型号折算张数：张数 ×（峰值 × MFU 之比），或张数 × 实测吞吐比。", published=False)
def equivalent_cards(
    cards: q.CardsOwned, peak_from: q.Tflops, mfu_from: q.Mfu, peak_to: q.Tflops, mfu_to: q.Mfu
) -> q.CardsExact:
    """Cards of another model counted in cards of this one, by throughput: peak x MFU each."""
    return cards * (peak_from * mfu_from) / (peak_to * mfu_to)


@sheet(zh="按实测吞吐比折算张数：张数 × 比值。", published=False)
def measured_equivalent(cards: q.CardsOwned, throughput_ratio: q.ThroughputRatio) -> q.CardsExact:
    """Cards of another model counted in cards of this one, by a measured ratio of throughputs."""
    return cards * throughput_ratio


@sheet(zh="算力缺口（卡）：所需 - 自有 - 折算，向上取整，最小为 0。", published=False)
def cards_short(
    cards_needed: q.CardsNeeded, cards_owned: q.CardsOwned = 0, cards_exact: q.CardsExact = 0
) -> q.Gap:
    """Cards to rent: needed less owned less converted ones, up, never negative."""
    return np.maximum(ceil_tol(cards_needed - cards_owned - cards_exact), 0)


@sheet(zh="方案卡数：基准卡数 × 倍数，向上取整并凑整机，不少于最少卡数。", published=False)
def scaled_cards(
    cards: q.Cards, factor: q.Factor, node_size: q.NodeSize = 1, least: q.CardsLeast = 1
) -> q.Cards:
    """Cards of an alternative: base x factor, at least ``least``, in whole nodes."""
    return node_cards.inner(np.maximum(ceil_tol(cards * factor), least), node_size)


@sheet(
    zh="另一卡数下的时长：时长 × 原卡数 ÷ 新卡数 ÷ 每翻倍效率^log2(新卡数÷原卡数)。",
    published=False,
)
def hours_at_scale(
    hours: q.Hours, cards_from: q.CardsFrom, cards_to: q.CardsTo, efficiency: q.DoublingEfficiency
) -> q.TrainHours:
    """Hours on another number of cards, where each doubling keeps a share of the speed-up.

    hours x before / after / efficiency^log2(after / before); 1 is linear.
    """
    times = cards_to / cards_from
    kept = np.exp(np.log(efficiency) * np.log(times) / LN_2)
    return hours / times / kept


@sheet(zh="节省的小时：前一方案时长 - 本方案时长。", published=False)
def hours_saved(hours_so_far: q.HoursSoFar, hours: q.Hours) -> q.HoursLeft:
    """Hours that an alternative saves against the one before."""
    return hours_so_far - hours


@sheet(zh="存储（TB）：（数据 + 检查点 × 保留份数）÷ 1000，向上取到 0.1。", published=False)
def storage_needed(
    data_gb: q.DataGb, checkpoint_gb: q.CheckpointGb = 0, copies: q.Copies = 0
) -> q.Terabytes:
    """Storage in TB for the data and the checkpoints kept, up to a tenth."""
    return ceil_tol((data_gb + checkpoint_gb * copies) / 100) / 10


@sheet(zh="三位有效数字，供朗读。", published=False)
def three_digits(number: q.Figure) -> q.Figure:
    """A number as it is read aloud: whole from 100 on, one decimal from 10 on, else two."""
    size = np.abs(number)
    small = np.where(size >= 9.995, round_to(number, 1), round_to(number, 2))
    return np.where(size >= 99.95, round_to(number, 0), small)


@sheet(zh="单步耗时（秒）：试跑耗时 ÷ 步数。", published=False)
def seconds_each(seconds: q.PilotSeconds, steps_done: q.StepsDone) -> q.SecondsPerStep:
    """Seconds per step of a pilot run: seconds / steps."""
    return seconds / steps_done


@sheet(zh="吞吐量（样本/秒）：全局批大小 ÷ 单步耗时。", published=False)
def samples_per_second(batch: q.Batch, seconds_per_step: q.SecondsPerStep) -> q.ThroughputA:
    """Samples per second of all cards: global batch / seconds per step."""
    return batch / seconds_per_step


@sheet(zh="从开始到训练结束的天数：上传、准备、训练日历天之和。", published=False)
def days_of_hours(
    hours: q.Hours,
    hours_per_day: q.HoursPerDay = 24,
    buffer: q.Buffer = 0,
    transfer_hours: q.TransferHours = 0,
    preparation_days: q.PreparationDays = 0,
) -> q.CalendarDays:
    """Days from the start to the end of training hours, upload and preparation first."""
    calendar = calendar_days.inner(hours, hours_per_day, buffer)
    return days_in_all.inner(calendar, transfer_hours, preparation_days)


@sheet(zh="计费时长：训练时长 ×（1+预留），按最小计费单位向上取整。", published=False)
def billed_with_reserve(
    hours: q.Hours, reserve: q.Reserve = 0, step_hours: q.StepHours = 1
) -> q.BilledHours:
    """Hours on the invoice: training hours with a reserve for reruns, up to the billing step."""
    return billed_hours.inner(reserved_hours.inner(hours, reserve), step_hours, 0)


@sheet(zh="是否在工期内结束（容许 1e-12 的浮点误差）。", published=False)
def ends_in_time(calendar_days: q.CalendarDays, days: q.Days) -> q.InTime:
    """Whether a span of days keeps to the window; float noise of 1e-12 is no delay."""
    return calendar_days * TOLERANCE <= days
