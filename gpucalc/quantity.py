"""The quantities of the trade: each once, with its unit, its bounds and how people write it.

A kernel annotates its arguments with the types at the end of this file (``params: q.Params``); from
them the registry knows bounds, units, labels (``glossary.csv``) and how text is read.
Bounds live here, never in kernels. GB is 1e9 bytes, hours and days are wall-clock, money is CNY.
"""

from __future__ import annotations

import datetime
import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from decimal import Decimal
from functools import cached_property
from typing import Annotated, Any

from gpucalc import catalog, glossary, reading
from gpucalc.errors import BlankInput, OutOfBounds, UnknownKey

Read = float | str | bool
_DATE_MAX = 2958465.0  # 9999-12-31


@dataclass(frozen=True)
class Quantity:
    """One quantity. ``name`` is its row in the glossary; ``unit`` a symbol or a glossary row.

    ``low`` and ``high`` bound it (``open_low``: low itself is refused), ``whole`` refuses
    fractions. ``kind``: number, money, date, flag, key (a name in ``table``; with ``number_ok``
    also a number), text, any (whatever a cell holds, errors too). ``units`` are the unit words that
    its text may carry, with their factor; the unit of its label is always one. ``percent``: a share
    or rate, whose text may end in %. ``taken_off``: a share taken off, for which 8折 may be
    written. ``currency``: the currency that text of money may name.
    """

    name: str
    unit: str = ""
    low: float = -math.inf
    high: float = math.inf
    open_low: bool = False
    whole: bool = False
    kind: str = "number"
    table: str = ""
    number_ok: bool = False
    letters: bool = False
    percent: bool = False
    taken_off: bool = False
    currency: str = "CNY"
    units: Mapping[str, float] = field(default_factory=dict, hash=False)
    example: str = "100"

    def label(self, lang: str = "en") -> str:
        """What people call it, from the glossary."""
        return glossary.label(self.name, lang)

    @property
    def is_text(self) -> bool:
        """Whether a cell of this quantity holds text rather than a number."""
        return self.kind in ("key", "text", "any")

    def bounds(self, lang: str = "en") -> str:
        """The allowed range as people say it: ``above 0, up to 1``, ``whole number, 1 to 1,024``.

        "" where anything goes.
        """
        zh = lang == "zh"
        low, high = _figure(self.low), _figure(self.high)
        parts = [("whole number", "整数")[zh]] if self.whole else []
        if low and high and not self.open_low:
            parts.append(f"{low} {('to', '至')[zh]} {high}")
        else:
            if low and self.open_low:
                parts.append(f"{('above', '大于')[zh]} {low}")
            elif low:
                parts.append(f"不小于 {low}" if zh else f"{low} or more")
            if high:
                parts.append(f"{('up to', '不超过')[zh]} {high}")
        return ("，" if zh else ", ").join(parts)

    def read(self, value: object) -> Read:
        """The value as number, text or flag; "" for a blank one.

        Raises Unreadable for text without one clear meaning, UnknownKey for a name that the catalog
        does not hold. Bounds are not checked here (see :meth:`check`).
        """
        if value is None or (isinstance(value, str) and not value.strip()):
            return ""
        if self.kind == "text" and not isinstance(value, str):
            return as_text(value)
        if isinstance(value, bool):
            if self.kind == "key":
                raise self._unknown(as_text(value))
            return value
        if isinstance(value, datetime.date):
            return reading.serial(value)
        if isinstance(value, int | float | Decimal):
            return self._read_number(as_float(value))
        if hasattr(value, "item"):  # numpy scalars
            return self.read(value.item())
        return self._read_text(str(value))

    def _read_number(self, value: float) -> Read:
        if self.kind == "key":
            row = catalog.table(self.table).row(value)
            if row is None and not self.number_ok:
                raise self._unknown(f"{value:.15g}")
        return value

    def _read_text(self, text: str) -> Read:
        if self.kind in ("text", "any"):
            return text
        if self.kind == "flag":
            return reading.flag(text)
        if self.kind == "date":
            return reading.date_or_serial(text)
        if self.kind == "key":
            row = catalog.table(self.table).row(text)
            if row is not None:
                return str(row["name"])
            if self.number_ok and (reading.is_numeral(text) or text.strip()[:1].isdigit()):
                return self._plain_number(text)
            raise self._unknown(text)
        if self.taken_off:
            return reading.discount(text)
        return self._plain_number(text)

    def _plain_number(self, text: str) -> float:
        return reading.number(
            text,
            units=self._unit_words,
            letters=self.letters,
            percent=self.percent,
            currency=self.currency if self.kind == "money" else "",
            example=self.example,
        )

    @cached_property
    def _unit_words(self) -> Mapping[str, float]:
        """The unit words of its text, in its currency, with the unit that its label shows."""
        words = dict(self.units)
        if self.unit:
            for lang in ("zh", "en"):
                words.setdefault(reading.unit_word(_unit_label(self.unit, lang)), 1)
        return reading.in_currency(words, self.currency) if self.kind == "money" else words

    def in_currency(self, code: str) -> Quantity:
        """The quantity as it is read in a document of another currency (money only)."""
        if self.kind != "money" or code == self.currency:
            return self
        digits = "".join(c for c in self.example if c in "0123456789.,")
        return replace(self, currency=code, example=digits)

    def _unknown(self, text: str) -> UnknownKey:
        return unknown_key(self.table, text)

    def check(self, value: Read) -> None:
        """Raises OutOfBounds where a value that was read lies outside the quantity's range."""
        if isinstance(value, str) or self.kind in ("flag", "text", "any"):
            if value == "":
                raise BlankInput(f"{self.label('en')} is missing", f"缺少{self.label('zh')}")
            return
        x = as_float(value)
        if self.kind == "key" and catalog.table(self.table).row(x) is not None:
            return
        low_ok = x > self.low if self.open_low else x >= self.low
        if not (low_ok and x <= self.high):
            en, zh = self.bounds("en"), self.bounds("zh")
            hint = _PERCENT_HINT if self.percent and x > self.high else ("", "")
            raise OutOfBounds(
                f"{self.label('en')} = {x:.15g} is outside the allowed range: {en}{hint[0]}",
                f"{self.label('zh')} = {x:.15g} 超出范围：{zh}{hint[1]}",
                given=value,
            )
        if self.whole and x != math.floor(x):
            raise OutOfBounds(
                f"{self.label('en')} = {x:.15g} must be a whole number",
                f"{self.label('zh')} = {x:.15g} 必须为整数",
                given=value,
            )


