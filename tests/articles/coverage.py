"""docs/coverage.md: each feature that people ask for, and what answers it today."""

from __future__ import annotations

import functools
import tomllib
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from gpucalc import catalog
from gpucalc.registry import functions
from tests.articles.pages import table

ROOT = Path(__file__).parents[2]
NAME = "coverage.md"
# every workbook of the set, the built ones and those to come
TEMPLATES = (
    "sizing", "quote", "rfq", "compare", "budget", "rent_vs_buy", "claim_check", "price_book",
)  # fmt: skip
_INTRO = """What people who rent GPUs for training ask for, and what answers it: a worksheet
function, a table of the catalog, a workbook template, or a document that a test holds. A template
that does not exist yet is marked *planned*.

用户提出的每项需求由什么满足：工作表函数、目录表、模板，或有测试保证的文档；尚未完成的模板标为
planned（计划中）。

{count} worksheet functions (fewer than 60) · 工作表函数共 {count} 个（少于60个）

{tally}"""
_KINDS = (
    ("function", "Function", "函数"),
    ("table", "Catalog table", "目录表"),
    ("template", "Template", "模板"),
    ("document", "Document", "文档"),
    ("planned", "Planned template only", "仅有计划中的模板"),
)


@dataclass(frozen=True)
class Feature:
    """A feature with the names of what covers it."""

    n: int
    en: str
    zh: str
    functions: tuple[str, ...] = ()
    tables: tuple[str, ...] = ()
    templates: tuple[str, ...] = ()
    docs: tuple[str, ...] = ()

    def kind(self) -> str:
        """The first kind of thing that covers it today, or planned."""
        if self.functions:
            return "function"
        if self.tables:
            return "table"
        if any(map(built, self.templates)):
            return "template"
        return "document" if self.docs else "planned"


def built(template: str) -> bool:
    """Whether a template exists in both languages."""
    paths = [ROOT / "templates" / lang / f"{template}.xlsx" for lang in ("en", "zh")]
    return all(path.is_file() for path in paths)


@functools.cache
def record() -> dict[str, object]:
    """The data of the page."""
    return tomllib.loads((Path(__file__).parent / "coverage.toml").read_text(encoding="utf-8"))


def features() -> list[Feature]:
    """The features in their order."""
    rows = record()["feature"]
    assert isinstance(rows, list)
    return [
        Feature(**{k: tuple(v) if isinstance(v, list) else v for k, v in r.items()}) for r in rows
    ]


def documents() -> dict[str, str]:
    """The documents that may cover a feature, and the test of each."""
    docs = record()["docs"]
    assert isinstance(docs, dict)
    return docs


def problems() -> list[str]:
    """Names in the data that do not exist."""
    known = {
        "functions": {f.udf_name for f in functions().values()},
        "tables": set(catalog.TABLES),
        "templates": set(TEMPLATES),
        "docs": set(documents()),
    }
    return [
        f"{f.n}: {kind} has no {name}"
        for f in features()
        for kind, names in known.items()
        for name in getattr(f, kind)
        if name not in names
    ]


def pages() -> dict[str, str]:
    """The page by its name below docs/."""
    rows = [[str(f.n), f.en, f.zh, *_covered(f)] for f in features()]
    heads = [
        "",
        "Feature",
        "需求",
        "Functions 函数",
        "Catalog 目录",
        "Templates 模板",
        "Documents 文档",
    ]
    intro = _INTRO.format(count=len(functions()), tally=_tally())
    title = "# What is covered · 需求覆盖表"
    written = "<!-- Written by `python -m tests.articles`; change tests/articles instead. -->"
    return {NAME: "\n\n".join([written, title, intro, table(heads, rows)]) + "\n"}


def _tally() -> str:
    found = Counter(f.kind() for f in features())
    rows = [[f"{en} {zh}", str(found[kind])] for kind, en, zh in _KINDS]
    return table(
        ["Covered first by 首先由", "Features 项"], [*rows, ["All 合计", str(found.total())]]
    )


def _covered(f: Feature) -> list[str]:
    templates = [t if built(t) else f"{t} (planned)" for t in f.templates]
    docs = [f"[{d}]({d})" for d in f.docs]
    calls = [f"[{name}](functions/en/{name}.md)" for name in f.functions]
    return [", ".join(part) for part in (calls, f.tables, templates, docs)]
