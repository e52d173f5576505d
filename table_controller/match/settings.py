"""One table's settings: table.toml read into one frozen value, every fault named at once.

The only place where settings have defaults; the packages get plain values, never this object. Nothing here
opens a device or looks at the clock.
"""

from __future__ import annotations

import difflib
import os
import tomllib
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, ValidationInfo, field_validator

from hardware.cameras.kinds import camera_named

BUNDLED = "iowa_hand"
_FIRST_NAMES = ("Ann", "Ben", "Cy", "Dee", "Eve", "Finn")


class SettingsFaulty(ValueError):
    """table.toml can't be used: one sentence a fault."""


class _Part(BaseModel):
    """Frozen, and a key nobody knows is a fault rather than a silent nothing."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class TableSettings(_Part):
    """Who plays what, with which cards. `rules` is a preset's name or the path of a house file; `deck` a language of
    indices, auto, or the name of a deck that was taught.
    """

    rules: str = "iowa_standard"
    names: tuple[Annotated[str, Field(min_length=1, max_length=24)], ...] = ("Ann", "Ben", "Cy", "Dee")
    dealer: Annotated[int, Field(ge=1, le=6)] = 1
    deck: str = "auto"

    def seated(self, players: int) -> tuple[str, ...]:
        """The names of a table of so many: those given, however many they are, else as many as are needed."""
        return self.names if "names" in self.model_fields_set else _FIRST_NAMES[:players]


class SimulationSettings(_Part):
    """Instead of a camera: a recording, played over and over."""

    recording: str = BUNDLED
    speed: Annotated[float, Field(gt=0, le=1000)] = 1.0
    # How long the finished hand stays on the board before the recording begins anew.
    hold_s: Annotated[float, Field(ge=0, le=600)] = 12.0
    # Simulated matches pile up by the hundred: this many logs are kept.
    keep_logs: Annotated[int, Field(ge=1)] = 20


class PictureSettings(_Part):
    """What is asked of a camera. One that gives another size is refused in words."""

    width: Annotated[int, Field(ge=320, le=4608)] = 1280
    height: Annotated[int, Field(ge=240, le=2592)] = 720
    rate: Annotated[int, Field(ge=1, le=60)] = 10  # pictures a second


class LampSettings(_Part):
    """The lamps: on the Pi's pins, on pins that only remember, or none.

    `pins` are BCM numbers, one list a seat from seat 1; without them the wiring of the four-seat table is meant.
    """

    kind: Literal["gpio", "mock", "none"] = "mock"
    pins: tuple[tuple[int, ...], ...] = ()
    # One, two (red, green) or three pins (red, green, blue) for the lamp in the middle, and one for the buzzer.
    table: tuple[int, ...] = ()
    buzzer: int | None = None
    # Where every lamp's common leg hangs: cathode to GND, anode to 3.3 V.
    common: Literal["cathode", "anode"] = "cathode"
    # Without a sign of life from the referee for so many seconds, every lamp says that nobody referees.
    hang_after_s: Annotated[float, Field(ge=1, le=60)] = 5.0


class PowerSettings(_Part):
    """A button at the Pi that switches it off: its pin (BCM) and GND. None: there is no button."""

    button: int | None = None
    hold_s: Annotated[float, Field(ge=1, le=10)] = 3.0


class BoxSettings(_Part):
    """The seat box: on a serial port, pretended, or none.

    `port`: the only one to look on; without it the box is found by what it says, on whatever port.
    """

    kind: Literal["serial", "pretend", "none"] = "pretend"
    port: str = ""


class WebSettings(_Part):
    """Where the page is served. 0.0.0.0 shows it to the whole network."""

    host: str = "127.0.0.1"
    port: Annotated[int, Field(ge=0, le=65535)] = 8000


class TroubleSettings(_Part):
    """What is kept for "that was wrong" on the referee's page: the last `keep_s` seconds of the table camera.

    They stay in memory (24 MB at most) until somebody says that something was wrong; only then they are written below
    the state folder, where they stay until somebody deletes them. 0: no picture is kept.
    """

    keep_s: Annotated[int, Field(ge=0, le=600)] = 0


class StateSettings(_Part):
    """Where the match logs are kept."""

    folder: Path = Field(default_factory=lambda: default_state_folder())


class Settings(_Part):
    """Everything in table.toml. An empty file is a good one: it simulates.

    `camera`: simulation, none (cards are entered by hand), or a camera as `hardware.cameras.kinds` knows them;
    `reader_camera`: the one that looks at each card as it is dealt, if there is one.
    """

    table: TableSettings = TableSettings()
    camera: str = "simulation"
    # The paper that the mat is printed on (its seats follow from the rules), or the mat's own description (.json).
    mat: str = "a3"
    reader_camera: str = "none"
    # How this table deals: so many cards at a time to each seat, over and over; [3] deals 3-3, [4, 2] 4-2.
    packets: Annotated[tuple[Annotated[int, Field(ge=1, le=13)], ...], Field(min_length=1, max_length=13)] = (1,)
    picture: PictureSettings = PictureSettings()
    simulation: SimulationSettings = SimulationSettings()
    lamps: LampSettings = LampSettings()
    power: PowerSettings = PowerSettings()
    box: BoxSettings = BoxSettings()
    web: WebSettings = WebSettings()
    trouble: TroubleSettings = TroubleSettings()
    state: StateSettings = Field(default_factory=StateSettings)

    @field_validator("camera", "reader_camera")
    @classmethod
    def _is_a_camera(cls, word: str, info: ValidationInfo) -> str:
        """Refused in words before anything is opened."""
        if word == "none" or (word == "simulation" and info.field_name == "camera"):
            return word
        camera_named(word)
        return word

    @property
    def has_camera(self) -> bool:
        """Whether a camera (or a file in its place) looks at the table."""
        return self.camera not in ("simulation", "none")


def default_state_folder() -> Path:
    """Where systemd says ($STATE_DIRECTORY), else where the desktop keeps such things."""
    given = os.environ.get("STATE_DIRECTORY")
    if given:
        return Path(given.split(":")[0])
    home = os.environ.get("XDG_STATE_HOME") or str(Path.home() / ".local" / "state")
    return Path(home) / "pepper-table"


def load_settings(path: Path | None) -> Settings:
    """Reads table.toml; without a path, the defaults. Raises SettingsFaulty naming every fault."""
    if path is None:
        return Settings()
    try:
        fields = tomllib.loads(path.read_text("utf-8"))
    except OSError as fault:
        reason = fault.strerror or str(fault)
        raise SettingsFaulty(f"{path} can't be read ({reason}): give the path of a table.toml.") from fault
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as fault:
        raise SettingsFaulty(f"{path} is not good TOML: {fault}.") from fault
    return parse_settings(fields, str(path))


def parse_settings(fields: dict[str, Any], origin: str) -> Settings:
    """Checks values already read; `origin` stands at the head of every fault."""
    try:
        return Settings.model_validate(fields)
    except ValidationError as faults:
        told = [f"{origin}: {_in_words(dict(fault))}" for fault in faults.errors()]
        raise SettingsFaulty("\n".join(told)) from faults


def _in_words(fault: dict[str, Any]) -> str:
    place = [str(part) for part in fault["loc"]]
    key = ".".join(place)
    if fault["type"] == "extra_forbidden":
        near = difflib.get_close_matches(place[-1], _known_keys(place[:-1]), n=1)
        hint = f" Did you mean {near[0]}?" if near else ""
        return f'there is no setting "{key}".{hint}'
    return f"{key} is {fault['input']!r}: {fault['msg'].removeprefix('Value error, ').lower()}."


def _known_keys(place: list[str]) -> list[str]:
    part: Any = Settings
    for name in place:
        part = part.model_fields[name].annotation
    return list(part.model_fields)
