"""From a workload to cards and hours, and back."""

import numpy as np

from gpucalc import quantity as q
from gpucalc.kernels.compute import (
    SHARE_OMITTED,
    card_hours,
    same_as_params,
    train_flops,
    typical_mfu,
)
from gpucalc.kernels.memory import cards_to_hold
from gpucalc.kernels.schedule import window_hours
from gpucalc.primitives import ceil_tol, is_name, look_up, part
from gpucalc.registry import Example, sheet

# batch, seq, checkpointing, layers, hidden, vocab and margin of VRAM_CARDS, as they are by default
MEMORY_DEFAULTS = (None,) * 7


@sheet(
    Example(
        (13e9, 2e11, "A100 80GB", 10, 0.5), 116, "13B, 200B tokens, 10 days", "13B，2000亿，10天"
    ),
    Example(
        (13e9, 2e11, "A100 80GB", 10, 0.5, 24, 0, 1, "full", 8),
        120,
        "in whole nodes of 8",
        "按8卡整机",
    ),
    Example(
        (13e9, 2e11, "A100 80GB", 10, 0.5, 24, 0.2), 145, "20 % of the window kept", "留20%缓冲"
    ),
    Example((70e9, 1e9, "RTX 4090", 30, 0.4), 85, "memory binds", "显存制约"),
    Example(
        (70e9, 1e9, "RTX 4090", 30, 0.4, 24, 0, 1, "full", 1, 0, False), 3, "time alone", "只看工期"
    ),
    Example(
        (7e9, 1e9, "A100", 100 / 24, 0.5, 24, 0, 3), 4, "A100 may mean 40 GB", "A100 可能是40GB"
    ),
    zh="所需卡数：按工期与按显存两者取大，再凑成整机；型号只写系列名时按其中显存最小的判断。",
    notes_zh="工期约束：总计算量 ÷（峰值 × MFU × 3600）×（1+附加开销），除以可用时长（工期 ×（1-"
    "缓冲）× 每天可用小时）后向上取整。\n"
    "显存约束：写型号且 fit 不为 FALSE 时，按 VRAM_CARDS 默认参数；系列名（如 A100）按"
    "其中显存最小的型号判断。\n"
    "缓冲是工期的比例：5天、0.2 即留4天。MFU 已含通信与数据加载；附加开销指其余部分（评"
    "测、存档、重启）。",
)
def gpu_cards(
    params: q.Params,
    tokens: q.Tokens,
    gpu: q.Gpu,
    days: q.Days,
    mfu: q.Mfu = typical_mfu,
    hours_per_day: q.HoursPerDay = 24,
    buffer: q.Buffer = 0,
    epochs: q.Epochs = 1,
    method: q.Method = "pretrain",
    node_size: q.NodeSize = 1,
    overhead: q.Overhead = 0,
    fit: q.Fit = True,
    active_params: q.ActiveParams = same_as_params,
    trained_share: q.TrainedShare = SHARE_OMITTED,
) -> q.Cards:
    """Cards to finish within a window: the larger of the time and the memory bound, in whole nodes.

    Time: FLOP / (peak x MFU x 3600) x (1 + overhead) card-hours over days x (1 - buffer) x
    hours_per_day, up. Memory: VRAM_CARDS at its defaults, where gpu is a name and fit is not FALSE;
    a family name (A100) is judged by its smallest variant. buffer is a share of the window: 5 days
    with 0.2 leave 4. MFU holds communication and data loading; overhead is the rest (evaluation,
    checkpoints, restarts).
    Source: FLOP as TRAIN_FLOPS (Kaplan et al. 2020, arXiv 2001.08361), memory as VRAM_CARDS
    (Rajbhandari et al. 2020, arXiv 1910.02054); mfu.csv of the catalog (2026-11) / 计算量同
    TRAIN_FLOPS（Kaplan 等 2020，arXiv 2001.08361），显存同 VRAM_CARDS（Rajbhandari 等 2020，arXiv
    1910.02054）；目录 mfu.csv（2026-11）

    No answer: no number of these cards holds the model: take a card with more memory or a lighter
    method / 该显卡再多也放不下模型：请换显存更大的卡或更省显存的训练方式
    """
    flops = train_flops.inner(params, tokens, epochs, method, active_params, trained_share)
    window = window_hours(days, hours_per_day, buffer)
    by_time = part("time_cards", ceil_tol(card_hours(flops, gpu, mfu) * (1 + overhead) / window))
    least = look_up("gpus", "usable_gb_least", gpu, number=np.nan)
    in_memory = cards_to_hold.inner(params, least, method, *MEMORY_DEFAULTS, trained_share)
    by_memory = np.where(is_name("gpus", gpu) & fit, in_memory, 1)
    return node_cards.inner(np.maximum(by_time, by_memory), node_size)


