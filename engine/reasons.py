"""Why something is so: a code with typed fields, and never a sentence. Words are made at the edge, in any language.

Findings, rulings, scores and refusals give their reasons in this form, and so they stand in every log. A name is in no
reason: a seat is, and who sits there is the state's to say. `FIELDS` is the one table of what each code says, and a
reason that does not fit it cannot be made. Adding a code is adding its line here and its words in every language.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum, StrEnum, auto
from types import MappingProxyType

from engine.cards import Card, Denomination, Suit


class Kind(Enum):
    """What a field holds, and so how it is said."""

    SEAT = auto()
    """Who, from 1."""
    SIDE = auto()
    """Seats that score together: one side, or several players who answer for the same."""
    ANY_OF = auto()
    """Seats of which one is meant."""
    CARD = auto()
    CARDS = auto()
    SUIT = auto()
    TRUMP = auto()
    TRUMPS = auto()
    CALL = auto()
    """A call by its name on the ladder, or `pass` or `surrender`."""
    CALLS = auto()
    BID = auto()
    """A call that is on the ladder, said in full."""
    CONTRACT = auto()
    TRICKS = auto()
    """A number of tricks taken."""
    NUMBER = auto()
    """Any other whole number: of a trick, of cards, of players."""
    POINTS = auto()
    """Points gained or lost, halves included."""
    TOTAL = auto()
    """Points that a side has."""
    CHOICES = auto()
    """Words of an input, of which one is meant."""
    TEXT = auto()
    """A person's words, or a name of the rules: said as it stands."""
    REASON = auto()


@dataclass(frozen=True, slots=True)
class ContractTold:
    """The contract as a score names it; `trump` None where the bid alone says enough, `alone` where that was bid."""

    bid: str
    trump: Denomination | None
    alone: bool = False


