"""The thin layer over Windows: registry, file marks, Excel by COM. Nothing here decides anything.

Everything that decides (install, doctor) takes a :class:`System`, so that it runs in tests on any
machine against a stand-in. :func:`here` is this machine.
"""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Protocol

USER, MACHINE, CLASSES = "HKEY_CURRENT_USER", "HKEY_LOCAL_MACHINE", "HKEY_CLASSES_ROOT"


class System(Protocol):
    """What install and doctor ask of a machine."""

    platform: str  # "win32", "darwin", "linux"

    def read(self, root: str, key: str, name: str = "") -> str | int | bytes | None:
        """A value of the registry; None where there is none."""

    def names(self, root: str, key: str) -> Sequence[str]:
        """The names of the values of a key."""

    def write(self, root: str, key: str, name: str, value: str) -> None:
        """Sets a text value, and makes the key where it is missing."""

    def remove(self, root: str, key: str, name: str) -> None:
        """Removes a value."""

    def remove_key(self, root: str, key: str) -> None:
        """Removes a key and the keys below it, if it is there."""

    def blocked(self, path: Path) -> bool:
        """Whether the file carries the mark of the web."""

    def unblock(self, path: Path) -> None:
        """Takes the mark away."""

    def addins(self) -> Path:
        """The user's folder for Excel add-ins."""

    def ascii_path(self, path: Path) -> str:
        """The path, or its 8.3 form where it is not ASCII and Windows has one."""

    def interpreter(self) -> Path:
        """The Python without a console window that Excel shall start."""

    def excel(self) -> Any:
        """The running Excel as a COM object; None where none runs."""

    def pywin32(self) -> bool:
        """Whether Python can speak COM."""

    def bits(self, program: Path) -> int:
        """32 or 64 for a program file; 0 where it cannot be told."""


class Windows:
    """This machine, where it runs Windows."""

    platform = "win32"

    def __init__(self) -> None:
        import winreg

        self._registry: Any = winreg

    def _open(self, root: str, key: str, access: str = "KEY_READ") -> Any:
        hive = getattr(self._registry, root)
        return self._registry.OpenKey(hive, key, 0, getattr(self._registry, access))

    def read(self, root: str, key: str, name: str = "") -> str | int | bytes | None:
        try:
            with self._open(root, key) as opened:
                value: str | int | bytes = self._registry.QueryValueEx(opened, name)[0]
                return value
        except OSError:
            return None

    def names(self, root: str, key: str) -> Sequence[str]:
        try:
            with self._open(root, key) as opened:
                count = self._registry.QueryInfoKey(opened)[1]
                return [self._registry.EnumValue(opened, n)[0] for n in range(count)]
        except OSError:
            return []

    def write(self, root: str, key: str, name: str, value: str) -> None:
        with self._registry.CreateKey(getattr(self._registry, root), key) as opened:
            self._registry.SetValueEx(opened, name, 0, self._registry.REG_SZ, value)

    def remove(self, root: str, key: str, name: str) -> None:
        with self._open(root, key, "KEY_SET_VALUE") as opened:
            self._registry.DeleteValue(opened, name)

    def remove_key(self, root: str, key: str) -> None:
        try:
            with self._open(root, key) as opened:
                below = [
                    self._registry.EnumKey(opened, n)
                    for n in range(self._registry.QueryInfoKey(opened)[0])
                ]
        except OSError:
            return
        for name in below:
            self.remove_key(root, f"{key}\\{name}")
        self._registry.DeleteKey(getattr(self._registry, root), key)

    def blocked(self, path: Path) -> bool:
        try:
            # The mark is a stream beside the file's own; pathlib knows none.
            with open(f"{path}:Zone.Identifier", encoding="ascii", errors="replace") as mark:  # noqa: PTH123
                return "ZoneId=3" in mark.read() or "ZoneId=4" in mark.read()
        except OSError:
            return False

    def unblock(self, path: Path) -> None:
        try:
            os.remove(f"{path}:Zone.Identifier")  # noqa: PTH107
        except OSError:
            return

    def addins(self) -> Path:
        return Path(os.environ["APPDATA"]) / "Microsoft" / "AddIns"

    def ascii_path(self, path: Path) -> str:
        text = str(path)
        if text.isascii():
            return text
        buffer = ctypes.create_unicode_buffer(1024)
        kernel: Any = getattr(ctypes, "windll").kernel32  # noqa: B009
        found = kernel.GetShortPathNameW(text, buffer, len(buffer))
        return buffer.value if found else text

    def interpreter(self) -> Path:
        quiet = Path(sys.executable).with_name("pythonw.exe")
        return quiet if quiet.exists() else Path(sys.executable)

    def excel(self) -> Any:
        try:
            from win32com.client import GetActiveObject

            return GetActiveObject("Excel.Application")
        except Exception:
            return None

    def pywin32(self) -> bool:
        try:
            import win32com.client  # noqa: F401
        except ImportError:
            return False
        return True

    def bits(self, program: Path) -> int:
        try:
            with program.open("rb") as file:
                head = file.read(4096)
        except OSError:
            return 0
        place = int.from_bytes(head[60:64], "little") + 4
        return {b"\x64\x86": 64, b"\x4c\x01": 32, b"\x64\xaa": 64}.get(head[place : place + 2], 0)


class Elsewhere(Windows):
    """A machine without Windows: it has no registry, and no Excel that could call Python."""

    def __init__(self) -> None:
        self.platform = sys.platform


def here() -> System:
    """This machine."""
    return Windows() if sys.platform == "win32" else Elsewhere()
