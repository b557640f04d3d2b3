"""What people install: the wheel, in an environment that holds nothing else."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import sysconfig
import tarfile
import zipfile
from collections.abc import Sequence
from email.parser import Parser
from pathlib import Path
from typing import NamedTuple

import pytest

import gpucalc
from gpucalc import errors, resources
from tests import engines

ROOT = Path(__file__).parents[1]

# Asked outside the checkout, where `import gpucalc` can only find what was installed.
PROBE = """
import importlib, json, pkgutil
import gpucalc, gpucalc_udfs
from gpucalc import catalog, glossary, registry, resources
modules = [m.name for m in pkgutil.walk_packages(gpucalc.__path__, "gpucalc.")]
for name in modules:
    if not name.endswith("__main__"):
        importlib.import_module(name)
print(json.dumps({
    "files": [gpucalc.__file__, gpucalc_udfs.__file__]
        + [str(resources.template("quote", lang)) for lang in resources.LANGUAGES],
    "version": gpucalc.__version__,
    "modules": len(modules),
    "udfs": sorted(gpucalc_udfs.__all__),
    "functions": sorted(f.udf_name for f in registry.functions().values()),
    "cards": gpucalc_udfs.GPU_CARDS("13B", "200B", "A100 80GB", 10, 0.5),
    "label": glossary.label("params", "zh"),
    "cards_known": len(catalog.table("gpus").names()),
}))
"""
WITH_BORROWED = (
    "no package index answered: the wheel was tried with the packages of this environment, so a "
    "dependency that pyproject.toml forgets would go unnoticed; run again with a network"
)


class Installed(NamedTuple):
    """An environment with the wheel: its scripts folder, and whether its dependencies are ours."""

    scripts: Path
    borrowed: bool


def run(command: Sequence[object], cwd: Path) -> subprocess.CompletedProcess[str]:
    # Without what would lead another Python back into this checkout or this environment.
    hidden = {"PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV", "PYTHONSAFEPATH"}
    env = {k: v for k, v in os.environ.items() if k not in hidden}
    return subprocess.run(
        [str(part) for part in command],
        cwd=cwd,
        env=env | {"PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        encoding="utf-8",
        timeout=600,
    )


def succeed(command: Sequence[object], cwd: Path) -> str:
    done = run(command, cwd)
    assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"
    return done.stdout


def new_environment(folder: Path) -> Path:
    """An empty environment under a name with a space and Chinese, as many a user folder has."""
    home = folder / "空 environment"
    succeed([sys.executable, "-m", "venv", "--without-pip", home], folder)
    return home / ("Scripts" if sys.platform == "win32" else "bin")


def pip_install(scripts: Path, *what: object) -> subprocess.CompletedProcess[str]:
    pip = [sys.executable, "-m", "pip", "--python", scripts / "python", "install", "--quiet"]
    return run([*pip, "--disable-pip-version-check", *what], scripts.parent)


def borrow_packages(scripts: Path) -> None:
    """Lend this environment's packages, but not its gpucalc: path files over there are not read."""
    site = succeed(
        [scripts / "python", "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"],
        scripts.parent,
    )
    Path(site.strip(), "zz-borrowed.pth").write_text(sysconfig.get_path("purelib"))