_PERCENT_HINT = (" (write 6% or 0.06; 1 % is 0.01)", "（请写 6% 或 0.06；1% 即 0.01）")


def _figure(bound: float) -> str:
    """A bound as people read it: 1,000,000, then 10^15; "" for none."""
    if not math.isfinite(bound):
        return ""
    power = round(math.log10(abs(bound))) if bound else 0
    return f"10^{power}" if power > 12 and bound == 10.0**power else f"{bound:,.15g}"


def _unit_label(unit: str, lang: str) -> str:
    try:
        return glossary.label(unit, lang)
    except glossary.UnknownField:  # a symbol: GB, h
        return unit


def unknown_key(table: str, text: str) -> UnknownKey:
    """The refusal of a name that the catalog does not hold, with the names that may be meant."""
    hints = catalog.table(table).hints
    return UnknownKey(
        f"{text!r} is not in the catalog ({table}); nearest: {', '.join(hints(text, 'en')) or '-'}",
        f"价格库/目录（{table}）中没有“{text}”；相近名称：{'、'.join(hints(text, 'zh')) or '-'}",
        given=text,
    )


def as_float(value: Any) -> float:
    """A number as a float; one beyond its range is infinite, which every bound refuses."""
    try:
        return float(value)
    except OverflowError:
        return math.inf if value > 0 else -math.inf
    except ValueError:  # a signalling NaN of Decimal
        return math.nan


def as_text(value: Any) -> str:
    """A value as a spreadsheet joins it to text: 4090.0 is "4090", a true flag "TRUE"."""
    value = value.item() if hasattr(value, "item") else value
    if isinstance(value, bool):
        return str(value).upper()
    if isinstance(value, datetime.date):
        return value.isoformat()
    number = as_float(value)
    return "" if math.isnan(number) else f"{number:.15g}"


def _words(factor: float, *words: str) -> dict[str, float]:
    return dict.fromkeys(words, factor)


_CARD_WORDS = _words(1, "卡", "张", "块", "card", "cards", "GPU", "GPUs")
_HOUR_WORDS = _words(1, "小时", "时", "h", "hour", "hours", "hr", "hrs") | _words(24, "天", "日")
_DAY_WORDS = _words(1, "天", "日", "d", "day", "days") | _words(7, "周", "week", "weeks")
_PRICE_WORDS = _words(
    1,
    *("元", "元/卡时", "元/卡/时", "元/卡小时", "元/卡/小时", "元/小时", "元/时", "元每卡时"),
    *("CNY", "CNY/card-hour", "CNY/cardhour", "RMB", "/卡时", "/h"),
)
_MONEY_WORDS = _words(1, "元", "CNY", "RMB", "元整")
_TOKEN_WORDS = _words(1, "token", "tokens", "词元", "个token")

