"""The money of the scenario sheet: rent per scenario and per price, and cost against days."""

from __future__ import annotations

from collections.abc import Mapping

from workbooks import blocks, charts, house
from workbooks.formulas import Cell, Formula, is_number, printed, text, typed, when
from workbooks.quote.scenarios import LAST, Scenarios
from workbooks.scenario_table import COLUMNS

WINDOWS = (3, 5, 7, 10, 14, 21, 30, 45, 60, 90)


def money(table: Scenarios, line: Mapping[str, Cell], others: Cell, ready: Cell) -> None:
    """The rent and the whole quote in each scenario, and the rent over the range of prices.

    ``line`` is the quote's rent line, ``others`` the gross total of all other lines, ``ready`` is 1
    where no line is half filled.
    """
    table.next += 1
    table.heads(table.words("block_money"))
    amount, gross = _rent(table, line, line["net_price"], None)
    quiet = house.FORMULA.but(color=house.GREY, size=9)
    table.row("rent_amount", table.words("rent_amount"), amount, house.MONEY, quiet)
    table.row("rent_gross", table.words("rent_gross"), gross, house.MONEY)
    totals = []
    for rent in table.each("rent_gross"):
        whole = printed("money", amount=typed("SUM({0},{1})", rent, others))
        totals.append(when(typed('IF({0}=1,COUNTIFS({1},">=0"),0)=1', ready, rent), whole))
    table.row("gross", table.label("total_gross"), totals, house.MONEY, house.TOTAL)
    for end in ("price_low", "price_high"):
        amount, gross = _rent(table, line, table.inputs.used[end], line["discount"])
        label = f"{table.words('rent_gross')} · {table.label(end)}"
        table.row(f"{end}_amount", table.words("rent_amount"), amount, house.MONEY, quiet)
        table.row(end, label, gross, house.MONEY)
    table.sheet.put("B", table.next, table.words("price_range_note"), house.NOTE)
    table.sheet.merge("B", table.next, "F")
    table.next += 2


def _rent(
    table: Scenarios, line: Mapping[str, Cell], price: Cell, discount: Cell | None
) -> tuple[list[Formula], list[Formula]]:
    """The rent in each scenario at a price: at its own tax basis, and incl. tax."""
    amounts, grosses = [], []
    for offset, periods in enumerate(table.each("periods")):
        facts = [line["quantity"], periods, price, *([discount] if discount else [])]
        rent = printed(
            "rent_cost", cards=line["quantity"], hours=periods, price=price, discount=discount or 0
        )
        amounts.append(when(is_number(*facts), rent))
        amount = table.sheet.at(COLUMNS[offset], table.next)
        grosses.append(_gross(table, line, amount))
    return amounts, grosses


def _gross(table: Scenarios, line: Mapping[str, Cell], amount: Cell) -> Formula:
    including = typed("{0}={1}", line["anchor"], text(table.label("incl_tax")))
    added = printed("tax_inclusive", net=amount, rate=line["tax_rate"])
    either = typed("IF({0},{1},{2})", including, amount, added)
    return when(is_number(amount, line["tax_rate"]), either)


def windows(table: Scenarios, line: Mapping[str, Cell]) -> None:
    """A table of windows (days may be changed), and the chart of it."""
    sheet = table.sheet
    table.next = blocks.heading(sheet, table.next, table.words("block_windows"), LAST)
    label, words = table.label, table.words
    heads = (
        label("days"), label("cards_by_time"), label("cards_in_nodes"), words("quantity_counted"),
        label("train_hours"), words("reserved_hours"), words("day_hours"), words("months"),
        label("billed_hours"), words("periods"), words("rent_amount"), words("rent_gross"),
    )  # fmt: skip
    table.next = blocks.head_row(
        sheet, table.next, dict(zip("BCDEFGHIJKLM", heads, strict=True)), 44
    )
    top = table.next
    for days in WINDOWS:
        _window(table, table.next, days, line)
        table.next += 1
    note = words("windows_note")
    sheet.put("B", table.next, note, house.NOTE)
    sheet.merge("B", table.next, LAST)
    _chart(table, top, table.next - 1)


