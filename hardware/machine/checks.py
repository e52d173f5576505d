"""What `doctor` asks about this machine: each check is a function that returns values; printing is not done here.

A check never raises: what can't be found out is a condition too. What it looks at comes in as arguments, so
that every condition can be shown by a test on any machine.
"""

from __future__ import annotations

import importlib.metadata
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from hardware.facts import Coded, Condition, Fact, Grade, fact
from hardware.facts import HardwareCode as Code

SHARP = 5.0
"""Sharpness below which an index can't be read: good pictures have 15 and more, very blurred ones 2 to 4."""

OURS = "pepper-table"
OUR_NAMES = ("engine", "vision", "firmware_bridge", "hardware", "table_controller")


def exit_status(conditions: Iterable[Condition]) -> int:
    """0 without a fault, else 1; warnings do not count."""
    return int(any(condition.grade is Grade.FAULT for condition in conditions))


def python_version(version: tuple[int, ...] = sys.version_info[:3]) -> Condition:
    """Python 3.11 or later."""
    text = ".".join(map(str, version))
    if version < (3, 11):
        return Condition("Python", Grade.FAULT, fact(Code.PYTHON_OLD, version=text))
    return Condition("Python", Grade.OK, fact(Code.PYTHON_GOOD, version=text))


def installed() -> dict[str, str]:
    """Every installed distribution with its version, names in small letters."""
    found = {}
    for distribution in importlib.metadata.distributions():
        name = distribution.metadata["Name"]
        if name:
            found[name.lower().replace("_", "-")] = distribution.version
    return found


def pin_packages(packages: Mapping[str, str]) -> Condition:
    """Which package is behind `import RPi.GPIO`: rpi-lgpio or the classic one, never both: they own the
    same files."""
    what = "GPIO package"
    both = [name for name in ("rpi-lgpio", "rpi.gpio") if name in packages]
    if len(both) == 2:
        return Condition(what, Grade.FAULT, fact(Code.GPIO_BOTH))
    if not both and "lgpio" not in packages:
        return Condition(what, Grade.WARNING, fact(Code.GPIO_NONE))
    name = both[0] if both else "lgpio"
    if not both and packages[name].startswith("0.0"):
        return Condition(what, Grade.FAULT, fact(Code.GPIO_PLACEHOLDER, version=packages[name]))
    return Condition(what, Grade.OK, fact(Code.GPIO_GOOD, package=name, version=packages[name]))


def picture_packages(packages: Mapping[str, str]) -> Condition:
    """One OpenCV, and a numpy of the generation that it was built for."""
    opencv = [name for name in packages if name.startswith("opencv-")]
    if not opencv:
        return Condition("OpenCV", Grade.OK, fact(Code.OPENCV_SYSTEM))
    if len(opencv) > 1:
        return Condition("OpenCV", Grade.FAULT, fact(Code.OPENCV_MANY, packages=tuple(sorted(opencv))))
    name, version, numpy = opencv[0], packages[opencv[0]], packages.get("numpy")
    if numpy is not None and _major_minor(version) >= (4, 12) and _major_minor(numpy) < (2, 0):
        told = fact(Code.OPENCV_OLD_NUMPY, package=name, version=version, numpy=numpy)
        return Condition("OpenCV", Grade.FAULT, told)
    return Condition("OpenCV", Grade.OK, fact(Code.OPENCV_GOOD, package=name, version=version))


def names(owners: Mapping[str, Iterable[str]]) -> list[Condition]:
    """A fault where another distribution has a top-level package of our names; `owners`: who has which, as
    `importlib.metadata.packages_distributions` tells it. Whichever was installed last has then won."""
    others = {owner for name in OUR_NAMES for owner in owners.get(name, ())} - {OURS}
    if not others:
        return []
    return [Condition("Packages", Grade.FAULT, fact(Code.NAMES_TAKEN, packages=", ".join(sorted(others))))]


def _major_minor(version: str) -> tuple[int, int]:
    digits = [int(part) if part.isdigit() else 0 for part in version.split(".")[:2]]
    return (digits[0], digits[1] if len(digits) > 1 else 0)


def groups(member_of: Iterable[str], needed: Iterable[str] = ("gpio", "dialout", "video")) -> Condition:
    """The rights to reach pins, box and cameras. Root needs none."""
    mine = set(member_of)
    missing = [name for name in needed if name not in mine]
    if not missing or "root" in mine:
        return Condition("Groups", Grade.OK, fact(Code.GROUPS_GOOD))
    if len(missing) == 1:
        return Condition("Groups", Grade.FAULT, fact(Code.GROUP_MISSING, group=missing[0]))
    told = fact(Code.GROUPS_MISSING, groups=", ".join(missing), joined=",".join(missing))
    return Condition("Groups", Grade.FAULT, told)


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


