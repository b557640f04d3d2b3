"""Prices made comparable, and what contract rules make of them. A unit price has 4 decimals."""

import numpy as np

from gpucalc import quantity as q
from gpucalc.primitives import given, look_up, need, part, round_to
from gpucalc.registry import Example, ExcelError, Omitted, sheet

TOPIC = "rent"
NO_GPU = Omitted("none; needed for a price per P", "无；按 P 报价时必填")
NO_TIER = Omitted("no further tier", "无更多阶梯")


@sheet(
    Example((76000, "台月"), 13.1944, "76,000 / 8 cards / 720 h", "76,000 ÷ 8卡 ÷ 720小时"),
    Example((1500, "台天"), 7.8125, "1,500 / 8 cards / 24 h", "1,500 ÷ 8卡 ÷ 24小时"),
    Example(
        (15000, "P月", 8, 720, "A100 80GB"),
        6.5,
        "x 0.312 P a card / 720 h",
        "×每卡0.312P ÷ 720小时",
    ),
    Example((525600, "台年", 8, 730), 7.5, "/ 8 cards / (12 x 730 h)", "÷8卡÷（12×730小时）"),
    Example(
        (15000, "P月"), ExcelError.VALUE, "whose P? a price per P needs gpu", "按P报价须填型号"
    ),
    zh="折算为每卡·小时单价（4位小数）：报价 ÷ 每台卡数 ÷ 小时数；按 P 报价则 × 单卡 P 数。",
    notes_zh="一天24小时，一年为12个月；每月小时数默认720（30天），按自然月可填730。\n"
    "1P = 1 PFLOP/s BF16 稠密峰值：以稀疏算力标的 P 价，折合每个稠密 P 要贵一倍。\n"
    "含税口径与币种不变。",
)
def price_per_card_hour(
    price: q.QuotedPrice,
    unit: q.Unit,
    cards_per_node: q.CardsPerNode = 8,
    hours_per_month: q.HoursPerMonth = 720,
    gpu: q.Gpu = NO_GPU,
) -> q.Price:
    """A quoted price per card-hour, to 4 decimals: price / cards in the unit / hours in the unit.

    Units: 卡时, 卡天, 卡月, 卡年, 台时, 台天, 台月, 台年, P月, P年 and their English names
    (card-hour, node-month ...). price / (cards_per_node for a node, else 1) / hours; a day has 24
    hours, a year 12 months of hours_per_month. A price per P is multiplied by the card's PFLOP/s.

    P is 1 PFLOP/s of dense BF16 peak: a supplier who counts sparse P charges twice as much for each
    dense one. The tax basis and the currency stay as they are.

    No value: a price per P needs gpu, and a model whose variants share one peak (A100 80GB) /
    按 P 报价须填显卡型号，且该型号的峰值须唯一（如 A100 80GB）

    Source: units.csv and gpus.csv of the catalog (2026-11) / 目录 units.csv 与 gpus.csv（2026-11
    ）
    """
    hours = look_up("units", "hours", unit) + look_up("units", "months", unit) * hours_per_month
    basis = look_up("units", "basis", unit)
    pflops = look_up("gpus", "bf16_tflops", gpu, number=gpu) / 1000
    cards = np.where(basis == "node", cards_per_node, 1)
    per_card = np.where(basis == "pflop_s", need(given(gpu), price * pflops), price / cards)
    return round_to(per_card / hours, 4)


def tier_total(
    quantity: q.LineQuantity, price: q.Price, tier_from: q.TierFrom, tier_price_one: q.TierPrice,
    excess_only: q.ExcessOnly, from_two: q.TierFromTwo, price_two: q.TierPriceTwo,
    from_three: q.TierFromThree, price_three: q.TierPriceThree, inclusive: q.Inclusive,
) -> tuple[q.Inclusive, q.Money]:  # fmt: skip
    """Whether the tiers are in order, and what a quantity costs under up to three of them."""
    two, three = given(from_two), given(from_three)
    after_one = np.where(two, price_two, tier_price_one)

    def reached(start: q.TierFrom) -> q.Inclusive:
        return np.where(inclusive, quantity >= start, quantity > start)

    def over(start: q.TierFrom) -> q.LineQuantity:
        return np.maximum(quantity - start, 0)

    by_one = np.where(reached(tier_from), tier_price_one, price)
    by_two = np.where(two, np.where(reached(from_two), price_two, by_one), by_one)
    by_three = np.where(three, np.where(reached(from_three), price_three, by_two), by_two)
    by_tier = price * quantity + (tier_price_one - price) * over(tier_from)
    by_tier = by_tier + np.where(two, (price_two - tier_price_one) * over(from_two), 0)
    by_tier = by_tier + np.where(three, (price_three - after_one) * over(from_three), 0)
    rising = np.where(two, tier_from < from_two, True)
    rising = rising & np.where(three, np.where(two, from_two < from_three, False), True)
    priced = (two == given(price_two)) & (three == given(price_three))
    total = np.where(excess_only, by_tier, by_three * quantity)
    return priced & rising, part("tier_total", total)


