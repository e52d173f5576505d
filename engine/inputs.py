"""What the engine can be told, by the camera or by people: imperative names, frozen values.

Nothing here decides whether an input is allowed or makes sense: that is `decide`.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.cards import Card, Denomination, Suit
from engine.knobs import Ruleset
from engine.layout import Layout, Seat
from engine.reasons import Reason


@dataclass(frozen=True, slots=True)
class NewMatch:
    """Begin a match. `rules`: a ruleset, or a preset's text such as `iowa_standard` or `five_tricks+lone`."""

    rules: Ruleset | str
    names: tuple[str, ...]
    dealer: Seat


@dataclass(frozen=True, slots=True)
class DrawCards:
    """Cards turned up before the first deal, in their order: they choose the dealer, and partners where they are drawn.

    None for a card that nobody can read; no card at all takes the draw back.
    """

    cards: tuple[tuple[Seat, Card | None], ...]


@dataclass(frozen=True, slots=True)
class DealDone:
    """Every seat has its cards."""


@dataclass(frozen=True, slots=True)
class MakeCall:
    """`call` is `pass`, `surrender` (a stuck dealer's way out) or a bid's name on the ruleset's ladder.

    `trump` only where the ruleset bids with the suit.
    """

    seat: Seat
    call: str
    trump: Denomination | None = None


@dataclass(frozen=True, slots=True)
class NameTrump:
    seat: Seat
    denomination: Denomination


@dataclass(frozen=True, slots=True)
class ChoosePartner:
    """`option` is `exchange`, `with` or `alone`."""

    seat: Seat
    option: str


@dataclass(frozen=True, slots=True)
class CallCard:
    """The maker calls the card whose holder becomes the partner."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class AnswerDrop:
    """`answer` is `play` or `drop`, and `maybe` for the first speaker of the formal procedure."""

    seat: Seat
    answer: str


@dataclass(frozen=True, slots=True)
class PlayCard:
    """A play entered by a person."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class SeeCard:
    """A camera saw this seat lay this card, read so surely (0..1); `mark` stays with it while it lies there.

    `card` is None for one that can't be read: the table asks which it is, and offers `guesses`, the likeliest first.
    """

    seat: Seat
    card: Card | None
    confidence: float
    mark: int
    guesses: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class ReadMark:
    """A camera has read the card with this mark, which it could not read before or read otherwise."""

    mark: int
    card: Card
    confidence: float


@dataclass(frozen=True, slots=True)
class AnswerQuestion:
    """A person says which card the one with this mark is."""

    mark: int
    card: Card


@dataclass(frozen=True, slots=True)
class ReadCard:
    """A reader at the shoe saw this card go to this seat: the table knows it, and nobody else may."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class TakeBack:
    """This seat takes its newest card back, as far as the house allows; the card stays exposed."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class CardShown:
    """This seat shows a card without playing it: dropped, turned up, or shown on purpose. It keeps the card.

    `mark`: the camera's number of it, where one saw it lie there; `confidence` (0..1) how surely it was read.
    """

    seat: Seat
    card: Card
    mark: int | None = None
    confidence: float = 1.0


@dataclass(frozen=True, slots=True)
class DeclareMisdeal:
    """The deal was wrong (a count, an exposed card): there is no score, and the hand is dealt again."""

    reason: Reason | str


@dataclass(frozen=True, slots=True)
class CountHand:
    """A person has counted this seat's unplayed cards: a hand is short or over, or it is not."""

    seat: Seat
    cards: int


@dataclass(frozen=True, slots=True)
class SwapCards:
    """This seat and its partner have passed each other one card face down, as the house allows (partner.swap)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class TakeKitty:
    """The maker has taken up the kitty."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class LayAway:
    """This seat has laid at least so many cards away, face down."""

    seat: Seat
    cards: int


@dataclass(frozen=True, slots=True)
class CallSuit:
    """This seat's side, after a lead out of turn, calls the suit that the offender's side is to lead next."""

    seat: Seat
    suit: Suit


@dataclass(frozen=True, slots=True)
class ClaimTricks:
    """This seat says that its side takes so many of the tricks left, the others the rest."""

    seat: Seat
    tricks: int


@dataclass(frozen=True, slots=True)
class AnswerClaim:
    """Every opponent who plays answers for himself; one who does not agree is enough to play on."""

    seat: Seat
    agrees: bool


@dataclass(frozen=True, slots=True)
class LayDown:
    """This seat lays its hand down face up: it claims all tricks left. `cards`: as many of them as were read."""

    seat: Seat
    cards: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class HandOver:
    """The hand seems to be over: all have thrown in their cards, or are being dealt others."""


@dataclass(frozen=True, slots=True)
class GiveRest:
    """The hand is over by what all agreed: this seat's side takes the tricks left."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class PlayOn:
    """The hand is not over, and nobody's claim stands."""


@dataclass(frozen=True, slots=True)
class NameHolder:
    """This seat holds the card that the maker called; the maker himself where nobody else holds it."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class SuspectRevoke:
    """A player says that another revoked, and in which trick."""

    seat: Seat
    against: Seat
    trick: int


@dataclass(frozen=True, slots=True)
class WarnTalk:
    """The table warns a player for telling what he should not."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class GiveRuling:
    """A person's ruling or score correction, by side; it overrides everything and is kept in the log."""

    text: Reason | str
    delta: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class NamePlayers:
    """The players' names from seat 1: a name was wrong, or somebody else sits there now."""

    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Correct:
    """A person puts the past right: so many decisions are taken back, and these words told instead, all as one.

    Words that make no sense any more after what was put right are left out. Undo takes back the whole of it.
    """

    back: int
    words: tuple[Word, ...]


@dataclass(frozen=True, slots=True)
class Undo:
    """Take back the last decision."""


@dataclass(frozen=True, slots=True)
class Redo:
    """Take back the last undo."""


Word = (
    DealDone
    | MakeCall
    | NameTrump
    | ChoosePartner
    | CallCard
    | AnswerDrop
    | PlayCard
    | SeeCard
    | ReadMark
    | AnswerQuestion
    | ReadCard
    | TakeBack
    | CardShown
    | DeclareMisdeal
    | CountHand
    | SwapCards
    | TakeKitty
    | LayAway
    | CallSuit
    | ClaimTricks
    | AnswerClaim
    | LayDown
    | HandOver
    | GiveRest
    | PlayOn
    | NameHolder
    | SuspectRevoke
    | WarnTalk
    | GiveRuling
    | NamePlayers
)
"""What may be told again when the past is put right."""

Input = NewMatch | DrawCards | Word | Correct | Undo | Redo


@dataclass(frozen=True, slots=True)
class TableSeen:
    """What lay on the table, as logs of the first edition tell it. It is read there, and heard no more."""

    layout: Layout


LoggedInput = Input | TableSeen
"""What a log may hold."""
