"""Prices from files: each known trap of public price collections is met, and told by row.

The rows are made up after the faults that public files show: memory of a whole node in the field
of one card, GiB in a MiB field, a Python repr where JSON is due, spot prices that are none, bid
floors.
"""

from __future__ import annotations

from pathlib import Path

import openpyxl
import pytest
from typer.testing import CliRunner, Result

from gpucalc import catalog, edge
from gpucalc.cli import app
from gpucalc.errors import InputError
from gpucalc.prices import exchange, foreign, kinds, own, store
from gpucalc.prices.cards import identify
from gpucalc.prices.gates import gate
from gpucalc.prices.rows import Import, PriceRow
from gpucalc.registry import functions

HEAD = "InstanceType,AcceleratorName,AcceleratorCount,GpuInfo,Region,Price,SpotPrice\n"


def info(name: str, count: int, mib: float, text: str = "json") -> str:
    gpu = f"{{'Name': '{name}', 'Count': {count}, 'MemoryInfo': {{'SizeInMiB': {mib}}}}}"
    shown = f"{{'Gpus': [{gpu}]}}"
    return shown if text == "repr" else shown.replace("'", '""')


def skypilot(tmp_path: Path, *rows: str) -> Import:
    folder = tmp_path / "somecloud"
    folder.mkdir()
    path = folder / "vms.csv"
    path.write_text(HEAD + "\n".join(rows) + "\n", encoding="utf-8")
    return foreign.skypilot(path, "USD", "2026-11-01", "")


def only(found: Import) -> PriceRow:
    assert len(found.rows) == 1, found.remarks
    return found.rows[0][1]


@pytest.mark.parametrize(
    "mib, text",
    [(81920, "json"), (81920, "repr"), (80, "json"), (8 * 81920, "repr")],
    ids=["MiB", "a Python repr", "GiB in a MiB field", "the memory of the whole node"],
)
def test_memory_of_one_card_is_found(tmp_path: Path, mib: float, text: str) -> None:
    row = f'x,A100,8,"{info("A100", 8, mib, text)}",us,10.32,'
    kept = only(skypilot(tmp_path, row))
    assert (kept.gpu, kept.unit, kept.cards, kept.high) == ("A100 80GB", "node_hour", 8, 10.32)
    assert (kept.supplier, kept.currency, kept.date) == ("somecloud", "USD", "2026-11-01")


def test_memory_of_zero_takes_the_catalog(tmp_path: Path) -> None:
    assert only(skypilot(tmp_path, f'x,B200,1,"{info("B200", 1, 0)}",us,5,')).gpu == "B200 SXM"


def test_a_card_with_other_memory_than_any_in_the_catalog_is_refused(tmp_path: Path) -> None:
    """A modified RTX 4090 with 48 GB is no RTX 4090."""
    found = skypilot(tmp_path, f'x,RTX4090,1,"{info("4090", 1, 49152)}",hk,0.5,')
    assert not found.rows and "48 GB" in found.remarks[0].en and "48 GB" in found.remarks[0].zh


@pytest.mark.parametrize(
    "spot, kept", [("", 1), ("0.00", 1), ("2.5", 1), ("1.1", 2)], ids=["none", "0", "equal", "real"]
)
def test_spot_prices_that_are_none_are_left_out(tmp_path: Path, spot: str, kept: int) -> None:
    found = skypilot(tmp_path, f'x,L40S,1,"{info("L40S", 1, 46068)}",us,2.5,{spot}')
    assert [r.plan for _, r in found.rows] == ["pay_as_you_go", "spot"][:kept]


def test_a_price_is_needed_and_a_count(tmp_path: Path) -> None:
    found = skypilot(
        tmp_path,
        "a,B200,2,,us,,4.00",
        "b,L40S,0,,us,2,",
        "c,,,,us,0.3,",
        "d,H100,8,,us,0.4,",
    )
    assert [(n, r.plan) for n, r in found.rows] == [(2, "spot")]
    assert [(r.row, r.rejected) for r in found.remarks] == [(2, True), (3, True), (5, True)]


def test_gpuhunt_names_the_provider_by_its_file(tmp_path: Path) -> None:
    path = tmp_path / "lambdalabs.csv"
    path.write_text(
        "instance_name,location,price,gpu_count,gpu_name,gpu_memory,spot\n"
        'g8,us-east-1,31.92,8,H100,80.0,False\ng1,", US, NA",0.9,1,L4,24,True\n',
        encoding="utf-8",
    )
    first, second = (r for _, r in foreign.gpuhunt(path, "USD", "2026-11-01", "").rows)
    assert (first.supplier, first.gpu, first.cards) == ("lambdalabs", "H100 80GB", 8)
    assert (second.plan, second.region) == ("spot", "US, NA")


