"""Returned requests for quotation, and quotes, collected into one comparison of suppliers.

Every file becomes a column. What a supplier wrote is copied as a value and never as a formula; what
is missing, cannot be read or was changed in the buyer's part is reported, never guessed.
"""

import datetime
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from gpucalc import helptext
from gpucalc.errors import GpucalcError, InputError, TemplateError
from gpucalc.excel.fill import (
    ErrorValue,
    fill,
    read_formulas,
    read_names,
    read_values,
    write_atomically,
)
from gpucalc.excel.recalc import recalculate
from gpucalc.inputs import PREFIX, Input, plain_text, quantity_of, ready, remedy
from gpucalc.planning import load
from gpucalc.tables import Text

TEMPLATE = "compare"
MOST = 6
_ASKED, _QUOTED = "offer_", ""  # how the fields of an offer are named in a request and in a quote
_SUFFIXES = (".xlsx", ".xlsm")
# A quote says what a blank choice stands for three columns to the right of the entry.
_ENTRY, _IN_USE = "C", "F"
_ONE_FIELD = "supplier"
# Answers that are needed only where the buyer asks for something.
_ASKED_FOR = {"network": "network_required"} | {f"answer_{n}": f"requirement_{n}" for n in "1234"}


class NothingToCompare(GpucalcError):
    """A folder without an offer, or with more than a comparison has columns."""


@dataclass(frozen=True)
class Finding:
    """Something to ask a supplier, or to look at: in which file, where, what, what to do."""

    file: str
    where: Text
    what: Text
    remedy: Text


@dataclass
class Offer:
    """One file: the raw value of each field of an offer that it answers, by field name."""

    path: Path
    prefix: str
    values: Mapping[str, object]
    buyer: Mapping[str, object] = field(default_factory=dict)
    formulas: frozenset[str] = frozenset()
    missing: list[Text] = field(default_factory=list)

    @property
    def supplier(self) -> str:
        """The supplier's name, or the file's."""
        return plain_text(self.values.get(_ONE_FIELD)) or self.path.stem


@dataclass(frozen=True)
class Collected:
    """The comparison that was written, and what is to be asked."""

    path: Path
    offers: tuple[Offer, ...]
    findings: tuple[Finding, ...]

    @property
    def complete(self) -> bool:
        """Whether no answer is missing and nothing was found."""
        return not self.findings and not any(offer.missing for offer in self.offers)


def collect(
    folder: Path,
    output: Path,
    *,
    lang: str,
    as_of: datetime.date,
    request: Path | None = None,
    force: bool = False,
) -> Collected:
    """Writes the comparison of the offers in a folder.

    ``request`` is the buyer's own copy of the request; without it the first returned one counts.
    Raises NothingToCompare, TemplateError (a file that is neither a request nor a quote), and
    OSError or FileBusy where a file cannot be read or written.
    """
    template = load(TEMPLATE, lang)
    lang = template.language(lang)
    book, inputs = template.books[lang], template.inputs[lang]
    offers = [_read(path, inputs) for path in _files(folder, output, request)]
    findings: list[Finding] = []
    values: dict[str, object] = {PREFIX + "as_of": as_of}
    values |= _buyer(offers, request, inputs, findings)
    starred = _starred(book, inputs)
    for number, offer in enumerate(offers, 1):
        values |= _column(offer, number, inputs, findings)
        needed = [name for name, ask in _ASKED_FOR.items() if PREFIX + ask in values]
        offer.missing += [
            _label(name) for name in (*starred, *needed) if plain_text(offer.values.get(name)) == ""
        ]
    filled = recalculate(fill(book, values))
    _unanswered(filled, offers)
    write_atomically(output, filled, force=force)
    return Collected(output, tuple(offers), tuple(findings))


# -- reading -------------------------------------------------------------------------------------


def _files(folder: Path, output: Path, request: Path | None) -> list[Path]:
    if not folder.is_dir():
        raise NothingToCompare(f"{folder} is no folder", f"{folder} 不是文件夹")
    others = {path.resolve() for path in (output, request) if path is not None}
    found = sorted(
        (
            path
            for path in folder.iterdir()
            if path.suffix.lower() in _SUFFIXES
            and not path.name.startswith("~$")
            and path.resolve() not in others
        ),
        key=lambda path: path.name.casefold(),
    )
    if not found:
        raise NothingToCompare(
            f"there is no .xlsx file in {folder}: put the returned requests there",
            f"{folder} 中没有 .xlsx 文件：请把供应商退回的询价单放在该文件夹",
        )
    if len(found) > MOST:
        names = ", ".join(path.name for path in found[MOST:])
        raise NothingToCompare(
            f"{folder} has {len(found)} files, and a comparison {MOST} columns; move some: {names}",
            f"{folder} 中有 {len(found)} 个文件，比价表最多 {MOST} 家；请移走部分文件：{names}",
        )
    return found


