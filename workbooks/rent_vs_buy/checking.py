"""The checks of the rent-or-buy book."""

from __future__ import annotations

from workbooks import house
from workbooks.checks import Checks
from workbooks.formulas import BLANK, Cell, Formula, is_known, is_number, printed, typed, when
from workbooks.rent_vs_buy.calculation import UNKNOWN, Calculation
from workbooks.rent_vs_buy.flows import Flows

LEAST_LIFE = 3  # years; electronic equipment, for corporate income tax
CENT = 0.01


def write(checks: Checks, calc: Calculation, flows: Flows, lists: dict[str, Cell]) -> Cell:
    """Writes all checks and gives the master's cell."""
    words = checks.words
    checks.heading(words("checks_complete"))
    _complete(checks, calc)
    checks.heading(words("checks_sense"))
    _sense(checks, calc)
    checks.heading(words("checks_sums"))
    _sums(checks, calc, flows)
    checks.heading(words("checks_bounds"))
    _bounds(checks, calc, lists)
    return checks.finish()


def _complete(checks: Checks, calc: Calculation) -> None:
    words, inputs, used = checks.words, calc.inputs, calc.used
    unknown = {"colocation_fee", "operations_staff_cost", "power_kw"}
    for field in inputs.fields.values():
        if field.required and field.name not in unknown:
            what = words("check_filled", field=checks.label(field.name))
            remedy = words("remedy_filled", field=checks.label(field.name))
            checks.required(what, used[field.name], remedy)
    for flag in UNKNOWN:
        checks.rule(
            words(f"check_{flag}"), calc.is_on(flag), words(f"remedy_{flag}"),
            otherwise="incomplete",
        )  # fmt: skip
    limit, as_of = used["price_age_limit"], used["as_of"]
    for name in ("quote_date", "own_date"):
        dated = used[name]
        age = printed("age_days", as_of=as_of, price_date=dated)
        ready = is_number(as_of, dated, limit)
        fresh = typed("IF({0}<={1},IF({2}<={3},1,0),0)=1", dated, as_of, age, limit)
        checks.rule(
            words("check_age", field=checks.label(name)), fresh, words("remedy_age"), ready=ready,
            otherwise="incomplete", value=when(ready, age), number="0",
        )  # fmt: skip


def _sense(checks: Checks, calc: Calculation) -> None:
    words, cells, used = checks.words, calc.cells, calc.used
    fits = calc.is_on("periods_fit")
    ready = is_number(used["evaluation_horizon"], used["depreciation_life"])
    checks.rule(words("check_periods"), fits, words("remedy_periods"), ready=ready,
                value=used["evaluation_horizon"])  # fmt: skip
    life = used["depreciation_life"]
    limit = checks.limit(LEAST_LIFE, house.GENERAL, "E")
    checks.rule(
        words("check_life"), typed("{0}>={1}", life, limit), words("remedy_life"),
        ready=is_number(life, limit), otherwise="incomplete", value=life,
    )  # fmt: skip
    flagged = calc.is_on("lease_flag")
    settled = calc.chosen("lease_accounting_settled", "answer_yes")
    checks.rule(
        words("check_lease"), typed("IF({0},IF({1},1,0),1)=1", flagged, settled),
        words("remedy_lease"), otherwise="incomplete", value=cells["term"],
    )  # fmt: skip
    gpu = used["gpu"]
    known = typed('IF({0}="",1=1,{1})', gpu, is_known(gpu, "cat_gpus_name"))
    checks.rule(words("check_gpu"), known, words("remedy_gpu"), value=gpu)
    kw, rated = used["power_kw"], cells["rated_power"]
    enough = typed('IF(COUNTIFS({0},"=0")=1,1,IF({0}>={1},1,0))=1', kw, rated)
    both = is_number(kw, rated)
    checks.rule(
        words("check_power"), typed("IF({0},{1},1=1)", both, enough), words("remedy_power"),
        otherwise="incomplete", value=rated, number=house.CHAIN,
    )  # fmt: skip
    sale, capex = cells["proceeds"], cells["capex"]
    checks.rule(
        words("check_proceeds"), typed("{0}<={1}", sale, capex), words("remedy_proceeds"),
        ready=is_number(sale, capex), value=sale, number=house.MONEY,
    )  # fmt: skip
    days, share = used["days_used"], used["time_utilisation"]
    entered = typed("{0}={1}", calc.inputs.typed["time_utilisation"], BLANK)
    once = typed("IF({0}={1},1,IF({2},1,0))=1", days, BLANK, entered)
    checks.rule(words("check_days"), once, words("remedy_days"), value=share, number=house.SHARE)


def _sums(checks: Checks, calc: Calculation, flows: Flows) -> None:
    words, cells = checks.words, calc.cells

    def equal(
        what: str, left: Cell, right: Cell | Formula, ready: Formula, sought: Cell | None = None
    ) -> None:
        """Two amounts differ by no more than a cent; the limits stand beside the difference.

        Where there is no break-even (``sought`` is blank) there is nothing to put back.
        """
        row = checks.next
        look = house.LABEL.but(horizontal="right", color=house.GREY, number="0.00")
        low, high = (
            checks.sheet.put(column, row, limit, look)
            for column, limit in (("E", -CENT), ("F", CENT))
        )
        gap = printed("difference", amount=left, less=right)
        shown = checks.sheet.at("D", row)
        holds = typed('COUNTIFS({0},">="&{1},{0},"<="&{2})=1', shown, low, high)
        value = when(ready, gap)
        if sought is not None:
            none = typed('{0}=""', sought)
            holds, value = typed("IF({0},1=1,{1})", none, holds), when(none, BLANK, value)
        checks.rule(words(what), holds, words("remedy_sums"), ready=ready, value=value,
                    number="#,##0.00;-#,##0.00;0.00")  # fmt: skip

    for side in ("rent", "own"):
        npv = cells[f"{side}_npv"]
        ready = typed('IF({0}<>"",{1}<>"")', npv, flows.total[f"{side}_present"])
        equal(f"check_{side}_npv", flows.total[f"{side}_present"], npv, ready)
    used = calc.used
    kept = printed(
        "book_value", month=used["evaluation_horizon"], capex=cells["capex"],
        depreciation_years=used["depreciation_life"], residual_rate=used["residual_rate"],
    )  # fmt: skip
    lost = Formula(f"({kept})")
    left = printed("cost_gap", amount=cells["capex"], less=lost)
    equal("check_depreciation", flows.total["depreciation"], Formula(f"({left})"),
          calc.is_on("own_ready"))  # fmt: skip
    both = calc.is_on("both_ready")
    for key, again in (("break_even_rent", "break_even_again"), ("break_even_fall", "fall_again")):
        equal(f"check_{key}", cells[again], cells["own_npv"], both, cells[key])


def _bounds(checks: Checks, calc: Calculation, lists: dict[str, Cell]) -> None:
    inputs, used = calc.inputs, calc.used
    for field in inputs.fields.values():
        label = checks.label(field.name)
        if field.kind in ("number", "date"):
            checks.bounds(field, used[field.name], used[field.name])
        elif field.kind == "choice" or field.options == "currency":
            checks.choice(label, used[field.name], used[field.name], lists[field.options])
        elif field.options == "tax":
            checks.choice(label, used[field.name], used[field.name], "cat_tax_name")