def test_the_wrong_format_is_told(tmp_path: Path) -> None:
    path = tmp_path / "x.csv"
    path.write_text("a,b\n1,2\n", encoding="utf-8")
    with pytest.raises(InputError, match="InstanceType"):
        foreign.skypilot(path, "USD", "", "")


@pytest.mark.parametrize(
    "raw, memory, name",
    [
        ("A100-80GB", None, "A100 80GB"),
        ("A100", 40.0, "A100 40GB"),
        ("A100", None, "A100"),
        ("NVIDIA H100 PCIe", 80.0, "H100 PCIe 80GB"),
        ("RTX4090", 24.0, "RTX 4090"),
        ("MI300X", 192.0, "MI300X"),
        ("RTX6000", 24.0, None),
        ("NoSuchCard", 24.0, None),
    ],
)
def test_cards_are_named_by_name_memory_and_form(
    raw: str, memory: float | None, name: str | None
) -> None:
    found = identify(raw, memory)
    assert (found.name if found else None) == name


# -- prices typed by people ----------------------------------------------------------------------

CHINESE = [
    "显卡型号",
    "单价",
    "计量单位",
    "卡数",
    "币种",
    "含税",
    "供应商",
    "日期",
    "计费方式",
    "心情",
]


def chinese(tmp_path: Path, *rows: list[object]) -> Path:
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    for row in (CHINESE, *rows):
        sheet.append(row)
    path = tmp_path / "价格 表.xlsx"
    book.save(path)
    return path


def test_a_chinese_price_list_is_read_in_the_unit_it_was_quoted(tmp_path: Path) -> None:
    path = chinese(
        tmp_path,
        ["A100 80G", "¥76,000", "台月", 8, "CNY", "含税", "甲", "2026-11-01", "包月", "好"],
    )
    found = own.read(path, "", "not_stated", "")
    row = only(found)
    assert (row.gpu, row.high, row.unit, row.cards) == ("A100 80GB", 76000, "node_month", 8)
    assert (row.tax, row.date, row.plan, row.supplier) == (
        "incl_tax",
        "2026-11-01",
        "monthly",
        "甲",
    )
    assert [r.row for r in found.remarks] == [1] and "心情" in found.remarks[0].zh


@pytest.mark.parametrize(
    "spoiled, said",
    [
        ({1: "25-40"}, "range"),
        ({1: -3}, "no price"),
        ({2: "台星期"}, "not in the catalog"),
        ({3: None}, "number of cards"),
        ({4: None}, "currency"),
        ({5: "也许"}, "tax"),
        ({7: "2026-13-01"}, "no such day"),
        ({8: "包世纪"}, "plan"),
        ({0: "B999"}, "not in the catalog"),
    ],
)
def test_a_row_that_cannot_be_used_says_why(
    tmp_path: Path, spoiled: dict[int, object], said: str
) -> None:
    row: list[object] = [
        "A100 80G",
        76000,
        "台月",
        8,
        "CNY",
        "含税",
        "甲",
        "2026-11-01",
        "包月",
        "好",
    ]
    for place, value in spoiled.items():
        row[place] = value
    found = own.read(chinese(tmp_path, row), "", "not_stated", "")
    assert not found.rows
    assert said in found.remarks[-1].en and found.remarks[-1].zh != found.remarks[-1].en


def test_a_name_of_several_cards_is_kept_and_told(tmp_path: Path) -> None:
    """A100 has 40 or 80 GB: the price stays under A100, and the remark asks which one it was."""
    row: list[object] = ["A100", 76000, "台月", 8, "CNY", "含税", "甲", "2026-11-01", "包月", ""]
    found = own.read(chinese(tmp_path, row), "", "not_stated", "")
    assert [r.gpu for _, r in found.rows] == ["A100"]
    said = found.remarks[-1]
    assert not said.rejected and "several cards" in said.en and "不止一种" in said.zh