def _read(path: Path, inputs: Mapping[str, Input]) -> Offer:
    """What a file says; raises TemplateError where it is neither a request nor a quote."""
    book = path.read_bytes()
    names = read_names(book)
    prefix = _ASKED if PREFIX + _ASKED + _ONE_FIELD in names else _QUOTED
    if prefix == _QUOTED and not {PREFIX + "supplier", PREFIX + "price"} <= set(names):
        raise TemplateError(
            "neither a request for quotation nor a quote of this program: take it out of the"
            " folder, or type it into the comparison by hand",
            "既不是本程序的询价单也不是报价单：请移出该文件夹，或手工填入比价表",
            file=path.name,
        )
    stored, formulas = read_values(book), read_formulas(book)
    values: dict[str, object] = {}
    computed: set[str] = set()
    for name in _offer_fields(inputs):
        place = names.get(PREFIX + prefix + name)
        if place is None:
            continue
        value: object = stored.get(place)
        if prefix == _QUOTED and plain_text(value) == "" and place[1].startswith(_ENTRY):
            value = stored.get((place[0], _IN_USE + place[1][len(_ENTRY) :]))
        if plain_text(value) != "":
            values[name] = value
            if place in formulas:
                computed.add(name)
    buyer = {
        name: stored[names[PREFIX + name]]
        for name in _buyer_fields(inputs)
        if prefix == _ASKED and plain_text(stored.get(names.get(PREFIX + name, ("", "")))) != ""
    }
    return Offer(path, prefix, values, buyer, frozenset(computed))


def _offer_fields(inputs: Mapping[str, Input]) -> Iterator[str]:
    """The fields of one offer, as the comparison numbers them."""
    first = "offer1_"
    return (name.removeprefix(first) for name in inputs if name.startswith(first))


def _buyer_fields(inputs: Mapping[str, Input]) -> Iterator[str]:
    """The fields of the buyer's part."""
    return (name for name in inputs if not name.startswith("offer") and name != "as_of")


# -- writing -------------------------------------------------------------------------------------


def _column(
    offer: Offer, number: int, inputs: Mapping[str, Input], findings: list[Finding]
) -> dict[str, object]:
    """The cells of one supplier. What cannot be read is copied as it is, so that a check fails."""
    cells: dict[str, object] = {}
    for name, value in offer.values.items():
        key = f"offer{number}_{name}"
        target = replace(inputs[key], quantity=quantity_of(name) or inputs[key].quantity)
        cells[PREFIX + key] = _cell(target, name, value, offer.path, findings)
        if name in offer.formulas:
            what = Text("was a formula; its value was taken", "原为公式，已取其数值")
            advice = Text("see that the value is meant", "请确认该数值")
            findings.append(Finding(offer.path.name, _label(name), what, advice))
    return cells


def _cell(
    target: Input, name: str, value: object, path: Path, findings: list[Finding]
) -> object:  # fmt: skip
    if isinstance(value, ErrorValue):
        what = Text(f"shows {value}", f"显示 {value}")
        advice = Text("ask the supplier for it", "请供应商补充")
        findings.append(Finding(path.name, _label(name), what, advice))
        return None
    try:
        return ready(target, value)  # type: ignore[arg-type]
    except InputError as error:
        findings.append(
            Finding(path.name, _label(name), Text(error.en, error.zh), remedy(target, error))
        )
        return plain_text(value)


def _buyer(
    offers: list[Offer],
    request: Path | None,
    inputs: Mapping[str, Input],
    findings: list[Finding],
) -> dict[str, object]:
    """The buyer's part: of the buyer's own copy, else of the first returned request."""
    asked = [offer for offer in offers if offer.prefix == _ASKED]
    source = _read(request, inputs) if request else (asked[0] if asked else None)
    if source is None:
        return {}
    cells: dict[str, object] = {}
    for name, value in source.buyer.items():
        cells[PREFIX + name] = _cell(inputs[name], name, value, source.path, findings)
    for offer in asked:
        for name in sorted({*source.buyer, *offer.buyer}):
            mine, theirs = (plain_text(o.buyer.get(name)) for o in (source, offer))
            if mine != theirs:
                findings.append(
                    Finding(
                        offer.path.name,
                        _label(name),
                        Text(
                            f"the request was changed: {mine or '-'} became {theirs or '-'}",
                            f"采购方要求被改动：{mine or '-'} 变为 {theirs or '-'}",
                        ),
                        Text(
                            f"{source.path.name} counts; have the supplier confirm its answer",
                            f"以 {source.path.name} 为准，请供应商确认答复",
                        ),
                    )
                )
    return cells


# -- what is missing -----------------------------------------------------------------------------


def _starred(book: bytes, inputs: Mapping[str, Input]) -> list[str]:
    """The fields that a complete offer has: their labels end with a star."""
    first = {name: inputs[f"offer1_{name}"] for name in _offer_fields(inputs)}
    places = {
        name: (target.sheet, "B" + target.cell.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ"))
        for name, target in first.items()
    }
    labels = read_values(book, places.values())
    return [name for name, place in places.items() if str(labels.get(place, "")).endswith("*")]


def _unanswered(book: bytes, offers: list[Offer]) -> None:
    """Adds what the comparison itself found to be unknown."""
    names, values = read_names(book), read_values(book)
    for number, offer in enumerate(offers, 1):
        place = names.get(f"out_offer{number}_unknown_items")
        items = str(values.get(place, "")) if place else ""
        known = {text for label in offer.missing for text in label}
        for item in items.split("; "):
            if item and item not in known:
                offer.missing.append(Text(item, item))


def _label(name: str) -> Text:
    return Text(helptext.label(name, "en"), helptext.label(name, "zh"))
