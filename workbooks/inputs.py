"""The inputs sheet: one row per field with its unit, default, value in use, help and source."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from openpyxl.worksheet.pagebreak import Break

from gpucalc import catalog
from gpucalc.quantity import Quantity
from workbooks import blocks, house
from workbooks.book import Book, Sheet
from workbooks.fields import Field, Section
from workbooks.formulas import Cell, Formula, joined, text, typed, when
from workbooks.readings import Readings

LAST = "H"
# Catalog tables whose rows have a label in each language, which is an alias of the row.
LABELLED = ("tax", "methods", "texts", "units")


class Inputs:
    """What the rest of a book reads: the value in use of every field.

    ``used[name]`` is the cell that holds the value in use: the number that was read, the choice or
    key, the date; for a free text the input itself.
    """

    def __init__(
        self,
        book: Book,
        sections: Sequence[Section],
        lists: Mapping[str, Cell],
        readings: Readings,
        subtitle: str,
        handed: Mapping[str, Cell] | None = None,
    ) -> None:
        """``handed`` are cells into which the previous book's values are pasted, by field: they
        count where the entry is blank, before the default."""
        self.book, self._lists, self._readings = book, lists, readings
        self._handed = handed or {}
        self.used: dict[str, Cell] = {}
        self.typed: dict[str, Cell] = {}
        self.fields: dict[str, Field] = {}
        words = book.words
        self.sheet: Sheet = book.sheet("inputs", landscape=True)
        self.sheet.widths(A=2, B=30, C=34, D=11, E=18, F=20, G=46, H=24)
        self._last = "I" if self._handed else LAST
        if self._handed:
            self.sheet.widths(I=18)
        row = blocks.title(self.sheet, words("inputs_title"), subtitle, self._last)
        heads = ("field", "entry", "unit_head", "default", "in_use", "help", "basis")
        head = row
        row = blocks.head_row(
            self.sheet, row, dict(zip("BCDEFGH", map(words, heads), strict=True)), 22
        )
        if self._handed:
            self.sheet.put("I", head, words("handover_in"), house.HEAD)
        self.sheet.freeze("D", row)
        self.sheet.print_rows(head, head)
        self._headings: dict[str, int] = {}
        for section in sections:
            self._headings[section.title] = row
            row = blocks.heading(self.sheet, row, words(section.title), self._last)
            for field in section.fields:
                self._row(row, field)
                row += 1
            row += 1
        wrong = house.highlight(color=house.FAIL_TEXT, fill=house.FAIL_FILL, bold=True)
        used = self.sheet.at("F", head + 1, "F", row)
        self.sheet.condition(used, typed('{0}="?"', f"F{head + 1}"), wrong)

    def new_page(self, *titles: str) -> None:
        """Prints these sections from the top of a page on, so that none is torn apart."""
        for title in titles:
            self.sheet.raw.row_breaks.append(Break(id=self._headings[title] - 1))

    def unit(self, name: str, formula: Formula) -> None:
        """Gives a field a unit that follows from other inputs."""
        self.sheet.formula("D", self.typed[name].row, formula, house.UNIT)

    def _row(self, row: int, field: Field) -> None:
        sheet, words = self.sheet, self.book.words
        label = words.label(field.name)
        help_text = words(f"help_{field.name}") if words.has(f"help_{field.name}") else ""
        lines = max(house.lines_needed(help_text, 52), house.lines_needed(label, 30), field.lines)
        sheet.height(row, max(19, 13 * lines + 5))
        sheet.put("B", row, f"{label} *" if field.required else label, house.LABEL)
        numeric = field.kind in ("number", "date")
        # A single line shrinks; where several are meant it wraps.
        single = field.lines == 1
        look = house.INPUT_NUMBER if numeric else house.INPUT.but(wrap=not single, shrink=single)
        entry = sheet.put("C", row, None, look.but(number=field.number))
        self.book.name(field.defined_name, entry)
        self.typed[field.name], self.fields[field.name] = entry, field
        sheet.put("D", row, words.label(field.unit) if field.unit else "", house.UNIT)
        default = self._default(row, field)
        self.used[field.name] = self._used(row, field, entry, default)
        sheet.put("G", row, help_text, house.HELP)
        sheet.put("H", row, None, house.INPUT.but(size=9))
        self._validate(field, entry, label, help_text)

    def _default(self, row: int, field: Field) -> Cell:
        look = house.FORMULA if field.kind in ("number", "date") else house.FORMULA_TEXT
        value: object = field.default
        if field.kind == "choice" and field.default:
            value = self.book.words.label(str(field.default))
        elif field.options in LABELLED and field.default:
            value = catalog_label(field.options, str(field.default), self.book.lang)
        return self.sheet.put("E", row, value, look.but(number=field.number, color=house.GREY))

    def _used(self, row: int, field: Field, entry: Cell, default: Cell) -> Cell:
        handed = self._received(row, field)
        if field.kind == "text" and handed is None:
            self.sheet.put("F", row, None, house.FORMULA_TEXT)
            return entry
        given = self._given(field, field.defined_name, self.book.words.label(field.name))
        fallback = typed("{0}", default) if field.default is not None else text("")
        if handed is not None:
            fallback = typed("IF({0}={1},{2},{0})", handed, text(""), fallback)
        formula = when(typed('{0}=""', field.defined_name), fallback, given)
        # A received text may be long: shrunk rather than wrapped out of its row.
        numeric = field.kind in ("number", "date")
        look = house.FORMULA if numeric else house.FORMULA_TEXT.but(wrap=False, shrink=True)
        return self.sheet.formula("F", row, formula, look.but(number=field.number))

    def _given(self, field: Field, source: str | Cell, label: str) -> Formula:
        """The value of a filled cell: read where it may be text that means a number."""
        if field.kind == "number" and field.quantity is not None:
            return typed("{0}", self._readings.number(field.quantity, source, label))
        if field.kind == "date":
            return typed('IF(COUNTIFS({0},">=1")=1,{0},"?")', source)
        # A model typed as a number (4090) is looked up as text.
        return joined(source, text("")) if field.kind == "key" else typed("{0}", source)

    def _received(self, row: int, field: Field) -> Cell | None:
        """The previous book's value, read like an entry; None where nothing is handed over."""
        if not self._handed:
            return None
        look = house.FORMULA if field.kind in ("number", "date") else house.FORMULA_TEXT
        look = look.but(number=field.number, color=house.GREY)
        source = self._handed.get(field.name)
        if source is None:
            self.sheet.put("I", row, None, look)
            return None
        label = f"{self.book.words.label(field.name)} · {self.book.words('handover_in')}"
        value = when(typed('{0}=""', source), text(""), self._given(field, source, label))
        return self.sheet.formula("I", row, value, look)

    def _validate(self, field: Field, entry: Cell, label: str, help_text: str) -> None:
        words = self.book.words
        prompt = (label[:32], help_text or words(f"prompt_{field.kind}"))
        if field.kind == "number" and field.quantity is not None and not help_text:
            prompt = (label[:32], words("prompt_number", example=cell_example(field.quantity)))
        if field.kind == "choice":
            self.sheet.choices(entry, self._lists[field.options], prompt, words("error_choice"))
        elif field.kind == "key":
            # Aliases (A100-80G, 4090) are welcome too, so nothing is refused here; the checks
            # sheet says when a name is unknown.
            self.sheet.choices(entry, self._lists[field.options], prompt, "")
        elif field.kind == "date":
            self.sheet.dates(entry, prompt, words("error_date"))
        else:
            self.sheet.hint(entry, prompt)


def cell_example(quantity: Quantity) -> str:
    """How a value of that quantity may be typed into a cell (its unit stands beside it)."""
    if quantity.letters or quantity.taken_off:
        return quantity.example
    if quantity.kind == "money":
        return "¥12,000"
    if quantity.high <= 1 or quantity.example.endswith("%"):
        return "20%"
    return "".join(c for c in quantity.example if c in "0123456789.,-")


def catalog_label(table: str, name: str, lang: str) -> str:
    """The label of a row of a catalog table, by which the table knows the row too."""
    row = catalog.table(table).row(name)
    if row is None or catalog.table(table).row(str(row[lang])) is None:
        raise ValueError(f"{table}: {name!r} or its label is no name of the table")
    return str(row[lang])
