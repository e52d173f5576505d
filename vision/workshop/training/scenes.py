"""Scenes composed for training: cards of the bank on a surface, as a poor camera sees them, with the truth.

One composer serves both networks: the finder learns from whole scenes, the namer from patches cut out of them.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading.cutting import IndexPose
from vision.workshop.training.art import CARD_H, CARD_W, Image, Rng
from vision.workshop.training.camera import through_camera
from vision.workshop.training.surfaces import build_surfaces, cover

COVERED = 255
"""Mark in the owner picture of whatever covers cards."""
NO_DECKS = ("backs", "others")
"""Groups of the bank that are no deck of cards with indices."""
HELD_OUT = frozenset(
    {"anglo_poker", "tigullio", "tarocco", "drawn0", "drawn1", "drawn2", "drawn3", "drawn4", "drawn5", "drawn6"}
)
"""Decks never trained on, to choose between trainings by."""
_CORNERS = np.array([[0, 0], [CARD_W, 0], [CARD_W, CARD_H], [0, CARD_H]], np.float32)
_GRID = np.stack(np.meshgrid(np.linspace(-0.5, 0.5, 6), np.linspace(-0.5, 0.5, 8)), -1).reshape(-1, 2)


@dataclass(frozen=True, slots=True)
class SeenIndex:
    """An index in a scene: how it lies, the share of it in sight, what it says (`suit` is empty on a joker)."""

    place: IndexPose
    visible: float
    glyph: str
    suit: str


@dataclass(frozen=True, slots=True)
class TrainingScene:
    """`picture` size x size x 3 BGR; `owner`: 0 ground, 1.. card number, COVERED; `kinds[n-1]` face or back."""

    picture: Image
    indices: tuple[SeenIndex, ...]
    owner: NDArray[np.uint8]
    backs: tuple[bool, ...]


@dataclass(slots=True)
class Bank:
    """Faces (and the same at half the size), what is on them, and surfaces, held for composing."""

    pictures: NDArray[np.uint8]
    halves: NDArray[np.uint8]
    meta: list[dict[str, object]]
    surfaces: NDArray[np.uint8]
    decks: dict[str, list[int]] = field(default_factory=dict)

    @staticmethod
    def load(folder: Path, surfaces: int, seed: int, leave_out: frozenset[str] = frozenset()) -> Bank:
        """The bank that `build_bank` wrote into `folder`, without the decks named in `leave_out`."""
        meta = json.loads((folder / "faces.json").read_text())
        pictures, halves = (np.load(folder / f"{name}.npy", mmap_mode="r") for name in ("faces", "halves"))
        bank = Bank(pictures, halves, meta, build_surfaces(surfaces, seed))
        for i, m in enumerate(meta):
            if m["deck"] not in leave_out:
                bank.decks.setdefault(str(m["deck"]), []).append(i)
        return bank


@dataclass(frozen=True, slots=True)
class LaidFace:
    """A card to lay: its number in the bank and its corners in scene pixels (4 x 2, clockwise from top left)."""

    face: int
    corners: NDArray[np.float32]


def _quad(cx: float, cy: float, width: float, angle: float) -> NDArray[np.float32]:
    h = width * CARD_H / CARD_W
    c, s = np.cos(angle), np.sin(angle)
    box = np.array([[-width / 2, -h / 2], [width / 2, -h / 2], [width / 2, h / 2], [-width / 2, h / 2]])
    return np.asarray(box @ np.array([[c, s], [-s, c]]) + (cx, cy), np.float32)


def scatter(rng: Rng, n: int, width: float, size: int) -> list[NDArray[np.float32]]:
    return [
        _quad(rng.uniform(0, size), rng.uniform(0, size), width * rng.uniform(0.92, 1.08), rng.uniform(0, 2 * np.pi))
        for _ in range(n)
    ]


def fan(rng: Rng, n: int, width: float, size: int) -> list[NDArray[np.float32]]:
    """Cards held or spread around a pivot below them."""
    start, px, py = rng.uniform(0, 2 * np.pi), *(rng.uniform(0.1, 0.9, 2) * size)
    reach = width * rng.uniform(0.6, 2.4)
    # Neighbours' top corners lie a sixth to two thirds of a width apart: in the tightest fans only the index shows.
    step = rng.uniform(0.17, 0.7) * width / (reach + 0.7 * width) * (1 if rng.random() < 0.8 else -1)
    return [
        _quad(px + np.sin(a) * reach, py - np.cos(a) * reach, width, a)
        for a in (start + step * k + rng.normal(0, 0.02) for k in range(n))
    ]


def strip(rng: Rng, n: int, width: float, size: int) -> list[NDArray[np.float32]]:
    """A row of overlapping cards, or a grid row when the step is wide."""
    angle, step = rng.uniform(0, 2 * np.pi), width * rng.uniform(0.16, 1.2)
    along = angle if rng.random() < 0.6 else angle + np.pi / 2
    x, y = rng.uniform(0.0, 0.6, 2) * size
    return [
        _quad(x + np.cos(along) * step * k, y + np.sin(along) * step * k, width, angle + rng.normal(0, 0.03))
        for k in range(n)
    ]


def choose(rng: Rng, bank: Bank, n: int) -> list[int]:
    """Cards of one deck, now and then one of another deck or a back."""
    names = [name for name in bank.decks if name not in NO_DECKS]
    deck = bank.decks[names[int(rng.integers(len(names)))]]
    chosen = [int(v) for v in rng.choice(deck, n)]
    for i in range(n):
        if rng.random() < 0.08:
            other = bank.decks[names[int(rng.integers(len(names)))]]
            chosen[i] = int(rng.choice(other))
        elif rng.random() < 0.10:
            chosen[i] = int(rng.choice(bank.decks["backs" if rng.random() < 0.75 else "others"]))
    return chosen


def _index_share(bank: Bank, faces: list[int]) -> float:
    """The mean index height of these cards as a share of the card's height (0.2 for backs alone)."""
    shares = [float(m["h"]) for f in faces for m in bank.meta[f]["indices"][:1]]  # type: ignore[index]
    return float(np.mean(shares)) if shares else 0.2


