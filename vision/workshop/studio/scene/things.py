"""Things that lie or stand on a table, drawn as a camera sees them: cards and tiles with their bend and shadow, cups.

One thing at a time into a picture; which things are there, and when, is decided elsewhere.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from engine.cards import Card
from vision.mat.tiles import SIZE
from vision.workshop.studio.print.decks import CARD_HEIGHT, CARD_WIDTH, CORNER, DeckStyle
from vision.workshop.studio.print.faces import card_picture
from vision.workshop.studio.print.ink import Colour, Picture, Points, oval, points
from vision.workshop.studio.print.tilesheet import TILE_CORNER, tile_picture
from vision.workshop.studio.scene.camera import Camera, Field
from vision.workshop.studio.scene.film import Light


@dataclass(frozen=True, slots=True)
class Lying:
    """A card: its face (None = its back is up), centre in mm, turn in degrees clockwise as seen from above.

    `turn` is 0 when the card's top points to the mat's upper edge. `bend` is how far, in mm, the short edges
    stand off the table; `lift` is the height of the whole card.
    """

    face: Card | None
    x: float
    y: float
    turn: float
    bend: float = 0.0
    lift: float = 0.3


@dataclass(frozen=True, slots=True)
class LyingTile:
    """A bid tile, by the number of its marker and the language of its print; the rest as for a card.

    Its paper is matt: it shows no lamp.
    """

    marker: int
    x: float
    y: float
    turn: float
    bend: float = 0.0
    lift: float = 0.4
    language: str = "en"


Sheet = Lying | LyingTile
"""What lies flat on the table."""


@dataclass(frozen=True, slots=True)
class Cup:
    """A cup or glass standing on the table."""

    x: float
    y: float
    radius: float = 38.0
    height: float = 85.0
    colour: Colour = (196, 202, 208)
    drink: Colour = (58, 34, 22)


def size_of(sheet: Sheet) -> tuple[float, float]:
    """Width and height in mm."""
    return SIZE if isinstance(sheet, LyingTile) else (CARD_WIDTH, CARD_HEIGHT)


def outline(card: Sheet) -> Points:
    """The four corners of a card or tile in mm, clockwise from its own top left."""
    a = np.radians(card.turn)
    turn = np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]])
    width, height = size_of(card)
    w, h = width / 2, height / 2
    return np.asarray(points((-w, -h), (w, -h), (w, h), (-w, h)) @ turn + (card.x, card.y))


def area_of(picture: Picture, camera: Camera, card: Sheet) -> tuple[int, int, int, int]:
    """The part of the picture that the card or tile and its shadow may change: x0, y0, x1, y1; empty if outside."""
    around = outline(card)
    away = card.lift * 1.2 + card.bend + 6
    grown = np.concatenate([around - away, around + away])
    return clipped_box(camera.project(grown, card.lift), picture)


def lay(picture: Picture, camera: Camera, deck: DeckStyle, card: Sheet, light: Light) -> None:
    """Draw one card or tile with its shadow, bend and edge into a picture seen by this camera."""
    x0, y0, x1, y1 = area_of(picture, camera, card)
    if x0 >= x1 or y0 >= y1:
        return
    on_table = _table_points(camera, (x0, y0, x1, y1))
    part = picture[y0:y1, x0:x1].astype(np.float32)
    px_per_mm = camera.focal / camera.place[2]
    part *= 1 - _shadow(on_table, card, light)[..., None]
    u, v = _on_card(on_table, camera, card)
    inside = np.clip(0.5 - _edge_distance(u, v, card) * px_per_mm, 0, 1)
    scale = 4.0 if px_per_mm < 5 else 10.0
    if px_per_mm < 2.5:
        scale = 2.0
    face = _face(deck, card, scale)
    width, height = size_of(card)
    colour = cv2.remap(
        face,
        ((u + width / 2) * scale - 0.5).astype(np.float32),
        ((v + height / 2) * scale - 0.5).astype(np.float32),
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    ).astype(np.float32)
    slope = card.bend * 2 * v / (height / 2) ** 2
    colour *= (1 + 0.9 * slope * np.cos(np.radians(card.turn)))[..., None]
    if light.gloss and isinstance(card, Lying):
        colour += (250 - colour) * _sheen(on_table, slope, card, light)[..., None]
    part += (colour - part) * inside[..., None]
    picture[y0:y1, x0:x1] = np.clip(np.rint(part), 0, 255).astype(np.uint8)


def _sheen(on_table: Field, slope: Field, card: Lying, light: Light) -> Field:
    """The lamp's reflection: a soft spot on the table, displaced where the card is bent."""
    a = np.radians(card.turn)
    away = on_table - np.array(light.gloss_at) - np.stack([-np.sin(a) * slope, np.cos(a) * slope], axis=-1) * 700
    return np.asarray(light.gloss * np.exp(-(away**2).sum(axis=-1) / (2 * light.gloss_spread**2)))


def _face(deck: DeckStyle, card: Sheet, scale: float) -> Picture:
    if isinstance(card, LyingTile):
        return np.ascontiguousarray(tile_picture(card.marker, card.language, scale)[..., ::-1])
    return np.ascontiguousarray(card_picture(deck, card.face, scale)[..., 2::-1])


