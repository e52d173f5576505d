"""Tables of other sizes: three, five and six seats on a mat that the studio has never seen."""

from __future__ import annotations

import math

import numpy as np
import pytest

from engine.cards import Card
from vision.mat import A3_FOUR, OUTSIDE, Box, Mat
from vision.studio.camera import Camera
from vision.studio.decks import FULL_DECK, STYLES
from vision.studio.landing import Manner
from vision.studio.plans import Plan, Trick
from vision.studio.recipes import overhead
from vision.studio.script import film_hand
from vision.studio.seats import seat_place
from vision.studio.table import Stage


def around(middle: tuple[float, float], width: float, height: float) -> Box:
    x, y = middle
    return x - width / 2, y - height / 2, x + width / 2, y + height / 2


def round_mat(seats: int) -> Mat:
    """Places on a ring, seat 1 at the bottom, the rest clockwise as seen from above."""
    size = (594.0, 420.0)
    places: dict[str, Box] = {"middle": around((297, 210), 60, 50)}
    for seat in range(1, seats + 1):
        angle = math.radians(90 + 360 / seats * (seat - 1))
        x, y = math.cos(angle), math.sin(angle)
        places[f"play{seat}"] = around((297 + 190 * x, 210 + 135 * y), 100, 90)
        places[f"hand{seat}"] = around((297 + 400 * x, 210 + 300 * y), 110, 110)
    return Mat("ring", size, 36.0, A3_FOUR.markers, places)


def plan(seats: int) -> Plan:
    deal = [FULL_DECK[7 * k % 52] for k in range(seats)]
    plays = tuple((seat, Card.parse(str(card))) for seat, card in enumerate(deal, start=1))
    return Plan("ring", "none", tuple("ABCDEF"[:seats]), 1, (2, 3), (), (Trick(plays, seats),))


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_a_hand_is_dealt_and_played_at_every_seat(seats: int) -> None:
    mat = round_mat(seats)
    reel = film_hand(plan(seats), mat, Manner(overlap=0.3), seed=2)
    dealt = {item.place for shot in reel.shots for item in shot.lying if item.card.face is None}
    played = {item.place for shot in reel.shots for item in shot.lying if item.card.face is not None}
    assert dealt == {OUTSIDE, *(f"hand{seat}" for seat in range(1, seats + 1))}
    assert played == {f"play{seat}" for seat in range(1, seats + 1)}
    for shot in reel.shots:
        assert all(mat.place_at(item.card.x, item.card.y) == item.place for item in shot.lying)


@pytest.mark.parametrize("seats", [3, 5, 6])
def test_cards_face_their_player_and_piles_belong_to_no_place(seats: int) -> None:
    mat = round_mat(seats)
    for seat in range(1, seats + 1):
        place = seat_place(mat, seat, left_handed=False)
        assert mat.place_at(*place.pile) == OUTSIDE
        down = -math.sin(math.radians(place.turn)), math.cos(math.radians(place.turn))
        assert np.dot(down, place.out) == pytest.approx(1.0)
        assert np.dot(place.right, place.out) == pytest.approx(0.0, abs=1e-9)


def test_seats_one_to_four_of_the_printed_mat_lie_below_left_above_and_right() -> None:
    turns = [seat_place(A3_FOUR, seat, False).turn % 360 for seat in (1, 2, 3, 4)]
    assert turns == pytest.approx([0, 90, 180, 270], abs=0.5)


def test_the_camera_hangs_high_enough_for_every_hand() -> None:
    mat = round_mat(6)
    camera = overhead(mat, Camera())
    corners = np.array([(box[i], box[j]) for box in mat.places.values() for i, j in ((0, 1), (2, 1), (2, 3), (0, 3))])
    seen = camera.project(corners)
    assert seen.min() > -40 and (seen < np.array(camera.size) + 40).all()
    picture = Stage(STYLES["classic"], "felt", 1, camera, mat=mat).photograph(
        film_hand(plan(6), mat, Manner(overlap=0.3), 2).shots[-1].scene
    )
    assert picture.shape == (720, 1280, 3)
