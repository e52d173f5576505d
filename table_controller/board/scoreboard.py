"""What the page says about a state: a pure function from State to Board, to be called as often as one likes.

Everything shown is already on the table or already told; the choice of what matters now (whose turn, the
trick, the last hand) is made here, so that the page needs nobody to touch it. No rule is decided here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from engine.findings import Play
from engine.inputs import AnswerClaim, CallCard, CallSuit, Input, NewMatch, PlayCard, TakeBack
from engine.knobs import Ruleset
from engine.layout import Seat
from engine.play.hand import Contract, Hand, Phase, Result, Trick
from engine.play.options import Options, options
from engine.play.state import State
from engine.play.tricks import winner
from engine.reasons import Reason
from engine.wire import to_json
from hardware.lamps.patterns import LampPattern
from table_controller.board.board import (
    EMPTY,
    Board,
    ChoiceShown,
    ContractShown,
    HandShown,
    PlayShown,
    SeatShown,
    SideShown,
    Surroundings,
    TrickShown,
)
from table_controller.board.headlines import headline
from table_controller.board.notices import card_shown, doubts_shown, findings_shown, questions_shown
from table_controller.board.show import lamps_for
from table_controller.watching.whose import Doubt
from table_controller.words import phrases
from table_controller.words.reasons import say_reason
from table_controller.words.tongues import Tongue

TABLE: Seat = 0
"""The seat number of the screen beside the table, which may act for whoever is asked."""

_PHASES = {
    Phase.NO_MATCH: "waiting",
    Phase.DEAL: "dealing",
    Phase.AUCTION: "calling",
    Phase.TRUMP: "choosing",
    Phase.PARTNER: "choosing",
    Phase.CALL_CARD: "choosing",
    Phase.DROP: "choosing",
    Phase.PLAY: "playing",
    Phase.OVER: "over",
}


@dataclass(frozen=True, slots=True)
class Languages:
    """The languages of one page: of its words, and of the letters in the corners of the deck."""

    to: Tongue = phrases.ENGLISH
    letters: Tongue = phrases.ENGLISH


@dataclass(frozen=True, slots=True)
class Besides:
    """What is shown and stands in no state.

    `pointing`: what seats have chosen on their buttons and not yet said. `could_make`: the line for a finished hand.
    `doubts`: whose cards the table asks.
    """

    pointing: Mapping[Seat, Input] = field(default_factory=dict)
    could_make: Callable[[Result], Reason | None] = lambda _: None
    doubts: tuple[Doubt, ...] = ()


NOTHING_BESIDES, ENGLISH = Besides(), Languages()


def scoreboard_for(
    state: State,
    sequence: int,
    match: str = "",
    surroundings: Surroundings | None = None,
    besides: Besides = NOTHING_BESIDES,
    languages: Languages = ENGLISH,
) -> Board:
    """The board that shows `state`; `sequence` is the number of the last decision on disk."""
    to, letters = languages.to, languages.letters
    around = surroundings or Surroundings()
    rules, hand = state.rules, state.hand
    if rules is None or hand is None:
        told = {"headline": to.say("no_match"), "detail": to.say("no_match_detail")}
        return EMPTY.model_copy(update={"sequence": sequence, "match": match, "surroundings": around, **told})
    headline_now, detail = headline(state, rules, hand, to)
    history = tuple(hand_shown(state, result, besides.could_make(result), to) for result in state.results)
    return Board(
        sequence=sequence,
        match=match,
        title=phrases.title(rules, to),
        phase=_PHASES[state.phase],
        headline=headline_now,
        detail=detail,
        target=to.say("target", points=rules.end.target),
        seats=_seats_shown(state, rules, hand, besides, to),
        sides=tuple(_side_shown(state, rules, hand, side, to) for side in range(rules.side_count)),
        hand=hand.number,
        contract=_contract_shown(state, hand, to),
        trick=_trick_shown(rules, hand, to, letters),
        findings=findings_shown(state, hand, to),
        questions=questions_shown(state, hand, to, letters),
        doubts=doubts_shown(state, besides.doubts, to),
        last_hand=history[-1] if history else None,
        history=history,
        choices=_choices(state, to, letters) if around.acting else (),
        joining=around.acting and not state.results and not hand.calls and not hand.plays,
        surroundings=around,
    )


# ---------------------------------------------------------------- seats and sides


def _seats_shown(state: State, rules: Ruleset, hand: Hand, besides: Besides, to: Tongue) -> tuple[SeatShown, ...]:
    lamps = lamps_for(state, besides.doubts)
    notes = {seat: f"{phrases.choice_in_words(chosen, to)}?" for seat, chosen in besides.pointing.items()}
    return tuple(
        _seat_shown(state, rules, hand, seat, to).model_copy(
            update={"lamp": lamps[seat].value, **({"note": notes[seat]} if seat in notes else {})}
        )
        for seat in rules.seats
    )


def _seat_shown(state: State, rules: Ruleset, hand: Hand, seat: Seat, to: Tongue) -> SeatShown:
    """The seat by the state alone: dark, and with no choice half made."""
    return SeatShown(
        seat=seat,
        name=state.who(seat),
        side=rules.side_of(seat),
        dealer=seat == hand.dealer,
        turn=seat in _acting(state, hand),
        maker=hand.contract is not None and seat == hand.contract.maker,
        out=bool(hand.active) and seat not in hand.active,
        note=_note(hand, seat, to),
        tricks=hand.tricks_of(seat),
        lamp=LampPattern.OFF.value,
    )


def _acting(state: State, hand: Hand) -> tuple[Seat | None, ...]:
    """Whose turn it is: before the first deal those whom the draw waits for, then the dealer."""
    if state.phase is not Phase.DEAL:
        return (state.turn,)
    waiting = (*state.draw.again, *state.draw.unread) if state.draw is not None else ()
    return waiting or (hand.dealer,)


def _note(hand: Hand, seat: Seat, to: Tongue) -> str:
    answer = dict(hand.answers).get(seat, "")
    if hand.active and seat not in hand.active:
        return to.say("dropped_out" if answer == "drop" else "sits_out")
    if hand.contract is not None and seat == hand.contract.maker:
        return to.say("bidder")
    if hand.active:
        return ""
    if answer:
        return to.say({"play": "plays", "drop": "drops_out", "maybe": "maybe"}[answer])
    calls = [call.name for call in hand.calls if call.seat == seat]
    return phrases.call_words(calls[-1], to) if calls else ""


def _side_shown(state: State, rules: Ruleset, hand: Hand, side: int, to: Tongue) -> SideShown:
    score = state.score[side] if side < len(state.score) else 0
    seats = phrases.seats_of(rules, side)
    missing = rules.end.target - score
    return SideShown(
        name=phrases.side_words(state, side, to),
        seats=seats,
        score=phrases.points(score),
        needs=to.say("to_go", points=phrases.points(missing)) if missing > 0 else to.say("at_target"),
        tricks=sum(hand.tricks_of(seat) for seat in seats),
        making=hand.contract is not None and rules.side_of(hand.contract.maker) == side,
        won=state.won_by == side,
    )


# ---------------------------------------------------------------- contract, trick, findings


def _contract_shown(state: State, hand: Hand, to: Tongue) -> ContractShown | None:
    if hand.contract is None:
        bids = [call for call in hand.calls if call.name not in ("pass", "surrender")]
        if not bids:
            return None
        bid = phrases.bid_words(bids[-1].name, to)
        return ContractShown(text=to.say("so_far", who=state.who(bids[-1].seat)), bid=bid)
    trump = hand.trump
    contract = phrases.contract_words(hand.contract.bid, trump, to)
    return ContractShown(
        text=to.say("makers_contract", who=_makers(state, hand, to), contract=contract),
        bid=phrases.bid_words(hand.contract.bid.name, to),
        trump=trump.value if trump else "",
        trump_words=phrases.trump_words(trump, to) if trump else "",
        detail=_terms(state, hand, to),
    )


def _makers(state: State, hand: Hand, to: Tongue) -> str:
    assert state.rules is not None and hand.contract is not None
    if state.rules.in_teams:
        return phrases.side_words(state, state.rules.side_of(hand.contract.maker), to)
    return state.who(hand.contract.maker)


def _terms(state: State, hand: Hand, to: Tongue) -> str:
    if hand.partner is not None:
        return to.say("with_who", who=state.who(hand.partner))
    if hand.contract is not None and hand.contract.bid.alone:
        return to.say("alone_without_help")
    key = {"exchange": "with_exchange", "with": "with_partner", "alone": "alone"}.get(hand.option or "")
    return to.say(key) if key else ""


def _trick_shown(rules: Ruleset, hand: Hand, to: Tongue, letters: Tongue) -> TrickShown | None:
    if not hand.active:
        return None
    plays, number = hand.trick, hand.trick_number
    taken = 0
    if not plays and hand.tricks:  # a finished trick stays in sight until the next card is laid
        last: Trick = hand.tricks[-1]
        plays, number, taken = last.plays, len(hand.tricks), last.winner or 0
    best = taken or _winning(hand, plays)
    shown = tuple(
        PlayShown(seat=play.seat, card=card_shown(play.card, to, letters), winning=play.seat == best, mark=play.mark)
        for play in plays
    )
    return TrickShown(number=number, of=rules.tricks, plays=shown, taken_by=taken)


def _winning(hand: Hand, plays: tuple[Play, ...]) -> Seat:
    if not plays or hand.trump is None or any(play.card is None for play in plays):
        return 0
    return winner(plays, hand.trump).seat


def _choices(state: State, to: Tongue, letters: Tongue) -> tuple[ChoiceShown, ...]:
    """What seats may say now, and the table at 0. In play only whose turn it is: the cards nobody has played."""
    offered = options(state)
    asked = (state.turn,) if state.phase is Phase.PLAY else tuple(range(1, len(offered.by_seat) + 1))
    said: list[tuple[Seat, Input]] = []
    if not any(isinstance(choice, AnswerClaim) for choice in offered.irregular):
        for seat in asked:
            said += [(seat, choice) for choice in offered.of(seat)] if seat is not None else []
    # A card taken back is a matter for the whole table; a claim is answered at the seats.
    said += [(TABLE if isinstance(choice, TakeBack) else choice.seat, choice) for choice in _irregular(offered)]
    said += [(TABLE, choice) for choice in offered.anybody]
    if state.phase is Phase.OVER and state.rules is not None:
        dealer = len(state.results) % state.rules.table.players + 1
        said.append((TABLE, NewMatch(state.rules, state.names, dealer)))
    return tuple(
        ChoiceShown(
            seat=seat,
            text=phrases.choice_in_words(choice, to, _whose(state, choice)),
            input=to_json(choice),
            card=card_shown(choice.card, to, letters) if isinstance(choice, PlayCard | CallCard) else None,
        )
        for seat, choice in said
    )


def _irregular(offered: Options) -> list[TakeBack | AnswerClaim | CallSuit]:
    return [choice for choice in offered.irregular if isinstance(choice, TakeBack | AnswerClaim | CallSuit)]


def _whose(state: State, choice: Input) -> str:
    return state.who(choice.seat) if isinstance(choice, TakeBack) else ""


# ---------------------------------------------------------------- hands that are over


def hand_shown(
    state: State, result: Result, could_make: Reason | None = None, to: Tongue = phrases.ENGLISH
) -> HandShown:
    """A finished hand of this match, with its reasons."""
    nothing = tuple(0.0 for _ in state.score)
    scored = result.scored
    return HandShown(
        number=result.number,
        dealer=state.who(result.dealer),
        contract=_finished(state, result.contract, result, to),
        trump=result.trump.value if result.trump else "",
        made=scored.made if scored and result.contract else None,
        delta=tuple(phrases.points(delta, signed=True) for delta in (scored.delta if scored else nothing)),
        score=tuple(phrases.points(score) for score in (scored.score if scored else nothing)),
        why=tuple(say_reason(why, state, to) for why in scored.why) if scored else (to.say("thrown_in_why"),),
        could_make=say_reason(could_make, state, to) if could_make is not None else "",
    )


def _finished(state: State, contract: Contract | None, result: Result, to: Tongue) -> str:
    if contract is None:
        return to.say("thrown_in")
    told = phrases.contract_words(contract.bid, result.trump, to)
    return to.say("makers_contract", who=state.who(contract.maker), contract=told)
