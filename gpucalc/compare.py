"""Requests for quotation: sent with the buyer's part fixed, and collected into one comparison.

Every file becomes a column. What a supplier wrote is copied as a value and never as a formula; what
is missing, cannot be read or was changed in the buyer's part is reported, never guessed.
"""

import datetime
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from pathlib import Path

from gpucalc import helptext, resources
from gpucalc.errors import GpucalcError, InputError
from gpucalc.excel.fill import (
    ErrorValue,
    fill,
    read_cells,
    read_names,
    read_values,
    write_atomically,
)
from gpucalc.excel.lock import lock
from gpucalc.excel.recalc import recalculate
from gpucalc.inputs import PREFIX, Input, plain_text, quantity_of, ready, remedy
from gpucalc.inputs import inputs as inputs_of
from gpucalc.tables import Text

TEMPLATE = "compare"
MOST = 6
_ASKED, _QUOTED = "offer_", ""  # how the fields of an offer are named in a request and in a quote
_SUFFIXES = (".xlsx", ".xlsm")
# A quote says what a blank choice stands for three columns to the right of the entry.
_ENTRY, _IN_USE = "C", "F"
_ONE_FIELD = "supplier"
# What tells one request from another; the comparison itself has no cell for it.
_REQUEST = ("rfq_no",)
# Answers that are needed only where the buyer asks for something.
_ASKED_FOR = {"network": "network_required"} | {f"answer_{n}": f"requirement_{n}" for n in "1234"}


# Names that are no files of people's own: Excel's and LibreOffice's locks, hidden files.
_NO_FILES = ("~$", ".")
# A quote says one of these at least.
_PRICED = ("supplier", "price", "quote_no")
_MOVE = Text(
    "take it out of the folder, or type it into the comparison by hand",
    "请移出该文件夹，或手工填入比价表",
)
_AGAIN = Text("ask the supplier to send it again", "请供应商重新发送")
_SAVE_AS = Text(
    "ask for the answer in the form itself (.xlsx), or type it into the comparison by hand",
    "请供应商在原询价单（.xlsx）中答复，或手工填入比价表",
)
_SEND_BACK = Text(
    "remind the supplier; your own copy belongs elsewhere, see --request",
    "请催促供应商；采购方留存的一份请另放，用 --request 指定",
)
_FOLDER = Text("a folder; only the files beside it are read", "这是文件夹；只读取同级文件")
_NO_BOOK = Text("no Excel workbook (.xlsx, .xlsm)", "不是 Excel 工作簿（.xlsx、.xlsm）")
_UNANSWERED = Text("no answer is filled in", "尚未填写任何答复")


class NothingToCompare(GpucalcError):
    """A folder without an offer, or with more than a comparison has columns."""


class NotReady(GpucalcError):
    """A request that misses what it must say before it is sent."""


