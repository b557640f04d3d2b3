# Written by `python -m gpucalc.stubs` from the functions' own records. Do not edit.

import datetime
from decimal import Decimal
from typing import Any, TypeAlias, overload

from gpucalc.errors import ExcelError as ExcelError

# What one cell holds; anything else (a list of rows, an array, a Series) answers in its own shape.
_Cell: TypeAlias = float | str | bool | Decimal | datetime.date | None

@overload
def BYTES_TO_TOKENS(
    gigabytes: _Cell,
    bytes_per_token: _Cell = ...,
) -> float | ExcelError:
    """Tokens that a volume of plain text holds: bytes / bytes per token (GB is 1e9 bytes).

    gigabytes: Data (GB)
    bytes_per_token: Bytes per token (default: mixed: 4.57 (BLOOM: 1.6 TB, 350 billion))
    """

@overload
def BYTES_TO_TOKENS(
    gigabytes: object,
    bytes_per_token: object = ...,
) -> Any: ...
@overload
def DATASET_TOKENS(
    samples: _Cell,
    tokens_per_sample: _Cell,
    epochs: _Cell = ...,
) -> float | ExcelError:
    """Tokens of a data set: samples x tokens per sample x epochs.

    samples: Samples
    tokens_per_sample: Tokens per sample
    epochs: Epochs (default: 1)
    """

@overload
def DATASET_TOKENS(
    samples: object,
    tokens_per_sample: object,
    epochs: object = ...,
) -> Any: ...
@overload
def GPU_TFLOPS(
    gpu: _Cell,
    precision: _Cell = ...,
) -> float | ExcelError:
    """Dense peak of a card in TFLOP/s for a precision; a bare number is the BF16 peak itself.

    gpu: GPU model
    precision: Precision (default: bf16)
    """

@overload
def GPU_TFLOPS(
    gpu: object,
    precision: object = ...,
) -> Any: ...
@overload
def IMAGE_TOKENS(
    width: _Cell,
    height: _Cell,
    patch: _Cell = ...,
    class_token: _Cell = ...,
) -> float | ExcelError:
    """Tokens of an image: patches across x patches down, and a class token if asked for.

    width: Image width (pixels)
    height: Image height (pixels)
    patch: Patch size (pixels) (default: 16)
    class_token: Add a class token? (default: FALSE)
    """

@overload
def IMAGE_TOKENS(
    width: object,
    height: object,
    patch: object = ...,
    class_token: object = ...,
) -> Any: ...
@overload
def MFU_MEASURED(
    tokens_per_second: _Cell,
    params: _Cell,
    gpu: _Cell,
    cards: _Cell = ...,
    layers: _Cell = ...,
    hidden: _Cell = ...,
    seq: _Cell = ...,
    method: _Cell = ...,
    causal: _Cell = ...,
    trained_share: _Cell = ...,
) -> float | ExcelError:
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
def MFU_MEASURED(
    tokens_per_second: object,
    params: object,
    gpu: object,
    cards: object = ...,
    layers: object = ...,
    hidden: object = ...,
    seq: object = ...,
    method: object = ...,
    causal: object = ...,
    trained_share: object = ...,
) -> Any: ...
@overload
def MODEL_PARAMS(
    layers: _Cell,
    hidden: _Cell,
    vocab: _Cell,
    heads: _Cell = ...,
    kv_heads: _Cell = ...,
    ffn: _Cell = ...,
    tied: _Cell = ...,
    ffn_matrices: _Cell = ...,
    head_dim: _Cell = ...,
) -> float | ExcelError:
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
def MODEL_PARAMS(
    layers: object,
    hidden: object,
    vocab: object,
    heads: object = ...,
    kv_heads: object = ...,
    ffn: object = ...,
    tied: object = ...,
    ffn_matrices: object = ...,
    head_dim: object = ...,
) -> Any: ...
@overload
def PFLOPS_DAYS(
    flops: _Cell,
) -> float | ExcelError:
    """An amount of arithmetic in PFLOP/s-days (算力当量): FLOP / 8.64e19.

    flops: Total compute (FLOP)
    """

