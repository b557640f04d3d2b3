"""The calculation sheet of the sizing book: data, model, card, calendar, memory, pilot, owned."""

from __future__ import annotations

from openpyxl.worksheet.pagebreak import Break

from workbooks import alerts, catalogs, facts, house
from workbooks.book import Book
from workbooks.formulas import (
    BLANK,
    Cell,
    Formula,
    is_known,
    is_number,
    joined,
    printed,
    text,
    typed,
    when,
)
from workbooks.house import Look
from workbooks.inputs import Inputs
from workbooks.steps import Steps

# What the data may be given in; the first that is filled counts.
KINDS = ("tokens", "samples", "data_gb", "images")


class Work:
    """Writes the sheet from top to bottom; ``cells[key]`` is the value of a line."""

    def __init__(self, book: Book, inputs: Inputs) -> None:
        self.book, self.inputs, self.used = book, inputs, inputs.used
        self.words, self.label = book.words, book.words.label
        title, subtitle = self.words("work_title"), self.words("work_subtitle")
        self.steps = Steps(book, "calculation", title, subtitle)
        self.cells = self.steps.cells
        self._data()
        self._model()
        self._card()
        self._calendar()
        self._memory()
        self._pilot()
        self._owned()

    def yes(self, name: str) -> Formula:
        """Whether a yes-or-no input says yes."""
        return typed("{0}={1}", self.used[name], text(self.label("answer_yes")))

    def line(
        self, key: str, formula: Formula, unit: str = "", number: str = house.GENERAL,
        *, out: bool = False, look: Look = house.FORMULA,
    ) -> Cell:  # fmt: skip
        """A line with its own label (``line_<key>``) or the glossary's, and its note."""
        words = self.words
        label = words(f"line_{key}") if words.has(f"line_{key}") else self.label(key)
        note = words(f"{key}_note") if words.has(f"{key}_note") else ""
        unit = self.label(unit) if unit and not unit.isupper() else unit
        return self.steps.line(
            key, label, formula, unit=unit, note=note, number=number, out=out, look=look
        )

    # -- the work --------------------------------------------------------------------------------

    def _data(self) -> None:
        used, cells = self.used, self.cells
        self.steps.heading(self.words("block_data"))

        def tokens(key: str, formula: Formula, *ready: Cell) -> Cell:
            return self.line(key, when(is_number(*ready), formula), "unit_tokens", "#,##0")

        samples, each = used["samples"], used["tokens_per_sample"]
        counted = printed("dataset_tokens", samples=samples, tokens_per_sample=each, epochs=1)
        tokens("tokens_of_samples", counted, samples, each)
        kind, data = used["text_kind"], used["data_gb"]
        known = self.line(
            "bytes_per_token", catalogs.value("texts", "bytes_per_token", kind), number="0.00"
        )
        volume = printed("bytes_to_tokens", gigabytes=data, bytes_per_token=kind)
        tokens("tokens_of_bytes", volume, data, known)
        shape = (used["image_width"], used["image_height"], used["patch"])
        patches = printed("image_tokens", width=shape[0], height=shape[1], patch=shape[2])
        image = tokens("tokens_of_image", patches, *shape)
        images = used["images"]
        pictures = printed("dataset_tokens", samples=images, tokens_per_sample=image, epochs=1)
        tokens("tokens_of_images", pictures, images, image)
        filled = [typed('IF({0}="",0,1)', used[kind]) for kind in KINDS]
        self.line("kinds_filled", typed("SUM({0},{1},{2},{3})", *filled))
        values = (
            used["tokens"], cells["tokens_of_samples"], cells["tokens_of_bytes"],
            cells["tokens_of_images"],
        )  # fmt: skip
        basis, value = BLANK, BLANK
        for field, cell in reversed([*zip(KINDS, values, strict=True)]):
            basis = typed('IF({0}<>"",{1},{2})', used[field], text(self.label(field)), basis)
            value = typed('IF({0}<>"",{1},{2})', used[field], cell, value)
        self.line("data_basis", basis, look=house.FORMULA_TEXT)
        self.line("tokens", value, "unit_tokens", "#,##0", out=True)
        count = typed('IF({0}<>"",{0},{1})', samples, images)
        self.line("samples", count, "unit_samples", "#,##0")
        self.steps.gap()

    def _model(self) -> None:
        used, cells = self.used, self.cells
        self.steps.heading(self.words("block_model"))
        facts.model(self.steps, used)
        alerts.catalog_params(self.steps, used)
        for column in ("layers", "hidden", "vocab", "context"):
            found = catalogs.value("models", column, used["model_name"])
            known = typed('IF({0}="-",{1},{0})', found, BLANK)
            if column == "vocab":
                known = typed('IF(in_vocab<>"",{0},IF({1}<>"",{1},{0}))', used["vocab"], found)
            self.line(column, known, number="#,##0")
        self.line("keeps", typed("IF({0},1,0)", self.yes("checkpointing")))
        known_work = (cells["params"], cells["active_params"], cells["tokens"], used["epochs"])
        self.line(
            "work_known",
            typed('IF({0},IF({1}<>"",1,0),0)', is_number(*known_work), cells["method"]),
        )
        arithmetic = printed(
            "train_flops", params=cells["params"], tokens=cells["tokens"], epochs=used["epochs"],
            method=cells["method"], active_params=cells["active_params"],
        )  # fmt: skip
        ready = typed("{0}=1", cells["work_known"])
        flops = self.line("flops", when(ready, arithmetic), "FLOP", house.ESTIMATE, out=True)
        days = printed("pflops_days", flops=flops)
        self.line("pflop_s_days", when(is_number(flops), days), "PD", house.CHAIN)
        self.steps.gap()

    def _card(self) -> None:
        self.steps.heading(self.words("block_card"))
        facts.card(self.steps, self.used["gpu"], typed('in_gpu<>""'))
        self.steps.gap()

    # -- the calendar ----------------------------------------------------------------------------

    def _calendar(self) -> None:
        used = self.used
        self.steps.heading(self.words("block_calendar"))
        data, speed, share = used["upload_gb"], used["bandwidth_mbps"], used["link_efficiency"]
        upload = printed(
            "transfer_hours", data_gb=data, bandwidth_mbps=speed, efficiency=share
        )  # fmt: skip
        hours = typed('IF({0}="",0,{1})', data, when(is_number(data, speed, share), upload))
        transfer = self.line("transfer_hours", hours, "unit_hours", house.CHAIN, out=True)
        ready = used["preparation_days"]
        left = printed(
            "days_left", days=used["days"], transfer_hours=transfer, preparation_days=ready
        )
        remaining = self.line(
            "days_left", when(is_number(used["days"], transfer, ready), left), "unit_days",
            house.CHAIN,
        )  # fmt: skip
        day, buffer = used["hours_per_day"], used["buffer"]
        some = typed('IF({0},COUNTIFS({1},">0"),0)=1', is_number(day, buffer), remaining)
        usable = printed("usable_hours", days=remaining, hours_per_day=day, buffer=buffer)
        self.line("usable_hours", when(some, usable), "unit_hours", house.CHAIN, out=True)
        start = used["start_date"]
        due = printed("last_day", start_date=start, calendar_days=used["days"])
        self.line("due_date", when(is_number(start, used["days"]), due), number=house.DATE)
        self.steps.gap()

    # -- memory ----------------------------------------------------------------------------------

    def shape(self) -> dict[str, Cell]:
        """What all memory functions take of the model and the run."""
        used, cells = self.used, self.cells
        return {
            "params": cells["params"], "method": cells["method"], "seq": used["seq"],
            "batch": used["batch_per_card"], "checkpointing": cells["keeps"],
            "layers": cells["layers"], "hidden": cells["hidden"], "vocab": cells["vocab"],
        }  # fmt: skip

    def shape_ready(self) -> Formula:
        """Whether the memory of a run can be computed."""
        used, cells = self.used, self.cells
        facts_known = is_number(
            cells["params"], used["seq"], used["batch_per_card"], cells["vocab"], used["margin"]
        )
        return typed('IF({0},IF({1}<>"",1,0),0)=1', facts_known, cells["method"])

    def _memory(self) -> None:
        used, cells = self.used, self.cells
        # Two pages of equal length, none of them with a few rows left over.
        self.steps.sheet.raw.row_breaks.append(Break(id=cells["due_date"].row + 1))
        self.steps.heading(self.words("block_memory"))
        usable = cells["usable_gb_least"]
        ready = typed("IF({0},IF({1},1,0),0)=1", self.shape_ready(), is_number(usable))
        self.steps.kernel(
            "memory_estimate", self.words("line_memory_estimate"), ready, "cards_to_hold",
            unit=self.label("unit_cards"), note=self.words("memory_estimate_note"),
            number=house.COUNT, guard=("room_bytes", self.words("does_not_fit")),
            usable_gb=usable, margin=used["margin"], **self.shape(),
        )  # fmt: skip
        size = printed("checkpoint_gb", params=cells["params"], method=cells["method"])
        saved = self.line(
            "checkpoint_gb",
            when(typed('IF({0},IF({1}<>"",1,0),0)=1', is_number(cells["params"]), cells["method"]),
                 size),
            "GB", house.CHAIN,
        )  # fmt: skip
        data, copies = used["upload_gb"], used["checkpoints_kept"]
        amount = typed('IF({0}="",0,{0})', data)
        volume = self.line("data_volume", amount, "GB", house.CHAIN)
        need = printed("storage_needed", data_gb=volume, checkpoint_gb=saved, copies=copies)
        self.line(
            "storage_quantity", when(is_number(volume, saved, copies), need), "TB", house.GENERAL,
            out=True,
        )  # fmt: skip
        self.steps.gap()

    # -- the pilot -------------------------------------------------------------------------------

    def _pilot(self) -> None:
        used, cells = self.used, self.cells
        self.steps.heading(self.words("block_pilot"))
        cards, batch, steps = used["pilot_cards"], used["pilot_batch"], used["pilot_steps"]
        seconds = used["pilot_seconds"]
        self.line("pilot_timed", typed("IF({0},1,0)", is_number(cards, batch, steps, seconds)))
        timed = typed("{0}=1", cells["pilot_timed"])
        each = printed("seconds_each", seconds=seconds, steps_done=steps)
        step = self.line("seconds_per_step", when(timed, each), number=house.CHAIN)
        rate = printed("samples_per_second", batch=batch, seconds_per_step=step)
        self.line("pilot_throughput", when(timed, rate), number=house.CHAIN)
        samples, epochs = cells["samples"], used["epochs"]
        by_samples = printed("train_steps", samples=samples, batch=batch, epochs=epochs)
        tokens, seq = cells["tokens"], used["seq"]
        by_tokens = printed("token_steps", tokens=tokens, batch=batch, seq=seq, epochs=epochs)
        whole = typed(
            "IF({0},{1},{2})", is_number(samples, batch, epochs), by_samples,
            when(is_number(tokens, batch, seq, epochs), by_tokens),
        )  # fmt: skip
        total = self.line("steps", when(timed, whole), "unit_steps", "#,##0", out=True)
        run = printed("step_hours", steps=total, seconds_per_step=step)
        hours = self.line(
            "pilot_hours", when(is_number(total, step), run), "unit_hours", house.CHAIN, out=True
        )
        spent = printed("rented_card_hours", cards=cards, hours=hours)
        pure = self.line("pilot_pure", when(is_number(hours), spent), "card_hour", house.CHAIN)
        more = used["overhead"]
        work = printed("reserved_hours", hours=pure, reserve=more)
        measured = self.line(
            "pilot_card_hours", when(is_number(pure, more), work), "card_hour", house.CHAIN
        )
        self.line("pilot_counts", typed("IF({0},1,0)", is_number(measured)), out=True)
        peak = cells["peak_per_card"]
        known = is_number(cells["flops"], measured, peak)
        mfu = printed("mfu_of_run", flops=cells["flops"], card_hours=measured, peak=peak)
        self.line("pilot_mfu", when(known, mfu), number=house.SHARE)
        estimate = cells["memory_estimate"]
        ran = typed("IF({0},{1},{2})", is_number(estimate), self._smaller(estimate, cards), cards)
        one_more = typed("SUM({0},1)", cards)
        failed = typed(
            "IF({0},{1},{2})", is_number(estimate), typed("IF({0}>{1},{0},{2})", estimate, cards,
            one_more), estimate,
        )  # fmt: skip
        held = typed("IF({0},{1},{2})", self.yes("pilot_out_of_memory"), failed, ran)
        self.line(
            "cards_by_memory",
            typed(
                "IF({0},{1},{2})", self._pilot_tells_memory(), held, estimate,
            ),
            "unit_cards", house.COUNT, out=True,
        )  # fmt: skip
        self.steps.gap()

    @staticmethod
    def _smaller(a: Cell, b: Cell) -> Formula:
        return typed("IF({0}<{1},{0},{1})", a, b)

    def _pilot_tells_memory(self) -> Formula:
        """The pilot ran, or is said to have run out of memory."""
        cards = self.used["pilot_cards"]
        told = typed("IF({0},1,{1})", self.yes("pilot_out_of_memory"), self.cells["pilot_timed"])
        return typed("IF({0},{1},0)=1", is_number(cards), told)

    # -- cards owned -----------------------------------------------------------------------------

    def _owned(self) -> None:
        used, cells = self.used, self.cells
        self.steps.heading(self.words("block_owned"))
        method = cells["method"]

        def mfu(key: str, family: Formula | Cell) -> Cell:
            name = joined(family, text("|"), method)
            helper = self.line(f"{key}_key", name, look=house.FORMULA_TEXT.but(color=house.GREY))
            found = catalogs.value("mfu", "typical", helper)
            return self.line(f"{key}_mfu", found, number=house.SHARE)

        here, peak = mfu("own_a", cells["family"]), cells["peak_per_card"]
        totals = []
        for own in ("own_b", "own_c"):
            gpu, cards, ratio = used[f"{own}_gpu"], used[f"{own}_cards"], used[f"{own}_ratio"]
            there = mfu(own, catalogs.value("gpus", "family", gpu))
            speed = self.line(f"{own}_peak", catalogs.value("gpus", "bf16_tflops", gpu), "TFLOPS")
            by_peak = printed(
                "equivalent_cards", cards=cards, peak_from=speed, mfu_from=there, peak_to=peak,
                mfu_to=here,
            )  # fmt: skip
            measured = printed("measured_equivalent", cards=cards, throughput_ratio=ratio)
            converted = typed(
                "IF({0},{1},{2})", is_number(cards, ratio), measured,
                when(is_number(cards, speed, there, peak, here), by_peak),
            )  # fmt: skip
            known = typed("IF({0},{1},{2})", is_known(gpu, "cat_gpus_name"), converted, BLANK)
            none = typed('IF({0}="",0,{1})', cards, known)
            totals.append(self.line(f"{own}_equivalent", none, "unit_cards", house.CHAIN))
        whole = typed("SUM({0},{1})", *totals)
        self.line(
            "equivalent_cards", when(is_number(*totals), whole), "unit_cards", house.CHAIN,
            out=True,
        )  # fmt: skip
        self.steps.gap()
