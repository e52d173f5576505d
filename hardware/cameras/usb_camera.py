"""USB cameras: `usb` for the one that is there, `usb:/dev/video2` for one by its device, looked for at every try."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hardware.cameras.kind import CameraKind, Source, Wanted
from hardware.facts import CameraName, HardwareCode, fact

if TYPE_CHECKING:
    from hardware.cameras.following import LightFollower

_SEARCHED = ("/dev/pepper-camera", "/dev/v4l/by-id", "/dev/video0")


def _means(word: str) -> str | None:
    kind, _, which = word.partition(":")
    return which if kind == "usb" and (not which or which.startswith("/dev/")) else None


def usb_device(given: str = "", searched: tuple[str, ...] = _SEARCHED) -> str:
    """The device to open: the given one, or the first that is there. Raises CameraLost.

    Looked for before OpenCV is asked, which would tell of every try on standard error.
    """
    from hardware.cameras.frames import CameraLost

    if given:
        if not Path(given).exists():
            raise CameraLost(fact(HardwareCode.USB_NONE_AT, place=given))
        return given
    for place in map(Path, searched):
        if place.is_dir():
            found = sorted(place.glob("*-index0"))
            if found:
                return str(found[0])
        elif place.exists():
            return str(place)
    raise CameraLost(fact(HardwareCode.USB_NONE))


class UsbOpener:
    """Opens a USB camera, again and again; each time it sets itself anew. `capture`: in place of cv2.VideoCapture."""

    def __init__(
        self,
        which: str,
        wanted: Wanted,
        clock: Callable[[], float] = time.monotonic,
        capture: Callable[[str, int], Any] | None = None,
    ) -> None:
        self._which, self._wanted, self._clock, self._capture = which, wanted, clock, capture
        self._light: LightFollower | None = None

    def open(self) -> Source:
        """The camera, open. Raises CameraLost."""
        import cv2

        from hardware.cameras.following import FollowedSource, LightFollower
        from hardware.cameras.sources import V4L2Source

        if self._light is None:
            self._light = LightFollower(CameraName("usb", self._which), self._clock)
        source = V4L2Source(usb_device(self._which), self._wanted, self._capture or cv2.VideoCapture)
        self._light.measured()
        return FollowedSource(source, self._light)


def _opener(which: str, wanted: Wanted) -> Callable[[], Source]:
    return UsbOpener(which, wanted).open


KIND = CameraKind("usb", short="usb", forms="usb, usb:/dev/video2", means=_means, opener=_opener)
