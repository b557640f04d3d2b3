"""What the claim check recomputes beyond the functions: bounds around a figure, states of training.

Building blocks of a template.
"""

import numpy as np

from gpucalc import quantity as q
from gpucalc.kernels.compute import SHARE_OMITTED
from gpucalc.kernels.memory import DEFAULT_OPTIMIZER, PRECISION_OMITTED, state_bytes
from gpucalc.kernels.offers import unit_hours
from gpucalc.primitives import look_up, round_to
from gpucalc.registry import sheet

TOPIC = "compute"


@sheet(zh="训练状态的显存合计（GB）：权重、梯度、优化器状态；不含激活与冗余。", published=False)
def states_total(
    params: q.Params,
    method: q.Method = "full",
    trained_share: q.TrainedShare = SHARE_OMITTED,
    precision: q.Precision = PRECISION_OMITTED,
    optimizer: q.Optimizer = DEFAULT_OPTIMIZER,
) -> q.MemoryTotal:
    """Weights, gradients and optimizer states of all cards together in GB: the least there is."""
    return state_bytes(params, method, 1, 0, trained_share, precision, optimizer) / 1e9


@sheet(zh="允许误差的下限：数值 - |数值| × 允许误差。", published=False)
def with_less(number: q.Figure, tolerance: q.Tolerance = 0) -> q.Figure:
    """The lower end of what still counts as equal."""
    return number - np.absolute(number) * tolerance


@sheet(zh="允许误差的上限：数值 + |数值| × 允许误差。", published=False)
def with_more(number: q.Figure, tolerance: q.Tolerance = 0) -> q.Figure:
    """The upper end of what still counts as equal."""
    return number + np.absolute(number) * tolerance


@sheet(zh="声称值与复算值之比。", published=False)
def claimed_ratio(claimed: q.Figure, number: q.Figure) -> q.Figure:
    """What was claimed over what it comes to."""
    return claimed / number


@sheet(zh="盈亏平衡天数（天/年）：自建每年成本 ÷ 每天租金。", published=False)
def days_to_break_even(amount: q.Money, rent_per_day: q.RentPerDay) -> q.Periods:
    """Days of rent that a year of owning would pay for; may exceed a year."""
    return amount / rent_per_day


@sheet(
    zh="折合每卡·小时单价（4位小数）：单价 ÷ 每台卡数 ÷ 每单位小时数；不含按 P 计价。",
    published=False,
)
def card_hour_price(
    price: q.QuotedPrice,
    unit: q.Unit,
    node_size: q.NodeSize = 8,
    hours_per_month: q.HoursPerMonth = 720,
) -> q.Price:
    """A price per card or node and period as a price per card-hour, to 4 decimals."""
    cards = np.where(look_up("units", "basis", unit) == "node", node_size, 1)
    return round_to(price / cards / unit_hours.inner(unit, hours_per_month), 4)
