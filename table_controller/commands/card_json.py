"""A card in a picture as one JSON object, the same for single pictures and for series."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from vision.reading.assembly import CardSeen, Quad


def card_json(name: str, seen: CardSeen) -> dict[str, Any]:
    """`box` is x0, y0, x1, y1 in pixels of the picture, `corners` the card's outline clockwise from its top left,
    `turn` degrees clockwise from upright; what is not sure is `??` with its likeliest names in `maybe`.
    """
    told: dict[str, Any] = {"card": name, "confidence": round(seen.confidence, 4), **_place(seen.outline)}
    told["turn"] = round(seen.turn, 1)
    if name == "??":
        told["maybe"] = {card.text: round(p, 3) for card, p in seen.names if p >= 0.05}
    return told


def unread_json(outline: Quad) -> dict[str, Any]:
    """A face in plain sight on which nothing could be read: `??` without a likely name, which way up is not known."""
    return {"card": "??", "confidence": 0.0, **_place(outline), "maybe": {}}


def _place(outline: Quad) -> dict[str, Any]:
    corners = [[round(x, 1), round(y, 1)] for x, y in outline]
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    return {"box": [min(xs), min(ys), max(xs), max(ys)], "corners": corners}
