"""Logs of the formats 1 and 2, whose events told whole English sentences: here they become reasons, and nowhere else.

Only for reading: a sentence becomes the reason that the engine gives for it today, by its pattern, and the names in it
become the seats that had them when it was told. One without a pattern is kept as it was told. These patterns stand for
ever as they are, because the logs do; words that are read today are not here but in the languages' catalogues.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

from engine.cards import Card, Denomination, Suit
from engine.reasons import FIELDS, Code, ContractTold, Kind, Reason
from engine.wire import to_plain

_DOUBTFUL = "Please check, the cards were hard to read: "
"""Stood before the text of a finding whose certainty says the same."""

Message = dict[str, Any]


class EnglishLog:
    """Follows a log's decisions in their order, because whose name is meant depends on who sat where."""

    def __init__(self) -> None:
        self._names: tuple[str, ...] = ()

    def event(self, message: Message, told: str) -> Message:
        """The event as it is written today; `told` is the kind of the input that led to it."""
        change = _CHANGES.get(message.get("kind", ""))
        changed = change(message, told, self._reason) if change is not None else message
        self._names = tuple(message.get("names", self._names))
        return changed

    def reason(self, english: str) -> Reason:
        """The reason for a sentence; as it was told where there is none."""
        return reason_of(english, self._names)

    def _reason(self, english: Any) -> Any:
        return to_plain(self.reason(english)) if isinstance(english, str) else english


Turn = Callable[[Any], Any]


def _scored(message: Message, told: str, turn: Turn) -> Message:
    return {**message, "why": [turn(each) for each in message.get("why", ())]}


def _why(message: Message, told: str, turn: Turn) -> Message:
    return {**message, "why": turn(message.get("why"))}


def _finding(message: Message, told: str, turn: Turn) -> Message:
    finding = message.get("finding")
    if not isinstance(finding, dict):
        return message
    return {**message, "finding": {**finding, "text": turn(finding.get("text")), "ruling": turn(finding.get("ruling"))}}


def _by_the_house(field: str, led_to: str) -> Callable[[Message, str, Turn], Message]:
    """Words of the house where that input led to the event; else they are a person's."""
    return lambda message, told, turn: {**message, field: turn(message.get(field))} if told == led_to else message


_CHANGES: Mapping[str, Callable[[Message, str, Turn], Message]] = {
    "HandScored": _scored,
    "MatchWon": _why,
    "FindingWithdrawn": _why,
    "FindingRaised": _finding,
    "MisdealDeclared": _by_the_house("reason", "CountHand"),
    "RulingGiven": _by_the_house("text", "WarnTalk"),
}


def reason_of(english: str, names: Sequence[str]) -> Reason:
    """The reason that this sentence gave, where these people sat from seat 1; as it was told where it gave none."""
    while english.startswith(_DOUBTFUL):
        english = english.removeprefix(_DOUBTFUL)
    return _known(english, tuple(names)) or Reason(Code.AS_TOLD, text=english)


def _known(english: str, names: tuple[str, ...]) -> Reason | None:
    for code, pattern in _patterns(names):
        found = pattern.fullmatch(english)
        if found is None:
            continue
        taken = {name: _taken(kind, found[name], names) for name, kind in FIELDS[code].items()}
        if None not in taken.values():
            return Reason(code, **taken)
    return None


@cache
def _patterns(names: tuple[str, ...]) -> tuple[tuple[Code, re.Pattern[str]], ...]:
    """What says more is tried before what says less."""
    order = sorted(_ENGLISH, key=lambda code: -len(re.sub(r"{\w+}", "", _ENGLISH[code])))
    who = "|".join(re.escape(name) for name in sorted(filter(None, names), key=len, reverse=True))
    seat = rf"(?:{who}|Seat \d)" if who else r"(?:Seat \d)"
    return tuple((code, re.compile(_pattern(code, seat))) for code in order)


def _pattern(code: Code, seat: str) -> str:
    kinds, seen = FIELDS[code], set()
    parts = re.split(r"{(\w+)}", _ENGLISH[code])
    for at in range(1, len(parts), 2):
        name = parts[at]
        parts[at] = f"(?P={name})" if name in seen else f"(?P<{name}>{_shape(kinds[name], seat)})"
        seen.add(name)
    return "".join(part if at % 2 else re.escape(part) for at, part in enumerate(parts))


def _shape(kind: Kind, seat: str) -> str:
    if kind in (Kind.SEAT, Kind.SIDE, Kind.ANY_OF):
        return seat if kind is Kind.SEAT else rf"{seat}(?: (?:and|or) {seat})*"
    return _SHAPES[kind]