PARAMS = Quantity(
    "params", "", 0, 1e15, open_low=True, letters=True, example="13B",
    units=_words(1, "参数", "param", "params", "parameters"),
)  # fmt: skip
ACTIVE_PARAMS = replace(PARAMS, name="active_params")
TOKENS = Quantity(
    "tokens", "token", 0, 1e18, open_low=True, letters=True, units=_TOKEN_WORDS, example="200B"
)
SAMPLES = Quantity(
    "samples", "", 1, 1e15, whole=True, letters=True, example="24.4万",
    units=_words(1, "条", "张", "个", "样本", "samples"),
)  # fmt: skip
EPOCHS = Quantity(
    "epochs", "", 0, 1e6, open_low=True, units=_words(1, "轮", "epoch", "epochs", "次"), example="3"
)
BATCH = Quantity("batch", "", 1, 1e9, whole=True, example="64")
BATCH_PER_CARD = Quantity("batch_per_card", "", 1, 1e6, whole=True, example="1")
SEQ = Quantity("seq", "token", 1, 1e8, whole=True, units=_TOKEN_WORDS, example="4096")
LAYERS = Quantity("layers", "", 1, 1e5, whole=True, units=_words(1, "层", "layers"), example="32")
HIDDEN = Quantity("hidden", "", 1, 1e7, whole=True, example="4096")
VOCAB = Quantity("vocab", "", 1, 1e8, whole=True, letters=True, example="128000")
ZERO = Quantity("zero", "", 0, 3, whole=True, example="3")
GPU = Quantity(
    "gpu", "TFLOPS", 0, 1e6, open_low=True, kind="key", table="gpus", number_ok=True,
    units=_words(1, "TFLOPS", "TFLOP/s", "TFLOPs"), example="A100 80GB",
)  # fmt: skip
GPU_NAME = Quantity("gpu", "", kind="key", table="gpus", example="A100 80GB")
METHOD = Quantity("method", "", kind="key", table="methods", example="lora")
PRECISION = Quantity("precision", "", kind="key", table="precisions", example="bf16")
TFLOPS = Quantity("peak_per_card", "TFLOPS", 0, 1e6, open_low=True, example="312")
FLOPS = Quantity("flops", "FLOP", 0, 1e40, open_low=True, example="1.56e22")
STEPS = Quantity("steps", "", 0, 1e15, example="78125")
CARDS = Quantity("cards", "cards", 1, 1e7, whole=True, units=_CARD_WORDS, example="8")
CARDS_NEEDED = replace(CARDS, name="cards_needed", low=0)
CARDS_OWNED = replace(CARDS, name="cards_owned", low=0)
GAP = replace(CARDS, name="gap", low=0)
NODE_SIZE = Quantity(
    "node_size", "cards", 1, 1024, whole=True, units=_CARD_WORDS | _words(1, "卡/台"), example="8"
)
HOURS = Quantity("hours", "h", 0, 1e9, units=_HOUR_WORDS, example="720")
TRAIN_HOURS = replace(HOURS, name="train_hours")
BILLED_HOURS = replace(HOURS, name="billed_hours")
STEP_HOURS = Quantity("step_hours", "h", 0, 1e5, units=_HOUR_WORDS, example="1")
MIN_HOURS = Quantity("min_hours", "h", 0, 1e6, units=_HOUR_WORDS, example="24")
HOURS_PER_DAY = Quantity(
    "hours_per_day",
    "h",
    0,
    24,
    open_low=True,
    units=_words(1, "小时", "h", "hours", "小时/天", "h/d"),
    example="20",
)
DAYS = Quantity("days", "d", 0, 1e5, open_low=True, units=_DAY_WORDS, example="10")
CALENDAR_DAYS = replace(DAYS, name="calendar_days", open_low=False)
RENTAL_DAYS = Quantity("rental_days", "d", 1, _DATE_MAX, units=_DAY_WORDS, example="30")
BUFFER = Quantity("buffer", "", 0, 0.99, percent=True, example="20%")
OVERHEAD = Quantity("overhead", "", 0, 10, percent=True, example="10%")
MFU = Quantity("mfu", "", 0, 1, open_low=True, percent=True, example="0.42")
MARGIN = Quantity("margin", "", 0, 10, percent=True, example="0.2")
RATIO = Quantity("deadline_ratio", "", 0, percent=True, example="0.8")
FIT = Quantity("fit", kind="flag", example="TRUE")
CHECKPOINTING = Quantity("checkpointing", kind="flag", example="TRUE")
DROP_LAST = Quantity("drop_last", kind="flag", example="FALSE")
INCLUDES_TAX = Quantity("includes_tax", kind="flag", example="FALSE")
MEMORY = Quantity("memory_needed", "GB", 0, units=_words(1, "GB", "G"), example="80")
PRICE = Quantity(
    "price", "cny_per_card_hour", 0, 1e9, kind="money", units=_PRICE_WORDS, example="15元/卡时"
)
LINE_QUANTITY = Quantity("quantity", "", 0, 1e12, example="2")
LINE_PRICE = Quantity("unit_price", "", 0, 1e12, kind="money", units=_MONEY_WORDS, example="200")
PERIODS = Quantity("periods", "", 0, 1e9, example="3")
PERIOD_HOURS = Quantity("hours_per_period", "h", 0, 1e5, open_low=True, example="720")
RESERVE = Quantity("reserve", "", 0, 10, percent=True, example="10%")
NODES = Quantity("nodes", "", 0, 1e7, whole=True, example="2")
PFLOPS_DAYS = Quantity("pflop_s_days", "PD", 0, example="180")
DISCOUNT = Quantity("discount", "", 0, 1, percent=True, taken_off=True, example="8折")
MONEY = Quantity("amount", "CNY", -1e13, 1e13, kind="money", units=_MONEY_WORDS, example="¥12,000")
NET = replace(MONEY, name="net")
GROSS = replace(MONEY, name="gross")
TAX = replace(MONEY, name="tax")
WORDS_AMOUNT = replace(MONEY, low=-999999999999.99, high=999999999999.99)
TAX_RATE = Quantity("tax_rate", "", 0, 0.5, percent=True, example="6%")
START_DATE = Quantity("start_date", "", 1, _DATE_MAX, kind="date", example="2026-11-30")
END_DATE = replace(START_DATE, name="end_date")
AMOUNT_IN_WORDS = Quantity("amount_in_words", kind="text")

# -- workloads, pilots and memory ----------------------------------------------------------------

