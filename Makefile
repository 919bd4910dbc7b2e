# Everything that one does with this checkout. Needs python3 (3.11 or newer), pip, make, a C compiler and Python's headers.
PYTHON3 ?= python3
ARGS    ?=

PYTHON   := .venv/bin/python
UV       := UV_LINK_MODE=copy .venv/bin/uv
# Compiled tests are kept, whatever the caller's shell says: to compile them anew for every run takes twenty seconds.
export PYTHONDONTWRITEBYTECODE :=
# A search counts billions of hits in a line, and threads that count at once may leave a branch at minus one: gcovr would
# take either for a fault of gcov's.
GCOVR    := .venv/bin/gcovr --merge-lines --gcov-suspicious-hits-threshold 0 --gcov-ignore-parse-errors negative_hits.warn_once_per_file
RULES    := $(foreach one,contract notre_dame rattus test_golden.py test_bots.py test_search.py test_simulate.py test_table.py test_examples.py envs/test_games.py,tests/$(one))
COMPILED := core|games|bots|arena|training|envs
PY       := $(shell find src -name '*.py')
EXAMPLES := $(shell find examples -name '*.py')
PXD      := $(shell find src -name '*.pxd')
PYI      := $(shell find src -name '*.pyi')
TOOLS    := $(shell find tools -name '*.py')
ASKS     := $(wildcard src/bellringer/games/*/asks.toml)
# What mypy reads: the plain modules, the stubs of the compiled ones, the tools and the examples.
FACE     := $(filter-out $(PXD:.pxd=.py),$(PY)) $(PYI) $(TOOLS) $(EXAMPLES)
# torch comes apart from what requirements/learner.txt has: the build for processors alone, from the folders of wheels
# that pip was told of, or else from where uv knows that it is.
TORCH    := torch==2.13.0
TORCH_AT ?= $(if $(PIP_FIND_LINKS),$(addprefix --find-links ,$(PIP_FIND_LINKS)),--torch-backend=cpu)
LEARNER  := .venv-learner/bin/python

.DEFAULT_GOAL := help
.PHONY: help play terminal build test collected test-fast checked bench bench-envs ray ray-costs envs openspiel ppo learner load starting siege timing fuzz fuzz-checked frames screenshots film docs lint types format lock soak clean

help:  ## list what can be made
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## (.*)/  make \1\t\2/' | expand -t 20

play: .venv/built  ## set everything up and open the table in your browser
	@.venv/bin/bellringer serve --open $(ARGS)

terminal: .venv/built  ## the same games at the terminal
	@.venv/bin/bellringer play notre-dame $(ARGS)

build: .venv/built  ## set up .venv and compile what has changed

test:  ## everything that must pass: lint, types, all tests, the checked build
	@$(MAKE) --no-print-directory .venv/linked
	@$(MAKE) --no-print-directory -j 2 --output-sync lint types .venv/built .venv/browser collected
	$(PYTHON) -m pytest -n 4 --dist worksteal
	$(PYTHON) -m tools.soaks --changed
	$(MAKE) checked

# Compiled tests are kept: else each of the processes that run them would compile all of them, at the same time.
collected: .venv/built
	@$(PYTHON) -m pytest --collect-only -q >/dev/null

test-fast: .venv/built  ## the tests that take seconds
	$(PYTHON) -m pytest -n 2 --dist worksteal -m "not slow and not unhurried" --ignore=tests/browser

# The same sources, compiled by gcc into build/checked so that an array index out of bounds stops the run and names the line.
# Tests of rules and bots, that is; server, pages, terminal, tools and documents have nothing compiled of their own.
# Coverage counts the statements inside functions, line by line in the .py and .pxd; CONTRIBUTING.md says how to read it.
checked: export BELLRINGER_CHECKED = 1
checked: .venv/linked  ## tests against a build with bounds checks, then the line coverage of the compiled modules
	@echo "Compiling the checked build ..."
	@rm -rf build/checked build/checked-work
	@$(PYTHON) setup.py -q build --build-base build/checked-work --build-lib build/checked
	@PYTHONPATH=build/checked $(PYTHON) -c "import bellringer as b; assert 'build/checked' in b.__file__, b.__file__"
	PYTHONPATH=build/checked UBSAN_OPTIONS=print_stacktrace=1 $(PYTHON) -m pytest -n 2 --dist worksteal -m "not slow" --capture=sys $(RULES)
	@$(GCOVR) --include-internal-functions --filter 'src/bellringer/($(COMPILED))/' --json build/coverage.json --txt - build/checked-work
	@$(GCOVR) --add-tracefile build/coverage.json --filter 'src/bellringer/games/' --fail-under-line 95 >build/coverage.txt

bench: .venv/bench .venv/built  ## measure speed, beside the peers; benchmarks/README.md has the ARGS
	$(PYTHON) -m benchmarks $(ARGS)

bench-envs: .venv/bench .venv/built  ## measure thousands of games at once, beside the engine and the peers' environments
	$(PYTHON) -m benchmarks.environments $(ARGS)

ray: .venv/ray .venv/built  ## the tests of games on a Ray cluster, a local one whose workers are killed
	$(PYTHON) -m pytest -m ray tests/test_ray.py $(ARGS)

ray-costs: .venv/ray .venv/built  ## measure what games on a Ray cluster cost beside games here
	$(PYTHON) -m tools.cluster

envs: .venv/envs .venv/built  ## the environments by the whole suites of Gymnasium and PettingZoo
	$(PYTHON) -m pytest -n 2 -m envs tests/envs $(ARGS)

openspiel: .venv/openspiel .venv/built  ## the games under OpenSpiel by its own tests and searches
	$(PYTHON) -m pytest -n 2 -m openspiel tests/envs $(ARGS)

ppo: .venv-learner/synced .venv/built  ## train the first learner of examples/, and measure its policy in the arena
	rm -rf build/ppo
	$(LEARNER) -m examples.ppo.train $(ARGS)
	$(LEARNER) -m bellringer arena notre-dame --seats 2 --deals 500 --out build/ppo/random \
	  --bots examples.ppo.policy:Policy@build/ppo/policy.zip,random
	$(LEARNER) -m bellringer arena notre-dame --seats 2 --deals 500 --out build/ppo/greedy \
	  --bots examples.ppo.policy:Policy@build/ppo/policy.zip,greedy

learner: .venv-learner/synced .venv/built  ## the tests that need torch: the first learner, and data sets as its readers have them
	$(LEARNER) -m pytest --confcutdir tests/learner -m learner tests/learner $(ARGS)

load: .venv/built  ## measure the server under a hundred tables, on loopback
	$(PYTHON) -m tools.load $(ARGS)

starting: .venv/built  ## measure how soon a server with 1,000 running and 10,000 finished tables shows a page
	$(PYTHON) -m tools.starting $(ARGS)

siege: .venv/built  ## attack the server in many ways for ten minutes beside a hundred honest tables, on loopback
	$(PYTHON) -m tools.siege $(ARGS)

timing: .venv/built  ## look whether answering times tell what is hidden; needs an idle machine
	$(PYTHON) -m tools.timing $(ARGS)

fuzz: .venv/built  ## mutate a million positions, records, components and requests: taken, or refused in words
	$(PYTHON) -m tools.fuzz --cases 1000000 $(ARGS)

fuzz-checked: .venv/synced  ## a tenth of them on the build with bounds checks, which make checked leaves behind
	@test -d build/checked || { echo "no build/checked; run: make checked"; exit 1; }
	PYTHONPATH=build/checked UBSAN_OPTIONS=print_stacktrace=1 $(PYTHON) -m tools.fuzz --cases 100000 --seed 1 $(ARGS)

frames: .venv/built .venv/browser  ## measure how many frames a second the scenes of a turn have, in a slowed browser
	$(PYTHON) -m tools.frames $(ARGS)

screenshots: .venv/built .venv/browser  ## the README's pictures of the pages anew, and all tables at all sizes in build/screens
	$(PYTHON) -m tools.screenshots
	$(PYTHON) -m tools.screens $(ARGS)

film: .venv/built .venv/browser  ## make the README's film of a plague anew
	$(PYTHON) -m tools.rattus.film

docs: .venv/built  ## the documentation as a site, in build/docs
	$(PYTHON) -m sphinx -q -W --keep-going -c docs -d build/doctrees . build/docs
	@echo "build/docs/index.html"

lint: .venv/synced  ## ruff: rules and layout; names that nobody defines in the compiled modules
	.venv/bin/ruff check
	$(PYTHON) -m tools.undefined_names
	.venv/bin/ruff format --check

types: .venv/synced  ## mypy over the plain modules, the stubs of the compiled ones, and the tools
	@.venv/bin/mypy $(FACE)

format: .venv/synced  ## let ruff mend what it can
	.venv/bin/ruff check --fix
	.venv/bin/ruff format

lock: .venv/synced  ## choose the newest versions and write requirements/*.txt anew
	for name in uv runtime arena server docs dev bench ray envs openspiel learner; do \
	  case $$name in ray|envs|openspiel) beside="-c requirements/dev.txt";; \
	    learner) beside="-c requirements/dev.txt --overrides requirements/apart.txt --no-emit-package torch";; *) beside=;; esac; \
	  test $$name = envs && more=requirements/pictures.in || more=; \
	  $(UV) pip compile -q --upgrade --universal --python-version 3.11 --generate-hashes --no-emit-index-url $$beside \
	    --custom-compile-command "make lock" requirements/$$name.in $$more -o requirements/$$name.txt || exit 1; done

soak: .venv/built .venv/browser  ## the tests that take longest, in pieces of at most twenty minutes: ARGS=--list, or the names of some
	$(PYTHON) -m tools.soaks $(ARGS)

clean:  ## remove all that was built, .venv too
	rm -rf .venv .venv-learner build dist .coverage* .hypothesis .mypy_cache .pytest_cache .ruff_cache src/*.egg-info
	find . -name __pycache__ -prune -exec rm -rf {} +
	find src -name '*.so' -delete

# A virtual environment of its own, with exactly the packages of requirements/dev.txt.
.venv/synced: requirements/uv.txt requirements/dev.txt
	@command -v $(PYTHON3) >/dev/null || { echo "bellringer needs python3, 3.11 or newer; none was found"; exit 1; }
	@$(PYTHON3) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "bellringer needs Python 3.11 or newer; $(PYTHON3) is $$($(PYTHON3) -V). Name another: make PYTHON3=python3.12"; exit 1; }
	@$(PYTHON3) -c 'import ensurepip, venv' 2>/dev/null || { \
	  echo "$(PYTHON3) can't make virtual environments; on Debian and Ubuntu: apt install python3-venv"; exit 1; }
	@test -f "$$($(PYTHON3) -c 'import sysconfig; print(sysconfig.get_path("include"))')/Python.h" || { \
	  echo "Python's headers are missing; on Debian and Ubuntu: apt install python3-dev"; exit 1; }
	@command -v $$($(PYTHON3) -c 'import sysconfig; print((sysconfig.get_config_var("CC") or "cc").split()[0])') >/dev/null || { \
	  echo "no C compiler was found; on Debian and Ubuntu: apt install gcc"; exit 1; }
	@echo "Setting up .venv ..."
	@test -x $(PYTHON) || $(PYTHON3) -m venv .venv
	@$(PYTHON) -m pip install -qq --require-hashes -r requirements/uv.txt
	@$(UV) pip sync -q --python $(PYTHON) --require-hashes requirements/dev.txt
	@rm -f .venv/linked .venv/bench .venv/envs .venv/openspiel .venv/ray
	@touch $@

# The package in place: the libraries lie beside their sources, and a plain module needs no build after a change.
.venv/linked: .venv/synced pyproject.toml requirements/runtime.in requirements/arena.in requirements/envs.in requirements/mcp.in requirements/openspiel.in requirements/pictures.in requirements/ray.in requirements/server.in
	@BELLRINGER_COMPILE=0 $(UV) pip install -q --python $(PYTHON) --no-deps --no-build-isolation --editable .
	@touch $@

.venv/built: .venv/linked setup.py $(PY) $(PXD) $(ASKS)
	@echo "Compiling the rules ..."
	@$(PYTHON) setup.py -q build_ext --inplace
	@touch $@

# The browser that tests and screenshots drive: Debian's, which root gets by itself and anybody else is told to get. The
# headless shell takes half the time of a processor; where there is none, Chromium itself does.
.venv/browser: .venv/synced
	@command -v chromium-headless-shell >/dev/null || { \
	  test "$$(id -u)" = 0 && command -v apt-get >/dev/null && \
	  echo "Chromium's headless shell is missing; installing Debian's package ..." && timeout 120 apt-get update -qq && \
	  DEBIAN_FRONTEND=noninteractive timeout 300 apt-get install -y -qq --no-install-recommends \
	    chromium-headless-shell fonts-dejavu-core >/dev/null; } || \
	  command -v chromium >/dev/null || { echo "the browser tests need Chromium; on Debian: sudo apt install \
	chromium-headless-shell, on Ubuntu: sudo apt install chromium"; exit 1; }
	@touch $@

.venv/bench .venv/envs .venv/openspiel .venv/ray: .venv/%: .venv/synced requirements/%.txt
	@$(UV) pip install -q --python $(PYTHON) --require-hashes -r requirements/$*.txt
	@touch $@

# The environment of the learner, apart from .venv: nothing else is to find torch by chance.
.venv-learner/synced: .venv/synced requirements/learner.txt Makefile
	@echo "Setting up .venv-learner ..."
	@test -x .venv-learner/bin/python || $(PYTHON3) -m venv .venv-learner
	@$(UV) pip sync -q --python .venv-learner/bin/python --require-hashes requirements/learner.txt
	@$(UV) pip install -q --python .venv-learner/bin/python --no-deps $(TORCH_AT) $(TORCH)
	@BELLRINGER_COMPILE=0 $(UV) pip install -q --python .venv-learner/bin/python --no-deps --no-build-isolation --editable .
	@touch $@
