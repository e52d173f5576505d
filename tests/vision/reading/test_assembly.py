from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from engine.cards import Card
from engine.certainty import NAMED
from vision.reading.assembly import assemble, bounding_box, evidence, one_card, outline, together, twins
from vision.reading.cutting import IndexPose
from vision.reading.decks import DECKS
from vision.reading.indices import FoundIndex
from vision.reading.networks import FEATURES, GLYPHS, JOKER, SUITS


def index(
    name: str, p: float = 0.95, at: tuple[float, float] = (100, 100), turn: float = 0.0, height: float = 20.0
) -> FoundIndex:
    """An index of this name read with probability p for rank and suit each; the rest is spread evenly."""
    glyph, suit = name[:-1], name[-1]
    glyphs = np.full(len(GLYPHS) + 1, (1 - p) / len(GLYPHS), np.float32)
    suits = np.full(len(SUITS) + 1, (1 - p) / len(SUITS), np.float32)
    glyphs[GLYPHS.index(glyph)], suits[SUITS.index(suit)] = p, p
    a = math.radians(turn)
    place = IndexPose(at[0], at[1], math.sin(a), -math.cos(a), height)
    return FoundIndex(place, 0.9, glyphs, suits, np.zeros(FEATURES, np.float32))


def leaning(i: FoundIndex, aspect: float) -> FoundIndex:
    """The index as it looks when everything is squeezed sideways (the card is upright in the picture)."""
    p = i.place
    return replace(i, place=replace(p, x=p.x * aspect, aspect=aspect))


def ends(name: str, second: str | None = None, at: tuple[float, float] = (100, 100)) -> list[FoundIndex]:
    """Both indices of a card lying upright, its index 20 pixels high."""
    return [index(name, at=at), index(second or name, at=(at[0] + 58, at[1] + 92), turn=180)]


def test_the_letter_means_what_the_deck_says() -> None:
    assert str(evidence(index("VH"), DECKS["dutch"]).best[0]) == "QH"
    assert str(evidence(index("VH"), DECKS["french"]).best[0]) == "JH"
    assert evidence(index("VH"), DECKS["english"]).best[1] < 0.1
    assert str(evidence(index("10S"), DECKS["german"]).best[0]) == "TS"


def test_opposite_indices_a_diagonal_apart_are_twins() -> None:
    a, b = ends("KD")
    assert twins(a, b) and twins(b, a)
    assert not twins(a, index("KD", at=(158, 192)))  # both upright
    assert not twins(a, index("KD", at=(42, 192), turn=180))  # on the wrong side
    assert not twins(a, index("KD", at=(158, 192), turn=180, height=45))


@pytest.mark.parametrize("aspect", [0.35, 0.6, 1.5])
def test_a_low_angle_makes_no_difference_to_twins(aspect: float) -> None:
    a, b = (leaning(i, aspect) for i in ends("KD"))
    assert twins(a, b)
    x0, _, x1, _ = bounding_box(outline([a, b]))
    straight = bounding_box(outline(ends("KD")))
    assert x1 - x0 == pytest.approx(aspect * (straight[2] - straight[0]), rel=0.01)


def test_a_ten_may_be_written_with_a_letter() -> None:
    assert str(evidence(index("TS"), DECKS["english"]).best[0]) == "TS"


def test_a_joker_is_a_word_without_a_suit() -> None:
    blank = index("2C")
    glyphs, suits = np.zeros_like(blank.glyphs), np.zeros_like(blank.suits)
    glyphs[GLYPHS.index(JOKER)], glyphs[-1], suits[-1] = 0.97, 0.03, 1.0
    said = evidence(replace(blank, glyphs=glyphs, suits=suits), DECKS["english"])
    assert said.best[0].text == "JK" and said.best[1] == pytest.approx(0.97)
    assert said.none == pytest.approx(0.03)


def test_two_indices_that_agree_are_surer_than_one() -> None:
    one = assemble([evidence(index("QH", 0.95), DECKS["english"])])
    two = assemble([evidence(i, DECKS["english"]) for i in (index("QH", 0.95), index("QH", 0.95, (158, 192), 180))])
    assert len(one) == len(two) == 1
    assert two[0].confidence > one[0].confidence and len(two[0].indices) == 2


def test_a_name_that_others_crowd_out_keeps_what_the_indices_on_the_whole_give_it() -> None:
    """Three corners say club and one says spade: the spade is unlikely, not refuted."""
    said = [evidence(index(name, sure), DECKS["english"]) for name, sure in (("KC", 0.9), ("KC", 0.9), ("KS", 0.9))]
    names = dict((str(card), p) for card, p in together(said))
    assert names["KC"] == pytest.approx(names["KS"]) and names["KS"] > 0.15


