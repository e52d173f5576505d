"""Watching the mat: frames in, settled tables out. While hands move, nothing.

A frame at rest is compared with the last one that was read; only the parts that changed are read anew, so that cards
already known cost nothing and keep their marks. A card that is not sure is looked at again in the next frames before
it is reported as unreadable. No rule of the game is known here: what lies there is reported, not what ought to.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.places import Place
from vision.mat.flat import Flat, close_up
from vision.mat.judging import mat_in_words
from vision.mat.mats import Mat
from vision.mat.registration import Registration, project, register
from vision.mat.whitening import white_balance, whitened
from vision.pictures import Image
from vision.reading.indices import Box
from vision.reading.reader import Reader
from vision.table.averaging import Rest
from vision.table.baretable import BareTable
from vision.table.jokers import with_words
from vision.table.origin import came_from, reached
from vision.table.parts import SMALLEST, around, changed_parts, joined
from vision.table.plausible import Plausible
from vision.table.remembered import STAYED, Remembered, agree, has_slid, near
from vision.table.ripening import ripe, sighting
from vision.table.sighting import Settled
from vision.table.stillness import MOVED, SMALL, Stillness
from vision.table.suit_by_pips import told_apart
from vision.table.tabletop import Part, Point, TableCard, cards_of, covered_by, find_parts, lie_alike
from vision.table.tilewatch import TileWatch
from vision.table.unnamed import count_backs, patches

BUMPED = 3.0
"""A camera that moved by more mm than this makes everything be read anew."""
SAME_PLACE = 30.0
"""A card named this near in mm to where one lay without a name is that one: a nameless face's middle is only rough."""
EDGE = 32
"""Pixels around a part that are shown to the namer as well: an index at the part's edge is then not cut."""
DARK = 12.0
"""Spread of grey levels below which a picture shows nothing: a lens cap, a lost signal."""


