"""What the page says about a state: a pure function from State to Board, to be called as often as one likes.

Everything shown is already on the table or already told; the choice of what matters now (whose turn, the
trick, the last hand) is made here, so that the page needs nobody to touch it. No rule is decided here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from engine.findings import Play
from engine.inputs import Input
from engine.knobs import Ruleset
from engine.layout import Seat
from engine.play.hand import Contract, Hand, Phase, Result, Trick
from engine.play.state import State
from engine.play.tricks import winner
from engine.reasons import Code, Reason
from hardware.lamps.patterns import LampPattern
from table_controller.board.announcing import news
from table_controller.board.asked import Asked, asked_now
from table_controller.board.board import (
    EMPTY,
    AskedShown,
    Board,
    ContractShown,
    HandShown,
    PlayShown,
    SeatShown,
    SideShown,
    Surroundings,
    TrickShown,
)
from table_controller.board.headlines import asked_words, headline
from table_controller.board.notices import card_shown, doubts_shown, findings_shown, questions_shown
from table_controller.board.offering import TABLE, choices_shown
from table_controller.board.show import lamps_for
from table_controller.watching.telling import NOTHING_ASKED, Asking
from table_controller.words import phrases
from table_controller.words.reasons import say_reason
from table_controller.words.tongues import Tongue

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
    `asking`: what is asked besides the engine's questions, and why.
    """

    pointing: Mapping[Seat, Input] = field(default_factory=dict)
    could_make: Callable[[Result], Reason | None] = lambda _: None
    asking: Asking = NOTHING_ASKED


__all__ = ["TABLE", "Besides", "Languages", "hand_shown", "scoreboard_for"]
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
    to, letters, around = languages.to, languages.letters, surroundings or Surroundings()
    rules, hand = state.rules, state.hand
    if rules is None or hand is None:
        return _without_match(sequence, match, around, to)
    (headline_now, detail), asked = headline(state, rules, hand, to), asked_now(state, besides.asking.whose)
    history = tuple(hand_shown(state, result, besides.could_make(result), to) for result in state.results)
    return Board(
        sequence=sequence,
        match=match,
        title=phrases.title(rules, to),
        phase=_PHASES[state.phase],
        headline=headline_now,
        detail=detail,
        target=to.say("target", points=rules.end.target),
        news=news(state, to),
        asked=tuple(_asked_shown(state, each, detail, to) for each in asked),
        seats=_seats_shown(state, rules, hand, besides, to),
        sides=tuple(_side_shown(state, rules, hand, side, to) for side in range(rules.side_count)),
        hand=hand.number,
        contract=_contract_shown(state, hand, to),
        trick=_trick_shown(rules, hand, to, letters),
        last_trick=_last_trick_shown(rules, hand, to, letters),
        findings=findings_shown(state, hand, to),
        questions=questions_shown(state, hand, to, letters, besides.asking.why),
        doubts=doubts_shown(state, besides.asking.whose, to),
        last_hand=history[-1] if history else None,
        history=history,
        choices=choices_shown(state, asked, to, letters) if around.acting else (),
        joining=around.acting and not state.results and not hand.calls and not hand.plays,
        surroundings=around,
    )


def _without_match(sequence: int, match: str, around: Surroundings, to: Tongue) -> Board:
    told = {"headline": to.say("no_match"), "detail": to.say("no_match_detail")}
    return EMPTY.model_copy(update={"sequence": sequence, "match": match, "surroundings": around, **told})


# ---------------------------------------------------------------- seats and sides


def _seats_shown(state: State, rules: Ruleset, hand: Hand, besides: Besides, to: Tongue) -> tuple[SeatShown, ...]:
    lamps = lamps_for(state, besides.asking.whose)
    asked = {each.seat for each in asked_now(state, besides.asking.whose)}
    notes = {seat: f"{phrases.choice_in_words(chosen, to)}?" for seat, chosen in besides.pointing.items()}
    return tuple(
        _seat_shown(state, rules, hand, seat, to).model_copy(
            update={
                "lamp": lamps[seat].value,
                "turn": seat in asked,
                **({"note": notes[seat]} if seat in notes else {}),
            }
        )
        for seat in rules.seats
    )