def test_repeats_and_outliers_are_refused_with_the_row_they_meet() -> None:
    rows = [
        PriceRow("L4", p, p, supplier=s) for p, s in zip((5, 5.5, 6, 4.8, 60), "abcde", strict=True)
    ]
    rows.append(rows[0])
    found = gate(Import(rows=list(enumerate(rows, start=2))))
    assert [n for n, _ in found.rows] == [2, 3, 4, 5]
    assert [(r.row, r.rejected) for r in found.remarks] == [(6, True), (7, True)]
    assert "row 2" in found.remarks[1].en


def test_few_rows_make_no_median() -> None:
    rows = [PriceRow("L4", p, p, supplier=s) for p, s in ((5, "a"), (60, "b"))]
    assert len(gate(Import(rows=list(enumerate(rows)))).rows) == 2


# -- keeping them --------------------------------------------------------------------------------


def test_a_newer_price_replaces_an_older_one_and_an_older_one_does_not(tmp_path: Path) -> None:
    def offer(price: float, date: str) -> PriceRow:
        return PriceRow("L4", price, price, supplier="a", date=date)

    assert store.merge(tmp_path, [offer(5, "2026-10-01")]).added == 1
    assert store.merge(tmp_path, [offer(6, "2026-11-01")]).replaced == 1
    assert store.merge(tmp_path, [offer(4, "2026-09-01")]).unchanged == 1
    kept = store.load(tmp_path)
    assert [(r.name, r.high, r.date) for r in kept] == [("OWN-0001", 6, "2026-11-01")]


