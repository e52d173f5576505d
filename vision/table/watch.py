"""Watching the mat: frames in, settled tables out.

A part of the table is read as soon as it has changed and come to rest, whatever goes on beside it
(`vision.table.rest`). Cards already known cost nothing and keep their marks, and what moves is out of sight: neither
there nor gone. A card that is not sure is looked at again in the next frames before it is reported as unreadable. No
rule of the game is known here: what lies there is reported, not what ought to.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.places import Place
from vision.mat.flat import Flat, close_up
from vision.mat.judging import Remark, mat_seen
from vision.mat.mats import Mat
from vision.mat.registration import Registration, project, register
from vision.mat.whitening import white_balance, whitened
from vision.pictures import Image
from vision.reading.indices import Box
from vision.reading.networks import STRIDE
from vision.reading.reader import Reader
from vision.table.averaging import NewestFrames
from vision.table.baretable import BareTable
from vision.table.cards_known import CardsKnown, HalfSeen, Look
from vision.table.jokers import with_words
from vision.table.light import Floats
from vision.table.origin import came_from, reached
from vision.table.parts import MARGIN, SMALLEST, around, joined, tight
from vision.table.remembered import Remembered
from vision.table.rest import FEWEST, SMALL, Mask, RestMap
from vision.table.ripening import Known, ripe, sighting
from vision.table.sighting import Settled
from vision.table.suit_by_pips import told_apart
from vision.table.tabletop import Part, TableCard, card_cells, cards_of, find_parts
from vision.table.tilewatch import TileWatch
from vision.table.unnamed import count_backs, patches
from vision.table.view import view_of

BUMPED = 3.0
"""A camera that moved by more mm than this makes everything be read anew."""
EDGE = 32
"""Pixels around a part that are shown to the namer as well: an index at the part's edge is then not cut."""
BLACK = 20.0
"""Grey level that the brightest hundredth of a picture must reach: below it the cap is on, or the lamp off. An even
dark cloth by a dim lamp reaches 30; a cap lets through less than 8, noise included."""
BRIGHTEST = 99.0
"""The brightest hundredth, as a percentile."""
LATELY_S = 3.0
"""Seconds before a look in which the arm that laid a card was on its way. Longer, and other arms count as well."""
MORE = 0.3
"""Cards' area of the mat that is out of sight from which on more cards may be coming to rest there."""
OTHER_LIGHT = 0.25
"""Logarithm of brightness over the whole picture by which the light must change for all that is known to be kept by the
new one; smaller changes cost nothing as they are."""


