"""Watching the mat: frames in, settled tables out. While hands move, nothing.

A frame at rest is compared with the last one that was read; only the parts that changed are read anew, so that cards
already known cost nothing and keep their marks. A card that is not sure is looked at again in the next frames before
it is reported as unreadable. No rule of the game is known here: what lies there is reported, not what ought to.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.cards import Card, Unseen
from vision.flat import Flat
from vision.mat import OUTSIDE, Mat
from vision.models import STRIDE, Floats
from vision.pictures import Image
from vision.reader import SURE, Reader
from vision.registration import Registration, project, register
from vision.sighting import Settled, Sighting
from vision.stillness import MOVED, SMALL, Stillness
from vision.tabletop import Box, Look, TableCard, card_cells, cells, covered_by, holds, read_part

LOOKS = 2
"""An unsure card is read in so many frames before it is reported unreadable, and again whenever something changes."""
FAINT = 0.4
"""Indices that speak for no card with at least this are no evidence of a card at all."""
NEW_INDEX = 0.2
"""Share of the cells around an index that must look unlike the bare table: the mat's own numbers never do."""
BUMPED = 3.0
"""A camera that moved by more mm than this makes everything be read anew."""
AROUND = 26.0
"""Millimetres added around a change: an index whose pixels changed is then wholly in the part that is read."""
STAYED = 22.0
"""A card of the same name this near in mm is the same card, nudged."""
BLOB = 0.3
"""Share of a card's area from which bare card face without a name counts as an unreadable card."""
STANDS_OUT = 16.0
"""Grey levels by which a cell differs from the bare table; a white card on white paper does so at pips and edges."""


@dataclass(slots=True)
class _Known:
    """A card on the table as far as it is known: `names` is the mean over `looks` readings, the likeliest first.

    Once read surely it keeps its name as long as it lies there: a worse look later, half covered, is no reason to
    doubt. `stands_out` is the share of its cells that differed from the bare table when it was read.
    """

    card: TableCard
    mark: int
    stands_out: float
    names: tuple[tuple[Card, float], ...]
    looks: int = 1

    def read_again(self, card: TableCard, stands_out: float) -> None:
        if not self.sure:
            sums = {name: p * self.looks for name, p in self.names}
            for name, p in card.names:
                sums[name] = sums.get(name, 0.0) + p
            means = sorted(((n, p / (self.looks + 1)) for n, p in sums.items()), key=lambda ns: -ns[1])
            sure = bool(card.names) and card.names[0][1] >= SURE
            self.names = card.names if sure else tuple(means[:4])
            self.card, self.stands_out = card, stands_out
        self.looks += 1

    @property
    def sure(self) -> bool:
        return bool(self.names) and self.names[0][1] >= SURE


