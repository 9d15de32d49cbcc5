# A thin face of CMake: `make help` lists what there is. Everything is built in build/; the program is build/carom.

MAKEFLAGS += --no-print-directory

BUILD := build
JOBS := $(shell nproc 2>/dev/null || echo 2)
# As the preset `release`, which needs CMake 3.25.
CONFIGURE := cmake -S . -DCMAKE_BUILD_TYPE=Release -B
COMPILE := cmake --build $(BUILD) --parallel $(JOBS)
# The interpreter that carom for Python is built for, whatever else is first in PATH.
PYTHON := /usr/bin/python3

.PHONY: all install run test test-torch mpi soak soak-random soak-kills fuzz faults coverage bench bench-peers examples gallery \
  python wheel notebooks lab lab-serve lab-single lab-test deb deb-test docs format clean help

all:
	@command -v cmake >/dev/null || { echo "carom is built with CMake 3.22 or newer: tools/install-deps build"; exit 1; }
	$(CONFIGURE) $(BUILD)
	$(COMPILE)

# Into /usr/local, or elsewhere: make install PREFIX=/opt/carom, with DESTDIR for packages.
PREFIX := /usr/local

install: all
	cmake --install $(BUILD) --prefix $(PREFIX)

run:
	tools/install-deps run
	$(CONFIGURE) $(BUILD)
	$(COMPILE) --target carom-cli
	tools/run-demo $(BUILD)

test:
	tools/install-deps test
	$(CONFIGURE) $(BUILD) -DCAROM_TESTS=ON -DCAROM_PYTHON=ON -DCAROM_HDF5=ON -DCAROM_NLOPT=ON
	$(COMPILE)
	ctest --test-dir $(BUILD) --output-on-failure -j2

# carom.torch, with Debian's python3-torch (300 MB): gradients against differences.
test-torch:
	tools/install-deps test-torch
	$(CONFIGURE) $(BUILD) -DCAROM_PYTHON=ON
	$(COMPILE) --target carom-python
	PYTHONPATH=$(BUILD)/python $(PYTHON) -m pytest -q -p no:cacheprovider python/tests/test_torch.py

# carom-mpi, and sweeps that 1 to 4 processes share on this machine.
mpi:
	tools/install-deps mpi
	$(CONFIGURE) $(BUILD) -DCAROM_TESTS=ON -DCAROM_HDF5=ON -DCAROM_MPI=ON
	$(COMPILE) --target carom-cli --target carom-mpi
	ctest --test-dir $(BUILD) --output-on-failure -R '^sweep-mpi'

# Every property test with millions of samples: progress, restartable, a table at the end. SCALE=0.01 for a quick one.
SCALE := 1

soak: soak-random soak-kills

soak-random:
	tools/install-deps test
	$(CONFIGURE) $(BUILD) -DCAROM_TESTS=ON
	$(COMPILE)
	tools/soak --build $(BUILD) --scale $(SCALE)

# 200 kills of sweeps, threads and 1 to 4 processes.
soak-kills: mpi
	python3 tests/cli/sweep_kill.py $(BUILD)/carom --kills 100 --seed 11
	python3 tests/cli/sweep_kill.py $(BUILD)/carom --mpi $(BUILD)/carom-mpi --kills 100 --seed 12

# Every fuzz target in turn, each for so long, under the sanitizers (tools/fuzz). FUZZ="one door" for some of them.
FUZZ_SECONDS := 60
FUZZ :=

fuzz:
	tools/install-deps fuzz
	$(CONFIGURE) build-fuzz -DCMAKE_C_COMPILER=clang -DCAROM_FUZZ=ON -DCAROM_HDF5=OFF -DCAROM_TESTS=OFF -DCAROM_BENCH=OFF
	cmake --build build-fuzz --parallel $(JOBS) --target fuzz-all
	tools/fuzz --build build-fuzz --seconds $(FUZZ_SECONDS) $(FUZZ)

# Every allocation failing in turn, full disks, closed pipes, signals, FAULT_BYTES of lines (docs/faults.md).
FAULT_BYTES := 10e9

