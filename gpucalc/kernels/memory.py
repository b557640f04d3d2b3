"""What a training run keeps in the memory of each card. GB is 1e9 bytes throughout."""

import numpy as np

from gpucalc import quantity as q
from gpucalc.kernels.compute import SHARE_OMITTED
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
PRECISION_OMITTED = Omitted(
    "bf16 mixed precision (qlora: base weights in 4 bits)", "BF16 混合精度（QLoRA 基座为 4 位）"
)
DEFAULT_OPTIMIZER = "AdamW"


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


def recipe(
    method: q.Method, trained_share: q.TrainedShare, precision: q.Precision, optimizer: q.Optimizer
) -> tuple[q.Memory, q.Memory, q.Memory, q.Memory]:
    """Bytes per parameter: base weights, adapters, gradients, optimizer (with the master copy).

    Without a precision every method computes in bf16, over the weights that it keeps itself (4 bits
    for qlora). Weights of 8 or 4 bits cannot be trained themselves: NaN without adapters.
    """
    share = trained(method, trained_share)
    adapters = look_up("methods", "adapters", method)
    frozen_only = (adapters == 0) & (look_up("precisions", "trainable", precision) == 0)
    stored = np.where(frozen_only, np.nan, look_up("precisions", "bytes", precision))
    weights = np.where(given(precision), stored, look_up("methods", "weight_b", method))
    value = in_precision("compute_b", precision)
    states = in_precision("master_b", precision) + look_up("optimizers", "states_b", optimizer)
    return weights, adapters * value * share, value * share, states * share


def trained(method: q.Method, trained_share: q.TrainedShare) -> q.TrainedShare:
    """Share of parameters trained: as given, but always all for pretrain and full."""
    own = look_up("methods", "trained_share", method)
    return np.where(given(trained_share) & (own < 1), trained_share, own)


def in_precision(column: str, precision: q.Precision) -> q.Memory:
    """A column of precisions.csv; that of bf16 where no precision is given."""
    return np.where(
        given(precision),
        look_up("precisions", column, precision),
        look_up("precisions", column, "bf16"),
    )


def state_parts(
    method: q.Method, cards: q.Cards, zero: q.Zero,
    trained_share: q.TrainedShare, precision: q.Precision, optimizer: q.Optimizer,
) -> tuple[q.Memory, q.Memory, q.Memory]:  # fmt: skip
    """Bytes per parameter and card of weights, gradients, optimizer, sharded by ZeRO stage."""
    weights, adapters, gradients, states = recipe(method, trained_share, precision, optimizer)
    return (
        (weights + adapters) / np.where(zero >= 3, cards, 1),
        gradients / np.where(zero >= 2, cards, 1),
        states / np.where(zero >= 1, cards, 1),
    )


def state_bytes(
    params: q.Params, method: q.Method, cards: q.Cards, zero: q.Zero,
    trained_share: q.TrainedShare, precision: q.Precision, optimizer: q.Optimizer,
) -> q.Memory:  # fmt: skip
    """Weights, gradients and optimizer states per card, sharded by ZeRO stage."""
    weights, gradients, states = state_parts(
        method, cards, zero, trained_share, precision, optimizer
    )
    return params * (weights + gradients + states)


def activation_bytes(
    batch: q.BatchPerCard, seq: q.Seq, checkpointing: q.Checkpointing,
    layers: q.Layers, hidden: q.Hidden, precision: q.Precision,
) -> q.Memory:  # fmt: skip
    """Activations per card: p·s·b·h per layer and one layer in full, or (16·p + 2)·s·b·h per layer.

    p bytes per value: 34 in 16 bits, where two of them are dropout masks.
    """
    value = in_precision("compute_b", precision)
    kept = 16 * value + 2
    token = batch * seq * hidden
    return np.where(checkpointing, token * (value * layers + kept), kept * token * layers)


def logit_bytes(batch: q.BatchPerCard, seq: q.Seq, vocab: q.Vocab) -> q.Memory:
    """Logits in fp32 and their gradient."""
    return 8 * batch * seq * vocab