HEADS = Quantity("heads", "", 1, 1e5, whole=True, example="32")
KV_HEADS = replace(HEADS, name="kv_heads")
HEAD_DIM = Quantity("head_dim", "", 1, 1e6, whole=True, example="128")
FFN = Quantity("ffn", "", 1, 1e8, whole=True, example="11008")
FFN_MATRICES = Quantity("ffn_matrices", "", 1, 4, whole=True, example="3")
TIED = Quantity("tied", kind="flag", example="FALSE")
CAUSAL = Quantity("causal", kind="flag", example="FALSE")
TRAINED_SHARE = Quantity("trained_share", "", 0, 1, open_low=True, percent=True, example="6%")
TOKENS_PER_SAMPLE = Quantity(
    "tokens_per_sample", "token", 0, 1e9, open_low=True, units=_TOKEN_WORDS, example="512"
)
BYTES_PER_TOKEN = Quantity(
    "bytes_per_token", "", 0, 1e6, open_low=True, kind="key", table="texts", number_ok=True,
    example="chinese",
)  # fmt: skip
IMAGE_WIDTH = Quantity(
    "image_width", "", 1, 1e6, whole=True, units=_words(1, "px", "像素"), example="512"
)
IMAGE_HEIGHT = replace(IMAGE_WIDTH, name="image_height")
PATCH = replace(IMAGE_WIDTH, name="patch", example="16")
CLASS_TOKEN = Quantity("class_token", kind="flag", example="FALSE")
TOKENS_PER_SECOND = Quantity(
    "tokens_per_second", "", 0, 1e15, open_low=True, letters=True, example="3370"
)
SECONDS_PER_STEP = Quantity(
    "seconds_per_step", "", 0, 1e7, units=_words(1, "秒", "s", "sec", "seconds"), example="2.5"
)
COMM_OVERHEAD = replace(OVERHEAD, name="comm_overhead")
DATA_OVERHEAD = replace(OVERHEAD, name="data_overhead")
WORK_DONE = Quantity("work_done", "", 0, 1e18, open_low=True, letters=True, example="100")
WORK_TOTAL = replace(WORK_DONE, name="work_total", open_low=False)
STEPS_DONE = Quantity("steps_done", "", 0, 1e15, open_low=True, example="30000")
STEPS_TOTAL = replace(STEPS_DONE, name="steps_total", open_low=False)
HOURS_SO_FAR = replace(HOURS, name="hours_so_far")
HOURS_LEFT = replace(HOURS, name="hours_left")
CARDS_FROM = replace(CARDS, name="cards_from")
CARDS_TO = replace(CARDS, name="cards_to")
CARDS_A = replace(CARDS, name="cards_a")
CARDS_B = replace(CARDS, name="cards_b")
THROUGHPUT_A = Quantity("throughput_a", "", 0, 1e15, open_low=True, letters=True, example="25.6")
THROUGHPUT_B = replace(THROUGHPUT_A, name="throughput_b", open_low=False)
EFFICIENCY = Quantity("efficiency", "", 0, 2, open_low=True, percent=True, example="80%")
CARD_HOURS = replace(HOURS, name="card_hours", high=1e12)
GAP_GPU_HOURS = replace(CARD_HOURS, name="gap_gpu_hours")
LANGUAGE = Quantity("lang", kind="key", table="languages", example="zh")
DEADLINE_ADVICE = Quantity("deadline_advice", kind="text")
OPTIMIZER = Quantity("optimizer", kind="key", table="optimizers", example="AdamW")
MEMORY_PART = Quantity("memory_part", kind="key", table="parts", example="weights")
PART_MEMORY = replace(MEMORY, name="part_memory")
MEMORY_TOTAL = replace(MEMORY, name="memory_total")
USABLE_MEMORY = replace(MEMORY, name="usable_memory_per_card")
SAMPLE_GB = replace(MEMORY, name="sample_gb", open_low=True, high=1e6)
STATES_GB = replace(MEMORY, name="states_gb")
MEMORY_RESERVE = replace(RESERVE, name="reserve", high=1)
FITS_CARD = Quantity("fits_card", kind="flag", example="TRUE")
MAX_BATCH = replace(BATCH_PER_CARD, name="max_batch", low=0)
RESUMABLE = Quantity("resumable", kind="flag", example="TRUE")
CHECKPOINT_GB = replace(MEMORY, name="checkpoint_gb")

# -- prices, rules and owning --------------------------------------------------------------------