@overload
def PFLOPS_DAYS(
    flops: object,
) -> Any: ...
@overload
def TRAIN_FLOPS(
    params: _Cell,
    tokens: _Cell,
    epochs: _Cell = ...,
    method: _Cell = ...,
    active_params: _Cell = ...,
    trained_share: _Cell = ...,
) -> float | ExcelError:
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
def TRAIN_FLOPS(
    params: object,
    tokens: object,
    epochs: object = ...,
    method: object = ...,
    active_params: object = ...,
    trained_share: object = ...,
) -> Any: ...
@overload
def TRAIN_FLOPS_EXACT(
    params: _Cell,
    layers: _Cell,
    hidden: _Cell,
    seq: _Cell,
    tokens: _Cell,
    causal: _Cell = ...,
    epochs: _Cell = ...,
    method: _Cell = ...,
    trained_share: _Cell = ...,
) -> float | ExcelError:
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
def TRAIN_FLOPS_EXACT(
    params: object,
    layers: object,
    hidden: object,
    seq: object,
    tokens: object,
    causal: object = ...,
    epochs: object = ...,
    method: object = ...,
    trained_share: object = ...,
) -> Any: ...
@overload
def TRAIN_STEPS(
    samples: _Cell,
    batch: _Cell,
    epochs: _Cell = ...,
    drop_last: _Cell = ...,
) -> float | ExcelError:
    """Optimizer steps: samples over the global batch, rounded up per epoch, times epochs.

    samples: Samples
    batch: Global batch size
    epochs: Epochs (default: 1)
    drop_last: Drop the last partial batch (default: FALSE)
    """

@overload
def TRAIN_STEPS(
    samples: object,
    batch: object,
    epochs: object = ...,
    drop_last: object = ...,
) -> Any: ...
@overload
def DEADLINE_ADVICE(
    ratio: _Cell,
    language: _Cell = ...,
) -> str | ExcelError:
    """A word on the share of the window that a job takes: short, tight, good, loose or excess.

    ratio: Deadline ratio
    language: Language (default: en)
    """

@overload
def DEADLINE_ADVICE(
    ratio: object,
    language: object = ...,
) -> Any: ...
@overload
def DEADLINE_RATIO(
    hours: _Cell,
    days: _Cell,
    hours_per_day: _Cell = ...,
    buffer: _Cell = ...,
) -> float | ExcelError:
    """Share of the usable window that the hours take.

    hours: Hours
    days: Window (days)
    hours_per_day: Hours per day (default: 24)
    buffer: Buffer (share of the window) (default: 0)
    """

@overload
def DEADLINE_RATIO(
    hours: object,
    days: object,
    hours_per_day: object = ...,
    buffer: object = ...,
) -> Any: ...
@overload
def GAP_GPU_HOURS(
    card_hours: _Cell,
    days: _Cell,
    cards_owned: _Cell = ...,
    hours_per_day: _Cell = ...,
    buffer: _Cell = ...,
) -> float | ExcelError:
    """Card-hours to rent: needed, less what own cards give in the window; never negative.

    card_hours: Card-hours
    days: Window (days)
    cards_owned: Cards owned (default: 0)
    hours_per_day: Hours per day (default: 24)
    buffer: Buffer (share of the window) (default: 0)
    """

@overload
def GAP_GPU_HOURS(
    card_hours: object,
    days: object,
    cards_owned: object = ...,
    hours_per_day: object = ...,
    buffer: object = ...,
) -> Any: ...
@overload
def GPU_CARDS(
    params: _Cell,
    tokens: _Cell,
    gpu: _Cell,
    days: _Cell,
    mfu: _Cell = ...,
    hours_per_day: _Cell = ...,
    buffer: _Cell = ...,
    epochs: _Cell = ...,
    method: _Cell = ...,
    node_size: _Cell = ...,
    overhead: _Cell = ...,
    fit: _Cell = ...,
    active_params: _Cell = ...,
    trained_share: _Cell = ...,
) -> float | ExcelError:
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
def GPU_CARDS(
    params: object,
    tokens: object,
    gpu: object,
    days: object,
    mfu: object = ...,
    hours_per_day: object = ...,
    buffer: object = ...,
    epochs: object = ...,
    method: object = ...,
    node_size: object = ...,
    overhead: object = ...,
    fit: object = ...,
    active_params: object = ...,
    trained_share: object = ...,
) -> Any: ...
@overload
def GPU_GAP(
    cards_needed: _Cell,
    cards_owned: _Cell = ...,
) -> float | ExcelError:
    """Cards to rent: needed less owned, never negative; both of the same model.

    cards_needed: Cards needed
    cards_owned: Cards owned (default: 0)
    """

