"""docs/articles.md and docs/articles.zh.md: the claims as tables that people can read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from decimal import Decimal, InvalidOperation

from tests.articles import cells
from tests.articles.claims import VERDICTS, Check, Claim, Guide, cell_text, guides, in_unit

NAMES = {"en": "articles.md", "zh": "articles.zh.md"}

UNITS = {
    "h": ("h", "小时"),
    "s": ("s", "秒"),
    "ms": ("ms", "毫秒"),
    "days": ("days", "天"),
    "card-hours": ("card-hours", "卡时"),
    "cards": ("cards", "卡"),
    "steps": ("steps", "步"),
    "epochs": ("epochs", "轮"),
    "samples": ("samples", "条"),
    "tokens": ("tokens", "Token"),
    "times": ("×", "倍"),
    "yuan": ("CNY", "元"),
    "yuan/day": ("CNY a day", "元/天"),
    "yuan/card-hour": ("CNY a card-hour", "元/卡时"),
    "B/param": ("bytes a parameter", "字节/参数"),
}
_WORDS = {
    "right": ("right", "正确"),
    "condition": ("right under a condition", "有条件正确"),
    "wrong": ("wrong", "错误"),
    "unsupported": ("unsupported", "无依据"),
    "TRUE": ("yes", "是"),
    "FALSE": ("no", "否"),
    "claim": ("Claim", "说法"),
    "said": ("Article", "文章数字"),
    "ours": ("Ours", "本库计算"),
    "verdict": ("Verdict", "结论"),
    "why": ("Why", "原因"),
    "guide": ("Guide", "文章"),
    "all": ("All", "合计"),
    "figures": ("Figures recomputed", "复算数字"),
    "what": ("What", "内容"),
    "formula": ("In a cell", "单元格公式"),
    "workings": ("Every figure with its formula", "全部数字与公式"),
    "slip": ("how the article's figure comes about", "文章数字的由来"),
    "with_figures": ("Figure to compare", "有数字可比"),
    "other": ("中文", "English"),
}
_INTRO = (
    """Four public guides on renting GPUs for training, claim by claim, with the figures that this
library computes. The claims are told in our own words; each figure of ours is the answer of a
formula that can be typed into a cell, and `tests/articles` checks all of them.

- **right**: the figure comes out.
- **right under a condition**: it holds only if something is added that the guide leaves out.
- **wrong**: another figure comes out; where the slip is known, the last column names it.
- **unsupported**: it does not follow from anything the guide gives.

A utilisation of 50 % on an A100 (156 TFLOP/s) is the guides' own assumption and is used where they
use it. Without one our functions take the typical value of the card, 42 % for an A100.""",
    """四篇公开的 GPU 租赁指南，逐条列出其说法与本库算出的数字。说法均为转述；本库的每个数字都是一个
可直接输入单元格的公式的结果，并由 `tests/articles` 逐一检验。

- **正确**：数字相符。
- **有条件正确**：补上文章未写明的条件后才成立。
- **错误**：算出的是另一个数字；原因可查明的，写在最后一列。
- **无依据**：由文章给出的内容推不出来。

