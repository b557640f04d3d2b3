"""What people type: read kindly where it has one meaning, refused with advice where it has not."""

from __future__ import annotations

import datetime
from dataclasses import replace
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpucalc import catalog, edge, reading
from gpucalc import quantity as q
from gpucalc.errors import ExcelError, InputError, OutOfBounds, UnknownKey, Unreadable
from gpucalc.quantity import Quantity
from gpucalc.registry import functions

READ: list[tuple[Quantity, object, object]] = [
    *[(q.PARAMS, text, 1.3e10) for text in
      ("13B", "13b", "13 B", "130亿", "１３Ｂ", "13,000M", "1.3e10", "13B参数", "0.013T",
       "13\u3000B", 13e9, "13000000000", "13,000,000,000", "130 亿", "1300000万",
       "13十亿", "+13B", "13.0B")],
    (q.TOKENS, "2000亿", 2e11),
    (q.TOKENS, "2000亿 tokens", 2e11),
    (q.TOKENS, "200B词元", 2e11),
    (q.TOKENS, "1.3T", 1.3e12),
    (q.TOKENS, "1.3万亿", 1.3e12),
    (q.TOKENS, "300K", 3e5),
    (q.SAMPLES, "24.4万", 244_000.0),  # exactly: 24.4 · 10000 in binary is 243999.99999999997
    (q.SAMPLES, "24.4万条", 244_000.0),
    (q.SAMPLES, "100万样本", 1e6),
    (q.DAYS, "10天", 10.0),
    (q.DAYS, "2周", 14.0),
    (q.DAYS, "10 days", 10.0),
    (q.HOURS, "30天", 720.0),
    (q.HOURS, "1.5h", 1.5),
    (q.CARDS, "8卡", 8.0),
    (q.CARDS, "8 GPUs", 8.0),
    (q.CARDS, "８张", 8.0),
    (q.NODE_SIZE, "8卡/台", 8.0),
    *[(q.PRICE, text, 15.0) for text in
      ("15", "15元", "15元/卡时", "15 元/卡·时", "15元/卡/小时", "15元/卡小时", "¥15", "￥15",
       "¥ 15/卡时", "CNY15", "15CNY/card-hour", "人民币15元", "１５元／卡时")],
    *[(q.MONEY, text, 12_000.0) for text in
      ("¥12,000", "￥12,000.00", "12,000元", "1.2万元", "1.2万", "RMB 12000", "１２，０００元整")],
    (q.MONEY, "-¥5", ExcelError.VALUE),
    (q.MONEY, "-5元", -5.0),
    (q.MEMORY, "80 GB", 80.0),
    (q.MEMORY, "80G", 80.0),
    (q.MFU, "42%", 0.42),
    (q.TAX_RATE, "6%", 0.06),
    (q.TAX_RATE, "６％", 0.06),
    (q.BUFFER, "20 %", 0.2),
    (q.TAX_RATE, "0.06", 0.06),
    (q.GPU, "312", 312.0),
    (q.GPU, "312 TFLOPS", 312.0),
    (q.EPOCHS, "3轮", 3.0),
    (q.LAYERS, "32层", 32.0),
    *[(q.DISCOUNT, text, value) for text, value in
      [("8折", 0.2), ("85折", 0.15), ("8.5折", 0.15), ("打8折", 0.2), ("打 8 折", 0.2),
       ("八折", 0.2), ("八五折", 0.15), ("优惠15%", 0.15), ("15%", 0.15), ("降价15%", 0.15),
       ("0.15", 0.15), ("15% off", 0.15), ("９折", 0.1), ("10折", 0.0), (0.15, 0.15),
       ("99折", 0.01)]],
    *[(q.FIT, text, value) for text, value in
      [("TRUE", True), ("是", True), ("yes", True), ("否", False), ("false", False), (True, True)]],
    (q.START_DATE, "2026-11-30", 46356.0),
    (q.START_DATE, "2026年11月30日", 46356.0),
    (q.START_DATE, "2026/1/5", 46027.0),
    (q.START_DATE, datetime.date(2026, 11, 30), 46356.0),
    (q.START_DATE, datetime.datetime(2026, 11, 30, 12), 46356.5),
    (q.START_DATE, "46356", 46356.0),
    (q.PARAMS, Decimal("13e9"), 1.3e10),
    *[(quantity, blank, "") for quantity in (q.PARAMS, q.GPU, q.DISCOUNT, q.START_DATE, q.FIT)
      for blank in (None, "", "  ", "\u3000")],
]  # fmt: skip


