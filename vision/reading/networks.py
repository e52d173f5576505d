"""The two trained networks, loaded once, checked against their birth certificate, run on one thread.

Inference is onnxruntime's: on the finder it takes half the time of `cv2.dnn` (figures in models/README.md).
"""

from __future__ import annotations

import hashlib
import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

MODELS = Path(__file__).parent / "models"

GLYPHS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "B", "D", "V", "H", "R", "F", "1",
          "T", "JOKER")  # fmt: skip
"""What the namer can say of an index, in the order of its outputs; one more output: no index."""
JOKER = "JOKER"
"""The glyph that is a whole word: it stands alone, without a suit sign."""
SUITS = ("C", "D", "H", "S")
"""The namer's suits, in the order of its outputs; one more output: no index."""
STRIDE = 4
"""Picture pixels to one cell of the finder's output."""

FEATURES = 224
"""Length of the vector that the namer sees in a patch before it decides."""

CORRECTION = 6
"""How many numbers say how the index of a patch really lies (`vision.reading.cutting.IndexPose.correction`)."""

_TOLD = (len(GLYPHS) + 1, len(SUITS) + 1, CORRECTION)
"""Columns of the namer's table."""

Floats = NDArray[np.float32]


class ModelDamaged(OSError):
    """A model file is missing or is not the one that its certificate describes."""


@dataclass(frozen=True, slots=True)
class PatchNames:
    """What the namer says of N patches: probabilities over GLYPHS and none, over SUITS and none, and its features.

    `frames`: N x CORRECTION, how the index really lies in each patch (`vision.reading.cutting.IndexPose.corrected`).
    """

    glyphs: Floats
    suits: Floats
    features: Floats
    frames: Floats


@dataclass(frozen=True, slots=True)
class Networks:
    """Finder and namer, ready to run."""

    finder: Any
    namer: Any
    version: str

    @staticmethod
    def load(folder: Path = MODELS) -> Networks:
        """Load both from `folder`. Raises ModelDamaged when a file differs from certificate.json."""
        try:
            certificate = json.loads((folder / "certificate.json").read_text())
            files = {name: (folder / entry["file"]).read_bytes() for name, entry in certificate["models"].items()}
        except (OSError, ValueError, KeyError) as e:
            raise ModelDamaged(f"The model in {folder} can't be loaded ({e}); install the program again.") from e
        for name, data in files.items():
            if hashlib.sha256(data).hexdigest() != certificate["models"][name]["sha256"]:
                raise ModelDamaged(f"The {name} in {folder} is damaged (its hash differs); install the program again.")
        return Networks(_session(files["finder"]), _session(files["namer"]), str(certificate["version"]))

    def find(self, picture: NDArray[np.uint8]) -> Floats:
        """The finder's maps for one BGR picture whose sides are multiples of 16: 10 x height/4 x width/4.

        Maps: heat 0..1, centre offset x and y in cells, up direction x and y, log of index height / 24, face, back,
        log of the aspect, shear (`vision.reading.cutting.IndexPose`).
        """
        batch = np.ascontiguousarray(picture.transpose(2, 0, 1)[None], np.float32)
        maps: Floats = self.finder.run(None, {"picture": batch})[0][0]
        return maps

    def name(self, patches: NDArray[np.uint8]) -> PatchNames:
        """What N patches (N x 64 x 64 x 3) say."""
        if not len(patches):
            return PatchNames(*(np.zeros((0, n), np.float32) for n in (*_TOLD[:2], FEATURES, CORRECTION)))
        batch = np.ascontiguousarray(patches.transpose(0, 3, 1, 2), np.float32)
        table, features = self.namer.run(None, {"patches": batch})
        glyphs, suits, frames = np.split(table, np.cumsum(_TOLD[:2]), axis=1)
        return PatchNames(glyphs, suits, features, frames)


def _session(model: bytes) -> Any:
    # Before the import: a build of onnxruntime that reports usage makes a folder in HOME and looks up its collector.
    os.environ["ORT_DISABLE_TELEMETRY"] = "1"
    import onnxruntime

    options = onnxruntime.SessionOptions()
    # PC processors without VNNI otherwise add two products of eight bits in sixteen, which overflows: heat was off by
    # up to 0.66, and a card went unread that other machines read. Costs them (87 -> 126 ms a megapixel), nobody else.
    options.add_session_config_entry("session.x64quantprecision", "1")
    # A second thread made no reading faster on two busy cores, and the web server needs the other one.
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    # Arenas grow with every new picture size and never shrink; reading is rare enough to do without.
    options.enable_cpu_mem_arena = False
    return onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
