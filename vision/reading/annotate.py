"""What was seen, drawn on the picture: for people who ask why, and for pictures in the documents."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from vision.pictures import Image
from vision.reading.assembly import CardSeen

SURE_COLOUR, UNSURE_COLOUR = (60, 200, 60), (0, 170, 255)  # BGR; the doubtful ones are also dashed


def annotated(picture: Image, sure: Sequence[CardSeen], unsure: Sequence[CardSeen] = ()) -> Image:
    """A copy of a BGR picture with outline, name and confidence of every card, indices as small arrows."""
    drawn = picture.copy()
    unit = max(1.0, max(picture.shape[:2]) / 1000)
    for cards, colour in ((unsure, UNSURE_COLOUR), (sure, SURE_COLOUR)):
        for card in cards:
            _card(drawn, card, colour, unit, dashed=cards is unsure)
    return drawn


def _card(drawn: Image, card: CardSeen, colour: tuple[int, int, int], unit: float, dashed: bool) -> None:
    corners = np.array(card.outline).round().astype(int)
    for a, b in zip(corners, np.roll(corners, -1, 0), strict=True):
        _line(drawn, a, b, colour, unit, dashed)
    for i in (index.place for index in card.indices):
        tail = (round(i.x - i.ux * i.height / 2), round(i.y - i.uy * i.height / 2))
        tip = (round(i.x + i.ux * i.height / 2), round(i.y + i.uy * i.height / 2))
        cv2.arrowedLine(drawn, tail, tip, colour, round(2 * unit), cv2.LINE_AA, tipLength=0.3)
    text = f"{'?? ' if dashed else ''}{card.card} {100 * card.confidence:.0f}%"
    size, base = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, 0.6 * unit, round(1.5 * unit))
    x, y = (int(v) for v in corners.mean(0) - (size[0] / 2, -size[1] / 2))
    cv2.rectangle(drawn, (x - 3, y - size[1] - 3), (x + size[0] + 3, y + base), (0, 0, 0), -1)
    cv2.putText(drawn, text, (x, y), cv2.FONT_HERSHEY_SIMPLEX, 0.6 * unit, colour, round(1.5 * unit), cv2.LINE_AA)


Colour = tuple[int, int, int]


def _line(drawn: Image, a: Sequence[int], b: Sequence[int], colour: Colour, unit: float, dashed: bool) -> None:
    steps = 9 if dashed else 1
    points = np.linspace(a, b, 2 * steps).round().astype(int) if dashed else np.array([a, b])
    for p, q in zip(points[::2], points[1::2], strict=True):
        cv2.line(drawn, tuple(int(v) for v in p), tuple(int(v) for v in q), colour, round(2 * unit), cv2.LINE_AA)
