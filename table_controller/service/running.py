"""The service as `run` starts it: every part built from the settings, run until a signal, and taken down again.

The one place that wires the real world for the service; tests wire their own.
"""

from __future__ import annotations

import signal
import traceback
from dataclasses import dataclass
from pathlib import Path
from threading import Event as Flag

from engine.inputs import NewMatch
from engine.knobs import Ruleset
from engine.play.decide import decide
from engine.play.state import State
from hardware.cameras.frames import Picture
from hardware.cameras.kinds import camera_named, kind_of
from hardware.cameras.watched import WatchedCamera
from hardware.facts import Condition, Fact, Grade, HardwareCode, fact
from hardware.machine.notify import Notifier
from table_controller.match.house_rules import find_rules
from table_controller.match.playback import Recording, load_recording
from table_controller.match.recording_folder import RecordedTable
from table_controller.match.settings import Settings
from table_controller.match.state_folder import StateFolder
from table_controller.match.taught_decks import find_deck
from table_controller.match.trouble import TROUBLE, Trouble
from table_controller.service.door_signs import put_up
from table_controller.service.health import READER, TABLE, TableHealth
from table_controller.service.journal import Event, Journal
from table_controller.service.live import LiveTable, last_mark, run_live, unfinished
from table_controller.service.machine_watch import MachineWatch
from table_controller.service.parts import camera_of, lamps_of, power_button_of, seat_box_of
from table_controller.service.simulation import SimulatedTable, show_latest, simulate
from table_controller.service.surfaces import Surfaces
from table_controller.service.watchdog import PagePulse, Watchdog
from table_controller.watching.eyes import Eyes, copies_in
from table_controller.watching.facts import TableCode
from table_controller.watching.last_minute import Ring
from table_controller.watching.shoe import Shoe, glimpse_of
from table_controller.watching.sight import Nobody, Sight
from table_controller.watching.whole_deal import seats_dealt
from table_controller.web.api.app import WebServer, listen
from table_controller.web.bulletin import Bulletin
from table_controller.web.calibration import Calibration
from table_controller.web.desk import Desk
from table_controller.web.newest_picture import NewestPicture
from vision.mat.matfile import find_mat
from vision.mat.mats import Mat
from vision.mat.taps import TAPS, TapsFaulty, load_taps
from vision.reading.reader import Reader


@dataclass(frozen=True, slots=True)
class Running:
    """What every kind of table runs on."""

    settings: Settings
    rules: Ruleset
    surfaces: Surfaces
    server: WebServer
    desk: Desk
    folder: StateFolder
    conditions: TableHealth
    journal: Journal
    notifier: Notifier
    stop: Flag

    def open_doors(self, acting: bool = False) -> None:
        """The page is served from now on, and whoever waits for the service is told; `acting`: people may act."""
        self.server.start()
        self.notifier.ready(f"The scoreboard is at {self.server.address}")
        self.journal.tell(Event.READY)
        put_up(self.folder.path, self.server.address, acting)


def serve(settings: Settings, given_rules: bool = False) -> None:
    """Builds every part, runs until a signal, and takes all down again."""
    rules = find_rules(settings.table.rules)
    recording = _recording(settings, rules if given_rules else None) if settings.camera == "simulation" else None
    stop, journal, notifier = Flag(), Journal(), Notifier()
    for name in (signal.SIGINT, signal.SIGTERM):
        signal.signal(name, lambda *_: stop.set())
    with StateFolder(settings.state.folder) as folder:
        bulletin, desk, machine = Bulletin(), Desk(folder=folder.path), MachineWatch(settings.state.folder)
        server = WebServer(bulletin, listen(settings.web.host, settings.web.port), desk)
        desk.listens_on = settings.web.host
        pulse = PagePulse(server.is_well)
        lamps, box = lamps_of(settings.lamps), seat_box_of(settings.box)
        conditions = TableHealth(box, lamps, _cameras(settings), machine)
        vitals = Watchdog(conditions, journal, notifier, pulse.is_alive)
        surfaces = Surfaces(lamps, box, bulletin, vitals, lambda call: journal.tell(Event.SEAT_CALLS, call.words))
        on = Running(settings, rules, surfaces, server, desk, folder, conditions, journal, notifier, stop)
        button = power_button_of(settings.power, journal)
        try:
            machine.start()
            pulse.start()
            _at_the_table(on) if recording is None else _simulate(on, recording)
            journal.tell(Event.STOPPING)
        finally:
            notifier.stopping()
            for part in (pulse, machine, button, surfaces):
                if part is not None:
                    part.close()
            server.stop()


class OtherTable(ValueError):
    """A recording of one table can't be played by the rules of another."""


def _recording(settings: Settings, rules: Ruleset | None) -> Recording:
    """The recording to play, by other rules if some are given; raises OtherTable when they don't fit."""
    recording = load_recording(settings.simulation.recording)
    if rules is None:
        return recording
    recording = recording.with_rules(rules)
    for said in recording.said:
        if isinstance(said.input, NewMatch):
            try:
                decide(State(), said.input)
            except ValueError as fault:
                raise OtherTable(
                    f"{str(fault).rstrip('.')}, in the recording {recording.title!r}: "
                    "give another with --simulate, or enter the cards by hand with --camera none."
                ) from fault
    return recording


def _cameras(settings: Settings) -> dict[str, WatchedCamera]:
    """The cameras by what `doctor` calls them."""
    words = {TABLE: settings.camera, READER: settings.reader_camera}
    cameras = {what: camera_of(word, settings.picture) for what, word in words.items()}
    return {what: camera for what, camera in cameras.items() if camera is not None}


