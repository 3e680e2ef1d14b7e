# SPDX-License-Identifier: MIT
# Everything a person or CI does with this project. `make` alone lists it.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
CHECKED := firmware host hardware tests
# Without setuptools' remark that an editable installation is one.
PIP := PYTHONWARNINGS=ignore $(BIN)/python -m pip --quiet --disable-pip-version-check

.DEFAULT_GOAL := help
.PHONY: help setup play flash test check lint format types bench
.PHONY: test-browser test-device test-emulator test-slow hardware hardware-check clean

help:  ## List what can be made
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: $(VENV)/.test  ## Prepare .venv with everything for play and test

play: $(VENV)/.play  ## Play on the virtual board in the browser; a board that is plugged in is mirrored
	$(BIN)/mastermind play

flash: $(VENV)/.play  ## From a blank Pico to a playing board (ARGS=-n says what it would do)
	$(BIN)/mastermind flash $(ARGS)

test: $(VENV)/.test  ## Run the tests that need no browser and no emulator (under a minute)
	$(BIN)/python -m pytest -q -n auto

check: lint types test  ## Format, lint, types, tests and portability: all that a change must pass

lint: $(VENV)/.test  ## Say what ruff would change or complains of
	$(BIN)/ruff format --check $(CHECKED)
	$(BIN)/ruff check $(CHECKED)

format: $(VENV)/.test  ## Let ruff lay out the code and mend what it can
	$(BIN)/ruff format $(CHECKED)
	$(BIN)/ruff check --fix $(CHECKED)

types: $(VENV)/.test  ## Check types, the firmware's against CircuitPython's stubs
	$(BIN)/mypy -p mastermind -p mastermind_host -p emulator
	@# By text: a file named code.py would stand for Python's own module.
	for file in boot code safemode; do \
		$(BIN)/mypy --no-strict-optional -c "$$(cat firmware/$$file.py)" || exit 1; \
	done

bench: $(VENV)/.test  ## Measure the firmware on the emulated board against its budgets (ARGS=--json, --record)
	$(BIN)/python tests/emulator/bench.py $(ARGS)

test-browser: $(VENV)/.test  ## Play on the page in a real Chromium (about 2 minutes)
	$(BIN)/python -m pytest -q tests/browser

test-emulator: $(VENV)/.test  ## Run the firmware on real CircuitPython on an emulated Pico (about 20 minutes; ARGS=--soak)
	$(BIN)/python -m pytest -q -n 2 tests/emulator $(ARGS)

test-device: $(VENV)/.play  ## Run the scoring tests on the board that is plugged in (ARGS=--serial=...)
	$(BIN)/mastermind test --device $(ARGS)

test-slow: $(VENV)/.test  ## Cut power and deploys everywhere, fuzz memory and link, prove best play (about 15 minutes)
	$(BIN)/python -m pytest -q -n 2 tests/slow

hardware: $(VENV)/.test  ## Make the hardware's files from its description (KiCad and more: it says what is missing)
	$(PYTHON) hardware/make.py tools all

hardware-check: $(VENV)/.test  ## Check the hardware: rules, netlist, currents, case, papers (at most 5 minutes)
	$(PYTHON) hardware/make.py check

clean:  ## Remove .venv and all that was made
	rm -rf $(VENV) *.egg-info build dist .pytest_cache .hypothesis .mypy_cache .ruff_cache
	rm -rf tests/browser/pictures .venv-hardware hardware/build
	find . -name __pycache__ -prune -exec rm -rf {} +

# The virtual environment in two steps: what is needed to play, then what is needed to test.
$(VENV)/.play: pyproject.toml firmware/mastermind/__init__.py
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 10))' || \
		{ echo "This needs Python 3.10 or newer: name one with make PYTHON=python3.12 ..." >&2; exit 1; }
	@$(PYTHON) -m venv $(VENV) || \
		{ echo "Python has no venv here: on Debian, sudo apt install python3-venv" >&2; exit 1; }
	$(PIP) install --editable .
	@touch $@

$(VENV)/.test: $(VENV)/.play
	$(PIP) install --editable '.[test]'
	@touch $@
