# Written by `python -m gpucalc.stubs` from the functions' own records. Do not edit.

import datetime
from decimal import Decimal
from typing import Any, TypeAlias, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from gpucalc import xl as xl
from gpucalc.errors import ExcelError as ExcelError

__version__: str

# Text is read as in a cell: "13B", "2000亿", "8折", "2026-11-30".
_Number: TypeAlias = float | str | Decimal
_Date: TypeAlias = float | str | datetime.date

@overload
def bytes_to_tokens(  # type: ignore[overload-overlap]
    gigabytes: _Number,
    bytes_per_token: float | str | None = ...,
) -> float:
    """Tokens that a volume of plain text holds: bytes / bytes per token (GB is 1e9 bytes).

    gigabytes: Data (GB)
    bytes_per_token: Bytes per token (default: mixed: 4.57 (BLOOM: 1.6 TB, 350 billion))
    """

@overload
def bytes_to_tokens(
    gigabytes: ArrayLike,
    bytes_per_token: ArrayLike | None = ...,
) -> NDArray[np.float64]: ...
@overload
def dataset_tokens(  # type: ignore[overload-overlap]
    samples: _Number,
    tokens_per_sample: _Number,
    epochs: _Number | None = ...,
) -> float:
    """Tokens of a data set: samples x tokens per sample x epochs.

    samples: Samples
    tokens_per_sample: Tokens per sample
    epochs: Epochs (default: 1)
    """

@overload
def dataset_tokens(
    samples: ArrayLike,
    tokens_per_sample: ArrayLike,
    epochs: ArrayLike | None = ...,
) -> NDArray[np.float64]: ...
@overload
def gpu_tflops(  # type: ignore[overload-overlap]
    gpu: float | str,
    precision: str | None = ...,
) -> float:
    """Dense peak of a card in TFLOP/s for a precision; a bare number is the BF16 peak itself.

    gpu: GPU model
    precision: Precision (default: bf16)
    """

@overload
def gpu_tflops(
    gpu: ArrayLike,
    precision: ArrayLike | None = ...,
) -> NDArray[np.float64]: ...
@overload
def image_tokens(  # type: ignore[overload-overlap]
    width: _Number,
    height: _Number,
    patch: _Number | None = ...,
    class_token: bool | None = ...,
) -> float:
    """Tokens of an image: patches across x patches down, and a class token if asked for.

    width: Image width (pixels)
    height: Image height (pixels)
    patch: Patch size (pixels) (default: 16)
    class_token: Add a class token? (default: FALSE)
    """

@overload
def image_tokens(
    width: ArrayLike,
    height: ArrayLike,
    patch: ArrayLike | None = ...,
    class_token: ArrayLike | None = ...,
) -> NDArray[np.float64]: ...
@overload
def mfu_measured(  # type: ignore[overload-overlap]
    tokens_per_second: _Number,
    params: _Number,
    gpu: float | str,
    cards: _Number | None = ...,
    layers: _Number | None = ...,
    hidden: _Number | None = ...,
    seq: _Number | None = ...,
    method: str | None = ...,
    causal: bool | None = ...,
    trained_share: _Number | None = ...,
) -> float:
    """Model FLOP/s utilisation (MFU) from a measured throughput of all cards together.

    tokens_per_second: Tokens per second (all cards)
    params: Parameters
    gpu: GPU model
    cards: Cards (default: 1)
    layers: Layers (default: left out: attention is not counted)
    hidden: Hidden size (default: left out: attention is not counted)
    seq: Sequence length (default: left out: attention is not counted)
    method: Training method (default: pretrain)
    causal: Causal attention (counted half) (default: FALSE)
    trained_share: Share of parameters trained (default: the method's own: lora and qlora 0.6 %,
        freeze 6 %, others all)
    """

@overload
def mfu_measured(
    tokens_per_second: ArrayLike,
    params: ArrayLike,
    gpu: ArrayLike,
    cards: ArrayLike | None = ...,
    layers: ArrayLike | None = ...,
    hidden: ArrayLike | None = ...,
    seq: ArrayLike | None = ...,
    method: ArrayLike | None = ...,
    causal: ArrayLike | None = ...,
    trained_share: ArrayLike | None = ...,
) -> NDArray[np.float64]: ...
@overload
def model_params(  # type: ignore[overload-overlap]
    layers: _Number,
    hidden: _Number,
    vocab: _Number,
    heads: _Number | None = ...,
    kv_heads: _Number | None = ...,
    ffn: _Number | None = ...,
    tied: bool | None = ...,
    ffn_matrices: _Number | None = ...,
    head_dim: _Number | None = ...,
) -> float:
    """Parameters of a dense transformer from its shape: attention, feed-forward, norms,
    embeddings.

    layers: Layers
    hidden: Hidden size
    vocab: Vocabulary size
    heads: Attention heads (default: hidden ÷ 128)
    kv_heads: KV heads (default: as heads: no grouped queries)
    ffn: FFN width (default: 8 x hidden ÷ ffn_matrices)
    tied: Tied embeddings (default: FALSE)
    ffn_matrices: FFN matrices (default: 3)
    head_dim: Head size (default: hidden ÷ heads)
    """

@overload
def model_params(
    layers: ArrayLike,
    hidden: ArrayLike,
    vocab: ArrayLike,
    heads: ArrayLike | None = ...,
    kv_heads: ArrayLike | None = ...,
    ffn: ArrayLike | None = ...,
    tied: ArrayLike | None = ...,
    ffn_matrices: ArrayLike | None = ...,
    head_dim: ArrayLike | None = ...,
) -> NDArray[np.float64]: ...
@overload
def pflops_days(  # type: ignore[overload-overlap]
    flops: _Number,
) -> float:
    """An amount of arithmetic in PFLOP/s-days (算力当量): FLOP / 8.64e19.

    flops: Total compute (FLOP)
    """

@overload
def pflops_days(
    flops: ArrayLike,
) -> NDArray[np.float64]: ...
@overload
def train_flops(  # type: ignore[overload-overlap]
    params: _Number,
    tokens: _Number,
    epochs: _Number | None = ...,
    method: str | None = ...,
    active_params: _Number | None = ...,
    trained_share: _Number | None = ...,
) -> float:
    """Arithmetic of a training run in FLOP: k x active parameters x tokens x epochs.

    params: Parameters
    tokens: Training tokens
    epochs: Epochs (default: 1)
    method: Training method (default: pretrain)
    active_params: Active parameters (default: params (a dense model))
    trained_share: Share of parameters trained (default: the method's own: lora and qlora 0.6 %,
        freeze 6 %, others all)
    """

