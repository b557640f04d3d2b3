"""Invariants of every catalog table: the look-ups and the workbooks rely on each of them."""

import csv
import io
import math
import re
from importlib import resources

import pytest

from gpucalc import catalog, glossary
from gpucalc.catalog import DIFFERS, MISSING, normalise, table

GPUS = table("gpus")
CARDS = GPUS.canonical()
MODELS = table("models").canonical()
METHODS = ("pretrain", "full", "lora", "qlora", "freeze")
# Columns that say how sure or where from: joined, not "?", on a family row.
DESCRIBING = {"aliases", "source", "source_date", "verified", "not_in_source", "note", "note_zh"}


def raw(name):
    """The file's own rows, read without the loader."""
    text = resources.files("gpucalc.catalog").joinpath(f"{name}.csv").read_text(encoding="utf-8")
    return list(csv.DictReader(io.StringIO(text)))


def aliases(row):
    return [] if row["aliases"] == MISSING else row["aliases"].split("|")


def members(alias):
    """The cards that list `alias`, found without the loader's families."""
    return [r for r in CARDS if normalise(alias) in {normalise(a) for a in aliases(r)}]


def label(code):
    """A code of the catalog must have words in both languages."""
    return glossary.label(code, "en"), glossary.label(code, "zh")


@pytest.mark.parametrize("name", catalog.TABLES)
class TestEveryTable:
    def test_reads_as_many_rows_as_the_file_has(self, name):
        found = table(name)
        assert found.names() == [row["name"] for row in raw(name)]
        assert found.columns[0] == "name"
        assert {"model", "kind"} <= set(found.columns)

    def test_rows_stand_in_order_canonical_family_alias(self, name):
        kinds = [row["kind"] for row in table(name).rows]
        assert kinds == sorted(kinds, key=["row", "family", "alias"].index)

    def test_no_cell_is_blank_and_every_number_is_finite(self, name):
        for row in table(name).rows:
            assert tuple(row) == table(name).columns
            for column, value in row.items():
                assert value != "", (row["name"], column)
                assert isinstance(value, str) or math.isfinite(value), (row["name"], column)

    def test_a_column_holds_numbers_or_texts_not_both(self, name):
        for column in table(name).columns:
            values = [row[column] for row in table(name).rows]
            texts = {value for value in values if isinstance(value, str)}
            if len(texts) < len(values) and any(isinstance(value, float) for value in values):
                assert texts <= {MISSING, DIFFERS}, column

    def test_names_are_unique_after_normalising_and_survive_a_worksheet(self, name):
        names = [str(row["name"]) for row in table(name).rows]
        assert len({normalise(n) for n in names}) == len(names)
        for n in names:
            assert n == " ".join(n.split()), "a name with stray spaces is never matched"
            assert not set(n) & set("*?~"), "MATCH reads these as wildcards"

    def test_every_name_finds_its_own_row(self, name):
        for row in table(name).rows:
            assert table(name).row(str(row["name"])) is row
            assert table(name).row(f"  {str(row['name']).lower()} ") is row

    def test_every_column_has_a_label(self, name):
        for column in table(name).columns:
            assert all(label(column)), column

    def test_sources_stand_in_every_row(self, name):
        for row in table(name).canonical():
            assert len(str(row["source"])) > 8, row["name"]
            assert "/work" not in str(row["source"])


