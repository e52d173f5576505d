"""The service: a recording played over and over at the pace of play, refereed and shown; or replayed once.

Here the parts run together; the commands run and replay build them. Every lap of a simulation is a match with
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
from engine.inputs import Input, NewMatch
from engine.play.state import State, replay
from hardware.facts import Fact, fact
from table_controller.match.clock import stamp
from table_controller.match.eventlog import EventLog, is_simulated, read_log
from table_controller.match.first_edition import mark_of
from table_controller.match.playback import RATE, Recording, paced
from table_controller.match.referee import Referee
from table_controller.match.settings import SimulationSettings
from table_controller.match.state_folder import StateFolder
from table_controller.service.loop import run_loop
from table_controller.service.surfaces import Surfaces
from table_controller.watching.eyes import Eyes, copies_in
from table_controller.watching.facts import TableCode
from table_controller.watching.moments import Moment
from table_controller.watching.telling import NOTHING_ASKED
from vision.mat.judging import Remark
from vision.mat.taps import TAPS, load_taps
from vision.reading.reader import Reader


class LogOfAnother(ValueError):
    """The state folder holds the log of another recording than the one to be replayed."""


@dataclass(frozen=True, slots=True)
class SimulatedTable:
    """What does not change from lap to lap: what reads the cards, who plays what, and what it is shown on.

    `match` is begun where nobody in the recording begins one.
    """

    reader: Reader
    match: NewMatch
    surfaces: Surfaces


@dataclass(frozen=True, slots=True)
class Playback:
    """A recording in place of a camera, and the eyes that look at its pictures."""

    recording: Recording
    eyes: Eyes

    @property
    def source(self) -> Fact:
        """Where cards come from, for the page."""
        return _named(self.recording)

    @property
    def health(self) -> tuple[Remark, ...]:
        """What is seen of the mat."""
        return self.eyes.health

    def words(self, state: State) -> tuple[Input, ...]:
        """All that was said comes with the moments."""
        return ()

    def moments(self, speed: float | None, taken: int, stop: Flag) -> Iterator[Moment]:
        """The recording's own until its end or `stop`: at once, or `speed` times as fast as play after `taken`."""
        moments = self.recording.moments()
        if speed is not None:
            moments = paced(moments, speed, taken, wait=stop.wait)
        return itertools.takewhile(lambda _: not stop.is_set(), moments)


def play(
    table: SimulatedTable,
    recording: Recording,
    log: EventLog,
    speed: float | None = None,
    stop: Flag | None = None,
    each: Callable[[Referee], None] = lambda _: None,
) -> State:
    """One lap, from where the log ends to the recording's end or `stop`; `each` is called after every tick."""
    playback, surfaces = Playback(recording, _eyes(table, recording)), table.surfaces
    surfaces.match = log.path.stem
    surfaces.wonder(NOTHING_ASKED)
    referee = Referee(log, playback.eyes.look, surfaces.show, stamp, surfaces.wonder)
    if not log.entries and not recording.opens_match:
        referee.begin(table.match)
    referee.show()
    each(referee)
    moments = playback.moments(speed, referee.taken, stop or Flag())
    run_loop(referee, surfaces, playback, moments, ticked=lambda: each(referee))
    return referee.state


def _named(recording: Recording) -> Fact:
    return fact(TableCode.SIMULATION, name=recording.title)


def _eyes(table: SimulatedTable, recording: Recording) -> Eyes:
    """Eyes for the recording's mat, or for the table that was tapped; their marks go on from those it tells of."""
    return Eyes(
        table.reader,
        recording.mat,
        max(map(mark_of, (said.input for said in recording.said)), default=0),
        copies_in(recording.played_by or table.match.rules),
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
    table: SimulatedTable, recording: Recording, folder: StateFolder, how: SimulationSettings, stop: Flag
) -> None:
    """Laps until `stop`; between two of them the finished hand stays in sight for a while, as the settings say."""
    for lap in itertools.count():
        path = _unfinished(folder, recording) if lap == 0 else None
        with EventLog(path or folder.next_match(), recording.source) as log:
            folder.keep_latest(how.keep_logs, only=is_simulated)
            play(table, recording, log, how.speed, stop)
        _hold(table.surfaces, recording, how.hold_s / how.speed, stop)
        if stop.is_set():
            return


def _hold(surfaces: Surfaces, recording: Recording, seconds: float, stop: Flag) -> None:
    """The table at rest: nothing new to see, but box and lamps go on hearing that the referee lives."""
    until = time.monotonic() + seconds
    while not stop.is_set() and time.monotonic() < until:
        surfaces.beat(time.monotonic(), _named(recording))
        stop.wait(min(1 / RATE, max(0.0, until - time.monotonic())))


def _unfinished(folder: StateFolder, recording: Recording) -> Path | None:
    """The latest log, if it is of this very recording: it may have been cut off."""
    path = folder.latest()
    header = read_log(path).header if path is not None else None
    return path if header is not None and header.source == recording.source else None


def replay_once(
    table: SimulatedTable,
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
