"""What people hold and set down beside the cards: fans of cards, phones, cups on their way, and their own heads.

Each is a flat picture in space: a sprite and the plane that it stands in. Hands and arms are in limbs; who does what,
and when, is not known here.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from engine.cards import Card
from vision.workshop.studio.print.decks import CARD_HEIGHT, CARD_WIDTH, DeckStyle
from vision.workshop.studio.print.faces import card_picture
from vision.workshop.studio.print.ink import Colour, Picture
from vision.workshop.studio.scene import limbs
from vision.workshop.studio.scene.camera import Camera, Field, Matrix
from vision.workshop.studio.scene.table import Limb
from vision.workshop.studio.scene.things import Cup, Lying

Vector = tuple[float, float, float]
SCALE = 2.0  # pixels a millimetre of cards and phones
HEAD_SCALE = 1.0
FAN_BOX = (300.0, 230.0)  # mm: the sprite of a fan
FAN_PIVOT = (150.0, 175.0)  # where in it the thumb holds the cards
FAN_STEP = 1.5  # degrees: fans are drawn at such spreads only, so that the same picture serves often
PHONE = (73.0, 148.0)  # mm
HEAD_BOX = (520.0, 420.0)
HEAD_MIDDLE = (260.0, 170.0)


@dataclass(frozen=True, slots=True)
class Fan:
    """Cards in a hand, the thumb at (x, y, z). `turn`: as for a card, 0 when their tops point to the mat's upper edge.

    `tilt`: degrees from lying flat with the tops towards the table (0) to upright (90) and leaning back to the player.
    `spread`: degrees from one card to the next. None is a card whose back is seen.
    """

    cards: tuple[Card | None, ...]
    x: float
    y: float
    z: float
    turn: float
    tilt: float
    spread: float


@dataclass(frozen=True, slots=True)
class Phone:
    """A phone; its screen is lit or dark."""

    x: float
    y: float
    turn: float
    lift: float
    lit: bool


@dataclass(frozen=True, slots=True)
class CupInHand:
    """A cup, lifted by so many mm."""

    cup: Cup
    lift: float


@dataclass(frozen=True, slots=True)
class Head:
    """Head and shoulders of somebody who leans in: the crown at (x, y), looking along `turn` (0: to the upper edge)."""

    hair: Colour
    cloth: Colour
    x: float
    y: float
    turn: float
    height: float


@dataclass(frozen=True, slots=True)
class Carried:
    """A card on its way, with the stretch in mm that it travels while the shutter is open."""

    card: Lying
    swing: tuple[float, float]


Thing = Limb | Fan | Phone | Head | Carried
"""What is a flat picture in space."""


@dataclass(frozen=True, slots=True)
class Plane:
    """A sprite's pixel (px, py) is at `origin + px * right + py * down`, in mm; `high` is its height for shadows."""

    origin: Field
    right: Field
    down: Field
    high: float

    def homography(self, camera: Camera) -> Matrix:
        """3 x 3, the sprite's pixels to the picture's."""
        lens = np.array(
            [[camera.focal, 0, (camera.size[0] - 1) / 2], [0, camera.focal, (camera.size[1] - 1) / 2], [0, 0, 1.0]]
        )
        columns = np.column_stack([self.right, self.down, self.origin - np.array(camera.place)])
        return np.asarray(lens @ camera.axes() @ columns)

    def moved(self, dx: float, dy: float) -> Plane:
        return Plane(self.origin + np.array([dx, dy, 0.0]), self.right, self.down, self.high)

    def cast(self, shade: tuple[float, float]) -> Plane:
        """Its shadow on the table."""
        flat = np.array([[1, 0, shade[0]], [0, 1, shade[1]], [0, 0, 0.0]])
        return Plane(flat @ self.origin, flat @ self.right, flat @ self.down, self.high)


def flat_plane(at: Vector, turn: float, corner: tuple[float, float], scale: float) -> Plane:
    """A level plane: `at` is where the sprite's point (-corner) mm from its corner stands, turned clockwise."""
    a = np.radians(turn)
    right, down = np.array([np.cos(a), np.sin(a), 0.0]), np.array([-np.sin(a), np.cos(a), 0.0])
    return Plane(np.array(at) + corner[0] * right + corner[1] * down, right / scale, down / scale, at[2])