@overload
def GPU_GAP(
    cards_needed: object,
    cards_owned: object = ...,
) -> Any: ...
@overload
def PILOT_HOURS(
    work_done: _Cell,
    work_total: _Cell,
    hours: _Cell,
    cards_from: _Cell = ...,
    cards_to: _Cell = ...,
    efficiency: _Cell = ...,
) -> float | ExcelError:
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
def PILOT_HOURS(
    work_done: object,
    work_total: object,
    hours: object,
    cards_from: object = ...,
    cards_to: object = ...,
    efficiency: object = ...,
) -> Any: ...
@overload
def PROGRESS_HOURS(
    steps_done: _Cell,
    steps_total: _Cell,
    hours_so_far: _Cell,
) -> float | ExcelError:
    """Hours still to go at the pace so far: hours x (total - done) / done.

    steps_done: Steps done
    steps_total: Steps in all
    hours_so_far: Hours so far
    """

@overload
def PROGRESS_HOURS(
    steps_done: object,
    steps_total: object,
    hours_so_far: object,
) -> Any: ...
@overload
def SCALED_HOURS(
    hours: _Cell,
    cards_from: _Cell,
    cards_to: _Cell,
    efficiency: _Cell = ...,
) -> float | ExcelError:
    """Hours on another number of the same cards: hours x before / (after x efficiency).

    hours: Hours
    cards_from: Cards before
    cards_to: Cards after
    efficiency: Scaling efficiency (default: 1)
    """

@overload
def SCALED_HOURS(
    hours: object,
    cards_from: object,
    cards_to: object,
    efficiency: object = ...,
) -> Any: ...
@overload
def SCALING_EFFICIENCY(
    cards_a: _Cell,
    throughput_a: _Cell,
    cards_b: _Cell,
    throughput_b: _Cell,
) -> float | ExcelError:
    """Scaling efficiency from A to B: ratio of throughputs over ratio of cards; 1 is linear.

    cards_a: Cards of A
    throughput_a: Throughput of A
    cards_b: Cards of B
    throughput_b: Throughput of B
    """

@overload
def SCALING_EFFICIENCY(
    cards_a: object,
    throughput_a: object,
    cards_b: object,
    throughput_b: object,
) -> Any: ...
@overload
def STEP_HOURS(
    steps: _Cell,
    seconds_per_step: _Cell,
    comm_overhead: _Cell = ...,
    data_overhead: _Cell = ...,
) -> float | ExcelError:
    """Training hours from steps: steps x seconds per step / 3600 x (1 + overheads).

    steps: Training steps
    seconds_per_step: Seconds per step
    comm_overhead: Communication overhead (share) (default: 0)
    data_overhead: Data loading overhead (share) (default: 0)
    """

