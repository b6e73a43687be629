# `make help` lists what can be asked. Everything is installed into .venv and .venv-compiled, nothing by hand.
PYTHON ?= python3
ARGS   ?=

DEV      := .venv
COMPILED := .venv-compiled# what a release is
QUICK    := .venv-quick# the same, not optimised, for `make test`
PLAY     := $(if $(wildcard .venv/ready),.venv,.venv-play)# who only plays needs no tools
PIP      := -m pip --disable-pip-version-check --quiet
LAZILY   := --no-compile# bytecode comes with the first import, and most modules are never imported
WORKERS  := -n 3 --dist worksteal# for two cores: many tests wait for browsers, servers and clocks
UV_LOCK  := --quiet --generate-hashes --universal --python-version 3.11 --no-emit-index-url --no-header --no-annotate

LOWEST   := tests/rules tests/kernel tests/learn tests/tournament tests/server

.PHONY: help play terminal cluster kill-everything test-faults test-postgresql test-ray test-release web test test-interpreted test-compiled test-all test-rest test-compiled-rest test-changed test-lowest simulate slowest check bench bench-learn walk-learn mutants fuzz fuzz-guided audit outdated sbom ledger docs boards wheel try-wheel rehearse-release lock clean FORCE
.NOTPARALLEL:
# Tests start hundreds of processes: each would compile every module anew.
unexport PYTHONDONTWRITEBYTECODE

help:  ## what can be asked
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*##/\t/' | expand -t 18

play: $(PLAY)/ready  ## play in the browser: starts the server, prints its address and opens it (ARGS="--port 8211 …")
	@$(PLAY)/bin/python tools/build_web.py
	@$(PLAY)/bin/kamchatka serve --open --quiet $(ARGS)

terminal: $(DEV)/ready  ## play in the terminal against bots (ARGS="--lang it …")
	@$(DEV)/bin/kamchatka play $(ARGS)

cluster: $(DEV)/ready web  ## many servers, one platform: PostgreSQL, NATS, three servers and two thinkers behind a proxy (ARGS="--servers 5 …")
	@$(DEV)/bin/python -m tools.cluster.local $(ARGS)

kill-everything: $(DEV)/ready  ## 200 random faults on such a platform, with a full check after each (ARGS="--faults 20 --seed 7 …")
	@$(DEV)/bin/python -m tools.cluster.kill_everything $(ARGS)

test-faults: $(DEV)/ready  ## play goes on while a server is killed or stopped (minutes; every kind of fault once is part of make test-all)
	$(DEV)/bin/python -m pytest -n0 -q -m faults tests/cluster $(ARGS)

ON_BOTH := $(patsubst %,tests/server/test_%.py,tables lobby play chat clocks room quarantine)
test-postgresql: $(DEV)/ready  ## every test of the server with its games on PostgreSQL instead of SQLite (a part of them is in make test-all)
	KAMCHATKA_BUILD=interpreted $(DEV)/bin/python -m pytest $(WORKERS) -q --database postgresql tests/server $(ARGS)

test-ray: .venv-ray/ready  ## the arena on a Ray cluster of several nodes, one of which is killed
	.venv-ray/bin/python -m pytest -q tests/bots/test_ray_nodes.py $(ARGS)

test-release: $(DEV)/ready .venv-release/ready  ## what strangers do with a release: generated clients, a local index, pipx, every message against the schemas
	KAMCHATKA_BUILD=interpreted $(DEV)/bin/python -m pytest -n0 -q tests/release $(ARGS)

web: $(DEV)/ready  ## build the page into src/kamchatka/server/static, if its sources have changed
	@$(DEV)/bin/python tools/build_web.py

# tests/tiers.py says which tests are full; docs/testing.md what runs when.
FAST := -m "not full and not faults"
FULL := -m "full and not faults"
test: check test-interpreted test-compiled  ## every check, the fast tests, laws and kernel compiled: before every commit

