"""The two trained networks, loaded once, checked against their birth certificate, run on one thread.

Inference is onnxruntime's: on the finder it takes half the time of `cv2.dnn` (figures in models/README.md).
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

MODELS = Path(__file__).parent / "models"

GLYPHS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "B", "D", "V", "H", "R", "F", "1")
"""What the namer can say of an index, in the order of its outputs; one more output: no index."""
SUITS = ("C", "D", "H", "S")
"""The namer's suits, in the order of its outputs; one more output: no index."""
STRIDE = 4
"""Picture pixels to one cell of the finder's output."""

Floats = NDArray[np.float32]


class ModelDamaged(OSError):
    """A model file is missing or is not the one that its certificate describes."""


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
        """The finder's maps for one BGR picture whose sides are multiples of 16: 8 x height/4 x width/4.

        Maps: heat 0..1, centre offset x and y in cells, up direction x and y, log of index height / 24, face, back.
        """
        batch = np.ascontiguousarray(picture.transpose(2, 0, 1)[None], np.float32)
        maps: Floats = self.finder.run(None, {"picture": batch})[0][0]
        return maps

    def name(self, patches: NDArray[np.uint8]) -> tuple[Floats, Floats]:
        """Probabilities for N patches (N x 48 x 32 x 3): N x 21 over GLYPHS and none, N x 5 over SUITS and none."""
        if not len(patches):
            return np.zeros((0, len(GLYPHS) + 1), np.float32), np.zeros((0, len(SUITS) + 1), np.float32)
        batch = np.ascontiguousarray(patches.transpose(0, 3, 1, 2), np.float32)
        table: Floats = self.namer.run(None, {"patches": batch})[0]
        return table[:, : len(GLYPHS) + 1], table[:, len(GLYPHS) + 1 :]


def _session(model: bytes) -> Any:
    import onnxruntime

    options = onnxruntime.SessionOptions()
    # A second thread made no reading faster on two busy cores, and the web server needs the other one.
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    # Arenas grow with every new picture size and never shrink; reading is rare enough to do without.
    options.enable_cpu_mem_arena = False
    return onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
