"""Whose card is it: by the zone it lies in, by the direction it came from, by whose turn it is.

Where they agree nobody notices. Where they don't, one is believed, what was assumed is remembered as a doubt for
people to look at, and the card's certainty is lowered, so that nobody is accused on the strength of it. Where it is as
likely one's as the other's, the card waits: who of the two lays the next one, or a person, tells whose it was. A
reading that can't be true is looked at again before the engine hears of it. Rules of the game are the engine's
business.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.cards import Card, Unseen
from engine.hand import Phase
from engine.inputs import Input, PlayCard, Undo
from engine.layout import Laid, Layout, Seat
from engine.state import State
from engine.suspicion import SURE
from engine.watching import news, unplayed
from table_controller.zones import Seen, View, layout_from
from vision.mat import Mat
from vision.sighting import Sighting

ASSUMED = SURE - 0.01
"""The most that a play counts for when it is only assumed whose it is."""
LATE, DONE = 22.0, 25.0
"""What it counts against a seat, in mm besides its zone, that it is not its turn yet, or that it has played already."""
ELSEWHERE = 120.0
"""What it counts against a seat that the card clearly came from another's side; it is a tenth on its own turn, unless
the card lies at the other's zone as well: that is where the other lays his cards, not where this one reaches to."""
NEARLY = 15.0
"""So many mm beside a zone still count as that seat's own place, for a card that came from there."""
NOBODYS = "outside"
FARTHEST = 75.0
"""A card this many mm from every zone is nobody's play."""
CERTAIN = 0.95
"""A reading that can't be true accuses only when it is this certain; below that the table asks which card it is."""
LIKELY, CLEAR = 0.3, 0.9
"""A reading that alone can be true is believed when it is this likely by itself, and this clear among those left."""


@dataclass(frozen=True, slots=True)
class Doubt:
    """It is assumed that the card of `mark` is `seat`'s; it may be `other`'s. `why` in plain words.

    `waits`: nothing is assumed yet, and the card has not been told.
    """

    mark: int
    seat: Seat
    other: Seat
    why: str
    waits: bool = False


def put_right(doubt: Doubt, card: Card) -> tuple[Input, Input]:
    """What to tell the engine when a person says that the card was the other's; right after it was told, not later."""
    return Undo(), PlayCard(doubt.other, card)


class Owners:
    """Remembers for every card on the table whose it was taken for."""

    def __init__(self) -> None:
        self._places: dict[int, str] = {}
        self._doubts: dict[int, Doubt] = {}
        self._read_again: set[int] = set()
        self._before: set[int] = set()  # cards that lay about before play began

    @property
    def doubts(self) -> tuple[Doubt, ...]:
        """What is assumed of the cards that lie there now."""
        return tuple(self._doubts.values())

    def say(self, mark: int, seat: Seat) -> None:
        """A person says whose the card of this mark is. Raises KeyError when there is no doubt about it."""
        del self._doubts[mark]
        self._places[mark] = f"play{seat}"

    def layout(self, view: View, state: State) -> Layout:
        """The layout as the engine is to be told it, in this state."""
        if isinstance(view, Layout):
            return view
        if state.phase is Phase.PLAY:
            self._attribute(view, state)
        else:
            self._before = {mark for mark, seen in _faces(view).items() if seen.place == "outside"}
        self._forget(view)
        if state.phase is not Phase.PLAY:
            return layout_from(view.settled, view.mat.seats, view.first_mark, self._places)
        owners = dict.fromkeys(_faces(view), NOBODYS) | self._places
        plain = layout_from(view.settled, view.mat.seats, view.first_mark, owners)
        laid = [self._less_sure(each) for each in plain.laid]
        return self._without_doubtful(replace(plain, laid=tuple(laid)), view, state)

    def _forget(self, view: Seen) -> None:
        lying = set(_faces(view))
        self._places = {mark: place for mark, place in self._places.items() if mark in lying}
        self._doubts = {mark: doubt for mark, doubt in self._doubts.items() if mark in lying}
        self._before &= lying
        # Not while a card is out of sight: it is being read again just then. Marks only grow.
        self._read_again = {mark for mark in self._read_again if mark > max(lying, default=0) - 200}

    def _attribute(self, view: Seen, state: State) -> None:
        """Say of every new card whose it is; of several at once each seat gets one before anybody gets two."""
        known = {*self._places, *self._before, *(mark for mark, doubt in self._doubts.items() if doubt.waits)}
        fresh = {mark: seen for mark, seen in _faces(view).items() if mark not in known}
        due = _due(state)
        if fresh and self._settle_waiting(list(fresh.values()), view, state, due):
            return  # what came after the card that waited is looked at after it
        turns = [*_replacing(state, set(_faces(view))), *due[: max(1, len(fresh))]]
        while fresh:
            costs = {mark: _costs(seen, view.mat, turns, due, state) for mark, seen in fresh.items()}
            mark = min(costs, key=lambda each: (min(costs[each].values()), each))
            seen = fresh.pop(mark)
            if seen.place == "outside" and min(costs[mark].values()) > FARTHEST:
                self._before.add(mark)
                continue
            place, doubt = _whose(seen, view.mat, costs[mark], turns, due, state)
            if doubt is not None:
                self._doubts[mark] = replace(doubt, mark=mark)
                if doubt.waits:
                    return
            self._places[mark] = place
            seat = self._places[mark].removeprefix("play")
            taken = int(seat) if seat.isdigit() else next(iter(turns), None)
            turns = [each for each in turns if each != taken]
            due = [each for each in due if each != taken]

    def _settle_waiting(self, fresh: list[Sighting], view: Seen, state: State, due: list[Seat]) -> bool:
        """A card that waited is settled by the next one: both its possible owners are due, and each lays only one.

        If the one whose turn it is lays another, the waiting card was the zone's owner's, too early; if anybody else
        does, it was laid in turn.
        """
        waiting = next((doubt for doubt in self._doubts.values() if doubt.waits), None)
        if waiting is None:
            return False
        laid_by = {_origin(seen, state) or _nearest(seen, view.mat) for seen in fresh}
        self.say(waiting.mark, waiting.seat if waiting.other in laid_by else waiting.other)
        return True

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
                kept.append(laid if laid.confidence >= CERTAIN else _unread(laid))
        return replace(layout, laid=tuple(kept))