def seen_as(thing: Thing, deck: DeckStyle) -> tuple[Picture, Plane]:
    """The sprite of a thing, premultiplied BGRA, and where it stands."""
    if isinstance(thing, Limb):
        plane = flat_plane((thing.x, thing.y, thing.height), thing.turn, (limbs.LEFT, limbs.TOP), limbs.SPRITE_SCALE)
        return _arm(thing.person, thing.pose), plane
    if isinstance(thing, Fan):
        return fan_picture(deck, thing.cards, round(thing.spread / FAN_STEP) * FAN_STEP), _fan_plane(thing)
    if isinstance(thing, Carried):
        card = thing.card
        corner = (-CARD_WIDTH / 2, -CARD_HEIGHT / 2)
        return _card(deck, card.face), flat_plane((card.x, card.y, card.lift), card.turn, corner, SCALE)
    if isinstance(thing, Phone):
        corner = (-PHONE[0] / 2, -PHONE[1] / 2)
        return phone_picture(thing.lit), flat_plane((thing.x, thing.y, thing.lift + 8), thing.turn, corner, SCALE)
    corner = (-HEAD_MIDDLE[0], -HEAD_MIDDLE[1])
    place = (thing.x, thing.y, thing.height)
    return head_picture(thing.hair, thing.cloth), flat_plane(place, thing.turn, corner, HEAD_SCALE)


def _fan_plane(fan: Fan) -> Plane:
    a, tilt = np.radians(fan.turn), np.radians(fan.tilt)
    right, inward = np.array([np.cos(a), np.sin(a), 0.0]), np.array([np.sin(a), -np.cos(a), 0.0])
    up = inward * np.cos(tilt) + np.array([0.0, 0.0, 1.0]) * np.sin(tilt)
    origin = np.array([fan.x, fan.y, fan.z]) - right * FAN_PIVOT[0] + up * FAN_PIVOT[1]
    return Plane(origin, right / SCALE, -up / SCALE, fan.z + 40 * float(np.sin(tilt)))


def premultiplied(rgba: Picture) -> Picture:
    """RGBA with straight alpha as BGRA with colours multiplied by it."""
    alpha = rgba[..., 3:].astype(np.float32) / 255
    colour = np.round(rgba[..., 2::-1] * alpha).astype(np.uint8)
    return np.ascontiguousarray(np.dstack([colour, rgba[..., 3]]))


@lru_cache(maxsize=72)  # 3 MB each; six people's poses in one film
def _arm(person: limbs.Person, pose: limbs.Pose) -> Picture:
    return premultiplied(limbs.sprite(person, pose))


@lru_cache(maxsize=128)
def _card(deck: DeckStyle, face: Card | None) -> Picture:
    return premultiplied(card_picture(deck, face, SCALE))


@lru_cache(maxsize=64)
def fan_picture(deck: DeckStyle, cards: tuple[Card | None, ...], spread: float) -> Picture:
    """A fan as premultiplied BGRA, SCALE pixels a mm, its pivot at FAN_PIVOT; the first card leftmost and lowest."""
    size = (round(FAN_BOX[0] * SCALE), round(FAN_BOX[1] * SCALE))
    canvas = np.zeros((size[1], size[0], 4), np.uint8)
    for k, card in enumerate(cards):
        a = np.radians((k - (len(cards) - 1) / 2) * spread)
        cos, sin = float(np.cos(a)), float(np.sin(a))
        # The thumb holds a card 14 mm above its lower edge.
        px, py = CARD_WIDTH / 2 * SCALE, (CARD_HEIGHT - 14) * SCALE
        at = FAN_PIVOT[0] * SCALE + 1.2 * k, FAN_PIVOT[1] * SCALE
        warp = np.array([[cos, -sin, at[0] - cos * px + sin * py], [sin, cos, at[1] - sin * px - cos * py]])
        laid = cv2.warpAffine(_card(deck, card), warp, size, flags=cv2.INTER_LINEAR)
        shade = cv2.convertScaleAbs(cv2.blur(laid[..., 3], (9, 9)), alpha=-0.35, beta=255)
        canvas[..., :3] = cv2.multiply(canvas[..., :3], cv2.merge([shade] * 3), scale=1 / 255)
        clear = cv2.bitwise_not(laid[..., 3])
        canvas = np.asarray(cv2.add(cv2.multiply(canvas, cv2.merge([clear] * 4), scale=1 / 255), laid), np.uint8)
    return canvas