@overload
def STEP_HOURS(
    steps: object,
    seconds_per_step: object,
    comm_overhead: object = ...,
    data_overhead: object = ...,
) -> Any: ...
@overload
def TRAIN_HOURS(
    params: _Cell,
    tokens: _Cell,
    gpu: _Cell,
    cards: _Cell,
    mfu: _Cell = ...,
    overhead: _Cell = ...,
    epochs: _Cell = ...,
    method: _Cell = ...,
    active_params: _Cell = ...,
    trained_share: _Cell = ...,
) -> float | ExcelError:
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
def TRAIN_HOURS(
    params: object,
    tokens: object,
    gpu: object,
    cards: object,
    mfu: object = ...,
    overhead: object = ...,
    epochs: object = ...,
    method: object = ...,
    active_params: object = ...,
    trained_share: object = ...,
) -> Any: ...
@overload
def CHECKPOINT_GB(
    params: _Cell,
    method: _Cell = ...,
    resumable: _Cell = ...,
    trained_share: _Cell = ...,
    precision: _Cell = ...,
    optimizer: _Cell = ...,
) -> float | ExcelError:
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
def CHECKPOINT_GB(
    params: object,
    method: object = ...,
    resumable: object = ...,
    trained_share: object = ...,
    precision: object = ...,
    optimizer: object = ...,
) -> Any: ...
@overload
def MAX_BATCH(
    params: _Cell,
    gpu: _Cell,
    method: _Cell = ...,
    seq: _Cell = ...,
    cards: _Cell = ...,
    zero: _Cell = ...,
    checkpointing: _Cell = ...,
    layers: _Cell = ...,
    hidden: _Cell = ...,
    vocab: _Cell = ...,
    margin: _Cell = ...,
    trained_share: _Cell = ...,
    precision: _Cell = ...,
    optimizer: _Cell = ...,
) -> float | ExcelError:
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
def MAX_BATCH(
    params: object,
    gpu: object,
    method: object = ...,
    seq: object = ...,
    cards: object = ...,
    zero: object = ...,
    checkpointing: object = ...,
    layers: object = ...,
    hidden: object = ...,
    vocab: object = ...,
    margin: object = ...,
    trained_share: object = ...,
    precision: object = ...,
    optimizer: object = ...,
) -> Any: ...
@overload
def VRAM_CARDS(
    params: _Cell,
    gpu: _Cell,
    method: _Cell = ...,
    batch: _Cell = ...,
    seq: _Cell = ...,
    checkpointing: _Cell = ...,
    layers: _Cell = ...,
    hidden: _Cell = ...,
    vocab: _Cell = ...,
    margin: _Cell = ...,
    trained_share: _Cell = ...,
    precision: _Cell = ...,
    optimizer: _Cell = ...,
) -> float | ExcelError:
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
def VRAM_CARDS(
    params: object,
    gpu: object,
    method: object = ...,
    batch: object = ...,
    seq: object = ...,
    checkpointing: object = ...,
    layers: object = ...,
    hidden: object = ...,
    vocab: object = ...,
    margin: object = ...,
    trained_share: object = ...,
    precision: object = ...,
    optimizer: object = ...,
) -> Any: ...
@overload
def VRAM_FITS(
    needed: _Cell,
    gpu: _Cell,
) -> bool | ExcelError:
    """Whether memory per card in GB fits the card: needed <= usable memory of the catalog.

    needed: Memory needed (per card)
    gpu: GPU model
    """

@overload
def VRAM_FITS(
    needed: object,
    gpu: object,
) -> Any: ...
@overload
def VRAM_NEEDED(
    params: _Cell,
    method: _Cell = ...,
    batch: _Cell = ...,
    seq: _Cell = ...,
    cards: _Cell = ...,
    zero: _Cell = ...,
    checkpointing: _Cell = ...,
    layers: _Cell = ...,
    hidden: _Cell = ...,
    vocab: _Cell = ...,
    margin: _Cell = ...,
    trained_share: _Cell = ...,
    precision: _Cell = ...,
    optimizer: _Cell = ...,
) -> float | ExcelError:
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
def VRAM_NEEDED(
    params: object,
    method: object = ...,
    batch: object = ...,
    seq: object = ...,
    cards: object = ...,
    zero: object = ...,
    checkpointing: object = ...,
    layers: object = ...,
    hidden: object = ...,
    vocab: object = ...,
    margin: object = ...,
    trained_share: object = ...,
    precision: object = ...,
    optimizer: object = ...,
) -> Any: ...
@overload
def VRAM_PART(
    part: _Cell,
    params: _Cell,
    method: _Cell = ...,
    batch: _Cell = ...,
    seq: _Cell = ...,
    cards: _Cell = ...,
    zero: _Cell = ...,
    checkpointing: _Cell = ...,
    layers: _Cell = ...,
    hidden: _Cell = ...,
    vocab: _Cell = ...,
    trained_share: _Cell = ...,
    precision: _Cell = ...,
    optimizer: _Cell = ...,
) -> float | ExcelError:
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
def VRAM_PART(
    part: object,
    params: object,
    method: object = ...,
    batch: object = ...,
    seq: object = ...,
    cards: object = ...,
    zero: object = ...,
    checkpointing: object = ...,
    layers: object = ...,
    hidden: object = ...,
    vocab: object = ...,
    trained_share: object = ...,
    precision: object = ...,
    optimizer: object = ...,
) -> Any: ...
@overload
def VRAM_TOTAL(
    params: _Cell,
    method: _Cell = ...,
    batch: _Cell = ...,
    seq: _Cell = ...,
    cards: _Cell = ...,
    zero: _Cell = ...,
    checkpointing: _Cell = ...,
    layers: _Cell = ...,
    hidden: _Cell = ...,
    vocab: _Cell = ...,
    margin: _Cell = ...,
    trained_share: _Cell = ...,
    precision: _Cell = ...,
    optimizer: _Cell = ...,
) -> float | ExcelError:
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
def VRAM_TOTAL(
    params: object,
    method: object = ...,
    batch: object = ...,
    seq: object = ...,
    cards: object = ...,
    zero: object = ...,
    checkpointing: object = ...,
    layers: object = ...,
    hidden: object = ...,
    vocab: object = ...,
    margin: object = ...,
    trained_share: object = ...,
    precision: object = ...,
    optimizer: object = ...,
) -> Any: ...
@overload
def BILLED_HOURS(
    hours: _Cell,
    step_hours: _Cell = ...,
    min_hours: _Cell = ...,
) -> float | ExcelError:
    """Hours on the invoice: the larger of hours and min_hours, then up to the billing step.

    hours: Hours
    step_hours: Billing step (hours) (default: 1)
    min_hours: Minimum rental (hours) (default: 0)
    """

