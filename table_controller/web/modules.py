"""Which of the pages' scripts import which: a browser that is told so at once need not find out one file at a time."""

from __future__ import annotations

import re
from collections.abc import Mapping
from posixpath import dirname, join, normpath

_IMPORT = re.compile(rb'^import\s(?:[^;"]*?\sfrom\s)?"([^"]+)";', re.MULTILINE)
_ENTRY = re.compile(rb'<script type="module" src="{{static}}/([^"]+)">')


def entry_of(page: bytes) -> str:
    """The one script that a page names; ValueError when there are none or several."""
    (entry,) = _ENTRY.findall(page)
    return str(entry, "ascii")


def imported_by(name: str, source: bytes) -> list[str]:
    """The files that the script `name` imports, named from the same folder as it."""
    return [normpath(join(dirname(name), str(found, "ascii"))) for found in _IMPORT.findall(source)]


def needed_by(entry: str, files: Mapping[str, bytes]) -> tuple[str, ...]:
    """The script and all that it imports, however far away, each once; KeyError for a file that is not there."""
    known = [entry]
    for name in known:  # grows while it is walked through
        known += [each for each in dict.fromkeys(imported_by(name, files[name])) if each not in known]
    return tuple(known)