class Code(StrEnum):
    """Every reason that the engine gives. A value is never used for something else: old logs hold it."""

    # What a hand brought
    BID_MADE = "bid_made"
    BID_MADE_COUNTS = "bid_made_counts"
    BID_MADE_EVERY = "bid_made_every"
    BID_SHORT = "bid_short"
    BID_SHORT_HALF = "bid_short_half"
    BID_UNOPPOSED = "bid_unopposed"
    DROPPED = "dropped"
    TOOK_NONE = "took_none"
    TOOK_NONE_FREE = "took_none_free"
    TOOK_FREE = "took_free"
    TOOK_CAPPED = "took_capped"
    TOOK = "took"
    TOOK_AND_STOPPED = "took_and_stopped"
    DEALER_GAVE_UP = "dealer_gave_up"
    EVERYBODY_PASSED = "everybody_passed"
    REVOKE_PRICE = "revoke_price"
    REVOKE_BY = "revoke_by"
    FALSE_CLAIM = "false_claim"
    UNPROVABLE = "unprovable"
    COULD_MAKE = "could_make"
    TALK_POINTS = "talk_points"
    # How a match was won
    WON_MADE = "won_made"
    WON_FALLEN = "won_fallen"
    WON_BID = "won_bid"
    WON_FAILED = "won_failed"
    WON_HAS = "won_has"
    WON_FORFEIT = "won_forfeit"
    # What was found
    REVOKE = "revoke"
    REVOKE_LEFT = "revoke_left"
    REVOKE_KNOWN = "revoke_known"
    REVOKE_COUNTED = "revoke_counted"
    REVOKE_SEEN = "revoke_seen"
    REVOKE_COUNTED_ONE = "revoke_counted_one"
    JOKER_LED = "joker_led"
    EXPOSED = "exposed"
    SHOWN = "shown"
    LATE_LEAD = "late_lead"
    LED_OUT_OF_TURN = "led_out_of_turn"
    LED_CARD_OUT_OF_TURN = "led_card_out_of_turn"
    PLAYED_OUT_OF_TURN = "played_out_of_turn"
    PLAYED_CARD_OUT_OF_TURN = "played_card_out_of_turn"
    EXTRA = "extra"
    EXTRA_UNREAD = "extra_unread"
    EXTRA_OUTSIDER = "extra_outsider"
    FOREIGN = "foreign"
    TWICE = "twice"
    BID_OUT_OF_TURN = "bid_out_of_turn"
    BID_BARRED = "bid_barred"
    BID_INSUFFICIENT = "bid_insufficient"
    COUNTED_OVER = "counted_over"
    COUNT_WRONG = "count_wrong"
    DEALT_WRONG = "dealt_wrong"
    LAID_TOO_MANY = "laid_too_many"
    PROMISE_ACE = "promise_ace"
    PROMISE_JACKS = "promise_jacks"
    CALLED_LATE = "called_late"
    CALLED_OWN = "called_own"
    SUIT_REFUSED = "suit_refused"
    NO_REVOKE = "no_revoke"
    REVOKE_UNPROVED = "revoke_unproved"
    CARD_CORRECTED = "card_corrected"
    # What the house makes of it
    RULE_SAID = "rule_said"
    RULE_LOST_BID = "rule_lost_bid"
    RULE_LOST_BID_PARTNER = "rule_lost_bid_partner"
    RULE_COUNT_PLAY = "rule_count_play"
    RULE_COUNT_REDEAL = "rule_count_redeal"
    RULE_AWARD = "rule_award"
    RULE_FIXED = "rule_fixed"
    RULE_TRANSFER = "rule_transfer"
    RULE_CALL_SUIT = "rule_call_suit"
    RULE_FALSE_CLAIM = "rule_false_claim"
    RULE_EXPOSED = "rule_exposed"
    RULE_UNTIL_LEAD = "rule_until_lead"
    RULE_UNTIL_TRICK = "rule_until_trick"
    RULE_UNTIL_NOTHING = "rule_until_nothing"
    # What is due
    SUIT_DUE = "suit_due"
    CARD_DUE = "card_due"
    # What the table waits for
    WAIT_NO_MATCH = "wait_no_match"
    WAIT_DEAL = "wait_deal"
    WAIT_AUCTION = "wait_auction"
    WAIT_TRUMP = "wait_trump"
    WAIT_PARTNER = "wait_partner"
    WAIT_DROP = "wait_drop"
    WAIT_CALL = "wait_call"
    WAIT_PLAY = "wait_play"
    WAIT_OVER = "wait_over"
    # Why an input makes no sense now
    NOW_NO_CALL = "now_no_call"
    NOW_NO_TRUMP = "now_no_trump"
    NOW_NO_CHOICE = "now_no_choice"
    NOW_NO_DROP = "now_no_drop"
    NOW_NO_CARD = "now_no_card"
    NOW_NO_TAKE_BACK = "now_no_take_back"
    NOW_NO_CLAIM = "now_no_claim"
    NOW_NO_CALLED = "now_no_called"
    NOW_NO_SUSPICION = "now_no_suspicion"
    NOW_NO_SUIT = "now_no_suit"
    NOW_DEALT = "now_dealt"
    NOW_NO_DRAW = "now_no_draw"
    SWAP_LATER = "swap_later"
    COUNT_IN_PLAY = "count_in_play"
    NOTHING_ASKED = "nothing_asked"
    NO_MATCH = "no_match"
    NO_DEALER = "no_dealer"
    NO_SEAT = "no_seat"
    NAMES_FOR_RULES = "names_for_rules"
    NAMES_TOO_FEW = "names_too_few"
    NAMES_SAME = "names_same"
    DRAW_DONE = "draw_done"
    NOT_IN_PACK = "not_in_pack"
    NO_UNDO = "no_undo"
    NO_REDO = "no_redo"
    NOT_SO_MUCH = "not_so_much"
    MOVED_ON = "moved_on"
    NOW_PAUSED = "now_paused"
    CARD_STANDS = "card_stands"
    LEAD_STANDS = "lead_stands"
    NO_CARD_BACK = "no_card_back"
    CLAIM_TOO_MANY = "claim_too_many"
    CLAIM_FIRST_READ = "claim_first_read"
    CLAIM_ALL = "claim_all"
    CLAIM_OTHER_SIDE = "claim_other_side"
    CLAIM_NONE = "claim_none"
    CLAIM_AGREED = "claim_agreed"
    HOLDER_NOT_ASKED = "holder_not_asked"
    NOT_HIDDEN = "not_hidden"
    NOW_NO_SHOWN = "now_no_shown"
    NOT_ASKED = "not_asked"
    NO_SUCH_ANSWER = "no_such_answer"
    SITS_OUT = "sits_out"
    NOT_MAKER = "not_maker"
    NOT_MAKER_PLAY = "not_maker_play"
    NOT_MAKER_CALLS = "not_maker_calls"
    TRUMP_NOT_OPEN = "trump_not_open"
    NO_SUCH_CHOICE = "no_such_choice"
    CARD_ALREADY = "card_already"
    CHECK_ENTRY = "check_entry"
    NO_SUCH_MARK = "no_such_mark"
    CALLED_ALREADY = "called_already"
    CALL_OF_WHAT = "call_of_what"
    NO_SUCH_CALL = "no_such_call"
    NOT_BID_IN = "not_bid_in"
    TRUMP_LATER = "trump_later"
    CALL_TOO_LATE = "call_too_late"
    CALL_FOREIGN = "call_foreign"
    CALL_BOWER = "call_bower"
    COUNT_RIGHT = "count_right"
    COUNT_TOO_FEW = "count_too_few"
    NO_SUCH_TRICK = "no_such_trick"
    SUIT_BY_OTHERS = "suit_by_others"
    SWAP_NEVER = "swap_never"
    SWAP_TOO_LATE = "swap_too_late"
    SWAP_OTHER = "swap_other"
    READ_LATE = "read_late"
    READ_ALREADY = "read_already"
    NO_KITTY = "no_kitty"
    KITTY_OTHER = "kitty_other"
    NOTHING_AWAY = "nothing_away"
    AWAY_OTHER = "away_other"
    SCORES_KEPT = "scores_kept"
    OVER_NO_DEAL = "over_no_deal"
    OVER = "over"
    # Why no hand can have gone so
    NO_SUCH_BID = "no_such_bid"
    NO_PASSING = "no_passing"
    NO_SURRENDER = "no_surrender"
    NEVER_IN_NO_TRUMP = "never_in_no_trump"
    ONLY_IN_NO_TRUMP = "only_in_no_trump"
    NEVER_ALONE = "never_alone"
    NO_DROPPING_IN = "no_dropping_in"
    NO_DROPPING = "no_dropping"
    ANSWER_WORD = "answer_word"
    ONE_ANSWER = "one_answer"
    MORE_ANSWERS = "more_answers"
    SCORES_OF_RULES = "scores_of_rules"
    TRICKS_BY_SIDE = "tricks_by_side"
    TRICKS_BY_SEAT = "tricks_by_seat"
    FEWER_THAN_NONE = "fewer_than_none"
    TRICKS_IN_HAND = "tricks_in_hand"
    DROPPED_TOOK = "dropped_took"
    UNOPPOSED_TOOK = "unopposed_took"
    # What an old log holds and no code stands for
    AS_TOLD = "as_told"


