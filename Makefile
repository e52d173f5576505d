# make run    set up, then start the service on its bundled recording: http://127.0.0.1:8000
# make test   set up, then pass every test, on every core (ARGS="-n 0 PATH" for one process and a part)
# make check  ruff, mypy and, for the pages' scripts, eslint (needs Node with npm)
# make bench  measure this machine (PART=sight|engine|hands|loop|watch|pages|load|start|bridge|faults for one part)
# make train  train the reader anew (two CPU cores, three hours; needs Debian's gnome-cards-data, libllvm19)

export OMP_NUM_THREADS ?= 1
PY := .venv/bin/python
PART ?= all
ARGS ?=
TRAINED ?= build/training
CARDS ?= /usr/share/aisleriot/cards
PACKAGES ?=
SCRIPTS := eslint.config.mjs table_controller/web/static

.PHONY: run test check setup bench train clean

run: ; @sh setup.sh run && exec .venv/bin/pepper-table run $(ARGS)

setup: ; @sh setup.sh test

# Whole files a process: tests of one file share pictures, networks and a browser.
test: ; @sh setup.sh test && $(PY) -m pytest -m "not slow" -n auto --dist loadscope $(ARGS)

check:
	@sh setup.sh test && .venv/bin/ruff check . && $(PY) -m mypy
	@sh setup.sh linter && node_modules/.bin/eslint --max-warnings 0 $(SCRIPTS)

bench: ; @sh setup.sh test && $(PY) -m tests.bench --part $(PART)

train:
	@sh setup.sh training
	@$(PY) -m vision.workshop.training.bank --cards $(CARDS) --out $(TRAINED) $(addprefix --package ,$(PACKAGES))
	@sh vision/workshop/training/both.sh $(PY) $(TRAINED)
	@$(PY) -m vision.workshop.training.export --trained $(TRAINED) --bank $(TRAINED)
	@$(PY) -m vision.workshop.training.evaluate --bank $(TRAINED)

clean: ; rm -rf .venv build node_modules
