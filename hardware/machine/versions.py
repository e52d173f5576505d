"""Versions of the program side by side, each in an environment of its own, and the link that says which one counts.

A new version never touches the one that runs: it is built beside it, pinned to what it was tested with; then the link
is switched, and back again by itself where the service does not answer. `python -m hardware.machine.versions FOLDER
SOURCE URL` does it for the installer; only the standard library is needed, since nothing is installed yet.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

PROGRAM = "pepper-table"
SERVICE = "pepper-table.service"
PINS = "hardware/constraints.txt"
"""Where in the wheel it is said which versions of other packages it was tested with."""
WELL_WITHIN_S = 120.0
"""Seconds that a new version has to answer: the unit's own TimeoutStartSec. Raised, a broken one stays for longer."""
_ASK_EVERY_S = 0.5
"""Seconds between two questions. Chosen, not measured. Raised, an answer is noticed later."""
_ASK_PATIENCE_S = 5.0
"""Seconds that one answer may take. Chosen, not measured. Raised, one that hangs is found later."""


class UpdateFailed(ValueError):
    """A version could not be installed; what ran before runs again. Says why, and what to do."""


@dataclass(frozen=True, slots=True)
class Service:
    """The service that runs the version which counts: how it is started anew, and whether it does what it should."""

    restart: Callable[[], None]
    is_well: Callable[[], bool]


class Versions:
    """The versions in one folder: `versions/NAME` for each, and the link `.venv` to the one that counts."""

    def __init__(self, folder: Path) -> None:
        self._kept, self._link = folder / "versions", folder / ".venv"

    @property
    def current(self) -> Path | None:
        """The version that counts; None if there is none yet."""
        return self._link.resolve() if self._link.is_symlink() and self._link.exists() else None

    def update(self, source: str, service: Service | None) -> Path:
        """Builds `source` (a wheel, a checkout's folder, or a version's number) beside the others and switches to it.

        Without a service (a root that is not running) nothing is started. Of older versions the last one is kept.
        Raises UpdateFailed, with the version before counting and running again.
        """
        self._kept.mkdir(parents=True, exist_ok=True)
        before = self._adopted() or self.current
        new = self._built(source)
        self._switch(new)
        if service is not None and not _starts_well(service):
            raise self._back_to(before, new, service)
        for other in self._kept.iterdir():
            if other not in (new, before):
                shutil.rmtree(other)
        return new

    def _adopted(self) -> Path | None:
        """An installation from before there were versions becomes one. Its scripts name the link, so they go on."""
        if self._link.is_symlink() or not self._link.is_dir():
            return None
        target = self._kept / "before"
        self._link.rename(target)
        self._switch(target)
        return target

    def _switch(self, to: Path) -> None:
        """In one step: at every moment some version counts, whenever the plug is pulled."""
        new = self._link.with_name(".venv.new")
        new.unlink(missing_ok=True)
        new.symlink_to(to.relative_to(self._link.parent))
        os.replace(new, self._link)

    def _built(self, source: str) -> Path:
        with tempfile.TemporaryDirectory() as folder:
            place = self._kept / f"new-{time.time_ns()}"
            try:
                wheel = _install(place, _named(source), Path(folder))
            except subprocess.CalledProcessError as why:
                shutil.rmtree(place, ignore_errors=True)
                last = (why.stderr or "").strip().splitlines()[-1:] or [str(why)]
                told = (
                    f"{source} can't be installed ({last[0]}): nothing was changed; look at the network and the file."
                )
                raise UpdateFailed(told) from None
        marker = place / "version"
        marker.write_text(wheel.name.split("-")[1] + "\n")
        return place

    def _back_to(self, before: Path | None, new: Path, service: Service) -> UpdateFailed:
        if before is None:
            return UpdateFailed(f"The service does not answer: look at journalctl -u {SERVICE}.")
        told = f"The new version {version_of(new)} did not answer: {version_of(before)} runs again, nothing was lost."
        self._switch(before)
        service.restart()
        shutil.rmtree(new)
        return UpdateFailed(told)


def version_of(place: Path) -> str:
    """What version an environment holds, as it is said to people."""
    marker = place / "version"
    return marker.read_text().strip() if marker.is_file() else "the version before"


def _reason(why: subprocess.CalledProcessError) -> str:
    """pip's own last word of a fault; what follows it in its report is advice."""
    lines = [line.strip() for line in (why.stderr or "").splitlines() if line.strip()]
    faults = [line for line in lines if line.startswith("ERROR: ")]
    return (faults or lines or [str(why)])[-1].removeprefix("ERROR: ").rstrip(".")


def _named(source: str) -> str:
    """A file or folder as it is; anything else is a version of the program, from the package index."""
    return str(Path(source).resolve()) if Path(source).exists() else f"{PROGRAM}=={source}"


def _install(place: Path, source: str, folder: Path) -> Path:
    """Makes the environment; it sees the system's packages, since a Pi's pin libraries come with the system."""
    _run(sys.executable, "-m", "venv", "--system-site-packages", str(place))
    pip = [str(place / "bin" / "python"), "-m", "pip", "--quiet", "--disable-pip-version-check"]
    _run(*pip, "wheel", "--no-deps", "--wheel-dir", str(folder), source)
    wheel = next(folder.glob("*.whl"))
    pins = folder / "constraints.txt"
    with zipfile.ZipFile(wheel) as packed:
        pins.write_bytes(packed.read(PINS) if PINS in packed.namelist() else b"")
    _run(*pip, "install", "--constraint", str(pins), str(wheel))
    return wheel


def _run(*words: str) -> None:
    """Runs it, out of sight of what this program runs from: pip would take that for an installed one."""
    seen = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    subprocess.run(words, check=True, capture_output=True, text=True, stdin=subprocess.DEVNULL, env=seen)


def _starts_well(service: Service) -> bool:
    try:
        service.restart()
    except subprocess.CalledProcessError:
        return False
    return service.is_well()


def systemd_service(url: str) -> Service | None:
    """The service as systemd runs it here, asked at this address; None where no systemd runs (another root)."""
    if not Path("/run/systemd/system").is_dir():
        return None
    return Service(lambda: _run("systemctl", "restart", SERVICE), lambda: answers(f"{url}/healthz", WELL_WITHIN_S))


def answers(address: str, within: float) -> bool:
    """Whether this address answers with success within so many seconds, asked over and over."""
    until = time.monotonic() + within
    while time.monotonic() < until:
        with (
            contextlib.suppress(urllib.error.URLError, OSError),
            urllib.request.urlopen(address, timeout=_ASK_PATIENCE_S),
        ):
            return True
        time.sleep(_ASK_EVERY_S)
    return False


def main(folder: str, source: str, url: str) -> None:
    """What the installer asks for."""
    Versions(Path(folder)).update(source, systemd_service(url))


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except UpdateFailed as told:
        sys.exit(str(told))