@overload
def BILLED_HOURS(
    hours: object,
    step_hours: object = ...,
    min_hours: object = ...,
) -> Any: ...
@overload
def CALENDAR_DAYS(
    hours: _Cell,
    hours_per_day: _Cell = ...,
    buffer: _Cell = ...,
) -> float | ExcelError:
    """Calendar days that training hours take, not rounded.

    hours: Hours
    hours_per_day: Hours per day (default: 24)
    buffer: Buffer (share of the window) (default: 0)
    """

@overload
def CALENDAR_DAYS(
    hours: object,
    hours_per_day: object = ...,
    buffer: object = ...,
) -> Any: ...
@overload
def FREE_DAYS(
    days: _Cell,
    over: _Cell = ...,
    granted: _Cell = ...,
    reading: _Cell = ...,
    inclusive: _Cell = ...,
) -> float | ExcelError:
    """Days free of rent, under one of three readings of 'a day free when renting over 7 days'.

    days: Rental days
    over: Days before a free day (default: 7)
    granted: Free days each time (default: 1)
    reading: Reading of the free-day rule (default: once)
    inclusive: The threshold itself counts (default: FALSE)
    """

@overload
def FREE_DAYS(
    days: object,
    over: object = ...,
    granted: object = ...,
    reading: object = ...,
    inclusive: object = ...,
) -> Any: ...
@overload
def PERIOD_DAYS(
    start_date: _Cell,
    end_date: _Cell,
    period_start: _Cell,
    period_end: _Cell,
) -> float | ExcelError:
    """Days of a rental inside a period such as a month, first and last day of both included.

    start_date: Start date
    end_date: End date (inclusive)
    period_start: Period start
    period_end: Period end (inclusive)
    """

@overload
def PERIOD_DAYS(
    start_date: object,
    end_date: object,
    period_start: object,
    period_end: object,
) -> Any: ...
@overload
def RENTAL_DAYS(
    start_date: _Cell,
    end_date: _Cell,
) -> float | ExcelError:
    """Days of a rental, first and last day included: end - start + 1; a time of day does not
    count.

    start_date: Start date
    end_date: End date (inclusive)
    """

@overload
def RENTAL_DAYS(
    start_date: object,
    end_date: object,
) -> Any: ...
@overload
def SPOT_HOURS(
    hours: _Cell,
    interruptions: _Cell,
    checkpoint_every: _Cell,
    checkpoint_time: _Cell = ...,
    restart_time: _Cell = ...,
) -> float | ExcelError:
    """Expected hours on machines that can be taken away: checkpoints, lost work and restarts
    added.

    hours: Hours
    interruptions: Interruptions per day
    checkpoint_every: Hours between checkpoints
    checkpoint_time: Hours to write a checkpoint (default: 0)
    restart_time: Hours to restart (default: 0)
    """