class Watcher:
    """Sees every frame of one camera over one mat. `copies`: how often one card is in the deck."""

    def __init__(self, reader: Reader, mat: Mat, copies: int = 1, fixed: Registration | None = None) -> None:
        """`fixed`: where the table lies in the picture, for one without a mat."""
        self.flat = Flat(mat)
        self.registration: Registration | None = fixed
        self._fixed = fixed is not None
        self._reader = reader
        self._rest = RestMap()
        self._frames = NewestFrames()
        self._picture: Image | None = None  # the one last read, for crops
        self._table = BareTable(self.flat)
        self._tiles = TileWatch(self.flat, self._table)
        self._known = CardsKnown(self.flat, self._table, self._tiles, copies)
        self._mat = _cells_of_mat(self.flat, self._table.shape)
        self._news_at = float("-inf")  # when something came or went last, in seconds
        self._reached: frozenset[Place] = frozenset()  # since the table was told last
        self._told: tuple[object, ...] | None = None

    def see(self, picture: Image, t: float) -> Settled | None:
        """Take in a BGR frame at time `t` (seconds); the settled table when something on it is new, else None."""
        grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY).astype(np.uint8, copy=False)
        self._rest.see(grey, t)
        self._frames.see(picture, t)
        ready = self._rest.ripe()
        unsure = self._unsure_in_sight()
        if not self._is_worth_a_look(ready, unsure, t) or self._rest.percentile(BRIGHTEST) < BLACK:
            return None
        if not self._register(grey):
            return None
        ready = self._rest.ripe()  # again: a mat found elsewhere than before is read as a whole
        return self._look(picture.shape, ready, unsure, t)

    def doubt(self, mark: int) -> None:
        """Read the card of this mark anew in the next frames: what it was read as contradicts what is known."""
        for known in self._known.cards:
            if known.mark == mark and not known.doubted:
                known.doubt()
                self._told = None

    def crop(self, mark: int) -> bytes | None:
        """The card of this mark as a PNG, upright for its reader; None when it is not on the table any more."""
        known = next((k for k in self._known.all if k.mark == mark), None)
        if known is None or self._picture is None or self.registration is None:
            return None
        half = 60.0 if known.names else 80.0
        part = close_up(self._picture, self.registration, (known.card.x, known.card.y), half)
        done, data = cv2.imencode(".png", part)
        return data.tobytes() if done else None

    @property
    def health(self) -> Remark:
        """What the camera sees of the mat."""
        return mat_seen(self.registration, self.flat.mat, self._fixed)

    def fix(self, registration: Registration | None) -> None:
        """From now on the table lies there in the picture, or (None) where its mat's markers say: it is read anew."""
        self.registration, self._fixed = registration, registration is not None
        self._rest.forget()

    def _is_worth_a_look(self, ready: Mask, unsure: Sequence[Remembered], t: float) -> bool:
        waits = any(self._known.waits_for_look(each, t) for each in unsure) or self._known.is_any_untold
        waits = waits or any(self._is_due(each, t) for each in self._known.half_seen)
        return waits or bool(self._known.halves) or int(np.count_nonzero(ready)) >= FEWEST

    def _is_due(self, half: HalfSeen, t: float) -> bool:
        """Whether what was seen in part is to be looked at again: all of it is in sight, or it has waited for long."""
        corners = half.card.corners(self.flat.mat.card)
        return half.has_waited(t) or self._rest.is_in_sight(self._small_part(corners))

    def _due(self, t: float) -> list[HalfSeen]:
        """Those of which that is so; each is kept only as long as it may still be taken as it is."""
        due = [each for each in self._known.half_seen if self._is_due(each, t)]
        waiting = (each for each in self._known.half_seen if each not in due or each.has_waited(t))
        self._known.half_seen = [each for each in waiting if not each.is_over(t)]
        return due

    def _around(self, card: TableCard) -> Box:
        return around(self.flat, card.corners(self.flat.mat.card))

    def _unsure_in_sight(self) -> list[Remembered]:
        """The cards that may be looked at again, and before which nothing moves."""
        unsure = self._known.unsure
        if not unsure or self.registration is None or not self._rest.is_anything_restless:
            return unsure
        size = self.flat.mat.card
        return [each for each in unsure if self._rest.is_in_sight(self._small_part(each.card.corners(size)))]

    def _small_part(self, corners: Sequence[Sequence[float]] | NDArray[np.float64]) -> Mask:
        """The small picture's pixels within these corners, in mm."""
        assert self.registration is not None and self._picture is not None
        height, width = self._picture.shape[:2]
        pixels = project(self.registration.to_picture, np.asarray(corners, np.float64))
        mask = np.zeros(SMALL[::-1], np.uint8)
        cv2.fillConvexPoly(mask, (pixels * (SMALL[0] / width, SMALL[1] / height)).round().astype(np.int32), 1)
        return mask.astype(bool)

    def _register(self, grey: Image) -> bool:
        """Bring the registration up to date; a moved camera or mat makes everything be read anew."""
        if self._fixed:
            return True
        if self.registration is not None and not self._shows_markers(self.registration):
            return True  # an arm before them makes what is found of them stray
        now = register(grey, self.flat.mat, self.registration)
        if now is None:
            return self.registration is not None  # markers covered by hands: where they were is good enough
        if self.registration is None or now.moved(self.registration) > BUMPED:
            self._rest.forget()
        self.registration = now
        return True

    def _shows_markers(self, registration: Registration) -> bool:
        """Whether nothing moves over the mat's markers, or over one of them at most."""
        if not self._rest.is_anything_restless:
            return True
        mat = self.flat.mat
        covered = [m for m in mat.markers if not self._rest.is_in_sight(self._small_part(mat.marker_corners(m)))]
        return len(covered) <= 1

    def _look(self, shape: tuple[int, ...], ready: Mask, unsure: Sequence[Remembered], t: float) -> Settled | None:
        """Reads what is ready and what is not sure yet, and tells the table if that brought anything new."""
        assert self.registration is not None
        places = tight(cv2.dilate(ready.view(np.uint8), np.ones((3, 3), np.uint8)).view(bool), MARGIN)
        parts = (_filled(places) | ready) & ~self._rest.restless
        hidden = self._rest.out_of_sight(parts)
        light = self._rest.light(parts | hidden)
        self._follow(light, shape)
        look = self._look_at(hidden, light, shape, t)
        cards = [each.card for each in unsure] + [each.card for each in self._due(t)]
        again = self._known.halves + [self._around(card) for card in cards]
        self._known.halves = []
        closely = bool(unsure)
        self._picture = self._frames.picture(self._rest.rested_since(parts), closely)
        before = {each.mark for each in self._known.all}
        self._read(self._picture, joined(self._boxes(places, shape) + again), closely, look)
        self._rest.take_as_read(parts, light)
        told = self._tell(look)
        if told is not None or before != {each.mark for each in self._known.all}:
            self._news_at = t
        return told

    def _follow(self, light: Floats, shape: tuple[int, ...]) -> None:
        """Keeps all that is known by the light of now, once that has changed much."""
        if abs(float(np.median(light))) < OTHER_LIGHT:
            return
        assert self.registration is not None
        now = view_of(self._rest.restless, light, self.registration, self.flat, (shape, self._table.shape))
        self._table.relight(now.gain)
        self._tiles.relight(now.gain)
        self._rest.relight(light)
        light[:] = 0.0

    def _look_at(self, hidden: Mask, light: Floats, shape: tuple[int, ...], t: float) -> Look:
        assert self.registration is not None
        registration, mat = self.registration, self.flat.mat
        trail = self._rest.trail(max(self._news_at, t - LATELY_S))
        self._reached |= reached(trail, registration, mat, shape)
        view = view_of(hidden, light, registration, self.flat, (shape, self._table.shape))
        return Look(t, view, lambda spot: came_from(trail, registration, mat, shape, spot), self._fixed)

    def _boxes(self, places: Sequence[Box], shape: tuple[int, ...]) -> list[Box]:
        """Parts of the straight-down picture to read for boxes in the small one."""
        assert self.registration is not None
        scale = shape[1] / SMALL[0], shape[0] / SMALL[1]
        boxes = []
        for x0, y0, x1, y1 in places:
            if (x1 - x0, y1 - y0) == SMALL:
                return [(0, 0, *self.flat.size)]
            corners = np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]]) * scale
            boxes.append(around(self.flat, project(self.registration.to_mat, corners)))
        return [b for b in boxes if min(b[2] - b[0], b[3] - b[1]) > SMALLEST]

    def _read(self, picture: Image, boxes: Sequence[Box], closely: bool, look: Look) -> None:
        """Read these parts of the table, and replace what was known of them; `closely` what wasn't plain before."""
        known, view = self._known, look.view
        parts = [self._cut(picture, box) for box in boxes]
        for part in parts:
            x0, y0, x1, y1 = part.inside
            self._table.look_at(part.picture[y0:y1, x0:x1], part.box, view)
            self._tiles.look_at(part.picture, part.shown, view, closely)
        self._table.follow_light(boxes, known.covered(known.cards + known.blobs) | self._tiles.covered)
        found = find_parts(self._reader, self._whitened(picture, parts))
        for each in found:
            self._table.take(each, view)
        for each in found:
            cards = self._looked_closer(cards_of(each, self.flat, self._table.shown), each.part)
            known.take(cards, each.part.box, look)

    def _whitened(self, picture: Image, parts: Sequence[Part]) -> list[Part]:
        """The parts by white light, where there is a mat to tell it from."""
        assert self.registration is not None
        if self._fixed:
            return list(parts)
        balance = white_balance(picture, self.registration, self.flat.mat)
        return [replace(part, picture=whitened(part.picture, balance)) for part in parts]

    def _looked_closer(self, cards: Sequence[TableCard], part: Part) -> list[TableCard]:
        """The cards of a part, with what their indices leave open told by what else stands on them."""
        networks, known = self._reader.networks, [k.card for k in self._known.cards]
        return told_apart(with_words(cards, networks, part, self.flat), known, networks, part, self.flat)

    def _cut(self, picture: Image, box: Box) -> Part:
        assert self.registration is not None
        (x0, y0, x1, y1), (width, height) = box, self.flat.size
        shown = max(0, x0 - EDGE), max(0, y0 - EDGE), min(width, x1 + EDGE), min(height, y1 + EDGE)
        return Part(box, shown, self.flat.warp(picture, self.registration, shown))

    def _tell(self, look: Look) -> Settled | None:
        """What lies there now, if it differs from what was told last."""
        known, mat = self._known, self.flat.mat
        explained = known.covered(known.cards) | self._tiles.covered
        known.take_patches(patches(self.flat, self._table, explained), look)
        self._table.learn(explained | known.covered(known.blobs), look.t)
        backs = count_backs(self.flat, self._table, explained)
        hidden = known.out_of_sight(look.view)
        more = float((look.view.hidden & self._mat).sum()) > MORE * card_cells(self.flat)
        told = ripe(Known(known.cards + known.blobs, known.told_marks, hidden, more), look.t, mat)
        faint = tuple(sighting(k, mat) for k in known.faint)
        settled = Settled(look.t, tuple(told), backs, self._tiles.sightings, faint, self._reached, hidden)
        if settled.gist == self._told:
            return None
        self._told, self._reached = settled.gist, frozenset()
        known.told_marks = frozenset(s.mark for s in settled.sightings)
        return settled


def _filled(boxes: Sequence[Box]) -> NDArray[np.bool_]:
    mask = np.zeros(SMALL[::-1], bool)
    for x0, y0, x1, y1 in boxes:
        mask[y0:y1, x0:x1] = True
    return mask


def _cells_of_mat(flat: Flat, shape: tuple[int, int]) -> Mask:
    """The table's cells that lie on the mat."""
    mask = np.zeros(shape, bool)
    (left, top), (right, bottom) = flat.to_px(0, 0), flat.to_px(*flat.mat.size)
    mask[int(top) // STRIDE : int(bottom) // STRIDE, int(left) // STRIDE : int(right) // STRIDE] = True
    return mask
