"""Formulas without our functions: each call becomes its formula over the same cells.

A call that prints in one readable formula stands in the cell itself. Longer ones, calls inside
calls and ranges of answers get helper cells.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from gpucalc.dialects import plain
from gpucalc.errors import NotTraceable
from gpucalc.excel.portable import printing
from gpucalc.excel.portable.compute import Values
from gpucalc.excel.portable.contexts import Context, context
from gpucalc.excel.portable.helpers import Helpers
from gpucalc.excel.portable.operands import UNKNOWN, Grid, Operand, Operands, Refused
from gpucalc.excel.portable.references import localised
from gpucalc.excel.portable.scan import Formula, Scan
from gpucalc.excel.portable.tokens import Call, parse, spliced
from gpucalc.excel.refs import Area
from gpucalc.record import Function, halves
from gpucalc.trace import walk

READABLE = 1_000  # characters of a call's formula that may stand in the user's own cell
TARGET = 2_000  # characters of any cell


_CALENDAR = frozenset(("YEAR", "MONTH", "DAY", "DATE", "EDATE", "EOMONTH", "WEEKDAY"))


@dataclass(frozen=True)
class NewFormula:
    """A formula for a cell; ``area`` where it stays the array formula that it was."""

    text: str
    area: Area | None = None


@dataclass(frozen=True)
class Job:
    """A call with its arguments as grids, and the shape of its answers."""

    function: Function
    grids: tuple[Grid, ...]
    rows: int
    columns: int
    lambdas: bool

    def operands(self, row: int, column: int) -> Iterator[Operand]:
        """The arguments of one answer: a single row or column serves all."""
        for grid in self.grids:
            line = grid[row if len(grid) > 1 else 0]
            yield line[column if len(line) > 1 else 0]


def check(f: Function, given: int, date1904: bool) -> None:
    """Raises Refused for a call that no formula can stand for."""
    if f.not_traceable:
        en, zh = halves(f.not_traceable)
        raise Refused(f"{f.udf_name}: {en}", f"{f.udf_name}：{zh}")
    if given > len(f.args):
        raise Refused(
            f"{f.udf_name} takes {len(f.args)} arguments, {given} are given",
            f"{f.udf_name} 有 {len(f.args)} 个参数，给了 {given} 个",
        )
    if date1904 and any(n.op == "call" and n.args[0] in _CALENDAR for n in walk(f.graph)):
        raise Refused(
            f"{f.udf_name} counts days from 1900, and this workbook from 1904; clear "
            '"Use 1904 date system" in its options and correct the dates',
            f"{f.udf_name} 按 1900 日期系统计日，而本工作簿使用 1904 日期系统；"
            "请在选项中取消“使用 1904 日期系统”并修正日期",
        )


def fitting(f: Function, sizes: Iterable[tuple[int, int]], rows: int, columns: int) -> None:
    """Raises Refused for ranges of different sizes: formulas answer them with other errors."""
    if any(size[0] not in (1, rows) or size[1] not in (1, columns) for size in sizes):
        raise Refused(
            f"{f.udf_name} is given ranges of different sizes and answers #VALUE!; make them "
            "equally long",
            f"{f.udf_name} 的各区域大小不同，结果为 #VALUE!；请统一大小",
        )


class PlainWriter:
    """Rewrites the formulas of one workbook."""

    def __init__(self, scan: Scan, values: Values, helpers: Helpers) -> None:
        self.values, self.helpers = values, helpers
        self.operands = Operands(scan, values, helpers, self.inner)
        self.references, self.date1904 = scan.references, scan.book.date1904
        self._cells: dict[object, str] = {}
        self._blocks: dict[object, list[list[str]]] = {}
        self._mirrors: dict[str, str] = {}

    def rewritten(self, formula: Formula) -> dict[tuple[int, int], NewFormula]:
        """The new formulas of the cells of one formula, by row and column. Raises Refused."""
        area = formula.area
        if area is not None and not area.single:
            return self._array(formula, area)
        _no_corner(formula)
        jobs = [(call, self.job(call, formula), context(call)) for call in formula.calls]
        keep = area
        if area is not None and all(_simple(job, where) for _, job, where in jobs):
            keep = None if not self._other_ranges(formula) else area
        edits = self._edits(formula, jobs)
        text = spliced(formula.text, edits)
        return {formula.place[1:]: NewFormula(text, keep)}

    # -- arguments -------------------------------------------------------------------------------

    def job(self, call: Call, formula: Formula) -> Job:
        """A call with its arguments; Refused where it cannot be a formula."""
        f = call.function
        assert f is not None
        check(f, len(call.args), self.date1904)
        grids = tuple(self.operands.grid(arg, i, call, formula) for i, arg in enumerate(call.args))
        rows = max((len(g) for g in grids), default=1)
        columns = max((len(g[0]) for g in grids), default=1)
        fitting(f, [(len(g), len(g[0])) for g in grids], rows, columns)
        return Job(f, grids, rows, columns, call.lambdas)

    def refs(self, job: Job, row: int, column: int, local: bool) -> dict[str, Any]:
        """What plain.formula takes for one answer."""
        refs: dict[str, Any] = {}
        for arg, operand in zip(job.function.args, job.operands(row, column), strict=False):
            value = self.operands.resolved(operand, arg.quantity, local, job.lambdas)
            if value is not None:
                refs[arg.name] = value
        for arg in job.function.args:
            if arg.required and arg.name not in refs:
                refs[arg.name] = plain.Const("")
        return refs

    def inner(self, call: Call, formula: Formula) -> Grid:
        """The cells that hold the answers of a call inside another one."""
        job = self.job(call, formula)
        block = self.block(job) if job.rows * job.columns > 1 else [[self.cell(job)]]
        asked = self.values.asked.get(id(call))
        answer: Any = UNKNOWN if asked is None or asked.args is None else asked.answer
        if answer is UNKNOWN and not job.function.returns.is_text:
            answer = 0.0  # some number: all that matters is that it is no text
        return [
            [
                Operand(answer[r][c] if isinstance(answer, list) else answer, address)
                for c, address in enumerate(line)
            ]
            for r, line in enumerate(block)
        ]

    # -- printing --------------------------------------------------------------------------------

    def inline(self, job: Job, row: int, column: int, local: bool) -> str | None:
        """The answer as one formula; None where that is too long to read."""
        text = printing.single(job.function, self.refs(job, row, column, local))
        return text if text is not None and len(text) <= READABLE else None

    def spread(self, job: Job, row: int, column: int) -> str:
        """The answer as a formula over helper cells, which are made."""
        f, refs = job.function, self.refs(job, row, column, local=False)
        try:
            if printing.longest(f, refs, "gpucalc!C10000") > TARGET:
                refs = {n: self._mirror(r) if type(r) is str else r for n, r in refs.items()}
            cells, formula = printing.spread(f, refs, self.helpers.place)
        except NotTraceable as error:
            raise Refused(error.en, error.zh) from None
        for cell in cells:
            part = self.helpers.label(cell.label)
            named = f"{f.udf_name}: {part}" if part else f.udf_name
            self.helpers.put(cell.address, cell.formula, named)
        return formula

    def cell(self, job: Job, row: int = 0, column: int = 0) -> str:
        """A helper cell that holds the answer; one for equal calls."""
        key = self._key(job, row, column)
        if key not in self._cells:
            text = self.inline(job, row, column, local=False) or self.spread(job, row, column)
            address = self.helpers.place()
            self.helpers.put(address, text, self._label(job))
            self._cells[key] = address
        return self._cells[key]

    def block(self, job: Job) -> list[list[str]]:
        """Helper cells side by side that hold all answers of a call on ranges."""
        shape = [(r, c) for r in range(job.rows) for c in range(job.columns)]
        key = tuple(self._key(job, r, c) for r, c in shape)
        if key not in self._blocks:
            texts = {
                at: self.inline(job, *at, local=False) or self.spread(job, *at) for at in shape
            }
            block = self.helpers.block(job.rows, job.columns)
            for (r, c), text in texts.items():
                self.helpers.put(block[r][c], text, self._label(job))
            self._blocks[key] = block
        return self._blocks[key]

    def _key(self, job: Job, row: int, column: int) -> object:
        refs = self.refs(job, row, column, local=False)
        items = ((n, type(r).__name__, getattr(r, "value", r)) for n, r in refs.items())
        return job.function.name, tuple(sorted(items, key=lambda item: item[0]))

    def _label(self, job: Job) -> str:
        return f"{job.function.udf_name}: {job.function.returns.label(self.helpers.lang)}"

    def _mirror(self, ref: str) -> str:
        """A short name for a cell with a long one: a helper cell that shows the same."""
        if ref.startswith("#") or len(ref) < 16:
            return ref
        if ref not in self._mirrors:
            self._mirrors[ref] = self.helpers.place()
            self.helpers.put(self._mirrors[ref], f'IF({ref}="","",{ref})', f"← {ref}")
        return self._mirrors[ref]

    # -- formulas --------------------------------------------------------------------------------

    def _edits(
        self, formula: Formula, jobs: list[tuple[Call, Job, Context]], row: int = 0, column: int = 0
    ) -> list[tuple[int, int, str]]:
        """Replacements for the calls in a formula: ranges of helper cells, or one answer each."""
        edits: list[tuple[int, int, str]] = []
        single: list[tuple[Call, Job]] = []
        direct: set[int] = set()  # calls whose answer an aggregate takes as it is
        for call, job, where in jobs:
            if where.kind == "range" and where.bare:
                direct.add(id(call))
            if job.rows * job.columns > 1 and where.kind == "range":
                if formula.area is None and not where.bare and where.taker != "SUMPRODUCT":
                    raise _habits(call, where)
                edits.append((call.start, call.end, _joined(self.block(job))))
            elif job.rows * job.columns > 1 and where.kind == "unknown":
                raise _habits(call, where)
            else:
                single.append((call, job))
        at = [(min(row, j.rows - 1), min(column, j.columns - 1)) for _, j in single]
        keys = [self._key(j, *p) for (_, j), p in zip(single, at, strict=True)]
        often = {key for key, count in Counter(keys).items() if count > 1}
        texts = [
            None if key in often or key in self._cells else self.inline(job, *place, local=True)
            for (_, job), key, place in zip(single, keys, at, strict=True)
        ]
        rest = len(formula.text)
        fits = rest + sum(len(t or "") for t in texts) <= TARGET
        for (call, job), text, place, key in zip(single, texts, at, keys, strict=True):
            new = text if fits else None
            if new is None and fits and key not in often and key not in self._cells:
                spread = self.spread(job, *place)
                new = spread if rest + len(spread) <= TARGET else self._placed(job, key, spread)
            if new is None:
                new = self.cell(job, *place)
                if id(call) in direct:
                    new = _as_answer(job.function, new)
            shown = _outer(call)
            edits.append((shown.start, shown.end, self._fitting(formula, shown, new)))
        return edits

    def _placed(self, job: Job, key: object, text: str) -> str:
        address = self._cells[key] = self.helpers.place()
        self.helpers.put(address, text, self._label(job))
        return address

    def _fitting(self, formula: Formula, call: Call, text: str) -> str:
        text = localised(text, formula.place[0])
        tree = parse(text)
        atom = tree.alone is not None or len(tree.solid) == 1 or tree.solid[1].text == "!"
        whole = formula.tree.alone is call
        return text if atom or whole else f"({text})"

    def _array(self, formula: Formula, area: Area) -> dict[tuple[int, int], NewFormula]:
        """An array formula over several cells: a formula of its own for each."""
        jobs = [(call, self.job(call, formula), context(call)) for call in formula.calls]
        for call, _, where in jobs:
            if where.kind != "top":
                raise _habits(call, where)
        whole = formula.tree.alone is not None and len(jobs) == 1
        if not whole and self._other_ranges(formula):
            raise Refused(
                "the array formula works on other ranges too; write one formula per cell",
                "数组公式还使用了其他区域；请每个单元格写一个公式",
            )
        made: dict[tuple[int, int], NewFormula] = {}
        rows = max((j.rows for _, j, _ in jobs), default=1)
        columns = max((j.columns for _, j, _ in jobs), default=1)
        for r in range(area.bottom - area.top + 1):
            for c in range(area.right - area.left + 1):
                beyond = (rows > 1 and r >= rows) or (columns > 1 and c >= columns)
                text = "#N/A" if beyond else spliced(formula.text, self._edits(formula, jobs, r, c))
                made[area.top + r, area.left + c] = NewFormula(text)
        return made

    def _other_ranges(self, formula: Formula) -> bool:
        """Whether a formula reads ranges outside of our calls."""
        pieces = [t for t in formula.tree.solid if not _within(t.start, formula.calls)]
        if any(t.text == "{" for t in pieces):
            return True
        found = self.references.find(pieces, formula.place)
        return any(f.area is not None and not f.area.single for f in found)


def _outer(call: Call) -> Call:
    """The call with an @ in front of it (SINGLE): one value needs none."""
    above = None if call.parent is None else call.parent.call
    if above is not None and above.name.upper() == "SINGLE" and above.args[0].alone is call:
        return above
    return call


def _within(at: int, calls: list[Call]) -> bool:
    return any(call.start <= at < call.end for call in calls)


def _simple(job: Job, where: Context) -> bool:
    """Whether a call in an array formula is as good in an ordinary one."""
    return where.kind == "top" or where.bare or job.rows * job.columns == 1


def _as_answer(f: Function, cell: str) -> str:
    """A helper cell as aggregates take a function's answer.

    SUM, COUNT, AND leave out texts and TRUE of a cell, not those that a function gives them.
    """
    if f.returns.kind == "flag":
        return f"{cell}=TRUE"
    return f'{cell}&""' if f.returns.is_text else cell


def _joined(block: list[list[str]]) -> str:
    first, last = block[0][0], block[-1][-1].rpartition("!")[2]
    return f"{first}:{last}"


def _no_corner(formula: Formula) -> None:
    """Refuses A1:GPU_CARDS(…): a helper cell in its place would be a corner of a range."""
    solid = formula.tree.solid
    for call in formula.calls:
        beside = [
            t.text
            for i, t in enumerate(solid)
            if (i + 1 < len(solid) and solid[i + 1].start == call.start)
            or (i and solid[i - 1].end == call.end)
        ]
        if ":" in beside and call.function is not None:
            raise Refused(
                f"{call.function.udf_name} gives a value, which is no end of a range (:)",
                f"{call.function.udf_name} 得到的是数值，不能作为区域（:）的一端",
            )


def _habits(call: Call, where: Context) -> Refused:
    name = call.function.udf_name if call.function else ""
    return Refused(
        f"{name} gives several values inside {where.taker or 'this formula'}; put them in cells of "
        "their own and refer to those",
        f"{name} 在 {where.taker or '该公式'} 中得到多个值；请先放入单元格再引用",
    )


__all__ = ["READABLE", "TARGET", "Job", "NewFormula", "PlainWriter"]