def arrange(rng: Rng, bank: Bank, size: int, tallest: float) -> list[LaidFace]:
    """Decide which cards lie where. Index heights come out at 12 to `tallest` pixels, evenly over the scales."""
    n = 0 if rng.random() < 0.05 else int(rng.integers(1, 8))
    faces = choose(rng, bank, n)
    index = float(np.exp(rng.uniform(np.log(12), np.log(tallest))))
    width = float(np.clip(index / _index_share(bank, faces) * CARD_W / CARD_H, 34, 460))
    if width < 80:
        extra = choose(rng, bank, int(rng.integers(0, 6)))
        faces, n = faces + extra, n + len(extra)
    kind = rng.random()
    lay = scatter if kind < 0.45 else fan if kind < 0.72 else strip
    quads = lay(rng, n, width, size)
    return [LaidFace(f, q) for f, q in zip(faces, _tilt(rng, quads, size), strict=True)]


def _lying(flat: float, angle: float, size: int) -> NDArray[np.float64]:
    """The plane seen at a low angle: everything shortened to `flat` along one direction through the middle."""
    c, s = np.cos(angle), np.sin(angle)
    turn = np.array([[c, s], [-s, c]])
    squash = turn.T @ np.diag([flat, 1.0]) @ turn
    matrix = np.eye(3)
    matrix[:2, :2] = squash
    matrix[:2, 2] = size / 2 - squash @ (size / 2, size / 2)
    return matrix


