"""What the notes of the quote say."""

from __future__ import annotations

PARAGRAPHS = (
    "hours", "billing", "tax", "rounding", "scenarios", "mfu", "memory", "prices", "formulas",
    "changes",
)  # fmt: skip
SOURCES = ("flops", "memory", "activations", "words", "vat", "catalog")
