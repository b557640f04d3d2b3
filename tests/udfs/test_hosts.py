"""What each host learns of the module: names, arguments, help; and the real server over HTTP."""

from __future__ import annotations

import contextlib
import json
import os
import re
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from typing import Any

import pytest

from gpucalc import helptext, registry
from gpucalc.addin import vba
from tests import engines
from tests.udfs import hosts
from tests.udfs.test_shapes import CASES, FUNCTIONS, Case, due, from_server

NOTHING: tuple[str, tuple[()]] = ("", ())


def test_xlwings_would_write_the_same_wrappers() -> None:
    (text,) = hosts.run("vba", [NOTHING])
    theirs = {
        name: [re.sub(r"Optional |ParamArray |\(\)", "", a).strip() for a in args.split(",")]
        for name, args in re.findall(r"^Function (\w+)\((.*)\)\s*$", text, re.M)
    }
    flat = re.sub(r" _\n\s*", " ", vba.wrappers())
    ours = {
        name: [re.sub(r"Optional |ParamArray |\(\)| As Variant", "", a) for a in args.split(", ")]
        for name, args in re.findall(r"^Public Function (\w+)\((.*)\) As Variant$", flat, re.M)
    }
    assert set(theirs) == set(ours) == {f.udf_name for f in FUNCTIONS}
    for function in FUNCTIONS:
        named = [vba.parameter(function, a) for a in theirs[function.udf_name]]
        assert named == ours[function.udf_name], function.udf_name
    # Optional in the same places, so that a formula typed for one works in the other.
    for name, args in re.findall(r"^Function (\w+)\((.*)\)\s*$", text, re.M):
        wanted = [not a.required and not a.repeating for a in registry.function(name).args]
        assert [a.startswith("Optional ") for a in args.split(", ") if a] == wanted


def test_the_wizard_of_xlwings_knows_category_and_every_argument() -> None:
    (facts,) = hosts.run("facts", [NOTHING])
    assert list(facts) == [f.udf_name for f in FUNCTIONS]
    for function in FUNCTIONS:
        category, doc, options, args = facts[function.udf_name]
        assert category == "GPU" and doc == function.summary("en") and options == {}
        for arg, (name, told, given, repeats) in zip(function.args, args, strict=True):
            assert name == arg.name and told == helptext.argument_help(arg, "en")
            assert given == {"convert": "raw"} and repeats is arg.repeating


def test_the_metadata_of_the_server_names_every_argument() -> None:
    (meta,) = hosts.run("meta", [NOTHING])
    found = {f["id"].upper(): f for f in meta["functions"]}
    assert set(found) == {f.udf_name for f in FUNCTIONS}
    for function in FUNCTIONS:
        parameters = found[function.udf_name]["parameters"]
        assert [p["name"] for p in parameters] == [a.name for a in function.args]
        for arg, told in zip(function.args, parameters, strict=True):
            assert told.get("optional", False) is (not arg.required and not arg.repeating)
            assert told.get("repeating", False) is arg.repeating
            assert told["description"] == helptext.argument_help(arg, "en")


def test_help_is_in_chinese_where_that_is_asked_for() -> None:
    code = "import gpucalc_udfs as u; print(u.GPU_CARDS.__doc__)"
    env = os.environ | {"GPUCALC_LANG": "zh", "PYTHONIOENCODING": "utf-8"}
    told = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, env=env, cwd=hosts.ROOT
    )
    assert told.stdout.decode("utf-8").strip() == registry.function("GPU_CARDS").summary("zh")


# -- xlwings Server, the real one, over HTTP -----------------------------------------------------


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of an xlwings Server that serves our module."""
    engines.need("xlwings_server")
    project = tmp_path_factory.mktemp("server")
    for name, text in (
        ("custom_functions", "from gpucalc_udfs import *\n"),
        ("custom_scripts", ""),
    ):
        (project / name).mkdir()
        (project / name / "__init__.py").write_text(text, "utf-8")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    env = {k: v for k, v in os.environ.items() if not k.startswith("XLWINGS_")}
    env |= {
        "XLWINGS_PROJECT_DIR": str(project),
        "XLWINGS_LICENSE_KEY": "noncommercial",
        "XLWINGS_ENVIRONMENT": "dev",
        "XLWINGS_ENABLE_EXAMPLES": "false",
    }
    command = [sys.executable, "-m", "uvicorn", "xlwings_server.main:main_app"]
    command += ["--host", "127.0.0.1", "--port", str(port), "--log-level", "warning"]
    log = project / "log.txt"
    with log.open("wb") as out:
        running = subprocess.Popen(command, cwd=project, env=env, stdout=out, stderr=out)
    address = f"http://127.0.0.1:{port}"
    try:
        for _ in range(240):
            assert running.poll() is None, log.read_text(errors="replace")
            with contextlib.suppress(OSError):
                urllib.request.urlopen(
                    f"{address}/xlwings/custom-functions-meta", timeout=10
                ).close()
                break
            time.sleep(0.25)
        else:
            pytest.fail(log.read_text(errors="replace"))
        yield address
    finally:
        running.terminate()
        running.wait(timeout=30)


def ask(server: str, case: Case) -> Any:
    import xlwings

    data = {"func_name": case.name, "args": case.server, "version": xlwings.__version__}
    data |= {"client": "Office.js", "runtime": "1.4", "caller_address": "[Book1]Sheet1!A1"}
    request = urllib.request.Request(
        f"{server}/xlwings/custom-functions-call",
        json.dumps(data).encode(),
        {"Content-Type": "application/json"},
    )
    with urllib.request.urlopen(request, timeout=60) as reply:
        return json.loads(reply.read())["result"]


def test_the_server_answers_over_http_what_the_edge_answers(server: str) -> None:
    seen = 0
    for case in CASES:
        odd = case.what.endswith(("2x3", "left out", "error #DIV/0!"))
        if case.what.startswith("example") or odd:
            assert from_server(ask(server, case)) == due(case), (case.name, case.what)
            seen += 1
    assert seen >= len(FUNCTIONS) * 2


def test_the_server_tells_excel_of_every_function(server: str) -> None:
    with urllib.request.urlopen(f"{server}/xlwings/custom-functions-meta", timeout=60) as reply:
        meta = json.loads(reply.read())
    names = {f["id"].upper() for f in meta["functions"]}
    assert names == {f.udf_name for f in FUNCTIONS}
    url = f"{server}/xlwings/custom-functions-code"
    with urllib.request.urlopen(url, timeout=60) as reply:
        script = reply.read().decode()
    assert all(f'CustomFunctions.associate("{name}"' in script for name in names)


# -- what ships ----------------------------------------------------------------------------------


def test_nothing_that_ships_names_the_part_of_xlwings_that_is_not_free() -> None:
    texts = [*(hosts.ROOT / "gpucalc").rglob("*"), *(hosts.ROOT / "udfs").rglob("*.py")]
    read = {p: p.read_text("utf-8") for p in texts if p.suffix in (".py", ".bas", ".cls", ".pyi")}
    assert len(read) > 60
    for path, text in read.items():
        for line in text.splitlines():
            imports = re.match(r"\s*(?:from|import)\s+xlwings\.(\w+)", line)
            assert imports is None or imports[1] not in ("pro", "server"), path
        assert "XLWINGS_LICENSE_KEY" not in text and "noncommercial" not in text, path
