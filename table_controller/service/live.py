"""A real table: its cards seen by a camera, its calls entered at the seats, on phones, buttons or the screen.

Without a camera, or while it is lost, cards are entered by hand as well. One referee, one log, one set of surfaces; one
file a match: a new match gets a new log.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Event as Flag

from engine.inputs import NewMatch
from engine.play.decide import decide
from engine.play.state import INITIAL, replay
from engine.play.unfolding import NotNow
from engine.reasons import Code
from table_controller.board.offering import TABLE
from table_controller.match.clock import stamp
from table_controller.match.eventlog import EventLog, read_log
from table_controller.match.first_edition import mark_of
from table_controller.match.referee import Referee, Wish
from table_controller.match.state_folder import StateFolder
from table_controller.service.journal import Event, Journal
from table_controller.service.loop import run_loop
from table_controller.service.surfaces import Surfaces
from table_controller.watching.moments import Moment
from table_controller.watching.sight import Nobody, Sight
from table_controller.watching.telling import NOTHING_ASKED
from table_controller.web.desk import Desk
from table_controller.web.tokens import Tokens, table_secret, tokens_for

TICK_S = 0.05
"""Seconds between two ticks while no picture comes, so how long a press may wait to be heard; plain choice.

Raising it delays buttons and pages; lowering it wakes the processor more often for nothing."""


@dataclass(frozen=True, slots=True)
class LiveTable:
    """What stays the same from match to match: what shows it, who may act, where logs lie, and who looks at it."""

    surfaces: Surfaces
    desk: Desk
    folder: StateFolder
    sight: Sight | Nobody
    journal: Journal | None = None


def run_live(table: LiveTable, match: NewMatch | None, stop: Flag) -> None:
    """Matches until `stop`, the first one as `match` says, or as somebody begins it on a page; one cut off goes on
    where its log ends."""
    path = played = unfinished(table.folder)
    asked: Wish | None = None
    while not stop.is_set():
        if match is None and not _is_begun(path):
            asked = _begun_on_a_page(table, stop)
            if asked is None:
                break
            assert isinstance(asked.input, NewMatch)
            match = asked.input
        event = Event.MATCH_BEGUN if path is None else Event.MATCH_RESUMED
        try:
            log, referee = _taken_up(table, path, match)
        except OSError as fault:
            if asked is None:
                raise
            asked.answer.set_exception(fault)  # no room for another match: the one that was on goes on
            path, asked, match = played, None, match if played is not None else None
            continue
        if asked is not None:
            asked.answer.set_result(referee.sequence)
        with log:
            if table.journal is not None:
                table.journal.tell(event, log.path.stem)
            referee.show()
            run_loop(referee, table.surfaces, table.sight, _moments(table.sight, referee, stop), acting=True)
            match, asked, played = referee.next_match or match, referee.begins, log.path
        path = None


def _taken_up(table: LiveTable, path: Path | None, match: NewMatch | None) -> tuple[EventLog, Referee]:
    """The log at `path`, or one for a new match that is on disk with its first decision. Raises OSError."""
    log = EventLog(path or table.folder.next_match())
    try:
        return log, _seated(table, log, match)
    except BaseException:
        log.close()
        if path is None:  # nobody was told of it
            log.path.unlink(missing_ok=True)
        raise


def _is_begun(path: Path | None) -> bool:
    """Whether the log holds a decision, so that its match can go on."""
    return path is not None and bool(read_log(path).entries)


def _begun_on_a_page(table: LiveTable, stop: Flag) -> Wish | None:
    """Waits without a match until a page wishes one, to be answered once it is on disk; None at `stop`.

    Whatever else is said is refused in words.
    """
    desk, surfaces, sight = table.desk, table.surfaces, table.sight
    wishes: SimpleQueue[Wish] = SimpleQueue()
    desk.tokens = Tokens({TABLE: table_secret(table.folder.path)})
    desk.hand_in, desk.waits_for_match = wishes.put, True
    surfaces.match = ""
    surfaces.show(INITIAL, 0)
    begun = None
    while begun is None and not stop.is_set():
        sight.moment(TICK_S)
        surfaces.beat(time.monotonic(), sight.source, sight.health, acting=True)
        begun = _wished(wishes)
    desk.waits_for_match = False
    return begun


def _wished(wishes: SimpleQueue[Wish]) -> Wish | None:
    """The match that somebody wishes to begin, if its rules and names can be played."""
    with suppress(Empty):
        while True:
            wish = wishes.get_nowait()
            if not wish.answer.set_running_or_notify_cancel():
                continue  # whoever wished it has gone away
            if isinstance(wish.input, NewMatch) and _can_begin(wish, wish.input):
                return wish
            if not wish.answer.done():
                wish.answer.set_exception(NotNow(Code.NO_MATCH))
    return None


def _can_begin(wish: Wish, match: NewMatch) -> bool:
    try:
        decide(INITIAL, match)
    except ValueError as why:  # RulesFaulty or NotNow: the page says it
        wish.answer.set_exception(why)
        return False
    return True


def _seated(table: LiveTable, log: EventLog, match: NewMatch | None) -> Referee:
    """A referee for the match of this log, or for a new one as `match` says; the seats' pages can act from now on."""
    surfaces, sight, desk = table.surfaces, table.sight, table.desk
    surfaces.match = log.path.stem
    surfaces.wonder(NOTHING_ASKED)
    sight.begin()
    referee = Referee(log, sight.look, surfaces.show, stamp, surfaces.wonder, sight.fail)
    if not log.entries and match is not None:
        referee.begin(match)
    rules = referee.state.rules
    desk.tokens = tokens_for(log.path, rules.table.players if rules else 0)
    desk.hand_in = referee.wishes.put
    desk.follow(referee)
    return referee


def _moments(sight: Sight | Nobody, referee: Referee, stop: Flag) -> Iterator[Moment]:
    """As they come, until somebody begins another match, or until `stop`."""
    while not stop.is_set() and referee.next_match is None:
        yield sight.moment(TICK_S)


def unfinished(folder: StateFolder) -> Path | None:
    """The latest log, if it is of a real match that nobody has won yet.

    A log without a decision was never begun, so the match before it goes on; it is gone on with where there is none.
    """
    bare = None
    for path in reversed(folder.matches()):
        text = read_log(path)
        if text.header is not None and text.header.source:
            return bare
        if text.entries:
            state = replay(event for entry in text.entries for event in entry.events)
            return path if state.won_by is None else bare
        bare = bare or path
    return bare


def last_mark(path: Path | None) -> int:
    """The greatest mark that a camera has given to a card in this log; one that starts anew counts on from there."""
    entries = read_log(path).entries if path is not None else ()
    return max((mark_of(entry.input) for entry in entries), default=0)