@sheet(zh="整机台数：卡数 ÷ 每台卡数，向上取整。", published=False)
def nodes_needed(cards: q.Cards, node_size: q.NodeSize = 1) -> q.Nodes:
    """Whole nodes that hold the cards."""
    return ceil_tol(cards / node_size)


@sheet(zh="凑成整机的卡数。", published=False)
def node_cards(cards: q.Cards, node_size: q.NodeSize = 1) -> q.Cards:
    """Cards in whole nodes: nodes x cards per node."""
    return nodes_needed.inner(cards, node_size) * node_size


@sheet(
    Example(
        (1e10, 1e10 / 6, 312, 1, 1), 89.03133903133904, "1e20 FLOP at peak", "1e20 FLOP 按峰值"
    ),
    Example(
        (13e9, 2e11, "A100 80GB", 120, 0.5),
        231.4814814814815,
        "13B on 120 cards: 9.65 days",
        "13B 120卡",
    ),
    Example(
        (7e9, 1e9, "A100 80GB", 3, 0.5, 0, 3),
        74.78632478632479,
        "7B, 3 epochs, 3 cards",
        "7B 3轮 3卡",
    ),
    zh="训练时长（小时）：总计算量 ÷（卡数 × 峰值 × MFU），再乘（1+附加开销比例）。",
    notes_zh="时长 = 总计算量 ÷（卡数 × BF16 稠密峰值 × MFU × 3600）×（1+附加开销）。\n"
    "MFU 为端到端实测，已含通信与数据加载；附加开销指其余部分（评测、存档、重启）。同一"
    "损失不要计两次。",
)
def train_hours(
    params: q.Params,
    tokens: q.Tokens,
    gpu: q.Gpu,
    cards: q.Cards,
    mfu: q.Mfu = typical_mfu,
    overhead: q.Overhead = 0,
    epochs: q.Epochs = 1,
    method: q.Method = "pretrain",
    active_params: q.ActiveParams = same_as_params,
    trained_share: q.TrainedShare = SHARE_OMITTED,
) -> q.TrainHours:
    """Training hours on a number of cards, at an MFU, with overhead.

    hours = FLOP / (cards x dense BF16 peak x MFU x 3600) x (1 + overhead).

    MFU is measured end to end, so it holds communication and data loading; overhead is the rest
    (evaluation, checkpoints, restarts). Never count the same loss in both.

    Source: FLOP as TRAIN_FLOPS (Kaplan et al. 2020, arXiv 2001.08361); MFU by card and method from
    mfu.csv of the catalog (2026-11) / 计算量同 TRAIN_FLOPS（Kaplan 等 2020，arXiv 2001.08361）；
    各卡与训练方式的 MFU 见目录 mfu.csv（2026-11）
    """
    flops = train_flops.inner(params, tokens, epochs, method, active_params, trained_share)
    return card_hours(flops, gpu, mfu) / cards * (1 + overhead)


@sheet(
    Example((3, 1), 2, "three needed, one owned", "需3张，自有1张"),
    Example((3, 5), 0, "never negative", "不为负"),
    zh="算力缺口（卡）：所需卡数减自有卡数，最小为 0；须为同一型号。",
    notes_zh="不同型号的卡先按吞吐量折算，不按张数。",
)
def gpu_gap(cards_needed: q.CardsNeeded, cards_owned: q.CardsOwned = 0) -> q.Gap:
    """Cards to rent: needed less owned, never negative; both of the same model.

    Cards of another model are converted by throughput first (not by count).

    Source: definition, 2026 / 定义，2026
    """
    return np.maximum(cards_needed - cards_owned, 0)


@sheet(
    Example(
        (74.78632478632479, 5, 20, 0.2), 0.9348290598290598, "story: 3 cards, tight", "3卡，紧张"
    ),
    Example((178.06, 7), 1.0598809523809523, "above 1: it does not fit", "大于1：来不及"),
    zh="工期占用率：训练时长 ÷ 可用时长（工期 ×（1-缓冲）× 每天可用小时）；大于 1 表示来不及。",
    notes_zh="训练时长 ÷（工期 ×（1-缓冲）× 每天可用小时）。\n大于 1 表示工期内做不完。",
)
def deadline_ratio(
    hours: q.Hours, days: q.Days, hours_per_day: q.HoursPerDay = 24, buffer: q.Buffer = 0
) -> q.Ratio:
    """Share of the usable window that the hours take.

    hours / (days x (1 - buffer) x hours_per_day).

    Above 1 the job does not finish in time.

    Source: definition, 2026 / 定义，2026
    """
    return hours / window_hours(days, hours_per_day, buffer)
