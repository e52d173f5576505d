"""What has happened: facts in the past tense, one frozen value each. The log is made of these alone.

An event may gain a field with a default; it never changes its meaning, because old logs replay for ever.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.cards import Card, Denomination, Suit
from engine.findings import Finding, FindingCode
from engine.knobs import Ruleset
from engine.layout import Seat
from engine.places import Place
from engine.reasons import Reason


@dataclass(frozen=True, slots=True)
class MatchStarted:
    """The rules are written out in full, so that the log replays after a preset has changed."""

    rules: Ruleset
    names: tuple[str, ...]
    dealer: Seat


@dataclass(frozen=True, slots=True)
class HandBegun:
    """A hand is to be dealt. `rough`: so many forced hands without an auction are left, this one included."""

    number: int
    dealer: Seat
    rough: int = 0


@dataclass(frozen=True, slots=True)
class CardsDrawn:
    """These cards were turned up before the first deal. `dealer` None: they don't choose one yet.

    `card` decided it; `again` drew alike and draw once more. `moving`: two who change seats, so that partners who were
    drawn sit opposite each other; `names` from seat 1 after that.
    """

    cards: tuple[tuple[Seat, Card | None], ...]
    dealer: Seat | None
    card: Card | None
    again: tuple[Seat, ...]
    moving: tuple[Seat, ...]
    names: tuple[str, ...]

    @property
    def unread(self) -> tuple[Seat, ...]:
        """The seats whose card nobody can read."""
        return tuple(seat for seat, card in self.cards if card is None)


@dataclass(frozen=True, slots=True)
class CardsDealt:
    pass


@dataclass(frozen=True, slots=True)
class CallMade:
    seat: Seat
    call: str
    trump: Denomination | None = None


@dataclass(frozen=True, slots=True)
class ContractMade:
    """The auction is over. `stuck`: the maker was the dealer and could not pass."""

    maker: Seat
    bid: str
    tricks: int
    stuck: bool = False


@dataclass(frozen=True, slots=True)
class HandThrownIn:
    """Nobody bid; the deal passes on."""


@dataclass(frozen=True, slots=True)
class TrumpNamed:
    seat: Seat
    denomination: Denomination


@dataclass(frozen=True, slots=True)
class PartnerChosen:
    """`option` is `exchange`, `with` or `alone`."""

    seat: Seat
    option: str


@dataclass(frozen=True, slots=True)
class CardCalled:
    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class DropAnswered:
    seat: Seat
    answer: str


@dataclass(frozen=True, slots=True)
class HandSurrendered:
    """All who could drop out did: the bid succeeds without play."""


@dataclass(frozen=True, slots=True)
class PlayBegan:
    """`active` are the seats that play, clockwise from seat 1; `leader` leads to the first trick."""

    active: tuple[Seat, ...]
    leader: Seat


@dataclass(frozen=True, slots=True)
class CardPlayed:
    seat: Seat
    card: Card
    trick: int
    confidence: float = 1.0
    mark: int | None = None


@dataclass(frozen=True, slots=True)
class PlayCorrected:
    """The card of this play is another than was read or entered."""

    seat: Seat
    trick: int
    was: Card
    card: Card
    mark: int | None = None


@dataclass(frozen=True, slots=True)
class PartnerRevealed:
    """The called card was played: its holder is the maker's partner."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class TrickTaken:
    trick: int
    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class HandScored:
    """`delta` and `score` by side: two in partnership games, else one a seat. `why`: for each thing that counted."""

    delta: tuple[float, ...]
    score: tuple[float, ...]
    made: bool
    why: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class MatchWon:
    """`side` counts from 0: seats 1, 3, (5) are side 0 and 2, 4, (6) side 1; alone, side is seat - 1."""

    side: int
    why: Reason


@dataclass(frozen=True, slots=True)
class FindingRaised:
    finding: Finding


@dataclass(frozen=True, slots=True)
class FindingWithdrawn:
    """What the finding rested on was corrected."""

    code: FindingCode
    seat: Seat
    trick: int | None
    why: Reason


@dataclass(frozen=True, slots=True)
class QuestionAsked:
    """Which card is it? The play counts as laid in its turn; `likeliest` is best first.

    `trick` is 0 for a card that is no play (yet).
    """

    mark: int
    seat: Seat
    place: Place
    likeliest: tuple[Card, ...]
    trick: int


@dataclass(frozen=True, slots=True)
class QuestionAnswered:
    """`by`: `person`, or `camera` when the same card became readable."""

    mark: int
    card: Card
    by: str


