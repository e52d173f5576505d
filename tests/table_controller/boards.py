"""Boards for looking at the page: every thing it can show, with names and sentences as long as people's."""

from __future__ import annotations

from engine.cards import Card
from table_controller.board.board import (
    Board,
    CardShown,
    ContractShown,
    FindingShown,
    HandShown,
    PlayShown,
    QuestionShown,
    SeatShown,
    SideShown,
    Surroundings,
    TrickShown,
)
from table_controller.words import phrases


def card(text: str) -> CardShown:
    parsed = Card.parse(text)
    suit = parsed.suit.value if parsed.suit else ""
    return CardShown(text=text, rank=phrases.corner(parsed), suit=suit, words=phrases.card_words(parsed))


SEATS = (
    SeatShown(seat=1, name="Ann", side=0, maker=True, note="bidder", tricks=2),
    SeatShown(seat=2, name="Ben", side=1, tricks=1),
    SeatShown(seat=3, name="Cy", side=0, out=True, note="sits out"),
    SeatShown(seat=4, name="Dorothea-Louise", side=1, turn=True, dealer=True),
)
SIDES = (
    SideShown(name="Ann and Cy", seats=(1, 3), score="27", needs="15 to go", tricks=2, making=True),
    SideShown(name="Ben and Dorothea-Louise", seats=(2, 4), score="−31", needs="73 to go", tricks=1),
)
HISTORY = tuple(
    HandShown(
        number=number,
        dealer="Ann",
        contract="Ann: little pepper in hearts" if number % 2 else "Dorothea-Louise: 4 in no trump",
        trump="H" if number % 2 else "NT",
        made=bool(number % 2),
        delta=("+7", "−7") if number % 2 else ("+3", "−4"),
        score=("27", "−31"),
        why=(
            "Ann and Cy bid little pepper in hearts and took 6 tricks: made, +7.",
            "Ben and Dorothea-Louise played and took no trick: −7.",
        ),
    )
    for number in range(1, 8)
)
PLAYING = Board(
    sequence=101,
    match="match-0001",
    title="Pepper as played in Iowa",
    phase="playing",
    headline="Dorothea-Louise to play",
    detail="trick 4 of 6",
    target="Playing to 42",
    seats=SEATS,
    sides=SIDES,
    hand=8,
    contract=ContractShown(
        text="Ann and Cy: little pepper in hearts",
        bid="little pepper",
        trump="H",
        trump_words="hearts",
        detail="with exchange",
    ),
    trick=TrickShown(
        number=4,
        of=6,
        plays=(PlayShown(seat=1, card=card("JH"), winning=True), PlayShown(seat=2, card=card("TS"))),
    ),
    last_hand=HISTORY[-1],
    history=HISTORY,
    surroundings=Surroundings(source="Simulation: a recorded hand", health=("All four markers of the mat in sight.",)),
)
FINDING = FindingShown(
    id="revoke-2-4-2",
    title="Revoke by Ben",
    text="Ben did not follow clubs in trick 2 though he held one: he showed it in trick 4.",
    proof=("trick 2: Ben, 9 of spades", "trick 4: Ben, 9 of clubs"),
    ruling="House rule: it is said and changes no points.",
)
QUESTION = QuestionShown(mark=3, seat=4, text="Which card did Dorothea-Louise lay?", likeliest=(card("QC"), card("QS")))
DISPUTED = PLAYING.model_copy(
    update={
        "sequence": 102,
        "headline": "Ann to lead",
        "detail": "Ann took trick 4",
        "trick": TrickShown(
            number=4,
            of=6,
            plays=(
                PlayShown(seat=1, card=card("JH"), winning=True),
                PlayShown(seat=2, card=card("TS")),
                PlayShown(seat=3, card=card("AD")),
                PlayShown(seat=4, card=None),
            ),
            taken_by=1,
        ),
        "findings": (FINDING,),
        "questions": (QUESTION,),
    }
)
BETWEEN_HANDS = PLAYING.model_copy(
    update={
        "sequence": 103,
        "phase": "dealing",
        "headline": "Ben deals",
        "detail": "hand 9",
        "trick": None,
        "contract": None,
        "hand": 9,
    }
)
CALLING = PLAYING.model_copy(
    update={
        "sequence": 104,
        "phase": "calling",
        "headline": "Ben to bid",
        "detail": "over 3, or pass",
        "trick": None,
        "contract": ContractShown(text="Ann, so far", bid="3"),
        "last_hand": None,
        "history": (),
        "hand": 1,
    }
)
WON = BETWEEN_HANDS.model_copy(
    update={
        "sequence": 105,
        "phase": "over",
        "headline": "Ann and Cy win the match",
        "detail": "45 to 31",
        "sides": (SIDES[0].model_copy(update={"won": True, "needs": "has reached the target"}), SIDES[1]),
    }
)
SIX_ALONE = PLAYING.model_copy(
    update={
        "sequence": 106,
        "seats": tuple(
            SeatShown(seat=seat, name=name, side=seat - 1, turn=seat == 5, dealer=seat == 2, tricks=1)
            for seat, name in enumerate(("Ann", "Ben", "Cy", "Dee", "Eve", "Finn"), start=1)
        ),
        "sides": tuple(
            SideShown(name=name, seats=(seat,), score=str(7 * seat - 9), needs="30 to go", tricks=1)
            for seat, name in enumerate(("Ann", "Ben", "Cy", "Dee", "Eve", "Finn"), start=1)
        ),
        "trick": TrickShown(
            number=4,
            of=6,
            plays=tuple(
                PlayShown(seat=seat, card=card(text), winning=seat == 3)
                for seat, text in enumerate(("JH", "TS", "AD", "9C", "QH", "KH"), start=1)
            ),
        ),
        "history": (),
        "last_hand": None,
    }
)
EVERY = {
    "playing": PLAYING,
    "disputed": DISPUTED,
    "between": BETWEEN_HANDS,
    "calling": CALLING,
    "won": WON,
    "six": SIX_ALONE,
}
