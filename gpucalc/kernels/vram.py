"""Memory part by part, over all cards, against a card; batches and checkpoints that follow."""

import numpy as np

from gpucalc import quantity as q
from gpucalc.kernels.compute import SHARE_OMITTED
from gpucalc.kernels.memory import (
    DEFAULT_MARGIN,
    DEFAULT_OPTIMIZER,
    DEFAULT_VOCAB,
    FIXED,
    HIDDEN_OMITTED,
    LAYERS_OMITTED,
    PRECISION_OMITTED,
    activation_bytes,
    logit_bytes,
    recipe,
    shape_of,
    state_bytes,
    state_parts,
    vram_needed,
    zero_by_cards,
)
from gpucalc.primitives import look_up
from gpucalc.registry import Example, ExcelError, sheet

TOPIC = "memory"
SLACK = 1.000000000001  # noise of 1e-12 below a whole number does not cost a sample


@sheet(
    Example(("weights", 7e9), 14, "2 bytes each", "每参数2字节"),
    Example(
        ("gradients", 7e9, "full", 1, 2048, 8, 1), 14, "ZeRO-1 leaves them whole", "ZeRO-1 不分"
    ),
    Example(("optimizer", 7e9, "full", 1, 2048, 8, 3), 10.5, "84 GB over 8 cards", "84GB 分到8卡"),
    Example(
        ("activations", 7e9, "full", 4, 2048, 1, 0, False, 32, 4096),
        36.507222016,
        "34 bytes x 2048 x 4 x 4096 x 32",
        "34字节×2048×4×4096×32",
    ),
    Example(
        ("logits", 7e9, "full", 4, 2048, 1, 0, False, 32, 4096, 32000),
        2.097152,
        "8 bytes x 4 x 2048 x 32,000",
        "8字节×4×2048×32000",
    ),
    zh="每卡显存的某一组成项（GB，净值，不含冗余）：权重、梯度、优化器状态、激活值、logits、"
    "固定开销或其合计。",
    notes_zh="各项相加等于 net，也等于冗余为 0 的 VRAM_NEEDED。权重含 LoRA 适配器。"
    "ZeRO 只分摊权重、梯度和优化器状态。",
    advanced=True,
)
def vram_part(
    part: q.MemoryPart,
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
    trained_share: q.TrainedShare = SHARE_OMITTED,
    precision: q.Precision = PRECISION_OMITTED,
    optimizer: q.Optimizer = DEFAULT_OPTIMIZER,
) -> q.PartMemory:
    """One part of the training memory of a card in GB, without margin, or the sum of its parts.

    part is weights (with adapters), gradients, optimizer, activations, logits, fixed, or net for
    their sum, which is VRAM_NEEDED without its margin. ZeRO shards the first three only.

    Source: as VRAM_NEEDED (Rajbhandari et al. 2020,
    arXiv 1910.02054; Korthikanti et al. 2022, arXiv 2205.05198) /
    同 VRAM_NEEDED（Rajbhandari 等 2020，arXiv 1910.02054；
    Korthikanti 等 2022，arXiv 2205.05198）

    No answer: weights of 8 or 4 bits cannot be trained themselves: take lora or qlora, or another
    precision / 8 位或 4 位权重不能直接训练：请用 LoRA、QLoRA 或其他精度
    """
    kind = look_up("parts", "model", part)
    n, h = shape_of(params, layers, hidden)
    weights, gradients, states = state_parts(
        method, cards, zero, trained_share, precision, optimizer
    )
    activations = activation_bytes(batch, seq, checkpointing, n, h, precision)
    logits = logit_bytes(batch, seq, vocab)
    every = params * (weights + gradients + states) + (activations + logits + FIXED)
    found = np.where(kind == "fixed", FIXED, every)
    found = np.where(kind == "logits", logits, found)
    found = np.where(kind == "activations", activations, found)
    found = np.where(kind == "optimizer", params * states, found)
    found = np.where(kind == "gradients", params * gradients, found)
    return np.where(kind == "weights", params * weights, found) / 1e9


