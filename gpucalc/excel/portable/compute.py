"""The values of a workbook with our functions in it, as the functions themselves give them.

The calculation engine gets a copy in which each call of ours asks back (by its number), so that the
library answers, from the arguments that the engine hands over. Whatever the engine cannot do is
left as it was stored, and said to be unknown.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import formualizer

from gpucalc import edge
from gpucalc.errors import BookError, ExcelError
from gpucalc.excel import engine
from gpucalc.excel.portable.contexts import context
from gpucalc.excel.portable.references import Found, Place, qualified
from gpucalc.excel.portable.scan import Formula, Scan
from gpucalc.excel.portable.tokens import Arg, Call, Token, every_call, spliced
from gpucalc.excel.read import ErrorValue, read_cell
from gpucalc.excel.refs import Area, cell_name, column_number
from gpucalc.excel.sheetxml import CellSpan, SheetXml
from gpucalc.excel.tables import tables
from gpucalc.excel.values import number_text, xml_text

Value = float | str | bool | ErrorValue | None
_ASK = "GPUCALC_ASK"
_KINDS = {
    "Null": "#NULL!", "Div": "#DIV/0!", "Value": "#VALUE!", "Ref": "#REF!", "Num": "#NUM!",
    "Na": "#N/A",
}  # fmt: skip
_BACK = {text: kind for kind, text in _KINDS.items()} | {"#NAME?": "Name"}
_CHANCE = frozenset(("RAND", "RANDBETWEEN", "RANDARRAY"))


@dataclass(eq=False)
class Asked:
    """A call of ours in a formula: what it was asked, and what it answered (None: never asked)."""

    formula: Formula
    call: Call
    args: list[Any] | None = None
    answer: Any = None

    def reply(self, args: Sequence[Any]) -> Any:
        """The function's answer for these arguments, in the shape that its place takes."""
        assert self.call.function is not None
        self.args = [_cell(a) for a in args]
        self.answer = edge.call(self.call.function, *self.args, text=not self.call.lambdas)
        return self._shaped(self.answer)

    def _shaped(self, answer: Any) -> Any:
        where, area = context(self.call), self.formula.area
        if not isinstance(answer, list):
            if area is None or area.single or where.kind != "top" or not where.bare:
                return _engine(answer)
            answer = [[answer]]
        if area is None and where.kind not in ("range", "ours"):
            return _engine(answer[0][0])
        if area is not None and where.kind == "top" and where.bare:
            answer = fitted(answer, area)
        return [[_engine(v) for v in row] for row in answer]


def fitted(answer: list[list[Any]], area: Area) -> list[list[Any]]:
    """An answer over the cells of an array formula: one row or column repeats, the rest is #N/A."""
    height, width = len(answer), len(answer[0])
    return [
        [
            answer[r if height > 1 else 0][c if width > 1 else 0]
            if (height == 1 or r < height) and (width == 1 or c < width)
            else ExcelError.NA
            for c in range(area.right - area.left + 1)
        ]
        for r in range(area.bottom - area.top + 1)
    ]


@dataclass
class Values:
    """Values of formula cells; a place that is missing could not be computed."""

    cells: dict[Place, Value] = field(default_factory=dict)
    asked: dict[int, Asked] = field(default_factory=dict)  # by id of the call
    lost: dict[Place, str] = field(default_factory=dict)  # what the engine does not know

    def of(self, call: Call) -> Asked:
        """What a call was asked."""
        return self.asked[id(call)]


