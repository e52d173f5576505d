"""The draw before the first deal, seen: cards turned up at the seats become what the engine is told.

Only an orderly draw is one: cards in the seats' zones and nowhere else, as many at each seat as the way of drawing asks
for. Anything else (a pack spread out, shuffled, being dealt) says nothing. Who deals by these cards is the engine's
business; a card that can't be read surely is told as unread.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.cards import Card, Rank, Unseen
from engine.certainty import CERTAIN
from engine.inputs import DrawCards
from engine.knobs import Ruleset
from engine.layout import Seat
from engine.play.hand import Phase
from engine.play.state import State
from table_controller.watching.zones import Seen
from vision.table.sighting import Sighting


@dataclass(frozen=True, slots=True)
class Turned:
    """A card turned up at a seat; `card` None while it is not read surely."""

    mark: int
    seat: Seat
    card: Card | None


class TableDraw:
    """Remembers the cards that were turned up, covered ones too, until the table is cleared."""

    def __init__(self) -> None:
        self._turned: tuple[Turned, ...] = ()
        self._is_spoilt = False

    def next_word(self, seen: Seen, state: State) -> DrawCards | None:
        """What the cards turned up so far say that the engine does not know yet."""
        rules = state.rules
        if rules is None or not _is_open(seen, state):
            self._turned, self._is_spoilt = (), False
            return None
        faces = [each for each in seen.settled.sightings if each.face is not Unseen.BACK]
        if not faces:
            return self._cleared(state)
        self._take(faces, rules)
        word = None if self._is_spoilt else self._word(rules, state)
        return word if word is not None and word.cards != _told(state) else None

    def _cleared(self, state: State) -> DrawCards | None:
        """Nothing lies there: a new draw may begin, unless some have only to draw once more."""
        self._is_spoilt = False
        if state.draw is not None and state.draw.again:
            return None
        self._turned = ()
        undecided = state.draw is not None and state.draw.dealer is None and bool(state.draw.cards)
        return DrawCards(()) if undecided else None

    def _take(self, faces: list[Sighting], rules: Ruleset) -> None:
        if self._is_spoilt or any(_seat(each) not in rules.seats for each in faces):
            self._is_spoilt = True
            return
        lying = {each.mark: each for each in faces}
        self._turned = tuple(
            replace(each, card=_sure(lying[each.mark]) or each.card) if each.mark in lying else each
            for each in self._turned
        )
        for mark, each in lying.items():
            if not self._knows(mark):
                self._know_again(Turned(mark, _seat(each), _sure(each)), set(lying), rules)
        self._add([Turned(m, _seat(each), _sure(each)) for m, each in lying.items() if not self._knows(m)], rules)

    def _add(self, new: list[Turned], rules: Ruleset) -> None:
        """Cards turned up since the last look, in dealing order."""
        order = rules.clockwise_from(rules.seat_after(self._turned[-1].seat) if self._turned else 1)
        jacks = [each for each in new if each.card is not None and each.card.rank is Rank.JACK]
        # Several at one seat, or several first ones with two jacks among them: nobody knows which came first.
        self._is_spoilt = len({each.seat for each in new}) < len(new) or (len(jacks) > 1 and not self._turned)
        self._turned += tuple(sorted(new, key=lambda each: order.index(each.seat)))

    def _knows(self, mark: int) -> bool:
        return any(each.mark == mark for each in self._turned)

    def _know_again(self, new: Turned, lying: set[int], rules: Ruleset) -> None:
        """A card that was touched and has a new mark: by its name, or because an unread one was straightened there."""
        for at, each in enumerate(self._turned):
            if each.seat != new.seat or each.mark in lying:
                continue
            named = each.card is not None and each.card == new.card and rules.deck.count.get(each.card, 0) == 1
            later = self._turned[at + 1 :]
            if rules.table.first_dealer != "first_jack":
                later = tuple(other for other in later if other.seat == new.seat)
            if named or (each.card is None and not later):
                self._turned = (*self._turned[:at], new, *self._turned[at + 1 :])
                return

    def _word(self, rules: Ruleset, state: State) -> DrawCards | None:
        counts = {seat: sum(each.seat == seat for each in self._turned) for seat in rules.seats}
        cards = tuple((each.seat, each.card) for each in self._turned)
        if rules.table.first_dealer != "first_jack":
            return DrawCards(cards) if counts in _due(rules, state) else None
        jack = next((at for at, (_, card) in enumerate(cards) if card is not None and card.rank is Rank.JACK), None)
        fair = max(counts.values()) - min(counts.values()) <= 1
        is_news = jack is not None or any(card is None for _, card in cards)
        return DrawCards(cards if jack is None else cards[: jack + 1]) if fair and is_news else None


def _due(rules: Ruleset, state: State) -> list[dict[Seat, int]]:
    """How many cards each seat may have turned up when all have drawn that were to draw."""
    once = dict.fromkeys(rules.seats, 1)
    if state.draw is None or not state.draw.cards:
        return [once]
    drawn = {seat: sum(each == seat for each, _ in state.draw.cards) for seat in rules.seats}
    if state.draw.again:
        return [drawn, {seat: count + (seat in state.draw.again) for seat, count in drawn.items()}]
    return [once, drawn]


def _told(state: State) -> tuple[tuple[Seat, Card | None], ...]:
    return state.draw.cards if state.draw is not None else ()


def _is_open(seen: Seen, state: State) -> bool:
    """Whether a draw can be going on: nothing is dealt, nor being dealt, and the house has a way of drawing."""
    hand, rules = state.hand, state.rules
    if hand is None or rules is None or state.phase is not Phase.DEAL or hand.number > 1 or hand.misdealt:
        return False
    dealing = any(count for place, count in seen.settled.backs.items() if place.is_hand)
    return not dealing and rules.table.first_dealer != "any"


def _seat(seen: Sighting) -> Seat:
    return seen.place.number if seen.place.is_play else 0


def _sure(seen: Sighting) -> Card | None:
    """The card, if nobody can doubt it: who deals is not to hang on a guess."""
    return seen.face if isinstance(seen.face, Card) and seen.confidence >= CERTAIN else None
