"""Installing, checking and removing, against a Windows that is only a dictionary."""

from __future__ import annotations

import datetime
import importlib
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from gpucalc import catalog
from gpucalc.addin import actions, build, cli, doctor, excel, install, vba
from gpucalc.addin.doctor import FAULT, NOTE, OK
from gpucalc.addin.windows import CLASSES, USER, Elsewhere, System, Windows, here
from gpucalc.errors import BookError, GpucalcError
from tests.addin.fake import OPTIONS, FakeBook, FakeExcel, FakeWindows

TODAY = datetime.date.fromisoformat(catalog.date())


@pytest.fixture
def windows(tmp_path: Path) -> FakeWindows:
    return FakeWindows(tmp_path)


def with_bridge(windows: FakeWindows) -> FakeWindows:
    name = f"xlwings64-{vba.xlwings_version()}.dll"
    (windows.python.parent / name).write_bytes(b"")
    return windows


def found(windows: System, level: str, lang: str = "en") -> list[str]:
    return [f.line(lang) for f in doctor.examine(windows, TODAY) if f.level == level]


# -- install -------------------------------------------------------------------------------------


def test_install_writes_the_file_and_has_excel_load_it(windows: FakeWindows) -> None:
    windows.set(USER, OPTIONS, "OPEN", '/A "solver.xlam"')
    done = install.install(windows, "zh")
    target = install.path(windows)
    assert install.ours(target) and install.registered(windows)
    assert windows.opens() == ['/A "solver.xlam"', f'"{target}"']
    settings = doctor.recorded(target)
    # A Chinese user name: the short form goes through the bridge's ANSI call.
    assert settings["INTERPRETER_WIN"] == str(windows.python).replace("张 三", "ZHANG~1")
    assert [line.zh for line in done.lines] and all(line.en for line in done.lines)


def test_installing_again_replaces_and_registers_once(windows: FakeWindows) -> None:
    install.install(windows, "en")
    windows.marked.add(install.path(windows))
    install.install(windows, "zh")
    assert len(windows.opens()) == 1
    assert not windows.blocked(install.path(windows))
    with importlib.import_module("pyopenvba").ExcelFile(install.path(windows)) as opened:
        assert 'GpuDefaultLanguage = "zh"' in opened.get_module("GpuNames")


def test_a_foreign_file_is_never_overwritten_without_being_asked(windows: FakeWindows) -> None:
    target = install.path(windows)
    target.parent.mkdir(parents=True)
    target.write_bytes(b"somebody's own")
    with pytest.raises(BookError, match="--force"):
        install.install(windows, "en")
    with pytest.raises(BookError, match="not gpucalc's"):
        install.uninstall(windows)
    assert target.read_bytes() == b"somebody's own" and windows.opens() == []
    install.install(windows, "en", force=True)
    assert install.ours(target)


def test_a_running_excel_is_asked_to_close(windows: FakeWindows) -> None:
    windows.running = FakeExcel([])
    for command in (lambda: install.install(windows, "en"), lambda: install.uninstall(windows)):
        with pytest.raises(GpucalcError, match="close it first") as caught:
            command()
        assert "关闭" in caught.value.text("zh")
    assert not install.path(windows).exists()


def test_without_excel_it_says_what_works(tmp_path: Path) -> None:
    with pytest.raises(GpucalcError, match=r"WPS alone.*gpucalc portable"):
        install.install(FakeWindows(tmp_path, office=False), "en")


def test_uninstall_leaves_nothing_and_keeps_the_others(windows: FakeWindows) -> None:
    windows.set(USER, OPTIONS, "OPEN", '"first.xlam"')
    install.install(windows, "en")
    target = install.path(windows)
    windows.set(USER, OPTIONS, "OPEN2", '/R "last.xll"')
    windows.set(USER, OPTIONS, "Font", "Calibri,11")
    windows.set(USER, excel.manager("16.0"), str(target), "")
    windows.set(USER, install.SETTINGS_KEY + r"\addin", "language", "zh")
    install.uninstall(windows)
    assert not target.exists()
    # Excel stops at a gap in OPEN, OPEN1 …: what came after us has moved up.
    assert windows.opens() == ['"first.xlam"', '/R "last.xll"']
    assert windows.read(USER, OPTIONS, "Font") == "Calibri,11"
    left = [(k, v) for k, v in windows.values.items() if "gpucalc" in f"{k}{v}".lower()]
    assert left == []
    again = install.uninstall(windows)
    assert again.lines[0].en == "nothing was installed"


