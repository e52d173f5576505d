"""`python -m tests.bench.wheels`: has every run-time dependency, with its own, a wheel for a 64-bit Raspberry Pi?

Asks pip, which asks the package index as it would on a Pi; nothing is installed. Exit status 1 if one is missing.
EXCEPTIONS come with the Pi's system instead.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

from tests import ROOT

PYTHONS = ("3.11", "3.13")
"""Of Raspberry Pi OS bookworm and trixie."""

EXCEPTIONS = {
    "lgpio": "python3-lgpio (the index has none for Python 3.13, and an empty placeholder that pip takes instead)",
    "rpi.gpio": "python3-rpi-lgpio, which has the same interface (the index has the source of the classic one only)",
}
"""What only the extras `pi` and `rpigpio` ask for, and the Debian package it comes in."""

_GLIBC = {"3.11": 36, "3.13": 41}
PYPROJECT = ROOT / "pyproject.toml"


def dependencies(pyproject: Path = PYPROJECT) -> list[str]:
    """What the program itself asks for."""
    return list(tomllib.loads(pyproject.read_text())["project"]["dependencies"])


def extras(pyproject: Path = PYPROJECT) -> set[str]:
    """Names of what the extras for a Pi ask for, in small letters."""
    optional = tomllib.loads(pyproject.read_text())["project"]["optional-dependencies"]
    return {re.split(r"[<>=!\[ ]", asked)[0].lower() for name in ("pi", "rpigpio") for asked in optional[name]}


def command(python: str, asked: list[str], target: str) -> list[str]:
    """How pip is asked, for wheels alone."""
    platforms = [f"--platform=manylinux_2_{minor}_aarch64" for minor in range(_GLIBC[python], 16, -1)]
    return [
        sys.executable, "-m", "pip", "install", "--dry-run", "--quiet", "--report", "-", "--target", target,
        "--only-binary=:all:", "--implementation", "cp", "--python-version", python, *platforms,
        "--platform=manylinux2014_aarch64", *asked,
    ]  # fmt: skip


def wheels(report: str) -> dict[str, str]:
    """Name and wheel's file name of everything in pip's report."""
    found = {}
    for item in json.loads(report)["install"]:
        name = item["metadata"]["name"].lower()
        found[name] = item["download_info"]["url"].rpartition("/")[2]
    return found


def main() -> int:
    """Asks for each Python, prints, and gives the exit status."""
    status = 0
    for python in PYTHONS:
        with tempfile.TemporaryDirectory() as nowhere:
            asked = subprocess.run(
                command(python, dependencies(), nowhere), capture_output=True, text=True, check=False
            )
        if asked.returncode:
            print(f"Python {python}: not everything has a wheel. {asked.stderr.strip()}", file=sys.stderr)
            status = 1
            continue
        found = wheels(asked.stdout)
        print(f"Python {python}, 64-bit ARM: {len(found)} packages, each with a wheel.")
        print("\n".join(f"  {name}" for name in sorted(found.values())))
    print("From the Pi's system instead:")
    print("\n".join(f"  {name}: {package}" for name, package in EXCEPTIONS.items()))
    return status


if __name__ == "__main__":
    sys.exit(main())
