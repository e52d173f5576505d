"""What `doctor` looks at: the machine, and every part that the settings name, in the words that the page has for them.

Where the service runs it holds camera, box and pins: then it is asked, and what it finds is told. Otherwise each
part is opened for a moment, as the service would.
"""

from __future__ import annotations

import http.client
import json
import time
from collections.abc import Callable, Iterator, Sequence
from datetime import date
from pathlib import Path

import numpy as np

from firmware_bridge.link import LinkState, SeatBox
from hardware.cameras.frames import Picture
from hardware.cameras.kinds import camera_named, kind_of
from hardware.cameras.live import PATIENCE_S
from hardware.cameras.watched import CameraState, WatchedCamera
from hardware.facts import Coded, Condition, Fact, Grade, fact
from hardware.lamps.patterns import LampPattern
from hardware.machine import checks
from table_controller.match.eventlog import LogCorrupt, read_log
from table_controller.match.house_rules import find_rules
from table_controller.match.recordings_kept import RECORDINGS
from table_controller.match.settings import Settings
from table_controller.match.state_folder import match_logs
from table_controller.match.trouble import TROUBLE, keeping
from table_controller.service.health import READER, TABLE, box_condition, light_of
from table_controller.service.lamps_later import LampsLater
from table_controller.service.parts import camera_of, lamps_of, pin_map, seat_box_of
from table_controller.watching.facts import TableCode
from table_controller.words.phrases import ENGLISH
from vision.mat.judging import Fault, MatCode, Remark
from vision.mat.taps import TAPS

CAMERA_WITHIN_S = 15.0  # an exposure is found, then the camera starts anew with it
SETTLED_AFTER = 5  # pictures: the first ones of a camera may be dark
BOX_WITHIN_S = 6.0  # opening the port resets an Uno, whose bootloader then listens
WALK_S = 0.6
"""Seconds that each lamp is lit while they are walked through, to be looked at one by one."""
MOST_DAMAGED = 20
"""Frames since the box started: a good cable has none in an evening, a bad one dozens in a minute."""


def examine(settings: Settings, walk: Callable[[str], None] | None = None) -> Iterator[Condition]:
    """Every condition, as it is found. `walk`: told each lamp's name while it alone is lit."""
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


def machine(settings: Settings) -> Iterator[Condition]:
    """Python, packages, rights, disk, voltage, clock: what the settings' parts need of them."""
    packages = checks.installed()
    yield checks.python_version()
    if settings.lamps.kind == "gpio":
        yield checks.pin_packages(packages)
    yield checks.picture_packages(packages)
    wanted = {
        "gpio": settings.lamps.kind == "gpio",
        "dialout": settings.box.kind == "serial",
    }
    of_camera = kind_of(camera_named(settings.camera)).groups if settings.has_camera else ()
    needed = [group for group, is_needed in wanted.items() if is_needed]
    yield checks.groups(checks.my_groups(), [*needed, *of_camera])
    yield checks.disk(_there(settings.state.folder))
    yield checks.power()
    yield checks.clock(date.today().year)


def _there(folder: Path) -> Path:
    """The folder, or the nearest above it that is there: the service makes what is missing."""
    return next(place for place in (folder, *folder.absolute().parents) if place.exists())


def last_log(folder: Path) -> Iterator[Condition]:
    """Whether the latest match can be read back; nothing where none was played."""
    paths = match_logs(folder) if folder.is_dir() else ()
    if not paths:
        return
    try:
        entries = read_log(paths[-1]).entries
    except (LogCorrupt, OSError) as why:
        yield Condition("Match log", Grade.FAULT, fact(TableCode.LOG_FAULTY, reason=str(why)))
        return
    told = fact(TableCode.LOG_WHOLE, name=paths[-1].name, count=len(entries))
    yield Condition("Match log", Grade.OK, told)


def pictures_kept(settings: Settings) -> Condition:
    """Which pictures are kept and for how long, and where those lie that were."""
    lying = []
    for within, one, more in (
        (TROUBLE, TableCode.MINUTE_LIES, TableCode.MINUTES_LIE),
        (RECORDINGS, TableCode.RECORDING_LIES, TableCode.RECORDINGS_LIE),
    ):
        folder = settings.state.folder / within
        count = sum(1 for each in folder.iterdir() if each.is_dir()) if folder.is_dir() else 0
        if count == 1:
            lying.append(fact(one, folder=str(folder)))
        elif count:
            lying.append(fact(more, count=count, folder=str(folder)))
    return Condition("Pictures", Grade.OK, keeping(settings.trouble.keep_s), besides=tuple(lying))


