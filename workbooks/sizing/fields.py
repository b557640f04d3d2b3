"""Everything that a user may enter into the sizing book, section by section."""

from __future__ import annotations

from dataclasses import replace

from gpucalc import quantity as q
from workbooks import house
from workbooks.fields import Field, Section, choice, date, key, number, texts
from workbooks.scenario_table import SCENARIOS

# Options of the drop-downs, as glossary fields; the labels stand on the reference sheet.
OPTIONS: dict[str, tuple[str, ...]] = {
    "scenario": SCENARIOS,
    "flag": ("answer_yes", "answer_no"),
    "anchor": ("incl_tax", "excl_tax"),
}

_GB = replace(q.DATA_GB, open_low=True)
_OWN = replace(q.CARDS_OWNED, low=0)
_SHARE = replace(q.PREPAYMENT_SHARE, name="share")
_IMAGES = replace(q.SAMPLES, name="images")

JOB = Section(
    "section_job",
    (
        *texts("project", "department", "prepared"),
        date("as_of", required="always"),
        date("start_date"),
    ),
)
WORK = Section(
    "section_work",
    (
        key("model_name", "models"),
        number("params", q.PARAMS, None, "unit_params", "#,##0"),
        number("active_params", q.ACTIVE_PARAMS, None, "unit_params", "#,##0"),
        key("method", "methods", "pretrain"),
        number("epochs", q.EPOCHS, 1, "", house.GENERAL),
        number("seq", q.SEQ, 2048, "unit_tokens", "#,##0"),
        number("batch_per_card", q.BATCH_PER_CARD, 1, "unit_samples", "#,##0"),
        choice("checkpointing", "flag", "answer_yes"),
        number("vocab", q.VOCAB, 128_000, "", "#,##0"),
        number("margin", q.MARGIN, 0.2, "", house.RATE),
        number("checkpoints_kept", q.COPIES, 3, "", "0"),
    ),
)
DATA = Section(
    "section_data",
    (
        number("tokens", q.TOKENS, None, "unit_tokens", "#,##0"),
        number("samples", q.SAMPLES, None, "unit_samples", "#,##0"),
        number("tokens_per_sample", q.TOKENS_PER_SAMPLE, None, "unit_tokens", "#,##0"),
        number("data_gb", _GB, None, "unit_gb", "#,##0.##"),
        key("text_kind", "texts", "mixed"),
        number("images", _IMAGES, None, "unit_samples", "#,##0"),
        number("image_width", q.IMAGE_WIDTH, None, "", "#,##0"),
        number("image_height", q.IMAGE_HEIGHT, None, "", "#,##0"),
        number("patch", q.PATCH, 16, "", "0"),
    ),
)
WINDOW = Section(
    "section_window",
    (
        key("gpu", "gpus", required="always"),
        number("node_size", q.NODE_SIZE, 1, "unit_cards", "0"),
        number("days", q.DAYS, None, "unit_days", house.GENERAL, required="always"),
        number("hours_per_day", q.HOURS_PER_DAY, 24, "unit_hours", house.GENERAL),
        number("buffer", q.BUFFER, 0, "", house.SHARE),
        number("overhead", q.OVERHEAD, 0, "", house.SHARE),
        choice("scenario", "scenario", "base"),
        number("mfu_low", q.MFU, None, "", house.SHARE),
        number("mfu", q.MFU, None, "", house.SHARE),
        number("mfu_high", q.MFU, None, "", house.SHARE),
        number("cards", q.CARDS, None, "unit_cards", "#,##0"),
    ),
)
UPLOAD = Section(
    "section_upload",
    (
        number("upload_gb", _GB, None, "unit_gb", "#,##0.##"),
        number("bandwidth_mbps", q.BANDWIDTH_MBPS, None, "", "#,##0"),
        number("link_efficiency", q.LINK_EFFICIENCY, 1, "", house.RATE),
        number("preparation_days", q.PREPARATION_DAYS, 0, "unit_days", house.GENERAL),
    ),
)
OWNED = Section(
    "section_owned",
    (
        number("cards_owned", q.CARDS_OWNED, 0, "unit_cards", "#,##0"),
        key("own_b_gpu", "gpus"),
        number("own_b_cards", _OWN, None, "unit_cards", "#,##0"),
        number("own_b_ratio", q.THROUGHPUT_RATIO, None, "", house.GENERAL),
        key("own_c_gpu", "gpus"),
        number("own_c_cards", _OWN, None, "unit_cards", "#,##0"),
        number("own_c_ratio", q.THROUGHPUT_RATIO, None, "", house.GENERAL),
    ),
)
PILOT = Section(
    "section_pilot",
    (
        number("pilot_cards", q.CARDS, None, "unit_cards", "#,##0"),
        number("pilot_steps", replace(q.STEPS_DONE, whole=True), None, "unit_steps", "#,##0"),
        number("pilot_batch", q.BATCH, None, "unit_samples", "#,##0"),
        number("pilot_seconds", q.PILOT_SECONDS, None, "", house.GENERAL),
        number("pilot_peak_gb", replace(q.MEMORY, open_low=True), None, "unit_gb", house.GENERAL),
        number("pilot_comm_share", _SHARE, None, "", house.SHARE),
        choice("pilot_out_of_memory", "flag", "answer_no"),
        number("pilot_efficiency", q.EFFICIENCY, 1, "", house.RATE),
        number("pilot_spread", q.SPREAD, 0.1, "", house.RATE),
    ),
)
COST = Section(
    "section_cost",
    (
        number("price", replace(q.PRICE, unit=""), None, "money_per_card_hour", house.PRICE),
        key("currency", "currency", "CNY"),
        choice("anchor", "anchor", "incl_tax"),
        *texts("price_source"),
        date("price_date"),
        number("price_age_limit", replace(q.DAYS, whole=True), 90, "unit_days", "0"),
        number("billing_step", q.STEP_HOURS, 1, "unit_hours", house.GENERAL),
        number("reserve", q.OVERHEAD, 0, "", house.SHARE),
        number("doubling_efficiency", q.DOUBLING_EFFICIENCY, 0.95, "", house.RATE),
    ),
)

SECTIONS = (JOB, WORK, DATA, WINDOW, UPLOAD, OWNED, PILOT, COST)
FIELDS: dict[str, Field] = {f.name: f for section in SECTIONS for f in section.fields}