@overload
def SPOT_HOURS(
    hours: object,
    interruptions: object,
    checkpoint_every: object,
    checkpoint_time: object = ...,
    restart_time: object = ...,
) -> Any: ...
@overload
def TRANSFER_HOURS(
    data_gb: _Cell,
    bandwidth_mbps: _Cell,
    efficiency: _Cell = ...,
) -> float | ExcelError:
    """Hours to move data over a line: GB x 8000 / (Mbps x efficiency) / 3600.

    data_gb: Data (GB)
    bandwidth_mbps: Network bandwidth (Mbps)
    efficiency: Share of the bandwidth reached (default: 1)
    """

@overload
def TRANSFER_HOURS(
    data_gb: object,
    bandwidth_mbps: object,
    efficiency: object = ...,
) -> Any: ...
@overload
def EFFECTIVE_PRICE(
    price: _Cell,
    utilisation: _Cell,
) -> float | ExcelError:
    """Price of a card-hour in use, to 4 decimals: price over the share of paid hours used.

    price: Price
    utilisation: Time utilisation (hours used / hours paid)
    """

@overload
def EFFECTIVE_PRICE(
    price: object,
    utilisation: object,
) -> Any: ...
@overload
def OFF_PEAK_PRICE(
    price: _Cell,
    discount: _Cell,
    off_peak_hours: _Cell = ...,
    run_hours_per_day: _Cell = ...,
) -> float | ExcelError:
    """Mean price of a job with cheaper hours each day, to 4 decimals; discount is what comes
    off.

    price: Price
    discount: Discount (share taken off)
    off_peak_hours: Off-peak hours per day (default: 8)
    run_hours_per_day: Hours run per day (default: 24)
    """

@overload
def OFF_PEAK_PRICE(
    price: object,
    discount: object,
    off_peak_hours: object = ...,
    run_hours_per_day: object = ...,
) -> Any: ...
@overload
def PLAN_BREAK_EVEN(
    hourly_price: _Cell,
    monthly_price: _Cell,
    hours_per_month: _Cell = ...,
) -> float | ExcelError:
    """Share of a month's hours above which the monthly plan is cheaper than paying by the hour.

    hourly_price: Pay-as-you-go price (CNY per card-hour)
    monthly_price: Monthly price (CNY per card-month)
    hours_per_month: Billed hours per month (default: 720)
    """

@overload
def PLAN_BREAK_EVEN(
    hourly_price: object,
    monthly_price: object,
    hours_per_month: object = ...,
) -> Any: ...
@overload
def PRICE_PER_CARD_HOUR(
    price: _Cell,
    unit: _Cell,
    cards_per_node: _Cell = ...,
    hours_per_month: _Cell = ...,
    gpu: _Cell = ...,
) -> float | ExcelError:
    """A quoted price per card-hour, to 4 decimals: price / cards in the unit / hours in the
    unit.

    price: Quoted price (per price unit)
    unit: Price unit
    cards_per_node: Cards per node (default: 8)
    hours_per_month: Billed hours per month (default: 720)
    gpu: GPU model (default: none; needed for a price per P)
    """

@overload
def PRICE_PER_CARD_HOUR(
    price: object,
    unit: object,
    cards_per_node: object = ...,
    hours_per_month: object = ...,
    gpu: object = ...,
) -> Any: ...
@overload
def RENT_COST(
    cards: _Cell,
    hours: _Cell,
    price: _Cell,
    discount: _Cell = ...,
    step_hours: _Cell = ...,
    min_hours: _Cell = ...,
) -> float | ExcelError:
    """Rent: cards x billed hours x price after discount (to 4 decimals), to the cent.

    cards: Cards
    hours: Hours
    price: Price
    discount: Discount (share taken off) (default: 0)
    step_hours: Billing step (hours) (default: 0)
    min_hours: Minimum rental (hours) (default: 0)
    """

@overload
def RENT_COST(
    cards: object,
    hours: object,
    price: object,
    discount: object = ...,
    step_hours: object = ...,
    min_hours: object = ...,
) -> Any: ...
@overload
def STORAGE_COST(
    terabytes: _Cell,
    months: _Cell,
    price: _Cell,
    discount: _Cell = ...,
) -> float | ExcelError:
    """Storage: TB x months x price per TB-month after discount (to 4 decimals), to the cent.

    terabytes: Data (TB)
    months: Months of storage
    price: Storage fee (CNY per TB-month)
    discount: Discount (share taken off) (default: 0)
    """