@pytest.mark.parametrize("quantity, text, want", READ, ids=lambda v: getattr(v, "name", repr(v)))
def test_read(quantity: Quantity, text: object, want: object) -> None:
    """Exactly: texts are read as decimals, so no binary noise is left."""
    if want == ExcelError.VALUE:
        with pytest.raises(Unreadable):
            quantity.read(text)
    else:
        got = quantity.read(text)
        assert got == want and isinstance(got, type(want))


REFUSED: list[tuple[Quantity, str, str, str]] = [
    (q.DAYS, "5-8", "low and high cells", "请只填一个数"),
    (q.DAYS, "5 ~ 8天", "a range has two ends", "区间"),
    (q.PRICE, "15至20元", "a range has two ends", "区间"),
    (q.PRICE, "8到15", "a range has two ends", "区间"),
    (q.PARAMS, "约30", "about how much?", "请填确定的数"),
    (q.PARAMS, "30B左右", "for example 13B", "例如 13B"),
    (q.PARAMS, "100多亿", "about how much?", "请填确定的数"),
    (q.PRICE, "<15", "about how much?", "请填确定的数"),
    (q.PRICE, "15元/台天", "'元/台天' is not a unit of this argument", "不是该参数的单位"),
    (q.PRICE, "1500元/台·天", "not a unit", "不是该参数的单位"),
    (q.PRICE, "15000元/P·月", "not a unit", "不是该参数的单位"),
    (q.PRICE, "$15", "the amount is in USD", "金额为 USD"),
    (q.PRICE, "15 USD", "the amount is in USD", "金额为 USD"),
    (q.PRICE, "15%", "not a unit", "不是该参数的单位"),  # only shares and rates take %
    (q.DAYS, "50%", "not a unit", "不是该参数的单位"),
    (q.CARDS, "800%", "not a unit", "不是该参数的单位"),
    (q.START_DATE, "50%", "write the date", "日期请写成"),
    (q.START_DATE, "20261340", "no such day", "没有这一天"),
    (q.PARAMS, "13B-", "not a unit", "不是该参数的单位"),
    (q.DAYS, "240h", "not a unit", "不是该参数的单位"),
    (q.DAYS, "3m", "not a unit", "不是该参数的单位"),  # months, minutes, millions?
    (q.SEQ, "4K", "not a unit", "不是该参数的单位"),  # 4,000 or 4,096?
    (q.MEMORY, "80GiB", "not a unit", "不是该参数的单位"),
    (q.PARAMS, "1,2", "decimals with a point", "小数请用小数点"),
    (q.PARAMS, "1,23,456", "not a unit", "不是该参数的单位"),
    (q.PARAMS, "0,123B", "with a point: 0.123B", "写成 0.123B"),  # a decimal comma?
    (q.PARAMS, "1.234,5", "decimals with a point", "小数请用小数点"),
    (q.PARAMS, "12..3", "not a unit", "不是该参数的单位"),
    (q.PARAMS, "1 2", "not a unit", "不是该参数的单位"),
    (q.PARAMS, "1¥2", "not a unit", "不是该参数的单位"),
    (q.PARAMS, "13BB", "not a unit", "不是该参数的单位"),
    (q.PARAMS, "13亿亿", "not a unit", "不是该参数的单位"),
    (q.PARAMS, "1e99999999999", "not a unit", "不是该参数的单位"),
    (q.PARAMS, "十三亿", "such as 13B", "例如 13B"),
    (q.PARAMS, "nan", "expected a number", "应填数字"),
    (q.PARAMS, "inf", "expected a number", "应填数字"),
    (q.PARAMS, "(5)", "expected a number", "应填数字"),
    (q.DISCOUNT, "0折", "8折 means pay 80 %", "8折指付80%"),
    (q.DISCOUNT, "101折", "8折 means pay 80 %", "8折指付80%"),
    (q.DISCOUNT, "优惠8折", "share taken off", "降价比例"),  # 20 % or 80 % off?
    (q.DISCOUNT, "按85%", "share taken off", "降价比例"),  # 85 % paid or taken off?
    (q.DISCOUNT, "8 5折", "share taken off", "降价比例"),
    (q.DISCOUNT, "-15%", "without a sign: 15%", "不带负号填降价比例：15%"),  # less or more?
    (q.DISCOUNT, "- 15 %", "without a sign: 15 %", "不带负号"),
    (q.DISCOUNT, "0.8折", "pay 8 %, or 80 %? Write 8折", "请写 8折，或直接填降价比例：20%"),
    (q.DISCOUNT, "打0.85折", "Write 8.5折", "15%"),
    (q.DISCOUNT, "半价", "share taken off", "降价比例"),
    (q.START_DATE, "2026-02-30", "no such day", "没有这一天"),
    (q.START_DATE, "11/30/2026", "2026-11-30", "2026-11-30"),
    (q.FIT, "maybe", "TRUE or FALSE", "是/否"),
]


