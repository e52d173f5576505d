"""Words for cards, numbers and people, as the pages and the command line say them, in the language asked for.

Plain functions from values to text. What is said and when is decided elsewhere; the words stand in languages/.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.cards import Card, Denomination
from engine.inputs import (
    AnswerClaim,
    AnswerDrop,
    AnswerQuestion,
    CallCard,
    CallSuit,
    CardShown,
    ChoosePartner,
    ClaimTricks,
    CountHand,
    DealDone,
    DeclareMisdeal,
    GiveRest,
    GiveRuling,
    HandOver,
    Input,
    LayAway,
    LayDown,
    MakeCall,
    NameHolder,
    NamePlayers,
    NameTrump,
    NewMatch,
    PlayCard,
    PlayOn,
    Redo,
    SuspectRevoke,
    SwapCards,
    TakeBack,
    TakeKitty,
    Undo,
    WarnTalk,
)
from engine.knobs import Bid, Ruleset
from engine.layout import Seat
from engine.play import scoring
from engine.play.state import State
from table_controller.words.tongues import Tongue, tongue

ENGLISH = tongue("en")


def corner(card: Card, letters: Tongue = ENGLISH) -> str:
    """What stands in the card's corner, in the letters of that deck: `Q`, `V`, `10`; nothing for a joker."""
    if card.suit is None:
        return ""
    return {"T": "10"}.get(card.rank.value) or letters.name("letters", card.rank.value)


def card_words(card: Card | None, to: Tongue = ENGLISH) -> str:
    """`queen of hearts`; a card nobody could read yet has words too."""
    return to.say("unread") if card is None else to.card(card.text)


def trump_words(denomination: Denomination, to: Tongue = ENGLISH) -> str:
    """`hearts`, `no trump`."""
    return to.name("suits", denomination.value)


def bid_words(name: str, to: Tongue = ENGLISH) -> str:
    """`4`, `little pepper`."""
    return to.name("bids", name)


def call_words(name: str, to: Tongue = ENGLISH) -> str:
    """What a seat did in the auction: `passes`, `bids 3`."""
    if name in ("pass", "surrender"):
        return to.say("passes" if name == "pass" else "gives_up")
    return bid_words(name, to) if name.startswith("say") else to.say("bids", bid=bid_words(name, to))


def contract_words(bid: Bid, trump: Denomination | None, to: Tongue = ENGLISH) -> str:
    """`4 in hearts`, or only the bid before trump is named."""
    named = bid_words(bid.name, to)
    return to.say("bid_in", bid=named, suit=trump_words(trump, to)) if trump else named


def points(number: float, signed: bool = False) -> str:
    """A score as people write it: `−3`, `4½`, with `+` where a change is meant."""
    written = scoring.points(number)
    return written if signed else written.removeprefix("+")


def several(names: Sequence[str], to: Tongue = ENGLISH) -> str:
    """`Ann`, `Ann and Cy`, `Ann, Cy and Eve`."""
    return to.several(names)


def title(rules: Ruleset, to: Tongue = ENGLISH) -> str:
    """The form of the game by its name, options left aside; a house file's title as its house wrote it."""
    known = to.phrases["titles"].get(rules.name.partition("+")[0])
    return known or rules.title or rules.name


def source(rules: Ruleset, to: Tongue = ENGLISH) -> str:
    """Where the form of the game comes from; what a house file says of itself as its house wrote it."""
    return _as_in_presets("sources", rules.source, to)


def note(rules: Ruleset, to: Tongue = ENGLISH) -> str:
    """What was decided in this form of the game; what a house file says of itself as its house wrote it."""
    return _as_in_presets("notes", rules.note, to)


def _as_in_presets(group: str, english: str, to: Tongue) -> str:
    """A preset's own words in that language: presets that rest on another one hand them on, and so do house files."""
    key = next((key for key, text in ENGLISH.phrases[group].items() if text == english), None)
    return english if key is None else to.phrases[group][key]


def seats_of(rules: Ruleset, side: int) -> tuple[Seat, ...]:
    """The seats that score together as `side`."""
    return tuple(seat for seat in rules.seats if rules.side_of(seat) == side)


def side_words(state: State, side: int, to: Tongue = ENGLISH) -> str:
    """A side by its players' names."""
    assert state.rules is not None
    return to.several([state.who(seat) for seat in seats_of(state.rules, side)])


def choice_in_words(choice: Input, to: Tongue = ENGLISH, who: str = "") -> str:
    """A choice as short as a plate on the table: `4`, `hearts`. `who`: whose card it is, for take-backs."""
    match choice:
        case MakeCall(call=call, trump=trump):
            named = bid_words(call, to)
            return to.say("bid_in", bid=named, suit=trump_words(trump, to)) if trump else named
        case NameTrump(denomination=denomination):
            return trump_words(denomination, to)
        case ChoosePartner(option=option):
            return {"exchange": to.say("choice_exchange"), "with": to.say("with_partner")}.get(option, to.say("alone"))
        case AnswerDrop(answer=answer):
            return to.say("maybe" if answer == "maybe" else f"choice_{answer}")
        case CallCard(card=card) | PlayCard(card=card):
            return card_words(card, to)
        case AnswerClaim(agrees=agrees):
            return to.say("agree" if agrees else "disagree")
        case CallSuit(suit=suit):
            return to.say("call_suit", suit=to.name("suits", suit.value))
        case TakeBack(seat=seat):
            return to.say("take_card_back", who=who or f"{seat}")
        case GiveRest(seat=seat) | NameHolder(seat=seat):
            return to.say("takes_rest" if isinstance(choice, GiveRest) else "holds_called", who=who or f"{seat}")
        case _:
            return to.say(_PLAIN[type(choice)]) if type(choice) in _PLAIN else _rarely(choice, to)


def _rarely(choice: Input, to: Tongue) -> str:
    """What no plate on the table offers."""
    match choice:
        case DeclareMisdeal(reason=reason):
            return f"{to.say('misdeal_said')}: {reason}"
        case ClaimTricks(tricks=tricks):
            return to.say("claims_short", tricks=to.tricks(tricks))
        case SuspectRevoke(against=against, trick=trick):
            return to.say("suspects", other=against, trick=trick)
        case WarnTalk():
            return to.say("warned")
        case GiveRuling(text=text):
            return to.say("ruled", text=text)
        case NamePlayers(names=names):
            return to.say("renamed", names=", ".join(names))
        case AnswerQuestion(card=card):
            return to.say("read_as", card=card_words(card, to))
        case CountHand(cards=cards):
            return to.say("counted", cards=cards)
        case CardShown(card=card):
            return to.say("shows_card", card=card_words(card, to))
        case TakeKitty():
            return to.say("kitty_taken")
        case LayAway():
            return to.say("laid_away")
        case _:
            return type(choice).__name__


_PLAIN: dict[type, str] = {
    DealDone: "dealt",
    Undo: "take_back_last",
    Redo: "redo",
    NewMatch: "new_match",
    SwapCards: "swap",
    LayDown: "lays_down",
    HandOver: "hand_over",
    PlayOn: "disagree",
}
