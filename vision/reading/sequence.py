"""Pictures of one table one after another, without a mat: which cards came, in order, which stayed, which have gone.

For games laid out and photographed card by card, the camera in the hand or above the table. A card keeps its mark
from picture to picture: by its name, and where a reading fails by its place among the cards that stayed. Places are
the pictures' own; whose a card is can't be known without a mat.
"""

from __future__ import annotations

from collections.abc import Sequence as Row
from dataclasses import dataclass, field

import numpy as np

from engine.cards import Card, Rank
from engine.certainty import HARDLY, MAY_BE, NAMED
from vision.reading.alignment import Movement, Quad, apart, movement, turn_between, width
from vision.reading.assembly import LONE_JOKER, CardSeen
from vision.reading.covering import lies_on

GONE_AFTER = 2
"""A card not seen in so many pictures in a row has been taken away; one picture may miss it. Raised, a card taken away
is told of a picture later."""
SWEPT_FROM = 2
"""So many cards out of sight at once, with others in their stead, have been taken away without another look. Chosen,
not measured."""
SAME_PLACE = 0.45
"""Card widths within which a card lies where it lay: an outline is known from one corner alone, and not better.
Chosen, not measured. Raised, a card laid beside another takes its mark."""
SAME_TURN = 25.0
"""Degrees within which it lies as it lay. Chosen, not measured. Raised, a card laid across another takes its mark."""
SAME_POSE = (0.12, 4.0)
"""Widths and degrees within which no person lays another card where one lay: a name that changed was misread. Chosen,
not measured. Raised, the next trick's card is taken for the last one's."""
SHOWN = 0.9
"""Share of a card's width and height that the picture must show for it to be missed there: its indices stand so near
its edges. Chosen, not measured. Lowered, a card that is cut by the picture's edge is told as gone."""
HELD_BY = 2
"""Landmarks that a movement of the camera must rest on for SAME_POSE. Chosen, not measured."""
UNLIKE_SIZE = 2.6
"""An unsure reading so many times larger or smaller in area than the cards beside it is no card's index. Chosen, not
measured. Raised, print on bottles and boxes is held for unsure cards."""


@dataclass(frozen=True, slots=True)
class KnownCard:
    """A card on the table as far as it is known: `card` None for one that no picture showed surely.

    `seen` is its reading in this picture, None while it is out of sight. `over`: marks of the cards it was laid on.
    """

    mark: int
    card: Card | None
    seen: CardSeen | None
    over: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Renamed:
    """The card of this mark is another than was said: it was unread (None) or misread before."""

    mark: int
    was: Card | None
    card: Card


@dataclass(frozen=True, slots=True)
class PictureStep:
    """What picture `number` (from 0) brought.

    `came` lowest first where one lies on another, else surest first; `unseen` are out of sight but not yet gone.
    """

    number: int
    came: tuple[KnownCard, ...]
    stays: tuple[KnownCard, ...]
    unseen: tuple[KnownCard, ...]
    gone: tuple[KnownCard, ...]
    renamed: tuple[Renamed, ...]


@dataclass(frozen=True, slots=True)
class Arrival:
    """A card in the order of appearance, with the picture (from 0) that showed it first."""

    mark: int
    card: Card | None
    picture: int
    over: tuple[int, ...]


@dataclass(slots=True, eq=False)
class _Track:
    """One physical card. `sums`: probability of each name over all pictures; `surest`: its best reading by name.

    `left_alone`: went out of sight while others stayed.
    """

    mark: int
    outline: Quad
    seen: CardSeen | None = None
    sums: dict[Card, float] = field(default_factory=dict)
    surest: dict[Card, float] = field(default_factory=dict)
    missing: int = 0
    times: int = 0
    left_alone: bool = False

    @property
    def card(self) -> Card | None:
        """The name with most behind it among those that were once read surely."""
        sure = [card for card, p in self.surest.items() if p >= NAMED]
        return max(sure, key=lambda card: (self.sums[card], self.surest[card]), default=None)

    def take_in(self, seen: CardSeen) -> None:
        self.seen, self.outline, self.missing, self.left_alone = seen, seen.outline, 0, False
        self.times += 1
        for card, p in seen.names:
            self.sums[card] = self.sums.get(card, 0.0) + p
            self.surest[card] = max(p, self.surest.get(card, 0.0))


