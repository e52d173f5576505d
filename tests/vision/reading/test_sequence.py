"""Pictures of a table one after another: the same card has the same mark, and cards come in the order of play."""

from __future__ import annotations

import cmath
import math
from dataclasses import replace

import numpy as np

from engine.certainty import NAMED
from tests.vision.laid_out import seen
from vision.reading.assembly import CardSeen
from vision.reading.sequence import KnownCard, PictureStep, Sequence

Picture = list[CardSeen]
A, B, C, D = (200.0, 200.0), (320.0, 210.0), (210.0, 330.0), (330.0, 340.0)


def texts(cards: tuple[KnownCard, ...]) -> list[str]:
    return [card.card.text if card.card else "??" for card in cards]


def marks(cards: tuple[KnownCard, ...]) -> dict[str, int]:
    return {card.card.text if card.card else "??": card.mark for card in cards}


def follow(*pictures: Picture, copies: int = 1) -> tuple[list[PictureStep], Sequence]:
    sequence = Sequence(copies)
    return [sequence.see(picture) for picture in pictures], sequence


def order(sequence: Sequence) -> list[str]:
    return [came.card.text if came.card else "??" for came in sequence.order]


def moved(picture: Picture, turn: float, scale: float, by: complex) -> Picture:
    """The same cards with the camera held otherwise."""
    way = cmath.rect(scale, math.radians(turn))

    def point(x: float, y: float) -> tuple[float, float]:
        at = complex(x, y) * way + by
        return at.real, at.imag

    return [replace(card, outline=tuple(point(x, y) for x, y in card.outline)) for card in picture]


def test_cards_come_in_the_order_of_play_and_a_gathered_trick_goes_at_once() -> None:
    found, sequence = follow(
        [seen("QH 0.99", A)],
        [seen("KS 0.99", B), seen("QH 0.98", A)],
        [seen("9C 0.99", A)],
        [seen("9C 0.99", A), seen("TD 0.99", B)],
    )
    assert [texts(step.came) for step in found] == [["QH"], ["KS"], ["9C"], ["TD"]]
    assert [texts(step.gone) for step in found] == [[], [], ["QH", "KS"], []]
    assert order(sequence) == ["QH", "KS", "9C", "TD"]


def test_two_card_tricks_come_in_order_of_play_because_the_upper_card_was_laid_later() -> None:
    lower, upper = seen("AD 0.9", A, shows="first"), seen("9H 0.99", (215.0, 220.0), 12)
    found, sequence = follow([upper, lower], [seen("QC 0.99", B), seen("KC 0.97", (300.0, 195.0), shows="first")])
    assert texts(found[0].came) == ["AD", "9H"]
    assert found[0].came[1].over == (found[0].came[0].mark,)
    assert order(sequence) == ["AD", "9H", "KC", "QC"]


def test_a_card_missed_in_one_picture_is_out_of_sight_and_keeps_its_mark() -> None:
    both = [seen("QH 0.99", A), seen("KS 0.98", B)]
    found, _ = follow(both, [both[1]], both)
    assert texts(found[1].unseen) == ["QH"] and not found[1].gone
    assert not found[2].came and marks(found[2].stays) == marks(found[0].came)


def test_a_card_gone_for_long_has_its_mark_again_when_it_is_back() -> None:
    both = [seen("QH 0.99", A), seen("KS 0.98", B)]
    found, _ = follow(both, [both[1]], [both[1]], both)
    assert texts(found[2].gone) == ["QH"]
    assert marks(found[3].came) == {"QH": marks(found[0].came)["QH"]}


def test_a_card_misread_in_one_picture_and_right_in_the_next_is_one_card_though_the_camera_moved() -> None:
    first = [seen(f"QD {NAMED + 0.02} QH 0.1", A), seen("KS 0.98", B), seen("TC 0.98", C)]
    second = moved([seen("QH 0.97 QD 0.02", A), *first[1:]], 35, 1.3, complex(50, -80))
    found, sequence = follow(first, second)
    assert not found[1].came and not found[1].gone
    assert [(each.mark, each.was, each.card.text) for each in found[1].renamed] == [
        (found[0].came[0].mark, found[0].came[0].card, "QH")
    ]
    assert order(sequence) == ["QH", "KS", "TC"]


def test_surely_misread_in_the_same_pose_it_is_one_card_where_others_stayed_but_not_where_none_did() -> None:
    stay = [seen("KS 0.98", B), seen("TC 0.98", C)]
    found, _ = follow([seen("4S 0.99", A), *stay], [seen("9S 0.995", A), *stay])
    assert not found[1].came and len(found[1].renamed) == 1
    found, _ = follow([seen("4S 0.99", A)], [seen("9S 0.995", A)])
    assert texts(found[1].came) == ["9S"]


def test_an_unsure_card_of_the_next_trick_is_not_the_last_tricks_card_that_lay_there() -> None:
    first = [seen("AC 0.97", A), seen("9D 0.97", B)]
    found, _ = follow(first, [seen("AS 0.75 AC 0.06", A), seen("TD 0.97", B)])
    assert sorted(texts(found[1].came)) == ["??", "TD"] and sorted(texts(found[1].gone)) == ["9D", "AC"]


def test_another_card_laid_where_one_lay_is_another_card() -> None:
    stay = [seen("KS 0.98", B), seen("TC 0.98", C)]
    found, sequence = follow([seen("4S 0.99", A), *stay], [seen("9S 0.99", (A[0] + 14, A[1] + 6), 9), *stay])
    assert texts(found[1].came) == ["9S"] and texts(found[1].unseen) == ["4S"]
    assert len({came.mark for came in sequence.order}) == 4


