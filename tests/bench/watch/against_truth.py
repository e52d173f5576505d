"""How well a recording is watched: what the whole pipeline told, held against the recording's own truth.

For `bench` and for whoever makes recordings. The truth beside each picture says what lay there; the events it
makes, seen by eyes that never err, are what ought to be told. Nothing of it is used while refereeing.
"""

from __future__ import annotations

import bisect
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

from engine.cards import Unseen, parse_face
from engine.events import CardPlayed, Event, FindingRaised, QuestionAsked
from engine.places import Place, hand_place
from hardware.cameras.frames import Picture, read_list
from table_controller.match.eventlog import EventLog
from table_controller.match.playback import Recording, load_recording
from table_controller.match.referee import Look, Referee
from table_controller.watching.eyes import Eyes, copies_in
from table_controller.watching.zones import Seen
from vision.mat.tiles import TILES
from vision.reading.reader import Reader
from vision.table.sighting import Settled, Sighting, TileSighting

Line = tuple[str, str]
"""A card or tile lying there, as the truth writes it: face and place."""
TILE = "tile:"
"""What a tile's face begins with in the truth; what it says follows."""
_BY_WORD = {TILE + tile.says.replace(" ", "_"): tile for tile in TILES}
_WORDS = ", ".join(_BY_WORD)


class TruthFaulty(ValueError):
    """What truly lay there can't be told; the sentence names the file."""


@dataclass(frozen=True, slots=True)
class Watched:
    """Counts over one recording; `late_s` seconds from a card at rest to its play shown, one a play."""

    plays: int
    wrong: int
    asked: int
    missed: int
    false: int
    late_s: tuple[float, ...]


@dataclass(slots=True)
class Telling:
    """What a run over a recording told: events, and for each play when, in seconds of the recording."""

    events: list[Event] = field(default_factory=list)
    played_at: dict[tuple[int, str], float] = field(default_factory=dict)


class TruthEyes:
    """Sees what the text beside each picture says, and knows every card again by its face and place."""

    def __init__(self, folder: Path) -> None:
        """Raises TruthFaulty where a picture has no text beside it."""
        listed = read_list(folder)
        self._times = [frame.t for frame in listed]
        self._texts = [_truth(frame.path.with_suffix(".txt")) for frame in listed]
        self._mat = load_recording(folder).mat
        self._marks: dict[Line, int] = {}
        self._next = 1
        self._told: Settled | None = None
        self.rest_at: dict[str, float] = {}

    def __call__(self, image: Picture, at: float) -> Seen | None:
        """What lies there at `at` seconds when it is new and nothing moves; with tiles as a camera sees it."""
        text = self._texts[bisect.bisect_right(self._times, at + 1e-6) - 1]
        if text[:1] == ["moving"]:
            return None
        lines = [line.split() for line in text]
        faces = [line for line in lines if line[0] != Unseen.BACK.value and not line[0].startswith(TILE)]
        for face, *_ in faces:
            self.rest_at.setdefault(face, at)
        tiles = [line for line in lines if line[0].startswith(TILE)]
        self._marks = {(line[0], line[1]): self._mark((line[0], line[1])) for line in (*faces, *tiles)}
        backs = Counter(Place.parse(line[1]) for line in lines if line[0] == Unseen.BACK.value)
        settled = Settled(0.0, tuple(map(self._card, faces)), backs, tuple(map(self._tile, tiles)))
        if settled == self._told:
            return None
        self._told = settled
        return Seen(replace(settled, t=at), self._mat)

    def _card(self, line: list[str]) -> Sighting:
        face, place, x, y, turn = line
        mark = self._marks[face, place]
        where = Place.parse(place)
        came = hand_place(where.number) if where.is_play else None  # in these films everybody lays into his own zone
        return Sighting(parse_face(face), 1.0, (), float(x), float(y), float(turn), where, mark, came)

    def _tile(self, line: list[str]) -> TileSighting:
        says, place, x, y, _ = line
        if says not in _BY_WORD:
            raise TruthFaulty(f"There is no bid tile {says!r}: the truth beside a picture has one of {_WORDS}.")
        return TileSighting(_BY_WORD[says], float(x), float(y), Place.parse(place), self._marks[says, place])

    def _mark(self, line: Line) -> int:
        known = self._marks.get(line)
        if known is None:
            known, self._next = self._next, self._next + 1
        return known


def _truth(path: Path) -> list[str]:
    try:
        return path.read_text("utf-8").splitlines()
    except OSError as fault:
        raise TruthFaulty(f"{path} is missing: without it nobody knows what truly lay there.") from fault


def tell(recording: Recording, look: Look) -> Telling:
    """The recording refereed with these eyes, as fast as possible; each play's time includes the work on its frame."""
    story = Telling()
    with tempfile.TemporaryDirectory() as folder, EventLog(Path(folder) / "match-0001.jsonl") as log:
        referee = Referee(log, look, lambda state, number: None, lambda: "")
        done = 0
        for moment in recording.moments():
            began = time.perf_counter()
            referee.tick(moment)
            shown_at = moment.at + time.perf_counter() - began
            for event in (event for entry in log.entries[done:] for event in entry.events):
                story.events.append(event)
                if isinstance(event, CardPlayed):
                    story.played_at[event.seat, event.card.text] = shown_at
            done = len(log.entries)
    return story


def watch_recording(folder: Path, eyes: Callable[[], Look] | None = None) -> Watched | None:
    """Watches one recording with the real reader (or with `eyes`); None for a folder that is no recording."""
    if not (folder / "recording.json").is_file():
        return None
    recording, truth = load_recording(folder), TruthEyes(folder)
    due = tell(recording, truth)
    told = tell(recording, eyes() if eyes is not None else eyes_for(recording, Reader.load()).look)
    late = [told.played_at[play] - truth.rest_at[play[1]] for play in due.played_at if play in told.played_at]
    plays, right = _plays(due), _plays(told)
    found, said = _findings(due), _findings(told)
    return Watched(
        plays=plays.total(),
        wrong=max((plays - right).total(), (right - plays).total()),
        asked=sum(isinstance(event, QuestionAsked) for event in told.events),
        missed=(found - said).total(),
        false=(said - found).total(),
        late_s=tuple(late),
    )


def eyes_for(recording: Recording, reader: Reader) -> Eyes:
    """The real eyes, over the recording's mat and for its deck."""
    return Eyes(reader, recording.mat, copies=copies_in(recording.played_by or recording.rules))


def _plays(story: Telling) -> Counter[tuple[int, str, int]]:
    return Counter(
        (event.seat, event.card.text, event.trick) for event in story.events if isinstance(event, CardPlayed)
    )


def _findings(story: Telling) -> Counter[tuple[str, int, int | None]]:
    found = (event.finding for event in story.events if isinstance(event, FindingRaised))
    return Counter((finding.code.value, finding.seat, finding.trick) for finding in found)