def _tilt(rng: Rng, quads: list[NDArray[np.float32]], size: int) -> list[NDArray[np.float32]]:
    """The scene seen at an angle, and each corner off by a little (bent cards)."""
    edge = np.array([[0, 0], [size, 0], [size, size], [0, size]], np.float32)
    strength = rng.uniform(0, 0.16) * size
    plane = cv2.getPerspectiveTransform(edge, (edge + rng.uniform(-strength, strength, (4, 2))).astype(np.float32))
    if rng.random() < 0.5:
        plane = plane @ _lying(float(rng.uniform(0.28, 0.9)), float(rng.uniform(0, np.pi)), size)
    tilted = []
    for quad in quads:
        seen = cv2.perspectiveTransform(quad[None], plane)[0]
        span = float(np.linalg.norm(seen[1] - seen[0]))
        tilted.append((seen + rng.normal(0, 0.012, (4, 2)) * span).astype(np.float32))
    return tilted


def _rounded(radius: float) -> NDArray[np.float32]:
    """The outline of a card with corners rounded by `radius` (share of the width), in card pixels: 16 x 2."""
    r, turn = max(radius * CARD_W, 0.5), np.linspace(0, np.pi / 2, 4)
    centres = ((CARD_W - r, r, -np.pi / 2), (CARD_W - r, CARD_H - r, 0), (r, CARD_H - r, np.pi / 2), (r, r, np.pi))
    points = [(x + r * np.cos(a + t), y + r * np.sin(a + t)) for x, y, a in centres for t in turn]
    return np.asarray(points, np.float32)


def _wash(card: Image, rng: Rng) -> Image:
    """A reflection on the card's gloss that takes the print away where it is strongest."""
    spot = np.zeros((28, 20), np.float32)
    centre = (int(rng.integers(0, 20)), int(rng.integers(0, 28)))
    axes = (int(rng.integers(2, 10)), int(rng.integers(2, 14)))
    cv2.ellipse(spot, centre, axes, float(rng.uniform(0, 180)), 0, 360, 1.0, -1)
    soft = cv2.GaussianBlur(spot, (0, 0), float(rng.uniform(0.6, 4)))
    veil = cv2.resize(soft, (card.shape[1], card.shape[0]))[..., None] * float(rng.uniform(0.3, 0.95))
    return np.asarray(card + (255 - card.astype(np.float32)) * veil, np.float32).astype(np.uint8)