def _window(table: Scenarios, row: int, days: float, line: Mapping[str, Cell]) -> None:
    sheet, used, cells = table.sheet, table.inputs.used, table.calculation.cells
    c = {letter: sheet.at(letter, row) for letter in "BCDEFGHIJKLM"}
    mfu, memory, size = table.chosen["mfu"], cells["cards_by_memory"], used["node_size"]
    per_month = used["hours_per_month"]
    own = sheet.put("B", row, days, house.INPUT_NUMBER.but(number=house.GENERAL))
    sheet.hint(own, (table.words("window_days_head"), table.words("prompt_window_days")))
    can = typed(
        'IF({0},IF({1}=1,COUNTIFS({2},">0",{3},">0"),0),0)=1',
        is_number(used["hours_per_day"], used["buffer"]), cells["workload_ready"], c["B"], mfu,
    )  # fmt: skip
    by_time = printed(
        "gpu_cards", days=c["B"], mfu=mfu, hours_per_day=used["hours_per_day"],
        buffer=used["buffer"], node_size=1, fit=False, **table.facts(),
    )  # fmt: skip
    # NODE_CARDS takes one cell, so the larger of the two bounds is picked outside it.
    in_nodes = typed(
        "IF({0}>{1},{2},{3})", memory, c["C"],
        printed("node_cards", cards=memory, node_size=size),
        printed("node_cards", cards=c["C"], node_size=size),
    )  # fmt: skip
    counted = typed(
        "IF({0},{1},{2})", table.calculation.counts_nodes(),
        printed("nodes_needed", cards=c["D"], node_size=size), c["D"],
    )  # fmt: skip
    billing = {"step_hours": used["billing_step"], "min_hours": used["min_hours"]}
    up = when(
        is_number(c["G"], used["billing_step"], used["min_hours"]),
        printed("billed_hours", hours=c["G"], **billing),
    )
    in_months = printed("period_hours", periods=c["I"], hours_per_period=per_month)
    plan = table.calculation.plan_is
    billed = typed(
        'IF({0},{1},IF({2},{3},IF({4},{5},"")))',
        plan("pay_as_you_go"), up, plan("daily"), c["H"],
        plan("monthly"), when(is_number(c["I"]), in_months),
    )  # fmt: skip
    price, discount = line["list_price"], line["discount"]
    rent = printed("rent_cost", cards=c["E"], hours=c["K"], price=price, discount=discount)
    formulas = {
        "C": (when(can, by_time), house.COUNT),
        "D": (when(is_number(c["C"], memory, size), in_nodes), house.COUNT),
        "E": (when(is_number(c["D"]), counted), house.COUNT),
        "F": (
            when(is_number(c["D"]), printed("train_hours", cards=c["D"], mfu=mfu, **table.facts())),
            house.CHAIN,
        ),
        "G": (
            when(
                is_number(c["F"], used["reserve"]),
                printed("reserved_hours", hours=c["F"], reserve=used["reserve"]),
            ),
            house.CHAIN,
        ),
        "H": (
            when(is_number(c["B"]), printed("period_hours", periods=c["B"], hours_per_period=24)),
            house.CHAIN,
        ),
        "I": (
            when(
                is_number(c["H"], per_month),
                printed("billed_periods", hours=c["H"], hours_per_period=per_month),
            ),
            house.GENERAL,
        ),
        "J": (when(is_number(c["D"]), billed), house.CHAIN),
        "K": (table.periods_of(c["J"], c["I"]), house.GENERAL),
        "L": (when(is_number(c["E"], c["K"], price, discount), rent), house.MONEY),
        "M": (_gross(table, line, c["L"]), house.MONEY),
    }
    for letter, (formula, number) in formulas.items():
        sheet.formula(letter, row, formula, house.FORMULA.but(number=number))


def _chart(table: Scenarios, top: int, last: int) -> None:
    """Cost as columns, cards as a line on the right axis."""
    days, cost, cards = (table.sheet.at(c, top - 1, c, last) for c in "BMD")
    axes = (table.label("days"), table.words("chart_money"), table.label("cards"))
    charts.columns_and_line(
        table.sheet, f"H{table.chart_row}", table.words("chart_title"), axes, days, cost, cards,
        size=(17.5, 11.5), numbers=("#,##0", "#,##0"),
    )  # fmt: skip
    table.sheet.raw.page_setup.fitToHeight = 1
