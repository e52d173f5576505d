from __future__ import annotations

import queue
import threading

import numpy as np
import pytest

from hardware.cameras.frames import CameraLost, Picture
from hardware.cameras.kind import Source
from hardware.cameras.live import LiveCamera
from hardware.cameras.watched import RETRY_S, STUCK_MAX, CameraState, WatchedCamera
from hardware.facts import CameraName
from table_controller.words.facts import said
from tests import PATIENCE_S
from tests.hardware.conftest import Clock
from tests.saying import plain


class Plugged:
    """A camera that can be pulled out and put back: every opening gives a new one, or fails while it is out."""

    def __init__(self) -> None:
        self.is_in = True
        self.opened = 0
        self._shade = 0

    def __call__(self) -> Source:
        self.opened += 1
        if not self.is_in:
            raise CameraLost(plain("No camera is plugged in."))
        return self

    def read(self) -> Picture:
        if not self.is_in:
            raise CameraLost(plain("The camera gives no more pictures."))
        self._shade = self._shade % 200 + 1
        return np.full((48, 64, 3), self._shade, np.uint8)

    def close(self) -> None:
        pass


def look_until(watched: WatchedCamera, state: CameraState) -> None:
    """Looks as a tick would until the camera is in that state."""
    for _ in range(2000):
        watched.look(0.005)
        if watched.state is state:
            return
    raise AssertionError(f"never {state.value}: {said(watched.told)}")


def test_a_camera_that_was_never_there_is_taken_up_when_it_comes(clock: Clock) -> None:
    plugged = Plugged()
    plugged.is_in = False
    watched = WatchedCamera(LiveCamera(CameraName(""), plugged), clock, clock.wait)
    assert said(watched.told) == "The camera has not given a picture yet."
    look_until(watched, CameraState.LOST)
    assert said(watched.told) == "No camera is plugged in."
    plugged.is_in = True
    look_until(watched, CameraState.SEEING)
    assert said(watched.told) == "The camera gives pictures."
    watched.close()


def test_a_pulled_cable_is_said_at_once_and_the_camera_tried_every_second(clock: Clock) -> None:
    plugged = Plugged()
    watched = WatchedCamera(LiveCamera(CameraName(""), plugged), clock, clock.wait)
    look_until(watched, CameraState.SEEING)
    plugged.is_in = False
    look_until(watched, CameraState.LOST)
    assert said(watched.told) == "The camera gives no more pictures."
    opened, before = plugged.opened, clock.now
    while plugged.opened < opened + 3:
        watched.look(0.05)
    assert 2 * RETRY_S <= clock.now - before <= 4 * RETRY_S
    assert watched.is_alive, "a restart brings no cable back"
    watched.close()


def test_a_stall_is_lost_within_three_seconds_of_the_last_picture() -> None:
    now = [0.0]
    pictures: queue.Queue[Picture] = queue.Queue()

    class Stalling:
        def read(self) -> Picture:
            return pictures.get()

        def close(self) -> None:
            pictures.put(np.zeros((4, 4, 3), np.uint8))

    watched = WatchedCamera(LiveCamera(CameraName(""), Stalling, clock=lambda: now[0]), lambda: now[0])
    pictures.put(np.zeros((4, 4, 3), np.uint8))
    look_until(watched, CameraState.SEEING)
    while watched.state is CameraState.SEEING:
        now[0] += 0.05
        watched.look(0.0)
    assert now[0] <= 3.0
    assert said(watched.told) == "The camera gave no picture for 2.5 seconds: look at its cable."
    watched.close()


def test_a_frozen_camera_is_lost_but_a_covered_lens_is_not() -> None:
    now = [0.0]
    shade = [90]

    class Frozen:
        def read(self) -> Picture:
            return np.full((48, 64, 3), shade[0], np.uint8)

        def close(self) -> None:
            pass

    def look_for(seconds: float) -> CameraState:
        watched = WatchedCamera(
            LiveCamera(CameraName(""), Frozen, clock=lambda: now[0]), lambda: now[0], lambda _: None
        )
        look_until(watched, CameraState.SEEING)
        for _ in range(int(seconds / 0.1)):
            now[0] += 0.1
            for _ in range(1000):
                if watched.look(0.005) is not None or watched.state is not CameraState.SEEING:
                    break
            if watched.state is not CameraState.SEEING:
                break
        words.append(said(watched.told))
        watched.close()
        return watched.state

    words: list[str] = []
    assert look_for(3.0) is CameraState.LOST
    assert "the same picture over and over" in words[0]
    shade[0] = 0
    assert look_for(3.0) is CameraState.SEEING


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_threads_stuck_in_a_driver_are_counted_and_only_then_a_restart_helps() -> None:
    now, end = [0.0], threading.Event()

    class Stuck:
        def read(self) -> Picture:
            end.wait()
            raise CameraLost(plain("at last"))

        def close(self) -> None:
            pass

    watched = WatchedCamera(LiveCamera(CameraName(""), Stuck, clock=lambda: now[0]), lambda: now[0], lambda _: None)
    for lost in range(1, STUCK_MAX + 1):
        assert watched.is_alive
        while watched.state is not CameraState.LOST or now[0] < lost * 12:
            now[0] += 1.0
            watched.look(0.0)
    assert not watched.is_alive
    end.set()
    for thread in threading.enumerate():
        if thread.name == "camera":
            thread.join(PATIENCE_S)
    watched.close()
    assert watched.is_alive
