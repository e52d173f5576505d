"""What the page says about a state: a pure function from State to Board, to be called as often as one likes.

Everything shown is already on the table or already told; the choice of what matters now (whose turn, the
trick, the last hand) is made here, so that the page needs nobody to touch it. No rule is decided here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from engine.findings import Play
from engine.hand import Contract, Hand, Phase, Result, Trick
from engine.inputs import Input, NewMatch
from engine.knobs import Ruleset
from engine.layout import Seat
from engine.options import options
from engine.state import State
from engine.tricks import winner
from engine.wire import to_json
from table_controller import words
from table_controller.board import (
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
from table_controller.headlines import headline
from table_controller.notices import card_shown, findings_shown, questions_shown
from table_controller.show import lamps_for
from table_controller.tokens import TABLE

NOBODY: Mapping[Seat, str] = MappingProxyType({})

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


def scoreboard_for(
    state: State,
    sequence: int,
    match: str = "",
    surroundings: Surroundings | None = None,
    pointing: Mapping[Seat, str] = NOBODY,
    could_make: Callable[[Result], str] = lambda _: "",
) -> Board:
    """The board that shows `state`; `sequence` is the number of the last decision on disk.

    `pointing`: what seats have chosen on their buttons and not yet said. `could_make`: the line for a finished hand.
    """
    around = surroundings or Surroundings()
    rules, hand = state.rules, state.hand
    if rules is None or hand is None:
        return EMPTY.model_copy(update={"sequence": sequence, "match": match, "surroundings": around})
    headline_now, detail = headline(state, rules, hand)
    history = tuple(_hand_shown(state, result, could_make(result)) for result in state.results)
    return Board(
        sequence=sequence,
        match=match,
        title=rules.title or rules.name,
        phase=_PHASES[state.phase],
        headline=headline_now,
        detail=detail,
        target=f"Playing to {rules.end.target}",
        seats=tuple(_seat_shown(state, rules, hand, seat, pointing.get(seat, "")) for seat in rules.seats),
        sides=tuple(_side_shown(state, rules, hand, side) for side in range(rules.side_count)),
        hand=hand.number,
        contract=_contract_shown(state, hand),
        trick=_trick_shown(rules, hand),
        findings=findings_shown(state, hand),
        questions=questions_shown(state, hand),
        last_hand=history[-1] if history else None,
        history=history,
        choices=_choices(state) if around.acting else (),
        joining=around.acting and not state.results and not hand.calls and not hand.plays,
        surroundings=around,
    )


# ---------------------------------------------------------------- seats and sides


def _seat_shown(state: State, rules: Ruleset, hand: Hand, seat: Seat, chosen: str) -> SeatShown:
    return SeatShown(
        seat=seat,
        name=state.who(seat),
        side=rules.side_of(seat),
        dealer=seat == hand.dealer,
        turn=seat == (hand.dealer if state.phase is Phase.DEAL else state.turn),
        maker=hand.contract is not None and seat == hand.contract.maker,
        out=bool(hand.active) and seat not in hand.active,
        note=f"{chosen}?" if chosen else _note(hand, seat),
        tricks=hand.tricks_of(seat),
        lamp=lamps_for(state)[seat].value,
    )


def _note(hand: Hand, seat: Seat) -> str:
    answer = dict(hand.answers).get(seat, "")
    if hand.active and seat not in hand.active:
        return "dropped out" if answer == "drop" else "sits out"
    if hand.contract is not None and seat == hand.contract.maker:
        return "bidder"
    if hand.active:
        return ""
    if answer:
        return {"play": "plays", "drop": "drops out", "maybe": "maybe"}[answer]
    calls = [call.name for call in hand.calls if call.seat == seat]
    return words.call_words(calls[-1]) if calls else ""


def _side_shown(state: State, rules: Ruleset, hand: Hand, side: int) -> SideShown:
    score = state.score[side] if side < len(state.score) else 0
    seats = words.seats_of(rules, side)
    missing = rules.end.target - score
    return SideShown(
        name=words.side_words(state, side),
        seats=seats,
        score=words.points(score),
        needs=f"{words.points(missing)} to go" if missing > 0 else "has reached the target",
        tricks=sum(hand.tricks_of(seat) for seat in seats),
        making=hand.contract is not None and rules.side_of(hand.contract.maker) == side,
        won=state.won_by == side,
    )


# ---------------------------------------------------------------- contract, trick, findings


def _contract_shown(state: State, hand: Hand) -> ContractShown | None:
    if hand.contract is None:
        bids = [call for call in hand.calls if call.name not in ("pass", "surrender")]
        if not bids:
            return None
        return ContractShown(text=f"{state.who(bids[-1].seat)}, so far", bid=words.bid_words(bids[-1].name))
    trump = hand.trump
    return ContractShown(
        text=f"{_makers(state, hand)}: {words.contract_words(hand.contract.bid, trump)}",
        bid=words.bid_words(hand.contract.bid.name),
        trump=trump.value if trump else "",
        trump_words=words.trump_words(trump) if trump else "",
        detail=_terms(state, hand),
    )


def _makers(state: State, hand: Hand) -> str:
    assert state.rules is not None and hand.contract is not None
    if state.rules.in_teams:
        return words.side_words(state, state.rules.side_of(hand.contract.maker))
    return state.who(hand.contract.maker)


def _terms(state: State, hand: Hand) -> str:
    told = {"exchange": "with exchange", "with": "with partner", "alone": "alone"}.get(hand.option or "", "")
    if hand.contract is not None and hand.contract.bid.alone:
        told = "alone, without help"
    if hand.partner is not None:
        told = f"with {state.who(hand.partner)}"
    return told


def _trick_shown(rules: Ruleset, hand: Hand) -> TrickShown | None:
    if not hand.active:
        return None
    plays, number = hand.trick, hand.trick_number
    taken = 0
    if not plays and hand.tricks:  # a finished trick stays in sight until the next card is laid
        last: Trick = hand.tricks[-1]
        plays, number, taken = last.plays, len(hand.tricks), last.winner or 0
    best = taken or _winning(hand, plays)
    shown = tuple(PlayShown(seat=play.seat, card=card_shown(play.card), winning=play.seat == best) for play in plays)
    return TrickShown(number=number, of=rules.tricks, plays=shown, taken_by=taken)


def _winning(hand: Hand, plays: tuple[Play, ...]) -> Seat:
    if not plays or hand.trump is None or any(play.card is None for play in plays):
        return 0
    return winner(plays, hand.trump).seat


def _choices(state: State) -> tuple[ChoiceShown, ...]:
    """What seats may say now, and the table at 0. In play only whose turn it is: the cards nobody has played."""
    offered = options(state)
    asked = (state.turn,) if state.phase is Phase.PLAY else tuple(range(1, len(offered.by_seat) + 1))
    said: list[tuple[Seat, Input]] = []
    for seat in asked:
        said += [(seat, choice) for choice in offered.of(seat)] if seat is not None else []
    said += [(TABLE, choice) for choice in offered.anybody]
    if state.phase is Phase.OVER and state.rules is not None:
        dealer = len(state.results) % state.rules.table.players + 1
        said.append((TABLE, NewMatch(state.rules, state.names, dealer)))
    return tuple(
        ChoiceShown(seat=seat, text=words.choice_in_words(choice), input=to_json(choice)) for seat, choice in said
    )


# ---------------------------------------------------------------- hands that are over


def _hand_shown(state: State, result: Result, could_make: str) -> HandShown:
    nothing = tuple(0.0 for _ in state.score)
    scored = result.scored
    return HandShown(
        number=result.number,
        dealer=state.who(result.dealer),
        contract=_finished(state, result.contract, result),
        trump=result.trump.value if result.trump else "",
        made=scored.made if scored and result.contract else None,
        delta=tuple(words.points(delta, signed=True) for delta in (scored.delta if scored else nothing)),
        score=tuple(words.points(score) for score in (scored.score if scored else nothing)),
        why=scored.why if scored else ("Nobody bid: the hand was thrown in.",),
        could_make=could_make,
    )


def _finished(state: State, contract: Contract | None, result: Result) -> str:
    if contract is None:
        return "thrown in"
    return f"{state.who(contract.maker)}: {words.contract_words(contract.bid, result.trump)}"