def _table_points(camera: Camera, area: tuple[int, int, int, int]) -> Field:
    """For every pixel of an area of the picture, the point of the table (z = 0) behind it: (h, w, 2) in mm."""
    x0, y0, x1, y1 = area
    back = np.linalg.inv(camera.homography())
    x = np.arange(x0, x1, dtype=np.float64)[None, :]
    y = np.arange(y0, y1, dtype=np.float64)[:, None]
    w = back[2, 0] * x + back[2, 1] * y + back[2, 2]
    mm = [(back[k, 0] * x + back[k, 1] * y + back[k, 2]) / w for k in (0, 1)]
    return np.stack(mm, axis=-1).astype(np.float32)


def _own(on_table: Field, card: Sheet) -> tuple[Field, Field]:
    """Table points in the card's own axes, mm from its middle."""
    a = np.radians(card.turn)
    dx, dy = on_table[..., 0] - card.x, on_table[..., 1] - card.y
    return dx * np.float32(np.cos(a)) + dy * np.float32(np.sin(a)), dy * np.float32(np.cos(a)) - dx * np.float32(
        np.sin(a)
    )


def _on_card(on_table: Field, camera: Camera, card: Sheet) -> tuple[Field, Field]:
    """Where on the card each pixel falls, in the card's own mm, its height and bend taken into account."""
    place = np.array(camera.place, np.float32)
    height = np.full(on_table.shape[:2], card.lift, np.float32)
    half = size_of(card)[1] / 2
    for _ in range(2 if card.bend else 1):
        shifted = on_table + (place[:2] - on_table) * (height / place[2])[..., None]
        u, v = _own(shifted, card)
        if card.bend:
            height = card.lift + card.bend * np.clip(v / half, -1, 1) ** 2
    return u, v


def _edge_distance(u: Field, v: Field, card: Sheet) -> Field:
    """How far outside the rounded outline of a card or tile a point is, in mm; negative inside."""
    width, height = size_of(card)
    corner = TILE_CORNER if isinstance(card, LyingTile) else CORNER
    du = np.abs(u) - (width / 2 - corner)
    dv = np.abs(v) - (height / 2 - corner)
    outside = np.hypot(np.maximum(du, 0), np.maximum(dv, 0))
    return outside + np.minimum(np.maximum(du, dv), 0) - corner


def _shadow(on_table: Field, card: Sheet, light: Light) -> Field:
    """How much of the light the card takes from the table beside it."""
    high = card.lift + card.bend * 0.6
    aside = on_table - np.array((high * light.shade[0], high * light.shade[1]), np.float32)
    u, v = _own(aside, card)
    soft = 1.6 + high * 0.9
    # A card in the air is lit from below its edges too, and several carried together cast one shadow, not six.
    strength = 0.5 if high < 3 else 0.16
    return np.asarray(strength * np.clip(0.5 - _edge_distance(u, v, card) / soft, 0, 1))


def draw_cup(picture: Picture, camera: Camera, cup: Cup, light: Light) -> None:
    """A cup from above: its side leaning away from the camera's foot, the rim, the drink."""
    foot = camera.project(oval(cup.x, cup.y, cup.radius * 0.8, cup.radius * 0.8))
    rim = camera.project(oval(cup.x, cup.y, cup.radius, cup.radius), cup.height)
    shadow = np.zeros(picture.shape[:2], np.uint8)
    drop = (cup.x + cup.height * light.shade[0] * 0.6, cup.y + cup.height * light.shade[1] * 0.6)
    body = np.concatenate([camera.project(oval(*drop, cup.radius, cup.radius)), foot])
    cv2.fillConvexPoly(shadow, cv2.convexHull(np.round(body).astype(np.int32)), 110)
    darken(picture, cv2.GaussianBlur(shadow, (0, 0), 14).astype(np.float32) / 255)
    hull = cv2.convexHull(np.round(np.concatenate([foot, rim])).astype(np.int32))
    r, g, b = cup.colour
    cv2.fillConvexPoly(picture, hull, (b * 0.72, g * 0.72, r * 0.72), cv2.LINE_AA)
    for radius, shade in ((1.0, 1.0), (0.9, 0.8)):
        ring = camera.project(oval(cup.x, cup.y, cup.radius * radius, cup.radius * radius), cup.height)
        cv2.fillConvexPoly(picture, np.round(ring).astype(np.int32), (b * shade, g * shade, r * shade), cv2.LINE_AA)
    drink = camera.project(oval(cup.x, cup.y, cup.radius * 0.86, cup.radius * 0.86), cup.height * 0.8)
    r, g, b = cup.drink
    cv2.fillConvexPoly(picture, np.round(drink).astype(np.int32), (b, g, r), cv2.LINE_AA)


def darken(picture: Picture, shadow: Field) -> None:
    """Take away the shadow's share (height, width; 0 to 1) of the picture's light."""
    x, y, width, height = cv2.boundingRect((shadow > 0.002).astype(np.uint8))
    if width == 0 or height == 0:
        return
    part = picture[y : y + height, x : x + width]
    dark = np.multiply(part, 1 - shadow[y : y + height, x : x + width, None], dtype=np.float32)
    np.copyto(part, np.round(dark, out=dark).astype(np.uint8))


def clipped_box(corners: Points, picture: Picture) -> tuple[int, int, int, int]:
    height, width = picture.shape[:2]
    x0, y0 = (int(v) for v in np.floor(corners.min(axis=0)))
    x1, y1 = (int(v) + 1 for v in np.ceil(corners.max(axis=0)))
    return max(x0, 0), max(y0, 0), min(x1, width), min(y1, height)
