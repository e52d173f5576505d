"""What could have been made: the exact number of tricks with all cards open, for a finished hand.

By hand, not with a library: no double-dummy solver knows bowers. A position is, for each suit, the string
of the owners of the cards left, highest first, so that equal holdings are one position whatever the ranks.
Between tricks the search asks only whether a side can take so many more, and remembers both bounds.
It is for hands that are over: it must never be asked while hidden cards matter.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from engine.cards import Card, Denomination, Suit
from engine.knobs import Ruleset
from engine.layout import Seat
from engine.play import contract
from engine.play.hand import Contract, Hand, Result
from engine.play.state import State
from engine.play.tricks import power, suit_in
from engine.reasons import Code, Reason

Hands = Mapping[Seat, Iterable[Card]]
Suits = tuple[str, ...]

_NO_TRUMP = -1
"""The number of no suit, where 0 to 3 are the suits."""


def solve(hands: Hands, trump: Denomination, leader: Seat, side: frozenset[Seat]) -> int:
    """How many tricks `side` takes when everybody plays perfectly, seeing all cards.

    `hands` of the seats that play, equally long; every card once, no jokers.
    :raises ValueError: for hands that are not so.
    """
    return Solver(hands, trump, side).tricks(leader)


class Solver:
    """One deal in one denomination for one side; what it has found out serves every leader."""

    def __init__(self, hands: Hands, trump: Denomination, side: frozenset[Seat]) -> None:
        held = {seat: tuple(cards) for seat, cards in hands.items()}
        _check(held)
        self.seats = sorted(held)
        self.length = len(held[self.seats[0]])
        self.suits = _suits(held, trump, self.seats)
        # With a trump suit it is the first string; in no trump no string ever beats another.
        self.trump = 0 if trump.suit is not None else _NO_TRUMP
        self.ours = [seat in side for seat in self.seats]
        self.bounds: dict[tuple[Suits, int], tuple[int, int]] = {}
        count = len(self.seats)
        self.orders = [[(first + step) % count for step in range(count)] for first in range(count)]

    def tricks(self, leader: Seat) -> int:
        """The tricks of the side when this seat leads first."""
        first = self.seats.index(leader)
        taken = 0
        while taken < self.length and self._can(self.suits, first, taken + 1, self.length):
            taken += 1
        return taken

    def _can(self, suits: Suits, leader: int, need: int, left: int) -> bool:
        """Whether the side takes at least `need` of the `left` tricks."""
        if need <= 0:
            return True
        if need > left:
            return False
        key = (suits, leader)
        low, high = self.bounds.get(key, (0, left))
        if need <= low:
            return True
        if need > high:
            return False
        sure = self._sure(suits, leader)
        if self.ours[leader]:
            if sure >= need:
                self.bounds[key] = (max(low, sure), high)
                return True
        elif left - sure < need:
            self.bounds[key] = (low, min(high, left - sure))
            return False
        found = self._trick(suits, self.orders[leader], 0, [], need, left)
        self.bounds[key] = (need, high) if found else (low, need - 1)
        return found

    def _sure(self, suits: Suits, leader: int) -> int:
        """Tricks that the leader takes by playing from the top: trumps, or every suit in no trump."""
        own = str(leader)
        if self.trump == 0:
            return len(suits[0]) - len(suits[0].lstrip(own))
        return sum(len(suit) - len(suit.lstrip(own)) for suit in suits)

    def _trick(
        self, suits: Suits, order: list[int], depth: int, played: list[tuple[int, int]], need: int, left: int
    ) -> bool:
        if depth == len(order):
            return self._next(suits, order, played, need, left)
        ours = self.ours[order[depth]]
        for move in self._moves(suits, order[depth], played):
            played.append(move)
            found = self._trick(suits, order, depth + 1, played, need, left)
            played.pop()
            if found == ours:
                return ours
        return not ours

    def _moves(self, suits: Suits, player: int, played: list[tuple[int, int]]) -> list[tuple[int, int]]:
        """What may be played, likely best first; of touching cards in one hand only the highest."""
        own = str(player)
        if played:
            led = played[0][0]
            if own in suits[led]:
                return self._following(suits[led], own, led, played)
        moves = [
            (index, at)
            for index, suit in enumerate(suits)
            for at in range(len(suit))
            if suit[at] == own and (at == 0 or suit[at - 1] != own)
        ]
        if played:
            # Cannot follow: ruff high or throw the lowest away.
            moves.sort(key=lambda move: -move[1] if move[0] != self.trump else -100)
        else:
            moves.sort(key=lambda move: move[1])
        return moves

    def _following(self, suit: str, own: str, led: int, played: list[tuple[int, int]]) -> list[tuple[int, int]]:
        moves = [(led, at) for at in range(len(suit)) if suit[at] == own and (at == 0 or suit[at - 1] != own)]
        best = min(at for index, at in played if index == led)
        beaten = led != self.trump and any(index == self.trump for index, _ in played)
        if beaten or moves[0][1] > best:
            moves.reverse()
        return moves

    def _next(self, suits: Suits, order: list[int], played: list[tuple[int, int]], need: int, left: int) -> bool:
        led, best = played[0]
        winner = 0
        for place in range(1, len(played)):
            suit, at = played[place]
            if (suit == led and at < best) or (suit == self.trump and led != self.trump):
                led, best, winner = suit, at, place
        after = list(suits)
        for suit, at in sorted(played, reverse=True):
            text = after[suit]
            after[suit] = text[:at] + text[at + 1 :]
        taker = order[winner]
        return self._can(tuple(after), taker, need - 1 if self.ours[taker] else need, left - 1)


def _check(held: dict[Seat, tuple[Card, ...]]) -> None:
    cards = [card for hand in held.values() for card in hand]
    if len({len(hand) for hand in held.values()}) != 1:
        raise ValueError("The hands to solve must be equally long.")
    if len(set(cards)) != len(cards) or any(card.suit is None for card in cards):
        raise ValueError("Only hands without equal cards and jokers can be solved.")


def _suits(held: dict[Seat, tuple[Card, ...]], trump: Denomination, seats: list[Seat]) -> Suits:
    owners = {card: seats.index(seat) for seat, hand in held.items() for card in hand}
    order = sorted(Suit, key=lambda suit: suit is not trump.suit)
    return tuple(
        "".join(
            str(owners[card])
            for card in sorted(owners, key=lambda card: -power(card, trump, suit))
            if suit_in(card, trump) is suit
        )
        for suit in order
    )


@dataclass(frozen=True, slots=True)
class CouldMake:
    """With perfect play and all cards open this maker takes so many tricks, with the partner or alone."""

    maker: Seat
    denomination: Denomination
    tricks: int


def known_deal(rules: Ruleset, result: Result) -> dict[Seat, tuple[Card, ...]] | None:
    """Everybody's cards as dealt, or None where some were never seen or were exchanged unseen."""
    hand = result.hand
    size = rules.deal.hand
    read = {seat: tuple(card for owner, card in hand.known if owner == seat) for seat in rules.seats}
    if all(len(cards) == size for cards in read.values()):
        return read
    if hand.contract is None or contract.option_of(rules, hand) == contract.EXCHANGE or rules.deal.kitty:
        return None
    played = {seat: tuple(play.card for play in hand.plays if play.seat == seat and play.card) for seat in rules.seats}
    return played if all(len(cards) == size for cards in played.values()) else None