class NotAnOffer(GpucalcError):
    """A workbook that is neither a request for quotation nor a quote of this program."""


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
    asks: frozenset[str] = frozenset()  # the fields that a request has cells for
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
    A file that holds no offer (broken, not of this program, without answers, a second copy) is
    left out and listed among the findings with the reason; the others are compared. Raises
    NothingToCompare, and TemplateError, OSError or FileBusy where ``request`` cannot be read or
    the comparison cannot be written.
    """
    book = resources.template(TEMPLATE, lang).read_bytes()
    inputs = inputs_of(book)
    findings: list[Finding] = []
    offers = _offers(folder, {output, request}, inputs, findings)
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


# -- sending -------------------------------------------------------------------------------------


def issue(request: Path, output: Path, *, force: bool = False) -> Path:
    """Writes the request as it goes out: the buyer's part fixed, the supplier's cells open.

    All sheets but the one for answers are locked. Raises NotReady where the request misses what
    it must say, says it unreadably or holds answers already, NotAnOffer where the file is no
    request, and TemplateError, OSError or FileBusy where it cannot be read or written.
    """
    book = request.read_bytes()
    names = read_names(book)
    answers = names.get(PREFIX + _ASKED + _ONE_FIELD)
    if answers is None or PREFIX + _REQUEST[0] not in names:
        raise NotAnOffer(
            f"{request.name} is no request for quotation of this program: start from"
            " `gpucalc new rfq`",
            f"{request.name} 不是本程序的询价单：请用 gpucalc new rfq 新建",
        )
    stored = read_values(book)
    wrong: list[Text] = []
    for named, (sheet, cell) in names.items():
        if not named.startswith(PREFIX):
            continue
        field_, row = named.removeprefix(PREFIX), cell.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
        entry, used = (plain_text(stored.get((sheet, c))) for c in (cell, _IN_USE + row))
        if sheet == answers[0]:
            if entry:
                wrong.append(_of(field_.removeprefix(_ASKED), "already answered", "已有答复"))
        elif used == "?":
            wrong.append(_of(field_, "cannot be read", "无法识别"))
        elif plain_text(stored.get((sheet, "B" + row))).endswith("*") and not entry + used:
            wrong.append(_of(field_, "missing", "未填写"))
    if wrong:
        raise NotReady(
            f"{request.name} is not ready to be sent: " + "; ".join(w.en for w in wrong),
            f"{request.name} 还不能发出：" + "；".join(w.zh for w in wrong),
        )
    write_atomically(output, lock(book, {answers[0]}), force=force)
    return output


def _of(name: str, en: str, zh: str) -> Text:
    label = _label(name)
    return Text(f"{label.en}: {en}", f"{label.zh}：{zh}")


# -- reading -------------------------------------------------------------------------------------


def _offers(
    folder: Path,
    others: Set[Path | None],
    inputs: Mapping[str, Input],
    findings: list[Finding],
) -> list[Offer]:
    """The offers of a folder; every file that is none becomes a finding."""
    offers: list[Offer] = []
    left: list[Finding] = []
    for path in _files(folder, others):
        offer = _offer(path, inputs, offers)
        (left.append if isinstance(offer, Finding) else offers.append)(offer)  # type: ignore[arg-type]
    if not offers:
        told = [(f"{f.file}: {f.what.en}", f"{f.file}：{f.what.zh}") for f in left]
        raise NothingToCompare(
            f"no offer in {folder}: put the returned requests (.xlsx) there"
            + "".join(f"\n  {en}" for en, _ in told),
            f"{folder} 中没有报价：请把供应商退回的询价单（.xlsx）放在该文件夹"
            + "".join(f"\n  {zh}" for _, zh in told),
        )
    if len(offers) > MOST:
        names = ", ".join(offer.path.name for offer in offers[MOST:])
        raise NothingToCompare(
            f"{folder} has {len(offers)} offers, and a comparison {MOST} columns; move some: "
            f"{names}",
            f"{folder} 中有 {len(offers)} 份报价，比价表最多 {MOST} 家；请移走部分文件：{names}",
        )
    findings += left
    for number, offer in enumerate(offers):
        findings += _of_another_version(offer)
        findings += _twice(offer, offers[:number])
    return offers


def _files(folder: Path, others: Set[Path | None]) -> list[Path]:
    """All that is in the folder, but for our own files and those that programs leave behind."""
    if not folder.is_dir():
        raise NothingToCompare(f"{folder} is no folder", f"{folder} 不是文件夹")
    own = {path.resolve() for path in others if path is not None}
    found = (
        path
        for path in folder.iterdir()
        if not path.name.startswith(_NO_FILES) and path.resolve() not in own
    )
    # By the name before the ending: "a.xlsx" goes before its copy "a (1).xlsx".
    return sorted(found, key=lambda path: (path.stem.casefold(), path.name))


def _offer(path: Path, inputs: Mapping[str, Input], before: Sequence[Offer]) -> Offer | Finding:
    """The offer in a file, or why there is none."""
    if path.is_dir():
        return _left(path, _FOLDER, _MOVE)
    if path.suffix.lower() not in _SUFFIXES:
        return _left(path, _NO_BOOK, _SAVE_AS)
    try:
        offer = _read(path, inputs)
    except NotAnOffer as error:
        return _left(path, Text(error.en, error.zh), _MOVE)
    except GpucalcError as error:
        return _left(path, Text(error.en, error.zh), _AGAIN)
    except OSError as error:
        reason = error.strerror or str(error)
        return _left(path, Text(f"cannot be read: {reason}", f"无法读取：{reason}"), _AGAIN)
    # A quote says what blanks stand for, so it is never empty.
    of_account = offer.values if offer.prefix == _ASKED else {*_PRICED} & {*offer.values}
    if not of_account:
        return _left(path, _UNANSWERED, _SEND_BACK)
    same = next((o for o in before if (o.values, o.buyer) == (offer.values, offer.buyer)), None)
    if same is not None:
        what = Text(f"the same answers as {same.path.name}", f"与 {same.path.name} 的答复完全相同")
        return _left(path, what, Text("nothing is lost; remove one", "没有遗漏；请删除其一"))
    return offer


def _left(path: Path, what: Text, advice: Text) -> Finding:
    return Finding(path.name, Text("left out", "未汇入"), what, advice)


def _twice(offer: Offer, before: Sequence[Offer]) -> Iterator[Finding]:
    """A supplier that is there already: a later round, or a second offer."""
    for other in before:
        if other.supplier.casefold() == offer.supplier.casefold():
            what = Text(
                f"{offer.supplier} is there twice, in {other.path.name} too",
                f"{offer.supplier} 有两份报价，另一份是 {other.path.name}",
            )
            advice = Text(
                "remove the one that no longer counts, or tell them apart by the supplier's name"
                " in the comparison",
                "请移走已作废的一份；如都有效，请在比价表中改写供应商名称以便区分",
            )
            yield Finding(offer.path.name, _label(_ONE_FIELD), what, advice)
            return


def _of_another_version(offer: Offer) -> Iterator[Finding]:
    """What a request made with an older or newer form has no cell for, or cells more."""
    if offer.prefix != _ASKED:
        return
    here = _asked(read_names(resources.template("rfq", "en").read_bytes()))
    for names, what in (
        (
            here - offer.asks,
            ("made with an older form, which does not ask for", "旧版询价单，没有"),
        ),
        (offer.asks - here, ("made with a newer form; not read:", "新版询价单，未读取：")),
    ):
        if names:
            shown = sorted(_label(n) for n in names)
            en, zh = (between.join(t.in_(k) for t in shown)
                      for k, between in (("en", ", "), ("zh", "、")))  # fmt: skip
            advice = Text("ask the supplier for it in words, or send the current form",
                          "请向供应商书面补问，或改发现行询价单")  # fmt: skip
            where = Text("the form", "表单")
            yield Finding(offer.path.name, where, Text(f"{what[0]} {en}", what[1] + zh), advice)


def _read(path: Path, inputs: Mapping[str, Input]) -> Offer:
    """What a file says; raises NotAnOffer where it is neither a request nor a quote."""
    book = path.read_bytes()
    names = read_names(book)
    prefix = _ASKED if PREFIX + _ASKED + _ONE_FIELD in names else _QUOTED
    if prefix == _QUOTED and not {PREFIX + "supplier", PREFIX + "price"} <= set(names):
        raise NotAnOffer(
            "neither a request for quotation nor a quote of this program",
            "既不是本程序的询价单也不是报价单",
        )
    cells = read_cells(book)
    stored = {place: cell.value for place, cell in cells.items() if cell.value is not None}
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
            if place in cells and cells[place].formula is not None:
                computed.add(name)
    buyer = {
        name: stored[names[PREFIX + name]]
        for name in (*_buyer_fields(inputs), *_REQUEST)
        if prefix == _ASKED and plain_text(stored.get(names.get(PREFIX + name, ("", "")))) != ""
    }
    return Offer(path, prefix, values, buyer, frozenset(computed), _asked(names))


def _asked(names: Iterable[str]) -> frozenset[str]:
    """The fields of the answer that a request has cells for."""
    start = PREFIX + _ASKED
    return frozenset(name.removeprefix(start) for name in names if name.startswith(start))


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
        if name in _REQUEST:
            continue
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
        for item in re.split("; |；", items):
            if item and item not in known:
                offer.missing.append(Text(item, item))


def _label(name: str) -> Text:
    return Text(helptext.label(name, "en"), helptext.label(name, "zh"))
