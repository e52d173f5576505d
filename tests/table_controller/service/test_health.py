"""How everything round the table is, from the parts themselves."""

from __future__ import annotations

from pathlib import Path
from threading import Event as Flag

import numpy as np

from hardware.cameras.frames import Picture
from hardware.cameras.kinds import camera_named
from hardware.cameras.live import LiveCamera
from hardware.cameras.watched import CameraState, WatchedCamera
from hardware.facts import CameraName, Grade
from hardware.lamps.pins import NoPins
from table_controller.service.health import JUDGED_EVERY_S, READER, TABLE, TableHealth, troubles
from table_controller.service.lamps_later import LampsLater
from table_controller.service.machine_watch import MachineWatch
from table_controller.service.parts import PretendSeatBox
from table_controller.words.facts import said, sentence
from tests.saying import condition, plain
from vision.mat.judging import MatCode, Remark


class Grey:
    """A camera over an empty table."""

    def __init__(self, shade: int = 120) -> None:
        self._chance, self._shade = np.random.default_rng(1), shade

    def read(self) -> Picture:
        noise = self._chance.integers(0, 6, (72, 128, 3))
        return np.asarray(noise + self._shade, np.uint8)

    def close(self) -> None:
        pass


def seeing(name: CameraName) -> WatchedCamera:
    watched = WatchedCamera(LiveCamera(name, Grey))
    while watched.state is not CameraState.SEEING:
        watched.look(0.01)
    return watched


def test_every_part_says_how_it_is(tmp_path: Path) -> None:
    def no_pins() -> None:
        raise NoPins(plain("No GPIO pins can be reached here."))

    looked = Flag()
    machine = MachineWatch(tmp_path, lambda folder: (condition("Disk", Grade.WARNING, "300 MB free."),), every_s=600)
    machine.start()
    while not machine.conditions:
        looked.wait(0.01)
    table, reader = seeing(camera_named("usb")), seeing(camera_named("pi:1"))
    lamps = LampsLater(no_pins)  # type: ignore[arg-type]
    conditions = TableHealth(PretendSeatBox(), lamps, {TABLE: table, READER: reader}, machine)
    told = {finding.id: sentence(finding) for finding in conditions.all()}
    assert told == {
        "camera.seeing": "The USB camera gives pictures.",
        "reader-camera.seeing": "Pi camera 1 gives pictures.",
        "seat-box.searching": "Looking for the seat box.",
        "lamps.dark": "No GPIO pins can be reached here.",
        "disk.warning": "300 MB free.",
    }
    assert [finding.what for finding in troubles(conditions.all())] == ["Lamps", "Seat box", "Disk"]
    assert conditions.is_alive
    for part in (table, reader, machine):
        part.close()


def test_the_table_cameras_light_is_judged_now_and_then_and_only_while_it_sees() -> None:
    camera = seeing(CameraName(""))
    conditions = TableHealth(cameras={TABLE: camera})
    dark, light = Grey(10).read(), Grey(120).read()
    conditions.see(dark, 0.0)
    conditions.see(light, JUDGED_EVERY_S - 1)
    assert [finding.id for finding in conditions.all()] == ["camera.seeing", "light.dark"]
    conditions.see(light, JUDGED_EVERY_S)
    assert conditions.all()[1].id == "light.ok"
    camera.state = CameraState.LOST
    assert [finding.what for finding in conditions.all()] == ["Camera"]
    camera.close()


def test_where_the_mat_is_in_sight_light_and_focus_are_those_on_it_and_said_once() -> None:
    camera = seeing(CameraName(""))
    conditions = TableHealth(cameras={TABLE: camera})
    side = Remark(MatCode.DARK_SIDE, {"seats": (3,)})
    conditions.see(Grey(10).read(), 0.0, (Remark(MatCode.MARKER_HIDDEN, {"markers": (2,)}), side))
    [_, light] = conditions.all()
    assert (light.id, sentence(light)) == ("light.dark", said(side)) and light.grade is Grade.FAULT
    blurred, uneven = Remark(MatCode.SOFT), Remark(MatCode.UNEVEN, {"seats": (2,)})
    conditions.see(Grey(120).read(), JUDGED_EVERY_S, (blurred, uneven))
    assert [finding.id for finding in conditions.all()[1:]] == ["focus.fault", "light.uneven"]
    camera.close()


def test_nothing_is_said_of_parts_that_are_not_there() -> None:
    assert TableHealth().all() == ()