@overload
def train_flops(
    params: ArrayLike,
    tokens: ArrayLike,
    epochs: ArrayLike | None = ...,
    method: ArrayLike | None = ...,
    active_params: ArrayLike | None = ...,
    trained_share: ArrayLike | None = ...,
) -> NDArray[np.float64]: ...
@overload
def train_flops_exact(  # type: ignore[overload-overlap]
    params: _Number,
    layers: _Number,
    hidden: _Number,
    seq: _Number,
    tokens: _Number,
    causal: bool | None = ...,
    epochs: _Number | None = ...,
    method: str | None = ...,
    trained_share: _Number | None = ...,
) -> float:
    """Arithmetic of a training run in FLOP with attention: (k x params + 12 x L x h x s) x
    tokens.

    params: Parameters
    layers: Layers
    hidden: Hidden size
    seq: Sequence length
    tokens: Training tokens
    causal: Causal attention (counted half) (default: FALSE)
    epochs: Epochs (default: 1)
    method: Training method (default: pretrain)
    trained_share: Share of parameters trained (default: the method's own: lora and qlora 0.6 %,
        freeze 6 %, others all)
    """

@overload
def train_flops_exact(
    params: ArrayLike,
    layers: ArrayLike,
    hidden: ArrayLike,
    seq: ArrayLike,
    tokens: ArrayLike,
    causal: ArrayLike | None = ...,
    epochs: ArrayLike | None = ...,
    method: ArrayLike | None = ...,
    trained_share: ArrayLike | None = ...,
) -> NDArray[np.float64]: ...
@overload
def train_steps(  # type: ignore[overload-overlap]
    samples: _Number,
    batch: _Number,
    epochs: _Number | None = ...,
    drop_last: bool | None = ...,
) -> float:
    """Optimizer steps: samples over the global batch, rounded up per epoch, times epochs.

    samples: Samples
    batch: Global batch size
    epochs: Epochs (default: 1)
    drop_last: Drop the last partial batch (default: FALSE)
    """

@overload
def train_steps(
    samples: ArrayLike,
    batch: ArrayLike,
    epochs: ArrayLike | None = ...,
    drop_last: ArrayLike | None = ...,
) -> NDArray[np.float64]: ...
@overload
def deadline_advice(  # type: ignore[overload-overlap]
    ratio: _Number,
    language: str | None = ...,
) -> str:
    """A word on the share of the window that a job takes: short, tight, good, loose or excess.

    ratio: Deadline ratio
    language: Language (default: en)
    """

@overload
def deadline_advice(
    ratio: ArrayLike,
    language: ArrayLike | None = ...,
) -> NDArray[Any]: ...
@overload
def deadline_ratio(  # type: ignore[overload-overlap]
    hours: _Number,
    days: _Number,
    hours_per_day: _Number | None = ...,
    buffer: _Number | None = ...,
) -> float:
    """Share of the usable window that the hours take.

    hours: Hours
    days: Window (days)
    hours_per_day: Hours per day (default: 24)
    buffer: Buffer (share of the window) (default: 0)
    """

@overload
def deadline_ratio(
    hours: ArrayLike,
    days: ArrayLike,
    hours_per_day: ArrayLike | None = ...,
    buffer: ArrayLike | None = ...,
) -> NDArray[np.float64]: ...
@overload
def gap_gpu_hours(  # type: ignore[overload-overlap]
    card_hours: _Number,
    days: _Number,
    cards_owned: _Number | None = ...,
    hours_per_day: _Number | None = ...,
    buffer: _Number | None = ...,
) -> float:
    """Card-hours to rent: needed, less what own cards give in the window; never negative.

    card_hours: Card-hours
    days: Window (days)
    cards_owned: Cards owned (default: 0)
    hours_per_day: Hours per day (default: 24)
    buffer: Buffer (share of the window) (default: 0)
    """

@overload
def gap_gpu_hours(
    card_hours: ArrayLike,
    days: ArrayLike,
    cards_owned: ArrayLike | None = ...,
    hours_per_day: ArrayLike | None = ...,
    buffer: ArrayLike | None = ...,
) -> NDArray[np.float64]: ...
@overload
def gpu_cards(  # type: ignore[overload-overlap]
    params: _Number,
    tokens: _Number,
    gpu: float | str,
    days: _Number,
    mfu: _Number | None = ...,
    hours_per_day: _Number | None = ...,
    buffer: _Number | None = ...,
    epochs: _Number | None = ...,
    method: str | None = ...,
    node_size: _Number | None = ...,
    overhead: _Number | None = ...,
    fit: bool | None = ...,
    active_params: _Number | None = ...,
    trained_share: _Number | None = ...,
) -> float:
    """Cards to finish within a window: the larger of the time and the memory bound, in whole
    nodes.

    params: Parameters
    tokens: Training tokens
    gpu: GPU model
    days: Window (days)
    mfu: Model FLOP/s utilisation (MFU) (default: typical value of mfu.csv for this card family
        and method)
    hours_per_day: Hours per day (default: 24)
    buffer: Buffer (share of the window) (default: 0)
    epochs: Epochs (default: 1)
    method: Training method (default: pretrain)
    node_size: Node size (round up to whole nodes) (default: 1)
    overhead: Overhead (share) (default: 0)
    fit: Check that it fits in memory (default: TRUE)
    active_params: Active parameters (default: params (a dense model))
    trained_share: Share of parameters trained (default: the method's own: lora and qlora 0.6 %,
        freeze 6 %, others all)
    """

@overload
def gpu_cards(
    params: ArrayLike,
    tokens: ArrayLike,
    gpu: ArrayLike,
    days: ArrayLike,
    mfu: ArrayLike | None = ...,
    hours_per_day: ArrayLike | None = ...,
    buffer: ArrayLike | None = ...,
    epochs: ArrayLike | None = ...,
    method: ArrayLike | None = ...,
    node_size: ArrayLike | None = ...,
    overhead: ArrayLike | None = ...,
    fit: ArrayLike | None = ...,
    active_params: ArrayLike | None = ...,
    trained_share: ArrayLike | None = ...,
) -> NDArray[np.float64]: ...
@overload
def gpu_gap(  # type: ignore[overload-overlap]
    cards_needed: _Number,
    cards_owned: _Number | None = ...,
) -> float:
    """Cards to rent: needed less owned, never negative; both of the same model.

    cards_needed: Cards needed
    cards_owned: Cards owned (default: 0)
    """

