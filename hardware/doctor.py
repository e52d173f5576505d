"""`python -m hardware.doctor [--json]`: is this machine fit to referee? One line a check, with what to do.

Exit status 1 if there is a fault. Asks only what can be asked while the service runs; the seat box's cable is told on
the page.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Sequence
from datetime import date
from pathlib import Path

from hardware.checks import Finding, Grade, exit_status, this_machine

_SIGNS = {Grade.OK: "ok     ", Grade.WARNING: "warning", Grade.FAULT: "FAULT  "}


def lines(findings: Sequence[Finding]) -> list[str]:
    """The report in words: each line says how it is, and what to do where something is wrong."""
    width = max(len(finding.what) for finding in findings)
    return [
        f"{_SIGNS[finding.grade]}  {finding.what:{width}}  {finding.words} {finding.remedy}".rstrip()
        for finding in findings
    ]


def main(arguments: Sequence[str] | None = None) -> int:
    """Looks, prints, and gives the exit status."""
    parser = argparse.ArgumentParser(prog="python -m hardware.doctor", description=__doc__)
    parser.add_argument("--json", action="store_true", help="the same for machines, an object a check")
    parser.add_argument("--state", type=Path, metavar="DIR", help="the folder for the match logs")
    told = parser.parse_args(arguments)
    state = told.state or Path(os.environ.get("STATE_DIRECTORY", "").split(":")[0] or "/var/lib/pepper-table")
    findings = this_machine(state if state.exists() or told.state else Path.cwd(), date.today().year)
    if told.json:
        print(json.dumps([finding.as_json() for finding in findings], indent=1))
    else:
        print("\n".join(lines(findings)))
    return exit_status(findings)


if __name__ == "__main__":
    sys.exit(main())
