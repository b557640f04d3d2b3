"""The builders of templates/: Python that lays out workbooks and never types a domain formula.

A template is a package of its own (`quote`) over shared parts, from the bottom up:
`words` (texts), `formulas` (typed and printed), `house` (looks), `book` (sheets, names, bytes),
`package` (the finished parts), `blocks` and `catalogs` (headings, lists, tables), `fields` and
`inputs` with `readings` and `limits` (what users enter), `steps` (a calculation), `checks` and
`cover`.
Every book has its texts in both languages in `words.csv`; labels come from the glossary.
"""
