"""What everybody at the table knows of the hands: one store, which every proof reads.

Cards played, and cards seen while they were not: shown, exposed, laid too many, taken back, laid down with a claim.
Nobody draws once play has begun, so a card that was seen with a seat it has held all along, until it plays it. Hands
that were counted have the size that was counted. What a reader at the shoe knows stands apart, in the last functions:
only certainties are told of it, never a card, and what a player may have put away unseen is not counted on.
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.cards import Card
from engine.findings import Play
from engine.knobs import Ruleset
from engine.layout import Seat
from engine.play import contract
from engine.play.hand import Hand, Sight
from engine.play.tricks import follows


def plays_of(hand: Hand, seat: Seat) -> list[Play]:
    """The seat's plays in their order, unread ones too."""
    return [play for play in hand.plays if play.seat == seat]


def size(rules: Ruleset, hand: Hand, seat: Seat) -> int | None:
    """With how many cards the seat began play; None where nobody knows, because another hand was counted wrong."""
    if not hand.counted:
        return rules.deal.hand
    return dict(hand.counted).get(seat)


def left(rules: Ruleset, hand: Hand, seat: Seat) -> int:
    """How many cards the seat surely still holds."""
    dealt = size(rules, hand, seat)
    return 0 if dealt is None else max(0, dealt - len(plays_of(hand, seat)))


def is_complete(rules: Ruleset, hand: Hand, seat: Seat) -> bool:
    """Whether every card of this seat has been played and read: then a revoke of it would have been proved."""
    plays = plays_of(hand, seat)
    return len(plays) == size(rules, hand, seat) and all(play.card is not None for play in plays)


def sights(rules: Ruleset, hand: Hand, seat: Seat) -> list[Sight]:
    """Where cards of this seat were seen unplayed, as far as that says what it held in play."""
    if not hand.sights:
        return []
    return [sight for sight in hand.sights if sight.seat == seat and _counts(rules, hand, sight)]


def _counts(rules: Ruleset, hand: Hand, sight: Sight) -> bool:
    """Not a card that may have been laid away or passed on since, nor one whose every copy others have played."""
    before_swap = sight.trick == 1 and not sight.laid and hand.swapped is not None
    if (sight.trick == 0 or before_swap) and unseen_discards(rules, hand, sight.seat):
        return False
    with_others = sum(play.card == sight.card and play.seat != sight.seat for play in hand.plays)
    return with_others < rules.deck.count.get(sight.card, 0)


def copies(rules: Ruleset, hand: Hand, seat: Seat, card: Card) -> int:
    """How many of this card the seat has surely held. Two sights of one face may be of the same card."""
    plays = plays_of(hand, seat)
    seen = [_played(plays[: each.laid], card) + 1 for each in sights(rules, hand, seat) if each.card == card]
    return max([_played(plays, card), *seen])


def held(rules: Ruleset, hand: Hand, seat: Seat, laid: int, card: Card) -> bool:
    """Whether the seat surely held the card once it had laid so many; an unread play may have been that card."""
    before = plays_of(hand, seat)[:laid]
    unread = sum(play.card is None for play in before)
    return copies(rules, hand, seat, card) > _played(before, card) + unread


def _played(plays: Iterable[Play], card: Card) -> int:
    return sum(play.card == card for play in plays)


def known(rules: Ruleset, hand: Hand, seat: Seat) -> list[Card]:
    """Every card that the seat has surely held in play."""
    faces = [play.card for play in plays_of(hand, seat)] + [each.card for each in sights(rules, hand, seat)]
    once = dict.fromkeys(face for face in faces if face is not None)
    return [card for card in once for _ in range(copies(rules, hand, seat, card))]


def elsewhere(rules: Ruleset, hand: Hand, seat: Seat) -> list[Card]:
    """Cards that surely were dealt to others than this seat: what these played or showed, and did not have from it."""
    takers = {maker for maker in (contract.contract_of(hand).maker,) if _may_pass(rules, hand, seat)}
    if rules.partner.swap != "none":
        takers |= {each for each in rules.seats if rules.side_of(each) == rules.side_of(seat)}
    others = [each for each in rules.seats if each != seat and each not in takers]
    return [card for each in others for card in known(rules, hand, each)]


def _may_pass(rules: Ruleset, hand: Hand, seat: Seat) -> bool:
    """Whether the maker has taken a card of this seat's for one of his own."""
    is_exchange = contract.option_of(rules, hand) == contract.EXCHANGE
    return is_exchange and rules.in_teams and rules.side_of(seat) == rules.side_of(contract.contract_of(hand).maker)


def unplayed(rules: Ruleset, hand: Hand) -> tuple[Card, ...]:
    """The cards of the pack that have not been played in this hand, in the pack's order."""
    left = list(rules.deck.pack)
    for play in hand.plays:
        if play.card in left:
            left.remove(play.card)
    return tuple(left)


def unseen(rules: Ruleset, hand: Hand) -> list[Card]:
    """Every card of the pack that nobody has played: hidden hands, kitty and stock are among them."""
    cards = list(rules.deck.pack)
    for play in hand.plays:
        if play.card in cards:
            cards.remove(play.card)
    return cards


def may_hold(rules: Ruleset, hand: Hand, seat: Seat) -> list[Card]:
    """The unplayed cards that may be this seat's: what was seen with others and not played is theirs."""
    cards = unseen(rules, hand)
    if not hand.sights:
        return cards
    for other in rules.seats:
        played = [play.card for play in plays_of(hand, other)]
        for card in known(rules, hand, other) if other != seat else ():
            if card in played:
                played.remove(card)
            elif card in cards:
                cards.remove(card)
    return cards


def dealt_and_read(hand: Hand, seat: Seat) -> list[Card]:
    """The known cards of this seat that it has not played yet, as dealt."""
    left = [card for owner, card in hand.known if owner == seat]
    for play in hand.plays:
        if play.seat == seat and play.card in left:
            left.remove(play.card)
    return left


def unseen_discards(rules: Ruleset, hand: Hand, seat: Seat) -> int:
    """How many dealt cards this seat may have put away or passed on without anybody seeing which."""
    if hand.contract is None:
        return 0  # nothing changes hands before there is a maker
    maker = hand.contract.maker
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
    following = [card for card in dealt_and_read(hand, seat) if follows(card, led, hand.trump)]
    return len(following) > unseen_discards(rules, hand, seat)
