"""Headings in everyday words are a field, or an error that says which: never left out silently."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gpucalc import batch, requests
from gpucalc.tables import UnreadableTable

FIELDS = batch.load("quote", "en").fields


def read(folder: Path, heading: str, value: str = "1") -> requests.RequestTable:
    path = folder / "r.csv"
    path.write_text(f"显卡型号,{heading}\nA100 80GB,{value}\n", encoding="utf-8")
    return requests.read(path, FIELDS)


@pytest.mark.parametrize(
    ("heading", "field"),
    [
        ("备注", "remarks"), ("Notes", "remarks"), ("说明", "remarks"), ("客户", "customer"),
        ("客户名称", "customer"), ("Buyer", "customer"), ("供应商", "supplier"),
        ("Vendor", "supplier"), ("税率", "tax_rate"), ("tax rate", "tax_rate"),
        ("VAT", "tax_rate"), ("增值税率", "tax_rate"), ("币种", "currency"), ("货币", "currency"),
        ("单位", "billing_unit"), ("Unit", "billing_unit"), ("GPU数量", "cards"), ("价格", "price"),
        ("Price", "price"), ("unit price", "price"), ("Discount", "discount"),
        ("降价比例", "discount"), ("含税", "anchor"),
    ],
)  # fmt: skip
def test_a_word_with_one_reading_is_that_field(tmp_path: Path, heading: str, field: str) -> None:
    assert read(tmp_path, heading).requests[0].values[field] == "1"


def test_the_model_of_the_card(tmp_path: Path) -> None:
    (tmp_path / "r.csv").write_text("型号,卡数\nA100 80GB,8\n", encoding="utf-8")
    (found,) = requests.read(tmp_path / "r.csv", FIELDS).requests
    assert dict(found.values) == {"gpu": "A100 80GB", "cards": "8"}


@pytest.mark.parametrize(
    ("heading", "en", "zh"),
    [
        ("折扣", "write 8折 or 20%", "“降价比例”，内容写 8折 或 20%"),
        ("优惠", "fields: discount", "降价比例"),
        ("Discount rate", "fields: discount", "降价比例"),
        ("数量", "fields: cards", "台数 × 每台卡数"),
        ("Qty", "cards or servers", "卡数"),
        ("天数", "rent_hours", "要求工期"),
        ("租用天数", "rent_hours", "租用时长"),
        ("税额", "tax_rate", "“税率”列填税率"),
        ("Tax", "tax_rate", "含税口径"),
        ("含税单价", "anchor", "含税口径"),
        ("总价", "amounts are computed", "“单价”列"),
        ("最终折扣", "fields: discount", "降价比例"),
        ("协议价格（元）", "fields: price", "单价"),
    ],
)
def test_a_word_with_several_readings_stops_the_file(
    tmp_path: Path, heading: str, en: str, zh: str
) -> None:
    with pytest.raises(UnreadableTable) as refused:
        read(tmp_path, heading)
    assert f'column B "{heading}" is not clear' in refused.value.en and en in refused.value.en
    assert f"B 列“{heading}”含义不明确" in refused.value.zh and zh in refused.value.zh


def test_beside_the_field_itself_it_is_a_column_of_ones_own(tmp_path: Path) -> None:
    path = tmp_path / "r.csv"
    path.write_text("显卡型号,降价比例,折扣,税号\nA100 80GB,8折,去年9折,91X\n", encoding="utf-8")
    found = requests.read(path, FIELDS)
    assert found.own == ("折扣", "税号")
    assert found.requests[0].values["discount"] == "8折"


def test_a_template_without_the_field_has_no_such_word(tmp_path: Path) -> None:
    (tmp_path / "r.csv").write_text("customer,折扣,备注,数量\nA,1,2,3\n", encoding="utf-8")
    found = requests.read(tmp_path / "r.csv", ("customer",))
    assert found.own == ("折扣", "备注", "数量")


def test_a_key_of_an_object_is_explained_alike(tmp_path: Path) -> None:
    text = json.dumps([{"gpu": "A100 80GB", "折扣": 0.8}], ensure_ascii=False)
    (tmp_path / "r.json").write_text(text, encoding="utf-8")
    with pytest.raises(UnreadableTable, match='the key "折扣" is not clear'):
        requests.read(tmp_path / "r.json", FIELDS)