class Watcher:
    """Sees every frame of one camera over one mat."""

    def __init__(self, reader: Reader, mat: Mat) -> None:
        self.flat = Flat(mat)
        self.registration: Registration | None = None
        self._reader = reader
        self._stillness = Stillness()
        self._seen: NDArray[np.uint8] | None = None  # the small picture last read
        self._cards: list[_Known] = []
        self._blobs: list[_Known] = []
        self._marks = 0
        width, height = self.flat.size
        shape = (height // STRIDE + 1, width // STRIDE + 1)
        self._face: Floats = np.zeros(shape, np.float32)
        self._back: Floats = np.zeros(shape, np.float32)
        self._now: Floats = np.full(shape, np.nan, np.float32)
        self._bare: Floats = np.full(shape, np.nan, np.float32)  # the table as it looks without cards
        self._told: tuple[object, ...] | None = None

    def see(self, picture: Image, t: float) -> Settled | None:
        """Take in a BGR frame at time `t` (seconds); the settled table when something on it is new, else None."""
        grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY).astype(np.uint8, copy=False)
        if not self._stillness.see(grey):
            return None
        small = self._stillness.small
        changed = self._changed(small)
        unsure = [k for k in self._cards + self._blobs if not k.sure]
        if not changed.any() and all(k.looks >= LOOKS for k in unsure):
            return None
        if not self._register(grey):
            return None
        changed = self._changed(small)  # again: a mat found elsewhere than before is read as a whole
        self._seen = small.copy()
        assert self.registration is not None
        boxes = self._boxes(changed, picture.shape) + [self._around(k.card) for k in unsure]
        for box in joined(boxes):
            part = self.flat.warp(picture, self.registration, box)
            self._remember(part, box)
            self._take(read_part(self._reader, self.flat, part, box))
        return self._tell(t)

    @property
    def health(self) -> str:
        """One sentence on what the camera sees of the mat."""
        if self.registration is None:
            return "The mat is not in sight: at least two of its corner markers must be seen."
        hidden = [str(m + 1) for m in self.flat.mat.markers if m not in self.registration.markers]
        if hidden:
            return f"Marker {' and '.join(hidden)} of the mat hidden; the others are enough."
        return "All four markers of the mat in sight."

    def _changed(self, small: NDArray[np.uint8]) -> NDArray[np.bool_]:
        if self._seen is None:
            return np.ones(small.shape, bool)
        return np.asarray(cv2.absdiff(small, self._seen) >= MOVED)

    def _register(self, grey: Image) -> bool:
        """Bring the registration up to date; a moved camera or mat makes everything be read anew."""
        now = register(grey, self.flat.mat, self.registration)
        if now is None:
            return self.registration is not None  # markers covered by hands: where they were is good enough
        if self.registration is None or now.moved(self.registration) > BUMPED:
            self._seen = None
        self.registration = now
        return True

    def _boxes(self, changed: NDArray[np.bool_], shape: tuple[int, ...]) -> list[Box]:
        """Parts of the straight-down picture to read for the small pixels that changed."""
        width, height = self.flat.size
        if changed.all():
            return [(0, 0, width, height)]
        assert self.registration is not None
        count, _, stats, _ = cv2.connectedComponentsWithStats(
            cv2.dilate(changed.astype(np.uint8), np.ones((5, 5), np.uint8))
        )
        kx, ky = shape[1] / SMALL[0], shape[0] / SMALL[1]
        boxes = []
        for x, y, w, h, _ in stats[1:count]:
            corners = np.array([[x, y], [x + w, y], [x + w, y + h], [x, y + h]]) * (kx, ky)
            boxes.append(self._box(project(self.registration.to_mat, corners)))
        return [b for b in boxes if b[2] - b[0] > 16 and b[3] - b[1] > 16]

    def _box(self, millimetres: NDArray[np.float64]) -> Box:
        """The pixels around points in mm, widened by AROUND, cut to the picture, on the finder's grid."""
        low, high = millimetres.min(0) - AROUND, millimetres.max(0) + AROUND
        (x0, y0), (x1, y1) = self.flat.to_px(*low), self.flat.to_px(*high)
        width, height = self.flat.size
        step = 4 * STRIDE
        return (
            int(max(0, x0)) // step * step, int(max(0, y0)) // step * step,
            int(min(width, x1)), int(min(height, y1)),
        )  # fmt: skip

    def _around(self, card: TableCard) -> Box:
        return self._box(card.corners(self.flat.mat.card))

    def _remember(self, part: Image, box: Box) -> None:
        rows, columns = cells(self.flat, box)
        now = self._now[rows, columns]
        grey = cv2.cvtColor(part, cv2.COLOR_BGR2GRAY)
        now[:] = cv2.resize(grey, (now.shape[1], now.shape[0]), interpolation=cv2.INTER_AREA)

    def _take(self, look: Look) -> None:
        """Replace what is known of one part of the table by what was just read there."""
        rows, columns = cells(self.flat, look.box)
        shape = self._face[rows, columns].shape
        self._face[rows, columns] = look.face[: shape[0], : shape[1]]
        self._back[rows, columns] = look.back[: shape[0], : shape[1]]
        inside = [k for k in self._cards if self._within(k.card, look.box)]
        waiting = self._plausible(look.cards)
        for known in inside:
            match = min(
                (c for c in waiting if near(c, known.card) < STAYED and agree(c, known)),
                key=lambda c: near(c, known.card), default=None,
            )  # fmt: skip
            if match is not None:
                waiting.remove(match)
                known.read_again(match, self._stands_out(match))
            elif not self._still_there(known):
                self._cards.remove(known)
        self._cards += [self._new(c) for c in waiting]
        self._one_of_each_name()

    def _plausible(self, cards: Sequence[TableCard]) -> list[TableCard]:
        """Without faint readings, doubtful ones where the table looks bare (the mat's own print), and doubtful ones
        from within a surely read card (its own pips and court).

        A card that is really there but only faintly read is still found as bare card face.
        """
        sure = [c for c in cards if c.names[0][1] >= SURE]
        size = self.flat.mat.card
        doubtful = [c for c in cards if FAINT <= c.names[0][1] < SURE and self._is_new(c)]
        return sure + [c for c in doubtful if not any(holds(s, size, p) for s in sure for p in c.read_at)]

    def _is_new(self, card: TableCard) -> bool:
        """Whether one of the indices that a card was read from stands where the bare table looked otherwise."""
        off = self._unlike_bare
        for place in card.read_at:
            column, row = (round(v / STRIDE) for v in self.flat.to_px(*place))
            if off[max(0, row - 3) : row + 4, max(0, column - 3) : column + 4].mean() >= NEW_INDEX:
                return True
        return False

    def _within(self, card: TableCard, box: Box) -> bool:
        x, y = self.flat.to_px(card.x, card.y)
        return box[0] <= x < box[2] and box[1] <= y < box[3]

    @property
    def _unlike_bare(self) -> NDArray[np.bool_]:
        """Cells that look unlike the bare table; none where it was never seen bare."""
        return np.asarray(np.abs(self._now - self._bare) > STANDS_OUT)

    def _still_there(self, known: _Known) -> bool:
        """Whether a card that was not read again is merely covered or blurred: its place looks as little like the
        bare table as it did when it was read.
        """
        return self._stands_out(known.card) > 0.6 * known.stands_out

    def _stands_out(self, card: TableCard) -> float:
        """Share of the card's cells that look unlike the bare table."""
        mine = covered_by(self.flat, [card], self._face.shape)
        return float(self._unlike_bare[mine].mean())

    def _new(self, card: TableCard) -> _Known:
        self._marks += 1
        return _Known(card, self._marks, self._stands_out(card), card.names)

    def _one_of_each_name(self) -> None:
        """Of cards with one name close together only the surest is kept: the third index of a four-index card."""
        kept: list[_Known] = []
        for known in sorted(self._cards, key=lambda k: -k.names[0][1]):
            if not any(k.names[0][0] == known.names[0][0] and near(k.card, known.card) < 90 for k in kept):
                kept.append(known)
        self._cards = sorted(kept, key=lambda k: k.mark)

    def _find_blobs(self) -> None:
        """Card face that no named card explains: cards whose index can't be read.

        White paper looks like card face too, so it is looked for where the table no longer looks bare; on white paper
        that is a white card's print and edges, joined here to one patch.
        """
        named = covered_by(self.flat, [k.card for k in self._cards], self._face.shape)
        other = self._unlike_bare & ~named
        patches = cv2.morphologyEx(other.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((11, 11), np.uint8))
        patches = cv2.morphologyEx(patches, cv2.MORPH_OPEN, np.ones((5, 5), np.uint8))
        count, labels, _, centres = cv2.connectedComponentsWithStats(patches)
        blobs = []
        for number in range(1, count):
            mine = labels == number
            if not BLOB < mine.sum() / card_cells(self.flat) < 2 or (self._face[mine] > 0.5).mean() < 0.6:
                continue
            x, y = self.flat.to_mm(*(float(v) * STRIDE for v in centres[number]))
            if self.flat.mat.place_at(x, y, hands=False) == OUTSIDE:
                continue
            card = TableCard((), x, y, 0.0, -1.0)
            old = next((b for b in self._blobs if near(b.card, card) < STAYED), None)
            if old is not None:
                old.read_again(card, 0.0)
                blobs.append(old)
            else:
                blobs.append(self._new(card))
        self._blobs = blobs

    def _learn_bare_table(self) -> None:
        """Keep the picture of the table without cards: slow changes are followed, new things on it are not.

        When most of it changed at once the light did, and the table is learnt anew.
        """
        off = np.abs(self._now - self._bare)
        bare = ~covered_by(self.flat, [k.card for k in self._cards + self._blobs], self._face.shape)
        if np.isnan(off).mean() > 0.9 or np.nanmean(off > STANDS_OUT) > 0.5:
            self._bare[bare] = self._now[bare]
            return
        fresh = bare & np.isnan(self._bare)
        self._bare[fresh] = self._now[fresh]
        slow = bare & (off <= STANDS_OUT)
        self._bare[slow] += 0.3 * (self._now[slow] - self._bare[slow])

    def _tell(self, t: float) -> Settled | None:
        """What lies there now, if it differs from what was told last."""
        if np.isnan(self._bare).all():
            self._learn_bare_table()
        self._find_blobs()
        self._learn_bare_table()
        settled = Settled(t, tuple(self._sightings()), self._count_backs())
        key = (tuple((s.face, s.place, s.mark) for s in settled.sightings), tuple(settled.backs.items()))
        if key == self._told:
            return None
        self._told = key
        return settled

    def _sightings(self) -> list[Sighting]:
        told = []
        for known in sorted(self._cards + self._blobs, key=lambda k: k.mark):
            if not known.sure and known.looks < LOOKS:
                continue
            c, names = known.card, known.names
            confidence = names[0][1] if names else 0.0
            place = self.flat.mat.place_at(c.x, c.y, hands=False)
            first = Sighting(Unseen.UNREADABLE, confidence, names, c.x, c.y, c.turn, place, known.mark)
            told.append(replace(first, face=names[0][0], alternatives=names[1:]) if known.sure else first)
        return told

    def _count_backs(self) -> dict[str, int]:
        """At least how many backs lie at each hand place, by area: a packet squared up counts as one.

        A back is a card (the finder tells cards from tables better than backs from faces) on what was bare table,
        without a name.
        """
        named = covered_by(self.flat, [k.card for k in self._cards], self._face.shape)
        back = (self._face + self._back > 0.5) & ~named & self._unlike_bare
        counts = {}
        for place, (x0, y0, x1, y1) in self.flat.mat.places.items():
            if not place.startswith("hand"):
                continue
            (px0, py0), (px1, py1) = self.flat.to_px(x0 - 15, y0 - 15), self.flat.to_px(x1 + 15, y1 + 15)
            part = back[
                int(max(0, py0)) // STRIDE : int(py1) // STRIDE, int(max(0, px0)) // STRIDE : int(px1) // STRIDE
            ]
            share = float(part.sum()) / card_cells(self.flat)
            counts[place] = 0 if share < BLOB else max(1, round(share))
        return counts


def near(a: TableCard, b: TableCard) -> float:
    """Distance of two cards' centres in mm."""
    return math.hypot(a.x - b.x, a.y - b.y)


def agree(card: TableCard, known: _Known) -> bool:
    """Whether a fresh reading can be the known card: the same name, or one of the two unsure."""
    if not known.names or not card.names:
        return True
    return card.names[0][0] == known.names[0][0] or not known.sure or card.names[0][1] < SURE


def area(box: Box) -> int:
    """Pixels in a box."""
    return (box[2] - box[0]) * (box[3] - box[1])


def joined(boxes: Sequence[Box]) -> list[Box]:
    """Boxes joined where one box around two costs hardly more pixels than the two apart.

    Others may overlap: what is found twice is taken for a second reading of the same card.
    """
    parts = list(boxes)
    merged = True
    while merged:
        merged = False
        for i in range(len(parts)):
            for j in range(i + 1, len(parts)):
                a, b = parts[i], parts[j]
                both = (min(a[0], b[0]), min(a[1], b[1]), max(a[2], b[2]), max(a[3], b[3]))
                if area(both) <= 1.15 * (area(a) + area(b)):
                    parts[i] = both
                    del parts[j]
                    merged = True
                    break
            if merged:
                break
    return parts