A100 利用率50%（156 TFLOP/s）是这些文章自己的假设，凡其采用处本页也采用。不填利用率时，本库取该卡的
典型值，A100 为42%。""",
)
_TITLE = ("What public rental guides say, recomputed", "公开租赁指南的说法与复算")
_WRITTEN = "<!-- Written by `python -m tests.articles`; change tests/articles instead. -->"
_SUPERSCRIPTS = str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")


def page(lang: str) -> str:
    """The page in a language."""
    parts = [
        _WRITTEN,
        f"# {_TITLE[lang == 'zh']}",
        f"[{word('other', lang)}]({NAMES['en' if lang == 'zh' else 'zh']})",
        _INTRO[lang == "zh"],
        _tally(lang),
    ]
    for guide in guides():
        parts += _section(guide, lang)
    return "\n\n".join(parts) + "\n"


def word(key: str, lang: str) -> str:
    """A word of the pages."""
    return _WORDS[key][lang == "zh"]


def table(heads: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """A Markdown table; bars in its cells do not end them."""
    heads = list(heads)
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join("| " + " | ".join(c.replace("|", "\\|") for c in ln) + " |" for ln in lines)


def _tally(lang: str) -> str:
    heads = [word(w, lang) for w in ("guide", *VERDICTS, "all", "with_figures", "figures")]
    rows = [_counts(g.en if lang == "en" else g.zh, g.claims) for g in guides()]
    every = [c for g in guides() for c in g.claims]
    return table(heads, [*rows, _counts(word("all", lang), every)])


def _counts(name: str, claims: Iterable[Claim]) -> list[str]:
    claims = list(claims)
    found = Counter(c.verdict for c in claims)
    numbers = [*(found[v] for v in VERDICTS), len(claims)]
    numbers += [
        sum(any(k.said for k in c.check) for c in claims),
        sum(len(c.check) for c in claims),
    ]
    return [name, *map(str, numbers)]


def _section(guide: Guide, lang: str) -> Iterator[str]:
    yield f"## {guide.en if lang == 'en' else guide.zh}"
    heads = ["", *(word(w, lang) for w in ("claim", "said", "ours", "verdict", "why"))]
    yield table(heads, (_row(c, lang) for c in guide.claims))
    heads = ["", *(word(w, lang) for w in ("what", "formula", "said", "ours"))]
    workings = table(heads, (r for c in guide.claims for r in _workings(c, lang)))
    yield f"<details><summary>{word('workings', lang)}</summary>\n\n{workings}\n\n</details>"


def _row(claim: Claim, lang: str) -> list[str]:
    compared = [k for k in claim.check if k.said is not None]
    said = {label_of(k, lang): said_text(k, lang) for k in compared}
    if len(set(said.values())) > 1:
        figures = [_labelled(label, text, lang) for label, text in said.items()]
    else:
        figures = list(said.values())[:1]
    plain = len(compared) == 1 and claim.verdict in ("right", "wrong")  # the claim says of what
    answers = [
        answer_text(k, lang) if plain else _labelled(label_of(k, lang), answer_text(k, lang), lang)
        for k in compared or claim.check
    ]
    return [
        claim.id,
        claim.en if lang == "en" else claim.zh,
        "<br>".join(figures) or "–",
        "<br>".join(answers),
        f"**{word(claim.verdict, lang)}**",
        claim.why_en if lang == "en" else claim.why_zh,
    ]


def _labelled(label: str, text: str, lang: str) -> str:
    return f"{label}{': ' if lang == 'en' else '：'}{text}"


def _workings(claim: Claim, lang: str) -> Iterator[list[str]]:
    for check in claim.check:
        formula = f"`={check.formula.replace('{lang}', lang)}`"
        said = "–" if check.said is None else said_text(check, lang)
        yield [claim.id, label_of(check, lang), formula, said, answer_text(check, lang)]
        if check.slip:
            yield ["", word("slip", lang), f"`={check.slip}`", said, ""]


def label_of(check: Check, lang: str) -> str:
    """What a figure is of."""
    return check.en if lang == "en" else check.zh


def said_text(check: Check, lang: str) -> str:
    """The guide's figure with its unit."""
    assert check.said is not None
    ends = check.said if isinstance(check.said, tuple) else (check.said,)
    dash = {"en": " to ", "zh": " 至 "}[lang] if any(e.startswith("-") for e in ends) else "–"
    return _with_unit(dash.join(_figure(end, lang) for end in ends), check.unit, lang)


def answer_text(check: Check, lang: str) -> str:
    """What the formula gives, with the digits that the hand-made answer has."""
    answer = in_unit(cells.value(check.formula.replace("{lang}", lang)), check.unit)
    try:
        exponent = Decimal(check.expected(lang)).as_tuple().exponent
    except InvalidOperation:
        return _figure(cell_text(answer), lang)
    assert isinstance(exponent, int)
    digits = Decimal(float(answer)).quantize(Decimal(1).scaleb(exponent))
    return _with_unit(_figure(str(digits), lang), check.unit, lang)


def _figure(text: str, lang: str) -> str:
    """A number with thousands separated, big ones as powers of ten, words in the language."""
    if text in _WORDS:
        return word(text, lang)
    try:
        number = Decimal(text)
    except InvalidOperation:
        return text
    if abs(number) >= 10**10:
        mantissa, _, power = f"{number:e}".partition("e")
        return f"{mantissa} × 10{power.lstrip('+').translate(_SUPERSCRIPTS)}"
    return f"{number:,f}".replace("-", "−")


def _with_unit(figure: str, unit: str, lang: str) -> str:
    name = UNITS.get(unit, (unit, unit))[lang == "zh"]
    name = name[:-1] if figure == "1" and name in ("cards", "days") else name
    gap = "" if name == "×" or (unit == "%" and lang == "zh") else " "
    return f"{figure}{gap}{name}".strip()


def pages() -> dict[str, str]:
    """The pages by name below docs/."""
    return {name: page(lang) for lang, name in NAMES.items()}
