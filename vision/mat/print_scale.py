"""Was the mat printed at its true size? A card laid on it tells: cards are all of one size, or of the other.

The markers alone can't: a smaller print looks like a higher camera. Lay one card, face down, into the middle.
"""

from __future__ import annotations

import cv2
import numpy as np

from engine.places import MIDDLE
from vision.mat.flat import PIXELS_PER_MM, Flat
from vision.mat.judging import MatCode, Remark
from vision.mat.mats import Mat
from vision.mat.registration import register
from vision.pictures import Image

HEIGHTS = (88.0, 88.9)
"""Cards are 88 mm high (63 wide), or 3.5 inches (2.5 or 2.25 wide)."""
WRONG = 0.02
"""Share by which a print may differ from its true size: 2 mm on a card are measured surely, 1 mm hardly."""
OUTLINE = 24.0
"""Grey levels by which the straight-down picture with the card differs from the one without. Chosen, not measured.
Raised, a white card on white paper is not found; lowered, its shadow is measured too."""


def card_height(bare: Image, with_card: Image, mat: Mat) -> float | None:
    """The height in mm, measured on the mat, of the card that lies in the second BGR picture and not in the first.

    None when the mat is not seen in both, or no single card of a card's shape lies around the middle.
    """
    flat = Flat(mat)
    straight = []
    for picture in (bare, with_card):
        registration = register(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY).astype(np.uint8, copy=False), mat)
        if registration is None:
            return None
        straight.append(flat.warp(picture, registration, _around_middle(flat)).astype(np.int16))
    apart = np.abs(straight[1] - straight[0]).max(axis=2)
    if not (apart > OUTLINE).any():
        return None
    # Half-way between table and card is where the card ends, however soft the picture.
    edge = max(OUTLINE, float(np.median(apart[apart > OUTLINE])) / 2)
    changed = cv2.morphologyEx((apart > edge).astype(np.uint8), cv2.MORPH_CLOSE, np.ones((9, 9), np.uint8))
    outlines, _ = cv2.findContours(changed, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    if not outlines:
        return None
    outline = max(outlines, key=cv2.contourArea)
    _, (a, b), _ = cv2.minAreaRect(outline)
    short, long = sorted(((a + 1) / PIXELS_PER_MM, (b + 1) / PIXELS_PER_MM))
    is_card = 75 < long < 105 and 0.58 < short / long < 0.78
    return long if is_card and cv2.contourArea(outline) > 0.85 * a * b else None


def _around_middle(flat: Flat) -> tuple[int, int, int, int]:
    x0, y0, x1, y1 = flat.mat.places[MIDDLE]
    (left, top), (right, bottom) = flat.to_px(x0 - 60, y0 - 60), flat.to_px(x1 + 60, y1 + 60)
    return int(left), int(top), int(right), int(bottom)


def judged_scale(height: float) -> Remark | None:
    """What the measured height of a card says of the print; None when it is as it should be."""
    scales = [true / height for true in HEIGHTS]
    nearest = min(scales, key=lambda scale: abs(scale - 1))
    if abs(nearest - 1) <= WRONG:
        return None
    return Remark(MatCode.SCALE, {"percent": round(100 * nearest), "height": height})
