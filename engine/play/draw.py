"""The draw before the first deal: who deals, and where the house draws for them, who sits with whom.

Cards turned up say it, in the order in which they were turned. Pure: nothing is remembered, and where a card is
unread or two drew alike nobody is chosen.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.cards import Card, Rank
from engine.knobs import Ruleset
from engine.layout import Seat

Turned = tuple[Seat, Card | None]
"""A card turned up at this seat; None for one that nobody can read."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """What the cards say. `dealer` None: nothing yet. `card` is the one that decided.

    `again` drew alike and draw once more. `moving` are the two who change seats so that partners sit opposite each
    other; the dealer keeps his.
    """

    dealer: Seat | None = None
    card: Card | None = None
    again: tuple[Seat, ...] = ()
    moving: tuple[Seat, ...] = ()


def draw(rules: Ruleset, cards: tuple[Turned, ...]) -> Drawn:
    """What these cards decide under these rules."""
    if any(card is None for _, card in cards):
        return Drawn()
    if rules.table.first_dealer == "first_jack":
        return next((Drawn(seat, card) for seat, card in cards if card is not None and card.rank is Rank.JACK), Drawn())
    return _by_height(rules, cards) if rules.table.first_dealer in ("lowest_cut", "partners_drawn") else Drawn()


def _by_height(rules: Ruleset, cards: tuple[Turned, ...]) -> Drawn:
    """The lowest deals; where partners are drawn the two highest play against the two lowest.

    Suits don't count: who draws alike draws again.
    """
    heights: dict[Seat, tuple[int, ...]] = {seat: () for seat in rules.seats}
    for seat, card in cards:
        assert card is not None
        heights[seat] = (*heights[seat], _ORDER[card.rank])
    if not all(heights.values()):
        return Drawn()  # somebody has not drawn
    order = sorted(rules.seats, key=lambda seat: heights[seat])
    with_partners = rules.table.first_dealer == "partners_drawn"
    alike = {heights[order[0]]} if heights[order[0]] == heights[order[1]] else set()
    if with_partners and heights[order[1]] == heights[order[2]]:
        alike.add(heights[order[1]])
    if alike:
        return Drawn(again=tuple(seat for seat in rules.seats if heights[seat] in alike))
    dealer = order[0]
    lowest = next(card for seat, card in cards if seat == dealer)
    moving = _moving(rules, order) if with_partners else ()
    return Drawn(dealer, lowest, (), moving)


_ORDER = {rank: height for height, rank in enumerate(Rank)}


def _moving(rules: Ruleset, order: list[Seat]) -> tuple[Seat, ...]:
    """The two who change seats: the dealer's partner-to-be, and whoever sits opposite the dealer."""
    dealer, partner = order[0], order[1]
    opposite = next(seat for seat in rules.seats if seat != dealer and rules.side_of(seat) == rules.side_of(dealer))
    return () if opposite == partner else tuple(sorted((opposite, partner)))


def seated(names: tuple[str, ...], moving: tuple[Seat, ...]) -> tuple[str, ...]:
    """The names from seat 1 after these two have changed seats."""
    if not moving:
        return names
    one, other = moving
    moved = list(names)
    moved[one - 1], moved[other - 1] = moved[other - 1], moved[one - 1]
    return tuple(moved)
