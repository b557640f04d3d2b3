"""Where the template workbooks are.

A wheel carries them inside the package; in a checkout they stand beside it, in ``templates/``, so
that a template that was just rebuilt is the one that is used.
"""

from __future__ import annotations

from pathlib import Path

from gpucalc.errors import UnknownName

LANGUAGES = ("en", "zh")

_HERE = Path(__file__).resolve().parent


def template(name: str, lang: str) -> Path:
    """The template workbook `name` ("quote") in `lang` ("en" or "zh").

    Raises UnknownName, naming the templates there are.
    """
    if lang not in LANGUAGES:
        raise UnknownName(
            f'there are no templates in "{lang}"; take one of: {", ".join(LANGUAGES)}',
            f"没有语言为“{lang}”的模板；可选：{'、'.join(LANGUAGES)}",
        )
    known = templates(lang)
    wanted = name.strip().lower().removesuffix(".xlsx")
    if wanted not in known:
        raise UnknownName(
            f'there is no template "{name}" in {_folder() / lang}; there is: {", ".join(known)}',
            f"{_folder() / lang} 中没有名为“{name}”的模板；可选：{'、'.join(known)}",
        )
    return _folder() / lang / f"{wanted}.xlsx"


def templates(lang: str) -> list[str]:
    """The names of the templates in `lang`, sorted."""
    return sorted(p.stem for p in (_folder() / lang).glob("*.xlsx") if not p.name.startswith("~$"))


def _folder() -> Path:
    installed = _HERE / "templates"
    return installed if installed.is_dir() else _HERE.parent / "templates"
