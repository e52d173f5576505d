"""How everything round the table is, as conditions: the one source for the page, the journal and `doctor`.

It asks the parts, and never waits for one. What is checked is with each part; words are made where they are read.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from firmware_bridge.link import LinkState, SeatBox
from hardware.cameras.frames import Picture
from hardware.cameras.quality import judged
from hardware.cameras.watched import WatchedCamera
from hardware.facts import Condition, Grade
from hardware.machine.checks import camera, lamps, seat_box
from table_controller.service.lamps_later import LampsLater
from table_controller.service.machine_watch import MachineWatch
from vision.mat.judging import LIGHT, Fault, Remark

JUDGED_EVERY_S = 5.0
"""Seconds from one judgement of the table's light and view to the next: they change slowly. Chosen, not measured."""
TABLE, READER = "Camera", "Reader camera"


class TableHealth:
    """The parts of one table; any may be missing, of which then nothing is told."""

    def __init__(
        self,
        box: SeatBox | None = None,
        lamps: LampsLater | None = None,
        cameras: Mapping[str, WatchedCamera] | None = None,
        machine: MachineWatch | None = None,
    ) -> None:
        self._box, self._lamps, self._machine = box, lamps, machine
        self.cameras = dict(cameras or {})
        self._pictures: list[Condition] = []
        self._noted: dict[str, Condition] = {}
        self._judged_at: float | None = None

    def see(self, picture: Picture, now: float, remarks: Sequence[Remark] = ()) -> None:
        """Judges the table camera's light and focus, every few seconds; `remarks`: what was just said of the mat."""
        if self._judged_at is None or now - self._judged_at >= JUDGED_EVERY_S:
            self._judged_at, self._pictures = now, light_of(picture, remarks)

    def note(self, condition: Condition) -> None:
        """Something that no part can be asked about; it stands until another of the same name is noted."""
        self._noted[condition.what] = condition

    @property
    def of_pictures(self) -> tuple[Condition, ...]:
        """How the table camera does; while it gives pictures, their light and focus too."""
        watched = self.cameras.get(TABLE)
        if watched is None:
            return ()
        found = camera(watched.state.value, watched.told, TABLE)
        return (found, *self._pictures) if found.grade is Grade.OK else (found,)

    def all(self) -> tuple[Condition, ...]:
        """Everything, good or bad."""
        found: list[Condition] = []
        for what, watched in self.cameras.items():
            found.append(camera(watched.state.value, watched.told, what))
            if what == TABLE and found[-1].grade is Grade.OK:
                found += self._pictures
        if self._box is not None:
            found.append(box_condition(self._box))
        if self._lamps is not None:
            found.append(lamps(self._lamps.why_dark))
        return (*found, *self._noted.values(), *(self._machine.conditions if self._machine is not None else ()))

    @property
    def is_alive(self) -> bool:
        """Whether every camera's driver can still be spoken to from this process."""
        return all(watched.is_alive for watched in self.cameras.values())


def light_of(picture: Picture, remarks: Sequence[Remark]) -> list[Condition]:
    """Light and focus: as they are on the mat, where that says anything; else those of the whole picture."""
    return [_of_light(remark, remark.fault) for remark in remarks if remark.fault in LIGHT] or judged(picture)


def _of_light(remark: Remark, fault: Fault) -> Condition:
    if fault is Fault.FOCUS:
        return Condition("Focus", Grade.FAULT, remark)
    return Condition("Light", Grade.WARNING if fault is Fault.UNEVEN else Grade.FAULT, remark, fault.value)


def box_condition(box: SeatBox) -> Condition:
    """How the box and its cable do."""
    hangs = box.state is LinkState.READY and box.hanging
    return seat_box("hanging" if hangs else box.state.value, box.told)


def troubles(conditions: Sequence[Condition]) -> tuple[Condition, ...]:
    """Those that somebody should know of, faults first: a page may have room for one."""
    wrong = [condition for condition in conditions if condition.grade is not Grade.OK]
    return tuple(sorted(wrong, key=lambda condition: condition.grade is not Grade.FAULT))
