"""The functions about the library: guarded as any other, and truly no formula."""

from __future__ import annotations

import datetime

import numpy as np
import pytest

import gpucalc
from gpucalc import catalog, edge
from gpucalc.arguments import Omitted
from gpucalc.dialects import latex, plain
from gpucalc.errors import ExcelError, InputError, NotTraceable
from gpucalc.meta import facts
from gpucalc.record import Function, halves
from gpucalc.registry import functions
from gpucalc.trace import Node

META = [f for f in functions().values() if f.not_traceable]


def test_they_are_found_beside_the_kernels() -> None:
    names = {f.udf_name for f in META}
    assert {"GPU_SPEC", "GPU_PRICE", "PRICE_INFO", "GPU_OPTIONS", "GPU_WHY"} <= names
    assert {"GPUCALC_VERSION", "CATALOG_DATE"} <= names
    assert {f.kernel.__module__.split(".")[1] for f in META} == {"meta"}
    kernels = [f for f in functions().values() if not f.not_traceable]
    assert {f.kernel.__module__.split(".")[1] for f in kernels} == {"kernels"}


@pytest.mark.parametrize("f", META, ids=lambda f: f.udf_name)
def test_each_says_why_in_both_languages_and_no_dialect_prints_it(f: Function) -> None:
    en, zh = halves(f.not_traceable)
    assert en != zh and len(en) > 30
    for printing in (lambda: plain.formula(f, {}), lambda: latex.equations(f)):
        with pytest.raises(NotTraceable) as refused:
            printing()
        assert (refused.value.en, refused.value.zh) == (en, zh)


@pytest.mark.parametrize("f", [f for f in META if f.args], ids=lambda f: f.udf_name)
def test_tracing_the_kernel_fails(f: Function) -> None:
    """The claim, tried: on symbols the kernel does what no graph can hold."""
    symbols = [s for a, s in zip(f.args, f.symbols.values(), strict=True) if a.required]
    defaults = [
        None if isinstance(a.default, Omitted) else a.default for a in f.args if not a.required
    ]
    if f.args[-1].repeating:
        defaults = [*f.symbols.values()][1:]
    try:
        got = f.kernel(*symbols, *defaults)
    except (NotTraceable, TypeError, AttributeError, InputError):
        return
    assert not isinstance(got, Node)


def test_what_has_no_arguments_would_be_frozen_by_a_formula(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A formula without arguments is a constant; these answers change with what is installed."""
    monkeypatch.setattr(facts, "__version__", "9.9.9")
    assert edge.call(functions()["gpucalc_version"]) == "9.9.9"
    monkeypatch.setattr(catalog, "version", lambda: "2027.01.31")
    want = (datetime.date(2027, 1, 31) - datetime.date(1899, 12, 30)).days
    assert edge.call(functions()["catalog_date"]) == want


def test_version_and_date_are_what_is_installed() -> None:
    assert edge.call(functions()["gpucalc_version"]) == gpucalc.__version__
    assert edge.call(functions()["gpucalc_version"], 1) == ExcelError.VALUE
    serial = edge.call(functions()["catalog_date"])
    assert isinstance(serial, float)
    day = datetime.date(1899, 12, 30) + datetime.timedelta(days=serial)
    assert day.isoformat() == catalog.date()


SPEC = functions()["gpu_spec"]


@pytest.mark.parametrize(
    ("args", "want"),
    [
        (("H100 SXM5 80GB", "bf16_tflops"), 989.4),
        (("H100 SXM5 80GB", "BF16 稠密算力（TFLOPS）"), 989.4),
        (("h100 sxm5 80gb", "Memory (GB)"), 80),
        ((4090, "memory_gb"), 24),
        (("4090", "name"), "RTX 4090"),
        (("A100", "vendor"), "NVIDIA"),
        (("A100", "memory_gb"), ExcelError.VALUE),
        (("H100", "bf16_tflops"), ExcelError.VALUE),
        (("RTX 4090", "fp8_tflops"), 330.3),
        (("RTX 3090", "fp8_tflops"), ExcelError.NA),
        (("B9000", "memory_gb"), ExcelError.NA),
        (("RTX 4090", "aliases"), ExcelError.NA),
        (("RTX 4090", "colour"), ExcelError.NA),
        (("RTX 4090", None), ExcelError.VALUE),
        ((None, "nope"), ExcelError.VALUE),
        (("B9000", None), ExcelError.VALUE),
        ((77, "memory_gb"), ExcelError.NA),
        (("nope", ExcelError.DIV0), ExcelError.DIV0),
    ],
)
def test_gpu_spec(args: tuple[object, ...], want: object) -> None:
    assert edge.call(SPEC, *args) == want


def test_every_cell_of_the_catalog_is_answered_or_refused_as_the_table_says() -> None:
    table = catalog.table("gpus")
    columns = [c for c in table.columns if c not in ("name", "aliases", "kind")]
    keys = [str(row["name"]) for row in table.rows]
    for column in columns:
        got = edge.call(SPEC, [[k] for k in keys], column)
        assert isinstance(got, list)
        for row, (answer,) in zip(table.rows, got, strict=True):
            want = {"-": ExcelError.NA, "?": ExcelError.VALUE}.get(str(row[column]), row[column])
            assert answer == want, (row["name"], column)


def test_reasons_name_what_would_do() -> None:
    assert "A100 PCIe 40GB" in edge.reason(SPEC, "A100", "memory_gb")
    assert "bf16_tflops" in edge.reason(SPEC, "A100 80GB", "colour")
    assert "可用字段" in edge.reason(SPEC, "A100 80GB", "colour", lang="zh")
    assert "no fp8_tflops" in edge.reason(SPEC, "RTX 3090", "fp8_tflops")


def test_python_form_takes_values_and_columns() -> None:
    assert SPEC("RTX 4090", "memory_gb") == 24
    cards = np.array(["RTX 4090", "A100", "RTX 3090"], dtype=object)
    got = SPEC(cards, "memory_gb")
    assert got[0] == 24 and np.isnan(got[1]) and got[2] == 24
    assert SPEC(cards, field="vendor").tolist() == ["NVIDIA"] * 3
