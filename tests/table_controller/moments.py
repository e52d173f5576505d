"""Moments of a real match for looking at pages: states that the engine itself has led to, with long names."""

from __future__ import annotations

from contextlib import suppress
from functools import cache

from engine.cards import Card, Denomination
from engine.inputs import (
    AnswerClaim,
    AnswerDrop,
    ChoosePartner,
    ClaimTricks,
    DeclareMisdeal,
    Input,
    MakeCall,
    NameTrump,
    NewMatch,
    PlayCard,
    SeeCard,
)
from engine.play.decide import step
from engine.play.state import INITIAL, State
from engine.play.unfolding import NotNow
from table_controller.board.board import Surroundings
from table_controller.board.scoreboard import Languages, scoreboard_for
from table_controller.web.bulletin import Bulletin

NAMES = ("Ann", "Maximiliaan", "Cy", "Dorothea-Louise")
BEGUN = (NewMatch("iowa_standard", NAMES, 1),)
PASSED_BY = (MakeCall(2, "pass"), MakeCall(3, "2"), MakeCall(4, "pass"))
BID = (*PASSED_BY, MakeCall(1, "big"))
CONTRACT = (*BID, NameTrump(1, Denomination.NO_TRUMP))
LOW = (*PASSED_BY, MakeCall(1, "4"), NameTrump(1, Denomination.DIAMONDS), ChoosePartner(1, "with"))
GIVEN_UP = (*LOW, AnswerDrop(2, "drop"), AnswerDrop(4, "drop"))
NEXT = (MakeCall(3, "pass"), MakeCall(4, "5"), MakeCall(1, "pass"), MakeCall(2, "pass"))
PLAYING = (*NEXT, NameTrump(4, Denomination.HEARTS), ChoosePartner(4, "with"), AnswerDrop(1, "play"))


def plays(*texts: str) -> tuple[Input, ...]:
    """Plays written as `4 AC`."""
    return tuple(PlayCard(int(text[0]), Card.parse(text[2:])) for text in texts)


TRICK = plays("4 AC", "1 9C", "2 TC", "3 QC")
REVOKED = plays("4 KC", "1 9D", "2 JC", "3 9S", "4 AH", "1 9H", "2 TH", "3 QH", "4 KH", "1 KC", "2 AS")
UNREAD = SeeCard(3, None, 0.0, 7, (Card.parse("QS"),))

CLAIMED = (*BEGUN, *GIVEN_UP, *PLAYING, *TRICK, ClaimTricks(4, 4))

MOMENTS: dict[str, tuple[Input, ...]] = {
    "begun": BEGUN,
    "calling": (*BEGUN, *BID[:3]),
    "naming": (*BEGUN, *BID),
    "dropping": (*BEGUN, *LOW),
    "between": (*BEGUN, *GIVEN_UP),
    "leading": (*BEGUN, *GIVEN_UP, *PLAYING),
    "playing": (*BEGUN, *GIVEN_UP, *PLAYING, *TRICK, *plays("4 KC", "1 9D")),
    "disputed": (*BEGUN, *GIVEN_UP, *PLAYING, *TRICK, *plays("4 QS", "1 9D", "2 JS", "3 9S"), *plays("4 AH", "1 KS")),
    "claimed": CLAIMED,
    "agreed": (*CLAIMED, AnswerClaim(1, True), AnswerClaim(3, True)),
    "misdeal": (*BEGUN, *LOW[:3], DeclareMisdeal("a card was seen")),
    "unread": (*BEGUN, *GIVEN_UP, *PLAYING, *plays("4 AC", "1 9C", "2 TC"), UNREAD),
}


@cache
def state_at(moment: str) -> tuple[State, int]:
    """The state, and the number of its last decision."""
    state = INITIAL
    for word in MOMENTS[moment]:
        with suppress(NotNow):  # once a claim is agreed to, a further answer comes too late
            state = step(state, word)[1]
    return state, len(MOMENTS[moment])


def hang(bulletin: Bulletin, moment: str) -> int:
    """Hangs it up as the service does; gives the board's number."""
    state, number = state_at(moment)
    sequence = 1000 * (1 + list(MOMENTS).index(moment)) + number
    around = Surroundings(source="Cards are entered by hand", acting=True)
    bulletin.hang(
        lambda to, letters: scoreboard_for(state, sequence, "match-0001", around, languages=Languages(to, letters))
    )
    return sequence