class Sequence:
    """Follows the cards through the pictures. `copies`: how often one card is in the deck."""

    def __init__(self, copies: int = 1) -> None:
        self._copies = copies
        self._lying: list[_Track] = []
        self._away: list[_Track] = []  # taken away; one of a deck without doubles is known again when it comes back
        self._order: list[tuple[_Track, int, tuple[int, ...]]] = []
        self._marks = 0
        self._number = -1

    def see(self, cards: Row[CardSeen], size: tuple[int, int] | None = None) -> PictureStep:
        """Take in what was read in the next picture: sure readings and unsure ones.

        `size`: the picture's width and height in pixels. What lies outside it by the camera's movement is out of sight,
        and not gone; without a size the picture is taken to show the whole table.
        """
        self._number += 1
        seen = likely_cards(cards)
        moved = movement(self._landmarks(seen))
        for track in self._lying:
            track.outline, track.seen = moved.of(track.outline), None
        before = {track.mark: track.card for track in self._lying}
        matches = self._matches(seen, moved)
        for track, reading in matches:
            track.take_in(reading)
        doubles = self._drop_doubles(matches)
        taken = {id(reading) for _, reading in matches}
        fresh = [reading for reading in seen if id(reading) not in taken]
        gone = doubles + self._take_away(bool(fresh), size)
        came = self._lay(fresh)
        return self._step(came, gone, before)

    @property
    def order(self) -> tuple[Arrival, ...]:
        """Every arrival so far, oldest first, with what the cards are known as by now.

        Without what was seen unsurely in one picture and in none of the next, while others stayed: that was no card.
        """
        return tuple(
            Arrival(track.mark, track.card, picture, over)
            for track, picture, over in self._order
            if track.card is not None or track.times > 1 or not track.left_alone
        )

    def _landmarks(self, seen: Row[CardSeen]) -> list[tuple[Quad, Quad]]:
        """Cards of one name in both pictures."""
        pairs = []
        for reading in seen:
            same = [track for track in self._lying if track.card == reading.card]
            rivals = [other for other in seen if other.card == reading.card and other.confidence >= NAMED]
            if reading.confidence >= NAMED and len(same) == len(rivals) == 1:
                pairs.append((same[0].outline, reading.outline))
        return pairs

    def _matches(self, seen: Row[CardSeen], moved: Movement) -> list[tuple[_Track, CardSeen]]:
        """Which reading is which card that lay there, the plainest first."""
        rated = [
            (rank, -apart(track.outline, reading.outline), n, k)
            for n, track in enumerate(self._lying)
            for k, reading in enumerate(seen)
            if (rank := same_card(track, reading, moved)) > 0
        ]
        found: list[tuple[_Track, CardSeen]] = []
        tracks, readings = set(), set()
        for _, _, n, k in sorted(rated, reverse=True):
            if n not in tracks and k not in readings:
                tracks.add(n)
                readings.add(k)
                found.append((self._lying[n], seen[k]))
        return found

    def _drop_doubles(self, matches: Row[tuple[_Track, CardSeen]]) -> list[_Track]:
        """An unread card that a known card turns out to lie in the place of was that card, moved and unread before."""
        known = [reading.outline for track, reading in matches if track.card is not None]
        stale = [
            track
            for track in self._lying
            if track.card is None and track.seen is None and any(apart(track.outline, o) <= SAME_PLACE for o in known)
        ]
        self._lying = [track for track in self._lying if track not in stale]
        self._order = [arrival for arrival in self._order if arrival[0] not in stale]
        return stale

    def _take_away(self, others_came: bool, size: tuple[int, int] | None) -> list[_Track]:
        shown = [track for track in self._lying if track.seen is not None or _is_within(track.outline, size)]
        missing = [track for track in shown if track.seen is None]
        for track in missing:
            track.missing += 1
            track.left_alone = len(missing) < len(shown)
        swept = others_came and len(missing) == len(shown) >= SWEPT_FROM
        gone = [track for track in missing if swept or track.missing >= GONE_AFTER]
        self._lying = [track for track in self._lying if track not in gone]
        self._away += gone
        return gone

    def _lay(self, fresh: Row[CardSeen]) -> list[_Track]:
        """The cards that came, in the order in which they were laid as far as one lies on another."""
        came = [self._known_again(reading) or self._new(reading) for reading in fresh]
        for track, reading in zip(came, fresh, strict=True):
            track.take_in(reading)
        self._lying += came
        waiting, laid = list(came), []
        while waiting:
            under = [t for t in waiting if not any(_on(t, other) for other in waiting if other is not t)]
            laid.append((under or waiting)[0])
            waiting.remove(laid[-1])
        self._order += [(track, self._number, self._over(track)) for track in laid]
        return laid

    def _known_again(self, reading: CardSeen) -> _Track | None:
        """The card that was gone and is back, where there is but one of its name."""
        if self._copies > 1 or reading.confidence < NAMED:
            return None
        found = next((track for track in self._away if track.card == reading.card), None)
        if found is not None:
            self._away.remove(found)
        return found

    def _new(self, reading: CardSeen) -> _Track:
        self._marks += 1
        return _Track(self._marks, reading.outline)

    def _over(self, track: _Track) -> tuple[int, ...]:
        return tuple(other.mark for other in self._lying if other is not track and _on(track, other))

    def _step(self, came: list[_Track], gone: list[_Track], before: dict[int, Card | None]) -> PictureStep:
        stays = [track for track in self._lying if track.seen is not None and track not in came]
        unseen = [track for track in self._lying if track.seen is None]
        renamed = [
            Renamed(track.mark, before[track.mark], track.card)
            for track in stays
            if track.card is not None and track.card != before[track.mark]
        ]
        left = tuple(KnownCard(track.mark, track.card, None) for track in gone)
        return PictureStep(self._number, self._told(came), self._told(stays), self._told(unseen), left, tuple(renamed))

    def _told(self, tracks: Row[_Track]) -> tuple[KnownCard, ...]:
        return tuple(KnownCard(track.mark, track.card, track.seen, self._over(track)) for track in tracks)


