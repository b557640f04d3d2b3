"""What renting costs."""

from gpucalc import quantity as q
from gpucalc.kernels.schedule import billed_hours
from gpucalc.primitives import part, round_to
from gpucalc.registry import Example, sheet


@sheet(
    Example((8, 30, 15), 3600, "8 cards, 30 h, 15 a card-hour", "8卡 30小时 15元"),
    Example((4, 200, 2.5, 0.2), 1600, "at 8折", "打8折"),
    Example((8, 720, 15, 0.3), 60480, "a month at 30 % off", "一个月降价30%"),
    Example((3, 74.79, 40, 0, 1), 9000, "billed by the hour", "按整小时计费"),
    zh="租金：卡数 × 计费时长 × 降价后单价（保留4位小数），四舍五入到分。",
    notes_zh="单价按每卡·小时；金额的含税口径与币种同单价。降价比例是减去的比例（8折为 0.2）。先"
    "对单价取4位小数，因此打印出的各项相乘即得金额。",
)
def rent_cost(
    cards: q.Cards,
    hours: q.Hours,
    price: q.Price,
    discount: q.Discount = 0,
    step_hours: q.StepHours = 0,
    min_hours: q.MinHours = 0,
) -> q.Money:
    """Rent: cards x billed hours x price after discount (to 4 decimals), to the cent.

    The price is per card-hour; the amount carries the price's own tax basis and currency. discount
    is the share taken off (8折 is 0.2). The unit price is rounded first, so a printed line
    multiplies.

    Source: definition, 2026; rounding half away from zero, as spreadsheets do / 定义，2026；
    四舍五入方式与电子表格一致
    """
    billed = billed_hours.inner(hours, step_hours, min_hours)
    return round_to(cards * billed * discounted_price.inner(price, discount), 2)


@sheet(zh="降价后单价，保留4位小数。", published=False)
def discounted_price(price: q.Price, discount: q.Discount = 0) -> q.Price:
    """Unit price after the discount, to 4 decimals."""
    return part("discounted_price", round_to(price * (1 - discount), 4))


@sheet(zh="行金额：数量 × 期数 × 单价（保留4位小数），四舍五入到分。", published=False)
def line_amount(
    quantity: q.LineQuantity, price: q.LinePrice, periods: q.Periods = 1, discount: q.Discount = 0
) -> q.Money:
    """A line that is no card rent (storage, bandwidth, service), to the cent.

    quantity x periods x unit price after discount: 2 TB x 3 months x 200.
    """
    return round_to(quantity * periods * discounted_price.inner(price, discount), 2)


@sheet(
    Example((2, 1, 200), 400, "2 TB for a month", "2TB 1个月"),
    Example((5, 3, 100, 0.1), 1350, "5 TB, 3 months, 10 % off", "5TB 3个月 降价10%"),
    Example((0.5, 1.5, 133.33), 100, "0.75 TB-months, to the cent", "0.75 TB·月，到分"),
    zh="存储费：容量（TB）× 月数 × 降价后单价（元/TB·月，保留4位小数），四舍五入到分。",
    notes_zh="按约定容量计，不按实际占用；1 TB 为 10¹² 字节。含税口径同单价。",
)
def storage_cost(
    terabytes: q.Terabytes,
    months: q.StorageMonths,
    price: q.StoragePrice,
    discount: q.Discount = 0,
) -> q.Money:
    """Storage: TB x months x price per TB-month after discount (to 4 decimals), to the cent.

    The capacity that was ordered counts, not what is filled. 1 TB is 1e12 bytes. The amount
    carries the price's own tax basis and currency.

    Source: definition: price per TB and month, the usual clause, 2026 / 定义：按 TB·月
    计价的常见条款，2026
    """
    return line_amount.inner(terabytes, price, months, discount)


@sheet(zh="金额四舍五入到分（合计行用）。", published=False)
def money(amount: q.Money) -> q.Money:
    """An amount to the cent; strips the float noise of a sum."""
    return round_to(amount, 2)


@sheet(zh="单位成本：金额 ÷ 数量。", published=False)
def unit_cost(amount: q.Money, quantity: q.LineQuantity) -> q.Money:
    """Amount per unit, not rounded."""
    return amount / quantity


@sheet(zh="卡时：卡数 × 小时数。", published=False)
def rented_card_hours(cards: q.Cards, hours: q.Hours) -> q.Hours:
    """Card-hours: cards x hours."""
    return cards * hours