def working_bytes(
    batch: q.BatchPerCard, seq: q.Seq, checkpointing: q.Checkpointing,
    layers: q.Layers, hidden: q.Hidden, vocab: q.Vocab, precision: q.Precision,
) -> q.Memory:  # fmt: skip
    """Activations, logits and the fixed share of a card: what ZeRO does not shard."""
    activations = activation_bytes(batch, seq, checkpointing, layers, hidden, precision)
    return part("working_bytes", activations + logit_bytes(batch, seq, vocab) + FIXED)


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
    trained_share: q.TrainedShare = SHARE_OMITTED,
    precision: q.Precision = PRECISION_OMITTED,
    optimizer: q.Optimizer = DEFAULT_OPTIMIZER,
) -> q.Cards:
    """Least n with states/n + working memory <= usable/(1 + margin) under ZeRO-3.

    No answer: activations and fixed memory alone fill the card / 激活和固定开销已占满单卡
    """
    n, h = shape_of(params, layers, hidden)
    working = working_bytes(batch, seq, checkpointing, n, h, vocab, precision)
    room = part("room_bytes", usable_gb * 1e9 / (1 + margin) - working)
    states = state_bytes(params, method, 1, 0, trained_share, precision, optimizer)
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
    Example(
        (7e9, "freeze", 1, 1, 1, 0, True, 1, 1, 1, 0, 0.25),
        40.500000044,
        "freeze, a quarter trained, net: 14 + 24.5 and 2 fixed",
        "冻结微调训练四分之一，净值",
    ),
    Example(
        (7e9, "full", 1, 1, 1, 0, True, 1, 1, 1, 0, 1, "bf16", "AdamW 8-bit"),
        72.000000044,
        "8-bit AdamW, net: 10 bytes each",
        "8 位 AdamW，净值：每参数10字节",
    ),
    zh="每卡训练显存（GB）：状态（按 ZeRO 分片）加激活、logits 和固定开销，再乘（1+冗余）。",
    notes_zh="训练状态：混合精度 AdamW 每个可训练参数 16 字节（权重2、梯度2、主副本4、优化器8）"
    "；LoRA 只训练适配器，QLoRA 权重为4位，冻结微调只训练 trained_share 这一比例。"
    "precision 与 optimizer 可替换 BF16 与 AdamW（8-bit AdamW 2字节，SGD 4字节）。\n"
    "ZeRO 1 级分摊优化器状态，2 级再分摊梯度，3 级再分摊权重。\n"
    "激活（字节）：开检查点为每层 2·s·b·h 加一层 34·s·b·h；不开（FlashAttention 或选择"
    "性重算）为每层 34·s·b·h；32位时为 4 和 66。冻结微调按全部层计。logits 为 8·b·s·词"
    "表，固定开销 2 GB。批大小按单卡计。\n"
    "margin 填 0 得净需求（VRAM_PART 可拆分）。请与目录的可用显存（VRAM_FITS）比较，不"
    "要与“80 GB”比较。",
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
    trained_share: q.TrainedShare = SHARE_OMITTED,
    precision: q.Precision = PRECISION_OMITTED,
    optimizer: q.Optimizer = DEFAULT_OPTIMIZER,
) -> q.Memory:
    """Training memory per card in GB (1e9 bytes): states, activations, logits, fixed, margin.

    States: mixed-precision AdamW 16 B per trained parameter (2 weights, 2 gradients, 4 master copy,
    8 optimizer); lora trains adapters only, qlora keeps weights in 4 bits, freeze trains the share
    trained_share. precision and optimizer replace bf16 and AdamW (AdamW 8-bit 2 B, SGD 4 B). ZeRO 1
    shards the optimizer, 2 also gradients, 3 also weights. Activations in bytes: with checkpointing
    2·s·b·h per layer and one layer's 34·s·b·h, without (FlashAttention or selective) 34·s·b·h per
    layer; in 32 bits 4 and 66. freeze counts them for every layer, as most frameworks keep them.
    Logits 8·b·s·vocab, fixed 2 GB. batch is per card. margin 0 gives the net need (VRAM_PART splits
    it). Compare with the catalog's usable_gb (VRAM_FITS), not with "80 GB".

    Source: Rajbhandari et al. 2020 (ZeRO), arXiv 1910.02054; Korthikanti et al. 2022,
    arXiv 2205.05198; precisions.csv and optimizers.csv of the catalog /
    Rajbhandari 等 2020（ZeRO），arXiv 1910.02054；Korthikanti 等 2022，arXiv 2205.05198；
    目录 precisions.csv 与 optimizers.csv

    No answer: weights of 8 or 4 bits cannot be trained themselves: take lora or qlora, or another
    precision / 8 位或 4 位权重不能直接训练：请用 LoRA、QLoRA 或其他精度
    """
    n, h = shape_of(params, layers, hidden)
    states = state_bytes(params, method, cards, zero, trained_share, precision, optimizer)
    net = states + working_bytes(batch, seq, checkpointing, n, h, vocab, precision)
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
    notes_zh="卡数 = 训练状态 ÷（可用显存 ÷（1+冗余）- 激活 - logits - 固定开销），向上取整，至"
    "少 1 张。只接受目录中的型号；各型号显存不同的系列名（如 A100）返回 #VALUE!。",
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
    trained_share: q.TrainedShare = SHARE_OMITTED,
    precision: q.Precision = PRECISION_OMITTED,
    optimizer: q.Optimizer = DEFAULT_OPTIMIZER,
) -> q.Cards:
    """Least cards of a model whose usable memory holds the training state with ZeRO-3.

    n = states / (usable_gb·1e9/(1 + margin) - activations - logits - fixed), up, at least 1. Only
    catalog names; a name whose variants differ in memory (A100) answers #VALUE!.
    Source: as VRAM_NEEDED (Rajbhandari et al. 2020,
    arXiv 1910.02054; Korthikanti et al. 2022, arXiv 2205.05198); usable memory:
    gpus.csv of the catalog (2026-11), an 80 GB card holds 80 GiB less the driver's share /
    同 VRAM_NEEDED（Rajbhandari 等 2020，arXiv 1910.02054；
    Korthikanti 等 2022，arXiv 2205.05198）；可用显存见目录 gpus.csv（2026-11）：
    80GB 卡实为 80GiB，并扣除驱动占用

    No answer: activations and fixed memory alone fill the card: shorten seq or batch, turn
    checkpointing on, or take a bigger card; or weights of 8 or 4 bits are to be trained themselves
    / 激活和固定开销已占满单卡：请减小上下文或批大小、打开检查点，或换显存更大的卡；
    或者要直接训练 8 位或 4 位权重
    """
    usable = look_up("gpus", "usable_gb", gpu)
    return cards_to_hold.inner(
        params, usable, method, batch, seq, checkpointing, layers, hidden, vocab, margin,
        trained_share, precision, optimizer,
    )  # fmt: skip