def could_make(state: State, result: Result, alone: bool = False) -> tuple[CouldMake, ...]:
    """What every seat could have made in every denomination that the rules allow; nothing where not all is known.

    For fixed partners and packs without equal cards.
    """
    rules = state.rules
    assert rules is not None
    deal = known_deal(rules, result)
    cards = [card for hand in (deal or {}).values() for card in hand]
    is_plain = rules.in_teams and rules.tricks == rules.deal.hand and not rules.deck.jokers
    if deal is None or not is_plain or len(set(cards)) != len(cards):
        return ()
    found = []
    for denomination in Denomination:
        solvers: dict[frozenset[Seat], Solver] = {}
        for maker in rules.seats:
            side = frozenset(seat for seat in rules.seats if rules.side_of(seat) == rules.side_of(maker))
            away = side - {maker} if alone else frozenset()
            playing = {seat: deal[seat] for seat in deal if seat not in away}
            # Partners who both play share what the search has found out.
            solver = solvers.setdefault(away or side, Solver(playing, denomination, side))
            leader = _leader(rules, result, maker, denomination, alone)
            found.append(CouldMake(maker, denomination, solver.tricks(leader)))
    return tuple(found)


def _leader(rules: Ruleset, result: Result, maker: Seat, denomination: Denomination, alone: bool) -> Seat:
    bid = rules.auction.ladder[-1]
    option = contract.ALONE if alone else contract.WITH
    hand = Hand(1, result.dealer, contract=Contract(maker, bid), trump=denomination, option=option)
    return contract.first_leader(rules, hand)


def best_of(found: tuple[CouldMake, ...]) -> Reason | None:
    """The best of it for the seats that bid; None for nothing."""
    if not found:
        return None
    best = max(found, key=lambda each: each.tricks)
    return Reason(Code.COULD_MAKE, trump=best.denomination, tricks=best.tricks, seat=best.maker)