@sheet(
    Example((1500, 10, 1000, 8), 8, "all 1,500 at the tier reached", "全量按所达阶梯"),
    Example(
        (1500, 10, 1000, 8, True), 9.3333, "(1,000 x 10 + 500 x 8) / 1,500", "仅超额500按阶梯价"
    ),
    Example(
        (4000, 10, 1000, 8, True, 3000, 6),
        8,
        "(1,000 x 10 + 2,000 x 8 + 1,000 x 6) / 4,000",
        "两级阶梯，分段计价",
    ),
    Example((1000, 10, 1000, 8), 8, "'1,000 and more' holds 1,000", "“1000以上”含1000"),
    Example(
        (1000, 10, 1000, 8, False, None, None, None, None, False),
        10,
        "'more than 1,000' does not",
        "“超过1000”不含1000",
    ),
    zh="阶梯价下的单价（4位小数）：全量按所达阶梯的单价，或仅超额部分按阶梯价后的平均单价；最多三级。",
    notes_zh="“以上”含本数（inclusive 为 TRUE），“超过”不含本数（《民法典》第1259条）。\n"
    "起点不是“越多越便宜”的保证：全量口径下刚到起点的总价可能低于略少于起点的总价。\n"
    "平均单价已取整：合同金额应按各段分行列示。",
)
def tier_price(
    quantity: q.LineQuantity,
    price: q.Price,
    tier_from: q.TierFrom,
    tier_price_one: q.TierPrice,
    excess_only: q.ExcessOnly = False,
    tier_from_two: q.TierFromTwo = NO_TIER,
    tier_price_two: q.TierPriceTwo = NO_TIER,
    tier_from_three: q.TierFromThree = NO_TIER,
    tier_price_three: q.TierPriceThree = NO_TIER,
    inclusive: q.Inclusive = True,
) -> q.Price:
    """Unit price under tiers, to 4 decimals: of the tier reached, or averaged with excess_only.

    Two readings of a tier table. All units (excess_only FALSE): every unit costs the price of the
    highest tier that the quantity reaches. Excess only: each unit costs the price of its own tier;
    the answer is the total over the quantity. A quantity of 0 has the base price.

    'From 1,000' (以上) holds 1,000 itself, 'more than 1,000' (超过) does not: inclusive FALSE. With
    all units, a little more can cost less in total: 1,000 at 8 is cheaper than 900 at 10.
    The average is rounded, so an invoice lists each tier as a line of its own.

    No answer: a tier needs both its start and its price, and the starts must rise /
    每级阶梯须同时填起点和单价，且起点须递增

    Source: the two usual clauses; Civil Code of the PRC (2021), article 1259, on 以上 and 超过 /
    两种常见条款；《民法典》（2021）第1259条关于“以上”与“超过”
    """
    fine, total = tier_total(
        quantity, price, tier_from, tier_price_one, excess_only, tier_from_two, tier_price_two,
        tier_from_three, tier_price_three, inclusive,
    )  # fmt: skip
    some = quantity > 0
    mean = np.where(some, total / np.where(some, quantity, 1), price)
    return np.where(fine, round_to(mean, 4), np.nan)


@sheet(zh="阶梯价下的金额，四舍五入到分。", published=False)
def tier_amount(
    quantity: q.LineQuantity,
    price: q.Price,
    tier_from: q.TierFrom,
    tier_price_one: q.TierPrice,
    excess_only: q.ExcessOnly = False,
    tier_from_two: q.TierFromTwo = NO_TIER,
    tier_price_two: q.TierPriceTwo = NO_TIER,
    tier_from_three: q.TierFromThree = NO_TIER,
    tier_price_three: q.TierPriceThree = NO_TIER,
    inclusive: q.Inclusive = True,
) -> q.Money:
    """What a quantity costs under tiers, to the cent; see TIER_PRICE.

    No answer: a tier needs both its start and its price, and the starts must rise /
    每级阶梯须同时填起点和单价，且起点须递增
    """
    fine, total = tier_total(
        quantity, price, tier_from, tier_price_one, excess_only, tier_from_two, tier_price_two,
        tier_from_three, tier_price_three, inclusive,
    )  # fmt: skip
    return np.where(fine, round_to(total, 2), np.nan)


@sheet(
    Example((6.5, 0.4), 5.6333, "around the clock, 8 of 24 h at 6折", "全天运行，8小时6折"),
    Example((6.5, 0.4, 8, 8), 3.9, "only at night", "只在闲时运行"),
    Example(
        (6.5, 0.4, 8, 12), 4.7667, "12 h a day, 8 of them at night", "每天12小时，其中8小时闲时"
    ),
    zh="含闲时优惠的平均单价（4位小数）：单价 ×（1-降价比例 × 闲时小时数 ÷ 每天运行小时数）。",
    notes_zh="运行时间优先落在闲时内；运行小时数少于闲时小时数时全部按闲时价。\n"
    "平均单价已取整：账单按闲时、忙时两行分别计算。",
)
def off_peak_price(
    price: q.Price,
    discount: q.Discount,
    off_peak_hours: q.OffPeakHours = 8,
    run_hours_per_day: q.RunHoursPerDay = 24,
) -> q.Price:
    """Mean price of a job with cheaper hours each day, to 4 decimals; discount is what comes off.

    price x (1 - discount x cheap / run_hours_per_day), where cheap is the smaller of off_peak_hours
    and run_hours_per_day: a job that runs part of the day runs in the cheap hours first. 6折 for 8
    hours takes 13.3 % off a job around the clock, not 40 %. The mean is rounded, so an invoice
    lists cheap and dear hours as two lines.

    Source: definition: the mean over a day, 2026 / 定义：一天内的平均，2026
    """
    cheap = np.minimum(off_peak_hours, run_hours_per_day)
    return round_to(price * (1 - discount * (cheap / run_hours_per_day)), 4)


