"""Whose a card may be, and what speaks against each seat: its zone, the direction it came from, the turn.

Pure: what was believed of a card is remembered by `attribution`.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from engine.layout import Seat
from engine.places import MIDDLE, Place, play_zone
from engine.play.state import State
from vision.mat.mats import Mat
from vision.table.sighting import Sighting

LATE, DONE = 22.0, 25.0
"""What it counts against a seat, in mm besides its zone, that it is not its turn yet, or that it has played already.
Chosen, not measured. Raised, cards laid out of turn are taken for the next seat's."""
CLOSER = 2.0
"""A card this many mm nearer to another's zone than to that of the seat on turn may be either's: centres are seen to
1 mm."""
ELSEWHERE = 120.0
"""What it counts against a seat, in mm, that the card clearly came from another's side; it is a tenth on its own turn.
Chosen, not measured. Raised, one mistaken direction gives the card away."""


class DoubtCode(Enum):
    """Why it is doubtful whose a card is; its words speak of the doubt's `seat` and `other`."""

    MIDDLE = "middle"
    ZONE = "zone"
    NEAREST = "nearest"
    CAME_FROM_NEAREST = "came_from_nearest"
    CAME_FROM_UNREAD = "came_from_unread"
    CAME_FROM_TURN = "came_from_turn"
    ELSEWHERE = "elsewhere"
    HAS_PLAYED = "has_played"
    UNSEEN = "unseen"


@dataclass(frozen=True, slots=True)
class Doubt:
    """It is assumed that the card of `mark` is `seat`'s; it may be `other`'s.

    `waits`: nothing is assumed yet, and the card has not been told; `is_there`: it lay in the other's zone from the
    first.
    """

    mark: int
    seat: Seat
    other: Seat
    why: DoubtCode
    waits: bool = False
    is_there: bool = False


def seats_due(state: State) -> list[Seat]:
    """The seats still to play to this trick, the one on turn first."""
    hand = state.hand
    if hand is None or state.turn is None or not hand.active:
        return []
    active = list(hand.active)
    start = active.index(state.turn) if state.turn in active else 0
    return [seat for seat in active[start:] + active[:start] if not hand.has_laid(seat)]


def replacing(state: State, lying: set[int]) -> list[Seat]:
    """Seats whose card has gone from a trick whose other cards lie there: whoever took one back lays another."""
    hand = state.hand
    assert hand is not None
    plays = hand.trick or (hand.tricks[-1].plays if hand.tricks else ())
    gone = [play.seat for play in plays if play.mark is not None and play.mark not in lying]
    return gone if len(gone) == 1 < len(plays) else []


def costs_of(seen: Sighting, mat: Mat, turns: list[Seat], due: list[Seat], state: State) -> dict[Seat, float]:
    """What speaks against each seat's having laid this card, in mm: its zone's distance, the turn, the direction."""
    origin = origin_of(seen, state)
    costs = {}
    for seat in range(1, mat.seats + 1):
        cost = mat.away(play_zone(seat), seen.x, seen.y)
        if seat not in turns:
            cost += LATE if seat in due else DONE
        if origin is not None and origin != seat:
            cost += ELSEWHERE / 10 if seat in turns else ELSEWHERE
        costs[seat] = cost
    return costs


def whose(
    seen: Sighting, mat: Mat, costs: dict[Seat, float], turns: list[Seat], due: list[Seat], state: State, alone: bool
) -> tuple[Place, Doubt | None]:
    """The place that a card counts as laid in, and what is doubtful about it.

    `alone`: no other was laid with it, so that the direction is its own.
    """
    origin = origin_of(seen, state)
    if seen.place == MIDDLE and (not turns or origin is None or origin in turns):
        return MIDDLE, None
    if seen.place == MIDDLE and origin is not None:
        return play_zone(origin), Doubt(0, origin, turns[0], DoubtCode.MIDDLE)
    seat = min(costs, key=lambda each: costs[each])
    zone = nearest(seen, mat)
    if turns and seat not in turns:
        return play_zone(seat), too_early(seat, zone, turns[0], due, origin)
    if seat != zone and mat.away(play_zone(zone), seen.x, seen.y) == 0:
        return play_zone(seat), Doubt(0, seat, zone, DoubtCode.ZONE)
    farther = mat.away(play_zone(seat), seen.x, seen.y) - mat.away(play_zone(zone), seen.x, seen.y)
    if origin != seat and farther > CLOSER and state.hand is not None and zone in state.hand.active:
        return play_zone(zone), Doubt(0, zone, seat, DoubtCode.NEAREST, waits=True)
    if alone and origin is not None and origin == zone != seat:
        return play_zone(zone), Doubt(0, zone, seat, DoubtCode.CAME_FROM_NEAREST, waits=True)
    if alone and origin is not None and origin != seat and _is_unread(origin, state):
        return play_zone(origin), Doubt(0, origin, seat, DoubtCode.CAME_FROM_UNREAD, waits=True, is_there=True)
    return play_zone(seat), None


def _is_unread(seat: Seat, state: State) -> bool:
    """Whether what was taken for this seat's card of the trick is unread, and so may have been none."""
    trick = state.hand.trick if state.hand is not None else ()
    return any(play.seat == seat and play.card is None for play in trick)


def too_early(seat: Seat, zone: Seat, turn: Seat, due: list[Seat], origin: Seat | None) -> Doubt | None:
    """What is doubtful about a card that is taken for that of a seat which isn't on turn; `zone` is where it lies.

    Directions are mistaken for one another where people reach across. So a card is played too early for certain only
    where zone and direction agree and the seat has not played yet; a card too many may be the next seat's, misplaced.
    """
    if origin == turn:
        why = DoubtCode.CAME_FROM_TURN
    elif seat != zone:
        why = DoubtCode.ELSEWHERE
    elif seat not in due:
        why = DoubtCode.HAS_PLAYED
    elif origin is None:
        why = DoubtCode.UNSEEN
    else:
        return None
    return Doubt(0, seat, turn, why, waits=turn in due)


def nearest(seen: Sighting, mat: Mat) -> Seat:
    """The seat whose zone the card lies in or nearest to."""
    return min(range(1, mat.seats + 1), key=lambda each: mat.away(play_zone(each), seen.x, seen.y))


def origin_of(seen: Sighting, state: State) -> Seat | None:
    """The seat the card came from, if that is clear and the seat plays."""
    seat = seen.came_from.number if seen.came_from is not None else None
    return seat if state.hand is not None and seat in state.hand.active else None
