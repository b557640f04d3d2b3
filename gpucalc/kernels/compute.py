"""How much arithmetic a training run is, and what a card can do."""

import numpy as np

from gpucalc import quantity as q
from gpucalc.primitives import ceil_tol, given, join, look_up, need, part
from gpucalc.registry import Example, ExcelError, Omitted, sheet

SHARE_OMITTED = Omitted(
    "the method's own: lora and qlora 0.6 %, freeze 6 %, others all",
    "训练方式自带：LoRA、QLoRA 为 0.6%，冻结微调为 6%，其余为全部",
)
ATTENTION_OMITTED = Omitted("left out: attention is not counted", "省略：不计注意力")


def same_as_params(params: q.Params) -> q.ActiveParams:
    """params (a dense model) / 等于参数量（稠密模型）"""
    return params


def typical_mfu(gpu: q.Gpu, method: q.Method) -> q.Mfu:
    """typical value of mfu.csv for this card family and method / mfu.csv 中该系列与方式的典型值"""
    family = look_up("gpus", "family", gpu, number="no data")
    key = join(family, "|", look_up("methods", "model", method))
    return look_up("mfu", "typical", key)


def method_factor(
    column: str, per_share: float, method: q.Method, trained_share: q.TrainedShare
) -> q.Flops:
    """A FLOP factor of methods.csv. Where a share is given, freeze takes per_share times it."""
    own = look_up("methods", column, method)
    slope = per_share * look_up("methods", "flop_k_share", method)
    further = trained_share - look_up("methods", "trained_share", method)
    return np.where(given(trained_share), own + slope * further, own)


@sheet(
    Example((13e9, 2e11), 1.56e22, "13B on 200B tokens", "13B，2000亿 Token"),
    Example((7e9, 1e9, 3), 1.26e20, "7B, 1B tokens, 3 epochs: 126 EFLOP", "7B，10亿 Token，3轮"),
    Example((7e9, 1e9, 1, "lora"), 2.8e19, "LoRA skips the weight gradients", "LoRA 不算权重梯度"),
    Example(
        (671e9, 14.8e12, 1, "pretrain", 37e9),
        3.2856e24,
        "MoE counts active parameters",
        "MoE 按激活参数",
    ),
    Example(
        (7e9, 1e9, 1, "freeze", 7e9, 0.25), 2.1e19, "a quarter trained: k = 3", "训练四分之一：k=3"
    ),
    zh="训练总计算量（FLOP）：k × 激活参数量 × Token 数 × 轮数；k 为 6（LoRA、QLoRA 为 4，"
    "冻结微调为 2+4×可训练比例）。",
    notes_zh="k：预训练与全参数微调为 6（前向2、反向4），LoRA、QLoRA 为 4（冻结权重不算梯度），"
    "冻结微调为 2+4×可训练比例；可训练比例不改变其他方式的 k。\n"
    "未计注意力分数：上下文短于 0.3×隐藏维度时不到总量的 5%（见 TRAIN_FLOPS_EXACT）。\n"
    "这是计算总量（FLOP），不是速率（FLOP/s）；1 PFLOP/s·天 = 8.64e19。",
)
def train_flops(
    params: q.Params,
    tokens: q.Tokens,
    epochs: q.Epochs = 1,
    method: q.Method = "pretrain",
    active_params: q.ActiveParams = same_as_params,
    trained_share: q.TrainedShare = SHARE_OMITTED,
) -> q.Flops:
    """Arithmetic of a training run in FLOP: k x active parameters x tokens x epochs.

    k = 6 for pretrain and full (2 forward, 4 backward), 4 for lora and qlora (frozen weights need
    no weight gradient), 2 + 4 x trained_share for freeze, where the backward pass stops at the
    lowest trained layer; trained_share changes no other k. Attention scores are left out: below 5 %
    of the work while the context is shorter than 0.3 x hidden (see TRAIN_FLOPS_EXACT). An amount
    (FLOP), never a rate (FLOP/s); 1 PFLOP/s-day is 8.64e19.

    Source: Kaplan et al. 2020, arXiv 2001.08361, section 2.1; Hoffmann et al. 2022,
    arXiv 2203.15556; k = 4 from NVIDIA NeMo's published LoRA throughput (within 1.1 %) /
    Kaplan 等 2020，arXiv 2001.08361 第 2.1 节；Hoffmann 等 2022，arXiv 2203.15556；
    k=4 与 NVIDIA NeMo 公布的 LoRA 吞吐量相差不到 1.1%
    """
    k = method_factor("flop_k", 1, method, trained_share)
    return k * active_params * tokens * epochs