class TestGpus:
    def test_usable_memory_is_derived(self):
        for row in CARDS:
            assert row["usable_gb"] == pytest.approx(row["memory_gb"] * 1.0737 - 1.0, abs=6e-4)
            assert "derived" in row["usable_basis"]
            assert row["usable_gb_least"] == row["usable_gb"]

    def test_figures_are_positive_and_plausible(self):
        for row in CARDS:
            for column, value in row.items():
                if isinstance(value, float):
                    assert value > 0, (row["name"], column)
            assert 20 <= row["bf16_tflops"] <= 5000, row["name"]
            assert row["has_bf16"] in ("yes", "no")
            if isinstance(row["fp8_tflops"], float):
                # Dense FP8 is at most twice dense BF16: a larger figure is a sparse one.
                assert row["bf16_tflops"] <= row["fp8_tflops"] <= 2.03 * row["bf16_tflops"]
            if isinstance(row["tf32_tflops"], float):
                assert row["tf32_tflops"] <= row["bf16_tflops"]

    def test_a_card_without_bf16_says_so(self):
        for row in CARDS:
            assert (row["has_bf16"] == "no") == ("no BF16" in row["note"]), row["name"]

    def test_hand_checked_figures(self):
        expected = {
            "A100 SXM4 80GB": 312,
            "H100 SXM5 80GB": 989.4,
            "H100 PCIe 80GB": 756,
            "RTX 4090": 165.2,
            "H20 96GB": 148,
            "L40S": 362,
            "Ascend 910B3": 313,
        }
        for name, tflops in expected.items():
            assert GPUS.row(name)["bf16_tflops"] == tflops
        assert GPUS.row("H800 SXM 80GB")["link_gbs"] == 400

    def test_family_names_reach_all_variants(self):
        for row in CARDS:
            kin = [r for r in CARDS if r["family"] == row["family"]]
            same = [r for r in kin if r["memory_gb"] == row["memory_gb"]]
            size = f"{row['memory_gb']:g}"
            names = {row["family"]: kin, f"{row['family']} {size}GB": same}
            names[f"{row['family']} {size}G"] = same
            form = str(row["form_factor"])
            if len({r["form_factor"] for r in kin}) > 1 and re.fullmatch(r"PCIe|SXM\d?", form):
                names[f"{row['family']} {form}"] = [r for r in kin if r["form_factor"] == form]
                short = [r for r in kin if str(r["form_factor"])[:3] == form[:3] == "SXM"]
                names |= {f"{row['family']} SXM": short} if short else {}
            for name, expected in names.items():
                found = GPUS.row(name)
                assert found is not None, name
                if len(expected) == 1:
                    assert found["model"] == row["name"], name
                else:
                    assert found["kind"] == "family", name
                    assert members(name) == expected, name

    @pytest.mark.parametrize("row", [r for r in GPUS.rows if r["kind"] == "family"],
                             ids=lambda r: r["name"])  # fmt: skip
    def test_a_question_mark_stands_only_where_variants_differ(self, row):
        kin = members(row["name"])
        assert len(kin) > 1
        for column in set(GPUS.columns) - DESCRIBING - {"name", "model", "kind"}:
            values = {r[column] for r in kin}
            if column == "usable_gb_least":
                assert row[column] == min(values)
            else:
                assert row[column] == (values.pop() if len(values) == 1 else DIFFERS), column
        assert GPUS.row(row["model"])["usable_gb"] == row["usable_gb"]

    @pytest.mark.parametrize("row", [r for r in GPUS.rows if r["kind"] == "family"],
                             ids=lambda r: r["name"])  # fmt: skip
    def test_a_family_name_leaves_no_variant_out(self, row):
        """A name that states neither memory nor form factor means every card of the family."""
        kin = [r for r in CARDS if r["family"] == row["family"]]
        size = re.search(r"[ -](\d+)GB?$", row["name"])
        form = re.search(r"(PCIe|SXM)", row["name"])
        if size:
            kin = [r for r in kin if r["memory_gb"] == float(size[1])]
        if form:
            kin = [r for r in kin if r["form_factor"].startswith(form[1])]
        assert members(row["name"]) == kin

    def test_ambiguity_that_users_meet(self):
        assert GPUS.row("A100")["bf16_tflops"] == 312
        assert GPUS.row("A100")["usable_gb"] == DIFFERS
        assert GPUS.row("A100")["usable_gb_least"] == GPUS.row("A100 40GB")["usable_gb"]
        assert GPUS.row("H100")["bf16_tflops"] == DIFFERS
        assert GPUS.row("910B")["bf16_tflops"] == GPUS.row("昇腾910B")["bf16_tflops"] == DIFFERS

    def test_chinese_names_are_names(self):
        for row in CARDS:
            if row["name_zh"] != MISSING:
                assert GPUS.row(row["name_zh"])["model"] == row["name"]

    def test_what_was_not_in_the_source_is_marked(self):
        for row in CARDS:
            unseen = (
                set() if row["not_in_source"] == MISSING else set(row["not_in_source"].split("|"))
            )
            assert unseen <= set(GPUS.columns), row["name"]
            core = unseen & {"memory_gb", "bf16_tflops"}
            assert row["verified"] == ("partly" if core else "read_in_source"), row["name"]
            assert all(label(row["verified"]))


