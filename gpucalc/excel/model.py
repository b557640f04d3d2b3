"""A template's formulas kept loaded in the engine, so that a batch computes only what changes.

Most of the time of a recalculation goes into reading formulas, and in a batch they are the same a
thousand times over. A model holds them; a further book of the same template only gives it the
inputs that differ. On the quote template that is 10 ms instead of 80.

A wrong number would be worse than a slow one. So a model is used only for books whose formulas and
parts are those of a book that was computed whole, after it gave the same values for that book; and
never where results depend on the clock, on chance or on references made of text.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import replace
from typing import Any, NamedTuple

import formualizer

from gpucalc.excel import stored
from gpucalc.excel.book import Book, Sheet
from gpucalc.excel.engine import functions
from gpucalc.excel.read import ErrorValue, read_cell
from gpucalc.excel.sheetxml import CellSpan, SheetXml
from gpucalc.excel.stored import Stored, from_cell

_ERRORS = {
    "Null": "#NULL!",
    "Div": "#DIV/0!",
    "Value": "#VALUE!",
    "Ref": "#REF!",
    "Name": "#NAME?",
    "Num": "#NUM!",
    "Na": "#N/A",
}
_MOVING = frozenset(
    ("TODAY", "NOW", "RAND", "RANDBETWEEN", "OFFSET", "INDIRECT", "CELL", "INFO", "RTD")
)
_KEPT = 4  # templates at a time; a batch uses one or two

Value = float | str | bool | None
Place = tuple[int, int]
Key = tuple[object, ...]


class _Scan(NamedTuple):
    """A sheet taken apart: formula cells with their formulas, and other cells with content."""

    mark: tuple[int, int]  # checksum and size of the part
    xml: SheetXml
    formulas: list[CellSpan]
    texts: list[bytes]
    inputs: dict[Place, tuple[bytes, bytes]]


class Model:
    """The formulas of one template in the engine, with the inputs it holds at the moment."""

    def __init__(self, book: Book) -> None:
        self._scans = {sheet.part: _scan(book, sheet) for sheet in _worksheets(book)}
        self._engine = formualizer.load_workbook_bytes(book.package.data)
        self._engine.set_changelog_enabled(False)
        self._engine.set_temporal_egress("serial")
        self._engine.evaluate_all()

    def compute(self, book: Book) -> dict[str, list[tuple[CellSpan, Stored]]] | None:
        """The value of every formula cell by part; None where this model cannot say."""
        changes: list[tuple[str, Place, Value]] = []
        scans: dict[str, _Scan] = {}
        for sheet in _worksheets(book):
            old = self._scans[sheet.part]
            if old.mark == _mark(book, sheet):
                book.adopt(sheet, replace(old.xml, file=book.file))
                continue
            new = scans[sheet.part] = _scan(book, sheet)
            if new.texts != old.texts or [c[:2] for c in new.formulas] != [
                c[:2] for c in old.formulas
            ]:
                return None
            for place in old.inputs.keys() | new.inputs.keys():
                if old.inputs.get(place) != new.inputs.get(place):
                    value = _value(book, sheet, place, new)
                    if isinstance(value, ErrorValue):
                        return None
                    changes.append((sheet.name, place, value))
        self._scans.update(scans)
        for name, (row, column), value in changes:
            self._engine.set_value(name, row, column, value)
        self._engine.evaluate_all()
        return self._results(book)

    def _results(self, book: Book) -> dict[str, list[tuple[CellSpan, Stored]]] | None:
        results = {}
        for sheet in _worksheets(book):
            found = []
            for cell in self._scans[sheet.part].formulas:
                value = _stored(self._engine.get_value(sheet.name, cell.row, cell.column))
                if value is None:
                    return None
                found.append((cell, value))
            results[sheet.part] = found
        return results


class Models:
    """The models of the templates in use."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        # None: seen once. False: not to be used.
        self._models: OrderedDict[Key, Model | bool | None] = OrderedDict()

    def __len__(self) -> int:
        """How many templates are remembered."""
        return len(self._models)

    def ready(self) -> bool:
        """Whether any template's formulas are loaded."""
        return any(isinstance(model, Model) for model in self._models.values())

    def clear(self) -> None:
        """Forget all templates."""
        with self._lock:
            self._models.clear()

    def compute(self, book: Book) -> dict[str, list[tuple[CellSpan, Stored]]] | None:
        """The value of every formula cell by part; None where the whole book must be computed."""
        key = _key(book)
        with self._lock:
            model = self._models.get(key)
            if not isinstance(model, Model):
                return None
            self._models.move_to_end(key)
            try:
                results = model.compute(book)
            except Exception:
                # Whatever the engine dislikes here, the whole computation will put into words.
                results = None
            if results is None:
                del self._models[key]
            return results

    def learn(self, book: Book, computed: bytes) -> None:
        """Note a book that was computed whole; from the second of a template on, keep a model."""
        key = _key(book)
        with self._lock:
            if self._models.get(key, True) is True:
                self._models[key] = None
                while len(self._models) > _KEPT:
                    self._models.popitem(last=False)
                return
            if self._models[key] is None:
                self._models[key] = _verified(book, computed) or False