@pytest.mark.parametrize("quantity, text, en, zh", REFUSED, ids=lambda v: getattr(v, "name", v))
def test_refused_with_advice(quantity: Quantity, text: str, en: str, zh: str) -> None:
    with pytest.raises(Unreadable) as refused:
        quantity.read(text)
    assert en in refused.value.text("en") and text in refused.value.text("en")
    assert zh in refused.value.text("zh") and text in refused.value.text("zh")


@pytest.mark.parametrize("text", ["A100 80GB", "a100-80gb", "Ａ１００　８０ＧＢ", " A100  80GB "])
def test_a_card_is_found_however_it_is_written(text: str) -> None:
    tflops = functions()["gpu_tflops"]
    assert edge.call(tflops, text) == 312


@pytest.mark.parametrize(
    ("currency", "text", "value"),
    [
        ("USD", "$15", 15), ("USD", "USD 15", 15), ("USD", "15 USD", 15), ("USD", "US$1.2万", 12e3),
        ("USD", "15美元/卡时", 15), ("USD", "15 USD per card-hour", 15), ("USD", "15/卡时", 15),
        ("EUR", "€15", 15), ("EUR", "15 欧元", 15), ("JPY", "¥1,500", 1500), ("AUD", "15 AUD", 15),
        ("CNY", "¥15", 15), ("USD", "15元/卡时", None), ("USD", "¥15", None), ("EUR", "$15", None),
        ("USD", "HK$15", None), ("HKD", "US$15", None), ("CNY", "15美元", None),
    ],
)  # fmt: skip
def test_money_names_its_own_currency_or_none(
    currency: str, text: str, value: float | None
) -> None:
    price = q.PRICE.in_currency(currency)
    if value is not None:
        assert price.read(text) == value
        return
    with pytest.raises(Unreadable) as refused:
        price.read(text)
    assert f"{currency} is due here" in refused.value.text("en")
    assert f"应为 {currency}" in refused.value.text("zh")


@pytest.mark.parametrize(
    ("quantity", "text", "value"),
    [
        (q.STORAGE_PRICE, "200元/TB·月", 200), (q.STORAGE_PRICE, "200 CNY per TB-month", 200),
        (q.PRICE, "15元/卡·时", 15), (q.TARIFF, "0.65元/kWh", 0.65), (q.HOSTING, "5万元/月", 5e4),
    ],
)  # fmt: skip
def test_the_unit_of_the_label_is_read(quantity: Quantity, text: str, value: float) -> None:
    assert quantity.read(text) == value


def test_a_quantity_whose_example_is_a_percentage_takes_percentages() -> None:
    known = [v for v in vars(q).values() if isinstance(v, Quantity)]
    for quantity in known:
        if quantity.example.endswith("%"):
            assert quantity.percent, quantity.name
            assert quantity.read("20%") == 0.2
        if quantity.unit or quantity.whole:
            assert not quantity.percent, quantity.name


def test_a_share_taken_off_is_read_under_every_name() -> None:
    assert replace(q.DISCOUNT, name="storage_discount").read("8折") == 0.2


def test_days_before_march_1900_are_as_excel_counts_them() -> None:
    days = {"1900-01-01": 1, "1900-02-28": 59, "1900-03-01": 61, "2026-11-30": 46356}
    for text, serial in days.items():
        assert q.START_DATE.read(text) == serial
        assert reading.day_of(serial).isoformat() == text
    for number in (0, 60, 2958466):
        with pytest.raises(ValueError, match="no day"):
            reading.day_of(number)


@pytest.mark.parametrize(
    ("text", "name"),
    [("NVIDIA A100 80GB", "A100 80GB"), ("rtx-4090", "RTX 4090"), ("4090.0", "4090"),
     ("GeForce RTX 4090", "RTX 4090"), ("英伟达 H100", "H100"),
     ("A100_SXM4_80GB", "A100 SXM4 80GB")],
)  # fmt: skip
def test_a_name_may_have_its_maker_and_other_hyphens(text: str, name: str) -> None:
    """What a look-up finds is the row of that model, under whichever of its names."""
    table = catalog.table("gpus")
    assert table.row(str(q.GPU_NAME.read(text)))["model"] == table.row(name)["model"]  # type: ignore[index]


