"""A table of requests and a template in, one finished workbook per request and an index out.

A bad request is reported by row and never stops the others. Which fields there are, what they take
and where the results stand is learned from the template's defined names (`in_…`, `out_…`).
"""

import datetime
import logging
import multiprocessing
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

from gpucalc import summary
from gpucalc.errors import FileBusy, GpucalcError
from gpucalc.excel import pdf as pdf_writer
from gpucalc.excel.fill import fill, read_names, read_values, write_atomically
from gpucalc.excel.recalc import recalculate
from gpucalc.excel.save import same_file
from gpucalc.inputs import PREFIX, RESULT_PREFIX, STATUS, plain_text
from gpucalc.planning import INDEX, Job, Preparation, Templates, checked_pattern, load
from gpucalc.requests import Problem, RequestTable
from gpucalc.tables import Text

__all__ = ["BatchResult", "Progress", "Templates", "load", "run"]

Progress = Callable[[int, int, str], None]
_RESULTS, _NAMED = (".xlsx", ".xlsm", ".pdf"), 10
_LOG = logging.getLogger(__name__)
# Where the index takes each figure from: the first name that the template has.
_FIGURES = {
    "cards": ("out_cards", "in_cards"),
    "hours": ("out_billed_hours", "out_hours", "out_train_hours", "in_hours"),
    "net": ("out_net",),
    "tax": ("out_tax",),
    "gross": ("out_gross",),
}
_WORDS = {
    "gpu": ("out_gpu", "in_gpu"),
    "currency": ("out_currency", "in_currency"),
    "status": ("out_status",),
}


