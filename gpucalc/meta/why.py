"""GPU_WHY: what a call answers and why, in words that can be read aloud, then in figures."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from gpucalc import catalog, edge, helptext, reading, registry
from gpucalc.arguments import Arg
from gpucalc.dialects.patterns import plain_operand
from gpucalc.dialects.worked import Choice, Decision, Found, Reduction, lines, number
from gpucalc.errors import ExcelError, UnknownKey, UnknownName
from gpucalc.evaluate import evaluate_all
from gpucalc.meta import library
from gpucalc.meta import quantities as m
from gpucalc.meta.cautions import cautions
from gpucalc.meta.rules import decided, key_label, rules, small
from gpucalc.record import Function, halves
from gpucalc.registry import Example, Omitted, sheet
from gpucalc.trace import Node

TOPIC = "catalog"
LANGUAGES = ("en", "zh")
_BRACKET = re.compile(r" ?[(（].*")
_CHINESE = re.compile("[\u4e00-\u9fff]")


@sheet(
    Example(
        ("PFLOPS_DAYS", 1.56e22),
        "PFLOPS_DAYS is 180.5556 PD.\n"
        "PFLOPS_DAYS = 1.56E22 ÷ 8.64E19 = 180.5556",
        "the answer and the formula with its numbers",
        "结果与代入数值的公式",
    ),
    Example(
        ("GPU_TFLOPS", "H100"),
        "GPU_TFLOPS answers #VALUE!: H100 stands for several models that differ here: give the "
        "exact one (H100 PCIe 80GB, H100 SXM5 80GB, H100 NVL 94GB)",
        "why there is an error",
        "解释错误原因",
    ),
    Example(
        ("RENT_COST", 8, 30, 200, "zh"),
        "RENT_COST 为 48,000.00 元。\n"
        "降价后单价（4 位小数） = 四舍五入(200, 4) = 200\n"
        "RENT_COST = 四舍五入(8 × 30 × 降价后单价（4 位小数）, 2) = 48,000\n"
        "默认：discount 降价比例 = 0；step_hours 计费步长（小时） = 0；"
        "min_hours 起租时长（小时） = 0\n"
        "注意：price 200 超出价格库中各型号的范围（2–120 元/卡·时）",
        "in Chinese, with a warning",
        "中文，含提醒",
    ),
    zh="解释一次调用：先一句话（结果、约束、默认值、随 MFU 的变化），再列公式、来源与提醒。",
    notes_zh="第一个参数是函数名，其后是该函数的参数，与调用时相同；参数中的错误值会被解释而不会传出。\n"
    "语言：最后加文本 \"zh\" 或 \"en\"；不写时，参数中有中文则用中文，否则用英文。\n"
    "提醒包括：MFU 高于0.65、MFU 与附加开销重复计算、价格超出价格库范围、PFLOP 与 PFLOP/s 混淆、"
    "稠密与稀疏混用、万/亿写错、把折扣当作降价比例。请给单元格设自动换行。",
    not_traceable="it writes a text about another function from that function's own formula and the"
    " sources behind it / 它依据另一个函数的公式及数据来源写出说明文字",
)  # fmt: skip
def gpu_why(function_name: m.FunctionName, *arguments: m.Arguments) -> m.Explanation:
    """Why a function answers what it answers: a sentence to read aloud, the formula with numbers,
    defaults and sources, warnings; for an error, its reason.

    The first argument is the function's name, the others are its own arguments as in the call. An
    error value among them is explained, not passed on. The language is that of a last text "zh" or
    "en"; without it, Chinese where an argument holds Chinese, else English.

    Warnings: MFU above 0.65, MFU and overhead counted twice, a price outside the catalog's range,
    PFLOP taken for PFLOP/s, dense and sparse peaks mixed, 万 and 亿 confused, a discount that looks
    like a 折. Let the cell wrap its text.

    Source: the formulas of this library and the catalog's own sources, 2026 / 本函数库的公式与
    目录各行的来源，2026
    """
    try:
        function = _function(str(function_name))
    except UnknownName as error:
        raise UnknownKey(
            error.en, error.zh, argument="function_name", given=function_name
        ) from None
    given = list(arguments)
    while given and given[-1] is None:  # left out, or blank: the same
        given.pop()
    lang, args = _language(function, str(function_name), given)
    return "\n".join(explain(function, args, lang))


def _function(name: str) -> Function:
    """A function, or a building block of the templates (COMBINED_DISCOUNT)."""
    block = registry.blocks().get(name.strip().lower())
    return block if block is not None and not block.published else registry.function(name)


def _language(f: Function, name: str, args: list[Any]) -> tuple[str, list[Any]]:
    """The language to answer in, and the arguments without a last text that only names it."""
    last = args[-1].strip().lower() if args and isinstance(args[-1], str) else ""
    if last in LANGUAGES:
        place = f.for_call(len(args)).args
        own = len(args) <= len(place) and place[len(args) - 1].quantity.table == "languages"
        return last, args if own else args[:-1]
    texts = [name, *(a for a in args if isinstance(a, str))]
    return ("zh" if any(map(_CHINESE.search, texts)) else "en"), args


def explain(f: Function, args: Sequence[Any], lang: str) -> Iterator[str]:
    """The lines of the explanation; the first can be read aloud."""
    answer = edge.call(f, *args)
    zh = lang == "zh"
    if isinstance(answer, ExcelError):
        reason = edge.reason(f, *args, lang=lang)
        yield (
            f"{f.udf_name} 返回 {answer}：{reason}"
            if zh
            else (f"{f.udf_name} answers {answer}: {reason}")
        )
        return
    if isinstance(answer, list) or f.not_traceable:
        yield from _library(f, answer, args, lang)
        return
    planes = edge.read(f, *args)
    values = {name: plane.values(1)[0] for name, plane in planes.items()}
    nodes = evaluate_all(f.body, planes)
    for default in f.effective.values():
        nodes |= evaluate_all(default, planes)
    reduction = Reduction(f.body, nodes, values)
    reduction.names |= {
        a.name: _date(values[a.name])
        for a in f.args
        if a.quantity.kind == "date" and isinstance(values[a.name], float)
    }
    defaults = list(_defaults(f, values, nodes, lang))
    yield _headline(f, args, answer, reduction, nodes, values, lang)
    read = list(rules(f, _told(f, values, nodes), lang))
    if read:
        yield ("口径：" if zh else "Reads as: ") + ("；" if zh else "; ").join(read)
    yield from _calculation(f, reduction, lang)
    if defaults:
        yield ("默认：" if zh else "Defaults: ") + ("；" if zh else "; ").join(defaults)
    sources = list(_sources(reduction.found, lang))
    if sources:
        yield ("来源：" if zh else "Sources: ") + ("；" if zh else "; ").join(sources)
    typed = dict(zip((a.name for a in f.args), args, strict=False))
    for warning in cautions(f, values, typed, answer):
        yield ("注意：" if zh else "Warning: ") + warning[zh]


# -- the sentence --------------------------------------------------------------------------------


def _headline(
    f: Function,
    args: Sequence[Any],
    answer: Any,
    reduction: Reduction,
    nodes: Mapping[int, Any],
    values: Mapping[str, Any],
    lang: str,
) -> str:
    zh = lang == "zh"
    pieces = [f"{f.udf_name} {'为' if zh else 'is'} {_amount(f, answer, lang)}"]
    pieces += _because(f, reduction, lang)
    row = _mfu_row(f, nodes)
    if row is not None:
        if values["mfu"] == "":
            pieces.append(_mfu_default(row, lang))
        pieces.append(_movement(f, args, row, lang))
    return ("；" if zh else "; ").join(pieces) + ("。" if zh else ".")


def _amount(f: Function, answer: Any, lang: str) -> str:
    """The answer as it is said: money to the cent, shares in per cent too, one day and two days."""
    unit = _BRACKET.sub("", helptext.unit(f.returns, lang))
    if isinstance(answer, bool | str):
        return number(answer).strip("“”")
    if f.returns.kind == "date":
        return _date(answer)
    if f.returns.kind == "money" and f.returns.unit.lower() == "cny":
        return f"{answer:,.2f} {unit}"
    if f.returns.percent:
        return (
            f"{number(answer)} ({answer:.1%})"
            if lang == "en"
            else (f"{number(answer)}（{answer:.1%}）")
        )
    if lang == "en" and answer == 1 and re.fullmatch("[a-z]+s", unit):
        unit = unit[:-1]
    return f"{number(answer)} {unit}".rstrip()


def _date(serial: float) -> str:
    return (reading.EPOCH + datetime.timedelta(days=int(serial))).isoformat()


def _told(f: Function, values: Mapping[str, Any], nodes: Mapping[int, Any]) -> dict[str, Any]:
    """Keys that were given, or whose table explains its rows, and every flag, defaults filled."""
    told: dict[str, Any] = {}
    for arg in f.args:
        given = values[arg.name] != ""
        table = arg.quantity.table
        explained = table and "note" in catalog.table(table).columns
        if not given and (isinstance(arg.default, Omitted) or arg.required):
            continue
        if given or arg.quantity.kind == "flag" or explained:
            told[arg.name] = nodes[f.effective[arg.name].id].values(1)[0]
    return told


def _because(f: Function, reduction: Reduction, lang: str) -> list[str]:
    """What decided the answer: the threshold that it lies on one side of, or the larger of two."""
    labels = {a.name: _arg_label(f, a, lang) for a in f.args}
    for x in reduction.found:
        labels[f"{x.table}.{x.column}.{x.key}"] = helptext.label(x.column, lang)
    decisions = list(reduction.decisions[-2:])
    root = reduction.root
    if root.op in ("<", "<=", ">", ">="):  # the answer itself is a comparison
        left, right = map(plain_operand, root.args)
        figures = [reduction.figures.get(side.id, 0.0) for side in (left, right)]
        holds = bool(reduction.figures[root.id])
        decisions = [Decision(root.op, (left, figures[0]), (right, figures[1]), holds)]
    told = decided(decisions, labels, lang)
    if told:
        return told
    for choice in reversed(reduction.choices):
        if text := _binding(f, choice, reduction, lang):
            return [text]
    return []


def _binding(f: Function, choice: Choice, reduction: Reduction, lang: str) -> str:
    """What of two decides, where both have a name."""
    winner, loser = (
        (_name(f, n, lang), number(v) if not isinstance(v, ExcelError) else str(v))
        for n, v in (choice.winner, choice.loser)
    )
    if not winner[0] or not loser[0]:
        return ""
    if winner[1] == loser[1]:
        if lang == "zh":
            return f"{winner[0]}与{loser[0]}相同（{winner[1]}）"
        return f"the {small(winner[0])} and the {small(loser[0])} are equal ({winner[1]})"
    if lang == "zh":
        space = " " * loser[0][-1].isdigit()
        return f"起决定作用的是{winner[0]}（{winner[1]}），{loser[0]}{space}为 {loser[1]}"
    one, other = (small(name) for name in (winner[0], loser[0]))
    return f"what decides is the {one} ({winner[1]}), with the {other} at {loser[1]}"


def _name(f: Function, n: Node, lang: str) -> str:
    label = ""
    if n.op == "part":
        label = helptext.label(n.args[0], lang)
    elif n.op == "arg":
        label = next((_arg_label(f, a, lang) for a in f.args if a.name == n.args[0]), "")
    return _BRACKET.sub("", label)


def _arg_label(f: Function, arg: Arg, lang: str) -> str:
    """An argument's label, counted where several arguments share it: discount 1, 2, 3."""
    label = arg.label(lang)
    same = [a.name for a in f.args if a.label(lang) == label]
    if len(same) == 1:
        return label
    return f"{_BRACKET.sub('', label)} {same.index(arg.name) + 1}"