test-all: test-rest test-compiled-rest  ## what make test leaves out: browsers, PostgreSQL, clusters, crashes, the compiled rest

# The nearest files by imports first, until the time is over. `LIMIT=0 MOST=0`: everything that can be affected.
BASE  ?= main
MOST  ?= 30
LIMIT ?= 30
test-changed: $(DEV)/ready  ## the tests that your change can affect, for half a minute (BASE=main MOST=30 LIMIT=30)
	@mkdir -p build; $(DEV)/bin/python -m tools.quality.changed_tests --base $(BASE) --most $(MOST) > build/changed_tests
	@if grep -q ^tests/browser/ build/changed_tests; then $(MAKE) --no-print-directory $(DEV)/browser web; fi
	@test ! -s build/changed_tests || KAMCHATKA_BUILD=interpreted $(DEV)/bin/python -m pytest -n 2 -q $(FAST) \
	  --order-seed=0 --stop-after=$(LIMIT) $(ARGS) $$(cat build/changed_tests)

test-interpreted: $(DEV)/browser web
	KAMCHATKA_BUILD=interpreted $(DEV)/bin/python -m pytest $(WORKERS) -q $(FAST) $(ARGS)

test-rest: $(DEV)/browser web
	KAMCHATKA_BUILD=interpreted $(DEV)/bin/python -m pytest $(WORKERS) -q $(FULL) $(ARGS)
	KAMCHATKA_BUILD=interpreted $(DEV)/bin/python -m pytest $(WORKERS) -q --database postgresql $(ON_BOTH)

test-lowest: .venv-lowest/ready  ## fast tests with the lowest direct dependencies that pyproject.toml allows (ARGS=tests/kernel takes a part)
	KAMCHATKA_BUILD=interpreted .venv-lowest/bin/python -m pytest $(WORKERS) -q -m "not full and not faults" $(or $(ARGS),$(LOWEST))

# The first failure is shrunk and printed with the command that replays it. SEEDS=1 ARGS=--timeline prints what happens.
SEEDS ?= 100
simulate: $(DEV)/ready  ## the whole platform in one process under random faults, on virtual time (SEEDS=1000 SEED=7)
	@KAMCHATKA_BUILD=interpreted $(DEV)/bin/python -m tests.simulation --seeds $(SEEDS) --seed $(SEED) $(ARGS)

slowest: $(DEV)/ready  ## where the time of tests goes (first: make test ARGS=--times=build/times.jsonl)
	@$(DEV)/bin/python -m tools.quality.slowest $(ARGS)