def parts(row):
    """Attention, embeddings and norms of a model by its shape: (per layer, outside the layers)."""
    attention = row["hidden"] * row["head_dim"] * 2 * (row["heads"] + row["kv_heads"])
    embeddings = row["vocab"] * row["hidden"] * (1 if row["tied"] == "yes" else 2)
    return attention + 2 * row["hidden"], embeddings + row["hidden"]


def experts(row, active):
    """Feed-forward parameters of a mixture of experts with `active` routed experts counted."""
    one = 3 * row["hidden"] * row["expert_ffn"]
    sparse = row["layers"] - row["dense_layers"]
    dense = row["dense_layers"] * 3 * row["hidden"] * row["ffn"]
    return sparse * ((active + row["shared_experts"]) * one) + dense


DENSE = [r for r in MODELS if r["experts"] == MISSING]
MOE = [r for r in MODELS if r["experts"] != MISSING and r["attention"] != "mla"]
MLA = [r for r in MODELS if r["attention"] == "mla"]


class TestModels:
    def test_there_are_enough_of_each_kind(self):
        assert len(DENSE) >= 30
        assert len(MOE) >= 4
        assert len(MLA) >= 2
        assert len(DENSE) + len(MOE) + len(MLA) == len(MODELS)

    @pytest.mark.parametrize("row", DENSE, ids=lambda r: r["name"])
    def test_dense_parameters_follow_from_the_shape(self, row):
        layer, outside = parts(row)
        ffn = row["ffn_matrices"] * row["hidden"] * row["ffn"]
        total = row["layers"] * (layer + ffn) + outside
        assert total == pytest.approx(row["params"], rel=0.01)  # biases and positions are left out
        assert row["active_params"] == row["params"]

    @pytest.mark.parametrize("row", MOE, ids=lambda r: r["name"])
    def test_expert_parameters_follow_from_the_shape(self, row):
        layer, outside = parts(row)
        rest = row["layers"] * layer + outside
        assert rest + experts(row, row["experts"]) == pytest.approx(row["params"], rel=0.01)
        # Makers count the active parameters with or without the input embedding, and round.
        active = rest + experts(row, row["top_k"])
        without = active - row["vocab"] * row["hidden"]
        assert without * 0.93 <= row["active_params"] <= active * 1.01

    @pytest.mark.parametrize("row", MLA, ids=lambda r: r["name"])
    def test_experts_are_most_of_a_latent_attention_model(self, row):
        _, outside = parts(row)
        share = (experts(row, row["experts"]) + outside) / row["params"]
        assert 0.95 < share < 1  # compressed attention is the small rest
        active = (experts(row, row["top_k"]) + outside) / row["active_params"]
        assert 0.6 < active < 1

    def test_shapes_are_whole_and_consistent(self):
        for row in MODELS:
            for column in ("layers", "hidden", "heads", "kv_heads", "ffn", "vocab", "context"):
                assert row[column] == int(row[column]) > 0, (row["name"], column)
            assert row["heads"] % row["kv_heads"] == 0
            assert row["active_params"] <= row["params"]
            assert row["verified"] in ("config_read", "from_memory")
            assert all(label(row["verified"]))
            if row["experts"] != MISSING:
                assert row["top_k"] < row["experts"]


