"""Where the host's own decks are kept, and the one place where a deck's name becomes what the reader needs.

One file a deck, in the folder `decks` beside the match logs.
"""

from __future__ import annotations

import re
from pathlib import Path

from table_controller.match.settings import default_state_folder
from vision.reading.decks import BY_ITSELF, DECKS
from vision.reading.taught import TaughtDeck


class NoSuchDeck(ValueError):
    """The name is neither a language of indices nor a deck that was taught."""


def deck_file(name: str, state: Path | None = None) -> Path:
    """Where the deck of this name is or would be kept. Raises ValueError for a name that can't be a file's."""
    if not re.fullmatch(r"[\w][\w .-]{0,39}", name) or name.lower() in (BY_ITSELF, *DECKS):
        raise ValueError(
            f"“{name}” can't be the name of a deck: take letters, digits, spaces, dots and dashes, not a language."
        )
    return (state or default_state_folder()) / "decks" / f"{name}.npz"


def find_deck(name: str, state: Path | None = None) -> str | TaughtDeck:
    """A language of indices by its name, or a deck that was taught.

    :raises NoSuchDeck: for any other name; the known ones are listed.
    """
    if name.lower() in (BY_ITSELF, *DECKS):
        return name.lower()
    folder = (state or default_state_folder()) / "decks"
    taught = {path.stem: path for path in sorted(folder.glob("*.npz"))}
    if name in taught:
        return TaughtDeck.load(taught[name])
    known = ", ".join((BY_ITSELF, *DECKS, *taught))
    raise NoSuchDeck(f"There is no deck “{name}”; choose one of {known}, or teach it with `pepper-table teach {name}`.")
