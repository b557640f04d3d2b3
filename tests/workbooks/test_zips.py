"""The archives for people who never type a command."""

from __future__ import annotations

import io
import zipfile

import pytest

from gpucalc import resources
from workbooks import zips


@pytest.mark.parametrize("lang", resources.LANGUAGES)
def test_an_archive_holds_every_template_and_a_page_that_names_each(lang: str) -> None:
    data = zips.pack(lang)
    assert data == zips.pack(lang)
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        names = archive.namelist()
        page = archive.read("README.txt").decode("utf-8-sig")
        for name in resources.templates(lang):
            assert archive.read(f"{name}.xlsx") == resources.template(name, lang).read_bytes()
            assert f"{name}.xlsx  " in page
    assert len(names) == 1 + len(resources.templates(lang))
