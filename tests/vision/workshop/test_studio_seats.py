"""Tables of every size: three to six seats on the printed mats."""

from __future__ import annotations

import math

import numpy as np
import pytest

from engine.cards import Card
from engine.places import OUTSIDE, hand_place, play_zone
from vision.mat.mats import A3_FOUR, MATS, Mat
from vision.workshop.studio.people.landing import Manner
from vision.workshop.studio.people.plans import Plan, PlannedTrick
from vision.workshop.studio.people.script import film_hand
from vision.workshop.studio.people.seats import seat_place
from vision.workshop.studio.print.decks import FULL_DECK, STYLES
from vision.workshop.studio.recipes import overhead
from vision.workshop.studio.scene.camera import Camera
from vision.workshop.studio.scene.table import Stage


def plan(seats: int) -> Plan:
    deal = [FULL_DECK[7 * k % 52] for k in range(seats)]
    plays = tuple((seat, Card.parse(str(card))) for seat, card in enumerate(deal, start=1))
    return Plan("ring", "none", tuple("ABCDEF"[:seats]), 1, (2, 3), (), (PlannedTrick(plays, seats),))


every_mat = pytest.mark.parametrize("mat", MATS.values(), ids=lambda mat: mat.name)


@every_mat
def test_a_hand_is_dealt_and_played_at_every_seat(mat: Mat) -> None:
    seats = mat.seats
    reel = film_hand(plan(seats), mat, Manner(overlap=0.3), seed=2)
    dealt = {item.place for shot in reel.shots for item in shot.lying if item.card.face is None}
    played = {item.place for shot in reel.shots for item in shot.lying if item.card.face is not None}
    assert dealt == {OUTSIDE, *(hand_place(seat) for seat in range(1, seats + 1))}
    assert played == {play_zone(seat) for seat in range(1, seats + 1)}
    for shot in reel.shots:
        assert all(mat.place_at(item.card.x, item.card.y) == item.place for item in shot.lying)


@every_mat
def test_cards_face_their_player_and_piles_belong_to_no_place(mat: Mat) -> None:
    for seat in range(1, mat.seats + 1):
        place = seat_place(mat, seat, left_handed=False)
        assert mat.place_at(*place.pile) == OUTSIDE
        down = -math.sin(math.radians(place.turn)), math.cos(math.radians(place.turn))
        assert np.dot(down, place.out) == pytest.approx(1.0)
        assert np.dot(place.right, place.out) == pytest.approx(0.0, abs=1e-9)


def test_seats_one_to_four_of_the_printed_mat_lie_below_left_above_and_right() -> None:
    turns = [seat_place(A3_FOUR, seat, False).turn % 360 for seat in (1, 2, 3, 4)]
    assert turns == pytest.approx([0, 90, 180, 270], abs=0.5)


def test_the_camera_hangs_high_enough_for_every_hand() -> None:
    mat = MATS["a3-6"]
    camera = overhead(mat, Camera())
    corners = np.array([(box[i], box[j]) for box in mat.places.values() for i, j in ((0, 1), (2, 1), (2, 3), (0, 3))])
    seen = camera.project(corners)
    assert seen.min() > -40 and (seen < np.array(camera.size) + 40).all()
    picture = Stage(STYLES["classic"], "felt", 1, camera, mat=mat).photograph(
        film_hand(plan(6), mat, Manner(overlap=0.3), 2).shots[-1].scene
    )
    assert picture.shape == (720, 1280, 3)