class TestMethods:
    def test_exactly_the_five(self):
        assert tuple(table("methods").names()) == METHODS

    def test_flop_per_parameter_and_token(self):
        flop = {row["name"]: row["flop_k"] for row in table("methods").canonical()}
        assert flop == {"pretrain": 6, "full": 6, "lora": 4, "qlora": 4, "freeze": 2.24}

    def test_freeze_is_a_forward_pass_and_the_rest_by_its_share(self):
        """2 + 4·share per parameter; 4 + 8·share for attention scores, 12 where all is passed."""
        for row in table("methods").canonical():
            freeze = row["name"] == "freeze"
            assert row["flop_k_share"] == (4 if freeze else 0)
            assert row["score_k"] == (4 + 8 * row["trained_share"] if freeze else 12)
        assert row["flop_k"] == 2 + row["flop_k_share"] * row["trained_share"]

    def test_freeze_trains_two_of_the_32_layers_of_llama_2_7b(self):
        row = table("models").row("Llama-2-7B")
        layer = 4 * row["hidden"] ** 2 + 3 * row["hidden"] * row["ffn"] + 2 * row["hidden"]
        share = 2 * layer / row["params"]
        assert round(share, 2) == table("methods").row("freeze")["trained_share"]

    def test_adapters_belong_to_methods_that_keep_the_weights(self):
        for row in table("methods").canonical():
            assert row["adapters"] == (row["name"] in ("lora", "qlora"))
            assert (row["trained_share"] == 1) == (row["name"] in ("pretrain", "full"))

    def test_base_weights_are_those_of_a_precision(self):
        """The methods' own weights: bf16, and 4 bits for qlora."""
        for row in table("methods").canonical():
            precision = "int4" if row["name"] == "qlora" else "bf16"
            assert row["weight_b"] == table("precisions").row(precision)["bytes"]

    def test_trained_share_is_rank_16_on_all_linear_layers_of_llama_2_7b(self):
        row = table("models").row("Llama-2-7B")
        per_layer = 4 * (2 * row["hidden"]) + 3 * (row["hidden"] + row["ffn"])
        share = 16 * per_layer * row["layers"] / row["params"]
        assert round(share, 3) == table("methods").row("lora")["trained_share"]

    @pytest.mark.parametrize(
        ("text", "name"),
        [("预训练", "pretrain"), ("全参数微调", "full"), ("LoRA 微调", "lora"), ("QLORA", "qlora")],
    )
    def test_people_s_words(self, text, name):
        assert table("methods").row(text)["model"] == name

    def test_labels_are_names_too(self):
        for row in table("methods").canonical():
            for column in ("zh", "en"):
                assert table("methods").row(row[column])["model"] == row["name"]


class TestPrecisions:
    ROWS = table("precisions").canonical()

    def test_each_format_that_cards_compute_in_has_a_column_of_the_cards(self):
        names = [row["name"] for row in self.ROWS]
        assert names == ["bf16", "fp16", "fp8", "tf32", "fp32", "int8", "int4"]
        for row in self.ROWS:
            assert (f"{row['name']}_tflops" in GPUS.columns) == row["trainable"]

    def test_bytes(self):
        """Stored, in computation, master copy. Whole formats store their width."""
        found = {r["name"]: (r["bytes"], r["compute_b"], r["master_b"]) for r in self.ROWS}
        assert found["bf16"] == found["fp16"] == (2, 2, 4)
        assert found["fp32"] == found["tf32"] == (4, 4, 0)
        assert found["fp8"] == (1, 2, 4)

    @pytest.mark.parametrize(("name", "least"), [("int8", 1), ("int4", 0.5)])
    def test_embeddings_of_quantised_weights_stay_in_16_bits(self, name, least):
        """Llama-2-7B: embedding and head are 3.9 % of the parameters at 2 bytes."""
        row = table("models").row("Llama-2-7B")
        share = 2 * row["vocab"] * row["hidden"] / row["params"]
        assert share == pytest.approx(0.039, abs=5e-4)
        assert table("precisions").row(name)["bytes"] == pytest.approx(
            least * (1 - share) + 2 * share, rel=0.02
        )


class TestOptimizers:
    def test_state_bytes(self):
        found = {r["name"]: r["states_b"] for r in table("optimizers").canonical()}
        assert found == {"AdamW": 8, "AdamW 8-bit": 2, "SGD": 4}
        assert table("optimizers").row("8-bit adamw")["model"] == "AdamW 8-bit"

    def test_labels_are_words_of_both_languages(self):
        for row in table("optimizers").canonical():
            assert row["zh"] != row["en"]


class TestParts:
    def test_what_a_card_keeps(self):
        names = ["weights", "gradients", "optimizer", "activations", "logits", "fixed", "net"]
        assert table("parts").names() == names

    def test_labels_are_names_too(self):
        for row in table("parts").canonical():
            for column in ("zh", "en"):
                assert table("parts").row(row[column])["model"] == row["name"]


