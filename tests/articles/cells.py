"""Formulas as a cell takes them: calls of our functions, + - * / ^ and brackets between them."""

from __future__ import annotations

import ast
import math
import operator
import re
from collections.abc import Callable
from typing import Any

from gpucalc import edge
from gpucalc.errors import ExcelError
from gpucalc.registry import function

_OPERATORS: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.Pow: operator.pow,
}
_ROUNDS: dict[str, Callable[[float], int]] = {"ROUNDUP": math.ceil, "ROUNDDOWN": math.floor}
_WORDS = {"TRUE": True, "FALSE": False}


def value(formula: str) -> Any:
    """What a cell with this formula shows; SyntaxError or ValueError where it is none."""
    left_out = re.sub(r",(?=[,)])", ",None", formula)  # GPU_PRICE("A100","常州",,"low")
    return _value(ast.parse(left_out.replace("^", "**"), mode="eval").body)


def _value(node: ast.expr) -> Any:
    match node:
        case ast.Constant():
            return node.value
        case ast.Name(id=word) if word in _WORDS:
            return _WORDS[word]
        case ast.UnaryOp(op=ast.USub()):
            return -_value(node.operand)
        case ast.BinOp():
            sides = _value(node.left), _value(node.right)
            errors = [side for side in sides if isinstance(side, ExcelError)]
            return errors[0] if errors else _OPERATORS[type(node.op)](*sides)
        case ast.Call(func=ast.Name(id=name), args=args, keywords=[]):
            values = [_value(a) for a in args]
            if name in _ROUNDS:
                return float(_ROUNDS[name](round(values[0], 9)))
            return edge.call(function(name), *values)
    raise ValueError(f"not a formula of ours: {ast.unparse(node)}")