def attention_flops(
    layers: q.Layers, hidden: q.Hidden, seq: q.Seq, tokens: q.Tokens, causal: q.Causal,
    method: q.Method, trained_share: q.TrainedShare,
) -> q.Flops:  # fmt: skip
    """Attention scores: 12 x layers x hidden x seq per token (freeze 4 + 8 x share), causal half.

    Adapters save nothing here, since scores have no weights.
    """
    factor = method_factor("score_k", 2, method, trained_share)
    return factor * layers * hidden * seq * tokens * np.where(causal, 0.5, 1)


@sheet(
    Example(
        (7e9, 32, 4096, 2048, 1e9),
        4.5221225472e19,
        "42e9 + 3.22e9 FLOP per token: attention adds 7.7 %",
        "每 Token 42e9+3.22e9",
    ),
    Example((7e9, 32, 4096, 2048, 1e9, True), 4.3610612736e19, "causal half", "因果注意力按一半"),
    Example(
        (7e9, 32, 4096, 2048, 1e9, False, 2, "lora"),
        6.2442450944e19,
        "LoRA: 4 per parameter, attention in full, 2 epochs",
        "LoRA：参数按4，注意力全算，2轮",
    ),
    Example(
        (7e9, 32, 4096, 2048, 1e9, False, 1, "freeze", 0.25),
        2.2610612736e19,
        "freeze, a quarter trained",
        "冻结微调，训练四分之一",
    ),
    zh="含注意力的训练总计算量（FLOP）：（k×参数量 + 12×层数×隐藏维度×上下文长度）"
    "× Token 数 × 轮数；因果注意力可按一半计。",
    notes_zh="长上下文用本函数：上下文超过隐藏维度的 0.3 倍时，注意力超过 5%。"
    "MoE 请填激活参数量。\n"
    "llm-foundry、NeMo 24.07、PaLM 按全注意力计，Megatron-Bridge 25.11 按因果一半计，"
    "同一任务相差可达 12%。",
    advanced=True,
)
def train_flops_exact(
    params: q.Params,
    layers: q.Layers,
    hidden: q.Hidden,
    seq: q.Seq,
    tokens: q.Tokens,
    causal: q.Causal = False,
    epochs: q.Epochs = 1,
    method: q.Method = "pretrain",
    trained_share: q.TrainedShare = SHARE_OMITTED,
) -> q.Flops:
    """Arithmetic of a training run in FLOP with attention: (k x params + 12 x L x h x s) x tokens.

    Use it for long contexts: attention passes 5 % where seq exceeds 0.3 x hidden. k as in
    TRAIN_FLOPS. causal counts the half of the scores that a causal mask leaves. Conventions differ:
    llm-foundry, NeMo 24.07 and PaLM count attention in full, Megatron-Bridge 25.11 the half, which
    is up to 12 % for identical work. For mixtures of experts give the active parameters.

    Source: Chowdhery et al. 2022 (PaLM), arXiv 2204.02311, appendix B; reproduces every published
    MFU of llm-foundry within 0.15 point / Chowdhery 等 2022（PaLM），arXiv 2204.02311 附录 B；
    与 llm-foundry 公布的各项 MFU 相差不到 0.15 个百分点
    """
    scores = attention_flops(layers, hidden, seq, tokens, causal, method, trained_share)
    weights = train_flops.inner(params, tokens, 1, method, params, trained_share)
    return (weights + scores) * epochs