faults:
	tools/install-deps test
	cmake --preset sanitize
	cmake --build build-sanitize --parallel $(JOBS) --target carom-faults carom-cli
	tools/faults build-sanitize
	$(CONFIGURE) $(BUILD)
	$(COMPILE) --target carom-cli
	python3 tests/faults/long_lines.py $(BUILD)/carom $(FAULT_BYTES)

# Which lines of the solver no test reaches.
coverage:
	tools/install-deps test
	$(CONFIGURE) build-coverage -DCMAKE_BUILD_TYPE=Debug -DCMAKE_C_FLAGS_DEBUG="-O1 -g --coverage -fprofile-update=atomic" -DCAROM_FILES=OFF -DCAROM_TESTS=ON
	cmake --build build-coverage --parallel $(JOBS)
	tools/coverage --run build-coverage

bench:
	tools/install-deps bench
	$(CONFIGURE) $(BUILD) -DCAROM_BENCH=ON -DCAROM_PYTHON=ON -DCAROM_MPI=ON
	$(COMPILE) --target carom-bench carom-peers carom-mpi carom-python carom-python-reference
	$(BUILD)/carom-bench $(BUILD)/bench.json
	$(BUILD)/carom-peers
	PYTHONPATH=$(BUILD)/python $(PYTHON) python/bench/bench.py

# The tables of docs/comparison.md: carom beside ODE, Bullet, Chipmunk, Box2D and MuJoCo.
bench-peers:
	tools/install-deps bench-peers
	$(CONFIGURE) $(BUILD) -DCAROM_BENCH=ON
	$(COMPILE) --target carom-peers
	$(BUILD)/carom-peers

# carom inside ODE and MuJoCo: each engine alone, and with carom for its impacts (docs/engines.md).
examples:
	tools/install-deps examples
	$(CONFIGURE) $(BUILD) -DCAROM_EXAMPLES=ON
	$(COMPILE) --target carom-ode carom-mujoco
	$(BUILD)/carom-ode
	$(BUILD)/carom-mujoco

gallery:
	tools/install-deps gallery
	$(CONFIGURE) $(BUILD)
	$(COMPILE) --target carom-cli
	tools/gallery --program $(BUILD)/carom

# The package is build/python/carom: PYTHONPATH=build/python /usr/bin/python3 -c "import carom"
python:
	tools/install-deps python
	$(CONFIGURE) $(BUILD) -DCAROM_PYTHON=ON
	$(COMPILE) --target carom-python
	PYTHONPATH=$(BUILD)/python $(PYTHON) docs/examples/first_impact.py

wheel:
	tools/install-deps wheel
	tools/wheel $(PYTHON) $(BUILD)/dist

# Runs the notebooks again and keeps what they show; NOTEBOOKS=one.ipynb for one alone.
NOTEBOOKS := docs/notebooks/robot-foot.ipynb docs/notebooks/throw.ipynb docs/notebooks/superball.ipynb docs/notebooks/fit.ipynb

notebooks:
	tools/install-deps notebooks
	$(CONFIGURE) $(BUILD) -DCAROM_PYTHON=ON -DCAROM_NLOPT=ON
	$(COMPILE) --target carom-python
	tools/notebooks $(PYTHON) $(BUILD)/python $(NOTEBOOKS)

# The web lab (docs/lab.md). As the preset `wasm`; the page is build/lab, for any static server.
WASM := build-wasm
LAB := $(BUILD)/lab
PORT := 8000

.PHONY: lab-wasm lab-packages
lab-wasm:
	tools/fetch-jansson $(WASM)/jansson-source
	$(CONFIGURE) $(WASM) -DCMAKE_TOOLCHAIN_FILE=$(CURDIR)/cmake/wasm32-wasi.cmake -DCAROM_LAB=ON -DCAROM_INSTALL=OFF \
	  -DCAROM_JANSSON_SOURCE=$(CURDIR)/$(WASM)/jansson-source
	cmake --build $(WASM) --parallel $(JOBS)

