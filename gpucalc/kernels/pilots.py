"""From a measured run to the whole job, to other card counts, and to a verdict on the deadline."""

import numpy as np

from gpucalc import quantity as q
from gpucalc.kernels.schedule import window_hours
from gpucalc.primitives import look_up, part, round_to
from gpucalc.registry import Example, sheet

TOPIC = "sizing"

# Words of the bands, as the glossary has them (kernels read no files; a test holds them together).
SHORT = ("Short", "缺口")
TIGHT = ("Tight", "紧张")
GOOD = ("Good", "合适")
LOOSE = ("Loose", "宽松")
EXCESS = ("Excess", "过剩")


def same_cards(cards_from: q.CardsFrom) -> q.CardsTo:
    """as cards_from / 等于原卡数"""
    return cards_from


@sheet(
    Example((78125, 2.5), 54.25347222222222, "78,125 steps of 2.5 s", "78125步，每步2.5秒"),
    Example(
        (72000, 1, 0.1, 0.3),
        28,
        "20 h of pure steps, 10 % communication, 30 % data loading",
        "纯计算20小时，通信10%，加载30%",
    ),
    zh="按步数计算训练时长（小时）：步数 × 单步耗时 ÷ 3600 ×（1+通信开销+数据加载开销）。",
    notes_zh="实测的单步耗时已含通信与数据加载，两项开销请留空；两项相加，不连乘。",
)
def step_hours(
    steps: q.Steps,
    seconds_per_step: q.SecondsPerStep,
    comm_overhead: q.CommOverhead = 0,
    data_overhead: q.DataOverhead = 0,
) -> q.TrainHours:
    """Training hours from steps: steps x seconds per step / 3600 x (1 + overheads).

    Both overheads are shares of the pure step time; they add, they do not compound. A step time
    measured on the real cluster holds them already: leave them out then.

    Source: definition, 2026 / 定义，2026
    """
    return steps * seconds_per_step / 3600 * (1 + comm_overhead + data_overhead)


@sheet(
    Example((54.25, 4, 8, 0.8), 33.90625, "4 cards to 8 at 80 %", "4卡到8卡，效率80%"),
    Example((231, 120, 128), 216.5625, "120 cards to 128, linear", "120卡到128卡，线性"),
    zh="换卡数后的时长（小时）：原时长 × 原卡数 ÷（新卡数 × 扩展效率）。",
    notes_zh="扩展效率为新旧两种规模之比，用 SCALING_EFFICIENCY 由实测吞吐量得出；默认 1（线性）"
    "偏乐观。",
)
def scaled_hours(
    hours: q.Hours, cards_from: q.CardsFrom, cards_to: q.CardsTo, efficiency: q.Efficiency = 1
) -> q.TrainHours:
    """Hours on another number of the same cards: hours x before / (after x efficiency).

    efficiency compares the two sizes with each other (SCALING_EFFICIENCY); 1, the default, is
    linear and optimistic when going up.

    Source: definition, 2026 / 定义，2026
    """
    return hours * cards_from / (cards_to * efficiency)


@sheet(
    Example((100, 1000, 0.5), 5, "a tenth took half an hour", "十分之一用时半小时"),
    Example(
        (1000, 10000, 2, 4, 8, 0.8), 12.5, "20 h on 4 cards, 8 cards at 80 %", "4卡20小时，换8卡"
    ),
    zh="由试跑推算整个任务的时长（小时）：试跑时长 × 总工作量 ÷ 已完成工作量，"
    "再按卡数和扩展效率折算。",
    notes_zh="工作量可用步数、Token 或样本，两处口径须一致。试跑请去掉启动与编译时间，"
    "至少跑 100 步。",
)
def pilot_hours(
    work_done: q.WorkDone,
    work_total: q.WorkTotal,
    hours: q.Hours,
    cards_from: q.CardsFrom = 1,
    cards_to: q.CardsTo = same_cards,
    efficiency: q.Efficiency = 1,
) -> q.TrainHours:
    """Hours of the whole job from a measured pilot: hours x total / done, on other cards if asked.

    hours x work_total / work_done x cards_from / (cards_to x efficiency). Work is counted in steps,
    tokens or samples, the same in both places. Leave start-up and compilation out of the pilot and
    run at least 100 steps. The step time grows with longer samples than those of the pilot.

    Source: definition, 2026 / 定义，2026
    """
    return scaled_hours.inner(hours * work_total / work_done, cards_from, cards_to, efficiency)


@sheet(
    Example((30000, 78125, 20), 32.083333333333336, "48,125 steps to go", "还剩48125步"),
    Example((100, 100, 5), 0, "done", "已完成"),
    zh="剩余时长（小时）：已用时长 ×（总步数 - 已完成步数）÷ 已完成步数。",
    notes_zh="加上已用时长即为整个任务。评测和存档只按已用时长中的占比计入。",
)
def progress_hours(
    steps_done: q.StepsDone, steps_total: q.StepsTotal, hours_so_far: q.HoursSoFar
) -> q.HoursLeft:
    """Hours still to go at the pace so far: hours x (total - done) / done.

    Add hours_so_far for the whole job. Evaluation and checkpoints count as far as they fell into
    the hours so far.

    No answer: more steps are done than the job has / 已完成步数大于总步数

    Source: definition, 2026 / 定义，2026
    """
    left = steps_total - steps_done
    return np.where(left >= 0, hours_so_far * left / steps_done, np.nan)