@sheet(
    Example(
        (3370, 6.7e9, "A100 80GB"),
        0.43421153846153846,
        "LLaMA-7B, tokens per second of one card: 135.5 of 312 TFLOP/s",
        "LLaMA-7B 单卡",
    ),
    Example(
        (515584, 64862437376, "H100 SXM5 80GB", 512, 80, 8192, 2048),
        0.41249011206520314,
        "MPT-70B on 512 cards, with attention (published: 41.25 %)",
        "MPT-70B 512卡，含注意力",
    ),
    Example(
        (3370, 6.7e9, "A100 80GB", 1, 32),
        ExcelError.VALUE,
        "attention needs all three",
        "三项须齐填",
    ),
    zh="实测 MFU：全部卡每秒 Token 数 × 每 Token 计算量 ÷（卡数 × 单卡稠密 BF16 峰值）。",
    notes_zh="层数、隐藏维度、上下文长度须同时填写才计注意力，都不填则只按 6×参数量计。\n"
    "FP8 训练请把 FP8 峰值（TFLOPS）填在显卡处。低于 0.35（A100）先找瓶颈；高于 0.65 请核对口径。",
    advanced=True,
)
def mfu_measured(
    tokens_per_second: q.TokensPerSecond,
    params: q.Params,
    gpu: q.Gpu,
    cards: q.Cards = 1,
    layers: q.Layers = ATTENTION_OMITTED,
    hidden: q.Hidden = ATTENTION_OMITTED,
    seq: q.Seq = ATTENTION_OMITTED,
    method: q.Method = "pretrain",
    causal: q.Causal = False,
    trained_share: q.TrainedShare = SHARE_OMITTED,
) -> q.Mfu:
    """Model FLOP/s utilisation (MFU) from a measured throughput of all cards together.

    tokens/s x FLOP per token / (cards x dense BF16 peak). With layers, hidden and seq, which go
    together, attention counts as in TRAIN_FLOPS_EXACT; without them only k x params. Recomputed
    activations never count (that would be HFU). For FP8 give the FP8 peak in TFLOPS as gpu. Below
    0.35 on an A100 look for a bottleneck first; above 0.65 check which convention was used.

    Source: Chowdhery et al. 2022 (PaLM), arXiv 2204.02311, appendix B / Chowdhery 等 2022（PaLM），
    arXiv 2204.02311 附录 B

    No value: give layers, hidden and seq together or none of them, and one exact card (A100 80GB)
    or its peak in TFLOPS /
    层数、隐藏维度、上下文长度须同时填写或都不填；显卡须为具体型号或峰值 TFLOPS
    """
    known = 1 * given(layers) + 1 * given(hidden) + 1 * given(seq)
    scores = attention_flops(layers, hidden, seq, tokens_per_second, causal, method, trained_share)
    weights = train_flops.inner(params, tokens_per_second, 1, method, params, trained_share)
    rate = weights + np.where(known == 3, scores, need(known == 0, 0))
    return rate / (cards * 1e12 * look_up("gpus", "bf16_tflops", gpu, number=gpu))


@sheet(
    Example((1.56e22,), 180.55555555555554, "13B on 200B tokens", "13B，2000亿 Token"),
    Example((3.15e23,), 3645.8333333333335, "GPT-3 by 6ND (published: 3,640)", "GPT-3"),
    zh="算力当量（PD，PFLOP/s·天）：总计算量 ÷ 8.64e19。",
)
def pflops_days(flops: q.Flops) -> q.PflopsDays:
    """An amount of arithmetic in PFLOP/s-days (算力当量): FLOP / 8.64e19.

    Source: Brown et al. 2020 (GPT-3), arXiv 2005.14165, table D.1, uses the same unit /
    Brown 等 2020（GPT-3），arXiv 2005.14165 表 D.1，单位相同
    """
    return flops / 8.64e19