def _faces(view: Seen) -> dict[int, Sighting]:
    """The face-up cards that lie there, by the layout's marks, oldest first."""
    seen = sorted(view.settled.sightings, key=lambda each: each.mark)
    return {each.mark + view.first_mark: each for each in seen if each.face is not Unseen.BACK}


def _due(state: State) -> list[Seat]:
    """The seats still to play to this trick, the one on turn first."""
    hand = state.hand
    if hand is None or state.turn is None or not hand.active:
        return []
    active = list(hand.active)
    start = active.index(state.turn) if state.turn in active else 0
    return [seat for seat in active[start:] + active[:start] if not hand.has_laid(seat)]


def _replacing(state: State, lying: set[int]) -> list[Seat]:
    """Seats whose card has gone from a trick whose other cards lie there: whoever took one back lays another."""
    hand = state.hand
    assert hand is not None
    plays = hand.trick or (hand.tricks[-1].plays if hand.tricks else ())
    gone = [play.seat for play in plays if play.mark is not None and play.mark not in lying]
    return gone if len(gone) == 1 < len(plays) else []


def _costs(seen: Sighting, mat: Mat, turns: list[Seat], due: list[Seat], state: State) -> dict[Seat, float]:
    """What speaks against each seat's having laid this card, in mm: its zone's distance, the turn, the direction."""
    origin = _origin(seen, state)
    # From a seat's side, and nearest to its zone.
    at_home = origin == _nearest(seen, mat) and mat.away(f"play{origin}", seen.x, seen.y) < NEARLY
    costs = {}
    for seat in range(1, mat.seats + 1):
        cost = mat.away(f"play{seat}", seen.x, seen.y)
        if seat not in turns:
            cost += LATE if seat in due else DONE
        if origin is not None and origin != seat:
            cost += ELSEWHERE / 10 if seat in turns and not at_home else ELSEWHERE
        costs[seat] = cost
    return costs


def _whose(
    seen: Sighting, mat: Mat, costs: dict[Seat, float], turns: list[Seat], due: list[Seat], state: State
) -> tuple[str, Doubt | None]:
    """The place that a card counts as laid in, and what is doubtful about it."""
    origin = _origin(seen, state)
    if seen.place == "middle" and (not turns or origin is None or origin in turns):
        return "middle", None
    if seen.place == "middle" and origin is not None:
        why = f"it lies in the middle and came from seat {origin}, but it is seat {turns[0]}'s turn"
        return f"play{origin}", Doubt(0, origin, turns[0], why)
    seat = min(costs, key=lambda each: costs[each])
    zone = _nearest(seen, mat)
    if seat != zone and mat.away(f"play{zone}", seen.x, seen.y) == 0:
        return f"play{seat}", Doubt(0, seat, zone, f"it lies in seat {zone}'s zone, but it is seat {seat}'s turn")
    if turns and seat not in turns:
        return f"play{seat}", _too_early(seat, turns[0], due, origin)
    if origin is not None and origin == zone != seat:
        why = f"it lies nearest to seat {zone}'s zone and came from there, but it is seat {seat}'s turn"
        return f"play{zone}", Doubt(0, zone, seat, why, waits=True)
    return f"play{seat}", None


def _too_early(seat: Seat, turn: Seat, due: list[Seat], origin: Seat | None) -> Doubt | None:
    """What is doubtful about a card in the zone of a seat that isn't on turn."""
    if origin == turn:  # on its way through the zone, or laid far from where it belongs
        return Doubt(0, seat, turn, f"it lies in seat {seat}'s zone, but came from seat {turn}, whose turn it is", True)
    if origin is None and seat in due:
        why = f"it lies in seat {seat}'s zone, but it is seat {turn}'s turn and nobody saw where it came from"
        return Doubt(0, seat, turn, why, waits=turn in due)
    return None


def _nearest(seen: Sighting, mat: Mat) -> Seat:
    """The seat whose zone the card lies in or nearest to."""
    return min(range(1, mat.seats + 1), key=lambda each: mat.away(f"play{each}", seen.x, seen.y))


def _origin(seen: Sighting, state: State) -> Seat | None:
    """The seat the card came from, if that is clear and the seat plays."""
    digits = seen.came_from.removeprefix("hand")
    seat = int(digits) if digits.isdigit() else None
    return seat if state.hand is not None and seat in state.hand.active else None


def _unread(laid: Laid) -> Laid:
    """The same card as one that nobody could read, its reading among the alternatives."""
    if not isinstance(laid.face, Card):
        return laid
    return replace(laid, face=Unseen.UNREADABLE, alternatives=((laid.face, laid.confidence), *laid.alternatives))


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
