"""Shapes in a graph that people know by a name: rounded up, the larger of two."""

from __future__ import annotations

from gpucalc.primitives import TOLERANCE
from gpucalc.trace import Node, walk


def ceiling(n: Node) -> Node | None:
    """x where the node is ceil_tol(x)."""
    if n.op != "neg" or n.args[0].op != "call" or n.args[0].args[0] != "INT":
        return None
    inner = n.args[0].args[1]
    if inner.op != "neg" or inner.args[0].op != "*":
        return None
    x, factor = inner.args[0].args
    return x if factor.op == "const" and factor.args[0] == TOLERANCE else None


def extreme(n: Node) -> tuple[str, Node, Node] | None:
    """("max" or "min", a, b) where the node is the larger or smaller of two."""
    if n.op != "if" or n.args[0].op not in (">=", "<="):
        return None
    condition, a, b = n.args
    if _bare(condition.args[0]) is not _bare(a) or _bare(condition.args[1]) is not _bare(b):
        return None
    return ("max" if condition.op == ">=" else "min"), a, b


def plain_operand(n: Node) -> Node:
    """An operand of a comparison as it was written: without +0 and the default around it."""
    if n.op == "+" and n.args[1].op == "const" and n.args[1].args[0] == 0:
        return plain_operand(n.args[0])
    if n.op == "if" and n.args[0].op == "=" and n.args[0].args[0] is n.args[2]:
        argument: Node = n.args[2]  # the default stands for it where it is blank
        return argument
    return n


def _bare(n: Node) -> Node:
    """The node without the +0 that comparisons add."""
    if n.op == "+" and n.args[1].op == "const" and n.args[1].args[0] == 0:
        return _bare(n.args[0])
    body: Node = n.args[1] if n.op == "part" else n
    return body


def part_names(root: Node) -> dict[int, str]:
    """A name for each named part, by node id: its label, numbered where several parts share it."""
    found: dict[int, str] = {}
    seen: dict[str, int] = {}
    for x in walk(root):
        if x.op == "part" and x is not root:
            label = x.args[0]
            seen[label] = seen.get(label, 0) + 1
            found[x.id] = label if seen[label] == 1 else f"{label}_{seen[label]}"
    return found
