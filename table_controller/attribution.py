"""Whose card is it: by the zone it lies in, by the direction it came from, by whose turn it is.

Where they agree nobody notices. Where they don't, one is believed, what was assumed is remembered as a doubt for
people to look at, and the card's certainty is lowered, so that nobody is accused on the strength of it. A reading
that can't be true is looked at again before the engine hears of it. Rules of the game are the engine's business.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.cards import Card, Unseen
from engine.hand import Phase
from engine.layout import Laid, Layout, Seat
from engine.state import State
from engine.suspicion import SURE
from engine.watching import news, unplayed
from table_controller.zones import Seen, View, layout_from
from vision.mat import Mat
from vision.sighting import Sighting

ASSUMED = SURE - 0.01
"""The most that a play counts for when it is only assumed whose it is."""
BETWEEN = 12.0
"""A card this many mm or less outside a zone, and this much nearer to it than to the next, was laid into it."""
LIKELY, CLEAR = 0.3, 0.9
"""A reading that alone can be true is believed when it is this likely by itself, and this clear among those left."""


@dataclass(frozen=True, slots=True)
class Doubt:
    """It is assumed that the card of `mark` is `seat`'s; it may be `other`'s. `why` in plain words."""

    mark: int
    seat: Seat
    other: Seat
    why: str


class Owners:
    """Remembers for every card on the table whose it was taken for."""

    def __init__(self) -> None:
        self._places: dict[int, str] = {}
        self._doubts: dict[int, Doubt] = {}
        self._read_again: set[int] = set()

    @property
    def doubts(self) -> tuple[Doubt, ...]:
        """What is assumed of the cards that lie there now."""
        return tuple(self._doubts.values())

    def layout(self, view: View, state: State) -> Layout:
        """The layout as the engine is to be told it, in this state."""
        if isinstance(view, Layout):
            return view
        if state.phase is Phase.PLAY:
            self._attribute(view, state)
        self._forget(view)
        plain = layout_from(view.settled, view.mat.seats, view.first_mark, self._places)
        if state.phase is not Phase.PLAY:
            return plain
        laid = [self._less_sure(each) for each in plain.laid]
        return self._without_doubtful(replace(plain, laid=tuple(laid)), view, state)

    def _forget(self, view: Seen) -> None:
        lying = {seen.mark + view.first_mark for seen in view.settled.sightings}
        self._places = {mark: place for mark, place in self._places.items() if mark in lying}
        self._doubts = {mark: doubt for mark, doubt in self._doubts.items() if mark in lying}
        self._read_again &= lying

    def _attribute(self, view: Seen, state: State) -> None:
        """Say of every new card whose it is."""
        fresh = [
            seen
            for seen in view.settled.sightings
            if seen.mark + view.first_mark not in self._places and seen.face is not Unseen.BACK
        ]
        due = _due(state)[: max(1, len(fresh))]
        for seen in fresh:
            if seen.place == "outside" and not seen.came_from:
                continue
            mark = seen.mark + view.first_mark
            place, doubt = _whose(seen, view.mat, due, state)
            self._places[mark] = place
            if doubt is not None:
                self._doubts[mark] = replace(doubt, mark=mark)

    def _less_sure(self, laid: Laid) -> Laid:
        if laid.mark not in self._doubts or not isinstance(laid.face, Card):
            return laid
        return replace(laid, confidence=min(laid.confidence, ASSUMED))

    def _without_doubtful(self, layout: Layout, view: Seen, state: State) -> Layout:
        """The layout with readings that can't be true read once more first, and then by what can be true."""
        left = set(unplayed(state))
        told = {laid.mark for laid in news(state, layout)}
        kept = []
        for laid in layout.laid:
            if laid.mark not in told or laid.face in left:
                kept.append(laid)
                continue
            fitting = _fitting(laid, left)
            if fitting is not None:
                kept.append(fitting)
            elif isinstance(laid.face, Card) and laid.mark not in self._read_again and view.doubt is not None:
                self._read_again.add(laid.mark)
                view.doubt(laid.mark - view.first_mark)
            else:
                kept.append(laid)
        return replace(layout, laid=tuple(kept))


def _due(state: State) -> list[Seat]:
    """The seats still to play to this trick, the one on turn first."""
    hand = state.hand
    if hand is None or state.turn is None or not hand.active:
        return []
    active = list(hand.active)
    start = active.index(state.turn) if state.turn in active else 0
    return [seat for seat in active[start:] + active[:start] if not hand.has_laid(seat)]


def _whose(seen: Sighting, mat: Mat, due: list[Seat], state: State) -> tuple[str, Doubt | None]:
    """The place that a card counts as laid in, and what is doubtful about it."""
    away = {seat: mat.away(f"play{seat}", seen.x, seen.y) for seat in range(1, mat.seats + 1)}
    zone = min(away, key=lambda seat: away[seat])
    origin = _origin(seen, state)
    if seen.place == "middle":
        return _from_the_middle(origin, due)
    if _is_thrown(away):  # the neighbours whose zones it came near are asked first
        near = [seat for seat in away if away[seat] <= mat.reach + BETWEEN]
        for seat in (origin, *due):
            if seat in near and (seat in due or seat == origin):
                return f"play{seat}", None
        return seen.place, None
    if zone in due or origin is None or origin == zone or origin not in due[:1]:
        return f"play{zone}", None
    why = f"it lies in seat {zone}'s zone, but came from seat {origin}, whose turn it is"
    return f"play{origin}", Doubt(seen.mark, origin, zone, why)


def _is_thrown(away: dict[Seat, float]) -> bool:
    """Whether a card lies outside every zone: far from the nearest, or hardly nearer to it than to the next."""
    nearest, *others = sorted(away.values())
    return nearest > BETWEEN or (nearest > 0 and others[0] - nearest < BETWEEN)


def _from_the_middle(origin: Seat | None, due: list[Seat]) -> tuple[str, Doubt | None]:
    """A card on the pile in the middle is the turn's, unless it clearly came from elsewhere."""
    if not due or origin is None or origin in due[:1]:
        return "middle", None
    why = f"it lies in the middle and came from seat {origin}, but it is seat {due[0]}'s turn"
    return f"play{origin}", Doubt(0, origin, due[0], why)


def _origin(seen: Sighting, state: State) -> Seat | None:
    """The seat the card came from, if that is clear and the seat plays."""
    digits = seen.came_from.removeprefix("hand")
    seat = int(digits) if digits.isdigit() else None
    return seat if state.hand is not None and seat in state.hand.active else None


def _fitting(laid: Laid, left: set[Card]) -> Laid | None:
    """The card by the only one of its readings that can be true, if that is likely enough; it accuses nobody."""
    readings = list(laid.alternatives)
    if isinstance(laid.face, Card):
        readings.append((laid.face, laid.confidence))
    possible = sorted(((p, card) for card, p in readings if card in left), key=lambda each: -each[0])
    if not possible or possible[0][0] < LIKELY:
        return None
    if possible[0][0] / sum(p for p, _ in possible) < CLEAR:
        return None
    best = possible[0][1]
    return replace(laid, face=best, confidence=min(possible[0][0], ASSUMED), alternatives=())