# A plain wheel means that there is no C compiler here (or that KAMCHATKA_PURE=1 asked for it).
COMPILED_SAMPLE := tests/architecture/test_build.py tests/laws tests/kernel
COMPILED_REST   := tests/rules tests/odds tests/learn
test-compiled: $(DEV)/ready $(QUICK)/ready
	@if ls build/quick/*-none-any.whl >/dev/null 2>&1; then \
	  echo "No C compiler here: the compiled half of the tests is skipped."; \
	else \
	  set -ex; \
	  KAMCHATKA_BUILD=compiled $(QUICK)/bin/python -m pytest -n 2 -q $(ARGS) $(COMPILED_SAMPLE); \
	fi

test-compiled-rest: $(DEV)/ready $(COMPILED)/ready
	@if ! ls build/wheel/*-none-any.whl >/dev/null 2>&1; then \
	  set -ex; \
	  KAMCHATKA_BUILD=compiled $(COMPILED)/bin/python -m pytest -n 2 -q $(ARGS) $(COMPILED_SAMPLE) $(COMPILED_REST); \
	  $(DEV)/bin/python tools/quality/compare_builds.py $(DEV)/bin/python $(COMPILED)/bin/python; \
	fi

check: $(DEV)/maps  ## formatting, lint, types and import contracts, the ledger of rules; the page's types, lint and tests
	$(DEV)/bin/ruff check .
	$(DEV)/bin/ruff format --check --quiet .
	@mkdir -p build; $(DEV)/bin/python -m tools.check_web >build/check_web.log 2>&1 & page=$$!; \
	( set -ex; $(DEV)/bin/mypy; $(DEV)/bin/lint-imports --no-logo; $(DEV)/bin/python -m pytest -q tests/ledger ); rules=$$?; \
	wait $$page; page=$$?; cat build/check_web.log; exit $$((rules + page))

bench: $(DEV)/browser $(COMPILED)/ready web  ## actions a second, interpreted and compiled; the server with a full house; frames of the page
	@$(DEV)/bin/kamchatka bench $(ARGS)
	@$(COMPILED)/bin/kamchatka bench $(ARGS)
	@$(COMPILED)/bin/python -m tools.bench.server
	@$(DEV)/bin/python -m tools.bench.frames

bench-learn: $(DEV)/learn $(COMPILED)/learn  ## steps a second of the learning environments, interpreted and compiled, beside PettingZoo's classics (ARGS='--beside …': and others')
	@$(DEV)/bin/python -m tools.bench.learn $(ARGS)
	@$(COMPILED)/bin/python -m tools.bench.learn $(ARGS)

walk-learn: $(COMPILED)/ready  ## masked random play, a million steps an edition: nothing that masks allow is refused (ARGS="--steps 10000000 --seed 7")
	@$(COMPILED)/bin/python -m tools.quality.masked_walk $(ARGS)

# mutmut calls mypy by name. EDITION is a room of tools/quality/mutants.py; ARGS='--again "kamchatka.odds.march*"' tries a few again.
mutants: $(DEV)/ready  ## mutation testing of rules, tournaments and odds, or of a part (EDITION=classic); hours in all
	PATH="$(CURDIR)/$(DEV)/bin:$$PATH" $(DEV)/bin/python -m tools.quality.mutants $(EDITION) $(ARGS)
	$(DEV)/bin/python -m tools.quality.mutation_report $(EDITION)

# INPUTS in all for the decoders, STEPS of strangers against a server, CASES for each operation of the OpenAPI.
SEED   ?= 1
INPUTS ?= 1000000
STEPS  ?= 5000
CASES  ?= 50
fuzz: $(DEV)/ready .venv-fuzz/ready  ## mutated inputs for every decoder, strangers against a server, our OpenAPI attacked (SEED=7 INPUTS=10000000)
	$(DEV)/bin/python -m tools.fuzz --inputs $(INPUTS) --seed $(SEED) $(ARGS)
	$(DEV)/bin/python -m tests.fuzz.mixer --steps $(STEPS) --seed $(SEED)
	.venv-fuzz/bin/python -m tests.fuzz.api --cases $(CASES) --seed $(SEED)

TARGET ?= position
fuzz-guided: .venv-fuzz/ready  ## one decoder, guided by the lines that inputs reach (TARGET=journal ARGS="-max_total_time=600")
	.venv-fuzz/bin/python -m tools.fuzz.guided $(TARGET) $(ARGS)

audit: .venv-audit/ready  ## known holes of everything that is locked, as far as the advisory services can be asked
	.venv-audit/bin/python -m tools.build.audit

outdated: $(DEV)/ready  ## which locked versions have a newer one (`make lock` takes them)
	-$(DEV)/bin/uv pip list --outdated --python $(DEV)/bin/python
	-cd web && $(CURDIR)/$(DEV)/bin/python -c "import subprocess, sys; sys.path.insert(0, '..'); from tools.build_web import npm; sys.exit(subprocess.call([*npm(), 'outdated']))"

sbom: $(DEV)/ready  ## build/sbom.cdx.json: what a server runs with and the page is built from; wheels carry it too
	$(DEV)/bin/python tools/build/sbom.py

docs: $(DEV)/docs  ## write docs/rulebook/*.md from the rulebooks, their ledgers and the examples of refusals; build the site in build/site
	$(DEV)/bin/python -m tools.generate.rulebook_pages
	NO_MKDOCS_2_WARNING=1 $(DEV)/bin/mkdocs build --quiet

boards: $(DEV)/maps  ## draw src/kamchatka/boards/*.svg and *.json anew from public-domain geography
	$(DEV)/bin/python -m tools.maps $(ARGS)

ledger: $(DEV)/ready  ## write down which test shows which rule
	$(DEV)/bin/python -m pytest -q --collect-only --ledger-write >/dev/null

lock: $(DEV)/ready  ## renew the locked versions in requirements/
	$(DEV)/bin/uv pip compile $(UV_LOCK) --upgrade requirements/build.in -o requirements/build.txt
	$(DEV)/bin/uv pip compile $(UV_LOCK) --upgrade -c requirements/build.txt --extra bus pyproject.toml requirements/dev.in -o requirements/dev.txt
	$(DEV)/bin/uv pip compile $(UV_LOCK) --upgrade -c requirements/dev.txt --extra web pyproject.toml requirements/play.in -o requirements/play.txt
	$(DEV)/bin/uv pip compile $(UV_LOCK) --upgrade -c requirements/dev.txt --extra bus --extra tournaments pyproject.toml -o requirements/server.txt
	$(DEV)/bin/uv pip compile $(UV_LOCK) --upgrade -c requirements/dev.txt requirements/maps.in -o requirements/maps.txt
	$(DEV)/bin/uv pip compile $(UV_LOCK) --upgrade -c requirements/dev.txt requirements/docs.in -o requirements/docs.txt
	$(DEV)/bin/uv pip compile $(UV_LOCK) --upgrade -c requirements/dev.txt requirements/learn.in -o requirements/learn.txt
	$(DEV)/bin/uv pip compile $(UV_LOCK) --upgrade -c requirements/dev.txt --extra web --extra tournaments pyproject.toml requirements/fuzz.in -o requirements/fuzz.txt
	$(DEV)/bin/uv pip compile $(UV_LOCK) --upgrade -c requirements/dev.txt --extra cluster pyproject.toml requirements/ray.in -o requirements/ray.txt
	$(DEV)/bin/uv pip compile $(UV_LOCK) --upgrade -c requirements/dev.txt requirements/audit.in -o requirements/audit.txt
	$(DEV)/bin/uv pip compile $(UV_LOCK) --upgrade requirements/release.in -o requirements/release.txt

try-wheel: build/wheel/ready $(DEV)/ready  ## install the wheel for each Python of this machine, play a game, start a server
	@$(DEV)/bin/python -m tools.build.try_wheel build/wheel/*.whl $(ARGS)

rehearse-release: $(DEV)/ready .venv-release/ready  ## build, publish to an index on this machine, install from it with each Python (ARGS="--compiled --python 3.12")
	@$(DEV)/bin/python -m tools.build.rehearse_release $(ARGS)

wheel: build/wheel/ready  ## build/wheel/*.whl, compiled where there is a C compiler (KAMCHATKA_PGO=1 for a release: needs gcc)

clean:  ## remove everything that make made
	rm -rf build dist mutants $(DEV) .venv-play .venv-fuzz .venv-ray .venv-audit .venv-release .venv-lowest $(COMPILED) $(QUICK) src/kamchatka/server/static web/node_modules .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis
	find src tests tools -name __pycache__ -prune -exec rm -rf {} +

# --- environments: the stamps are older than what they were made from only when something must be done again

%/locked: requirements/dev.txt
	$(PYTHON) -m venv --clear $*
	$*/bin/python $(PIP) install $(LAZILY) --require-hashes -r $<
	@touch $@

