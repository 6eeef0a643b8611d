# make play      set everything up and start the game in the browser (in the terminal: make play ARGS=--terminal)
# make web       build the page of the browser game (make play does it by itself)
# make test      set everything up and run every check
# make test-all  the test suite with every Python from 3.11 on that is found
# make fuzz      the long runs: the oracle, a million bad lines, deals, views, records, the kernel (hours)
# make sanitize  tests with the compiled kernel under the address and undefined-behaviour sanitizers
# make docs      build the documentation site into site/
# make e2e       whole deals in a browser, by clicking: every ruleset, size and language
# make cluster   start a whole cluster on this machine, and run the server's tests against it
# make bench     the benchmarks
# make kernel    compile the kernel anew
# make strength  the tables of docs/strength.md, from the results in bench/strength/
# make bundle    a source bundle that builds without Cython and pip, into build/

PYTHON ?= python3
PYTHONS ?= $(foreach n,11 12 13 14 15 16 17 18 19,python3.$(n))
VENV ?= .venv
BIN := $(VENV)/bin
READY := $(VENV)/ready
BUILT := $(VENV)/built
PAGE := src/tuolaji/server/page/index.html
WEB := $(shell find web -type f -not -path '*/node_modules/*' -not -path '*/paraglide/*' -not -path '*/project.inlang/*' 2>/dev/null) web/project.inlang/settings.json
KERNEL := $(wildcard src/tuolaji/kernel/*.py) $(foreach room,cards rules engine bots/fast env/fast,$(wildcard src/tuolaji/$(room)/*.py src/tuolaji/$(room)/*.pxd))
# Where bytecode is not kept, each of many hundred processes compiles all it imports; pip would compile
# all of the packages, of which a fraction is ever imported.
export PYTHONDONTWRITEBYTECODE :=
.DEFAULT_GOAL := help

help:
	@sed -n 's/^# //p' Makefile

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Python 3.11 or later is needed; name it with make PYTHON=..."; exit 1; }
	$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); exit 1; }

$(READY): pyproject.toml | $(BIN)/python
	TUOLAJI_KERNEL=python $(BIN)/pip install --quiet --disable-pip-version-check --no-compile -e '.[dev,docs]'
	touch $(READY)

$(BUILT): $(READY) setup.py $(KERNEL)
	TUOLAJI_KERNEL=auto $(BIN)/python setup.py --quiet build_ext --inplace
	touch $(BUILT)

setup: $(BUILT)

kernel: $(READY)
	rm -f $(BUILT)
	$(MAKE) --no-print-directory $(BUILT)
	$(BIN)/tuolaji doctor

$(PAGE): scripts/web.py $(WEB) | $(BIN)/python
	$(BIN)/python scripts/web.py build
	touch $(PAGE)

web: $(PAGE)

# Chromium and a Chinese font for the tests in a browser; on Debian as root it installs them. The
# headless shell is enough, and where there is no such package the whole of Chromium does as well.
APT := apt-get install -qy --no-install-recommends fontconfig fonts-liberation fonts-wqy-zenhei
browser:
	@{ command -v chromium-headless-shell || command -v chromium; } >/dev/null && fc-list ':lang=zh' | grep -q . || \
	  { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && apt-get update -q && \
	    { $(APT) chromium-headless-shell || $(APT) chromium; }; } || \
	  { echo "Chromium and a Chinese font are needed: apt-get install chromium fonts-wqy-zenhei"; exit 1; }

try-browser:
	-@$(MAKE) --no-print-directory browser

e2e: $(BUILT) $(PAGE) browser
	TUOLAJI_E2E=all $(BIN)/python -m pytest -q tests/e2e -n 2 $(ARGS)

# PostgreSQL and NATS for a cluster; on Debian as root it installs them.
cluster-parts:
	@ls /usr/lib/postgresql/*/bin/postgres >/dev/null 2>&1 && { command -v nats-server >/dev/null || [ -x /usr/sbin/nats-server ]; } || \
	  { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && apt-get update -q && apt-get install -qy postgresql nats-server; } || \
	  { echo "PostgreSQL and NATS are needed: apt-get install postgresql nats-server"; exit 1; }

# Two processes of each role; with ARGS=--stay it goes on until Ctrl-C instead of being tested.
cluster: $(BUILT) $(PAGE) cluster-parts
	$(BIN)/python -m tests.cluster $(ARGS)

play: $(BUILT) $(PAGE)
	@$(BIN)/tuolaji play $(ARGS)

# Two jobs at a time. One sets up, then runs the tests that often wait: those with the compiled kernel,
# many of the server, and those in Chromium. The other one works meanwhile, and lets the first go
# first ($(NICE)). What was left out is listed at the end.
SKIPS := build/skips
NICE := nice -n 10
test: export TUOLAJI_SKIPS := $(abspath $(SKIPS))
test:
	@mkdir -p build && rm -f $(SKIPS) && touch $(SKIPS)
	$(MAKE) --no-print-directory -j2 --output-sync=target $(READY) try-browser form $(BUILT) $(PAGE) \
	  waiting-tests page-checks types docs quick-fuzz plain-tests
	@if [ -s $(SKIPS) ]; then echo "Left out, or failed at first:"; cat $(SKIPS); else echo "Nothing was left out."; fi

# One job, so that nothing else comes between the two.
waiting-tests: $(BUILT) $(PAGE)
	@$(MAKE) --no-print-directory compiled-tests
	@$(MAKE) --no-print-directory browser-tests

compiled-tests: $(BUILT) $(PAGE)
	$(BIN)/python -m tests.speeds compiled -n 4 --dist worksteal

browser-tests: $(BUILT) $(PAGE)
	@if $(MAKE) --no-print-directory browser; then $(BIN)/python -m pytest -q tests/e2e -n 3; \
	  elif [ -n "$$CI" ]; then exit 1; else echo "tests/e2e: Chromium or a Chinese font is missing" >> $(SKIPS); fi

plain-tests: $(BUILT)
	$(NICE) $(BIN)/python -m tests.speeds python -n 2 --dist worksteal

form: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports

types: $(READY)
	$(NICE) $(BIN)/mypy

page-checks: $(PAGE)
	$(NICE) $(BIN)/python scripts/web.py lint
	$(NICE) $(BIN)/python scripts/web.py check
	$(NICE) $(BIN)/python scripts/web.py test

quick-fuzz: $(BUILT)
	$(NICE) $(BIN)/python -m tests.fuzz oracle --count 4000 --seed 1
	$(NICE) $(BIN)/python -m tests.fuzz lines --count 20000 --seed 1
	$(NICE) $(BIN)/python -m tests.fuzz deals --count 50 --seed 1
	$(NICE) $(BIN)/python -m tests.fuzz kernel --count 4000 --seed 1
	$(NICE) $(BIN)/python -m tests.fuzz course --count 2 --seed 1
	$(BIN)/python -m tests.fuzz server --count 10 --seed 1

test-all:
	@for python in $(PYTHONS); do \
	  if version=$$($$python -c 'import platform; print(platform.python_version())' 2>/dev/null); then \
	    echo "Python $$version:"; \
	    $(MAKE) --no-print-directory -j2 --output-sync=target suite PYTHON=$$python VENV=.venv-$$version || exit 1; \
	  fi; \
	done

suite: compiled-tests plain-tests

# What runs under the sanitizers: make sanitize RUN="-m tests.fuzz kernel --count 20000"
RUN ?= -m pytest -q tests/test_cards.py tests/test_kernel.py tests/test_score.py tests/test_follow.py tests/test_trick.py tests/test_throw.py
SANITIZE := -fsanitize=address,undefined
SANITIZED := build/sanitize

sanitize: $(BUILT)
	TUOLAJI_KERNEL=compiled CFLAGS="$(SANITIZE) -fno-wrapv -fno-sanitize-recover=all -O1 -g1" LDFLAGS="$(SANITIZE)" \
	  $(BIN)/python setup.py --quiet build --build-base $(SANITIZED) --build-lib $(SANITIZED)/lib
	TUOLAJI_KERNEL=compiled PYTHONPATH=$(SANITIZED)/lib PYTHONMALLOC=malloc ASAN_OPTIONS=detect_leaks=0 \
	  LD_PRELOAD="$$($(CC) -print-file-name=libasan.so) $$($(CC) -print-file-name=libubsan.so)" $(BIN)/python $(RUN)

fuzz: $(BUILT)
	$(BIN)/python -m tests.fuzz oracle --count 200000 --least 500
	$(BIN)/python -m tests.fuzz lines --count 1000000 --timed
	$(BIN)/python -m tests.fuzz deals --count 10000
	$(BIN)/python -m tests.fuzz variants --count 500
	$(BIN)/python -m tests.fuzz sizes --count 2000
	$(BIN)/python -m tests.fuzz views --count 30
	$(BIN)/python -m tests.fuzz wire --count 30
	$(BIN)/python -m tests.fuzz records --count 100
	$(BIN)/python -m tests.fuzz kernel --count 1000000
	$(BIN)/python -m tests.fuzz kernel --variants --count 10000
	$(BIN)/python -m tests.fuzz course --count 300
	$(BIN)/python -m tests.fuzz mixtures --count 20000
	$(BIN)/python -m tests.fuzz server --count 500
	$(BIN)/python -m tests.fuzz.planted kernel
	$(BIN)/python -m tests.fuzz.planted course
	$(BIN)/python -m tests.server.kill --times 50
	$(BIN)/python -m tests.cluster.kill --times 200

docs: $(BUILT)
	$(NICE) $(BIN)/python docs/generate.py
	$(NICE) $(BIN)/zensical build --clean

bench: $(BUILT)
	$(BIN)/tuolaji bench judge
	$(BIN)/tuolaji bench rules
	$(BIN)/tuolaji bench engine

strength: $(READY)
	$(BIN)/python bench/strength.py

bundle: $(READY)
	$(BIN)/python scripts/bundle.py

clean:
	rm -rf $(VENV) .venv-3* build dist site docs/generated src/tuolaji/kernel/_compiled.* src/tuolaji/server/page web/node_modules web/src/paraglide

.PHONY: help setup kernel web cluster cluster-parts browser try-browser e2e play test waiting-tests compiled-tests browser-tests plain-tests form types page-checks quick-fuzz test-all suite sanitize fuzz docs bench strength bundle clean
