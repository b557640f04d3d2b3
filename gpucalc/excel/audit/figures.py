"""The figures that the formulas of gpucalc's own templates may hold: one list, with reasons.

A figure is not excused by its value alone but by the piece of a printed kernel in which it stands.
Pieces are patterns of the formula's shape: every reference is R, every text is T. A figure in any
other place is reported, in a template as in a user's workbook.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from gpucalc.excel.portable.tokens import Token


@dataclass(frozen=True)
class Figures:
    """Pieces whose figures belong to a definition, and why."""

    en: str
    zh: str
    pieces: tuple[str, ...]


FIGURES: tuple[Figures, ...] = (
    Figures(
        "rounded up, less 1e-12 for what binary fractions leave over",
        "向上取整，先扣除 1e-12 的浮点尾差",
        (r"\*0\.999999999999(?=[)<])",),
    ),
    Figures(
        "whether a number is whole or a rate is zero, but for binary fractions; halves round up",
        "判断是否整数、利率是否为零时容许的浮点尾差；四舍五入的 0.5",
        (r"<1E-9(?=[,)])", r"/\(12/R\)\+0\.5\)", r"INT\(R\*R\+1E-6\)"),
    ),
    Figures(
        "the mean of two, and the middle ranks of a median",
        "两数之平均；中位数的中间名次",
        (r"\(R\+R\)/2,T\)", r"INT\(R/2\)\+1", r"INT\(\(R\+1\)/2\)", r"\(R\+1\)/2,R\)"),
    ),
    Figures(
        "units: 86,400 s of a day at 1 PFLOP/s (1e15), 8,000 megabits of a gigabyte",
        "单位：1 PFLOP/s（1e15）一天 86,400 秒；1 GB 为 8,000 兆比特",
        (r"R/8\.64E19,T\)", r"R\*8000/"),
    ),
    Figures(
        "a power to the base 2 by its logarithm; budgets rounded up to ten thousands, in 10,000",
        "以 2 为底的幂（自然对数换算）；预算向上取整后以万元计",
        (r"/0\.693147180559945\)", r"/100\*0\.999999999999\)\)/10,T\)"),
    ),
    Figures(
        "a sparse rate is twice the dense one",
        "结构化稀疏峰值为稠密的 2 倍",
        (r",R\*2,R\),R\),T\)",),
    ),
    Figures(
        "bands of use, as the page of results explains them: tight above 80 %, right from 60 %, "
        "loose from 50 %",
        "使用率分档（结果页有说明）：高于 80% 紧张，60% 起合适，50% 起宽松",
        (r"R,9\)>0\.8,T,IF\(ROUND\(R,9\)>=0\.6,T,IF\(ROUND\(R,9\)>=0\.5,T,T\)",),
    ),
    Figures(
        "the months of a table, counted from its first",
        "按月表中距首月的月数",
        (r"EDATE\(INT\(R\)-DAY\(R\)\+1,(?:[2-9]|1[0-7])\)",),
    ),
    Figures(
        "typed text read as a number: length of its unit, groups of three digits, ten "
        "characters of a date, 8折 is 20 % off",
        "读取文字数值：单位的字数、三位分节、日期 10 个字符、8 折即降 20%",
        (
            r"IF\(RIGHT\(R,2\)=T,2,IF\(",
            r"IF\(R>(?:3|6|9),LEFT\(",
            r"IF\(R<=10,\(10-R\)/10,\(100-R\)/100\)",
            r"\(LEN\(R\)=10\)",
        ),
    ),
    Figures(
        "digits that are read aloud: three of them",
        "读数保留三位有效数字的界限",
        (r">=99\.95,ROUND\(", r">=9\.995,ROUND\("),
    ),
    Figures(
        "memory of training: 34 bytes of activations per token and width (Korthikanti et al. "
        "2022), 2 bytes of a 16-bit number, 4 of a 32-bit one, 8 of a logit, 2 GB fixed, the usual "
        "shape of a transformer (196,608 = 12 x 128²); stages 1, 2 and 3 of ZeRO",
        "训练显存：每 Token 每宽度 34 字节激活（Korthikanti 等 2022）、16 位数 2 字节、"
        "32 位数 4 字节、logits 8 字节、固定 2 GB、常见的模型形状（196,608 = 12 × 128²）、"
        "ZeRO 第 1、2、3 阶段",
        (
            r"\(2\*R\+34\)",
            r",34\*\(R\*R\*R\)\*R\)",
            r"(?<![\d.R])8\*R\*R\*R",
            r"\+2E9(?=[,)])",
            r"\(R/196608\)\^\(1/3\)",
            r"\(R/196608\)\^\(1/3\)\)\+34\)",
            r"\(2\*IF\(1>=\(R/196608\)",
            r"\*2\*(?:IF\((?:FALSE|TRUE)\*\(|R[+)])",
            r"[)R+(]\+?2\*(?:IF\((?:FALSE|TRUE)\*\(|R\+12\*|R/IF\(IF\()",
            r"R\*[24]/1E9(?=[,)])",
            r"IF\(IF\(R>1,3,0\)>=[123],R,1\)",
            r"=1,1,0\),0\)=1,2,T\)",
        ),
    ),
)


def unexplained(pieces: list[Token], figures: Collection[int]) -> Iterator[int]:
    """Which of the numbers (positions of ``pieces``) stand in no piece of the list."""
    text, places = shape_of(pieces)
    spans = [match.span() for piece in _COMPILED for match in piece.finditer(text)]
    for number in figures:
        start = places[number]
        if not any(first <= start < last for first, last in spans):
            yield number


_COMPILED = [re.compile(piece) for group in FIGURES for piece in group.pieces]


def shape_of(pieces: list[Token]) -> tuple[str, list[int]]:
    """The formula with R for references and T for texts, and where each token begins in it."""
    out, places, at = [], [], 0
    for number, piece in enumerate(pieces):
        after = pieces[number + 1].text if number + 1 < len(pieces) else ""
        before = pieces[number - 1].text if number else ""
        shown = piece.text
        if after == "!" or piece.text == "!" or piece.text == ":" or before == ":":
            shown = ""  # of a sheet, and the second end of an area
        elif piece.kind == "string":
            shown = "T"
        elif piece.kind == "name" and after != "(" and shown.upper() not in ("TRUE", "FALSE"):
            shown = "R"
        places.append(at)
        out.append(shown)
        at += len(shown)
    return "".join(out), places
