"""Packs the templates for people who never type a command: ``python -m workbooks.zips DIR``.

One archive a language, `gpucalc-templates-zh.zip` and `-en.zip`, with a page that says what is
what. The same templates give the same bytes.
"""

from __future__ import annotations

import io
import sys
import zipfile
from pathlib import Path

from gpucalc import __version__, catalog, glossary, resources
from gpucalc.excel.save import write_atomically

MOMENT = (1980, 1, 1, 0, 0, 0)  # the earliest that a zip can hold: no date of a build inside
START = {
    "en": "gpucalc {version}, catalog {date}\n\nOpen a workbook in Excel, WPS or LibreOffice and"
    " fill in the yellow cells. No add-in, no macro.\n\n",
    "zh": "gpucalc {version}，目录日期 {date}\n\n用 Excel、WPS 或 LibreOffice 打开工作簿，"
    "填写黄色单元格即可；无需插件和宏。\n\n",
}
TITLES = {
    "sizing": "compute_sizing",
    "quote": "quotation",
    "rfq": "request_for_quotation",
    "compare": "supplier_comparison",
    "budget": "cost_budget",
    "rent_vs_buy": "rent_or_buy",
    "claim_check": "claim_check",
    "price_book": "price_book",
}


def pack(lang: str) -> bytes:
    """The archive of one language."""
    found = resources.templates(lang)
    names = [n for n in TITLES if n in found]
    text = START[lang].format(version=__version__, date=catalog.date())
    text += "".join(f"{n}.xlsx  {glossary.label(TITLES[n], lang)}\n" for n in names)
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        # the mark lets Notepad read it on a Chinese Windows
        _add(archive, "README.txt", text.replace("\n", "\r\n").encode("utf-8-sig"))
        for name in names:
            _add(archive, f"{name}.xlsx", resources.template(name, lang).read_bytes())
    return out.getvalue()


def _add(archive: zipfile.ZipFile, name: str, data: bytes) -> None:
    entry = zipfile.ZipInfo(name, MOMENT)
    entry.compress_type = zipfile.ZIP_DEFLATED
    archive.writestr(entry, data)


def write(folder: Path) -> list[Path]:
    """Writes both archives into ``folder``; gives their paths."""
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for lang in resources.LANGUAGES:
        path = folder / f"gpucalc-templates-{lang}.zip"
        write_atomically(path, pack(lang), force=True)
        written.append(path)
    return written


if __name__ == "__main__":
    for made in write(Path(sys.argv[1])):
        print(made)