@overload
def gpu_gap(
    cards_needed: ArrayLike,
    cards_owned: ArrayLike | None = ...,
) -> NDArray[np.float64]: ...
@overload
def pilot_hours(  # type: ignore[overload-overlap]
    work_done: _Number,
    work_total: _Number,
    hours: _Number,
    cards_from: _Number | None = ...,
    cards_to: _Number | None = ...,
    efficiency: _Number | None = ...,
) -> float:
    """Hours of the whole job from a measured pilot: hours x total / done, on other cards if
    asked.

    work_done: Work done (steps, tokens or samples)
    work_total: Work in all (steps, tokens or samples)
    hours: Hours
    cards_from: Cards before (default: 1)
    cards_to: Cards after (default: as cards_from)
    efficiency: Scaling efficiency (default: 1)
    """

@overload
def pilot_hours(
    work_done: ArrayLike,
    work_total: ArrayLike,
    hours: ArrayLike,
    cards_from: ArrayLike | None = ...,
    cards_to: ArrayLike | None = ...,
    efficiency: ArrayLike | None = ...,
) -> NDArray[np.float64]: ...
@overload
def progress_hours(  # type: ignore[overload-overlap]
    steps_done: _Number,
    steps_total: _Number,
    hours_so_far: _Number,
) -> float:
    """Hours still to go at the pace so far: hours x (total - done) / done.

    steps_done: Steps done
    steps_total: Steps in all
    hours_so_far: Hours so far
    """

@overload
def progress_hours(
    steps_done: ArrayLike,
    steps_total: ArrayLike,
    hours_so_far: ArrayLike,
) -> NDArray[np.float64]: ...
@overload
def scaled_hours(  # type: ignore[overload-overlap]
    hours: _Number,
    cards_from: _Number,
    cards_to: _Number,
    efficiency: _Number | None = ...,
) -> float:
    """Hours on another number of the same cards: hours x before / (after x efficiency).

    hours: Hours
    cards_from: Cards before
    cards_to: Cards after
    efficiency: Scaling efficiency (default: 1)
    """

@overload
def scaled_hours(
    hours: ArrayLike,
    cards_from: ArrayLike,
    cards_to: ArrayLike,
    efficiency: ArrayLike | None = ...,
) -> NDArray[np.float64]: ...
@overload
def scaling_efficiency(  # type: ignore[overload-overlap]
    cards_a: _Number,
    throughput_a: _Number,
    cards_b: _Number,
    throughput_b: _Number,
) -> float:
    """Scaling efficiency from A to B: ratio of throughputs over ratio of cards; 1 is linear.

    cards_a: Cards of A
    throughput_a: Throughput of A
    cards_b: Cards of B
    throughput_b: Throughput of B
    """

@overload
def scaling_efficiency(
    cards_a: ArrayLike,
    throughput_a: ArrayLike,
    cards_b: ArrayLike,
    throughput_b: ArrayLike,
) -> NDArray[np.float64]: ...
@overload
def step_hours(  # type: ignore[overload-overlap]
    steps: _Number,
    seconds_per_step: _Number,
    comm_overhead: _Number | None = ...,
    data_overhead: _Number | None = ...,
) -> float:
    """Training hours from steps: steps x seconds per step / 3600 x (1 + overheads).

    steps: Training steps
    seconds_per_step: Seconds per step
    comm_overhead: Communication overhead (share) (default: 0)
    data_overhead: Data loading overhead (share) (default: 0)
    """

@overload
def step_hours(
    steps: ArrayLike,
    seconds_per_step: ArrayLike,
    comm_overhead: ArrayLike | None = ...,
    data_overhead: ArrayLike | None = ...,
) -> NDArray[np.float64]: ...
@overload
def train_hours(  # type: ignore[overload-overlap]
    params: _Number,
    tokens: _Number,
    gpu: float | str,
    cards: _Number,
    mfu: _Number | None = ...,
    overhead: _Number | None = ...,
    epochs: _Number | None = ...,
    method: str | None = ...,
    active_params: _Number | None = ...,
    trained_share: _Number | None = ...,
) -> float:
    """Training hours on a number of cards, at an MFU, with overhead.

    params: Parameters
    tokens: Training tokens
    gpu: GPU model
    cards: Cards
    mfu: Model FLOP/s utilisation (MFU) (default: typical value of mfu.csv for this card family
        and method)
    overhead: Overhead (share) (default: 0)
    epochs: Epochs (default: 1)
    method: Training method (default: pretrain)
    active_params: Active parameters (default: params (a dense model))
    trained_share: Share of parameters trained (default: the method's own: lora and qlora 0.6 %,
        freeze 6 %, others all)
    """

@overload
def train_hours(
    params: ArrayLike,
    tokens: ArrayLike,
    gpu: ArrayLike,
    cards: ArrayLike,
    mfu: ArrayLike | None = ...,
    overhead: ArrayLike | None = ...,
    epochs: ArrayLike | None = ...,
    method: ArrayLike | None = ...,
    active_params: ArrayLike | None = ...,
    trained_share: ArrayLike | None = ...,
) -> NDArray[np.float64]: ...
@overload
def checkpoint_gb(  # type: ignore[overload-overlap]
    params: _Number,
    method: str | None = ...,
    resumable: bool | None = ...,
    trained_share: _Number | None = ...,
    precision: str | None = ...,
    optimizer: str | None = ...,
) -> float:
    """Size of one saved checkpoint in GB: weights, and with resumable the optimizer's states.

    params: Parameters
    method: Training method (default: full)
    resumable: Can training resume from it? (default: TRUE)
    trained_share: Share of parameters trained (default: the method's own: lora and qlora 0.6 %,
        freeze 6 %, others all)
    precision: Precision (default: bf16 mixed precision (qlora: base weights in 4 bits))
    optimizer: Optimizer (default: AdamW)
    """

