"""Photographs of a game one after another: the cards in the order in which they came."""

from __future__ import annotations

from engine.cards import Card
from vision.sequence import steps


def read(*cards: str) -> list[tuple[Card, float]]:
    return [(Card.parse(card), 0.99 - k / 100) for k, card in enumerate(cards)]


def texts(cards: tuple[Card, ...]) -> list[str]:
    return [str(card) for card in cards]


def test_cards_come_in_the_order_of_play_and_a_gathered_trick_goes() -> None:
    pictures = [read("QH"), read("KS", "QH"), read("QH", "KS"), read("9C"), read("9C", "TD"), read("TD", "9C")]
    found = list(steps(pictures))
    assert [texts(step.came) for step in found] == [["QH"], ["KS"], [], ["9C"], ["TD"], []]
    assert [texts(step.gone) for step in found][3:5] == [[], ["QH", "KS"]]
    assert texts(found[-1].lying) == ["9C", "TD"]


def test_a_card_missed_in_one_picture_has_not_come_again() -> None:
    found = list(steps([read("QH", "KS"), read("KS"), read("QH", "KS")]))
    assert [texts(step.came) for step in found] == [["QH", "KS"], [], []]
    assert all(not step.gone for step in found)


def test_two_alike_are_two_cards_in_a_double_deck_only() -> None:
    assert texts(next(steps([read("QH", "QH")], copies=2)).came) == ["QH", "QH"]
    assert texts(next(steps([read("QH", "QH")])).came) == ["QH"]
