"""A table without a camera: every call and every card is entered at the seats, on phones, buttons or the screen.

The same referee, log and surfaces; only the pictures are missing. One file a match: a new match gets a new log.
"""

from __future__ import annotations

import time
from pathlib import Path
from threading import Event as Flag

from engine.inputs import NewMatch
from engine.layout import Layout
from engine.state import replay
from hardware.cameras import Picture
from table_controller.acts import Desk
from table_controller.clock import stamp
from table_controller.eventlog import EventLog, read_log
from table_controller.playback import Moment
from table_controller.referee import Referee, Wish
from table_controller.state_folder import StateFolder
from table_controller.surfaces import Surfaces
from table_controller.tokens import tokens_for

TICK_S = 0.05
SOURCE = "Cards are entered by hand"


def referee_by_hand(match: NewMatch, surfaces: Surfaces, desk: Desk, folder: StateFolder, stop: Flag) -> None:
    """Matches until `stop`, the first one as `match` says; one cut off goes on where its log ends."""
    path = unfinished(folder)
    while not stop.is_set():
        path = path or folder.next_match()
        with EventLog(path) as log:
            surfaces.match = path.stem
            referee = Referee(log, _nothing_to_see, surfaces.show, stamp)
            if not log.entries:
                referee.begin(match)
            rules = referee.state.rules
            desk.tokens = tokens_for(path, rules.table.players if rules else len(match.names))
            desk.hand_in = referee.wishes.put
            referee.show()
            match = _play(referee, surfaces, stop) or match
        path = None


def _play(referee: Referee, surfaces: Surfaces, stop: Flag) -> NewMatch | None:
    """Ticks until somebody begins another match, or until `stop`."""
    while not stop.wait(TICK_S):
        for word in surfaces.beat(time.monotonic(), SOURCE, acting=True):
            referee.wishes.put(Wish(word))
        referee.tick(Moment(time.monotonic()))
        if referee.next_match is not None:
            return referee.next_match
    return None


def unfinished(folder: StateFolder) -> Path | None:
    """The latest log, if it is of a real match that nobody has won yet."""
    path = folder.latest()
    if path is None:
        return None
    text = read_log(path)
    if text.header is None or text.header.source:
        return None
    state = replay(event for entry in text.entries for event in entry.events)
    return path if state.won_by is None else None


def _nothing_to_see(image: Picture, at: float) -> Layout | None:
    return None