@overload
def checkpoint_gb(
    params: ArrayLike,
    method: ArrayLike | None = ...,
    resumable: ArrayLike | None = ...,
    trained_share: ArrayLike | None = ...,
    precision: ArrayLike | None = ...,
    optimizer: ArrayLike | None = ...,
) -> NDArray[np.float64]: ...
@overload
def max_batch(  # type: ignore[overload-overlap]
    params: _Number,
    gpu: str,
    method: str | None = ...,
    seq: _Number | None = ...,
    cards: _Number | None = ...,
    zero: _Number | None = ...,
    checkpointing: bool | None = ...,
    layers: _Number | None = ...,
    hidden: _Number | None = ...,
    vocab: _Number | None = ...,
    margin: _Number | None = ...,
    trained_share: _Number | None = ...,
    precision: str | None = ...,
    optimizer: str | None = ...,
) -> float:
    """Largest whole batch of one card: what states and fixed memory leave over memory per
    sample.

    params: Parameters
    gpu: GPU model
    method: Training method (default: full)
    seq: Sequence length (default: 2048)
    cards: Cards (default: 1)
    zero: ZeRO stage (sharding of training state) (default: 3 when cards > 1, else 0)
    checkpointing: Activation checkpointing (default: TRUE)
    layers: Layers (default: estimated from params (12 layers x hidden², hidden = 128 x layers))
    hidden: Hidden size (default: estimated from params and layers)
    vocab: Vocabulary size (default: 128000)
    margin: Memory margin (default: 0.2)
    trained_share: Share of parameters trained (default: the method's own: lora and qlora 0.6 %,
        freeze 6 %, others all)
    precision: Precision (default: bf16 mixed precision (qlora: base weights in 4 bits))
    optimizer: Optimizer (default: AdamW)
    """

@overload
def max_batch(
    params: ArrayLike,
    gpu: ArrayLike,
    method: ArrayLike | None = ...,
    seq: ArrayLike | None = ...,
    cards: ArrayLike | None = ...,
    zero: ArrayLike | None = ...,
    checkpointing: ArrayLike | None = ...,
    layers: ArrayLike | None = ...,
    hidden: ArrayLike | None = ...,
    vocab: ArrayLike | None = ...,
    margin: ArrayLike | None = ...,
    trained_share: ArrayLike | None = ...,
    precision: ArrayLike | None = ...,
    optimizer: ArrayLike | None = ...,
) -> NDArray[np.float64]: ...
@overload
def vram_cards(  # type: ignore[overload-overlap]
    params: _Number,
    gpu: str,
    method: str | None = ...,
    batch: _Number | None = ...,
    seq: _Number | None = ...,
    checkpointing: bool | None = ...,
    layers: _Number | None = ...,
    hidden: _Number | None = ...,
    vocab: _Number | None = ...,
    margin: _Number | None = ...,
    trained_share: _Number | None = ...,
    precision: str | None = ...,
    optimizer: str | None = ...,
) -> float:
    """Least cards of a model whose usable memory holds the training state with ZeRO-3.

    params: Parameters
    gpu: GPU model
    method: Training method (default: full)
    batch: Batch per card (default: 1)
    seq: Sequence length (default: 2048)
    checkpointing: Activation checkpointing (default: TRUE)
    layers: Layers (default: estimated from params (12 layers x hidden², hidden = 128 x layers))
    hidden: Hidden size (default: estimated from params and layers)
    vocab: Vocabulary size (default: 128000)
    margin: Memory margin (default: 0.2)
    trained_share: Share of parameters trained (default: the method's own: lora and qlora 0.6 %,
        freeze 6 %, others all)
    precision: Precision (default: bf16 mixed precision (qlora: base weights in 4 bits))
    optimizer: Optimizer (default: AdamW)
    """

@overload
def vram_cards(
    params: ArrayLike,
    gpu: ArrayLike,
    method: ArrayLike | None = ...,
    batch: ArrayLike | None = ...,
    seq: ArrayLike | None = ...,
    checkpointing: ArrayLike | None = ...,
    layers: ArrayLike | None = ...,
    hidden: ArrayLike | None = ...,
    vocab: ArrayLike | None = ...,
    margin: ArrayLike | None = ...,
    trained_share: ArrayLike | None = ...,
    precision: ArrayLike | None = ...,
    optimizer: ArrayLike | None = ...,
) -> NDArray[np.float64]: ...
@overload
def vram_fits(  # type: ignore[overload-overlap]
    needed: _Number,
    gpu: str,
) -> bool:
    """Whether memory per card in GB fits the card: needed <= usable memory of the catalog.

    needed: Memory needed (per card)
    gpu: GPU model
    """

@overload
def vram_fits(
    needed: ArrayLike,
    gpu: ArrayLike,
) -> NDArray[Any]: ...
@overload
def vram_needed(  # type: ignore[overload-overlap]
    params: _Number,
    method: str | None = ...,
    batch: _Number | None = ...,
    seq: _Number | None = ...,
    cards: _Number | None = ...,
    zero: _Number | None = ...,
    checkpointing: bool | None = ...,
    layers: _Number | None = ...,
    hidden: _Number | None = ...,
    vocab: _Number | None = ...,
    margin: _Number | None = ...,
    trained_share: _Number | None = ...,
    precision: str | None = ...,
    optimizer: str | None = ...,
) -> float:
    """Training memory per card in GB (1e9 bytes): states, activations, logits, fixed, margin.

    params: Parameters
    method: Training method (default: full)
    batch: Batch per card (default: 1)
    seq: Sequence length (default: 2048)
    cards: Cards (default: 1)
    zero: ZeRO stage (sharding of training state) (default: 3 when cards > 1, else 0)
    checkpointing: Activation checkpointing (default: TRUE)
    layers: Layers (default: estimated from params (12 layers x hidden², hidden = 128 x layers))
    hidden: Hidden size (default: estimated from params and layers)
    vocab: Vocabulary size (default: 128000)
    margin: Memory margin (default: 0.2)
    trained_share: Share of parameters trained (default: the method's own: lora and qlora 0.6 %,
        freeze 6 %, others all)
    precision: Precision (default: bf16 mixed precision (qlora: base weights in 4 bits))
    optimizer: Optimizer (default: AdamW)
    """

