"""Restless films: the same from the same seed, never fewer than two hands on their way, and all plays are due."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from tests.bench.watch.film import drawn, out_of_sight
from tests.bench.watch.hands import Kind, filmed
from vision.workshop.studio.people.reel import Reel
from vision.workshop.studio.people.restless import FEWEST_MOVING
from vision.workshop.studio.people.shots import Shot
from vision.workshop.studio.recording import truth_lines
from vision.workshop.studio.scene.belongings import Fan
from vision.workshop.studio.scene.table import Limb

SEED = 7
HANDS = (0, 1, 3)
"""With four, three and six seats."""


def reel_of(number: int, seed: int = SEED) -> Reel:
    return filmed(number, seed, Kind.RESTLESS)[0]


def limbs(shot: Shot) -> list[Limb]:
    assert shot.around is not None
    return [thing for thing in shot.around.over if isinstance(thing, Limb)]


@pytest.mark.parametrize("number", HANDS)
def test_two_hands_or_more_move_from_every_frame_to_the_next(number: int) -> None:
    shots = [shot for shot in reel_of(number).shots if not shot.doubled]
    few = []
    for before, after in pairwise(shots):
        seen = set(limbs(before)) | set(before.scene.limbs)
        moved = sum(limb not in seen for limb in (*limbs(after), *after.scene.limbs))
        few += [after.t] if moved < FEWEST_MOVING else []
    assert not few


def test_the_same_seed_gives_the_same_film_and_another_seed_another() -> None:
    assert reel_of(0).shots == reel_of(0).shots
    assert reel_of(0).shots != reel_of(0, SEED + 1).shots


@pytest.mark.parametrize("number", HANDS)
def test_every_card_that_is_played_comes_to_lie_and_none_of_a_fan_does(number: int) -> None:
    reel, _, due, _ = filmed(number, SEED, Kind.RESTLESS)
    lain = {item.card.face for shot in reel.shots for item in shot.lying if item.card.face is not None}
    assert {card for _, card, _ in due.plays} <= {str(face) for face in lain}
    for shot in reel.shots:
        assert shot.around is not None
        fans = Counter(card for thing in shot.around.over if isinstance(thing, Fan) for card in thing.cards if card)
        lying = Counter(item.card.face for item in shot.lying if item.card.face is not None)
        copies = max(Counter(card for trick in reel.plan.tricks for _, card in trick.plays).values())
        assert all((fans + lying)[card] <= copies for card in fans), f"{shot.t} s: a card lies and is held"


def test_the_truth_of_every_frame_says_that_something_moves() -> None:
    assert all(truth_lines(shot)[0] == "moving" for shot in reel_of(1).shots)


def test_cards_are_held_in_the_air_before_they_are_laid() -> None:
    """Some of every film's cards hang still over the table from one frame to the next, high enough to tell."""
    assert sum(held_still(a, b) for number in HANDS for a, b in pairwise(reel_of(number).shots)) > 10


def held_still(before: Shot, after: Shot) -> int:
    """How many cards are in the air in both shots, at one place."""
    now = {mover.card.face: mover.card for mover in after.scene.moving if mover.card.face and mover.card.lift > 40}
    same = [(mover.card, now[mover.card.face]) for mover in before.scene.moving if mover.card.face in now]
    return sum(bool(np.hypot(a.x - b.x, a.y - b.y) < 4) for a, b in same)


def test_no_gap_is_longer_than_the_camera_makes_it() -> None:
    reel = reel_of(0)
    reel.shots = [replace(shot, doubled=False) for shot in reel.shots]
    gaps = np.diff([shot.t for shot in reel.shots])
    assert np.median(gaps) == pytest.approx(1 / reel.landing.manner.rate, abs=0.01)
    assert gaps.max() < 1.0


def test_a_card_under_an_idle_arm_is_out_of_sight_and_one_beside_it_is_not() -> None:
    reel, stage, _, _ = filmed(0, SEED, Kind.RESTLESS)
    shot = next(shot for shot in reel.shots if shot.lying and not shot.scene.limbs)
    item = shot.lying[0]
    arm = replace(limbs(shot)[0], x=item.card.x, y=item.card.y, turn=0.0, height=10.0)
    assert shot.around is not None
    on_it = replace(shot, lying=(item,), around=replace(shot.around, over=(arm,)))
    assert out_of_sight(on_it, stage.camera) == {0}
    beside = replace(shot, lying=(item,), around=replace(shot.around, over=(replace(arm, x=arm.x + 160),)))
    assert not out_of_sight(beside, stage.camera)


def test_frames_of_one_layout_differ_where_hands_are_and_the_cards_stay() -> None:
    reel, stage, _, _ = filmed(1, SEED, Kind.RESTLESS)
    reel.shots = reel.shots[:3]
    pictures = list(drawn(reel, stage))
    assert len(pictures) == 3 and len(set(pictures)) == 3 and all(data[:2] == b"\xff\xd8" for data in pictures)
