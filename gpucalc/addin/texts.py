"""The texts of the add-in in both languages: ribbon, messages, function wizard."""

from __future__ import annotations

from collections.abc import Mapping

from gpucalc import helptext, resources
from gpucalc.registry import functions

TEMPLATES: Mapping[str, tuple[str, str]] = {
    "sizing": ("Compute sizing", "算力需求测算"),
    "quote": ("Quote", "报价单"),
    "rfq": ("Request for quotation", "询价单"),
    "compare": ("Supplier comparison", "供应商比价表"),
    "budget": ("Purchase request and budget", "采购申请与费用预算"),
    "rent_vs_buy": ("Rent or buy", "租赁与自建比较"),
    "claim_check": ("Claim check", "报价复核表"),
    "price_book": ("Price book", "价格库"),
}
RIBBON: Mapping[str, tuple[str, str]] = {
    "tab": ("GPU", "GPU 测算"),
    "group_books": ("Workbooks", "工作簿"),
    "group_functions": ("Functions", "函数"),
    "group_help": ("Help", "帮助"),
    "new": ("New", "新建"),
    "new.tip": ("A new workbook from a template", "从模板新建工作簿"),
    "portable": ("Portable copy", "便携副本"),
    "portable.tip": (
        "A copy that computes without the add-in, for colleagues who do not have it",
        "生成不需要加载项也能计算的副本，便于发给没有加载项的同事",
    ),
    "repair": ("Repair links", "修复链接"),
    "repair.tip": (
        "Points formulas that show #NAME? or another PC's path to this add-in",
        "把显示 #NAME? 或指向其他电脑路径的公式改为使用本机加载项",
    ),
    "insert": ("Insert function", "插入函数"),
    "insert.tip": (
        "Excel's function wizard; ours stand in the category GPU",
        "打开 Excel 函数向导，本库函数在“GPU”类别中",
    ),
    "why": ("Explain this cell", "解释此单元格"),
    "why.tip": (
        "GPU_WHY for the call in this cell: formula with numbers, sources, warnings",
        "对此单元格中的调用执行 GPU_WHY：代入数值的公式、来源与提醒",
    ),
    "catalog": ("Open catalog", "打开目录"),
    "catalog.tip": (
        "The catalog in use: cards, prices, MFU, each row with source and date",
        "当前目录：显卡、价格、MFU，每行均有来源与日期",
    ),
    "reload": ("Reload", "重新加载"),
    "reload.tip": (
        "Starts Python anew, so that a changed catalog counts; every cell is computed again",
        "重新启动 Python，使更改后的目录生效，并重新计算全部单元格",
    ),
    "doctor": ("Check", "检查"),
    "doctor.tip": (
        "Checks the installation, with a remedy for each fault",
        "检查安装并给出处理办法",
    ),
    "help": ("Function list", "函数列表"),
    "help.tip": ("Every function with arguments and an example", "全部函数及其参数与示例"),
    "language": ("中文", "English"),
    "language.tip": ("切换为中文", "Switch to English"),
}
MESSAGES: Mapping[str, tuple[str, str]] = {
    "server_failed": (
        "Python could not be started. Run  gpucalc addin doctor  in a command window; it says why.",
        "无法启动 Python。请在命令行运行  gpucalc addin doctor  查看原因。",
    ),
    "server_starting": (
        "Python is starting; try again in a few seconds.",
        "Python 正在启动，请稍候再试。",
    ),
    "no_call": (
        "This cell calls none of the GPU functions. Select a cell such as =GPU_CARDS(…).",
        "此单元格没有调用 GPU 函数。请选中类似 =GPU_CARDS(…) 的单元格。",
    ),
    "save_first": (
        "Save the workbook first: the copy is made from the file.",
        "请先保存工作簿：副本由文件生成。",
    ),
    "repaired": ("Formulas and links repaired:", "已修复的公式与链接数："),
}


def templates() -> list[str]:
    """The templates that stand in both languages, by name."""
    return [n for n in resources.templates("en") if n in resources.templates("zh")]


def template_title(name: str, lang: str) -> str:
    """What the ribbon calls a template."""
    plain = name.replace("_", " ").replace("-", " ").capitalize()
    return TEMPLATES.get(name, (plain, plain))[lang == "zh"]


def rows() -> list[tuple[str, str, str]]:
    """Every text of the add-in's sheet ``texts``: key, English, Chinese."""
    found = [(key, *pair) for key, pair in {**RIBBON, **MESSAGES}.items()]
    for name in templates():
        found.append((f"new_{name}", template_title(name, "en"), template_title(name, "zh")))
    for function in functions().values():
        name = function.udf_name
        found.append((f"fn.{name}", function.summary("en"), function.summary("zh")))
        for number, arg in enumerate(function.args, 1):
            help_en, help_zh = (helptext.argument_help(arg, lang) for lang in ("en", "zh"))
            found.append((f"arg.{name}.{number}", help_en, help_zh))
    return found