_CARD = r"(?:[2-9TJQKA][CDHS]|JK)"
_TRUMP = r"(?:clubs|diamonds|hearts|spades|no[ _]trump|NT|[CDHS])"
_BID = r"(?:(?:say )?\w+(?: pepper)?)"
_SHAPES: Mapping[Kind, str] = {
    Kind.CARD: _CARD,
    Kind.CARDS: rf"{_CARD}(?:(?:, | and ){_CARD})*",
    Kind.SUIT: _TRUMP,
    Kind.TRUMP: _TRUMP,
    Kind.TRUMPS: rf"{_TRUMP}(?:, {_TRUMP})*",
    Kind.CALL: _BID,
    Kind.CALLS: r"[\w, ]+",
    Kind.BID: _BID,
    Kind.CONTRACT: rf"{_BID}(?: in {_TRUMP})?(?: alone)?",
    Kind.TRICKS: r"(?:no trick|1 trick|\d+ tricks)",
    Kind.NUMBER: r"-?\d+",
    Kind.POINTS: r"[+−]?[\d½]+",
    Kind.TOTAL: r"[+−]?[\d½]+",
    Kind.CHOICES: r"\w+(?: or \w+)*",
    Kind.TEXT: r".+?",
    Kind.REASON: r".+",
}


def _taken(kind: Kind, text: str, names: tuple[str, ...]) -> object | None:
    """The value that stands there as text; None where it can't be one."""
    if kind is Kind.REASON:
        return _known(text, names)
    if kind in (Kind.SEAT, Kind.SIDE, Kind.ANY_OF):
        seats = _seats(text, names)
        return seats[0] if kind is Kind.SEAT else seats
    return _TAKING[kind](text)


def _seats(text: str, names: tuple[str, ...]) -> tuple[int, ...]:
    one = "|".join([*(re.escape(name) for name in sorted(filter(None, names), key=len, reverse=True)), r"Seat \d"])
    found = re.findall(rf"(?:^| and | or )({one})(?=$| and | or )", text)
    return tuple(names.index(name) + 1 if name in names else int(name.removeprefix("Seat ")) for name in found)


def _trump(text: str) -> Denomination:
    known = {each.name.lower().replace("_", " "): each for each in Denomination}
    return known.get(text.replace("_", " ")) or Denomination(text)


def _bid(text: str) -> str:
    """`little` for `little pepper`; `pepper` is a bid of its own."""
    return text.removesuffix(" pepper")


def _contract(text: str) -> ContractTold:
    found = re.fullmatch(rf"(?P<bid>.+?)(?: in (?P<trump>{_TRUMP}))?(?P<alone> alone)?", text)
    assert found is not None
    return ContractTold(_bid(found["bid"]), _trump(found["trump"]) if found["trump"] else None, bool(found["alone"]))


def _points(text: str) -> float:
    whole = int(text.strip("+−½") or 0)
    size = whole + 0.5 if text.endswith("½") else whole
    return -size if text.startswith("−") else size


_TAKING: Mapping[Kind, Callable[[str], object]] = {
    Kind.CARD: Card.parse,
    Kind.CARDS: lambda text: tuple(Card.parse(each) for each in re.split(", | and ", text)),
    Kind.SUIT: lambda text: Suit(_trump(text).value),
    Kind.TRUMP: _trump,
    Kind.TRUMPS: lambda text: tuple(_trump(each) for each in text.split(", ")),
    Kind.CALL: lambda text: text,
    Kind.CALLS: lambda text: tuple(text.split(", ")),
    Kind.BID: _bid,
    Kind.CONTRACT: _contract,
    Kind.TRICKS: lambda text: 0 if text == "no trick" else int(text.split()[0]),
    Kind.NUMBER: int,
    Kind.POINTS: _points,
    Kind.TOTAL: _points,
    Kind.CHOICES: lambda text: tuple(text.split(" or ")),
    Kind.TEXT: lambda text: text,
}