@sheet(
    Example((1_000_000, 64, 5), 78_125, "a million samples, 5 epochs", "100万样本，5轮"),
    Example((1000, 64), 16, "the last batch is not full", "最后一批不满也算一步"),
    Example((1000, 64, 1, True), 15, "the last batch is dropped", "丢弃最后不满的一批"),
    zh="训练步数：每轮样本数除以批大小后向上取整，再乘轮数；可选丢弃最后不满的一批。",
    notes_zh="drop_last 为 TRUE 时丢弃每轮最后不满的一批（向下取整）。不足一轮的部分向上取整到整"
    "步。",
)
def train_steps(
    samples: q.Samples, batch: q.Batch, epochs: q.Epochs = 1, drop_last: q.DropLast = False
) -> q.Steps:
    """Optimizer steps: samples over the global batch, rounded up per epoch, times epochs.

    With drop_last the incomplete batch at the end of an epoch is left out (rounded down). A part
    of an epoch is rounded up to a whole step.

    Source: the convention of PyTorch's DataLoader (drop_last), pytorch.org/docs, 2026-11 / PyTorch
    DataLoader 的约定（drop_last），pytorch.org/docs，2026-11
    """
    per_epoch = samples / batch
    return ceil_tol(np.where(drop_last, np.floor(per_epoch), ceil_tol(per_epoch)) * epochs)


@sheet(
    Example(("A100 80GB",), 312, "the name is enough: both forms have 312", "两种形态均为 312"),
    Example(("RTX 4090",), 165.2, "FP32 accumulate, dense", "FP32 累加，稠密"),
    Example((312,), 312, "a bare number is already TFLOPS", "直接给数值即为 TFLOPS"),
    Example(("H100 SXM5 80GB", "fp8"), 1979, "dense FP8", "稠密 FP8"),
    zh="显卡的稠密峰值算力（TFLOPS），默认 BF16；直接给数值时视为 BF16 峰值。",
    notes_zh="从不计结构化稀疏（厂商资料常标翻倍后的数值）。各型号峰值不同的系列名（如 H100 有"
    " SXM 与 PCIe）或该卡不支持的精度返回 #VALUE!。",
)
def gpu_tflops(gpu: q.Gpu, precision: q.Precision = "bf16") -> q.Tflops:
    """Dense peak of a card in TFLOP/s for a precision; a bare number is the BF16 peak itself.

    Structured sparsity is never counted (data sheets often print the doubled figure). A card whose
    variants differ ("H100": SXM and PCIe) and a precision that the card lacks answer #VALUE!.

    No answer: the catalog holds peaks of bf16, fp16, fp8, tf32 and fp32 of named cards; int8 and
    int4 are ways to store weights, and a bare number says its BF16 peak only /
    目录只有具名显卡的 BF16、FP16、FP8、TF32、FP32 峰值；int8、int4 是权重存储格式，
    直接给数值时只表示 BF16 峰值

    Source: gpus.csv of the catalog (2026-11), vendor data sheets row by row / 目录 gpus.csv（
    2026-11），逐行依据厂商资料
    """
    return peak(gpu, precision)


def peak(gpu: q.Gpu, precision: q.Precision) -> q.Tflops:
    """The catalog's peak for a precision, as a number (text in the catalog gives #VALUE!)."""
    kind = look_up("precisions", "model", precision)
    found = 1 * look_up("gpus", "bf16_tflops", gpu, number=gpu)
    found = np.where(kind == "bf16", found, np.nan)
    for name in ("fp32", "tf32", "fp8", "fp16"):
        column = look_up("gpus", f"{name}_tflops", gpu, number=np.nan)
        found = np.where(kind == name, column, found)
    return 1 * found


def card_hours(flops: q.Flops, gpu: q.Gpu, mfu: q.Mfu) -> q.Hours:
    """Hours that one card needs: FLOP / (dense BF16 peak x MFU x 3600)."""
    tflops = look_up("gpus", "bf16_tflops", gpu, number=gpu)
    return part("card_hours", flops / (tflops * 1e12 * mfu * 3600))
