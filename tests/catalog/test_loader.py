"""How a catalog file becomes a table, and how keys are read."""

import re

import pytest

from gpucalc import catalog
from gpucalc.catalog import DIFFERS, CatalogError, table

GPUS = table("gpus")


class TestLoader:
    def test_keys_are_read_kindly(self):
        assert GPUS.row("Ａ１００　８０Ｇ")["model"] == "A100 80GB"
        assert GPUS.row("a100   80gb")["model"] == "A100 80GB"
        assert GPUS.row(4090.0)["model"] == GPUS.row("4090")["model"] == "RTX 4090"
        assert GPUS.row("昇腾910B3")["model"] == "Ascend 910B3"

    @pytest.mark.parametrize("key", ["A100 90GB", "", 312.0, 1.0, True, float("nan")])
    def test_what_is_not_there_is_none(self, key):
        assert GPUS.row(key) is None

    @pytest.mark.parametrize(
        ("key", "first"),
        [("A100 8GB", "A100 80GB"), ("4080", "RTX 4090"), ("Qwen 3 8", "Qwen3-8B")],
    )
    def test_nearest_names_the_likeliest_first(self, key, first):
        found = table("models" if "Qwen" in key else "gpus").nearest(key)
        assert found[0] == first
        assert len(found) == len(set(found)) <= 3

    def test_nearest_of_nonsense_is_empty(self):
        assert GPUS.nearest("§§§§") == []

    def test_version_and_date(self):
        assert re.fullmatch(r"\d{4}\.\d{2}\.\d{2}", catalog.version())
        assert catalog.date() == catalog.version().replace(".", "-")

    def test_unknown_table(self):
        with pytest.raises(CatalogError, match="gpus, models"):
            table("cards")

    @pytest.mark.parametrize(
        ("text", "says"),
        [
            ("id,x\na,1\n", "first column"),
            ("name,x\na,1\nA,2\n", "stands twice"),
            ("name,aliases\na,b|c\nB,-\n", "stands twice"),
            ("name,x\na,1,2\n", "line 2.*number of cells"),
            ("name,x\na\n", "line 2.*number of cells"),
            ("name,x\n ,1\n", "line 2.*no name"),
        ],
    )
    def test_a_wrong_file_is_refused_with_its_place(self, text, says):
        with pytest.raises(CatalogError, match=says):
            catalog.parse("prices", text)

    def test_a_name_of_several_rows_is_a_family(self):
        text = "name,aliases,usable_gb,x,source\nA,F|one,10,1,s1\nB,F,-,1,s2\n"
        found = catalog.parse("gpus", text)
        assert [row["name"] for row in found.rows] == ["A", "B", "F", "one"]
        family = found.row("f")
        assert (family["usable_gb"], family["x"], family["source"]) == (DIFFERS, 1.0, "s1; s2")
        # One member's memory is unknown, so the least is unknown too.
        assert family["usable_gb_least"] == DIFFERS