@dataclass(frozen=True, slots=True)
class CardRead:
    """A dealt card that the table knows. Nobody may be shown it before the hand is over."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class PlayTakenBack:
    """The play is gone from its trick; its card is exposed."""

    seat: Seat
    card: Card
    trick: int
    mark: int | None = None


@dataclass(frozen=True, slots=True)
class CardExposed:
    """Everybody has seen this card of the seat, which still has it."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class HandCounted:
    """A person counted so many unplayed cards of this seat, and other than were due."""

    seat: Seat
    cards: int


@dataclass(frozen=True, slots=True)
class MisdealDeclared:
    """`reason`: a person's words, or why the house deals anew."""

    reason: Reason | str


@dataclass(frozen=True, slots=True)
class CardsSwapped:
    """This seat and its partner passed each other one card unseen, before the first lead; both play."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class KittyTaken:
    seat: Seat


@dataclass(frozen=True, slots=True)
class CardsLaidAway:
    """`cards`: at least so many lie there, laid away face down; some may lie on each other."""

    seat: Seat
    cards: int


@dataclass(frozen=True, slots=True)
class SuitCalled:
    """`seat`'s side wants this suit led when the side that led out of turn in `trick` leads next."""

    seat: Seat
    suit: Suit
    trick: int


@dataclass(frozen=True, slots=True)
class TricksClaimed:
    seat: Seat
    tricks: int


@dataclass(frozen=True, slots=True)
class ClaimAnswered:
    """With `agrees` the hand ends and the tricks fall as claimed; otherwise play goes on."""

    seat: Seat
    agrees: bool


@dataclass(frozen=True, slots=True)
class ClaimAgreed:
    """One of those who are asked agrees, and others have yet to answer."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class HandLaidDown:
    """The seat's cards lie face up; those that were read are public from now on."""

    seat: Seat
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class HandEndAsked:
    """Is this hand over, and who takes the rest? No card on the table is taken for a play until that is said."""


@dataclass(frozen=True, slots=True)
class RestGiven:
    """All agreed that this seat's side takes the tricks left, so many."""

    seat: Seat
    tricks: int


@dataclass(frozen=True, slots=True)
class PlayResumed:
    """The hand goes on: it is not over, and no claim stands."""


@dataclass(frozen=True, slots=True)
class HolderTold:
    """Who holds the called card, told because the hand ends before it was played; the maker: nobody else."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class RevokeSuspected:
    seat: Seat
    against: Seat
    trick: int


@dataclass(frozen=True, slots=True)
class TalkWarned:
    """`times` in this match, this one included."""

    seat: Seat
    times: int


@dataclass(frozen=True, slots=True)
class RulingGiven:
    """Points by side that no hand brought: a person's ruling in his words, a correction, a penalty of the house."""

    text: Reason | str
    delta: tuple[float, ...]
    score: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class PlayersNamed:
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CorrectionBegun:
    """So many decisions are taken back; what stands instead follows, up to CorrectionDone."""

    back: int


@dataclass(frozen=True, slots=True)
class CorrectionDone:
    """The past stands as it was told anew; an undo takes back the whole correction."""


@dataclass(frozen=True, slots=True)
class Undone:
    """The last decision was taken back: `what` names its first event."""

    what: str


@dataclass(frozen=True, slots=True)
class Redone:
    what: str


Event = (
    MatchStarted
    | HandBegun
    | CardsDrawn
    | CardsDealt
    | CallMade
    | ContractMade
    | HandThrownIn
    | TrumpNamed
    | PartnerChosen
    | CardCalled
    | DropAnswered
    | HandSurrendered
    | PlayBegan
    | CardPlayed
    | PlayCorrected
    | PartnerRevealed
    | TrickTaken
    | HandScored
    | MatchWon
    | FindingRaised
    | FindingWithdrawn
    | QuestionAsked
    | QuestionAnswered
    | CardRead
    | PlayTakenBack
    | CardExposed
    | HandCounted
    | MisdealDeclared
    | CardsSwapped
    | KittyTaken
    | CardsLaidAway
    | SuitCalled
    | TricksClaimed
    | ClaimAnswered
    | ClaimAgreed
    | HandLaidDown
    | HandEndAsked
    | RestGiven
    | PlayResumed
    | HolderTold
    | RevokeSuspected
    | TalkWarned
    | RulingGiven
    | PlayersNamed
    | CorrectionBegun
    | CorrectionDone
    | Undone
    | Redone
)
