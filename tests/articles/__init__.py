"""Four public guides on renting GPUs, claim by claim: what they say and what our functions answer.

Each guide is a TOML file: the claim and the reason in our own words, the guide's figure, formulas
whose answers were worked out by hand. The pages docs/articles*.md and docs/coverage.md are written
from this folder: ``python -m tests.articles``.
"""
