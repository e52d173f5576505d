"""The watcher on recorded frames: what it tells is what lies there, in the order it came to lie there."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from engine.cards import Card, Unseen
from engine.places import OUTSIDE, Place, hand_place
from tests import ROOT
from vision.mat.judging import MatCode, Remark
from vision.mat.mats import A3_FOUR
from vision.pictures import load_picture
from vision.reading.reader import Reader
from vision.table.parts import joined
from vision.table.sighting import Settled
from vision.table.watch import Watcher

RECORDINGS = [
    ROOT / "table_controller/recordings/iowa_hand",
    ROOT / "tests/recordings/exchange_hand",
]


@dataclass(frozen=True, slots=True)
class Truth:
    """The text beside a frame: face-up cards by place, backs by place, and whether something moves."""

    cards: frozenset[tuple[str, Place]]
    backs: dict[Place, int]
    moving: bool


def truth(path: Path) -> Truth:
    cards, backs, moving = set(), {}, False
    for line in path.read_text().splitlines():
        face, *rest = line.split() or [""]
        if face == "moving":
            moving = True
        elif face == "##":
            place = Place.parse(rest[0])
            backs[place] = backs.get(place, 0) + 1
        elif face:
            cards.add((face, Place.parse(rest[0])))
    return Truth(frozenset(cards), backs, moving)


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader.load()


def watched(reader: Reader, recording: Path) -> list[tuple[Truth, Settled]]:
    watcher = Watcher(reader, A3_FOUR)
    told = []
    for frame in json.loads((recording / "recording.json").read_text())["frames"]:
        path = recording / frame["file"]
        settled = watcher.see(load_picture(path), frame["t"])
        if settled is not None:
            told.append((truth(path.with_suffix(".txt")), settled))
    return told


@pytest.mark.parametrize("recording", RECORDINGS, ids=lambda p: p.name)
def test_what_is_told_is_what_lies_there(reader: Reader, recording: Path) -> None:
    told = watched(reader, recording)
    named = {s.mark: str(s.face) for _, t in told for s in t.sightings if isinstance(s.face, Card)}
    played = {c for t, _ in told for c, _ in t.cards}
    wrong = [
        f"t={t.t}: {s.face} ({s.confidence:.2f}) at {s.place}"
        for truly, t in told
        for s in t.sightings
        if isinstance(s.face, Card) and s.mark not in t.out_of_sight and (str(s.face), s.place) not in truly.cards
    ]
    assert not wrong, wrong
    assert set(named.values()) == played, "every card that lay there was named in the end"
    assert len(named) == len(set(named.values())), "each card kept its mark as long as it lay there"


def test_the_deal_is_seen_at_every_seat(reader: Reader) -> None:
    told = watched(reader, RECORDINGS[0])
    assert any(all(t.backs[hand_place(seat)] >= 1 for seat in (1, 2, 3, 4)) for _, t in told)
    assert not told[0][1].sightings and not any(told[0][1].backs.values())


def frames_at_rest(recording: Path, cards: int) -> list[np.ndarray]:
    """The longest run of still frames with so many face-up cards."""
    best: list[Path] = []
    run: list[Path] = []
    for path in sorted(recording.glob("*.txt")):
        if not path.stem.isdigit():
            continue
        t = truth(path)
        run = [*run, path] if len(t.cards) == cards and not t.moving else []
        best = max(best, run, key=len)
    return [load_picture(p.with_suffix(".jpg")) for p in best]


def test_a_card_read_once_is_told_once_while_nothing_changes(reader: Reader) -> None:
    watcher = Watcher(reader, A3_FOUR)
    frames = frames_at_rest(RECORDINGS[0], 4)
    told = [s for k, f in enumerate(frames * 4) if (s := watcher.see(f, k / 10)) is not None]
    assert len(told) <= 2 and len(told[-1].sightings) == 4


def test_a_bumped_camera_changes_no_card(reader: Reader) -> None:
    """The picture shifted by 20 pixels: the markers tell where the mat went, cards keep name, place and mark."""
    watcher = Watcher(reader, A3_FOUR)
    frames = frames_at_rest(RECORDINGS[0], 4)
    shift = np.array([[1, 0, 20], [0, 1, -14.0]])
    before = [s for k, f in enumerate(frames) if (s := watcher.see(f, k / 10)) is not None][-1]
    bumped = [np.asarray(cv2.warpAffine(f, shift, (1280, 720), borderMode=cv2.BORDER_REPLICATE)) for f in frames]
    for k, f in enumerate(bumped * 2):
        after = watcher.see(f, 1 + k / 10)
        if after is not None:
            assert {(s.face, s.place, s.mark) for s in after.sightings} == {
                (s.face, s.place, s.mark) for s in before.sightings
            }


def test_a_card_that_cant_be_read_is_reported_unreadable_not_guessed(reader: Reader) -> None:
    """Every index painted over: a white card with pips is left, and no name may be given to it."""
    watcher = Watcher(reader, A3_FOUR)
    empty, card = frames_at_rest(RECORDINGS[0], 0), frames_at_rest(RECORDINGS[0], 1)
    for k, f in enumerate(empty):
        watcher.see(f, k / 10)
    spots = [i for seen in reader.read_photo(card[0], sure=0.3).cards for i in seen.indices]
    assert spots
    told = []
    for k, f in enumerate(card * 4):
        masked = f.copy()
        for i in spots:
            cv2.circle(masked, (round(i.place.x), round(i.place.y)), round(0.75 * i.place.height), (215, 225, 228), -1)
        settled = watcher.see(masked, 10 + k / 10)
        told += [settled] if settled is not None else []
    faces = [s.face for t in told for s in t.sightings]
    assert faces and set(faces) == {Unseen.UNREADABLE}


def test_without_the_mat_nothing_is_told_and_health_says_why(reader: Reader) -> None:
    watcher = Watcher(reader, A3_FOUR)
    black = np.zeros((720, 1280, 3), np.uint8)
    assert [watcher.see(black, k / 10) for k in range(5)] == [None] * 5
    assert watcher.health == Remark(MatCode.LOST)


def test_boxes_that_cover_much_of_each_other_become_one() -> None:
    assert joined([(0, 0, 10, 10), (2, 2, 12, 12), (40, 0, 50, 10)]) == [(0, 0, 12, 12), (40, 0, 50, 10)]
    assert joined([(0, 0, 10, 10), (20, 0, 30, 10), (8, 0, 22, 10)]) == [(0, 0, 30, 10)]


def test_boxes_that_only_touch_at_a_corner_stay_apart() -> None:
    assert len(joined([(0, 0, 10, 10), (8, 8, 18, 18)])) == 2


def test_a_mat_found_elsewhere_is_read_as_a_whole(reader: Reader) -> None:
    """Markers remembered 16 pixels from where they are stand for a camera moved over a table without texture."""
    watcher = Watcher(reader, A3_FOUR)
    frames = frames_at_rest(RECORDINGS[0], 4)
    for k, f in enumerate(frames):
        watcher.see(f, k / 10)
    assert watcher.registration is not None
    back = np.array([[1, 0, -16], [0, 1, -16], [0, 0, 1.0]])
    was = watcher.registration
    watcher.registration = replace(was, to_mat=was.to_mat @ back, corners=was.corners + 16.0)
    spoiled = [f.copy() for f in frames]
    for f in spoiled:
        f[40:70, 1000:1030] = 200  # a small thing laid beside the mat
    read: list[tuple[int, int, int, int]] = []
    take = watcher._known.take
    watcher._known.take = lambda cards, box, look: (read.append(box), take(cards, box, look))[1]  # type: ignore[method-assign]
    for k, f in enumerate(spoiled):
        watcher.see(f, 5 + k / 10)
    assert (0, 0, *watcher.flat.size) in read


def test_the_crop_of_a_card_shows_it_and_of_a_card_that_is_not_there_there_is_none(reader: Reader) -> None:
    watcher = Watcher(reader, A3_FOUR)
    told = [s for k, f in enumerate(frames_at_rest(RECORDINGS[0], 4)) if (s := watcher.see(f, k / 10)) is not None][-1]
    for seen in told.sightings:
        data = watcher.crop(seen.mark)
        assert data is not None
        picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
        assert picture.shape == (480, 480, 3)
        read = reader.read_photo(np.asarray(picture, np.uint8), sure=0.5)
        assert str(seen.face) in {str(card.card) for card in read.cards}
    assert watcher.crop(999) is None


def test_a_dark_moment_changes_nothing_that_was_known(reader: Reader) -> None:
    watcher = Watcher(reader, A3_FOUR)
    frames = frames_at_rest(RECORDINGS[0], 4)
    before = [s for k, f in enumerate(frames) if (s := watcher.see(f, k / 10)) is not None][-1]
    dark = [np.asarray(f // 40, np.uint8) for f in frames]
    assert all(watcher.see(f, 5 + k / 10) is None for k, f in enumerate(dark))
    after = [s for k, f in enumerate(frames) if (s := watcher.see(f, 10 + k / 10)) is not None]
    assert all({x.mark for x in s.sightings} == {x.mark for x in before.sightings} for s in after)


def test_a_watch_that_begins_in_the_middle_of_a_trick_sees_it_gathered(reader: Reader) -> None:
    """Cards that lie there from the first picture on are no part of the bare table."""
    recording, watcher, told = RECORDINGS[0], Watcher(reader, A3_FOUR), list[tuple[Truth, Settled]]()
    frames = json.loads((recording / "recording.json").read_text())["frames"]
    lying = [truth((recording / f["file"]).with_suffix(".txt")) for f in frames]
    start = next(k for k, t in enumerate(lying) if len(t.cards) == 3 and not t.moving)
    for frame, truly in zip(frames[start:], lying[start:], strict=True):
        settled = watcher.see(load_picture(recording / frame["file"]), frame["t"])
        if settled is not None:
            told.append((truly, settled))
    assert len(told[0][1].sightings) == 3
    for truly, settled in told:
        lying = {(str(s.face), s.place): s.mark for s in settled.sightings if s.place != OUTSIDE}
        hidden = {card for card, mark in lying.items() if mark in settled.out_of_sight}
        there = {each for each in truly.cards if each[1] != OUTSIDE}
        assert set(lying) - hidden == there - hidden, f"at {settled.t} s"


def test_what_is_read_at_a_cards_far_end_is_no_second_card(reader: Reader) -> None:
    """Another card's index pasted on one end of a card that is known: two names at one place are one card."""
    watcher = Watcher(reader, A3_FOUR)
    frames = frames_at_rest(RECORDINGS[0], 4)
    before = [s for k, f in enumerate(frames) if (s := watcher.see(f, k / 10)) is not None][-1]
    first, other, *_ = (card for card in reader.read_photo(frames[0]).cards if len(card.indices) == 2)
    (here, there), size = (first.indices[1].place, other.indices[0].place), 40
    angle = np.degrees(np.arctan2(here.ux, -here.uy) - np.arctan2(there.ux, -there.uy))
    turn = cv2.getRotationMatrix2D((there.x, there.y), -angle, 1.0)
    turn[:, 2] += here.x - there.x, here.y - there.y
    pasted = cv2.warpAffine(frames[0], turn, (1280, 720))
    spot = cv2.circle(np.zeros((720, 1280, 1), np.uint8), (round(here.x), round(here.y)), size, 1, -1)
    forged = np.where(spot == 1, pasted, frames[0]).astype(np.uint8)
    for k in range(6):
        after = watcher.see(forged, 10 + k / 10)
        if after is not None:
            assert {(s.face, s.mark) for s in after.sightings} == {(s.face, s.mark) for s in before.sightings}


def test_what_stood_out_faintly_is_the_same_card_once_it_is_read(reader: Reader) -> None:
    """A hand left a bit of its court to be seen: where it came from is not forgotten with it."""
    watcher = Watcher(reader, A3_FOUR)
    empty, card = frames_at_rest(RECORDINGS[0], 0), frames_at_rest(RECORDINGS[0], 1)
    for k, f in enumerate(empty):
        watcher.see(f, k / 10)
    x, y = np.array(reader.read_photo(card[0]).cards[0].outline).mean(axis=0).astype(int)
    bit = np.s_[y - 20 : y + 20, x - 20 : x + 20]
    for k, f in enumerate(card):
        shown = empty[-1].copy()
        shown[bit] = f[bit]
        watcher.see(shown, 10 + k / 10)
    [faint] = watcher._known.faint
    faint.came_from = hand_place(4)
    told = [s for k, f in enumerate(card * 2) if (s := watcher.see(f, 20 + k / 10)) is not None]
    assert [(s.mark, s.came_from) for s in told[-1].sightings] == [(faint.mark, hand_place(4))]
    assert isinstance(told[-1].sightings[0].face, Card) and not watcher._known.faint