@sheet(
    Example((10, 0.8), 12.5, "every fifth paid hour stands idle", "五分之一的付费时间闲置"),
    Example((7.56, 0.7), 10.8, "a monthly plan used 70 %", "包月，利用率70%"),
    zh="按利用率折算的实际单价（4位小数）：单价 ÷ 时间利用率。",
    notes_zh="时间利用率 = 使用小时 ÷ 付费小时；不是 MFU，也不是监控软件显示的 GPU 利用率。",
)
def effective_price(price: q.Price, utilisation: q.Utilisation) -> q.Price:
    """Price of a card-hour in use, to 4 decimals: price over the share of paid hours used.

    utilisation is hours used / hours paid. It is neither MFU nor the GPU utilisation that a monitor
    shows: a card can be busy all day at an MFU of 20 %.

    Source: definition, 2026 / 定义，2026
    """
    return round_to(price / utilisation, 4)


@sheet(
    Example(
        (15, 7560), 0.7, "30 % off pays above 70 % of the hours", "降价30%，利用率高于70%才划算"
    ),
    Example((10, 8000), 1.1111111111111112, "above 1: never", "大于1：包月永不划算"),
    Example((10, 6000, 730), 0.821917808219178, "months of 730 h", "每月730小时"),
    zh="包月划算的最低利用率：包月单价 ÷（按量单价 × 每月小时数）；大于 1 表示包月始终更贵。",
    notes_zh="两个价格须为同一口径（含税或不含税）、同一币种；包月单价为每卡每月。",
)
def plan_break_even(
    hourly_price: q.HourlyPrice,
    monthly_price: q.MonthlyPrice,
    hours_per_month: q.HoursPerMonth = 720,
) -> q.PlanBreakEven:
    """Share of a month's hours above which the monthly plan is cheaper than paying by the hour.

    monthly_price / (hourly_price x hours_per_month); prices are per card. Above 1 the monthly plan
    is dearer even when in use all the time. With the same list price the answer is 1 - discount.

    Source: definition: both plans cost the same there, 2026 / 定义：两种方案费用相等之处，2026
    """
    return monthly_price / (hourly_price * hours_per_month)


@sheet(
    Example((15, 3370), 1.2364, "15 / (3,370 x 3,600) x 1e6", "15÷（3370×3600）×百万"),
    Example((6.5, 20000, 8), 0.7222, "8 cards together 20,000 tokens/s", "8卡合计每秒2万 Token"),
    zh="每百万 Token 成本（4位小数）：单价 × 卡数 ÷（每秒 Token 数 × 3600）× 百万。",
    notes_zh="每秒 Token 数为全部卡合计的实测值。比较两种显卡时用同一模型、同一精度的实测速度，"
    "不用峰值算力之比。",
)
def token_cost(
    price: q.Price, tokens_per_second: q.TokensPerSecond, cards: q.Cards = 1
) -> q.CostPerMillionTokens:
    """Cost of a million training tokens, to 4 decimals, from a price and a measured speed.

    price x cards / (tokens_per_second x 3600) x 1e6. tokens_per_second is that of all cards
    together. Cards are compared by measured speed on the same model and precision: by peak, an H100
    is 3.17 A100, measured BF16 runs are 1.8 to 2.8 times as fast.

    Source: definition; MosaicML llm-foundry throughput tables, github.com/mosaicml/llm-foundry
    (read 2026-11) / 定义；MosaicML llm-foundry 实测吞吐量表（2026-11 查阅）
    """
    return round_to(price * cards / (tokens_per_second * 3600) * 1e6, 4)


@sheet(
    zh="多项优惠合并后的降价比例：默认不叠加、取最优一项；可叠加时按所列顺序连乘。", published=False
)
def combined_discount(
    discount: q.Discount,
    discount_two: q.Discount = 0,
    discount_three: q.Discount = 0,
    stackable: q.Stackable = False,
) -> q.Discount:
    """Share taken off by up to three rules: the best of them, or all in turn where they stack.

    Stacked: 1 - (1 - a)(1 - b)(1 - c). Contracts that say nothing about it do not stack.
    """
    best = np.maximum(np.maximum(discount, discount_two), discount_three)
    stacked = 1 - (1 - discount) * (1 - discount_two) * (1 - discount_three)
    return np.where(stackable, stacked, best)
