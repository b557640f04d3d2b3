"""Which card a foreign catalog means: name, memory and form factor together, never one alone.

"A100" may hold 40 or 80 GB, "H100" may be PCIe, SXM or NVL; RTX6000 is the Quadro, RTX6000-Ada is
not. What stays open gets the catalog's family name, which no look-up takes for one variant.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from gpucalc import catalog

_FORMS = ("SXM5", "SXM4", "SXM3", "SXM2", "SXM", "NVL", "PCIE", "HBM3", "HBM2E")
_VENDORS = re.compile(r"^(NVIDIA|AMD|INTEL|HUAWEI|GEFORCE|TESLA|QUADRO)[ _-]+", re.IGNORECASE)


@dataclass(frozen=True)
class Card:
    """A catalog name and, where something had to be corrected, a remark in two languages.

    ``exact``: the memory that was given is the one that the catalog has for that name.
    """

    name: str
    en: str = ""
    zh: str = ""
    exact: bool = False


def identify(raw: str, memory_gb: float | None) -> Card | None:
    """The catalog name for a card as others write it; None where the catalog has none.

    ``memory_gb`` is the memory of one card, or None where the source's figure cannot be used.
    """
    name = _spoken(raw)
    stated = _memory_in(name)
    memory = stated or (memory_gb if memory_gb and memory_gb > 0 else None)
    form = next((f for f in _FORMS if re.search(rf"\b{f}\b", name)), "")
    base = re.sub(rf"\b({'|'.join(_FORMS)}|\d+ ?GB?)\b", "", name)
    base = " ".join(base.split())
    table = catalog.table("gpus")
    for candidate in _candidates(base, form, memory):
        row = table.row(candidate)
        if row is None:
            continue
        found = str(row["model"])
        known = row["memory_gb"]
        if memory and isinstance(known, float) and abs(known - memory) > 0.12 * known:
            return _other_memory(base, found, known, memory)
        return Card(found, exact=bool(memory) and isinstance(known, float))
    return None


def is_family(name: str) -> bool:
    """Whether the catalog has several cards of that name, apart in memory or in form."""
    row = catalog.table("gpus").row(name)
    return row is not None and not isinstance(row["memory_gb"], float)


def family(name: str) -> tuple[str, str]:
    """What is said of a price for such a name, in two languages."""
    return (
        f"{name} is several cards: kept under that name, taken for none of them; write which one",
        f"{name} 不止一种显卡：按该名称保留，不当作其中任何一种；请写明显存和形态",
    )


def _other_memory(base: str, found: str, known: float, memory: float) -> Card | None:
    """The source's memory differs from the catalog's: a variant it lacks, or a slip."""
    if memory < known * 0.12 or memory > known * 2.5:
        return Card(
            found,
            f"memory {memory:g} GB is implausible for {base}; the catalog's {known:g} GB is used",
            f"来源中的显存 {memory:g} GB 对 {base} 不合理；按目录的 {known:g} GB",
        )
    return None


def _candidates(base: str, form: str, memory: float | None) -> list[str]:
    size = f"{memory:g}GB" if memory else ""
    nearest = [f"{base} {form} {size}", f"{base} {size}", f"{base} {form}", base]
    squeezed = [re.sub(r"^(RTX|MI|GB|GH) (?=\d)", r"\1", c) for c in nearest]
    return list(dict.fromkeys(" ".join(c.split()) for c in [*nearest, *squeezed] if c.strip()))


def _spoken(raw: str) -> str:
    """``RTX-PRO-6000``, ``A100_80GB`` and ``a100-80gb`` as words in capitals."""
    name = _VENDORS.sub("", raw.strip())
    name = re.sub(r"[_\-()/]+", " ", name).upper()
    name = re.sub(r"\bRTX(?=\d)", "RTX ", name)
    name = re.sub(r"(?<=\d) (?=ADA\b)", " ", name)
    name = re.sub(r"\b(\d+) ?G\b", r"\1GB", name)
    return " ".join(name.split())


def _memory_in(name: str) -> float | None:
    m = re.search(r"\b(\d+) ?GB\b", name)
    return float(m[1]) if m else None
