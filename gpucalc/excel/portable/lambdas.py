"""Formulas that call defined LAMBDA names (GPU.CARDS) instead of our functions: Excel 365, 2024."""

from __future__ import annotations

import re
from typing import Any

from gpucalc.dialects import named_lambda, plain
from gpucalc.excel.portable.compute import Values
from gpucalc.excel.portable.contexts import context
from gpucalc.excel.portable.helpers import Helpers
from gpucalc.excel.portable.operands import Grid, Operands, Refused, literal, unread
from gpucalc.excel.portable.plain import NewFormula, check, fitting
from gpucalc.excel.portable.references import localised
from gpucalc.excel.portable.scan import Formula, Scan
from gpucalc.excel.portable.tokens import Arg, Call, our_calls, spliced
from gpucalc.excel.refs import Area
from gpucalc.quantity import Quantity
from gpucalc.record import Function
from gpucalc.trace import lift


class LambdaWriter:
    """Rewrites the formulas of one workbook; ``used`` are the functions whose names it needs."""

    def __init__(self, scan: Scan, values: Values, helpers: Helpers) -> None:
        self.helpers, self.values = helpers, values
        self.operands = Operands(scan, values, helpers, self._no_inner)
        self.references, self.date1904 = scan.references, scan.book.date1904
        self.used: dict[str, Function] = {}

    def names(self) -> dict[str, str]:
        """The definitions of the names that the formulas call."""
        return {f.lambda_name: named_lambda.text(f) for f in self.used.values()}

    def rewritten(self, formula: Formula) -> dict[tuple[int, int], NewFormula]:
        """The new formula of a formula's cell. Raises Refused."""
        area = formula.area
        edits = []
        for call in formula.calls:
            many = self._shape(call, formula) != (1, 1)
            where = context(call)
            if many and area is None and where.kind == "range":
                # an ordinary formula would take one value of each range
                row, column = formula.place[1:]
                area = Area(formula.place[0], row, column, row, column)
            elif many and where.kind == "unknown":
                raise Refused(
                    f"{call.name} gives several values inside {where.taker}; put them in cells",
                    f"{call.name} 在 {where.taker} 中得到多个值；请先放入单元格",
                )
            first = many and formula.area is None and where.kind == "top"
            edits.append((call.start, call.end, self._call(call, formula, first)))
        return {formula.place[1:]: NewFormula(spliced(formula.text, edits), area)}

    def _call(self, call: Call, formula: Formula, first: bool) -> str:
        f = call.function
        assert f is not None
        check(f, len(call.args), self.date1904)
        self.used[f.name] = f
        texts = [
            self._arg(arg, i, call, formula, f.args[i].quantity, first)
            for i, arg in enumerate(call.args)
        ]
        while texts and not texts[-1] and len(texts) > sum(a.required for a in f.args):
            texts.pop()
        return f"{f.lambda_name}({','.join(texts)})"

    def _arg(
        self, arg: Arg, index: int, call: Call, formula: Formula, quantity: Quantity, first: bool
    ) -> str:
        typed = formula.text[arg.start : arg.end].strip()
        if not typed:
            return ""
        alone = arg.alone
        if alone is not None and alone.function is not None:
            return self._call(alone, formula, first)
        area = self.references.whole(arg, formula.place)
        inner = our_calls(arg)
        if literal(arg) is None and area is None:
            asked = self.values.asked.get(id(call))
            known = asked.args[index] if asked and asked.args and index < len(asked.args) else None
            if formula.area is None and isinstance(known, list) and len(known) * len(known[0]) > 1:
                raise Refused(
                    f"{typed} gives several values; put them in cells and refer to those",
                    f"{typed} 得到多个值；请先放入单元格再引用",
                )
            if not isinstance(known, str) or not known or not unread(quantity, known):
                edits = [
                    (c.start - arg.start, c.end - arg.start, self._call(c, formula, first))
                    for c in inner
                ]
                return spliced(formula.text[arg.start : arg.end], edits).strip()
        grid = self.operands.grid(arg, index, call, formula)
        if first:
            grid = [grid[0][:1]]
        read = [[self.operands.resolved(o, quantity, True) for o in line] for line in grid]
        if len(read) == 1 and len(read[0]) == 1:
            return self._shown(read[0][0], formula)
        if not grid[0][0].ref:
            lines = [",".join(self._shown(v, formula) for v in line) for line in read]
            return "{" + ";".join(lines) + "}"
        plainly = all(
            v in (o.ref, o.typed) for line, g in zip(read, grid, strict=True)
            for v, o in zip(line, g, strict=True)
        )  # fmt: skip
        return typed if plainly else self._block(read, quantity)

    def _shown(self, value: Any, formula: Formula) -> str:
        if value is None:
            return ""
        if isinstance(value, str):
            return localised(value, formula.place[0])
        return plain.Plain({}).text(lift(value.value if isinstance(value, plain.Const) else value))

    def _block(self, read: list[list[Any]], quantity: Quantity) -> str:
        block = self.helpers.block(len(read), len(read[0]))
        for line, addresses in zip(read, block, strict=True):
            for ref, address in zip(line, addresses, strict=True):
                label = f"{quantity.label(self.helpers.lang)} ← {ref}"
                self.helpers.put(address, f'IF({ref}="","",{ref})', label)
        return f"{block[0][0]}:{block[-1][-1].rpartition('!')[2]}"

    def _shape(self, call: Call, formula: Formula) -> tuple[int, int]:
        sizes = []
        for arg in call.args:
            alone = arg.alone
            constants = literal(arg)
            area = self.references.whole(arg, formula.place)
            if alone is not None and alone.function is not None:
                size = self._shape(alone, formula)
            elif constants is not None:
                size = len(constants), len(constants[0])
            elif area is not None:
                size = area.bottom - area.top + 1, area.right - area.left + 1
            else:
                size = 1, 1
            sizes.append(size)
        rows, columns = (max((s[i] for s in sizes), default=1) for i in (0, 1))
        if call.function is not None:
            fitting(call.function, sizes, rows, columns)
        return rows, columns

    def _no_inner(self, call: Call, formula: Formula) -> Grid:
        raise Refused(
            f"the text that comes from {call.name} must be read first; put it in a cell",
            f"{call.name} 得到的文本需先读取；请放入单元格",
        )


def definition(f: Function) -> str:
    """A function's LAMBDA as people type it into Excel Labs: without the prefixes of files."""
    text = re.sub(r"_xlop\.(\w+)", r"[\1]", named_lambda.text(f))
    return text.replace("_xlpm.", "").replace("_xlfn.", "")


__all__ = ["LambdaWriter", "definition"]
