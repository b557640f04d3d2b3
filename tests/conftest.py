"""Every test run names its engines at the start and, at the end, what it could not check."""

from __future__ import annotations

import importlib.metadata
import os
import platform
from collections import Counter

import pytest
from hypothesis import settings

from gpucalc.excel.pdf import find_office
from tests import engines

# Whoever runs the tests may keep prices of their own: they are no part of what is tested.
os.environ["GPUCALC_CATALOG"] = ""

# No time limit per example: the first call of a function traces its graph, and CI machines pause.
settings.register_profile("gpucalc", deadline=None)
settings.load_profile("gpucalc")


def pytest_report_header() -> list[str]:
    packages = ("numpy", "openpyxl", "lxml", "formualizer", "formulon", "ironcalc", "xlwings")
    versions = [f"{name} {_version(name)}" for name in packages]
    return [
        f"gpucalc: Python {platform.python_version()}, " + ", ".join(versions),
        f"LibreOffice: {find_office() or 'missing'}; a missing engine is "
        + ("a failure" if engines.required() else "skipped and listed at the end"),
    ]


def _version(name: str) -> str:
    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return "missing"


def pytest_runtest_setup(item: pytest.Item) -> None:
    # Before the fixtures, so that a workbook is not built for an engine that is not there.
    if item.get_closest_marker("libreoffice"):
        engines.need("libreoffice")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    lost: Counter[str] = Counter()
    for report in terminalreporter.stats.get("skipped", []):
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else ""
        if engines.MISSING in reason:
            lost[reason.partition(engines.MISSING)[2]] += 1
    if not lost:
        return
    terminalreporter.section("engine checks that could not run", yellow=True)
    for engine, count in sorted(lost.items()):
        terminalreporter.write_line(f"{engine}: {count} checks not run. To run them:")
        terminalreporter.write_line(f"  {engines.HOW_TO_GET[engine]}")
