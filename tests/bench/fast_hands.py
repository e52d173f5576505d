"""The same game without a referee: whole hands at many thousands a second, for search and for properties.

Cards are small numbers with their suit and power looked up, hands are lists, and nothing is remembered but
who took how many tricks. It scores with `scoring`, and a test plays the same cards through `decide`.
Nothing here can judge a table: every play is legal because it is chosen here.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import cache

from engine.cards import Card, Denomination, Suit
from engine.knobs import Bid, Ruleset
from engine.layout import Seat
from engine.play import contract
from engine.play.hand import Contract, Hand
from engine.play.scoring import Party, Score, settle
from engine.play.tricks import power, suit_in


@dataclass(frozen=True, slots=True)
class Tables:
    """For each card of a pack, in one denomination: its suit (4 for none) and its power when its suit counts."""

    suit: tuple[int, ...]
    power: tuple[int, ...]
    trump: int


@cache
def tables(pack: tuple[Card, ...], trump: Denomination) -> Tables:
    numbers: dict[Suit | None, int] = {None: 4}
    numbers.update((suit, index) for index, suit in enumerate(Suit))
    suits = tuple(numbers[suit_in(card, trump)] for card in pack)
    powers = tuple(power(card, trump, suit_in(card, trump)) for card in pack)
    return Tables(suits, powers, numbers[trump.suit] if trump.suit else -1)


@dataclass(frozen=True, slots=True)
class Terms:
    """What is settled before play: it is the same for every hand with this contract."""

    maker: Seat
    bid: Bid
    trump: Denomination
    option: str
    active: tuple[Seat, ...]
    leader: Seat


@dataclass(frozen=True, slots=True)
class FastHand:
    """One hand: its terms, the plays in order as (seat, card's place in the pack), tricks by seat, the score."""

    terms: Terms
    plays: tuple[tuple[Seat, int], ...]
    tricks: tuple[int, ...]
    score: Score | None


class FastGame:
    """Random hands of one ruleset in which everybody plays on."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self.pack = rules.deck.pack
        self.terms = _all_terms(rules)
        self.deck = list(range(len(self.pack)))
        self.takes = rules.deal.kitty_use.endswith("take_discard")
        self.last_of_equals = rules.deck.duplicates == "last_wins"

    def play(self, chance: random.Random) -> FastHand:
        """Deal, any contract, exchange or kitty at random, any legal cards, and the score."""
        terms = self.terms[int(chance.random() * len(self.terms))]
        hands = self.deal(terms, chance)
        plays, tricks = self.play_out(terms, hands, chance)
        return FastHand(terms, plays, tricks, self.score(terms, tricks))

    def deal(self, terms: Terms, chance: random.Random) -> list[list[int]]:
        """Hands by seat, the kitty at 0, after the maker's kitty or exchange."""
        deck, size = self.deck, self.rules.deal.hand
        chance.shuffle(deck)
        players = self.rules.table.players
        hands = [deck[players * size :], *(deck[seat * size : (seat + 1) * size] for seat in range(players))]
        own = hands[terms.maker]
        if self.takes:
            own += hands[0]
            del own[: self.rules.deal.kitty]
        if terms.option == contract.EXCHANGE:
            partner = self.rules.clockwise_from(terms.maker)[players // 2]
            own[0] = hands[partner].pop()
        return hands

    def play_out(
        self, terms: Terms, hands: list[list[int]], chance: random.Random
    ) -> tuple[tuple[tuple[Seat, int], ...], tuple[int, ...]]:
        """Any legal cards to the end: the plays, and the tricks by seat."""
        look = tables(self.pack, terms.trump)
        suit, worth, trump = look.suit, look.power, look.trump
        any_of, active = chance.random, terms.active
        plays: list[tuple[Seat, int]] = []
        tricks = [0] * self.rules.table.players
        start = active.index(terms.leader)
        rounds = [active[place:] + active[:place] for place in range(len(active))]
        for _ in range(self.rules.tricks):
            led, best, most = -1, start, -1
            for seat in rounds[start]:
                held = hands[seat]
                legal = _legal(held, suit, led)
                card = legal[int(any_of() * len(legal))]
                held.remove(card)
                plays.append((seat, card))
                its = suit[card]
                if led < 0:
                    led = its
                value = worth[card] if its in (led, trump, 4) else 0
                if value > most or (self.last_of_equals and value == most):
                    best, most = seat, value
            tricks[best - 1] += 1
            start = active.index(best)
        return tuple(plays), tuple(tricks)

    def score(self, terms: Terms, tricks: tuple[int, ...]) -> Score | None:
        """What the hand scores; None in games with a called partner, whom only the cards show."""
        rules = self.rules
        if rules.table.sides == "called_partner":
            return None
        if rules.in_teams:
            side = rules.side_of(terms.maker)
            own = sum(count for seat, count in enumerate(tricks, start=1) if rules.side_of(seat) == side)
            parties: tuple[Party, ...] = (
                Party("bidder", own),
                Party("defender", sum(tricks) - own),
            )
        else:
            parties = tuple(
                Party("bidder" if seat == terms.maker else "defender", tricks[seat - 1])
                for seat in rules.clockwise_from(terms.maker)
            )
        lone = terms.option == contract.ALONE and terms.bid.name in rules.partner.lone_bids
        return settle(rules, terms.bid, terms.trump, parties, lone)


def _legal(held: list[int], suit: tuple[int, ...], led: int) -> list[int]:
    """The cards that follow, or any; no joker is led in no trump while something else is held."""
    if led < 0:
        return [card for card in held if suit[card] != 4] or held
    if led == 4:
        return held
    return [card for card in held if suit[card] == led] or held


def _all_terms(rules: Ruleset) -> tuple[Terms, ...]:
    """Every contract that the auction can end in, by the dealer in seat 1."""
    found = []
    for maker in rules.seats:
        for bid in rules.auction.ladder:
            if not bid.final:
                continue
            for trump in contract.denominations(rules, bid):
                hand = Hand(1, 1, contract=Contract(maker, bid), trump=trump)
                for option in contract.options(rules, hand):
                    chosen = Hand(1, 1, contract=Contract(maker, bid), trump=trump, option=option)
                    active, leader = contract.active(rules, chosen), contract.first_leader(rules, chosen)
                    found.append(Terms(maker, bid, trump, option, active, leader))
    return tuple(found)