def _is_within(outline: Quad, size: tuple[int, int] | None) -> bool:
    """Whether a picture of this size shows so much of a card that it could be read."""
    if size is None:
        return True
    corners = np.asarray(outline)
    needed = corners.mean(0) + SHOWN * (corners - corners.mean(0))
    return bool((needed >= 0).all() and (needed <= size).all())


def _on(upper: _Track, lower: _Track) -> bool:
    return upper.seen is not None and lower.seen is not None and lies_on(upper.seen, lower.seen)


def same_card(track: _Track, reading: CardSeen, moved: Movement) -> int:
    """How plainly this reading is that card: 4 by name and place, 3 by place, 2 by its name alone, 1 perhaps, 0 not."""
    away, turn = apart(track.outline, reading.outline), turn_between(track.outline, reading.outline)
    here = away <= SAME_PLACE and turn <= SAME_TURN
    is_sure = reading.confidence >= NAMED
    if is_sure and track.card == reading.card:
        return 4 if here else 2
    own = dict(reading.names).get(track.card, 0.0) if track.card is not None else 0.0
    # Where nothing tells how the camera moved, the same place says little: another trick's card may lie there.
    likely = max(own, track.surest.get(reading.card, 0.0)) >= (HARDLY if moved.agreeing else MAY_BE)
    untouched = moved.agreeing >= HELD_BY and away <= SAME_POSE[0] and turn <= SAME_POSE[1]
    if (here and likely) or untouched:
        return 3
    if is_sure and track.card is not None:
        return 0
    maybe = own if track.card is not None else track.surest.get(reading.card, 0.0)
    return int(maybe >= MAY_BE)


def likely_cards(cards: Row[CardSeen]) -> list[CardSeen]:
    """The sure readings, and of the unsure ones those that can be a card's: of a size with the others, not within one.

    A lone word is no card: small print looks like a joker's.
    """
    found = [seen for seen in cards if seen.confidence >= NAMED]
    sizes = sorted(width(seen.outline) ** 2 for seen in found)
    for seen in cards:
        is_word = seen.card.rank is Rank.JOKER and seen.confidence <= LONE_JOKER
        if seen.confidence >= NAMED or is_word:
            continue
        middle = sizes[len(sizes) // 2] if sizes else width(seen.outline) ** 2
        ratio = width(seen.outline) ** 2 / middle
        if 1 / UNLIKE_SIZE <= ratio <= UNLIKE_SIZE:
            found.append(seen)
    return found