@pytest.mark.parametrize(
    ("value", "is_ours"),
    [
        ('"{}"', True),
        ("{}", True),
        ('/A /R "{}"', True),
        ("gpucalc.xlam", True),
        ('"GPUCALC.XLAM"', True),
        (r'"D:\elsewhere\gpucalc.xlam"', False),
        ('"notgpucalc.xlam"', False),
    ],
)
def test_registrations_are_known_in_every_spelling(
    windows: FakeWindows, value: str, is_ours: bool
) -> None:
    windows.set(USER, OPTIONS, "OPEN", value.format(install.path(windows)))
    assert install.registered(windows) is is_ours


# -- doctor --------------------------------------------------------------------------------------


def test_a_healthy_installation_has_no_fault(windows: FakeWindows) -> None:
    install.install(with_bridge(windows), "en")
    assert found(windows, FAULT) == [] and found(windows, NOTE) == []
    lines = found(windows, OK)
    assert any("Excel 16.0, 64 bit" in line for line in lines)
    assert any("xlwings64-" in line for line in lines)


def check(windows: FakeWindows, level: str, en: str, remedy: str) -> None:
    """Exactly one finding of the level, in both languages, with its remedy."""
    lines = found(windows, level)
    assert len(lines) == 1 and en in lines[0] and remedy in lines[0], lines
    (zh,) = found(windows, level, "zh")
    assert any("\u4e00" <= sign <= "\u9fff" for sign in zh) and "->" in zh


def healthy(windows: FakeWindows) -> FakeWindows:
    install.install(with_bridge(windows), "en")
    return windows


def test_not_installed(windows: FakeWindows) -> None:
    check(with_bridge(windows), FAULT, "not installed", "gpucalc addin install")


def test_no_excel(tmp_path: Path) -> None:
    lines = found(FakeWindows(tmp_path, office=False), FAULT)
    assert "Excel not found" in lines[0] and "gpucalc portable" in lines[0]


def test_wps_has_taken_excel_over(windows: FakeWindows) -> None:
    server = r'"C:\Program Files\Kingsoft\WPS Office\office6\et.exe" /automation'
    healthy(windows).set(CLASSES, r"CLSID\{0}\LocalServer32", "", server)
    check(windows, FAULT, "WPS answers to Excel.Application", "Repair")


def test_the_bridge_of_another_bitness_is_missing(windows: FakeWindows) -> None:
    install.install(windows, "en")
    name = f"xlwings32-{vba.xlwings_version()}.dll"
    (windows.python.parent / name).write_bytes(b"")
    check(windows, FAULT, "xlwings64-", "pip install --force-reinstall xlwings==")


def test_pywin32_is_missing(windows: FakeWindows) -> None:
    healthy(windows).has_pywin32 = False
    check(windows, FAULT, "pywin32 is missing", "pip install pywin32")


def test_a_python_path_without_short_form(windows: FakeWindows) -> None:
    windows.short = False
    check(healthy(windows), NOTE, "not ASCII", r"C:\Python")


def test_a_blocked_file(windows: FakeWindows) -> None:
    healthy(windows).marked.add(install.path(windows))
    check(windows, FAULT, "blocks the file", "Unblock")


def test_built_with_another_xlwings(windows: FakeWindows, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(build, "stamps", lambda: {"XLWINGS": "0.33.0", "GPUCALC": "0.0.1"})
        healthy(windows)
    (fault,) = found(windows, FAULT)
    assert "built with xlwings 0.33.0" in fault and "gpucalc addin install" in fault
    assert len(found(windows, NOTE)) == 2  # gpucalc and catalog


def test_its_python_is_gone(windows: FakeWindows) -> None:
    healthy(windows)
    data = build.build("en", str(windows.root / "gone" / "pythonw.exe"))
    install.path(windows).write_bytes(data)
    lines = found(windows, FAULT)
    assert len(lines) == 1 and "its Python is gone" in lines[0]


def test_excel_does_not_load_it(windows: FakeWindows) -> None:
    healthy(windows).remove(USER, OPTIONS, "OPEN")
    check(windows, FAULT, "does not load", "tick gpucalc")


def test_excel_has_disabled_it(windows: FakeWindows) -> None:
    item = bytes(12) + r"c:\users\x\gpucalc.xlam".encode("utf-16-le")
    healthy(windows).set(USER, excel.disabled("16.0"), "1A2B", item)
    windows.set(USER, excel.disabled("16.0"), "other", "solver".encode("utf-16-le"))
    check(windows, FAULT, "disabled the add-in", "Disabled Items")


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("DisableAllAddins", 1, "all add-ins"),
        ("RequireAddinSig", 1, "only signed"),
        ("VBAWarnings", 4, "all macros"),
    ],
)
@pytest.mark.parametrize("policy", [True, False])
def test_trust_settings(
    windows: FakeWindows, name: str, value: int, said: str, policy: bool
) -> None:
    healthy(windows).set(USER, excel.security("16.0", policy), name, value)
    check(windows, FAULT, said, "IT" if policy else "Trust Center")


