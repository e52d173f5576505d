"""What `doctor` looks at: the machine, and every part that the settings name, in the words that the page has for them.

Where the service runs it holds camera, box and pins: then it is asked, and its own findings are told. Otherwise each
part is opened for a moment, as the service would.
"""

from __future__ import annotations

import http.client
import json
import time
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path

import numpy as np

from firmware_bridge.link import LinkState, SeatBox
from hardware.cameras.frames import Picture
from hardware.cameras.live import PATIENCE_S
from hardware.cameras.watched import CameraState, WatchedCamera
from hardware.lamps.patterns import LampPattern
from hardware.machine import checks
from hardware.machine.checks import Finding, Grade
from table_controller.match.eventlog import LogCorrupt, read_log
from table_controller.match.house_rules import find_rules
from table_controller.match.recordings_kept import RECORDINGS
from table_controller.match.settings import Settings
from table_controller.match.state_folder import match_logs
from table_controller.match.trouble import TROUBLE, keeping
from table_controller.service.health import READER, TABLE, box_finding, light_of
from table_controller.service.lamps_later import LampsLater
from table_controller.service.parts import camera_of, lamps_of, pin_map, seat_box_of
from vision.mat.taps import TAPS

CAMERA_WITHIN_S = 15.0  # an exposure is found, then the camera starts anew with it
SETTLED_AFTER = 5  # pictures: the first ones of a camera may be dark
BOX_WITHIN_S = 6.0  # opening the port resets an Uno, whose bootloader then listens
WALK_S = 0.6
"""Seconds that each lamp is lit while they are walked through, to be looked at one by one."""


def examine(settings: Settings, walk: Callable[[str], None] | None = None) -> Iterator[Finding]:
    """Every finding, as it is made. `walk`: told each lamp's name while it alone is lit."""
    yield from machine(settings)
    yield from last_log(settings.state.folder)
    yield pictures_kept(settings)
    told = ask_service(settings.web.host, settings.web.port)
    if told is not None:
        yield from told
        return
    yield checks.port_free(settings.web.host, settings.web.port)
    yield from cameras(settings)
    yield from box(settings)
    yield from lamps(settings, walk)


def machine(settings: Settings) -> Iterator[Finding]:
    """Python, packages, rights, disk, voltage, clock: what the settings' parts need of them."""
    packages = checks.installed()
    yield checks.python_version()
    if settings.lamps.kind == "gpio":
        yield checks.pin_packages(packages)
    yield checks.picture_packages(packages)
    wanted = {
        "gpio": settings.lamps.kind == "gpio",
        "dialout": settings.box.kind == "serial",
        "video": settings.camera.startswith(("pi", "usb")),
    }
    yield checks.groups(checks.my_groups(), [group for group, needed in wanted.items() if needed])
    yield checks.disk(_there(settings.state.folder))
    yield checks.power()
    yield checks.clock(date.today().year)


def _there(folder: Path) -> Path:
    """The folder, or the nearest above it that is there: the service makes what is missing."""
    return next(place for place in (folder, *folder.absolute().parents) if place.exists())


def last_log(folder: Path) -> Iterator[Finding]:
    """Whether the latest match can be read back; nothing where none was played."""
    paths = match_logs(folder) if folder.is_dir() else ()
    if not paths:
        return
    try:
        entries = read_log(paths[-1]).entries
    except (LogCorrupt, OSError) as why:
        yield Finding("Match log", Grade.FAULT, str(why), "Begin a new match; keep the file, and report it.")
        return
    yield Finding("Match log", Grade.OK, f"{paths[-1].name} is whole: {len(entries)} decisions.")


def pictures_kept(settings: Settings) -> Finding:
    """Which pictures are kept and for how long, and where those lie that were."""
    lying = ""
    for within, one, more in (
        (TROUBLE, "minute lies", "minutes lie"),
        (RECORDINGS, "recording lies", "recordings lie"),
    ):
        folder = settings.state.folder / within
        count = sum(1 for each in folder.iterdir() if each.is_dir()) if folder.is_dir() else 0
        lying += f" So far {count} {one if count == 1 else more} in {folder}." if count else ""
    return Finding("Pictures", Grade.OK, keeping(settings.trouble.keep_s) + lying)