def test_an_unknown_name_of_a_short_table_brings_all_of_it() -> None:
    with pytest.raises(UnknownKey) as unknown:
        q.METHOD.read("sft")
    assert "LoRA 微调、" in unknown.value.text("zh")
    assert "Pre-training, " in unknown.value.text("en")
    assert catalog.table("tax").hints("算力服务", "zh")[0] == "算力及云服务"
    assert catalog.table("tax").hints("cloud", "en")[0] == "Compute and cloud services"


def test_an_unknown_name_brings_the_nearest() -> None:
    with pytest.raises(UnknownKey) as unknown:
        q.GPU.read("A100 90GB")
    assert "A100 80GB" in unknown.value.text("en") and "A100 80GB" in unknown.value.text("zh")
    assert unknown.value.cell == ExcelError.NA


@pytest.mark.parametrize(
    "quantity, value, en, zh",
    [
        (q.TAX_RATE, 6.0, "6% or 0.06", "6% 或 0.06"),
        (q.TAX_RATE, 1.0, "1 % is 0.01", "1% 即 0.01"),  # who types 1 means 1 %
        (q.MFU, 42.0, "6% or 0.06", "6% 或 0.06"),
        (q.DISCOUNT, 15.0, "6% or 0.06", "6% 或 0.06"),
        (q.CARDS, 8.5, "whole number", "整数"),
        (q.CARDS, 0.0, "outside", "超出范围"),
        (q.PARAMS, 0.0, "above 0", "大于 0"),
        (q.DAYS, -1.0, "outside", "超出范围"),
    ],
)
def test_bounds_say_what_is_allowed(quantity: Quantity, value: float, en: str, zh: str) -> None:
    with pytest.raises(OutOfBounds) as outside:
        quantity.check(value)
    assert en in outside.value.text("en") and zh in outside.value.text("zh")
    assert quantity.label("en") in outside.value.text("en")
    assert quantity.label("zh") in outside.value.text("zh")
    assert outside.value.cell == ExcelError.NUM


# -- round trips ---------------------------------------------------------------------------------

FULL_WIDTH = {c: chr(c + 0xFEE0) for c in range(0x21, 0x7F)} | {ord(" "): "\u3000"}
SCALES = st.sampled_from([*reading.SCALES.items(), *reading.LETTER_SCALES.items()])
DECIMALS = st.decimals(0, 10**6, places=3) | st.integers(0, 10**9).map(Decimal)


@given(DECIMALS, SCALES, st.sampled_from(["", " ", "\u3000"]), st.booleans(), st.booleans())
def test_scales_are_exact(
    number: Decimal, scale: tuple[str, Decimal], space: str, commas: bool, wide: bool
) -> None:
    text = f"{number:,f}" if commas else f"{number:f}"
    text += space + scale[0] if scale[0] else ""
    assert q.PARAMS.read(text.translate(FULL_WIDTH) if wide else text) == float(number * scale[1])


@given(st.integers(1, 9999))
def test_discounts(hundredths: int) -> None:
    """8折, 85折 and 15% are three ways to write what is paid or taken off."""
    off = Decimal(hundredths) / 10000
    assert q.DISCOUNT.read(f"{off * 100:f}%") == float(off)
    tenths = f"{(1 - off) * 10:f}折"
    if off <= Decimal("0.9"):
        assert q.DISCOUNT.read(tenths) == float(off)
    else:  # 0.8折: 8 % or 80 % paid?
        with pytest.raises(Unreadable):
            q.DISCOUNT.read(tenths)


@given(st.dates(datetime.date(1900, 3, 1), datetime.date(9999, 12, 31)))
def test_dates(day: datetime.date) -> None:
    serial = q.START_DATE.read(day)
    assert reading.EPOCH + datetime.timedelta(days=int(serial)) == day
    for text in (day.isoformat(), f"{day.year}年{day.month}月{day.day}日", f"{day:%Y%m%d}"):
        assert reading.date(text) == serial


@given(st.text(alphabet="0123456789.,+-eE%¥万亿千KMBT元卡天折约~ \u3000１８ＡaBx", max_size=9))
def test_any_text_is_read_or_refused(text: str) -> None:
    """Never another exception, and never a number where the digits are not those of the text."""
    for quantity in (q.PARAMS, q.PRICE, q.DISCOUNT, q.DAYS, q.GPU, q.START_DATE, q.FIT):
        try:
            quantity.read(text)
        except InputError as error:
            assert error.text("en") and error.text("zh")
