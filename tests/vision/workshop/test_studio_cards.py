"""The decks: complete, each face different, indices where a reader looks for them, backs alike both ways up."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from engine.cards import Card, Rank, Suit
from vision.reading.decks import DECKS
from vision.workshop.studio.print.decks import CARD_HEIGHT, CARD_WIDTH, FULL_DECK, STYLES
from vision.workshop.studio.print.faces import card_picture, draw_face
from vision.workshop.studio.print.ink import Picture
from vision.workshop.studio.print.pips import Cut, outlines

styles = pytest.mark.parametrize("name", sorted(STYLES))


def test_there_are_at_least_four_styles_of_52_cards() -> None:
    assert len(STYLES) >= 4
    assert len(set(FULL_DECK)) == 52


@styles
def test_every_face_differs_from_every_other(name: str) -> None:
    faces = [card_picture(STYLES[name], card, 1.0) for card in (*FULL_DECK, Card(Rank.JOKER, None), None)]
    small = np.stack([face.astype(np.float32).reshape(-1) for face in faces])
    for k, face in enumerate(small):
        apart = np.abs(small - face).mean(axis=1)
        apart[k] = np.inf
        assert apart.min() > 0.5, f"card {k} of {name} looks like card {int(apart.argmin())}"


@styles
def test_a_card_has_the_size_of_a_real_one_and_round_corners(name: str) -> None:
    picture = card_picture(STYLES[name], Card.parse("QH"), 4.0)
    assert picture.shape == (round(CARD_HEIGHT * 4), round(CARD_WIDTH * 4), 4)
    assert picture[0, 0, 3] == 0
    assert picture[picture.shape[0] // 2, 1, 3] == 255


@styles
@pytest.mark.parametrize("card", ["9C", "TD", "QS", "AS"])
def test_the_index_is_in_two_corners_half_a_turn_apart(name: str, card: str) -> None:
    face = draw_face(STYLES[name], Card.parse(card), 4.0)
    first = _corner(face)
    assert _ink(first) > 0.03, "there is an index"
    assert np.abs(first.astype(int) - _corner(face[::-1, ::-1])).mean() < 4


def test_the_continental_deck_has_an_index_in_all_four_corners() -> None:
    face = draw_face(STYLES["continental"], Card.parse("8S"), 4.0)
    assert _ink(_corner(face[:, ::-1])) > 0.03
    assert _ink(_corner(draw_face(STYLES["classic"], Card.parse("8S"), 4.0)[:, ::-1])) == 0


@styles
def test_the_index_is_a_tenth_to_a_sixth_of_the_card_wide(name: str) -> None:
    face = draw_face(STYLES[name], Card.parse("TS"), 10.0)
    index = STYLES[name].index
    columns = np.where(_dark(face[: round((index.top + index.height + 0.5) * 10), :130]).any(axis=0))[0]
    width = (columns.max() - columns.min()) / 10
    assert 0.085 * CARD_WIDTH <= width <= 0.165 * CARD_WIDTH


@pytest.mark.parametrize("rank", "23456789T")
def test_a_number_card_shows_its_number_of_pips(rank: str) -> None:
    style = STYLES["fourcolour"]
    face = draw_face(style, Card.parse(f"{rank}D"), 6.0)
    field = _dark(face[:, (14 * 6) : (49 * 6)]).astype(np.uint8)
    wide = np.pad(field, 8)
    count, _, stats, _ = cv2.connectedComponentsWithStats(wide)
    pips = sum(int(row[cv2.CC_STAT_AREA]) > 500 for row in stats[1:count])
    assert pips == int("10" if rank == "T" else rank)


@styles
def test_the_letters_mean_the_ranks_they_stand_for(name: str) -> None:
    """Held against the reader's own list of languages."""
    style = STYLES[name]
    for rank in Rank:
        if rank is not Rank.JOKER:
            assert DECKS[style.language][style.letter(rank)] is rank


@styles
def test_a_back_is_the_same_upside_down(name: str) -> None:
    back = card_picture(STYLES[name], None, 4.0).astype(int)
    assert np.abs(back - back[::-1, ::-1]).mean() < 1.0


@pytest.mark.parametrize("cut", list(Cut))
@pytest.mark.parametrize("suit", list(Suit))
def test_a_suit_sign_is_one_high_upright_and_even(suit: Suit, cut: Cut) -> None:
    spots = np.concatenate(outlines(suit, cut))
    assert spots[:, 1].max() - spots[:, 1].min() == pytest.approx(1.0, abs=0.02)
    assert spots[:, 0].min() == pytest.approx(-spots[:, 0].max(), abs=1e-6)


def _corner(face: Picture) -> Picture:
    return face[12:88, 10:40]


def _dark(face: Picture) -> np.ndarray[tuple[int, ...], np.dtype[np.bool_]]:
    return np.asarray(face.min(axis=-1) < 140)


def _ink(part: Picture) -> float:
    return float(_dark(part).mean())