class Watcher:
    """Sees every frame of one camera over one mat. `copies`: how often one card is in the deck."""

    def __init__(self, reader: Reader, mat: Mat, copies: int = 1, fixed: Registration | None = None) -> None:
        """`fixed`: where the table lies in the picture, for one without a mat."""
        self.flat = Flat(mat)
        self.registration: Registration | None = fixed
        self._fixed = fixed is not None
        self._reader = reader
        self._copies = copies
        self._stillness = Stillness()
        self._rest = Rest()
        self._seen: NDArray[np.uint8] | None = None  # the small picture last read
        self._trail: NDArray[np.bool_] = np.zeros(SMALL[::-1], bool)
        self._picture: Image | None = None  # the one last read, for crops
        self._cards: list[Remembered] = []
        self._blobs: list[Remembered] = []  # faces whose index can't be read
        self._faint: list[Remembered] = []  # what may be one
        self._halves: list[Box] = []  # where one end of a card was read
        self._marks = 0
        self._table = BareTable(self.flat)
        self._tiles = TileWatch(self.flat, self._table)
        self._plausible = Plausible(mat, self._table, self._tiles)
        self._t = 0.0  # of the frame last read
        self._reached: frozenset[Place] = frozenset()  # since the table was told last
        self._told: tuple[object, ...] | None = None
        self._told_marks: frozenset[int] = frozenset()

    def see(self, picture: Image, t: float) -> Settled | None:
        """Take in a BGR frame at time `t` (seconds); the settled table when something on it is new, else None."""
        grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY).astype(np.uint8, copy=False)
        is_at_rest = self._stillness.see(grey, t)
        self._rest.see(picture, self._stillness.since)
        if not is_at_rest:
            return None
        small = self._stillness.small
        changed = self._changed(small)
        unsure = [k for k in self._cards + self._blobs if not k.sure] + [k for k in self._faint if k.needs_look]
        if (
            not changed.any()
            and not self._halves
            and not any(k.needs_look or (k.is_ripe(t) and k.mark not in self._told_marks) for k in unsure)
        ):
            return None
        if float(small.std()) < DARK or not self._register(grey):
            return None
        changed = self._changed(small)  # again: a mat found elsewhere than before is read as a whole
        closely = bool(unsure)
        picture = self._rest.picture(closely)
        self._seen, self._picture, self._trail = small.copy(), picture, self._stillness.take_trail()
        assert self.registration is not None
        self._reached |= reached(self._trail, self.registration, self.flat.mat, picture.shape)
        self._t = t
        again = self._halves + [around(self.flat, k.card.corners(self.flat.mat.card)) for k in unsure]
        self._halves = []
        self._read(picture, joined(self._boxes(changed, picture.shape) + again), closely)
        return self._tell(t)

    def doubt(self, mark: int) -> None:
        """Read the card of this mark anew in the next frames: what it was read as contradicts what is known."""
        for known in self._cards:
            if known.mark == mark and not known.doubted:
                known.doubt()
                self._told = None

    def crop(self, mark: int) -> bytes | None:
        """The card of this mark as a PNG, upright for its reader; None when it is not on the table any more."""
        known = next((k for k in self._cards + self._blobs + self._faint if k.mark == mark), None)
        if known is None or self._picture is None or self.registration is None:
            return None
        half = 60.0 if known.names else 80.0
        part = close_up(self._picture, self.registration, (known.card.x, known.card.y), half)
        done, data = cv2.imencode(".png", part)
        return data.tobytes() if done else None

    @property
    def health(self) -> str:
        """One sentence on what the camera sees of the mat."""
        return mat_in_words(self.registration, self.flat.mat, self._fixed)

    def fix(self, registration: Registration | None) -> None:
        """From now on the table lies there in the picture, or (None) where its mat's markers say: it is read anew."""
        self.registration, self._fixed, self._seen = registration, registration is not None, None

    def _changed(self, small: NDArray[np.uint8]) -> NDArray[np.bool_]:
        if self._seen is None:
            return np.ones(small.shape, bool)
        return np.asarray(cv2.absdiff(small, self._seen) >= MOVED)

    def _register(self, grey: Image) -> bool:
        """Bring the registration up to date; a moved camera or mat makes everything be read anew."""
        if self._fixed:
            return True
        now = register(grey, self.flat.mat, self.registration)
        if now is None:
            return self.registration is not None  # markers covered by hands: where they were is good enough
        if self.registration is None or now.moved(self.registration) > BUMPED:
            self._seen = None
        self.registration = now
        return True

    def _boxes(self, changed: NDArray[np.bool_], shape: tuple[int, ...]) -> list[Box]:
        """Parts of the straight-down picture to read for the small pixels that changed."""
        if changed.all():
            return [(0, 0, *self.flat.size)]
        assert self.registration is not None
        parts = changed_parts(changed, shape)
        boxes = [around(self.flat, project(self.registration.to_mat, part)) for part in parts]
        return [b for b in boxes if min(b[2] - b[0], b[3] - b[1]) > SMALLEST]

    def _read(self, picture: Image, boxes: Sequence[Box], closely: bool) -> None:
        """Read these parts of the table, and replace what was known of them; `closely` what wasn't plain before."""
        parts = [self._cut(picture, box) for box in boxes]
        for part in parts:
            x0, y0, x1, y1 = part.inside
            self._table.look_at(part.picture[y0:y1, x0:x1], part.box)
            self._tiles.look_at(part.picture, part.shown, closely)
        self._table.follow_light(boxes, self._covered(self._cards + self._blobs) | self._tiles.covered)
        found = find_parts(self._reader, self._whitened(picture, parts))
        for each in found:
            self._table.take(each)
        for each in found:
            self._take(self._looked_closer(cards_of(each, self.flat, self._table.shown), each.part), each.part.box)

    def _whitened(self, picture: Image, parts: Sequence[Part]) -> list[Part]:
        """The parts by white light, where there is a mat to tell it from."""
        assert self.registration is not None
        if self._fixed:
            return list(parts)
        balance = white_balance(picture, self.registration, self.flat.mat)
        return [replace(part, picture=whitened(part.picture, balance)) for part in parts]

    def _looked_closer(self, cards: Sequence[TableCard], part: Part) -> list[TableCard]:
        """The cards of a part, with what their indices leave open told by what else stands on them."""
        networks, known = self._reader.networks, [k.card for k in self._cards]
        return told_apart(with_words(cards, networks, part, self.flat), known, networks, part, self.flat)

    def _cut(self, picture: Image, box: Box) -> Part:
        assert self.registration is not None
        (x0, y0, x1, y1), (width, height) = box, self.flat.size
        shown = max(0, x0 - EDGE), max(0, y0 - EDGE), min(width, x1 + EDGE), min(height, y1 + EDGE)
        return Part(box, shown, self.flat.warp(picture, self.registration, shown))

    def _take(self, cards: Sequence[TableCard], box: Box) -> None:
        """Replace what is known of one part of the table by what was just read there."""
        read = self._plausible.of(cards, self._cards)
        waiting = list(read)
        missing = []
        for known in [k for k in self._cards if self._within((k.card.x, k.card.y), box)]:
            match = min(
                (c for c in waiting if near(c, known.card) < STAYED and agree(c, known)),
                key=lambda c: near(c, known.card), default=None,
            )  # fmt: skip
            if match is not None:
                waiting.remove(match)
                known.read_again(match, self._table.print_of(match))
            else:
                missing.append(known)
        for known in missing:
            self._not_seen_again(known, waiting, read)
        waiting = [c for c in waiting if not self._is_one_end(c, box)]
        self._cards += [self._new(c) for c in waiting if not self._plausible.is_phantom(c, read, self._cards)]
        sure = [k for k in self._cards if k.sure]
        self._cards = [k for k in self._cards if not any(k.is_misplaced(s, self.flat.mat.card) for s in sure)]
        self._one_of_each_name()

    def _is_one_end(self, card: TableCard, box: Box) -> bool:
        """Whether only one end of this card, where one is known, lies in the part: it is read whole in the next frame.

        Misread at one end it is the known card; another one laid on that says so at both.
        """
        ends = [(2 * card.x - x, 2 * card.y - y) for x, y in card.read_at]
        is_whole = all(self._within(end, box) or not self._within(end, (0, 0, *self.flat.size)) for end in ends)
        if is_whole or not any(lie_alike(card, known.card) for known in self._cards):
            return False
        self._halves.append(around(self.flat, card.corners(self.flat.mat.card)))
        return True

    def _not_seen_again(self, known: Remembered, waiting: list[TableCard], others: Sequence[TableCard]) -> None:
        """A card that was not read again at its place: slid elsewhere, covered for the moment, or gone.

        `others` were read just now, and may lie on it.
        """
        stays = self._table.shows(known.card, known.printed, others)
        # Of a card that is in the deck twice, the other one may have been laid since.
        other = self._copies > 1 and (stays or self._is_gathered(known))
        slid = None if other else next((c for c in waiting if has_slid(c, known)), None)
        if slid is not None:
            waiting.remove(slid)
            known.read_again(slid, self._table.print_of(slid))
        elif not stays or known.never_was:
            self._cards.remove(known)
            self._blobs += [known] if stays else []  # if a face lies there, it is without a name now
        elif not known.sure:
            known.looks += 1

    def _is_gathered(self, known: Remembered) -> bool:
        """Whether of the cards that lay with this one none shows any more."""
        others = [k for k in self._cards + self._blobs if k is not known and k.mark in self._told_marks]
        return len(self._told_marks) > 1 and not any(self._table.shows(k.card, k.printed, ()) for k in others)

    def _within(self, point: Point, box: Box) -> bool:
        x, y = self.flat.to_px(*point)
        return box[0] <= x < box[2] and box[1] <= y < box[3]

    def _new(self, card: TableCard) -> Remembered:
        """A card not known before; one that lay there without a name, or had lost it, keeps its mark."""
        before = next((b for b in self._blobs + self._faint if near(b.card, card) < SAME_PLACE), None)
        if before is not None:
            self._blobs, self._faint = ([b for b in some if b is not before] for some in (self._blobs, self._faint))
            printed = self._table.print_of(card)
            return Remembered(card, before.mark, printed, card.names, came_from=before.came_from, since=before.since)
        return self._first_seen(card)

    def _first_seen(self, card: TableCard) -> Remembered:
        self._marks += 1
        assert self.registration is not None
        assert self._picture is not None
        way = came_from(self._trail, self.registration, self.flat.mat, self._picture.shape, (card.x, card.y))
        printed = self._table.print_of(card)
        return Remembered(card, self._marks, printed, card.names, came_from=way, since=self._t)

    def _one_of_each_name(self) -> None:
        """Of cards with one name close together only the surest is kept: the third index of a four-index card."""
        kept: list[Remembered] = []
        apart = 90.0 if self._copies == 1 else 35.0
        for known in sorted(self._cards, key=lambda k: -k.names[0][1] if k.names else 0.0):
            same = [k for k in kept if k.names and known.names and k.names[0][0] == known.names[0][0]]
            if not any(near(k.card, known.card) < apart for k in same):
                kept.append(known)
        self._cards = sorted(kept, key=lambda k: k.mark)

    def _again(self, known: Sequence[Remembered], cards: Iterable[TableCard]) -> list[Remembered]:
        """Cards without a name, each with the mark it had among those known."""
        found = []
        for card in cards:
            old = next((b for b in known if near(b.card, card) < STAYED), None)
            if old is not None:
                old.read_again(card, old.printed)
            found.append(old or self._first_seen(card))
        return found

    def _tell(self, t: float) -> Settled | None:
        """What lies there now, if it differs from what was told last."""
        explained = self._covered(self._cards) | self._tiles.covered
        unnamed = patches(self.flat, self._table, explained)
        self._blobs = self._again(self._blobs, (each.card for each in unnamed if each.is_face))
        self._faint = self._again(self._faint, (each.card for each in unnamed if not each.is_face))
        self._table.learn(explained | self._covered(self._blobs))
        backs = count_backs(self.flat, self._table, explained)
        told = ripe(self._cards + self._blobs, self._told_marks, self._t, self.flat.mat)
        faint = tuple(sighting(k, self.flat.mat) for k in self._faint)
        settled = Settled(t, tuple(told), backs, self._tiles.sightings, faint, self._reached)
        if settled.gist == self._told:
            return None
        self._told, self._reached = settled.gist, frozenset()
        self._told_marks = frozenset(s.mark for s in settled.sightings)
        return settled

    def _covered(self, known: Sequence[Remembered]) -> NDArray[np.bool_]:
        return covered_by(self.flat, [k.card for k in known], self._table.shape)
