"""A real table: its cards seen by a camera, its calls entered at the seats, on phones, buttons or the screen.

Without a camera, or while it is lost, cards are entered by hand as well. One referee, one log, one set of surfaces; one
file a match: a new match gets a new log.
"""

from __future__ import annotations

import time
from pathlib import Path
from threading import Event as Flag

from engine.inputs import NewMatch
from engine.play.state import replay
from table_controller.match.clock import stamp
from table_controller.match.eventlog import EventLog, read_log
from table_controller.match.referee import Referee, Wish
from table_controller.match.state_folder import StateFolder
from table_controller.service.journal import Event, Journal
from table_controller.service.surfaces import Surfaces
from table_controller.watching.sight import Nobody, Sight
from table_controller.web.acts import Desk
from table_controller.web.tokens import tokens_for

TICK_S = 0.05


def referee_by_hand(
    match: NewMatch,
    surfaces: Surfaces,
    desk: Desk,
    folder: StateFolder,
    stop: Flag,
    sight: Sight | Nobody | None = None,
    journal: Journal | None = None,
) -> None:
    """Matches until `stop`, the first one as `match` says; one cut off goes on where its log ends."""
    sight = sight or Nobody(stop.wait)
    path = unfinished(folder)
    while not stop.is_set():
        begun = path is None
        path = path or folder.next_match()
        with EventLog(path) as log:
            surfaces.match = path.stem
            surfaces.wonder(())
            sight.begin()
            referee = Referee(log, sight.look, surfaces.show, stamp, surfaces.wonder, sight.fail)
            if not log.entries:
                referee.begin(match)
            rules = referee.state.rules
            desk.tokens = tokens_for(path, rules.table.players if rules else len(match.names))
            desk.hand_in = referee.wishes.put
            desk.follow(referee)
            if journal is not None:
                journal.tell(Event.MATCH_BEGUN if begun else Event.MATCH_RESUMED, path.stem)
            referee.show()
            match = _play(referee, surfaces, sight, stop) or match
        path = None


def _play(referee: Referee, surfaces: Surfaces, sight: Sight | Nobody, stop: Flag) -> NewMatch | None:
    """Ticks until somebody begins another match, or until `stop`."""
    while not stop.is_set():
        moment = sight.moment(TICK_S)
        said = surfaces.beat(time.monotonic(), sight.source, sight.health, acting=True)
        for word in (*said, *sight.words(referee.state)):
            referee.wishes.put(Wish(word))
        referee.tick(moment)
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


def last_mark(path: Path | None) -> int:
    """The greatest mark that a camera has given to a card in this log; one that starts anew counts on from there."""
    entries = read_log(path).entries if path is not None else ()
    laid = (seen for entry in entries for seen in getattr(getattr(entry.input, "layout", None), "laid", ()))
    return max((seen.mark for seen in laid), default=0)