@overload
def STORAGE_COST(
    terabytes: object,
    months: object,
    price: object,
    discount: object = ...,
) -> Any: ...
@overload
def TIER_PRICE(
    quantity: _Cell,
    price: _Cell,
    tier_from: _Cell,
    tier_price_one: _Cell,
    excess_only: _Cell = ...,
    tier_from_two: _Cell = ...,
    tier_price_two: _Cell = ...,
    tier_from_three: _Cell = ...,
    tier_price_three: _Cell = ...,
    inclusive: _Cell = ...,
) -> float | ExcelError:
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
def TIER_PRICE(
    quantity: object,
    price: object,
    tier_from: object,
    tier_price_one: object,
    excess_only: object = ...,
    tier_from_two: object = ...,
    tier_price_two: object = ...,
    tier_from_three: object = ...,
    tier_price_three: object = ...,
    inclusive: object = ...,
) -> Any: ...
@overload
def TOKEN_COST(
    price: _Cell,
    tokens_per_second: _Cell,
    cards: _Cell = ...,
) -> float | ExcelError:
    """Cost of a million training tokens, to 4 decimals, from a price and a measured speed.

    price: Price
    tokens_per_second: Tokens per second (all cards)
    cards: Cards (default: 1)
    """

@overload
def TOKEN_COST(
    price: object,
    tokens_per_second: object,
    cards: object = ...,
) -> Any: ...
@overload
def RMB_UPPER(
    amount: _Cell,
) -> str | ExcelError:
    """An amount of RMB in capital numerals (大写金额), rounded to fen, within ±999,999,999,999.99.

    amount: Amount
    """

@overload
def RMB_UPPER(
    amount: object,
) -> Any: ...
@overload
def TAX_AMOUNT(
    amount: _Cell,
    rate: _Cell,
    includes_tax: _Cell = ...,
) -> float | ExcelError:
    """VAT of an amount to the cent: net x rate, or with includes_tax gross less its net.

    amount: Amount
    rate: VAT rate
    includes_tax: Amount includes tax? (default: FALSE)
    """

@overload
def TAX_AMOUNT(
    amount: object,
    rate: object,
    includes_tax: object = ...,
) -> Any: ...
@overload
def TAX_EXCLUSIVE(
    gross: _Cell,
    rate: _Cell,
) -> float | ExcelError:
    """Net amount inside a gross one: gross / (1 + rate), to the cent.

    gross: Total incl. tax
    rate: VAT rate
    """

@overload
def TAX_EXCLUSIVE(
    gross: object,
    rate: object,
) -> Any: ...
@overload
def TAX_INCLUSIVE(
    net: _Cell,
    rate: _Cell,
) -> float | ExcelError:
    """Gross amount from a net one: net plus its tax, each to the cent.

    net: Amount excl. tax
    rate: VAT rate
    """

@overload
def TAX_INCLUSIVE(
    net: object,
    rate: object,
) -> Any: ...
@overload
def BREAK_EVEN_RENT(
    own_npv: _Cell,
    months: _Cell,
    discount_rate: _Cell,
    fall: _Cell = ...,
    other_monthly: _Cell = ...,
    tax_rate: _Cell = ...,
    payments_per_year: _Cell = ...,
    in_advance: _Cell = ...,
) -> float | ExcelError:
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
def BREAK_EVEN_RENT(
    own_npv: object,
    months: object,
    discount_rate: object,
    fall: object = ...,
    other_monthly: object = ...,
    tax_rate: object = ...,
    payments_per_year: object = ...,
    in_advance: object = ...,
) -> Any: ...
@overload
def OWN_NPV(
    capex: _Cell,
    months: _Cell,
    discount_rate: _Cell,
    hosting: _Cell = ...,
    staff: _Cell = ...,
    power_kw: _Cell = ...,
    pue: _Cell = ...,
    tariff: _Cell = ...,
    hours_per_month: _Cell = ...,
    proceeds: _Cell = ...,
    tax_rate: _Cell = ...,
    depreciation_years: _Cell = ...,
    residual_rate: _Cell = ...,
    payments_per_year: _Cell = ...,
    in_advance: _Cell = ...,
) -> float | ExcelError:
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
def OWN_NPV(
    capex: object,
    months: object,
    discount_rate: object,
    hosting: object = ...,
    staff: object = ...,
    power_kw: object = ...,
    pue: object = ...,
    tariff: object = ...,
    hours_per_month: object = ...,
    proceeds: object = ...,
    tax_rate: object = ...,
    depreciation_years: object = ...,
    residual_rate: object = ...,
    payments_per_year: object = ...,
    in_advance: object = ...,
) -> Any: ...
@overload
def PAYBACK_MONTHS(
    capex: _Cell,
    monthly_saving: _Cell,
    discount_rate: _Cell = ...,
) -> float | ExcelError:
    """Months until savings have paid for the machines, not rounded; discounted where a rate is
    set.

    capex: Capital expenditure
    monthly_saving: Saving per month
    discount_rate: Discount rate (default: 0)
    """