def test_open_books_online_links_and_clashing_names(windows: FakeWindows) -> None:
    healthy(windows)
    target = str(install.path(windows))
    online = FakeBook("https://d.docs.live.net/1/a.xlsx")
    linked = FakeBook(r"C:\b.xlsx", links=[r"D:\old\GPUCALC.xlam", target, r"C:\x.xlsx"])
    stuck = FakeBook(r"C:\c.xlsx", links=["https://x/gpucalc (1).xlam"], refuses=True)
    other = FakeBook(r"C:\e.xlsx", links=[r"D:\gpucalculator.xlam"])  # somebody else's
    named = FakeBook(r"C:\d.xlsx", defined=["gpu_cards", "Sheet1!RENT_COST", "GPU.CARDS", "price"])
    windows.running = FakeExcel([online, linked, stuck, named, other])
    notes, faults = found(windows, NOTE), found(windows, FAULT)
    assert any("a.xlsx lies on OneDrive" in note for note in notes)
    assert any("b.xlsx calls the add-in" in n and "repaired" in n for n in notes)
    assert linked.links == [target, target, r"C:\x.xlsx"]
    assert any("c.xlsx" in fault and "Change Source" in fault for fault in faults)
    assert any("RENT_COST, gpu_cards" in fault and "GPU.CARDS" in fault for fault in faults)
    assert len(faults) == 2 and len(notes) == 2
    assert other.links == [r"D:\gpucalculator.xlam"]


def test_a_busy_excel_is_no_crash(windows: FakeWindows) -> None:
    class Busy:
        @property
        def Workbooks(self) -> object:
            raise RuntimeError("com_error: call was rejected by callee")

    healthy(windows).running = Busy()  # type: ignore[assignment]
    assert found(windows, FAULT) == []


def test_an_old_catalog(windows: FakeWindows) -> None:
    healthy(windows)
    late = TODAY + datetime.timedelta(days=doctor.OLD + 1)
    (note,) = [f for f in doctor.examine(windows, late) if f.level == NOTE]
    assert "181 days old" in note.line("en") and "pip install --upgrade" in note.line("zh")


# -- elsewhere -----------------------------------------------------------------------------------


@pytest.mark.parametrize("platform", ["darwin", "linux"])
def test_other_systems_are_told_what_works_there(tmp_path: Path, platform: str) -> None:
    system = FakeWindows(tmp_path, platform=platform)
    for command in (lambda: install.install(system, "en"), lambda: install.uninstall(system)):
        with pytest.raises(GpucalcError, match="gpucalc portable") as caught:
            command()
        assert "便携工作簿" in caught.value.text("zh") and "WPS" in caught.value.text("zh")
    lines = found(system, NOTE)
    assert len(lines) == 1 and "Windows only" in lines[0]


def test_this_machine_has_its_layer() -> None:
    assert here().platform == sys.platform
    for name in (n for n in vars(System) if not n.startswith("_")):
        assert hasattr(Windows, name), name
    if sys.platform != "win32":
        assert isinstance(here(), Elsewhere)


def test_bits_of_a_program(tmp_path: Path) -> None:
    head = b"MZ" + bytes(58) + (64).to_bytes(4, "little") + b"PE\0\0"
    for machine, bits in ((b"\x64\x86", 64), (b"\x4c\x01", 32), (b"\x64\xaa", 64), (b"??", 0)):
        (tmp_path / "x.exe").write_bytes(head + machine)
        assert Windows.bits(Elsewhere(), tmp_path / "x.exe") == bits
    assert Windows.bits(Elsewhere(), tmp_path / "none.exe") == 0