def test_what_is_unsure_stays_unread_with_its_place_until_a_picture_shows_it() -> None:
    stay = [seen("KS 0.98", B), seen("TC 0.98", C)]
    unsure = [seen("QH 0.55 9H 0.2", A), *stay]
    found, sequence = follow(unsure, moved(unsure, -20, 0.9, complex(30, 60)), [seen("QH 0.95", A), *stay])
    assert marks(found[0].came)["??"] == marks(found[1].stays)["??"] == marks(found[2].stays)["QH"]
    assert found[1].stays[0].seen is not None and not found[1].came
    assert [(each.was, each.card.text) for each in found[2].renamed] == [(None, "QH")]
    assert order(sequence) == ["KS", "TC", "QH"]


def test_what_one_picture_shows_unsurely_and_the_next_does_not_is_no_card_in_the_order() -> None:
    stay = [seen("KS 0.98", B), seen("TC 0.98", C)]
    _, sequence = follow(stay, [*stay, seen("4S 0.5", A)], stay)
    assert order(sequence) == ["KS", "TC"]
    _, sequence = follow([*stay, seen("4S 0.5", A)], [seen("QH 0.98", A), seen("9C 0.98", D)])
    assert order(sequence) == ["KS", "TC", "??", "QH", "9C"], "gathered with the others: a card nobody could read"


def test_an_unsure_look_at_a_known_card_does_not_unname_it() -> None:
    stay = [seen("KS 0.98", B), seen("TC 0.98", C)]
    found, _ = follow([seen("QH 0.97", A), *stay], [seen("9H 0.5 QH 0.3", A), *stay])
    assert texts(found[1].stays) == ["QH", "KS", "TC"] and not found[1].came


def test_print_of_another_size_and_a_lone_word_are_no_cards() -> None:
    card = seen("QH 0.97", A)
    found, _ = follow([card, seen("7S 0.4", (212.0, 210.0), scale=0.3), seen("JK 0.5", D)])
    assert texts(found[0].came) == ["QH"]


def test_two_alike_are_two_cards_in_a_double_deck_only_and_keep_their_places() -> None:
    pair = [seen("QH 0.99", A), seen("QH 0.98", D), seen("KS 0.98", B)]
    found, _ = follow(pair, moved(pair[::-1], 10, 1.0, complex(5, 5)), copies=2)
    assert texts(found[0].came) == ["QH", "QH", "KS"] and not found[1].came
    first = {card.mark: card.seen for card in found[0].came}
    for card in found[1].stays:
        before = first[card.mark]
        assert before is not None and card.seen is not None
        assert moved([before], 10, 1.0, complex(5, 5))[0].outline == card.seen.outline


def test_any_hand_held_series_gives_every_card_one_mark() -> None:
    names = ("QH", "KS", "9C", "TD", "AS", "JH", "JC", "9D")
    rng = np.random.default_rng(3)
    for _ in range(20):
        places = [(float(x), float(y)) for x in (150, 260, 370, 480) for y in (150, 270)]
        table = [
            seen(f"{n} {rng.uniform(NAMED + 0.01, 0.99):.2f}", places[k], float(rng.uniform(-180, 180)))
            for k, n in enumerate(names)
        ]
        sequence = Sequence()
        for shown in range(1, len(table) + 1):
            picture = [card for card in table[:shown] if card is table[shown - 1] or rng.random() > 0.1]
            turn, scale = float(rng.uniform(-60, 60)), float(rng.uniform(0.7, 1.4))
            sequence.see(moved(picture, turn, scale, complex(*rng.uniform(-99, 99, 2))))
        assert len({came.mark for came in sequence.order}) == len(names)
        seen_first = list(dict.fromkeys(order(sequence)))
        assert seen_first == list(names)


def panned(picture: Picture, by: complex, size: tuple[int, int]) -> Picture:
    """What of these cards a picture of this size shows when the camera has been moved."""
    at = moved(picture, 0.0, 1.0, by)
    return [card for card in at if all(0 < x < size[0] and 0 < y < size[1] for x, y in card.outline)]


def test_what_the_camera_was_turned_away_from_is_out_of_sight_and_not_gone() -> None:
    size, lying = (460, 460), [seen("QH 0.99", A), seen("KS 0.99", B), seen("9C 0.99", C), seen("TD 0.99", D)]
    sequence = Sequence()
    found = [sequence.see(panned(lying, by, size), size) for by in (0, -190, -200, -200, -200, -60, 0)]
    assert all(not step.gone for step in found)
    assert texts(found[1].unseen) == texts(found[4].unseen) == ["QH", "9C"]
    assert not found[-1].unseen and not found[-1].came and len(found[-1].stays) == 4


def test_a_card_taken_away_within_the_picture_is_gone_while_another_is_out_of_it() -> None:
    size, lying = (460, 460), [seen("QH 0.99", A), seen("KS 0.99", B), seen("9C 0.99", C), seen("TD 0.99", D)]
    sequence = Sequence()
    sequence.see(lying, size)
    rest = panned([lying[1]], -200, size)
    steps = [sequence.see(panned(lying, -200, size), size), *(sequence.see(rest, size) for _ in range(3))]
    assert [card for step in steps for card in texts(step.gone)] == ["TD"]
    assert set(texts(steps[-1].unseen)) == {"QH", "9C"}
