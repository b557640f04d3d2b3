"""One conversion: what changes, the new workbook, and the proof that its values stayed."""

from __future__ import annotations

import datetime
from collections.abc import Iterable

from gpucalc.errors import BookError, NotTraceable
from gpucalc.excel.book import Book
from gpucalc.excel.portable import misspelt
from gpucalc.excel.portable.columns import without_column_formulas
from gpucalc.excel.portable.compute import Value, Values, cause, chance, compute, stored
from gpucalc.excel.portable.dates import mixed
from gpucalc.excel.portable.helpers import Helpers, catalog_columns, catalog_sheet
from gpucalc.excel.portable.lambdas import LambdaWriter
from gpucalc.excel.portable.operands import Refused
from gpucalc.excel.portable.parts import CellContent, Parts
from gpucalc.excel.portable.plain import NewFormula, PlainWriter
from gpucalc.excel.portable.references import Place, qualified
from gpucalc.excel.portable.report import Change, Refusal, Report, same, shown
from gpucalc.excel.portable.scan import Formula, Scan
from gpucalc.excel.portable.settle import settled
from gpucalc.excel.portable.tokens import every_call, spliced
from gpucalc.excel.read import ErrorValue
from gpucalc.excel.refs import cell_name

LONGEST = 8_192


class Unequal(BookError):
    """The converted workbook would show other values; nothing was written."""


