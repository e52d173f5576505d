"""Places and their text: every place comes back from what it wrote, and nothing else is a place."""

from __future__ import annotations

import pickle

import pytest

from engine.places import DECK, KITTY, MIDDLE, OUTSIDE, NotAPlace, Place, PlaceKind, hand_place, play_zone

SINGLE = {"middle": MIDDLE, "kitty": KITTY, "deck": DECK, "outside": OUTSIDE}


@pytest.mark.parametrize("place", [*SINGLE.values(), *map(play_zone, range(1, 7)), *map(hand_place, range(1, 7))])
def test_a_place_comes_back_from_its_text(place: Place) -> None:
    assert Place.parse(place.text) == place == pickle.loads(pickle.dumps(place))
    assert str(place) == place.text


def test_texts_are_those_of_logs_and_recordings() -> None:
    assert (play_zone(3).text, hand_place(6).text) == ("play3", "hand6")
    assert {place.text: place for place in SINGLE.values()} == SINGLE


@pytest.mark.parametrize(
    "text", ["", "play", "play0", "hand", "middle1", "Play1", "play1 ", "play-1", "playX", None, 3]
)
def test_nothing_else_is_a_place(text: str) -> None:
    with pytest.raises(NotAPlace, match="is not a place: known are play1"):
        Place.parse(text)


def test_a_place_has_a_number_where_there_is_one_for_each_seat_and_only_there() -> None:
    for kind in PlaceKind:
        assert Place(kind, 2 if kind.is_numbered else 0).kind is kind
        with pytest.raises(NotAPlace):
            Place(kind, 0 if kind.is_numbered else 2)