@overload
def vram_needed(
    params: ArrayLike,
    method: ArrayLike | None = ...,
    batch: ArrayLike | None = ...,
    seq: ArrayLike | None = ...,
    cards: ArrayLike | None = ...,
    zero: ArrayLike | None = ...,
    checkpointing: ArrayLike | None = ...,
    layers: ArrayLike | None = ...,
    hidden: ArrayLike | None = ...,
    vocab: ArrayLike | None = ...,
    margin: ArrayLike | None = ...,
    trained_share: ArrayLike | None = ...,
    precision: ArrayLike | None = ...,
    optimizer: ArrayLike | None = ...,
) -> NDArray[np.float64]: ...
@overload
def vram_part(  # type: ignore[overload-overlap]
    part: str,
    params: _Number,
    method: str | None = ...,
    batch: _Number | None = ...,
    seq: _Number | None = ...,
    cards: _Number | None = ...,
    zero: _Number | None = ...,
    checkpointing: bool | None = ...,
    layers: _Number | None = ...,
    hidden: _Number | None = ...,
    vocab: _Number | None = ...,
    trained_share: _Number | None = ...,
    precision: str | None = ...,
    optimizer: str | None = ...,
) -> float:
    """One part of the training memory of a card in GB, without margin, or the sum of its parts.

    part: Part of memory
    params: Parameters
    method: Training method (default: full)
    batch: Batch per card (default: 1)
    seq: Sequence length (default: 2048)
    cards: Cards (default: 1)
    zero: ZeRO stage (sharding of training state) (default: 3 when cards > 1, else 0)
    checkpointing: Activation checkpointing (default: TRUE)
    layers: Layers (default: estimated from params (12 layers x hidden², hidden = 128 x layers))
    hidden: Hidden size (default: estimated from params and layers)
    vocab: Vocabulary size (default: 128000)
    trained_share: Share of parameters trained (default: the method's own: lora and qlora 0.6 %,
        freeze 6 %, others all)
    precision: Precision (default: bf16 mixed precision (qlora: base weights in 4 bits))
    optimizer: Optimizer (default: AdamW)
    """

@overload
def vram_part(
    part: ArrayLike,
    params: ArrayLike,
    method: ArrayLike | None = ...,
    batch: ArrayLike | None = ...,
    seq: ArrayLike | None = ...,
    cards: ArrayLike | None = ...,
    zero: ArrayLike | None = ...,
    checkpointing: ArrayLike | None = ...,
    layers: ArrayLike | None = ...,
    hidden: ArrayLike | None = ...,
    vocab: ArrayLike | None = ...,
    trained_share: ArrayLike | None = ...,
    precision: ArrayLike | None = ...,
    optimizer: ArrayLike | None = ...,
) -> NDArray[np.float64]: ...
@overload
def vram_total(  # type: ignore[overload-overlap]
    params: _Number,
    method: str | None = ...,
    batch: _Number | None = ...,
    seq: _Number | None = ...,
    cards: _Number | None = ...,
    zero: _Number | None = ...,
    checkpointing: bool | None = ...,
    layers: _Number | None = ...,
    hidden: _Number | None = ...,
    vocab: _Number | None = ...,
    margin: _Number | None = ...,
    trained_share: _Number | None = ...,
    precision: str | None = ...,
    optimizer: str | None = ...,
) -> float:
    """Training memory of all cards together in GB: VRAM_NEEDED (per card) x cards.

    params: Parameters
    method: Training method (default: full)
    batch: Batch per card (default: 1)
    seq: Sequence length (default: 2048)
    cards: Cards (default: 1)
    zero: ZeRO stage (sharding of training state) (default: 3 when cards > 1, else 0)
    checkpointing: Activation checkpointing (default: TRUE)
    layers: Layers (default: estimated from params (12 layers x hidden², hidden = 128 x layers))
    hidden: Hidden size (default: estimated from params and layers)
    vocab: Vocabulary size (default: 128000)
    margin: Memory margin (default: 0.2)
    trained_share: Share of parameters trained (default: the method's own: lora and qlora 0.6 %,
        freeze 6 %, others all)
    precision: Precision (default: bf16 mixed precision (qlora: base weights in 4 bits))
    optimizer: Optimizer (default: AdamW)
    """

@overload
def vram_total(
    params: ArrayLike,
    method: ArrayLike | None = ...,
    batch: ArrayLike | None = ...,
    seq: ArrayLike | None = ...,
    cards: ArrayLike | None = ...,
    zero: ArrayLike | None = ...,
    checkpointing: ArrayLike | None = ...,
    layers: ArrayLike | None = ...,
    hidden: ArrayLike | None = ...,
    vocab: ArrayLike | None = ...,
    margin: ArrayLike | None = ...,
    trained_share: ArrayLike | None = ...,
    precision: ArrayLike | None = ...,
    optimizer: ArrayLike | None = ...,
) -> NDArray[np.float64]: ...
@overload
def billed_hours(  # type: ignore[overload-overlap]
    hours: _Number,
    step_hours: _Number | None = ...,
    min_hours: _Number | None = ...,
) -> float:
    """Hours on the invoice: the larger of hours and min_hours, then up to the billing step.

    hours: Hours
    step_hours: Billing step (hours) (default: 1)
    min_hours: Minimum rental (hours) (default: 0)
    """

@overload
def billed_hours(
    hours: ArrayLike,
    step_hours: ArrayLike | None = ...,
    min_hours: ArrayLike | None = ...,
) -> NDArray[np.float64]: ...
@overload
def calendar_days(  # type: ignore[overload-overlap]
    hours: _Number,
    hours_per_day: _Number | None = ...,
    buffer: _Number | None = ...,
) -> float:
    """Calendar days that training hours take, not rounded.

    hours: Hours
    hours_per_day: Hours per day (default: 24)
    buffer: Buffer (share of the window) (default: 0)
    """

@overload
def calendar_days(
    hours: ArrayLike,
    hours_per_day: ArrayLike | None = ...,
    buffer: ArrayLike | None = ...,
) -> NDArray[np.float64]: ...
@overload
def free_days(  # type: ignore[overload-overlap]
    days: _Number,
    over: _Number | None = ...,
    granted: _Number | None = ...,
    reading: str | None = ...,
    inclusive: bool | None = ...,
) -> float:
    """Days free of rent, under one of three readings of 'a day free when renting over 7 days'.

    days: Rental days
    over: Days before a free day (default: 7)
    granted: Free days each time (default: 1)
    reading: Reading of the free-day rule (default: once)
    inclusive: The threshold itself counts (default: FALSE)
    """

@overload
def free_days(
    days: ArrayLike,
    over: ArrayLike | None = ...,
    granted: ArrayLike | None = ...,
    reading: ArrayLike | None = ...,
    inclusive: ArrayLike | None = ...,
) -> NDArray[np.float64]: ...
@overload
def period_days(  # type: ignore[overload-overlap]
    start_date: _Date,
    end_date: _Date,
    period_start: _Date,
    period_end: _Date,
) -> float:
    """Days of a rental inside a period such as a month, first and last day of both included.

    start_date: Start date
    end_date: End date (inclusive)
    period_start: Period start
    period_end: Period end (inclusive)
    """

