# Only Python 3.11+ and make are needed. Every path is relative: a checkout in a folder with spaces works.
# Windows: README.md, "Windows".

# The first Python here that is new enough; `make quote PYTHON=/path/to/python3` takes another.
PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11 python; do \
	if $$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then echo $$p; break; fi; done)
PY := .venv/bin/python
# All cores; a file's tests stay together, since they share what they build. Something else for
# pytest: make test PYTEST_ARGS="-m 'not slow' -k quote"
PYTEST_ARGS ?= -n auto --dist loadfile
# The tests read the catalog of this checkout, not the prices its owner imported.
test check docs templates build bench: export GPUCALC_CATALOG :=
# dev,server adds xlwings Server, whose licence is for noncommercial use only: CONTRIBUTING.md.
EXTRAS ?= dev
# The examples' date. It numbers the quotes, so that a later run replaces them instead of adding more.
AS_OF ?= 2026-11-30

.PHONY: help quote test check templates docs build bench clean FORCE

help:
	@echo "make quote      the 24 requests of examples/ become quotes in out/, with out/index.xlsx"
	@echo "make test       the tests"
	@echo "make check      format, lint, types, then the tests: what CI runs"
	@echo "make templates  templates/ anew from workbooks/, after a change there"
	@echo "make docs       help pages and type stubs anew, after a change of a function"
	@echo "make build      wheel, source archive and zips in dist/, add-in flavour of the books in build/"
	@echo "make bench      our calls against a floor or a peer, as ratios"
	@echo "make clean      remove caches and dist/ (not .venv, not out/)"

quote: .venv/.installed
	$(PY) -m gpucalc batch examples/requests.csv --template quote --out out --as-of $(AS_OF) --force

test: .venv/.dev
	$(PY) -m pytest $(PYTEST_ARGS)

check: .venv/.dev
	$(PY) -m ruff format --check .
	$(PY) -m ruff check .
	$(PY) -m mypy
	$(MAKE) test

templates: .venv/.installed
	$(PY) -m workbooks.build

docs: .venv/.installed
	$(PY) -m gpucalc.stubs
	$(PY) -m gpucalc docs --output docs/functions --force
	$(PY) -m tests.articles

build: docs .venv/.dev
	rm -rf dist
	$(PY) -m workbooks.build
	$(PY) -m workbooks.build --flavour addin
	$(PY) -m workbooks.zips dist
	$(PY) -m build --no-isolation

bench: .venv/.dev
	$(PY) -m tests.benchmarks

clean:
	rm -rf dist build .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -not -path './.venv/*' -prune -exec rm -rf {} +

# A stamp is written last, so an install that was cut off starts again the next time. It holds the
# folder: a checkout that was moved or copied together with its .venv would still read the old place.
ifneq ($(shell cat .venv/.installed 2>/dev/null),$(CURDIR))
.venv/.installed: FORCE
endif
.venv/.installed: pyproject.toml
	@test -n "$(PYTHON)" || { echo "gpucalc needs Python 3.11 or newer: https://www.python.org/downloads/" >&2; \
		echo "If it is installed elsewhere: make quote PYTHON=/path/to/python3" >&2; exit 1; }
	"$(PYTHON)" -m venv .venv
	$(PY) -m pip install --quiet --disable-pip-version-check -e .
	@printf '%s\n' "$(CURDIR)" > $@

.venv/.dev: .venv/.installed
	$(PY) -m pip install --quiet --disable-pip-version-check -e '.[$(EXTRAS)]'
	@touch $@