class TestTexts:
    def test_bytes_per_token_follow_from_what_the_source_says(self):
        found = {r["name"]: r["bytes_per_token"] for r in table("texts").canonical()}
        assert found["mixed"] == pytest.approx(1.6e12 / 350e9, abs=0.005)  # BLOOM
        assert found["chinese"] == pytest.approx(3 / 0.6)  # 3 bytes and 0.6 token a character
        assert found["code"] == pytest.approx((783 + 54 + 13 + 32) / 250, abs=0.005)  # StarCoder
        assert found["english"] == 3.94

    def test_each_says_how_sure_it_is(self):
        for row in table("texts").canonical():
            assert all(label(row["verified"]))
            assert re.fullmatch(r"\d{4}-\d{2}", row["source_date"])

    def test_labels_are_names_too(self):
        for row in table("texts").canonical():
            for column in ("zh", "en"):
                assert table("texts").row(row[column])["model"] == row["name"]


class TestLanguages:
    @pytest.mark.parametrize(
        ("text", "name"), [("中文", "zh"), ("Chinese", "zh"), ("EN", "en"), ("英文", "en")]
    )
    def test_names(self, text, name):
        assert table("languages").names() == ["en", "zh"]
        assert table("languages").row(text)["model"] == name


class TestMfu:
    ROWS = table("mfu").canonical()

    def test_every_family_has_every_method(self):
        families = [*dict.fromkeys(row["family"] for row in CARDS), "no data", "moe"]
        expected = [f"{family}|{method}" for family in families for method in METHODS]
        assert sorted(table("mfu").names()) == sorted(expected)
        for row in self.ROWS:
            assert row["name"] == f"{row['family']}|{row['method']}"

    def test_low_typical_high(self):
        for row in self.ROWS:
            assert 0 < row["low"] < row["typical"] < row["high"] <= 0.6, row["name"]

    def test_measured_rows_rest_on_published_figures_that_they_cover(self):
        measured = [row for row in self.ROWS if row["status"] == "measured"]
        assert len(measured) >= 12
        for row in measured:
            assert row["rows"] >= 3, row["name"]
            assert row["seen_low"] <= row["seen_median"] <= row["seen_high"], row["name"]
            assert row["low"] <= row["seen_median"] <= row["high"], row["name"]

    def test_the_others_are_marked_assumed(self):
        for row in self.ROWS:
            assert row["status"] in ("measured", "assumed")
            assert all(label(row["status"]))
            assert row["note"] != MISSING and row["note_zh"] != MISSING
            if row["rows"] == 0:
                assert row["status"] == "assumed"
                assert row["seen_low"] == row["seen_median"] == row["seen_high"] == MISSING

    def test_values_that_templates_name(self):
        triple = {row["name"]: (row["low"], row["typical"], row["high"]) for row in self.ROWS}
        assert triple["A100|pretrain"] == triple["A800|pretrain"] == (0.30, 0.42, 0.50)
        assert triple["H100|pretrain"] == triple["H800|pretrain"] == (0.25, 0.36, 0.45)
        assert triple["A100|full"] == (0.12, 0.27, 0.45)
        assert triple["A100|lora"] == (0.15, 0.28, 0.45)
        assert triple["A100|qlora"] == (0.08, 0.20, 0.35)
        assert triple["moe|pretrain"] == (0.15, 0.25, 0.35)
        assert triple["no data|pretrain"] == (0.20, 0.30, 0.40)


class TestTax:
    def test_rates_and_dates(self):
        for row in table("tax").canonical():
            assert row["rate"] in (0.0, 0.01, 0.03, 0.06, 0.09, 0.13), row["name"]
            assert re.fullmatch(r"\d{4}-\d{2}-\d{2}", row["valid_from"])
            assert "tax adviser" in row["note"]
            assert "税务顾问" in row["note_zh"]

    @pytest.mark.parametrize(
        ("category", "rate"),
        [
            ("算力及云服务", 0.06),
            ("裸机租赁", 0.13),
            ("存储及增值电信服务", 0.06),
            ("带宽", 0.09),
            ("技术服务", 0.06),
            ("设备", 0.13),
            ("小规模纳税人", 0.03),
        ],
    )
    def test_categories(self, category, rate):
        assert table("tax").row(category)["rate"] == rate

    def test_labels_are_names_too(self):
        for row in table("tax").canonical():
            for column in ("zh", "en"):
                assert table("tax").row(row[column])["model"] == row["name"]


