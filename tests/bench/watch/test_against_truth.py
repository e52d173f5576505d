"""What is told of a recording, held against its truth."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from engine.cards import Card, Unseen
from hardware.cameras.frames import Picture
from table_controller.match.playback import bundled, load_recording
from table_controller.watching.zones import Seen
from tests.bench.watch.against_truth import TruthEyes, TruthFaulty, Watched, tell, watch_recording
from tests.table_controller.mini import make_recording

IOWA = bundled("iowa_hand") or Path("nowhere")


class ErringEyes(TruthEyes):
    """Reads one card wrongly, or not at all."""

    def __init__(self, folder: Path, card: str, read: Card | Unseen) -> None:
        super().__init__(folder)
        self._meant, self._read = Card.parse(card), read

    def __call__(self, image: Picture, at: float) -> Seen | None:
        seen = super().__call__(image, at)
        if seen is None:
            return None
        faces = tuple(
            replace(each, face=self._read, confidence=1.0 if isinstance(self._read, Card) else 0.0)
            if each.face == self._meant
            else each
            for each in seen.settled.sightings
        )
        return replace(seen, settled=replace(seen.settled, sightings=faces))


def test_eyes_that_never_err_tell_what_was_filmed() -> None:
    watched = watch_recording(IOWA, lambda: TruthEyes(IOWA))
    assert watched is not None
    counts = (watched.plays, watched.wrong, watched.asked, watched.missed, watched.false)
    assert counts == (24, 0, 0, 0, 0)
    assert len(watched.late_s) == 24
    assert all(0 <= seconds < 0.2 for seconds in watched.late_s)


def last_card() -> str:
    played = list(tell(load_recording(IOWA), TruthEyes(IOWA)).played_at)
    return played[-1][1]


def test_a_card_read_as_another_counts_as_wrong() -> None:
    card = last_card()
    wrong = next(text for text in ("9C", "9D") if text != card)
    watched = watch_recording(IOWA, lambda: ErringEyes(IOWA, card, Card.parse(wrong)))
    assert watched is not None
    assert watched.wrong + watched.asked >= 1


def test_a_card_that_is_not_read_counts_as_asked_and_missing() -> None:
    watched = watch_recording(IOWA, lambda: ErringEyes(IOWA, last_card(), Unseen.UNREADABLE))
    assert isinstance(watched, Watched)
    assert (watched.asked, watched.wrong) == (1, 1)


def test_what_is_no_recording_is_passed_over_and_one_without_truth_refused(tmp_path: Path) -> None:
    assert watch_recording(tmp_path) is None
    folder = make_recording(tmp_path / "entered")
    with pytest.raises(TruthFaulty, match=r"0001\.txt is missing"):
        watch_recording(folder)
