"""The mats: places that hold a card each, apart from one another, found from any point of them."""

from __future__ import annotations

import pytest

from engine.places import KITTY, OUTSIDE, hand_place, play_zone
from vision.mat.mats import A3_FOUR, FIRST_MARKER, MATS, PAPERS, Mat, UnknownMat, mat_named, mat_of

every_mat = pytest.mark.parametrize("mat", MATS.values(), ids=lambda mat: mat.name)


@every_mat
def test_the_middle_of_every_place_lies_in_it(mat: Mat) -> None:
    for place, (x0, y0, x1, y1) in mat.places.items():
        assert mat.place_at((x0 + x1) / 2, (y0 + y1) / 2) == place


@every_mat
def test_no_two_places_markers_or_spots_overlap(mat: Mat) -> None:
    side = mat.marker_side
    boxes = [(place.text, box) for place, box in (*mat.places.items(), *mat.spots.items())]
    boxes += [(f"marker{m}", (x, y, x + side, y + side)) for m, (x, y) in mat.markers.items()]
    for i, (one, a) in enumerate(boxes):
        for other, b in boxes[i + 1 :]:
            apart = a[0] >= b[2] or b[0] >= a[2] or a[1] >= b[3] or b[1] >= a[3]
            assert apart, f"{one} and {other}"


@every_mat
def test_what_is_printed_lies_on_the_paper_and_hands_lie_beyond_it(mat: Mat) -> None:
    width, height = mat.size
    for place, (x0, y0, x1, y1) in (*mat.places.items(), *mat.spots.items()):
        on_paper = x0 >= 0 and y0 >= 0 and x1 <= width and y1 <= height
        beyond = x0 >= width or y0 >= height or x1 <= 0 or y1 <= 0
        assert beyond if place.is_hand else on_paper


@every_mat
def test_seats_go_clockwise_from_the_lower_edge(mat: Mat) -> None:
    import math

    middle = mat.size[0] / 2, mat.size[1] / 2
    turns = []
    for seat in range(1, mat.seats + 1):
        x0, y0, x1, y1 = mat.places[hand_place(seat)]
        angle = math.degrees(math.atan2((y0 + y1) / 2 - middle[1], (x0 + x1) / 2 - middle[0]))
        turns.append((angle - 90) % 360)
    assert turns[0] == pytest.approx(0, abs=0.1) and turns == sorted(turns)


def test_there_is_a_mat_for_three_to_six_seats_on_every_paper() -> None:
    assert {(mat.name, mat.seats) for mat in MATS.values()} == {
        (f"{paper}-{seats}", seats) for paper in PAPERS for seats in (3, 4, 5, 6)
    }
    assert mat_named(" A3-4 ") is A3_FOUR


def test_the_markers_tell_for_how_many_seats_a_mat_is() -> None:
    ids = {seats: set(range(first, first + 4)) for seats, first in FIRST_MARKER.items()}
    assert len(set.union(*ids.values())) == 16
    assert all(set(mat.markers) == ids[mat.seats] for mat in MATS.values())


@pytest.mark.parametrize("name", ["a3-7", "b5-4", "", "a3"])
def test_a_mat_that_is_not_made_is_refused_with_those_that_are(name: str) -> None:
    with pytest.raises(UnknownMat, match="a3-4"):
        mat_named(name)
    with pytest.raises(UnknownMat, match="3 to 6"):
        mat_of(7, "a3")


def test_a_card_thrown_beside_its_zone_still_counts_there() -> None:
    assert A3_FOUR.place_at(285, 285, hands=False) == play_zone(1)
    assert A3_FOUR.place_at(25, 80) == play_zone(2)


def test_at_the_mats_edge_a_back_is_a_hand_and_a_face_is_a_play() -> None:
    assert A3_FOUR.place_at(285, 298) == hand_place(1)


def test_far_away_is_outside() -> None:
    assert A3_FOUR.place_at(-160, 360) == OUTSIDE


def test_a_spot_is_no_place_of_play() -> None:
    (x0, y0, x1, y1), _ = A3_FOUR.spots.values()
    assert A3_FOUR.spot_at((x0 + x1) / 2, (y0 + y1) / 2) == KITTY
    assert A3_FOUR.spot_at(210, 240) is None


def test_marker_corners_go_clockwise_from_the_top_left() -> None:
    assert A3_FOUR.marker_corners(1) == ((374, 10), (410, 10), (410, 46), (374, 46))
    assert A3_FOUR.seats == 4


def test_every_zone_has_its_number_in_its_four_corners() -> None:
    assert len(A3_FOUR.numbers) == 16
    assert all(any(A3_FOUR.away(play_zone(s), x, y) == 0 for s in (1, 2, 3, 4)) for x, y in A3_FOUR.numbers)


@every_mat
def test_what_lies_in_a_hands_place_is_no_play_and_what_is_thrown_near_a_zone_is(mat: Mat) -> None:
    for seat in range(1, mat.seats + 1):
        x0, y0, x1, y1 = mat.places[hand_place(seat)]
        assert not mat.place_of_face((x0 + x1) / 2, (y0 + y1) / 2).is_play
        x0, y0, x1, y1 = mat.places[play_zone(seat)]
        assert mat.place_of_face((x0 + x1) / 2, (y0 + y1) / 2) == play_zone(seat)
    assert A3_FOUR.place_of_face(210, 305) == play_zone(1)