# -- command line and ribbon ---------------------------------------------------------------------


@pytest.mark.skipif(sys.platform == "win32", reason="says what works elsewhere")
def test_the_commands(tmp_path: Path) -> None:
    from gpucalc.cli import app

    runner = CliRunner()
    output = tmp_path / "new" / "x.xlam"
    done = runner.invoke(app, ["addin", "build", "-o", str(output), "--lang", "zh"])
    assert done.exit_code == 0 and done.output.strip() == str(output)
    assert output.read_bytes() == build.build("zh")
    again = runner.invoke(app, ["addin", "build", "-o", str(output)])
    assert again.exit_code == 2 and output.read_bytes() == build.build("zh")
    other = runner.invoke(app, ["addin", "build", "-o", str(tmp_path / "x.txt"), "--lang", "en"])
    assert other.exit_code == 2 and "name it x.xlam" in other.output
    assert not (tmp_path / "x.txt").exists()
    folder = runner.invoke(app, ["addin", "build", "-o", str(tmp_path), "--lang", "zh"])
    assert folder.exit_code == 0 and (tmp_path / build.FILE_NAME).is_file()
    for command in ("install", "uninstall", "status"):
        told = runner.invoke(app, ["--lang", "zh", "addin", command])
        assert told.exit_code == 2 and "便携工作簿" in told.output
    assert runner.invoke(app, ["addin", "doctor"]).exit_code == 0


def test_the_commands_on_windows(windows: FakeWindows, monkeypatch: pytest.MonkeyPatch) -> None:
    from gpucalc.cli import app

    monkeypatch.setattr(cli, "here", lambda: with_bridge(windows))
    runner = CliRunner()
    assert runner.invoke(app, ["addin", "status"]).exit_code == 1
    assert runner.invoke(app, ["addin", "install"]).exit_code == 0
    told = runner.invoke(app, ["--lang", "en", "addin", "status"])
    assert told.exit_code == 0 and "installed: yes" in told.output
    assert runner.invoke(app, ["addin", "doctor"]).exit_code == 0
    assert runner.invoke(app, ["addin", "uninstall"]).exit_code == 0
    assert runner.invoke(app, ["addin", "doctor"]).exit_code == 1


def test_what_the_ribbon_asks_of_python(tmp_path: Path) -> None:
    import openpyxl

    for lang in ("en", "zh"):
        assert Path(actions.act("template", "quote", lang)).name == "quote.xlsx"
        for action in ("catalog", "help"):
            book = openpyxl.load_workbook(actions.act(action, "", lang))
            assert sum(sheet.max_row for sheet in book) > 30
            formulas = [c for s in book for row in s for c in row if c.data_type == "f"]
            assert formulas == []
    assert "GPU_CARDS" in {
        c.value for c in openpyxl.load_workbook(actions.act("help", "", "en"))["GPU"]["A"]
    }
    assert "[!!]" in actions.act("doctor", "", "en") or "[--]" in actions.act("doctor", "", "en")
    assert actions.act("template", "no such", "zh").startswith(actions.FAILED)
    assert actions.act("no such", "", "en").startswith("!internal error")
    assert actions.act("portable", "https://x.sharepoint.com/a.xlsx", "en").startswith("!this wor")
    missing = actions.act("portable", str(tmp_path / "none.xlsx"), "en")
    assert missing.startswith("!") and "none.xlsx" in missing
    assert catalog.version() in actions.stamp()


def test_a_portable_copy_lies_beside_the_book(tmp_path: Path) -> None:
    import openpyxl

    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    sheet["A1"] = "=TRAIN_FLOPS(7E9,1E9)"
    book.save(tmp_path / "计划.xlsx")
    first = actions.act("portable", str(tmp_path / "计划.xlsx"), "zh")
    assert (tmp_path / "计划-便携.xlsx").exists(), first
    actions.act("portable", str(tmp_path / "计划.xlsx"), "zh")
    assert (tmp_path / "计划-便携-2.xlsx").exists()
    made = openpyxl.load_workbook(tmp_path / "计划-便携.xlsx")["Sheet"]["A1"].value
    assert "TRAIN_FLOPS" not in str(made) and made