@sheet(
    Example(
        (7e9, "full", 1, 1, 4, 0, True, 1, 1, 1, 0),
        456.000000176,
        "4 cards hold the 112 GB of states each without ZeRO",
        "不用 ZeRO：4卡各存一份",
    ),
    Example(
        (7e9, "full", 1, 1, 4, 3, True, 1, 1, 1, 0),
        120.000000176,
        "ZeRO-3 shares one copy",
        "ZeRO-3：4卡共存一份",
    ),
    zh="全部卡合计的训练显存（GB）：每卡显存 × 卡数；每卡数值见 VRAM_NEEDED。",
    notes_zh="合计不能与单卡容量比较；比较请用 VRAM_NEEDED（每卡）和 VRAM_FITS。"
    "冗余填 0 即净需求。",
)
def vram_total(
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
) -> q.MemoryTotal:
    """Training memory of all cards together in GB: VRAM_NEEDED (per card) x cards.

    Never compare it with one card: VRAM_NEEDED and VRAM_FITS are per card. batch is per card, so
    activations grow with the cards. margin 0 gives the net need.

    Source: as VRAM_NEEDED (Rajbhandari et al. 2020,
    arXiv 1910.02054; Korthikanti et al. 2022, arXiv 2205.05198) /
    同 VRAM_NEEDED（Rajbhandari 等 2020，arXiv 1910.02054；
    Korthikanti 等 2022，arXiv 2205.05198）

    No answer: weights of 8 or 4 bits cannot be trained themselves: take lora or qlora, or another
    precision / 8 位或 4 位权重不能直接训练：请用 LoRA、QLoRA 或其他精度
    """
    each = vram_needed.inner(
        params, method, batch, seq, cards, zero, checkpointing, layers, hidden, vocab, margin,
        trained_share, precision, optimizer,
    )  # fmt: skip
    return each * cards


@sheet(
    Example((80, "A100 80GB"), True, "84.9 GB can be used", "可用 84.9GB"),
    Example((85.5, "A100 80GB"), False, "more than the card gives", "超过可用显存"),
    Example((30, "A100"), ExcelError.VALUE, "40 or 80 GB?", "A100 有 40GB 和 80GB"),
    zh="单卡是否放得下：每卡所需显存（GB）不超过该卡可用显存；冗余已含在所需显存中，不再另加。",
    notes_zh="可用显存见显卡目录：80GB 卡实为 80GiB（859 亿字节）减去驱动占用。"
    "所需显存用 VRAM_NEEDED 的每卡数值，勿用合计。",
)
def vram_fits(needed: q.Memory, gpu: q.GpuName) -> q.FitsCard:
    """Whether memory per card in GB fits the card: needed <= usable memory of the catalog.

    No second margin: VRAM_NEEDED holds one already. An 80 GB card holds 80 GiB (85.9e9 bytes) less
    the driver's share. A name whose variants differ in memory (A100) answers #VALUE!. Never give
    the total of several cards.

    Source: gpus.csv of the catalog, usable_gb (2026-11) / 目录 gpus.csv 的 usable_gb（2026-11）
    """
    usable = 1 * look_up("gpus", "usable_gb", gpu)
    return np.where(usable > 0, needed <= usable, np.nan)


@sheet(
    zh="给定显存时放得下的批大小：（显存 ×（1-预留）- 固定占用）÷ 每样本显存，向下取整。",
    published=False,
)
def batch_that_fits(
    memory: q.UsableMemory,
    sample_gb: q.SampleGb,
    states_gb: q.StatesGb = 0,
    reserve: q.MemoryReserve = 0,
) -> q.MaxBatch:
    """Whole samples that fit: (memory x (1 - reserve) - states) / memory per sample, down."""
    room = memory * (1 - reserve) - states_gb
    return np.floor(np.maximum(room, 0) / sample_gb * SLACK)