@overload
def period_days(
    start_date: ArrayLike,
    end_date: ArrayLike,
    period_start: ArrayLike,
    period_end: ArrayLike,
) -> NDArray[np.float64]: ...
@overload
def rental_days(  # type: ignore[overload-overlap]
    start_date: _Date,
    end_date: _Date,
) -> float:
    """Days of a rental, first and last day included: end - start + 1; a time of day does not
    count.

    start_date: Start date
    end_date: End date (inclusive)
    """

@overload
def rental_days(
    start_date: ArrayLike,
    end_date: ArrayLike,
) -> NDArray[np.float64]: ...
@overload
def spot_hours(  # type: ignore[overload-overlap]
    hours: _Number,
    interruptions: _Number,
    checkpoint_every: _Number,
    checkpoint_time: _Number | None = ...,
    restart_time: _Number | None = ...,
) -> float:
    """Expected hours on machines that can be taken away: checkpoints, lost work and restarts
    added.

    hours: Hours
    interruptions: Interruptions per day
    checkpoint_every: Hours between checkpoints
    checkpoint_time: Hours to write a checkpoint (default: 0)
    restart_time: Hours to restart (default: 0)
    """

@overload
def spot_hours(
    hours: ArrayLike,
    interruptions: ArrayLike,
    checkpoint_every: ArrayLike,
    checkpoint_time: ArrayLike | None = ...,
    restart_time: ArrayLike | None = ...,
) -> NDArray[np.float64]: ...
@overload
def transfer_hours(  # type: ignore[overload-overlap]
    data_gb: _Number,
    bandwidth_mbps: _Number,
    efficiency: _Number | None = ...,
) -> float:
    """Hours to move data over a line: GB x 8000 / (Mbps x efficiency) / 3600.

    data_gb: Data (GB)
    bandwidth_mbps: Network bandwidth (Mbps)
    efficiency: Share of the bandwidth reached (default: 1)
    """

@overload
def transfer_hours(
    data_gb: ArrayLike,
    bandwidth_mbps: ArrayLike,
    efficiency: ArrayLike | None = ...,
) -> NDArray[np.float64]: ...
@overload
def effective_price(  # type: ignore[overload-overlap]
    price: _Number,
    utilisation: _Number,
) -> float:
    """Price of a card-hour in use, to 4 decimals: price over the share of paid hours used.

    price: Price
    utilisation: Time utilisation (hours used / hours paid)
    """

@overload
def effective_price(
    price: ArrayLike,
    utilisation: ArrayLike,
) -> NDArray[np.float64]: ...
@overload
def off_peak_price(  # type: ignore[overload-overlap]
    price: _Number,
    discount: _Number,
    off_peak_hours: _Number | None = ...,
    run_hours_per_day: _Number | None = ...,
) -> float:
    """Mean price of a job with cheaper hours each day, to 4 decimals; discount is what comes
    off.

    price: Price
    discount: Discount (share taken off)
    off_peak_hours: Off-peak hours per day (default: 8)
    run_hours_per_day: Hours run per day (default: 24)
    """

@overload
def off_peak_price(
    price: ArrayLike,
    discount: ArrayLike,
    off_peak_hours: ArrayLike | None = ...,
    run_hours_per_day: ArrayLike | None = ...,
) -> NDArray[np.float64]: ...
@overload
def plan_break_even(  # type: ignore[overload-overlap]
    hourly_price: _Number,
    monthly_price: _Number,
    hours_per_month: _Number | None = ...,
) -> float:
    """Share of a month's hours above which the monthly plan is cheaper than paying by the hour.

    hourly_price: Pay-as-you-go price (CNY per card-hour)
    monthly_price: Monthly price (CNY per card-month)
    hours_per_month: Billed hours per month (default: 720)
    """

@overload
def plan_break_even(
    hourly_price: ArrayLike,
    monthly_price: ArrayLike,
    hours_per_month: ArrayLike | None = ...,
) -> NDArray[np.float64]: ...
@overload
def price_per_card_hour(  # type: ignore[overload-overlap]
    price: _Number,
    unit: str,
    cards_per_node: _Number | None = ...,
    hours_per_month: _Number | None = ...,
    gpu: float | str | None = ...,
) -> float:
    """A quoted price per card-hour, to 4 decimals: price / cards in the unit / hours in the
    unit.

    price: Quoted price (per price unit)
    unit: Price unit
    cards_per_node: Cards per node (default: 8)
    hours_per_month: Billed hours per month (default: 720)
    gpu: GPU model (default: none; needed for a price per P)
    """

@overload
def price_per_card_hour(
    price: ArrayLike,
    unit: ArrayLike,
    cards_per_node: ArrayLike | None = ...,
    hours_per_month: ArrayLike | None = ...,
    gpu: ArrayLike | None = ...,
) -> NDArray[np.float64]: ...
@overload
def rent_cost(  # type: ignore[overload-overlap]
    cards: _Number,
    hours: _Number,
    price: _Number,
    discount: _Number | None = ...,
    step_hours: _Number | None = ...,
    min_hours: _Number | None = ...,
) -> float:
    """Rent: cards x billed hours x price after discount (to 4 decimals), to the cent.

    cards: Cards
    hours: Hours
    price: Price
    discount: Discount (share taken off) (default: 0)
    step_hours: Billing step (hours) (default: 0)
    min_hours: Minimum rental (hours) (default: 0)
    """

@overload
def rent_cost(
    cards: ArrayLike,
    hours: ArrayLike,
    price: ArrayLike,
    discount: ArrayLike | None = ...,
    step_hours: ArrayLike | None = ...,
    min_hours: ArrayLike | None = ...,
) -> NDArray[np.float64]: ...
@overload
def storage_cost(  # type: ignore[overload-overlap]
    terabytes: _Number,
    months: _Number,
    price: _Number,
    discount: _Number | None = ...,
) -> float:
    """Storage: TB x months x price per TB-month after discount (to 4 decimals), to the cent.

    terabytes: Data (TB)
    months: Months of storage
    price: Storage fee (CNY per TB-month)
    discount: Discount (share taken off) (default: 0)
    """