def disk(folder: Path, usage: Callable[[Path], tuple[int, int, int]] | None = None) -> Condition:
    """Room for matches, and that the state folder can be written."""
    where = str(folder)
    try:
        free = (usage or shutil.disk_usage)(folder)[2] // 2**20
    except OSError as why:
        told = fact(Code.DISK_UNREACHABLE, folder=where, reason=str(why.strerror))
        return Condition("Disk", Grade.FAULT, told)
    if not os.access(folder, os.W_OK):
        return Condition("Disk", Grade.FAULT, fact(Code.DISK_NOT_OURS, folder=where))
    if free < 100:
        return Condition("Disk", Grade.FAULT, fact(Code.DISK_FULL, free=free, folder=where))
    if free < 500:
        return Condition("Disk", Grade.WARNING, fact(Code.DISK_LOW, free=free, folder=where))
    return Condition("Disk", Grade.OK, fact(Code.DISK_GOOD, free=free, folder=where))


def _throttled() -> str:
    return subprocess.run(["vcgencmd", "get_throttled"], capture_output=True, text=True, timeout=5, check=True).stdout


def power(ask: Callable[[], str] = _throttled) -> Condition:
    """Undervoltage now or since the start, from the Pi's firmware (`throttled=0x50005`)."""
    try:
        bits = int(ask().partition("=")[2], 16)
    except (OSError, ValueError, subprocess.SubprocessError):
        return Condition("Power", Grade.OK, fact(Code.POWER_UNKNOWN))
    if bits & 0x1:
        return Condition("Power", Grade.FAULT, fact(Code.POWER_LOW))
    if bits & 0x10000:
        return Condition("Power", Grade.WARNING, fact(Code.POWER_WAS_LOW))
    return Condition("Power", Grade.OK, fact(Code.POWER_GOOD))


def clock(year: int) -> Condition:
    """A Pi without network or battery begins in the past; the log's times would be wrong, the match would
    not."""
    if year < 2026:
        return Condition("Clock", Grade.WARNING, fact(Code.CLOCK_PAST, year=year))
    return Condition("Clock", Grade.OK, fact(Code.CLOCK_GOOD))


def port_free(host: str, port: int) -> Condition:
    """Whether the page's port can be had."""
    import socket

    with socket.socket() as end:
        end.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            end.bind((host, port))
        except OSError as why:
            told = fact(Code.PORT_TAKEN, port=port, reason=str(why.strerror), next=port + 1)
            return Condition("Port", Grade.FAULT, told)
    return Condition("Port", Grade.OK, fact(Code.PORT_FREE, port=port))


def seat_box(state: str, told: Coded) -> Condition:
    """The link's own state and what it tells (`SeatBox.state.value`, `SeatBox.told`), graded.

    A ready box of which a button hangs is of the state `hanging`.
    """
    grades = {"ready": Grade.OK, "absent": Grade.WARNING, "searching": Grade.WARNING, "hanging": Grade.WARNING}
    return Condition("Seat box", grades.get(state, Grade.FAULT), told, state)


def camera(state: str, told: Fact, what: str = "Camera") -> Condition:
    """A camera's own state and what it tells (`WatchedCamera.state.value`, `.told`), graded."""
    grades = {"seeing": Grade.OK, "starting": Grade.WARNING}
    return Condition(what, grades.get(state, Grade.FAULT), told, state)


def lamps(why_dark: Fact | None) -> Condition:
    """The lamps on the Pi's pins: `why_dark` is why none could be had, None if they could."""
    if why_dark is not None:
        return Condition("Lamps", Grade.FAULT, why_dark, "dark")
    return Condition("Lamps", Grade.OK, fact(Code.LAMPS_OURS), "ours")


def light(brightness: float, sharpness: float) -> list[Condition]:
    """A camera's picture by mean grey (0..255) and sharpness, as `hardware.cameras.quality.measure` gives them.

    The focus of a picture that is too dark or too bright can't be judged: only its light is spoken of.
    """
    if brightness < 50:
        return [Condition("Light", Grade.FAULT, fact(Code.LIGHT_DARK), "dark")]
    if brightness > 215:
        return [Condition("Light", Grade.FAULT, fact(Code.LIGHT_BRIGHT), "bright")]
    found = Condition("Light", Grade.OK, fact(Code.LIGHT_GOOD, grey=round(brightness)))
    if sharpness < SHARP:
        return [found, Condition("Focus", Grade.FAULT, fact(Code.FOCUS_SOFT))]
    return [found, Condition("Focus", Grade.OK, fact(Code.FOCUS_GOOD, sharpness=round(sharpness)))]


def this_machine(state_folder: Path, year: int) -> list[Condition]:
    """Every check that needs no part of the running service."""
    packages = installed()
    return [
        python_version(),
        pin_packages(packages),
        picture_packages(packages),
        *names(importlib.metadata.packages_distributions()),
        groups(my_groups()),
        disk(state_folder),
        power(),
        clock(year),
    ]
