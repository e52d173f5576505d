"""Random hands: everybody calls and plays any legal thing, the way a table would be watched.

For tests, `bench` and demonstrations. Chance comes in as an argument; the hands that are dealt here are
known to this file alone, and the engine sees card after card.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

from engine import inputs as i
from engine.cards import Card
from engine.events import Event
from engine.knobs import Ruleset
from engine.layout import Seat
from engine.play import contract
from engine.play.closing import keeps
from engine.play.decide import step
from engine.play.hand import Phase
from engine.play.options import options
from engine.play.state import INITIAL, State
from engine.play.tricks import legal_cards

Hands = dict[Seat, list[Card]]
Choose = Callable[[State, Hands, random.Random], Card]


def deal(rules: Ruleset, chance: random.Random) -> Hands:
    """Cards for every seat; the kitty lies at 0."""
    pack = list(rules.deck.pack)
    chance.shuffle(pack)
    size = rules.deal.hand
    hands = {seat: pack[(seat - 1) * size : seat * size] for seat in rules.seats}
    hands[0] = pack[len(rules.seats) * size :]
    return hands


def begin(rules: Ruleset, dealer: Seat = 1) -> State:
    """A fresh match of players without names."""
    return step(INITIAL, i.NewMatch(rules, ("",) * rules.table.players, dealer))[1]


def play_hand(
    state: State, chance: random.Random, choose: Choose | None = None
) -> Iterator[tuple[i.Input, tuple[Event, ...], State]]:
    """One hand from the deal to its end: each input, the events it led to, and the state after them.

    `choose` picks the card to play; without it any legal card.
    """
    assert state.rules is not None
    assert state.hand is not None
    number = state.hand.number
    hands = deal(state.rules, chance)
    while state.hand is not None and state.hand.number == number and state.phase is not Phase.OVER:
        told = _next(state, hands, chance, choose or _any_legal)
        events, state = step(state, told)
        yield told, events, state


def _next(state: State, hands: Hands, chance: random.Random, choose: Choose) -> i.Input:
    if state.phase is Phase.PLAY:
        assert state.turn is not None
        assert state.rules is not None
        assert state.hand is not None
        if state.rules.partner.swap != "none" and chance.random() < 0.5:
            swapper = contract.swapper(state.rules, state.hand)
            if swapper is not None:
                _swap(state.rules, swapper, hands, chance)
                return i.SwapCards(swapper)
        card = choose(state, hands, chance)
        hands[state.turn].remove(card)
        return i.PlayCard(state.turn, card)
    offered = options(state)
    assert state.rules is not None
    if state.phase is Phase.DEAL:
        return i.DealDone()
    choices = [each for seat in offered.by_seat for each in seat]
    told = chance.choice([each for each in choices if _is_honest(state.rules, hands, each)])
    if isinstance(told, i.ChoosePartner) and told.option == contract.EXCHANGE:
        _exchange(state, hands, chance)
    if isinstance(told, i.NameTrump):
        _take_kitty(state, hands, chance)
    return told


def _is_honest(rules: Ruleset, hands: Hands, told: i.Input) -> bool:
    """Whether a bid's promise is true, and a called card is not one's own where that is forbidden."""
    if isinstance(told, i.MakeCall):
        bid = rules.auction.bid(told.call)
        return bid is None or bid.promise == "none" or keeps(bid.promise, hands[told.seat])
    if isinstance(told, i.CallCard) and rules.partner.call == "not_held_not_bower":
        return told.card not in hands[told.seat]
    return True


def _any_legal(state: State, hands: Hands, chance: random.Random) -> Card:
    return chance.choice(legal_now(state, hands))


def legal_now(state: State, hands: Hands) -> tuple[Card, ...]:
    """What the seat on turn may play from its hand."""
    assert state.hand is not None
    assert state.hand.trump is not None
    assert state.turn is not None
    led = state.hand.trick[0].card if state.hand.trick else None
    legal = legal_cards(hands[state.turn], led, state.hand.trump)
    called = state.hand.called
    return (called,) if called is not None and called in legal and _is_bound(state) else legal


def _is_bound(state: State) -> bool:
    """Whether a holder of the called card must play it as soon as that is legal, and nobody has yet."""
    hand, rules = state.hand, state.rules
    assert hand is not None
    assert rules is not None
    is_other = state.turn != contract.contract_of(hand).maker
    return rules.partner.called_duty == "first_legal" and hand.partner is None and is_other


def _exchange(state: State, hands: Hands, chance: random.Random) -> None:
    """Bidder and partner each discard one unseen, and the bidder takes the partner's."""
    assert state.rules is not None
    assert state.hand is not None
    maker = contract.contract_of(state.hand).maker
    partner = state.rules.clockwise_from(maker)[state.rules.table.players // 2]
    hands[maker].remove(chance.choice(hands[maker]))
    given = chance.choice(hands[partner])
    hands[partner].remove(given)
    hands[maker].append(given)


def _swap(rules: Ruleset, seat: Seat, hands: Hands, chance: random.Random) -> None:
    """One card each way, unseen, and both play."""
    partner = rules.clockwise_from(seat)[rules.table.players // 2]
    mine, theirs = chance.choice(hands[seat]), chance.choice(hands[partner])
    hands[seat][hands[seat].index(mine)] = theirs
    hands[partner][hands[partner].index(theirs)] = mine


def _take_kitty(state: State, hands: Hands, chance: random.Random) -> None:
    assert state.rules is not None
    assert state.hand is not None
    if state.rules.deal.kitty_use not in ("hidden_take_discard", "exposed_take_discard"):
        return
    maker = contract.contract_of(state.hand).maker
    hands[maker] += hands[0]
    hands[0] = []
    for _ in range(state.rules.deal.kitty):
        hands[maker].remove(chance.choice(hands[maker]))