def compute(scan: Scan, now: datetime.datetime, pinned: Mapping[Place, Value]) -> Values:
    """The value of every formula cell; ``pinned`` cells keep the value given here."""
    values = Values()
    held: dict[Place, Value] = dict(pinned)
    numbers: list[Asked] = []
    texts: dict[Place, str] = {}
    seen: dict[str, str] = {}
    for formula in scan.formulas:
        if formula.place in held:
            continue
        lost = _lost(scan, formula, seen)
        if lost:
            values.lost[formula.place] = lost
            # without a stored value, what depends on it shall not be computed as if it were 0
            value = stored(scan, formula)
            held[formula.place] = ErrorValue("#NAME?") if value is None else value
        else:
            texts[formula.place] = _text(scan, formula, numbers)
    book = formualizer.load_workbook_bytes(_copy(scan, texts, held))
    for sheet in scan.worksheets:
        for table in tables(scan.book, sheet):
            a = table.area
            if a is not None:
                box = (a.top, a.left, a.bottom, a.right)
                book.add_table(
                    table.name, sheet.name, box, table.columns, header_row=bool(table.header_rows)
                )
    for (sheet_name, row, column), value in pinned.items():
        if not isinstance(value, ErrorValue | None):
            book.set_value(sheet_name, row, column, value)  # cells that the file does not hold
    book.set_temporal_egress("serial")
    book.set_deterministic_clock(now.replace(tzinfo=datetime.UTC))
    book.register_function(
        _ASK, lambda n, *args: numbers[int(n)].reply(args), min_args=1, max_args=256
    )
    try:
        book.evaluate_all()
    except formualizer.ExcelEvaluationError as error:
        raise _stuck(scan, book, texts, str(error)) from None
    for formula in scan.formulas:
        if formula.place in texts:
            for place in _cells(formula):
                found = book.get_value(*place)
                if found is None and place != formula.place:
                    continue  # the engine fills fewer cells than the array formula has
                value = _sound(found)
                if value is not None:
                    values.cells[place] = value
    values.cells |= {place: value for place, value in pinned.items() if value is not None}
    values.asked = {id(a.call): a for a in numbers}
    return values


def stored(scan: Scan, formula: Formula) -> Value:
    """The value that the file holds for a formula cell."""
    cell = read_cell(scan.book, formula.sheet, scan.book.sheet_xml(formula.sheet), formula.span)
    return None if cell is None else cell.value


def cause(scan: Scan, values: Values, formula: Formula) -> tuple[str, str]:
    """Why a formula has no value, in both languages: what is not known, here or further up."""
    formulas = {f.place: f for f in scan.formulas if f.place not in values.cells}
    open_places, seen, odd = [formula.place], {formula.place}, ""
    for place in open_places:  # it grows
        at = "" if place == formula.place else f"{place[0]}!{cell_name(*place[1:])}: "
        if place in values.lost:
            return (f"{at}{values.lost[place]}",) * 2
        pieces = [t for t in formulas[place].tree.tokens if t.kind != "space"]
        for found in scan.references.find(pieces, place):
            if found.area is None:
                text = formulas[place].text[pieces[found.first].start : pieces[found.last].end]
                odd = odd or f"{at}{text}"
                continue
            above = [p for p in formulas if p[0] == found.area.sheet and found.area.holds(*p[1:])]
            open_places += [p for p in above if p not in seen]
            seen |= set(above)
            if found.area.sheet == formula.place[0] and found.area.holds(*formula.place[1:]):
                return "it depends on itself", "公式引用了自身"
    return (odd, odd) if odd else ("the engine does not know the formula", "引擎不认识该公式")


def chance(formula: Formula) -> bool:
    """Whether a formula draws lots: its value is another one each time."""
    return "RAND" in formula.text.upper() and any(
        c.name.upper() in _CHANCE for c in every_call(formula.tree)
    )


def _cells(formula: Formula) -> list[Place]:
    sheet, area = formula.place[0], formula.area
    if area is None:
        return [formula.place]
    rows, columns = range(area.top, area.bottom + 1), range(area.left, area.right + 1)
    return [(sheet, r, c) for r in rows for c in columns]


# -- the engine's copy ---------------------------------------------------------------------------


# What may mean one thing here and another there: links, tables, names of one sheet, @ and A1#.
_PLACED = re.compile(r"\[|SINGLE\(|ANCHORARRAY\(", re.IGNORECASE)
# Corners the other way round, which only libraries write: the engine stops at them.
_CORNERS = re.compile(r"\$?([A-Z]{1,3})\$?([0-9]+):\$?([A-Z]{1,3})\$?([0-9]+)", re.IGNORECASE)
_ROW_NUMBER = re.compile(r"(?<=[A-Z$])[0-9]+(?![\w(.])")  # C5, C$5


