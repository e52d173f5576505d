"""What `doctor` asks about this machine: each check is a function that returns values; printing is not done here.

A check never raises: what can't be found out is said in words. What it looks at comes in as arguments, so
that every finding can be shown by a test on any machine.
"""

from __future__ import annotations

import importlib.metadata
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

SHARP = 5.0
"""Sharpness below which an index can't be read: good pictures have 15 and more, very blurred ones 2 to 4."""


class Grade(Enum):
    """How bad it is."""

    OK = "ok"
    WARNING = "warning"
    FAULT = "fault"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at: how it is, and what to do (empty if nothing). Page, journal and `doctor` show it.

    `state` names the case for machines where the grade alone does not.
    """

    what: str
    grade: Grade
    words: str
    remedy: str = ""
    state: str = ""

    @property
    def id(self) -> str:
        """Stays the same over versions and languages, as in `seat-box.busy`: what the journal is searched for."""
        return f"{self.what.lower().replace(' ', '-')}.{self.state or self.grade.value}"

    @property
    def sentence(self) -> str:
        """Words and remedy, as people are told."""
        return f"{self.words} {self.remedy}".rstrip()

    def as_json(self) -> dict[str, str]:
        """The same for machines."""
        told = {"what": self.what, "grade": self.grade.value, "words": self.words, "remedy": self.remedy}
        return {"id": self.id, **told}


def exit_status(findings: Iterable[Finding]) -> int:
    """0 without a fault, else 1; warnings do not count."""
    return int(any(finding.grade is Grade.FAULT for finding in findings))


def python_version(version: tuple[int, ...] = sys.version_info[:3]) -> Finding:
    """Python 3.11 or later."""
    text = ".".join(map(str, version))
    if version < (3, 11):
        return Finding("Python", Grade.FAULT, f"Python {text} is too old.", "Install Python 3.11 or later.")
    return Finding("Python", Grade.OK, f"Python {text}.")


def installed() -> dict[str, str]:
    """Every installed distribution with its version, names in small letters."""
    found = {}
    for distribution in importlib.metadata.distributions():
        name = distribution.metadata["Name"]
        if name:
            found[name.lower().replace("_", "-")] = distribution.version
    return found


def pin_packages(packages: Mapping[str, str]) -> Finding:
    """Which package is behind `import RPi.GPIO`: rpi-lgpio or the classic one, never both: they own the
    same files."""
    both = [name for name in ("rpi-lgpio", "rpi.gpio") if name in packages]
    if len(both) == 2:
        return Finding(
            "GPIO package",
            Grade.FAULT,
            "rpi-lgpio and RPi.GPIO are both installed and overwrite each other's files.",
            "pip uninstall RPi.GPIO rpi-lgpio, then install rpi-lgpio alone.",
        )
    if both:
        return Finding("GPIO package", Grade.OK, f"{both[0]} {packages[both[0]]}.")
    if "lgpio" in packages and not packages["lgpio"].startswith("0.0"):
        return Finding("GPIO package", Grade.OK, f"lgpio {packages['lgpio']}.")
    if "lgpio" in packages:
        words = f"lgpio {packages['lgpio']} is an empty placeholder."
        return Finding("GPIO package", Grade.FAULT, words, "Install Debian's python3-lgpio instead.")
    return Finding(
        "GPIO package",
        Grade.WARNING,
        "No GPIO package: lamps on the Pi's pins stay dark.",
        "Install python3-rpi-lgpio.",
    )


def picture_packages(packages: Mapping[str, str]) -> Finding:
    """One OpenCV, and a numpy of the generation that it was built for."""
    opencv = [name for name in packages if name.startswith("opencv-")]
    if len(opencv) > 1:
        words = f"{' and '.join(sorted(opencv))} share one folder and break each other."
        return Finding("OpenCV", Grade.FAULT, words, "Uninstall all of them, then install opencv-python-headless.")
    if opencv and "numpy" in packages:
        new_cv = _major_minor(packages[opencv[0]]) >= (4, 12)
        if new_cv and _major_minor(packages["numpy"]) < (2, 0):
            words = f"{opencv[0]} {packages[opencv[0]]} needs numpy 2, here is {packages['numpy']}."
            return Finding("OpenCV", Grade.FAULT, words, "pip install 'numpy>=2' in the program's own environment.")
    return Finding("OpenCV", Grade.OK, ", ".join(f"{name} {packages[name]}" for name in opencv) or "the system's own.")


def _major_minor(version: str) -> tuple[int, int]:
    digits = [int(part) if part.isdigit() else 0 for part in version.split(".")[:2]]
    return (digits[0], digits[1] if len(digits) > 1 else 0)


def groups(member_of: Iterable[str], needed: Iterable[str] = ("gpio", "dialout", "video")) -> Finding:
    """The rights to reach pins, box and cameras. Root needs none."""
    mine = set(member_of)
    missing = [name for name in needed if name not in mine]
    if missing and "root" not in mine:
        words = f"This user is not in the group{'s' if len(missing) > 1 else ''} {', '.join(missing)}."
        return Finding("Groups", Grade.FAULT, words, f"sudo usermod -aG {','.join(missing)} $USER, then log in anew.")
    return Finding("Groups", Grade.OK, "Pins, box and cameras may be reached.")


def my_groups() -> list[str]:
    """Names of the groups of this process."""
    import grp

    found = []
    for number in {*os.getgroups(), os.getegid()}:
        try:
            found.append(grp.getgrgid(number).gr_name)
        except KeyError:
            continue  # a group without a name gives no rights we know of
    return found


def disk(folder: Path, usage: Callable[[Path], tuple[int, int, int]] | None = None) -> Finding:
    """Room for matches, and that the state folder can be written."""
    try:
        free = (usage or shutil.disk_usage)(folder)[2] // 2**20
    except OSError as why:
        return Finding("Disk", Grade.FAULT, f"{folder} can't be looked at: {why.strerror}.", "Make the folder.")
    if not os.access(folder, os.W_OK):
        return Finding("Disk", Grade.FAULT, f"{folder} can't be written.", f"sudo chown pepper-table {folder}")
    if free < 100:
        return Finding("Disk", Grade.FAULT, f"{free} MB free in {folder}.", "Make room: a match must be written down.")
    if free < 500:
        return Finding("Disk", Grade.WARNING, f"{free} MB free in {folder}.", "Make room soon.")
    return Finding("Disk", Grade.OK, f"{free} MB free in {folder}.")


def _throttled() -> str:
    return subprocess.run(["vcgencmd", "get_throttled"], capture_output=True, text=True, timeout=5, check=True).stdout


def power(ask: Callable[[], str] = _throttled) -> Finding:
    """Undervoltage now or since the start, from the Pi's firmware (`throttled=0x50005`)."""
    try:
        bits = int(ask().partition("=")[2], 16)
    except (OSError, ValueError, subprocess.SubprocessError):
        return Finding("Power", Grade.OK, "Not a Pi, or it does not tell.")
    if bits & 0x1:
        words = "The Pi gets too little voltage right now."
        return Finding("Power", Grade.FAULT, words, "Use the Pi's own power supply and a short, thick cable.")
    if bits & 0x10000:
        words = "The Pi had too little voltage since it started."
        return Finding("Power", Grade.WARNING, words, "Use the Pi's own power supply and a short, thick cable.")
    return Finding("Power", Grade.OK, "Voltage good.")


