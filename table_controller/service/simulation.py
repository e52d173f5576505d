"""The service: a recording played over and over at the pace of play, refereed and shown; or replayed once.

Here the parts run together; cli_run.py and cli_replay.py build them. Every lap of a simulation is a match with
a log of its own; a lap that was cut off is taken up where its log ends.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from threading import Event as Flag

from engine.events import Event
from engine.inputs import NewMatch, TableSeen
from engine.play.state import State, replay
from engine.rules.rulesets import Ruleset
from table_controller.match.clock import stamp
from table_controller.match.eventlog import EventLog, is_simulated, read_log
from table_controller.match.playback import RATE, Recording, paced
from table_controller.match.referee import Referee, Wish
from table_controller.match.state_folder import StateFolder
from table_controller.service.surfaces import Surfaces
from table_controller.watching.eyes import Eyes, copies_in
from table_controller.watching.moments import Moment
from vision.mat.taps import TAPS, load_taps
from vision.reading.reader import Reader


class LogOfAnother(ValueError):
    """The state folder holds the log of another recording than the one to be replayed."""


@dataclass(frozen=True, slots=True)
class Table:
    """What does not change from lap to lap: who plays what, and what it is shown on."""

    reader: Reader
    rules: Ruleset | str
    names: tuple[str, ...]
    dealer: int
    surfaces: Surfaces


def play(
    table: Table,
    recording: Recording,
    log: EventLog,
    speed: float | None = None,
    stop: Flag | None = None,
    each: Callable[[Referee], None] = lambda _: None,
) -> State:
    """One lap, from where the log ends to the recording's end or `stop`; `each` is called after every tick."""
    stop = stop or Flag()
    eyes, surfaces = _eyes(table, recording), table.surfaces
    surfaces.match = log.path.stem
    surfaces.wonder(())
    referee = Referee(log, eyes.look, surfaces.show, stamp, surfaces.wonder)
    if not log.entries and not recording.opens_match:
        referee.begin(NewMatch(table.rules, table.names, table.dealer))
    referee.show()
    each(referee)
    moments: Iterator[Moment] = recording.moments()
    if speed is not None:
        moments = paced(moments, speed, referee.taken, wait=stop.wait)
    for moment in moments:
        if stop.is_set():
            break
        referee.tick(moment)
        for word in surfaces.beat(time.monotonic(), f"Simulation: {recording.title}", (eyes.health,)):
            referee.wishes.put(Wish(word))
        each(referee)
    return referee.state


def _eyes(table: Table, recording: Recording) -> Eyes:
    """Eyes for the recording's mat, or for the table that was tapped; their marks go on from those it tells of."""
    laid = (seen for said in recording.said if isinstance(said.input, TableSeen) for seen in said.input.layout.laid)
    return Eyes(
        table.reader,
        recording.mat,
        max((seen.mark for seen in laid), default=0),
        copies_in(recording.played_by or table.rules),
        fixed=load_taps(recording.folder / TAPS, recording.mat),
    )


def show_latest(recording: Recording, folder: StateFolder, surfaces: Surfaces) -> None:
    """Shows where the match cut off stood, before the slow parts are loaded: a page that comes back looks at once."""
    path = _unfinished(folder, recording)
    if path is None:
        return
    entries = read_log(path).entries
    surfaces.match = path.stem
    surfaces.show(replay(event for entry in entries for event in entry.events), len(entries))


def simulate(
    table: Table,
    recording: Recording,
    folder: StateFolder,
    speed: float,
    hold_s: float,
    keep_logs: int,
    stop: Flag,
) -> None:
    """Laps until `stop`; between two of them the finished hand stays in sight for `hold_s`."""
    for lap in itertools.count():
        path = _unfinished(folder, recording) if lap == 0 else None
        with EventLog(path or folder.next_match(), recording.source) as log:
            folder.keep_latest(keep_logs, only=is_simulated)
            play(table, recording, log, speed, stop)
        _hold(table.surfaces, recording, hold_s / speed, stop)
        if stop.is_set():
            return


def _hold(surfaces: Surfaces, recording: Recording, seconds: float, stop: Flag) -> None:
    """The table at rest: nothing new to see, but box and lamps go on hearing that the referee lives."""
    until = time.monotonic() + seconds
    while not stop.is_set() and time.monotonic() < until:
        surfaces.beat(time.monotonic(), f"Simulation: {recording.title}")
        stop.wait(min(1 / RATE, max(0.0, until - time.monotonic())))


def _unfinished(folder: StateFolder, recording: Recording) -> Path | None:
    """The latest log, if it is of this very recording: it may have been cut off."""
    path = folder.latest()
    header = read_log(path).header if path is not None else None
    return path if header is not None and header.source == recording.source else None


def replay_once(
    table: Table,
    recording: Recording,
    folder: StateFolder,
    speed: float | None,
    tell: Callable[[Event], None],
) -> State:
    """One lap into the folder's only log, telling every event once it is on disk, those of the log first."""
    path = folder.latest() or folder.next_match()
    with EventLog(path, recording.source) as log:
        if log.header.source != recording.source:
            raise LogOfAnother(
                f"{path} is the log of another match ({log.header.source or 'a real table'}): "
                "give an empty folder with --state DIR."
            )
        told = 0

        def tell_new(referee: Referee) -> None:
            nonlocal told
            for entry in referee.log.entries[told:]:
                for event in entry.events:
                    tell(event)
            told = len(referee.log.entries)

        return play(table, recording, log, speed, each=tell_new)
