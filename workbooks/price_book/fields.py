"""What the price book takes: its settings, and the choices of its columns."""

from __future__ import annotations

from dataclasses import replace

from gpucalc import quantity as q
from gpucalc.quantity import Quantity
from workbooks import house
from workbooks.fields import Field, Section, choice, date, number, texts

ROWS = 300
# The rows that a sheet of 300 prints: about a page. Excel would follow a Print_Area that is a
# formula until somebody opens its page set-up; LibreOffice takes such a name for none and prints
# all 300. A fixed area is the same everywhere, and says so where more rows are filled.
PRINTED = 50

_TIMES = Quantity("times", "", 1, 1000, open_low=True, example="3")
_ROWS = Quantity("rows", "", 2, ROWS, whole=True, example="4")
_DAYS = replace(q.DAYS, whole=True)

SETTINGS = Section(
    "section_settings",
    (
        date("as_of", required="always"),
        number("price_age_limit", _DAYS, 90, "unit_days", "0"),
        number("window_days", _DAYS, 90, "unit_days", "0"),
        number("least_rows", _ROWS, 4, "", "0"),
        number("far_times", _TIMES, 3, "", house.GENERAL),
        number("catalog_times", _TIMES, 10, "", house.GENERAL),
        *texts("department", "prepared"),
    ),
)
HANDOVER = Section("section_handover", (choice("price_id", "price_id"),))
SECTIONS = (SETTINGS, HANDOVER)
FIELDS: dict[str, Field] = {f.name: f for section in SECTIONS for f in section.fields}

# Columns whose cells hold one of a few words: the catalog's code and the label that people choose.
# Both are understood; the first is what a blank stands for.
CODES: dict[str, tuple[tuple[str, str], ...]] = {
    "item": (("rent", "gpu_rent"), ("storage", "storage"), ("purchase", "capital_expenditure"),
             ("colocation", "colocation_fee")),
    "unit": tuple((u, u) for u in (
        "card_hour", "card_day", "card_month", "card_year", "node_hour", "node_day", "node_month",
        "node_year", "pflop_s_month", "pflop_s_year", "tb_month", "month", "one_off",
    )),
    "tax": (("not_stated", "not_stated"), ("incl_tax", "incl_tax"), ("excl_tax", "excl_tax")),
    "plan": tuple((p, p) for p in (
        "not_stated", "pay_as_you_go", "daily", "weekly", "monthly", "yearly_plan", "spot",
    )),
    "status": (("own", "own"), ("example", "example")),
}  # fmt: skip