def _mfu_row(f: Function, nodes: Mapping[int, Any]) -> catalog.Row | None:
    """The row of mfu.csv that the default of ``mfu`` reads, where the function has one."""
    wrapped = f.effective.get("mfu")
    if wrapped is None or wrapped.op != "if" or wrapped.args[1].op != "lookup":
        return None
    table, _, key = wrapped.args[1].args
    found = nodes[key.id].values(1)[0]
    row = catalog.table(table).row(found) if found != "" else None
    return row if row is not None and isinstance(row.get("low"), float) else None


def _mfu_default(row: catalog.Row, lang: str) -> str:
    """Which MFU was taken, and what it rests on; the source itself stands further down."""
    method = key_label("methods", row["method"], lang)
    rows = int(float(row["rows"])) if isinstance(row["rows"], float) else 0
    if lang == "zh":
        basis = f"依据 {rows} 个公开训练" if rows else "假设值，无公开实测"
        return f"MFU 取默认值 {row['typical']:.15g}（{row['family']} {method}的典型值，{basis}）"
    basis = f"from {rows} published run{'s' * (rows > 1)}" if rows else "assumed: no published run"
    what = f"{row['family']} in {small(method)}"
    return f"MFU {row['typical']:.15g} is the default, typical of {what} ({basis})"