_ENGLISH: Mapping[Code, str] = {
    Code.BID_MADE: "{side} bid {contract} and took {tricks}: made, {points}.",
    Code.BID_MADE_COUNTS: "{side} bid {contract} and took {tricks}: made, {points} (the bid counts, not the tricks).",
    Code.BID_MADE_EVERY: "{side} bid {contract} and took {tricks}: made, {points} (every trick counts).",
    Code.BID_SHORT: "{side} bid {contract} and took {tricks}, {short} short: {points}.",
    Code.BID_SHORT_HALF: "{side} bid {contract} and took {tricks}, {short} "
    "short: {points}. A forced dealer pays half: {half}.",
    Code.BID_UNOPPOSED: "{side} bid {contract} and nobody played against it: {points}.",
    Code.DROPPED: "{side} dropped out: no change.",
    Code.TOOK_NONE: "{side} played and took no trick: {points}.",
    Code.TOOK_NONE_FREE: "{side} took no trick: no change.",
    Code.TOOK_FREE: "{side} took {tricks}, which score nothing.",
    Code.TOOK_CAPPED: "{side} took {tricks}, but tricks count only up to {cap}: {points}.",
    Code.TOOK: "{side} took {tricks}: {points}.",
    Code.TOOK_AND_STOPPED: "{side} took {tricks} and stopped it: {points}.",
    Code.DEALER_GAVE_UP: "{side} had to bid and gave up: {points}, nobody else scores.",
    Code.REVOKE_PRICE: "Revoke by {side}: {points} for it, {others} for the others.",
    Code.REVOKE_BY: "Revoke by {side}. {ruling}",
    Code.FALSE_CLAIM: "{seat} claimed a revoke that was none: {points}.",
    Code.UNPROVABLE: "Whether {seat} could have followed in trick {trick} can no longer be proved.",
    Code.TALK_POINTS: "Talk at the table, after a warning: 2 points to the others.",
    Code.WON_MADE: "Made its bid and has {total} of {target}.",
    Code.WON_FALLEN: "The other side has fallen to {total}.",
    Code.WON_BID: "More than one side has {target}, and it bid the last hand.",
    Code.WON_FAILED: "More than one side has {target}, and the bid of the last hand failed.",
    Code.WON_HAS: "Has {total} of {target}.",
    Code.WON_FORFEIT: "The other side forfeits the match by talk at the table.",
    Code.REVOKE: "{seat} did not follow {suit} in trick {trick} "
    "(played {card}) but held {shown}, played in trick {shown_in}.",
    Code.REVOKE_LEFT: "{seat} did not follow {suit} in trick {trick} (played {card}) but held {shown}, "
    "the left bower, a trump while {trump} are trump, played in trick {shown_in}.",
    Code.REVOKE_KNOWN: "{seat} did not follow {suit} in trick {trick} (played "
    "{card}) but still holds a card of that suit.",
    Code.REVOKE_COUNTED: "{seat} did not follow {suit} in trick {trick} (played {card}), but the {left} cards "
    "left must hold one of that suit: every other place for it is ruled out.",
    Code.REVOKE_COUNTED_ONE: "{seat} did not follow {suit} in trick {trick} (played {card}), but the card left "
    "must hold one of that suit: every other place for it is ruled out.",
    Code.JOKER_LED: "{seat} led a joker to trick {trick} but still held {card}, played in trick {shown_in}.",
    Code.EXPOSED: "{seat} shows {card} before play has begun.",
    Code.LATE_LEAD: "{seat} led to trick {trick}, but {other} had taken the trick before.",
    Code.LED_OUT_OF_TURN: "{seat} led out of turn in trick {trick}: it was {other}'s turn.",
    Code.LED_CARD_OUT_OF_TURN: "{seat} led {card} out of turn in trick {trick}: it was {other}'s turn.",
    Code.PLAYED_OUT_OF_TURN: "{seat} played out of turn in trick {trick}: it was {other}'s turn.",
    Code.PLAYED_CARD_OUT_OF_TURN: "{seat} played {card} out of turn in trick {trick}: it was {other}'s turn.",
    Code.EXTRA: "{seat} laid {card} besides {cards} in trick {trick}: a person says which one stands.",
    Code.EXTRA_UNREAD: "{seat} laid {card} besides an unread card in trick {trick}: a person says which one stands.",
    Code.EXTRA_OUTSIDER: "{seat} laid {card} in trick {trick} but does not play in this hand.",
    Code.FOREIGN: "{seat} laid {card}, which is not in this pack.",
    Code.TWICE: "{card} is seen twice: {seat} played it in trick {trick}, and now {other} lays it.",
    Code.BID_OUT_OF_TURN: "{seat} called {call} out of turn: it is {other}'s call. "
    "The call is void, and {seat} may still call in turn.",
    Code.BID_BARRED: "{seat} may not call {call} in {trump} in this hand, after the partner's call out of "
    "turn. It may be put right until the next player calls; then it counts as a pass.",
    Code.BID_INSUFFICIENT: "{seat} may not call {call} now, only {calls}. It may be put "
    "right until the next player calls; then it counts as a pass.",
    Code.COUNTED_OVER: "{seat} played {count} cards, which is a whole "
    "hand, and showed {cards} besides: please count the cards.",
    Code.COUNT_WRONG: "{seat} holds {count} instead of {due}: cards are missing or too many.",
    Code.DEALT_WRONG: "{seat} was dealt {count} cards instead of {due}.",
    Code.LAID_TOO_MANY: "{seat} has laid away {count} cards or more, and {due} are due: please count them.",
    Code.PROMISE_ACE: "{seat} called {call}, which promises an ace, and held none.",
    Code.PROMISE_JACKS: "{seat} called {call}, which promises a jack of each colour, and did not hold both.",
    Code.CALLED_LATE: "{seat} could have played the called {card} in trick "
    "{trick} (played {shown}) and showed it in trick {shown_in} only.",
    Code.CALLED_OWN: "{seat} called {card} and held it, played in trick {trick}.",
    Code.SUIT_REFUSED: "{seat} was to lead {suit} in trick {trick} "
    "(led {card}) and held {shown}, played in trick {shown_in}.",
    Code.NO_REVOKE: "No revoke by {seat} in trick {trick}: every card has been seen.",
    Code.REVOKE_UNPROVED: "Whether {seat} revoked in trick {trick} can no longer be proved.",
    Code.CARD_CORRECTED: "The card was corrected.",
    Code.RULE_SAID: "House rule: it is said and changes no points.",
    Code.RULE_LOST_BID: "House rule: the call is void, and the player must pass in this hand.",
    Code.RULE_LOST_BID_PARTNER: "House rule: the call is void, the player must pass in this "
    "hand, and the partner may not choose what it named, nor no trump.",
    Code.RULE_COUNT_PLAY: "House rule: the hand counts as it was played; the other side may ask for a new deal.",
    Code.RULE_COUNT_REDEAL: "House rule: the hand is dealt again.",
    Code.RULE_AWARD: "House rule: the revoking side loses the hand at full price.",
    Code.RULE_FIXED: "House rule: {points} for the other side, {offender} for the revoking side.",
    Code.RULE_TRANSFER: "House rule: {tricks} of its tricks go to the other side.",
    Code.RULE_CALL_SUIT: "House rule: the other side may call the suit that this side leads next.",
    Code.RULE_FALSE_CLAIM: "House rule: a false claim costs {price}.",
    Code.RULE_EXPOSED: "It must be played at the first legal chance; shown "
    "in the deal, it is a misdeal if somebody says so.",
    Code.RULE_UNTIL_LEAD: "It may be taken back until the next lead; then it stands.",
    Code.RULE_UNTIL_TRICK: "It may be taken back until the trick is complete; then it stands.",
    Code.RULE_UNTIL_NOTHING: "It may be taken back until nothing; then it stands.",
    Code.WAIT_NO_MATCH: "No match has begun.",
    Code.WAIT_DEAL: "The cards are being dealt.",
    Code.WAIT_AUCTION: "The auction is on.",
    Code.WAIT_TRUMP: "The maker is to name trump.",
    Code.WAIT_PARTNER: "The maker is to choose how to play.",
    Code.WAIT_DROP: "The opponents are to say whether they play.",
    Code.WAIT_CALL: "The maker is to call a card.",
    Code.WAIT_PLAY: "The hand is being played.",
    Code.WAIT_OVER: "The match is over: start a new one.",
    Code.NOW_NO_CALL: "No call is possible now. {waiting}",
    Code.NOW_NO_TRUMP: "No trump is to be named now. {waiting}",
    Code.NOW_NO_CHOICE: "How to play is not to be chosen now. {waiting}",
    Code.NOW_NO_DROP: "Nobody is asked whether to play now. {waiting}",
    Code.NOW_NO_CARD: "No card can be played now. {waiting}",
    Code.NOW_NO_TAKE_BACK: "No card can be taken back now. {waiting}",
    Code.NOW_NO_CLAIM: "No tricks can be claimed now. {waiting}",
    Code.NOW_NO_CALLED: "No card is to be called now. {waiting}",
    Code.NOW_NO_SUSPICION: "A revoke can be claimed until the hand is over, not now. {waiting}",
    Code.NOW_NO_SUIT: "No suit can be called now. {waiting}",
    Code.NOW_DEALT: "The deal is done already. {waiting}",
    Code.NOW_NO_DRAW: "The draw is before the first deal. {waiting}",
    Code.SWAP_LATER: "Cards are passed once trump is named. {waiting}",
    Code.COUNT_IN_PLAY: "Hands are counted while they are played. {waiting}",
    Code.NOTHING_ASKED: "No card is being asked about. {waiting}",
    Code.NO_MATCH: "No match has begun: start one first.",
    Code.NO_DEALER: "There is no seat {number} to deal: seats are 1 to {players}.",
    Code.NO_SEAT: "There is no seat {number} at this table: seats are 1 to {players}.",
    Code.NAMES_FOR_RULES: "{rules} is for {players} players, but {names} names were given.",
    Code.NAMES_TOO_FEW: "This game is for {players} players, but {names} names were given.",
    Code.NAMES_SAME: "Those are the players' names already.",
    Code.DRAW_DONE: "The draw is before the first deal; the deal goes round by itself after that.",
    Code.NOT_IN_PACK: "{card} is not in the pack of this game.",
    Code.NO_UNDO: "There is nothing to take back.",
    Code.NO_REDO: "Nothing was taken back, so nothing can be done again.",
    Code.NOT_SO_MUCH: "So much has not been decided in this match: choose again what is to be put right.",
    Code.MOVED_ON: "The table has moved on meanwhile: look, and choose again.",
    Code.NOW_PAUSED: "The referee has stopped play: wait until it goes on.",
    Code.CARD_STANDS: "In this house the card stands: a card laid is a card played by now.",
    Code.LEAD_STANDS: "Others have played to this lead: it stands.",
    Code.NO_CARD_BACK: "{seat} has no card in this trick to take back.",
    Code.CLAIM_TOO_MANY: "There are {left} tricks left, so {tricks} cannot be claimed.",
    Code.CLAIM_FIRST_READ: "First say which card the unread one is: a trick is still undecided.",
    Code.CLAIM_ALL: "Without fixed partners only all the tricks left can be claimed.",
    Code.CLAIM_OTHER_SIDE: "A claim is answered by the other side.",
    Code.CLAIM_NONE: "Nobody has claimed any tricks.",
    Code.NOT_ASKED: "{seat} is not asked now: {others} is.",
    Code.NO_SUCH_ANSWER: "'{answer}' is no answer here: it is {choices}.",
    Code.SITS_OUT: "{seat} does not play in this hand.",
    Code.NOT_MAKER: "{seat} names trump, nobody else.",
    Code.NOT_MAKER_PLAY: "{seat} chooses how to play, nobody else.",
    Code.NOT_MAKER_CALLS: "{seat} calls a card, nobody else.",
    Code.TRUMP_NOT_OPEN: "{trump} cannot be named here: only {trumps}.",
    Code.NO_SUCH_CHOICE: "'{choice}' is no choice here: it is {choices}.",
    Code.CARD_ALREADY: "That card is {card} already.",
    Code.CHECK_ENTRY: "{told} Please check the entry.",
    Code.NO_SUCH_MARK: "Nobody asks about a card with the mark {mark}.",
    Code.CALLED_ALREADY: "{seat} has called {call} already.",
    Code.CALL_OF_WHAT: "A bid names its trump in this game: {call} of what?",
    Code.NO_SUCH_CALL: "There is no call '{call}' in this game: calls are {calls}.",
    Code.NOT_BID_IN: "{call} cannot be bid in {trump} in this game.",
    Code.TRUMP_LATER: "Trump is named after the auction in this game, not with a call.",
    Code.CALL_TOO_LATE: "The auction is over, so {call} comes too late.",
    Code.CALL_FOREIGN: "{card} is not in this pack: call another card.",
    Code.CALL_BOWER: "{card} is a bower and may not be called: call another card.",
    Code.COUNT_RIGHT: "That is right: {seat} should still hold {count}.",
    Code.COUNT_TOO_FEW: "Nobody holds fewer than no cards: count again.",
    Code.NO_SUCH_TRICK: "There is no trick {trick} yet: name the trick.",
    Code.SUIT_BY_OTHERS: "A suit is called by the other side, once, after "
    "a lead out of turn, where the house allows it.",
    Code.SWAP_NEVER: "Partners pass each other no cards in this game.",
    Code.SWAP_TOO_LATE: "It is too late to pass a card: it is done once, before the first lead.",
    Code.SWAP_OTHER: "{seat} may pass a card, nobody else.",
    Code.READ_LATE: "Cards are read while they are dealt, not later.",
    Code.READ_ALREADY: "This card has been read already: please check the reader.",
    Code.NO_KITTY: "No kitty is to be taken now.",
    Code.KITTY_OTHER: "{seat} takes the kitty, nobody else.",
    Code.NOTHING_AWAY: "No cards are to be laid away now.",
    Code.AWAY_OTHER: "{seat} lays {count} away, nobody else.",
    Code.SCORES_KEPT: "This game keeps {needed} scores, but {given} were given.",
    Code.OVER_NO_DEAL: "The match is over: nothing is dealt any more.",
    Code.OVER: "The match is over.",
}
"""The sentences as the engine told them until format 2."""
