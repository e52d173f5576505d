"""A legal hand on a restless table: whatever the camera loses, renumbers or cannot read, nobody is accused.

Cards get new marks, read as something else for a moment, stay unread for a while or until a person says what
they are, several arrive in one look, and tricks are dragged together before they are taken away.
"""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import events as e
from engine import inputs as i
from engine.cards import Card, Unseen
from engine.knobs import Ruleset
from engine.layout import Laid, Layout
from engine.places import Place, play_zone
from engine.play.decide import decide
from engine.play.state import State, replay
from engine.rules.rulesets import preset
from tests.bench.random_hands import begin, play_hand


class RestlessTable:
    def __init__(self, state: State, chance: random.Random) -> None:
        self.state, self.chance = state, chance
        self.lying: dict[int, tuple[Card, Place]] = {}
        self.unread: set[int] = set()
        self.mark = 100
        self.events: list[e.Event] = []

    def tell(self, told: i.Input) -> None:
        events = decide(self.state, told)
        self.state = replay(events, self.state)
        self.events += events

    def lay(self, seat: int, card: Card) -> None:
        self.mark += 1
        self.lying[self.mark] = (card, play_zone(seat))
        if self.chance.random() < 0.15:
            self.unread.add(self.mark)

    def look(self) -> None:
        self.tell(i.TableSeen(self.layout()))
        assert decide(self.state, i.TableSeen(self.last)) == ()

    def layout(self) -> Layout:
        laid = []
        # Once a card is read, the same mark may read as anything for a moment.
        read = {play.mark for play in self.state.hand.plays if play.card is not None}
        for mark, (card, place) in self.lying.items():
            face: Card | Unseen = Unseen.UNREADABLE if mark in self.unread else card
            if mark in read and self.chance.random() < 0.1:
                face = self.chance.choice([Unseen.UNREADABLE, *self.state.rules.deck.pack])
            laid.append(Laid(face, 0.95, place, mark))
        self.last = Layout(tuple(laid))
        return self.last

    def fidget(self) -> None:
        """Something that is no play: a card is read at last, or gets a new mark, or a person answers."""
        what = self.chance.random()
        if self.unread and what < 0.4:
            self.unread.discard(self.chance.choice(sorted(self.unread)))
        elif what < 0.6 and self.lying:
            old = self.chance.choice(sorted(self.lying))
            self.mark += 1
            self.lying = {self.mark if mark == old else mark: here for mark, here in self.lying.items()}
            if old in self.unread:
                self.unread = (self.unread - {old}) | {self.mark}
        elif what < 0.7:
            self.answer()

    def answer(self) -> None:
        for question in self.state.hand.questions:
            card = self.truth.get((question.seat, question.trick))
            if card is not None:
                self.tell(i.AnswerQuestion(question.mark, card))

    def gather(self) -> None:
        if self.chance.random() < 0.5:
            cards = [card for mark, (card, _) in self.lying.items() if mark not in self.unread]
            self.lying = {}
            for card in cards:
                self.mark += 1
                self.lying[self.mark] = (card, play_zone(self.chance.randint(1, 4)))
            self.look()
        self.lying, self.unread = {}, set()
        self.look()


@given(st.sampled_from(["iowa_standard", "five_tricks"]).map(preset), st.integers(0, 2**32))
@settings(max_examples=150, deadline=None)
def test_nobody_is_accused_and_every_trick_is_told_right(rules: Ruleset, seed: int) -> None:
    steps = list(play_hand(begin(rules), random.Random(seed)))
    table = RestlessTable(begin(rules), random.Random(seed + 1))
    plays = [event for _, events, _ in steps for event in events if isinstance(event, e.CardPlayed)]
    table.truth = {(play.seat, play.trick): play.card for play in plays}
    for told, events, _ in steps:
        if not isinstance(told, i.PlayCard):
            table.tell(told)
            continue
        table.lay(told.seat, told.card)
        for _ in range(table.chance.randint(0, 2)):
            table.look()
            table.fidget()
        if any(isinstance(event, e.TrickTaken) for event in events):
            table.look()
            table.answer()
            table.gather()
    result, wanted = table.state.results[-1], steps[-1][2].results[-1]
    assert [event for event in table.events if isinstance(event, e.FindingRaised)] == []
    assert result.tricks == wanted.tricks
    assert result.scored == wanted.scored


@pytest.mark.parametrize("seed", range(20))
def test_the_same_looks_tell_the_same(seed: int) -> None:
    test = test_nobody_is_accused_and_every_trick_is_told_right.hypothesis.inner_test
    test(preset("iowa_standard"), seed)
