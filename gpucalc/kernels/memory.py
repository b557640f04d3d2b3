"""What a training run keeps in the memory of each card. GB is 1e9 bytes throughout."""

import numpy as np

from gpucalc import quantity as q
from gpucalc.primitives import ceil_tol, given, look_up, part
from gpucalc.registry import Example, ExcelError, Omitted, sheet

FIXED = 2e9  # bytes per card: CUDA context and NCCL buffers, 0.5-2 GiB each (ml-engineering, 2026)
SHAPE = 128  # hidden size per layer of usual dense transformers, used only to estimate a shape
DEFAULT_VOCAB = 128_000
DEFAULT_MARGIN = 0.2

LAYERS_OMITTED = Omitted(
    "estimated from params (12 layers x hidden², hidden = 128 x layers)",
    "按参数量估算（12×层数×隐藏维度²，隐藏维度=128×层数）",
)
HIDDEN_OMITTED = Omitted("estimated from params and layers", "按参数量和层数估算")


def zero_by_cards(cards: q.Cards) -> q.Zero:
    """3 when cards > 1, else 0 / 多卡为 3，单卡为 0"""
    return np.where(cards > 1, 3, 0)


def shape_of(params: q.Params, layers: q.Layers, hidden: q.Hidden) -> tuple[q.Layers, q.Hidden]:
    """Layers and hidden size, estimated from 12·L·h² = params where they are not given."""
    by_hidden = np.maximum(1, params / (12 * np.where(given(hidden), hidden, 1) ** 2))
    by_params = np.maximum(1, np.cbrt(params / (12 * SHAPE**2)))
    n = part(
        "layers", np.where(given(layers), layers, np.where(given(hidden), by_hidden, by_params))
    )
    return n, part("hidden", np.where(given(hidden), hidden, np.sqrt(params / (12 * n))))


def state_bytes(params: q.Params, method: q.Method, cards: q.Cards, zero: q.Zero) -> q.Memory:
    """Weights, gradients and optimizer states per card, sharded by ZeRO stage."""
    share = look_up("methods", "trained_share", method)
    weights = (
        look_up("methods", "weight_b", method) + look_up("methods", "adapter_b", method) * share
    )
    gradients = look_up("methods", "grad_b", method) * share
    optimizer = look_up("methods", "optimizer_b", method) * share
    per_param = (
        weights / np.where(zero >= 3, cards, 1)
        + gradients / np.where(zero >= 2, cards, 1)
        + optimizer / np.where(zero >= 1, cards, 1)
    )
    return params * per_param


def working_bytes(
    batch: q.BatchPerCard, seq: q.Seq, checkpointing: q.Checkpointing,
    layers: q.Layers, hidden: q.Hidden, vocab: q.Vocab,
) -> q.Memory:  # fmt: skip
    """Activations, logits and the fixed share of a card: what ZeRO does not shard."""
    token = batch * seq * hidden
    activations = np.where(checkpointing, token * (2 * layers + 34), 34 * token * layers)
    logits = 8 * batch * seq * vocab  # fp32 logits and their gradient
    return part("working_bytes", activations + logits + FIXED)


@sheet(zh="给定单卡可用显存时，按 ZeRO-3 放得下该训练的最少卡数。", published=False)
def cards_to_hold(
    params: q.Params,
    usable_gb: q.Memory,
    method: q.Method = "full",
    batch: q.BatchPerCard = 1,
    seq: q.Seq = 2048,
    checkpointing: q.Checkpointing = True,
    layers: q.Layers = LAYERS_OMITTED,
    hidden: q.Hidden = HIDDEN_OMITTED,
    vocab: q.Vocab = DEFAULT_VOCAB,
    margin: q.Margin = DEFAULT_MARGIN,
) -> q.Cards:
    """Least n with states/n + working memory <= usable/(1 + margin) under ZeRO-3.

    No answer: activations and fixed memory alone fill the card / 激活和固定开销已占满单卡
    """
    n, h = shape_of(params, layers, hidden)
    working = working_bytes(batch, seq, checkpointing, n, h, vocab)
    room = part("room_bytes", usable_gb * 1e9 / (1 + margin) - working)
    states = state_bytes(params, method, 1, 0)
    least = np.maximum(1, ceil_tol(states / np.where(room > 0, room, 1)))
    return part("memory_cards", np.where(room > 0, least, np.nan))


