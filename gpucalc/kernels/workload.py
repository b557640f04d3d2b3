"""How big the model and the data are: what the compute functions start from."""

import numpy as np

from gpucalc import quantity as q
from gpucalc.primitives import ceil_tol, look_up
from gpucalc.registry import Example, sheet

TOPIC = "compute"


def heads_of_128(hidden: q.Hidden) -> q.Heads:
    """hidden ÷ 128 / 隐藏维度 ÷ 128"""
    return hidden / 128


def same_as_heads(heads: q.Heads) -> q.KvHeads:
    """as heads: no grouped queries / 等于注意力头数（不分组）"""
    return heads


def usual_ffn(hidden: q.Hidden, ffn_matrices: q.FfnMatrices) -> q.Ffn:
    """8 x hidden ÷ ffn_matrices / 8 × 隐藏维度 ÷ 前馈矩阵数"""
    return 8 * hidden / ffn_matrices


def head_share(hidden: q.Hidden, heads: q.Heads) -> q.HeadDim:
    """hidden ÷ heads / 隐藏维度 ÷ 注意力头数"""
    return hidden / heads


@sheet(
    Example(
        (32, 4096, 32000, 32, 32, 11008),
        6738415616,
        "Llama-2-7B: the exact count",
        "Llama-2-7B：精确参数量",
    ),
    Example(
        (32, 4096, 128256, 32, 8, 14336), 8030261248, "Llama-3-8B: grouped queries", "Llama-3-8B"
    ),
    Example(
        (12, 768, 50257, 12, 12, 3072, True, 2),
        123551232,
        "GPT-2 small: tied embeddings, two matrices",
        "GPT-2：共享词嵌入，两矩阵",
    ),
    Example((12, 768, 50257), 162148608, "with usual proportions", "其余按常见比例"),
    zh="按模型结构计算参数量：每层注意力、前馈与归一化，加词嵌入和输出层；偏置与位置编码不计。",
    notes_zh="稠密模型与公布值相差不到 1%；混合专家（MoE）模型请直接用模型目录中的参数量。",
    advanced=True,
)
def model_params(
    layers: q.Layers,
    hidden: q.Hidden,
    vocab: q.Vocab,
    heads: q.Heads = heads_of_128,
    kv_heads: q.KvHeads = same_as_heads,
    ffn: q.Ffn = usual_ffn,
    tied: q.Tied = False,
    ffn_matrices: q.FfnMatrices = 3,
    head_dim: q.HeadDim = head_share,
) -> q.Params:
    """Parameters of a dense transformer from its shape: attention, feed-forward, norms, embeddings.

    layers x (hidden x head_dim x (2 heads + 2 kv_heads) + ffn_matrices x hidden x ffn + 2 hidden)
    + hidden + vocab x hidden x 2, or x 1 where input and output embeddings are tied. Gated
    feed-forward layers (SwiGLU) have 3 matrices, older ones 2. Biases and learned positions are
    left out: below 1 % of published dense models. Mixtures of experts are not covered.

    Source: Vaswani et al. 2017, arXiv 1706.03762; Shazeer 2020 (SwiGLU), arXiv 2002.05202; Ainslie
    et al. 2023 (grouped queries), arXiv 2305.13245 / Vaswani 等 2017，arXiv 1706.03762；
    Shazeer 2020（SwiGLU），arXiv 2002.05202；Ainslie 等 2023（分组查询），arXiv 2305.13245
    """
    attention = hidden * head_dim * (2 * heads + 2 * kv_heads)
    layer = attention + ffn_matrices * hidden * ffn + 2 * hidden
    return layers * layer + hidden + vocab * hidden * np.where(tied, 1, 2)