def ask_service(host: str, port: int) -> list[Finding] | None:
    """What the running service finds, in its own words; None where none answers."""
    line = http.client.HTTPConnection({"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host), port, timeout=3)
    try:
        line.request("GET", "/api/state")
        around = json.loads(line.getresponse().read())["surroundings"]
        wrong = [
            Finding(row["what"], Grade(row["grade"]), row["words"], row["remedy"], row["id"].partition(".")[2])
            for row in around["troubles"]
        ]
    except (OSError, http.client.HTTPException, ValueError, KeyError, TypeError):
        return None
    finally:
        line.close()
    seen = [mat(words) for words in around["health"]]
    return [Finding("Service", Grade.OK, f"It runs on port {port}. {around['source']}."), *wrong, *seen]


def cameras(settings: Settings) -> Iterator[Finding]:
    """Each camera: whether it gives pictures; the table's light and focus, and the mat under it."""
    for what, word in ((TABLE, settings.camera), (READER, settings.reader_camera)):
        camera = camera_of(word, settings.picture)
        if camera is None and what == TABLE:
            yield Finding(what, Grade.OK, f'The settings want none: camera = "{word}".')
        if camera is None:
            continue
        picture = _settled(camera)
        yield checks.camera(camera.state.value, camera.words, what)
        camera.close()
        if picture is not None and what == TABLE:
            yield from _picture_judged(settings, picture)


def _settled(camera: WatchedCamera) -> Picture | None:
    """A picture of a camera that has settled; None if it gives none, or stops giving new ones.

    A camera that repeats itself is looked at until it is known to be frozen; only a film may.
    """
    until, differing = time.monotonic() + CAMERA_WITHIN_S, 0
    first_at, last = until, None
    while time.monotonic() < until and camera.state is not CameraState.LOST:
        frame = camera.look(0.1)
        if frame is None:
            continue
        first_at = min(first_at, time.monotonic())
        differing += last is None or not np.array_equal(frame.image, last)
        last = frame.image
        if differing >= SETTLED_AFTER or time.monotonic() - first_at > PATIENCE_S + 1:
            return last
    return None


def _picture_judged(settings: Settings, picture: Picture) -> Iterator[Finding]:
    from table_controller.service.running import (  # the reader takes a moment: other checks need not pay
        eyes_for,
        taps_kept,
    )

    eyes = eyes_for(settings, find_rules(settings.table.rules))
    eyes.look(picture, 0.0)
    yield from light_of(picture, eyes.remarks)
    yield mat(eyes.health)
    taps = taps_kept(settings.state.folder / TAPS, eyes.mat)
    if taps.grade is not Grade.OK:
        yield taps


def mat(words: str) -> Finding:
    """What the camera sees of the mat, as the page says it; any other sentence than these says what hinders."""
    good = words.startswith(("All four markers", "Marker", "A table without a mat"))
    return Finding("Mat", Grade.OK if good else Grade.WARNING, words)


def box(settings: Settings) -> Iterator[Finding]:
    """The seat box: found by its hello, its firmware, what its counters and its self test say."""
    seat_box = seat_box_of(settings.box)
    if settings.box.kind != "serial" or seat_box is None:
        yield Finding("Seat box", Grade.OK, f'The settings want none: kind = "{settings.box.kind}".')
        return
    yield from examine_box(seat_box)


def examine_box(seat_box: SeatBox) -> Iterator[Finding]:
    """This box; it is let go afterwards."""
    _poll(seat_box, lambda: seat_box.state is not LinkState.SEARCHING)
    yield box_finding(seat_box)
    if seat_box.state is LinkState.READY:
        seat_box.ask_counters()
        seat_box.ask_self_test()
        _poll(seat_box, lambda: seat_box.counters is not None and seat_box.self_test is not None)
        yield from box_itself(seat_box)
    seat_box.close()


def box_itself(seat_box: SeatBox) -> Iterator[Finding]:
    """The cable by the box's counters, the buttons by its self test."""
    counters, test = seat_box.counters, seat_box.self_test
    if counters is not None:
        bad = counters.bad_frames + counters.overruns
        words = f"{bad} damaged frames, {counters.starts} starts, the last by {counters.last_start.name.lower()}."
        remedy = "Another cable, away from mains leads." if bad > 20 else ""
        yield Finding("Box cable", Grade.WARNING if remedy else Grade.OK, words, remedy)
    if test is not None:
        stuck = test.stuck.bit_count()
        words = f"{stuck} held down while it was tested." if stuck else "None hangs."
        remedy = "Let go of it, or look for a diode the wrong way round." if stuck else ""
        yield Finding("Box buttons", Grade.FAULT if stuck else Grade.OK, words, remedy)


def _poll(seat_box: SeatBox, done: Callable[[], bool]) -> None:
    until = time.monotonic() + BOX_WITHIN_S
    while not done() and time.monotonic() < until:
        seat_box.poll(time.monotonic())
        time.sleep(0.005)


def lamps(settings: Settings, walk: Callable[[str], None] | None) -> Iterator[Finding]:
    """The lamps on the Pi's pins: whether they can be had; with `walk` each is lit in turn."""
    if settings.lamps.kind != "gpio":
        yield Finding("Lamps", Grade.OK, f'The settings want none on pins: kind = "{settings.lamps.kind}".')
        return
    row = lamps_of(settings.lamps)
    assert row is not None
    yield checks.lamps(row.why_dark)
    if walk is not None and not row.why_dark:
        walk_lamps(row, list(pin_map(settings.lamps).lamps), walk)
    row.close()


def walk_lamps(row: LampsLater, places: list[int], walk: Callable[[str], None]) -> None:
    """Lights each lamp alone for a moment, and says which: whoever looks sees what is wired wrongly."""
    from hardware.lamps.pinmap import place_name

    for place in places:
        row.show({place: LampPattern.YOUR_TURN})
        walk(place_name(place))
        time.sleep(WALK_S)