@sheet(
    Example((4, 25.6, 8, 40.96), 0.8, "twice the cards, 1.6 times the speed", "卡数翻倍，快1.6倍"),
    Example((8, 100, 64, 600), 0.75, "8 to 64 cards", "8卡到64卡"),
    zh="扩展效率：吞吐量之比 ÷ 卡数之比；1 为线性。",
    notes_zh="吞吐量用样本/秒、Token/秒或步/小时均可，"
    "甲乙两方案口径须一致（按步计时全局批大小须相同）。",
)
def scaling_efficiency(
    cards_a: q.CardsA, throughput_a: q.ThroughputA, cards_b: q.CardsB, throughput_b: q.ThroughputB
) -> q.Efficiency:
    """Scaling efficiency from A to B: ratio of throughputs over ratio of cards; 1 is linear.

    Throughput in samples, tokens or steps per time of all cards together, the same in both (in
    steps only if the global batch is the same). Above 1 happens, seldom: more cards leave each
    more memory.

    Source: definition, 2026 / 定义，2026
    """
    return (throughput_b / throughput_a) / (cards_b / cards_a)


@sheet(
    Example((1.13, "zh"), "缺口", "longer than the window", "来不及"),
    Example((1, "zh"), "紧张", "exactly the window: no reserve", "刚好，无余量"),
    Example((0.8,), "Good", "0.8 belongs to good", "0.8 属于合适"),
    Example((0.5,), "Loose", "0.5 belongs to loose", "0.5 属于宽松"),
    Example((0.3, "中文"), "过剩", "less than half used", "不到一半"),
    zh="工期评价：占用率大于 1 缺口，0.8~1 紧张，0.6~0.8 合适，0.5~0.6 宽松，低于 0.5 过剩。",
    notes_zh="边界：1 属紧张，0.8、0.6 属合适，0.5 属宽松；先四舍五入到 9 位小数。"
    "占用率见 DEADLINE_RATIO。",
)
def deadline_advice(ratio: q.Ratio, language: q.Language = "en") -> q.DeadlineAdvice:
    """A word on the share of the window that a job takes: short, tight, good, loose or excess.

    Above 1 short (more cards or more days), above 0.8 up to 1 tight, 0.6 to 0.8 good, from 0.5 to
    below 0.6 loose, below 0.5 excess (fewer cards would do). Every boundary belongs to one band;
    the ratio is rounded to 9 digits first. language is en or zh. See DEADLINE_RATIO.

    Source: bands of a public GPU rental guide (undated, read 2026-11), with every band closed /
    公开的 GPU 租赁指南（未注明日期，2026-11 查阅），各档补全边界
    """
    r = part("ratio", round_to(ratio, 9))
    zh = look_up("languages", "model", language) == "zh"
    low = np.where(r >= 0.5, np.where(zh, LOOSE[1], LOOSE[0]), np.where(zh, EXCESS[1], EXCESS[0]))
    middle = np.where(r >= 0.6, np.where(zh, GOOD[1], GOOD[0]), low)
    high = np.where(r > 0.8, np.where(zh, TIGHT[1], TIGHT[0]), middle)
    return np.where(r > 1, np.where(zh, SHORT[1], SHORT[0]), high)


@sheet(
    Example((224, 5, 1, 20, 0.2), 144, "224 card-hours, one card for 80 h", "自有1卡80小时"),
    Example((100, 10, 1), 0, "the own card has 240 h", "自有卡有240小时"),
    zh="算力缺口（卡时）：所需卡时 - 自有卡数 × 可用时长（天数 ×（1-缓冲）× 每天可用小时）"
    "，最小为 0。",
    notes_zh="所需卡时即单卡训练时长：TRAIN_HOURS 的卡数填 1。自有卡须与所测算的卡同一型号。",
)
def gap_gpu_hours(
    card_hours: q.CardHours,
    days: q.Days,
    cards_owned: q.CardsOwned = 0,
    hours_per_day: q.HoursPerDay = 24,
    buffer: q.Buffer = 0,
) -> q.GapGpuHours:
    """Card-hours to rent: needed, less what own cards give in the window; never negative.

    card_hours - cards_owned x days x (1 - buffer) x hours_per_day. card_hours is TRAIN_HOURS on one
    card. Own cards are of the same model; convert others by throughput first.

    Source: definition, 2026 / 定义，2026
    """
    own = cards_owned * window_hours(days, hours_per_day, buffer)
    return np.maximum(card_hours - own, 0)