models = Models()


def _verified(book: Book, computed: bytes) -> Model | None:
    """A model of a book, if it gives the values that computing the whole book gave."""
    if not _still(book):
        return None
    whole = Book.open(computed)
    try:
        model = Model(book)
        results = model.compute(book)
    except Exception:
        return None
    if results is None:
        return None
    for sheet in _worksheets(whole):
        cells = {cell[:2]: cell for cell in whole.sheet_xml(sheet).cells()}
        for cell, value in results[sheet.part]:
            if from_cell(whole.sheet_xml(sheet), cells[cell[:2]]) != value:
                return None
    return model


def _still(book: Book) -> bool:
    """Whether the results depend on the inputs alone, each in its own cell."""
    for sheet in _worksheets(book):
        xml = book.sheet_xml(sheet)
        if xml.arrays():
            return False
    return not any(
        function.upper().removeprefix("_XLFN.") in _MOVING for function in functions(book)
    )


def _key(book: Book) -> Key:
    """Equal for books of one template: all parts but the worksheets are the same.

    Charts only show what cells hold; their points differ from book to book.
    """
    sheets = {sheet.part for sheet in _worksheets(book)}
    return tuple(
        (name, *((info.CRC, info.file_size) if name not in sheets else ()))
        for name, info in book.package.entries.items()
        if not name.startswith(("docProps/", "xl/charts/"))
    )


def _worksheets(book: Book) -> Iterable[Sheet]:
    return [sheet for sheet in book.sheets if sheet.kind == "worksheet"]


def _mark(book: Book, sheet: Sheet) -> tuple[int, int]:
    info = book.package.entries[sheet.part]
    return info.CRC, info.file_size


def _scan(book: Book, sheet: Sheet) -> _Scan:
    xml = book.sheet_xml(sheet)
    marker = b"<" + xml.prefix + b"f"
    formulas, texts, inputs = [], [], {}
    for cell in xml.cells():
        if not cell.inner:
            continue
        if marker in cell.inner:
            formulas.append(cell)
            match = xml.formula(cell)
            texts.append(b"" if match is None else match[0])
        else:
            inputs[cell.row, cell.column] = (cell.attributes, cell.inner)
    return _Scan(_mark(book, sheet), xml, formulas, texts, inputs)


def _value(book: Book, sheet: Sheet, place: Place, scan: _Scan) -> Value:
    found = scan.inputs.get(place)
    if found is None:
        return None
    span = CellSpan(*place, found[0], found[1], 0, 0)
    cell = read_cell(book, sheet, book.sheet_xml(sheet), span)
    return None if cell is None else cell.value


def _stored(value: Any) -> Stored | None:
    """The engine's answer as a cell stores it."""
    if isinstance(value, dict):
        return stored.error(_ERRORS.get(str(value.get("kind")), ""))
    if isinstance(value, bool):
        return stored.truth(value)
    if isinstance(value, str):
        return stored.text(value)
    if value is None:  # a reference to an empty cell is 0
        return stored.number(0)
    return stored.number(value) if isinstance(value, int | float) else None