_TIME_WORDS = _HOUR_WORDS | _words(1 / 60, "分钟", "分", "min", "minutes")
_MONTH_WORDS = _words(1, "月", "个月", "month", "months") | _words(12, "年", "year", "years")
_GB_WORDS = _words(1, "GB", "G") | _words(1e3, "TB", "T") | _words(1e6, "PB", "P")
UNIT = Quantity("billing_unit", kind="key", table="units", example="台月")
QUOTED_PRICE = Quantity(
    "quoted_price", "CNY", 0, 1e12, kind="money", units=_MONEY_WORDS, example="76000"
)
CARDS_PER_NODE = replace(NODE_SIZE, name="cards_per_node")
HOURS_PER_MONTH = Quantity("hours_per_month", "h", 0, 744, open_low=True, example="720")
PERIOD_START = replace(START_DATE, name="period_start")
PERIOD_END = replace(START_DATE, name="period_end")
PERIOD_DAYS = replace(DAYS, name="period_days", low=0, high=_DATE_MAX, open_low=False)
PERIOD_AMOUNT = replace(MONEY, name="period_amount")
TIER_FROM = Quantity("tier_from", "", 0, 1e12, example="1000")
TIER_FROM_TWO = replace(TIER_FROM, name="tier_from_two")
TIER_FROM_THREE = replace(TIER_FROM, name="tier_from_three")
TIER_PRICE = replace(PRICE, name="tier_price")
TIER_PRICE_TWO = replace(PRICE, name="tier_price_two")
TIER_PRICE_THREE = replace(PRICE, name="tier_price_three")
EXCESS_ONLY = Quantity("excess_only", kind="flag", example="TRUE")
INCLUSIVE = Quantity("inclusive", kind="flag", example="TRUE")
STACKABLE = Quantity("stackable", kind="flag", example="FALSE")
OFF_PEAK_HOURS = replace(HOURS_PER_DAY, name="off_peak_hours", open_low=False, example="8")
RUN_HOURS_PER_DAY = replace(HOURS_PER_DAY, name="run_hours_per_day")
FREE_OVER = Quantity("free_over", "d", 1, 3660, whole=True, units=_DAY_WORDS, example="7")
FREE_EACH = Quantity("free_each", "d", 0, 366, whole=True, units=_DAY_WORDS, example="1")
FREE_READING = Quantity("free_reading", kind="key", table="free_day_readings", example="once")
FREE_DAYS = replace(RENTAL_DAYS, name="free_days", low=0)
UTILISATION = Quantity("time_utilisation", "", 0, 1, open_low=True, percent=True, example="80%")
HOURLY_PRICE = replace(PRICE, name="hourly_price", open_low=True)
MONTHLY_PRICE = Quantity(
    "monthly_price", "cny_per_card_month", 0, 1e12, kind="money", units=_MONEY_WORDS, example="7560"
)
PLAN_BREAK_EVEN = Quantity("plan_break_even", "", 0, percent=True, example="70%")
INTERRUPTIONS = Quantity("interruptions", "per_day", 0, 1e4, units=_words(1, "次"), example="2")
CHECKPOINT_EVERY = Quantity(
    "checkpoint_every", "h", 0, 1e4, open_low=True, units=_TIME_WORDS, example="1"
)
CHECKPOINT_TIME = Quantity("checkpoint_time", "h", 0, 1e3, units=_TIME_WORDS, example="0.05")
RESTART_TIME = Quantity("restart_time", "h", 0, 1e3, units=_TIME_WORDS, example="0.25")
TERABYTES = Quantity(
    "terabytes", "TB", 0, 1e9, example="2",
    units=_words(1, "TB", "T") | _words(1e-3, "GB", "G") | _words(1e3, "PB", "P"),
)  # fmt: skip
STORAGE_MONTHS = Quantity("storage_months", "unit_months", 0, 1200, units=_MONTH_WORDS, example="3")
STORAGE_PRICE = Quantity(
    "storage_price", "cny_per_tb_month", 0, 1e9, kind="money", units=_MONEY_WORDS, example="200"
)
DATA_GB = Quantity("data_gb", "GB", 0, 1e12, units=_GB_WORDS, example="1000")
BANDWIDTH_MBPS = Quantity(
    "bandwidth_mbps", "mbps", 0, 1e9, open_low=True, example="10",
    units=_words(1, "Mbps") | _words(1e3, "Gbps") | _words(1e-3, "Kbps"),
)  # fmt: skip
LINK_EFFICIENCY = Quantity("link_efficiency", "", 0, 1, open_low=True, percent=True, example="80%")
TRANSFER_HOURS = replace(HOURS, name="transfer_hours")
COST_PER_MILLION_TOKENS = replace(
    QUOTED_PRICE, name="cost_per_million_tokens", unit="cny_per_million_tokens"
)
CAPEX = replace(QUOTED_PRICE, name="capital_expenditure", example="140万")
MONTHS = Quantity(
    "evaluation_horizon", "unit_months", 1, 1200, whole=True, units=_MONTH_WORDS, example="36"
)
DISCOUNT_RATE = Quantity("discount_rate", "", 0, 1, percent=True, example="8%")
HOSTING = Quantity(
    "colocation_fee", "cny_per_month", 0, 1e12, kind="money", units=_MONEY_WORDS, example="5万"
)
STAFF = replace(HOSTING, name="operations_staff_cost")
POWER_KW = Quantity("power_kw", "kw", 0, 1e6, units=_words(1, "kW", "千瓦"), example="10")
PUE = Quantity("pue", "", 1, 5, example="1.3")
TARIFF = Quantity(
    "electricity_tariff", "cny_per_kwh", 0, 1e3, kind="money", units=_MONEY_WORDS, example="0.65"
)
PROCEEDS = replace(QUOTED_PRICE, name="disposal_proceeds", example="165000")
INCOME_TAX_RATE = Quantity("corporate_income_tax_rate", "", 0, 1, percent=True, example="25%")
DEPRECIATION_YEARS = Quantity(
    "depreciation_life", "unit_years", 1, 50, units=_words(1, "年", "year", "years"), example="3"
)
RESIDUAL_RATE = Quantity("residual_rate", "", 0, 1, percent=True, example="5%")
PAYMENTS_PER_YEAR = Quantity(
    "payments_per_year", "", 1, 12, whole=True, units=_words(1, "次"), example="12"
)
IN_ADVANCE = Quantity("in_advance", kind="flag", example="FALSE")
NPV = replace(MONEY, name="net_present_value")
MONTHLY_RENT = replace(HOSTING, name="monthly_rent", example="90000")
OTHER_MONTHLY = replace(HOSTING, name="other_monthly", example="26906.25")
RENT_FALL = Quantity("annual_fall_of_rent_prices", "", -1, 0.99, percent=True, example="20%")
BREAK_EVEN_RENT = replace(MONEY, name="break_even_rent", unit="cny_per_month")
MONTHLY_SAVING = replace(MONEY, name="monthly_saving", unit="cny_per_month")
PAYBACK = Quantity("payback_period", "unit_months", 0, example="41.27")

# -- offers side by side -------------------------------------------------------------------------

SPARSE_P = Quantity("sparse_p", kind="flag", example="FALSE")
EXCHANGE_RATE = Quantity("exchange_rate", "", 0, 1e6, open_low=True, example="7.1")
COST_OF_FUNDS = Quantity("cost_of_funds", "", 0, 1, percent=True, example="6%")
PREPAYMENT_SHARE = Quantity("prepayment_share", "", 0, 1, percent=True, example="30%")
DEPOSIT = replace(QUOTED_PRICE, name="refundable_deposit", example="38000")
LESS = replace(MONEY, name="other_amount")
BEST = replace(MONEY, name="best_total")
OTHERS = replace(MONEY, name="other_items")
PRICE_INCLUDES_TAX = Quantity("price_includes_tax", kind="flag", example="TRUE")
BASIS_INCLUDES_TAX = Quantity("basis_includes_tax", kind="flag", example="FALSE")
TARGET = replace(QUOTED_PRICE, name="target_price", low=-1e12)
REDUCTION = Quantity("reduction_needed", "", -math.inf, 1, percent=True, example="6%")
MEDIAN = replace(QUOTED_PRICE, name="median_price", open_low=True)
TIMES = Quantity("times_median", "", 0, example="1.2")
AS_OF = replace(START_DATE, name="as_of")
PRICE_DATE = replace(START_DATE, name="price_date")
AGE_DAYS = Quantity("age_days", "d", example="30")
AMOUNT_TEXT = Quantity("amount_text", kind="text")
COUNT = Quantity("count", "", 0, 1e9, whole=True, example="4")
DATE_TEXT = Quantity("date_text", kind="text", example="2026-11-30")
DATE_NUMBER = Quantity("date_number", "", 0, _DATE_MAX, example="46356")