def ask_service(host: str, port: int) -> list[Condition] | None:
    """What the running service finds, in its own words; None where none answers."""
    line = http.client.HTTPConnection({"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host), port, timeout=3)
    try:
        # In the language of everything else that is told here, whichever the table's pages are in.
        line.request("GET", f"/api/v1/state?lang={ENGLISH.code}")
        around = json.loads(line.getresponse().read())["surroundings"]
        wrong = [
            Condition(row["what"], Grade(row["grade"]), _its_words(row), row["id"].partition(".")[2])
            for row in around["troubles"]
        ]
        well = all(MatCode(code).fault in (None, Fault.HIDDEN) for code in around["health_codes"])
        seen = [_of_mat(fact(TableCode.SERVICE_SAYS, words=words, then=""), well) for words in around["health"]]
        runs = fact(TableCode.SERVICE_RUNS, port=port, source=around["source"])
    except (OSError, http.client.HTTPException, ValueError, KeyError, TypeError):
        return None
    finally:
        line.close()
    return [Condition("Service", Grade.OK, runs), *wrong, *seen]


def _its_words(row: dict[str, str]) -> Fact:
    return fact(TableCode.SERVICE_SAYS, words=row["words"], then=row["remedy"])


def cameras(settings: Settings) -> Iterator[Condition]:
    """Each camera: whether it gives pictures; the table's light and focus, and the mat under it."""
    for what, word in ((TABLE, settings.camera), (READER, settings.reader_camera)):
        camera = camera_of(word, settings.picture)
        if camera is None and what == TABLE:
            yield Condition(what, Grade.OK, fact(TableCode.CAMERA_NOT_WANTED, word=word))
        if camera is None:
            continue
        yield from kind_of(camera.name).checks(camera.name.which)
        picture = _settled(camera)
        yield checks.camera(camera.state.value, camera.told, what)
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


def _picture_judged(settings: Settings, picture: Picture) -> Iterator[Condition]:
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


def mat(seen: Sequence[Remark]) -> Condition:
    """What the camera sees of the mat; anything but a mat that is there, or a hidden marker, hinders."""
    return _of_mat(seen[0], seen[0].fault in (None, Fault.HIDDEN), tuple(seen[1:]))


def _of_mat(told: Coded, well: bool, besides: tuple[Coded, ...] = ()) -> Condition:
    return Condition("Mat", Grade.OK if well else Grade.WARNING, told, besides=besides)


def box(settings: Settings) -> Iterator[Condition]:
    """The seat box: found by its hello, its firmware, what its counters and its self test say."""
    seat_box = seat_box_of(settings.box)
    if settings.box.kind != "serial" or seat_box is None:
        yield Condition("Seat box", Grade.OK, fact(TableCode.BOX_NOT_WANTED, kind=settings.box.kind))
        return
    yield from examine_box(seat_box)


def examine_box(seat_box: SeatBox) -> Iterator[Condition]:
    """This box; it is let go afterwards."""
    _poll(seat_box, lambda: seat_box.state is not LinkState.SEARCHING)
    yield box_condition(seat_box)
    if seat_box.state is LinkState.READY:
        seat_box.ask_counters()
        seat_box.ask_self_test()
        _poll(seat_box, lambda: seat_box.counters is not None and seat_box.self_test is not None)
        yield from box_itself(seat_box)
    seat_box.close()


def box_itself(seat_box: SeatBox) -> Iterator[Condition]:
    """The cable by the box's counters, the buttons by its self test."""
    counters, test = seat_box.counters, seat_box.self_test
    if counters is not None:
        damaged = counters.bad_frames + counters.overruns
        code = TableCode.CABLE_BAD if damaged > MOST_DAMAGED else TableCode.CABLE_GOOD
        told = fact(code, damaged=damaged, starts=counters.starts, cause=counters.last_start.name.lower())
        yield Condition("Box cable", Grade.OK if code is TableCode.CABLE_GOOD else Grade.WARNING, told)
    if test is not None:
        stuck = test.stuck.bit_count()
        told = fact(TableCode.BUTTONS_HELD, count=stuck) if stuck else fact(TableCode.BUTTONS_FREE)
        yield Condition("Box buttons", Grade.FAULT if stuck else Grade.OK, told)


def _poll(seat_box: SeatBox, done: Callable[[], bool]) -> None:
    until = time.monotonic() + BOX_WITHIN_S
    while not done() and time.monotonic() < until:
        seat_box.poll(time.monotonic())
        time.sleep(0.005)


def lamps(settings: Settings, walk: Callable[[str], None] | None) -> Iterator[Condition]:
    """The lamps on the Pi's pins: whether they can be had; with `walk` each is lit in turn."""
    if settings.lamps.kind != "gpio":
        yield Condition("Lamps", Grade.OK, fact(TableCode.LAMPS_NOT_WANTED, kind=settings.lamps.kind))
        return
    row = lamps_of(settings.lamps)
    assert row is not None
    yield checks.lamps(row.why_dark)
    if walk is not None and row.why_dark is None:
        walk_lamps(row, list(pin_map(settings.lamps).lamps), walk)
    row.close()


def walk_lamps(row: LampsLater, places: list[int], walk: Callable[[str], None]) -> None:
    """Lights each lamp alone for a moment, and says which: whoever looks sees what is wired wrongly."""
    from hardware.lamps.pinmap import place_name

    for place in places:
        row.show({place: LampPattern.YOUR_TURN})
        walk(place_name(place))
        time.sleep(WALK_S)
