"""Bid tiles in people's hands: where they come to lie in one's own zone, how they are laid, pushed and taken up.

Chance, geometry and time only; which tile is laid when is the business of bidding.
"""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from engine.places import hand_place, play_zone
from vision.mat.tiles import SIZE, Tile
from vision.workshop.studio.people.landing import normal_turn, outside
from vision.workshop.studio.people.plans import Seat
from vision.workshop.studio.people.reel import Reel
from vision.workshop.studio.people.seats import Spot
from vision.workshop.studio.people.shots import PlacedTile
from vision.workshop.studio.scene.limbs import Pose
from vision.workshop.studio.scene.table import Limb, MovingTile
from vision.workshop.studio.scene.things import LyingTile, Sheet, outline

ASKEW = (3.0, 15.0)
"""Degrees either way by which a tile is turned from straight before its player."""
APART = 4.0
"""Millimetres of table between two tiles of one seat, where there is room."""


def spot_for(reel: Reel, seat: Seat, tile: Tile, language: str) -> PlacedTile:
    """Where this seat lays the tile: askew in its own zone beside what lies there, else before its own cards' place.

    :raises RuntimeError: when what lies there leaves no room at all.
    """
    rng, mat = reel.landing.rng, reel.landing.mat
    turn = reel.seat(seat).turn
    lying: list[Sheet] = [*(item.tile for item in reel.tiles), *(item.card for item in reel.table)]
    for place, far in ((play_zone(seat), 15.0), (hand_place(seat), 40.0)):
        x0, y0, x1, y1 = mat.places[place]
        for attempt in range(300):
            lean = float(rng.choice((-1, 1)) * rng.uniform(*ASKEW))
            x, y = float(rng.uniform(x0, x1)), float(rng.uniform(y0, y1))
            bend = float(rng.uniform(0, 0.8))
            spot = LyingTile(tile.marker, x, y, normal_turn(turn + lean), bend, language=language)
            beyond = max(outside(mat.places[place], *corner) for corner in outline(spot))
            if beyond > far * attempt / 300 or mat.place_at(x, y) != place:
                continue
            if all(_gap(spot, other) >= APART - attempt / 30 for other in lying):
                return PlacedTile(spot, place)
    raise RuntimeError(f"No room for a tile in front of seat {seat}: take some up first.")


def lay_tile(reel: Reel, seat: Seat, placed: PlacedTile) -> None:
    """An arm comes in with a tile, lays it and goes."""
    tile, rng = placed.tile, reel.landing.rng
    grip = _grip(reel, seat, tile)
    start = reel.drawn_back(seat, grip, rng.uniform(105, 150))
    swing = ((grip[0] - start[0]) * 0.16, (grip[1] - start[1]) * 0.16)
    x, y = tile.x + start[0] - grip[0], tile.y + start[1] - grip[1]
    tipped = replace(tile, x=x, y=y, turn=tile.turn + float(rng.normal(0, 6)), lift=24.0)
    reel.shoot((), (reel.limb(seat, start, swing=swing, height=44),), (MovingTile(tipped, swing),))
    reel.tiles.append(placed)
    reel.shoot((), (reel.limb(seat, grip),))
    gone = reel.drawn_back(seat, grip, rng.uniform(90, 140))
    reel.shoot((), (reel.limb(seat, gone, swing=(-swing[0] * 1.2, -swing[1] * 1.2), height=40),))


def take_tiles(reel: Reel, *taken: PlacedTile) -> None:
    """Hands go to the tiles and take them off the table, one of each seat at a time, all seats at once."""
    left = list(taken)
    while left:
        at_once = list({_owner(item): item for item in reversed(left)}.values())
        left = [item for item in left if item not in at_once]
        arms = {_owner(item): _grip(reel, _owner(item), item.tile) for item in at_once}
        reel.shoot((), tuple(_reaching(reel, seat, grip) for seat, grip in arms.items()))
        reel.shoot((), tuple(reel.limb(seat, grip) for seat, grip in arms.items()))
        reel.tiles = [item for item in reel.tiles if item not in at_once]
        carried, going = [], []
        for item in at_once:
            seat, grip = _owner(item), arms[_owner(item)]
            back = reel.drawn_back(seat, grip, 120)
            way = back[0] - grip[0], back[1] - grip[1]
            swing = way[0] * 0.2, way[1] * 0.2
            tile = replace(item.tile, x=item.tile.x + way[0], y=item.tile.y + way[1], lift=26.0)
            carried.append(MovingTile(tile, swing))
            going.append(reel.limb(seat, back, swing=swing, height=44))
        reel.shoot((), tuple(going), tuple(carried))


def push_tile(reel: Reel, seat: Seat, item: PlacedTile, mm: Spot, turn: float) -> PlacedTile:
    """This seat's fingers push a lying tile aside; it lies last, on the others. Where it comes to lie."""
    tile = item.tile
    half = replace(tile, x=tile.x + mm[0] / 2, y=tile.y + mm[1] / 2, turn=tile.turn + turn / 2)
    end = replace(tile, x=tile.x + mm[0], y=tile.y + mm[1], turn=tile.turn + turn)
    reel.tiles.remove(item)
    reel.shoot((), (reel.limb(seat, (half.x, half.y), Pose.FLAT, mm, 20),), (MovingTile(half, mm),))
    pushed = PlacedTile(end, reel.landing.mat.place_at(end.x, end.y))
    reel.tiles.append(pushed)
    reel.shoot((), (_reaching(reel, seat, (end.x, end.y)),))
    return pushed


def _owner(item: PlacedTile) -> Seat:
    return item.place.number


def _grip(reel: Reel, seat: Seat, tile: LyingTile) -> Spot:
    """Where the fingers hold a tile: its edge that is nearest to the player, however the tile is turned."""
    out = reel.seat(seat).out
    reach = SIZE[1] / 2 - 4
    return tile.x + reach * out[0], tile.y + reach * out[1]


def _reaching(reel: Reel, seat: Seat, spot: Spot) -> Limb:
    return reel.limb(seat, reel.drawn_back(seat, spot, 110), swing=(8.0, 8.0), height=40)


def _gap(one: Sheet, other: Sheet) -> float:
    """Millimetres between two sheets; below 0 where they overlap."""
    a, b = outline(one).astype(np.float32), outline(other).astype(np.float32)
    if cv2.intersectConvexConvex(a, b)[0] > 0:
        return -float("inf")
    near = [
        -cv2.pointPolygonTest(shape, (float(x), float(y)), True)
        for shape, corners in ((a, b), (b, a))
        for x, y in corners
    ]
    return float(min(near))