@overload
def storage_cost(
    terabytes: ArrayLike,
    months: ArrayLike,
    price: ArrayLike,
    discount: ArrayLike | None = ...,
) -> NDArray[np.float64]: ...
@overload
def tier_price(  # type: ignore[overload-overlap]
    quantity: _Number,
    price: _Number,
    tier_from: _Number,
    tier_price_one: _Number,
    excess_only: bool | None = ...,
    tier_from_two: _Number | None = ...,
    tier_price_two: _Number | None = ...,
    tier_from_three: _Number | None = ...,
    tier_price_three: _Number | None = ...,
    inclusive: bool | None = ...,
) -> float:
    """Unit price under tiers, to 4 decimals: of the tier reached, or averaged with excess_only.

    quantity: Quantity
    price: Price
    tier_from: Tier 1 starts at
    tier_price_one: Tier 1 price
    excess_only: Tier price for the excess only (default: FALSE)
    tier_from_two: Tier 2 starts at (default: no further tier)
    tier_price_two: Tier 2 price (default: no further tier)
    tier_from_three: Tier 3 starts at (default: no further tier)
    tier_price_three: Tier 3 price (default: no further tier)
    inclusive: The threshold itself counts (default: TRUE)
    """

@overload
def tier_price(
    quantity: ArrayLike,
    price: ArrayLike,
    tier_from: ArrayLike,
    tier_price_one: ArrayLike,
    excess_only: ArrayLike | None = ...,
    tier_from_two: ArrayLike | None = ...,
    tier_price_two: ArrayLike | None = ...,
    tier_from_three: ArrayLike | None = ...,
    tier_price_three: ArrayLike | None = ...,
    inclusive: ArrayLike | None = ...,
) -> NDArray[np.float64]: ...
@overload
def token_cost(  # type: ignore[overload-overlap]
    price: _Number,
    tokens_per_second: _Number,
    cards: _Number | None = ...,
) -> float:
    """Cost of a million training tokens, to 4 decimals, from a price and a measured speed.

    price: Price
    tokens_per_second: Tokens per second (all cards)
    cards: Cards (default: 1)
    """

@overload
def token_cost(
    price: ArrayLike,
    tokens_per_second: ArrayLike,
    cards: ArrayLike | None = ...,
) -> NDArray[np.float64]: ...
@overload
def rmb_upper(  # type: ignore[overload-overlap]
    amount: _Number,
) -> str:
    """An amount of RMB in capital numerals (大写金额), rounded to fen, within ±999,999,999,999.99.

    amount: Amount
    """

@overload
def rmb_upper(
    amount: ArrayLike,
) -> NDArray[Any]: ...
@overload
def tax_amount(  # type: ignore[overload-overlap]
    amount: _Number,
    rate: _Number,
    includes_tax: bool | None = ...,
) -> float:
    """VAT of an amount to the cent: net x rate, or with includes_tax gross less its net.

    amount: Amount
    rate: VAT rate
    includes_tax: Amount includes tax? (default: FALSE)
    """

@overload
def tax_amount(
    amount: ArrayLike,
    rate: ArrayLike,
    includes_tax: ArrayLike | None = ...,
) -> NDArray[np.float64]: ...
@overload
def tax_exclusive(  # type: ignore[overload-overlap]
    gross: _Number,
    rate: _Number,
) -> float:
    """Net amount inside a gross one: gross / (1 + rate), to the cent.

    gross: Total incl. tax
    rate: VAT rate
    """

@overload
def tax_exclusive(
    gross: ArrayLike,
    rate: ArrayLike,
) -> NDArray[np.float64]: ...
@overload
def tax_inclusive(  # type: ignore[overload-overlap]
    net: _Number,
    rate: _Number,
) -> float:
    """Gross amount from a net one: net plus its tax, each to the cent.

    net: Amount excl. tax
    rate: VAT rate
    """

@overload
def tax_inclusive(
    net: ArrayLike,
    rate: ArrayLike,
) -> NDArray[np.float64]: ...
@overload
def break_even_rent(  # type: ignore[overload-overlap]
    own_npv: _Number,
    months: _Number,
    discount_rate: _Number,
    fall: _Number | None = ...,
    other_monthly: _Number | None = ...,
    tax_rate: _Number | None = ...,
    payments_per_year: _Number | None = ...,
    in_advance: bool | None = ...,
) -> float:
    """Monthly rent (of the first year) at which renting costs as much as owning, both
    discounted.

    own_npv: Net present value (NPV)
    months: Evaluation horizon (months)
    discount_rate: Discount rate
    fall: Annual fall of rent prices (default: 0)
    other_monthly: Other cost per month (does not fall) (default: 0)
    tax_rate: Corporate income tax rate (default: 0)
    payments_per_year: Payments per year (default: 12)
    in_advance: Paid in advance (default: FALSE)
    """

@overload
def break_even_rent(
    own_npv: ArrayLike,
    months: ArrayLike,
    discount_rate: ArrayLike,
    fall: ArrayLike | None = ...,
    other_monthly: ArrayLike | None = ...,
    tax_rate: ArrayLike | None = ...,
    payments_per_year: ArrayLike | None = ...,
    in_advance: ArrayLike | None = ...,
) -> NDArray[np.float64]: ...
@overload
def own_npv(  # type: ignore[overload-overlap]
    capex: _Number,
    months: _Number,
    discount_rate: _Number,
    hosting: _Number | None = ...,
    staff: _Number | None = ...,
    power_kw: _Number | None = ...,
    pue: _Number | None = ...,
    tariff: _Number | None = ...,
    hours_per_month: _Number | None = ...,
    proceeds: _Number | None = ...,
    tax_rate: _Number | None = ...,
    depreciation_years: _Number | None = ...,
    residual_rate: _Number | None = ...,
    payments_per_year: _Number | None = ...,
    in_advance: bool | None = ...,
) -> float:
    """Present cost of owning: capex + running cost - tax saved by depreciation - net proceeds.

    capex: Capital expenditure
    months: Evaluation horizon (months)
    discount_rate: Discount rate
    hosting: Colocation fee (default: 0)
    staff: Operations staff cost (default: 0)
    power_kw: Average power (kW) (default: 0)
    pue: PUE (default: 1)
    tariff: Electricity tariff (default: 0)
    hours_per_month: Billed hours per month (default: 720)
    proceeds: Disposal proceeds (cash) (default: 0)
    tax_rate: Corporate income tax rate (default: 0)
    depreciation_years: Depreciation life (default: 3)
    residual_rate: Residual rate (accounting) (default: 0)
    payments_per_year: Payments per year (default: 12)
    in_advance: Paid in advance (default: FALSE)
    """

