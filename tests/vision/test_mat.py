from __future__ import annotations

import pytest

from vision.mat import A3_FOUR, OUTSIDE


@pytest.mark.parametrize("place", sorted(A3_FOUR.places))
def test_the_middle_of_every_place_is_that_place(place: str) -> None:
    x0, y0, x1, y1 = A3_FOUR.places[place]
    assert A3_FOUR.place_at((x0 + x1) / 2, (y0 + y1) / 2) == place


def test_a_card_thrown_a_little_out_of_its_zone_still_belongs_to_it() -> None:
    assert A3_FOUR.place_at(285, 285, hands=False) == "play1"
    assert A3_FOUR.place_at(25, 80) == "play2"


def test_a_back_at_the_mats_edge_was_dealt() -> None:
    assert A3_FOUR.place_at(285, 298) == "hand1"


def test_far_from_every_place_is_outside() -> None:
    assert A3_FOUR.place_at(-160, 360) == OUTSIDE


def test_places_do_not_overlap_and_miss_the_markers() -> None:
    boxes = list(A3_FOUR.places.items())
    boxes += [(f"marker{m}", (x, y, x + 36, y + 36)) for m, (x, y) in A3_FOUR.markers.items()]
    for i, (a, p) in enumerate(boxes):
        for b, q in boxes[i + 1 :]:
            apart = p[2] <= q[0] or q[2] <= p[0] or p[3] <= q[1] or q[3] <= p[1]
            assert apart, f"{a} overlaps {b}"


def test_marker_corners_run_clockwise_from_the_top_left() -> None:
    assert A3_FOUR.marker_corners(1) == ((374, 10), (410, 10), (410, 46), (374, 46))
    assert A3_FOUR.seats == 4