@dataclass(frozen=True)
class BatchResult:
    """What a batch did. `remarks` are about the table and its rows, `notes` about the whole; none
    of them is a failure."""

    lines: tuple[summary.Line, ...]
    problems: tuple[Problem, ...]
    index: Path
    written: tuple[Path, ...]
    pdfs: tuple[Path, ...] = ()
    notes: tuple[Text, ...] = ()
    remarks: tuple[Problem, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether every request became a workbook."""
        return not self.problems


@dataclass
class _Outcome:
    job: Job
    figures: dict[str, object] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    written: bool = False


def run(
    table: RequestTable,
    templates: Templates,
    *,
    lang: str,
    out: Path,
    as_of: datetime.date,
    name: str = "",
    force: bool = False,
    pdf: bool = False,
    jobs: int = 1,
    progress: Progress | None = None,
) -> BatchResult:
    """Writes a workbook for each request into `out`, and the index of all.

    `lang` is the language of the index and of requests that name none; `name` a file-name pattern
    ("{quote_no}-{customer}"); `progress` is told requests done, their number and the file.
    Raises GpucalcError or OSError for what concerns the whole batch, before anything is written.
    """
    pattern = checked_pattern(name, templates.fields)
    out.mkdir(parents=True, exist_ok=True)
    _check_sources(out / INDEX, (table.path, *templates.paths))
    _check_index(out / INDEX, force)
    prepared = Preparation(table, templates, lang, out, as_of, pattern, force)
    plans = [prepared.plan(request) for request in table.requests]
    ready_jobs = [plan for plan in plans if isinstance(plan, Job)]
    done: dict[int, _Outcome] = {}
    for count, outcome in enumerate(_produce_all(ready_jobs, templates, jobs), start=1):
        done[outcome.job.row] = outcome
        if progress is not None:
            progress(count, len(ready_jobs), outcome.job.target.name)
    problems = [
        *(p for plan in plans if isinstance(plan, list) for p in plan),
        *(p for outcome in done.values() for p in outcome.problems),
    ]
    written = [o.job.target for o in done.values() if o.written]
    pdfs, notes, unprinted = _print(written, done.values()) if pdf and written else ([], [], [])
    problems = sorted([*problems, *unprinted], key=lambda problem: problem.row)
    remarks = (*table.remarks, *prepared.remarks)
    lines = tuple(_lines(table, done, prepared))
    book = summary.index(lines, problems, remarks, as_of, table.path.name, lang, table.own)
    write_atomically(out / INDEX, book, force=force)
    if force:
        notes += _not_ours(out, {*written, *pdfs, out / INDEX, table.path})
    return BatchResult(
        lines, tuple(problems), out / INDEX, tuple(written), tuple(pdfs), tuple(notes), remarks
    )


def _not_ours(out: Path, ours: set[Path]) -> list[Text]:
    """What else looks like a result in the folder: of an earlier run most often, never deleted."""
    known = {path.resolve() for path in ours}
    others = sorted(
        path.name
        for path in out.iterdir()
        if path.suffix.lower() in _RESULTS
        and not path.name.startswith("~$")
        and path.resolve() not in known
    )
    if not others:
        return []
    count, more = len(others), " …" if len(others) > _NAMED else ""
    named, are = others[:_NAMED], "they are" if count > 1 else "it is"
    return [
        Text(
            f"{count} other file{'s' * (count > 1)} in {out} not written by this run, left as "
            f"{are} (from an earlier run?): {', '.join(named)}{more}",
            f"{out} 中另有 {count} 个文件不是本次生成的（可能来自上一次），未作改动："
            f"{'、'.join(named)}{more}",
        )
    ]


def _check_sources(index: Path, sources: Iterable[Path]) -> None:
    """The file of requests and the template are never written over."""
    for source in sources:
        if same_file(index, source):
            raise FileBusy(
                "the index of the batch would overwrite the file that it reads; choose another "
                "folder (--out) or rename the file",
                "批量清单会覆盖本次读取的文件；请更换目录（--out），或将该文件改名",
                file=str(source),
            )


def _check_index(index: Path, force: bool) -> None:
    """The index is written last; that it cannot be is better known before the work."""
    if not index.exists():
        return
    if not force:
        raise FileBusy(
            "the index of an earlier batch is there and is not overwritten; choose another folder "
            "(--out) or use --force",
            "已有上一批的清单，不会覆盖；请换一个目录（--out）或使用 --force",
            file=str(index),
        )
    try:
        with index.open("r+b"):
            free = not (index.parent / f"~${index.name}").exists()
    except PermissionError:
        free = False
    if not free:
        raise FileBusy(
            "the index is open in another program (Excel?); close it and try again",
            "清单正被其他程序（如 Excel）打开；请关闭后重试",
            file=str(index),
        )


def _produce_all(jobs: Sequence[Job], templates: Templates, processes: int) -> Iterator[_Outcome]:
    if processes <= 1 or len(jobs) < 2:
        for job in jobs:
            yield _produce(job, templates.books[job.lang])
        return
    # "spawn" is what Windows and macOS do anyway; using it everywhere keeps one behaviour.
    with ProcessPoolExecutor(
        min(processes, len(jobs)),
        mp_context=multiprocessing.get_context("spawn"),
        initializer=_remember,
        initargs=(dict(templates.books),),
    ) as pool:
        yield from pool.map(_produce_here, jobs)


_BOOKS: dict[str, bytes] = {}


def _remember(books: dict[str, bytes]) -> None:
    _BOOKS.update(books)


def _produce_here(job: Job) -> _Outcome:
    return _produce(job, _BOOKS[job.lang])


def _produce(job: Job, template: bytes) -> _Outcome:
    """Fills, computes and writes one workbook."""
    outcome = _Outcome(job)
    try:
        book = fill(template, job.values)
        # TODAY() in a template of the user's means the batch's date: the same input, the same file.
        book = recalculate(book, now=datetime.datetime.combine(job.as_of, datetime.time()))
        outcome.figures = _results(book)
        write_atomically(job.target, book, force=job.force)
        outcome.written = True
    except FileBusy as error:
        advice = Text(
            "close the file in the other program, or choose another folder (--out)",
            "请在其他程序中关闭该文件，或更换目录（--out）",
        )
        outcome.problems.append(_whole_row(job, Text(error.en, error.zh), advice))
    except GpucalcError as error:
        advice = Text(
            "correct the template at that place, or use the one that comes with gpucalc",
            "请更正模板该处，或使用自带模板",
        )
        outcome.problems.append(_whole_row(job, Text(error.en, error.zh), advice))
    except OSError as error:
        what = Text(f"the file cannot be written: {error}", f"文件无法写入：{error}")
        advice = Text("check the folder, its rights and free space", "请检查目录、权限和剩余空间")
        outcome.problems.append(_whole_row(job, what, advice))
    except Exception as error:
        _LOG.exception("row %s", job.row)
        what = Text(f"internal error: {error!r}", f"内部错误：{error!r}")
        advice = Text("please report this with the request", "请连同该询价一并反馈")
        outcome.problems.append(_whole_row(job, what, advice))
    else:
        for name, value in outcome.figures.items():
            if isinstance(value, str) and value.startswith("#") and name in _EXPECTED:
                what = Text(f"the result {name} is an error", f"结果 {name} 为错误值")
                advice = Text("open the workbook and read its checks", "请打开报价单查看校验页")
                outcome.problems.append(Problem(job.row, name, value, what, advice))
    return outcome


_EXPECTED = {name for names in (*_FIGURES.values(), *_WORDS.values()) for name in names}


def _whole_row(job: Job, what: Text, advice: Text) -> Problem:
    return Problem(job.row, "", job.target.name, what, advice)


def _results(book: bytes) -> dict[str, object]:
    """What the named inputs and results of a computed workbook hold."""
    places = {
        name.casefold(): place
        for name, place in read_names(book).items()
        if name.casefold().startswith((PREFIX, RESULT_PREFIX))
    }
    values = read_values(book, only=places.values())
    return {name: values.get(place) for name, place in places.items()}


def _lines(
    table: RequestTable, done: Mapping[int, _Outcome], prepared: Preparation
) -> Iterator[summary.Line]:
    reminders: dict[int, list[str]] = {}
    for remark in prepared.remarks:
        about = f"{remark.column} {remark.shown}"
        if about not in reminders.setdefault(remark.row, []):
            reminders[remark.row].append(about)
    for request in table.requests:
        row = request.row
        outcome = done.get(row)
        figures = outcome.figures if outcome is not None and outcome.written else {}
        texts = prepared.texts.get(row, {})
        # a check state that is there and says nothing is no "ready"
        unstated = "incomplete" if STATUS in figures else "ready"

        def number(name: str, figures: dict[str, object] = figures) -> float | None:
            value = next((figures[n] for n in _FIGURES[name] if n in figures), None)
            return value if isinstance(value, float) else None

        def word(name: str, figures: dict[str, object] = figures) -> str:
            return plain_text(next((figures[n] for n in _WORDS[name] if n in figures), None))

        yield summary.Line(
            row=row,
            file=outcome.job.target.name if outcome is not None and outcome.written else "",
            quote_no=texts.get("quote_no", ""),
            customer=texts.get("customer", ""),
            gpu=word("gpu") or texts.get("gpu", ""),
            cards=number("cards"),
            hours=number("hours"),
            currency=word("currency") or texts.get("currency", ""),
            net=number("net"),
            tax=number("tax"),
            gross=number("gross"),
            status=(word("status") or unstated) if figures else summary.FAILED,
            reminders=tuple(reminders.get(row, ())),
            own=tuple(request.own.get(heading, "") for heading in table.own),
        )


def _print(
    books: Sequence[Path], outcomes: Iterable[_Outcome]
) -> tuple[list[Path], list[Text], list[Problem]]:
    rows = {outcome.job.target: outcome.job for outcome in outcomes}
    try:
        made = pdf_writer.convert(books)
    except pdf_writer.NoLibreOffice as error:
        return [], [Text(error.en, error.zh)], []
    what = Text("LibreOffice made no PDF of this workbook", "LibreOffice 未能生成该工作簿的 PDF")
    advice = Text("open the workbook and print it", "请打开工作簿自行打印")
    missing = [_whole_row(rows[book], what, advice) for book in books if book not in made]
    return list(made.values()), [], missing
