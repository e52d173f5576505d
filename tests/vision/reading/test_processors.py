"""The networks say the same on every processor: products of eight bits are added without overflow."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import cv2
import numpy as np
import onnxruntime
import pytest
from numpy.typing import NDArray

from table_controller.match.playback import bundled
from vision.reading.networks import MODELS, Networks

STEP = 0.02
"""Two ways of rounding may differ by so much of a probability; overflow changes 0.2 and more."""


@pytest.fixture(scope="module")
def picture() -> NDArray[np.uint8]:
    """A table with cards on it, as the finder takes it."""
    found = cv2.imread(str((bundled("iowa_hand") or Path("nowhere")) / "0030.jpg"))
    assert found is not None
    return np.asarray(found[: found.shape[0] // 16 * 16, : found.shape[1] // 16 * 16], np.uint8)


def exact(name: str) -> Any:
    """The same network with every step worked out in floating point, rounded where the network rounds."""
    options = onnxruntime.SessionOptions()
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    return onnxruntime.InferenceSession(str(MODELS / name), options, providers=["CPUExecutionProvider"])


def test_the_finder_sees_what_exact_arithmetic_gives(picture: NDArray[np.uint8]) -> None:
    heat = Networks.load().find(picture)[0]
    batch = np.ascontiguousarray(picture.transpose(2, 0, 1)[None], np.float32)
    wanted = exact("finder.onnx").run(None, {"picture": batch})[0][0][0]
    assert wanted.max() > 0.5, "there are indices in the picture"
    assert np.abs(heat - wanted).max() <= STEP


def test_the_namer_says_what_exact_arithmetic_gives(picture: NDArray[np.uint8]) -> None:
    rows, columns = range(0, picture.shape[0] - 64, 64), range(0, picture.shape[1] - 64, 64)
    patches = np.stack([picture[y : y + 64, x : x + 64] for y in rows for x in columns])
    told = Networks.load().name(patches)
    batch = np.ascontiguousarray(patches.transpose(0, 3, 1, 2), np.float32)
    wanted = exact("namer.onnx").run(None, {"patches": batch})[0]
    assert np.abs(told.glyphs - wanted[:, : told.glyphs.shape[1]]).max() <= STEP
