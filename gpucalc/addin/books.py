"""The workbooks open in Excel, as far as `addin doctor` asks about them: a thin layer over COM."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PureWindowsPath
from typing import Any

_EXCEL_LINKS = 1  # xlExcelLinks, xlLinkTypeExcelLinks


@dataclass(frozen=True)
class OpenBook:
    """An open workbook."""

    com: Any

    @property
    def name(self) -> str:
        """Its file name."""
        return str(self.com.Name)

    @property
    def path(self) -> str:
        """Its path, or its address where it lies online."""
        return str(self.com.FullName)

    @property
    def online(self) -> bool:
        """Whether Excel knows it by an address of OneDrive or SharePoint."""
        return "://" in self.path

    @property
    def names(self) -> list[str]:
        """Its defined names, those of single sheets without the sheet."""
        return [str(n.Name).rpartition("!")[2] for n in self.com.Names]

    def foreign_links(self, target: Path) -> list[str]:
        """Links to a gpucalc add-in that is not the one at ``target``."""
        links = [str(link) for link in self.com.LinkSources(_EXCEL_LINKS) or ()]
        return [link for link in links if _is_addin(link) and link.lower() != str(target).lower()]

    def relink(self, link: str, target: Path) -> bool:
        """Points a link to ``target``; False where Excel refuses."""
        try:
            self.com.ChangeLink(link, str(target), _EXCEL_LINKS)
        except Exception:  # com_error, which only Windows has
            return False
        return True


def opened(application: Any) -> Iterator[OpenBook]:
    """Every workbook that can be asked; a busy Excel answers none."""
    with contextlib.suppress(Exception):  # com_error, which only Windows has
        for book in application.Workbooks:
            yield OpenBook(book)


def _is_addin(link: str) -> bool:
    name = PureWindowsPath(link.replace("/", "\\")).name.lower()
    return re.fullmatch(r"gpucalc( \(.*\)|-.*)?\.xlam", name) is not None
