"""What is so with the things wired to the machine, as codes with typed fields; nothing here is a sentence.

A fact is a code and the values of its fields; a condition is a fact about one part, with how bad it is. Words for every
code, in every language, stand in the catalogues of table_controller/words, under the code's own value.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Protocol


@dataclass(frozen=True, slots=True)
class CameraName:
    """Which camera: its kind's name, and which of that kind: a number, a device, a file; empty for whichever is there.

    What people call it is said from the catalogues' `[cameras]`: by the kind's name, or as "The camera {name}" where
    they have no words for that kind.
    """

    kind: str
    which: str = ""

    def __str__(self) -> str:
        return f"{self.kind}:{self.which}" if self.which else self.kind


Types = Mapping[str, type]
_CAMERA: Types = {"camera": CameraName}


class FactCode(Enum):
    """A code, and in `types` the names and types of the fields that a fact of it has."""

    types: Types

    def __new__(cls, key: str, types: Types | None = None) -> FactCode:
        """`key` names the words in the catalogues."""
        member = object.__new__(cls)
        member._value_ = key
        member.types = types or {}
        return member


class HardwareCode(FactCode):
    """Everything that cameras, lamps and the machine can tell. `reason` is the system's own text of an error."""

    PYTHON_OLD = "python_old", {"version": str}
    PYTHON_GOOD = "python_good", {"version": str}
    GPIO_BOTH = "gpio_both"
    GPIO_GOOD = "gpio_good", {"package": str, "version": str}
    GPIO_PLACEHOLDER = "gpio_placeholder", {"version": str}
    GPIO_NONE = "gpio_none"
    NAMES_TAKEN = "names_taken", {"packages": str}
    OPENCV_MANY = "opencv_many", {"packages": tuple}
    OPENCV_OLD_NUMPY = "opencv_old_numpy", {"package": str, "version": str, "numpy": str}
    OPENCV_GOOD = "opencv_good", {"package": str, "version": str}
    OPENCV_SYSTEM = "opencv_system"
    GROUP_MISSING = "group_missing", {"group": str}
    GROUPS_MISSING = "groups_missing", {"groups": str, "joined": str}
    GROUPS_GOOD = "groups_good"
    DISK_UNREACHABLE = "disk_unreachable", {"folder": str, "reason": str}
    DISK_NOT_OURS = "disk_not_ours", {"folder": str}
    DISK_FULL = "disk_full", {"free": int, "folder": str}
    DISK_LOW = "disk_low", {"free": int, "folder": str}
    DISK_GOOD = "disk_good", {"free": int, "folder": str}
    POWER_UNKNOWN = "power_unknown"
    POWER_LOW = "power_low"
    POWER_WAS_LOW = "power_was_low"
    POWER_GOOD = "power_good"
    CLOCK_PAST = "clock_past", {"year": int}
    CLOCK_GOOD = "clock_good"
    PORT_TAKEN = "port_taken", {"port": int, "reason": str, "next": int}
    PORT_FREE = "port_free", {"port": int}
    PINS_UNREACHABLE = "pins_unreachable", {"reason": str}
    LAMP_PIN_TAKEN = "lamp_pin_taken", {"reason": str}
    BUTTON_PIN_TAKEN = "button_pin_taken", {"reason": str}
    LAMPS_OURS = "lamps_ours"
    LIGHT_DARK = "light_dark"
    LIGHT_BRIGHT = "light_bright"
    LIGHT_GOOD = "light_good", {"grey": int}
    FOCUS_SOFT = "focus_soft"
    FOCUS_GOOD = "focus_good", {"sharpness": int}
    CAMERA_SEEING = "camera_seeing", _CAMERA
    CAMERA_STARTING = "camera_starting", _CAMERA
    CAMERA_SILENT = "camera_silent", {**_CAMERA, "seconds": float}
    CAMERA_FROZEN = "camera_frozen", _CAMERA
    CAMERA_SIZE = "camera_size", {**_CAMERA, "size": str, "wanted": str}
    PI_NOT_FOUND = "pi_not_found", {"number": int}
    PI_NO_PROGRAM = "pi_no_program"
    PI_UNREADABLE = "pi_unreadable"
    PI_STOPPED = "pi_stopped", _CAMERA
    PI_STOPPED_WHY = "pi_stopped_why", {**_CAMERA, "reason": str}
    USB_NONE = "usb_none"
    USB_NONE_AT = "usb_none_at", {"place": str}
    USB_NOT_OPENED = "usb_not_opened", {"place": str}
    USB_NO_MORE = "usb_no_more", {"place": str}
    USB_LET_GO = "usb_let_go", {"place": str}
    USB_SIZE = "usb_size", {"place": str, "size": str, "wanted": str}
    FILM_CLOSED = "film_closed", {"place": str}
    RECORDING_NONE = "recording_none", {"place": str}
    RECORDING_UNREADABLE = "recording_unreadable", {"place": str, "reason": str}
    RECORDING_FORMAT = "recording_format", {"place": str}
    RECORDING_EMPTY = "recording_empty", {"place": str}
    RECORDING_FRAME = "recording_frame", {"place": str, "frame": str}
    RECORDING_ORDER = "recording_order", {"place": str, "late": str, "early": str}
    PICTURE_MISSING = "picture_missing", {"place": str}
    PICTURE_UNREADABLE = "picture_unreadable", {"place": str}
    VIDEO_MISSING = "video_missing", {"place": str}
    VIDEO_UNPLAYABLE = "video_unplayable", {"place": str}
    VIDEO_EMPTY = "video_empty", {"place": str}
    SYSTEM_SAYS = "system_says", {"reason": str}


class Coded(Protocol):
    """What words are made of: a code whose value names them, and what fills their fields."""

    @property
    def code(self) -> Enum:
        """Its value is the key of its words."""

    @property
    def fields(self) -> Mapping[str, Any]:
        """By name; exactly those that the code has."""


@dataclass(frozen=True, slots=True)
class Fact:
    """One thing that is so. Raises TypeError for other fields than its code has, or of another type."""

    code: FactCode
    fields: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        types = self.code.types
        wrong = [name for name, value in self.fields.items() if not isinstance(value, types.get(name, ()))]
        if wrong or set(types) != set(self.fields):
            raise TypeError(f"{self.code} has the fields {dict(types)}, not {dict(self.fields)}")

    def __str__(self) -> str:
        told = ", ".join(f"{name}={value}" for name, value in self.fields.items())
        return f"{self.code.value}({told})"


def fact(code: FactCode, **fields: Any) -> Fact:
    """A fact of that code."""
    return Fact(code, fields)


class Grade(Enum):
    """How bad it is."""

    OK = "ok"
    WARNING = "warning"
    FAULT = "fault"


@dataclass(frozen=True, slots=True)
class Condition:
    """One part that was looked at: what is so, and how bad that is. Page, journal and `doctor` tell it in words.

    `state` names the case for machines where the grade alone does not; `besides` is what else is to be said.
    """

    what: str
    grade: Grade
    fact: Coded
    state: str = ""
    besides: tuple[Coded, ...] = ()

    @property
    def id(self) -> str:
        """Stays the same over versions and languages, as in `seat-box.busy`: what the journal is searched for."""
        return f"{self.what.lower().replace(' ', '-')}.{self.state or self.grade.value}"


class PartFailed(Exception):
    """Something did not work; `fact` is what. Its own text is for whoever mends the program, not for people."""

    def __init__(self, told: Fact) -> None:
        super().__init__(str(told))
        self.fact = told
