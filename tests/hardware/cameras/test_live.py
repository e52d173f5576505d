from __future__ import annotations

import queue
import threading
from collections.abc import Callable

import numpy as np
import pytest

from hardware.cameras.frames import CameraLost, Picture
from hardware.cameras.kind import Source
from hardware.cameras.live import LiveCamera
from hardware.facts import CameraName
from tests import PATIENCE_S
from tests.saying import plain, refused


class Scripted:
    """A camera worked by the test: `give` a picture of that shade, `fail`, or say nothing."""

    def __init__(self) -> None:
        self.said: queue.Queue[int | str] = queue.Queue()
        self.closed = threading.Event()

    def give(self, shade: int) -> None:
        self.said.put(shade)

    def fail(self, why: str) -> None:
        self.said.put(why)

    def read(self) -> Picture:
        said = self.said.get()
        if isinstance(said, str):
            raise CameraLost(plain(said))
        return np.full((4, 4, 3), said, np.uint8)

    def close(self) -> None:
        self.closed.set()
        self.said.put("closed")


def opener(*cameras: Scripted) -> Callable[[], Source]:
    waiting = list(cameras)
    return lambda: waiting.pop(0)


def test_frames_are_numbered_and_timed_from_the_first() -> None:
    camera = Scripted()
    live = LiveCamera(CameraName(""), opener(camera))
    camera.give(7)
    first = next(live)
    camera.give(8)
    second = next(live)
    assert (first.number, first.t, int(first.image[0, 0, 0])) == (0, 0.0, 7)
    assert second.number == 1
    assert second.t > 0.0
    live.close()
    assert camera.closed.wait(PATIENCE_S)


def test_a_slow_loop_gets_the_newest_picture() -> None:
    camera = Scripted()
    live = LiveCamera(CameraName(""), opener(camera))
    camera.give(1)
    next(live)
    for shade in range(2, 10):
        camera.give(shade)
    while not camera.said.empty():
        pass  # the thread has taken all but the last, and soon that too
    shades = [int(next(live).image[0, 0, 0])]
    if shades[-1] != 9:
        shades.append(int(next(live).image[0, 0, 0]))
    assert shades[-1] == 9
    assert len(shades) <= 2
    live.close()


def test_a_camera_that_fails_is_lost_with_its_own_words_and_taken_up_again() -> None:
    bad, good = Scripted(), Scripted()
    live = LiveCamera(CameraName(""), opener(bad, good))
    bad.give(1)
    before = next(live)
    bad.fail("the cable was pulled.")
    with refused(CameraLost, match="the cable was pulled"):
        next(live)
    good.give(2)
    after = next(live)
    assert (after.number, live.losses) == (1, 1)
    assert after.t >= before.t
    live.close()


def test_a_camera_that_stalls_is_lost_after_its_patience_and_closed() -> None:
    camera, again = Scripted(), Scripted()
    live = LiveCamera(CameraName(""), opener(camera, again), patience=0.2)
    camera.give(1)
    next(live)
    with refused(CameraLost, match=r"The camera gave no picture for 0\.2 seconds"):
        next(live)
    assert camera.closed.wait(PATIENCE_S)
    again.give(2)
    assert next(live).number == 1
    live.close()


def test_one_that_cannot_be_opened_is_lost_and_tried_again() -> None:
    good = Scripted()
    tries = [lambda: (_ for _ in ()).throw(CameraLost(plain("not plugged in."))), lambda: good]
    live = LiveCamera(CameraName(""), lambda: tries.pop(0)())
    with refused(CameraLost, match="not plugged in"):
        next(live)
    good.give(3)
    assert next(live).number == 0
    live.close()


def test_with_little_patience_nothing_is_no_fault_until_the_cameras_own_is_over() -> None:
    now = [0.0]
    camera = Scripted()
    live = LiveCamera(CameraName(""), opener(camera), patience=3.0, opening=3.0, clock=lambda: now[0])
    assert live.next_within(0.0) is None
    now[0] = 2.9
    assert live.next_within(0.0) is None
    now[0] = 3.0
    with pytest.raises(CameraLost):
        live.next_within(0.0)
    live.close()
