# make play   set everything up and start the game (options: make play ARGS="--ruleset four-deck")
# make test   set everything up and run every check
# make fuzz   the long runs: the oracle, a million bad lines, deals, views, records (hours)
# make docs   build the documentation site into site/
# make bench  the benchmarks

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/ready
.DEFAULT_GOAL := help

help:
	@sed -n 's/^# //p' Makefile

$(READY): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Python 3.11 or later is needed; name it with make PYTHON=..."; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check -e '.[dev,docs]'
	touch $(READY)

setup: $(READY)

play: $(READY)
	@$(BIN)/tuolaji play --terminal $(ARGS)

test: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/pytest -n auto
	$(BIN)/python -m tests.fuzz oracle --count 4000 --seed 1
	$(BIN)/python -m tests.fuzz lines --count 20000 --seed 1
	$(BIN)/python -m tests.fuzz deals --count 50 --seed 1
	$(MAKE) --no-print-directory docs

fuzz: $(READY)
	$(BIN)/python -m tests.fuzz oracle --count 200000 --least 500
	$(BIN)/python -m tests.fuzz lines --count 1000000 --timed
	$(BIN)/python -m tests.fuzz deals --count 10000
	$(BIN)/python -m tests.fuzz variants --count 500
	$(BIN)/python -m tests.fuzz views --count 30
	$(BIN)/python -m tests.fuzz records --count 100

docs: $(READY)
	$(BIN)/python docs/generate.py
	$(BIN)/zensical build --clean

bench: $(READY)
	$(BIN)/tuolaji bench judge
	$(BIN)/tuolaji bench rules

clean:
	rm -rf $(VENV) build dist site docs/generated

.PHONY: help setup play test fuzz docs bench clean