def _lay(picture: Image, owner: NDArray[np.uint8], bank: Bank, laid: LaidFace, mark: int, rng: Rng) -> None:
    """Warp one card into the picture with its shadow; only its bounding box is touched."""
    quad = laid.corners
    size = picture.shape[0]
    x0, y0 = (int(v) for v in np.clip(quad.min(0) - 5, 0, size))
    x1, y1 = (int(v) for v in np.clip(quad.max(0) + 6, 0, size))
    if x1 - x0 < 4 or y1 - y0 < 4:
        return
    small = float(np.linalg.norm(quad[1] - quad[0])) < 0.75 * CARD_W
    card = bank.halves[laid.face] if small else bank.pictures[laid.face]
    source = _wash(card, rng) if rng.random() < 0.12 else card
    corners = np.asarray(_CORNERS / 2, np.float32) if small else _CORNERS
    to = cv2.getPerspectiveTransform(corners, (quad - (x0, y0)).astype(np.float32))
    warped = cv2.warpPerspective(source, to, (x1 - x0, y1 - y0), borderMode=cv2.BORDER_REPLICATE)
    mask = np.zeros((y1 - y0, x1 - x0), np.uint8)
    edge = _rounded(float(rng.choice([0.0, 0.035, 0.05, 0.07]))) * (corners[2, 0] / CARD_W)
    seen = cv2.perspectiveTransform(edge[None], to)[0]
    cv2.fillPoly(mask, [np.round(seen * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
    part = picture[y0:y1, x0:x1]
    if rng.random() < 0.6:
        dx, dy = (int(v) for v in rng.integers(-4, 5, 2))
        shade = cv2.blur(np.roll(mask, (dy, dx), (0, 1)), (7, 7))
        part[:] = cv2.multiply(part, cv2.merge([255 - shade // 2] * 3), scale=1 / 255)
    light = float(rng.uniform(0.82, 1.08))
    np.copyto(part, cv2.convertScaleAbs(warped, alpha=light), where=mask[..., None] > 127)
    owner[y0:y1, x0:x1][mask > 127] = mark


def locate(bank: Bank, placed: list[LaidFace], owner: NDArray[np.uint8]) -> tuple[SeenIndex, ...]:
    """Every index whose centre is in the picture, with the share of it that is in sight."""
    size, seen = owner.shape[0], []
    for number, p in enumerate(placed, 1):
        to = cv2.getPerspectiveTransform(_CORNERS, p.corners)
        meta = bank.meta[p.face]
        for m in meta["indices"]:  # type: ignore[attr-defined]
            cx, cy, w, h = m["x"] * CARD_W, m["y"] * CARD_H, m["w"] * CARD_W, m["h"] * CARD_H
            sign = 1 if m["flip"] else -1
            box = (_GRID * (w, h) + (cx, cy)).astype(np.float32)
            half = sign * h / 2
            ends = np.array([[cx, cy], [cx, cy + half], [cx, cy - half], [cx - half, cy], [cx + half, cy]], np.float32)
            points = cv2.perspectiveTransform(np.vstack([ends, box])[None], to)[0]
            centre, cells = points[0], points[5:].round().astype(int)
            if not (0 <= centre[0] < size and 0 <= centre[1] < size):
                continue
            inside = ((cells >= 0) & (cells < size)).all(1)
            kept = cells[inside]
            visible = float((owner[kept[:, 1], kept[:, 0]] == number).sum()) / len(cells)
            up, right = (points[1] - points[2]).tolist(), (points[3] - points[4]).tolist()
            place = IndexPose.spanned(float(centre[0]), float(centre[1]), up, right)
            seen.append(SeenIndex(place, visible, str(meta["glyph"]), str(meta["suit"])))
    return tuple(seen)


def _ground(bank: Bank, rng: Rng, size: int) -> Image:
    whole = bank.surfaces[int(rng.integers(len(bank.surfaces)))]
    side = int(rng.integers(size // 2, whole.shape[0]))
    x, y = (int(v) for v in rng.integers(0, whole.shape[0] - side + 1, 2))
    ground = cv2.resize(whole[y : y + side, x : x + side], (size, size), interpolation=cv2.INTER_LINEAR)
    return np.asarray(ground, np.uint8)


def compose(bank: Bank, rng: Rng, size: int = 256, tallest: float = 48.0) -> TrainingScene:
    """One scene of size x size pixels with its truth. The same `rng` state gives the same scene."""
    picture = _ground(bank, rng, size)
    owner = np.zeros((size, size), np.uint8)
    placed = arrange(rng, bank, size, tallest)
    for number, p in enumerate(placed, 1):
        _lay(picture, owner, bank, p, number, rng)
    while rng.random() < 0.28:
        cover(picture, owner, rng, COVERED)
    indices = locate(bank, placed, owner)
    backs = tuple(bank.meta[p.face]["deck"] == "backs" for p in placed)
    index = float(np.median([i.place.height for i in indices])) if indices else 24.0
    return TrainingScene(through_camera(picture, rng, index), indices, owner, backs)


def piece(scene: TrainingScene, rng: Rng, size: int = 256) -> TrainingScene:
    """A random square out of a larger scene, seen once more by another camera in other light."""
    height, width = scene.owner.shape
    x, y = int(rng.integers(0, width - size + 1)), int(rng.integers(0, height - size + 1))
    shifted = (replace(i, place=replace(i.place, x=i.place.x - x, y=i.place.y - y)) for i in scene.indices)
    indices = tuple(i for i in shifted if 0 <= i.place.x < size and 0 <= i.place.y < size)
    part = np.ascontiguousarray(scene.picture[y : y + size, x : x + size])
    picture = through_camera(part, rng) if rng.random() < 0.5 else part
    return TrainingScene(picture, indices, scene.owner[y : y + size, x : x + size], scene.backs)
