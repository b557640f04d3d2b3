"""The input cells of a template, and a request's values made ready for them.

Everything is learned from the template itself: its defined names `in_<field>` say which fields
exist, and its drop-downs say which texts a cell takes. A new template works without new code.
"""

import datetime
import io
import re
import unicodedata
import warnings
from collections.abc import Mapping
from dataclasses import dataclass, replace

import openpyxl
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.cell_range import CellRange
from openpyxl.worksheet.datavalidation import DataValidation

from gpucalc import catalog, glossary, quantity, reading
from gpucalc.errors import InputError, OutOfBounds, TemplateError
from gpucalc.quantity import Quantity
from gpucalc.tables import Text, Value

PREFIX = "in_"
RESULT_PREFIX = "out_"
STATUS = "out_status"
_CATALOG_NAMES = re.compile(r"=?cat_([a-z0-9]+)_[a-z0-9_]+", re.IGNORECASE)
_SHOWN_CHOICES = 8


@dataclass(frozen=True)
class Input:
    """One input cell. `choices` are the texts of its drop-down; `table` the catalog table that
    they come from; `strict` whether anything else is refused; `default` what the cell holds."""

    field: str
    sheet: str
    cell: str
    choices: tuple[str, ...] = ()
    table: str = ""
    strict: bool = False
    is_date: bool = False
    quantity: Quantity | None = None
    default: str = ""


def inputs(template: bytes) -> dict[str, Input]:
    """The inputs of a template by field name, in the order of its names.

    Raises TemplateError for a file that is no workbook or has no input.
    """
    try:
        # Drawings and extensions that openpyxl cannot keep do not matter: nothing is saved here.
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            book = openpyxl.load_workbook(io.BytesIO(template), data_only=True)
    except Exception as error:
        raise TemplateError(
            f"the template cannot be read as a workbook ({error})",
            f"模板无法作为工作簿读取（{error}）",
        ) from error
    found: dict[str, Input] = {}
    rules = _Rules(book)
    for name, defined in book.defined_names.items():
        if name.casefold().startswith(RESULT_PREFIX):
            _check_result(book, name, defined)
        if not name.casefold().startswith(PREFIX):
            continue
        if "#REF!" in str(defined.attr_text):
            raise _dangling(name, defined)
        places = list(defined.destinations) if defined.type == "RANGE" else []
        if len(places) != 1 or ":" in places[0][1] or places[0][0] not in book.sheetnames:
            raise TemplateError(
                f"the name {name} must point to one cell", f"名称 {name} 必须指向一个单元格"
            )
        sheet, cell = places[0][0], places[0][1].replace("$", "")
        field = name[len(PREFIX) :].casefold()
        found[field] = _input(book, rules, field, sheet, cell)
    if not found:
        raise TemplateError(
            "the template has no input cells (defined names in_…)",
            "模板没有输入单元格（以 in_ 开头的名称）",
        )
    return found


def _check_result(book: openpyxl.Workbook, name: str, defined: DefinedName) -> None:
    """Refuses a result that stands nowhere: its figure, or its check state, would be missing."""
    if "#REF!" in str(defined.attr_text):
        raise _dangling(name, defined)
    places = list(defined.destinations) if defined.type == "RANGE" else []
    if any(sheet not in book.sheetnames for sheet, _ in places):
        raise _dangling(name, defined)
    if name.casefold() == STATUS and len(places) != 1:
        raise TemplateError(
            f"the name {name} must point to one cell", f"名称 {name} 必须指向一个单元格"
        )


def _dangling(name: str, defined: DefinedName) -> TemplateError:
    other, other_zh = ", or delete the name in the Name Manager", "，或在名称管理器中删除该名称"
    if name.casefold() == STATUS:  # without its check state a quote would look ready
        other = other_zh = ""
    return TemplateError(
        f"the name {name} points to nothing ({defined.attr_text}): its cell or sheet was deleted; "
        f"restore it (copy the template again){other}",
        f"名称 {name} 已失效（{defined.attr_text}）：所指单元格或工作表已被删除；"
        f"请恢复（重新复制模板）{other_zh}",
    )