_K = Kind
_SCORED = {"side": _K.SIDE, "contract": _K.CONTRACT, "tricks": _K.TRICKS, "points": _K.POINTS}
_TAKEN = {"side": _K.SIDE, "tricks": _K.TRICKS, "points": _K.POINTS}
_REFUSED = {"seat": _K.SEAT, "suit": _K.SUIT, "trick": _K.NUMBER, "card": _K.CARD}
_SHOWN = {**_REFUSED, "shown": _K.CARD, "shown_in": _K.NUMBER}
_TURN = {"seat": _K.SEAT, "trick": _K.NUMBER, "other": _K.SEAT}
_COUNTED = {"seat": _K.SEAT, "count": _K.NUMBER, "due": _K.NUMBER}
_CALLED = {"seat": _K.SEAT, "call": _K.CALL}
_SEAT = {"seat": _K.SEAT}
_CARD = {"card": _K.CARD}
_OF_SEAT = {"seat": _K.SEAT, "trick": _K.NUMBER}
_WAITING = {"waiting": _K.REASON}
_RULES = {"rules": _K.TEXT}
_NEEDED = {"rules": _K.TEXT, "needed": _K.NUMBER, "given": _K.NUMBER}

FIELDS: Mapping[Code, Mapping[str, Kind]] = MappingProxyType(
    {code: {} for code in Code}
    | {
        Code.BID_MADE: _SCORED,
        Code.BID_MADE_COUNTS: _SCORED,
        Code.BID_MADE_EVERY: _SCORED,
        Code.BID_SHORT: {**_SCORED, "short": _K.NUMBER},
        Code.BID_SHORT_HALF: {**_SCORED, "short": _K.NUMBER, "half": _K.POINTS},
        Code.BID_UNOPPOSED: {"side": _K.SIDE, "contract": _K.CONTRACT, "points": _K.POINTS},
        Code.DROPPED: {"side": _K.SIDE},
        Code.TOOK_NONE: {"side": _K.SIDE, "points": _K.POINTS},
        Code.TOOK_NONE_FREE: {"side": _K.SIDE},
        Code.TOOK_FREE: {"side": _K.SIDE, "tricks": _K.TRICKS},
        Code.TOOK_CAPPED: {**_TAKEN, "cap": _K.NUMBER},
        Code.TOOK: _TAKEN,
        Code.TOOK_AND_STOPPED: _TAKEN,
        Code.DEALER_GAVE_UP: {"side": _K.SIDE, "points": _K.POINTS},
        Code.REVOKE_PRICE: {"side": _K.SIDE, "points": _K.POINTS, "others": _K.POINTS},
        Code.REVOKE_BY: {"side": _K.SIDE, "ruling": _K.REASON},
        Code.FALSE_CLAIM: {"seat": _K.SEAT, "points": _K.POINTS},
        Code.UNPROVABLE: _OF_SEAT,
        Code.COULD_MAKE: {"trump": _K.TRUMP, "tricks": _K.NUMBER, "seat": _K.SEAT},
        Code.WON_MADE: {"total": _K.TOTAL, "target": _K.NUMBER},
        Code.WON_FALLEN: {"total": _K.TOTAL},
        Code.WON_BID: {"target": _K.NUMBER},
        Code.WON_FAILED: {"target": _K.NUMBER},
        Code.WON_HAS: {"total": _K.TOTAL, "target": _K.NUMBER},
        Code.REVOKE: _SHOWN,
        Code.REVOKE_LEFT: {**_SHOWN, "trump": _K.TRUMP},
        Code.REVOKE_KNOWN: _REFUSED,
        Code.REVOKE_SEEN: {**_REFUSED, "shown": _K.CARD},
        Code.REVOKE_COUNTED: {**_REFUSED, "left": _K.NUMBER},
        Code.REVOKE_COUNTED_ONE: _REFUSED,
        Code.JOKER_LED: {**_OF_SEAT, "card": _K.CARD, "shown_in": _K.NUMBER},
        Code.EXPOSED: {"seat": _K.SEAT, "card": _K.CARD},
        Code.SHOWN: {"seat": _K.SEAT, "card": _K.CARD},
        Code.LATE_LEAD: _TURN,
        Code.LED_OUT_OF_TURN: _TURN,
        Code.LED_CARD_OUT_OF_TURN: {**_TURN, "card": _K.CARD},
        Code.PLAYED_OUT_OF_TURN: _TURN,
        Code.PLAYED_CARD_OUT_OF_TURN: {**_TURN, "card": _K.CARD},
        Code.EXTRA: {**_OF_SEAT, "card": _K.CARD, "cards": _K.CARDS},
        Code.EXTRA_UNREAD: {**_OF_SEAT, "card": _K.CARD},
        Code.EXTRA_OUTSIDER: {**_OF_SEAT, "card": _K.CARD},
        Code.FOREIGN: {"seat": _K.SEAT, "card": _K.CARD},
        Code.TWICE: {**_TURN, "card": _K.CARD},
        Code.BID_OUT_OF_TURN: {**_CALLED, "other": _K.SEAT},
        Code.BID_BARRED: {**_CALLED, "trump": _K.TRUMP},
        Code.BID_INSUFFICIENT: {"seat": _K.SEAT, "call": _K.BID, "calls": _K.CALLS},
        Code.COUNTED_OVER: {"seat": _K.SEAT, "count": _K.NUMBER, "cards": _K.CARDS},
        Code.COUNT_WRONG: _COUNTED,
        Code.DEALT_WRONG: _COUNTED,
        Code.LAID_TOO_MANY: _COUNTED,
        Code.PROMISE_ACE: _CALLED,
        Code.PROMISE_JACKS: _CALLED,
        Code.CALLED_LATE: {**_OF_SEAT, "card": _K.CARD, "shown": _K.CARD, "shown_in": _K.NUMBER},
        Code.CALLED_OWN: {**_OF_SEAT, "card": _K.CARD},
        Code.SUIT_REFUSED: _SHOWN,
        Code.NO_REVOKE: _OF_SEAT,
        Code.REVOKE_UNPROVED: _OF_SEAT,
        Code.RULE_FIXED: {"points": _K.POINTS, "offender": _K.POINTS},
        Code.RULE_TRANSFER: {"tricks": _K.NUMBER},
        Code.RULE_FALSE_CLAIM: {"price": _K.NUMBER},
        Code.SUIT_DUE: {"seat": _K.SEAT, "suit": _K.SUIT, "other": _K.SEAT},
        Code.CARD_DUE: {"seat": _K.SEAT, "card": _K.CARD},
        **dict.fromkeys(
            (
                Code.NOW_NO_CALL,
                Code.NOW_NO_TRUMP,
                Code.NOW_NO_CHOICE,
                Code.NOW_NO_DROP,
                Code.NOW_NO_CARD,
                Code.NOW_NO_TAKE_BACK,
                Code.NOW_NO_CLAIM,
                Code.NOW_NO_SHOWN,
                Code.NOW_NO_CALLED,
                Code.NOW_NO_SUSPICION,
                Code.NOW_NO_SUIT,
                Code.NOW_DEALT,
                Code.NOW_NO_DRAW,
                Code.SWAP_LATER,
                Code.COUNT_IN_PLAY,
                Code.NOTHING_ASKED,
            ),
            _WAITING,
        ),
        Code.NO_DEALER: {"number": _K.NUMBER, "players": _K.NUMBER},
        Code.NO_SEAT: {"number": _K.NUMBER, "players": _K.NUMBER},
        Code.NAMES_FOR_RULES: {"rules": _K.TEXT, "players": _K.NUMBER, "names": _K.NUMBER},
        Code.NAMES_TOO_FEW: {"players": _K.NUMBER, "names": _K.NUMBER},
        Code.NOT_IN_PACK: _CARD,
        Code.NOT_HIDDEN: _CARD,
        Code.NO_CARD_BACK: _SEAT,
        Code.CLAIM_TOO_MANY: {"left": _K.NUMBER, "tricks": _K.NUMBER},
        Code.NOT_ASKED: {"seat": _K.SEAT, "others": _K.ANY_OF},
        Code.NO_SUCH_ANSWER: {"answer": _K.TEXT, "choices": _K.CHOICES},
        Code.SITS_OUT: _SEAT,
        Code.NOT_MAKER: _SEAT,
        Code.NOT_MAKER_PLAY: _SEAT,
        Code.NOT_MAKER_CALLS: _SEAT,
        Code.TRUMP_NOT_OPEN: {"trump": _K.TRUMP, "trumps": _K.TRUMPS},
        Code.NO_SUCH_CHOICE: {"choice": _K.TEXT, "choices": _K.CHOICES},
        Code.CARD_ALREADY: _CARD,
        Code.CHECK_ENTRY: {"told": _K.REASON},
        Code.NO_SUCH_MARK: {"mark": _K.NUMBER},
        Code.CALLED_ALREADY: _CALLED,
        Code.CALL_OF_WHAT: {"call": _K.CALL},
        Code.NO_SUCH_CALL: {"call": _K.TEXT, "calls": _K.CALLS},
        Code.NOT_BID_IN: {"call": _K.CALL, "trump": _K.TRUMP},
        Code.CALL_TOO_LATE: {"call": _K.CALL},
        Code.CALL_FOREIGN: _CARD,
        Code.CALL_BOWER: _CARD,
        Code.COUNT_RIGHT: {"seat": _K.SEAT, "count": _K.NUMBER},
        Code.NO_SUCH_TRICK: {"trick": _K.NUMBER},
        Code.SWAP_OTHER: _SEAT,
        Code.KITTY_OTHER: _SEAT,
        Code.AWAY_OTHER: {"seat": _K.SEAT, "count": _K.NUMBER},
        Code.SCORES_KEPT: {"needed": _K.NUMBER, "given": _K.NUMBER},
        Code.NO_SUCH_BID: {**_RULES, "call": _K.TEXT, "calls": _K.CALLS},
        Code.NO_PASSING: _RULES,
        Code.NO_SURRENDER: _RULES,
        Code.NEVER_IN_NO_TRUMP: {**_RULES, "call": _K.BID},
        Code.ONLY_IN_NO_TRUMP: {**_RULES, "call": _K.BID},
        Code.NEVER_ALONE: {**_RULES, "call": _K.BID},
        Code.NO_DROPPING_IN: {**_RULES, "trump": _K.TRUMP},
        Code.NO_DROPPING: _RULES,
        Code.ANSWER_WORD: {"answer": _K.TEXT},
        Code.ONE_ANSWER: {**_RULES, "given": _K.NUMBER},
        Code.MORE_ANSWERS: _NEEDED,
        Code.SCORES_OF_RULES: _NEEDED,
        Code.TRICKS_BY_SIDE: _NEEDED,
        Code.TRICKS_BY_SEAT: _NEEDED,
        Code.TRICKS_IN_HAND: _NEEDED,
        Code.AS_TOLD: {"text": _K.TEXT},
    }
)
"""Each code's fields, in their order, and what they hold."""


