"""What vision saw, told in the engine's words."""

from __future__ import annotations

from engine.cards import Card, Unseen
from engine.layout import Laid, Layout
from engine.places import MIDDLE, OUTSIDE, Place, hand_place, play_zone
from table_controller.watching.zones import in_hundredths, layout_from
from vision.table.sighting import Settled, Sighting


def sighting(face: str, place: Place, mark: int) -> Sighting:
    seen = Unseen(face) if face in ("??", "##") else Card.parse(face)
    return Sighting(seen, 0.97999, ((Card.parse("QD"), 0.0799), (Card.parse("KD"), 0.02)), 10.0, 20.0, 0.0, place, mark)


def test_cards_come_oldest_first_with_their_places_and_backs_by_seat() -> None:
    settled = Settled(
        1.0, (sighting("QH", play_zone(2), 4), sighting("??", MIDDLE, 3)), {hand_place(1): 2, hand_place(4): 1}
    )
    alternatives = ((Card.parse("QD"), 0.07),)
    assert layout_from(settled, seats=4) == Layout(
        (
            Laid(Unseen.UNREADABLE, 0.97, MIDDLE, 3, alternatives),
            Laid(Card.parse("QH"), 0.97, play_zone(2), 4, alternatives),
        ),
        (2, 0, 0, 1),
    )


def test_confidence_is_told_in_hundredths_and_never_rounded_up() -> None:
    told = [in_hundredths(confidence) for confidence in (1.0, 0.99999, 0.98, 0.9799999, 0.0)]
    assert told == [1.0, 0.99, 0.98, 0.97, 0.0]
    assert in_hundredths(0.29) == 0.29, "0.29 * 100 is a little less than 29"


def test_whatever_lies_in_no_zone_of_play_lies_outside() -> None:
    settled = Settled(1.0, (sighting("QH", hand_place(2), 1), sighting("KH", OUTSIDE, 2)), {})
    assert [laid.place for laid in layout_from(settled, 4).laid] == [OUTSIDE, OUTSIDE]


def test_a_back_is_no_face_up_card() -> None:
    assert layout_from(Settled(1.0, (sighting("##", play_zone(1), 1),), {}), 4).laid == ()


def test_a_camera_that_starts_anew_goes_on_counting_marks() -> None:
    settled = Settled(1.0, (sighting("QH", play_zone(2), 1),), {})
    assert layout_from(settled, 4, first_mark=30).laid[0].mark == 31
