"""Where people sit and lay things: directions, shoulders and trick piles, worked out from the mat's places."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from engine.places import OUTSIDE, hand_place, play_zone
from vision.mat.mats import Mat
from vision.workshop.studio.print.decks import CARD_HEIGHT

Spot = tuple[float, float]


@dataclass(frozen=True, slots=True)
class SeatPlace:
    """One seat's geometry in mm: `out` points from the table's middle to the player, `right` to the player's right."""

    out: Spot
    right: Spot
    play: Spot
    hand: Spot
    shoulder: Spot
    pile: Spot
    turn: float  # of a card laid upright for this player

    def grip(self, x: float, y: float, turn: float) -> Spot:
        """Where this player's fingers hold a card that lies at (x, y): its near edge."""
        a = np.radians(turn)
        reach = CARD_HEIGHT / 2 - 8
        return x - reach * float(np.sin(a)), y + reach * float(np.cos(a))


def _middle(box: tuple[float, float, float, float]) -> Spot:
    return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2


def seat_place(mat: Mat, seat: int, left_handed: bool) -> SeatPlace:
    """The geometry of one seat of a mat."""
    play, hand = _middle(mat.places[play_zone(seat)]), _middle(mat.places[hand_place(seat)])
    centre = mat.size[0] / 2, mat.size[1] / 2
    away = np.array(hand) - np.array(centre)
    away /= np.linalg.norm(away)
    out = float(away[0]), float(away[1])
    right = out[1], -out[0]
    side = -1 if left_handed else 1
    shoulder = (
        hand[0] + 430 * out[0] + side * 150 * right[0],
        hand[1] + 430 * out[1] + side * 150 * right[1],
    )
    return SeatPlace(
        out,
        right,
        play,
        hand,
        shoulder,
        _pile(mat, seat, out, right),
        arm_turn(hand, (hand[0] + out[0], hand[1] + out[1])),
    )


def _pile(mat: Mat, seat: int, out: Spot, right: Spot) -> Spot:
    """Beside the hand's place, far enough from every place to belong to none: to the right, else left, else beyond."""
    box = mat.places[hand_place(seat)]
    hand = _middle(box)
    half = abs((box[2] - box[0]) / 2 * right[0]) + abs((box[3] - box[1]) / 2 * right[1])
    aside = half + mat.reach + 12
    for along, beyond in ((aside, 12.0), (-aside, 12.0), (aside, 60.0), (-aside, 60.0), (0.0, 140.0)):
        spot = hand[0] + along * right[0] + beyond * out[0], hand[1] + along * right[1] + beyond * out[1]
        if mat.place_at(*spot) == OUTSIDE:
            return spot
    return spot


def arm_turn(grip: Spot, shoulder: Spot) -> float:
    """Degrees by which an arm that hangs down in its own picture is turned to reach from shoulder to grip."""
    return float(np.degrees(np.arctan2(-(shoulder[0] - grip[0]), shoulder[1] - grip[1])))