def _lost(scan: Scan, formula: Formula, seen: dict[str, str]) -> str:
    """As :func:`_unknown`, asked once for formulas that differ in their rows only."""
    if _PLACED.search(formula.text) or scan.odd_names:
        return _unknown(scan, formula)
    key = _ROW_NUMBER.sub("", formula.text)
    if key not in seen:
        seen[key] = _unknown(scan, formula)
    return seen[key]


def _unknown(scan: Scan, formula: Formula) -> str:
    """The first thing in a formula that the engine does not know; "" where all is well."""
    pieces = [t for t in formula.tree.tokens if t.kind != "space"]
    for call in every_call(formula.tree):
        typed = formula.text[call.start :].partition("(")[0]
        if call.function is not None or not call.name or call.name.startswith("_xlpm."):
            continue
        if call.name.upper() == "SINGLE" and _asks_alone(call):
            continue
        if call.name.upper() == "ANCHORARRAY" and call.args:
            if scan.references.spill_of(call.args[0], formula.place) is not None:
                continue
            return f"{formula.text[call.args[0].start : call.args[0].end]}#"
        if call.link or "!" in typed or not engine._known(typed):
            return call.name
    for found in scan.references.find(pieces, formula.place):
        first = pieces[found.first]
        if found.kind == "other" and _over_books(pieces, found):
            last = found.last if found.last > found.first else found.first + 4  # S1:S3!A1
            return formula.text[first.start : pieces[min(last, len(pieces) - 1)].end]
        if found.kind == "table" and found.area is None:
            return formula.text[first.start : pieces[found.last].end]
        if found.kind == "name" and pieces[found.last].text.casefold() in scan.odd_names:
            return pieces[found.last].text
    return ""


def _over_books(pieces: Sequence[Token], found: Found) -> bool:
    """A range of another workbook or the same cell of several sheets: the engine stops at these."""
    first, after = pieces[found.first], pieces[found.last + 1 : found.last + 2]
    if "[" in first.text:
        return any(t.text == ":" for t in pieces[found.first : found.last])
    return (first.kind == "quoted" and ":" in first.text) or any(t.text == ":" for t in after)


def _asks_alone(call: Call) -> bool:
    """Whether @ stands before a call of ours and nothing else."""
    inner = call.args[0].alone if len(call.args) == 1 else None
    return inner is not None and inner.function is not None


def _text(scan: Scan, formula: Formula, numbers: list[Asked]) -> str:
    crossed = any(_crossed(*m.groups()) for m in _CORNERS.finditer(formula.text))
    if not (formula.calls or scan.local_names or crossed or _PLACED.search(formula.text)):
        return formula.text
    edits: list[tuple[int, int, str]] = []
    pieces = [t for t in formula.tree.tokens if t.kind != "space"]
    for found in scan.references.find(pieces, formula.place):
        kinds = ("table", "name", "cells") if crossed else ("table", "name")
        if found.kind in kinds and found.area is not None:
            # the engine's loader lacks some forms; for a name of another sheet it looks in vain
            span = pieces[found.first].start, pieces[found.last].end
            edits.append((*span, qualified(found.area)))
    for call in every_call(formula.tree):
        name = call.name.upper()
        if call.function is not None:
            ending = call.args[0].start if call.args else call.end
            opened = formula.text.rindex("(", call.start, ending) + 1
            comma = "," if call.args else ""
            edits.append((call.start, opened, f"{_ASK}({len(numbers)}{comma}"))
            edits += [(a.start, a.start, '""') for a in call.args if _empty(a)]
            numbers.append(Asked(formula, call))
        elif name == "SINGLE":
            edits += [(call.start, call.args[0].start, "("), (call.args[0].end, call.end, ")")]
        elif name == "ANCHORARRAY":
            area = scan.references.spill_of(call.args[0], formula.place)
            if area is not None:
                edits.append((call.start, call.end, qualified(area)))
    return spliced(formula.text, edits)


def _crossed(left: str, top: str, right: str, bottom: str) -> bool:
    return column_number(left) > column_number(right) or int(top) > int(bottom)