@overload
def PAYBACK_MONTHS(
    capex: object,
    monthly_saving: object,
    discount_rate: object = ...,
) -> Any: ...
@overload
def RENT_NPV(
    monthly_rent: _Cell,
    months: _Cell,
    discount_rate: _Cell,
    fall: _Cell = ...,
    other_monthly: _Cell = ...,
    tax_rate: _Cell = ...,
    payments_per_year: _Cell = ...,
    in_advance: _Cell = ...,
) -> float | ExcelError:
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
def RENT_NPV(
    monthly_rent: object,
    months: object,
    discount_rate: object,
    fall: object = ...,
    other_monthly: object = ...,
    tax_rate: object = ...,
    payments_per_year: object = ...,
    in_advance: object = ...,
) -> Any: ...
def CATALOG_DATE() -> float | ExcelError:
    """The date of the catalog in use (cards, prices, MFU ...), as a date of the spreadsheet."""

def GPU_OPTIONS(
    params: _Cell,
    tokens: _Cell,
    days: _Cell,
    gpus: object = ...,
    method: _Cell = ...,
    mfu: _Cell = ...,
    hours_per_day: _Cell = ...,
    buffer: _Cell = ...,
    epochs: _Cell = ...,
    region: _Cell = ...,
    level: _Cell = ...,
    language: _Cell = ...,
) -> Any:
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
def GPU_PRICE(
    gpu: _Cell,
    region: _Cell = ...,
    term: _Cell = ...,
    level: _Cell = ...,
    as_of: _Cell = ...,
    tax: _Cell = ...,
    supplier: _Cell = ...,
) -> float | ExcelError:
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
def GPU_PRICE(
    gpu: object,
    region: object = ...,
    term: object = ...,
    level: object = ...,
    as_of: object = ...,
    tax: object = ...,
    supplier: object = ...,
) -> Any: ...
@overload
def GPU_SPEC(
    gpu: _Cell,
    field: _Cell,
) -> Any:
    """One fact of the GPU catalog about a card: memory, peaks, bandwidth, power, source ...

    gpu: GPU model
    field: Catalog field
    """

@overload
def GPU_SPEC(
    gpu: object,
    field: object,
) -> Any: ...
@overload
def GPU_WHY(
    function_name: _Cell,
    *arguments: object,
) -> str | ExcelError:
    """Why a function answers what it answers: a sentence to read aloud, the formula with
    numbers, defaults and sources, warnings; for an error, its reason.

    function_name: Function name
    arguments: Arguments (default: left out)
    """

@overload
def GPU_WHY(
    function_name: object,
    *arguments: object,
) -> Any: ...
def GPUCALC_VERSION() -> str | ExcelError:
    """The version of gpucalc that computes this cell."""

@overload
def PRICE_INFO(
    gpu: _Cell,
    field: _Cell,
    region: _Cell = ...,
    term: _Cell = ...,
    level: _Cell = ...,
    as_of: _Cell = ...,
    tax: _Cell = ...,
    supplier: _Cell = ...,
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
def PRICE_INFO(
    gpu: object,
    field: object,
    region: object = ...,
    term: object = ...,
    level: object = ...,
    as_of: object = ...,
    tax: object = ...,
    supplier: object = ...,
) -> Any: ...