lab-packages: lab/node_modules/.package-lock.json
lab/node_modules/.package-lock.json: lab/package-lock.json
	cd lab && npm ci --ignore-scripts --no-audit --no-fund
	@touch $@

lab:
	tools/install-deps lab
	@$(MAKE) lab-wasm lab-packages
	cd lab && node_modules/.bin/tsc --noEmit -p .
	node lab/build.mjs $(LAB) $(WASM)/carom.wasm
	@echo "The lab is $(LAB)/index.html: put the folder on any static server, or look at it here by make lab-serve."

lab-serve: lab
	node lab/serve.mjs $(LAB) $(PORT)

lab-single: lab
	node lab/build.mjs $(BUILD) $(WASM)/carom.wasm --single
	@echo "Everything in one file: $(BUILD)/carom-lab.html. It opens without a server."

lab-test:
	tools/install-deps lab-test
	@$(MAKE) lab-single
	$(CONFIGURE) $(BUILD)
	$(COMPILE) --target carom-cli
	CAROM=$(CURDIR)/$(BUILD)/carom CAROM_WASM=$(CURDIR)/$(WASM)/carom.wasm CAROM_PAGE=$(CURDIR)/$(LAB) \
	  node --test lab/test/text.test.mjs lab/test/page.test.mjs lab/test/single.test.mjs

# Debian packages in build/deb, built from a copy of what git knows; deb-test uses them in a clean root.
deb:
	tools/install-deps deb
	tools/deb $(BUILD)/deb

deb-test: deb
	tools/install-deps deb-test
	tools/deb-test $(BUILD)/deb

# docs/EQUATIONS.md, and the reference of the headers: build/reference/html/index.html.
docs:
	tools/install-deps docs
	tools/equations
	tools/reference $(BUILD)/reference

format:
	git ls-files -co --exclude-standard '*.c' '*.cpp' '*.h' | xargs clang-format -i

clean:
	rm -rf $(BUILD) build-dev build-sanitize build-embed build-fuzz build-coverage $(WASM) lab/node_modules

help:
	@echo "make         build the libraries and build/carom"
	@echo "make install install libraries, headers and program into PREFIX (/usr/local)"
	@echo "make run     install what is missing, build, solve and draw the scenes of the README"
	@echo "make test    install what is missing, build and run every test"
	@echo "make test-torch  install python3-torch too, check the gradients of carom.torch"
	@echo "make mpi     install what is missing, build build/carom-mpi, run its tests with 1 to 4 processes"
	@echo "make soak    random impacts, collisions, motions and shots by the million, then 200 kills of sweeps (hours; SCALE=0.01: minutes)"
	@echo "make fuzz    a minute of hostile input for each reader and solver, under the sanitizers (FUZZ_SECONDS=N for longer)"
	@echo "make faults  memory that runs out everywhere, full disks, signals, 10 GB of lines (docs/faults.md)"
	@echo "make coverage  which lines of the solver no test reaches"
	@echo "make bench   install what is missing, measure time and error into build/bench.json"
	@echo "make bench-peers  install five physics engines, print the tables of docs/comparison.md"
	@echo "make examples  install ODE and MuJoCo, compare each alone and with carom for its impacts (docs/engines.md)"
	@echo "make gallery install what is missing, build, draw every figure of docs/gallery.md"
	@echo "make python  install what is missing, build carom for Python into build/python, run the first example"
	@echo "make wheel   a wheel and a source package in build/dist, tried in an empty virtual environment"
	@echo "make notebooks  run docs/notebooks again"
	@echo "make lab     install what is missing, build the web lab into build/lab; make lab-serve shows it (PORT=8000)"
	@echo "make lab-single  the lab as one file, build/carom-lab.html; make lab-test: its tests, in node and chromium"
	@echo "make deb     Debian packages in build/deb; make deb-test installs and uses them in a clean root"
	@echo "make docs    regenerate docs/EQUATIONS.md from the @eq tags; the reference of the headers in build/reference"
	@echo "make format  clang-format every C file"
	@echo "make clean   remove every build folder"
