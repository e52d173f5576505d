"""USB cameras: `usb` for the one that is there, `usb:/dev/video2` for one by its device, looked for at every try."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from hardware.cameras.kind import CameraKind, Source, Wanted
from hardware.facts import HardwareCode, fact

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


def _opener(which: str, wanted: Wanted) -> Callable[[], Source]:
    def open_it() -> Source:
        from hardware.cameras.sources import V4L2Source

        return V4L2Source(usb_device(which), wanted)

    return open_it


KIND = CameraKind("usb", short="usb", forms="usb, usb:/dev/video2", means=_means, opener=_opener)