class _Rules:
    """The data validations of each cell. One rule on one cell is the rule: those are looked up."""

    def __init__(self, book: openpyxl.Workbook) -> None:
        self._book = book
        self._sheets: dict[str, tuple[dict[str, list[int]], list[tuple[CellRange, int]]]] = {}

    def of(self, sheet: str, cell: str) -> list[DataValidation]:
        """In the order of the sheet."""
        rules = self._book[sheet].data_validations.dataValidation
        if sheet not in self._sheets:
            single: dict[str, list[int]] = {}
            areas: list[tuple[CellRange, int]] = []
            for position, rule in enumerate(rules):
                for area in rule.sqref.ranges:
                    if area.size == {"rows": 1, "columns": 1}:
                        single.setdefault(area.coord, []).append(position)
                    else:
                        areas.append((area, position))
            self._sheets[sheet] = single, areas
        single, areas = self._sheets[sheet]
        wider = [position for area, position in areas if cell in area]
        return [rules[n] for n in sorted({*single.get(cell, ()), *wider})]


def _input(book: openpyxl.Workbook, rules: _Rules, field: str, sheet: str, cell: str) -> Input:
    choices: tuple[str, ...] = ()
    table = ""
    strict = is_date = False
    for rule in rules.of(sheet, cell):
        is_date = is_date or rule.type == "date"
        if rule.type == "list":
            choices = _choices(book, sheet, rule)
            from_catalog = _CATALOG_NAMES.fullmatch(rule.formula1 or "")
            table = from_catalog[1].lower() if from_catalog else ""
            strict = bool(rule.showErrorMessage) and rule.errorStyle in (None, "stop")
    form = str(book[sheet][cell].number_format)
    known = quantity_of(field) or (None if choices or is_date else _quantity_of_format(form))
    known = known and _with_unit_of_label(known, field)
    if choices and not table:
        table = known.table if known is not None else _table_of(choices)
    return Input(
        field,
        sheet,
        cell,
        choices,
        table,
        strict,
        is_date or bool(book[sheet][cell].is_date) or (known is not None and known.kind == "date"),
        known,
        plain_text(book[sheet][cell].value),
    )


def _table_of(choices: tuple[str, ...]) -> str:
    """The catalog table that holds all the texts of a drop-down; their aliases then count too."""
    for name in catalog.TABLES:
        table = catalog.table(name)
        if len(choices) > 1 and all(table.row(choice) is not None for choice in choices):
            return name
    return ""


def _choices(book: openpyxl.Workbook, sheet: str, rule: DataValidation) -> tuple[str, ...]:
    source = (rule.formula1 or "").lstrip("=")
    if source.startswith('"'):
        return tuple(text.strip() for text in source.strip('"').split(",") if text.strip())
    if source in book.defined_names:
        source = str(book.defined_names[source].attr_text)
    place, _, area = source.rpartition("!")
    place = place.strip("'").replace("''", "'") or sheet
    if place not in book.sheetnames or not re.fullmatch(
        r"\$?[A-Z]+\$?\d+(:\$?[A-Z]+\$?\d+)?", area
    ):
        return ()
    cells = book[place][area.replace("$", "")]
    rows = cells if isinstance(cells, tuple) else ((cells,),)
    return tuple(str(cell.value) for row in rows for cell in row if cell.value not in (None, ""))


_QUANTITIES: Mapping[str, Quantity] = {
    item.name: item for item in vars(quantity).values() if isinstance(item, Quantity)
}


def _count(*units: str) -> Quantity:
    return Quantity("quantity", "", 0, units=dict.fromkeys(units, 1.0), example="2")


_DAYS = replace(quantity.DAYS, open_low=False)
_SHARE = Quantity("share", "", 0, 1, percent=True, example="30%")
_AMOUNT = replace(quantity.MONEY, low=0)
# A template may have fields that no function has. The unit in the label (账期（天）), the last word
# of the name or the cell's number format says what they hold; a renewal price may be a sentence.
_OF_UNIT: Mapping[str, Quantity] = {
    "天": _DAYS,
    "小时": quantity.HOURS,
    "月": _count("月", "个月", "month", "months"),
    "TB": replace(quantity.TERABYTES, name="quantity"),
    "Mbps": replace(quantity.BANDWIDTH_MBPS, name="quantity", open_low=False),
}
_OF_ENDING: Mapping[str, Quantity] = {
    "discount": quantity.DISCOUNT,
    "tax_rate": quantity.TAX_RATE,
    "share": _SHARE,
    "days": _DAYS,
    "hours": quantity.HOURS,
    "months": _OF_UNIT["月"],
    "cards": replace(quantity.CARDS_OWNED, name="cards"),
    "quantity": _count("项", "次", "人天", "人月", "人", "台", "套", "个"),
    "periods": _OF_UNIT["月"],
}


