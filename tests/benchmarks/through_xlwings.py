"""Races through xlwings' own conversion code, as xlwings Server and Lite run it.

The switch and the key are set in this process before xlwings is first imported. They unlock a part
of xlwings that is free for noncommercial use only; nothing that ships imports it.
"""

from __future__ import annotations

import asyncio
import os
import sys
import types
from collections.abc import Callable, Sequence
from typing import Any

from gpucalc import registry

ROWS = 10_000
SCALARS = 200
SAMPLE = 100
NAME = "gpu_cards"  # five arguments are what people give it
ARGS: Sequence[Any] = ("13B", "200B", "A100 80GB", 10.0, 0.5)


def actions() -> dict[str, Callable[[], object]]:
    """What is raced: scalar calls bare, wrapped and real; columns raw and by default."""
    assert "xlwings" not in sys.modules, "xlwings decides at import which host it works for"
    os.environ |= {"XLWINGS_ON_SERVER": "true", "XLWINGS_LICENSE_KEY": "noncommercial"}
    import xlwings
    from xlwings.server import custom_functions_call

    import gpucalc_udfs

    function = registry.functions()[NAME]

    def bare(params, tokens, gpu, days, mfu):  # type: ignore[no-untyped-def]
        return 1.0

    for name in ("params", "tokens", "gpu", "days", "mfu"):
        bare = xlwings.arg(name, convert="raw")(bare)
    module: Any = types.ModuleType("raced")
    module.bare = xlwings.func(bare)
    wrapped = gpucalc_udfs._bind(function, lambda *_: 1.0)
    module.wrapped = gpucalc_udfs._register(function, wrapped)
    module.raw = gpucalc_udfs.GPU_CARDS
    module.default = xlwings.func(gpucalc_udfs._bind(function))

    def call(name: str, calls: Sequence[Sequence[Any]]) -> list[Any]:
        async def every() -> list[Any]:
            data = {"func_name": name, "version": xlwings.__version__, "client": "Office.js"}
            data |= {"runtime": "1.4", "caller_address": ""}
            return [await custom_functions_call({**data, "args": args}, module) for args in calls]

        return asyncio.run(every())

    scalar = [[[value]] for value in ARGS]
    rows = [[7e9 + 1e6 * i] for i in range(ROWS)], [[2e11]] * ROWS, [["A100 80GB"]] * ROWS
    columns = [*rows, [[10.0 + i % 7] for i in range(ROWS)], [[0.5]] * ROWS]
    singles = [[[column[i]] for column in columns] for i in range(SAMPLE)]

    assert call("raw", [scalar]) == [[[116.0]]]  # by hand, see docs of GPU_CARDS
    one_by_one = [answer[0][0] for answer in call("raw", singles)]
    assert [row[0] for row in call("raw", [columns])[0][:SAMPLE]] == one_by_one
    # By default xlwings gives a column as a flat list: whether it was a row is lost.
    assert call("default", [columns])[0][0][:SAMPLE] == one_by_one
    return {
        "bare": lambda: call("bare", [scalar] * SCALARS),
        "wrapped": lambda: call("wrapped", [scalar] * SCALARS),
        "raw columns": lambda: call("raw", [columns]),
        "default columns": lambda: call("default", [columns]),
        "scalar calls": lambda: call("raw", singles),
    }