# -- plans (lines of the sizing book) ------------------------------------------------------------

USABLE_HOURS = replace(HOURS, name="usable_hours", open_low=True)
PREPARATION_DAYS = Quantity("preparation_days", "d", 0, 3650, units=_DAY_WORDS, example="2")
CARDS_EXACT = Quantity("cards_exact", "cards", 0, 1e7, example="115.74")
SPREAD = Quantity("pilot_spread", "", 0, 0.9, percent=True, example="10%")
THROUGHPUT_RATIO = Quantity(
    "throughput_ratio", "", 0, 1e4, open_low=True, percent=True, example="0.4"
)
FACTOR = Quantity("factor", "", 0, 1e4, open_low=True, example="2")
CARDS_LEAST = replace(CARDS, name="cards_by_memory")
DOUBLING_EFFICIENCY = Quantity(
    "doubling_efficiency", "", 0, 1, open_low=True, percent=True, example="95%"
)
IN_TIME = Quantity("in_time", kind="flag", example="TRUE")
COPIES = Quantity("checkpoints_kept", "", 0, 1e4, whole=True, example="3")
PILOT_SECONDS = Quantity(
    "pilot_seconds", "", 0, 1e9, open_low=True, units=_words(1, "秒", "s", "seconds"), example="250"
)
FIGURE = Quantity("number", example="27777.78")

# -- rent or buy, month by month -----------------------------------------------------------------

MONTH_NO = Quantity("month_no", "", 0, 1200, whole=True, example="12")
SHARE = Quantity("share", "", 0, 1, percent=True, example="50%")
WATTS = Quantity("tdp_w", "W", 0, 1e6, example="400")
DAYS_USED = Quantity("days_used", "d", 0, 366, units=_DAY_WORDS, example="100")

# -- budgets -------------------------------------------------------------------------------------

DAY = replace(START_DATE, name="day")
MONTHS_LATER = Quantity("months", "unit_months", -1200, 1200, whole=True, example="1")
FIRST_MONTH = Quantity("budget_year_starts", "", 1, 12, whole=True, example="1")
BUDGET_YEAR = Quantity("budget_year", "", 1900, 9999, whole=True, example="2026")
PART_SHARE = Quantity("share", "", 0, 1, percent=True, example="30%")
DONE_THROUGH = replace(MONEY, name="cumulative")
DONE_BEFORE = replace(MONEY, name="cumulative_before")
ANNUAL_BUDGET = replace(MONEY, name="annual_budget", low=0)
SPENT = replace(MONEY, name="spent", low=0)
COMMITTED = replace(MONEY, name="committed", low=0)
BUDGET_AMOUNT = replace(MONEY, name="budgeted")
VARIANCE_SHARE = Quantity("variance_share", percent=True, example="5%")

# -- claims --------------------------------------------------------------------------------------

TOLERANCE = Quantity("tolerance", "", 0, 1, percent=True, example="5%")
RENT_PER_DAY = replace(QUOTED_PRICE, name="rent_per_day")