def quantity_of(field: str) -> Quantity | None:
    """The quantity of a field: of its own name, of `mfu` for mfu_low, of its unit or last word."""
    base = re.sub(r"_(low|high)$", "", field)
    if base in _QUANTITIES:
        return _QUANTITIES[base]
    known = _OF_UNIT.get(_unit_of_label(field, "zh"))
    if known is None:
        known = next((q for end, q in _OF_ENDING.items() if base.endswith("_" + end)), None)
    return None if known is None else _named(known, field)


def _unit_of_label(field: str, lang: str) -> str:
    """The unit that a field's label shows: 存储费（元/TB·月）; "" where there is none."""
    if not glossary.has(field):
        return ""
    unit = re.search(r"[（(]([^（()）]+)[）)]$", glossary.label(field, lang))
    return unit[1] if unit else ""


def _with_unit_of_label(known: Quantity, field: str) -> Quantity:
    """Money may carry the unit that its label shows, in either language."""
    units = [unit for unit in (_unit_of_label(field, "zh"), _unit_of_label(field, "en")) if unit]
    units = [unit for unit in units if unit.startswith(("元", "CNY"))]
    if known.kind != "money" or not units:
        return known
    return replace(known, units={**known.units, **dict.fromkeys(units, 1)})


def _named(known: Quantity, field: str) -> Quantity:
    """The quantity under the field's own name where the glossary knows it, for messages."""
    return replace(known, name=field) if glossary.has(field) else known


def _quantity_of_format(form: str) -> Quantity | None:
    """What a cell's number format says: 0.0% is a share, #,##0.00 a number, General nothing."""
    if form.rstrip().endswith("%"):
        return _SHARE
    return _AMOUNT if re.match(r"[#0?]", form) else None


def in_currency(target: Input, code: str) -> Input:
    """The input as it is read in a document of that currency: a price may then say USD 15."""
    known = target.quantity
    return target if known is None else replace(target, quantity=known.in_currency(code))


def currency_code(text: str) -> str:
    """The code of a currency as people choose it (USD, 美元, US$); CNY for a blank."""
    wanted = reading.plain(text).upper()
    for code in reading.CURRENCIES:
        if wanted.startswith(code) or wanted in reading.currency_words(code):
            return code
    return wanted or "CNY"


def ready(target: Input, value: Value) -> object:
    """A request's value as the cell shall hold it: a number, a date, a flag or text.

    A choice is written in the template's own language. Raises InputError for a value that the field
    does not take.
    """
    if is_currency(target.field):
        return _currency(target, value)
    if target.choices:
        choice = _choice(target, value)
        if choice is not None:
            return choice
        if target.table:
            return _key(target, value)
        if target.strict:
            raise _refused(target, value)
    if isinstance(value, bool) and (target.is_date or _takes_number(target)):
        raise InputError(
            f"{plain_text(value)} is a truth value, and a number or a date is due here",
            f"{plain_text(value)} 是逻辑值，此处应为数字或日期",
            argument=target.field,
            given=value,
        )
    if target.is_date:
        return _date(target, value)
    if target.quantity is not None and target.quantity.kind != "text":
        number = target.quantity.read(value)
        target.quantity.check(number)
        return number
    if isinstance(value, datetime.timedelta | datetime.time):
        return str(value)
    return value


def is_currency(field: str) -> bool:
    """Whether a field says in which currency the amounts are."""
    return field == "currency" or field.endswith("_currency")


def _takes_number(target: Input) -> bool:
    return target.quantity is not None and target.quantity.kind in ("number", "money")


def _currency(target: Input, value: Value) -> str:
    """The code of a currency that is known, of those that the template offers."""
    code = currency_code(plain_text(value))
    for choice in target.choices:
        if currency_code(choice) == code:
            return choice
    if code in reading.CURRENCIES and not target.strict:
        return code
    offered = target.choices if target.strict and target.choices else tuple(reading.CURRENCIES)
    raise InputError(
        f"{plain_text(value)!r} is no currency that is known here: {', '.join(offered)}",
        f"“{plain_text(value)}”不是可用的币种：{'、'.join(offered)}",
        argument=target.field,
        given=value,
    )


