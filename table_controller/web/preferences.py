"""What the host has chosen for the pages of this table, kept beside the logs: language, letters, colours, sound, pause.

None of it is a fact of a match, so it stands in no log. A file that can't be read means the defaults: a scoreboard with
the wrong colours is better than none.
"""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, ValidationError, field_validator

from table_controller.match.whole_files import write_whole
from table_controller.words.tongues import languages

FILE = "pages.json"


class Preferences(BaseModel):
    """Frozen. `letters` is the language of the deck's corners, `suits` how many colours its suits are drawn in."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    language: str = "en"
    letters: str = "en"
    theme: Literal["dark", "light"] = "dark"
    suits: Literal["two", "four"] = "two"
    voice: bool = False
    paused: bool = False

    @field_validator("language", "letters")
    @classmethod
    def _is_there(cls, code: str) -> str:
        if code not in languages():
            raise ValueError(f"there are no words in {code!r}: languages are {', '.join(languages())}")
        return code


def kept_in(folder: Path | None) -> Preferences:
    """What was chosen last; the defaults where nothing was, or where it can't be read."""
    if folder is None:
        return Preferences()
    try:
        return Preferences.model_validate_json((folder / FILE).read_bytes())
    except (OSError, ValidationError):
        return Preferences()


def keep(chosen: Preferences, folder: Path) -> None:
    """Whole or not at all. Raises OSError."""
    write_whole(folder / FILE, chosen.model_dump_json())
