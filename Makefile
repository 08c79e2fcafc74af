# Everything runs in a virtual environment of its own; nothing is installed outside it.

PYTHON ?= python3
VENV ?= .venv
JOBS ?= auto
PIP = $(VENV)/bin/python -m pip --disable-pip-version-check

.PHONY: help demo test lint format compiled plain faults notebooks gallery clean
.NOTPARALLEL:

help:
	@echo "make demo      install into $(VENV), play seeds/architects-first.toml and write its report"
	@echo "make test      install the test tools, then lint, compiled and plain, until something fails"
	@echo "make lint      ruff check, ruff format --check, mypy"
	@echo "make format    sort imports, fix what ruff can fix, format"
	@echo "make compiled  the tests, compiled"
	@echo "make plain     the same tests in plain Python (NUMBA_DISABLE_JIT=1)"
	@echo "make faults    plant known faults, one at a time, and write down which check finds each (hours)"
	@echo "make notebooks execute the notebooks and keep what they show"
	@echo "make gallery   make the page and the figures in reports/gallery/ anew"
	@echo "make clean     remove caches and builds; $(VENV) and runs/ stay"
	@echo
	@echo "PYTHON=$(PYTHON) makes the environment, VENV=$(VENV) is where it goes; set either: make test PYTHON=python3.12"
	@echo "JOBS=$(JOBS) tests at the same time: auto is one a core, 0 one process, in which a debugger works"

demo: $(VENV)/.ready
	rm -rf runs/demo
	$(VENV)/bin/meeplecarlo run seeds/architects-first.toml --out runs/demo
	@echo
	$(VENV)/bin/meeplecarlo report runs/demo

test: lint compiled plain

lint: $(VENV)/.ready-test
	$(VENV)/bin/ruff check .
	$(VENV)/bin/ruff format --check .
	$(VENV)/bin/mypy

format: $(VENV)/.ready-test
	$(VENV)/bin/ruff check --fix .
	$(VENV)/bin/ruff format .

# Compiled first by one command, so that the tests' processes do not each compile the same rules.
compiled: $(VENV)/.ready-test
	$(VENV)/bin/meeplecarlo warmup
	$(VENV)/bin/python -m pytest -n $(JOBS) --dist worksteal

plain: $(VENV)/.ready-test
	NUMBA_DISABLE_JIT=1 $(VENV)/bin/python -m pytest -n $(JOBS) --dist worksteal

faults: $(VENV)/.ready-test
	$(VENV)/bin/python tests/faults/plant.py --game template --game chutes_and_ladders --game left_center_right --game pig
	$(VENV)/bin/python tests/faults/plant.py --game architects --game abbey --plain --until-caught
	$(VENV)/bin/python tests/faults/plant.py --page-only

notebooks: $(VENV)/.ready-test
	$(VENV)/bin/python notebooks/rewrite.py

gallery: $(VENV)/.ready
	rm -rf runs/gallery
	$(VENV)/bin/meeplecarlo run seeds/architects-first.toml --out runs/gallery --quiet
	$(VENV)/bin/meeplecarlo report runs/gallery --out reports/gallery/architects.html --png runs/gallery/figures
	cp runs/gallery/figures/strategies.png runs/gallery/figures/sources.png reports/gallery/

clean:
	rm -rf build dist *.egg-info .cache .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find . -path ./.git -prune -o -path "./$(VENV)" -prune -o -type d -name __pycache__ -prune -exec rm -rf {} +

# Stamps: installed since pyproject.toml last changed. The test stamp stands for both.

$(VENV)/.ready: pyproject.toml | $(VENV)/bin/python
	@echo "Installing meeplecarlo into $(VENV); the first time takes a minute or two."
	@$(PIP) install --quiet --editable .
	@touch $@

$(VENV)/.ready-test: pyproject.toml | $(VENV)/bin/python
	@echo "Installing meeplecarlo and its test tools into $(VENV); the first time takes a minute or two."
	@$(PIP) install --quiet --editable '.[test,pandas]'
	@touch $(VENV)/.ready $@

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Meeple Carlo needs Python 3.11 or later: make ... PYTHON=python3.11" >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || \
		{ echo "$(PYTHON) cannot make a virtual environment: install the package python3-venv, then try again" >&2; exit 1; }
	@$(PYTHON) -m venv $(VENV)