.venv-play/locked: requirements/play.txt
	$(PYTHON) -m venv --clear .venv-play
	.venv-play/bin/python $(PIP) install --require-hashes -r $<
	@touch $@

.venv-fuzz/locked: requirements/fuzz.txt
	$(PYTHON) -m venv --clear .venv-fuzz
	.venv-fuzz/bin/python $(PIP) install --require-hashes -r $<
	@touch $@

.venv-ray/locked: requirements/ray.txt
	$(PYTHON) -m venv --clear .venv-ray
	.venv-ray/bin/python $(PIP) install --require-hashes -r $<
	@touch $@

.venv-audit/ready .venv-release/ready: .venv-%/ready: requirements/%.txt
	$(PYTHON) -m venv --clear .venv-$*
	.venv-$*/bin/python $(PIP) install --require-hashes -r $<
	@touch $@

$(DEV)/ready .venv-play/ready .venv-fuzz/ready .venv-ray/ready: %/ready: %/locked pyproject.toml
	$*/bin/python $(PIP) install --no-deps --no-build-isolation -e .
	@touch $@

# The locked tools, then the lowest versions of what pyproject.toml asks for directly.
.venv-lowest/ready: requirements/dev.txt pyproject.toml
	$(PYTHON) -m venv --clear .venv-lowest
	.venv-lowest/bin/python $(PIP) install --require-hashes -r requirements/dev.txt
	@mkdir -p build; .venv-lowest/bin/uv pip compile --quiet --resolution lowest-direct --extra bus --extra learn --extra tournaments pyproject.toml -o build/lowest.txt
	.venv-lowest/bin/python $(PIP) install -r build/lowest.txt
	.venv-lowest/bin/python $(PIP) install --no-deps --no-build-isolation -e .
	@touch $@

