"""Hands that end as a test wants them: random deals, played legally so that everyone takes the tricks asked for.

All players help to reach the figures, and the search tries card after card until they do. Knows the cards;
the engine under test is only told what is laid.
"""

from __future__ import annotations

import random

from engine.cards import Card
from engine.events import HandScored
from engine.findings import Play
from engine.inputs import AnswerDrop, CallCard, ChoosePartner, DealDone, MakeCall, NameTrump, PlayCard
from engine.knobs import Ruleset
from engine.play import contract
from engine.play.closing import keeps
from engine.play.hand import Phase
from engine.play.tricks import legal_cards, winner
from tests.bench.random_hands import Hands, deal


def stage(table, bid, trump, tricks, option="with", answers=(), maker=None, passes=None, seed=1):  # type: ignore[no-untyped-def]
    """One whole hand through decide and apply; gives its HandScored.

    `tricks` by party as in `rules score`: bidding side first, or bidder, called partner, the rest clockwise.
    """
    chance = random.Random(seed)
    maker = bidding(table, bid, trump, maker)
    agree(table, maker, trump, option, answers)
    if table.state.phase is Phase.PLAY:
        hands = planned(table, maker, tricks, chance)
        for card in hands:
            table.tell(PlayCard(table.state.turn, card))
    return next(event for event in reversed(table.events) if isinstance(event, HandScored))


def bidding(table, bid, trump, maker):  # type: ignore[no-untyped-def]
    state = table.state
    if state.phase is Phase.DEAL:
        table.tell(DealDone())
    if table.state.hand.contract is not None:
        return table.state.hand.contract.maker
    maker = maker or table.state.turn
    while table.state.phase is Phase.AUCTION:
        turn = table.state.turn
        spoken = turn == maker and not any(call.seat == maker for call in table.state.hand.calls)
        named = contract.Denomination(trump) if table.state.rules.auction.with_suit and spoken else None
        table.tell(MakeCall(turn, bid if spoken else "pass", named))
    return maker


def agree(table, maker, trump, option, answers):  # type: ignore[no-untyped-def]
    """Trump, the way to play, and what the opponents say, in whatever order the rules ask."""
    left = list(answers)
    while table.state.phase not in (Phase.PLAY, Phase.DEAL, Phase.OVER):
        if table.state.phase is Phase.TRUMP:
            table.tell(NameTrump(maker, contract.Denomination(trump)))
        elif table.state.phase is Phase.PARTNER:
            table.tell(ChoosePartner(maker, option))
        elif table.state.phase is Phase.DROP:
            asked = contract.asked(table.state.rules, table.state.hand)
            table.tell(AnswerDrop(asked[0], left.pop(0) if left else "play"))
        else:
            table.tell(CallCard(maker, callable_card(table)))


def callable_card(table):  # type: ignore[no-untyped-def]
    pack = table.state.rules.deck.pack
    return next(card for card in pack if not contract.refused_call(table.state.rules, table.state.hand, card))


def planned(table, maker, tricks, chance, alone=False):  # type: ignore[no-untyped-def]
    """Cards in the order of play that give every party its tricks; `alone`: nobody else holds the called card."""
    for _ in range(4000):
        hands = deal(table.state.rules, chance)
        plan = Plan(table, maker, tricks, hands, alone)
        if plan.is_fit() and plan.search(table.state.hand.leader, 0, ()):
            return plan.cards
    raise AssertionError(f"No deal found in which the tricks fall {tricks}.")


class Plan:
    def __init__(self, table, maker, tricks, hands: Hands, alone: bool) -> None:  # type: ignore[no-untyped-def]
        self.rules: Ruleset = table.state.rules
        self.hand = table.state.hand
        self.maker = maker
        self.alone = alone
        self.hands = {seat: list(held) for seat, held in hands.items()}
        self.left = list(tricks)
        self.cards: list[Card] = []
        self.budget = 3000
        self.party = self._parties()

    def _parties(self) -> dict[int, int]:
        if self.rules.in_teams:
            side = self.rules.side_of(self.maker)
            return {seat: int(self.rules.side_of(seat) != side) for seat in self.rules.seats}
        order = list(self.rules.clockwise_from(self.maker))
        called = self.hand.called
        holder = next((s for s in order[1:] if called in self.hands[s]), None) if called else None
        self.holder = holder
        if holder is not None:
            order.remove(holder)
            order.insert(1, holder)
        return {seat: place for place, seat in enumerate(order)}

    def is_fit(self) -> bool:
        """The maker's promise is true; in games with a called card somebody else holds it, and only one."""
        promise = self.hand.contract.bid.promise
        if promise != "none" and not keeps(promise, self.hands[self.maker]):
            return False
        if self.hand.called is None:
            return True
        holders = {seat for seat in self.rules.seats if self.hand.called in self.hands[seat]} - {self.maker}
        return not holders if self.alone else len(holders) == 1

    def search(self, turn: int, done: int, trick: tuple[Play, ...]) -> bool:
        if done == self.rules.tricks:
            return self._is_shown()
        self.budget -= 1
        if self.budget < 0:
            return False
        led = trick[0].card if trick else None
        choices = legal_cards(self.hands[turn], led, self.hand.trump)
        if self._is_bound(turn) and self.hand.called in choices:
            choices = (self.hand.called,)
        for card in dict.fromkeys(choices):
            laid = (*trick, Play(turn, card, done + 1))
            self.hands[turn].remove(card)
            self.cards.append(card)
            if self._goes_on(laid, done):
                return True
            self.cards.pop()
            self.hands[turn].append(card)
        return False

    def _is_bound(self, turn: int) -> bool:
        must = self.rules.partner.called_duty == "first_legal" and turn != self.maker
        return must and self.hand.called not in self.cards

    def _is_shown(self) -> bool:
        return self.hand.called is None or self.alone or self.hand.called in self.cards

    def _goes_on(self, laid: tuple[Play, ...], done: int) -> bool:
        if len(laid) < len(self.hand.active):
            order = [seat for seat in self.rules.clockwise_from(laid[0].seat) if seat in self.hand.active]
            return self.search(order[len(laid)], done, laid)
        taken = winner(laid, self.hand.trump, self.rules.deck.duplicates == "last_wins").seat
        party = self.party[taken]
        if self.left[party] == 0:
            return False
        self.left[party] -= 1
        if self.search(taken, done + 1, ()):
            return True
        self.left[party] += 1
        return False
