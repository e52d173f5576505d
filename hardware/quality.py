"""How good a picture is, by two numbers: is there light enough, and is it sharp. What is in it is not looked at."""

from __future__ import annotations

import cv2
import numpy as np

from hardware.cameras import Picture
from hardware.checks import Finding, light


def measure(picture: Picture) -> tuple[float, float]:
    """Mean grey (0..255), and sharpness: the variance of the Laplacian over the sharpest ninth of the picture.

    A ninth: a plain table is never sharp, the mat's edges and markers on it are.
    """
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    edges = cv2.Laplacian(grey, cv2.CV_32F)
    parts = [part for row in np.array_split(edges, 3) for part in np.array_split(row, 3, axis=1)]
    return float(grey.mean()), max(float(part.var()) for part in parts)


def judged(picture: Picture) -> list[Finding]:
    """Light and focus of this picture."""
    return light(*measure(picture))