def test_own_prices_answer_gpu_price(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    row = PriceRow("L4", 3, 3.5, supplier="甲", tax="incl_tax", date="2026-11-01")
    store.merge(tmp_path, [row])
    price = functions()["gpu_price"]
    before = edge.call(price, "L4")
    monkeypatch.setenv("GPUCALC_CATALOG", str(tmp_path))
    catalog.table.cache_clear()
    try:
        assert before == "#N/A" and edge.call(price, "L4") == 3.5
    finally:
        monkeypatch.undo()
        catalog.table.cache_clear()


def test_the_command_reports_rows_and_never_writes_when_asked_not_to(tmp_path: Path) -> None:
    path = chinese(
        tmp_path, ["A100 80G", 76000, "台月", 8, "CNY", "含税", "甲", "2026-11-01", "包月", ""]
    )
    call = ["--lang", "en", "catalog", "import", str(path), "--format", "xlsx", "--catalog"]
    dry = CliRunner().invoke(app, [*call, str(tmp_path / "own"), "--dry-run"])
    assert dry.exit_code == 0 and not (tmp_path / "own").exists()
    done = CliRunner().invoke(app, [*call, str(tmp_path / "own")])
    assert done.exit_code == 0 and "1 added" in done.output
    assert (tmp_path / "own" / "prices.csv").exists()


def test_the_kind_of_file_is_told_by_its_ending_and_headings(tmp_path: Path) -> None:
    rows = ["A100 80G", 76000, "台月", 8, "CNY", "含税", "甲", "2026-11-01", "包月", ""]
    assert kinds.of(chinese(tmp_path, rows)) == kinds.Format.xlsx
    for name, head, kind in (
        ("own.csv", "gpu,price,unit,currency", "csv"),
        ("自有.csv", "显卡型号;单价;计量单位", "csv"),
        ("hunt.csv", "instance_name,location,price,gpu_count,gpu_name", "gpuhunt"),
        ("vms.csv", HEAD.strip(), "skypilot"),
    ):
        path = tmp_path / name
        path.write_text(head + "\n", encoding="utf-8")
        assert kinds.of(path) == kind, name
    path = tmp_path / "other.csv"
    path.write_text("a,b\n1,2\n", encoding="utf-8")
    for lang, said in (("en", "fit no kind"), ("zh", "都不符")):
        call = ["--lang", lang, "catalog", "import", str(path), "--catalog", str(tmp_path / "own")]
        done = CliRunner().invoke(app, call)
        assert done.exit_code != 0 and said in done.output
        assert all(kind in done.output for kind in kinds.Format) and "--format" in done.output
        assert "Traceback" not in done.output
    assert not (tmp_path / "own").exists()


def test_a_foreign_file_needs_its_currency_said(tmp_path: Path) -> None:
    path = tmp_path / "vms.csv"
    path.write_text(HEAD, encoding="utf-8")
    call = ["catalog", "import", str(path), "--format", "skypilot", "--catalog", str(tmp_path)]
    assert CliRunner().invoke(app, call).exit_code == 2


# -- more traps ----------------------------------------------------------------------------------


def test_the_memory_of_two_cards_is_no_card_of_that_size(tmp_path: Path) -> None:
    """160 GB for two A100: no card has it, 80 GB each has one."""
    row = f'x,A100,2,"{info("A100", 2, 163_840)}",us,4,'
    assert only(skypilot(tmp_path, row)).gpu == "A100 80GB"


def test_memory_that_fits_one_card_and_its_half_is_told(tmp_path: Path) -> None:
    """80 GB for two A100: two of 80, or 40 each."""
    found = skypilot(tmp_path, f'x,A100,2,"{info("A100", 2, 81_920)}",us,4,')
    assert only(found).gpu == "A100 80GB"
    assert [(r.row, r.rejected) for r in found.remarks] == [(2, False)]
    assert "A100 40GB" in found.remarks[0].en and "A100 40GB" in found.remarks[0].zh


def test_total_memory_stands_in_where_the_cards_is_missing(tmp_path: Path) -> None:
    inside = "{'Gpus': [{'Name': 'H100', 'Count': 8, 'TotalGpuMemoryInMiB': 655360}]}"
    beside = "{'Gpus': [{'Name': 'A100', 'Count': 1}], 'TotalGpuMemoryInMiB': 40960}"
    found = skypilot(tmp_path, f'x,H100,8,"{inside}",us,20,', f'y,A100,1,"{beside}",us,2,')
    assert [r.gpu for _, r in found.rows] == ["H100 80GB", "A100 40GB"]


def test_the_price_of_the_card_without_its_host_is_refused(tmp_path: Path) -> None:
    found = skypilot(tmp_path, f',A100,1,"{info("A100", 1, 40_960)}",us-central1,0.94,')
    assert not found.rows and "host" in found.remarks[0].en and "主机" in found.remarks[0].zh


def test_one_price_for_one_card_and_for_eight_is_refused(tmp_path: Path) -> None:
    """The source forgot to count: only the single card is kept."""
    found = gate(skypilot(tmp_path, "a,L40S,1,,us,1.9,", "b,L40S,4,,us,1.9,", "c,L40S,8,,eu,15.2,"))
    assert [(n, r.cards) for n, r in found.rows] == [(2, 1), (4, 8)]
    assert [(r.row, r.rejected) for r in found.remarks] == [(3, True)]
    assert "row 2" in found.remarks[0].en and "第 2 行" in found.remarks[0].zh


def test_text_of_a_price_is_read_in_the_rows_own_currency(tmp_path: Path) -> None:
    usd = ["RTX 4090", "$0.35", "卡时", 1, "USD", "不含税", "甲", "2026-11-01", "按小时", ""]
    row = only(own.read(chinese(tmp_path, usd), "", "not_stated", ""))
    assert (row.high, row.currency, row.plan) == (0.35, "USD", "pay_as_you_go")
    yuan = [*usd[:1], "¥0.35", *usd[2:]]
    assert not own.read(chinese(tmp_path, yuan), "", "not_stated", "").rows


@pytest.mark.parametrize(
    ("spoken", "plan"),
    [
        ("按天", "daily"),
        ("包月", "monthly"),
        ("年付", "yearly_plan"),
        ("On-Demand", "pay_as_you_go"),
    ],
)
def test_plans_are_read_as_people_say_them(tmp_path: Path, spoken: str, plan: str) -> None:
    row = ["A100 80G", 1500, "台天", 8, "CNY", "含税", "甲", "2026-11-01", spoken, ""]
    assert only(own.read(chinese(tmp_path, row), "", "not_stated", "")).plan == plan


def test_storage_has_a_price_and_no_card(tmp_path: Path) -> None:
    path = tmp_path / "storage.csv"
    path.write_text(
        "项目,显卡型号,单价,计量单位,币种\n存储,,200,TB·月,CNY\nstorage,-,180,tb_month,CNY\n,,5,卡时,CNY\n",
        encoding="utf-8",
    )
    found = own.read(path, "", "not_stated", "甲")
    assert [(r.item, r.gpu, r.unit, r.high) for _, r in found.rows] == [
        ("storage", "-", "tb_month", 200), ("storage", "-", "tb_month", 180)
    ]  # fmt: skip
    assert [r.row for r in found.remarks if r.rejected] == [4]


# -- exchange rates ------------------------------------------------------------------------------


def test_a_rate_keeps_prices_in_cny_and_what_was_quoted_in_the_note(tmp_path: Path) -> None:
    """2.49 x 7.1 = 17.679; a price in CNY and one without a rate stay."""
    rows = [PriceRow("L4", 2.49, 2.49, currency="USD"), PriceRow("L4", 5, 6),
            PriceRow("L4", 1, 2, currency="EUR", note="spot")]  # fmt: skip
    known = exchange.rates(["usd=7.1@2026-11-30"])
    first, second, third = (
        r for _, r in exchange.convert(Import(rows=list(enumerate(rows))), known).rows
    )
    assert (first.low, first.high, first.currency) == (17.679, 17.679, "CNY")
    assert first.note == "2.49 USD at 7.1 of 2026-11-30"
    assert first.note_zh == "原价 2.49 USD，汇率 7.1（2026-11-30）"
    assert (second, third) == (rows[1], rows[2])
    ranged = exchange.convert(Import(rows=[(1, rows[2])]), exchange.rates(["EUR=8@2026-11-30"]))
    assert (only(ranged).low, only(ranged).high) == (8, 16)
    assert only(ranged).note == "spot; 1-2 EUR at 8 of 2026-11-30"


@pytest.mark.parametrize(
    "text", ["7.1", "USD=7.1", "USD=0@2026-11-30", "USD=x@2026-11-30", "USD=7@2026-02-30"]
)
def test_a_rate_needs_its_currency_and_its_day(text: str) -> None:
    with pytest.raises(InputError) as told:
        exchange.rates([text])
    assert told.value.en != told.value.zh


# -- the commands --------------------------------------------------------------------------------


def run(*words: str) -> Result:
    return CliRunner().invoke(app, ["--lang", "zh", "catalog", *words])


def test_every_form_of_file_goes_into_the_folder(tmp_path: Path) -> None:
    folder = str(tmp_path / "自有")
    csv = tmp_path / "own.csv"
    csv.write_text("gpu,price,unit,currency\nL4,5,card_hour,CNY\n", encoding="gbk")
    hunt = tmp_path / "lambdalabs.csv"
    hunt.write_text(
        "instance_name,location,price,gpu_count,gpu_name,gpu_memory,spot\ng,us,1.2,1,L4,24,False\n",
        encoding="utf-8",
    )
    cloud = tmp_path / "vast" / "vms.csv"
    cloud.parent.mkdir()
    cloud.write_text(HEAD + f'v,H100,8,"{info("H100", 8, 81_559)}",eu,16,\n', encoding="utf-8")
    book = chinese(
        tmp_path, ["A100 80G", 76000, "台月", 8, "CNY", "含税", "甲", "2026-11-01", "包月", ""]
    )
    usd = ("--currency", "USD", "--date", "2026-11-02")
    for file, kind, more in (
        (csv, "csv", ("--supplier", "乙")), (book, "xlsx", ()),
        (hunt, "gpuhunt", (*usd, "--fx", "USD=7.1@2026-11-30")), (cloud, "skypilot", usd),
    ):  # fmt: skip
        assert kinds.of(file) == kind
        done = run("import", str(file), "--catalog", folder, *more)
        assert done.exit_code == 0 and "新增 1" in done.output, done.output
    kept = store.load(tmp_path / "自有")
    assert [(r.name, r.gpu, r.high, r.currency, r.supplier, r.date) for r in kept] == [
        ("OWN-0001", "L4", 5, "CNY", "乙", "not_stated"),
        ("OWN-0002", "A100 80GB", 76000, "CNY", "甲", "2026-11-01"),
        ("OWN-0003", "L4", 8.52, "CNY", "lambdalabs", "2026-11-02"),
        ("OWN-0004", "H100 80GB", 16, "USD", "vast", "2026-11-02"),
    ]
    assert run("check", "--catalog", folder).exit_code == 0
    listed = run("list", "--gpu", "H100", "--catalog", folder)
    assert "OWN-0004" in listed.output and "OWN-0001" not in listed.output
    shown = run("show", "OWN-0003", "--catalog", folder)
    assert "原价 1.2 USD，汇率 7.1（2026-11-30）" in shown.output
    aged = run("age", "--catalog", folder, "--as-of", "2026-11-30", "--days", "28")
    own_lines = [line for line in aged.output.splitlines() if "OWN-" in line]
    assert [(line[0], line.rsplit("  ")[-1]) for line in own_lines] == [
        ("!", "无日期"), ("!", "29 天"), (" ", "28 天"), (" ", "28 天")
    ]  # fmt: skip
    assert aged.exit_code == 1