@pytest.fixture(scope="module")
def archives(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """(wheel, source archive); the wheel is built from the source archive, not the checkout."""
    out = tmp_path_factory.mktemp("dist")
    succeed([sys.executable, "-m", "build", "--no-isolation", "--outdir", out, ROOT], out)
    (wheel,), (source,) = out.glob("*.whl"), out.glob("*.tar.gz")
    return wheel, source


@pytest.fixture(scope="module")
def installed(archives: tuple[Path, Path], tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """An environment with the wheel and what its metadata asks for, and nothing else."""
    scripts = new_environment(tmp_path_factory.mktemp("installed"))
    done = pip_install(scripts, archives[0])
    if done.returncode == 0:
        return Installed(scripts, borrowed=False)
    # Ours to answer for, unless the index has not even a package that surely is there.
    index_answers = pip_install(scripts, "--no-deps", "hatchling").returncode == 0
    assert not index_answers, done.stdout + done.stderr
    borrow_packages(scripts)
    alone = pip_install(scripts, "--no-deps", archives[0])
    assert alone.returncode == 0, alone.stdout + alone.stderr
    return Installed(scripts, borrowed=True)


def test_the_wheel_holds_the_package_the_templates_and_the_udfs(
    archives: tuple[Path, Path],
) -> None:
    with zipfile.ZipFile(archives[0]) as wheel:
        names = {n for n in wheel.namelist() if ".dist-info/" not in n}
        licence = [n for n in wheel.namelist() if n.endswith("licenses/LICENSE")]
    wanted = {"gpucalc_udfs.py"}
    for folder, inside in (("gpucalc", "gpucalc"), ("templates", "gpucalc/templates")):
        for path in (ROOT / folder).rglob("*"):
            if path.is_file() and "__pycache__" not in path.parts:
                wanted.add(f"{inside}/{path.relative_to(ROOT / folder).as_posix()}")
    assert names == wanted
    assert {"gpucalc/glossary.csv", "gpucalc/catalog/gpus.csv", "gpucalc/py.typed"} <= names
    assert {f"gpucalc/templates/{lang}/quote.xlsx" for lang in resources.LANGUAGES} <= names
    assert len(licence) == 1


def test_the_source_archive_can_be_worked_on(archives: tuple[Path, Path]) -> None:
    with tarfile.open(archives[1]) as source:
        inside = {name.partition("/")[2] for name in source.getnames()}
    wanted = ["LICENSE", "Makefile", "README.md", "README.zh.md", "CHANGELOG.md", "pyproject.toml"]
    wanted += ["examples/requests.csv", "tests/engines.py", "workbooks/__init__.py"]
    assert set(wanted) <= inside
    assert not {name for name in inside if name.startswith((".venv", "out/", "dist/"))}


def test_every_dependency_is_bounded_on_both_sides(archives: tuple[Path, Path]) -> None:
    with zipfile.ZipFile(archives[0]) as wheel:
        (name,) = (n for n in wheel.namelist() if n.endswith(".dist-info/METADATA"))
        metadata = Parser().parsestr(wheel.read(name).decode())
    runtime = [r for r in metadata.get_all("Requires-Dist", []) if "extra ==" not in r]
    assert runtime
    assert [r for r in runtime if "<" not in r or ">=" not in r] == []
    assert metadata["Version"] == gpucalc.__version__
    assert metadata["License-Expression"] == "MIT"


@pytest.mark.slow
def test_the_metadata_names_every_dependency(installed: Installed) -> None:
    # The installation itself is the check, and the imports of all modules in the next test.
    if installed.borrowed:
        (pytest.fail if engines.required() else pytest.skip)(WITH_BORROWED)


@pytest.mark.slow
def test_the_wheel_works_in_an_empty_environment(installed: Installed) -> None:
    scripts = installed.scripts
    answer = json.loads(succeed([scripts / "python", "-c", PROBE], scripts.parent))
    for file in answer["files"]:
        assert Path(file).is_relative_to(scripts.parent), file
        assert Path(file).is_file()
    assert answer["version"] == gpucalc.__version__
    assert answer["udfs"] == answer["functions"] and "GPU_CARDS" in answer["udfs"]
    assert answer["cards"] == 116  # 6 x 13e9 x 200e9 FLOP at 0.5 of 312 TFLOPS in ten days
    assert answer["label"] and not answer["label"].isascii()
    assert answer["modules"] > 15 and answer["cards_known"] > 15


@pytest.mark.slow
def test_the_command_works_in_an_empty_environment(installed: Installed, tmp_path: Path) -> None:
    command = installed.scripts / "gpucalc"
    assert gpucalc.__version__ in succeed([command, "--version"], tmp_path)
    listed = succeed([command, "list"], tmp_path)
    assert "GPU_CARDS" in listed and "RENT_COST" in listed
    formula = 'GPU_CARDS("13B","200B","A100 80GB",10,0.5)'
    assert succeed([command, "eval", formula], tmp_path).split() == ["116"]
    assert succeed([installed.scripts / "python", "-m", "gpucalc", "eval", formula], tmp_path)


@pytest.mark.slow
def test_an_editable_install_reads_the_checkout(tmp_path: Path) -> None:
    scripts = new_environment(tmp_path)
    borrow_packages(scripts)
    done = pip_install(scripts, "--no-deps", "--no-build-isolation", "-e", ROOT)
    assert done.returncode == 0, done.stdout + done.stderr
    answer = json.loads(succeed([scripts / "python", "-c", PROBE], tmp_path))
    assert [Path(f).relative_to(ROOT).as_posix() for f in answer["files"]] == [
        "gpucalc/__init__.py",
        "udfs/gpucalc_udfs.py",
        "templates/en/quote.xlsx",
        "templates/zh/quote.xlsx",
    ]
    # No copy may lie in site-packages either: it would win over the checkout one day.
    (record,) = scripts.parent.rglob("gpucalc-*.dist-info/RECORD")
    code = [line for line in record.read_text("utf-8").splitlines() if ".dist-info/" not in line]
    assert [line.partition(",")[0] for line in code if "/gpucalc" not in line] == ["_gpucalc.pth"]


def test_an_unknown_template_is_answered_with_those_there_are() -> None:
    with pytest.raises(errors.UnknownName, match=r"quote") as caught:
        resources.template("qoute", "en")
    assert "quote" in caught.value.text("zh") and "没有" in caught.value.text("zh")
    with pytest.raises(errors.UnknownName, match=r"en, zh"):
        resources.template("quote", "fr")


def test_a_template_name_is_taken_as_people_write_it() -> None:
    assert resources.template(" Quote.xlsx ", "zh") == resources.template("quote", "zh")
    assert resources.template("quote", "en") != resources.template("quote", "zh")