@sheet(
    Example(
        (7e9,),
        140.34933753674505,
        "7B full on one card: 112 GB of states and the rest",
        "7B 全参数单卡",
    ),
    Example(
        (70e9, "full", 1, 2048, 16),
        92.83508550694329,
        "70B on 16 cards, per card, ZeRO-3",
        "70B 16卡每卡",
    ),
    Example((7e9, "qlora", 1, 2048), 11.375737536745069, "7B QLoRA", "7B QLoRA"),
    Example(
        (6738415616, "full", 1, 4096, 8, 3, False, 32, 4096, 32000),
        41.734821888,
        "Llama-2-7B, no checkpointing",
        "Llama-2-7B 不开检查点",
    ),
    zh="每卡训练显存（GB）：状态（按 ZeRO 分片）加激活、logits 和固定开销，再乘（1+冗余）。",
)
def vram_needed(
    params: q.Params,
    method: q.Method = "full",
    batch: q.BatchPerCard = 1,
    seq: q.Seq = 2048,
    cards: q.Cards = 1,
    zero: q.Zero = zero_by_cards,
    checkpointing: q.Checkpointing = True,
    layers: q.Layers = LAYERS_OMITTED,
    hidden: q.Hidden = HIDDEN_OMITTED,
    vocab: q.Vocab = DEFAULT_VOCAB,
    margin: q.Margin = DEFAULT_MARGIN,
) -> q.Memory:
    """Training memory per card in GB (1e9 bytes): states, activations, logits, fixed, margin.

    States: mixed-precision AdamW 16 B per trained parameter (2 weights, 2 gradients, 12 optimizer);
    lora trains adapters only, qlora keeps weights in 4 bits. ZeRO 1 shards the optimizer, 2 also
    gradients, 3 also weights. Activations in bytes: with checkpointing 2·s·b·h per layer and one
    layer's 34·s·b·h, without (FlashAttention or selective) 34·s·b·h per layer. Logits 8·b·s·vocab,
    fixed 2 GB. batch is per card. Compare with the catalog's usable_gb, not with "80 GB".

    Source: Rajbhandari et al. 2020 (ZeRO), arXiv 1910.02054; Korthikanti et al. 2022,
    arXiv 2205.05198.
    """
    n, h = shape_of(params, layers, hidden)
    net = state_bytes(params, method, cards, zero) + working_bytes(
        batch, seq, checkpointing, n, h, vocab
    )
    return net * (1 + margin) / 1e9


@sheet(
    Example(
        (7e9, "A100 80GB"), 2, "112 GB of states do not fit one 80 GB card", "7B 全参数单卡放不下"
    ),
    Example((70e9, "RTX 4090"), 85, "70B on 24 GB cards", "70B 用 24GB 卡"),
    Example((7e9, "RTX 4090", "qlora"), 1, "QLoRA fits a 24 GB card", "QLoRA 单卡即可"),
    Example(
        (7e9, "A100"), ExcelError.VALUE, "40 or 80 GB? the variants differ", "A100 有 40GB 和 80GB"
    ),
    zh="按 ZeRO-3 分片放得下该训练的最少卡数；型号显存不唯一（如 A100）时拒绝回答。",
)
def vram_cards(
    params: q.Params,
    gpu: q.GpuName,
    method: q.Method = "full",
    batch: q.BatchPerCard = 1,
    seq: q.Seq = 2048,
    checkpointing: q.Checkpointing = True,
    layers: q.Layers = LAYERS_OMITTED,
    hidden: q.Hidden = HIDDEN_OMITTED,
    vocab: q.Vocab = DEFAULT_VOCAB,
    margin: q.Margin = DEFAULT_MARGIN,
) -> q.Cards:
    """Least cards of a model whose usable memory holds the training state with ZeRO-3.

    n = states / (usable_gb·1e9/(1 + margin) - activations - logits - fixed), up, at least 1. Only
    catalog names; a name whose variants differ in memory (A100) answers #VALUE!.
    Source: as VRAM_NEEDED; usable memory from the catalog (an 80 GB card holds 80 GiB less the
    driver's share).

    No answer: activations and fixed memory alone fill the card: shorten seq or batch, turn
    checkpointing on, or take a bigger card /
    激活和固定开销已占满单卡：请减小上下文或批大小、打开检查点，或换显存更大的卡
    """
    usable = look_up("gpus", "usable_gb", gpu)
    return cards_to_hold.inner(
        params, usable, method, batch, seq, checkpointing, layers, hidden, vocab, margin
    )
