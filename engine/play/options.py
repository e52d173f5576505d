"""What each seat may tell the engine now: lamps, seat boxes and pages follow from this.

Every input listed is accepted by `decide` at once. In play, hands are hidden: the cards offered are those
that nobody has played yet, whoever holds them.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine import inputs as i
from engine.cards import Card
from engine.events import QuestionAsked
from engine.knobs import Ruleset
from engine.layout import Seat
from engine.play import calling, claims, contract, irregular, public, rulings
from engine.play.hand import Hand, Phase
from engine.play.state import State
from engine.play.tricks import follows
from engine.reasons import Code, Reason


@dataclass(frozen=True, slots=True)
class Options:
    """`turn` is the one seat to act, None when several may or none need.

    `by_seat[0]` holds seat 1's inputs. `anybody` may be told by everyone at the table. `cards` are those
    that a play may still be; `questions` those the table wants answered. `reminders` are about exposed
    cards that the seat on turn must play now if that is legal, and suits to lead. `irregular` are take-backs that the
    house still allows, the answers to a claim or to how the hand ended, and suits that may be called.
    """

    phase: Phase
    turn: Seat | None
    by_seat: tuple[tuple[i.Input, ...], ...] = ()
    anybody: tuple[i.Input, ...] = ()
    cards: tuple[Card, ...] = ()
    questions: tuple[QuestionAsked, ...] = ()
    reminders: tuple[Reason, ...] = ()
    irregular: tuple[i.Input, ...] = ()

    def of(self, seat: Seat) -> tuple[i.Input, ...]:
        return self.by_seat[seat - 1]


def options(state: State) -> Options:
    """What may be told now."""
    rules, hand = state.rules, state.hand
    if rules is None or hand is None:
        return Options(state.phase, None)
    anybody = _anybody(state)
    if state.phase is Phase.PLAY:
        cards = tuple(dict.fromkeys(public.unplayed(rules, hand)))
        plays = _plays(rules, hand, cards)
        return Options(
            state.phase,
            state.turn,
            plays,
            anybody,
            cards,
            hand.questions,
            _reminders(state, hand),
            _irregular(rules, hand),
        )
    by_seat = tuple(_of(state, rules, hand, seat) for seat in rules.seats)
    return Options(state.phase, state.turn, by_seat, anybody)


def _irregular(rules: Ruleset, hand: Hand) -> tuple[i.Input, ...]:
    plays = hand.trick or (hand.tricks[-1].plays if hand.tricks else ())
    open_plays = [play for play in plays if play.card is not None and irregular.stands(rules, hand, play) is None]
    back: list[i.Input] = [i.TakeBack(play.seat) for play in open_plays]
    back += claims.choices(rules, hand)
    back += calling.calls(rules, hand)
    return tuple(back)


def _reminders(state: State, hand: Hand) -> tuple[Reason, ...]:
    """Exposed cards that are due: on lead, or in the suit led. In another suit nobody can see whether they are."""
    assert hand.trump is not None
    wanted = calling.reminders(state)
    played = {(play.seat, play.card) for play in hand.plays}
    led = hand.trick[0].card if hand.trick else None
    due = [
        card
        for seat, card in dict.fromkeys(hand.exposed)
        if seat == state.turn and (seat, card) not in played and (led is None or follows(card, led, hand.trump))
    ]
    return (*wanted, *(Reason(Code.CARD_DUE, seat=state.turn, card=card) for card in due))


def _anybody(state: State) -> tuple[i.Input, ...]:
    inputs: list[i.Input] = [i.DealDone()] if state.phase is Phase.DEAL else []
    hand = state.hand
    if state.phase is Phase.PLAY and hand is not None and hand.plays and not hand.ending and not hand.claimed:
        inputs.append(i.HandOver())
    if state.past is not None:
        inputs.append(i.Undo())
    if state.future is not None:
        inputs.append(i.Redo())
    return tuple(inputs)


def _plays(rules: Ruleset, hand: Hand, cards: tuple[Card, ...]) -> tuple[tuple[i.Input, ...], ...]:
    played = set(hand.active) if hand.claimed else {play.seat for play in hand.trick if play.card is not None}
    return tuple(
        (*_swap(rules, hand, seat), *(i.PlayCard(seat, card) for card in cards))
        if seat in hand.active and seat not in played
        else ()
        for seat in rules.seats
    )


def _swap(rules: Ruleset, hand: Hand, seat: Seat) -> tuple[i.Input, ...]:
    return (i.SwapCards(seat),) if contract.swapper(rules, hand) == seat else ()


def _of(state: State, rules: Ruleset, hand: Hand, seat: Seat) -> tuple[i.Input, ...]:
    phase = state.phase
    if phase is Phase.DROP:
        if seat not in contract.asked(rules, hand):
            return ()
        return tuple(i.AnswerDrop(seat, answer) for answer in contract.answers_open(rules, hand))
    first_caller = phase is Phase.DEAL and not hand.rough and seat == rules.seat_after(hand.dealer)
    if first_caller or (phase is Phase.AUCTION and seat == state.turn):
        return _calls(rules, hand, seat)
    if seat != state.turn:
        return ()
    bid = contract.contract_of(hand).bid if hand.contract else None
    if phase is Phase.TRUMP and bid is not None:
        choices = rulings.open_trumps(rules, hand, seat, contract.denominations(rules, bid))
        return tuple(i.NameTrump(seat, named) for named in choices)
    if phase is Phase.PARTNER:
        return tuple(i.ChoosePartner(seat, option) for option in contract.options(rules, hand))
    if phase is Phase.CALL_CARD:
        cards = (card for card in dict.fromkeys(rules.deck.pack) if not contract.refused_call(rules, hand, card))
        return tuple(i.CallCard(seat, card) for card in cards)
    return ()


def _calls(rules: Ruleset, hand: Hand, seat: Seat) -> tuple[i.Input, ...]:
    calls: list[i.Input] = []
    barred = rulings.barred_trumps(rules, hand, seat)
    for name in rulings.legal_calls(rules, hand, seat):
        bid = rules.auction.bid(name)
        if bid is None or not rules.auction.with_suit:
            calls.append(i.MakeCall(seat, name))
        else:
            trumps = (trump for trump in contract.denominations(rules, bid) if trump not in barred)
            calls += [i.MakeCall(seat, name, trump) for trump in trumps]
    return tuple(calls)