def _stuck(
    scan: Scan, book: formualizer.Workbook, texts: Mapping[Place, str], why: str
) -> BookError:
    """What to say where the engine stops altogether: the first cell that stops it, and how."""
    sheet = cell = ""
    for place in texts:
        try:
            book.evaluate_cell(*place)
        except formualizer.ExcelEvaluationError as error:
            sheet, cell, why = place[0], cell_name(*place[1:]), str(error)
            break
    return BookError(
        f"the formula here stops the calculation ({why}); write it in another way, or keep its "
        "value only, and try again",
        f"此处的公式使计算中断（{why}）；请换一种写法，或只保留其数值后重试",
        file=scan.book.file,
        sheet=sheet,
        cell=cell,
    )


def _empty(arg: Arg) -> bool:
    return not arg.solid


def _copy(scan: Scan, texts: Mapping[Place, str], held: Mapping[Place, Value]) -> bytes:
    """The workbook for the engine: formulas as it reads them, held cells as values."""
    changes: dict[str, bytes | None] = {}
    by_sheet: dict[str, dict[tuple[int, int], Formula]] = {}
    for formula in scan.formulas:
        by_sheet.setdefault(formula.sheet.part, {})[formula.place[1:]] = formula
    areas = [f.area for f in scan.formulas if f.area is not None and f.place in texts]
    for sheet in scan.worksheets:
        xml = scan.book.sheet_xml(sheet)
        here = by_sheet.get(sheet.part, {})
        filled = [a for a in areas if a.sheet == sheet.name]
        edits = []
        for span in xml.cells():
            place = (sheet.name, span.row, span.column)
            found = here.get(place[1:])
            if place in held:
                edits.append((span.start, span.end, _constant(xml, span, held[place])))
            elif found is not None:
                new = _formula(xml, span, texts[place], found.area)
                edits.append((span.start, span.end, new))
            elif any(a.holds(span.row, span.column) for a in filled):
                edits.append((span.start, span.end, b""))
        copy = SheetXml.read(xml.splice(edits), sheet.name, scan.book.file)
        changes[sheet.part] = copy.cut_down()
    types = "[Content_Types].xml"
    changes[types] = engine._MAIN_TYPE.sub(engine._PLAIN_TYPE, scan.book.package.read(types))
    return scan.book.package.write(changes)


def _address(xml: SheetXml, span: CellSpan) -> bytes:
    return b"<" + xml.prefix + b'c r="' + cell_name(span.row, span.column).encode() + b'"'


def _formula(xml: SheetXml, span: CellSpan, text: str, area: Area | None) -> bytes:
    p = xml.prefix
    kind = b"" if area is None else b' t="array" ref="' + area.cells.encode() + b'"'
    body = b"<%sf%s>%s</%sf>" % (p, kind, xml_text(text).encode(), p)
    return _address(xml, span) + b">" + body + b"</" + p + b"c>"


def _constant(xml: SheetXml, span: CellSpan, value: Value) -> bytes:
    p, head = xml.prefix, _address(xml, span)
    if value is None:
        return head + b"/>"
    if isinstance(value, ErrorValue):
        kind, text = b"e", str(value)
    elif isinstance(value, str):
        kind, text = b"str", xml_text(value)
    elif isinstance(value, bool):
        kind, text = b"b", str(int(value))
    else:
        kind, text = b"n", number_text(value)
    return head + b' t="%s"><%sv>%s</%sv></%sc>' % (kind, p, text.encode(), p, p)


# -- values across the border --------------------------------------------------------------------


def _cell(value: Any) -> Any:
    """What the engine hands over, as the edge takes it."""
    if isinstance(value, dict):
        return ExcelError(_KINDS.get(str(value.get("kind")), "#NAME?"))
    if isinstance(value, list):
        return [[_cell(v) for v in row] for row in value]
    return value


def _engine(value: Any) -> Any:
    if isinstance(value, ExcelError):
        return {"type": "Error", "kind": _BACK.get(str(value), "Value")}
    return value


def _sound(value: Any) -> Value:
    """The engine's result as a cell shows it; None for what is the engine's own failure."""
    if isinstance(value, dict):
        text = _KINDS.get(str(value.get("kind")))
        return None if text is None else ErrorValue(text)
    if value is None:
        return 0.0  # a reference to an empty cell
    if isinstance(value, bool | str):
        return value
    return float(value) if isinstance(value, int | float) else None


__all__ = ["Asked", "Value", "Values", "cause", "chance", "compute", "fitted", "stored"]
