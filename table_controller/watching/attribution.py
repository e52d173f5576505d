"""Whose card is it: by the zone it lies in, by the direction it came from, by whose turn it is.

Where they agree nobody notices. Where they don't, one is believed, what was assumed is remembered as a doubt for
people to look at, and the card's certainty is lowered, so that nobody is accused on the strength of it. Where it is as
likely one's as the other's, the card waits: who of the two lays the next one, or a person, tells whose it was. A
reading that can't be true is looked at again before the engine hears of it. Rules of the game are the engine's
business.
"""

from __future__ import annotations

from dataclasses import replace

from engine.cards import Card, Unseen
from engine.certainty import ASSUMED, CERTAIN
from engine.inputs import Input, PlayCard, Undo
from engine.layout import Laid, Layout, Seat
from engine.places import MIDDLE, OUTSIDE, Place, play_zone
from engine.play.hand import Phase
from engine.play.state import State
from engine.play.unexplained import all_have_reached, is_gathered, news, unplayed
from table_controller.watching.arrivals import Arrivals
from table_controller.watching.readings import fitting, unread
from table_controller.watching.unread_marks import PossibleCards
from table_controller.watching.whose import Doubt, costs_of, nearest, origin_of, replacing, seats_due, whose
from table_controller.watching.zones import Seen, View, layout_from
from vision.table.sighting import Sighting

NOBODYS = OUTSIDE
FARTHEST = 75.0
"""A card this many mm from every zone is nobody's play. Chosen, not measured. Raised, cards beside the mat are
played."""


def put_right(doubt: Doubt, card: Card) -> tuple[Input, Input]:
    """What to tell the engine when a person says that the card was the other's; right after it was told, not later."""
    return Undo(), PlayCard(doubt.other, card)