def _movement(f: Function, args: Sequence[Any], row: catalog.Row, lang: str) -> str:
    """How the answer moves over the catalog's range of MFU."""
    place = [a.name for a in f.args].index("mfu")
    answers = []
    for level in ("low", "typical", "high"):
        changed = [*args, *[None] * (place + 1 - len(args))]
        changed[place] = row[level]
        answer = edge.call(f, *changed)
        answers.append(str(answer) if isinstance(answer, ExcelError) else number(answer))
    if len(set(answers)) == 1:
        low, high = (f"{row[level]:.15g}" for level in ("low", "high"))
        if lang == "zh":
            return f"MFU 在 {low} 到 {high} 之间，结果不变"
        return f"it is the same at any MFU from {low} to {high}"
    mfu = " / ".join(f"{row[level]:.15g}" for level in ("low", "typical", "high"))
    moved = " / ".join(answers)
    if lang == "zh":
        return f"MFU 为 {mfu}（低/典型/高）时结果为 {moved}"
    return f"at MFU {mfu} (low / typical / high) it is {moved}"


# -- the figures ---------------------------------------------------------------------------------


def _calculation(f: Function, reduction: Reduction, lang: str) -> Iterator[str]:
    made = lines(reduction, f.udf_name, lang)
    labels = {line.name: _part_label(line.name, lang) for line in made[:-1]}
    for line in made:
        text = line.text
        for name, label in labels.items():
            short = label.partition(", ")[0] if label.endswith("decimals") else label
            text = re.sub(rf"\b{name}\b", short.replace("\\", r"\\"), text)
        value = number(line.value)
        pieces = [labels.get(line.name, line.name), "" if text == value else text, value]
        yield " = ".join(piece for piece in pieces if piece)