class TestPrices:
    ROWS = table("prices").canonical()

    def test_ranges_and_units(self):
        for row in self.ROWS:
            assert 0 < row["low"] <= row["high"], row["name"]
            assert re.fullmatch(r"[A-Z]{3}", row["currency"])
            for column in ("unit", "status"):
                assert all(label(row[column])), (row["name"], column)
            for column in ("tax", "date", "term", "supplier", "plan"):
                value = row[column]
                dated = column == "date" and re.fullmatch(r"\d{4}-\d{2}-\d{2}", value)
                assert value == MISSING or dated or all(label(value)), (row["name"], column)

    def test_examples_are_never_taken_for_quotes(self):
        assert {row["status"] for row in self.ROWS} == {"example"}
        for row in self.ROWS:
            assert row["tax"] == row["date"] == "not_stated"

    def test_cards_are_catalog_names(self):
        for row in self.ROWS:
            if row["item"] == "rent":
                assert GPUS.row(row["gpu"]) is not None, row["name"]
                assert row["cards"] >= 1
                assert row["unit"].startswith("node") == (row["cards"] > 1), row["name"]

    def test_each_price_stands_as_quoted(self):
        found = {row["name"]: (row["low"], row["high"], row["unit"]) for row in self.ROWS}
        # Three guides, one card, prices that differ sixfold: kept apart, never averaged.
        assert found["EX-HZ-02"] == (30, 50, "card_hour")
        assert found["EX-GD-02"] == (10, 18, "card_hour")
        assert found["EX-CZ-01"] == (5, 8, "card_hour")
        assert found["EX-CZ-02"] == (1200, 1800, "node_day")


class TestUnits:
    ROWS = table("units").canonical()

    def test_hours_that_a_unit_spans(self):
        span = {row["name"]: (row["basis"], row["hours"], row["months"]) for row in self.ROWS}
        for thing in ("card", "node"):
            assert span[f"{thing}_hour"] == (thing, 1, 0)
            assert span[f"{thing}_day"] == (thing, 24, 0)
            assert span[f"{thing}_month"] == (thing, 0, 1)
            assert span[f"{thing}_year"] == (thing, 0, 12)
        assert span["pflop_s_month"] == ("pflop_s", 0, 1)
        assert span["pflop_s_year"] == ("pflop_s", 0, 12)
        assert len(span) == 10

    def test_rents_of_the_price_table_stand_in_these_units(self):
        for row in table("prices").canonical():
            if row["item"] == "rent":
                assert table("units").row(row["unit"]) is not None, row["name"]

    def test_labels_and_codes(self):
        for row in self.ROWS:
            assert label(row["name"]) == (row["en"], row["zh"])
            assert all(label(row["basis"]))
            for word in (row["zh"], row["en"], f"元/{row['zh']}"):
                assert table("units").row(word)["model"] == row["name"]


class TestFreeDayReadings:
    def test_the_three(self):
        found = table("free_day_readings")
        assert found.names() == ["once", "per_7", "7+1"]
        for word, name in (("只免一次", "once"), ("每满7天", "per_7"), ("租7送1", "7+1")):
            assert found.row(word)["model"] == name


class TestRules:
    ROWS = table("rules").canonical()

    def test_every_code_has_words(self):
        for row in self.ROWS:
            for column in (
                "rule",
                "effect_unit",
                "threshold_unit",
                "boundary",
                "combine",
                "status",
            ):
                assert row[column] == MISSING or all(label(row[column])), (row["name"], column)
            assert row["zh"] != MISSING and row["note_zh"] != MISSING

    def test_a_reading_is_one_that_a_function_knows(self):
        for row in self.ROWS:
            if row["rule"] == "free_days":
                assert table("free_day_readings").row(row["reading"]) is not None
            else:
                assert row["reading"] in (MISSING, "all_units", "excess_only")

    def test_effects_are_shares_or_whole_days(self):
        for row in self.ROWS:
            assert 0 < row["low"] <= row["high"]
            if row["effect_unit"] == "share":
                assert row["high"] < 1
            else:
                assert (row["effect_unit"], row["high"] % 1) == ("day", 0)
            assert (row["threshold"] == MISSING) == (row["threshold_unit"] == MISSING)

    def test_a_threshold_says_whether_it_counts_itself(self):
        for row in self.ROWS:
            counted = row["threshold"] != MISSING and row["rule"] != "off_peak"
            assert (row["boundary"] in ("over", "from")) == counted, row["name"]

    def test_rules_do_not_stack_unless_a_contract_says_so(self):
        assert {row["combine"] for row in self.ROWS} == {"best"}
        assert {row["status"] for row in self.ROWS} == {"example"}
