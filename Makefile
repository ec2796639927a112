# Two commands matter: `make bench` shows a table, `make test` proves it. The rest is for developers.
PYTHON ?= python3
BIN := .venv/bin
SOURCES := controller drivers tests systemd
KEY ?= build/release.key

.PHONY: bench test lint perf compiled fuzz soak clauses wiring odds screenshots pins deb chroot vm clean

bench: .venv/base
	$(BIN)/upcard bench

test: .venv/dev
	tests/install-packages
	$(BIN)/python -m pytest

lint: .venv/dev
	$(BIN)/ruff check $(SOURCES)
	$(BIN)/ruff format --check $(SOURCES)
	$(BIN)/mypy

perf: .venv/dev
	$(BIN)/python -m tests.perf

# A copy with its pure rooms compiled, to replay long records: build/compiled/upcard journal replay FILE
compiled: .venv/dev
	$(BIN)/python -m tests.compiled build/compiled

fuzz: .venv/fuzz
	$(BIN)/python -m tests.shoe.fuzz

soak: .venv/dev
	$(BIN)/python -m tests.shoe.soak

screenshots: .venv/dev
	tests/install-packages
	$(BIN)/python -m tests.screenshots

clauses: .venv/dev
	$(BIN)/python -m tests.clauses

wiring: .venv/dev
	$(BIN)/python -m tests.wiring

odds: .venv/dev
	$(BIN)/python -m tests.math.page

# The Debian package, for arm64 and amd64; KEY signs its manifest (`upcard journal key FILE` makes one).
deb: .venv/dev
	$(BIN)/python systemd/debian/build.py $(KEY) build

# Install, upgrade, play, tamper, remove and purge in a clean Debian; as root.
chroot: deb
	tests/install-packages mmdebstrap
	$(BIN)/python -m tests.live.chroot build/upcard_*_all.deb

# The units under a live systemd on a virtual table (an emulator; some minutes); as root.
vm: deb
	tests/install-packages mmdebstrap qemu-system-x86 busybox-static kmod cpio linux-headers-amd64 linux-source-6.1
	$(BIN)/python -m tests.live.vm build/upcard_*_all.deb

# The environment: pinned and hashed, then this project itself.
.venv/base: requirements.txt pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements.txt
	$(BIN)/pip install --quiet --disable-pip-version-check --no-build-isolation --no-deps --editable .
	touch $@

# pyscard is built here, so the Debian packages come first.
.venv/dev: requirements-dev.txt pyproject.toml
	tests/install-packages
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.txt
	$(BIN)/pip install --quiet --disable-pip-version-check --no-build-isolation --no-deps --editable .
	touch $@ .venv/base

.venv/fuzz: requirements-fuzz.txt .venv/dev
	$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements-fuzz.txt
	touch $@

# New pins for all files, after a change of dependencies. Needs uv.
pins:
	for extra in "" dev pi fuzz; do \
	  echo setuptools | uv pip compile --universal --python-version 3.11 --generate-hashes \
	    --no-header --no-annotate \
	    $${extra:+--extra $$extra} pyproject.toml - -o requirements$${extra:+-$$extra}.txt > /dev/null; \
	done

clean:
	rm -rf .venv build *.egg-info .hypothesis .pytest_cache .mypy_cache .ruff_cache