def offers(target: Input, value: Value) -> bool:
    """Whether the field takes any text, or has this one among its choices."""
    return not target.choices or _choice(target, value) is not None


def remedy(target: Input, error: InputError) -> Text:
    """What to write instead of a refused value."""
    if is_currency(target.field):
        return Text("write the code of the currency (CNY, USD)", "请填写币种代码（如 CNY、USD）")
    if target.choices and not target.table:
        return Text("write one of the choices of the template", "请填写模板下拉列表中的选项")
    if target.table:
        return Text("write a name from the catalog", "请填写目录中的名称")
    if target.is_date:
        return Text("write the date as 2026-11-30", "日期请写成 2026-11-30")
    if target.quantity is None:
        return Text("correct the value", "请更正该值")
    if isinstance(error, OutOfBounds):
        en, zh = (target.quantity.bounds(lang) for lang in ("en", "zh"))
        return Text(f"allowed: {en}", f"允许范围：{zh}")
    example = target.quantity.example
    return Text(f"write it like {example}", f"请参照 {example} 填写")


def plain_text(value: object) -> str:
    """A value as people write it in a file name or a report: 8.0 is "8", a date is 2026-11-30."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, float):
        return f"{value:.15g}"
    if isinstance(value, datetime.datetime):
        return value.isoformat(sep=" ", timespec="minutes")
    return str(value)


def _choice(target: Input, value: Value) -> str | None:
    """The text of the drop-down that means the same, in whatever language it was written."""
    text = plain_text(value)
    wanted = _fold(text)
    for choice in target.choices:
        if _fold(choice) == wanted:
            return choice
    field = glossary.field_of(text)
    if field is not None:
        for choice in target.choices:
            if glossary.field_of(choice) == field or choice in _both_labels(field):
                return choice
    if target.table:
        model = _model(target.table, text)
        for choice in target.choices if model else ():
            if _model(target.table, choice) == model:
                return choice
    return None


def _both_labels(field: str) -> tuple[str, str]:
    return glossary.label(field, "en"), glossary.label(field, "zh")


def _model(table: str, text: str) -> str:
    row = catalog.table(table).row(text)
    return "" if row is None else str(row.get("model", row["name"]))


def _key(target: Input, value: Value) -> object:
    """A name that the drop-down leaves out but the catalog knows: an alias, a family."""
    if target.quantity is not None:
        known = target.quantity.read(value)
        target.quantity.check(known)
        return known
    table = catalog.table(target.table)
    row = table.row(plain_text(value))
    if row is not None:
        return str(row["name"])
    raise quantity.unknown_key(target.table, plain_text(value))


def _refused(target: Input, value: Value) -> InputError:
    shown = list(target.choices[:_SHOWN_CHOICES])
    more = " …" if len(target.choices) > _SHOWN_CHOICES else ""
    return InputError(
        f"{plain_text(value)!r} is not one of: {', '.join(shown)}{more}",
        f"“{plain_text(value)}”不在可选项中：{'、'.join(shown)}{more}",
        argument=target.field,
        given=value,
    )


def _date(target: Input, value: Value) -> datetime.date:
    if isinstance(value, datetime.datetime):
        return value.date()
    if isinstance(value, datetime.date):
        return value
    if isinstance(value, str):
        serial = reading.date_or_serial(value)
    elif isinstance(value, int | float) and not isinstance(value, bool):
        # JSON and unformatted cells give 20261130 as a number.
        serial = reading.date(f"{value:.0f}") if value >= 19000101 else float(value)
    else:
        serial = reading.date(plain_text(value))
    try:
        return reading.day_of(serial)
    except ValueError:
        raise InputError(
            f"{plain_text(value)} is no date; write 2026-11-30",
            f"{plain_text(value)} 不是日期，请写成 2026-11-30",
            argument=target.field,
            given=value,
        ) from None


def _fold(text: str) -> str:
    return re.sub(r"\s+", "", unicodedata.normalize("NFKC", text)).casefold()
