"""What is known of a hand before it is played: cards that a reader at the shoe saw go to a seat.

Only certainties are told. What a player may have discarded or exchanged unseen is never counted on.
"""

from __future__ import annotations

from engine.cards import Card
from engine.knobs import Ruleset
from engine.layout import Seat
from engine.play import contract
from engine.play.hand import Hand
from engine.play.tricks import follows


def held(hand: Hand, seat: Seat) -> list[Card]:
    """The known cards of this seat that it has not played yet, as dealt."""
    left = [card for owner, card in hand.known if owner == seat]
    for play in hand.plays:
        if play.seat == seat and play.card in left:
            left.remove(play.card)
    return left


def unseen_discards(rules: Ruleset, hand: Hand, seat: Seat) -> int:
    """How many dealt cards this seat may have put away or passed on without anybody seeing which."""
    maker = contract.contract_of(hand).maker
    count = 0
    if seat == maker and rules.deal.kitty_use.endswith("take_discard"):
        count += rules.deal.kitty
    if seat == maker and contract.option_of(rules, hand) == contract.EXCHANGE:
        count += 1
    swapper = {"maker": maker, "dealer": hand.dealer, "none": None}[rules.partner.swap]
    if swapper is not None and rules.side_of(seat) == rules.side_of(swapper):
        count += 1
    return count


def surely_holds(rules: Ruleset, hand: Hand, seat: Seat, led: Card) -> bool:
    """Whether this seat certainly still holds a card with which it could follow; which one is nobody's business."""
    assert hand.trump is not None
    following = [card for card in held(hand, seat) if follows(card, led, hand.trump)]
    return len(following) > unseen_discards(rules, hand, seat)