def _asked_shown(state: State, each: Asked, detail: str, to: Tongue) -> AskedShown:
    text, smaller = asked_words(state, each, detail, to)
    return AskedShown(seat=each.seat, task=each.task.value, text=text, detail=smaller)


def _seat_shown(state: State, rules: Ruleset, hand: Hand, seat: Seat, to: Tongue) -> SeatShown:
    """The seat by the hand alone: asked nothing, dark, and with no choice half made."""
    return SeatShown(
        seat=seat,
        name=state.who(seat),
        side=rules.side_of(seat),
        dealer=seat == hand.dealer,
        maker=hand.contract is not None and seat == hand.contract.maker,
        out=bool(hand.active) and seat not in hand.active,
        note=_note(hand, seat, to),
        tricks=hand.tricks_of(seat),
        lamp=LampPattern.OFF.value,
    )


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
    if not hand.trick and hand.tricks:  # a finished trick stays in sight until the next card is laid
        return _taken_shown(rules, hand, len(hand.tricks), to, letters)
    plays = _plays_shown(hand.trick, _winning(hand, hand.trick), to, letters)
    return TrickShown(number=hand.trick_number, of=rules.tricks, plays=plays)


def _last_trick_shown(rules: Ruleset, hand: Hand, to: Tongue, letters: Tongue) -> TrickShown | None:
    """The trick before the one that is in sight."""
    number = len(hand.tricks) - (0 if hand.trick else 1)
    return _taken_shown(rules, hand, number, to, letters) if number > 0 else None


def _taken_shown(rules: Ruleset, hand: Hand, number: int, to: Tongue, letters: Tongue) -> TrickShown:
    trick: Trick = hand.tricks[number - 1]
    taken = trick.winner or 0
    plays = _plays_shown(trick.plays, taken or _winning(hand, trick.plays), to, letters)
    return TrickShown(number=number, of=rules.tricks, plays=plays, taken_by=taken)


def _plays_shown(plays: tuple[Play, ...], best: Seat, to: Tongue, letters: Tongue) -> tuple[PlayShown, ...]:
    return tuple(
        PlayShown(seat=play.seat, card=card_shown(play.card, to, letters), winning=play.seat == best, mark=play.mark)
        for play in plays
    )


def _winning(hand: Hand, plays: tuple[Play, ...]) -> Seat:
    if not plays or hand.trump is None or any(play.card is None for play in plays):
        return 0
    return winner(plays, hand.trump).seat


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
        why=_reasons(state, scored.why, to) if scored else (to.say("thrown_in_why"),),
        could_make=say_reason(could_make, state, to) if could_make is not None else "",
    )


def _reasons(state: State, why: tuple[Reason, ...], to: Tongue) -> tuple[str, ...]:
    """Each in a sentence; the refusals that a claim leaves unproved in one together, however many."""
    left = [each for each in why if each.code is Code.UNPROVABLE]
    together = left if len(left) > 1 else []
    told = [say_reason(each, state, to) for each in why if each not in together]
    if together:
        where = [_where(state, each, to) for each in together]
        told.append(to.say("unprovable_several", told=to.several(where)))
    return tuple(told)


def _where(state: State, reason: Reason, to: Tongue) -> str:
    seat, trick = reason.fields["seat"], reason.fields["trick"]
    assert isinstance(seat, int)
    return f"{state.who(seat)} ({to.say('in_trick', trick=trick)})"


def _finished(state: State, contract: Contract | None, result: Result, to: Tongue) -> str:
    if contract is None:
        return to.say("thrown_in")
    told = phrases.contract_words(contract.bid, result.trump, to)
    return to.say("makers_contract", who=state.who(contract.maker), contract=told)
