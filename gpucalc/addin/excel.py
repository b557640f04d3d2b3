"""Which Excel is there, as the registry tells it."""

from __future__ import annotations

import re
from pathlib import Path

from gpucalc.addin.windows import CLASSES, MACHINE, USER, System

VERSIONS = ("16.0", "15.0", "14.0")  # 2016 and later, 2013, 2010


def versions(system: System) -> list[str]:
    """The versions of Excel that this user has run or could run, the newest first."""
    found = [v for v in VERSIONS if system.names(USER, options(v)) or _root(system, v)]
    current = _current(system)
    return [current, *(v for v in found if v != current)] if current else found


def version(system: System) -> str | None:
    """The version that opens; None where there is no Excel."""
    found = versions(system)
    return found[0] if found else None


def options(version: str) -> str:
    """The key whose values OPEN, OPEN1 … list what Excel loads."""
    return rf"Software\Microsoft\Office\{version}\Excel\Options"


def manager(version: str) -> str:
    """The key that lists add-ins known but not loaded."""
    return rf"Software\Microsoft\Office\{version}\Excel\Add-in Manager"


def security(version: str, policy: bool = False) -> str:
    """The key of the Trust Center, the user's own or the administrator's."""
    root = r"Software\Policies\Microsoft" if policy else r"Software\Microsoft"
    return rf"{root}\Office\{version}\Excel\Security"


def disabled(version: str) -> str:
    """The key of what Excel has disabled after a crash."""
    return rf"Software\Microsoft\Office\{version}\Excel\Resiliency\DisabledItems"


def program(system: System, version: str) -> Path | None:
    """EXCEL.EXE; None where it cannot be found."""
    root = _root(system, version)
    if root:
        return Path(root) / "EXCEL.EXE"
    apps = r"Software\Microsoft\Windows\CurrentVersion\App Paths\excel.exe"
    found = system.read(MACHINE, apps)
    return Path(str(found).strip('"')) if found else None


def server(system: System) -> str:
    """The program that answers to Excel.Application; "" where nothing does."""
    clsid = str(system.read(CLASSES, r"Excel.Application\CLSID") or "")
    found = system.read(CLASSES, rf"CLSID\{clsid}\LocalServer32") if clsid else None
    return str(found or "")


def _root(system: System, version: str) -> str:
    key = rf"Software\Microsoft\Office\{version}\Excel\InstallRoot"
    return str(system.read(MACHINE, key, "Path") or "")


def _current(system: System) -> str | None:
    named = re.fullmatch(
        r"Excel\.Application\.(\d+)", str(system.read(CLASSES, r"Excel.Application\CurVer") or "")
    )
    return f"{named[1]}.0" if named and f"{named[1]}.0" in VERSIONS else None