def _part_label(name: str, lang: str) -> str:
    """The label of a named part; the second of a name keeps its number."""
    numbered = re.fullmatch(r"(.+)_(\d+)", name)
    if numbered is None:
        return helptext.label(name, lang)
    return f"{helptext.label(numbered[1], lang)} {numbered[2]}"


def _defaults(
    f: Function, values: Mapping[str, Any], nodes: Mapping[int, Any], lang: str
) -> Iterator[str]:
    for arg in f.args:
        if arg.required or values[arg.name] != "":
            continue
        name = f"{arg.name} {arg.label(lang)}"
        if isinstance(arg.default, Omitted):
            yield f"{name}{'：' if lang == 'zh' else ': '}{arg.default_text(lang)}"
            continue
        value = number(nodes[f.effective[arg.name].id].values(1)[0]).strip("“”")
        if arg.quantity.kind == "key" and (label := key_label(arg.quantity.table, value, lang)):
            brackets = "（{}）" if lang == "zh" else " ({})"
            value += brackets.format(label) if label != value else ""
        if arg.computed:
            told = arg.default_text(lang)
            value += f"（{told}）" if lang == "zh" else f" ({told})"
        yield f"{name} = {value}"


def _sources(found: Sequence[Found], lang: str) -> Iterator[str]:
    """Each catalog row that figures were taken from, with its source."""
    rows: dict[tuple[str, Any], list[Found]] = {}
    for fact in found:
        if isinstance(fact.value, float) and fact.value not in (0.0, 1.0):  # 0 and 1 are switches
            rows.setdefault((fact.table, fact.key), []).append(fact)
    zh = lang == "zh"
    comma = "，" if zh else ", "
    for (table, key), facts in rows.items():
        row = catalog.table(table).row(key)
        if row is None:
            continue
        figures = comma.join(f"{helptext.label(x.column, lang)} {number(x.value)}" for x in facts)
        dated = [str(row[c]) for c in ("source", "source_date", "date") if c in row]
        dated = list(dict.fromkeys("; ".join(dated).split("; ")))
        told = comma.join(library.one_language(text, lang) for text in dated)
        yield (
            f"{_key(table, key, row, lang)}：{figures}（{told}）"
            if zh
            else f"{_key(table, key, row, lang)}: {figures} ({told})"
        )


def _key(table: str, key: Any, row: catalog.Row, lang: str) -> str:
    """A catalog row as people call it: the method's label; of an MFU both card and method."""
    if "family" in row and "method" in row:
        method = key_label("methods", row["method"], lang)
        return f"MFU（{row['family']} {method}）" if lang == "zh" else (
            f"MFU of {row['family']} in {small(method)}"
        )  # fmt: skip
    return key_label(table, key, lang)


def _library(f: Function, answer: Any, args: Sequence[Any], lang: str) -> Iterator[str]:
    """A function about the library, or a range of calls: no formula, so where it comes from."""
    zh = lang == "zh"
    behind = library.told(f, answer, args, lang)
    if isinstance(answer, list):
        high, wide = len(answer), len(answer[0]) if answer else 0
        yield (
            f"{f.udf_name} 返回 {high} 行 {wide} 列的表。"
            if zh
            else f"{f.udf_name} answers a table of {high} rows and {wide} columns."
        )
    else:
        yield (
            f"{f.udf_name} 为 {_amount(f, answer, lang)}。"
            if zh
            else (f"{f.udf_name} is {_amount(f, answer, lang)}.")
        )
    if behind:
        yield from behind
        return
    yield f.summary(lang)
    if f.not_traceable:
        why_not = halves(f.not_traceable)[zh]
        yield f"不是公式：{why_not}" if zh else f"No formula: {why_not}"
    if f.told("Source", lang):
        yield ("来源：" if zh else "Source: ") + f.told("Source", lang)