def test_unsure_indices_that_agree_are_no_surer_than_one() -> None:
    """Four small corners of one card fail for the same reason: a blurred club four times is no spade's refutation."""
    four = [evidence(index("KC", 0.87), DECKS["english"]) for _ in range(4)]
    assert together(four)[0][1] < NAMED


def test_indices_that_disagree_make_each_other_doubtful() -> None:
    names = together([evidence(i, DECKS["english"]) for i in ends("8C", "3C")])
    assert {str(c) for c, _ in names[:2]} == {"8C", "3C"} and names[0][1] < 0.3


def test_a_single_deck_has_each_card_once_and_a_double_deck_twice() -> None:
    seen = [evidence(i, DECKS["english"]) for i in ends("9S") + ends("9S", at=(400, 100))]
    first, second = assemble(seen, copies=1)
    assert str(first.card) == str(second.card) == "9S" and second.confidence < NAMED < first.confidence
    assert all(c.confidence > NAMED for c in assemble(seen, copies=2))
    assert len(assemble(seen, copies=2)) == 2


def test_four_corners_of_one_card_are_one_card_though_only_one_of_each_is_in_the_deck() -> None:
    corners = [*ends("9S"), index("9S", at=(158, 100)), index("9S", at=(100, 192), turn=180)]
    assert len(assemble([evidence(i, DECKS["english"]) for i in corners])) == 1


def test_a_second_index_too_far_away_for_any_card_is_another_cards() -> None:
    far = [evidence(i, DECKS["english"]) for i in (index("9S"), index("9S", at=(400, 100)))]
    near = [evidence(i, DECKS["english"]) for i in (index("9S"), index("9S", at=(160, 100)))]
    assert [c.confidence >= NAMED for c in assemble(far)] == [True, False]
    assert len(assemble(near)) == 1


def test_the_outline_surrounds_both_indices_and_has_a_cards_shape() -> None:
    quad = outline(ends("AS"))
    x0, y0, x1, y1 = bounding_box(quad)
    assert x0 < 96 and y0 < 92 and x1 > 162 and y1 > 200
    assert (y1 - y0) / (x1 - x0) == pytest.approx(88 / 63, rel=0.25)
    alone = bounding_box(outline([index("AS")]))
    assert alone[0] < 96 < alone[2] and alone[3] > 180


def test_nothing_gives_no_card() -> None:
    assert assemble([]) == []
    assert Card.parse("AS") not in dict(together([evidence(index("KD"), DECKS["english"])]))


def test_indices_that_leave_only_the_suit_of_one_colour_open_do_not_refute_each_other() -> None:
    disagreeing = [evidence(index(name, p), DECKS["english"]) for name, p in (("KS", 0.8), ("KC", 0.7), ("KC", 0.6))]
    (first, p), (second, q), *_ = one_card(disagreeing)
    assert {str(first), str(second)} == {"KS", "KC"} and p + q > 0.4 and p < NAMED
    other = [evidence(index(name, 0.8), DECKS["english"]) for name in ("KS", "KH")]
    assert one_card(other)[0][1] < 0.3, "black or red is never mistaken: one of them is no index of this card"


def test_two_sure_indices_of_two_suits_leave_the_card_unsure() -> None:
    assert one_card([evidence(index(name, 0.99), DECKS["english"]) for name in ("9S", "9C")])[0][1] < NAMED


def test_three_corners_outvote_one_of_another_rank_but_not_of_another_suit() -> None:
    said = [evidence(index(name, p), DECKS["english"]) for name, p in (("JD", 0.96), ("JD", 0.88), ("JD", 0.86))]
    read = one_card([*said, evidence(index("3D", 0.7), DECKS["english"])])
    assert str(read[0][0]) == "JD" and read[0][1] > NAMED
    for stranger in ("JH", "3H", "JS"):
        assert one_card([*said, evidence(index(stranger, 0.7), DECKS["english"])])[0][1] < NAMED
    assert one_card([*said[:1], evidence(index("3D", 0.7), DECKS["english"])])[0][1] < NAMED, "two are no majority"


def test_corners_that_are_as_many_against_as_for_a_rank_leave_it_open() -> None:
    said = [evidence(index(name, 0.8), DECKS["english"]) for name in ("JD", "JD", "3D", "3D")]
    assert one_card(said)[0][1] < 0.6
