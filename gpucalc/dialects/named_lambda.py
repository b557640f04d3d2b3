"""LAMBDA names for Excel 365 and 2024: a function as one defined name, GPU.CARDS, with no add-in.

Stored form: parameters carry ``_xlpm.``, optional ones ``_xlop.`` in the head, newer functions
``_xlfn.`` (Excel hides all three). Whatever is used more than once is bound by LET. Guards, error
kinds and defaults are the graph's own; an omitted argument reads as "".
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from gpucalc.dialects.plain import Plain, bind, checked
from gpucalc.dialects.simplify import simplify
from gpucalc.errors import NotTraceable
from gpucalc.record import Function, halves
from gpucalc.trace import Node, call, lift, node

SHARED = 12  # a repeated text longer than this is worth a LET name


def text(f: Function) -> str:
    """The definition of the name, without "=": ``_xlfn.LAMBDA(_xlpm.params,…,body)``.

    Raises NotTraceable for a function that answers in Python only.
    """
    if f.not_traceable:
        raise NotTraceable(*halves(f.not_traceable))
    known: dict[str, Node] = {}
    for a in f.args:
        if not a.required:
            symbol = f.symbols[a.name]
            known[a.name] = node("if", call("_xlfn.ISOMITTED", symbol), lift(""), symbol)
    root = simplify(f.graph, known)
    printer = Plain({a.name: f"_xlpm.{a.name}" for a in f.args})
    names = _names()
    bound = [f"{n},{t}" for _, n, t in bind(root, printer, lambda: next(names), SHARED, False)]
    body = printer.text(root)
    if bound:
        body = f"_xlfn.LET({','.join([*bound, body])})"
    heads = [f"_xlpm.{a.name}" if a.required else f"_xlop.{a.name}" for a in f.args]
    return checked(f.lambda_name, f"_xlfn.LAMBDA({','.join([*heads, body])})")


def _names() -> Iterator[str]:
    """v_a … v_z, v_aa …: with an underscore, since t1 would be a cell."""
    for length in itertools.count(1):
        for letters in itertools.product("abcdefghijklmnopqrstuvwxyz", repeat=length):
            yield "_xlpm.v_" + "".join(letters)