Params = Annotated[Any, PARAMS]
ActiveParams = Annotated[Any, ACTIVE_PARAMS]
Tokens = Annotated[Any, TOKENS]
Samples = Annotated[Any, SAMPLES]
Epochs = Annotated[Any, EPOCHS]
Batch = Annotated[Any, BATCH]
BatchPerCard = Annotated[Any, BATCH_PER_CARD]
Seq = Annotated[Any, SEQ]
Layers = Annotated[Any, LAYERS]
Hidden = Annotated[Any, HIDDEN]
Vocab = Annotated[Any, VOCAB]
Zero = Annotated[Any, ZERO]
Gpu = Annotated[Any, GPU]
GpuName = Annotated[Any, GPU_NAME]
Method = Annotated[Any, METHOD]
Precision = Annotated[Any, PRECISION]
Tflops = Annotated[Any, TFLOPS]
Flops = Annotated[Any, FLOPS]
Steps = Annotated[Any, STEPS]
Cards = Annotated[Any, CARDS]
CardsNeeded = Annotated[Any, CARDS_NEEDED]
CardsOwned = Annotated[Any, CARDS_OWNED]
Gap = Annotated[Any, GAP]
NodeSize = Annotated[Any, NODE_SIZE]
Hours = Annotated[Any, HOURS]
TrainHours = Annotated[Any, TRAIN_HOURS]
BilledHours = Annotated[Any, BILLED_HOURS]
StepHours = Annotated[Any, STEP_HOURS]
MinHours = Annotated[Any, MIN_HOURS]
HoursPerDay = Annotated[Any, HOURS_PER_DAY]
Days = Annotated[Any, DAYS]
CalendarDays = Annotated[Any, CALENDAR_DAYS]
RentalDays = Annotated[Any, RENTAL_DAYS]
Buffer = Annotated[Any, BUFFER]
Overhead = Annotated[Any, OVERHEAD]
Mfu = Annotated[Any, MFU]
Margin = Annotated[Any, MARGIN]
Ratio = Annotated[Any, RATIO]
Fit = Annotated[Any, FIT]
Checkpointing = Annotated[Any, CHECKPOINTING]
DropLast = Annotated[Any, DROP_LAST]
IncludesTax = Annotated[Any, INCLUDES_TAX]
Memory = Annotated[Any, MEMORY]
Price = Annotated[Any, PRICE]
LineQuantity = Annotated[Any, LINE_QUANTITY]
LinePrice = Annotated[Any, LINE_PRICE]
Periods = Annotated[Any, PERIODS]
PeriodHours = Annotated[Any, PERIOD_HOURS]
Reserve = Annotated[Any, RESERVE]
Nodes = Annotated[Any, NODES]
PflopsDays = Annotated[Any, PFLOPS_DAYS]
Discount = Annotated[Any, DISCOUNT]
Money = Annotated[Any, MONEY]
Net = Annotated[Any, NET]
Gross = Annotated[Any, GROSS]
Tax = Annotated[Any, TAX]
WordsAmount = Annotated[Any, WORDS_AMOUNT]
TaxRate = Annotated[Any, TAX_RATE]
StartDate = Annotated[Any, START_DATE]
EndDate = Annotated[Any, END_DATE]
AmountInWords = Annotated[Any, AMOUNT_IN_WORDS]
Heads = Annotated[Any, HEADS]
KvHeads = Annotated[Any, KV_HEADS]
HeadDim = Annotated[Any, HEAD_DIM]
Ffn = Annotated[Any, FFN]
FfnMatrices = Annotated[Any, FFN_MATRICES]
Tied = Annotated[Any, TIED]
Causal = Annotated[Any, CAUSAL]
TrainedShare = Annotated[Any, TRAINED_SHARE]
TokensPerSample = Annotated[Any, TOKENS_PER_SAMPLE]
BytesPerToken = Annotated[Any, BYTES_PER_TOKEN]
ImageWidth = Annotated[Any, IMAGE_WIDTH]
ImageHeight = Annotated[Any, IMAGE_HEIGHT]
Patch = Annotated[Any, PATCH]
ClassToken = Annotated[Any, CLASS_TOKEN]
TokensPerSecond = Annotated[Any, TOKENS_PER_SECOND]
SecondsPerStep = Annotated[Any, SECONDS_PER_STEP]
CommOverhead = Annotated[Any, COMM_OVERHEAD]
DataOverhead = Annotated[Any, DATA_OVERHEAD]
WorkDone = Annotated[Any, WORK_DONE]
WorkTotal = Annotated[Any, WORK_TOTAL]
StepsDone = Annotated[Any, STEPS_DONE]
StepsTotal = Annotated[Any, STEPS_TOTAL]
HoursSoFar = Annotated[Any, HOURS_SO_FAR]
HoursLeft = Annotated[Any, HOURS_LEFT]
CardsFrom = Annotated[Any, CARDS_FROM]
CardsTo = Annotated[Any, CARDS_TO]
CardsA = Annotated[Any, CARDS_A]
CardsB = Annotated[Any, CARDS_B]
ThroughputA = Annotated[Any, THROUGHPUT_A]
ThroughputB = Annotated[Any, THROUGHPUT_B]
Efficiency = Annotated[Any, EFFICIENCY]
CardHours = Annotated[Any, CARD_HOURS]
GapGpuHours = Annotated[Any, GAP_GPU_HOURS]
Language = Annotated[Any, LANGUAGE]
DeadlineAdvice = Annotated[Any, DEADLINE_ADVICE]
Optimizer = Annotated[Any, OPTIMIZER]
MemoryPart = Annotated[Any, MEMORY_PART]
PartMemory = Annotated[Any, PART_MEMORY]
MemoryTotal = Annotated[Any, MEMORY_TOTAL]
UsableMemory = Annotated[Any, USABLE_MEMORY]
SampleGb = Annotated[Any, SAMPLE_GB]
StatesGb = Annotated[Any, STATES_GB]
MemoryReserve = Annotated[Any, MEMORY_RESERVE]
FitsCard = Annotated[Any, FITS_CARD]
MaxBatch = Annotated[Any, MAX_BATCH]
Resumable = Annotated[Any, RESUMABLE]
CheckpointGb = Annotated[Any, CHECKPOINT_GB]

