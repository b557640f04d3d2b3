"""The sheet to enter offers: a row for each field, a column for each supplier."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from openpyxl.worksheet.pagebreak import Break

from workbooks import blocks, house
from workbooks.book import Book
from workbooks.fields import Field, Section
from workbooks.formulas import Cell, Formula, joined, text, typed, when
from workbooks.inputs import cell_example
from workbooks.readings import Readings

FIRST = 4  # column D
# Sections that start a page, so that none is torn apart; the form of one supplier prints larger.
NEW_PAGE = ("section_offer_rules", "section_offer_terms")
NEW_PAGE_OF_ONE = ("section_offer_price", "section_offer_items")
ENTRY = house.INPUT.but(size=9)
NUMBER = house.INPUT_NUMBER.but(size=9)


class Offers:
    """``entry[field][n]`` is what supplier n+1 wrote, ``read[field][n]`` the number it means (the
    entry itself for texts and choices)."""

    def __init__(
        self,
        book: Book,
        sections: Sequence[Section],
        lists: Mapping[str, Cell],
        readings: Readings,
        count: int,
        prefix: str = "offer{n}",
        spare: int = 0,
    ) -> None:
        """``spare`` columns stay free between the entries and what they mean."""
        self.book, self.count, self.prefix = book, count, prefix
        self.lists, self._readings = lists, readings
        self.entry: dict[str, list[Cell]] = {}
        self.read: dict[str, list[Cell]] = {}
        self.fields: dict[str, Field] = {}
        words = book.words
        self.sheet = book.sheet("offers", landscape=True)
        self.columns = [house.letter(FIRST + n) for n in range(count)]
        self.spare = [house.letter(FIRST + count + n) for n in range(spare)]
        self.last = house.letter(FIRST + count + spare)
        self.sheet.widths(A=2, B=32, C=11, **{self.last: 50})
        self.sheet.widths(**dict.fromkeys(self.columns, 19 if count > 1 else 34))
        subtitle = words("offers_subtitle" if count > 1 else "answers_subtitle")
        row = blocks.title(self.sheet, self.sheet.title, subtitle, self.last)
        heads = {"B": words("field"), "C": words("unit_head"), self.last: words("help")}
        for n, column in enumerate(self.columns, 1):
            many = count > 1
            heads[column] = words("supplier_number", number=n) if many else words("entry")
        head = self.head = row
        row = blocks.head_row(self.sheet, row, heads, 22)
        self.sheet.freeze("D", row)
        self.sheet.print_rows(head, head)
        for section in sections:
            if section.title in (NEW_PAGE if count > 1 else NEW_PAGE_OF_ONE):
                self.sheet.raw.row_breaks.append(Break(id=row - 1))
            row = blocks.heading(self.sheet, row, words(section.title), self.last)
            for field in section.fields:
                self._row(row, field)
                row += 1
            row += 1

    def label(self, name: str, n: int) -> str:
        """A field of one supplier, for readings and checks."""
        label = self.book.words.label(name)
        if self.count == 1:
            return label
        return f"{self.book.words('supplier_number', number=n + 1)} · {label}"

    def _row(self, row: int, field: Field) -> None:
        sheet, words = self.sheet, self.book.words
        label = words.label(field.name)
        help_text = self._help(field)
        # What holds for all items stands beside the first; the prompt of each says it in full.
        shown = (
            "" if field.name.endswith("_basis") and self.entry.get("storage_basis") else help_text
        )
        lines = max(house.lines_needed(shown, 54), house.lines_needed(label, 31), field.lines)
        sheet.height(row, max(18, 12.5 * lines + 5))
        sheet.put("B", row, f"{label} *" if field.required else label, house.LABEL)
        sheet.put("C", row, words.label(field.unit) if field.unit else "", house.UNIT)
        sheet.put(self.last, row, shown, house.HELP)
        numeric = field.kind in ("number", "date")
        look = (NUMBER if numeric else ENTRY).but(number=field.number)
        self.fields[field.name] = field
        entries = self.entry[field.name] = []
        reads = self.read[field.name] = []
        for n, column in enumerate(self.columns):
            entry = sheet.put(column, row, None, look)
            name = f"in_{self.prefix.format(n=n + 1)}_{field.name}"
            self.book.name(name, entry)
            entries.append(entry)
            self._validate(field, entry, label, help_text)
            if field.kind == "number" and field.quantity is not None:
                label_n = self.label(field.name, n)
                reads.append(self._readings.number(field.quantity, entry, label_n))
            else:
                reads.append(entry)

    def _help(self, field: Field) -> str:
        words = self.book.words
        for key in (f"help_offer_{field.name}", f"help_{field.name}"):
            if words.has(key):
                return words(key)
        # The items share their help: storage_price, bandwidth_price …
        ending = next(
            (e for e in ("basis", "anchor", "tax_category") if field.name.endswith(e)), ""
        )
        key = f"help_offer_item_{ending}"
        return words(key) if ending and words.has(key) else ""

    def _validate(self, field: Field, entry: Cell, label: str, help_text: str) -> None:
        words, sheet = self.book.words, self.sheet
        prompt = (label[:32], help_text or words(f"prompt_{field.kind}"))
        if field.kind == "number" and field.quantity is not None and not help_text:
            prompt = (label[:32], words("prompt_number", example=cell_example(field.quantity)))
        if field.kind == "choice":
            sheet.choices(entry, self.lists[field.options], prompt, words("error_choice"))
        elif field.kind == "key":
            sheet.choices(entry, self.lists[field.options], prompt, "")
        elif field.kind == "date":
            sheet.dates(entry, prompt, words("error_date"))
        else:
            sheet.hint(entry, prompt)

    # -- what an entry stands for ------------------------------------------------------------------

    def text(self, name: str, n: int) -> Formula:
        """What was written, blank where blank."""
        return joined(self.entry[name][n], text(""))

    def chosen(self, name: str, n: int) -> Formula:
        """The choice, or the option that a blank stands for."""
        field = self.fields[name]
        entry = self.entry[name][n]
        fallback = text(self.book.words.label(str(field.default))) if field.default else text("")
        return when(typed('{0}=""', entry), fallback, typed("{0}", entry))

    def number(self, name: str, n: int, otherwise: Cell | Formula) -> Formula:
        """The number read, or another where the cell is blank."""
        return typed("IF({0}={1},{2},{0})", self.read[name][n], text(""), otherwise)