@overload
def own_npv(
    capex: ArrayLike,
    months: ArrayLike,
    discount_rate: ArrayLike,
    hosting: ArrayLike | None = ...,
    staff: ArrayLike | None = ...,
    power_kw: ArrayLike | None = ...,
    pue: ArrayLike | None = ...,
    tariff: ArrayLike | None = ...,
    hours_per_month: ArrayLike | None = ...,
    proceeds: ArrayLike | None = ...,
    tax_rate: ArrayLike | None = ...,
    depreciation_years: ArrayLike | None = ...,
    residual_rate: ArrayLike | None = ...,
    payments_per_year: ArrayLike | None = ...,
    in_advance: ArrayLike | None = ...,
) -> NDArray[np.float64]: ...
@overload
def payback_months(  # type: ignore[overload-overlap]
    capex: _Number,
    monthly_saving: _Number,
    discount_rate: _Number | None = ...,
) -> float:
    """Months until savings have paid for the machines, not rounded; discounted where a rate is
    set.

    capex: Capital expenditure
    monthly_saving: Saving per month
    discount_rate: Discount rate (default: 0)
    """

@overload
def payback_months(
    capex: ArrayLike,
    monthly_saving: ArrayLike,
    discount_rate: ArrayLike | None = ...,
) -> NDArray[np.float64]: ...
@overload
def rent_npv(  # type: ignore[overload-overlap]
    monthly_rent: _Number,
    months: _Number,
    discount_rate: _Number,
    fall: _Number | None = ...,
    other_monthly: _Number | None = ...,
    tax_rate: _Number | None = ...,
    payments_per_year: _Number | None = ...,
    in_advance: bool | None = ...,
) -> float:
    """Present cost of renting: the rent, which may fall once a year, and other monthly costs.

    monthly_rent: Rent per month
    months: Evaluation horizon (months)
    discount_rate: Discount rate
    fall: Annual fall of rent prices (default: 0)
    other_monthly: Other cost per month (does not fall) (default: 0)
    tax_rate: Corporate income tax rate (default: 0)
    payments_per_year: Payments per year (default: 12)
    in_advance: Paid in advance (default: FALSE)
    """

@overload
def rent_npv(
    monthly_rent: ArrayLike,
    months: ArrayLike,
    discount_rate: ArrayLike,
    fall: ArrayLike | None = ...,
    other_monthly: ArrayLike | None = ...,
    tax_rate: ArrayLike | None = ...,
    payments_per_year: ArrayLike | None = ...,
    in_advance: ArrayLike | None = ...,
) -> NDArray[np.float64]: ...
def catalog_date() -> float:
    """The date of the catalog in use (cards, prices, MFU ...), as a date of the spreadsheet."""

def gpu_options(
    params: _Number,
    tokens: _Number,
    days: _Number,
    gpus: object = ...,
    method: str | None = ...,
    mfu: _Number | None = ...,
    hours_per_day: _Number | None = ...,
    buffer: _Number | None = ...,
    epochs: _Number | None = ...,
    region: str | None = ...,
    level: str | None = ...,
    language: str | None = ...,
) -> list[list[Any]]:
    """Every card for one job: cards, hours, memory, price and cost, the cheapest first
    (spills).

    params: Parameters
    tokens: Training tokens
    days: Window (days)
    gpus: Cards to compare (may be a range) (default: every card of the catalog)
    method: Training method (default: pretrain)
    mfu: Model FLOP/s utilisation (MFU) (default: typical value of mfu.csv for each card)
    hours_per_day: Hours per day (default: 24)
    buffer: Buffer (share of the window) (default: 0)
    epochs: Epochs (default: 1)
    region: Region (default: any region)
    level: Price level (low / high) (default: high)
    language: Language (default: en)
    """

@overload
def gpu_price(  # type: ignore[overload-overlap]
    gpu: str,
    region: str | None = ...,
    term: str | None = ...,
    level: str | None = ...,
    as_of: _Date | None = ...,
    tax: str | None = ...,
    supplier: str | None = ...,
) -> float:
    """A dated rent price of the catalog in CNY per card-hour; PRICE_INFO says where it comes
    from.

    gpu: GPU model
    region: Region (default: any region)
    term: Term (default: any plan or term)
    level: Price level (low / high) (default: high)
    as_of: As-of date (default: every row, whatever its date)
    tax: Price basis (incl. / excl. tax) (default: incl)
    supplier: Supplier (default: any supplier)
    """

@overload
def gpu_price(
    gpu: ArrayLike,
    region: ArrayLike | None = ...,
    term: ArrayLike | None = ...,
    level: ArrayLike | None = ...,
    as_of: ArrayLike | None = ...,
    tax: ArrayLike | None = ...,
    supplier: ArrayLike | None = ...,
) -> NDArray[np.float64]: ...
@overload
def gpu_spec(
    gpu: str,
    field: str,
) -> Any:
    """One fact of the GPU catalog about a card: memory, peaks, bandwidth, power, source ...

    gpu: GPU model
    field: Catalog field
    """

@overload
def gpu_spec(
    gpu: ArrayLike,
    field: ArrayLike,
) -> NDArray[Any]: ...
def gpu_why(
    function_name: str,
    *arguments: object,
) -> str:
    """Why a function answers what it answers: a sentence to read aloud, the formula with
    numbers, defaults and sources, warnings; for an error, its reason.

    function_name: Function name
    arguments: Arguments (default: left out)
    """

def gpucalc_version() -> str:
    """The version of gpucalc that computes this cell."""

@overload
def price_info(
    gpu: str,
    field: str,
    region: str | None = ...,
    term: str | None = ...,
    level: str | None = ...,
    as_of: _Date | None = ...,
    tax: str | None = ...,
    supplier: str | None = ...,
) -> Any:
    """One fact on the row that GPU_PRICE answers from: source, date, unit as quoted, tax,
    status.

    gpu: GPU model
    field: Catalog field
    region: Region (default: any region)
    term: Term (default: any plan or term)
    level: Price level (low / high) (default: high)
    as_of: As-of date (default: every row, whatever its date)
    tax: Price basis (incl. / excl. tax) (default: incl)
    supplier: Supplier (default: any supplier)
    """

@overload
def price_info(
    gpu: ArrayLike,
    field: ArrayLike,
    region: ArrayLike | None = ...,
    term: ArrayLike | None = ...,
    level: ArrayLike | None = ...,
    as_of: ArrayLike | None = ...,
    tax: ArrayLike | None = ...,
    supplier: ArrayLike | None = ...,
) -> NDArray[Any]: ...