Unit = Annotated[Any, UNIT]
QuotedPrice = Annotated[Any, QUOTED_PRICE]
CardsPerNode = Annotated[Any, CARDS_PER_NODE]
HoursPerMonth = Annotated[Any, HOURS_PER_MONTH]
PeriodStart = Annotated[Any, PERIOD_START]
PeriodEnd = Annotated[Any, PERIOD_END]
PeriodDays = Annotated[Any, PERIOD_DAYS]
PeriodAmount = Annotated[Any, PERIOD_AMOUNT]
TierFrom = Annotated[Any, TIER_FROM]
TierFromTwo = Annotated[Any, TIER_FROM_TWO]
TierFromThree = Annotated[Any, TIER_FROM_THREE]
TierPrice = Annotated[Any, TIER_PRICE]
TierPriceTwo = Annotated[Any, TIER_PRICE_TWO]
TierPriceThree = Annotated[Any, TIER_PRICE_THREE]
ExcessOnly = Annotated[Any, EXCESS_ONLY]
Inclusive = Annotated[Any, INCLUSIVE]
Stackable = Annotated[Any, STACKABLE]
OffPeakHours = Annotated[Any, OFF_PEAK_HOURS]
RunHoursPerDay = Annotated[Any, RUN_HOURS_PER_DAY]
FreeOver = Annotated[Any, FREE_OVER]
FreeEach = Annotated[Any, FREE_EACH]
FreeReading = Annotated[Any, FREE_READING]
FreeDays = Annotated[Any, FREE_DAYS]
Utilisation = Annotated[Any, UTILISATION]
HourlyPrice = Annotated[Any, HOURLY_PRICE]
MonthlyPrice = Annotated[Any, MONTHLY_PRICE]
PlanBreakEven = Annotated[Any, PLAN_BREAK_EVEN]
Interruptions = Annotated[Any, INTERRUPTIONS]
CheckpointEvery = Annotated[Any, CHECKPOINT_EVERY]
CheckpointTime = Annotated[Any, CHECKPOINT_TIME]
RestartTime = Annotated[Any, RESTART_TIME]
Terabytes = Annotated[Any, TERABYTES]
StorageMonths = Annotated[Any, STORAGE_MONTHS]
StoragePrice = Annotated[Any, STORAGE_PRICE]
DataGb = Annotated[Any, DATA_GB]
BandwidthMbps = Annotated[Any, BANDWIDTH_MBPS]
LinkEfficiency = Annotated[Any, LINK_EFFICIENCY]
TransferHours = Annotated[Any, TRANSFER_HOURS]
CostPerMillionTokens = Annotated[Any, COST_PER_MILLION_TOKENS]
Capex = Annotated[Any, CAPEX]
Months = Annotated[Any, MONTHS]
DiscountRate = Annotated[Any, DISCOUNT_RATE]
Hosting = Annotated[Any, HOSTING]
Staff = Annotated[Any, STAFF]
PowerKw = Annotated[Any, POWER_KW]
Pue = Annotated[Any, PUE]
Tariff = Annotated[Any, TARIFF]
Proceeds = Annotated[Any, PROCEEDS]
IncomeTaxRate = Annotated[Any, INCOME_TAX_RATE]
DepreciationYears = Annotated[Any, DEPRECIATION_YEARS]
ResidualRate = Annotated[Any, RESIDUAL_RATE]
PaymentsPerYear = Annotated[Any, PAYMENTS_PER_YEAR]
InAdvance = Annotated[Any, IN_ADVANCE]
Npv = Annotated[Any, NPV]
MonthlyRent = Annotated[Any, MONTHLY_RENT]
OtherMonthly = Annotated[Any, OTHER_MONTHLY]
RentFall = Annotated[Any, RENT_FALL]
BreakEvenRent = Annotated[Any, BREAK_EVEN_RENT]
MonthlySaving = Annotated[Any, MONTHLY_SAVING]
Payback = Annotated[Any, PAYBACK]

MonthNo = Annotated[Any, MONTH_NO]
Tolerance = Annotated[Any, TOLERANCE]
RentPerDay = Annotated[Any, RENT_PER_DAY]
Share = Annotated[Any, SHARE]
Watts = Annotated[Any, WATTS]
DaysUsed = Annotated[Any, DAYS_USED]

SparseP = Annotated[Any, SPARSE_P]
ExchangeRate = Annotated[Any, EXCHANGE_RATE]
CostOfFunds = Annotated[Any, COST_OF_FUNDS]
PrepaymentShare = Annotated[Any, PREPAYMENT_SHARE]
Deposit = Annotated[Any, DEPOSIT]
Less = Annotated[Any, LESS]
Best = Annotated[Any, BEST]
Others = Annotated[Any, OTHERS]
PriceIncludesTax = Annotated[Any, PRICE_INCLUDES_TAX]
BasisIncludesTax = Annotated[Any, BASIS_INCLUDES_TAX]
Target = Annotated[Any, TARGET]
Reduction = Annotated[Any, REDUCTION]
Median = Annotated[Any, MEDIAN]
Times = Annotated[Any, TIMES]
AsOf = Annotated[Any, AS_OF]
PriceDate = Annotated[Any, PRICE_DATE]
AgeDays = Annotated[Any, AGE_DAYS]
AmountText = Annotated[Any, AMOUNT_TEXT]
Count = Annotated[Any, COUNT]
DateText = Annotated[Any, DATE_TEXT]
DateNumber = Annotated[Any, DATE_NUMBER]

UsableHours = Annotated[Any, USABLE_HOURS]
PreparationDays = Annotated[Any, PREPARATION_DAYS]
CardsExact = Annotated[Any, CARDS_EXACT]
Spread = Annotated[Any, SPREAD]
ThroughputRatio = Annotated[Any, THROUGHPUT_RATIO]
Factor = Annotated[Any, FACTOR]
CardsLeast = Annotated[Any, CARDS_LEAST]
DoublingEfficiency = Annotated[Any, DOUBLING_EFFICIENCY]
Copies = Annotated[Any, COPIES]
InTime = Annotated[Any, IN_TIME]
PilotSeconds = Annotated[Any, PILOT_SECONDS]
Figure = Annotated[Any, FIGURE]

Day = Annotated[Any, DAY]
MonthsLater = Annotated[Any, MONTHS_LATER]
FirstMonth = Annotated[Any, FIRST_MONTH]
BudgetYear = Annotated[Any, BUDGET_YEAR]
PartShare = Annotated[Any, PART_SHARE]
DoneThrough = Annotated[Any, DONE_THROUGH]
DoneBefore = Annotated[Any, DONE_BEFORE]
AnnualBudget = Annotated[Any, ANNUAL_BUDGET]
Spent = Annotated[Any, SPENT]
Committed = Annotated[Any, COMMITTED]
BudgetAmount = Annotated[Any, BUDGET_AMOUNT]
VarianceShare = Annotated[Any, VARIANCE_SHARE]