@dataclass(frozen=True, init=False, slots=True)
class Reason:
    """A code with its fields: `Reason(Code.SITS_OUT, seat=2)`. `values` are in the order of the code's fields.

    :raises ValueError: for fields that are not the code's, or hold something else.
    """

    code: Code
    values: tuple[object, ...]

    def __init__(self, code: Code, /, **fields: object) -> None:
        kinds = FIELDS[code]
        if fields.keys() != kinds.keys():
            raise ValueError(f"{code.value} has the fields {', '.join(kinds) or 'none'}, not {', '.join(fields)}.")
        for name, kind in kinds.items():
            if not _HOLDS[kind](fields[name]):
                raise ValueError(f"{code.value}.{name}: {fields[name]!r} is no {kind.name.lower()}.")
        object.__setattr__(self, "code", code)
        object.__setattr__(self, "values", tuple(fields[name] for name in kinds))

    @property
    def fields(self) -> dict[str, object]:
        """The fields by their names."""
        return dict(zip(FIELDS[self.code], self.values, strict=True))

    def __str__(self) -> str:
        told = ", ".join(f"{name}={value}" for name, value in self.fields.items())
        return f"{self.code.value}({told})" if told else self.code.value

    def __repr__(self) -> str:
        told = "".join(f", {name}={value!r}" for name, value in self.fields.items())
        return f"Reason({self.code}{told})"


