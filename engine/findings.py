"""What the referee has found: broken rules as values, with their proof. A finding is never an exception.

`Play` lives here because it is what every proof is made of.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from engine.cards import Card, Denomination
from engine.certainty import PROVED
from engine.layout import Seat
from engine.reasons import Reason


@dataclass(frozen=True, slots=True)
class Play:
    """One card laid to a trick. `card` is None while the table still asks which card it is.

    `mark` is the camera's number for the physical card; None when a person entered the play.
    """

    seat: Seat
    card: Card | None
    trick: int
    confidence: float = 1.0
    mark: int | None = None


class FindingCode(Enum):
    REVOKE = "revoke"
    LEAD_OUT_OF_TURN = "lead_out_of_turn"
    PLAY_OUT_OF_TURN = "play_out_of_turn"
    BID_OUT_OF_TURN = "bid_out_of_turn"
    INSUFFICIENT_BID = "insufficient_bid"
    CARD_SEEN_TWICE = "card_seen_twice"
    EXTRA_CARD = "extra_card"
    FOREIGN_CARD = "foreign_card"
    REVOKE_CORRECTABLE = "revoke_correctable"
    EXPOSED_CARD = "exposed_card"
    CALLED_CARD_LATE = "called_card_late"
    OWN_CARD_CALLED = "own_card_called"
    JOKER_LED = "joker_led"
    PROMISE_FALSE = "promise_false"
    MISDEAL = "misdeal"
    NO_REVOKE = "no_revoke"
    UNPROVED = "unproved"
    CARD_COUNT = "card_count"
    CALLED_SUIT_REFUSED = "called_suit_refused"


@dataclass(frozen=True, slots=True)
class Finding:
    """One broken rule.

    `proof` holds the plays it rests on (for a revoke the refusal first, then the play that shows it, or the
    lead where known hands show it: no card of a hidden hand is ever named or carried before the hand is over);
    `certainty` (0 to 1) is that of its least certain reading; `text` is what was found, `ruling` what the
    house rules make of it. `named` is the trump that a void bid named, where bids name one.
    """

    code: FindingCode
    seat: Seat
    trick: int | None
    proof: tuple[Play, ...]
    certainty: float
    text: Reason
    ruling: Reason
    named: Denomination | None = None

    @property
    def is_doubtful(self) -> bool:
        """Whether people should look before they believe it: a card that it rests on was hard to read."""
        return self.certainty < PROVED