class Owners:
    """Remembers for every card on the table whose it was taken for."""

    def __init__(self) -> None:
        self._places: dict[int, Place] = {}
        self._doubts: dict[int, Doubt] = {}
        self._read_again: set[int] = set()
        self._waiting: dict[int, Laid] = {}  # cards that wait, as they were seen last
        self._before: set[int] = set()  # cards that lay about before play began
        self._arrivals = Arrivals()
        self._possible = PossibleCards()
        self._last = Layout()

    @property
    def doubts(self) -> tuple[Doubt, ...]:
        """What is assumed of the cards that lie there now."""
        return tuple(self._doubts.values())

    def say(self, mark: int, seat: Seat) -> None:
        """A person says whose the card of this mark is. Raises KeyError when there is no doubt about it."""
        del self._doubts[mark]
        self._places[mark] = play_zone(seat)

    def layout(self, view: View, state: State) -> Layout:
        """The layout as the engine is to be told it, in this state."""
        if isinstance(view, Layout):
            return view
        view = self._possible.among(view)
        plays = len(state.hand.plays) if state.hand is not None else 0
        self._arrivals.see(_faces(view), view.settled.reached, plays)
        lifted: list[Laid] = []
        is_held_back = False
        if state.phase is Phase.PLAY:
            lifted, gathered = self._gone(view, state)
            if gathered is not None:
                return gathered
            known = {*self._places, *self._before}
            is_held_back = self._attribute(view, state)
            self._find_unread(view, state, set(self._places) - known)
            view = self._possible.among(view)
        else:
            self._before = {mark for mark, seen in _faces(view).items() if seen.place == OUTSIDE}
        self._forget(view)
        self._arrivals.see_empty(_faces(view), self._before)
        if state.phase is not Phase.PLAY:
            return layout_from(view.settled, view.mat.seats, view.first_mark, self._places)
        layout = self._in_play(view, state, lifted)
        if is_held_back and not news(state, layout):  # the card that waited was known after all
            self._attribute(view, state)
            layout = self._in_play(view, state, lifted)
        return layout

    def _in_play(self, view: Seen, state: State, lifted: list[Laid]) -> Layout:
        """The layout by the places that the cards have now, with those `lifted` once more."""
        owners = dict.fromkeys(_faces(view), NOBODYS) | self._places
        plain = layout_from(view.settled, view.mat.seats, view.first_mark, owners)
        laid = [self._less_sure(each) for each in plain.laid]
        self._waiting = {each.mark: each for each in plain.laid if self._waits(each.mark)}
        laid += lifted
        arrivals = self._arrivals
        whole = replace(plain, laid=tuple(laid), fresh_from=arrivals.fresh_from, reached=arrivals.reached)
        self._last = self._without_doubtful(whole, view, state)
        return self._last

    def _find_unread(self, view: Seen, state: State, fresh: set[int]) -> None:
        """What may be a card in the zone of whose turn it is, when the next one's card comes, is one that nobody read.

        Else whoever laid the next one would be told to have been too early. `fresh` are the cards placed just now; what
        is unread itself tells nothing, and a card in that zone that is not placed yet may be what stands out there.
        """
        if state.turn is None:
            return
        turn, faces = play_zone(state.turn), _faces(view)
        waiting = next((doubt for doubt in self._doubts.values() if doubt.waits and doubt.other == state.turn), None)
        later = {*fresh, *([waiting.mark] if waiting is not None else [])} & set(faces)
        zones = {self._places.get(mark) for mark in later}
        is_read = any(isinstance(faces[mark].face, Card) for mark in later)
        here = any(view.mat.away(turn, each.x, each.y) == 0 for mark, each in faces.items() if mark not in self._places)
        if not is_read or here or turn in zones or MIDDLE in zones:
            return
        mark = self._possible.is_a_card(view, turn)
        if mark is not None:
            self._places[mark] = turn
        if mark is not None and waiting is not None:
            self.say(waiting.mark, waiting.seat)

    def _waits(self, mark: int) -> bool:
        return mark in self._doubts and self._doubts[mark].waits

    def _forget(self, view: Seen) -> None:
        lying = set(_faces(view))
        self._places = {mark: place for mark, place in self._places.items() if mark in lying}
        self._doubts = {mark: doubt for mark, doubt in self._doubts.items() if mark in lying}
        self._before &= lying
        # Not while a card is out of sight: it is being read again just then.
        self._read_again = {mark for mark in self._read_again if not self._arrivals.is_old(mark, lying)}
        self._arrivals.forget(lying)
        self._possible.forget(lying)

    def _attribute(self, view: Seen, state: State) -> bool:
        """Say of every new card whose it is; of several at once each seat gets one before anybody gets two.

        Whether new cards are held back, because the engine has to hear of one that waited first.
        """
        assert state.hand is not None
        self._see_waiting_moved(view)
        self._take_over(view, state)
        known = {*self._places, *self._before, *(mark for mark, doubt in self._doubts.items() if doubt.waits)}
        fresh = {mark: seen for mark, seen in _faces(view).items() if mark not in known}
        due = list(state.hand.active) if self._is_gathered(view, state) else seats_due(state)
        settled = self._settle_waiting(list(fresh.values()), view, state)
        if settled is not None:
            if not self._came_together(settled, list(fresh.values()), view, state):
                return True
            due = [seat for seat in due if seat != settled.seat]
        turns = list(due)
        if not self._is_gathered(view, state):  # asked again: a card that waited has its place by now
            turns = [*replacing(state, set(_faces(view))), *due[: max(1, len(fresh))]]
        alone = len(fresh) == 1
        while fresh:
            costs = {mark: costs_of(seen, view.mat, turns, due, state) for mark, seen in fresh.items()}
            mark = min(costs, key=lambda each: (min(costs[each].values()), each))
            seen = fresh.pop(mark)
            if seen.place == OUTSIDE and min(costs[mark].values()) > FARTHEST:
                self._before.add(mark)
                continue
            place, doubt = whose(seen, view.mat, costs[mark], turns, due, state, alone)
            if doubt is not None:
                self._doubts[mark] = replace(doubt, mark=mark)
                if doubt.waits:
                    return False
            self._places[mark] = place
            taken = place.number or next(iter(turns), None)
            turns = [each for each in turns if each != taken]
            due = [each for each in due if each != taken]
        return False

    def _is_gathered(self, view: Seen, state: State) -> bool:
        """Whether this trick's cards have all gone, or the table was empty since: what comes now is the next one's.

        Somebody's card of it was never seen then, and anybody may lead. One card alone may have been taken back, unless
        everybody else has reached in.
        """
        if state.hand is None or not state.hand.trick:
            return False
        trick = state.hand.trick
        lying = layout_from(view.settled, view.mat.seats, view.first_mark, self._places)
        if len(trick) > 1 and is_gathered(state, lying):
            return True
        is_empty = all(play.mark is not None and play.mark < self._arrivals.fresh_from for play in trick)
        return is_empty and (len(trick) > 1 or all_have_reached(state.hand, self._arrivals.reached))

    def _take_over(self, view: Seen, state: State) -> None:
        """Cards that the engine knows already are whose it says: from the moment when play began, or under a new mark.

        A card of this trick that was out of sight lies there under another mark, where it lay.
        """
        assert state.hand is not None
        faces = _faces(view)
        plays = {play.mark: play.seat for play in state.hand.plays}
        lost = {(play.seat, play.card) for play in state.hand.trick if play.mark not in {None, *faces}}
        for mark, seen in faces.items():
            if mark in self._places or mark in self._doubts:
                continue
            zone = nearest(seen, view.mat)
            if mark in plays:
                self._places[mark] = play_zone(plays[mark])
            elif (zone, seen.face) in lost:
                self._places[mark] = play_zone(zone)

    def _settle_waiting(self, fresh: list[Sighting], view: Seen, state: State) -> Doubt | None:
        """A card that waited is settled by the next one, since each lays only one: what was doubtful of it, or None.

        If the one whose turn it is lays another, the waiting card was the zone's owner's, too early or one too many;
        if anybody else does, it was laid in turn.
        """
        waiting = next((doubt for doubt in self._doubts.values() if doubt.waits), None)
        if waiting is None or not fresh:
            return None
        is_others = any(_laid_by(seen, view, state) == waiting.other for seen in fresh)
        self.say(waiting.mark, waiting.seat if is_others else waiting.other)
        return waiting

    def _came_together(self, waiting: Doubt, fresh: list[Sighting], view: Seen, state: State) -> bool:
        """Whether one look saw first both the waiting card and that of the one on turn: nobody was too early then."""
        marks = [seen.mark + view.first_mark for seen in fresh if _laid_by(seen, view, state) == waiting.other]
        return any(self._arrivals.came_no_later(mark, waiting.mark) for mark in marks)

    def _see_waiting_moved(self, view: Seen) -> None:
        """A card that waits and is put into the zone of the one whose turn it is was his."""
        elsewhere = {mark: doubt for mark, doubt in self._doubts.items() if doubt.waits and not doubt.is_there}
        for mark, doubt in elsewhere.items():
            seen = _faces(view).get(mark)
            if seen is not None and view.mat.away(play_zone(doubt.other), seen.x, seen.y) == 0:
                self.say(mark, doubt.other)

    def _gone(self, view: Seen, state: State) -> tuple[list[Laid], Layout | None]:
        """Cards that waited and have gone: each is told once more, now that it is clear whose it was.

        Gathered with a trick that lacked only this one it was laid in turn: that layout is told, as it lay with the
        trick. Taken up alone it was one too many, of a seat that had played already; any other was only held there.
        """
        faces, hand = _faces(view), state.hand
        gone = {mark: self._doubts.pop(mark) for mark in self._waiting if mark in self._doubts and mark not in faces}
        read = {each.mark for each in self._last.laid if isinstance(each.face, Card)} & set(self._places)
        moved = {seen.face for mark, seen in faces.items() if mark not in read}  # it may lie there, anew
        others_lie = any(mark in faces for mark in self._places)
        lifted = []
        for mark, doubt in gone.items():
            laid = self._waiting.pop(mark)
            if hand is None or not hand.trick or laid.face in moved:
                continue
            if not others_lie and seats_due(state) == [doubt.other]:
                own = replace(laid, place=play_zone(doubt.other), confidence=min(laid.confidence, ASSUMED))
                return [], replace(
                    self._last, laid=tuple(own if each.mark == mark else each for each in self._last.laid)
                )
            if others_lie and hand.has_laid(doubt.seat):
                lifted.append(replace(laid, place=play_zone(doubt.seat)))
        return lifted, None

    def _less_sure(self, laid: Laid) -> Laid:
        if laid.mark not in self._doubts or not isinstance(laid.face, Card):
            return laid
        return replace(laid, confidence=min(laid.confidence, ASSUMED))

    def _without_doubtful(self, layout: Layout, view: Seen, state: State) -> Layout:
        """The layout with readings that can't be true read once more first, and then by what can be true.

        A card of one who has played already is not read by that: nobody is accused by the least unlikely reading.
        """
        left, due = set(unplayed(state)), seats_due(state)
        told = {laid.mark for laid in news(state, layout)}
        kept = []
        for laid in layout.laid:
            if laid.mark not in told or laid.face in left:
                kept.append(laid)
                continue
            meant = fitting(laid, left) if laid.seat in due or laid.seat is None else None
            if meant is not None:
                kept.append(meant)
            elif isinstance(laid.face, Card) and laid.mark not in self._read_again and view.doubt is not None:
                self._read_again.add(laid.mark)
                view.doubt(laid.mark - view.first_mark)
            else:
                kept.append(laid if laid.confidence >= CERTAIN else unread(laid))
        return replace(layout, laid=tuple(kept))


def _faces(view: Seen) -> dict[int, Sighting]:
    """The face-up cards that lie there, by the layout's marks, oldest first."""
    seen = sorted(view.settled.sightings, key=lambda each: each.mark)
    return {each.mark + view.first_mark: each for each in seen if each.face is not Unseen.BACK}


def _laid_by(seen: Sighting, view: Seen, state: State) -> Seat:
    return origin_of(seen, state) or nearest(seen, view.mat)
