"""Cards that change hands face down before the first lead, as the camera counts them: kitty, discards, exchange, swap.

The counts are least numbers (cards on each other look like one), so that only what can't be otherwise is told: a place
that was empty and is not, one that is empty again, more than are due. What might as well be a hand laid down for a
moment is told only once the lead shows that it was none.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from engine import inputs as i
from engine.cards import Unseen
from engine.knobs import Ruleset
from engine.layout import Seat
from engine.places import KITTY, hand_place, play_zone
from engine.play import contract
from engine.play.discarding import lays_away, takes_kitty
from engine.play.hand import Hand, Phase
from engine.play.state import State
from table_controller.watching.zones import Seen


@dataclass(slots=True)
class HandPlace:
    """What happened at one hand place since everybody held his cards: `passed` once a card came and was taken up."""

    lying: int = 0
    most: int = 0
    passed: bool = False

    def see(self, count: int) -> None:
        if self.lying and not count:
            self.passed = True
        self.lying, self.most = count, max(self.most, count)


@dataclass
class TableExchange:
    """Remembers what lay where since the auction."""

    _hand: tuple[int, Seat] | None = None
    _kitty_lay: bool = False
    _places: dict[Seat, HandPlace] = field(default_factory=dict)

    def next_word(self, seen: Seen, state: State) -> i.Input | None:
        """What has changed hands that the engine does not know yet."""
        hand, rules = state.hand, state.rules
        if hand is None or rules is None or not hand.dealt or hand.plays:
            self._hand = None
            return None
        if self._hand != (hand.number, hand.dealer):
            self._hand, self._kitty_lay, self._places = (hand.number, hand.dealer), False, {}
        kitty = _at_kitty(seen)
        self._kitty_lay = self._kitty_lay or seen.settled.backs.get(KITTY, 0) > 0
        if hand.contract is None:
            return None
        return self._kitty(kitty, rules, hand) or self._between_hands(seen, state, rules, hand)

    def without_kitty(self, view: Seen, state: State) -> Seen:
        """The same without the kitty's own cards that are shown where it lay: they are nobody's plays."""
        hand, rules = state.hand, state.rules
        if hand is None or rules is None or not self._kitty_lay:
            return view
        if self._hand != (hand.number, hand.dealer) or takes_kitty(rules, hand) is None:
            return view
        kept = tuple(each for each in view.settled.sightings if view.mat.spot_at(each.x, each.y) != KITTY)
        return replace(view, settled=replace(view.settled, sightings=kept))

    def _kitty(self, lying: int, rules: Ruleset, hand: Hand) -> i.Input | None:
        taker, due = takes_kitty(rules, hand), lays_away(rules, hand)
        if taker is not None:
            return i.TakeKitty(taker) if self._kitty_lay and not lying else None
        if due is not None and lying > hand.laid_away and not (rules.deal.kitty and not hand.kitty_taken):
            return i.LayAway(due[0], lying)
        return None

    def _between_hands(self, seen: Seen, state: State, rules: Ruleset, hand: Hand) -> i.Input | None:
        counts = {seat: seen.settled.backs.get(hand_place(seat), 0) for seat in rules.seats}
        if not self._places:
            if not any(counts.values()):  # all have taken up their cards: from here on it counts
                self._places = {seat: HandPlace() for seat in rules.seats}
            return None
        for seat, count in counts.items():
            self._places[seat].see(count)
        if state.phase is Phase.PARTNER:
            return self._exchange(seen, rules, hand)
        return self._swap(rules, hand)

    def _exchange(self, seen: Seen, rules: Ruleset, hand: Hand) -> i.Input | None:
        """The maker took up one card, the partner's cards lie there, the others hold theirs, and somebody leads."""
        maker = contract.contract_of(hand).maker
        partners = _partners(rules, maker)
        if contract.EXCHANGE not in contract.options(rules, hand) or len(partners) != 1:
            return None
        taken, given = self._places[maker], self._places[partners[0]]
        others = [place for seat, place in self._places.items() if seat not in (maker, partners[0])]
        passed = taken.passed and taken.most == 1 and not taken.lying and given.lying
        leader = contract.first_leader(rules, hand)
        if not passed or any(place.most for place in others) or leader in partners or not _leads(seen, leader):
            return None
        return i.ChoosePartner(maker, contract.EXCHANGE)

    def _swap(self, rules: Ruleset, hand: Hand) -> i.Input | None:
        """Two partners who have taken up one card each, and nobody else has laid any down."""
        seat = contract.swapper(rules, hand)
        if seat is None:
            return None
        both = {each for each in hand.active if rules.side_of(each) == rules.side_of(seat)}
        moved = {each for each, place in self._places.items() if place.most}
        done = all(self._places[each].passed and not self._places[each].lying for each in both)
        single = all(self._places[each].most == 1 for each in both)
        return i.SwapCards(seat) if moved == both and done and single else None


def _partners(rules: Ruleset, seat: Seat) -> list[Seat]:
    return [each for each in rules.seats if each != seat and rules.side_of(each) == rules.side_of(seat)]


def _at_kitty(seen: Seen) -> int:
    """At least so many cards lie at the kitty's spot, face up or down."""
    faces = [each for each in seen.settled.sightings if each.face is not Unseen.BACK]
    shown = sum(seen.mat.spot_at(each.x, each.y) == KITTY for each in faces)
    return max(seen.settled.backs.get(KITTY, 0), shown)


def _leads(seen: Seen, seat: Seat) -> bool:
    """Whether a face-up card lies in this seat's zone, and in nobody else's."""
    faces = [each.place for each in seen.settled.sightings if each.face is not Unseen.BACK]
    return faces == [play_zone(seat)]
