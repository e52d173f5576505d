"""What a camera makes of the shots on their way to the computer: a slower rate, lost frames, frames sent twice.

Only which shots arrive and when; pictures are not touched.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from vision.workshop.studio.people.landing import Manner
from vision.workshop.studio.people.shots import Shot


def as_delivered(shots: list[Shot], manner: Manner, seed: int) -> list[Shot]:
    """The shots that arrive, in order, each with its time. The first and the last always do."""
    rng = np.random.default_rng((seed, 29))
    kept = _slower(shots, manner.rate)
    out: list[Shot] = []
    for k, shot in enumerate(kept):
        edge = k in (0, len(kept) - 1)
        if not edge and rng.random() < manner.lost:
            continue
        if not edge and rng.random() < manner.doubled:
            out.append(replace(out[-1], t=shot.t, doubled=True))
        else:
            out.append(shot)
    return out


def _slower(shots: list[Shot], rate: float) -> list[Shot]:
    """At less than ten frames a second, those that are due."""
    if rate >= 10:
        return shots
    due, kept = 0.0, []
    for shot in shots:
        if shot.t + 1e-6 >= due or shot is shots[-1]:
            kept.append(shot)
            due = shot.t + 1 / rate
    return kept