@lru_cache(maxsize=2)
def phone_picture(lit: bool) -> Picture:
    """A phone as premultiplied BGRA, SCALE pixels a mm."""
    width, height = (round(v * SCALE) for v in PHONE)
    body = np.zeros((height, width, 4), np.uint8)
    _rounded(body, (0, 0, width, height), round(9 * SCALE), (26, 24, 22, 255))
    edge = round(3.5 * SCALE)
    screen = (236, 222, 206, 255) if lit else (44, 38, 34, 255)
    _rounded(body, (edge, edge, width - edge, height - edge), round(6 * SCALE), screen)
    if lit:
        rng = np.random.default_rng(5)
        for k in range(7):
            y, long = round((24 + 16 * k) * SCALE), int(rng.integers(90, 150))
            _rounded(body, (18, y, 18 + long, y + 20), 8, (214, 176, 120, 255) if k % 3 else (150, 200, 130, 255))
    else:
        cv2.line(body, (edge * 2, height - edge * 6), (width - edge * 3, edge * 9), (66, 58, 52, 255), 14, cv2.LINE_AA)
    return body


def _rounded(picture: Picture, box: tuple[int, int, int, int], radius: int, colour: tuple[int, ...]) -> None:
    x0, y0, x1, y1 = box
    cv2.rectangle(picture, (x0 + radius, y0), (x1 - radius - 1, y1 - 1), colour, -1)
    cv2.rectangle(picture, (x0, y0 + radius), (x1 - 1, y1 - radius - 1), colour, -1)
    for x in (x0 + radius, x1 - radius - 1):
        for y in (y0 + radius, y1 - radius - 1):
            cv2.circle(picture, (x, y), radius, colour, -1)


@lru_cache(maxsize=12)
def head_picture(hair: Colour, cloth: Colour) -> Picture:
    """Head and shoulders from above as premultiplied BGRA, HEAD_SCALE pixels a mm, the crown at HEAD_MIDDLE."""
    width, height = (round(v * HEAD_SCALE) for v in HEAD_BOX)
    x = (np.arange(width, dtype=np.float32) / HEAD_SCALE - HEAD_MIDDLE[0])[None, :]
    y = (np.arange(height, dtype=np.float32) / HEAD_SCALE - HEAD_MIDDLE[1])[:, None]
    body = 1 - (np.abs(x) / 225) ** 2.6 - ((y - 105) / 98) ** 2
    crown = 1 - (x / (76 + 0.04 * y)) ** 2 - (y / 98) ** 2
    rng = np.random.default_rng(11)
    # Locks run out from the crown.
    around = np.arctan2(y + 18, x)
    grain = rng.uniform(-1, 1, 720).astype(np.float32)
    locks = np.interp(around, np.linspace(-np.pi, np.pi, 720), grain).astype(np.float32)
    locks = cv2.GaussianBlur(locks, (0, 0), 1.6)
    folds = 1 + 0.07 * np.sin(x * 0.045 + 2.2 * np.sin(y * 0.03))
    picture = np.zeros((height, width, 3), np.float32)
    picture += (np.array(cloth, np.float32) + 8) * (folds * (0.5 + 0.5 * np.sqrt(np.clip(body, 0, 1))))[..., None]
    share = np.clip(crown * 14, 0, 1)[..., None]
    shade = 0.5 + 0.5 * np.sqrt(np.clip(crown, 0, 1)) + 0.16 * locks - 0.0012 * (x + y)
    picture += (np.array(hair, np.float32) * shade[..., None] - picture) * share
    alpha = np.maximum(np.clip(body * 10, 0, 1), np.clip(crown * 14, 0, 1))
    return premultiplied(np.dstack([np.clip(picture, 0, 255), alpha * 255]).astype(np.uint8))
