"""How good a picture is, by two numbers: is there light enough, and is it sharp. What is in it is not looked at."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.cameras.frames import Picture
from hardware.facts import Condition
from hardware.machine.checks import light

CONTRAST = 12.0
"""Grey levels: with less of a difference anywhere there is nothing to be sharp, as on a bare table."""


def measure(picture: Picture) -> tuple[float, float, float]:
    """Mean grey (0..255), sharpness, and contrast.

    Sharpness is the variance of the smoothed picture's Laplacian, contrast the spread of grey, each over the ninth of
    the picture that has most of it: a plain table is never sharp, the mat's edges and markers on it are.
    """
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    edges = cv2.Laplacian(cv2.GaussianBlur(grey, (0, 0), 1.0), cv2.CV_32F)  # smoothed: noise is not sharpness
    sharpness, contrast = max(float(part.var()) for part in _ninths(edges)), max(part.std() for part in _ninths(grey))
    return float(grey.mean()), sharpness, float(contrast)


def _ninths(plane: NDArray[Any]) -> list[NDArray[Any]]:
    return [part for row in np.array_split(plane, 3) for part in np.array_split(row, 3, axis=1)]


def judged(picture: Picture) -> list[Condition]:
    """Light and focus of this picture; nothing of the focus where there is nothing to be sharp."""
    brightness, sharpness, contrast = measure(picture)
    return [found for found in light(brightness, sharpness) if found.what != "Focus" or contrast > CONTRAST]