@sheet(
    Example((10000, 512, 3), 15360000, "10,000 samples of 512 tokens, 3 epochs", "1万条，3轮"),
    Example((50000, 2000), 1e8, "50,000 samples of 2,000 tokens", "5万条，每条2000 Token"),
    zh="训练 Token 总数：样本数 × 每样本 Token 数 × 轮数。",
    notes_zh="答案已含轮数：填入其他函数时，轮数请留空，勿重复计算。",
)
def dataset_tokens(
    samples: q.Samples, tokens_per_sample: q.TokensPerSample, epochs: q.Epochs = 1
) -> q.Tokens:
    """Tokens of a data set: samples x tokens per sample x epochs.

    tokens_per_sample is the average with prompt and answer, after padding or packing. Epochs given
    here must not be given again to TRAIN_FLOPS or GPU_CARDS.

    Source: definition, 2026 / 定义，2026
    """
    return samples * tokens_per_sample * epochs


def mixed_text() -> q.BytesPerToken:
    """mixed: 4.57 (BLOOM: 1.6 TB, 350 billion) / mixed：4.57（BLOOM：1.6TB 得3500亿）"""
    return "mixed"


@sheet(
    Example((4.57,), 1e9, "4.57 GB of mixed text", "4.57GB 混合语料"),
    Example((1000, "chinese"), 2e11, "1 TB of Chinese text: 200 billion", "1TB 中文：2000亿"),
    Example((100, 4), 2.5e10, "a measured 4 bytes per token", "实测每 Token 4字节"),
    zh="文本数据量换算 Token 数：字节数 ÷ 每 Token 字节数（可填语料类别或实测数值）。",
    notes_zh="语料类别：mixed 混合 4.57，chinese 中文 5，english 英文 3.94，"
    "code 代码 3.53（来源见语料目录）。\n"
    "不同分词器相差可达 30%：请用自己的分词器抽样实测。数据量指纯文本，压缩包须先解压。",
)
def bytes_to_tokens(gigabytes: q.DataGb, bytes_per_token: q.BytesPerToken = mixed_text) -> q.Tokens:
    """Tokens that a volume of plain text holds: bytes / bytes per token (GB is 1e9 bytes).

    bytes_per_token is a number or a kind of text: mixed 4.57, chinese 5, english 3.94, code 3.53.
    Tokenizers differ by up to 30 %: measure a sample with your own. Text only, not compressed.

    Source: texts.csv of the catalog (2026-11): BLOOM and StarCoder data cards, DeepSeek API
    documentation, Llama 3 paper / 目录 texts.csv（2026-11）：BLOOM 与 StarCoder 数据说明、
    DeepSeek 接口文档、Llama 3 论文
    """
    each = look_up("texts", "bytes_per_token", bytes_per_token, number=bytes_per_token)
    return gigabytes * 1e9 / each


@sheet(
    Example((512, 512), 1024, "512 x 512 in patches of 16", "512×512，图块16"),
    Example((3840, 2160, 16, True), 32401, "4K and a class token", "4K 加分类 Token"),
    Example((500, 375), 768, "a rest at the edge is padded: 32 x 24", "边缘不足一块按一块"),
    zh="一张图像的 Token 数：宽、高各除以图块边长（向上取整）后相乘，可加一个分类 Token。",
    notes_zh="视觉 Transformer（ViT）的切块方式；会缩放、"
    "合并图块的多模态模型以其处理后的尺寸为准。",
    advanced=True,
)
def image_tokens(
    width: q.ImageWidth,
    height: q.ImageHeight,
    patch: q.Patch = 16,
    class_token: q.ClassToken = False,
) -> q.Tokens:
    """Tokens of an image: patches across x patches down, and a class token if asked for.

    A rest at the edge counts as a whole patch (padded). Models that resize or merge patches see
    the size after that.

    Source: Dosovitskiy et al. 2020 (ViT), arXiv 2010.11929 / Dosovitskiy 等 2020（ViT），
    arXiv 2010.11929
    """
    return ceil_tol(width / patch) * ceil_tol(height / patch) + np.where(class_token, 1, 0)