class Refused(ValueError):
    """What was asked makes no sense. `why` is the reason; as text it is for developers."""

    def __init__(self, code: Code, /, **fields: object) -> None:
        self.why = Reason(code, **fields)
        super().__init__(str(self.why))


def _is(*types: type) -> Callable[[object], bool]:
    return lambda value: type(value) in types


def _all(kind: type) -> Callable[[object], bool]:
    return lambda value: isinstance(value, tuple) and all(type(each) is kind for each in value)


_NUMBER, _TEXT = _is(int), _is(str)
_HOLDS: Mapping[Kind, Callable[[object], bool]] = {
    Kind.SEAT: _NUMBER,
    Kind.SIDE: _all(int),
    Kind.ANY_OF: _all(int),
    Kind.CARD: _is(Card),
    Kind.CARDS: _all(Card),
    Kind.SUIT: _is(Suit),
    Kind.TRUMP: _is(Denomination),
    Kind.TRUMPS: _all(Denomination),
    Kind.CALL: _TEXT,
    Kind.CALLS: _all(str),
    Kind.BID: _TEXT,
    Kind.CONTRACT: _is(ContractTold),
    Kind.TRICKS: _NUMBER,
    Kind.NUMBER: _NUMBER,
    Kind.POINTS: _is(int, float),
    Kind.TOTAL: _is(int, float),
    Kind.CHOICES: _all(str),
    Kind.TEXT: _TEXT,
    Kind.REASON: _is(Reason),
}

HINTS: Mapping[Kind, object] = {
    Kind.SEAT: int,
    Kind.SIDE: tuple[int, ...],
    Kind.ANY_OF: tuple[int, ...],
    Kind.CARD: Card,
    Kind.CARDS: tuple[Card, ...],
    Kind.SUIT: Suit,
    Kind.TRUMP: Denomination,
    Kind.TRUMPS: tuple[Denomination, ...],
    Kind.CALL: str,
    Kind.CALLS: tuple[str, ...],
    Kind.BID: str,
    Kind.CONTRACT: ContractTold,
    Kind.TRICKS: int,
    Kind.NUMBER: int,
    Kind.POINTS: float,
    Kind.TOTAL: float,
    Kind.CHOICES: tuple[str, ...],
    Kind.TEXT: str,
    Kind.REASON: Reason,
}
"""The type that each kind of field has in Python, by which the log is read."""