$(DEV)/maps: requirements/maps.txt $(DEV)/ready
	$(DEV)/bin/python $(PIP) install $(LAZILY) --require-hashes -r $<
	@touch $@

$(DEV)/docs: requirements/docs.txt $(DEV)/ready
	$(DEV)/bin/python $(PIP) install --require-hashes -r $<
	@touch $@

$(DEV)/learn $(COMPILED)/learn: %/learn: requirements/learn.txt %/ready
	$*/bin/python $(PIP) install --require-hashes -r $<
	@touch $@

$(DEV)/browser: web/package-lock.json tools/build/install_browser.py $(DEV)/ready
	$(DEV)/bin/python -m tools.build.install_browser
	@touch $@

# Everything but the wheel is borrowed from $(DEV).
PACKAGES := -c "import sysconfig; print(sysconfig.get_path('purelib'))"
$(COMPILED)/ready: build/wheel/ready
$(QUICK)/ready: build/quick/ready
$(COMPILED)/ready $(QUICK)/ready: %/ready: $(DEV)/locked
	$(PYTHON) -m venv --clear --without-pip $*
	$(DEV)/bin/python $(PACKAGES) > "$$($*/bin/python $(PACKAGES))/borrowed.pth"
	$*/bin/python $(PIP) install --no-deps --force-reinstall $(dir $(filter build/%,$^))*.whl
	@touch $@

build/quick/ready: export KAMCHATKA_QUICK := 1
build/wheel/ready build/quick/ready: build/%/ready: build/sources $(DEV)/locked
	rm -rf build/$*
	KAMCHATKA_OBJECTS=$(CURDIR)/build/objects/$* $(DEV)/bin/python $(PIP) wheel --no-deps --no-build-isolation -w build/$* .
	@touch $@

# Changes only when a file of the wheel does, by content, or the way it is compiled: a touched file rebuilds nothing.
build/sources: FORCE
	@mkdir -p build
	@find src web tools/build/compile_modules.py tools/build/play_for_profile.py tools/build/sbom.py requirements/server.txt requirements/build.txt pyproject.toml hatch_build.py README.md LICENSE \( -name node_modules -o -name static -o -name __pycache__ \) -prune \
	  -o -type f -print | LC_ALL=C sort | xargs cksum > $@.now
	@echo "compiler: $$(command -v "$${CC:-cc}") pure=$$KAMCHATKA_PURE profile=$$KAMCHATKA_PGO" >> $@.now
	@if cmp -s $@.now $@; then rm $@.now; else mv $@.now $@; fi
