"""A Windows that is only a dictionary: what install and doctor ask of it, on any machine."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from gpucalc.addin.windows import CLASSES, MACHINE, USER

Value = str | int | bytes
OPTIONS = r"Software\Microsoft\Office\16.0\Excel\Options"


@dataclass
class FakeName:
    Name: str


@dataclass
class FakeBook:
    """A workbook as COM shows it."""

    FullName: str
    links: list[str] = field(default_factory=list)
    defined: list[str] = field(default_factory=list)
    refuses: bool = False

    @property
    def Name(self) -> str:
        return self.FullName.replace("/", "\\").rpartition("\\")[2]

    @property
    def Names(self) -> list[FakeName]:
        return [FakeName(name) for name in self.defined]

    def LinkSources(self, kind: int) -> tuple[str, ...] | None:
        assert kind == 1
        return tuple(self.links) or None  # COM gives None, not an empty list

    def ChangeLink(self, name: str, new: str, kind: int) -> None:
        assert kind == 1
        if self.refuses:
            raise RuntimeError("com_error")
        self.links[self.links.index(name)] = new


@dataclass
class FakeExcel:
    Workbooks: list[FakeBook]


@dataclass
class FakeWindows:
    """Excel 2016 or later, 64 bit, on the drive ``root``."""

    root: Path
    platform: str = "win32"
    office: bool = True
    running: FakeExcel | None = None
    has_pywin32: bool = True
    user: str = "张 三"
    short: bool = True
    marked: set[Path] = field(default_factory=set)
    values: dict[tuple[str, str], dict[str, Value]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.python = self.root / self.user / "Python 3" / "pythonw.exe"
        for path in (self.python, Path(self.ascii_path(self.python))):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(b"")
        if self.office:
            excel = self.root / "Office16" / "EXCEL.EXE"
            excel.parent.mkdir()
            head = b"MZ" + bytes(58) + (128).to_bytes(4, "little") + bytes(64)
            excel.write_bytes(head + b"PE\0\0" + b"\x64\x86" + bytes(100))
            self.set(CLASSES, r"Excel.Application\CurVer", "", "Excel.Application.16")
            self.set(CLASSES, r"Excel.Application\CLSID", "", "{0}")
            self.set(CLASSES, r"CLSID\{0}\LocalServer32", "", f"{excel} /automation")
            install = r"Software\Microsoft\Office\16.0\Excel\InstallRoot"
            self.set(MACHINE, install, "Path", str(excel.parent))

    def set(self, root: str, key: str, name: str, value: Value) -> None:
        self.values.setdefault((root, key.lower()), {})[name] = value

    def read(self, root: str, key: str, name: str = "") -> Value | None:
        return self.values.get((root, key.lower()), {}).get(name)

    def names(self, root: str, key: str) -> Sequence[str]:
        return list(self.values.get((root, key.lower()), {}))

    def write(self, root: str, key: str, name: str, value: str) -> None:
        self.set(root, key, name, value)

    def remove(self, root: str, key: str, name: str) -> None:
        del self.values[root, key.lower()][name]

    def remove_key(self, root: str, key: str) -> None:
        for place in [p for p in self.values if p[0] == root and p[1].startswith(key.lower())]:
            del self.values[place]

    def blocked(self, path: Path) -> bool:
        return path in self.marked

    def unblock(self, path: Path) -> None:
        self.marked.discard(path)

    def addins(self) -> Path:
        return self.root / self.user / "AppData" / "Roaming" / "Microsoft" / "AddIns"

    def ascii_path(self, path: Path) -> str:
        return str(path).replace(self.user, "ZHANG~1") if self.short else str(path)

    def interpreter(self) -> Path:
        return self.python

    def excel(self) -> Any:
        return self.running

    def pywin32(self) -> bool:
        return self.has_pywin32

    def bits(self, program: Path) -> int:
        from gpucalc.addin.windows import Windows

        return Windows.bits(self, program)  # type: ignore[arg-type]

    def opens(self) -> list[str]:
        """What Excel loads, in its order, up to the first gap."""
        found, number = [], 0
        while True:
            value = self.read(USER, OPTIONS, f"OPEN{number or ''}")
            if value is None:
                return found
            found.append(str(value))
            number += 1