def clock(year: int) -> Finding:
    """A Pi without network or battery begins in the past; the log's times would be wrong, the match would
    not."""
    if year < 2026:
        return Finding("Clock", Grade.WARNING, f"The clock says {year}.", "Connect the network once, or set the date.")
    return Finding("Clock", Grade.OK, "The clock looks right.")


def port_free(host: str, port: int) -> Finding:
    """Whether the page's port can be had."""
    import socket

    with socket.socket() as end:
        end.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            end.bind((host, port))
        except OSError as why:
            words = f"Port {port} can't be had ({why.strerror})."
            return Finding("Port", Grade.FAULT, words, f"End the other program on it, or run with --port {port + 1}.")
    return Finding("Port", Grade.OK, f"Port {port} is free.")


def seat_box(state: str, words: str) -> Finding:
    """The link's own state and sentence (`SeatBox.state.value`, `SeatBox.status`), graded: the page's very words.

    A ready box of which a button hangs is of the state `hanging`.
    """
    grades = {"ready": Grade.OK, "absent": Grade.WARNING, "searching": Grade.WARNING, "hanging": Grade.WARNING}
    return Finding("Seat box", grades.get(state, Grade.FAULT), words, state=state)


def camera(state: str, words: str, what: str = "Camera") -> Finding:
    """A camera's own state and sentence (`WatchedCamera.state.value`, `.words`), graded."""
    grades = {"seeing": Grade.OK, "starting": Grade.WARNING}
    return Finding(what, grades.get(state, Grade.FAULT), words, state=state)


def lamps(why_dark: str) -> Finding:
    """The lamps on the Pi's pins: `why_dark` is why none could be had, empty if they could."""
    if why_dark:
        return Finding("Lamps", Grade.FAULT, why_dark, state="dark")
    return Finding("Lamps", Grade.OK, "The lamps' pins are ours.", state="ours")


def light(brightness: float, sharpness: float) -> list[Finding]:
    """A camera's picture by mean grey (0..255) and sharpness, as `hardware.cameras.quality.measure` gives them.

    The focus of a picture that is too dark or too bright can't be judged: only its light is spoken of.
    """
    if brightness < 50:
        remedy = "Take the cap off the lens, or switch on a lamp over the table."
        return [Finding("Light", Grade.FAULT, "The picture is too dark.", remedy, "dark")]
    if brightness > 215:
        return [
            Finding("Light", Grade.FAULT, "The picture is too bright.", "Keep sun and spotlights off it.", "bright")
        ]
    found = Finding("Light", Grade.OK, f"Mean grey {brightness:.0f} of 255.")
    if sharpness < SHARP:
        words = "The picture is out of focus."
        return [found, Finding("Focus", Grade.FAULT, words, "Turn the lens, or measure 70 to 110 cm to the table.")]
    return [found, Finding("Focus", Grade.OK, f"Sharpness {sharpness:.0f}.")]


def this_machine(state_folder: Path, year: int) -> list[Finding]:
    """Every check that needs no part of the running service."""
    packages = installed()
    return [
        python_version(),
        pin_packages(packages),
        picture_packages(packages),
        groups(my_groups()),
        disk(state_folder),
        power(),
        clock(year),
    ]
