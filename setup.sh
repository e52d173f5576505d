#!/bin/sh
# Makes .venv and installs into it what `make run` (argument: run), `make test` (test) or `make train` (training) needs;
# makes node_modules with the linter of the pages' scripts, which only `make check` needs (linter).
# Says in one sentence what to do when the machine lacks something. Run again, it does only what is missing.
set -eu
cd "$(dirname "$0")"
want=${1:-run}

if [ "$want" = linter ]; then
    if ! { command -v npm && node -e 'process.exit(parseInt(process.versions.node) < 18 ? 1 : 0)'; } >/dev/null 2>&1; then
        echo "The pages' scripts were not checked, because Node 18 or newer with npm is missing: install it (on Debian and Raspberry Pi OS: sudo apt install nodejs npm), then run make check again." >&2
        exit 1
    fi
    [ node_modules/.package-lock.json -nt package-lock.json ] && exit 0
    if ! npm ci --loglevel=error >&2; then
        echo "Installing the linter of the pages' scripts failed: check the network connection and the messages above, then run make check again." >&2
        exit 1
    fi
    touch node_modules/.package-lock.json
    exit 0
fi

case $want in run) extra= ;; test) extra='[test]' ;; training) extra='[training]' ;;
*) echo "setup.sh: say run, test, training or linter." >&2; exit 2 ;; esac

fits() { "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; }

stamp=.venv/ready-$want
if [ -e "$stamp" ] && [ -z "$(find pyproject.toml constraints.txt setup.sh -newer "$stamp")" ]; then exit 0; fi

if ! { [ -x .venv/bin/python ] && fits .venv/bin/python; }; then
    python=
    for name in ${PYTHON:-python3 python3.13 python3.12 python3.11}; do
        if fits "$name"; then python=$name; break; fi
    done
    if [ -z "$python" ]; then
        echo "Python 3.11 or newer is needed: install it (on Debian and Raspberry Pi OS: sudo apt install python3), or name it: make PYTHON=/path/to/python3.11 …" >&2
        exit 1
    fi
    if ! "$python" -c 'import venv, ensurepip' 2>/dev/null; then
        echo "Python's venv module is missing: install it (on Debian and Raspberry Pi OS: sudo apt install python3-venv), then run make again." >&2
        exit 1
    fi
    rm -rf .venv
    # On a Raspberry Pi the pin library comes with the system (python3-lgpio), so its packages must stay in sight.
    system=
    [ -e /proc/device-tree/model ] && grep -q 'Raspberry Pi' /proc/device-tree/model && system=--system-site-packages
    "$python" -m venv $system .venv
fi
echo "Installing into .venv (the first time this takes a minute or two) …"
if ! .venv/bin/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e ".$extra"; then
    echo "Installing failed: check the network connection and the messages above, then run make again." >&2
    exit 1
fi
: > "$stamp"