class Conversion:
    """A workbook on its way to one of the forms."""

    def __init__(self, book: Book, to: str, lang: str, now: datetime.datetime) -> None:
        self.book, self.to, self.lang, self.now = book, to, lang, now
        self.scan = Scan(book)
        self.before = compute(self.scan, now, {})
        self.mixed = mixed(self.scan, self.before)
        if self.mixed:  # what they show stays as it is, for them and for what depends on them
            kept = {
                f.place: stored(self.scan, f) for f in self.scan.ours() if f.place in self.mixed
            }
            pinned = {p: ErrorValue("#NAME?") if v is None else v for p, v in kept.items()}
            self.before = compute(self.scan, now, pinned)
        self.parts = Parts(book)
        self.report = Report(to)
        self.helpers = Helpers(book, lang)
        self.new: dict[Place, NewFormula] = {}
        self.frozen: set[Place] = set()

    def run(self) -> tuple[bytes, Report]:
        """The new workbook with what was changed and refused."""
        for use in self.scan.uses():
            en = "a call here cannot be converted; put it in a cell and refer to the cell"
            zh = "此处的函数无法转换；请放入单元格并引用该单元格"
            self.report.refusals.append(Refusal(use.en, use.zh, use.formula, en, zh))
        self.report.refusals += misspelt.refusals(self.scan)
        ours = self.scan.ours()
        if self.to == "values":
            for formula in ours:
                self._freeze(formula)
        else:
            self._rewrite(ours)
        self._spills()
        self._columns()
        written = self._assembled()
        return self._verified(written), self.report

    # -- what changes ----------------------------------------------------------------------------

    def _rewrite(self, formulas: Iterable[Formula]) -> None:
        writer: PlainWriter | LambdaWriter
        kind = PlainWriter if self.to == "plain" else LambdaWriter
        writer = kind(self.scan, self.before, self.helpers)
        for formula in formulas:
            self.helpers.begin(f"{formula.place[0]}!{formula.address}")
            try:
                if formula.place in self.mixed:
                    raise self.mixed[formula.place]
                lost = self.before.lost.get(formula.place)
                if lost:
                    raise Refused(
                        f"{lost} is not known here, so the result cannot be checked",
                        f"此处不认识 {lost}，无法核对结果",
                    )
                if formula.place not in self.before.cells:
                    raise self._unchecked(formula)
                made = writer.rewritten(formula)
                too_long = max(len(n.text) for n in made.values())
                if too_long > LONGEST:
                    raise Refused(
                        f"the formula would have {too_long:,} characters, Excel allows {LONGEST:,}",
                        f"公式将有 {too_long:,} 个字符，Excel 最多 {LONGEST:,} 个",
                    )
            except (Refused, NotTraceable) as error:
                self._refuse(formula, error)
                continue
            for (row, column), new in made.items():
                self.new[formula.place[0], row, column] = new
        self.names = writer.names() if isinstance(writer, LambdaWriter) else {}

    def _freeze(self, formula: Formula) -> None:
        if formula.place in self.mixed:
            self._refuse(formula, self.mixed[formula.place])
            return
        places = self._places(formula)
        values = [self._value(p, formula) for p in places]
        if any(v is None for v in values):
            self._refuse(formula, self._unchecked(formula))
            return
        for place in places:
            self.new[place] = NewFormula("")

    def _unchecked(self, formula: Formula) -> Refused:
        en, zh = cause(self.scan, self.before, formula)
        if self.to != "values":
            return Refused(
                f"its value cannot be computed here ({en}), so the result cannot be checked",
                f"此处无法计算其数值（{zh}），无法核对结果",
            )
        return Refused(
            f"its value cannot be computed here ({en}); open the file in Excel with the add-in "
            "and save it first",
            f"此处无法计算其数值（{zh}）；请先在装有插件的 Excel 中打开并保存",
        )

    def _refuse(self, formula: Formula, error: Refused | NotTraceable) -> None:
        where = f"{formula.place[0]}!{formula.address}"
        self.report.refusals.append(Refusal(where, where, formula.text, error.en, error.zh))

    def _places(self, formula: Formula) -> list[Place]:
        area, sheet = formula.area, formula.place[0]
        if area is None:
            return [formula.place]
        rows, columns = range(area.top, area.bottom + 1), range(area.left, area.right + 1)
        return [(sheet, r, c) for r in rows for c in columns]

    def _value(self, place: Place, formula: Formula | None = None) -> Value:
        if place in self.before.cells:
            return self.before.cells[place]
        return None if formula is None else stored(self.scan, formula)

    def _spills(self) -> None:
        """References to a spilled range (A5#) whose array formula is no more become its cells."""
        if self.to == "lambda":
            return
        for formula in self.scan.formulas:
            current = self.new.get(formula.place)
            text = formula.text if current is None else current.text
            if "ANCHORARRAY" not in text.upper():
                continue
            tree = self.scan.parse(text)
            edits = []
            for call in every_call(tree):
                if call.name.upper() != "ANCHORARRAY" or not call.args:
                    continue
                # the arguments' offsets are those of the text at hand
                area = self.scan.references.spill_of(call.args[0], formula.place)
                if area is not None and (area.sheet or "", area.top, area.left) in self.new:
                    shown_area = area.cells
                    if area.sheet != formula.place[0]:
                        shown_area = qualified(area)
                    edits.append((call.start, call.end, shown_area))
            if edits:
                kept = formula.area if current is None else current.area
                self.new[formula.place] = NewFormula(spliced(text, edits), kept)

    def _columns(self) -> None:
        """The formula of a table's column: Excel would write it into new rows."""
        for part, table, column, text in without_column_formulas(self.scan, self.parts):
            assert part
            self.report.changes.append(Change(f"{table}[{column}]", "", text, ""))

    # -- the new workbook ------------------------------------------------------------------------

    def _assembled(self) -> bytes:
        if not self.new and not self.parts.changes:
            return self.book.package.data
        if self.to != "lambda":
            self.parts.drop_chain()
        texts = [n.text for n in self.new.values()]
        names: dict[str, str] = {}
        if self.to == "lambda":
            existing = {n.name.casefold() for n in self.book.names if not n.sheet}
            names = {n: t for n, t in self.names.items() if n.casefold() not in existing}
            texts += names.values()
        if self.helpers.used:
            sheet = self.helpers.finished()
            texts += [c.text for c in sheet.cells.values() if hasattr(c, "text")]
            self.parts.add_sheet(sheet)
            self.report.added.append(sheet.name)
        names |= self._catalog(texts)
        self.parts.add_names(names)
        self.report.added += names
        self._cells(self.before)
        self._links()
        return self.parts.written()

    def _catalog(self, texts: list[str]) -> dict[str, str]:
        wanted = catalog_columns(texts)
        if not wanted:
            return {}
        needed = {f"cat_{t}_{c}" for t, columns in wanted.items() for c in columns}
        known = {n.name for n in self.book.names if not n.sheet}
        if needed <= known:
            return {}
        if needed & known:
            raise BookError(
                f"the workbook has {', '.join(sorted(needed & known)[:3])} but lacks "
                f"{', '.join(sorted(needed - known)[:3])}; delete these names and try again",
                f"工作簿已有 {'、'.join(sorted(needed & known)[:3])}，但缺少 "
                f"{'、'.join(sorted(needed - known)[:3])}；请删除这些名称后重试",
                file=self.book.file,
            )
        sheet, names = catalog_sheet(self.book, wanted, self.lang)
        self.parts.add_sheet(sheet)
        self.report.added.append(sheet.name)
        return names

    def _cells(self, values: Values) -> None:
        formulas = {f.place: f for f in self.scan.formulas}
        groups = self._broken_groups(formulas)
        for sheet in self.scan.worksheets:
            cells: dict[tuple[int, int], CellContent] = {}
            for place, new in self.new.items():
                if place[0] == sheet.name:
                    value = self._value(place, formulas.get(place))
                    cells[place[1:]] = CellContent(new.text, value, new.area)
                    for at in self._places(formulas[place]) if new.area else ():
                        if at != place:
                            cells[at[1:]] = CellContent("", self._value(at), computed=True)
                    self._told(place, formulas.get(place), new, value)
            for place in groups:
                if place[0] == sheet.name and place not in self.new:
                    f = formulas[place]
                    cells[place[1:]] = CellContent(f.text, stored(self.scan, f))
            if cells:
                self.parts.set_cells(sheet, cells)

    def _told(self, place: Place, formula: Formula | None, new: NewFormula, value: Value) -> None:
        old = "" if formula is None else formula.text
        before = None if formula is None else stored(self.scan, formula)
        address = cell_name(*place[1:])
        self.report.changes.append(Change(place[0], address, old, new.text, before, value))

    def _broken_groups(self, formulas: dict[Place, Formula]) -> set[Place]:
        """Cells that share a formula with one that changes: each gets the formula itself."""
        changed = {(p[0], formulas[p].group) for p in self.new if p in formulas}
        return {p for p, f in formulas.items() if f.group and (p[0], f.group) in changed}

    def _links(self) -> None:
        """Links to the add-in that nothing uses any more."""
        used = {c.link for f in self.scan.ours() for c in every_call(f.tree) if c.function}
        for name in self.book.names:
            used |= {c.link for c in every_call(self.scan.parse(name.text)) if c.function}
        candidates = used - {0}
        if not candidates:
            return
        after = Scan(Book.open(self.parts.written(), self.book.file))
        texts = [f.text for f in after.formulas] + [n.text for n in self.book.names]
        texts += [u.formula for u in after.uses()]
        unused = [n for n in candidates if not any(f"[{n}]" in t for t in texts)]
        self.parts.drop_links(unused)
        self.report.removed += [self.scan.links[n] for n in sorted(unused)]

    # -- the proof -------------------------------------------------------------------------------

    def _verified(self, data: bytes) -> bytes:
        """The workbook with its values, if they are those of before."""
        if data == self.book.package.data:
            return data
        after = Scan(Book.open(data, self.book.file))
        pinned: dict[Place, Value] = {}
        for formula in self.scan.formulas:
            if chance(formula) or (formula.calls and formula.place not in self.new):
                known = self.before.cells
                pinned |= {p: known[p] for p in self._places(formula) if p in known}
        values = compute(after, self.now, pinned)
        wrong: list[tuple[Place, Value, Value]] = []
        for formula in self.scan.formulas:
            for place in self._places(formula):
                if place not in self.before.cells:
                    continue
                was, now = self.before.cells[place], values.cells.get(place)
                if now is None and place in self.new and not self.new[place].text:
                    continue  # frozen: it holds the value
                if now is None or not same(was, now):
                    wrong.append((place, was, now))
        if wrong:
            raise self._unequal(wrong)
        return self._with_values(after, values)

    def _unequal(self, wrong: list[tuple[Place, Value, Value]]) -> Unequal:
        (sheet, row, column), was, now = wrong[0]
        return Unequal(
            f"the value would change from {shown(was)} to {shown(now)} ({len(wrong)} cells "
            "differ); nothing was written. Please report this workbook",
            f"数值将由 {shown(was)} 变为 {shown(now)}（共 {len(wrong)} 个单元格不同）；"
            "未写入任何文件，请反馈该工作簿",
            file=self.book.file,
            sheet=sheet,
            cell=cell_name(row, column),
        )

    def _with_values(self, after: Scan, values: Values) -> bytes:
        """Stored values for helper cells, and wherever one was missing or has become another."""
        # No value at all is another one too: a library writes none, or 0 in all that depends on it.
        stale = any(
            not same(stored(self.scan, f), self.before.cells[f.place])
            for f in self.scan.ours()
            if f.place in self.before.cells
        )
        return settled(after, values, everywhere=stale)


__all__ = ["Conversion", "Unequal"]
