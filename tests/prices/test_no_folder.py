"""A folder of own prices that is not there is told of: the shipped prices would answer instead."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from gpucalc.cli import app


def run(*arguments: str) -> tuple[int, str]:
    done = CliRunner().invoke(app, ["--lang", "en", "catalog", *arguments])
    return done.exit_code, done.output


def test_the_folder_to_use_must_be_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    code, told = run("use", str(tmp_path / "prcies"))
    assert code == 2 and "there is no folder" in told
    assert not (tmp_path / ".gpucalc").exists()
    (tmp_path / "prices").mkdir()
    assert run("use", str(tmp_path / "prices"))[0] == 0
    assert (tmp_path / ".gpucalc" / "config.toml").exists()


@pytest.mark.parametrize("command", ["check", "list", "age"])
def test_the_folder_named_must_be_there(tmp_path: Path, command: str) -> None:
    code, told = run(command, "--catalog", str(tmp_path / "nowhere"))
    assert code == 2 and "there is no folder" in told
