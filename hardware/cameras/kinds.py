"""Every kind of camera, one line each, and which of them a word in the settings means.

Words only: no device is looked for, and no picture library is loaded.
"""

from __future__ import annotations

from hardware.cameras import film, pi_camera, usb_camera
from hardware.cameras.kind import CameraKind
from hardware.facts import CameraName

KINDS: list[CameraKind] = [
    pi_camera.KIND,
    usb_camera.KIND,
    film.KIND,  # the last: any word with a slash or a dot is one
]


class NoSuchCamera(ValueError):
    """A word that names no camera; the sentence says which do."""


def camera_named(word: str) -> CameraName:
    """The camera that a word in the settings means. Raises NoSuchCamera for a word that means none."""
    for kind in KINDS:
        which = kind.means(word)
        if which is not None:
            return CameraName(kind.name, which)
    *forms, last = (kind.forms for kind in KINDS)
    raise NoSuchCamera(f"give {', '.join((*forms, 'none'))}, or {last}")


def kind_of(name: CameraName) -> CameraKind:
    """The kind of a camera that `camera_named` gave."""
    return next(kind for kind in KINDS if kind.name == name.kind)


def help_words() -> str:
    """What may be given for a camera, as a command's help says it: `pi, usb, a film`."""
    return ", ".join(kind.short for kind in KINDS)
