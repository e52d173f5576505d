"""The referee asks whose a card is, hears the answer, and says why it asked, after a restart too."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np
import pytest

from engine.cards import Card, Denomination, Unseen
from engine.inputs import AnswerDrop, ChoosePartner, DealDone, Input, MakeCall, NameTrump, NewMatch
from table_controller.match.eventlog import EventLog, read_log
from table_controller.match.referee import CardIsOf, Referee, Wish
from table_controller.watching.moments import Moment
from table_controller.watching.odds import Happened
from table_controller.watching.telling import Asking
from table_controller.watching.zones import Seen
from tests.in_english import refused
from tests.table_controller.a_hand import NAMES, lying
from vision.mat.mats import A3_FOUR
from vision.table.sighting import Settled, Sighting

PICTURE = np.zeros((1, 1, 3), np.uint8)
BEN_LEADS: tuple[Input, ...] = (
    DealDone(), MakeCall(2, "4"), MakeCall(3, "pass"), MakeCall(4, "pass"), MakeCall(1, "pass"),
    NameTrump(2, Denomination.HEARTS), ChoosePartner(2, "with"), AnswerDrop(3, "play"),
)  # fmt: skip
BETWEEN = replace(lying(Card.parse("AH"), 3, 1), came_from=None)
"""In Cy's zone though it is Ben's turn; nobody saw where it came from."""


@dataclass
class ATable:
    """Ben leads; cards are laid before eyes that never err, and time passes when the test says so."""

    path: Path
    asked: list[Asking] = field(default_factory=list)
    now: float = 0.0

    def __post_init__(self) -> None:
        self._seen: Seen | None = None
        self.referee = Referee(
            EventLog(self.path), lambda image, at: self._seen, lambda state, number: None, lambda: "", self.asked.append
        )
        if not self.referee.log.entries:
            self.referee.begin(NewMatch("iowa_standard", NAMES, 1))
            for word in BEN_LEADS:
                self.say(Wish(word))

    def lay(self, *cards: Sighting) -> None:
        self.now += 0.1
        self._seen = Seen(Settled(self.now, cards), A3_FOUR)
        self.referee.tick(Moment(self.now, image=PICTURE))

    def wait(self, seconds: float) -> None:
        for _ in range(int(seconds * 10)):
            self.now += 0.1
            self.referee.tick(Moment(self.now))

    def say(self, wish: Wish) -> int:
        self.referee.wishes.put(wish)
        self.now += 0.1
        self.referee.tick(Moment(self.now))
        return wish.answer.result(0)

    @property
    def played(self) -> list[tuple[int, str]]:
        hand = self.referee.state.hand
        return [(play.seat, play.card.text) for play in hand.plays if play.card is not None] if hand else []


@pytest.fixture
def table(tmp_path: Path) -> Iterator[ATable]:
    made = ATable(tmp_path / "log")
    yield made
    made.referee.log.close()


@pytest.mark.parametrize("seat", [2, 3])
def test_whose_a_card_is_is_asked_once_and_told_as_soon_as_somebody_says(table: ATable, seat: int) -> None:
    table.lay(BETWEEN)
    table.wait(7)
    [question] = table.referee.asking.whose
    assert {question.seat, question.other} == {2, 3} and table.played == []
    assert len([each for each in table.asked if each.whose]) == 1, "once, not once a tick"
    table.say(Wish(CardIsOf(1, seat), after=table.referee.sequence))
    assert table.played == [(seat, "AH")]
    assert table.referee.asking.whose == ()


def test_nobody_answers_what_is_not_asked(table: ATable) -> None:
    table.lay(BETWEEN)
    table.wait(7)
    for wish in (CardIsOf(7, 2), CardIsOf(1, 4)):
        with refused("moved on"):
            table.say(Wish(wish))
    assert table.played == []


def test_the_question_is_withdrawn_when_the_next_card_answers_it(table: ATable) -> None:
    table.lay(BETWEEN)
    table.wait(7)
    assert table.referee.asking.whose
    table.lay(BETWEEN, lying(Card.parse("9H"), 3, 2))
    table.wait(3)
    assert table.referee.asking.whose == () and table.played == [(2, "AH"), (3, "9H")]


def test_while_play_is_stopped_nothing_is_told(table: ATable) -> None:
    table.referee.paused = True
    table.lay(lying(Card.parse("AH"), 2, 1))
    table.wait(7)
    assert table.played == []


def test_each_act_is_logged_with_why_and_people_are_not(table: ATable) -> None:
    table.lay(lying(Card.parse("AH"), 2, 1))
    entries = read_log(table.path).entries
    assert [entry.why is not None for entry in entries] == [False] * 9 + [True]
    why = entries[-1].why
    assert why is not None and why.told.what is Happened.IN_TURN and why.sure > 0.999


def test_why_an_unread_card_is_asked_about_is_known_after_a_restart(table: ATable) -> None:
    table.lay(lying(Unseen.UNREADABLE, 2, 1, 0.0))
    table.wait(7)
    assert [(mark, why.told.seat) for mark, why in table.referee.asking.why.items()] == [(1, 2)]
    table.referee.log.close()
    again = ATable(table.path)
    assert again.referee.asking.why == table.referee.asking.why
    again.referee.log.close()


def test_after_a_restart_the_cards_that_lie_there_are_the_old_ones(table: ATable) -> None:
    first = (lying(Card.parse("AH"), 2, 1), lying(Card.parse("9H"), 3, 2))
    table.lay(first[0])
    table.lay(*first)
    table.referee.log.close()
    again = ATable(table.path)
    anew = tuple(replace(each, mark=each.mark + 2, came_from=None) for each in first)
    again.lay(*anew)
    again.wait(7)
    assert again.played == [(2, "AH"), (3, "9H")] and again.referee.asking == Asking()
    again.lay(*anew, lying(Card.parse("TH"), 4, 5))
    assert again.played[2:] == [(4, "TH")]
    again.referee.log.close()
