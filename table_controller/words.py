"""The table's words for cards, bids, numbers and people, as the page and the command line say them.

Plain functions from values to text. What is said and when is decided elsewhere.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine import scoring
from engine.cards import Card, Denomination, Rank
from engine.inputs import (
    AnswerDrop,
    CallCard,
    ChoosePartner,
    DealDone,
    Input,
    MakeCall,
    NameTrump,
    NewMatch,
    PlayCard,
    Redo,
    Undo,
)
from engine.knobs import Bid, Ruleset
from engine.layout import Seat
from engine.state import State

_RANKS = {Rank.JACK: "jack", Rank.QUEEN: "queen", Rank.KING: "king", Rank.ACE: "ace", Rank.TEN: "10"}
_SUITS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades", "NT": "no trump"}
_BIDS = {"little": "little pepper", "big": "big pepper", "super": "super pepper"}
_OPTIONS = {"exchange": "exchange", "with": "with partner", "alone": "alone"}
_CALLS = {"pass": "passes", "surrender": "gives up"}


def corner(card: Card) -> str:
    """What stands in the card's corner: `Q`, `10`; nothing for a joker."""
    return "" if card.suit is None else {"T": "10"}.get(card.rank.value, card.rank.value)


def card_words(card: Card | None) -> str:
    """`queen of hearts`; a card nobody could read yet has words too."""
    if card is None:
        return "a card nobody could read"
    if card.suit is None:
        return "joker"
    return f"{_RANKS.get(card.rank, card.rank.value)} of {_SUITS[card.suit.value]}"


def trump_words(denomination: Denomination) -> str:
    """`hearts`, `no trump`."""
    return _SUITS[denomination.value]


def bid_words(name: str) -> str:
    """`4`, `little pepper`."""
    return _BIDS.get(name, name)


def call_words(name: str) -> str:
    """What a seat did in the auction: `passes`, `bids 3`."""
    return _CALLS.get(name) or (name if name.startswith("say") else f"bids {bid_words(name)}")


def contract_words(bid: Bid, trump: Denomination | None) -> str:
    """`4 in hearts`, or only the bid before trump is named."""
    return f"{bid_words(bid.name)} in {trump_words(trump)}" if trump else bid_words(bid.name)


def points(number: float, signed: bool = False) -> str:
    """A score as people write it: `−3`, `4½`, with `+` where a change is meant."""
    written = scoring.points(number)
    return written if signed else written.removeprefix("+")


def several(names: Sequence[str]) -> str:
    """`Ann`, `Ann and Cy`, `Ann, Cy and Eve`."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def seats_of(rules: Ruleset, side: int) -> tuple[Seat, ...]:
    """The seats that score together as `side`."""
    return tuple(seat for seat in rules.seats if rules.side_of(seat) == side)


def side_words(state: State, side: int) -> str:
    """A side by its players' names."""
    assert state.rules is not None
    return several([state.who(seat) for seat in seats_of(state.rules, side)])


def choice_in_words(choice: Input) -> str:
    """A choice as short as a plate on the table: `4`, `hearts`, `with partner`."""
    match choice:
        case MakeCall(call=call, trump=trump):
            return bid_words(call) + (f" in {trump_words(trump)}" if trump else "")
        case NameTrump(denomination=denomination):
            return trump_words(denomination)
        case ChoosePartner(option=option):
            return _OPTIONS[option]
        case AnswerDrop(answer=answer):
            return {"play": "play", "drop": "drop out", "maybe": "maybe"}[answer]
        case CallCard(card=card) | PlayCard(card=card):
            return card_words(card)
        case DealDone():
            return "the cards are dealt"
        case Undo():
            return "take back"
        case Redo():
            return "do it again"
        case NewMatch():
            return "new match"
        case _:
            return type(choice).__name__
