"""How much arithmetic a training run is, and what a card can do."""

import numpy as np

from gpucalc import quantity as q
from gpucalc.primitives import ceil_tol, join, look_up, part
from gpucalc.registry import Example, sheet


def same_as_params(params: q.Params) -> q.ActiveParams:
    """params (a dense model) / 等于参数量（稠密模型）"""
    return params


def typical_mfu(gpu: q.Gpu, method: q.Method) -> q.Mfu:
    """typical value of mfu.csv for this card family and method / mfu.csv 中该系列与方式的典型值"""
    family = look_up("gpus", "family", gpu, number="no data")
    key = join(family, "|", look_up("methods", "model", method))
    return look_up("mfu", "typical", key)


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
    zh="训练总计算量（FLOP）：k × 激活参数量 × Token 数 × 轮数；k 为 6（LoRA、QLoRA 为 4）。",
)
def train_flops(
    params: q.Params,
    tokens: q.Tokens,
    epochs: q.Epochs = 1,
    method: q.Method = "pretrain",
    active_params: q.ActiveParams = same_as_params,
) -> q.Flops:
    """Arithmetic of a training run in FLOP: k x active parameters x tokens x epochs.

    k = 6 for pretrain and full (2 forward, 4 backward), 4 for lora and qlora (frozen weights need
    no weight gradient). Attention scores are left out: below 5 % of the work while the context is
    shorter than 0.3 x hidden. An amount (FLOP), never a rate (FLOP/s); 1 PFLOP/s-day is 8.64e19.

    Source: Kaplan et al. 2020, arXiv 2001.08361, section 2.1; Hoffmann et al. 2022,
    arXiv 2203.15556; k = 4 from NVIDIA NeMo's published LoRA throughput (within 1.1 %).
    """
    return look_up("methods", "flop_k", method) * active_params * tokens * epochs


@sheet(
    Example((1.56e22,), 180.55555555555554, "13B on 200B tokens", "13B，2000亿 Token"),
    Example((3.15e23,), 3645.8333333333335, "GPT-3 by 6ND (published: 3,640)", "GPT-3"),
    zh="算力当量（PD，PFLOP/s·天）：总计算量 ÷ 8.64e19。",
)
def pflops_days(flops: q.Flops) -> q.PflopsDays:
    """An amount of arithmetic in PFLOP/s-days (算力当量): FLOP / 8.64e19.

    Source: Brown et al. 2020 (GPT-3), arXiv 2005.14165, table D.1, uses the same unit.
    """
    return flops / 8.64e19


@sheet(
    Example((1_000_000, 64, 5), 78_125, "a million samples, 5 epochs", "100万样本，5轮"),
    Example((1000, 64), 16, "the last batch is not full", "最后一批不满也算一步"),
    Example((1000, 64, 1, True), 15, "the last batch is dropped", "丢弃最后不满的一批"),
    zh="训练步数：每轮样本数除以批大小后向上取整，再乘轮数；可选丢弃最后不满的一批。",
)
def train_steps(
    samples: q.Samples, batch: q.Batch, epochs: q.Epochs = 1, drop_last: q.DropLast = False
) -> q.Steps:
    """Optimizer steps: samples over the global batch, rounded up per epoch, times epochs.

    With drop_last the incomplete batch at the end of an epoch is left out (rounded down). A part
    of an epoch is rounded up to a whole step.

    Source: the convention of PyTorch's DataLoader (drop_last), pytorch.org/docs, 2026-11.
    """
    per_epoch = samples / batch
    return ceil_tol(np.where(drop_last, np.floor(per_epoch), ceil_tol(per_epoch)) * epochs)


@sheet(
    Example(("A100 80GB",), 312, "the name is enough: both forms have 312", "两种形态均为 312"),
    Example(("RTX 4090",), 165.2, "FP32 accumulate, dense", "FP32 累加，稠密"),
    Example((312,), 312, "a bare number is already TFLOPS", "直接给数值即为 TFLOPS"),
    Example(("H100 SXM5 80GB", "fp8"), 1979, "dense FP8", "稠密 FP8"),
    zh="显卡的稠密峰值算力（TFLOPS），默认 BF16；直接给数值时视为 BF16 峰值。",
)
def gpu_tflops(gpu: q.Gpu, precision: q.Precision = "bf16") -> q.Tflops:
    """Dense peak of a card in TFLOP/s for a precision; a bare number is the BF16 peak itself.

    Structured sparsity is never counted (data sheets often print the doubled figure). A card whose
    variants differ ("H100": SXM and PCIe) and a precision that the card lacks answer #VALUE!.

    Source: the catalog (gpus.csv), vendor data sheets row by row.
    """
    return peak(gpu, precision)


def peak(gpu: q.Gpu, precision: q.Precision) -> q.Tflops:
    """The catalog's peak for a precision, as a number (text in the catalog gives #VALUE!)."""
    kind = look_up("precisions", "model", precision)
    found = look_up("gpus", "fp32_tflops", gpu, number=np.nan)
    for name in ("tf32", "fp8", "fp16"):
        column = look_up("gpus", f"{name}_tflops", gpu, number=np.nan)
        found = np.where(kind == name, column, found)
    return 1 * np.where(kind == "bf16", look_up("gpus", "bf16_tflops", gpu, number=gpu), found)


def card_hours(flops: q.Flops, gpu: q.Gpu, mfu: q.Mfu) -> q.Hours:
    """Hours that one card needs: FLOP / (dense BF16 peak x MFU x 3600)."""
    tflops = look_up("gpus", "bf16_tflops", gpu, number=gpu)
    return part("card_hours", flops / (tflops * 1e12 * mfu * 3600))