@sheet(
    Example(
        (7e9, "A100 80GB", "lora", 2048, 1, 0, False, 32, 4096, 32000, 0),
        7,
        "68.2 GB of room, 9.65 GB a sample",
        "余 68.2GB，每样本 9.65GB",
    ),
    Example(
        (7e9, "A100 80GB", "lora", 2048, 1, 0, True, 32, 4096, 32000, 0),
        50,
        "with checkpointing 1.35 GB a sample",
        "开检查点每样本 1.35GB",
    ),
    Example((7e9, "A100 80GB"), 0, "the states alone do not fit", "仅状态就放不下"),
    zh="单卡最大批大小：（可用显存 ÷（1+冗余）- 状态 - 固定开销）÷ 每样本显存，向下取整；"
    "0 表示放不下。",
    notes_zh="全局批大小 = 单卡批大小 × 卡数 × 梯度累积步数。结果取决于激活估算，请实测确认。",
    advanced=True,
)
def max_batch(
    params: q.Params,
    gpu: q.GpuName,
    method: q.Method = "full",
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
) -> q.MaxBatch:
    """Largest whole batch of one card: what states and fixed memory leave over memory per sample.

    (usable / (1 + margin) - states - fixed) / (activations + logits of one sample), down; 0 where
    not even one fits. The global batch is this x cards x accumulation steps. A name whose variants
    differ in memory (A100) answers #VALUE!.

    Source: as VRAM_NEEDED (Rajbhandari et al. 2020,
    arXiv 1910.02054; Korthikanti et al. 2022, arXiv 2205.05198); usable memory:
    gpus.csv of the catalog (2026-11) / 同 VRAM_NEEDED（Rajbhandari 等 2020，arXiv 1910.02054；
    Korthikanti 等 2022，arXiv 2205.05198）；
    可用显存见目录 gpus.csv（2026-11）

    No answer: weights of 8 or 4 bits cannot be trained themselves: take lora or qlora, or another
    precision / 8 位或 4 位权重不能直接训练：请用 LoRA、QLoRA 或其他精度
    """
    n, h = shape_of(params, layers, hidden)
    states = state_bytes(params, method, cards, zero, trained_share, precision, optimizer)
    sample = activation_bytes(1, seq, checkpointing, n, h, precision) + logit_bytes(1, seq, vocab)
    usable = 1 * look_up("gpus", "usable_gb", gpu)
    return batch_that_fits.inner(usable / (1 + margin), sample / 1e9, (states + FIXED) / 1e9)


@sheet(
    Example((7e9,), 98, "14 bytes each: 2 weights, 4 master, 8 AdamW", "每参数14字节"),
    Example((7e9, "full", False), 14, "weights alone", "只存权重"),
    Example((7e9, "lora"), 0.588, "42 million adapter parameters", "4200万适配器参数"),
    zh="一个检查点的大小（GB）：权重加主副本和优化器状态（可续训），或只存权重；LoRA 只存适配器。",
    notes_zh="梯度与激活值不存。BLOOM（1762 亿参数）公布 2.3TB，按本式为 2.47TB。保留份数请另乘。",
)
def checkpoint_gb(
    params: q.Params,
    method: q.Method = "full",
    resumable: q.Resumable = True,
    trained_share: q.TrainedShare = SHARE_OMITTED,
    precision: q.Precision = PRECISION_OMITTED,
    optimizer: q.Optimizer = DEFAULT_OPTIMIZER,
) -> q.CheckpointGb:
    """Size of one saved checkpoint in GB: weights, and with resumable the optimizer's states.

    params x (weights + master copy + optimizer states of what is trained): 14 bytes for full bf16
    training with AdamW. lora and qlora save the adapters, not the base model. Gradients and
    activations are never saved. BLOOM (176.2 billion) published 2.3 TB; this gives 2.47 TB.

    Source: states as VRAM_NEEDED; BLOOM model card, huggingface.co/bigscience/bloom, 2022-07 /
    状态同 VRAM_NEEDED；BLOOM 模型卡，huggingface.co/bigscience/bloom，2022-07

    No answer: weights of 8 or 4 bits cannot be trained themselves: take lora or qlora, or another
    precision / 8 位或 4 位权重不能直接训练：请用 LoRA、QLoRA 或其他精度
    """
    weights, adapters, _, states = recipe(method, trained_share, precision, optimizer)
    saved = np.where(look_up("methods", "adapters", method) > 0, adapters, weights)
    return params * (saved + np.where(resumable, states, 0)) / 1e9
