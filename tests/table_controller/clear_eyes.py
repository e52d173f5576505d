"""Eyes that read every card rightly where it truly lies, over a filmed hand: all that is left to err is what follows.

Marks stay with a card while it lies there; the direction a card came from is known for some cards and not for others.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import count, pairwise

from engine.cards import Card, Unseen
from engine.places import Place, hand_place
from table_controller.watching.zones import Seen
from vision.mat.mats import Mat
from vision.table.rest import HELD_S, STILL_FRAMES
from vision.table.sighting import Settled, Sighting
from vision.workshop.studio.people.reel import Reel
from vision.workshop.studio.people.shots import Placed, Shot
from vision.workshop.studio.scene.things import Lying


def seen_in(reel: Reel, mat: Mat, seed: int = 0, knows_way: float = 0.5) -> Iterator[tuple[float, Seen]]:
    """The settled tables of a reel with their times; `knows_way` is the share of cards whose direction is seen."""
    luck, marks, numbers = random.Random(seed), dict[Lying, int](), count(1)
    plays = [play for trick in reel.plan.tricks for play in trick.plays]
    laid_by = {card: seat for seat, card in plays if sum(other == card for _, other in plays) == 1}
    ways: dict[int, Place | None] = {}
    quiet: list[Shot] = []
    for shot, after in pairwise([*reel.shots, replace(reel.shots[-1], t=reel.shots[-1].t + 1)]):
        quiet = [] if shot.moving else [*quiet, shot]
        if not quiet or (len(quiet) < STILL_FRAMES and after.t - quiet[0].t < HELD_S):
            continue
        faces = [item for item in shot.lying if item.card.face is not None or item.place.is_play]
        sightings = []
        there: dict[Lying, int] = {}
        for item in faces:
            mark = marks.get(_same(item, marks)) or next(numbers)
            there[item.card] = mark
            if mark not in ways:
                seat = laid_by.get(item.card.face) if item.card.face is not None else None
                ways[mark] = hand_place(seat) if seat and luck.random() < knows_way else None
            sightings.append(_sighting(item, mark, ways[mark], mat))
        marks = there
        backs: dict[Place, int] = {}
        for item in shot.lying:
            if item.card.face is None and item.place.is_hand:
                backs[item.place] = backs.get(item.place, 0) + 1
        yield shot.t, Seen(Settled(shot.t, tuple(sightings), backs), mat)


def _same(item: Placed, marks: dict[Lying, int]) -> Lying:
    """The card as it was first seen, if it was only nudged since."""
    for known in marks:
        near = abs(known.x - item.card.x) < 40 and abs(known.y - item.card.y) < 40
        if known.face == item.card.face and near and known.bend == item.card.bend and known.lift == item.card.lift:
            return known
    return item.card


def _sighting(item: Placed, mark: int, way: Place | None, mat: Mat) -> Sighting:
    card = item.card
    place = mat.place_at(card.x, card.y, hands=False)
    face: Card | Unseen = card.face if card.face is not None else Unseen.UNREADABLE
    return Sighting(face, 0.99 if card.face else 0.0, (), card.x, card.y, card.turn, place, mark, way)
