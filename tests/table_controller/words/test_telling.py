"""Every event in the table's words; a hidden card in none of them."""

from __future__ import annotations

from pathlib import Path

from engine.cards import Card
from engine.events import CardRead, Event, PartnerRevealed, Undone
from engine.play.state import State, replay
from table_controller.match.eventlog import read_log
from table_controller.words.telling import event_in_words
from tests.table_controller.a_hand import Hand
from tests.table_controller.match.test_referee import play_through


def test_every_event_of_a_hand_is_told_in_a_sentence(tmp_path: Path) -> None:
    play_through(tmp_path / "log", Hand())
    told: list[str] = []
    state = State()
    for entry in read_log(tmp_path / "log").entries:
        for event in entry.events:
            state = replay((event,), state)
            told.append(event_in_words(event, state))
    assert told[0].startswith("A match of Pepper as played in Iowa begins: Ann, Ben, Cy and Dee")
    assert "Ben passes." in told
    assert "Ann names hearts." in told
    assert sum(" plays the " in sentence for sentence in told) == 24
    assert sum(" takes trick " in sentence for sentence in told) == 6
    assert all(sentence.endswith((".", "?")) for sentence in told)
    assert not any("(" in sentence and "seat:" in sentence for sentence in told)


def test_a_card_read_as_it_is_dealt_is_told_to_nobody() -> None:
    assert event_in_words(CardRead(2, Card.parse("QH")), State()) == "A card of Seat 2 was read as it was dealt."


def test_an_event_without_a_sentence_of_its_own_is_still_told() -> None:
    events: tuple[Event, ...] = (PartnerRevealed(3), Undone("CallMade"))
    told = [event_in_words(event, State()) for event in events]
    assert told == ["Partner revealed (seat: 3).", "Undone (what: CallMade)."]