def _simulate(on: Running, recording: Recording) -> None:
    show_latest(recording, on.folder, on.surfaces)
    on.open_doors()
    table = SimulatedTable(Reader.load(), _match(on), on.surfaces)
    simulate(table, recording, on.folder, on.settings.simulation, on.stop)


def _match(on: Running) -> NewMatch:
    """The match to begin, as the settings say."""
    who = on.settings.table
    return NewMatch(on.rules, who.seated(on.rules.table.players), who.dealer)


def _at_the_table(on: Running) -> None:
    who = on.settings.table
    match = _match(on)
    # Refused in words before anything is served: names that do not fit the rules, a mat or deck that does not exist.
    decide(State(), match)
    if TABLE in on.conditions.cameras:
        mat_for(on.settings, on.rules)
        find_deck(who.deck, on.settings.state.folder)
    seats_dealt(on.rules, who.dealer, on.settings.packets)
    on.open_doors(acting=True)
    sight = _sight(on)  # the networks take a moment: the page is there meanwhile
    on.desk.offers = who.rules
    named = match if "names" in who.model_fields_set else None  # else people say on a page who plays
    try:
        run_live(LiveTable(on.surfaces, on.desk, on.folder, sight, on.journal), named, on.stop)
    finally:
        sight.close()
        if on.desk.shelf is not None:
            on.desk.shelf.stop()


def _sight(on: Running) -> Sight | Nobody:
    """Eyes behind the table camera; nobody where there is none."""
    camera = on.conditions.cameras.get(TABLE)
    if camera is None:
        return Nobody(on.stop.wait)
    eyes = eyes_for(on.settings, on.rules, last_mark(unfinished(on.folder)))
    glance = NewestPicture()
    on.desk.picture, on.desk.crop = glance.jpeg, eyes.crop
    on.desk.trouble = _trouble(on, eyes)
    taps, shelf = on.folder.path / TAPS, on.desk.shelf
    on.desk.calibration = Calibration(
        glance, eyes, taps, lambda: on.conditions.of_pictures, lambda: on.conditions.note(taps_kept(taps, eyes.mat))
    )
    on.conditions.note(taps_kept(taps, eyes.mat))
    if shelf is not None:
        shelf.source = on.desk.trouble.source

    def seen(picture: Picture, now: float) -> None:
        glance.see(picture)
        if eyes.judge(picture, now):  # also while play is stopped and nothing is read
            on.conditions.see(picture, now, eyes.remarks)
        if shelf is not None:
            shelf.see(picture, now)

    def failed(why: Exception) -> None:
        traceback.print_exception(why)
        told = fact(TableCode.READING_FAILED, kind=type(why).__name__, reason=str(why))
        on.conditions.note(Condition("Reading", Grade.FAULT, told))

    return Sight(camera, eyes, seen, _shoe(on), failed)


def _trouble(on: Running, eyes: Eyes) -> Trouble:
    """What keeps the last minute when somebody says that something was wrong, if the settings ask for it."""
    folder, deck = on.folder.path, on.settings.table.deck.lower()
    source = RecordedTable(mat_for(on.settings, on.rules), deck, folder / TAPS)
    return Trouble(eyes.ring, folder / TROUBLE, source)


def _shoe(on: Running) -> Shoe | None:
    """The reader camera and what reads its cards, if there is one."""
    camera = on.conditions.cameras.get(READER)
    if camera is None:
        return None
    reader = _reader(on.settings)

    def said(hidden: Fact | None) -> None:
        grade = Grade.OK if hidden is None else Grade.WARNING
        on.conditions.note(Condition("Deal", grade, hidden or fact(TableCode.DEAL_READ)))

    return Shoe(camera, lambda picture: glimpse_of(reader, picture), on.settings.packets, said)


def eyes_for(settings: Settings, rules: Ruleset, first_mark: int = 0) -> Eyes:
    """The reader over the mat that settings and rules ask for. Raises as `mat_for` does."""
    mat = mat_for(settings, rules)
    is_live = kind_of(camera_named(settings.camera)).is_live  # a film may stand still
    taps = settings.state.folder / TAPS
    fixed = load_taps(taps, mat) if taps_kept(taps, mat).grade is Grade.OK else None
    ring = Ring(settings.trouble.keep_s)
    return Eyes(_reader(settings), mat, first_mark, copies_in(rules), ring, fixed, is_live)


def taps_kept(path: Path, mat: Mat) -> Condition:
    """Whether the four taps that are kept can be used; without any the mat's own markers are looked for."""
    try:
        kept = load_taps(path, mat) is not None
    except TapsFaulty as why:
        return Condition("Taps", Grade.WARNING, why.fact)
    except OSError as why:
        return Condition("Taps", Grade.WARNING, fact(HardwareCode.SYSTEM_SAYS, reason=str(why)))
    return Condition("Taps", Grade.OK, fact(TableCode.TAPS_USED if kept else TableCode.TAPS_NONE))


def _reader(settings: Settings) -> Reader:
    """The reader for the deck on the table."""
    return Reader.load(deck=find_deck(settings.table.deck, settings.state.folder))


def mat_for(settings: Settings, rules: Ruleset) -> Mat:
    """The mat for so many players on the paper that the settings name, or the one they describe in a file.

    Raises UnknownMat, MatFaulty, and OtherTable for a mat with another number of seats.
    """
    players = rules.table.players
    own = settings.mat.lower().endswith(".json")
    mat = find_mat(settings.mat if own else f"{settings.mat}-{players}")
    if mat.seats != players:
        raise OtherTable(f"The mat in {settings.mat} has {mat.seats} seats, the rules have {players}: give another.")
    return mat
