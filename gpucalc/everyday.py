"""Headings in everyday words: what each means, or which fields it may mean.

A column with a price, discount, tax or quantity in it must never be left out of a quote because its
heading is not a label of the template. A word with one reading is that field; a word with several
(折扣 0.8: pay 80 %, or 80 % off?) is not guessed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from gpucalc.tables import Text

# Words with one reading; a template that lacks the field has no such word.
ALIASES: Mapping[str, tuple[str, ...]] = {
    "remarks": ("备注", "备注信息", "说明", "remark", "note", "notes", "comment", "comments"),
    "gpu": ("型号", "GPU型号", "显卡", "卡型", "card model", "graphics card"),
    "customer": ("客户", "客户名称", "客户单位", "采购方名称", "买方", "甲方", "buyer", "client",
                 "customer name"),
    "supplier": ("供应商名称", "报价方", "卖方", "乙方", "vendor", "supplier name"),
    "currency": ("货币", "币别", "货币单位"),
    "billing_unit": ("单位", "计价单位", "价格单位", "unit", "billing unit", "unit of price"),
    "cards": ("卡数量", "显卡数量", "GPU数量", "GPU卡数", "number of cards", "number of GPUs",
              "GPU count", "card count"),
    "price": ("价格", "unit price"),
    "tax_rate": ("增值税率", "增值税税率", "税点", "VAT", "VAT %", "GST rate"),
    "anchor": ("含税", "是否含税", "含税/不含税", "tax included", "incl. tax"),
}  # fmt: skip


class Doubt(NamedTuple):
    """A word with several readings, or of a figure that the template computes.

    `fields` are those it may mean, most likely first; `advice` says how to tell them apart.
    """

    fields: tuple[str, ...]
    advice: Text


_DISCOUNT = Doubt(
    ("discount",),
    Text(
        "it may be the share that is paid or the share taken off; name the column discount and "
        "write 8折 or 20%",
        "可指付多少，也可指降多少；标题请改为“降价比例”，内容写 8折 或 20%",
    ),
)
_QUANTITY = Doubt(
    ("cards",),
    Text(
        "cards or servers? name the column cards and write the number of cards (servers x cards "
        "per server)",
        "是卡数还是台数？标题请改为“卡数”，内容填卡数（台数 × 每台卡数）",
    ),
)
_DURATION = Doubt(
    ("rent_hours", "days"),
    Text(
        "the time that is rented, or the window to train in? rent_hours (30天) is the former, days "
        "the latter",
        "是租用时长还是要求工期？前者标题用“租用时长”（内容如 30天），后者用“要求工期”",
    ),
)
_TAXED_PRICE = Doubt(
    ("price", "anchor"),
    Text(
        "name the column price and say in the column anchor whether tax is included",
        "标题请改为“单价”，并在“含税口径”列写明是否含税",
    ),
)
_TAX = Doubt(
    ("tax_rate", "anchor"),
    Text(
        "the amount of tax is computed; give the rate in tax_rate (6%) and whether the price "
        "includes tax in anchor",
        "税额由模板计算；请在“税率”列填税率（如 6%），在“含税口径”列写明单价是否含税",
    ),
)
_TOTAL = Doubt(
    ("price",),
    Text(
        "amounts are computed; give the price of one unit in the column price",
        "金额由模板计算；请在“单价”列填写单价",
    ),
)
DOUBTS: Mapping[str, Doubt] = {
    **dict.fromkeys(("折扣", "折扣率", "折扣比例", "优惠", "优惠折扣", "discount rate",
                     "discount factor"), _DISCOUNT),
    **dict.fromkeys(("数量", "台数", "机器数量", "qty", "quantity", "count", "nodes", "servers",
                     "number of servers", "number of nodes"), _QUANTITY),
    **dict.fromkeys(("天数", "租期", "租用天数", "租期天数", "租赁天数", "时长", "小时数",
                     "duration", "rental days", "rental period"), _DURATION),
    **dict.fromkeys(("含税单价", "不含税单价", "含税价", "不含税价", "price incl. tax",
                     "price excl. tax", "unit price incl. tax", "unit price excl. tax",
                     "list price", "目录价"), _TAXED_PRICE),
    **dict.fromkeys(("税额", "税金", "tax", "tax amount", "VAT amount"), _TAX),
    **dict.fromkeys(("报价", "总价", "金额", "合计", "总金额", "amount", "total", "total price",
                     "不含税金额", "价税合计", "含税金额", "含税总价"), _TOTAL),
}  # fmt: skip
# What is in a heading that is none of these: it looks like money all the same.
LOOKS: tuple[tuple[re.Pattern[str], Doubt], ...] = (
    (re.compile(r"折扣|折$|优惠|discount", re.I), _DISCOUNT),
    (re.compile(r"税率|税点|税额|税金|\b(?:tax|vat)\b(?! ?(?:id|no))", re.I), _TAX),
    (re.compile(r"单价|价格|\bprice\b", re.I), _TAXED_PRICE),
    (re.compile(r"卡数|数量$|\b(?:qty|quantity)\b", re.I), _QUANTITY),
)
