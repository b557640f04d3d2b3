"""Where a user's own prices are: the variable, else the file in the home folder."""

from __future__ import annotations

from pathlib import Path

import pytest

from gpucalc import settings


@pytest.fixture
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home folder of the test's own; its config file, not yet there."""
    monkeypatch.delenv(settings.VARIABLE, raising=False)
    for variable in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(variable, str(tmp_path))
    (tmp_path / ".gpucalc").mkdir()
    return tmp_path / ".gpucalc" / "config.toml"


CONFIGS = [
    ("catalog = 'D:\\采购\\prices'\n", "D:\\采购\\prices"),
    ('catalog = "D:\\\\采购\\\\new prices"\n', "D:\\采购\\new prices"),
    ("\ufeffcatalog = 'prices'\n", "prices"),  # saved by Notepad
    ("# nothing\n", None),
    ("catalog = 1\n", None),
]


@pytest.mark.parametrize(("text", "want"), CONFIGS)
def test_the_file_names_the_folder(config: Path, text: str, want: str | None) -> None:
    assert settings.own_catalog() is None
    config.write_text(text, encoding="utf-8")
    assert settings.own_catalog() == (None if want is None else Path(want))


def test_a_tilde_is_the_home_folder(config: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    config.write_text("catalog = '~/prices'\n", encoding="utf-8")
    assert settings.own_catalog() == config.parent.parent / "prices"
    monkeypatch.setenv(settings.VARIABLE, "~/others")
    assert settings.own_catalog() == config.parent.parent / "others"
    monkeypatch.setenv(settings.VARIABLE, " ")
    assert settings.own_catalog() is None


def test_what_is_written_is_read_again(config: Path, tmp_path: Path) -> None:
    folder = tmp_path / 'prices "own" 价格'
    assert settings.use_catalog(folder) == config
    assert settings.own_catalog() == folder.resolve()


def test_a_file_that_cannot_be_read_is_told(config: Path, caplog: pytest.LogCaptureFixture) -> None:
    config.write_text('catalog = "D:\\prices"\n', encoding="utf-8")  # \p is no escape
    assert settings.own_catalog() is None
    assert "single quotes" in caplog.text and "单引号" in caplog.text
